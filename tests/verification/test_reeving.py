"""Ropes over sheaves: closed forms of length and force, energy, winding, damping, refusals."""

import math
import re

import numpy as np
import pytest

import linkwork as exu
from linkwork.extend.probe import Probe
from linkwork.items import *

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
Z = [0.0, 0.0, 1.0]


def system():
    mbs = exu.SystemContainer().AddSystem()
    return mbs, mbs.AddObject(ObjectGround())


def point(mbs, body, place=(0, 0, 0)):
    return mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=list(place)))


def rope(mbs, markers, radii, axes=None, **values):
    given = dict(stiffnessPerLength=1e5, regularizationForce=-1.0) | values
    return mbs.AddObject(
        ReevingSystemSprings(
            markerNumbers=markers, sheavesRadii=radii, sheavesAxes=axes or [Z] * len(radii), **given
        )
    )


def held(mbs, node, coordinates):
    """Hold coordinates of a node at their reference values."""
    zero = mbs.AddMarker(
        MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
    )
    for k in coordinates:
        own = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=k))
        mbs.AddObject(CoordinateConstraint(markerNumbers=[zero, own]))


def hanging(mass=40.0, **values):
    """A sheave of radius 0.2 that hangs in a rope; the case reeving_static."""
    mbs, ground = system()
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.3, -1, 0]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=mass, physicsInertia=1.0))
    weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -9.81, 0]))
    held(mbs, node, (0, 2))
    ends = point(mbs, ground, (0.1, 0, 0)), point(mbs, ground, (0.5, 0, 0))
    markers = [ends[0], point(mbs, body), ends[1]]
    number = rope(mbs, markers, [0, 0.2, 0], referenceLength=2 + 0.2 * math.pi, **values)
    mbs.Assemble()
    return mbs, node, number


def test_reeving_static():
    mbs, node, number = hanging()
    assert mbs.GetObjectOutput(number, Out.Distance) == pytest.approx(2.62831853072, rel=1e-11)
    settings = exu.SimulationSettings()
    settings.staticSolver.newton.relativeTolerance = 1e-10
    settings.staticSolver.newton.absoluteTolerance = 1e-10
    mbs.SolveStatic(settings)
    assert mbs.GetObjectOutput(number, Out.ForceLocal) == pytest.approx(196.2, rel=1e-11)
    y = mbs.GetNodeOutput(node, Out.Displacement)[1]
    assert y == pytest.approx(-0.00257838047863, rel=1e-11)
    assert mbs.solution.statistics.newton_iterations < 8


def test_lengths_of_open_and_crossed_ropes():
    """Common tangents of two circles on the same side and on both sides of their line."""
    for side, radii in ((1, (0.3, 0.5)), (-1, (0.3, 0.5)), (1, (0.4, 0.4))):
        mbs, ground = system()
        places = [(0, 2, 0), (0, 0, 0), (3, 0, 0), (3, 2, 0)]
        markers = [point(mbs, ground, place) for place in places]
        axes = [Z, [0, 0, 1.0], [0, 0, float(side)], Z]
        number = rope(mbs, markers, [0, *radii, 0], axes, referenceLength=5)
        mbs.Assemble()
        r, R = radii
        start, end = math.sqrt(4 - r * r), math.sqrt(4 - R * R)
        if side > 0:
            lean = math.asin((R - r) / 3)
            straight = math.sqrt(9 - (R - r) ** 2)
            arc = r * (math.pi / 2 + math.asin(r / 2) - lean)
            arc += R * (math.pi / 2 + math.asin(R / 2) + lean)
        else:
            lean = math.asin((R + r) / 3)
            straight = math.sqrt(9 - (R + r) ** 2)
            arc = r * (math.pi / 2 + math.asin(r / 2) + lean)
            arc += R * (1.5 * math.pi + math.asin(R / 2) + lean)
        found = mbs.GetObjectOutput(number, Out.Distance)
        assert found == pytest.approx(start + end + straight + arc, rel=1e-12)


def test_forces_balance_and_do_not_turn_a_sheave():
    mbs, ground = system()
    node = mbs.AddNode(NodeRigidBodyEP(referenceCoordinates=[1, 1, 0, 1, 0, 0, 0]))
    body = mbs.AddObject(
        RigidBody(nodeNumber=node, physicsMass=1, physicsInertia=[1, 1, 1, 0, 0, 0])
    )
    markers = [point(mbs, ground), point(mbs, body), point(mbs, ground, (2.5, -0.5, 0))]
    number = rope(mbs, markers, [0, 0.3, 0], axes=[Z, [0, 0, -1.0], Z], referenceLength=3)
    probe = Probe(mbs, markers, 0)
    forces = np.array(probe.forces())
    assert np.abs(forces.sum(axis=0)).max() < 1e-9 and np.abs(forces).max() > 1e3
    moments = probe.data["marker_moment"][markers]
    assert np.abs(moments[1]).max() < 1e-9 * np.abs(forces).max()
    tension = mbs.GetObjectOutput(number, Out.ForceLocal)
    assert np.linalg.norm(forces[0]) == pytest.approx(abs(tension), rel=1e-12)


@pytest.mark.parametrize("skew", [0.0, 0.3])
def test_action_is_reaction_with_sheaves_in_space(skew):
    """The sum of forces, and of moments about the origin; shear damping resists a turn as well."""
    mbs, ground = system()
    markers, axes, rng = [point(mbs, ground)], [Z], np.random.default_rng(2)
    for k in range(3):
        node = mbs.AddNode(
            NodeRigidBodyRxyz(referenceCoordinates=[2 * k + 1, (-1) ** k, 0.1 * k, skew * k, 0, 0])
        )
        body = mbs.AddObject(
            RigidBody(nodeNumber=node, physicsMass=1, physicsInertia=[1, 1, 1, 0, 0, 0])
        )
        markers.append(point(mbs, body))
        axes.append([0, 0, (-1.0) ** (k + 1)])
    markers.append(point(mbs, ground, (7, 0, 0)))
    number = rope(
        mbs, markers, [0, 0.2, 0.3, 0.4, 0], [*axes, Z], referenceLength=7, dampingPerLength=10,
        dampingTorsional=2,
    )  # fmt: skip
    probe = Probe(mbs, markers, 0)
    probe.shake(rng, 0.02)
    forces = np.array(probe.forces())
    places = probe.data["markers"]["p"][markers]
    moments = probe.data["marker_moment"][markers] + np.cross(places, forces)
    assert np.abs(forces.sum(axis=0)).max() < 1e-11 * np.abs(forces).max()
    assert np.abs(moments.sum(axis=0)).max() < 1e-11 * np.abs(moments).max()
    mbs.SetObjectParameter(number, "dampingShear", 300.0)
    forces = np.array(probe.forces())
    assert np.abs(forces.sum(axis=0)).max() < 1e-11 * np.abs(forces).max()
    probe.factors(0.7, 1.2, 0.4, 0.8)
    close = probe.differences(0)
    assert np.abs(probe.matrix(0) - close).max() < 1e-7 * np.abs(close).max()


def test_a_sheave_moved_along_the_bisector():
    """dL = 2 sin(half of the angle of the rope) times the way, to the second order."""
    mbs, ground = system()
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0, -1, 0]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=1))
    markers = [point(mbs, ground, (-1, 0, 0)), point(mbs, body), point(mbs, ground, (1, 0, 0))]
    number = rope(mbs, markers, [0, 0.25, 0], referenceLength=1)
    mbs.Assemble()

    def length(y):
        mbs.systemData.SetODE2Coordinates([0, y, 0])
        return mbs.GetObjectOutput(number, Out.Distance)

    slope = (length(1e-5) - length(-1e-5)) / 2e-5
    distance = math.sqrt(2.0)
    lean = math.pi / 4 + math.asin(0.25 / distance)  # of the rope, from the horizontal
    assert -slope == pytest.approx(2 * math.sin(lean), rel=1e-9)


def test_energy_of_a_swinging_sheave():
    mbs, node, _ = hanging(mass=40.0, stiffnessPerLength=1e4)
    mbs.SetNodeParameter(node, "initialVelocities", [0, 1.0, 0])
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, 2000
    mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
    energies = mbs.solution.energy()
    assert not energies.missing and energies.drift < 1e-7 and np.ptp(energies.potential) > 10.0


def test_energy_is_kept_where_the_rope_goes_slack_and_lost_by_damping():
    for damping in (0.0, 500.0):
        mbs, node, number = hanging(
            stiffnessPerLength=1e4, regularizationForce=2.0, dampingPerLength=damping
        )
        mbs.SetNodeParameter(node, "initialVelocities", [0, 3.0, 0])
        mbs.Assemble()
        settings = exu.SimulationSettings()
        settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.8, 8000
        force = mbs.AddSensor(
            SensorObject(objectNumber=number, outputVariableType=Out.ForceLocal, storeInternal=True)
        )
        settings.solutionSettings.sensorsWritePeriod = 1e-3
        mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
        energies = mbs.solution.energy()
        assert energies.error < 1e-4 * energies.kinetic.max()
        assert (energies.drift < 1e-4 * energies.kinetic.max()) == (damping == 0.0)
        assert mbs.GetSensorStoredData(force)[:, 1].min() >= -2.0


def test_coordinates_wind_the_rope():
    """A winch: paying out rope lowers the sheave by half of it, and feels the force."""
    mbs, ground = system()
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.3, -1, 0]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=40, physicsInertia=1.0))
    weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -9.81, 0]))
    held(mbs, node, (0, 2))
    winch = mbs.AddNode(Node1D(initialCoordinates=[0.5]))
    mbs.AddObject(Rotor1D(nodeNumber=winch, physicsInertia=1.0))
    zero = mbs.AddMarker(
        MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
    )
    drum = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=winch, coordinate=0))
    brake = mbs.AddObject(CoordinateConstraint(markerNumbers=[zero, drum], offset=0.5))
    ends = point(mbs, ground, (0.1, 0, 0)), point(mbs, ground, (0.5, 0, 0))
    rope(
        mbs, [ends[0], point(mbs, body), ends[1], drum, zero], [0, 0.2, 0], stiffnessPerLength=1e9,
        referenceLength=2 + 0.2 * math.pi, hasCoordinateMarkers=True, coordinateFactors=[0.2, 1.0],
    )  # fmt: skip
    mbs.Assemble()
    mbs.SolveStatic()
    assert mbs.GetNodeOutput(node, Out.Displacement)[1] == pytest.approx(-0.05, rel=1e-4)
    force = mbs.GetObjectOutput(brake, Out.Force)
    assert abs(force) == pytest.approx(0.2 * 196.2, rel=1e-6)


def test_a_tackle_of_four_parts_lifts_with_a_quarter_of_the_force():
    """An upper and a lower block with two sheaves each; the end of the rope is pulled."""
    mbs, ground = system()
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0, -2, 0]))
    hook = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=100, physicsInertia=1.0))
    weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=hook))
    mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -9.81, 0]))
    held(mbs, node, (0, 2))
    lower = [point(mbs, hook, (x, 0, 0)) for x in (-0.3, 0.5)]
    upper = [point(mbs, ground, (x, 0, 0)) for x in (0.1, 0.9)]
    markers = [
        point(mbs, ground, (-0.5, 0, 0)), lower[0], upper[0], lower[1], upper[1],
        point(mbs, ground, (1.1, -3, 0)),
    ]  # fmt: skip
    down = [0, 0, -1.0]
    number = rope(
        mbs, markers, [0, 0.2, 0.2, 0.2, 0.2, 0], [Z, Z, down, Z, down, Z], stiffnessPerLength=1e6,
        referenceLength=11 + 0.8 * math.pi,
    )  # fmt: skip
    mbs.Assemble()
    assert mbs.GetObjectOutput(number, Out.Distance) == pytest.approx(11 + 0.8 * math.pi, rel=1e-12)
    mbs.SolveStatic()
    assert mbs.GetObjectOutput(number, Out.ForceLocal) == pytest.approx(981 / 4, rel=1e-9)


def passing(depth, speed, stiffness=1e-6, **values):
    """A rope that runs below two sheaves of radius 0.2, the second of which moves upwards.

    It comes down to the first one, which is on the ground. depth -- of the bottom of the second one
    below the straight line on which the rope leaves it
    """
    mbs, ground = system()
    node = mbs.AddNode(
        NodeRigidBody2D(referenceCoordinates=[0, 0.2 - depth, 0], initialVelocities=[0, speed, 0])
    )
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=1))
    held(mbs, node, (0, 2))
    markers = [
        point(mbs, ground, (-1.2, 1, 0)), point(mbs, ground, (-1, 0.2, 0)), point(mbs, body),
        point(mbs, ground, (1, 0, 0)),
    ]  # fmt: skip
    length = 0.8 + 0.1 * math.pi + 2.0
    number = rope(
        mbs, markers, [0, 0.2, 0.2, 0], [Z, Z, Z, Z], stiffnessPerLength=stiffness,
        referenceLength=length, **values,
    )  # fmt: skip
    mbs.Assemble()
    return mbs, node, number, markers


def steps(count, end=1.0, located=True):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = end, count
    settings.timeIntegration.discontinuous.locateEvents = located
    return settings


def leaving_time(error):
    return float(re.search(r"at t = ([0-9.e+-]+) s", str(error.value)).group(1))


Solvers = exu.DynamicSolverType


@pytest.mark.parametrize(
    "solver, located, count",
    [
        (Solvers.GeneralizedAlpha, True, 100),
        (Solvers.GeneralizedAlpha, True, 7),
        (Solvers.GeneralizedAlpha, False, 100),
        (Solvers.GeneralizedAlpha, False, 7),
        (Solvers.RK44, True, 100),
        (Solvers.DOPRI5, True, 10),
    ],
)
def test_a_rope_that_leaves_a_sheave_ends_the_run(solver, located, count):
    """The bottom of a sheave that flies upwards reaches the line at a known time."""
    mbs, node, number, markers = passing(0.45, 1.0)
    before = mbs.GetObjectOutput(number, Out.Distance)
    with pytest.raises(exu.SolverError, match=r"sheave 2 \(marker \d+\): the rope leaves") as error:
        mbs.SolveDynamic(steps(count, located=located), solverType=solver)
    assert f"object {number})" in str(error.value) and f"(marker {markers[2]})" in str(error.value)
    t = leaving_time(error)
    if located:
        assert t == pytest.approx(0.45, abs=1e-8)
        assert mbs.GetNodeOutput(node, Out.Displacement)[1] == pytest.approx(0.45, abs=1e-8)
        assert mbs.GetObjectOutput(number, Out.Distance) < before
    else:
        assert t == pytest.approx(math.ceil(0.45 * count) / count, abs=1e-9)


@pytest.mark.parametrize("count", [1, 10])
def test_a_stiff_rope_that_leaves_a_sheave_is_no_failure_of_newtons_method(count):
    for located in (True, False):
        mbs, *_ = passing(0.01, 2.0, stiffness=1e5, regularizationForce=2.0)
        with pytest.raises(exu.SolverError, match="sheave 2 .*the rope leaves"):
            mbs.SolveDynamic(steps(count, 0.02, located))


def pulled(force):
    """The sheave of `passing`, which a spring holds and a force pulls upwards."""
    mbs, node, number, _ = passing(0.2, 0.0, stiffness=1e3)
    mbs.AddLoad(
        Force(
            markerNumber=mbs.AddMarker(MarkerNodePosition(nodeNumber=node)),
            loadVector=[0, force, 0],
        )
    )
    held_by = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=k, coordinate=c))
        for k, c in ((mbs.AddNode(NodePointGround()), 0), (node, 1))
    ]
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=held_by, stiffness=100))
    mbs.Assemble()
    return mbs, node, number


@pytest.mark.parametrize("count", [1, 5])
def test_statics_find_no_rope_off_its_sheaves(count):
    settings = exu.SimulationSettings()
    settings.staticSolver.numberOfLoadSteps = count
    mbs, node, number = pulled(10.0)
    mbs.SolveStatic(settings)
    u = mbs.GetNodeOutput(node, Out.Displacement)[1]
    tension = mbs.GetObjectOutput(number, Out.ForceLocal)
    assert 0.0 < u < 0.19 and tension > 0.1
    mbs.SolveStatic(settings)
    assert mbs.GetNodeOutput(node, Out.Displacement)[1] == pytest.approx(u, rel=1e-9)
    mbs, *_ = pulled(25.0)  # the spring alone would hold it 0.25 above
    with pytest.raises(exu.SolverError, match="sheave 2 .*the rope leaves"):
        mbs.SolveStatic(settings)


def crossing(start, omega):
    """A rope round a sheave on the ground, with the angle `start` [degrees] of its arc.

    Its end moves on an involute about the sheave, so that the arc grows with the rate omega.
    """
    mbs, ground = system()
    r, straight, alpha = 0.2, 1.0, math.radians(start)
    mbs.variables["end"] = r, straight, alpha, omega
    turning = (end_place(mbs, 1e-6) - end_place(mbs, -1e-6)) / 2e-6
    node = mbs.AddNode(
        NodePoint2D(
            referenceCoordinates=[0, 0],
            initialCoordinates=end_place(mbs, 0.0).tolist(),
            initialVelocities=turning.tolist(),
        )
    )
    body = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=1))
    zero = mbs.AddMarker(
        MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
    )
    for k, function in enumerate((end_x, end_y)):
        own = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=k))
        mbs.AddObject(CoordinateConstraint(markerNumbers=[zero, own], offsetUserFunction=function))
    markers = [
        point(mbs, ground, (-1, 0, 0)), point(mbs, ground, (0, r, 0)),
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)),
    ]  # fmt: skip
    number = rope(mbs, markers, [0, r, 0], referenceLength=2, stiffnessPerLength=1.0)
    mbs.Assemble()
    return mbs, number


def end_place(mbs, t):
    """Place of the end: from the center to the point of contact, then along the tangent."""
    r, straight, alpha, omega = mbs.variables["end"]
    angle = alpha + omega * t
    along = np.array([math.cos(angle), math.sin(angle)])
    return np.array([0, r]) + r * np.array([along[1], -along[0]]) + straight * along


def end_x(mbs, t, itemNumber, lOffset):
    return float(end_place(mbs, t)[0])


def end_y(mbs, t, itemNumber, lOffset):
    return float(end_place(mbs, t)[1])


@pytest.mark.parametrize("solver", [Solvers.GeneralizedAlpha, Solvers.RK44])
def test_arcs_of_nearly_a_whole_turn_are_as_good_as_others(solver):
    """An arc that grows from 10 degrees to nearly a whole turn, and back."""
    for start, omega in ((10.0, 6.0), (359.9, -6.0)):
        mbs, number = crossing(start, omega)
        sensor = mbs.AddSensor(
            SensorObject(objectNumber=number, outputVariableType=Out.Distance, storeInternal=True)
        )
        mbs.SolveDynamic(steps(200, math.radians(349.9) / 6.0), solverType=solver)
        found = mbs.GetSensorStoredData(sensor)
        arc = math.radians(start) + omega * found[:, 0]
        assert found[:, 1] == pytest.approx(2.0 + 0.2 * arc, abs=1e-6)
        assert np.ptp(arc) == pytest.approx(math.radians(349.9))


@pytest.mark.parametrize("solver", [Solvers.GeneralizedAlpha, Solvers.RK44])
def test_a_rope_does_not_wind_by_more_than_a_whole_turn(solver):
    mbs, _ = crossing(300.0, 2.0)
    with pytest.raises(exu.SolverError, match="sheave 1 .*by a whole turn") as error:
        mbs.SolveDynamic(steps(100), solverType=solver)
    assert leaving_time(error) == pytest.approx(math.radians(60.0) / 2.0, abs=1e-6)


@pytest.mark.parametrize("solver", [Solvers.GeneralizedAlpha, Solvers.RK44])
def test_a_straight_rope_may_touch_a_sheave(solver):
    """An arc of zero, up to rounding, is no rope that leaves its sheave."""
    mbs, node, number, _ = passing(0.0, 0.0, stiffness=1e3)
    mbs.SolveDynamic(steps(100), solverType=solver)
    length = 0.8 + 0.1 * math.pi + 2.0
    assert mbs.GetObjectOutput(number, Out.Distance) == pytest.approx(length, abs=1e-9)


def test_a_rope_that_is_switched_off_may_leave():
    mbs, node, number, _ = passing(0.45, 1.0)
    mbs.SetObjectParameter(number, "activeConnector", False)
    mbs.SolveDynamic(steps(100))
    assert mbs.GetNodeOutput(node, Out.Displacement)[1] == pytest.approx(1.0, rel=1e-9)


@pytest.mark.parametrize(
    "values, text",
    [
        (dict(radii=[0.1, 0.2, 0]), r"sheavesRadii\[0\] must be 0 m"),
        (dict(radii=[0, 0.2, 0.1]), r"sheavesRadii\[2\] must be 0 m"),
        (dict(radii=[0, -0.2, 0]), r"sheavesRadii\[1\] must be > 0 m"),
        (dict(radii=[0, 0]), "sheavesAxes must have 3 entries|sheavesRadii must have 3 entries"),
        (dict(radii=[0, 0.2, 0], axes=[Z, [0, 0, 2.0], Z]), "must have the length 1, got 2"),
        (dict(radii=[0, 0.2, 0], hasCoordinateMarkers=True), "at least the two ends"),
    ],
)
def test_wrong_ropes_are_refused_by_name(values, text):
    mbs, ground = system()
    markers = [point(mbs, ground, (k, 0, 0)) for k in range(3)]
    with pytest.raises(exu.ParameterError, match=text):
        rope(mbs, markers, **values)


def test_overlapping_sheaves_are_an_error():
    mbs, node, number = hanging()
    mbs.SetNodeParameter(node, "referenceCoordinates", [0.2, -0.01, 0])
    mbs.Assemble()
    with pytest.raises(exu.SysError, match="no common tangent"):
        mbs.SolveDynamic()
