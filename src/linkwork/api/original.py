"""What functions of a run may change in a system, and how it was before.

Functions that are called during a run may set parameters and mbs.variables, which stay as they are
when it ends. Runs that must not depend on those before them begin with the system put back.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linkwork.api.copies import owned_functions
from linkwork.api.parameter_paths import ParameterPath, set_values
from linkwork.core.declare.values import shown
from linkwork.core.errors import SysError
from linkwork.restart.state import put_item, set_variables

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem


class Original:
    """Parameters and variables of a system, as they are now."""

    def __init__(self, mbs: MainSystem, varied: Iterable[ParameterPath] = ()) -> None:
        """varied -- numbers that are set before each run, so that they need not be put back"""
        self._mbs = mbs
        self._has_functions = next(owned_functions(mbs), None) is not None
        self._items = {family: members.held() for family, members in mbs._items.items()}
        self._set: dict[tuple[str, int], list[str]] = {}
        self._variables: dict[Any, Any] = {}
        self._others: list[str] = []
        mbs._store.epoch = {}  # items that are held change no more
        for path in varied:
            if not path.component:
                self._set.setdefault((path.family, path.number), []).append(path.parameter.name)
        for name, value in mbs.variables.items() if self._has_functions else ():
            try:
                self._variables[name] = copy.deepcopy(value)
            except Exception:  # a file, a lock, a socket
                self._others.append(shown(name))

    def put_back(self) -> None:
        """Put back what functions have changed, but for variables that cannot be copied.

        Systems without functions are left alone: their runs change nothing.
        """
        if self._has_functions:
            self._put_back_items(self._set)
            set_variables(self._mbs, copy.deepcopy(self._variables), self._others)

    def set(self, paths: Sequence[ParameterPath], values: Sequence[float]) -> None:
        """Put back what functions have changed, and set numbers for the next run."""
        self.put_back()
        try:
            set_values(self._mbs, paths, values)
        except SysError:
            # perhaps only together with numbers of the run before, which were refused later
            self._put_back_items({})
            set_values(self._mbs, paths, values)

    def _put_back_items(self, left: Mapping[tuple[str, int], list[str]]) -> None:
        for family, members in self._items.items():
            if not self._mbs._items[family].same(members):
                for number, item in enumerate(members):
                    self._put_back_item(number, item, left.get((family, number), []))

    def _put_back_item(self, number: int, item: Any, left: list[str]) -> None:
        """left -- names of parameters that stay"""
        mbs = self._mbs
        present = mbs._items[item.family][number]
        if present is item:
            return
        for name in left:
            item = item.copy()
            setattr(item, name, getattr(present, name))
        pairs = ((p, getattr(item, p.name)) for p in item.fields.values())
        other = [(p, x) for p, x in pairs if not p.kind.same(getattr(present, p.name), x)]
        if any(present.is_structural(p, x) for p, x in other):
            mbs._store.replace(number, item)
            mbs._restructured()
        elif other:
            put_item(mbs, number, item)
