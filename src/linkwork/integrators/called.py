"""Steps that a Python function takes: for methods that are written or changed in Python.

    mbs.SolveDynamic(settings, FunctionSteps(function))

`function(t)` finds the state at time t, the end of the step; systemData has that of its start, and
the function leaves the other one there. It returns whether it was successful. Everything else,
such as the start, records, pre-step functions and smaller steps after failures, is that of all
other integrators.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.kernels.callbacks import python_address_of, release
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.records import i8
from linkwork.core.status import NEWTON_FAILED, OK
from linkwork.integrators.evaluate import begin_step, end_step
from linkwork.integrators.registry import Integrator, Plan
from linkwork.integrators.state import restore_state, save_state
from linkwork.model.data import Data
from linkwork.model.model import Model

step_function = Pointer("q", "d")
"""One step of the function: status = f(t at the end of the step)."""


def called_steps(frame, state, start, system, function):
    """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
    while frame.steps_done < frame.steps_wanted:
        t_old, t_new = frame.t, frame.t_base + (frame.steps_base + 1) * frame.h
        status = begin_step(frame, system.address, t_new)
        if status != 0:
            return status
        save_state(state, start)
        frame.t = t_new
        status = step_function(function[0], t_new)
        if status != 0:
            restore_state(start, state)
            frame.t = t_old
            return status
        status = end_step(frame, system.address)
        if status != 0:
            return status
    return OK


class FunctionSteps(Integrator):
    """An integrator whose steps are taken by a function of Python.

    function -- function(t) -> bool; open only while a run is made and executed (`with`)
    velocity_level -- whether its constraints are satisfied at velocity level
    """

    implicit = True
    pools = {"function": i8}
    kernels = (called_steps,)

    def __init__(self, function: Callable[[float], bool], velocity_level: bool = False) -> None:
        super().__init__("FunctionSteps")
        self._function, self._velocity_level = function, velocity_level
        self._address = 0

    def __enter__(self) -> FunctionSteps:
        self._address = python_address_of(self._call, step_function)
        return self

    def __exit__(self, *_: object) -> None:
        release(self._address)
        self._address = 0

    def plan(self, model: Model, data: Data, settings: Any) -> Plan:
        if not self._address:
            raise SysError("FunctionSteps takes steps only within its context (with)")
        self._system = model.mbs.systemData
        self._scalars = data.scalars
        memory = {"function": np.array([self._address], np.int64)}
        return Plan(called_steps, memory, velocity_level=self._velocity_level)

    def _call(self, t: float) -> int:
        """Let the function set the state freely; that is no change between steps."""
        system, s = self._system, self._scalars
        before, system.before_change, system.is_locked = system.before_change, None, False
        try:
            return OK if self._function(t) else NEWTON_FAILED
        finally:
            system.before_change, system.is_locked = before, True
            s.changed = 0
