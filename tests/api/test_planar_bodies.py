"""Planar bodies: shapes, inertia, initial conditions, refusals."""

import math

import numpy as np
import pytest

from linkwork import SysError
from linkwork import planar as lw
from tests.cases import looped

SHAPES = {
    lw.RigidBody: 1.0,
    lw.Disc: 0.5,
    lw.Semicircle: 0.5 - 16.0 / (9.0 * math.pi**2),
    lw.Circle: 1.0,
}


@looped("shape, factor", SHAPES.items())
def test_inertia_about_the_center_of_mass(shape, factor):
    body = shape(m=3.0, R=0.4)
    assert body.I == pytest.approx(factor * 3.0 * 0.16, rel=1e-15)
    body.m = 6.0
    assert body.I == pytest.approx(factor * 6.0 * 0.16, rel=1e-15)
    body.I = 2.0
    assert body.I == 2.0
    body.I = None
    assert body.I == pytest.approx(factor * 6.0 * 0.16, rel=1e-15)


def test_inertia_of_a_semicircle_is_that_of_its_area():
    """Sum over the area about the center of mass, 4 R/(3 pi) above the straight edge."""
    R, n = 1.0, 1500
    x, y = np.meshgrid((np.arange(-n, n) + 0.5) / n, (np.arange(n) + 0.5) / n)
    inside = x**2 + y**2 < R**2
    above = 4.0 * R / (3.0 * math.pi)
    mean = ((x**2 + (y - above) ** 2) * inside).sum() / inside.sum()
    assert lw.Semicircle(m=1.0, R=R).I == pytest.approx(mean, rel=1e-4)


def test_an_ellipse_has_two_semi_axes():
    body = lw.Ellipse("e", 2.0, 0.3, 0.5, "egg", (1, 2, 3))
    assert (body.ID, body.name, body.m, body.a, body.b) == ("e", "egg", 2.0, 0.3, 0.5)
    assert body.I == pytest.approx(2.0 * (0.09 + 0.25) / 4.0, rel=1e-15)
    assert body.R == 0.5 and body.cm == (1.0, 2.0, 3.0)
    with pytest.raises(ValueError, match="R must be set by its semi-axes a and b, got 1.0"):
        body.R = 1.0


def test_arguments_by_position_and_their_defaults():
    body = lw.RigidBody(7, 2.0, 0.5)
    assert (body.ID, body.m, body.R, body.name, body.cm) == (7, 2.0, 0.5, "", (0.0, 0.0, 0.0))
    assert body.I == 0.5 and body.dof_constraint == (False, False, False)
    assert body.initial_displacement == body.initial_velocity == (0.0, 0.0, 0.0)
    full = lw.Disc("a", 1.0, 2.0, "disc", (1, 2, 0.5), 3.0, (True, False, True))
    assert (full.name, full.cm, full.I, full.dof_constraint) == (
        "disc", (1.0, 2.0, 0.5), 3.0, (True, False, True),
    )  # fmt: skip


def test_numpy_values_are_taken():
    body = lw.Disc(np.int64(3), m=np.float32(2.0), R=np.int32(1), cm=np.array([1.0, 2.0, 3.0]))
    body.dof_constraint = np.array([True, False, False])
    assert (body.m, body.R, body.cm) == (2.0, 1.0, (1.0, 2.0, 3.0))
    assert body.dof_constraint == (True, False, False)
    for held in ((0, 1, 1), [0, True, 1], np.array([0, 1, 1]), np.array([0, 1, 1], np.uint8)):
        body.dof_constraint = held
        assert body.dof_constraint == (False, True, True)
        assert all(type(flag) is bool for flag in body.dof_constraint)


@looped(
    "values, kind, text",
    [
        (dict(R=1.0), TypeError, r"Disc: m must be given, for example Disc\(m=1.0, R=1.0\)"),
        (dict(m=1.0), TypeError, "Disc: R must be given"),
        (dict(m=0.0, R=1.0), ValueError, r"Disc: m must be .* > 0 \[kg\], got 0.0"),
        (dict(m=-1.0, R=1.0), ValueError, "m must be .* got -1.0"),
        (dict(m=math.nan, R=1.0), ValueError, "m must be .* got nan"),
        (dict(m="2", R=1.0), ValueError, "m must be .* got '2'"),
        (dict(m=True, R=1.0), ValueError, "m must be .* got True"),
        (dict(m=1.0, R=-0.1), ValueError, r"R must be .* >= 0 \[m\], got -0.1"),
        (dict(m=1.0, R=1.0, I=-1), ValueError, r"I must be .* >= 0 \[kg m\^2\], got -1"),
        (dict(m=1.0, R=1.0, cm=(0, 0)), ValueError, r"cm must be 3 .* got \(0, 0\)"),
        (dict(m=1.0, R=1.0, cm=(0, 0, math.inf)), ValueError, "cm must be 3 finite .* inf"),
        (dict(m=1.0, R=1.0, cm="abc"), ValueError, "cm must be 3 finite"),
        (dict(m=1.0, R=1.0, dof_constraint=(-1, 0, 0)), ValueError, "dof_constraint must be True"),
        (dict(m=1.0, R=1.0, dof_constraint=(True,)), ValueError, r"got \(True,\)"),
        (dict(m=1.0, R=1.0, name=3), ValueError, "name must be a string, got 3"),
        (dict(ID=[1], m=1.0, R=1.0), TypeError, r"ID must be a hashable value .* got \[1\]"),
    ],
)
def test_bad_values_are_refused(values, kind, text):
    with pytest.raises(kind, match=text):
        lw.Disc(**values)


@looped(
    "body, told",
    [
        (lw.Disc(m=1, R=1, name="wheel"), "Disc 'wheel': "),
        (lw.Disc("w1", m=1, R=1), "Disc 'w1': "),
        (lw.Disc(4, m=1, R=1), "Disc 4: "),
        (lw.Disc(m=1, R=1), "Disc: "),
    ],
)
def test_errors_name_the_body(body, told):
    with pytest.raises(ValueError, match=f"^{told}m must be"):
        body.m = -1.0
    assert body.m == 1.0


def test_initial_conditions_are_kept_and_checked():
    body = lw.Disc(m=1, R=1, dof_constraint=(True, False, False))
    body.initial_conditions(p=(1, 2, 3), v=(0, 5, 6))
    assert body.initial_displacement == (1.0, 2.0, 3.0)
    assert body.initial_velocity == (0.0, 5.0, 6.0)
    with pytest.raises(ValueError, match=r"Disc: initial_conditions p must be 3 .* got \(1, 2\)"):
        body.initial_conditions(p=(1, 2))
    with pytest.raises(ValueError, match="initial_conditions v must be 3 finite real numbers"):
        body.initial_conditions(v=(0, math.nan, 0))
    with pytest.raises(ValueError, match="initial velocity of x must be 0, .* holds x, got 2.0"):
        body.initial_conditions(v=(2, 0, 0))
    assert body.initial_velocity == (0.0, 5.0, 6.0)


def test_an_initial_acceleration_does_not_act_and_a_warning_says_so():
    body = lw.Disc(m=1, R=1)
    with pytest.warns(UserWarning, match="initial accelerations follow from the forces"):
        body.initial_conditions(a=(0, 1, 0))
    assert body.initial_acceleration == (0.0, 1.0, 0.0)


def test_a_body_without_inertia_cannot_turn():
    body = lw.RigidBody(m=1.0, R=0.0, name="point")
    with pytest.raises(ValueError, match="'point': I must be > 0 kg m.2 if theta is free"):
        body.check_start()
    body.dof_constraint = (False, False, True)
    body.check_start()
    assert issubclass(ValueError, Exception) and "point" in repr(body)
    with pytest.raises(SysError):
        body.m = 0


def test_values_of_the_start_are_checked_on_assignment():
    body = lw.Disc("A", 1.0, 1.0)
    with pytest.raises(ValueError, match="'A': initial_velocity must be 3 finite real numbers"):
        body.initial_velocity = (0.0, math.nan, 0.0)
    with pytest.raises(TypeError, match=r"'A': ID must be a hashable value .*, got \[1\]"):
        body.ID = [1]
    body.initial_displacement = np.array([0.1, 0.0, 0.2])
    assert body.initial_displacement == (0.1, 0.0, 0.2) and body.ID == "A"


@looped("size", [1e200, 1.7e308])
@looped("kind", [lw.Disc, lw.Circle, lw.Semicircle])
def test_a_size_whose_inertia_overflows_is_refused_by_name(kind, size):
    body = kind(ID="far", m=1.0, R=size)
    config = lw.RunConfiguration(n_timesteps=5, termination_time=0.1)
    with pytest.raises(SysError, match="inertia|Inertia"):
        lw.Solver([body], [], config, verbose=False).solve()
