"""Constraints whose bodies do not meet: how far they are apart, by name."""

from __future__ import annotations

import math

import numpy as np

from linkwork.model.model import Model

LARGEST = 0.05
"""Largest violation that is corrected, relative to a length, and of an angle [rad]."""

TURN = "1", "rad"
"""Units of equations of axes, whose values are sines, and of angles."""


def name_of(model: Model, row: int) -> str:
    """The item of an equation; joints are named as a whole."""
    family, number, _ = model.numbering.row_owner(row)
    item = model.items[family][number]
    return str(item.label(number)) if item.joins else model.numbering.row_name(row)


def misfit(model: Model, values: np.ndarray, row: int, scale: float) -> str:
    """How far an equation is from being satisfied, as a sentence; values -- of all equations.

    scale -- length to which its violation is related
    """
    family, number, first = model.numbering.row_owner(row)
    item = model.items[family][number]
    if not item.joins:
        return (
            f"violate the constraint by {abs(values[row]):.6g} m, more than {LARGEST:.0%} of its "
            f"length {scale:g} m; correct the positions or the distance"
        )
    units = np.array(item.equation_units(model.items))
    names = " and ".join(_end(model, marker) for marker in item.markerNumbers)
    own = values[first : first + len(units)]
    if units[row - first] in TURN:
        turns = np.abs(own[np.isin(units, TURN)]).max()
        angle = math.asin(min(turns, 1.0)) if units[row - first] == "1" else turns
        return (
            f"do not fit: the frames of {names} are turned by {angle:.6g} rad against each other "
            f"where it holds them, more than {LARGEST:g} rad; correct the rotations of the bodies, "
            "or those of the joint (rotationMarker0, rotationMarker1)"
        )
    apart = float(np.linalg.norm(own[units == "m"]))
    return (
        f"do not meet: {names} are {apart:.6g} m apart where it holds them, more than "
        f"{LARGEST:.0%} of the size {scale:.6g} m of its bodies; correct the positions of the "
        "bodies, or localPosition of the markers"
    )


def _end(model: Model, number: int) -> str:
    """A marker with its place on its body or node."""
    marker = model.items["marker"][number]
    text = str(marker.label(number))
    for family in ("object", "node"):
        carrier = getattr(marker, {"object": "bodyNumber", "node": "nodeNumber"}[family], None)
        if carrier is not None:
            place = getattr(marker, "localPosition", None)
            at = f" at localPosition {np.asarray(place).tolist()}" if place is not None else ""
            return f"{text}{at} of {model.items[family][carrier].label(carrier)}"
    return text
