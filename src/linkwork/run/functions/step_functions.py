"""Functions of the user that compiled loops call in every step, by their addresses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.functions.step_functions import StepFunctions
from linkwork.core.functions.user_functions import explained_by
from linkwork.core.kernels.callbacks import NumberCallback, address_of_callback
from linkwork.core.kernels.pointer import Pointer
from linkwork.integrators.evaluate import pre_step_function
from linkwork.integrators.switching import post_newton_function
from linkwork.run.context import RunContext
from linkwork.run.timing import POST_NEWTON, PRE_STEP


def set_step_functions(context: RunContext, functions: StepFunctions) -> None:
    """Give the functions addresses until the end of the run, in the frame; 0 if there is none."""
    s = context.data.scalars
    s.pre_step = _address(context, functions.pre_step, PRE_STEP, _pre_step, pre_step_function)
    s.post_newton = _address(
        context, functions.post_newton, POST_NEWTON, _post_newton, post_newton_function
    )


def _address(
    context: RunContext, function: Any, name: str, made: Callable[..., Any], pointer: Pointer
) -> int:
    if function is None:
        return 0
    watched = context.timing.watch(name, function)
    own = getattr(function, "__name__", type(function).__name__)
    explain = explained_by(f"the {name.replace(' function', ' user function')} {own}")
    address = address_of_callback(
        NumberCallback(made(context, watched), pointer, convert=int, explain=explain)
    )
    context.callbacks.append(address)
    return address


def _pre_step(context: RunContext, function: Callable[..., Any]) -> Callable[[float], int]:
    mbs, data = context.model.mbs, context.model.mbs.systemData

    def call(t: float) -> int:
        data.is_locked = False
        try:
            go_on = function(mbs, t)
        finally:
            data.is_locked = True
        if go_on is True:
            return 0
        if not isinstance(go_on, (bool, np.bool_)):
            raise TypeError(f"it must return True to go on or False to stop, got {go_on!r}")
        if not go_on:
            context.stop()
        return 0

    return call


def _post_newton(context: RunContext, function: Callable[..., Any]) -> Callable[[float], int]:
    mbs, switching = context.model.mbs, context.data["switching"]

    def call(t: float) -> int:
        take_switching(function(mbs, t), switching)
        return 0

    return call


def take_switching(found: Any, switching: np.ndarray) -> None:
    """Note what a function returns: an error >= 0, and a step size, negative for none."""
    try:
        error, step = (float(part) for part in found)
    except (TypeError, ValueError):
        raise TypeError(
            "it must return two numbers, an error and a recommended step size (negative: none), "
            f"got {found!r}"
        ) from None
    if not error >= 0.0 or not np.isfinite(error) or np.isnan(step):
        raise ValueError(
            f"it must return an error >= 0 and a step size (negative: none), got {found!r}"
        )
    switching[0] = max(switching[0], error)
    if step >= 0.0:
        switching[1] = min(switching[1], step)
