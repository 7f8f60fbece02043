"""Create... methods whose arguments differ from those of Linkwork, or whose items are missing."""

from __future__ import annotations

import copy
import functools
import inspect
from typing import Any

import numpy as np

from linkwork.api.create.carriers import Carriers
from linkwork.api.create.connectors import add_connector
from linkwork.api.create.parts import creates
from linkwork.api.system import MainSystem as Base
from linkwork.bodies.mass_point_2d import ObjectMassPoint2D
from linkwork.bodies.rigid_body_2d import ObjectRigidBody2D
from linkwork.core.declare.indices import MarkerIndex, NodeIndex, ObjectIndex
from linkwork.exudyn._graphics_forms import drawable
from linkwork.exudyn._missing import missing_function
from linkwork.joints.spherical import ObjectJointSpherical
from linkwork.markers.body_rigid import MarkerBodyRigid
from linkwork.nodes.rigid_body_ep import NodeRigidBodyEP
from linkwork.nodes.rigid_body_rxyz import NodeRigidBodyRxyz
from linkwork.utilities import (
    AngularVelocity2EulerParameters_t,
    AngularVelocity2RotXYZ_t,
    RotationVector2RotationMatrix,
)

NONE = (None, None)
ORIGIN = (0.0, 0.0, 0.0)
COLOR = (-1.0, -1.0, -1.0, -1.0)
NO_CONTACT = "Linkwork has no contact between spheres and triangles yet"


def _with_shapes(create: Any) -> Any:
    """A method that takes shapes as scripts give them."""

    @functools.wraps(create)
    def method(mbs: Base, *args: Any, **values: Any) -> Any:
        if values.get("graphicsDataList"):
            values["graphicsDataList"] = drawable(values["graphicsDataList"])
        return create(mbs, *args, **values)

    return method


CreateGround = _with_shapes(Base.CreateGround)
CreateMassPoint = _with_shapes(Base.CreateMassPoint)


@functools.wraps(Base.CreateRigidBody)
def CreateRigidBody(mbs: Base, *args: Any, **values: Any) -> Any:
    """Linkwork's method; initialAngularVelocity is that at the reference rotation, as there."""
    made = _with_shapes(Base.CreateRigidBody)(mbs, *args, **values)
    given = inspect.signature(Base.CreateRigidBody).bind(mbs, *args, **values)
    given.apply_defaults()
    arguments = given.arguments
    omega = np.array(arguments["initialAngularVelocity"], dtype=float)
    turned = arguments["initialRotationMatrix"] is not None and omega.any()
    if turned and not arguments["create2D"]:
        body = made["bodyNumber"] if isinstance(made, dict) else made
        number = mbs.GetObjectParameter(body, "nodeNumber")
        node = mbs._items["node"][int(number)]
        speed = np.array(node.initialVelocities)
        speed[3:] = _rotation_rates(node, omega)
        mbs.SetNodeParameter(number, "initialVelocities", speed)
    return made


def _rotation_rates(node: Any, omega: np.ndarray) -> np.ndarray:
    """Velocities of the rotation of a node that turns with omega in its reference position."""
    reference = np.array(node.referenceCoordinates)[3:]
    if isinstance(node, NodeRigidBodyEP):
        return np.asarray(AngularVelocity2EulerParameters_t(omega, reference))
    if isinstance(node, NodeRigidBodyRxyz):
        return np.asarray(AngularVelocity2RotXYZ_t(omega, reference))
    return np.asarray(RotationVector2RotationMatrix(reference)).T @ omega


def bodies_of(bodyNumbers: Any, bodyOrNodeList: Any, bodyList: Any = NONE) -> Any:
    """The bodies of a connector, of whichever of the three arguments was given."""
    for old, name in ((bodyOrNodeList, "bodyOrNodeList"), (bodyList, "bodyList")):
        if any(number is not None for number in old):
            if any(number is not None for number in bodyNumbers):
                raise ValueError(f"give either bodyNumbers or {name}, its old name, not both")
            return old
    return bodyNumbers


@creates(itemNumbers="bodyNumbers")
def CreateSpringDamper(
    mbs: Base,
    name: str = "",
    bodyNumbers: Any = NONE,
    localPosition0: Any = ORIGIN,
    localPosition1: Any = ORIGIN,
    referenceLength: float | None = None,
    stiffness: float = 0.0,
    damping: float = 0.0,
    force: float = 0.0,
    velocityOffset: float = 0.0,
    springForceUserFunction: Any = 0,
    bodyOrNodeList: Any = NONE,
    bodyList: Any = NONE,
    show: bool = True,
    drawSize: float = -1,
    color: Any = COLOR,
) -> Any:
    """Linkwork's method, with the old names of bodyNumbers."""
    return Base.CreateSpringDamper(
        mbs, name, bodies_of(bodyNumbers, bodyOrNodeList, bodyList), localPosition0,
        localPosition1, referenceLength, stiffness, damping, force, velocityOffset,
        springForceUserFunction, show, drawSize, color,
    )  # fmt: skip


@creates(itemNumbers="bodyNumbers")
def CreateCartesianSpringDamper(
    mbs: Base,
    name: str = "",
    bodyNumbers: Any = NONE,
    localPosition0: Any = ORIGIN,
    localPosition1: Any = ORIGIN,
    stiffness: Any = ORIGIN,
    damping: Any = ORIGIN,
    offset: Any = ORIGIN,
    springForceUserFunction: Any = 0,
    bodyOrNodeList: Any = NONE,
    bodyList: Any = NONE,
    show: bool = True,
    drawSize: float = -1,
    color: Any = COLOR,
) -> Any:
    """Linkwork's method, with the old names of bodyNumbers."""
    return Base.CreateCartesianSpringDamper(
        mbs, name, bodies_of(bodyNumbers, bodyOrNodeList, bodyList), localPosition0,
        localPosition1, stiffness, damping, offset, springForceUserFunction, show, drawSize, color,
    )  # fmt: skip


@creates(itemNumbers="bodyNumbers")
def CreateDistanceConstraint(
    mbs: Base,
    name: str = "",
    bodyNumbers: Any = NONE,
    localPosition0: Any = ORIGIN,
    localPosition1: Any = ORIGIN,
    distance: float | None = None,
    bodyOrNodeList: Any = NONE,
    bodyList: Any = NONE,
    show: bool = True,
    drawSize: float = -1.0,
    color: Any = COLOR,
) -> Any:
    """Linkwork's method, with the old names of bodyNumbers; distance 0 makes a SphericalJoint."""
    bodies = bodies_of(bodyNumbers, bodyOrNodeList, bodyList)
    owner = "CreateDistanceConstraint"
    carriers = Carriers(mbs._store, owner)
    markers = carriers.pair_of_markers(bodies, (localPosition0, localPosition1))
    wanted = carriers.distance(markers) if distance is None else distance
    if wanted != 0.0:
        return Base.CreateDistanceConstraint(
            mbs, name, bodies, localPosition0, localPosition1, wanted, show, drawSize, color
        )
    is_planar = any(_is_planar(mbs, body) for body in bodies)
    values = {"name": name, "constrainedAxes": [1, 1, 0 if is_planar else 1]}
    drawn = {"show": show, "jointRadius": 0.1 if drawSize == -1 else drawSize, "color": color}
    return add_connector(mbs, owner, ObjectJointSpherical, markers, values, drawn)


def _is_planar(mbs: Base, body: Any) -> bool:
    """Whether a body moves in the plane only."""
    if body is None or isinstance(body, (NodeIndex, MarkerIndex)):
        return False
    return isinstance(mbs._store.item("object", body)[0], (ObjectMassPoint2D, ObjectRigidBody2D))


@creates(itemNumbers="bodyNumbers")
def CreateRigidBodySpringDamper(
    mbs: Base,
    name: str = "",
    bodyNumbers: Any = NONE,
    localPosition0: Any = ORIGIN,
    localPosition1: Any = ORIGIN,
    stiffness: Any = None,
    damping: Any = None,
    offset: Any = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    rotationMatrixJoint: Any = None,
    useGlobalFrame: bool = True,
    intrinsicFormulation: bool = True,
    springForceTorqueUserFunction: Any = 0,
    postNewtonStepUserFunction: Any = 0,
    bodyOrNodeList: Any = NONE,
    bodyList: Any = NONE,
    show: bool = True,
    drawSize: float = -1,
    color: Any = COLOR,
) -> Any:
    """Linkwork's method, with the old names of bodyNumbers and one marker more.

    The other program adds a second marker to the second body, which numbers of later ones count.
    """
    bodies = list(bodies_of(bodyNumbers, bodyOrNodeList, bodyList))
    if all(isinstance(body, ObjectIndex | int) for body in bodies):
        ends = [MarkerBodyRigid(bodyNumber=bodies[0], localPosition=localPosition0)]
        ends += [MarkerBodyRigid(bodyNumber=bodies[1], localPosition=localPosition1)] * 2
        first, _, second = (mbs.AddMarker(end) for end in ends)
        bodies = [first, second]
        localPosition0 = localPosition1 = ORIGIN
    given = {
        "stiffness": stiffness,
        "damping": damping,
        "rotationMatrixJoint": rotationMatrixJoint,
    }
    return Base.CreateRigidBodySpringDamper(
        mbs,
        name=name,
        bodyNumbers=bodies,
        localPosition0=localPosition0,
        localPosition1=localPosition1,
        offset=offset,
        useGlobalFrame=useGlobalFrame,
        intrinsicFormulation=intrinsicFormulation,
        springForceTorqueUserFunction=springForceTorqueUserFunction,
        postNewtonStepUserFunction=postNewtonStepUserFunction,
        show=show,
        drawSize=drawSize,
        color=color,
        **{key: value for key, value in given.items() if value is not None},
    )


CreateSphereSphereContact = missing_function("MainSystem.CreateSphereSphereContact", NO_CONTACT)
CreateSphereTriangleContact = missing_function("MainSystem.CreateSphereTriangleContact", NO_CONTACT)
CreateSphereQuadContact = missing_function("MainSystem.CreateSphereQuadContact", NO_CONTACT)


@functools.wraps(Base.CreateKinematicTree)
def CreateKinematicTree(mbs: Base, *args: Any, **values: Any) -> Any:
    """Linkwork's method, with shapes of links as scripts give them."""
    given = inspect.signature(Base.CreateKinematicTree).bind(mbs, *args, **values)
    links = [copy.copy(link) for link in given.arguments.get("listOfTreeLinks", ())]
    for link in links:
        if getattr(link, "graphicsDataList", None):
            link.graphicsDataList = drawable(link.graphicsDataList)
    given.arguments["listOfTreeLinks"] = links
    if given.arguments.get("baseGraphicsDataList"):
        drawn = drawable(given.arguments["baseGraphicsDataList"])
        given.arguments["baseGraphicsDataList"] = drawn
    return Base.CreateKinematicTree(*given.args, **given.kwargs)


CreateFFRFReducedOrderObject = missing_function(
    "MainSystem.CreateFFRFReducedOrderObject",
    "use exudyn.FEM.ObjectFFRFreducedOrderInterface(femInterface).AddObjectFFRFreducedOrder(mbs)",
)
CreateDistanceSensorGeometry = missing_function(
    "MainSystem.CreateDistanceSensorGeometry", "Linkwork has no GeneralContact yet"
)
CreateDistanceSensor = missing_function(
    "MainSystem.CreateDistanceSensor", "Linkwork has no GeneralContact yet"
)
