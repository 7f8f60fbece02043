"""Joints in the course of a run and beyond: switched off and on, starts that violate them, changed
masses, joints that depend on each other, kinds of users at markers that turn, large chains."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as exu
from linkwork.core.errors import ParameterError, SysError
from linkwork.items import (
    CoordinateVectorConstraint,
    DistanceConstraint,
    Force,
    MarkerNodeCoordinates,
    RevoluteJoint2D,
    SensorObject,
    SpringDamper,
    Torque,
    TorsionalSpringDamper,
)

from .mechanisms import (
    GROUND,
    Bar,
    Joint,
    Mechanism,
    attached,
    block,
    build,
    double_pendulum,
    pendulum,
    reference,
    slider_crank,
    tip,
    turn,
)
from .models import make_settings

pytestmark = pytest.mark.processors

Variable = exu.OutputVariableType
ACTIVE = "activeConnector"
SOLVERS = ["GeneralizedAlpha", "TrapezoidalIndex2", "VelocityVerlet", "RK44", "DOPRI5"]


def errors(made, found):
    kept = *made.state(), made.multipliers()
    return np.array([np.abs(a - b).max() for a, b in zip(kept, found, strict=True)])


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_joint_that_opens_lets_the_body_fly(solver):
    """Opened at t = 0.25 s: from there on the second bar falls freely."""
    opened, end = 0.25, 0.5
    mechanism = double_pendulum()
    made = build(mechanism)

    def before(mbs, t):
        mbs.SetObjectParameter(made.joints[1], ACTIVE, t <= opened + 1e-9)
        return True

    made.mbs.SetPreStepUserFunction(before)
    made.solve(1000, end, solver)
    q, v, _, _ = reference(mechanism, opened)
    center = q[3:5] + turn(q[5], mechanism.bars[1].com)
    across = turn(q[5], (-mechanism.bars[1].com[1], mechanism.bars[1].com[0]))
    speed = v[3:5] + v[5] * across
    flight = end - opened
    phi = q[5] + v[5] * flight
    expected = center + flight * speed - [0, 0.5 * 9.81 * flight**2]
    expected = expected - turn(phi, mechanism.bars[1].com)
    assert made.state()[0][3:] == pytest.approx([*expected, phi], abs=1e-4)
    assert made.multipliers()[2:] == pytest.approx([0, 0], abs=1e-12)
    assert np.array_equal(made.mbs.GetObjectOutput(made.joints[1], Variable.Force), [0, 0, 0])


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_joint_that_closes_catches_the_body(solver):
    """Free until t = 0.2 s with the pin at rest on its place, then a pendulum: it only turns."""
    mechanism = pendulum()
    mechanism.gravity = 0.0
    bar = mechanism.bars[0]
    bar.com, bar.velocity = (-0.4, 0.15), (0.0, 0.0, 0.0)
    pin = np.array([-0.4, 0.15])
    arm = turn(bar.pose[2], pin)
    bar.velocity = (1.5 * arm[1], -1.5 * arm[0], 1.5)  # about the center of mass, which is the pin
    made = build(mechanism, assemble=False)
    load = made.mbs.AddLoad(Force(markerNumber=made.marker(0, (0.6, 0.15))))
    made.mbs.SetObjectParameter(made.joints[0], ACTIVE, False)
    made.mbs.Assemble()

    def before(mbs, t):
        if t > 0.2 + 1e-9:
            mbs.SetObjectParameter(made.joints[0], ACTIVE, True)
            mbs.SetLoadParameter(load, "loadVector", [3.0, 0, 0])
        return True

    made.mbs.SetPreStepUserFunction(before)
    made.solve(1000, 0.5, solver)
    bar.pose = (*bar.pose[:2], bar.pose[2] + 0.3)
    arm = turn(bar.pose[2], pin)
    bar = attached(bar.m, bar.J, bar.com, tuple(pin), (0.1, 0.2), bar.pose[2], 1.5)

    def push(t, q, v):
        return np.array([3.0, 0, -3.0 * turn(q[2], (1.0, 0.0))[1]])

    found = reference(Mechanism([bar], mechanism.joints, 0.0, None, push), 0.3)
    assert np.all(errors(made, found) < [1e-5, 1e-4, 1e-3, 1e-3])


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_start_beside_the_joints_is_corrected(solver):
    mechanism = slider_crank(block("block-ground"))
    made = build(mechanism, assemble=False)
    for node, pushed in zip(made.nodes, np.eye(3) * 0.01, strict=True):
        made.mbs.SetNodeParameter(node, "initialCoordinates", pushed)
    made.mbs.Assemble()
    with pytest.warns(UserWarning, match="corrected"):
        made.solve(200, 0.05, solver)
    for joint in made.joints:
        gap = made.mbs.GetObjectOutput(joint, Variable.ConstraintEquation)
        assert np.abs(gap).max() < 1e-9


def test_outputs_and_sensors_of_joints():
    """Gap, relative velocity and forces, by outputs and sensors; ends of the same pin agree."""
    made = build(slider_crank(block("block-ground")), assemble=False)
    variables = Variable.Force, Variable.Displacement, Variable.Velocity
    sensors = {
        (joint, variable): made.mbs.AddSensor(
            SensorObject(objectNumber=joint, outputVariableType=variable, storeInternal=True)
        )
        for joint in made.joints
        for variable in variables
    }
    made.mbs.Assemble()
    made.solve(200, 0.1)
    for (joint, variable), sensor in sensors.items():
        row = np.asarray(made.mbs.GetSensorStoredData(sensor))[-1, 1:]
        assert row == pytest.approx(made.mbs.GetObjectOutput(joint, variable), abs=1e-14)
    multipliers = made.multipliers()
    for k, joint in enumerate(made.joints):
        force = made.mbs.GetObjectOutput(joint, Variable.Force)
        assert force[:2] == pytest.approx(multipliers[2 * k : 2 * k + 2], abs=1e-14)
    slide = made.mbs.GetObjectOutput(made.joints[3], Variable.Velocity)
    q, v, _ = made.state()
    speed = np.hypot(*(v[6:8]))
    assert np.hypot(*slide[:2]) == pytest.approx(speed, abs=1e-9)
    assert slide[2] == 0.0


@pytest.mark.parametrize("com", [(0.0, 0.0), (0.2, 0.1)])
def test_masses_and_inertias_may_change_in_a_run(com):
    """A free body under a force and a torque: F/m and T/J of the present mass and inertia."""
    made = build(Mechanism([Bar(2.0, 0.5, com)], gravity=0.0), assemble=False)
    marker = made.marker(0, com)
    made.mbs.AddLoad(Force(markerNumber=marker, loadVector=[3.0, 0, 0]))
    made.mbs.AddLoad(Torque(markerNumber=marker, loadVector=[0, 0, 0.7]))
    made.mbs.Assemble()
    inertia = 0.5 + 2.0 * np.square(com).sum()

    def before(mbs, t):
        factor = 1.0 if t < 0.5001 else 3.0
        mbs.SetObjectParameter(made.bodies[0], "physicsMass", 2.0 * factor)
        mbs.SetObjectParameter(made.bodies[0], "inertia", inertia * factor)
        return True

    made.mbs.SetPreStepUserFunction(before)
    for solver in SOLVERS:
        before(made.mbs, 0.0)
        made.solve(100, 1.0, solver)
        q, v, a = made.state()
        arm = turn(q[2], com)
        center = v[:2] + v[2] * np.array([-arm[1], arm[0]])
        assert center == pytest.approx([0.75 + 0.25, 0.0], abs=1e-5)
        assert [v[2], a[2]] == pytest.approx([0.7 + 0.7 / 3, 1.4 / 3], abs=1e-12)
    assert made.mbs.GetObjectParameter(made.bodies[0], "mass") == 6.0
    assert tuple(made.mbs.GetObjectParameter(made.bodies[0], "centerOfMass")) == com


def test_an_inertia_that_no_body_has_is_refused_when_a_run_starts():
    made = build(Mechanism([Bar(1.0, 0.5, com=(0.5, 0.0))]))
    made.mbs.SetObjectParameter(made.bodies[0], "physicsMass", 4.0)
    with pytest.raises(ParameterError, match=r"must be at least m \|b_com\|\^2 = 1 kg m\^2, got"):
        made.solve(10, 0.1)
    made.mbs.SetObjectParameter(made.bodies[0], "physicsInertia", 1.5)
    made.solve(10, 0.1)


def test_a_torsional_spring_that_leaves_the_plane_gets_another_law():
    made = build(Mechanism([Bar(1.0, 0.5)]), assemble=False)
    ends = [made.marker(GROUND, (0, 0)), made.marker(0, (0, 0))]
    spring = made.mbs.AddObject(TorsionalSpringDamper(markerNumbers=ends, stiffness=1.0))
    made.mbs.Assemble()
    made.mbs.SetObjectParameter(spring, "rotationMarker1", [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    angle = exu.OutputVariableType.Rotation
    assert made.mbs.GetObjectOutput(spring, angle) == pytest.approx(np.pi / 2, rel=1e-15)
    for number in range(2):
        turned = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
        made.mbs.SetObjectParameter(spring, f"rotationMarker{number}", turned)
    with pytest.raises(exu.SysError, match="Assemble"):
        made.mbs.GetObjectOutput(spring, angle)
    made.mbs.Assemble()
    assert made.mbs.GetObjectOutput(spring, angle) == 0.0


def two_bodies():
    return build(Mechanism([Bar(1.0, 0.5, pose=(0, 0, 0.7)), Bar(1.0, 0.5)]), assemble=False)


def test_joints_that_depend_on_each_other_are_named():
    made = two_bodies()
    for k in range(2):
        ends = [made.marker(GROUND, (0.3, 0.1)), made.marker(1, (0.3, 0.1))]
        made.mbs.AddObject(RevoluteJoint2D(markerNumbers=ends, name=f"pin{k}"))
    made.mbs.Assemble()
    text = "equation 0 of RevoluteJoint2D 'pin1'.*equation 1 of.*smallest ones that balance"
    for solver in ("GeneralizedAlpha", "RK44"):
        with pytest.warns(UserWarning, match=text):
            made.solve(10, 0.1, solver)


@pytest.mark.parametrize("local", [(0.2, 0.06), (0.0, 0.0)])
def test_a_link_within_one_body_is_named(local):
    made = two_bodies()
    ends = [made.marker(0, local), made.marker(0, (1.0, 0.3))]
    way = float(np.hypot(1.0 - local[0], 0.3 - local[1]))
    link = DistanceConstraint(markerNumbers=ends, distance=way, name="link")
    made.mbs.AddObject(link)
    made.mbs.Assemble()
    with pytest.raises(SysError, match="DistanceConstraint 'link'.*no coordinate changes it"):
        made.solve(10, 0.1)


def test_a_prismatic_joint_of_turning_bodies_follows_the_reference():
    """Neither body is the ground, and the normal is the first body's: all derivatives act."""
    first = Bar(1.2, 0.3, (0.1, 0.0), (0.0, 0.0, 0.4), (0.2, 0.0, 1.5))
    where, speed = tip(first, (0.3, 0.2))
    along = turn(0.4, (1.0, 0.5)) / np.hypot(1.0, 0.5)
    place = where + 0.7 * along
    # the second turns with the first and slides with 0.4 m/s
    speed = np.array([-(place[1]), place[0]]) * 1.5 + np.array([0.2, 0.0]) + 0.4 * along
    second = attached(0.8, 0.2, (0.0, 0.2), (0.1, -0.1), tuple(place), -0.9, 1.5, tuple(speed))
    normal = np.array([-0.5, 1.0])
    axis = turn(0.9, along)
    slider = Joint(1, (0.1, -0.1), 0, (0.3, 0.2), tuple(axis), tuple(normal / np.hypot(*normal)))
    other = Joint(0, (0.3, 0.2), 1, (0.1, -0.1), (1.0, 0.5), tuple(turn(np.pi / 2, axis)))
    for joint in (slider, other):
        mechanism = Mechanism([first, second], [joint])
        made = build(mechanism)
        made.solve(10, 0.5, "DOPRI5", tolerance=1e-12)
        found = list(reference(mechanism, 0.5))
        if joint is other:  # the axis given is not a unit vector
            found[3] = found[3] * [1.0, np.hypot(1.0, 0.5)]
        assert np.all(errors(made, found) < [1e-9, 1e-8, 1e-7, 1e-7])
        made.solve(2000, 0.5)
        assert np.all(errors(made, found) < [1e-5, 1e-4, 1e-3, 1e-3])


@pytest.mark.parametrize("com", [(0.0, 0.0), (0.1, 0.05)])
@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_a_long_chain_needs_no_full_pivoting(com, solver):
    bars, joints, where = [], [], np.zeros(2)
    for k in range(400):
        bars.append(attached(1.0, 0.1, com, (-0.5, 0.0), tuple(where), 0.3 * np.sin(k), 0.0))
        start = (GROUND, (0.0, 0.0)) if k == 0 else (k - 1, (0.5, 0.0))
        joints.append(Joint(*start, k, (-0.5, 0.0)))
        where = tip(bars[-1], (0.5, 0.0))[0]
    made = build(Mechanism(bars, joints))
    solution = made.solve(20, 0.002, solver)
    assert solution.statistics.fallbacks == 0
    gaps = [made.mbs.GetObjectOutput(joint, Variable.ConstraintEquation) for joint in made.joints]
    assert np.abs(gaps).max() < 1e-11
    settings = make_settings(1e-4, 1e-3)
    settings.displayComputationTime = True
    timed = made.mbs.SolveDynamic(settings)
    assert timed.statistics.fallbacks == 0


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("meter", "kilogram"), [(1e-6, 1e-12), (1e3, 1e6)])
def test_units_do_not_matter(solver, meter, kilogram):
    """A crank with a slider in other units of length and mass: the same motion and forces."""
    seen = []
    for length, mass in ((1.0, 1.0), (meter, kilogram)):
        mechanism = slider_crank(block("block-ground"))
        for bar in mechanism.bars:
            bar.m, bar.J, bar.com = bar.m * mass, bar.J * mass * length**2, scaled(bar.com, length)
            bar.pose = (*scaled(bar.pose[:2], length), bar.pose[2])
            bar.velocity = (*scaled(bar.velocity[:2], length), bar.velocity[2])
        for joint in mechanism.joints:
            joint.first_at = scaled(joint.first_at, length)
            joint.second_at = scaled(joint.second_at, length)
        mechanism.gravity *= length
        made = build(mechanism)
        made.solve(200, 0.1, solver)
        forces = made.multipliers() / (mass * length)
        forces[-1] /= length  # a torque
        units = np.tile([length, length, 1.0], 3)
        seen.append(np.concatenate([*(x / units for x in made.state()), forces]))
        rows = made.mbs._data["row_mass"]
        inertia = made.mbs.GetObjectParameter(made.bodies[2], "physicsInertia")
        assert rows[-1] == pytest.approx(inertia)  # what the lock of the rotation moves
    assert seen[0] == pytest.approx(seen[1], rel=1e-6, abs=1e-6)


def scaled(point, length):
    return tuple(length * x for x in point)


def test_a_gear_between_pinned_bodies():
    """phi0 + 2 phi1 = const by a CoordinateVectorConstraint, beside pins and springs at points."""
    bars = [
        Bar(2.0, 0.3, (0.3, 0.1), (0.0, 0.0, 0.4), (0.0, 0.0, 2.0)),
        Bar(1.0, 0.2, (0.2, 0.0), (1.0, 0.0, -0.3), (0.0, 0.0, -1.0)),
    ]
    pins = [Joint(GROUND, (0.0, 0.0), 0, (0.0, 0.0)), Joint(GROUND, (1.0, 0.0), 1, (0.0, 0.0))]
    made = build(Mechanism(bars, pins), assemble=False)
    ends = [made.mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node)) for node in made.nodes]
    made.mbs.AddObject(
        CoordinateVectorConstraint(
            markerNumbers=ends,
            scalingMarker0=[[0, 0, -1.0]],
            scalingMarker1=[[0, 0, 2.0]],
            offset=[-0.2],
        )
    )
    fixed, eccentric = made.marker(GROUND, (1.0, 1.0)), made.marker(0, (0.4, 0.2))
    made.mbs.AddObject(
        SpringDamper(
            markerNumbers=[fixed, eccentric], stiffness=30.0, damping=0.5, referenceLength=0.5
        )
    )
    made.mbs.AddObject(
        TorsionalSpringDamper(
            markerNumbers=[fixed, made.marker(1, (0.1, 0.1))], stiffness=3.0, damping=0.1
        )
    )
    made.mbs.Assemble()
    inertias = [bar.J + bar.m * np.square(bar.com).sum() for bar in bars]

    def rates(t, y):
        first, second = (-0.2 - 2.0 * y[0], -2.0 * y[1]), y
        arm = turn(first[0], (0.4, 0.2))
        across, way = np.array([-arm[1], arm[0]]), arm - [1.0, 1.0]
        along = way / np.hypot(*way)
        force = 30.0 * (np.hypot(*way) - 0.5) + 0.5 * first[1] * (along @ across)
        weights = [
            -9.81 * bar.m * turn(phi, bar.com)[0]
            for bar, phi in zip(bars, (first[0], second[0]), strict=True)
        ]
        torque = weights[1] - 3.0 * second[0] - 0.1 * second[1]
        torque -= 2.0 * (weights[0] - force * (along @ across))
        return [y[1], torque / (inertias[1] + 4.0 * inertias[0])]

    y = solve_ivp(rates, (0, 0.5), [-0.3, -1.0], rtol=1e-12, atol=1e-12).y[:, -1]
    for solver, options, limit in (
        ("DOPRI5", {"tolerance": 1e-12}, 1e-9),
        ("GeneralizedAlpha", {}, 1e-5),
        ("GeneralizedAlpha", {"index2": True}, 1e-5),
        ("VelocityVerlet", {}, 1e-5),
    ):
        made.solve(1000, 0.5, solver, **options)
        q, v, _ = made.state()
        assert [q[5], v[5]] == pytest.approx(y, abs=limit)
        assert q[2] + 2.0 * q[5] == pytest.approx(-0.2, abs=1e-12)
