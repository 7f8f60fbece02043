"""Kinematic trees with a free base, on all nodes of rigid bodies."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.extend.probe import Probe
from linkwork.items import *
from linkwork.utilities import (
    GetRigidBodyNode,
    RigidBodyInertia,
    RotationMatrixX,
    RotationMatrixZ,
    RotationVector2RotationMatrix,
)
from tests.cases import Cases

from .test_kinematic_tree import run

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
Z, X, Y = exu.JointType.RevoluteZ, exu.JointType.PrismaticX, exu.JointType.RevoluteY
RK44, ALPHA = exu.DynamicSolverType.RK44, exu.DynamicSolverType.GeneralizedAlpha
NODES = {
    "EP": exu.NodeType.RotationEulerParameters,
    "Rxyz": exu.NodeType.RotationRxyz,
    "rotation vector": exu.NodeType.RotationRotationVector,
}
each_node = pytest.mark.parametrize("name", NODES)
TURN = RotationVector2RotationMatrix([0.3, -0.4, 0.5])
MASS, CENTER = 2.0, np.array([0.01, 0.2, -0.3])
INERTIA = np.array([[0.3, 0.02, 0.03], [0.02, 0.4, -0.01], [0.03, -0.01, 0.5]])


def start_node(name, v=(0.5, -0.25, 1.0), w=(0.7, -0.8, 0.9), p=(0.1, 0.2, 0.3), R=TURN):
    """A node of a rigid body in motion."""
    return GetRigidBodyNode(
        nodeType=NODES[name], position=list(p), velocity=list(v), rotationMatrix=R,
        angularVelocity=list(w),
    )  # fmt: skip


def add_free(mbs, name, q=(0.5, -0.1, 0.3), v=(0.7, -0.8, 0.9), start=None, **changes):
    """A branched tree of three links on a free base; returns the tree and the base's node."""
    base = mbs.AddNode(start_node(name, **start or {}))
    node = mbs.AddNode(
        NodeGenericODE2(
            initialCoordinates=list(q), initialCoordinates_t=list(v), numberOfODE2Coordinates=len(q)
        )
    )
    values = dict(
        nodeNumber=node, baseNodeNumber=base, gravity=[0.5, -1.0, -9.81], jointTypes=[Y, X, Z],
        linkParents=[-1, 0, -1],
        jointTransformations=[TURN, RotationMatrixX(0.5), RotationMatrixZ(1.0)],
        jointOffsets=[[0.2, 0, 0.1], [0, 0, 0.2], [-0.2, 0.1, 0]], linkMasses=[0.5, 0.3, 0.2],
        linkCOMs=[[0, 0, 0.1], [0.02, 0, 0], [0, 0.05, 0]],
        linkInertiasCOM=[np.diag(each) for each in ([4, 5, 6], [1, 1, 1], [0.5, 0.2, 0.5])],
        baseMass=MASS, baseCOM=CENTER, baseInertia=INERTIA,
    )  # fmt: skip
    return mbs.AddObject(ObjectKinematicTree(**values | changes)), base


def pose(mbs, base):
    return np.r_[
        mbs.GetNodeOutput(base, Out.Position), mbs.GetNodeOutput(base, Out.RotationMatrix),
        mbs.GetNodeOutput(base, Out.Velocity), mbs.GetNodeOutput(base, Out.AngularVelocity),
    ]  # fmt: skip


ONE = dict(
    jointTypes=[Z], linkParents=[-1], jointTransformations=[np.eye(3)], jointOffsets=[[0, 0, 0]],
    linkMasses=[0.0], linkCOMs=[[0, 0, 0]], linkInertiasCOM=[np.zeros((3, 3))],
    jointArmatures=[1.0],
)  # fmt: skip
"""A link without mass: only its drive moves."""


@each_node
@pytest.mark.parametrize("solver", [RK44, ALPHA])
def test_a_base_alone_is_a_rigid_body(name, solver):
    mbs = exu.SystemContainer().AddSystem()
    _, base = add_free(mbs, name, [0.0], [0.0], gravity=[0, 0, 0], **ONE)
    run(mbs, solver, 200)
    other = exu.SystemContainer().AddSystem()
    node = other.AddNode(start_node(name))
    c = CENTER
    inertia = RigidBodyInertia(
        MASS, INERTIA + MASS * (c @ c * np.eye(3) - np.outer(c, c)), com=c
    )  # fmt: skip
    other.AddObject(
        ObjectRigidBody(
            nodeNumber=node, physicsMass=MASS, physicsCenterOfMass=c,
            physicsInertia=inertia.GetInertia6D(),
        )
    )  # fmt: skip
    run(other, solver, 200)
    allowed = 1e-12 if solver == RK44 else 1e-9
    assert pose(mbs, base) == pytest.approx(pose(other, node), abs=allowed)


@each_node
@pytest.mark.parametrize("solver", [RK44, ALPHA])
def test_markers_and_sensors_are_at_any_place_of_a_base(name, solver):
    """A force that turns with the base, off its origin, and a spring to the ground; the sensors of
    trees against those of rigid bodies."""
    place, found = [0.3, -0.2, 0.1], []
    asked = [Out.Position, Out.Velocity, Out.AngularVelocity, Out.RotationMatrix]
    if solver == RK44:  # those of implicit steps differ by O(h^2) along Euler parameters
        asked += [Out.Acceleration, Out.AccelerationLocal, Out.AngularAcceleration]
    for as_tree in (True, False):
        mbs = exu.SystemContainer().AddSystem()
        if as_tree:
            tree, _ = add_free(mbs, name, [0.0], [0.0], gravity=[0, 0, 0], **ONE)
            on = dict(objectNumber=tree, linkNumber=-1, localPosition=place)
            marker, sensor = MarkerKinematicTreeRigid(**on), SensorKinematicTree
        else:
            inertia = RigidBodyInertia(MASS, INERTIA, com=CENTER, inertiaTensorAtCOM=True)
            body = ObjectRigidBody(
                nodeNumber=mbs.AddNode(start_node(name)), physicsMass=MASS,
                physicsCenterOfMass=CENTER, physicsInertia=inertia.GetInertia6D(),
            )  # fmt: skip
            on = dict(bodyNumber=mbs.AddObject(body), localPosition=place)
            marker, sensor = MarkerBodyRigid(**on), SensorBody
        marker = mbs.AddMarker(marker)
        mbs.AddLoad(LoadForceVector(markerNumber=marker, loadVector=[3, 4, 5], bodyFixed=True))
        ground = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
        mbs.AddObject(CartesianSpringDamper(markerNumbers=[ground, marker], stiffness=[20, 30, 40]))
        sensors = [mbs.AddSensor(sensor(**on, outputVariableType=each)) for each in asked]
        run(mbs, solver, 200)
        found.append(np.concatenate([np.ravel(mbs.GetSensorValues(each)) for each in sensors]))
    assert found[0] == pytest.approx(found[1], abs=1e-11)


def test_matrix_is_the_derivative_of_the_residual():
    """By q, v and a alone and together, with forces on links, on all nodes."""
    rng = np.random.default_rng(3)
    forces = dict(linkForces=rng.normal(size=(3, 3)), linkTorques=rng.normal(size=(3, 3)))
    with Cases() as cases:
        for name in NODES:
            for changes in ({}, forces):
                mbs = exu.SystemContainer().AddSystem()
                add_free(mbs, name, **changes)
                probe = Probe(mbs, [], 0)
                for factors in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 1.5, 2.0)):
                    with cases(name, len(changes), factors):
                        probe.shake(rng, 0.3)
                        probe.factors(*map(float, factors), 1.0)
                        wanted = probe.differences(0)
                        error = np.abs(probe.matrix(0) - wanted).max()
                        assert error <= 2e-8 * np.abs(wanted).max()


@each_node
def test_nodes_agree(name):
    ends = []
    for kind in ("rotation vector", name):
        mbs = exu.SystemContainer().AddSystem()
        tree, base = add_free(mbs, kind)
        run(mbs, RK44, 1000)
        ends.append(np.r_[pose(mbs, base), mbs.GetObjectOutput(tree, Out.Coordinates)])
    assert ends[1] == pytest.approx(ends[0], abs=1e-9)


@each_node
@pytest.mark.parametrize(("solver", "allowed"), [(RK44, 1e-9), (ALPHA, 2e-3)])
def test_energy_is_kept(name, solver, allowed):
    mbs = exu.SystemContainer().AddSystem()
    tree, _ = add_free(mbs, name, linkForces=[[1.0, 2.0, 3.0], [0, 0, 0], [0, 0, -1.0]])
    mbs.Assemble()
    energies = []
    for steps in (0, 1000):
        if steps:
            run(mbs, solver, steps)
        energies.append(
            mbs.GetObjectOutput(tree, Out.KineticEnergy)
            + mbs.GetObjectOutput(tree, Out.PotentialEnergy)
        )
    assert energies[1] == pytest.approx(energies[0], abs=allowed)


# ------------------------------------------------------------------ the crab

A0 = RotationVector2RotationMatrix(0.4 * np.array([1, 2, 3]) / np.sqrt(14))
MOTION = [1.90165669835, -1.311133437206, -9.524804915362, 0.705778002284, 0.285289773444,
          -0.201181765984, -5.01301978814, -0.24595577335, -0.621941255914]  # fmt: skip
FREE_MOTION = [
    *(1.901820746245, -1.311239602233, -9.522803349351, 0.711891550358, 0.300431124451),
    *(-0.197486062787, -5.035553270534, -0.243786941891, -0.835569004473, -0.041097628301),
]


def rpy(r, p, y):
    from linkwork.utilities import RotationMatrixY

    return RotationMatrixZ(y) @ RotationMatrixY(p) @ RotationMatrixX(r)


def turned_to_z(axis):
    """A rotation whose third column is the axis."""
    from linkwork.trees.table import axis_frame

    return axis_frame(np.asarray(axis, float))


def crab(mbs, name, mimic):
    """The crab: free base, two branches, an oblique axis, a prismatic joint, a mimic joint."""
    Q = turned_to_z(np.array([1, 2, 2]) / 3)
    body = rpy(0.3, 0, 0)
    arm = rpy(0, 0, 0.5)
    inertia = np.array([[0.02, 0.001, 0.002], [0.001, 0.03, 0.003], [0.002, 0.003, 0.04]])
    finger = np.diag([0.0005, 0.0002, 0.0005])
    P, F = exu.JointType.PrismaticY, exu.JointType.RevoluteX
    changes = dict(
        gravity=[0, 0, -9.81], jointTypes=[Z, P, F, F], linkParents=[-1, 0, -1, -1],
        jointTransformations=[rpy(0.1, 0.2, 0.3) @ Q, Q.T, np.eye(3), np.eye(3)],
        jointOffsets=[[0.2, 0, 0.1], Q.T @ [0, 0, 0.2], [-0.2, 0.1, 0], [-0.2, -0.1, 0]],
        linkMasses=[0.5, 0.3, 0.2, 0.2],
        linkCOMs=[Q.T @ [0, 0, 0.1], [0.02, 0, 0], [0, 0.05, 0], [0, 0.05, 0]],
        linkInertiasCOM=[
            Q.T @ arm @ np.diag([0.004, 0.005, 0.006]) @ arm.T @ Q, np.eye(3) * 0.001, finger,
            finger,
        ],
        baseMass=2.0, baseCOM=[0.01, 0.02, -0.03], baseInertia=body @ inertia @ body.T,
    )  # fmt: skip
    q, v = [0.5, -0.1, 0.3, -0.05], [0.7, -0.8, 0.9, -0.45]
    if mimic:
        q, v = q[:3], v[:3]
        changes |= dict(
            mimicLeaders=[-1, -1, -1, 2], mimicRatios=[1, 1, 1, -0.5], mimicOffsets=[0, 0, 0, 0.1]
        )
    start = dict(
        p=(0.1, 0.2, 0.3), R=A0, v=A0 @ [0.1, -0.2, 0.3], w=A0 @ [0.4, -0.5, 0.6]
    )  # fmt: skip
    return add_free(mbs, name, q, v, start, **changes)


@each_node
@pytest.mark.parametrize("mimic", [False, True])
@pytest.mark.parametrize("solver", [RK44, ALPHA])
def test_free_motion_of_the_crab(name, mimic, solver):
    mbs = exu.SystemContainer().AddSystem()
    tree, base = crab(mbs, name, mimic)
    run(mbs, solver, 1, start_only=True)
    v, w = A0 @ [0.1, -0.2, 0.3], A0 @ [0.4, -0.5, 0.6]
    a = mbs.GetNodeOutput(base, Out.Acceleration)
    found = np.r_[
        A0.T @ (a - np.cross(w, v)), A0.T @ mbs.GetNodeOutput(base, Out.AngularAcceleration),
        mbs.GetObjectOutput(tree, Out.Coordinates_tt),
    ]  # fmt: skip
    assert found == pytest.approx(MOTION if mimic else FREE_MOTION, abs=1e-6)
