"""Rotors about fixed axes against independent integrations and closed forms."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import RotationMatrixX, RotationMatrixY

pytestmark = pytest.mark.processors

TILTED = RotationMatrixX(0.3) @ RotationMatrixY(0.4)
PLACE, ARM = np.array([1.0, -2.0, 0.5]), np.array([0.3, -0.2, 0.7])
INERTIA = 0.4
Out = exu.OutputVariableType


def rotor(**values):
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        Node1D(referenceCoordinates=[0.3], initialCoordinates=[0.2], initialVelocities=[1.5])
    )
    body = mbs.AddObject(
        Rotor1D(
            physicsInertia=INERTIA, nodeNumber=node, referencePosition=PLACE,
            referenceRotation=TILTED, **values,
        )
    )  # fmt: skip
    return mbs, node, body


def turned(phi):
    s, c = np.sin(phi), np.cos(phi)
    return TILTED @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def settings(steps):
    made = exu.SimulationSettings()
    made.timeIntegration.numberOfSteps, made.timeIntegration.endTime = steps, 1.0
    made.timeIntegration.generalizedAlpha.spectralRadius = 0.99
    made.timeIntegration.verboseMode = 0
    return made


def test_forces_beside_the_axis_turn_a_rotor():
    """A force on an arm, a torque and a body-fixed torque, against an integration of the angle."""
    mbs, node, body = rotor()
    force, torque, fixed = np.array([1.0, 2.0, -3.0]), np.array([0.4, 0.7, 0.9]), [0.2, 0.5, 0.3]
    marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=ARM))
    mbs.AddLoad(LoadForceVector(markerNumber=marker, loadVector=force))
    mbs.AddLoad(LoadTorqueVector(markerNumber=marker, loadVector=torque))
    mbs.AddLoad(LoadTorqueVector(markerNumber=marker, loadVector=fixed, bodyFixed=True))
    axis = TILTED[:, 2]

    def rates(t, y):
        moment = np.cross(turned(y[0]) @ ARM, force) + torque + turned(y[0]) @ fixed
        return [y[1], axis @ moment / INERTIA]

    exact = solve_ivp(rates, (0.0, 1.0), [0.5, 1.5], rtol=1e-12, atol=1e-12).y[:, -1]
    mbs.Assemble()
    mbs.SolveDynamic(settings(2000), solverType="RK44")
    phi, omega = exact
    assert mbs.GetNodeOutput(node, Out.CoordinatesTotal) == pytest.approx(phi, rel=1e-10)
    found = {
        each: mbs.GetObjectOutputBody(body, each, localPosition=ARM)
        for each in (
            Out.Position,
            Out.Velocity,
            Out.Rotation,
            Out.AngularVelocity,
            Out.Acceleration,
        )
    }
    arm = turned(phi) @ ARM
    alpha = rates(1.0, exact)[1]
    assert found[Out.Rotation] == pytest.approx(phi, rel=1e-10)
    assert found[Out.Position] == pytest.approx(PLACE + arm, rel=1e-10)
    assert found[Out.Velocity] == pytest.approx(omega * np.cross(axis, arm), abs=1e-9)
    assert found[Out.AngularVelocity] == pytest.approx(omega * axis, rel=1e-9)
    inward = np.cross(axis, np.cross(axis, arm))
    expected = alpha * np.cross(axis, arm) + omega**2 * inward
    assert found[Out.Acceleration] == pytest.approx(expected, abs=1e-8)


def test_a_crank_keeps_its_rod_and_its_energy():
    """A mass on a rod at the arm of a rotor: distance and energy stay."""
    mbs, node, body = rotor()
    crank = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=ARM))
    speed = 1.5 * np.cross(TILTED[:, 2], turned(0.5) @ ARM)  # that of the crank
    point = mbs.AddNode(
        NodePoint(referenceCoordinates=PLACE + [1.0, 0.4, 0.2], initialVelocities=speed)
    )
    mbs.AddObject(MassPoint(physicsMass=2.0, nodeNumber=point))
    mass = mbs.AddMarker(MarkerNodePosition(nodeNumber=point))
    length = np.linalg.norm(PLACE + [1.0, 0.4, 0.2] - PLACE - turned(0.5) @ ARM)
    rod = mbs.AddObject(DistanceConstraint(markerNumbers=[crank, mass], distance=length))
    mbs.Assemble()
    solution = mbs.SolveDynamic(settings(1000))
    assert mbs.GetObjectOutput(rod, Out.Distance) == pytest.approx(length, rel=1e-14)
    energy = solution.energy().total
    assert np.abs(energy - energy[0]).max() <= 1e-5 * energy[0]
    assert energy[0] > 0.4 * INERTIA * 1.5**2 / 2.0
