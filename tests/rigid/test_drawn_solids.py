"""GetGraphics draws a solid where it is, with its volume and its center."""

import math

import numpy as np
import pytest

from linkwork import graphics
from linkwork.graphics.shapes import shapes_of
from linkwork.utilities import *

RED = graphics.color.red
T = HT(RotXYZ2RotationMatrix([0.3, -0.5, 1.1]), [1, 2, 3])


def volume_and_center(shape):
    """Of the body inside the triangles of a shape; they must face outward."""
    points, triangles = np.array(shape["points"]), np.array(shape["triangles"])
    edges = {(t[k], t[(k + 1) % 3]) for t in np.round(points[triangles], 12).tolist()
             for t in [[tuple(p) for p in t]] for k in range(3)}  # fmt: skip
    assert {(b, a) for a, b in edges} == edges, "a hole in the surface"
    a, b, c = points[triangles].swapaxes(0, 1)
    volumes = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
    return volumes.sum(), volumes @ (a + b + c) / 4 / volumes.sum()


def second_moments(shape, center):
    """Inertia tensor per density of the body inside the triangles, about its center."""
    corners = np.array(shape["points"])[np.array(shape["triangles"])] - center
    S = np.zeros((3, 3))
    for p in corners:
        total = p.sum(axis=0)
        S += np.linalg.det(p) / 120 * (np.outer(total, total) + p.T @ p)
    return np.trace(S) * np.eye(3) - S


def test_simple_solids_are_simple_shapes():
    assert InertiaCuboid(1, [1, 2, 3]).GetGraphics(RED) == graphics.Brick([0, 0, 0], [1, 2, 3], RED)
    moved = InertiaCuboid(1, [1, 2, 3]).Translated([4, 5, 6])
    assert moved.GetGraphics(RED) == graphics.Brick([4, 5, 6], [1, 2, 3], RED)
    cylinder = InertiaCylinder(1, 2, 3, 1).Translated([1, 1, 1])
    assert cylinder.GetGraphics(RED) == graphics.Cylinder([1, 0, 1], [0, 2, 0], 3, RED)
    for ball in (InertiaSphere(1, 2), InertiaHollowSphere(1, 2)):
        shape = ball.Transformed(T).GetGraphics(color=RED, nTiles=20, roundness=0.1)
        assert shape == graphics.Sphere([1, 2, 3], 2, RED)
    assert InertiaRodX(1, 2).GetGraphics(RED)["size"] == pytest.approx([2, 0.02, 0.02])
    radius = InertiaMassPoint(1).GetGraphics(RED)["radius"]
    assert 2000 * 4 / 3 * math.pi * radius**3 == pytest.approx(1)


def test_a_turned_cylinder_is_a_cylinder():
    shape = InertiaCylinder(1, 2, 3, 0).Transformed(T).GetGraphics(RED)
    assert shape["type"] == "Cylinder"
    assert shape["vAxis"] == pytest.approx(2 * T[:3, 0])
    assert np.array(shape["pAxis"]) + np.array(shape["vAxis"]) / 2 == pytest.approx([1, 2, 3])


def test_turned_boxes_and_tubes_have_their_inertia():
    for body, sides in (
        (InertiaCuboid(1, [1, 2, 3]), None),
        (InertiaRodX(2, 3), None),
        *((InertiaCylinder(1, 2, 1.5, axis, 0.5), 400) for axis in range(3)),
    ):
        for turned in (body.Transformed(T), body.Transformed(HTtranslateX(1)).Transformed(T)):
            shape = turned.GetGraphics(RED, nTiles=sides)
            assert shape["type"] == "TriangleList" and shape["color"] == RED
            volume, center = volume_and_center(shape)
            assert volume > 0
            assert center == pytest.approx(turned.COM(), abs=1e-12)
            J = turned.Mass() / volume * second_moments(shape, center)
            assert turned.InertiaCOM() == pytest.approx(J, rel=2e-4, abs=1e-3)
            assert len(shapes_of([shape])) == 1
    box = InertiaCuboid(1, [1, 2, 3]).Rotated(T[:3, :3]).GetGraphics(RED)
    assert volume_and_center(box)[0] == pytest.approx(6, rel=1e-14)


def test_a_tube_has_its_number_of_sides():
    tube = InertiaCylinder(1, 2, 1.5, 2, 0.5)
    for sides, made in ((6, 6), (0, 3), (None, 32)):
        volume, _ = volume_and_center(tube.GetGraphics(RED, nTiles=sides))
        area = made / 2 * math.sin(2 * math.pi / made) * (1.5**2 - 0.5**2)
        assert volume == pytest.approx(2 * area, rel=1e-13)


def test_bodies_that_are_no_solid_have_no_shape():
    assert RigidBodyInertia(1, np.eye(3)).GetGraphics(RED) is None
    assert (InertiaSphere(1, 1) + InertiaSphere(1, 1)).GetGraphics(RED) is None


def test_wrong_colors_are_refused():
    with pytest.raises(ValueError, match="color"):
        InertiaSphere(1, 1).GetGraphics([2, 0, 0, 1])
    with pytest.raises(ValueError, match="color"):
        InertiaCylinder(1, 2, 1.5, 2, 0.5).GetGraphics("red")
