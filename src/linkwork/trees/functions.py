"""Functions of trees over one or many states, as NumPy arrays.

States are arrays (n,) or (N, n); a single one goes with many others. `threads` limits the number of
threads, and None takes one per processor if there are many states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.kernels.marks import with_long_loops
from linkwork.trees import (
    derivatives,
    forward,
    inverse,
    mass,
    mass_lanes,
    points,
    regressor,
    solved,
)
from linkwork.trees.records import FRAME_PLACE
from linkwork.trees.states import run_over_states
from linkwork.trees.table import Tree

Array = np.ndarray
NO_GRAVITY = (0.0, 0.0, 0.0)
_FORWARD_DERIVATIVES = with_long_loops(derivatives.forward_derivatives)
_MASS_MATRICES = with_long_loops(mass.mass_matrices)
KERNELS_OVER_STATES = (
    *(inverse.inverse_dynamics, _MASS_MATRICES, forward.forward_dynamics),
    *(solved.solved_forward_dynamics, derivatives.inverse_derivatives, _FORWARD_DERIVATIVES),
    *(points.poses, points.jacobians, points.motions, points.sums, regressor.regressors),
)
"""All kernels that are called from here."""


class _States:
    """Arrays of states with equal numbers of rows.

    single -- whether all of them were given as one state
    """

    def __init__(self, tree: Tree, **given: Any) -> None:
        self.tree, self.arrays = tree, dict[str, tuple[Array, int]]()
        kept = {name: np.asarray(value, dtype=np.float64) for name, value in given.items()}
        self.single = all(value.ndim < 2 for value in kept.values())
        rows = {len(value) for value in kept.values() if value.ndim == 2}
        if len(rows) > 1:
            raise SysError(f"{_listed(kept)} must have the same number of rows")
        self.rows = rows.pop() if rows else 1
        for name, value in kept.items():
            self._take(name, value)

    def _take(self, name: str, value: Array) -> None:
        size = self.tree.nq if name == "q" else self.tree.nv
        if value.ndim > 2 or value.ndim == 0 or value.shape[-1] != size:
            what = "positions" if name == "q" else "numbers, one per velocity"
            raise SysError(
                f"{name} must have {size} {what}, as an array ({size},) or (N, {size}); "
                f"got the shape {value.shape}"
            )
        if not np.isfinite(value).all():
            raise SysError(f"{name} must be finite, got {value[~np.isfinite(value)][0]}")
        whole = np.broadcast_to(value, (self.rows, size))
        self.arrays[name] = np.ascontiguousarray(whole), size

    def run(
        self,
        kernel: Callable[[int], int],
        gravity: Any,
        threads: int | None,
        *shapes: tuple[int, ...],
        out: Array | None = None,
        **other: Any,
    ) -> list[Array]:
        """Run a kernel; returns its results, one per shape."""
        results = [np.empty((self.rows, *shape)) for shape in shapes[out is not None :]]
        if out is not None:
            results.insert(0, _checked(out, (self.rows, *shapes[0]), self.single))
        written = {
            f"out{k}": (array, int(np.prod(shape)))
            for k, (array, shape) in enumerate(zip(results, shapes, strict=True))
        }
        arrays = {("a" if name == "tau" else name): pair for name, pair in self.arrays.items()}
        status = run_over_states(
            kernel, self.tree, gravity, self.rows, arrays | written, threads=threads, **other
        )
        if status != 0:
            raise SysError(_SINGULAR)
        return [array[0] for array in results] if self.single else results


_SINGULAR = (
    "the mass matrix is singular: a joint moves no inertia, or in this position none that another "
    "joint does not move alike. Give mass, inertia or armature to what it moves"
)


def _checked(out: Array, shape: tuple[int, ...], single: bool) -> Array:
    """The array for results, with a row per state."""
    wanted = shape[1:] if single else shape
    good = isinstance(out, np.ndarray) and out.dtype == np.float64 and out.flags.c_contiguous
    if not good or out.shape != wanted:
        raise SysError(f"out must be a contiguous array of floats of the shape {wanted}")
    return out.reshape(shape)


def _listed(names: Any) -> str:
    return " and ".join(names)


def places_of(tree: Tree, frames: Sequence[tuple[int, Any, Any]]) -> Array:
    """Rows of frames: number of the link (-1: base), rotation and position in the link's frame."""
    found = np.zeros(len(frames), FRAME_PLACE)
    for row, (link, R, p) in zip(found, frames, strict=True):
        turned = tree.turned[link + 1]
        row.link, row.R, row.p = link + 1, turned @ R, turned @ np.asarray(p, float)
    return found


def _at(places: Array) -> dict[str, Any]:
    return {"places": places.ctypes.data, "n_places": len(places)}


def inverse_dynamics(
    tree: Tree, gravity: Any, q: Any, v: Any, a: Any, threads: int | None = None,
    out: Array | None = None,
) -> Array:  # fmt: skip
    """Forces of the joints for given accelerations."""
    states = _States(tree, q=q, v=v, a=a)
    return states.run(inverse.inverse_dynamics, gravity, threads, (tree.nv,), out=out)[0]


def mass_matrix(
    tree: Tree, q: Any, threads: int | None = None, out: Array | None = None
) -> Array:  # fmt: skip
    """Mass matrix."""
    shape, scratch = (tree.nv, tree.nv), mass_lanes.LANES_SIZE * len(tree.links)
    states = _States(tree, q=q)
    return states.run(_MASS_MATRICES, NO_GRAVITY, threads, shape, out=out, scratch=scratch)[0]


def forward_dynamics(
    tree: Tree, gravity: Any, q: Any, v: Any, tau: Any, threads: int | None = None,
    out: Array | None = None,
) -> Array:  # fmt: skip
    """Accelerations under given forces of the joints."""
    states, n = _States(tree, q=q, v=v, tau=tau), tree.nv
    if not tree.follows:
        found = states.run(forward.forward_dynamics, gravity, threads, (n,), out=out)[0]
        if not np.isfinite(found).all():
            raise SysError(_SINGULAR)
        return found
    kernel = solved.solved_forward_dynamics
    return states.run(kernel, gravity, threads, (n,), out=out, scratch=n * (n + 1))[0]


def inverse_derivatives(
    tree: Tree, gravity: Any, q: Any, v: Any, a: Any, threads: int | None = None
) -> tuple[Array, Array, Array]:
    """Derivatives of the forces by q, v, and a."""
    shapes = [(tree.nv, tree.nv)] * 3
    states = _States(tree, q=q, v=v, a=a)
    by_q, by_v, by_a = states.run(derivatives.inverse_derivatives, gravity, threads, *shapes)
    return by_q, by_v, by_a


def forward_derivatives(
    tree: Tree, gravity: Any, q: Any, v: Any, tau: Any, threads: int | None = None
) -> tuple[Array, Array, Array]:
    """Derivatives of the accelerations by q, v, and tau."""
    n = tree.nv
    states, kernel = _States(tree, q=q, v=v, tau=tau), _FORWARD_DERIVATIVES
    by_q, by_v, by_tau = states.run(kernel, gravity, threads, *[(n, n)] * 3, scratch=n * (n + 2))
    return by_q, by_v, by_tau


def poses(tree: Tree, places: Array, q: Any, threads: int | None = None) -> Array:
    """4 x 4 matrices of frames (..., frame, 4, 4)."""
    shape = (len(places), 4, 4)
    return _States(tree, q=q).run(points.poses, NO_GRAVITY, threads, shape, **_at(places))[0]


def jacobians(tree: Tree, places: Array, q: Any, threads: int | None = None) -> Array:
    """Jacobians of frames (..., frame, 6, nv) in global axes, translation first."""
    shape = (len(places), 6, tree.nv)
    return _States(tree, q=q).run(points.jacobians, NO_GRAVITY, threads, shape, **_at(places))[0]


def motions(
    tree: Tree, places: Array, q: Any, v: Any, a: Any, threads: int | None = None
) -> tuple[Array, Array]:
    """Velocities and accelerations of frames (..., frame, 6) in global axes, linear first."""
    shapes, states = [(len(places), 6)] * 2, _States(tree, q=q, v=v, a=a)
    found = states.run(points.motions, NO_GRAVITY, threads, *shapes, **_at(places))
    return found[0], found[1]


def sums(tree: Tree, gravity: Any, q: Any, v: Any, threads: int | None = None) -> Array:
    """Kinetic and potential energy, center of mass, momentum, angular momentum about it."""
    states = _States(tree, q=q, v=v, a=np.zeros(tree.nv))
    return states.run(points.sums, gravity, threads, (11,))[0]


def regressors(
    tree: Tree, gravity: Any, q: Any, v: Any, a: Any, threads: int | None = None
) -> Array:
    """Y (..., nv, 10 links): forces per unit of the inertial parameters of each link."""
    count = len(tree.links) - 1
    places = places_of(tree, [(k, np.eye(3), NO_GRAVITY) for k in range(count)])
    states, shape = _States(tree, q=q, v=v, a=a), (tree.nv, regressor.PARAMETERS * count)
    return states.run(regressor.regressors, gravity, threads, shape, **_at(places))[0]
