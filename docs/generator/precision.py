"""Pictures of error, step size and cost of all solvers on all kinds of nodes.

    python -m docs.generator.precision FOLDER

The runs are those of `tests/verification/precision.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.verification.precision import METHODS, Point, points
from tests.verification.spatial_models import KINDS

ERRORS, WORK = "error-versus-step.svg", "work-and-precision.svg"
MARK = "<!-- pictures: precision -->"
"""Where the page has the pictures; only built pages show them."""
SHOWN = f"""\
![Error versus step size of each solver, for the three kinds of nodes](images/{ERRORS})

![Error versus force evaluations and versus CPU time of each solver](images/{WORK})
"""
MARKERS = "osD^v<>Pp*hX"


def draw(found: list[Point], folder: Path) -> None:
    """Write both pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    _panels(found, [("step", "step size [s]")], folder / ERRORS)
    costs = [("evaluations", "force evaluations"), ("seconds", "CPU time [s]")]
    _panels(found, costs, folder / WORK)


def _panels(found: list[Point], rows: list[tuple[str, str]], path: Path) -> None:
    """A panel for each kind of nodes and each quantity, with a curve for each method."""
    from matplotlib import colormaps
    from matplotlib.figure import Figure

    colors = colormaps["tab20"].colors  # type: ignore[attr-defined]
    figure = Figure(figsize=(11, 1.2 + 3.8 * len(rows)), layout="constrained")
    panels: Any = figure.subplots(len(rows), len(KINDS), sharey=True, squeeze=False)
    for (name, label), line in zip(rows, panels, strict=True):
        for kind, axes in zip(KINDS, line, strict=True):
            for k, method in enumerate(METHODS):
                runs = [p for p in found if p.method is method and p.nodes == kind]
                axes.loglog(
                    [getattr(p, name) for p in runs], [p.error for p in runs], lw=1.2, ms=4,
                    color=colors[k], marker=MARKERS[k], label=f"{method.name} ({method.order})",
                )  # fmt: skip
            axes.set(title=f"{kind} nodes", xlabel=label)
            axes.grid(alpha=0.3)
        line[0].set_ylabel("error")
    handles, labels = panels[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, fontsize=8)
    figure.savefig(path)


def make(folder: Path) -> None:
    """Run, and draw both pictures."""
    draw(points(repeat=3), folder)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
    print(f"written: {ERRORS}, {WORK} in {sys.argv[1]}")
