"""Raw memory and typed calls through int64 addresses, in plain Python.

Kernels see each other only as addresses: a compiled time loop calls item kernels, user functions
and linear solvers through a `Pointer`.  The functions here run in plain Python; their Numba twins
in `twins` behave in the same way.
"""

import ctypes
import math
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np

RAISED = -1
"""Status of a kernel that raised an exception (0: success, positive: codes of the kernel)."""

_CTYPES: dict[str, Any] = {"d": ctypes.c_double, "q": ctypes.c_int64, "v": None}
_CONVERT: dict[str, Callable[[Any], Any]] = {"d": float, "q": int, "v": lambda value: None}


def view(address, shape, dtype):
    """Return an array of the given shape (a tuple) and dtype over the memory at an address."""
    dtype = np.dtype(dtype)
    count = math.prod(shape)
    size = count * dtype.itemsize
    memory = (ctypes.c_char * size).from_address(int(address)) if size else b""
    return np.frombuffer(memory, dtype, count).reshape(shape)


def status(value):
    """Return a kernel's result as a status: None counts as 0, success."""
    return 0 if value is None else int(value)


def uniform(value):
    """Return a value unchanged; compiled, a tuple of numbers of several types gets one type."""
    return value


def likely(condition):
    """Return a condition; compiled code branches there, as one that mostly holds is predicted.

    What follows then need not wait for the numbers in the condition.
    """
    return condition


class Copied:
    """Copy of an array of fixed shape in memory that only the compiled function sees.

    `copy_q = Copied(np.float64, (3,))` makes `copy_q(address)` a copy of three numbers at an
    address. The compiler knows that nothing else reads or writes it, and keeps it in registers
    where the indices are constants.

    values -- numbers that are constants of the code, by column of a record; "": of a plain array
    """

    def __init__(self, dtype: Any, shape: Any, values: Mapping[str, Any] | None = None) -> None:
        self.dtype, self.shape = np.dtype(dtype), tuple(shape)
        self.values = dict(values or {})

    def __call__(self, address):
        return view(address, self.shape, self.dtype).copy()

    def __repr__(self) -> str:
        return f"Copied({self.dtype.str}, {self.shape}, {self.values})"


def write_back(array, address):
    """Write a copy to the memory at an address."""
    view(address, array.shape, array.dtype)[...] = array


MOST_KNOWN = 10000
"""Number of addresses for which a Pointer keeps what calls them."""


class Pointer:
    """Typed call through an int64 address.

    `spring_force = Pointer("d", "dqdd")` makes `spring_force(address, t, item, u, v)` a call of the
    C function double(double, int64, double, double) at that address.  Codes: 'd' float64, 'q'
    int64, 'v' no result.  Usable in kernels, compiled or not; a call from Python releases the GIL.
    """

    python: ClassVar[dict[int, Callable[..., Any]]] = {}
    """Address -> Python function: all-Python runs call it directly and keep their tracebacks."""

    def __init__(self, result: str, arguments: str):
        if result not in ("d", "q", "v") or not set(arguments) <= {"d", "q"}:
            raise ValueError(
                f"Pointer({result!r}, {arguments!r}): the result must be 'd', 'q' or 'v', "
                "each argument 'd' or 'q'"
            )
        self.result = result
        self.arguments = arguments
        self.ctype = ctypes.CFUNCTYPE(_CTYPES[result], *(_CTYPES[code] for code in arguments))
        self.to_result = _CONVERT[result]
        self._to_arguments = tuple(_CONVERT[code] for code in arguments)
        self._functions: dict[int, Any] = {}

    @property
    def bad(self) -> float | int | None:
        """The result of a call if the function raised an exception."""
        return {"d": math.nan, "q": RAISED, "v": None}[self.result]

    def __call__(self, address, *arguments):
        known = self._functions.get(address)
        if known is not None and address not in self.python:
            return known(*arguments)
        return self._call(int(address), *arguments)

    def _call(self, address: int, *arguments: Any) -> Any:
        """The first call of an address, or a call of a Python function."""
        if len(arguments) != len(self.arguments):
            raise TypeError(f"{self} takes {len(self.arguments)} arguments, got {len(arguments)}")
        function = self.python.get(address)
        if function is None:
            if len(self._functions) >= MOST_KNOWN:
                self._functions.clear()
            self._functions[address] = made = self.ctype(address)
            return made(*arguments)
        values = [convert(a) for convert, a in zip(self._to_arguments, arguments, strict=True)]
        return self.to_result(function(*values))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pointer):
            return NotImplemented
        return (self.result, self.arguments) == (other.result, other.arguments)

    def __hash__(self) -> int:
        return hash((self.result, self.arguments))

    def __repr__(self) -> str:
        return f"Pointer({self.result!r}, {self.arguments!r})"


call_kernel = Pointer("q", "qq")
"""Call of a kernel's entry: status = call_kernel(address, call record address, frame address)."""

keeping_lock = ctypes.PYFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
"""keeping_lock(address) is the same call from Python without releasing its lock, for kernels that
take less time than that."""
