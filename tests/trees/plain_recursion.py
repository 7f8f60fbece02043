"""A second derivation of the dynamics of trees: Newton and Euler with ordinary vectors.

Positions, classical accelerations of points and moments about joints, all in global axes, straight
from the description of links; nothing is shared with the kernels.
"""

import numpy as np

from linkwork.trees.records import FREE, PRISMATIC
from linkwork.trees.table import TreeLink


def turn(axis, angle):
    """Rotation about a unit vector."""
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def quaternion_matrix(q):
    """Rotation matrix of a quaternion, scalar first."""
    a, x, y, z = q / np.linalg.norm(q)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * a * K + 2 * K @ K


class Motion:
    """Positions, velocities and classical accelerations of all links of a tree in one state."""

    def __init__(self, links, q, v, a):
        self.links = links
        self.iv, self.iq = _places(links)
        self.R, self.o, self.w, self.u, self.alpha, self.b = [], [], [], [], [], []
        self.position, self.rate, self.rise, self.axis = [], [], [], []
        for k, link in enumerate(links):
            if link.kind == FREE:
                self._free(self.iq[k], self.iv[k], q, v, a)
            else:
                ratio = link.ratio
                self._joint(
                    link,
                    ratio * q[self.iq[k]] + link.offset,
                    ratio * v[self.iv[k]],
                    ratio * a[self.iv[k]],
                )

    def _add(self, *values):
        lists = (self.R, self.o, self.w, self.u, self.alpha, self.b)
        for target, value in zip(lists, values, strict=True):
            target.append(value)

    def _free(self, iq, iv, q, v, a):
        R = quaternion_matrix(q[iq + 3 : iq + 7])
        w, u = R @ v[iv + 3 : iv + 6], R @ v[iv : iv + 3]
        # the velocity's components turn with the body
        b = R @ a[iv : iv + 3] + np.cross(w, u)
        self._add(R, np.array(q[iq : iq + 3]), w, u, R @ a[iv + 3 : iv + 6], b)
        for each in (self.position, self.rate, self.rise, self.axis):
            each.append(None)

    def _joint(self, link, position, rate, rise):
        zero = np.zeros(3)
        P, o, w, u, alpha, b = np.eye(3), zero, zero, zero, zero, zero
        if link.parent >= 0:
            k = link.parent
            P, o, w, u = self.R[k], self.o[k], self.w[k], self.u[k]
            alpha, b = self.alpha[k], self.b[k]
        arm = P @ np.asarray(link.p)
        R = P @ link.R
        axis = R @ np.asarray(link.axis)
        if link.kind == PRISMATIC:
            arm = arm + position * axis
            u2 = u + np.cross(w, arm) + rate * axis
            b2 = b + np.cross(alpha, arm) + np.cross(w, np.cross(w, arm))
            b2 = b2 + 2 * np.cross(w, rate * axis) + rise * axis
            self._add(R, o + arm, w, u2, alpha, b2)
        else:
            u2 = u + np.cross(w, arm)
            b2 = b + np.cross(alpha, arm) + np.cross(w, np.cross(w, arm))
            alpha2 = alpha + rise * axis + np.cross(w, rate * axis)
            self._add(R @ turn(link.axis, position), o + arm, w + rate * axis, u2, alpha2, b2)
        self.position.append(position)
        self.rate.append(rate)
        self.rise.append(rise)
        self.axis.append(axis)

    def center(self, k):
        """Center of mass of a link."""
        return self.o[k] + self.R[k] @ np.asarray(self.links[k].center)

    def center_velocity(self, k):
        """Its velocity."""
        return self.u[k] + np.cross(self.w[k], self.center(k) - self.o[k])

    def inertia(self, k):
        """Inertia about the center in global axes."""
        return self.R[k] @ np.asarray(self.links[k].inertia) @ self.R[k].T


def _places(links):
    iv, iq, nv, nq = [], [], 0, 0
    for link in links:
        iv.append(nv if link.leader is None else None)
        iq.append(nq if link.leader is None else None)
        if link.leader is None:
            nv, nq = nv + (6 if link.kind == FREE else 1), nq + (7 if link.kind == FREE else 1)
    for k, link in enumerate(links):
        if link.leader is not None:
            iv[k], iq[k] = iv[link.leader], iq[link.leader]
    return iv, iq


def friction_force(link: TreeLink, rate):
    """Dry friction: linear inside of its zone of velocities."""
    return link.friction * float(np.clip(rate / link.zone, -1, 1))


def inverse_dynamics(links, gravity, q, v, a):
    """tau of one state."""
    m = Motion(links, q, v, a)
    nv = len(v)
    tau, force, moment = np.zeros(nv), [], []
    for k, link in enumerate(links):
        r = m.center(k) - m.o[k]
        b = m.b[k] + np.cross(m.alpha[k], r) + np.cross(m.w[k], np.cross(m.w[k], r))
        T = m.inertia(k)
        f = link.mass * (b - gravity)
        force.append(f)
        moment.append(T @ m.alpha[k] + np.cross(m.w[k], T @ m.w[k]) + np.cross(r, f))
    for k in reversed(range(len(links))):
        link, i = links[k], m.iv[k]
        if link.kind == FREE:
            tau[i : i + 3] += m.R[k].T @ force[k]
            tau[i + 3 : i + 6] += m.R[k].T @ moment[k]
        else:
            own = m.axis[k] @ (force[k] if link.kind == PRISMATIC else moment[k])
            own += link.armature * m.rise[k] + link.damping * m.rate[k]
            own += link.stiffness * (m.position[k] - link.rest) + friction_force(link, m.rate[k])
            tau[i] += link.ratio * own
        if link.parent >= 0:
            p = link.parent
            force[p] = force[p] + force[k]
            moment[p] = moment[p] + moment[k] + np.cross(m.o[k] - m.o[p], force[k])
    return tau


def mass_matrix(links, q, nv):
    """M from unit accelerations at rest, without gravity, springs and friction."""
    zero, columns = np.zeros(nv), []
    free = [_without_springs(link) for link in links]
    for k in range(nv):
        columns.append(inverse_dynamics(free, np.zeros(3), q, zero, np.eye(nv)[k]))
    return np.array(columns).T


def _without_springs(link):
    from dataclasses import replace

    return replace(link, stiffness=0.0)


def energies(links, gravity, q, v):
    """Kinetic and potential energy, springs included."""
    m = Motion(links, q, v, np.zeros(len(v)))
    kinetic = potential = 0.0
    for k, link in enumerate(links):
        u, w = m.center_velocity(k), m.w[k]
        kinetic += 0.5 * link.mass * u @ u + 0.5 * w @ m.inertia(k) @ w
        potential -= link.mass * np.asarray(gravity) @ m.center(k)
        if link.kind != FREE:
            kinetic += 0.5 * link.armature * m.rate[k] ** 2
            potential += 0.5 * link.stiffness * (m.position[k] - link.rest) ** 2
    return kinetic, potential


def random_rotation(rng):
    """A random rotation matrix."""
    return quaternion_matrix(rng.normal(size=4))


def random_tree(rng, size, free=False, followers=False, passive=True):
    """Links of a random tree: oblique axes, branches, all kinds of joints."""
    links = []
    if free:
        links.append(TreeLink(-1, FREE, **_body(rng)))
    for k in range(len(links), size):
        axis = rng.normal(size=3)
        link = TreeLink(
            int(rng.integers(max(-1 + free, k - 4), k)),
            int(rng.random() < 0.3),
            axis / np.linalg.norm(axis),
            random_rotation(rng),
            rng.normal(size=3) * 0.4,
            **_body(rng),
            armature=rng.random() * 0.1,
        )
        if passive:
            link.damping, link.friction, link.zone = rng.random(3) * (1.0, 1.0, 2.0)
            link.stiffness, link.rest = rng.random(2) * 3
        if followers and k > 2 and rng.random() < 0.4:
            leaders = [j for j, other in enumerate(links) if j >= free and other.leader is None]
            link.leader = int(rng.choice(leaders))
            link.ratio, link.offset = rng.normal(size=2)
        links.append(link)
    return links


def _body(rng):
    T = random_rotation(rng)
    a = rng.random(3) * 0.05 + 0.01
    moments = np.array([a[1] + a[2], a[0] + a[2], a[0] + a[1]])
    return {
        "mass": 0.2 + 3 * rng.random(),
        "center": rng.normal(size=3) * 0.2,
        "inertia": T @ np.diag(moments) @ T.T,
    }
