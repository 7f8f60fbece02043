"""mbs.DrawSystemGraph: a picture of items and what they refer to."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.model.partners import listed, references_of

COLORS = {
    "node": "#7fa7d8",
    "object": "#e3b14c",
    "marker": "#86c08b",
    "load": "#d98080",
    "sensor": "#b39ad1",
}
LETTERS = {"node": "n", "object": "o", "marker": "m", "load": "l", "sensor": "s"}


def DrawSystemGraph(
    mbs,
    showLoads=True,
    showSensors=True,
    useItemNames=False,
    useItemTypes=False,
    addItemTypeNames=True,
    multiLine=True,
    fontSizeFactor=1.0,
    layoutDistanceFactor=3.0,
    layoutIterations=100,
    showLegend=True,
    tightLayout=True,
    showGraph=True,
    addItemData=False,
    addAnnotations=False,
):
    """Draw items as boxes and references as lines; returns [None, graph, items].

    graph -- dictionary: label of an item -> labels of those it refers to
    items -- dictionary: label -> dictionary of the item
    """
    families = ["node", "object", "marker"]
    families += ["load"] * bool(showLoads) + ["sensor"] * bool(showSensors)
    labels: dict[tuple[str, int], str] = {}
    items: dict[str, Any] = {}
    for family in families:
        for number, item in enumerate(mbs._items[family]):
            label = _label(item, number, useItemNames, useItemTypes, addItemTypeNames, multiLine)
            if label in items:  # nodes and objects may share names and types
                label = f"{family} {label}"
            labels[family, number] = label
            items[label] = item.to_dict()
    graph: dict[str, list[str]] = {label: [] for label in items}
    for (family, number), label in labels.items():
        item = mbs._items[family][number]
        for name, of in references_of(type(item)):
            for other in listed(getattr(item, name)):
                if (of, other) in labels:
                    graph[label].append(labels[of, other])
    if showGraph:
        _draw(labels, graph, fontSizeFactor, layoutDistanceFactor, layoutIterations, showLegend,
              tightLayout)  # fmt: skip
    return [None, graph, items]


def _label(
    item: Any, number: int, names: bool, types: bool, add_types: bool, several_lines: bool
) -> str:
    base = f"{LETTERS[item.family]}{number}"
    if names:
        base = item.name
    elif types:
        base = f"{item.type_name}{number}"
    if add_types and not types:
        base += ("\n" if several_lines else ": ") + item.type_name
    return base


def _draw(
    labels: dict[tuple[str, int], str],
    graph: dict[str, list[str]],
    font: float,
    distance: float,
    iterations: int,
    legend: bool,
    tight: bool,
) -> None:
    import matplotlib.pyplot as plt

    names = list(graph)
    place = {name: k for k, name in enumerate(names)}
    lines = [(place[a], place[b]) for a, others in graph.items() for b in others]
    points = _spread(len(names), lines, distance, iterations)
    figure, axes = plt.subplots()
    for a, b in lines:
        axes.plot(*points[[a, b]].T, color="#888888", linewidth=1, zorder=1)
    for (family, _), label in labels.items():
        x, y = points[place[label]]
        axes.text(
            x, y, label, ha="center", va="center", fontsize=8 * font, zorder=2,
            bbox={"boxstyle": "round", "facecolor": COLORS[family], "edgecolor": "none"},
        )  # fmt: skip
    if legend:
        for family in dict.fromkeys(family for family, _ in labels):
            axes.scatter([], [], color=COLORS[family], label=family, marker="s")
        axes.legend(loc="upper left", fontsize=8 * font)
    axes.margins(0.15)
    axes.set_axis_off()
    if tight:
        figure.tight_layout()


def _spread(count: int, lines: list[tuple[int, int]], distance: float, iterations: int) -> Any:
    """Places such that linked items are near each other and all others apart.

    Forces of Fruchterman and Reingold (1991), from a circle; no random numbers.
    """
    angles = 2.0 * np.pi * np.arange(count) / max(1, count)
    points = np.column_stack([np.cos(angles), np.sin(angles)])
    apart = distance / np.sqrt(max(1, count))
    for k in range(int(iterations)):
        between = points[:, None] - points[None, :]
        lengths = np.maximum(np.linalg.norm(between, axis=2), 1e-3)
        np.fill_diagonal(lengths, 1.0)
        force = (between * (apart**2 / lengths**2)[..., None]).sum(axis=1)
        for a, b in lines:
            pull = (points[b] - points[a]) * np.linalg.norm(points[b] - points[a]) / apart
            force[a] += pull
            force[b] -= pull
        size = np.maximum(np.linalg.norm(force, axis=1), 1e-9)
        step = np.minimum(size, 0.1 * (1.0 - k / iterations))
        points += force * (step / size)[:, None]
    return points
