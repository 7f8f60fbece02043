"""The columns of an ensemble's results, and the settings with which its members record them.

Rows are taken from what a run records: where all times are multiples of a period, that period is
recorded, and otherwise every step. A row between two steps follows from those around it.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.core.near import near_names
from linkwork.integrators.evaluate import SLACK
from linkwork.results.parts import PARTS, unique
from linkwork.results.snapshot import Snapshot, rate_unit

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem
    from linkwork.ensemble.recorded import Recorded
    from linkwork.integrators.registry import Integrator
    from linkwork.settings.simulation import SimulationSettings

KEPT = ("coordinates", "velocities", "ode1_coordinates", "data_coordinates")
"""Parts of a Solution that are columns if coordinates are wanted."""


class Column(NamedTuple):
    """One column of the results.

    name -- of the sensor or coordinate; component -- of the sensor, empty if it has only one
    """

    name: str
    component: str
    unit: str


class Pick(NamedTuple):
    """Where a column is found in a Solution: a component of a sensor, or a column of a part."""

    source: str
    number: int
    is_sensor: bool


def columns_of(mbs: MainSystem, recorded: Recorded) -> tuple[list[Column], list[Pick]]:
    """The columns of what is recorded, and where they are found; the system is assembled."""
    model, _ = mbs._assembled("an ensemble")
    snapshot, names = Snapshot.of(model), mbs._store.names["sensor"]
    columns: list[Column] = []
    picks: list[Pick] = []
    for name in recorded.sensors:
        if name not in names:
            hint = near_names(name, names)
            told = f"did you mean {hint[0]!r}?" if hint else f"names are: {', '.join(names)}"
            raise ParameterError(f"there is no sensor named {name!r} to be recorded; {told}")
        target = model.targets[names[name]]
        facts = snapshot.sensor(
            name, model.output_size(target.family, target.number, target.variable)
        )
        for k, (component, unit) in enumerate(zip(facts.components, facts.units, strict=True)):
            columns.append(Column(name, component, unit))
            picks.append(Pick(name, k, True))
    for part in KEPT if recorded.coordinates else ():
        kind, order, _ = PARTS[part]
        known = snapshot.coordinates(kind)
        for k, label in enumerate(unique(c.name + ("_t" if order else "") for c in known)):
            unit = rate_unit(known[k].unit, order) if order else known[k].unit
            columns.append(Column(label, "", unit))
            picks.append(Pick(part, k, False))
    return columns, picks


class Grid(NamedTuple):
    """The times of rows on the steps of a run.

    targets -- number of the step at the end of which a row is taken, or of the recorded row where
    steps have automatic sizes, and end at these times; None if some times lie between steps
    recorded -- number of rows that are recorded with automatic sizes, 0 with fixed ones
    period -- after which rows are recorded [s]; 0: every step
    slack -- by how much a time may differ from that of its row [s]
    """

    targets: np.ndarray | None
    recorded: int
    period: float
    slack: float


def grid_of(times: np.ndarray, settings: Any, solver: Integrator) -> Grid:
    """Where the times of rows lie on the steps of a run; refuses times that do not fit it."""
    span = settings.timeIntegration
    start, end = span.startTime, span.endTime
    h = (end - start) / span.numberOfSteps
    slack = SLACK * h
    wanted = np.asarray(times, float)
    if wanted.ndim != 1 or not wanted.size or not np.isfinite(wanted).all():
        raise ParameterError(f"times of an ensemble must be a list of times, got {times!r}")
    if np.any(np.diff(wanted) <= slack):
        raise ParameterError("times of an ensemble must ascend, by more than 1e-6 of a step")
    if wanted[0] < start - slack or abs(wanted[-1] - end) > slack:
        raise ParameterError(
            f"times of an ensemble must lie in the run, from startTime = {start:g} s, and the last "
            f"one must be endTime = {end:g} s; got {wanted[0]:.9g} ... {wanted[-1]:.9g} s"
        )
    number = np.rint((wanted - start) / h)
    on_steps = np.abs(start + number * h - wanted) <= slack
    period = _period_of(wanted - start, slack)
    if solver.is_automatic(settings):
        first = 0 if wanted[0] <= start + slack else 1
        places = first + np.arange(len(wanted))
        return Grid(places if period else None, first + len(wanted), period, slack)
    if not on_steps.all():
        return Grid(None, 0, 0.0, slack)
    return Grid(number.astype(np.int64), 0, period, slack)


def _period_of(times: np.ndarray, slack: float) -> float:
    """The period of times that are its multiples; 0 if there is none."""
    later = times[1:] if times[0] <= slack else times
    if not later.size:
        return 0.0
    period = float(later[-1]) / len(later)
    same = np.abs(period * np.arange(1, len(later) + 1) - later) <= slack
    return period if same.all() else 0.0


def settings_for(
    settings: SimulationSettings, recorded: Recorded, grid: Grid
) -> SimulationSettings:
    """Settings of a member: those given, recording no more than the rows need."""
    made = copy.copy(settings)
    made.timeIntegration.verboseMode = 0
    made.displayStatistics = made.displayComputationTime = False
    chosen = made.solutionSettings
    chosen.writeSolutionToFile = chosen.writeRestartFile = chosen.sensorsExtremes = False
    chosen.streamFileName = ""
    chosen.writeInitialValues = True
    chosen.sensorsStoreAndWriteFiles = bool(recorded.sensors)
    chosen.solutionWritePeriod = chosen.sensorsWritePeriod = grid.period
    return made
