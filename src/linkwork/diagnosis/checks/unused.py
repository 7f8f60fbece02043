"""Items that nothing uses, that act on nothing, or whose action is undefined."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.first_order import FirstOrder
from linkwork.connectors.connector import Connector, Constraint
from linkwork.connectors.spring_damper import ObjectConnectorSpringDamper
from linkwork.connectors.tabular_spring_damper import ObjectConnectorTabularSpringDamper
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.parameters import Index, IndexList
from linkwork.diagnosis.findings import Report
from linkwork.diagnosis.subject import Subject
from linkwork.loads.torque_vector import LoadTorqueVector
from linkwork.run.doubts import fixed_markers

LINES = ObjectConnectorSpringDamper, ObjectConnectorTabularSpringDamper
"""Springs whose force acts along the line between their markers."""

STRENGTHS = (
    *("stiffness", "damping", "force", "torque", "preload", "coupling", "curve"),
    *("fDynamicFriction", "fStaticFrictionOffset", "fViscousFriction"),
    *("limitStopsStiffness", "limitStopsDamping"),
)
"""Parameters of connectors that give a force."""


def check(subject: Subject, report: Report) -> None:
    """Check the references between items."""
    used = _used(subject)
    _check_nodes(subject, report, used)
    _check_markers(subject, report, used)
    subject.matrices.equations.move_markers()
    _check_loads(subject, report)
    _check_connectors(subject, report)
    _check_bodies(subject, report)


def _used(subject: Subject) -> dict[str, set[int]]:
    """Family -> numbers of its items that other items refer to."""
    used: dict[str, set[int]] = {family: set() for family in subject.items}
    kinds: dict[type, list[tuple[str, str]]] = {}
    for members in subject.items.values():
        for item in members:
            if type(item) not in kinds:
                kinds[type(item)] = [
                    (p.name, "object" if p.kind.family == "body" else p.kind.family)
                    for p in item.fields.values()
                    if isinstance(p.kind, (Index, IndexList))
                ]
            for name, family in kinds[type(item)]:
                value = getattr(item, name)
                used[family].update(value if isinstance(value, list) else (value,))
    return used


def _check_nodes(subject: Subject, report: Report, used: dict[str, set[int]]) -> None:
    bodies: Counter[int] = Counter()
    data: Counter[int] = Counter()
    pieces: set[int] = set()
    for item in subject.items["object"]:
        moves_rates = item.blocks is not None and item.blocks.rates > 0
        if isinstance(item, (Body, FirstOrder)) or moves_rates:
            bodies.update(item.nodes())
            pieces.update(item.nodes() if getattr(item, "shares_nodes", False) else ())
        elif isinstance(item, Connector):
            data.update(getattr(item, "nodeNumbers", [getattr(item, "nodeNumber", -1)]))
    for number, node in enumerate(subject.items["node"]):
        if number not in used["node"]:
            if not node.size_of("ode2") and node.part != "data":
                report.hint(
                    "unused-node", subject.label("node", number),
                    "no item uses it", "remove it, or use it",
                )  # fmt: skip
        elif not bodies[number] and node.part == "ode1":
            report.hint(
                "no-rates", subject.label("node", number),
                "no object defines the rates of its coordinates: without loads they stay constant",
                "add an ObjectGenericODE1, or a HydraulicActuatorSimple for its pressures",
            )  # fmt: skip
        if node.part == "data" and data[number] > 1:
            report.warning(
                "shared-data", subject.label("node", number),
                f"{data[number]} connectors keep their states in it, so that each overwrites those "
                "of the others",
                "add a NodeGenericData for each connector",
            )  # fmt: skip
        if bodies[number] > 1 and number not in pieces:
            report.hint(
                "shared-node", subject.label("node", number),
                f"{bodies[number]} objects use it: their masses, forces and rates are added",
                "give each object its own node, unless they move as one",
            )  # fmt: skip


def _check_markers(subject: Subject, report: Report, used: dict[str, set[int]]) -> None:
    for number in range(len(subject.items["marker"])):
        if number not in used["marker"]:
            report.hint(
                "unused-marker", subject.label("marker", number),
                "no connector, load or sensor uses it", "remove it, or use it",
            )  # fmt: skip


def _fixed(subject: Subject) -> np.ndarray:
    """Whether each marker depends on no coordinate."""
    model = subject.model
    assert model is not None
    return fixed_markers(model, np.arange(len(subject.items["marker"])))


def _functions(item: Any) -> bool:
    """Whether an item has user functions."""
    return any(
        callable(getattr(item, p.name))
        for p in item.fields.values()
        if isinstance(p.kind, UserFunction)
    )


def _check_loads(subject: Subject, report: Report) -> None:
    fixed = _fixed(subject)
    model = subject.model
    assert model is not None
    for number, load in enumerate(subject.items["load"]):
        if fixed[load.markerNumber]:
            report.warning(
                "load-on-ground", subject.label("load", number),
                f"its marker {subject.label('marker', load.markerNumber)} does not move, so "
                "it has no effect",
                "put it on a marker of a body that moves",
            )  # fmt: skip
            continue
        if _functions(load):
            continue
        sizes = [
            np.abs(np.asarray(getattr(load, name), float)).max(initial=0.0)
            for name in ("loadVector", "load", "values")
            if name in load.fields
        ]
        if sizes and max(sizes) == 0.0:
            report.hint(
                "zero-load", subject.label("load", number), "it is zero and has no user function",
                "give it a value, or remove it",
            )  # fmt: skip
        elif "loadVector" in load.fields and not _moves(subject, load):
            report.warning(
                "load-across", subject.label("load", number),
                f"its vector {np.asarray(load.loadVector).tolist()} is normal to all "
                f"coordinates of {subject.label('marker', load.markerNumber)}: it has no effect "
                "at the start",
                "change it to a direction in which the body moves, or use a node in space",
            )  # fmt: skip


def _moves(subject: Subject, load: Any) -> bool:
    """Whether the vector of a load has a component along a coordinate of its marker."""
    model, vector = subject.model, np.asarray(load.loadVector, float)
    assert model is not None
    columns = model.markers.coordinates.columns_of(load.markerNumber)
    slopes = subject.matrices.data["motion_jacobians"][columns]
    part = slopes[:, 3:] if isinstance(load, LoadTorqueVector) else slopes[:, :3]
    return bool(np.any(part @ vector))


def _check_connectors(subject: Subject, report: Report) -> None:
    fixed = _fixed(subject)
    places = subject.matrices.data["markers"]["p"]
    for number, item in enumerate(subject.items["object"]):
        if not isinstance(item, Connector):
            continue
        one, other = item.markerNumbers[:2]
        if isinstance(item, Constraint) and item.activeConnector:
            continue  # checked by its gradient
        acts_on = item.ode2_coordinates(number, subject.model)  # a cable, besides the markers
        if all(fixed[marker] for marker in item.markerNumbers) and not len(acts_on):
            which = "both" if len(item.markerNumbers) == 2 else "all"
            report.warning(
                "between-fixed", subject.label("object", number),
                f"{which} of its markers do not move, so it has no effect",
                "connect it to a body that moves",
            )  # fmt: skip
            continue
        if len(item.markerNumbers) == 2 and _same_place(subject, one, other):
            report.warning(
                "same-point", subject.label("object", number),
                "both of its markers are the same point of the same item",
                "connect it to two different points",
            )  # fmt: skip
            continue
        if not item.activeConnector:
            continue
        if isinstance(item, LINES):
            _check_direction(subject, report, number, places[one], places[other])
        if _is_idle(item):
            report.hint(
                "idle-connector", subject.label("object", number),
                "stiffness, damping and force are zero: it has no effect",
                "set its stiffness or damping, or remove it",
            )  # fmt: skip


def _same_place(subject: Subject, one: int, other: int) -> bool:
    """Whether two markers are equal except for their names and drawing."""
    if one == other:
        return True
    a, b = subject.items["marker"][one], subject.items["marker"][other]
    return type(a) is type(b) and all(
        p.kind.same(getattr(a, p.name), getattr(b, p.name))
        for p in a.fields.values()
        if p.name != "name"
    )


def _is_idle(item: Any) -> bool:
    names = [name for name in STRENGTHS if name in item.fields]
    if not names or _functions(item):
        return False
    return not any(np.any(np.asarray(getattr(item, name), float)) for name in names)


def _check_direction(
    subject: Subject, report: Report, number: int, start: np.ndarray, end: np.ndarray
) -> None:
    """Report forces along a line without direction."""
    item = subject.items["object"][number]
    if not np.array_equal(start, end) or _is_idle(item):
        return
    if item.referenceLength == 0.0:  # for others, the check of forces reports it
        report.warning(
            "zero-length", subject.label("object", number),
            "its markers coincide at the start and its referenceLength is 0: the direction of its "
            "force is undefined there",
            "use a CartesianSpringDamper, which needs no direction, or a length > 0",
        )  # fmt: skip


def _check_bodies(subject: Subject, report: Report) -> None:
    """Report bodies on which nothing acts."""
    model = subject.model
    assert model is not None
    touched = np.zeros(model.n_ode2 + 1, bool)
    for family in ("object", "load"):
        for number, item in enumerate(subject.items[family]):
            if isinstance(item, Connector):
                touched[model.object_coordinates(number)] = True
            elif family == "load":
                marker = subject.items["marker"][item.markerNumber]
                if "Coordinates" in marker.provides:
                    touched[model.places.marker_coordinates(item.markerNumber)[0]] = True
                touched[model.markers.coordinates.of(item.markerNumber)] = True
    for number, item in enumerate(subject.items["object"]):
        if not isinstance(item, Body) or item.acts_directly or not item.nodes():
            continue
        own = model.object_coordinates(number)
        if len(own) and not touched[own].any():
            report.hint(
                "free-body", subject.label("object", number),
                "no load acts on it and nothing is connected to it: it moves with its initial "
                "velocity",
                "add loads (gravity is a load) or connectors, if that is not intended",
            )  # fmt: skip
