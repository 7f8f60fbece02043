"""User functions of a model: how each is called, and their addresses.

Functions have addresses only during evaluations: callbacks are in a registry of the process and
would keep the whole system alive. The choices of the last run are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from linkwork.core.declare.function_kinds import DataFunction, UserFunction
from linkwork.core.declare.item import Item, Parameter
from linkwork.core.declare.item_list import ItemList
from linkwork.core.errors import SysError
from linkwork.core.functions.marked import Choice, Way, name_of, unmarked
from linkwork.model.partners import Items

if TYPE_CHECKING:
    from linkwork.core.functions.outside import Frozen

Key = tuple[str, int, str]
"""Family and number of an item, name of the parameter."""

NOT_WANTED = Choice(0, "the run calls all functions back (compileUserFunctions = False)")
LOOKED_INTO = Choice(0, "a compiled function failed, and the step is repeated to see why")
DIFFERED = Choice(0, "its compiled code failed where Python did not")


class Bound(NamedTuple):
    """A user function with an address."""

    address: int
    compiled: bool
    reason: str
    function: Any


def owners_of(items: Items) -> dict[tuple[str, int], None]:
    """Items with user functions that kernels call, in order."""
    found: dict[tuple[str, int], None] = {}
    for family, members in items.items():
        numbers: set[int] = set()
        for group in ItemList.of(members).by_kind().values():
            for p in group.kind.function_parameters():
                numbers.update(group.numbers[group.function_rows(p.name)].tolist())
        found.update(((family, number), None) for number in sorted(numbers))
    return found


def functions_of(
    items: Items, owners: Iterable[tuple[str, int]] | None = None
) -> Iterator[tuple[Key, Item, Parameter, Any]]:
    """All user functions of items that kernels call; owners -- the items that may have some."""
    if owners is None:
        owners = owners_of(items)
    for family, number in owners:
        item: Item = items[family][number]
        for p in item.function_parameters():
            function = getattr(item, p.name)
            if callable(function):
                yield (family, number, p.name), item, p, function


def choose_all(
    items: Items,
    others_run: bool,
    owners: Iterable[tuple[str, int]] | None = None,
    lists: bool = False,
) -> dict[Key, Choice]:
    """How a run would call each function; one that is called back is other code to the rest."""
    chosen: dict[Key, Choice] = {}
    tried: dict[Any, Choice] = {}
    for key, item, p, function in functions_of(items, owners):
        same = type(item), p.name, id(function)
        if same not in tried:
            assert isinstance(p.kind, UserFunction)
            from linkwork.core.functions.user_functions import choose

            tried[same] = choose(p.kind, function, others_run, lists)
        chosen[key] = tried[same]
    if not others_run and any(not choice.address for choice in tried.values()):
        return choose_all(items, True, owners, lists)
    return chosen


class Functions:
    """User functions of the items of one model, and the columns that hold their addresses.

    owners -- items that have or had functions; bound -- address of each function that has one
    chosen -- how the last run called them: function, choice
    watch -- wraps functions that are called back, for timing
    called_back -- number of functions whose address is that of a callback
    are_all_bound -- whether kernels can call every function: from the start of a run to its end
    """

    def __init__(self, model: Any) -> None:
        self.bound: dict[Key, Bound] = {}
        self.chosen: dict[Key, tuple[Any, Choice]] = {}
        self.watch: Callable[[Any, str], Any] | None = None
        self.called_back = 0
        self.are_all_bound = False
        self._owner = model.owner
        self._items, self._place = model.items, model.place
        self.owners = owners_of(self._items)
        self._distrusted: list[Any] = []
        self._frozen: list[tuple[str, Any, Frozen]] = []

    def belong_to(self, owner: Callable[[], Any]) -> None:
        """Call functions with another system from now on."""
        self._owner = owner

    def changed(self, family: str, number: int, p: Parameter) -> None:
        """Note that a parameter has another function; a running system calls it from now on."""
        self.owners[family, number] = None
        if self._owner().is_running:
            self._bind((family, number, p.name), p, Choice(0, "it was set during the run"))

    # ------------------------------------------------------------------ runs

    def bind_for_run(self, others_run: bool, compiled: bool = True) -> None:
        """Give every user function an address; see `core/functions/user_functions.py`."""
        choices = {}
        if compiled:
            choices = choose_all(self._items, others_run, self.owners, self._lists())
        self.chosen, self._frozen = {}, []
        seen: set[int] = set()
        for key, item, p, function in functions_of(self._items, self.owners):
            choice = choices.get(key, NOT_WANTED)
            if any(function is known for known in self._distrusted):
                choice = DIFFERED
            plain, way = unmarked(function)
            if way is Way.COMPILED and compiled and not choice.address:
                raise SysError(
                    f"{item.label(key[1])}: {p.name} {name_of(plain)} is marked with compiled, but "
                    f"cannot be compiled: {choice.reason}"
                )
            self.chosen[key] = function, choice
            self._bind(key, p, choice)
            if choice.address and id(plain) not in seen:
                from linkwork.core.functions.outside import Frozen

                seen.add(id(plain))
                self._frozen.append((f"{item.label(key[1])}: {p.name}", plain, Frozen(plain)))
        self.are_all_bound = True

    def bind_again_after_run(self) -> dict[tuple[str, int], str]:
        """Give addresses to functions that depend only on their arguments and constants.

        Such functions return the same as in the run. Returns why items with others have none.
        """
        refused: dict[tuple[str, int], str] = {}
        tried: dict[tuple[Any, int], Choice] = {}
        for key, _, p, function in functions_of(self._items, self.owners):
            if key[0] == "sensor" or isinstance(p.kind, DataFunction):
                continue  # states do not depend on it
            assert isinstance(p.kind, UserFunction)
            from linkwork.core.functions.user_functions import choose, why_not

            plain, _ = unmarked(function)
            if getattr(plain, "is_absent", False):
                reason = f"the function {name_of(plain)!r} was not read with the result"
            else:
                reason = why_not(plain, len(p.kind.arguments), others_run=False)
            if reason:
                refused[key[:2]] = f"{p.name}: {reason}"
                continue
            same = p.kind, id(plain)
            if same not in tried:
                tried[same] = choose(p.kind, function, False, self._lists())
            self._bind(key, p, tried[same])
        return refused

    def bind_all_back(self) -> None:
        """Call every function back, to find errors that compiled ones cannot report."""
        for key, _, p, _ in functions_of(self._items, self.owners):
            self._bind(key, p, LOOKED_INTO)

    def samples(self) -> list[Key]:
        """One item for every compiled function."""
        found: dict[tuple[int, str], Key] = {}
        for key, (function, choice) in self.chosen.items():
            if choice.address:
                found.setdefault((id(function), key[2]), key)
        return list(found.values())

    def bind_back(self, key: Key) -> None:
        """Call one function of a run back."""
        self._bind(key, self._parameter(key), LOOKED_INTO)

    def bind_again(self, key: Key) -> None:
        """Call one function of a run as it was chosen."""
        self._bind(key, self._parameter(key), self.chosen[key][1])

    def distrust_one(self, key: Key) -> str:
        """Call a function back from now on; returns its name."""
        function, _ = self.chosen[key]
        self._distrusted.append(function)
        return name_of(function)

    def distrust(self, number: int | None) -> str:
        """From now on call back functions whose compiled code gave other results.

        number -- of the item with the function, None if it may be any; returns their names
        """
        suspects = [
            function
            for key, (function, choice) in self.chosen.items()
            if choice.address and number in (None, key[1])
        ]
        for function in suspects:
            if not any(function is known for known in self._distrusted):
                self._distrusted.append(function)
        for key, (function, _) in self.chosen.items():
            if any(function is known for known in self._distrusted):
                self.chosen[key] = function, DIFFERED
        return ", ".join(dict.fromkeys(name_of(function) for function in suspects))

    def are_compiled(self) -> bool:
        """Whether any function is compiled."""
        return any(bound.compiled for bound in self.bound.values())

    def frozen_by_item(self) -> dict[tuple[str, int], tuple[str, Frozen]]:
        """Items with functions that the run has compiled: parameter, and the variables it read."""
        by_function = {id(plain): frozen for _, plain, frozen in self._frozen}
        found = {}
        for key, (function, _) in self.chosen.items():
            frozen = by_function.get(id(unmarked(function)[0]))
            if frozen is not None:
                found[key[:2]] = key[2], frozen
        return found

    def changed_variable(self) -> str:
        """Text about a changed variable whose old value is compiled in; empty if there is none."""
        for owner, _, frozen in self._frozen:
            name = frozen.changed()
            if name:
                return (
                    f"{owner} reads the variable {name!r}, which was changed during the run, but "
                    "the function is compiled with its value at the start; mark the function with "
                    "linkwork.called_back, or let it read mbs.variables"
                )
        return ""

    # ------------------------------------------------------------------ addresses

    def bind(self, family: str, number: int) -> None:
        """Give the user functions of one item addresses of callbacks."""
        for p in self._parameters(family, number):
            self._bind((family, number, p.name), p, LOOKED_INTO)

    def _bind(self, key: Key, p: Parameter, choice: Choice) -> None:
        """Give one user function an address: machine code, or a callback."""
        family, number, name = key
        self._release(key, p)
        table, row = self._place[family, number]
        item = self._items[family][number]
        function = getattr(item, name)
        if not callable(function):
            return
        address = choice.address
        if not address:
            from linkwork.core.functions.user_functions import callback_address

            kind = item.short_name or type(item).__name__
            owner = f"{item.label(number)}: {name}"
            assert isinstance(p.kind, UserFunction)
            address = callback_address(
                p.kind, function, self._owner(), owner, item, self._watched(f"{kind} {name}"),
                self._lists(),
            )  # fmt: skip
            self.called_back += 1
        self.bound[key] = Bound(address, bool(choice.address), choice.reason, function)
        table.rows[p.symbol][row] = address

    def _lists(self) -> bool:
        """Whether functions of the system get vectors as lists."""
        return bool(getattr(self._owner(), "functions_take_lists", False))  # results have none

    def _watched(self, name: str) -> Callable[[Any], Any]:
        watch = self.watch
        return (lambda function: watch(function, name)) if watch else (lambda function: function)

    def are_bound(self, family: str, number: int) -> bool:
        """Whether a user function of an item has an address."""
        return any((family, number, p.name) in self.bound for p in self._parameters(family, number))

    def release(self, family: str, number: int) -> None:
        """Release the addresses of one item's user functions."""
        for p in self._parameters(family, number):
            self._release((family, number, p.name), p)

    def release_all(self) -> None:
        """Release all addresses."""
        self.are_all_bound = False
        for family, number, _ in list(self.bound):
            self.release(family, number)
        self.watch = None
        self._frozen = []

    def _release(self, key: Key, p: Parameter) -> None:
        bound = self.bound.pop(key, None)
        if bound is None:
            return
        table, row = self._place[key[0], key[1]]
        table.rows[p.symbol][row] = 0
        if not bound.compiled:
            self.called_back -= 1
            from linkwork.core.kernels.callbacks import release

            release(bound.address)

    def _parameter(self, key: Key) -> Parameter:
        parameter: Parameter = self._items[key[0]][key[1]].field(key[2])
        return parameter

    def _parameters(self, family: str, number: int) -> list[Parameter]:
        parameters: list[Parameter] = self._place[family, number][0].kind.function_parameters()
        return parameters
