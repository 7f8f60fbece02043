"""Shapes for scenes: places, areas, volumes and orientations against closed forms."""

import numpy as np
import pytest

from linkwork import graphics
from linkwork.graphics.shapes import MAKERS, shapes_of
from tests.cases import looped

from .test_forms import ALL, TRIANGLE


def only(form):
    (shape,) = shapes_of([form])
    return shape


def corners(shape):
    points = shape.values["points"].astype(float) + shape.at
    return points[shape.values["triangles"]]


def area(shape):
    a, b, c = np.moveaxis(corners(shape), 1, 0)
    return 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()


def volume(shape):
    """Positive if all triangles are counter-clockwise seen from outside."""
    a, b, c = np.moveaxis(corners(shape), 1, 0)
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0


@looped("name", ALL)
def test_every_type_has_shapes_in_single_precision(name):
    assert set(MAKERS) == set(ALL)
    for shape in shapes_of([ALL[name]]):
        assert shape.type in ("sphere", "box", "cylinder", "lines", "text", "mesh")
        assert len(shape.at) == 3 and all(type(x) is float for x in shape.at)
        for key, value in shape.values.items():
            if isinstance(value, np.ndarray):
                assert value.dtype == (np.uint32 if key == "triangles" else np.float32)
        low, high = shape.bounds()
        assert np.isfinite(low).all() and (low <= high).all()


def test_simple_shapes_stay_simple():
    sphere = only(graphics.Sphere([1, 2, 3], 0.5, graphics.color.red))
    assert (sphere.type, sphere.at, sphere.color) == ("sphere", [1, 2, 3], [1, 0, 0, 1])
    assert sphere.values == {"radius": 0.5}
    box = only(graphics.Brick([1, 0, 0], [1, 2, 4]))
    assert (box.type, box.at, box.color, box.values) == (
        "box",
        [1, 0, 0],
        None,
        {"sizes": [1, 2, 4]},
    )
    assert np.array(box.bounds()).tolist() == [[0.5, -1, -2], [1.5, 1, 2]]
    rod = only(graphics.Cylinder([0, 0, 1], [0, 2, 0], 0.25))
    assert (rod.type, rod.at, rod.values) == ("cylinder", [0, 0, 1], {"axis": [0, 2, 0],
                                                                      "radius": 0.25})  # fmt: skip
    assert np.array(rod.bounds()).tolist() == [[-0.25, 0, 0.75], [0.25, 2, 1.25]]
    slanted = only(graphics.Cylinder([0, 0, 0], [3, 4, 0], 1)).bounds()
    assert slanted[1] == pytest.approx([3.8, 4.6, 1.0])
    text = only(graphics.Text([1, 1, 0], "<b>", fontSize=0.5))
    assert text.type == "text" and text.values == {"text": "<b>", "height": 0.5}
    assert text.at == [1, 1, 0] and text.color is None


def test_a_scene_form_has_references_instead_of_arrays():
    form = only(graphics.Line([0, 0, 0], [2, 0, 0])).scene_form(lambda array: array.tolist())
    assert form == {"type": "lines", "at": [1, 0, 0], "points": [[-1, 0, 0], [1, 0, 0]],
                    "pairs": False}  # fmt: skip
    assert only(MADE_RED).scene_form(id)["color"] == [1, 0, 0, 1]


MADE_RED = graphics.Sphere(color=graphics.color.red)


def test_lines_far_away_keep_their_shape():
    far = np.array(TRIANGLE) + 1e8
    line = only(graphics.Lines(far))
    assert (line.values["points"].astype(float) + line.at == far).all()
    pairs = only({"type": "Lines", "points": [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]})
    assert pairs.values["pairs"] is True and pairs.values["points"].shape == (4, 3)


def test_lines_of_several_colors_are_several_shapes():
    colors = [[1, 0, 0, 1], [1, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 1]]
    form = {"type": "Lines", "points": [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], "colors": colors}
    assert [shape.color for shape in shapes_of([form])] == [[1, 0, 0, 1], [0, 0, 1, 1]]


def test_a_circle_is_closed_and_lies_in_its_plane():
    normal = np.array([1.0, 2.0, -2.0]) / 3
    points = only(graphics.Circle([1, 1, 1], 2.0, normal=normal)).values["points"].astype(float)
    assert (points[0] == points[-1]).all()
    assert np.linalg.norm(points, axis=1) == pytest.approx(np.full(65, 2.0))
    assert points @ normal == pytest.approx(np.zeros(65), abs=1e-6)
    turns = np.cross(points[:-1], points[1:]) @ normal
    assert (turns > 0).all()


@pytest.mark.parametrize("normal", [[0, 0, 1], [1, 0, 0], [0, -1, 0], [1, 2, 3], [0, 0, 1e-200]])
def test_a_checkerboard_has_its_area_normal_and_colors(normal):
    board = only(graphics.CheckerBoard([1, 2, 3], normal, 4.0, nTiles=3))
    assert area(board) == pytest.approx(16.0, rel=1e-6)
    a, b, c = np.moveaxis(corners(board), 1, 0)
    unit = np.array(normal) / np.abs(normal).max()
    unit /= np.linalg.norm(unit)
    across = np.cross(b - a, c - a)
    assert across == pytest.approx(np.tile(unit * (4 / 3) ** 2, (18, 1)), abs=1e-5)
    middle = corners(board).reshape(-1, 3).mean(axis=0)
    assert middle == pytest.approx([1, 2, 3], abs=1e-6)
    colors = board.values["colors"].reshape(9, 4, 4)
    assert colors[:, :, 0] == pytest.approx(np.tile([[0.7], [0.85]], (5, 1))[:9] * np.ones(4))


def test_a_checkerboard_along_an_axis_lies_along_the_others():
    low, high = only(graphics.CheckerBoard(size=2.0)).bounds()
    assert low.tolist() == [-1, -1, 0] and high.tolist() == [1, 1, 0]
    low, high = only(graphics.CheckerBoard(normal=[0, 1, 0], size=2.0)).bounds()
    assert low == pytest.approx([-1, 0, -1]) and high == pytest.approx([1, 0, 1])


@looped("vector", [[0, 0, 1], [0, 0, -1], [1, 0, 0], [1, -2, 2]])
@looped("head", [(2.0, 4.0), (0.5, 4.0), (2.0, 100.0), (1.0, 1.0)])
def test_an_arrow_is_a_closed_body_of_the_known_volume(vector, head):
    length, radius, sides = np.linalg.norm(vector), 0.05, 96
    factor, stretch = head
    form = graphics.Arrow([1, 1, 1], vector, radius, headFactor=factor, headStretch=stretch,
                          nTiles=sides)  # fmt: skip
    arrow = only(form)
    circle = 0.5 * sides * np.sin(2 * np.pi / sides)  # area of the polygon of radius 1
    neck = max(length - factor * radius * stretch, 0.0)
    shaft = circle * radius**2 * neck
    cone = circle * (factor * radius) ** 2 * (length - neck) / 3
    assert volume(arrow) == pytest.approx(shaft + cone, rel=1e-4)
    sums = np.zeros(3)
    for a, b, c in corners(arrow):
        sums += np.cross(b - a, c - a)
    assert sums == pytest.approx(np.zeros(3), abs=1e-6)  # closed
    along = (corners(arrow).reshape(-1, 3) - 1) @ np.array(vector) / length
    assert along.min() == pytest.approx(0.0, abs=1e-6) and along.max() == pytest.approx(length)


def test_a_basis_has_three_arrows_of_its_own_colors():
    turned = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    arrows = shapes_of([graphics.Basis([1, 0, 0], turned, 2.0)])
    assert [arrow.color for arrow in arrows] == [
        graphics.color.red, graphics.color.green, graphics.color.blue,
    ]  # fmt: skip
    ends = [arrow.bounds() for arrow in arrows]
    assert ends[0][1][1] == pytest.approx(2.0) and ends[1][0][0] == pytest.approx(-1.0)
    assert ends[2][1][2] == pytest.approx(2.0) and ends[2][1][0] == pytest.approx(1.04)


def test_triangles_with_middles_of_edges_are_split_in_four():
    p = np.array([[0, 0, 0], [2, 0, 0], [0, 2, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    mesh = only({"type": "TriangleList", "points": p, "triangles6": [0, 1, 2, 3, 4, 5]})
    parts = sorted(map(sorted, mesh.values["triangles"].tolist()))
    assert parts == [[0, 3, 5], [1, 3, 4], [2, 4, 5], [3, 4, 5]]
    assert area(mesh) == pytest.approx(2.0)
    a, b, c = np.moveaxis(corners(mesh), 1, 0)
    assert np.cross(b - a, c - a) == pytest.approx(np.tile([0, 0, 1.0], (4, 1)))


def test_triangles_keep_colors_edges_and_smoothness():
    form = {"type": "TriangleList", "points": TRIANGLE, "triangles": [0, 1, 2]}
    assert only(form).color is None and only(form).values["flat"] is True
    one = only(form | {"colors": [[0, 0, 1, 1]] * 3, "normals": [[0, 0, 1]] * 3})
    assert one.color == [0, 0, 1, 1] and "colors" not in one.values
    assert one.values["flat"] is False
    many = only(form | {"colors": [[0, 0, 1, 1], [1, 0, 0, 1], [-1, -1, -1, -1]]})
    assert many.values["colors"].tolist() == [[0, 0, 1, 1], [1, 0, 0, 1], [0.5, 0.5, 0.5, 1]]
    mesh, lines = shapes_of([form | {"edges": [0, 1, 1, 2], "edgeColor": [1, 0, 0, 1]}])
    assert lines.type == "lines" and lines.values["pairs"] and lines.color == [1, 0, 0, 1]
    ends = lines.values["points"] + lines.at
    assert ends.tolist() == [[0, 0, 0], [1, 0, 0], [1, 0, 0], [0, 1, 0]]


def test_several_spheres_share_or_have_their_own_values():
    form = {"type": "Spheres", "points": TRIANGLE, "radii": [1, 2, 3], "colors": [1, 0, 0, 1]}
    shapes = shapes_of([form | {"resolution": -1}])
    assert [shape.values["radius"] for shape in shapes] == [1, 2, 3]
    assert [shape.at for shape in shapes] == TRIANGLE
    assert all(shape.color == [1, 0, 0, 1] for shape in shapes)
