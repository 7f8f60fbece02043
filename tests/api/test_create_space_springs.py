"""Create... functions for springs between frames in space: what they add, and where."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.utilities import *
from tests.api.test_create import counts, new_system
from tests.api.test_create_space import OTHER, PLACE, TURNED, TYPES, axes_of, two_bodies
from tests.cases import looped

Output = exu.OutputVariableType
K = np.diag([1.0, 2, 3, 4, 5, 6])
AXES = RotationMatrixZ(0.7) @ RotationMatrixX(0.2)
FIRST, SECOND = list(TYPES)[1:]


def bench():
    mbs = new_system()
    return mbs, two_bodies(mbs, FIRST, SECOND)


def test_the_axes_of_a_bushing_are_global_or_those_of_the_first_body():
    mbs, bodies = bench()
    places = {"localPosition0": [0.1, 0.2, 0.3], "localPosition1": [0.3, 0.2, 0.1]}
    values = {"stiffness": K, "damping": 0.1 * K, "offset": [1, 2, 3, 0.4, 0.5, 0.6], **places}
    whole = mbs.CreateRigidBodySpringDamper("bush", bodies, rotationMatrixJoint=AXES, **values)
    local = mbs.CreateRigidBodySpringDamper(
        bodyNumbers=bodies, rotationMatrixJoint=AXES, useGlobalFrame=False, **values
    )
    mbs.Assemble()
    for spring, expected in ((whole, AXES), (local, TURNED @ AXES)):
        for axes in axes_of(mbs, spring):
            assert axes == pytest.approx(expected, abs=1e-14)
        form = mbs.GetObject(spring)
        assert form["intrinsicFormulation"] is True and form["nodeNumber"] == -1
        assert np.array_equal(form["stiffness"], K) and np.array_equal(form["damping"], 0.1 * K)
        assert form["offset"].tolist() == [1, 2, 3, 0.4, 0.5, 0.6]
        ends = [mbs.GetMarker(marker) for marker in form["markerNumbers"]]
        assert [end["bodyNumber"] for end in ends] == bodies
        assert [end["localPosition"].tolist() for end in ends] == list(places.values())
    assert mbs.GetMarker("Marker0:bush")["markerType"] == "BodyRigid"


def test_a_bushing_acts_on_nodes_and_markers():
    mbs, bodies = bench()
    marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=bodies[0], localPosition=[1, 0, 0]))
    spring = mbs.CreateRigidBodySpringDamper(
        bodyOrNodeList=[marker, exu.NodeIndex(1)], rotationMatrixJoint=AXES, stiffness=K,
        useIntrinsicFormulation=False,
    )  # fmt: skip
    mbs.Assemble()
    form = mbs.GetObject(spring)
    assert form["markerNumbers"] == [marker, 1] and form["intrinsicFormulation"] is False
    assert mbs.GetMarker(1)["markerType"] == "NodeRigid"
    for axes in axes_of(mbs, spring):
        assert axes == pytest.approx(AXES, abs=1e-14)


def test_a_bushing_without_rotation_is_relaxed_in_the_reference_configuration():
    mbs = new_system()
    ground, body = two_bodies(mbs, None, FIRST)
    places = TURNED.T @ (PLACE - [1, 2, 3]), OTHER.T @ (PLACE - [-1, 0.5, 2])
    spring = mbs.CreateRigidBodySpringDamper(
        "", [ground, body], *places, stiffness=100 * K, rotationMatrixJoint=AXES
    )
    mbs.CreateTorque(bodyNumber=body, loadVector=AXES @ [0.4, 0, 0])
    mbs.Assemble()
    force = mbs.GetObjectOutput(spring, Output.ForceLocal)
    assert force == pytest.approx([0, 0, 0], abs=1e-11)
    mbs.SolveStatic()
    turn = mbs.GetObjectOutput(spring, Output.Rotation)
    assert turn == pytest.approx([0.4 / 400, 0, 0], abs=1e-9)


def test_a_torsional_spring_counts_turns_in_a_node_of_its_own():
    mbs, bodies = bench()
    values = {"stiffness": 2, "damping": 0.1, "offset": 0.3, "velocityOffset": 0.2, "torque": 0.5}
    counting = mbs.CreateTorsionalSpringDamper("t", bodies, PLACE, [1, 2, 2], **values)
    plain = mbs.CreateTorsionalSpringDamper(
        bodyNumbers=bodies, axis=TURNED.T @ [1, 2, 2], useGlobalFrame=False,
        unlimitedRotations=False,
    )  # fmt: skip
    assert counts(mbs) == (3, 4, 4, 0, 0)
    node = mbs.GetNode(mbs.GetObject(counting)["nodeNumber"])
    assert (node["nodeType"], node["numberOfDataCoordinates"]) == ("GenericData", 1)
    assert mbs.GetObject(plain)["nodeNumber"] == -1
    assert {key: mbs.GetObject(counting)[key] for key in values} == values
    mbs.Assemble()
    B = ComputeOrthonormalBasis([1, 2, 2])
    for spring, place in ((counting, PLACE), (plain, [1, 2, 3])):
        for axes in axes_of(mbs, spring):
            assert axes == pytest.approx(np.column_stack([-B[:, 2], B[:, 1], B[:, 0]]), abs=1e-14)
        for marker in mbs.GetObject(spring)["markerNumbers"]:
            assert mbs.GetMarkerOutput(marker, Output.Position) == pytest.approx(place, abs=1e-14)


def test_a_linear_spring_acts_along_a_unit_vector_of_the_first_body():
    mbs, bodies = bench()
    values = {"stiffness": 2, "damping": 0.1, "offset": 0.3, "velocityOffset": 0.2, "force": 0.5}
    whole = mbs.CreateLinearSpringDamper("s", bodies, PLACE, [1, 2, 2], **values)
    local = mbs.CreateLinearSpringDamper(
        bodyNumbers=bodies, axis=[1, 2, 2], useGlobalFrame=False, **values
    )
    n = np.array([1, 2, 2]) / 3
    assert mbs.GetObject(whole)["axisMarker0"] == pytest.approx(TURNED.T @ n, abs=1e-15)
    assert mbs.GetObject(local)["axisMarker0"] == pytest.approx(n, abs=1e-15)
    assert {key: mbs.GetObject(whole)[key] for key in values} == values
    mbs.Assemble()
    for spring, place in ((whole, PLACE), (local, [1, 2, 3])):
        assert mbs.GetObjectOutput(spring, Output.DisplacementLocal) == pytest.approx(0, abs=1e-15)
        for marker in mbs.GetObject(spring)["markerNumbers"]:
            assert mbs.GetMarkerOutput(marker, Output.Position) == pytest.approx(place, abs=1e-14)


def test_markers_tell_where_a_spring_is():
    for create in ("CreateTorsionalSpringDamper", "CreateLinearSpringDamper"):
        mbs, bodies = bench()
        marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=bodies[0], localPosition=[1, 0, 0]))
        spring = getattr(mbs, create)(bodyNumbers=[marker, bodies[1]], axis=[1, 2, 2])
        mbs.Assemble()
        place = [1, 2, 3] + TURNED @ [1, 0, 0]
        ends = mbs.GetObject(spring)["markerNumbers"]
        assert ends[0] == marker
        assert mbs.GetMarkerOutput(ends[1], Output.Position) == pytest.approx(place, abs=1e-14)


REFUSED = [
    ("CreateRigidBodySpringDamper", {"stiffness": 3}, "stiffness K must be"),
    ("CreateRigidBodySpringDamper", {"damping": np.eye(3)}, "damping D must be"),
    ("CreateRigidBodySpringDamper", {"offset": [0, 0, 0]}, "offset u_off must be 6"),
    (
        "CreateRigidBodySpringDamper",
        {"rotationMatrixJoint": -np.eye(3)},
        "rotationMatrixJoint",
    ),
    ("CreateRigidBodySpringDamper", {"useGlobalFrame": 5}, "useGlobalFrame must be True or False"),
    ("CreateRigidBodySpringDamper", {"intrinsicFormulation": 5}, "intrinsicFormulation"),
    ("CreateRigidBodySpringDamper", {"localPosition1": [1]}, "localPosition1 must be 3 finite"),
    ("CreateRigidBodySpringDamper", {"bodyNumbers": [0, "m"]}, "body with an orientation"),
    (
        "CreateRigidBodySpringDamper",
        {"springForceTorqueUserFunction": "f"},
        "springForceTorque",
    ),
    ("CreateTorsionalSpringDamper", {}, "axis must not be zero"),
    ("CreateTorsionalSpringDamper", {"axis": [1, 0]}, "axis must be 3 finite"),
    ("CreateTorsionalSpringDamper", {"axis": [1, 0, 0], "unlimitedRotations": 3}, "unlimitedRotat"),
    ("CreateTorsionalSpringDamper", {"axis": [1, 0, 0], "stiffness": "a"}, "stiffness k must be"),
    (
        "CreateTorsionalSpringDamper",
        {"axis": [1, 0, 0], "bodyNumbers": ["m", 0]},
        "body with an orientation",
    ),
    ("CreateLinearSpringDamper", {"axis": [0, 0, 0]}, "axis must not be zero"),
    ("CreateLinearSpringDamper", {"position": [0, 0]}, "position must be 3 finite"),
    ("CreateLinearSpringDamper", {"bodyNumbers": [0, 0]}, "the same body twice"),
]


@looped("function, values, text", REFUSED)
def test_a_refused_call_names_its_parameter_and_leaves_nothing_behind(function, values, text):
    mbs, bodies = bench()
    mbs.CreateMassPoint("m", physicsMass=1)
    before = counts(mbs)
    with pytest.raises(exu.ParameterError) as caught:
        getattr(mbs, function)(**({"bodyNumbers": bodies} | values))
    assert text in str(caught.value)
    assert str(caught.value).startswith(function)
    assert counts(mbs) == before
