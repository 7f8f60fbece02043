"""Complete groups of gravity connectors: all pairs of k masses, without reading their rows.

Rows that join k markers pair by pair in the order (0, 1), (0, 2), ..., (1, 2), ..., all active,
with one constant G, one mass per marker and no regularization, form a group. The forces of a group
are summed over a short list of its bodies instead of k (k - 1) / 2 rows, with the same law:

    f = G m_0 m_1 d / L^3,  d = p1 - p0

This divides the rows into stretches. The column `stretch` of the first row of a stretch states what
follows: k > 0 a group of k bodies, -n < 0 n rows to evaluate one by one, 0 only such rows up to the
end. The own array `bodies` holds the bodies of a group from its first row on. Groups are found
before a run; a later change of a row dissolves its group.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from linkwork.core.records import f8, record, u8

BODY = record(
    ("marker", u8), ("mass", f8),
    ("x", f8), ("y", f8), ("z", f8),
    ("fx", f8), ("fy", f8), ("fz", f8),
)  # fmt: skip
"""A body of a group: its marker, mass [kg], position [m], force [N]."""

SMALLEST = 6
"""Number of bodies from which a group is faster than its rows. From 3 bodies on, a group has at
least as many rows as bodies, so the bodies fit into the array of its rows."""

NEAR = 1.0e-200
"""Squared distance below which L^3 underflows [m^2]."""


def attract(G, first, k, markers, marker_force_out, bodies_out):
    """Add the forces of the group of k bodies that begins at a row; False if two are too close.

    Then nothing is added, and the rows are evaluated one by one.
    """
    bodies = bodies_out[first : first + k]
    for b in range(k):
        body = bodies[b]
        p = markers[body.marker].p
        body.x, body.y, body.z = p[0], p[1], p[2]
        body.fx = body.fy = body.fz = 0.0
    for a in range(k):
        one = bodies[a]
        x0, y0, z0 = one.x, one.y, one.z
        weight = G * one.mass
        fx = fy = fz = 0.0
        for b in range(a + 1, k):
            other = bodies[b]
            x, y, z = other.x - x0, other.y - y0, other.z - z0
            L2 = x * x + y * y + z * z
            if L2 <= NEAR:
                return False
            pull = weight * other.mass / (L2 * math.sqrt(L2))
            x, y, z = pull * x, pull * y, pull * z
            fx, fy, fz = fx + x, fy + y, fz + z
            other.fx -= x
            other.fy -= y
            other.fz -= z
        one.fx += fx
        one.fy += fy
        one.fz += fz
    for b in range(k):
        body = bodies[b]
        marker_force_out[body.marker, 0] += body.fx
        marker_force_out[body.marker, 1] += body.fy
        marker_force_out[body.marker, 2] += body.fz
    return True


def pairs_of(k):
    """Number of pairs of k bodies."""
    return k * (k - 1) // 2


def loose(stretch, left):
    """Number of rows to evaluate one by one, of those that remain in the table."""
    if stretch == 0:
        return left
    return pairs_of(stretch) if stretch > 0 else -stretch


def find_groups(rows: np.ndarray, bodies: np.ndarray) -> None:
    """Divide the rows into stretches and write the bodies of groups."""
    rows["stretch"] = 0
    turns = np.flatnonzero(np.diff(rows["m0"])) + 1
    done = 0
    # The first body of a group is m0 of the last k - 1 rows before a turn, the second of the k - 2
    # rows after it.
    for turn, after in itertools.pairwise([*turns.tolist(), len(rows)]):
        k = after - turn + 2
        start = turn - (k - 1)
        end = start + pairs_of(k)
        if k < SMALLEST or start < done or end > len(rows) or not _is_group(rows[start:end], k):
            continue
        if done < start:
            rows["stretch"][done] = done - start
        rows["stretch"][start] = k
        bodies["marker"][start : start + k] = _markers(rows[start:end], k)
        bodies["mass"][start : start + k] = _masses(rows[start:end], k)
        done = end


def _markers(rows: np.ndarray, k: int) -> np.ndarray:
    return np.concatenate([rows["m0"][:1], rows["m1"][: k - 1]])


def _masses(rows: np.ndarray, k: int) -> np.ndarray:
    return np.concatenate([rows["m_0"][:1], rows["m_1"][: k - 1]])


def _is_group(rows: np.ndarray, k: int) -> bool:
    """Whether rows join k markers completely, in order and in the same way."""
    first, second = np.triu_indices(k, 1)
    markers, masses = _markers(rows, k), _masses(rows, k)
    return bool(
        len(np.unique(markers)) == k
        and rows["active"].all()
        and not rows["d_min"].any()
        and np.all(rows["G"] == rows["G"][0])
        and np.array_equal(rows["m0"], markers[first])
        and np.array_equal(rows["m1"], markers[second])
        and np.array_equal(rows["m_0"], masses[first])
        and np.array_equal(rows["m_1"], masses[second])
    )


def dissolve(rows: np.ndarray, row: int) -> None:
    """Dissolve the group of a changed row, if it is in one: its rows are evaluated one by one."""
    start = int(np.flatnonzero(rows["stretch"][: row + 1])[-1]) if rows["stretch"].any() else 0
    k = int(rows["stretch"][start])
    if k > 0 and row < start + pairs_of(k):
        rows["stretch"][start] = -pairs_of(k)
