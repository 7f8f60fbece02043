"""Planar bodies have the shapes and areas of their classes."""

import math

import numpy as np
import pytest

from linkwork import planar as lw
from linkwork.core.errors import SysError
from linkwork.view.scene import scene_of

from .scenes import array_of, items_of, positions

BODIES = {
    "Disc": (lambda: lw.Disc(m=1, R=0.3), math.pi * 0.3**2, (0, 0)),
    "Circle": (lambda: lw.Circle(m=1, R=0.4), math.pi * 0.4**2 * (1 - 0.86**2), (0, 0)),
    "Semicircle": (lambda: lw.Semicircle(m=1, R=0.5), math.pi * 0.5**2 / 2, (0, 0)),
    "Ellipse": (lambda: lw.Ellipse(m=1, a=0.5, b=0.2), math.pi * 0.5 * 0.2, (0, 0)),
}


def solved(*bodies):
    run = lw.RunConfiguration(n_timesteps=20, termination_time=0.1)
    springs = [lw.LinearSpringDamper(k=1, c=0, parent=body, child=None) for body in bodies]
    return lw.Solver(bodies=list(bodies), springs=springs, config=run)


@pytest.mark.parametrize("name", BODIES)
def test_area_and_center_of_the_surface_are_those_of_the_body(name):
    make, area, center = BODIES[name]
    body = make()
    body.initial_conditions(p=(1, 2, 0.5))
    scene = scene_of(solved(body).solve().solution)
    assert scene.form["planar"] is True
    drawn = items_of(scene, kind="shape")
    assert {item["label"] for item in drawn} == {drawn[0]["label"]}
    surface = scene.form["shapes"][drawn[0]["shape"]]
    corners = (array_of(scene, surface["points"]) + surface["at"])[:, :2]
    a, b, c = corners[array_of(scene, surface["triangles"])].transpose(1, 0, 2)
    across, up = b - a, c - a
    areas = 0.5 * (across[:, 0] * up[:, 1] - across[:, 1] * up[:, 0])
    assert (areas >= -1e-9).all(), "all triangles face the same side"
    assert areas.sum() == pytest.approx(area, rel=2e-3)
    middle = (areas[:, None] * (a + b + c) / 3).sum(axis=0) / areas.sum()
    assert middle == pytest.approx(center, abs=1e-4)
    assert positions(scene, drawn[0]["point"])[0] == pytest.approx([1, 2, 0], abs=1e-6)


def extent(scene):
    """Largest distance of a drawn point from the center of mass, and the names in the scene."""
    drawn = items_of(scene, kind="shape")
    surface = scene.form["shapes"][drawn[0]["shape"]]
    points = array_of(scene, surface["points"]) + surface["at"]
    return np.hypot(*points[:, :2].T).max(), {item["name"] for item in drawn}


def test_a_further_solve_draws_the_body_as_it_is_now():
    disc = lw.Disc(m=1, R=0.3, name="wheel", cm=(0, 1, 0))
    ellipse = lw.Ellipse(m=1, a=0.5, b=0.2, cm=(1, 1, 0))
    solver = solved(disc)
    scene = scene_of(solver.solve().solution)
    assert extent(scene) == (pytest.approx(0.3, rel=1e-6), {"Disc 'wheel'"})
    model = solver._engine.mbs._model
    disc.R = 0.6
    scene = scene_of(solver.solve().solution)
    assert extent(scene) == (pytest.approx(0.6, rel=1e-6), {"Disc 'wheel'"})
    assert solver._engine.mbs._model is model
    disc.R = 0.0
    assert len(items_of(scene_of(solved(ellipse).solve().solution), kind="shape")) > 0
    disc.R, disc.name, solver.springs[0].name = 0.2, "disc", "spring"
    scene = scene_of(solver.solve().solution)
    assert extent(scene) == (pytest.approx(0.2, rel=1e-6), {"Disc 'disc'"})
    assert items_of(scene, family="connector")[0]["name"] == "LinearSpringDamper 'spring'"
    solver = solved(ellipse)
    assert extent(scene_of(solver.solve().solution))[0] == pytest.approx(0.5, rel=1e-6)
    ellipse.b = 0.7
    assert extent(scene_of(solver.solve().solution))[0] == pytest.approx(0.7, rel=1e-6)


def test_a_body_without_size_is_drawn_as_a_disc():
    scene = scene_of(solved(lw.RigidBody(m=1, I=1, R=0)).solve().solution)
    assert len(items_of(scene, kind="disc")) == 1 and not items_of(scene, kind="shape")


def test_a_rotational_spring_is_drawn_at_the_body_that_turns():
    body = lw.Disc(m=1, R=0.3, cm=(2, 1, 0))
    spring = lw.RotationalSpringDamper(k=1, c=0, parent=body, child=None)
    run = lw.RunConfiguration(n_timesteps=20, termination_time=0.1)
    solver = lw.Solver(bodies=[body], springs=[spring], config=run).solve()
    scene = scene_of(solver.solution)
    (spiral,) = items_of(scene, kind="spiral")
    assert positions(scene, spiral["points"][0])[0] == pytest.approx([2, 1, 0])
    angle = array_of(scene, spiral["angle"])
    assert angle.shape == (20,) and not angle.any() and not items_of(scene, kind="support")


def test_the_solver_has_the_doors_of_a_solution(tmp_path):
    solver = solved(lw.Disc(m=1, R=0.3))
    with pytest.raises(SysError, match=r"call solve\(\) first"):
        solver.export_html(tmp_path / "run.html")
    path = solver.solve().export_html(tmp_path / "run.html", title="disc", frames=5)
    assert "<title>disc</title>" in path.read_text("utf-8")
    assert np.isfinite(path.stat().st_size)
    pytest.importorskip("matplotlib")
    assert len(solver.plot("coordinates").axes) == 2


def test_tracked_forces_are_plotted_with_their_units():
    pytest.importorskip("matplotlib")
    body = lw.Disc(m=1, R=0.3, cm=(2, 1, 0))
    spring = lw.LinearSpringDamper(k=1, c=0, parent=body, child=None, track_force=True)
    run = lw.RunConfiguration(n_timesteps=20, termination_time=0.1)
    figure = lw.Solver(bodies=[body], springs=[spring], config=run).solve().plot()
    labels = [ax.get_ylabel().replace("\u00a0", " ") for ax in figure.axes]
    assert [label[label.index("[") :] for label in labels] == ["[N]", "[N m]"]
