"""What determines the machine code of a Python function, as bytes.

Numba freezes everything a function reaches into compiled code: its bytecode and constants,
defaults, closure cells, the values of the globals it reads, and the same for every helper function
it calls.  `examine` walks over all that and digests it; equal digests mean equal machine code (on
one machine, with one set of versions).  Digests do not depend on addresses, file names or line
numbers: a key made of them is valid in another process and after the files are moved.

What functions of this package reach never changes, so each of them is digested once, whatever the
number of kernels that call it.
"""

import dis
import enum
import functools
import math
import struct
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.kernels import pointer
from linkwork.math.exact import two_product

FOREIGN = frozenset({"builtins", "cmath", "math", "numba", "numpy", "operator", "random"})
"""Top-level modules whose members Numba implements itself: name and version identify them."""

_PACKAGE = __name__.partition(".")[0]
_ATTRIBUTES = {"LOAD_ATTR": 1 if sys.version_info >= (3, 12) else 0, "LOAD_METHOD": 0}
_CLOSURE = {"LOAD_DEREF": 0, "LOAD_CLASSDEREF": 0, "LOAD_FROM_DICT_OR_DEREF": 0}
_GLOBAL = {"LOAD_GLOBAL": 1, "LOAD_NAME": 0, "LOAD_FROM_DICT_OR_GLOBALS": 0}
_READS = {
    dis.opmap[name]: (kind, shift)
    for kind, names in (("attribute", _ATTRIBUTES), ("closure", _CLOSURE), ("global", _GLOBAL))
    for name, shift in names.items()
    if name in dis.opmap
}
"""Code of an instruction that reads a name -> what it reads, bits of its argument to drop."""

_PREFIXES = {dis.opmap["CACHE"], dis.EXTENDED_ARG}


class Uncacheable(Exception):
    """The function reaches something that cannot be identified by value in another process."""


class Fingerprint(NamedTuple):
    """Digest of all a function reaches, and the objects that could not be identified by value.

    With an empty `unknown`, equal digests mean equal machine code.  Otherwise the digest contains
    only the classes of the unknown objects, which is enough to remember that such a function
    cannot be compiled.
    """

    digest: str
    unknown: tuple[str, ...]


def examine(function: Any) -> Fingerprint:
    """Examine everything a function reaches."""
    try:
        return _examined(function, separate=True)
    except _Recursion:  # a function has no digest of its own if it reaches itself
        _open.clear()
        return _examined(function, separate=False)


def _examined(function: Any, separate: bool) -> Fingerprint:
    walk = _Walk(separate)
    total = digest(*walk.value(function))
    return Fingerprint(total, tuple(walk.unknown))


class _Recursion(Exception):
    """A function of the package reaches itself."""


_open: set[types.FunctionType] = set()
"""Functions of the package that are being examined."""

_own: dict[types.FunctionType, Fingerprint] = {}
"""Functions of the package that were examined."""


def fingerprint(function: Any) -> str:
    """Digest that determines the machine code of a function; Uncacheable if there is none."""
    total, unknown = examine(function)
    if unknown:
        raise Uncacheable(unknown[0])
    return total


def digest(*chunks: bytes) -> str:
    """Hexadecimal digest of byte strings, lengths included."""
    from hashlib import sha256  # loads OpenSSL; a process with a library of kernels needs none

    total = sha256()
    for chunk in chunks:
        total.update(b"%d:" % len(chunk))
        total.update(chunk)
    return total.hexdigest()[:40]


def is_foreign(name: str | None) -> bool:
    """Whether Numba itself implements the members of a module of this name."""
    return (name or "").partition(".")[0] in FOREIGN


def is_primitive(value: Any) -> bool:
    """Whether a function has a hand-written Numba twin instead of being compiled."""
    return getattr(value, "__module__", None) == pointer.__name__ or value is two_product


@functools.lru_cache(maxsize=4096)
def references(code: types.CodeType) -> tuple[tuple[str, ...], ...]:
    """Globals and closure cells a code object reads, as dotted names: ('vec3', 'dot'), ('K',).

    Attributes that are read directly from a name are part of it: only these members of a module
    matter.
    """
    found: set[tuple[str, ...]] = set()
    chain: tuple[str, ...] = ()
    cells = tuple(name for name in code.co_cellvars if name not in code.co_varnames)
    slots = code.co_varnames + cells + code.co_freevars
    bound, extended = len(slots) - len(code.co_freevars), 0
    # dis.get_instructions describes all of each instruction, which takes ten times as long
    for operation, argument in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        if operation in _PREFIXES:
            extended = (extended | argument) << 8 if operation == dis.EXTENDED_ARG else 0
            continue
        kind, shift = _READS.get(operation, ("", 0))
        number, extended = (extended | argument) >> shift, 0
        if chain and kind == "attribute":
            chain += (code.co_names[number],)
            continue
        if chain:
            found.add(chain)
            chain = ()
        if kind == "global":
            chain = (code.co_names[number],)
        elif kind == "closure" and number >= bound:
            chain = (slots[number],)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            own = set(constant.co_freevars) & set(code.co_cellvars)
            found.update(names for names in references(constant) if names[0] not in own)
    return tuple(sorted(found))


def resolve(function: types.FunctionType, name: str) -> Any:
    """Value of a global or closure name of a function; KeyError for builtins and unset cells."""
    code = function.__code__
    if name in code.co_freevars and function.__closure__:
        cell = function.__closure__[code.co_freevars.index(name)]
        try:
            return cell.cell_contents
        except ValueError:
            raise KeyError(name) from None
    return function.__globals__[name]


class _Walk:
    """One walk over what a function reaches; known functions are referred to by number.

    separate -- functions of this package are represented by their own digests
    """

    def __init__(self, separate: bool) -> None:
        self.separate = separate
        self.numbers: dict[int, int] = {}
        self.alive: list[Any] = []
        self.unknown: list[str] = []

    def value(self, value: Any) -> Iterator[bytes]:
        """Byte strings of any value a kernel can refer to."""
        for kinds, method in _METHODS:
            if isinstance(value, kinds):
                yield from method(self, value)
                return
        if hasattr(value, "py_func") and is_foreign(type(value).__module__):
            yield b"compiled " + repr(sorted(value.targetoptions.items())).encode()
            yield from self.function(value.py_func)
        elif is_foreign(getattr(value, "__module__", None)):
            yield from self.named(value)
        else:
            yield from self.stranger(value)

    def function(self, function: types.FunctionType) -> Iterator[bytes]:
        if is_primitive(function) or is_foreign(function.__module__):
            yield from self.named(function)
            return
        if self.separate and (function.__module__ or "").partition(".")[0] == _PACKAGE:
            yield from self.own(function)
        else:
            yield from self.parts(function)

    def own(self, function: types.FunctionType) -> Iterator[bytes]:
        """A function of this package."""
        if function in _open:
            raise _Recursion
        if function not in _own:
            _open.add(function)
            walk = _Walk(separate=True)
            total = digest(*walk.parts(function))
            _own[function] = Fingerprint(total, tuple(walk.unknown))
            _open.remove(function)
        self.unknown.extend(_own[function].unknown)
        yield _own[function].digest.encode()

    def parts(self, function: types.FunctionType) -> Iterator[bytes]:
        """Code, constants and names of a function, and what these names refer to."""
        number = self.numbers.setdefault(id(function), len(self.numbers))
        if number < len(self.alive):
            yield b"function %d again" % number
            return
        self.alive.append(function)
        yield b"function %d" % number
        for mark in ("inlined", "contracted"):
            if getattr(function, mark, False):
                yield mark.encode()
        yield from self.code(function.__code__)
        yield from self.value(function.__defaults__)
        yield from self.value(function.__kwdefaults__)
        for chain in references(function.__code__):
            yield ".".join(chain).encode()
            try:
                value = resolve(function, chain[0])
            except KeyError:
                yield b"builtin"
            else:
                yield from self.member(value, chain[1:])

    def member(self, value: Any, names: tuple[str, ...]) -> Iterator[bytes]:
        """Byte strings of the value of a dotted name; the path is followed inside modules."""
        while names and isinstance(value, types.ModuleType) and not is_foreign(value.__name__):
            try:
                value, names = getattr(value, names[0]), names[1:]
            except AttributeError:
                yield b"missing"
                return
        if isinstance(value, types.ModuleType) and not is_foreign(value.__name__):
            yield from self.stranger(value)
        else:
            yield from self.value(value)

    def code(self, code: types.CodeType) -> Iterator[bytes]:
        yield code.co_code
        yield code.co_exceptiontable
        yield repr(
            (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        ).encode()
        yield repr((code.co_varnames, code.co_names, code.co_freevars, code.co_cellvars)).encode()
        yield from self.sequence(code.co_consts)

    def sequence(self, values: tuple | list) -> Iterator[bytes]:
        if isinstance(values, tuple) and type(values) is not tuple:
            yield from self.type(type(values))
        yield b"%s %d" % (b"list" if isinstance(values, list) else b"tuple", len(values))
        for value in values:
            yield from self.value(value)

    def unordered(self, values: set | frozenset) -> Iterator[bytes]:
        yield b"set %d" % len(values)
        yield from sorted(digest(*self.value(value)).encode() for value in values)

    def mapping(self, values: dict) -> Iterator[bytes]:
        yield b"dict %d" % len(values)
        for key, value in values.items():
            yield from self.value(key)
            yield from self.value(value)

    def real(self, value: float) -> Iterator[bytes]:
        yield b"float nan" if math.isnan(value) else b"float" + struct.pack("<d", value)

    def complex(self, value: complex) -> Iterator[bytes]:
        yield b"complex"
        yield from self.real(value.real)
        yield from self.real(value.imag)

    def scalar(self, value: np.generic) -> Iterator[bytes]:
        yield from self.array(np.asarray(value))

    def array(self, array: np.ndarray) -> Iterator[bytes]:
        yield from self.dtype(array.dtype)
        if array.dtype.hasobject:
            yield from self.stranger(array)
            return
        flags = array.flags
        yield repr((array.shape, array.strides, flags.writeable, flags.aligned)).encode()
        yield array.tobytes()

    def dtype(self, dtype: np.dtype) -> Iterator[bytes]:
        """Dtypes; those of records by a digest computed once, since every kernel has some."""
        if dtype.fields is None:
            yield from _parts_of(dtype)
            return
        # not by equality: dtypes of plain and of attribute records are equal
        if id(dtype) not in _records:
            _records[id(dtype)] = dtype, digest(*_parts_of(dtype)).encode()
        yield _records[id(dtype)][1]

    def copied(self, value: pointer.Copied) -> Iterator[bytes]:
        yield b"copied"
        yield from self.dtype(value.dtype)
        yield repr((value.shape, value.values)).encode()

    def member_of_enum(self, value: enum.Enum) -> Iterator[bytes]:
        """Integer members are compiled as integers; others also compare by their class."""
        kind = type(value)
        yield (
            b"int" if isinstance(value, int) else f"{kind.__module__}.{kind.__qualname__}".encode()
        )
        yield from self.value(value.value)

    def type(self, kind: Any) -> Iterator[bytes]:
        """Classes Numba knows: those of foreign modules, enumerations, named tuples."""
        if is_foreign(kind.__module__):
            yield from self.named(kind)
        elif issubclass(kind, BaseException):
            yield b"exception"  # compiled code only reports that there was one
        elif issubclass(kind, enum.Enum):
            yield b"enumeration"
            for name, member in kind.__members__.items():
                yield name.encode()
                yield from self.member_of_enum(member)
        elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
            yield repr(("named tuple", kind.__name__, kind._fields)).encode()
            yield from self.mapping(kind._field_defaults)
        else:
            yield from self.stranger(kind)

    def module(self, module: types.ModuleType) -> Iterator[bytes]:
        if is_foreign(module.__name__):
            yield module.__name__.encode()
        else:
            yield from self.stranger(module)

    def named(self, value: Any) -> Iterator[bytes]:
        """Something that its module and name identify; otherwise it is unknown."""
        module = getattr(value, "__module__", None) or "numpy"
        name = str(getattr(value, "__qualname__", None) or getattr(value, "__name__", ""))
        home: Any = sys.modules.get(module)
        for step in name.split("."):
            home = getattr(home, step, None)
        if home is value:
            yield f"{module}.{name}".encode()
        else:
            yield from self.stranger(value)

    def stranger(self, value: Any) -> Iterator[bytes]:
        """Anything else: recorded as unknown, identified by its class."""
        kind = value if isinstance(value, type) else type(value)
        self.unknown.append(f"{type(value).__name__} {value!r:.60} cannot be identified by value")
        yield f"stranger {kind.__module__}.{kind.__qualname__}".encode()


_records: dict[int, tuple[np.dtype, bytes]] = {}
"""Identity of a record dtype -> the dtype, which thus stays alive, and its digest."""


def _parts_of(dtype: np.dtype) -> Iterator[bytes]:
    """Everything that defines a dtype."""
    yield repr((dtype.str, dtype.type.__name__, dtype.itemsize, dtype.isalignedstruct)).encode()
    if dtype.subdtype is not None:
        yield repr(dtype.shape).encode()
        yield from _parts_of(dtype.base)
    for name, (field, offset, *title) in (dtype.fields or {}).items():
        yield repr((name, offset, title)).encode()
        yield from _parts_of(field)


def _plain(walk: _Walk, value: Any) -> Iterator[bytes]:
    """Values whose text states type and content; subclasses of int and str count as those."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield b"int %d" % int(value)
    elif isinstance(value, str):
        yield b"str" + str(value).encode("utf-8", "surrogatepass")
    else:
        yield repr(value).encode()


_METHODS: tuple[tuple[Any, Callable[[_Walk, Any], Iterator[bytes]]], ...] = (
    (enum.Enum, _Walk.member_of_enum),
    (np.generic, _Walk.scalar),
    ((bool, int, str, bytes, type(None), type(Ellipsis)), _plain),
    (float, _Walk.real),
    (complex, _Walk.complex),
    (types.FunctionType, _Walk.function),
    (types.CodeType, _Walk.code),
    ((tuple, list), _Walk.sequence),
    ((set, frozenset), _Walk.unordered),
    (dict, _Walk.mapping),
    (np.dtype, _Walk.dtype),
    (np.ndarray, _Walk.array),
    (pointer.Pointer, lambda walk, value: iter((repr(value).encode(),))),
    (pointer.Copied, _Walk.copied),
    (types.ModuleType, _Walk.module),
    (type, _Walk.type),
    ((types.BuiltinFunctionType, np.ufunc), _Walk.named),
)
"""Ordered: an IntEnum member is an int, np.float64 a float, and both must be matched first."""
