"""References for runs with `compatibility`: the other program's formulas in plain NumPy."""

from __future__ import annotations

import numpy as np

import linkwork as exu
from linkwork.items import *

PROFILE = "exudyn"


def settings_of(steps, end=0.5, compatibility=PROFILE, **chosen):
    """Settings with tight tolerances in which every step is recorded; chosen -- a__b=value."""
    settings = exu.SimulationSettings()
    settings.compatibility = compatibility
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = steps, end
    for newton in (settings.timeIntegration.newton, settings.staticSolver.newton):
        newton.relativeTolerance, newton.absoluteTolerance = 1e-13, 1e-13
    settings.staticSolver.verboseMode = 0
    settings.solutionSettings.sensorsWritePeriod = 0.0
    settings.solutionSettings.solutionWritePeriod = 0.0
    for path, value in chosen.items():
        group, names = settings, path.split("__")
        for name in names[:-1]:
            group = getattr(group, name)
        setattr(group, names[-1], value)
    return settings


def slope(function, x, step=1e-6):
    """Jacobian of a function by central differences."""
    columns = [(function(x + d) - function(x - d)) / (2.0 * step) for d in step * np.eye(len(x))]
    return np.array(columns).T


def accelerations_of(mass, force, rows, q, v, curvature):
    """(a, multipliers) from M a + C_q^T multipliers = F and C_q a = -curvature."""
    gradient = slope(lambda x: rows(x, v, 0.0), q)
    n, m = len(q), len(gradient)
    matrix = np.block([[mass, gradient.T], [gradient, np.zeros((m, m))]])
    x = np.linalg.solve(matrix, np.concatenate([force(q, v, 0.0), -curvature]))
    return x[:n], x[n:]


def alpha_steps(mass, force, rows, q, v, a, h, steps, method, velocity_level=False):
    """States [q, v, a, multipliers] of generalized-alpha, one row per step and one for the start.

    force(q, v, t), rows(q, v, t) -- position constraints, or those of velocities
    method -- alpha_m, alpha_f, beta, gamma
    """
    alpha_m, alpha_f, beta, gamma = method
    n, alpha, m = len(q), a.copy(), len(rows(q, v, 0.0))
    found = [np.concatenate([q, v, a, np.zeros(m)])]
    for k in range(steps):
        t = (k + 1) * h

        def moved(new, q=q, v=v, a=a, alpha=alpha):
            end = ((1 - alpha_f) * new + alpha_f * a - alpha_m * alpha) / (1 - alpha_m)
            return (
                q + h * v + h * h * ((0.5 - beta) * alpha + beta * end),
                v + h * ((1 - gamma) * alpha + gamma * end),
                end,
            )

        def residual(x, t=t, moved=moved):
            q1, v1, _ = moved(x[:n])
            by = v1 if velocity_level else q1
            gradient = slope(lambda y: rows(q1, y, t) if velocity_level else rows(y, v1, t), by)
            balance = mass @ x[:n] - force(q1, v1, t) + gradient.T @ x[n:]
            return np.concatenate([balance, rows(q1, v1, t) / (h if velocity_level else h * h)])

        x = np.concatenate([a, np.zeros(m)])
        for _ in range(12):
            x = x - np.linalg.solve(slope(residual, x, 1e-4), residual(x))
        q, v, alpha = moved(x[:n])
        a = x[:n]
        found.append(np.concatenate([q, v, x]))
    return np.array(found)


def rho_method(rho):
    """alpha_m, alpha_f, beta, gamma of generalized-alpha."""
    alpha_m, alpha_f = (2 * rho - 1) / (rho + 1), rho / (rho + 1)
    gamma = 0.5 + alpha_f - alpha_m
    return alpha_m, alpha_f, (gamma + 0.5) ** 2 / 4, gamma


def mass_on_rod(place=(0, 0, 0), velocity=(0, 0.5, 0.2)):
    """2 kg on a rod of 1 m under gravity, at (1, 0, 0) + place: (mbs, node, constraint, load)"""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodePoint(
            referenceCoordinates=[1, 0, 0], initialCoordinates=place, initialVelocities=velocity
        )
    )
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2.0))
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
    rod = mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1.0))
    load = mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0, -19.62, 0]))
    return mbs, node, rod, load


def rod_force(q, v, t):
    """Force on this mass."""
    return np.array([0.0, -19.62, 0.0])


def rod_rows(q, v, t):
    """Equation of its rod."""
    return np.array([np.linalg.norm(q + [1, 0, 0]) - 1.0])


def rod_rates(q, v, t):
    """The same for velocities."""
    place = q + [1, 0, 0]
    return np.array([place @ v / np.linalg.norm(place)])


def rows_of(solution, multipliers=True):
    """[q, v, a, multipliers] of all recorded rows."""
    parts = [solution.coordinates, solution.velocities, solution.accelerations]
    return np.hstack([*parts, solution.multipliers] if multipliers else parts)
