"""mbs.systemData with the arguments that scripts pass."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.api.system_data.data import SystemData as Base
from linkwork.core.enums import ConfigurationType
from linkwork.exudyn._console import Print

CURRENT = ConfigurationType.Current


class SystemData(Base):
    """Coordinates of a system; getters always copy.

    start_time -- start of the step that a solver in Python takes [s]

    The configuration Visualization is the current one, or what was set since the last run.
    """

    start_time: float | None = None

    def __init__(self, items: Any) -> None:
        super().__init__(items)
        self._shown: dict[str, Any] = {}
        self._times: dict[ConfigurationType, float] = {}

    def attach(self, model: Any, data: Any) -> None:
        super().attach(model, data)
        self.forget_set_values()

    def forget_set_values(self) -> None:
        """Forget coordinates of Visualization and times that were set: a run begins."""
        self._shown.clear()
        self._times.clear()

    def _stored(self, configuration: ConfigurationType) -> dict[str, np.ndarray]:
        if configuration == ConfigurationType.Visualization:
            return {**super()._stored(CURRENT), **self._shown}
        return super()._stored(configuration)

    def _set(self, name: str, values: Any, configuration: ConfigurationType) -> None:
        if configuration == ConfigurationType.Visualization:
            self._shown[name] = np.array(self.checked(name, values), dtype=float)
        else:
            super()._set(name, values, configuration)

    def GetODE2Coordinates(self, configuration=CURRENT, copy=True):
        return super().GetODE2Coordinates(configuration)

    def GetODE2Coordinates_t(self, configuration=CURRENT, copy=True):
        return super().GetODE2Coordinates_t(configuration)

    def GetODE2Coordinates_tt(self, configuration=CURRENT, copy=True):
        return super().GetODE2Coordinates_tt(configuration)

    def GetODE1Coordinates(self, configuration=CURRENT, copy=True):
        return super().GetODE1Coordinates(configuration)

    def GetODE1Coordinates_t(self, configuration=CURRENT, copy=True):
        return super().GetODE1Coordinates_t(configuration)

    def GetAECoordinates(self, configuration=CURRENT, copy=True):
        return super().GetAECoordinates(configuration)

    def GetDataCoordinates(self, configuration=CURRENT, copy=True):
        return super().GetDataCoordinates(configuration)

    def GetTime(self, configurationType=CURRENT):
        """Time [s] of a configuration; that of the start of the step if it is asked for."""
        if configurationType in self._times:
            return self._times[configurationType]
        if configurationType in (ConfigurationType.Initial, ConfigurationType.Reference):
            return 0.0
        if configurationType == ConfigurationType.StartOfStep and self.start_time is not None:
            return self.start_time
        time = super().GetTime()
        data = self._need()
        if configurationType == ConfigurationType.StartOfStep and data.has_stepped:
            return time - float(data.scalars.h)
        return time

    def SetTime(self, newTime, configurationType=CURRENT):
        """Set the time [s] of a configuration; runs start at their startTime."""
        if configurationType == CURRENT:
            super().SetTime(newTime)
        else:
            self._times[configurationType] = float(newTime)

    def ODE2Size(self, configurationType=CURRENT):
        return super().ODE2Size()

    def ODE1Size(self, configurationType=CURRENT):
        return super().ODE1Size()

    def AEsize(self, configurationType=CURRENT):
        return super().AEsize()

    def DataSize(self, configurationType=CURRENT):
        return super().DataSize()

    def SystemSize(self, configurationType=CURRENT):
        return super().SystemSize()

    def GetObjectLTGODE2(self, objectNumber):
        """Numbers of an object's coordinates; for connectors all those of nodes and bodies."""
        numbers = super().GetObjectLTGODE2(objectNumber)
        markers = getattr(self._items["object"][int(objectNumber)], "markerNumbers", ())
        found: list[int] = []
        for number in markers:
            marker = self._items["marker"][int(number)]
            if hasattr(marker, "nodeNumber"):
                found += self.GetNodeLTGODE2(marker.nodeNumber)
            elif hasattr(marker, "bodyNumber"):
                found += super().GetObjectLTGODE2(marker.bodyNumber)
            else:
                return numbers
        return found if len(markers) else numbers

    def AddODE2LoadDependencies(self, loadNumber, globalODE2coordinates):
        """Accepted: Linkwork finds by itself what loads depend on."""

    def GetSystemStateDict(self, configuration=CURRENT, reference=False) -> dict[str, Any]:
        """All coordinates of a configuration by name; with `reference` also the reference ones."""
        state: dict[str, Any] = {
            "ODE1Coords": self.GetODE1Coordinates(configuration),
            "ODE1Coords_t": self.GetODE1Coordinates_t(configuration),
            "ODE2Coords": self.GetODE2Coordinates(configuration),
            "ODE2Coords_t": self.GetODE2Coordinates_t(configuration),
            "ODE2Coords_tt": self.GetODE2Coordinates_tt(configuration),
            "AECoords": self.GetAECoordinates(configuration),
            "dataCoords": self.GetDataCoordinates(configuration),
        }
        if reference:
            state["ODE2CoordsRef"] = self.GetODE2Coordinates(ConfigurationType.Reference)
        return state

    def Info(self):
        """Print the numbers of coordinates."""
        Print(repr(self))

    def InfoLTG(self):
        """Print which coordinates of the system belong to which object."""
        for number in range(self.NumberOfObjects()):
            Print(
                f"object {number}: ODE2 {_plain(self.GetObjectLTGODE2(number))}, "
                f"ODE1 {_plain(self.GetObjectLTGODE1(number))}, "
                f"AE {_plain(self.GetObjectLTGAE(number))}, "
                f"data {_plain(self.GetObjectLTGData(number))}"
            )


def _plain(numbers: Any) -> list[int]:
    return [int(k) for k in np.asarray(numbers, dtype=int)]
