"""Reading and writing the time and the coordinates of a system: methods of `SystemData`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.declare.parameters import Real
from linkwork.core.enums import ConfigurationType as Configuration
from linkwork.core.errors import ParameterError, SysError

if TYPE_CHECKING:
    from linkwork.api.system_data.data import SystemData

STATE = ("q", "v", "y", "multipliers", "data_coordinates")
"""The arrays of a system state, in the order of GetSystemState."""


def GetTime(system_data: SystemData) -> float:
    """Current time [s]; in a pre-step function, the time at the end of the step."""
    time: float = system_data._need().scalars.t
    return time


def SetTime(system_data: SystemData, newTime: float) -> None:
    """Set the current time [s]."""
    if system_data.is_locked:
        raise SysError("the time cannot be set while a step is being solved")
    try:
        system_data._need().scalars.t = Real.check(newTime)
    except ParameterError as error:
        raise ParameterError(f"the time {error}") from None


def GetODE2Coordinates(
    system_data: SystemData, configuration: Configuration = Configuration.Current
) -> np.ndarray:
    """Displacement coordinates; for Reference, the reference coordinates."""
    if configuration is not Configuration.Current and configuration == Configuration.Reference:
        system_data._need()
        assert system_data._model is not None
        return system_data._model.numbering.reference.copy()
    return system_data._get("q", configuration)


def GetODE2CoordinatesTotal(
    system_data: SystemData, configuration: Configuration = Configuration.Current
) -> np.ndarray:
    """Reference plus displacement coordinates."""
    total = system_data.GetODE2Coordinates(Configuration.Reference)
    if configuration != Configuration.Reference:
        total += system_data._get("q", configuration)
    return total


def GetODE2Coordinates_t(
    system_data: SystemData, configuration: Configuration = Configuration.Current
) -> np.ndarray:
    """Velocity coordinates."""
    return system_data._get("v", configuration)


def GetODE2Coordinates_tt(
    system_data: SystemData, configuration: Configuration = Configuration.Current
) -> np.ndarray:
    """Acceleration coordinates."""
    return system_data._get("a", configuration)


def GetAECoordinates(
    system_data: SystemData, configuration: Configuration = Configuration.Current
) -> np.ndarray:
    """Algebraic coordinates: those of nodes, then Lagrange multipliers."""
    return system_data._get("multipliers", configuration)


def GetODE1Coordinates(
    system_data: SystemData, configuration: Configuration = Configuration.Current
) -> np.ndarray:
    """First-order coordinates without reference values; for Reference, the reference values."""
    if configuration == Configuration.Reference:
        system_data._need()
        assert system_data._model is not None
        return system_data._model.numbering.reference_ode1.copy()
    return system_data._get("y", configuration)


def GetODE1Coordinates_t(
    system_data: SystemData, configuration: Configuration = Configuration.Current
) -> np.ndarray:
    """Rates of the first-order coordinates."""
    return system_data._get("y_t", configuration)


def GetDataCoordinates(
    system_data: SystemData, configuration: Configuration = Configuration.Current
) -> np.ndarray:
    """Data coordinates; for StartOfStep, the current ones."""
    return system_data._get("data_coordinates", configuration)


def SetODE2Coordinates(
    system_data: SystemData, coordinates: Any, configuration: Configuration = Configuration.Current
) -> None:
    """Set the displacement coordinates."""
    system_data._set("q", coordinates, configuration)


def SetODE2Coordinates_t(
    system_data: SystemData, coordinates: Any, configuration: Configuration = Configuration.Current
) -> None:
    """Set the velocity coordinates."""
    system_data._set("v", coordinates, configuration)


def SetODE2Coordinates_tt(
    system_data: SystemData, coordinates: Any, configuration: Configuration = Configuration.Current
) -> None:
    """Set the acceleration coordinates."""
    system_data._set("a", coordinates, configuration)


def SetAECoordinates(
    system_data: SystemData, coordinates: Any, configuration: Configuration = Configuration.Current
) -> None:
    """Set the algebraic coordinates; a run recomputes them."""
    system_data._set("multipliers", coordinates, configuration)


def SetODE1Coordinates(
    system_data: SystemData, coordinates: Any, configuration: Configuration = Configuration.Current
) -> None:
    """Set the first-order coordinates."""
    system_data._set("y", coordinates, configuration)


def SetODE1Coordinates_t(
    system_data: SystemData, coordinates: Any, configuration: Configuration = Configuration.Current
) -> None:
    """Set the rates of the first-order coordinates; a run recomputes them."""
    system_data._set("y_t", coordinates, configuration)


def SetDataCoordinates(
    system_data: SystemData, coordinates: Any, configuration: Configuration = Configuration.Current
) -> None:
    """Set the data coordinates."""
    system_data._set("data_coordinates", coordinates, configuration)


def GetSystemState(
    system_data: SystemData, configuration: Configuration = Configuration.Current
) -> list[np.ndarray]:
    """[coordinates, velocities, ODE1 coordinates, multipliers, data]"""
    return [system_data._get(name, configuration) for name in STATE]


def SetSystemState(
    system_data: SystemData,
    systemStateList: Any,
    configuration: Configuration = Configuration.Current,
) -> None:
    """Set the state from a list as GetSystemState returns it."""
    try:
        given = dict(zip(STATE, systemStateList, strict=True))
    except (TypeError, ValueError):
        raise ParameterError(
            "a system state is a list [ODE2Coordinates, ODE2Coordinates_t, ODE1Coordinates, "
            "AECoordinates, DataCoordinates], as GetSystemState returns it"
        ) from None
    parts = {name: system_data.checked(name, values) for name, values in given.items()}
    for name, values in parts.items():
        system_data._set(name, values, configuration)
