"""The way to an equilibrium: Newton's method where it goes downhill, damped steps elsewhere.

Newton's method alone finds a place without forces, if it finds one: also a maximum of the energy,
and none where the matrix is singular, as that of a slack chain or a net in its plane. So a step
must do positive work, dq^T (K + shift D) dq > 0; where it does not, or the matrix is singular, the
shift grows. That is one step of the flow D q' = F - C_q^T lambda with the pseudo step 1/shift,
which runs downhill; the shift shrinks again as steps succeed, and at last the method is Newton's.

A step is accepted by the work of the forces over it (trapezoidal rule) against the work that the
matrix foretells, after corrections that bring the positions back onto the constraints. Energies
are not asked for: user functions have none. Far off the constraints, what counts is to approach
them.

Forces without a potential may have equilibria that no way downhill leads to. `newton` then tries
Newton's method with a line search over the norms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.status import NEWTON_FAILED, OK, SINGULAR
from linkwork.solvers.static_system import State, StaticSystem, Step

NEGLIGIBLE, ROUNDING = 1.0e-8, 1.0e-15
"""As in Newton's method of a time step (`newton.py`)."""

DAMPED = 40
"""Iterations of the search, in newton.maxIterations."""

REACH = 0.25
"""Largest change of a coordinate in the first damped step, relative to the size of the model."""

WEAKEST, LARGEST = 1.0e-11, 1.0e12
"""Smallest and largest shift, relative to the typical stiffness."""

FAIR, GOOD = 0.1, 0.7
"""Part of the foretold work that a step must do, and from which the shift shrinks."""

CORRECTIONS = 12
"""Corrections onto the constraints after a step."""

TINY, CLOSE = 1.0e-7, 1.0e3
"""Steps up to this, relative to the size, and forces up to so many limits, are judged by norms:
the work of a step is rounding there."""

TRIES, FAR = 3, 8.0
"""Parts of a step that are tried, and how far beyond the reach it may lead."""

BALANCING = 1.0e3
"""Shift of the matrix that finds multipliers for a start."""

NEAR = 1.0e-6
"""Violations of constraints, relative to the size, up to which forces decide on steps."""

NEARBY = 1.0e-4
"""Last steps up to this, relative to the size, leave factors that tell of stability."""

AWAY = 1.0e4
"""A coordinate that has moved so many sizes of the model runs away."""


class Norms(NamedTuple):
    """Sizes of what does not balance, and the limits below which it does."""

    force: float
    equations: float
    rates: float
    force_limit: float
    equations_limit: float
    rates_limit: float

    @property
    def done(self) -> bool:
        """Whether all of it balances."""
        return (
            self.force <= self.force_limit
            and self.equations <= self.equations_limit
            and self.rates <= self.rates_limit
        )

    @property
    def total(self) -> float:
        """One number for all, in units of their limits."""
        pairs = (
            (self.force, self.force_limit),
            (self.equations, self.equations_limit),
            (self.rates, self.rates_limit),
        )
        return sum(size / limit if limit > 0.0 else size for size, limit in pairs)


def _mean(values: np.ndarray) -> float:
    return float(np.sqrt(np.mean(values**2))) if len(values) else 0.0


class Search:
    """One load step: from the present state to an equilibrium; see the module's text.

    iterations -- updates that were taken; shift -- of the last matrix
    neutral -- whether the matrix was singular without a shift where the search ended
    ran_away -- whether a coordinate left all bounds
    """

    def __init__(self, system: StaticSystem, newton: Any, check: Callable[[], None]) -> None:
        self.system, self.settings, self.check = system, newton, check
        self.iterations = self._kept = self._renewed = 0
        self.shift, self.reach = 0.0, np.inf
        self.neutral = self.ran_away = self._fresh = False
        self.status = OK
        self._first_rates, self._factor_shift, self._moved = 0.0, np.inf, np.inf

    # ------------------------------------------------------------------ norms

    def norms(self, state: State) -> Norms:
        """Norms (root mean squares) of the residuals of a state, with their limits."""
        absolute, relative = self.settings.absoluteTolerance, self.settings.relativeTolerance
        least = min(absolute, NEGLIGIBLE * state.load) if state.load > 0.0 else absolute
        system = self.system
        size = max(system.size, float(np.abs(state.q).max(initial=0.0)))
        rates = _mean(state.rates)
        self._first_rates = max(self._first_rates, rates)
        return Norms(
            _mean(state.force),
            _mean(state.equations / system.row_sizes),
            rates,
            max(least, relative * state.load),
            max(min(absolute, size), relative * size),
            max(min(absolute, NEGLIGIBLE * self._first_rates), relative * self._first_rates),
        )

    # ------------------------------------------------------------------ the search

    def run(self) -> tuple[int, State]:
        """(status, state): an equilibrium, or the state where no step was left."""
        system = self.system
        status, state = system.evaluate()
        status = status or system.weigh()
        if status != OK:
            return status, state
        state = self._balanced(state)
        start, limit = state, DAMPED * self.settings.maxIterations
        if system.is_flat:
            self.shift, self.neutral = WEAKEST, True
        size = system.size or 1.0
        self.reach = REACH * system.size or np.inf
        while status == OK and self.iterations < limit:
            self.check()
            norms = self.norms(state)
            if norms.total == 0.0 or (norms.done and self.iterations):
                return OK, self._polished(state, norms)
            if self.shift and np.abs(state.q - start.q).max(initial=0.0) > AWAY * size:
                self.ran_away = True
                return NEWTON_FAILED, state
            moved = self._advance(state, norms)
            if moved is None:
                return self.status or NEWTON_FAILED, state
            state = moved
        return status or NEWTON_FAILED, state

    def _balanced(self, state: State) -> State:
        """The state with the multipliers that balance its forces best, where that helps.

        Without multipliers, the matrix would not know the stiffness that comes from them.
        """
        system = self.system
        if not system.m or system.factorise(BALANCING) != OK:
            return state
        step = system.solve(state.force, np.zeros_like(state.equations), np.zeros_like(state.rates))
        if np.isfinite(step.multipliers).all():
            system.move(Step(0.0 * step.q, step.multipliers, 0.0 * step.y))
            status, better = system.evaluate()
            if status == OK and _mean(better.force) < 0.5 * _mean(state.force):
                return better
        system.go_to(state)
        return system.evaluate()[1]

    def _advance(self, state: State, norms: Norms) -> State | None:
        """The next state; None if no step helps."""
        system = self.system
        while self.shift <= LARGEST:
            self.check()
            if not self._fresh:
                system.go_to(state)
                system.evaluate()
                status = system.factorise(self.shift)
                if status not in (OK, SINGULAR):
                    self.status = status
                    return None
                if status == SINGULAR:
                    self._stiffen(state)
                    continue
                self._fresh, self._kept, self._factor_shift = True, 0, self.shift
            step = system.solve(state.force, state.equations, state.rates)
            if not all(np.isfinite(part).all() for part in step):
                self._stiffen(state)
                continue
            moved = self._take(state, norms, step)
            if moved is not None:
                self.iterations += 1
                system.data.scalars.newton_iterations += 1
                return moved
            self._stiffen(state)
        return None

    def _stiffen(self, state: State) -> None:
        """The matrix does not lead downhill: make its next steps shorter."""
        system, self._fresh = self.system, False
        if self.shift == 0.0:
            self.neutral = True
            self.shift = WEAKEST
            return
        force = float(np.abs(state.force / system.metric).max(initial=0.0))
        natural = force / self.reach if np.isfinite(self.reach) else 0.0
        self.shift = max(8.0 * self.shift, min(natural, 1.0))

    def _relax(self, ratio: float, whole: bool) -> None:
        """After a step that was accepted: longer steps, if the matrix has told the truth."""
        keeps = self.settings.useModifiedNewton and self._kept < self._most_kept()
        self._kept += 1
        self._fresh = bool(keeps and whole and self.shift == 0.0 and ratio > GOOD)
        if ratio > GOOD:
            if self.shift:
                self.shift = self.shift / 8.0 if self.shift > 2.0 * WEAKEST else self._least()
            self.reach *= 2.0

    def _least(self) -> float:
        """The smallest shift: none, unless the matrix alone was singular all the time."""
        if self._renewed < 3:
            self._renewed += 1
            self.neutral = False
            return 0.0
        return WEAKEST

    def _most_kept(self) -> int:
        settings = self.settings
        most = settings.maxModifiedNewtonIterations
        if self.iterations:
            most = settings.maxModifiedNewtonRestartIterations
        return int(most)

    # ------------------------------------------------------------------ one step

    def _take(self, state: State, norms: Norms, step: Step) -> State | None:
        """The state after (a part of) a step; None if the matrix must change."""
        system = self.system
        closing = state.equations * system.data["row_mass"] - system.give * step.multipliers
        pull = float(step.multipliers @ closing)
        work = pull - float(state.force @ step.q)  # dq^T (K + shift D) dq
        strays = norms.equations > max(NEAR * system.size, norms.equations_limit)
        longest = float(np.abs(step.q).max(initial=0.0))
        by_norms = longest <= TINY * system.size or norms.force <= CLOSE * norms.force_limit
        if not (strays or by_norms or work >= -ROUNDING * abs(pull)):
            return None
        bend = work - self.shift * float(step.q @ (system.metric * step.q))
        factor = 1.0
        if self.shift > 0.0 and longest > self.reach:
            if longest > FAR * self.reach:
                return None
            factor = self.reach / longest
        for _ in range(TRIES):
            moved = self._part(state, step, factor)
            if moved is not None:
                after = self.norms(moved)
                if strays:
                    ratio = 1.0 if after.equations <= (1.0 - 0.3 * factor) * norms.equations else 0.0
                else:
                    ratio = self._ratio(self._at(state, moved), moved, factor, work - pull, bend)
                    if self._is_far(longest * factor, norms, after):
                        ratio = 0.0
                    if by_norms and factor == 1.0 and after.total <= 0.5 * norms.total:
                        ratio = 1.0
                if after.rates > norms.rates and after.rates > after.rates_limit:
                    ratio = 0.0
                if ratio > FAIR:
                    self._moved = factor * longest
                    if factor < 1.0:
                        self.reach = max(factor * longest, 1e-12 * self.reach)
                    self._relax(ratio, factor == 1.0)
                    return moved
            self.check()
            factor *= 0.25
        return None

    def _at(self, state: State, moved: State) -> State:
        """A state with the multipliers of another one, so that these do the same work in both."""
        if not len(moved.multipliers):
            return state
        self.system.go_to(state._replace(multipliers=moved.multipliers))
        return self.system.evaluate()[1]

    def _is_far(self, length: float, norms: Norms, after: Norms) -> bool:
        """Whether a long step is no better than a guess."""
        size = self.system.size
        long = size and self.shift == 0.0 and length > 2.0 * size
        return bool(long and after.force > 1e-3 * norms.force)

    def _part(self, state: State, step: Step, factor: float) -> State | None:
        """State after a part of a step, back on the constraints; None if there is none."""
        system = self.system
        system.go_to(state)
        system.move(step, factor)
        status, moved = system.evaluate()
        if status != OK:
            self.status = status
            return None
        if not len(state.equations):
            return moved
        nothing, still = np.zeros_like(state.force), np.zeros_like(state.rates)
        size = _mean(moved.equations / system.row_sizes)
        limit = max(1e-3 * NEAR * system.size, 1e-3 * factor * _mean(state.equations))
        for _ in range(CORRECTIONS):
            if size <= limit:
                break
            system.move(system.solve(nothing, moved.equations, still))
            status, closer = system.evaluate()
            left = _mean(closer.equations / system.row_sizes)
            if status != OK or not left <= 0.7 * size:
                return moved if size <= NEAR * system.size else None
            moved, size = closer, left
        return moved

    @staticmethod
    def _ratio(state: State, moved: State, factor: float, work: float, bend: float) -> float:
        """Work of the forces over a step, as a part of what the matrix foretells."""
        change = moved.q - state.q + (moved.q_low - state.q_low)
        done = -0.5 * float((state.force + moved.force) @ change)
        foretold = factor * work - 0.5 * factor * factor * bend
        if foretold <= 0.0:
            return 1.0 if done >= 0.0 else 0.0
        return done / foretold

    def _polished(self, state: State, norms: Norms) -> State:
        """Two more updates with factors of the end: they cost little and give all digits."""
        system = self.system
        self._settle(state)
        for _ in range(2):
            if norms.total == 0.0 or self.shift > WEAKEST:
                break
            system.move(system.solve(state.force, state.equations, state.rates))
            status, moved = system.evaluate()
            if status != OK or not self.norms(moved).total < norms.total:
                break
            state, norms = moved, self.norms(moved)
        system.go_to(state)
        system.evaluate()
        return state

    def _settle(self, state: State) -> None:
        """Factors without a shift, or with the least one if the matrix is singular."""
        system = self.system
        system.go_to(state)
        system.evaluate()
        if self._factor_shift == self.shift == 0.0 and self._moved <= NEARBY * system.size:
            return  # the last ones are near enough
        self.shift, self.neutral = 0.0, False
        if system.factorise(0.0) == SINGULAR:
            self.shift, self.neutral = WEAKEST, True
            system.factorise(WEAKEST)

    def project(self) -> None:
        """Bring the present positions onto the constraints, along their gradients."""
        system = self.system
        if not system.m:
            return
        status, state = system.evaluate()
        if status != OK or system.factorise(BALANCING) != OK:
            return
        for _ in range(CORRECTIONS):
            step = system.solve(0.0 * state.force, state.equations, 0.0 * state.rates)
            system.move(step._replace(multipliers=0.0 * step.multipliers))
            status, state = system.evaluate()
            if status != OK or _mean(state.equations) <= NEAR * NEAR * system.size:
                return

    def take_over(self, other: Search) -> None:
        """Another search has gone on from here."""
        self.iterations += other.iterations
        self.shift, self.neutral = other.shift, other.neutral

    # ------------------------------------------------------------------ without a way downhill

    def newton(self) -> tuple[int, State]:
        """Newton's method with a line search over the norms, from the present state."""
        system = self.system
        status, state = system.evaluate()
        for _ in range(self.settings.maxIterations):
            self.check()
            norms = self.norms(state)
            if status != OK or norms.done:
                return status, state
            status = system.factorise(0.0)
            if status != OK:
                return status, state
            step = system.solve(state.force, state.equations, state.rates)
            factor, moved = 1.0, None
            while factor > 1e-4 and moved is None:
                system.go_to(state)
                system.move(step, factor)
                status, tried = system.evaluate()
                if status == OK and self.norms(tried).total < (1.0 - 0.1 * factor) * norms.total:
                    moved = tried
                factor *= 0.5
            if moved is None:
                return NEWTON_FAILED, state
            state = moved
            self.iterations += 1
        return (OK if self.norms(state).done else NEWTON_FAILED), state

    def single(self) -> tuple[int, State]:
        """One linear solution, taken as it is."""
        system = self.system
        status, state = system.evaluate()
        status = status or system.weigh()
        status = status or system.factorise(0.0)
        if status == OK:
            system.move(system.solve(state.force, state.equations, state.rates))
            self.iterations = 1
            status, state = system.evaluate()
        return status, state
