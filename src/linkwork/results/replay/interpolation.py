"""States between the recorded times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.errors import ParameterError, SysError
from linkwork.results.jumps import with_jumps
from linkwork.results.parts import PARTS
from linkwork.results.replay.composed import Composed
from linkwork.results.statistics import STATIC


class State(NamedTuple):
    """Coordinates at given times; one row per time if several times were given.

    coordinates, velocities -- ODE2 coordinates and their rates
    ode1_coordinates -- first-order coordinates
    """

    coordinates: np.ndarray
    velocities: np.ndarray
    ode1_coordinates: np.ndarray


def interpolate(solution: Any, t: Any) -> State:
    """Cubic Hermite polynomials through recorded values and rates; straight lines for statics.

    With theta = (t - t0) / h between two rows at t0 and t0 + h:

        q = (1 + 2 theta) (1 - theta)^2 q0 + theta (1 - theta)^2 h v0
            + theta^2 (3 - 2 theta) q1 - theta^2 (1 - theta) h v1

    The velocity is its derivative. Composed coordinates follow such a polynomial of their
    increment (`composed.py`), and Euler parameters are normalized. Accelerations are left out on
    purpose: they may jump, or be unknown at the start. Where the state itself jumps, the states on
    both sides are rows. At the time of a jump the state is the one after it, unless a row was
    recorded there.

    Rows of statics are equilibria, without velocities: between two of them the load factor grows in
    proportion to the time, and coordinates follow it on straight lines.
    """
    wanted = _times(solution, t)
    recorded = {name: getattr(solution, name) for name in PARTS}
    if len(solution.times) == 1:
        rows = np.zeros(len(wanted), int)
        q, v, y = (np.asarray(recorded[name][rows]) for name in State._fields)
    elif solution.statistics.solver == STATIC:
        places = places_of(solution.times, wanted)
        q, v, y = (_straight(places, recorded[name]) for name in State._fields)
        _compose(solution, recorded, places, q)
        _meet_nodes(solution, places, q, v)
    else:
        q, v, y = _along_rates(solution, recorded, wanted)
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
        raise SysError("the times of the solution decrease, so it cannot be interpolated")
    first, last = solution.times[0], solution.times[-1]
    outside = wanted[~((wanted >= first) & (wanted <= last))]
    if outside.size:
        raise ParameterError(
            f"t = {outside[0]:.9g} s is outside of the recorded times "
            f"{first:.9g} s ... {last:.9g} s"
        )
    return wanted


def _along_rates(
    solution: Any, recorded: dict[str, np.ndarray], wanted: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Coordinates, velocities and ODE1 coordinates of a motion."""
    for name, rates in (("coordinates", "velocities"), ("ode1_coordinates", "ode1_velocities")):
        if recorded[name].shape != recorded[rates].shape:
            raise SysError(f"the solution has no {rates}, so it cannot be interpolated")
    times, state, *_ = with_jumps(solution.times, recorded, solution.jumps)
    places = places_of(times, wanted)
    q, v = hermite(places, state["coordinates"], state["velocities"])
    _compose(solution, state, places, q, v)
    _meet_nodes(solution, places, q, v)
    y, _ = hermite(places, state["ode1_coordinates"], state["ode1_velocities"])
    if solution.jumps:  # a row at the time of a jump may hold the state before it
        row = np.searchsorted(solution.times, wanted, "right") - 1
        (there,) = np.nonzero(solution.times[row] == wanted)
        for name, found in zip(State._fields, (q, v, y), strict=True):
            found[there] = recorded[name][row[there]]
    return q, v, y


class Places(NamedTuple):
    """Of each time: the row before it, the length of the interval [s] and the fraction of it."""

    left: np.ndarray
    h: np.ndarray
    theta: np.ndarray


def places_of(times: np.ndarray, t: np.ndarray) -> Places:
    """Where times lie among those of rows."""
    left = np.clip(np.searchsorted(times, t, "right") - 1, 0, len(times) - 2)
    h = (times[left + 1] - times[left])[:, None]
    theta = np.divide(t[:, None] - times[left][:, None], h, out=np.ones_like(h), where=h > 0)
    return Places(left, h, theta)


def _straight(places: Places, values: np.ndarray) -> np.ndarray:
    """Values on straight lines from row to row."""
    left, _, theta = places
    found = (1.0 - theta) * values[left] + theta * values[left + 1]
    return _with_rows(places, values, found)


def hermite(places: Places, values: np.ndarray, rates: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Values and rates on cubic polynomials from row to row."""
    left, h, theta = places
    right, rest = left + 1, 1.0 - theta
    q0, q1, v0, v1 = values[left], values[right], rates[left], rates[right]
    q = (1 + 2 * theta) * rest**2 * q0 + theta * rest**2 * h * v0
    q = q + theta**2 * (3 - 2 * theta) * q1 - theta**2 * rest * h * v1
    chord = np.divide(q1 - q0, h, out=np.zeros_like(q0), where=h > 0)
    v = 6 * theta * rest * chord + rest * (1 - 3 * theta) * v0 + theta * (3 * theta - 2) * v1
    return _with_rows(places, values, q), _with_rows(places, rates, v)


def _compose(
    solution: Any, state: Mapping[str, np.ndarray], places: Places, q: np.ndarray,
    v: np.ndarray | None = None,
) -> None:  # fmt: skip
    """Write composed coordinates, which do not follow polynomials of q; v -- of a motion.

    Results without their model, read from text files, are treated as if none were composed.
    """
    nodes = solution.snapshot.items["node"] if solution.snapshot is not None else ()
    if not any(node.composed for node in nodes):
        return
    composed = Composed(solution.snapshot.model)
    coordinates, velocities = state["coordinates"], state["velocities"]
    for k, left in enumerate(places.left):
        h, theta = float(places.h[k, 0]), float(places.theta[k, 0])
        if not 0.0 < theta < 1.0:
            continue
        ends = tuple(each[row] for row in (left, left + 1) for each in (coordinates, velocities))
        if v is None:
            composed.fill_straight(ends, theta, q[k])
        else:
            composed.fill(ends, h, theta, q[k], v[k])


def _meet_nodes(solution: Any, places: Places, q: np.ndarray, v: np.ndarray) -> None:
    """Bring states between rows onto the equations of nodes, such as the norm of a rotation."""
    between = (places.theta[:, 0] > 0.0) & (places.theta[:, 0] < 1.0)
    if solution.snapshot is None or not between.any():
        return
    model, own, rates = solution.snapshot.model, q[between], v[between]
    for table in model.tables.values():
        if table.kind.family == "node":
            table.kind.between_rows(table, own, rates)
    q[between], v[between] = own, rates


def _with_rows(places: Places, values: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Recorded rows as they are, also where a neighbor is not finite."""
    for end, row in ((0.0, places.left), (1.0, places.left + 1)):
        hit = places.theta[:, 0] == end
        found[hit] = values[row[hit]]
    return found
