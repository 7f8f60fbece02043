"""States between the recorded times."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.core.errors import ParameterError, SysError


class State(NamedTuple):
    """Coordinates at given times; one row per time if several times were given."""

    coordinates: np.ndarray
    velocities: np.ndarray
    ode1_coordinates: np.ndarray


def interpolate(solution: Any, t: Any) -> State:
    """Cubic Hermite polynomials through recorded values and rates.

    With theta = (t - t0) / h between two rows at t0 and t0 + h:

        q = (1 + 2 theta) (1 - theta)^2 q0 + theta (1 - theta)^2 h v0
            + theta^2 (3 - 2 theta) q1 - theta^2 (1 - theta) h v1

    The velocity is its derivative. Accelerations are left out on purpose: they may jump, or be
    unknown at the start.
    """
    wanted = _times(solution, t)
    times = solution.times
    if len(times) == 1:
        rows = np.zeros(len(wanted), int)
        parts = solution.coordinates, solution.velocities, solution.ode1_coordinates
        q, v, y = (np.asarray(part[rows]) for part in parts)
    else:
        for name, values, rates in (
            ("velocities", solution.coordinates, solution.velocities),
            ("ode1_velocities", solution.ode1_coordinates, solution.ode1_velocities),
        ):
            if values.shape != rates.shape:
                raise SysError(f"the solution has no {name}, so it cannot be interpolated")
        left = np.clip(np.searchsorted(times, wanted, "right") - 1, 0, len(times) - 2)
        q, v = _hermite(times, left, wanted, solution.coordinates, solution.velocities)
        y, _ = _hermite(times, left, wanted, solution.ode1_coordinates, solution.ode1_velocities)
    return State(q, v, y) if np.ndim(t) else State(q[0], v[0], y[0])


def _times(solution: Any, t: Any) -> np.ndarray:
    try:
        wanted = np.atleast_1d(np.asarray(t, float))
    except (TypeError, ValueError):
        raise ParameterError(f"interpolate takes a time or a list of times, got {t!r}") from None
    if wanted.ndim != 1:
        raise ParameterError(f"interpolate takes a time or a list, got shape {wanted.shape}")
    if not len(solution.times):
        raise SysError("the solution has no rows, so it cannot be interpolated")
    if np.any(np.diff(solution.times) < 0):
        raise SysError("the times of the solution go back, so it cannot be interpolated")
    first, last = solution.times[0], solution.times[-1]
    outside = wanted[~((wanted >= first) & (wanted <= last))]
    if outside.size:
        raise ParameterError(
            f"t = {outside[0]:.9g} s is outside of the recorded times "
            f"{first:.9g} s ... {last:.9g} s"
        )
    return wanted


def _hermite(
    times: np.ndarray, left: np.ndarray, t: np.ndarray, values: np.ndarray, rates: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Values and rates at times t of the intervals that begin at rows `left`."""
    right = left + 1
    h = (times[right] - times[left])[:, None]
    theta = np.divide(t[:, None] - times[left][:, None], h, out=np.ones_like(h), where=h > 0)
    rest = 1.0 - theta
    q0, q1, v0, v1 = values[left], values[right], rates[left], rates[right]
    q = (1 + 2 * theta) * rest**2 * q0 + theta * rest**2 * h * v0
    q = q + theta**2 * (3 - 2 * theta) * q1 - theta**2 * rest * h * v1
    chord = np.divide(q1 - q0, h, out=np.zeros_like(q0), where=h > 0)
    v = 6 * theta * rest * chord + rest * (1 - 3 * theta) * v0 + theta * (3 * theta - 2) * v1
    # recorded rows come back as they are, also where a neighbour is not finite
    for at, rows in ((theta == 0.0, left), (theta == 1.0, right)):
        hit = at[:, 0]
        q[hit], v[hit] = values[rows[hit]], rates[rows[hit]]
    return q, v
