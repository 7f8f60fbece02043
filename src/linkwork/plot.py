"""Plots of sensors by their documented names: PlotSensor, PlotSensorDefaults, componentNorm."""

from __future__ import annotations

from typing import Any

from linkwork.api import view
from linkwork.view.plots.defaults import DEFAULTS, SensorPlotDefaults
from linkwork.view.plots.sensor_data import NORM

__all__ = ["PlotSensor", "PlotSensorDefaults", "componentNorm"]

componentNorm = NORM
"""Component number for the norm of all values of a sensor."""


def PlotSensor(mbs: Any, *args: Any, **kwargs: Any) -> list[Any]:
    """The same as mbs.PlotSensor(...); mbs may be None if files and arrays are plotted."""
    return view.PlotSensor(mbs, *args, **kwargs)


def PlotSensorDefaults() -> SensorPlotDefaults:
    """Values that PlotSensor uses for arguments that are None; they may be changed."""
    return DEFAULTS
