"""PlanarSpringDamper: spring and damper in parallel between two points of the plane.

The first marker m0 is the parent p, the second m1 the child c; r, v are the positions and
velocities of the markers, phi and omega their angles and angular velocities.

    D = r_p - r_c,  V = v_p - v_c,  d = |D|,  u = D / d,  s = d - l0 + p
    f = F(s) u + c V        on the child; the parent receives -f (F > 0 pulls together)

| choice | law |
|---|---|
| springType "Linear" | F = k s |
| "Tensile", "Compressive" | F = k s for s > 0 or s < 0; else no spring, damper and coupling |
| "Tabular" | F interpolated in the curve (s, F); beyond its ends "hold" or "linear" |
| dampingDirection "axial" | c (u V) u instead of c V, which keeps angular momentum |
| formulation "bushing" | k (D - l0v) instead of F u; Linear, p = 0 and without noAdhesion only |

noAdhesion: the axial force N = F + c (u V) may have only the sign of the spring force (Tensile > 0,
Compressive < 0, others that of F). Where it would have the other sign, the connector is released:
there is no force along or across the axis, and no coupling.

At s = 0 and at the points of a curve, the law follows the piece into which the points move. At
d = 0 there is no direction, hence neither spring force nor axial damping. With a free length l0 - p
of zero no direction is needed: the force is smooth there.

Coupling, with the size |F| of the spring part only:

    T = -|F| (mu_k (phi_p - phi_c - l0t) + mu_c (omega_p - omega_c))    on the parent; -T: child

releasedAxes (x, y, theta): no force acts along a released axis. With release "project" lengths and
velocities are measured on the other axes; with "mask" the component of the full force is dropped,
and there is no potential. If theta is released there is no torque: neither coupling nor the moment
of the forces about the nodes, which is canceled by -(arm x force).

The sum of the forces is always zero; the moment about any point is zero without isotropic damper,
bushing and released axes. Bushings and released axes are fixed in space, and the isotropic damper
acts on a spinning model: with these there is no invariance under rotation. Without damper,
coupling, mask and released theta the potential is the integral of F over s. mu_k has no potential:
with it energy may grow.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.connectors.connector import EVENT_COLUMN, DrawnConnector, FrameConnector
from linkwork.connectors.laws.planar_branches import (
    branch_behind,
    branch_of,
    fill_distances,
    piece_of,
)
from linkwork.connectors.laws.planar_law import (
    BUSHING,
    DIRECTIONS,
    FORMULATIONS,
    RELEASES,
    SEGMENT,
    axis,
    damper_slopes,
    energy,
    fill_coupling,
    fill_forces,
    fill_moments,
    force,
    is_off,
    masked,
    moment,
    relative,
    spring_slopes,
    stretch,
    torques,
    twist,
)
from linkwork.connectors.laws.spring_types import ENDS, LINEAR, SPRING_TYPES
from linkwork.core.blocks import PLANE, Blocks
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import Array, Choice, Curve, Flag, Flags, Real, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import BOUNDARIES, i8

__all__ = [
    "ObjectConnectorPlanarSpringDamper",
    "PlanarSpringDamper",
    "VObjectConnectorPlanarSpringDamper",
    "VPlanarSpringDamper",
]

DISTANCE, DISPLACEMENT = int(Variable.Distance), int(Variable.Displacement)
VELOCITY, FORCE = int(Variable.Velocity), int(Variable.Force)
TORQUE, FORCE_LOCAL = int(Variable.Torque), int(Variable.ForceLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)


class VObjectConnectorPlanarSpringDamper(DrawnConnector):
    """Drawing of a PlanarSpringDamper; drawSize is the diameter of the coil."""

    drawn_as = "coil"


class ObjectConnectorPlanarSpringDamper(FrameConnector):
    """Spring and damper between two markers in the plane."""

    type_name = "ConnectorPlanarSpringDamper"
    short_name = "PlanarSpringDamper"
    V = VObjectConnectorPlanarSpringDamper
    blocks = Blocks(2, PLANE)
    rigid_invariance = False
    extra_columns = (
        *FrameConnector.extra_columns, EVENT_COLUMN, ("first_segment", i8), ("n_segments", i8)
    )  # fmt: skip
    pools = {"segments": SEGMENT}
    outputs = {
        Variable.Distance: Output("d", "m", 0, "distance of the points on the measured axes"),
        Variable.Displacement: Output("s", "m", 0, "stretch; for a bushing |D - l0v|"),
        Variable.Velocity: Output("u V", "m/s", 0, "rate of the distance"),
        Variable.Force: Output("-f", "N", 3, "force on the parent m0; the child receives f"),
        Variable.Torque: Output(
            "tau_p, tau_c", "N m", 2, "torques on parent and child, about nodes or anchors"
        ),
        Variable.ForceLocal: Output(
            "-f_x, -f_y, tau_p, tau_c", "N, N, N m, N m", 4,
            "force x, y on the parent, torques on parent and child",
        ),
        Variable.PotentialEnergy: Output("V", "J", 0, "stored energy"),
    }  # fmt: skip

    stiffness: float = parameter(0.0, UReal, symbol="k", unit="N/m", doc="stiffness of the spring")
    damping: float = parameter(0.0, UReal, symbol="c", unit="N s/m", doc="damping coefficient")
    preload: float = parameter(
        0.0, Real, symbol="p", unit="m", doc="initial stretch, > 0: tension; free length l0 - p"
    )
    referenceLength: float = parameter(
        0.0, UReal, symbol="l0", unit="m", doc="length at which s = p, on the measured axes"
    )
    referenceVector: Any = parameter(
        [0.0] * 2, Array((2,)), symbol="l0v", unit="m",
        doc="r_p - r_c at which the spring force of a bushing is zero",
    )  # fmt: skip
    referenceAngle: float = parameter(
        0.0, Real, symbol="l0t", unit="rad", doc="phi_p - phi_c at zero coupling torque"
    )
    springType: str = parameter(
        "Linear", Choice(SPRING_TYPES), symbol="spring", doc="law of the spring"
    )
    curve: Any = parameter(
        [], Curve(), unit="m, N",
        doc="points (s, F) of a Tabular spring, s increasing; another number of them: new Assemble",
    )  # fmt: skip
    extrapolate: str = parameter(
        "hold", Choice(ENDS), doc="beyond the ends of the curve: constant or linear"
    )
    noAdhesion: bool = parameter(
        False, Flag(), symbol="no_adhesion", doc="whether the axial force never changes its sign"
    )
    coupling: Any = parameter(
        [0.0] * 2, Array((2,)), symbol="mu", unit="m/rad, m s/rad",
        doc="torque per spring force: mu_k for the angle, mu_c for the angular velocity",
    )  # fmt: skip
    releasedAxes: Any = parameter(
        [False] * 3, Flags(3), symbol="released", doc="axes x, y, theta along which no force acts"
    )
    release: str = parameter(
        "project", Choice(RELEASES), symbol="release", doc="how axes are released"
    )
    formulation: str = parameter(
        "axial", Choice(FORMULATIONS), symbol="formulation",
        doc="spring along the line of the points, or along each axis",
    )  # fmt: skip
    dampingDirection: str = parameter(
        "isotropic", Choice(DIRECTIONS), symbol="direction",
        doc="damper against the relative velocity, or along the line of the points",
    )  # fmt: skip

    def is_structural(self, p: Any, new: Any) -> bool:
        """Whether the curve has another number of points, which needs another place."""
        return p.structural or (p.name == "curve" and len(new) != len(self.curve))

    def check_sizes(self, owner: str, items: Any) -> None:
        """Reject incompatible choices."""
        if self.springType == "Tabular" and not len(self.curve):
            raise ParameterError(
                f"{owner}: springType 'Tabular' needs a curve, n x 2 points (s, F), got none; "
                "set curve or choose another springType"
            )
        if self.formulation != "bushing":
            return
        for name, wanted in (("springType", "Linear"), ("preload", 0.0), ("noAdhesion", False)):
            value = getattr(self, name)
            if value != wanted:
                raise ParameterError(
                    f"{owner}: formulation 'bushing' acts along each axis and needs {name} "
                    f"{wanted!r}, got {value!r}; use formulation 'axial'"
                )

    def has_potential(self) -> bool:
        """Whether it has a potential: not with coupling by mu_k, mask or released theta."""
        masks = self.release == "mask" and any(self.releasedAxes[:2])
        return not (self.coupling[0] != 0.0 or masks or self.releasedAxes[2])

    @classmethod
    def has_events(cls, table: Any) -> bool:
        rows = table.rows
        sticks_not = (rows["no_adhesion"] != 0) & (rows["c"] > 0.0)
        pieces = (rows["spring"] != LINEAR) | sticks_not
        return bool((pieces & (rows["formulation"] != BUSHING)).any())

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        curves = [model.items["object"][number].curve for number in table.numbers]
        sizes = np.array([len(curve) + 1 if len(curve) else 0 for curve in curves], i8)
        table.rows["n_segments"] = sizes
        table.rows["first_segment"] = np.cumsum(sizes) - sizes
        table.pools["segments"] = np.zeros(sizes.sum(), SEGMENT)

    @classmethod
    def write_pools(cls, table: Any, row: int, item: Any) -> None:
        if len(item.curve):
            e = table.rows[row]
            part = table.pools["segments"][e["first_segment"] :][: e["n_segments"]]
            part[:] = segments_of(item.curve, item.extrapolate)


def segments_of(curve: np.ndarray, extrapolate: str) -> np.ndarray:
    """The segments of a curve; energies are zero at s = 0."""
    s, F = curve.T
    slopes = np.diff(F) / np.diff(s)
    ends = slopes[[0, -1]] if extrapolate == "linear" else np.zeros(2)
    made = np.zeros(len(s) + 1, SEGMENT)
    made["s"], made["force"] = np.r_[s[:1], s], np.r_[F[:1], F]
    made["slope"] = np.r_[ends[0], slopes, ends[1]]
    made["energy"][2:] = np.cumsum(np.diff(s) * (F[1:] + F[:-1]) / 2.0)
    zero = made[np.searchsorted(s, 0.0, "right")]
    x = -zero["s"]
    made["energy"] -= zero["energy"] + (zero["force"] + 0.5 * zero["slope"] * x) * x
    return made


# ------------------------------------------------------------------------------- kernels


def residual(
    table, markers, rotations, segments, frozen, branches_out, marker_force_out, marker_moment_out
):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        D, V = relative(e, markers)
        if frozen == 0:
            branches_out[e.event] = branch_of(e, markers, D, V, segments)
        f, size = force(e, D, V, branches_out[e.event], segments)
        f = masked(e, f)
        tau0, tau1 = torques(e, f, size, rotations[e.m0], rotations[e.m1])
        for r in range(2):
            marker_force_out[e.m0, r] -= f[r]
            marker_force_out[e.m1, r] += f[r]
        marker_moment_out[e.m0, 2] += tau0
        marker_moment_out[e.m1, 2] += tau1


def jacobian(table, markers, rotations, segments, frozen, branches, stiffness_out, damping_out):
    for i in range(table.size):
        e = table[i]
        for r in range(6):
            for c in range(6):
                stiffness_out[i, r, c] = 0.0
                damping_out[i, r, c] = 0.0
        D, V = relative(e, markers)
        branch = branches[e.event] if frozen != 0 else branch_of(e, markers, D, V, segments)
        if e.active == 0 or is_off(e, branch):
            continue
        K, gradient = spring_slopes(e, D, branch, segments)
        by_place, by_rate = damper_slopes(e, D, V)
        K = (K[0] + by_place[0], K[1] + by_place[1], K[1] + by_place[2], K[2] + by_place[3])
        fill_forces(e, i, K, stiffness_out)
        fill_forces(e, i, by_rate, damping_out)
        turn0, turn1 = rotations[e.m0], rotations[e.m1]
        f, size = force(e, D, V, branch, segments)
        if e.released[2] != 0:
            f = masked(e, f)
            fill_moments(i, turn0.arm, turn1.arm, stiffness_out)
            fill_moments(i, turn0.arm, turn1.arm, damping_out)
            # d(arm)/d(phi) is the arm turned by 90 degrees
            stiffness_out[i, 2, 2] = -(turn0.arm[0] * f[0] + turn0.arm[1] * f[1])
            stiffness_out[i, 5, 5] = turn1.arm[0] * f[0] + turn1.arm[1] * f[1]
            continue
        fill_coupling(e, i, gradient, twist(e, turn0, turn1), -size * e.mu[0], stiffness_out)
        fill_coupling(e, i, (0.0, 0.0), 0.0, -size * e.mu[1], damping_out)


def events(table, markers, segments, branches, event_values_out):
    """Distances to the boundaries of the branches."""
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            for b in range(BOUNDARIES):
                event_values_out[e.event, b] = math.inf
            continue
        D, V = relative(e, markers)
        fill_distances(e, markers, D, V, branches[e.event], segments, event_values_out[e.event])


def switch(table, segments, crossed, branches_out):
    """Switch to the branches beyond the boundaries that rows cross."""
    for i in range(table.size):
        e = table[i]
        boundary = crossed[e.event]
        if boundary >= 0:
            branches_out[e.event] = branch_behind(e, branches_out[e.event], boundary, segments)


def potential(table, markers, segments, energy_out):
    """Energy stored in each spring [J], without mask."""
    for i in range(table.size):
        e = table[i]
        s = stretch(e, relative(e, markers)[0])
        energy_out[i] = e.active * energy(e, s, piece_of(e, s, 0.0, 0.0, segments), segments)


def output(table, row, variable, markers, rotations, segments, frozen, branches, value_out):
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], markers, segments, value_out)
        return
    e = table[row]
    D, V = relative(e, markers)
    d, u = axis(D)
    if variable == DISTANCE:
        value_out[0] = d
    elif variable == DISPLACEMENT:
        value_out[0] = stretch(e, D)
    elif variable == VELOCITY:
        value_out[0] = u[0] * V[0] + u[1] * V[1]
    elif e.active != 0:
        branch = branches[e.event] if frozen != 0 else branch_of(e, markers, D, V, segments)
        f, size = force(e, D, V, branch, segments)
        f = masked(e, f)
        turn0, turn1 = rotations[e.m0], rotations[e.m1]
        first = 2 if variable == FORCE_LOCAL else 0
        if variable != TORQUE:
            value_out[0] = -f[0]
            value_out[1] = -f[1]
        if variable != FORCE and e.released[2] == 0:
            tau0, tau1 = torques(e, f, size, turn0, turn1)
            value_out[first] = tau0 - moment(turn0.arm, f)
            value_out[first + 1] = tau1 + moment(turn1.arm, f)


define(ObjectConnectorPlanarSpringDamper, residual, jacobian, potential, events, switch, output)
PlanarSpringDamper = ObjectConnectorPlanarSpringDamper
VPlanarSpringDamper = VObjectConnectorPlanarSpringDamper
