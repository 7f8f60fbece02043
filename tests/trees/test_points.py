"""Frames, Jacobians, energies and regressors of trees."""

import numpy as np
import pytest

from linkwork.core.errors import SysError
from linkwork.trees import functions
from linkwork.trees.records import REVOLUTE
from linkwork.trees.table import Tree, TreeLink
from tests.trees import plain_recursion as plain
from tests.trees.test_derivatives import moved

GRAVITY = np.array([1.0, -2.0, -9.81])


@pytest.fixture(params=[(0, 0), (1, 0), (0, 1), (1, 1)])
def case(request):
    free, followers = request.param
    rng = np.random.default_rng(20 + 2 * free + followers)
    links = plain.random_tree(rng, 8, bool(free), bool(followers))
    tree = Tree(links)
    q, v, a = rng.normal(size=tree.nq), *rng.normal(size=(2, tree.nv))
    if free:
        q[3:7] /= np.linalg.norm(q[3:7])
    frames = [(k, plain.random_rotation(rng), rng.normal(size=3)) for k in (-1, 3, 7)]
    return links, tree, q, v, a, frames


def point(motion, frame):
    """Rotation, position, velocity, acceleration of a frame by the second derivation."""
    k, R, p = frame
    if k < 0:
        return R, p, np.zeros(6), np.zeros(6)
    r, w, alpha = motion.R[k] @ p, motion.w[k], motion.alpha[k]
    u = motion.u[k] + np.cross(w, r)
    b = motion.b[k] + np.cross(alpha, r) + np.cross(w, np.cross(w, r))
    return motion.R[k] @ R, motion.o[k] + r, np.r_[u, w], np.r_[b, alpha]


def test_poses_velocities_and_accelerations_of_frames(case):
    links, tree, q, v, a, frames = case
    motion = plain.Motion(links, q, v, a)
    places = functions.places_of(tree, frames)
    T = functions.poses(tree, places, q)
    velocities, accelerations = functions.motions(tree, places, q, v, a)
    for k, frame in enumerate(frames):
        R, p, velocity, acceleration = point(motion, frame)
        assert T[k, :3, :3] == pytest.approx(R, abs=1e-12)
        assert T[k, :3, 3] == pytest.approx(p, abs=1e-12)
        assert T[k, 3].tolist() == [0, 0, 0, 1]
        assert velocities[k] == pytest.approx(velocity, abs=1e-11)
        assert accelerations[k] == pytest.approx(acceleration, abs=1e-10)


def test_jacobians_are_velocities_per_unit_and_slopes_of_poses(case):
    links, tree, q, v, a, frames = case
    places = functions.places_of(tree, frames)
    J = functions.jacobians(tree, places, q)
    velocities, _ = functions.motions(tree, places, q, v, a)
    assert J @ v == pytest.approx(velocities, abs=1e-11)
    step = 1e-6
    for k in range(tree.nv):
        up = functions.poses(tree, places, moved(links, q, k, step))
        down = functions.poses(tree, places, moved(links, q, k, -step))
        slope = (up - down)[:, :3, 3] / (2 * step)
        assert J[:, :3, k] == pytest.approx(slope, abs=1e-8)


def test_energies_center_and_momenta(case):
    links, tree, q, v, a, _ = case
    found = functions.sums(tree, GRAVITY, q, v)
    assert found[:2] == pytest.approx(plain.energies(links, GRAVITY, q, v), rel=1e-12)
    motion = plain.Motion(links, q, v, 0 * v)
    masses = np.array([link.mass for link in links])
    centers = np.array([motion.center(k) for k in range(len(links))])
    center = masses @ centers / masses.sum()
    momenta = [link.mass * motion.center_velocity(k) for k, link in enumerate(links)]
    spin = sum(
        motion.inertia(k) @ motion.w[k] + np.cross(centers[k] - center, momenta[k])
        for k in range(len(links))
    )
    assert found[2:5] == pytest.approx(center, rel=1e-11, abs=1e-12)
    assert found[5:8] == pytest.approx(sum(momenta), rel=1e-11, abs=1e-11)
    assert found[8:] == pytest.approx(spin, rel=1e-10, abs=1e-10)


def test_the_power_of_the_joints_changes_the_energy(case):
    links, tree, q, v, a, _ = case
    tau = functions.inverse_dynamics(tree, GRAVITY, q, v, a)
    lost = tau @ v - _without_losses(links, q, v, a)
    step = 1e-6

    def energy(dt):
        moved_q = np.array(q)
        for k in range(tree.nv):
            moved_q = moved(links, moved_q, k, dt * v[k])
        return functions.sums(tree, GRAVITY, moved_q, v + dt * a)[:2].sum()

    rate = (energy(step) - energy(-step)) / (2 * step)
    assert rate == pytest.approx(tau @ v - lost, rel=1e-6, abs=1e-6)


def _without_losses(links, q, v, a):
    """Power of the joints without damping and friction."""
    kept = [(link.damping, link.friction) for link in links]
    for link in links:
        link.damping = link.friction = 0.0
    power = functions.inverse_dynamics(Tree(links), GRAVITY, q, v, a) @ v
    for link, (damping, friction) in zip(links, kept, strict=True):
        link.damping, link.friction = damping, friction
    return power


def test_forces_are_linear_in_the_inertial_parameters(case):
    links, tree, q, v, a, _ = case
    for link in links:
        link.damping = link.friction = link.stiffness = link.armature = 0.0
    tree = Tree(links)
    phi = []
    for link in links:
        m, c = link.mass, np.asarray(link.center)
        T = link.inertia + m * (c @ c * np.eye(3) - np.outer(c, c))
        phi += [m, *(m * c), T[0, 0], T[1, 1], T[2, 2], T[0, 1], T[0, 2], T[1, 2]]
    Y = functions.regressors(tree, GRAVITY, q, v, a)
    tau = functions.inverse_dynamics(tree, GRAVITY, q, v, a)
    assert Y @ phi == pytest.approx(tau, rel=1e-11, abs=1e-11 * np.abs(tau).max())


def test_wrong_states_are_refused(case):
    _, tree, q, v, _, _ = case
    with pytest.raises(SysError, match=rf"v must have {tree.nv} numbers"):
        functions.inverse_dynamics(tree, GRAVITY, q, v[1:], v)
    with pytest.raises(SysError, match="a must be finite, got nan"):
        functions.inverse_dynamics(tree, GRAVITY, q, v, v * np.nan)
    with pytest.raises(SysError, match="same number of rows"):
        functions.inverse_dynamics(tree, GRAVITY, q, np.tile(v, (2, 1)), np.tile(v, (3, 1)))
    with pytest.raises(SysError, match="out must be a contiguous array"):
        functions.mass_matrix(tree, q, out=np.zeros((tree.nv, 1)))


def test_a_joint_that_moves_nothing_is_reported():
    empty = Tree([TreeLink(-1, REVOLUTE, mass=1.0, center=(1.0, 0.0, 0.0)), TreeLink(0)])
    with pytest.raises(SysError, match="the mass matrix is singular"):
        functions.forward_dynamics(empty, GRAVITY, np.zeros(2), np.zeros(2), np.ones(2))


def test_positions_in_which_two_joints_have_one_axis_are_reported():
    """Three joints of a ball joint at gimbal lock: rounding of the pivot would pass as inertia."""
    ball = [
        TreeLink(-1, REVOLUTE, axis=(0.0, 0.0, 1.0), p=(0.3, 0.2, 0.1)),
        TreeLink(0, REVOLUTE, axis=(0.0, 1.0, 0.0)),
        TreeLink(
            1, REVOLUTE, axis=(0.0, 0.0, 1.0), mass=1.3, center=(0.1, 0.2, 0.3),
            inertia=np.diag([0.3, 0.4, 0.5]),
        ),
    ]  # fmt: skip
    tree, rates = Tree(ball), np.array([0.1, 0.2, 0.3])
    bent = functions.forward_dynamics(tree, GRAVITY, [0.7, 0.4, 0.1], rates, rates)
    forces = functions.inverse_dynamics(tree, GRAVITY, [0.7, 0.4, 0.1], rates, bent)
    assert forces == pytest.approx(rates, abs=1e-12)
    for first in np.linspace(-3.0, 3.0, 13):
        with pytest.raises(SysError, match="in this position none that another joint"):
            functions.forward_dynamics(tree, GRAVITY, [first, 0.0, 0.1], rates, rates)
