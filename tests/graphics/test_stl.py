"""STL files: a cube as text and binary, and files that are broken."""

import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as exu
from linkwork import graphics
from linkwork.graphics.shapes import shapes_of
from tests.cases import looped

from .test_shapes import area, volume

CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
FACES = [
    (0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3),
]  # fmt: skip
CUBE = np.array([CORNERS[[a, b, c]] for a, b, c, d in FACES for b, c in ((b, c), (c, d))])
"""Twelve triangles, counter-clockwise seen from outside."""


def as_text(triangles, name="cube"):
    lines = [f"solid {name}"]
    for triangle in triangles:
        lines += ["  facet normal 0 0 0", "    outer loop"]
        lines += [f"      vertex {x:.9e} {y:g} {z}" for x, y, z in triangle]
        lines += ["    endloop", "  endfacet"]
    return "\n".join([*lines, f"endsolid {name}", ""]).encode()


def as_binary(triangles, header=b"any text"):
    parts = [header.ljust(80, b"\0"), struct.pack("<I", len(triangles))]
    for triangle in triangles:
        parts.append(struct.pack("<12fH", 0, 0, 0, *np.ravel(triangle), 0))
    return b"".join(parts)


def read(folder, data, **options):
    path = folder / "cube.stl"
    path.write_bytes(data)
    return graphics.FromSTLfile(path, **options)


@pytest.mark.parametrize(
    "data",
    [as_text(CUBE), as_binary(CUBE), as_binary(CUBE, b"solid of another program"),
     as_text(CUBE).upper(), as_text(CUBE).replace(b"\n", b"\r\n"), b"\n " + as_text(CUBE),
     as_text(CUBE[:6]) + as_text(CUBE[6:]), as_binary(CUBE) + b"more"],
    ids=["text", "binary", "binary, solid", "upper", "crlf", "blank", "two solids", "trailing"],
)  # fmt: skip
def test_a_cube_comes_back(data, tmp_path):
    form = read(tmp_path, data)
    assert form["type"] == "TriangleList" and len(form["points"]) == 8
    assert len(form["triangles"]) == 12 and "color" not in form
    assert type(form["points"][0][0]) is float and type(form["triangles"][0][0]) is int
    (cube,) = shapes_of([form])
    assert volume(cube) == pytest.approx(1.0) and area(cube) == pytest.approx(6.0)
    assert np.array(cube.bounds()).tolist() == [[0, 0, 0], [1, 1, 1]] and cube.values["flat"]


def test_a_file_is_scaled_turned_and_moved(tmp_path):
    turn = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    box = CUBE * [1, 2, 3]
    form = read(tmp_path, as_text(box), scale=0.5, Aoff=turn, pOff=[10, 0, 0],
                color=graphics.color.blue)  # fmt: skip
    (shape,) = shapes_of([form])
    assert np.array(shape.bounds()).tolist() == [[9, 0, 0], [10, 0.5, 1.5]]
    assert volume(shape) == pytest.approx(6 / 8) and shape.color == [0, 0, 1, 1]
    (inside_out,) = shapes_of([read(tmp_path, as_text(CUBE), invertTriangles=True)])
    assert volume(inside_out) == pytest.approx(-1.0)


def test_triangles_without_area_are_left_out(tmp_path):
    a, b = CORNERS[0], CORNERS[1]
    thin = np.array([[a, a, b], [a, b, b], [a, b, a]])
    form = read(tmp_path, as_text(np.concatenate([thin, CUBE])))
    assert len(form["triangles"]) == 12 and len(form["points"]) == 8


TEXT = as_text(CUBE[:1])
BROKEN = [
    (b"", "is not an STL file: it has 0 bytes, but needs at least 84"),
    (b"x" * 83, "is not an STL file: it has 83 bytes"),
    (b"\0" * 80 + b"\xff\xff\xff\xff", "byte 80 states 4294967295 triangles, which need "),
    (
        as_binary(CUBE)[:-1],
        "byte 80 states 12 triangles, which need 684 bytes, but the file has 683",
    ),
    (as_binary([]), "has no triangles"),
    (b"solid a\nendsolid a\n" + b" " * 100, "has no triangles"),
    (as_binary(CUBE * np.nan), "triangle 0 has corners that are not finite"),
    (TEXT[: -len("endsolid cube\n")], "without endsolid"),
    (TEXT.replace(b"vertex", b"vertx", 1), "line 4: expected vertex, got 'vertx"),
    (TEXT.replace(b"    endloop\n", b""), "line 7: expected endloop, got 'endfacet'"),
    (TEXT.replace(b"0.000000000e+00", b"zero", 1), "line 4: expected vertex and three numbers"),
    (TEXT.replace(b"0.000000000e+00", b"nan", 1), "line 4: expected vertex and three numbers"),
    (TEXT.replace(b"0.000000000e+00", b"1e999", 1), "triangle 0 has corners that are not finite"),
    (TEXT.replace(b"0.000000000e+00", b"1e40", 1), "points must be within 1e+30 m"),
    (TEXT + b"facet normal 0 0 0\n", "line 10: expected solid, got 'facet normal 0 0 0'"),
    (b"solid a\nsolid b\n", "line 2: expected facet or endsolid, got 'solid b'"),
]


@looped(("data", "told"), BROKEN, ids=range(len(BROKEN)))
def test_broken_files_tell_the_place(data, told, tmp_path):
    with pytest.raises(exu.SysError) as caught:
        read(tmp_path, data)
    assert told in str(caught.value) and "cube.stl" in str(caught.value)


def test_wrong_options_and_files_are_refused(tmp_path):
    for options, told in (
        ({"scale": 0}, "FromSTLfile: scale must be > 0, got 0"),
        ({"Aoff": [[1, 0, 0], [0, 2, 0], [0, 0, 1]]}, "FromSTLfile: Aoff must be a rotation"),
        ({"Aoff": 3}, "FromSTLfile: Aoff must be 3 x 3 finite real numbers"),
        ({"color": None}, "color must be four numbers"),
        ({"pOff": [1, 2]}, "FromSTLfile: pOff must be 3 finite real numbers"),
        ({"color": [1, 2, 3]}, "color must be four numbers"),
        ({"pOff": [1e31, 0, 0]}, "points must be within 1e+30 m; check scale and pOff"),
        ({"scale": 1e300}, "points must be within"),
    ):
        with pytest.raises(exu.SysError) as caught:
            read(tmp_path, as_text(CUBE), **options)
        assert told in str(caught.value)
    with pytest.raises(exu.SysError, match="cannot be read: No such file"):
        graphics.FromSTLfile(tmp_path / "none.stl")
    with pytest.raises(exu.SysError, match="is not a regular file"):
        graphics.FromSTLfile(tmp_path)
    with pytest.raises(exu.ParameterError, match="a file name is needed, text or a path, got 3"):
        graphics.FromSTLfile(3)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_file_is_read_or_refused(tmp_path_factory, data):
    whole = data.draw(st.sampled_from([as_text(CUBE[:2]), as_binary(CUBE[:2])]))
    start = data.draw(st.integers(0, len(whole)))
    damaged = whole[:start] + data.draw(st.binary(max_size=4))
    damaged += whole[start + data.draw(st.integers(0, 5)) :]
    try:
        form = read(tmp_path_factory.getbasetemp(), damaged)
    except exu.SysError as error:
        assert "cube.stl" in str(error)
    else:
        assert np.isfinite(form["points"]).all()


def test_a_signaling_nan_is_refused_without_a_warning(tmp_path):
    whole = bytearray(as_binary(CUBE[:2]))
    whole[84 + 12 : 84 + 16] = b"\x01\x00\xa0\x7f"
    with pytest.raises(exu.SysError, match="triangle 0 has corners that are not finite"):
        read(tmp_path, bytes(whole))
