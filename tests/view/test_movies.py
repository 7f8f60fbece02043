"""Movies and pictures of a Solution: files, frames, choices, mistakes; drawn by Matplotlib."""

import os
import re
import stat
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import pytest
from PIL import Image

import linkwork as exu
from linkwork.core.errors import ParameterError, SysError
from linkwork.items import *
from linkwork.view.movies import chromium, encoder, movie
from linkwork.view.movies.look import Look
from linkwork.view.movies.paint.kinds import _Maker
from linkwork.view.movies.paint.painter import MatplotlibRenderer
from tests.browser.pages import ROOT

from .films import CORNERS, RED, center_of_red, frames_of, in_picture, moving_ball, picture_of
from .models import pendulum, settings_for

SMALL = (160, 120)
DRAWN = dict(size=SMALL, renderer="matplotlib")


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


# ---------------------------------------------------------------------- files


def test_an_mp4_has_the_frames_size_and_rate_that_were_chosen(solution, folder):
    path = solution.movie(folder / "run.mp4", fps=20, speed=0.5, **DRAWN)
    frames = frames_of(path)
    assert path == folder / "run.mp4"
    assert frames.shape == (21, 120, 160, 3)  # 1 s of movie, both ends included
    assert np.abs(frames[0].astype(int) - frames[-1]).max() > 100
    assert os.listdir(folder) == ["run.mp4"]


def test_an_mp4_keeps_colors_and_names_their_standard(folder):
    """Colors as wide as the blocks in which H.264 keeps them."""
    colors = np.array([[220, 30, 40], [30, 160, 60], [40, 60, 200], [240, 200, 40]], np.uint8)
    picture = np.repeat(np.repeat(colors[None], 64, axis=0), 32, axis=1)
    encoder.write(folder / "bars.mp4", iter([picture] * 3), 10.0)
    found = frames_of(folder / "bars.mp4")[1, 32, 16::32].astype(int)
    assert np.abs(found - colors).max() <= 6
    command = [encoder.ffmpeg(), "-i", str(folder / "bars.mp4")]
    assert "bt709" in subprocess.run(command, capture_output=True).stderr.decode()
    raw = [*command, "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"]
    content = subprocess.run(raw, capture_output=True, check=True).stdout
    found = np.frombuffer(content, np.uint8)[: 64 * 128].reshape(64, 128)[32, 16::32]
    luma = 16.0 + 219.0 / 255.0 * colors @ [0.2126, 0.7152, 0.0722]  # ITU-R BT.709
    assert found == pytest.approx(luma, abs=2.0)


def test_a_gif_has_the_duration_of_the_run_and_repeats(solution, folder):
    path = solution.movie(folder / "run.gif", speed=1, **DRAWN)
    with Image.open(path) as image:
        assert image.size == SMALL
        assert image.info["loop"] == 0
        assert image.n_frames == 14  # 0.5 s at 25 frames per second
        durations = []
        for k in range(image.n_frames):
            image.seek(k)
            durations.append(image.info["duration"])
    assert durations == [40] * 14
    frames = frames_of(path)
    assert np.abs(frames[0].astype(int) - frames[-1]).max() > 100


def test_a_gif_has_the_colors_of_the_scene_and_an_even_background(solution, folder):
    path = solution.movie(folder / "run.gif", speed=1, **DRAWN)
    exact = MatplotlibRenderer(scene_form(solution), Look(SMALL, "2d", plain=True))
    wanted = exact.picture(0.0)
    found = frames_of(path)[0]
    assert np.abs(found.astype(int) - wanted).mean() < 2.0
    colors, counts = np.unique(found.reshape(-1, 3), axis=0, return_counts=True)
    assert counts.max() > 0.4 * found[..., 0].size


def scene_form(solution):
    from linkwork.view.scene import scene_of

    return scene_of(solution)


def test_a_picture_shows_the_wanted_time(solution, folder):
    first = picture_of(solution.image(folder / "a.png", 0.0, showTime=False, **DRAWN))
    last = picture_of(solution.image(folder / "b", showTime=False, **DRAWN))
    again = picture_of(solution.image(folder / "c.png", t=0.5, showTime=False, **DRAWN))
    assert first.shape == (120, 160, 3)
    assert np.array_equal(last, again)
    assert not np.array_equal(first, last)
    assert sorted(os.listdir(folder)) == ["a.png", "b.png", "c.png"]


def test_frames_are_the_same_every_time(solution, folder):
    files = [solution.image(folder / f"{k}.png", 0.3, **DRAWN).read_bytes() for k in range(2)]
    assert files[0] == files[1]


def test_a_moment_is_a_movie_of_one_frame(solution, folder):
    assert movie.frame_times(solution, 30.0, start=0.5).tolist() == [0.5]
    assert len(frames_of(solution.movie(folder / "one.mp4", start=0.5, **DRAWN))) == 1


def test_planar_solvers_and_modes_have_movies(folder):
    from linkwork import planar

    disc = planar.Disc(m=1.0, R=0.3, cm=(0.0, 1.0, 0.0), dof_constraint=(True, False, True))
    spring = planar.LinearSpringDamper(k=50.0, c=0.0, parent=disc)
    config = planar.RunConfiguration(termination_time=0.2, n_timesteps=21)
    solver = planar.Solver([disc], [spring], config, verbose=False)
    solver.solve()
    assert picture_of(solver.image(folder / "disc.png", **DRAWN)).shape == (120, 160, 3)
    assert len(frames_of(solver.movie(folder / "disc.mp4", fps=5, speed=0.1, **DRAWN))) == 11
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[1, 0]))
    mass = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=1))
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=1, stiffness=100))
    mbs.Assemble()
    modes = mbs.ComputeModes()
    frames = frames_of(modes.movie(folder / "mode.gif", len(modes) - 1, fps=10, **DRAWN))
    assert len(frames) == 21


# ---------------------------------------------------------------------- times of frames


def test_by_default_runs_play_at_their_own_speed_within_2_and_30_seconds(solution):
    assert len(movie.frame_times(solution, 30.0)) == 61  # 0.5 s become 2 s
    long = type("Long", (), {"times": np.array([0.0, 600.0])})()
    assert len(movie.frame_times(long, 10.0)) == 301  # 600 s become 30 s
    usual = type("Usual", (), {"times": np.array([1.0, 6.0])})()
    times = movie.frame_times(usual, 4.0)
    assert times == pytest.approx(1.0 + 0.25 * np.arange(21), abs=1e-12)


def test_start_and_end_choose_a_part_of_the_run(solution):
    times = movie.frame_times(solution, 10.0, 0.1, 0.2, 0.333)
    assert times[0] == 0.2 and times[-1] == 0.333
    assert np.diff(times)[:-1] == pytest.approx(0.01, abs=1e-12)
    assert len(times) == 15


# ---------------------------------------------------------------------- where things are


def test_in_the_plane_lengths_have_one_scale_and_y_points_up():
    writer, places = moving_ball()
    drawn = MatplotlibRenderer(writer.scene(), Look((640, 480), "2d", time=False))
    seen = np.array([center_of_red(drawn.picture(time)) for time in (0.0, 1.0, 3.0, 2.0)])
    way = np.diff(places, axis=0)
    pixels = np.diff(seen[:3], axis=0)
    scale = pixels[0, 0] / way[0, 0]
    # 2 m of bounds with a margin of 10 % in the height without the edges for scales and texts
    assert scale == pytest.approx((480 - 46 - 24) / 2.2, rel=2e-3)
    assert pixels[:, 0] == pytest.approx(scale * way[:, 0], abs=0.5)
    assert pixels[:, 1] == pytest.approx(-scale * way[:, 1], abs=0.5)
    assert seen[3] == pytest.approx(0.5 * (seen[1] + seen[2]), abs=0.5)  # between two states


@pytest.mark.parametrize("view, away", [("iso", (0.75, -1.1, 0.62)), ("x", (1, 0, 0)),
                                        ((-1.0, 2.0, 0.5), (-1.0, 2.0, 0.5))])  # fmt: skip
def test_in_space_a_body_is_where_a_pinhole_camera_sees_it(view, away):
    writer, places = moving_ball(planar=False)
    drawn = MatplotlibRenderer(writer.scene(), Look((640, 400), view, time=False))
    wanted = in_picture(places, (640, 400), away, CORNERS)
    for time, place in zip((0.0, 1.0, 3.0), wanted, strict=True):
        assert center_of_red(drawn.picture(time)) == pytest.approx(place, abs=1.0)


def test_from_straight_above_the_picture_is_upright():
    writer, places = moving_ball(planar=False)
    pictures = [
        MatplotlibRenderer(writer.scene(), Look((320, 240), view, time=False)).picture(0.0)
        for view in ("z", (0.0, 0.0, 1.0))
    ]
    assert np.abs(pictures[0].astype(int) - pictures[1]).max() <= 2


def covered(alpha, near_first):
    """Color in the middle, where a blue plate of some alpha is in front of a red one."""
    from tests.browser.pages import SceneWriter

    writer = SceneWriter(np.array([0.0]), planar=True)
    writer.form["defaults"]["background"] = [1.0, 1.0, 1.0, 1.0]
    writer.form["bounds"] = [[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]]
    plates = [([0.0, 0.0, 1.0, alpha], 0.5), ([1.0, 0.0, 0.0, 1.0], -0.5)]
    for color, z in plates if near_first else plates[::-1]:
        point = [-1, 0, 0, z]
        writer.item("box", "body", "plate", point=point, sizes=[1, 1, 0.1], color=color)
    look = Look((200, 200), "2d", time=False)
    return MatplotlibRenderer(writer.scene(), look).picture(0.0)[100, 100].astype(float)


@pytest.mark.parametrize("near_first", [True, False])
def test_what_is_near_hides_or_veils_what_is_behind(near_first):
    hidden = covered(1.0, near_first)
    assert hidden[0] == 0.0 and hidden[2] > 200.0
    veiled = covered(0.25, near_first)
    assert veiled[2] == pytest.approx(0.25 * hidden[2], abs=1.0)
    assert veiled[0] == pytest.approx(0.75 * hidden[2], abs=1.0)  # plates are equally bright


def test_shadows_darken_the_ground_by_their_strength():
    writer, _ = moving_ball(planar=False)
    writer.item("box", "body", "plate", point=[-1, 0, 0, 0.5], sizes=[1, 1, 0.02], color=RED)
    drawn = MatplotlibRenderer(writer.scene(), Look((320, 240), (1, 0.0, 0.4), time=False))
    with_shadow = drawn.picture(0.0).astype(float)
    drawn.casts = False
    without = drawn.picture(0.0).astype(float)
    share = with_shadow / np.maximum(without, 1.0)
    dark = share.mean(axis=2) < 0.95
    assert dark.sum() > 200
    assert np.median(share[dark]) == pytest.approx(1.0 - drawn.theme["shadow"], abs=0.01)


def test_every_kind_of_item_is_drawn():
    from tests.browser.scenes import all_kinds

    form = all_kinds().form
    for index, item in enumerate(form["items"]):
        if item["kind"] == "hologram":
            continue
        writer = all_kinds()
        writer.form["items"] = [writer.form["items"][index]]
        drawn = MatplotlibRenderer(writer.scene(), Look((240, 180), "iso", time=False))
        drawn.casts = False
        picture = drawn.picture(1.0)
        behind = drawn.raster.behind
        assert np.count_nonzero((picture != behind).any(axis=2)) > 3, item["name"]


def test_both_renderers_know_the_same_kinds():
    source = (ROOT / "player" / "src" / "kinds" / "index.js").read_text()
    (listed,) = re.findall(r"Object.entries\(\{(.*?)\}\)", source, re.S)
    kinds = {name.strip() for name in listed.split(",")} - {""}
    assert len(kinds) >= 19
    assert {name for name in kinds if not hasattr(_Maker, f"add_{name}")} == set()


def test_numbers_of_items_are_written_beside_them():
    writer, _ = moving_ball()
    look = Look((320, 240), "2d", time=False)
    plain = MatplotlibRenderer(writer.scene(), look).picture(0.0)
    writer.form["items"][0]["showNumber"] = True
    numbered = MatplotlibRenderer(writer.scene(), look).picture(0.0)
    rows, columns = np.nonzero((plain != numbered).any(axis=2))
    place = np.array([columns.mean(), rows.mean()]) - center_of_red(plain)
    assert place == pytest.approx([14, -10], abs=4.0)


def test_absurd_scenes_are_drawn_as_far_as_they_can_be():
    from tests.browser.scenes import absurd

    writer = absurd()
    for view in ("iso", "2d"):
        drawn = MatplotlibRenderer(writer.scene(), Look(SMALL, view))
        assert drawn.picture(0.5).shape == (120, 160, 3)


# ---------------------------------------------------------------------- choices


def test_themes_titles_and_times(solution, folder):
    def drawn(**options):
        return picture_of(solution.image(folder / "a.png", 0.2, **{**DRAWN, **options})).astype(int)

    plain = drawn(showTime=False)
    assert plain.mean() > 200 > 60 > drawn(theme="dark").mean()
    named = np.argwhere((drawn(showTime=False, title="Swing") != plain).any(axis=2))
    assert len(named) and named[:, 0].max() < 35 and named[:, 1].max() < 80
    timed = np.argwhere((drawn() != plain).any(axis=2))
    assert len(timed) and timed[:, 0].max() < 35 and timed[:, 1].min() > 40


def test_long_titles_end_before_the_time(solution, folder):
    title = "A very long\ntitle that would not fit"
    drawn = [
        picture_of(solution.image(folder / "a.png", 0.2, title=text, **DRAWN)).astype(int)
        for text in ("", title, title[:1])
    ]
    clock = picture_of(solution.image(folder / "b.png", 0.2, showTime=False, **DRAWN)) != drawn[0]
    begin = np.argwhere(clock.any(axis=2))[:, 1].min()
    written = np.argwhere((drawn[1] != drawn[0]).any(axis=2))[:, 1].max()
    assert np.argwhere((drawn[2] != drawn[0]).any(axis=2))[:, 1].max() < written < begin


@pytest.mark.parametrize(
    "options, told",
    [
        (dict(fps=0), "fps must be a number > 0, got 0"),
        (dict(fps="fast"), "fps must be a number > 0, got 'fast'"),
        (dict(speed=-1), "speed must be a number > 0, got -1"),
        (dict(speed=float("nan")), "speed must be a number > 0, got nan"),
        (dict(speed=1e-9), "would have 1.5e+10 frames, more than 50000; choose a higher speed"),
        (dict(size=100), r"size must be (width, height), two integers from 64 to 7680 px, got 100"),
        (dict(size=(10, 100)), "two integers from 64 to 7680 px, got (10, 100)"),
        (dict(size=(100.5, 100)), "two integers from 64 to 7680 px, got (100.5, 100)"),
        (dict(size=(161, 121)), "must be two even numbers, got (161, 121); use (162, 122)"),
        (dict(view="front"), "view must be 'auto', 'x', 'y', 'z', 'iso' or '2d', or the direction"),
        (dict(view=(0, 0, 0)), "got (0, 0, 0)"),
        (dict(view=(1, 2)), "got (1, 2)"),
        (dict(view=None), "got None"),
        (dict(theme="blue"), "theme must be 'light' or 'dark', got 'blue'"),
        (dict(renderer="opengl"), "renderer must be 'auto', 'browser' or 'matplotlib', got"),
        (dict(start=-1), "start must be a time of the run, 0 ... 0.5 s, got -1"),
        (dict(end=0.6), "end must be a time of the run, 0 ... 0.5 s, got 0.6"),
        (dict(start=0.4, end=0.2), "start must not be after end, got start = 0.4, end = 0.2"),
        (dict(title=3), "title must be a string, got 3"),
        (dict(showTime="no"), "showTime must be True or False, got 'no'"),
    ],
)
def test_bad_choices_are_refused(solution, folder, options, told):
    with pytest.raises(ParameterError) as error:
        solution.movie(folder / "run.mp4", **{**DRAWN, **options})
    assert told in str(error.value)
    assert os.listdir(folder) == []


def test_bad_files_are_refused(solution, folder):
    with pytest.raises(ParameterError, match=r"must end in .gif or .mp4$"):
        solution.movie(folder / "run.avi", **DRAWN)
    with pytest.raises(ParameterError, match=r"must end in .gif or .mp4; use `image` for .png"):
        solution.movie(folder / "run.png", **DRAWN)
    with pytest.raises(ParameterError, match=r"must end in .png; use `movie` for .gif"):
        solution.image(folder / "run.gif", **DRAWN)
    with pytest.raises(SysError, match="is a folder"):
        solution.movie(folder, **DRAWN)
    with pytest.raises(ParameterError, match=r"t must be a time of the run, 0 ... 0.5 s, got 2"):
        solution.image(folder / "a.png", 2, **DRAWN)
    (folder / "file").write_text("")
    with pytest.raises(SysError, match="cannot be created"):
        solution.image(folder / "file" / "a.png", **DRAWN)


# ---------------------------------------------------------------------- interruptions


@pytest.mark.parametrize("name", ["run.mp4", "run.gif"])
@pytest.mark.parametrize("stop", [KeyboardInterrupt, RuntimeError])
def test_a_movie_that_is_stopped_leaves_no_file_and_keeps_the_old_one(
    solution, folder, monkeypatch, name, stop
):
    (folder / name).write_text("old")
    drawn, picture = [], MatplotlibRenderer.picture

    def stopping(self, time):
        drawn.append(time)
        if len(drawn) == 9:
            raise stop
        return picture(self, time)

    monkeypatch.setattr(MatplotlibRenderer, "picture", stopping)
    with pytest.raises(stop):
        solution.movie(folder / name, **DRAWN)
    assert os.listdir(folder) == [name]
    assert (folder / name).read_text() == "old"


def test_progress_appears_after_a_while_and_can_be_off(solution, folder, monkeypatch, capsys):
    from linkwork.view.movies import progress

    monkeypatch.setattr(progress, "AFTER", -1.0)
    solution.movie(folder / "run.mp4", fps=5, **DRAWN)
    assert "run.mp4: 100%" in capsys.readouterr().err
    solution.movie(folder / "run.mp4", fps=5, progress=False, **DRAWN)
    assert capsys.readouterr().err == ""


# ---------------------------------------------------------------------- browsers that are no help


def test_without_a_browser_matplotlib_draws_and_nothing_is_told(solution, folder, monkeypatch):
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setattr(chromium.shutil, "which", lambda name: None)
    monkeypatch.setattr(chromium.platform, "system", lambda: "Linux")
    auto = picture_of(solution.image(folder / "a.png", 0.2, size=SMALL))
    same = picture_of(solution.image(folder / "b.png", 0.2, **DRAWN))
    assert np.array_equal(auto, same)
    with pytest.raises(SysError, match="renderer='browser' failed: no Chromium, Chrome or Edge"):
        solution.image(folder / "c.png", size=SMALL, renderer="browser")
    assert not (folder / "c.png").exists()


def fake_browser(folder, text):
    program = folder.parent / "browser"
    program.write_text(f"#!{sys.executable}\n{text}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(program)


@pytest.mark.skipif(sys.platform == "win32", reason="scripts are no programs there")
@pytest.mark.parametrize(
    "text, told",
    [
        ("import sys; sys.exit('no display')", "the browser ended: no display"),
        ("import os, time; os.close(4); time.sleep(60)", "the browser ended"),
        (
            'import os; os.read(3, 9); os.write(4, b\'{"id": 1, "error": {"message": "no"}}\\0\');'
            "os.read(3, 99)",
            "the browser reports: no",
        ),
    ],
)
def test_a_browser_that_fails_is_told_once_and_matplotlib_draws(
    solution, folder, monkeypatch, text, told
):
    monkeypatch.setenv(chromium.VARIABLE, fake_browser(folder, text))
    monkeypatch.setattr("linkwork.view.movies.piped_process.FAREWELL", 0.2)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        path = solution.image(folder / "a.png", 0.2, size=SMALL)
    assert len(caught) == 1
    assert "Matplotlib draws it instead: " + told in str(caught[0].message)
    assert caught[0].filename == __file__
    assert picture_of(path).shape == (120, 160, 3)
    with pytest.raises(SysError, match="renderer='browser' failed"):
        solution.image(folder / "b.png", size=SMALL, renderer="browser")


def test_a_named_browser_that_is_missing_is_told(solution, folder, monkeypatch):
    monkeypatch.setenv(chromium.VARIABLE, "/nowhere/chromium")
    with pytest.warns(UserWarning, match="LINKWORK_CHROMIUM names '/nowhere/chromium', which is"):
        solution.image(folder / "a.png", size=SMALL)
    assert (folder / "a.png").exists()


@pytest.mark.parametrize(
    "system, variable, place",
    [
        ("Darwin", "HOME", "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        ("Windows", "LOCALAPPDATA", r"Google\Chrome\Application\chrome.exe"),
    ],
)
def test_browsers_are_found_where_the_system_keeps_them(
    tmp_path, monkeypatch, system, variable, place
):
    program = tmp_path / place
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text("")
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setattr(chromium.shutil, "which", lambda name: None)
    monkeypatch.setattr(chromium.platform, "system", lambda: system)
    monkeypatch.setenv(variable, str(tmp_path))
    assert chromium.find_chromium() == str(program)


def test_missing_packages_are_named_before_anything_is_drawn(solution, folder, monkeypatch):
    monkeypatch.setattr(encoder.shutil, "which", lambda name: None)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(ImportError, match=r"imageio-ffmpeg: pip install 'linkwork\[plot\]'"):
        solution.movie(folder / "run.mp4", **DRAWN)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SysError, match=r"matplotlib.*pip install \"linkwork\[plot\]\""):
        solution.image(folder / "a.png", **DRAWN)
