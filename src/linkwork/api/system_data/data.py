"""mbs.systemData: coordinates of the whole system in its configurations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.api.system_data import coordinates, numbers
from linkwork.core.declare.item_list import ItemList
from linkwork.core.declare.parameters import Array
from linkwork.core.declare.values import LARGEST
from linkwork.core.enums import ConfigurationType as Configuration
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.methods import named_as_methods
from linkwork.integrators.changes import LAW, STATE
from linkwork.model.composition import RATES
from linkwork.model.data import Data
from linkwork.model.model import Model

_SAID = {
    "q": "ODE2Coordinates",
    "v": "ODE2Coordinates_t",
    "a": "ODE2Coordinates_tt",
    "multipliers": "AECoordinates",
    "y": "ODE1Coordinates",
    "y_t": "ODE1Coordinates_t",
    "data_coordinates": "DataCoordinates",
}
"""Array -> its public name."""

CURRENT = Configuration.Current

_UNKNOWN = ("q", "v", "a", "multipliers", "y", "y_t")
"""The arrays that a solver computes; data coordinates are left to the user."""

_CHANGING = ("q", "v", "y", "data_coordinates")
"""The arrays that define a state; the others follow from them."""


def _are_plain(values: list[Any]) -> bool:
    """Whether values are finite numbers without further checks."""
    for value in values:  # faster than all() of a few
        if value.__class__ is not float and value.__class__ is not int:
            return False
        if not -LARGEST <= value <= LARGEST:
            return False
    return True


@named_as_methods
class SystemData:
    """Read and write coordinates, velocities, accelerations and multipliers.

    Configurations: Current (the state now), Initial (where a run starts), Reference
    (reference coordinates; everything else is zero), StartOfStep (start of the last step).

    is_locked -- whether a solver is evaluating a step, so that the state cannot be set
    before_change -- called before the current state is changed; set during runs
    """

    def __init__(self, items: dict[str, ItemList]) -> None:
        self._items = items
        self._model: Model | None = None
        self._data: Data | None = None
        self.initial_is_result = False
        self.is_locked = False
        self.before_change: Callable[[], None] | None = None

    def _need(self) -> Data:
        if self._data is None:
            raise SysError("systemData needs an assembled system: call mbs.Assemble() first")
        return self._data

    # ------------------------------------------------------------------ for MainSystem

    def attach(self, model: Model | None, data: Data | None) -> None:
        """Attach to a newly assembled model; None detaches."""
        self._model, self._data = model, data
        if model is not None:
            assert data is not None
            self._block, self._initial = data.other_state(_SAID)
            for name, values in (
                ("q", model.numbering.initial_q),
                ("v", model.numbering.initial_v),
                ("multipliers", model.numbering.initial_multipliers),
                ("y", model.numbering.initial_y),
                ("data_coordinates", model.numbering.initial_data),
            ):
                self._initial[name][:] = values
            self.initial_is_result = data.has_stepped = False
            self.to_initial_state()

    def to_initial_state(self) -> None:
        """Current = Initial."""
        data = self._need()
        data.state_block[:] = self._block
        data.settle()
        if data.composition.is_on:
            data.composition.take(data)
        data.scalars.t = 0.0

    def restore_numbers(self) -> None:
        """After a run: replace a state that is not finite.

        Current becomes the start of the last step, or Initial if that is not finite either.
        """
        if np.isfinite(self._need().state_block).tobytes().find(0) < 0:  # twice as fast as all()
            return
        start = self.arrays_of(Configuration.StartOfStep)
        data = self._need()
        for name, values in (start if self._is_finite(start) else self._initial).items():
            data[name][:] = values
        data["q_low"][:] = 0.0
        data.settle()

    @staticmethod
    def _is_finite(arrays: dict[str, np.ndarray]) -> bool:
        return bool(np.isfinite(np.concatenate(list(arrays.values()))).all())

    @property
    def initial_block(self) -> np.ndarray:
        """The initial values as one block of memory, as `Data.state_block`."""
        return self._block

    def initial_bytes(self) -> bytes:
        """The initial values as bytes, to compare them."""
        return self._block.tobytes()

    def take_initial_bytes(self, values: bytes, is_result: bool) -> None:
        """Initial = Current = the values of `initial_bytes` of a system with the same items."""
        if len(values) != self._block.nbytes:
            raise SysError("the initial values do not fit the system")
        self._block[:] = np.frombuffer(values, self._block.dtype)
        self.initial_is_result = is_result
        self.to_initial_state()

    def initial_state(self) -> dict[str, Any]:
        """The state from which a run starts, for a checkpoint."""
        arrays = {name: values.copy() for name, values in self._initial.items()}
        return {"arrays": arrays, "is_result": self.initial_is_result}

    def take_initial_state(self, state: dict[str, Any]) -> None:
        """Initial = Current = the state of a checkpoint."""
        for name, values in self._initial.items():
            values[:] = state["arrays"][name]
        self.initial_is_result = state["is_result"]
        self.to_initial_state()

    def keep_as_initial_state(self) -> None:
        """Initial = Current."""
        for name in self._initial:
            self._initial[name][:] = self._get(name, CURRENT)
        self.initial_is_result = True

    def arrays_of(self, configuration: Configuration) -> dict[str, np.ndarray]:
        """All arrays of a configuration, for kernels; the live ones for Current and Initial.

        While a run composes rotations, those of any configuration are converted for it.
        """
        found, composition = self._stored(configuration), self._need().composition
        if composition.is_on and configuration in (Configuration.Initial, Configuration.Reference):
            converted = {k: composition.internal(k, found[k], found["q"]) for k in ("v", "a")}
            return found | converted
        return found

    def _stored(self, configuration: Configuration) -> dict[str, np.ndarray]:
        """All arrays of a configuration as they are in memory."""
        data = self._need()
        if configuration == Configuration.Current:
            return {name: data[name] for name in _SAID}
        if configuration == Configuration.Initial:
            return dict(self._initial)
        if configuration == Configuration.Reference:
            return {name: np.zeros_like(data[name]) for name in _SAID}
        if configuration == Configuration.StartOfStep:
            start = data.group("start")._asdict()
            if not data.has_stepped or not any(map(len, start.values())):
                return {name: data[name] for name in _SAID}
            return {name: start.get(name, data[name]) for name in _SAID}
        raise ParameterError(
            "the configuration must be Current, Initial, Reference or StartOfStep, "
            f"got {configuration!r}"
        )

    # ------------------------------------------------------------------ one array

    def _get(self, name: str, configuration: Configuration) -> np.ndarray:
        data, runs = self._data, (CURRENT, Configuration.StartOfStep)
        if name in RATES and data is not None and data.composition.is_on and configuration in runs:
            return data.composition.public(name, self._stored(configuration))
        if configuration is CURRENT and data is not None:
            return data.arrays[name].copy()
        return self._stored(configuration)[name].copy()

    def _set(self, name: str, values: Any, configuration: Configuration) -> None:
        if configuration is CURRENT:
            self._set_current(name, values)
            return
        if configuration != Configuration.Initial:
            raise ParameterError(
                f"the configuration must be Current or Initial to be set, got {configuration!r}"
            )
        self._need()
        self._initial[name][:] = self.checked(name, values)
        self.initial_is_result = False

    def _set_current(self, name: str, values: Any) -> None:
        if self.is_locked and name in _UNKNOWN:
            raise SysError(
                f"{_SAID[name]} cannot be set while a step is being solved: only a pre-step "
                "function may do that"
            )
        data = self._need()
        checked = self.checked(name, values)
        if name in ("a", "y_t"):
            data.scalars.first_valid = 0  # explicit solvers must re-evaluate them
        if name in _CHANGING:
            if self.before_change is not None:
                self.before_change()
            data.scalars.changed |= LAW | STATE
        data.composition.put(name, checked, data)
        if name == "q":
            data.arrays["q_low"].fill(0.0)
            data.settle()

    def checked(self, name: str, values: Any) -> Any:
        """The values of an array, as numbers of the right count."""
        target = self._need().arrays[name]
        if type(values) is list and len(values) == target.size and _are_plain(values):
            return values
        is_array = type(values) is np.ndarray and values.dtype == float
        if is_array and values.shape == target.shape and np.isfinite(values).tobytes().find(0) < 0:
            found: np.ndarray = values
            return found
        try:
            return Array(target.shape).check(values)
        except ParameterError as error:
            raise ParameterError(f"{_SAID[name]} {error}") from None

    def __repr__(self) -> str:
        if self._model is None:
            return "<systemData: not assembled>"
        ode2, ode1, ae, data = numbers.sizes(self)
        return f"<systemData: {ode2} ODE2, {ode1} ODE1, {ae} AE, {data} data coordinates>"

    # ------------------------------------------------------------------ time and coordinates

    GetTime = coordinates.GetTime
    SetTime = coordinates.SetTime
    GetODE2Coordinates = coordinates.GetODE2Coordinates
    GetODE2CoordinatesTotal = coordinates.GetODE2CoordinatesTotal
    GetODE2Coordinates_t = coordinates.GetODE2Coordinates_t
    GetODE2Coordinates_tt = coordinates.GetODE2Coordinates_tt
    GetAECoordinates = coordinates.GetAECoordinates
    GetODE1Coordinates = coordinates.GetODE1Coordinates
    GetODE1Coordinates_t = coordinates.GetODE1Coordinates_t
    GetDataCoordinates = coordinates.GetDataCoordinates
    SetODE2Coordinates = coordinates.SetODE2Coordinates
    SetODE2Coordinates_t = coordinates.SetODE2Coordinates_t
    SetODE2Coordinates_tt = coordinates.SetODE2Coordinates_tt
    SetAECoordinates = coordinates.SetAECoordinates
    SetODE1Coordinates = coordinates.SetODE1Coordinates
    SetODE1Coordinates_t = coordinates.SetODE1Coordinates_t
    SetDataCoordinates = coordinates.SetDataCoordinates
    GetSystemState = coordinates.GetSystemState
    SetSystemState = coordinates.SetSystemState

    # ------------------------------------------------------------------ sizes and numbers

    ODE2Size = numbers.ODE2Size
    ODE1Size = numbers.ODE1Size
    AEsize = numbers.AEsize
    DataSize = numbers.DataSize
    SystemSize = numbers.SystemSize
    GetNodeLTGODE2 = numbers.GetNodeLTGODE2
    GetNodeLTGODE1 = numbers.GetNodeLTGODE1
    GetNodeLTGAE = numbers.GetNodeLTGAE
    GetNodeLTGData = numbers.GetNodeLTGData
    GetObjectLTGODE2 = numbers.GetObjectLTGODE2
    GetObjectLTGODE1 = numbers.GetObjectLTGODE1
    GetObjectLTGAE = numbers.GetObjectLTGAE
    GetObjectLTGData = numbers.GetObjectLTGData
    NumberOfNodes = numbers.NumberOfNodes
    NumberOfObjects = numbers.NumberOfObjects
    NumberOfMarkers = numbers.NumberOfMarkers
    NumberOfLoads = numbers.NumberOfLoads
    NumberOfSensors = numbers.NumberOfSensors
