"""mbs.systemData: coordinates of the whole system in its configurations."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.enums import ConfigurationType as Configuration
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.indices import index_of
from linkwork.core.parameters import Array, Real, shown
from linkwork.data import Data
from linkwork.model import Model
from linkwork.solvers.changes import LAW

_SAID = {
    "q": "ODE2Coordinates",
    "v": "ODE2Coordinates_t",
    "a": "ODE2Coordinates_tt",
    "multipliers": "AECoordinates",
    "y": "ODE1Coordinates",
    "y_t": "ODE1Coordinates_t",
    "data_coordinates": "DataCoordinates",
}
"""Array -> the name users know it by."""

_STATE = ("q", "v", "y", "multipliers", "data_coordinates")
"""The arrays of a system state, in its order."""


class SystemData:
    """Read and write coordinates, velocities, accelerations and multipliers.

    Configurations: Current (the present state), Initial (where a run starts), Reference
    (reference coordinates; everything else is zero), StartOfStep (start of the last step).
    """

    def __init__(self, items: dict[str, list[Any]]) -> None:
        self._items = items
        self._model: Model | None = None
        self._data: Data | None = None
        self.initial_is_result = False

    # ------------------------------------------------------------------ for MainSystem

    def attach(self, model: Model | None, data: Data | None) -> None:
        """Belong to a newly assembled model (None: to none)."""
        self._model, self._data = model, data
        if model is not None:
            self._initial = {
                "q": model.initial_q.copy(),
                "v": model.initial_v.copy(),
                "a": np.zeros(model.n_ode2),
                "multipliers": model.initial_multipliers.copy(),
                "y": model.initial_y.copy(),
                "y_t": np.zeros(model.n_ode1),
                "data_coordinates": model.initial_data.copy(),
            }
            self.initial_is_result = False
            self.to_initial_state()

    def to_initial_state(self) -> None:
        """Current = Initial."""
        data = self._need()
        for name, values in self._initial.items():
            data[name][:] = values
        data["alpha"][:] = data["a"]
        data["q_low"][:] = 0.0
        data.scalars.t = 0.0

    def keep_as_initial_state(self) -> None:
        """Initial = Current."""
        data = self._need()
        for name in self._initial:
            self._initial[name][:] = data[name]
        self.initial_is_result = True

    def arrays_of(self, configuration: Configuration) -> dict[str, np.ndarray]:
        """All arrays of a configuration; the live ones for Current and Initial."""
        data, model = self._need(), self._model
        assert model is not None
        n, m, n_ode1 = model.n_ode2, model.n_ae, model.n_ode1
        if configuration == Configuration.Current:
            return {name: data[name] for name in _SAID}
        if configuration == Configuration.Initial:
            return dict(self._initial)
        if configuration == Configuration.Reference:
            return {name: np.zeros_like(data[name]) for name in _SAID}
        if configuration == Configuration.StartOfStep:
            start = data["start"]
            if not start.size:
                return {name: data[name] for name in _SAID}
            first = 5 * n + m
            return dict(
                q=start[:n], v=start[n : 2 * n], a=start[2 * n : 3 * n],
                multipliers=start[4 * n : 4 * n + m],
                y=start[first : first + n_ode1], y_t=start[first + n_ode1 :],
                data_coordinates=data["data_coordinates"],
            )  # fmt: skip
        raise ParameterError(
            "the configuration must be Current, Initial, Reference or StartOfStep, "
            f"got {configuration!r}"
        )

    def _need(self) -> Data:
        if self._data is None:
            raise SysError("systemData needs an assembled system: call mbs.Assemble() first")
        return self._data

    # ------------------------------------------------------------------ sizes and time

    def ODE2Size(self) -> int:
        """Number of second-order coordinates."""
        return self._sizes()[0]

    def ODE1Size(self) -> int:
        """Number of first-order coordinates."""
        return self._sizes()[1]

    def AEsize(self) -> int:
        """Number of algebraic equations."""
        return self._sizes()[2]

    def DataSize(self) -> int:
        """Number of data coordinates."""
        return self._sizes()[3]

    def SystemSize(self) -> int:
        """Number of unknowns: ODE2 + ODE1 + AE."""
        return sum(self._sizes()[:3])

    def _sizes(self) -> tuple[int, int, int, int]:
        self._need()
        model = self._model
        assert model is not None
        return model.n_ode2, model.n_ode1, model.n_ae, model.n_data

    # ------------------------------------------------------------------ numbers of coordinates

    def _of_node(self, number: Any, part: str) -> list[int]:
        model = self._wired()
        return [int(k) for k in model.node_part(self._found("node", number), part)]

    def _of_object(self, number: Any, part: str) -> list[int]:
        model = self._wired()
        return [int(k) for k in model.object_indices(self._found("object", number), part)]

    def _wired(self) -> Model:
        self._need()
        assert self._model is not None
        return self._model

    def _found(self, family: str, number: Any) -> int:
        count = len(self._items[family])
        found = index_of(number, family)
        if found is None or not 0 <= found < count:
            raise ParameterError(
                f"{family}Number must be the number of a {family}, of which there are {count}, "
                f"got {shown(number)}"
            )
        return found

    def GetNodeLTGODE2(self, nodeNumber: Any) -> list[int]:
        """Numbers of a node's second-order coordinates in the system."""
        return self._of_node(nodeNumber, "ode2")

    def GetNodeLTGODE1(self, nodeNumber: Any) -> list[int]:
        """Numbers of a node's first-order coordinates in the system."""
        return self._of_node(nodeNumber, "ode1")

    def GetNodeLTGAE(self, nodeNumber: Any) -> list[int]:
        """Numbers of a node's algebraic coordinates in the system."""
        return self._of_node(nodeNumber, "ae")

    def GetNodeLTGData(self, nodeNumber: Any) -> list[int]:
        """Numbers of a node's data coordinates in the system."""
        return self._of_node(nodeNumber, "data")

    def GetObjectLTGODE2(self, objectNumber: Any) -> list[int]:
        """Numbers of the second-order coordinates of an object, or of what a connector joins."""
        return self._of_object(objectNumber, "ode2")

    def GetObjectLTGODE1(self, objectNumber: Any) -> list[int]:
        """Numbers of the first-order coordinates of an object in the system."""
        return self._of_object(objectNumber, "ode1")

    def GetObjectLTGAE(self, objectNumber: Any) -> list[int]:
        """Numbers of the algebraic equations of an object in the system."""
        return self._of_object(objectNumber, "ae")

    def GetObjectLTGData(self, objectNumber: Any) -> list[int]:
        """Numbers of the data coordinates of an object in the system."""
        return self._of_object(objectNumber, "data")

    # ------------------------------------------------------------------ how many items

    def NumberOfNodes(self) -> int:
        """How many nodes the system has."""
        return len(self._items["node"])

    def NumberOfObjects(self) -> int:
        """How many objects the system has."""
        return len(self._items["object"])

    def NumberOfMarkers(self) -> int:
        """How many markers the system has."""
        return len(self._items["marker"])

    def NumberOfLoads(self) -> int:
        """How many loads the system has."""
        return len(self._items["load"])

    def NumberOfSensors(self) -> int:
        """How many sensors the system has."""
        return len(self._items["sensor"])

    def GetTime(self) -> float:
        """Present time [s]; in a pre-step function the time at the end of the step."""
        time: float = self._need().scalars.t
        return time

    def SetTime(self, newTime: float) -> None:
        """Set the present time [s]."""
        try:
            self._need().scalars.t = Real.check(newTime)
        except ParameterError as error:
            raise ParameterError(f"the time {error}") from None

    # ------------------------------------------------------------------ vectors

    def _get(self, name: str, configuration: Configuration) -> np.ndarray:
        return self.arrays_of(configuration)[name].copy()

    def _set(self, name: str, values: Any, configuration: Configuration) -> None:
        if configuration not in (Configuration.Current, Configuration.Initial):
            raise ParameterError(
                f"the configuration must be Current or Initial to be set, got {configuration!r}"
            )
        target = self.arrays_of(configuration)[name]
        target[:] = self._checked(name, values)
        if configuration == Configuration.Initial:
            self.initial_is_result = False
            return
        data = self._need()
        if name == "q":
            data["q_low"][:] = 0.0
        if name in ("q", "v", "y", "data_coordinates"):
            data.scalars.changed |= LAW

    def _checked(self, name: str, values: Any) -> np.ndarray:
        try:
            return Array(self._need()[name].shape).check(values)
        except ParameterError as error:
            raise ParameterError(f"{_SAID[name]} {error}") from None

    def GetODE2Coordinates(
        self, configuration: Configuration = Configuration.Current
    ) -> np.ndarray:
        """Displacement coordinates; for Reference the reference coordinates."""
        if configuration == Configuration.Reference:
            self._need()
            assert self._model is not None
            return self._model.reference.copy()
        return self._get("q", configuration)

    def GetODE2CoordinatesTotal(
        self, configuration: Configuration = Configuration.Current
    ) -> np.ndarray:
        """Reference plus displacement coordinates."""
        total = self.GetODE2Coordinates(Configuration.Reference)
        if configuration != Configuration.Reference:
            total += self._get("q", configuration)
        return total

    def GetODE2Coordinates_t(
        self, configuration: Configuration = Configuration.Current
    ) -> np.ndarray:
        """Velocity coordinates."""
        return self._get("v", configuration)

    def GetODE2Coordinates_tt(
        self, configuration: Configuration = Configuration.Current
    ) -> np.ndarray:
        """Acceleration coordinates."""
        return self._get("a", configuration)

    def GetAECoordinates(self, configuration: Configuration = Configuration.Current) -> np.ndarray:
        """Algebraic coordinates: those of nodes, then Lagrange multipliers."""
        return self._get("multipliers", configuration)

    def GetODE1Coordinates(
        self, configuration: Configuration = Configuration.Current
    ) -> np.ndarray:
        """First-order coordinates without their reference values; for Reference these."""
        if configuration == Configuration.Reference:
            self._need()
            assert self._model is not None
            return self._model.reference_ode1.copy()
        return self._get("y", configuration)

    def GetODE1Coordinates_t(
        self, configuration: Configuration = Configuration.Current
    ) -> np.ndarray:
        """Rates of the first-order coordinates."""
        return self._get("y_t", configuration)

    def GetDataCoordinates(
        self, configuration: Configuration = Configuration.Current
    ) -> np.ndarray:
        """Data coordinates; for StartOfStep the present ones."""
        return self._get("data_coordinates", configuration)

    def SetODE2Coordinates(
        self, coordinates: Any, configuration: Configuration = Configuration.Current
    ) -> None:
        """Set the displacement coordinates."""
        self._set("q", coordinates, configuration)

    def SetODE2Coordinates_t(
        self, coordinates: Any, configuration: Configuration = Configuration.Current
    ) -> None:
        """Set the velocity coordinates."""
        self._set("v", coordinates, configuration)

    def SetODE2Coordinates_tt(
        self, coordinates: Any, configuration: Configuration = Configuration.Current
    ) -> None:
        """Set the acceleration coordinates."""
        self._set("a", coordinates, configuration)

    def SetAECoordinates(
        self, coordinates: Any, configuration: Configuration = Configuration.Current
    ) -> None:
        """Set the algebraic coordinates; a run computes them anew."""
        self._set("multipliers", coordinates, configuration)

    def SetODE1Coordinates(
        self, coordinates: Any, configuration: Configuration = Configuration.Current
    ) -> None:
        """Set the first-order coordinates."""
        self._set("y", coordinates, configuration)

    def SetODE1Coordinates_t(
        self, coordinates: Any, configuration: Configuration = Configuration.Current
    ) -> None:
        """Set the rates of the first-order coordinates; a run computes them anew."""
        self._set("y_t", coordinates, configuration)

    def SetDataCoordinates(
        self, coordinates: Any, configuration: Configuration = Configuration.Current
    ) -> None:
        """Set the data coordinates."""
        self._set("data_coordinates", coordinates, configuration)

    def GetSystemState(
        self, configuration: Configuration = Configuration.Current
    ) -> list[np.ndarray]:
        """[coordinates, velocities, ODE1 coordinates, multipliers, data]"""
        return [self._get(name, configuration) for name in _STATE]

    def SetSystemState(
        self, systemStateList: Any, configuration: Configuration = Configuration.Current
    ) -> None:
        """Set what GetSystemState returns."""
        try:
            given = dict(zip(_STATE, systemStateList, strict=True))
        except (TypeError, ValueError):
            raise ParameterError(
                "a system state is a list [ODE2Coordinates, ODE2Coordinates_t, ODE1Coordinates, "
                "AECoordinates, DataCoordinates], as GetSystemState returns it"
            ) from None
        parts = {name: self._checked(name, values) for name, values in given.items()}
        for name, values in parts.items():
            self._set(name, values, configuration)

    def __repr__(self) -> str:
        if self._model is None:
            return "<systemData: not assembled>"
        ode2, ode1, ae, data = self._sizes()
        return f"<systemData: {ode2} ODE2, {ode1} ODE1, {ae} AE, {data} data coordinates>"
