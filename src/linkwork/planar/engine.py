"""The engine's model of a planar Solver: built once, then updated.

| planar | engine |
|---|---|
| body | NodePlanar (without the coordinates that are held), ObjectRigidBody2D |
| boundary | MarkerBodyRigid on an ObjectGround |
| LinearSpringDamper | ObjectConnectorPlanarSpringDamper, markers [parent, child] |
| RotationalSpringDamper | TorsionalSpringDamper, markers [child, parent] |
| Force, UniformField | LoadCoordinate, or for arrays LoadCoordinateTable, on single coordinates |
| Displacement | CoordinateConstraint between the coordinate and the ground |
| track_force | SensorObject |

`structure_of` lists what the structure of a model consists of; all other values are written into
the tables of the assembled model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.api.system import MainSystem
from linkwork.core.enums import ConfigurationType, OutputVariableType
from linkwork.planar.bodies import RigidBody
from linkwork.planar.conditions import Condition, Displacement, Force, UniformField
from linkwork.planar.connectors import names_of, values_of
from linkwork.planar.linear_spring import LinearSpringDamper
from linkwork.planar.loads import Load, loads_of
from linkwork.planar.motions import prescribed, prescribed_in_python, scaled
from linkwork.planar.pictures.shapes import graphics_of, shape_of
from linkwork.planar.rotational_spring import RotationalSpringDamper
from linkwork.planar.springs import SpringDamper
from linkwork.results.replay.replay import marker_forces

Initial = ConfigurationType.Initial

BODY_NAMES = ("physicsMass", "physicsInertia")
"""Parameters of a body's object."""


def held_position(body: RigidBody) -> tuple[float, ...]:
    """Reference pose of a body: cm, and cm + p where it is held."""
    if True not in body.dof_constraint:
        return body.cm
    return tuple(
        start if held else c
        for c, start, held in zip(body.cm, body.start, body.dof_constraint, strict=True)
    )


def _form(value: Any) -> Any:
    """The structural part of a condition's value: its kind, and the grid of an array."""
    return len(value) if isinstance(value, np.ndarray) else callable(value)


def structure_of(
    bodies: Sequence[RigidBody], springs: Sequence[Any], conditions: Sequence[Condition]
) -> tuple[Any, ...]:
    """Everything that requires a new model when it changes."""
    members: list[Any] = [
        (id(body), body.label, body.dof_constraint, held_position(body)) for body in bodies
    ]
    for spring in springs:
        parent, child = spring.ends()
        members.append((id(spring), spring.label, id(parent[0]), parent[1], id(child[0]), child[1]))
        members.append(spring.track_force)
        if isinstance(spring, LinearSpringDamper):
            curve = 0 if spring.kcurve is None else len(spring.kcurve)
            members.append((spring.type, spring.formulation, spring.no_adhesion, curve))
    for condition in conditions:
        grid = condition.config.termination_time, condition.config.n_timesteps
        if isinstance(condition, UniformField):
            chosen = None if condition.bodies is None else tuple(map(id, condition.bodies))
            members.append((id(condition), grid, chosen, *map(_form, condition.a)))
        elif isinstance(condition, (Force, Displacement)):
            place = id(condition.body), condition.dof
            members.append((id(condition), grid, place, _form(condition.f)))
    return tuple(members)


class Engine:
    """A model of the engine, and the items of the parts of a planar model."""

    def __init__(
        self,
        bodies: Sequence[RigidBody],
        springs: Sequence[SpringDamper],
        conditions: Sequence[Condition],
    ) -> None:
        self.structure = structure_of(bodies, springs, conditions)
        self.bodies, self.springs = list(bodies), list(springs)
        self.motions = [c for c in conditions if isinstance(c, Displacement)]
        self.loads = loads_of(bodies, conditions)
        self._kept = list(conditions)  # keeps their ids valid, which are part of the structure
        self.mbs = MainSystem()
        self._names: set[str] = set()
        self._coordinate_markers: dict[tuple[int, int], Any] = {}
        self._written: dict[Any, tuple[Any, ...]] = {}
        self._ground = self.mbs.AddObject({"objectType": "Ground"})
        self._add_bodies()
        self._add_springs()
        for load in self.loads:
            self._add_load(load)
        self._add_motions()
        self.mbs.Assemble()
        self.write()

    # ------------------------------------------------------------------ building

    def _add_bodies(self) -> None:
        self._place = {id(body): place for place, body in enumerate(self.bodies)}
        self._nodes, self._objects, self._shapes = [], [], []
        held = np.array([body.dof_constraint for body in self.bodies], bool).reshape(-1)
        self.free = np.flatnonzero(~held)
        self.reference = np.array([held_position(body) for body in self.bodies]).reshape(-1)
        for index, body in enumerate(self.bodies):
            name = self._name(body.label)
            node = self.mbs.AddNode(
                {
                    "nodeType": "Planar",
                    "name": name,
                    "referenceCoordinates": held_position(body),
                    "heldCoordinates": body.dof_constraint,
                }
            )
            self._nodes.append(node)
            made = {"objectType": "RigidBody2D", "nodeNumber": node, "name": name}
            made["VgraphicsData"] = graphics_of(body, index)
            self._objects.append(self._add_object(BODY_NAMES, (body.m, body.I), made))
            self._shapes.append(shape_of(body))

    def _name(self, label: str) -> str:
        """Unique name of an item, so that errors of a run refer to the planar part."""
        name, count = label, 1
        while name in self._names:
            count += 1
            name = f"{label} ({count})"
        self._names.add(name)
        return name

    def _add_object(
        self, names: tuple[str, ...], values: tuple[Any, ...], made: dict[str, Any]
    ) -> Any:
        number = self.mbs.AddObject({**made, **dict(zip(names, values, strict=True))})
        self._written[number] = values
        return number

    def _marker(self, body: RigidBody | None, place: tuple[float, ...]) -> Any:
        number = self._ground if body is None else self._objects[self._place[id(body)]]
        marker = {"markerType": "BodyRigid", "bodyNumber": number, "localPosition": [*place, 0.0]}
        return self.mbs.AddMarker(marker)

    def _add_springs(self) -> None:
        self.spring_markers = np.zeros((len(self.springs), 2), int)
        self._connectors, self.sensors = [], {}
        self._ends = [[body for body, _ in spring.ends()] for spring in self.springs]
        for index, spring in enumerate(self.springs):
            ends = [self._marker(*end) for end in spring.ends()]
            self.spring_markers[index] = [int(end) for end in ends]
            kind, variable = "ConnectorPlanarSpringDamper", OutputVariableType.ForceLocal
            if isinstance(spring, RotationalSpringDamper):
                kind, variable = "ConnectorTorsionalSpringDamper", OutputVariableType.TorqueLocal
                ends.reverse()
            made = {"objectType": kind, "markerNumbers": ends, "name": self._name(spring.label)}
            number = self._add_object(names_of(spring), values_of(spring), made)
            self._connectors.append(number)
            if spring.track_force:
                sensor = {"sensorType": "Object", "objectNumber": number}
                self.sensors[index] = self.mbs.AddSensor({**sensor, "outputVariableType": variable})

    def _coordinate(self, body: RigidBody, dof: int) -> Any:
        """Marker of a coordinate that is not held."""
        place = self._place[id(body)], dof
        if place not in self._coordinate_markers:
            self._coordinate_markers[place] = self._add_coordinate(self._nodes[place[0]], dof)
        return self._coordinate_markers[place]

    def _add_coordinate(self, node: Any, coordinate: int) -> Any:
        marker = {"markerType": "NodeCoordinate", "nodeNumber": node, "coordinate": coordinate}
        return self.mbs.AddMarker(marker)

    def _add_load(self, load: Load) -> None:
        if load.body.dof_constraint[load.dof]:
            return  # the support carries it
        made: dict[str, Any] = {"loadType": "Coordinate"}
        if isinstance(load.value, np.ndarray):
            made = {"loadType": "CoordinateTable", "times": load.times, "values": load.value}
        marker = self._coordinate(load.body, load.dof)
        name = self._name(load.condition.label)
        load.number = self.mbs.AddLoad({**made, "markerNumber": marker, "name": name})

    def _add_motions(self) -> None:
        self._constraints = []
        self._driven: dict[tuple[int, int], Any] = {}  # (body, dof) -> state at t = 0
        if self.motions:
            origin = self._add_coordinate(self.mbs.AddNode({"nodeType": "PointGround"}), 0)
        for motion in self.motions:
            ends = [origin, self._coordinate(motion.body, motion.dof)]
            made = {"objectType": "ConnectorCoordinate", "markerNumbers": ends}
            made["name"] = self._name(motion.label)
            self._constraints.append(self.mbs.AddObject(made))

    # ------------------------------------------------------------------ writing

    def write(self) -> None:
        """Write all changed values into the tables of the model."""
        for index, (body, number) in enumerate(zip(self.bodies, self._objects, strict=True)):
            self._write_object(number, BODY_NAMES, (body.m, body.I))
            if self._shapes[index] != shape_of(body):
                self._shapes[index] = shape_of(body)
                self.mbs.SetObjectParameter(number, "VgraphicsData", graphics_of(body, index))
        for spring, number in zip(self.springs, self._connectors, strict=True):
            self._write_object(number, names_of(spring), values_of(spring))
        for load in self.loads:
            self._write_load(load)
        for motion, number in zip(self.motions, self._constraints, strict=True):
            self._write_motion(motion, number)
        self._write_start()

    def _write_object(self, number: Any, names: tuple[str, ...], values: tuple[Any, ...]) -> None:
        for name, old, new in zip(names, self._written[number], values, strict=True):
            if old is not new and (isinstance(new, np.ndarray) or old != new):
                self.mbs.SetObjectParameter(number, name, new)
        self._written[number] = values

    def _write_load(self, load: Load) -> None:
        value, factor = load.value, load.factor
        if load.written and load.written[0] is value and load.written[1] == factor:
            return
        if load.number is None:
            pass  # the support carries it
        elif isinstance(value, np.ndarray):
            self.mbs.SetLoadParameter(load.number, "values", value)
            self.mbs.SetLoadParameter(load.number, "factor", factor)
        elif callable(value):
            if not load.written or load.written[0] is not value:
                self.mbs.SetLoadParameter(load.number, "loadUserFunction", scaled(value))
            self.mbs.SetLoadParameter(load.number, "load", factor)
        else:
            self.mbs.SetLoadParameter(load.number, "load", factor * value)
        load.written = value, factor

    def _write_motion(self, motion: Displacement, number: Any) -> None:
        now = motion.f, motion.rate
        before = self._written.get(number, (None, None))
        if all(old is new for old, new in zip(before, now, strict=True)):
            return
        start: Any = motion.f, 0.0, 0.0
        both: tuple[Any, ...] = 0, 0
        if isinstance(motion.f, float):
            self.mbs.SetObjectParameter(number, "offset", motion.f)
        else:
            course = motion.course()
            start = motion.start(course)
            is_array = isinstance(motion.f, np.ndarray)
            both = tuple(map(prescribed_in_python if is_array else prescribed, course))
        for name, function in zip(("", "_t"), both, strict=True):
            self.mbs.SetObjectParameter(number, f"offsetUserFunction{name}", function)
        self._written[number] = now
        self._driven[self._place[id(motion.body)], motion.dof] = start

    def _write_start(self) -> None:
        start = [(body.initial_displacement, body.initial_velocity) for body in self.bodies]
        now = start, dict(self._driven)
        if self._written.get("start") == now:
            return
        displacements, velocities = np.array(start).reshape(-1, 2, 3).swapaxes(0, 1)
        for place, state in self._driven.items():
            displacements[place], velocities[place] = state[:2]
        data = self.mbs.systemData
        data.SetODE2Coordinates(displacements.reshape(-1)[self.free], Initial)
        data.SetODE2Coordinates_t(velocities.reshape(-1)[self.free], Initial)
        self._written["start"] = now

    # ------------------------------------------------------------------ results

    def absolute(self, rows: np.ndarray, base: np.ndarray | None = None) -> np.ndarray:
        """(n, 3 N) recorded coordinates; zero, or base, where they are held."""
        if base is None and len(self.free) == 3 * len(self.bodies):
            return rows
        found = np.zeros((len(rows), 3 * len(self.bodies)))
        if base is not None:
            found += base
        found[:, self.free] += rows
        return found

    def accelerations(self, rows: np.ndarray) -> np.ndarray:
        """(n, 3 N) recorded accelerations.

        The model computes those of prescribed motions by differences over its step; before the
        first step that is the step of the grid, which may be coarse.
        """
        found = self.absolute(rows)
        for (body, dof), state in self._driven.items():
            found[:1, 3 * body + dof] = state[2]  # a run may fail before its first row
        return found

    def history(self, index: int, stored: np.ndarray) -> np.ndarray:
        """Force history (n, 4) of a tracked spring from the values of its sensor."""
        if isinstance(self.springs[index], LinearSpringDamper):
            return stored[:, 1:].copy()
        torque = stored[:, 1]
        zero = np.zeros(len(torque))
        return np.column_stack([zero, zero, -torque, torque])

    def forces(self, times: np.ndarray, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """(n, 3 N) forces of springs, loads and fields on all coordinates, including held ones."""
        found = np.zeros((len(times), len(self.bodies), 3))
        for load in self.loads:
            found[:, self._place[id(load.body)], load.dof] += load.course(times)
        if self.springs:
            on_ends = self._spring_forces(times, q, v)
            for index, ends in enumerate(self._ends):
                for side, body in enumerate(ends):
                    if body is not None:
                        found[:, self._place[id(body)]] += on_ends[:, index, side]
        return found.reshape(len(times), -1)

    def _spring_forces(self, times: np.ndarray, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """(n, springs, 2, 3) force and torque about the center of mass on both ends."""
        model, data = self.mbs._assembled("forces")
        found = marker_forces(model, data, times, q, v)[:, self.spring_markers]
        arm, force = found[..., 3:], found[..., :2]
        found[..., 2] += arm[..., 0] * force[..., 1] - arm[..., 1] * force[..., 0]
        return found[..., :3]
