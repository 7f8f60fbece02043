"""GenericODE2: a linear or user-defined second-order system on the coordinates of its nodes.

    M q_tt + D q_t + K q = f + UF(mbs, t, itemNumber, q, q_t)

q are the displacements, without reference values, of all nodes one after another. The matrices M,
D, K are dense or sparse. Empty matrices and an empty force vector f are zero. With
massMatrixUserFunction UF_M the mass matrix is UF_M(mbs, t, itemNumber, q, q_t) instead of M.

jacobianUserFunction UF_J(mbs, t, itemNumber, q, q_t, c_q, c_v) returns -c_q dUF/dq - c_v dUF/dq_t;
without it, derivatives of UF are central differences, as those of UF_M q_tt always are. A system
with a user function couples all of its coordinates; without one it couples only those with entries
in M, D or K.

Its nodes are mesh nodes of a super element: markers and sensors of super elements refer to those
with three coordinates, such as NodePoint, by their place in nodeNumbers.

The output Force is the resisting force K q + D q_t - f - UF. Energies are q_t M q_t / 2, and
q K q / 2 - f q if K is symmetric.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.generic_law import inertia, jacobian, kinetic, output, potential, residual
from linkwork.core.declare.function_kinds import ArrayFunction, UserFunction
from linkwork.core.declare.item import (
    VARIABLE,
    WITHOUT_FUNCTIONS,
    Output,
    Visualization,
    define,
    parameter,
)
from linkwork.core.declare.parameters import Color, Flag, IndexList, Matrix, Vector
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i4, i8, u4, u8
from linkwork.math.tolerances import EVEN
from linkwork.motion.flexible_frame import FlexibleFrame
from linkwork.motion.mesh import Mesh
from linkwork.motion.point import Point
from linkwork.nodes.node import Node, check_coupled, check_length, filled

__all__ = ["ObjectGenericODE2", "VObjectGenericODE2"]

STATE = ("mbs", "t", "itemNumber", "q", "q_t")
FORCE = ArrayFunction(STATE, inputs=("vector", "vector"))
MASS = ArrayFunction(STATE, inputs=("vector", "vector"), result="matrix")
JACOBIAN = ArrayFunction(
    (*STATE, "fODE2", "fODE2_t"), inputs=("vector", "vector", "number", "number"), result="matrix"
)


class VObjectGenericODE2(Visualization):
    """Drawing of a GenericODE2."""

    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")
    triangleMesh: Any = parameter([], Matrix(dense_form=True), doc="nodes of the triangles")
    showNodes: bool = parameter(False, Flag(), doc="whether the nodes of the mesh are drawn")
    graphicsDataUserFunction: Any = parameter(
        0, UserFunction(("mbs", "itemNumber")), doc="function that returns the shapes to draw"
    )


class ObjectGenericODE2(Body):
    """A second-order system with matrices and user functions."""

    type_name = "GenericODE2"
    linear_when = WITHOUT_FUNCTIONS
    V = VObjectGenericODE2
    node_kinds = (Node,)
    couples_coordinates = True
    acts_directly = True
    added_function = "UF"
    has_points = False
    is_super_element = True
    extra_columns = (
        ("n", i8), ("start", i8), ("row_start", i8), ("entry_start", i8), ("varies", i8),
        ("w_force", i8), ("w_mass", i8), ("w_jacobian", i8), ("w_kept", i8), ("part", i8),
    )  # fmt: skip
    own = {"loads": (f8, ())}  # sum of squares of the forces of each system
    pools = {
        "indices": u4,  # coordinates of each system
        "force": f8,  # f
        "starts": u8,  # first entry of each row of the matrices, and their end
        "columns": u4,  # coordinate of each entry
        "mass": f8,
        "damping": f8,
        "stiffness": f8,
        "slots": i4,
        "work": f8,
        "mass_starts": u8,  # the same for the entries of M only, which may be few
        "mass_columns": u4,
        "mass_entries": f8,
    }
    outputs = {
        Variable.CoordinatesTotal: Output("c", "1", VARIABLE, "reference coordinates plus q"),
        Variable.Coordinates: Output("q", "1", VARIABLE, "displacement coordinates"),
        Variable.Coordinates_t: Output("q_t", "1/s", VARIABLE, "velocity coordinates"),
        Variable.Coordinates_tt: Output("q_tt", "1/s^2", VARIABLE, "acceleration coordinates"),
        Variable.Force: Output("F", "1", VARIABLE, "K q + D q_t - f - UF"),
        Variable.KineticEnergy: Output("T", "J", 0, "q_t M q_t / 2"),
        Variable.PotentialEnergy: Output("V", "J", 0, "q K q / 2 - f q, without UF"),
    }

    nodeNumbers: Any = parameter(
        [], IndexList("node"), symbol="n_n", structural=True,
        doc="nodes whose coordinates, one node after another, form the system",
    )  # fmt: skip
    massMatrix: Any = parameter(
        [], Matrix(), symbol="M", unit="1", structural=True, doc="mass matrix"
    )
    stiffnessMatrix: Any = parameter(
        [], Matrix(), symbol="K", unit="1", structural=True, doc="stiffness matrix"
    )
    dampingMatrix: Any = parameter(
        [], Matrix(), symbol="D", unit="1", structural=True, doc="damping matrix"
    )
    forceVector: Any = parameter([], Vector(), symbol="f", unit="1", doc="constant forces")
    forceUserFunction: Any = parameter(
        0,
        FORCE,
        symbol="UF",
        unit="1",
        structural=True,
        doc="function that returns additional forces",
    )
    massMatrixUserFunction: Any = parameter(
        0, MASS, symbol="UF_M", unit="1", structural=True,
        doc="function that returns the mass matrix, instead of massMatrix",
    )  # fmt: skip
    jacobianUserFunction: Any = parameter(
        0, JACOBIAN, symbol="UF_J", unit="1", structural=True,
        doc="function that returns the derivatives of minus forceUserFunction",
    )  # fmt: skip
    coordinateIndexPerNode: Any = parameter(
        [], Vector(), doc="not used; accepted for compatibility"
    )
    tempCoordinates: Any = parameter([], Vector(), doc="not used; accepted for compatibility")
    tempCoordinates_t: Any = parameter([], Vector(), doc="not used; accepted for compatibility")
    tempCoordinates_tt: Any = parameter([], Vector(), doc="not used; accepted for compatibility")

    def nodes(self) -> list[int]:
        numbers: list[int] = self.nodeNumbers
        return numbers

    def misfit(self, node: Node) -> str:
        """Empty if the node has coordinates that are added; their number may not be set yet."""
        if node.composed:
            return "node whose coordinates are added: a NodeRigidBodyEP or NodeRigidBodyRxyz"
        has_some = "numberOfODE2Coordinates" in node.fields or node.coordinates > 0
        return "" if has_some else "node with ODE2 coordinates"

    def check_complete(self, owner: str) -> None:
        if not self.nodeNumbers:
            raise ParameterError(f"{owner}: nodeNumbers must list at least one node, got []")

    def check_sizes(self, owner: str, items: Any) -> None:
        if not self.nodeNumbers:
            return  # not given yet: Assemble reports it
        n = sum(items["node"][number].size_of("ode2") for number in self.nodeNumbers)
        if len(set(self.nodeNumbers)) < len(self.nodeNumbers):
            raise ParameterError(
                f"{owner}: nodeNumbers must list each node once, got {self.nodeNumbers}"
            )
        for p in (self.fields[name] for name in ("massMatrix", "stiffnessMatrix", "dampingMatrix")):
            rows, columns = getattr(self, p.name).shape
            if (rows, columns) not in ((0, 0), (n, n)):
                raise ParameterError(
                    f"{owner}: {p.name} {p.symbol} must be {n} x {n}, for the {n} coordinates of "
                    f"its nodes, or empty, got {rows} x {columns}"
                )
        check_length(owner, "forceVector f", self.forceVector, n)
        if self.has_function:
            check_coupled(owner, n)
        if self.jacobianUserFunction and not self.forceUserFunction:
            raise ParameterError(
                f"{owner}: jacobianUserFunction is the derivative of forceUserFunction, which is "
                "missing"
            )

    def has_potential(self) -> bool:
        return _is_symmetric(self.stiffnessMatrix)

    def mesh_size(self, items: Any) -> int:
        return len(self.nodeNumbers)

    def mesh_target(self, target: Any) -> Any:
        number = self.nodeNumbers[int(target.local[0])]
        return target._replace(family="node", number=number, local=np.zeros(3))

    def mesh_motion(self, mesh: Mesh, bases: Sequence[Any]) -> FlexibleFrame:
        chosen = [bases[number] for number in mesh.nodes]
        if not all(isinstance(base, Point) and base.dimension == 3 for base in chosen):
            raise ParameterError(
                "its mesh nodes must be nodes with three coordinates x, y, z, such as NodePoint"
            )
        n = 3 * len(chosen)
        x, u = np.array([base.offset for base in chosen]), np.eye(n).reshape(len(chosen), 3, n)
        coordinates = tuple(c for base in chosen for c in base.coordinates)
        return FlexibleFrame(
            None, coordinates, mesh.mean(x) + mesh.offset, mesh.mean(u).T,
            mesh.rotation(x, u), mesh.turns,
        )  # fmt: skip

    @property
    def has_function(self) -> bool:
        """Whether a user function may couple any two coordinates."""
        return callable(self.forceUserFunction) or callable(self.massMatrixUserFunction)

    @property
    def mass_varies(self) -> bool:
        """Whether the mass matrix depends on the state."""
        return callable(self.massMatrixUserFunction)

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        return bool(table.rows["varies"].any())

    # ------------------------------------------------------------------ pools

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        lists = [model.object_coordinates(number) for number in table.numbers]
        rows, items = table.rows, [model.items["object"][number] for number in table.numbers]
        rows["n"] = [len(indices) for indices in lists]
        rows["varies"] = [item.mass_varies for item in items]
        rows["start"] = np.cumsum([0, *rows["n"][:-1]])
        rows["row_start"] = np.cumsum([0, *(rows["n"][:-1] + 1)])
        table.pools["indices"] = np.concatenate(lists).astype(u4)
        table.pools["force"] = np.zeros(len(table.pools["indices"]))
        parts: dict[str, list[np.ndarray]] = {
            name: [] for name in ("starts", "columns", "mass", "damping", "stiffness")
        }
        masses: list[list[np.ndarray]] = [[], [], []]
        entries = work = 0
        for row, (item, indices) in enumerate(zip(items, lists, strict=True)):
            n = len(indices)
            rows["entry_start"][row] = entries
            first, columns, *matrices = _union(item, n)
            for name, part in zip(
                parts, (first + entries, indices[columns], *matrices), strict=True
            ):
                parts[name].append(part)
            entries += len(columns)
            _add_masses(item, indices, masses)
            for name, size in _work_sizes(item, n).items():
                rows[name][row] = work
                work += size
        for name, found in parts.items():
            table.pools[name] = np.ascontiguousarray(np.concatenate(found), cls.pools[name])
        for name, found in zip(MASS_POOLS, masses, strict=True):
            table.pools[name] = np.ascontiguousarray(np.concatenate(found), cls.pools[name])
        table.pools["slots"] = np.full(entries, -1, i4)
        table.pools["work"] = np.zeros(work)

    @classmethod
    def write_pools(cls, table: Any, row: int, item: Any) -> None:
        e = table.rows[row]
        table.pools["force"][e["start"] : e["start"] + e["n"]] = filled(item.forceVector, e["n"])

    @classmethod
    def couplings(cls, table: Any, implicit: bool) -> list[np.ndarray]:
        rows, columns = _places(table)
        chosen = (rows < columns) | (columns < rows)
        if not implicit:
            chosen &= _has_mass(table)
        return [np.column_stack([rows[chosen], columns[chosen]])]

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        rows, columns = _places(table)
        chosen = np.ones(len(rows), bool) if implicit else _has_mass(table)
        table.pools["slots"][:] = -1
        table.pools["slots"][chosen] = slots(rows[chosen], columns[chosen])


def _is_symmetric(matrix: Any) -> bool:
    """Whether a matrix equals its transpose up to rounding."""
    from scipy.sparse import coo_matrix

    rows, columns, values = matrix.triplets()
    full = coo_matrix((values, (rows, columns)), shape=matrix.shape).tocsr()
    return bool(abs(full - full.T).max() <= EVEN * abs(full).max()) if len(values) else True


def _union(item: Any, n: int) -> tuple[np.ndarray, ...]:
    """(starts, columns, mass, damping, stiffness) row by row, in the union of their patterns."""
    if item.has_function:
        places = np.arange(n * n)
    else:
        found = [m.triplets() for m in (item.massMatrix, item.dampingMatrix, item.stiffnessMatrix)]
        places = np.unique(np.concatenate([rows * n + columns for rows, columns, _ in found]))
        # the diagonal is always present: masses are read there
        places = np.union1d(places, np.arange(n) * (n + 1))
    values = []
    for matrix in (item.massMatrix, item.dampingMatrix, item.stiffnessMatrix):
        rows, columns, entries = matrix.triplets()
        filled_in = np.zeros(len(places))
        filled_in[np.searchsorted(places, rows * n + columns)] = entries
        values.append(filled_in)
    starts = np.searchsorted(places, np.arange(n + 1) * n)
    return starts, places % n, *values


MASS_POOLS = ("mass_starts", "mass_columns", "mass_entries")


def _add_masses(item: Any, indices: np.ndarray, pools: list[list[np.ndarray]]) -> None:
    """Append starts, columns and entries of the rows of M."""
    rows, columns, entries = item.massMatrix.triplets()
    before = sum(map(len, pools[2]))
    starts = before + np.searchsorted(rows, np.arange(len(indices) + 1))
    for pool, part in zip(pools, (starts, indices[columns], entries), strict=True):
        pool.append(part)


def _work_sizes(item: Any, n: int) -> dict[str, int]:
    """Memory for the calls of an item's functions; w_kept holds results of the first of two."""
    functions = dict(
        w_force=(item.forceUserFunction, FORCE),
        w_mass=(item.massMatrixUserFunction, MASS),
        w_jacobian=(item.jacobianUserFunction, JACOBIAN),
    )
    sizes = {
        name: kind.work_size(n, n) if callable(function) else 0
        for name, (function, kind) in functions.items()
    }
    return {**sizes, "w_kept": n if item.has_function else 0}


def _places(table: Any) -> tuple[np.ndarray, np.ndarray]:
    """(row, column) coordinates of each entry."""
    starts, indices = (table.pools[name].astype(i8) for name in ("starts", "indices"))
    counts = np.concatenate(
        [np.diff(starts[e["row_start"] : e["row_start"] + e["n"] + 1]) for e in table.rows]
    )
    return np.repeat(indices, counts), table.pools["columns"].astype(i8)


def _has_mass(table: Any) -> np.ndarray:
    """Whether an entry may be part of the mass matrix."""
    chosen = table.pools["mass"] != 0.0
    ends = [*table.rows["entry_start"][1:], len(chosen)]
    for e, end in zip(table.rows, ends, strict=True):
        chosen[e["entry_start"] : end] |= e["varies"] != 0
    rows, columns = _places(table)
    return chosen | (rows == columns)


define(ObjectGenericODE2, residual, inertia, jacobian, kinetic, potential, output)
