"""Trajectories of joints: trapezoidal profiles, polynomials of fifth degree, splines.

Each is a function of time: `q, v, a = trajectory(t)`, with t a number or an array.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.core.errors import ParameterError

Array = np.ndarray


class Motion(NamedTuple):
    """A motion of joints.

    q, v, a -- positions, velocities and accelerations, (n,) or (N, n)
    """

    q: Array
    v: Array
    a: Array


class Trajectory:
    """Piecewise polynomials in time; at rest before the start and behind the end.

    times [s] -- borders of the pieces; coefficients -- (pieces, joints, degree + 1), powers of the
    time since the piece's start, the constant first
    """

    def __init__(self, times: Any, coefficients: Any) -> None:
        self.times, self.coefficients = np.asarray(times, float), np.asarray(coefficients, float)

    @property
    def duration(self) -> float:
        """Time from start to end [s]."""
        return float(self.times[-1] - self.times[0])

    def __call__(self, t: Any) -> Motion:
        """Motion at a time or at many.

        t [s] -- time, a number or an array (N,)
        """
        given = np.asarray(t, float)
        inside = np.clip(given.reshape(-1), self.times[0], self.times[-1])
        piece = np.clip(np.searchsorted(self.times, inside, "right") - 1, 0, len(self.times) - 2)
        x = (inside - self.times[piece])[:, None]
        c = self.coefficients[piece]
        found = []
        for _ in range(3):
            value = np.zeros(c.shape[:2])
            for k in reversed(range(c.shape[2])):
                value = value * x + c[:, :, k]
            found.append(value)
            c = c[:, :, 1:] * np.arange(1, c.shape[2])
        outside = (given.reshape(-1) < self.times[0]) | (given.reshape(-1) > self.times[-1])
        found[1][outside] = 0.0
        found[2][outside] = 0.0
        shape = (*given.shape, self.coefficients.shape[1])
        return Motion(*(value.reshape(shape) for value in found))

    def sample(self, count: int) -> tuple[Array, Motion]:
        """Equal time steps from start to end, and the motion there.

        count -- number of times
        """
        t = np.linspace(self.times[0], self.times[-1], count)
        return t, self(t)


def _vector(value: Any, name: str, size: int | None = None) -> Array:
    found = np.atleast_1d(np.asarray(value, float))
    if found.ndim != 1 or not np.isfinite(found).all():
        raise ParameterError(f"{name} must be finite numbers, one per joint")
    if size is not None:
        if len(found) not in (1, size):
            raise ParameterError(f"{name} must have {size} numbers, got {len(found)}")
        found = np.broadcast_to(found, (size,))
    return found


def quintic(
    q0: Any, q1: Any, duration: float, v0: Any = 0.0, v1: Any = 0.0, a0: Any = 0.0, a1: Any = 0.0
) -> Trajectory:
    """Polynomials of fifth degree between two states.

    q0, q1 [rad or m] -- positions; duration [s] -- time between them
    v0, v1 -- velocities; a0, a1 -- accelerations
    """
    T = float(duration)
    if not T > 0.0:
        raise ParameterError(f"duration must be > 0, got {duration}")
    q0 = _vector(q0, "q0")
    n = len(q0)
    q1, v0, v1 = _vector(q1, "q1", n), _vector(v0, "v0", n), _vector(v1, "v1", n)
    a0, a1 = _vector(a0, "a0", n), _vector(a1, "a1", n)
    p = q1 - q0 - v0 * T - 0.5 * a0 * T**2
    v = v1 - v0 - a0 * T
    a = a1 - a0
    c3 = (20 * p - 8 * v * T + a * T**2) / (2 * T**3)
    c4 = (-30 * p + 14 * v * T - 2 * a * T**2) / (2 * T**4)
    c5 = (12 * p - 6 * v * T + a * T**2) / (2 * T**5)
    return Trajectory([0.0, T], np.stack([q0, v0, 0.5 * a0, c3, c4, c5], axis=1)[None])


def trapezoidal(q0: Any, q1: Any, velocity: Any, acceleration: Any) -> Trajectory:
    """Constant acceleration, constant velocity, constant deceleration; all joints arrive together.

    q0, q1 [rad or m] -- positions; velocity, acceleration -- largest ones, per joint or for all
    """
    q0 = _vector(q0, "q0")
    n = len(q0)
    q1 = _vector(q1, "q1", n)
    limits = _vector(velocity, "velocity", n), _vector(acceleration, "acceleration", n)
    if not all((limit > 0.0).all() for limit in limits):
        raise ParameterError("velocity and acceleration must be > 0")
    way = q1 - q0
    # in terms of the part s in 0 ... 1 of the way, which is the same for all joints
    moving = way != 0.0
    if not moving.any():
        return Trajectory([0.0, 1.0], np.stack([q0, 0 * q0, 0 * q0], axis=1)[None])
    rate = float((limits[0][moving] / np.abs(way[moving])).min())
    rise = float((limits[1][moving] / np.abs(way[moving])).min())
    ramp = min(rate / rise, 1.0 / np.sqrt(rise))
    top = rise * ramp
    cruise = max(1.0 / top - ramp, 0.0)
    if cruise <= 1e-12 * ramp:
        times = [0.0, ramp, 2 * ramp]
        parts = [(0.0, 0.0, rise / 2), (0.5, top, -rise / 2)]
    else:
        times = [0.0, ramp, ramp + cruise, 2 * ramp + cruise]
        s = 0.5 * top * ramp
        parts = [(0.0, 0.0, rise / 2), (s, top, 0.0), (1.0 - s, top, -rise / 2)]
    pieces = [np.stack([q0 + way * s, way * v, way * a], axis=1) for s, v, a in parts]
    return Trajectory(times, np.array(pieces))


def spline(times: Any, points: Any, v0: Any = 0.0, v1: Any = 0.0) -> Trajectory:
    """Cubic spline through points, with continuous accelerations.

    times [s] -- increasing; points [rad or m] -- (N, n); v0, v1 -- velocities at both ends
    """
    t, q = np.asarray(times, float), np.asarray(points, float)
    q = q[:, None] if q.ndim == 1 else q
    if t.ndim != 1 or len(t) < 2 or len(t) != len(q) or not (np.diff(t) > 0.0).all():
        raise ParameterError("times must increase, and there must be one row of points per time")
    n = q.shape[1]
    v0, v1 = _vector(v0, "v0", n), _vector(v1, "v1", n)
    from scipy.interpolate import CubicSpline

    found = CubicSpline(t, q, bc_type=((1, v0), (1, v1)))
    return Trajectory(t, np.moveaxis(found.c[::-1], 0, -1))
