"""graphicsDataUserFunction: shapes of every state, limits, failures, the state of the system."""

import numpy as np
import pytest

import linkwork as exu
from linkwork import graphics
from linkwork.items import *
from linkwork.view.movies.paint.film import Film
from linkwork.view.movies.paint.kinds import parts_of
from linkwork.view.scene import function_shapes, scene_of

from .models import Output, settings_for
from .scenes import array_of, items_of


def flying(draw):
    """A mass that flies along x with 2 m/s, and a function of the ground."""
    mbs = exu.SystemContainer().AddSystem()
    V = VObjectGround(graphicsDataUserFunction=draw)
    mbs.AddObject(ObjectGround(visualization=V))
    node = mbs.AddNode(NodePoint(initialVelocities=[2, 0, 0]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    mbs.Assemble()
    return mbs


def scene_with(draw, steps=50):
    """The scene of a run of 0.5 s, made while its system exists."""
    mbs = flying(draw)
    return scene_of(mbs.SolveDynamic(settings_for(steps=steps)))


def ball_at_the_mass(mbs, number):
    assert number == 0
    x = mbs.GetNodeOutput(0, Output.Position)[0]
    return [graphics.Sphere(point=[x, 1, 0], radius=0.1)]


def test_shapes_are_those_of_every_state():
    scene = scene_with(ball_at_the_mass)
    drawn = items_of(scene, kind="shape")
    assert [item["when"] for item in drawn] == [[k, k + 1] for k in range(51)]
    times = array_of(scene, scene.form["times"])
    places = [scene.form["shapes"][item["shape"]]["at"][0] for item in drawn]
    assert places == pytest.approx(2 * times, abs=1e-12)
    low, high = scene.form["bounds"]
    assert high[0] == pytest.approx(1.1, abs=0.05) and high[1] == pytest.approx(1.1, abs=0.05)
    assert not scene.form["notes"]


def test_the_state_of_the_system_is_restored():
    mbs = flying(ball_at_the_mass)
    solution = mbs.SolveDynamic(settings_for())
    mbs.systemData.SetODE2Coordinates([7, 8, 9])
    mbs.systemData.SetTime(3.5)
    scene_of(solution)
    assert mbs.systemData.GetODE2Coordinates() == pytest.approx([7, 8, 9])
    assert mbs.systemData.GetTime() == 3.5


def test_time_and_velocities_are_recorded_ones():
    seen = []

    def draw(mbs, number):
        v = mbs.GetNodeOutput(0, Output.Velocity)[0]
        seen.append((mbs.systemData.GetTime(), v))
        return []

    mbs = flying(draw)
    mbs.AddLoad(
        Force(markerNumber=mbs.AddMarker(MarkerNodePosition(nodeNumber=0)), loadVector=[3, 0, 0])
    )
    scene_of(mbs.SolveDynamic(settings_for(steps=10)))
    times, speeds = np.array(seen).T
    assert times == pytest.approx(np.linspace(0, 0.5, 11))
    assert speeds == pytest.approx(2 + 3 * times, rel=1e-10)


def test_equal_shapes_of_successive_states_are_one():
    def draw(mbs, number):
        late = mbs.systemData.GetTime() > 0.245
        return [graphics.Brick(size=[1, 1, 1 + late])]

    scene = scene_with(draw, 50)
    assert [item["when"] for item in items_of(scene, kind="shape")] == [[0, 25], [25, 51]]
    constant = flying(lambda mbs, number: [graphics.Sphere(radius=0.1)])
    (drawn,) = items_of(scene_of(constant.SolveDynamic(settings_for())), kind="shape")
    assert "when" not in drawn


def test_failures_leave_states_without_shapes_and_are_noted():
    def draw(mbs, number):
        if mbs.systemData.GetTime() > 0.395:
            raise ZeroDivisionError("too late")
        return ball_at_the_mass(mbs, number)

    scene = scene_with(draw, 50)
    assert [item["when"][0] for item in items_of(scene, kind="shape")] == [*range(40)]
    (note,) = scene.form["notes"]
    assert "graphicsDataUserFunction failed in 11 states: too late" in note


def test_what_is_no_shape_is_noted():
    scene = scene_with(lambda mbs, number: [{"type": "Ring"}])
    assert not items_of(scene, kind="shape") and "Ring" in scene.form["notes"][0]


def test_too_many_shapes_are_those_of_fewer_states(monkeypatch):
    monkeypatch.setattr(function_shapes, "MOST_PIECES", 30)
    scene = scene_with(ball_at_the_mass, 100)
    starts = [item["when"][0] for item in items_of(scene, kind="shape")]
    assert starts == [*range(0, 101, 4)]
    assert [item["when"][1] for item in items_of(scene, kind="shape")] == [*starts[1:], 101]
    assert "every 4th state" in scene.form["notes"][0]


def test_large_meshes_count_by_their_numbers(monkeypatch):
    def draw(mbs, number):
        x = mbs.GetNodeOutput(0, Output.Position)[0]
        points = [x, 0, 0, 1, 0, 0, 0, 1, 0]
        return [{"type": "TriangleList", "points": points, "colors": [1] * 12,
                 "triangles": [0, 1, 2]}]  # fmt: skip

    monkeypatch.setattr(function_shapes, "MOST_BYTES", 20 * (3 * 3 + 3) * 4)
    scene = scene_with(draw, 100)
    assert len(items_of(scene, kind="shape")) == 13  # every eighth state


def test_without_its_system_a_function_is_called_once():
    mbs = flying(lambda mbs, number: [graphics.Sphere(radius=0.1)])
    solution = mbs.SolveDynamic(settings_for())
    mbs.AddObject(ObjectGround())
    mbs.Assemble()
    scene = scene_of(solution)
    assert len(items_of(scene, kind="shape")) == 1
    assert "needs the system as it was when it was solved" in scene.form["notes"][0]


def test_bodies_without_points_draw_in_space():
    def draw(mbs, number):
        height = mbs.GetNodeOutput(0, Output.Coordinates)[0]
        return [graphics.Sphere(point=[0, 0, height], radius=0.1)]

    mbs = exu.SystemContainer().AddSystem()
    mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0], initialCoordinates=[1], initialCoordinates_t=[0],
            numberOfODE2Coordinates=1,
        )
    )  # fmt: skip
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[0], massMatrix=np.eye(1), stiffnessMatrix=4 * np.eye(1),
            visualization=VObjectGenericODE2(graphicsDataUserFunction=draw),
        )
    )  # fmt: skip
    scene = scene_of(mbs.SolveDynamic(settings_for(1, 200)))
    heights = [
        scene.form["shapes"][item["shape"]]["at"][2]
        for item in items_of(scene, kind="shape", family="body")
    ]
    times = array_of(scene, scene.form["times"])
    assert heights == pytest.approx(np.cos(2 * times), abs=1e-3)


def test_pictures_without_a_browser_draw_the_shapes_of_their_state():
    film = Film(scene_with(ball_at_the_mass, 50))
    parts = parts_of(film)
    for time, expected in ((0.0, 0.0), (0.2, 0.4), (0.4999, 0.98)):
        pose = film.pose(time)
        (place,) = (
            pose.place(ball.frame, ball.local)
            for ball in parts.balls
            if ball.when and ball.when[0] <= pose.state < ball.when[1]
        )
        assert (place * film.unit + film.middle)[0] == pytest.approx(expected, abs=1e-6)
