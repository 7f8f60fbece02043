"""Functions as pickle stores them: by the name under which their module has them."""

from __future__ import annotations

import sys
import types
from typing import Any


def is_reachable(function: Any) -> bool:
    """Whether another process finds a function by its module and name; others than functions: yes.

    Lambdas and functions inside of functions are not found.
    """
    plain = getattr(function, "__wrapped__", function)  # of one that is marked
    if not isinstance(plain, types.FunctionType):
        return True
    found: Any = sys.modules.get(plain.__module__)
    for name in plain.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is plain or found is function


def why_not(owner: str, function: Any) -> str:
    """The error for a function that cannot be pickled; owner -- its item and parameter."""
    name = getattr(function, "__qualname__", type(function).__name__)
    return (
        f"{owner}: the function {name} cannot be pickled: functions are pickled by name; define it "
        "with def at the top level of a module, or make a copy in this process with copy.deepcopy"
    )
