"""Numba twins of what kernels reach: primitives, pointers, helper functions, constants.

A kernel is a plain function; the values of its globals and closure cells are replaced by ones that
Numba can compile, and the user's program is not modified.  This module imports Numba and is loaded
only by `lowering`.
"""

import builtins
import enum
import math
import types
from typing import Any, ClassVar

import numba
import numpy as np
from llvmlite import ir
from numba import types as nt
from numba.core import cgutils
from numba.core.dispatcher import Dispatcher
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from linkwork.core.kernels import pointer as primitives
from linkwork.core.kernels.fingerprint import examine, is_foreign, is_primitive, references, resolve
from linkwork.core.kernels.pointer import Copied, Pointer
from linkwork.math import exact
from linkwork.math.exact import two_product

NUMBA = {"d": nt.float64, "q": nt.int64, "v": nt.void}
LLVM = {"d": ir.DoubleType(), "q": ir.IntType(64), "v": ir.VoidType()}
CONTRACT = {"fastmath": {"contract"}}
"""Numba's option that marks operations for `contract.py`."""
_KNOWN_OPTIONS = {"nopython", "nogil", "fastmath", "error_model", "boundscheck", "inline"}


# ------------------------------------------------------------------------------- primitives


@intrinsic
def _view(typing_context, address, shape, dtype):
    """Array over raw memory: numba.carray for an int64 address, in one piece."""
    array_type = nt.Array(dtype.dtype, len(shape), "C")

    def generate(context, builder, signature, arguments):
        array = make_array(array_type)(context, builder)
        item = context.get_abi_sizeof(context.get_data_type(array_type.dtype))
        lengths_type = nt.UniTuple(nt.intp, len(shape))
        lengths = context.cast(builder, arguments[1], shape, lengths_type)
        lengths = cgutils.unpack_tuple(builder, lengths)
        strides = [context.get_constant(nt.intp, item)]
        for length in lengths[:0:-1]:
            strides.insert(0, builder.mul(strides[0], length))
        populate_array(
            array,
            data=builder.inttoptr(arguments[0], array.data.type),
            shape=lengths,
            strides=strides,
            itemsize=strides[-1],
            meminfo=None,
        )
        return array._getvalue()

    return array_type(nt.int64, shape, dtype), generate


@intrinsic
def _status(typing_context, value):
    """Result of a kernel as int64: None counts as 0."""
    optional = isinstance(value, nt.Optional)

    def generate(context, builder, signature, arguments):
        if value is nt.none:
            return context.get_constant(nt.int64, 0)
        if not optional:
            return context.cast(builder, arguments[0], value, nt.int64)
        given = context.make_helper(builder, value, value=arguments[0])
        code = context.cast(builder, given.data, value.type, nt.int64)
        return builder.select(given.valid, code, context.get_constant(nt.int64, 0))

    return nt.int64(value), generate


@intrinsic
def _two_product(typing_context, a, b):
    """Product and its rounding error, by one fused multiplication and subtraction."""

    def generate(context, builder, signature, arguments):
        product = builder.fmul(*arguments)
        rest = builder.fma(*arguments, builder.fneg(product))
        return context.make_tuple(builder, signature.return_type, (product, rest))

    number = nt.float64
    return nt.UniTuple(number, 2)(number, number), generate


def _copying(copied: Copied):
    """Intrinsic twin of a Copied: memory of the function, filled from an address."""
    array_type = nt.Array(numba.from_dtype(copied.dtype), len(copied.shape), "C")
    size = copied.dtype.itemsize
    total = size * math.prod(copied.shape)
    strides = [size * math.prod(copied.shape[k + 1 :]) for k in range(len(copied.shape))]

    def generate(context, builder, signature, arguments):
        array = make_array(array_type)(context, builder)
        width = 8 if size % 8 == 0 else 1
        place = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(8 * width), total // width))
        place.align = 16
        first = builder.bitcast(place, cgutils.voidptr_t)
        source = builder.inttoptr(arguments[0], cgutils.voidptr_t)
        cgutils.raw_memcpy(builder, first, source, ir.Constant(ir.IntType(64), total), 1, align=8)
        for offset, constant in _constants(copied):
            cell = builder.gep(first, [ir.Constant(ir.IntType(64), offset)])
            builder.store(constant, builder.bitcast(cell, constant.type.as_pointer()))
        populate_array(
            array,
            data=builder.bitcast(first, array.data.type),
            shape=[context.get_constant(nt.intp, length) for length in copied.shape],
            strides=[context.get_constant(nt.intp, stride) for stride in strides],
            itemsize=context.get_constant(nt.intp, size),
            meminfo=None,
        )
        return array._getvalue()

    @intrinsic
    def copy(typing_context, address):
        return array_type(nt.int64), generate

    return copy


def _constants(copied: Copied):
    """(offset in bytes, constant) of the numbers of a copy that are constants."""
    for name, values in copied.values.items():
        field, offset = copied.dtype.fields[name][:2] if name else (copied.dtype, 0)
        whole = field.base.kind in "iu"
        kind = ir.IntType(8 * field.base.itemsize) if whole else LLVM["d"]
        for row, cells in enumerate(values):
            first = offset + row * copied.dtype.itemsize
            for k, value in enumerate(np.ravel(cells).tolist()):
                yield first + k * field.base.itemsize, ir.Constant(kind, value)


@intrinsic
def _write_back(typing_context, array, address):
    """Copy an array without gaps to an address."""

    def generate(context, builder, signature, arguments):
        source = make_array(array)(context, builder, arguments[0])
        target = builder.inttoptr(arguments[1], cgutils.voidptr_t)
        length = builder.mul(source.nitems, source.itemsize)
        first = builder.bitcast(source.data, cgutils.voidptr_t)
        cgutils.raw_memcpy(builder, target, first, length, 1, align=8)
        return context.get_dummy_value()

    return nt.void(array, nt.int64), generate


@intrinsic
def _likely(typing_context, condition):
    """A condition that is expected to hold."""

    def generate(context, builder, signature, arguments):
        bit = ir.IntType(1)
        expect = builder.module.declare_intrinsic(
            "llvm.expect", [bit], ir.FunctionType(bit, [bit, bit])
        )
        return builder.call(expect, [arguments[0], ir.Constant(bit, 1)])

    return nt.boolean(nt.boolean), generate


def _one_type(value):
    """Type of a tuple, also a nested one, whose numbers are all float64; None for others."""
    if isinstance(value, (nt.Integer, nt.Float, nt.Boolean)):
        return nt.float64
    if not isinstance(value, nt.BaseTuple) or not len(value):
        return None
    parts = {_one_type(part) for part in value}
    return nt.UniTuple(parts.pop(), len(value)) if len(parts) == 1 and None not in parts else None


@intrinsic
def _uniform(typing_context, value):
    """Tuple whose numbers are all float64, so that it can be indexed; other values unchanged."""
    found = _one_type(value)
    result = value if found is None or found is nt.float64 else found

    def generate(context, builder, signature, arguments):
        if result is value:
            return impl_ret_borrowed(context, builder, value, arguments[0])
        return context.cast(builder, arguments[0], value, result)

    return result(value), generate


def c_type(pointer: Pointer):
    return ir.FunctionType(LLVM[pointer.result], [LLVM[code] for code in pointer.arguments])


def _call_through(pointer: Pointer):
    """Intrinsic twin of a Pointer: call the C function at an address."""
    signature = NUMBA[pointer.result](nt.int64, *(NUMBA[code] for code in pointer.arguments))

    def generate(context, builder, signature, arguments):
        function = builder.inttoptr(arguments[0], c_type(pointer).as_pointer())
        result = builder.call(function, arguments[1:])
        return context.get_dummy_value() if pointer.result == "v" else result

    names = ", ".join(f"a{i}" for i in range(len(pointer.arguments)))
    space = {"signature": signature, "generate": generate}
    exec(f"def call(context, address, {names}):\n    return signature, generate\n", space)
    return intrinsic(space["call"])


TWINS: dict[Any, Any] = {
    primitives.view: _view,
    primitives.status: _status,
    primitives.uniform: _uniform,
    primitives.likely: _likely,
    primitives.write_back: _write_back,
    two_product: _two_product,
}


# ------------------------------------------------------------------------------- twins


class Twins:
    """Turns functions and all the helpers they reach into Numba dispatchers."""

    shared: ClassVar[dict[Any, Any]] = {}
    """Finished dispatchers by content: a helper is compiled once for all kernels."""

    def __init__(self, flags: dict[str, Any], compiler_class: type | None = None):
        self.flags = dict(flags)
        if compiler_class:
            self.flags.update(
                pipeline_class=compiler_class, no_cpython_wrapper=True, no_cfunc_wrapper=True
            )
        self.made: dict[Any, Any] = {}
        self.fresh: dict[Any, Any] = {}

    def root(self, function: types.FunctionType) -> Any:
        """Dispatcher of a kernel's entry."""
        dispatcher = self.function(function, self.flags)
        # Only now: an interrupt before this point leaves dispatchers without their globals.
        self.shared.update((k, d) for k, d in self.fresh.items() if d is not dispatcher)
        return dispatcher

    def twin(self, value: Any, options: dict[str, Any]) -> Any:
        """The replacement of a value in code that is compiled with these options."""
        if isinstance(value, Pointer):
            if value not in TWINS:
                TWINS[value] = _call_through(value)
            return TWINS[value]
        if isinstance(value, Copied):
            return _copying(value)
        if isinstance(value, enum.Enum) and isinstance(value, int):
            return int(value)
        if isinstance(value, type) and issubclass(value, enum.Enum) and issubclass(value, int):
            return self.namespace(value.__name__, {n: int(m) for n, m in value.__members__.items()})
        if type(value) is tuple:
            return tuple(self.twin(item, options) for item in value)
        if isinstance(value, types.FunctionType):
            if is_primitive(value):
                return TWINS[value]
            if not is_foreign(value.__module__):
                return self.function(value, options)
        if isinstance(value, Dispatcher) and value.targetoptions.keys() <= _KNOWN_OPTIONS:
            own = {k: v for k, v in value.targetoptions.items() if k != "nopython"}
            return self.function(value.py_func, self.flags | own)
        return value

    def function(self, function: types.FunctionType, options: dict[str, Any]) -> Any:
        """Dispatcher of a function; options -- those of the function that calls it."""
        if getattr(function, "contracted", False):
            options = options | CONTRACT
        elif function.__module__ == exact.__name__:
            options = {k: v for k, v in options.items() if k not in CONTRACT}
        passed_on = options
        if getattr(function, "inlined", False):
            options = options | {"forceinline": True}
        text = repr(sorted(options.items()))
        if (function, text) in self.made:
            return self.made[function, text]
        content, unknown = examine(function)
        if (content, text) in self.shared and not unknown:
            return self.shared[content, text]
        space: dict[str, Any] = {"__builtins__": builtins}
        cells = {name: types.CellType() for name in function.__code__.co_freevars}
        copy = types.FunctionType(
            function.__code__, space, function.__name__, None, tuple(cells.values()) or None
        )
        copy.__qualname__ = function.__qualname__
        # Without a module, Numba takes the globals from here and imports nothing.
        copy.__module__ = None  # type: ignore[assignment]
        copy.__defaults__ = self.twin(function.__defaults__, passed_on)
        copy.__kwdefaults__ = {
            k: self.twin(v, passed_on) for k, v in (function.__kwdefaults__ or {}).items()
        }
        dispatcher = self.made[function, text] = numba.njit(**options)(copy)
        if not unknown:
            self.fresh[content, text] = dispatcher
        for name, value in self.values(function, passed_on).items():
            if name in cells:
                cells[name].cell_contents = value
            else:
                space[name] = value
        return dispatcher

    def values(self, function: types.FunctionType, options: dict[str, Any]) -> dict[str, Any]:
        """Twins of the globals and closure cells of a function, by name."""
        found: dict[str, Any] = {}
        for name, *path in references(function.__code__):
            try:
                value = resolve(function, name)
            except KeyError:
                continue
            if isinstance(value, types.ModuleType) and not is_foreign(value.__name__):
                space = found.setdefault(name, self.namespace(name, {}))
                self.fill(space, value, path, options)
            else:
                found[name] = self.twin(value, options)
        return found

    def fill(
        self, space: types.ModuleType, module: types.ModuleType, path: list[str],
        options: dict[str, Any],
    ) -> None:  # fmt: skip
        """Copy the member at a dotted path, with twins, into an image of the module."""
        if not path or not hasattr(module, path[0]):
            return
        value = getattr(module, path[0])
        if isinstance(value, types.ModuleType) and not is_foreign(value.__name__):
            inner = vars(space).setdefault(path[0], self.namespace(path[0], {}))
            self.fill(inner, value, path[1:], options)
        else:
            setattr(space, path[0], self.twin(value, options))

    @staticmethod
    def namespace(name: str, values: dict[str, Any]) -> types.ModuleType:
        """A module: the only kind of object whose attributes Numba treats as constants."""
        module = types.ModuleType(name)
        vars(module).update(values)
        return module
