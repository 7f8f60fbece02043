"""Derivatives where forces bend, and of accelerations that a method finds late."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import InertiaCuboid

from .models import error_of, settings_of

pytestmark = pytest.mark.processors


def rubbing(zone, rate):
    """A link with dry friction alone: the rate falls as exp(-h t / (J v_z)) within the zone."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=1, referenceCoordinates=[0.0], initialCoordinates=[0.0],
            initialCoordinates_t=[rate], name="joint",
        )
    )  # fmt: skip
    mbs.AddObject(
        ObjectKinematicTree(
            nodeNumber=node, jointTypes=[exu.JointType.RevoluteZ], linkParents=[-1],
            jointTransformations=[np.eye(3)], jointOffsets=[[0.0] * 3], linkCOMs=[[0.0] * 3],
            linkInertiasCOM=[0.5 * np.eye(3)], linkMasses=[1.0], jointFrictions=[2.0],
            frictionZone=zone, name="link",
        )
    )  # fmt: skip
    mbs.Assemble()
    return mbs


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_steps_that_end_beside_a_bend(solver):
    """At the start and after each step, the rate is within a thousandth of the zone."""
    zone, end, steps = 0.3, 3e-5, 3
    rate = zone * (1.0 - 1e-4)
    names = ["link.frictionZone", "link.jointFrictions[0]", "node:joint.initialCoordinates_t[0]"]
    solution = rubbing(zone, rate).SolveDynamic(
        settings_of(end, steps, tight=True), solver, sensitivities=names
    )
    falls = np.exp(-2.0 * end / (0.5 * zone))
    expected = [
        rate * falls * 2.0 * end / (0.5 * zone**2), -rate * falls * end / (0.5 * zone), falls
    ]  # fmt: skip
    for name, value in zip(names, expected, strict=True):
        assert abs(solution.sensitivity(name).velocities[-1, 0] / value - 1.0) < 1e-6, name
    if solver == "GeneralizedAlpha":
        plain = rubbing(zone, rate).SolveDynamic(settings_of(end, steps, tight=True))
        found = plain.gradient(lambda run: run.velocities[-1, 0], names[:2])
        assert error_of(found, np.array(expected[:2])) < 1e-6


@pytest.mark.parametrize("solver", ["RK44", "DOPRI5", "ExplicitEuler", "VelocityVerlet"])
def test_sensors_of_accelerations_in_explicit_methods(solver):
    """The acceleration of a point on a body that turns depends on all accelerations."""
    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateRigidBody(
        inertia=InertiaCuboid(500.0, [0.2, 0.1, 0.3]), initialAngularVelocity=[1.0, 2.0, 3.0],
        nodeType=exu.NodeType.RotationRxyz, name="body",
    )  # fmt: skip
    ground = mbs.CreateGround(referencePosition=[0.4, 0.3, 0.0])
    ends = [
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=k, localPosition=place))
        for k, place in ((ground, [0.0] * 3), (body, [0.1, 0.05, 0.0]))
    ]
    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=900.0, damping=3.0, name="spring"))
    mbs.AddSensor(
        SensorBody(
            bodyNumber=body, localPosition=[0.1, 0.0, 0.2], name="point",
            outputVariableType=exu.OutputVariableType.Acceleration,
        )
    )  # fmt: skip
    mbs.Assemble()
    settings, name = settings_of(0.04, 8), "spring.stiffness"
    found = mbs.SolveDynamic(settings, solver, sensitivities=[name]).sensitivity(name)
    ends_of = []
    for value in (900.0 + 0.05, 900.0 - 0.05):
        mbs.SetObjectParameter("spring", "stiffness", value)
        ends_of.append(mbs.SolveDynamic(settings, solver).sensors["point"][:, 1:])
    expected = (ends_of[0] - ends_of[1]) / 0.1
    assert error_of(found.sensors["point"], expected) < 1e-6
