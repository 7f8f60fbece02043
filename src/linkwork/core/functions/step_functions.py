"""Functions of the user that belong to the whole system and are called in every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from linkwork.core.declare.function_kinds import UserFunction

STEP_FUNCTION = UserFunction(("mbs", "t"))
"""Both are called with the system and the time at the end of the step."""


class StepFunctions(NamedTuple):
    """The functions of a system, None where there is none.

    pre_step -- called before each step, returns whether to go on
    post_newton -- called after Newton's method, returns an error and a recommended step size
    """

    pre_step: Callable[..., Any] | None = None
    post_newton: Callable[..., Any] | None = None

    def named(self) -> Iterator[tuple[str, Callable[..., Any]]]:
        """Those that there are, with names for texts."""
        if self.pre_step is not None:
            yield "pre-step function", self.pre_step
        if self.post_newton is not None:
            yield "post-Newton function", self.post_newton

    @property
    def are_there(self) -> bool:
        """Whether there is one: Python code that runs during a solve."""
        return any(True for _ in self.named())


NONE = StepFunctions()
