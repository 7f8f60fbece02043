"""Equations of motion in plain NumPy, which share no code with the library.

Each spring, damper and load is a measure z(q), as a length or an angle, and a law f(z, z_t, q): it
does the work -f dz, so Q = -J^T f. All z(q) are analytic, and J = dz/dq comes from complex steps,
which are exact to rounding. Functions take many states at once: the last axis is that of the
coordinates.
"""

import numpy as np

TINY_STEP = 1e-30
STEP = 2e-3
WEIGHTS = np.array([1 / 280, -4 / 105, 1 / 5, -4 / 5, 4 / 5, -1 / 5, 4 / 105, -1 / 280])
PLACES = np.array([-4, -3, -2, -1, 1, 2, 3, 4])


def differentiated(function):
    """d function / ds at s = 0: central differences, error of order 8; s has a first axis."""
    return np.tensordot(WEIGHTS, function(STEP * PLACES), 1) / STEP


def slopes(function, q):
    """d function / dq by complex steps."""
    steps = q[..., None, :] + 1j * TINY_STEP * np.eye(q.shape[-1])
    return np.swapaxes(function(steps).imag, -1, -2) / TINY_STEP


def second_rate(function, q, v):
    """d^2 function / dt^2 along q + t v."""

    def rate(s):
        there = q + s.reshape(-1, *[1] * max(q.ndim, v.ndim)) * v
        return function(there + 1j * TINY_STEP * v).imag / TINY_STEP

    return differentiated(rate)


def times(matrix, vector):
    """Matrix times vector of each state."""
    return np.einsum("...ij,...j->...i", matrix, vector)


def length(z):
    """|z| that complex steps can differentiate."""
    return np.sqrt((z * z).sum(axis=-1, keepdims=True))


def turned(phi, b):
    """A vector of the plane, turned by the angle phi (an array of one each)."""
    c, s = np.cos(phi[..., 0]), np.sin(phi[..., 0])
    return np.stack([c * b[0] - s * b[1], s * b[0] + c * b[1]], axis=-1)


class Plain:
    """Equations of a model; n coordinates.

    center -- None, or the state whose pieces piecewise laws keep, so that they are smooth
    has_potential -- whether all forces at rest have one
    """

    def __init__(self):
        self.n, self.center, self.has_potential = 0, None, True
        self.terms, self.conditions, self.inertias = [], [], []

    def piecewise(self, measure, law):
        """A term with a law f(z, z_piece): z_piece tells which piece of the law holds."""
        kept = lambda z: z if self.center is None else measure(self.center)  # noqa: E731
        self.terms.append((measure, lambda z, w, q: law(z, kept(z))))

    def size(self, function, q):
        """|function| on its present side of zero."""
        return function(q) * np.sign(function(q if self.center is None else self.center))

    def forces(self, q, v):
        """Forces of springs, dampers and loads on the coordinates."""
        total = np.zeros(np.broadcast(q, v).shape)
        for measure, law in self.terms:
            J = slopes(measure, q)
            total -= times(np.swapaxes(J, -1, -2), law(measure(q), times(J, v), q))
        return total

    def force_size(self, q):
        """Largest force on a coordinate if all parts had the same sign: rounding's measure."""
        total = np.zeros(self.n)
        for measure, law in self.terms:
            J = slopes(measure, q)
            total += np.abs(J.T) @ np.abs(law(measure(q), np.zeros(len(J)), q))
        return total.max()

    def masses(self, q):
        """Mass matrix: m J^T J of all points and angles that have inertia."""
        parts = [(weight, slopes(place, q)) for weight, place in self.inertias]
        return sum(weight * J.T @ J for weight, J in parts)

    def inertia_forces(self, q, v, a):
        """m J^T z_tt of all points and angles that have inertia."""
        total = np.zeros(np.broadcast(q, v).shape)
        for weight, place in self.inertias:
            J = slopes(place, q)
            rate = times(J, a) + second_rate(place, q, v)
            total += weight * times(np.swapaxes(J, -1, -2), rate)
        return total

    def violation(self, q):
        """c(q) of all constraints."""
        parts = [condition(q) for condition in self.conditions]
        return np.concatenate(parts, axis=-1) if parts else np.zeros((*q.shape[:-1], 0), q.dtype)

    def gradient(self, q):
        """C = dc/dq"""
        return slopes(self.violation, q)

    def accelerations(self, q, v):
        """(a, lambda) of M a + C^T lambda = forces, c'' = 0; lambda of minimum norm."""
        M, C = self.masses(q), self.gradient(q)
        right = self.forces(q, v) - self.inertia_forces(q, v, np.zeros(self.n))
        system = np.block([[M, C.T], [C, np.zeros((len(C), len(C)))]])
        drift = second_rate(self.violation, q, v)
        found = np.linalg.lstsq(system, np.concatenate([right, -drift]), rcond=1e-11)[0]
        return found[: self.n], found[self.n :]

    def residual(self, q, v, a, multipliers):
        """What is left of the equations of motion; zero in an equilibrium with v = a = 0."""
        reactions = times(np.swapaxes(self.gradient(q), -1, -2), multipliers)
        return self.inertia_forces(q, v, a) - self.forces(q, v) + reactions

    def linearized(self, q, v, a, multipliers):
        """(M, D, K, C) by differences of the residual."""
        along = np.eye(self.n)
        self.center = q
        K = differentiated(lambda s: self.residual(q + s[:, None, None] * along, v, a, multipliers))
        D = differentiated(lambda s: self.residual(q, v + s[:, None, None] * along, a, multipliers))
        self.center = None
        return self.masses(q), D.T, K.T, self.gradient(q)
