"""ReevingSystemSprings: an elastic rope over sheaves, with one force along its whole length.

    F = (EA (L - L_0) + d_A (L_t - L_0_t)) / L_0
    L_0 = L_ref + f_0 q_c0 + f_1 q_c1

where L is the sum of the straight pieces of the rope and of its arcs r_i alpha_i on the sheaves,
with angles alpha_i from 0 to 2 pi. A rope only pulls: for F_reg > 0, a force F < 0 is replaced by
F_reg tanh(F / F_reg).

Sheave i has its center at marker i, the axis sheavesAxes[i] in the axes of the marker, and the
radius r_i = sheavesRadii[i]; the rope runs round it in the sense of the axis. The first and the
last one are the ends of the rope, with radius zero. Straight pieces are common tangents of
neighbors (`laws/rope_geometry.py`). Each piece pulls its two sheaves towards each other with F
along its direction e, at the points where it touches them; L_t is the sum of e . (velocity of
these points). There is no friction on sheaves, so the rope force does not turn them.

With hasCoordinateMarkers the last two markers are coordinates, which wind rope: they change L_0
with the factors coordinateFactors (f_0, f_1), and receive f_0 F and f_1 F. Between the sheaves of a
piece of length l there are also a torque against twist, and a force across the piece at the points
of contact, which is a couple that also resists a turn of the whole piece:

    tau = d_T e (e . Delta omega)
    f = (d_S / l) (Delta v - e (e . Delta v))

A rope that leaves a sheave in a run counts as wound round it by a whole turn from there on, and L
jumps by 2 pi r_i: keep sheaves where the rope touches them.

All derivatives are exact, those of the tangents included. Forces have a potential if the axes of
neighbors are parallel and there are no coordinates: EA (L - L_0)^2 / (2 L_0), for F < 0
(F_reg^2 L_0 / EA) ln cosh(F / F_reg). Neighbors whose circles overlap have no tangent: an error.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.connectors.connector import ManyConnector
from linkwork.connectors.laws.rope_geometry import (
    ZERO,
    inverse_of,
    normal_change,
    solved,
    tangent,
    wrap,
)
from linkwork.core.blocks import MANY, SPACE, Blocks
from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import (
    Array,
    Color,
    Flag,
    IndexList,
    Real,
    UReal,
    Vector,
    Vectors,
)
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i8
from linkwork.core.status import NO_TANGENT, SLACK_LENGTH, fail
from linkwork.math.vec3 import add, add_scaled, cross, dot, scaled, sub, turned

__all__ = [
    "ObjectConnectorReevingSystemSprings",
    "ReevingSystemSprings",
    "VObjectConnectorReevingSystemSprings",
    "VReevingSystemSprings",
]

DISTANCE, VELOCITY_LOCAL = int(Variable.Distance), int(Variable.VelocityLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)

NOT_UNIT = 1.0e-9
"""Deviation of the length of an axis from 1 that is corrected; larger ones are refused."""


class VObjectConnectorReevingSystemSprings(Visualization):
    """Drawing of a ReevingSystemSprings: the rope as a tube round its sheaves."""

    drawn_as = "rope"

    ropeRadius: float = parameter(0.001, UReal, unit="m", doc="radius of the rope")
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class ObjectConnectorReevingSystemSprings(ManyConnector):
    """An elastic rope that runs over sheaves without friction."""

    type_name = "ConnectorReevingSystemSprings"
    short_name = "ReevingSystemSprings"
    V = VObjectConnectorReevingSystemSprings
    marker_types = ("Position", "Orientation", "Coordinate")
    has_regimes = True
    blocks = Blocks(MANY, SPACE)
    extra_columns = (*ManyConnector.extra_columns, ("sheaves", i8), ("first_slope", i8))
    pools = {"circles": f8, "slopes_0": f8, "slopes_L": f8}
    outputs = {
        Variable.Distance: Output("L", "m", 0, "length of the rope"),
        Variable.VelocityLocal: Output("L_t", "m/s", 0, "rate of the length"),
        Variable.ForceLocal: Output("F", "N", 0, "force in the rope, > 0: tension"),
        Variable.PotentialEnergy: Output("V", "J", 0, "stored energy, without coordinates"),
    }

    markerNumbers: Any = parameter(
        [], IndexList("marker", 2), symbol="m", structural=True,
        doc="the sheaves in the order of the rope, ends included; then two coordinates, if any",
    )  # fmt: skip
    hasCoordinateMarkers: bool = parameter(
        False, Flag(), symbol="winds", structural=True,
        doc="whether the last two markers are coordinates that change the length of the rope",
    )  # fmt: skip
    coordinateFactors: Any = parameter(
        [1.0, 1.0], Array((2,)), symbol="f", unit="1", doc="factors (f_0, f_1) of the coordinates"
    )
    stiffnessPerLength: float = parameter(
        0.0, UReal, symbol="EA", unit="N", doc="stiffness of the rope times its length"
    )
    dampingPerLength: float = parameter(
        0.0, UReal, symbol="d_A", unit="N s", doc="damping of the rope times its length"
    )
    dampingTorsional: float = parameter(
        0.0, UReal, symbol="d_T", unit="N m s", doc="damping against twist between neighbors"
    )
    dampingShear: float = parameter(
        0.0, UReal, symbol="d_S", unit="N s",
        doc="damping across the rope between neighbors, times the length of the piece",
    )  # fmt: skip
    regularizationForce: float = parameter(
        0.1, Real, symbol="F_reg", unit="N",
        doc="largest force of a rope under pressure; 0 or less: it pushes as it pulls",
    )  # fmt: skip
    referenceLength: float = parameter(
        0.0, Real, symbol="L_ref", unit="m", doc="length of the rope without force"
    )
    sheavesAxes: Any = parameter(
        [], Vectors(), symbol="a", unit="1", structural=True,
        doc="unit axes of the sheaves in the axes of their markers; those of the ends are not used",
    )  # fmt: skip
    sheavesRadii: Any = parameter(
        [], Vector(), symbol="r", unit="m", structural=True,
        doc="radii of the sheaves; zero for the ends of the rope",
    )  # fmt: skip

    @property
    def sheave_count(self) -> int:
        """Number of sheaves, ends included."""
        return len(self.markerNumbers) - (2 if self.hasCoordinateMarkers else 0)

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        if not self.markerNumbers:
            return  # not given yet: Assemble reports it
        count = self.sheave_count
        if count < 2:
            raise ParameterError(
                f"{owner}: markerNumbers must list at least the two ends of the rope, and with "
                f"hasCoordinateMarkers two coordinates after them; got {self.markerNumbers!r}"
            )
        for name in ("sheavesAxes", "sheavesRadii"):
            if len(getattr(self, name)) != count:
                raise ParameterError(
                    f"{owner}: {name} must have {count} entries, one for each sheave and end of "
                    f"the rope, got {len(getattr(self, name))}"
                )
        self._check_radii(owner)
        for number, marker in enumerate(self.markerNumbers):
            partner, winds = items["marker"][marker], number >= count
            wanted = "Coordinate" if winds else "Position"
            if not winds and self.sheavesRadii[number] > 0.0:
                wanted = "Orientation"
            if wanted not in partner.provides or (not winds and "Coordinate" in partner.provides):
                raise ParameterError(
                    f"{owner}: markerNumbers[{number}] must be a marker of type {wanted}, got "
                    f"{partner.label(marker)}; sheaves need a MarkerBodyRigid or MarkerNodeRigid, "
                    "ends of the rope any point"
                )

    def _check_radii(self, owner: str) -> None:
        radii = self.sheavesRadii
        for number in (0, len(radii) - 1):
            if radii[number] != 0.0:
                raise ParameterError(
                    f"{owner}: sheavesRadii[{number}] must be 0 m, since the rope is fixed there, "
                    f"got {float(radii[number])!r}; add a marker for the end of the rope"
                )
        for number in range(1, len(radii) - 1):
            if not radii[number] > 0.0:
                raise ParameterError(
                    f"{owner}: sheavesRadii[{number}] must be > 0 m, got {float(radii[number])!r}"
                )
            length = float(np.linalg.norm(self.sheavesAxes[number]))
            if abs(length - 1.0) > NOT_UNIT:
                raise ParameterError(
                    f"{owner}: sheavesAxes[{number}] must have the length 1, got {length:g}; "
                    "normalize it"
                )

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        items = [model.items["object"][number] for number in table.numbers]
        table.rows["sheaves"] = [item.sheave_count for item in items]
        spans = table.rows["span"]
        table.rows["first_slope"] = np.cumsum(spans) - spans
        for name in ("slopes_0", "slopes_L"):
            table.pools[name] = np.zeros(int(spans.sum()))
        parts = [np.zeros(0)]
        for item in items:
            lengths = np.linalg.norm(item.sheavesAxes, axis=1)[:, None]
            axes = item.sheavesAxes / np.where(lengths > 0.0, lengths, 1.0)
            parts.append(np.column_stack([axes, item.sheavesRadii]).ravel())
            parts.append(np.zeros(4 * (len(item.markerNumbers) - item.sheave_count)))
        table.pools["circles"] = np.concatenate(parts)

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        return 1

    def has_potential(self) -> bool:
        return super().has_potential() and not self.hasCoordinateMarkers

    def is_driven(self) -> bool:
        return self.hasCoordinateMarkers


def _marker(e, k, end_list):
    return end_list[e.first_end + k]


def _sheave(e, k, end_list, circles, rotations):
    """Axis in global axes, and radius"""
    place = 4 * (e.first_end + k)
    r = circles[place + 3]
    if r == 0.0:
        return ZERO, 0.0
    a = (circles[place], circles[place + 1], circles[place + 2])
    return turned(rotations[_marker(e, k, end_list)].R, a), r


def _vector(v):
    return (v[0], v[1], v[2])


def _piece(e, k, end_list, circles, markers, rotations):
    """(l, e, (a, r, n, s) of both sheaves) of piece k"""
    a_A, r_A = _sheave(e, k, end_list, circles, rotations)
    a_B, r_B = _sheave(e, k + 1, end_list, circles, rotations)
    d = sub(markers[_marker(e, k + 1, end_list)].p, markers[_marker(e, k, end_list)].p)
    length, t, n_A, s_A, n_B, s_B = tangent(d, a_A, r_A, a_B, r_B)
    return length, t, (a_A, r_A, n_A, s_A), (a_B, r_B, n_B, s_B)


def _point_velocity(marker, rotation, sheave):
    """Velocity of the point of a sheave where the rope touches"""
    v = _vector(marker.v)
    if sheave[1] == 0.0:
        return v
    return add(v, cross(_vector(rotation.omega), scaled(sheave[1], sheave[2])))


def _lengths(e, end_list, circles, markers, rotations):
    """(L, L_t) of a rope; L = 0 if neighbors overlap"""
    L = L_t = 0.0
    last = ZERO
    for k in range(e.sheaves - 1):
        length, t, A, B = _piece(e, k, end_list, circles, markers, rotations)
        if length == 0.0:
            return 0.0, 0.0
        m_A, m_B = _marker(e, k, end_list), _marker(e, k + 1, end_list)
        v_A = _point_velocity(markers[m_A], rotations[m_A], A)
        v_B = _point_velocity(markers[m_B], rotations[m_B], B)
        L += length
        L_t += dot(t, sub(v_B, v_A))
        if A[1] > 0.0:
            L += A[1] * wrap(last, A[2], A[0])
        last = B[2]
    return L, L_t


def _unstretched(e, end_list, markers):
    """(L_0, L_0_t)"""
    L_0, L_0_t = e.L_ref, 0.0
    if e.winds != 0:
        for k in range(2):
            m = markers[_marker(e, e.sheaves + k, end_list)]
            L_0 += e.f[k] * m.p[0]
            L_0_t += e.f[k] * m.v[0]
    return L_0, L_0_t


def _force(e, L, L_t, L_0, L_0_t):
    """(F, dF/d(F without regularization))"""
    F = (e.EA * (L - L_0) + e.d_A * (L_t - L_0_t)) / L_0
    if F >= 0.0 or e.F_reg <= 0.0:
        return F, 1.0
    x = math.tanh(F / e.F_reg)
    return e.F_reg * x, 1.0 - x * x


def _shear(e, length, t, w):
    """Force across a piece on sheave A; w -- velocity of B relative to A"""
    return scaled(e.d_S / length, sub(w, scaled(dot(t, w), t)))


def _pull(m, sheave, f, torque, forces_out, moments_out):
    """Add a force at the point of contact and a torque to a marker."""
    add_scaled(forces_out, m, 1.0, f)
    add_scaled(moments_out, m, 1.0, torque)
    if sheave[1] > 0.0:
        add_scaled(moments_out, m, sheave[1], cross(sheave[2], f))


def residual(table, end_list, circles, markers, rotations, marker_force_out, marker_moment_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        L, L_t = _lengths(e, end_list, circles, markers, rotations)
        L_0, L_0_t = _unstretched(e, end_list, markers)
        if L == 0.0:
            return fail(NO_TANGENT, e.number)
        if not L_0 > 0.0:
            return fail(SLACK_LENGTH, e.number)
        F = _force(e, L, L_t, L_0, L_0_t)[0]
        for k in range(e.sheaves - 1):
            length, t, A, B = _piece(e, k, end_list, circles, markers, rotations)
            m_A, m_B = _marker(e, k, end_list), _marker(e, k + 1, end_list)
            f, torque = scaled(F, t), ZERO
            if e.d_S > 0.0:
                v_A = _point_velocity(markers[m_A], rotations[m_A], A)
                v_B = _point_velocity(markers[m_B], rotations[m_B], B)
                f = add(f, _shear(e, length, t, sub(v_B, v_A)))
            if e.d_T > 0.0:
                twist = sub(_vector(rotations[m_B].omega), _vector(rotations[m_A].omega))
                torque = scaled(e.d_T * dot(t, twist), t)
            _pull(m_A, A, f, torque, marker_force_out, marker_moment_out)
            f, torque = scaled(-1.0, f), scaled(-1.0, torque)
            _pull(m_B, B, f, torque, marker_force_out, marker_moment_out)
        for k in range(2 if e.winds != 0 else 0):
            marker_force_out[_marker(e, e.sheaves + k, end_list), 0] += e.f[k] * F
    return 0


# ------------------------------------------------------------------------------- derivatives


def _one(k):
    return (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)


def _changes(t, length, A, B, inverse, c):
    """Changes of l, e, n_A, n_B with component c of the motion of A (6), then of B (6)"""
    of_B = c >= 6
    one, turns = _one(c % 3), c % 6 >= 3
    of_d = ZERO if turns else (one if of_B else scaled(-1.0, one))
    of_a = cross(one, B[0] if of_B else A[0]) if turns else ZERO
    of_a_A, of_a_B = (ZERO, of_a) if of_B else (of_a, ZERO)
    held_A = normal_change(t, A[0], A[1], A[2], A[3], ZERO, of_a_A)
    held_B = normal_change(t, B[0], B[1], B[2], B[3], ZERO, of_a_B)
    moved = add(of_d, sub(scaled(B[1], held_B), scaled(A[1], held_A)))
    across = scaled(1.0 / length, sub(moved, scaled(dot(t, moved), t)))
    of_t = solved(inverse, across)
    of_n_A = normal_change(t, A[0], A[1], A[2], A[3], of_t, of_a_A)
    of_n_B = normal_change(t, B[0], B[1], B[2], B[3], of_t, of_a_B)
    whole = add(of_d, sub(scaled(B[1], of_n_B), scaled(A[1], of_n_A)))
    return dot(t, whole), of_t, of_n_A, of_n_B


def _put(e, row, column, x, y, block_out):
    """Subtract two vectors, changes of a force and a moment, from a column of a block."""
    for r in range(3):
        block_out[e.block + (row + r) * e.span + column] -= x[r]
        block_out[e.block + (row + 3 + r) * e.span + column] -= y[r]


def _add_direction(e, k, c, t, A, B, change, factor, block_out):
    """Subtract factor times the change of the slopes of L by the motion of both sheaves."""
    column = 6 * k + c
    _, of_t, of_n_A, of_n_B = change
    of_A = add(cross(of_n_A, t), cross(A[2], of_t))
    of_B = add(cross(of_n_B, t), cross(B[2], of_t))
    _put(e, 6 * k, column, scaled(-factor, of_t), scaled(-factor * A[1], of_A), block_out)
    _put(e, 6 * k + 6, column, scaled(factor, of_t), scaled(factor * B[1], of_B), block_out)


def _add_slopes(e, k, t, A, B, slopes_out):
    """Add the slopes of l by the motion of its sheaves, with the points of contact held."""
    place = e.first_slope + 6 * k
    of_A, of_B = scaled(A[1], cross(A[2], t)), scaled(B[1], cross(B[2], t))
    for r in range(3):
        slopes_out[place + r] -= t[r]
        slopes_out[place + 3 + r] -= of_A[r]
        slopes_out[place + 6 + r] += t[r]
        slopes_out[place + 9 + r] += of_B[r]


def _add_dampers(e, k, c, length, t, A, B, change, motion, stiffness_out, damping_out):
    """Add the derivatives of the dampers of a piece by component c; motion -- (w, turns)"""
    w, omega_A, omega_B = motion
    of_length, of_t, of_n_A, of_n_B = change
    column, one = 6 * k + c, _one(c % 3)
    side = 1.0 if c >= 6 else -1.0
    f = _shear(e, length, t, w)
    of_w = sub(cross(omega_B, scaled(B[1], of_n_B)), cross(omega_A, scaled(A[1], of_n_A)))
    bent = sub(of_w, scaled(dot(t, w), of_t))
    bent = sub(bent, scaled(dot(of_t, w) + dot(t, of_w), t))
    of_f = sub(scaled(e.d_S / length, bent), scaled(of_length / length, f))
    twist = sub(omega_B, omega_A)
    of_torque = scaled(e.d_T, add(scaled(dot(of_t, twist), t), scaled(dot(t, twist), of_t)))
    on_A = add(of_torque, scaled(A[1], add(cross(of_n_A, f), cross(A[2], of_f))))
    on_B = add(of_torque, scaled(B[1], add(cross(of_n_B, f), cross(B[2], of_f))))
    _put(e, 6 * k, column, scaled(-1.0, of_f), scaled(-1.0, on_A), stiffness_out)
    _put(e, 6 * k + 6, column, of_f, on_B, stiffness_out)
    moved, torque = one, ZERO
    if c % 6 >= 3:
        sheave = B if c >= 6 else A
        moved, torque = cross(one, scaled(sheave[1], sheave[2])), scaled(e.d_T * dot(t, one), t)
    of_f, torque = scaled(side, _shear(e, length, t, moved)), scaled(side, torque)
    on_A = add(torque, scaled(A[1], cross(A[2], of_f)))
    on_B = add(torque, scaled(B[1], cross(B[2], of_f)))
    _put(e, 6 * k, column, scaled(-1.0, of_f), scaled(-1.0, on_A), damping_out)
    _put(e, 6 * k + 6, column, of_f, on_B, damping_out)


def _add_wraps(e, k, c, A, B, change, slopes_out):
    """Add the slope of the length: that of piece k, and of the arcs that it begins and ends."""
    of_length, _, of_n_A, of_n_B = change
    total = of_length
    if A[1] > 0.0:
        total += A[1] * dot(cross(A[0], A[2]), of_n_A)
    if B[1] > 0.0:
        total -= B[1] * dot(cross(B[0], B[2]), of_n_B)
    slopes_out[e.first_slope + 6 * k + c] += total


def _velocity(e, row, end_list, markers, rotations):
    """Component of the motion of a row of the block"""
    m = _marker(e, row // 6, end_list)
    return markers[m].v[row % 3] if row % 6 < 3 else rotations[m].omega[row % 3]


def _geometry(
    e, end_list, circles, markers, rotations, stiffness_out, slopes_0_out, slopes_L_out,
):  # fmt: skip
    """Write d(slopes)/dz to stiffness, and the slopes of L with and without points held."""
    for k in range(e.sheaves - 1):
        length, t, A, B = _piece(e, k, end_list, circles, markers, rotations)
        inverse = inverse_of(t, length, A, B)
        _add_slopes(e, k, t, A, B, slopes_0_out)
        for c in range(12):
            change = _changes(t, length, A, B, inverse, c)
            _add_direction(e, k, c, t, A, B, change, -1.0, stiffness_out)
            _add_wraps(e, k, c, A, B, change, slopes_L_out)


def _dampers(e, end_list, circles, markers, rotations, stiffness_out, damping_out):
    """Add the derivatives of torsional and shear damping."""
    for k in range(e.sheaves - 1):
        length, t, A, B = _piece(e, k, end_list, circles, markers, rotations)
        inverse = inverse_of(t, length, A, B)
        m_A, m_B = _marker(e, k, end_list), _marker(e, k + 1, end_list)
        v_A = _point_velocity(markers[m_A], rotations[m_A], A)
        v_B = _point_velocity(markers[m_B], rotations[m_B], B)
        turns = _vector(rotations[m_A].omega), _vector(rotations[m_B].omega)
        motion = sub(v_B, v_A), turns[0], turns[1]
        for c in range(12):
            change = _changes(t, length, A, B, inverse, c)
            _add_dampers(e, k, c, length, t, A, B, change, motion, stiffness_out, damping_out)


def jacobian(
    table, end_list, circles, markers, rotations, slopes_0_out, slopes_L_out, stiffness_out,
    damping_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        for place in range(e.block, e.block + e.span * e.span):
            stiffness_out[place] = damping_out[place] = 0.0
        for place in range(e.first_slope, e.first_slope + e.span):
            slopes_0_out[place] = slopes_L_out[place] = 0.0
        if e.active == 0:
            continue
        L, L_t = _lengths(e, end_list, circles, markers, rotations)
        L_0, L_0_t = _unstretched(e, end_list, markers)
        if L == 0.0:
            return fail(NO_TANGENT, e.number)
        if not L_0 > 0.0:
            return fail(SLACK_LENGTH, e.number)
        F, slack = _force(e, L, L_t, L_0, L_0_t)
        plain = (e.EA * (L - L_0) + e.d_A * (L_t - L_0_t)) / L_0
        _geometry(
            e, end_list, circles, markers, rotations, stiffness_out, slopes_0_out,
            slopes_L_out,
        )  # fmt: skip
        _spread(
            e, F, slack, plain, L_0, end_list, markers, rotations, slopes_0_out, slopes_L_out,
            stiffness_out, damping_out,
        )  # fmt: skip
        if e.d_S + e.d_T > 0.0:
            _dampers(e, end_list, circles, markers, rotations, stiffness_out, damping_out)
    return 0


def _spread(
    e, F, slack, plain, L_0, end_list, markers, rotations, slopes_0, slopes_L, stiffness_out,
    damping_out,
):  # fmt: skip
    """Turn d(slopes)/dz into the derivatives of the rope force on all ends."""
    sheaves = 6 * e.sheaves
    for c in range(e.span):
        of_rate = 0.0
        for r in range(sheaves):
            of_rate += stiffness_out[e.block + r * e.span + c] * _velocity(
                e, r, end_list, markers, rotations
            )
        by_z = slack * (e.EA * slopes_L[e.first_slope + c] + e.d_A * of_rate) / L_0
        by_v = slack * e.d_A * slopes_0[e.first_slope + c] / L_0
        if c >= sheaves:
            factor = e.f[(c - sheaves) // 6] if (c - sheaves) % 6 == 0 else 0.0
            by_z, by_v = -slack * factor * (e.EA + plain) / L_0, -slack * factor * e.d_A / L_0
        for r in range(e.span):
            place = e.block + r * e.span + c
            slope = -slopes_0[e.first_slope + r]
            if r >= sheaves:
                slope = e.f[(r - sheaves) // 6] if (r - sheaves) % 6 == 0 else 0.0
            stiffness_out[place] = slope * by_z - F * stiffness_out[place]
            damping_out[place] = slope * by_v


def potential(table, end_list, circles, markers, rotations, energy_out):
    """Energy stored in each rope [J], without coordinates."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        if e.active == 0 or e.EA == 0.0:
            continue
        L = _lengths(e, end_list, circles, markers, rotations)[0]
        L_0 = _unstretched(e, end_list, markers)[0]
        F = e.EA * (L - L_0) / L_0
        if F >= 0.0 or e.F_reg <= 0.0:
            energy_out[i] = 0.5 * F * (L - L_0)
        else:
            x = -F / e.F_reg
            soft = x + math.log1p(math.exp(-2.0 * x)) - math.log(2.0)
            energy_out[i] = e.F_reg * e.F_reg * L_0 / e.EA * soft


def output(table, row, variable, end_list, circles, markers, rotations, value_out):
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], end_list, circles, markers, rotations, value_out)
        return 0
    e = table[row]
    L, L_t = _lengths(e, end_list, circles, markers, rotations)
    if L == 0.0:
        return fail(NO_TANGENT, e.number)
    if variable == DISTANCE:
        value_out[0] = L
    elif variable == VELOCITY_LOCAL:
        value_out[0] = L_t
    elif e.active != 0:
        L_0, L_0_t = _unstretched(e, end_list, markers)
        if not L_0 > 0.0:
            return fail(SLACK_LENGTH, e.number)
        value_out[0] = _force(e, L, L_t, L_0, L_0_t)[0]
    return 0


define(ObjectConnectorReevingSystemSprings, residual, jacobian, potential, output)
ReevingSystemSprings = ObjectConnectorReevingSystemSprings
VReevingSystemSprings = VObjectConnectorReevingSystemSprings
