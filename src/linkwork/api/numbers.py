"""Numbers of coordinates and items of a system: the base of `SystemData`."""

from __future__ import annotations

from typing import Any

from linkwork.core.errors import ParameterError, SysError
from linkwork.core.indices import index_of
from linkwork.core.parameters import shown
from linkwork.data import Data
from linkwork.model import Model


class SystemNumbers:
    """How many coordinates and items a system has, and which are those of an item."""

    def __init__(self, items: dict[str, list[Any]]) -> None:
        self._items = items
        self._model: Model | None = None
        self._data: Data | None = None

    def _need(self) -> Data:
        if self._data is None:
            raise SysError("systemData needs an assembled system: call mbs.Assemble() first")
        return self._data

    # ------------------------------------------------------------------ sizes

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
        return [int(k) for k in model.numbering.node_part(self._found("node", number), part)]

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
                f"{family}Number must be a number of the {count} {family}s, got {shown(number)}"
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
