"""Kinds of motion: rows for the markers that move in the same way, and kernels over them.

A marker follows a list of coordinates, of any length, and has a motion of six components: the
position p and velocity v of its point (`markers`), the rotation matrix R and angular velocity omega
of its frame (`rotations`), both in global axes. Its Jacobian J is stored in `motion_jacobians`, one
row of six numbers per coordinate: the derivatives of v, then of omega, with respect to the velocity
of that coordinate. The rows of a marker are contiguous, and `motion_coordinates` has the coordinate
of each of them. `motion_rates` holds H = d(J v)/dq in the same form; damping, equations at velocity
level and the acceleration J a + H v need it.

A force f and a moment tau on the marker give residual -= J^T (f, tau). A kind has these kernels:

    motion         q, v -> markers, rotations
    exact_motion   the same with the rounding errors of p and R, for models with constraints
    jacobians      state -> motion_jacobians, only when they are needed; None where J is constant
    rates          state -> motion_rates, in the same way
    gather         marker_force, marker_moment -> residual
    curvature      adds the whole block -cq d(J^T w)/dq of the wrench w evaluated last to the
                   matrix; None where J is constant

Motions by index share the first three rows of `motion_jacobians`, those of a point whose
coordinates are x, y and z.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

Kernel = Callable[..., Any]

UNIT_COLUMNS = 3
"""Rows of `motion_jacobians` that all motions by index share: a unit matrix."""


class Motion(Protocol):
    """How one marker moves."""

    @property
    def offset(self) -> np.ndarray:
        """Position at zero displacement [m]."""

    @property
    def first(self) -> int:
        """First coordinate if the coordinates are contiguous, else -1."""

    @property
    def kind(self) -> Kind | None:
        """The kernels that move it; None if it is fixed and its state is written once."""

    @property
    def coordinates(self) -> Sequence[int]:
        """The ODE2 coordinates it follows; -1 for held ones."""

    @property
    def is_frame(self) -> bool:
        """Whether it has axes."""

    @property
    def turns(self) -> bool:
        """Whether its frame may turn."""

    @property
    def is_planar(self) -> bool:
        """Whether the frame turns about z only, so that `rotations` has its angle."""

    def start(self, rotation: Any) -> None:
        """Write its rotation at zero displacement into a record of `rotations`."""

    def without_rotation(self) -> Motion:
        """The same motion for items that need only positions: by index where possible."""

    def reference_place(self) -> np.ndarray:
        """Position at the reference coordinates [m]."""

    def reference_rotation(self) -> np.ndarray:
        """Rotation matrix at the reference coordinates."""


def fill_squares(rows: np.ndarray, slots: Callable[..., np.ndarray], index: np.ndarray) -> None:
    """Fill the column `slots` with the places between all pairs of some coordinates of each row.

    index -- these coordinates, row by row; -1: none
    """
    pairs = np.broadcast_arrays(index[:, :, None], index[:, None, :])
    rows["slots"] = slots(*(each.reshape(-1) for each in pairs)).reshape(pairs[0].shape)


def fill_block(row: Any, slots: Callable[..., np.ndarray], index: np.ndarray) -> None:
    """Fill the block `slots` of a row: coordinates of `index` from `top` on, and from `left` on."""
    sides = zip(("top", "left"), row["slots"].shape, strict=True)
    down, across = (index[row[name] : row[name] + size] for name, size in sides)
    pairs = np.broadcast_arrays(down[:, None], across[None, :])
    row["slots"] = slots(*(each.reshape(-1) for each in pairs)).reshape(pairs[0].shape)


class Member(NamedTuple):
    """A marker, its motion, and the first row of its Jacobian."""

    marker: int
    motion: Any
    column: int


class Kind(NamedTuple):
    """A kind of motion; see the docstring of the module.

    rows -- creates the rows of all markers with this motion
    jacobian -- returns the initial Jacobian rows of a motion, (coordinates, 6); None for motions by
    index
    alone -- copies the row of a single marker, which can be moved without the others
    fill_slots -- gets the places of the entries that `curvature` writes from the matrix layout, for
    rows of `motion_jacobians` with these coordinates
    settle -- of kinds that read `poses`: the poses of a motion for the rows q of several states;
    rows have a column `first_pose`
    link -- of motions with `ends`, which are functions of other motions: fills in the markers of
    the ends, and the rows of `motion_jacobians` of the coordinates of each of them
    depth -- 0, or more for functions of motions: larger than that of every motion they can have
    accept -- kernel that runs after each step that stays, and writes what markers remember of it to
    `data_coordinates`
    """

    dtype: np.dtype
    motion: Kernel | None
    exact_motion: Kernel | None
    gather: Kernel
    rows: Callable[[list[Member]], np.ndarray]
    jacobian: Callable[[Any], np.ndarray] | None = None
    jacobians: Kernel | None = None
    rates: Kernel | None = None
    curvature: Kernel | None = None
    alone: Callable[[np.ndarray], np.ndarray] = np.copy
    fill_slots: Callable[[np.ndarray, Callable[..., np.ndarray], np.ndarray], None] | None = None
    settle: Callable[[Any, np.ndarray], np.ndarray] | None = None
    accept: Kernel | None = None
    link: Callable[[Any, Sequence[int], Sequence[np.ndarray]], None] | None = None
    depth: int = 0

    def mover(self, exact: bool) -> Kernel | None:
        """The kernel that computes the motion."""
        return self.exact_motion if exact else self.motion

    def kernels(self) -> Iterator[Kernel]:
        """All of its kernels."""
        found = (
            *(self.motion, self.exact_motion, self.gather),
            *(self.jacobians, self.rates, self.curvature, self.accept),
        )
        return (kernel for kernel in dict.fromkeys(found) if kernel is not None)
