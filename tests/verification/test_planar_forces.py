"""Forces on bodies that turn: springs at eccentric points, torques, torsional springs, forces that
turn with a body, weight at a center of mass; against closed forms or `mechanisms.reference`."""

import functools

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as exu
from linkwork.items import (
    CartesianSpringDamper,
    CoordinateSpringDamper,
    Force,
    MarkerNodeCoordinate,
    MarkerNodeRigid,
    NodePointGround,
    NodeRigidBody2D,
    RigidBody2D,
    SensorObject,
    SpringDamper,
    Torque,
    TorsionalSpringDamper,
)

from .mechanisms import GROUND, Bar, Joint, Mechanism, build, place, reference, tip, turn

pytestmark = pytest.mark.processors

ANGLE = exu.OutputVariableType.Rotation
SOLVERS = [
    ("GeneralizedAlpha", {}, 2),
    ("TrapezoidalIndex2", {}, 2),
    ("VelocityVerlet", {}, 2),
    ("RK44", {}, 4),
]
END = 0.6
STIFFNESS, DAMPING, LENGTH = 150.0, 4.0, 0.5
ANCHOR, AT, OTHER = (1.2, 0.9), (0.4, 0.3), (-0.3, 0.2)
BARS = [
    Bar(1.3, 0.15, (0.1, -0.2), (0.2, 0.1, 0.5), (0.3, -0.2, 2.0)),
    Bar(0.9, 0.10, (0.0, 0.0), (0.1, -0.9, -1.1), (0.0, 0.4, -1.0)),
]


def points(mechanism, q):
    """Ends of both springs: [(anchor, point of body 0), (point of body 0, point of body 1)]."""
    first = place(mechanism, q, 0, AT)
    return [(np.array(ANCHOR), first), (place(mechanism, q, 0, OTHER), place(mechanism, q, 1, AT))]


def length(a, b):
    return np.sqrt(((b - a) ** 2).sum())


def axial_potential(mechanism, q):
    return sum(0.5 * STIFFNESS * (length(a, b) - LENGTH) ** 2 for a, b in points(mechanism, q))


def axial_damping(mechanism):
    def force(t, q, v):
        total = np.zeros(len(q))
        for k in range(2):
            step = 1e-30
            slopes = np.array(
                [
                    np.imag(length(*points(mechanism, q + 1j * step * unit)[k])) / step
                    for unit in np.eye(len(q))
                ]
            )
            total -= DAMPING * (slopes @ v) * slopes
        return total

    return force


STIFF = np.array([80.0, 120.0])


def cartesian_potential(mechanism, q):
    return sum(0.5 * (STIFF * (b - a) ** 2).sum() for a, b in points(mechanism, q))


def cartesian_damping(mechanism):
    def force(t, q, v):
        total = np.zeros(len(q))
        for k in range(2):
            slopes = np.array(
                [
                    np.imag(np.subtract(*points(mechanism, q + 1e-30j * unit)[k][::-1])) / 1e-30
                    for unit in np.eye(len(q))
                ]
            )
            total -= slopes @ (0.02 * STIFF * (v @ slopes))
        return total

    return force


def make_axial(markers):
    return SpringDamper(
        markerNumbers=markers, stiffness=STIFFNESS, damping=DAMPING, referenceLength=LENGTH
    )


def make_cartesian(markers):
    return CartesianSpringDamper(
        markerNumbers=markers, stiffness=[*STIFF, 0], damping=[*(0.02 * STIFF), 0]
    )


SPRINGS = {
    "SpringDamper": (axial_potential, axial_damping, make_axial),
    "CartesianSpringDamper": (cartesian_potential, cartesian_damping, make_cartesian),
}
FREE = Mechanism(BARS)


@functools.cache
def found_springs(name):
    """Independent solution of a model, integrated when a test first asks for it."""
    potential, damping, _ = SPRINGS[name]
    return reference(Mechanism(BARS, [], 9.81, potential, damping(FREE)), END)


def order_of(made, found, solver, options, steps):
    seen = []
    for count in (steps, 2 * steps):
        made.solve(count, END, solver, **options)
        seen.append([np.abs(a - b).max() for a, b in zip(made.state(), found, strict=False)])
    return np.array(seen[1]), np.log2(np.array(seen[0]) / seen[1])


@pytest.mark.parametrize("name", SPRINGS)
@pytest.mark.parametrize(("solver", "options", "order"), SOLVERS)
def test_springs_at_eccentric_points(name, solver, options, order):
    made = build(FREE, assemble=False)
    for ends in (((GROUND, ANCHOR), (0, AT)), ((0, OTHER), (1, AT))):
        made.mbs.AddObject(SPRINGS[name][2]([made.marker(*end) for end in ends]))
    made.mbs.Assemble()
    error, seen = order_of(made, found_springs(name), solver, options, 400)
    assert np.all(error < [3e-4, 3e-3, 1e-1])
    assert seen == pytest.approx(order, abs=0.25)


def rods(swap):
    """Two pendulums of which one starts fast, rods between them and to the ground."""
    pins = [Joint(GROUND, (0, 0), 0, (0, 0))]
    bars = [
        Bar(1.0, 0.1, (0.4, 0.0), (0, 0, -1.0), (0, 0, 3.0)),
        Bar(1.5, 0.2, (0.3, -0.1), (1.0, 0.2, -1.6), (0.0, 0.0, 0.0)),
    ]
    first, second, third = (0.8, 0.1), (0.6, -0.2), (-0.2, 0.3)
    ends = [((0, first), (1, second)), ((1, third), (GROUND, (1.4, 0.9)))]
    joints, rates = [], []
    for a, b in ends:
        points = [
            tip(bars[k], at) if k != GROUND else (np.array(at), np.zeros(2)) for k, at in (a, b)
        ]
        way = points[1][0] - points[0][0]
        joints.append(Joint(*(*b, *a) if swap else (*a, *b), length=float(np.hypot(*way))))
        rates.append((way, points, a, b))
    # velocities of the second body, with a free spin of -2 rad/s, that keep both lengths
    matrix, right = np.zeros((2, 2)), np.zeros(2)
    for k, (way, points, a, b) in enumerate(rates):
        arms = [turn(bars[body].pose[2], at) for body, at in (a, b) if body == 1]
        spin = -2.0 * np.array([-arms[0][1], arms[0][0]])
        sign = 1.0 if b[0] == 1 else -1.0
        other = points[0][1] if b[0] == 1 else points[1][1]
        matrix[k], right[k] = sign * way, sign * (way @ other) - sign * (way @ spin)
    bars[1].velocity = (*np.linalg.solve(matrix, right), -2.0)
    return Mechanism(bars, [*pins, *joints])


@functools.cache
def found_rods():
    return reference(rods(False), END)


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize(("solver", "options", "order"), [*SOLVERS, ("DOPRI5", {}, 0)])
def test_rods_between_eccentric_points(solver, options, order, swap):
    made, found = build(rods(swap)), found_rods()
    if solver == "DOPRI5":
        made.solve(10, END, solver, tolerance=1e-12)
        kept = *made.state(), made.multipliers()
        error = [np.abs(a - b).max() for a, b in zip(kept, found, strict=True)]
        assert np.all(np.array(error) < [1e-9, 1e-8, 1e-7, 1e-7])
        return
    error, seen = order_of(made, found, solver, options, 400)
    assert np.all(error < [3e-4, 3e-3, 1e-1])
    assert seen == pytest.approx(order, abs=0.2 * order)


@pytest.mark.parametrize(("solver", "options", "order"), SOLVERS)
def test_a_rocket_flies_in_a_circle(solver, options, order):
    """Thrust across the way and a spin of the same period: v = F/(m w) on radius F/(m w^2)."""
    m, thrust, omega = 2.0, 3.0, 1.5
    speed, radius = thrust / (m * omega), thrust / (m * omega**2)
    bar = Bar(m, 0.4, pose=(radius, 0, 0), velocity=(0, speed, omega))
    seen = []
    for steps in (200, 400):
        made = build(Mechanism([bar], gravity=0.0), assemble=False)
        marker = made.marker(0, (0, 0))
        made.mbs.AddLoad(Force(markerNumber=marker, loadVector=[-thrust, 0, 0], bodyFixed=True))
        made.mbs.Assemble()
        made.solve(steps, 2.0, solver, **options)
        expected = [radius * np.cos(3), radius * np.sin(3), 3.0]
        seen.append(np.abs(made.state()[0] - expected).max())
    assert seen[1] < 1e-4
    assert np.log2(seen[0] / seen[1]) == pytest.approx(order, abs=0.2)


def test_a_thrust_beside_the_center_turns_the_body():
    """A force with an arm that turns along: torque is constant, the angle grows with t^2."""
    m, J, thrust, arm = 2.0, 0.4, 3.0, 0.25
    bar = Bar(m, J, com=(0.1, 0.3), pose=(0.2, 0.1, 0.3))
    made = build(Mechanism([bar], gravity=0.0), assemble=False)
    marker = made.marker(0, (0.1 + arm, 0.3))
    made.mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, thrust, 0], bodyFixed=True))
    made.mbs.Assemble()
    made.solve(1, 2.0, "DOPRI5", tolerance=1e-12)
    q, v, a = made.state()
    alpha = thrust * arm / J
    assert q[2] == pytest.approx(0.3 + 0.5 * alpha * 4, abs=1e-9)
    assert v[2] == pytest.approx(2 * alpha, abs=1e-9)
    center = turn(q[2], (0.1, 0.3))
    pushed = a[:2] + alpha * np.array([-center[1], center[0]]) - v[2] ** 2 * center
    assert pushed == pytest.approx(thrust / m * turn(q[2], (0, 1)), abs=1e-8)
    made.solve(2000, 2.0)
    assert made.state()[0] == pytest.approx(q, abs=1e-5)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "VelocityVerlet"])
def test_a_torque_accelerates_a_body_about_its_center(solver):
    """The reference point moves on a circle about the center of mass, which stays."""
    bar = Bar(2.0, 0.5, com=(0.3, 0.4), pose=(1.0, 2.0, 0.7))
    made = build(Mechanism([bar], gravity=0.0), assemble=False)
    load = Torque(markerNumber=made.marker(0, (0.9, 0.9)), loadVector=[7.0, 8.0, 0.25])
    made.mbs.AddLoad(load)
    made.mbs.Assemble()
    made.solve(1000, 1.0, solver)
    center = np.array([1.0, 2.0]) + turn(0.7, bar.com)
    q, v, a = made.state()
    assert [q[2], v[2], a[2]] == pytest.approx([0.95, 0.5, 0.5], abs=1e-9)
    assert q[:2] + turn(0.95, bar.com) == pytest.approx(center, abs=1e-6)


def torsional(k=2.0, d=0.0, angle=0.0, rate=3.0, J=0.5, **options):
    """A body on a torsional spring to the ground: (mbs, spring, node)."""
    made = build(Mechanism([Bar(1.0, J, pose=(0, 0, angle), velocity=(0, 0, rate))], gravity=0.0),
                 assemble=False)  # fmt: skip
    ends = [made.marker(GROUND, (0, 0)), made.marker(0, (0.2, 0))]
    spring = made.mbs.AddObject(
        TorsionalSpringDamper(markerNumbers=ends, stiffness=k, damping=d, **options)
    )
    made.mbs.Assemble()
    return made, spring


def test_a_torsional_oscillator_winds_up_over_several_turns():
    """phi = A sin(w t) with A = 8 turns: angles are not wrapped."""
    rate = 16 * np.pi * 2.0
    made, spring = torsional(k=2.0, rate=rate, J=0.5)
    made.solve(1, np.pi / 4, "DOPRI5", tolerance=1e-11)
    assert made.mbs.GetObjectOutput(spring, ANGLE) == pytest.approx(16 * np.pi, abs=1e-6)
    torque = made.mbs.GetObjectOutput(spring, exu.OutputVariableType.TorqueLocal)
    assert torque == pytest.approx(32 * np.pi, abs=1e-6)
    made.solve(2000, np.pi / 4)
    assert made.mbs.GetObjectOutput(spring, ANGLE) == pytest.approx(16 * np.pi, abs=1e-3)


def about_z(angle):
    c, s = np.cos(angle), np.sin(angle)
    return [[c, -s, 0], [s, c, 0], [0, 0, 1]]


@pytest.mark.parametrize("own_function", [False, True])
def test_offsets_of_a_torsional_spring_damper(own_function):
    """J phi'' = -k (phi + 0.3 - 0.1 - off) - d (phi' - w_off) - tau: it swings about a shift."""
    J, k, d, off, rate_off, tau = 0.5, 20.0, 0.8, 0.25, 0.4, 1.5
    options = dict(offset=off, velocityOffset=rate_off, torque=tau)
    if own_function:

        def law(mbs, t, itemNumber, rotation, angularVelocity, stiffness, damping, offset):
            spring = stiffness * (rotation - offset)
            return spring + damping * (angularVelocity - 0.4) + 1.5

        options = dict(offset=off, springTorqueUserFunction=law)
    made, _ = torsional(k, d, 0.6, -1.0, J, rotationMarker0=about_z(0.1),
                        rotationMarker1=about_z(0.3), **options)  # fmt: skip
    rest = off - 0.2 + (d * rate_off - tau) / k
    root = -0.5 * d / J + np.sqrt(complex(0.25 * (d / J) ** 2 - k / J))
    scale = ((-1.0) - root.conjugate() * (0.6 - rest)) / (root - root.conjugate())
    expected = rest + 2 * (scale * np.exp(root * 1.5)).real
    made.solve(1, 1.5, "DOPRI5", tolerance=1e-11)
    assert made.state()[0][2] == pytest.approx(expected, abs=1e-9)
    made.solve(3000, 1.5)
    assert made.state()[0][2] == pytest.approx(expected, abs=2e-6)


def test_a_torsional_spring_acts_on_both_bodies():
    """Two discs: they turn against each other about their common angle."""
    mbs = exu.SystemContainer().AddSystem()
    nodes = []
    for J, rate in ((0.5, 2.0), (1.5, -1.0)):
        nodes.append(mbs.AddNode(NodeRigidBody2D(initialVelocities=[0, 0, rate])))
        mbs.AddObject(RigidBody2D(physicsMass=1, physicsInertia=J, nodeNumber=nodes[-1]))
    ends = [mbs.AddMarker(MarkerNodeRigid(nodeNumber=node)) for node in nodes]
    spring = mbs.AddObject(TorsionalSpringDamper(markerNumbers=ends, stiffness=6.0))
    variable = exu.OutputVariableType.TorqueLocal
    sensor = mbs.AddSensor(
        SensorObject(objectNumber=spring, outputVariableType=variable, storeInternal=True)
    )
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 1.3
    settings.timeIntegration.absoluteTolerance = 1e-12
    settings.timeIntegration.relativeTolerance = 1e-12
    settings.solutionSettings.sensorsWritePeriod = 0.1
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.DOPRI5)
    omega = np.sqrt(6.0 / 0.375)
    relative = -3.0 / omega * np.sin(omega * 1.3)
    mean = (0.5 * 2.0 - 1.5 * 1.0) / 2.0 * 1.3
    angles = [mbs.GetNodeOutput(node, ANGLE)[2] for node in nodes]
    assert angles == pytest.approx([mean - 0.75 * relative, mean + 0.25 * relative], abs=1e-9)
    stored = np.asarray(mbs.GetSensorStoredData(sensor))
    expected = -18.0 / omega * np.sin(omega * stored[:, 0])
    assert stored[:, 1] == pytest.approx(expected, abs=1e-8)


def test_torques_count_as_loads_of_newtons_method():
    """Nothing but torques of 2e9 N m: their rounding is far above the absolute tolerance."""
    made, spring = torsional(k=1e10, rate=200.0, J=1e4)
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = 1000, 1e-2
    settings.timeIntegration.newton.useModifiedNewton = True
    made.mbs.SolveDynamic(settings)
    torque = made.mbs.GetObjectOutput(spring, exu.OutputVariableType.TorqueLocal)
    assert torque == pytest.approx(1e10 * 0.2 * np.sin(10.0), rel=1e-3)
    # of the last evaluation: not summed over evaluations, and angles count as positions
    scalars = made.mbs._data.scalars
    assert scalars.direct_load == pytest.approx(torque**2, rel=1e-9)
    assert scalars.largest_coordinate == pytest.approx(abs(made.state()[0][2]), rel=1e-9)


def eccentric(steps, rate):
    """A body whose center of mass is off, on a spring along x; (x, y, phi) after 1 s."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddNode(NodePointGround())
    node = mbs.AddNode(NodeRigidBody2D(initialVelocities=[0, 0, rate]))
    mbs.AddObject(
        RigidBody2D(
            nodeNumber=node, physicsMass=2, physicsInertia=0.5, physicsCenterOfMass=[0.3, 0.1]
        )
    )
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=k, coordinate=0)) for k in (ground, node)]
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends, stiffness=500, damping=1))
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1
    mbs.SolveDynamic(settings)
    return mbs.GetNodeOutput(node, exu.OutputVariableType.Coordinates)


@pytest.mark.parametrize("rate", [0.5, 5.0])
def test_an_eccentric_body_on_a_spring_of_one_coordinate(rate):
    """No marker turns here, but the mass matrix does."""
    m, J, k, d = 2.0, 0.5, 500.0, 1.0

    def motion(t, state):
        phi, v = state[2], state[3:]
        sine, cosine = np.sin(phi), np.cos(phi)
        cx, cy = cosine * 0.3 - sine * 0.1, sine * 0.3 + cosine * 0.1
        M = [[m, 0, -m * cy], [0, m, m * cx], [-m * cy, m * cx, J]]
        f = [m * v[2] ** 2 * cx - k * state[0] - d * v[0], m * v[2] ** 2 * cy, 0]
        return [*v, *np.linalg.solve(M, f)]

    start = [0, 0, 0, 0, 0, rate]
    exact = solve_ivp(motion, (0, 1), start, "DOP853", rtol=1e-12, atol=1e-13).y[:3, -1]
    coarse, fine = (np.abs(eccentric(steps, rate) - exact).max() for steps in (1000, 2000))
    assert fine < 1e-5 * rate
    assert coarse / fine == pytest.approx(4, rel=0.05)
