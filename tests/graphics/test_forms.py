"""linkwork.graphics: dictionaries of lists, checked; what bodies take as graphicsData."""

import json
import math

import jsonschema
import numpy as np
import pytest

import linkwork as exu
from linkwork import graphics, model_file
from linkwork.core.declare.graphics_data import FORMS
from linkwork.items import *
from tests.cases import looped

TRIANGLE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
MADE = {
    "Sphere": graphics.Sphere(point=[1, 2, 3], radius=0.5, color=graphics.color.red),
    "Brick": graphics.Brick(centerPoint=[1, 0, 0], size=[1, 2, 3]),
    "Cylinder": graphics.Cylinder(pAxis=[0, 0, 1], vAxis=[0, 2, 0], radius=0.25),
    "Line": graphics.Lines(np.array(TRIANGLE), color=[0, 0, 1, 0.5]),
    "Circle": graphics.Circle(point=[0, 0, 1], radius=2, normal=[1, 0, 0]),
    "Text": graphics.Text(point=[1, 1, 0], text="<b>Ä</b>", fontSize=0.1),
    "CheckerBoard": graphics.CheckerBoard(point=[0, 0, -1], size=4, nTiles=3),
    "Arrow": graphics.Arrow([0, 0, 0], [0, 0, 1], 0.05),
    "Basis": graphics.Basis(length=0.5),
}
WRITTEN = {
    "Spheres": {"type": "Spheres", "points": TRIANGLE, "radii": 0.1, "colors": [1, 0, 0, 1]},
    "Lines": {"type": "Lines", "points": [0, 0, 0, 1, 0, 0], "color": [0, 0, 0, 1]},
    "TriangleList": {"type": "TriangleList", "points": TRIANGLE, "triangles": [0, 1, 2]},
}
ALL = MADE | WRITTEN


def body_with(*shapes):
    mbs = exu.SystemContainer().AddSystem()
    mbs.AddObject(ObjectGround(name="g", visualization={"graphicsData": list(shapes)}))
    return mbs


def told(*shapes):
    return body_with(*shapes).GetObjectParameter(0, "VgraphicsData")


def test_there_is_an_example_of_every_type():
    assert set(ALL) == set(FORMS)


@pytest.mark.parametrize("name", MADE)
def test_functions_return_what_json_has_and_bodies_take(name):
    form = MADE[name]
    assert form["type"] == name
    assert json.loads(json.dumps(form, allow_nan=False)) == form
    assert told(form) == [form]


def test_compact_forms():
    assert graphics.Sphere() == {"type": "Sphere", "point": [0.0, 0.0, 0.0], "radius": 0.1}
    line = graphics.Line([0, 0, 0], [1, 0, 0])
    assert line == {"type": "Line", "data": [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]}
    assert graphics.Text(text="a")["height"] == 0.0


def test_flat_lists_arrays_and_rows_mean_the_same():
    for points in (TRIANGLE, sum(TRIANGLE, []), np.array(TRIANGLE), np.ravel(TRIANGLE)):
        form = {"type": "TriangleList", "points": points, "triangles": np.array([[0, 1, 2]])}
        assert told(form) == [
            {"type": "TriangleList", "points": TRIANGLE, "triangles": [[0, 1, 2]]}
        ]


def test_what_a_body_has_cannot_be_changed_from_outside():
    points = np.array(TRIANGLE)
    mbs = body_with({"type": "Line", "data": points, "color": [0, 0, 0, 1]})
    points[:] = 7.0
    got = mbs.GetObjectParameter(0, "VgraphicsData")
    got[0]["data"][0][0] = got[0]["color"][0] = 9.0
    kept = mbs.GetObjectParameter(0, "VgraphicsData")[0]
    assert kept == {"type": "Line", "data": TRIANGLE, "color": [0.0, 0.0, 0.0, 1.0]}


def test_colors_are_those_people_know():
    assert graphics.color.red == [1, 0, 0, 1] and graphics.color.steelblue == [0.4, 0.4, 0.9, 1]
    assert graphics.Sphere(color=graphics.color.default).get("color") is None
    given = {n: c for n, c in vars(graphics.color).items() if not n.startswith("_")}
    assert len(given) == 24
    for name, value in given.items():
        assert len(value) == 4 and (name == "default" or all(0 <= part <= 1 for part in value))


WRONG = [
    ({}, "shape 0 has no type; there are Sphere"),
    ({"type": "Spere"}, "has an unknown type 'Spere'; did you mean 'Sphere'?"),
    ({"type": 3}, "has an unknown type 3"),
    ({"type": ["Sphere"]}, "has an unknown type ['Sphere']"),
    ({"type": "Sphere", "radius": 1}, "of type Sphere needs the key 'point'"),
    (MADE["Sphere"] | {"radious": 1}, "of type Sphere has no key 'radious'; did you mean 'radius'"),
    (MADE["Sphere"] | {3: 1}, "of type Sphere has no key 3"),
    (MADE["Sphere"] | {"radius": -1}, "of type Sphere: radius must be > 0, got -1"),
    (MADE["Sphere"] | {"radius": 0}, "radius must be > 0, got 0"),
    (MADE["Sphere"] | {"radius": 1e31}, "radius must be at most 1e+30 m, got 1e+31"),
    (MADE["Sphere"] | {"point": [0, 0]}, "point must be 3 finite real numbers, got [0, 0]"),
    (MADE["Sphere"] | {"point": [0, 0, math.nan]}, "point must be 3 finite real numbers"),
    (MADE["Sphere"] | {"color": [2, 0, 0, 1]}, "color must be four numbers RGBA in [0, 1]"),
    (MADE["Brick"] | {"size": [1, -1, 1]}, "size must be three numbers >= 0, got [1, -1, 1]"),
    (MADE["Cylinder"] | {"vAxis": [0, 0, 0]}, "vAxis must be a nonzero vector of three numbers"),
    (MADE["CheckerBoard"] | {"nTiles": 1000}, "nTiles must be a whole number up to 500, got 1000"),
    (MADE["CheckerBoard"] | {"nTiles": 1.5}, "nTiles must be a whole number up to 500, got 1.5"),
    (MADE["Line"] | {"data": [0, 0, 0]}, "data must be rows of 3 finite real numbers, at least 2"),
    (MADE["Line"] | {"data": [[0, 0], [1, 1], [2, 2]]}, "data must be rows of 3 finite real"),
    (MADE["Line"] | {"data": [[0, 0, 0], [1, 0]]}, "data must be rows of 3"),
    (MADE["Line"] | {"data": "abc"}, "data must be rows of 3"),
    (MADE["Line"] | {"data": [[0, 0, math.inf], [1, 0, 0]]}, "data must be rows of 3 finite"),
    (MADE["Line"] | {"data": [[[0, 0, 0], [1, 0, 0]]]}, "data must be rows of 3"),
    (MADE["Text"] | {"text": 3}, "text must be a string, got 3"),
    (MADE["Text"] | {"offset": [0]}, "offset must be 2 finite real numbers, got [0]"),
    (MADE["Text"] | {"fontSize": -1}, "fontSize must be >= 0, got -1"),
    (MADE["Sphere"] | {"color": [0, 0, 0, -1]}, "color must be four numbers RGBA in [0, 1]"),
    (WRITTEN["Spheres"] | {"colors": [0, 0, 0, -1]}, "colors must be RGBA rows of numbers"),
    (MADE["Basis"] | {"rotationMatrix": [[2, 0, 0], [0, 1, 0], [0, 0, 1]]}, "a rotation matrix"),
    (WRITTEN["Spheres"] | {"radii": [1, 2]}, "radii must be one or 3, the number of points, got 2"),
    (WRITTEN["Spheres"] | {"radii": [[1], [1, 2]]}, "radii must be rows of 1"),
    (WRITTEN["Spheres"] | {"radii": 0}, "radii must be numbers > 0"),
    (WRITTEN["Spheres"] | {"colors": [3, 0, 0, 1]}, "colors must be RGBA rows of numbers"),
    (WRITTEN["Lines"] | {"points": TRIANGLE},
     "the number of points must be even, two per line, got 3"),
    (WRITTEN["TriangleList"] | {"triangles": [0, 1, 3]}, "triangles must be indices of points from "
     "0 to 2, got 3"),
    (WRITTEN["TriangleList"] | {"triangles": [0, 1, -1]}, "from 0 to 2, got -1"),
    (WRITTEN["TriangleList"] | {"triangles": [0, 1, 2.0]}, "triangles must be rows of 3 whole"),
    (WRITTEN["TriangleList"] | {"triangles": [0, 1, 2**70]}, "triangles must be rows of 3 whole"),
    (WRITTEN["TriangleList"] | {"normals": [0, 0, 1]}, "normals must be 3, the number of points"),
    (WRITTEN["TriangleList"] | {"colors": [[0, 0, 1, 1]] * 2}, "colors must be one or 3"),
    ({"type": "TriangleList", "points": TRIANGLE}, "it needs the key 'triangles'"),
]  # fmt: skip


@looped("form, words", WRONG, ids=range(len(WRONG)))
def test_wrong_dictionaries_are_refused(form, words):
    with pytest.raises(exu.ParameterError) as caught:
        body_with(form)
    text = str(caught.value)
    assert text.startswith(
        "ObjectGround 'g' (object 0): visualization: graphicsData must be a list"
    )
    assert words in text


def test_wrong_values_of_functions_are_refused():
    for call, words in (
        (lambda: graphics.Sphere(radius=-1), "a shape of type Sphere: radius must be > 0, got -1"),
        (lambda: graphics.Lines([[0, 0, 0]]), "data must be rows of 3 finite real numbers, at lea"),
        (
            lambda: graphics.Basis(colors=[[1, 0, 0, 1]]),
            "a shape of type Basis: colors must be three, got 1",
        ),
        (lambda: graphics.CheckerBoard(color=3), "color must be four numbers RGBA"),
        (lambda: graphics.Arrow([0, 0, 0], [0, 0, 0], 1), "vAxis must be a nonzero vector"),
    ):
        with pytest.raises(exu.ParameterError) as caught:
            call()
        assert str(caught.value).startswith("linkwork.graphics: ") and words in str(caught.value)


@looped("name", ALL)
def test_model_files_keep_shapes(name, tmp_path):
    mbs = body_with(ALL[name], ALL[name])
    mbs.save(tmp_path / "a.json")
    again = exu.load(tmp_path / "a.json")
    again.save(tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    form = json.loads((tmp_path / "a.json").read_text())
    jsonschema.Draft202012Validator(model_file.schema()).validate(form)
    shapes = again.GetObjectParameter(0, "VgraphicsData")
    assert shapes == mbs.GetObjectParameter(0, "VgraphicsData") and len(shapes) == 2
