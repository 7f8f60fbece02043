"""Tight reference results of the benchmark models, written without either engine.

Closed forms where they exist, otherwise an adaptive eighth-order integration of the equations of
motion in plain NumPy. Every function takes an end time in s and returns final node positions in m
as one flat array of (x, y, z) triples.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk

Rates = Callable[[float, np.ndarray], Any]

CHAIN_MASS = 0.1  # kg
CHAIN_LENGTH = 0.1  # m
CHAIN_STIFFNESS = 2000.0  # N/m
CHAIN_DAMPING = 0.5  # N s/m


def spring(end: float, data: dict[str, float]) -> np.ndarray:
    """Damped oscillator under a constant force, starting at the spring's own length."""
    mass, stiffness = data["mass"], data["stiffness"]
    decay = data["damping"] / (2 * mass)
    omega = np.sqrt(stiffness / mass - decay**2)
    shift = data["load"] / stiffness
    sine = (data["velocity"] - decay * shift) / omega
    swing = -shift * np.cos(omega * end) + sine * np.sin(omega * end)
    return np.array([data["length"] + shift + np.exp(-decay * end) * swing, 0.0, 0.0])


def cubic_spring(end: float, data: dict[str, float], cubic: float) -> np.ndarray:
    """The oscillator with an additional force `cubic * u**3`."""

    def rates(_: float, state: np.ndarray) -> list[float]:
        u, v = state
        spring_force = data["stiffness"] * u + data["damping"] * v + cubic * u**3
        return [v, (data["load"] - spring_force) / data["mass"]]

    final = _integrate(rates, np.array([0.0, data["velocity"]]), end)
    return np.array([data["length"] + final[0], 0.0, 0.0])


def pendulum(end: float, gravity: float) -> np.ndarray:
    """Pendulum of length 1 m released at rest from (-1, 0); elliptic functions."""
    modulus = 0.5  # sin^2 of half the amplitude of 90 degrees
    phase = ellipk(modulus) - np.sqrt(gravity) * end
    period = 4 * ellipk(modulus)
    sn = ellipj(np.mod(phase, period), modulus)[0]
    angle = -2 * np.arcsin(np.sqrt(modulus) * sn)
    return np.array([np.sin(angle), -np.cos(angle), 0.0])


def chain_of_springs(end: float, masses: int, gravity: float) -> np.ndarray:
    """Horizontal chain of point masses and spring-dampers, fixed at its left end."""

    def rates(_: float, state: np.ndarray) -> np.ndarray:
        p, v = state.reshape(2, masses, 2)
        span = np.diff(p, axis=0, prepend=np.zeros((1, 2)))
        speed = np.diff(v, axis=0, prepend=np.zeros((1, 2)))
        length = np.hypot(span[:, 0], span[:, 1])[:, None]
        rate = np.sum(span * speed, axis=1)[:, None] / length
        tension = CHAIN_STIFFNESS * (length - CHAIN_LENGTH) + CHAIN_DAMPING * rate
        pull = tension * span / length
        force = -pull
        force[:-1] += pull[1:]
        return np.concatenate([v.ravel(), (force / CHAIN_MASS + [0.0, -gravity]).ravel()])

    return _final_chain(rates, end, masses)


def chain_of_distances(end: float, masses: int, gravity: float) -> np.ndarray:
    """Horizontal chain of point masses and rigid links, fixed at its left end.

    The link forces follow from the twice differentiated constraints; at the tolerances used here
    the drift of the link lengths stays near rounding.
    """

    def rates(_: float, state: np.ndarray) -> np.ndarray:
        p, v = state.reshape(2, masses, 2)
        span = np.diff(p, axis=0, prepend=np.zeros((1, 2)))
        speed = np.diff(v, axis=0, prepend=np.zeros((1, 2)))
        slopes = np.zeros((masses, masses, 2))
        links = np.arange(masses)
        slopes[links, links] = span
        slopes[links[1:], links[1:] - 1] = -span[1:]
        jacobian = slopes.reshape(masses, 2 * masses)
        free = np.tile([0.0, -gravity], masses)
        right = jacobian @ free + np.sum(speed**2, axis=1)
        multiplier = np.linalg.solve(jacobian @ jacobian.T, right)
        return np.concatenate([v.ravel(), free - jacobian.T @ multiplier])

    return _final_chain(rates, end, masses)


def _final_chain(rates: Rates, end: float, masses: int) -> np.ndarray:
    start = np.zeros((2, masses, 2))
    start[0, :, 0] = CHAIN_LENGTH * np.arange(1, masses + 1)
    final = _integrate(rates, start.ravel(), end).reshape(2, masses, 2)[0]
    return np.column_stack([final, np.zeros(masses)]).ravel()


def _integrate(rates: Rates, start: np.ndarray, end: float) -> np.ndarray:
    solution = solve_ivp(rates, (0.0, end), start, method="DOP853", rtol=1e-13, atol=1e-14)
    return np.asarray(solution.y[:, -1])
