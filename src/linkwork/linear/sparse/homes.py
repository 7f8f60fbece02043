"""Blocks for constraint rows in which their pivots do not vanish.

A row behind the coordinates of a block has a pivot if its derivatives by these coordinates are
independent of those of the other rows there (`pattern.py`). In chains and trees, spreading the rows
evenly suffices. In closed loops it may put rows together that are dependent on one body, such as
two directions of a ball joint and the rotation of a rail. Then the derivatives themselves decide:
rows are placed one after the other, each by the shortest chain of replacements that keeps all
blocks independent (partition of a matroid, Edmonds 1965).
"""

from __future__ import annotations

from typing import Any

import numpy as np

CLEAR = 1.0e-3
"""Sine of the angle from which on a row is independent of others."""

LEVELS = (0.2, 0.02, CLEAR)
"""What replacements try to reach: clearly independent rows first."""


class Homes:
    """Rows and the blocks that hold them.

    gradients -- sparse matrix, a line per row; block -- block of each coordinate
    """

    def __init__(self, gradients: Any, block: np.ndarray) -> None:
        self.near: list[dict[int, np.ndarray]] = []  # row -> block -> direction there
        weights = abs(gradients).max(axis=0).toarray().ravel()
        weights[weights == 0.0] = 1.0
        columns = [np.flatnonzero(block == b) for b in range(int(block.max(initial=-1)) + 1)]
        place = np.empty(len(block), np.int64)
        for members in columns:
            place[members] = np.arange(len(members))
        for row in range(gradients.shape[0]):
            ends = slice(gradients.indptr[row], gradients.indptr[row + 1])
            found: dict[int, np.ndarray] = {}
            for k, slope in zip(gradients.indices[ends], gradients.data[ends], strict=True):
                b = int(block[k])
                vector = found.setdefault(b, np.zeros(len(columns[b])))
                vector[place[k]] += slope / weights[k]
            sizes = {b: float(np.linalg.norm(vector)) for b, vector in found.items()}
            most = max(sizes.values(), default=0.0)
            self.near.append({b: v / sizes[b] for b, v in found.items() if sizes[b] > CLEAR * most})
        self.held: list[list[int]] = [[] for _ in columns]

    def are_independent(self, home: np.ndarray) -> bool:
        """Whether the rows of each block are independent; home -- block of each row."""
        for b in range(len(self.held)):
            rows = np.flatnonzero(home == b)
            if len(rows) < 2:
                continue
            lines = [self.near[row][b] for row in rows if b in self.near[row]]
            if len(lines) < len(rows) or len(rows) > len(lines[0]):
                return False
            if np.linalg.svd(np.array(lines), compute_uv=False)[-1] < CLEAR:
                return False
        return True

    def found(self, home: np.ndarray) -> np.ndarray:
        """Block of each row; those that find no independent place keep the given one."""
        for row in range(len(self.near)):
            any(self._place(row, level) for level in LEVELS)
        home = home.copy()
        for b, rows in enumerate(self.held):
            home[rows] = b
        return home

    def _place(self, row: int, level: float) -> bool:
        """Place a row where it is independent by `level`, or let it replace others."""
        came: dict[int, tuple[int, int]] = {row: (-1, -1)}  # row -> (row that replaces it, block)
        queue = [row]
        for u in queue:
            best, at = 0.0, -1
            parts: list[tuple[int, np.ndarray]] = []
            for b, direction in self.near[u].items():
                rest, share = self._split(b, direction)
                parts.append((b, share))
                if rest > best:
                    best, at = rest, b
            if best >= level:
                self._follow(u, at, came)
                return True
            for b, share in parts:
                for w, part in zip(self.held[b], share, strict=True):
                    if abs(part) > level and w not in came:
                        came[w] = u, b
                        queue.append(w)
        return False

    def _split(self, b: int, direction: np.ndarray) -> tuple[float, np.ndarray]:
        """(length of what is independent of a block's rows, shares of these rows in the rest)"""
        rows = self.held[b]
        if not rows:
            return 1.0, np.zeros(0)
        lines = np.array([self.near[row][b] for row in rows]).T
        share = np.linalg.lstsq(lines, direction, rcond=None)[0]
        return float(np.linalg.norm(direction - lines @ share)), share

    def _follow(self, row: int, b: int, came: dict[int, tuple[int, int]]) -> None:
        """Put a row into a block, and those that replace each other into theirs."""
        while row >= 0:
            self.held[b].append(row)
            by, before = came[row]
            if by >= 0:
                self.held[before].remove(row)
            row, b = by, before
