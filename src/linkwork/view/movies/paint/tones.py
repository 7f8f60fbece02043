"""Colors of items by an output, and their legend, as the player draws them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.view.movies.paint.backdrop import RAISED, round_step
from linkwork.view.movies.paint.film import Film, Pose

Array = np.ndarray

UNKNOWN = np.array([0.6, 0.62, 0.66])
"""Color of what has no value in a state."""


class Tones:
    """The contour of a scene; range -- values of the first and the last color."""

    def __init__(self, film: Film) -> None:
        form: dict[str, Any] = film.form["contour"]
        self.values = film.array(form["values"])
        self.stops = np.array(form["colors"], float)
        self.range: tuple[float, float] = (form["range"][0], form["range"][1])
        self.name, self.unit, self.digits = form["name"], form["unit"], form["digits"]
        self.has_bar = bool(form["bar"])
        self._whole, self._each, self._beyond = self.range, form["each"], form["beyond"]

    def color(self, share: Any) -> Array:
        """Colors (..., 3) at shares of the range."""
        places = np.linspace(0.0, 1.0, len(self.stops))
        mixed = [np.interp(share, places, self.stops[:, k]) for k in range(3)]
        return np.stack(mixed, axis=-1)

    def at(self, pose: Pose) -> Array:
        """Color of each column (n, 3) at a pose; the range follows if it is that of each state."""
        now = pose.mixed(self.values)
        known = now[np.isfinite(now)]
        if self._each:
            low, high = (known.min(), known.max()) if len(known) else self._whole
            wide = high - low > 1e-6 * max(abs(low), abs(high))
            self.range = (float(low), float(high)) if wide else self._whole
        low, high = self.range
        share = np.where(np.isfinite(now), (now - low) / (high - low), 0.0)
        return np.where(np.isfinite(now)[:, None], self.color(share), UNKNOWN)

    def exponent(self) -> int:
        """Power of ten by which the numbers of the legend are divided."""
        largest = max(abs(value) for value in self.range)
        if not largest > 0.0 or 1e-2 <= largest < 1e4:
            return 0
        return 3 * math.floor(math.log10(largest) / 3.0 + 1e-9)

    def title(self) -> str:
        """What is drawn, and its unit."""
        exponent = self.exponent()
        factor = f"10{str(exponent).translate(RAISED)}" if exponent else ""
        unit = " ".join(part for part in (factor, self.unit) if part)
        return f"{self.name} [{unit}]" if unit else str(self.name)

    def marks(self, tall: float, px: float) -> list[tuple[float, str, bool]]:
        """(share of the bar, number, whether it is an end) of the numbers beside it.

        tall -- height of the bar [px]; px -- height of letters
        """
        low, high = self.range
        exponent, found = self.exponent(), []
        step = round_step((high - low) / max(1, min(6, math.floor(tall / (2.4 * px)))))
        for number in range(math.ceil(low / step), math.floor(high / step) + 1):
            share = (number * step - low) / (high - low)
            if min(share, 1.0 - share) * tall > 2.0 * px:
                found.append((share, _told(number * step, exponent, 6), False))
        under, over = (False, False) if self._each else self._beyond
        ends = [
            (0.0, ("≤ " if under else "") + _told(low, exponent, self.digits), True),
            (1.0, ("≥ " if over else "") + _told(high, exponent, self.digits), True),
        ]
        return [*ends, *found]


def _told(value: float, exponent: int, digits: int) -> str:
    return f"{value * 10.0**-exponent + 0.0:.{digits}g}".replace("-", "−")


class Legend:
    """The bar and its texts in a picture; top right, below the time."""

    def __init__(self, axes: Any, tones: Tones, theme: dict[str, Any], size: tuple[int, int],
                 px: int, dpi: float) -> None:  # fmt: skip
        self.tones, self.axes, self.theme = tones, axes, theme
        self.px, self.points = 0.9 * px, 72.0 * 0.9 * px / dpi
        self.tall = max(4.0 * self.px, min(19.0 * self.px, 0.55 * size[1]))
        self.right, self.top = size[0] - px, 3.2 * px
        self.left, self.begin = self.right - self.px, self.top + 2.3 * self.px

    def draw(self, pixels: Array, renderer: Any) -> None:
        """Draw it into the pixels of a picture and, with a renderer of the same pixels, texts."""
        left, right = round(self.left), round(self.right)
        begin, end = round(self.begin), round(self.begin + self.tall)
        share = np.linspace(1.0, 0.0, end - begin)
        pixels[begin:end, left:right, :3] = np.round(255.0 * self.tones.color(share))[:, None]
        self._write(renderer, self.right, self.top + 0.5 * self.px, self.tones.title(), True)
        for place, text, is_end in self.tones.marks(self.tall, self.px):
            y = self.begin + (1.0 - place) * self.tall
            inside = (0.4 if place else -0.4) * self.px if is_end else 0.0
            self._write(renderer, self.left - self.px / 1.8, y + inside, text, is_end)

    def _write(self, renderer: Any, x: float, y: float, text: str, strong: bool) -> None:
        from linkwork.view.plots.canvas import plain

        label = self.axes.text(
            x, y, plain(text), ha="right", va="center", color=self.theme["text"],
            fontsize=self.points, fontweight="bold" if strong else "normal",
        )  # fmt: skip
        label.draw(renderer)
        label.remove()
