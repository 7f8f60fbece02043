"""Extrusions, tori, tubes and machine parts of the other interface."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.exudyn._graphics_meshes import (
    CirclePointsAndSegments,
    ComputeTriangularMesh,
    SegmentsFromPoints,
)
from linkwork.exudyn._graphics_solids import SolidOfRevolution
from linkwork.exudyn._graphics_triangles import (
    BLACK,
    FULL,
    ORIGIN,
    Array,
    Shape,
    basis_of,
    flat,
    grid_quads,
    indices,
    rows,
    triangle_list,
    unit_rows,
    with_edges,
)

UNIT, ZERO = np.eye(3), np.zeros(3)
PLAIN_BLACK = [0, 0, 0, 1]
CAGE, RING = [0.6, 0.5, 0.5, 0.4], [0.5, 0.5, 0.5, 0.5]


def SolidExtrusion(
    vertices: Any,
    segments: Any,
    height: float,
    rot: Any = UNIT,
    pOff: Any = ORIGIN,
    relRot: Any = UNIT,
    relOff: Any = ORIGIN,
    color: Any = PLAIN_BLACK,
    smoothNormals: bool = False,
    addEdges: Any = False,
    edgeColor: Any = BLACK,
    addFaces: bool = True,
) -> Shape:
    """A plane figure that is extended along z; its inside is on the left of its segments.

    relRot, relOff -- rotation of the upper face about its origin, and its shift beyond height
    rot, pOff -- rotation and shift of the whole solid
    """
    plane, lines = rows(vertices, 2), indices(segments, 2)
    n = len(plane)
    A, off = np.asarray(rot, float), flat(pOff)
    low = np.column_stack([plane, np.zeros(n)])
    turned = np.asarray(relRot, float)
    high = low @ turned.T + [0.0, 0.0, height] + flat(relOff)
    both = np.concatenate([low, high]) @ A.T + off
    inside = indices(ComputeTriangularMesh(plane, lines).simplices)
    a, b = lines.T
    begin = 2 * n if smoothNormals else 0
    sides = np.stack([np.column_stack([a, b, b + n]), np.column_stack([a, b + n, a + n])], axis=1)
    triangles = np.concatenate([inside[:, ::-1], inside + n, sides.reshape(-1, 3) + begin])
    normals = None
    if smoothNormals:
        along = unit_rows(plane[b] - plane[a])
        outward = np.zeros((n, 3))
        for ends in (a, b):
            np.add.at(outward, ends, np.column_stack([along[:, 1], -along[:, 0], np.zeros(len(a))]))
        around, up = unit_rows(outward), np.tile([0.0, 0.0, 1.0], (n, 1))
        both = np.concatenate([both, both])
        normals = np.concatenate([-up, up @ turned.T, around, around]) @ A.T
    made = triangle_list(both, triangles, color, normals, (), addFaces)
    if not addEdges:
        return made
    edges = [lines, lines + n]
    if addEdges == 2:
        edges.append(np.column_stack([np.arange(n), np.arange(n) + n]))
    return with_edges(made, np.concatenate(edges), edgeColor)


def Torus(
    point: Any,
    axis: Any,
    radiusMajor: float = 0.5,
    radiusMinor: float = 0.1,
    color: Any = BLACK,
    nTilesMajor: int = 24,
    nTilesMinor: int = 12,
    minorAngleStart: float = 0,
    minorAngleEnd: float = FULL,
    smoothNormals: bool = True,
    invert: bool = False,
) -> Shape:
    """A torus about an axis; angles of the small circle are measured from the outermost point.

    invert -- the inside is seen, as of a groove
    """
    along, n1, n2 = basis_of(axis)
    u = FULL * np.arange(nTilesMajor) / nTilesMajor
    full = minorAngleEnd - minorAngleStart >= FULL
    count = nTilesMinor if full else nTilesMinor + 1
    w = minorAngleStart + (minorAngleEnd - minorAngleStart) * np.arange(count) / nTilesMinor
    radial = np.outer(np.cos(u), n1) + np.outer(np.sin(u), n2)
    facing = np.cos(w)[:, None] * radial[:, None] + np.sin(w)[:, None] * along
    points = flat(point) + radiusMajor * radial[:, None] + radiusMinor * facing
    triangles = grid_quads(nTilesMajor, count, True, full)
    if invert:
        triangles, facing = triangles[:, [0, 2, 1]], -facing
    return triangle_list(points, triangles, color, facing if smoothNormals else None)


def Tube(
    points: Any, axes: Any, radius: float = 0.1, color: Any = BLACK, nTiles: int = 16
) -> Shape:
    """A pipe along points with the given directions, open at its ends; it turns without a twist."""
    centers, directions = rows(points), unit_rows(rows(axes))
    phi = FULL * np.arange(nTiles) / nTiles
    reference = [1.0, 0.0, 0.0] if abs(directions[0, 2]) > 0.9 else [0.0, 0.0, 1.0]
    n1 = unit_rows(np.cross(reference, directions[0]))
    rings = []
    for k, direction in enumerate(directions):
        if k:
            n1 = _shortest_turn(directions[k - 1], direction) @ n1
        rings.append(np.outer(np.cos(phi), n1) + np.outer(np.sin(phi), np.cross(direction, n1)))
    normals = np.array(rings)
    quads = grid_quads(len(centers), nTiles, False, True)
    return triangle_list(centers[:, None] + radius * normals, quads, color, normals)


def _shortest_turn(a: Array, b: Array) -> Array:
    """Rotation about a x b that takes the unit vector a to b."""
    axis, cosine = np.cross(a, b), float(a @ b)
    if cosine < -1.0 + 1e-12:
        across = basis_of(a)[1]
        return np.asarray(2.0 * np.outer(across, across) - np.eye(3))
    x, y, z = axis
    skew = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + skew + skew @ skew / (1.0 + cosine))


def LinkedCylinders(
    point0: Any,
    point1: Any,
    axisCylinder: Any,
    radius0: float,
    radius1: float,
    radiusInner0: float = 0,
    radiusInner1: float = 0,
    nTiles: int = 32,
    color: Any = PLAIN_BLACK,
    addEdges: Any = 0,
    edgeColor: Any = BLACK,
    addFaces: bool = True,
    smoothNormals: bool = True,
    **kwargs: Any,
) -> Shape:
    """A lever: two cylinders about parallel axes, joined by tangents, with holes if wanted."""
    begin, reach, axis = flat(point0), flat(point1) - flat(point0), flat(axisCylinder)
    along = unit_rows(axis)
    across = reach - (reach @ along) * along
    length = float(np.linalg.norm(across))
    x = unit_rows(across)
    tilt = math.acos(min(1.0, max(-1.0, (radius0 - radius1) / length)))
    half = nTiles // 2
    small = np.linspace(-tilt, tilt, half + 1)
    large = np.linspace(tilt, FULL - tilt, half + 2)
    outline = np.concatenate([
        [length, 0.0] + radius1 * np.column_stack([np.cos(small), np.sin(small)]),
        radius0 * np.column_stack([np.cos(large), np.sin(large)]),
    ])  # fmt: skip
    vertices, segments = outline.tolist(), SegmentsFromPoints(outline).tolist()
    for center, hole in (([0.0, 0.0], radiusInner0), ([length, 0.0], radiusInner1)):
        if hole > 0.0:
            found, lines = CirclePointsAndSegments(center, hole, False, len(vertices), nTiles)
            vertices, segments = vertices + found, segments + lines
    rot = np.column_stack([x, np.cross(along, x), along])
    return SolidExtrusion(
        vertices, segments, float(np.linalg.norm(axis)), rot, begin, color=color,
        smoothNormals=smoothNormals, addEdges=addEdges, edgeColor=edgeColor, addFaces=addFaces,
    )  # fmt: skip


def BallBearingRings(
    axis: Any,
    outsideDiameter: float,
    boreDiameter: float,
    width: float,
    radiusCage: float,
    innerRingShoulderRadius: float,
    outerRingShoulderRadius: float,
    widthCage: float,
    heightCage: float,
    innerEdgeChamfer: float,
    outerEdgeChamfer: float,
    innerGrooveRadius: float,
    outerGrooveRadius: float,
    innerGrooveTorusRadius: float,
    outerGrooveTorusRadius: float,
    nTilesRings: int = 32,
    nTilesGrooves: int = 12,
    colorCage: Any = CAGE,
    colorInnerRing: Any = RING,
    colorOuterRing: Any = RING,
    **kwargs: Any,
) -> dict[str, Shape]:
    """Rings and cage of a ball bearing about the origin.

    innerGrooveRadius, innerGrooveTorusRadius -- of the circle of the groove, and of its center
    about the axis
    """
    h = 0.5 * width

    def ring(end: float, shoulder: float, groove: float, torus: float, chamfer: float) -> Any:
        side = 1.0 if shoulder > end else -1.0
        c, w = side * chamfer, _groove(shoulder, groove, torus, side, nTilesGrooves)
        line = [[h, shoulder], [h, end + c], [h - chamfer, end], [chamfer - h, end],
                [-h, end + c], [-h, shoulder], *w, [h, shoulder]]  # fmt: skip
        return np.array(line) * [side, 1.0]

    inner = ring(0.5 * boreDiameter, innerRingShoulderRadius, innerGrooveRadius,
                 innerGrooveTorusRadius, innerEdgeChamfer)  # fmt: skip
    outer = ring(0.5 * outsideDiameter, outerRingShoulderRadius, outerGrooveRadius,
                 outerGrooveTorusRadius, outerEdgeChamfer)  # fmt: skip
    a, low, high = 0.5 * widthCage, radiusCage - 0.5 * heightCage, radiusCage + 0.5 * heightCage
    cage = [[-a, high], [a, high], [a, low], [-a, low], [-a, high]]
    made = {"innerRing": (inner, colorInnerRing), "outerRing": (outer, colorOuterRing)}
    made["cage"] = (cage, colorCage)
    return {
        f"{name}Graphics": SolidOfRevolution(
            ORIGIN, axis, line, color, nTilesRings, smoothContour=True, smoothingAngle=math.pi / 5
        )
        for name, (line, color) in made.items()
    }


def _groove(
    shoulder: float, groove: float, torus: float, side: float, tiles: int
) -> list[list[float]]:
    """Circle about [0, torus] from one shoulder to the other, on the side of the axis (1)."""
    end = math.acos(min(1.0, max(-1.0, side * (torus - shoulder) / groove)))
    angles = np.linspace(-end, end, tiles + 1)
    return [[groove * math.sin(w), torus - side * groove * math.cos(w)] for w in angles]


def InvoluteGear(
    involuteGear: Any,
    width: float,
    centerPoint: Any = ZERO,
    rotationMatrix: Any = UNIT,
    helixAngleDeg: float = 0,
    radius: float = 0,
    relativeAngleOffset: float = 0,
    color: Any = PLAIN_BLACK,
    nTilesCylinder: int = 32,
    smoothNormals: bool = False,
    addEdges: Any = False,
    edgeColor: Any = BLACK,
    addFaces: bool = True,
) -> Shape:
    """A gear wheel about z, centered at a point, with a bore of the given radius.

    involuteGear -- has GenerateGear(), which returns the outline, and pitchRadius
    relativeAngleOffset -- rotation as share of the angle of a tooth and its gap
    """
    outline = rows(involuteGear.GenerateGear(), 2)
    twist = width * math.tan(math.radians(helixAngleDeg)) / involuteGear.pitchRadius
    tooth = FULL / involuteGear.nTeeth
    turn = _about_z(-0.5 * twist - relativeAngleOffset * tooth)
    vertices = (outline @ turn[:2, :2].T).tolist()
    segments = SegmentsFromPoints(vertices).tolist()
    if radius > 0.0:
        bore, lines = CirclePointsAndSegments([0.0, 0.0], radius, False, len(vertices),
                                              nTilesCylinder)  # fmt: skip
        vertices, segments = vertices + bore, segments + lines
    A = np.asarray(rotationMatrix, float)
    return SolidExtrusion(
        vertices, segments, width, A, flat(centerPoint) - 0.5 * width * A[:, 2], _about_z(twist),
        color=color, smoothNormals=smoothNormals, addEdges=addEdges, edgeColor=edgeColor,
        addFaces=addFaces,
    )  # fmt: skip


def _about_z(angle: float) -> Array:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def ToothedRack(
    module: float,
    nTeeth: int,
    width: float,
    toothHeight: float,
    rackBaseHeight: float,
    pressureAngleDeg: float = 20,
    centerPoint: Any = ZERO,
    rotationMatrix: Any = UNIT,
    color: Any = PLAIN_BLACK,
    nTilesCylinder: int = 32,
    addEdges: Any = False,
    edgeColor: Any = BLACK,
    addFaces: bool = True,
) -> Shape:
    """A rack along x with teeth along y; its lower corner is at the origin, its middle at z = 0."""
    pitch, base, top = math.pi * module, rackBaseHeight, rackBaseHeight + toothHeight
    slope = toothHeight * math.tan(math.radians(pressureAngleDeg))
    flank = 0.25 * pitch - 0.5 * slope
    outline: list[Sequence[float]] = [(nTeeth * pitch, 0.0), (0.0, 0.0), (0.0, base)]
    for k in range(nTeeth):
        middle = (k + 0.5) * pitch
        outline += [
            (middle - flank - slope, base), (middle - flank, top),
            (middle + flank, top), (middle + flank + slope, base),
        ]  # fmt: skip
    outline.append((nTeeth * pitch, base))
    A = np.asarray(rotationMatrix, float)
    off = flat(centerPoint) - [0.0, 0.0, 0.5 * width]
    return SolidExtrusion(
        outline, SegmentsFromPoints(outline, invert=True), width, A, off, color=color,
        addEdges=addEdges, edgeColor=edgeColor, addFaces=addFaces,
    )  # fmt: skip
