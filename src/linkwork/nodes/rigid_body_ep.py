"""NodeRigidBodyEP: position and Euler parameters of a frame in space.

Coordinates q are displacements; with theta = c_ref[3:7] + q[3:7] = (theta_0, e), scalar first,

    A = I + 2 theta_0 e~ + 2 e~ e~,   w = Gb theta_t,   Gb = 2 [-e | theta_0 I - e~]   in body axes
    c = theta . theta - 1 = 0         equation of the node, unless addConstraintEquation is False

The multiplier of the equation is the first algebraic coordinate of the node. It is zero unless a
force acts on a single Euler parameter: all other forces are orthogonal to theta. Outside c = 0, A
and w are those of theta/|theta|. Without its equation the node needs another one, for example a
CoordinateVectorConstraint.

Runs in time compose the rotation, A exp(x~), where nothing refers to single Euler parameters
(`model/composition.py`): in rows whose column `composed` is set, the velocities of the rotation are
w and a zero, the pose is theta with its rounding errors, and the equation holds by itself. The
fourth velocity and the multiplier are unknowns of equations of their own, x = 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.core.declare.item import Drawn, define, parameter
from linkwork.core.declare.parameters import Array, Flag
from linkwork.core.errors import ParameterError, warn
from linkwork.core.records import i4, i8
from linkwork.math import exponential
from linkwork.math.euler_parameters import excess, rates, second_rates
from linkwork.math.exact import two_sum
from linkwork.math.rotation_parameters import EULER, VECTOR
from linkwork.math.vec3 import three
from linkwork.motion.space_frame import POSE_SIZE
from linkwork.nodes.own_equations import OWN_COLUMNS, OwnEquations, add_equation, own_arrays
from linkwork.nodes.point_node import COORDINATES_T, COORDINATES_TT
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
    pose_size = POSE_SIZE
    own = own_arrays(1, tied) | {"idle_slots": (i4, (2,))}
    extra_columns = (*OWN_COLUMNS, ("composed", i8), *SpaceNode.extra_columns)
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
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        super().fill_slots(table, slots, implicit)
        rows, idle = table.rows, table.own["idle_slots"]
        idle[:], owns = -1, rows["owns"] != 0
        for k, unknown in enumerate((rows["first"][owns] + 6, rows["unknown"][owns])):
            idle[owns, k] = slots(unknown, unknown)

    @classmethod
    def active_lines(cls, table: Any) -> np.ndarray:
        return np.asarray(table.rows["composed"] == 0)

    @classmethod
    def ties(cls, table: Any) -> bool:
        return bool((table.rows["owns"] > table.rows["composed"]).any())

    @classmethod
    def composed_coordinates(cls, table: Any) -> np.ndarray:
        first = table.rows["first"][table.rows["composed"] != 0]
        return np.asarray(first[:, None] + np.array(cls.tied))

    @classmethod
    def composes(cls, table: Any) -> bool:
        return bool(table.rows["composed"].any())

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
        if e.composed != 0:
            constraint_out[e.row] = 0.0
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
    idle_slots, gradient_out, values_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        if e.owns == 0:
            continue
        if e.composed != 0:
            for k in range(4):
                gradient_out[i, 0, k] = 0.0
            values_out[idle_slots[i, 0]] += 1.0
            values_out[idle_slots[i, 1]] += row_mass[e.row]
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


def compose(table, bend, in_stage, turning, increment, reference, poses_out, q_out, q_low_out):
    for i in range(table.size):
        k, n = table[i].first_pose, table[i].first + 3
        if table[i].composed == 0:
            continue
        exponential.turn_pose(k, n, bend, in_stage, turning, increment, poses_out)
        for r in range(4 if in_stage == 0 else 0):
            q_out[n + r], low = two_sum(poses_out[k + r], -reference[n + r])
            q_low_out[n + r] = low + poses_out[k + 4 + r]


def settle(table, q, reference, poses_out):
    for i in range(table.size):
        k, n = table[i].first_pose, table[i].first + 3
        if table[i].composed == 0:
            continue
        square = 0.0
        for r in range(4):
            poses_out[k + r], poses_out[k + 4 + r] = reference[n + r] + q[n + r], 0.0
            square += poses_out[k + r] * poses_out[k + r]
        norm = math.sqrt(square)
        for r in range(4 if norm > 0.0 else 0):
            poses_out[k + r] /= norm


def slopes(table, increment, v, slopes_out):
    for i in range(table.size):
        n = table[i].first + 3
        if table[i].composed == 0:
            continue
        slope = exponential.inverse_tangent(three(increment, n), three(v, n))
        for r in range(3):
            slopes_out[n + r] = slope[r]
        slopes_out[n + 3] = 0.0


def difference(table, poses_from, poses_to, increment_out):
    for i in range(table.size):
        k, n = table[i].first_pose, table[i].first + 3
        if table[i].composed == 0:
            continue
        x = exponential.turn_between(k, poses_from, poses_to)
        for r in range(3):
            increment_out[n + r] = x[r]
        increment_out[n + 3] = 0.0


def express(table, frame, q, reference, multipliers, y, data_coordinates, recorded_out):
    """Write rates of Euler parameters into the row that was recorded last, in place of w."""
    n = q.size
    width = 1 + 3 * n + multipliers.size + 2 * y.size + data_coordinates.size
    first = (frame.record_rows - 1) * width + 1
    for i in range(table.size):
        e = table[i]
        if e.composed == 0:
            continue
        k = e.first + 3
        theta = (
            reference[k] + q[k], reference[k + 1] + q[k + 1], reference[k + 2] + q[k + 2],
            reference[k + 3] + q[k + 3],
        )  # fmt: skip
        w, w_t = three(recorded_out, first + n + k), three(recorded_out, first + 2 * n + k)
        rate, second = rates(theta, w), second_rates(theta, w, w_t)
        for r in range(4):
            recorded_out[first + n + k + r] = rate[r]
            recorded_out[first + 2 * n + k + r] = second[r]


def kind_of(e):
    return VECTOR if e.composed != 0 else EULER


plain_output = output_kernel(kind_of, 7)


def output(table, row, variable, q, v, a, poses, value_out):
    plain_output(table, row, variable, q, v, a, poses, value_out)
    if table[row].composed != 0:
        write_rates(table[row], variable, v, a, poses, value_out)


def write_rates(e, variable, v, a, poses, value_out):
    """Write rates of Euler parameters into an output of coordinates, for rows that are composed."""
    if variable != COORDINATES_T and variable != COORDINATES_TT:
        return
    theta, w = exponential.pose_of(poses, e.first_pose), three(v, e.first + 3)
    found = rates(theta, w)
    if variable == COORDINATES_TT:
        found = second_rates(theta, w, three(a, e.first + 3))
    for r in range(4):
        value_out[3 + r] = found[r]


define(NodeRigidBodyEP, residual, jacobian, compose, settle, slopes, difference, express, output)
RigidEP, VRigidEP = NodeRigidBodyEP, VNodeRigidBodyEP
