"""ReevingSystemSprings: an elastic rope over sheaves, with one force along its whole length.

    F = (EA (L - L_0) + d_A (L_t - L_0_t)) / L_0
    L_0 = L_ref + f_0 q_c0 + f_1 q_c1

where L is the sum of the straight pieces of the rope and of its arcs r_i alpha_i on the sheaves,
with angles alpha_i from 0 to 2 pi. A rope only pulls: for F_reg > 0, a force F < 0 is replaced by
F_reg tanh(F / F_reg).

Sheave i has its center at marker i, the axis sheavesAxes[i] in the axes of the marker, and the
radius r_i = sheavesRadii[i]; the rope runs round it in the sense of the axis. The first and the
last one are the ends of the rope, with radius zero. Straight pieces are common tangents of
neighbors (`laws/rope_geometry.py`). Each piece pulls its two sheaves towards each other with F
along its direction e, at the points where it touches them; L_t is the sum of e . (velocity of
these points). There is no friction on sheaves, so the rope force does not turn them.

With hasCoordinateMarkers the last two markers are coordinates, which wind rope: they change L_0
with the factors coordinateFactors (f_0, f_1), and receive f_0 F and f_1 F. Between the sheaves of a
piece of length l there are also a torque against twist, and a force across the piece at the points
of contact, which is a couple that also resists a turn of the whole piece:

    tau = d_T e (e . Delta omega)
    f = (d_S / l) (Delta v - e (e . Delta v))

The angle of an arc follows from the positions alone. Where it passes 0 in a run, the rope leaves
the sheave, and where it passes 2 pi, it would lie on itself; L would jump by 2 pi r_i there. Runs
and static solutions end at this point with an error that names the sheave. Arcs of nearly a whole
turn are as good as others. In explicit solvers, locateEvents must be on for this.

All derivatives are exact, those of the tangents included. Forces have a potential if the axes of
neighbors are parallel and there are no coordinates: EA (L - L_0)^2 / (2 L_0), for F < 0
(F_reg^2 L_0 / EA) ln cosh(F / F_reg). Neighbors whose circles overlap have no tangent: an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.connectors.connector import EVENT_COLUMN, ManyConnector
from linkwork.connectors.laws.rope_arcs import (
    accept,
    arc_at,
    events,
    has_passed,
    post_newton,
    switch,
)
from linkwork.connectors.laws.rope_law import output, potential, residual
from linkwork.connectors.laws.rope_matrix import jacobian
from linkwork.core.blocks import MANY, SPACE, Blocks
from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import (
    Array,
    Color,
    Flag,
    IndexList,
    Real,
    UReal,
    Vector,
    Vectors,
)
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i8
from linkwork.core.status import OFF_SHEAVE

__all__ = [
    "ObjectConnectorReevingSystemSprings",
    "ReevingSystemSprings",
    "VObjectConnectorReevingSystemSprings",
    "VReevingSystemSprings",
]

NOT_UNIT = 1.0e-9
"""Deviation of the length of an axis from 1 that is corrected; larger ones are refused."""


class VObjectConnectorReevingSystemSprings(Visualization):
    """Drawing of a ReevingSystemSprings: the rope as a tube round its sheaves."""

    drawn_as = "rope"

    ropeRadius: float = parameter(0.001, UReal, unit="m", doc="radius of the rope")
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class ObjectConnectorReevingSystemSprings(ManyConnector):
    """An elastic rope that runs over sheaves without friction."""

    type_name = "ConnectorReevingSystemSprings"
    short_name = "ReevingSystemSprings"
    V = VObjectConnectorReevingSystemSprings
    marker_types = ("Position", "Orientation", "Coordinate")
    has_regimes = True
    blocks = Blocks(MANY, SPACE)
    extra_columns = (
        *ManyConnector.extra_columns, ("sheaves", i8), ("first_slope", i8), EVENT_COLUMN,
    )  # fmt: skip
    pools = {"circles": f8, "slopes_0": f8, "slopes_L": f8}
    outputs = {
        Variable.Distance: Output("L", "m", 0, "length of the rope"),
        Variable.VelocityLocal: Output("L_t", "m/s", 0, "rate of the length"),
        Variable.ForceLocal: Output("F", "N", 0, "force in the rope, > 0: tension"),
        Variable.PotentialEnergy: Output("V", "J", 0, "stored energy, without coordinates"),
    }

    markerNumbers: Any = parameter(
        [], IndexList("marker", 2), symbol="m", structural=True,
        doc="the sheaves in the order of the rope, ends included; then two coordinates, if any",
    )  # fmt: skip
    hasCoordinateMarkers: bool = parameter(
        False, Flag(), symbol="winds", structural=True,
        doc="whether the last two markers are coordinates that change the length of the rope",
    )  # fmt: skip
    coordinateFactors: Any = parameter(
        [1.0, 1.0], Array((2,)), symbol="f", unit="1", doc="factors (f_0, f_1) of the coordinates"
    )
    stiffnessPerLength: float = parameter(
        0.0, UReal, symbol="EA", unit="N", doc="stiffness of the rope times its length"
    )
    dampingPerLength: float = parameter(
        0.0, UReal, symbol="d_A", unit="N s", doc="damping of the rope times its length"
    )
    dampingTorsional: float = parameter(
        0.0, UReal, symbol="d_T", unit="N m s", doc="damping against twist between neighbors"
    )
    dampingShear: float = parameter(
        0.0, UReal, symbol="d_S", unit="N s",
        doc="damping across the rope between neighbors, times the length of the piece",
    )  # fmt: skip
    regularizationForce: float = parameter(
        0.1, Real, symbol="F_reg", unit="N",
        doc="largest force of a rope under pressure; 0 or less: it pushes as it pulls",
    )  # fmt: skip
    referenceLength: float = parameter(
        0.0, Real, symbol="L_ref", unit="m", doc="length of the rope without force"
    )
    sheavesAxes: Any = parameter(
        [], Vectors(), symbol="a", unit="1", structural=True,
        doc="unit axes of the sheaves in the axes of their markers; those of the ends are not used",
    )  # fmt: skip
    sheavesRadii: Any = parameter(
        [], Vector(), symbol="r", unit="m", structural=True,
        doc="radii of the sheaves; zero for the ends of the rope",
    )  # fmt: skip

    @property
    def sheave_count(self) -> int:
        """Number of sheaves, ends included."""
        return len(self.markerNumbers) - (2 if self.hasCoordinateMarkers else 0)

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        if not self.markerNumbers:
            return  # not given yet: Assemble reports it
        count = self.sheave_count
        if count < 2:
            raise ParameterError(
                f"{owner}: markerNumbers must list at least the two ends of the rope, and with "
                f"hasCoordinateMarkers two coordinates after them; got {self.markerNumbers!r}"
            )
        for name in ("sheavesAxes", "sheavesRadii"):
            if len(getattr(self, name)) != count:
                raise ParameterError(
                    f"{owner}: {name} must have {count} entries, one for each sheave and end of "
                    f"the rope, got {len(getattr(self, name))}"
                )
        self._check_radii(owner)
        for number, marker in enumerate(self.markerNumbers):
            partner, winds = items["marker"][marker], number >= count
            wanted = "Coordinate" if winds else "Position"
            if not winds and self.sheavesRadii[number] > 0.0:
                wanted = "Orientation"
            if wanted not in partner.provides or (not winds and "Coordinate" in partner.provides):
                raise ParameterError(
                    f"{owner}: markerNumbers[{number}] must be a marker of type {wanted}, got "
                    f"{partner.label(marker)}; sheaves need a MarkerBodyRigid or MarkerNodeRigid, "
                    "ends of the rope any point"
                )

    def _check_radii(self, owner: str) -> None:
        radii = self.sheavesRadii
        for number in (0, len(radii) - 1):
            if radii[number] != 0.0:
                raise ParameterError(
                    f"{owner}: sheavesRadii[{number}] must be 0 m, since the rope is fixed there, "
                    f"got {float(radii[number])!r}; add a marker for the end of the rope"
                )
        for number in range(1, len(radii) - 1):
            if not radii[number] > 0.0:
                raise ParameterError(
                    f"{owner}: sheavesRadii[{number}] must be > 0 m, got {float(radii[number])!r}"
                )
            length = float(np.linalg.norm(self.sheavesAxes[number]))
            if abs(length - 1.0) > NOT_UNIT:
                raise ParameterError(
                    f"{owner}: sheavesAxes[{number}] must have the length 1, got {length:g}; "
                    "normalize it"
                )

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        items = [model.items["object"][number] for number in table.numbers]
        table.rows["sheaves"] = [item.sheave_count for item in items]
        spans = table.rows["span"]
        table.rows["first_slope"] = np.cumsum(spans) - spans
        for name in ("slopes_0", "slopes_L"):
            table.pools[name] = np.zeros(int(spans.sum()))
        parts = [np.zeros(0)]
        for item in items:
            lengths = np.linalg.norm(item.sheavesAxes, axis=1)[:, None]
            axes = item.sheavesAxes / np.where(lengths > 0.0, lengths, 1.0)
            parts.append(np.column_stack([axes, item.sheavesRadii]).ravel())
            parts.append(np.zeros(4 * (len(item.markerNumbers) - item.sheave_count)))
        table.pools["circles"] = np.concatenate(parts)

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        return 1

    def has_potential(self) -> bool:
        return super().has_potential() and not self.hasCoordinateMarkers

    def is_driven(self) -> bool:
        return self.hasCoordinateMarkers

    @classmethod
    def event_counts(cls, table: Any) -> np.ndarray:
        return np.maximum(table.rows["sheaves"] - 2, 1)

    @classmethod
    def has_events(cls, table: Any) -> bool:
        return bool((table.rows["sheaves"] > 2).any())

    @classmethod
    def remembers(cls, table: Any) -> bool:
        return cls.has_events(table)

    @classmethod
    def judges(cls, table: Any) -> bool:
        return cls.has_events(table)

    @classmethod
    def place_of_failure(cls, table: Any, line: int, code: int, data: Any) -> str:
        if code != OFF_SHEAVE:
            return ""
        e, ends, circles = table.rows[line], table.pools["end_list"], table.pools["circles"]
        state, sides = (data["markers"], data["rotations"]), data["branches"][e.event :]
        found = [
            k
            for k in range(1, e.sheaves - 1)
            if has_passed(arc_at(e, k, ends, circles, *state), sides[k - 1])
        ]
        named = [f"sheave {k} (marker {int(ends[e.first_end + k])})" for k in found]
        return ", ".join(named)


define(
    ObjectConnectorReevingSystemSprings, residual, jacobian, events, switch, post_newton, accept,
    potential, output,
)  # fmt: skip
ReevingSystemSprings = ObjectConnectorReevingSystemSprings
VReevingSystemSprings = VObjectConnectorReevingSystemSprings
