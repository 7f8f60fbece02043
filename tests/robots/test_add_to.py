"""Robots as items of a system: motion, functions, limits, joints that follow, free bases, loops."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
RK44, ALPHA = exu.DynamicSolverType.RK44, exu.DynamicSolverType.GeneralizedAlpha

INERTIA = '<inertia ixx="0.02" ixy="0.001" ixz="0" iyy="0.03" iyz="0.002" izz="0.04"/>'


def link(name, mass, x):
    return (
        f'<link name="{name}"><inertial><mass value="{mass}"/><origin xyz="{x}"/>{INERTIA}'
        "</inertial></link>"
    )


HAND = f"""
<robot name="hand">
  {link("body", 2, "0.01 0.02 -0.03")}
  {link("arm", 0.5, "0 0 0.1")}
  {link("slider", 0.3, "0.02 0 0")}
  {link("finger1", 0.2, "0 0.05 0")}
  {link("finger2", 0.2, "0 0.05 0")}
  <link name="tip"/>
  <joint name="shoulder" type="revolute"><parent link="body"/><child link="arm"/>
    <origin xyz="0.2 0 0.1" rpy="0.1 0.2 0.3"/><axis xyz="1 2 2"/>
    <dynamics damping="0.3" friction="0.1"/><limit lower="-2" upper="0.7"/></joint>
  <joint name="slide" type="prismatic"><parent link="arm"/><child link="slider"/>
    <origin xyz="0 0 0.2"/><axis xyz="0 1 0"/></joint>
  <joint name="grip1" type="continuous"><parent link="body"/><child link="finger1"/>
    <origin xyz="-0.2 0.1 0"/><axis xyz="1 0 0"/></joint>
  <joint name="grip2" type="continuous"><parent link="body"/><child link="finger2"/>
    <origin xyz="-0.2 -0.1 0"/><axis xyz="-1 0 0"/>
    <mimic joint="grip1" multiplier="-0.5" offset="0.1"/></joint>
  <joint name="end" type="fixed"><parent link="slider"/><child link="tip"/>
    <origin xyz="0.1 0.2 0.3" rpy="0.4 0 0"/></joint>
</robot>
"""
Q, V = {"shoulder": 0.5, "slide": -0.1, "grip1": 0.3}, {"shoulder": 0.7, "grip1": -0.9}


def run(mbs, solver=RK44, end=1e-9, steps=1):
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = end, steps
    mbs.SolveDynamic(settings, solverType=solver)


def placed(base, **more):
    robot = exu.robots.read(HAND)
    robot.joints["slide"].stiffness, robot.joints["slide"].rest = 30.0, 0.2
    robot.joints["grip2"].stiffness, robot.joints["grip2"].rest = 3.0, 0.5
    robot.joints["shoulder"].armature = 0.05
    mbs = exu.SystemContainer().AddSystem()
    tree = robot.add_to(mbs, base=base, **more)
    tree.set_initial(Q, V)
    return mbs, tree


@pytest.mark.parametrize("solver", [RK44, ALPHA])
def test_accelerations_are_those_of_the_robot(solver):
    mbs, tree = placed("fixed", limits=False)
    run(mbs, solver)
    q = tree.coordinates(Q)
    v = np.array([0.7, 0.0, -0.9])
    wanted = tree.forward_dynamics(q, v, np.zeros(3))
    found = mbs.GetObjectOutput(tree.object, Out.Coordinates_tt)
    assert found == pytest.approx(wanted, abs=1e-6)
    energy = tree.energy(q, v)
    assert mbs.GetObjectOutput(tree.object, Out.KineticEnergy) == pytest.approx(energy.kinetic)


@pytest.mark.parametrize("node", ["RotationEulerParameters", "RotationRxyz"])
def test_a_free_base_accelerates_as_the_robot_does(node):
    mbs, tree = placed("free", limits=False, nodeType=getattr(exu.NodeType, node))
    run(mbs)
    q = tree.coordinates(Q)
    v = np.array([*[0.0] * 6, 0.7, 0.0, -0.9])
    wanted = tree.forward_dynamics(q, v, np.zeros(9))
    found = np.r_[
        mbs.GetNodeOutput(tree.base_node, Out.Acceleration),
        mbs.GetNodeOutput(tree.base_node, Out.AngularAcceleration),
        mbs.GetObjectOutput(tree.object, Out.Coordinates_tt),
    ]  # fmt: skip
    assert found == pytest.approx(wanted, abs=1e-5)


def test_markers_are_at_frames():
    mbs, tree = placed("fixed", limits=False)
    marker = tree.marker("tip", [0.1, -0.2, 0.3])
    base = tree.marker("body", [0.5, 0.0, 0.0])
    run(mbs)
    wanted = tree.pose("tip", tree.coordinates(Q), [0.1, -0.2, 0.3])[:3, 3]
    assert mbs.GetMarkerOutput(marker, Out.Position) == pytest.approx(wanted, abs=1e-8)
    assert mbs.GetMarkerOutput(base, Out.Position) == pytest.approx([0.5, 0, 0])
    assert tree.link("tip") == tree.link("slider") == 1 and tree.link("body") == -1


@pytest.mark.parametrize("solver", [RK44, ALPHA])
def test_limits_stop_joints(solver):
    mbs, tree = placed("fixed", gravity=[0, 0, 0], limitStiffness=1e5, limitDamping=20.0)
    tree.set_initial({}, {"shoulder": 3.0})
    assert list(tree.stops) == ["shoulder"]
    mbs.AddSensor(
        SensorObject(
            objectNumber=tree.stops["shoulder"], outputVariableType=Out.Displacement, name="q",
            writeToFile=False, storeInternal=True,
        )
    )  # fmt: skip
    run(mbs, solver, 1.0, 4000)
    q = mbs.GetObjectOutput(tree.object, Out.Coordinates)
    v = mbs.GetObjectOutput(tree.object, Out.Coordinates_t)
    assert q[0] < 0.71 and v[0] < 0.5


def test_joints_start_within_their_limits():
    """At zero, or at the limit next to it: nothing pushes them there."""
    text = HAND.replace('lower="-2" upper="0.7"', 'lower="-2" upper="-0.3"')
    for limits, wanted in ((True, -0.3), (False, 0.0)):
        for base in ("fixed", "free"):
            mbs = exu.SystemContainer().AddSystem()
            tree = exu.robots.read(text).add_to(mbs, base, limits=limits)
            assert mbs.GetNode(tree.node)["initialCoordinates"].tolist() == [wanted, 0.0, 0.0]


def test_equalities_of_joints_become_constraints():
    robot = exu.robots.read(HAND)
    robot.loops.append(
        exu.robots.Loop("joint", "shoulder", "grip1", coefficients=(0.2, 0.5))
    )  # fmt: skip
    mbs = exu.SystemContainer().AddSystem()
    tree = robot.add_to(mbs, limits=False)
    tree.set_initial({"grip1": 0.4, "shoulder": 0.4})
    run(mbs, ALPHA, 0.5, 500)
    q = mbs.GetObjectOutput(tree.object, Out.Coordinates)
    assert q[0] == pytest.approx(0.2 + 0.5 * q[2], abs=1e-9) and abs(q[2] - 0.4) > 0.01


@pytest.mark.parametrize("kind", ["connect", "weld"])
def test_frames_that_are_held_stay(kind):
    robot = exu.robots.read(HAND)
    mbs = exu.SystemContainer().AddSystem()
    place = robot.pose("tip", robot.neutral())
    robot.loops.append(
        exu.robots.Loop(kind, "tip", p2=tuple(place[:3, 3]), R2=tuple(map(tuple, place[:3, :3])))
    )
    tree = robot.add_to(mbs, base="free", limits=False)
    marker = tree.marker("tip")
    run(mbs, ALPHA, 0.2, 200)
    assert mbs.GetMarkerOutput(marker, Out.Position) == pytest.approx(place[:3, 3], abs=1e-6)
    moved = np.abs(mbs.GetObjectOutput(tree.object, Out.Coordinates)).max()
    assert moved > 1e-3


def test_what_cannot_be_added_is_refused():
    robot = exu.robots.read('<robot name="r"><link name="a"/></robot>')
    with pytest.raises(exu.ParameterError, match="no joint that moves"):
        robot.add_to(exu.SystemContainer().AddSystem())
    mbs, tree = placed("fixed")
    with pytest.raises(exu.ParameterError, match="did you mean 'tip'"):
        tree.link("tup")
    with pytest.raises(exu.ParameterError, match="joint with a coordinate"):
        tree.set_initial({"grip2": 1.0})
