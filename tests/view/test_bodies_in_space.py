"""Bodies, joints and wheels in space: drawn where they are, turned as they are, in their size."""

import itertools

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwork as exu
from linkwork import graphics
from linkwork.items import *
from linkwork.utilities import *
from linkwork.view.live.follow import Follower, Places
from linkwork.view.live.meshes import SINGLE
from linkwork.view.live.scene import product
from linkwork.view.scene import scene_of
from linkwork.view.scene.equal_box import THIN, equal_box
from linkwork.view.scene.motion import Motion, quaternions
from linkwork.view.scene.palette import GROUND, PALETTE

from .models import Output, settings_for
from .scenes import array_of, items_of, positions

TYPES = "RotationEulerParameters", "RotationRxyz", "RotationRotationVector"
TURN = RotationMatrixX(0.4) @ RotationMatrixY(-0.7) @ RotationMatrixZ(1.1)
BAR = InertiaCuboid(1000, [0.6, 0.1, 0.2])


def tensor_of(box, mass):
    """Inertia of a homogeneous box about the reference point."""
    a, b, c = box.edges
    about_center = mass / 12 * np.diag([b * b + c * c, a * a + c * c, a * a + b * b])
    r = box.center
    arms = mass * (r @ r * np.eye(3) - np.outer(r, r))
    return box.axes @ about_center @ box.axes.T + arms


def rotations(scene, frame):
    """Rotation matrices of a frame of a scene over all states."""
    turn = scene.form["frames"][frame]["turn"]
    return Rotation.from_quat(array_of(scene, scene.form["turns"])[turn]).as_matrix()


def tumbling(node_type="RotationEulerParameters", **options):
    mbs = exu.SystemContainer().AddSystem()
    given = {"inertia": BAR.Translated([0.1, 0.2, -0.1]), **options}
    body = mbs.CreateRigidBody(
        name="bar", referencePosition=[1, 2, 3], referenceRotationMatrix=TURN, nodeType=node_type,
        initialVelocity=[1, -2, 0.5], initialAngularVelocity=[3, 4, -5], **given,
    )  # fmt: skip
    return mbs, body


@pytest.mark.parametrize("node_type", TYPES)
def test_a_body_is_drawn_in_the_pose_that_its_sensors_recorded(node_type):
    mbs, body = tumbling(node_type)
    place = [0.3, -0.1, 0.2]
    for name, variable, local in (
        ("p", Output.Position, [0, 0, 0]),
        ("A", Output.RotationMatrix, [0, 0, 0]),
        ("point", Output.Position, place),
    ):
        mbs.AddSensor(
            SensorBody(bodyNumber=body, outputVariableType=variable, localPosition=local, name=name)
        )
    mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=place, name="at"))
    solution = mbs.SolveDynamic(settings_for(1.0, 100))
    scene = scene_of(solution)
    (box,) = items_of(scene, kind="box")
    frame = box["point"][0]
    A = solution.sensors["A"][:, 1:].reshape(-1, 3, 3)
    assert np.ptp(A, axis=0).min() > 0.5
    assert rotations(scene, frame) == pytest.approx(A, abs=3e-6)
    p = solution.sensors["p"][:, 1:]
    assert positions(scene, [frame, 0, 0, 0]) == pytest.approx(p, abs=1e-6)
    assert positions(scene, box["point"]) == pytest.approx(p + A @ [0.1, 0.2, -0.1], abs=1e-6)
    (marker,) = items_of(scene, family="marker", name="at")
    assert marker["point"][0] == frame, "all points of a body share a frame"
    assert positions(scene, marker["point"]) == pytest.approx(
        solution.sensors["point"][:, 1:], abs=1e-6
    )
    motion = Motion(solution.snapshot, solution.coordinates)
    places = Places([motion.body_place(int(body), place)])
    follower = Follower(motion)
    for row in (0, 40, 100):
        frames = follower.frames(solution.coordinates[row])
        recorded = solution.sensors["point"][row, 1:]
        assert places.positions(frames)[0] == pytest.approx(recorded, abs=1e-12)


def test_the_box_has_the_inertia_of_the_body():
    inertia = BAR.Rotated(TURN).Translated([0.1, 0.2, -0.1])
    box = equal_box(inertia.Mass(), inertia.inertiaTensor,
                    inertia.COM())  # fmt: skip
    assert sorted(box.edges) == pytest.approx([0.1, 0.2, 0.6], rel=1e-9)
    assert box.axes.T @ box.axes == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(box.axes) == pytest.approx(1.0)
    assert tensor_of(box, inertia.Mass()) == pytest.approx(inertia.inertiaTensor, abs=1e-12)
    plain = equal_box(BAR.Mass(), BAR.inertiaTensor, BAR.COM())
    assert plain.edges == pytest.approx([0.6, 0.1, 0.2]) and (plain.axes == np.eye(3)).all()


def test_boxes_of_bodies_without_thickness_or_extent():
    rod = InertiaRodX(mass=2, length=0.8)
    box = equal_box(rod.Mass(), rod.inertiaTensor, rod.COM())
    assert box.edges == pytest.approx([0.8, 0.8 * THIN, 0.8 * THIN])
    plate = equal_box(12.0, np.diag([1.0, 1.0, 2.0]), np.zeros(3))
    assert plate.edges == pytest.approx([1, 1, THIN])
    point = InertiaMassPoint(mass=3).Translated([1, 2, 3])
    assert equal_box(3.0, point.inertiaTensor, point.COM()) is None
    assert equal_box(0.0, np.zeros((3, 3)), np.zeros(3)) is None
    assert equal_box(1.0, np.zeros((3, 3)), np.zeros(3)) is None


def test_a_body_without_inertia_is_a_ball_with_rods_to_its_markers():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    for k in range(2):
        body = mbs.CreateRigidBody(
            name=f"b{k}", referencePosition=[k, 0, 0], inertia=InertiaMassPoint(mass=1 + k)
        )
        mbs.CreateSpringDamper(
            bodyNumbers=[ground, body], localPosition0=[k, 0, 1], localPosition1=[0, 0, 0.2],
            stiffness=10,
        )  # fmt: skip
    mbs.Assemble()
    scene = scene_of(still(mbs))
    balls = items_of(scene, kind="sphere", family="body")
    assert [ball["point"][0] >= 0 for ball in balls] == [True, True]
    assert 0 < balls[0]["size"] < balls[1]["size"] < 0.1
    rods = items_of(scene, kind="rod", family="body")
    assert [positions(scene, rod["ends"][1])[0].tolist() for rod in rods] == [
        [0, 0, pytest.approx(0.2)],
        [1, 0, pytest.approx(0.2)],
    ]


def still(mbs):
    """A Solution of the present state."""
    from linkwork.view.scene.one_state import one_state

    return one_state(mbs._model, mbs._data["q"].copy())


def test_bounds_hold_a_turning_body_and_nothing_more():
    mbs = exu.SystemContainer().AddSystem()
    mbs.CreateRigidBody(
        inertia=InertiaCuboid(1000, [1, 0.2, 0.2]).Translated([0.5, 0, 0]),
        initialVelocity=[0, 0, 0], initialAngularVelocity=[0, 0, 1e-9],
        referenceRotationMatrix=RotationMatrixY(-np.pi / 2),
        graphicsDataList=[graphics.Brick([0.5, 0, 0], [1, 0.2, 0.2])],
    )  # fmt: skip
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    assert np.array(scene.form["bounds"]) == pytest.approx(
        np.array([[-0.1, -0.1, 0], [0.1, 0.1, 1]]), abs=1e-6
    )
    assert scene.form["planar"] is False
    mbs, _ = tumbling()
    scene = scene_of(mbs.SolveDynamic(settings_for(1.0, 100)))
    (box,) = items_of(scene, kind="box")
    frame, *center = box["point"]
    corners = [
        np.array(center) + (np.array(signs) * box["sizes"] / 2) @ box.get("axes", np.eye(3))
        for signs in itertools.product((-1, 1), repeat=3)
    ]
    reached = np.vstack([positions(scene, [frame, *corner]) for corner in corners])
    low, high = scene.form["bounds"]
    assert low == pytest.approx(reached.min(axis=0), abs=1e-5)
    assert high == pytest.approx(reached.max(axis=0), abs=1e-5)


def pair(make, rotation=None, solve=None, **options):
    """A scene of a bar that a joint holds on a rotated ground; parts of the joint's drawing.

    solve -- returns the Solution of a system; None: a run of 80 steps
    """
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround(referenceRotationMatrix=rotation)
    bar = mbs.CreateRigidBody(
        name="bar", referencePosition=[0.3, 0, 0], inertia=BAR, gravity=[0, 0, -10]
    )
    make(mbs, name="joint", bodyNumbers=[ground, bar], position=[0, 0, 0], **options)
    mbs.Assemble()
    scene = scene_of(solve(mbs) if solve else mbs.SolveDynamic(settings_for(0.4, 80)))
    return scene, items_of(scene, family="connector")


def axis_of(scene, part, axis=2):
    """Direction of an axis of a solid over all states."""
    direction = np.array(part.get("axes", np.eye(3))[axis])
    frame = part["point"][0]
    return rotations(scene, frame) @ direction if frame >= 0 else np.tile(direction, (81, 1))


@pytest.mark.parametrize("rotation", [None, TURN], ids=["plain", "rotated ground"])
def test_a_revolute_joint_is_a_bolt_along_its_axis_that_turns_with_the_second_body(rotation):
    axis = np.array([0, 2.0, 1.0]) / np.sqrt(5)
    scene, parts = pair(exu.MainSystem.CreateRevoluteJoint, rotation, axis=axis)
    assert [part["kind"] for part in parts] == ["cylinder", "cylinder", "box", "box"]
    for part in parts:
        assert np.abs(axis_of(scene, part) @ axis) == pytest.approx(np.ones(81), abs=1e-6)
        if part["kind"] == "cylinder":
            assert positions(scene, part["point"]) == pytest.approx(np.zeros((81, 3)), abs=1e-6)
    sleeve, bolt, *nuts = parts
    assert sleeve["point"][0] == -1 and bolt["point"][0] >= 0
    assert bolt["sizes"][0] < sleeve["sizes"][0] and bolt["sizes"][2] > sleeve["sizes"][2]
    assert bolt["sizes"][2] > 0.1, "the bolt is longer than the bar is thick"
    assert np.abs(axis_of(scene, nuts[0], 0)[-1] - axis_of(scene, nuts[0], 0)[0]).max() > 0.2


def test_sizes_of_joints_are_those_given():
    make = exu.MainSystem.CreateRevoluteJoint
    scene, (sleeve, bolt, *_) = pair(make, axis=[0, 1, 0], axisRadius=0.03, axisLength=0.5)
    assert sleeve["sizes"] == pytest.approx([0.06, 0.06, 0.35])
    assert bolt["sizes"] == pytest.approx([0.03, 0.03, 0.49])
    make = exu.MainSystem.CreateSphericalJoint
    scene, (ball, cup) = pair(make, jointRadius=0.07, color=[1, 0, 0, 1])
    assert ball["kind"] == "sphere" and ball["size"] == 0.07 and ball["color"] == [1, 0, 0, 1]
    assert cup["kind"] == "cup" and cup["point"][0] == -1
    assert cup["axes"][2] == pytest.approx([1, 0, 0]), "open toward the bar"


def test_the_rail_of_a_prismatic_joint_is_as_long_as_the_motion():
    axis = np.array([0.6, 0, 0.8])
    scene, (block, rail) = pair(exu.MainSystem.CreatePrismaticJoint, axis=axis, axisLength=0.1)
    path = positions(scene, block["point"])
    fallen = 0.5 * 10 * 0.8 * 0.4**2
    assert path[-1] == pytest.approx(-fallen * axis, abs=1e-4)
    assert block["kind"] == rail["kind"] == "box" and rail["point"][0] == -1
    assert rail["sizes"][2] == pytest.approx(fallen + 0.13, abs=1e-4)
    assert rail["point"][1:] == pytest.approx(-0.5 * fallen * axis, abs=1e-4)
    for part in (block, rail):
        assert np.abs(axis_of(scene, part) @ axis) == pytest.approx(np.ones(81), abs=1e-6)


def test_generic_joints_are_drawn_as_what_they_are():
    expected = {
        (1, 1, 1, 1, 1, 1): ["box"],
        (1, 1, 1, 0, 1, 1): ["cylinder", "cylinder", "box", "box"],
        (1, 1, 1, 0, 0, 0): ["sphere", "cup"],
        (1, 1, 0, 1, 1, 1): ["box", "box"],
        (1, 0, 1, 1, 0, 1): ["cylinder", "cylinder"],
        (1, 0, 0, 0, 1, 1): ["cylinder", "box"],
        (1, 1, 0, 0, 0, 0): ["box", "cylinder", "cylinder"],
        (0, 0, 0, 0, 1, 1): ["box"],
    }
    for constrained, kinds in expected.items():
        scene, parts = pair(
            exu.MainSystem.CreateGenericJoint, solve=still, constrainedAxes=constrained
        )
        assert [part["kind"] for part in parts] == kinds, constrained
        assert len({part["label"] for part in parts}) == 1


def test_the_arms_of_a_universal_joint_belong_to_its_two_bodies():
    scene, parts = pair(exu.MainSystem.CreateUniversalJoint, axis0=[0, 1, 0], axis1=[0, 0, 1])
    arms = [part for part in parts if part["kind"] == "cylinder" and part["sizes"][2] > 0.1]
    first, second = (axis_of(scene, arm) for arm in arms)
    assert [arm["point"][0] >= 0 for arm in arms] == [False, True]
    assert first == pytest.approx(np.tile([0, 1, 0], (81, 1)))
    assert np.abs((first * second).sum(axis=1)) == pytest.approx(np.zeros(81), abs=1e-6)
    assert np.ptp(second, axis=0).max() > 0.2 and len(parts) == 7


@pytest.mark.parametrize("name", ["CreateRollingDisc", "CreateRollingDiscPenalty"])
def test_a_wheel_is_drawn_with_its_disc_and_turns_with_it(name):
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    wheel = mbs.CreateRigidBody(
        name="wheel", referencePosition=[0, 0, 0.3], initialVelocity=[0.6, 0, 0],
        inertia=InertiaCylinder(1000, 0.05, 0.3, axis=1), initialAngularVelocity=[0, 2, 0],
    )  # fmt: skip
    more = {} if name.endswith("Disc") else {
        "contactStiffness": 1e5, "dryFriction": [1, 1], "dryFrictionProportionalZone": 1e-3,
    }  # fmt: skip
    options = {"axisPosition": [0, 0, 0], "axisVector": [0, 1, 0], "discRadius": 0.3, **more}
    make = getattr(mbs, name)
    make(bodyNumbers=[ground, wheel], **options)
    scene = scene_of(mbs.SolveDynamic(settings_for(0.5, 100)))
    (drawn,) = items_of(scene, kind="wheel")
    assert drawn["sizes"] == pytest.approx([0.6, 0.6, 0.22 * 0.3])
    assert drawn["color"] == list(PALETTE[0])
    assert np.abs(drawn["axes"][2]) == pytest.approx([0, 1, 0])
    assert not items_of(scene, family="body") and not items_of(scene, kind="support")
    moved = positions(scene, drawn["point"])[-1]
    assert moved == pytest.approx([0.3, 0, 0.3], abs=1e-3)
    turned = rotations(scene, drawn["point"][0])[-1]
    assert turned == pytest.approx(RotationMatrixY(1.0), abs=1e-2)
    low, high = scene.form["bounds"]
    assert low[0] == pytest.approx(-0.3, abs=1e-2) and high[0] == pytest.approx(0.6, abs=1e-2)
    mbs.SetObjectParameter(wheel, "VgraphicsData", [graphics.Sphere(radius=0.1)])
    assert not items_of(scene_of(mbs.SolveDynamic(settings_for())), kind="wheel")


def test_bushings_and_torsional_springs_have_the_axes_of_their_joints():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    rotor = mbs.CreateRigidBody(inertia=BAR, initialAngularVelocity=[9, 0, 0], name="rotor")
    shaft = {"bodyNumbers": [ground, rotor], "position": [0, 0, 0], "axis": [1, 0, 0]}
    mbs.CreateRevoluteJoint(**shaft)
    spring = mbs.CreateTorsionalSpringDamper(**shaft, stiffness=0.1, name="spring")
    mbs.AddSensor(
        SensorObject(objectNumber=spring, outputVariableType=Output.Rotation, name="angle")
    )
    other = mbs.CreateRigidBody(referencePosition=[0, 1, 0], inertia=BAR)
    far = mbs.CreateRigidBody(referencePosition=[0, 2, 0], inertia=BAR)
    for body, at in ((other, [0, 1, 0]), (far, [0, 1.5, 0])):
        mbs.CreateRigidBodySpringDamper(
            bodyNumbers=[ground, body], localPosition0=at, stiffness=np.eye(6) * 1e3,
            rotationMatrixJoint=TURN, name=f"bushing{int(body)}",
        )  # fmt: skip
    solution = mbs.SolveDynamic(settings_for(1.0, 200))
    scene = scene_of(solution)
    (spiral,) = items_of(scene, kind="spiral")
    angle = array_of(scene, spiral["angle"])
    recorded = solution.sensors["angle"][:, 1]
    assert recorded[-1] > 2 * np.pi
    assert -angle == pytest.approx(recorded, abs=1e-5), "seen from the body, the ground turns back"
    assert np.abs(spiral["axes"][2]) == pytest.approx([1, 0, 0])
    ring, bolt = items_of(scene, name=f"bushing{int(other)}")
    assert ring["kind"] == bolt["kind"] == "cylinder"
    assert ring["axes"] == pytest.approx(TURN.T, abs=1e-12)
    assert [item["kind"] for item in items_of(scene, name=f"bushing{int(far)}")] == ["coil"]


def test_bodies_have_different_colors_and_given_ones_win():
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    mbs.CreateGround(graphicsDataList=[graphics.Sphere(radius=0.1)])
    for k in range(3):
        mbs.CreateRigidBody(referencePosition=[k, 0, 0], inertia=BAR, name=f"b{k}")
    red = [1, 0, 0, 1]
    mbs.CreateRigidBody(referencePosition=[4, 0, 0], inertia=BAR, color=red, name="red")
    solution = mbs.SolveDynamic(settings_for(0.1, 2))
    scene = scene_of(solution)
    colors = [items_of(scene, name=f"b{k}", kind="box")[0]["color"] for k in range(3)]
    assert colors == [list(color) for color in PALETTE[:3]]
    assert items_of(scene, name="red", kind="box")[0]["color"] == red
    assert items_of(scene, kind="shape")[0]["color"] == list(GROUND)
    SC.visualizationSettings.bodies.defaultColor = [0, 0, 1, 1]
    scene = scene_of(solution)
    assert all(item["color"] == [0, 0, 1, 1] for item in items_of(scene, kind="box")[:3])
    assert items_of(scene, name="red", kind="box")[0]["color"] == red


def test_colors_of_the_palette_are_far_apart_and_visible_in_both_themes():
    linear = np.array(PALETTE)[:, :3] ** 2.2
    light, dark = np.array([0.93, 0.945, 0.96]) ** 2.2, np.array([0.09, 0.10, 0.125]) ** 2.2
    weights = np.array([0.2126, 0.7152, 0.0722])
    for color in linear:
        Y = color @ weights
        assert (light @ weights + 0.05) / (Y + 0.05) > 1.9
        assert (Y + 0.05) / (dark @ weights + 0.05) > 2.5
    for a, b in itertools.pairwise(PALETTE):
        assert np.linalg.norm(np.subtract(a, b)) > 0.25


def test_solids_of_the_live_view_fill_their_sizes_and_turn_with_their_frames():
    for kind in ("box", "cylinder", "wheel"):
        points, faces = SINGLE[kind]()
        assert points.min(axis=0) == pytest.approx([-0.5] * 3, abs=0.01), kind
        assert points.max(axis=0) == pytest.approx([0.5] * 3, abs=0.01), kind
        assert faces.max() < len(points)
    points, _ = SINGLE["cup"]()
    assert points[:, 2].max() == 0.0 and points[:, 2].min() == pytest.approx(-0.5)
    a, b = Rotation.random(5, random_state=1), Rotation.random(5, random_state=2)
    order = [3, 0, 1, 2]
    found = product(a.as_quat()[:, order], b.as_quat()[:, order])
    expected = quaternions((a * b).as_matrix())[:, order]
    assert np.abs((found * expected).sum(axis=1)) == pytest.approx(np.ones(5))


def test_the_rail_on_a_body_that_turns_is_as_long_as_the_motion_along_it():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    arm = mbs.CreateRigidBody(
        referencePosition=[0.3, 0, 0], inertia=BAR, gravity=[0, 0, -10], name="arm"
    )
    mbs.CreateRevoluteJoint(bodyNumbers=[ground, arm], position=[0, 0, 0], axis=[0, 1, 0])
    block = mbs.CreateRigidBody(
        referencePosition=[0.3, 0, 0.2], inertia=InertiaSphere(mass=1, radius=0.05), name="block",
        gravity=[0, 0, -10],
    )  # fmt: skip
    slide = mbs.CreatePrismaticJoint(
        bodyNumbers=[arm, block], position=[0.3, 0, 0.2], axis=[1, 0, 0], axisLength=0.1,
        name="slide",
    )  # fmt: skip
    mbs.AddSensor(
        SensorObject(objectNumber=slide, outputVariableType=Output.DisplacementLocal, name="way")
    )
    solution = mbs.SolveDynamic(settings_for(0.5, 100))
    scene = scene_of(solution)
    _, rail = items_of(scene, name="slide")
    way = solution.sensors["way"][:, 1]
    assert np.ptp(way) > 0.2
    assert rail["sizes"][2] == pytest.approx(np.ptp(way) + 0.13, abs=1e-6)
    assert rail["point"][0] == items_of(scene, name="arm", kind="box")[0]["point"][0]
