"""Connectors between two position markers: forces and constraints.

A connector gives what is local: with f the force on marker m0 (m1 receives -f), written for
Delta p = p1 - p0 and Delta v = v1 - v0,

    residual    adds f and -f to the forces of the markers
    jacobian    stiffness_out = df / d(Delta p), damping_out = df / d(Delta v), 3 x 3 each

and a constraint c = 0 with multiplier lambda, whose force on m0 is +lambda dc/d(Delta p), adds

    residual    constraint_out[row] = c at the level asked for (0: c, 1: dc/dt, 2: the terms of
                d2c/dt2 that hold no accelerations)
    jacobian    gradient_out = dc / d(Delta p); row_q_out, row_v_out = derivatives of the
                equation of the present level by Delta p and Delta v; slope_out = dc / d lambda

The assembler (`core/assemble.py`) maps these blocks into the system matrix.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from linkwork.core.assemble import CONSTRAINT_OWN, PAIR_OWN
from linkwork.core.declare import Drawn, Item, parameter
from linkwork.core.parameters import Flag, IndexPair
from linkwork.core.records import f8, i8, u8


class DrawnConnector(Drawn):
    """Drawing of a connector."""


class PairConnector(Item):
    """Base of connectors between two position markers."""

    family = "object"
    marker_type: ClassVar[str] = "Position"
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (("m0", u8), ("m1", u8))
    own: ClassVar[dict[str, tuple[Any, tuple[int, ...]]]] = PAIR_OWN
    equations: ClassVar[int] = 0
    rigid_invariance: ClassVar[bool] = True
    """Whether a rigid motion of the whole model turns the force with it and changes nothing else;
    a kind without this says why in its docstring."""

    markerNumbers: Any = parameter(
        [-1, -1], IndexPair("marker"), symbol="m", structural=True,
        doc="the two markers [m0, m1] the connector joins",
    )  # fmt: skip
    activeConnector: bool = parameter(
        True, Flag(), symbol="active", doc="whether the connector acts; can be switched any time"
    )

    @classmethod
    def arrange(cls, rows: np.ndarray, own: Mapping[str, np.ndarray]) -> None:
        """Before a run: write what kernels derive from the parameters of several rows."""

    @classmethod
    def rewritten(cls, rows: np.ndarray, row: int) -> None:
        """A parameter of a row has changed: what `arrange` derived from it does not hold."""


class PairConstraint(PairConnector):
    """Base of constraints between two position markers, one equation each."""

    extra_columns = (("m0", u8), ("m1", u8), ("row", i8), ("rate", f8))
    own = CONSTRAINT_OWN
    equations = 1

    driven: ClassVar[str] = ""
    """Column that users may change in every step to drive the constraint.

    The column `rate` holds its rate of change in the present step, for velocity level.
    """

    def length_scale(self) -> float:
        """Length against which a start that violates the constraint is judged [m]."""
        return 0.0
