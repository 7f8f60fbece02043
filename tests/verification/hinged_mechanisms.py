"""Parallelograms, chains of lids, masses on rods and in rings, bodies in the plane."""

from __future__ import annotations

import numpy as np

from linkwork.utilities import InertiaCuboid
from tests.verification.hinged import (
    DOWN,
    NONE,
    G,
    Hinged,
    Pose,
    X,
    Y,
    Z,
    masses_of,
    system,
    turned_about,
)
from tests.verification.hinged_bodies import revolute


def parallelogram(more: bool = True, *, cranks=2, speed=2.0, start=0.0) -> Hinged:
    """Hanging cranks of one length and a coupler; all hinges are parallel to y."""
    mbs, ground = system()
    length, spacing = 0.8, 0.6
    bar = InertiaCuboid(2000.0, [0.05, 0.05, length])
    beam = InertiaCuboid(2000.0, [spacing * (cranks - 1), 0.05, 0.1])
    m, M = bar.mass, beam.mass
    about_pivot = bar.inertiaTensor[1, 1] + m * length**2 / 4
    inertia = cranks * about_pivot + M * length**2
    weight = (cranks * m / 2 + M) * length * G
    pivots = [np.array([spacing * k, 0.3, 0.5]) for k in range(cranks)]

    middle = 0.5 * (pivots[0] + pivots[-1])

    def poses(*at):
        parts = [part[0] for part in at]
        found = [turned_about(Y, p, p - 0.5 * length * Z, np.eye(3), *parts) for p in pivots]
        end = turned_about(Y, NONE, -length * Z, np.eye(3), *parts)
        return [*found, Pose(middle + end.p, np.eye(3), end.v, NONE, end.a, NONE)]

    solids = [*[bar] * cranks, beam]
    now, still = poses([start], [speed], [0.0]), poses([0.0], [0.0], [0.0])
    bodies = [
        mbs.CreateRigidBody(
            referencePosition=at.p, initialDisplacement=e.p - at.p, initialRotationMatrix=e.R,
            initialVelocity=e.v, initialAngularVelocity=e.w, inertia=solid, gravity=DOWN,
        )
        for solid, at, e in zip(solids, still, now, strict=True)
    ]  # fmt: skip
    supports = []
    for k, pivot in enumerate(pivots):
        end = pivot - length * Z
        supports.append(revolute(mbs, [ground, bodies[k]], pivot, Y))
        if more or k == 0:
            revolute(mbs, [bodies[k], bodies[-1]], end, Y)
            continue
        mbs.CreateGenericJoint(
            bodyNumbers=[bodies[-1], bodies[k]], position=end,
            constrainedAxes=[1, 0, 1, 0, 0, 0] if k == 1 else [1, 0, 0, 0, 0, 0],
        )  # fmt: skip
    return Hinged(
        mbs, ground, bodies, list(map(masses_of, solids)), supports,
        lambda x, v: -weight * np.sin(x) / inertia, poses, [start], [speed], DOWN,
    )  # fmt: skip


def double_lid(
    more: bool = True, *, hinges=(-0.4, 0.4), start=(0.3, -0.2), speed=(1.0, -2.0)
) -> Hinged:
    """A panel on two hinges, and another one on two hinges below it."""
    mbs, ground = system()
    first = InertiaCuboid(700.0, [0.04, 1.0, 0.6])
    second = InertiaCuboid(700.0, [0.04, 1.0, 0.4])
    m1, m2, s1, s2, l1 = first.mass, second.mass, 0.3, 0.2, 0.6
    J1, J2 = first.inertiaTensor[1, 1], second.inertiaTensor[1, 1]
    through = np.array([0.2, 0.1, -0.3])

    def rates(x, v):
        c, s = m2 * l1 * s2 * np.cos(x[0] - x[1]), m2 * l1 * s2 * np.sin(x[0] - x[1])
        mass = [[J1 + m1 * s1**2 + m2 * l1**2, c], [c, J2 + m2 * s2**2]]
        force = [
            -s * v[1] ** 2 - (m1 * s1 + m2 * l1) * G * np.sin(x[0]),
            s * v[0] ** 2 - m2 * s2 * G * np.sin(x[1]),
        ]
        return np.linalg.solve(mass, force)

    def poses(x, v, a):
        unit = np.eye(3)
        upper = turned_about(Y, through, through - s1 * Z, unit, x[0], v[0], a[0])
        knee = turned_about(Y, through, through - l1 * Z, unit, x[0], v[0], a[0])
        lower = turned_about(Y, NONE, -s2 * Z, unit, x[1], v[1], a[1])
        lower.p, lower.v, lower.a = knee.p + lower.p, knee.v + lower.v, knee.a + lower.a
        return [upper, lower]

    zero = np.zeros(2)
    now, still = poses(start, speed, zero), poses(zero, zero, zero)
    bodies = [
        mbs.CreateRigidBody(
            referencePosition=at.p, initialDisplacement=e.p - at.p, initialRotationMatrix=e.R,
            initialVelocity=e.v, initialAngularVelocity=e.w, inertia=solid, gravity=DOWN,
        )
        for solid, at, e in zip((first, second), still, now, strict=True)
    ]  # fmt: skip
    supports = []
    for along in hinges if more else hinges[:1]:
        supports.append(revolute(mbs, [ground, bodies[0]], through + along * Y, Y))
        revolute(mbs, bodies, through + along * Y - l1 * Z, Y)
    inertias = [masses_of(first), masses_of(second)]
    return Hinged(mbs, ground, bodies, inertias, supports, rates, poses, start, speed, DOWN)


def two_rods(more: bool = True) -> Hinged:
    """A mass on two equal rods between the same points, which swings in a plane."""
    mbs, ground = system()
    length, speed, m = 1.3, 1.1, 2.0

    def poses(*at):
        return [turned_about(Y, NONE, -length * Z, np.eye(3), *(part[0] for part in at))]

    start = poses([0.0], [speed / length], [0.0])[0]
    body = mbs.CreateMassPoint(
        physicsMass=m, referencePosition=start.p, initialVelocity=start.v, gravity=DOWN
    )
    joints = [mbs.CreateDistanceConstraint(bodyNumbers=[ground, body]) for _ in range(1 + more)]
    return Hinged(
        mbs, ground, [body], [(m, np.zeros((3, 3)))], joints,
        lambda x, v: -G / length * np.sin(x), poses, [0.0], [speed / length], DOWN,
        are_points=True, across=[G / length],
    )  # fmt: skip


def ring_of_coordinates(more: bool = True) -> Hinged:
    """Three masses on a line whose coordinates are tied in a ring, on a spring."""
    mbs, ground = system()
    m, k, speed = 1.5, 40.0, 0.7

    def poses(x, v, a):
        unit, places = np.eye(3), [x[0] * X + 0.5 * n * Y for n in range(3)]
        return [Pose(p, unit, v[0] * X, NONE, a[0] * X, NONE) for p in places]

    bodies = [
        mbs.CreateMassPoint(physicsMass=m, referencePosition=e.p, initialVelocity=e.v)
        for e in poses([0.0], [speed], [0.0])
    ]
    mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, bodies[0]], stiffness=[k, 0, 0])
    pairs = [(0, 1), (1, 2), (2, 0)] if more else [(0, 1), (1, 2)]
    for i, j in pairs:
        mbs.CreateCoordinateConstraint(bodyNumbers=[bodies[i], bodies[j]], coordinates=[0, 0])
    for body in bodies:  # some of them held twice
        for coordinate in (1, 2, 2) if more else (1, 2):
            mbs.CreateCoordinateConstraint(bodyNumbers=[None, body], coordinates=[None, coordinate])
    return Hinged(
        mbs, ground, bodies, [(m, np.zeros((3, 3)))] * 3, [], lambda x, v: -k * x / (3 * m), poses,
        [0.0], [speed], are_points=True,
    )  # fmt: skip


PLANE_DOWN = -G * Y


def planar_lid(more: bool = True, *, pins=2, speed=2.0) -> Hinged:
    """A plane body on one pin, twice."""
    mbs, ground = system()
    m, J, pin = 3.0, 0.2, np.array([0.4, 0.3, 0.0])
    place = pin + 0.5 * X

    def poses(*at):
        return [turned_about(Z, pin, place, np.eye(3), *(part[0] for part in at))]

    e = poses([0.0], [speed], [0.0])[0]
    body = mbs.CreateRigidBody2D(
        mass=m, inertia=J, referencePosition=place[:2], initialVelocity=e.v[:2],
        initialAngularVelocity=speed, gravity=PLANE_DOWN,
    )  # fmt: skip
    joints = [
        mbs.CreateRevoluteJoint2D(bodyNumbers=[ground, body], position=pin)
        for _ in range(pins if more else 1)
    ]
    inertias = [(m, np.diag([0.0, 0.0, J]))]
    return Hinged(
        mbs, ground, [body], inertias, joints,
        lambda x, v: -m * G * 0.5 * np.cos(x) / (J + m * 0.25), poses, [0.0], [speed], PLANE_DOWN,
    )  # fmt: skip


def planar_slider(more: bool = True, *, speed=1.0) -> Hinged:
    """A plane block on two prismatic joints along an inclined line."""
    mbs, ground = system()
    axis = np.array([np.cos(0.4), -np.sin(0.4), 0.0])
    m, J, at = 3.0, 0.2, np.array([0.5, 0.2, 0.0])
    rate = float(axis @ PLANE_DOWN)

    def poses(x, v, a):
        return [Pose(at + x[0] * axis, np.eye(3), v[0] * axis, NONE, a[0] * axis, NONE)]

    body = mbs.CreateRigidBody2D(
        mass=m, inertia=J, referencePosition=at[:2], initialVelocity=(speed * axis)[:2],
        gravity=PLANE_DOWN,
    )  # fmt: skip
    joints = [
        mbs.CreatePrismaticJoint2D(bodyNumbers=[ground, body], position=at + k * axis, axis=axis)
        for k in ((-0.3, 0.3) if more else (0.0,))
    ]
    inertias = [(m, np.diag([0.0, 0.0, J]))]
    return Hinged(
        mbs, ground, [body], inertias, joints, lambda x, v: [rate], poses, [0.0], [speed],
        PLANE_DOWN,
    )  # fmt: skip


def planar_parallelogram(more: bool = True, *, cranks=3, speed=2.0) -> Hinged:
    """Hanging cranks of one length and a coupler in the x-y plane; three are one too many."""
    mbs, ground = system()
    length, spacing, m, M, J = 0.8, 0.6, 4.0, 9.0, 0.4
    inertia = cranks * (J + m * length**2 / 4) + M * length**2
    weight = (cranks * m / 2 + M) * length * G
    pivots = [np.array([spacing * k, 0.3, 0.0]) for k in range(cranks)]
    middle = 0.5 * (pivots[0] + pivots[-1])

    def poses(*at):
        parts = [part[0] for part in at]
        found = [turned_about(Z, p, p - 0.5 * length * Y, np.eye(3), *parts) for p in pivots]
        end = turned_about(Z, NONE, -length * Y, np.eye(3), *parts)
        return [*found, Pose(middle + end.p, np.eye(3), end.v, NONE, end.a, NONE)]

    masses = [*[m] * cranks, M]
    bodies = [
        mbs.CreateRigidBody2D(
            mass=mass, inertia=J, referencePosition=e.p[:2], initialVelocity=e.v[:2],
            initialAngularVelocity=e.w[2], gravity=PLANE_DOWN,
        )
        for mass, e in zip(masses, poses([0.0], [speed], [0.0]), strict=True)
    ]  # fmt: skip
    supports = []
    for k, pivot in enumerate(pivots):
        pair, end = [bodies[-1], bodies[k]], pivot - length * Y
        supports.append(mbs.CreateRevoluteJoint2D(bodyNumbers=[ground, bodies[k]], position=pivot))
        if more or k < 2:
            mbs.CreateRevoluteJoint2D(bodyNumbers=pair, position=end)
        else:
            mbs.CreatePrismaticJoint2D(
                bodyNumbers=pair, position=end, axis=Y, constrainRotation=False
            )
    inertias = [(mass, np.diag([0.0, 0.0, J])) for mass in masses]
    return Hinged(
        mbs, ground, bodies, inertias, supports, lambda x, v: -weight * np.sin(x) / inertia, poses,
        [0.0], [speed], PLANE_DOWN,
    )  # fmt: skip
