"""Outputs of markers with a position, for every kind of motion."""

from __future__ import annotations

from linkwork.core.enums import OutputVariableType as Variable
from linkwork.math.tait_bryan import angles

POSITION, DISPLACEMENT = int(Variable.Position), int(Variable.Displacement)
VELOCITY, ACCELERATION = int(Variable.Velocity), int(Variable.Acceleration)
ROTATION, ROTATION_MATRIX = int(Variable.Rotation), int(Variable.RotationMatrix)
ANGULAR_VELOCITY = int(Variable.AngularVelocity)
ANGULAR_VELOCITY_LOCAL = int(Variable.AngularVelocityLocal)
ANGULAR_ACCELERATION = int(Variable.AngularAcceleration)


def output(
    table, row, variable, markers, rotations, motion_jacobians, motion_rates, motion_coordinates,
    q, v, a, value_out,
):  # fmt: skip
    """Outputs of one marker; accelerations are J a + H v."""
    e = table[row]
    m, rotation = markers[e.marker], rotations[e.marker]
    is_fixed = e.dimension == 0 and e.n_columns == 0
    for r in range(3):
        if variable == POSITION:
            value_out[r] = m.p[r]
        elif variable == VELOCITY:
            value_out[r] = m.v[r]
        elif variable == DISPLACEMENT and (e.turning != 0 or is_fixed):
            value_out[r] = m.p[r] - e.offset[r]
        elif variable == ANGULAR_VELOCITY:
            value_out[r] = rotation.omega[r]
        for c in range(3):
            if variable == ROTATION_MATRIX:
                value_out[3 * r + c] = rotation.R[r, c]
            elif variable == ANGULAR_VELOCITY_LOCAL:
                value_out[r] += rotation.R[c, r] * rotation.omega[c]
    if variable == ROTATION and e.planar != 0:
        value_out[2] = rotation.angle
    elif variable == ROTATION:
        value_out[0], value_out[1], value_out[2] = angles(rotation.R)
    for r in range(e.dimension):
        if variable == DISPLACEMENT:
            value_out[r] = q[e.first + r]
        elif variable == ACCELERATION:
            value_out[r] = a[e.first + r]
    for k in range(e.column, e.column + e.n_columns):
        c = motion_coordinates[k]
        if c < 0:
            continue
        for r in range(3):
            if variable == DISPLACEMENT and e.turning == 0:
                value_out[r] += motion_jacobians[k, r] * q[c]
            elif variable == ACCELERATION:
                value_out[r] += motion_jacobians[k, r] * a[c] + motion_rates[k, r] * v[c]
            elif variable == ANGULAR_ACCELERATION:
                value_out[r] += motion_jacobians[k, 3 + r] * a[c] + motion_rates[k, 3 + r] * v[c]
