"""RevoluteJoint2D: keeps two points in the x-y plane together.

    c = (p1 - p0) in x and y;  c' = v1 - v0;  inactive: lambda = 0

m0 receives the force (lambda_x, lambda_y), m1 the opposite one. The constraint is linear in the
positions of its markers, so it has no geometric stiffness. The constraint forces do no work. If it
is violated, c turns with the model: there is invariance under rotations only for c = 0.
"""

from __future__ import annotations

from linkwork.connectors.connector import DrawnConnector, FrameConstraint
from linkwork.core.blocks import Blocks
from linkwork.core.declare.item import Output, define
from linkwork.core.enums import OutputVariableType as Variable

__all__ = [
    "ObjectJointRevolute2D",
    "RevoluteJoint2D",
    "VObjectJointRevolute2D",
    "VRevoluteJoint2D",
]

DISPLACEMENT, VELOCITY = int(Variable.Displacement), int(Variable.Velocity)
CONSTRAINT_EQUATION = int(Variable.ConstraintEquation)


class VObjectJointRevolute2D(DrawnConnector):
    """Drawing of a RevoluteJoint2D; drawSize is the diameter of the pin."""

    drawn_as = "pin"


class ObjectJointRevolute2D(FrameConstraint):
    """A pin between two position markers in the plane."""

    type_name = "JointRevolute2D"
    short_name = "RevoluteJoint2D"
    V = VObjectJointRevolute2D
    marker_types = ("Position",)
    joins = True
    blocks = Blocks(2, (0, 1), equations=2, stiff=False)
    rigid_invariance = False
    outputs = {
        Variable.Displacement: Output("Delta p", "m", 3, "p1 - p0"),
        Variable.Velocity: Output("Delta v", "m/s", 3, "v1 - v0"),
        Variable.Force: Output("lambda", "N", 3, "force on m0; m1 receives the opposite one"),
        Variable.ConstraintEquation: Output("c", "m", 2, "deviation p1 - p0 in x and y"),
    }


def residual(table, markers, multipliers, level, marker_force_out, constraint_out):
    for i in range(table.size):
        e = table[i]
        m0, m1 = markers[e.m0], markers[e.m1]
        for k in range(2):
            force = multipliers[e.row + k]
            if e.active == 0:
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
        acts = 1.0 if table[i].active != 0 else 0.0
        for k in range(2):
            slope_out[i, k] = 1.0 - acts
            for z in range(4):
                slope = 0.0
                if z == k:
                    slope = -acts
                elif z == 2 + k:
                    slope = acts
                gradient_out[i, k, z] = slope
                row_q_out[i, k, z] = slope if level == 0 else 0.0
                row_v_out[i, k, z] = slope if level == 1 else 0.0


def output(table, row, variable, markers, multipliers, value_out):
    e = table[row]
    m0, m1 = markers[e.m0], markers[e.m1]
    if variable == DISPLACEMENT or variable == VELOCITY:
        for r in range(3):
            value_out[r] = m1.p[r] - m0.p[r] if variable == DISPLACEMENT else m1.v[r] - m0.v[r]
        return
    for k in range(2):
        if variable == CONSTRAINT_EQUATION:
            value_out[k] = m1.p[k] - m0.p[k]
        elif e.active != 0:
            value_out[k] = multipliers[e.row + k]


define(ObjectJointRevolute2D, residual, jacobian, output)
RevoluteJoint2D, VRevoluteJoint2D = ObjectJointRevolute2D, VObjectJointRevolute2D
