"""MarkerBodyMass: the mass of a body, for mass-proportional loads.

Its point is the center of mass of the body n_b; a load with acceleration field b exerts the force
m b on it, with the body's mass m.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.item_list import Members
from linkwork.core.declare.parameters import Index
from linkwork.markers.marker import Lookup, Marker
from linkwork.markers.outputs import output
from linkwork.motion.kind import Motion
from linkwork.motion.point import Points

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

    @classmethod
    def points(cls, group: Members, model: Lookup) -> Points | None:
        if cls.resolve is not MarkerBodyMass.resolve:
            return None
        return model.body_points(group.column("bodyNumber"), np.zeros(3))

    @classmethod
    def masses(cls, group: Members, model: Lookup) -> Any:
        return model.masses()[group.column("bodyNumber")]

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        number = self.bodyNumber
        return model.body_point(number), model.body_mass(number)


define(MarkerBodyMass, output)
