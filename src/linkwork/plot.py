"""Plots of sensors under their documented names: PlotSensor, PlotSensorDefaults, componentNorm."""

from __future__ import annotations

from typing import Any

from linkwork.api import view
from linkwork.view.plots.defaults import DEFAULTS, SensorPlotDefaults
from linkwork.view.plots.sensor_data import NORM

__all__ = ["PlotSensor", "PlotSensorDefaults", "componentNorm"]

componentNorm = NORM
"""Component that denotes the norm of all values of a sensor."""


def PlotSensor(mbs: Any, *args: Any, **kwargs: Any) -> list[Any]:
    """The same as mbs.PlotSensor(...); mbs may be None if only files and arrays are plotted."""
    return view.PlotSensor(mbs, *args, **kwargs)


def PlotSensorDefaults() -> SensorPlotDefaults:
    """Values that PlotSensor uses for arguments that are None; they may be changed."""
    return DEFAULTS
