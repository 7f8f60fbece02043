"""Coordinates without a place in space are drawn as bars on a scale."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.view.scene import scene_of
from linkwork.view.scene.gauges import HEIGHT, MOST, number_text

from .films import picture_of
from .models import settings_for
from .scenes import array_of, items_of, positions


def oscillators(count=2, start=(0.3, -0.1), **node):
    """A system of `count` coordinates, each on a spring of its own."""
    mbs = exu.SystemContainer().AddSystem()
    first = np.zeros(count)
    first[: len(start)] = start
    zero = np.zeros(count)
    number = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=count, referenceCoordinates=zero, initialCoordinates=first,
            initialCoordinates_t=zero, **node,
        )
    )  # fmt: skip
    stiffness = np.diag(4.0 + np.arange(count))
    mbs.AddObject(
        ObjectGenericODE2(nodeNumbers=[number], massMatrix=np.eye(count), stiffnessMatrix=stiffness)
    )
    return mbs


def words(scene):
    return [shape["text"] for shape in scene.form["shapes"] if shape["type"] == "text"]


def test_bars_end_where_the_coordinates_were_recorded():
    solution = oscillators(name="pair").SolveDynamic(settings_for(3.0, 300))
    scene = scene_of(solution)
    assert scene.form["unitless"] and scene.form["planar"] and not scene.form["notes"]
    q = solution.coordinates
    scale = HEIGHT / (q.max() - q.min())
    bars = items_of(scene, kind="rod", family="node", number=0)
    assert len(bars) == 2
    for k, bar in enumerate(bars):
        start, end = (positions(scene, place) for place in bar["ends"])
        assert np.abs(start[:, 1] + q.min() * scale).max() < 1e-6
        assert np.abs(end[:, 1] - start[:, 1] - scale * q[:, k]).max() < 1e-5
        assert (end[:, [0, 2]] == start[:, [0, 2]]).all()
    assert {"q0", "q1", "pair", "0", number_text(q.min()), "0.3"} == set(words(scene))
    low, high = np.array(scene.form["bounds"])
    ends = np.array([positions(scene, place) for bar in bars for place in bar["ends"]])
    assert (ends >= low).all() and (ends <= high).all()


def test_coordinates_of_matrices_on_single_nodes_are_points_on_the_x_axis():
    mbs = exu.SystemContainer().AddSystem()
    nodes = [
        mbs.AddNode(Node1D(referenceCoordinates=[x], initialCoordinates=[0.1])) for x in (0, 2)
    ]
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=nodes, massMatrix=np.eye(2), stiffnessMatrix=np.diag([40.0, 90.0])
        )
    )
    solution = mbs.SolveDynamic(settings_for(1.0, 100))
    scene = scene_of(solution)
    points = items_of(scene, kind="sphere", family="node")
    assert [point["number"] for point in points] == nodes and not scene.form["unitless"]
    for k, point in enumerate(points):
        wanted = np.zeros((len(solution.times), 3))
        wanted[:, 0] = 2 * k + solution.coordinates[:, k]
        assert np.abs(positions(scene, point["point"]) - wanted).max() < 1e-6
    moving = exu.SystemContainer().AddSystem()
    moving.CreateMassPoint(physicsMass=1)
    hidden = moving.AddNode(Node1D())
    moving.AddObject(Mass1D(nodeNumber=hidden, physicsMass=1))
    shown = items_of(scene_of(moving.SolveDynamic(settings_for(1.0, 10))), family="node")
    assert hidden not in [item["number"] for item in shown]


def test_first_order_coordinates_have_their_own_values():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=1, initialCoordinates=[2.0]))
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[-1.0]]))
    solution = mbs.SolveDynamic(settings_for(1.0, 100))
    scene = scene_of(solution)
    (bar,) = items_of(scene, kind="rod")
    start, end = (positions(scene, place) for place in bar["ends"])
    drawn = (end - start)[:, 1] * 2.0 / HEIGHT
    assert np.abs(drawn - 2.0 * np.exp(-solution.times)).max() < 1e-4
    assert "y0" in words(scene) and "2" in words(scene)


def test_many_coordinates_are_points_and_no_more_than_a_limit():
    solution = oscillators(MOST + 50).SolveDynamic(settings_for(0.1, 10))
    scene = scene_of(solution)
    balls = items_of(scene, kind="sphere", family="node")
    assert len(balls) == MOST and not items_of(scene, kind="rod")
    assert scene.form["notes"] == [f"{MOST} of {MOST + 50} coordinates without a place are drawn"]
    labels = [word for word in words(scene) if word.startswith("q")]
    assert 5 < len(labels) <= 13


def test_beside_a_model_in_space_only_what_shall_be_shown():
    for shown in (False, True):
        mbs = oscillators(visualization=VNodeGenericODE2(show=shown))
        point = mbs.AddNode(NodePoint(referenceCoordinates=[1, 2, 3], initialVelocities=[1, 1, 1]))
        mbs.AddObject(MassPoint(nodeNumber=point, physicsMass=1))
        scene = scene_of(mbs.SolveDynamic(settings_for(1.0, 10)))
        bars = items_of(scene, kind="rod", family="node")
        assert len(bars) == (2 if shown else 0) and not scene.form["unitless"]
        for bar in bars:
            start, end = (positions(scene, place) for place in bar["ends"])
            assert start[:, 0].min() > 2.0, "it stands beside the path of the mass"
            assert np.ptp(end[:, 2]) > 0.1 and not np.ptp(end[:, :2], axis=0).any()


def test_coordinates_of_very_different_size_have_their_own_scales():
    solution = oscillators(2, (500.0, 0.01)).SolveDynamic(settings_for(3.0, 300))
    scene = scene_of(solution)
    assert {"\u00b1500", "\u00b10.01", "q0", "q1"} <= set(words(scene))
    for k, bar in enumerate(items_of(scene, kind="rod")):
        start, end = (positions(scene, place) for place in bar["ends"])
        q = solution.coordinates[:, k]
        drawn = (end - start)[:, 1]
        assert np.abs(drawn / np.ptp(drawn) - q / np.ptp(q)).max() < 1e-3
        assert np.ptp(drawn) > 0.9 * HEIGHT


def test_fixed_points_are_no_model_in_space():
    """A constraint needs a ground node; the picture shows the coordinates alone."""
    mbs = oscillators()
    ground = mbs.AddNode(NodePointGround())
    mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    scene = scene_of(mbs.SolveDynamic(settings_for(1.0, 10)))
    assert scene.form["unitless"] and len(items_of(scene, kind="rod", family="node")) == 2
    assert not items_of(scene, number=int(ground))


def test_points_of_a_generic_system_are_drawn_in_space():
    mbs = exu.SystemContainer().AddSystem()
    places = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 2.0, 0.5]])
    nodes = [mbs.AddNode(NodePoint(referenceCoordinates=p)) for p in places]
    force = np.tile([0.0, 0.0, 1.0], 3)
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=nodes, massMatrix=np.eye(9), forceVector=force))
    solution = mbs.SolveDynamic(settings_for(1.0, 10))
    scene = scene_of(solution)
    for number, place in enumerate(places):
        (ball,) = items_of(scene, kind="sphere", family="node", number=number)
        moved = place + np.multiply.outer(0.5 * solution.times**2, [0.0, 0.0, 1.0])
        assert np.abs(positions(scene, ball["point"]) - moved).max() < 1e-6
    assert not scene.form["unitless"]


def test_a_system_at_rest_has_a_scale():
    scene = scene_of(oscillators(start=()).SolveDynamic(settings_for(0.1, 2)))
    assert {"1", "\u22121", "0"} <= set(words(scene))
    assert np.isfinite(array_of(scene, scene.form["tracks"])).all()


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (-0.25, "\u22120.25"), (1e-7, "1e\u22127"), (2.5e12, "2.5e12"), (123.0, "123")],
)
def test_numbers_of_a_scale_are_short(value, text):
    assert number_text(value) == text


def test_matplotlib_draws_bars_that_move(tmp_path):
    """Blue pixels of a bar: above zero at the start, below it half a period later."""
    solution = oscillators(1, (1.0,)).SolveDynamic(settings_for(np.pi, 300))
    rows = []
    for time in (0.0, 0.5 * np.pi):
        file = solution.image(tmp_path / "bar.png", time, size=(400, 300), renderer="matplotlib")
        picture = picture_of(file).astype(int)
        blue = picture[:, :, 2] - picture[:, :, 0] > 60
        assert blue.sum() > 300
        rows.append(np.flatnonzero(blue.any(axis=1)))
    assert abs(int(rows[0].max()) - int(rows[1].min())) < 12
    assert rows[0].mean() < rows[1].mean() - 60
