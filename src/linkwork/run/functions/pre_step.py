"""The pre-step function of a user: an address that compiled loops call before each step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.functions.user_functions import explained_by
from linkwork.core.kernels.compile import python_address_of
from linkwork.integrators.evaluate import pre_step_function
from linkwork.run.context import RunContext
from linkwork.run.timing import PRE_STEP


def pre_step_address(context: RunContext, function: Callable[..., Any] | None) -> int:
    """Give the pre-step function an address until the end of the run; 0 if there is none."""
    if function is None:
        return 0
    mbs, watched = context.model.mbs, context.timing.watch(PRE_STEP, function)
    system_data = mbs.systemData

    def call(t: float) -> int:
        system_data.is_locked = False
        try:
            go_on = watched(mbs, t)
        finally:
            system_data.is_locked = True
        if not isinstance(go_on, (bool, np.bool_)):
            raise TypeError(f"it must return True to go on or False to stop, got {go_on!r}")
        if not go_on:
            context.stop()
        return 0

    name = getattr(function, "__name__", type(function).__name__)
    explain = explained_by(f"the pre-step user function {name}")
    address = python_address_of(call, pre_step_function, explain=explain)
    context.callbacks.append(address)
    return address
