"""The search for an equilibrium: Newton's method where it descends, damped steps elsewhere.

Newton's method alone finds any state without forces, also a maximum of the energy, and fails where
the matrix is singular, as that of a slack chain or a net in its plane. So a step must do positive
work, dq^T (K + shift D) dq > 0; where it does not, or the matrix is singular, the shift grows. That
is one step of the flow D q' = F - C_q^T lambda with the pseudo step 1/shift, which descends; the
shift shrinks again as steps succeed, and finally the method is Newton's.

A step is accepted if the work of the forces over it (trapezoidal rule) is close enough to the work
that the matrix predicts, after corrections that project the positions onto the constraints.
Energies are not used: user functions have none. Far from the constraints, the criterion is to
approach them.

Steps onto the constraints and their work are in `statics/trial.py`; `statics/newton.py` is for
forces whose equilibria no descent reaches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.status import NEWTON_FAILED, OK, SINGULAR
from linkwork.statics.norms import Judge, Norms
from linkwork.statics.system import State, StaticSystem, Step
from linkwork.statics.trial import NEAR, balanced, part, work_ratio

ROUNDING = 4.0e-15
"""Steps up to this, relative to the size, and work up to this, relative to its parts, are zero."""

DAMPED = 40
"""Iterations of the search, in multiples of newton.maxIterations."""

REACH = 0.25
"""Largest change of a coordinate in the first damped step, relative to the size of the model."""

WEAKEST, LARGEST = 1.0e-11, 1.0e12
"""Smallest and largest shift, relative to the typical stiffness."""

FAIR, GOOD = 0.1, 0.7
"""Part of the predicted work that a step must do, and from which the shift shrinks."""

TINY, CLOSE = 1.0e-7, 1.0e3
"""Steps up to this, relative to the size, and forces up to this many limits, are judged by norms:
the work of such a step is rounding."""

TRIES, FAR = 3, 8.0
"""Parts of a step that are tried, and how far beyond the reach it may lead."""

LOOK = 30
"""Iterations in which a search must move, or halve its residuals."""

NEARBY = 1.0e-4
"""Factors of a state up to this far away, relative to the size, show the stability."""

POLISHING = 2
"""Updates with the factors at the end: they cost little and give all digits."""

AWAY = 1.0e4
"""A coordinate that has moved by this many sizes of the model runs away."""


class Search:
    """One load step: from the present state to an equilibrium; see the text of the module.

    iterations -- updates taken; shift -- of the last matrix
    neutral -- whether the matrix was singular without a shift where the search ended
    ran_away -- whether a coordinate left all bounds; is_free -- and nothing held it at the start
    """

    def __init__(self, system: StaticSystem, newton: Any, check: Callable[[], None]) -> None:
        self.system, self.settings, self.check = system, newton, check
        self.iterations = self._kept = self._renewed = 0
        self.shift, self.reach = 0.0, np.inf
        self.neutral = self.ran_away = self._fresh = self._was_singular = False
        self.status = OK
        self._factor_shift = self._moved = self._away = np.inf
        self._whole = np.inf  # longest change of a coordinate in the last step without a shift
        self.norms = Judge(system, newton)
        self._seen = system.data["q"], np.inf

    # ------------------------------------------------------------------ the search

    def run(self) -> tuple[int, State]:
        """(status, state): an equilibrium, or the state from which no step was found."""
        system = self.system
        status, state = system.evaluate()
        status = status or system.weigh()
        if status != OK:
            return status, state
        state = balanced(system, state)
        start, limit = state, DAMPED * self.settings.maxIterations
        if system.is_flat:
            self.shift, self.neutral, self._was_singular = WEAKEST, True, True
        size = system.size or 1.0
        self.reach = REACH * system.size or self._deflection(state)
        while status == OK and self.iterations < limit:
            self.check()
            norms = self.norms(state)
            if norms.total == 0.0 or (norms.done and self.iterations):
                return OK, self._polished(state, norms)
            if self.shift and np.abs(state.q - start.q).max(initial=0.0) > AWAY * size:
                self.ran_away = True
                return NEWTON_FAILED, state
            if self._stands_still(state, norms):
                others = norms._replace(force=0.0).done
                if others and self._whole <= ROUNDING * size:
                    return OK, self._polished(state, norms)  # only rounding is left
                return NEWTON_FAILED, state
            moved = self._advance(state, norms)
            if moved is None:
                if self._moved <= ROUNDING * size:
                    return OK, self._polished(state, norms)  # no number is nearer
                return self.status or NEWTON_FAILED, state
            state = moved
        return status or NEWTON_FAILED, state

    def _stands_still(self, state: State, norms: Norms) -> bool:
        """Whether nothing was gained since the last check, some iterations ago."""
        if self.iterations % LOOK:
            return False
        q, total = self._seen
        self._seen = state.q, norms.total
        if not self.iterations:
            return False
        moved = float(np.abs(state.q - q).max(initial=0.0))
        return moved <= NEARBY * self.system.size and norms.total > 0.5 * total

    def _deflection(self, state: State) -> float:
        """Reach in a model without extent: deflection of the typical stiffness under the forces."""
        force = float(np.abs(state.force).max(initial=0.0))
        return REACH * force / self.system.stiffness or np.inf

    def _advance(self, state: State, norms: Norms) -> State | None:
        """The next state; None if no step helps."""
        system, self.status = self.system, OK
        while self.shift <= LARGEST:
            self.check()
            if not self._fresh:
                system.go_to(state)
                system.evaluate()
                status = system.factorize(self.shift)
                if status not in (OK, SINGULAR):
                    self.status = status
                    return None
                if status == SINGULAR:
                    first = not self.iterations and self.shift == 0.0
                    self._was_singular = self._was_singular or first
                    self._stiffen(state)
                    continue
                self._fresh, self._kept, self._factor_shift = True, 0, self.shift
                self._away = 0.0
            step = system.solve(state.force, state.equations, state.rates)
            if not all(np.isfinite(part).all() for part in step):
                self._stiffen(state)
                continue
            moved = self._take(state, norms, step)
            if moved is not None:
                self.count()
                return moved
            self._stiffen(state)
        return None

    @property
    def is_free(self) -> bool:
        """Whether a coordinate ran away that nothing held at the start."""
        return self.ran_away and self._was_singular

    def is_off(self, norms: Norms) -> bool:
        """Whether a state is far from its constraints."""
        return norms.equations > max(NEAR * self.system.size, norms.equations_limit)

    def count(self) -> None:
        """Count one more update."""
        self.iterations += 1
        self.system.data.scalars.newton_iterations += 1

    def _stiffen(self, state: State) -> None:
        """Shorten the next steps: the matrix does not lead to a descent."""
        system, self._fresh = self.system, False
        if self.shift == 0.0:
            self.neutral = True
            self.shift = WEAKEST
            return
        force = float(np.abs(state.force / system.metric).max(initial=0.0))
        natural = force / self.reach if np.isfinite(self.reach) else 0.0
        self.shift = max(8.0 * self.shift, min(natural, 1.0))

    def _relax(self, ratio: float, factor: float, longest: float) -> None:
        """After an accepted step, allow longer steps if the prediction of the matrix was good."""
        self._moved = factor * longest
        self._away += self._moved
        if factor < 1.0:
            self.reach = self._moved
        keeps = self.settings.useModifiedNewton and self._kept < self._most_kept()
        self._kept += 1
        self._fresh = bool(keeps and factor == 1.0 and self.shift == 0.0 and ratio > GOOD)
        if ratio > GOOD:
            if self.shift:
                self.shift = self.shift / 8.0 if self.shift > 2.0 * WEAKEST else self._least()
            self.reach *= 2.0

    def _least(self) -> float:
        """The smallest shift: zero, unless the matrix without a shift was always singular."""
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
        strays = self.is_off(norms)
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
        if self.shift <= WEAKEST:
            self._moved = self._whole = longest
        for _ in range(TRIES):
            status, moved = part(system, state, step, factor)
            self.status = status or self.status
            if moved is not None:
                foretold = factor * (work - pull) - 0.5 * factor * factor * bend
                after = self.norms(moved)
                if strays:
                    closer = after.equations <= (1.0 - 0.3 * factor) * norms.equations
                    ratio = 1.0 if closer else 0.0
                elif by_norms and factor == 1.0 and after.total <= 0.5 * norms.total:
                    ratio = 1.0
                else:
                    ratio = work_ratio(system, state, moved, foretold)
                if self._misses(factor * longest, norms, after):
                    ratio = 0.0
                if ratio > FAIR:
                    self._relax(ratio, factor, longest)
                    return moved
            self.check()
            factor *= 0.25
        return None

    def _misses(self, length: float, norms: Norms, after: Norms) -> bool:
        """Whether a step is no better than a guess: it is long, or increases the rates."""
        size = self.system.size
        long = size and self.shift == 0.0 and length > 2.0 * size
        rates = after.rates > max(norms.rates, after.rates_limit)
        return bool(rates or (long and after.force > 1e-3 * norms.force))

    def _polished(self, state: State, norms: Norms) -> State:
        """The state after some more updates with the factors at the end."""
        system = self.system
        self._settle(state)
        for _ in range(POLISHING):
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
        """Compute factors without a shift, or with the least one if the matrix is singular."""
        system = self.system
        system.go_to(state)
        system.evaluate()
        if self._factor_shift == self.shift == 0.0 and self._away <= NEARBY * system.size:
            return  # the last ones are close enough
        self.shift, self.neutral = 0.0, False
        if system.factorize(0.0) == SINGULAR:
            self.shift, self.neutral = WEAKEST, True
            system.factorize(WEAKEST)

    def take_over(self, other: Search) -> None:
        """Continue from the result of another search."""
        self.iterations += other.iterations
        self.shift, self.neutral = other.shift, other.neutral
