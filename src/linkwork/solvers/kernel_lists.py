"""The equations of a model as lists of kernel calls, for one kind of solver and matrix layout."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.first_order import FirstOrder
from linkwork.connectors.connector import Connector, Constraint
from linkwork.connectors.planar import PlanarConnector, PlanarConstraint
from linkwork.core.assemble import mapped_drift
from linkwork.core.compile import address_of
from linkwork.core.declare import Item
from linkwork.core.pointer import call_kernel
from linkwork.core.records import CALL
from linkwork.core.status import OK
from linkwork.data import Data, Entries, Part
from linkwork.loads.load import Load
from linkwork.markers import rigid
from linkwork.model import Model
from linkwork.nodes.node import Node
from linkwork.solvers.evaluate import begin_direct, end_direct
from linkwork.solvers.first_order import add_unit_matrix, clear_rates
from linkwork.solvers.linear.layout import Layout
from linkwork.solvers.mapped_entries import MappedEntries
from linkwork.table import Table


class KernelLists:
    """Lists of kernel calls of one model, with the places of their matrix entries in a layout."""

    def __init__(self, model: Model, data: Data, layout: Layout, implicit: bool) -> None:
        self.model, self.data, self.layout, self.implicit = model, data, layout, implicit
        self._mapped = MappedEntries(model, layout)
        self._direct = model.direct_tables()
        self._has_vectors = any(issubclass(t.kind, Constraint) for t in self._direct)
        bodies = model.tables_of(Body)
        coupled = model.masses_vary or any(t.kind.couples(t) for t in bodies)  # type: ignore[attr-defined]
        self.has_plain_masses = implicit and not model.n_ae and not coupled
        data.scalars.plain_masses = not coupled
        self._has_units = implicit and model.n_ode1 > 0
        layout.allocate(data)
        self._fill_slots(implicit)
        bodies = [t for t in model.tables_of(Body) if "inertia" in t.kind.kernels]
        masses = [(t.kind.kernels["jacobian"], t) for t in bodies]
        lists: dict[str, list[Part]] = {
            "motion_calls": list(model.motion_parts()),
            "gather_calls": list(model.gather_parts()),
            "inertia_calls": [(t.kind.kernels["inertia"], t) for t in bodies],
            "jacobian_calls": [
                *masses,
                *(self._jacobians(Connector) if implicit else ()),
                *(self._turning() if implicit else ()),
                *self._further("jacobian", FirstOrder, Node),
                *self._units(),
            ],
            "mass_calls": [
                *masses,
                *self._jacobians(Constraint),
                *self._further("jacobian", Node),
                *self._units(),
            ],
            "drift_calls": list(self._drifts()),
            "constraint_calls": [
                *((t.kind.kernels["residual"], t) for t in model.tables_of(Constraint)),
                *self._further("residual", Node),
            ],
            "solver_calls": [(layout.factor, None), (layout.solve, None)],
        }
        for name, parts in lists.items():
            data.set_calls(name, parts, address_of)
        self._constant_loads: list[bool] = []
        data.set("force_calls", np.zeros(0, CALL))
        self.settle_loads()

    def settle_loads(self) -> None:
        """Evaluate the loads that are constant, once for the time until a parameter changes."""
        data, loads = self.data, self.model.tables_of(Load)
        constant = [table.kind.is_constant(table.rows) for table in loads]  # type: ignore[attr-defined]
        if constant != self._constant_loads or not len(data["force_calls"]):
            chosen = [(t.kind.kernels["residual"], t) for t in loads]
            pairs = list(zip(chosen, constant, strict=True))
            moving: list[Part] = [part for part, still in pairs if not still]
            still = [part for part, still in pairs if still]
            moving += self._force_parts()
            moving += self._further("residual", FirstOrder, Node)
            if self.model.n_ode1:
                moving.insert(0, (clear_rates, None))
            if self.model.has_angles:
                moving.insert(0, (rigid.clear_torques, None))
            data.set_calls("force_calls", moving, address_of)
            data.set_calls("constant_calls", still, address_of)
            self._constant_loads = constant
        data["marker_force"][:] = 0.0
        self.run("constant_calls")
        data["constant_force"][:] = data["marker_force"]

    def _further(self, kernel: str, *bases: type[Item]) -> list[Part]:
        """A kernel of first-order systems, or of nodes with equations of their own.

        Explicit layouts hold no first-order unknowns.
        """
        chosen = [base for base in bases if self._has_units or kernel != "jacobian" or base is Node]
        tables = [table for base in chosen for table in self.model.tables_of(base)]
        return [(t.kind.kernels[kernel], t) for t in tables if kernel in t.kind.kernels]

    def _units(self) -> list[Part]:
        """The unit matrix of the first-order unknowns."""
        return [(add_unit_matrix, None)] if self._has_units else []

    def _force_parts(self) -> list[Part]:
        """Kernels of connectors, and of bodies with forces of their own."""
        bodies = [t for t in self.model.tables_of(Body) if t.kind.has_forces(t)]  # type: ignore[attr-defined]
        tables = [*bodies, *self.model.tables_of(Connector)]
        parts: list[Part] = [(t.kind.kernels["residual"], t) for t in tables]
        return [(begin_direct, None), *parts, (end_direct, None)] if self._direct else parts

    def _jacobians(self, base: type[Connector]) -> Iterator[Part]:
        for table in self.model.tables_of(base):
            yield table.kind.kernels["jacobian"], table
            yield table.kind.assembler, table  # type: ignore[attr-defined]
            yield from self._mapped.parts.get(table.kind, ())

    def _turning(self) -> Iterator[Part]:
        """Matrix entries of markers that turn: their own, and those of loads that turn along."""
        rows = self.model.rigid
        if not len(rows):
            return
        rows["slot"] = self.layout.slots(rows["index"][:, 2], rows["index"][:, 2])
        yield rigid.curvature, rows
        for table in self.model.tables_of(Load):
            if "jacobian" in table.kind.kernels:
                yield table.kind.kernels["jacobian"], table

    def _drifts(self) -> Iterator[Part]:
        """Kernels that add the acceleration of turning markers to level 2 of constraints."""
        for table in self.model.tables_of(Constraint):
            if issubclass(table.kind, PlanarConstraint):
                yield table.kind.drift, table
            elif len(self._mapped.edges.get(table.kind, ())):
                yield mapped_drift, Entries(self._mapped.edges[table.kind], table)

    # ------------------------------------------------------------------ slots

    def _fill_slots(self, implicit: bool) -> None:
        slots, index, n = self.layout.slots, self.model.marker_index, self.model.n_ode2
        for table in self.model.tables_of(Body):
            if "slots" in table.own:
                place = table.kind.coordinates(table)  # type: ignore[attr-defined]
                table.own["slots"][:] = slots(place[:, :, None], place[:, None, :])
        for table in self._direct:
            table.kind.fill_slots(table, slots, implicit)
        for table in self.model.tables_of(Connector if implicit else Constraint):
            if table in self._direct:
                continue
            if issubclass(table.kind, PlanarConnector):
                table.kind.fill_slots(table, slots, implicit)
                if issubclass(table.kind, PlanarConstraint):
                    table.kind.fill_rows(table, slots, n)
                continue
            count = table.kind.components  # type: ignore[attr-defined]
            places = [index[table.rows[side], :count] for side in ("m0", "m1")]
            if "slots" in table.own:
                self._fill_pairs(table, places if implicit else [])
            if issubclass(table.kind, Constraint):
                rows = n + table.rows["row"]
                table.own["slope_slots"][:] = slots(rows, rows)
                for i in range(2):
                    table.own["edge_slots"][:, i, 0] = slots(places[i], rows[:, None])
                    table.own["edge_slots"][:, i, 1] = slots(rows[:, None], places[i])
            self._mapped.find(table, implicit)
        for table in self.model.tables_of(Load):
            table.kind.fill_slots(table, slots, implicit)
        self._fill_further(implicit)

    def _fill_further(self, implicit: bool) -> None:
        """Slots of nodes with equations, and of first-order unknowns: those behind all others."""
        slots, n, m = self.layout.slots, self.model.n_ode2, self.model.n_ae
        for table in self.model.tables_of(Node):
            table.kind.fill_slots(table, slots, implicit)
        for table in self.model.tables_of(FirstOrder):
            table.kind.fill_slots(table, slots, implicit)
        if implicit:
            diagonal = n + m + np.arange(self.model.n_ode1)
            self.data.set("unit_slots", slots(diagonal, diagonal))

    def _fill_pairs(self, table: Table, places: list[np.ndarray]) -> None:
        """Slots between the coordinates of two markers; without places there are none."""
        table.own["slots"][:] = -1
        for i, rows in enumerate(places):
            for j, columns in enumerate(places):
                table.own["slots"][:, i, j] = self.layout.slots(
                    rows[:, :, None], columns[:, None, :]
                )

    # ------------------------------------------------------------------ running lists from Python

    def run(self, name: str) -> int:
        """Run one list of calls; the first status that is not 0 ends it."""
        calls, frame = self.data[name], self.data.address
        where = calls.ctypes.data
        for code in calls["code"].tolist():
            status = call_kernel(code, where, frame)
            if status != OK:
                return int(status)
            where += CALL.itemsize
        return OK

    def call(self, name: str, k: int) -> int:
        """Run call k of a list."""
        calls = self.data[name]
        where = calls.ctypes.data + k * CALL.itemsize
        return int(call_kernel(calls["code"][k], where, self.data.address))

    def forces(self, level: int) -> int:
        """residual = -F, constraint values of that level, from the present state."""
        data = self.data
        data.scalars.level = level
        data.scalars.force_evaluations += 1
        data["marker_force"][:] = data["constant_force"]
        data["residual"][:] = 0.0
        for name in ("motion_calls", "force_calls", "gather_calls"):
            status = self.run(name)
            if status != OK:
                return status
        return OK
