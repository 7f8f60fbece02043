"""State and work memory: everything that kernels write, and the frame record that refers to it."""

from __future__ import annotations

import operator
from array import array as word_array
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, NoReturn

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.kernels.compile import CannotCompile
from linkwork.core.kernels.entry import SLOPE, argument_names, entry
from linkwork.core.kernels.fused import Unit
from linkwork.core.kernels.named import NamedFunction
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import (
    CALL,
    CALL_LISTS,
    FRAME,
    FRAME_ARRAYS,
    FRAME_SCALARS,
    GROUPS,
    Scalars,
    State,
    f8,
)
from linkwork.math.turning import turn_grid
from linkwork.model.composition import Composition
from linkwork.model.model import Model
from linkwork.model.table import Table
from linkwork.nodes.node import parts_of_nodes


class Entries(NamedTuple):
    """Separate rows over the arrays of a table, for some of its items; further pools."""

    rows: np.ndarray
    table: Table
    pools: dict[str, np.ndarray] = {}


Memory = dict[str, np.ndarray]
"""Pools of a kernel that is not one of an item type, e.g. of an integrator."""

Part = tuple[Callable[..., Any], Any]
"""A kernel and the Table (or Entries, or Memory, or plain rows) it runs over, or None."""

_entries: dict[tuple[Any, Any, Any], NamedFunction] = {}

CALL_WORDS = CALL.itemsize // 8
CALL_PLACES = {name: place[1] // 8 for name, place in CALL.fields.items()}  # type: ignore[union-attr]
"""Number of words of a call, and the place of each field in them."""

_WORDS = {name: FRAME.fields[name][1] // 8 for name in FRAME_ARRAYS}  # type: ignore[index]
"""Place of an array's address in the words of a frame; its length follows it."""

_LISTS = frozenset(CALL_LISTS)

_EMPTY = {name: np.zeros((0, *shape), dtype) for name, (dtype, shape) in FRAME_ARRAYS.items()}
"""Content of a frame before an array is set."""

_ITEM_WORDS = {
    name: max(1, np.dtype((dtype, shape)).itemsize // 8)
    for name, (dtype, shape) in FRAME_ARRAYS.items()
}
"""Words of one item of an array."""

ALIGNED = 8
"""Larger arrays begin at multiples of this many words, a cache line."""


def entry_of(kernel: Callable[..., Any], over: Any) -> NamedFunction:
    """The entry of a kernel over a table; made once, so its address is looked up only once."""
    if isinstance(over, dict):
        pools = {name: pool.dtype for name, pool in over.items()}
        names = kernel, tuple(pools), tuple(pools.values())
        if names not in _entries:
            _entries[names] = entry(kernel, None, {}, pools)
        return _entries[names]
    table, rows = _table_of(over), _rows_of(over)
    kind = table.kind if table is not None else None
    dtype = rows.dtype if rows is not None else None
    key = kernel, kind, dtype
    if key not in _entries:
        own = kind.own if kind is not None else {}
        pools = {name: pool.dtype for name, pool in _pools_of(over).items()}
        owner = f"{kind.__module__}.{kind.__qualname__}" if kind is not None else ""
        _entries[key] = entry(kernel, dtype, own, pools, owner)
    return _entries[key]


def _table_of(over: Any) -> Table | None:
    """The table whose own arrays a call receives."""
    if isinstance(over, Entries):
        return over.table
    return over if isinstance(over, Table) else None


def _pools_of(over: Any) -> dict[str, np.ndarray]:
    """The pools that a call receives, those of the table first."""
    table = _table_of(over)
    pools = table.pools if table is not None else {}
    return {**pools, **over.pools} if isinstance(over, Entries) else pools


def _rows_of(over: Any) -> Any:
    """The rows a call runs over."""
    return over.rows if isinstance(over, (Table, Entries)) else over


def unit_of(part: Part, place: tuple[str, int]) -> Unit:
    """A call as fused steps need it; place -- name of its list, and number."""
    kernel, over = part
    table, rows = _table_of(over), None if isinstance(over, dict) else _rows_of(over)
    pools = {name: pool.dtype for name, pool in _pools_of(over).items()}
    own, count = ({}, 0) if table is None else (table.kind.own, len(table.rows))
    return Unit(kernel, place, rows, own, count, pools)


class Data:
    """Arrays of one system and its frame; arrays stay in place while kernels run.

    address -- of the frame; scalars -- its scalars
    equations -- those of the last run, for the next one
    block -- memory of the arrays whose size the model determines; state_block -- those of the state
    kept_run -- the last run in time if it can be repeated (`run/repeated.py`); repeats -- whether
    that has happened; one_of_many -- whether its runs are members of an ensemble
    searched -- what its searches for partners found before and after it (`run/partners.py`)
    has_stepped -- whether a run has begun since Assemble; is_quiet -- whether it warned of nothing
    known_starts -- what is known about derivatives at the start of its last runs
    is_doubted -- whether a run has warned of loads without effect and of an empty system
    parts -- list of calls -> the kernels and tables it was made of
    lists_made -- how often a list of calls was put into the frame
    called -- list of calls -> addresses of Python functions that it calls, too (`call_back`)
    wants_dense -- whether matrices are to be dense, whatever the settings say
    """

    def __init__(self, model: Model) -> None:
        m = model.n_ae
        self.frame = np.zeros(1, FRAME)
        self.address: int = self.frame.ctypes.data
        self._words = self.frame.view(np.int64)
        self.scalars: Any = Scalars.from_buffer(self._words.data)
        self.scalars.next_checkpoint = np.inf
        self.equations: Any = None
        self.kept_run: Any = None
        self.known_starts: dict[Any, Any] = {}
        self.repeats = self.has_stepped = self.is_quiet = self.is_doubted = False
        self.one_of_many = False
        self.searched: tuple[Any, Any] = ({}, {})
        self.arrays: dict[str, np.ndarray] = dict(_EMPTY)
        self.parts: dict[str, list[Part]] = {}
        self.lists_made = 0
        self.called: dict[str, list[int]] = {}
        self.wants_dense = False
        self._calls: dict[str, list[tuple[int, int]]] = {}
        self._allocate(model)
        self.set("reference", model.numbering.reference)
        self.set("reference_ode1", model.numbering.reference_ode1)
        self.set("motion_coordinates", model.markers.motion_coordinates)
        if m and model.markers.turns.any():
            self.set("turn_grid", turn_grid())
        self._model = model
        self.composition = Composition(model)
        self.find_settling()

    def _allocate(self, model: Model) -> None:
        """Allocate the arrays whose size the model determines, in one block of memory.

        Small models then lie in few cache lines, and the block is saved and restored as one.
        """
        markers, events = model.markers, model.n_events
        n, m, n_ode1, n_data = model.n_ode2, model.n_ae, model.n_ode1, model.n_data
        count, columns = len(markers.start), len(markers.motion_jacobians)
        lengths = {
            **dict.fromkeys(("q", "q_low", "v", "a"), n),
            "multipliers": m,
            **dict.fromkeys(("y", "y_t"), n_ode1),
            "poses": model.numbering.n_poses,
            "data_coordinates": n_data,
            "markers": count,
            **dict.fromkeys(("marker_force", "marker_moment", "constant_force"), count),
            "residual": n,
            "constraint": m,
            "rates": n_ode1,
            "x": n + m + n_ode1,
            "masses": n,
            "row_mass": m,
            "load": 1,
            "rotations": count,
            **dict.fromkeys(("motion_jacobians", "motion_rates"), columns),
            **dict.fromkeys(
                (
                    *("branches", "crossed", "event_scales", "event_counts", "event_acts"),
                    *("event_directions", "kept_branches", "start_branches"),
                    *("event_values", "event_history", "event_last"),
                ),
                events,
            ),
            "kept_data": n_data,
            "switching": 2,
        }
        ends, end = {}, 0
        for name, length in lengths.items():
            size = length * _ITEM_WORDS[name]
            end += (-end) % (ALIGNED if size >= ALIGNED else 1)
            ends[name] = end = end + size
        self.block = np.zeros(end + ALIGNED)
        first = (-self.block.ctypes.data // 8) % ALIGNED
        self.block = self.block[first : first + end]
        self.state_block = self.block[: ends["data_coordinates"]]
        address, words = self.block.ctypes.data, self._words
        for name, length in lengths.items():
            if not length:
                continue
            dtype, shape = FRAME_ARRAYS[name]
            begin = ends[name] - length * _ITEM_WORDS[name]
            array = self.block[begin : ends[name]]
            if dtype is not f8:
                array = array.view(dtype)
            self.arrays[name] = array.reshape(length, *shape) if shape else array
            words[_WORDS[name]], words[_WORDS[name] + 1] = address + 8 * begin, length
        self["markers"][:] = markers.start
        self["rotations"][:] = markers.rotation_start
        self["motion_jacobians"][:] = markers.motion_jacobians
        self["row_mass"][:] = 1.0
        for name in ("event_values", "event_history", "event_last"):
            self[name][:] = np.inf

    def other_state(self, names: Iterable[str]) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """(memory, its arrays of these names) of another state, which begins with zeros."""
        block, first = np.zeros_like(self.state_block), self.state_block.ctypes.data
        found = {}
        for name in names:
            array = self.arrays[name]
            begin = (array.ctypes.data - first) // 8 if array.size else 0
            found[name] = block[begin : begin + array.size]
        return block, found

    def find_settling(self) -> None:
        """Find the nodes whose poses follow from q."""
        self._settling = parts_of_nodes(self._model, "settle")

    def settle(self) -> None:
        """Update the poses of composed coordinates after q was set from outside."""
        if not self._settling:
            return
        if len(self["settle_calls"]) == len(self._settling):
            self.run_calls("settle_calls")
            return
        for kernel, table in self._settling:  # nothing has been solved yet
            self.in_python(kernel, table)

    def poses_at(self, q: np.ndarray) -> np.ndarray:
        """Poses of composed coordinates for any q; for the present one, those of the state."""
        if q is self["q"] or not self._settling:
            return self["poses"]
        found = np.zeros_like(self["poses"])
        for kernel, table in self._settling:
            self.in_python(kernel, table, q=q, poses_out=found)
        return found

    def __getitem__(self, name: str) -> np.ndarray:
        return self.arrays[name]

    def __reduce__(self) -> NoReturn:
        raise TypeError("work memory cannot be copied: the frame holds its addresses")

    def set(self, name: str, array: np.ndarray) -> None:
        """Put an array into the frame."""
        dtype, shape = FRAME_ARRAYS[name]
        array = np.ascontiguousarray(array, dtype)
        assert array.shape[1:] == shape or array.size == 0
        self.arrays[name] = array
        place = _WORDS[name]
        self._words[place] = array.ctypes.data if array.size else 0
        self._words[place + 1] = len(array)
        self._calls.pop(name, None)
        if name in _LISTS:
            self.lists_made += 1
            self.scalars.fused = 0  # fused steps run the kernels of the list that is replaced

    def calls(self, name: str) -> list[tuple[int, int]]:
        """(address of the code, address of the call) of each call of a list."""
        found = self._calls.get(name)
        if found is None:
            first = int(self._words[_WORDS[name]])
            codes = self.arrays[name]["code"].tolist()
            found = [(code, first + k * CALL.itemsize) for k, code in enumerate(codes)]
            self._calls[name] = found
        return found

    def make_saved(self, place: str) -> None:
        """Allocate a saved state (`records.SAVED`)."""
        sizes = [self[name].size for name in State._fields]
        kept = [self[f"{place}_{name}"] for name in State._fields]
        if [array.size for array in kept] == sizes:
            for array in kept:
                array.fill(0.0)
            return
        ends = np.cumsum([0, *sizes])
        block = np.zeros(ends[-1])
        for k, name in enumerate(State._fields):
            self.set(f"{place}_{name}", block[ends[k] : ends[k + 1]])

    def drop_saved(self, place: str) -> None:
        """Remove a saved state."""
        for name in State._fields:
            self.set(f"{place}_{name}", np.zeros(0))

    def group(self, name: str) -> Any:
        """A group of arrays (`records.GROUPS`), e.g. the present state or a saved one."""
        kind, names = GROUPS[name]
        return kind(*(self.arrays.get(each, self.address) for each in names))

    def set_calls(self, name: str, parts: Iterable[Part], address: Callable[..., int]) -> None:
        """Put a list of kernel calls into the frame; `address` returns the code of an entry."""
        assert name in CALL_LISTS
        parts = list(parts)
        if _are_same(parts, self.parts.setdefault(name, [])):
            return
        calls = np.zeros(len(parts), CALL)
        fill_calls(calls, [over for _, over in parts])
        words, place = _words_of(calls), CALL_PLACES["code"]
        for kernel, over in parts:
            try:
                words[place] = address(entry_of(kernel, over))
            except CannotCompile as error:
                raise _told(kernel, over, error) from None
            place += CALL_WORDS
        self.parts[name] = parts
        self.set(name, self._with_called(name, calls))

    def call_back(self, name: str, address: int) -> None:
        """Let a list of calls include a Python function, at its end; forces: at the beginning.

        address -- of a callback of the form `call_kernel`
        """
        calls = self._without_called(name)
        self.called.setdefault(name, []).append(address)
        self.set(name, self._with_called(name, calls))

    def call_nothing_back(self) -> None:
        """Remove the Python functions from the lists of calls."""
        for name in tuple(self.called):
            calls = self._without_called(name)
            del self.called[name]
            self.set(name, calls)

    def _with_called(self, name: str, calls: np.ndarray) -> np.ndarray:
        if name not in self.called:
            return calls
        own = np.zeros(len(self.called[name]), CALL)
        own["code"] = self.called[name]
        return np.concatenate([own, calls] if name in CALLED_FIRST else [calls, own])

    def _without_called(self, name: str) -> np.ndarray:
        calls, own = self.arrays[name], len(self.called.get(name, ()))
        return calls[own:] if name in CALLED_FIRST else calls[: len(calls) - own]

    def run_calls(self, name: str) -> int:
        """Run one list of calls; the first nonzero status ends it."""
        for code, where in self.calls(name):
            status = call_kernel(code, where, self.address)
            if status != 0:
                return int(status)
        return 0

    def in_python(self, kernel: Callable[..., Any], over: Any = None, **given: Any) -> Any:
        """Run a kernel as plain Python on these arrays; `given` arguments come first."""
        table, pools = _table_of(over), _pools_of(over)

        def argument(name: str) -> Any:
            plain = name.removesuffix("_out")
            if name in given:
                return given[name]
            if name == "frame":
                return self.scalars
            if name in SLOPE:
                return 0  # the first number, unless another one is given
            if plain == "table":
                return _rows_of(over)
            if table is not None and plain in table.own:
                return table.own[plain]
            if plain in pools:
                return pools[plain]
            if plain in GROUPS:
                return self.group(plain)
            return getattr(self.scalars, name) if name in FRAME_SCALARS else self.arrays[plain]

        with overflows_unnoticed():
            return kernel(*map(argument, argument_names(kernel)))


CALLED_FIRST = ("force_calls",)
"""Lists that call a Python function before everything else."""


def _are_same(parts: list[Part], last: list[Part]) -> bool:
    """Whether the calls are the same as before, over nothing that may have moved since."""
    return len(parts) == len(last) and all(
        new[0] is old[0] and new[1] is old[1] is None for new, old in zip(parts, last, strict=True)
    )


def _told(kernel: Callable[..., Any], over: Any, error: CannotCompile) -> SysError:
    """The error of a kernel that cannot be compiled, with the name of its item."""
    table = _table_of(over)
    owner = f"{table.kind.__name__}: " if table is not None else ""
    why = str(error).partition(" cannot be compiled: ")[2] or str(error)
    return SysError(f"{owner}kernel {kernel.__name__} cannot be compiled: {why}")


def _words_of(calls: np.ndarray) -> Any:
    """The memory of some calls as integers, which are written faster than fields of records."""
    return calls.view(np.uint8).data.cast("q") if len(calls) else []


def fill_calls(calls: np.ndarray, overs: Iterable[Any]) -> None:
    """Write what each call of a list runs over: addresses of rows, own arrays and pools."""
    words = _words_of(calls)
    for k, over in enumerate(overs):
        if over is None:
            continue
        first = k * CALL_WORDS
        if isinstance(over, Table):
            words[first : first + CALL_WORDS] = _record_of(over)
        elif isinstance(over, dict):
            _fill_pools(words, first, over)
        else:
            table, rows = _table_of(over), _rows_of(over)
            if table is not None:
                words[first : first + CALL_WORDS] = _record_of(table)
                _fill_pools(words, first, _pools_of(over))
            words[first + CALL_PLACES["table"]] = rows.ctypes.data
            words[first + CALL_PLACES["rows"]] = len(rows)


def _record_of(table: Table) -> word_array[int]:
    """The words of a call over a table, without its code; kept until one of its arrays is new."""
    arrays = (table.rows, *table.own.values(), *table.pools.values())
    kept = table.record
    if kept is not None and all(map(operator.is_, kept[0], arrays)):
        words: word_array[int] = kept[1]
        return words
    made = word_array("q", bytes(8 * CALL_WORDS))
    made[CALL_PLACES["table"]], made[CALL_PLACES["rows"]] = table.rows.ctypes.data, len(table.rows)
    made[CALL_PLACES["own_rows"]] = len(table.rows)
    for k, own in enumerate(table.own.values()):
        made[CALL_PLACES[f"own{k}"]] = own.ctypes.data
    for name, pool in table.pools.items():
        assert pool.dtype == table.kind.pools.get(name, pool.dtype), f"pool {name}"
    _fill_pools(made, 0, table.pools)
    table.record = arrays, made
    return made


def _fill_pools(words: Any, first: int, pools: Memory) -> None:
    for k, pool in enumerate(pools.values()):
        words[first + CALL_PLACES[f"pool{k}"]] = pool.ctypes.data
        words[first + CALL_PLACES[f"n_pool{k}"]] = len(pool)
