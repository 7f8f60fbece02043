"""SphericalJoint: two points coincide, in some of the global directions.

    c_i = (p1 - p0)_i for every i with constrainedAxes[i] = 1;  for the others lambda_i = 0
    inactive: lambda = 0

m0 receives the force lambda, m1 the opposite one; forces do no work. Directions are those of the
global axes, also if the model turns: there is invariance under rotations only for c = 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.connectors.connector import FrameConstraint
from linkwork.core.blocks import Blocks
from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Color, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.joints.constrained_axes import ConstrainedAxes

__all__ = [
    "ObjectJointSpherical",
    "SphericalJoint",
    "VObjectJointSpherical",
    "VSphericalJoint",
]

POSITION, VELOCITY = int(Variable.Position), int(Variable.Velocity)
DISPLACEMENT, FORCE = int(Variable.Displacement), int(Variable.Force)


class VObjectJointSpherical(Visualization):
    """Drawing of a SphericalJoint."""

    drawn_as = "ball"

    jointRadius: float = parameter(0.1, UReal, unit="m", doc="radius of the drawn ball")
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class ObjectJointSpherical(FrameConstraint):
    """A ball joint between two points."""

    type_name = "JointSpherical"
    short_name = "SphericalJoint"
    V = VObjectJointSpherical
    marker_types = ("Position",)
    joins = True
    blocks = Blocks(2, (0, 1, 2), equations=3, stiff=False)
    rigid_invariance = False
    outputs = {
        Variable.Position: Output("p0", "m", 3, "position of m0"),
        Variable.Velocity: Output("v0", "m/s", 3, "velocity of m0"),
        Variable.Displacement: Output("Delta p", "m", 3, "p1 - p0"),
        Variable.Force: Output("lambda", "N", 3, "force on m0; m1 receives the opposite one"),
        Variable.ConstraintEquation: Output("c", "m", 3, "deviation p1 - p0, 0 in free directions"),
    }

    constrainedAxes: Any = parameter(
        [1, 1, 1], ConstrainedAxes(3), symbol="axes", structural=True,
        doc="directions x, y, z that are constrained (1) or free (0)",
    )  # fmt: skip

    @classmethod
    def active_equations(cls, table: Any) -> np.ndarray:
        rows, lines = cls.equation_rows(table)
        ties = table.rows["axes"][lines, rows - table.rows["row"][lines]] != 0
        return np.asarray(ties & (table.rows["active"][lines] != 0))


def residual(table, markers, multipliers, level, marker_force_out, constraint_out):
    for i in range(table.size):
        e = table[i]
        m0, m1 = markers[e.m0], markers[e.m1]
        for k in range(3):
            force = multipliers[e.row + k]
            if e.active == 0 or e.axes[k] == 0:
                constraint_out[e.row + k] = force
                continue
            marker_force_out[e.m0, k] += force
            marker_force_out[e.m1, k] -= force
            if level == 0:
                constraint_out[e.row + k] = (m1.p[k] - m0.p[k]) + (m1.p_low[k] - m0.p_low[k])
            elif level == 1:
                constraint_out[e.row + k] = m1.v[k] - m0.v[k]
            else:
                constraint_out[e.row + k] = 0.0


def jacobian(table, level, gradient_out, row_q_out, row_v_out, slope_out):
    for i in range(table.size):
        e = table[i]
        for k in range(3):
            acts = 1.0 if e.active != 0 and e.axes[k] != 0 else 0.0
            slope_out[i, k] = 1.0 - acts
            for z in range(6):
                slope = 0.0
                if z == k:
                    slope = -acts
                elif z == 3 + k:
                    slope = acts
                gradient_out[i, k, z] = slope
                row_q_out[i, k, z] = slope if level == 0 else 0.0
                row_v_out[i, k, z] = slope if level == 1 else 0.0


def output(table, row, variable, markers, multipliers, value_out):
    e = table[row]
    m0, m1 = markers[e.m0], markers[e.m1]
    for k in range(3):
        if variable == POSITION:
            value_out[k] = m0.p[k]
        elif variable == VELOCITY:
            value_out[k] = m0.v[k]
        elif variable == DISPLACEMENT or (variable != FORCE and e.axes[k] != 0):
            value_out[k] = m1.p[k] - m0.p[k]
        elif variable == FORCE and e.active != 0:
            value_out[k] = multipliers[e.row + k]


define(ObjectJointSpherical, residual, jacobian, output)
SphericalJoint, VSphericalJoint = ObjectJointSpherical, VObjectJointSpherical
