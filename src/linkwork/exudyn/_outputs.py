"""Outputs of items and values of sensors, in the forms that scripts expect."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.api.system import MainSystem as Base
from linkwork.core.enums import ConfigurationType
from linkwork.exudyn import _missing
from linkwork.results.files.compatible import sensed, turned_from

CURRENT = ConfigurationType.Current


def plain(value: Any) -> Any:
    """A float instead of an array of one number."""
    return float(value[0]) if isinstance(value, np.ndarray) and value.shape == (1,) else value


def _ready(mbs: Any, configuration: ConfigurationType) -> None:
    """Let reference values be read before Assemble."""
    if mbs._model is None and configuration == ConfigurationType.Reference:
        Base.Assemble(mbs)


def GetNodeOutput(mbs: Any, nodeNumber, variableType, configuration=CURRENT):
    _ready(mbs, configuration)
    return plain(Base.GetNodeOutput(mbs, nodeNumber, variableType, configuration))


def GetObjectOutput(mbs: Any, objectNumber, variableType, configuration=CURRENT):
    _ready(mbs, configuration)
    return plain(Base.GetObjectOutput(mbs, objectNumber, variableType, configuration))


def GetObjectOutputBody(
    mbs: Any, objectNumber, variableType, localPosition=(0.0, 0.0, 0.0), configuration=CURRENT
):
    _ready(mbs, configuration)
    found = Base.GetObjectOutputBody(mbs, objectNumber, variableType, localPosition, configuration)
    body = mbs._store.item("object", objectNumber)[0]
    angle = turned_from(body, variableType, mbs._items["node"])
    if angle is None:
        return plain(found)
    return float(found[2] - (angle if configuration != ConfigurationType.Reference else 0.0))


def GetMarkerOutput(mbs: Any, markerNumber, variableType, configuration=CURRENT):
    """The output of a marker; here, that of one number is an array."""
    _ready(mbs, configuration)
    return np.atleast_1d(Base.GetMarkerOutput(mbs, markerNumber, variableType, configuration))


def GetLoadValues(mbs: Any, loadNumber):
    return plain(Base.GetLoadValues(mbs, loadNumber))


def GetSensorValues(mbs: Any, sensorNumber, configuration=CURRENT):
    _ready(mbs, configuration)
    values = Base.GetSensorValues(mbs, sensorNumber, configuration)
    if np.ndim(values) == 0 or len(values) != 3:
        return plain(values)
    row = np.array([[0.0, *values]])
    return plain(sensed(row, mbs._store.item("sensor", sensorNumber)[0], mbs._items)[0, 1:])


def GetSensorStoredData(mbs: Any, sensorNumber):
    """Rows of time and values; an empty array before a run."""
    if mbs.solution is None:
        mbs._store.item("sensor", sensorNumber)
        return np.zeros((0, 0))
    sensor, number = mbs._store.item("sensor", sensorNumber)
    last = sensed(Base.GetSensorStoredData(mbs, sensorNumber), sensor, mbs._items)
    earlier = mbs._earlier_rows.get(number, [])
    return np.vstack([*earlier, last]) if earlier else last


GetObjectOutputSuperElement = _missing.missing_function(
    "MainSystem.GetObjectOutputSuperElement", "Linkwork has no bodies of finite elements yet"
)
