"""FrictionDamper: dry friction with Stribeck effect on the line between two points.

L = |Delta p|,  v_f = Delta p / L,  w = v_f . Delta v,  Delta p = p1 - p0,  Delta v = v1 - v0
F(w) = (F_c + (F_s - F_c) exp(-(w / v_s)^2)) tanh(w / v_0) + d w
f    = F v_f  on m0; m1 receives -f
df/d(Delta p) = F/L P + F'/L v_f (P Delta v)^T,  df/d(Delta v) = F' v_f v_f^T,  P = I - v_f v_f^T
"""

import math

from linkwork.extend import *


class FrictionDamper(PairConnector):
    """A damper with dry friction between two position markers."""

    type_name = "FrictionDamper"
    outputs = {OutputVariableType.ForceLocal: Output("F", "N", 0, "scalar force, > 0: tension")}
    sliding: float = parameter(0.0, UReal, symbol="F_c", unit="N", doc="friction of fast sliding")
    breakaway: float = parameter(0.0, UReal, symbol="F_s", unit="N", doc="static friction")
    stribeck: float = parameter(0.1, PReal, symbol="v_s", unit="m/s", doc="Stribeck velocity")
    smoothing: float = parameter(1e-3, PReal, symbol="v_0", unit="m/s", doc="velocity of smoothing")
    damping: float = parameter(0.0, UReal, symbol="d", unit="N s/m", doc="viscous damping")


def _law(e, markers):
    """L, v_f, Delta v, w, F, dF/dw; if both points coincide, the force is zero, as w is."""
    L, v_f = unit(sub(markers[e.m1].p, markers[e.m0].p))
    dv = sub(markers[e.m1].v, markers[e.m0].v)
    w = dot(v_f, dv)
    bell, side = (e.F_s - e.F_c) * math.exp(-((w / e.v_s) ** 2)), math.tanh(w / e.v_0)
    F = (e.F_c + bell) * side + e.d * w
    slope = (e.F_c + bell) * (1.0 - side**2) / e.v_0 - 2.0 * w / e.v_s**2 * bell * side + e.d
    return L, v_f, dv, w, F * e.active, slope * e.active


def residual(table, markers, marker_force_out):
    for i in range(table.size):
        L, v_f, dv, w, F, slope = _law(table[i], markers)
        add_scaled(marker_force_out, table[i].m0, F, v_f)
        add_scaled(marker_force_out, table[i].m1, -F, v_f)


def jacobian(table, markers, stiffness_out, damping_out):
    for i in range(table.size):
        L, v_f, dv, w, F, slope = _law(table[i], markers)
        for r in range(3):
            for c in range(3):
                across = (1.0 if r == c else 0.0) - v_f[r] * v_f[c]
                turning = slope * v_f[r] * (dv[c] - w * v_f[c])
                stiffness_out[i, r, c] = (F * across + turning) / max(L, 1e-300)
                damping_out[i, r, c] = slope * v_f[r] * v_f[c]


def output(table, row, variable, markers, value_out):
    value_out[0] = _law(table[row], markers)[4]


define(FrictionDamper, residual, jacobian, output)
