"""Surfaces of flexible bodies: the triangleMesh, deformed in every state that is shown.

A contour by DisplacementLocal, StressLocal or StrainLocal colors the corners of the triangles. The
norm of stresses is the equivalent stress of von Mises, that of strains its counterpart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.bodies.ffrf_reduced_order import ObjectFFRFreducedOrder
from linkwork.core.declare.matrices import MatrixContainer
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.graphics.shapes import Shape
from linkwork.results.snapshot import XYZ, spaced
from linkwork.view.scene.function_shapes import Kept, Window
from linkwork.view.scene.tones import SHADES, wide

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

NORM = -1
"""Component that stands for the norm of all components."""

TENSOR = ("xx", "yy", "zz", "yz", "xz", "xy")

COLORED = (Variable.DisplacementLocal, Variable.StressLocal, Variable.StrainLocal)
"""Outputs of mesh nodes that decide on colors."""


class Surface(NamedTuple):
    """The surface of a body in all states.

    points -- (states, nodes, 3) in the axes of the body [m]; triangles -- three nodes each
    values -- (states, nodes) of a contour; None: the surface has one color
    """

    points: np.ndarray
    triangles: np.ndarray
    values: np.ndarray | None


class MeshContour(NamedTuple):
    """A contour of surfaces: what its values are, their unit, and their extent."""

    label: str
    unit: str
    extent: tuple[float, float]


def surfaces_of(writer: SceneWriter) -> dict[int, Surface]:
    """Surfaces of all visible super elements that have triangles, by body."""
    found: dict[int, Surface] = {}
    if not writer.settings.bodies.show:
        return found
    for number, body in enumerate(writer.snapshot.items["object"]):
        if not getattr(body, "is_super_element", False) or not body.visualization.show:
            continue
        triangles = MatrixContainer(body.visualization.triangleMesh).dense().astype(int)
        if not triangles.size:
            continue
        surface = _surface(writer, number, body, triangles)
        if surface is not None:
            found[number] = surface
    return found


def _surface(writer: SceneWriter, number: int, body: Any, triangles: np.ndarray) -> Surface | None:
    """The surface of one body; None if its triangles do not fit its nodes."""
    used = np.unique(triangles)
    count = body.mesh_size(writer.snapshot.items)
    if triangles.shape[1] != 3:
        writer.notes.append(
            f"{body.label(number)}: triangleMesh is not drawn: its rows must be three nodes"
        )
        return None
    if used[0] < 0 or used[-1] >= count:
        writer.notes.append(
            f"{body.label(number)}: triangleMesh is not drawn: it has node {used[-1]}, but the "
            f"body has {count} mesh nodes"
        )
        return None
    places = np.zeros(count, int)
    places[used] = np.arange(len(used))
    model, q = writer.motion.model, writer.solution.coordinates[writer.rows]
    if not isinstance(body, ObjectFFRFreducedOrder):
        firsts = [model.numbering.node_first[body.nodeNumbers[k]] for k in used]
        home = [model.numbering.reference[k : k + 3] for k in firsts]
        moved = np.stack([q[:, k : k + 3] for k in firsts], axis=1)
        return Surface(np.array(home) + moved, places[triangles], None)
    if not body.modeBasis.dense().size:
        return None
    first = int(model.numbering.node_first[body.nodeNumbers[1]])
    x, shapes = body.mesh_nodes(used)
    zeta = q[:, first : first + shapes.shape[2]]
    deformed = np.einsum("njk,sk->snj", shapes, zeta)
    values = _values(writer, body, used, zeta, deformed)
    return Surface(x + deformed, places[triangles], values)


def _values(
    writer: SceneWriter, body: Any, used: np.ndarray, zeta: np.ndarray, deformed: np.ndarray
) -> np.ndarray | None:
    """Values of the contour at the nodes in all states; None if they are not wanted."""
    contour = writer.contour
    if contour is None or contour.variable not in COLORED or body.lacks(contour.variable):
        return None
    parts = deformed
    if contour.variable != Variable.DisplacementLocal:
        basis = body.outputVariableModeBasis.dense()[used]
        parts = np.einsum("nkc,sk->snc", basis.reshape(len(used), -1, 6), zeta)
    component = NORM if contour.component is None else contour.component
    if component == NORM:
        return equivalent(parts, contour.variable)
    if component >= parts.shape[2]:
        return None
    found: np.ndarray = parts[:, :, component]
    return found


def equivalent(parts: np.ndarray, variable: Variable) -> np.ndarray:
    """Length of vectors, or equivalent stress or strain of von Mises; components are last."""
    if parts.shape[-1] == 3:
        found: np.ndarray = np.linalg.norm(parts, axis=-1)
        return found
    normal = parts[..., :3] - parts[..., :3].mean(axis=-1, keepdims=True)
    shear = parts[..., 3:] if variable == Variable.StressLocal else 0.5 * parts[..., 3:]
    square = np.sum(normal**2, axis=-1) + 2.0 * np.sum(shear**2, axis=-1)
    factor = 1.5 if variable == Variable.StressLocal else 2.0 / 3.0
    whole: np.ndarray = np.sqrt(factor * square)
    return whole


def contour_of_surfaces(writer: SceneWriter, surfaces: dict[int, Surface]) -> MeshContour | None:
    """The contour that surfaces share; None if they have none."""
    values = {k: s.values for k, s in surfaces.items() if s.values is not None}
    if not values or writer.contour is None:
        return None
    variable, component = writer.contour.variable, writer.contour.component
    number = next(iter(values))
    body: Any = writer.snapshot.items["object"][number]
    unit = body.outputs[variable].unit
    low = min(float(v.min()) for v in values.values())
    high = max(float(v.max()) for v in values.values())
    name = spaced(variable.name)
    if component is None or component == NORM:
        tensor = body.outputs[variable].size == 6
        label = f"{name}, von Mises" if tensor else f"{name}, norm"
    else:
        label = f"{name} {(XYZ if body.outputs[variable].size == 3 else TENSOR)[component]}"
    return MeshContour(label, "" if unit == "1" else unit, (low, high))


def surface_windows(writer: SceneWriter) -> dict[int, list[Window]]:
    """Shapes of all surfaces and when they are drawn; sets the contour that they share."""
    surfaces = surfaces_of(writer)
    writer.mesh_contour = contour_of_surfaces(writer, surfaces)
    found = {}
    for number, surface in surfaces.items():
        body: Any = writer.snapshot.items["object"][number]
        own = body.visualization.color
        color = [float(c) for c in own] if own[0] >= 0.0 else None
        kept = Kept(1.0 / len(surfaces))
        triangles = surface.triangles.astype(np.uint32)
        for state, points in enumerate(surface.points):
            if state % kept.stride:
                continue
            values: dict[str, Any] = {
                "points": points.astype(np.float32), "triangles": triangles, "flat": True
            }  # fmt: skip
            if surface.values is not None:
                values["colors"] = _painted(writer, surface.values[state])
            kept.add(state, [Shape("mesh", [0.0] * 3, color, values)])
        if kept.stride > 1:
            writer.notes.append(
                f"{body.label(number)}: its surface is drawn for every {kept.stride}th state, "
                "because it has many triangles; show fewer frames"
            )
        found[number] = kept.windows(len(writer.rows))
    return found


def _painted(writer: SceneWriter, values: np.ndarray) -> np.ndarray:
    """RGBA of values of the contour."""
    assert writer.contour is not None and writer.mesh_contour is not None
    low, high = writer.contour.range or wide(*writer.mesh_contour.extent)
    shares = np.clip((values - low) / (high - low), 0.0, 1.0) * (len(SHADES) - 1)
    steps = np.arange(len(SHADES))
    rgb = [np.interp(shares, steps, SHADES[:, k]) for k in range(3)]
    return np.column_stack([*rgb, np.ones(len(values))]).astype(np.float32)
