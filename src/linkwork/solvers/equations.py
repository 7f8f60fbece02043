"""The equations of a model as lists of kernel calls, and what is solved outside the time loop.

`Equations` binds a model to its work memory for one kind of solver. From Python it offers
initial accelerations, projection onto the constraints, and the check of the mass matrix; these
run the same compiled kernels as the time loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.first_order import FirstOrder
from linkwork.connectors.connector import Connector, Constraint
from linkwork.core.compile import address_of
from linkwork.core.declare import Item
from linkwork.core.enums import LinearSolverType
from linkwork.core.pointer import call_kernel
from linkwork.core.records import CALL
from linkwork.core.status import OK, SINGULAR
from linkwork.data import Data, Part
from linkwork.loads.load import Load
from linkwork.math.exact import two_sum
from linkwork.model import Model, Table
from linkwork.nodes.node import Node
from linkwork.solvers.dependent_rows import dependent_rows
from linkwork.solvers.evaluate import begin_direct, end_direct
from linkwork.solvers.first_order import add_unit_matrix, clear_rates
from linkwork.solvers.linear.block_diagonal import BlockDiagonal
from linkwork.solvers.linear.choose import Diagonal, choose
from linkwork.solvers.linear.layout import Layout
from linkwork.solvers.linear.minimum_norm import MinimumNorm
from linkwork.solvers.mapped_entries import MappedEntries

if TYPE_CHECKING:
    from linkwork.solvers.linear.pattern import Pattern

ROUNDED_OFF = 1.0e-24
"""Changes of positions below this, relative to positions, are lost even in q_low."""

UNMOVED = 1.0e-14
"""Positions that moved less than this, relative to positions, keep the factors of the masses."""

MANY_CORRECTIONS = 60
"""Corrections of a start state that violates equations which are not linear.

Far from a quadratic equation each one halves the distance.
"""

LARGEST_BLOCK, SMALL_BLOCK, FEW_COUPLINGS = 6, 3, 6
"""Coordinates of a node that are one block of the matrix; of larger nodes as many as the second
number, if they follow each other and have no more than so many entries beside the diagonal."""

LARGEST_GROUP = 24
"""Coordinates that a dense block of a mass matrix may couple; larger groups are sparse."""

PIVOT_RATIO = 1.0e-13
"""Pivots below this fraction of the smallest mass count as zero in start systems."""


class Equations:
    """Kernel calls and matrix layout of one model; see the module's text."""

    def __init__(self, model: Model, data: Data, layout: Layout, implicit: bool) -> None:
        self.model, self.data, self.layout, self.implicit = model, data, layout, implicit
        self.wanted: Any = None
        self._mapped = MappedEntries(model, layout)
        self._factorised, self._factorised_at = -1, data["q"]
        self.row_sizes = np.ones(model.n_ae)
        self._direct = model.direct_tables()
        self._has_vectors = any(issubclass(t.kind, Constraint) for t in self._direct)
        coupled = any(t.kind.couples_coordinates for t in model.tables_of(Body))  # type: ignore[attr-defined]
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
                *self._further("jacobian", FirstOrder, Node),
                *self._units(),
            ],
            "mass_calls": [
                *masses,
                *self._jacobians(Constraint),
                *self._further("jacobian", Node),
                *self._units(),
            ],
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
        bodies = [t for t in self.model.tables_of(Body) if "residual" in t.kind.kernels]
        tables = [*bodies, *self.model.tables_of(Connector)]
        parts: list[Part] = [(t.kind.kernels["residual"], t) for t in tables]
        return [(begin_direct, None), *parts, (end_direct, None)] if self._direct else parts

    def _jacobians(self, base: type[Connector]) -> Iterator[Part]:
        for table in self.model.tables_of(base):
            yield table.kind.kernels["jacobian"], table
            yield table.kind.assembler, table  # type: ignore[attr-defined]
            yield from self._mapped.parts.get(table.kind, ())

    @property
    def shares_loads(self) -> bool:
        """Whether dependent constraints are solved by minimum norm."""
        return isinstance(self.layout, MinimumNorm)

    # ------------------------------------------------------------------ slots

    def _fill_slots(self, implicit: bool) -> None:
        slots, index, n = self.layout.slots, self.model.marker_index, self.model.n_ode2
        for table in self.model.tables_of(Body):
            if "slots" in table.own:
                count = table.own["slots"].shape[1]
                place = table.rows["first"][:, None] + np.arange(count)
                table.own["slots"][:] = slots(place[:, :, None], place[:, None, :])
        for table in self._direct:
            table.kind.fill_slots(table, slots, implicit)
        for table in self.model.tables_of(Connector if implicit else Constraint):
            if table in self._direct:
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
        calls, start = self.data[name], self.data[name].ctypes.data
        for k in range(len(calls)):
            status = call_kernel(calls["code"][k], start + k * CALL.itemsize, self.data.address)
            if status != OK:
                return int(status)
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

    def factorise_masses(self) -> int:
        """Factors of the matrix with M and C_q (explicit solvers: M alone)."""
        data, s = self.data, self.data.scalars
        s.cq, s.cv, s.ca, s.row_cq, s.row_cv, s.row_scale, s.level = 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0
        s.factor_valid, s.cy = 0, 0.0
        s.zero_pivot = self.zero_pivot()
        if self._direct or not self._factors_are_masses() or not self._has_rested():
            status = self._evaluate_masses() or self.call("solver_calls", 0)
            if status != OK:
                return status
            self._factorised, self._factorised_at = s.factorisations, data["q"].copy()
        return OK

    def _evaluate_masses(self) -> int:
        """Matrix with M and C_q at the present positions."""
        s = self.data.scalars
        s.cq, s.cv, s.ca, s.row_cq, s.row_cv, s.row_scale, s.level = 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0
        s.cy = 0.0
        self.data["values"][:] = 0.0
        return self.run("motion_calls") or self.run("mass_calls")

    def _factors_are_masses(self) -> bool:
        """Whether the last factorisation was that of the masses."""
        return self._factorised == self.data.scalars.factorisations

    def _has_rested(self) -> bool:
        """Whether no coordinate has changed since the masses were factorised."""
        moved = np.abs(self.data["q"] - self._factorised_at).max(initial=0.0)
        return bool(moved <= UNMOVED * self.largest_position())

    def solve(self, right: np.ndarray) -> np.ndarray:
        """Solution for one right-hand side with the present factors."""
        self.data["x"][: len(right)] = right
        self.data["x"][len(right) :] = 0.0
        self.call("solver_calls", 1)
        return self.data["x"][: len(right)].copy()

    # ------------------------------------------------------------------ masses

    def weigh(self) -> int:
        """Masses of the constraint rows: of what their markers move, combined in series.

        The matrix of M and C_q is factorised, to see whether it can be.
        """
        data, model = self.data, self.model
        data["row_mass"][:] = 1.0
        self._factorised = -1
        status = self._evaluate_masses()
        data["masses"][:] = self.layout.diagonal(data["values"])[: model.n_ode2]
        inverse = np.zeros(model.n_ae)
        for rows, coordinates, _, levers in self._edges():
            moved = data["masses"][coordinates]
            np.add.at(inverse, rows, levers / np.where(moved > 0.0, moved, np.inf))
        moves = inverse > 0.0
        data["row_mass"][moves] = 1.0 / inverse[moves]
        self._measure_rows()
        if status == OK and not model.n_ae and not self.data["masses"].all():
            return SINGULAR
        return status if status != OK or self.has_plain_masses else self.factorise_masses()

    def _measure_rows(self) -> None:
        """row_sizes: change of an equation per motion; 1 but of coordinate vectors."""
        self.row_sizes[:] = 1.0
        for table in self._direct:
            if issubclass(table.kind, Constraint):
                rows, _, slopes, _ = table.kind.edges(table)
                size = np.sqrt(np.bincount(rows, slopes**2, len(self.row_sizes)))
                self.row_sizes[size > 0.0] = size[size > 0.0]

    def zero_pivot(self) -> float:
        """Size up to which pivots of M and C_q count as zero: zero but for rounding."""
        if not self.model.n_ae:
            return 0.0
        units = np.ones(1 if self._has_units else 0)
        rows = self.data["row_mass"] * self.row_sizes
        scale = np.concatenate([self.data["masses"], rows, units])
        return float(PIVOT_RATIO * scale[scale > 0.0].min(initial=np.inf))

    def describe_singular(self) -> str:
        """What makes the start matrix singular, by name."""
        model = self.model
        massless = np.flatnonzero(self.data["masses"] == 0.0)
        if len(massless):
            names = ", ".join(model.coordinate_name(k) for k in massless[:4])
            more = f" and {len(massless) - 4} more" if len(massless) > 4 else ""
            return f"no mass acts on {names}{more}; put a body with mass on the node"
        if not model.n_ae:
            return "the mass matrix is singular; give every coordinate a mass of its own"
        flat = self._flat_constraints()
        if flat:
            return (
                f"{', '.join(flat)}: no coordinate changes an equation of it here, all of its "
                "derivatives are zero; start at another position or velocity"
            )
        what = ", ".join(self.redundant_constraints()) or "the constraints"
        return f"{what} cannot be kept independently of the others; remove redundant constraints"

    def _flat_constraints(self) -> list[str]:
        """Names of the first active constraints with an equation whose gradient is zero."""
        gradients = abs(self.constraint_gradients()).sum(axis=1)
        found = []
        for row, number in self.model.constraint_rows():
            item = self.model.items["object"][number]
            if item.activeConnector and gradients[row] == 0.0 and item.label(number) not in found:
                found.append(item.label(number))
        return found[:4]

    def redundant_constraints(self) -> list[str]:
        """Names of the first active constraints whose gradients depend on those before them."""
        active = np.zeros(self.model.n_ae, bool)
        for row, number in self.model.constraint_rows():
            active[row] = self.model.items["object"][number].activeConnector
        active = np.flatnonzero(active)
        rows = active[dependent_rows(self.constraint_gradients()[active])]
        return [self.constraint_name(int(row)) for row in rows[:4]]

    def constraint_gradients(self) -> Any:
        """C_q at the present position as a sparse matrix, one row per constraint equation."""
        from scipy.sparse import coo_matrix

        rows, columns, slopes, _ = (
            np.concatenate(parts) for parts in zip(*self._edges(), strict=True)
        )
        shape = self.model.n_ae, self.model.n_ode2
        return coo_matrix((slopes, (rows, columns)), shape=shape).tocsr()

    def _edges(self) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
        """(rows, coordinates, gradients, levers) of the constraints, one line per entry."""
        for table in self.model.tables_of(Constraint):
            kind: Any = table.kind
            if table in self._direct:
                yield kind.edges(table)
                continue
            pairs = np.stack([table.rows["m0"], table.rows["m1"]], 1)
            ends = self.model.marker_index[pairs, : kind.components]
            own = np.broadcast_to(table.rows["row"][:, None, None], ends.shape)
            slopes, levers, there = kind.gradients(table.own), kind.levers(table.own), ends >= 0
            yield own[there], ends[there], slopes[there], levers[there]
            columns = self.data["marker_jacobians"]
            edges, through = self._mapped.through(table, slopes, columns)
            _, lifted = self._mapped.through(table, levers, columns**2)
            yield table.rows["row"][edges["owner"]], edges["coordinate"], through, lifted

    def constraint_name(self, row: int) -> str:
        """The item behind a constraint row."""
        number = int(np.searchsorted(self.model.object_row, row, side="right")) - 1
        return self.model.items["object"][number].label(number)

    # ------------------------------------------------------------------ consistent start

    def initial_accelerations(self) -> int:
        """a and multipliers from M a + C_q^T lambda = F, C_q a = -(terms without a); y_t too."""
        data, n = self.data, self.model.n_ode2
        data["multipliers"][:] = 0.0
        if self.has_plain_masses:
            self.data.scalars.factor_valid = 0
            status = self.forces(level=2)
            data["a"][:] = data["alpha"][:] = -data["residual"] / self.data["masses"]
            data["y_t"][:] = data["rates"]
            return status
        status = self.factorise_masses() or self.forces(level=2)
        if status != OK:
            return status
        right = np.concatenate([-data["residual"], -data["constraint"] * data["row_mass"]])
        x = self.solve(right)
        data["a"][:] = data["alpha"][:] = x[:n]
        data["multipliers"][:] = data["row_mass"] * x[n:]
        data["y_t"][:] = data["rates"]
        return OK

    def initial_rates(self) -> int:
        """y_t of the present state alone."""
        status = self.forces(level=2)
        self.data["y_t"][:] = self.data["rates"]
        return status

    def project(self, level: int) -> int:
        """Nearest state (in the metric of the masses) that satisfies the constraints.

        level 0 moves positions, level 1 velocities.
        """
        data, n = self.data, self.model.n_ode2
        data.scalars.cq = data.scalars.cv = 0.0  # no step: see connector.py
        multipliers = data["multipliers"].copy()
        data["multipliers"][:] = 0.0
        status = OK
        for _ in range(MANY_CORRECTIONS if level == 0 or self._direct else 1):
            # gradients of vectors change with the state, and with them the weights of the rows
            status = self.weigh() if self._has_vectors else self.factorise_masses()
            status = status or self.forces(level)
            if status != OK:
                break
            right = np.concatenate([np.zeros(n), -data["constraint"] * data["row_mass"]])
            change = self.solve(right)[:n]
            if level == 1:
                data["v"][:] += change
                speed = np.abs(data["v"]).max(initial=0.0)
                if np.abs(change).max(initial=0.0) <= UNMOVED * speed:
                    break
                continue
            data["q"][:], data["q_low"][:] = two_sum(data["q"], change + data["q_low"])
            if np.abs(change).max(initial=0.0) <= ROUNDED_OFF * self.largest_position():
                break
        data["multipliers"][:] = multipliers
        return status

    def largest_position(self) -> float:
        """Largest coordinate of a marker [m], or of all where some have no marker."""
        largest = float(np.abs(self.data["markers"]["p"]).max(initial=0.0))
        if self._direct:
            largest = float(np.abs(self.model.reference + self.data["q"]).max(initial=largest))
        return largest

    def violations(self, level: int) -> tuple[int, np.ndarray]:
        """(status, constraint values of active rows at a level) at the present state."""
        self.data.scalars.cq = self.data.scalars.cv = 0.0  # no step: see connector.py
        multipliers = self.data["multipliers"].copy()
        self.data["multipliers"][:] = 0.0
        status = self.forces(level)
        values = self.data["constraint"].copy()
        self.data["multipliers"][:] = multipliers
        return status, values


def _blocks(counts: np.ndarray, couplings: list[np.ndarray]) -> np.ndarray:
    """Block of each ODE2 coordinate: a node, or of large nodes up to three in a row.

    Single coordinates could all be blocks, but where they have few neighbours, substitution takes
    most of its time for the beginning of a block.
    """
    node = np.repeat(np.arange(len(counts)), counts)
    n = len(node)
    joined = np.zeros(n + 1, bool)  # whether a coordinate belongs to the block of the one before
    joined[1:n] = node[1:] == node[:-1]
    large = np.repeat(counts > LARGEST_BLOCK, counts)
    if large.any():
        pairs = np.concatenate([lines for lines in couplings if lines.shape[1] == 2])
        near = pairs.max(1)[np.abs(pairs[:, 0] - pairs[:, 1]) == 1]
        coupled = np.zeros(n + 1, bool)
        coupled[near[near < n]] = True
        coupled[:n] &= np.bincount(pairs[pairs < n], minlength=n)[:n] <= FEW_COUPLINGS
        size = 1
        for k in np.flatnonzero(large):
            size = size + 1 if joined[k] and coupled[k] and size < SMALL_BLOCK else 1
            joined[k] = size > 1
    return np.cumsum(~joined[:n]) - 1


def pattern_of(model: Model, implicit: bool) -> Pattern:
    """Which unknowns of a model are coupled; by constraints alone in explicit solvers."""
    from linkwork.solvers.linear.pattern import Pattern

    direct = model.direct_tables()
    couplings = [pairs for table in direct for pairs in table.kind.couplings(table, implicit)]
    nodes = _blocks(np.diff(model.node_first), couplings)
    for table in model.tables_of(Connector if implicit else Constraint):
        if table in direct:
            continue
        ends = [model.end_index[table.rows[side]].max(axis=1) for side in ("m0", "m1")]
        if issubclass(table.kind, Constraint):
            ends.append(model.n_ode2 + table.rows["row"])
        couplings.append(np.column_stack(ends))
    for table in model.tables_of(FirstOrder):
        couplings += table.kind.couplings(table, implicit)
    return Pattern(nodes, couplings, model.n_ae, model.n_ode1 if implicit else 0)


def equations_for(model: Model, data: Data, settings: Any, implicit: bool) -> Equations:
    """Equations of a run; those of the last run where they fit."""
    last: Equations | None = data.equations
    wanted = settings.linearSolverType
    fits = last is not None and last.implicit == implicit and last.wanted == wanted
    if last is None or not fits or last.shares_loads:
        n = model.n_ode2 + model.n_ae + (model.n_ode1 if implicit else 0)
        if implicit or model.n_ae or model.masses_vary:
            # nothing to solve: no pattern to analyse either
            chosen = wanted if n else LinearSolverType._None
            layout = choose(n, chosen, lambda: pattern_of(model, implicit))
        else:
            layout = mass_layout(model)
        data.equations = last = Equations(model, data, layout, implicit)
        last.wanted = wanted
    for table in model.tables_of(Connector):
        table.kind.arrange(table.rows, table.own)  # type: ignore[attr-defined]
    last.settle_loads()
    return last


def share_loads(last: Equations) -> Equations:
    """The same equations, solved by minimum norm where constraints depend on each other."""
    layout = MinimumNorm(last.layout.n)
    made = Equations(last.model, last.data, layout, last.implicit)
    made.wanted = last.wanted
    last.data.equations = made
    return made


def mass_layout(model: Model) -> Layout:
    """Layout of a mass matrix that is constant and stands alone."""
    groups = []
    pairs = [np.zeros((0, 2), np.int64)]
    for table in model.tables_of(Body):
        kind: Any = table.kind
        if kind.pools:
            pairs += kind.couplings(table, False)
        elif kind.couples_coordinates:
            count = table.own["slots"].shape[1]
            groups += list(table.rows["first"][:, None] + np.arange(count))
    joined = np.concatenate(pairs)
    if not len(joined):
        return BlockDiagonal(model.n_ode2, groups) if groups else Diagonal(model.n_ode2)
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    shape = model.n_ode2, model.n_ode2
    graph = coo_matrix((np.ones(len(joined)), joined.T), shape=shape)
    label = connected_components(graph, directed=False)[1]
    sizes = np.bincount(label)
    if sizes.max() > LARGEST_GROUP:
        return choose(model.n_ode2, LinearSolverType._None, lambda: pattern_of(model, False))
    groups += [np.flatnonzero(label == k) for k in np.flatnonzero(sizes > 1)]
    return BlockDiagonal(model.n_ode2, groups)
