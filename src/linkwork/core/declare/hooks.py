"""The questions that the engine asks a kind of item, with default answers.

Numbering, call lists, pattern, solvers and results ask kinds and never test types. Families and
kinds override the answers where they differ. `table` is the table of all items of a kind in a
model.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from linkwork.core.blocks import Blocks
from linkwork.core.declare.doubts import Doubt
from linkwork.core.declare.fields import Parameter
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.units import unit_along
from linkwork.core.enums import OutputVariableType
from linkwork.core.kernels.entry import argument_names

if TYPE_CHECKING:
    from linkwork.core.declare.item import Item, Output
    from linkwork.core.declare.item_list import Members

ALWAYS, WITHOUT_FUNCTIONS = "always", "without functions"


class Hooks:
    """The contract between items and the engine.

    own -- arrays with one entry of fixed shape per row of the table: name -> (dtype, shape)
    pools -- arrays that rows share, each with the part it needs: name -> dtype; `lay_out` divides
    them and stores in columns where the part of a row begins
    kernels -- name -> function; see `docs/architecture.md`
    """

    fields: ClassVar[dict[str, Parameter]]
    outputs: ClassVar[dict[OutputVariableType, Output]] = {}
    own: ClassVar[dict[str, tuple[Any, tuple[int, ...]]]] = {}
    pools: ClassVar[dict[str, Any]] = {}
    linear_when: ClassVar[str] = ""
    """ALWAYS or WITHOUT_FUNCTIONS: when its equations are linear in the state, with constant
    coefficients. It is not inherited: derived classes may have other laws."""
    acts_directly: ClassVar[bool] = False
    """Whether its forces and equations act on coordinates, not through markers or a node."""
    blocks: ClassVar[Blocks | None] = None
    """What it adds to the matrix through markers (`core/blocks.py`), for connectors and loads."""
    has_equations: ClassVar[bool] = False
    """Whether it owns algebraic equations, as constraints do; nodes and bodies may, too."""
    loses_energy: ClassVar[bool] = True
    """For kinds with a potential: whether their force may depend on velocities."""
    added_function: ClassVar[str] = ""
    """Symbol of a user function that is added to a law which has a potential without it."""
    kernels: ClassVar[dict[str, Callable[..., Any]]] = {}
    stage: ClassVar[int] = 0
    """When its forces are evaluated: loads, bodies, connectors, first-order systems, nodes."""
    order: ClassVar[int] = 2
    """Order of the equations of an object: 2 for forces, 1 for rates."""
    carries_mass: ClassVar[bool] = False
    """Whether markers may represent its mass."""
    driven: ClassVar[str] = ""
    """Column that users may change in every step to drive a constraint."""
    symbols_of_rates: ClassVar[tuple[str, ...]] = ()
    """Parameters, by their columns, that act on the rates of first-order coordinates alone."""
    joins: ClassVar[bool] = False
    """Whether its equations hold two markers together: they must meet where a run starts."""
    drifts: ClassVar[bool] = False
    """Whether implicit steps solve equations of positions as equations of velocities, also at
    position level: positions are projected onto them after each step."""
    keeps_its_potential: ClassVar[bool] = True
    """Whether its law with `compatibility` has the potential of its own law."""
    has_several_solutions: ClassVar[bool] = False
    """Whether a law that it keeps in a step may have several solutions with `compatibility`: the
    search for one then begins with the last accelerations, not with extrapolated ones."""
    has_regimes: ClassVar[bool] = False
    """Whether its law has regimes without events, so that forces which depend linearly on a
    parameter at the start may not do so later."""
    slope_symbols: ClassVar[tuple[str, ...]] = ()
    """Symbols of parameters by which its kernel `slope(table, symbol, component, ...)` writes the
    derivatives of forces and constraints, in place of these, unless a row has a user function `UF`;
    symbol -- place in this tuple, component -- of a vector."""
    rows_act_alone: ClassVar[bool] = True
    """Whether the kernel `residual` may run over one row, without the other rows of its table."""

    derived_arrays: ClassVar[tuple[str, ...]] = ()
    """Those of its `own` arrays that `wire` computes from parameters; kernels only read them."""
    counts_turns: ClassVar[bool] = True
    """For kinds that act in the plane: whether they need angles that go on beyond a turn."""
    noted_columns: ClassVar[tuple[str, ...]] = ()
    """Columns in which its kernel `search` notes something for one run; zero before and after."""

    @classmethod
    def next_kink(cls, table: Any, t: float, present: bool = False) -> float:
        """The first time after t at which a motion that it prescribes bends [s]; inf: never.

        present -- whether t itself counts
        """
        return math.inf

    @classmethod
    def time_limits(cls, table: Any) -> list[tuple[int, float, float]]:
        """(line, first, last time) of items that end a run at other times [s]."""
        return []

    @classmethod
    def wound_angles(cls, table: Any, model: Any) -> list[tuple[int, int]]:
        """(equation, data coordinate) of angles that it prescribes and that a data node counts."""
        return []

    # ------------------------------------------------------------------ kernels

    @classmethod
    @functools.cache
    def arguments(cls) -> set[str]:
        """Names of the arguments of its kernels."""
        names = (name for kernel in cls.kernels.values() for name in argument_names(kernel))
        return {name.removesuffix("_out") for name in names}

    @classmethod
    def is_linear(cls, table: Any) -> bool:
        """Whether the equations of all items of a table are linear, with constant coefficients."""
        when = vars(cls).get("linear_when", "")
        if when == WITHOUT_FUNCTIONS:
            return not any(table.rows[p.symbol].any() for p in cls.function_parameters())
        return bool(when == ALWAYS)

    @classmethod
    def has_forces(cls, table: Any) -> bool:
        """Whether its kernel `residual` has something to add."""
        return "residual" in cls.kernels

    @classmethod
    def is_constant(cls, rows: np.ndarray) -> bool:
        """For loads: whether all loads of a table are constant."""
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
        """For kinds with a kernel `events`: whether a row of a table has boundaries."""
        return True

    @classmethod
    def event_counts(cls, table: Any) -> Any:
        """For kinds with a kernel `events`: how many piecewise laws each row of a table has.

        The column `event` is the place of the first one in `branches`.
        """
        return np.ones(len(table.rows), np.int64)

    @classmethod
    def remembers(cls, table: Any) -> bool:
        """For kinds with a kernel `accept`: whether a row of a table remembers something."""
        return True

    @classmethod
    def reads_memory(cls, table: Any) -> bool:
        """Whether forces depend on data that a run writes: these cannot be differentiated."""
        return False

    @classmethod
    def bends(cls, table: Any) -> bool:
        """Whether forces bend where no branch changes: derivatives then take small differences."""
        return False

    @classmethod
    def judges(cls, table: Any) -> bool:
        """For kinds with a kernel `post_newton`: whether a row of a table judges solutions."""
        return True

    @classmethod
    @functools.cache  # noqa: B019 -- classes live as long as the process
    def function_parameters(cls) -> list[Parameter]:
        """The parameters with user functions that kernels call."""
        return [
            p
            for p in cls.fields.values()
            if isinstance(p.kind, UserFunction) and p.kind.pointer is not None
        ]

    # ------------------------------------------------------------------ equations

    def equation_count(self) -> int:
        """Number of its algebraic equations."""
        return 0

    @classmethod
    def equation_counts(cls, group: Members) -> Any:
        """The same of all items of this kind."""
        if cls.equation_count is Hooks.equation_count:
            return 0
        return [item.equation_count() for item in group.items()]

    def equation_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        """Unit of each of its equations at position level."""
        return ["1"] * self.equation_count()

    @classmethod
    def equation_rows(cls, table: Any) -> tuple[np.ndarray, np.ndarray]:
        """(rows of all equations of a table, line of the table that owns each)."""
        raise TypeError(f"{cls.__name__} does not define equation_rows, the rows of its equations")

    @classmethod
    def active_lines(cls, table: Any) -> np.ndarray:
        """For each line, whether its equations tie coordinates now."""
        return np.ones(len(table.rows), bool)

    @classmethod
    def ties(cls, table: Any) -> bool:
        """Whether an equation of a table may tie coordinates during a run."""
        return len(cls.equation_rows(table)[0]) > 0

    @classmethod
    def active_equations(cls, table: Any) -> np.ndarray:
        """For each equation, in the order of `equation_rows`, whether it ties coordinates now."""
        _, lines = cls.equation_rows(table)
        return cls.active_lines(table)[lines]

    @classmethod
    def rate_equations(cls, table: Any) -> np.ndarray:
        """For each equation, in the same order, whether it is one of velocities alone."""
        _, lines = cls.equation_rows(table)
        if "velocity_level" in (table.rows.dtype.names or ()):
            return np.asarray(table.rows["velocity_level"][lines] != 0)
        return np.zeros(len(lines), bool)

    @classmethod
    def scales(cls, table: Any, model: Any, data: Any) -> np.ndarray:
        """For each equation, in the same order, to what initial violations are related [m, rad].

        inf where any violation is corrected. Markers are those of the present state.
        """
        return np.full(len(cls.equation_rows(table)[0]), np.inf)

    @classmethod
    def sides(cls, table: Any, data: Any) -> np.ndarray:
        """Cosines, one line per item, whose signs must not change if they are not zero.

        For equations that also hold where an axis is reversed. The state was evaluated last.
        """
        return np.zeros((len(table.rows), 0))

    @classmethod
    def edges(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(rows, coordinates, gradients, levers) of equations without markers, a line per entry."""
        raise TypeError(f"{cls.__name__} does not define edges, the entries of its equations")

    @classmethod
    def masses_of_edges(cls, table: Any, masses: np.ndarray) -> np.ndarray:
        """Masses that the entries of `edges` move; masses -- those of all coordinates."""
        return np.asarray(masses[cls.edges(table)[1]])

    @classmethod
    def end_markers(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """For kinds with blocks: (line of the table, end, marker) of all ends."""
        raise TypeError(f"{cls.__name__} does not define end_markers, the markers of its ends")

    @classmethod
    def row_markers(cls, table: Any, row: int) -> list[int]:
        """Markers whose states the item in a row of a table reads."""
        columns = table.rows.dtype.fields
        names = [name for name in ("m0", "m1", "marker") if name in columns]
        return [int(table.rows[name][row]) for name in names]

    @classmethod
    def rate_coordinates(cls, table: Any) -> np.ndarray:
        """For kinds with `rates` in their blocks: first-order coordinates, one line per item."""
        raise TypeError(f"{cls.__name__} does not define rate_coordinates, those that it moves")

    # ------------------------------------------------------------------ nodes and partners

    def nodes(self) -> list[int]:
        """Numbers of its nodes."""
        return []

    def ode2_coordinates(self, number: int, model: Any) -> np.ndarray:
        """Indices of the ODE2 coordinates of an object: those of its nodes, one after another."""
        found: np.ndarray = model.numbering.object_part(number, "ode2")
        return found

    def lacks(self, variable: Any) -> str:
        """Why the item does not have an output that its kind has; empty if it does."""
        return ""

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        """For outputs of variable size: their number of components."""
        return len(self.ode2_coordinates(number, model))

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        """Fill the columns that describe the nodes and partners of the items of a table."""

    @classmethod
    def arrange(cls, rows: np.ndarray, own: Mapping[str, np.ndarray]) -> None:
        """Before a run, write values that kernels derive from the parameters of several rows."""

    @classmethod
    def rewritten(cls, rows: np.ndarray, row: int) -> None:
        """Invalidate what `arrange` derived from a row after one of its parameters has changed."""

    # ------------------------------------------------------------------ pools

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        """Make the pools of a table, once per model; they keep their place and length."""

    @classmethod
    def write_pools(cls, table: Any, row: int, item: Item) -> None:
        """Write the parameters of an item that are stored in pools."""

    @classmethod
    def couplings(cls, table: Any, implicit: bool) -> list[np.ndarray]:
        """For kinds with pools: pairs of unknowns that their matrix entries couple.

        Those of stiffness and damping are included only if the solver is implicit.
        """
        return []

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        """For kinds with pools: get the places of their matrix entries from the layout."""

    # ------------------------------------------------------------------ parameters

    def is_structural(self, p: Parameter, new: Any) -> bool:
        """Whether a new value of a parameter needs a new Assemble."""
        return p.structural

    def check_complete(self, owner: str) -> None:
        """Refuse an item that can be added but not assembled, as a whole, not by parameter."""

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        """Refuse vectors and matrices that do not fit each other, or the nodes or markers."""

    @classmethod
    def sized_rows(cls, group: Members) -> np.ndarray:
        """Rows of items of this kind that `check_sizes` must look at."""
        return np.arange(len(group) if cls.check_sizes is not Hooks.check_sizes else 0)

    @classmethod
    def doubts(cls, table: Any, model: Any, data: Any) -> list[Doubt]:
        """What is doubtful about the items of a table in the present state of the markers."""
        return []

    @classmethod
    def troubles(cls, table: Any, data: Any) -> list[tuple[int, str]]:
        """(line, text) of items whose present state explains that a solver failed."""
        return []

    @classmethod
    def place_of_failure(cls, table: Any, line: int, code: int, data: Any) -> str:
        """Where in an item the failure with a code is, in the present state; empty: no more to say.

        It follows item and time in the text of the error.
        """
        return ""

    @classmethod
    def remarks(cls, table: Any) -> list[tuple[int, str]]:
        """(line, text) of what items have noted in a run and find doubtful; they forget it."""
        return []

    # ------------------------------------------------------------------ energy

    def is_driven(self) -> bool:
        """Whether it may do work that neither its potential nor its dampers account for."""
        return False

    def has_added_function(self) -> bool:
        """Whether it has the user function that is added to its law."""
        return any(
            p.symbol == self.added_function and callable(getattr(self, p.name))
            for p in self.function_parameters()
        )

    def has_potential(self) -> bool:
        """For kinds with a kernel `potential`: whether it holds for this item."""
        return not any(callable(getattr(self, p.name)) for p in self.function_parameters())

    def has_potential_in(self, model: Any) -> bool:
        """The same where it depends on the items that it acts on."""
        return self.has_potential()

    # ------------------------------------------------------------------ units

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        """For items that follow single coordinates: the unit of each; empty for all others.

        items -- family -> items of the system, to look up its nodes and markers
        """
        return []

    def output_units(
        self, variable: OutputVariableType, items: Mapping[str, Sequence[Any]]
    ) -> list[str]:
        """Units of the components of an output; a single one may apply to all of them."""
        units = self.outputs[variable].unit.split(", ")
        along = self.coordinate_units(items)
        return [unit_along(unit, each) for each in along for unit in units] if along else units
