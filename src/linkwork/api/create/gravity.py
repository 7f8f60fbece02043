"""CreateMutualGravity: gravity between all pairs of masses."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from linkwork.api.create.parts import creates
from linkwork.bodies.body import Body
from linkwork.core.declare.indices import MarkerIndex, ObjectIndex
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError
from linkwork.markers.body_position import MarkerBodyPosition

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

OWNER = "CreateMutualGravity"


@creates()
def CreateMutualGravity(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    markerNumbers: Sequence[Any] | None = None,
    gravitationalConstant: float = 6.67430e-11,
    minDistanceRegularization: float = 0.0,
    masses: Sequence[float] | None = None,
    show: bool = False,
) -> list[ObjectIndex]:
    """Add gravity between all pairs of n masses: n (n - 1) / 2 ConnectorGravity.

    name -- the connectors are named name_0_1, name_0_2, ..., name_1_2, ... by the positions of
        their masses in the list, new markers name_0, name_1, ...; empty: named by number
    bodyNumbers -- bodies that attract each other; each gets a marker at its origin
    markerNumbers -- position markers instead of bodies
    gravitationalConstant -- G [m^3/(kg s^2)]; negative: repulsion
    minDistanceRegularization -- distance below which forces are softened [m]
    masses -- attracting masses [kg], one each; None: the masses of the bodies as they are now.
        A later change of a body's mass does not change them.
    show -- whether the connectors are drawn

    Returns the numbers of the connectors, in the order (0, 1), (0, 2), ..., (1, 2), ...
    All arguments are checked before anything is added.
    """
    from linkwork.connectors.gravity import ObjectConnectorGravity as Gravity

    family, found = _masses_named(mbs, bodyNumbers, markerNumbers)
    weights = _weights(mbs, family, found, masses)
    common: dict[str, Any] = {
        "gravitationalConstant": gravitationalConstant,
        "minDistanceRegularization": minDistanceRegularization,
    }
    common = {key: Gravity.field(key).check(value, OWNER) for key, value in common.items()}
    common["visualization"] = {"show": Gravity.V.field("show").check(show, OWNER)}
    name = Gravity.field("name").check(name, OWNER)
    pairs = list(itertools.combinations(range(len(found)), 2))
    titles = [f"{name}_{i}_{j}" if name else "" for i, j in pairs]
    _refuse_taken(mbs, "object", titles)
    places = _markers_at(mbs, found, name) if family == "object" else found
    made = []
    for title, (i, j) in zip(titles, pairs, strict=True):
        ends = [places[i], places[j]]
        form = dict(common, name=title, markerNumbers=ends, mass0=weights[i], mass1=weights[j])
        made.append(mbs.AddObject(Gravity(**form)))
    return made


def _masses_named(
    mbs: MainSystem, bodies: Sequence[Any] | None, markers: Sequence[Any] | None
) -> tuple[str, list[int]]:
    """(family, numbers) of the attracting bodies or markers."""
    if (bodies is None) == (markers is None):
        raise ParameterError(f"{OWNER}: give either bodyNumbers or markerNumbers")
    parameter = "bodyNumbers" if bodies is not None else "markerNumbers"
    family = "object" if bodies is not None else "marker"
    given = bodies if bodies is not None else markers
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise ParameterError(f"{OWNER}: {parameter} must be a list, got {shown(given)}")
    numbers = []
    for entry in given:
        try:
            numbers.append(mbs._store.number(family, entry))
        except ParameterError as error:
            raise ParameterError(f"{OWNER}: {parameter}: {error}") from None
        _check_attracting(mbs, family, numbers[-1], parameter)
    if len(numbers) < 2 or len(set(numbers)) < len(numbers):
        raise ParameterError(
            f"{OWNER}: {parameter} must have two or more different entries, got {numbers}"
        )
    return family, numbers


def _check_attracting(mbs: MainSystem, family: str, number: int, parameter: str) -> None:
    item = mbs._items[family][number]
    if family == "object" and not isinstance(item, Body):
        raise ParameterError(f"{OWNER}: {parameter} must be bodies, got {item.label(number)}")
    if family == "marker" and "Position" not in item.provides:
        raise ParameterError(
            f"{OWNER}: {parameter} must be markers of type Position, got {item.label(number)}"
        )


def _weights(
    mbs: MainSystem, family: str, numbers: list[int], masses: Sequence[float] | None
) -> list[float]:
    """Attracting mass of each [kg]."""
    from linkwork.connectors.gravity import ObjectConnectorGravity as Gravity

    if masses is not None:
        try:
            weights = list(masses)
        except TypeError:
            raise ParameterError(
                f"{OWNER}: masses must be a list of numbers, got {shown(masses)}"
            ) from None
        if len(weights) != len(numbers):
            raise ParameterError(
                f"{OWNER}: masses must have {len(numbers)} numbers, one each, got {len(weights)}"
            )
        return [Gravity.field("mass0").check(mass, f"{OWNER}: masses") for mass in weights]
    return [_weight(mbs, family, number) for number in numbers]


def _weight(mbs: MainSystem, family: str, number: int) -> float:
    item = mbs._items[family][number]
    body = mbs._items["object"][item.bodyNumber] if hasattr(item, "bodyNumber") else item
    mass = body.mass() if isinstance(body, Body) else 0.0
    if mass == 0.0:
        raise ParameterError(f"{OWNER}: {item.label(number)} has no mass; give masses=[...]")
    return float(mass)


def _markers_at(mbs: MainSystem, bodies: list[int], name: str) -> list[MarkerIndex]:
    """New markers at the origins of bodies."""
    titles = [f"{name}_{k}" if name else "" for k in range(len(bodies))]
    _refuse_taken(mbs, "marker", titles)
    forms: list[dict[str, Any]] = [
        {"name": title, "bodyNumber": body} for title, body in zip(titles, bodies, strict=True)
    ]
    return [mbs.AddMarker(MarkerBodyPosition(**form)) for form in forms]


def _refuse_taken(mbs: MainSystem, family: str, titles: list[str]) -> None:
    for title in titles:
        if title in mbs._store.names[family]:
            raise ParameterError(
                f"{OWNER}: the name {title!r} is taken by {family} "
                f"{mbs._store.names[family][title]}; names are unique per kind"
            )
