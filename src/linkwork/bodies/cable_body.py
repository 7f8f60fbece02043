"""Bases of cables: their parameters, the points of cables in the plane, and the strains of their
reference coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.bodies.slender_body import UniformBody, wire_coordinates
from linkwork.core.declare.item import Visualization, parameter
from linkwork.core.declare.parameters import Color, IndexPair, IntegrationRule, PReal, Real, UReal
from linkwork.math.cable_shape import COUNTS, POINTS, bending, bends, positions, slopes, strain
from linkwork.motion.slope_frame import SlopeFrame
from linkwork.nodes.node import Node
from linkwork.nodes.point_2d_slope_1 import NodePoint2DSlope1


class DrawnCable2D(Visualization):
    """Drawing of a cable in the plane: a line along its axis; drawHeight is the thickness."""

    drawHeight: float = parameter(
        0.0, Real, unit="m", doc="thickness of the drawn cable; 0: chosen by the size of the scene"
    )
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class AnyCable(UniformBody):
    """A piece of a cable between two nodes with slopes."""

    derived_arrays = ("strains",)
    work_size: ClassVar[int]
    """Numbers in the work memory."""

    physicsLength: float = parameter(
        0.0, PReal, symbol="L", unit="m", structural=True, doc="length of the unstrained cable"
    )
    physicsMassPerLength: float = parameter(
        0.0, UReal, symbol="rhoA", unit="kg/m", doc="mass per length"
    )
    physicsBendingStiffness: float = parameter(
        0.0, UReal, symbol="EI", unit="N m^2", doc="bending stiffness"
    )
    physicsAxialStiffness: float = parameter(
        0.0, UReal, symbol="EA", unit="N", doc="axial stiffness"
    )
    physicsBendingDamping: float = parameter(
        0.0, UReal, symbol="d_K", unit="N m^2 s", doc="damping of the curvature"
    )
    physicsAxialDamping: float = parameter(
        0.0, UReal, symbol="d_eps", unit="N s", doc="damping of the axial strain"
    )
    physicsReferenceAxialStrain: float = parameter(
        0.0, Real, symbol="eps_0", unit="1", doc="axial strain without normal force"
    )
    strainIsRelativeToReference: float = parameter(
        0.0, Real, symbol="f_ref", unit="1",
        doc="part of the strains of the reference coordinates that is free of stress; 1: all",
    )  # fmt: skip
    nodeNumbers: Any = parameter(
        [-1, -1], IndexPair("node"), symbol="n", structural=True, doc="nodes at x = 0 and x = L"
    )
    useReducedOrderIntegration: int = parameter(
        0, IntegrationRule(), symbol="rule", structural=True,
        doc="rule of integration of the strains",
    )  # fmt: skip

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        wire_coordinates(table, model)
        for row, found in zip(table.rows, table.own["strains"], strict=True):
            for part, count in enumerate(COUNTS[row.rule]):
                for p, s in enumerate(POINTS[row.rule, part, :count]):
                    found[part, p] = cls.home_strain(row, s, part)

    @classmethod
    def home_strain(cls, row: Any, s: float, part: int) -> Any:
        """What a point of a rule keeps of the strains of the reference coordinates, at s = x/L."""
        raise NotImplementedError

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        table.pools["work"] = np.zeros(cls.work_size)

    def center(self) -> np.ndarray:
        return np.array([0.5 * self.physicsLength, 0.0, 0.0])


class CableBody(AnyCable):
    """A piece of a cable in the plane."""

    node_kinds: ClassVar[tuple[type[Node], ...]] = (NodePoint2DSlope1,)
    has_axes = True
    last_parameters: ClassVar[tuple[str, ...]] = (
        "strainIsRelativeToReference", "nodeNumbers", "useReducedOrderIntegration",
    )  # fmt: skip

    physicsReferenceCurvature: float = parameter(
        0.0, Real, symbol="K_0", unit="1/m", doc="curvature without bending moment"
    )

    @classmethod
    def home_strain(cls, row: Any, s: float, part: int) -> tuple[float, float]:
        return strains_at(np.asarray(row.home), s, float(row.L))

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
