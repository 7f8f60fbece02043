"""Which kernels derivatives need: the one law that depends on a parameter, parts of the matrix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.entry import argument_names
from linkwork.core.records import FRAME_ARRAYS, GROUPS
from linkwork.integrators.alpha.parameter_slopes import (
    DIRECT_FORCES,
    EQUATIONS,
    FORCES,
    MOMENTS,
)
from linkwork.model.data import Data, Entries, entry_of
from linkwork.model.table import Table
from linkwork.run.run import Run
from linkwork.sensitivity.memory import SCRATCH, Changes, arrays_of, is_own

FACTORS = {"cq", "cv", "ca", "row_cq", "row_cv", "row_scale"}
"""Numbers with which blocks go into the matrix."""

WRITTEN = {"marker_force", "marker_moment", "residual", "constraint", "load"}
"""Arrays of the system to which laws may add."""

EVALUATION = ("motion_calls", "force_calls", "gather_calls", "inertia_calls")
"""Lists of calls that evaluate equations."""


def _names(kernel: Callable[..., Any]) -> tuple[set[str], set[str]]:
    """Names of what a kernel reads, and of what it writes."""
    names = argument_names(kernel)
    written = {name.removesuffix("_out") for name in names if name.endswith("_out")}
    return {name for name in names if not name.endswith("_out")}, written


def _sees_all(read: set[str], written: set[str]) -> bool:
    return bool((read | written) & {"frame", "frame_address", *GROUPS})


class MatrixCalls:
    """The calls of the passes of `step_matrices.py`."""

    def __init__(self, data: Data) -> None:
        calls = data["jacobian_calls"]
        names = [_names(kernel) for kernel, _ in data.parts["jacobian_calls"]]
        names += [({"frame"}, set())] * (len(calls) - len(names))
        rates = {"cv", "row_cv"} if data.scalars.index2 else {"cv"}
        passes: list[list[int]] = [[], [], [], []]
        for k, (read, written) in enumerate(names):
            factors = read & FACTORS
            everything = _sees_all(read, written)
            if not everything and "values" not in written:
                if not factors:
                    passes[0].append(k)
                    continue
                everything = True  # blocks that are made for a pass
            for place, is_in in enumerate(
                (factors != {"ca"}, bool(factors & rates), "ca" in factors), 1
            ):
                if everything or is_in:
                    passes[place].append(k)
        self._calls = calls[sum(passes, [])].copy()
        self._counts = [len(chosen) for chosen in passes]

    def tell(self, control: Any) -> None:
        """Write the fields PASSES of a record; the calls live as long as this object."""
        control["calls"] = self._calls.ctypes.data
        for name, count in zip(
            ("blocks", "stiff", "damped", "inertial"), self._counts, strict=True
        ):
            control[name] = count


def matrix_needs_forces(data: Data) -> bool:
    """Whether the matrix reads what the evaluation of forces has written.

    Kernels of this package write SCRATCH before they read it.
    """
    for kernel, over in data.parts["jacobian_calls"]:
        read, written = _names(kernel)
        if read & WRITTEN or _sees_all(read, written):
            return True
        table = over.table if isinstance(over, Entries) else over
        if isinstance(table, Table) and _shared(table.kind, read | written):
            return True
    return bool(data.called.get("jacobian_calls"))


def _shared(kind: Any, names: set[str]) -> set[str]:
    """Arrays of a kind that its forces write, and that a kernel of the matrix names."""
    by_forces: set[str] = set()
    for name in ("residual", "inertia"):
        if name in kind.kernels:
            by_forces |= _names(kind.kernels[name])[1]
    scratch = SCRATCH if is_own(kind) else set()
    return (by_forces & names) - set(FRAME_ARRAYS) - scratch


class Law(NamedTuple):
    """A call of the law of a parameter, and what it writes, in bits of `parameter_slopes.py`.

    row -- the only row of the table that it runs over; None: all of them
    """

    call: np.ndarray
    writes: int
    table: Table
    row: int | None


def law_of(run: Run, changes: Changes) -> Law | None:
    """The one law that depends on a parameter, for its own row alone if possible.

    None if other kernels depend on the parameter, or if the law may have branches.
    """
    data = run.context.data
    changed = {part.words.ctypes.data: part for part in changes}
    readers = [reader for addresses, reader in _readers(data) if changed.keys() & addresses]
    if len(readers) != 1 or readers[0][0] != "force_calls" or data.called.get("force_calls"):
        return None
    _, k, kernel, table = readers[0]
    read, written = _names(kernel)
    if not isinstance(table, Table) or _sees_all(read, written) or "events" in table.kind.kernels:
        return None
    own = {array.ctypes.data for array in arrays_of(table)}
    if not changed.keys() <= own or not (written & set(FRAME_ARRAYS)) <= WRITTEN:
        return None
    call = data["force_calls"][k : k + 1].copy()
    part, row = changed.get(table.rows.ctypes.data), None
    if part is not None and len(changed) == 1:
        rows = np.unique(part.places // (table.rows.dtype.itemsize // 8))
        if len(rows) == 1 and table.kind.rows_act_alone and is_own(table.kind):
            row = _restrict(call, table, int(rows[0]))
    writes = EQUATIONS * ("constraint" in written) + MOMENTS * bool(run.context.model.has_moments)
    return Law(call, writes + DIRECT_FORCES * ("residual" in written), table, row)


_known: WeakKeyDictionary[Data, tuple[int, list[Any]]] = WeakKeyDictionary()
"""Data -> how often its lists were made, and what `_readers` has found then."""


def _readers(data: Data) -> list[tuple[set[int], tuple[str, int, Callable[..., Any], Any]]]:
    """Addresses of the arrays that each call of an evaluation reads; its list, place and part."""
    known = _known.get(data)
    if known is None or known[0] != data.lists_made:
        found = [
            ({array.ctypes.data for array in arrays_of(over)}, (name, k, kernel, over))
            for name in EVALUATION
            for k, (kernel, over) in enumerate(data.parts.get(name, []))
        ]
        _known[data] = known = data.lists_made, found
    return known[1]


def closed_law_of(run: Run, changes: Changes) -> Law | None:
    """The same with the kernel `slope` of the law.

    None if the parameter is not one number of a row that such a kernel differentiates by.
    """
    parts, tables = list(changes), run.context.model.tables.values()
    found = law_of(run, changes) if len(parts) == len(changes) == 1 else None
    if found is None or found.call["rows"][0] != 1:
        return None
    place = parts[0].words.ctypes.data
    table = next((t for t in tables if len(t.rows) and t.rows.ctypes.data == place), None)
    if table is None or not table.kind.slope_symbols:
        return None
    kind, fields = table.kind, table.rows.dtype.fields or {}
    row, word = divmod(int(parts[0].places[0]), table.rows.dtype.itemsize // 8)
    if "UF" in fields and table.rows["UF"][row] != 0:
        return None
    for number, symbol in enumerate(kind.slope_symbols):
        dtype, offset = fields[symbol][0], fields[symbol][1]
        if 0 <= 8 * word - offset < dtype.itemsize:
            kernel, call = kind.kernels["slope"], found.call
            call["code"] = address_of(entry_of(kernel, table))
            call["requests"], call["locals"] = number, (8 * word - offset) // 8
            written = _names(kernel)[1]
            writes = EQUATIONS * ("constraint" in written) + FORCES * ("marker_force" in written)
            writes += MOMENTS * bool(run.context.model.has_moments)
            return found._replace(call=call, writes=writes)
    return None


def _restrict(call: np.ndarray, table: Table, row: int) -> int | None:
    """Let a call run over one row of its table; returns the row, None if it cannot."""
    if call["rows"][0] != call["own_rows"][0]:
        return None
    call["table"] += row * table.rows.dtype.itemsize
    call["rows"] = call["own_rows"] = 1
    for k, name in enumerate(table.kind.own):
        array = table.own[name]
        call[f"own{k}"] += row * (array.nbytes // len(array))
    return row
