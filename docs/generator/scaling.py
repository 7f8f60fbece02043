"""Pictures of what members of ensembles cost, from numbers that were measured once.

    python -m docs.generator.scaling FOLDER

CPU times of members of 1000 steps [ms], on a core of a Xeon at 2.8 GHz: those of
`benchmarks/ensembles.py`, with one thread, and in tasks of a Dask worker in the same process.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

MEMBERS, TASKS = "members.svg", "tasks.svg"
MARKS = {
    "ensembles.md": (
        "<!-- pictures: members -->",
        "CPU time of a member, for one to 10000 of them",
    ),
    "clusters.md": ("<!-- pictures: tasks -->", "CPU time of a member, by the size of tasks"),
}
"""Page -> where it has a picture, which only built pages show, and what the picture shows."""


class Curve(NamedTuple):
    """Times of a model [ms], by the number of members; that of a run that SolveDynamic makes."""

    model: str
    color: str
    by_members: dict[int, float]
    by_tasks: dict[int, float]
    single: float


CURVES = (
    Curve(
        "four-bar", "#c2410c",
        {1: 19.6, 3: 8.01, 10: 3.96, 30: 2.74, 100: 2.24, 300: 2.13, 1000: 2.08},
        {1: 5.73, 3: 4.30, 10: 3.10, 30: 2.82, 100: 2.36, 300: 2.39, 1000: 2.33},
        4.33,
    ),
    Curve(
        "mass on a spring", "#1d4ed8",
        {
            1: 11.3, 3: 3.88, 10: 1.31, 30: 0.559, 100: 0.289, 300: 0.197, 1000: 0.175,
            3000: 0.161, 10000: 0.159,
        },
        {3: 0.943, 10: 0.570, 30: 0.365, 100: 0.250, 300: 0.198, 1000: 0.180},
        0.316,
    ),
)  # fmt: skip


def shown(page: str, text: str) -> str:
    """The text of a page with its picture."""
    if page not in MARKS:
        return text
    mark, alternative = MARKS[page]
    name = MEMBERS if page == "ensembles.md" else TASKS
    return text.replace(mark, f"![{alternative}](images/{name})\n")


def make(folder: Path) -> None:
    """Write both pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    _draw(folder / MEMBERS, "by_members", "members of the ensemble")
    _draw(folder / TASKS, "by_tasks", "members of a task")


def _draw(path: Path, which: str, label: str) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 3.8), layout="constrained")
    axes: Any = figure.add_subplot()
    last = max(max(getattr(curve, which)) for curve in CURVES)
    for curve in CURVES:
        found = getattr(curve, which)
        counts, times = list(found), list(found.values())
        axes.plot(counts, times, color=curve.color, marker="o", ms=4, lw=1.6)
        axes.annotate(
            f"{curve.model}: {times[-1]:.2g} ms", (counts[-1], times[-1]), (0, -14),
            textcoords="offset points", ha="right", color=curve.color, fontsize=9,
        )  # fmt: skip
        if which == "by_members":
            axes.axhline(curve.single, color=curve.color, lw=1.0, ls=(0, (4, 3)), alpha=0.7)
            axes.annotate(
                f"one SolveDynamic: {curve.single:.2g} ms", (last, curve.single), (0, 4),
                textcoords="offset points", ha="right", color=curve.color, fontsize=8, alpha=0.9,
            )  # fmt: skip
    axes.set(xscale="log", yscale="log", xlabel=label, ylabel="CPU time of a member [ms]")
    axes.set_ylim(0.09, 30.0 if which == "by_members" else 10.0)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}".replace(",", " "))
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
    print(f"written: {MEMBERS}, {TASKS} in {sys.argv[1]}")
