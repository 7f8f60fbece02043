"""Small systems around one sample."""

from linkwork.items import *

from .samples import World

BODIES = {
    NodePoint: ObjectMassPoint, NodePoint2D: ObjectMassPoint2D, Node1D: ObjectMass1D,
    NodePlanar: ObjectRigidBody2D, NodeRigidBody2D: ObjectRigidBody2D,
}  # fmt: skip
"""Node -> a body that gives it mass, if it is not a rigid body in space."""


def standing_alone(kind):
    """A system with one sample of a kind, and with mass on all nodes; the number of the sample."""
    w = World(kind)
    sample = int(w.first(kind))
    while free := free_nodes(w.mbs):
        number, node = free[0]
        if isinstance(node, NodeGenericODE2):
            w.add(ObjectGenericODE2, nodeNumbers=[number])
        elif isinstance(node, NodePoint2DSlope1):
            w.first(ObjectANCFCable2D)
        elif isinstance(node, NodePointSlope23):
            w.first(ObjectANCFBeam)
        elif isinstance(node, NodePointSlope1):
            w.first(ObjectANCFCable)
        else:
            w.add(BODIES.get(type(node), ObjectRigidBody), nodeNumber=number)
    w.mbs.Assemble()
    return w, sample


def free_nodes(mbs):
    held = set()
    for item in mbs._items["object"]:
        held |= (
            {int(item.nodeNumber)} if "nodeNumber" in item.fields and item.carries_mass else set()
        )
        held |= set(map(int, item.nodeNumbers)) if "nodeNumbers" in item.fields else set()
    nodes = enumerate(mbs._items["node"])
    return [
        (k, n) for k, n in nodes
        if k not in held and n.part == "ode2" and not isinstance(n, NodePointGround)
    ]  # fmt: skip
