"""States beside the present one, along their derivatives by a parameter; sizes of differences."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.model.position import move_by
from linkwork.sensitivity.variations import ROWS

RELATIVE = 1.0e-5
"""Size of the differences, relative to the state or the parameter."""

LARGER = 1.0e-3 / RELATIVE
"""Factor of this size for parameters, of which one step depends little, and in implicit steps:
Newton's method stops where positions are rounded, and accelerations are off by that over h^2."""

BENT = 1.0e-6
"""Size of differences, relative to the state or the parameter, where forces bend: if one of their
points lies beyond a bend, they are wrong."""

TWO, FOUR = {1.0: 0.5}, {1.0: 8.0 / 12.0, 2.0: -1.0 / 12.0}
"""Weights of differences between the values at plus and minus multiples of a step."""

TIGHT = 1.0e-14
"""Relative tolerance of Newton's method in such steps."""

UPDATES = 40
"""Most updates of Newton's method in such steps."""

Slopes = dict[str, np.ndarray]
"""Derivatives of the parts of a state (`ROWS`), positions as increments; also `alpha`."""


class Displaced:
    """Moves the present state along its derivatives."""

    def __init__(self, context: Any, memory: dict[str, np.ndarray]) -> None:
        """memory -- pools of the integrator"""
        self.context, self.data = context, context.data
        self.alpha = memory.get("alpha", np.zeros(0))
        self.turns = bool(context.model.markers.turns.any()) or len(self.data["composed"]) > 0

    @property
    def equations(self) -> Any:
        """Equations of the present layout."""
        return self.context.equations

    def displace(self, slopes: Slopes, step: float) -> None:
        """Move the present state."""
        data = self.data
        move_by(self.equations, step * slopes["q"])
        for name in ROWS[1:]:
            data[name][:] += step * slopes[name]
        if len(self.alpha):
            self.alpha[:] += step * slopes["alpha"]

    def step_for(self, slopes: Slopes) -> float:
        """Step of differences along some derivatives; 0 if all of them are zero."""
        data = self.data
        length = self.equations.largest_position()
        length = length if length > 0.0 else 1.0
        length = min(length, 1.0) if self.turns else length
        speed = max(_largest(data["v"]), length)
        rate = max(_largest(data["a"]), speed)
        size = max(
            _largest(slopes["q"]) / length, _largest(slopes["v"]) / speed,
            _largest(slopes["a"]) / rate, _largest(slopes["alpha"]) / rate,
        )  # fmt: skip
        if len(data["y"]):
            value = max(_largest(data["y"]), 1.0e-3 * _largest(data["y_t"])) or 1.0
            rate = max(_largest(data["y_t"]), value)
            size = max(size, _largest(slopes["y"]) / value, _largest(slopes["y_t"]) / rate)
        return RELATIVE / size if size > 0.0 else 0.0


def _largest(values: np.ndarray) -> float:
    return float(np.abs(values).max(initial=0.0))


def solver_arrays(data: Data) -> dict[str, np.ndarray]:
    """Copies of what factorizations write: explicit steps of constant masses keep their factors."""
    names = ("values", "factors", "pivots", "front_pivots")
    return {name: data[name].copy() for name in names}


def size_of(model: Model) -> float:
    """Size of differences of equations by a parameter, relative to it."""
    bent = any(table.kind.bends(table) for table in model.tables.values())
    return BENT if bent else LARGER * RELATIVE


FACTORS = ("cq", "cv", "ca", "cy", "level", "row_cq", "row_cv", "row_scale")
"""Scalars that the evaluation of a matrix changes."""
