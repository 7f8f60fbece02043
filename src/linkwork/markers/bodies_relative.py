"""Shared by markers of relative coordinates of two bodies."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.item import parameter
from linkwork.core.declare.parameters import Array, IndexPair, Real
from linkwork.core.errors import ParameterError
from linkwork.markers.marker import Marker


class BodiesRelative(Marker):
    """Base of markers of relative coordinates."""

    provides = frozenset({"Coordinate"})

    bodyNumbers: Any = parameter(
        [-1, -1], IndexPair("object"), symbol="n_b", structural=True,
        doc="the two bodies [b0, b1] whose relative motion it is",
    )  # fmt: skip
    localPosition0: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="b0", unit="m", structural=True,
        doc="point of b0, in its axes",
    )  # fmt: skip
    localPosition1: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="b1", unit="m", structural=True,
        doc="point of b1, in its axes",
    )  # fmt: skip
    axis0: Any = parameter(
        [1.0, 0.0, 0.0], Array((3,)), symbol="a0", unit="1", structural=True,
        doc="axis in the axes of b0, of any length",
    )  # fmt: skip
    offset: float = parameter(
        0.0, Real, symbol="x_off", structural=True, unit="1", doc="value that is subtracted"
    )

    def check_complete(self, owner: str) -> None:
        if not np.any(self.axis0):
            raise ParameterError(
                f"{owner}: axis0 must be a direction, got {np.asarray(self.axis0).tolist()}; give "
                "a vector of any length > 0"
            )

    def axes(self) -> tuple[tuple[float, ...], ...]:
        """The axis and two directions normal to it."""
        from linkwork.rigid.vectors import ComputeOrthonormalBasisVectors

        basis = ComputeOrthonormalBasisVectors(np.asarray(self.axis0, float))
        return tuple(tuple(float(x) for x in vector) for vector in basis)
