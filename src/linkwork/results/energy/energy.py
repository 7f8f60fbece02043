"""Energies of a result: stored energy, losses, work and their balance.

    kinetic      of bodies: v^T M(q) v / 2
    potential    of springs, mutual gravity, matrices of generic systems, and of loads that are
                 constant; a constant force F has the energy -F p, a field of gravity -m g p, so
                 both are zero at the origin
    dissipated   energy taken by dampers, friction and other losses of items with a potential since
                 the first recorded time
    work         energy put in by items without potential since then: user functions, loads that
                 depend on time or rotate with a body, driven constraints; and by changes of the
                 state in actions of events and pre-step functions
    balance      kinetic + potential + dissipated - work, minus its first value

The balance is zero for an exact solution; otherwise it is the error of the integrator.

Integrals follow the recorded rows (`energy/kernels.py`). If these are too far apart for that, the
steps of the run are taken again where this is possible (`api/repetition.py`), and the integrals
follow all of them. Otherwise their uncertainty is stated; if it is large, the balance is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.bodies.first_order import FirstOrder
from linkwork.core.errors import warn
from linkwork.core.functions.outside import Frozen
from linkwork.core.kernels.raised import raised
from linkwork.loads.load import Load
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.results.energy.account import FORMS, Account, Key, Line, lines_of, unknown_energy
from linkwork.results.jumps import Jump, Rows, with_jumps
from linkwork.results.origin import Origin
from linkwork.results.replay.replay import CannotReplay, evaluate_rows
from linkwork.results.snapshot import Snapshot
from linkwork.results.statistics import STATIC

IMPLICIT = ("GeneralizedAlpha", "TrapezoidalIndex2")
"""Solvers whose multipliers contain the whole force of a constraint that is driven by changes of
its parameters; with others, its velocity jumps."""

POSITION_LEVEL = "GeneralizedAlpha"
"""Solver whose constraints hold at position level, unless its settings say otherwise."""

RESOLVED, UNKNOWN = 1.0e-6, 1.0e-2
"""Uncertainty of the integrals along recorded rows, relative to the energies that a run turns over:
up to which they are used, and from which on the balance is unknown if there are no others."""

CLOSED = 1.0e-3
"""Error of the balance along rows, relative to the same, that integrators are expected to have;
larger ones may be due to the rows."""

RECORD = (
    "solutionSettings.solutionWritePeriod = 0 records every step, and a SensorEnergy integrates "
    "over every step whatever is recorded"
)

AFTER = "after a run it cannot be called again; a SensorEnergy records its work during the run"


@dataclass(frozen=True, eq=False)
class Energies:
    """Energies at the recorded times of a result [J].

    times -- recorded times [s]
    kinetic, potential -- sums over all items [J]
    dissipated, work -- since the first recorded time, sums over all items [J]
    parts -- form ("kinetic", "potential", "dissipated", "work") -> name of an item type, or label
    of an item with single=True -> its energy [J]
    load_work -- work of all loads since the first time, also of those with a potential, whose part
    in the balance is that of their potential [J]
    missing -- what could not be evaluated: it is left out of all sums, so the balance is unknown
    outside -- first-order systems: their energy is unknown, and they exert no forces
    uncertainty -- estimated error of dissipated and work where integrals follow rows that are
    several steps apart [J]; 0 if they follow all steps
    """

    times: np.ndarray
    kinetic: np.ndarray
    potential: np.ndarray
    dissipated: np.ndarray
    work: np.ndarray
    load_work: np.ndarray
    parts: dict[str, dict[str, np.ndarray]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    uncertainty: float = 0.0

    @property
    def total(self) -> np.ndarray:
        """kinetic + potential [J]."""
        total: np.ndarray = self.kinetic + self.potential
        return total

    @property
    def drift(self) -> float:
        """Largest deviation of the total from its first value [J]."""
        total = self.total
        return float(np.abs(total - total[:1]).max(initial=0.0))

    @property
    def balance(self) -> np.ndarray:
        """total + dissipated - work, minus the first total [J]; NaN if something is missing."""
        total = self.total
        balance: np.ndarray = total - total[:1] + self.dissipated - self.work
        return np.full_like(balance, np.nan) if self.missing else balance

    @property
    def error(self) -> float:
        """Largest deviation of the balance from zero [J]; NaN if something is missing."""
        balance = np.abs(self.balance)
        return float(balance.max(initial=0.0))

    def __repr__(self) -> str:
        told = f"Energies at {len(self.times)} times"
        if len(self.times):
            last = [f"{form} {float(getattr(self, form)[-1]):.6g} J" for form in FORMS]
            told += f", at the last one {', '.join(last)}"
        if self.missing:
            return f"{told}; balance unknown, {len(self.missing)} left out (see missing)"
        return f"{told}; error of the balance {self.error:.3g} J"


def energies_of(
    snapshot: Snapshot,
    times: np.ndarray,
    state: Mapping[str, Any],
    solver: str = "",
    single: bool = False,
    jumps: Sequence[Jump] = (),
    steps: int = 0,
    origin: Origin | None = None,
    level: str = "",
) -> Energies:
    """Energies of a model at recorded states.

    state -- arrays of `replay.STATE`, one row per time
    solver -- name of the solver that computed the states
    single -- parts by item, not by type
    jumps -- of the state during the run; steps -- of the run; origin -- what it was made from
    level -- level of the constraints in its steps; empty in results of earlier versions
    """
    rows = with_jumps(np.asarray(times), state, jumps)
    missing = [
        f"{jump.cause}: the states on both sides of its change at t = {jump.time:.9g} s are not "
        "known"
        for jump in jumps
        if not jump.is_known
    ]
    if solver == STATIC:
        missing.append(
            f"the states of {solver} are not a motion: losses and work are unknown, and loads may "
            "have acted in part"
        )
    model = snapshot.copy_of_model()
    driven = snapshot.driven if solver in IMPLICIT else frozenset()
    left_out: dict[Key, str] = dict.fromkeys(
        snapshot.changed - driven, "its parameters were changed during the run"
    )
    refused = model.functions.bind_again_after_run()
    left_out = {key: f"{why}; {AFTER}" for key, why in refused.items()} | left_out
    for key, why in _changed_variables(snapshot.frozen).items():
        left_out.setdefault(key, why)
    every_step, at_positions = steps < len(times), _holds_positions(solver, origin, level)
    compatible = origin is not None and bool(origin.settings.get("compatibility"))
    try:
        while True:
            lines = lines_of(model, left_out, driven, single=single, compatible=compatible)
            try:
                found = _evaluated(
                    model, lines, rows.times, rows.state, every_step, at_positions, compatible
                )
                doubt = 0.0
                if not every_step and solver != STATIC:
                    doubt = _doubt(model, lines, found, rows, compatible)
                break
            except CannotReplay as error:
                _leave_out(model, error, left_out)
    finally:
        model.functions.release_all()
        raised.clear()
    scale = _scale(lines, found)
    off = _imbalance(lines, found, rows) if doubt and not (left_out or missing) else 0.0
    if off > CLOSED * scale:
        doubt = max(doubt, off)
    if doubt > RESOLVED * scale and origin is not None and not (left_out or jumps):
        from linkwork.api.repetition import energies_of_steps

        again = energies_of_steps(snapshot.items, origin, rows.times, rows.state, single)
        if again is not None and again.shape == found.shape:
            found, doubt = again, 0.0
    if doubt > UNKNOWN * scale:
        told = f"known to about {doubt:.2g} J only" if doubt < np.inf else "not known"
        missing.append(
            f"integrals of powers: the run took {steps} steps and recorded {len(times)} rows, too "
            f"far apart to integrate between them; losses and work are {told}"
        )
        warn(f"energy: {missing[-1]}; {RECORD}")
    return _made(model, rows, lines, found, left_out, single, missing, doubt)


def _doubt(
    model: Model, lines: list[Line], found: np.ndarray, rows: Rows, compatible: bool
) -> float:
    """How much losses and work change if every second row is left out [J]."""
    integrals = [k for k, line in enumerate(lines) if line.law not in ("kinetic", "potential")]
    count = len(rows.times)
    if not integrals or count < 3:
        return np.inf if integrals else 0.0
    kept = np.arange(count) % 2 == 0
    kept[-1] = kept[rows.before] = kept[rows.before + 1] = True
    state = {name: values[kept] for name, values in rows.state.items()}
    chosen = [lines[k] for k in integrals]
    coarse = _evaluated(model, chosen, rows.times[kept], state, compatible=compatible)
    return float(np.abs(coarse - found[integrals][:, kept]).sum(axis=0).max())


def _imbalance(lines: list[Line], found: np.ndarray, rows: Rows) -> float:
    """Largest error of the balance along the rows, up to the first jump [J].

    Rows that miss the motion altogether may agree with each other, but not with the energy.
    """
    balance = np.zeros(found.shape[1])
    for line, values in zip(lines, found, strict=True):
        balance += (values - values[0]) * (-1.0 if line.form == "work" else 1.0)
    end = rows.before[0] + 1 if len(rows.before) else len(balance)
    return float(np.abs(balance[:end]).max(initial=0.0))


def _scale(lines: list[Line], found: np.ndarray) -> float:
    """Size of the energies that a run has turned over [J]."""
    sums = [
        sum((found[k] for k, line in enumerate(lines) if line.form == form), np.zeros(1))
        for form in FORMS
    ]
    changes = [np.abs(values - values[:1]).max(initial=0.0) for values in sums]
    return float(max(changes, default=0.0))


def _changed_variables(frozen: Mapping[Key, tuple[str, Frozen]]) -> dict[Key, str]:
    """Items whose functions read a variable whose value differs from that in the run."""
    found = {}
    for key, (parameter, before) in frozen.items():
        name = before.changed()
        if name:
            found[key] = f"{parameter} reads the variable {name!r}, which was changed after the run"
    return found


def _holds_positions(solver: str, origin: Origin | None, level: str) -> bool:
    """Whether constraints of a run hold at position level."""
    if level:
        return level == "position"
    settings = {} if origin is None else origin.settings
    chosen = "timeIntegration.generalizedAlpha."
    exact = any(
        settings.get(chosen + name) for name in ("useIndex2Constraints", "automaticStepSize")
    )
    return solver == POSITION_LEVEL and not exact


def _evaluated(
    model: Model,
    lines: list[Line],
    times: np.ndarray,
    state: Mapping[str, Any],
    every_step: bool = False,
    at_positions: bool = False,
    compatible: bool = False,
) -> np.ndarray:
    """One row per line, one column per time.

    every_step -- whether rows are successive steps; at_positions -- with constraints that hold at
    position level; compatible -- with the laws of `compatibility`
    """
    data = Data(model)
    data.scalars.compatible = compatible
    data.scalars.implicit, data.scalars.index2 = at_positions, not at_positions
    account = Account(model, data)
    for column, line in enumerate(lines):
        account.add(line, column)
    account.finish(every_step)
    found = evaluate_rows(model, data, account.parts, len(lines), times, state, account.before)
    return found.T


def _leave_out(model: Model, error: CannotReplay, left_out: dict[Key, str]) -> None:
    """Leave out the item whose function or force failed; the others are evaluated again."""
    for family in ("object", "load"):
        key = family, -1 if error.number is None else error.number
        known = 0 <= key[1] < len(model.items[family]) and key not in left_out
        if known and (family == "object" or model.functions.are_bound(*key)):
            has_function = model.functions.are_bound(*key)
            if family == "load" or has_function or not model.functions.are_bound("load", key[1]):
                text = str(error).partition(" cannot be evaluated ")[2]
                left_out[key] = f"it cannot be evaluated {text}"
                return
    raise error


def _made(
    model: Model,
    rows: Rows,
    lines: list[Line],
    found: np.ndarray,
    left_out: Mapping[Key, str],
    single: bool,
    missing: list[str],
    doubt: float,
) -> Energies:
    """Sums and parts of evaluated lines; missing -- what else is unknown, apart from items."""
    parts: dict[str, dict[str, np.ndarray]] = {form: {} for form in FORMS}
    times = np.delete(rows.times, rows.added)
    parts["work"] |= _jumps(rows, lines, found)
    _cut_jumps(rows, lines, found)
    found = np.delete(found, rows.added, axis=1)
    load_work = np.zeros(len(times))
    for line, values in zip(lines, found, strict=True):
        kind, number = line.table.kind, line.table.numbers[line.rows[0]]
        name = kind.short_name or kind.__name__
        if single:
            name = model.items[kind.family][number].label(number)
        own = parts[line.form]
        own[name] = own[name] + values if name in own else values.copy()
        if issubclass(kind, Load):
            load_work += values if line.form == "work" else values[:1] - values
    kinetic, potential, dissipated, work = (
        sum(parts[form].values(), np.zeros(len(times))) for form in FORMS
    )
    outside = []
    for family in ("object", "load"):
        for number, item in enumerate(model.items[family]):
            why = left_out.get((family, number), "") or unknown_energy(item)
            if isinstance(item, FirstOrder):
                outside.append(f"{item.label(number)}: the energy of its states is unknown")
            elif why and _counts(item):
                missing.append(f"{item.label(number)}: {why}")
    sums = kinetic, potential, dissipated, work, load_work
    return Energies(times, *sums, parts, missing, outside, doubt)


def _jumps(rows: Rows, lines: list[Line], found: np.ndarray) -> dict[str, np.ndarray]:
    """Kinetic and potential energy added by each cause of jumps."""
    stored = [line.form in ("kinetic", "potential") for line in lines]
    total = found[stored].sum(axis=0)
    work = {}
    for cause in dict.fromkeys(rows.causes):
        own = rows.before[[each == cause for each in rows.causes]]
        work[cause] = np.delete(_added_up(total, own), rows.added)
    return work


def _cut_jumps(rows: Rows, lines: list[Line], found: np.ndarray) -> None:
    """Continue losses and work of items after a jump with the values before it."""
    for line, values in zip(lines, found, strict=True):
        if line.form not in ("kinetic", "potential"):
            values -= _added_up(values, rows.before)


def _added_up(values: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Sum of the changes from rows before jumps to those after them, up to each row."""
    steps = np.zeros(len(values))
    steps[before + 1] = values[before + 1] - values[before]
    return np.cumsum(steps)


def _counts(item: Any) -> bool:
    """Whether an item is part of the account."""
    return bool({"residual", "inertia"} & set(item.kernels))
