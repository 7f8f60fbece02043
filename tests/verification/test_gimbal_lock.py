"""Rotations by three angles where the second one is +-pi/2: named, or computed rightly."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import *

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
INERTIA = RigidBodyInertia(2.0, np.diag([1.0, 1.5, 2.0]))
SPIN = 5.0
SOLVERS = ("GeneralizedAlpha", "TrapezoidalIndex2", "RK44", "VelocityVerlet")


def spinning(kind, miss, first=1.0):
    """(system, body): it turns about the global y axis, and misses gimbal lock by an angle."""
    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateRigidBody(
        referenceRotationMatrix=RotationMatrixX(miss) @ RotationMatrixY(first),
        initialAngularVelocity=[0, SPIN, 0], inertia=INERTIA, nodeType=kind,
    )  # fmt: skip
    mbs.Assemble()
    return mbs, body


def settings(h=1e-3, end=0.6):
    chosen = exu.SimulationSettings()
    chosen.timeIntegration.endTime = end
    chosen.timeIntegration.numberOfSteps = round(end / h)
    chosen.timeIntegration.newton.relativeTolerance = 1e-10
    return chosen


def end_of(mbs, body, solver, chosen):
    mbs.SolveDynamic(chosen, solverType=solver)
    outputs = [mbs.GetObjectOutput(body, v) for v in (Out.AngularVelocity, Out.RotationMatrix)]
    return np.concatenate([np.ravel(value) for value in outputs])


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_step_that_does_not_resolve_gimbal_lock_is_named(solver):
    """The error names node, time, angle and what to use instead, at the time of the passage."""
    for miss in (3e-3, 1e-3, 1e-5, 1e-6):
        mbs, body = spinning(exu.NodeType.RotationRxyz, miss)
        with pytest.raises(exu.SolverError) as caught:
            mbs.SolveDynamic(settings(), solverType=solver)
        text = str(caught.value)
        assert text.startswith("RigidRxyz 'node0' (node 0) at t = 0.11"), text
        assert "psi_1 = 1.5" in text and "gimbal lock" in text
        assert "use a NodeRigidBodyEP or a NodeRigidBodyRotVecLG" in text


def test_steps_that_resolve_it_go_on():
    """Small steps, and those of automatic size, follow the angles also near gimbal lock."""
    for solver, miss, h, limit in (
        ("RK44", 0.03, 1e-3, 2e-4), ("RK44", 0.01, 1e-4, 2e-6), ("DOPRI5", 1e-4, 1e-3, 1e-6),
    ):  # fmt: skip
        angles = end_of(*spinning(exu.NodeType.RotationRxyz, miss), solver, settings(h))
        vectors = end_of(*spinning(exu.NodeType.RotationRotationVector, miss), "RK44", settings(h))
        assert np.abs(angles - vectors).max() < limit


@pytest.mark.parametrize("solver", SOLVERS)
def test_rotation_about_the_second_axis_alone_passes(solver):
    """A pendulum with a revolute joint about y makes full turns like one with Euler parameters."""
    ends = []
    for kind in (exu.NodeType.RotationRxyz, exu.NodeType.RotationEulerParameters):
        mbs = exu.SystemContainer().AddSystem()
        body = mbs.CreateRigidBody(
            referencePosition=[0.5, 0, 0], initialVelocity=[0, 0, -4],
            initialAngularVelocity=[0, 8, 0], inertia=INERTIA, gravity=[0, 0, -9.81], nodeType=kind,
        )  # fmt: skip
        mbs.CreateRevoluteJoint(
            bodyNumbers=[mbs.CreateGround(), body], position=[0, 0, 0], axis=[0, 1, 0]
        )
        mbs.Assemble()
        ends.append(end_of(mbs, body, solver, settings(1e-3, 1.5)))
        if kind == exu.NodeType.RotationRxyz:
            assert abs(mbs.GetNodeOutput(0, Out.Rotation)[1]) > 2.0 * math.pi
    assert np.abs(ends[0] - ends[1]).max() < 5e-4


def node_at(angle, joint=False):
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeRigidBodyRxyz(referenceCoordinates=[0, 0, 0, 0, angle, 0]))
    body = mbs.AddObject(RigidBody(mass=1, inertia=[1, 1, 1, 0, 0, 0], nodeNumber=node))
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=b)) for b in (ground, body)]
    if joint:
        mbs.AddObject(SphericalJoint(markerNumbers=ends))
    mbs.AddLoad(Torque(markerNumber=ends[1], loadVector=[1, 0, 0]))
    mbs.Assemble()
    return mbs


@pytest.mark.parametrize("joint", [False, True])
def test_a_start_in_gimbal_lock_is_named(joint):
    for solver in SOLVERS:
        with pytest.raises(exu.SysError, match=r"RigidRxyz 'node0'.*psi_1 is 1\.5708 rad.*use a"):
            node_at(0.5 * math.pi, joint).SolveDynamic(settings(), solverType=solver)


def test_check_finds_gimbal_lock_ahead():
    for angle in (0.5 * math.pi, -1.5, 1.65, 4.7):
        found = [f for f in node_at(angle).Check() if f.code == "gimbal-lock"]
        (finding,) = found
        assert finding.severity == "warning" and finding.item.startswith("RigidRxyz 'node0'")
        assert f"psi_1 is {angle:.6g} rad" in finding.text and "NodeRigidBodyEP" in finding.advice
    for angle in (0.0, 1.4, 3.0):
        assert not [f for f in node_at(angle).Check() if f.code == "gimbal-lock"]
