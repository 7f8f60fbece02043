"""Numba's side of `compile`: plain functions -> typed code -> LLVM -> one object file per kernel.

Only this module and `twins` import Numba; they are loaded when something must be compiled.  Numba
does the typing and generates the LLVM code.  Its libraries are replaced by ones that only collect
that code: helpers are not optimized and compiled one by one; the whole kernel is, once, with
everything inlined and without the paths that create Python exceptions.
"""

import contextlib
import functools
import re
import types
from typing import Any, NamedTuple

import numba
from llvmlite import ir
from numba import types as nt
from numba.core import cgutils, codegen, compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys
from numba.core.typed_passes import NopythonTypeInference
from numba.core.types.functions import BaseFunction

from linkwork.core.kernels.compile import CannotCompile
from linkwork.core.kernels.contract import contract_products
from linkwork.core.kernels.loading import SYMBOL, host
from linkwork.core.kernels.marks import OF_KERNELS
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.kernels.twins import CONTRACT, LLVM, NUMBA, Twins, c_type

_UNRESOLVED = ".numba.unresolved$"
_FROZEN = "numba.dynamic.globals"
_PYTHON_CALLS = ("Py", "_Py", "numba_gil_ensure", "numba_unpickle")
_ENDS_PROCESS = frozenset({"numba_gil_ensure", "Py_FatalError"})
_RUNTIME_CALLS = ("NRT_", "numba_", "_numba", "__svml")


def _load_array_functions() -> None:
    """Load Numba's functions of arrays without SciPy, which takes 0.2 s.

    They ask for its BLAS when they are loaded; code that uses BLAS asks again.
    """
    from numba.np import linalg

    asked: Any = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        from numba.np import arraymath
    finally:
        linalg.ensure_blas = asked
    arraymath.ensure_blas = asked  # type: ignore[attr-defined]


with contextlib.suppress(AttributeError, ImportError):
    _load_array_functions()

# Each pass of the compiler writes out the types of all arguments: that of a frame is long.
nt.Record.__repr__ = functools.cache(nt.Record.__repr__)  # type: ignore[method-assign]


def _remember_operators() -> None:
    """Let Numba type an operator with the same types of operands once.

    It tries about seven rules each time, thousands of times in a kernel. Which one applies depends
    on the types alone.
    """
    choose: Any = BaseFunction.get_call_type
    known: dict[Any, Any] = {}

    def get_call_type(self, context, args, kws):
        operator = self.typing_key
        if kws or (operator is not bool and getattr(operator, "__module__", "") != "_operator"):
            return choose(self, context, args, kws)
        key = context, self, args
        if key not in known:
            known[key] = choose(self, context, args, kws)
        return known[key]

    BaseFunction.get_call_type = get_call_type  # type: ignore[method-assign]


with contextlib.suppress(AttributeError):
    _remember_operators()

OWN_FLAGS = (*OF_KERNELS, "contract")

NEEDLESS = frozenset(
    {
        "WithLifting", "InlineClosureLikes", "RewriteDynamicRaises", "MakeFunctionToJitFunction",
        "FindLiterallyCalls", "LiteralUnroll", "InlineOverloads", "NopythonRewrites",
        "DumpParforDiagnostics",
    }
)  # fmt: skip
"""Numba's passes for what kernels of the package do not contain: closures, comprehensions, array
expressions, `with`, `raise` and `literal_unroll`. Each takes time even if it finds nothing."""


class Refused(Exception):
    """The machine code is tied to this process and cannot be kept."""


class _Allocates(Exception):
    """The kernel allocates memory and needs reference counts."""


# ------------------------------------------------------------------------------- whole kernels


class Target(NamedTuple):
    """What code is generated for: this machine, or one that a library is built for.

    symbol -- name of the C function
    """

    machine: Any
    has_fma: bool
    symbol: str = SYMBOL


@functools.cache
def this_machine() -> Target:
    """The processor of this machine."""
    description = host().description
    has_fma = "+fma" in description or description.startswith(("aarch64", "arm64"))
    return Target(host().target_machine, has_fma)


_targets: list[Target] = []
"""Other targets that code is generated for, innermost last."""


def target() -> Target:
    """What code is generated for at present."""
    return _targets[-1] if _targets else this_machine()


class _Library(codegen.CPUCodeLibrary):
    """LLVM code of one function and links to the functions it calls; no machine code."""

    def add_ir_module(self, ir_module):
        contract_products(ir_module, target().has_fma)
        super().add_ir_module(ir_module)

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
        # Last, because only those of its functions are linked that are already referred to.
        for library in others:
            module.link_in(library._get_module_for_linking(), preserve=True)
        return module


class _Codegen(codegen.JITCPUCodegen):
    """Numba's code generator with libraries that collect."""

    _library_class: Any = _Library

    def set_env(self, env_name, env):
        """Nothing to set: code that needs a Numba environment is rejected."""


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
    """Compiler pass that disables reference counts."""

    _name = "linkwork_stop_counting"

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        state.targetctx.enable_nrt = False
        return False


class _Compiler(_Counting):
    """The same without reference counts: arrays of kernels are views of memory owned elsewhere.

    They are disabled only after typing, because without them Numba's typing rejects helpers that
    return a view.
    """

    def define_pipelines(self):
        (passes,) = super().define_pipelines()
        passes.add_pass_after(_StopCounting, NopythonTypeInference)
        passes.finalize()
        return [passes]


class _KernelCompiler(_Compiler):
    """The same for kernels of the package, without passes that they do not need."""

    def define_pipelines(self):
        (passes,) = super().define_pipelines()
        passes.passes = [each for each in passes.passes if each[0].__name__ not in NEEDLESS]
        return [passes]


# ------------------------------------------------------------------------------- building


def build(function: types.FunctionType, pointer: Pointer, flags: dict[str, Any]) -> bytes:
    """Compile: a line of symbols needed from Numba, then the object file.

    Raises Refused if the code works only in this process, CannotCompile if there is none.
    """
    marks = {name for name in OF_KERNELS if flags.get(name, False)}
    flags = _for_numba(flags)
    with global_compiler_lock:
        try:
            try:
                chosen = _KernelCompiler if _is_own(function) else _Compiler
                return _emit(_collect(function, pointer, flags, chosen), False, marks)
            except _Allocates:
                return _emit(_collect(function, pointer, flags, _Counting), True, marks)
        except (CannotCompile, Refused):
            raise
        except Exception:
            # Numba's internals have changed: use the slower way through its public interface.
            return _emit(_ask(function, pointer, flags), True, marks)


def _is_own(function: types.FunctionType) -> bool:
    """Whether this is a kernel of the package, which reaches no code of users."""
    return (function.__module__ or "").partition(".")[0] == __name__.partition(".")[0]


def build_for(
    chosen: Target, function: types.FunctionType, pointer: Pointer, flags: dict[str, Any]
) -> bytes:
    """The same for another target than this machine."""
    _targets.append(chosen)
    try:
        return build(function, pointer, flags)
    finally:
        _targets.pop()


def _for_numba(flags: dict[str, Any]) -> dict[str, Any]:
    """Options without our own."""
    options = {name: value for name, value in flags.items() if name not in OWN_FLAGS}
    return options | (CONTRACT if flags.get("contract", False) else {})


def _collect(function, pointer: Pointer, flags: dict[str, Any], compiler_class: type):
    """LLVM module of a whole kernel with its entry, linked from unoptimized pieces."""
    arguments = tuple(NUMBA[code] for code in pointer.arguments)
    dispatcher = Twins(flags, compiler_class).root(function)
    try:
        dispatcher.compile(_signature(pointer))
    except NumbaError as error:
        if "NRT required" in str(error) and compiler_class is not _Counting:
            raise _Allocates from None
        raise CannotCompile(_explain(function, error)) from None
    compiled = dispatcher.overloads[arguments]
    module = compiled.library.whole()
    _resolve(module)
    module.link_in(_entry(compiled.fndesc.llvm_func_name, pointer))
    return module


def _ask(function, pointer: Pointer, flags: dict[str, Any]):
    """The same from the text that Numba shows of a C callback."""
    callback = _callback(function, Twins(flags).root(function).py_func, pointer, flags)
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
    return NUMBA[pointer.result](*(NUMBA[code] for code in pointer.arguments))


def _entry(native_name: str, pointer: Pointer):
    """Module with a C function that wraps Numba's own: an exception becomes `pointer.bad`."""
    context, signature = cpu_target.target_context, _signature(pointer)
    convention = context.call_conv
    module = context.create_module("entry")
    native_type = convention.get_function_type(signature.return_type, signature.args)
    native = ir.Function(module, native_type, native_name)
    entry = ir.Function(module, c_type(pointer), target().symbol)
    builder = ir.IRBuilder(entry.append_basic_block())
    status, result = convention.call_function(
        builder, native, signature.return_type, signature.args, entry.args
    )
    if pointer.result == "v":
        builder.ret_void()
    else:
        bad = ir.Constant(LLVM[pointer.result], pointer.bad)
        builder.ret(builder.select(status.is_error, bad, result))
    return host().llvm.parse_assembly(str(module))


def _resolve(module) -> None:
    """Define the variables through which mutually recursive functions call each other."""
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


def _emit(module, counting: bool, marks: set[str]) -> bytes:
    """Optimize a whole kernel and create its object file, if it is not tied to this process."""
    llvm, (target_machine, _, symbol) = host().llvm, target()
    for value in (*module.functions, *module.global_variables):
        # Frozen addresses must not become internal: they would be folded in undetected.
        keep = value.name == symbol or value.name.startswith(_FROZEN)
        if not value.is_declaration and not keep:
            value.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    # Most loops run over three components or a few rows: the checks before a vectorized loop cost
    # more than it saves (one spring, RK44: 0.29 us per step with them, 0.25 us without).
    tuning.loop_vectorization = "long_loops" in marks
    tuning.slp_vectorization = "lanes" in marks
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
    # Matrix products abort the process if BLAS rejects its arguments; no other use of Python.
    if not _ENDS_PROCESS.issuperset(python):
        raise Refused("calls Python: " + " ".join(python))
    if not counting and any(name.startswith("NRT_") for name in names):
        raise _Allocates
    needs = [name for name in missing if name.startswith(_RUNTIME_CALLS)]
    return " ".join(needs).encode() + b"\n" + target_machine.emit_object(module)


def fallback(function: types.FunctionType, pointer: Pointer, flags: dict[str, Any]):
    """Address of Numba's own C callback and its owner, for code that cannot be kept."""
    flags = _for_numba(flags)
    names = ", ".join(f"a{i}" for i in range(len(pointer.arguments)))
    space = {"function": Twins(flags).root(function), "bad": pointer.bad}
    # Numba's callback prints an exception and returns an arbitrary value.
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
    places = [line for line in useful[4:] if line.startswith("File ") and "<entry" not in line]
    told = "\n  ".join([*useful[:4], *places[:1]])
    return f"{function.__qualname__} cannot be compiled: {told}"
