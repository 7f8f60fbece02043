"""MJCF files by way of MuJoCo, which also has the dynamics to compare with."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.robots import RobotFileError

pytestmark = pytest.mark.processors

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


LOOPS = """
<mujoco><option gravity="1 2 -9.81"/><compiler angle="radian"/>
  <worldbody>
    <body name="a" pos="0 0 1">{base}
      <geom type="box" size=".1 .2 .3" mass="1"/><site name="s" pos=".5 .1 0"/>
      <body name="b" pos="0.5 0 0" euler="0 0.3 0.2">
        <joint axis="1 1 0" pos="0 .1 0"/><joint name="b2" type="slide" axis="0 0 1" ref="0.1"/>
        <joint name="b3" axis="0 1 0" ref="0.4"/><geom type="box" size=".1 .1 .3" mass="1"/>
        <body name="c" pos="0.5 0 0" euler="0 -0.3 0">
          <joint axis="1 0 0"/><joint axis="0 1 0"/><joint axis="0 0 1"/>
          <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
          <geom type="box" size=".1 .2 .1" mass="2"/>
        </body>
      </body>
    </body>
  </worldbody>
  <equality>{equality}</equality>
</mujoco>
"""
FIXED, FREE = '<joint axis="0 1 0"/><joint axis="1 0 0.2"/>', '<freejoint name="f"/>'
EQUALITIES = {
    '<connect body1="b" body2="c" anchor="0.1 0.2 0.3"/>': {},
    '<connect body1="c" anchor="0.1 0.2 0.3"/>': {},
    '<weld body1="a" body2="c" anchor="0.1 0.2 0.3"/>': {},
    '<weld body1="c" anchor="0.3 0.2 0.1"/>': {},
    '<connect site1="s" site2="t"/>': {},
    '<weld site1="s" site2="t"/>': {},
    '<joint joint1="b2" joint2="b3" polycoef="0 0.5 0 0 0"/>': {},
    '<joint joint1="b3" polycoef="0.2"/>': {"b3": 0.6},
}


def at_neutral(m, robot, tree, changes):
    """Set the positions of MuJoCo's start."""
    for k in range(m.njnt):
        name = m.joint(k).name or f"joint{k}"
        if m.jnt_type[k] != 0 and name in robot.model.positions:
            tree.set_initial({name: changes.get(name, m.qpos0[m.jnt_qposadr[k]])})


def positions_of_mujoco(m, robot, q):
    """Positions in MuJoCo's order, also of joints that follow others."""
    found = m.qpos0.copy()
    for k in range(m.njnt):
        name, at = m.joint(k).name or f"joint{k}", m.jnt_qposadr[k]
        if m.jnt_type[k] == 0:
            found[at : at + 7] = q[:7]
        else:
            follows = robot.model.follows[name]
            found[at] = follows.ratio * q[robot.model.positions[follows.leader]] + follows.offset
    return found


@pytest.mark.parametrize("free", [False, True])
def test_equalities_hold_by_the_kinematics_of_mujoco(free):
    """Accelerations at rest are those of MuJoCo's M and J with rigid constraints, and MuJoCo finds
    no violation after a motion."""
    for equality, changes in EQUALITIES.items():
        text = LOOPS.format(base=FREE if free else FIXED, equality=equality)
        if "site" in equality:  # where the other one is, in the axes of the first one
            m = mujoco.MjModel.from_xml_string(text.replace(equality, ""))
            d = mujoco.MjData(m)
            mujoco.mj_forward(m, d)
            R, place = d.body("c").xmat.reshape(3, 3), d.site("s").xpos - d.body("c").xpos
            quaternion = np.zeros(4)
            mujoco.mju_mat2Quat(quaternion, R.T.ravel())
            site = f'<site name="t" pos="{" ".join(map(repr, (R.T @ place).tolist()))}" quat="'
            site += f'{" ".join(map(repr, quaternion.tolist()))}"/>'
            text = text.replace('mass="2"/>', f'mass="2"/>{site}')
        robot, m = exu.robots.read(text), mujoco.MjModel.from_xml_string(text)
        d, mbs = mujoco.MjData(m), exu.SystemContainer().AddSystem()
        tree = robot.add_to(mbs)
        at_neutral(m, robot, tree, changes)
        mbs.Assemble()
        settings = exu.SimulationSettings()
        settings.timeIntegration.endTime = 1e-9
        settings.timeIntegration.numberOfSteps = 1
        mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
        d.qpos[:] = positions_of_mujoco(m, robot, tree.state()[0])
        mujoco.mj_forward(m, d)
        M, J = np.zeros((m.nv, m.nv)), d.efc_J.reshape(-1, m.nv)[: d.ne]
        mujoco.mj_fullM(m, d, M)
        assert np.abs(d.efc_pos[: d.ne]).max() < 1e-9
        size = m.nv + d.ne
        whole = np.zeros((size, size))
        whole[: m.nv, : m.nv], whole[: m.nv, m.nv :], whole[m.nv :, : m.nv] = M, J.T, J
        wanted = np.linalg.solve(whole, np.r_[-d.qfrc_bias, np.zeros(d.ne)])[: m.nv]
        a = mbs.GetNodeOutput(tree.node, exu.OutputVariableType.Coordinates_tt)
        for k in range(m.njnt):
            follows = robot.model.follows.get(m.joint(k).name or f"joint{k}")
            if m.jnt_type[k] != 0:
                own = follows.ratio * a[robot.model.places[follows.leader] - 6 * free]
                assert own == pytest.approx(wanted[m.jnt_dofadr[k]], rel=1e-8, abs=1e-7), equality
        settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.1, 100
        mbs.SolveDynamic(settings)
        d.qpos[:] = positions_of_mujoco(m, robot, tree.state()[0])
        mujoco.mj_forward(m, d)
        assert np.abs(d.qpos - m.qpos0).max() > 0.01
        assert np.abs(d.efc_pos[: d.ne]).max() < 1e-9, equality


def test_equalities_that_are_not_linear_are_refused():
    cubic = '<joint joint1="b2" joint2="b3" polycoef="0.1 0.5 0 1 0"/>'
    robot = exu.robots.read(LOOPS.format(base=FIXED, equality=cubic))
    (loop,) = robot.loops
    # b2 - 0.1 = 0.1 + (b3 - 0.4) / 2 + (b3 - 0.4)^3
    assert loop.coefficients == pytest.approx((-0.064, 0.98, -1.2, 1.0, 0.0))
    with pytest.raises(exu.SysError, match="b2 and b3: only linear ones can be added"):
        robot.add_to(exu.SystemContainer().AddSystem())
