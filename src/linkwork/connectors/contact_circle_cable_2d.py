"""ContactCircleCable2D: a cable in the x-y plane that touches a circle without friction.

The marker m1 divides the cable into n_s segments. Each of them has its point p closest to the
center of the circle, which is the marker m0, with the direction n from the center to p, the gap
g = |p - m0| - r - off, and its rate v_n. While g <= 0, the cable receives

    -(k g + d v_n) n

at p, divided between the ends of the segment by their distances from p, and m0 the opposite force.
k and d belong to one segment: where the closest point is the common end of two segments, both push.
With stiffnessPerLength they are per length of segments, and results do not depend on their number.

The data coordinates of the node n_d are the gaps of the segments. Steps end where a gap closes or
opens; at the start, the gaps of the state count. If the search for events is turned off, implicit
solvers and statics keep contacts as the data state in a step, and solve it again if the solution
contradicts them. ForceLocal has (0, k g + d v_n) of each segment, zeros without contact.
"""

from __future__ import annotations

from typing import Any

from linkwork.connectors.circle_cable import KERNELS, CircleCable, DrawnCircle
from linkwork.core.declare.item import VARIABLE, Output, define, parameter
from linkwork.core.declare.parameters import Flag, Index, PInt, PReal, Real, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, i8

__all__ = ["ObjectContactCircleCable2D", "VObjectContactCircleCable2D"]


class VObjectContactCircleCable2D(DrawnCircle):
    """Drawing of a ContactCircleCable2D."""


class ObjectContactCircleCable2D(CircleCable):
    """A cable in the plane that touches a circle, without friction."""

    type_name = "ContactCircleCable2D"
    V = VObjectContactCircleCable2D
    extra_columns = (
        *CircleCable.extra_columns, ("mu_v", f8), ("mu_k", f8), ("mu", f8),
        ("segment_normals", i8), ("exact_lever", i8),
    )  # fmt: skip
    outputs = {
        Variable.Distance: Output("g", "m", 0, "smallest gap of the segments"),
        Variable.ForceLocal: Output(
            "f", "N", VARIABLE, "0 and k g + d v_n of each segment in contact"
        ),
        Variable.Force: Output("f_c", "N", 3, "force of all segments on the cable, global axes"),
        Variable.PotentialEnergy: Output("V", "J", 0, "energy of the contact springs"),
    }

    last_parameters = ("activeConnector", "stiffnessPerLength")

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_d", structural=True,
        doc="node with one data coordinate per segment: its gap",
    )  # fmt: skip
    numberOfContactSegments: int = parameter(
        3, PInt(), symbol="n_s", structural=True, doc="segments of the cable, as many as m1 has"
    )
    contactStiffness: float = parameter(
        0.0, UReal, symbol="k", unit="N/m", doc="stiffness of the contact of a segment"
    )
    contactDamping: float = parameter(
        0.0, UReal, symbol="d", unit="N s/m", doc="damping of the contact of a segment"
    )
    circleRadius: float = parameter(0.0, PReal, symbol="r", unit="m", doc="radius of the circle")
    offset: float = parameter(
        0.0, Real, symbol="off", unit="m", doc="distance from the circle at which contact begins"
    )
    stiffnessPerLength: bool = parameter(
        False, Flag(), symbol="per_length",
        doc="whether contactStiffness and contactDamping are per length of the cable",
    )  # fmt: skip

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        return 2 * self.numberOfContactSegments

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        table.rows["segment_normals"] = 1


define(ObjectContactCircleCable2D, *KERNELS)
