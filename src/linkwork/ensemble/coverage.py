"""Which varied numbers compiled members can write, and where they are in memory.

Setting a number in a system of its own shows which words of the tables and of the state change.
Compiled members write the number there if all of these words are the number itself. What follows
from it in the start of a run is computed again, in systems with constraints as long as it concerns
neither positions nor constraints. Everything else is left to the ordinary way, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.api.parameter_paths import OF_NODES, ParameterPath, numbers_of, set_values
from linkwork.bodies.body import Body
from linkwork.core.declare.hooks import Hooks
from linkwork.core.declare.parameters import Array, Number, Vector
from linkwork.core.errors import SysError
from linkwork.loads.load import Load

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

PROBES = ((1.25, 0.0078125), (0.875, 0.00390625))
"""Values that are tried, relative to the present one and in addition to it."""

ROWS, POOL, BLOCK, INITIAL = "rows", "pool", "block", "initial"
"""Memory of a system: rows and pools of a table, arrays of its size, initial values."""

FACTS = (
    "is_linear", "has_forces", "masses_vary", "couples", "has_events", "remembers", "judges",
)  # fmt: skip
"""Hooks that decide how a run is made."""

CHECKS = ("check_sizes", "check_complete", "is_structural")
"""Hooks that judge an item as a whole."""

CONSTANT = {
    *(getattr(Hooks, name).__func__ for name in (*FACTS, "is_constant")),
    *(getattr(Body, name).__func__ for name in ("masses_vary", "couples", "impossible")),
    Load.is_constant.__func__,  # type: ignore[attr-defined]
}
"""Answers to them that do not depend on real numbers."""


class Word(NamedTuple):
    """A place of a varied number: part of the memory, and the word in it.

    column -- the number among those varied
    """

    part: tuple[Any, ...]
    word: int
    column: int


class Coverage(NamedTuple):
    """What compiled members write.

    reason -- why they cannot write all varied numbers, empty if they can
    moves, weighs -- whether positions, or masses, follow from them
    meets -- whether the start must meet the constraints again
    """

    words: list[Word]
    reason: str
    moves: bool = False
    weighs: bool = False
    meets: bool = False


def coverage_of(mbs: MainSystem, varied: Sequence[ParameterPath]) -> Coverage:
    """What compiled members write; mbs -- an assembled copy, which this changes."""
    words: list[Word] = []
    moves = weighs = False
    nominal = [path.value(mbs) for path in varied]
    for column, path in enumerate(varied):
        reason = _refused(mbs, path)
        if not reason:
            found = _words_of(mbs, path, nominal[column])
            reason = "" if found is not None else "other values follow from it"
            words += [Word(part, word, column) for part, word in found or ()]
        if reason:
            return Coverage([], f"{path.text}: {reason}")
        moves = moves or path.family == "node"
        weighs = weighs or path.family == "node" or isinstance(_item(mbs, path), Body)
    model, _ = mbs._assembled("an ensemble")
    return Coverage(words, "", moves, weighs, weighs and model.n_ae > 0)


def initial_words(mbs: MainSystem, varied: Sequence[ParameterPath]) -> list[Word]:
    """Where varied initial values of nodes are: to set them there needs no new Assemble.

    Not in models with functions, which may ask their system for parameters.
    mbs -- an assembled copy, which this changes
    """
    model, _ = mbs._assembled("an ensemble")
    words: list[Word] = []
    for column, path in enumerate(varied):
        plain = type(path.parameter.kind) in (Number, Array, Vector)
        initial = path.family == "node" and path.parameter.name in OF_NODES.values()
        if plain and initial and not model.functions.owners:
            found = _words_of(mbs, path, path.value(mbs)) or ()
            words += [Word(part, word, column) for part, word in found]
    return words


def _item(mbs: MainSystem, path: ParameterPath) -> Any:
    return mbs._items[path.family][path.number]


def _refused(mbs: MainSystem, path: ParameterPath) -> str:
    """Why a number cannot be written by compiled members, empty if it may be."""
    model, _ = mbs._assembled("an ensemble")
    item, p = _item(mbs, path), path.parameter
    kind: Any = type(item)
    if type(p.kind) not in (Number, Array, Vector):
        return "its values are checked or converted"
    if path.family == "node":
        if p.name not in OF_NODES.values():
            return "it belongs to the structure of the model"
        moves = p.name == OF_NODES["initialDisplacement"] and path.family == "node"
        return "the constraints are weighed elsewhere" if moves and model.n_ae else ""
    if path.family not in ("object", "load") or item.is_structural(p, getattr(item, p.name)):
        return "it belongs to the structure of the model"
    if (path.family, path.number) not in model.place or kind.has_equations:
        return "the start must meet the constraints"
    hooks = (kind.arrange.__func__, kind.rewritten.__func__)
    if hooks != (Hooks.arrange.__func__, Hooks.rewritten.__func__):  # type: ignore[attr-defined]
        return "values of several items follow from it"
    return ""


# ------------------------------------------------------------------ words


def part_of(mbs: MainSystem, part: tuple[Any, ...]) -> np.ndarray:
    """A part of the memory of an assembled system."""
    model, data = mbs._assembled("an ensemble")
    if part[0] == ROWS:
        return model.tables[part[1]].rows
    if part[0] == POOL:
        return model.tables[part[1]].pools[part[2]]
    return data.block if part[0] == BLOCK else mbs.systemData.initial_block


def _memory(mbs: MainSystem) -> dict[tuple[Any, ...], np.ndarray]:
    """Copies of the memory of a system, as words."""
    model, _ = mbs._assembled("an ensemble")
    parts: list[tuple[Any, ...]] = [(BLOCK,), (INITIAL,)]
    for kind, table in model.tables.items():
        parts += [(ROWS, kind), *((POOL, kind, name) for name in table.pools)]
    found = {part: part_of(mbs, part).tobytes() for part in parts}
    return {
        part: np.frombuffer(text, np.uint64 if len(text) % 8 == 0 else np.uint8)
        for part, text in found.items()
    }


def _words_of(
    mbs: MainSystem, path: ParameterPath, nominal: float
) -> set[tuple[tuple[Any, ...], int]] | None:
    """(part, word) of the places of a number; None if they hold anything else."""
    found: set[tuple[tuple[Any, ...], int]] | None = None
    try:
        base = _memory(mbs)
        for factor, addition in PROBES:
            value = nominal * factor + addition
            changed = _changed(mbs, path, value, base)
            if changed is None or (found is not None and changed != found):
                return None
            found = changed
    except SysError:
        return None
    finally:
        _put(mbs, path, nominal)
    return found if found else None


def _put(mbs: MainSystem, path: ParameterPath, value: float) -> None:
    set_values(mbs, [path], [value])
    if mbs._model is None:
        mbs.Assemble()


def _changed(
    mbs: MainSystem, path: ParameterPath, value: float, base: dict[tuple[Any, ...], np.ndarray]
) -> set[tuple[tuple[Any, ...], int]] | None:
    """Words that have changed with a value; None if one of them is not the value itself."""
    _put(mbs, path, value)
    now, bits = _memory(mbs), np.array([value]).view(np.uint64)[0]
    found: set[tuple[tuple[Any, ...], int]] = set()
    if now.keys() != base.keys():
        return None
    if path.family == "node":
        del now[BLOCK,]  # the state follows from the initial values
    for part, words in now.items():
        if words.shape != base[part].shape:
            return None
        for word in np.flatnonzero(words != base[part]):
            if words.dtype != np.uint64 or words[word] != bits:
                return None
            found.add((part, int(word)))
    return found


# ------------------------------------------------------------------ values


class Judge:
    """Tells of each member whether the compiled run of the nominal one serves it.

    mbs -- a system for its trials, with the nominal values
    """

    def __init__(self, mbs: MainSystem, varied: Sequence[ParameterPath], words: list[Word]) -> None:
        self._mbs, self._varied = mbs, varied
        self._kinds = [_kind_of(path) for path in varied]
        model, _ = mbs._assembled("an ensemble")
        tables = [model.place[p.family, p.number][0] for p in varied if p.family != "node"]
        self._tables = [t for t in dict.fromkeys(tables) if _depends(t.kind)]
        self._checked = Checked(mbs, varied)
        kinds = {table.kind for table in self._tables}
        self._words = [
            (part_of(mbs, word.part).view(np.uint64).reshape(-1), word.word, word.column)
            for word in words
            if word.part[0] in (ROWS, POOL) and word.part[1] in kinds
        ]
        self._facts = self._ask()

    def serves(self, values: np.ndarray) -> np.ndarray:
        """For each member, whether its values, a row each, are allowed and change no fact."""
        fine: np.ndarray = np.isfinite(values).all(axis=1)
        for column, kind in enumerate(self._kinds):
            if isinstance(kind, Number):
                low = (
                    values[:, column] > kind.low if kind.open_low else values[:, column] >= kind.low
                )
                fine &= low
        if self._tables or self._checked.columns:
            for member in np.flatnonzero(fine):
                fine[member] = self._serves(values[member])
        return fine

    def _serves(self, row: np.ndarray) -> bool:
        bits = row.view(np.uint64)
        for memory, word, column in self._words:
            memory[word] = bits[column]
        return self._ask() == self._facts and self._fits(row)

    def _ask(self) -> list[Any]:
        found: list[Any] = []
        for table in self._tables:
            kind: Any = table.kind
            for name in FACTS:
                known = name != "has_events" or "events" in kind.kernels
                found.append(getattr(kind, name)(table) if known else None)
            found.append(kind.is_constant(table.rows))
            found.append(len(kind.impossible(table)) if issubclass(kind, Body) else 0)
        return found

    def _fits(self, row: np.ndarray) -> bool:
        try:
            return self._checked.check(row)
        except SysError:
            return False


class Checked:
    """Varied items that accept some values only together with others, as Assemble checks.

    columns -- family and number of an item -> its columns of the values
    """

    def __init__(self, mbs: MainSystem, varied: Sequence[ParameterPath]) -> None:
        self._mbs, self._varied = mbs, varied
        self.columns: dict[tuple[str, int], list[int]] = {}
        for k, path in enumerate(varied):
            kind = type(_item(mbs, path))
            if any(getattr(kind, name) is not getattr(Hooks, name) for name in CHECKS):
                self.columns.setdefault((path.family, path.number), []).append(k)

    def check(self, row: np.ndarray) -> bool:
        """Refuse values that an item does not accept; False if they need a new Assemble."""
        for (family, number), columns in self.columns.items():
            trial = self._mbs._items[family][number].copy()
            for k in columns:
                path, whole = self._varied[k], row[k]
                if path.component:
                    present = getattr(trial, path.parameter.name)
                    whole = np.array(numbers_of(present), float)
                    whole[path.component] = row[k]
                whole = path.parameter.check(whole, trial.label(number))
                if family != "node" and trial.is_structural(path.parameter, whole):
                    return False
                trial.__dict__[path.parameter.name] = whole
            owner = trial.label(number)
            trial.check_complete(owner)
            trial.check_sizes(owner, self._mbs._items)
        return True


def _kind_of(path: ParameterPath) -> Any:
    return path.parameter.kind


def _depends(kind: Any) -> bool:
    """Whether a run over a kind may be made in another way for other values of its numbers."""
    hooks: list[Callable[..., Any]] = [getattr(kind, name).__func__ for name in FACTS]
    hooks.append(kind.is_constant.__func__)
    if issubclass(kind, Body):
        hooks.append(kind.impossible.__func__)
    return any(hook not in CONSTANT for hook in hooks)
