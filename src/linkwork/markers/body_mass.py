"""MarkerBodyMass: the mass of a body, for mass-proportional loads.

Its point is the center of mass of the body n_b; a load with acceleration field b exerts the force
m b on it, with the body's mass m.
"""

from __future__ import annotations

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.parameters import Index
from linkwork.markers.marker import Lookup, Marker
from linkwork.markers.outputs import output
from linkwork.motion.kind import Motion

__all__ = ["MarkerBodyMass", "VMarkerBodyMass"]


class VMarkerBodyMass(Visualization):
    """Drawing of a MarkerBodyMass."""


class MarkerBodyMass(Marker):
    """The mass distribution of a body."""

    type_name = "BodyMass"
    V = VMarkerBodyMass
    provides = frozenset({"BodyMass"})

    bodyNumber: int = parameter(
        -1, Index("object"), symbol="n_b", doc="body whose mass is loaded", structural=True
    )

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        number = self.bodyNumber
        return model.body_point(number), model.body_mass(number)


define(MarkerBodyMass, output)
