"""Sizes, directions and vectors of a scene, each against numbers worked out by hand."""

import numpy as np
import pytest

import linkwork as exu
from linkwork import graphics
from linkwork.graphics.shapes import shapes_of
from linkwork.items import *
from linkwork.view.live.follow import Follower, Places, along
from linkwork.view.live.scene import mesh_of
from linkwork.view.scene import SceneWriter, scene_of

from .models import Output, pendulum, settings_for, turned_about, zoo
from .scenes import array_of, items_of, positions


def free_masses(*masses):
    """Point masses side by side, a meter apart, each with a marker; mbs and markers."""
    mbs = exu.SystemContainer().AddSystem()
    markers = []
    for k, mass in enumerate(masses):
        node = mbs.AddNode(NodePoint(referenceCoordinates=[k, 0, 0]))
        body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))
        markers.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)))
    return mbs, markers


def disc(mbs, **node):
    """A rigid body in the plane."""
    number = mbs.AddNode(NodeRigidBody2D(**node))
    return mbs.AddObject(RigidBody2D(nodeNumber=number, physicsMass=1, physicsInertia=1))


def test_spheres_of_masses_grow_with_their_third_root_to_a_limit():
    mbs, _ = free_masses(8, 1, 1e-6)
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    heavy, light, tiny = (item["size"] for item in items_of(scene, family="body"))
    assert light == pytest.approx(0.5 * heavy, rel=1e-12)
    assert tiny == pytest.approx(0.45 * heavy, rel=1e-12)


def test_supports_point_away_from_what_they_hold():
    for place, expected in (([1, 0, 0], [-1, 0, 0]), ([0, -2, 0.0], [0, 1, 0])):
        mbs, _ = free_masses(1)
        mbs.SetNodeParameter(0, "referenceCoordinates", place)
        ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
        mbs.AddObject(SpringDamper(markerNumbers=[ground, 0], stiffness=1, referenceLength=1))
        scene = scene_of(mbs.SolveDynamic(settings_for()))
        assert [item["direction"] for item in items_of(scene, kind="support")] == [expected]


def test_a_thick_shape_leaves_a_planar_body_planar_and_makes_others_solid():
    brick = [graphics.Brick(size=[1, 1, 1])]
    mbs = exu.SystemContainer().AddSystem()
    mbs.SetObjectParameter(disc(mbs), "VgraphicsData", brick)
    assert scene_of(mbs.SolveDynamic(settings_for())).form["planar"] is True
    mbs, _ = free_masses(1)
    mbs.SetObjectParameter(0, "VgraphicsData", brick)
    assert scene_of(mbs.SolveDynamic(settings_for())).form["planar"] is False


@pytest.mark.parametrize("value", [np.nan, -np.inf, 1e31, 1e300])
def test_states_out_of_all_bounds_are_left_out(value):
    mbs, _ = zoo()
    solution = mbs.SolveDynamic(settings_for(0.1, 10))
    expected = scene_of(solution).form["bounds"]
    solution.coordinates[-3:, -1] = value
    solution.sensors["at0"][-3:, 1] = value
    scene = scene_of(solution)
    assert (array_of(scene, scene.form["times"]) == solution.times[:-3]).all()
    assert scene.form["notes"][0].endswith("not finite or beyond 1e+30 are left out: 3")
    assert scene.form["bounds"][1] == pytest.approx(expected[1], abs=0.2)
    solution.coordinates[:, 0] = value
    with pytest.raises(exu.SysError, match="cannot be drawn"):
        scene_of(solution)


# ------------------------------------------------------------------ loads


def test_arrows_share_a_scale_unless_each_has_its_own():
    SC, mbs, node = pendulum()
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[3, 0, 4], name="push"))
    solution = mbs.SolveDynamic(settings_for())
    for fixed, expected in ((False, [9.81, 9.81]), (True, [9.81, 5.0])):
        SC.visualizationSettings.loads.fixedLoadSize = fixed
        arrows = items_of(scene_of(solution), kind="arrow")
        assert [arrow["largest"] for arrow in arrows] == pytest.approx(expected)


def test_a_force_that_turns_with_its_body_is_local():
    mbs = exu.SystemContainer().AddSystem()
    marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=disc(mbs)))
    for fixed in (False, True):
        mbs.AddLoad(Force(markerNumber=marker, loadVector=[1, 0, 0], bodyFixed=fixed))
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    assert [item["local"] for item in items_of(scene, kind="arrow")] == [False, True]


def test_gravity_is_drawn_with_the_mass_of_the_run_and_tables_with_their_factor():
    mbs, _ = free_masses(2)
    heavy = mbs.AddMarker(MarkerBodyMass(bodyNumber=0))
    mbs.AddLoad(Gravity(markerNumber=heavy, loadVector=[0, 0, -10]))
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=0, coordinate=1))
    mbs.AddLoad(LoadCoordinateTable(markerNumber=marker, times=[0, 1], values=[0, 2], factor=3))
    solution = mbs.SolveDynamic(settings_for())
    mbs.SetObjectParameter(0, "physicsMass", 50)
    scene = scene_of(solution)
    gravity, table = items_of(scene, kind="arrow")
    assert gravity["vector"] == [0, 0, -20]
    assert array_of(scene, table["vector"])[:, 1] == pytest.approx(6 * solution.times, abs=1e-6)


def test_functions_of_loads_see_the_recorded_time_and_leave_the_present_one():
    mbs, markers = free_masses(1)
    mbs.AddLoad(
        Force(
            markerNumber=markers[0],
            loadVectorUserFunction=lambda mbs, t, vector: [mbs.systemData.GetTime(), 0, 0],
        )
    )
    solution = mbs.SolveDynamic(settings_for())
    scene = scene_of(solution, frames=3)
    (arrow,) = items_of(scene, kind="arrow")
    assert array_of(scene, arrow["vector"])[:, 0] == pytest.approx([0, 0.25, 0.5])
    mbs.systemData.SetTime(7.0)
    scene_of(solution)
    assert mbs.systemData.GetTime() == 7.0


# ------------------------------------------------------------------ places


def test_bodies_that_are_held_entirely_are_at_their_own_places():
    mbs = exu.SystemContainer().AddSystem()
    bodies = []
    for x in (1.0, 4.0):
        node = mbs.AddNode(
            NodePlanar(referenceCoordinates=[x, 0, 0.5], heldCoordinates=[True, True, True])
        )
        body = RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=1)
        bodies.append(mbs.AddObject(body))
    disc(mbs)
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    found = [positions(scene, item["point"])[-1] for item in items_of(scene, kind="disc")[:2]]
    assert found == [pytest.approx([1, 0, 0]), pytest.approx([4, 0, 0])]


def test_points_above_the_plane_of_a_turning_body_stay_above_it():
    mbs = exu.SystemContainer().AddSystem()
    body = disc(mbs, initialVelocities=[0, 0, 2])
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[1, 0, 0.25]))
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    (drawn,) = items_of(scene, family="marker", number=int(marker))
    expected = [np.cos(1.0), np.sin(1.0), 0.25]
    assert positions(scene, drawn["point"])[-1] == pytest.approx(expected, abs=1e-6)


def test_live_frames_of_a_ground_stand_where_it_stands():
    mbs, _ = zoo()
    mbs.SetObjectParameter(0, "VgraphicsData", [graphics.Sphere(radius=1)])
    solution = mbs.SolveDynamic(settings_for())
    writer = SceneWriter(solution, solution.snapshot, "")
    writer.scene()
    (item,) = [item for item in writer.items if item["kind"] == "shape"]
    place = (item["point"][0], 0.0, 1.0, 0.0)
    frames = Follower(writer.motion).frames(solution.coordinates[-1])
    expected = [0.1, 0.2, 0.3] + turned_about(0, 0.4) @ [0, 1, 0]
    assert Places([place]).positions(frames)[0] == pytest.approx(expected, abs=1e-14)


def test_live_spans_turn_the_z_axis_into_their_direction():
    directions = np.random.default_rng(1).normal(size=(20, 3))
    directions[:4] = [[0, 0, 2], [0, 0, -3], [5, 0, 0], [1e-9, 0, -1]]
    w, *axis = along(directions).T
    turn, z = np.array(axis).T, np.tile([0.0, 0.0, 1.0], (20, 1))
    across = 2 * np.cross(turn, z)
    found = z + w[:, None] * across + np.cross(turn, across)
    lengths = np.linalg.norm(directions, axis=1, keepdims=True)
    assert found == pytest.approx(directions / lengths, abs=1e-8)
    assert along(np.zeros((1, 3))).tolist() == [[1, 0, 0, 0]]


@pytest.mark.parametrize("shape, low, high", [
    (graphics.Sphere(point=[1, 2, 3], radius=0.5), [0.5, 1.5, 2.5], [1.5, 2.5, 3.5]),
    (graphics.Brick(centerPoint=[1, 2, 3], size=[2, 4, 6]), [0, 0, 0], [2, 4, 6]),
    (graphics.Cylinder(pAxis=[1, 2, 3], vAxis=[4, 0, 0], radius=1), [1, 1, 2], [5, 3, 4]),
], ids=["sphere", "brick", "cylinder"])  # fmt: skip
def test_live_solids_are_where_their_shapes_are(shape, low, high):
    points, triangles = mesh_of(shapes_of([shape])[0])
    assert points.min(axis=0) == pytest.approx(low, abs=1e-6)
    assert points.max(axis=0) == pytest.approx(high, abs=1e-6)
    assert triangles.max() < len(points)


# ------------------------------------------------------------------ names and units


def test_coordinates_are_named_by_those_that_are_free():
    mbs, _ = zoo()
    solution = mbs.SolveDynamic(settings_for())
    columns = solution.snapshot.coordinates()
    assert [tuple(column) for column in columns[-2:]] == [("held.y", "m"), ("held.phi", "rad")]
    assert solution.snapshot.count("ode2") == len(columns) == solution.coordinates.shape[1]


def test_numbers_without_a_unit_have_an_empty_one():
    mbs = exu.SystemContainer().AddSystem()
    disc(mbs)
    for variable in (Output.RotationMatrix, Output.Coordinates):
        mbs.AddSensor(SensorNode(nodeNumber=0, outputVariableType=variable, name=variable.name))
    facts = mbs.SolveDynamic(settings_for()).snapshot.sensor
    assert facts("RotationMatrix", 9).units == [""] * 9 and facts("RotationMatrix", 9).unit == ""
    assert facts("RotationMatrix", 9).components[:4] == ["xx", "xy", "xz", "yx"]
    assert facts("Coordinates", 3).units == ["m", "m", "rad"]


def test_runs_of_the_same_items_share_them_and_a_changed_one_is_another():
    _, mbs, node = pendulum()
    first, second = (mbs.SolveDynamic(settings_for()).snapshot for _ in range(2))
    assert first.items is second.items
    last = second
    for change in (
        lambda: mbs.SetObjectParameter("mass", "physicsMass", 3),
        lambda: mbs.SetNodeParameter(node, "Vshow", False),
        lambda: mbs.SetLoadParameter("gravity", "name", "field"),
    ):
        change()
        taken = mbs.SolveDynamic(settings_for()).snapshot
        assert taken.items is not last.items and taken.live_model is not None
        assert last.live_model is None
        last = taken
    assert first.items["object"][1].physicsMass == 1 and last.items["object"][1].physicsMass == 3
    assert last.items["load"][0].name == "field" and not last.items["node"][0].visualization.show
