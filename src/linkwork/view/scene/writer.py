"""The scene of a Solution: what the player draws, as a dictionary and a block of numbers.

The format is described in docs/player.md. Sizes and colors are resolved here, from the `V...`
parameters of the items and the VisualizationSettings; the player only draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.connectors.connector import Connector
from linkwork.connectors.rigid_body_spring_damper import ObjectConnectorRigidBodySpringDamper
from linkwork.core.declare.graphics_data import LARGEST
from linkwork.core.errors import ParameterError, SysError
from linkwork.graphics.shapes import Shape
from linkwork.results.snapshot import Snapshot
from linkwork.results.solution import Solution
from linkwork.view.scene.bodies import add_bodies, include_points, measure_bodies
from linkwork.view.scene.connectors import connector_item, crowded_places
from linkwork.view.scene.contact_forces import add_contact_forces
from linkwork.view.scene.contour import Contour, add_contour, contour_of
from linkwork.view.scene.derived_parts import DERIVED, derived_parts
from linkwork.view.scene.details import details_of, type_of
from linkwork.view.scene.equal_box import EqualBox
from linkwork.view.scene.flexible_meshes import MeshContour, surface_windows
from linkwork.view.scene.function_shapes import Window, function_shapes
from linkwork.view.scene.gauges import add_gauges
from linkwork.view.scene.joints import DRAWINGS, bushing_parts, joint_parts
from linkwork.view.scene.loads import add_loads, add_traces, sensors_of
from linkwork.view.scene.motion import FIXED, Motion, Place
from linkwork.view.scene.samples import MANY
from linkwork.view.scene.sizes import SHARE, Bounds, Units, include_drawn
from linkwork.view.scene.store import Store
from linkwork.view.scene.trees import add_trees, measure_trees

FRAMES = 1001
"""Default limit of the recorded states that a page shows: a run of 1000 steps and its start."""


ROUND_END = {"disc": 1, "pulley": 0}
"""drawn_as of connectors with a disc -> which of their markers carries it."""

UNSUPPORTED = "spiral", "disc", "pulley"
"""drawn_as of connectors whose ends on the ground have no support."""

TOGETHER = 1.0e-9
"""Largest distance of points that a joint keeps together, relative to the size of the scene."""


@dataclass(frozen=True)
class Scene:
    """form -- JSON dictionary; data -- bytes of the arrays that it refers to"""

    form: dict[str, Any]
    data: bytes


def scene_of(
    solution: Solution, title: str = "", frames: int = FRAMES, contour: Any = None
) -> Scene:
    """The scene of a Solution with up to `frames` of its recorded states.

    contour -- output that decides on colors, see scene/contour.py
    """
    if solution.snapshot is None:
        raise SysError(
            "this Solution has no model to draw: it was read from a file of numbers alone; "
            "save results as .npz or .h5 to keep the model with them"
        )
    if not len(solution.times):
        raise SysError("this Solution is empty: there is no recorded state to draw")
    if isinstance(frames, bool) or not isinstance(frames, (int, np.integer)) or frames < 1:
        raise ParameterError(f"frames must be an integer >= 1, got {frames!r}")
    if not isinstance(title, str):
        raise ParameterError(f"title must be a string, got {title!r}")
    colored = contour_of(contour, solution.snapshot.settings)
    return SceneWriter(solution, solution.snapshot, title, int(frames), contour=colored).scene()


class SceneWriter:
    """Collects the parts of a scene.

    steady -- shapes of the graphicsData of bodies, by body; windows -- those of their functions,
    and when they are drawn; shaped -- both, in the first state; boxes -- of equal inertia
    thickness -- smallest edge of bodies in space [m]; wheels -- bodies that are drawn as discs
    body_colors -- RGBA by body
    sets_states -- whether recorded states are put into the system for user functions
    with_outputs -- whether outputs of items are evaluated for the list of items
    with_gauges -- whether coordinates without a place are drawn; their scale needs the whole run
    is_unitless -- whether there are gauges alone: lengths in the scene mean nothing
    share -- radius of bodies without a size, relative to the size of the scene
    contour -- the output that decides on colors
    """

    def __init__(
        self,
        solution: Solution,
        snapshot: Snapshot,
        title: str,
        frames: int = FRAMES,
        sets_states: bool = True,
        with_outputs: bool = True,
        share: float = SHARE,
        with_gauges: bool = True,
        contour: Contour | None = None,
    ) -> None:
        self.solution, self.snapshot, self.title = solution, snapshot, title
        self.sets_states, self.with_outputs, self.share = sets_states, with_outputs, share
        self.with_gauges, self.is_unitless, self.contour = with_gauges, False, contour
        self.settings = snapshot.settings
        count = len(solution.times)
        self.rows = np.arange(count)
        self.most_values = max(MANY, frames)
        self.notes: list[str] = []
        if count > frames:
            self.rows = np.unique(np.linspace(0, count - 1, frames).round().astype(int))
            self.notes.append(f"{len(self.rows)} of {count} recorded states are shown")
        self._leave_out_boundless()
        if not solution.success:
            self.notes.append(f"the run did not finish: {solution.message}")
        self.motion = Motion(snapshot, solution.coordinates[self.rows])
        self.store = Store()
        self.shapes: list[dict[str, Any]] = []
        self.prisms: dict[tuple[bytes, float], int] = {}
        self.drawn_shapes: list[Shape] = []
        self.items: list[dict[str, Any]] = []
        self.bounds = Bounds()
        self.has_solids = False
        self.crowded: dict[tuple[str, Place], float] = {}
        self.springs = 0
        self.pulleys: dict[tuple[int, float], Any] = {}
        self.steady: dict[int, list[Shape]] = {}
        self.windows: dict[int, list[Window]] = {}
        self.shaped: dict[int, list[Shape]] = {}
        self.boxes: dict[int, EqualBox] = {}
        self.thickness: dict[int, float] = {}
        self.body_colors: dict[int, list[float]] = {}
        self.mesh_contour: MeshContour | None = None
        self.wheels = self._wheels()

    def _leave_out_boundless(self) -> None:
        """Leave out states that are not finite or too large to be drawn."""
        inside = (np.abs(self.solution.coordinates[self.rows]) <= LARGEST).all(axis=1)
        if inside.all():
            return
        told = f"with coordinates that are not finite or beyond {LARGEST:g}"
        if not inside.any():
            raise SysError(f"this Solution cannot be drawn: it only has states {told}")
        self.notes.append(f"states {told} are left out: {np.count_nonzero(~inside)}")
        self.rows = self.rows[inside]

    def scene(self) -> Scene:
        """The complete scene."""
        self._measure()
        self._add_nodes()
        add_bodies(self)
        add_trees(self)
        self._add_connectors()
        self._add_markers()
        add_loads(self)
        add_contact_forces(self)
        add_traces(self)
        include_drawn(self)
        add_gauges(self)
        if not self.items:
            self.notes.append("no item of the model is drawn")
        contour = add_contour(self, self.contour) if self.contour is not None else None
        motion, general = self.motion, self.settings.general
        form = {
            "format": "linkwork-scene",
            "version": 1,
            "title": self.title,
            "planar": self.is_flat and not self.has_solids,
            "unitless": self.is_unitless,
            "bounds": self.bounds.corners(),
            "outline": self.bounds.outline(),
            "size": self.bounds.size,
            "times": self.store.add(self.solution.times[self.rows], "f8"),
            "tracks": self._stacked(motion.tracks, 3),
            "turns": self._stacked(motion.turns, 4),
            "frames": motion.frames,
            "shapes": self.shapes,
            "items": self.items,
            "contour": contour,
            "sensors": sensors_of(self),
            "details": details_of(self),
            "defaults": {
                "background": _given_color(general.backgroundColor),
                "text": _given_color(general.textColor),
                "showNumbers": False,
            },
            "notes": self.notes,
        }
        return Scene(form, self.store.bytes())

    def _stacked(self, arrays: list[np.ndarray], width: int) -> dict[str, Any]:
        stacked = np.stack(arrays) if arrays else np.zeros((0, len(self.rows), width))
        return self.store.add(stacked, "f4")

    # ------------------------------------------------------------------ sizes and words

    def _measure(self) -> None:
        """Find the size of the scene, on which other sizes depend."""
        motion, spans = self.motion, []
        places = [motion.node_place(k) for k in range(len(self.snapshot.items["node"]))]
        joined = []
        for item in self.snapshot.items["object"]:
            if isinstance(item, Connector):
                ends = [motion.marker_place(number) for number in item.drawn_markers]
                joined += ends
                if item.visualization.drawn_as not in DRAWINGS and not _is_bushing(item):
                    spans += [(a, b) for a, b in pairwise(ends) if a is not None and b is not None]
        for place in {*places, *joined} - {None}:
            assert place is not None
            self.bounds.include(motion.positions(place))
        self.is_flat = self.bounds.is_flat  # shapes may be thick
        include_points(self)
        self.windows = function_shapes(self)
        for number, windows in surface_windows(self).items():
            self.windows.setdefault(number, windows)
        measure_trees(self)
        measure_bodies(self)
        thin = list(self.thickness.values())
        self.units = Units(motion, spans, self.bounds.size, thin, self.share)
        self.unit = self.units.common

    def _wheels(self) -> set[int]:
        """Bodies that carry a visible disc, which shows how they turn."""
        markers: Any = self.snapshot.items["marker"]
        return {
            getattr(markers[item.markerNumbers[ROUND_END[drawn]]], "bodyNumber", -1)
            for item in self.snapshot.items["object"]
            if isinstance(item, Connector) and (drawn := item.visualization.drawn_as) in ROUND_END
            and item.visualization.show and self.settings.connectors.show
        }  # fmt: skip

    def name_of(self, family: str, number: int) -> str:
        """Name of an item; a body without a name of its own has that of its node."""
        item: Any = self.snapshot.items[family][number]
        nodes = item.nodes() if isinstance(item, Body) else []
        if item.name == f"{family}{number}" and len(nodes) == 1:
            node = self.snapshot.items["node"][nodes[0]]
            if node.name != f"node{nodes[0]}":
                return str(node.name)
        return str(item.name)

    def around(self, radius: float) -> np.ndarray:
        """Margin of a ball in the bounds [m]; flat scenes stay flat."""
        return radius * np.array([1.0, 1.0, 0.0 if self.is_flat else 1.0])

    def size(self, item: Any, default: float, automatic: float) -> float:
        """drawSize of an item, else the size of its family, else one that fits the scene [m]."""
        own = getattr(item.visualization, "drawSize", -1.0)
        return float(next((s for s in (own, default) if s > 0.0), automatic))

    def color(self, item: Any, default: tuple[float, ...]) -> list[float]:
        """Color of an item, else that of its family."""
        own = getattr(item.visualization, "color", None)
        return [float(c) for c in (own if own is not None and own[0] >= 0.0 else default)]

    def add(self, kind: str, family: str, item: Any, number: int, **values: Any) -> None:
        """Add a drawing of an item; values -- those that its kind needs."""
        group = {"ground": "bodies", "body": "bodies"}.get(family, f"{family}s")
        self.items.append(
            {
                "kind": kind,
                "family": family,
                "name": self.name_of(item.family, number),
                "type": type_of(type(item)),
                "label": item.label(number),
                "number": number,
                "showNumber": bool(getattr(getattr(self.settings, group), "showNumbers", False)),
                **values,
            }
        )

    # ------------------------------------------------------------------ families

    def _add_nodes(self) -> None:
        chosen = self.settings.nodes
        for number, node in enumerate(self.snapshot.items["node"]):
            place = self.motion.node_place(number)
            shown = node.visualization.show or number in self.motion.bare_nodes
            if place is None or not (chosen.show and shown):
                continue
            size = self.size(node, chosen.defaultSize, 0.9 * self.units.at(place))
            color = self.color(node, chosen.defaultColor)
            self.add("sphere", "node", node, number, point=place, size=0.5 * size, color=color)

    def _add_connectors(self) -> None:
        chosen = self.settings.connectors
        if not chosen.show:
            return
        anchored: dict[Place, np.ndarray] = {}
        self.crowded = crowded_places(self)
        for number, item in enumerate(self.snapshot.items["object"]):
            if not (isinstance(item, Connector) and item.visualization.show):
                continue
            ends = [self.motion.marker_place(marker) for marker in item.drawn_markers]
            if item.visualization.drawn_as in DERIVED:
                for part in derived_parts(self, item, number):
                    self.add(part.pop("kind"), "connector", item, number, **part)
                if item.visualization.drawn_as == "cylinder" and None not in ends:
                    self._anchor((ends[0], ends[1]), anchored)  # type: ignore[arg-type]
                continue
            for first, second in pairwise(ends):  # with many ends, from each one to the next
                if first is not None and second is not None:
                    self._add_connector(item, number, (first, second), anchored)
        for place, away in anchored.items():
            self._add_support(place, away)

    def _add_connector(
        self, item: Any, number: int, pair: tuple[Place, Place], anchored: dict[Place, np.ndarray]
    ) -> None:
        """Draw a connector between two places; record places that are fixed in space."""
        chosen = self.settings.connectors
        size = chosen.defaultSize if chosen.defaultSize > 0.0 else 1.3 * self.units.at(*pair)
        kind = item.visualization.drawn_as
        parts = joint_parts(self, item, pair)
        if _is_bushing(item):
            parts = bushing_parts(self, item, pair, self.size(item, size, size))
        if not parts and kind not in DRAWINGS:
            parts = [connector_item(self, item, pair, size)]
        for part in parts:
            drawn = {"color": self.color(item, chosen.defaultColor), **part}
            self.add(drawn.pop("kind"), "connector", item, number, **drawn)
        if kind not in UNSUPPORTED:
            self._anchor(pair, anchored)

    def _anchor(self, pair: tuple[Place, Place], anchored: dict[Place, np.ndarray]) -> None:
        """Record which of two places is fixed in space while the other moves."""
        for place, other in (pair, pair[::-1]):
            if place[0] == FIXED and other[0] != FIXED:
                away = np.array(place[1:]) - self.motion.positions(other)[0]
                anchored.setdefault(place, away)

    def _add_support(self, place: Place, away: np.ndarray) -> None:
        if np.linalg.norm(away) <= TOGETHER * self.bounds.size:
            away = np.array([0.0, -1.0, 0.0] if self.is_flat else [0.0, 0.0, -1.0])
        axis = int(np.argmax(np.abs(away[:2] if self.is_flat else away)))
        direction = [0.0, 0.0, 0.0]
        direction[axis] = -1.0 if away[axis] < 0.0 else 1.0
        color = [float(c) for c in self.settings.connectors.defaultColor]
        self.items.append(
            dict(kind="support", family="ground", name="ground", label="fixed in space", number=-1,
                 point=place, size=1.6 * self.units.at(place), direction=direction, color=color)
        )  # fmt: skip

    def _add_markers(self) -> None:
        chosen = self.settings.markers
        for number, marker in enumerate(self.snapshot.items["marker"]):
            if not (chosen.show and marker.visualization.show):
                continue
            place = self.motion.marker_place(number)
            if place is not None:
                size = self.size(marker, chosen.defaultSize, 0.5 * self.units.at(place))
                color = self.color(marker, chosen.defaultColor)
                self.add("marker", "marker", marker, number, point=place, size=size, color=color)


def _is_bushing(item: Any) -> bool:
    return isinstance(item, ObjectConnectorRigidBodySpringDamper)


def _given_color(values: tuple[float, ...]) -> list[float] | None:
    return None if values[0] < 0.0 else list(values)
