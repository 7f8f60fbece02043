"""Movies and pictures by the player in a real browser, driven without any other package."""

from __future__ import annotations

import os
import tempfile

import numpy as np
import pytest

from linkwork.core.errors import SysError
from linkwork.view.movies import browser, chromium
from linkwork.view.movies.browser import BrowserRenderer
from linkwork.view.movies.look import Look
from linkwork.view.movies.paint.painter import MatplotlibRenderer
from tests.browser.scenes import all_kinds
from tests.view.films import CORNERS, center_of_red, frames_of, in_picture, moving_ball, picture_of
from tests.view.models import pendulum, settings_for

pytestmark = pytest.mark.skipif(
    chromium.find_chromium() is None, reason="there is no Chromium, Chrome or Edge"
)

SMALL = (240, 180)
DRAWN = dict(size=SMALL, renderer="browser")


@pytest.fixture(scope="module")
def solution():
    _, mbs, _ = pendulum()
    return mbs.SolveDynamic(settings_for(0.5, 50))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder for files, and another one for temporary ones."""
    (tmp_path / "temporary").mkdir()
    (tmp_path / "files").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    yield tmp_path / "files"
    assert os.listdir(tmp_path / "temporary") == []


def test_an_mp4_has_the_frames_of_the_run(solution, folder):
    path = solution.movie(folder / "run.mp4", fps=10, speed=0.5, **DRAWN)
    frames = frames_of(path)
    assert frames.shape == (11, 180, 240, 3)
    assert np.abs(frames[0].astype(int) - frames[-1]).max() > 100
    assert os.listdir(folder) == ["run.mp4"]


def test_a_gif_has_few_colors_and_the_frames_of_the_run(solution, folder):
    frames = frames_of(solution.movie(folder / "run.gif", fps=10, speed=0.5, **DRAWN))
    assert frames.shape == (11, 180, 240, 3)
    _, counts = np.unique(frames[0].reshape(-1, 3), axis=0, return_counts=True)
    assert counts.max() > 0.4 * 180 * 240  # the backdrop has one color


def test_pictures_are_the_same_every_time_and_have_no_controls(solution, folder):
    options = dict(t=0.2, title="Swing", theme="dark", **DRAWN)
    pictures = [picture_of(solution.image(folder / f"{k}.png", **options)) for k in range(2)]
    assert pictures[0].shape == (180, 240, 3)
    assert np.array_equal(*pictures)
    assert pictures[0].mean() < 60


@pytest.mark.parametrize("planar, view", [(True, "2d"), (False, "iso"), (False, (-1, 2, 0.5))])
def test_both_renderers_put_a_body_at_the_same_place(planar, view):
    writer, places = moving_ball(planar)
    size = (640, 400)
    look = Look(size, view, time=False)
    times = np.array([0.0, 1.0, 2.5, 3.0])
    painted = [
        center_of_red(each) for each in MatplotlibRenderer(writer.scene(), look).pictures(times)
    ]
    with BrowserRenderer(writer.scene(), look, lossless=True) as drawn:
        played = [center_of_red(each) for each in drawn.pictures(times)]
    assert np.array(played) == pytest.approx(np.array(painted), abs=1.0)
    if not planar:
        away = (0.75, -1.1, 0.62) if view == "iso" else view
        wanted = in_picture(places, size, away, CORNERS)
        assert np.array(played)[[0, 1, 3]] == pytest.approx(wanted, abs=1.0)


def test_both_renderers_draw_much_the_same_picture():
    look = Look((480, 300), "iso", time=False)
    writer = all_kinds()
    with BrowserRenderer(writer.scene(), look, lossless=True) as drawn:
        played = next(iter(drawn.pictures(np.array([1.0])))).astype(int)
    painted = MatplotlibRenderer(writer.scene(), look).picture(1.0).astype(int)
    differs = np.abs(played - painted).max(axis=2) > 60
    assert differs.mean() < 0.04


def test_frames_may_be_larger_than_the_pipe_and_come_in_order():
    writer, _ = moving_ball()
    look = Look((1200, 800), "2d", time=False)
    with BrowserRenderer(writer.scene(), look) as drawn:
        across = [center_of_red(each)[0] for each in drawn.pictures(np.linspace(0.0, 1.0, 9))]
    assert (np.diff(across) > 20.0).all()


def test_failures_of_the_page_are_told(monkeypatch, folder):
    writer, _ = moving_ball()
    with BrowserRenderer(writer.scene(), Look(SMALL, "2d")) as drawn:
        with pytest.raises(chromium.BrowserError, match="the player failed: Error: not today"):
            drawn._browser.evaluate("(() => { throw new Error('not today'); })()")
        with pytest.raises(chromium.BrowserError, match="the browser reports: "):
            drawn._browser.call("No.such")
        monkeypatch.setattr(chromium, "PATIENCE", 0.2)
        with pytest.raises(chromium.BrowserError, match=r"did not answer within 0.2 s"):
            drawn._browser.evaluate("new Promise(() => 0)")


def test_a_browser_without_webgl_leaves_the_work_to_matplotlib(solution, folder, monkeypatch):
    monkeypatch.setattr(chromium, "FLAGS", (*chromium.FLAGS, "--disable-3d-apis"))
    with pytest.warns(UserWarning, match="Matplotlib draws it instead: .*offers no WebGL 2"):
        solution.image(folder / "a.png", size=SMALL)
    assert (folder / "a.png").exists()
    with pytest.raises(SysError, match="renderer='browser' failed: .*offers no WebGL 2"):
        solution.image(folder / "b.png", **DRAWN)


def test_an_interrupted_movie_leaves_no_file_and_no_browser(solution, folder, monkeypatch):
    ended = []
    content, end = browser._content, browser.Chromium.close
    asked = []

    def stopping(answer):
        asked.append(1)
        if len(asked) == 4:
            raise KeyboardInterrupt
        return content(answer)

    def close(self):
        end(self)
        ended.append(self._process._runs())

    monkeypatch.setattr(browser, "_content", stopping)
    monkeypatch.setattr(browser.Chromium, "close", close)
    with pytest.raises(KeyboardInterrupt):
        solution.movie(folder / "run.mp4", **DRAWN)
    assert ended == [False]
    assert os.listdir(folder) == []
