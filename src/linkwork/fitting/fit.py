"""exu.fit: parameters of a model from measured records, by least squares.

The residuals are the computed minus the measured values, times their weights. SciPy's
least_squares reduces the sum of their squares, or of a robust loss of them, within the bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.parameter_paths import parameter_path
from linkwork.core.declare.parameters import shown
from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import ParameterError
from linkwork.ensemble.schedulers import check_scheduler
from linkwork.fitting import losses
from linkwork.fitting.certainty import Certainty, certainty, in_words
from linkwork.fitting.derivatives import AUTO, SENSITIVITIES, are_steps_cheaper, checked
from linkwork.fitting.measured import find_sensor, read_record
from linkwork.fitting.residuals import Experiment, Residuals, record_at, takes_sensitivities
from linkwork.fitting.result import Fit, RecordOfFit
from linkwork.fitting.runs import (
    Bar,
    Runs,
    check_initial_state,
    checked_settings,
    put_back,
    quiet,
    wants_bar,
)
from linkwork.fitting.search import Reached, Search
from linkwork.fitting.varied import Place, Varied
from linkwork.results.parts import sensor_facts
from linkwork.settings.simulation import SimulationSettings

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem
    from linkwork.results.solution import Solution

COARSE = 0.1
"""Errors of interpolation above this part of the residual are told."""


def fit(
    mbs: MainSystem,
    records: Any,
    vary: Mapping[Any, Any] | Iterable[Any] | str,
    settings: SimulationSettings | None = None,
    solverType: DynamicSolverType | int | str = DynamicSolverType.GeneralizedAlpha,
    *,
    weights: Mapping[Any, Any] | None = None,
    loss: str = "linear",
    noise: float | None = None,
    derivatives: str = "auto",
    multistart: int = 0,
    seed: Any = None,
    apply: bool = True,
    progress: bool | Callable[..., Any] | None = None,
    maxRuns: int | None = None,
    scheduler: Any = None,
) -> Fit:
    """Find parameters with which runs of a model come closest to records; see `docs/fitting`.

        vary = {"spring.stiffness": (200, 0, np.inf), "spring.damping": 1.0}
        print(exu.fit(mbs, {"tip": (times, values)}, vary, settings))

    mbs -- the system; it has the fitted values afterwards unless apply is False
    records -- name of a sensor -> record: (times, values), an array with the time first, a
    DataFrame, an xarray, or a dictionary of columns. "tip.x" or ("tip", "x") is one component. For
    several experiments a list of (changes, records) or (changes, records, settings): changes are
    values of other parameters, such as {"mass.initialVelocity[0]": 2}, or another system
    vary -- path of a parameter, such as "spring.stiffness" or "arm.initialVelocity[1]" -> its
    start, (start, low, high), or one of these with "log" at the end for positive parameters that
    may change over decades. None or a list of paths: the start is the present value. A tuple of
    paths has one value. Limits of an item's parameter are bounds, too
    settings, solverType -- of the runs, as in SolveDynamic
    weights -- name of a record -> factor of its residuals: a number, one per time, one per column,
    or one per value; 1 / standard deviation of the noise, if it is known. None: 1, or 1 / standard
    deviation of the record if records have different units
    loss -- "linear" (squares), or "soft_l1", "huber", "cauchy", "arctan", which let outliers count
    less
    noise -- size of ordinary weighted residuals for these; None: estimated from the residuals
    derivatives -- "differences" of runs, or "sensitivities": SolveDynamic differentiates its steps.
    "auto": sensitivities where SolveDynamic can and where they take less time
    multistart -- number of further starts, spread over the bounds; they are ranked by a first run
    of each, and the best result is kept
    seed -- of these starts
    apply -- whether the system keeps the fitted values; if not, it is left as it was
    progress -- True: a bar with the number of runs; a function: called with (values, cost) of each
    better run; None: a bar if verboseMode of the settings is above 0
    maxRuns -- most runs of residuals for each start; None: 100 times the number of parameters
    scheduler -- "threads", or another one of Ensemble.solve: starts, and the differences of a
    Jacobian, are members of an ensemble that run together, with the same results. Where that is not
    possible, `reason` of the result says why. None: one run after the other

    Ctrl-C ends the fit with the best values so far, and leaves the system as it was. A run that
    fails counts as a bad one; three in a row end the fit.
    """
    from linkwork.core.nesting import nested

    losses.checked_loss(loss)
    _check_numbers(noise, multistart, maxRuns)
    if weights is not None and not isinstance(weights, Mapping):
        raise ParameterError(
            f"weights is a dictionary of weights by the name of the record, got {shown(weights)}"
        )
    if scheduler is not None:
        check_scheduler(scheduler)
    chosen = checked_settings(mbs, settings)
    varied = Varied(mbs, vary)
    given = _experiments(mbs, records, chosen)
    runs = Runs(varied, Bar("fit", wants_bar(progress, chosen)))
    experiments = [
        Experiment(Place(system, varied, changes), quiet(own), solverType)
        for system, changes, _, own in given
    ]
    derivatives = checked(derivatives, takes_sensitivities(mbs))
    with nested("fit"), put_back(each.place for each in experiments) as keep:
        check_initial_state([each.place for each in experiments], varied.start)
        _attach_records(experiments, [part for _, _, part, _ in given], weights, varied, runs)
        is_open = derivatives == AUTO
        by_steps = derivatives == SENSITIVITIES
        if is_open and scheduler is None:
            by_steps = are_steps_cheaper(experiments, varied)
        residuals = Residuals(varied, experiments, runs, by_steps, is_open)
        if scheduler is not None:
            residuals.run_together(scheduler)
        _check_counts(residuals)
        search = Search(residuals, loss, noise, maxRuns)
        try:
            end = search.from_starts([varied.start, *varied.drawn(multistart, seed)])
            found = _result(search, end)
        finally:
            runs.bar.close()
            residuals.close()
        if apply and not search.was_interrupted:
            keep()
    return found


def _check_numbers(noise: Any, multistart: Any, most: Any) -> None:
    if noise is not None and not (isinstance(noise, (int, float, np.number)) and noise > 0.0):
        raise ParameterError(f"noise must be a number > 0, got {shown(noise)}")
    for name, value, least in (("multistart", multistart, 0), ("maxRuns", most, 1)):
        whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
        is_open = value is None and name == "maxRuns"
        if not is_open and not (whole and value >= least):
            raise ParameterError(f"{name} must be a whole number >= {least}, got {shown(value)}")


Given = tuple[Any, Mapping[str, float], Mapping[Any, Any], SimulationSettings]
"""System, changes, records and settings of an experiment."""


def _experiments(mbs: MainSystem, records: Any, settings: SimulationSettings) -> list[Given]:
    from linkwork.api.system import MainSystem

    if isinstance(records, Mapping):
        records = [({}, records)]
    form = "records is a dictionary {'sensor': record}, or a list of (changes, {'sensor': record})"
    if not isinstance(records, (list, tuple)) or not records:
        raise ParameterError(f"{form}; got {shown(records)}")
    found: list[Given] = []
    for each in records:
        if not isinstance(each, (list, tuple)) or len(each) not in (2, 3):
            raise ParameterError(f"{form}; got {shown(each)} in the list")
        changes, part = each[:2]
        system = mbs
        if isinstance(changes, MainSystem):
            system, changes = changes, {}
        if not isinstance(changes or {}, Mapping) or not isinstance(part, Mapping) or not part:
            raise ParameterError(f"{form}; got {shown(each)} in the list")
        own = checked_settings(system, each[2]) if len(each) == 3 else settings
        found.append((system, changes or {}, part, own))
    return [
        (system, {**_unchanged(system, found), **changes}, part, own)
        for system, changes, part, own in found
    ]


def _unchanged(system: MainSystem, experiments: list[Given]) -> dict[str, float]:
    """Present values of what any experiment with this system changes."""
    changed = {text for other, changes, *_ in experiments if other is system for text in changes}
    return {text: parameter_path(system, text).value(system) for text in sorted(changed)}


def _attach_records(
    experiments: list[Experiment], parts: list[Mapping[Any, Any]],
    weights: Mapping[Any, Any] | None, varied: Varied, runs: Runs,
) -> None:  # fmt: skip
    """Read the records; the components of sensors are known after a short run of their own."""
    known = dict(weights or {})
    used = set()
    for experiment, part in zip(experiments, parts, strict=True):
        names = list(experiment.place.mbs._store.names["sensor"])
        keys = {key: find_sensor(key, names) for key in part}
        integration = experiment.settings.timeIntegration
        span = integration.startTime, integration.endTime
        first = experiment.solve(varied.start)
        runs.count += 1
        runs.bar.ran()
        for key, (sensor, component) in keys.items():
            if sensor not in first.sensors:
                raise ParameterError(f"the sensor {sensor!r} records nothing that could be fitted")
            facts = sensor_facts(first, sensor)
            weight = known.get(key, known.get(sensor))
            used |= {key, sensor}
            experiment.records.append(
                read_record(
                    key, part[key], sensor, component, facts.components, facts.units, span, weight
                )
            )
        times = np.concatenate([record.times for record in experiment.records])
        record_at(experiment.settings, experiment.solver, times)
    wrong = [key for key in known if key not in used]
    if wrong:
        raise ParameterError(f"weights: there is no record {wrong[0]!r}")
    if weights is None:
        _weigh(experiments)


def _weigh(experiments: list[Experiment]) -> None:
    """Make records of different units comparable: by the standard deviation of each column."""
    records = [record for each in experiments for record in each.records]
    if len({unit for record in records for unit in record.units}) == 1:
        return
    for record in records:
        for k in range(record.values.shape[1]):
            values = record.values[record.known[:, k], k]
            spread = float(values.std()) if len(values) else 0.0
            record.weights[:, k] = 1.0 / spread if spread > 0.0 else 1.0


def _check_counts(residuals: Residuals) -> None:
    count, parameters = sum(r.count for r in residuals.records), len(residuals.varied)
    if count < parameters:
        raise ParameterError(
            f"the records have {count} values, fewer than the {parameters} parameters that are "
            "varied; vary fewer or measure more"
        )


def _result(search: Search, end: Reached) -> Fit:
    """What the search has found; the runs with the best values are the last ones."""
    residuals, varied = search.residuals, search.residuals.varied
    values = varied.values(end.u)
    at_bound = (values == varied.low) | (values == varied.high)
    p = len(varied)
    known: Certainty = Certainty(np.full((p, p), np.nan), np.zeros((0, p)), np.zeros((0, p)))
    if not search.was_interrupted:
        known = _certainty(search, end, ~at_bound)
    solutions = [each.solve(values) for each in residuals.experiments]
    curves = [
        each.curve(values, solution)
        for each, solution in zip(residuals.experiments, solutions, strict=True)
    ]
    residuals.runs.count += len(solutions)
    pairs = zip(residuals.experiments, solutions, strict=True)
    compared = [
        RecordOfFit(number, record, computed)
        for number, (each, solution) in enumerate(pairs)
        for record, computed in zip(each.records, each.computed(solution), strict=True)
    ]
    names = varied.names
    return Fit(
        values=varied.named(values),
        errors=varied.named(known.errors),
        correlations=known.correlations,
        covariance=known.covariance,
        units=dict(zip(names, varied.units, strict=True)),
        bounds=varied.bounds,
        at_bound=[name for name, held in zip(names, at_bound, strict=True) if held],
        unknown=[
            *(in_words(each, names) for each in known.unknown),
            *(in_words(each, names, True) for each in known.weak),
            *_without_errors(residuals, int((~at_bound).sum())),
        ],
        records=compared,
        cost=end.cost,
        noise=None if search.loss == "linear" else end.noise,
        runs=residuals.runs.count,
        failures=residuals.runs.failures,
        starts=search.starts,
        by_sensitivities=residuals.by_sensitivities,
        success=end.converged,
        message=end.message,
        solutions=solutions,
        curves=curves,
        notes=_notes(residuals, solutions, compared),
        reason=residuals.reason,
    )  # fmt: skip


def _certainty(search: Search, end: Reached, free: np.ndarray) -> Certainty:
    residuals, varied = search.residuals, search.residuals.varied
    r, values = residuals(end.u), varied.values(end.u)
    J = residuals.jacobian(end.u) / varied.slopes(values)
    psi, slope = losses.influence(search.loss, r, end.noise or 1.0)
    columns, number = [], 0
    for record in residuals.records:
        width = record.values.shape[1]
        own = np.broadcast_to(number + np.arange(width), record.values.shape)
        columns.append(own[record.known])
        number += width
    scale = np.where(values != 0.0, np.abs(values), varied.scale)
    return certainty(J, psi, slope, np.concatenate(columns), scale, free)


def _without_errors(residuals: Residuals, free: int) -> list[str]:
    """What too few values cannot tell; free -- number of parameters that no bound holds."""
    count = sum(record.count for record in residuals.records)
    if not 0 < count <= free:
        return []
    return [f"{count} values for {free} parameters cannot tell their errors: measure more"]


def _notes(
    residuals: Residuals, solutions: list[Solution], compared: list[RecordOfFit]
) -> list[str]:
    """Errors of interpolation that are not small against the residuals."""
    notes, done = [], iter(compared)
    for each, solution in zip(residuals.experiments, solutions, strict=True):
        for error in each.interpolation_error(solution):
            of = next(done)
            size = np.abs(of.record.values[of.record.known]).max(initial=0.0)
            if (error > np.maximum(COARSE * of.rms, 1e-7 * size)).any():
                notes.append(
                    f"values of {of.record.label!r} between recorded rows may be wrong by "
                    f"{error.max():.2g}: take smaller steps, or a shorter sensorsWritePeriod"
                )
    return notes
