"""Planar cases with closed forms: 1e-8 where motion is smooth, 1e-6 where laws change in events."""

import math
import warnings

import numpy as np
import pytest

from linkwork import planar as lw

smooth = pytest.mark.parametrize("solver, steps", [("RK4", 4000), ("DOPRI5", 40)])
SMOOTH, EVENT = 1e-8, 1e-6


def solved(bodies, springs, end, solver="DOPRI5", steps=50, bcs=None):
    config = lw.RunConfiguration(solver_type=solver, termination_time=end, n_timesteps=steps + 1)
    conditions = bcs(config) if bcs else None
    return lw.Solver(bodies, springs, config, bcs=conditions, verbose=False).solve()


@smooth
def test_oscillator_on_a_spring(solver, steps):
    """01: m = 1, k = 100, displaced by 0.1 and held in x and theta by nothing but symmetry."""
    body = lw.Disc(m=1.0, R=1.0, cm=(0.0, 1.0, 0.0))
    body.initial_conditions(p=(0.0, 0.1, 0.0))
    spring = lw.LinearSpringDamper(k=100, c=0, parent=body)
    end = solved([body], [spring], 2.0, solver, steps)
    x, y, theta = end.position_array[-1]
    vy = end.velocity_array[-1, 1]
    assert y == pytest.approx(1.0408082061813393, abs=SMOOTH)
    assert vy == pytest.approx(-0.9129452507276277, abs=SMOOTH)
    assert 0.5 * vy**2 + 50.0 * (y - 1.0) ** 2 == pytest.approx(0.5, abs=SMOOTH)
    assert (x, theta) == (0.0, 0.0)


@smooth
def test_two_damped_bodies(solver, steps):
    """02: m = 1 and 3, k = 60, c = 2; the second starts 0.2 m off."""
    a = lw.Disc(m=1.0, R=0.1, name="A")
    b = lw.Disc(m=3.0, R=0.1, name="B", cm=(1.0, 0.0, 0.0))
    b.initial_conditions(p=(0.2, 0.0, 0.0))
    spring = lw.LinearSpringDamper(k=60, c=2, parent=a, child=b)
    end = solved([a, b], [spring], 1.5, solver, steps)
    x_a, x_b = end.position_array[-1, [0, 3]]
    assert x_a == pytest.approx(0.13250330660166731, abs=SMOOTH)
    assert x_b == pytest.approx(1.1558322311327776, abs=SMOOTH)
    assert x_b - x_a == pytest.approx(1.0233289245311101, abs=SMOOTH)


def bungee(end, start=-1e-9):
    """05: m = 80, k = 160, l0 = 10, falls from the anchor; (solution, spring)."""
    body = lw.Disc(m=80.0, R=0.3, cm=(0.0, -10.0, 0.0))
    body.initial_conditions(p=(0.0, 10.0 + start, 0.0))
    spring = lw.LinearSpringDamper(
        k=160, c=0, parent=body, type="Tensile", track_force=True, name="rope"
    )
    found = solved([body], [spring], end, bcs=lambda config: [lw.Gravity(config)])
    return found, spring


def test_bungee_at_the_moment_the_rope_is_taut():
    found, spring = bungee(1.4278431229270645)
    assert found.position_array[-1, 1] == pytest.approx(-10.0, abs=EVENT)
    assert found.velocity_array[-1, 1] == pytest.approx(-14.007141035914502, abs=EVENT)
    assert np.all(spring.forcehist[:-1] == 0.0)


def test_bungee_at_the_lowest_point():
    found, spring = bungee(2.8637071830571985)
    assert found.position_array[-1, 1] == pytest.approx(-25.957557396367598, abs=EVENT)
    assert found.velocity_array[-1, 1] == pytest.approx(0.0, abs=EVENT)
    assert spring.forcehist[-1, 1] == pytest.approx(2553.209183418816, abs=160 * EVENT)
    assert found.solution.statistics.events == 1


def test_a_start_at_the_anchor_has_no_direction_and_warns_once():
    with pytest.warns(UserWarning, match="'rope': its ends coincide at the start"):
        found, _ = bungee(1.0, start=0.0)
    assert found.position_array[-1, 1] == pytest.approx(-0.5 * 9.81, abs=EVENT)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found.solve()


def bumper(c, end, **options):
    """06: m = 2 hits a bumper k = 5000, l0 = 1, from x = 1.5 with -3 m/s."""
    body = lw.Disc(m=2.0, R=0.1, cm=(1.0, 0.0, 0.0))
    body.initial_conditions(p=(0.5, 0.0, 0.0), v=(-3.0, 0.0, 0.0))
    spring = lw.LinearSpringDamper(k=5000, c=c, parent=body, type="Compressive", **options)
    found = solved([body], [spring], end)
    return found.position_array[-1, 0], found.velocity_array[-1, 0]


def time_of_rest(c):
    """From contact until the bumper is compressed most [s]."""
    decay = c / 4.0
    omega = math.sqrt(2500.0 - decay**2)
    return math.atan2(omega, decay) / omega


@pytest.mark.parametrize(
    "c, duration, v_out, x_min",
    [
        (0.0, 0.06283185307179587, 3.0, 0.94),
        (40.0, 0.0641274915080932, 1.579861797990909, 0.9546319043897014),
    ],
)
def test_bumper(c, duration, v_out, x_min):
    contact = 1.0 / 6.0
    assert bumper(c, contact) == pytest.approx((1.0, -3.0), abs=EVENT)
    assert bumper(c, contact + time_of_rest(c)) == pytest.approx((x_min, 0.0), abs=EVENT)
    assert bumper(c, contact + duration) == pytest.approx((1.0, v_out), abs=EVENT)
    later = bumper(c, contact + duration + 0.1)
    assert later == pytest.approx((1.0 + 0.1 * v_out, v_out), abs=EVENT)


@pytest.mark.parametrize(
    "c, duration, v_out", [(0.0, 0.0628318530718, 3.0), (40.0, 0.0559070888147, 1.71522008275)]
)
def test_bumper_without_adhesion(c, duration, v_out):
    _, v = bumper(c, 1.0 / 6.0 + duration, no_adhesion=True)
    assert v == pytest.approx(v_out, abs=EVENT)
    _, later = bumper(c, 1.0 / 6.0 + duration + 0.05, no_adhesion=True)
    assert later == pytest.approx(v_out, abs=EVENT)


def test_preload_makes_lateral_stiffness():
    """09: m = 0.5 between two springs under 20 N: omega from the phase after a quarter period."""
    omega, size = 14.142135623730951, 1e-5
    body = lw.Disc(m=0.5, R=0.1)
    body.initial_conditions(p=(0.0, size, 0.0))
    springs = [
        lw.LinearSpringDamper(
            k=2000, c=0, p=0.01, parent=body, child_pos=(side, 0.0), track_force=True
        )
        for side in (-0.4, 0.4)
    ]
    found = solved([body], springs, 0.5 * math.pi / omega, steps=200)
    y, v = found.position_array[-1, 1], found.velocity_array[-1, 1]
    assert v == pytest.approx(-size * omega, rel=SMOOTH)
    assert y / (-v / omega) == pytest.approx(0.0, abs=0.5 * math.pi * SMOOTH)
    for spring, side in zip(springs, (-1.0, 1.0), strict=True):
        assert spring.forcehist[0, 0] == pytest.approx(side * 20.0, rel=1e-6)


@smooth
def test_two_bodies_with_a_rotational_spring(solver, steps):
    """10: I = 0.2 and 0.3, k = 15, the first turned by 0.3 rad."""
    a, b = (lw.Disc(m=1.0, R=1.0, I=inertia) for inertia in (0.2, 0.3))
    a.initial_conditions(p=(0.0, 0.0, 0.3))
    spring = lw.RotationalSpringDamper(k=15, c=0, parent=a, child=b, track_force=True)
    found = solved([a, b], [spring], 2.0, solver, steps)
    assert found.position_array[-1, 2] == pytest.approx(-0.04784941833200296, abs=SMOOTH)
    assert found.position_array[-1, 5] == pytest.approx(0.23189961222133532, abs=SMOOTH)
    assert spring.forcehist[0] == pytest.approx([0.0, 0.0, -4.5, 4.5], abs=1e-14)


@smooth
def test_a_released_axis(solver, steps):
    """12: cm (3, 4), displaced by (0.1, 0.2), released in y: an oscillator in x alone."""
    body = lw.Disc(m=1.0, R=0.1, cm=(3.0, 4.0, 0.0))
    body.initial_conditions(p=(0.1, 0.2, 0.0), v=(0.0, 1.0, 0.0))
    spring = lw.LinearSpringDamper(
        k=10, c=0, parent=body, dof_constraint=(False, True, False), track_force=True
    )
    assert spring.l0 == 3.0
    found = solved([body], [spring], 2.0, solver, steps)
    assert found.position_array[-1, 0] == pytest.approx(3.099914438304693, abs=SMOOTH)
    assert found.position_array[-1, 1] == pytest.approx(6.2, abs=SMOOTH)
    assert spring.forcehist[0, :2] == pytest.approx([-1.0, 0.0], abs=1e-13)
    spring.release = "mask"
    found.solve()
    assert spring.forcehist[0, :2] == pytest.approx([-1.3073851581443083, 0.0], abs=1e-13)


def test_rk4_has_order_four():
    """Halving the step divides the error by 16."""
    errors = []
    for steps in (100, 200, 400):
        body = lw.Disc(m=1.0, R=1.0, cm=(0.0, 1.0, 0.0))
        body.initial_conditions(p=(0.0, 0.1, 0.0))
        spring = lw.LinearSpringDamper(k=100, c=0, parent=body)
        found = solved([body], [spring], 2.0, "RK4", steps)
        exact = 1.0 + 0.1 * np.cos(10.0 * found.timesteps)
        errors.append(np.abs(found.position_array[:, 1] - exact).max())
    assert errors[0] / errors[1] == pytest.approx(16.0, rel=0.05)
    assert errors[1] / errors[2] == pytest.approx(16.0, rel=0.05)
