"""MassPoint: a mass m at its node, in space.

    M = m I,  m a = sum of the forces on its markers;  kinetic energy m |v|^2 / 2

The mass does not turn: the point at local position b is p = c_ref + q + b.
"""

from __future__ import annotations

from linkwork.bodies.point_mass import KINETIC_OUTPUT, PointMass, kernels_with_energy
from linkwork.core.declare.item import ALWAYS, DrawnBody, define, parameter
from linkwork.core.declare.parameters import Index, UReal
from linkwork.core.records import i4
from linkwork.nodes.point import NodePoint
from linkwork.nodes.point_node import point_outputs

__all__ = ["MassPoint", "ObjectMassPoint", "VMassPoint", "VObjectMassPoint"]


class VObjectMassPoint(DrawnBody):
    """Drawing of a MassPoint."""


class ObjectMassPoint(PointMass):
    """A point mass in space."""

    type_name = "MassPoint"
    linear_when = ALWAYS
    short_name = "MassPoint"
    V = VObjectMassPoint
    node_kinds = (NodePoint,)
    own = {"slots": (i4, (3, 3))}
    outputs = {**point_outputs(), **KINETIC_OUTPUT}

    physicsMass: float = parameter(
        0.0, UReal, symbol="m", unit="kg", doc="mass of the point; `mass` is the same parameter"
    )
    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n0", doc="node the mass is attached to", structural=True
    )


define(ObjectMassPoint, *kernels_with_energy(3))
MassPoint, VMassPoint = ObjectMassPoint, VObjectMassPoint
