"""Classes whose methods are functions of other modules.

A class of the interface lists its methods and says where each is written,

    GetNodeOutput = outputs.GetNodeOutput

so that its body is a table of contents and no chain of base classes is needed to split a file.
"""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import TypeVar

C = TypeVar("C", bound=type)


def named_as_methods(owner: C) -> C:
    """Give listed functions the names that errors and help show: MainSystem.GetNodeOutput."""
    for name, member in vars(owner).items():
        if isinstance(member, FunctionType):
            for function in (member, inspect.unwrap(member)):
                function.__qualname__ = f"{owner.__qualname__}.{name}"
    return owner
