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
    """Samples of a picture: nearness, color, and whether something is there."""

    def __init__(self, width: int, height: int) -> None:
        self.shape = height, width
        self.high, self.wide = SAMPLES * height, SAMPLES * width
        self.near = np.empty(self.high * self.wide, np.float32)
        self.color = np.zeros((self.high * self.wide, 3), np.uint8)
        self.covered = np.zeros(self.high * self.wide, bool)
        self.dark = np.zeros(self.high * self.wide, bool)
        self.clear()

    def clear(self) -> None:
        """Remove everything."""
        self.near.fill(-np.inf)
        self.color[self.covered] = 0
        self.covered.fill(False)
        self.dark.fill(False)

    # ------------------------------------------------------------------ drawing

    def faces(self, places: Array, near: Array, colors: Array) -> None:
        """Convex faces: places [px] and nearness of their corners, colors (n, 3 or 4) in 0 .. 1."""
        solid = colors[:, 3] >= 1.0 if colors.shape[1] == 4 else np.ones(len(colors), bool)
        bytes_of = np.round(255.0 * np.clip(colors, 0.0, 1.0)).astype(np.uint8)
        if not len(places):
            return
        slopes = _planes(SAMPLES * places, near)
        for owner, x, y in self._filled(SAMPLES * places[solid]):
            a, b, c = slopes[solid][owner].T
            self._put(x, y, a * (x + 0.5) + b * (y + 0.5) + c, bytes_of[solid][owner, :3])
        for k in sorted(np.flatnonzero(~solid), key=lambda k: float(near[k].mean())):
            for _, x, y in self._filled(SAMPLES * places[k : k + 1]):
                a, b, c = slopes[k]
                self._blend(x, y, a * (x + 0.5) + b * (y + 0.5) + c, colors[k])

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
        at = at[first]
        self.color[at] = colors[first]
        self.covered[at] = True

    def _blend(self, x: Array, y: Array, near: Array, color: Array) -> None:
        """Samples of a face that is seen through, over those behind it; the backdrop shines through
        in a pattern of samples, because its colors are added later."""
        at = y * self.wide + x
        front = near.astype(np.float32) >= self.near[at]
        at, x, y = at[front], x[front], y[front]
        behind = self.covered[at]
        alpha, rgb = float(color[3]), 255.0 * color[:3]
        mixed = alpha * rgb + (1.0 - alpha) * self.color[at[behind]]
        self.color[at[behind]] = mixed.astype(np.uint8)
        empty, pattern = at[~behind], _PATTERN[y[~behind] % 4, x[~behind] % 4]
        shown = empty[pattern < alpha]
        self.color[shown] = rgb.astype(np.uint8)
        self.covered[shown] = True

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

    def over(self, behind: Array, shadow: float) -> Array:
        """The picture over another one, (height, width, 3) in 0 .. 255.

        shadow -- how much darker the ground is in shadows, 0 .. 1
        """
        result = behind.copy()
        grid = self.high, self.wide
        dark, covered = self.dark.reshape(grid), self.covered.reshape(grid)
        box = _box(dark)
        if box is not None:
            share = _summed(dark, box) / SAMPLES**2
            result[box] = np.round(result[box] * (1.0 - shadow * share[..., None]))
        box = _box(covered)
        if box is not None:
            empty = 1.0 - _summed(covered, box) / SAMPLES**2
            colors = _summed(self.color.reshape(*grid, 3), box) / SAMPLES**2
            result[box] = np.round(result[box] * empty[..., None] + colors)
        return result


def _box(samples: Array) -> tuple[slice, slice] | None:
    """Rows and columns of the pixels that have any of these samples."""
    rows, columns = (np.flatnonzero(samples.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return None
    first, last = (
        [int(each[end]) // SAMPLES for each in (rows, columns)] for end in (0, -1)
    )  # fmt: skip
    return slice(first[0], last[0] + 1), slice(first[1], last[1] + 1)


def _summed(samples: Array, box: tuple[slice, slice]) -> Array:
    """Sums over the samples of each pixel in a box."""
    rows, columns = (slice(SAMPLES * part.start, SAMPLES * part.stop) for part in box)
    part = samples[rows, columns]
    total = np.zeros_like(part[::SAMPLES, ::SAMPLES], np.uint16)
    for i in range(SAMPLES):
        for j in range(SAMPLES):
            total += part[i::SAMPLES, j::SAMPLES]
    return total.astype(np.float32)


_ANGLES = 2.0 * np.pi * np.arange(24) / 24
_OUTLINE = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)]) / np.cos(np.pi / 24)
_PATTERN = (np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) + 0.5) / 16.0
"""Thresholds that spread samples evenly."""


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
