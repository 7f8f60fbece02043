"""Plain Python function -> address of a C function, from memory, the cache or the compiler.

    kernel(table, markers, t, force)   plain function in an item file, runs unchanged in Python
    entry(call, frame) -> status       unpacks the records, int64 f(int64, int64)
    object code                        Numba -> LLVM -> cache file, loaded by llvmlite alone

Numba is imported only when something must be compiled: a process with a warm cache never does.
"""

import contextlib
import ctypes
import functools
import gc
import importlib.util
import itertools
import os
import pathlib
import sys
import textwrap
import threading
import time
import types
import weakref
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.kernels import cache
from linkwork.core.kernels.fingerprint import digest, examine
from linkwork.core.kernels.pointer import Pointer, call_kernel

SYMBOL = "linkwork_entry"
"""Name of the one function in every object file."""

DEFAULT_FLAGS = {"error_model": "numpy"}
"""Numba options of every kernel: a division by zero returns inf or nan, not an exception."""

_MECHANISM = (
    "pointer.py",
    "fingerprint.py",
    "cache.py",
    "compile.py",
    "lowering.py",
    "twins.py",
)
_PACKAGE = __name__.partition(".")[0]
_IRRELEVANT = ("CACHE", "THREAD", "WARN", "COLOR", "DISABLE_JIT", "DEVELOPER", "FULL_TRACEBACKS")
_CALLBACK = """\
def call({0}):
    try:
{1}
    except BaseException as error:
        note(error)
        return bad
def directly({0}):
{2}
"""
_OF_FUNCTION = """\
result = function({0})
{1}return convert(result)
"""
_SHORT_WAY = """\
if type(result) is float and result - result == 0.0:
    return result
"""
_OBJECT, _FAILURE = b"object", b"cannot compile"


class Raised(threading.local):
    """Exceptions of Python callbacks in this thread, oldest first."""

    def __init__(self) -> None:
        self.errors: list[BaseException] = []

    def __len__(self) -> int:
        return len(self.errors)

    def append(self, error: BaseException) -> None:
        self.errors.append(error)

    def take(self) -> BaseException:
        """The oldest exception; the others, which follow from it, are dropped."""
        error = self.errors[0]
        self.errors.clear()
        return error

    def clear(self) -> None:
        self.errors.clear()


raised = Raised()
"""The code that started the compiled run checks this when it ends, and re-raises."""

uncacheable: dict[str, str] = {}
"""Qualified name -> reason, for functions whose machine code cannot be kept on disk."""

_lock = threading.RLock()
_origins: dict[str, str] = {}
_by_key: dict[str, int] = {}
_by_function: weakref.WeakKeyDictionary[Callable, dict[tuple, int]] = weakref.WeakKeyDictionary()
_failures: dict[str, str] = {}
_callbacks: dict[int, Any] = {}
_alive: list[Any] = []
_serial = itertools.count()
_told = False


class CannotCompile(Exception):
    """Numba cannot compile this function; it still runs through `python_address_of`."""


class CannotLink(Exception):
    """Object code that cannot be loaded into this process."""


class Host(NamedTuple):
    """LLVM configured for this machine; `loader` is None if there is none."""

    llvm: types.ModuleType
    target_machine: Any
    loader: Any
    description: str


# ------------------------------------------------------------------------------- addresses


def address_of(function: Callable, pointer: Pointer = call_kernel, **flags: Any) -> int:
    """Address of the C function of a plain Python function; it stays valid in this process.

    `flags` are Numba's options, such as error_model="python" or fastmath=True.  An exception
    inside the compiled function makes it return `pointer.bad`.  Raises CannotCompile.
    """
    if not isinstance(function, types.FunctionType):
        raise CannotCompile(f"{function!r} is not a plain function")
    python = jit_disabled()
    # What kernels of the package reach never changes, so it is examined only once.
    constant = (function.__module__ or "").partition(".")[0] == _PACKAGE
    if getattr(function, "long_loops", False):
        flags["long_loops"] = True
    variant = (pointer, python, *sorted(flags.items()))
    with _lock:
        known = _by_function.get(function, {})
        if variant in known:
            return known[variant]
        if python:
            address = python_address_of(function, pointer)
        else:
            address = _find(function, pointer, DEFAULT_FLAGS | flags)
        if python or constant:
            _by_function.setdefault(function, {})[variant] = address
        return address


def is_at_hand(function: Callable) -> bool:
    """Whether the code of a kernel is in memory or in the cache, so that nothing is compiled."""
    if jit_disabled() or function in _by_function:
        return True
    key, _ = _key_of(function, call_kernel, DEFAULT_FLAGS)
    return key in _by_key or cache.path_of(key).exists()


def with_long_loops(kernel: Callable) -> Callable:
    """A copy of a kernel for long contiguous arrays: its loops are vectorized."""
    copy = types.FunctionType(
        kernel.__code__, kernel.__globals__, kernel.__name__, None, kernel.__closure__
    )
    copy.__module__, copy.__qualname__ = kernel.__module__, kernel.__qualname__
    copy.long_loops = True  # type: ignore[attr-defined]
    return copy


def inlined(helper: Callable) -> Callable:
    """Mark a helper that is compiled into each of its callers.

    This suits short helpers that take groups of arrays: passing these costs more than the work.
    """
    helper.inlined = True  # type: ignore[attr-defined]
    return helper


def jit_disabled() -> bool:
    """Whether kernels run as plain Python (NUMBA_DISABLE_JIT=1)."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return True
    config = getattr(sys.modules.get("numba"), "config", None)
    return bool(getattr(config, "DISABLE_JIT", False))


def compiled_functions() -> dict[str, str]:
    """Qualified name -> 'cache', 'compiled' or 'fallback', for every requested function."""
    return dict(_origins)


def _convert(pointer: Pointer, function: Callable, result: Any) -> Any:
    """Result of a callback, converted to the type of the pointer."""
    try:
        return pointer.to_result(result)
    except (TypeError, ValueError):
        name = getattr(function, "__qualname__", "the function")
        raise TypeError(f"{name} must return a number, got {result!r:.80}") from None


def python_address_of(
    function: Callable,
    pointer: Pointer = call_kernel,
    bound: tuple[Any, ...] = (),
    convert: Callable[[Any], Any] | None = None,
    explain: Callable[[Exception], Exception] | None = None,
) -> int:
    """Address of a callback to function(*bound, *arguments), valid until `release`.

    It serves user functions that cannot be compiled, and debugging of a kernel inside a compiled
    run.  An exception is stored in `raised`, and the callback returns `pointer.bad`.

    convert -- converts the result to a number, or raises; explain -- returns the exception that is
    stored or, in all-Python runs, raised instead of the function's own
    """
    names = [f"a{i}" for i in range(len(pointer.arguments))]
    values = dict(zip((f"b{i}" for i in range(len(bound))), bound, strict=True))
    # Generated without *arguments and without a partial function: it is called in every step.
    short = _SHORT_WAY if pointer.result == "d" else ""
    body = _OF_FUNCTION.format(", ".join([*values, *names]), short)
    check = convert or functools.partial(_convert, pointer, function)
    space = dict(function=function, convert=check, **values)
    return text_address_of(names, body, space, pointer, explain)


def text_address_of(
    names: Sequence[str],
    body: str,
    space: dict[str, Any],
    pointer: Pointer,
    explain: Callable[[Exception], Exception] | None = None,
) -> int:
    """The same for a function that is given as text, so that a call is a single Python frame.

    names -- of its arguments; body -- its lines; space -- its global names, which it may change
    """

    def note(error: BaseException) -> None:
        if explain is not None and isinstance(error, Exception):
            error = explain(error)
        raised.append(error)

    def directly(*arguments: Any) -> Any:
        try:
            return plain(*arguments)
        except Exception as error:
            if explain is None:
                raise
            raise explain(error) from error

    space |= dict(note=note, bad=pointer.bad)
    inside = textwrap.indent(body, "    ")
    exec(_code(_CALLBACK.format(", ".join(names), textwrap.indent(inside, "    "), inside)), space)
    # Functions in their own names would be a reference cycle.
    callback, plain = pointer.ctype(space.pop("call")), space.pop("directly")
    # Not ctypes.cast, whose reference cycle would keep the callback until a garbage collection.
    address = ctypes.c_void_p.from_buffer(callback).value
    assert address is not None
    _callbacks[address] = callback
    Pointer.python[address] = directly
    return address


@functools.lru_cache(maxsize=256)
def _code(text: str) -> types.CodeType:
    """Callbacks of one signature are parsed once."""
    return compile(text, "<callback>", "exec")


def release(address: int) -> None:
    """Free a callback made by `python_address_of`; addresses of compiled code are ignored."""
    with _lock:
        if _callbacks.pop(address, None) is None:
            return
        Pointer.python.pop(address, None)
        for known in _by_function.values():
            for variant in [v for v, other in known.items() if other == address]:
                del known[variant]


# ------------------------------------------------------------------------------- finding code


def _find(function: Callable, pointer: Pointer, flags: dict[str, Any]) -> int:
    """Address from memory, else from the cache, else from the compiler."""
    key, unknown = _key_of(function, pointer, flags)
    if key in _failures:
        raise CannotCompile(_failures[key])
    if key in _by_key:
        return _by_key[key]
    name = f"{function.__module__}.{function.__qualname__}"
    address, origin = _load(key), "cache"
    if address is None:
        address, origin = _compile(function, pointer, flags, name, key, unknown)
    _origins[name] = origin
    if not unknown:
        _by_key[key] = address
    return address


def _key_of(function: Callable, pointer: Pointer, flags: dict[str, Any]) -> tuple[str, Any]:
    """Key of the machine code of a function, and what of it cannot be examined."""
    content, unknown = examine(function)
    text = repr((pointer, sorted(flags.items())))
    return digest(_environment(), text.encode(), content.encode()), unknown


def _load(key: str) -> int | None:
    """Address of the code stored under a key; None if there is none that can be used."""
    kind, _, content = (cache.read(key) or b"").partition(b"\n")
    if kind == _FAILURE:
        date, _, message = content.decode().partition("\n")
        # Not forever: the missing package may have been installed since.
        if time.time() - float(date) < cache.DAY:
            _failures[key] = message
            raise CannotCompile(message)
    if kind != _OBJECT:
        return None
    try:
        return link(content)
    except CannotLink:
        return None


def _compile(function, pointer, flags, name: str, key: str, unknown) -> tuple[int, str]:
    """Address of newly compiled code, and where it came from."""
    _tell()
    with _collector_paused():
        from linkwork.core.kernels import lowering

        try:
            content = lowering.build(function, pointer, flags)
            address = link(content)
        except CannotCompile as error:
            _failures[key] = str(error)
            cache.write(key, _FAILURE + f"\n{time.time():.0f}\n{error}".encode())
            raise
        except (CannotLink, lowering.Refused) as reason:
            uncacheable[name] = str(reason)
            address, owner = lowering.fallback(function, pointer, flags)
            _alive.append(owner)
            return address, "fallback"
    if unknown:
        uncacheable[name] = unknown[0]
    else:
        cache.write(key, _OBJECT + b"\n" + content)
        cache.prune()
    return address, "compiled"


@contextlib.contextmanager
def _collector_paused():
    """Pause garbage collection: Numba creates millions of objects and hardly any garbage, and
    collection takes a tenth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _tell() -> None:
    """Report once per process why the first call takes long."""
    global _told
    if _told or sys.stderr is None or os.environ.get("LINKWORK_QUIET", "0") not in ("", "0"):
        return
    _told = True
    folder = cache.folder()
    if cache.writable():
        fate = f"the result is kept in {folder}"
    else:
        fate = f"it cannot be kept, because {folder} is not writable (set LINKWORK_CACHE_DIR)"
    print(
        f"Linkwork compiles its kernels at first use. This takes some seconds, and {fate}.",
        file=sys.stderr,
        flush=True,
    )


# ------------------------------------------------------------------------------- object code


def link(content: bytes) -> int:
    """Load object code: a line of symbols it needs from Numba, then the object file."""
    needs, _, code = content.partition(b"\n")
    machine = host()
    if machine.loader is None:
        raise CannotLink("LLVM has no loader for this platform")
    builder = machine.llvm.JITLibraryBuilder()
    builder.add_object_img(code).add_current_process().export_symbol(SYMBOL)
    try:
        for symbol, address in _runtime_symbols(needs.decode().split()):
            builder.import_symbol(symbol, address)
        library = builder.link(machine.loader, f"linkwork{next(_serial)}")
        address = library[SYMBOL]
    except (RuntimeError, KeyError) as error:
        raise CannotLink(f"the object code cannot be loaded: {error}") from None
    _alive.append(library)
    return address


def _runtime_symbols(names: list[str]):
    """Addresses of functions of Numba's run time library, which must be started first."""
    if not names:
        return
    from linkwork.core.kernels import lowering

    lowering.start_runtime()
    for name in names:
        address = host().llvm.address_of_symbol(name)
        if not address:
            raise CannotLink(f"the object code needs {name}, which Numba does not have")
        yield name, address


@functools.cache
def host() -> Host:
    """LLVM, its code generator and its loader, for the processor of this machine."""
    import llvmlite
    import llvmlite.binding as llvm

    with contextlib.suppress(RuntimeError):
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple = llvm.get_process_triple()
    processor = llvm.get_host_cpu_name()
    features = llvm.get_host_cpu_features().flatten()
    windows = sys.platform == "win32"

    def target_machine():
        # On Windows the loader creates no stubs, so calls must reach the whole address space.
        return llvm.Target.from_triple(triple).create_target_machine(
            cpu=processor,
            features=features,
            opt=3,
            reloc="pic",
            codemodel="large" if windows else "small",
            jit=True,
        )

    loader = None
    with contextlib.suppress(RuntimeError):
        loader = llvm.create_lljit_compiler(
            target_machine(), use_jit_link=not windows, suppress_errors=True
        )
    description = f"{triple} {processor} {features} {llvmlite.__version__} {llvm.llvm_version_info}"
    return Host(llvm, target_machine(), loader, description)


# ------------------------------------------------------------------------------- key


def _environment() -> bytes:
    """Everything except the function that determines the machine code."""
    settings = sorted(
        item
        for item in os.environ.items()
        if item[0].startswith("NUMBA_") and not any(word in item[0] for word in _IRRELEVANT)
    )
    return repr((_versions(), host().description, settings)).encode()


@functools.cache
def _versions() -> tuple:
    """Versions of all packages involved; this mechanism is identified by the text of its files."""
    here = pathlib.Path(__file__).parent
    texts = []
    for name in _MECHANISM:
        # Packed programs come without source texts and have only one version.
        with contextlib.suppress(OSError):
            texts.append((here / name).read_bytes())
    return sys.version, np.__version__, _numba_version(), digest(*texts)


def _numba_version() -> str:
    """Version of Numba without importing it, which takes as long as a whole warm start."""
    spec = importlib.util.find_spec("numba")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("Linkwork needs the package numba to compile its kernels")
    with contextlib.suppress(OSError):
        return digest((pathlib.Path(spec.origin).parent / "_version.py").read_bytes())
    from importlib.metadata import version

    return version("numba")
