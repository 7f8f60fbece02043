"""MarkerBodiesRelativeTranslationCoordinate: a distance of two bodies along an axis.

    x = A0 a . (p1 - p0) - x_off,   a = a0/|a0|

with the points p0 and p1 at the local positions b0, b1 of the bodies, and the axis a0 that turns
with the first one. The rate is exact, x_t = A0 a . (v1 - v0) + omega0 . (A0 a x (p1 - p0)), and a
force f on the marker acts along it: f A0 a on b1 at p1, the opposite force on b0 at the same place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.core.declare.item import Visualization, define
from linkwork.markers.bodies_relative import BodiesRelative
from linkwork.markers.coordinate_outputs import coordinate_outputs, output
from linkwork.markers.marker import Lookup
from linkwork.motion.frame_scalar import ALONG, FrameScalar

__all__ = [
    "MarkerBodiesRelativeTranslationCoordinate",
    "VMarkerBodiesRelativeTranslationCoordinate",
]


class VMarkerBodiesRelativeTranslationCoordinate(Visualization):
    """Drawing of a MarkerBodiesRelativeTranslationCoordinate."""


class MarkerBodiesRelativeTranslationCoordinate(BodiesRelative):
    """The displacement of a body relative to another one along an axis."""

    type_name = "BodiesRelativeTranslationCoordinate"
    V = VMarkerBodiesRelativeTranslationCoordinate
    outputs = coordinate_outputs("x", "m", "displacement along the axis")

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return ["m"]

    def resolve(self, model: Lookup) -> tuple[FrameScalar, float]:
        b0, b1 = self.bodyNumbers
        ends = model.body_frame(b0, self.localPosition0), model.body_frame(b1, self.localPosition1)
        return FrameScalar(ends, ALONG, axes=self.axes(), shift=float(self.offset)), 0.0


define(MarkerBodiesRelativeTranslationCoordinate, output)
