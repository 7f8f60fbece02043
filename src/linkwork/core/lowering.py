"""Numba's side of `compile`: plain functions -> typed code -> LLVM -> one object file per kernel.

The only module that imports Numba; loaded when something must be compiled.  Numba does the typing
and writes the LLVM code.  Its libraries are replaced by ones that only collect that code: helpers
are not optimised and turned into machine code one by one, the whole kernel is, once, with
everything inlined and the paths that make Python exceptions dropped.
"""

import builtins
import enum
import functools
import re
import types
from typing import Any, ClassVar

import numba
from llvmlite import ir
from numba import types as nt
from numba.core import cgutils, codegen, compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys
from numba.core.typed_passes import NopythonTypeInference
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from linkwork.core import pointer as primitives
from linkwork.core.compile import SYMBOL, CannotCompile, host
from linkwork.core.fingerprint import examine, is_foreign, is_primitive, references, resolve
from linkwork.core.pointer import Pointer

_NUMBA = {"d": nt.float64, "q": nt.int64, "v": nt.void}
_LLVM = {"d": ir.DoubleType(), "q": ir.IntType(64), "v": ir.VoidType()}
_KNOWN_OPTIONS = {"nopython", "nogil", "fastmath", "error_model", "boundscheck", "inline"}
_UNRESOLVED = ".numba.unresolved$"
_FROZEN = "numba.dynamic.globals"
_PYTHON_CALLS = ("Py", "_Py", "numba_gil_ensure", "numba_unpickle")
_RUNTIME_CALLS = ("NRT_", "numba_", "_numba", "__svml")


class Refused(Exception):
    """The machine code is tied to this process and cannot be kept."""


class _Allocates(Exception):
    """The kernel allocates memory and needs reference counts."""


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


def _c_type(pointer: Pointer):
    return ir.FunctionType(_LLVM[pointer.result], [_LLVM[code] for code in pointer.arguments])


def _call_through(pointer: Pointer):
    """Intrinsic twin of a Pointer: call the C function at an address."""
    signature = _NUMBA[pointer.result](nt.int64, *(_NUMBA[code] for code in pointer.arguments))

    def generate(context, builder, signature, arguments):
        function = builder.inttoptr(arguments[0], _c_type(pointer).as_pointer())
        result = builder.call(function, arguments[1:])
        return context.get_dummy_value() if pointer.result == "v" else result

    names = ", ".join(f"a{i}" for i in range(len(pointer.arguments)))
    space = {"signature": signature, "generate": generate}
    exec(f"def call(context, address, {names}):\n    return signature, generate\n", space)
    return intrinsic(space["call"])


_TWINS: dict[Any, Any] = {primitives.view: _view, primitives.status: _status}


# ------------------------------------------------------------------------------- whole kernels


class _Library(codegen.CPUCodeLibrary):
    """LLVM code of one function and links to the functions it calls; no machine code."""

    def _optimize_functions(self, ll_module):
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self):
        self._finalized = True

    def get_pointer_to_function(self, name):
        return 0

    def _get_module_for_linking(self):
        if self._shared_module is None:
            self._shared_module = self.whole()
            for function in self._shared_module.functions:
                if not function.is_declaration and function.linkage.name == "external":
                    function.linkage = "linkonce_odr"
        return self._shared_module

    def whole(self):
        """New module with this function and all it calls."""
        module = self._final_module.clone()
        ours, others = [self], []
        for library in ours:
            for called in library._linking_libraries:
                found = ours if isinstance(called, _Library) else others
                if called not in found:
                    found.append(called)
        for library in ours[1:]:
            module.link_in(library._final_module, preserve=True)
        # Last, because of these only what is already referred to is linked in.
        for library in others:
            module.link_in(library._get_module_for_linking(), preserve=True)
        return module


class _Codegen(codegen.JITCPUCodegen):
    """Numba's code generator with libraries that collect."""

    _library_class: Any = _Library

    def set_env(self, env_name, env):
        """Nothing to set: code that needs a Numba environment is refused."""


@functools.cache
def _collecting_codegen() -> _Codegen:
    return _Codegen("linkwork")


class _Counting(compiler.CompilerBase):
    """Numba's compiler for kernels that allocate: writes into collecting libraries."""

    def __init__(self, typing_context, target_context, *arguments):
        target_context = target_context.subtarget(_internal_codegen=_collecting_codegen())
        super().__init__(typing_context, target_context, *arguments)

    def define_pipelines(self):
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        return [passes]


@register_pass(mutates_CFG=False, analysis_only=True)
class _StopCounting(AnalysisPass):
    """From here on, no reference counts."""

    _name = "linkwork_stop_counting"

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        state.targetctx.enable_nrt = False
        return False


class _Compiler(_Counting):
    """The same without reference counts: arrays of kernels are views of memory owned elsewhere.

    They are switched off after typing only, because without them Numba's typing refuses helpers
    that return a view.
    """

    def define_pipelines(self):
        (passes,) = super().define_pipelines()
        passes.add_pass_after(_StopCounting, NopythonTypeInference)
        passes.finalize()
        return [passes]


# ------------------------------------------------------------------------------- twins


class _Lowering:
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
        # Only now: an interrupt before this point leaves dispatchers that miss their globals.
        self.shared.update((k, d) for k, d in self.fresh.items() if d is not dispatcher)
        return dispatcher

    def twin(self, value: Any) -> Any:
        """What stands for a value in compiled code."""
        if isinstance(value, Pointer):
            if value not in _TWINS:
                _TWINS[value] = _call_through(value)
            return _TWINS[value]
        if isinstance(value, enum.Enum) and isinstance(value, int):
            return int(value)
        if isinstance(value, type) and issubclass(value, enum.Enum) and issubclass(value, int):
            return self.namespace(value.__name__, {n: int(m) for n, m in value.__members__.items()})
        if type(value) is tuple:
            return tuple(self.twin(item) for item in value)
        if isinstance(value, types.FunctionType):
            if is_primitive(value):
                return _TWINS[value]
            if not is_foreign(value.__module__):
                return self.function(value, self.flags)
        if isinstance(value, Dispatcher) and value.targetoptions.keys() <= _KNOWN_OPTIONS:
            own = {k: v for k, v in value.targetoptions.items() if k != "nopython"}
            return self.function(value.py_func, self.flags | own)
        return value

    def function(self, function: types.FunctionType, options: dict[str, Any]) -> Any:
        """Dispatcher of a function."""
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
        copy.__defaults__ = self.twin(function.__defaults__)
        copy.__kwdefaults__ = {k: self.twin(v) for k, v in (function.__kwdefaults__ or {}).items()}
        dispatcher = self.made[function, text] = numba.njit(**options)(copy)
        if not unknown:
            self.fresh[content, text] = dispatcher
        for name, value in self.values(function).items():
            if name in cells:
                cells[name].cell_contents = value
            else:
                space[name] = value
        return dispatcher

    def values(self, function: types.FunctionType) -> dict[str, Any]:
        """Twins of the globals and closure cells of a function, by name."""
        found: dict[str, Any] = {}
        for name, *path in references(function.__code__):
            try:
                value = resolve(function, name)
            except KeyError:
                continue
            if isinstance(value, types.ModuleType) and not is_foreign(value.__name__):
                space = found.setdefault(name, self.namespace(name, {}))
                self.fill(space, value, path)
            else:
                found[name] = self.twin(value)
        return found

    def fill(self, space: types.ModuleType, module: types.ModuleType, path: list[str]) -> None:
        """Copy the member a dotted path leads to, with twins, into an image of the module."""
        if not path or not hasattr(module, path[0]):
            return
        value = getattr(module, path[0])
        if isinstance(value, types.ModuleType) and not is_foreign(value.__name__):
            inner = vars(space).setdefault(path[0], self.namespace(path[0], {}))
            self.fill(inner, value, path[1:])
        else:
            setattr(space, path[0], self.twin(value))

    @staticmethod
    def namespace(name: str, values: dict[str, Any]) -> types.ModuleType:
        """A module is the one kind of object whose attributes Numba takes as constants."""
        module = types.ModuleType(name)
        vars(module).update(values)
        return module


# ------------------------------------------------------------------------------- building


def build(function: types.FunctionType, pointer: Pointer, flags: dict[str, Any]) -> bytes:
    """Compile: a line of symbols needed from Numba, then the object file.

    Raises Refused when the code works only in this process, CannotCompile when there is none.
    """
    with global_compiler_lock:
        try:
            try:
                return _emit(_collect(function, pointer, flags, _Compiler), counting=False)
            except _Allocates:
                return _emit(_collect(function, pointer, flags, _Counting), counting=True)
        except (CannotCompile, Refused):
            raise
        except Exception:
            # Numba's inside is not as we know it: take the longer way through its front door.
            return _emit(_ask(function, pointer, flags), counting=True)


def _collect(function, pointer: Pointer, flags: dict[str, Any], compiler_class: type):
    """LLVM module of a whole kernel with its entry, put together from unoptimised pieces."""
    arguments = tuple(_NUMBA[code] for code in pointer.arguments)
    dispatcher = _Lowering(flags, compiler_class).root(function)
    try:
        dispatcher.compile(_signature(pointer))
    except NumbaError as error:
        if "NRT required" in str(error) and compiler_class is _Compiler:
            raise _Allocates from None
        raise CannotCompile(_explain(function, error)) from None
    compiled = dispatcher.overloads[arguments]
    module = compiled.library.whole()
    _resolve(module)
    module.link_in(_entry(compiled.fndesc.llvm_func_name, pointer))
    return module


def _ask(function, pointer: Pointer, flags: dict[str, Any]):
    """The same from the text that Numba shows of a C callback."""
    callback = _callback(function, _Lowering(flags).root(function).py_func, pointer, flags)
    module = host().llvm.parse_assembly(callback.inspect_llvm())
    native = callback.native_name.removeprefix("cfunc.")
    if native not in {function.name for function in module.functions}:
        raise Refused("Numba names its functions in an unknown way")
    module.link_in(_entry(native, pointer))
    return module


def _callback(function, twin, pointer: Pointer, flags: dict[str, Any]):
    """Numba's own C callback of a function."""
    try:
        return numba.cfunc(_signature(pointer), **flags)(twin)
    except Exception as error:
        raise CannotCompile(_explain(function, error)) from None


def _signature(pointer: Pointer):
    return _NUMBA[pointer.result](*(_NUMBA[code] for code in pointer.arguments))


def _entry(native_name: str, pointer: Pointer):
    """Module with a C function around Numba's own one: an exception becomes `pointer.bad`."""
    context, signature = cpu_target.target_context, _signature(pointer)
    convention = context.call_conv
    module = context.create_module("entry")
    native_type = convention.get_function_type(signature.return_type, signature.args)
    native = ir.Function(module, native_type, native_name)
    entry = ir.Function(module, _c_type(pointer), SYMBOL)
    builder = ir.IRBuilder(entry.append_basic_block())
    status, result = convention.call_function(
        builder, native, signature.return_type, signature.args, entry.args
    )
    if pointer.result == "v":
        builder.ret_void()
    else:
        bad = ir.Constant(_LLVM[pointer.result], pointer.bad)
        builder.ret(builder.select(status.is_error, bad, result))
    return host().llvm.parse_assembly(str(module))


def _resolve(module) -> None:
    """Define the variables through which functions that call each other in a circle do so."""
    for variable in list(module.global_variables):
        if variable.name.startswith(_UNRESOLVED):
            piece = ir.Module()
            callee = ir.Function(
                piece, ir.FunctionType(ir.VoidType(), []), variable.name.removeprefix(_UNRESOLVED)
            )
            pointer = ir.GlobalVariable(piece, cgutils.voidptr_t, variable.name)
            pointer.initializer = callee.bitcast(cgutils.voidptr_t)
            pointer.global_constant = True
            module.link_in(host().llvm.parse_assembly(str(piece)))


def _emit(module, counting: bool) -> bytes:
    """Optimise a whole kernel and make its object file, if it has no tie to this process."""
    llvm, target_machine = host().llvm, host().target_machine
    for value in (*module.functions, *module.global_variables):
        # Frozen addresses must not become internal: they would be folded in without a trace.
        keep = value.name == SYMBOL or value.name.startswith(_FROZEN)
        if not value.is_declaration and not keep:
            value.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    # Loops run over three components or a handful of rows: the checks before a vectorised loop
    # cost more than it saves (one spring, RK44: 0.29 us a step with them, 0.25 without).
    tuning.loop_vectorization = False
    builder = llvm.create_pass_builder(target_machine, tuning)
    passes = builder.getModulePassManager()
    passes.run(module, builder)
    values = (*module.functions, *module.global_variables)
    names = [v.name for v in values]
    missing = [v.name for v in values if v.is_declaration and not v.name.startswith("llvm.")]
    if any(name.startswith(_FROZEN) for name in names):
        raise Refused("an address of this process is frozen into the code")
    if any("NumbaEnv" in name for name in names):
        raise Refused("uses a Numba environment")
    python = [name for name in missing if name.startswith(_PYTHON_CALLS)]
    if python:
        raise Refused("calls Python: " + " ".join(python))
    if not counting and any(name.startswith("NRT_") for name in names):
        raise _Allocates
    needs = [name for name in missing if name.startswith(_RUNTIME_CALLS)]
    return " ".join(needs).encode() + b"\n" + target_machine.emit_object(module)


def fallback(function: types.FunctionType, pointer: Pointer, flags: dict[str, Any]):
    """Address of Numba's own C callback and its owner, for code that cannot be kept."""
    names = ", ".join(f"a{i}" for i in range(len(pointer.arguments)))
    space = {"function": _Lowering(flags).root(function), "bad": pointer.bad}
    # Numba's callback prints an exception and returns anything.
    exec(
        f"def guarded({names}):\n"
        f"    try:\n        return function({names})\n"
        f"    except Exception:\n        return bad\n",
        space,
    )
    callback = _callback(function, space["guarded"], pointer, flags)
    return callback.address, callback


def start_runtime() -> None:
    """Make Numba register the addresses of its run time library with LLVM."""
    rtsys.initialize(cpu_target.target_context)


def _explain(function: types.FunctionType, error: Exception) -> str:
    """First useful lines of Numba's message."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    useful = [line for line in lines if not line.startswith("Failed in nopython mode pipeline")]
    return f"{function.__qualname__} cannot be compiled: " + "\n  ".join(useful[:4])
