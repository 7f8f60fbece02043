"""HydraulicActuatorSimple: a hydraulic cylinder between two points, with two pressures as states.

    L = |p1 - p0|,  s = L - L_o                       length and stroke; e from m0 to m1
    f = -p_0 A_0 + p_1 A_1 + d L_t                    m0 receives f e, m1 receives -f e
    C_0 p_0_t = -A_0 L_t + q_0,   C_1 p_1_t = A_1 L_t + q_1
    q_0 = A_v0 Q_n sq(p_s - p_0) for A_v0 >= 0,  A_v0 Q_n sq(p_0 - p_t) for A_v0 < 0
    q_1 = A_v1 Q_n sq(p_s - p_1) for A_v1 >= 0,  A_v1 Q_n sq(p_1 - p_t) for A_v1 < 0
    sq(x) = sign(x) sqrt(|x|)

The pressures p_0, p_1 are the coordinates of a NodeGenericODE1, without reference values. The
capacities C_k = V_k / K_k follow from the volumes and bulk moduli:

| useChamberVolumeChange | C_0 | C_1 |
|---|---|---|
| False | V_h0 / K_oil | V_h1 / K_oil |
| True | V_0/K_oil + A_0 s/K_cyl + V_h0/K_hose | V_1/K_oil + A_1 (L_s - s)/K_cyl + V_h1/K_hose |

with V_0 = V_h0 + A_0 s and V_1 = V_h1 + A_1 (L_s - s); terms with K_cyl = 0 or K_hose = 0 are left
out. A volume that is not positive is an error. A run whose stroke leaves [0, L_s] ends with a
warning.

An inactive actuator has no force and holds its pressures. Valves may be moved in every step, for
example by a pre-step function: the step goes on with the same accelerations and factors.

The slope of a root is infinite at zero: where |x| < x_l = 1e-6 (|p_s| + |p_t|), the flow is
laminar, sq(x) = sqrt(x_l) u (5 - u^2) / 4 with u = x / x_l, which continues the root smoothly.
Derivatives are exact, but where a step is so long that the pressure follows the flow at once, the
matrix of Newton's method has the slope of the secant through zero: the tangent of a root leads as
far beyond zero as the pressure difference was before. In statics with
`staticSolver.constrainODE1coordinates` the pressures keep their initial values; otherwise they
follow from zero rates, which needs open valves.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.connectors.connector import PairConnector
from linkwork.connectors.laws.line import (
    fill_block,
    fill_unit_block,
    force_output,
    geometry,
    motion_output,
)
from linkwork.core.blocks import POSITION, Blocks
from linkwork.core.declare.doubts import Doubt
from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Color, Flag, IndexList, PReal, Real, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i8
from linkwork.core.status import EMPTY_CHAMBER, ZERO_LENGTH, fail
from linkwork.math.vec3 import add_scaled
from linkwork.nodes.generic_ode1 import NodeGenericODE1

__all__ = [
    "HydraulicActuatorSimple",
    "ObjectConnectorHydraulicActuatorSimple",
    "VHydraulicActuatorSimple",
    "VObjectConnectorHydraulicActuatorSimple",
]

VELOCITY_LOCAL = int(Variable.VelocityLocal)

LAMINAR = 1.0e-6
"""Pressure difference up to which the flow is laminar, relative to the sum of the pressures of
system and tank."""

STIFF = 1.0
"""Change of a pressure by its flow in a step, relative to the pressure difference, from which on
Newton's method needs the secant of a root."""

UNKNOWN = 1.0e99
"""Smallest stroke before a run."""

ROUNDED = 1.0e-9
"""Excess of a stroke over its limits that is not reported, relative to strokeLength."""


class VObjectConnectorHydraulicActuatorSimple(Visualization):
    """Drawing of a HydraulicActuatorSimple: a cylinder at m0, and a piston on a rod at m1."""

    drawn_as = "cylinder"

    cylinderRadius: float = parameter(0.05, UReal, unit="m", doc="radius of the cylinder")
    rodRadius: float = parameter(0.03, UReal, unit="m", doc="radius of the piston rod")
    pistonRadius: float = parameter(0.04, UReal, unit="m", doc="radius of the piston")
    pistonLength: float = parameter(0.001, UReal, unit="m", doc="length of the piston")
    rodMountRadius: float = parameter(
        0.0, UReal, unit="m", doc="radius of the eye at the end of the rod; 0: no eye"
    )
    baseMountRadius: float = parameter(
        0.0, UReal, unit="m", doc="radius of the eye at the base of the cylinder; 0: no eye"
    )
    baseMountLength: float = parameter(
        0.0, UReal, unit="m", doc="distance from m0 to the base of the cylinder"
    )
    colorCylinder: Any = parameter(
        [-1.0] * 4, Color(), doc="color RGBA of the cylinder; R = -1: default color"
    )
    colorPiston: Any = parameter([0.8, 0.8, 0.8, 1.0], Color(), doc="color RGBA of piston and rod")


class ObjectConnectorHydraulicActuatorSimple(PairConnector):
    """A hydraulic cylinder with two chambers, whose pressures are first-order coordinates."""

    type_name = "ConnectorHydraulicActuatorSimple"
    short_name = "HydraulicActuatorSimple"
    V = VObjectConnectorHydraulicActuatorSimple
    blocks = Blocks(2, POSITION, relative=True, rates=2)
    own = {**blocks.own, "strokes": (f8, (2,))}
    extra_columns = (*PairConnector.extra_columns, ("first_y", i8))
    symbols_of_rates = ("A_v0", "A_v1", "p_s", "p_t")
    outputs = {
        Variable.Distance: Output("L", "m", 0, "distance of the points"),
        Variable.Displacement: Output("Delta p", "m", 3, "p1 - p0"),
        Variable.Velocity: Output("Delta v", "m/s", 3, "v1 - v0"),
        Variable.VelocityLocal: Output("L_t", "m/s", 0, "rate of the length"),
        Variable.Force: Output("f", "N", 3, "force on m0; m1 receives -f"),
        Variable.ForceLocal: Output("f", "N", 0, "scalar force, > 0: tension"),
    }

    nodeNumbers: Any = parameter(
        [], IndexList("node", least=1), symbol="n_n", structural=True,
        doc="the NodeGenericODE1 with the two pressures, as a list of one",
    )  # fmt: skip
    offsetLength: float = parameter(
        0.0, UReal, symbol="L_o", unit="m", doc="length L at stroke zero"
    )
    strokeLength: float = parameter(
        0.0, PReal, symbol="L_s", unit="m", doc="largest stroke of the piston"
    )
    chamberCrossSection0: float = parameter(
        0.0, PReal, symbol="A_0", unit="m^2", doc="area of the piston in chamber 0"
    )
    chamberCrossSection1: float = parameter(
        0.0, PReal, symbol="A_1", unit="m^2", doc="area of the piston in chamber 1, on the rod side"
    )
    hoseVolume0: float = parameter(
        0.0, PReal, symbol="V_h0", unit="m^3", doc="volume of the hose of chamber 0"
    )
    hoseVolume1: float = parameter(
        0.0, PReal, symbol="V_h1", unit="m^3", doc="volume of the hose of chamber 1"
    )
    valveOpening0: float = parameter(
        0.0, Real, symbol="A_v0", unit="1",
        doc="opening of valve 0: > 0 to the system, < 0 to the tank, 0 closed",
    )  # fmt: skip
    valveOpening1: float = parameter(
        0.0, Real, symbol="A_v1", unit="1",
        doc="opening of valve 1: > 0 to the system, < 0 to the tank, 0 closed",
    )  # fmt: skip
    actuatorDamping: float = parameter(
        0.0, UReal, symbol="d", unit="N s/m", doc="damping of the motion of the piston"
    )
    oilBulkModulus: float = parameter(
        0.0, PReal, symbol="K_oil", unit="N/m^2", doc="bulk modulus of the oil"
    )
    cylinderBulkModulus: float = parameter(
        0.0, UReal, symbol="K_cyl", unit="N/m^2", doc="bulk modulus of the cylinder; 0: rigid"
    )
    hoseBulkModulus: float = parameter(
        0.0, UReal, symbol="K_hose", unit="N/m^2", doc="bulk modulus of the hoses; 0: rigid"
    )
    nominalFlow: float = parameter(
        0.0, PReal, symbol="Q_n", unit="m^3/(s Pa^0.5)",
        doc="flow through a valve of opening 1 per root of the pressure difference",
    )  # fmt: skip
    systemPressure: float = parameter(
        0.0, Real, symbol="p_s", unit="N/m^2", doc="pressure of the pump"
    )
    tankPressure: float = parameter(
        0.0, Real, symbol="p_t", unit="N/m^2", doc="pressure of the tank"
    )
    useChamberVolumeChange: bool = parameter(
        False, Flag(), symbol="changes", doc="whether the volumes change with the stroke"
    )

    def nodes(self) -> list[int]:
        nodes: list[int] = self.nodeNumbers
        return nodes

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        if not self.nodeNumbers:
            return  # not given yet: Assemble reports it
        if len(self.nodeNumbers) > 1:
            raise ParameterError(
                f"{owner}: nodeNumbers must be a list with one node, got {self.nodeNumbers!r}"
            )
        node = items["node"][self.nodeNumbers[0]]
        if not isinstance(node, NodeGenericODE1) or node.numberOfODE1Coordinates != 2:
            raise ParameterError(
                f"{owner}: nodeNumbers must name a NodeGenericODE1 with two coordinates, the "
                f"pressures p_0 and p_1; got {node.label(self.nodeNumbers[0])}, a "
                f"{type(node).__name__} with {node.size_of('ode1')}; add "
                "NodeGenericODE1(numberOfODE1Coordinates=2) and give its number"
            )

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        firsts = model.numbering.node_firsts["ode1"]
        nodes = [model.items["object"][number].nodeNumbers[0] for number in table.numbers]
        table.rows["first_y"] = [firsts[node] for node in nodes]
        table.own["strokes"][:] = UNKNOWN, -UNKNOWN

    @classmethod
    def rate_coordinates(cls, table: Any) -> np.ndarray:
        return np.asarray(table.rows["first_y"][:, None] + np.arange(2))

    @classmethod
    def doubts(cls, table: Any, model: Any, data: Any) -> list[Doubt]:
        found = []
        for line, e in enumerate(table.rows):
            stroke = geometry(e, data["markers"])[0] - e.L_o
            if e.active and not -ROUNDED * e.L_s <= stroke <= (1.0 + ROUNDED) * e.L_s:
                text = f"its stroke is {stroke:.6g} m, outside of 0 to strokeLength = {e.L_s:g} m"
                found.append(
                    Doubt(line, "stroke", text, "check offsetLength, strokeLength and markers")
                )
        return found

    @classmethod
    def remarks(cls, table: Any) -> list[tuple[int, str]]:
        strokes, most = table.own["strokes"].copy(), table.rows["L_s"]
        left = (strokes[:, 0] < -ROUNDED * most) | (strokes[:, 1] > (1.0 + ROUNDED) * most)
        table.own["strokes"][:] = UNKNOWN, -UNKNOWN  # for the next run
        return [
            (
                int(line),
                f"its stroke was from {strokes[line, 0]:.6g} to {strokes[line, 1]:.6g} m, outside "
                f"of 0 to strokeLength = {most[line]:g} m, and the actuator has no end stops; "
                "check offsetLength, close the valves in time, or add a spring as stop",
            )
            for line in np.flatnonzero(left)
        ]

    @classmethod
    def troubles(cls, table: Any, data: Any) -> list[tuple[int, str]]:
        rows = table.rows
        closed = (rows["active"] != 0) & ((rows["A_v0"] == 0.0) | (rows["A_v1"] == 0.0))
        return [
            (int(line), "a valve is closed, so its pressure does not follow from zero rates; in "
             "statics, hold the pressures by staticSolver.constrainODE1coordinates = True")
            for line in np.flatnonzero(closed)
        ] if not data.scalars.ca else []  # fmt: skip

    def is_driven(self) -> bool:
        return True


def _root(x, laminar):
    """sq(x), and its slope"""
    size = abs(x)
    if size >= laminar:
        root = math.sqrt(size)
        return math.copysign(root, x), (0.5 / root if root > 0.0 else 0.0)
    u, root = x / laminar, math.sqrt(laminar)
    return root * u * (5.0 - u * u) / 4.0, (5.0 - 3.0 * u * u) / (4.0 * root)


def _flow(e, opening, p, reach):
    """Flow into a chamber, and its slope by the pressure, or that of the secant.

    reach -- change of the pressure per flow in a step of Newton's method, else 0
    """
    if opening == 0.0:
        return 0.0, 0.0
    x, laminar = p - e.p_t, LAMINAR * (abs(e.p_s) + abs(e.p_t))
    if opening > 0.0:
        x = e.p_s - p
    root, slope = _root(x, laminar)
    flow, gain = opening * e.Q_n, abs(opening) * e.Q_n
    if abs(x) > laminar and reach * gain > STIFF * math.sqrt(abs(x)):
        slope *= 2.0
    return flow * root, -gain * slope


def _capacities(e, L):
    """C_0, C_1, their slopes by L, smallest volume"""
    if e.changes == 0:
        return e.V_h0 / e.K_oil, e.V_h1 / e.K_oil, 0.0, 0.0, min(e.V_h0, e.V_h1)
    in_0, in_1 = e.A_0 * (L - e.L_o), e.A_1 * (e.L_s - L + e.L_o)
    gives = 1.0 / e.K_oil + (1.0 / e.K_cyl if e.K_cyl > 0.0 else 0.0)
    hose = 1.0 / e.K_oil + (1.0 / e.K_hose if e.K_hose > 0.0 else 0.0)
    C_0, C_1 = in_0 * gives + e.V_h0 * hose, in_1 * gives + e.V_h1 * hose
    least = min(e.V_h0 + in_0, e.V_h1 + in_1)
    return C_0, C_1, e.A_0 * gives, -e.A_1 * gives, min(least, min(C_0, C_1))


def _force(e, y, L_t):
    """f: tension of the actuator"""
    return -e.A_0 * y[e.first_y] + e.A_1 * y[e.first_y + 1] + e.d * L_t


def residual(table, markers, y, marker_force_out, rates_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        L, v_f, _, L_t = geometry(e, markers)
        if L == 0.0:
            return fail(ZERO_LENGTH, e.number)
        C_0, C_1, _, _, least = _capacities(e, L)
        if not least > 0.0:
            return fail(EMPTY_CHAMBER, e.number)
        f, k = _force(e, y, L_t), e.first_y
        add_scaled(marker_force_out, e.m0, f, v_f)
        add_scaled(marker_force_out, e.m1, -f, v_f)
        rates_out[k] += (_flow(e, e.A_v0, y[k], 0.0)[0] - e.A_0 * L_t) / C_0
        rates_out[k + 1] += (_flow(e, e.A_v1, y[k + 1], 0.0)[0] + e.A_1 * L_t) / C_1
    return 0


def _clear(i, stiffness_out, damping_out, force_y_out, rate_p_out, rate_v_out, rate_y_out):
    """Write zeros for an inactive actuator."""
    fill_unit_block(i, 0.0, stiffness_out, damping_out)
    for k in range(2):
        for r in range(3):
            force_y_out[i, r, k] = rate_p_out[i, k, r] = rate_v_out[i, k, r] = 0.0
        for other in range(2):
            rate_y_out[i, k, other] = 0.0


def jacobian(
    table, markers, y, cq, cy, stiffness_out, damping_out, force_y_out, rate_p_out, rate_v_out,
    rate_y_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            _clear(i, stiffness_out, damping_out, force_y_out, rate_p_out, rate_v_out, rate_y_out)
            continue
        L, v_f, dv, L_t = geometry(e, markers)
        if L == 0.0:
            return fail(ZERO_LENGTH, e.number)
        C_0, C_1, by_0, by_1, least = _capacities(e, L)
        if not least > 0.0:
            return fail(EMPTY_CHAMBER, e.number)
        fill_block(i, _force(e, y, L_t), 0.0, e.d, L, v_f, dv, L_t, stiffness_out, damping_out)
        for k in range(2):
            area, C, by_L = (-e.A_0, C_0, by_0) if k == 0 else (e.A_1, C_1, by_1)
            reach = cy / C if cq != 0.0 else 0.0
            q, slope = _flow(e, e.A_v0 if k == 0 else e.A_v1, y[e.first_y + k], reach)
            rate = (q + area * L_t) / C
            for r in range(3):
                turning = (dv[r] - L_t * v_f[r]) / L
                force_y_out[i, r, k] = area * v_f[r]
                rate_p_out[i, k, r] = (area * turning - rate * by_L * v_f[r]) / C
                rate_v_out[i, k, r] = area * v_f[r] / C
            rate_y_out[i, k, k], rate_y_out[i, k, 1 - k] = slope / C, 0.0
    return 0


def accept(table, markers, strokes_out):
    """Note the smallest and the largest stroke of active actuators."""
    for i in range(table.size):
        e = table[i]
        if e.active != 0:
            stroke = geometry(e, markers)[0] - e.L_o
            strokes_out[i, 0] = min(strokes_out[i, 0], stroke)
            strokes_out[i, 1] = max(strokes_out[i, 1], stroke)


def output(table, row, variable, markers, y, value_out):
    e = table[row]
    L, v_f, dv, L_t = geometry(e, markers)
    if variable == VELOCITY_LOCAL:
        value_out[0] = L_t
        return
    motion_output(e, variable, markers, L, dv, value_out)
    if e.active != 0:
        force_output(variable, _force(e, y, L_t), v_f, value_out)


define(ObjectConnectorHydraulicActuatorSimple, residual, jacobian, accept, output)
HydraulicActuatorSimple = ObjectConnectorHydraulicActuatorSimple
VHydraulicActuatorSimple = VObjectConnectorHydraulicActuatorSimple
