"""MassPoint2D: a mass m at its node, in the x-y plane.

    M = m I,  m a = sum of the forces on its markers;  kinetic energy m |v|^2 / 2

Forces along z have no effect. The mass does not turn: the point at local position b is
p = (c_ref + q, 0) + b.
"""

from __future__ import annotations

from linkwork.bodies.point_mass import KINETIC_OUTPUT, PointMass, kernels_with_energy
from linkwork.core.declare.item import ALWAYS, DrawnBody, define, parameter
from linkwork.core.declare.parameters import Index, UReal
from linkwork.core.records import i4
from linkwork.nodes.point_2d import NodePoint2D
from linkwork.nodes.point_node import point_outputs

__all__ = ["MassPoint2D", "ObjectMassPoint2D", "VMassPoint2D", "VObjectMassPoint2D"]


class VObjectMassPoint2D(DrawnBody):
    """Drawing of a MassPoint2D."""


class ObjectMassPoint2D(PointMass):
    """A point mass in the x-y plane."""

    type_name = "MassPoint2D"
    linear_when = ALWAYS
    short_name = "MassPoint2D"
    V = VObjectMassPoint2D
    node_kinds = (NodePoint2D,)
    own = {"slots": (i4, (2, 2))}
    outputs = {**point_outputs(), **KINETIC_OUTPUT}

    physicsMass: float = parameter(
        0.0, UReal, symbol="m", unit="kg", doc="mass of the point; `mass` is the same parameter"
    )
    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n0", doc="node the mass is attached to", structural=True
    )


define(ObjectMassPoint2D, *kernels_with_energy(2))
MassPoint2D, VMassPoint2D = ObjectMassPoint2D, VObjectMassPoint2D
