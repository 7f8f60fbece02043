"""Machine parts: surfaces that enclose the right volume with all normals outside."""

from math import asin, cos, pi, sin, sqrt

import numpy as np
import pytest

from linkwork.exudyn import graphics
from linkwork.exudyn.rigidBodyUtilities import (
    InertiaCuboid,
    InertiaCylinder,
    InertiaSphere,
    RotationMatrixX,
)


def volume(shape):
    a, b, c = (
        shape["points"].reshape(-1, 3)[shape["triangles"].reshape(-1, 3)[:, k]] for k in range(3)
    )
    return float((a * np.cross(b, c)).sum() / 6.0)


def test_rounded_bricks_lie_between_box_and_ellipsoid():
    for roundness, low, high in ((0.01, 7.7, 8.0), (0.5, 4.3, 7.0), (1.0, 4.1, pi * 4 / 3)):
        made = graphics.Brick(size=[2, 2, 2], roundness=roundness, nTiles=64)
        assert low < volume(made) < high
        assert graphics.InconsistentTriangles(made) == 0
    assert len(made["points"]) == 3 * 64 * 33


def test_closed_surfaces_have_their_volume():
    solids = {
        2 * 0.5 * 1.0 * sin(pi / 8) * cos(pi / 8) * 8: graphics.Cylinder(radius=1, nTiles=8),
        6.0: graphics.Brick(size=[1, 2, 3], addNormals=True),
        4.5: graphics.SolidExtrusion(
            [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]],
            [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]], 1.5, pOff=[1, 2, 3]),
    }  # fmt: skip
    for wanted, shape in solids.items():
        assert volume(shape) == pytest.approx(wanted)


def test_levers_are_discs_with_tangents_and_holes():
    r0, r1, length = 0.2, 0.1, 1.0
    tilt = asin((r0 - r1) / length)
    sides = sqrt(length**2 - (r0 - r1) ** 2) * (r0 + r1)
    area = sides + r0**2 * (pi / 2 + tilt) + r1**2 * (pi / 2 - tilt)
    made = graphics.LinkedCylinders([1, 2, 3], [1, 2, 4], [0.1, 0, 0], r0, r1, nTiles=400)
    assert volume(made) == pytest.approx(0.1 * area, rel=1e-4)
    assert graphics.InconsistentTriangles(made) == 0
    holes = graphics.LinkedCylinders([1, 2, 3], [1, 2, 4], [0.1, 0, 0], r0, r1, 0.1, 0.05, 400)
    assert volume(holes) == pytest.approx(0.1 * (area - pi * 0.0125), rel=1e-4)
    low, high = graphics.BoundingBox(made)
    assert low == pytest.approx([1, 1.8, 2.8], abs=1e-4)
    assert high == pytest.approx([1.1, 2.2, 4.1], abs=1e-4)


class Wheel:
    """An outline with the members of a gear that are needed."""

    nTeeth, pitchRadius = 4, 1.0

    def GenerateGear(self):
        return [[1, 0], [0.5, 0.5], [0, 1], [-0.5, 0.5], [-1, 0], [-0.5, -0.5], [0, -1],
                [0.5, -0.5]]  # fmt: skip


def test_gears_are_twisted_outlines():
    made = graphics.InvoluteGear(Wheel(), 0.5, [1, 2, 3])
    assert volume(made) == pytest.approx(0.5 * 2.0)
    low, high = graphics.BoundingBox(made)
    assert low == pytest.approx([0, 1, 2.75]) and high == pytest.approx([2, 3, 3.25])
    angle = np.arctan(0.4)
    twisted = graphics.InvoluteGear(Wheel(), 0.5, helixAngleDeg=np.degrees(angle))
    points = twisted["points"].reshape(-1, 3)
    turns = np.arctan2(points[[0, 8], 1], points[[0, 8], 0])
    assert turns == pytest.approx([-0.1, 0.1])


def test_racks_have_teeth():
    made = graphics.ToothedRack(0.1, 3, 0.5, 0.1, 0.2, centerPoint=[1, 0, 0])
    pitch = pi * 0.1
    assert volume(made) == pytest.approx(0.5 * (3 * pitch * 0.2 + 3 * 0.1 * pitch / 2))
    low, high = graphics.BoundingBox(made)
    assert low == pytest.approx([1, 0, -0.25]) and high == pytest.approx([1 + 3 * pitch, 0.3, 0.25])


def test_bearings_have_rings_with_grooves():
    given = dict(outsideDiameter=0.8, boreDiameter=0.4, width=0.18, radiusCage=0.3, widthCage=0.08)
    given |= dict(innerRingShoulderRadius=0.27, outerRingShoulderRadius=0.33, heightCage=0.01)
    given |= dict(innerEdgeChamfer=0.01, outerEdgeChamfer=0.02, innerGrooveRadius=0.052)
    given |= dict(outerGrooveRadius=0.053, innerGrooveTorusRadius=0.301)
    made = graphics.BallBearingRings([0, 0, 1], outerGrooveTorusRadius=0.299, **given)
    assert set(made) == {"innerRingGraphics", "outerRingGraphics", "cageGraphics"}
    inner, outer = (made[f"{name}RingGraphics"]["points"].reshape(-1, 3) for name in
                    ("inner", "outer"))  # fmt: skip
    radii = np.hypot(inner[:, 0], inner[:, 1])
    assert (radii.min(), radii.max()) == pytest.approx((0.2, 0.27))
    deepest = radii[(np.abs(inner[:, 2]) < 1e-9)]
    assert deepest == pytest.approx(0.301 - 0.052)
    assert np.hypot(outer[:, 0], outer[:, 1]).max() == pytest.approx(0.4)
    for shape in made.values():
        assert volume(shape) > 0.0


def test_the_upper_face_of_an_extrusion_turns_about_its_own_origin():
    corners, segments = [[0, 0], [2, 0], [2, 1]], [[0, 1], [1, 2], [2, 0]]
    tilt = RotationMatrixX(0.2)
    for smooth in (False, True):
        made = graphics.SolidExtrusion(
            corners, segments, 0.7, relRot=tilt, relOff=[0.1, 0.2, 0.3], smoothNormals=smooth
        )
        top = made["points"].reshape(-1, 3)[3:6]
        assert top[0].tolist() == pytest.approx([0.1, 0.2, 1.0])
        assert top[2].tolist() == pytest.approx([2.1, 0.2 + cos(0.2), 1.0 + sin(0.2)])
    assert made["normals"].reshape(-1, 3)[3:6] == pytest.approx(np.tile(tilt[:, 2], (3, 1)))
    flat = graphics.SolidExtrusion(corners, segments, 0.7, relOff=[0.5, 0, 0])
    assert volume(flat) == pytest.approx(0.7)


def test_hollow_spheres_are_hollow():
    for inner in (0.1, 0.2, 0.0, -0.1):
        with pytest.raises(ValueError, match="innerRadius must be in"):
            graphics.Sphere(radius=0.1, innerRadius=inner)


def test_shapes_of_inertia_can_be_moved_merged_and_measured():
    red, offset = [1, 0, 0, 1], [1, 2, 3]
    turned = InertiaCuboid(1, [1, 2, 3]).Rotated(RotationMatrixX(0.3))
    ball, brick = InertiaSphere(1, 0.5), InertiaCuboid(1, [1, 2, 3])
    for body in (brick, InertiaCylinder(1, 2, 0.5, 0), ball, turned):
        shape = body.GetGraphics(red)
        low, high = graphics.BoundingBox(shape)
        for moved in (graphics.Move(shape, offset), graphics.Transform(shape, offset)):
            assert graphics.BoundingBox(moved)[0] == pytest.approx(low + offset)
            assert graphics.BoundingBox(moved)[1] == pytest.approx(high + offset)
        both = graphics.MergeTriangleLists(shape, shape)
        points, triangles = graphics.ToPointsAndTrigs(shape)
        assert len(both["points"]) == 6 * len(points) and both["colors"][:4].tolist() == red
        assert len(both["triangles"]) == 6 * len(triangles)
    assert volume(graphics.Move(brick.GetGraphics(red), offset)) == pytest.approx(6)
    with pytest.raises(ValueError, match="got Torus"):
        graphics.Move({"type": "Torus"}, offset)
