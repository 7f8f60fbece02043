"""A member by the ordinary way: its numbers are set in a system of its own, which is solved.

It serves every parameter that can be set, and every model. Compiled members (`worker.py`) leave to
it what they do not cover, and what needs a decision of Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.api.original import Original
from linkwork.api.parameter_paths import ParameterPath
from linkwork.core.errors import SolverError, SysError, warnings_kept
from linkwork.core.status import OK, REFUSED, USER_FUNCTION, decode
from linkwork.ensemble.columns import Pick
from linkwork.ensemble.coverage import Checked, Word, part_of
from linkwork.ensemble.rows import rows_of

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem
    from linkwork.results.solution import Solution


class Outcome(NamedTuple):
    """How a member has ended.

    status -- OK, or the code of a failure; item -- its number, -1 if none is known
    time -- of the last state [s]; text -- of the error, empty if there was none
    warnings -- what the run has warned of
    """

    status: int
    item: int
    time: float
    steps: int
    text: str
    warnings: tuple[str, ...] = ()


class Ordinary:
    """Solves members one after another, in a system that nobody else uses."""

    def __init__(
        self, mbs: MainSystem, settings: Any, solver: Any, varied: Sequence[ParameterPath],
        picks: list[Pick], times: np.ndarray, slack: float, words: Sequence[Word] = (),
    ) -> None:  # fmt: skip
        """words -- places of numbers that are not set as parameters"""
        self._mbs, self._settings, self._solver = mbs, settings, solver
        self._picks, self._times, self._slack = picks, times, slack
        self._words, direct = words, {word.column for word in words}
        self._set = [k for k in range(len(varied)) if k not in direct]
        self._all, self._varied = varied, [varied[k] for k in self._set]
        self._original = Original(mbs, self._varied)
        self._checked = Checked(mbs, varied if direct else ())  # as Assemble would do for these

    def solve(self, values: np.ndarray, rows_out: np.ndarray) -> Outcome:
        """Solve a member with these values, and write its rows."""
        with warnings_kept() as told:
            outcome = self._solve(values, rows_out)
        return outcome._replace(warnings=tuple(told))

    def _solve(self, values: np.ndarray, rows_out: np.ndarray) -> Outcome:
        mbs = self._mbs
        rows_out[...] = np.nan
        try:
            self._put(values)
            solution = mbs.SolveDynamic(self._settings, self._solver, showCausingItems=False)
        except SolverError as error:
            return self._failed(error, error.solution, rows_out)
        except SysError as error:
            return self._failed(error, None, rows_out)
        rows_of(solution, self._picks, self._times, self._slack, rows_out)
        return Outcome(OK, -1, float(solution.times[-1]), solution.statistics.steps, "")

    def _put(self, values: np.ndarray) -> None:
        """Set the numbers of a member."""
        mbs = self._mbs
        self._original.set(self._varied, [float(value) for value in values[self._set]])
        if mbs._model is None:
            mbs.Assemble()
        self._checked.check(values)
        for part, word, column in self._words:
            if not np.isfinite(values[column]):
                self._all[column].set(mbs, float(values[column]))  # refuses it
            part_of(mbs, part).view(float).reshape(-1)[word] = values[column]

    def _failed(self, error: SysError, solution: Solution | None, rows_out: np.ndarray) -> Outcome:
        start = float(self._settings.timeIntegration.startTime)
        steps, end = 0, start
        if solution is not None and len(solution.times):
            rows_of(solution, self._picks, self._times, self._slack, rows_out)
            steps, end = solution.statistics.steps, float(solution.times[-1])
        code, item = decode(getattr(error, "status", 0))
        if code == OK:
            code = USER_FUNCTION if error.__cause__ is not None else REFUSED
        return Outcome(code, -1 if item is None else item, end, steps, str(error))


def is_structural(mbs: MainSystem, path: ParameterPath) -> bool:
    """Whether another value of a number needs a new Assemble."""
    item = mbs._items[path.family][path.number]
    return bool(item.is_structural(path.parameter, getattr(item, path.parameter.name)))
