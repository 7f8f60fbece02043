"""Base of cables in the plane: their points, and the strains of their reference coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.bodies.axis import outline, refused_place
from linkwork.bodies.body import Body
from linkwork.math.cable_shape import COUNTS, POINTS, bending, bends, positions, slopes, strain
from linkwork.motion.slope_frame import SlopeFrame
from linkwork.nodes.node import Node, check_two_nodes
from linkwork.nodes.point_2d_slope_1 import NodePoint2DSlope1


class CableBody(Body):
    """A piece of a cable in the plane between two nodes with slopes."""

    node_kinds: ClassVar[tuple[type[Node], ...]] = (NodePoint2DSlope1,)
    has_axes = True
    shares_nodes = True
    couples_coordinates = True
    acts_directly = True
    work_size: ClassVar[int]
    """Numbers in the work memory."""

    physicsLength: float
    physicsMassPerLength: float
    nodeNumbers: Any

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        for row, number in zip(table.rows, table.numbers, strict=True):
            row.index = model.numbering.object_part(number, "ode2")
            row.home = model.numbering.reference[row.index]
        for row, found in zip(table.rows, table.own["strains"], strict=True):
            for part, count in enumerate(COUNTS[row.rule]):
                for p, s in enumerate(POINTS[row.rule, part, :count]):
                    found[part, p] = strains_at(np.asarray(row.home), s, float(row.L))

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        table.pools["work"] = np.zeros(cls.work_size)

    def nodes(self) -> list[int]:
        numbers: list[int] = self.nodeNumbers
        return numbers

    def check_sizes(self, owner: str, items: Any) -> None:
        check_two_nodes(owner, self.nodeNumbers)

    def mass(self) -> float:
        return self.physicsMassPerLength * self.physicsLength

    def center(self) -> np.ndarray:
        return np.array([0.5 * self.physicsLength, 0.0, 0.0])

    def outline(self) -> list[Sequence[float]]:
        return outline(self.physicsLength)

    def refused_place(self, local: np.ndarray) -> str:
        return refused_place(self.physicsLength, local)

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> SlopeFrame:
        L = self.physicsLength
        s = float(local[0]) / L
        a, first = slopes(s), 1.0 / L
        D = -a[0] * first, a[1], a[0] * first, a[2]
        return joined(bases, positions(s, L), D)._replace(height=float(local[1]))


def joined(bases: Sequence[Any], S: tuple[float, ...], D: tuple[float, ...]) -> SlopeFrame:
    """The frame with these weights of the positions and slopes of two nodes."""
    pairs = tuple(pair for base in bases for pair in base.pairs)
    home = np.array([part for base in bases for part in (base.place, base.slope)])
    return SlopeFrame(pairs, tuple(S), tuple(D), np.array(S) @ home, np.array(D) @ home)


def strains_at(home: np.ndarray, s: float, L: float) -> tuple[float, float]:
    """Strain and curvature of coordinates at s = x/L."""
    z = np.array([(home[4:6] - home[0:2]) / L, home[2:4], home[6:8]])
    a, b = np.array(slopes(s)) @ z, np.array(bends(s, L)) @ z
    return strain(a), bending(a, b)
