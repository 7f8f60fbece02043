"""Outputs of what turns in the plane: nodes, bodies and markers agree with plain kinematics."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .samples import Out

pytestmark = pytest.mark.processors

POSE, SHIFT, RATE, CHANGE = [0.5, -1.0, 0.3], [0.2, 0.1, 0.4], [0.7, -0.3, 1.5], [2.0, 3.0, -4.0]
LOCAL = np.array([0.4, -0.6, 0.25])


def turned(angle, vector):
    sine, cosine = np.sin(angle), np.cos(angle)
    matrix = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    return matrix @ vector


@pytest.fixture(scope="module", params=["NodeRigidBody2D", "NodePlanar", "held"])
def body(request):
    """A body with all its state given; held: its y coordinate is."""
    mbs = exu.SystemContainer().AddSystem()
    held = request.param == "held"
    values = dict(referenceCoordinates=POSE, initialCoordinates=SHIFT, initialVelocities=RATE)
    if held:
        values |= dict(initialVelocities=[RATE[0], 0.0, RATE[2]])
        values |= dict(heldCoordinates=[False, True, False])
    node = mbs.AddNode(
        (NodeRigidBody2D if request.param == "NodeRigidBody2D" else NodePlanar)(**values)
    )
    number = mbs.AddObject(RigidBody2D(mass=2.0, inertia=0.5, nodeNumber=node))
    frame = mbs.AddMarker(MarkerBodyRigid(bodyNumber=number, localPosition=LOCAL))
    point = mbs.AddMarker(MarkerBodyPosition(bodyNumber=number, localPosition=LOCAL))
    mbs.AddMarker(MarkerNodeRigid(nodeNumber=node))
    mbs.Assemble()
    change = [CHANGE[0], CHANGE[2]] if held else CHANGE
    mbs.systemData.SetODE2Coordinates_tt(change)
    rate = np.array([RATE[0], 0.0 if held else RATE[1], RATE[2]])
    return (
        mbs,
        node,
        number,
        frame,
        point,
        rate,
        np.array([CHANGE[0], 0.0 if held else CHANGE[1], CHANGE[2]]),
    )


def wanted(rate, change):
    """Outputs of the point LOCAL from plain kinematics."""
    pose = np.add(POSE, SHIFT)
    away, before = turned(pose[2], LOCAL), turned(POSE[2], LOCAL)
    across = np.array([-away[1], away[0], 0.0])
    position = np.array([pose[0], pose[1], 0.0]) + away
    velocity = np.array([rate[0], rate[1], 0.0]) + rate[2] * across
    acceleration = np.array([change[0], change[1], 0.0]) + change[2] * across
    acceleration[:2] -= rate[2] ** 2 * away[:2]
    about_z = np.array([0.0, 0.0, 1.0])
    return {
        Out.Position: position,
        Out.Displacement: position - (np.array([POSE[0], POSE[1], 0.0]) + before),
        Out.Velocity: velocity,
        Out.VelocityLocal: turned(-pose[2], velocity),
        Out.Acceleration: acceleration,
        Out.AccelerationLocal: turned(-pose[2], acceleration),
        Out.Rotation: pose[2] * about_z,
        Out.RotationMatrix: turned(pose[2], np.eye(3)).ravel(),
        Out.AngularVelocity: rate[2] * about_z,
        Out.AngularVelocityLocal: rate[2] * about_z,
        Out.AngularAcceleration: change[2] * about_z,
        Out.AngularAccelerationLocal: change[2] * about_z,
    }


def test_outputs_of_a_point_of_a_body(body):
    mbs, _, number, _, _, rate, change = body
    told = wanted(rate, change)
    told[Out.KineticEnergy] = rate[0] ** 2 + rate[1] ** 2 + 0.25 * rate[2] ** 2
    assert set(told) == set(ObjectRigidBody2D.outputs)
    for variable, value in told.items():
        got = mbs.GetObjectOutputBody(number, variable, LOCAL)
        assert got == pytest.approx(value, rel=1e-14, abs=1e-15), variable.name


def test_outputs_of_markers_are_those_of_their_point(body):
    mbs, _, _, frame, point, rate, change = body
    told = wanted(rate, change)
    for marker, kind in ((frame, MarkerBodyRigid), (point, MarkerBodyPosition)):
        for variable in kind.outputs:
            got = mbs.GetMarkerOutput(marker, variable)
            assert got == pytest.approx(told[variable], rel=1e-14, abs=1e-15), variable.name


def test_outputs_of_the_node_are_those_of_the_reference_point(body):
    mbs, node, number, _, _, rate, change = body
    for variable in NodeRigidBody2D.outputs:
        got = mbs.GetNodeOutput(node, variable)
        value = {
            Out.Coordinates: SHIFT,
            Out.CoordinatesTotal: np.add(POSE, SHIFT),
            Out.Coordinates_t: rate,
            Out.Coordinates_tt: change,
        }.get(variable)
        if value is None:
            value = mbs.GetObjectOutputBody(number, variable, [0.0, 0.0, 0.0])
        assert got == pytest.approx(np.asarray(value), rel=1e-14, abs=1e-15), variable.name


def test_a_marker_on_a_turned_ground_has_its_angle():
    mbs = exu.SystemContainer().AddSystem()
    ground = ObjectGround(
        referencePosition=[1.0, 2.0, 0.0], referenceRotation=turned(0.5, np.eye(3))
    )
    frame = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ground), localPosition=LOCAL))
    mbs.Assemble()
    assert mbs.GetMarkerOutput(frame, Out.Rotation) == pytest.approx([0.0, 0.0, 0.5], rel=1e-15)
    place = np.array([1.0, 2.0, 0.0]) + turned(0.5, LOCAL)
    assert mbs.GetMarkerOutput(frame, Out.Position) == pytest.approx(place, rel=1e-15)


LEANING = np.array([[1.0, 0.0, 0.0], [0.0, 0.6, -0.8], [0.0, 0.8, 0.6]])


def test_a_marker_on_a_ground_that_leans_has_three_angles():
    mbs = exu.SystemContainer().AddSystem()
    rotation = LEANING @ turned(0.5, np.eye(3))
    ground = mbs.AddObject(ObjectGround(referencePosition=[1, 2, 3], referenceRotation=rotation))
    frame = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=LOCAL))
    mbs.Assemble()
    a, b, c = mbs.GetMarkerOutput(frame, Out.Rotation)
    assert (a, b, c) == pytest.approx((np.arctan2(0.8, 0.6), 0.0, 0.5), abs=1e-15)
    nine = mbs.GetMarkerOutput(frame, Out.RotationMatrix)
    assert nine == pytest.approx(rotation.ravel(), rel=1e-15)
    place = np.array([1.0, 2.0, 3.0]) + rotation @ LOCAL
    assert mbs.GetMarkerOutput(frame, Out.Position) == pytest.approx(place, rel=1e-15)


@pytest.mark.parametrize(
    "kind", [ObjectConnectorPlanarSpringDamper, ObjectJointPrismatic2D], ids=lambda k: k.__name__
)
def test_connectors_of_the_plane_refuse_frames_that_lean(kind):
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround(referenceRotation=LEANING))
    leaning = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
    node = mbs.AddNode(NodeRigidBody2D())
    body = mbs.AddObject(RigidBody2D(mass=1.0, inertia=1.0, nodeNumber=node))
    frame = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    mbs.AddObject(kind(markerNumbers=[frame, leaning]))
    with pytest.raises(exu.ParameterError, match=r"turned about z only, got MarkerBodyRigid.*mar"):
        mbs.Assemble()
