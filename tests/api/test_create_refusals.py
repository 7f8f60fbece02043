"""Refused Create... calls: they name function and parameter, and leave nothing behind."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .test_create import counts, forms, new_system, solved


def workbench():
    """Ground 'g' (0), mass 'm' (1), bar (2), spring (3), assembled."""
    mbs = new_system()
    mbs.CreateGround("g")
    mbs.CreateMassPoint("m", referencePosition=[1, 0, 0], physicsMass=1)
    mbs.CreateRigidBody2D("bar", mass=1, inertia=1)
    mbs.CreateSpringDamper("s", bodyNumbers=["g", "m"])
    mbs.Assemble()
    return mbs


NAN = float("nan")
PAIR = {"bodyNumbers": [0, 1]}
BAR = {"bodyNumbers": [0, 2]}
REFUSED = [
    ("CreateGround", {"name": "g"}, "name 'g' is taken by object 0"),
    ("CreateGround", {"referencePosition": [1, 2]}, "referencePosition must be 3 finite"),
    ("CreateGround", {"referenceRotationMatrix": np.ones((3, 3))}, "referenceRotationMatrix must"),
    ("CreateGround", {"graphicsDataList": [3]}, "graphicsDataList must be a list"),
    ("CreateGround", {"graphicsDataUserFunction": "f"}, "graphicsDataUserFunction must"),
    ("CreateGround", {"show": 2}, "show must be True or False"),
    ("CreateGround", {"name": 3}, "name must be a string"),
    ("CreateMassPoint", {"physicsMass": -1}, "physicsMass m must be >= 0 kg, got -1"),
    ("CreateMassPoint", {"referencePosition": [0, NAN, 0]}, "referencePosition must be 3 finite"),
    ("CreateMassPoint", {"initialDisplacement": 1}, "initialDisplacement must be 3 finite"),
    ("CreateMassPoint", {"initialVelocity": "abc"}, "initialVelocity must be 3 finite"),
    ("CreateMassPoint", {"gravity": 9.81}, "gravity must be 3 finite"),
    ("CreateMassPoint", {"gravity": [0, 0, math.inf]}, "gravity must be 3 finite"),
    (
        "CreateMassPoint",
        {"referencePosition": [0, 0, 1], "create2D": True},
        "referencePosition must lie",
    ),
    ("CreateMassPoint", {"create2D": "yes"}, "create2D must be True or False"),
    ("CreateMassPoint", {"returnDict": None}, "returnDict must be True or False"),
    ("CreateMassPoint", {"color": [2, 0, 0, 1]}, "color must be four numbers"),
    ("CreateMassPoint", {"drawSize": None}, "drawSize must be a finite"),
    ("CreateMassPoint", {"name": "m", "gravity": [0, 1, 0]}, "name 'Node:m' is taken by node 0"),
    ("CreateMassPoint", {"mass": 1, "physicsMass": 1}, "mass and physicsMass are the same"),
    ("CreateMassPoint", {"physicMass": 1}, "no parameter 'physicMass'; did you mean 'physicsMass'"),
    ("CreateMassPoint", {"xyz": 1}, "no parameter 'xyz'; it has name, referencePosition"),
    ("CreateRigidBody2D", {"inertia": -1}, "inertia must be >= 0 kg m^2, got -1"),
    ("CreateRigidBody2D", {"mass": "1"}, "mass must be a finite real number >= 0 kg"),
    ("CreateRigidBody2D", {"referenceRotation": [1]}, "referenceRotation must be a finite"),
    ("CreateRigidBody2D", {"initialAngularVelocity": NAN}, "initialAngularVelocity must be a"),
    ("CreateRigidBody2D", {"centerOfMass": [0, 0, 1]}, "centerOfMass must lie in the x-y plane"),
    ("CreateRigidBody2D", {"centerOfMass": [1e200, 0], "mass": 1}, "physicsInertia J must be"),
    ("CreateSpringDamper", {}, "bodyNumbers must be a list of two"),
    ("CreateSpringDamper", {"bodyNumbers": [0]}, "bodyNumbers must be a list of two"),
    ("CreateSpringDamper", {"bodyNumbers": "gm"}, "bodyNumbers must be a list of two"),
    ("CreateSpringDamper", {"bodyNumbers": 3}, "bodyNumbers must be a list of two"),
    ("CreateSpringDamper", {"bodyNumbers": [0, 9]}, "object 9 does not exist"),
    ("CreateSpringDamper", {"bodyNumbers": [0, -1]}, "object -1 does not exist"),
    ("CreateSpringDamper", {"bodyNumbers": [0, None]}, "bodyNumbers must be a body"),
    ("CreateSpringDamper", {"bodyNumbers": [0, "x"]}, "no object named 'x'"),
    ("CreateSpringDamper", {"bodyNumbers": [0, 3]}, "got SpringDamper 's' (object 3)"),
    ("CreateSpringDamper", {"bodyNumbers": [0, exu.LoadIndex(0)]}, "bodyNumbers must be a body"),
    ("CreateSpringDamper", {"bodyNumbers": [0, exu.NodeIndex(7)]}, "node 7 does not exist"),
    ("CreateSpringDamper", PAIR | {"localPosition1": [1]}, "localPosition1 must"),
    (
        "CreateSpringDamper",
        {"bodyNumbers": [0, exu.NodeIndex(0)], "localPosition1": [1, 0, 0]},
        "localPosition1 must be zero on a node",
    ),
    ("CreateSpringDamper", PAIR | {"stiffness": -1}, "stiffness k must be >= 0"),
    ("CreateSpringDamper", PAIR | {"referenceLength": -1}, "referenceLength L0"),
    ("CreateSpringDamper", PAIR | {"springForceUserFunction": 5}, "springForceUser"),
    ("CreateSpringDamper", PAIR | {"name": "s"}, "name 'Marker0:s' is taken"),
    ("CreateSpringDamper", PAIR | {"name": "m"}, "name 'm' is taken by object 1"),
    ("CreateSpringDamper", PAIR | {"damper": 1}, "did you mean 'damping'"),
    ("CreateCartesianSpringDamper", PAIR | {"stiffness": 5}, "stiffness k must be 3"),
    ("CreateCartesianSpringDamper", PAIR | {"offset": [1]}, "offset v_off must be 3"),
    ("CreateDistanceConstraint", PAIR | {"distance": 0}, "distance d0 must be > 0"),
    ("CreateDistanceConstraint", BAR, "both points coincide"),
    ("CreateDistanceConstraint", PAIR | {"drawSize": "a"}, "drawSize must be"),
    ("CreateCoordinateConstraint", {"bodyNumbers": [None, 1]}, "coordinates must be a list of two"),
    (
        "CreateCoordinateConstraint",
        {"bodyNumbers": [None, 0], "coordinates": [None, None]},
        "ground twice",
    ),
    (
        "CreateCoordinateConstraint",
        {"bodyNumbers": [None, 1], "coordinates": [None, 3]},
        "coordinates must be < 3",
    ),
    (
        "CreateCoordinateConstraint",
        {"bodyNumbers": [None, 1], "coordinates": [0, 1]},
        "coordinates must be None for the ground",
    ),
    (
        "CreateCoordinateConstraint",
        {"bodyNumbers": [None, 1], "coordinates": [None, None]},
        "coordinates must be a whole",
    ),
    (
        "CreateCoordinateConstraint",
        {"bodyNumbers": [None, exu.MarkerIndex(0)], "coordinates": [None, 0]},
        "bodyNumbers must be bodies",
    ),
    (
        "CreateCoordinateConstraint",
        {"bodyNumbers": [None, 1], "coordinates": [None, 0], "name": "s"},
        "is taken",
    ),
    ("CreateRevoluteJoint2D", {"bodyNumbers": [0, exu.NodeIndex(0)]}, "bodyNumbers must be bodies"),
    ("CreateRevoluteJoint2D", BAR | {"position": [0, 0, 1]}, "position must lie"),
    ("CreateRevoluteJoint2D", BAR | {"useGlobalFrame": 3}, "useGlobalFrame must"),
    ("CreatePrismaticJoint2D", BAR | {"axis": [0, 0, 0]}, "axis must not be zero"),
    ("CreatePrismaticJoint2D", PAIR, "body with an orientation"),
    ("CreateForce", {}, "bodyNumber must be a body"),
    ("CreateForce", {"bodyNumber": 1, "loadVector": [1, 0]}, "loadVector b must be 3 finite"),
    ("CreateForce", {"bodyNumber": 1, "localPosition": 0}, "localPosition must be 3 finite"),
    ("CreateForce", {"bodyNumber": 1, "bodyFixed": 4}, "bodyFixed body_fixed must be True"),
    ("CreateForce", {"bodyNumber": 3}, "bodyNumber must be a body"),
    ("CreateForce", {"bodyNumber": 1, "forceVector": [1, 0, 0]}, "did you mean 'loadVector'"),
    ("CreateForce", {"bodyNumber": 1, "loadVectorUserFunction": "f"}, "loadVectorUserFunction"),
    ("CreateTorque", {"bodyNumber": 1, "loadVector": [0, 0, 1]}, "body with an orientation"),
    ("CreateTorque", {"bodyNumber": exu.NodeIndex(0)}, "node with an orientation"),
    ("CreateTorque", {"bodyNumber": exu.MarkerIndex(0)}, "marker of type Orientation"),
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


def test_a_body_without_node_has_no_reference_length():
    mbs = new_system()
    mbs.CreateGround()
    mbs.AddObject(MassPoint(physicsMass=1))
    with pytest.raises(exu.ParameterError, match=r"CreateSpringDamper.*has no node yet"):
        mbs.CreateSpringDamper(bodyNumbers=[0, 1])
    assert counts(mbs) == (0, 2, 0, 0, 0)


def test_nothing_is_created_in_a_run():
    mbs = new_system()
    mbs.CreateMassPoint(physicsMass=1)
    seen = []

    def before(mbs, t):
        with pytest.raises(exu.SysError, match="CreateGround cannot be called while"):
            mbs.CreateGround()
        seen.append(t)
        return True

    mbs.SetPreStepUserFunction(before)
    solved(mbs, steps=2)
    assert len(seen) == 2 and counts(mbs) == (1, 1, 0, 0, 0)


def test_given_lists_are_not_kept():
    mbs = new_system()
    place, shapes = np.array([1.0, 0, 0]), []
    body = mbs.CreateMassPoint(referencePosition=place, physicsMass=1, graphicsDataList=shapes)
    place[0] = 7
    shapes.append({})
    assert mbs.GetNode(0)["referenceCoordinates"].tolist() == [1, 0, 0]
    assert mbs.GetObject(body)["VgraphicsData"] == []


def test_distances_beyond_all_numbers_are_refused_without_warnings():
    mbs = new_system()
    mbs.CreateGround("g")
    mbs.CreateRigidBody2D("bar", mass=1, inertia=1, referenceRotation=0.7)
    with pytest.raises(exu.ParameterError, match="distance d0 must be a finite real number > 0 m"):
        mbs.CreateDistanceConstraint(
            bodyNumbers=["bar", "g"], localPosition0=[1.7e308, 1.7e308, 0.0]
        )
