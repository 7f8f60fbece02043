"""A user's function that makes a few numbers of a member's rows."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.declare.values import shown
from linkwork.core.errors import SysError, UserFunctionError

FUNCTION_FAILED = 126
"""Status of a member whose run finished, but the function of `record` failed."""


class Reduced(NamedTuple):
    """Numbers of members.

    values -- (members, times, columns), or (members, numbers) of a function
    names -- of the numbers of a function; None if there is no function, or nothing is known yet
    messages -- texts of members for which the function failed
    """

    values: np.ndarray
    names: tuple[str, ...] | None
    messages: dict[int, str]


def reduced(
    function: Callable[[np.ndarray, np.ndarray], Any] | None,
    times: np.ndarray,
    results: np.ndarray,
    report: np.ndarray,
) -> Reduced:
    """Rows of members, or the numbers that a function makes of them.

    A member whose run failed has NaN. If the function fails, so does its member.
    """
    if function is None:
        return Reduced(results, None, {})
    names: tuple[str, ...] | None = None
    found: dict[int, np.ndarray] = {}
    messages: dict[int, str] = {}
    for k in map(int, np.flatnonzero(report["status"] == 0)):
        try:
            own, numbers = _numbers(function(times, results[k]))
        except Exception as raised:
            report["status"][k] = FUNCTION_FAILED
            messages[k] = str(UserFunctionError("record: function", raised))
            continue
        check_names(names, own)
        names, found[k] = own, numbers
    values = np.full((len(results), len(names or ())), np.nan)
    for k, numbers in found.items():
        values[k] = numbers
    return Reduced(values, names, messages)


def name_of(function: Any) -> str:
    """Name of a function in tables."""
    return _origin(function)[1].rpartition(".")[2].strip("<>")


def path_of(function: Any) -> str:
    """Module and name of a function, or of what is called like one."""
    return ":".join(_origin(function))


def _origin(function: Any) -> tuple[str, str]:
    while isinstance(function, functools.partial):
        function = function.func
    named = function if hasattr(function, "__qualname__") else type(function)
    return named.__module__, named.__qualname__


def check_names(names: tuple[str, ...] | None, own: tuple[str, ...] | None) -> None:
    """Refuse a function that returns other numbers for other members."""
    if names is not None and own is not None and own != names:
        raise SysError(
            "record: the function must return the same numbers for each member, got "
            f"{len(own)} {list(own)} and {len(names)} {list(names)}"
        )


def _numbers(returned: Any) -> tuple[tuple[str, ...], np.ndarray]:
    """Names and numbers that a function returned."""
    if isinstance(returned, Mapping):
        names = tuple(str(name) for name in returned)
        numbers = np.array([float(value) for value in returned.values()])
    else:
        names, numbers = (), np.asarray(returned)
    if numbers.ndim > 1:
        raise SysError(f"it must return a number, a list or a dictionary, got {numbers.ndim} axes")
    if numbers.dtype.kind not in "biuf" or not numbers.size:
        raise SysError(f"it must return real numbers, got {shown(returned)}")
    numbers = numbers.astype(float)
    if names:
        return names, numbers
    if numbers.ndim == 0:
        return ("",), numbers.reshape(1)
    return tuple(str(k) for k in range(len(numbers))), numbers
