"""RigidBodySpringDamper: six springs and dampers between two frames, a bushing.

J0 = R0 M0 and J1 = R1 M1 are the frames on the markers, with M0 and M1 the rotations
rotationMarker0 and rotationMarker1. A displacement d and a rotation r of the second frame relative
to the first, and their velocities, are measured along the axes of a frame J:

    F = K ((d, r) - u_off) + D (v, w),   v = J^T (v1 - v0),  w = J^T (omega1 - omega0)
    f = J F[0:3],  m = J F[3:6]

K and D are 6 x 6 and used as given, also if they are not symmetric.

| intrinsicFormulation | False | True |
|---|---|---|
| axes J | J0 | J0 exp(r~/2) |
| displacement d | J0^T (p1 - p0) | T(r)^-T J0^T (p1 - p0) |
| rotation r | angles about x, y, z of J0^T J1 | rotation vector of J0^T J1 |
| m0 receives | f, m | f, m + (p_m - p0) x f |
| m1 receives | -f, -m | -f, -m - (p_m - p1) x f |

T is the tangent map of rotations (`math/exponential.py`): (d, r) is the logarithm of the rigid
motion from the first to the second frame. Half of this motion leads to the frame J at the point
p_m, where the forces of the intrinsic formulation act on both bodies.

The intrinsic formulation prefers neither of the bodies, and keeps linear and angular momentum. The
other one has no moment (p1 - p0) x f: two free bodies change their angular momentum, and mbs.Check
says so. Its angles are singular where the second one is +-pi/2; rotation vectors jump where they
are pi long. Both forces turn with the model, but the dampers act on a model that spins, since v is
not zero there: there is no invariance under rigid motions.

With `compatibility` of the settings, the arms of the intrinsic formulation are J d/2 and -J d/2
instead of p_m - p0 and p_m - p1.

springForceTorqueUserFunction UF returns the six numbers F instead; offsets are not subtracted, and
it receives M0 and M1 as rotJ0 and rotJ1:

    F = UF(mbs, t, itemNumber, d, r, v, w, K, D, M0, M1, u_off)

dF/d(d, r) = K and dF/d(v, w) = D (central differences of UF in these twelve numbers).

In general there is no potential: neither angles nor rotation vectors are conjugate to the moments.
There is one, (u - u_off) K (u - u_off) / 2 with u = (d, r), if K has zeros in rows and columns of
rotations, its other part is symmetric, and J0 = J stays on the ground; with the intrinsic
formulation for K = [[0, a I], [a I, b I]] and K u_off = 0. PotentialEnergy is always this number.

postNewtonStepUserFunction UF_PN looks at the solution of every step of time or load, and returns
new data coordinates x of the node nodeNumber (none without a node):

    [error, h_wanted, *x_new] = UF_PN(mbs, t, itemNumber, x, d, r, v, w, K, D, M0, M1, u_off)

The forces of a law may depend on x, which is constant while a step is solved. error is the change
of force that the new x would make: if it is not small compared with the typical load, the step is
solved again with them (`discontinuous.iterationTolerance`). h_wanted is a step size to repeat the
step with if it is smaller than the present one, and negative for none. Explicit solvers call the
function once after each step. Inactive connectors do not call it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.connectors.connector import DrawnConnector, FrameConnector
from linkwork.connectors.data_node import DATA_COLUMN, check_data_node
from linkwork.connectors.laws.bushing import (
    BY_PLACE,
    BY_RATE,
    FORCE,
    WORK,
    arms,
    measured,
    three,
    write_given,
    write_slopes,
    write_state,
)
from linkwork.connectors.laws.bushing_data import NOTE_COLUMNS, lay_out_notes, post_newton
from linkwork.core.declare.doubts import Doubt
from linkwork.core.declare.function_kinds import DataFunction, UserFunction
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import UNIT_MATRIX, Array, Flag, Index, Rotation
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.records import f8
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.differences import CENTRAL, USUAL, difference_step, is_rounded_off, larger_step
from linkwork.math.frames import out_of
from linkwork.math.vec3 import add, add_scaled, cross, sub

__all__ = [
    "ObjectConnectorRigidBodySpringDamper",
    "RigidBodySpringDamper",
    "VObjectConnectorRigidBodySpringDamper",
    "VRigidBodySpringDamper",
]

DISPLACEMENT_LOCAL, VELOCITY_LOCAL = int(Variable.DisplacementLocal), int(Variable.VelocityLocal)
ROTATION, ANGULAR_VELOCITY_LOCAL = int(Variable.Rotation), int(Variable.AngularVelocityLocal)
FORCE_LOCAL, TORQUE_LOCAL = int(Variable.ForceLocal), int(Variable.TorqueLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)
ZEROS = [[0.0] * 6] * 6

bushing_force = Pointer("q", "qdq")
"""UF(address of work, t, itemNumber): work holds the arguments in order, then the result."""

MEASURED = ("displacement", "rotation", "velocity", "angularVelocity")
GIVEN = ("stiffness", "damping", "rotJ0", "rotJ1", "offset")

SHAPES = (*((3,),) * 4, (6, 6), (6, 6), (3, 3), (3, 3), (6,))

SPRING = UserFunction(
    ("mbs", "t", "itemNumber", *MEASURED, *GIVEN), bushing_force, shapes=SHAPES, size=6
)
AFTER_NEWTON = DataFunction(
    ("mbs", "t", "itemIndex", "dataCoordinates", *MEASURED, *GIVEN), shapes=SHAPES
)


class VObjectConnectorRigidBodySpringDamper(DrawnConnector):
    """Drawing of a RigidBodySpringDamper; drawSize is the diameter of the coil."""

    drawn_as = "coil"


class ObjectConnectorRigidBodySpringDamper(FrameConnector):
    """Springs and dampers in all six directions between two frames."""

    type_name = "ConnectorRigidBodySpringDamper"
    short_name = "RigidBodySpringDamper"
    aliases = {"useIntrinsicFormulation": "intrinsicFormulation"}
    V = VObjectConnectorRigidBodySpringDamper
    rigid_invariance = False
    extra_columns = (*FrameConnector.extra_columns, DATA_COLUMN, *NOTE_COLUMNS)
    own = {**FrameConnector.own, "work": (f8, (WORK,))}
    pools = {"notes": f8}
    outputs = {
        Variable.DisplacementLocal: Output("d", "m", 3, "displacement along the axes J"),
        Variable.VelocityLocal: Output("v", "m/s", 3, "J^T (v1 - v0)"),
        Variable.Rotation: Output("r", "rad", 3, "angles about x, y, z, or rotation vector"),
        Variable.AngularVelocityLocal: Output("w", "rad/s", 3, "J^T (omega1 - omega0)"),
        Variable.ForceLocal: Output("F[0:3]", "N", 3, "force on m0 along the axes J"),
        Variable.TorqueLocal: Output("F[3:6]", "N m", 3, "torque on m0 along the axes J"),
        Variable.PotentialEnergy: Output("V", "J", 0, "(u - u_off) K (u - u_off) / 2"),
    }

    last_parameters = (
        "activeConnector",
        "springForceTorqueUserFunction",
        "postNewtonStepUserFunction",
    )

    nodeNumber: int = parameter(
        -1, Index("node", optional=True), symbol="n_d", structural=True,
        doc="node with the data coordinates of postNewtonStepUserFunction; -1: none",
    )  # fmt: skip
    stiffness: Any = parameter(
        ZEROS, Array((6, 6)), symbol="K", unit="N/m, N/rad, N, N m/rad", doc="stiffness matrix"
    )
    damping: Any = parameter(
        ZEROS, Array((6, 6)), symbol="D", unit="N s/m, N s/rad, N s, N m s/rad",
        doc="damping matrix",
    )  # fmt: skip
    rotationMarker0: Any = parameter(
        UNIT_MATRIX, Rotation(), symbol="M0", unit="1", doc="axes of the frame in those of m0"
    )
    rotationMarker1: Any = parameter(
        UNIT_MATRIX, Rotation(), symbol="M1", unit="1", doc="axes of the frame in those of m1"
    )
    offset: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="u_off", unit="m, m, m, rad, rad, rad",
        doc="displacement and rotation at zero spring force",
    )  # fmt: skip
    intrinsicFormulation: bool = parameter(
        False, Flag(), symbol="intrinsic",
        doc="whether the law is symmetric in both bodies; recommended between bodies",
    )  # fmt: skip
    springForceTorqueUserFunction: Any = parameter(
        0, SPRING, symbol="UF", unit="N, N, N, N m, N m, N m",
        doc="function that returns the six numbers F; replaces the law",
    )  # fmt: skip
    postNewtonStepUserFunction: Any = parameter(
        0, AFTER_NEWTON, symbol="UF_PN", unit="N, s, 1", structural=True,
        doc="function that returns [error, recommended step, data coordinates ...]",
    )  # fmt: skip

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        check_data_node(owner, self.nodeNumber, items, 1, "what its law remembers")

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        lay_out_notes(table, model, "postNewtonStepUserFunction")

    @classmethod
    def judges(cls, table: Any) -> bool:
        return bool((table.rows["note"] >= 0).any())

    def has_potential_in(self, model: Any) -> bool:
        K, unit = self.stiffness, np.eye(3)
        if callable(self.springForceTorqueUserFunction):
            return False
        if self.intrinsicFormulation:
            a, b = K[0, 3], K[3, 3]
            wanted = np.block([[0.0 * unit, a * unit], [a * unit, b * unit]])
            return np.array_equal(K, wanted) and not np.any(K @ self.offset)
        moves = K.copy()
        moves[3:] = moves[:, 3:] = 0.0
        is_held = len(model.marker_indices(self.markerNumbers[0])) == 0
        return is_held and np.array_equal(K, moves) and np.array_equal(K, K.T)

    @classmethod
    def doubts(cls, table: Any, model: Any, data: Any) -> list[Doubt]:
        found = []
        for line, (number, e) in enumerate(zip(table.numbers, table.rows, strict=True)):
            item = model.items["object"][number]
            pulls = bool(e.K[:3].any() or e.D[:3].any()) or callable(
                item.springForceTorqueUserFunction
            )
            moves = [len(model.marker_indices(marker)) > 0 for marker in item.markerNumbers]
            if e.active and not e.intrinsic and pulls and all(moves):
                found.append(
                    Doubt(
                        line, "angular-momentum",
                        "both of its bodies can move, and its forces have a moment about each "
                        "other that nothing balances: angular momentum is not conserved",
                        "set intrinsicFormulation = True",
                    )
                )  # fmt: skip
        return found


def _law(e, t, i, work_out):
    """Compute F from the state in the work memory."""
    if e.UF == 0:
        for r in range(6):
            F = 0.0
            for c in range(6):
                F += e.K[r, c] * (work_out[i, c] - e.u_off[c]) + e.D[r, c] * work_out[i, 6 + c]
            work_out[i, FORCE + r] = F
        return 0
    write_given(e, i, work_out)
    status = bushing_force(e.UF, work_out[i].ctypes.data, t, e.number)
    return fail(USER_FUNCTION, e.number) if status != 0 else 0


def residual(
    table, markers, rotations, t, compatible, work_out, marker_force_out, marker_moment_out
):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
        frame, y, d, r, theta = measured(e, m0, m1, t0, t1)
        write_state(i, frame, d, r, m0, m1, t0, t1, work_out)
        status = _law(e, t, i, work_out)
        if status != 0:
            return status
        F_d = three(work_out, i, FORCE)
        arm, lever = arms(e, compatible, y, d, theta)
        moment = add(three(work_out, i, FORCE + 3), cross(arm, F_d))
        f, n0 = out_of(frame, F_d), out_of(frame, moment)
        n1 = sub(out_of(frame, cross(lever, F_d)), n0)
        add_scaled(marker_force_out, e.m0, 1.0, f)
        add_scaled(marker_force_out, e.m1, -1.0, f)
        add_scaled(marker_moment_out, e.m0, 1.0, n0)
        add_scaled(marker_moment_out, e.m1, 1.0, n1)
    return 0


def _difference(e, t, i, c, size, work_out):
    """Write dF/dx for number c of the state; size -- of the terms whose difference it is."""
    middle, place = work_out[i, c], BY_PLACE + c if c < 6 else BY_RATE + c - 6
    limit = CENTRAL * max(size, USUAL)
    step = difference_step(middle, size, limit)
    while True:
        change = values = 0.0
        for side in range(2):
            work_out[i, c] = middle + (step if side == 1 else -step)
            status = _law(e, t, i, work_out)
            if status != 0:
                return status
            for r in range(6):
                F, at = work_out[i, FORCE + r], place + 6 * r
                values += abs(F)
                if side == 0:
                    work_out[i, at] = F
                else:
                    change += abs(F - work_out[i, at])
                    work_out[i, at] = (F - work_out[i, at]) / (2.0 * step)
        if not is_rounded_off(change, values, step, limit):
            break
        step = larger_step(step, limit)
    work_out[i, c] = middle
    return 0


def _differentiate(e, m0, m1, t0, t1, t, i, work_out):
    """Write the derivatives of F by the twelve numbers of the state."""
    if e.UF == 0:
        for r in range(6):
            for c in range(6):
                work_out[i, BY_PLACE + 6 * r + c] = e.K[r, c]
                work_out[i, BY_RATE + 6 * r + c] = e.D[r, c]
        return 0
    length = speed = spin = 0.0
    for r in range(3):
        length = max(length, abs(m0.p[r]), abs(m1.p[r]), abs(e.u_off[r]))
        speed = max(speed, abs(m0.v[r]), abs(m1.v[r]))
        spin = max(spin, abs(t0.omega[r]), abs(t1.omega[r]))
    for c in range(12):
        size = (length, 1.0, speed, spin)[c // 3]
        status = _difference(e, t, i, c, size, work_out)
        if status != 0:
            return status
    return 0


def jacobian(table, markers, rotations, t, compatible, work_out, stiffness_out, damping_out):
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            for r in range(12):
                for c in range(12):
                    stiffness_out[i, r, c] = damping_out[i, r, c] = 0.0
            continue
        m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
        frame, y, d, r, theta = measured(e, m0, m1, t0, t1)
        write_state(i, frame, d, r, m0, m1, t0, t1, work_out)
        status = _differentiate(e, m0, m1, t0, t1, t, i, work_out)
        if status == 0:
            status = _law(e, t, i, work_out)
        if status != 0:
            return status
        write_slopes(e, compatible, i, frame, y, r, theta, work_out, stiffness_out, damping_out)
    return 0


def potential(table, markers, rotations, energy_out):
    """Energy (u - u_off) K (u - u_off) / 2 of each row [J], without user function."""
    for i in range(table.size):
        e = table[i]
        m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
        _, _, d, r, _ = measured(e, m0, m1, t0, t1)
        u = d[0], d[1], d[2], r[0], r[1], r[2]
        energy = 0.0
        for k in range(6):
            for c in range(6):
                energy += 0.5 * e.K[k, c] * (u[k] - e.u_off[k]) * (u[c] - e.u_off[c])
        energy_out[i] = e.active * energy


def output(table, row, variable, markers, rotations, t, work_out, value_out):
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], markers, rotations, value_out)
        return 0
    e = table[row]
    m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
    frame, _, d, r, _ = measured(e, m0, m1, t0, t1)
    write_state(row, frame, d, r, m0, m1, t0, t1, work_out)
    first = 0
    if variable == ROTATION:
        first = 3
    elif variable == VELOCITY_LOCAL:
        first = 6
    elif variable == ANGULAR_VELOCITY_LOCAL:
        first = 9
    elif variable != DISPLACEMENT_LOCAL:
        if e.active == 0:
            return 0
        status = _law(e, t, row, work_out)
        if status != 0:
            return status
        first = FORCE if variable == FORCE_LOCAL else FORCE + 3
    for k in range(3):
        value_out[k] = work_out[row, first + k]
    return 0


define(ObjectConnectorRigidBodySpringDamper, residual, jacobian, post_newton, potential, output)
RigidBodySpringDamper = ObjectConnectorRigidBodySpringDamper
VRigidBodySpringDamper = VObjectConnectorRigidBodySpringDamper
