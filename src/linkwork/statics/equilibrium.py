"""The equilibrium of one load step: a search for each group of parts, and warnings about it."""

from __future__ import annotations

from typing import Any

from linkwork.assembly.redundant_rows import smallest_multipliers
from linkwork.core.errors import UserFunctionError, warn
from linkwork.core.kernels.raised import raised
from linkwork.core.records import State as Saved
from linkwork.core.status import NEWTON_FAILED, OK, USER_FUNCTION, decode
from linkwork.integrators.state import copied
from linkwork.run.context import RunContext
from linkwork.statics.descent import Descent
from linkwork.statics.loads import listed
from linkwork.statics.newton import newton, plain, single
from linkwork.statics.parts import groups
from linkwork.statics.search import Search
from linkwork.statics.stability import leave_unstable, name_neutral, share_forces
from linkwork.statics.system import State, StaticSystem
from linkwork.statics.trial import step_aside


class Equilibrium:
    """Finds the equilibrium of the present loads, starting from the present state.

    settings -- staticSolver
    system -- residuals and matrix; search -- the last search
    iterations -- of the last load step
    has_searched -- whether the compiled descent was not enough
    error -- of a user function during the search, far from its end
    interrupted -- filled by Ctrl-C
    """

    def __init__(self, context: RunContext, settings: Any) -> None:
        self._context, self.settings = context, settings
        self.search: Search | None = None
        self.iterations = 0
        self.has_searched = False
        self.error: UserFunctionError | None = None
        self.interrupted: list[bool] = []
        self._warned: set[str] = set()
        self._stepped_aside: set[int] = set()
        self.renew()

    def renew(self) -> None:
        """Use the present equations."""
        equations = self._context.equations
        self.system = StaticSystem(equations, self.settings)
        self._descent: Descent | None = None
        if self.can_descend:
            if "descent" not in equations.kept:
                equations.kept["descent"] = Descent(equations)
            self._descent = equations.kept["descent"]
            self._descent.set(self.settings.newton)

    @property
    def can_descend(self) -> bool:
        """Whether the unknowns are coordinates alone, without a stabilizer."""
        system = self.system
        others = system.m or not system.n or (len(system.data["y"]) and not system.holds_rates)
        return not others and not self.settings.stabilizerODE2term

    def solve(self, goal: float) -> int:
        """Search for an equilibrium of the present loads, of all parts; returns a status.

        goal -- fraction of the duration at which the load step ends
        """
        settings = self.settings.newton
        self.system.begin(goal)
        self.error, self.search, self.iterations = None, None, 0
        compatible = self._context.settings.compatibility
        if compatible or not settings.useNewtonSolver:
            self.search = Search(self.system, settings, self.look_around)
            status = single(self.search) if not settings.useNewtonSolver else plain(self.search)
            self.iterations = self.search.iterations
            return status
        for parts in groups(self.system):
            self.system.focus(parts)
            descended = self._descend() if parts is None else None
            if descended is not None:
                return descended
            status = self._solve_parts(0 if parts is None else int(parts[0]))
            assert self.search is not None
            self.iterations += self.search.iterations
            if status != OK:
                return status
        self.system.focus(None)
        return OK

    def forget_factors(self) -> None:
        """Before a run is repeated: no load step has been solved yet."""
        assert self._descent is not None
        self._descent.forget_factors()

    def _descend(self) -> int | None:
        """Let the compiled descent find an equilibrium; None if the search must go on.

        The search begins at an equilibrium whose stability must be examined, or else where the
        descent began.
        """
        if self._descent is None:
            return None
        data = self._context.data
        kept = [(data[name], data[name].copy()) for name in ("q", "q_low", "poses")]
        status = self.descend()
        if status is None and not self._descent.found:
            for array, values in kept:
                array[:] = values
        return status

    def descend(self) -> int | None:
        """The same without going back: if no equilibrium is found, the state may be anywhere."""
        descent = self._descent
        assert descent is not None
        self.system.set_scalars()
        status = descent.run()
        if status != OK:
            return status
        self.look_around()
        self.error = None
        if not descent.found:
            return None
        self.iterations = descent.iterations
        return OK if descent.is_stable else None

    def _solve_parts(self, first: int) -> int:
        """Search for the equilibrium of the selected parts, the lowest of which is `first`."""
        settings, self.has_searched = self.settings.newton, True
        search = self.search = Search(self.system, settings, self.look_around)
        kept = self.kept_state()
        status, state = search.run()
        off = status == NEWTON_FAILED and search.is_off(search.norms(state))
        if off and first not in self._stepped_aside:
            self._stepped_aside.add(first)
            self.go_back(kept)
            step_aside(self.system)
            search = self.search = Search(self.system, settings, self.look_around)
            status, state = search.run()
        if status != OK and not search.is_free and decode(status)[0] != USER_FUNCTION:
            failed = self.kept_state()
            self.go_back(kept)
            if newton(search) == OK:
                self._warn_once("no descent led to the equilibrium: it may be unstable")
                return OK
            self.go_back(failed)
        if status == OK and self._context.model.n_ode2:
            self._look_at(search, state)
        return status

    def _look_at(self, search: Search, state: State) -> None:
        """Leave an unstable equilibrium; warn of coordinates that nothing holds."""
        unstable = leave_unstable(search, state)
        if unstable:
            self._warn_once(f"the equilibrium is unstable: {unstable} would leave it")
        if share_forces(search):
            self._take_smallest_forces()
            names = listed(self._context.equations.rows.redundant_names()) or "some constraints"
            self._warn_once(
                f"{names} cannot be satisfied independently of the others: constraint forces are "
                "the smallest ones that balance the loads; remove redundant constraints to make "
                "them unique"
            )
        neutral = name_neutral(search)
        if neutral:
            self._warn_once(
                f"nothing holds {neutral}, and no force acts there: it stays in place; hold it "
                "with a constraint or a spring"
            )

    def _take_smallest_forces(self) -> None:
        """Of all multipliers that balance the loads, take the smallest ones."""
        equations, data = self._context.equations, self._context.data
        rows = data["row_mass"].copy()
        equations.evaluate_masses()
        gradients = equations.rows.gradients()
        data["row_mass"][:] = rows
        data["multipliers"][:] = smallest_multipliers(gradients, data["multipliers"])
        self.system.evaluate()

    def _warn_once(self, text: str) -> None:
        if text not in self._warned:
            self._warned.add(text)
            warn(f"SolveStatic at t = {self._context.data.scalars.t:.6g} s: {text}")

    def look_around(self) -> None:
        """Between evaluations: check for Ctrl-C; keep errors of user functions far from the end."""
        if self.interrupted:
            raise KeyboardInterrupt
        if raised:
            is_last, error = raised.is_barred, raised.take()
            if is_last or not isinstance(error, UserFunctionError):
                raise error
            self.error = error

    def kept_state(self) -> Saved:
        """A copy of the present state."""
        return copied(self._context.data.group("state"))

    def go_back(self, kept: Saved) -> None:
        """Make a kept state the present one."""
        for array, values in zip(self._context.data.group("state"), kept, strict=True):
            array[:] = values
