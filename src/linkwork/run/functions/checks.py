"""Checks that compiled user functions do what the user has written.

Compiled code raises no exceptions, and its integers have 64 bits. Where it fails or returns other
results, the functions are called back: the results of Python count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from linkwork.core.errors import SolverError, warn
from linkwork.core.kernels.raised import raised
from linkwork.core.status import OK, USER_FUNCTION, decode
from linkwork.model.data import Data
from linkwork.model.functions import Key
from linkwork.model.model import Model
from linkwork.run.progress import Counts

if TYPE_CHECKING:
    from linkwork.events.watching import Watching

UNEQUAL = 1e-7
"""Relative difference of forces from which compiled code is not trusted."""

FLOOR = 1e-6
"""Smallest length [m] and speed [m/s] to which differences of constraint values are related: rates
may be differences of a function in time, and then consist of rounding errors at rest."""


class FunctionChecks:
    """User functions of a run: how they are called, and whether compiled ones can be trusted.

    compiles -- whether they are to be compiled; others_run -- whether other Python code runs
    during the solve
    """

    def __init__(
        self, model: Model, data: Data, counts: Counts, compiles: bool, others_run: bool
    ) -> None:
        self._model, self._data, self._counts = model, data, counts
        self._compiles, self._others_run = compiles, others_run

    def bind(self) -> None:
        """Compile user functions where possible and wanted."""
        self._model.functions.bind_for_run(self._others_run, self._compiles)

    def look_into(self, status: int, again: Callable[[], int]) -> bool:
        """After a failure, repeat the evaluation with user functions called back to Python.

        Returns whether it succeeds: then compiled code and Python differ, and the run continues
        with the Python functions. Compiled functions raise no exceptions.
        """
        functions = self._model.functions
        if not functions.are_compiled():
            return False
        functions.bind_all_back()
        result = again()
        if raised:
            from linkwork.core.functions.user_functions import raise_user_error

            raise_user_error(self._counts.when())
        if result == OK:
            code, number = decode(status)
            names = functions.distrust(number if code == USER_FUNCTION else None)
            warn(
                f"compiled code of {names} failed at t = {self._data.scalars.t:.6g} s where Python "
                "does not fail: it is called back from here on; mark the function with "
                "linkwork.called_back if this is intended, or look for integers beyond 64 bits "
                "and for divisions of array elements by zero"
            )
        self.bind()
        return result == OK

    def look_into_levels(self, status: int) -> bool:
        """The same for the evaluations of a start: forces, and constraints at all levels."""
        forces = self._data.equations.forces
        return self.look_into(status, lambda: forces(0) or forces(1) or forces(2))

    def demand_unchanged(self) -> None:
        """Refuse results of compiled functions whose variables have changed in the meantime."""
        text = self._model.functions.changed_variable()
        if text and not raised:
            raise SolverError(f"{text} (seen at t = {self._data.scalars.t:.6g} s)")

    def compare(self, watching: Watching | None) -> None:
        """Check that compiled functions return what Python returns, at least where the run starts.

        One item per function is evaluated both ways. Functions that differ are called back.
        watching -- what sensors watch, in a run that locates their events
        """
        functions, s = self._model.functions, self._data.scalars
        counted = s.force_evaluations
        samples = functions.samples()
        if self._differ(samples, watching):
            for key in [key for key in samples if self._differ([key], watching)]:
                warn(
                    f"compiled code of {functions.distrust_one(key)} returns other results than "
                    "Python at the start: it is called back; look for integers beyond 64 bits"
                )
            self.bind()
        s.force_evaluations = counted

    def _differ(self, samples: list[Key], watching: Watching | None) -> bool:
        """Whether forces or constraints change when these functions are called back."""
        functions = self._model.functions
        compiled = self._forces_of_all_levels(watching)
        for key in samples:
            functions.bind_back(key)
        python = self._forces_of_all_levels(watching)
        if raised:
            from linkwork.core.functions.user_functions import raise_user_error

            raise_user_error(self._counts.when())
        for key in samples:
            functions.bind_again(key)
        if compiled is None or python is None:
            return False  # the evaluations that follow report it
        size = max(np.abs(part).max(initial=0.0) for part in python)
        limits = UNEQUAL * size, UNEQUAL * max(size, FLOOR)
        away = (np.abs(c - p).max(initial=0.0) for c, p in zip(compiled, python, strict=True))
        return any(a > limit for a, limit in zip(away, limits, strict=True))

    def _forces_of_all_levels(
        self, watching: Watching | None
    ) -> tuple[np.ndarray, np.ndarray] | None:
        """(forces, constraint values) of the present state; None if an evaluation fails."""
        forces, constraints = [], []
        for level in (0, 1) if self._model.n_ae else (0,):
            if self._data.equations.forces(level) != OK:
                return None
            forces.append(self._data["residual"].copy())
            constraints.append(self._data["constraint"].copy())
        if watching is not None:
            if watching.evaluate(self._data.equations) != OK:
                return None
            values = self._data["event_values"]
            forces.append(values[np.isfinite(values)])
        return np.concatenate(forces), np.concatenate(constraints)
