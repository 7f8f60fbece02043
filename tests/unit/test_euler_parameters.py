"""Rotations by Euler parameters, with and without what is rounded off."""

from decimal import Decimal, localcontext

import numpy as np
import pytest

from linkwork.math import euler_parameters as ep
from linkwork.math import tait_bryan
from linkwork.math.pairs import dot_pairs, turned_pairs

pytestmark = pytest.mark.processors

STEP = 1e-6
SEEDS = range(5)


def random(seed, *sizes):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=size) for size in sizes]


def gradient(function, x):
    """Derivatives of a function by x, the last index counts x."""
    columns = []
    for k in range(len(x)):
        step = STEP * np.eye(len(x))[k]
        columns.append((np.array(function(x + step)) - np.array(function(x - step))) / (2 * STEP))
    return np.stack(columns, -1)


@pytest.mark.parametrize("seed", SEEDS)
def test_any_parameters_are_a_rotation(seed):
    (theta,) = random(seed, 4)
    A = np.array(ep.matrix(theta))
    assert pytest.approx(np.eye(3), abs=1e-15) == A @ A.T
    assert np.linalg.det(A) == pytest.approx(1.0, abs=1e-14)
    assert pytest.approx(A, abs=1e-15) == np.array(ep.matrix(-3.0 * theta))


@pytest.mark.parametrize("seed", SEEDS)
def test_spin_is_the_angular_velocity_in_body_axes(seed):
    theta, rate = random(seed, 4, 4)
    A = np.array(ep.matrix(theta))
    W = A.T @ (gradient(ep.matrix, theta) @ rate)
    assert ep.spin(theta, rate) == pytest.approx([W[2, 1], W[0, 2], W[1, 0]], abs=1e-8)
    columns = np.array([ep.column(theta, k) for k in range(4)]).T
    assert ep.spin(theta, rate) == pytest.approx(columns @ rate / ep.square(theta), abs=1e-14)
    assert columns @ theta == pytest.approx(np.zeros(3), abs=1e-15)


@pytest.mark.parametrize("seed", SEEDS)
def test_slopes(seed):
    theta, rate, n = random(seed, 4, 4, 3)
    w = ep.spin(theta, rate)
    slopes = np.array([ep.spin_slope(theta, rate, w, k) for k in range(4)]).T
    assert slopes == pytest.approx(gradient(lambda x: ep.spin(x, rate), theta), abs=1e-8)

    def moments(x):
        return [np.dot(ep.column(x, k), n) for k in range(4)]

    found = [[ep.moment_slope(n, k, m) for m in range(4)] for k in range(4)]
    assert np.array(found) == pytest.approx(gradient(moments, theta), abs=1e-8)


def decimal_matrix(theta):
    a, x, y, z = theta
    f = 2 / (a * a + x * x + y * y + z * z)
    return [
        [1 - f * (y * y + z * z), f * (x * y - a * z), f * (x * z + a * y)],
        [f * (x * y + a * z), 1 - f * (x * x + z * z), f * (y * z - a * x)],
        [f * (x * z - a * y), f * (y * z + a * x), 1 - f * (x * x + y * y)],
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_rounded_off_the_matrix_is_kept(seed):
    """To 1e-30 where the norm is 1 in both parts; there 2e-16 is what plain numbers lose."""
    theta, low, b = random(seed, 4, 4, 3)
    theta /= np.linalg.norm(theta)
    low *= 1e-17
    for _ in range(2):
        off = ep.excess(tuple(zip(theta, low, strict=True)))
        low -= 0.5 * (off[0] + off[1]) * theta
    pairs = tuple(zip(theta.tolist(), low.tolist(), strict=True))
    R, R_low = np.zeros((3, 3)), np.zeros((3, 3))
    ep.write_matrix(pairs, R, R_low)
    with localcontext() as context:
        context.prec = 50
        exact = decimal_matrix([Decimal(x) + Decimal(y) for x, y in pairs])
        for r in range(3):
            for c in range(3):
                found = Decimal(R[r, c]) + Decimal(R_low[r, c])
                assert abs(found - exact[r][c]) < Decimal("1e-30")
        turned = turned_pairs(R, R_low, b)
        for r in range(3):
            wanted = sum(exact[r][c] * Decimal(b[c]) for c in range(3))
            assert abs(Decimal(turned[r][0]) + Decimal(turned[r][1]) - wanted) < Decimal("1e-29")
        length = dot_pairs(turned, turned)
        wanted = sum(Decimal(x) ** 2 for x in b)
        assert abs(Decimal(length[0]) + Decimal(length[1]) - wanted) < Decimal("1e-28")


def turn(axis, angle):
    R = np.eye(3)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R[i, i] = R[j, j] = np.cos(angle)
    R[j, i], R[i, j] = np.sin(angle), -np.sin(angle)
    return R


@pytest.mark.parametrize("angles", [(0.3, -0.7, 2.5), (-3.0, 1.5, -0.2), (0.0, 0.0, 3.1)])
def test_angles_are_those_of_turns_about_x_y_z(angles):
    R = turn(0, angles[0]) @ turn(1, angles[1]) @ turn(2, angles[2])
    assert tait_bryan.angles(R) == pytest.approx(angles, abs=1e-15)


def test_angles_where_x_and_z_turn_about_one_axis():
    R = turn(0, 0.4) @ turn(1, np.pi / 2) @ turn(2, 0.3)
    R[1, 2] = R[2, 2] = 0.0
    assert tait_bryan.angles(R) == pytest.approx((0.0, np.pi / 2, 0.7), abs=1e-15)
