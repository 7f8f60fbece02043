"""Declaring items: the base class of every item and the parts that are derived from it.

An item class lists its parameters; everything else follows from this list: constructor and
signature, checks and error texts, dictionary form, table dtype, reference page.

    class ObjectConnectorSpringDamper(PairConnector):
        stiffness: float = parameter(0.0, UReal, symbol="k", unit="N/m", doc="...")

The symbol is the name of the parameter's column in the table, so that a kernel reads like the
law in the docstring of the module (`e.k`).
"""

from __future__ import annotations

import copy
import keyword
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Self, dataclass_transform

import numpy as np

from linkwork.core.declare.fields import Fields, shared_names
from linkwork.core.declare.fields import Parameter as Parameter
from linkwork.core.declare.fields import parameter as parameter
from linkwork.core.declare.hooks import ALWAYS as ALWAYS
from linkwork.core.declare.hooks import WITHOUT_FUNCTIONS as WITHOUT_FUNCTIONS
from linkwork.core.declare.hooks import Hooks
from linkwork.core.declare.parameters import Text
from linkwork.core.declare.references import is_reachable, why_not
from linkwork.core.declare.visualization import Drawn as Drawn
from linkwork.core.declare.visualization import DrawnBody as DrawnBody
from linkwork.core.declare.visualization import DrawnGround as DrawnGround
from linkwork.core.declare.visualization import Visualization as Visualization
from linkwork.core.declare.visualization import checked_visualization, drawn_by, is_shared
from linkwork.core.errors import ParameterError
from linkwork.core.frozen import frozen
from linkwork.core.records import i4, record

_TAKEN = frozenset(dir(np.record)) | {"t"}
"""Names that a table column cannot have: attributes of NumPy's records hide them."""


VARIABLE = -1
"""Size of an output whose number of components depends on the nodes or markers of the item."""


@frozen
class Output:
    """One output variable of an item: symbol, unit, number of components.

    size -- 0: scalar; VARIABLE: depends on the item, the model knows it
    """

    symbol: str
    unit: str
    size: int
    doc: str


def _is_name(symbol: str) -> bool:
    return symbol.isidentifier() and not keyword.iskeyword(symbol)


def _why_not(symbol: str, cls: type[Item]) -> str:
    """Why a symbol cannot be the name of a column."""
    if symbol in _TAKEN:
        return "records of NumPy have an attribute of that name"
    if not _is_name(symbol):
        return "kernels read it as an attribute, so it must be a Python name"
    if symbol == "number" or symbol in {column[0] for column in cls.extra_columns}:
        return "the engine has a column of that name"
    names = [name for name in cls.declared if cls.fields[name].symbol == symbol]
    return f"it is the symbol of {' and '.join(names)}"


@dataclass_transform(kw_only_default=True, field_specifiers=(parameter,))
class Item(Fields, Hooks):
    """Base of all items; see the text of the module.

    Class attributes that a kind sets: `type_name` (documented type), `short_name` ("" if none),
    `V` (its visualization class), `outputs`. Families add `extra_columns`, `own` arrays and
    what markers need to know (`core/declare/hooks.py`).
    """

    family: ClassVar[str] = ""
    type_name: ClassVar[str] = ""
    short_name: ClassVar[str] = ""
    V: ClassVar[type[Visualization]] = Visualization
    aliases: ClassVar[dict[str, str]] = {}
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = ()
    dtype: ClassVar[np.dtype[Any]]

    name: str = parameter("", Text(), doc="unique name of the item; empty: made from its number")

    def __init__(self, *ordered: Any, **values: Any) -> None:
        if ordered:
            values = self._named_values(ordered, values)
        if values.keys() <= self.fields.keys():
            self.__dict__.update(values, given=set(values), _drawn=None)
            return
        for alias, name in self.aliases.items():
            if alias in values:
                if name in values:
                    raise ParameterError(
                        f"{type(self).__name__}: {alias} and {name} are the same parameter"
                    )
                values[name] = values.pop(alias)
        given = self._taken_drawing(values) if values else None
        self._drawn: Any = drawn_by(self.V, given)  # None until it is given or needed
        super().__init__(**values)

    @classmethod
    def _taken_drawing(cls, values: dict[str, Any]) -> Any:
        """Remove the visualization from the arguments; it may be given as one or by V... names."""
        given = values.pop("visualization", None)
        flat = [name for name in values if name[:1] == "V" and cls.names_drawing(name)]
        if not flat:
            return given
        drawn = {name[1:]: values.pop(name) for name in flat}
        if given is not None:
            raise ParameterError(
                f"{cls.__name__}: give either visualization or V... names, not both"
            )
        return drawn

    @classmethod
    def names_drawing(cls, name: str) -> bool:
        """Whether a name is V and a name of the visualization, as in dictionaries: Vshow."""
        return name.startswith("V") and name[1:] in cls.V.fields

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(f"V{name}" for name in self.V.fields)]

    @classmethod
    def by_position(cls) -> list[str]:
        return [*cls.fields, "visualization"]

    @property
    def visualization(self) -> Any:
        """How the item is drawn: a V object, made at first use if none was given."""
        if self._drawn is None:
            self._drawn = self.V()
        return self._drawn

    @visualization.setter
    def visualization(self, given: Any) -> None:
        self._drawn = drawn_by(self.V, given)

    @property
    def has_own_drawing(self) -> bool:
        """Whether a visualization was given."""
        return self._drawn is not None

    def __copy__(self) -> Self:
        made = type(self).__new__(type(self))
        drawn = copy.copy(self._drawn)
        made.__dict__.update(self.__dict__, given=set(self.given), _drawn=drawn)
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        made = memo[id(self)] = copy.copy(self)
        for name, value in made.__dict__.items():  # functions stay what they are
            made.__dict__[name] = value if callable(value) else copy.deepcopy(value, memo)
        return made

    def __getstate__(self) -> dict[str, Any]:
        """For pickles: functions are stored by name, if they have one."""
        for part in filter(None, (self, self._drawn)):
            for name in part.fields:
                value = part.__dict__.get(name)
                if callable(value) and not is_reachable(value):
                    raise ParameterError(why_not(f"{self.label()}: {name}", value), name)
        return self.__dict__

    def _set_other(self, name: str, value: Any) -> None:
        if not self.names_drawing(name):
            self.field(name)  # states what is wrong
        setattr(self.visualization, name[1:], value)

    if not TYPE_CHECKING:  # else any misspelled attribute would pass

        def __getattr__(self, name: str) -> Any:
            if self.names_drawing(name):
                return getattr(self.visualization, name[1:])
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        columns = {"number": ("number", i4), **{column[0]: column for column in cls.extra_columns}}
        for p in (cls.fields[name] for name in cls.declared):
            if not p.symbol or p.kind.column is None:
                continue
            if p.symbol in columns or p.symbol in _TAKEN or not _is_name(p.symbol):
                raise TypeError(
                    f"{cls.__name__}: the symbol {p.symbol!r} of {p.name} cannot be a column of "
                    f"the table; {_why_not(p.symbol, cls)}"
                )
            columns[p.symbol] = (p.symbol, *p.kind.column)
        cls.dtype = record(*columns.values())

    @classmethod
    def known_names(cls) -> list[str]:
        return [*cls.fields, *cls.aliases, *(f"V{name}" for name in cls.V.fields)]

    @classmethod
    def check_name(cls, name: Any) -> None:
        """Refuse what cannot be the name of a parameter."""
        if not isinstance(name, str):
            raise ParameterError(f"{cls.__name__}: a parameter name must be a string, got {name!r}")

    def label(self, number: int | None = None) -> str:
        """Name of the item in error texts: `SpringDamper 's1' (object 3)`."""
        name = f" '{self.name}'" if isinstance(self.name, str) and self.name else ""
        where = f" ({self.family} {number})" if number is not None else ""
        return f"{self.short_name or type(self).__name__}{name}{where}"

    def to_dict(self) -> dict[str, Any]:
        """The documented dictionary form, visualization flattened with V before its names."""
        form: dict[str, Any] = {f"{self.family}Type": self.type_name}
        form |= super().to_dict()
        drawn = self.visualization
        if not isinstance(drawn, Visualization):  # Add... refuses it and states why
            return form | {"visualization": drawn}
        for v in self.V.fields.values():
            form["V" + v.name] = v.plain(getattr(drawn, v.name, v.default))
        return form


def wire_rows(table: Any, first: np.ndarray) -> None:
    """Set the rows of items with equations; first -- the first row of every item of the family."""
    if "row" in table.rows.dtype.fields:
        table.rows["row"] = first[table.numbers]
    if "rows" in table.own:
        table.own["rows"][:] = first[table.numbers]


def checked(item: Item, number: int | None = None) -> Item:
    """A checked copy of an item with stored values; the given item does not change.

    number -- the one that error texts name
    """
    copy = object.__new__(type(item))
    values, own, fields = copy.__dict__, item.__dict__, item.fields
    values.update(item.held_defaults(), given=shared_names((*item.given, "name")), _drawn=None)
    try:
        for name in own:  # the others have defaults, which nobody could have changed
            if name in fields:
                values[name] = fields[name].kind.check(own[name])
    except ParameterError:
        _check_in_order(item, number, values)
    if item._drawn is not None:
        shared = is_shared(item._drawn)
        values["_drawn"] = item._drawn if shared else _checked_drawing(item, number)
    return copy


def _checked_drawing(item: Item, number: int | None) -> Visualization:
    return checked_visualization(item.V, item._drawn, item.label(number))


def _check_in_order(item: Item, number: int | None, values: dict[str, Any]) -> None:
    """Check all parameters, to name the first that is wrong; a default may be unusable."""
    for name, p in item.fields.items():
        if name in item.__dict__:
            given = item.__dict__[name]
            try:
                values[name] = p.kind.check(given)
            except ParameterError:
                if not p.is_unset(given):
                    p.check(given, item.label(number))  # states what is wrong


def define(kind: type[Item], *kernels: Callable[..., Any]) -> None:
    """Give an item type its kernels, each under the name of its function."""
    kind.kernels = {**kind.kernels, **{kernel.__name__: kernel for kernel in kernels}}
