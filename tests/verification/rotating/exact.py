"""Motion of a plan without the library: plain NumPy in velocities of the centers of mass.

    [M  C^T] [V']   [F]                          V = (v, omega) of every body, C V = b
    [C   0 ] [l ] = [b' - C' V],   A' = omega~ A

With W W^T = M^-1, C W x = b' - C' V - C W W^T F gives V' = W (W^T F + x), in the sense of least
squares where equations are redundant; joints then get the smallest forces. C' comes from complex
steps. DOP853 integrates with tolerances near rounding.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from tests.verification.rotating.joints import GROUND, skew
from tests.verification.rotating.plan import Plan, Poses

EPS = 1e-30
RANK = 1e-10
"""Singular values of C W below this, relative to the largest, belong to redundant equations."""


@dataclass
class State:
    """Bodies at one time: centers, rotation matrices, velocities, angular velocities.

    sizes: Force and torque of each joint, without directions.
    """

    positions: np.ndarray
    rotations: np.ndarray
    velocities: np.ndarray
    spins: np.ndarray
    sizes: list[np.ndarray]


def poses_of(y: np.ndarray, n: int) -> Poses:
    p = np.concatenate([y[: 3 * n].reshape(n, 3), np.zeros((1, 3))])
    A = np.concatenate([y[3 * n : 12 * n].reshape(n, 3, 3), np.eye(3)[None]])
    return Poses(p, A)


def forces(plan: Plan, poses: Poses, V: np.ndarray) -> np.ndarray:
    """Applied forces and torques about the centers, and gyroscopic torques."""
    F = np.zeros((len(plan.bodies) + 1, 6))
    for k, body in enumerate(plan.bodies):
        F[k, :3] += body.mass * np.asarray(plan.gravity)
        J = poses.A[k] @ body.inertia @ poses.A[k].T
        F[k, 3:] -= np.cross(V[k, 3:], J @ V[k, 3:])
    for s in plan.springs:
        first, second = plan.lever(poses, s.a, s.first), plan.lever(poses, s.b, s.second)
        way = poses.p[s.b] + second - poses.p[s.a] - first
        L = np.linalg.norm(way)
        pull = s.k * (L - s.L0) * way / L
        F[s.a] += [*pull, *np.cross(first, pull)]
        F[s.b] -= [*pull, *np.cross(second, pull)]
    for mount in plan.mounts:
        lever = plan.lever(poses, mount.b, mount.at)
        pull = np.asarray(mount.k) * (np.asarray(mount.at) - poses.p[mount.b] - lever)
        F[mount.b] += [*pull, *np.cross(lever, pull)]
    for body, torque in plan.torques:
        F[body, 3:] += torque
    return F[:GROUND].ravel()


def mobility_root(plan: Plan, poses: Poses) -> np.ndarray:
    """W with W W^T = M^-1."""
    n = len(plan.bodies)
    found = np.zeros((6 * n, 6 * n))
    for k, body in enumerate(plan.bodies):
        found[6 * k : 6 * k + 3, 6 * k : 6 * k + 3] = np.eye(3) / np.sqrt(body.mass)
        root = np.linalg.cholesky(np.linalg.inv(body.inertia))
        found[6 * k + 3 : 6 * k + 6, 6 * k + 3 : 6 * k + 6] = poses.A[k] @ root
    return found


def accelerations(plan: Plan, t: float, poses: Poses, V: np.ndarray) -> tuple[np.ndarray, ...]:
    """V', the matrix C W, and what its forces add to W^-1 V'."""
    n = len(plan.bodies)
    W = mobility_root(plan, poses)
    free = W @ (W.T @ forces(plan, poses, V))
    C = plan.rows(poses)
    if not len(C):
        return free, C, np.zeros(6 * n)
    p, A = poses.p.astype(complex), poses.A.astype(complex)
    p[:n] += 1j * EPS * V[:, :3]
    for k in range(n):
        A[k] += 1j * EPS * skew(V[k, 3:]) @ poses.A[k]
    bend = np.imag(plan.rows(Poses(p, A))) / EPS @ V.ravel()
    side = plan.sides(t, 1) - bend - C @ free
    added = np.linalg.lstsq(C @ W, side, rcond=RANK)[0]
    return free + W @ added, C @ W, added


def joint_sizes(
    plan: Plan, poses: Poses, gradient: np.ndarray, added: np.ndarray
) -> list[np.ndarray]:
    """Force of every joint and, where it has one, its torque, from results of `accelerations`."""
    multipliers = np.linalg.lstsq(gradient.T, added, rcond=RANK)[0]
    found, row = [], 0
    for joint in plan.joints:
        block = joint.rows(plan, poses)[1]
        part = multipliers[row : row + len(block)]
        row += len(block)
        along = np.abs(block[:, :3]).max(axis=1) > 0
        force = part[along] @ block[along, :3]
        torque = part[~along] @ block[~along, 3:]
        if joint.slides:
            torque = torque + np.cross(joint.way(plan, poses), force)
        found.append(np.linalg.norm([force, torque], axis=1))
    return found


def motion(plan: Plan, times: list[float], tolerance: float = 1e-12) -> tuple[list[State], float]:
    """States at increasing times, and the fastest rotation until the last one."""
    n = len(plan.bodies)
    start = np.concatenate(
        [plan.start.p[:n].ravel(), plan.start.A[:n].ravel(), plan.velocities.ravel()]
    )

    def slope(t: float, y: np.ndarray) -> np.ndarray:
        poses, V = poses_of(y, n), y[12 * n :].reshape(n, 6)
        turn = [skew(V[k, 3:]) @ poses.A[k] for k in range(n)]
        return np.concatenate(
            [V[:, :3].ravel(), np.ravel(turn), accelerations(plan, t, poses, V)[0]]
        )

    states, fastest, now, y = [], 0.0, 0.0, start
    for t in times:
        found = solve_ivp(slope, (now, t), y, "DOP853", rtol=tolerance, atol=0.1 * tolerance).y
        V = found[12 * n :].reshape(n, 6, -1)
        fastest = max(fastest, float(np.linalg.norm(V[:, 3:], axis=1).max()))
        now, y = t, found[:, -1]
        poses, V = poses_of(y, n), V[:, :, -1]
        sizes = joint_sizes(plan, poses, *accelerations(plan, t, poses, V)[1:])
        states.append(State(poses.p[:n], poses.A[:n], V[:, :3], V[:, 3:], sizes))
    return states, fastest
