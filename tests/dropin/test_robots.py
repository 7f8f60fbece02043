"""Trajectories, robots and kinematic trees; numbers of Exudyn 1.11.0 and closed forms."""

import numpy as np
import pytest

from linkwork.exudyn import kinematicTree, robotics
from linkwork.exudyn import rigidBodyUtilities as rigid
from linkwork.exudyn.robotics import models
from linkwork.exudyn.robotics.motion import (
    ProfileConstantAcceleration,
    ProfileLinearAccelerationsList,
    ProfilePTP,
    Trajectory,
)

pytestmark = pytest.mark.processors

near = pytest.approx


def test_constant_acceleration_belongs_to_the_half_before():
    path = Trajectory([0, 1.0], 0.5)
    path.Add(ProfileConstantAcceleration([1, 2.0], 1))
    assert [list(each) for each in path.Evaluate(0.7)] == [
        near([0.08, 1.08]), near([0.8, 0.8]), near([4, 4])
    ]  # fmt: skip
    assert path.EvaluateCoordinate(1.0, 0) == near([0.5, 2, -4])
    assert path.EvaluateCoordinate(1.5, 0) == near([1, 0, -4])
    assert path.EvaluateCoordinate(0.5, 0) == [0, 0, 0]
    assert path.EvaluateCoordinate(9, 1) == [2, 0, 0]


def test_point_to_point_motion_keeps_limits_and_arrives_together():
    path = Trajectory([0, 1.0], 0.5, [1, 2.0], [3, 4.0])
    path.Add(ProfilePTP([1, -2.0], syncAccTimes=False))
    path.Add(ProfileConstantAcceleration([0.0, 0.0], 1))
    assert path.GetTimes() == near([0.5, 2.5, 3.5])
    expected = {
        0.7: ([0.0595917942265425, 0.92], [0.5505102572168221, -0.8], [0, -4]),
        1.2: ([0.3348469228349535, 0.1], [0.5505102572168221, -2], [0, 0]),
        2.0: ([0.7752551286084113, -1.5], [0.5505102572168221, -2], [0, 4]),
        2.6: ([0.98, -1.96], [-0.4, 0.8], [-4, 8]),
    }
    for t, parts in expected.items():
        for found, part in zip(path.Evaluate(t), parts, strict=True):
            assert found == near(part, rel=1e-13, abs=1e-13)


def test_accelerations_are_linear_between_times():
    path = Trajectory([0.0], 1)
    path.Add(ProfileLinearAccelerationsList([(0, [1.0]), (0.5, [2.0]), (1, [-1.0])]))
    assert path.EvaluateCoordinate(1.5, 0) == near([0.25 * (2 + 2) / 6, 0.75, 2])
    assert path.EvaluateCoordinate(1.75, 0) == near(
        [1 / 6 + 0.1875 + 0.0625 - 0.0156250, 1.0625, 0.5]
    )


def test_profiles_refuse_wrong_arguments():
    path = Trajectory([0, 1.0])
    with pytest.raises(ValueError, match="syncAccTimes"):
        path.Add(ProfilePTP([1, 2.0]))
    with pytest.raises(ValueError, match="maxVelocities"):
        path.Add(ProfilePTP([1, 2.0], False))
    with pytest.raises(ValueError, match="3 coordinates"):
        path.Add(ProfileConstantAcceleration([1, 2, 3.0], 1))


def example():
    base = rigid.HTtranslate([1, 2, 3]) @ rigid.HTrotateY(0.3)
    robot = robotics.Robot(base=robotics.RobotBase(HT=base))
    for i, kind in enumerate(("Rz", "Rx", "Py")):
        robot.AddLink(
            robotics.RobotLink(
                mass=1.0 + i,
                COM=[0.1, 0.2, 0.3 * i],
                inertia=np.diag([1, 2, 3.0]),
                localHT=rigid.HTtranslate([0.5, 0, 0.1 * i]) @ rigid.HTrotateX(0.2),
                jointType=kind,
                preHT=rigid.HTrotateZ(0.4 * i),
            )
        )
    return robot


Q = [0.1, -0.2, 0.3]


def test_frames_of_robots():
    robot = example()
    frames = robot.JointHT(Q)
    assert frames[2][:3, 3] == near([1.658961645185553, 2.36155951032653, 2.963606019673373])
    assert frames[2][0, :3] == near([0.3120440907854052, -0.8985590867342635, 0.3085774668591276])
    assert robot.LinkHT(Q)[2][:3, 3] == near(
        [1.876699183950081, 2.7945602845484236, 3.1983413892622075]
    )
    assert robot.COMHT(frames)[1][:3, 3] == near(
        [2.026864532756295, 2.4431959670326093, 3.1813662423631426]
    )


def test_static_torques_and_jacobians():
    robot = example()
    frames = robot.JointHT(Q)
    assert robot.StaticTorques(frames) == near(
        [-10.135741256677836, -12.456656279334988, -10.397968893141234], rel=1e-13
    )
    step = 1e-6
    for i in range(3):
        ends = []
        for sign in (-1, 1):
            moved = [q + sign * step * (k == i) for k, q in enumerate(Q)]
            ends.append(robot.LinkHT(moved)[2])
        J = robot.Jacobian(frames)
        assert J[:3, i] == near((ends[1] - ends[0])[:3, 3] / (2 * step), abs=1e-9)
        turning = (ends[1] - ends[0])[:3, :3] @ robot.LinkHT(Q)[2][:3, :3].T / (2 * step)
        assert J[3:, i] == near([turning[2, 1], turning[0, 2], turning[1, 0]], abs=1e-9)
    part = robot.Jacobian(frames, toolPosition=[1, 1, 1.0], mode="trans", linkIndex=1)
    assert part[:, 1] == near([-1.0689832199764582, 1.6854906029749324, -0.6808263896341956])
    assert not part[:, 2].any()


def test_trees_of_links():
    robot = robotics.Robot()
    for parent in (-2, -2, 0, -1):
        robot.AddLink(robotics.RobotLink(1, [0, 0, 0], np.eye(3), parent=parent))
    assert [robot.GetParentIndex(i) for i in range(4)] == [-1, 0, 0, -1]
    assert not robot.IsSerialRobot() and not robot.HasParent(3)
    with pytest.raises(ValueError, match="parent of link 4"):
        robot.AddLink(robotics.RobotLink(1, [0, 0, 0], np.eye(3), parent=4))


def test_denavit_hartenberg_parameters():
    standard = robotics.StdDH2HT([0.1, 0.2, 0.3, 0.4])
    assert standard[:3, 3] == near([0.3 * np.cos(0.1), 0.3 * np.sin(0.1), 0.2])
    assert standard[:3, :3] == near(rigid.RotationMatrixZ(0.1) @ rigid.RotationMatrixX(0.4))
    before, behind = robotics.ModDHKK2HT([0.1, 0.2, 0.3, 0.4])
    assert before[:3, 3] == near([0.2, 0, 0]) and behind[:3, 3] == near([0, 0, 0.4])
    assert (before @ behind)[:3, :3] == near(
        rigid.RotationMatrixX(0.1) @ rigid.RotationMatrixZ(0.3)
    )
    assert robotics.projectAngleToPMPi([4.0, -4.0]) == near([4 - 2 * np.pi, 2 * np.pi - 4])
    link = {"stdDH": [0, 0.5, 0, np.pi / 2], "mass": 3, "COM": [0, 0, 0], "inertia": np.eye(3)}
    data = {
        "links": [link],
        "base": {"HT": np.eye(4)}, "tool": {"HT": np.eye(4)}, "referenceConfiguration": [0],
        "Pcontrol": [7], "Dcontrol": [8],
    }  # fmt: skip
    robot = models.LinkDict2Robot(data)
    assert robot.LinkHT([0.3])[0][:3, 3] == near([0, 0, 0.5])
    assert robot.GetLink(0).GetPDcontrol() == (7, 8)


def tree(cls=kinematicTree.KinematicTree66):
    frames = [rigid.HTtranslate([0.5, 0.1 * i, 0]) @ rigid.HTrotateX(0.2 * i) for i in range(3)]
    inertias = [
        kinematicTree.MassCOMinertia2T66(1.0 + i, [0.1, 0.2, 0.3], np.diag([1, 2, 3.0]))
        for i in range(3)
    ]
    kinds = ["Rx", "Rz", "Py"]
    if cls is kinematicTree.KinematicTree66:
        return cls(kinds, [rigid.HT2T66Inverse(H) for H in frames], inertias, [-1, 0, 0])
    return cls(
        kinds,
        [H[:3, :3] for H in frames],
        [H[:3, 3] for H in frames],
        [each[:3, :3] for each in inertias],
        [[0.1, 0.2, 0.3]] * 3,
        [1.0, 2.0, 3.0],
        [-1, 0, 0],
    )


@pytest.mark.parametrize("cls", [kinematicTree.KinematicTree66, kinematicTree.KinematicTree33])
def test_dynamics_of_kinematic_trees(cls):
    # The peer's numbers, with the prismatic coordinate negative: it moves the wrong way there.
    q, rates = [0.1, 0.2, -0.3], [1, -2, 0.5]
    M, bias = tree(cls).ComputeMassMatrixAndForceTerms(q, rates)
    expected = [
        [3.692750630910411, -0.0326482716719229, -0.6663489946148096],
        [-0.0326482716719229, 3.1, 0],
        [-0.6663489946148096, 0, 3],
    ]
    assert M == near(np.array(expected), rel=1e-13, abs=1e-13)
    assert bias == near([4.7698436007175, 0.1065805455156494, 13.856857004719966], rel=1e-13)
    accelerations = tree(cls).ForwardDynamicsCRB(q, rates, [1, 2, 3])
    assert accelerations == near(
        [-1.738344509794967, 0.5924727453771512, -4.005067040372006], rel=1e-13
    )


def test_external_forces_do_the_work_of_their_points():
    """A force F on a link does the work J^T F at the joints."""
    robot = robotics.Robot()
    for kind in ("Rx", "Rz", "Py"):
        H = rigid.HTtranslate([0.5, 0.1, 0]) @ rigid.HTrotateX(0.2)
        robot.AddLink(robotics.RobotLink(1, [0.1, 0, 0], np.eye(3), jointType=kind, preHT=H))
    chain, point, F = robot.GetKinematicTree66(), np.array([0.3, 0.4, 0.5]), np.array([1, 2, 3.0])
    q, rates = np.array(Q), np.zeros(3)
    wrench = np.array([*np.cross(point, F), *F])
    free = chain.ComputeMassMatrixAndForceTerms(q, rates)[1]
    loaded = chain.ComputeMassMatrixAndForceTerms(q, rates, [0 * wrench, 0 * wrench, wrench])[1]
    J = robot.Jacobian(robot.JointHT(q), toolPosition=point, mode="trans")
    assert free - loaded == near(J.T @ F, rel=1e-12)
    assert free == near(-robot.StaticTorques(robot.JointHT(q)), rel=1e-12)


def test_six_by_six_helpers():
    v = [1, 2, 3, 4, 5, 6.0]
    assert kinematicTree.CRF(v).tolist() == (-kinematicTree.CRM(v).T).tolist()
    assert kinematicTree.CRM(v) @ np.array(v) == near(np.zeros(6))
    mass, com, inertia = kinematicTree.Inertia66toMassCOMinertia(
        kinematicTree.MassCOMinertia2T66(2, [0.1, 0.2, 0.3], np.diag([1, 2, 2.5]))
    )
    assert (mass, com, inertia) == (2, near([0.1, 0.2, 0.3]), near(np.diag([1, 2, 2.5])))
    for name in ("RotationX", "TranslationZ"):
        forward = getattr(rigid, f"{name}2T66")(0.3)
        assert getattr(kinematicTree, f"{name}2T66Inverse")(0.3) @ forward == near(np.eye(6))


def test_trajectories_are_lists_of_profiles():
    path = Trajectory([0, 1.0], 0.5)
    assert len(path) == 0 and list(path) == []
    path.Add(ProfileConstantAcceleration([1, 2.0], 1))
    path.Add(ProfileLinearAccelerationsList([(0, [1, 1]), (1, [0, 0])]))
    assert len(path) == 2 and list(path) == [path[0], path[1]]
    values = dict(path[0])
    assert values["finalTime"] == path[0]["finalTime"] == 1.5 and "finalTime" in repr(path)
    assert dict(path[1])["initialTime"] == 1.5


def test_half_a_turn_stays_positive():
    assert robotics.projectAngleToPMPi(np.pi) == np.pi
    angles = np.array([-np.pi, 0.5, 3 * np.pi, -3.5, 7.0, -2 * np.pi])
    wanted = [np.pi, 0.5, np.pi, 2 * np.pi - 3.5, 7 - 2 * np.pi, 0]
    assert robotics.projectAngleToPMPi(angles) == near(np.array(wanted), abs=1e-15)
