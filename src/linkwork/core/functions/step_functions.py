"""Functions of the user that belong to the whole system and are called in every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from linkwork.core.declare.function_kinds import UserFunction

OF_TIME = UserFunction(("mbs", "t"))
"""Called with the system and the time at the end of the step."""

FUNCTIONS = {
    "pre_step": OF_TIME,
    "post_newton": OF_TIME,
    "post_step": OF_TIME,
    "pre_newton": UserFunction(("mbs", "t", "newtonIteration", "discontinuousIteration")),
    "system_jacobian": UserFunction(("mbs", "t", "factorODE2", "factorODE2_t", "factorODE1")),
}
"""Field of StepFunctions -> what the function takes."""

NAMES = {
    "pre_step": "pre-step function",
    "post_newton": "post-Newton function",
    "post_step": "post-step function",
    "pre_newton": "pre-Newton function",
    "system_jacobian": "system Jacobian function",
}
"""Field of StepFunctions -> its name in texts."""


class StepFunctions(NamedTuple):
    """The functions of a system, None where there is none.

    pre_step -- called before each step, returns whether to go on
    post_newton -- called after Newton's method, returns an error and a recommended step size
    post_step -- called after each step, returns whether to go on
    pre_newton -- called before each residual of Newton's method
    system_jacobian -- returns a matrix that is added to that of Newton's method
    """

    pre_step: Callable[..., Any] | None = None
    post_newton: Callable[..., Any] | None = None
    post_step: Callable[..., Any] | None = None
    pre_newton: Callable[..., Any] | None = None
    system_jacobian: Callable[..., Any] | None = None

    def named(self) -> Iterator[tuple[str, Callable[..., Any]]]:
        """Those that there are, with names for texts."""
        for field, name in NAMES.items():
            function = getattr(self, field)
            if function is not None:
                yield name, function

    @property
    def are_there(self) -> bool:
        """Whether there is one: Python code that runs during a solve."""
        return any(function is not None for function in self)


NONE = StepFunctions()
