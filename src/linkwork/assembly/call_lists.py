"""The equations of a model as lists of kernel calls, for one kind of solver and matrix layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from linkwork.assembly.links import Links
from linkwork.assembly.rate_links import rate_links
from linkwork.assembly.redundant_rows import RedundantRows
from linkwork.core.declare.item import Item
from linkwork.core.kernels.compile import address_of
from linkwork.integrators.evaluate import begin_direct, end_direct
from linkwork.integrators.first_order import add_unit_matrix, clear_rates
from linkwork.linear.layout import Layout
from linkwork.model.data import Data, Entries, Part
from linkwork.model.model import Model
from linkwork.model.table import Table
from linkwork.motion.moments import clear_moments

CONNECTORS = 2
"""Stage of connectors (`Item.stage`); matrices of bodies are added with their masses."""


class CallLists:
    """Lists of kernel calls of one model, with the places of their matrix entries in a layout.

    direct -- tables of items that act on coordinates directly; has_vectors -- whether some of them
    have equations
    has_plain_masses -- whether the mass matrix is diagonal and there is no constraint
    has_units -- whether the matrix contains first-order unknowns
    """

    def __init__(self, model: Model, data: Data, layout: Layout, implicit: bool) -> None:
        self.model, self.data, self.layout, self.implicit = model, data, layout, implicit
        self._links: dict[type[Item], Links] = {}
        self._rates: dict[type[Item], Entries] = {}
        self.direct = model.unmarked_tables()
        self.has_vectors = any(t.kind.has_equations for t in self.direct)
        coupled = model.masses_vary or any(k.couples(t) for k, t in model.tables.items())
        self.has_plain_masses = implicit and not model.n_ae and not coupled
        data.scalars.plain_masses = not coupled
        self.has_units = implicit and model.n_ode1 > 0
        layout.allocate(data)
        self._fill_slots(implicit)
        bodies = [t for t in model.tables.values() if "inertia" in t.kind.kernels]
        own = layout.own_tables
        masses = [(t.kind.kernels["reduce_block" if t in own else "jacobian"], t) for t in bodies]
        markers = model.markers
        slopes, bends = markers.jacobian_parts(), markers.rate_parts()
        lists: dict[str, list[Part]] = {
            "motion_calls": list(markers.motion_parts()),
            "gather_calls": list(markers.gather_parts()),
            "inertia_calls": [(t.kind.kernels["inertia"], t) for t in bodies],
            "jacobian_calls": [
                *(slopes + bends if implicit else ()),
                *masses,
                *(self._jacobians(model.tables.values()) if implicit else ()),
                *(markers.curvature_parts(layout.slots) if implicit else ()),
                *self._further(),
                *self._units(),
            ],
            "mass_calls": [
                *(slopes if model.n_ae else ()),
                *masses,
                *self._jacobians(model.equation_tables()),
                *self._further(rates=False),
                *self._units(),
            ],
            "drift_calls": [*bends, *drifts] if (drifts := list(self._drifts())) else [],
            "constraint_calls": [
                *((t.kind.kernels["residual"], t) for t in model.equation_tables()),
            ],
            "scale_calls": [
                (t.kind.kernels["time_scale"], t)
                for t in model.tables.values()
                if "time_scale" in t.kind.kernels
            ],
            "search_calls": [
                (t.kind.kernels["search"], t)
                for t in model.tables.values()
                if "search" in t.kind.kernels
            ],
            "accept_calls": [
                *markers.accept_parts(),
                *(
                    (t.kind.kernels["accept"], t)
                    for t in model.tables.values()
                    if "accept" in t.kind.kernels and t.kind.remembers(t)
                ),
            ],
            "guard_calls": [
                (t.kind.kernels["guard"], t)
                for t in model.tables.values()
                if "guard" in t.kind.kernels
            ],
            "solver_calls": [(layout.factor, None), (layout.solve, None)],
            "block_calls": [(t.kind.kernels["solve_block"], t) for t in own],
            "release_calls": [(t.kind.kernels["release_block"], t) for t in own],
        }
        self._lists = lists
        self._constant_loads: list[Table] = []
        self.release(None)

    def release(self, redundant: RedundantRows | None) -> None:
        """Set the lists of calls, with equations that follow from others released."""
        self._redundant = redundant
        further: dict[str, list[Part]] = {}
        if redundant is not None:
            further = {
                "jacobian_calls": redundant.matrix_parts,
                "mass_calls": redundant.matrix_parts,
                "constraint_calls": redundant.value_parts,
            }
        for name, parts in self._lists.items():
            self.data.set_calls(name, [*parts, *further.get(name, [])], address_of)
        shares = redundant.share_parts if redundant is not None else []
        self.data.set_calls("share_calls", shares, address_of)
        self._constant_loads = []
        self.data.set_calls("force_calls", (), address_of)
        self.sort_loads()

    def sort_loads(self) -> None:
        """Put loads that are constant until a parameter changes into a separate list."""
        data, tables = self.data, self.model.tables.items()
        constant = [table for kind, table in tables if kind.is_constant(table.rows)]
        if constant != self._constant_loads or not len(data["force_calls"]):
            acting = [t for k, t in tables if k.has_forces(t) and t not in constant]
            data.set_calls("force_calls", self._force_parts(acting), address_of)
            still = [(table.kind.kernels["residual"], table) for table in constant]
            data.set_calls("constant_calls", still, address_of)
            self._constant_loads = constant

    def _force_parts(self, acting: list[Table]) -> list[Part]:
        """Kernels of everything that acts, stage by stage."""
        parts: list[Part] = []
        if self.model.has_moments:
            parts.append((clear_moments, None))
        if self.model.n_ode1:
            parts.append((clear_rates, None))
        ahead = [table for table in acting if table.kind.stage == 0]
        parts += [(table.kind.kernels["residual"], table) for table in ahead]
        # only tolerances of Newton's method and of constraints need the size of loads
        judged = self.implicit or self.model.n_ae > 0
        counts = judged and bool(self.direct or self.model.loaded_tables())
        parts += [(begin_direct, None)] if counts else []
        between = [table for table in acting if table.kind.stage in (1, 2)]
        between.sort(key=lambda table: table.kind.stage)
        parts += [(table.kind.kernels["residual"], table) for table in between]
        parts += [(end_direct, None)] if counts else []
        last = sorted((t for t in acting if t.kind.stage > 2), key=lambda t: t.kind.stage)
        parts += [(table.kind.kernels["residual"], table) for table in last]
        return parts + (self._redundant.value_parts if self._redundant is not None else [])

    def _further(self, rates: bool = True) -> list[Part]:
        """Jacobians of first-order systems, and of nodes that own equations.

        Layouts of explicit solvers have no first-order unknowns.
        """
        tables = [t for t in self.model.tables.values() if "jacobian" in t.kind.kernels]
        first = [t for t in tables if t.kind.order == 1] if rates and self.has_units else []
        nodes = [t for t in tables if t.kind.family == "node"]
        return [(table.kind.kernels["jacobian"], table) for table in (*first, *nodes)]

    def _units(self) -> list[Part]:
        """The unit matrix of the first-order unknowns."""
        return [(add_unit_matrix, None)] if self.has_units else []

    def _jacobians(self, tables: Iterable[Table]) -> Iterator[Part]:
        """Kernels that add the blocks of connectors and loads, by index and through Jacobians."""
        for table in tables:
            kind, links = table.kind, self._links.get(table.kind)
            if kind.blocks is None:
                if kind.acts_directly and kind.stage == CONNECTORS and "jacobian" in kind.kernels:
                    yield kind.kernels["jacobian"], table
                if "assemble" in kind.kernels:
                    yield kind.kernels["assemble"], table
                continue
            is_linked = links is not None and len(links.rows) > 0
            if is_linked or kind.blocks.by_index is not None:
                yield kind.kernels["jacobian"], table
            if kind.blocks.by_index is not None:
                yield kind.blocks.by_index, table
            if links is not None and is_linked:
                yield kind.blocks.through, links.entries
            if kind.blocks.with_rates is not None:
                yield kind.blocks.with_rates, self._rates[kind]

    def _drifts(self) -> Iterator[Part]:
        """Kernels that add the acceleration of markers without q_tt to level 2 of constraints."""
        for kind, links in self._links.items():
            if kind.blocks is not None and kind.blocks.drift is not None and len(links.rows):
                yield kind.blocks.drift, links.entries
        for kind, table in self.model.tables.items():
            if "drift" in kind.kernels:
                yield kind.kernels["drift"], table

    # ------------------------------------------------------------------ slots

    def _fill_slots(self, implicit: bool) -> None:
        slots, n, m = self.layout.slots, self.model.n_ode2, self.model.n_ae
        for kind, table in self.model.tables.items():
            kind.fill_slots(table, slots, implicit)
        if implicit:  # first-order unknowns come after all others
            diagonal = n + m + np.arange(self.model.n_ode1)
            self.data.set("unit_slots", slots(diagonal, diagonal))
        for kind, table in self.model.tables.items():
            if kind.blocks is not None and (implicit or kind.has_equations):
                self._links[kind] = Links(self.model, table, self.layout, implicit)
                if kind.blocks.by_index is not None:
                    self._fill_index(table, implicit)
                if kind.blocks.rates:
                    self._rates[kind] = rate_links(self.model, table, self.layout)

    def _fill_index(self, table: Table, implicit: bool) -> None:
        """Slots of connectors that are mapped by index: none where an end has a Jacobian."""
        slots, kind, own, n = self.layout.slots, table.kind, table.own, self.model.n_ode2
        assert kind.blocks is not None
        if kind.has_equations:
            rows, lines = kind.equation_rows(table)
            if own["slope_slots"].ndim == 1:
                own["slope_slots"][lines] = slots(n + rows, n + rows)
            else:
                own["slope_slots"][:] = -1
                equations = rows - table.rows["row"][lines]
                own["slope_slots"][lines, equations] = slots(n + rows, n + rows)
        if not kind.blocks.has_index_path:
            return
        index = self.model.markers.index[:, : kind.blocks.width]
        places = [index[table.rows[side]] for side in ("m0", "m1")]
        linked = self._links[kind].rows["owner"]
        if "slots" in own:
            own["slots"][:] = -1
            for i, rows in enumerate(places if implicit else ()):
                for j, columns in enumerate(places):
                    own["slots"][:, i, j] = slots(rows[:, :, None], columns[:, None, :])
            own["slots"][linked] = -1
        if kind.has_equations:
            rows = n + table.rows["row"]
            for i in range(2):
                own["edge_slots"][:, i, 0] = slots(places[i], rows[:, None])
                own["edge_slots"][:, i, 1] = slots(rows[:, None], places[i])
            own["edge_slots"][linked] = -1
