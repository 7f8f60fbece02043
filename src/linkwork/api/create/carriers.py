"""Where connectors and loads act: markers on bodies and nodes, and their reference positions."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from linkwork.api.create.parts import checked_vector
from linkwork.api.item_store import ItemStore
from linkwork.bodies.body import Body
from linkwork.bodies.ground import ObjectGround
from linkwork.core.declare.indices import MarkerIndex, NodeIndex
from linkwork.core.declare.item_list import ItemList
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError
from linkwork.markers.body_position import MarkerBodyPosition
from linkwork.markers.marker import Marker
from linkwork.model.partners import advice_for, article, check_partners
from linkwork.model.places import Places
from linkwork.motion.kind import Motion

WANTED = "a body (number, ObjectIndex or name), a NodeIndex or a MarkerIndex"


class NoNumbers:
    """Numbers of coordinates of a system that is not assembled: there are none yet."""

    def __init__(self, items: dict[str, ItemList]) -> None:
        self.items = items
        self.node_first = np.broadcast_to(0, len(items["node"]))


class ReferencePlaces(Places):
    """Places of a system that is not assembled."""

    def __init__(self, items: dict[str, ItemList]) -> None:
        super().__init__(NoNumbers(items))

    def node_frame(self, number: int) -> Any:
        if number < 0:
            raise ParameterError("it has no node yet")
        return super().node_frame(number)

    def body_frame(self, number: int, local: Any) -> Any:
        if number < 0:
            raise ParameterError("it has no body yet")
        body = self.items["object"][number]
        if min(body.nodes(), default=0) < 0:
            raise ParameterError(f"{body.label(number)} has no node yet")
        return super().body_frame(number, local)


class Carriers:
    """Items of a system as places where a connector or a load can act.

    owner -- the calling function, for error texts
    """

    def __init__(self, store: ItemStore, owner: str) -> None:
        self._store, self.items, self.owner = store, store.items, owner

    def carrier(self, parameter: str, given: Any) -> tuple[str, int]:
        """(family, number) of a body, a node or a marker."""
        family = given.family if isinstance(given, (NodeIndex, MarkerIndex)) else "object"
        try:
            number = self._store.number(family, given)
        except ParameterError as error:
            text = f"{self.owner}: {parameter} must be {WANTED}; {error}"
            raise ParameterError(text, parameter) from None
        item = self.items[family][number]
        if family == "object" and not isinstance(item, Body):
            text = f"{self.owner}: {parameter} must be {WANTED}, got {item.label(number)}"
            raise ParameterError(text, parameter)
        return family, number

    def pair(self, given: Any) -> list[Any]:
        """The two entries of bodyNumbers."""
        if isinstance(given, (str, bytes, dict)) or not isinstance(given, Iterable):
            pair = []
        else:
            pair = list(given)
        if len(pair) != 2:
            raise ParameterError(
                f"{self.owner}: bodyNumbers must be a list of two, each {WANTED}, "
                f"got {shown(given)}",
                "bodyNumbers",
            )
        return pair

    def pair_of_markers(
        self, bodies: Any, places: tuple[Any, Any], turns: bool = False
    ) -> list[Marker]:
        """Markers at local positions of two bodies, as `marker_at`."""
        return [
            self.marker_at("bodyNumbers", body, (f"localPosition{k}", places[k]), turns)
            for k, body in enumerate(self.pair(bodies))
        ]

    def marker_at(self, parameter: str, given: Any, place: tuple[str, Any], turns: bool) -> Marker:
        """The given marker, or a new one that is not added yet.

        place -- (name of the parameter, local position [m]); turns -- whether the marker needs
        an orientation
        """
        local = checked_vector(self.owner, *place)
        family, number = self.carrier(parameter, given)
        if family != "object" and local.any():
            raise ParameterError(
                f"{self.owner}: {place[0]} must be zero on a {family}, got {local.tolist()}; only "
                "bodies have local positions",
                place[0],
            )
        marker: Marker
        if family == "marker":
            marker = self.items["marker"][number]
            wanted = "Orientation" if turns else "Position"
            if wanted not in marker.provides:
                raise ParameterError(
                    f"{self.owner}: {parameter} must be a marker of type {wanted}, got "
                    f"{marker.label(number)}, {article(type(marker).__name__)}"
                    f"{advice_for(wanted)}",
                    parameter,
                )
            return marker
        if family == "node":
            from linkwork.markers.node_position import MarkerNodePosition
            from linkwork.markers.node_rigid import MarkerNodeRigid

            marker = (MarkerNodeRigid if turns else MarkerNodePosition)(nodeNumber=number)
        elif turns:
            from linkwork.markers.body_rigid import MarkerBodyRigid

            marker = MarkerBodyRigid(bodyNumber=number, localPosition=local)
        else:
            marker = MarkerBodyPosition(bodyNumber=number, localPosition=local)
        try:
            check_partners(marker, len(self.items["marker"]), self.items)
        except ParameterError as error:
            raise ParameterError(f"{self.owner}: {parameter}: {error}", parameter) from None
        return marker

    def turns(self, parameter: str, given: Any) -> bool:
        """Whether the given body, node or marker has axes that rotate."""
        family, number = self.carrier(parameter, given)
        item = self.items[family][number]
        if family == "node":
            return bool(item.has_axes)
        if family == "marker":
            return "Orientation" in item.provides
        return bool(item.has_axes and item.node_kinds)

    def distance(self, markers: list[Marker]) -> float:
        """Distance between two markers in the reference configuration [m]."""
        first, second = (self.motion(marker).reference_place() for marker in markers)
        x, y, z = map(float, second - first)
        return math.sqrt(x * x + y * y + z * z)  # as the connectors' kernels do

    def motion(self, marker: Marker) -> Motion:
        """How a marker moves, for its place and rotation in the reference configuration."""
        try:
            return marker.resolve(ReferencePlaces(self.items))[0]
        except ParameterError as error:
            raise ParameterError(f"{self.owner}: bodyNumbers: {error}", "bodyNumbers") from None

    def frame(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """Origin [m] and rotation matrix of a body in the reference configuration."""
        body = self.items["object"][number]
        if isinstance(body, ObjectGround):
            return body.referencePosition, body.referenceRotation
        if not body.has_points:
            raise ParameterError(
                f"{self.owner}: bodyNumbers must be bodies with points in space, "
                f"got {body.label(number)}",
                "bodyNumbers",
            )
        try:
            point = ReferencePlaces(self.items).body_frame(number, np.zeros(3))
        except ParameterError as error:
            raise ParameterError(f"{self.owner}: bodyNumbers: {error}", "bodyNumbers") from None
        return point.reference_place(), point.reference_rotation()
