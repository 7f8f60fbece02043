"""Random planar models: momentum, energy, exchange of parent and child, forces and accelerations.

Bodies stand on a grid and move little, so that no spring becomes a point.
"""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwork import planar as lw

CURVE = np.array([[-0.5, -40.0], [-0.1, -2.0], [0.1, 2.0], [0.6, 80.0]])
few = settings(max_examples=25, deadline=None, derandomize=True)
models = st.fixed_dictionaries({"seed": st.integers(0, 10**6), "count": st.integers(2, 4)})


def build(seed, count, damped, coupled=False, boundary=False, swap=False, arms=0.2, **options):
    """(bodies, springs) of a random model; the same seed gives the same model."""
    random = np.random.default_rng(seed)
    bodies = []
    for k in range(count):
        m, R, x, y, theta = random.uniform([0.5, 0.1, -0.2, -0.2, -3.0], [3.0, 0.5, 0.2, 0.2, 3.0])
        body = lw.Disc(k, m=m, R=R, cm=(1.5 * (k % 2) + x, 1.5 * (k // 2) + y, theta))
        body.initial_conditions(p=random.uniform(-0.1, 0.1, 3), v=random.uniform(-1.0, 1.0, 3))
        bodies.append(body)
    springs = []
    for k in range(count):
        a, b = bodies[k], bodies[(k + 1) % count] if k + 1 < count or not boundary else None
        ends = dict(parent=a, child=b, parent_pos=random.uniform(-arms, arms, 2),
                    child_pos=random.uniform(-arms, arms, 2) if b else (3.0, 3.0))  # fmt: skip
        if swap:
            ends = dict(parent=ends["child"], child=ends["parent"],
                        parent_pos=ends["child_pos"], child_pos=ends["parent_pos"])  # fmt: skip
        kind = ("Linear", "Tensile", "Compressive", "Tabular")[random.integers(4)]
        c, p = random.uniform(0.1, 2.0) * damped, random.uniform(-0.05, 0.05)
        mu = (0.0, random.uniform(0.0, 0.2) * coupled)
        stiffness = random.uniform(5.0, 60.0)
        springs.append(
            lw.LinearSpringDamper(
                stiffness, c, p, type=kind, curve=CURVE, mu=mu, extrapolate="linear",
                **ends, **options,
            )
        )  # fmt: skip
    twist, p = random.uniform(1.0, 20.0), random.uniform(-0.3, 0.3)
    a, b = bodies[1 if swap else 0], bodies[0 if swap else 1]
    springs.append(lw.RotationalSpringDamper(twist, damped, -p if swap else p, a, b))
    return bodies, springs


def solve(bodies, springs, **config):
    run = lw.RunConfiguration(
        **dict(solver_type="DOPRI5", termination_time=0.5, n_timesteps=11) | config
    )
    return lw.Solver(bodies, springs, run, verbose=False).solve()


def masses(bodies):
    return np.array([[body.m, body.m, body.I] for body in bodies])


def spring_energy(spring, poses):
    """Energy of a spring at poses (N, 3) of the bodies, from the law itself [J]."""
    if isinstance(spring, lw.RotationalSpringDamper):
        twist = poses[spring.parent, 2] - poses[spring.child, 2] - spring.l0t + spring.p
        return 0.5 * spring.k * twist**2
    ends = []
    for index, place in (
        (spring.parent, (spring.xp, spring.yp)),
        (spring.child, (spring.xc, spring.yc)),
    ):
        x, y, theta = (0.0, 0.0, 0.0) if index is None else poses[index]
        turn = complex(math.cos(theta), math.sin(theta))
        ends.append(complex(x, y) + turn * complex(*place))
    way = ends[0] - ends[1]
    way = complex(*(0.0 if free else part for part, free in zip(
        (way.real, way.imag), spring.constraint, strict=False)))  # fmt: skip
    s = abs(way) - spring.l0 + spring.p
    if spring.type == "Tabular":
        grid = np.linspace(0.0, s, 20001)
        slopes = np.diff(CURVE[:, 1]) / np.diff(CURVE[:, 0])
        force = np.interp(grid, *CURVE.T)
        force += np.where(grid > CURVE[-1, 0], slopes[-1] * (grid - CURVE[-1, 0]), 0.0)
        force += np.where(grid < CURVE[0, 0], slopes[0] * (grid - CURVE[0, 0]), 0.0)
        return float(np.trapezoid(force, grid))
    acts = {"Linear": True, "Tensile": s > 0.0, "Compressive": s < 0.0}[spring.type]
    return 0.5 * spring.k * s**2 * acts


def energies(found):
    """Energy at each recorded time [J]."""
    poses = found.position_array.reshape(len(found.timesteps), -1, 3)
    rates = found.velocity_array.reshape(poses.shape)
    moving = 0.5 * (masses(found.bodies) * rates**2).sum((1, 2))
    stored = [sum(spring_energy(spring, pose) for spring in found.springs) for pose in poses]
    return moving + stored


def momenta(found):
    """(n, 3): momentum, and angular momentum about the origin."""
    shape = len(found.timesteps), -1, 3
    poses, rates = found.position_array.reshape(shape), found.velocity_array.reshape(shape)
    inertia = masses(found.bodies)
    moved = inertia * rates
    spin = moved[..., 2] + poses[..., 0] * moved[..., 1] - poses[..., 1] * moved[..., 0]
    return np.column_stack([moved[..., :2].sum(1), spin.sum(1)])


@few
@given(models)
def test_momentum_is_kept_by_every_spring(model):
    kept = momenta(solve(*build(**model, damped=1.0, coupled=True)))[:, :2]
    assert np.allclose(kept, kept[0], rtol=0, atol=1e-9)


@few
@given(models, st.booleans())
def test_angular_momentum_is_kept_with_axial_dampers_or_none(model, damped):
    built = build(**model, damped=float(damped), damping="axial", coupled=True)
    kept = momenta(solve(*built))
    assert np.allclose(kept, kept[0], rtol=0, atol=1e-8)


def test_angular_momentum_is_lost_by_isotropic_dampers():
    kept = momenta(solve(*build(seed=1, count=3, damped=1.0)))
    assert abs(kept[-1, 2] - kept[0, 2]) > 1e-3


@few
@given(models, st.booleans())
def test_energy_is_constant_without_dampers(model, boundary):
    energy = energies(solve(*build(**model, damped=0.0, boundary=boundary)))
    assert np.allclose(energy, energy[0], rtol=1e-6, atol=1e-6)


RELEASED = [((True, False, False), 0.2), ((False, True, False), 0.2), ((False, False, True), 0.0)]
"""Axes that are released, and arms with which energy is kept."""


@few
@given(models, st.sampled_from(RELEASED), st.booleans())
def test_energy_is_kept_with_released_axes(model, released, damped):
    axes, arms = released
    built = build(**model, damped=float(damped), arms=arms, dof_constraint=axes)
    energy = energies(solve(*built))
    if damped:
        assert np.all(np.diff(energy) < 1e-6)
    else:
        assert np.allclose(energy, energy[0], rtol=1e-6, atol=1e-6)


@few
@given(models, st.sampled_from(["axial", "isotropic"]), st.integers(0, 7))
def test_momentum_is_kept_with_released_axes(model, damping, axes):
    """Masked too: what one body gets, the other one loses."""
    free = tuple(bool(axes >> k & 1) for k in range(3))
    options = dict(dof_constraint=free, damping=damping, release="mask")
    kept = momenta(solve(*build(**model, damped=1.0, coupled=True, **options)))[:, :2]
    assert np.allclose(kept, kept[0], rtol=0, atol=1e-9)


@few
@given(models, st.booleans())
def test_energy_never_grows_with_dampers(model, boundary):
    energy = energies(solve(*build(**model, damped=1.0, coupled=True, boundary=boundary)))
    assert np.all(np.diff(energy) < 1e-6)
    assert energy[-1] < energy[0] - 1e-4


@few
@given(models, st.booleans())
def test_parent_and_child_can_be_exchanged(model, boundary):
    given_ = dict(model, damped=1.0, coupled=True, boundary=boundary)
    first, second = solve(*build(**given_)), solve(*build(**given_, swap=True))
    assert np.allclose(first.position_array, second.position_array, rtol=0, atol=1e-8)


@few
@given(models, st.sampled_from(["RK4", "DOPRI5", "GeneralizedAlpha"]))
def test_forces_are_masses_times_accelerations(model, solver_type):
    built = build(**model, damped=1.0, coupled=True)
    found = solve(*built, solver_type=solver_type, n_timesteps=501)
    moved = masses(found.bodies).reshape(-1) * found.acceleration_array
    assert np.allclose(found.global_force_array, moved, rtol=1e-9, atol=1e-7)


def test_a_coupling_by_angle_can_pump_energy():
    """mu_k has no potential: a force that changes with the motion feeds the rotation."""
    body = lw.Disc(m=1.0, R=0.5, cm=(1.0, 0.0, 0.0))
    body.initial_conditions(p=(0.2, 0.0, 0.5))
    spring = lw.LinearSpringDamper(100.0, 0.0, parent=body, mu=(0.5, 0.0))
    found = solve([body], [spring], termination_time=2.0, n_timesteps=201)
    energy = energies(found)
    assert energy.max() > energy[0] + 0.01
    assert energy[0] == pytest.approx(2.0, rel=1e-12)
