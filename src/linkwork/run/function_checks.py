"""Whether compiled user functions do what the user has written: the part of a run that looks.

Compiled code tells no exceptions, and its whole numbers have 64 bits. Where it fails or gives
other results, the functions are called back: what Python makes of them is what counts.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from linkwork.connectors.connector import Constraint
from linkwork.core.errors import SolverError, warn
from linkwork.core.kernels import compile as kernel_compiler
from linkwork.core.status import OK, USER_FUNCTION, decode
from linkwork.events.watching import Watching
from linkwork.model.data import Data
from linkwork.model.functions import Key
from linkwork.model.model import Model
from linkwork.model.table import Table
from linkwork.run.slope_checks import wrong_slopes

NEARBY, SMALLEST, CLOSE = 1.0e-4, 1.0e-3, 1.0e-5
"""How far from the start constraint functions are asked, relative to positions; the least size of
positions and speeds; how close told and derived rates must be."""

UNEQUAL = 1e-7
"""Relative difference of forces from which compiled code is not believed."""


class FunctionChecks:
    """The part of a run that deals with its user functions; see `run/start.py`."""

    model: Model
    data: Data
    settings: Any
    equations: Any
    pre_step: int
    watching: Watching | None = None
    """Of a run that locates events of sensors: what they watch."""
    keeps_positions: bool = True
    """Whether constraints are kept at position level."""

    @abstractmethod
    def _fail(self, status: int, hint: str = "") -> NoReturn:
        """Raise what a status stands for."""

    def _bind(self, others_run: bool) -> None:
        """Compile user functions where possible and wanted."""
        self.model.functions.bind_for_run(others_run, self.settings.compileUserFunctions)

    def _look_into_user_functions(self, status: int, again: Callable[[], int]) -> bool:
        """Compiled user functions tell no exceptions: do it again with them in Python.

        Returns whether it worked this time: then compiled code and Python differ, and the run
        goes on with what the user has written.
        """
        functions = self.model.functions
        if not functions.are_compiled():
            return False
        functions.bind_all_back()
        result = again()
        if kernel_compiler.raised:
            self._fail(result)
        if result == OK:
            code, number = decode(status)
            names = functions.distrust(number if code == USER_FUNCTION else None)
            warn(
                f"compiled code of {names} failed at t = {self.data.scalars.t:.6g} s where Python "
                "does not fail: it is called back from here on; mark the function with "
                "linkwork.called_back if that is meant, or look for whole numbers beyond 64 bits "
                "and for divisions of array elements by zero"
            )
        self._bind(others_run=self.pre_step != 0)
        return result == OK

    def _look_into_levels(self, status: int) -> bool:
        """The same for what a start evaluates: forces, and constraints at all levels."""
        forces = self.equations.forces
        return self._look_into_user_functions(status, lambda: forces(0) or forces(1) or forces(2))

    def _demand_unchanged(self) -> None:
        """Refuse results of compiled functions whose variables have changed meanwhile."""
        text = self.model.functions.changed_variable()
        if text and not kernel_compiler.raised:
            raise SolverError(f"{text} (seen at t = {self.data.scalars.t:.6g} s)")

    # ------------------------------------------------------------------ start

    def _ask_for_rates(self) -> None:
        """Find constraint functions that return the derivative where velocityLevel is True.

        Explicit solvers and starts at index 2 need fewer differences of them. A function may also
        ignore the flag, or refuse it: so it is asked near the start, at velocities without
        meaning, and compared with differences of its values.
        """
        tables = self._tables_with_functions()
        if not tables or self.keeps_positions:
            return
        data, rng = self.data, np.random.default_rng(0)
        kept = {name: data[name].copy() for name in ("q", "v", "multipliers")}
        size = max(self.equations.largest_position(), SMALLEST)
        speed = max(float(np.abs(data["v"]).max(initial=0.0)), SMALLEST)
        told = np.ones(self.model.n_ae, bool)
        for _ in range(2):
            data["q"][:] = kept["q"] + NEARBY * size * rng.uniform(-1.0, 1.0, len(kept["q"]))
            data["v"][:] = speed * rng.uniform(-1.0, 1.0, len(kept["v"]))
            derived, given = (self._rates_with(tables, flag) for flag in (0, 1))
            allowed = CLOSE * np.maximum(np.abs(derived), np.abs(given))
            told &= np.abs(given - derived) <= allowed  # false for nan, too
        for name, values in kept.items():
            data[name][:] = values
        for table in tables:
            rows, lines = table.kind.equation_rows(table)
            misses = np.bincount(lines, ~told[rows], len(table.rows))
            table.rows["tells_rates"] = (misses == 0) & (table.rows["UF"] != 0)

    def _tables_with_functions(self) -> list[Table]:
        """Constraints whose equations may be user functions."""
        constraints = self.model.tables_of(Constraint)
        return [table for table in constraints if "tells_rates" in (table.kind.dtype.names or ())]

    def _look_at_slopes(self) -> None:
        """Warn of Jacobians that do not belong to their constraint functions."""
        for number, row, column, given, found in wrong_slopes(
            self._tables_with_functions(), self.model, self.data
        ):
            item = self.model.items["object"][number]
            warn(
                f"{item.label(number)}: jacobianUserFunction is not the derivative of "
                f"constraintUserFunction by {'q_t' if item.velocityLevel else 'q'}: entry "
                f"[{row}, {column}] is {given:.6g} near the start, differences give {found:.6g}; "
                "constraint forces act through it, so the motion may be wrong"
            )

    def _rates_with(self, tables: list[Table], flag: int) -> np.ndarray:
        """Values of constraints at velocity level, told (1) or derived (0); nan if one fails."""
        for table in tables:
            table.rows["tells_rates"] = flag
        s = self.data.scalars
        s.cq = s.cv = 0.0
        s.level = 1
        status = self.equations.run("motion_calls") or self.equations.run("constraint_calls")
        failed = status != OK or kernel_compiler.raised
        kernel_compiler.raised.clear()
        return self.data["constraint"] * (np.nan if failed else 1.0)

    def _compare_user_functions(self) -> None:
        """Compiled functions must give what Python gives, at least where the run starts.

        One item per function is asked both ways. Functions that differ are called back.
        """
        functions, s = self.model.functions, self.data.scalars
        counted = s.force_evaluations
        samples = functions.samples()
        if self._differ(samples):
            for key in [key for key in samples if self._differ([key])]:
                warn(
                    f"compiled code of {functions.distrust_one(key)} gives other results than "
                    "Python at the start: it is called back; look for whole numbers beyond 64 bits"
                )
            self._bind(others_run=self.pre_step != 0)
        s.force_evaluations = counted

    def _differ(self, samples: list[Key]) -> bool:
        """Whether forces or constraints change when these functions are called back."""
        functions = self.model.functions
        compiled = self._forces_of_all_levels()
        for key in samples:
            functions.bind_back(key)
        python = self._forces_of_all_levels()
        if kernel_compiler.raised:
            self._fail(USER_FUNCTION)
        for key in samples:
            functions.bind_again(key)
        if compiled is None or python is None:
            return False  # told by the evaluations that follow
        away = np.abs(compiled - python).max(initial=0.0)
        return bool(away > UNEQUAL * np.abs(python).max(initial=0.0))

    def _forces_of_all_levels(self) -> np.ndarray | None:
        """Forces and constraint values of the present state; None if they cannot be had."""
        parts = []
        for level in (0, 1) if self.model.n_ae else (0,):
            if self.equations.forces(level) != OK:
                return None
            parts += [self.data["residual"].copy(), self.data["constraint"].copy()]
        if self.watching is not None:
            if self.watching.evaluate(self.equations) != OK:
                return None
            values = self.data["event_values"]
            parts.append(values[np.isfinite(values)])
        return np.concatenate(parts)
