"""MJCF files by way of MuJoCo, which also has the dynamics to compare with."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.robots import RobotFileError

mujoco = pytest.importorskip("mujoco")

MODEL = """
<mujoco model="crane">
  <option gravity="0 1 -9.81"/>
  <worldbody>
    <body name="cart" pos="0 0 1" euler="10 20 30">
      <joint name="x" type="slide" axis="1 0 0" ref="0.2" damping="0.5"/>
      <joint name="turn" type="hinge" axis="0 1 1" pos="0.1 0.2 0.3" ref="0.4" armature="0.1"/>
      <geom type="box" size="0.1 0.2 0.3" mass="2"/>
      <body name="rod" pos="0 0 0.5">
        <joint name="swing" type="hinge" axis="0 1 0" range="-90 90" stiffness="3" springref="10"/>
        <geom type="capsule" fromto="0 0 0 0.3 0 0.4" size="0.05" mass="1"/>
        <site name="tip" pos="0.3 0 0.4"/>
      </body>
    </body>
    <body name="ball" pos="1 2 3">
      <freejoint name="free"/><geom size="0.1 0.2 0.3" type="ellipsoid"/>
    </body>
  </worldbody>
  <actuator><motor joint="swing"/></actuator>
  <keyframe><key name="start" qpos="0.1 0.2 0.3 1 2 3 1 0 0 0"/></keyframe>
</mujoco>
"""


def test_dynamics_are_those_of_mujoco():
    robot = exu.robots.read(MODEL)
    m = mujoco.MjModel.from_xml_string(MODEL)
    d = mujoco.MjData(m)
    rng = np.random.default_rng(1)
    q, v = robot.neutral(), rng.normal(size=robot.nv)
    q[:3] = rng.normal(size=3)
    q[6:] = rng.normal(size=4)
    q[6:] /= np.linalg.norm(q[6:])
    assert robot.coordinate_names[:3] == ["x", "turn", "swing"]
    R = robot.pose("ball", q)[:3, :3]
    d.qpos[:], d.qvel[:] = q, np.r_[v[:3], R @ v[3:6], v[6:]]
    mujoco.mj_forward(m, d)
    M = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, d, M)
    assert robot.mass_matrix(q)[:3, :3] == pytest.approx(M[:3, :3], rel=1e-11)
    found = robot.forward_dynamics(q, v, np.zeros(robot.nv))
    # MuJoCo: the acceleration of the origin in global axes
    w = v[6:]
    found[3:6] = R @ (found[3:6] + np.cross(w, v[3:6]))
    assert found == pytest.approx(d.qacc, rel=1e-9, abs=1e-9)
    assert robot.pose("tip", q)[:3, 3] == pytest.approx(d.site("tip").xpos, abs=1e-12)


def test_parts_that_are_taken_and_left():
    robot = exu.robots.read(MODEL)
    assert robot.name == "crane"
    assert robot.joints["swing"].upper == pytest.approx(np.pi / 2)
    assert robot.keyframes["start"].tolist() == [0.1, 0.2, 0.3, 1, 2, 3, 1, 0, 0, 0]
    assert "1 actuators" in robot.report.ignored
    assert robot.links["cart"].visuals[0].size == pytest.approx((0.2, 0.4, 0.6))


def test_equalities_are_followers_and_loops():
    text = MODEL.replace(
        "<actuator>",
        '<equality><joint joint1="swing" joint2="turn" polycoef="0.1 2 0 0 0"/>'
        '<connect body1="rod" body2="ball" anchor="0 0 0.1"/></equality><actuator>',
    )
    robot = exu.robots.read(text)
    # both joints count from their reference positions, which the file gives in degrees
    swing = robot.joints["swing"].mimic
    assert (swing.joint, swing.ratio) == ("turn", 2.0)
    assert swing.offset == pytest.approx(0.1 - 2 * np.deg2rad(0.4))
    (loop,) = robot.loops
    assert (loop.kind, loop.first, loop.second) == ("connect", "rod", "ball")
    assert loop.p == pytest.approx((0, 0, 0.1))


def test_a_ball_joint_is_three_rotations():
    text = (
        '<mujoco><worldbody><body name="b"><joint name="s" type="ball" pos="0 0 0.2"/>'
        '<geom type="box" size=".1 .2 .3" mass="1"/></body></worldbody></mujoco>'
    )
    robot = exu.robots.read(text)
    assert robot.coordinate_names == ["s/rotation x", "s/rotation y", "s/rotation z"]
    assert robot.pose("b", [0, 0, 0])[:3, 3] == pytest.approx([0, 0, 0], abs=1e-15)
    assert any("ball joint" in line for line in robot.report.assumed)


def test_what_mujoco_refuses_is_refused_with_its_line():
    with pytest.raises(RobotFileError, match="MuJoCo refuses the file: .*line 3"):
        exu.robots.read(MODEL.replace("<option", "<option wrong='1'"))
