"""Forces of driven joints at very small steps: what rounding of times and functions leaves."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import *

pytestmark = pytest.mark.processors

MASS = 2.0
KINDS = ("RotationEulerParameters", "RotationRxyz", "RotationRotationVector")


def moved(mbs, t, itemNumber, parameters):
    return [0.1 * math.sin(3.0 * t), 0, 0, 0, 0, 0]


def moved_rate(mbs, t, itemNumber, parameters):
    return [0.3 * math.cos(3.0 * t), 0, 0, 0, 0, 0]


def forces(kind, h, index2, start=1.0, steps=2000):
    """(times, errors of the force) of a body that a joint moves along x."""
    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateRigidBody(
        inertia=InertiaSphere(mass=MASS, radius=0.1), nodeType=getattr(exu.NodeType, kind),
        initialDisplacement=[0.1 * math.sin(3.0 * start), 0, 0],
        initialVelocity=[0.3 * math.cos(3.0 * start), 0, 0],
    )  # fmt: skip
    joint = mbs.CreateGenericJoint(
        bodyNumbers=[mbs.CreateGround(), body], position=[0, 0, 0], offsetUserFunction=moved,
        offsetUserFunction_t=moved_rate,
    )  # fmt: skip
    out = exu.OutputVariableType.ForceLocal
    mbs.AddSensor(SensorObject(name="f", objectNumber=joint, outputVariableType=out))
    mbs.Assemble()
    chosen = exu.SimulationSettings()
    time = chosen.timeIntegration
    time.startTime, time.endTime, time.numberOfSteps = start, start + steps * h, steps
    time.newton.relativeTolerance = 1e-10
    time.generalizedAlpha.spectralRadius = 0.9
    time.generalizedAlpha.useIndex2Constraints = index2
    chosen.solutionSettings.sensorsWritePeriod = h
    found = mbs.SolveDynamic(chosen).sensors["f"]
    exact = MASS * 0.9 * np.sin(3.0 * found[:, 0])  # m0 receives the force, the body the opposite
    return found[:, 0], np.abs(found[:, 1] - exact)[steps // 2 :]


@pytest.mark.parametrize("kind", KINDS)
def test_velocity_level_keeps_forces_at_small_steps(kind):
    """10 digits at h = 1e-5, where position level has 4: docs/solvers.md."""
    _, errors = forces(kind, 1e-5, True)
    assert errors.max() < 1e-9
    _, errors = forces(kind, 1e-5, False)
    assert errors.max() < 2e-3


def test_times_are_rounded_once():
    """Not summed up: t = start + n h."""
    times, _ = forces(KINDS[0], 1e-5, True, start=0.0, steps=500)
    assert np.array_equal(times, 1e-5 * np.arange(501))
