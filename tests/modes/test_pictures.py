"""Modes as a result: table, motion for the player, plots."""

import json
import re

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.view.scene import scene_of

from .models import chain, generic, hanging_rods, net, ziegler


def test_table():
    modes = chain(3, rest=1.0, ends=False).ComputeModes()
    lines = repr(modes).splitlines()
    assert lines[0] == "9 undamped modes at t = 0 s"
    assert lines[2].endswith("nothing resists it")
    assert float(lines[-1].split()[1]) == pytest.approx(modes.frequencies[-1], rel=1e-7)
    assert len(modes) == 9
    decaying = generic([[1.0]], [[1.0]], [[5.0]]).ComputeModes(damped=True)
    assert "decays with" in repr(decaying)
    assert repr(decaying).splitlines()[0] == "2 damped modes at t = 0 s"
    assert repr(generic([[1.0]], [[1.0]]).ComputeModes()).startswith("1 undamped mode at")
    many = net(6, 5).ComputeModes()
    assert "... 50 more" in repr(many)


def test_effective_masses_add_up():
    """All modes together move all of the mass that is not held, in every direction."""
    modes = chain(5, mass=0.4).ComputeModes()
    assert modes.effective_masses.sum(axis=0) == pytest.approx([2.0] * 3, rel=1e-12)
    first = modes.effective_masses[np.argmax(modes.effective_masses[:, 0])]
    assert first[0] > 1.6 and first[1] == pytest.approx(0.0, abs=1e-12)


def test_motion_of_a_mode():
    modes = chain(5).ComputeModes()
    motion = modes.solution(0, amplitude=2.0, frames=41, seconds=4.0)
    assert motion.times[[0, -1]] == pytest.approx([0.0, 4.0])
    assert motion.coordinates[0] == pytest.approx(modes.q, abs=1e-12)
    assert motion.coordinates[10] == pytest.approx(modes.q + 2.0 * modes.vectors[:, 0])
    rate = np.gradient(motion.coordinates, motion.times, axis=0)
    assert motion.velocities[1:-1] == pytest.approx(rate[1:-1], rel=1e-2, abs=1e-3)
    assert scene_of(motion).form["times"]["shape"] == [41]


def test_points_move_by_a_tenth_of_the_model():
    modes = chain(5).ComputeModes()  # 6 m from wall to wall
    for mode in (0, 3, -1):
        moved = modes.solution(mode).coordinates - modes.q
        assert np.linalg.norm(moved.reshape(60, 5, 3), axis=2).max() == pytest.approx(0.6, rel=0.01)
    turning = ziegler(0.1).ComputeModes(damped=True)
    angles = turning.solution(0).coordinates[:, [2, 5]]
    assert 0.05 < np.abs(angles).max() <= 0.4 + 1e-9


def test_complex_shapes_go_round():
    """A gyroscopic pair runs in a circle: both coordinates, a quarter of a period apart."""
    turn = np.array([[0.0, -2.0], [2.0, 0.0]])
    modes = generic(np.eye(2), 9.0 * np.eye(2), turn).ComputeModes(damped=True)
    path = modes.solution(0, amplitude=1.0).coordinates
    assert np.linalg.norm(path, axis=1) == pytest.approx([0.5**0.5] * 60, rel=1e-9)


def test_page(tmp_path):
    modes = hanging_rods([1.0, 1.0], [1.0, 1.0]).ComputeModes()
    page = modes.export_html(tmp_path / "mode.html", mode=2)
    text = page.read_text("utf-8")
    form = json.loads(re.search(r'id="linkwork-scene"[^>]*>(.*?)</script>', text, re.S)[1])
    assert form["title"] == modes.title(2) == "mode 2: 0.92109 Hz"
    for wrong in (4, -5, "1", True):
        with pytest.raises(exu.SysError, match="from 0 to 3, there are 4 modes"):
            modes.export_html(tmp_path / "none.html", mode=wrong)


@pytest.mark.parametrize("values", [dict(frames=1), dict(seconds=0.0), dict(frames=2.5)])
def test_refusals_of_a_motion(values):
    with pytest.raises(exu.SysError, match=next(iter(values))):
        chain(2).ComputeModes().solution(0, **values)


def test_plots(tmp_path):
    modes = net(4, 3).ComputeModes(8)
    figure = modes.plot(fileName=tmp_path / "modes.png", title="net")
    shown = [ax for ax in figure.axes if ax.get_visible()]
    assert len(shown) == 6 and (tmp_path / "modes.png").stat().st_size > 10000
    assert shown[0].get_title(loc="left") == modes.title(0)
    held = [k for k in range(12) if k % 3 == 2]
    flat = chain(4).ComputeModes(constrainedCoordinates=held).plot(0)
    moved = flat.axes[0].lines[3].get_ydata() - flat.axes[0].lines[1].get_ydata()
    assert np.abs(moved).max() == pytest.approx(0.5, rel=0.05)
    assert flat.axes[0].get_ylabel() == "y [m]"
    bars = generic(np.eye(3), np.diag([1.0, 2.0, 3.0])).ComputeModes().plot([0, 2])
    assert [len(ax.patches) for ax in bars.axes] == [3, 3]
    with pytest.raises(exu.SysError, match="no modes"):
        exu.SystemContainer().AddSystem().ComputeModes().plot()
    with pytest.raises(exu.SysError, match="got none"):
        modes.plot([])


@pytest.mark.parametrize("amplitude", [np.nan, np.inf, "a", 1j, True, [1.0]])
def test_amplitudes_that_are_no_numbers(amplitude):
    modes = chain(2).ComputeModes()
    for use in (modes.solution, modes.plot):
        with pytest.raises(exu.ParameterError, match="amplitude must be a finite real number, got"):
            use(0, amplitude=amplitude)


def test_periods_that_are_no_times():
    modes = chain(2).ComputeModes()
    for seconds in ("a", 0.0, np.nan):
        with pytest.raises(exu.ParameterError, match="seconds must be .*> 0, got"):
            modes.solution(0, seconds=seconds)


def test_no_modes():
    modes = chain(1).ComputeModes(constrainedCoordinates=[0, 1, 2])
    with pytest.raises(exu.ParameterError, match="mode does not exist, there are 0 modes, got 0"):
        modes.solution()
