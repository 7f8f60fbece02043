"""A serial robot of rigid bodies and generic joints: Robot.CreateRedundantCoordinateMBS."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.api.create.carriers import Carriers
from linkwork.api.create.parts import item
from linkwork.bodies.ground import ObjectGround
from linkwork.connectors.linear_spring_damper import ObjectConnectorLinearSpringDamper
from linkwork.connectors.torsional_spring_damper import ObjectConnectorTorsionalSpringDamper
from linkwork.exudyn import graphics
from linkwork.exudyn._notices import notice
from linkwork.exudyn.rigidBodyUtilities import RotationMatrix2RotationVector
from linkwork.joints.generic import ObjectJointGeneric
from linkwork.loads.mass_proportional import LoadMassProportional
from linkwork.loads.torque_vector import LoadTorqueVector
from linkwork.markers.body_mass import MarkerBodyMass
from linkwork.markers.body_rigid import MarkerBodyRigid
from linkwork.nodes.generic_data import NodeGenericData
from linkwork.rigid.inertia import RigidBodyInertia

HIDDEN = {"show": False}
NEAR = 1e-6
"""Distance [m] and angle [rad] of frames that pass as one."""

NO_OBJECT = -1
"""Number of the base object of a base that draws nothing."""


class Builder:
    """Adds the items of a robot to a system, link by link, and keeps their numbers."""

    def __init__(self, robot: Any, mbs: Any, base_marker: Any, base_rotation: Any) -> None:
        self.robot, self.mbs = robot, mbs
        self.base_marker = base_marker
        given = robot.referenceConfiguration
        self.reference = np.array(given, float) if len(given) else np.zeros(len(robot.links))
        self.base_rotation = np.eye(3) if base_rotation is None else np.array(base_rotation, float)
        if self.base_rotation.shape != (3, 3):
            raise ValueError(
                "CreateRedundantCoordinateMBS: rotationMarkerBase must be a matrix 3x3, got shape "
                f"{self.base_rotation.shape}"
            )
        self.made: dict[str, Any] = {
            name: []
            for name in (
                "nodeList", "bodyList", "jointList", "markerList0", "markerList1",
                "springDamperList", "jointTorque0List", "jointTorque1List", "unitTorque0List",
                "unitTorque1List",
            )
        }  # fmt: skip

    def compare_base(self) -> None:
        """Show a notice if the base's frame is not that of its marker: both place the links."""
        carriers = Carriers(self.mbs._store, "CreateRedundantCoordinateMBS")
        place = carriers.motion(self.mbs._items["marker"][int(self.base_marker)])
        R, frame = place.reference_rotation() @ self.base_rotation, self.robot.base.HT
        away = float(np.linalg.norm(place.reference_place() - frame[:3, 3]))
        turned = float(np.linalg.norm(RotationMatrix2RotationVector(R.T @ frame[:3, :3])))
        if away > NEAR or turned > NEAR:
            notice(
                "robot base",
                f"CreateRedundantCoordinateMBS: the frame of baseMarker is {away:.3g} m and "
                f"{turned:.3g} rad away from base.HT of the robot, so that its first joints do "
                "not fit at the start; place the marker there, and give rotationMarkerBase",
            )

    def add_base(self) -> None:
        """A ground that draws the base."""
        frame, shapes = self.robot.base.HT, self.robot.base.visualization.graphicsData
        self.made["baseObject"] = NO_OBJECT
        if shapes:
            drawn = graphics.Move(list(shapes), [0, 0, 0], frame[:3, :3])
            ground = item(
                ObjectGround, referencePosition=frame[:3, 3], visualization={"graphicsData": drawn}
            )
            self.made["baseObject"] = self.mbs.AddObject(ground)

    def add_body(self, i: int, frame: np.ndarray, nodeType: Any) -> Any:
        """The rigid body of link i at its reference frame, with its weight."""
        link, mbs = self.robot.links[i], self.mbs
        inertia = RigidBodyInertia(link.mass, link.inertia, link.COM, inertiaTensorAtCOM=True)
        numbers = mbs.CreateRigidBody(
            referencePosition=frame[:3, 3],
            referenceRotationMatrix=frame[:3, :3],
            inertia=inertia,
            nodeType=nodeType,
            graphicsDataList=self.shapes(i),
            returnDict=True,
        )
        body = numbers["bodyNumber"]
        mbs.SetNodeParameter(numbers["nodeNumber"], "Vshow", True)
        self.made["nodeList"].append(numbers["nodeNumber"])
        self.made["bodyList"].append(body)
        if np.any(self.robot.gravity):
            mass = mbs.AddMarker(item(MarkerBodyMass, bodyNumber=body))
            mbs.AddLoad(
                item(LoadMassProportional, markerNumber=mass, loadVector=self.robot.gravity)
            )
        return body

    def shapes(self, i: int) -> list[Any]:
        """What is drawn with link i; the last link carries the tool."""
        robot, link = self.robot, self.robot.links[i]
        shapes = list(link.visualization.graphicsData)
        children = [each for each in robot.links if each.parent == i]
        if not shapes and children:
            next_link, turned = children[0], link.localHT[:3, :3].T
            shapes = robot.GetLinkGraphicsData(
                i,
                p0=-turned @ link.localHT[:3, 3],
                p1=next_link.preHT[:3, 3],
                axis0=turned @ axis_of(link),
                axis1=next_link.preHT[:3, :3] @ axis_of(next_link),
                linkVisualization=link.visualization,
            )
        if i == len(robot.links) - 1:
            tool = list(robot.tool.visualization.graphicsData)
            shapes = shapes + graphics.Move(tool, robot.tool.HT[:3, 3], robot.tool.HT[:3, :3])
        return list(shapes)

    def parent_side(self, i: int) -> tuple[Any, np.ndarray]:
        """Marker of joint i on its parent and rotation of the joint in the marker's axes."""
        link = self.robot.links[i]
        place, turned = link.preHT[:3, 3], link.preHT[:3, :3]
        if link.parent >= 0:
            body = self.made["bodyList"][link.parent]
            marker = item(MarkerBodyRigid, bodyNumber=body, localPosition=place)
            return self.mbs.AddMarker(marker), turned
        rotation = self.base_rotation @ turned
        if not place.any():
            return self.base_marker, rotation
        given = self.mbs.GetMarker(self.base_marker)
        if given["markerType"] != "BodyRigid":
            raise ValueError(
                "CreateRedundantCoordinateMBS: baseMarker must be a MarkerBodyRigid, since preHT "
                f"of link {i} has a translation; got Marker{given['markerType']}"
            )
        moved = np.array(given["localPosition"]) + self.base_rotation @ place
        marker = item(MarkerBodyRigid, bodyNumber=given["bodyNumber"], localPosition=moved)
        return self.mbs.AddMarker(marker), rotation

    def add_joint(self, i: int, body: Any) -> None:
        """Markers and joint of link i, and the spring-damper of its control."""
        link, mbs = self.robot.links[i], self.mbs
        rotation1 = link.localHT[:3, :3].T
        local = -rotation1 @ link.localHT[:3, 3]
        marker1 = mbs.AddMarker(item(MarkerBodyRigid, bodyNumber=body, localPosition=local))
        marker0, rotation0 = self.parent_side(i)
        free = ["Px", "Py", "Pz", "Rx", "Ry", "Rz"].index(link.jointType)
        look = link.visualization
        joint = item(
            ObjectJointGeneric,
            markerNumbers=[marker0, marker1],
            rotationMarker0=rotation0,
            rotationMarker1=rotation1,
            constrainedAxes=[int(axis != free) for axis in range(6)],
            visualization={
                "show": look.showMBSjoint,
                "color": [0.5, 0.5, 0.5, 1.0],
                "axesRadius": 0.25 * look.jointRadius,
                "axesLength": 1.1 * look.jointWidth,
            },
        )
        self.made["jointList"].append(mbs.AddObject(joint))
        self.made["markerList0"].append(marker0)
        self.made["markerList1"].append(marker1)
        spring = None
        if link.HasPDcontrol():
            spring = self.add_spring(i, [marker0, marker1], rotation0, rotation1)
        self.made["springDamperList"].append(spring)
        if link.jointType[0] == "R":
            self.made["unitTorque0List"].append(-rotation0 @ axis_of(link))
            self.made["unitTorque1List"].append(rotation1 @ axis_of(link))

    def add_spring(
        self, i: int, markers: list[Any], rotation0: np.ndarray, rotation1: np.ndarray
    ) -> Any:
        """The spring-damper of the control of joint i: about, or along, the axis of the joint.

        Angles are counted from the reference, which may be more than half a turn.
        """
        link = self.robot.links[i]
        P, D = link.GetPDcontrol()
        if link.jointType[0] == "P":
            along = rotation0 @ axis_of(link)
            slider = item(
                ObjectConnectorLinearSpringDamper, markerNumbers=markers, stiffness=P, damping=D,
                axisMarker0=along, visualization=HIDDEN,
            )  # fmt: skip
            return self.mbs.AddObject(slider)
        data = item(
            NodeGenericData,
            numberOfDataCoordinates=1,
            initialCoordinates=[self.reference[i]],
            visualization=HIDDEN,
        )
        turned = z_onto(link.jointType[1])
        spring = item(
            ObjectConnectorTorsionalSpringDamper,
            markerNumbers=markers,
            nodeNumber=self.mbs.AddNode(data),
            rotationMarker0=rotation0 @ turned,
            rotationMarker1=rotation1 @ turned,
            stiffness=P,
            damping=D,
            visualization=HIDDEN,
        )
        return self.mbs.AddObject(spring)

    def add_torques(self, i: int, user_function: Any, zero_loads: bool) -> None:
        """Torques on both sides of joint i: of a user function, or zero ones to be set later."""
        if self.robot.links[i].jointType[0] != "R":
            if user_function is not None or zero_loads:
                raise ValueError(
                    f"CreateRedundantCoordinateMBS: joint {i} is prismatic, so it has no torques; "
                    "set createJointTorqueLoads=False and use springDamperList"
                )
            return
        for side in "01":
            load = None
            if user_function is not None or zero_loads:
                unit = self.made[f"unitTorque{side}List"][-1]
                torque = item(
                    LoadTorqueVector,
                    markerNumber=self.made[f"markerList{side}"][i],
                    loadVector=np.zeros(3) if user_function is None else unit,
                    bodyFixed=True,
                    loadVectorUserFunction=user_function or 0,
                )
                load = self.mbs.AddLoad(torque)
            self.made[f"jointTorque{side}List"].append(load)


def axis_of(link: Any) -> np.ndarray:
    """Unit vector of the joint of a link in the axes of the joint."""
    return np.eye(3)["xyz".index(link.jointType[1])]


def z_onto(letter: str) -> np.ndarray:
    """Rotation whose third column is the axis x, y or z: spring-dampers act about z."""
    return np.roll(np.eye(3), 2 - "xyz".index(letter), axis=0).T


def build(
    robot: Any,
    mbs: Any,
    baseMarker: Any,
    spring_functions: Any,
    load_functions: Any,
    zero_loads: bool,
    base_rotation: Any,
    nodeType: Any,
) -> dict[str, Any]:
    """Add all items of a robot; see Robot.CreateRedundantCoordinateMBS."""
    if len(spring_functions):
        notice(
            "robot springs",
            "CreateRedundantCoordinateMBS does not use jointSpringDamperUserFunctionList; set "
            "springTorqueUserFunction of the objects in springDamperList",
        )
        for link in robot.links:
            link.GetPDcontrol()
    count = len(robot.links)
    if len(load_functions) not in (0, count):
        raise ValueError(
            f"CreateRedundantCoordinateMBS: {count} links need as many user functions in "
            f"jointLoadUserFunctionList, or none, got {len(load_functions)}"
        )
    builder = Builder(robot, mbs, baseMarker, base_rotation)
    builder.compare_base()
    frames = robot.LinkHT(builder.reference)
    builder.add_base()
    for i in range(count):
        body = builder.add_body(i, frames[i], nodeType)
        builder.add_joint(i, body)
        builder.add_torques(i, load_functions[i] if len(load_functions) else None, zero_loads)
    return builder.made
