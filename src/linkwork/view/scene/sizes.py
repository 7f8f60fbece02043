"""Sizes of a drawing: bounds of the scene, and the drawn size of things that have none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.core.declare.graphics_data import LARGEST
from linkwork.view.scene.motion import Motion, Place

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

FLAT = 1.0e-9
"""Extent in z that counts as zero, relative to the size of the scene."""


ROUND = {"sphere": 1.0, "disc": 1.0, "pin": 1.0, "support": 1.3}
"""Kinds that are drawn about a point -> how far they reach for a size of 1."""

SHARE = 0.022
"""Radius of bodies without a size, relative to the size of the scene."""

TOGETHER = 1.0e-6
"""Distance that counts as zero, relative to the size of the scene."""


MOST_STATES = 60
"""States at which a place counts for the outline, besides its extremes along x, y, z."""


CHUNK = 20_000
"""Points of which the outline is found at once."""


def directions(count: int) -> np.ndarray:
    """Unit vectors that are spread evenly over the sphere, and the six along the axes."""
    k = np.arange(count) + 0.5
    up, turn = 1.0 - 2.0 * k / count, np.pi * (1.0 + 5.0**0.5) * k
    flat = np.sqrt(1.0 - up**2)
    spread = np.column_stack([flat * np.cos(turn), flat * np.sin(turn), up])
    return np.vstack([np.eye(3), -np.eye(3), spread])


class Bounds:
    """Box around all places of a scene over the whole motion, and their outline."""

    def __init__(self) -> None:
        self.low, self.high = np.full(3, np.inf), np.full(3, -np.inf)
        self._reached: list[np.ndarray] = []
        self._margins: list[float] = []

    def include(
        self,
        points: np.ndarray,
        margin: float | np.ndarray = 0.0,
        sample: np.ndarray | None = None,
    ) -> None:
        """Extend the box to points (n, 3); those that are not finite or too large are ignored.

        margin -- radius of balls about the points [m], or half the edges of boxes
        sample -- those of them that count for the outline, besides the extremes along x, y, z;
        None: states of one point, some of which do
        """
        finite = points[(np.abs(points) <= LARGEST).all(axis=1)]
        if not len(finite):
            return
        self.low = np.minimum(self.low, finite.min(axis=0) - margin)
        self.high = np.maximum(self.high, finite.max(axis=0) + margin)
        extremes = [*finite.argmin(axis=0), *finite.argmax(axis=0)]
        if sample is None:
            sample = finite[:: -(-len(finite) // MOST_STATES)]
        sample = sample[(np.abs(sample) <= LARGEST).all(axis=1)]
        self._reached.append(np.vstack([finite[extremes], sample]))
        self._margins.append(float(np.max(margin)))

    def reach(self, points: np.ndarray, radii: np.ndarray) -> None:
        """Extend the box to a new state of balls about points (n, 3), if it is outside."""
        low, high = points - radii[:, None], points + radii[:, None]
        if ((low < self.low) | (high > self.high)).any():
            self.include(np.vstack([low, high]))

    def outline(self) -> list[list[float]]:
        """Points of which no part of the scene lies outside, but for about 1 % of its size [m]."""
        if self.is_empty:
            return []
        along = directions(120)
        points = np.vstack(self._reached)
        margins = np.repeat(self._margins, [len(part) for part in self._reached])
        tips = np.empty_like(along)
        furthest = np.full(len(along), -np.inf)
        for begin in range(0, len(points), CHUNK):
            part, own = points[begin : begin + CHUNK], margins[begin : begin + CHUNK]
            reach = part @ along.T + own[:, None]
            best = reach.argmax(axis=0)
            here = reach[best, np.arange(len(along))]
            further = here > furthest
            tips[further] = (part[best] + own[best, None] * along)[further]
            furthest = np.maximum(furthest, here)
        tips = np.clip(tips, self.low, self.high)
        found: list[list[float]] = np.unique(tips, axis=0).tolist()
        return found

    @property
    def is_empty(self) -> bool:
        """Whether nothing was included."""
        return not np.isfinite(self.low).all()

    @property
    def size(self) -> float:
        """Length of the diagonal [m]; 1 if there is none."""
        span = self.extent
        return span if span > 0.0 and np.isfinite(span) else 1.0

    @property
    def extent(self) -> float:
        """Length of the diagonal [m], zero for a single point."""
        return 0.0 if self.is_empty else float(np.linalg.norm(self.high - self.low))

    @property
    def is_flat(self) -> bool:
        """Whether everything lies in a plane z = const."""
        return self.is_empty or bool(self.high[2] - self.low[2] <= FLAT * self.size)

    def corners(self) -> list[list[float]]:
        """Lowest and highest corner [m]."""
        if self.is_empty:
            return [[-0.5] * 3, [0.5] * 3]
        return [self.low.tolist(), self.high.tolist()]


def include_drawn(writer: SceneWriter) -> None:
    """Make room for what is drawn about a point: nodes, masses, pins and supports."""
    if not writer.bounds.extent:
        return  # sizes of a scene of one point are chosen from the size that it gets
    margins: dict[Place, float] = {}
    for item in writer.items:
        if item["kind"] in ROUND and item["family"] != "marker":
            place, reach = item["point"], ROUND[item["kind"]] * item["size"]
            margins[place] = max(reach, margins.get(place, 0.0))
    for place, reach in margins.items():
        writer.bounds.include(writer.motion.positions(place), writer.around(reach))


class Units:
    """Radius of bodies without a size [m]: a small part of the scene, or of typical connectors.

    common -- of the scene: joints and markers are drawn with it
    thickness -- smallest edges of bodies that have a size [m]: joints and markers must fit to them
    A place with longer connectors than is typical of the scene has a larger unit of its own, so
    that a pendulum beside a chain of many springs can still be seen.
    """

    def __init__(
        self,
        motion: Motion,
        spans: list[tuple[Place, Place]],
        size: float,
        thickness: list[float],
        share: float = SHARE,
    ) -> None:
        largest = share * size
        lengths: dict[Place, list[float]] = {}
        for first, second in spans:
            rows = slice(None, None, max(1, len(motion.q) // 20))
            apart = motion.positions(second)[rows] - motion.positions(first)[rows]
            length = float(np.median(np.linalg.norm(apart, axis=1)))
            # Points that joints keep together differ by rounding only, which gives no size.
            if np.isfinite(length) and length > TOGETHER * size:
                lengths.setdefault(first, []).append(length)
                lengths.setdefault(second, []).append(length)
        everywhere = [length for each in lengths.values() for length in each]
        self.common = min(largest, 0.25 * float(np.median(everywhere))) if lengths else largest
        if thickness:
            thin = max(0.7 * float(np.median(thickness)), 0.25 * self.common)
            self.common = min(self.common, thin)
            lengths = {}
        self._own = {
            place: max(self.common, min(largest, 0.25 * float(np.median(each))))
            for place, each in lengths.items()
        }

    def at(self, *places: Place) -> float:
        """The unit of a place, or the smallest of several."""
        return min(self._own.get(place, self.common) for place in places)
