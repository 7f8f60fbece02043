"""Object code -> address: LLVM for this machine, and its loader.

An object file holds one thing that is looked for, under the name `SYMBOL`.
"""

import contextlib
import functools
import itertools
import os
import sys
import types
from collections.abc import Mapping
from typing import Any, NamedTuple

SYMBOL = "linkwork_entry"
"""Name of what is looked for in every object file."""

_alive: list[Any] = []
_serial = itertools.count()


class CannotLink(Exception):
    """Object code that cannot be loaded into this process."""


class Host(NamedTuple):
    """LLVM configured for this machine; `loader` is None if there is none."""

    llvm: types.ModuleType
    target_machine: Any
    loader: Any
    description: str


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


def processor_of(environment: Mapping[str, str]) -> tuple[str, str]:
    """Return name and features of the processor that code is generated for, as Numba chooses them.

    Args:
        environment: Variables; NUMBA_CPU_NAME and NUMBA_CPU_FEATURES replace those of the machine.
    """
    import llvmlite.binding as llvm

    name = environment.get("NUMBA_CPU_NAME") or llvm.get_host_cpu_name()
    if "NUMBA_CPU_FEATURES" in environment:
        return name, environment["NUMBA_CPU_FEATURES"]
    return name, "" if name == "generic" else llvm.get_host_cpu_features().flatten()


@functools.cache
def host() -> Host:
    """LLVM, its code generator and its loader, for the processor of `processor_of`."""
    import llvmlite
    import llvmlite.binding as llvm

    with contextlib.suppress(RuntimeError):
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple = llvm.get_process_triple()
    processor, features = processor_of(os.environ)
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
