"""Bodies in space on bushings: closed forms, an independent integration, momenta, orders."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import linkwork as exu
from linkwork.items import *
from tests.items.bushing_law import wrenches

from .space_bodies import DOWN, NODES, Out, SpaceModel, extrapolated, settings

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType
each_node = pytest.mark.parametrize("kind", NODES)

K = 20.0 * np.array(
    [
        [4.0, 0.3, -0.2, 0.1, 0.2, 0.0],
        [0.3, 5.0, 0.1, 0.0, 0.1, -0.1],
        [-0.2, 0.1, 6.0, 0.2, 0.0, 0.1],
        [0.1, 0.0, 0.2, 1.5, 0.1, -0.1],
        [0.2, 0.1, 0.0, 0.1, 2.0, 0.05],
        [0.0, -0.1, 0.1, -0.1, 0.05, 1.2],
    ]
)
OFFSET = np.array([0.02, -0.01, 0.03, 0.05, -0.04, 0.02])
MASS, MOMENTS = 2.0, np.array([0.3, 0.2, 0.4])
BASE, PLACE = np.array([0.25, 0.1, -0.1]), np.array([0.2, 0.1, -0.1])
VELOCITY, SPIN = np.array([0.1, 0.2, -0.3]), np.array([1.0, -2.0, 1.5])


def hanging(kind, intrinsic, damping=0.02):
    """A heavy body on a bushing that couples all directions."""
    m = SpaceModel(kind)
    m.body(MASS, MOMENTS, velocity=VELOCITY, spin=SPIN, gravity=DOWN)
    m.bushing = m.mbs.AddObject(
        RigidBodySpringDamper(
            markerNumbers=m.ends(m.ground, m.bodies[0], BASE, PLACE), stiffness=K,
            damping=damping * K, offset=OFFSET, intrinsicFormulation=intrinsic,
        )
    )  # fmt: skip
    return m


def integrated(intrinsic, end=1.0):
    """(position, velocity, angular velocity in body axes) of the same body by DOP853."""
    fixed = np.eye(3), BASE, np.zeros(3), np.zeros(3)

    def law(u, rates):
        return K @ (u - OFFSET) + 0.02 * K @ rates

    def rates(t, state):
        r, v, q, w = state[:3], state[3:6], state[6:10], state[10:]
        A = Rotation.from_quat(q).as_matrix()
        arm, W = A @ PLACE, A @ w
        f, _, n = wrenches(fixed, (A, r + arm, v + np.cross(W, arm), W), law, intrinsic)
        moment = A.T @ (n - np.cross(arm, f)) - np.cross(w, MOMENTS * w)
        turn = (Rotation.from_quat(q) * Rotation.from_rotvec([0, 0, 0])).as_quat()
        turn = turn if turn @ q > 0 else -turn
        x, y, z, s = turn
        q_t = 0.5 * np.array([*(s * w + np.cross([x, y, z], w)), -w @ [x, y, z]])
        return np.concatenate([v, -f / MASS + DOWN, q_t, moment / MOMENTS])

    start = np.concatenate([np.zeros(3), VELOCITY, [0, 0, 0, 1], SPIN])
    y = solve_ivp(rates, (0, end), start, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    return np.concatenate([y[:6], y[10:]])


def state(m):
    names = Out.Position, Out.Velocity, Out.AngularVelocityLocal
    return np.concatenate([m.of_body(name) for name in names])


@pytest.fixture(scope="module")
def exact():
    return {intrinsic: integrated(intrinsic) for intrinsic in (False, True)}


CONVERGED = {
    False: ([0.0279508186264, 0.0135311450175, -0.0870479483278],
            [0.517999111773, -0.210174795891, -0.540100881634]),
    True: ([0.039604225362, 0.023303734817, -0.098570593994],
           [0.4177840126, -0.2087052646, -0.6056414249]),
}  # fmt: skip
"""Position and angular velocity in body axes after 1 s, by an independent code."""


@pytest.mark.parametrize("intrinsic", [False, True], ids=["angles", "intrinsic"])
def test_integrations_agree(exact, intrinsic):
    position, spin = CONVERGED[intrinsic]
    assert exact[intrinsic][:3] == pytest.approx(position, abs=1e-10)
    assert exact[intrinsic][6:] == pytest.approx(spin, abs=1e-9)


@each_node
@pytest.mark.parametrize("intrinsic", [False, True], ids=["angles", "intrinsic"])
def test_a_body_on_a_bushing_moves_as_integrated(exact, kind, intrinsic):
    found = extrapolated(lambda: hanging(kind, intrinsic), 1.0, 800, state)
    assert found == pytest.approx(exact[intrinsic], abs=1e-9)


def test_explicit_steps_with_rotation_vectors_have_order_4(exact):
    for intrinsic in (False, True):
        errors = []
        for steps in (100, 200, 400):
            m = hanging("LG", intrinsic)
            m.mbs.SolveDynamic(settings(1.0, steps), Solver.RK44)
            errors.append(np.abs(state(m) - exact[intrinsic])[:3].max())
        assert errors[-1] < 2e-9
        assert np.log2(errors[0] / errors[1]) == pytest.approx(4, abs=0.3)
        assert np.log2(errors[1] / errors[2]) == pytest.approx(4, abs=0.3)


@each_node
def test_implicit_steps_have_order_2(exact, kind):
    for intrinsic in (False, True):
        errors = []
        for steps in (200, 400, 800):
            m = hanging(kind, intrinsic)
            m.mbs.SolveDynamic(settings(1.0, steps))
            errors.append(np.abs(state(m) - exact[intrinsic]).max())
        assert np.log2(errors[1] / errors[2]) == pytest.approx(2, abs=0.1)


FIXED_STEPS = {
    "EP": ([0.027867212194, 0.013559197764, -0.086773259849],
           [0.51482924772, -0.21041788895, -0.5414865506]),
    "Rxyz": ([0.027873222421, 0.013565593666, -0.08676453187],
             [0.51463277486, -0.21027715713, -0.54117782419]),
}  # fmt: skip
"""The same after 100 steps, of Exudyn, whose discretization is the same."""


def at_positions(end, steps):
    """Settings with which Euler parameters are added, with an equation for their norm."""
    made = settings(end, steps)
    made.timeIntegration.generalizedAlpha.constraintLevel = "position"
    return made


@pytest.mark.parametrize("kind", FIXED_STEPS)
def test_fixed_steps_agree(kind):
    m = hanging(kind, False)
    m.mbs.SolveDynamic(at_positions(1.0, 100))
    position, spin = FIXED_STEPS[kind]
    assert m.of_body(Out.Position) == pytest.approx(position, abs=1e-10)
    assert m.of_body(Out.AngularVelocityLocal) == pytest.approx(spin, abs=1e-9)


# ------------------------------------------------------------------------- independent oscillators


def decoupled(kind):
    """A body on six springs through its center, which rotates about z."""
    m = SpaceModel(kind)
    m.body(2.0, [1.0, 2.0, 3.0], velocity=[0.3, -0.2, 0.1], spin=[0, 0, 1])
    m.bushing = m.mbs.AddObject(
        RigidBodySpringDamper(
            markerNumbers=m.ends(m.ground, m.bodies[0]), stiffness=np.diag([8, 18, 32, 5, 7, 12]),
            damping=np.diag([0.4, 0, 0, 0, 0, 0.6]), offset=[0.05, 0, 0, 0, 0, 0.1],
        )
    )  # fmt: skip
    return m


def oscillator(m, d, k, offset, v, t):
    """(x, x') of m x'' + d x' + k (x - offset) = 0 from x = 0 and x' = v."""
    decay, wave = d / (2 * m), np.sqrt(k / m - (d / (2 * m)) ** 2)
    a, b = -offset, (v - decay * offset) / wave
    c, s, e = np.cos(wave * t), np.sin(wave * t), np.exp(-decay * t)
    x = e * (a * c + b * s)
    return offset + x, -decay * x + e * wave * (b * c - a * s)


@each_node
def test_separate_directions_oscillate_on_their_own(kind):
    t = 1.3
    x, y, z = (
        oscillator(2, 0.4, 8, 0.05, 0.3, t),
        oscillator(2, 0, 18, 0, -0.2, t),
        oscillator(2, 0, 32, 0, 0.1, t),
    )
    turn = oscillator(3, 0.6, 12, 0.1, 1.0, t)
    force = [8 * (x[0] - 0.05) + 0.4 * x[1], 18 * y[0], 32 * z[0]]
    torque = [0, 0, 12 * (turn[0] - 0.1) + 0.6 * turn[1]]
    exact = [x[0], y[0], z[0], x[1], y[1], z[1], 0, 0, turn[0], 0, 0, turn[1], *force, *torque]

    def read(m):
        body = Out.Position, Out.Velocity, Out.Rotation, Out.AngularVelocityLocal
        parts = [m.of_body(name) for name in body]
        return np.concatenate(
            [*parts, m.of(m.bushing, Out.ForceLocal), m.of(m.bushing, Out.TorqueLocal)]
        )

    found = extrapolated(lambda: decoupled(kind), t, 400, read)
    assert found == pytest.approx(exact, abs=1e-10)


def test_fixed_steps_of_oscillators_agree():
    place = [0.15477479816, 0.045826783046, -0.022100177182]
    for kind, spin in {"EP": -0.68253162291, "Rxyz": -0.68253413588, "LG": -0.68253413588}.items():
        m = decoupled(kind)
        m.mbs.SolveDynamic(at_positions(1.3, 100))
        assert m.of_body(Out.Position) == pytest.approx(place, abs=1e-10)
        assert m.of_body(Out.AngularVelocityLocal)[2] == pytest.approx(spin, abs=1e-10)


# ------------------------------------------------------------------------------- two free bodies


MATRIX = K[:, [0, 1, 2, 3, 4, 5]] * 0.5
PARTS = (
    dict(mass=1.5, moments=[0.3, 0.2, 0.4], position=[0, 0, 0], velocity=[0.1, 0.2, -0.3],
         spin=[1, -2, 1.5]),
    dict(mass=0.7, moments=[0.1, 0.15, 0.12], position=[0.6, -0.2, 0.3], velocity=[-0.3, 0, 0.5],
         spin=[-1, 1, 2], A=Rotation.from_rotvec([0.3, -0.2, 0.5]).as_matrix()),
)  # fmt: skip
OFFSETS = np.array([0.1, -0.2, 0.1, 0.2, 0.1, -0.1])


def free_pair(kind, intrinsic, swapped=False, **changes):
    """Two bodies without loads, with a bushing between points off their centers."""
    m = SpaceModel(kind)
    first, second = (m.body(**part) for part in PARTS)
    ends = m.ends(first, second, [0.2, 0.1, -0.1], [-0.1, 0.05, 0.1])
    values = dict(stiffness=MATRIX, damping=0.02 * MATRIX, offset=OFFSETS) | changes
    if swapped:
        ends, values["offset"] = ends[::-1], -np.array(values["offset"])
    m.bushing = m.mbs.AddObject(
        RigidBodySpringDamper(markerNumbers=ends, intrinsicFormulation=intrinsic, **values)
    )
    return m


def momenta(m):
    """Linear and angular momentum."""
    linear, angular = np.zeros(3), np.zeros(3)
    for k, part in enumerate(PARTS):
        p, v = m.of_body(Out.Position, k), m.of_body(Out.Velocity, k)
        A = m.of_body(Out.RotationMatrix, k).reshape(3, 3)
        w = m.of_body(Out.AngularVelocityLocal, k)
        linear += part["mass"] * v
        angular += part["mass"] * np.cross(p, v) + A @ (np.array(part["moments"]) * w)
    return linear, angular


def change_of_momenta(kind, intrinsic, solver, steps):
    m = free_pair(kind, intrinsic)
    m.mbs.Assemble()
    before = momenta(m)
    m.mbs.SolveDynamic(settings(1.0, steps), solver)
    return [np.abs(b - a).max() for a, b in zip(before, momenta(m), strict=True)]


@each_node
def test_the_intrinsic_formulation_keeps_both_momenta(kind):
    """What remains falls with the order of the method; the other formulation keeps only one."""
    linear, angular = change_of_momenta(kind, True, Solver.RK67, 400)
    assert linear < 1e-13 and angular < 1e-12
    linear, angular = change_of_momenta(kind, False, Solver.RK67, 400)
    assert linear < 1e-13 and angular > 1e-3


def test_forces_and_moments_of_the_intrinsic_formulation_balance_to_rounding():
    rng = np.random.default_rng(1)
    m = free_pair("EP", True)
    m.mbs.Assemble()
    model, data = m.mbs._model, m.mbs._data
    from linkwork.assembly.equations import Equations
    from linkwork.linear.choose import OwnLU

    equations = Equations(model, data, OwnLU(model.n_ode2 + model.n_ae), True)
    for _ in range(20):
        data["q"][:], data["v"][:] = rng.uniform(-0.5, 0.5, (2, model.n_ode2))
        assert equations.forces(0) == 0
        p, f, n = (data[name] for name in ("markers", "marker_force", "marker_moment"))
        moments = np.cross(p["p"], f) + n
        assert not np.any(f.sum(axis=0))
        assert np.abs(moments.sum(axis=0)).max() <= 4e-16 * max(1.0, np.abs(moments).max()) * 4


@each_node
def test_the_intrinsic_formulation_has_no_first_body(kind):
    """Exchanged markers with the opposite offset: the same motion to rounding."""
    ends = []
    for swapped in (False, True):
        m = free_pair(kind, True, swapped)
        m.mbs.SolveDynamic(settings(0.5, 50))
        ends.append(np.concatenate([m.of_body(Out.Position, k) for k in range(2)]))
    assert ends[0] == pytest.approx(ends[1], abs=1e-12)


# ------------------------------------------------------------------------------- energy


def energy_of(m, steps, end=1.0):
    return m.mbs.SolveDynamic(settings(end, steps, period=0.0)).energy()


@each_node
def test_the_energy_balance_closes_with_the_order_of_the_solver(kind):
    """Without a potential, forces do work; dampers are a part of it."""
    for intrinsic in (False, True):
        errors = [energy_of(free_pair(kind, intrinsic), steps).error for steps in (100, 200)]
        assert errors[1] < 5e-3
        assert np.log2(errors[0] / errors[1]) == pytest.approx(2, abs=0.3)


def test_springs_of_displacements_on_the_ground_have_a_potential():
    stiffness = np.zeros((6, 6))
    stiffness[:3, :3] = K[:3, :3]
    m = SpaceModel("LG")
    m.body(MASS, MOMENTS, velocity=VELOCITY, spin=SPIN, gravity=DOWN)
    for name, ends in (("ground", (m.ground, m.bodies[0])), ("body", (m.bodies[0], m.ground))):
        m.mbs.AddObject(
            RigidBodySpringDamper(
                markerNumbers=m.ends(*ends, PLACE, PLACE), stiffness=stiffness, name=name
            )
        )
    found = m.mbs.SolveDynamic(settings(1.0, 1600, period=0.0)).energy(single=True)
    assert [name for name in found.parts["potential"] if "ground" in name]
    assert not [name for name in found.parts["potential"] if "'body'" in name]
    assert [name for name in found.parts["work"] if "'body'" in name]
    assert found.error < 1e-4 * found.kinetic.max()


def test_isotropic_springs_of_rotations_have_a_potential():
    """Of all stiffnesses of the intrinsic formulation, only bi-invariant ones do."""
    stiffness = np.kron([[0.0, 0.5], [0.5, 3.0]], np.eye(3))
    errors = []
    for steps in (200, 400):
        m = free_pair("LG", True, stiffness=stiffness, damping=np.zeros((6, 6)), offset=[0] * 6)
        found = energy_of(m, steps)
        assert not found.parts["work"] and not found.dissipated.any()
        errors.append(found.error)
    assert errors[1] < 1e-4 and errors[0] / errors[1] > 3.5
