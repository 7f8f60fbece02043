"""Compile every kernel into the shared cache before the tests run, on two processes."""

import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
PARTS = 2


def main() -> int:
    os.environ.setdefault("LINKWORK_CACHE_DIR", str(ROOT / ".cache" / "kernels"))
    os.environ["LINKWORK_QUIET"] = "1"
    start = time.perf_counter()
    code = "import sys; from linkwork.warmup import warm; warm(int(sys.argv[1]), int(sys.argv[2]))"
    processes = [
        subprocess.Popen([sys.executable, "-c", code, str(part), str(PARTS)])
        for part in range(PARTS)
    ]
    failed = [process.wait() for process in processes]
    print(f"kernel cache warm after {time.perf_counter() - start:.1f} s")
    return max(failed)


if __name__ == "__main__":
    sys.exit(main())
