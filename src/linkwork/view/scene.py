"""The scene of a Solution: what the player draws, as a dictionary and a block of numbers.

The format is described in docs/player.md. Sizes and colours are resolved here, from the `V...`
parameters of the items and the VisualizationSettings; the player only draws.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.mass_1d import ObjectMass1D
from linkwork.connectors.connector import Connector
from linkwork.core.errors import ParameterError, SysError
from linkwork.graphics.shapes import Shape, shapes_of
from linkwork.results.snapshot import Snapshot
from linkwork.results.solution import Solution
from linkwork.view.connectors import connector_item
from linkwork.view.loads import UnknownVector, axis_of, is_torque, load_vectors
from linkwork.view.motion import FIXED, Motion, Place
from linkwork.view.samples import MANY, even_rows, shown_rows
from linkwork.view.sizes import Bounds, unit_of
from linkwork.view.store import Store

FRAMES = 1000
"""Most recorded states that a page shows, unless told otherwise."""


@dataclass(frozen=True)
class Scene:
    """form -- JSON dictionary; data -- bytes of the arrays that it refers to"""

    form: dict[str, Any]
    data: bytes


def scene_of(solution: Solution, title: str = "", frames: int = FRAMES) -> Scene:
    """The scene of a Solution with up to `frames` of its recorded states."""
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
        raise ParameterError(f"title must be a text, got {title!r}")
    return SceneWriter(solution, solution.snapshot, title, int(frames)).scene()


class SceneWriter:
    """Collects the parts of a scene."""

    def __init__(
        self, solution: Solution, snapshot: Snapshot, title: str, frames: int = FRAMES
    ) -> None:
        self.solution, self.snapshot, self.title = solution, snapshot, title
        self.settings = snapshot.settings
        count = len(solution.times)
        self.rows = np.arange(count)
        self.most_values = max(MANY, frames)
        self.notes: list[str] = []
        if count > frames:
            self.rows = np.unique(np.linspace(0, count - 1, frames).round().astype(int))
            self.notes.append(f"{len(self.rows)} of {count} recorded states are shown")
        if not solution.success:
            self.notes.append(f"the run did not come to its end: {solution.message}")
        self.motion = Motion(snapshot, solution.coordinates[self.rows])
        self.store = Store()
        self.shapes: list[dict[str, Any]] = []
        self.drawn_shapes: list[Shape] = []
        self.items: list[dict[str, Any]] = []
        self.bounds = Bounds()
        self.has_solids = False

    def scene(self) -> Scene:
        """Everything that is drawn."""
        self._measure()
        self._add_nodes()
        self._add_bodies()
        self._add_connectors()
        self._add_markers()
        self._add_loads()
        self._add_traces()
        if not self.items:
            self.notes.append("no item of the model is drawn")
        motion, general = self.motion, self.settings.general
        form = {
            "format": "linkwork-scene",
            "version": 1,
            "title": self.title,
            "planar": self.is_flat and not self.has_solids,
            "bounds": self.bounds.corners(),
            "size": self.bounds.size,
            "times": self.store.add(self.solution.times[self.rows], "f8"),
            "tracks": self._stacked(motion.tracks, 3),
            "turns": self._stacked(motion.turns, 4),
            "frames": motion.frames,
            "shapes": self.shapes,
            "items": self.items,
            "sensors": self._sensors(),
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
        """Find how large the scene is before anything gets a size."""
        motion, spans = self.motion, []
        places = [motion.node_place(k) for k in range(len(self.snapshot.items["node"]))]
        joined = []
        for item in self.snapshot.items["object"]:
            if isinstance(item, Connector):
                ends = [motion.marker_place(number) for number in item.markerNumbers]
                if ends[0] is not None and ends[1] is not None:
                    spans.append((ends[0], ends[1]))
                joined += ends
        for place in {*places, *joined} - {None}:
            assert place is not None
            self.bounds.include(motion.positions(place))
        self.unit = unit_of(motion, spans, self.bounds.size)
        self.is_flat = self.bounds.is_flat  # shapes may be thick

    def size(self, item: Any, default: float, automatic: float) -> float:
        """drawSize of an item, else the size of its family, else one that fits the scene [m]."""
        own = getattr(item.visualization, "drawSize", -1.0)
        return float(next((s for s in (own, default) if s > 0.0), automatic))

    def color(self, item: Any, default: tuple[float, ...]) -> list[float]:
        """Colour of an item, else that of its family."""
        own = getattr(item.visualization, "color", None)
        return [float(c) for c in (own if own is not None and own[0] >= 0.0 else default)]

    def _add(self, kind: str, family: str, item: Any, number: int, **values: Any) -> None:
        group = {"ground": "bodies", "body": "bodies"}.get(family, f"{family}s")
        self.items.append(
            {
                "kind": kind,
                "family": family,
                "name": item.name,
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
            if place is None or not (chosen.show and node.visualization.show):
                continue
            size = self.size(node, chosen.defaultSize, 0.9 * self.unit)
            color = self.color(node, chosen.defaultColor)
            self._add("sphere", "node", node, number, point=place, size=0.5 * size, color=color)

    def _add_bodies(self) -> None:
        bodies = [(k, b) for k, b in enumerate(self.snapshot.items["object"])
                  if isinstance(b, Body) and b.has_points]  # fmt: skip
        self.heaviest = max((body.mass() for _, body in bodies), default=0.0)
        if not self.settings.bodies.show:
            return
        for number, body in bodies:
            if body.visualization.show:
                self._add_body(number, body)

    def _add_body(self, number: int, body: Any) -> None:
        chosen = self.settings.bodies
        family = "ground" if is_ground(body) else "body"
        color = [float(c) for c in chosen.defaultColor]
        place = self.motion.body_place(number, np.zeros(3))
        if is_ground(body):
            place = self._ground_frame(body)
        if self._add_shapes(number, body, family, place, color) or is_ground(body):
            return
        share = (body.mass() / self.heaviest) ** (1 / 3) if self.heaviest > 0.0 else 1.0
        automatic = 2.0 * self.unit * min(1.0, max(0.45, share))
        edges = [s if s > 0.0 else automatic for s in chosen.defaultSize]
        given: dict[str, Any] = {"point": place, "color": color}
        if body.has_axes:
            centre = body.centre()
            given["point"] = self.motion.body_place(number, centre)
            self._add("disc", family, body, number, size=0.5 * edges[0], **given)
            self._add_limbs(number, body, color, 0.5 * edges[0])
        elif isinstance(body, ObjectMass1D):
            self._add("box", family, body, number, sizes=edges, **given)
        else:
            self._add("sphere", family, body, number, size=0.5 * edges[0], **given)

    def _add_limbs(self, number: int, body: Any, color: list[float], size: float) -> None:
        """Rods from the centre of a rigid body to its markers: the shape it is known to have."""
        centre = body.centre()
        seen = {tuple(centre)}
        markers: Any = self.snapshot.items["marker"]
        for marker in markers:
            if getattr(marker, "bodyNumber", -1) != number or "localPosition" not in marker.fields:
                continue
            local = tuple(float(x) for x in marker.localPosition)
            if local not in seen:
                seen.add(local)
                ends = [self.motion.body_place(number, p) for p in (centre, local)]
                self._add("rod", "body", body, number, ends=ends, size=size, color=color)

    def _ground_frame(self, ground: Any) -> Place:
        rotation = np.asarray(ground.referenceRotation, float)
        at = np.asarray(ground.referencePosition, float)
        return self.motion.fixed_turn(rotation, at), 0.0, 0.0, 0.0

    def _add_shapes(
        self, number: int, body: Any, family: str, place: Place, color: list[float]
    ) -> bool:
        """Draw the graphicsData of a body; False if it has none."""
        shapes = self._shapes_of(number, body)
        for shape in shapes:
            index = len(self.shapes)
            self.drawn_shapes.append(shape)
            self.shapes.append({"color": color, **shape.scene_form(self._kept)})
            self._add("shape", family, body, number, point=place, shape=index, color=color)
            corners = np.array([*itertools.product(*zip(*shape.bounds(), strict=True))])
            self._include(place, corners)
            flat = shape.type in ("lines", "text", "sphere") or not np.ptp(corners[:, 2])
            self.has_solids |= not flat and (is_ground(body) or not body.has_axes)
        return bool(shapes)

    def _shapes_of(self, number: int, body: Any) -> list[Shape]:
        """Shapes of a body; those of its function where it has one, as the function is now."""
        data = getattr(body.visualization, "graphicsData", [])
        function = getattr(body.visualization, "graphicsDataUserFunction", 0)
        if callable(function):
            live = self.snapshot.live_model
            try:
                data = [*data, *function(live.mbs if live is not None else None, number)]
            except Exception as error:
                self.notes.append(f"{body.label(number)}: graphicsDataUserFunction failed: {error}")
        try:
            return shapes_of(data)
        except (ParameterError, LookupError, TypeError) as error:
            self.notes.append(f"{body.label(number)}: graphicsData cannot be drawn: {error}")
            return []

    def _kept(self, array: np.ndarray) -> dict[str, Any]:
        return self.store.add(array, "u4" if array.dtype.kind == "u" else "f4")

    def _include(self, place: Place, corners: np.ndarray) -> None:
        """Make room for a box around a shape, wherever its body turns it."""
        if place[0] >= 0 and self.motion.frames[place[0]]["turn"] >= 0:
            reach = float(np.linalg.norm(corners + np.array(place[1:]), axis=1).max())
            centre = (place[0], 0.0, 0.0, 0.0)
            self.bounds.include(self.motion.positions(centre), reach)
            return
        for corner in corners:
            x, y, z = (float(a + b) for a, b in zip(place[1:], corner, strict=True))
            self.bounds.include(self.motion.positions((place[0], x, y, z)))

    def _add_connectors(self) -> None:
        chosen = self.settings.connectors
        if not chosen.show:
            return
        anchored: dict[Place, np.ndarray] = {}
        for number, item in enumerate(self.snapshot.items["object"]):
            if not (isinstance(item, Connector) and item.visualization.show):
                continue
            ends = [self.motion.marker_place(marker) for marker in item.markerNumbers]
            if ends[0] is None or ends[1] is None:
                continue
            pair = ends[0], ends[1]
            size = self.size(item, chosen.defaultSize, 1.3 * self.unit)
            drawn = connector_item(item, pair, self.motion, size, chosen.springNumberOfWindings)
            drawn["color"] = self.color(item, chosen.defaultColor)
            kind = drawn.pop("kind")
            self._add(kind, "connector", item, number, **drawn)
            for place, other in (pair, pair[::-1]):
                if place[0] == FIXED and other[0] != FIXED and kind != "spiral":
                    away = np.array(place[1:]) - self.motion.positions(other)[0]
                    anchored.setdefault(place, away)
        for place, away in anchored.items():
            self._add_support(place, away)

    def _add_support(self, place: Place, away: np.ndarray) -> None:
        axis = int(np.argmax(np.abs(away[:2] if self.is_flat else away)))
        direction = [0.0, 0.0, 0.0]
        direction[axis] = -1.0 if away[axis] < 0.0 else 1.0
        if not away.any():
            direction = [0.0, -1.0, 0.0]
        color = [float(c) for c in self.settings.connectors.defaultColor]
        self.items.append(
            dict(kind="support", family="ground", name="ground", label="fixed in space", number=-1,
                 point=place, size=1.6 * self.unit, direction=direction, color=color)
        )  # fmt: skip

    def _add_markers(self) -> None:
        chosen = self.settings.markers
        for number, marker in enumerate(self.snapshot.items["marker"]):
            if not (chosen.show and marker.visualization.show):
                continue
            place = self.motion.marker_place(number)
            if place is not None:
                size = self.size(marker, chosen.defaultSize, 0.5 * self.unit)
                color = self.color(marker, chosen.defaultColor)
                self._add("marker", "marker", marker, number, point=place, size=size, color=color)

    # ------------------------------------------------------------------ loads and sensors

    def _add_loads(self) -> None:
        chosen = self.settings.loads
        found = []
        loads: Any = self.snapshot.items["load"]
        for number, load in enumerate(loads):
            if not (chosen.show and load.visualization.show):
                continue
            place = self.motion.marker_place(load.markerNumber)
            if place is None:
                continue
            try:
                vectors = load_vectors(load, self.motion, self.solution, self.rows)
            except UnknownVector as error:
                self.notes.append(f"{load.label(number)} is not drawn: {error}")
                continue
            torque = is_torque(load, axis_of(load, self.snapshot))
            found.append((number, load, place, vectors, torque))
        for turning in (False, True):
            members = [each for each in found if each[4] == turning]
            largest = max((_longest(each[3]) for each in members), default=0.0)
            for number, load, place, vectors, _ in members:
                limit = _longest(vectors) if chosen.fixedLoadSize else largest
                if limit > 0.0:
                    self._add_arrow(number, load, place, vectors, turning, limit)

    def _add_arrow(
        self, number: int, load: Any, place: Place, vectors: np.ndarray, torque: bool, limit: float
    ) -> None:
        size = self.size(load, self.settings.loads.defaultSize, 6.0 * self.unit)
        self._add(
            "torque" if torque else "arrow", "load", load, number,
            point=place, size=size, largest=limit,
            vector=vectors.tolist() if vectors.ndim == 1 else self.store.add(vectors, "f4"),
            local=bool(getattr(load, "bodyFixed", False)),
            color=self.color(load, self.settings.loads.defaultColor),
        )  # fmt: skip

    def _add_traces(self) -> None:
        chosen = self.settings.sensors
        if not (chosen.show and chosen.traces.showPositionTrace):
            return
        for number, sensor in enumerate(self.snapshot.items["sensor"]):
            values = self.solution.sensors.get(sensor.name)
            if values is None or values.shape[1] != 4 or not sensor.visualization.show:
                continue
            if self.snapshot.sensor(sensor.name, 3).variable == "Position":
                values = values[even_rows(len(values), 2 * self.most_values)]
                self._add(
                    "trace", "sensor", sensor, number,
                    times=self.store.add(values[:, 0], "f8"),
                    points=self.store.add(values[:, 1:], "f4"),
                    width=float(chosen.traces.lineWidth),
                    color=self.color(sensor, chosen.defaultColor), size=0.0,
                )  # fmt: skip

    def _sensors(self) -> list[dict[str, Any]]:
        """Recorded values of all sensors, for the chart."""
        found = []
        for name, recorded in self.solution.sensors.items():
            facts = self.snapshot.sensor(name, recorded.shape[1] - 1)
            values = recorded[shown_rows(recorded[:, 1:], self.most_values)]
            if len(values) < len(recorded):
                self.notes.append(
                    f"sensor {name!r}: {len(values)} of {len(recorded)} recorded values are shown"
                )
            found.append(
                {
                    "name": name,
                    "label": facts.label,
                    "unit": facts.unit,
                    "components": facts.components,
                    "times": self.store.add(values[:, 0], "f8"),
                    "values": self.store.add(values[:, 1:], "f4"),
                }
            )
        return found


def is_ground(body: Any) -> bool:
    """Whether a body stands still."""
    return not body.node_kinds


def _given_color(values: tuple[float, ...]) -> list[float] | None:
    return None if values[0] < 0.0 else list(values)


def _longest(vectors: np.ndarray) -> float:
    lengths = np.linalg.norm(np.atleast_2d(vectors), axis=1)
    return float(np.nanmax(lengths, initial=0.0))
