"""Planar mechanisms, and a second way to their motion: plain NumPy in coordinates of the centers.

A mechanism is a list of bodies, joints and further forces. `build` makes a system of it through
the general interface. `reference` integrates M a + C_q^T lambda = F, C_q a = -(C_q)' v with
tolerances near rounding, in positions and angles of the centers of mass; derivatives of equations
and potentials are complex steps. So both share no formula.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import linkwork as exu
from linkwork.items import (
    DistanceConstraint,
    LoadMassProportional,
    MarkerBodyMass,
    MarkerBodyRigid,
    NodeRigidBody2D,
    ObjectGround,
    PrismaticJoint2D,
    RevoluteJoint2D,
    RigidBody2D,
)

from .models import make_settings

GRAVITY = 9.81
GROUND = -1
EPS = 1e-30


@dataclass
class Bar:
    """A body: pose and velocity of its reference point, inertia about the center of mass."""

    m: float
    J: float
    com: tuple = (0.0, 0.0)
    pose: tuple = (0.0, 0.0, 0.0)
    velocity: tuple = (0.0, 0.0, 0.0)


@dataclass
class Joint:
    """A pin, a slider or a rod between points of two bodies; the ground is body -1.

    A slider has an axis in the frame of the first body and a normal in that of the second; a rod
    has a length.
    """

    first: int
    first_at: tuple
    second: int
    second_at: tuple
    axis: tuple | None = None
    normal: tuple | None = None
    rotation: bool = True
    length: float = 0.0


@dataclass
class Mechanism:
    """Bodies, joints, gravity; potential(points) and force(t, q, v) are for the reference."""

    bars: list
    joints: list = field(default_factory=list)
    gravity: float = GRAVITY
    potential: Any = None
    force: Any = None


def turn(angle, vector):
    sine, cosine = np.sin(angle), np.cos(angle)
    return np.array([cosine * vector[0] - sine * vector[1], sine * vector[0] + cosine * vector[1]])


def place(mechanism, q, body, at):
    """Position of a point, given the poses q of the centers of mass."""
    if body == GROUND:
        return np.array(at)
    com = mechanism.bars[body].com
    return q[3 * body : 3 * body + 2] + turn(q[3 * body + 2], (at[0] - com[0], at[1] - com[1]))


def angle(q, body):
    return 0.0 if body == GROUND else q[3 * body + 2]


def equations(mechanism, q):
    """Values of all equations of the joints."""
    found = []
    for joint in mechanism.joints:
        way = place(mechanism, q, joint.second, joint.second_at)
        way = way - place(mechanism, q, joint.first, joint.first_at)
        if joint.length:
            found.append(np.sqrt(way @ way) - joint.length)
            continue
        if joint.axis is None:
            found += list(way)
            continue
        normal = turn(angle(q, joint.second), joint.normal)
        found.append(normal @ way)
        if joint.rotation:
            found.append(turn(angle(q, joint.first), joint.axis) @ normal)
    return np.array(found)


def slopes(function, q):
    """Derivatives of a function by complex steps, one column per coordinate."""
    steps = np.eye(len(q)) * 1j * EPS
    return np.array([np.imag(function(q + step)) / EPS for step in steps]).T


def bend(function, q, v):
    """d^2 function(q + s v) / ds^2 at s = 0."""

    def rate(s):
        return np.imag(function(q + s * v + 1j * EPS * v)) / EPS

    h = 2e-3 / max(1.0, np.abs(v).max())
    parts = (45.0, -9.0, 1.0)
    return sum(w * (rate(k * h) - rate(-k * h)) for k, w in enumerate(parts, 1)) / (60 * h)


def accelerations(mechanism, t, q, v):
    """(a, multipliers) of the centers of mass."""
    masses = np.concatenate([[bar.m, bar.m, bar.J] for bar in mechanism.bars])
    force = np.zeros(len(q))
    force[1::3] = -mechanism.gravity * masses[1::3]
    if mechanism.potential is not None:
        force -= slopes(lambda x: mechanism.potential(mechanism, x), q)
    if mechanism.force is not None:
        force += mechanism.force(t, q, v)
    if not mechanism.joints:
        return force / masses, np.zeros(0)

    def values(x):
        return equations(mechanism, x)

    gradient = slopes(values, q)
    compliance = gradient / masses @ gradient.T
    free = force / masses
    multipliers = np.linalg.solve(compliance, gradient @ free + bend(values, q, v))
    return free - (multipliers @ gradient) / masses, multipliers


def center_state(mechanism):
    """(q, v) of the centers of mass at the start."""
    q, v = [], []
    for bar in mechanism.bars:
        arm = turn(bar.pose[2], bar.com)
        q += [bar.pose[0] + arm[0], bar.pose[1] + arm[1], bar.pose[2]]
        omega = bar.velocity[2]
        v += [bar.velocity[0] - omega * arm[1], bar.velocity[1] + omega * arm[0], omega]
    return np.array(q), np.array(v)


def reference(mechanism, end):
    """(q, v, a, multipliers) at the end, q and so on of the reference points of the bodies."""
    q, v = center_state(mechanism)
    n = len(q)

    def rates(t, y):
        return np.concatenate([y[n:], accelerations(mechanism, t, y[:n], y[n:])[0]])

    y = solve_ivp(rates, (0, end), np.concatenate([q, v]), "DOP853", rtol=2e-13, atol=1e-14).y[
        :, -1
    ]
    a, multipliers = accelerations(mechanism, end, y[:n], y[n:])
    q, v = y[:n].copy(), y[n:].copy()
    for k, bar in enumerate(mechanism.bars):
        arm, omega, alpha = turn(q[3 * k + 2], bar.com), v[3 * k + 2], a[3 * k + 2]
        across = np.array([-arm[1], arm[0]])
        part = slice(3 * k, 3 * k + 2)
        q[part] -= arm
        v[part] -= omega * across
        a[part] -= alpha * across - omega**2 * arm
    return q, v, a, multipliers


@dataclass
class Built:
    """The system of a mechanism, with the numbers of its items."""

    mbs: Any
    ground: Any
    nodes: list
    bodies: list
    joints: list

    def marker(self, body, at):
        """A frame on a body, or on the ground."""
        number = self.ground if body == GROUND else self.bodies[body]
        return self.mbs.AddMarker(MarkerBodyRigid(bodyNumber=number, localPosition=[*at, 0]))

    def solve(self, steps, end, solver="GeneralizedAlpha", **options):
        settings = make_settings(end / steps, end, **options)
        chosen = getattr(exu.DynamicSolverType, solver)
        return self.mbs.SolveDynamic(settings, solverType=chosen)

    def state(self):
        """(q, v, a) of the reference points: total coordinates, and rates."""
        Variable = exu.OutputVariableType
        names = Variable.CoordinatesTotal, Variable.Coordinates_t, Variable.Coordinates_tt
        return tuple(
            np.concatenate([self.mbs.GetNodeOutput(node, name) for node in self.nodes])
            for name in names
        )

    def multipliers(self):
        return self.mbs.systemData.GetAECoordinates()


def build(mechanism, assemble=True):
    """The system of a mechanism; further items may be added before Assemble."""
    mbs = exu.SystemContainer().AddSystem()
    made = Built(mbs, mbs.AddObject(ObjectGround()), [], [], [])
    for bar in mechanism.bars:
        node = mbs.AddNode(
            NodeRigidBody2D(referenceCoordinates=bar.pose, initialVelocities=bar.velocity)
        )
        body = mbs.AddObject(
            RigidBody2D(
                physicsMass=bar.m,
                physicsInertia=bar.J + bar.m * np.square(bar.com).sum(),
                physicsCenterOfMass=bar.com,
                nodeNumber=node,
            )
        )
        if mechanism.gravity:
            marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
            load = LoadMassProportional(markerNumber=marker, loadVector=[0, -mechanism.gravity, 0])
            mbs.AddLoad(load)
        made.nodes.append(node)
        made.bodies.append(body)
    for joint in mechanism.joints:
        markers = [
            made.marker(joint.first, joint.first_at),
            made.marker(joint.second, joint.second_at),
        ]
        if joint.length:
            item = DistanceConstraint(markerNumbers=markers, distance=joint.length)
        elif joint.axis is None:
            item = RevoluteJoint2D(markerNumbers=markers)
        else:
            item = PrismaticJoint2D(
                markerNumbers=markers,
                axisMarker0=[*joint.axis, 0],
                normalMarker1=[*joint.normal, 0],
                constrainRotation=joint.rotation,
            )
        made.joints.append(mbs.AddObject(item))
    if assemble:
        mbs.Assemble()
    return made


def energy(mechanism, q, v):
    """Energy at poses q and velocities v of the reference points [J]."""
    total = 0.0
    for k, bar in enumerate(mechanism.bars):
        arm, omega = turn(q[3 * k + 2], bar.com), v[3 * k + 2]
        speed = v[3 * k : 3 * k + 2] + omega * np.array([-arm[1], arm[0]])
        total += 0.5 * (bar.m * speed @ speed + bar.J * omega**2)
        total += bar.m * mechanism.gravity * (q[3 * k + 1] + arm[1])
    return total


def momentum(mechanism, q, v):
    """Momentum, and angular momentum about the origin."""
    total = np.zeros(3)
    for k, bar in enumerate(mechanism.bars):
        arm, omega = turn(q[3 * k + 2], bar.com), v[3 * k + 2]
        x = q[3 * k : 3 * k + 2] + arm
        speed = bar.m * (v[3 * k : 3 * k + 2] + omega * np.array([-arm[1], arm[0]]))
        total += [*speed, x[0] * speed[1] - x[1] * speed[0] + bar.J * omega]
    return total


def attached(m, J, com, at, where, phi, omega, speed=(0.0, 0.0)):
    """A bar whose point `at` is at a place and has that speed."""
    arm = turn(phi, at)
    velocity = speed[0] + omega * arm[1], speed[1] - omega * arm[0], omega
    return Bar(m, J, com, (where[0] - arm[0], where[1] - arm[1], phi), velocity)


def tip(bar, at):
    """(position, velocity) of a point of a bar."""
    arm, omega = turn(bar.pose[2], at), bar.velocity[2]
    speed = np.array(bar.velocity[:2]) + omega * np.array([-arm[1], arm[0]])
    return np.array(bar.pose[:2]) + arm, speed


def pendulum():
    """An eccentric body on a pin that is neither its reference point nor its center."""
    bar = attached(2.0, 0.3, (0.7, 0.2), (-0.4, 0.15), (0.1, 0.2), 0.4, 1.5)
    return Mechanism([bar], [Joint(GROUND, (0.1, 0.2), 0, (-0.4, 0.15))])


def double_pendulum():
    first = attached(2.0, 0.3, (0.3, 0.1), (-0.4, 0.15), (0.1, 0.2), 0.4, 1.5)
    where, speed = tip(first, (0.9, 0.0))
    second = attached(1.0, 0.1, (0.2, -0.1), (-0.3, 0.05), where, -0.8, -2.0, speed)
    return Mechanism(
        [first, second],
        [Joint(GROUND, (0.1, 0.2), 0, (-0.4, 0.15)), Joint(0, (0.9, 0.0), 1, (-0.3, 0.05))],
    )


CRANK, ROD = 0.3, 0.8
TILT = 0.25
"""Angle of the line of the slider [rad]."""


def slider_crank(slider, omega=6.0, start=0.9):
    """Crank and rod on a tilted line; slider(where, speed) -> (bars, joints) that end it.

    The rod is body 1 and its end the point (0.5, 0.1) of it.
    """
    tilted, across = turn(TILT, (1.0, 0.0)), turn(TILT, (0.0, 1.0))
    pin = turn(start, (CRANK, 0.0))
    pin_speed = omega * turn(start, (0.0, CRANK))
    height = pin @ across
    reach = np.sqrt(ROD**2 - height**2)
    along = pin @ tilted + reach
    end = along * tilted
    along_t = pin_speed @ tilted - height * (pin_speed @ across) / reach
    left = (-0.3, 0.1)
    way = end - pin
    phi = np.arctan2(way[1], way[0])
    relative = along_t * tilted - pin_speed
    spin = (way[0] * relative[1] - way[1] * relative[0]) / ROD**2
    crank = attached(1.5, 0.02, (0.1, 0.02), (0.0, 0.0), (0.0, 0.0), start, omega)
    rod = attached(0.8, 0.05, (0.05, -0.03), left, pin, phi, spin, pin_speed)
    bars, joints = slider(end, along_t * tilted)
    pins = [Joint(GROUND, (0.0, 0.0), 0, (0.0, 0.0)), Joint(0, (CRANK, 0.0), 1, left)]
    return Mechanism([crank, rod, *bars], [*pins, *joints])


ROD_END = (0.5, 0.1)


def block(order, at=(0.05, 0.02)):
    """A slider with mass whose joint with the guide locks its rotation; order of its markers."""
    direction, normal = tuple(turn(TILT, (1.0, 0.0))), tuple(turn(TILT, (0.0, 1.0)))

    def slider(where, speed):
        bar = attached(0.6, 0.01, (0.02, 0.01), at, where, TILT, 0.0, speed)
        guide = {
            "block-ground": Joint(2, at, GROUND, (0.0, 0.0), (1.0, 0.0), normal),
            "ground-block": Joint(GROUND, (0.0, 0.0), 2, at, direction, (0.0, 1.0)),
        }[order]
        return [bar], [Joint(1, ROD_END, 2, at), guide]

    return slider


def bare(where, speed):
    """No slider: the end of the rod slides itself and turns freely."""
    normal = tuple(turn(TILT, (0.0, 1.0)))
    ends = 1, ROD_END, GROUND, (0.0, 0.0)
    return [], [Joint(*ends, axis=(1.0, 0.0), normal=normal, rotation=False)]
