"""What lies behind a scene: colors of the theme, grids, scales and the axes of space."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.view.movies.paint.camera import NEAR, Camera
from linkwork.view.movies.paint.film import Film

Array = np.ndarray

THEMES: dict[str, dict[str, Any]] = {
    "light": dict(
        stage=("#f8f9fb", "#e6eaf0"), backdrop="#eef1f5", text="#4a5463", ink="#525e73",
        x="#d64545", y="#2c9a5b", z="#3569d4", minor=0.065, major=0.15, axis=0.42, shadow=0.10,
    ),
    "dark": dict(
        stage=("#20252d", "#14171c"), backdrop="#171a20", text="#a9b3c3", ink="#bfcce6",
        x="#ff7b72", y="#56c98a", z="#79a8ff", minor=0.05, major=0.12, axis=0.36, shadow=0.34,
    ),
}  # fmt: skip
"""Colors of the player's themes."""

BELOW = 0.03
"""Distance of the grid from the bounds."""

TOP = 46
"""Height at the upper edge that title and time take [px]."""

REACH = 4.5
"""How far the grid of space reaches."""

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LENGTHS = {-9: "nm", -6: "µm", -3: "mm", 0: "m", 3: "km"}


def round_step(least: float) -> float:
    """Smallest of 1, 2, 5 times a power of ten that is not below a number."""
    base = 10.0 ** math.floor(math.log10(least))
    return next(f * base for f in (1, 2, 5, 10) if f * base >= least * (1.0 - 1e-9))


def theme_of(film: Film, name: str) -> dict[str, Any]:
    """Colors of a theme; those that the model gives come first."""
    background, text = (film.form["defaults"].get(key) for key in ("background", "text"))
    if background:
        luminance = np.dot([0.2126, 0.7152, 0.0722], background[:3])
        name = "dark" if luminance < 0.4 else "light"
    found = dict(THEMES[name])
    if background:
        found.update(backdrop=tuple(background[:3]), stage=(tuple(background[:3]),) * 2)
    if text:
        found["text"] = tuple(text)
    return found


def draw_backdrop(axes: Any, film: Film, camera: Camera, theme: dict[str, Any]) -> None:
    """Fill axes in pixels with everything that does not depend on the time."""
    from matplotlib.colors import to_rgb

    top, bottom = (np.array(to_rgb(color)) for color in theme["stage"])
    share = np.linspace(0.0, 1.0, 256)[:, None, None]
    gradient = (1.0 - share) * top + share * bottom
    extent = (0, camera.width, camera.height, 0)
    axes.imshow(gradient, extent=extent, aspect="auto", interpolation="bilinear", zorder=0)
    if camera.flat and not film.form.get("unitless"):
        _draw_plane(axes, film, camera, theme)
    elif not camera.flat:
        _draw_ground(axes, film, camera, theme)
        _draw_triad(axes, camera, theme)


def _draw_ground(axes: Any, film: Film, camera: Camera, theme: dict[str, Any]) -> None:
    """Lines at round places under the scene, which fade out."""
    from matplotlib.collections import LineCollection
    from matplotlib.colors import to_rgb

    up = "xyz".index(camera.up)
    first, second = (axis for axis in range(3) if axis != up)
    step = round_step(0.16 * film.unit) / film.unit
    share = np.linspace(-REACH, REACH, 161)
    lines, alphas = [], []
    for along, across in ((first, second), (second, first)):
        origin = film.middle[across] / film.unit
        for number in range(
            math.ceil((origin - REACH) / step), math.floor((origin + REACH) / step) + 1
        ):
            points = np.zeros((len(share), 3))
            points[:, along] = share
            points[:, across] = number * step - origin
            points[:, up] = ground_level(film, camera)
            far = np.linalg.norm(points[:, [first, second]], axis=1)
            fade = 1.0 - _smooth((far - 0.25 * REACH) / (0.75 * REACH))
            strength = 0.385 if number % 5 == 0 else 0.19
            seen = camera.depth(points) > NEAR
            places = camera.project(points)
            # Lines that are closer than a few pixels would flicker: they fade.
            gap = camera.pixels(camera.depth(points)) * step * (5.0 if number % 5 == 0 else 1.0)
            near = _smooth((gap - 2.0) / 5.0)
            for k in range(len(share) - 1):
                if seen[k] and seen[k + 1] and fade[k] > 0.01:
                    lines.append(places[k : k + 2])
                    alphas.append(strength * fade[k] * near[k])
    colors = np.column_stack([np.tile(to_rgb(theme["ink"]), (len(lines), 1)), alphas])
    axes.add_collection(
        LineCollection(lines, colors=colors, linewidths=0.8, capstyle="butt", zorder=1)
    )


def ground_level(film: Film, camera: Camera) -> float:
    """Height of the grid."""
    return float(-film.half["xyz".index(camera.up)] - BELOW)


def _smooth(share: Any) -> Any:
    x = np.clip(share, 0.0, 1.0)
    return x * x * (3.0 - 2.0 * x)


def _draw_plane(axes: Any, film: Film, camera: Camera, theme: dict[str, Any]) -> None:
    """Fine and strong lines of the plane, with labeled scales."""
    from matplotlib.colors import to_rgb

    per_pixel = camera.per_pixel * film.unit
    left = film.middle[0] + (camera.eye[0] - 0.5 * camera.width * camera.per_pixel) * film.unit
    top = film.middle[1] + (camera.eye[1] + 0.5 * camera.height * camera.per_pixel) * film.unit
    right, bottom = left + camera.width * per_pixel, top - camera.height * per_pixel
    step = round_step(80.0 * per_pixel)
    ink = to_rgb(theme["ink"])
    exponent = _exponent(max(abs(left), abs(right), abs(top), abs(bottom)))
    label = dict(color=theme["text"], fontsize=8, zorder=2)
    unit = LENGTHS.get(exponent, f"10{str(exponent).translate(RAISED)} m")
    for low, high, vertical in ((left, right, True), (bottom, top, False)):
        for number in range(math.ceil(5 * low / step), math.floor(5 * high / step) + 1):
            value = number * step / 5.0
            kind = "axis" if number == 0 else ("major" if number % 5 == 0 else "minor")
            place = (value - left) / per_pixel if vertical else (top - value) / per_pixel
            draw = axes.axvline if vertical else axes.axhline
            draw(round(place) + 0.5, color=(*ink, theme[kind]), linewidth=0.75, zorder=1)
            if number % 5:
                continue
            text = _tick(value, step, exponent)
            if vertical and 26 + 6 * len(unit) < place - 6 < camera.width - 22:
                axes.text(place, camera.height - 6, text, ha="center", va="baseline", **label)
            elif not vertical and TOP < place < camera.height - 24:
                axes.text(6, place, text, ha="left", va="center", **label)
    axes.text(6, camera.height - 6, unit, ha="left", va="baseline", **label)


def _exponent(largest: float) -> int:
    """Power of ten by which the numbers of a scale are divided."""
    if not largest > 0.0 or 1e-2 <= largest < 1e4:
        return 0
    return 3 * math.floor(math.log10(largest) / 3.0 + 1e-9)


def _tick(value: float, step: float, exponent: int) -> str:
    scale = 10.0**-exponent
    decimals = min(12, max(0, -math.floor(math.log10(step * scale) + 1e-9)))
    return f"{value * scale + 0.0:.{decimals}f}".replace("-", "−")


def _draw_triad(axes: Any, camera: Camera, theme: dict[str, Any]) -> None:
    """The axes of space in the lower left corner."""
    middle = np.array([46.0, camera.height - 46.0])
    turned = np.column_stack([camera.right, -camera.upward, camera.away])
    for k in np.argsort(turned[:, 2]):
        name, (x, y, toward) = "xyz"[k], turned[k]
        alpha = 0.55 if toward < -0.2 else 1.0
        tip = middle + 22.0 * np.array([x, y])
        axes.plot(
            *np.array([middle, tip]).T, color=theme[name], alpha=alpha, linewidth=1.5,
            solid_capstyle="round", zorder=9,
        )  # fmt: skip
        place = middle + 31.0 * np.array([x, y])
        axes.text(
            *place, name, color=theme[name], alpha=alpha, fontsize=8, fontweight="bold",
            ha="center", va="center", zorder=9,
        )  # fmt: skip
