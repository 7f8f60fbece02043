"""How markers map to coordinates: by index, through a Jacobian, or turning with a body."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import MARKER, TURN, i8
from linkwork.markers import mapped, rigid
from linkwork.markers.mapped import MAPPED, UNIT_COLUMNS
from linkwork.markers.marker import Marker
from linkwork.markers.node_ode1_coordinate import RATE
from linkwork.markers.node_ode1_coordinate import gather as gather_rates
from linkwork.markers.points import EXACT_MOTION, GATHER, MOTION, PLAIN_MOTION, POINT
from linkwork.markers.rigid import RIGID
from linkwork.math.turning import sine_and_cosine, turn_grid
from linkwork.nodes.node import Node, Point
from linkwork.numbering import Numbering
from linkwork.table import Table

TURNING = "turns", "marker_jacobians", "marker_rates"
"""What the motion of markers that turn writes besides their states."""


class MarkerMap(Numbering):
    """The markers of a model as rows for the kernels of their motion."""

    place: dict[tuple[str, int], tuple[Table, int]]
    """(family, number) of an item -> its table and row there."""

    # ------------------------------------------------------------------ points

    def node_frame(self, number: int) -> Point:
        """The point of a node that has a position, with its angle where it has one."""
        point: Point = self.items["node"][number].point(int(self.node_first[number]))
        return point

    def node_point(self, number: int) -> Point:
        """The point of a node that has a position."""
        return self.node_frame(number).without_angle()

    def coordinate_point(self, number: int, coordinate: int) -> Point:
        """A single coordinate of a node as a point with one component; fixed if it is held."""
        node: Node = self.items["node"][number]
        place = node.place_of(coordinate)
        if place < 0:
            return Point(np.array([node.held_value(coordinate), 0.0, 0.0]), -1, 0)
        return Point(np.zeros(3), int(self.node_first[number]) + place, 1)

    def body_frame(self, number: int, local: Any) -> Point:
        """The point of a body at a local position, with its angle where it has one."""
        body: Body = self.items["object"][number]
        base = None
        if body.node_kinds:
            base = self.items["node"][body.nodeNumber].base(int(self.node_first[body.nodeNumber]))
        with overflows_unnoticed():
            return body.point(np.asarray(local), base)

    def body_point(self, number: int, local: Any = None) -> Point:
        """The point of a body at a local position; without one its centre of mass."""
        if local is None:
            local = self.items["object"][number].centre()
        return self.body_frame(number, local).without_angle()

    def body_mass(self, number: int) -> float:
        """Mass of a body [kg]."""
        mass: float = self.items["object"][number].mass()
        return mass

    # ------------------------------------------------------------------ markers

    def _wire_markers(self) -> None:
        markers: list[Marker] = self.items["marker"]
        self.marker_start = np.zeros(len(markers), MARKER)
        self.turn_start = np.zeros(len(markers), TURN)
        self.turn_start["cosine"] = 1.0
        self.marker_index = np.full((len(markers), 3), -1, i8)
        points: dict[int, list[tuple[int, Point]]] = {count: [] for count in MOTION}
        throughs: list[tuple[int, Point]] = []
        for number, marker in enumerate(markers):
            point, mass = marker.resolve(self)
            self.marker_start["p"][number] = point.offset
            self.marker_start["mass"][number] = mass
            table, row = self.place["marker", number]
            table.rows["offset"][row], table.rows["first"][row] = point.offset, point.first
            if point.home is not None:
                table.rows["offset"][row] = point.reference_place()
            table.rows["marker"][row] = number
            if point.pose is not None:
                self._start_turn(number, point, float(point.pose[2]))
            if point.jacobian is not None or point.turns:
                throughs.append((number, point))
                continue
            table.rows["dimension"][row] = point.dimension
            self.marker_index[number, : point.dimension] = point.first + np.arange(point.dimension)
            if point.dimension:
                points[point.dimension].append((number, point))
        self.points: dict[int, np.ndarray] = {}
        for count, members in points.items():
            if members:
                rows = self.points[count] = np.zeros(len(members), POINT)
                rows["marker"] = [number for number, _ in members]
                rows["first"] = [point.first for _, point in members]
                rows["offset"] = [point.offset for _, point in members]
        self._wire_mapped(throughs)
        rated = [k for k, marker in enumerate(markers) if "ODE1Coordinate" in marker.provides]
        self.rated = np.zeros(len(rated), RATE)
        self.rated["marker"] = rated
        self.rated["first"] = [markers[k].resolve(self)[0].first for k in rated]

    def _start_turn(self, number: int, point: Point, angle: float) -> None:
        """Rotation of a marker at zero displacement: for good if it is fixed."""
        turn = self.turn_start[number]
        turn.angle, turn.arm = angle, point.turned_arm(angle)
        turn.sine, sine_low, turn.cosine, cosine_low = sine_and_cosine(angle, 0.0, turn_grid())
        if not point.turns:  # others: `exact_motion`
            turn.sine_low, turn.cosine_low = sine_low, cosine_low

    def _wire_mapped(self, members: list[tuple[int, Point]]) -> None:
        """Markers with a Jacobian: their rows, and of all markers the coordinates behind them.

        mapped, rigid -- rows of the markers with a constant Jacobian, and of those that turn
        is_mapped -- whether a marker is one of these
        end_index, end_column -- of each marker its coordinates and their rows of the Jacobians
        """
        count = len(self.marker_index)
        self.end_index = self.marker_index.copy()
        self.end_column = np.tile(np.arange(3, dtype=i8), (count, 1))
        self.is_mapped = np.zeros(count, bool)
        turning = sorted((m for m in members if m[1].turns), key=lambda m: m[1].coordinates)
        still = [m for m in members if not m[1].turns]
        self.mapped, self.rigid = np.zeros(len(still), MAPPED), np.zeros(len(turning), RIGID)
        columns = [np.eye(UNIT_COLUMNS, 4)]
        column = UNIT_COLUMNS
        for number, point in (*still, *turning):
            index = point.coordinates if point.turns else point.first + np.arange(point.dimension)
            table, row = self.place["marker", number]
            table.rows["column"][row], table.rows["turning"][row] = column, point.turns
            self.end_index[number, : len(index)] = index
            self.end_column[number, : len(index)] = column + np.arange(len(index))
            self.is_mapped[number] = True
            columns.append(np.zeros((len(index), 4)))
            if point.turns:
                columns[-1][[0, 1, 2], [0, 1, 3]] = 1.0
                table.rows["index"][row] = index
            else:
                columns[-1][:, :3] = point.jacobian
                table.rows["mapped"][row] = point.dimension
            column += len(index)
        self.marker_jacobians = np.concatenate(columns)
        for rows, (number, point) in zip(self.mapped, still, strict=True):
            rows.marker, rows.first, rows.count = number, point.first, point.dimension
            rows.column, rows.offset = self.end_column[number, 0], point.offset
        for rows, (number, point) in zip(self.rigid, turning, strict=True):
            rows.marker, rows.index = number, point.coordinates
            rows.column, rows.pose, rows.arm = self.end_column[number, 0], point.pose, point.arm
        poses = [(point.coordinates, *np.asarray(point.pose)) for _, point in turning]
        self.rigid["same"][1:] = [a == b for a, b in pairwise(poses)]

    # ------------------------------------------------------------------ kernels

    def motion_parts(self) -> list[tuple[Callable[..., Any], np.ndarray]]:
        """Kernels of the motion of markers, with their rows."""
        which = EXACT_MOTION if self.n_ae else PLAIN_MOTION
        parts = [(MOTION[count][which], rows) for count, rows in self.points.items()]
        turning = rigid.exact_motion if self.n_ae else rigid.motion
        others = (mapped.motion, self.mapped), (turning, self.rigid)
        return [*parts, *(part for part in others if len(part[1]))]

    def gather_parts(self) -> list[tuple[Callable[..., Any], np.ndarray]]:
        """Kernels that gather the forces of markers, with their rows."""
        parts = [(MOTION[count][GATHER], rows) for count, rows in self.points.items()]
        others = (
            (mapped.gather, self.mapped), (rigid.gather, self.rigid), (gather_rates, self.rated),
        )  # fmt: skip
        return [*parts, *(part for part in others if len(part[1]))]

    def marker_states(
        self, table: Table, row: int, q: np.ndarray, v: np.ndarray
    ) -> dict[str, np.ndarray]:
        """Arrays of the markers with what an item looks at; the others are undefined."""
        states = np.empty_like(self.marker_start)
        found = {
            "markers": states,
            "turns": self.turn_start.copy(),
            "marker_jacobians": self.marker_jacobians.copy(),
            "marker_rates": np.zeros((len(self.marker_jacobians), 3)),
        }
        low = np.zeros_like(q)
        for name in ("m0", "m1", "marker"):
            if name in table.rows.dtype.fields:
                number = table.rows[name][row]
                states[number] = self.marker_start[number]
                p, velocity = states["p"][number], states["v"][number]
                for r, index in enumerate(self.marker_index[number].tolist()):
                    if index >= 0:
                        p[r] += q[index]
                        velocity[r] = v[index]
                if self.is_mapped[number]:
                    rows = self.mapped[self.mapped["marker"] == number]
                    mapped.motion(rows, q, low, v, self.marker_jacobians, states)
                    turning = self.rigid[self.rigid["marker"] == number]
                    turning["same"] = 0
                    written = *(found[name] for name in TURNING), states
                    if self.n_ae:
                        rigid.exact_motion(turning, q, low, v, turn_grid(), *written)
                    else:
                        rigid.motion(turning, q, v, *written)
        return found

    def _write_marker_masses(self) -> None:
        for number, marker in enumerate(self.items["marker"]):
            if "BodyMass" in marker.provides:
                self.marker_start["mass"][number] = self.body_mass(marker.bodyNumber)
