"""The assembler: adds local blocks of connectors and loads to the system matrix.

A connector sees the motion of its ends, not coordinates. It declares how many ends it has, which
*directions* of their motion of six (x, y, z, then rotations about x, y, z) it uses, and how many
equations it has. Its kernel `jacobian` writes blocks in these directions, and kernels made for
them (`core/block_kernels.py`) transform them with the Jacobians of the markers. With F the forces
and moments on all ends and z their motion, one end after another in the declared
directions,

    stiffness = dF/dz,  damping = dF/dz_t,  gradient = dc/dz            (forces are -lambda dc/dz)
    row_q, row_v = derivatives of the equation of the present level by z and z_t
    slope = dc/d lambda

    matrix -= J^T (dF/dz cq J + dF/dz_t (cv J + cq H)),  H = d(J q_t)/dq

Unknowns are accelerations and scaled multipliers (lambda = row_mass * unknown), so force rows have
ca M + cv D + cq K and row_mass C_q^T; constraint rows have row_mass (row_cq dc/dq + row_cv dc/dv).

*Relative* blocks are those of two ends that receive opposite forces which depend on differences
alone: f on m0 and -f on m1, with stiffness = df/d(z1 - z0) and gradient = dc/d(z1 - z0), one block
instead of four.

There are two ways into the matrix, and the assembler chooses one for each connector.

By index, where all ends follow coordinates one to one: entry (r, c) of the block of markers (i, j)
goes to `values[slots[., i, j, r, c]]`; a slot of -1 is a coordinate that does not exist (ground,
z in the plane). Slots come from the layout of the linear solver, so the same kernels serve dense,
diagonal and sparse matrices.

Through Jacobians otherwise: a row of LINKED for the connector, and lists of the coordinates that
its ends follow (made by `links.py`): `columns`, their rows of `motion_jacobians`; `sides`, the
end of each; `places` of the matrix entries between them, and `edges` of those with the equations.
Ends by index have the unit rows of `motion_jacobians`. The marker itself adds the derivative of J
(`motion/kind.py`, curvature).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.core.block_kernels import (
    Kernel,
    drift_of,
    index_equations,
    index_forces,
    linked_equations,
    linked_forces,
)
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.rate_blocks import rate_arrays, rate_entries
from linkwork.core.records import f8, i4, i8, record, u4

POSITION, COORDINATE, PLANE, SPACE = (0, 1, 2), (0,), (0, 1, 5), (0, 1, 2, 3, 4, 5)
"""Directions of points, of single coordinates, of frames in the plane and in space."""

TURNS = (3, 4, 5)
"""Directions of frames that are only turned."""

MANY = 0
"""Number of ends of connectors whose items each have their own number of ends."""

MANY_COLUMNS = ("ends", "span", "block", "slopes")
"""Columns that kinds with MANY ends have and fill: number of ends of an item, directions of all of
them, where its stiffness and damping begin in these pools, and where its gradient, row_q and row_v.
"""

LINKED = record(*((name, i8) for name in ("owner", "first", "count", "place", *MANY_COLUMNS)))
"""A connector whose ends are reached through Jacobians.

owner -- its row in the table; first, count -- its part of `columns` and `sides`
place -- first of its count x count `places`; ends -- number of its ends
span, block, slopes -- of connectors with MANY ends, see MANY_COLUMNS
"""

LINK_POOLS = {
    "columns": u4, "sides": u4, "coordinates": i8, "places": i4, "edges": i4, "product": f8,
}  # fmt: skip
"""Lists that LINKED refers to; product -- work memory, one number per direction of all ends."""


class Blocks:
    """Declaration of a kind of connector, constraint or load; its arrays, and their kernels.

    ends -- number of markers: 1, 2 or MANY; directions -- those of their motion that it uses
    equations -- largest number of equations of an item; relative -- see above
    stiff, damped -- whether it writes stiffness (linear constraints do not) and damping
    (loads do not)
    only_turning -- whether ends that do not turn have nothing to add
    rates -- number of its first-order coordinates, for relative blocks (`core/rate_blocks.py`)
    needs_angles -- whether its frames must rotate about z alone: it ignores other rotations
    has_many_ends, joins_coordinates -- whether ends is MANY, and directions is COORDINATE
    own -- arrays of the kind, one entry of each per row of its table
    pools -- of kinds with MANY ends: the blocks, whose size differs between items (`room`)
    by_index -- kernel over the table; through, drift -- over LINKED; with_rates -- over RATED
    """

    def __init__(
        self,
        ends: int,
        directions: tuple[int, ...],
        equations: int = 0,
        relative: bool = False,
        stiff: bool = True,
        damped: bool = True,
        only_turning: bool = False,
        rates: int = 0,
    ) -> None:
        self.rates = rates
        self.ends, self.directions, self.equations = ends, directions, equations
        self.relative, self.stiff, self.only_turning = relative, stiff, only_turning
        self.damped = damped and not equations
        self.width = len(directions)
        self.has_many_ends, self.joins_coordinates = ends == MANY, directions == COORDINATE
        self.needs_angles = 5 in directions and not {3, 4} <= set(directions)
        self.has_index_path = ends == 2 and (relative or self.joins_coordinates)
        self.own = self._own()
        self.pools = self._pools() if self.has_many_ends else {}
        self.by_index: Kernel | None = None
        self.drift: Kernel | None = None
        self.with_rates = rate_entries(directions, rates) if rates else None
        if equations:
            self.by_index = index_equations(self)
            self.through, self.drift = linked_equations(self), drift_of(self)
        else:
            self.by_index = index_forces(self) if self.has_index_path else None
            self.through = linked_forces(self)

    def _own(self) -> dict[str, tuple[Any, tuple[int, ...]]]:
        width, count = self.width, self.equations
        if self.has_many_ends:
            many = {"slope": (f8, (count,)), "slope_slots": (i4, (count,)), "rows": (i8, ())}
            return many if count else {}
        single = () if self.joins_coordinates else (width,)
        block = single + single if self.relative else (self.ends * width,) * 2
        own: dict[str, tuple[Any, tuple[int, ...]]] = {}
        if self.stiff:
            own["stiffness"] = f8, block
        if self.damped:
            own["damping"] = f8, block
        if self.has_index_path and self.stiff:
            own["slots"] = i4, (2, 2, width, width)
        if self.rates:
            own.update(rate_arrays(width, self.rates))
        if not count:
            return own
        gradient = single if self.relative else (count, self.ends * width)
        if self.joins_coordinates:
            gradient = (self.ends,)
        rows = () if self.has_index_path else (count,)
        for name in ("gradient", "row_q", "row_v"):
            own[name] = f8, gradient
        own.update(slope=(f8, rows), slope_slots=(i4, rows), rows=(i8, ()))
        if self.has_index_path:
            own["edge_slots"] = i4, (2, 2, width)
        return own

    def _pools(self) -> dict[str, Any]:
        names = ["stiffness"] if self.stiff else []
        names += ["damping"] if self.damped else []
        names += ["gradient", "row_q", "row_v"] if self.equations else []
        return dict.fromkeys(names, f8)

    def room(self, ends: Any) -> tuple[dict[str, np.ndarray], dict[str, int]]:
        """(MANY_COLUMNS, lengths of the pools) for items with these numbers of ends.

        Entry (r, c) of an item's stiffness is at block + r * span + c; the derivative of its
        equation r by component c of the motion of its ends is at slopes + r * span + c.
        """
        ends = np.asarray(ends, i8)
        span = ends * self.width
        sizes = {"block": span * span, "slopes": span * self.equations}
        columns = {name: np.cumsum(size) - size for name, size in sizes.items()}
        of = {
            name: "block" if name in ("stiffness", "damping") else "slopes" for name in self.pools
        }
        lengths = {name: int(sizes[which].sum()) for name, which in of.items()}
        return {"ends": ends, "span": span, **columns}, lengths

    # ------------------------------------------------------------------ the same in NumPy

    def slopes(self, arrays: Mapping[str, np.ndarray], lines: np.ndarray, sides: Any) -> np.ndarray:
        """Gradients of the equations by the motion of ends: (lines, equations, directions).

        arrays -- own arrays or pools of the table; lines -- LINKED, one for each side
        """
        gradient, count, width = arrays["gradient"], self.equations, self.width
        if self.has_many_ends:
            place = lines["slopes"][:, None] + np.arange(count) * lines["span"][:, None]
            place = place[:, :, None] + (sides * width)[:, None, None] + np.arange(width)
            return np.asarray(gradient[place])
        gradient = gradient[lines["owner"]]
        if self.joins_coordinates:
            return np.asarray(gradient[np.arange(len(lines)), sides][:, None, None])
        if self.relative:
            return np.asarray((2.0 * sides - 1.0)[:, None] * gradient)[:, None, :]
        parts = gradient.reshape(len(lines), count, self.ends, width)
        return np.asarray(parts[np.arange(len(lines)), :, sides])

    def levers(self, slopes: np.ndarray, motion_jacobians: np.ndarray) -> np.ndarray:
        """What each equation could move through a coordinate: (lines, equations).

        A position counts fully, since the equation may turn into any direction; rotations and
        single coordinates count by their gradients.

        slopes -- gradients by the motion of the end; motion_jacobians -- rows of the coordinates
        """
        places = [k for k, direction in enumerate(self.directions) if direction < 3]
        with overflows_unnoticed():
            along = np.einsum("lkb,lb->lk", slopes, motion_jacobians[:, list(self.directions)]) ** 2
            fully = (motion_jacobians[:, [self.directions[k] for k in places]] ** 2).sum(1)[:, None]
        if self.joins_coordinates:
            return np.asarray(along)
        feels = np.abs(slopes[:, :, places]).max(-1, initial=0.0) > 0.0
        return np.where(feels | self.relative, fully, along)
