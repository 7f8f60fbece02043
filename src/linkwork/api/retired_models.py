"""Models of systems that are gone, for new systems of the same structure.

Parameter studies often build their system anew for each variant. Model, work memory and run depend
on its structure; the parameters that act at once (`Parameter.structural` is False) and the initial
values are all that is left to set for the next system of the same structure, and this is done as
Set...Parameter does it.

A model is kept if its last run could be repeated (`run/kept_runs.py`) and no parameter was changed
since then, so it has no functions of the user and no memory of what happened in the run. The new
system takes over its lists of items with new items in them: all parts of the model refer to these
lists.
"""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.core.declare.item import Item, Parameter
from linkwork.core.declare.item_list import ItemList
from linkwork.core.declare.matrices import MatrixContainer
from linkwork.core.declare.sections import SectionData
from linkwork.model.data import Data
from linkwork.model.live_outputs import LiveOutputs
from linkwork.model.model import Model, check_item

if TYPE_CHECKING:
    from linkwork.api.item_store import ItemStore
    from linkwork.api.system import MainSystem

MOST = 4
"""Number of models that are kept."""

LARGEST = 2000
"""Number of items of a model that is kept."""

UNSEEN = frozenset({"given", "_drawn"})
UNNAMED = UNSEEN | {"name"}
"""Attributes of an item that a model does not depend on; recorders know sensors by their names."""

Kinds = tuple[tuple[type[Item], ...], ...]
"""Kinds of the items of each family."""


class Retired(NamedTuple):
    """A model without a system, and what belonged to it.

    replaced -- how many items its system has replaced; see `ItemStore`
    """

    model: Model
    data: Data
    live: LiveOutputs
    replaced: int


class Change(NamedTuple):
    """A parameter of an item that the model does not have yet."""

    item: Item
    number: int
    parameter: Parameter
    value: Any


_retired: dict[Kinds, Retired] = {}
_lock = threading.RLock()  # a garbage collection may retire a model at any time


def retire(mbs: MainSystem) -> None:
    """Keep the model of a system that will not be used any more.

    The system must not be used afterwards, and must have its items for itself.
    """
    model, data, live = mbs._model, mbs._data, mbs._live
    if model is None or data is None or live is None or data.kept_run is None:
        return
    if model.changed:
        return  # the kept run does not know of it, and the next system will not tell
    if not data.is_quiet or mbs.is_running or sys.getrefcount(mbs.systemData) > 2:
        return  # Assemble must warn again; somebody solves or reads it
    kinds = _kinds_of(mbs._items)
    if kinds is None:
        return
    model.kept, model.owner = None, _nobody
    with _lock:
        _retired.pop(kinds, None)
        _retired[kinds] = Retired(model, data, live, mbs._store.replaced)
        if len(_retired) > MOST:
            del _retired[next(iter(_retired))]


def forget() -> None:
    """Keep no models: the next systems are built from nothing."""
    with _lock:
        _retired.clear()


def _nobody() -> None:
    """The owner of a model without a system."""


def _kinds_of(items: dict[str, ItemList]) -> Kinds | None:
    """Kinds of all items; None if there are too many, or some that were added by columns."""
    if sum(map(len, items.values())) > LARGEST:
        return None
    found = [members.kinds() for members in items.values()]
    return None if None in found else tuple(found)  # type: ignore[arg-type]


def take_over(store: ItemStore) -> tuple[Retired, list[Change]] | None:
    """A kept model of the structure of these items, and how its parameters differ; None if none.

    The lists of items of the model become those of the store.
    """
    kinds = _kinds_of(store.items) if _retired else None
    with _lock:
        found = _retired.pop(kinds, None) if kinds is not None else None
    if found is None:
        return None
    changes = _changes(found.model.items, store.items)
    if changes is None:
        assert kinds is not None
        with _lock:
            _retired.setdefault(kinds, found)
        return None
    for item, number, _, _ in changes:
        check_item(item, number, store.items)
    for family, members in found.model.items.items():
        members.take(store.items[family])
        store.items[family] = members
    store.replaced = found.replaced + bool(changes)
    return found, changes


def _changes(old: dict[str, ItemList], new: dict[str, ItemList]) -> list[Change] | None:
    """Parameters that differ and act at once; None if others do."""
    found: list[Change] = []
    for family, members in new.items():
        left_out = UNSEEN if family == "sensor" else UNNAMED
        for number, item in enumerate(members):
            last = old[family][number]
            before, after = last.__dict__, item.__dict__
            for name in after if before.keys() == after.keys() else before.keys() | after.keys():
                if name in left_out:
                    continue
                p = item.fields[name]
                x = before[name] if name in before else getattr(last, name)
                y = after[name] if name in after else getattr(item, name)
                if x is y or _are_same(x, y):
                    continue
                if callable(y) or not _acts_at_once(last, p, y):
                    return None
                found.append(Change(item, number, p, y))
    return found


def _are_same(x: Any, y: Any) -> bool:
    """Whether two stored values are equal to the last bit."""
    if type(x) is not type(y):
        return False
    if isinstance(x, (int, str)):
        return bool(x == y)
    if type(x) is float:
        return x == y and (x != 0.0 or str(x) == str(y))
    if type(x) is np.ndarray:
        return x.shape == y.shape and x.dtype == y.dtype and bool(x.tobytes() == y.tobytes())
    if type(x) in (list, tuple):
        return len(x) == len(y) and all(map(_are_same, x, y))
    if isinstance(x, SectionData):
        return bool(x.same(y))
    return type(x) is MatrixContainer and x.is_sparse == y.is_sparse and bool(x.same(y))


def _acts_at_once(item: Item, p: Parameter, value: Any) -> bool:
    """Whether another value of a parameter needs no new model."""
    if item.family == "node":
        kept: Any = item
        is_free = all(kept.place_of(k) >= 0 for k in range(kept.coordinates))
        return is_free and p.name.startswith("initial")  # held ones are constants of the model
    return item.family != "sensor" and not item.is_structural(p, value)
