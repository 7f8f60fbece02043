"""NodeRigidBodyEP: position and Euler parameters of a frame in space.

Coordinates q are displacements; with theta = c_ref[3:7] + q[3:7] = (theta_0, e), scalar first,

    A = I + 2 theta_0 e~ + 2 e~ e~,   w = Gb theta_t,   Gb = 2 [-e | theta_0 I - e~]   in body axes
    c = theta . theta - 1 = 0         equation of the node, unless addConstraintEquation is False

The multiplier of the equation is the first algebraic coordinate of the node. It is zero unless a
force acts on a single Euler parameter: all other forces are orthogonal to theta. Outside c = 0, A
and w are those of theta/|theta|. Without its equation the node needs another one, for example a
CoordinateVectorConstraint.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.core.declare.item import Drawn, define, parameter
from linkwork.core.declare.parameters import Array, Flag
from linkwork.core.errors import ParameterError, warn
from linkwork.math.euler_parameters import excess
from linkwork.math.exact import two_sum
from linkwork.math.rotation_parameters import EULER
from linkwork.nodes.own_equations import OWN_COLUMNS, OwnEquations, add_equation, own_arrays
from linkwork.nodes.space_node import SpaceNode, output_kernel, space_outputs

__all__ = ["NodeRigidBodyEP", "RigidEP", "VNodeRigidBodyEP", "VRigidEP"]

UNITS = "m, m, m, 1, 1, 1, 1"

OFF = 1.0e-6
"""Deviation of the norm of Euler parameters above which they are refused; below, normalized."""

ROUNDED = 4.0e-15
"""Deviation that rounding explains."""


class VNodeRigidBodyEP(Drawn):
    """Drawing of a NodeRigidBodyEP."""


class NodeRigidBodyEP(OwnEquations, SpaceNode):
    """A frame in space with three displacements and four Euler parameters."""

    type_name = "RigidBodyEP"
    short_name = "RigidEP"
    V = VNodeRigidBodyEP
    coordinates = 7
    axes = ("x", "y", "z", "theta_0", "theta_1", "theta_2", "theta_3")
    parameters = EULER
    tied = range(3, 7)
    lever = 4.0
    own = own_arrays(1, tied)
    extra_columns = (*OWN_COLUMNS, *SpaceNode.extra_columns)
    outputs = space_outputs("1", 4, "in (-pi, pi]")

    referenceCoordinates: Any = parameter(
        [0.0] * 7, Array((7,)), symbol="c_ref", unit=UNITS, structural=True,
        doc="reference coordinates: position and Euler parameters, [1, 0, 0, 0] without rotation",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [0.0] * 7, Array((7,)), symbol="q_ini", unit=UNITS, structural=True,
        doc="initial displacements, which are added to the reference coordinates",
    )  # fmt: skip
    initialVelocities: Any = parameter(
        [0.0] * 7, Array((7,)), symbol="v_ini", unit="m/s, m/s, m/s, 1/s, 1/s, 1/s, 1/s",
        structural=True, doc="initial velocities, and rates of the Euler parameters",
    )  # fmt: skip
    addConstraintEquation: bool = parameter(
        True, Flag(), symbol="add", structural=True,
        doc="whether the node has the equation of the norm of its Euler parameters",
    )  # fmt: skip

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        nodes = [model.items["node"][number] for number in table.numbers]
        table.rows["c_ref"] = [node.reference() for node in nodes]

    @classmethod
    def between_rows(cls, table: Any, q: np.ndarray, v: np.ndarray) -> None:
        rows = table.rows[table.rows["owns"] != 0]
        places = rows["first"][:, None] + np.array(cls.tied)
        c_ref = rows["c_ref"][:, 3:]
        norm = np.linalg.norm(c_ref + q[:, places], axis=2, keepdims=True)
        theta = (c_ref + q[:, places]) / norm
        q[:, places] = theta - c_ref
        along = (theta * v[:, places]).sum(axis=2, keepdims=True)
        v[:, places] = (v[:, places] - along * theta) / norm

    def size_of(self, part: str) -> int:
        return int(self.addConstraintEquation) if part == "ae" else super().size_of(part)

    def equation_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return ["1"] * self.equation_count()

    def check_complete(self, owner: str) -> None:
        reference = np.asarray(self.referenceCoordinates)[3:]
        if not reference.any():
            raise ParameterError(
                f"{owner}: referenceCoordinates has no rotation: its Euler parameters are all "
                "zero; use [x, y, z, 1, 0, 0, 0] for a node that is not rotated"
            )
        start = reference + np.asarray(self.initialCoordinates)[3:]
        what = (
            "reference Euler parameters",
            "Euler parameters at the start, reference plus initial,",
        )
        for name, theta in zip(what, (reference, start), strict=True):
            norm = math.hypot(*theta)
            off = abs(norm - 1.0)
            if not off <= OFF:
                raise ParameterError(
                    f"{owner}: the {name} must have norm 1, got {norm:.9g} for {theta.tolist()}; "
                    "divide them by their norm"
                )
            if off > ROUNDED and (name == what[0] or not np.array_equal(start, reference)):
                warn(f"{owner}: the {name} are normalized, since their norm is off by {off:.2g}")

    def reference(self) -> np.ndarray:
        c_ref = np.array(self.referenceCoordinates, float)
        c_ref[3:] = _normalized(c_ref[3:])
        return c_ref

    def initial(self) -> tuple[np.ndarray, np.ndarray]:
        q, reference = np.array(self.initialCoordinates, float), self.reference()[3:]
        q[3:] = _normalized(np.asarray(self.referenceCoordinates)[3:] + q[3:]) - reference
        return q, np.asarray(self.initialVelocities)


def _normalized(theta: np.ndarray) -> np.ndarray:
    """The parameters with norm 1; as they are if they have it up to rounding, or none at all."""
    norm = math.hypot(*theta)
    return theta / norm if norm > 0.0 and abs(norm - 1.0) > ROUNDED else theta


def _total(e, k, q, q_low):
    high, low = two_sum(e.c_ref[3 + k], q[e.first + 3 + k])
    return high, low + q_low[e.first + 3 + k]


def residual(table, q, q_low, v, multipliers, level, residual_out, constraint_out):
    for i in range(table.size):
        e = table[i]
        if e.owns == 0:
            continue
        theta = (
            _total(e, 0, q, q_low), _total(e, 1, q, q_low), _total(e, 2, q, q_low),
            _total(e, 3, q, q_low),
        )  # fmt: skip
        rate, force = 0.0, 2.0 * multipliers[e.row]
        for k in range(4):
            residual_out[e.first + 3 + k] += force * theta[k][0]
            rate += v[e.first + 3 + k] * (theta[k][0] if level == 1 else v[e.first + 3 + k])
        if level == 0:
            off = excess(theta)
            constraint_out[e.row] = off[0] + off[1]
        else:
            constraint_out[e.row] = 2.0 * rate


def jacobian(
    table, q, v, multipliers, level, cq, row_cq, row_cv, row_mass, edge_slots, bend_slots,
    gradient_out, values_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        if e.owns == 0:
            continue
        for k in range(4):
            gradient_out[i, 0, k] = 2.0 * (e.c_ref[3 + k] + q[e.first + 3 + k])
            if cq != 0.0:
                values_out[bend_slots[i, k, k]] += cq * 2.0 * multipliers[e.row]
        f = e.first
        rate = 2.0 * v[f + 3], 2.0 * v[f + 4], 2.0 * v[f + 5], 2.0 * v[f + 6]
        add_equation(
            i, 0, row_mass[e.row], row_cq, row_cv, level, gradient_out, rate, edge_slots, values_out
        )


output = output_kernel(EULER, 7)
define(NodeRigidBodyEP, residual, jacobian, output)
RigidEP, VRigidEP = NodeRigidBodyEP, VNodeRigidBodyEP
