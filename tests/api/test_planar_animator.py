"""Animator: what is drawn where, and the files it writes.

Motions are given, not solved, so that the place of every line is known.
"""

import stat
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from linkwork import planar as lw
from linkwork.planar.pictures.animator import Animator
from linkwork.planar.pictures.scene import Scene
from linkwork.view.movies import encoder
from tests.cases import looped


class Wheel(lw.Disc):
    """A class of a user."""


def disc(ID=None, R=0.3, **values):
    return lw.Disc(ID, 1.0, R, **values)


def linear(parent, child, at_parent=(0.0, 0.0), at_child=(0.0, 0.0)):
    """What makes a spring of bodies; parent and child are indices."""
    return lambda b: lw.LinearSpringDamper(
        1.0, 0.0, 0.0, b.get(parent), b.get(child), at_parent, at_child
    )


def rotational(parent, child):
    return lambda b: lw.RotationalSpringDamper(1.0, 0.0, 0.0, b.get(parent), b.get(child))


TIMES = np.linspace(0.0, 2.0, 201)


def solution(bodies, poses, springs=(), **config):
    """A run in which bodies have the poses (x, y, theta), functions of time."""
    columns = [np.broadcast_to(part, TIMES.shape) for pose in poses for part in pose]
    made = [spring(dict(enumerate(bodies))) for spring in springs]
    run = lw.Solver(bodies, made, lw.RunConfiguration(**{"n_frames": 8} | config), verbose=False)
    run.timesteps, run.position_array = TIMES, np.column_stack(columns)
    return run


def oscillator(**config):
    """A disc that swings along x and turns, on a spring to the ground."""
    spring = linear(0, None, (0.1, 0.2), (-1.0, 0.5))
    pose = (1.0 + 0.3 * np.sin(3 * TIMES), 0.5, 2.0 * TIMES)
    return solution([disc("disc")], [pose], [spring], **config)


def in_data(axes, patch):
    """Points of a patch in the units of the axes."""
    return patch.get_path().transformed(patch.get_transform() - axes.transData).vertices


def lines_between(axes, first, second):
    """Lines that begin and end at two points."""
    ends = [np.asarray(line.get_data()).T for line in axes.lines]
    return [
        points
        for points in ends
        if len(points) > 2 and np.allclose(points[[0, -1]], [first, second], atol=1e-12)
    ]


def spirals(axes):
    return [line for line in axes.lines if len(line.get_xdata()) > 50 and line.get_zorder() == 4]


def coils(axes):
    return [line for line in axes.lines if len(line.get_xdata()) > 50 and line.get_zorder() == 2.5]


def texts(figure):
    return [text.get_text() for legend in figure.legends for text in legend.get_texts()]


# ---------------------------------------------------------------------- drawings


@looped("shape", [lw.Disc, lw.Circle, lw.RigidBody, Wheel])
def test_round_bodies_are_circles_around_their_center_of_mass(shape):
    run = solution([shape(m=1.0, R=0.3)], [(1.0 + TIMES, 2.0 - TIMES, 0.7)])
    axes = Animator(run).figure(1.5).axes[0]
    outline = in_data(axes, axes.patches[0])
    assert np.hypot(*(outline[:97] - [2.5, 0.5]).T) == pytest.approx(0.3, rel=1e-12)


def test_a_hoop_is_a_ring():
    figure = Animator(solution([lw.Circle(m=1.0, R=0.3)], [(0.0, 0.0, 0.0)])).figure(0.0)
    axes = figure.axes[0]
    figure.canvas.draw()
    picture = np.asarray(figure.canvas.buffer_rgba())[:, :, :3].astype(int)
    height = picture.shape[0]

    def color(x, y):
        column, row = axes.transData.transform((x, y))
        return picture[height - int(row), int(column)]

    assert np.abs(color(0.1, 0.1) - 255).max() < 30
    assert np.abs(color(0.0, 0.28) - 255).max() > 60


def test_the_center_of_mass_of_a_semicircle_is_its_pose():
    run = solution([lw.Semicircle(m=1.0, R=0.3)], [(1.0, 2.0, 0.7)])
    axes = Animator(run).figure(0.0).axes[0]
    x, y = in_data(axes, axes.patches[0])[:97].T
    after = np.roll(x, -1), np.roll(y, -1)
    cross = x * after[1] - after[0] * y
    area = 0.5 * cross.sum()
    center = [((a + b) * cross).sum() / (6 * area) for a, b in zip((x, y), after, strict=True)]
    assert area == pytest.approx(0.5 * np.pi * 0.3**2, rel=1e-3)
    assert center == pytest.approx([1.0, 2.0], abs=1e-4)
    # the arc is above the straight edge, turned by theta
    top = np.array([1.0, 2.0]) + (0.3 - 0.4 / np.pi) * np.array([-np.sin(0.7), np.cos(0.7)])
    assert np.hypot(x - top[0], y - top[1]).min() < 0.01


def test_an_ellipse_has_its_axes_and_turns():
    run = solution([lw.Ellipse(m=1.0, a=0.4, b=0.2)], [(1.0, 2.0, np.pi / 2)])
    axes = Animator(run).figure(0.0).axes[0]
    outline = in_data(axes, axes.patches[0]) - [1.0, 2.0]
    assert np.abs(outline).max(axis=0) == pytest.approx([0.2, 0.4], rel=1e-3)


def test_a_mark_shows_the_rotation():
    axes = Animator(oscillator()).figure(1.0).axes[0]
    mark = in_data(axes, axes.patches[1])
    center = np.array([1.0 + 0.3 * np.sin(3.0), 0.5])
    assert mark == pytest.approx(
        np.array([center, center + 0.3 * np.array([np.cos(2.0), np.sin(2.0)])]), abs=1e-12
    )


def test_coils_join_the_attachment_points():
    axes = Animator(oscillator()).figure(1.0).axes[0]
    c, s = np.cos(2.0), np.sin(2.0)
    end = [1.0 + 0.3 * np.sin(3.0) + 0.1 * c - 0.2 * s, 0.5 + 0.1 * s + 0.2 * c]
    (coil,) = lines_between(axes, end, [-1.0, 0.5])
    assert len(coil) > 100
    assert axes.collections, "the anchor has a support"


def test_a_coil_without_length_is_drawn():
    run = solution([disc()], [(TIMES, 0.0, 0.0)], [linear(0, None)])
    axes = Animator(run).figure(0.0).axes[0]
    assert np.isfinite(np.concatenate([line.get_xdata() for line in axes.lines])).all()


def test_rotational_springs_wind_up_around_the_child():
    bodies = [disc(R=0.5), disc(R=0.5)]
    poses = [(0.0, 0.0, TIMES), (2.0, 0.0, 0.0)]
    run = solution(bodies, poses, [rotational(0, 1)])
    windings = []
    for time in (0.0, 1.0):
        axes = Animator(run).figure(time).axes[0]
        (line,) = spirals(axes)
        spiral = np.asarray(line.get_data()).T
        assert np.hypot(*(spiral - [2.0, 0.0]).T).max() < 0.5
        angle = np.unwrap(np.arctan2(spiral[:, 1], spiral[:, 0] - 2.0))
        windings.append(angle[-1] - angle[0])
    assert windings[1] - windings[0] == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("ends", [(0, None), (None, 0)])
def test_rotational_springs_to_the_ground_stand_at_the_body(ends):
    run = solution([disc(R=0.5)], [(1.0, 1.0, TIMES)], [rotational(*ends)])
    axes = Animator(run).figure(1.0).axes[0]
    assert len(spirals(axes)) == 1


def test_springs_join_the_bodies_of_this_run():
    """Another Solver of the same springs may have its bodies in another order."""
    run = solution([disc("a"), disc("b")], [(0.0, 1.0, 0.0), (TIMES, 2.0, 0.0)], [linear(0, None)])
    lw.Solver(run.bodies[::-1], run.springs, run.config, verbose=False)
    axes = Animator(run).figure(1.0).axes[0]
    assert np.asarray(coils(axes)[0].get_data()).T[0] == pytest.approx([0.0, 1.0], abs=1e-12)


def test_held_coordinates_are_hinted():
    free = Animator(solution([disc()], [(0.0, TIMES, 0.0)])).figure(0.0).axes[0]
    held = disc(dof_constraint=(True, False, True))
    guided = Animator(solution([held], [(0.25, TIMES, 0.0)])).figure(0.0).axes[0]

    def marks(axes):
        return [line.get_marker() for line in axes.lines if line.get_marker() in "so"]

    def guides(axes):
        return [line for line in axes.lines if line.get_linestyle() == "-."]

    assert marks(free) == ["o"] and not guides(free)
    assert marks(guided) == ["s"]
    assert [line.get_xdata()[0] for line in guides(guided)] == [0.25]


def test_time_stands_in_the_title():
    assert Animator(oscillator()).figure(1.25).axes[0].get_title() == "t = 1.25 s"


def test_limits_hold_the_whole_motion_and_keep_the_aspect():
    axes = Animator(oscillator()).figure(0.0).axes[0]
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    assert left < -1.0 and right > 1.6 and low < 0.2 and high > 0.8
    assert axes.get_aspect() == 1.0
    shown = Animator(oscillator(), xlim=(-2, 3), ylim=(0, 1)).figure(0.0).axes[0]
    assert shown.get_xlim() == (-2.0, 3.0) and shown.get_ylim() == (0.0, 1.0)


def test_bodies_without_size_are_small_discs():
    run = solution([lw.RigidBody(m=1.0, R=0.0, I=1.0)], [(TIMES, 0.0, 0.0)])
    axes = Animator(run).figure(0.0).axes[0]
    assert np.ptp(in_data(axes, axes.patches[0]), axis=0) == pytest.approx(2 * [0.06], rel=1e-3)


# ---------------------------------------------------------------------- choices


def three_bodies(**config):
    bodies = [disc("a"), disc(name="Second"), disc()]
    springs = [linear(0, 1), linear(1, 2), linear(2, None)]
    poses = [(0.0, TIMES, 0.0), (1.0, TIMES, 0.0), (2.0, 0.0, 0.0)]
    return solution(bodies, poses, springs, **config)


def test_all_bodies_are_drawn_and_named():
    figure = Animator(three_bodies()).figure(0.0)
    assert texts(figure) == ["a", "Second", "body 2"]
    assert len(figure.axes[0].patches) == 6 and len(coils(figure.axes[0])) == 3


@pytest.mark.parametrize("choice", [["a", "Second"], [0, 1], [np.int64(1), "a"]])
def test_bodies_are_chosen_by_id_name_or_index(choice):
    figure = Animator(three_bodies(bodies_to_render=choice)).figure(0.0)
    assert texts(figure) == ["a", "Second"]
    assert len(coils(figure.axes[0])) == 1


def test_concise_pictures_hold_what_moves():
    figure = Animator(three_bodies(animate_concise=True)).figure(0.0)
    axes = figure.axes[0]
    assert len(axes.patches) == 4 and len(coils(axes)) == 1
    assert not axes.axison and not figure.legends


@looped(
    "colors",
    [["red", "lime"], {"a": "red", "Second": "lime"}, {0: "red", 1: "lime"}, [(1, 0, 0), "lime"]],
)
def test_colors_of_bodies(colors):
    axes = Animator(three_bodies(body_colors=colors)).figure(0.0).axes[0]
    faces = [patch.get_facecolor()[:3] for patch in axes.patches[::2]]
    assert faces[:2] == [(1, 0, 0), (0, 1, 0)]
    assert faces[2] not in faces[:2]


def test_one_color_for_all_bodies():
    axes = Animator(three_bodies(body_colors="red")).figure(0.0).axes[0]
    assert {patch.get_facecolor()[:3] for patch in axes.patches[::2]} == {(1, 0, 0)}


# ---------------------------------------------------------------------- files


def test_a_gif_has_the_frames_of_the_run(tmp_path):
    path = Animator(oscillator(output_path=tmp_path / "new"), fps=20).animate()
    assert path == tmp_path / "new" / "run.gif"
    with Image.open(path) as image:
        assert (image.format, image.n_frames) == ("GIF", 8)
        frames, duration = [], 0
        for k in range(image.n_frames):
            image.seek(k)
            duration += image.info["duration"]
            frames.append(np.asarray(image.convert("RGB")).astype(int))
    assert duration == 8 * 50
    assert all((frame[0, 0] == 255).all() for frame in frames), "white is pure"
    for first, second in zip(frames[:-1], frames[1:], strict=True):
        assert np.mean(np.abs(first - second).max(axis=2) > 40) > 0.005
    assert list(path.parent.iterdir()) == [path]


def test_pictures_of_a_movie_are_those_of_the_figure():
    animator = Animator(three_bodies())
    view = animator._new_scene()
    for time in (0.0, 1.0):
        animator._show(view, time)
        moved = view.picture().astype(int)
    figure = animator.figure(1.0)
    figure.canvas.draw()
    whole = np.asarray(figure.canvas.buffer_rgba())[:, :, :3].astype(int)
    # the frame of the axes lies below the bodies in one, and between them in the other
    assert np.mean(np.abs(moved - whole).max(axis=2) > 8) < 2e-3


def test_frames_are_even_over_the_run(tmp_path):
    animator = Animator(oscillator(n_frames=5))
    titles = [animator.frame(k).axes[0].get_title() for k in (0, 1, -1)]
    assert titles == ["t = 0.00 s", "t = 0.50 s", "t = 2.00 s"]
    with pytest.raises(IndexError, match="frame 5 does not exist, there are 5"):
        animator.frame(5)


def test_an_mp4_has_the_frames_of_the_run(tmp_path):
    path = Animator(oscillator(render_name=str(tmp_path / "movie.mp4"))).animate()
    command = [encoder.ffmpeg(), "-loglevel", "error", "-i", str(path)]
    raw = subprocess.run(
        [*command, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], capture_output=True, check=True
    ).stdout
    width, height = (
        int(side) for side in Animator(oscillator()).figure(0.0).get_size_inches() * 100
    )
    frames = np.frombuffer(raw, np.uint8).reshape(-1, height, width, 3)
    assert len(frames) == 8
    assert np.abs(frames[0].astype(int) - frames[4].astype(int)).max() > 100


@looped(
    "name, written",
    [("", "run.gif"), ("a", "a.gif"), ("a.GIF", "a.GIF"), ("b/c.mp4", "b/c.mp4")],
)
def test_names_of_files(name, written, tmp_path):
    assert Animator(oscillator(render_name=name, output_path=tmp_path)).path() == tmp_path / written


@pytest.mark.parametrize("stop", [KeyboardInterrupt, RuntimeError])
def test_a_stopped_rendering_leaves_no_file_and_keeps_the_old_one(stop, tmp_path, monkeypatch):
    (tmp_path / "run.gif").write_text("old")
    pictures, draw = [], Scene.picture

    def picture(self):
        pictures.append(1)
        if len(pictures) == 4:
            raise stop
        return draw(self)

    monkeypatch.setattr(Scene, "picture", picture)
    with pytest.raises(stop):
        Animator(oscillator(output_path=tmp_path)).animate()
    assert [path.name for path in tmp_path.iterdir()] == ["run.gif"]
    assert (tmp_path / "run.gif").read_text() == "old"


def test_a_failing_ffmpeg_is_quoted(tmp_path, monkeypatch):
    program = tmp_path / "ffmpeg"
    program.write_text("#!/bin/sh\necho no such encoder >&2\nexit 3\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(encoder, "ffmpeg", lambda: str(program))
    run = oscillator(render_name="a.mp4", output_path=tmp_path / "out")
    with pytest.raises(RuntimeError, match="could not write the MP4 file: no such encoder"):
        Animator(run).animate()
    assert not list((tmp_path / "out").iterdir())


def test_missing_packages_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(encoder.shutil, "which", lambda name: None)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    run = oscillator(render_name="a.mp4", output_path=tmp_path)
    with pytest.raises(ImportError, match=r"imageio-ffmpeg: pip install 'linkwork\[plot\]'"):
        Animator(run).animate()
    assert not list(tmp_path.iterdir())
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"needs matplotlib: pip install 'linkwork\[plot\]'"):
        Animator(run)


def test_the_backend_of_the_user_is_not_touched(tmp_path):
    code = (
        "import sys; sys.path.insert(0, '.')\n"
        "from tests.api.test_planar_animator import Animator, oscillator\n"
        f"Animator(oscillator(n_frames=2, output_path={str(tmp_path)!r})).animate()\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_solved_model_becomes_a_file(tmp_path):
    disc = lw.Disc("disc", m=1.0, R=0.3, cm=(0.0, 1.0, 0.0), dof_constraint=(True, False, False))
    half = lw.Semicircle(m=1.0, R=0.2, cm=(1.0, 1.0, 0.0), name="half")
    half.initial_conditions(v=(0.0, 1.0, 1.0))
    springs = [
        lw.LinearSpringDamper(k=50.0, c=0.1, parent=disc),
        lw.LinearSpringDamper(
            k=50.0, c=0.0, parent=half, child=disc, parent_pos=(-0.1, 0.0), child_pos=(0.2, 0.1)
        ),
    ]
    config = lw.RunConfiguration(
        termination_time=1.0, n_timesteps=101, n_frames=4,
        body_colors={"disc": "red"}, output_path=str(tmp_path), render_name="a.gif",
    )  # fmt: skip
    solver = lw.Solver([disc, half], springs, config, verbose=False)
    with pytest.raises(ValueError, match="call solve"):
        lw.Animator(solver)
    animator = lw.Animator(solver.solve())
    axes = animator.figure(0.5).axes[0]
    pose = solver.position_array[50].reshape(2, 3)
    outline = in_data(axes, axes.patches[0])[:97]
    assert outline.mean(axis=0) == pytest.approx(pose[0, :2], abs=5e-3)
    c, s = np.cos(pose[1, 2]), np.sin(pose[1, 2])
    ends = [np.asarray(line.get_data()).T[0] for line in coils(axes)]
    assert ends[1] == pytest.approx(pose[1, :2] - [0.1 * c, 0.1 * s], abs=1e-12)
    with Image.open(animator.animate()) as image:
        assert image.n_frames == 4


# ---------------------------------------------------------------------- mistakes


@looped(
    "config, message",
    [
        ({"render_name": "a.avi"}, "must end in .gif or .mp4 or have no suffix, but is 'a.avi'"),
        ({"bodies_to_render": ["x"]}, r"bodies_to_render has 'x', .*0 to 0.*\['disc'\]"),
        ({"bodies_to_render": [1]}, "bodies_to_render has 1"),
        ({"body_colors": ["no color"]}, "body_colors of body 0 .*'no color'"),
        ({"body_colors": {"x": "red"}}, "body_colors has 'x'"),
    ],
)
def test_bad_configurations_are_refused(config, message):
    with pytest.raises(ValueError, match=message):
        Animator(oscillator(**config)).animate()


@looped("fps", [0, -1, np.nan, np.inf, "15"])
def test_bad_rates_are_refused(fps):
    with pytest.raises(ValueError, match="fps must be a number > 0"):
        Animator(oscillator(), fps=fps)


@looped("limits", [(1.0, 1.0), (2.0, 1.0), (0.0,), (0.0, np.inf)])
def test_bad_limits_are_refused(limits):
    with pytest.raises(ValueError, match=r"ylim must be \(low, high\)"):
        Animator(oscillator(), ylim=limits)


def test_bad_solutions_are_refused():
    run = oscillator()
    run.position_array = run.position_array[:, :2]
    with pytest.raises(ValueError, match=r"must have the shape \(201, 3\)"):
        Animator(run)
    run = oscillator()
    run.position_array[5, 0] = np.nan
    with pytest.raises(ValueError, match="not finite"):
        Animator(run)
    with pytest.raises(TypeError, match="solution must be a solved Solver, but is 5"):
        Animator(5)
    run.position_array = None
    with pytest.raises(ValueError, match="call solve"):
        Animator(run)
    with pytest.raises(ValueError, match="time must be in 0 .. 2 s, but is 3"):
        Animator(oscillator()).figure(3)
