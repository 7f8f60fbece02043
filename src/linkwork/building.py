"""Build the library of all kernels: `python -m linkwork.building` (`core/kernels/library.py`).

Every kernel is compiled for a processor that nearly all machines have: x86-64-v3 (AVX2 and fused
multiply-add, since 2013), on other architectures their baseline. The objects are linked by the C
compiler of the machine (`CC`, default cc) into one shared library inside the package. Kernels that
need Numba at run time are left out.

In a checkout the library has a stamp, and is not used any more when a source file changes. Wheels
(`make wheel`, `hatch_build.py`) have none.
"""

from __future__ import annotations

import argparse
import itertools
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from linkwork.core.kernels import library
from linkwork.core.kernels.compile import (
    DEFAULT_FLAGS,
    CannotCompile,
    plain_function,
    with_marks,
)
from linkwork.core.kernels.fingerprint import examine
from linkwork.core.kernels.named import NamedFunction, kernel_name
from linkwork.core.kernels.pointer import Pointer

X86 = ("x86_64", "amd64")
BASELINE = "x86-64-v3"

WANTED_1 = sum(1 << bit for bit in (0, 9, 12, 19, 20, 22, 23, 27, 28, 29))
"""SSE3, SSSE3, FMA, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE, AVX, F16C: page 1 of cpuid, in ecx."""

WANTED_7 = sum(1 << bit for bit in (3, 5, 8))
"""BMI1, AVX2, BMI2: page 7, in ebx."""

CPUID = (
    "call { i32, i32, i32, i32 } asm sideeffect "
    '"cpuid", "={ax},={bx},={cx},={dx},{ax},{cx},~{dirflag},~{fpsr},~{flags}"'
)
XGETBV = 'call { i32, i32 } asm sideeffect "xgetbv", "={ax},={dx},{cx},~{dirflag},~{fpsr},~{flags}"'
SUPPORTED_X86 = f"""\
define i32 @{library.SUPPORTED}() {{
  %one = {CPUID}(i32 1, i32 0)
  %c = extractvalue {{ i32, i32, i32, i32 }} %one, 2
  %low = and i32 %c, {WANTED_1}
  %low_fine = icmp eq i32 %low, {WANTED_1}
  br i1 %low_fine, label %saved, label %no
saved:
  %state = {XGETBV}(i32 0)
  %a = extractvalue {{ i32, i32 }} %state, 0
  %wide = and i32 %a, 6
  %wide_fine = icmp eq i32 %wide, 6
  br i1 %wide_fine, label %high, label %no
high:
  %seven = {CPUID}(i32 7, i32 0)
  %b = extractvalue {{ i32, i32, i32, i32 }} %seven, 1
  %found = and i32 %b, {WANTED_7}
  %found_fine = icmp eq i32 %found, {WANTED_7}
  %result = zext i1 %found_fine to i32
  ret i32 %result
no:
  ret i32 0
}}
"""
"""Asks the processor for what x86-64-v3 needs, and the system whether it saves wide registers."""

PROVIDED = {
    "numba_frexp": "define hidden double @numba_frexp(double %x, ptr %e) {\n"
    "  %y = call double @frexp(double %x, ptr %e)\n  ret double %y\n}\n"
    "declare double @frexp(double, ptr)\n",
    "numba_ldexp": "define hidden double @numba_ldexp(double %x, i32 %e) {\n"
    "  %y = call double @ldexp(double %x, i32 %e)\n  ret double %y\n}\n"
    "declare double @ldexp(double, i32)\n",
}
"""Functions of Numba's run time library that are those of C."""

SUPPORTED_ELSEWHERE = f"define i32 @{library.SUPPORTED}() {{\n  ret i32 1\n}}\n"


def is_x86() -> bool:
    """Whether this machine has an x86-64 processor."""
    return platform.machine().lower() in X86


def target_machine(baseline: bool = False) -> Any:
    """LLVM's code generator for the processor that the library is built for.

    baseline -- any processor of the architecture, for the question whether it is new enough
    """
    from linkwork.core.kernels.loading import host

    llvm = host().llvm
    chosen = BASELINE if is_x86() and not baseline else ""
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=chosen, features="", opt=3, reloc="pic", codemodel="small"
    )


def compile_part(folder: Path, part: int, parts: int) -> None:
    """Compile each `parts`-th kernel into an object file of the folder."""
    from linkwork.warmup import entries

    compile_into(folder, itertools.islice(entries(), part, None, parts))


def compile_into(folder: Path, kernels: Iterable[tuple[Any, Pointer]]) -> None:
    """Compile kernels into one object file each; those that need Numba to run are left out."""
    from linkwork.core.kernels import lowering

    machine = target_machine()
    for function, pointer in kernels:
        plain = plain_function(function)
        name = function.name if isinstance(function, NamedFunction) else kernel_name(function)
        symbol = library.symbol_of(name, pointer)
        path = folder / f"{symbol}.o"
        text = examine(plain).digest
        _demand_one_name(folder / f"{symbol}.txt", name, text)
        if path.exists():
            continue
        flags = with_marks(plain, dict(DEFAULT_FLAGS))
        target = lowering.Target(machine, True, symbol)
        try:
            needs, _, code = lowering.build_for(target, plain, pointer, flags).partition(b"\n")
        except (CannotCompile, lowering.Refused) as reason:
            print(f"left out: {name}: {reason}")
            continue
        missing = set(needs.decode().split()) - set(PROVIDED)
        if missing:
            print(f"left out: {name}: needs {' '.join(sorted(missing))}")
            continue
        path.write_bytes(code)


def _demand_one_name(path: Path, name: str, text: str) -> None:
    """Refuse two kernels of one name: the library could not tell them apart."""
    if path.exists() and path.read_text() != text:
        raise SystemExit(f"two kernels have the name {name}: give one of them another one")
    path.write_text(text)


def complete(folder: Path, asks: str, made: Path) -> None:
    """Link the object files of a folder with the question whether a processor can run them."""
    from linkwork.core.kernels.loading import host

    host().llvm.initialize_native_asmparser()
    module = host().llvm.parse_assembly(asks + "".join(PROVIDED.values()))
    (folder / "supported.o").write_bytes(target_machine(baseline=True).emit_object(module))
    link(sorted(folder.glob("*.o")), made)


def link(objects: Sequence[Path], target: Path) -> None:
    """Link object files into a shared library."""
    compiler = os.environ.get("CC", "cc")
    if shutil.which(compiler.split()[0]) is None:
        raise SystemExit(f"the library needs a C compiler to link it: {compiler} was not found")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(f'"{path}"' for path in objects))
        listed.flush()
        command = [*compiler.split(), "-shared", "-o", str(target), f"@{listed.name}", "-lm"]
        subprocess.run(command, check=True)


def build(processes: int, for_wheel: bool) -> Path:
    """Compile and link everything; returns the library."""
    remove()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        code = "import sys, pathlib; from linkwork.building import compile_part; "
        code += "compile_part(pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))"
        command = [sys.executable, "-c", code, place]
        running = [
            subprocess.Popen([*command, str(part), str(processes)]) for part in range(processes)
        ]
        if any([process.wait() for process in running]):
            raise SystemExit("a kernel could not be compiled")
        made = Path(library.FILE)
        made.parent.mkdir(exist_ok=True)
        complete(folder, SUPPORTED_X86 if is_x86() else SUPPORTED_ELSEWHERE, made)
    if not for_wheel:
        Path(library.STAMP).write_text(library.present_stamp(), "ascii")
    return made


def remove() -> None:
    """Remove the library."""
    shutil.rmtree(library.FOLDER, ignore_errors=True)


def main(given: Sequence[str] | None = None) -> int:
    """Build or remove the library."""
    parser = argparse.ArgumentParser(
        prog="python -m linkwork.building",
        description="Compile all kernels and link them into one library inside the package.",
    )
    parser.add_argument(
        "--processes", type=int, default=2, metavar="N", help="that compile; default: 2"
    )
    parser.add_argument("--remove", action="store_true", help="only remove the library")
    parser.add_argument(
        "--for-wheel", action="store_true", help="for a package whose texts do not change any more"
    )
    options = parser.parse_args(given)
    if options.remove:
        remove()
        return 0
    began = time.perf_counter()
    made = build(options.processes, options.for_wheel)
    print(f"{made}: {made.stat().st_size / 1e6:.2f} MB in {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
