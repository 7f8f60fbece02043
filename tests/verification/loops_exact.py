"""Mechanisms in space in their fewest coordinates, integrated by SciPy without constraints.

Nothing of the library is used: rotations, velocities and energies are written out here.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy.integrate import solve_ivp

from tests.verification.bodies_exact import GRAVITY, TIGHT


class Bricard:
    """Bricard's mechanism (IFToMM A04): a closed chain of six links, one of them the ground.

    It starts along six edges of a cube. At each corner a revolute joint turns about the normal of
    both edges; the joints at even corners turn by x, those at odd corners by y, with

        sin x + sin y - sin x sin y = 0

    With a parameter s of this curve, x' = s' f_y, y' = -s' f_x for f = 0 above, the mechanism has
    one equation, M(s) s'' + M'(s)/2 s'^2 + V'(s) = 0. Its derivatives are taken by complex steps.
    """

    CORNERS = np.array([[0, 0, 0], [1, 0, 0], [1, -1, 0], [1, -1, 1], [0, -1, 1], [0, 0, 1]], float)
    LINKS = np.roll(CORNERS, -1, axis=0) - CORNERS
    AXES = np.cross(np.roll(LINKS, 1, axis=0), LINKS)
    MASS, ACROSS, ALONG = 1.0, 1.0 / 12.0, 0.0
    """Of a rod: mass, moments of inertia about its center."""

    @classmethod
    def rates(cls, x: complex, y: complex) -> tuple[complex, complex]:
        """x' and y' at s' = 1."""
        return np.cos(y) * (1.0 - np.sin(x)), -np.cos(x) * (1.0 - np.sin(y))

    @classmethod
    def energies(cls, x: complex, y: complex) -> tuple[complex, complex]:
        """M = 2 T at s' = 1, and V."""
        angles, speeds = (x, y), cls.rates(x, y)
        A, W = np.eye(3), np.zeros(3)
        p = v = np.zeros(3)
        double, potential = 0.0, 0.0
        for k in range(5):
            axis = cls.AXES[k]
            W = W + (A @ axis) * speeds[k % 2]
            S = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
            A = A + A @ (np.sin(angles[k % 2]) * S + (1.0 - np.cos(angles[k % 2])) * (S @ S))
            e = A @ cls.LINKS[k]
            turning = np.cross(W, e)
            center, rate = p + 0.5 * e, v + 0.5 * turning
            spin = W @ e
            double += cls.MASS * (rate @ rate) + cls.ACROSS * (W @ W)
            double += (cls.ALONG - cls.ACROSS) * spin**2
            potential += cls.MASS * GRAVITY * center[1]
            p, v = p + e, v + turning
        return double, potential

    @classmethod
    def corner(cls, number: int, x: float, y: float) -> np.ndarray:
        """Position of a corner."""
        A, p = np.eye(3), np.zeros(3)
        for k in range(number):
            a, angle = cls.AXES[k], (x, y)[k % 2]
            S = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
            A = A + A @ (np.sin(angle) * S + (1.0 - np.cos(angle)) * (S @ S))
            p = p + A @ cls.LINKS[k]
        return p

    @classmethod
    @lru_cache(maxsize=2)
    def angles(cls, end: float, count: int) -> np.ndarray:
        """x, y and s' at `count` equal intervals up to a time, one row each."""
        small = 1e-30

        def slope(t: float, state: np.ndarray) -> list[float]:
            x, y, rate = state
            along = cls.rates(x, y)
            M, V = cls.energies(x + 1j * small * along[0], y + 1j * small * along[1])
            force = -(0.5 * M.imag * rate**2 + V.imag) / small
            return [rate * along[0], rate * along[1], force / M.real]

        times = np.linspace(0.0, end, count + 1)
        return np.asarray(solve_ivp(slope, (0.0, end), np.zeros(3), t_eval=times, **TIGHT).y.T)


class Governor:
    """Watt's governor (after IFToMM A05): two rods with balls on a shaft that turns, and a slider.

    The rods are hinged on the shaft at the origin, and make the angle alpha with the downward
    vertical; a spring and damper joins the middle of each to the slider on the shaft, at the height
    z. By symmetry both rods have one angle; p is the vertical angular momentum, which is constant.

        s^2 = b^2 sin^2 alpha + (z + b cos alpha)^2,   f = k (s - b) + c s',   phi' = p / I(alpha)
        2 J alpha'' = I'/2 phi'^2 - 2 m g l sin alpha - 2 f ds/dalpha
        m_s z'' = -m_s g - 2 f ds/dz
    """

    STIFFNESS, DAMPING, SPEED, TILT = 8e5, 4e4, 2.0 * math.pi, math.pi / 6.0
    DENSITY, LENGTH, WIDTH, SLIDER, BALL = 3000.0, 1.0, 0.01, 0.1, 5.0
    MIDDLE = 0.5 * LENGTH
    ROD = DENSITY * LENGTH * WIDTH**2
    """Mass of a rod, and of the shaft, which is as long."""
    SLIDING = DENSITY * SLIDER**3
    THIN = ROD * WIDTH**2 / 6.0
    """Moment of inertia of rod and shaft about its own axis."""
    SWINGING = ROD * (LENGTH**2 / 3.0 + WIDTH**2 / 12.0) + BALL * LENGTH**2
    """That of a rod with its ball about the hinge."""
    LEVER = ROD * MIDDLE + BALL * LENGTH
    TURNING = THIN + SLIDING * SLIDER**2 / 6.0
    """Moment of inertia of shaft and slider about the vertical."""

    @classmethod
    def inertia(cls, alpha: float) -> tuple[float, float]:
        """I(alpha) and its derivative."""
        s, c = math.sin(alpha), math.cos(alpha)
        return (
            cls.TURNING + 2.0 * (cls.SWINGING * s * s + cls.THIN * c * c),
            4.0 * (cls.SWINGING - cls.THIN) * s * c,
        )

    @classmethod
    def slope(cls, t: float, state: np.ndarray) -> list[float]:
        """Rates of phi, alpha, z, alpha', z'."""
        _, alpha, z, alpha_t, z_t = state.tolist()
        s, c, b = math.sin(alpha), math.cos(alpha), cls.MIDDLE
        size = math.hypot(b * s, z + b * c)
        by_alpha, by_z = -b * s * z / size, (z + b * c) / size
        f = cls.STIFFNESS * (size - b) + cls.DAMPING * (by_alpha * alpha_t + by_z * z_t)
        turning, by_tilt = cls.inertia(alpha)
        phi_t = cls.SPEED * cls.inertia(cls.TILT)[0] / turning
        swinging = 0.25 * by_tilt * phi_t**2 - cls.LEVER * GRAVITY * s - f * by_alpha
        sliding = -GRAVITY - 2.0 * f * by_z / cls.SLIDING
        return [phi_t, alpha_t, z_t, swinging / cls.SWINGING, sliding]

    @classmethod
    def start(cls) -> np.ndarray:
        """phi, alpha, z, alpha', z'; the springs have their own length."""
        return np.array([0.0, cls.TILT, -2.0 * cls.MIDDLE * math.cos(cls.TILT), 0.0, 0.0])

    @classmethod
    def states(cls, times: np.ndarray) -> np.ndarray:
        """Ball x, y, z and height of the slider, one row per time."""
        found = solve_ivp(cls.slope, (0.0, times[-1]), cls.start(), t_eval=times, **TIGHT)
        phi, alpha, z = found.y[:3]
        out = cls.LENGTH * np.sin(alpha)
        down = cls.LENGTH * np.cos(alpha)
        return np.column_stack([out * np.cos(phi), out * np.sin(phi), -down, z])
