"""Declaring items: the base class of every item and the parts that are derived from it.

An item class lists its parameters; everything else follows from the list: constructor and
signature, checks and error texts, dictionary form, table dtype, reference page.

    class ObjectConnectorSpringDamper(PairConnector):
        stiffness: float = parameter(0.0, UReal, symbol="k", unit="N/m", doc="...")

The symbol is the name of the parameter's column in the table, so that a kernel reads like the
law in the module's docstring (`e.k`).
"""

from __future__ import annotations

import difflib
import functools
import keyword
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

import numpy as np

from linkwork.core.blocks import Blocks
from linkwork.core.declare.fields import Fields, own_copy
from linkwork.core.declare.fields import Parameter as Parameter
from linkwork.core.declare.fields import parameter as parameter
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.parameters import Text
from linkwork.core.declare.units import unit_along
from linkwork.core.declare.values import shown
from linkwork.core.declare.visualization import Drawn as Drawn
from linkwork.core.declare.visualization import DrawnBody as DrawnBody
from linkwork.core.declare.visualization import DrawnGround as DrawnGround
from linkwork.core.declare.visualization import Visualization as Visualization
from linkwork.core.declare.visualization import checked_visualization, drawn_by
from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.core.kernels.entry import argument_names
from linkwork.core.records import i4, record

_TAKEN = frozenset(dir(np.record)) | {"t"}
"""Names that a table column cannot have: attributes of NumPy's records hide them."""


VARIABLE = -1
"""Size of an output whose number of components depends on what the item stands on."""


@dataclass(frozen=True)
class Output:
    """One output variable of an item: symbol, unit, number of components.

    size -- 0: scalar; VARIABLE: as many as the item has, which the model knows
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
        return "kernels read it as an attribute, so it must be a name of Python"
    if symbol == "number" or symbol in {column[0] for column in cls.extra_columns}:
        return "the engine has a column of that name"
    names = [name for name in cls.declared if cls.fields[name].symbol == symbol]
    return f"it stands for {' and '.join(names)}"


ALWAYS, WITHOUT_FUNCTIONS = "always", "without functions"


@dataclass_transform(kw_only_default=True, field_specifiers=(parameter,))
class Item(Fields):
    """Base of all items; see the module's text.

    Class attributes a kind sets: `type_name` (documented type), `short_name` ("" if none),
    `V` (its visualization class), `outputs`. Families add `extra_columns`, `own` arrays and
    what markers need to know.

    own -- arrays with one entry of fixed shape per row of the table: name -> (dtype, shape)
    pools -- arrays that rows share, each with the part it needs: name -> dtype; `lay_out` divides
    them and notes in columns where the part of a row begins
    """

    family: ClassVar[str] = ""
    type_name: ClassVar[str] = ""
    short_name: ClassVar[str] = ""
    V: ClassVar[type[Visualization]] = Visualization
    aliases: ClassVar[dict[str, str]] = {}
    outputs: ClassVar[dict[OutputVariableType, Output]] = {}
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = ()
    own: ClassVar[dict[str, tuple[Any, tuple[int, ...]]]] = {}
    pools: ClassVar[dict[str, Any]] = {}
    linear_when: ClassVar[str] = ""
    """ALWAYS or WITHOUT_FUNCTIONS: when its equations are linear in the state, with constant
    coefficients. Every class says it for itself: those that derive from it may have other laws."""
    acts_directly: ClassVar[bool] = False
    """Whether its forces and equations act on coordinates, not through markers or a node."""
    blocks: ClassVar[Blocks | None] = None
    """What it adds to the matrix through markers (`core/blocks.py`), of connectors and loads."""
    has_equations: ClassVar[bool] = False
    """Whether it owns algebraic equations: constraints; nodes and bodies may have some, too."""
    loses_energy: ClassVar[bool] = True
    """Of kinds with a potential: whether their force may depend on velocities."""
    added_function: ClassVar[str] = ""
    """Symbol of a user function that is added to a law which has a potential without it."""
    kernels: ClassVar[dict[str, Callable[..., Any]]] = {}
    dtype: ClassVar[np.dtype[Any]]

    name: str = parameter("", Text(), doc="unique name of the item; empty: made from its number")

    def __init__(self, *ordered: Any, **values: Any) -> None:
        if ordered:
            values = self._named_values(ordered, values)
        for alias, name in self.aliases.items():
            if alias in values:
                if name in values:
                    raise ParameterError(
                        f"{type(self).__name__}: {alias} and {name} are the same parameter"
                    )
                values[name] = values.pop(alias)
        given = self._taken_drawing(values) if values else None
        self._drawn: Any = drawn_by(self.V, given)  # None until one is given or asked for
        super().__init__(**values)

    @classmethod
    def _taken_drawing(cls, values: dict[str, Any]) -> Any:
        """Take the visualization off the arguments; it may be given as one or by V... names."""
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

    def _set_other(self, name: str, value: Any) -> None:
        if not self.names_drawing(name):
            self.field(name)  # says what is wrong
        setattr(self.visualization, name[1:], value)

    if not TYPE_CHECKING:  # else any misspelt attribute would pass

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
    def is_linear(cls, table: Any) -> bool:
        """Whether the equations of all items of a table are linear, with constant coefficients."""
        when = vars(cls).get("linear_when", "")
        if when == WITHOUT_FUNCTIONS:
            return not any(table.rows[p.symbol].any() for p in cls.function_parameters())
        return bool(when == ALWAYS)

    @classmethod
    def arguments(cls) -> set[str]:
        """What its kernels read and write."""
        names = (name for kernel in cls.kernels.values() for name in argument_names(kernel))
        return {name.removesuffix("_out") for name in names}

    def equation_count(self) -> int:
        """Number of its algebraic equations."""
        return 0

    def equation_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        """Unit of each of its equations at position level."""
        return ["1"] * self.equation_count()

    @classmethod
    def equation_rows(cls, table: Any) -> tuple[np.ndarray, np.ndarray]:
        """(rows of all equations of a table, line of the table that each belongs to)."""
        raise TypeError(f"{cls.__name__} does not tell its equations")

    @classmethod
    def active_lines(cls, table: Any) -> np.ndarray:
        """Of each line whether its equations tie coordinates now."""
        return np.ones(len(table.rows), bool)

    @classmethod
    def active_equations(cls, table: Any) -> np.ndarray:
        """Of each equation, in the order of `equation_rows`: whether it ties coordinates now."""
        _, lines = cls.equation_rows(table)
        return cls.active_lines(table)[lines]

    @classmethod
    def lengths(cls, rows: np.ndarray) -> np.ndarray:
        """Of each line: length against which a start that violates its equations is judged [m]."""
        return np.full(len(rows), np.inf)

    @classmethod
    def edges(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(rows, coordinates, gradients, levers) of equations without markers, a line per entry."""
        raise TypeError(f"{cls.__name__} does not tell its entries")

    @classmethod
    def end_markers(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of kinds with blocks: (line of the table, end, marker) of all of its ends."""
        raise TypeError(f"{cls.__name__} does not tell its markers")

    @classmethod
    def row_markers(cls, table: Any, row: int) -> list[int]:
        """Markers whose states the item in a row of a table reads."""
        columns = table.rows.dtype.fields
        names = [name for name in ("m0", "m1", "marker") if name in columns]
        return [int(table.rows[name][row]) for name in names]

    # what the engine asks of the kinds in a model; families and kinds answer otherwise

    stage: ClassVar[int] = 0
    """When its forces are evaluated: loads, bodies, connectors, first-order systems, nodes."""
    order: ClassVar[int] = 2
    """Order of the equations that an object gives: 2 of forces, 1 of rates."""
    carries_mass: ClassVar[bool] = False
    """Whether markers may stand for its mass."""
    driven: ClassVar[str] = ""
    """Column that users may change in every step to drive a constraint."""

    @classmethod
    def has_forces(cls, table: Any) -> bool:
        """Whether its kernel `residual` has something to add."""
        return "residual" in cls.kernels

    @classmethod
    def is_constant(cls, rows: np.ndarray) -> bool:
        """Of loads: whether all of a table stay as they are."""
        return False

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        """Whether a mass matrix of a table depends on the state."""
        return False

    @classmethod
    def couples(cls, table: Any) -> bool:
        """Whether a mass matrix of a table has entries off the diagonal."""
        return False

    @classmethod
    def has_events(cls, table: Any) -> bool:
        """Of kinds with a kernel `events`: whether a row of a table has boundaries."""
        return True

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        """Fill the columns that tell what the items of a table stand on."""

    @classmethod
    def arrange(cls, rows: np.ndarray, own: Mapping[str, np.ndarray]) -> None:
        """Before a run: write what kernels derive from the parameters of several rows."""

    @classmethod
    def rewritten(cls, rows: np.ndarray, row: int) -> None:
        """A parameter of a row has changed: what `arrange` derived from it does not hold."""

    def nodes(self) -> list[int]:
        """Numbers of the nodes it stands on."""
        return []

    def ode2_coordinates(self, number: int, model: Any) -> np.ndarray:
        """Indices of the ODE2 coordinates of an object: those of its nodes, one after another."""
        found: np.ndarray = model.numbering.object_part(number, "ode2")
        return found

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        """Of outputs of variable size: their number of components."""
        return len(self.ode2_coordinates(number, model))

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        """Make the pools of a table, once per model; they keep their place and length."""

    @classmethod
    def write_pools(cls, table: Any, row: int, item: Item) -> None:
        """Bring the parameters of an item that live in pools there."""

    @classmethod
    def couplings(cls, table: Any, implicit: bool) -> list[np.ndarray]:
        """Of kinds with pools: pairs of unknowns that their matrix entries couple.

        Without those of stiffness and damping unless the solver is implicit.
        """
        return []

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        """Of kinds with pools: ask the layout for the places of their matrix entries."""

    def is_structural(self, p: Parameter, new: Any) -> bool:
        """Whether a new value of a parameter acts only through a new Assemble."""
        return p.structural

    def check_complete(self, owner: str) -> None:
        """Refuse an item that can be added but not assembled, beyond single parameters."""

    def check_sizes(self, owner: str, items: Mapping[str, list[Any]]) -> None:
        """Refuse vectors and matrices that do not fit each other or what the item stands on."""

    @classmethod
    @functools.cache  # noqa: B019 -- classes live as long as the process
    def function_parameters(cls) -> list[Parameter]:
        """The parameters with user functions that kernels call."""
        return [
            p
            for p in cls.fields.values()
            if isinstance(p.kind, UserFunction) and p.kind.pointer is not None
        ]

    def is_driven(self) -> bool:
        """Whether it may do work besides what its potential tells and its dampers take."""
        return False

    def has_added_function(self) -> bool:
        """Whether it has the user function that is added to its law."""
        return any(
            p.symbol == self.added_function and callable(getattr(self, p.name))
            for p in self.function_parameters()
        )

    def has_potential(self) -> bool:
        """Of kinds with a kernel `potential`: whether it holds for the item as it is."""
        return not any(callable(getattr(self, p.name)) for p in self.function_parameters())

    def has_potential_in(self, model: Any) -> bool:
        """The same where it depends on what the item stands on."""
        return self.has_potential()

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        """Of what follows single coordinates: the unit of each; empty for all others.

        items -- family -> items of the system, to ask what it stands on
        """
        return []

    def output_units(
        self, variable: OutputVariableType, items: Mapping[str, Sequence[Any]]
    ) -> list[str]:
        """Units of the components of an output; a single one may stand for all of them."""
        units = self.outputs[variable].unit.split(", ")
        along = self.coordinate_units(items)
        return [unit_along(unit, each) for each in along for unit in units] if along else units

    @classmethod
    def check_name(cls, name: Any) -> None:
        """Refuse what cannot be the name of a parameter."""
        if not isinstance(name, str):
            raise ParameterError(f"{cls.__name__}: a parameter has a string as name, got {name!r}")

    def label(self, number: int | None = None) -> str:
        """The item as error texts call it: `SpringDamper 's1' (object 3)`."""
        name = f" '{self.name}'" if isinstance(self.name, str) and self.name else ""
        where = f" ({self.family} {number})" if number is not None else ""
        return f"{self.short_name or type(self).__name__}{name}{where}"

    def to_dict(self) -> dict[str, Any]:
        """The documented dictionary form, visualization flattened with V before its names."""
        form: dict[str, Any] = {f"{self.family}Type": self.type_name}
        form |= super().to_dict()
        drawn = self.visualization
        if not isinstance(drawn, Visualization):  # Add... refuses it and says why
            return form | {"visualization": drawn}
        for v in self.V.fields.values():
            form["V" + v.name] = v.plain(getattr(drawn, v.name, v.default))
        return form


def wire_rows(table: Any, first: np.ndarray) -> None:
    """Tell items with equations their rows; first -- the first row of every item of the family."""
    if "row" in table.rows.dtype.fields:
        table.rows["row"] = first[table.numbers]
    if "rows" in table.own:
        table.own["rows"][:] = first[table.numbers]


def checked(item: Item, number: int | None = None) -> Item:
    """A checked copy of an item with stored values; the given item stays as it is."""
    copy = object.__new__(type(item))
    copy.given = set(item.given)
    owner = item.label(number)
    for p in item.fields.values():
        value = getattr(item, p.name)
        if p.is_unset(value):
            object.__setattr__(copy, p.name, own_copy(p.default))
        else:
            object.__setattr__(copy, p.name, p.check(value, owner))
    copy._drawn = checked_visualization(item.V, item._drawn, owner)
    return copy


def from_dict(form: Mapping[str, Any], kinds: Mapping[str, type[Item]], family: str) -> Item:
    """Item of a dictionary in the documented form."""
    key = f"{family}Type"
    if key not in form:
        raise ParameterError(
            f"a {family} dictionary needs the key {key!r}, e.g. {example(kinds)!r}"
        )
    kind = kind_named(form[key], kinds, family)
    values = {name: value for name, value in form.items() if name != key}
    for name in values:
        if not isinstance(name, str):
            raise ParameterError(f"{kind.__name__} has no parameter {shown(name)}: use its name")
    return kind(**values)


def kind_named(name: Any, kinds: Mapping[str, type[Item]], family: str) -> type[Item]:
    """Item class of a type name; names of classes and short names mean the same.

    kinds -- type name -> class, of one family
    """
    if isinstance(name, str):
        if name in kinds:
            return kinds[name]
        for kind in kinds.values():
            if name and name in (kind.__name__, kind.short_name):
                return kind
    near = difflib.get_close_matches(shown(name).strip("'"), kinds, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(sorted(kinds))}"
    raise ParameterError(f"unknown {family}Type {shown(name)}; {hint}", f"{family}Type")


def example(kinds: Mapping[str, type[Item]]) -> str:
    return next(iter(kinds), "")


def define(kind: type[Item], *kernels: Callable[..., Any]) -> None:
    """Give an item type its kernels, each under its function's own name."""
    kind.kernels = {**kind.kernels, **{kernel.__name__: kernel for kernel in kernels}}


def kinds_in(module: str) -> tuple[type[Item], ...]:
    """The item types a family's package lists, each once, in the order of their import."""
    found = vars(sys.modules[module]).values()
    items = [c for c in found if isinstance(c, type) and issubclass(c, Item) and c.type_name]
    return tuple(dict.fromkeys(items))


def names_in(module: str) -> list[str]:
    """Public names of a family's package: item classes, V classes and their short names."""
    return sorted(
        name
        for name, value in vars(sys.modules[module]).items()
        if isinstance(value, type) and issubclass(value, (Item, Visualization))
    )
