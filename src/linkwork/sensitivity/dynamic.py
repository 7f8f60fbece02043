"""Derivatives of a run in time, carried along with its steps.

After each accepted step, the derivatives of the state are advanced with it; where rows are
recorded, they are recorded, too.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from linkwork.core.errors import SolverError, SysError, warn
from linkwork.core.functions.step_functions import NAMES, StepFunctions
from linkwork.core.overflows import overflows_unnoticed
from linkwork.integrators.evaluate import ROUNDING, SLACK, slack_of
from linkwork.results.sensitivity import Sensitivities
from linkwork.results.solution import Solution
from linkwork.run.run import Run
from linkwork.sensitivity.alpha import AlphaTangent, serves
from linkwork.sensitivity.cells import CellVariation, cell_variation
from linkwork.sensitivity.known_starts import KnownStart
from linkwork.sensitivity.memory import Changes
from linkwork.sensitivity.outputs import Outputs, results_of
from linkwork.sensitivity.quick_starts import QuickVariation, Varied, quick_variations_of
from linkwork.sensitivity.restarts import Restarts, Switch
from linkwork.sensitivity.stepped import SteppedTangent
from linkwork.sensitivity.steps import Displaced, Slopes
from linkwork.sensitivity.variations import (
    ROWS,
    Path,
    variations_of,
)

HUGE = 1.0e8
"""Growth of derivatives, relative to their scale, that is reported."""


def check_differentiable(
    mbs: Any, settings: Any, functions: StepFunctions, static: bool = False
) -> None:
    """Refuse a run whose derivatives would be wrong; static -- an equilibrium has no history."""
    for field in functions._fields:
        if getattr(functions, field) is not None:
            raise SysError(
                f"sensitivities: the {NAMES[field]} may do anything to the state and cannot be "
                "differentiated; remove it, or compare runs with two values of the parameter"
            )
    if mbs.systemData.initial_is_result and not static:
        raise SysError(
            "sensitivities: the run starts at the end of another one, whose derivatives are not "
            "known; solve both as one run, or set the initial values of nodes"
        )
    if settings.compatibility:
        raise SysError("sensitivities are not available with `compatibility` of the settings")


def check_events(run: Run) -> None:
    """Refuse steps of other programs, laws whose branches change at no time, actions of users."""
    model, data = run.context.model, run.context.data
    if run.scheme.is_implicit and not {"method", "alpha"} <= set(run.scheme.memory):
        raise SysError(
            f"sensitivities: steps of {run.scheme.integrator.name} cannot be differentiated; use "
            "GeneralizedAlpha, TrapezoidalIndex2 or an explicit solver"
        )
    if model.has_events and not run.scheme.locates_events:
        raise SysError(
            "sensitivities: forces change their branches at events, which the settings do not "
            "locate; set timeIntegration.discontinuous.locateEvents = True, and locateEventsLimit "
            "to the number of such items"
        )
    if len(data["post_calls"]):
        name = data.parts["post_calls"][0][1].kind.__name__
        raise SysError(
            f"sensitivities: {name} changes its state after Newton's method, between two steps, "
            "and cannot be differentiated"
        )
    for table in model.tables.values():
        if table.kind.reads_memory(table):
            raise SysError(
                f"sensitivities: forces of {table.kind.__name__} depend on positions that the run "
                "stores where stick begins, and which cannot be varied; set frictionStiffness = 0 "
                "and give frictionVelocityPenalty"
            )
    for item in model.items["sensor"]:
        if callable(getattr(item, "actionUserFunction", None)):
            raise SysError(
                f"sensitivities: the action of SensorEvent {item.name!r} may do anything to the "
                "state and cannot be differentiated"
            )


def silent(settings: Any) -> Any:
    """The same settings for a run that only starts: without files and output."""
    made = copy.deepcopy(settings)
    made.solutionSettings.writeSolutionToFile = False
    made.solutionSettings.streamFileName = ""
    made.timeIntegration.verboseMode = 0
    return made


def vary_start(
    mbs: Any, paths: Sequence[Path], settings: Any, integrator: Any, wholly: bool = False
) -> list[Varied]:
    """How the start of a run in time depends on parameters; wholly -- also its constraints."""
    quiet = silent(settings)

    def make(twin: Any) -> Any:
        with overflows_unnoticed():
            run = Run(twin._model, twin._data, quiet, integrator)

        def start() -> None:
            with overflows_unnoticed():
                run.start.take()

        return SimpleNamespace(context=run.context, start_state=start, pools=run.scheme.memory)

    cells = [_cell(mbs, path, settings, integrator) for path in paths]
    rest = [p for p, c in zip(paths, cells, strict=True) if c is None]
    is_quick = _accelerates(settings, integrator) and not wholly
    vary = quick_variations_of if is_quick else variations_of
    others: Iterator[Any] = iter(vary(mbs, rest, make) if rest else ())
    return [next(others) if cell is None else cell for cell in cells]


def _cell(mbs: Any, path: Path, settings: Any, integrator: Any) -> CellVariation | None:
    """The variation of a parameter on which only the accelerations of the start depend."""
    return cell_variation(mbs, path) if _accelerates(settings, integrator) else None


def _accelerates(settings: Any, integrator: Any) -> bool:
    """Whether a run computes the accelerations of its start."""
    known = settings.timeIntegration.generalizedAlpha.computeInitialAccelerations
    return bool(known) or not integrator.implicit


def copy_of(slopes: Slopes) -> Slopes:
    """A copy of derivatives."""
    return {name: part.copy() for name, part in slopes.items()}


class RunSensitivities:
    """Derivatives of the state of a run, advanced after each of its steps."""

    def __init__(self, run: Run, known: KnownStart) -> None:
        self._run, self._known, self._variations = run, known, known.variations
        context, data = run.context, run.context.data
        self._context, self._data = context, data
        check_events(run)
        run.before_start = run.repeated = None
        data.scalars.fused = 0
        self._displaced = Displaced(context, run.scheme.memory)
        self._outputs = Outputs(context, self._displaced)
        self._tangent: AlphaTangent | SteppedTangent
        context.at_start = self._begin
        run.at_end = self._end
        self._rows: list[np.ndarray] = []
        self._sensed: list[np.ndarray] = []
        self._times: list[float] = []
        self._sensor_times: list[float] = []
        self._warned = self._ready = False

    # ------------------------------------------------------------------ start

    def _begin(self) -> None:
        """The consistent start is there: take its derivatives."""
        self._changes = self._known.changes(self._data)
        self._scales = [variation.scale for variation in self._variations]
        self._restarts = Restarts(self._run, self._displaced)
        if not self._known.slopes:
            parts = zip(self._variations, self._changes, strict=True)
            self._known.slopes = [self._start_of(*part) for part in parts]
        self._slopes: list[Slopes] = [copy_of(slopes) for slopes in self._known.slopes]
        self._attach()
        self._restarts.now = lambda: float(self._tangent.control["t"][0])
        self._restarts.at_end = self._tangent.switch
        self._restarts.follow(self._jump_at_start)
        self._follow_restarts()
        s = self._data.scalars
        if self._context.settings.solutionSettings.writeInitialValues:
            self._record(s.next_record <= s.t, s.next_sensor <= s.t)
        self._ready = True

    def _start_of(self, variation: Varied, changes: Changes) -> Slopes:
        """Derivatives of the state at the start."""
        state, n = self._data.group("state"), len(self._displaced.alpha)
        if variation.start is not None:
            start = copy_of(variation.start)
            start["alpha"] = start["a"].copy() if n else np.zeros(0)
            return start
        start = {name: np.zeros_like(getattr(state, name)) for name in ROWS}
        start["alpha"] = np.zeros(n)
        if isinstance(variation, QuickVariation):
            start |= {name: part.copy() for name, part in variation.given.items()}
            if self._context.model.n_ae:
                self._restarts.meet(start, changes, variation.scale)
        self._restarts.restart(start, changes, variation.scale, False)
        return start

    def _attach(self) -> None:
        """Let the derivatives be advanced after each step."""
        made = AlphaTangent if serves(self._run) else SteppedTangent
        self._tangent = made(self._run, len(self._variations), self._report)
        if isinstance(self._tangent, AlphaTangent):
            self._tangent.sorts = self._known.sorts
        self._tangent.begin(self._slopes, self._changes, self._scales)
        self._run.scheme.set_rare_parts()

    def _follow_restarts(self) -> None:
        """Be called where the run solves for accelerations anew, after events or failed steps."""
        scheme, stops = self._run.scheme, self._run.stops
        set_step, take = scheme.set_step, stops.take
        stopping: list[bool] = []

        def set_step_and_tell(h: float) -> None:
            set_step(h)
            self._begin_anew(bool(stopping) and self._context.model.n_ae > 0)

        def take_and_tell() -> bool:
            stopping.append(True)
            try:
                return take()
            finally:
                stopping.clear()

        if scheme.is_implicit:
            scheme.set_step, stops.take = set_step_and_tell, take_and_tell  # type: ignore[method-assign]

    def _begin_anew(self, projected: bool) -> None:
        """The integrator has new accelerations."""
        if not self._ready:
            return
        self._slopes = self._tangent.slopes()
        self._jump_and_restart(projected)

    def _jump_and_restart(self, projected: bool) -> None:
        if self._restarts.pending is not None:
            self._jump(self._restarts.pending)
        for part in self._parts():
            self._restarts.restart(*part, projected)
        self._tangent.take(self._slopes)
        self._restarts.note()

    def _jump_at_start(self, switch: Switch) -> None:
        """Laws have changed their branches at the end of the last step."""
        self._slopes = self._tangent.slopes()
        self._jump(switch)
        self._tangent.take(self._slopes)

    def _jump(self, switch: Switch) -> None:
        """Laws have changed their branches at the present state."""
        for part in self._parts():
            self._restarts.jump(switch, *part)

    def _parts(self) -> list[tuple[Slopes, Changes, float]]:
        return list(zip(self._slopes, self._changes, self._scales, strict=True))

    def _report(self, _: int, __: int) -> int:
        """The steps have come to a row, or to an event."""
        self._slopes = self._tangent.slopes()
        if self._restarts.pending is not None and not self._run.scheme.is_implicit:
            self._jump_and_restart(False)
        self._record_due()
        return 0

    def _record_due(self) -> None:
        s = self._data.scalars
        self._look_at_growth()
        slack: float = slack_of(s)  # type: ignore[no-untyped-call]
        self._record(s.t >= s.next_record - slack, s.t >= s.next_sensor - slack)

    def _look_at_growth(self) -> None:
        if self._warned:
            return
        length = max(self._displaced.equations.largest_position(), 1.0e-300)
        for variation, slopes in zip(self._variations, self._slopes, strict=True):
            size = float(np.abs(slopes["q"]).max(initial=0.0)) * variation.scale
            if not size <= HUGE * length:
                self._warned = True
                warn(
                    f"sensitivities by {variation.path.text!r} have grown beyond {HUGE:g} times "
                    f"the size of the motion at t = {self._data.scalars.t:.6g} s: it is chaotic or "
                    "unstable, and its derivatives say nothing about finite changes"
                )
                return

    # ------------------------------------------------------------------ rows

    def _record(self, states: bool, sensors: bool) -> None:
        if states:
            self._times.append(self._data.scalars.t)
            self._rows.append(np.stack([self._outputs.row(*part) for part in self._parts()]))
        if sensors and self._context.recording.columns:
            self._sensor_times.append(self._data.scalars.t)
            self._sensed.append(self._outputs.sensors(self._parts()))

    def _end(self) -> None:
        """After the last step: its row is recorded in any case."""
        if self._tangent.control["failed"][0]:
            raise SolverError(
                "sensitivities: the derivatives of the step to "
                f"t = {self._data.scalars.t:.9g} s cannot be solved for; use smaller steps"
            )
        self._slopes = self._tangent.slopes()
        s = self._data.scalars
        last = s.t - SLACK * s.h - ROUNDING * abs(s.t)
        self._record(
            not self._times or self._times[-1] < last,
            not self._sensor_times or self._sensor_times[-1] < last,
        )

    # ------------------------------------------------------------------ results

    def results(self, solution: Solution) -> Sensitivities:
        """The derivatives, row by row of a Solution."""
        return results_of(
            self._context, solution, self._variations, self._times, self._rows, self._sensed
        )
