"""Kinds of parameters that are user functions: which values they accept, how kernels call them."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from linkwork.core.declare.parameters import Kind
from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError
from linkwork.core.frozen import frozen
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.records import i8

if TYPE_CHECKING:
    from linkwork.core.kernels.callbacks import Callback


class Place(NamedTuple):
    """Part of a work memory: a vector, a matrix, or one number or flag."""

    start: int
    shape: tuple[int, ...]
    part: str = "vector"


class UserCall(NamedTuple):
    """A user function that is called back.

    function -- the user's own; called -- the same, or one that also measures its time
    explain -- turns its exceptions into errors that name its owner
    lists -- whether vectors and matrices are lists, not arrays
    """

    function: Callable[..., Any]
    called: Callable[..., Any]
    mbs: Any
    explain: Callable[[Exception], Exception]
    lists: bool = False


def _one_after_another(
    shapes: tuple[tuple[int, ...], ...], result: tuple[int, ...]
) -> tuple[list[Place], Place]:
    starts = [0]
    for shape in shapes:
        starts.append(starts[-1] + math.prod(shape))
    return [Place(*place) for place in zip(starts, shapes, strict=False)], Place(starts[-1], result)


@frozen
class UserFunction(Kind):
    """A Python function with a documented signature; 0 and None mean none.

    pointer -- how kernels call it (None: they never do); compilable -- False for functions that are
    always called back
    shapes -- of vectors and matrices that it takes after mbs, t and itemNumber; empty for functions
    of numbers that return a number; size -- length of the vector that it returns otherwise

    Kernels pass vectors and matrices and read the result in one block of memory of `work` numbers:

        arguments in order, row by row; result; copies of the arguments

    The copies are for compiled functions, which may overwrite their arguments.
    """

    arguments: tuple[str, ...]
    pointer: Pointer | None = None
    shapes: tuple[tuple[int, ...], ...] = ()
    size: int = 3
    compilable: bool = True
    column = (i8, ())

    lengths: ClassVar[tuple[str, ...]] = ()
    """Names of the lengths that kernels pass between the address of work and the time."""

    @property
    def passed(self) -> int:
        """Numbers of all vectors and matrices that it takes."""
        return sum(math.prod(shape) for shape in self.shapes)

    @property
    def work(self) -> int:
        """Size of the memory that its calls need."""
        return 2 * self.passed + self.size

    def check(self, value: Any) -> Callable[..., Any] | int:
        if value is None or (type(value) is int and value == 0):
            return 0
        wants = f"a function of the arguments ({', '.join(self.arguments)}), or 0 or None for none"
        if not callable(value):
            raise self.refuse(value, wants)
        if not self._takes_arguments(value):
            raise ParameterError(f"must be {wants}, got {_with_signature(value)}")
        options = getattr(getattr(value, "function", value), "targetoptions", {})
        if options.get("nopython"):
            raise self.refuse(
                value,
                "a plain function, since a function compiled by Numba cannot take mbs; use its "
                "attribute py_func, which is compiled with the model",
            )
        return value

    def places(self, *lengths: int) -> tuple[list[Place], Place]:
        """Where the arguments after (mbs, t, itemNumber) and the result are in work."""
        return _one_after_another(self.shapes, (self.size,))

    def callback(self, call: UserCall, item: Any) -> Callback | None:
        """How it is called back, for kinds with a pointer of their own."""
        return None

    def _takes_arguments(self, function: Callable[..., Any]) -> bool:
        """Whether a function can be called as documented; built-in ones may have no signature."""
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            return True
        try:
            signature.bind(*self.arguments)
        except TypeError:
            return False
        return True


def _with_signature(function: Callable[..., Any]) -> str:
    """A function as texts show it, with the arguments that it takes."""
    try:
        return f"{shown(function)}, which takes {inspect.signature(function)}"
    except (TypeError, ValueError):
        return shown(function)


array_function = Pointer("q", "qqqdq")
"""status = f(address of work, n, m, t, itemNumber): a function of arrays, see ArrayFunction."""


@frozen
class ArrayFunction(UserFunction):
    """A Python function of vectors whose length depends on the item.

    inputs -- its arguments after (mbs, t, itemNumber), each "vector" (n numbers), "number" or
    "flag"; result -- "vector" (m numbers), "matrix" (m x n, row by row) or "number" (then m is 1)

    Kernels pass arguments and read results in one block of memory of `work_size(n, m)` numbers:

        numbers and flags (as 0 and 1) in order, vectors in order, result, copies of the vectors

    The copies are for compiled functions, which may overwrite their arguments.
    """

    pointer: Pointer | None = array_function
    inputs: tuple[str, ...] = ()
    result: str = "vector"
    lengths = ("n", "m")

    def places(self, *lengths: int) -> tuple[list[Place], Place]:
        n, m = lengths
        scalar, vector, found = 0, self.scalars, []
        for part in self.inputs:
            if part == "vector":
                found.append(Place(vector, (n,)))
                vector += n
            else:
                found.append(Place(scalar, (1,), part))
                scalar += 1
        return found, Place(vector, (m, n) if self.result == "matrix" else (m,), self.result)

    @property
    def scalars(self) -> int:
        """Number of numbers and flags before the vectors."""
        return sum(part != "vector" for part in self.inputs)

    @property
    def vector_count(self) -> int:
        """Number of vectors it takes."""
        return len(self.inputs) - self.scalars

    def result_size(self, n: int, m: int) -> int:
        """Number of values it returns."""
        return m * n if self.result == "matrix" else m

    def work_size(self, n: int, m: int) -> int:
        """Size of the memory that its calls need."""
        return self.scalars + 2 * self.vector_count * n + self.result_size(n, m)


data_function = Pointer("q", "qqdq")
"""status = f(address of work, n, t, itemNumber): a function of data coordinates, DataFunction."""


@frozen
class DataFunction(UserFunction):
    """A Python function that is called after Newton's method and writes data coordinates.

    After (mbs, t, itemNumber) it takes the n data coordinates of its item, and then vectors and
    matrices of fixed `shapes`. It returns an error, a recommended step size (negative: none), and
    the new data coordinates. Kernels use one block of memory of `work_size(n)` numbers:

        data coordinates, other arguments row by row; result; copies of all arguments
    """

    pointer: Pointer | None = data_function
    lengths = ("n",)

    def places(self, *lengths: int) -> tuple[list[Place], Place]:
        (n,) = lengths
        return _one_after_another(((n,), *self.shapes), (2 + n,))

    def work_size(self, n: int) -> int:
        """Size of the memory that its calls need."""
        return 2 * (n + self.passed) + 2 + n
