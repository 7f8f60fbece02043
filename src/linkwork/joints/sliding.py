"""SlidingJoint: a body that slides along cables in space.

The point p of the marker m0 stays on the axis r of a list of cables. The arc length s of its place
on them follows from the position of p and has no inertia: it is where the cable is closest to p.
With the unit tangent t of the cable there and two of the global axes, e_0 and e_1,

    (r(s) - p) . r'(s) = 0                determines s
    c0 = e_0 . (r - p) = 0
    c1 = e_1 . (r - p) = 0                with both, p stays on the cable
    f = f_n + f_ax t                      on p; the cable receives -f
    inactive: lambda = 0

The axis that is left out is the one along which the cable runs; where another one is clearly closer
to its direction, the joint changes to it, which is an event. The force f_n of both multipliers is
normal to the cable and does no work. Cables in space have no axes across, so constrainRotations
must be [0, 0, 0], and constrainTranslations [1, 1, 1].

slidingMarkerOffsets are the arc lengths at which the cables begin; local positions are x = s minus
these. Data coordinates of nodeNumber: place of the present cable in the list, and s. Borders of
cables are events, at which r'' jumps. Beyond the ends of the list the joint fails. With
`compatibility`, the equation of s makes a force of first order in the step size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.bodies.ancf_cable import ObjectANCFCable
from linkwork.connectors.connector import DrawnConnector
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.joints.constrained_axes import ConstrainedAxes
from linkwork.joints.freely_sliding import OUTPUTS, FreelySliding
from linkwork.joints.slider import arrays, pools_with
from linkwork.joints.slider_law_3d import ELEMENT, SIZE
from linkwork.joints.sliding_kernels_3d import (
    accept,
    assemble,
    drift,
    events,
    jacobian,
    output,
    post_newton,
    residual,
    switch,
)
from linkwork.markers.body_beam_shape import MarkerBodyBeamShape

__all__ = ["ObjectJointSliding", "SlidingJoint", "VObjectJointSliding", "VSlidingJoint"]


class VObjectJointSliding(DrawnConnector):
    """Drawing of a SlidingJoint; drawSize is the size of the slider."""

    drawn_as = "ball"


class ObjectJointSliding(FreelySliding):
    """A joint that slides along cables in space."""

    type_name = "JointSliding"
    short_name = "SlidingJoint"
    V = VObjectJointSliding
    cable_kinds = (ObjectANCFCable,)
    cable_marker = MarkerBodyBeamShape
    coordinates = 12
    own = arrays(SIZE)
    pools = pools_with(ELEMENT)
    outputs = {
        **OUTPUTS,
        Variable.Force: Output("f", "N", 3, "force on m0"),
        Variable.ConstraintEquation: Output("c", "m", 2, "deviations c0 and c1"),
    }

    constrainRotations: Any = parameter(
        [1, 1, 1],
        ConstrainedAxes(3),
        symbol="turns",
        structural=True,
        doc="must be [0, 0, 0]: rotations are free",
    )
    constrainTranslations: Any = parameter(
        [1, 1, 1], ConstrainedAxes(3), symbol="moves", structural=True, doc="must be [1, 1, 1]"
    )

    def equation_count(self) -> int:
        return 2

    def equation_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return ["m", "m"]

    def check_complete(self, owner: str) -> None:
        super().check_complete(owner)
        for name, wanted, why in (
            ("constrainRotations", [0] * 3, "cables in space have no axes that turn with them"),
            ("constrainTranslations", [1] * 3, "the body stays on the cable"),
        ):
            given = [int(flag) for flag in getattr(self, name)]
            if given != wanted:
                raise ParameterError(f"{owner}: {name} must be {wanted}, since {why}; got {given}")

    @classmethod
    def has_events(cls, table: Any) -> bool:
        return True


define(
    ObjectJointSliding, residual, jacobian, assemble, drift, events, switch, post_newton, accept,
    output,
)  # fmt: skip
SlidingJoint, VSlidingJoint = ObjectJointSliding, VObjectJointSliding
