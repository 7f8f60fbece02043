"""Loops of kinematic trees: a tree for the links, joints of ours for the cuts."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import RotationMatrixZ

from .test_kinematic_tree import add_tree

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
Z, Y, X = exu.JointType.RevoluteZ, exu.JointType.RevoluteY, exu.JointType.RevoluteX

START = [1.570796326795, -1.216657867301, 1.674405592869]
LENGTHS, MASSES = (0.5, 2.0, 1.2), (1.0, 2.0, 1.5)


def on_link(mbs, tree, link, *place):
    return mbs.AddMarker(
        MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=link, localPosition=list(place))
    )


def rods(mbs, start, **more):
    """Thin rods in the plane: crank, coupler, rocker."""
    return add_tree(
        mbs, [Z, Z, Z], [[0, 0, 0], [0.5, 0, 0], [2, 0, 0]], MASSES,
        [[0.5 * L, 0, 0] for L in LENGTHS],
        [[0, m * L**2 / 12, m * L**2 / 12] for m, L in zip(MASSES, LENGTHS, strict=True)],
        start, linkParents=[-1, 0, -1], gravity=[0, -9.81, 0], **more,
    )  # fmt: skip


def four_bar(mbs, kind="pin"):
    """A four-bar of the robots' specification, closed at the end of coupler and rocker."""
    tree = rods(mbs, START)
    ends = [on_link(mbs, tree, 1, 2.0, 0, 0), on_link(mbs, tree, 2, 1.2, 0, 0)]
    if kind == "pin":
        closed = mbs.AddObject(RevoluteJoint2D(markerNumbers=ends))
    elif kind == "generic":
        axes = [True, True, False, False, False, False]
        closed = mbs.AddObject(GenericJoint(markerNumbers=ends, constrainedAxes=axes))
    else:
        closed = mbs.AddObject(
            SphericalJoint(markerNumbers=ends, constrainedAxes=[True, True, False])
        )
    return tree, ends, closed


def solve(mbs, end, steps, solver=exu.DynamicSolverType.GeneralizedAlpha):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    settings.solutionSettings.sensorsWritePeriod = end / 100
    return mbs.SolveDynamic(settings, solverType=solver)


def gap(mbs, ends):
    """Distance of the points that a joint holds together [m]."""
    a, b = (mbs.GetMarkerOutput(end, Out.Position) for end in ends)
    return np.abs(a - b).max()


@pytest.mark.parametrize("kind", ["pin", "generic", "spherical"])
def test_a_four_bar_starts_with_the_given_accelerations(kind):
    mbs = exu.SystemContainer().AddSystem()
    tree, _, closed = four_bar(mbs, kind)
    mbs.Assemble()
    solve(mbs, 1e-7, 1)
    found = mbs.GetObjectOutput(tree, Out.Coordinates_tt)
    assert found == pytest.approx([1.25679105324, -1.2903337995, 0.506995046539], abs=2e-5)
    force = Out.ForceLocal if kind == "generic" else Out.Force
    size = np.linalg.norm(mbs.GetObjectOutput(closed, force))
    assert size == pytest.approx(9.570548656, abs=1e-4)


HALF = [1.783831783023, -1.43191841759, 1.762199572876]
WHOLE = [3.854311702224, -3.195566146463, 2.296920647722]
RATES = [11.731738202306, -8.792397544375, -0.264306192328]


def test_a_four_bar_moves_as_given_by_explicit_steps():
    mbs = exu.SystemContainer().AddSystem()
    tree, ends, _ = four_bar(mbs)
    mbs.Assemble()
    solve(mbs, 0.5, 1000, exu.DynamicSolverType.RK67)
    assert mbs.GetObjectOutput(tree, Out.Coordinates) == pytest.approx(HALF, abs=1e-9)
    mbs.Assemble()
    solve(mbs, 1.0, 2000, exu.DynamicSolverType.RK67)
    assert mbs.GetObjectOutput(tree, Out.Coordinates) == pytest.approx(WHOLE, abs=1e-8)
    assert mbs.GetObjectOutput(tree, Out.Coordinates_t) == pytest.approx(RATES, abs=1e-7)
    assert gap(mbs, ends) < 1e-10


@pytest.mark.parametrize("kind", ["pin", "generic", "spherical"])
def test_a_four_bar_moves_as_given_by_implicit_steps_of_order_2(kind):
    errors = []
    for steps in (1000, 2000):
        mbs = exu.SystemContainer().AddSystem()
        tree, ends, _ = four_bar(mbs, kind)
        mbs.Assemble()
        solve(mbs, 1.0, steps)
        errors.append(mbs.GetObjectOutput(tree, Out.Coordinates) - WHOLE)
        assert gap(mbs, ends) < 1e-10
    assert np.abs(errors[1]).max() < 1e-4
    assert errors[0] / errors[1] == pytest.approx([4, 4, 4], rel=0.1)
    assert (4 * errors[1] - errors[0]) / 3 == pytest.approx([0, 0, 0], abs=2e-6)


def total_energy(mbs):
    return mbs.AddSensor(SensorEnergy(energyType="total", storeInternal=True))


def drift_of(mbs, sensor):
    """Largest change of a recorded energy [J]."""
    values = mbs.GetSensorStoredData(sensor)[:, 1]
    return np.abs(values - values[0]).max()


SOLVERS = {
    "explicit": (exu.DynamicSolverType.RK44, 1000, 16.0),
    "implicit": (exu.DynamicSolverType.TrapezoidalIndex2, 1000, 4.0),
}


def five_bar(mbs):
    """A leg of two chains on two hips whose feet are one, above a spring to the ground."""
    half = np.arccos(0.6)  # 0.3 m up, 0.5 m down, knees level with each other
    tree = add_tree(
        mbs, [Z] * 4, [[-0.05, 0, 0], [0.3, 0, 0], [0.05, 0, 0], [0.3, 0, 0]],
        [0.4, 0.3, 0.4, 0.3], [[0.15, 0, 0], [0.25, 0, 0]] * 2,
        [[0, 0.003, 0.003], [0, 0.006, 0.006]] * 2, knees(half), linkParents=[-1, 0, -1, 2],
        gravity=[0, -9.81, 0],
    )  # fmt: skip
    feet = [on_link(mbs, tree, link, 0.5, 0, 0) for link in (1, 3)]
    mbs.AddObject(RevoluteJoint2D(markerNumbers=feet))
    ground = mbs.AddObject(ObjectGround())
    below = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0.1, -1, 0]))
    mbs.AddObject(SpringDamper(markerNumbers=[feet[0], below], referenceLength=0.3, stiffness=50.0))
    return tree, feet


def knees(angle):
    """Joint angles at which both lower legs end in the middle; angle -- of the left upper leg."""
    turn = np.pi + angle
    knee = np.array([-0.05 + 0.3 * np.cos(turn), 0.3 * np.sin(turn)])
    foot = np.array([0.0, knee[1] - np.sqrt(0.25 - knee[0] ** 2)])
    lower = np.arctan2(*(foot - knee)[::-1])
    return [turn, lower - turn, -angle, (np.pi - lower) + angle - 2 * np.pi]


@pytest.mark.parametrize("name", SOLVERS)
def test_a_closed_leg_keeps_its_energy_and_its_foot(name):
    solver, steps, order = SOLVERS[name]
    drifts = []
    for count in (steps, 2 * steps):
        mbs = exu.SystemContainer().AddSystem()
        _, feet = five_bar(mbs)
        energy = total_energy(mbs)
        mbs.Assemble()
        solve(mbs, 0.5, count, solver)
        drifts.append(drift_of(mbs, energy))
        assert gap(mbs, feet) < 1e-10
    assert drifts[1] < 1e-3
    assert drifts[0] / drifts[1] > 0.7 * order or drifts[1] < 1e-10


def delta(mbs):
    """Three arms with two rods each, whose ends carry a platform: a tree and a rigid body."""
    base, platform, arm, rod, wide = 0.2, 0.08, 0.3, 0.7, 0.05
    start = 0.3  # below the horizontal
    radius = base + arm * np.cos(start) - platform
    height = np.sqrt(rod**2 - radius**2)
    lean = np.arctan2(radius, height)
    kinds, parents, turns, places, q, masses = [], [], [], [], [], []
    for side in range(3):
        turn = RotationMatrixZ(2 * np.pi * side / 3)
        upper = len(kinds)
        kinds.append(Y)
        parents.append(-1)
        turns.append(turn)
        places.append(turn @ [base, 0, 0])
        q.append(start)
        masses.append(0.5)
        for sign in (-1, 1):
            for kind, parent, place, angle in (
                (Y, upper, [arm, sign * wide, 0], np.pi / 2 + lean - start),
                (Z, len(kinds), [0, 0, 0], 0.0),
            ):
                kinds.append(kind)
                parents.append(parent)
                turns.append(np.eye(3))
                places.append(place)
                q.append(angle)
                masses.append(0.0 if kind == Y else 0.1)
    n = len(kinds)
    tree = add_tree(
        mbs, kinds, places, masses,
        [[0.5 * arm, 0, 0] if m == 0.5 else [0.5 * rod * (m > 0), 0, 0] for m in masses],
        [[0.001, 0.004, 0.004] if m > 0 else [0, 0, 0] for m in masses], q, turns=turns,
        linkParents=parents, gravity=[0.5, 0.3, -9.81],
    )  # fmt: skip
    bottom = -arm * np.sin(start) - height
    node = mbs.AddNode(NodeRigidBodyEP(referenceCoordinates=[0, 0, bottom, 1, 0, 0, 0]))
    body = mbs.AddObject(
        RigidBody(nodeNumber=node, physicsMass=1.0, physicsInertia=[0.01, 0.01, 0.02, 0, 0, 0])
    )
    pairs = []
    for side in range(3):
        turn = RotationMatrixZ(2 * np.pi * side / 3)
        for k, sign in enumerate((-1, 1)):
            corner = turn @ [platform, sign * wide, 0]
            ends = [
                on_link(mbs, tree, 5 * side + 2 + 2 * k, rod, 0, 0),
                mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=corner)),
            ]
            mbs.AddObject(SphericalJoint(markerNumbers=ends))
            pairs.append(ends)
    assert n == 15
    return tree, node, pairs


@pytest.mark.parametrize("name", SOLVERS)
def test_a_delta_robot_keeps_its_platform_level(name):
    solver, steps, order = SOLVERS[name]
    drifts = []
    for count in (steps // 2, steps):
        mbs = exu.SystemContainer().AddSystem()
        _, node, pairs = delta(mbs)
        energy = total_energy(mbs)
        mbs.Assemble()
        assert max(gap(mbs, ends) for ends in pairs) < 1e-14
        solve(mbs, 0.2, count, solver)
        assert max(gap(mbs, ends) for ends in pairs) < 1e-10
        turned = mbs.GetNodeOutput(node, Out.RotationMatrix)
        assert turned == pytest.approx(np.eye(3).ravel(), abs=1e-9)
        drifts.append(drift_of(mbs, energy))
    moved = mbs.GetNodeOutput(node, Out.Displacement)
    assert moved[2] < -0.01 and abs(moved[0]) > 1e-4
    assert drifts[1] < 1e-4
    assert drifts[0] / drifts[1] > 0.7 * order or drifts[1] < 1e-10


def test_a_loop_is_that_of_rigid_bodies_with_joints():
    ends = []
    for as_tree in (True, False):
        mbs = exu.SystemContainer().AddSystem()
        if as_tree:
            tree, _, _ = four_bar(mbs)
        else:
            tree = _bodies(mbs)
        mbs.Assemble()
        solve(mbs, 0.5, 500)
        if as_tree:
            ends.append(mbs.GetObjectOutput(tree, Out.Coordinates)[0])
        else:
            ends.append(mbs.GetNodeOutput(tree, Out.Rotation)[2])
    assert ends[0] == pytest.approx(ends[1], abs=2e-5)


def _bodies(mbs):
    """The same four-bar of bodies in the plane; returns the node of the crank."""
    ground = mbs.AddObject(ObjectGround())
    angles = [START[0], START[0] + START[1], START[2]]
    first = [np.zeros(2), np.array([0.0, 0.5]), np.array([2.0, 0.0])]
    bodies, nodes = [], []
    for angle, at, L, m in zip(angles, first, LENGTHS, MASSES, strict=True):
        center = at + 0.5 * L * np.array([np.cos(angle), np.sin(angle)])
        nodes.append(mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[*center, angle])))
        bodies.append(
            mbs.AddObject(
                RigidBody2D(nodeNumber=nodes[-1], physicsMass=m, physicsInertia=m * L**2 / 12)
            )
        )
        heavy = mbs.AddMarker(MarkerBodyMass(bodyNumber=bodies[-1]))
        mbs.AddLoad(LoadMassProportional(markerNumber=heavy, loadVector=[0, -9.81, 0]))
    pins = [
        ((ground, 0, 0), (bodies[0], -0.25, 0)), ((bodies[0], 0.25, 0), (bodies[1], -1.0, 0)),
        ((bodies[1], 1.0, 0), (bodies[2], 0.6, 0)), ((ground, 2.0, 0), (bodies[2], -0.6, 0)),
    ]  # fmt: skip
    for pin in pins:
        ends = [
            mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[x, y, 0]))
            for body, x, y in pin
        ]
        mbs.AddObject(RevoluteJoint2D(markerNumbers=ends))
    return nodes[0]
