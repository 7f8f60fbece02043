"""A robot as items of a system: an ObjectKinematicTree, its nodes, limits and loops.

Link frames are those of the description where the axis of the joint before them is x, y or z, else
turned so that it is z (`RobotTree.turned`). Springs of joints become position control. Limits are
connectors of coordinates, ObjectConnectorCoordinateSpringDamperExt, whose stops are located events.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork import items as known_items
from linkwork.api.create.space_nodes import node_at
from linkwork.core.enums import JointType, NodeType, OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.rigid.rotations import RotationMatrix2EulerParameters
from linkwork.robots.functions import RobotFunctions, _unknown
from linkwork.robots.model import BASE, Place, RobotModel
from linkwork.robots.shapes import pictures_of
from linkwork.trees.records import FREE, PRISMATIC
from linkwork.trees.table import TreeLink, axis_frame

if TYPE_CHECKING:
    from linkwork.robots.robot import Loop, Robot

items: Any = known_items

ALIGNED = 1.0e-12
"""Largest distance of an axis from x, y or z that counts as none."""


class RobotTree(RobotFunctions):
    """A robot in a system, with the functions of the robot.

    mbs -- the system; object -- number of its ObjectKinematicTree; node -- of the joints' node
    base_node -- number of the node of a free base, None: it is fixed
    stops -- joint -> number of the connector of its limits; loops -- numbers of loop joints
    turned -- per link, rotation from its frame in the tree to that of the description
    """

    def __init__(self, mbs: Any, robot: Robot, gravity: Any) -> None:
        self.mbs, self.robot, self.gravityVector = mbs, robot, tuple(map(float, gravity))
        self._model = robot.model
        self.object, self.node = -1, -1
        self.base_node: int | None = None
        self.stops: dict[str, int] = {}
        self.loops: list[int] = []
        self.turned: list[np.ndarray] = []

    @property
    def model(self) -> RobotModel:
        return self._model

    @property
    def _shift(self) -> int:
        """Number of bodies of the robot that are no links of the tree: a free base."""
        return int(self.base_node is not None)

    def link(self, name: str) -> int:
        """Number of the link of the tree that carries a link or frame; -1: it is the base.

        name -- of the link or frame
        """
        return max(self._place(name).body - self._shift, -1)

    def _place(self, name: str) -> Place:
        if name not in self._model.frames:
            raise _unknown("link or frame", name, self._model.frames)
        return self._model.frames[name]

    def local(self, name: str, position: Any = (0.0, 0.0, 0.0)) -> np.ndarray:
        """Position of a point of a link or frame in the frame of its link of the tree [m].

        name -- of the link or frame; position [m] -- in its frame
        """
        place = self._place(name).behind(np.eye(3), np.asarray(position, float))
        found: np.ndarray = self.turn_of(place.body) @ place.p
        return found

    def turn_of(self, body: int) -> np.ndarray:
        """Rotation from the axes of the description to those of a body of the tree.

        body -- number of the body in the robot's model, -1: base
        """
        return np.eye(3) if body < self._shift else self.turned[body - self._shift].T

    def marker(self, name: str, position: Any = (0.0, 0.0, 0.0)) -> int:
        """Add a rigid marker to a link or frame, for springs, joints and loads; its number.

        name -- of the link or frame; position [m] -- in its frame
        """
        link, local = self.link(name), self.local(name, position)
        if self._place(name).body != BASE:
            item = items.MarkerKinematicTreeRigid(
                objectNumber=self.object, linkNumber=link, localPosition=local
            )
        else:
            ground = self.mbs.AddObject(items.ObjectGround())
            item = items.MarkerBodyRigid(bodyNumber=ground, localPosition=local)
        return int(self.mbs.AddMarker(item))

    def set_initial(
        self, positions: Mapping[str, float], velocities: Mapping[str, float] | None = None
    ) -> None:
        """Set initial values of joints by name; all others stay as they are.

        positions -- joint -> position [rad or m]; velocities -- joint -> rate [rad/s or m/s]
        """
        for name, given in (
            ("initialCoordinates", positions), ("initialCoordinates_t", velocities or {}),
        ):  # fmt: skip
            values = np.array(self.mbs.GetNode(self.node)[name], float)
            for joint, value in given.items():
                values[self.coordinate(joint)] = value
            self.mbs.SetNodeParameter(self.node, name, values)

    def coordinate(self, joint: str) -> int:
        """Number of the coordinate of a joint in the joints' node.

        joint -- its name
        """
        if joint not in self._model.places:
            raise _unknown("joint with a coordinate", joint, self._model.places)
        return self._model.places[joint] - 6 * self._shift

    def state(self) -> tuple[np.ndarray, np.ndarray]:
        """(q, v) of the present state of the system, as the functions of robots take them."""
        variable, output = OutputVariableType, self.mbs.GetNodeOutput
        q = np.atleast_1d(output(self.node, variable.Coordinates))
        v = np.atleast_1d(output(self.node, variable.Coordinates_t))
        if self.base_node is None:
            return q, v
        R = np.reshape(output(self.base_node, variable.RotationMatrix), (3, 3))
        place = [*output(self.base_node, variable.Position), *RotationMatrix2EulerParameters(R)]
        moving = [
            *(R.T @ output(self.base_node, variable.Velocity)),
            *output(self.base_node, variable.AngularVelocityLocal),
        ]
        return np.array([*place, *q]), np.array([*moving, *v])


def add_to(
    robot: Robot,
    mbs: Any,
    base: str | None = None,
    gravity: Any = None,
    nodeType: NodeType = NodeType.RotationRotationVector,  # noqa: N803
    limits: bool = True,
    limitStiffness: float = 1.0e4,  # noqa: N803
    limitDamping: float = 10.0,  # noqa: N803
    loops: bool = True,
    shapes: bool = True,
) -> RobotTree:
    """Add a robot to a system; see `Robot.add_to`."""
    described = copy.copy(robot)
    described.base = robot.base if base is None else base
    tree = RobotTree(mbs, described, robot.gravityVector if gravity is None else gravity)
    model = tree.model
    free = [k for k, link in enumerate(model.links) if link.kind == FREE]
    if free and (free != [0] or any(link.parent == BASE for link in model.links[1:])):
        raise ParameterError(
            f"robot {robot.name}: only a tree behind one free link can be added; split the others "
            "off into robots of their own"
        )
    if len(model.links) == len(free):
        raise ParameterError(f"robot {robot.name}: it has no joint that moves")
    if free:
        first = model.links[0]
        node = node_at("add_to", nodeType, first.p, [0.0] * 3, first.R, [], [0.0] * 3)
        tree.base_node = int(mbs.AddNode(node))
    links = model.links[len(free) :]
    n = model.tree.nv - 6 * len(free)
    start = np.clip(0.0, model.lower[-n:], model.upper[-n:]) if limits else np.zeros(n)
    tree.node = int(mbs.AddNode(items.NodeGenericODE2(
        referenceCoordinates=[0.0] * n, initialCoordinates=start,
        initialCoordinates_t=[0.0] * n, numberOfODE2Coordinates=n,
    )))  # fmt: skip
    values = _links(tree, links) | _resistances(robot, links) | _springs(tree, links, n)
    if free:
        values |= dict(
            baseNodeNumber=tree.base_node, baseMass=first.mass, baseCOM=first.center,
            baseInertia=first.inertia,
        )  # fmt: skip
    item = items.ObjectKinematicTree(nodeNumber=tree.node, gravity=tree.gravityVector, **values)
    if shapes:
        drawn = item.visualization
        drawn["graphicsDataList"], drawn["baseGraphicsData"] = pictures_of(tree, len(links))
    tree.object = int(mbs.AddObject(item))
    if limits:
        _add_stops(tree, n, limitStiffness, limitDamping)
    for loop in robot.loops if loops else ():
        tree.loops.append(_close(tree, loop))
    return tree


def _links(tree: RobotTree, links: list[TreeLink]) -> dict[str, Any]:
    """Parameters of the links, and of joints that follow others."""
    shift, names = tree._shift, JointType
    types = (
        (names.RevoluteX, names.RevoluteY, names.RevoluteZ),
        (names.PrismaticX, names.PrismaticY, names.PrismaticZ),
    )
    found: dict[str, list[Any]] = {name: [] for name in (
        "jointTypes", "linkParents", "jointTransformations", "jointOffsets", "linkMasses",
        "linkCOMs", "linkInertiasCOM",
    )}  # fmt: skip
    for link in links:
        axis = np.asarray(link.axis, float)
        near = int(np.argmax(axis))
        turn = np.eye(3)
        if np.abs(axis - np.eye(3)[near]).max() > ALIGNED:
            near, turn = 2, axis_frame(axis)
        before = tree.turn_of(link.parent) if link.parent >= shift else np.eye(3)
        found["jointTypes"].append(types[link.kind == PRISMATIC][near])
        found["linkParents"].append(max(link.parent - shift, -1))
        found["jointTransformations"].append(before @ np.asarray(link.R) @ turn)
        found["jointOffsets"].append(before @ np.asarray(link.p, float))
        found["linkMasses"].append(link.mass)
        found["linkCOMs"].append(turn.T @ np.asarray(link.center, float))
        found["linkInertiasCOM"].append(turn.T @ np.asarray(link.inertia) @ turn)
        tree.turned.append(turn)
    mimics = {}
    if tree.model.tree.follows:
        mimics = dict(
            mimicLeaders=[-1 if link.leader is None else link.leader - shift for link in links],
            mimicRatios=[link.ratio for link in links],
            mimicOffsets=[link.offset for link in links],
        )
    return found | mimics


def _resistances(robot: Robot, links: list[TreeLink]) -> dict[str, Any]:
    """Armatures, dampings and frictions."""
    zones = {link.zone for link in links if link.friction}
    if len(zones) > 1:
        raise ParameterError(
            f"robot {robot.name}: frictionZone must be the same for all joints with friction, "
            f"got {sorted(zones)}"
        )
    return dict(
        jointArmatures=[link.armature for link in links],
        jointDampings=[link.damping for link in links],
        jointFrictions=[link.friction for link in links],
        frictionZone=zones.pop() if zones else 1e-3,
    )


def _springs(tree: RobotTree, links: list[TreeLink], n: int) -> dict[str, Any]:
    """Springs of joints as position control: those of joints that follow act on the leader."""
    stiffness, pull = np.zeros(n), np.zeros(n)
    for row, link in zip(tree.model.tree.links[-len(links) :], links, strict=True):
        k = int(row.iv) - 6 * tree._shift
        stiffness[k] += link.stiffness * link.ratio**2
        pull[k] += link.stiffness * link.ratio * (link.rest - link.offset)
    if not stiffness.any():
        return {}
    rest = np.divide(pull, stiffness, out=np.zeros(n), where=stiffness > 0.0)
    return dict(jointPControlVector=stiffness, jointPositionOffsetVector=rest)


def _add_stops(tree: RobotTree, n: int, stiffness: float, damping: float) -> None:
    """Add connectors for the limits of coordinates."""
    model, mbs = tree.model, tree.mbs
    ground = None
    for joint, k in model.positions.items():
        lower, upper = model.lower[k], model.upper[k]
        if joint == "" or not (np.isfinite(lower) or np.isfinite(upper)):
            continue
        if ground is None:
            node = mbs.AddNode(items.NodePointGround(visualization={"show": False}))
            ground = mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
        marker = mbs.AddMarker(
            items.MarkerNodeCoordinate(nodeNumber=tree.node, coordinate=tree.coordinate(joint))
        )
        data = mbs.AddNode(
            items.NodeGenericData(initialCoordinates=[0.0] * 3, numberOfDataCoordinates=3)
        )
        far = 1e12
        tree.stops[joint] = int(mbs.AddObject(items.ObjectConnectorCoordinateSpringDamperExt(
            markerNumbers=[ground, marker], nodeNumber=data, useLimitStops=True,
            limitStopsLower=lower if np.isfinite(lower) else -far,
            limitStopsUpper=upper if np.isfinite(upper) else far,
            limitStopsStiffness=stiffness, limitStopsDamping=damping, noAdhesion=True,
        )))  # fmt: skip


def _close(tree: RobotTree, loop: Loop) -> int:
    """Add what closes a loop; returns its number."""
    mbs = tree.mbs
    if loop.kind == "joint":
        return _couple(tree, loop)
    first = tree.marker(loop.first, loop.p)
    if loop.second:
        second = tree.marker(loop.second, loop.p2)
    else:
        ground = mbs.AddObject(items.ObjectGround())
        second = mbs.AddMarker(items.MarkerBodyRigid(bodyNumber=ground, localPosition=loop.p2))
    if loop.kind == "connect":
        return int(mbs.AddObject(items.ObjectJointSpherical(markerNumbers=[first, second])))
    turns = []
    for name, R in ((loop.first, loop.R), (loop.second, loop.R2)):
        place = tree._place(name) if name else None
        turn = np.eye(3) if place is None else tree.turn_of(place.body) @ place.R
        turns.append(turn @ np.asarray(R, float))
    return int(mbs.AddObject(items.ObjectJointGeneric(
        markerNumbers=[first, second], constrainedAxes=[1] * 6, rotationMarker0=turns[0],
        rotationMarker1=turns[1],
    )))  # fmt: skip


def _couple(tree: RobotTree, loop: Loop) -> int:
    """q1 = c0 + c1 q2 as a constraint of two coordinates."""
    mbs, constants = tree.mbs, [*loop.coefficients, 0.0, 0.0]
    if any(constants[2:]):
        raise ParameterError(
            f"equality of {loop.first} and {loop.second}: only linear ones can be added, got the "
            f"coefficients {list(loop.coefficients)}"
        )
    markers = []
    for joint in (loop.first, loop.second):
        if joint:
            node, k = tree.node, tree.coordinate(joint)
        else:
            node, k = mbs.AddNode(items.NodePointGround(visualization={"show": False})), 0
        markers.append(mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=node, coordinate=k)))
    return int(mbs.AddObject(items.ObjectConnectorCoordinate(
        markerNumbers=markers, factorValue1=constants[1], offset=-constants[0],
    )))  # fmt: skip
