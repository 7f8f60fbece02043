"""ContactFrictionCircleCable2D: a cable in the x-y plane that touches a circle with friction.

The marker m1 divides the cable into n_s segments. Each of them has its point p closest to the
center c of the circle, the rigid marker m0, with the direction n from c to p, t = (-n_y, n_x), and
the gap g = |p - c| - r. v is the velocity of the cable at p relative to the rim of the circle,
v_c + r omega t, v_n = n.v, v_t = t.v. While g <= 0, the cable receives -(f_n n + f_t t) at p,
divided between the ends of the segment by their distances from p, and the circle the opposite force
and the torque r f_t about m0:

    f_n = k g + d v_n
    stick   f_t = mu_v v_t + mu_k (x - X)
    slip    f_t = mu |f_n| or -mu |f_n|, against the slip

x is the position of p along the rim, relative to the cable, and X that where stick began; turns are
not counted. Stick becomes slip where its force reaches mu |f_n|. Slip becomes stick where v_t
changes its sign, with X such that the force does not jump; without mu_k, where mu_v v_t is below
mu |f_n|. The parameters belong to one segment; with stiffnessPerLength, k, d, mu_v and mu_k are per
length of segments, and results do not depend on their number. Without useSegmentNormals, the force
on each end of a segment acts in the direction from c to that end.

The lever of the torque is r, as documented, so that the moment (|p - c| - r) f_t has no reaction;
with exactLever it is |p - c|, also in v, and angular momentum is kept.

Only the rotation of the circle about z counts. The axes of its marker may point anywhere, also
down, but a circle that tilts in a run still acts as one in the x-y plane.

In an ALECable2D, material passes the segment with s_t u, where u = n_s/L times the segment from end
to end: v contains s_t u, x the way s, and s receives the force -f_t t.u.

The node n_d has three data coordinates per segment: first all gaps, then all states (-2 none, 0
stick, +-1 slip with this sign of f_t), then all X. Steps end where a gap closes or opens, and where
stick or slip begins. If the search for events is turned off, implicit solvers and statics keep
contacts and states as the data tell in a step, renew the data after it, and solve the step again if
the solution contradicts them. Outputs have two numbers per segment, zeros without contact.
"""

from __future__ import annotations

from typing import Any

from linkwork.connectors.circle_cable import KERNELS, CircleCable, DrawnCircle
from linkwork.core.declare.item import VARIABLE, Output, define, parameter
from linkwork.core.declare.parameters import Flag, Index, PInt, PReal, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8

__all__ = ["ObjectContactFrictionCircleCable2D", "VObjectContactFrictionCircleCable2D"]


class VObjectContactFrictionCircleCable2D(DrawnCircle):
    """Drawing of a ContactFrictionCircleCable2D."""


class ObjectContactFrictionCircleCable2D(CircleCable):
    """A cable in the plane that touches a circle, with friction: belts, ropes on sheaves."""

    type_name = "ContactFrictionCircleCable2D"
    V = VObjectContactFrictionCircleCable2D
    data_of_segment = 3
    held_in_data = "gaps, states and sticking positions of the segments"
    circle_needs = "Orientation"
    has_several_solutions = True
    extra_columns = (*CircleCable.extra_columns, ("off", f8))
    outputs = {
        Variable.Coordinates: Output(
            "x_s, g", "m", VARIABLE, "x - X of stick (0 of slip) and gap of each segment"
        ),
        Variable.Coordinates_t: Output(
            "v_t, v_n", "m/s", VARIABLE, "slip and normal velocity of each segment"
        ),
        Variable.ForceLocal: Output("f_t, f_n", "N", VARIABLE, "f_t and f_n of each segment"),
        Variable.Distance: Output("g_min", "m", 0, "smallest gap of the segments"),
        Variable.Force: Output("f_c", "N", 3, "force of all segments on the cable, global axes"),
        Variable.PotentialEnergy: Output("V", "J", 0, "energy of the contact springs"),
    }

    last_parameters = ("activeConnector", "stiffnessPerLength", "exactLever")

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_d", structural=True,
        doc="node with three data coordinates per segment: gaps, states, sticking positions",
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
    frictionVelocityPenalty: float = parameter(
        0.0, UReal, symbol="mu_v", unit="N s/m", doc="force of stick per slip velocity"
    )
    frictionStiffness: float = parameter(
        0.0, UReal, symbol="mu_k", unit="N/m", doc="force of stick per displacement from X"
    )
    frictionCoefficient: float = parameter(
        0.0, UReal, symbol="mu", unit="1", doc="coefficient of friction"
    )
    circleRadius: float = parameter(0.0, PReal, symbol="r", unit="m", doc="radius of the circle")
    useSegmentNormals: bool = parameter(
        True, Flag(), symbol="segment_normals",
        doc="whether forces act in the directions n and t of the segment",
    )  # fmt: skip
    stiffnessPerLength: bool = parameter(
        False, Flag(), symbol="per_length",
        doc="whether stiffnesses, contactDamping and frictionVelocityPenalty are per length",
    )  # fmt: skip
    exactLever: bool = parameter(
        False, Flag(), symbol="exact_lever", doc="whether friction acts at p, not at the radius r"
    )

    def has_potential(self) -> bool:
        return super().has_potential() and self.frictionCoefficient == 0.0

    @classmethod
    def reads_memory(cls, table: Any) -> bool:
        return bool(((table.rows["mu_k"] > 0.0) & (table.rows["active"] != 0)).any())

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        return 2 * self.numberOfContactSegments


define(ObjectContactFrictionCircleCable2D, *KERNELS)
