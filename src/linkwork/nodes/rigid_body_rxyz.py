"""NodeRigidBodyRxyz: position and three angles of a frame in space.

Coordinates q are displacements; with the Tait-Bryan angles psi = c_ref[3:6] + q[3:6],

    A = Rx(psi_0) Ry(psi_1) Rz(psi_2),   w = Gb psi_t   in body axes

Where cos psi_1 = 0, the first and the third axis coincide, and the angles do not determine the
motion: a body that turns freely through such an orientation needs a NodeRigidBodyEP or a
NodeRigidBodyRotVecLG. Angles are not wrapped.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.item import Drawn, define, parameter
from linkwork.core.declare.parameters import Array
from linkwork.math.rotation_parameters import ANGLES
from linkwork.nodes.space_node import SpaceNode, output_kernel, space_outputs

__all__ = ["NodeRigidBodyRxyz", "RigidRxyz", "VNodeRigidBodyRxyz", "VRigidRxyz"]

UNITS = "m, m, m, rad, rad, rad"


class VNodeRigidBodyRxyz(Drawn):
    """Drawing of a NodeRigidBodyRxyz."""


class NodeRigidBodyRxyz(SpaceNode):
    """A frame in space with three displacements and three angles about x, y and z."""

    type_name = "RigidBodyRxyz"
    short_name = "RigidRxyz"
    V = VNodeRigidBodyRxyz
    coordinates = 6
    axes = ("x", "y", "z", "psi_0", "psi_1", "psi_2")
    parameters = ANGLES
    outputs = space_outputs("rad", 3, "not wrapped")

    referenceCoordinates: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="c_ref", unit=UNITS, structural=True,
        doc="reference coordinates: position and angles at zero displacement",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="q_ini", unit=UNITS, structural=True,
        doc="initial displacements, which are added to the reference coordinates",
    )  # fmt: skip
    initialVelocities: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="v_ini", unit="m/s, m/s, m/s, rad/s, rad/s, rad/s",
        structural=True, doc="initial velocities, and rates of the angles",
    )  # fmt: skip


output = output_kernel(ANGLES, 6)
define(NodeRigidBodyRxyz, output)
RigidRxyz, VRigidRxyz = NodeRigidBodyRxyz, VNodeRigidBodyRxyz
