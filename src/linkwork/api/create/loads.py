"""Create... functions for loads: forces and torques on bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from linkwork.api.create.bodies import Vector
from linkwork.api.create.carriers import Carriers
from linkwork.api.create.parts import ORIGIN, Parts, creates
from linkwork.core.declare.indices import LoadIndex
from linkwork.core.errors import ParameterError
from linkwork.loads.load import Load

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem


@creates(itemNumber="bodyNumber")
def CreateForce(
    mbs: MainSystem,
    name: str = "",
    bodyNumber: Any = None,
    loadVector: Vector = ORIGIN,
    localPosition: Vector = ORIGIN,
    bodyFixed: bool = False,
    loadVectorUserFunction: Callable[..., Any] | int = 0,
    show: bool = True,
    *,
    loadStateUserFunction: Callable[..., Any] | int = 0,
) -> LoadIndex:
    """Add a force on a point of a body; returns the number of the load.

    bodyNumber -- body (number, ObjectIndex or name); also a NodeIndex or a MarkerIndex of a
        marker with a position; `itemNumber` is the same parameter
    loadVector -- force [N]
    localPosition -- where it acts, in the axes of the body [m]; zero on nodes and markers
    bodyFixed -- whether the vector rotates with the body
    loadVectorUserFunction -- f(mbs, t, loadVector) -> force [N]
    show -- whether it is drawn
    loadStateUserFunction -- f(mbs, t, loadVector, position, velocity, rotation, angularVelocity)
        -> force [N]: a StateForce instead of a Force; without loadVectorUserFunction
    """
    from linkwork.loads.force_vector import LoadForceVector
    from linkwork.loads.state_force import LoadStateForce

    owner = "CreateForce"
    fixed = LoadForceVector.field("bodyFixed").check(bodyFixed, owner)
    follows = callable(loadStateUserFunction)
    turns = (fixed or follows) and Carriers(mbs._store, owner).turns("bodyNumber", bodyNumber)
    given = bodyNumber, localPosition, turns
    kind, function = _chosen(
        (LoadForceVector, LoadStateForce), loadVectorUserFunction, loadStateUserFunction, owner
    )
    values = {"name": name, "loadVector": loadVector, "bodyFixed": bodyFixed, **function}
    return _add_load(mbs, owner, kind, given, values, show)


@creates(itemNumber="bodyNumber")
def CreateTorque(
    mbs: MainSystem,
    name: str = "",
    bodyNumber: Any = None,
    loadVector: Vector = ORIGIN,
    localPosition: Vector = ORIGIN,
    bodyFixed: bool = False,
    loadVectorUserFunction: Callable[..., Any] | int = 0,
    show: bool = True,
    *,
    loadStateUserFunction: Callable[..., Any] | int = 0,
) -> LoadIndex:
    """Add a torque on a body that can rotate; returns the number of the load.

    bodyNumber -- rigid body (number, ObjectIndex or name); also a NodeIndex or a MarkerIndex
        with an orientation; `itemNumber` is the same parameter
    loadVector -- torque [N m]; in the plane only its z component acts
    localPosition -- where it is drawn, in the axes of the body [m]
    bodyFixed, loadVectorUserFunction, show -- as in CreateForce
    loadStateUserFunction -- as in CreateForce: a StateTorque instead of a Torque
    """
    from linkwork.loads.state_torque import LoadStateTorque
    from linkwork.loads.torque_vector import LoadTorqueVector

    owner = "CreateTorque"
    kind, function = _chosen(
        (LoadTorqueVector, LoadStateTorque), loadVectorUserFunction, loadStateUserFunction, owner
    )
    values = {"name": name, "loadVector": loadVector, "bodyFixed": bodyFixed, **function}
    given = bodyNumber, localPosition, True
    return _add_load(mbs, owner, kind, given, values, show)


def _chosen(
    kinds: tuple[type[Load], type[Load]], of_time: Any, of_state: Any, owner: str
) -> tuple[type[Load], dict[str, Any]]:
    """The kind of load with its function, of time alone or of the state of its marker."""
    plain, state = kinds
    of_state = state.field("loadStateUserFunction").check(of_state, owner)
    if not callable(of_state):
        return plain, {"loadVectorUserFunction": of_time}
    if callable(of_time):
        raise ParameterError(
            f"{owner}: give either loadVectorUserFunction or loadStateUserFunction, not both; the "
            "second gets the time, too"
        )
    return state, {"loadStateUserFunction": of_state}


def _add_load(
    mbs: MainSystem,
    owner: str,
    kind: type[Load],
    given: tuple[Any, Any, bool],
    values: dict[str, Any],
    show: Any,
) -> LoadIndex:
    """Add a load on a marker; given -- body, local position, whether it needs an orientation."""
    body, local, turns = given
    carriers, place = Carriers(mbs._store, owner), ("localPosition", local)
    marker = carriers.marker_at("bodyNumber", body, place, turns)
    values = {key: kind.field(key).check(value, owner) for key, value in values.items()}
    parts = Parts(mbs, owner, kind.V.field("show").check(show, owner))
    number = parts.number_of(marker, "")
    load = parts.add(kind(markerNumber=number, **values))
    parts.keep()
    return LoadIndex(load)
