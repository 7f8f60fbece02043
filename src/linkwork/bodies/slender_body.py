"""Base of cables and beams: an axis of some length, between two nodes at its ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.bodies.axis import PIECES, outline, refused_place
from linkwork.bodies.body import Body
from linkwork.nodes.node import check_two_nodes

PREFIX = "physics"
"""Beginning of the names of their parameters."""


def wire_coordinates(table: Any, model: Any) -> None:
    """Fill the columns `index` and `home`: coordinates of the nodes and their reference values."""
    for row, number in zip(table.rows, table.numbers, strict=True):
        row.index = model.numbering.object_part(number, "ode2")
        row.home = model.numbering.reference[row.index]


class SlenderBody(Body):
    """A piece of a cable or beam."""

    shares_nodes = True
    couples_coordinates = True
    acts_directly = True
    counts_from_middle: ClassVar[bool] = False
    """Whether local positions count from the middle of the axis; else from its beginning."""
    drawn_pieces: ClassVar[int] = PIECES
    """Straight pieces that the axis is drawn with."""

    physicsLength: float
    nodeNumbers: Any

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        return False

    def nodes(self) -> list[int]:
        numbers: list[int] = self.nodeNumbers
        return numbers

    def check_sizes(self, owner: str, items: Any) -> None:
        check_two_nodes(owner, self.nodeNumbers)

    def outline(self) -> list[Sequence[float]]:
        return outline(self.physicsLength, self.counts_from_middle, self.drawn_pieces)

    def refused_place(self, local: np.ndarray) -> str:
        return refused_place(self.physicsLength, local, self.counts_from_middle)


class UniformBody(SlenderBody):
    """One with parameters per length, which may be given without the beginning `physics`."""

    physicsMassPerLength: float

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        names = [name for name in cls.fields if name.startswith(PREFIX)]
        cls.aliases = {name[len(PREFIX)].lower() + name[len(PREFIX) + 1 :]: name for name in names}

    def mass(self) -> float:
        return self.physicsMassPerLength * self.physicsLength
