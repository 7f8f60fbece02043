"""What problems of bodies in space have in common: sensors, runs on all kinds of nodes."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwork.items import SensorBody
from tests.verification.spatial_models import KINDS, Output, SpatialModel

from .problem import Case, Prepared, Reading


def on_all_nodes(*cases: Case) -> tuple[Case, ...]:
    """The same runs on each kind of nodes."""
    return tuple(replace(case, nodes=kind) for case in cases for kind in KINDS)


def watched(model: SpatialModel, body: Any, variable: Output, place: Any = (0, 0, 0)) -> Any:
    """A sensor of a body that keeps its values."""
    sensor = SensorBody(
        bodyNumber=body, localPosition=place, outputVariableType=variable, storeInternal=True
    )
    return model.mbs.AddSensor(sensor)


def prepared(
    model: SpatialModel, case: Case, end: float, period: float, sensors: Sequence[Any],
    reading: Callable[..., Reading],
) -> Prepared:  # fmt: skip
    """A run that records at equal times.

    reading -- gets these times without the start, the Solution, and the values of each sensor
    """
    model.mbs.Assemble()
    settings = case.settings(end, record=period)
    settings.solutionSettings.sensorsWritePeriod = period

    def read(solution: Any) -> Reading:
        tables = [np.asarray(model.mbs.GetSensorStoredData(sensor)) for sensor in sensors]
        times = period * np.arange(1, round(end / period) + 1)
        if not np.allclose(tables[0][1:, 0], times, rtol=0.0, atol=1e-12):
            raise ValueError(f"recorded at {tables[0][:, 0]}")
        return reading(times, solution, *(table[1:, 1:] for table in tables))

    return Prepared(lambda: model.mbs.SolveDynamic(settings, case.solver_type), read)


def energy_error(solution: Any) -> float:
    """Largest change of the sum of kinetic and potential energy [J]."""
    total = solution.energy().total
    return float(np.abs(total - total[0]).max())


def change(values: np.ndarray, start: float) -> float:
    """Largest change of a quantity that should be constant, relative to it."""
    return float(np.abs(values / start - 1.0).max())
