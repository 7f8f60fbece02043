"""Runs the tests with the mark `processors` as other processors would run them.

NumPy and SciPy contain OpenBLAS, which has kernels for several generations of processors and rounds
in another way with each of them. OPENBLAS_CORETYPE chooses the kernels. Several names may stand for
the same ones, so the libraries are asked which kernels they took, and no set runs twice. One more
run has the kernels of Linkwork compiled for a processor without extensions.

    python tests/processors.py [--jobs 2] [arguments of pytest]
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[1]
NAMES = ("Prescott", "Sandybridge", "Haswell", "SkylakeX")
"""Values of OPENBLAS_CORETYPE: SSE3, AVX, AVX2 and AVX-512."""

GENERIC = {"NUMBA_CPU_NAME": "generic"}

ASK = """
import ctypes, importlib, json, pathlib
import numpy, scipy.linalg

def core_of(package):
    home = pathlib.Path(importlib.import_module(package).__file__).parent
    places = f"../{package}.libs/*openblas*", ".dylibs/*openblas*"
    for file in sorted(file for place in places for file in home.glob(place)):
        library = ctypes.CDLL(str(file))
        for name in ("scipy_openblas_get_corename64_", "scipy_openblas_get_corename"):
            if hasattr(library, name):
                ask = getattr(library, name)
                ask.restype = ctypes.c_char_p
                return ask().decode()
    return "no OpenBLAS"

A = numpy.random.default_rng(0).normal(size=(80, 80))
numpy.linalg.eig(A), scipy.linalg.eigh(A @ A.T)
print(json.dumps([core_of("numpy"), core_of("scipy")]))
"""
"""Prints the kernels that NumPy and SciPy took, after they have calculated something."""


class Run(NamedTuple):
    """A row of the table."""

    title: str
    passed: int
    failed: list[str]
    seconds: float


def kernels_of(environment: dict[str, str]) -> tuple[str, ...]:
    """Kernels of NumPy and SciPy; empty if this processor cannot run them."""
    asked = subprocess.run(
        [sys.executable, "-c", ASK], env=os.environ | environment, capture_output=True, text=True
    )
    return tuple(json.loads(asked.stdout)) if asked.returncode == 0 else ()


def distinct_sets() -> list[tuple[str, dict[str, str]]]:
    """(title, variables) of each set of kernels that this processor can run."""
    found: dict[tuple[str, ...], tuple[str, dict[str, str]]] = {}
    for name in NAMES:
        variables = {"OPENBLAS_CORETYPE": name}
        kernels = kernels_of(variables)
        if not kernels:
            print(f"{name}: this processor cannot run its kernels")
        elif kernels in found:
            print(f"{name}: the kernels are those of {found[kernels][0]}")
        else:
            found[kernels] = f"{name} ({' and '.join(dict.fromkeys(kernels))})", variables
    return list(found.values())


def run(title: str, variables: dict[str, str], jobs: int, arguments: list[str]) -> Run:
    """Run the marked tests in processes with these variables."""
    print(f"\n{title}", flush=True)
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.xml"
        subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-q", "-m", "processors", "-n", str(jobs)),
                *("--dist", "worksteal", "--tb", "short", f"--junitxml={report}", *arguments),
            ],
            cwd=ROOT, env=os.environ | variables,
        )  # fmt: skip
        cases = list(ElementTree.parse(report).iter("testcase")) if report.exists() else []
    bad = [case for case in cases if any(part.tag in ("failure", "error") for part in case)]
    failed = [f"{case.get('classname')}::{case.get('name')}" for case in bad]
    if not cases:
        failed = ["no test has run"]
    return Run(title, len(cases) - len(bad), failed, time.perf_counter() - begin)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=2, help="processes that run tests")
    chosen, others = parser.parse_known_args(arguments)
    runs = [run(*each, chosen.jobs, others) for each in distinct_sets()]
    subprocess.run([sys.executable, "tests/warm_cache.py"], cwd=ROOT, env=os.environ | GENERIC)
    runs.append(run("compiled for a generic processor", GENERIC, chosen.jobs, others))
    print(f"\n{'kernels':<36}{'passed':>8}{'failed':>8}{'time':>10}")
    for row in runs:
        print(f"{row.title:<36}{row.passed:>8}{len(row.failed):>8}{row.seconds / 60:>6.1f} min")
        for name in row.failed:
            print(f"    {name}")
    return 1 if any(row.failed for row in runs) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
