"""Gauges: bars that show coordinates of nodes that have no place in space.

The gauges of a node stand beside each other on a common scale, whose ends and zero are lines with
numbers; coordinates of very different size have scales of their own. They are drawn if nothing of
the model moves in space, and where `show` of the node is set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.graphics.shapes import Shape
from linkwork.view.scene.motion import FIXED, Place
from linkwork.view.scene.palette import body_color, darker
from linkwork.view.scene.sizes import Bounds

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

VALUES = {"ode2": ("coordinates", "q"), "ode1": ("ode1_coordinates", "y")}
"""Part of the coordinates -> their name in a Solution, and their symbol."""

HEIGHT = 6.0
"""Height of the gauges of a node, in units of their distance."""

MOST_BARS = 14
"""Number of coordinates of a node up to which they are bars; more are points on a line."""

WIDEST = 14.0
"""Width of the gauges of a node with more coordinates, in the same units."""

ROW = 22.0
"""Width from which on the gauges of the next node stand below, in the same units."""

MOST = 400
"""Number of coordinates that are drawn."""

LETTERS = 0.42
"""Height of texts, in the same units."""

INK = [0.47, 0.52, 0.59, 1.0]
"""Color of scales and texts, which is legible in both themes."""

APART, NOTHING = 30.0, 1.0e-9
"""Ratio of the largest values of two coordinates from which on each has a scale of its own, and
values that count as zero, relative to the largest one."""

SHARE = 0.35
"""Height of the gauges beside a model, relative to its size."""


def add_gauges(writer: SceneWriter) -> None:
    """Add gauges of the nodes without a place."""
    alone = all(frame["track"] < 0 for frame in writer.motion.frames)
    nodes: Any = writer.snapshot.items["node"]
    chosen = [
        number for number, node in enumerate(nodes)
        if node.part in VALUES and node.size_of(node.part)
        and (alone or node.visualization.show) and writer.motion.node_place(number) is None
    ]  # fmt: skip
    if not chosen or not writer.settings.nodes.show or not writer.with_gauges:
        return
    if alone and not any(item["kind"] == "shape" for item in writer.items):
        # Points that hold something at its place would only be dots beside the gauges.
        writer.items.clear()
        writer.bounds, writer.is_unitless = Bounds(), True
    panel = _Panel(writer)
    room = MOST
    for index, number in enumerate(chosen):
        node = nodes[number]
        if room > 0:
            panel.add_node(number, node, body_color(index), min(room, node.size_of(node.part)))
        room -= node.size_of(node.part)
    if room < 0:
        writer.notes.append(f"{MOST} of {MOST - room} coordinates without a place are drawn")
    panel.include()


def number_text(value: float) -> str:
    """A number of a scale."""
    short = f"{value:.3g}".replace("e+", "e").replace("e0", "e").replace("e-0", "e-")
    return short.replace("-", "\u2212")


def _ends(values: np.ndarray) -> tuple[float, float]:
    """Lowest and highest number of a scale, which has a zero."""
    low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
    return (low, high) if low < high else (-1.0, 1.0)


def _differ(values: np.ndarray) -> bool:
    """Whether coordinates (rows, n) differ so much that each needs a scale of its own."""
    sizes = np.abs(values).max(axis=0)
    sizes = sizes[sizes > NOTHING * sizes.max(initial=0.0)]
    return values.shape[1] <= MOST_BARS and len(sizes) > 1 and sizes.max() > APART * sizes.min()


class _Panel:
    """The plane in which gauges stand: x to the right, y (in space: z) upward.

    unit -- distance of two gauges [m]
    right, low -- where the next node begins, in units; widest -- right end of all rows
    """

    def __init__(self, writer: SceneWriter) -> None:
        self.writer = writer
        bounds = writer.bounds
        beside = not writer.is_unitless and not bounds.is_empty
        self.up = np.array([0.0, 1.0, 0.0] if writer.is_flat else [0.0, 0.0, 1.0])
        self.unit = SHARE * bounds.size / HEIGHT if beside else 1.0
        self.origin = np.zeros(3)
        if beside:
            across = 1.0 - self.up - np.array([1.0, 0.0, 0.0])
            self.origin = bounds.low * (self.up + across)
            self.origin += np.array([bounds.high[0] + 0.05 * bounds.size, 0.0, 0.0])
        self.right = self.low = self.widest = 0.0

    def at(self, x: float, y: float, frame: int = FIXED) -> Place:
        """A place of the panel, in units."""
        shift = np.array([x, 0.0, 0.0]) + (y + self.low) * self.up
        a, b, c = self.origin + self.unit * shift
        return frame, float(a), float(b), float(c)

    def include(self) -> None:
        """Make room for the whole panel."""
        top = HEIGHT + 1.4 - self.low
        corners = [self.at(x, y)[1:] for x in (0.0, self.widest) for y in (-1.5, top)]
        self.writer.bounds.include(np.array(corners))

    def add_node(self, number: int, node: Any, color: list[float], count: int) -> None:
        """Add the gauges of the first `count` coordinates of a node."""
        writer = self.writer
        name, symbol = VALUES[node.part]
        first = int(writer.motion.model.numbering.node_firsts[node.part][number])
        values = getattr(writer.solution, name)[writer.rows, first : first + count]
        good = np.where(np.isfinite(values), values, 0.0)
        own = _differ(good)
        sizes = np.abs(good).max(axis=0)
        scales = np.where(sizes > 0.0, sizes, 1.0) if own else np.ones(count)
        low, high = _ends(good / scales)
        scale = HEIGHT / (high - low)
        zero = -low * scale
        self._own = number, node
        texts = ["", ""] if own else [number_text(low), number_text(high)]
        step = (2.0 if own else 1.0) if count <= MOST_BARS else WIDEST / count
        width = step * count
        margin = max(2.0, LETTERS * (1.0 + 0.62 * max(len(text) for text in texts)))
        if self.right and self.right + margin + width > ROW:
            self.right, self.low = 0.0, self.low - HEIGHT - 3.0
        left = self.right + margin
        self._add_lines(left, width, zero, texts)
        self._text(writer.name_of("node", number), left + 0.5 * width, HEIGHT + 0.9, "center")
        every = max(1, int(np.ceil(LETTERS * (0.8 + 0.62 * len(f"{symbol}{count - 1}")) / step)))
        places = []
        for k in range(count):
            along = scale / scales[k] * self.unit * self.up
            frame = writer.motion.shifted(good[:, k], along, node.part, first + k)
            x = left + step * (k + 0.5)
            places.append(self.at(x, zero, frame))
            if count <= MOST_BARS:
                self._add_bar(self.at(x, zero), places[-1], color)
            else:
                ball = self.unit * min(0.16, 0.4 * step)
                self._add("sphere", point=places[-1], size=ball, color=color)
            if k % every == 0 or own:
                self._text(f"{symbol}{k}", x, -0.6, "center")
            if own:  # what the outer lines mean for this bar
                sign = "" if low == 0.0 else ("\u2212" if high == 0.0 else "\u00b1")
                told = sign + number_text(sizes[k]) if sizes[k] > 0.0 else "0"
                self._text(told, x, -1.2, "center", 0.75)
        if count > MOST_BARS:
            for pair in zip(places, places[1:], strict=False):
                self._add("line", ends=list(pair), size=0.0, dashed=False, color=color)
        self.right = left + width + 0.5
        self.widest = max(self.widest, self.right)

    def _add_lines(self, left: float, width: float, zero: float, texts: list[str]) -> None:
        """Add the lines of a scale: its ends with their numbers, and zero."""
        lines = {0.0: texts[0], HEIGHT: texts[1]}
        # Zero has no number where it would cover that of an end.
        near = min(zero, HEIGHT - zero)
        lines[zero] = "0" if near == 0.0 or near > 1.5 * LETTERS else ""
        for y, text in lines.items():
            ends = [self.at(left, y), self.at(left + width, y)]
            line = [*INK[:3], 1.0 if y == zero else 0.5]
            self._add("line", ends=ends, size=0.0, dashed=False, color=line)
            if text:
                self._text(text, left - 0.25, y, "right")

    def _add_bar(self, start: Place, end: Place, color: list[float]) -> None:
        """Add a bar, with an edge that is seen at zero, too."""
        self._add("rod", ends=[start, end], size=0.5 * self.unit, color=color)
        thin = self.unit * (np.array([0.66, 0.3, 0.3]) + (0.1 - 0.3) * self.up)
        self._add("box", point=end, sizes=thin.tolist(), color=darker(color))

    def _add(self, kind: str, **values: Any) -> None:
        number, node = self._own
        self.writer.add(kind, "node", node, number, **values)

    def _text(self, text: str, x: float, y: float, align: str, share: float = 1.0) -> None:
        writer, height = self.writer, share * LETTERS * self.unit
        values = {"text": text, "height": height, "align": align}
        shape = Shape("text", [0.0, 0.0, 0.0], INK, values)
        writer.drawn_shapes.append(shape)
        writer.shapes.append(shape.scene_form(writer.store.keep))
        self._add("shape", point=self.at(x, y), shape=len(writer.shapes) - 1, color=INK)
