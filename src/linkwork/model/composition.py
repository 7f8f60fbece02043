"""Runs in time that compose the rotations of nodes with Euler parameters.

Added Euler parameters need an equation for their norm, and a body that spins at a constant rate
moves them on a circle. Composed, A exp(x~), they need neither: velocities of the rotation are the
angular velocity w in body axes. So runs in time compose them, and everything outside of a run sees
coordinates as they are declared: q are Euler parameters, v their rates, the multiplier is 0.

    theta_t  = Gb^T w/4                       w   = Gb theta_t
    theta_tt = Gb^T w_t/4 - w.w theta/4       w_t = Gb theta_tt

`begin` switches the kind of the rotation parameters in all rows that refer to such a node from
EULER to VECTOR, as a NodeRigidBodyRotVecLG has them, and converts the state; `end` reverts both.
Whoever reads or writes v and a of the present state meanwhile converts them by `public` and
`internal`.

A node keeps its equation where anything refers to its Euler parameters one by one: markers, loads
and constraints of coordinates, bodies that read them, user functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np

from linkwork.core.declare.hooks import Hooks
from linkwork.core.overflows import overflows_unnoticed
from linkwork.math.euler_parameters import rates, second_rates, spin, square
from linkwork.math.rotation_parameters import EULER, VECTOR, has_form
from linkwork.model.model import Model
from linkwork.motion.space_frame import POSE_SIZE
from linkwork.nodes.rigid_body_ep import NodeRigidBodyEP

RATES = ("v", "a")
"""The arrays that a run holds in another form."""


def _columns(array: np.ndarray) -> tuple[np.ndarray, ...]:
    return tuple(array.T)


TURNED = "turned"
"""Pool of kinds that pass all velocities on: where the rotations that are composed now begin."""


class Shown(Protocol):
    """What follows the present state."""

    def update(self) -> None:
        """Take over the present state."""


class Composition:
    """Which nodes of a model are composed, and whether they are now.

    is_on -- whether a run composes them at present
    shown -- what is to be updated when the present state is set from outside; until the run ends
    misfits -- violations of the equations by the state that was taken last: of the norms, and of
        their rates
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._nodes = self._equations = np.zeros(0, np.int64)
        self._places = self._nodes[:, None] + np.array(NodeRigidBodyEP.tied)
        self._poses, self._functions = self._nodes, -1
        self._is_first = np.zeros(0, bool)
        self.is_on = False
        self.shown: Shown | None = None
        self._given: dict[str, tuple[np.ndarray, ...]] = {}
        self.misfits = np.zeros((2, 0))

    # ------------------------------------------------------------------ which nodes

    def _find(self) -> None:
        """Find the nodes, their equations and coordinates; again after functions were added."""
        functions = len(self._model.functions.owners)
        if self._functions == functions:
            return
        self._functions, self._nodes = functions, self._find_nodes()
        self._is_first = np.zeros(self._model.n_ode2 + 1, bool)  # the last one is that of -1
        self._is_first[self._nodes] = True
        tables = self._model.tables_of(NodeRigidBodyEP)
        rows = [t.rows["row"][self._is_first[t.rows["first"]]] for t in tables]
        self._equations = np.concatenate([np.zeros(0, np.int64), *rows])
        self._places = self._nodes[:, None] + np.array(NodeRigidBodyEP.tied)
        numbering = self._model.numbering
        nodes = np.searchsorted(numbering.node_first, self._nodes, "right") - 1
        self._poses = numbering.first_pose[nodes]

    def _find_nodes(self) -> np.ndarray:
        """First coordinates of the nodes that can be composed."""
        tables = [t for t in self._model.tables_of(NodeRigidBodyEP) if len(t.rows)]
        rows = np.concatenate([np.zeros(0, np.int64), *(t.rows["first"] for t in tables)])
        owns = np.concatenate([np.zeros(0, np.int64), *(t.rows["owns"] for t in tables)])
        if not owns.any():
            return rows[:0]
        read = np.zeros(self._model.n_ode2, bool)
        for coordinates in self._read_one_by_one():
            read[coordinates] = True
        turned = rows[:, None] + np.array(NodeRigidBodyEP.tied)
        return rows[(owns != 0) & ~read[turned].any(1)]

    def _read_one_by_one(self) -> Iterator[np.ndarray]:
        """Coordinates of markers and objects that do not know the kind of rotation parameters."""
        markers = self._model.markers
        aware = np.zeros(len(markers.start), bool)
        for kind, rows in markers.tables.items():
            if kind.link is not None or has_form(rows.dtype):
                aware[rows["marker"]] = True
        marker = np.repeat(np.arange(len(aware)), np.diff(markers.coordinates.first))
        yield markers.coordinates.indices[~aware[marker]]
        objects, nodes = self._model.items["object"], self._model.items["node"]
        firsts, owners = self._model.numbering.node_first, self._model.functions.owners
        for item, table in self._model.tables.items():
            suitable = getattr(item, "node_kinds", ()) or (NodeRigidBodyEP,)
            if item.family != "object" or item.nodes is Hooks.nodes:
                continue
            if not any(issubclass(NodeRigidBodyEP, each) for each in suitable):
                continue
            numbers = list(table.numbers)
            if has_form(table.rows.dtype):
                numbers = [number for number in numbers if ("object", number) in owners]
            for node in (node for number in numbers for node in objects[number].nodes()):
                if node >= 0 and nodes[node].part == "ode2":
                    yield np.arange(firsts[node], firsts[node] + nodes[node].size_of("ode2"))

    @property
    def equations(self) -> np.ndarray:
        """The equations of the norms."""
        return self._equations

    @property
    def idle(self) -> np.ndarray:
        """Coordinates whose velocities are zero now and have equations of their own."""
        return self._places[: len(self._nodes) * self.is_on, -1]

    @property
    def firsts(self) -> np.ndarray:
        """Where the rotation coordinates of the nodes begin."""
        return np.ascontiguousarray(self._places[:, 0])

    # ------------------------------------------------------------------ begin and end

    def begin(self, data: Any, converts: bool = True) -> bool:
        """Compose the nodes from here on, from the public state; returns whether there are any.

        converts -- whether the state is converted; not if a composed one replaces it
        """
        if not self.is_on:
            self._find()
            if not len(self._nodes):
                return False
            self._switch(1, data)
        if converts:
            self.take(data)
        return True

    def end(self, data: Any) -> None:
        """Return to added coordinates and the public state; no effect if it is off."""
        if not self.is_on:
            return
        for part in self._states(data):
            theta, w = self._theta(part["q"]), _columns(part["v"][self._places[:, :3]])
            w_t = _columns(part["a"][self._places[:, :3]])
            with overflows_unnoticed():
                part["v"][self._places] = np.array(rates(theta, w)).T
                part["a"][self._places] = np.array(second_rates(theta, w, w_t)).T
        self._switch(0, data)
        self.shown = None
        self._given.clear()

    def take(self, data: Any) -> None:
        """Convert the present state, which was set from outside, to composed coordinates."""
        theta, rate = self._theta(data["q"]), _columns(data["v"][self._places])
        with overflows_unnoticed():
            along = sum(one * other for one, other in zip(theta, rate, strict=True))
            self.misfits = np.array([square(theta) - 1.0, 2.0 * along])
        for name in ("a", "v"):
            data[name][:] = self.internal(name, data[name], data["q"])
        data["multipliers"][self._equations] = 0.0
        poses = data["poses"][self._poses[:, None] + np.arange(POSE_SIZE)]
        with overflows_unnoticed():
            norm = np.sqrt(square(theta))
            poses[:, :4], poses[:, 4:] = np.stack([each / norm for each in theta], axis=1), 0.0
        data["poses"][self._poses[:, None] + np.arange(POSE_SIZE)] = poses

    def put(self, name: str, values: Any, data: Any) -> None:
        """Set an array of the present state from declared values; q does not change v."""
        if self.is_on and name == "q":
            given = {each: self._given_last(each, data) for each in RATES}
            rate = self.public("v", data) if given["v"] is None else given["v"]
            data["q"][:] = values
            self._put_rates("v", rate, data)
            if given["a"] is not None:  # other accelerations belong to the forces, and stay
                self._put_rates("a", given["a"], data)
        elif self.is_on and name in RATES:
            self._put_rates(name, values, data)
        else:
            data[name][:] = values
        if self.shown is not None:
            self.shown.update()

    def _put_rates(self, name: str, values: Any, data: Any) -> None:
        data[name][:] = self.internal(name, values, data["q"])
        self._given[name] = np.array(values, float), data[name].copy(), data["q"].copy()

    def _given_last(self, name: str, data: Any) -> np.ndarray | None:
        """Declared velocities or accelerations as they were set last, if they still hold.

        They need not be tangential to the unit sphere at the present q: the next q may follow.
        """
        values, *then = self._given.get(name, (None,))
        holds = values is not None and all(map(np.array_equal, then, (data[name], data["q"])))
        return values if holds else None

    def load(self, values: dict[str, Any], data: Any) -> None:
        """Set arrays of the present state from declared values; q does not change v and a."""
        found = values
        if self.is_on:
            found = {name: self.public(name, data) for name in RATES} | values
        for name, array in found.items():
            data[name][:] = array
        if self.is_on:
            self.take(data)

    def _states(self, data: Any) -> list[dict[str, np.ndarray]]:
        """The present state, and that at the start of the last step."""
        found = [{name: data[name] for name in ("q", "v", "a")}]
        start = data.group("start")
        if len(start.v) == len(data["v"]):
            found.append({"q": start.q, "v": start.v, "a": start.a})
        return found

    def _switch(self, on: int, data: Any) -> None:
        self.is_on = bool(on)
        before, after = (EULER, VECTOR) if on else (VECTOR, EULER)
        for rows in self._forms():
            mine = self._is_first[rows["first"]] & (rows["kind"] == before)
            rows["kind"][mine] = after
        for table in self._model.tables_of(NodeRigidBodyEP):
            table.rows["composed"] = self._is_first[table.rows["first"]] * on
        for table in self._model.tables.values():
            if TURNED in table.pools:
                turned = table.pools[TURNED]
                turned[:] = -1
                turned[: len(self._nodes)] = self.firsts if on else -1
        data.find_settling()

    def _forms(self) -> Iterator[np.ndarray]:
        """All rows that refer to rotation parameters of nodes."""
        markers = self._model.markers
        arrays = [*markers.tables.values(), *markers.copies.values()]
        for table in self._model.tables.values():
            arrays += [table.rows, *table.pools.values()]
        for array in arrays:
            if has_form(array.dtype):
                yield array

    # ------------------------------------------------------------------ conversions

    def _theta(self, q: np.ndarray) -> tuple[np.ndarray, ...]:
        return _columns(self._model.numbering.reference[self._places] + q[self._places])

    def public(self, name: str, state: Any) -> np.ndarray:
        """Velocities or accelerations as they are declared.

        name -- 'v' or 'a'; state -- arrays q, v and a of composed coordinates
        """
        found: np.ndarray = state[name].copy()
        theta, w = self._theta(state["q"]), _columns(state["v"][self._places[:, :3]])
        with overflows_unnoticed():
            rate = rates(theta, w)
            if name == "a":
                rate = second_rates(theta, w, _columns(state["a"][self._places[:, :3]]))
        found[self._places] = np.stack(rate, axis=1)
        return found

    def internal(self, name: str, values: Any, q: np.ndarray) -> np.ndarray:
        """Velocities or accelerations of composed coordinates from declared ones."""
        found = np.array(values, float)
        with overflows_unnoticed():
            w = spin(self._theta(q), _columns(found[self._places]))
        found[self._places] = np.stack([*w, np.zeros_like(w[0])], axis=1)
        return found

    def public_row(self, row: np.ndarray) -> np.ndarray:
        """A state as a recorded row: time, q, v, a and further values."""
        n, found = self._model.n_ode2, row.copy()
        parts = {name: row[1 + k * n : 1 + (k + 1) * n] for k, name in enumerate("qva")}
        found[1 + n : 1 + 2 * n] = self.public("v", parts)
        found[1 + 2 * n : 1 + 3 * n] = self.public("a", parts)
        return found
