"""Bodies on several joints with the ground: doors, lids, shafts, sliders, tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.utilities import InertiaCuboid, InertiaCylinder
from tests.verification.hinged import (
    DOWN,
    NONE,
    Hinged,
    Pose,
    X,
    Y,
    Z,
    masses_of,
    system,
    turn,
    turned_about,
)


def revolute(mbs, pair, place, axis):
    return mbs.CreateRevoluteJoint(bodyNumbers=pair, position=place, axis=axis)


def generic(mbs, pair, place, axis):
    """A revolute joint made of a GenericJoint."""
    z = np.asarray(axis)
    x = np.cross(Y if abs(z @ Y) < 0.9 else X, z)
    x /= np.linalg.norm(x)
    axes = np.column_stack([x, np.cross(z, x), z])
    return mbs.CreateGenericJoint(
        bodyNumbers=pair, position=place, rotationMatrixAxes=axes,
        constrainedAxes=[1, 1, 1, 1, 1, 0],
    )  # fmt: skip


def ball(mbs, pair, place, axis):
    return mbs.CreateSphericalJoint(bodyNumbers=pair, position=place)


def cylindrical(mbs, pair, place, axis):
    return mbs.CreateCylindricalJoint(bodyNumbers=pair, position=place, axis=axis)


HEIGHT, WIDTH, THICKNESS = 2.0, 0.9, 0.05


def leaf(
    more: bool = True, *, hinges=(0.2, 1.8), axis=Z, through=NONE, speed=0.0, gravity=NONE,
    stiffness=0.0, torque=0.0, offset=WIDTH / 2, nodeType="RotationEulerParameters",
    kinds=(revolute,), shifts=(), inertia=None, away=X, start=0.0,
) -> Hinged:  # fmt: skip
    """A body on hinges along one axis: a door, a lid, a shaft.

    hinges -- places along the axis [m]; kinds -- of the hinges, the last one for the rest
    offset -- of the center of mass from the axis [m], in the direction `away`; shifts -- of the
        hinges normal to the axis [m]
    start -- angle by which the body is turned at the start [rad]
    """
    mbs, ground = system()
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    through, gravity = np.asarray(through, float), np.asarray(gravity, float)
    across = np.asarray(away) - (axis @ away) * axis
    across /= np.linalg.norm(across)
    A = np.column_stack([across, np.cross(axis, across), axis])
    inertia = inertia or InertiaCuboid(500.0, [WIDTH, THICKNESS, HEIGHT])
    m, J = inertia.mass, np.asarray(inertia.inertiaTensor)
    place = through + offset * across + 0.5 * HEIGHT * axis
    moment = axis @ A @ J @ A.T @ axis + m * offset**2

    def rates(x, v):
        arm = turn(axis, x[0]) @ (place - through)
        return [(torque - stiffness * x[0] + axis @ np.cross(arm, m * gravity)) / moment]

    def poses(*at):
        return [turned_about(axis, through, place, A, *(part[0] for part in at))]

    first = poses([start], [speed], [0.0])[0]
    body = mbs.CreateRigidBody(
        referencePosition=place, referenceRotationMatrix=A, inertia=inertia, gravity=gravity,
        initialDisplacement=first.p - place, initialRotationMatrix=A.T @ first.R,
        initialVelocity=first.v, initialAngularVelocity=first.w, nodeType=nodeType,
    )  # fmt: skip
    joints = []
    for k, along in enumerate(hinges if more else hinges[:1]):
        shift = shifts[k] * across if shifts else NONE
        kind = kinds[min(k, len(kinds) - 1)]
        joints.append(kind(mbs, [ground, body], through + along * axis + shift, axis))
    if stiffness:
        mbs.CreateTorsionalSpringDamper(
            bodyNumbers=[ground, body], position=through, axis=axis, stiffness=stiffness
        )
    if torque:
        mbs.CreateTorque(bodyNumber=body, loadVector=torque * axis)
    return Hinged(
        mbs, ground, [body], [(m, J)], joints, rates, poses, [start], [speed], gravity,
        lambda x: (NONE, (torque - stiffness * x[0]) * axis),
    )  # fmt: skip


TILTED = (0.3, -0.2, 1.0)
ASIDE = (1.2, -0.7, 0.4)
SHAFT = InertiaCylinder(7800.0, length=HEIGHT, outerRadius=0.06, axis=2)


def prismatic(mbs, pair, place, axis):
    return mbs.CreatePrismaticJoint(bodyNumbers=pair, position=place, axis=axis)


def slider(
    more: bool = True, *, kind=prismatic, places=(-0.3 * X, 0.3 * X), axis=X - 0.4 * Z,
    stiffness=0.0, speed=1.0,
) -> Hinged:  # fmt: skip
    """A block on joints along an inclined axis, with a spring to its start."""
    mbs, ground = system()
    axis = axis / np.linalg.norm(axis)
    solid = InertiaCuboid(900.0, [0.8, 0.3, 0.2])
    m, at = solid.mass, np.array([0.5, 0.2, 1.0])

    def rates(x, v):
        return axis @ DOWN - stiffness * x / m

    def poses(x, v, a):
        return [Pose(at + x[0] * axis, np.eye(3), v[0] * axis, NONE, a[0] * axis, NONE)]

    def applied(x):
        force = -stiffness * x[0] * axis
        return force, np.cross(at, force)

    body = mbs.CreateRigidBody(
        referencePosition=at, inertia=solid, gravity=DOWN, initialVelocity=speed * axis
    )
    # one cylindrical joint leaves a rotation free
    chosen = places if more else places[:1]
    joints = [
        (kind if more else prismatic)(mbs, [ground, body], at + place, axis) for place in chosen
    ]
    if stiffness:
        mbs.CreateCartesianSpringDamper(
            bodyNumbers=[ground, body], localPosition0=at, stiffness=[stiffness] * 3
        )
    return Hinged(
        mbs, ground, [body], [masses_of(solid)], joints, rates, poses, [0.0], [speed], DOWN, applied
    )


CORNERS = [np.array([x, y, 0.0]) for x in (-0.6, 0.6) for y in (-0.4, 0.4)]
TABLE = np.array([0.3, -0.2, 0.75])


def still(*places) -> dict[str, Any]:
    """Motion of bodies that cannot move."""
    return {
        "rates": lambda x, v: NONE[:0],
        "poses": lambda x, v, a: [Pose(p, np.eye(3), NONE, NONE, NONE, NONE) for p in places],
        "gravity": DOWN,
    }


def table(more: bool = True, *, kind=ball, load=NONE, load_at=NONE) -> Hinged:
    """A table top on four joints with the ground, and a load."""
    mbs, ground = system()
    solid = InertiaCuboid(600.0, [1.4, 1.0, 0.05])
    body = mbs.CreateRigidBody(referencePosition=TABLE, inertia=solid, gravity=DOWN)
    if more:
        joints = [kind(mbs, [ground, body], TABLE + corner, Z) for corner in CORNERS]
    else:
        joints = [mbs.CreateGenericJoint(bodyNumbers=[ground, body], position=TABLE)]
    if np.any(load):
        mbs.CreateForce(bodyNumber=body, loadVector=load, localPosition=load_at)
    load = np.asarray(load, float)
    return Hinged(
        mbs, ground, [body], [masses_of(solid)], joints, **still(TABLE),
        applied=lambda x: (load, np.cross(TABLE + load_at, load)),
    )  # fmt: skip


def fixed(mbs, pair, place, axis):
    return mbs.CreateGenericJoint(bodyNumbers=pair, position=place)


def legged_table(more: bool = True) -> Hinged:
    """A table top whose four legs are bodies, fixed to it and to the ground."""
    mbs, ground = system()
    top = InertiaCuboid(600.0, [1.4, 1.0, 0.05])
    leg = InertiaCuboid(600.0, [0.05, 0.05, 0.75])
    body = mbs.CreateRigidBody(referencePosition=TABLE, inertia=top, gravity=DOWN)
    bodies, supports, places = [body], [], [TABLE]
    for k, corner in enumerate(CORNERS):
        place = TABLE + corner - 0.375 * Z
        bodies.append(mbs.CreateRigidBody(referencePosition=place, inertia=leg, gravity=DOWN))
        places.append(place)
        if more or k == 0:
            supports.append(fixed(mbs, [ground, bodies[-1]], TABLE + corner - 0.75 * Z, Z))
        fixed(mbs, [bodies[-1], body], TABLE + corner, Z)
    inertias = [masses_of(top), *[masses_of(leg)] * 4]
    return Hinged(mbs, ground, bodies, inertias, supports, **still(*places))


def gliding_table(more: bool = True, *, speed=(0.4, -0.3, 0.0), spin=1.5) -> Hinged:
    """A table that glides on four legs and turns about the vertical axis, without friction."""
    mbs, ground = system()
    solid = InertiaCuboid(600.0, [1.4, 1.0, 0.05])
    speed = np.asarray(speed)

    def poses(x, v, a):
        way, rate = np.array([*x[:2], 0.0]), np.array([*v[:2], 0.0])
        return [Pose(TABLE + way, turn(Z, x[2]), rate, v[2] * Z, NONE, NONE)]

    body = mbs.CreateRigidBody(
        referencePosition=TABLE, inertia=solid, gravity=DOWN, initialVelocity=speed,
        initialAngularVelocity=spin * Z,
    )  # fmt: skip
    joints = [
        mbs.CreateSphericalJoint(
            bodyNumbers=[ground, body], position=TABLE + corner, constrainedAxes=[0, 0, 1]
        )
        for corner in (CORNERS if more else CORNERS[:3])
    ]
    return Hinged(
        mbs, ground, [body], [masses_of(solid)], joints, lambda x, v: np.zeros(3), poses,
        [0.0] * 3, [*speed[:2], spin], DOWN,
    )  # fmt: skip
