"""Bodies in space of any size: the unit mass of idle coordinates is no measure of the others."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.utilities import *


def swing(length, mass, solver):
    """Ends of a double pendulum of bricks, in lengths."""
    mbs = exu.SystemContainer().AddSystem()
    below = mbs.CreateGround()
    for k in range(2):
        body = mbs.CreateRigidBody(
            referencePosition=[(0.25 + 0.5 * k) * length, 0, 0],
            inertia=RigidBodyInertia(8 * mass, mass * length**2 * np.diag([0.1, 0.2, 0.25])),
            gravity=[0, 3 * length, -9.81 * length],
        )
        mbs.CreateGenericJoint(
            bodyNumbers=[below, body], position=[0.5 * k * length, 0, 0],
            constrainedAxes=[1, 1, 1, 0, 0, 0],
        )  # fmt: skip
        below = body
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.5, 100
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings, solver)
    at = [length, 0, 0]
    return mbs.GetObjectOutputBody(below, exu.OutputVariableType.Position, at) / length


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "VelocityVerlet"])
def test_motion_does_not_depend_on_size(solver):
    solver = getattr(exu.DynamicSolverType, solver)
    wanted = swing(1.0, 1.0, solver)
    assert abs(wanted[2]) > 0.5
    for length, mass in ((1e-3, 1e-9), (1e-6, 1e-18), (1e3, 1e9)):
        assert swing(length, mass, solver) == pytest.approx(wanted, abs=2e-7)


def door(length, mass, kind):
    """Place of a body on two hinges, in lengths."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    body = mbs.CreateRigidBody(
        referencePosition=[0.4 * length, 0, 0], initialAngularVelocity=[0, 0, 5.0],
        initialVelocity=[0, 2.0 * length, 0], gravity=[0, -9 * length, -3 * length],
        inertia=RigidBodyInertia(8 * mass, mass * length**2 * np.diag([0.1, 0.2, 0.25])),
        nodeType=kind,
    )  # fmt: skip
    for z in (-0.5, 0.5):
        mbs.CreateRevoluteJoint(
            bodyNumbers=[ground, body], position=[0, 0, z * length], axis=[0, 0, 1]
        )
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.5, 100
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    with pytest.warns(UserWarning, match="independently"):
        mbs.SolveDynamic(settings, exu.DynamicSolverType.RK44)
    return mbs.GetNodeOutput(0, exu.OutputVariableType.Position) / length


@pytest.mark.parametrize("kind", ["RotationEulerParameters", "RotationRotationVector"])
def test_forces_on_small_bodies_with_redundant_hinges_act(kind):
    """In explicit steps, whose hinges share loads: none is lost as a rounding error of masses."""
    kind = getattr(exu.NodeType, kind)
    wanted = door(1.0, 1.0, kind)
    assert abs(wanted[0] - 0.4 * np.cos(2.5)) > 0.5  # without weight
    assert door(1e-3, 1e-9, kind) == pytest.approx(wanted, abs=1e-8)
    assert door(1e3, 1e9, kind) == pytest.approx(wanted, abs=1e-8)
    with pytest.raises(exu.SysError, match="the system cannot be started"):
        door(1e-6, 1e-18, kind)
