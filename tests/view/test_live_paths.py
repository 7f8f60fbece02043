"""Paths in a live view: of which items, through which states, and in how much memory."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.view.live import LiveView
from linkwork.view.live.paths import FEWEST, MOST_IN_ALL, MOST_POINTS, Paths

from .models import chain, pendulum, settings_for
from .test_live import port  # noqa: F401


def test_a_path_goes_through_the_recorded_states(port):  # noqa: F811
    _, mbs, node = pendulum()
    with LiveView(mbs, port=port, openBrowser=False, paths=[node]) as view:
        solution = mbs.SolveDynamic(settings_for(1.0, 100))
    points = view._scene.paths.points()[:, 0]
    first = mbs.GetNodeOutput(node, exu.OutputVariableType.Position) - solution.coordinates[-1]
    expected = first + solution.coordinates[:, :3]
    assert len(points) > 80
    apart = np.linalg.norm(points[:, None] - expected[None], axis=2)
    assert apart.min(axis=1).max() < 1e-6, "every point was recorded"
    assert np.abs(points[-1] - expected[-1]).max() < 1e-6
    assert (np.diff(apart.argmin(axis=1)) >= 0).all(), "in the order of time"
    low, high = np.array(view._scene.bounds.corners())
    assert (expected > low - 1e-6).all() and (expected < high + 1e-6).all()


def test_another_run_begins_another_path(port):  # noqa: F811
    _, mbs, node = pendulum()
    with LiveView(mbs, port=port, openBrowser=False, paths=[node]) as view:
        mbs.SolveDynamic(settings_for(0.5, 50))
    long = view._scene.paths.points()[:, 0]
    assert np.ptp(long[:, 1]) > 0.3
    with LiveView(mbs, port=port, openBrowser=False, paths=[node]) as view:
        mbs.SolveDynamic(settings_for(1.0, 100))
        mbs.SolveDynamic(settings_for(0.1, 10))
    short = view._scene.paths.points()[:, 0]
    assert np.ptp(short[:, 1]) < 0.1, "nothing of the first run is left"


def test_position_sensors_have_paths_by_default(port):  # noqa: F811
    _, mbs, node = pendulum()
    with LiveView(mbs, port=port, openBrowser=False) as view:
        before = len(view._scene.paths.places.frame)
    variable = exu.OutputVariableType
    mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=variable.Position))
    mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=variable.Velocity))
    hidden = VSensorNode(show=False)
    mbs.AddSensor(
        SensorNode(nodeNumber=node, outputVariableType=variable.Position, visualization=hidden)
    )
    mbs.Assemble()
    with LiveView(mbs, port=port, openBrowser=False) as view:
        assert len(view._scene.paths.places.frame) == before + 1
    with LiveView(mbs, port=port, openBrowser=False, paths=[]) as view:
        assert view._scene.paths.handle is None


def test_what_has_no_path_is_refused(port):  # noqa: F811
    _, mbs, node = pendulum()
    for wrong in ([3], "node", [exu.NodeIndex(99)], [node, 1.5]):
        with pytest.raises(exu.ParameterError, match="paths must be a list of nodes, bodies"):
            LiveView(mbs, port=port, openBrowser=False, paths=wrong)


class Server:
    """The part of a server that paths need."""

    scene = property(lambda self: self)

    def add_line_segments(self, name, points, colors, **options):
        return type("Handle", (), {"points": points, "colors": colors})()


@pytest.mark.parametrize("count", [1, 40, 1000])
def test_memory_is_bounded_and_the_beginning_is_kept(count):
    lines = [((-1, float(k), 0.0, 0.0), [0.2, 0.4, 0.6, 1.0]) for k in range(count)]
    paths = Paths(Server(), lines)
    assert paths.most <= MOST_POINTS
    assert paths.most * count <= max(MOST_IN_ALL, FEWEST * count)
    turns = np.array([[1.0, 0.0, 0.0, 0.0]])
    states = 5 * paths.most + 3
    for k in range(states):
        paths.add((np.array([[0.0, float(k), 0.0]]), turns))
    points = paths.points()
    assert 0.4 * paths.most <= len(points) <= paths.most + 1
    rows = points[:, 0, 1]
    assert rows[0] == 0.0 and rows[-1] == states - 1 and (np.diff(rows) >= 0).all()
    steps = np.diff(rows[:-1])
    assert steps.max() <= 2 * steps.min(), "evenly over the whole run"
    assert (points[:, :, 0] == np.arange(count)).all()
    paths.show()
    assert paths.handle.points.shape == ((len(points) - 1) * count, 2, 3)
    assert paths.handle.colors.shape == paths.handle.points.shape
    paths.clear()
    paths.add((np.array([[0.0, 7.0, 0.0]]), turns))
    assert (paths.points()[:, 0, 1] == 7.0).all()


def test_bodies_of_a_chain_are_chosen(port):  # noqa: F811
    _, mbs = chain(5)
    count = mbs.systemData.NumberOfObjects()
    bodies = [exu.ObjectIndex(k) for k in range(count) if "Mass" in mbs.GetObject(k)["objectType"]]
    assert len(bodies) >= 3
    with LiveView(mbs, port=port, openBrowser=False, paths=bodies[:3]) as view:
        assert view._scene.paths.points().shape[1] == len(bodies[:3])
