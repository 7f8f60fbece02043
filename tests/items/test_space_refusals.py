"""Wrong input of bodies, nodes and joints in space: refused by name, with limit, value, advice."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import *
from tests.cases import Cases

NODES = {
    NodeRigidBodyEP: [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
    NodeRigidBodyRxyz: [0.0] * 6,
    NodeRigidBodyRotVecLG: [0.0] * 6,
}
"""Kind of node -> reference coordinates without rotation."""

FRAME_ITEMS = {
    RevoluteJointZ: {},
    PrismaticJointX: {},
    GenericJoint: {},
    RollingDiscJoint: {"discRadius": 1.0},
    RollingDiscPenalty: {"discRadius": 1.0},
    RigidBodySpringDamper: {},
    TorsionalSpringDamper: {},
    LinearSpringDamper: {},
}
"""Items between frames -> what they need besides their markers."""


def body(kind=NodeRigidBodyEP, node=None, **given):
    """(system, body) with a node and a body of one kind."""
    mbs = exu.SystemContainer().AddSystem()
    number = mbs.AddNode(kind(**({"referenceCoordinates": NODES[kind]} | (node or {}))))
    values = {"mass": 1.0, "inertia": [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]} | given
    return mbs, mbs.AddObject(RigidBody(nodeNumber=number, **values))


def assemble(kind=NodeRigidBodyEP, node=None, **given):
    body(kind, node, **given)[0].Assemble()


def joined(kind, marker=MarkerBodyRigid, first=ObjectGround, **given):
    """Assemble an item between a first body and a rigid body."""
    mbs, second = body()
    if first is MassPoint:
        node = mbs.AddNode(NodePoint())
        start = mbs.AddObject(MassPoint(physicsMass=1.0, nodeNumber=node))
    else:
        start = mbs.AddObject(first())
    ends = [mbs.AddMarker(marker(bodyNumber=number)) for number in (start, second)]
    data = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=3))
    if kind is RollingDiscPenalty:
        given = {"nodeNumber": data} | given
    mbs.AddObject(kind(markerNumbers=ends, **(FRAME_ITEMS.get(kind, {}) | given)))
    mbs.Assemble()


def euler(*theta):
    return {"referenceCoordinates": [0.0, 0.0, 0.0, *theta]}


REFUSED = {
    "norm": (lambda: assemble(node=euler(1.0 + 2e-6, 0, 0, 0)), "RigidEP .*norm 1, got 1.000002"),
    "no rotation": (lambda: assemble(node=euler(0, 0, 0, 0)), r"RigidEP .*\[x, y, z, 1, 0, 0, 0\]"),
    "norm at the start": (
        lambda: assemble(node={"initialCoordinates": [0, 0, 0, 0, 0.1, 0, 0]}),
        "RigidEP .*at the start.*norm 1, got 1.00498756.*divide them by their norm",
    ),
    "negative mass": (lambda: assemble(mass=-1.0), "physicsMass m must be >= 0 kg, got -1"),
    "negative moment": (
        lambda: assemble(inertia=[-1, 1, 1, 0, 0, 0]),
        "RigidBody .*physicsInertia is impossible.*negative moment.*check the order",
    ),
    "triangle": (
        lambda: assemble(inertia=[1, 1, 3, 0, 0, 0]),
        "RigidBody .*principal moments 1, 1, 3 violate the triangle inequality",
    ),
    "large": (
        lambda: assemble(inertia=[1e300, 1e300, 5e300, 0, 0, 0]),
        r"principal moments 1e\+300, 1e\+300, 5e\+300 violate",
    ),
    "products": (lambda: assemble(inertia=[1, 1, 1, 2, 0, 0]), "RigidBody .*negative moment"),
    "inertia about the center": (
        lambda: assemble(mass=5.0, centerOfMass=[1, 0, 0]),
        "RigidBody .*about the center of mass would be .*is about the reference point: add",
    ),
    "tensor": (lambda: assemble(inertia=np.eye(3)), "physicsInertia j_6 must be 6 finite real"),
    "created inertia": (
        lambda: exu.SystemContainer().AddSystem().CreateRigidBody(inertia=5.0),
        "CreateRigidBody: inertia must be a RigidBodyInertia",
    ),
    "axes of 2": (
        lambda: joined(GenericJoint, constrainedAxes=[1, 1, 1, 2, 0, 0]),
        "GenericJoint .*constrainedAxes.*6 numbers, each 0 .free. or 1 .constrained., got",
    ),
    "axes of 1/2": (
        lambda: joined(SphericalJoint, constrainedAxes=[1, 1, 0.5]),
        "SphericalJoint .*constrainedAxes.*3 numbers.*got .1, 1, 0.5",
    ),
    "three axes": (lambda: joined(GenericJoint, constrainedAxes=[1, 1, 1]), "axes must be 6 num"),
    "frame": (
        lambda: joined(GenericJoint, rotationMarker1=2 * np.eye(3)),
        "rotationMarker1 M1 must be a rotation matrix",
    ),
    "linear axis": (
        lambda: joined(LinearSpringDamper, axisMarker0=[0, 0, 0]),
        "LinearSpringDamper .*axisMarker0 must be a direction, got .0.0, 0.0, 0.0.; give",
    ),
    "disc axis": (lambda: joined(RollingDiscJoint, discAxis=[0, 0, 0]), "discAxis .*not all zero"),
    "normal": (lambda: joined(RollingDiscJoint, planeNormal=[0] * 3), "planeNormal .*not all zero"),
}
"""What is wrong -> (a call, what its error says)."""


def test_wrong_input_is_refused_by_name():
    with Cases() as cases:
        for what, (call, text) in REFUSED.items():
            with cases(what), pytest.raises(exu.ParameterError, match=text):
                call()


def test_items_between_frames_need_markers_with_an_orientation():
    with Cases() as cases:
        for kind in FRAME_ITEMS:
            with cases(kind, "on a mass point"):
                text = "bodyNumber must be a body with an orientation.*an ObjectMassPoint"
                with pytest.raises(exu.ParameterError, match=text):
                    joined(kind, first=MassPoint)
            with cases(kind, "position markers"):
                text = f"{kind.short_name} .*type Orientation, got MarkerBodyPosition.*use a Marker"
                with pytest.raises(exu.ParameterError, match=text):
                    joined(kind, marker=MarkerBodyPosition)
            with cases(kind, "as it should be"):
                joined(kind)


def test_euler_parameters_that_are_nearly_normalized_are_corrected_with_a_warning():
    for off in (5e-7, -1e-9):
        mbs, number = body(node=euler(0.6 * (1 + off), 0.8 * (1 + off), 0, 0))
        with pytest.warns(UserWarning) as told:
            mbs.Assemble()
        assert len(told) == 1 and "normalized, since their norm is off by" in str(told[0].message)
        matrix = np.reshape(mbs.GetObjectOutput(number, exu.OutputVariableType.RotationMatrix), 9)
        expected = RotationMatrixX(2 * math.acos(0.6)).ravel()
        assert matrix == pytest.approx(expected, abs=1e-15)


def test_axes_of_created_joints_have_a_length():
    with Cases() as cases:
        for name in (
            "CreateRevoluteJoint", "CreatePrismaticJoint", "CreateTorsionalSpringDamper",
            "CreateLinearSpringDamper", "CreateCylindricalJoint", "CreatePlanarJoint",
        ):  # fmt: skip
            with cases(name):
                mbs, second = body()
                ends = [mbs.CreateGround(), second]
                axis = "normal" if name == "CreatePlanarJoint" else "axis"
                given = {axis: [0, 0, 0]}
                with pytest.raises(exu.ParameterError, match=f"{name}: {axis} must not be zero"):
                    getattr(mbs, name)(bodyNumbers=ends, position=[0, 0, 0], **given)


def test_rotations_without_digits_are_refused():
    """Angles of 1e15 rad and more; long ones are computed, and so are those set later."""
    with Cases() as cases:
        for kind in (NodeRigidBodyRxyz, NodeRigidBodyRotVecLG):
            for name in ("referenceCoordinates", "initialCoordinates"):
                for angle in (1e15, -1e200, 1.7e308):
                    with cases(kind, name, angle):
                        node = {name: [0, 0, 0, 1, angle, 0]}
                        with pytest.raises(exu.ParameterError, match=f"{name} must be below 1e"):
                            assemble(kind, node)
        for kind in (NodeRigidBodyRxyz, NodeRigidBodyRotVecLG):
            for angle in (1e3, 1e14, 1e160, 1e300):
                with cases(kind, "set", angle):
                    mbs, number = body(kind)
                    mbs.Assemble()
                    mbs.systemData.SetODE2Coordinates([0, 0, 0, 0, 0, angle])
                    matrix = mbs.GetObjectOutput(number, exu.OutputVariableType.RotationMatrix)
                    expected = RotationMatrixZ(angle)
                    assert np.reshape(matrix, (3, 3)) == pytest.approx(expected, abs=1e-12)
