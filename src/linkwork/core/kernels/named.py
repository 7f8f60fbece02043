"""Functions around kernels that have a name, and are made only where their text is needed.

The entry of a kernel is generated (`entry.py`, `array_call.py`). Its name says everything that its
machine code depends on, within one build of the package: the kernel, and the types of its memory.
So a library that was built with the package is searched by names (`library.py`), and nothing is
generated for what it has.
"""

from __future__ import annotations

import types
from collections.abc import Callable


class NamedFunction:
    """A function that is made when it is asked for.

    name -- what its machine code depends on; module -- that of its kernel
    """

    __slots__ = ("__weakref__", "_function", "_make", "module", "name")

    def __init__(
        self, kernel: Callable[..., object], memory: str, make: Callable[[], types.FunctionType]
    ) -> None:
        """memory -- the types of its memory"""
        self.name, self._make = f"{kernel_name(kernel)}{memory}", make
        self.module = kernel.__module__
        self._function: types.FunctionType | None = None

    @property
    def function(self) -> types.FunctionType:
        """The function itself."""
        if self._function is None:
            self._function = self._make()
        return self._function

    def __repr__(self) -> str:
        return f"<{self.name}>"


def kernel_name(kernel: Callable[..., object]) -> str:
    """Module and name of a kernel, what it was made with, and whether its loops are vectorized."""
    long = ", long loops" if getattr(kernel, "long_loops", False) else ""
    made_with = ", ".join(_told(cell.cell_contents) for cell in kernel.__closure__ or ())
    return f"{kernel.__module__}.{kernel.__qualname__}{f'({made_with})' * bool(made_with)}{long}"


def _told(value: object) -> str:
    """What a kernel was made with: a number, or the name of a function."""
    return kernel_name(value) if isinstance(value, types.FunctionType) else repr(value)
