"""Meshes of solid bodies: boxes and cylinders, and meshes from files.

A SolidMesh holds a mesh of scikit-fem, which needs `pip install linkwork[fem]`. Elements are
hexahedra or tetrahedra, of first or second order; second order, the default, bends well with few
elements. Nodes are the vertices, followed for second order by the middles of edges and, for
hexahedra, of faces and elements.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError

INSTALL = "linkwork.fem needs scikit-fem and meshio: pip install linkwork[fem]"


def scikit_fem() -> Any:
    """The package skfem; an error that says how to install it if it is missing."""
    try:
        import skfem
    except ImportError as error:
        raise ImportError(INSTALL) from error
    return skfem


class SolidMesh:
    """A mesh of hexahedra or tetrahedra.

    mesh -- a MeshHex or MeshTet of scikit-fem; order -- 1 or 2, of the elements
    """

    def __init__(self, mesh: Any, order: int = 2) -> None:
        if order not in (1, 2):
            raise ParameterError(f"SolidMesh: order must be 1 or 2, got {order!r}")
        if mesh.p.shape[0] != 3 or mesh.t.shape[0] not in (4, 8):
            raise ParameterError(
                "SolidMesh: the mesh must consist of tetrahedra or hexahedra, got "
                f"{type(mesh).__name__}"
            )
        self.mesh, self.order = mesh, order

    @property
    def is_hexahedral(self) -> bool:
        """Whether its elements are hexahedra, not tetrahedra."""
        return bool(self.mesh.t.shape[0] == 8)

    def element(self) -> Any:
        """The element of scikit-fem with one number at each node."""
        fem = scikit_fem()
        if self.is_hexahedral:
            return fem.ElementHex1() if self.order == 1 else fem.ElementHex2()
        return fem.ElementTetP1() if self.order == 1 else fem.ElementTetP2()

    def basis(self, **options: Any) -> Any:
        """Basis of scikit-fem with one number at each node."""
        return scikit_fem().Basis(self.mesh, self.element(), **options)

    def nodes(self) -> np.ndarray:
        """Positions of all nodes [m], one row each."""
        found: np.ndarray = np.ascontiguousarray(self.basis().doflocs.T)
        return found

    def triangles(self) -> np.ndarray:
        """Triangles of the surface: three node numbers each, seen from outside anticlockwise."""
        mesh = self.mesh
        facets = mesh.boundary_facets()
        corners = mesh.facets[:, facets].T
        inside = mesh.p[:, mesh.t[:, mesh.f2t[0, facets]]].mean(axis=1).T
        corners = _cyclic(mesh.p.T, corners, inside)
        if self.order == 1:
            return _cut(corners)
        edges = {tuple(pair): k for k, pair in enumerate(np.sort(mesh.edges, axis=0).T.tolist())}
        n, count = mesh.p.shape[1], corners.shape[1]
        found = []
        for facet, corner in zip(facets.tolist(), corners.tolist(), strict=True):
            pairs = zip(corner, corner[1:] + corner[:1], strict=True)
            middle = [n + edges[min(a, b), max(a, b)] for a, b in pairs]
            if count == 3:
                found += [[corner[k], middle[k], middle[k - 1]] for k in range(3)]
                found.append(middle)
                continue
            center = n + len(edges) + facet
            for k in range(4):
                found += [
                    [corner[k], middle[k], center], [corner[k], center, middle[k - 1]]
                ]  # fmt: skip
        return np.array(found)


def _cyclic(points: np.ndarray, corners: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Corners of faces around their outer normals; inside -- a point inside of each element."""
    places = points[corners]
    middle = places.mean(axis=1)
    arms = places - middle[:, None]
    if corners.shape[1] == 4:
        normal = np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 0])
    else:
        normal = np.cross(arms[:, 0], arms[:, 1])
    outward = np.einsum("ij,ij->i", normal, middle - inside) < 0.0
    normal[outward] *= -1.0
    along = arms[:, 0]
    across = np.cross(normal, along)
    across *= (np.linalg.norm(along, axis=1) / np.linalg.norm(across, axis=1))[:, None]
    angles = np.arctan2(np.einsum("ijk,ik->ij", arms, across), np.einsum("ijk,ik->ij", arms, along))
    return np.take_along_axis(corners, np.argsort(angles % (2 * np.pi - 1e-9), axis=1), 1)


def _cut(corners: np.ndarray) -> np.ndarray:
    """Triangles of faces with three or four corners."""
    if corners.shape[1] == 3:
        return corners
    return np.concatenate([corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]])


def box(size: Any, elements: Any, origin: Any = None, order: int = 2) -> SolidMesh:
    """A mesh of a box.

    size [m] -- edges along x, y, z; elements -- their number along each
    origin [m] -- corner with the least coordinates; None: the middle of the box is at 0
    order -- of the elements, 1 or 2
    """
    size, counts = np.asarray(size, float), np.asarray(elements)
    if size.shape != (3,) or not (size > 0.0).all():
        raise ParameterError(f"box: size must be three lengths > 0, got {size.tolist()}")
    if counts.shape != (3,) or not (counts >= 1).all():
        raise ParameterError(f"box: elements must be three numbers >= 1, got {counts.tolist()}")
    start = -0.5 * size if origin is None else np.asarray(origin, float)
    axes = (
        np.linspace(a, a + length, int(n) + 1)
        for a, length, n in zip(start, size, counts, strict=True)
    )
    return SolidMesh(scikit_fem().MeshHex.init_tensor(*axes), order)


def beam(
    length: float, width: float, height: float, elements: Any = (10, 1, 1), order: int = 2
) -> SolidMesh:
    """A mesh of a straight beam from x = 0 to its length, with the section around the x-axis.

    length [m] -- along x; width, height [m] -- along y and z
    elements -- their number along x, y, z; order -- of the elements, 1 or 2
    """
    origin = 0.0, -0.5 * width, -0.5 * height
    return box((length, width, height), elements, origin, order)


def cylinder(radius: float, length: float, elements: Any = (2, 2, 8), order: int = 2) -> SolidMesh:
    """A mesh of a cylinder about the x-axis, from x = 0 to its length.

    radius, length [m]
    elements -- along an edge of the square in the middle of its section, between this square and
    the surface, and along x; order -- of the elements, 1 or 2

    Its section is a polygon with four times the first number of corners on the circle. Mass and
    volume are below those of the cylinder: by 10 % with 2 elements along an edge, 2.6 % with 4,
    0.6 % with 8.
    """
    inner, outer, along = (int(n) for n in elements)
    if min(inner, outer, along) < 1 or not (radius > 0.0 and length > 0.0):
        raise ParameterError(
            f"cylinder: radius, length and elements must be > 0, got {radius}, {length} and "
            f"{list(elements)}"
        )
    points, quads = _disc(radius, inner, outer)
    fem = scikit_fem()
    count, layers = len(points), np.linspace(0.0, length, along + 1)
    p = np.concatenate([np.column_stack([np.full(count, x), points]) for x in layers]).T
    around = {(0, 0): 0, (1, 0): 1, (1, 1): 2, (0, 1): 3}
    corners = fem.MeshHex.elem.refdom.p.T.astype(int).tolist()
    cells = [
        [layer * count + c * count + quad[around[a, b]] for a, b, c in corners]
        for layer in range(along)
        for quad in quads
    ]
    return SolidMesh(fem.MeshHex(p, np.array(cells).T), order)


def _disc(radius: float, inner: int, outer: int) -> tuple[np.ndarray, list[list[int]]]:
    """(points, quadrilaterals) of a disc: a square in the middle, and rings around it."""
    half = 0.5 * radius
    line = np.linspace(-half, half, inner + 1)
    points = [(y, z) for z in line for y in line]
    square = np.arange((inner + 1) ** 2).reshape(inner + 1, inner + 1)
    quads = [
        [square[j, i], square[j, i + 1], square[j + 1, i + 1], square[j + 1, i]]
        for j in range(inner)
        for i in range(inner)
    ]
    ring = [*square[0, :-1], *square[:-1, -1], *square[-1, :0:-1], *square[:0:-1, 0]]
    angles = -0.75 * np.pi + 2.0 * np.pi * np.arange(4 * inner) / (4 * inner)
    start = np.array([points[k] for k in ring])
    end = radius * np.column_stack([np.cos(angles), np.sin(angles)])
    for layer in range(1, outer + 1):
        share = layer / outer
        numbers = list(range(len(points), len(points) + 4 * inner))
        points += [tuple(p) for p in (1.0 - share) * start + share * end]
        after = numbers[1:] + numbers[:1]
        before = [*ring[1:], ring[0]]
        quads += [[a, b, c, d] for a, b, c, d in zip(ring, numbers, after, before, strict=True)]
        ring = numbers
    return np.array(points), quads


def read_mesh(fileName: Any, order: int = 2) -> SolidMesh:
    """A mesh from a file of any format that meshio reads: tetrahedra or hexahedra.

    fileName -- e.g. of Gmsh, Abaqus, Ansys, Nastran, VTK; order -- of the elements, 1 or 2
    """
    fem = scikit_fem()
    try:
        import meshio
    except ImportError as error:
        raise ImportError(INSTALL) from error
    cells = {block.type: block for block in meshio.read(fileName).cells}
    kinds = ("tetra", "hexahedron", "tetra10", "hexahedron20", "hexahedron27")
    if not any(kind in cells for kind in kinds):
        raise ParameterError(
            f"read_mesh: {str(fileName)!r} has no tetrahedra or hexahedra, but "
            f"{', '.join(cells) or 'no elements'}"
        )
    solids = [kind for kind, block in cells.items() if block.dim == 3]
    if len(solids) > 1:
        raise ParameterError(
            f"read_mesh: {str(fileName)!r} has elements of several kinds, {', '.join(solids)}; "
            "mesh the body with one kind, tetrahedra or hexahedra"
        )
    mesh = fem.Mesh.load(fileName)
    straight = fem.MeshHex if mesh.t.shape[0] == 8 else fem.MeshTet
    count = int(mesh.t.max()) + 1
    return SolidMesh(straight(np.asarray(mesh.p)[:, :count], np.asarray(mesh.t)), order)
