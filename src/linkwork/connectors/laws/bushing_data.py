"""The function of a bushing after Newton's method, which computes data coordinates.

It receives what the function of the spring receives, and the data coordinates of a node before
that. `core/declare/function_kinds.DataFunction` describes its memory, the pool `notes`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.connectors.data_node import wire_data
from linkwork.connectors.laws.bushing import FORCE, measured, write_given, write_state
from linkwork.core.declare.function_kinds import DataFunction, data_function
from linkwork.core.records import i8
from linkwork.core.status import USER_FUNCTION, fail

NOTE_COLUMNS = (("n_notes", i8), ("note", i8))
"""Columns of a bushing: number of its data coordinates, its place in `notes` (-1: no function)."""


def lay_out_notes(table: Any, model: Any, name: str) -> None:
    """Make the memory for the functions of a table; name -- of their parameter."""
    wire_data(table, model)
    size = 0
    for row, number in enumerate(table.numbers):
        item, e = model.items["object"][number], table.rows[row]
        node = item.nodeNumber
        e["n_notes"] = 0 if node < 0 else model.items["node"][node].size_of("data")
        kind = item.fields[name].kind
        assert isinstance(kind, DataFunction)
        e["note"] = size if callable(getattr(item, name)) else -1
        size += kind.work_size(int(e["n_notes"])) if e["note"] >= 0 else 0
    table.pools["notes"] = np.zeros(size)


def post_newton(
    table, markers, rotations, t, work_out, notes_out, data_coordinates_out, switching_out
):
    """Let functions compute data coordinates from the solution of a step, and judge it."""
    for i in range(table.size):
        e = table[i]
        if e.active == 0 or e.UF_PN == 0 or e.note < 0:
            continue
        m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
        frame, _, d, r, _ = measured(e, m0, m1, t0, t1)
        write_state(i, frame, d, r, m0, m1, t0, t1, work_out)
        write_given(e, i, work_out)
        n, at = e.n_notes, e.note
        for k in range(n):
            notes_out[at + k] = data_coordinates_out[e.first_data + k]
        for k in range(FORCE):
            notes_out[at + n + k] = work_out[i, k]
        if data_function(e.UF_PN, notes_out[at:].ctypes.data, n, t, e.number) != 0:
            return fail(USER_FUNCTION, e.number)
        found = at + n + FORCE
        switching_out[0] = max(switching_out[0], notes_out[found])
        if notes_out[found + 1] >= 0.0:
            switching_out[1] = min(switching_out[1], notes_out[found + 1])
        for k in range(n):
            data_coordinates_out[e.first_data + k] = notes_out[found + 2 + k]
    return 0
