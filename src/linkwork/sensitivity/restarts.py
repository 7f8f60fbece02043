"""Derivatives where a run begins anew: after events, and with other step sizes.

At an event, the time t_e of which depends on a parameter, laws change their branches. With the
event function g and the accelerations a- before and a+ after it,

    dt_e/dθ = -(g_q s_q + g_v s_v + g_θ) / (dg/dt),      s_v jumps by (a- - a+) dt_e/dθ

and likewise first-order coordinates with their rates. Implicit solvers then project velocities onto
the constraints, and all of them solve for accelerations again; both are differentiated by
differences along the derivatives of the state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from linkwork.core.errors import SolverError
from linkwork.core.kernels.callbacks import python_address_of
from linkwork.integrators.state import copied, restore_state
from linkwork.run.run import Run
from linkwork.sensitivity.formulas import STEP, TWO_SIDED
from linkwork.sensitivity.memory import Changes
from linkwork.sensitivity.steps import (
    FACTORS,
    FOUR,
    LARGER,
    RELATIVE,
    Displaced,
    Slopes,
    size_of,
    solver_arrays,
)

SIX = {k: TWO_SIDED[k] for k in (1, 2, 3)}
"""Weights of differences between values at plus and minus multiples of a step."""

AT_ONCE = 1.0e-6
"""Times of events, relative to each other, that are the same derivative."""


class Switch(NamedTuple):
    """Branches before an event, and the boundaries that rows cross at it."""

    before: np.ndarray
    crossed: np.ndarray


class Restarts:
    """Follows the events of a run, and differentiates what happens there.

    pending -- the event at the end of a step whose derivatives are still those of its start
    at_start, at_end -- called with an event at the end of the last step, and with the branches
    within the present one if it ends at an event; now -- returns the time of the derivatives
    """

    def __init__(self, run: Run, displaced: Displaced) -> None:
        self._run, self._context, self._displaced = run, run.context, displaced
        self._data = run.context.data
        self._count = run.context.model.first_watcher
        self.pending: Switch | None = None
        self.at_start: Callable[[Switch], None] | None = None
        self.at_end: Callable[[np.ndarray], None] | None = None
        self._branches = self._data["branches"].copy()
        self.now: Callable[[], float] = lambda: -np.inf

    def follow(self, at_start: Callable[[Switch], None]) -> None:
        """Be told of switches; at_start -- called with those at the end of the last step."""
        self.at_start = at_start
        self.note()
        if len(self._data["switch_calls"]):
            address = python_address_of(self._switched)
            self._context.callbacks.append(address)
            self._data.call_back("switch_calls", address)

    def note(self) -> None:
        """The derivatives are those of the present state."""
        self._branches = self._data["branches"].copy()
        self.pending = None

    def used_branches(self) -> np.ndarray:
        """Branches of laws within the last step, before an event at its end."""
        used: np.ndarray = self._data["branches"].copy()
        if self.pending is not None:
            used[: self._count] = self.pending.before[: self._count]
        return used

    def _switched(self, _: int, __: int) -> int:
        data, own = self._data, slice(0, self._count)
        if np.array_equal(data["branches"][own], self._branches[own]):
            return 0
        found = Switch(self._branches, data["crossed"][own].copy())
        if data.scalars.t > self.now():
            self.pending = found if self.pending is None else self.pending
            if self.at_end is not None:
                self.at_end(self.used_branches())
        else:
            self._branches = data["branches"].copy()
            assert self.at_start is not None
            self.at_start(found)
        return 0

    # ------------------------------------------------------------------ events

    def jump(self, switch: Switch, slopes: Slopes, changes: Changes, scale: float) -> None:
        """Let the derivatives jump at an event; the present state is that of the event."""
        rows = np.flatnonzero(switch.crossed >= 0)
        if not len(rows):
            return
        data, s = self._data, self._data.scalars
        state, after = copied(data.group("state")), data["branches"].copy()
        work = self._work()
        kept = {name: getattr(s, name) for name in (*FACTORS, "frozen", "factor_valid")}
        s.frozen = 1
        try:
            a_after, y_after = self._rates()
            restore_state(state, data.group("state"))
            data["branches"][:] = switch.before
            a_before, y_before = self._rates()
            restore_state(state, data.group("state"))
            rates = a_before, y_before
            times = [
                self._time_slope(int(row), int(switch.crossed[row]), *rates, slopes, changes, scale)
                for row in rows
            ]
        finally:
            restore_state(state, data.group("state"))
            data["branches"][:] = after
            self._put_back(work)
            for name, value in kept.items():
                setattr(s, name, value)
        spread, largest = max(times) - min(times), max(map(abs, times))
        if spread > AT_ONCE * max(largest, 1.0e-300) and largest > 0.0:
            raise SolverError(
                f"sensitivities: several events happen at t = {s.t:.9g} s, and they move apart "
                "with the parameter; derivatives beyond them do not exist"
            )
        slopes["v"] += (a_before - a_after) * times[0]
        slopes["y"] += (y_before - y_after) * times[0]

    def _work(self) -> dict[str, np.ndarray]:
        return solver_arrays(self._data) | {"x": self._data["x"].copy()}

    def _put_back(self, work: dict[str, np.ndarray]) -> None:
        """Restore what linear solutions have changed: explicit steps use the same factors."""
        for name, values in work.items():
            self._data[name][:] = values
        self._displaced.equations.forget_factors()

    def _rates(self) -> tuple[np.ndarray, np.ndarray]:
        self._displaced.equations.forget_factors()
        self._context.demand(self._displaced.equations.initial_accelerations())
        return self._data["a"].copy(), self._data["y_t"].copy()

    def _time_slope(
        self, row: int, boundary: int, a: np.ndarray, y_t: np.ndarray, slopes: Slopes,
        changes: Changes, scale: float,
    ) -> float:  # fmt: skip
        """Derivative of the time of an event by the parameter."""
        data, s = self._data, self._data.scalars
        zero = {name: np.zeros_like(part) for name, part in slopes.items()}
        motion = {**zero, "q": data["v"].copy(), "v": a, "y": y_t}
        t = s.t

        def distance(along: Slopes, step: float, later: float) -> float:
            kept = copied(data.group("state"))
            self._displaced.displace(along, step)
            s.t = t + later
            assert self._run.scheme.watching is not None
            self._context.demand(self._run.scheme.watching.evaluate(self._displaced.equations))
            found = float(data["event_values"][row, boundary])
            restore_state(kept, data.group("state"))
            s.t = t
            return found

        def rate(along: Slopes, in_time: bool) -> float:
            step = LARGER * self._displaced.step_for(along) or (1.0e-3 * s.h if in_time else 0.0)
            total = 0.0
            for k, weight in FOUR.items() if step else ():
                ends = [distance(along, i * k * step, i * k * step * in_time) for i in (1.0, -1.0)]
                total += weight / step * (ends[0] - ends[1])
            return total

        state_only = {**slopes, "a": zero["a"], "alpha": zero["alpha"]}
        by_parameter, step = rate(state_only, False), LARGER * RELATIVE * scale
        for k, weight in FOUR.items() if len(changes) else ():
            for sign in (1.0, -1.0):
                changes.apply(sign * k * step)
                by_parameter += sign * weight / step * distance(zero, 0.0, 0.0)
                changes.undo()
        by_time = rate(motion, True)
        return -by_parameter / by_time if by_time else 0.0

    # ------------------------------------------------------------------ the start

    def meet(self, slopes: Slopes, changes: Changes, scale: float) -> None:
        """Let the derivatives of initial values satisfy the constraints, as the values do.

        Both are moved in the metric of the masses: [M C_q^T; C_q 0] (ds, mu) = (0, -dc/dθ), with
        the derivatives of c and c' along those that are given.
        """
        data, s = self._data, self._data.scalars
        equations, n = self._displaced.equations, len(data["q"])
        state = copied(data.group("state"))
        kept = {name: getattr(s, name) for name in (*FACTORS, "frozen", "factor_valid")}
        s.frozen, work = 1, self._work()
        rows, columns = equations.layout.entries()
        zero = {name: np.zeros_like(part) for name, part in slopes.items()}

        def values(level: int, along: Slopes, step: float, by: float) -> np.ndarray:
            """Constraints of a displaced state, with a displaced parameter."""
            if step:
                self._displaced.displace(along, step)
            changes.apply(by)
            status, found = equations.violations(level)
            changes.undo()
            restore_state(state, data.group("state"))
            self._context.demand(status)
            return np.asarray(found)

        try:
            for level, name in ((0, "q"), (1, "v")):
                self._context.demand(equations.evaluate_masses())
                known = np.append(slopes[name], np.zeros(len(data["x"]) - n))
                product = np.bincount(rows, data["values"] * known[columns], len(data["x"]))
                rest = product[n : n + len(data["row_mass"])] / data["row_mass"]
                for k, weight in TWO_SIDED.items() if len(changes) else ():
                    rest += weight / (STEP * scale) * values(level, zero, 0.0, k * STEP * scale)
                along = {**zero, "q": slopes["q"]}
                step = LARGER * self._displaced.step_for(along) if level else 0.0
                for k, weight in SIX.items() if step else ():
                    ends = [values(level, along, sign * k * step, 0.0) for sign in (1.0, -1.0)]
                    rest += weight / step * (ends[0] - ends[1])
                equations.forget_factors()
                self._context.demand(equations.factorize_masses())
                right = np.concatenate([np.zeros(n), -rest * data["row_mass"]])
                slopes[name] = slopes[name] + equations.solve(right)[:n]
        finally:
            restore_state(state, data.group("state"))
            self._put_back(work)
            for field, value in kept.items():
                setattr(s, field, value)

    # ------------------------------------------------------------------ new accelerations

    def restart(self, slopes: Slopes, changes: Changes, scale: float, projected: bool) -> None:
        """Derivatives after new accelerations; projected -- and after a projection of velocities"""
        data, s = self._data, self._data.scalars
        state, alpha = copied(data.group("state")), self._displaced.alpha.copy()
        kept = {name: getattr(s, name) for name in (*FACTORS, "frozen", "factor_valid")}
        s.frozen, work = 1, self._work()
        along = {**slopes, "alpha": np.zeros_like(slopes["alpha"])}
        names = ("v", "a", "multipliers", "y_t")

        def found(step: float) -> list[np.ndarray]:
            if step:
                self._displaced.displace(along, step)
            if projected:
                self._context.demand(self._displaced.equations.project(1))
            self._displaced.equations.forget_factors()
            self._context.demand(self._displaced.equations.initial_accelerations())
            ends = [data[name].copy() for name in names]
            restore_state(state, data.group("state"))
            return ends

        total = [np.zeros_like(data[name]) for name in names]
        try:
            size = size_of(self._context.model)
            step = size / RELATIVE * self._displaced.step_for(along)
            for k, weight in FOUR.items() if step else ():
                for plus, minus, sums in zip(found(k * step), found(-k * step), total, strict=True):
                    sums += weight / step * (plus - minus)
            step = size * scale
            for k, weight in FOUR.items() if len(changes) else ():
                for sign in (1.0, -1.0):
                    changes.apply(sign * k * step)
                    for end, sums in zip(found(0.0), total, strict=True):
                        sums += sign * weight / step * end
                    changes.undo()
        finally:
            restore_state(state, data.group("state"))
            self._displaced.alpha[:] = alpha
            self._put_back(work)
            for name, value in kept.items():
                setattr(s, name, value)
            if self._run.scheme.is_implicit:
                s.factor_valid = 0
        slopes.update(zip(names, total, strict=True))
        if len(alpha):
            slopes["alpha"] = slopes["a"].copy()
