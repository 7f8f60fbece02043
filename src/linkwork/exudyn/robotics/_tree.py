"""A robot as a kinematic tree: Robot.CreateKinematicTree."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.api.create.parts import item
from linkwork.bodies.ground import ObjectGround
from linkwork.bodies.kinematic_tree import ObjectKinematicTree
from linkwork.core.enums import JointType
from linkwork.exudyn import graphics
from linkwork.exudyn._graphics_forms import drawable
from linkwork.exudyn.robotics._redundant import NO_OBJECT, axis_of
from linkwork.nodes.generic_ode2 import NodeGenericODE2

TYPES = {
    f"{kind[0]}{letter.lower()}": JointType[f"{kind}{letter}"]
    for kind in ("Revolute", "Prismatic")
    for letter in "XYZ"
}
"""Type of a joint by the name that links have."""


def joint_frames(robot: Any) -> list[np.ndarray]:
    """Frame of each joint in that of its parent's joint; the base's frame is in the first ones."""
    found = []
    for link in robot.links:
        before = robot.base.HT if link.parent < 0 else robot.links[link.parent].localHT
        found.append(before @ link.preHT)
    return found


def masses(robot: Any) -> dict[str, Any]:
    """Masses, centers and inertias of the links in the frames of their joints."""
    turned = [link.localHT[:3, :3] for link in robot.links]
    return {
        "linkMasses": [link.mass for link in robot.links],
        "linkCOMs": [link.localHT[:3, :3] @ link.COM + link.localHT[:3, 3] for link in robot.links],
        "linkInertiasCOM": [
            R @ link.inertia @ R.T for R, link in zip(turned, robot.links, strict=True)
        ],
    }


def shapes(robot: Any, i: int) -> list[Any]:
    """What is drawn with link i, in the frame of its joint; the last link carries the tool."""
    link, frames = robot.links[i], joint_frames(robot)
    found = graphics.Move(
        list(link.visualization.graphicsData), link.localHT[:3, 3], link.localHT[:3, :3]
    )
    children = [k for k, each in enumerate(robot.links) if each.parent == i]
    if not found and children:
        H = frames[children[0]]
        found = robot.GetLinkGraphicsData(
            i,
            p0=np.zeros(3),
            p1=H[:3, 3],
            axis0=axis_of(link),
            axis1=H[:3, :3] @ axis_of(robot.links[children[0]]),
            linkVisualization=link.visualization,
        )
    if i == len(robot.links) - 1:
        tool = link.localHT @ robot.tool.HT
        drawn = list(robot.tool.visualization.graphicsData)
        found = [*found, *graphics.Move(drawn, tool[:3, 3], tool[:3, :3])]
    return drawable(found)


def base_object(robot: Any, mbs: Any) -> Any:
    """A ground that draws the base, or -1."""
    frame, drawn = robot.base.HT, robot.base.visualization.graphicsData
    if not drawn:
        return NO_OBJECT
    moved = drawable(graphics.Move(list(drawn), [0, 0, 0], frame[:3, :3]))
    return mbs.AddObject(
        item(ObjectGround, referencePosition=frame[:3, 3], visualization={"graphicsData": moved})
    )


def build(robot: Any, mbs: Any, name: str, forceUserFunction: Any) -> dict[str, Any]:
    """Add node, tree and base to a system."""
    n, frames = len(robot.links), joint_frames(robot)
    if not n:
        raise ValueError("Robot.CreateKinematicTree: the robot must have links")
    reference = robot.referenceConfiguration
    node = mbs.AddNode(
        item(
            NodeGenericODE2,
            referenceCoordinates=reference if len(reference) else np.zeros(n),
            initialCoordinates=np.zeros(n),
            initialCoordinates_t=np.zeros(n),
            numberOfODE2Coordinates=n,
        )
    )
    control: dict[str, Any] = {}
    if any(link.HasPDcontrol() for link in robot.links):
        gains = [link.GetPDcontrol() if link.HasPDcontrol() else (0, 0) for link in robot.links]
        control = {
            "jointPControlVector": [float(P) for P, _ in gains],
            "jointDControlVector": [float(D) for _, D in gains],
            "jointPositionOffsetVector": np.zeros(n),
            "jointVelocityOffsetVector": np.zeros(n),
        }
    drawn = [shapes(robot, i) for i in range(n)]
    tree = mbs.AddObject(
        item(
            ObjectKinematicTree,
            nodeNumber=node,
            gravity=robot.gravity,
            jointTypes=[TYPES[link.jointType] for link in robot.links],
            linkParents=[link.parent for link in robot.links],
            jointTransformations=[H[:3, :3] for H in frames],
            jointOffsets=[H[:3, 3] for H in frames],
            **masses(robot),
            **control,
            forceUserFunction=forceUserFunction,
            visualization={"graphicsDataList": drawn if any(drawn) else []},
            **({"name": name} if name else {}),
        )
    )
    return {
        "nodeGeneric": node, "objectKinematicTree": tree, "baseObject": base_object(robot, mbs),
    }  # fmt: skip
