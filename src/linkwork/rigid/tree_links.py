"""Links of kinematic trees, as mbs.CreateKinematicTree takes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.enums import JointType
from linkwork.rigid.frames import HT0

__all__ = ["TreeLink"]

UNMOVED = HT0()
"""Frame of a joint at that of its parent."""


class TreeLink:
    """A link of a kinematic tree and the joint before it, for mbs.CreateKinematicTree.

    linkInertia -- RigidBodyInertia in the frame of the joint
    jointType -- joint to the parent
    jointHT -- frame of the joint in that of the parent's joint
    parent -- number of the parent link; None: the link before, or the base
    PDcontrol -- (P, D) of a control of the joint, or None
    graphicsDataList -- shapes, or None for automatic ones
    """

    def __init__(
        self,
        linkInertia: Any,
        jointType: Any = JointType.RevoluteZ,
        jointHT: Any = UNMOVED,
        parent: int | None = None,
        PDcontrol: Any = None,
        graphicsDataList: Any = None,
    ) -> None:
        self.linkInertia = linkInertia
        self.jointType = jointType
        self.jointHT = np.array(jointHT, float)
        self.parent = parent
        self.PDcontrol = PDcontrol
        self.graphicsDataList = graphicsDataList

    def __repr__(self) -> str:
        return f"TreeLink({self.jointType!r}, parent={self.parent})"
