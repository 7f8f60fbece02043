"""Create... functions for joints in space.

bodyNumbers are the two bodies to connect, by number, ObjectIndex or name (`itemNumbers` is the same
parameter). position is that of the joint in the reference configuration [m], and axes are
directions of any length there: global or, with useGlobalFrame=False, in the axes of the first body.
An entry of bodyNumbers may also be the MarkerIndex of an existing marker, which stays where it is
and tells the position; then position is left empty. In the place of the first body, it also tells
the axes. The joint is named `name`, new markers Marker0:name and Marker1:name. show, color (RGBA)
and the sizes [m] set how it is drawn. All arguments are checked before anything is added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.create.bodies import Vector
from linkwork.api.create.connectors import PAIR, add_connector
from linkwork.api.create.ends import Ends, joint_ends
from linkwork.api.create.parts import DEFAULT_COLOR, checked_as, creates
from linkwork.core.declare.indices import ObjectIndex
from linkwork.core.declare.parameters import UNIT_MATRIX
from linkwork.core.errors import ParameterError

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

NOT_NORMAL = 1.0e-6
"""Largest cosine of the angle between the two axes of a universal joint."""


@creates(**PAIR)
def CreateRevoluteJoint(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    position: Vector = (),
    axis: Vector = (),
    useGlobalFrame: bool = True,
    show: bool = True,
    axisRadius: float = 0.1,
    axisLength: float = 0.4,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a RevoluteJointZ: two bodies turn relative to each other about an axis.

    axis -- direction of the axis, the z axis of the joint

    Returns the number of the joint. Other parameters: see linkwork.api.create.space_joints.
    """
    from linkwork.joints.revolute_z import ObjectJointRevoluteZ

    owner = "CreateRevoluteJoint"
    ends = joint_ends(mbs, owner, bodyNumbers, position, useGlobalFrame)
    values = {"name": name, **ends.rotation_markers(ends.along_z("axis", axis))}
    drawn = {"show": show, "axisRadius": axisRadius, "axisLength": axisLength, "color": color}
    return add_connector(mbs, owner, ObjectJointRevoluteZ, ends.markers, values, drawn)


@creates(**PAIR)
def CreatePrismaticJoint(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    position: Vector = (),
    axis: Vector = (),
    useGlobalFrame: bool = True,
    show: bool = True,
    axisRadius: float = 0.1,
    axisLength: float = 0.4,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a PrismaticJointX: two bodies slide along an axis without turning.

    axis -- direction of the axis, the x axis of the joint; it turns with the first body

    Returns the number of the joint. Other parameters: see linkwork.api.create.space_joints.
    """
    from linkwork.joints.prismatic_x import ObjectJointPrismaticX

    owner = "CreatePrismaticJoint"
    ends = joint_ends(mbs, owner, bodyNumbers, position, useGlobalFrame)
    values = {"name": name, **ends.rotation_markers(ends.along_x("axis", axis))}
    drawn = {"show": show, "axisRadius": axisRadius, "axisLength": axisLength, "color": color}
    return add_connector(mbs, owner, ObjectJointPrismaticX, ends.markers, values, drawn)


@creates(**PAIR)
def CreateSphericalJoint(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    position: Vector = (),
    constrainedAxes: Sequence[int] = (1, 1, 1),
    useGlobalFrame: bool = True,
    show: bool = True,
    jointRadius: float = 0.1,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a SphericalJoint: points of two bodies coincide. The bodies need no orientation.

    constrainedAxes -- directions x, y, z, each constrained (1) or free (0); always those of the
        global axes
    useGlobalFrame -- whether position is global

    Returns the number of the joint. Other parameters: see linkwork.api.create.space_joints.
    """
    from linkwork.joints.spherical import ObjectJointSpherical

    owner = "CreateSphericalJoint"
    ends = joint_ends(mbs, owner, bodyNumbers, position, useGlobalFrame, turns=False)
    values = {"name": name, "constrainedAxes": constrainedAxes}
    drawn = {"show": show, "jointRadius": jointRadius, "color": color}
    return add_connector(mbs, owner, ObjectJointSpherical, ends.markers, values, drawn)


@creates(**PAIR)
def CreateGenericJoint(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    position: Vector = (),
    rotationMatrixAxes: Any = UNIT_MATRIX,
    constrainedAxes: Sequence[int] = (1, 1, 1, 1, 1, 1),
    useGlobalFrame: bool = True,
    offsetUserFunction: Callable[..., Any] | int = 0,
    offsetUserFunction_t: Callable[..., Any] | int = 0,
    show: bool = True,
    axesRadius: float = 0.1,
    axesLength: float = 0.4,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a GenericJoint: of the six relative directions of two bodies, some are constrained.

    rotationMatrixAxes -- rotation matrix whose columns are the axes of the joint
    constrainedAxes -- displacements along these axes and rotations about them, each constrained
        (1) or free (0)
    offsetUserFunction -- f(mbs, t, itemNumber, offsetUserFunctionParameters) -> six offsets
        [m, m, m, rad, rad, rad] that move the joint; offsetUserFunction_t -- their rates

    Returns the number of the joint. Other parameters: see linkwork.api.create.space_joints.
    """
    from linkwork.joints.generic import ObjectJointGeneric

    owner, kind = "CreateGenericJoint", ObjectJointGeneric
    ends = joint_ends(mbs, owner, bodyNumbers, position, useGlobalFrame)
    rotation = kind.field("rotationMarker0")
    axes = ends.axes(checked_as(owner, "rotationMatrixAxes", rotation, rotationMatrixAxes))
    if callable(offsetUserFunction_t) and not callable(offsetUserFunction):
        raise ParameterError(
            f"{owner}: offsetUserFunction_t returns the rates of offsetUserFunction, which is "
            "missing; give both, or offsetUserFunction alone",
            "offsetUserFunction_t",
        )
    values = {
        "name": name,
        "constrainedAxes": constrainedAxes,
        "offsetUserFunction": offsetUserFunction,
        "offsetUserFunction_t": offsetUserFunction_t,
        **ends.rotation_markers(axes),
    }
    drawn = {"show": show, "axesRadius": axesRadius, "axesLength": axesLength, "color": color}
    return add_connector(mbs, owner, kind, ends.markers, values, drawn)


@creates(**PAIR)
def CreateUniversalJoint(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    position: Vector = (),
    axis0: Vector = (),
    axis1: Vector = (),
    useGlobalFrame: bool = True,
    show: bool = True,
    axesRadius: float = 0.1,
    axesLength: float = 0.4,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a universal joint: two bodies share a point and a cross with two normal axes.

    axis0, axis1 -- directions of the cross, normal to each other; axis0 turns with the first
        body, axis1 with the second one. They are the y and z axes of a GenericJoint with
        constrainedAxes = [1, 1, 1, 1, 0, 0].

    Returns the number of the joint. Other parameters: see linkwork.api.create.space_joints.
    """
    from linkwork.joints.generic import ObjectJointGeneric

    owner = "CreateUniversalJoint"
    ends = joint_ends(mbs, owner, bodyNumbers, position, useGlobalFrame)
    values = {"name": name, **_generic(ends, _cross_axes(ends, axis0, axis1), [1, 1, 1, 1, 0, 0])}
    drawn = {"show": show, "axesRadius": axesRadius, "axesLength": axesLength, "color": color}
    return add_connector(mbs, owner, ObjectJointGeneric, ends.markers, values, drawn)


@creates(**PAIR)
def CreateCylindricalJoint(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    position: Vector = (),
    axis: Vector = (),
    useGlobalFrame: bool = True,
    show: bool = True,
    axesRadius: float = 0.1,
    axesLength: float = 0.4,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a cylindrical joint: two bodies slide along an axis and turn about it.

    axis -- direction of the axis, which turns with the first body: the x axis of a GenericJoint
        with constrainedAxes = [0, 1, 1, 0, 1, 1]

    Returns the number of the joint. Other parameters: see linkwork.api.create.space_joints.
    """
    from linkwork.joints.generic import ObjectJointGeneric

    owner = "CreateCylindricalJoint"
    ends = joint_ends(mbs, owner, bodyNumbers, position, useGlobalFrame)
    values = {"name": name, **_generic(ends, ends.along_x("axis", axis), [0, 1, 1, 0, 1, 1])}
    drawn = {"show": show, "axesRadius": axesRadius, "axesLength": axesLength, "color": color}
    return add_connector(mbs, owner, ObjectJointGeneric, ends.markers, values, drawn)


@creates(**PAIR, axis="normal")
def CreatePlanarJoint(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    position: Vector = (),
    normal: Vector = (),
    useGlobalFrame: bool = True,
    show: bool = True,
    axesRadius: float = 0.1,
    axesLength: float = 0.4,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a planar joint: two bodies slide in a plane and turn about its normal.

    normal -- direction of the normal, which turns with the first body (`axis` is the same
        parameter): the z axis of a GenericJoint with constrainedAxes = [0, 0, 1, 1, 1, 0]

    Returns the number of the joint. Other parameters: see linkwork.api.create.space_joints.
    """
    from linkwork.joints.generic import ObjectJointGeneric

    owner = "CreatePlanarJoint"
    ends = joint_ends(mbs, owner, bodyNumbers, position, useGlobalFrame)
    values = {"name": name, **_generic(ends, ends.along_z("normal", normal), [0, 0, 1, 1, 1, 0])}
    drawn = {"show": show, "axesRadius": axesRadius, "axesLength": axesLength, "color": color}
    return add_connector(mbs, owner, ObjectJointGeneric, ends.markers, values, drawn)


def _generic(ends: Ends, axes: np.ndarray, constrained: list[int]) -> dict[str, Any]:
    """Parameters of a GenericJoint."""
    return {"constrainedAxes": constrained, **ends.rotation_markers(axes)}


def _cross_axes(ends: Ends, axis0: Any, axis1: Any) -> np.ndarray:
    """Axes of a universal joint: y along axis0, z along axis1."""
    from linkwork.rigid.vectors import GramSchmidt, Normalize

    directions = ends.direction("axis0", axis0), ends.direction("axis1", axis1)
    y, z = map(Normalize, directions)
    if abs(y @ z) > NOT_NORMAL:
        angle = np.degrees(np.arccos(np.clip(y @ z, -1.0, 1.0)))
        raise ParameterError(
            f"{ends.owner}: axis1 must be normal to axis0; the angle between them is "
            f"{angle:.6g} degrees",
            "axis1",
        )
    y, z, x = GramSchmidt(y, z)
    return np.column_stack([x, y, z])
