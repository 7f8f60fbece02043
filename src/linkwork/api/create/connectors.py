"""Create... functions for springs and constraints between points or coordinates.

In all of them, bodyNumbers are the two bodies to connect, each given by number, ObjectIndex or
name, or as a NodeIndex or the MarkerIndex of an existing marker. `itemNumbers` is the same
parameter, and so are the older names `bodyOrNodeList` and `bodyList`. localPosition0 and
localPosition1 are the points in the axes of the bodies [m], zero on nodes and markers. The
connector is named `name`, new markers Marker0:name and Marker1:name; if the name is empty, they are
named by number. show sets whether they are drawn, drawSize [m] and color (RGBA) how. All arguments
are checked before anything is added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from linkwork.api.create.bodies import Vector
from linkwork.api.create.carriers import Carriers
from linkwork.api.create.parts import DEFAULT_COLOR, ORIGIN, Parts, creates, item
from linkwork.bodies.ground import ObjectGround
from linkwork.connectors.connector import Connector
from linkwork.connectors.spring_damper import ObjectConnectorSpringDamper
from linkwork.core.declare.indices import MarkerIndex, ObjectIndex
from linkwork.core.declare.parameters import UInt, shown
from linkwork.core.errors import ParameterError
from linkwork.markers.marker import Marker
from linkwork.nodes.node import Node

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

PAIR = dict.fromkeys(("itemNumbers", "bodyOrNodeList", "bodyList"), "bodyNumbers")
"""Other names of a parameter."""

Place = tuple[int, int] | None
"""(node, coordinate); None: the ground."""


@creates(**PAIR)
def CreateSpringDamper(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    localPosition0: Vector = ORIGIN,
    localPosition1: Vector = ORIGIN,
    referenceLength: float | None = None,
    stiffness: float = 0.0,
    damping: float = 0.0,
    force: float = 0.0,
    velocityOffset: float = 0.0,
    springForceUserFunction: Callable[..., Any] | int = 0,
    show: bool = True,
    drawSize: float = -1.0,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a SpringDamper between points of two bodies; returns its number.

    referenceLength -- unstretched length of the spring [m]; None: the distance between the points
        in the reference configuration
    stiffness [N/m], damping [N s/m], force [N], velocityOffset [m/s],
    springForceUserFunction -- as in the item; other parameters: see linkwork.api.create.connectors
    """
    owner, kind = "CreateSpringDamper", ObjectConnectorSpringDamper
    carriers = Carriers(mbs._store, owner)
    markers = carriers.pair_of_markers(bodyNumbers, (localPosition0, localPosition1))
    if referenceLength is None:
        referenceLength = carriers.distance(markers)
    values = {
        "name": name,
        "referenceLength": referenceLength,
        "stiffness": stiffness,
        "damping": damping,
        "force": force,
        "velocityOffset": velocityOffset,
        "springForceUserFunction": springForceUserFunction,
    }
    drawn = {"show": show, "drawSize": drawSize, "color": color}
    return add_connector(mbs, owner, kind, markers, values, drawn)


@creates(**PAIR)
def CreateCartesianSpringDamper(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    localPosition0: Vector = ORIGIN,
    localPosition1: Vector = ORIGIN,
    stiffness: Vector = ORIGIN,
    damping: Vector = ORIGIN,
    offset: Vector = ORIGIN,
    springForceUserFunction: Callable[..., Any] | int = 0,
    show: bool = True,
    drawSize: float = -1.0,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a CartesianSpringDamper between points of two bodies; returns its number.

    stiffness [N/m], damping [N s/m], offset [m] -- along x, y and z
    springForceUserFunction -- as in the item; other parameters: see linkwork.api.create.connectors
    """
    from linkwork.connectors.cartesian_spring_damper import ObjectConnectorCartesianSpringDamper

    owner, kind = "CreateCartesianSpringDamper", ObjectConnectorCartesianSpringDamper
    carriers = Carriers(mbs._store, owner)
    markers = carriers.pair_of_markers(bodyNumbers, (localPosition0, localPosition1))
    values = {
        "name": name,
        "stiffness": stiffness,
        "damping": damping,
        "offset": offset,
        "springForceUserFunction": springForceUserFunction,
    }
    drawn = {"show": show, "drawSize": drawSize, "color": color}
    return add_connector(mbs, owner, kind, markers, values, drawn)


@creates(**PAIR)
def CreateDistanceConstraint(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    localPosition0: Vector = ORIGIN,
    localPosition1: Vector = ORIGIN,
    distance: float | None = None,
    show: bool = True,
    drawSize: float = -1.0,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a DistanceConstraint between points of two bodies; returns its number.

    distance -- prescribed distance [m], > 0; None: that of the points in the reference
        configuration
    Other parameters: see linkwork.api.create.connectors.
    """
    from linkwork.connectors.distance import ObjectConnectorDistance

    owner, kind = "CreateDistanceConstraint", ObjectConnectorDistance
    carriers = Carriers(mbs._store, owner)
    markers = carriers.pair_of_markers(bodyNumbers, (localPosition0, localPosition1))
    if distance is None:
        distance = carriers.distance(markers)
        if distance == 0.0:
            raise ParameterError(
                f"{owner}: distance must be > 0 m, but both points coincide in the reference "
                "configuration; give a distance or other points",
                "distance",
            )
    values = {"name": name, "distance": distance}
    drawn = {"show": show, "drawSize": drawSize, "color": color}
    return add_connector(mbs, owner, kind, markers, values, drawn)


@creates(**PAIR, factor1="factorValue1")
def CreateCoordinateConstraint(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    coordinates: Sequence[int | None] | None = None,
    offset: float = 0.0,
    factorValue1: float = 1.0,
    velocityLevel: bool = False,
    offsetUserFunction: Callable[..., Any] | int = 0,
    offsetUserFunction_t: Callable[..., Any] | int = 0,
    show: bool = True,
    drawSize: float = -1.0,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a CoordinateConstraint between coordinates of bodies or nodes; returns its number.

    bodyNumbers -- two of: a body, whose coordinates are those of its nodes in their order; a
        NodeIndex; None or an ObjectGround for the ground, for which a NodePointGround is added
    coordinates -- the two numbers of the coordinates, from 0; None for the ground
    offset [m], factorValue1 (`factor1` is the same), velocityLevel, offsetUserFunction,
    offsetUserFunction_t -- as in the item; other parameters: see linkwork.api.create.connectors
    """
    from linkwork.connectors.coordinate import ObjectConnectorCoordinate

    owner, kind = "CreateCoordinateConstraint", ObjectConnectorCoordinate
    carriers = Carriers(mbs._store, owner)
    bodies = carriers.pair(bodyNumbers)
    given = list(coordinates) if isinstance(coordinates, Sequence) else []
    if len(given) != 2:
        text = f"{owner}: coordinates must be a list of two, got {shown(coordinates)}"
        raise ParameterError(text, "coordinates")
    places = [_coordinate(carriers, *pair) for pair in zip(bodies, given, strict=True)]
    if places == [None, None]:
        text = f"{owner}: bodyNumbers must not be the ground twice; nothing would be constrained"
        raise ParameterError(text, "bodyNumbers")
    values = {
        "name": name,
        "offset": offset,
        "factorValue1": factorValue1,
        "velocityLevel": velocityLevel,
        "offsetUserFunction": offsetUserFunction,
        "offsetUserFunction_t": offsetUserFunction_t,
    }
    drawn = {"show": show, "drawSize": drawSize, "color": color}
    return add_connector(mbs, owner, kind, places, values, drawn)


def _coordinate(carriers: Carriers, body: Any, coordinate: Any) -> Place:
    """(node, coordinate of that node) of a coordinate of a body or node; None for the ground."""
    if isinstance(body, MarkerIndex):
        text = f"{carriers.owner}: bodyNumbers must be bodies, nodes or None, got {body!r}"
        raise ParameterError(text, "bodyNumbers")
    family, number = ("ground", -1) if body is None else carriers.carrier("bodyNumbers", body)
    body = carriers.items[family][number] if number >= 0 else None
    if body is None or isinstance(body, ObjectGround):
        if coordinate is not None:
            raise ParameterError(
                f"{carriers.owner}: coordinates must be None for the ground, "
                f"got {shown(coordinate)}",
                "coordinates",
            )
        return None
    try:
        place = UInt().check(coordinate)
    except ParameterError as error:
        raise ParameterError(f"{carriers.owner}: coordinates {error}", "coordinates") from None
    nodes = [number] if family == "node" else [node for node in body.nodes() if node >= 0]
    first = 0
    for node in nodes:
        count = carriers.items["node"][node].coordinates
        if place < first + count:
            return node, place - first
        first += count
    text = (
        f"{carriers.owner}: coordinates must be < {first}, the number of coordinates of "
        f"{body.label(number)}, got {place}"
    )
    raise ParameterError(text, "coordinates")


def add_connector(
    mbs: MainSystem,
    owner: str,
    kind: type[Connector],
    ends: Sequence[Marker | Place],
    values: dict[str, Any],
    drawn: dict[str, Any],
    node: Node | None = None,
) -> ObjectIndex:
    """Add a connector between markers, or coordinates of nodes; node -- a new one of its own."""
    values = {key: kind.field(key).check(value, owner) for key, value in values.items()}
    drawn = {key: kind.V.field(key).check(value, owner) for key, value in drawn.items()}
    parts = Parts(mbs, owner, drawn["show"])
    numbers = []
    for k, end in enumerate(ends):
        title = f"Marker{k}:{values['name']}" if values["name"] else ""
        marker = end if isinstance(end, Marker) else _coordinate_marker(parts, end)
        numbers.append(parts.number_of(marker, title))
    if node is not None:
        values["nodeNumber"] = parts.add(node)
    connector = parts.add(item(kind, markerNumbers=numbers, visualization=drawn, **values))
    parts.keep()
    return ObjectIndex(connector)


def _coordinate_marker(parts: Parts, place: Place) -> Marker:
    """A new marker of a coordinate, which is not added yet; the ground gets a node for it."""
    from linkwork.markers.node_coordinate import MarkerNodeCoordinate
    from linkwork.nodes.point_ground import NodePointGround

    if place is None:
        node, coordinate = parts.add(item(NodePointGround, visualization={"show": False})), 0
    else:
        node, coordinate = place
    return MarkerNodeCoordinate(nodeNumber=node, coordinate=coordinate)
