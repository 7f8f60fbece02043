"""Rigid body in Euler parameters
==============================

A body that rotates in space, written with user functions. It has the coordinates (r, theta):
position of its center of mass and four Euler parameters of unit length. With G(theta), whose
product with the rates is half the angular velocity in body axes, omega = 2 G theta', the
equations of motion are::

    m r'' = F,    4 G^T J G theta'' = -8 G(theta')^T J G theta' - 2 theta lambda

The mass matrix depends on the state and is singular on its own; the constraint theta . theta = 1, a
quadratic term of a CoordinateVectorConstraint, makes the motion unique. The body spins about its
axis of middle inertia and flips over and over, while angular momentum and energy are conserved.
"""

import numpy as np
from scipy.integrate import solve_ivp

import linkwork as exu
from linkwork.items import *

mass, gravity = 3.0, 9.81  # kg, m/s^2
J0, J1, J2 = 1.0, 2.0, 3.0  # kg m^2, about the axes of the body
spin = np.array([0.02, 2.0, 0.01])  # rad/s at the start, in body axes


def half_rates(p, p_t):
    """G(p) p_t"""
    return np.array(
        [
            -p[1] * p_t[0] + p[0] * p_t[1] + p[3] * p_t[2] - p[2] * p_t[3],
            -p[2] * p_t[0] - p[3] * p_t[1] + p[0] * p_t[2] + p[1] * p_t[3],
            -p[3] * p_t[0] + p[2] * p_t[1] - p[1] * p_t[2] + p[0] * p_t[3],
        ]
    )


def matrix(p):
    """G(p)"""
    return np.array(
        [
            [-p[1], p[0], p[3], -p[2]],
            [-p[2], -p[3], p[0], p[1]],
            [-p[3], p[2], -p[1], p[0]],
        ]
    )


def mass_matrix(mbs, t, itemNumber, q, q_t):
    """m for the position, 4 G^T J G for the Euler parameters."""
    G = matrix(q[3:])
    M = np.zeros((7, 7))
    for k in range(3):
        M[k, k] = mass
    for i in range(4):
        for k in range(4):
            M[3 + i, 3 + k] = 4 * (
                G[0, i] * J0 * G[0, k] + G[1, i] * J1 * G[1, k] + G[2, i] * J2 * G[2, k]
            )
    return M


def forces(mbs, t, itemNumber, q, q_t):
    """Weight, and the terms of the spin: -8 G(theta')^T J G theta'."""
    momentum = half_rates(q[3:], q_t[3:])
    momentum[0] *= J0
    momentum[1] *= J1
    momentum[2] *= J2
    F = np.zeros(7)
    F[2] = -mass * gravity
    G_t = matrix(q_t[3:])
    for i in range(4):
        F[3 + i] = -8 * (
            G_t[0, i] * momentum[0] + G_t[1, i] * momentum[1] + G_t[2, i] * momentum[2]
        )
    return F


def rotation(p):
    """Rotation matrix of Euler parameters."""
    s, v = p[0], p[1:]
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + 2 * s * cross + 2 * cross @ cross


SC = exu.SystemContainer()
mbs = SC.AddSystem()
upright = [0, 0, 0, 1, 0, 0, 0]
rates = 0.5 * matrix(np.array([1.0, 0, 0, 0])).T @ spin
node = mbs.AddNode(
    NodeGenericODE2(
        numberOfODE2Coordinates=7,
        initialCoordinates=upright,
        initialCoordinates_t=[1.0, 0, 5.0, *rates],
    )
)
body = mbs.AddObject(
    ObjectGenericODE2(
        nodeNumbers=[node], forceUserFunction=forces, massMatrixUserFunction=mass_matrix
    )
)
ground = mbs.AddNode(NodePointGround())
mbs.AddObject(
    CoordinateVectorConstraint(
        markerNumbers=[
            mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=ground)),
            mbs.AddMarker(MarkerObjectODE2Coordinates(objectNumber=body)),
        ],
        quadraticTermMarker1=[[0, 0, 0, 1, 1, 1, 1]],
        offset=[1],
    )
)
mbs.Assemble()

inertia = np.array([J0, J1, J2])
reference = solve_ivp(
    lambda t, w: np.cross(inertia * w, w) / inertia, (0, 10), spin, rtol=1e-12, atol=1e-12
).y[:, -1]  # Euler's equations of the angular velocity in body axes


def run(solver, steps):
    """Spin at the end, change of angular momentum, of energy, of |theta|; the solution."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 10
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.absoluteTolerance = 1e-10
    settings.timeIntegration.relativeTolerance = 1e-10
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    settings.solutionSettings.solutionWritePeriod = 0.1
    solution = mbs.SolveDynamic(settings, solverType=solver)
    q, v = solution.coordinates, solution.velocities
    omega = np.array([2 * half_rates(a, b) for a, b in zip(q[:, 3:], v[:, 3:], strict=True)])
    momentum = [rotation(p) @ (inertia * w) for p, w in zip(q[:, 3:], omega, strict=True)]
    energy = mass * (0.5 * (v[:, :3] ** 2).sum(1) + gravity * q[:, 2])
    energy += 0.5 * (omega**2 @ inertia)
    fall = np.array([10.0, 0, 50.0 - gravity / 2 * 100])
    assert np.abs(q[-1, :3] - fall).max() < 1e-9
    norm = np.abs(np.linalg.norm(q[:, 3:], axis=1) - 1).max()
    return omega[-1], np.ptp(momentum, axis=0).max(), np.ptp(energy), norm, solution


for solver, steps, tolerance in (
    (exu.DynamicSolverType.GeneralizedAlpha, 10000, 1e-5),
    (exu.DynamicSolverType.DOPRI5, 100, 1e-8),
):
    omega, momentum, energy, norm, solution = run(solver, steps)
    error = np.abs(omega - reference).max()
    print(
        f"{solver.name}: spin off by {error:.1e} rad/s after 10 s; angular momentum kept to "
        f"{momentum:.1e} N m s, energy to {energy:.1e} J, |theta| to {norm:.1e}"
    )
    assert max(error, momentum, energy) < tolerance
    assert norm < 1e-12
