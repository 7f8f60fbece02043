"""The assembled model: tables, numbering, and how markers map to coordinates.

Structure is frozen: items, their order, and what they stand on. Parameter columns of the tables
can be written (`Model.write`) and act from the next evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.first_order import FirstOrder
from linkwork.connectors.connector import Connector, Constraint
from linkwork.connectors.planar import PlanarConnector
from linkwork.core.declare import VARIABLE, Item, Parameter
from linkwork.core.enums import OutputVariableType
from linkwork.core.parameters import UserFunction
from linkwork.core.records import MARKER, TURN, i8
from linkwork.functions import Functions
from linkwork.loads.load import Load
from linkwork.markers import mapped, rigid
from linkwork.markers.mapped import MAPPED, UNIT_COLUMNS
from linkwork.markers.marker import Marker
from linkwork.markers.node_ode1_coordinate import RATE
from linkwork.markers.node_ode1_coordinate import gather as gather_rates
from linkwork.markers.points import EXACT_MOTION, GATHER, MOTION, PLAIN_MOTION, POINT
from linkwork.markers.rigid import RIGID
from linkwork.nodes.node import Node, Point
from linkwork.numbering import Numbering
from linkwork.partners import Items, check_partners, target_of
from linkwork.sensors.sensor import Target


class Table:
    """All items of one type as rows of one array, with the type's own arrays and pools."""

    def __init__(self, kind: type[Item], numbers: Sequence[int]) -> None:
        self.kind = kind
        self.numbers = list(numbers)
        self.rows = np.zeros(len(self.numbers), kind.dtype)
        self.rows["number"] = self.numbers
        self.own = {
            name: np.zeros((len(self.numbers), *shape), dtype)
            for name, (dtype, shape) in kind.own.items()
        }
        self.pools = {name: np.zeros(0, dtype) for name, dtype in kind.pools.items()}

    def fill(self, row: int, item: Item) -> None:
        """Write every parameter that has a column; user functions get their address later."""
        for p in item.fields.values():
            if p.symbol in self.rows.dtype.fields and not callable(getattr(item, p.name)):
                self.rows[p.symbol][row] = p.kind.cell(getattr(item, p.name))


class Model(Numbering):
    """Everything that is known before the first number is computed."""

    def __init__(self, items: Items, mbs: Any = None) -> None:
        self.mbs = mbs
        for members in items.values():
            for number, item in enumerate(members):
                _check_complete(item, number)
                item.check_complete(item.label(number))
                check_partners(item, number, items)
                item.check_sizes(item.label(number), items)
        super().__init__(items)
        self.tables: dict[type[Item], Table] = {}
        self.place: dict[tuple[str, int], tuple[Table, int]] = {}
        for family in ("node", "object", "marker", "load", "sensor"):
            self._make_tables(family)
        self._wire_nodes_and_bodies()
        self._wire_markers()
        self._wire_connectors()
        self._wire_loads()
        self._lay_out_pools()
        self.functions = Functions(self)
        self.targets: dict[int, Target] = {}
        for number in range(len(items["sensor"])):
            self.aim(number)

    # ------------------------------------------------------------------ tables

    def _make_tables(self, family: str) -> None:
        numbers: dict[type[Item], list[int]] = {}
        for number, item in enumerate(self.items[family]):
            if family != "sensor" or item.kernels:
                numbers.setdefault(type(item), []).append(number)
        for kind, members in numbers.items():
            table = self.tables[kind] = Table(kind, members)
            for row, number in enumerate(members):
                self.place[family, number] = table, row
                table.fill(row, self.items[family][number])

    def tables_of(self, base: type[Item]) -> list[Table]:
        """Tables of all kinds of a family or base class, in order of their first item."""
        return [table for kind, table in self.tables.items() if issubclass(kind, base)]

    def direct_tables(self) -> list[Table]:
        """Tables of objects that act on ODE2 coordinates directly, not through markers."""
        return [table for kind, table in self.tables.items() if kind.acts_directly]

    @property
    def is_linear(self) -> bool:
        """Whether all equations are linear in the state, with constant coefficients."""
        tables = [(k, t) for k, t in self.tables.items() if k.family in ("object", "load")]
        return not len(self.rigid) and all(kind.is_linear(table) for kind, table in tables)

    @property
    def has_events(self) -> bool:
        """Whether a piecewise law has boundaries that can be crossed."""
        found = [t for t in self.tables_of(Connector) if "events" in t.kind.kernels]
        return any(table.kind.has_events(table) for table in found)  # type: ignore[attr-defined]

    @property
    def masses_vary(self) -> bool:
        """Whether a mass matrix depends on the state."""
        return any(t.kind.masses_vary(t) for t in self.tables_of(Body))  # type: ignore[attr-defined]

    def write(self, family: str, number: int, p: Parameter, value: Any) -> None:
        """A parameter of an assembled item has a new value: bring it into the tables."""
        table, row = self.place.get((family, number), (None, 0))
        if table is not None and p.symbol in table.rows.dtype.fields:
            if isinstance(p.kind, UserFunction):
                self.functions.changed(family, number, p)
            else:
                table.rows[p.symbol][row] = p.kind.cell(value)
            if issubclass(table.kind, Connector):
                table.kind.rewritten(table.rows, row)
        if table is not None and table.kind.pools:
            table.kind.write_pools(table, row, self.items[family][number])
        if isinstance(self.items[family][number], Body):
            self._write_marker_masses()
        elif family == "sensor":
            self.aim(number)

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
        place = self.items["node"][number].place_of(coordinate)
        if place < 0:
            return Point(np.zeros(3), -1, 0)
        return Point(np.zeros(3), int(self.node_first[number]) + place, 1)

    def body_frame(self, number: int, local: Any) -> Point:
        """The point of a body at a local position, with its angle where it has one."""
        body: Body = self.items["object"][number]
        base = None
        if body.node_kinds:
            base = self.items["node"][body.nodeNumber].base(int(self.node_first[body.nodeNumber]))
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

    # ------------------------------------------------------------------ wiring

    def _wire_nodes_and_bodies(self) -> None:
        for table in self.tables_of(Node):
            table.rows["first"] = self.node_firsts[table.kind.part][table.numbers]  # type: ignore[attr-defined]
        for table in self.tables_of(Body):
            if "first" not in table.rows.dtype.fields:
                continue
            table.rows["first"] = -1
            for row, number in enumerate(table.numbers):
                body = self.items["object"][number]
                if not body.node_kinds:
                    continue
                table.rows["first"][row] = self.node_first[body.nodeNumber]
                if "offset" in table.rows.dtype.fields:
                    table.rows["offset"][row] = self.body_point(number, np.zeros(3)).offset
        for table in (*self.tables_of(Node), *self.tables_of(Body)):
            if "pose" in table.rows.dtype.fields:
                for row, number in enumerate(table.numbers):
                    is_node = issubclass(table.kind, Node)
                    frame = self.node_frame if is_node else partial(self.body_frame, local=(0,) * 3)
                    point = frame(number)
                    table.rows["pose"][row], table.rows["index"][row] = point.pose, point.coordinates
                    if not is_node:
                        table.rows["home"][row] = point.home

    def _wire_markers(self) -> None:
        markers: list[Marker] = self.items["marker"]
        self.marker_start = np.zeros(len(markers), MARKER)
        self.turn_start = np.zeros(len(markers), TURN)
        self.marker_index = np.full((len(markers), 3), -1, i8)
        points: dict[int, list[tuple[int, Point]]] = {count: [] for count in MOTION}
        throughs: list[tuple[int, Point]] = []
        for number, marker in enumerate(markers):
            point, mass = marker.resolve(self)
            self.marker_start["p"][number] = point.offset
            self.marker_start["mass"][number] = mass
            table, row = self.place["marker", number]
            table.rows["offset"][row], table.rows["first"][row] = point.offset, point.first
            if point.turns:
                table.rows["offset"][row] = point.reference_place()
            table.rows["marker"][row] = number
            if point.pose is not None:
                phi, (x, y) = point.pose[2], point.arm
                self.turn_start["angle"][number] = phi
                self.turn_start["arm"][number] = (  # for those that are fixed it stays
                    np.cos(phi) * x - np.sin(phi) * y,
                    np.sin(phi) * x + np.cos(phi) * y,
                )
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
            rows.marker, rows.index, rows.column = number, point.coordinates, self.end_column[number, 0]
            rows.pose, rows.arm, rows.z = point.pose, point.arm, point.offset[2]
        poses = [(point.coordinates, *np.asarray(point.pose)) for _, point in turning]
        self.rigid["same"][1:] = [a == b for a, b in pairwise(poses)]

    @property
    def has_angles(self) -> bool:
        """Whether anything acts on markers with torques."""
        return len(self.rigid) > 0 or bool(self.tables_of(PlanarConnector))

    def motion_parts(self) -> list[tuple[Callable[..., Any], np.ndarray]]:
        """Kernels of the motion of markers, with their rows."""
        which = EXACT_MOTION if self.n_ae else PLAIN_MOTION
        parts = [(MOTION[count][which], rows) for count, rows in self.points.items()]
        others = (mapped.motion, self.mapped), (rigid.motion, self.rigid)
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
                    rigid.motion(
                        turning, q, low, v, found["turns"], found["marker_jacobians"],
                        found["marker_rates"], states,
                    )  # fmt: skip
        return found

    def _write_marker_masses(self) -> None:
        for number, marker in enumerate(self.items["marker"]):
            if "BodyMass" in marker.provides:
                self.marker_start["mass"][number] = self.body_mass(marker.bodyNumber)

    def _wire_connectors(self) -> None:
        self.n_events = 0  # rows with piecewise laws
        for table in self.tables_of(Connector):
            pairs = [self.items["object"][number].markerNumbers for number in table.numbers]
            table.rows["m0"], table.rows["m1"] = np.array(pairs, i8).T
            if "events" in table.kind.kernels:
                table.rows["event"] = self.n_events + np.arange(len(pairs))
                self.n_events += len(pairs)
            if issubclass(table.kind, Constraint):
                table.rows["row"] = self.object_row[table.numbers]
                if "rows" in table.own:
                    table.own["rows"][:] = table.rows["row"]
            if issubclass(table.kind, PlanarConnector):
                for side, name in enumerate(("m0", "m1")):
                    part = slice(3 * side, 3 * side + 3)
                    table.own["columns"][:, part] = self.end_column[table.rows[name]]
                    table.own["ends"][:, part] = self.end_index[table.rows[name]]

    def _wire_loads(self) -> None:
        for table in self.tables_of(Load):
            loads = [self.items["load"][number] for number in table.numbers]
            table.rows["m0"] = [load.markerNumber for load in loads]
            if "ends" in table.own:
                table.own["ends"][:] = self.end_index[table.rows["m0"]]
                table.own["columns"][:] = self.end_column[table.rows["m0"]]

    def _lay_out_pools(self) -> None:
        for (family, number), (table, row) in self.place.items():
            if table.kind.pools:
                if row == 0:
                    table.kind.lay_out(table, self)
                table.kind.write_pools(table, row, self.items[family][number])

    # ------------------------------------------------------------------ outputs and sensors

    def output_size(self, family: str, number: int, variable: OutputVariableType) -> int:
        """Number of components of an output of an item; a sensor's own function is called."""
        item = self.items[family][number]
        if family == "sensor":
            return len(self.mbs.GetSensorValues(number))
        size = item.outputs[variable].size
        if size != VARIABLE:
            return max(1, size)
        if family == "node":
            return int(item.size_of(item.part))
        if family == "marker":
            return len(self.marker_coordinates(number)[0])
        if isinstance(item, Connector):
            return item.output_size(variable, self)
        if isinstance(item, FirstOrder):
            return len(self.object_part(number, "ode1"))
        return len(self.object_coordinates(number))

    def aim(self, number: int) -> None:
        """Find (again) what a sensor looks at."""
        target = target_of(self.items["sensor"][number], number, self.items)
        assert target is not None
        if target.family != "sensor":
            self.output_size(target.family, target.number, target.variable)  # it must have one
        self.targets[number] = target


def _check_complete(item: Item, number: int) -> None:
    """Refuse parameters that were left at a default that cannot be used."""
    for p in item.fields.values():
        if not p.default_is_valid:
            p.check(getattr(item, p.name), item.label(number))
