"""Kinematic trees by the names of Exudyn: robots, TreeLink, and values of Exudyn 1.13.6."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork.exudyn as exu
from linkwork.exudyn import _notices, robotics
from linkwork.exudyn.kinematicTree import KinematicTree66
from linkwork.exudyn.robotics import models
from linkwork.exudyn.utilities import *
from tests.cases import looped

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
PEER_ARM = [0.05995614240265894, 2.8751082283439637]
"""Coordinates of `two_links` after 0.5 s."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Runs write their solution file where they are."""
    monkeypatch.chdir(tmp_path)


def near(values, tolerance=1e-11):
    return pytest.approx(np.asarray(values), abs=tolerance)


def solved(mbs, end=1e-9, steps=1, solver=exu.DynamicSolverType.RK44):
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    mbs.SolveDynamic(settings, solverType=solver)


def two_links(mbs, **more):
    inertia = InertiaCuboid(1000, [1, 0.1, 0.1]).Translated([0.5, 0, 0])
    links = [
        TreeLink(linkInertia=inertia, jointType=exu.JointType.RevoluteZ, PDcontrol=(3.0, 0.5)),
        TreeLink(linkInertia=inertia, jointHT=HTtranslate([1, 0, 0]) @ HTrotateX(0.3)),
    ]
    return mbs.CreateKinematicTree(
        listOfTreeLinks=links, referenceCoordinates=[0.1, 0.2], initialCoordinates=[0.3, 0.4],
        initialCoordinates_t=[1, 2.0], gravity=[0, -9.81, 0], baseOffset=[0.5, 0, 0], **more,
    )  # fmt: skip


def test_a_tree_of_links_has_the_parameters_of_exudyn():
    mbs = exu.SystemContainer().AddSystem()
    tree = mbs.GetObject(two_links(mbs, name="arm"))
    assert tree["name"] == "arm" and mbs.GetNode(0)["name"] == "Node:arm"
    assert tree["linkParents"] == [-1, 0]
    assert tree["jointPControlVector"] == near([3, 0])
    assert tree["jointDControlVector"] == near([0.5, 0])
    assert tree["jointPositionOffsetVector"] == near([0, 0])
    assert tree["linkMasses"] == near([10, 10])
    assert tree["linkInertiasCOM"][0] == near(np.diag([1 / 60, 0.84166666666667, 0.84166666666667]))
    assert tree["linkCOMs"][1] == near([0.5, 0, 0])
    assert tree["jointOffsets"][1] == near([1, 0, 0])


def test_a_tree_of_links_moves_as_in_exudyn():
    mbs = exu.SystemContainer().AddSystem()
    tree = two_links(mbs)
    solved(mbs, 0.5, 500)
    assert mbs.GetObjectOutput(tree, Out.Coordinates) == near(PEER_ARM, 1e-8)


def test_lists_of_vectors_and_matrices_describe_trees():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1, referenceCoordinates=[0.0]))
    offsets, inertias = exu.Vector3DList(), exu.Matrix3DList([np.diag([1, 1, 0.8416666666666667])])
    offsets.Append([0, 0, 0])
    tree = mbs.AddObject(
        ObjectKinematicTree(
            nodeNumber=node, jointTypes=[exu.JointType.RevoluteZ], linkParents=[-1],
            jointTransformations=exu.Matrix3DList([np.eye(3)]), jointOffsets=offsets,
            linkInertiasCOM=inertias, linkCOMs=exu.Vector3DList([[0.5, 0, 0]]), linkMasses=[10],
            baseOffset=[0.5, 0, 0], gravity=[0, -9.81, 0],
        )
    )  # fmt: skip
    sensor = mbs.AddSensor(
        SensorKinematicTree(
            objectNumber=tree, linkNumber=0, localPosition=[1, 0, 0], storeInternal=True,
            outputVariableType=Out.Position,
        )
    )  # fmt: skip
    solved(mbs, 1.0, 1000, exu.DynamicSolverType.RK67)
    q = mbs.GetObjectOutput(tree, Out.Coordinates)
    q = float(np.ravel(q)[0])
    assert q == pytest.approx(-3.134018551808591, abs=1e-10)
    assert mbs.GetSensorValues(sensor) == near([0.5 + np.cos(q), np.sin(q), 0])


ROBOTS = (
    models.ManipulatorPuma560, models.Manipulator3RSimple, models.ManipulatorUR5,
    models.ManipulatorPANDA,
)  # fmt: skip


@looped("model", ROBOTS)
@looped("turned", [False, True])
def test_robots_are_the_same_as_trees_and_as_formulas(model, turned):
    """Positions of joints, torques of gravity and Jacobians; the base may be turned."""
    data = model()
    standard = data["dhMode"] == "stdDH"
    robot = (models.LinkDict2Robot if standard else models.LinkDictModDHKK2Robot)(data)
    n = robot.NumberOfLinks()
    q = np.linspace(0.3, -0.8, n)
    robot.referenceConfiguration = 0.5 * q
    if turned:
        robot.base = robotics.RobotBase(HT=HTtranslate([0.1, 0.2, 0.3]) @ HTrotateX(0.4))
    for link in robot.links:
        link.SetPDcontrol(None, None)
    mbs = exu.SystemContainer().AddSystem()
    made = robot.CreateKinematicTree(mbs)
    assert set(made) == {"nodeGeneric", "objectKinematicTree", "baseObject"}
    mbs.SetNodeParameter(made["nodeGeneric"], "initialCoordinates", 0.5 * q)
    tree = made["objectKinematicTree"]
    markers = [
        mbs.AddMarker(MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=k)) for k in range(n)
    ]
    mbs.Assemble()
    frames = robot.JointHT(q)
    for marker, frame in zip(markers, frames, strict=True):
        assert mbs.GetMarkerOutput(marker, Out.Position) == near(frame[:3, 3])
        assert mbs.GetMarkerOutput(marker, Out.RotationMatrix) == near(frame[:3, :3].ravel())
    # at rest, the bias of the tree is minus the torque of gravity
    assert mbs.GetObjectOutput(tree, Out.Force) == near(-robot.StaticTorques(frames), 1e-9)


def test_parents_come_before_their_links():
    with pytest.raises(ValueError, match=r"listOfParents\[1\] must be less than 1, .* got 2"):
        KinematicTree66(["Rz"] * 3, [np.eye(6)] * 3, [np.eye(6)] * 3, [-1, 2, 1])


def test_controlled_robots_move_as_trees_bodies_and_equations_of_joints():
    """Both forms, and M(q) q_tt + b = -P q - D q_t by SciPy; angles of more than half a turn."""
    robot = robotics.Robot(gravity=[1.0, -2.0, -9.0], referenceConfiguration=[0.3, 4.0, -0.2, -3.5])
    controls = [(100.0, 3.0), (20.0, 2.0), (300.0, 5.0), (None, None)]
    for i, (kind, control) in enumerate(zip(("Rz", "Rx", "Py", "Ry"), controls, strict=True)):
        frame = HTtranslate([0.3, 0.1 * i, -0.1]) @ HTrotateX(0.4 * i) @ HTrotateY(0.3)
        link = robotics.RobotLink(
            1.0 + i, [0.1, 0.2, -0.1 * i], np.diag([0.3, 0.4, 0.5]), jointType=kind, preHT=frame,
            PDcontrol=control,
        )  # fmt: skip
        robot.AddLink(link)
    chain, count, end = robot.GetKinematicTree66(), 4, 0.2
    P, D = ([c[k] or 0.0 for c in controls] for k in (0, 1))

    def rate(t, y):
        q, v = y[:count], y[count:]
        return np.r_[v, chain.ForwardDynamicsCRB(q, v, -np.array(P) * q - np.array(D) * v)]

    start = np.r_[robot.referenceConfiguration, np.zeros(count)]
    y = solve_ivp(rate, (0, end), start, method="DOP853", rtol=1e-11, atol=1e-11).y[:, -1]
    wanted = robot.LinkHT(y[:count])[-1][:3, 3]

    def found(as_tree, steps):
        mbs = exu.SystemContainer().AddSystem()
        if as_tree:
            tree = robot.CreateKinematicTree(mbs)["objectKinematicTree"]
            hand = MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=count - 1)
        else:
            base = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
            made = robot.CreateRedundantCoordinateMBS(mbs, base, createJointTorqueLoads=False)
            hand = MarkerBodyRigid(bodyNumber=made["bodyList"][-1])
        marker = mbs.AddMarker(hand)
        solved(mbs, end, steps, exu.DynamicSolverType.TrapezoidalIndex2)
        return mbs.GetMarkerOutput(marker, Out.Position)

    for as_tree in (True, False):
        coarse, fine = found(as_tree, 200), found(as_tree, 400)
        assert fine + (fine - coarse) / 3 == near(wanted, 1e-8)


def test_what_is_no_robot_or_link_is_refused():
    mbs = exu.SystemContainer().AddSystem()
    with pytest.raises(ValueError, match="must have links"):
        robotics.Robot().CreateKinematicTree(mbs)
    with pytest.raises(Exception, match="at least one TreeLink"):
        mbs.CreateKinematicTree()
    with pytest.raises(Exception, match="must be a TreeLink"):
        mbs.CreateKinematicTree(listOfTreeLinks=[3])


def test_a_base_that_is_not_at_its_marker_is_noticed(capsys, monkeypatch):
    monkeypatch.delenv("LINKWORK_QUIET", raising=False)
    monkeypatch.setattr(_notices, "shown", set())
    robot = models.LinkDict2Robot(models.Manipulator3RSimple())
    robot.base = robotics.RobotBase(HT=HTtranslate([0, 0, 0.3]) @ HTrotateZ(0.5))
    for place, rotation, told in (
        ([0, 0, 0.3], robot.base.HT[:3, :3], ""),
        ([0, 0, 0.3], None, "is 0 m and 0.5 rad away"),
    ):
        mbs = exu.SystemContainer().AddSystem()
        ground = mbs.AddObject(ObjectGround(referencePosition=place))
        base = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
        robot.CreateRedundantCoordinateMBS(mbs, base, rotationMarkerBase=rotation)
        shown = capsys.readouterr().err
        assert told in shown and bool(told) == bool(shown)
