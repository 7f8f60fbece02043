"""Pictures of examples in the gallery."""

import runpy
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from docs.generator.gallery import ORDER, Order, chart
from docs.generator.pictures import VIEW, Picture
from docs.generator.precision import ERRORS, MARK, WORK, draw
from linkwork.cli.examples import examples, solution_in
from tests.verification.precision import METHODS, Point
from tests.verification.spatial_models import KINDS
from tests.verification.table import PAGE

EXAMPLES = examples()


@pytest.fixture(scope="module")
def pendulum():
    return solution_in(runpy.run_path(str(EXAMPLES["pendulum"]), run_name="__main__"))


def test_every_example_has_its_place_in_the_gallery():
    assert sorted(ORDER) == sorted(EXAMPLES)
    names = sorted((f"{name}.py" for name in EXAMPLES), key=Order("examples"))
    assert [Path(name).stem for name in names] == list(ORDER)


def test_points_of_a_picture_are_where_the_solution_has_them(pendulum):
    picture = Picture(pendulum)
    (bob,) = [item for item in picture.form["items"] if item["family"] == "body"]
    last = len(picture.times) - 1
    assert picture.times[last] == pendulum.times[-1]
    wanted = pendulum.coordinates[-1] + [-1.0, 0.0]
    assert picture.place(bob["point"], last) == pytest.approx(wanted, abs=1e-6)
    assert picture.moves


def test_pictures_are_not_blank(pendulum, tmp_path):
    Picture(pendulum).draw(tmp_path / "model.png")
    chart(pendulum, tmp_path / "chart.png")
    for name in ("model.png", "chart.png"):
        pixels = imread(tmp_path / name)[..., :3]
        assert np.ptp(pixels) > 0.5 and 0.002 < np.mean(pixels.min(axis=2) < 0.8) < 0.5


def test_pictures_of_precision_have_all_methods_and_their_place(tmp_path):
    found = [
        Point(method, kind, h, h**method.order, round(1 / h), 1e-3 / h)
        for method in METHODS
        for kind in KINDS
        for h in (0.1, 0.01)
    ]
    draw(found, tmp_path)
    for name in (ERRORS, WORK):
        text = (tmp_path / name).read_text()
        assert all(f"{method.name} ({method.order})" in text for method in METHODS)
    assert MARK in PAGE.read_text()


def test_boxes_in_space_show_the_faces_that_the_viewer_sees(tmp_path):
    import linkwork as exu
    from linkwork.utilities import InertiaCuboid

    mbs = exu.SystemContainer().AddSystem()
    mbs.CreateRigidBody(
        inertia=InertiaCuboid(1000, [1, 2, 3]),
        initialAngularVelocity=[0, 0, 1e-9],
        color=[1, 0, 0, 1],
    )
    Picture(mbs.SolveDynamic()).draw(tmp_path / "box.png")
    pixels = imread(tmp_path / "box.png")[..., :3]
    red = pixels[(pixels[..., 0] > 0.5) & (pixels[..., 1] < 0.02)].round(2)
    shades, counts = np.unique(red[:, 0], return_counts=True)
    top = np.sort(shades[counts > 0.05 * len(red)])
    x, y, z = np.sort(0.72 + 0.28 * np.abs(np.cross(*VIEW)))
    assert top == pytest.approx([x, y, z], abs=0.02)
