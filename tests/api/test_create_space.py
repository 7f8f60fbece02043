"""Create... functions for rigid bodies and joints in space: what they add, and where."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.utilities import *
from tests.api.test_create import counts, forms, new_system, solved
from tests.cases import Cases, looped

pytestmark = pytest.mark.processors

Output = exu.OutputVariableType
TYPES = {
    exu.NodeType.RotationEulerParameters: NodeRigidBodyEP,
    exu.NodeType.RotationRxyz: NodeRigidBodyRxyz,
    exu.NodeType.RotationRotationVector: NodeRigidBodyRotVecLG,
}
BRICK = InertiaCuboid(1000, [0.1, 0.2, 0.3])
OFF_CENTER = BRICK.Translated([0.1, 0.2, -0.1])
TURNED = RotationMatrixX(0.3) @ RotationMatrixZ(0.4)
OTHER = RotationMatrixZ(-0.8) @ RotationMatrixY(0.5)
X, Y, Z = np.eye(3)


def output(mbs, body, variable, configuration=exu.ConfigurationType.Current):
    return np.ravel(mbs.GetObjectOutputBody(body, variable, [0, 0, 0], configuration))


# ------------------------------------------------------------------------------- bodies


@pytest.mark.parametrize("node_type", TYPES)
def test_a_body_is_the_same_model_as_from_items(node_type):
    mbs = new_system()
    made = mbs.CreateRigidBody(
        "brick", [1, 2, 3], TURNED, [0.1, 0.2, 0.3], [1, -2, 3], inertia=OFF_CENTER,
        gravity=[0, 0, -9.81], nodeType=node_type, returnDict=True,
    )  # fmt: skip
    assert made == {"nodeNumber": 0, "bodyNumber": 0, "markerBodyMass": 0, "loadNumber": 0}
    assert [type(number) for number in made.values()] == [
        exu.NodeIndex, exu.ObjectIndex, exu.MarkerIndex, exu.LoadIndex
    ]  # fmt: skip
    parameters, rates = {
        NodeRigidBodyEP: (RotationMatrix2EulerParameters, AngularVelocity2EulerParameters_t),
        NodeRigidBodyRxyz: (RotationMatrix2RotXYZ, AngularVelocity2RotXYZ_t),
        NodeRigidBodyRotVecLG: (
            RotationMatrix2RotationVector,
            lambda w, nu: RotationVector2RotationMatrix(nu).T @ w,
        ),
    }[TYPES[node_type]]
    rotation = parameters(TURNED)
    other = new_system()
    other.AddNode(
        TYPES[node_type](
            name="Node:brick", referenceCoordinates=[1, 2, 3, *rotation],
            initialVelocities=[0.1, 0.2, 0.3, *rates([1, -2, 3], rotation)],
        )
    )  # fmt: skip
    other.AddObject(
        RigidBody(
            name="brick", nodeNumber=0, physicsMass=OFF_CENTER.Mass(),
            physicsInertia=OFF_CENTER.GetInertia6D(), physicsCenterOfMass=OFF_CENTER.COM(),
        )
    )  # fmt: skip
    other.AddMarker(MarkerBodyMass(bodyNumber=0))
    other.AddLoad(Gravity(markerNumber=0, loadVector=[0, 0, -9.81]))
    assert forms(mbs) == forms(other)
    assert np.array_equal(solved(mbs).coordinates, solved(other).coordinates)


@pytest.mark.parametrize("node_type", TYPES)
def test_the_pose_and_velocity_at_the_start_are_those_asked_for(node_type):
    mbs = new_system()
    turn = RotationMatrixY(2.5) @ RotationMatrixX(-1.2)
    body = mbs.CreateRigidBody(
        referencePosition=[1, 2, 3], referenceRotationMatrix=TURNED, initialVelocity=[4, 5, 6],
        initialAngularVelocity=[1, 2, 3], initialDisplacement=[0.1, 0, -0.2],
        initialRotationMatrix=turn, inertia=BRICK, nodeType=node_type,
    )  # fmt: skip
    whole = HomogeneousTransformation(TURNED, [1, 2, 3])
    moved = mbs.CreateRigidBody(
        initialVelocity=[4, 5, 6], initialAngularVelocity=[1, 2, 3], inertia=BRICK,
        nodeType=node_type, referenceHT=whole, initialHT=HT(turn, [0.1, 0, -0.2]),
    )  # fmt: skip
    mbs.Assemble()
    first, second = (mbs.GetNode(number) for number in (0, 1))
    for key in ("referenceCoordinates", "initialCoordinates", "initialVelocities"):
        assert np.array_equal(first[key], second[key])
    assert (body, moved) == (0, 1)
    reference = exu.ConfigurationType.Reference
    expected = {
        Output.Position: [1.1, 2, 2.8],
        Output.Velocity: [4, 5, 6],
        Output.AngularVelocity: [1, 2, 3],
        Output.RotationMatrix: (TURNED @ turn).ravel(),
    }
    for variable, value in expected.items():
        assert output(mbs, body, variable) == pytest.approx(value, abs=1e-14)
    assert output(mbs, body, Output.Position, reference) == pytest.approx([1, 2, 3], abs=1e-15)
    home = output(mbs, body, Output.RotationMatrix, reference)
    assert home == pytest.approx(TURNED.ravel(), abs=1e-15)


@looped("node_type, kind", TYPES.items())
def test_nodes_are_chosen_by_type_and_by_name(node_type, kind):
    mbs = new_system()
    for given in (node_type, str(node_type), node_type.name):
        mbs.CreateRigidBody(inertia=BRICK, nodeType=given)
    assert [type(node) for node in mbs._items["node"]] == [kind] * 3


def test_without_gravity_there_is_no_load_and_euler_parameters_are_the_default():
    mbs = new_system()
    made = mbs.CreateRigidBody(inertia=BRICK, returnDict=True)
    assert made == {"nodeNumber": 0, "bodyNumber": 0}
    assert counts(mbs) == (1, 1, 0, 0, 0)
    assert mbs.GetNode(0)["referenceCoordinates"].tolist() == [0, 0, 0, 1, 0, 0, 0]
    assert mbs.GetNode(0)["name"] == "node0"


def test_a_body_in_the_plane_is_the_same_as_that_of_planar_functions():
    mbs = new_system()
    inertia = BRICK.Translated([0.1, -0.2, 0])
    mbs.CreateRigidBody(
        "bar", [1, 2, 0], RotationMatrixZ(0.3), [3, 4, 0], [0, 0, 5], [0.1, 0.2, 0],
        RotationMatrixZ(0.4), inertia, [0, -9.81, 0], create2D=True,
    )  # fmt: skip
    other = new_system()
    other.CreateRigidBody2D(
        "bar", [1, 2], 0.3, [0.1, 0.2], 0.4, [3, 4], 5, mass=inertia.Mass(),
        inertia=inertia.InertiaCOM()[2, 2], centerOfMass=[0.1, -0.2], gravity=[0, -9.81, 0],
    )  # fmt: skip
    assert mbs.GetNode(0)["nodeType"] == "RigidBody2D"
    first, second = solved(mbs).coordinates, solved(other).coordinates
    assert first == pytest.approx(second, abs=1e-13)
    assert np.abs(first[-1]).min() > 0.1


def test_drawing_of_bodies():
    mbs = new_system()
    shape = BRICK.GetGraphics([1, 0, 0, 1])
    mbs.CreateRigidBody(inertia=BRICK, graphicsDataList=[shape])
    mbs.CreateRigidBody(inertia=BRICK, drawSize=0.2, color=[0, 0, 1, 1])
    mbs.CreateRigidBody(inertia=BRICK, show=False)
    draws = lambda mbs, itemNumber: [shape]  # noqa: E731
    mbs.CreateRigidBody(inertia=BRICK, graphicsDataUserFunction=draws, drawSize=0.2)
    bodies = [mbs.GetObject(k) for k in range(4)]
    nodes = [mbs.GetNode(k) for k in range(4)]
    assert len(bodies[0]["VgraphicsData"]) == 1 and bodies[1]["VgraphicsData"] == []
    assert [body["Vshow"] for body in bodies] == [True, True, False, True]
    assert [node["Vshow"] for node in nodes] == [False, True, False, False]
    assert nodes[1]["VdrawSize"] == pytest.approx(0.2)
    assert callable(bodies[3]["VgraphicsDataUserFunction"])


# ------------------------------------------------------------------------------- joints

JOINTS = {
    "CreateRevoluteJoint": {"axis": [1, 2, 2]},
    "CreatePrismaticJoint": {"axis": [1, 2, 2]},
    "CreateSphericalJoint": {},
    "CreateGenericJoint": {"rotationMatrixAxes": OTHER},
    "CreateUniversalJoint": {"axis0": [1, 2, 2], "axis1": [0, 1, -1]},
    "CreateCylindricalJoint": {"axis": [1, 2, 2]},
    "CreatePlanarJoint": {"normal": [1, 2, 2]},
}
WITH_AXES = {name: axes for name, axes in JOINTS.items() if axes}
PLACE = np.array([0.7, -0.4, 1.1])


def two_bodies(mbs, first, second):
    """Bodies in different poses, each by the type of its node; None: a ground."""
    made = []
    for node_type, place, rotation in ((first, [1, 2, 3], TURNED), (second, [-1, 0.5, 2], OTHER)):
        if node_type is None:
            made.append(mbs.CreateGround(referencePosition=place, referenceRotationMatrix=rotation))
            continue
        made.append(
            mbs.CreateRigidBody(
                referencePosition=place, referenceRotationMatrix=rotation, inertia=BRICK,
                nodeType=node_type,
            )
        )  # fmt: skip
    return made


def test_joints_meet_in_the_reference_configuration():
    """Both markers are at the position, and both frames of the joint coincide."""
    with Cases() as cases:
        for name, values in JOINTS.items():
            for first, second in [(None, t) for t in TYPES] + [
                (t, s) for t in TYPES for s in TYPES
            ]:
                for pair in ((0, 1), (1, 0)):
                    with cases(name, first, second, pair):
                        mbs = new_system()
                        bodies = two_bodies(mbs, first, second)
                        joint = getattr(mbs, name)(
                            bodyNumbers=[bodies[k] for k in pair], position=PLACE, **values
                        )
                        mbs.Assemble()
                        assert_meets(mbs, joint, PLACE)


def assert_meets(mbs, joint, place, abs_=1e-14):
    for marker in mbs.GetObjectParameter(joint, "markerNumbers"):
        found = mbs.GetMarkerOutput(marker, Output.Position)
        assert found == pytest.approx(place, abs=abs_)
    form = mbs.GetObject(joint)
    if "rotationMarker0" in form:
        first, second = axes_of(mbs, joint)
        assert first == pytest.approx(second, abs=abs_)


def axes_of(mbs, joint):
    """Axes of a joint at both markers, in global axes."""
    form = mbs.GetObject(joint)
    return [
        mbs.GetMarkerOutput(marker, Output.RotationMatrix).reshape(3, 3)
        @ form[f"rotationMarker{k}"]
        for k, marker in enumerate(form["markerNumbers"])
    ]


def test_axes_of_joints_are_those_of_their_basis():
    n = np.array([1, 2, 2]) / 3
    B = ComputeOrthonormalBasis(n)
    cross = np.array([0, 1, -1]) / math.sqrt(2)
    expected = {
        "CreateRevoluteJoint": np.column_stack([-B[:, 2], B[:, 1], n]),
        "CreatePlanarJoint": np.column_stack([-B[:, 2], B[:, 1], n]),
        "CreatePrismaticJoint": B,
        "CreateCylindricalJoint": B,
        "CreateGenericJoint": OTHER,
        "CreateUniversalJoint": np.column_stack([np.cross(n, cross), n, cross]),
    }
    for name, values in WITH_AXES.items():
        mbs = new_system()
        bodies = two_bodies(mbs, *list(TYPES)[:2])
        joint = getattr(mbs, name)(bodyNumbers=bodies, position=PLACE, **values)
        mbs.Assemble()
        assert axes_of(mbs, joint)[0] == pytest.approx(expected[name], abs=1e-14), name


def test_positions_and_axes_may_be_those_of_the_first_body():
    for name, values in JOINTS.items():
        mbs = new_system()
        bodies = two_bodies(mbs, *list(TYPES)[:2])
        joint = getattr(mbs, name)(bodyNumbers=bodies, position=PLACE, **values)
        first = [TURNED.T @ value for value in values.values()]
        again = getattr(mbs, name)(
            bodyNumbers=bodies, position=TURNED.T @ (PLACE - [1, 2, 3]), useGlobalFrame=False,
            **dict(zip(values, first, strict=True)),
        )  # fmt: skip
        mbs.Assemble()
        assert_meets(mbs, again, PLACE)
        if values:
            assert axes_of(mbs, again)[0] == pytest.approx(axes_of(mbs, joint)[0], abs=1e-14)


def test_markers_tell_the_position_of_a_joint():
    for name, values in JOINTS.items():
        mbs = new_system()
        bodies = two_bodies(mbs, *list(TYPES)[1:])
        places = TURNED.T @ (PLACE - [1, 2, 3]), OTHER.T @ (PLACE - [-1, 0.5, 2])
        ends = [
            mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=place))
            for body, place in zip(bodies, places, strict=True)
        ]
        joints = [
            getattr(mbs, name)(bodyNumbers=pair, **values)
            for pair in (ends, [ends[0], bodies[1]], [bodies[0], ends[1]])
        ]
        assert mbs.GetObject(joints[0])["markerNumbers"] == ends
        assert mbs.GetObject(joints[1])["markerNumbers"] == [ends[0], 2]
        assert mbs.GetObject(joints[2])["markerNumbers"] == [3, ends[1]]
        mbs.Assemble()
        for joint in joints:
            assert_meets(mbs, joint, PLACE)


def test_a_marker_in_the_place_of_the_first_body_tells_the_axes():
    mbs = new_system()
    two_bodies(mbs, *list(TYPES)[:2])
    node = mbs.AddMarker(MarkerNodeRigid(nodeNumber=0))
    body = mbs.AddMarker(MarkerBodyRigid(bodyNumber=1, localPosition=[0.1, 0, 0]))
    joint = mbs.CreateRevoluteJoint(bodyNumbers=[node, body], axis=[1, 2, 2], useGlobalFrame=False)
    mbs.Assemble()
    first, second = axes_of(mbs, joint)
    assert first == pytest.approx(second, abs=1e-14)
    assert first[:, 2] == pytest.approx(TURNED @ [1 / 3, 2 / 3, 2 / 3], abs=1e-14)


def test_joints_name_their_markers_and_carry_their_drawing():
    mbs = new_system()
    bodies = two_bodies(mbs, *list(TYPES)[:2])
    sizes = {"CreateSphericalJoint": {"jointRadius": 0.2}}
    sizes |= dict.fromkeys(
        ("CreateRevoluteJoint", "CreatePrismaticJoint"), {"axisRadius": 0.2, "axisLength": 0.7}
    )
    for name, values in JOINTS.items():
        drawn = sizes.get(name, {"axesRadius": 0.2, "axesLength": 0.7})
        drawn |= {"color": [0, 1, 0, 1], "show": False}
        joint = getattr(mbs, name)(name, bodies, PLACE, **values, **drawn)
        form = mbs.GetObject(joint)
        assert type(joint) is exu.ObjectIndex and form["name"] == name
        assert all(np.all(form[f"V{key}"] == np.float32(value)) for key, value in drawn.items())
        names = [mbs.GetMarker(marker)["name"] for marker in form["markerNumbers"]]
        assert names == [f"Marker0:{name}", f"Marker1:{name}"]
        assert mbs.GetMarker(names[0])["Vshow"] is False


def test_a_ball_joint_takes_bodies_without_orientation():
    mbs = new_system()
    mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=2)
    body = mbs.CreateRigidBody(inertia=BRICK, referenceRotationMatrix=TURNED)
    joint = mbs.CreateSphericalJoint(bodyNumbers=[mass, body], position=[1, 0.5, 0])
    kinds = [mbs.GetMarker(k)["markerType"] for k in mbs.GetObject(joint)["markerNumbers"]]
    assert kinds == ["BodyPosition", "BodyPosition"]
    mbs.Assemble()
    assert_meets(mbs, joint, [1, 0.5, 0])


def test_joints_take_bodies_in_the_plane():
    mbs = new_system()
    flat = mbs.CreateRigidBody2D(referencePosition=[1, 0], referenceRotation=0.5, mass=1, inertia=1)
    body = mbs.CreateRigidBody(inertia=BRICK, referenceRotationMatrix=TURNED)
    joint = mbs.CreateRevoluteJoint(bodyNumbers=[flat, body], position=[1, 0.5, 0.2], axis=Z)
    mbs.Assemble()
    assert_meets(mbs, joint, [1, 0.5, 0.2])


# ------------------------------------------------------------------------------- springs and loads


@pytest.mark.parametrize("node_type", TYPES)
def test_springs_rods_and_loads_act_on_bodies_in_space(node_type):
    mbs = new_system()
    ground, body = two_bodies(mbs, None, node_type)
    places = {"localPosition0": [0.2, 0.3, 0.1], "localPosition1": [-0.6, 0.4, 0.2]}
    ends = [1, 2, 3] + TURNED @ [0.2, 0.3, 0.1], [-1, 0.5, 2] + OTHER @ [-0.6, 0.4, 0.2]
    length = math.dist(*ends)
    spring = mbs.CreateSpringDamper(bodyNumbers=[ground, body], stiffness=5, **places)
    rod = mbs.CreateDistanceConstraint(bodyNumbers=[ground, body], **places)
    bush = mbs.CreateCartesianSpringDamper(bodyNumbers=[body, ground], stiffness=[1, 2, 3])
    assert mbs.GetObject(spring)["referenceLength"] == pytest.approx(length, rel=1e-15)
    assert mbs.GetObject(rod)["distance"] == pytest.approx(length, rel=1e-15)
    frame = mbs.AddMarker(MarkerNodeRigid(nodeNumber=0))
    for marker in (body, frame):
        mbs.CreateForce(bodyNumber=marker, loadVector=[1, 2, 3], bodyFixed=True)
        mbs.CreateTorque(bodyNumber=marker, loadVector=[1, 2, 3])
    mbs.CreateForce(bodyNumber=body, loadVector=[1, 2, 3], localPosition=[0, 0.1, 0])
    kinds = [mbs.GetMarker(mbs.GetLoad(k)["markerNumber"])["markerType"] for k in range(5)]
    assert kinds == ["BodyRigid", "BodyRigid", "NodeRigid", "NodeRigid", "BodyPosition"]
    mbs.Assemble()
    assert mbs.GetObjectOutput(bush, Output.Displacement) == pytest.approx([2, 1.5, 1])
    solved(mbs, end=0.1)
    assert mbs.GetObjectOutput(rod, Output.Distance) == pytest.approx(length, abs=1e-11)


@pytest.mark.parametrize("node_type", TYPES)
def test_a_coordinate_of_a_body_in_space_is_held(node_type):
    mbs = new_system()
    body = mbs.CreateRigidBody(
        inertia=BRICK, gravity=[1, 2, 3], nodeType=node_type, referenceRotationMatrix=TURNED
    )
    mbs.CreateCoordinateConstraint(bodyNumbers=[None, body], coordinates=[None, 1])
    solved(mbs, end=1)
    assert output(mbs, body, Output.Position) == pytest.approx([0.5, 0, 1.5], abs=1e-10)


# ------------------------------------------------------------------------------- older functions


def test_older_functions_build_the_same_model():
    mbs, other = new_system(), new_system()
    for system in (mbs, other):
        system.CreateGround()
    arguments = [1, 2, 3], [4, 5, 6]
    for node_type in TYPES:
        made = AddRigidBody(
            other, OFF_CENTER, str(node_type), *arguments, TURNED, angularVelocity=[1, 2, 3],
            gravity=[0, 0, -9.81],
        )  # fmt: skip
        assert [type(number) for number in made] == [exu.NodeIndex, exu.ObjectIndex]
        mbs.CreateRigidBody(
            "", arguments[0], TURNED, arguments[1], [1, 2, 3], inertia=OFF_CENTER,
            gravity=[0, 0, -9.81], nodeType=node_type,
        )  # fmt: skip
    mbs.CreateRevoluteJoint(bodyNumbers=[0, 1], position=PLACE, axis=[1, 2, 2])
    mbs.CreatePrismaticJoint(
        bodyNumbers=[1, 2], position=PLACE, axis=[1, 2, 2], useGlobalFrame=False, show=False,
        axisRadius=0.2,
    )  # fmt: skip
    made = AddRevoluteJoint(other, 0, 1, PLACE, [1, 2, 2])
    assert made == [4, 3, 4]
    assert [type(number) for number in made] == [exu.ObjectIndex] + [exu.MarkerIndex] * 2
    made = AddPrismaticJoint(other, 1, 2, PLACE, [1, 2, 2], False, False, 0.2)
    assert made == [5, 5, 6]
    assert forms(mbs) == forms(other)
    for number in (4, 5):
        assert mbs.GetObject(number)["Vshow"] == other.GetObject(number)["Vshow"]


@pytest.mark.parametrize("node_type", TYPES)
def test_the_older_node_is_given_by_matrix_or_parameters(node_type):
    kind = TYPES[node_type]
    node = GetRigidBodyNode(node_type, [1, 2, 3], [4, 5, 6], TURNED, angularVelocity=[1, 2, 3])
    assert type(node) is kind
    again = GetRigidBodyNode(
        node_type.name, [1, 2, 3], [4, 5, 6], rotationParameters=node.referenceCoordinates[3:],
        angularVelocity=[1, 2, 3],
    )  # fmt: skip
    for key in ("referenceCoordinates", "initialVelocities"):
        assert getattr(node, key) == pytest.approx(getattr(again, key), abs=1e-15)
    mbs = new_system()
    mbs.AddNode(node)
    mbs.AddObject(RigidBody(nodeNumber=0, physicsMass=1, physicsInertia=[1, 1, 1, 0, 0, 0]))
    mbs.Assemble()
    assert output(mbs, 0, Output.AngularVelocity) == pytest.approx([1, 2, 3], abs=1e-14)
    assert output(mbs, 0, Output.RotationMatrix) == pytest.approx(TURNED.ravel(), abs=1e-14)
    plain = GetRigidBodyNode(node_type)
    assert np.sum(plain.referenceCoordinates) == (kind is NodeRigidBodyEP)
