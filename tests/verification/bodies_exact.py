"""Motions of single bodies in space that are known: exactly, by quadrature, or from one equation.

Positions and rotations are functions of arrays of times; nothing of the library is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk, ellipkinc

GRAVITY = 9.81
TIGHT = dict(method="DOP853", rtol=1e-13, atol=1e-14)


def turned(axis: int, angle: float) -> np.ndarray:
    """Rotation matrix about a coordinate axis."""
    s, c = np.sin(angle), np.cos(angle)
    A = np.eye(3)
    j, k = (axis + 1) % 3, (axis + 2) % 3
    A[j, j], A[j, k], A[k, j], A[k, k] = c, -s, s, c
    return A


def integral(rate, times: np.ndarray, longest: float) -> np.ndarray:
    """Integrals of a rate from 0 to ascending times, by Gauss' rule in parts of a largest length.

    rate -- function of an array of times; its parts should be short against its features
    """
    places, weights = np.polynomial.legendre.leggauss(30)
    total, last, found = 0.0, 0.0, []
    for time in times:
        edges = np.linspace(last, time, 1 + max(1, int(np.ceil((time - last) / longest))))
        half = 0.5 * np.diff(edges)
        values = rate(((edges[:-1] + half)[:, None] + half[:, None] * places).ravel())
        total += float(half @ (values.reshape(len(half), -1) @ weights))
        found.append(total)
        last = time
    return np.array(found)


@dataclass(frozen=True)
class FreeBody:
    """A free body that tumbles, by Jacobi's elliptic functions.

        w1 = a1 cn u,  w2 = a2 sn u,  w3 = a3 dn u,  u = u0 + rate t

    moments -- I1 < I2 < I3; spin -- w1, w2, w3 > 0 at the start, with L^2 > 2 T I2.
    The angular momentum L keeps its direction. About it the body turns with

        phi' = L (I1 w1^2 + I2 w2^2) / (I1^2 w1^2 + I2^2 w2^2)
    """

    moments: tuple[float, float, float] = (1.0, 2.0, 3.0)
    spin: tuple[float, float, float] = (0.05, 3.0, 0.05)

    @cached_property
    def shape(self) -> tuple[np.ndarray, float, float, float]:
        """(a1, a2, a3), parameter m, rate, u0."""
        I1, I2, I3 = self.moments
        J, w = np.array(self.moments), np.array(self.spin)
        # combinations of L^2 and 2 T in which nothing cancels
        above1 = J @ ((J - I1) * w**2)
        above2 = J @ ((J - I2) * w**2)
        below3 = J @ ((I3 - J) * w**2)
        a = np.sqrt([below3 / (I1 * (I3 - I1)), below3 / (I2 * (I3 - I2)), above1 / I3 / (I3 - I1)])
        m = 1.0 - (I3 - I1) * above2 / ((I3 - I2) * above1)
        rate = np.sqrt((I3 - I2) * above1 / (I1 * I2 * I3))
        return a, m, rate, float(ellipkinc(np.arctan2(w[1] / a[1], w[0] / a[0]), m))

    @property
    def period(self) -> float:
        """Period of the angular velocity in body axes."""
        _, m, rate, _ = self.shape
        return float(4.0 * ellipk(m) / rate)

    def omega(self, times: np.ndarray) -> np.ndarray:
        """Angular velocity in body axes, one row per time."""
        a, m, rate, u0 = self.shape
        sn, cn, dn, _ = ellipj(u0 + rate * np.atleast_1d(times), m)
        return np.column_stack([a[0] * cn, a[1] * sn, a[2] * dn])

    def rotations(self, times: np.ndarray, start: np.ndarray) -> np.ndarray:
        """Rotation matrices, body to global, with a given one at the start."""
        J = np.array(self.moments)
        size = np.linalg.norm(J * self.spin)

        def rate(t: np.ndarray) -> np.ndarray:
            across = J[:2] * self.omega(t)[:, :2] ** 2
            return np.asarray(size * across.sum(axis=1) / (across @ J[:2]))

        def about(w: np.ndarray, phi: float) -> np.ndarray:
            along = J * w / size
            theta = np.arctan2(np.hypot(along[0], along[1]), along[2])
            return turned(2, phi) @ turned(0, theta) @ turned(2, np.arctan2(along[0], along[1]))

        aligned = start @ about(np.array(self.spin), 0.0).T
        phis = integral(rate, times, self.period / 16.0)
        pairs = zip(self.omega(times), phis, strict=True)
        return np.array([aligned @ about(w, phi) for w, phi in pairs])


@dataclass(frozen=True)
class LagrangeTop:
    """A symmetric top whose axis is released at rest at an angle, by elliptic functions.

    across, along -- moments of inertia about the fixed point; weight -- m g l; spin -- about the
    axis, which is constant. For the height z = cos(theta) of a unit vector along the axis:

        z'^2 = (z0 - z) (beta (1 - z^2) - a^2 (z0 - z)),   beta = 2 m g l / A,  a = C spin / A
        phi' = a (z0 - z) / (1 - z^2)
    """

    across: float = 0.12
    along: float = 0.02
    weight: float = 0.3 * GRAVITY
    spin: float = 60.0
    tilt: float = 0.7

    @cached_property
    def shape(self) -> tuple[float, float, float, float]:
        """Lowest and highest z, parameter m, rate of the argument of sn."""
        beta, a = 2.0 * self.weight / self.across, self.along * self.spin / self.across
        z0 = np.cos(self.tilt)
        half = 0.5 * a * a / beta
        root = np.sqrt(half * half - 2.0 * half * z0 + 1.0)
        low, beyond = half - root, half + root
        return low, z0, (z0 - low) / (beyond - low), 0.5 * np.sqrt(beta * (beyond - low))

    @property
    def period(self) -> float:
        """Period of nutation."""
        _, _, m, rate = self.shape
        return float(2.0 * ellipk(m) / rate)

    def heights(self, times: np.ndarray) -> np.ndarray:
        """z = cos(theta) at some times; it begins at its highest value."""
        low, high, m, rate = self.shape
        sn = ellipj(ellipk(m) + rate * np.asarray(times), m)[0]
        return np.asarray(low + (high - low) * sn**2)

    def axes(self, times: np.ndarray) -> np.ndarray:
        """Unit vectors along the axis, which begins in the x-z plane."""
        a, z0 = self.along * self.spin / self.across, np.cos(self.tilt)

        def rate(t: np.ndarray) -> np.ndarray:
            z = self.heights(t)
            return np.asarray(a * (z0 - z) / (1.0 - z * z))

        z, phi = self.heights(times), integral(rate, times, self.period / 8.0)
        level = np.sqrt(1.0 - z * z)
        return np.column_stack([level * np.cos(phi), level * np.sin(phi), z])


@dataclass(frozen=True)
class Kovalevskaya:
    """Her top: moments of inertia 2 C, 2 C, C about the fixed point, center of mass on its x axis.

        J w' + w x J w = weight x cross g,   A' = A w~      (g: the upward unit vector, negative)

    Besides energy and vertical angular momentum it keeps

        ((w1^2 - w2^2) + k g1)^2 + (2 w1 w2 + k g2)^2,   k = weight / C

    with g = A^T (0, 0, -1). Motions are integrated by DOP853.
    """

    moment: float = 0.5
    weight: float = 2.0 * 0.3 * GRAVITY
    spin: tuple[float, float, float] = (1.0, 2.0, 3.0)

    @property
    def moments(self) -> np.ndarray:
        """About the fixed point."""
        return self.moment * np.array([2.0, 2.0, 1.0])

    def states(self, times: np.ndarray) -> np.ndarray:
        """Rows of the rotation matrix and the angular velocity in body axes, 12 numbers a time."""
        J = self.moments

        def slope(t: float, y: np.ndarray) -> np.ndarray:
            A, w = y[:9].reshape(3, 3), y[9:]
            down = -A[2]
            torque = self.weight * np.array([0.0, -down[2], down[1]])
            return np.concatenate([np.cross(A, w).ravel(), (torque - np.cross(w, J * w)) / J])

        start = np.concatenate([np.eye(3).ravel(), self.spin])
        found = solve_ivp(slope, (0.0, times[-1]), start, t_eval=times, **TIGHT)
        return np.asarray(found.y.T)

    def invariants(self, A: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Energy, vertical angular momentum and Kovalevskaya's integral of rows of states."""
        down, k = -A[:, 2, :], self.weight / self.moment
        energy = 0.5 * w**2 @ self.moments - self.weight * down[:, 0]
        upward = -np.einsum("ij,ij->i", down, w * self.moments)
        first = w[:, 0] ** 2 - w[:, 1] ** 2 + k * down[:, 0]
        second = 2.0 * w[:, 0] * w[:, 1] + k * down[:, 1]
        return np.column_stack([energy, upward, first**2 + second**2])
