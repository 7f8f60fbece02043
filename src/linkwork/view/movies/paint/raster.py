"""Faces, balls and ribbons as pixels, with a depth for each: what is nearer hides what is behind.

All rows of all faces are filled at once, in arrays. Pixels are sampled SAMPLES times in both
directions, which makes edges smooth. A nearness is linear in the picture along a face: the inverse
of the depth for a perspective camera, minus the depth for a flat one.
"""

from __future__ import annotations

import numpy as np

Array = np.ndarray

SAMPLES = 2

BLOCK = 4_000_000
"""Samples that are computed at once."""


class Raster:
    """Samples of a picture: nearness, color, and whether a shadow falls on the ground there.

    behind -- picture of shape (height, width, 3) in 0 .. 255 on which everything is drawn
    shadow -- how much darker the ground is in shadows, 0 .. 1
    """

    def __init__(self, behind: Array, shadow: float) -> None:
        self.behind, self.shadow = behind, shadow
        self.high, self.wide = SAMPLES * behind.shape[0], SAMPLES * behind.shape[1]
        self._empty = behind.repeat(SAMPLES, axis=0).repeat(SAMPLES, axis=1).reshape(-1, 3)
        self.near = np.empty(self.high * self.wide, np.float32)
        self.color = np.empty_like(self._empty)
        self.dark = np.empty(self.high * self.wide, bool)
        self.clear()

    def clear(self) -> None:
        """Remove everything."""
        self.near.fill(-np.inf)
        self.dark.fill(False)
        self.color[:] = self._empty
        self._veils: list[tuple[float, Array, Array, Array]] = []

    # ------------------------------------------------------------------ drawing

    def faces(self, places: Array, near: Array, colors: Array) -> None:
        """Convex faces: places [px] and nearness of their corners, colors (n, 3 or 4) in 0 .. 1.

        Those that one can see through (alpha < 1) are drawn at the end.
        """
        if not len(places):
            return
        solid = colors[:, 3] >= 1.0 if colors.shape[1] == 4 else np.ones(len(colors), bool)
        slopes = _planes(SAMPLES * places, near)
        rgb = np.round(255.0 * np.clip(colors[solid, :3], 0.0, 1.0)).astype(np.uint8)
        for owner, x, y in self._filled(SAMPLES * places[solid]):
            self._put(x, y, _nearness(slopes[solid][owner], x, y), rgb[owner])
        for k in np.flatnonzero(~solid):
            self._veils.append((float(near[k].mean()), places[k : k + 1], slopes[k], colors[k]))

    def shadows(self, places: Array) -> None:
        """Convex faces (n, corners, 2) that darken the ground."""
        for _, x, y in self._filled(SAMPLES * places):
            self.dark[y * self.wide + x] = True

    def balls(
        self, middles: Array, radii: Array, near: Array, bulge: Array, colors: Array, light: Array
    ) -> None:
        """Balls: middles (n, 2) and radii [px], nearness of the middle and by how much that of the
        front is larger, colors (n, 3), direction of the light in the picture (right, up, front)."""
        center, radius = SAMPLES * middles, SAMPLES * radii
        corners = center[:, None] + radius[:, None, None] * 1.01 * _OUTLINE
        for owner, x, y in self._filled(corners):
            dx = (x + 0.5 - center[owner, 0]) / radius[owner]
            dy = (y + 0.5 - center[owner, 1]) / radius[owner]
            inside = dx * dx + dy * dy < 1.0
            owner, x, y, dx, dy = (each[inside] for each in (owner, x, y, dx, dy))
            front = np.sqrt(1.0 - dx * dx - dy * dy)
            lit = np.maximum(dx * light[0] - dy * light[1] + front * light[2], 0.0)
            shade = 0.64 - 0.06 * dy + 0.36 * lit + 0.16 * lit**24
            rgb = np.clip(255.0 * shade[:, None] * colors[owner], 0.0, 255.0)
            self._put(x, y, near[owner] + bulge[owner] * front, rgb.astype(np.uint8))

    def _put(self, x: Array, y: Array, near: Array, colors: Array) -> None:
        """Samples that are nearer than those before."""
        at = y * self.wide + x
        near = near.astype(np.float32)
        np.maximum.at(self.near, at, near)
        first = near >= self.near[at]
        self.color[at[first]] = colors[first]

    def _draw_veil(self, places: Array, slopes: Array, color: Array) -> None:
        """A face that is seen through, over what is behind it."""
        for _, x, y in self._filled(SAMPLES * places):
            at = y * self.wide + x
            at = at[_nearness(slopes, x, y) >= self.near[at]]
            mixed = color[3] * 255.0 * color[:3] + (1.0 - color[3]) * self.color[at]
            self.color[at] = np.round(np.clip(mixed, 0.0, 255.0)).astype(np.uint8)

    # ------------------------------------------------------------------ filling

    def _filled(self, corners: Array) -> list[tuple[Array, Array, Array]]:
        """Blocks of (number of the face, x, y) of all samples inside of convex faces."""
        good = np.isfinite(corners).all(axis=(1, 2))
        x, y = corners[..., 0], corners[..., 1]
        y = np.where(good[:, None], y, 0.0)
        first = np.ceil(np.clip(y.min(axis=1), 0, self.high) - 0.5)
        last = np.ceil(np.clip(y.max(axis=1), 0, self.high) - 0.5)
        count = np.maximum(last - first, 0).astype(int) * good
        owner, row = _expanded(first.astype(int), count)
        if not len(owner):
            return []
        level = row + 0.5
        low, high = np.full(len(owner), np.inf), np.full(len(owner), -np.inf)
        corner_count = corners.shape[1]
        for k in range(corner_count):
            x0, y0 = x[owner, k], y[owner, k]
            x1, y1 = x[owner, (k + 1) % corner_count], y[owner, (k + 1) % corner_count]
            crosses = (np.minimum(y0, y1) <= level) & (level < np.maximum(y0, y1))
            span = np.where(crosses, y1 - y0, 1.0)
            at = x0 + (level - y0) / span * (x1 - x0)
            low = np.where(crosses, np.minimum(low, at), low)
            high = np.where(crosses, np.maximum(high, at), high)
        known = high >= low
        begin = np.ceil(np.clip(np.where(known, low, 0.0), 0, self.wide) - 0.5).astype(int)
        end = np.ceil(np.clip(np.where(known, high, 0.0), 0, self.wide) - 0.5).astype(int)
        length = np.maximum(end - begin, 0)
        blocks = []
        total = np.cumsum(length)
        cuts = np.searchsorted(total, np.arange(BLOCK, int(total[-1]) + BLOCK, BLOCK), "left") + 1
        start = 0
        for cut in cuts:
            part = slice(start, min(int(cut), len(length)))
            which, column = _expanded(begin[part], length[part])
            if len(which):
                blocks.append((owner[part][which], column, row[part][which]))
            start = part.stop
        return blocks

    # ------------------------------------------------------------------ result

    def picture(self) -> Array:
        """The picture of shape (height, width, 3) in 0 .. 255."""
        ground = np.flatnonzero(self.dark & np.isneginf(self.near))
        self.color[ground] = np.round((1.0 - self.shadow) * self.color[ground]).astype(np.uint8)
        for _, places, slopes, color in sorted(self._veils, key=lambda veil: veil[0]):
            self._draw_veil(places, slopes, color)
        samples = self.color.reshape(self.high, self.wide, 3)
        total = np.full(self.behind.shape, SAMPLES**2 // 2, np.uint16)
        for i in range(SAMPLES):
            for j in range(SAMPLES):
                total += samples[i::SAMPLES, j::SAMPLES]
        return (total // SAMPLES**2).astype(np.uint8)


def _nearness(slopes: Array, x: Array, y: Array) -> Array:
    """Nearness of samples on faces."""
    near: Array = slopes[..., 0] * (x + 0.5) + slopes[..., 1] * (y + 0.5) + slopes[..., 2]
    return near


_ANGLES = 2.0 * np.pi * np.arange(24) / 24
_OUTLINE = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)]) / np.cos(np.pi / 24)


def _expanded(first: Array, count: Array) -> tuple[Array, Array]:
    """Owners and numbers of ranges: first[k] ... first[k] + count[k] - 1, one after the other."""
    owner = np.repeat(np.arange(len(count)), count)
    start = np.cumsum(count) - count
    return owner, np.arange(len(owner)) - start[owner] + first[owner]


def _planes(places: Array, near: Array) -> Array:
    """a, b, c of the nearness a x + b y + c of flat faces; of those seen edge-on, a mean value."""
    corners = places.shape[1]
    i, j, k = 0, corners // 3, 2 * corners // 3
    (x1, y1), (x2, y2) = (places[:, m].T - places[:, i].T for m in (j, k))
    n1, n2 = near[:, j] - near[:, i], near[:, k] - near[:, i]
    area = x1 * y2 - x2 * y1
    flat = np.abs(area) > 1e-9
    safe = np.where(flat, area, 1.0)
    a = np.where(flat, (n1 * y2 - n2 * y1) / safe, 0.0)
    b = np.where(flat, (n2 * x1 - n1 * x2) / safe, 0.0)
    c = np.where(flat, near[:, i] - a * places[:, i, 0] - b * places[:, i, 1], near.mean(axis=1))
    return np.column_stack([a, b, c])
