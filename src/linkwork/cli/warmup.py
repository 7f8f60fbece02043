"""`linkwork warmup`: compile kernels ahead."""

from __future__ import annotations

import argparse
import os
import time

from tqdm import tqdm

from linkwork.cli.failures import FINE, INTERRUPTED, Failure, tell
from linkwork.core.kernels import cache
from linkwork.core.kernels.compile import address_of, compiled_functions, jit_disabled
from linkwork.warmup import entries


def execute(options: argparse.Namespace) -> int:
    """Compile what is not in the cache yet; Ctrl-C keeps what is compiled."""
    if jit_disabled():
        raise Failure("NUMBA_DISABLE_JIT is set, so nothing is compiled")
    if not cache.writable():
        raise Failure(
            f"{cache.folder()} is not writable, so kernels cannot be stored; set LINKWORK_CACHE_DIR"
        )
    os.environ["LINKWORK_QUIET"] = "1"
    if options.native:
        os.environ["LINKWORK_NATIVE"] = "1"
    began, done, code = time.perf_counter(), 0, FINE
    wanted = list(entries(rare=options.all))
    # None: no bar if the output is not a terminal
    bar = tqdm(wanted, unit="kernel", desc="warmup", disable=True if options.quiet else None)
    try:
        for entry, pointer in bar:
            address_of(entry, pointer)
            done += 1
    except KeyboardInterrupt:
        code = INTERRUPTED
    compiled = list(compiled_functions().values()).count("compiled")
    seconds = time.perf_counter() - began
    print(
        f"{done} of {len(wanted)} kernels ready, {compiled} of them compiled now, "
        f"in {seconds:.1f} s; kept in {cache.folder()}"
    )
    if options.native:
        print("processes with LINKWORK_NATIVE=1 use them; others use the library of the package")
    if code:
        tell("interrupted; compiled kernels are kept")
    return code
