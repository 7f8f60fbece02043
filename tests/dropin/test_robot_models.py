"""Robots of rigid bodies, published robots and measures; numbers of Exudyn 1.11.0."""

import numpy as np
import pytest

import linkwork.exudyn as exu
from linkwork.exudyn import graphics, robotics
from linkwork.exudyn import rigidBodyUtilities as rigid
from linkwork.exudyn.itemInterface import MarkerBodyRigid, MarkerNodeRigid, ObjectGround
from linkwork.exudyn.robotics import future, models, special
from tests.cases import looped

pytestmark = pytest.mark.processors

near = pytest.approx
Q = [0.1, -0.2, 0.3, -0.4, 0.5, -0.6]


def system():
    """A system with a marker on its ground."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    return mbs, mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))


def arm(kinds, control=(100.0, 30.0), **values):
    """A robot without gravity; joints are 0.1 m above the link before."""
    robot = robotics.Robot(gravity=[0, 0, 0], **values)
    for kind in kinds:
        robot.AddLink(
            robotics.RobotLink(
                2.0,
                [0, 0, 0],
                np.eye(3),
                localHT=rigid.HTtranslate([0.5, 0, 0]),
                preHT=rigid.HTtranslate([0, 0, 0.1]) @ rigid.HTrotateX(0.3),
                jointType=kind,
                PDcontrol=control,
            )
        )
    return robot


def settle(mbs, spring, target):
    """Set the offset of a spring and wait until the motion is damped out."""
    mbs.SetObjectParameter(spring, "offset", target)
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 8
    settings.timeIntegration.numberOfSteps = 400
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings)


@looped("kind", ["Rx", "Ry", "Rz", "Px", "Py", "Pz"])
def test_springs_act_about_and_along_every_axis(kind):
    mbs, base = system()
    robot = arm(["Rz", kind])
    numbers = robot.CreateRedundantCoordinateMBS(mbs, base, createJointTorqueLoads=False)
    settle(mbs, numbers["springDamperList"][1], 0.2)
    frame = robot.LinkHT([0, 0.2])[1]
    last = numbers["bodyList"][1]
    assert mbs.GetObjectOutputBody(last, exu.OutputVariableType.Position) == near(
        frame[:3, 3], abs=1e-8
    )
    matrix = mbs.GetObjectOutputBody(last, exu.OutputVariableType.RotationMatrix)
    assert matrix == near(frame[:3, :3].ravel(), abs=1e-8)


def test_first_joints_away_from_the_base_get_a_marker_of_their_own():
    mbs, base = system()
    numbers = arm(["Rz"]).CreateRedundantCoordinateMBS(mbs, base)
    moved = numbers["markerList0"][0]
    assert moved != base
    assert mbs.GetMarker(moved)["localPosition"] == near([0, 0, 0.1])
    node = mbs.AddMarker(MarkerNodeRigid(nodeNumber=numbers["nodeList"][0]))
    with pytest.raises(ValueError, match="MarkerBodyRigid, since preHT of link 0"):
        arm(["Rz"]).CreateRedundantCoordinateMBS(mbs, node)


def test_base_and_tool_are_drawn():
    mbs, base = system()
    ball = graphics.Sphere(point=[1, 0, 0], radius=0.1)
    robot = arm(
        ["Rz", "Rz"],
        base=robotics.RobotBase(
            rigid.HTtranslate([1, 2, 3]) @ rigid.HTrotateZ(0.5 * np.pi),
            robotics.VRobotBase(graphicsData=[ball]),
        ),
        tool=robotics.RobotTool(
            rigid.HTtranslate([0, 0, 0.2]), robotics.VRobotTool(graphicsData=[ball])
        ),
    )
    numbers = robot.CreateRedundantCoordinateMBS(mbs, base, createJointTorqueLoads=False)
    drawn = mbs.GetObject(numbers["baseObject"], True)
    assert drawn["referencePosition"] == near([1, 2, 3])
    center = np.reshape(drawn["VgraphicsData"][0]["points"], (-1, 3)).mean(axis=0)
    assert center == near([0, 1, 0], abs=1e-6)
    shapes = mbs.GetObject(numbers["bodyList"][1], True)["VgraphicsData"]
    assert len(shapes) == 1
    center = np.reshape(shapes[0]["points"], (-1, 3)).mean(axis=0)
    assert center == near([1, 0, 0.2], abs=1e-6)
    assert len(mbs.GetObject(numbers["bodyList"][0], True)["VgraphicsData"]) == 1


def test_wrong_arguments_are_refused():
    mbs, base = system()
    with pytest.raises(ValueError, match="joint 0 is prismatic"):
        arm(["Px"]).CreateRedundantCoordinateMBS(mbs, base)
    with pytest.raises(ValueError, match="1 links need as many user functions"):
        arm(["Rz"]).CreateRedundantCoordinateMBS(mbs, base, jointLoadUserFunctionList=[0, 0])
    with pytest.raises(ValueError, match="rotationMarkerBase"):
        arm(["Rz"]).CreateRedundantCoordinateMBS(mbs, base, rotationMarkerBase=[1, 2])


def numbers_of(data):
    """All numbers of a dictionary, in the order of its keys."""
    if isinstance(data, dict):
        data = [data[key] for key in sorted(data)]
    if isinstance(data, list | tuple):
        return [x for each in data for x in numbers_of(each)]
    return [] if isinstance(data, str) else np.ravel(np.array(data, float)).tolist()


@looped(
    ("name", "count", "total"),
    [
        ("Manipulator4Rsimple", 142, 9854.667061872029),
        ("Manipulator3RSimple", 140, -131017.52878979425),
        ("ManipulatorPANDA", 336, 34992.645385538446),
        ("ManipulatorUR5", 281, 78975.27861678138),
        ("ManipulatorPuma560", 281, -143773.78427614536),
    ],
)
def test_published_robots_have_all_numbers(name, count, total):
    numbers = numbers_of(getattr(models, name)())
    assert len(numbers) == count
    assert np.dot(numbers, np.sin(np.arange(count) + 1)) == near(total, rel=1e-14, abs=1e-9)


def test_published_robots():
    panda, ur5 = models.ManipulatorPANDA(), models.ManipulatorUR5()
    assert panda["dhMode"] == "modDHKK" and panda["links"][3]["jointLimits"] == [-3.0718, -0.0698]
    assert panda["links"][6]["inertia"].tolist() == [
        [0.012516, -0.000428, -0.001196],
        [-0.000428, 0.010027, -0.000741],
        [-0.001196, -0.000741, 0.004815],
    ]
    assert panda["tool"]["HT"][:3, 3].tolist() == [0, 0, 0.11]
    assert ur5["joinTorqueMaxMatrix"].diagonal().tolist() == [150, 150, 150, 28, 28, 28]
    assert ur5["Dcontrol"].tolist() == [400, 400, 100, 1, 1, 0.1]
    four = models.Manipulator4Rsimple()
    assert len(four["links"]) == 3 and len(four["Pcontrol"]) == 4
    assert four["tool"]["HT"][:3, :3] == near(np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]]))
    panda["links"][0]["COM"][0] = 7
    assert models.ManipulatorPANDA()["links"][0]["COM"][0] == 0.003875
    frame = models.LinkDict2Robot(ur5).LinkHT(Q)[-1]
    assert frame[:3, 3] == near(
        [-0.8500180362283789, -0.26757199507530927, 0.05597146780097532], rel=1e-13
    )
    with pytest.raises(ValueError, match="LinkDictModDHKK2Robot"):
        models.LinkDict2Robot(panda)


def test_measures_of_manipulability():
    data = models.ManipulatorPuma560()
    robot = models.LinkDict2Robot(data)
    velocity, force, stiffness, matrix, dynamic, N = special.CalculateAllMeasures(
        robot, data, Q, "trans", [1, 1, 1, 1]
    )
    assert [velocity, force] == near([0.07233681659262445, 13.824219078255116], rel=1e-12)
    assert stiffness == near(54734.46363660687, rel=1e-12)
    assert matrix[0] == near([66294.11178702906, -58578.08281461932, 30201.25292283294], rel=1e-11)
    assert dynamic == near(0.00020331929936795188, rel=1e-10)
    assert N[2] == near([-0.000332878005818, 0.000554160262513, 0.001744358173569], rel=1e-9)
    turning = special.CalculateAllMeasures(robot, data, Q, "rot", [1, 0, 1, 0])
    assert turning[0] == near(1.533689705364288) and turning[2] == near(987.0395681752304)
    assert turning[1] == [] and turning[4:] == [[], []]


def test_mass_matrices_are_those_of_the_kinematic_tree():
    robot = robotics.Robot()
    for i, kind in enumerate(("Rz", "Rx", "Py", "Ry")):
        frame = rigid.HTtranslate([0.5, 0.1 * i, 0]) @ rigid.HTrotateX(0.2 * i)
        inertia = np.diag([1, 2, 2.5 + i])
        robot.AddLink(
            robotics.RobotLink(1.0 + i, [0.1, 0.2, 0.3 * i], inertia, jointType=kind, preHT=frame)
        )
    q = Q[:4]
    jacobians = special.JointJacobian(robot, robot.JointHT(q), robot.LinkHT(q))
    M = special.MassMatrix(robot, robot.JointHT(q), jacobians)
    tree = robot.GetKinematicTree66()
    assert M == near(tree.ComputeMassMatrixAndForceTerms(q, [0.0] * 4)[0], rel=1e-12, abs=1e-12)
    assert jacobians[1].shape == (2, 3, 4)


def test_singular_configurations_give_the_weights():
    data = models.ManipulatorPuma560()
    robot = models.LinkDict2Robot(data)
    frames = robot.JointHT([0] * 6)
    assert special.VelocityManipulability(robot, frames, "rot") == 0
    assert special.ForceManipulability(robot, frames, "rot") == 100
    assert special.ForceManipulability(robot, frames, "all", 7) == 7
    smallest, matrix = special.StiffnessManipulability(
        robot, data["jointStiffnessMatrix"], frames, "rot", 30
    )
    assert smallest == 30 and matrix.tolist() == (30 * np.eye(3)).tolist()


@pytest.mark.parametrize(
    ("name", "inverse", "most"),
    [
        ("Manipulator3RSimple", future.ComputeIK3R, 4),
        ("ManipulatorPuma560", future.ComputeIKPuma560, 8),
        ("ManipulatorUR5", future.ComputeIKUR, 8),
    ],
)
def test_inverse_kinematics_finds_all_configurations(name, inverse, most):
    data = getattr(models, name)()
    data["base"]["HT"] = rigid.HTtranslate([1, 2, 3]) @ rigid.HTrotateX(0.4)
    robot = models.LinkDict2Robot(data)
    random, counts = np.random.default_rng(1), set()
    rows = slice(0, 3) if most == 4 else slice(0, 4)  # position alone, or the frame
    columns = slice(3, 4) if most == 4 else slice(0, 4)
    for _ in range(50):
        q = random.uniform(-np.pi, np.pi, robot.NumberOfLinks())
        frame = robot.LinkHT(q)[-1]
        solutions = inverse(data, frame)
        counts.add(len(solutions))
        for solution in solutions:
            reached = robot.LinkHT(solution)[-1]
            assert reached[rows, columns] == near(frame[rows, columns], abs=1e-10)
        differences = [np.abs(robotics.projectAngleToPMPi(each - q)).max() for each in solutions]
        assert min(differences) < 1e-7
        apart = [np.abs(a - b).max() for a in solutions for b in solutions if a is not b]
        assert min(apart) > 1e-3
    assert max(counts) == most


def test_order_of_the_configurations():
    data = models.Manipulator3RSimple()
    robot = models.LinkDict2Robot(data)
    found = future.ComputeIK3R(data, robot.LinkHT([0.1, -0.2, 0.3])[-1])
    elbows = [robot.LinkHT(q)[1][2, 3] for q in found]
    assert found[0] == near([0.1, -0.2, 0.3]) and found[2][0] == near(0.1 - np.pi)
    assert elbows == near([0.400665335, 0.549916708, 0.549916708, 0.400665335])


def test_inverse_kinematics_of_far_and_other_robots():
    data = models.Manipulator3RSimple()
    assert future.ComputeIK3R(data, rigid.HTtranslate([3, 0, 0])) == []
    with pytest.raises(ValueError, match="ComputeIKUR: the robot must have links"):
        future.ComputeIKUR(data, np.eye(4))
    puma = models.ManipulatorPuma560()
    straight = [0.1, -0.2, 0.3, 0.4, 0, 0.5]  # axes 4 and 6 coincide
    frame = models.LinkDict2Robot(puma).LinkHT(straight)[-1]
    found = future.ComputeIKPuma560(puma, frame)
    assert found[0] == near([0.1, -0.2, 0.3, 0, 0, 0.9], abs=1e-7)


def seven_joints():
    """A robot with more joints than needed."""
    robot = robotics.Robot(tool=robotics.RobotTool(rigid.HTtranslate([0, 0, 0.1])))
    for i in range(7):
        frame = rigid.HTtranslate([0, 0, 0.3]) @ rigid.HTrotateX(0.5 * np.pi * (-1) ** i)
        robot.AddLink(robotics.RobotLink(1.0, [0, 0, 0.1], 0.1 * np.eye(3), preHT=frame))
    return robot


def tool_of(robot, q):
    return robot.LinkHT(q)[-1] @ robot.tool.HT


def test_inverse_kinematics_by_iteration():
    data = models.ManipulatorPuma560()
    data["tool"]["HT"] = rigid.HTtranslate([0.05, 0, 0.1])
    robot = models.LinkDict2Robot(data)
    q = np.array([0.3, -0.2, 0.5, 0.2, 0.6, -0.1])
    goal, start = tool_of(robot, q), q + 0.1 * np.cos(np.arange(6))
    inverse = robotics.InverseKinematicsNumerical(robot)
    for solve in (inverse.Solve, inverse.SolveSafe):
        found, success = solve(goal, start)  # Exudyn 1.11.0 returns these coordinates too
        assert success and found == near(q, abs=1e-10)
        assert inverse.GetCurrentRobotHT() == near(goal, abs=1e-10)
    assert inverse.Solve(goal)[0] == near(q, abs=1e-10)
    assert inverse.Solve(rigid.HTtranslate([9, 0, 0]), start) == [None, False]
    assert inverse.SolveSafe(rigid.HTtranslate([9, 0, 0]), start) == [None, False]
    assert inverse.q == near(q, abs=1e-10)


def test_stiffness_chooses_among_many_solutions():
    robot = seven_joints()
    q = np.array([0.3, -0.2, 0.5, 0.2, 0.6, -0.1, 0.4])
    goal, start = tool_of(robot, q), q + 0.1 * np.cos(np.arange(7))
    for stiffness in (1.0, [1, 5, 1, 1, 20, 1, 1.0]):
        inverse = robotics.InverseKinematicsNumerical(robot, stiffness)
        found, success = inverse.Solve(goal, start)
        assert success and tool_of(robot, found) == near(goal, abs=1e-10)
        # Least energy: the torques of the springs do no work in motions that keep the tool.
        J = robot.Jacobian(robot.JointHT(found), toolPosition=goal[:3, 3])
        free = np.linalg.svd(J)[2][6]
        torques = np.broadcast_to(stiffness, (7,)) * (found - start)
        assert free @ torques == near(0, abs=1e-6) and np.abs(torques).max() > 0.01


def test_ways_between_frames():
    inverse = robotics.InverseKinematicsNumerical(seven_joints())
    first = rigid.HTtranslate([0.3, 0, 0]) @ rigid.HTrotateZ(0.2)
    last = rigid.HTtranslate([1, 2, 3]) @ rigid.HTrotateZ(0.7)
    frames = inverse.InterpolateHTs(first, last)
    assert len(frames) == 3 and frames[-1] == near(last)
    assert frames[0] == near(rigid.HTtranslate([1.6 / 3, 2 / 3, 1]) @ rigid.HTrotateZ(1.1 / 3))
    assert len(inverse.InterpolateHTs(first, last, minSteps=5)) == 5
    with pytest.raises(ValueError, match="must be serial"):
        robotics.InverseKinematicsNumerical(robotics.Robot())
    with pytest.raises(ValueError, match="jointStiffness must be > 0"):
        robotics.InverseKinematicsNumerical(seven_joints(), 0)
