"""Newton's method with bodies in space: each update doubles the digits.

One long step from a state that is far from the predicted one is solved with tighter and tighter
tolerances. From 1e-3 to 1e-12, exact matrices need two more updates, where a single missing term
makes convergence linear. That is so for Euler parameters and angles; see below for rotation
vectors.
"""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import *

pytestmark = pytest.mark.processors

KINDS = ("RotationEulerParameters", "RotationRxyz", "RotationRotationVector")
STIFFNESS = np.diag([900.0, 700.0, 800.0, 30.0, 20.0, 25.0]) + 5.0


def bodies(kind, count, **given):
    """(system, ground, bodies): bricks in a row with offset centers of mass, under gravity."""
    mbs = exu.SystemContainer().AddSystem()
    inertia = InertiaCuboid(800.0, [0.5, 0.2, 0.1]).Translated([0.05, 0.02, -0.03])
    ground = mbs.CreateGround()
    made = [
        mbs.CreateRigidBody(
            referencePosition=[0.25 + 0.5 * k, 0, 0],
            referenceRotationMatrix=RotationMatrixX(0.4 * k + 0.3), inertia=inertia,
            gravity=[0, 1.0, -9.81], nodeType=getattr(exu.NodeType, kind), **given,
        )
        for k in range(count)
    ]  # fmt: skip
    return mbs, ground, made


def with_joints(kind):
    """A chain with a revolute, a universal and a ball joint, spun about the first one."""
    mbs, ground, (a, b, c) = bodies(kind, 3)
    mbs.CreateRevoluteJoint(bodyNumbers=[ground, a], position=[0, 0, 0], axis=[0, 1, 1])
    mbs.CreateGenericJoint(
        bodyNumbers=[a, b], position=[0.5, 0, 0], constrainedAxes=[1, 1, 1, 1, 0, 0]
    )
    mbs.CreateSphericalJoint(bodyNumbers=[b, c], position=[1.0, 0, 0])
    mbs.CreateTorque(bodyNumber=c, loadVector=[3.0, -20.0, 12.0], bodyFixed=True)
    return mbs


def with_slide(kind):
    """A body on a slide of another one, which is driven about an axis and pulled along its own."""
    mbs, ground, (a, b) = bodies(kind, 2)
    mbs.CreateRevoluteJoint(bodyNumbers=[ground, a], position=[0, 0, 0], axis=[0, 0, 1])
    mbs.CreatePrismaticJoint(bodyNumbers=[a, b], position=[0.5, 0, 0], axis=[1, 0.2, 0])
    mbs.CreateForce(
        bodyNumber=b, loadVector=[60, 300, 0], localPosition=[0, 0.1, 0], bodyFixed=True
    )
    return mbs


def with_followers(kind):
    """A free body with a force and a torque that turn with it."""
    mbs, _, (a,) = bodies(kind, 1, initialAngularVelocity=[1, 4, 2])
    mbs.CreateForce(bodyNumber=a, loadVector=[0, 80, 30], localPosition=[0.3, 0, 0], bodyFixed=True)
    mbs.CreateTorque(bodyNumber=a, loadVector=[5, 0, 9], bodyFixed=True)
    return mbs


def with_bushings(kind):
    """Two bodies on bushings, one of each formulation, which start far from their rest."""
    mbs, ground, (a, b) = bodies(kind, 2, initialAngularVelocity=[2, -3, 5])
    for ends, intrinsic in (([ground, a], False), ([a, b], True)):
        mbs.CreateRigidBodySpringDamper(
            bodyNumbers=ends, stiffness=STIFFNESS, damping=0.01 * STIFFNESS,
            localPosition0=[0.25, 0, 0], localPosition1=[-0.25, 0, 0],
            offset=[0.1, 0, 0.05, 0.3, 0.2, -0.4], intrinsicFormulation=intrinsic,
        )  # fmt: skip
    return mbs


def updates(mbs, tolerance, h, index2):
    """Updates of Newton's method in one step."""
    mbs.Assemble()
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps = h, 1
    time.newton.useModifiedNewton = False
    time.newton.relativeTolerance = tolerance
    time.generalizedAlpha.spectralRadius = 0.8
    time.generalizedAlpha.constraintLevel = "velocity" if index2 else "position"
    statistics = mbs.SolveDynamic(settings).statistics
    assert statistics.steps == 1 and statistics.rejected == 0
    return statistics.newton_iterations


MODEL = pytest.mark.parametrize("model", [with_joints, with_slide, with_followers, with_bushings])
TOLERANCES = 1e-3, 1e-6, 1e-12


@pytest.mark.parametrize(
    ("kind", "index2"), [(KINDS[0], False), (KINDS[1], False), (KINDS[1], True)]
)
@MODEL
def test_updates_double_the_digits(kind, model, index2):
    """Of added coordinates; at velocity level, Euler parameters are composed."""
    found = [updates(model(kind), tolerance, 0.06, index2) for tolerance in TOLERANCES]
    assert found[1] - found[0] <= 1 and found[2] - found[1] <= 1, found
    assert found[2] >= 2, "the step is too easy to tell"


@pytest.mark.parametrize(
    ("kind", "index2"), [(KINDS[2], False), (KINDS[2], True), (KINDS[0], True)]
)
@MODEL
def test_composed_rotations_gain_as_many_digits_as_the_step_turns_little(model, kind, index2):
    """The matrix takes the change of the increment for that of the rotation, off by its half."""
    easy, hard = ([updates(model(kind), tolerance, h, index2) for tolerance in TOLERANCES]
                  for h in (0.01, 0.06))  # fmt: skip
    assert easy[2] <= 3 and easy[1] - easy[0] <= 1, easy
    assert hard[2] <= 8, hard
