"""Command line: `python -m benchmarks [name ...] [--repeat N] [--quick]`."""

import argparse
import importlib.metadata
import platform
import sys
from pathlib import Path

from benchmarks import harness, startup
from benchmarks.models import BENCHMARKS

STARTUP_NAMES = ("start-warm", "start-cold")
HEADER = (
    f"{'model':<42}{'steps':>8}{'ours':>9}{'peer':>9}{'ratio':>7}{'error':>10}{'peer':>10}  notes"
)


def main(arguments: list[str] | None = None) -> int:
    """Run the chosen benchmarks and print the table."""
    options = _parse(arguments)
    engines = harness.load_engines()
    _print_machine()
    print(HEADER)
    print(f"{'':<50}{'us/step':>9}{'us/step':>9}{'':>7}{'relative':>10}{'relative':>10}")
    for benchmark in BENCHMARKS:
        if not options.names or benchmark.name in options.names:
            steps = benchmark.steps // 10 if options.quick else benchmark.steps
            print(_format(harness.measure(benchmark, engines, steps, options.repeat)), flush=True)
    _startup_rows(options)
    print("ratio = peer's time / ours; error = final positions against a tight reference")
    return 0


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Run each model with Linkwork and the peer in one process and compare.",
    )
    known = [benchmark.name for benchmark in BENCHMARKS] + list(STARTUP_NAMES)
    parser.add_argument("names", nargs="*", metavar="name", help=f"any of {', '.join(known)}")
    parser.add_argument("--repeat", type=int, default=5, help="timed rounds, the minimum counts")
    parser.add_argument("--quick", action="store_true", help="a tenth of the steps, two rounds")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.names) - set(known))
    if unknown:
        parser.error(f"unknown benchmark {', '.join(unknown)}; known: {', '.join(known)}")
    if options.quick:
        options.repeat = min(options.repeat, 2)
    return options


def _format(row: harness.Row) -> str:
    def microseconds(measurement: harness.Measurement) -> str:
        return f"{measurement.seconds / row.steps * 1e6:>9.3f}"

    return (
        f"{row.benchmark.title:<42}{row.steps:>8}{microseconds(row.ours)}{microseconds(row.peer)}"
        f"{row.ratio:>7.2f}{row.ours.error:>10.1e}{row.peer.error:>10.1e}  {row.notes}"
    )


def _startup_rows(options: argparse.Namespace) -> None:
    """Fresh processes: seconds instead of microseconds per step."""
    if options.names and not set(options.names) & set(STARTUP_NAMES):
        return
    print("\nfresh process, import to first result of the SpringDamper example, in s")
    print(f"{'':<42}{'process':>9}{'inside':>9}")
    rows = []
    if not options.names or "start-warm" in options.names:
        rows.append(("linkwork, warm cache", startup.warm("linkwork", options.repeat)))
    if not options.names or "start-cold" in options.names:
        rows.append(("linkwork, empty cache (once)", startup.cold()))
    rows.append(("exudyn, for orientation", startup.warm("exudyn", options.repeat)))
    for title, found in rows:
        print(f"{title:<42}{found.process:>9.2f}{found.inside:>9.2f}")


def _print_machine() -> None:
    versions = ", ".join(
        f"{name} {_version(name)}" for name in ("linkwork", "exudyn", "numpy", "scipy", "numba")
    )
    print(f"{_processor()}; Python {platform.python_version()}; {versions}\n")


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return getattr(sys.modules.get(name), "__version__", "from source")


def _processor() -> str:
    """The processor's name as the system tells it."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main())
