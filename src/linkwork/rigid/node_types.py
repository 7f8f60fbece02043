"""Types of nodes by their names."""

from __future__ import annotations

from linkwork.core.enums import NodeType
from linkwork.core.near import near_names
from linkwork.rigid.checks import refuse

__all__ = ["StrNodeType2NodeType"]


def StrNodeType2NodeType(sNodeType: str | NodeType) -> NodeType:
    """The member of NodeType with a name, such as 'NodeType.RotationRxyz' or 'RotationRxyz'.

    A member itself is returned as it is.
    """
    name = str(sNodeType).rpartition("NodeType.")[2]
    if name not in NodeType.__members__:
        near = near_names(name, NodeType.__members__, 1)
        hint = f", such as {near[0]!r}" if near else ""
        wants = f"the name of a member of NodeType{hint}"
        raise refuse("StrNodeType2NodeType", "sNodeType", wants, sNodeType)
    return NodeType[name]
