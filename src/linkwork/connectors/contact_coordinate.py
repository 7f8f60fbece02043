"""ContactCoordinate: contact of two coordinates, a spring-damper that acts while a gap is closed.

    g = q1 - q0 - x_off,  g_t = v1 - v0            coordinates without their reference values
    f = k g + d g_t  in contact, else 0            m0 receives f, m1 receives -f

Contact begins where g becomes zero from above, and ends where it becomes zero from below. Until
then the damper acts, and may pull shortly before the end; with noAdhesion the contact lets go where
its force vanishes, and only pushes.

nodeNumber n_d is a node with one data coordinate, which holds g after each step. Steps end where
contact begins and ends. If the search for events is turned off, implicit solvers and statics keep
the contact in a step, and solve it again if the solution contradicts it, or with a step that ends
near the change. With `compatibility` of the settings the data alone determine the contact: it is
closed if they are not positive, and the error of a solution is |k g| if g has another sign than at
the start of the step.

df/dg and df/dg_t are those of the present branch. Coordinates are not tied to directions in space,
so invariance under rotations does not apply. The potential is k g^2 / 2 in contact.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.connectors.connector import EVENT_COLUMN, CoordinateConnector, DrawnConnector
from linkwork.connectors.data_node import DATA_COLUMN, check_data_node, wire_data
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import Flag, Index, Real, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import BOUNDARIES
from linkwork.math.tolerances import ON_BOUNDARY

__all__ = ["ObjectContactCoordinate", "VObjectContactCoordinate"]

DISTANCE, DISPLACEMENT = int(Variable.Distance), int(Variable.Displacement)
VELOCITY = int(Variable.Velocity)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)

CLOSED, OPEN, LOOSE = 0, 1, 2
"""Branches; LOOSE: the gap is still closed, but without force (noAdhesion)."""

AT_ONCE = 1.0e-2
"""Part of a step in which contact may begin or end without a shorter step."""


class VObjectContactCoordinate(DrawnConnector):
    """Drawing of a ContactCoordinate; drawSize is the diameter of the coil."""

    drawn_as = "coil"


class ObjectContactCoordinate(CoordinateConnector):
    """A contact between two coordinates, with stiffness and damping."""

    type_name = "ContactCoordinate"
    V = VObjectContactCoordinate
    extra_columns = (*CoordinateConnector.extra_columns, EVENT_COLUMN, DATA_COLUMN)
    last_parameters = ("activeConnector", "noAdhesion")
    outputs = {
        Variable.Distance: Output("g", "m", 0, "gap, < 0 in contact"),
        Variable.Displacement: Output("q", "m", 0, "q1 - q0"),
        Variable.Velocity: Output("g_t", "m/s", 0, "v1 - v0, rate of the gap"),
        Variable.Force: Output("f", "N", 0, "m0 receives f, m1 receives -f"),
        Variable.PotentialEnergy: Output("V", "J", 0, "energy of the spring"),
    }

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_d", structural=True,
        doc="node with one data coordinate, which holds the gap",
    )  # fmt: skip
    contactStiffness: float = parameter(
        0.0, UReal, symbol="k", unit="N/m", doc="stiffness of the contact"
    )
    contactDamping: float = parameter(
        0.0, UReal, symbol="d", unit="N s/m", doc="damping of the contact"
    )
    offset: float = parameter(
        0.0, Real, symbol="x_off", unit="m", doc="difference of the coordinates at gap zero"
    )
    noAdhesion: bool = parameter(
        False, Flag(), symbol="no_adhesion", doc="whether the contact only pushes, never pulls"
    )

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        check_data_node(owner, self.nodeNumber, items, 1, "the gap")

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        wire_data(table, model)


def _gap(e, markers):
    """g, g_t, and the sizes of their terms"""
    m0, m1 = markers[e.m0], markers[e.m1]
    size = abs(m0.p[0]) + abs(m1.p[0]) + abs(e.x_off)
    return m1.p[0] - m0.p[0] - e.x_off, m1.v[0] - m0.v[0], size, abs(m0.v[0]) + abs(m1.v[0])


def _branch_of(e, g, v, size):
    """The branch of a state"""
    band = ON_BOUNDARY * size
    if g > band or (g >= -band and v >= 0.0 and g + v != 0.0):
        return OPEN
    return LOOSE if e.no_adhesion != 0 and e.k * g + e.d * v > 0.0 else CLOSED


def _present(e, keeps, compatible, branches, g, v, size, data_coordinates):
    """The branch that is kept, or that of the state; compatible -- that of the data"""
    if compatible != 0:
        return CLOSED if data_coordinates[e.first_data] <= 0.0 else OPEN
    return branches[e.event] if keeps != 0 else _branch_of(e, g, v, size)


def residual(
    table, markers, data_coordinates, frozen, branches_held, compatible, branches_out,
    marker_force_out,
):  # fmt: skip
    keeps = frozen + branches_held
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        g, v, size, _ = _gap(e, markers)
        branch = _present(e, keeps, compatible, branches_out, g, v, size, data_coordinates)
        if keeps == 0:
            branches_out[e.event] = branch
        if branch == CLOSED:
            f = e.k * g + e.d * v
            marker_force_out[e.m0, 0] += f
            marker_force_out[e.m1, 0] -= f


def jacobian(
    table, markers, data_coordinates, frozen, branches_held, compatible, branches,
    stiffness_out, damping_out,
):  # fmt: skip
    keeps = frozen + branches_held
    for i in range(table.size):
        e = table[i]
        stiffness_out[i] = damping_out[i] = 0.0
        if e.active == 0:
            continue
        g, v, size, _ = _gap(e, markers)
        if _present(e, keeps, compatible, branches, g, v, size, data_coordinates) == CLOSED:
            stiffness_out[i], damping_out[i] = e.k, e.d


def events(table, markers, branches, event_values_out):
    """Distances to the ends of contact: the gap, and with noAdhesion the force."""
    for i in range(table.size):
        e = table[i]
        for b in range(BOUNDARIES):
            event_values_out[e.event, b] = math.inf
        if e.active == 0:
            continue
        g, v, size, speed = _gap(e, markers)
        branch = branches[e.event]
        length = size if size > 0.0 else 1.0
        event_values_out[e.event, 0] = (g if branch == OPEN else -g) / length
        if branch != OPEN and e.no_adhesion != 0 and e.d > 0.0:
            f = (e.k * g + e.d * v) / (e.k * length + e.d * (speed if speed > 0.0 else 1.0))
            event_values_out[e.event, 1] = -f if branch == CLOSED else f


def switch(table, crossed, branches_out):
    """Switch to the branches beyond the boundaries."""
    for i in range(table.size):
        e = table[i]
        boundary, old = crossed[e.event], branches_out[e.event]
        if boundary == 0:
            branches_out[e.event] = CLOSED if old == OPEN else OPEN
        elif boundary == 1:
            branches_out[e.event] = LOOSE if old == CLOSED else CLOSED


def post_newton(
    table, markers, h, compatible, start_data_coordinates, branches_out, data_coordinates_out,
    switching_out,
):  # fmt: skip
    """Switch contacts that a solution contradicts; the error is the force that this changes.

    Where the gap changes its sign within a step, a step that ends there is recommended.
    """
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        g, v, size, _ = _gap(e, markers)
        start = data_coordinates_out[e.first_data]  # data are stored after a step
        if compatible != 0:
            start = start_data_coordinates[e.first_data]
        changes = (start <= 0.0) != (g <= 0.0)
        time = abs(start / v) if v != 0.0 else math.inf
        if compatible != 0:
            data_coordinates_out[e.first_data] = g
            if changes:
                switching_out[0] = max(switching_out[0], abs(e.k * g))
                switching_out[1] = min(switching_out[1], time)
            continue
        old, new = branches_out[e.event], _branch_of(e, g, v, size)
        if changes and AT_ONCE * h < time < (1.0 - AT_ONCE) * h:
            switching_out[1] = min(switching_out[1], time)
        if new != old:
            branches_out[e.event] = new
            if (new == CLOSED) != (old == CLOSED):
                switching_out[0] = max(switching_out[0], abs(e.k * g + e.d * v))


def accept(table, markers, compatible, data_coordinates_out):
    """Store the gap."""
    for i in range(table.size):
        e = table[i]
        if e.active != 0 and compatible == 0:
            data_coordinates_out[e.first_data] = _gap(e, markers)[0]


def potential(table, markers, energy_out):
    """Energy of the springs of closed contacts [J]."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = e.active * 0.5 * e.k * min(_gap(e, markers)[0], 0.0) ** 2


def output(
    table, row, variable, markers, data_coordinates, frozen, branches_held, compatible, branches,
    value_out,
):  # fmt: skip
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], markers, value_out)
        return
    e = table[row]
    g, v, size, _ = _gap(e, markers)
    if variable == DISTANCE:
        value_out[0] = g
    elif variable == DISPLACEMENT:
        value_out[0] = markers[e.m1].p[0] - markers[e.m0].p[0]
    elif variable == VELOCITY:
        value_out[0] = v
    elif e.active != 0:
        keeps = frozen + branches_held
        branch = _present(e, keeps, compatible, branches, g, v, size, data_coordinates)
        value_out[0] = e.k * g + e.d * v if branch == CLOSED else 0.0


define(
    ObjectContactCoordinate, residual, jacobian, events, switch, post_newton, accept, potential,
    output,
)  # fmt: skip
