"""Functions of the user that compiled loops call in every step, by their addresses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from linkwork.core.functions.step_functions import NAMES, StepFunctions
from linkwork.core.kernels.pointer import Pointer, call_kernel
from linkwork.integrators.evaluate import pre_step_function
from linkwork.integrators.switching import post_newton_function
from linkwork.run.context import RunContext
from linkwork.run.functions.newton_functions import BeforeResiduals, SystemMatrix


def set_step_functions(context: RunContext, functions: StepFunctions) -> None:
    """Give the functions addresses until the end of the run, in the frame; 0 if there is none."""
    data, s = context.data, context.data.scalars
    s.pre_step = s.post_newton = 0
    if functions.pre_step is not None:
        s.pre_step = _address(context, functions, "pre_step", _pre_step, pre_step_function)
    if functions.post_step is not None:
        data.call_back("accept_calls", _address(context, functions, "post_step", _post_step))
        if context.settings.compatibility:
            context.at_start = partial(_start, context, functions.post_step)
    if functions.post_newton is not None:
        s.post_newton = _address(
            context, functions, "post_newton", _post_newton, post_newton_function
        )
    if functions.pre_newton is not None and context.is_implicit:
        before = BeforeResiduals(context, functions.post_newton is not None)
        data.call_back("force_calls", _address(context, functions, "pre_newton", before.calling))
    if functions.system_jacobian is not None and context.is_implicit:
        matrix = SystemMatrix(context)
        address = _address(context, functions, "system_jacobian", matrix.calling)
        data.call_back("jacobian_calls", address)


def _address(
    context: RunContext,
    functions: StepFunctions,
    field: str,
    made: Callable[..., Any],
    pointer: Pointer = call_kernel,
) -> int:
    """Address of a function of the system; made -- makes what compiled code calls."""
    from linkwork.core.kernels.callbacks import NumberCallback, address_of_callback

    function, name = getattr(functions, field), NAMES[field]
    watched = context.timing.watch(name, function)
    explain = _explained(field, function)
    address = address_of_callback(
        NumberCallback(made(context, watched), pointer, convert=int, explain=explain)
    )
    context.callbacks.append(address)
    return address


def _pre_step(context: RunContext, function: Callable[..., Any]) -> Callable[[float], int]:
    data, compatible = context.data, bool(context.settings.compatibility)

    def call(t: float) -> int:
        if compatible:  # StartOfStep is that of the step that begins
            for kept, now in zip(data.group("start"), data.group("state"), strict=True):
                kept[:] = now[: len(kept)]
        return _go_on(context, function, t)

    return call


def _post_step(context: RunContext, function: Callable[..., Any]) -> Callable[[int, int], int]:
    s = context.data.scalars

    def call(_: int, __: int) -> int:
        return _go_on(context, function, s.t)

    return call


def _start(context: RunContext, function: Callable[..., Any]) -> None:
    """Call the post-step function before the first step."""
    from linkwork.core.kernels.callbacks import call_directly

    context.data.has_stepped = False
    try:
        call_directly(_go_on, context, function, context.data.scalars.t)
    except Exception as error:
        raise _explained("post_step", function)(error) from error
    finally:
        context.data.has_stepped = True


def _explained(field: str, function: Callable[..., Any]) -> Callable[[Exception], Exception]:
    """Turns exceptions of a function into errors that name it."""
    own = getattr(function, "__name__", type(function).__name__)
    from linkwork.core.functions.user_functions import explained_by

    return explained_by(f"the {NAMES[field].replace(' function', ' user function')} {own}")


def _go_on(context: RunContext, function: Callable[..., Any], t: float) -> int:
    """Call a function that may change the state, and stop the run if it says so."""
    mbs = context.model.mbs
    data = mbs.systemData
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
