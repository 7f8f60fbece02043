"""Shapes of the other interface in items: accepted in all forms, and drawn exactly where known."""

import copy
import pickle

import numpy as np
import pytest

import linkwork as lw
from linkwork.exudyn import graphics
from linkwork.exudyn._graphics_forms import drawable
from linkwork.graphics.shapes import shapes_of
from linkwork.items import ObjectGround
from linkwork.view.scene import scene_of
from tests.cases import looped

RED = [1, 0, 0, 1]


def drawn(*shapes):
    """What is drawn of a body with these shapes."""
    mbs = lw.SystemContainer().AddSystem()
    mbs.AddObject(ObjectGround(visualization={"graphicsData": list(shapes)}))
    return shapes_of(mbs._store.items["object"][0].visualization.graphicsData)


def kinds(*shapes):
    return [shape.type for shape in drawn(*shapes)]


EXACT = [
    ("sphere", lambda: graphics.Sphere([1, 2, 3], 0.5, RED)),
    ("box", lambda: graphics.Brick([1, 2, 3], [1, 2, 3], RED)),
    ("cylinder", lambda: graphics.Cylinder([1, 2, 3], [0, 2, 0], 0.5, RED)),
]


@looped("kind, make", EXACT)
def test_unchanged_shapes_are_drawn_exactly(kind, make):
    for shape in (make(), copy.copy(make()), copy.deepcopy(make()),
                  pickle.loads(pickle.dumps(make()))):  # fmt: skip
        (found,) = drawn(shape)
        assert (found.type, found.color) == (kind, RED)
        assert np.array(found.bounds()).ravel() == pytest.approx(
            np.ravel(graphics.BoundingBox(make())), abs=0.04
        )


@looped("kind, make", EXACT)
def test_changed_shapes_are_drawn_as_triangles(kind, make):
    changed = make()
    changed["points"][0] += 7.0
    colored = make()
    colored["colors"] = np.tile([0.0, 1.0, 0.0, 1.0], len(colored["points"]) // 3)
    stretched = copy.deepcopy(make())
    stretched["points"] *= 2.0
    less = make()
    less["triangles"] = less["triangles"][:6]
    others = [dict(make()), graphics.Move(make(), [0, 0, 0]), make() | {}]
    merged = graphics.MergeTriangleLists(make(), make())
    for shape in (changed, colored, stretched, less, merged, *others):
        assert kinds(shape) == ["mesh"]
    (found,) = drawn(colored)
    assert found.color == [0, 1, 0, 1]
    low, high = drawn(stretched)[0].bounds()
    wanted = 2.0 * np.array(graphics.BoundingBox(make()))
    assert np.array([low, high]) == pytest.approx(wanted, abs=1e-6)


def test_shapes_with_corners_stay_as_they_are():
    assert kinds(graphics.Cylinder(nTiles=4)) == kinds(graphics.Sphere(nTiles=3)) == ["mesh"]
    assert kinds(graphics.Cylinder(angleRange=[0, 3])) == ["mesh"]
    assert kinds(graphics.Cylinder(radius=0)) == ["mesh"]
    assert kinds(graphics.Sphere(addEdges=True)) == ["mesh", "lines"]
    assert kinds(graphics.Brick(addFaces=False, addEdges=True)) == ["lines"]
    assert kinds(graphics.RigidLink([0, 0, 0], [1, 0, 0], [0, 0, 1])) == [
        "cylinder", "cylinder", "sphere"
    ]  # fmt: skip
    assert kinds(graphics.RigidLink([0, 0, 0], [1, 0, 0], nTiles=4)) == ["mesh"]


def test_lists_inside_of_lists():
    labels = graphics.Basis(labels=["x", "y", "z"])
    assert kinds(labels, [[graphics.Sphere()], []]) == ["mesh", "text", "text", "text", "sphere"]
    with pytest.raises(lw.ParameterError, match="shape 1 has an unknown type 'Spher'"):
        drawn([graphics.Sphere(), [{"type": "Spher"}]])
    with pytest.raises(lw.ParameterError, match="must be a list of shapes"):
        drawn([graphics.Sphere(), [3]])


def test_written_dictionaries():
    flat = [0, 0, 0, 1, 0, 0, 0, 1, 0]
    for points in (flat, np.array(flat), np.array(flat, float).reshape(3, 3)):
        form = {"type": "TriangleList", "points": points, "triangles": np.array([0, 1, 2])}
        (found,) = drawn(form | {"colors": RED * 3})
        assert (found.type, found.color) == ("mesh", RED)
    (line,) = drawn({"type": "Line", "data": [0, 0, 0, 2, 0, 0], "color": RED})
    assert line.at == [1, 0, 0] and line.values["points"].tolist() == [[-1, 0, 0], [1, 0, 0]]
    circle = {"type": "Circle", "position": [0, 0, 1], "radius": 2, "color": RED}
    assert np.array(drawn(circle)[0].bounds()) == pytest.approx(
        np.array([[-2, -2, 1], [2, 2, 1]]), abs=0.02
    )


def test_texts_have_sizes_of_the_screen_and_offsets():
    text = {"type": "Text", "position": [1, 2, 3], "text": "a", "color": RED}
    assert drawn(text)[0].values == {"text": "a", "height": 0.0, "scale": 0.4}
    (large,) = drawn(graphics.Text([1, 2, 3], "a", RED, 24, [1, 2]))
    assert large.values["scale"] == 0.8 and large.values["offset"] == [1.0, 2.0]
    assert drawn(lw.graphics.Text(text="a", fontSize=0.5))[0].values == {"text": "a", "height": 0.5}
    assert "scale" not in drawn(lw.graphics.Text(text="a"))[0].values


def test_materials_are_opaque_and_minus_one_is_the_color_of_the_body():
    assert drawn(graphics.Sphere(color=[0.5, 0.25, 0, 1003]))[0].color == [0.5, 0.25, 0, 1]
    assert drawn(graphics.Sphere(color=graphics.material.steel))[0].color is None
    assert drawn(graphics.Cylinder(color=graphics.color.default))[0].color is None
    assert drawn(graphics.Arrow([0, 0, 0], [1, 0, 0], 0.1, graphics.color.default))[0].color is None
    (board,) = drawn(graphics.CheckerBoard(materialIndex=1002))
    assert board.values["colors"][:, 3].min() == board.values["colors"][:, 3].max() == 1.0


def test_drawable_leaves_out_what_linkwork_refuses():
    shapes = [
        graphics.Lines([]), graphics.Lines([[0, 0, 0]]), [graphics.Circle(radius=0)],
        {"type": "TriangleList", "points": [], "triangles": []},
    ]  # fmt: skip
    assert drawable(shapes) == []
    odd = {"type": "Line", "data": [0, 0, 0, 1, 0, 0], "color": [2, -0.5, 0, 1.5], "width": 3}
    (made,) = drawable([[odd]])
    assert set(made) == {"type", "data", "color"} and made["color"].tolist() == [1, 0, 0, 1.5]
    (found,) = drawn(made)
    assert found.color == [1, 0, 0, 1] and odd["color"] == [2, -0.5, 0, 1.5]
    sphere = graphics.Sphere()
    assert drawable([sphere])[0] is sphere
    edges = {"type": "TriangleList", "points": np.eye(3), "triangles": np.array([0.0, 1.0, 2.0])}
    assert kinds(*drawable([edges | {"colors": RED * 3}])) == ["mesh"]
    with pytest.raises(lw.ParameterError, match="unknown type 'Cone'"):
        drawn(*drawable([{"type": "Cone"}]))


def test_model_files_keep_the_triangles(tmp_path):
    mbs = lw.SystemContainer().AddSystem()
    mbs.AddObject(ObjectGround(visualization={"graphicsData": [graphics.Sphere(nTiles=4)]}))
    mbs.save(tmp_path / "a.json")
    again = lw.load(tmp_path / "a.json").GetObjectParameter(0, "VgraphicsData")
    assert again == mbs.GetObjectParameter(0, "VgraphicsData")
    assert again[0]["type"] == "TriangleList" and len(again[0]["points"]) == 40


def test_pages_have_exact_shapes_and_sizes_of_texts():
    mbs = lw.SystemContainer().AddSystem()
    shapes = [graphics.Sphere(radius=0.5), graphics.Text(text="a", fontSize=15, offset=[1, 0])]
    mbs.AddObject(ObjectGround(visualization={"graphicsData": [shapes]}))
    mbs.Assemble()
    settings = lw.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 1
    ball, text = scene_of(mbs.SolveDynamic(settings)).form["shapes"]
    assert (ball["type"], ball["radius"], ball["color"]) == ("sphere", 0.5, [0, 0, 0, 1])
    assert (text["scale"], text["offset"], text["height"]) == (0.5, [1.0, 0.0], 0.0)
