"""A plain NumPy loop for planar bodies and springs, as it would be written for a single study.

It shares no code with Linkwork: the law is implemented a second time, over arrays of all bodies,
with one force routine that is called four times a step. It is the baseline of the benchmark
`planar`, and an independent integration for tests.
"""

from dataclasses import dataclass

import numpy as np

Pair = tuple[float, float]


@dataclass
class Bodies:
    """N bodies: masses [kg], inertias [kg m^2], start poses and velocities of shape (N, 3).

    held -- (N, 3), True where a coordinate keeps its initial value
    force -- (N, 3), constant forces and torques [N, N m]
    """

    m: np.ndarray
    inertia: np.ndarray
    pose: np.ndarray
    velocity: np.ndarray
    held: np.ndarray
    force: np.ndarray


@dataclass
class Spring:
    """A linear spring between two bodies, given by their indices; None is the ground.

    reference -- (l0x, l0y, l0t), signed, parent minus child [m, m, rad]; `at_rest` gives it
    type -- Linear, Tensile, Compressive or Tabular, the latter with curve of shape (n, 2)
    damping -- "isotropic" or "axial"; release -- "project" or "mask"
    """

    k: float
    c: float
    p: float = 0.0
    parent: int | None = None
    child: int | None = None
    parent_pos: Pair = (0.0, 0.0)
    child_pos: Pair = (0.0, 0.0)
    reference: tuple[float, float, float] = (0.0, 0.0, 0.0)
    released: tuple[bool, bool, bool] = (False, False, False)
    type: str = "Linear"
    curve: np.ndarray | None = None
    mu: Pair = (0.0, 0.0)
    damping: str = "isotropic"
    release: str = "project"

    def at_rest(self, poses: np.ndarray) -> "Spring":
        """Take the reference lengths and angle from poses of shape (N, 3)."""
        r_p, _, angle_p, _ = end(poses, 0 * poses, self.parent, self.parent_pos)[:4]
        r_c, _, angle_c, _ = end(poses, 0 * poses, self.child, self.child_pos)[:4]
        self.reference = (*(r_p - r_c), angle_p - angle_c)
        return self


@dataclass
class Torsion:
    """A rotational spring between two bodies; `reference` is theta_p - theta_c at rest [rad]."""

    k: float
    c: float
    p: float = 0.0
    parent: int | None = None
    child: int | None = None
    reference: float = 0.0
    released: tuple[bool, bool, bool] = (False, False, False)


def end(pose: np.ndarray, velocity: np.ndarray, body: int | None, position: Pair) -> tuple:
    """Point, velocity, angle, angular velocity and arm of one end of a spring."""
    if body is None:
        return np.array(position), np.zeros(2), 0.0, 0.0, np.zeros(2)
    cosine, sine = np.cos(pose[body, 2]), np.sin(pose[body, 2])
    arm = np.array([[cosine, -sine], [sine, cosine]]) @ np.array(position)
    omega = velocity[body, 2]
    v = velocity[body, :2] + omega * np.array([-arm[1], arm[0]])
    return pose[body, :2] + arm, v, pose[body, 2], omega, arm


def spring_forces(spring: Spring, pose: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """Force (x, y) on the parent, torque on the parent and on the child: four numbers."""
    r_p, v_p, theta_p, omega_p, arm_p = end(pose, velocity, spring.parent, spring.parent_pos)
    r_c, v_c, theta_c, omega_c, arm_c = end(pose, velocity, spring.child, spring.child_pos)
    acts = ~np.array(spring.released)
    measured = acts[:2] if spring.release == "project" else np.array([True, True])
    r, v = (r_p - r_c) * measured, (v_p - v_c) * measured
    d = np.linalg.norm(r)
    s = d - np.linalg.norm(np.array(spring.reference[:2]) * measured) + spring.p
    u = r / d if d > 0.0 else np.zeros(2)
    if spring.type == "Tensile" and s <= 0.0 or spring.type == "Compressive" and s >= 0.0:
        return np.zeros(4)
    if spring.type == "Tabular":
        pull = np.interp(s, spring.curve[:, 0], spring.curve[:, 1])
    else:
        pull = spring.k * s
    if d == 0.0:
        pull = 0.0
    damper = spring.c * (np.dot(v, u) * u if spring.damping == "axial" else v)
    on_child = (pull * u + damper) * acts[:2]
    twist = theta_p - theta_c - spring.reference[2]
    coupling = np.abs(pull) * (spring.mu[0] * twist + spring.mu[1] * (omega_p - omega_c))
    torque_p = -(arm_p[0] * on_child[1] - arm_p[1] * on_child[0]) - coupling
    torque_c = arm_c[0] * on_child[1] - arm_c[1] * on_child[0] + coupling
    return np.array([-on_child[0], -on_child[1], acts[2] * torque_p, acts[2] * torque_c])


def torsion_torque(spring: Torsion, pose: np.ndarray, velocity: np.ndarray) -> float:
    """Torque on the child [N m]; the parent receives the negative."""
    if spring.released[2]:
        return 0.0
    p, c = spring.parent, spring.child
    twist = (0.0 if p is None else pose[p, 2]) - (0.0 if c is None else pose[c, 2])
    rate = (0.0 if p is None else velocity[p, 2]) - (0.0 if c is None else velocity[c, 2])
    return spring.k * (twist - spring.reference + spring.p) + spring.c * rate


def accelerations(
    bodies: Bodies, springs: list, pose: np.ndarray, velocity: np.ndarray
) -> np.ndarray:
    """Accelerations of all bodies, shape (N, 3); zero where a coordinate is held."""
    force = bodies.force.copy()
    for spring in springs:
        p, c = spring.parent, spring.child
        if isinstance(spring, Torsion):
            fx, fy, torque_c = 0.0, 0.0, torsion_torque(spring, pose, velocity)
            torque_p = -torque_c
        else:
            fx, fy, torque_p, torque_c = spring_forces(spring, pose, velocity)
        if p is not None:
            force[p] += np.array([fx, fy, torque_p])
        if c is not None:
            force[c] += np.array([-fx, -fy, torque_c])
    mass = np.column_stack([bodies.m, bodies.m, bodies.inertia])
    return np.where(bodies.held, 0.0, force / mass)


def integrate(
    bodies: Bodies, springs: list, step_size: float, steps: int
) -> tuple[np.ndarray, np.ndarray]:
    """Poses and velocities of shape (steps + 1, N, 3) by the classical Runge-Kutta method."""
    h = step_size
    x = bodies.pose.astype(float)
    v = np.where(bodies.held, 0.0, bodies.velocity)
    poses, velocities = np.zeros((steps + 1, *x.shape)), np.zeros((steps + 1, *x.shape))
    poses[0], velocities[0] = x, v
    for k in range(steps):
        a1 = accelerations(bodies, springs, x, v)
        v2 = v + 0.5 * h * a1
        a2 = accelerations(bodies, springs, x + 0.5 * h * v, v2)
        v3 = v + 0.5 * h * a2
        a3 = accelerations(bodies, springs, x + 0.5 * h * v2, v3)
        v4 = v + h * a3
        a4 = accelerations(bodies, springs, x + h * v3, v4)
        x = x + h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4)
        v = v + h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)
        poses[k + 1], velocities[k + 1] = x, v
    return poses, velocities
