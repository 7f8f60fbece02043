"""Exact solutions and independent reference integrations in plain NumPy/SciPy."""

import math

import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk

TURN_LACKS = 2.4492935982947064e-16  # 2 pi - (2 pi rounded) [rad]


def damped_oscillator(t, mass, stiffness, damping, load, displacement, velocity):
    """Displacement and velocity of `m u'' + d u' + k u = F`, under-critically damped."""
    decay = damping / (2 * mass)
    omega = np.sqrt(stiffness / mass - decay**2)
    shift = load / stiffness
    c = displacement - shift
    s = (velocity + decay * c) / omega
    envelope, cos, sin = np.exp(-decay * t), np.cos(omega * t), np.sin(omega * t)
    u = shift + envelope * (c * cos + s * sin)
    v = envelope * ((s * omega - decay * c) * cos - (c * omega + decay * s) * sin)
    return u, v


def pendulum(t, amplitude=np.pi / 2, gravity=9.81, length=1.0):
    """Angle from the downward vertical and its rate, released at rest at `amplitude`."""
    omega = np.sqrt(gravity / length)
    k = np.sin(amplitude / 2)
    quarter = ellipk(k * k)
    sn, cn, _, _ = ellipj(np.mod(quarter - omega * np.asarray(t), 4 * quarter), k * k)
    return 2 * np.arcsin(k * sn), -2 * k * omega * cn


def damped_pendulum(end, damping, amplitude, mass=1.0, gravity=9.81, length=1.0):
    """Angle and rate of a pendulum at `end` whose mass feels the force -damping * v."""
    if damping == 0.0:
        return pendulum(end, amplitude, gravity, length)

    def rates(_, y):
        return [y[1], -gravity / length * np.sin(y[0]) - damping / mass * y[1]]

    return integrate(rates, [amplitude, 0.0], end)


def pendulum_period(amplitude=np.pi / 2, gravity=9.81, length=1.0):
    """Period in s of the pendulum."""
    return 4 * np.sqrt(length / gravity) * ellipk(np.sin(amplitude / 2) ** 2)


def pendulum_tension(angle, rate, mass=1.0, gravity=9.81, length=1.0):
    """Force in N in the rod, positive in tension."""
    return mass * (gravity * np.cos(angle) + length * rate**2)


def kepler(t, eccentricity, gravitational=1.0):
    """Position and velocity on an orbit of half-axis 1, at the pericenter at t = 0."""
    mean = np.sqrt(gravitational) * t
    # whole turns leave without loss: 2 pi is its rounded value and what that lacks
    turns = round(mean / (2 * np.pi))
    mean = math.remainder(mean, 2 * np.pi) - turns * TURN_LACKS
    anomaly = mean + eccentricity * np.sin(mean)
    for _ in range(50):
        slope = 1 - eccentricity * np.cos(anomaly)
        anomaly -= (anomaly - eccentricity * np.sin(anomaly) - mean) / slope
    cos, sin = np.cos(anomaly), np.sin(anomaly)
    width = np.sqrt(1 - eccentricity**2)
    rate = np.sqrt(gravitational) / (1 - eccentricity * cos)
    position = np.array([cos - eccentricity, width * sin, 0.0])
    return position, rate * np.array([-sin, width * cos, 0.0])


def elastic_pendulum(end, mass=1.0, stiffness=60.0, damping=0.4, length=0.8, gravity=9.81):
    """Position and velocity of the elastic pendulum of `models.elastic_pendulum` at `end`."""

    def rates(_, y):
        p, v = y[:2], y[2:]
        reach = np.hypot(*p)
        direction = p / reach
        pull = stiffness * (reach - length) + damping * direction @ v
        return np.concatenate([v, -pull / mass * direction + [0, -gravity]])

    y = integrate(rates, [1.0, 0.0, 0.0, 0.5], end)
    return np.append(y[:2], 0.0), np.append(y[2:], 0.0)


def integrate(rates, start, end):
    """Final state by an adaptive eighth-order method at its tightest useful tolerance."""
    solution = solve_ivp(rates, (0.0, end), start, method="DOP853", rtol=3e-14, atol=1e-15)
    return solution.y[:, -1]


def generalized_alpha_oscillator(steps, h, rho, mass, stiffness, damping, load, u, v):
    """The recursion of generalized-alpha for the linear oscillator, solved step by step.

    Balance at the end of the step, algorithmic accelerations `a` weighted with alpha_m, alpha_f.
    """
    alpha_m, alpha_f = (2 * rho - 1) / (rho + 1), rho / (rho + 1)
    gamma = 0.5 + alpha_f - alpha_m
    beta = (gamma + 0.5) ** 2 / 4
    acceleration = (load - stiffness * u - damping * v) / mass
    a = acceleration
    factor = (1 - alpha_f) / (1 - alpha_m)
    for _ in range(steps):
        # a_new = factor * acceleration_new + known
        known = (alpha_f * acceleration - alpha_m * a) / (1 - alpha_m)
        u_known = u + h * v + h * h * ((0.5 - beta) * a + beta * known)
        v_known = v + h * ((1 - gamma) * a + gamma * known)
        effective = mass + factor * (h * gamma * damping + h * h * beta * stiffness)
        acceleration = (load - stiffness * u_known - damping * v_known) / effective
        a = factor * acceleration + known
        u = u_known + h * h * beta * factor * acceleration
        v = v_known + h * gamma * factor * acceleration
    return u, v, acceleration


def truncated_exponential(steps, h, order, matrix, shift, start):
    """The result of any `order`-stage, `order`-th order Runge-Kutta method on `y' = A y + b`."""
    size = len(start)
    augmented = np.zeros((size + 1, size + 1))
    augmented[:size, :size] = matrix
    augmented[:size, size] = shift
    term = step = np.eye(size + 1)
    for k in range(1, order + 1):
        term = term @ augmented * (h / k)
        step = step + term
    return (np.linalg.matrix_power(step, steps) @ np.append(start, 1.0))[:size]
