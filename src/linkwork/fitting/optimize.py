"""exu.optimize: parameters that make a number of a run smallest, by the methods of SciPy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.declare.parameters import shown
from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import ParameterError, SolverError
from linkwork.ensemble.schedulers import check_scheduler
from linkwork.fitting.design import Design
from linkwork.fitting.methods import METHODS, method_named
from linkwork.fitting.objective import NotUsable, OfSensor, function_of, limits_of
from linkwork.fitting.optimum import Optimum
from linkwork.fitting.runs import (
    Bar,
    Runs,
    Stopped,
    check_initial_state,
    checked_settings,
    put_back,
    quiet,
    wants_bar,
)
from linkwork.fitting.together import Together
from linkwork.fitting.varied import Place, Varied
from linkwork.settings.simulation import SimulationSettings

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem


def optimize(
    mbs: MainSystem,
    objective: Any,
    vary: Mapping[Any, Any] | Iterable[Any] | str,
    settings: SimulationSettings | None = None,
    solverType: DynamicSolverType | int | str = DynamicSolverType.GeneralizedAlpha,
    *,
    method: str | None = None,
    constraints: Iterable[Any] = (),
    gradient: Callable[[Any], Any] | None = None,
    solve: Callable[[MainSystem], Any] | str | None = None,
    maximize: bool = False,
    seed: Any = None,
    options: Mapping[str, Any] | None = None,
    apply: bool = True,
    progress: bool | Callable[..., Any] | None = None,
    scheduler: Any = None,
) -> Optimum:
    """Find parameters that make a number of a run smallest; see `docs/fitting`.

        vary = {"damper.damping": (1500, 100, 5000)}
        print(exu.optimize(mbs, ("seat", "z", "rms"), vary, settings))

    mbs -- the system; it has the best values afterwards unless apply is False
    objective -- function of the Solution that returns a number, or (sensor, reduction), (sensor,
    component, reduction) with a reduction min, max, peak, range, mean, rms, first or last. For
    method "least_squares", a function that returns a vector
    vary -- parameters with start, (start, low, high), or these with "log", as in `fit`
    settings, solverType -- of the runs, as in SolveDynamic
    method -- one of SciPy's minimize ("L-BFGS-B", "SLSQP", "Nelder-Mead", "Powell", "COBYQA",
    "trust-constr", ...), "least_squares", or a global one, which needs bounds:
    "differential_evolution", "dual_annealing", "shgo". None: "L-BFGS-B", "SLSQP" with constraints
    constraints -- list of (function or reduction, low, high): numbers of the run within limits
    gradient -- function of the Solution that returns the derivatives of the objective by the
    parameters; None: differences
    solve -- what is evaluated instead of SolveDynamic: "static" for SolveStatic, or a function of
    the system, such as `lambda mbs: mbs.ComputeModes()`; the objective gets what it returns
    maximize -- whether the objective is to be largest
    seed -- of global methods
    options -- of SciPy's method
    apply -- whether the system keeps the best values; if not, it is left as it was
    progress -- as in `fit`; a function gets (values, objective) of each better run
    scheduler -- "threads", or another one of Ensemble.solve: generations of
    "differential_evolution", and differences of local methods, are members of an ensemble that run
    together, with the same results. Objective and constraints must be reductions of sensors;
    where that is not possible, `reason` of the result says why. None: one run after the other

    Ctrl-C ends the search with the best values so far, and leaves the system as it was. A run that
    fails counts as a bad one; three in a row end the search, unless the method is a global one.
    """
    from linkwork.core.nesting import nested

    chosen, limits = checked_settings(mbs, settings), limits_of(constraints)
    name = method_named(method, bool(limits))
    way, varied = METHODS[name], Varied(mbs, vary)
    way.check(name, varied, limits, gradient, maximize)
    runs = Runs(varied, Bar("optimize", wants_bar(progress, chosen)), patient=way.is_global)
    place = Place(mbs, varied)
    evaluate = _evaluation(mbs, quiet(chosen), solverType, solve)
    function = function_of(objective, "the objective")
    together = None
    if scheduler is not None:
        together = _together(
            place,
            quiet(chosen),
            solverType,
            scheduler,
            solve,
            [function, *(each.function for each in limits), *([gradient] if gradient else [])],
        )
    with nested("optimize"), put_back([place]) as keep:
        check_initial_state([place], varied.start)
        design = Design(
            place, runs, evaluate, function, limits, gradient, maximize, way.is_vector, together
        )
        message, converged, was_interrupted = "", False, False
        try:
            design.first()
            message, converged = way.search(name, design, varied, seed, dict(options or {}))
        except Stopped as stop:
            message = str(stop)
        except KeyboardInterrupt:
            if design.best is None:
                raise
            message, was_interrupted = "stopped by Ctrl-C", True
        except NotUsable as error:
            raise ParameterError(str(error)) from None
        finally:
            runs.bar.close()
            if together is not None:
                together.close()
        found = _result(design, name, message, converged)
        if apply and not was_interrupted:
            keep()
    return found


def _together(
    place: Place, settings: SimulationSettings, solver: Any, scheduler: Any, solve: Any,
    functions: list[Callable[[Any], Any]],
) -> Together:  # fmt: skip
    """What makes many runs at once; functions -- of the result of a run."""
    check_scheduler(scheduler)
    reason = "" if solve is None else "solve is not SolveDynamic"
    reduced = [each for each in functions if isinstance(each, OfSensor)]
    if not reason and len(reduced) < len(functions):
        reason = "an objective, constraint or gradient is a function of the Solution"
    sensors = [each.sensor for each in reduced]
    return Together(place, settings, solver, scheduler, sensors, reason)


def _evaluation(
    mbs: MainSystem, settings: SimulationSettings, solver: Any, solve: Any
) -> Callable[[], Any]:
    """What is evaluated for each set of parameters."""
    if callable(solve):
        return lambda: solve(mbs)
    if solve == "static":
        return lambda: mbs.SolveStatic(settings, showCausingItems=False)
    if solve is not None:
        raise ParameterError(
            f"solve is None, 'static' or a function of the system, got {shown(solve)}"
        )
    return lambda: mbs.SolveDynamic(settings, solver, showCausingItems=False)


def _result(design: Design, name: str, message: str, converged: bool) -> Optimum:
    """The best run, which is repeated as the last one."""
    varied, best = design.varied, design.best
    if best is None:
        text = design.runs.failures[-1].text if design.runs.failures else "no run was made"
        raise SolverError(text)
    values = varied.values(best.u)
    design.place.set(values)
    solution = design.evaluate()
    design.runs.count += 1
    names, sign = varied.names, -1.0 if design.maximize else 1.0
    at_bound = (values == varied.low) | (values == varied.high)
    limits = zip(design.limits, best.limited, strict=True)
    return Optimum(
        values=varied.named(values),
        objective=sign * best.objective,
        start=sign * design.start,
        constraints={each.name: (each.low, float(x), each.high) for each, x in limits},
        units=dict(zip(names, varied.units, strict=True)),
        bounds=varied.bounds,
        at_bound=[n for n, held in zip(names, at_bound, strict=True) if held],
        history=np.array(design.history).reshape(-1, len(names) + 1),
        runs=design.runs.count,
        failures=design.runs.failures,
        method=name,
        maximized=design.maximize,
        success=converged,
        message=message,
        solution=solution,
        reason=design.together.reason if design.together is not None else "",
    )
