"""Sizes of a system, and numbers of the coordinates of its items: methods of `SystemData`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.core.declare.indices import index_of
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError
from linkwork.model.model import Model

if TYPE_CHECKING:
    from linkwork.api.system_data.data import SystemData


def ODE2Size(system_data: SystemData) -> int:
    """Number of second-order coordinates."""
    return sizes(system_data)[0]


def ODE1Size(system_data: SystemData) -> int:
    """Number of first-order coordinates."""
    return sizes(system_data)[1]


def AEsize(system_data: SystemData) -> int:
    """Number of algebraic equations."""
    return sizes(system_data)[2]


def DataSize(system_data: SystemData) -> int:
    """Number of data coordinates."""
    return sizes(system_data)[3]


def SystemSize(system_data: SystemData) -> int:
    """Number of unknowns: ODE2 + ODE1 + AE."""
    return sum(sizes(system_data)[:3])


def sizes(system_data: SystemData) -> tuple[int, int, int, int]:
    """Numbers of second-order, first-order, algebraic and data coordinates."""
    system_data._need()
    model = system_data._model
    assert model is not None
    return model.n_ode2, model.n_ode1, model.n_ae, model.n_data


def _of_node(system_data: SystemData, number: Any, part: str) -> list[int]:
    model = _wired(system_data)
    return [int(k) for k in model.numbering.node_part(_found(system_data, "node", number), part)]


def _of_object(system_data: SystemData, number: Any, part: str) -> list[int]:
    model = _wired(system_data)
    return [int(k) for k in model.object_indices(_found(system_data, "object", number), part)]


def _wired(system_data: SystemData) -> Model:
    system_data._need()
    assert system_data._model is not None
    return system_data._model


def _found(system_data: SystemData, family: str, number: Any) -> int:
    count = len(system_data._items[family])
    found = index_of(number, family)
    if found is None or not 0 <= found < count:
        raise ParameterError(
            f"{family}Number must be that of one of the {count} {family}s, got {shown(number)}"
        )
    return found


def GetNodeLTGODE2(system_data: SystemData, nodeNumber: Any) -> list[int]:
    """Numbers of a node's second-order coordinates in the system."""
    return _of_node(system_data, nodeNumber, "ode2")


def GetNodeLTGODE1(system_data: SystemData, nodeNumber: Any) -> list[int]:
    """Numbers of a node's first-order coordinates in the system."""
    return _of_node(system_data, nodeNumber, "ode1")


def GetNodeLTGAE(system_data: SystemData, nodeNumber: Any) -> list[int]:
    """Numbers of a node's algebraic coordinates in the system."""
    return _of_node(system_data, nodeNumber, "ae")


def GetNodeLTGData(system_data: SystemData, nodeNumber: Any) -> list[int]:
    """Numbers of a node's data coordinates in the system."""
    return _of_node(system_data, nodeNumber, "data")


def GetObjectLTGODE2(system_data: SystemData, objectNumber: Any) -> list[int]:
    """Numbers of the second-order coordinates of an object, or of the ends of a connector."""
    return _of_object(system_data, objectNumber, "ode2")


def GetObjectLTGODE1(system_data: SystemData, objectNumber: Any) -> list[int]:
    """Numbers of the first-order coordinates of an object in the system."""
    return _of_object(system_data, objectNumber, "ode1")


def GetObjectLTGAE(system_data: SystemData, objectNumber: Any) -> list[int]:
    """Numbers of the algebraic equations of an object in the system."""
    return _of_object(system_data, objectNumber, "ae")


def GetObjectLTGData(system_data: SystemData, objectNumber: Any) -> list[int]:
    """Numbers of the data coordinates of an object in the system."""
    return _of_object(system_data, objectNumber, "data")


def NumberOfNodes(system_data: SystemData) -> int:
    """How many nodes the system has."""
    return len(system_data._items["node"])


def NumberOfObjects(system_data: SystemData) -> int:
    """How many objects the system has."""
    return len(system_data._items["object"])


def NumberOfMarkers(system_data: SystemData) -> int:
    """How many markers the system has."""
    return len(system_data._items["marker"])


def NumberOfLoads(system_data: SystemData) -> int:
    """How many loads the system has."""
    return len(system_data._items["load"])


def NumberOfSensors(system_data: SystemData) -> int:
    """How many sensors the system has."""
    return len(system_data._items["sensor"])
