"""What the Create... functions share: checked arguments, and items that are added together.

A function checks its arguments under its own names, lists the items it makes in a `Parts`, which
knows the numbers they will have, and adds them all at once. If one is refused, none is kept.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import numpy as np

from linkwork.core.declare.item import Item, Parameter
from linkwork.core.declare.parameters import Array, shown
from linkwork.core.errors import ParameterError
from linkwork.core.frozen import replaced
from linkwork.core.near import near_names
from linkwork.markers.marker import Marker

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound=Item)
Create = Callable[Concatenate["MainSystem", P], R]

TWO, THREE = Array((2,)), Array((3,))
ORIGIN = (0.0, 0.0, 0.0)
DEFAULT_COLOR = (-1.0, -1.0, -1.0, -1.0)


def creates(
    **other_names: str,
) -> Callable[[Create[P, R]], Create[P, R]]:
    """Decorator of Create... functions: refuses calls during a run and unknown parameters.

    other_names -- alternative names of parameters: alternative -> name
    """

    def decorate(function: Create[P, R]) -> Create[P, R]:
        owner = function.__name__
        code = function.__code__
        names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
        known = frozenset(names)

        @functools.wraps(function)
        def create(mbs: MainSystem, /, *given: P.args, **values: P.kwargs) -> R:
            mbs._refuse_while_running(owner)
            if not values.keys() <= known:
                values.update(_known(owner, names, other_names, values))
            return function(mbs, *given, **values)

        return create

    return decorate


def _known(
    owner: str, names: tuple[str, ...], other_names: dict[str, str], values: dict[str, Any]
) -> dict[str, Any]:
    """Remove values given by alternative names, and return them by their main names."""
    found = {}
    for name in [name for name in values if name not in names]:
        if name not in other_names:
            near = near_names(name, [*names, *other_names], 1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(names)}"
            raise ParameterError(f"{owner} has no parameter {name!r}; {hint}", name)
        main = other_names[name]
        if main in values or main in found:
            raise ParameterError(f"{owner}: {name} and {main} are the same parameter")
        found[main] = values.pop(name)
    return found


def item(kind: type[T], **values: Any) -> T:
    """An item with values that are checked when it is added."""
    return kind(**values)


def checked_as(owner: str, name: str, declared: Parameter, value: Any) -> Any:
    """Check a value as an item's parameter; errors name the parameter `name` of a function."""
    try:
        return declared.kind.check(value)
    except ParameterError:
        return replaced(declared, name=name, symbol="").check(value, owner)


def checked_vector(owner: str, name: str, value: Any) -> np.ndarray:
    """Three finite numbers."""
    if value is ORIGIN:
        return np.zeros(3)
    try:
        return THREE.check(value)
    except ParameterError as error:
        raise ParameterError(f"{owner}: {name} {error}", name) from None


def checked_in_plane(owner: str, name: str, value: Any) -> np.ndarray:
    """Two finite numbers [x, y], given as these or as [x, y, 0]."""
    try:
        flat = TWO.check(value)
    except ParameterError:
        vector = checked_vector(owner, name, value)
        if vector[2] != 0.0:
            raise ParameterError(
                f"{owner}: {name} must lie in the x-y plane, z = 0, got {shown(value)}", name
            ) from None
        flat = vector[:2]
    return flat


class Parts:
    """Items that a function is about to add, with the numbers they will have.

    owner -- the function, for errors; show -- whether its items are drawn, unless an item sets it
    """

    def __init__(self, mbs: MainSystem, owner: str, show: bool) -> None:
        self._mbs, self._owner, self._show = mbs, owner, show
        self._added: list[Item] = []
        self._next: dict[str, int] = {}

    def add(self, part: Item) -> int:
        """List an item; returns its number."""
        if not part.has_own_drawing:
            part.visualization = {"show": self._show}
        family = part.family
        number = self._next.get(family)
        if number is None:
            number = len(self._mbs._items[family])
        self._next[family] = number + 1
        self._added.append(part)
        return number

    def number_of(self, marker: Marker, title: str) -> int:
        """Number of a marker of the system, or of a new one, which is listed with that name."""
        present = self._mbs._store.names["marker"].get(marker.name) if marker.name else None
        if present is not None:
            return present
        marker.name = title
        return self.add(marker)

    def keep(self) -> None:
        """Add all items to the system, or none if one is refused."""
        self._mbs._store.add_together(self._owner, self._added)
        self._mbs._restructured()
