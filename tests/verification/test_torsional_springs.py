"""Torsional springs in space: many turns, jumps at pi, axes that are not aligned."""

import warnings

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import RotationMatrixX, RotationMatrixY, RotationMatrixZ
from tests.items.samples import Out

from .space_bodies import NODES, SpaceModel, extrapolated, settings

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType
each_node = pytest.mark.parametrize("kind", NODES)
AXIS = np.array([1.0, 2.0, 2.0]) / 3.0
FRAME = np.column_stack([[2 / 3, 1 / 3, -2 / 3], [-2 / 3, 2 / 3, -1 / 3], AXIS])
"""A frame whose z axis is AXIS."""

MOMENTS = [0.3, 0.2, 0.4]
INERTIA = float(AXIS @ np.diag(MOMENTS) @ AXIS)


def rotor(kind, spin=20.0, node=True, stiffness=2.0, damping=0.1, **values):
    """A body on a revolute joint about AXIS with a torsional spring; INERTIA about it is 0.3."""
    m = SpaceModel(kind)
    m.body(2.0, MOMENTS, spin=spin * AXIS)
    ends = m.ends(m.ground, m.bodies[0])
    frames = dict(rotationMarker0=FRAME, rotationMarker1=FRAME)
    m.mbs.AddObject(ObjectJointRevoluteZ(markerNumbers=ends, **frames))
    m.data = m.mbs.AddNode(NodeGenericData(numberOfDataCoordinates=1)) if node else -1
    m.spring = m.mbs.AddObject(
        TorsionalSpringDamper(
            markerNumbers=ends, nodeNumber=m.data, stiffness=stiffness, damping=damping,
            **frames | values,
        )
    )  # fmt: skip
    return m


def oscillator(t, spin=20.0, stiffness=2.0, damping=0.1):
    """(theta, omega) of a rotor without a start angle."""
    decay = damping / (2 * INERTIA)
    wave = np.sqrt(stiffness / INERTIA - decay**2)
    theta = np.exp(-decay * t) * spin / wave * np.sin(wave * t)
    return theta, np.exp(-decay * t) * spin * np.cos(wave * t) - decay * theta


def read(m):
    names = Out.Rotation, Out.AngularVelocityLocal, Out.TorqueLocal
    return np.concatenate([m.of(m.spring, name) for name in names])


def at_positions(end, steps):
    """Settings with constraints at position level and added Euler parameters."""
    made = settings(end, steps)
    made.timeIntegration.generalizedAlpha.constraintLevel = "position"
    return made


@each_node
def test_a_node_counts_the_turns(kind):
    """The angle rises to 7.03 rad, beyond a turn, and returns."""
    theta, omega = oscillator(0.8)
    assert theta == pytest.approx(5.99233304332, abs=1e-10)
    found = extrapolated(lambda: rotor(kind), 0.8, 1000, read)
    assert found == pytest.approx([theta, omega, 2 * theta + 0.1 * omega], abs=2e-9)


def test_fixed_steps_agree():
    """With Exudyn, which adds Euler parameters, with an equation for their norm."""
    m = rotor("EP")
    m.mbs.SolveDynamic(at_positions(0.8, 100))
    assert m.of(m.spring, Out.Rotation)[0] == pytest.approx(6.003820818, abs=1e-9)
    spin = [-3.0780292586, -6.1560585171, -6.1560585171]
    assert m.of_body(Out.AngularVelocityLocal) == pytest.approx(spin, abs=1e-8)


@each_node
@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44], ids=lambda s: s.name)
def test_the_node_holds_the_angle_of_each_step(kind, solver):
    m = rotor(kind)
    solution = m.mbs.SolveDynamic(settings(0.8, 400, period=0.0), solver)
    exact = oscillator(solution.times)[0]
    assert solution.data_coordinates[1:, 0] == pytest.approx(exact[1:], abs=2e-3)
    assert m.mbs.GetNodeOutput(m.data, Out.Coordinates) == m.of(m.spring, Out.Rotation)


def test_an_inactive_spring_counts_turns_too():
    m = rotor("LG", activeConnector=False)
    m.mbs.SolveDynamic(settings(1.0, 100))
    assert m.of(m.spring, Out.Rotation)[0] == pytest.approx(20.0, abs=1e-9)
    assert m.of(m.spring, Out.TorqueLocal)[0] == 0.0


def test_a_stored_angle_winds_the_spring_up():
    m = rotor("EP", spin=0.0)
    m.mbs.SetNodeParameter(m.data, "initialCoordinates", [4 * np.pi])
    m.mbs.Assemble()
    assert m.of(m.spring, Out.TorqueLocal)[0] == pytest.approx(2 * 4 * np.pi, rel=1e-14)


@pytest.mark.parametrize("node", [False, True], ids=["without node", "node"])
def test_springs_in_the_plane_wind_up_with_and_without_a_node(node):
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
    turning = mbs.AddNode(NodeRigidBody2D(initialVelocities=[0, 0, 20.0]))
    body = mbs.AddObject(RigidBody2D(mass=1, inertia=INERTIA, nodeNumber=turning))
    frame = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    data = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=1)) if node else -1
    spring = TorsionalSpringDamper(
        markerNumbers=[ground, frame], nodeNumber=data, stiffness=2, damping=0.1
    )
    spring = mbs.AddObject(spring)
    mbs.SolveDynamic(settings(0.8, 2000))
    assert mbs.GetObjectOutput(spring, Out.Rotation) == pytest.approx(oscillator(0.8)[0], abs=1e-4)
    if node:
        assert mbs.GetNodeOutput(data, Out.Coordinates) == mbs.GetObjectOutput(spring, Out.Rotation)


# ------------------------------------------------------------------------------- without a node


def wrapped_motion(end, spin, k, d):
    """(angle in (-pi, pi], rate) with the torque of the wrapped angle, by pieces of DOP853."""
    state, t, rounds = np.array([0.0, spin]), 0.0, 0

    def leaves(t, y):
        return np.pi - abs(y[0])

    leaves.terminal, leaves.direction = True, -1
    while t < end:
        found = solve_ivp(
            lambda t, y: [y[1], -(k * y[0] + d * y[1]) / INERTIA], (t, end), state, "DOP853",
            rtol=1e-12, atol=1e-13, events=leaves,
        )  # fmt: skip
        state, t = found.y[:, -1], found.t[-1]
        if found.status == 1:
            state[0], rounds = -np.sign(state[1]) * np.pi, rounds + 1
            state[0] *= 1 - 1e-14
    return state, rounds


@each_node
@pytest.mark.parametrize(
    ("solver", "steps", "error"),
    [(Solver.GeneralizedAlpha, 6400, 5e-5), (Solver.RK44, 800, 1e-7)],
    ids=["GeneralizedAlpha", "RK44"],
)
def test_angles_without_a_node_jump_at_pi_where_a_step_ends(kind, solver, steps, error):
    exact, rounds = wrapped_motion(1.0, 20.0, 2.0, 0.1)
    assert rounds == 3
    m = rotor(kind, node=False)
    solution = m.mbs.SolveDynamic(settings(1.0, steps), solver)
    assert read(m)[:2] == pytest.approx(exact, abs=error)
    assert solution.statistics.events == rounds


def test_jumps_that_are_located_keep_the_order():
    """Steps that pass them have order 1 at most."""
    exact, _ = wrapped_motion(1.0, 20.0, 2.0, 0.1)
    errors = []
    for steps in (100, 200, 400):
        m = rotor("LG", node=False)
        m.mbs.SolveDynamic(settings(1.0, steps), Solver.RK44)
        errors.append(abs(read(m)[0] - exact[0]))
    assert np.log2(errors[0] / errors[1]) > 3.5 and np.log2(errors[1] / errors[2]) > 3.5


def test_without_location_the_state_decides():
    exact, _ = wrapped_motion(1.0, 20.0, 2.0, 0.1)
    chosen = settings(1.0, 4000)
    chosen.timeIntegration.discontinuous.locateEvents = False
    m = rotor("LG", node=False)
    solution = m.mbs.SolveDynamic(chosen)
    assert solution.statistics.events == 0
    assert read(m)[0] == pytest.approx(exact[0], abs=2e-2)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_outputs_show_the_angle_in_a_half_turn(sign):
    m = rotor("LG", spin=sign * 4.0, node=False, stiffness=0.0, damping=0.0)
    m.mbs.AddSensor(
        SensorObject(objectNumber=m.spring, outputVariableType=Out.Rotation, storeInternal=True)
    )
    chosen = settings(2.0, 100)
    chosen.solutionSettings.sensorsWritePeriod = 0.02
    solution = m.mbs.SolveDynamic(chosen)
    told = solution.sensor("sensor0")
    times, angles = told[:, 0], told[:, 1]
    wanted = Rotation.from_rotvec(np.outer(sign * 4.0 * times, [0, 0, 1])).as_rotvec()[:, 2]
    assert np.abs(angles).max() <= np.pi + 1e-9
    assert np.exp(1j * angles) == pytest.approx(np.exp(1j * wanted), abs=1e-9)


# ------------------------------------------------------------------------------- axes


def test_axes_that_are_not_aligned_give_a_warning_that_names_the_spring():
    leaning = FRAME @ Rotation.from_rotvec([0.2, 0, 0]).as_matrix()
    m = SpaceModel("EP")
    m.body(2.0, MOMENTS)
    ends = m.ends(m.ground, m.bodies[0])
    m.mbs.AddObject(
        TorsionalSpringDamper(
            name="twist", markerNumbers=ends, stiffness=1, rotationMarker0=FRAME,
            rotationMarker1=leaning,
        )
    )  # fmt: skip
    for solve in (lambda: m.mbs.SolveDynamic(settings(0.01, 1)), m.mbs.SolveStatic):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            try:
                solve()
            except exu.SysError:
                assert solve == m.mbs.SolveStatic  # the body is free
        texts = [str(each.message) for each in told]
        assert any("'twist'" in text and "11.5 degrees" in text for text in texts)


def test_a_torque_about_axes_that_lean_follows_the_law():
    """The third angle and the rate about z0, also far from the intended use."""
    rng = np.random.default_rng(2)
    for _ in range(10):
        A, M0, M1 = Rotation.random(3, rng).as_matrix()
        spin, k, d = rng.uniform(-1, 1, 3), 3.0, 0.7
        m = SpaceModel("EP")
        m.body(2.0, MOMENTS, spin=spin, A=A)
        ends = m.ends(m.ground, m.bodies[0])
        given = dict(stiffness=k, damping=d, offset=0.2, velocityOffset=-0.4, torque=0.3)
        spring = m.mbs.AddObject(
            TorsionalSpringDamper(
                markerNumbers=ends, rotationMarker0=M0, rotationMarker1=M1, **given
            )
        )
        m.mbs.Assemble()
        theta = Rotation.from_matrix(M0.T @ A @ M1).as_euler("XYZ")[2]
        omega = M0[:, 2] @ spin
        tau = k * (theta - 0.2) + d * (omega + 0.4) + 0.3
        told = [m.mbs.GetObjectOutput(spring, name) for name in (
            Out.Rotation, Out.AngularVelocityLocal, Out.TorqueLocal
        )]  # fmt: skip
        assert told == pytest.approx([theta, omega, tau], rel=1e-12)


def test_fixed_steps_about_axes_that_lean_agree():
    """With Exudyn: the law holds far from the intended use."""
    m = SpaceModel("EP")
    m.body(2.0, MOMENTS, spin=[1, -2, 1.5])
    first = RotationMatrixX(0.3) @ RotationMatrixY(0.2)
    second = RotationMatrixX(-0.2) @ RotationMatrixZ(0.4)
    m.spring = m.mbs.AddObject(
        TorsionalSpringDamper(
            markerNumbers=m.ends(m.ground, m.bodies[0]), stiffness=3, damping=0.2, offset=0.1,
            velocityOffset=0.3, torque=0.5, rotationMarker0=first, rotationMarker1=second,
        )
    )  # fmt: skip
    with pytest.warns(UserWarning, match="degrees apart"):
        m.mbs.SolveDynamic(at_positions(1.0, 100))
    assert read(m) == pytest.approx([-0.74816844539, -0.33668472583, -2.17184228134], abs=1e-10)
    spin = [-0.16901872944, -0.81778638766, -0.55278469129]
    assert m.of_body(Out.AngularVelocityLocal) == pytest.approx(spin, abs=1e-10)


# ------------------------------------------------------------------------------- energy


@each_node
def test_the_energy_balance_closes(kind):
    """Torques in space have no potential: they do work, also where they jump."""
    for node in (True, False):
        errors = []
        for steps in (200, 400):
            energy = (
                rotor(kind, node=node).mbs.SolveDynamic(settings(1.0, steps, period=0.0)).energy()
            )
            assert "TorsionalSpringDamper" in energy.parts["work"]
            errors.append(energy.error / energy.kinetic[0])
        assert errors[0] / errors[1] > 3.0 and errors[1] < 3e-3
