"""Kinds as users write them: a connector, a constraint, connectors of coordinates, load, body."""

import math

import numpy as np

from linkwork.extend import *

OVERSTRETCHED = failure("the cord is longer than its limit; use a longer cord")
law_function = Pointer("d", "dqd")


class Cord(PairConnector):
    """A cord f = a u + b u^3, u = L - L0, that breaks at L = limit; UF replaces the law."""

    type_name = "Cord"
    outputs = {
        OutputVariableType.Distance: Output("L", "m", 0, "length"),
        OutputVariableType.Force: Output("f", "N", 3, "force on m0"),
    }
    V = DrawnConnector

    length: float = parameter(0.0, UReal, symbol="L0", unit="m", doc="length at rest")
    linear: float = parameter(0.0, UReal, symbol="a", unit="N/m", doc="linear stiffness")
    cubic: float = parameter(0.0, Real, symbol="b", unit="N/m^3", doc="cubic stiffness")
    limit: float = parameter(1e9, PReal, symbol="limit", unit="m", doc="longest length")
    lawUserFunction: object = parameter(
        0, UserFunction(("mbs", "t", "itemNumber", "u"), law_function), symbol="UF", unit="N",
        doc="function that returns the force",
    )  # fmt: skip


def _cord(e, t, markers):
    L, v_f = unit(sub(markers[e.m1].p, markers[e.m0].p))
    u = L - e.L0
    if e.UF != 0:
        F = law_function(e.UF, t, e.number, u)
        slope = (law_function(e.UF, t, e.number, u + 1e-5) - F) * 1e5
        return L, v_f, F, slope
    return L, v_f, e.a * u + e.b * u * u * u, e.a + 3.0 * e.b * u * u


def residual(table, t, markers, marker_force_out):
    for i in range(table.size):
        e = table[i]
        L, v_f, F, slope = _cord(e, t, markers)
        if L > e.limit:
            return fail(OVERSTRETCHED, e.number)
        if F != F:
            return fail(USER_FUNCTION, e.number)
        add_scaled(marker_force_out, e.m0, F * e.active, v_f)
        add_scaled(marker_force_out, e.m1, -F * e.active, v_f)
    return 0


def jacobian(table, t, markers, stiffness_out):
    for i in range(table.size):
        e = table[i]
        L, v_f, F, slope = _cord(e, t, markers)
        for r in range(3):
            for c in range(3):
                along = v_f[r] * v_f[c]
                across = (1.0 if r == c else 0.0) - along
                stiffness_out[i, r, c] = e.active * (F / L * across + slope * along)


def potential(table, markers, energy_out):
    for i in range(table.size):
        e = table[i]
        u = unit(sub(markers[e.m1].p, markers[e.m0].p))[0] - e.L0
        energy_out[i] = e.active * (0.5 * e.a * u**2 + 0.25 * e.b * u**4)


def output(table, row, variable, t, markers, value_out):
    e = table[row]
    L, v_f, F, slope = _cord(e, t, markers)
    if variable == DISTANCE:
        value_out[0] = L
    else:
        for r in range(3):
            value_out[r] = F * e.active * v_f[r]


DISTANCE = int(OutputVariableType.Distance)
define(Cord, residual, jacobian, potential, output)


class Rod(PairConstraint):
    """c = (|Delta p|^2 - d0^2) / 2 = 0: a distance by its square."""

    type_name = "Rod"
    distance: float = parameter(0.0, PReal, symbol="d0", unit="m", doc="length of the rod")


def _rod():
    def residual(table, markers, multipliers, level, marker_force_out, constraint_out):
        for i in range(table.size):
            e = table[i]
            force = multipliers[e.row]
            dp, dv = sub(markers[e.m1].p, markers[e.m0].p), sub(markers[e.m1].v, markers[e.m0].v)
            if e.active == 0:
                constraint_out[e.row] = force
                continue
            add_scaled(marker_force_out, e.m0, force, dp)
            add_scaled(marker_force_out, e.m1, -force, dp)
            if level == 0:
                constraint_out[e.row] = 0.5 * (dot(dp, dp) - e.d0 * e.d0)
            elif level == 1:
                constraint_out[e.row] = dot(dp, dv)
            else:
                constraint_out[e.row] = dot(dv, dv)

    def jacobian(
        table, markers, multipliers, level,
        stiffness_out, gradient_out, row_q_out, row_v_out, slope_out,
    ):  # fmt: skip
        for i in range(table.size):
            e = table[i]
            acts = 1.0 if e.active != 0 else 0.0
            dp, dv = sub(markers[e.m1].p, markers[e.m0].p), sub(markers[e.m1].v, markers[e.m0].v)
            slope_out[i] = 1.0 - acts
            for r in range(3):
                gradient_out[i, r] = acts * dp[r]
                row_q_out[i, r] = acts * (dp[r] if level == 0 else dv[r])
                row_v_out[i, r] = 0.0 if level == 0 else acts * dp[r]
                for c in range(3):
                    stiffness_out[i, r, c] = acts * multipliers[e.row] if r == c else 0.0

    return residual, jacobian


define(Rod, *_rod())


class Duffing(CoordinateConnector):
    """f = k u + c u^3 between two coordinates."""

    type_name = "Duffing"
    stiffness: float = parameter(0.0, Real, symbol="k", unit="N/m", doc="linear stiffness")
    cubic: float = parameter(0.0, Real, symbol="c", unit="N/m^3", doc="cubic stiffness")


def _duffing():
    def residual(table, markers, marker_force_out):
        for i in range(table.size):
            e = table[i]
            u = markers[e.m1].p[0] - markers[e.m0].p[0]
            f = e.active * (e.k * u + e.c * u**3)
            marker_force_out[e.m0, 0] += f
            marker_force_out[e.m1, 0] -= f

    def jacobian(table, markers, stiffness_out):
        for i in range(table.size):
            e = table[i]
            u = markers[e.m1].p[0] - markers[e.m0].p[0]
            stiffness_out[i] = e.active * (e.k + 3.0 * e.c * u * u)

    return residual, jacobian


define(Duffing, *_duffing())


class Pulse(Load):
    """A force A sin(omega t) along a direction, which no user function gives."""

    type_name = "Pulse"
    outputs = {OutputVariableType.Force: Output("f", "N", 3, "force on the marker")}
    amplitude: float = parameter(0.0, Real, symbol="A", unit="N", doc="largest force")
    frequency: float = parameter(1.0, Real, symbol="omega", unit="rad/s", doc="circular frequency")
    direction: list = parameter(
        [1.0, 0.0, 0.0], Array((3,)), symbol="n", unit="1", doc="direction of the force"
    )


NO_FREQUENCY = failure("a pulse needs a frequency >= 0", "load")


def _pulse():
    def residual(table, t, marker_force_out):
        for i in range(table.size):
            e = table[i]
            if e.omega < 0.0:
                return fail(NO_FREQUENCY, e.number)
            for r in range(3):
                marker_force_out[e.m0, r] += e.A * math.sin(e.omega * t) * e.n[r]
        return 0

    def output(table, row, variable, t, value_out):
        e = table[row]
        for r in range(3):
            value_out[r] = e.A * math.sin(e.omega * t) * e.n[r]

    return residual, output


define(Pulse, *_pulse())


class Bead(PointMass):
    """A point mass with other inertia along z, as of a bead in a fluid."""

    type_name = "Bead"
    node_kinds = (NodePoint,)
    own = {"slots": (i4, (3, 3))}
    outputs = point_outputs()
    physicsMass: float = parameter(0.0, UReal, symbol="m", unit="kg", doc="mass of the bead")
    added: float = parameter(0.0, UReal, symbol="m_z", unit="kg", doc="added mass along z")
    nodeNumber: int = parameter(-1, Index("node"), symbol="n0", doc="its node", structural=True)


def _bead():
    def inertia(table, a, residual_out):
        for i in range(table.size):
            e = table[i]
            for r in range(3):
                residual_out[e.first + r] += (e.m + (e.m_z if r == 2 else 0.0)) * a[e.first + r]

    def jacobian(table, ca, slots, values_out):
        for i in range(table.size):
            for r in range(3):
                m = table[i].m + (table[i].m_z if r == 2 else 0.0)
                values_out[slots[i, r, r]] += ca * m

    def kinetic(table, v, energy_out):
        for i in range(table.size):
            e = table[i]
            x, y, z = v[e.first], v[e.first + 1], v[e.first + 2]
            energy_out[i] = 0.5 * (e.m * (x * x + y * y + z * z) + e.m_z * z * z)

    return inertia, jacobian, kinetic


define(Bead, *_bead(), point_mass_kernels(3)[-1])

EVERY = {
    Cord: dict(length=0.7, linear=30.0, cubic=12.0),
    Rod: dict(distance=1.3),
    Duffing: dict(stiffness=3.0, cubic=-2.0),
    Pulse: dict(amplitude=2.0, frequency=3.0, direction=np.array([0.0, 0.6, 0.8])),
    Bead: dict(physicsMass=2.0, added=0.5),
}
"""Kind -> valid values."""
