"""Units of items along single coordinates, whose outputs are declared for lengths."""

from __future__ import annotations

from collections.abc import Iterable

OF_ANGLES = {"m": "rad", "N": "N m"}
"""Unit for a length -> unit for an angle."""

UNKNOWN = "1"
"""Unit of coordinates without a predefined meaning."""


def unit_along(unit: str, coordinate: str) -> str:
    """The unit of an output, declared for a length, along a coordinate of another unit.

    Along an angle m/s becomes rad/s and N becomes N m; units of energies are unchanged.
    """
    if coordinate == "m":
        return unit
    first, slash, rest = unit.partition("/")
    if first not in OF_ANGLES:
        return unit
    return (OF_ANGLES[first] if coordinate == "rad" else UNKNOWN) + slash + rest


def common_unit(units: Iterable[str]) -> str:
    """The common unit; unknown if they differ, that of a length if there are none."""
    found = set(units)
    if len(found) > 1:
        return UNKNOWN
    return found.pop() if found else "m"
