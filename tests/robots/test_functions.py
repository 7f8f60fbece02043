"""Functions of robots: inverse kinematics, trajectories, identification, external forces."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError, SysError
from linkwork.robots import quintic, spline, trapezoidal
from tests.robots.models import crab, inertial, ur5
from tests.robots.models import joint as joint_text

pytestmark = pytest.mark.processors


@pytest.fixture(scope="module")
def arm():
    return exu.robots.read(ur5())


@pytest.fixture(scope="module")
def body():
    return exu.robots.read(crab(True), base="free")


def test_external_forces_act_by_jacobians(arm):
    rng = np.random.default_rng(1)
    q, v, a = rng.normal(size=(3, 4, 6))
    wrench = rng.normal(size=6)
    tau = arm.inverse_dynamics(q, v, a, external={"6": wrench})
    assert arm.forward_dynamics(q, v, tau, external={"6": wrench}) == pytest.approx(a, abs=1e-9)
    lost = arm.inverse_dynamics(q, v, a) - tau
    power = np.einsum("ni,ni->n", arm.velocity("6", q, v), np.tile(wrench, (4, 1)))
    assert np.einsum("ni,ni->n", lost, v) == pytest.approx(power)


def test_local_jacobians_are_turned_into_the_frame(arm):
    q, v = np.linspace(0.1, 0.6, 6), np.linspace(-1, 1, 6)
    R = arm.pose("6", q)[:3, :3]
    velocity = arm.velocity("6", q, v, point=[0.1, 0.2, 0.3])
    local = arm.jacobian("6", q, point=[0.1, 0.2, 0.3], axes="local") @ v
    assert R @ local[:3] == pytest.approx(velocity[:3])
    assert R @ local[3:] == pytest.approx(velocity[3:])


def test_functions_follow_changes_of_the_description():
    robot = exu.robots.read(ur5())
    q, v = np.zeros(6), np.ones(6)
    before = robot.bias(q, v)
    robot.joints["j3"].damping = 2.0
    assert robot.bias(q, v) - before == pytest.approx([0, 0, 2, 0, 0, 0], abs=1e-12)
    robot.links["1"].mass = 1.0
    assert robot.mass_matrix(q) is not None
    with pytest.raises(ParameterError, match=r"Link\.center must be three finite numbers"):
        robot.links["1"].center = [1, 2]


def test_integration_of_a_free_base_moves_along_its_velocities(body):
    rng = np.random.default_rng(3)
    q, v = body.integrate(body.neutral(), rng.normal(size=body.nv)), rng.normal(size=body.nv)
    step = 1e-6
    moved = [body.pose("slider", body.integrate(q, s * v))[:3, 3] for s in (-step, step)]
    assert (moved[1] - moved[0]) / (2 * step) == pytest.approx(
        body.velocity("slider", q, v)[:3], abs=1e-8
    )
    there = body.integrate(q, v)
    assert body.integrate(there, -v)[:7] == pytest.approx(q[:7], abs=1e-12)


def test_inverse_kinematics_reaches_many_targets(arm):
    rng = np.random.default_rng(4)
    wanted = rng.uniform(-1.5, 1.5, size=(40, 6))
    target = arm.pose("6", wanted)
    found = arm.inverse_kinematics("6", target, wanted + rng.normal(size=(40, 6)) * 0.3)
    assert found.success.all()
    assert arm.pose("6", found.q) == pytest.approx(target, abs=1e-8)
    single = arm.inverse_kinematics("6", target[0], wanted[0] + 0.1)
    assert single.success and single.q.shape == (6,)


def test_inverse_kinematics_keeps_limits():
    robot = exu.robots.read(ur5())
    for joint in robot.joints.values():
        joint.lower, joint.upper = -0.5, 0.5
    goal = robot.pose("6", np.full(6, 0.45))[:3, 3]
    found = robot.inverse_kinematics("6", goal)
    assert found.success and np.abs(found.q).max() <= 0.5 + 1e-12
    beyond = robot.inverse_kinematics("6", robot.pose("6", np.full(6, 1.5))[:3, 3])
    assert not beyond.success and np.abs(beyond.q).max() <= 0.5 + 1e-12
    few = robot.inverse_kinematics("6", goal, joints=["j1", "j2", "j3"], limits=False)
    assert few.q[3:].tolist() == [0, 0, 0]


def test_parameters_times_regressor_are_the_forces(arm, body):
    rng = np.random.default_rng(5)
    for robot in (arm, body):
        robot.joints[list(robot.joints)[-1]].damping = 0.3
        robot.joints[list(robot.joints)[-1]].friction = 0.2
        robot.joints[list(robot.joints)[-1]].armature = 0.1
        q = robot.integrate(robot.neutral(), rng.normal(size=(7, robot.nv)))
        v, a = rng.normal(size=(2, 7, robot.nv))
        Y, phi = robot.regressor(q, v, a), robot.parameters()
        assert len(robot.parameter_names()) == len(phi) == Y.shape[-1]
        tau = robot.inverse_dynamics(q, v, a)
        assert Y @ phi == pytest.approx(tau, rel=1e-10, abs=1e-10)


def test_masses_are_identified_from_forces(arm):
    rng = np.random.default_rng(6)
    q, v, a = rng.normal(size=(3, 60, 6))
    Y = arm.regressor(q, v, a).reshape(-1, len(arm.parameters()))
    tau = arm.inverse_dynamics(q, v, a).reshape(-1)
    phi = np.linalg.lstsq(Y, tau, rcond=None)[0]
    q, v, a = rng.normal(size=(3, 6))
    assert arm.regressor(q, v, a) @ phi == pytest.approx(arm.inverse_dynamics(q, v, a), abs=1e-8)


def check_smooth(path, times):
    """Velocities and accelerations are derivatives."""
    h = 1e-6
    for t in times:
        before, here, after = path(t - h), path(t), path(t + h)
        assert (after.q - before.q) / (2 * h) == pytest.approx(here.v, abs=1e-7)
        assert (after.v - before.v) / (2 * h) == pytest.approx(here.a, abs=1e-6)


def test_quintic_meets_its_ends():
    path = quintic([0, 1], [2, -1], 2.0, v0=[0.1, 0.2], v1=[0.3, 0], a0=[1, 0], a1=[0, -1])
    start, end = path(0.0), path(2.0)
    assert [*start.q, *start.v, *start.a] == pytest.approx([0, 1, 0.1, 0.2, 1, 0])
    assert [*end.q, *end.v, *end.a] == pytest.approx([2, -1, 0.3, 0, 0, -1])
    check_smooth(path, (0.3, 1.0, 1.7))
    assert path(5.0).v.tolist() == [0, 0]


@pytest.mark.parametrize(("speed", "peak"), [(1.0, 1.0), (100.0, np.sqrt(8.0))])
def test_trapezoidal_profiles_keep_their_limits(speed, peak):
    path = trapezoidal([0, 1], [4, 3], speed, 2.0)
    t, motion = path.sample(4001)
    assert np.abs(motion.v).max() == pytest.approx(peak, rel=1e-3)
    assert np.abs(motion.a).max() == pytest.approx(2.0)
    assert motion.q[-1] == pytest.approx([4, 3])
    assert motion.v[-1] == pytest.approx([0, 0], abs=1e-12)
    assert path.duration == pytest.approx(4.5 if speed == 1.0 else 2 * np.sqrt(2))
    check_smooth(path, (0.1, 0.6 * path.duration))


def test_splines_pass_their_points_with_continuous_accelerations():
    times, points = [0, 1, 1.5, 3], np.array([[0, 0], [1, -1], [0.5, 2], [0, 0]])
    path = spline(times, points)
    assert path(times).q == pytest.approx(points, abs=1e-12)
    for t in (1.0, 1.5):
        assert path(t - 1e-9).a == pytest.approx(path(t + 1e-9).a, abs=1e-6)
    assert path([0.0, 3.0]).v == pytest.approx(np.zeros((2, 2)), abs=1e-12)


def test_wrong_arguments_are_refused(arm):
    with pytest.raises(ParameterError, match="no link or frame '7'"):
        arm.pose("7", np.zeros(6))
    with pytest.raises(ParameterError, match="no joint with a coordinate 'x'"):
        arm.coordinates({"x": 1.0})
    with pytest.raises(ParameterError, match="target must be a transformation"):
        arm.inverse_kinematics("6", np.zeros(5))
    with pytest.raises(ParameterError, match="duration must be > 0"):
        quintic([0], [1], 0.0)
    with pytest.raises(ParameterError, match="times must increase"):
        spline([0, 0], [[1], [2]])
    with pytest.raises(ParameterError, match="must be > 0"):
        trapezoidal([0], [1], 0.0, 1.0)


def test_motions_without_mass_have_no_forward_dynamics():
    """Rounding would pass as mass: a slider on a free rail of no mass, and a chain of nine joints
    of which only the last one carries a body."""
    heavy = inertial(1.0, (0.1, 0.2, 0.3), (0.3, 0.4, 0.5, 0, 0, 0))
    rail = f'<robot name="a"><link name="rail"/><link name="cart">{heavy}</link>'
    rail += joint_text("slide", "prismatic", "rail", "cart", (0, 0, 0), axis=(1, 0, 0)) + "</robot>"
    chain = '<robot name="b"><link name="0"/>'
    for k in range(1, 10):
        axis = np.array([1.0, k % 3, -(k % 4)])
        chain += f'<link name="{k}">{heavy * (k == 9)}</link>' + joint_text(
            f"j{k}", "continuous", str(k - 1), str(k), (0.1, 0.2, 0.1 * k), (0.3, 0.2 * k, 0.1),
            axis / np.linalg.norm(axis),
        )  # fmt: skip
    free, long = exu.robots.read(rail, base="free"), exu.robots.read(chain + "</robot>")
    told = "no forward dynamics: base/x, slide can move without moving mass"
    assert told in free.report.assumed
    for robot, names in ((free, "base/x, slide can"), (long, "j1, j2, .*, j9 can")):
        state = robot.neutral(), np.zeros(robot.nv), np.zeros(robot.nv)
        assert np.isfinite(robot.inverse_dynamics(*state)).all()
        for function in (robot.forward_dynamics, robot.forward_dynamics_derivatives):
            with pytest.raises(SysError, match=f"singular: {names} move without moving inertia"):
                function(*state)
    mbs = exu.SystemContainer().AddSystem()
    long.add_to(mbs)
    mbs.Assemble()
    settings = exu.SimulationSettings()
    for linear in (exu.LinearSolverType._None, exu.LinearSolverType.EXUdense):
        settings.linearSolverType = linear
        with pytest.raises(exu.SysError, match="mass matrix is singular"):
            mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
