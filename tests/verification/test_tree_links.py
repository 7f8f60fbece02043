"""Markers and sensors on links of kinematic trees: forces, velocities and accelerations."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.extend.probe import Probe
from linkwork.items import *
from linkwork.utilities import RigidBodyInertia, RotationMatrixX, RotationMatrixZ

from .test_kinematic_tree import X, Y, Z, add_tree, run

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
LOCAL = [0.1, -0.2, 0.3]
VARIABLES = (
    Out.Position, Out.Displacement, Out.Rotation, Out.RotationMatrix, Out.Velocity,
    Out.VelocityLocal, Out.Acceleration, Out.AccelerationLocal, Out.AngularVelocity,
    Out.AngularVelocityLocal, Out.AngularAcceleration, Out.AngularAccelerationLocal,
)  # fmt: skip


def branch(mbs, **more):
    """A turning link that carries a sliding and a turning one."""
    return add_tree(
        mbs, [Z, X, Y], [[0, 0, 0], [0.5, 0, 0.1], [0, 0.4, 0]], [2, 1.5, 1],
        [[0.2, 0.1, 0], [0.1, 0, 0.05], [0.3, 0, 0.1]],
        [[0.1, 0.2, 0.3], [0.02, 0.03, 0.04], [0.05, 0.06, 0.07]], [0.4, 0.25, -0.6],
        [0.7, -0.2, 0.9], turns=[np.eye(3), RotationMatrixX(0.3), RotationMatrixX(-0.4)],
        linkParents=[-1, 0, 0], gravity=[0, 0, -9.81], **more,
    )  # fmt: skip


def on_link(mbs, tree, link, place):
    return mbs.AddMarker(
        MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=link, localPosition=place)
    )


@pytest.mark.parametrize("solver", ["RK44", "GeneralizedAlpha"])
def test_a_force_on_a_marker_accelerates_as_given(solver):
    """tree_branch_forces b."""
    mbs = exu.SystemContainer().AddSystem()
    tree = branch(mbs)
    marker = on_link(mbs, tree, 1, [0.1, 0, 0])
    mbs.AddLoad(LoadForceVector(markerNumber=marker, loadVector=[3, -2, 5]))
    run(mbs, getattr(exu.DynamicSolverType, solver), 1, start_only=True)
    found = mbs.GetObjectOutput(tree, Out.Coordinates_tt)
    assert found == pytest.approx([-0.32650488901, 1.74422197106, 10.519317025], abs=2e-7)


def test_a_load_on_a_marker_is_a_force_on_its_link():
    """At the origin of a link, loads and constant forces of the tree are the same."""
    found = []
    force, torque = [3.0, -2.0, 5.0], [0.5, 1.0, -0.25]
    for by_load in (True, False):
        mbs = exu.SystemContainer().AddSystem()
        zero = [0.0, 0.0, 0.0]
        given = dict(linkForces=[zero, zero, force], linkTorques=[zero, zero, torque])
        tree = branch(mbs, **({} if by_load else given))
        if by_load:
            marker = on_link(mbs, tree, 2, zero)
            mbs.AddLoad(LoadForceVector(markerNumber=marker, loadVector=force))
            mbs.AddLoad(LoadTorqueVector(markerNumber=marker, loadVector=torque))
        run(mbs, exu.DynamicSolverType.GeneralizedAlpha, 200, end=0.2)
        found.append(mbs.GetObjectOutput(tree, Out.Coordinates))
    assert found[0] == pytest.approx(found[1], abs=1e-10)


@pytest.mark.parametrize("link", [0, 1, 2])
def test_velocities_and_accelerations_are_those_of_positions(link):
    mbs = exu.SystemContainer().AddSystem()
    tree = branch(mbs)
    marker = on_link(mbs, tree, link, LOCAL)
    sensors = {
        variable: mbs.AddSensor(
            SensorKinematicTree(
                objectNumber=tree, linkNumber=link, localPosition=LOCAL, storeInternal=True,
                outputVariableType=variable,
            )
        )
        for variable in VARIABLES
    }  # fmt: skip
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 0.1
    settings.timeIntegration.numberOfSteps = 1000
    settings.solutionSettings.sensorsWritePeriod = 1e-4
    mbs.Assemble()
    mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK67)
    data = {v: mbs.GetSensorStoredData(s)[:, 1:] for v, s in sensors.items()}
    h = 1e-4

    def slope(values):
        return (values[:-4] - 8 * values[1:-3] + 8 * values[3:-1] - values[4:]) / (12 * h)

    assert slope(data[Out.Position]) == pytest.approx(data[Out.Velocity][2:-2], abs=1e-8)
    assert slope(data[Out.Velocity]) == pytest.approx(data[Out.Acceleration][2:-2], abs=1e-8)
    assert slope(data[Out.AngularVelocity]) == pytest.approx(
        data[Out.AngularAcceleration][2:-2], abs=1e-8
    )
    R = data[Out.RotationMatrix].reshape(-1, 3, 3)
    rate = slope(data[Out.RotationMatrix]).reshape(-1, 3, 3) @ R[2:-2].transpose(0, 2, 1)
    spin = np.stack([rate[:, 2, 1], rate[:, 0, 2], rate[:, 1, 0]], axis=1)
    assert spin == pytest.approx(data[Out.AngularVelocity][2:-2], abs=1e-8)
    for name in ("Velocity", "Acceleration", "AngularVelocity", "AngularAcceleration"):
        turned = np.einsum("nji,nj->ni", R, data[Out[name]])
        assert data[Out[name + "Local"]] == pytest.approx(turned, abs=1e-12)
    for variable in marker_outputs():
        value = mbs.GetMarkerOutput(marker, variable)
        assert data[variable][-1] == pytest.approx(value, abs=1e-12), variable
        assert mbs.GetSensorValues(sensors[variable]) == pytest.approx(value, abs=1e-12)


def marker_outputs():
    return [variable for variable in MarkerKinematicTreeRigid.outputs if variable in VARIABLES]


def test_accelerations_are_without_gravity_and_reference_counts():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1, referenceCoordinates=[np.pi / 2]))
    tree = mbs.AddObject(
        KinematicTree(
            nodeNumber=node, gravity=[0, -10, 0], jointTypes=[Z], linkParents=[-1],
            jointTransformations=[np.eye(3)], jointOffsets=[[0, 0, 0]], linkMasses=[1],
            linkCOMs=[[1, 0, 0]], linkInertiasCOM=[np.zeros((3, 3))], baseOffset=[1, 2, 3],
            jointForceVector=[0.5],
        )
    )  # fmt: skip
    sensor = [
        mbs.AddSensor(
            SensorKinematicTree(
                objectNumber=tree, linkNumber=0, localPosition=[2, 0, 0], outputVariableType=kind
            )
        )
        for kind in (Out.Position, Out.Displacement, Out.Acceleration, Out.Rotation)
    ]
    run(mbs, exu.DynamicSolverType.RK44, 1, start_only=True)
    values = [mbs.GetSensorValues(number) for number in sensor]
    assert values[0] == pytest.approx([1, 4, 3], abs=1e-8)
    assert values[1] == pytest.approx([0, 0, 0], abs=1e-8)
    assert values[2] == pytest.approx([-1, 0, 0], abs=1e-7)
    assert values[3] == pytest.approx([0, 0, np.pi / 2], abs=1e-8)


def long_chain(mbs, n=11, **more):
    """A chain of joints of all kinds, longer than a block of slots."""
    rng = np.random.default_rng(1)
    if "nodeNumber" not in more:
        more["nodeNumber"] = mbs.AddNode(
            NodeGenericODE2(numberOfODE2Coordinates=n, referenceCoordinates=rng.normal(size=n))
        )
    return mbs.AddObject(
        KinematicTree(
            jointTypes=[1 + k % 6 for k in range(n)], linkParents=list(range(-1, n - 1)),
            jointTransformations=[
                RotationMatrixZ(a) @ RotationMatrixX(b) for a, b in rng.normal(size=(n, 2))
            ],
            jointOffsets=rng.normal(size=(n, 3)).tolist(), linkMasses=[1.0] * n,
            linkCOMs=rng.normal(size=(n, 3)).tolist(),
            linkInertiasCOM=[np.diag([0.2, 0.3, 0.4])] * n, **more,
        )
    )  # fmt: skip


def bushing(mbs, markers):
    return mbs.AddObject(
        RigidBodySpringDamper(
            markerNumbers=markers,
            stiffness=np.diag([10.0, 20.0, 30.0, 4.0, 5.0, 6.0]),
            damping=np.diag([1.0, 2.0, 3.0, 0.4, 0.5, 0.6]),
        )
    )


def assert_tangents(mbs, markers):
    """Forces of two bushings, a force that turns and two joints' equations, at random states."""
    ground = mbs.AddMarker(
        MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround()), localPosition=[0.1, 0.2, 0.3])
    )
    bushing(mbs, [ground, markers[0]])
    bushing(mbs, [markers[1], markers[0]])
    mbs.AddObject(GenericJoint(markerNumbers=[ground, markers[1]]))
    mbs.AddLoad(LoadForceVector(markerNumber=markers[1], loadVector=[1, 2, 3], bodyFixed=True))
    mbs.AddLoad(LoadTorqueVector(markerNumber=markers[0], loadVector=[3, 2, 1], bodyFixed=True))
    probe = Probe(mbs, [int(marker) for marker in markers], 0)
    rng = np.random.default_rng(5)
    for level in (0, 1):
        probe.shake(rng)
        probe.factors(0.5, 0.75, 1.0, 1.5)
        probe.residual(level)
        exact, close = probe.matrix(level), probe.differences(level)
        assert np.abs(exact - close).max() <= 1e-8 * np.abs(close).max()


def pair_on(mbs, tree, first, second):
    return [on_link(mbs, tree, first, LOCAL), on_link(mbs, tree, second, [0.3, 0, 0.1])]


def test_tangents_of_long_paths_are_exact():
    mbs = exu.SystemContainer().AddSystem()
    assert_tangents(mbs, pair_on(mbs, long_chain(mbs), 10, 8))


def test_tangents_of_joints_that_follow_others_are_exact():
    mbs = exu.SystemContainer().AddSystem()
    n = 9
    node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=5))
    tree = long_chain(
        mbs, n, nodeNumber=node, mimicLeaders=[-1, -1, 0, -1, 1, 1, -1, 0, -1],
        mimicRatios=[1, 1, -0.5, 1, 2, 0.7, 1, 0.3, 1], mimicOffsets=[0, 0, 0.1, 0, 0, 1, 0, 0, 0],
    )  # fmt: skip
    assert_tangents(mbs, pair_on(mbs, tree, 8, 4))


BASES = (NodeRigidBodyEP, NodeRigidBodyRxyz, NodeRigidBodyRotVecLG)


def free_base(mbs, kind):
    turn = [0.8, 0.6, 0, 0] if kind is NodeRigidBodyEP else [0.3, 0.4, -0.5]
    node = mbs.AddNode(kind(referenceCoordinates=[1, 2, 3, *turn]))
    return dict(baseNodeNumber=node, baseMass=3.0, baseInertia=np.diag([1.0, 2.0, 2.5]))


@pytest.mark.parametrize("kind", BASES)
def test_tangents_behind_a_free_base_are_exact(kind):
    mbs = exu.SystemContainer().AddSystem()
    tree = long_chain(mbs, 6, **free_base(mbs, kind))
    assert_tangents(mbs, pair_on(mbs, tree, 5, 2))


@pytest.mark.parametrize("solver", ["RK44", "GeneralizedAlpha"])
def test_a_marker_behind_a_free_base_moves_as_its_link(solver):
    """Pulled by a spring, tree and rigid bodies with a joint move in the same way."""
    found = []
    for as_tree in (True, False):
        mbs = exu.SystemContainer().AddSystem()
        node = mbs.AddNode(
            NodeRigidBodyRxyz(
                referenceCoordinates=[0, 0, 0, 0.1, 0.2, 0.3],
                initialVelocities=[0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
            )
        )
        ground = mbs.AddObject(ObjectGround())
        fixed = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[1, 1, 1]))
        if as_tree:
            tree = add_tree(
                mbs, [Z], [[0.5, 0, 0]], [1.0], [[0.2, 0, 0]], [[0.1, 0.2, 0.3]], [0.0], [1.0],
                baseNodeNumber=node, baseMass=2.0, baseInertia=np.diag([0.2, 0.3, 0.4]),
            )  # fmt: skip
            tip = on_link(mbs, tree, 0, [0.4, 0.1, 0])
        else:
            tip = _two_bodies(mbs, node)
        mbs.AddObject(
            SpringDamper(markerNumbers=[fixed, tip], referenceLength=1, stiffness=30, damping=0.5)
        )
        run(mbs, getattr(exu.DynamicSolverType, solver), 2000, end=1.0)
        found.append(mbs.GetMarkerOutput(tip, Out.Position))
    assert found[0] == pytest.approx(found[1], abs=1e-8 if solver == "RK44" else 1e-5)


def _two_bodies(mbs, node):
    """A rigid body on a node and one with a revolute joint; returns a marker on the latter."""
    base = mbs.AddObject(
        RigidBody(nodeNumber=node, physicsMass=2.0, physicsInertia=[0.2, 0.3, 0.4, 0, 0, 0])
    )
    mbs.Assemble()
    R = mbs.GetNodeOutput(node, Out.RotationMatrix, exu.ConfigurationType.Initial).reshape(3, 3)
    w = mbs.GetNodeOutput(node, Out.AngularVelocity, exu.ConfigurationType.Initial)
    v = mbs.GetNodeOutput(node, Out.Velocity, exu.ConfigurationType.Initial)
    joint, center = R @ [0.5, 0, 0], R @ [0.2, 0, 0]
    omega = w + R @ [0, 0, 1.0]
    speed = v + np.cross(w, joint) + np.cross(omega, center)
    made = mbs.CreateRigidBody(
        referencePosition=joint + center, referenceRotationMatrix=R, initialVelocity=speed,
        initialAngularVelocity=omega,
        inertia=RigidBodyInertia(1.0, np.diag([0.1, 0.2, 0.3])),
    )  # fmt: skip
    link = made["bodyNumber"] if isinstance(made, dict) else made
    mbs.CreateRevoluteJoint(
        bodyNumbers=[base, link], position=joint, axis=R @ [0, 0, 1.0], useGlobalFrame=True
    )
    return mbs.AddMarker(MarkerBodyRigid(bodyNumber=link, localPosition=[0.2, 0.1, 0]))


@pytest.mark.parametrize("marker", [-1, 3])
def test_links_that_do_not_exist_are_refused(marker):
    mbs = exu.SystemContainer().AddSystem()
    tree = branch(mbs)
    with pytest.raises(exu.SysError, match="linkNumber"):
        on_link(mbs, tree, marker, LOCAL)
        mbs.Assemble()
    mbs = exu.SystemContainer().AddSystem()
    tree = branch(mbs)
    with pytest.raises(exu.SysError, match="linkNumber"):
        mbs.AddSensor(
            SensorKinematicTree(
                objectNumber=tree, linkNumber=marker, outputVariableType=Out.Position
            )
        )
        mbs.Assemble()


def test_markers_and_sensors_of_links_need_trees():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    with pytest.raises(exu.SysError, match="KinematicTree"):
        on_link(mbs, ground, 0, LOCAL)
    with pytest.raises(exu.SysError, match="KinematicTree"):
        mbs.AddSensor(SensorKinematicTree(objectNumber=ground, linkNumber=0))
    tree = branch(mbs)
    with pytest.raises(exu.SysError, match="output of links"):
        mbs.AddSensor(
            SensorKinematicTree(objectNumber=tree, linkNumber=0, outputVariableType=Out.Force)
        )
