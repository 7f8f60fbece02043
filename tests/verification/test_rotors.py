"""A rotor on a hinge over thousands of steps: its torque |w x J w| neither drifts nor alternates.

With constraints of positions, generalized-alpha on rotation vectors is stable only while a body
turns by less than about 1.5 (1 - rho)^2 in a step (docs/verification.md); constraints of velocities
and simplified kinematic relations have no such limit.
"""

import numpy as np
import pytest

import linkwork as exu
from linkwork.utilities import *
from tests.verification.models import make_settings
from tests.verification.spatial_models import KINDS

pytestmark = pytest.mark.processors

AXIS = np.array([1.0, 2.0, 2.0]) / 3.0
MOMENTS = np.array([0.2, 0.3, 0.4])
STEP, STEPS = 0.01, 4000


def rotor(kind, turn, simplified=False, **options):
    """Torque of the hinge, divided by the exact one, and spin; turn -- angle per step [rad]."""
    spin = turn / STEP
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    body = mbs.CreateRigidBody(
        inertia=RigidBodyInertia(1.0, np.diag(MOMENTS)), initialAngularVelocity=spin * AXIS,
        nodeType=KINDS[kind],
    )  # fmt: skip
    joint = mbs.CreateRevoluteJoint(bodyNumbers=[ground, body], position=[0, 0, 0], axis=AXIS)
    mbs.Assemble()
    settings = make_settings(STEP, STEP * STEPS, **options)
    settings.timeIntegration.generalizedAlpha.lieGroupSimplifiedKinematicRelations = simplified
    mbs.SolveDynamic(settings)
    torque = np.linalg.norm(mbs.GetObjectOutput(joint, exu.OutputVariableType.TorqueLocal))
    found = mbs.GetObjectOutputBody(body, exu.OutputVariableType.AngularVelocity) @ AXIS
    exact = spin**2 * np.linalg.norm(np.cross(AXIS, MOMENTS * AXIS))
    return torque / exact, found / spin


@pytest.mark.parametrize(
    ("kind", "turn", "options"),
    [
        pytest.param("LG", 0.2, {"index2": True}, id="LG-index2"),
        pytest.param("LG", 0.2, {"simplified": True}, id="LG-simplified"),
        pytest.param("LG", 0.2, {"rho": 0.6}, id="LG-damped"),
        pytest.param("LG", 0.01, {}, id="LG-small-steps"),
        pytest.param("EP", 0.1, {}, id="EP"),
        pytest.param("EP", 0.1, {"index2": True}, id="EP-index2"),
    ],
)
def test_the_torque_of_a_hinge_stays_right(kind, turn, options):
    torque, spin = rotor(kind, turn, **options)
    assert torque == pytest.approx(1.0, abs=2e-3)
    assert spin == pytest.approx(1.0, abs=2e-3)
