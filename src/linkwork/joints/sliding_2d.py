"""SlidingJoint2D: a body that slides along cables in the x-y plane.

The point p of the marker m0 stays on the axis r of a list of cables. The arc length s of its place
on them follows from the position of p and has no inertia: it is where the cable is closest to p.
With the unit tangent t and normal n of the cable there,

    (r(s) - p) . r'(s) = 0                determines s
    c0 = n . (r - p) = 0                  p stays on the cable
    c1 = sin(theta - phi) = 0             the body turns with the cable: constrainRotation
    f = lambda0 n + f_ax t                on p; the cable receives -f
    inactive: lambda = 0

theta is the angle of t, phi that of m0. The multiplier lambda1 is the torque on the body, and the
force that belongs to it acts where the cable is bent. The forces of both multipliers do no work.
c0 does not depend on s to first order (r - p is normal to the cable), so the equation of s makes no
force. That is the solution of both classicalFormulation=True and False, which therefore only differ
with `compatibility`: there the equation of s makes a force of first order in the step size.

slidingMarkerOffsets are the arc lengths at which the cables begin; local positions are x = s minus
these. Data coordinates of nodeNumber: place of the present cable in the list, and s. Borders of
cables are events, at which r'' jumps. Beyond the ends of the list the joint fails.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.bodies.ancf_cable_2d import ObjectANCFCable2D
from linkwork.connectors.connector import DrawnConnector
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import Flag
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.joints.freely_sliding import OUTPUTS, FreelySliding
from linkwork.joints.slider import arrays, pools_with
from linkwork.joints.slider_law import ELEMENT, SIZE
from linkwork.joints.slider_places import switch
from linkwork.joints.sliding_kernels_2d import (
    accept,
    assemble,
    drift,
    events,
    jacobian,
    output,
    post_newton,
    residual,
)
from linkwork.markers.body_cable_2d_coordinates import MarkerBodyCable2DCoordinates

__all__ = ["ObjectJointSliding2D", "SlidingJoint2D", "VObjectJointSliding2D", "VSlidingJoint2D"]


class VObjectJointSliding2D(DrawnConnector):
    """Drawing of a SlidingJoint2D; drawSize is the size of the slider."""

    drawn_as = "pin"


class ObjectJointSliding2D(FreelySliding):
    """A joint that slides along cables in the plane."""

    type_name = "JointSliding2D"
    short_name = "SlidingJoint2D"
    V = VObjectJointSliding2D
    cable_marker = MarkerBodyCable2DCoordinates
    coordinates = 9
    own = arrays(SIZE)
    pools = pools_with(ELEMENT)
    cable_kinds = (ObjectANCFCable2D,)
    outputs = {
        **OUTPUTS,
        Variable.Force: Output("f", "N", 3, "force on m0, without that of lambda1"),
        Variable.TorqueLocal: Output("lambda1", "N m", 0, "torque on the body about z"),
        Variable.ConstraintEquation: Output("c", "m, rad", 2, "deviations c0 and c1"),
    }

    classicalFormulation: bool = parameter(
        True, Flag(), symbol="classical", doc="formulation with `compatibility`; else no effect"
    )
    constrainRotation: bool = parameter(
        False, Flag(), symbol="turns_with", structural=True,
        doc="whether the body turns with the cable; m0 must then have an orientation",
    )  # fmt: skip

    def equation_count(self) -> int:
        return 2 if self.constrainRotation else 1

    def equation_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return ["m", "rad"][: self.equation_count()]

    @classmethod
    def counts(cls, rows: np.ndarray) -> np.ndarray:
        return np.where(rows["turns_with"] != 0, 2, 1)

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        super().check_sizes(owner, items)
        count, first = len(self.slidingMarkerNumbers), self.markerNumbers[0]
        if self.nodeNumber >= 0 and count:
            node = items["node"][self.nodeNumber]
            given = list(node.initialCoordinates) or [0.0]
            if not (0 <= given[0] < count and given[0] == int(given[0])):
                raise ParameterError(
                    f"{owner}: {node.label(self.nodeNumber)} must begin with the place of a cable "
                    f"in slidingMarkerNumbers, 0 to {count - 1}, got {given[0]:g}"
                )
        if self.constrainRotation and first >= 0:
            marker = items["marker"][first]
            if "Orientation" not in marker.provides:
                raise ParameterError(
                    f"{owner}: constrainRotation needs a marker with an orientation as "
                    f"markerNumbers[0], got {marker.label(first)}; use a MarkerBodyRigid or a "
                    "MarkerNodeRigid"
                )

    @classmethod
    def has_events(cls, table: Any) -> bool:
        return any(len(numbers) > 1 for numbers in table.column("slidingMarkerNumbers"))


define(
    ObjectJointSliding2D, residual, jacobian, assemble, drift, events, switch, post_newton, accept,
    output,
)  # fmt: skip
SlidingJoint2D, VSlidingJoint2D = ObjectJointSliding2D, VObjectJointSliding2D
