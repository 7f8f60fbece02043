"""Connectors that remember something in the data coordinates of a node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.core.errors import ParameterError
from linkwork.core.records import i8

DATA_COLUMN = ("first_data", i8)
"""Column of connectors with a data node: its first data coordinate, -1 without a node."""


def wire_data(table: Any, model: Any) -> None:
    """Fill the column `first_data`."""
    firsts = model.numbering.node_firsts["data"]
    nodes = [model.items["object"][number].nodeNumber for number in table.numbers]
    table.rows["first_data"] = [-1 if node < 0 else firsts[node] for node in nodes]


def check_data_node(
    owner: str, node: int, items: Mapping[str, Sequence[Any]], count: int, holds: str
) -> None:
    """Refuse a node without enough data coordinates; holds -- what is stored in them."""
    if node < 0:
        return
    partner = items["node"][node]
    found = partner.size_of("data")
    if found < count:
        raise ParameterError(
            f"{owner}: nodeNumber must be a NodeGenericData with {count} data coordinates, which "
            f"hold {holds}; got {partner.label(node)}, a {type(partner).__name__} with {found}; "
            f"add NodeGenericData(numberOfDataCoordinates={count}) and give its number"
        )
