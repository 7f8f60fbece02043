"""The documented names of robots for systems of Linkwork: `linkwork.robotics`."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.robotics import Robot, RobotBase, RobotLink, TreeLink, models, motion
from linkwork.utilities import HTrotateX, HTtranslate, InertiaCuboid

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType


def arm():
    """Two turning links on a turned base."""
    robot = Robot(
        gravity=[0, 0, -9.81], base=RobotBase(HT=HTtranslate([0, 0, 1]) @ HTrotateX(0.5)),
        referenceConfiguration=[0.2, 0.3],
    )  # fmt: skip
    for kind in ("Rz", "Ry"):
        robot.AddLink(
            RobotLink(
                2.0, [0.2, 0, 0], np.diag([0.01, 0.05, 0.05]), jointType=kind,
                localHT=HTtranslate([0.3, 0, 0.1]), preHT=HTtranslate([0.1, 0, 0]),
            )
        )  # fmt: skip
    return robot


def test_a_robot_is_the_same_as_tree_and_as_bodies():
    found = []
    for as_tree in (True, False):
        mbs, robot = exu.SystemContainer().AddSystem(), arm()
        if as_tree:
            tree = robot.CreateKinematicTree(mbs)["objectKinematicTree"]
            end = mbs.AddMarker(
                MarkerKinematicTreeRigid(
                    objectNumber=tree, linkNumber=1, localPosition=[0.3, 0, 0.1]
                )
            )
        else:
            ground = mbs.AddObject(ObjectGround(referencePosition=robot.base.HT[:3, 3]))
            base = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
            made = robot.CreateRedundantCoordinateMBS(
                mbs, base, createJointTorqueLoads=False, rotationMarkerBase=robot.base.HT[:3, :3]
            )
            end = mbs.AddMarker(MarkerBodyRigid(bodyNumber=made["bodyList"][1]))
        mbs.Assemble()
        assert mbs.GetMarkerOutput(end, Out.Position) == pytest.approx(
            robot.LinkHT([0.2, 0.3])[1][:3, 3], abs=1e-12
        )
        settings = exu.SimulationSettings()
        settings.timeIntegration.endTime = 0.3
        settings.timeIntegration.numberOfSteps = 1500
        mbs.SolveDynamic(settings)
        found.append(mbs.GetMarkerOutput(end, Out.Position))
    assert found[0] == pytest.approx(found[1], abs=2e-6)


def test_trees_of_links_and_trajectories():
    mbs = exu.SystemContainer().AddSystem()
    inertia = InertiaCuboid(1000, [1, 0.1, 0.1]).Translated([0.5, 0, 0])
    tree = mbs.CreateKinematicTree(
        listOfTreeLinks=[
            TreeLink(inertia), TreeLink(inertia, jointHT=HTtranslate([1, 0, 0]), parent=0),
            TreeLink(inertia, exu.JointType.PrismaticX, HTtranslate([0, 1, 0]), parent=0),
        ],
        gravity=[0, -9.81, 0],
    )  # fmt: skip
    mbs.Assemble()
    assert mbs.GetObject(tree)["linkParents"] == [-1, 0, 0]
    path = motion.Trajectory([0.0, 0.0])
    path.Add(motion.ProfileConstantAcceleration([1.0, 2.0], 2.0))
    assert path.Evaluate(1.0)[0] == pytest.approx([0.5, 1.0])
    robot = models.LinkDict2Robot(models.ManipulatorPuma560())
    assert robot.NumberOfLinks() == 6 and exu.robotics.Robot is Robot
