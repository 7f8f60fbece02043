"""Failures of a run: the error that a status means, with names and advice."""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from linkwork.core.errors import SolverError
from linkwork.core.kernels.raised import raised
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.status import (
    NEWTON_FAILED,
    NOT_FINITE,
    NOT_REDUNDANT,
    SENSED_NOT_FINITE,
    SINGULAR,
    USER_FUNCTION,
    Failure,
    decode,
    failure_of,
)
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.results.record.recording import Recording
from linkwork.run.functions.checks import FunctionChecks
from linkwork.run.progress import Counts


def trouble_of(model: Model, data: Data) -> str:
    """What in the present state of an item explains a failure, by name; empty if nothing does."""
    for table in model.tables.values():
        for line, text in table.kind.troubles(table, data):
            number = int(table.numbers[line])
            return f"{model.items[table.kind.family][number].label(number)}: {text}"
    return ""


class Failures:
    """Raises the errors that the statuses of a run mean.

    name -- of the solver
    implicit -- whether its right-hand side includes the rows of first-order coordinates
    """

    def __init__(
        self, model: Model, data: Data, recording: Recording, counts: Counts,
        functions: FunctionChecks, name: str, implicit: bool,
    ) -> None:  # fmt: skip
        self._model, self._data, self._recording = model, data, recording
        self._counts, self._functions = counts, functions
        self._name, self._implicit = name, implicit
        self._violated: tuple[int, float] | None = None

    def note_violation(self) -> None:
        """Note the largest violation of a redundant equation, before others are released."""
        redundant = self._data.equations.redundant
        self._violated = redundant.worst() if redundant is not None else None

    def look_into(self, status: int) -> NoReturn:
        """Raise the error that a status means; Python may say more than compiled functions can."""
        if decode(status)[0] == USER_FUNCTION:
            self._functions.look_into_levels(status)
        self.fail(status)

    def fail(self, status: int, hint: str = "") -> NoReturn:
        """Raise the error that a status means, from the user's own exception if there is one."""
        when = self._counts.when()
        if raised:
            from linkwork.core.functions.user_functions import raise_user_error

            raise_user_error(when)
        failure = failure_of(status)
        if failure.names_item:
            at = f"{when}{self._place(failure)}"
            text = f"{failure.label(self._model.items)} {at}: {failure.text}"
            raise SolverError(text, status=status)
        with overflows_unnoticed():
            trouble, behind = trouble_of(self._model, self._data), self._behind(failure.code)
        if trouble:
            raise SolverError(f"{self._name} failed {when}: {trouble}", status=status)
        text = f"{self._name} failed {when}: {failure.text}{hint}{behind}"
        raise SolverError(text, status=status)

    def _place(self, failure: Failure) -> str:
        """What an item tells about where in it the failure is."""
        if failure.number is None or (failure.family, failure.number) not in self._model.place:
            return ""
        table, row = self._model.place[failure.family, failure.number]
        told = table.kind.place_of_failure(table, row, failure.code, self._data)
        return f", {told}" if told else ""

    def _behind(self, code: int) -> str:
        """Where a failure of the whole system comes from, by name."""
        if code in (NEWTON_FAILED, NOT_FINITE):
            return self._largest_residual()
        if code == NOT_REDUNDANT and self._violated is not None:
            row, size = self._violated
            name = self._data.equations.rows.name(row)
            return f"; {name} is violated by {size:.3g}{self._unit(row)}"
        if code == SENSED_NOT_FINITE:
            where = self._recording.not_finite()
            return f": {where}; the model may be unstable, or the steps too large"
        if code == SINGULAR and self._model.n_ae:
            names = ", ".join(self._data.equations.rows.redundant_names())
            return (
                f"; {names} cannot be satisfied independently of the others here" if names else ""
            )
        return ""

    def _unit(self, row: int) -> str:
        """Unit of an equation, empty if it has none."""
        family, number, first = self._model.numbering.row_owner(row)
        unit = self._model.items[family][number].equation_units(self._model.items)[row - first]
        return "" if unit == "1" else f" {unit}"

    def _largest_residual(self) -> str:
        """The coordinate with the largest residual; one that is not finite precedes all others.

        Forces and rates have no common measure, so forces come first. Where Newton's method failed,
        its right-hand side still contains the rows of the rates.
        """
        data, last = self._data, len(self._data["x"]) - self._model.n_ode1
        rates = data["x"][last:] if self._implicit else data["rates"]
        parts = {"ode2": data["residual"], "ode1": rates}
        parts = {part: np.abs(rows) for part, rows in parts.items() if rows.size}
        for part, rows in sorted(parts.items(), key=lambda item: np.isfinite(item[1]).all()):
            worst = int(np.where(np.isfinite(rows), rows, np.inf).argmax())
            name = self._model.numbering.coordinate_name(worst, part)
            return f"; the largest residual is at {name}"
        return ""
