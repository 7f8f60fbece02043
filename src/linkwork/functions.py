"""Addresses of the user functions of a model.

Functions have addresses only while something is evaluated: callbacks live in a registry of the
process and would keep the whole system alive.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwork.core.compile import release
from linkwork.core.declare import Parameter
from linkwork.core.parameters import UserFunction
from linkwork.core.user_functions import Bound, callback_address, compiled_address


class Functions:
    """User functions of the items of one model, and the columns that hold their addresses.

    bound -- (family, number, parameter) -> address of each function that has one
    watch -- what functions that are called back are wrapped into, for timing
    """

    def __init__(self, model: Any) -> None:
        self.bound: dict[tuple[str, int, str], Bound] = {}
        self.watch: Callable[..., Any] | None = None
        self._mbs, self._items, self._place = model.mbs, model.items, model.place
        self._owners: dict[tuple[str, int], bool] = {}  # in order; items that have functions
        for (family, number), (table, _) in model.place.items():
            item = model.items[family][number]
            if any(callable(getattr(item, p.name)) for p in table.kind.function_parameters()):
                self._owners[family, number] = True

    def changed(self, family: str, number: int, p: Parameter) -> None:
        """A parameter has another function; a system that runs calls it from now on."""
        self._owners[family, number] = True
        if self._mbs.is_running:
            self._bind(family, number, p)

    def bind_all(self, compiled: bool, others_run: bool = True) -> None:
        """Give every user function an address; see `core/user_functions.py`."""
        tried: dict[Any, tuple[int, str]] = {}
        for family, number in self._owners:
            item = self._items[family][number]
            for p in item.function_parameters():
                function = getattr(item, p.name)
                if compiled and callable(function):
                    key = type(item), p.name, id(function)
                    if key not in tried:
                        tried[key] = compiled_address(p.kind, function, others_run)
                    self._bind(family, number, p, *tried[key])
                else:
                    self._bind(family, number, p)

    def bind(self, family: str, number: int) -> None:
        """Give the user functions of one item addresses of callbacks."""
        for p in self._parameters(family, number):
            self._bind(family, number, p)

    def _bind(
        self,
        family: str,
        number: int,
        p: Parameter,
        address: int = 0,
        reason: str = "not asked for",
    ) -> None:
        """Give one user function an address: machine code, or 0 for a callback."""
        self._release(family, number, p)
        table, row = self._place[family, number]
        item = self._items[family][number]
        function = getattr(item, p.name)
        if not callable(function):
            return
        compiled = address != 0
        if not compiled:
            assert isinstance(p.kind, UserFunction)
            owner = f"{item.label(number)}: {p.name}"
            function = self.watch(function) if self.watch is not None else function
            address = callback_address(p.kind, function, self._mbs, owner)
        self.bound[family, number, p.name] = Bound(address, compiled, reason)
        table.rows[p.symbol][row] = address

    def are_bound(self, family: str, number: int) -> bool:
        """Whether a user function of an item has an address."""
        return any((family, number, p.name) in self.bound for p in self._parameters(family, number))

    def release(self, family: str, number: int) -> None:
        """Take the addresses of one item's user functions back."""
        for p in self._parameters(family, number):
            self._release(family, number, p)

    def release_all(self) -> None:
        """Take all addresses back."""
        for family, number, _ in list(self.bound):
            self.release(family, number)
        self.watch = None

    def _release(self, family: str, number: int, p: Parameter) -> None:
        bound = self.bound.pop((family, number, p.name), None)
        if bound is None:
            return
        table, row = self._place[family, number]
        table.rows[p.symbol][row] = 0
        if not bound.compiled:
            release(bound.address)

    def _parameters(self, family: str, number: int) -> list[Parameter]:
        parameters: list[Parameter] = self._place[family, number][0].kind.function_parameters()
        return parameters
