"""The scene of a Solution holds what was recorded, and what V parameters and settings say."""

import numpy as np
import pytest

import linkwork as exu
from linkwork import graphics
from linkwork.connectors import kinds as connectors
from linkwork.items import *
from linkwork.joints import kinds as joints
from linkwork.view.live.follow import Follower, Places
from linkwork.view.scene import SceneWriter, scene_of
from linkwork.view.scene.motion import Motion
from linkwork.view.scene.palette import PALETTE
from linkwork.view.scene.samples import MANY, even_rows, shown_rows

from .models import Output, chain, pendulum, settings_for, turned_about, zoo
from .scenes import array_of, items_of, positions


@pytest.fixture(scope="module")
def solved_zoo():
    mbs, markers = zoo()
    return mbs.SolveDynamic(settings_for()), markers


def test_every_marker_is_drawn_where_its_sensor_recorded_it(solved_zoo):
    solution, markers = solved_zoo
    scene = scene_of(solution)
    for number, marker in enumerate(markers):
        drawn = items_of(scene, family="marker", number=int(marker))
        assert len(drawn) == 1
        recorded = solution.sensors[f"at{number}"][:, 1:]
        assert positions(scene, drawn[0]["point"]) == pytest.approx(recorded, abs=2e-6)


def test_motion_in_double_precision_is_the_recorded_one(solved_zoo):
    solution, markers = solved_zoo
    motion = Motion(solution.snapshot, solution.coordinates)
    for number, marker in enumerate(markers):
        place = motion.marker_place(int(marker))
        recorded = solution.sensors[f"at{number}"][:, 1:]
        assert motion.positions(place) == pytest.approx(recorded, abs=1e-14)


def test_small_motions_far_away_are_not_lost():
    mbs = exu.SystemContainer().AddSystem()
    for node, body in (
        (NodeRigidBody2D(referenceCoordinates=[1e6, 0, 0], initialVelocities=[1e-3, 0, 0]), True),
        (NodePoint(referenceCoordinates=[1e6, 1, 0], initialVelocities=[1e-3, 0, 0]), False),
    ):
        number = mbs.AddNode(node)
        kind = RigidBody2D(nodeNumber=number, physicsMass=1, physicsInertia=1)
        mbs.AddObject(kind if body else MassPoint(nodeNumber=number, physicsMass=1))
    scene = scene_of(mbs.SolveDynamic(settings_for(1.0, 10)))
    for item in items_of(scene, family="node"):
        found = positions(scene, item["point"])[:, 0] - 1e6
        assert found == pytest.approx(np.linspace(0, 1e-3, 11), abs=1e-9)


def test_live_places_are_those_of_the_film(solved_zoo):
    solution, markers = solved_zoo
    motion = Motion(solution.snapshot, solution.coordinates)
    places = [motion.marker_place(int(marker)) for marker in markers]
    follower, all_at_once = Follower(motion), Places(places)
    for row in (0, 17, len(solution) - 1):
        found = all_at_once.positions(follower.frames(solution.coordinates[row]))
        expected = np.array([motion.positions(place)[row] for place in places])
        assert found == pytest.approx(expected, abs=1e-14)


def test_frames_are_recorded_rows_and_the_note_tells_how_many():
    _, mbs, _ = pendulum()
    solution = mbs.SolveDynamic(settings_for(1.0, 200))
    scene = scene_of(solution, frames=11)
    times = array_of(scene, scene.form["times"])
    assert len(times) == 11 and times[0] == 0.0 and times[-1] == 1.0
    assert set(times) <= set(solution.times)
    assert scene.form["notes"] == ["11 of 201 recorded states are shown"]
    assert scene_of(solution).form["notes"] == []


def test_planar_motion_is_told_and_motion_in_space_is_not():
    _, mbs, _ = pendulum()
    assert scene_of(mbs.SolveDynamic(settings_for())).form["planar"] is True
    _, mbs, _ = pendulum(initialVelocities=[0, 0, 1])
    assert scene_of(mbs.SolveDynamic(settings_for())).form["planar"] is False


def test_own_parameters_come_before_settings_and_settings_before_automatic_sizes():
    SC, mbs, node = pendulum()
    mbs.SetObjectParameter("rod", "VdrawSize", 0.2)
    mbs.SetObjectParameter("rod", "Vcolor", [1, 0, 0, 1])
    solution = mbs.SolveDynamic(settings_for())
    rod = items_of(scene_of(solution), name="rod")[0]
    assert rod["kind"] == "rod" and rod["color"] == [1, 0, 0, 1]
    assert rod["size"] == 0.2
    tip = items_of(scene_of(solution), name="tip")[0]
    assert 0 < tip["size"] < 0.05
    SC.visualizationSettings.nodes.defaultSize = 0.5
    SC.visualizationSettings.nodes.defaultColor = [0, 1, 0, 0.5]
    tip = items_of(scene_of(solution), name="tip")[0]
    assert tip["size"] == 0.25 and tip["color"] == [0, 1, 0, 0.5]
    SC.visualizationSettings.connectors.show = False
    mbs.SetNodeParameter(node, "Vshow", False)
    assert items_of(scene_of(solution), family="node"), "the run was made with the node shown"
    assert not items_of(scene_of(solution), family="connector")
    assert not items_of(scene_of(mbs.SolveDynamic(settings_for())), family="node")


def test_a_picture_shows_the_model_of_its_run_not_a_later_one():
    _, mbs, node = pendulum()
    solution = mbs.SolveDynamic(settings_for())
    before = scene_of(solution)
    mbs.SetObjectParameter("mass", "name", "another")
    mbs.SetNodeParameter(node, "referenceCoordinates", [0, 5, 0])
    mbs.AddNode(NodePoint())
    mbs.SetObjectParameter("rod", "Vshow", False)
    assert scene_of(solution) == before
    del mbs
    assert scene_of(solution) == before


def test_springs_dampers_and_other_connectors_have_their_kinds():
    SC, mbs, node = pendulum()
    ends = [0, 1]
    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=1, name="spring"))
    mbs.AddObject(SpringDamper(markerNumbers=ends, damping=1, name="damper"))
    mbs.AddObject(
        SpringDamper(
            markerNumbers=ends, damping=1, name="own",
            springForceUserFunction=lambda mbs, t, n, u, v, k, d, f: 0.0,
        )
    )  # fmt: skip
    mbs.AddObject(
        CartesianSpringDamper(markerNumbers=ends, stiffness=[0] * 3, damping=[1, 0, 0], name="xyz")
    )
    SC.visualizationSettings.connectors.springNumberOfWindings = 5
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    kinds = {item["name"]: item["kind"] for item in items_of(scene, family="connector")}
    assert kinds == dict(rod="rod", spring="coil", damper="damper", own="coil", xyz="damper")
    assert items_of(scene, name="spring")[0]["windings"] == 5
    supports = items_of(scene, kind="support")
    assert len(supports) == 1 and positions(scene, supports[0]["point"])[0].tolist() == [0, 0, 0]


EXTENT = {"spiral": 2.0, "pin": 2.0, "slider": 0.8}
"""Kind -> what the player draws across for a size of 1 (player/src/kinds), others 1."""


def test_a_given_draw_size_is_drawn_as_given():
    SC, drawn = exu.SystemContainer(), []
    for default in (-1.0, 0.3):
        for own in (-1.0, 0.2):
            mbs = SC.AddSystem()
            SC.visualizationSettings.connectors.defaultSize = default
            ground = mbs.CreateGround()
            body = mbs.CreateRigidBody2D(referencePosition=[1, 0, 0], mass=1, inertia=1)
            ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=number)) for number in (ground, body)]
            points = [NodePointGround(), NodePoint2D(referenceCoordinates=[2, 0])]
            points = [mbs.AddNode(node) for node in points]
            mbs.AddObject(MassPoint2D(nodeNumber=points[1], physicsMass=1))
            single = [
                mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
                for node in points
            ]
            for kind in (*connectors.KINDS, *joints.KINDS):
                if "drawSize" not in kind.V.fields or kind.acts_directly:
                    continue
                item = kind(
                    markerNumbers=single if kind.marker_types == ("Coordinate",) else ends,
                    name=kind.__name__, activeConnector=False, VdrawSize=own, Vshow=True,
                )  # fmt: skip
                if kind is DistanceConstraint:
                    item.distance = 1.0
                if kind is ObjectContactCoordinate:
                    item.nodeNumber = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=1))
                if "springType" in kind.fields:
                    item.springType = "Linear"
                mbs.AddObject(item)
            scene = scene_of(mbs.SolveDynamic(settings_for(0.01, 2)))
            drawn.append({
                item["name"]: (item["kind"], EXTENT.get(item["kind"], 1.0) * item["size"])
                for item in items_of(scene, family="connector")
            })  # fmt: skip
    automatic, given, by_family, again = drawn
    kinds = {kind for kind, _ in given.values()}
    assert kinds == {"coil", "rod", "line", "spiral", "pin", "slider"}
    assert len(given) == 16
    for name, (kind, size) in given.items():
        assert size == pytest.approx(0.2, rel=1e-12), name
        assert again[name] == (kind, size)
        assert by_family[name][1] > 0 and automatic[name][1] > 0
    assert by_family["ObjectConnectorSpringDamper"] == ("coil", 0.3)
    assert by_family["ObjectConnectorDistance"][1] == pytest.approx(0.35 * 0.3, rel=1e-12)


def test_supports_of_joints_stand_below_them_whatever_rounding_leaves():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    for angle in (0.3, 1.7):
        place = [np.cos(angle), np.sin(angle)]
        body = mbs.CreateRigidBody2D(
            referencePosition=[*place, 0], referenceRotation=angle, mass=1, inertia=1
        )
        mbs.CreateRevoluteJoint2D(bodyNumbers=[ground, body], position=[0.1, 0.2, 0])
    scene = scene_of(mbs.SolveDynamic(settings_for(0.01, 2)))
    supports = items_of(scene, kind="support")
    assert supports and {tuple(item["direction"]) for item in supports} == {(0, -1, 0)}


def test_loads_are_arrows_of_their_force():
    _, mbs, node = pendulum()
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[3, 0, 0], name="push"))
    mbs.AddLoad(
        Force(
            markerNumber=marker, loadVector=[2, 0, 0], name="wave",
            loadVectorUserFunction=lambda mbs, t, vector: [0, vector[0] * t, 0],
        )
    )  # fmt: skip
    coordinate = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=1))
    mbs.AddLoad(LoadCoordinate(markerNumber=coordinate, load=-4, name="down"))
    mbs.AddLoad(
        LoadCoordinateTable(markerNumber=coordinate, times=[0, 1], values=[0, 2], name="table")
    )
    solution = mbs.SolveDynamic(settings_for())
    scene = scene_of(solution)
    arrows = {item["name"]: item for item in items_of(scene, family="load")}
    assert {item["kind"] for item in arrows.values()} == {"arrow"}
    assert arrows["gravity"]["vector"] == [0, -9.81, 0]
    assert arrows["push"]["vector"] == [3, 0, 0] and arrows["down"]["vector"] == [0, -4, 0]
    times = solution.times
    wave = array_of(scene, arrows["wave"]["vector"])
    assert wave[:, 1] == pytest.approx(2 * times, abs=1e-6) and not wave[:, ::2].any()
    assert array_of(scene, arrows["table"]["vector"])[:, 1] == pytest.approx(2 * times, abs=1e-6)
    assert {item["largest"] for item in arrows.values()} == {9.81}


def test_what_acts_on_a_mass_on_a_line_is_drawn_along_its_axis():
    mbs = exu.SystemContainer().AddSystem()
    turned = turned_about(2, 0.6)
    node = mbs.AddNode(Node1D(referenceCoordinates=[2], initialVelocities=[1]))
    place = dict(referencePosition=[0, 1, 0], referenceRotation=turned)
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1, **place))
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=-4, name="push"))
    fixed = mbs.AddNode(NodePointGround(referenceCoordinates=[0, 1, 0]))
    ground = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=fixed, coordinate=0))
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=[ground, marker], stiffness=1, name="coil"))
    alone = mbs.AddNode(Node1D(referenceCoordinates=[5], name="alone"))
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=[alone], massMatrix=[[1.0]]))
    x = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=alone, coordinate=0))
    mbs.AddLoad(LoadCoordinate(markerNumber=x, load=1, name="along x"))
    solution = mbs.SolveDynamic(settings_for())
    scene = scene_of(solution)
    (push,) = items_of(scene, name="push")
    assert push["vector"] == pytest.approx(-4 * np.asarray(turned)[:, 0], rel=1e-12)
    s = 2 + solution.coordinates[:, :1]
    expected = [0, 1, 0] + s * np.asarray(turned)[:, 0]
    assert positions(scene, push["point"]) == pytest.approx(expected, abs=1e-6)
    (coil,) = items_of(scene, name="coil")
    assert positions(scene, coil["ends"][1]) == pytest.approx(expected, abs=1e-6)
    (other,) = items_of(scene, name="along x")
    assert other["vector"] == [1, 0, 0]
    assert positions(scene, other["point"])[0] == pytest.approx([5, 0, 0])


def test_a_load_that_reads_the_system_sees_the_recorded_state():
    _, mbs, node = pendulum()
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))

    def follow(mbs, t, vector):
        return mbs.GetNodeOutput(0, Output.Velocity)

    mbs.AddLoad(Force(markerNumber=marker, loadVectorUserFunction=follow, name="follow"))
    solution = mbs.SolveDynamic(settings_for())
    now = mbs.systemData.GetODE2Coordinates()
    scene = scene_of(solution)
    vectors = array_of(scene, items_of(scene, name="follow")[0]["vector"])
    assert vectors == pytest.approx(solution.velocities, abs=1e-5)
    assert (mbs.systemData.GetODE2Coordinates() == now).all()


def test_arrows_of_loads_that_depend_on_the_state_follow_it():
    def drag(mbs, t, loadVector, position, velocity, rotation, angularVelocity):
        return loadVector - 2 * velocity

    def brake(mbs, t, load, coordinate, velocity):
        return -3 * velocity

    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(initialVelocities=[1, 2, 3]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    point = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    mbs.AddLoad(StateForce(markerNumber=point, loadVector=[0, 0, -5], name="drag",
                           loadStateUserFunction=drag))  # fmt: skip
    along = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=1))
    mbs.AddLoad(LoadStateCoordinate(markerNumber=along, loadStateUserFunction=brake, name="brake"))
    solution = mbs.SolveDynamic(settings_for())
    scene, v = scene_of(solution), solution.velocities
    vectors = array_of(scene, items_of(scene, name="drag")[0]["vector"])
    assert vectors == pytest.approx([0, 0, -5] - 2 * v, abs=1e-5)
    vectors = array_of(scene, items_of(scene, name="brake")[0]["vector"])
    assert vectors == pytest.approx(-3 * v * [0, 1, 0], abs=1e-5)


def test_a_point_that_moves_as_prescribed_is_drawn_with_its_drives():
    mbs = exu.SystemContainer().AddSystem()
    mbs.CreateMovingPoint(
        name="road", referencePosition=[1, 2, 3], axis=[0, 0, 1], times=[0, 1], values=[0, 0.5],
        interpolation="linear",
    )  # fmt: skip
    solution = mbs.SolveDynamic(settings_for(1.0, 10))
    scene = scene_of(solution)
    (point,) = items_of(scene, family="node", name="road")
    assert positions(scene, point["point"])[:, 2] == pytest.approx(3 + 0.5 * solution.times)
    (drive,) = items_of(scene, name="road:z")
    ends = [positions(scene, end) for end in drive["ends"]]
    assert ends[0] == pytest.approx(np.tile([1, 2, 3], (len(ends[0]), 1)))
    assert ends[1][:, 2] == pytest.approx(3 + 0.5 * solution.times)


def test_a_torque_and_a_force_on_an_angle_turn():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeRigidBody2D())
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=1))
    rigid = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    mbs.AddLoad(Torque(markerNumber=rigid, loadVector=[0, 0, 2]))
    angle = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=2))
    mbs.AddLoad(LoadCoordinate(markerNumber=angle, load=1))
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    assert [item["vector"] for item in items_of(scene, kind="torque")] == [[0, 0, 2], [0, 0, 1]]


def test_rigid_bodies_are_discs_with_rods_to_their_markers():
    mbs, _ = zoo()
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    discs = items_of(scene, kind="disc")
    assert [disc["number"] for disc in discs] == [5, 6]
    center = positions(scene, discs[0]["point"])[0]
    expected = [2, -1, 0] + turned_about(2, 0.3) @ [0.2, 0.1, 0]
    assert center == pytest.approx(expected, abs=1e-6)
    rods = items_of(scene, kind="rod", number=5)
    assert len(rods) == 1
    assert positions(scene, rods[0]["ends"][1])[0] == pytest.approx(
        [2, -1, 0] + turned_about(2, 0.3) @ [0.3, -0.2, 0], abs=1e-6
    )


def test_sensors_come_with_values_labels_and_units():
    _, mbs, node = pendulum()
    mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=Output.Velocity, name="speed"))
    solution = mbs.SolveDynamic(settings_for())
    scene = scene_of(solution)
    first, second = scene.form["sensors"]
    assert first["label"] == "position: Position of Point 'tip'" and second["unit"] == "m/s"
    assert second["components"] == ["x", "y", "z"]
    assert (array_of(scene, second["times"]) == solution.sensors["speed"][:, 0]).all()
    values = array_of(scene, second["values"])
    assert (values == solution.sensors["speed"][:, 1:].astype("f4")).all()
    traces = items_of(scene, kind="trace")
    assert [trace["name"] for trace in traces] == ["position"]
    points = array_of(scene, traces[0]["points"])
    assert points == pytest.approx(solution.sensors["position"][:, 1:], abs=1e-6)


def test_sensors_of_very_many_values_keep_their_peaks():
    values = np.column_stack([np.sin(np.arange(200_001)), np.zeros(200_001)])
    values[77_777, 0], values[123_456, 1], values[5, 1] = 3.0, -2.0, np.nan
    rows = shown_rows(values)
    assert 15_000 < len(rows) <= MANY and (np.diff(rows) > 0).all()
    assert {0, 77_777, 123_456, 200_000} <= set(rows)
    assert len(shown_rows(values, most=300_000)) == 200_001
    assert even_rows(200_001, 5).tolist() == [0, 50_000, 100_000, 150_000, 200_000]
    assert even_rows(3, 5).tolist() == [0, 1, 2]


def test_a_page_of_a_long_record_is_small_and_says_so():
    _, mbs, _ = pendulum()
    solution = mbs.SolveDynamic(settings_for(1.0, 40_000))
    scene = scene_of(solution)
    name, recorded = next(iter(solution.sensors.items()))
    sensor = scene.form["sensors"][0]
    times, values = array_of(scene, sensor["times"]), array_of(scene, sensor["values"])
    assert len(times) <= MANY and {0.0, 1.0} <= set(times) <= set(recorded[:, 0])
    np.testing.assert_array_equal(values.max(0), recorded[:, 1:].max(0).astype("f4"))
    note = f"sensor {name!r}: {len(times)} of 40001 recorded values are shown"
    assert note in scene.form["notes"]
    traces = [item for item in scene.form["items"] if item["kind"] == "trace"]
    assert traces and all(len(array_of(scene, each["times"])) == 40_001 for each in traces)
    whole = scene_of(solution, frames=50_000)
    assert whole.form["notes"] == [] and whole.form["sensors"][0]["times"]["shape"] == [40_001]


def test_masses_of_a_fine_chain_do_not_overlap():
    _, mbs = chain(40)
    scene = scene_of(mbs.SolveDynamic(settings_for(0.01, 2)))
    assert max(item["size"] for item in items_of(scene, kind="sphere")) < 0.05


def test_a_run_that_failed_can_be_seen_and_says_so():
    _, mbs, _ = pendulum()
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=0))
    mbs.AddLoad(
        Force(
            markerNumber=marker,
            loadVectorUserFunction=lambda mbs, t, vector: [1 / (t < 0.2), 0, 0],
        )
    )
    with pytest.raises(exu.SysError):
        mbs.SolveDynamic(settings_for())
    scene = scene_of(mbs.solution)
    assert any("did not finish" in note for note in scene.form["notes"])
    assert len(items_of(scene, family="load")) == 2


def test_a_load_whose_function_is_gone_or_fails_is_left_out_with_a_note():
    _, mbs, node = pendulum()
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    broken = []

    def push(mbs, t, vector):
        if broken:
            raise ValueError("no longer")
        return [1, 0, 0]

    mbs.AddLoad(Force(markerNumber=marker, loadVectorUserFunction=push, name="push"))
    solution = mbs.SolveDynamic(settings_for())
    assert items_of(scene_of(solution), name="push")
    broken.append(True)
    scene = scene_of(solution)
    assert not items_of(scene, name="push")
    assert "push" in scene.form["notes"][0] and "no longer" in scene.form["notes"][0]
    mbs.AddNode(NodePoint())
    assert "as it was when it was solved" in scene_of(solution).form["notes"][0]


def test_a_load_that_was_changed_during_the_run_has_no_arrow():
    _, mbs, node = pendulum()
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    load = mbs.AddLoad(Force(markerNumber=marker, loadVector=[1, 0, 0], name="push"))

    def pull(mbs, t):
        mbs.SetLoadParameter(load, "loadVector", [0.0 if t < 0.5 else -2.0, 0, 0])
        return True

    mbs.SetPreStepUserFunction(pull)
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    assert not items_of(scene, name="push")
    assert "push" in scene.form["notes"][0] and "changed during the run" in scene.form["notes"][0]


def test_what_cannot_be_drawn_is_told():
    _, mbs, _ = pendulum()
    solution = mbs.SolveDynamic(settings_for())
    for frames in (0, -1, 2.5, True, "many"):
        with pytest.raises(exu.ParameterError, match="frames must be an integer >= 1"):
            scene_of(solution, frames=frames)
    solution.snapshot = None
    with pytest.raises(exu.SysError, match="no model to draw"):
        scene_of(solution)


def test_a_model_without_places_gives_an_empty_scene():
    """Coordinates without a place are bars (test_gauges.py), unless nodes are hidden."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    SC.visualizationSettings.nodes.show = False
    node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2))
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=[node], massMatrix=np.eye(2)))
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=1))
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    assert scene.form["items"] == [] and scene.form["size"] == 1.0
    assert scene.form["notes"] == ["no item of the model is drawn"]


def test_the_writer_knows_bounds_of_the_whole_motion():
    _, mbs, _ = pendulum()
    solution = mbs.SolveDynamic(settings_for(2.0, 400))
    writer = SceneWriter(solution, solution.snapshot, "")
    low, high = writer.scene().form["bounds"]
    bob, arrow = writer.unit, 6.0 * writer.unit  # radius, length
    support = 1.3 * 1.6 * writer.unit
    assert [low[0], high[0]] == pytest.approx([-1.0 - bob, 1.0 + bob], abs=0.01)
    assert [low[1], high[1]] == pytest.approx([-1.0 - arrow, support], abs=0.01)


def test_shapes_of_bodies_are_drawn_in_their_axes():
    mbs, _ = zoo()
    shapes = [
        graphics.Sphere(point=[0.1, 0, 0], radius=0.2, color=[1, 0, 0, 1]),
        graphics.Brick(size=[1, 2, 3]),
    ]
    mbs.SetObjectParameter(5, "VgraphicsData", shapes)
    mbs.SetObjectParameter(0, "VgraphicsData", [graphics.CheckerBoard(size=4, nTiles=2)])
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    drawn = items_of(scene, kind="shape", number=5)
    assert not items_of(scene, kind="disc", number=5) and len(drawn) == 2
    sphere, brick = (scene.form["shapes"][item["shape"]] for item in drawn)
    assert sphere["at"] == [0.1, 0, 0] and sphere["color"] == [1, 0, 0, 1]
    assert brick["sizes"] == [1, 2, 3] and brick["color"] == list(PALETTE[3])
    assert positions(scene, drawn[0]["point"])[0] == pytest.approx([2, -1, 0])
    ground = items_of(scene, family="ground", kind="shape")[0]
    board = scene.form["shapes"][ground["shape"]]
    corners = array_of(scene, board["points"])
    assert np.ptp(corners, axis=0).tolist() == [4, 4, 0]
    # The ground is turned about x by 0.4 rad and stands at [0.1, 0.2, 0.3].
    point = [ground["point"][0], 0.0, 1.0, 0.0]
    expected = [0.1, 0.2, 0.3] + turned_about(0, 0.4) @ [0, 1, 0]
    assert positions(scene, point)[0] == pytest.approx(expected, abs=1e-6)


def test_shapes_of_a_function_are_drawn_and_its_failure_is_noted():
    mbs, _ = zoo()
    mbs.SetObjectParameter(
        1, "VgraphicsDataUserFunction", lambda mbs, number: [graphics.Sphere(radius=number)]
    )
    mbs.SetObjectParameter(0, "VgraphicsDataUserFunction", lambda mbs, number: 1 / 0)
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    (drawn,) = items_of(scene, kind="shape")
    assert scene.form["shapes"][drawn["shape"]]["radius"] == 1
    assert "graphicsDataUserFunction failed" in scene.form["notes"][0]


def test_bounds_hold_shapes():
    SC, mbs, _ = pendulum()
    mbs.SetObjectParameter("ground", "VgraphicsData", [graphics.Brick(size=[8, 6, 4])])
    form = scene_of(mbs.SolveDynamic(settings_for())).form
    assert form["bounds"] == [[-4, -3, -2], [4, 3, 2]] and form["planar"] is False


def test_points_that_a_joint_keeps_together_do_not_make_everything_tiny():
    """Their distance is rounding alone; bodies are still a visible part of the scene."""
    mbs = exu.SystemContainer().AddSystem()
    last = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
    for k in range(3):
        node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.1 + 0.2 * k, 0, 0]))
        body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=0.01))
        start, end = (
            mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[x, 0, 0]))
            for x in (-0.1, 0.1)
        )
        mbs.AddObject(RevoluteJoint2D(markerNumbers=[last, start]))
        mbs.AddLoad(Force(markerNumber=end, loadVector=[0, -1, 0]))
        last = end
    mbs.Assemble()
    scene = scene_of(mbs.SolveDynamic(settings_for()))
    sizes = [item["size"] for item in items_of(scene, family="body") if "size" in item]
    assert sizes and min(sizes) > 0.005 * scene.form["size"]
