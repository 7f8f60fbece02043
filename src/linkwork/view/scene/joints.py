"""How joints and wheels in space are drawn: as solids on both bodies, so that their motion shows.

Sizes that V classes declare are used as given; their defaults mean that the size is chosen, from
the size of the scene and of the bodies that the joint connects.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.view.scene.motion import FIXED, Place
from linkwork.view.scene.palette import darker
from linkwork.view.scene.solids import Mount, ball, include, solid

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

Parts = list[dict[str, Any]]

X, Y, Z = 0, 1, 2
WHEEL_WIDTH = 0.22
"""Width of a wheel relative to its radius, where it is not given."""


class Joint(NamedTuple):
    """What the drawings of joints have in common.

    mounts -- frames J0 and J1 of the joint on its bodies; r, length -- radius and length [m]
    color -- of the part of the first body, and dark of what turns or slides in it
    """

    writer: SceneWriter
    item: Any
    mounts: tuple[Mount, Mount]
    r: float
    length: float
    color: list[float]
    dark: list[float]


def joint_parts(writer: SceneWriter, item: Any, places: tuple[Place, Place]) -> Parts:
    """The solids of a joint between two places; empty if its kind has no such drawing."""
    draw = DRAWINGS.get(item.visualization.drawn_as)
    if draw is None:
        return []
    r, length = joint_sizes(writer, item)
    color = writer.color(item, writer.settings.connectors.defaultColor)
    return draw(
        Joint(writer, item, mounts_of(writer, item, places), r, length, color, darker(color))
    )


def mounts_of(writer: SceneWriter, item: Any, places: tuple[Place, Place]) -> tuple[Mount, Mount]:
    """The frames of a joint or spring on its two markers."""
    return _mount(writer, item, 0, places[0]), _mount(writer, item, 1, places[1])


def _mount(writer: SceneWriter, item: Any, end: int, place: Place) -> Mount:
    own = np.asarray(getattr(item, f"rotationMarker{end}", np.eye(3)), float)
    return Mount(place, writer.motion.marker_axes(item.drawn_markers[end]) @ own)


def joint_sizes(writer: SceneWriter, item: Any) -> tuple[float, float]:
    """Radius and length of a joint: those given, else chosen ones."""
    thick = [writer.thickness[b] for b in bodies_of_markers(writer, item) if b in writer.thickness]
    least = min(thick, default=0.0)
    unit = writer.unit
    default = writer.settings.connectors.defaultSize
    r = 0.5 * default if default > 0.0 else min(max(0.8 * unit, 0.35 * least), 1.5 * unit)
    length = min(max(4.0 * r, 1.5 * least), 10.0 * r)
    given = [_given(item, *names) for names in (RADII, LENGTHS)]
    return given[0] or r, given[1] or (4.0 * given[0] if given[0] else length)


RADII = "axisRadius", "axesRadius", "jointRadius"
LENGTHS = "axisLength", "axesLength"


def _given(item: Any, *names: str) -> float:
    """A size of the V class that is not its default; else zero."""
    view = item.visualization
    found = [name for name in names if name in view.fields]
    return next((getattr(view, n) for n in found if getattr(view, n) != view.field(n).default), 0.0)


def bodies_of_markers(writer: SceneWriter, item: Any) -> list[int]:
    """Bodies of the markers of a connector, -1 for markers on nodes."""
    markers: Any = writer.snapshot.items["marker"]
    return [getattr(markers[number], "bodyNumber", -1) for number in item.markerNumbers]


# ---------------------------------------------------------------------- joints


def _hinge(j: Joint, axis: int = Z) -> Parts:
    """A sleeve on the first body, and a bolt with square nuts on the second one."""
    sleeve, bolt = (mount.with_z(axis) for mount in j.mounts)
    nut = [1.5 * j.r, 1.5 * j.r, 0.1 * j.length]
    return [
        solid("cylinder", sleeve, [2 * j.r, 2 * j.r, 0.7 * j.length], j.color),
        solid("cylinder", bolt, [j.r, j.r, 0.98 * j.length], j.dark),
        *(solid("box", bolt.shifted(0, 0, 0.44 * s * j.length), nut, j.dark) for s in (-1, 1)),
    ]


def _travel(j: Joint, *axes: int) -> np.ndarray:
    """Smallest and largest coordinates of the second frame along axes of the first, (2, n) [m]."""
    motion = j.writer.motion
    first, second = j.mounts
    apart = motion.positions(second.place) - motion.positions(first.place)
    inside = np.einsum("rij,ri->rj", motion.rotations(first.place), apart) @ first.axes
    inside = inside[np.isfinite(inside).all(axis=1)][:, axes]
    inside = np.vstack([inside, np.zeros((1, len(axes)))])
    return np.array([inside.min(axis=0), inside.max(axis=0)])


def _rail(j: Joint, axis: int = X, is_round: bool = False) -> Parts:
    """A rail on the first body, as long as the motion needs, and a block on the second one."""
    low, high = _travel(j, axis)[:, 0]
    rail, block = (mount.with_z(axis) for mount in j.mounts)
    kind = "cylinder" if is_round else "box"
    middle, span = rail.shifted(0, 0, 0.5 * (low + high)), high - low + 1.3 * j.length
    wide = 2.2 * j.r if is_round else 2.0 * j.r
    include(j.writer, middle.place, np.outer([-0.5 * span, 0.5 * span], middle.axes[:, Z]))
    return [
        solid(kind, block, [wide, wide, 0.7 * j.length], j.color),
        solid(kind, middle, [0.9 * j.r, 0.9 * j.r, span], j.dark),
    ]


def _ball(j: Joint) -> Parts:
    """A ball on the second body in a cup of the first one, which is open toward the second."""
    motion = j.writer.motion
    cup, inner = j.mounts
    origin = inner.place if inner.place[0] != FIXED else cup.place
    middle = motion.positions((origin[0], 0.0, 0.0, 0.0))[0] - motion.positions(cup.place)[0]
    if inner.place[0] == FIXED:
        middle = -middle
    open_to = motion.rotations(cup.place)[0].T @ middle
    size = float(np.linalg.norm(open_to))
    if not size > 0.0:
        open_to = np.array([0.0, 0.0, 1.0])
    from linkwork.graphics.meshes import axes_of

    wide = 2.5 * j.r
    return [
        ball(inner, j.r, j.color),
        solid("cup", Mount(cup.place, axes_of(open_to)), [wide, wide, wide], j.dark),
    ]


def _cross(j: Joint, axes: tuple[int, int]) -> Parts:
    """The cross of a universal joint: an arm in each body, with bearings at its ends."""
    parts: Parts = []
    for mount, axis in zip(j.mounts, axes, strict=True):
        arm = mount.with_z(axis)
        bearing = [1.7 * j.r, 1.7 * j.r, 0.2 * j.length]
        parts += [
            solid("cylinder", arm.shifted(0, 0, 0.4 * s * j.length), bearing, j.color)
            for s in (-1, 1)
        ]
        parts.append(solid("cylinder", arm, [0.8 * j.r, 0.8 * j.r, j.length], j.dark))
    return [*parts, ball(j.mounts[0], 0.8 * j.r, j.dark)]


def _plane(j: Joint, normal: int) -> Parts:
    """A plate on the first body, as large as the motion needs, and a disc on the second one."""
    plate, disc = (mount.with_z(normal) for mount in j.mounts)
    low, high = _travel(j, (normal + 1) % 3, (normal + 2) % 3)
    across = high - low + 1.3 * j.length
    x, y = 0.5 * (low + high)
    thin = 0.25 * j.r
    return [
        solid("cylinder", disc, [3.0 * j.r, 3.0 * j.r, 2.0 * thin], j.color),
        solid("box", plate.shifted(x, y, -1.5 * thin), [*across, thin], [*j.dark[:3], 0.4]),
    ]


def _weld(j: Joint) -> Parts:
    """A block: nothing moves."""
    edge = 2.0 * j.r
    return [solid("box", j.mounts[0], [edge, edge, edge], j.dark)]


def _guide(j: Joint) -> Parts:
    """Any other joint: rods along the axes of the first body in which it holds the second one."""
    held = [k for k in range(3) if j.item.constrainedAxes[k]]
    rods = [
        solid("cylinder", j.mounts[0].with_z(k), [0.7 * j.r, 0.7 * j.r, j.length], j.dark)
        for k in held
    ]
    return [solid("box", j.mounts[1], [1.5 * j.r] * 3, j.color), *rods]


def _generic(j: Joint) -> Parts:
    """The drawing of the joint that a GenericJoint with these constrained axes is."""
    free = [k for k in range(6) if not j.item.constrainedAxes[k]]
    moves, turns = [k for k in free if k < 3], [k - 3 for k in free if k >= 3]
    if not free:
        return _weld(j)
    if not moves and len(turns) == 1:
        return _hinge(j, turns[0])
    if not moves:
        return _cross(j, (turns[0], turns[1])) if len(turns) == 2 else _ball(j)
    if len(moves) == 1 and turns in ([], moves):
        return _rail(j, moves[0], is_round=bool(turns))
    if len(moves) == 2 and turns == [3 - sum(moves)]:
        return _plane(j, turns[0])
    return _guide(j)


def _wheel(j: Joint) -> Parts:
    """The disc on the second body; one that draws itself has a disc only if its width is given."""
    item, second = j.item, j.mounts[1]
    number = bodies_of_markers(j.writer, item)[1]
    width = _given(item, "discWidth")
    if number in j.writer.shaped and not width:
        return []
    from linkwork.graphics.meshes import axes_of

    mount = Mount(second.place, axes_of(second.axes @ np.asarray(item.discAxis, float)))
    r = float(item.discRadius)
    sizes = np.array([2 * r, 2 * r, width or WHEEL_WIDTH * r])
    turn = np.linspace(0.0, 2.0 * np.pi, 32, endpoint=False)
    rim = np.column_stack([r * np.cos(turn), r * np.sin(turn), 0.0 * turn])
    include(j.writer, mount.place, rim @ mount.axes.T)
    color = j.writer.body_colors.get(number, list(j.color))
    return [solid("wheel", mount, sizes, j.writer.color(item, tuple(color)))]


def _pulley(j: Joint) -> Parts:
    """A wheel on the first body; one of the contacts of a marker draws it for all of them."""
    item, mount = j.item, j.mounts[0]
    number = bodies_of_markers(j.writer, item)[0]
    drawn = j.writer.pulleys.setdefault((item.markerNumbers[0], item.circleRadius), item)
    if drawn is not item or number in j.writer.shaped or not item.visualization.showContactCircle:
        return []
    r = float(item.circleRadius)
    turn = np.linspace(0.0, 2.0 * np.pi, 32, endpoint=False)
    rim = np.column_stack([r * np.cos(turn), r * np.sin(turn), 0.0 * turn])
    include(j.writer, mount.place, rim @ mount.axes.T)
    color = j.writer.body_colors.get(number, list(j.color))
    sizes = [2 * r, 2 * r, WHEEL_WIDTH * r]
    return [solid("wheel", mount, sizes, j.writer.color(item, tuple(color)))]


DRAWINGS: dict[str, Callable[[Joint], Parts]] = {
    "hinge": _hinge,
    "rail": _rail,
    "ball": _ball,
    "joint": _generic,
    "disc": _wheel,
    "pulley": _pulley,
}
"""drawn_as -> its drawing."""


def bushing_parts(writer: SceneWriter, item: Any, pair: tuple[Place, Place], size: float) -> Parts:
    """A spring whose ends stay together: a ring of rubber about a bolt; empty if they do not."""
    motion = writer.motion
    apart = motion.positions(pair[1]) - motion.positions(pair[0])
    if not np.nanmedian(np.linalg.norm(apart, axis=1)) < 0.7 * size:
        return []
    ring, bolt = mounts_of(writer, item, pair)
    color = writer.color(item, writer.settings.connectors.defaultColor)
    return [
        solid("cylinder", ring, [1.3 * size, 1.3 * size, 0.8 * size], color),
        solid("cylinder", bolt, [0.6 * size, 0.6 * size, 1.2 * size], darker(color)),
    ]
