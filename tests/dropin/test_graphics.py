"""linkwork.exudyn.graphics: triangles as those of Exudyn 1.11.0, whose numbers are stored here.

graphics_checksums.json has for each call and each array of its result the number of entries, the
sum of squares and the sum with weights sin(1), sin(2), ..., which depends on their order.
"""

import json
import struct
from math import pi
from pathlib import Path

import numpy as np
import pytest

from linkwork.exudyn import graphics
from linkwork.exudyn import graphicsDataUtilities as utilities
from tests.cases import looped

CHECKSUMS = json.loads(Path(__file__).with_name("graphics_checksums.json").read_text())
QUAD = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0.5]]
NAMES = {
    "graphics": graphics, "np": np, "pi": pi, "RED": [1, 0, 0, 1], "QUAD": QUAD,
    "CONTOUR": [[0, 0], [0, 0.1], [1, 0.2], [2, 0.1], [2.5, 0.3]],
    "RING": [[0, 0.1], [1, 0.9], [2, 0.8], [1, 0.2], [0, 0.1]],
    "CORNERS": [[0, 0, 0], [1, 0, 0], [1.2, 1, 0], [0, 1, 0.1], [0, 0, 1], [1, 0, 1], [1, 1.3, 1],
                [0, 1, 1]],
    "FIGURE": [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]],
    "SEGMENTS": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]],
    "TURN": [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
    "ROTATION": [[0.36, 0.48, -0.8], [-0.8, 0.6, 0], [0.48, 0.64, 0.6]],
}  # fmt: skip


def checksums(shape):
    made = {}
    for key, value in shape.items():
        if isinstance(value, str):
            made[key] = value
            continue
        array = np.asarray(value, float).ravel()
        weights = np.sin(1.0 + np.arange(array.size))
        sums = [array.size, array @ array, weights @ array]
        made[key] = sums if array.size > 4 else array.tolist()
    return made


@looped("call", list(CHECKSUMS))
def test_shapes_are_those_of_the_other_interface(call):
    made = eval(call, dict(NAMES))
    made = made if isinstance(made, list) else [made]
    assert len(made) == len(CHECKSUMS[call])
    for shape, stored in zip(made, CHECKSUMS[call], strict=True):
        found = checksums(shape)
        assert set(found) == set(stored)
        for key, value in stored.items():
            if isinstance(value, str):
                assert found[key] == value
            else:
                assert found[key] == pytest.approx(value, rel=1e-12, abs=1e-12)


def test_some_points_of_a_cylinder():
    made = graphics.Cylinder([1, 2, 3], [0, 0, 2], 0.5, nTiles=4)
    points = made["points"].reshape(-1, 3)
    assert points[[0, 1, 2, 5]] == pytest.approx(
        np.array([[1, 2, 3], [1, 2.5, 3], [1.5, 2, 3], [1, 2, 5]]), abs=1e-15
    )
    triangles = made["triangles"].reshape(-1, 3).tolist()
    assert triangles[:2] == [[1, 6, 7], [1, 7, 2]] and triangles[8:10] == [[0, 10, 11], [5, 15, 14]]
    normals = made["normals"].reshape(-1, 3)
    assert (normals[[0, 5, 10]] == [[0, 0, -1], [0, 0, 1], [0, 0, -1]]).all()


def test_colors_and_materials():
    assert graphics.color.defaultBody == [0.4, 0.4, 0.9, 1]
    assert graphics.color.red is utilities.color4red and utilities.color4listSize == 16
    assert graphics.colorList[9] is graphics.color.violet
    assert graphics.material.steel == [-1, -1, -1, 1002]
    assert graphics.material.indexEmission == 1009 and graphics.material.indexBase == 1000
    names = {name for name in dir(graphics.color) if not name.startswith("_")}
    assert len(names) == 27
    assert utilities.GraphicsDataSphere is graphics.Sphere
    assert utilities.GraphicsDataOrthoCubePoint is graphics.Brick


def test_merged_edges_belong_to_their_points():
    edged = graphics.Brick(addEdges=True)
    merged = graphics.MergeTriangleLists(graphics.Sphere(nTiles=2), edged)
    assert (merged["edges"] == edged["edges"] + 12).all() and merged["triangles"].max() == 19
    assert "normals" not in merged


def test_arguments_stay_unchanged():
    shape = graphics.Cylinder(addEdges=True)
    kept = {key: np.array(value) for key, value in shape.items()}
    graphics.Move(shape, [1, 2, 3], np.array(NAMES["TURN"]))
    graphics.Transform(shape, [1, 2, 3], scale=2, invertNormals=True, invertTriangles=True)
    graphics.InvertTriangles(shape)
    graphics.AddEdgesAndSmoothenNormals(shape)
    graphics.MergeTriangleLists(shape, shape)
    assert set(shape) == set(kept) and all((shape[key] == kept[key]).all() for key in kept)


def test_boxes_and_inconsistent_triangles():
    parts = [graphics.Sphere(), graphics.Circle([1, 2, 3], 2), graphics.Lines(QUAD)]
    low, high = graphics.BoundingBox([*parts, graphics.Text([9, 0, 0], "a")])
    assert low.tolist() == [-1, -0.1, -0.1] and high.tolist() == [9, 4, 3]
    shape = graphics.Brick(addNormals=True)
    assert graphics.InconsistentTriangles(shape) == 0
    assert graphics.InconsistentTriangles(graphics.InvertTriangles(shape, True, False)) == 36
    shape["normals"][:3] *= -1
    assert graphics.InconsistentTriangles(shape) == 1
    for call in (graphics.InconsistentTriangles, graphics.InvertTriangles):
        with pytest.raises(ValueError, match="has no normals"):
            call(graphics.Brick())


def test_functions_refuse_what_has_no_meaning():
    with pytest.raises(ValueError, match="innerRadius = 0.05 is smaller than the heights"):
        graphics.Sphere(innerRadius=0.05)
    with pytest.raises(ValueError, match="color must be 4 numbers RGBA or 12, four for each point"):
        graphics.FromPointsAndTrigs(QUAD[:3], [[0, 1, 2]], [1, 0, 0])


STL = """solid a
facet normal 0.0 0.0 1.0
outer loop
vertex 0.0 0.0 0.0
vertex 1.0 0.0 0.0
vertex 1.0 1.0 0.0
endloop
endfacet
endsolid a
"""


def test_stl_files(tmp_path):
    file = tmp_path / "a.stl"
    triangle = graphics.FromPointsAndTrigs(QUAD[:3], [[0, 1, 2]])
    graphics.ExportSTL(triangle, file, "a", invertNormals=False, invertTriangles=False)
    assert file.read_text() == STL
    graphics.ExportSTL(triangle, file)
    inverted = file.read_text().splitlines()
    assert inverted[0] == "solid ExudynSolid" and inverted[1] == "facet normal -0.0 -0.0 -1.0"
    assert inverted[4:6] == ["vertex 1.0 1.0 0.0", "vertex 1.0 0.0 0.0"]
    for read in (graphics.FromSTLfileASCII, graphics.FromSTLfile):
        made = read(str(file), [1, 0, 0, 1])
        assert made["points"] == [0, 0, 0, 1, 1, 0, 1, 0, 0] and made["triangles"] == [0, 2, 1]
        assert made["normals"] == [0, 0, 1] * 3 and made["colors"] == [1, 0, 0, 1] * 3
        made = read(str(file), invertNormals=False, invertTriangles=False)
        assert made["triangles"] == [0, 1, 2] and made["normals"] == [0, 0, -1] * 3
    corners = struct.pack("<12fH", 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)
    file.write_bytes(b"x" * 80 + struct.pack("<I", 1) + corners)
    turn = np.array(NAMES["TURN"])
    made = graphics.FromSTLfile(file, scale=2.0, pOff=[1, 2, 3], Aoff=turn)
    assert made["points"] == [1, 2, 3, 1, 4, 3, -1, 2, 3]
    with pytest.raises(ValueError, match=r"is not a text; use FromSTLfile"):
        graphics.FromSTLfileASCII(file)


def test_mass_of_an_stl_file(tmp_path):
    brick = graphics.Brick([1, 2, 3], [1, 2, 4])
    graphics.ExportSTL(brick, tmp_path / "a.stl", invertNormals=False, invertTriangles=False)
    shape, found = graphics.FromSTLfile(tmp_path / "a.stl", density=3.0)
    assert len(shape["points"]) == 108
    assert found["volume"] == pytest.approx(8.0) and found["mass"] == pytest.approx(24.0)
    assert found["COM"] == pytest.approx([1, 2, 3])
    assert found["inertia"] == pytest.approx(np.diag([40.0, 34.0, 10.0]), abs=1e-12)
    assert found["minPos"].tolist() == [0.5, 1, 1] and found["maxPos"].tolist() == [1.5, 3, 5]


def test_plane_figures_and_meshes():
    points, segments = utilities.CirclePointsAndSegments([1, 2], 0.5, True, 5, nTiles=4)
    assert points[1] == pytest.approx([1.5, 2.0]) and segments[0] == [6, 5]
    assert utilities.SegmentsFromPoints(QUAD, 2).tolist() == [[2, 3], [3, 4], [4, 5], [5, 2]]
    assert utilities.SegmentsFromPoints(QUAD, closeCurve=False).tolist() == [[0, 1], [1, 2], [2, 3]]
    mesh = utilities.ComputeTriangularMesh(NAMES["FIGURE"], NAMES["SEGMENTS"])
    assert sorted(map(sorted, mesh.simplices.tolist())) == [
        [0, 1, 3], [0, 3, 5], [1, 2, 3], [3, 4, 5]
    ]  # fmt: skip
    assert utilities.ComputeTriangleArea([0, 0, 0], [1, 2, 3], [0, 1, 5]) == pytest.approx(
        0.5 * np.sqrt(49 + 25 + 1)
    )
    assert utilities.ComputeTriangleNormal([0, 0, 0], [1, 0, 0], [2, 0, 0]).tolist() == [0, 0, 0]
    assert utilities.SwitchTripletOrder([1, 2, 3, 4]) == [1, 3, 2, 4]
    fine, triangles = utilities.RefineMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]],
                                           [[0, 1, 2], [1, 3, 2]])  # fmt: skip
    assert len(fine) == 9 and [t.tolist() for t in triangles[3:5]] == [[4, 5, 6], [1, 7, 6]]
    brick = graphics.ToPointsAndTrigs(graphics.Brick(size=[1, 2, 3]))
    moved, _ = utilities.ShrinkMeshNormalToSurface(*brick, 0.1)
    assert moved[6] == pytest.approx([0.4, 0.9, 1.4])
    bent = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.5, 0.5, 0], [0, 0.5, 0], [0.5, 0, 0.1]]
    normals = utilities.Compute6NodeTrigsNormals(bent)
    assert normals[0] == pytest.approx(np.array([-0.4, 0, 1]) / np.sqrt(1.16))
    assert normals[5] == pytest.approx(np.array([0, 0.2, 1]) / np.sqrt(1.04))


def test_lines_of_old_names():
    line = utilities.GraphicsDataRectangle(0, 0, 1, 2, [1, 0, 0, 1])
    assert line["data"] == [0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 2, 0, 0, 0, 0]
    data = utilities.GraphicsDataOrthoCubeLines(0, 0, 0, 1, 2, 3)["data"]
    pairs = np.array(data).reshape(-1, 3)
    edges = {frozenset(map(tuple, pairs[k : k + 2].tolist())) for k in range(len(pairs) - 1)}
    assert len([edge for edge in edges if len(edge) == 2]) == 12


def test_what_is_missing_says_what_to_use():
    for name, words in (("NGsolveMesh2PointsAndTrigs", "STL"), ("FromPyMeshlabFile", "STL")):
        with pytest.raises(NotImplementedError, match=f"exudyn.graphics.{name} .*{words}"):
            getattr(graphics, name)("file")
