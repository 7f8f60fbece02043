"""Default values of PlotSensor, which users may change."""

from __future__ import annotations

from typing import Any

from linkwork.core.errors import SysError
from linkwork.core.near import near_names


class SensorPlotDefaults:
    """Values that PlotSensor uses for arguments that are None."""

    def __init__(self) -> None:
        values: dict[str, Any] = dict(
            xLabel="time [s]",
            yLabel=None,
            fontSize=16,
            colors=[],
            lineStyles=[],
            lineWidths=[],
            markerStyles=[],
            markerSizes=[],
            markerDensity=0.08,
            majorTicksX=10,
            majorTicksY=10,
            sizeInches=[6.4, 4.8],
        )
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.__dict__:
            near = near_names(name, self.__dict__, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(self.__dict__)}"
            raise SysError(f"PlotSensorDefaults() has no value {name!r}; {hint}")
        self.__dict__[name] = value

    def __repr__(self) -> str:
        return "\n".join(f"{name} = {value!r}" for name, value in self.__dict__.items())


DEFAULTS = SensorPlotDefaults()
