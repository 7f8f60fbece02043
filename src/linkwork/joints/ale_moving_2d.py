"""ALEMovingJoint2D: a body that moves with the material of cables in the x-y plane.

The point p of the marker m0 follows the axis r of a list of ALECable2D at the arc length s of a
point of their material, which moves with the coordinate s_ALE of their common node:

    s = s_ALE + s_off
    c = r(s) - p = 0                      two equations
    f = lambda                            on p; the cable receives -f, and s_ALE -f . r'
    usePenaltyFormulation: f = k c
    inactive: f = 0

The forces of the multipliers do no work; the penalty formulation has the energy k c^2/2, and its
multipliers are 0. slidingMarkerOffsets are the arc lengths at which the cables begin; local
positions are x = s minus these. Data coordinate of nodeNumbers[0]: place of the present cable in
the list. Borders of cables are events, at which r'' jumps. Beyond the ends of the list the joint
fails.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.bodies.ale_cable_2d import ObjectALEANCFCable2D
from linkwork.connectors.connector import EVENT_COLUMN, DrawnConnector
from linkwork.connectors.data_node import DATA_COLUMN, check_data_node
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import Flag, IndexPair, Real
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import BOUNDARIES, i8
from linkwork.core.status import CABLE_END, fail
from linkwork.joints.slider import SlidingConstraint, arrays, pools_with
from linkwork.joints.slider_kernels import slider_kernels
from linkwork.joints.slider_law import (
    ALONG,
    ELEMENT,
    FIRST,
    SIZE,
    exact_gap,
    rate,
    vector,
    weights,
)
from linkwork.joints.slider_places import (
    AT_BORDER,
    crossing,
    element_at,
    is_beyond,
    put_borders,
    switch,
)
from linkwork.markers.body_cable_2d_coordinates import MarkerBodyCable2DCoordinates

__all__ = [
    "ALEMovingJoint2D",
    "ObjectJointALEMoving2D",
    "VALEMovingJoint2D",
    "VObjectJointALEMoving2D",
]

POSITION, VELOCITY, FORCE = int(Variable.Position), int(Variable.Velocity), int(Variable.Force)
SLIDING, SLIDING_RATE = int(Variable.SlidingCoordinate), int(Variable.SlidingVelocity)
COORDINATES, COORDINATES_T = int(Variable.Coordinates), int(Variable.Coordinates_t)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)

apply, first_rate, bend_row, assemble, drift = slider_kernels((0, 1, 5), 9)


class VObjectJointALEMoving2D(DrawnConnector):
    """Drawing of an ALEMovingJoint2D; drawSize is the size of the slider."""

    drawn_as = "pin"


class ObjectJointALEMoving2D(SlidingConstraint):
    """A joint that moves with the material of cables in the plane."""

    type_name = "JointALEMoving2D"
    short_name = "ALEMovingJoint2D"
    V = VObjectJointALEMoving2D
    cable_marker = MarkerBodyCable2DCoordinates
    coordinates = 9
    own = arrays(SIZE)
    pools = pools_with(ELEMENT)
    cable_kinds = (ObjectALEANCFCable2D,)
    loses_energy = False
    switches = ("active", "penalty")
    extra_columns = (*SlidingConstraint.extra_columns, EVENT_COLUMN, DATA_COLUMN, ("ale", i8))
    outputs = {
        Variable.Position: Output("r", "m", 3, "point of the cable"),
        Variable.Velocity: Output("r_t + s_t r'", "m/s", 3, "velocity of the material there"),
        Variable.SlidingCoordinate: Output("s", "m", 0, "arc length of the point"),
        Variable.SlidingVelocity: Output("s_t", "m/s", 0, "rate of s"),
        Variable.Coordinates: Output("i, s_ALE", "1, m", 2, "place of the cable, and s_ALE"),
        Variable.Coordinates_t: Output("0, s_ALE_t", "1, m/s", 2, "rates of both"),
        Variable.Force: Output("f", "N", 3, "force on m0"),
        Variable.ConstraintEquation: Output("c", "m", 2, "deviations in x and y"),
        Variable.PotentialEnergy: Output("V", "J", 0, "energy of the penalty formulation"),
    }

    slidingOffset: float = parameter(
        0.0, Real, symbol="s_off", unit="m", doc="arc length of the point while s_ALE is 0"
    )
    nodeNumbers: Any = parameter(
        [-1, -1], IndexPair("node"), structural=True,
        doc="node with one data coordinate, the place of the cable in the list; node of s_ALE",
    )  # fmt: skip
    usePenaltyFormulation: bool = parameter(
        False, Flag(), symbol="penalty", doc="whether a spring takes the place of the constraint"
    )
    penaltyStiffness: float = parameter(
        0.0, Real, symbol="k", unit="N/m", doc="stiffness of this spring"
    )

    def has_potential(self) -> bool:
        return bool(self.usePenaltyFormulation)

    def equation_count(self) -> int:
        return 2

    def equation_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return ["m", "m"]

    @classmethod
    def active_lines(cls, table: Any) -> np.ndarray:
        return np.asarray((table.rows["active"] != 0) & (table.rows["penalty"] == 0))

    def check_complete(self, owner: str) -> None:
        super().check_complete(owner)
        if self.usePenaltyFormulation and not self.penaltyStiffness > 0.0:
            raise ParameterError(
                f"{owner}: usePenaltyFormulation needs penaltyStiffness k > 0 N/m, got "
                f"{self.penaltyStiffness!r}"
            )

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        data, way = self.nodeNumbers
        check_data_node(owner, data, items, 1, "the place of the cable in slidingMarkerNumbers")
        super().check_sizes(owner, items)
        for k, cable in enumerate(self.cables(items)):
            if way >= 0 and cable.nodeNumbers[2] != way:
                raise ParameterError(
                    f"{owner}: nodeNumbers[1] must be the node of s of its cables, got node {way}; "
                    f"the cable of slidingMarkerNumbers[{k}] has node {cable.nodeNumbers[2]}"
                )

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        firsts = model.numbering.node_firsts["data"]
        nodes = [model.items["object"][number].nodeNumbers for number in table.numbers]
        table.rows["first_data"] = [firsts[data] for data, _ in nodes]
        table.rows["ale"] = [model.numbering.node_first[way] for _, way in nodes]

    @classmethod
    def has_events(cls, table: Any) -> bool:
        return any(len(numbers) > 1 for numbers in table.column("slidingMarkerNumbers"))

    @classmethod
    def remembers(cls, table: Any) -> bool:
        return True


def _find(e, elements, q, v, data_coordinates, keeps, branches):
    """(element, local position); keeps -- the element is the branch"""
    s = q[e.ale] + e.s_off
    if keeps != 0:
        index = min(max(branches[e.event], 0), e.n_elements - 1)
        return index, s - elements[e.first_element + index].start
    index = element_at(e, elements, data_coordinates)
    for _ in range(e.n_elements):
        cable = elements[e.first_element + index]
        x, near = s - cable.start, AT_BORDER * cable.L
        if index > 0 and (x < -near or (x < near and v[e.ale] < 0.0)):
            index -= 1
        elif index + 1 < e.n_elements and (
            x > cable.L + near or (x > cable.L - near and v[e.ale] > 0.0)
        ):
            index += 1
        else:
            break
    return index, s - elements[e.first_element + index].start


def _gradient(W, a, gradient_out):
    """Derivatives of both equations."""
    for c in range(2):
        for j in range(SIZE):
            gradient_out[c, j] = 0.0
        gradient_out[c, c], gradient_out[c, ALONG] = -1.0, a[c]
        for k in range(4):
            gradient_out[c, FIRST + 2 * k + c] = W[0][k]


def _bend(W, b, bend_out):
    """Second derivatives of both equations."""
    for c in range(2):
        for r in range(SIZE):
            for j in range(SIZE):
                bend_out[c, r, j] = 0.0
        bend_out[c, ALONG, ALONG] = b[c]
        for k in range(4):
            j = FIRST + 2 * k + c
            bend_out[c, j, ALONG] = bend_out[c, ALONG, j] = W[1][k]


def residual(
    table, elements, markers, rotations, multipliers, q, q_low, v, level, data_coordinates, frozen,
    branches_held, branches_out, gradient_out, bend_out, product_out, loads_out, load_out,
    marker_force_out, marker_moment_out, constraint_out, residual_out,
):  # fmt: skip
    keeps = frozen + branches_held
    for i in range(table.size):
        e = table[i]
        loads_out[i] = 0.0
        if e.active == 0 or e.penalty != 0:
            for c in range(2):
                constraint_out[e.row + c] = multipliers[e.row + c]
        if e.active == 0:
            continue
        index, x = _find(e, elements, q, v, data_coordinates, keeps, branches_out)
        if keeps == 0:
            branches_out[e.event] = index
        cable, m = elements[e.first_element + index], markers[e.m0]
        W = weights(x, cable.L)
        _gradient(W, vector(cable, W[1], q), gradient_out[i])
        load = 0.0
        for c in range(2):
            gap = exact_gap(cable, W[0], q, q_low, m, c)
            force = e.k * gap if e.penalty != 0 else multipliers[e.row + c]
            load += apply(
                e, i, cable, force, gradient_out[i, c], marker_force_out, marker_moment_out,
                residual_out,
            )  # fmt: skip
            if e.penalty != 0:
                continue
            g = gradient_out[i, c]
            if level == 0:
                constraint_out[e.row + c] = gap
            elif level == 1:
                constraint_out[e.row + c] = first_rate(e, cable, g, markers, rotations, v)
            else:
                _bend(W, vector(cable, W[2], q), bend_out[i])
                bend_row(e, cable, bend_out[i, c], markers, rotations, v, product_out[i])
                bent = product_out[i]
                constraint_out[e.row + c] = first_rate(e, cable, bent, markers, rotations, v)
        loads_out[i] = load
        load_out[0] += load
    return 0


def jacobian(
    table, elements, markers, rotations, multipliers, q, v, level, data_coordinates, frozen,
    branches_held, branches, present_out, released_out, gradient_out, bend_out, row_q_out,
    stiffness_out,
):  # fmt: skip
    keeps = frozen + branches_held
    for i in range(table.size):
        e = table[i]
        released_out[i] = 1 if e.active == 0 or e.penalty != 0 else 0
        index, x = _find(e, elements, q, v, data_coordinates, keeps, branches)
        present_out[i] = index
        cable, m = elements[e.first_element + index], markers[e.m0]
        W = weights(x, cable.L)
        r = vector(cable, W[0], q)
        _gradient(W, vector(cable, W[1], q), gradient_out[i])
        _bend(W, vector(cable, W[2], q), bend_out[i])
        for c in range(2):
            bend_row(e, cable, bend_out[i, c], markers, rotations, v, row_q_out[i, c])
        for k in range(SIZE):
            for j in range(SIZE):
                part = 0.0
                for c in range(2):
                    force = multipliers[e.row + c]
                    if e.penalty != 0:
                        force = e.k * (r[c] - m.p[c])
                        part += e.k * gradient_out[i, c, k] * gradient_out[i, c, j]
                    part += force * bend_out[i, c, k, j]
                stiffness_out[i, k, j] = -part
        if released_out[i] != 0:
            for c in range(2):
                for j in range(SIZE):
                    gradient_out[i, c, j] = row_q_out[i, c, j] = 0.0
    return 0


def events(table, elements, q, v, data_coordinates, branches, event_values_out):
    """Distances to the borders of the present cable, where there is another one."""
    for i in range(table.size):
        e = table[i]
        for b in range(BOUNDARIES):
            event_values_out[e.event, b] = math.inf
        if e.active == 0:
            continue
        index, x = _find(e, elements, q, v, data_coordinates, 1, branches)
        put_borders(e, index, x, elements[e.first_element + index].L, event_values_out)


def post_newton(
    table, elements, multipliers, q, v, compatible, data_coordinates, branches_out, switching_out
):
    """Go on to the next cable; the error is the way beyond the border, with the force a moment."""
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        index, x = _find(e, elements, q, v, data_coordinates, 1, branches_out)
        L = elements[e.first_element + index].L
        step, over = crossing(e, index, x, L)
        if step != 0:
            branches_out[e.event] = index + step
        if compatible == 0:
            over *= (abs(multipliers[e.row]) + abs(multipliers[e.row + 1])) / L
        switching_out[0] = max(switching_out[0], over)


def accept(table, elements, q, v, frozen, branches_held, branches_out, data_coordinates_out):
    """Store the place of the cable; beyond the last one the joint fails."""
    keeps = frozen + branches_held
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        index, x = _find(e, elements, q, v, data_coordinates_out, keeps, branches_out)
        cable = elements[e.first_element + index]
        if is_beyond(e, cable, index, x):
            return fail(CABLE_END, e.number)
        data_coordinates_out[e.first_data] = index
    return 0


def potential(table, elements, markers, q, v, data_coordinates, frozen, branches, energy_out):
    """Energy of the penalty formulation of each row [J]."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        if e.active == 0 or e.penalty == 0:
            continue
        index, x = _find(e, elements, q, v, data_coordinates, frozen, branches)
        cable, m = elements[e.first_element + index], markers[e.m0]
        r = vector(cable, weights(x, cable.L)[0], q)
        energy_out[i] = 0.5 * e.k * ((r[0] - m.p[0]) ** 2 + (r[1] - m.p[1]) ** 2)


def output(
    table, row, variable, elements, markers, multipliers, q, v, data_coordinates, frozen,
    branches_held, branches, value_out,
):  # fmt: skip
    if variable == POTENTIAL_ENERGY:
        one, keeps = table[row : row + 1], frozen + branches_held
        potential(one, elements, markers, q, v, data_coordinates, keeps, branches, value_out)
        return
    e = table[row]
    index, x = _find(e, elements, q, v, data_coordinates, frozen + branches_held, branches)
    cable, m = elements[e.first_element + index], markers[e.m0]
    W = weights(x, cable.L)
    if variable == SLIDING:
        value_out[0] = cable.start + x
    elif variable == SLIDING_RATE:
        value_out[0] = v[e.ale]
    elif variable == COORDINATES:
        value_out[0], value_out[1] = index, q[e.ale]
    elif variable == COORDINATES_T:
        value_out[1] = v[e.ale]
    elif variable == VELOCITY:
        u, a = rate(cable, W[0], v), vector(cable, W[1], q)
        value_out[0], value_out[1] = u[0] + v[e.ale] * a[0], u[1] + v[e.ale] * a[1]
    else:
        r = vector(cable, W[0], q)
        for c in range(2):
            gap = r[c] - m.p[c]
            if variable == POSITION:
                value_out[c] = r[c]
            elif variable != FORCE:
                value_out[c] = gap
            elif e.active != 0:
                value_out[c] = e.k * gap if e.penalty != 0 else multipliers[e.row + c]


define(
    ObjectJointALEMoving2D, residual, jacobian, assemble, drift, events, switch, post_newton,
    accept, potential, output,
)  # fmt: skip
ALEMovingJoint2D, VALEMovingJoint2D = ObjectJointALEMoving2D, VObjectJointALEMoving2D
