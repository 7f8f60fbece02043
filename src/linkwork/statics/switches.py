"""Items that switch after an equilibrium is found: the loop of `integrators/switching.py`."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.kernels.compile import address_of
from linkwork.core.records import State
from linkwork.core.status import NEWTON_FAILED, OK, SWITCHED
from linkwork.integrators.parts_judge import typical_load
from linkwork.integrators.state import restore_state, without_data
from linkwork.integrators.switching import (
    go_back_to_solution,
    judge_switches,
    keep_branches,
    restore_branches,
)
from linkwork.model.data import Part
from linkwork.run.context import RunContext
from linkwork.run.scheme import SMALL_ERROR


class StaticSwitches:
    """What items and users that look at the equilibrium of a load step say about it.

    Recommended step sizes have no meaning in statics and are ignored.
    """

    def __init__(self, context: RunContext, settings: Any) -> None:
        self._context, self._settings = context, settings
        data, s = context.data, context.data.scalars
        tables = context.model.judging_tables()
        parts: list[Part] = [(table.kind.kernels["post_newton"], table) for table in tables]
        data.set_calls("post_calls", parts, address_of)
        s.branches_held, s.use_recommended = bool(tables), 0
        s.switch_tolerance = settings.iterationTolerance * (1.0 if s.compatible else SMALL_ERROR)
        self._left = 0

    @property
    def are_there(self) -> bool:
        """Whether something looks at an equilibrium."""
        data = self._context.data
        return bool(data.scalars.post_newton or len(data["post_calls"]))

    def begin(self) -> None:
        """A load step begins."""
        compatible = self._context.data.scalars.compatible  # the first solution counts, too
        self._left = max(int(self._settings.maxIterations) - compatible, 0)
        data = self._context.data
        if len(data["post_calls"]):
            data.set("start_data_coordinates", data["data_coordinates"].copy())
        if len(data["branches"]):
            keep_branches(self._context.data.frame[0])

    def judge(self) -> int:
        """OK if items agree, SWITCHED if the load step must be solved again, or a failure."""
        data = self._context.data
        frame, system = data.frame[0], data.group("system")
        load = typical_load(frame, data["marker_force"], len(data["q"]))
        status = int(judge_switches(frame, system, load))
        if status != SWITCHED or self._left > 0:
            self._left -= 1
            return status
        go_back_to_solution(frame)
        if not self._settings.ignoreMaxIterations:
            return NEWTON_FAILED
        data.scalars.disagreed += 1
        return OK

    def go_back(self, kept: State) -> None:
        """Go back to a state, with the branches and data that items have switched to."""
        none = np.zeros(0)
        restore_state(
            without_data(kept, none), without_data(self._context.data.group("state"), none)
        )

    def undo(self) -> None:
        """The load step has failed: go back to the branches at its start."""
        restore_branches(self._context.data.frame[0])
