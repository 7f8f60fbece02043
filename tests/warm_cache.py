"""Compile every kernel into the shared cache before the tests run, on two processes."""

import multiprocessing
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROCESSES = 2


def main() -> int:
    os.environ.setdefault("LINKWORK_CACHE_DIR", str(ROOT / ".cache" / "kernels"))
    os.environ["LINKWORK_QUIET"] = "1"
    start = time.perf_counter()
    from linkwork.warmup import groups, warm

    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        kernels = sum(pool.imap_unordered(warm, range(len(groups()))))
    print(f"kernel cache warm after {time.perf_counter() - start:.1f} s: {kernels} kernels")
    return 0


if __name__ == "__main__":
    sys.exit(main())
