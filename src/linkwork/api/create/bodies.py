"""Create... functions for bodies: ground, point masses, rigid bodies in the plane."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.create.parts import (
    DEFAULT_COLOR,
    ORIGIN,
    Parts,
    checked_as,
    checked_in_plane,
    checked_vector,
    creates,
    item,
)
from linkwork.bodies.body import Body
from linkwork.bodies.ground import ObjectGround
from linkwork.bodies.mass_point import MassPoint
from linkwork.core.declare.indices import LoadIndex, MarkerIndex, NodeIndex, ObjectIndex
from linkwork.core.declare.item import Parameter
from linkwork.core.declare.parameters import Flag, Real, UReal
from linkwork.core.declare.visualization import shown_as
from linkwork.core.errors import ParameterError
from linkwork.loads.mass_proportional import LoadMassProportional
from linkwork.markers.body_mass import MarkerBodyMass
from linkwork.nodes.node import Node
from linkwork.nodes.point import NodePoint

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

Vector = Sequence[float] | np.ndarray
Made = ObjectIndex | dict[str, int]


FLAG = Flag()


@functools.cache
@functools.cache
def plain(name: str, kind: Any, unit: str = "") -> Parameter:
    """A parameter of a function that no item has in this form."""
    return Parameter(name, None, kind, "", unit, "", False)


@creates()
def CreateGround(
    mbs: MainSystem,
    name: str = "",
    referencePosition: Vector | None = None,
    referenceRotationMatrix: Any = None,
    graphicsDataList: Sequence[dict[str, Any]] = (),
    graphicsDataUserFunction: Callable[..., Any] | int = 0,
    show: bool = True,
) -> ObjectIndex:
    """Add a ground: a body that does not move.

    referencePosition -- position of its origin [m]; None: zero
    referenceRotationMatrix -- rotation matrix of its axes; None: the unit matrix
    graphicsDataList -- shapes that are drawn; graphicsDataUserFunction -- function that
        returns them
    show -- whether it is drawn
    """
    owner, V = "CreateGround", ObjectGround.V
    given = {
        "referencePosition": ("referencePosition", referencePosition),
        "referenceRotation": ("referenceRotationMatrix", referenceRotationMatrix),
    }
    values: dict[str, Any] = {
        key: checked_as(owner, told, ObjectGround.field(key), value)
        for key, (told, value) in given.items()
        if value is not None
    }
    drawn = {
        "show": V.field("show").check(show, owner),
        "graphicsData": _shapes(owner, graphicsDataList),
        "graphicsDataUserFunction": V.field("graphicsDataUserFunction").check(
            graphicsDataUserFunction, owner
        ),
    }
    name = ObjectGround.field("name").check(name, owner)
    parts = Parts(mbs, owner, show)
    number = parts.add(item(ObjectGround, name=name, visualization=drawn, **values))
    parts.keep()
    return ObjectIndex(number)


@creates(mass="physicsMass")
def CreateMassPoint(
    mbs: MainSystem,
    name: str = "",
    referencePosition: Vector = ORIGIN,
    initialDisplacement: Vector = ORIGIN,
    initialVelocity: Vector = ORIGIN,
    physicsMass: float = 0.0,
    gravity: Vector = ORIGIN,
    graphicsDataList: Sequence[dict[str, Any]] = (),
    drawSize: float = -1.0,
    color: Sequence[float] = DEFAULT_COLOR,
    show: bool = True,
    create2D: bool = False,
    returnDict: bool = False,
) -> Made:
    """Add a point mass: a node, a body and, if gravity is not zero, a load with its marker.

    name -- name of the body; the node is named Node:name; empty: named by number
    referencePosition -- position at zero displacement [m]
    initialDisplacement [m] -- displacement from the reference position at the start
    initialVelocity [m/s] -- velocity at the start
    physicsMass -- mass [kg]; `mass` is the same parameter
    gravity -- gravitational acceleration [m/s^2]
    graphicsDataList -- shapes drawn with the body; drawSize, color -- of the node, which is
        drawn instead of the body if one of them is given and there are no shapes
    show -- whether anything is drawn
    create2D -- use NodePoint2D and MassPoint2D: everything lies in the x-y plane, z = 0
    returnDict -- return a dictionary with nodeNumber, bodyNumber and, with gravity,
        markerBodyMass and loadNumber instead of the number of the body
    """
    owner = "CreateMassPoint"
    flat = plain("create2D", FLAG).check(create2D, owner)
    place = checked_in_plane if flat else checked_vector
    mass = MassPoint.field("physicsMass").check(physicsMass, owner)
    values = {"referenceCoordinates": place(owner, "referencePosition", referencePosition)}
    if initialDisplacement is not ORIGIN:
        moved = place(owner, "initialDisplacement", initialDisplacement)
        values["initialCoordinates"] = moved
    if initialVelocity is not ORIGIN:
        values["initialVelocities"] = place(owner, "initialVelocity", initialVelocity)
    if flat:
        from linkwork.bodies.mass_point_2d import MassPoint2D
        from linkwork.nodes.point_2d import NodePoint2D
    node: Node = item(NodePoint2D if flat else NodePoint, **values)
    kind = MassPoint2D if flat else MassPoint
    body: Body = item(kind, name=name, physicsMass=mass)
    drawn = owner, graphicsDataList, drawSize, color, show
    draw(node, body, *drawn)
    return add_body(mbs, owner, node, body, gravity, returnDict)


@creates(physicsMass="mass")
def CreateRigidBody2D(
    mbs: MainSystem,
    name: str = "",
    referencePosition: Vector = ORIGIN,
    referenceRotation: float = 0.0,
    initialDisplacement: Vector = ORIGIN,
    initialRotation: float = 0.0,
    initialVelocity: Vector = ORIGIN,
    initialAngularVelocity: float = 0.0,
    mass: float = 0.0,
    inertia: float = 0.0,
    centerOfMass: Vector = ORIGIN,
    gravity: Vector = ORIGIN,
    graphicsDataList: Sequence[dict[str, Any]] = (),
    drawSize: float = -1.0,
    color: Sequence[float] = DEFAULT_COLOR,
    show: bool = True,
    returnDict: bool = False,
    physicsInertia: float | None = None,
) -> Made:
    """Add a rigid body in the x-y plane: a node, a body and, if it is not zero, gravity.

    Positions and velocities are those of its reference point, the origin of its axes. Vectors
    are [x, y] or [x, y, 0], angles are about z.

    name -- name of the body; the node is named Node:name; empty: named by number
    referencePosition [m], referenceRotation [rad] -- pose at zero displacement
    initialDisplacement [m], initialRotation [rad] -- added to it at the start
    initialVelocity [m/s], initialAngularVelocity [rad/s] -- at the start
    mass -- mass [kg]; `physicsMass` is the same parameter
    inertia -- about the center of mass [kg m^2]
    physicsInertia -- instead of inertia: about the reference point, as in RigidBody2D [kg m^2];
        this is inertia + mass |centerOfMass|^2
    centerOfMass -- center of mass in the axes of the body [m]
    gravity -- gravitational acceleration [m/s^2]; the weight acts at the center of mass
    graphicsDataList -- shapes drawn with the body; drawSize, color -- of the node, which is
        drawn too if one of them is given and there are no shapes
    show -- whether anything is drawn
    returnDict -- as in CreateMassPoint
    """
    from linkwork.bodies.rigid_body_2d import RigidBody2D
    from linkwork.nodes.rigid_body_2d import NodeRigidBody2D

    owner = "CreateRigidBody2D"
    node = NodeRigidBody2D(
        referenceCoordinates=_pose(
            owner, referencePosition=referencePosition, referenceRotation=referenceRotation
        ),
        initialCoordinates=_pose(
            owner, initialDisplacement=initialDisplacement, initialRotation=initialRotation
        ),
        initialVelocities=_pose(
            owner,
            initialVelocity=initialVelocity,
            initialAngularVelocity=initialAngularVelocity,
        ),
    )
    about = _inertia(owner, mass, inertia, centerOfMass)
    if physicsInertia is not None:
        if inertia:
            raise ParameterError(
                f"{owner}: inertia and physicsInertia are given; give one of them: inertia is "
                "about the center of mass, physicsInertia about the reference point",
                "physicsInertia",
            )
        about["physicsInertia"] = physicsInertia
    body = item(RigidBody2D, name=name, **about)
    draw(node, body, owner, graphicsDataList, drawSize, color, show)
    return add_body(mbs, owner, node, body, gravity, returnDict)


def add_body(
    mbs: MainSystem, owner: str, node: Node, body: Any, gravity: Any, as_dict: bool
) -> Made:
    """Add a body on a new node, and gravity on it; as_dict -- returnDict."""
    as_dict = plain("returnDict", FLAG).check(as_dict, owner)
    made = add_parts(mbs, owner, node, body, gravity)
    return made if as_dict else ObjectIndex(made["bodyNumber"])


def add_parts(mbs: MainSystem, owner: str, node: Node, body: Any, gravity: Any) -> dict[str, int]:
    """Add a body on a new node, and gravity on it; returns the numbers of all parts."""
    field = checked_vector(owner, "gravity", gravity) if gravity is not ORIGIN else ORIGIN
    name = body.field("name").check(body.name, owner)
    if name:
        node.name = f"Node:{name}"
    parts = Parts(mbs, owner, body.visualization["show"] or node.visualization["show"])
    made: dict[str, int] = {"nodeNumber": NodeIndex(parts.add(node))}
    body.nodeNumber = made["nodeNumber"]
    made["bodyNumber"] = ObjectIndex(parts.add(body))
    if any(field):
        marker = parts.add(MarkerBodyMass(bodyNumber=made["bodyNumber"]))
        load = parts.add(item(LoadMassProportional, markerNumber=marker, loadVector=field))
        made |= {"markerBodyMass": MarkerIndex(marker), "loadNumber": LoadIndex(load)}
    parts.keep()
    return made


def _pose(owner: str, **given: Any) -> list[float]:
    """[x, y, angle] from a vector and a number, which are given by name."""
    (vector, flat), (angle, turn) = given.items()
    return [*checked_in_plane(owner, vector, flat), plain(angle, Real).check(turn, owner)]


def _inertia(owner: str, mass: Any, about_center: Any, center: Any) -> dict[str, Any]:
    """Parameters of a RigidBody2D, whose inertia is about its reference point."""
    m = plain("mass", UReal, "kg").check(mass, owner)
    J = plain("inertia", UReal, "kg m^2").check(about_center, owner)
    x, y = map(float, checked_in_plane(owner, "centerOfMass", center))
    return {
        "physicsMass": m,
        "physicsInertia": J + m * (x * x + y * y),
        "physicsCenterOfMass": [x, y],
    }


def _shapes(owner: str, given: Any) -> Any:
    return checked_as(owner, "graphicsDataList", ObjectGround.V.field("graphicsData"), given)


def draw(
    node: Node,
    body: Body,
    owner: str,
    shapes: Any,
    size: Any,
    color: Any,
    show: Any,
    function: Any = 0,
) -> None:
    """Decide how a body and its node are drawn; function -- graphicsDataUserFunction."""
    if show is True and size == -1.0 and color is DEFAULT_COLOR and not (shapes or function):
        body.visualization, node.visualization = shown_as(body.V, True), shown_as(node.V, False)
        return
    shapes = _shapes(owner, shapes)
    fields = node.V.fields
    show, size = fields["show"].check(show, owner), fields["drawSize"].check(size, owner)
    drawn = {} if size == -1.0 else {"drawSize": size}
    if color is not DEFAULT_COLOR:
        drawn["color"] = fields["color"].check(color, owner)
    has_color = "color" in drawn and drawn["color"][0] >= 0.0
    own = not (shapes or function) and (size > 0.0 or has_color)
    visible = show and (not own or body.has_axes)
    body.visualization = {"show": visible, "graphicsData": shapes} if shapes else {"show": visible}
    if function:
        name = "graphicsDataUserFunction"
        body.visualization[name] = body.V.field(name).check(function, owner)
    node.visualization = {**drawn, "show": show and own}
