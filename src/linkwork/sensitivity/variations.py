"""What a parameter changes: numbers in memory, and the consistent start of a run.

The parameter of a copy of the system gets values that are a little larger and smaller. Where the
initial values satisfy the constraints, that shows how they and the numbers that kernels read depend
on it, mostly linearly; what constraints and accelerations add follows from linear systems
(`quick_starts.py`, `restarts.py`). Otherwise the copy is started, in the way in which every run
starts, and differences of seven points give the derivatives of the start to about 12 digits.
"""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from linkwork.assembly.equations import arranged
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.kernels.raised import raised
from linkwork.core.records import State
from linkwork.integrators.state import copied
from linkwork.model.position import difference
from linkwork.run.context import RunContext
from linkwork.run.execution import begin, release
from linkwork.run.image import SIZE
from linkwork.run.repeated import Before
from linkwork.sensitivity.formulas import Part, differentiated
from linkwork.sensitivity.memory import Changes, Memory, memory_of

NOTHING = 1.0e-13
"""Derivatives below this, relative to the numbers and the step, are rounding."""


PLACES = {"m", "rad", "m/s", "rad/s", "1/s"}
"""Units of lengths, angles and speeds."""

SMALL_PLACE, SMALL_LOAD = 1.0e-6, 1.0e-3
"""Lengths, angles and speeds below this part of the model, and loads below this, are almost zero:
steps relative to them would be rounded off."""


class Path(Protocol):
    """A real number of a model: `linkwork.api.parameter_paths.ParameterPath`."""

    @property
    def text(self) -> str:
        """The path as it was given."""

    @property
    def family(self) -> str:
        """Family of the item."""

    @property
    def number(self) -> int:
        """Number of the item."""

    @property
    def parameter(self) -> Any:
        """Declaration of the parameter."""

    @property
    def component(self) -> tuple[int, ...]:
        """Place inside of a vector or matrix."""

    def value(self, mbs: Any) -> float:
        """Its present value."""

    def set(self, mbs: Any, value: float) -> None:
        """Change it."""


class Started(NamedTuple):
    """A started run of the copy: numbers in memory, and the state."""

    numbers: list[np.ndarray]
    integers: list[np.ndarray]
    state: State


class Prepared(NamedTuple):
    """The copy before its start: numbers in memory, and the initial values."""

    numbers: list[np.ndarray]
    state: State


class Variation(NamedTuple):
    """How the start of a run depends on a parameter.

    path, value -- the parameter; scale -- size of a change of it that matters
    slopes -- derivatives of the numbers in memory, array by array (`memory_of`)
    start -- derivatives of the state at the start, positions as increments
    """

    path: Path
    value: float
    scale: float
    slopes: list[np.ndarray]
    start: dict[str, np.ndarray]

    def changes(self, memory: list[Memory]) -> Changes:
        """The numbers in the memory of a run that change with the parameter."""
        return changes_of(self.path, self.slopes, memory)


def changes_of(path: Path, slopes: list[np.ndarray], memory: list[Memory]) -> Changes:
    if [len(part.reals) for part in memory] != [len(slope) for slope in slopes]:
        raise SysError(f"{path.text!r}: the run has other memory than its copy")
    return Changes(memory, slopes)


def slopes_of_numbers(
    nominal: Started | Prepared, weights: dict[int, float], step: float, found: Any
) -> list[Part]:
    """Derivatives of numbers in memory, by differences; found -- those at multiples of a step"""
    parts = []
    for k, values in enumerate(nominal.numbers):
        total = np.zeros(len(values))
        for place, weight in weights.items():
            if place:
                total += weight * (found[place].numbers[k] - values)
        unknown = np.isnan(values)  # what kernels write before they read it
        still = unknown | (np.abs(total) <= NOTHING * np.abs(values))
        largest = np.abs(values[~unknown]).max(initial=0.0) or 1.0
        parts.append(Part(np.where(still, 0.0, total) / step, np.full(len(values), largest)))
    return parts


class Copy:
    """A copy of a system, for runs with other parameters.

    The parts of its run are used again as long as the structure of the model stays the same.

    mbs -- the copy; nominal, prepared -- its start and what is known before it, with the present
    parameters
    """

    def __init__(self, mbs: Any, make: Callable[[Any], Any]) -> None:
        """make -- makes a run of an assembled system, with `context`, `start_state` and `pools`"""
        self._make = make
        self.mbs = twin = type(mbs)()
        twin._take_items({family: members.copy() for family, members in mbs._items.items()})
        twin.variables = mbs.variables
        self._run: Any = None
        self._known: tuple[int, list[Memory]] = -1, []
        self._initial = b""
        self._before: Before
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            twin.Assemble()
            given = mbs.systemData.initial_bytes()
            if twin.systemData.initial_bytes() != given:
                self._initial = given
                twin.systemData.take_initial_bytes(given, False)
            self.nominal = self._started()
            self.prepared = self.at_rest()
        self.equations: Any = twin._data.equations

    def __enter__(self) -> Copy:
        return self

    def __exit__(self, *_: object) -> None:
        self._leave()

    def _leave(self) -> None:
        """Release the parts of the run."""
        if self._run is not None:
            context: RunContext = self._run.context
            release(context)
            context.recording.release()
            context.model.functions.release_all()
            self._run, self._known = None, (-1, [])
        raised.clear()

    def _started(self) -> Started:
        """Start a run with the present parameters."""
        mbs = self.mbs
        if mbs._model is None:
            self._leave()
            if self._initial:
                raise ParameterError(
                    "the model must be assembled again, which would forget the initial values that "
                    "were set in systemData; give them to the nodes"
                )
            mbs.Assemble()
        with mbs._locked():
            mbs.systemData.to_initial_state()
            self._prepare()
            context: RunContext = self._run.context
            try:
                begin(context, self._run.start_state)
            except BaseException:
                self._leave()
                raise
            memory = self._memory()
            return Started(
                [part.numbers for part in memory],
                [part.integers for part in memory],
                copied(context.data.group("state")),
            )

    def _memory(self) -> list[Memory]:
        """The memory of the run, found once."""
        data = self._run.context.data
        if self._known[0] != data.lists_made:
            self._known = data.lists_made, memory_of(data)
        return self._known[1]

    def at_rest(self) -> Prepared | None:
        """Initial values and numbers with the present parameters; None if there is no run for them.

        Nothing else must have changed the copy's run.
        """
        mbs = self.mbs
        if mbs._model is None or self._run is None:
            return None
        with mbs._locked():
            mbs.systemData.to_initial_state()
            self._prepare()
            context: RunContext = self._run.context
            state = copied(context.data.group("state"))
            if context.equations.weigh_coordinates() != 0:
                return None
            memory = self._memory()
            same = len(memory) == len(self.nominal.integers) and all(
                np.array_equal(part.integers, known)
                for part, known in zip(memory, self.nominal.integers, strict=True)
            )
            return Prepared([part.numbers for part in memory], state) if same else None

    def _prepare(self) -> None:
        """Make a run, or use the last one again."""
        last = self._run
        if last is not None and last.context.equations is self._before.equations:
            data = last.context.data
            ctypes.memmove(data.address, self._before.scalars, SIZE)
            for name, pool in self._before.pools.items():
                last.pools[name][:] = pool
            if last.context.equations.redundant is not None:
                last.context.equations.release(np.zeros(0, np.int64))
            arranged(last.context.equations)
            last.context.recording.start_again()
            return
        self._leave()
        self._run = made = self._make(self.mbs)
        self._before = Before.of(made.context.equations, made.pools)

    def vary(self, path: Path, scale: float) -> Variation:
        """Derivatives by a parameter."""
        value = path.value(self.mbs)
        try:
            parts = differentiated(
                path.text, scale, lambda by: self._at(path, value + by), self._combined
            )
        finally:
            self.reset(path, value)
        slopes = [part.slopes for part in parts]
        count = len(self.nominal.numbers)
        start = dict(zip(ROWS, slopes[count:], strict=True))
        return Variation(path, value, scale, slopes[:count], start)

    def reset(self, path: Path, value: float) -> None:
        """Give a parameter of the copy a value."""
        path.set(self.mbs, value)

    def _at(self, path: Path, value: float) -> Started:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            path.set(self.mbs, value)
            found = self._started()
        nominal = self.nominal
        same = [len(a) for a in found.numbers] == [len(a) for a in nominal.numbers]
        same = same and all(map(np.array_equal, found.integers, nominal.integers))
        if not same:
            raise ParameterError(
                "the structure of the model changes with it; build one model for each of its values"
            )
        return found

    def _combined(
        self, weights: dict[int, float], step: float, found: dict[int, Started]
    ) -> list[Part]:
        """Derivatives of the numbers in memory, then of the parts of the state."""
        numbers = slopes_of_numbers(self.nominal, weights, step, found)
        return numbers + self._start_slopes(weights, step, found)

    def _start_slopes(
        self, weights: dict[int, float], step: float, found: dict[int, Started]
    ) -> list[Part]:
        nominal = self.nominal.state
        made = {name: np.zeros(len(getattr(nominal, name))) for name in ROWS}
        for place, weight in weights.items():
            if place:
                state = found[place].state
                made["q"] += weight / step * difference(self.equations, nominal, state)
                for name in ROWS[1:]:
                    made[name] += weight / step * (getattr(state, name) - getattr(nominal, name))
        sizes = {
            name: float(np.abs(getattr(nominal, name)).max(initial=0.0)) or 1.0 for name in ROWS
        }
        whole = max(sizes.values())  # forces are rounded by the largest one
        sizes |= dict.fromkeys(("a", "multipliers", "y_t"), whole)
        return [Part(made[name], sizes[name]) for name in ROWS]


ROWS = ("q", "v", "a", "multipliers", "y", "y_t")
"""Parts of a state that have derivatives."""


def scale_of(path: Path, mbs: Any) -> float:
    """Size of a change of a parameter that matters: its own size, unless it is almost zero.

    A length of 1e-17 m in a model of 1 m counts as one that is zero: changes relative to it would
    vanish in the rounding of positions. Forces act linearly, so any size serves.
    """
    value = abs(path.value(mbs))
    whole = mbs._store.get_parameter(path.family, path.number, path.parameter.name)
    dense = whole.dense() if hasattr(whole, "dense") else whole
    largest = float(np.abs(np.asarray(dense, float)).max(initial=0.0))
    if path.family == "load":
        return max(value, SMALL_LOAD) if value > 0.0 else largest or 1.0
    if not value > 0.0:
        return largest if largest > 0.0 else 1.0
    if not set(path.parameter.unit.split(", ")) <= PLACES:
        return value
    return max(value, SMALL_PLACE * max(largest, _size_of(mbs)))


def _size_of(mbs: Any) -> float:
    """Largest reference coordinate of a model."""
    nodes = [getattr(item, "referenceCoordinates", None) for item in mbs._items["node"]]
    sizes = [float(np.abs(q).max()) for q in nodes if q is not None and np.size(q)]
    return max(sizes, default=0.0) or 1.0


def variations_of(mbs: Any, paths: Sequence[Path], make: Callable[[Any], Any]) -> list[Variation]:
    """Derivatives by some parameters; make -- makes a run of a copy of the system."""
    with Copy(mbs, make) as twin:
        return [twin.vary(path, scale_of(path, mbs)) for path in paths]
