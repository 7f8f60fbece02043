"""The live view follows a running system and leaves it alone."""

import socket
import threading
import time

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.view.live import LiveView
from linkwork.view.live.camera import MARGIN, fitted

from .models import chain, pendulum, settings_for, zoo


@pytest.fixture
def port():
    """A port that nobody uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def test_a_run_is_the_same_with_a_view_and_its_end_is_shown(port):
    _, mbs = chain(5)
    settings = settings_for(2.0, 20000)
    alone = mbs.SolveDynamic(settings)
    with mbs.LiveView(port=port, openBrowser=False) as view:
        watched = mbs.SolveDynamic(settings)
        assert view.url == f"http://127.0.0.1:{port}"
    assert (watched.coordinates == alone.coordinates).all()
    assert view.frames >= 1
    t, q = view.shown
    assert t == 2.0 and (q == watched.coordinates[-1]).all()


def test_states_in_between_are_recorded_ones(port):
    _, mbs, _ = pendulum()
    seen = []
    hold = threading.Event()

    def wait(mbs, t):
        if 0.4995 < t < 0.5005:
            deadline = time.monotonic() + 600
            while view.shown is None or view.shown[0] < 0.49:
                assert time.monotonic() < deadline, "the view does not follow"
                time.sleep(0.01)
            seen.append(view.shown)
            hold.set()
        return True

    mbs.SetPreStepUserFunction(wait)
    with LiveView(mbs, port=port, openBrowser=False) as view:
        solution = mbs.SolveDynamic(settings_for(1.0, 1000))
    assert hold.is_set()
    t, q = seen[0]
    row = int(np.flatnonzero(solution.times == t)[0])
    assert (solution.coordinates[row] == q).all()


def test_every_kind_can_be_shown_and_a_changed_model_is_drawn_anew(port):
    mbs, _ = zoo()
    ends = [0, 4]
    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=1))
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1, activeConnector=False))
    with LiveView(mbs, port=port, openBrowser=False) as view:
        mbs.SolveDynamic(settings_for(0.1, 10))
        mbs.AddNode(NodePoint(referenceCoordinates=[9, 9, 9]))
        mbs.AddObject(MassPoint(nodeNumber=mbs.systemData.NumberOfNodes() - 1, physicsMass=1))
        mbs.SolveDynamic(settings_for(0.1, 10))
    assert len(view.shown[1]) == 3 + 2 + 1 + 3 + 2 + 3


def test_the_camera_looks_as_in_the_player(port):
    """In the plane from the front, y upward; in space from the same side, z upward."""
    _, mbs, _ = pendulum()
    with LiveView(mbs, port=port, openBrowser=False) as view:
        start = view._server.initial_camera
        away = start.position - start.look_at
        assert away[:2] == pytest.approx([0, 0], abs=1e-12) and away[2] > 0
        assert start.up.tolist() == [0, 1, 0] and start.fov == pytest.approx(np.radians(32))
        assert view._scene.grid.visible and not view._scene.axes.visible
        mbs.SolveDynamic(settings_for(1.18, 200))  # half a period, the last state is shown
    low, high = (np.array(corner) for corner in view._scene.bounds.corners())
    assert low[0] < -0.97 and high[0] > 1.0, "what is fitted next holds both sides"
    mbs, _ = zoo()
    with LiveView(mbs, port=port, openBrowser=False, theme="dark") as view:
        start = view._server.initial_camera
        away = start.position - start.look_at
        expected = np.array([0.75, -1.1, 0.62])
        assert away / np.linalg.norm(away) == pytest.approx(expected / np.linalg.norm(expected))
        assert start.up.tolist() == [0, 0, 1] and view._dark.value


def test_the_fitted_camera_sees_everything_and_no_more():
    points = np.random.default_rng(3).normal(size=(40, 3)) * [3.0, 1.0, 0.5] + [5.0, 0.0, -2.0]
    for up, aspect, planar in (("z", 1.6, False), ("y", 0.7, True), ("y", 1.2, False)):
        camera = fitted(points, up, aspect, 1.0, planar)
        back = camera.position - camera.target
        back = back / np.linalg.norm(back)
        right = np.cross(np.eye(3)["xyz".index(up)], back)
        right = right / np.linalg.norm(right)
        apart = points - camera.position
        depth = -(apart @ back)
        tall = depth * np.tan(np.radians(16.0))
        share = np.array([apart @ right / (aspect * tall), apart @ np.cross(back, right) / tall])
        limits = np.array([share.min(axis=1), share.max(axis=1)])
        assert np.abs(limits).max() == pytest.approx(1.0 / MARGIN, rel=1e-6)
        wide = np.abs(limits).max(axis=0).argmax()
        assert limits[0, wide] == pytest.approx(-limits[1, wide], rel=1e-6), "in the middle"


def test_loads_are_not_asked_for_their_functions(port):
    _, mbs, node = pendulum()
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    called = []

    def push(mbs, t, vector):
        called.append(t)
        return [1, 0, 0]

    mbs.AddLoad(Force(markerNumber=marker, loadVectorUserFunction=push))
    mbs.Assemble()
    with LiveView(mbs, port=port, openBrowser=False):
        assert not called


def test_a_model_that_changes_while_it_is_drawn_is_drawn_later(port, monkeypatch):
    _, mbs, _ = pendulum()
    tried = threading.Event()
    follow = LiveView._follow

    def change_meanwhile(view, model, data):
        if not tried.is_set() and threading.current_thread() is not threading.main_thread():
            mbs.Assemble()
            tried.set()
            raise IndexError("half of a model")
        follow(view, model, data)

    monkeypatch.setattr(LiveView, "_follow", change_meanwhile)
    with LiveView(mbs, port=port, openBrowser=False) as view:
        mbs.Assemble()
        assert tried.wait(20)
    assert view._model is mbs._model


def test_a_model_that_cannot_be_drawn_leaves_no_server(port, monkeypatch):
    _, mbs, _ = pendulum()

    def fail(view, model, data):
        raise ValueError("no")

    with monkeypatch.context() as broken:
        broken.setattr(LiveView, "_follow", fail)
        with pytest.raises(ValueError):
            LiveView(mbs, port=port, openBrowser=False)
    with LiveView(mbs, port=port, openBrowser=False) as view:
        assert view.url.endswith(str(port))


def test_wrong_use_is_told(port):
    _, mbs, _ = pendulum()
    for wrong in (0, -1, 31, float("nan")):
        with pytest.raises(exu.ParameterError, match=r"framesPerSecond must be in \(0, 30\]"):
            LiveView(mbs, port=port, framesPerSecond=wrong, openBrowser=False)
    with LiveView(mbs, port=port, openBrowser=False) as view:
        view.close()


def test_without_viser_the_error_says_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "viser", None)
    _, mbs, _ = pendulum()
    with pytest.raises(exu.SysError, match=r'pip install "linkwork\[live\]"'):
        LiveView(mbs)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (dict(port="x"), "port must be an integer from 1 to 65535, got 'x'"),
        (dict(port=70000), "port must be an integer from 1 to 65535, got 70000"),
        (dict(host=3), "host must be a string"),
        (dict(theme="blue"), "theme must be 'light' or 'dark', got 'blue'"),
        (dict(host="203.0.113.1"), "cannot use port 8080 of '203.0.113.1'"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_at_once(arguments, text):
    _, mbs, _ = pendulum()
    with pytest.raises(exu.SysError, match=text):
        mbs.LiveView(openBrowser=False, **arguments)
