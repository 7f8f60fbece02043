"""Tables of benchmarks of small models."""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from linkwork.bench.engine import Benchmark, Engine
from linkwork.bench.rounds import Row, measure


def lines(
    benchmarks: Sequence[Benchmark], engines: Sequence[Engine], repeat: int, quick: bool
) -> Iterator[str]:
    """Heading and one line per benchmark, each as soon as it is measured.

    quick -- a tenth of the steps
    """
    with_peer = len(engines) > 1
    head = ("model", "steps", "ours", "peer", "ratio", "error", "peer")
    units = ("", "", "us/step", "us/step", "", "relative", "relative")
    yield _line(head, with_peer) + "  notes"
    yield _line(units, with_peer)
    for benchmark in benchmarks:
        steps = benchmark.steps // 10 if quick else benchmark.steps
        yield _line(_cells(measure(benchmark, engines, steps, repeat)), with_peer)


def _cells(row: Row) -> tuple[str, ...]:
    ours, peer = (1e6 * run.seconds / row.steps for run in (row.ours, row.peer))
    return (
        *(row.benchmark.title, str(row.steps), f"{ours:.3f}", f"{peer:.3f}", f"{row.ratio:.2f}"),
        *(f"{row.ours.error:.1e}", f"{row.peer.error:.1e}", f"  {row.notes}"),
    )


def _line(cells: Sequence[str], with_peer: bool) -> str:
    """Cells in columns, without those of the peer if there is none."""
    widths = (-42, 8, 9, 9, 7, 10, 10)
    shown = (0, 1, 2, 3, 4, 5, 6) if with_peer else (0, 1, 2, 5)
    text = "".join(
        cells[k].ljust(-widths[k]) if widths[k] < 0 else cells[k].rjust(widths[k]) for k in shown
    )
    return (text + "".join(cells[len(widths) :])).rstrip()


def machine(*names: str) -> str:
    """Processor, Python, and versions of packages."""
    versions = ", ".join(f"{name} {version_of(name)}" for name in names)
    return f"{processor()}; Python {platform.python_version()}; {versions}"


def version_of(name: str) -> str:
    """Version of an installed package."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return getattr(sys.modules.get(name), "__version__", "from source")


def processor() -> str:
    """The processor's name as the operating system reports it."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
