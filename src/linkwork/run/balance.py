"""Equilibrium of forces outside of the loop: masses, accelerations and multipliers of a state."""

from __future__ import annotations

import numpy as np

from linkwork.assembly.equations import share_loads
from linkwork.bodies.body import Body
from linkwork.core.errors import warn
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.status import NOT_FINITE, OK, SINGULAR, USER_FUNCTION, decode
from linkwork.run.consistent_start import FLOOR, SILENT
from linkwork.run.context import RunContext
from linkwork.run.failures import trouble_of
from linkwork.run.scheme import Scheme

NONE = np.zeros(0, np.int64)
"""No equations."""


class Balance:
    """Masses, accelerations, multipliers; constraints may depend on each other."""

    def __init__(self, context: RunContext, scheme: Scheme) -> None:
        self._context, self._scheme = context, scheme
        self._model, self._data = context.model, context.data
        self._told: set[str] = set()

    def renew(self) -> None:
        """Before the run is repeated: no equations were named yet."""
        self._told.clear()

    def weigh(self) -> int:
        """Compute the masses of the constraint rows; returns a status."""
        for table in self._model.tables_of(Body):
            for row in table.kind.impossible(table):  # type: ignore[attr-defined]
                number = table.numbers[row]
                body = self._model.items["object"][number]
                body.check_complete(body.label(number))
        status = self._context.equations.weigh()
        if status == SINGULAR and self.share_loads():
            status = self._context.equations.weigh()
        return status

    def share_loads(self) -> bool:
        """Continue with the multipliers of minimum norm, where constraints depend on each other.

        Returns whether this changes anything.
        """
        context = self._context
        equations = context.equations
        if not equations.rows.tie_coordinates or equations.lacks_mass or equations.shares_loads:
            return False
        before = equations.redundant.rows if equations.redundant is not None else NONE
        rows = self._redundant()
        # a matrix that is singular for another reason, or that the same equations did not mend
        unhelpful = np.array_equal(before, rows) if self._scheme.is_implicit else False
        unhelpful = unhelpful or (not len(rows) and bool(trouble_of(self._model, self._data)))
        # equations that do not follow from the others any more cannot act if they are violated
        unhelpful = unhelpful or (len(rows) < len(before) and self._violates(before))
        # flat equations act as soon as the model moves
        if unhelpful or (self._scheme.is_implicit and equations.rows.flat_names()):
            if len(before):
                equations.release(before)
                equations.violations(0)  # for the text of the error
            return False
        if self._scheme.is_implicit:
            equations.release(rows)
        else:
            equations.layout.close()
            context.equations = share_loads(equations)
            context.equations.layout.open(self._data)
        self._warn(context.equations.rows.names_of(rows))
        self._scheme.set_coefficients()
        return True

    def _redundant(self) -> np.ndarray:
        """Equations that depend on others at the present positions."""
        equations = self._context.equations
        if equations.redundant is not None:
            equations.release(NONE)
        equations.evaluate_masses()
        return equations.rows.redundant()

    def _violates(self, rows: np.ndarray) -> bool:
        """Whether the present positions violate some equations by more than rounding."""
        equations = self._context.equations
        _, values = equations.violations(0)
        limit = SILENT * max(equations.largest_position(), FLOOR) * equations.row_sizes[rows]
        return bool((np.abs(values[rows]) > limit).any())

    def _warn(self, names: list[str]) -> None:
        """Name the redundant equations, once in a run."""
        told = ", ".join(names) or "the constraints"
        if told not in self._told:
            self._told.add(told)
            warn(
                f"{told} cannot be satisfied independently of the others at "
                f"t = {self._data.scalars.t:.6g} s: from here on constraint forces are the "
                "smallest ones that balance the loads; remove redundant constraints to make them "
                "unique"
            )

    def drop_low_parts(self) -> None:
        """Discard the low parts of positions: explicit solvers use plain sums."""
        if not self._scheme.is_implicit:
            self._data["q_low"][:] = 0.0

    def accelerate(self, keep_modes: bool = False, curvature: np.ndarray | None = None) -> None:
        """Compute accelerations and multipliers of the present positions and velocities.

        The state decides on the branches of piecewise laws, unless they are to be kept.
        curvature -- see `Equations.initial_accelerations`
        """
        context, s = self._context, self._data.scalars
        held, s.frozen = s.branches_held, keep_modes
        s.branches_held = held if keep_modes else 0
        status = context.equations.initial_accelerations(curvature)
        if status == OK and not self._has_finite_rates():
            status = NOT_FINITE
        failed = decode(status)[0] in (NOT_FINITE, USER_FUNCTION)
        if failed and context.functions.look_into_levels(status):
            status = context.equations.initial_accelerations(curvature)
        s.branches_held = held
        context.demand(status)

    def _has_finite_rates(self) -> bool:
        """Whether accelerations, multipliers and rates are finite."""
        rates = [self._data[name] for name in ("a", "multipliers", "y_t")]
        return bool(np.isfinite(np.concatenate(rates)).all())

    def go_on(self, h: float) -> None:
        """Continue with another step size: compute new accelerations and multipliers."""
        if self._context.settings.compatibility and self._scheme.is_implicit:
            self._scheme.keep_on(h)
            return
        with overflows_unnoticed():
            self.accelerate()
        self._scheme.set_step(h)
