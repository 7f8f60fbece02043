"""Create... functions for springs and dampers between frames in space.

bodyNumbers are the two bodies to connect, by number, ObjectIndex or name, or MarkerIndex (other
names of this parameter: see `connectors`). useGlobalFrame=False: positions and axes are given in
the axes of the first body instead of global ones, in the reference configuration. Where a function
has a position, bodies get markers there; a marker stays where it is and tells the position. The
spring is named `name`, new markers Marker0:name and Marker1:name. show, drawSize [m] and color
(RGBA) set how it is drawn. All arguments are checked before anything is added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from linkwork.api.create.bodies import FLAG, Vector, plain
from linkwork.api.create.carriers import Carriers
from linkwork.api.create.connectors import PAIR, add_connector
from linkwork.api.create.ends import Ends, joint_ends
from linkwork.api.create.parts import DEFAULT_COLOR, ORIGIN, checked_as, creates
from linkwork.core.declare.indices import ObjectIndex
from linkwork.core.declare.parameters import UNIT_MATRIX

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

ZEROS = ((0.0,) * 6,) * 6


@creates(**PAIR, useIntrinsicFormulation="intrinsicFormulation")
def CreateRigidBodySpringDamper(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    localPosition0: Vector = ORIGIN,
    localPosition1: Vector = ORIGIN,
    stiffness: Any = ZEROS,
    damping: Any = ZEROS,
    offset: Vector = (0.0,) * 6,
    rotationMatrixJoint: Any = UNIT_MATRIX,
    useGlobalFrame: bool = True,
    intrinsicFormulation: bool = True,
    springForceTorqueUserFunction: Callable[..., Any] | int = 0,
    postNewtonStepUserFunction: Callable[..., Any] | int = 0,
    show: bool = True,
    drawSize: float = -1.0,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a RigidBodySpringDamper, a bushing between frames of two bodies; returns its number.

    bodyNumbers -- also NodeIndex; localPosition0, localPosition1 -- points in the axes of the
        bodies [m], zero on nodes and markers
    stiffness, damping -- 6 x 6 matrices of displacements and rotations
    offset -- displacements and rotations at zero force
    rotationMatrixJoint -- rotation matrix of the axes of the spring
    intrinsicFormulation -- whether the law is the same seen from both bodies
    springForceTorqueUserFunction, postNewtonStepUserFunction -- as in the item; data coordinates
        need its parameter nodeNumber, by SetObjectParameter
    Other parameters: see linkwork.api.create.space_springs.
    """
    from linkwork.connectors.rigid_body_spring_damper import ObjectConnectorRigidBodySpringDamper

    owner, kind = "CreateRigidBodySpringDamper", ObjectConnectorRigidBodySpringDamper
    in_space = plain("useGlobalFrame", FLAG).check(useGlobalFrame, owner)
    carriers = Carriers(mbs._store, owner)
    markers = carriers.pair_of_markers(bodyNumbers, (localPosition0, localPosition1), turns=True)
    rotations = [carriers.motion(marker).reference_rotation() for marker in markers]
    ends = Ends(owner, markers, rotations, in_space)
    rotation = kind.field("rotationMarker0")
    axes = ends.axes(checked_as(owner, "rotationMatrixJoint", rotation, rotationMatrixJoint))
    values = {
        "name": name,
        "stiffness": stiffness,
        "damping": damping,
        "offset": offset,
        "intrinsicFormulation": intrinsicFormulation,
        "springForceTorqueUserFunction": springForceTorqueUserFunction,
        "postNewtonStepUserFunction": postNewtonStepUserFunction,
        **ends.rotation_markers(axes),
    }
    drawn = {"show": show, "drawSize": drawSize, "color": color}
    return add_connector(mbs, owner, kind, markers, values, drawn)


@creates(**PAIR)
def CreateTorsionalSpringDamper(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    position: Vector = (),
    axis: Vector = ORIGIN,
    stiffness: float = 0.0,
    damping: float = 0.0,
    offset: float = 0.0,
    velocityOffset: float = 0.0,
    torque: float = 0.0,
    useGlobalFrame: bool = True,
    springTorqueUserFunction: Callable[..., Any] | int = 0,
    unlimitedRotations: bool = True,
    show: bool = True,
    drawSize: float = -1.0,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a TorsionalSpringDamper about an axis that two bodies share; returns its number.

    position -- where it is drawn, in the reference configuration [m]; empty: the origin, or the
        place of a marker
    axis -- direction of the axis, the z axis of the spring
    stiffness [N m/rad], damping [N m s/rad], offset [rad], velocityOffset [rad/s], torque [N m],
    springTorqueUserFunction -- as in the item
    unlimitedRotations -- add a node that counts turns; without it, angles are in (-pi, pi]
    Other parameters: see linkwork.api.create.space_springs.
    """
    from linkwork.connectors.torsional_spring_damper import ObjectConnectorTorsionalSpringDamper
    from linkwork.nodes.generic_data import NodeGenericData

    owner, kind = "CreateTorsionalSpringDamper", ObjectConnectorTorsionalSpringDamper
    ends = joint_ends(mbs, owner, bodyNumbers, position, useGlobalFrame, default=ORIGIN)
    counts = plain("unlimitedRotations", FLAG).check(unlimitedRotations, owner)
    values = {
        "name": name,
        "stiffness": stiffness,
        "damping": damping,
        "offset": offset,
        "velocityOffset": velocityOffset,
        "torque": torque,
        "springTorqueUserFunction": springTorqueUserFunction,
        **ends.rotation_markers(ends.along_z("axis", axis)),
    }
    drawn = {"show": show, "drawSize": drawSize, "color": color}
    turns = NodeGenericData(numberOfDataCoordinates=1, initialCoordinates=[0.0])
    node = turns if counts else None
    return add_connector(mbs, owner, kind, ends.markers, values, drawn, node)


@creates(**PAIR)
def CreateLinearSpringDamper(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    position: Vector = (),
    axis: Vector = (1.0, 0.0, 0.0),
    stiffness: float = 0.0,
    damping: float = 0.0,
    offset: float = 0.0,
    velocityOffset: float = 0.0,
    force: float = 0.0,
    useGlobalFrame: bool = True,
    springForceUserFunction: Callable[..., Any] | int = 0,
    show: bool = True,
    drawSize: float = -1.0,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a LinearSpringDamper along an axis of the first body; returns its number.

    position -- of the points on both bodies in the reference configuration [m]; empty: the
        origin, or the place of a marker
    axis -- direction of the axis, of any length but zero; it turns with the first body
    stiffness [N/m], damping [N s/m], offset [m], velocityOffset [m/s], force [N],
    springForceUserFunction -- as in the item
    Other parameters: see linkwork.api.create.space_springs.
    """
    from linkwork.connectors.linear_spring_damper import ObjectConnectorLinearSpringDamper

    owner, kind = "CreateLinearSpringDamper", ObjectConnectorLinearSpringDamper
    ends = joint_ends(mbs, owner, bodyNumbers, position, useGlobalFrame, default=ORIGIN)
    values = {
        "name": name,
        "axisMarker0": ends.rotations[0].T @ ends.along_x("axis", axis)[:, 0],
        "stiffness": stiffness,
        "damping": damping,
        "offset": offset,
        "velocityOffset": velocityOffset,
        "force": force,
        "springForceUserFunction": springForceUserFunction,
    }
    drawn = {"show": show, "drawSize": drawSize, "color": color}
    return add_connector(mbs, owner, kind, ends.markers, values, drawn)
