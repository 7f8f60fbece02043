"""What prescribed motions move: coordinates, points along an axis, angles about one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.api.create.carriers import Carriers
from linkwork.api.create.parts import Parts, checked_vector, item
from linkwork.bodies.body import Body
from linkwork.bodies.ground import ObjectGround
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError
from linkwork.markers.bodies_relative import BodiesRelative
from linkwork.markers.bodies_relative_rotation import MarkerBodiesRelativeRotationCoordinate
from linkwork.markers.bodies_relative_translation import MarkerBodiesRelativeTranslationCoordinate
from linkwork.markers.marker import Marker
from linkwork.markers.node_coordinate import MarkerNodeCoordinate
from linkwork.math.tolerances import UPRIGHT
from linkwork.nodes.point_ground import NodePointGround

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem


class Moved(NamedTuple):
    """A coordinate that is moved: its markers, and whether it is an angle that may turn often."""

    first: Marker
    second: Marker
    winds: bool = False


class Places:
    """Markers of coordinates, points and angles of a body, relative to another one."""

    def __init__(
        self,
        mbs: MainSystem,
        owner: str,
        parts: Parts,
        body: Any,
        local: Any,
        reference: Any,
        from_reference: Any,
    ) -> None:
        self.mbs, self.owner, self.parts = mbs, owner, parts
        self.carriers = Carriers(mbs._store, owner)
        self.family, self.number = self.carriers.carrier("bodyNumber", body)
        self.local = checked_vector(owner, "localPosition", local)
        self.reference = reference
        if not isinstance(from_reference, (bool, np.bool_)):
            raise ParameterError(
                f"{owner}: fromReference must be True or False, got {shown(from_reference)}"
            )
        self.from_reference = bool(from_reference)
        self._ground: int | None = None

    def coordinate(self, given: Any) -> Moved:
        """A coordinate of the node."""
        if self.reference is not None or not self.from_reference or self.local.any():
            raise ParameterError(
                f"{self.owner}: a coordinate counts from its own reference value; leave out "
                "referenceBody, fromReference and localPosition, or use axis or rotationAxis"
            )
        node = self.number
        if self.family != "node":
            nodes = self._body().nodes()
            if len(nodes) != 1:
                raise ParameterError(
                    f"{self.owner}: bodyNumber must have one node, got "
                    f"{self._body().label(self.number)}; give the NodeIndex of the node"
                )
            node = nodes[0]
        field = MarkerNodeCoordinate.field("coordinate")
        marker = MarkerNodeCoordinate(nodeNumber=node, coordinate=field.check(given, self.owner))
        return Moved(self._zero(), marker)

    def along(self, given: Any) -> Moved:
        """The distance along an axis."""
        marker = self._relative(MarkerBodiesRelativeTranslationCoordinate, "axis", given)
        if self.from_reference:
            (p0, R0), (p1, R1) = self._frames(marker)
            marker.offset = float(marker.axes()[0] @ (R0.T @ (p1 + R1 @ self.local - p0)))
        return Moved(self._zero(), marker)

    def about(self, given: Any) -> Moved:
        """The angle about an axis; in the plane, that of the node."""
        axis = checked_vector(self.owner, "rotationAxis", given)
        if self.from_reference and self.family == "object" and axis[2] > 0.0 == abs(axis[:2]).max():
            still = self.reference is None
            first = self._zero() if still else self._angle(self._reference_body())
            second = self._angle(self.number)
            if first is not None and second is not None:
                return Moved(first, second)
        marker = self._relative(MarkerBodiesRelativeRotationCoordinate, "rotationAxis", axis)
        if self.from_reference:
            (_, R0), (_, R1) = self._frames(marker)
            _, n1, n2 = (np.array(axis) for axis in marker.axes())
            turned = R0.T @ R1 @ n1
            marker.offset = float(np.arctan2(n2 @ turned, n1 @ turned))
        return Moved(self._zero(), marker, winds=True)

    def _angle(self, number: int) -> Marker | None:
        """The marker of the angle of a body in the plane; None of others, and of tilted grounds."""
        body = self.mbs._store.items["object"][number]
        if isinstance(body, ObjectGround):
            upright = body.referenceRotation[2, 2] > 1.0 - UPRIGHT
            return self._zero() if upright else None
        nodes = body.nodes()
        axes = self.mbs._store.items["node"][nodes[0]].axes if len(nodes) == 1 else ()
        if "phi" not in axes:
            return None
        return MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=axes.index("phi"))

    def _relative(self, kind: type[BodiesRelative], name: str, given: Any) -> BodiesRelative:
        axis = checked_vector(self.owner, name, given)
        if not axis.any():
            raise ParameterError(f"{self.owner}: {name} must not be zero", name)
        if self.family != "object":
            raise ParameterError(
                f"{self.owner}: {name} needs a body as bodyNumber, got a {self.family}; for a "
                "node use coordinate",
                "bodyNumber",
            )
        bodies = [self._reference_body(), self.number]
        return item(kind, bodyNumbers=bodies, localPosition1=self.local, axis0=axis)

    def _reference_body(self) -> int:
        if self.reference is not None:
            family, number = self.carriers.carrier("referenceBody", self.reference)
            if family != "object" or number == self.number:
                raise ParameterError(
                    f"{self.owner}: referenceBody must be another body, got "
                    f"{shown(self.reference)}",
                    "referenceBody",
                )
            return number
        if self._ground is None:
            self._ground = self.parts.add(item(ObjectGround, visualization={"show": False}))
        return self._ground

    def _zero(self) -> Marker:
        """The marker of a coordinate that stays zero."""
        node = self.parts.add(item(NodePointGround, visualization={"show": False}))
        return MarkerNodeCoordinate(nodeNumber=node, coordinate=0)

    def _frames(self, marker: BodiesRelative) -> list[tuple[np.ndarray, np.ndarray]]:
        still = np.zeros(3), np.eye(3)
        return [
            still if number == self._ground else self.carriers.frame(number)
            for number in marker.bodyNumbers
        ]

    def _body(self) -> Body:
        body: Body = self.mbs._store.items["object"][self.number]
        return body
