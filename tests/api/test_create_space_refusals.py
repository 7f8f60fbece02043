"""Refused Create... calls for bodies and joints in space: they name function and parameter, and
leave nothing behind."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.utilities import *
from tests.cases import looped

from .test_create import forms, new_system, solved

BRICK = InertiaCuboid(1000, [0.1, 0.2, 0.3])
NAN = float("nan")


def workbench():
    """Ground 'g' (0), bodies 'a' and 'b' (1, 2), mass 'm' (3), markers, assembled."""
    mbs = new_system()
    mbs.CreateGround("g")
    mbs.CreateRigidBody("a", [1, 0, 0], inertia=BRICK)
    mbs.CreateRigidBody("b", [2, 0, 0], inertia=BRICK, nodeType="RotationRxyz")
    mbs.CreateMassPoint("m", [3, 0, 0], physicsMass=1)
    mbs.AddMarker(MarkerBodyRigid(name="frame", bodyNumber=1))
    mbs.AddMarker(MarkerBodyPosition(name="point", bodyNumber=1))
    mbs.AddMarker(MarkerNodeCoordinate(name="angle", nodeNumber=0, coordinate=4))
    mbs.AddMarker(MarkerBodyRigid(name="other", bodyNumber=0))
    mbs.Assemble()
    return mbs


BODY = {"inertia": BRICK}
FLAT = {"inertia": BRICK, "create2D": True}
AT = {"bodyNumbers": [1, 2], "position": [0, 0, 0]}
JOINT = AT | {"axis": [0, 0, 1]}
FRAME, POINT, ANGLE, OTHER = map(exu.MarkerIndex, range(4))
TURN = RotationMatrixX(0.1)
R, G = "CreateRevoluteJoint", "CreateGenericJoint"

REFUSED = [
    ("CreateRigidBody", {}, "inertia must be a RigidBodyInertia, or one of its solids"),
    ("CreateRigidBody", {"inertia": [1, 1, 1]}, "inertia must be a RigidBodyInertia"),
    ("CreateRigidBody", {"inertia": np.eye(3)}, "inertia must be a RigidBodyInertia"),
    ("CreateRigidBody", {"inertia": RigidBodyInertia(-1)}, "inertia: mass must be >= 0 kg, got -1"),
    (
        "CreateRigidBody",
        {"inertia": RigidBodyInertia(2, np.eye(3)) + RigidBodyInertia(-1, -2 * np.eye(3))},
        "inertia: physicsInertia is impossible",
    ),
    ("CreateRigidBody", BODY | {"name": "a"}, "name 'Node:a' is taken by node 0"),
    ("CreateRigidBody", BODY | {"referencePosition": [1, 2]}, "referencePosition must be 3 finite"),
    ("CreateRigidBody", BODY | {"initialVelocity": [0, NAN, 0]}, "initialVelocity must be 3 finit"),
    ("CreateRigidBody", BODY | {"initialAngularVelocity": 3}, "initialAngularVelocity must be 3"),
    ("CreateRigidBody", BODY | {"initialDisplacement": "abc"}, "initialDisplacement must be 3"),
    ("CreateRigidBody", BODY | {"gravity": 9.81}, "gravity must be 3 finite"),
    (
        "CreateRigidBody",
        BODY | {"referenceRotationMatrix": np.ones((3, 3))},
        "referenceRotationMatrix must be a rotation matrix",
    ),
    (
        "CreateRigidBody",
        BODY | {"initialRotationMatrix": np.diag([1, 1, -1])},
        "initialRotationMatrix must be a rotation matrix",
    ),
    ("CreateRigidBody", BODY | {"initialRotationMatrix": [0, 0, 1]}, "initialRotationMatrix must"),
    ("CreateRigidBody", BODY | {"referenceHT": np.eye(3)}, "referenceHT must be a 4 x 4 matrix"),
    (
        "CreateRigidBody",
        BODY | {"referenceHT": np.eye(4), "referencePosition": [0, 0, 0]},
        "give either referenceHT, or referencePosition and referenceRotationMatrix",
    ),
    (
        "CreateRigidBody",
        BODY | {"initialHT": np.eye(4), "initialRotationMatrix": np.eye(3)},
        "give either initialHT, or initialDisplacement and initialRotationMatrix",
    ),
    (
        "CreateRigidBody",
        BODY | {"nodeType": "RotationXYZ"},
        "nodeType must be NodeType.RotationEulerParameters, NodeType.RotationRxyz, "
        "NodeType.RotationRotationVector, or the name of one of them, got 'RotationXYZ'",
    ),
    ("CreateRigidBody", BODY | {"nodeType": exu.NodeType.Position}, "nodeType must be NodeType.Ro"),
    ("CreateRigidBody", BODY | {"nodeType": None}, "nodeType must be NodeType.Rotation"),
    (
        "CreateRigidBody",
        BODY | {"nodeType": "RotationRxyz", "referenceRotationMatrix": RotationMatrixY(pi / 2)},
        "RotationRxyz cannot start with the angles",
    ),
    ("CreateRigidBody", BODY | {"create2D": 7}, "create2D must be True or False"),
    ("CreateRigidBody", BODY | {"returnDict": None}, "returnDict must be True or False"),
    ("CreateRigidBody", BODY | {"graphicsDataList": [3]}, "graphicsDataList must be a list"),
    ("CreateRigidBody", BODY | {"graphicsDataUserFunction": "f"}, "graphicsDataUserFunction must"),
    ("CreateRigidBody", BODY | {"color": [2, 0, 0, 1]}, "color must be four numbers"),
    ("CreateRigidBody", BODY | {"initialRotation": 1}, "did you mean 'initialRotationMatrix'"),
    ("CreateRigidBody", FLAT | {"referencePosition": [0, 0, 1]}, "referencePosition must lie in"),
    ("CreateRigidBody", FLAT | {"initialVelocity": [0, 0, 1]}, "initialVelocity must lie in the"),
    ("CreateRigidBody", FLAT | {"initialDisplacement": [0, 0, 1]}, "initialDisplacement must lie"),
    (
        "CreateRigidBody",
        FLAT | {"referenceRotationMatrix": TURN},
        "referenceRotationMatrix must be a rotation about z with create2D=True",
    ),
    (
        "CreateRigidBody",
        FLAT | {"initialRotationMatrix": TURN},
        "initialRotationMatrix must be a rotation about z with create2D=True",
    ),
    (
        "CreateRigidBody",
        FLAT | {"initialAngularVelocity": [1, 0, 0]},
        "initialAngularVelocity must be about z with create2D=True",
    ),
    (
        "CreateRigidBody",
        FLAT | {"inertia": BRICK.Translated([0, 0, 1])},
        "inertia: center of mass must lie in the x-y plane",
    ),
    (R, {}, "bodyNumbers must be a list of two"),
    (R, JOINT | {"bodyNumbers": [None, 1]}, "bodyNumbers must be a body"),
    (R, JOINT | {"bodyNumbers": [1, 9]}, "object 9 does not exist"),
    (R, JOINT | {"bodyNumbers": [1, exu.NodeIndex(0)]}, "bodyNumbers must be bodies (number, Obj"),
    (R, JOINT | {"bodyNumbers": [1, 1]}, "bodyNumbers must not be the same body twice"),
    (R, JOINT | {"bodyNumbers": [0, "g"]}, "bodyNumbers must not be the ground twice"),
    (R, JOINT | {"bodyNumbers": [0, OTHER], "position": []}, "bodyNumbers must not be the ground"),
    (R, JOINT | {"bodyNumbers": ["a", FRAME], "position": []}, "the same body twice"),
    (R, JOINT | {"bodyNumbers": ["g", "m"]}, "bodyNumber must be a body with an orientation"),
    (R, JOINT | {"bodyNumbers": [POINT, 2], "position": []}, "must be a marker of type Orientatio"),
    (R, JOINT | {"bodyNumbers": [ANGLE, 2], "position": []}, "must be a marker of type Orientatio"),
    (R, JOINT | {"position": []}, "position of the joint is missing; give [x, y, z]"),
    (R, JOINT | {"position": None}, "position of the joint is missing; give [x, y, z]"),
    (R, JOINT | {"position": [1, 2]}, "position must be 3 finite"),
    (R, JOINT | {"position": [1, 2, NAN]}, "position must be 3 finite"),
    (R, JOINT | {"bodyNumbers": [FRAME, 2]}, "position must be left empty, [], because bodyNumber"),
    (R, JOINT | {"axis": []}, "axis must be 3 finite"),
    (R, JOINT | {"axis": [0, 0, 0]}, "axis must not be zero"),
    (R, JOINT | {"useGlobalFrame": 3}, "useGlobalFrame must be True or False"),
    (R, JOINT | {"axisRadius": -1}, "axisRadius must be >= 0"),
    (R, JOINT | {"show": "yes"}, "show must be True or False"),
    (R, JOINT | {"axes": [0, 0, 1]}, "did you mean 'axis'"),
    (
        R,
        AT | {"axis": [0, 0, 1], "itemNumbers": [1, 2]},
        "are the same parameter",
    ),
    (R, {"bodyList": [1, 2], "itemNumbers": [1, 2]}, "are the same parameter"),
    ("CreatePrismaticJoint", JOINT | {"axis": [0, 0, 0]}, "axis must not be zero"),
    ("CreatePrismaticJoint", JOINT | {"bodyNumbers": ["m", "a"]}, "body with an orientation"),
    ("CreateCylindricalJoint", JOINT | {"axis": (0, 0, 0)}, "axis must not be zero"),
    ("CreatePlanarJoint", AT | {"normal": [0, 0, 0]}, "normal must not be zero"),
    ("CreatePlanarJoint", AT | {"normal": [0, 0, 1], "axis": [0, 0, 1]}, "axis and normal are the"),
    ("CreateUniversalJoint", AT | {"axis0": [0, 0, 0], "axis1": [0, 0, 1]}, "axis0 must not be ze"),
    ("CreateUniversalJoint", AT | {"axis0": [0, 1, 0]}, "axis1 must be 3 finite"),
    (
        "CreateUniversalJoint",
        AT | {"axis0": [0, 1, 0], "axis1": [0, 1, 1]},
        "axis1 must be normal to axis0; the angle between them is 45 degrees",
    ),
    ("CreateSphericalJoint", AT | {"constrainedAxes": [1, 2, 0]}, "constrainedAxes axes must be 3"),
    ("CreateSphericalJoint", AT | {"constrainedAxes": [1, 0]}, "constrainedAxes axes must be 3"),
    ("CreateSphericalJoint", {"bodyNumbers": [ANGLE, 2]}, "must be a marker of type Position"),
    ("CreateSphericalJoint", AT | {"jointRadius": "a"}, "jointRadius must be"),
    (G, AT | {"constrainedAxes": [1, 1, 1]}, "constrainedAxes axes must be 6 numbers, each 0 (fr"),
    (G, AT | {"constrainedAxes": [1, 1, 1, 0, 0, -1]}, "constrainedAxes axes must be 6 numbers"),
    (G, AT | {"constrainedAxes": [1, 1, 1, 0, 0, 0.5]}, "constrainedAxes axes must be 6 numbers"),
    (G, AT | {"rotationMatrixAxes": 2 * np.eye(3)}, "rotationMatrixAxes must be a rotation matrix"),
    (G, AT | {"offsetUserFunction": "f"}, "offsetUserFunction"),
    (G, AT | {"offsetUserFunction_t": lambda mbs, t, i, p: [0] * 6}, "offsetUserFunction, which"),
    ("CreateForce", {"bodyNumber": ANGLE, "loadVector": [1, 0, 0]}, "marker of type Position"),
    ("CreateTorque", {"bodyNumber": POINT}, "marker of type Orientation"),
    (
        "CreateForce",
        {"bodyNumber": FRAME, "loadVector": [1, 0, 0], "localPosition": [1, 0, 0]},
        "localPosition must be zero on a marker",
    ),
    (
        "CreateCoordinateConstraint",
        {"bodyNumbers": [None, 1], "coordinates": [None, 7]},
        "coordinates must be < 7",
    ),
]


@looped("function, values, text", REFUSED)
def test_a_refused_call_names_its_parameter_and_leaves_nothing_behind(function, values, text):
    mbs = workbench()
    before, names, model = forms(mbs), repr(mbs._store.names), mbs._model
    with pytest.raises(exu.ParameterError) as caught:
        getattr(mbs, function)(**values)
    assert text in str(caught.value)
    assert str(caught.value).startswith(function)
    assert forms(mbs) == before and repr(mbs._store.names) == names
    assert mbs._model is model  # still assembled


OLDER = [
    (AddRigidBody, (None,), {}, "AddRigidBody: inertia must be a RigidBodyInertia"),
    (AddRigidBody, (BRICK, "x"), {}, "AddRigidBody: nodeType must be"),
    (AddRigidBody, (BRICK,), {"position": 3}, "AddRigidBody: position must be 3 finite"),
    (AddRigidBody, (BRICK,), {"velocity": 3}, "AddRigidBody: velocity must be 3 finite"),
    (AddRigidBody, (BRICK,), {"gravity": 3}, "AddRigidBody: gravity must be 3 finite"),
    (AddRigidBody, (BRICK,), {"angularVelocity": [1]}, "AddRigidBody: angularVelocity must be 3"),
    (AddRigidBody, (BRICK,), {"rotationMatrix": [1, 0, 0]}, "AddRigidBody: rotationMatrix must"),
    (AddRigidBody, (BRICK,), {"rotationParameters": [1, 0]}, "rotationParameters must be 4 finite"),
    (
        AddRigidBody,
        (BRICK,),
        {"rotationMatrix": TURN, "rotationParameters": [1, 0, 0, 0]},
        "AddRigidBody: rotationMatrix and rotationParameters are both given",
    ),
    (AddRevoluteJoint, (1, 2, [0, 0], [0, 0, 1]), {}, "AddRevoluteJoint: point must be 3 finite"),
    (AddRevoluteJoint, (1, 2, [0, 0, 0], [0, 0, 0]), {}, "axis must not be zero"),
    (AddPrismaticJoint, (1, 2, 5, [0, 0, 1]), {}, "AddPrismaticJoint: point must be 3 finite"),
    (AddPrismaticJoint, (1, 1, [0, 0, 0], [0, 0, 1]), {}, "the same body twice"),
]


@looped("function, given, values, text", OLDER)
def test_older_functions_refuse_the_same(function, given, values, text):
    mbs = workbench()
    before = forms(mbs)
    with pytest.raises(exu.ParameterError) as caught:
        function(mbs, *given, **values)
    assert text in str(caught.value)
    assert forms(mbs) == before


def test_nothing_is_created_in_a_run():
    mbs = new_system()
    mbs.CreateRigidBody(inertia=BRICK)
    seen = []

    def before(mbs, t):
        for create in (mbs.CreateRigidBody, lambda inertia: AddRigidBody(mbs, inertia)):
            with pytest.raises(exu.SysError, match="RigidBody cannot be called while"):
                create(inertia=BRICK)
        seen.append(t)
        return True

    mbs.SetPreStepUserFunction(before)
    solved(mbs, steps=2)
    assert len(seen) == 2 and len(mbs._items["object"]) == 1


def test_a_body_without_node_has_no_place_for_a_joint():
    mbs = new_system()
    mbs.CreateGround()
    mbs.AddObject(RigidBody(physicsMass=1, physicsInertia=[1, 1, 1, 0, 0, 0]))
    with pytest.raises(exu.ParameterError, match=r"CreateRevoluteJoint.*has no node yet"):
        mbs.CreateRevoluteJoint(bodyNumbers=[0, 1], position=[0, 0, 0], axis=[0, 0, 1])
