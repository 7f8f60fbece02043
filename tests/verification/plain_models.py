"""Equations of motion in plain NumPy, which share no code with the library.

Each spring, damper and load is a measure z(q), as a
length or an angle, and a law f(z, z_t): it does the work -f dz, so Q = -J^T f. All z(q) are
analytic, and J = dz/dq comes from complex steps, which are exact to rounding.
"""

import numpy as np

TINY_STEP = 1e-30


def length(z):
    """|z| that complex steps can differentiate."""
    return np.sqrt((z * z).sum(keepdims=True))


class Plain:
    """Equations of a model in plain NumPy; n coordinates."""

    def __init__(self):
        self.n = 0
        self.measures, self.laws, self.conditions, self.inertias = [], [], [], []
        self.has_potential = True

    def term(self, measure, law):
        """A measure z(q), and its law f(z, z_t, q)."""
        self.measures.append(measure)
        self.laws.append(law)

    def slopes(self, function, q):
        """d function / dq by complex steps."""
        steps = q + 1j * TINY_STEP * np.eye(self.n)
        return np.array([function(step).imag for step in steps]).T / TINY_STEP

    def forces(self, q, v):
        """Forces of springs, dampers and loads on the coordinates."""
        return self._sum(q, v, 1.0)

    def force_size(self, q):
        """The same with the sizes of all parts: what rounding is measured by."""
        return self._sum(q, np.zeros(self.n), None).max()

    def _sum(self, q, v, sign):
        total = np.zeros(self.n)
        for measure, law in zip(self.measures, self.laws, strict=True):
            J = self.slopes(measure, q)
            f = law(measure(q), J @ v, q)
            total += np.abs(J.T) @ np.abs(f) if sign is None else -J.T @ f
        return total

    def masses(self, q):
        """Mass matrix: m J^T J of all points and angles that have inertia."""
        total = np.zeros((self.n, self.n))
        for weight, place in self.inertias:
            J = self.slopes(place, q)
            total += weight * J.T @ J
        return total

    def inertia_forces(self, q, v, a):
        """m J^T z_tt of all points and angles that have inertia."""
        total = np.zeros(self.n)
        for weight, place in self.inertias:
            J = self.slopes(place, q)
            turning = differentiated(lambda s, place=place: self.slopes(place, q + s * v) @ v)
            total += weight * J.T @ (J @ a + turning)
        return total

    def violation(self, q):
        """c(q) of all constraints."""
        parts = [condition(q) for condition in self.conditions]
        return np.concatenate(parts) if parts else np.zeros(0, q.dtype)

    def gradient(self, q):
        """C = dc/dq"""
        if not self.conditions:
            return np.zeros((0, self.n))
        return self.slopes(self.violation, q)

    def accelerations(self, q, v):
        """(a, lambda) of M a + C^T lambda = forces, c'' = 0; lambda of minimum norm."""
        M, C = self.masses(q), self.gradient(q)
        m = len(C)
        drift = differentiated(lambda s: self.gradient(q + s * v) @ v)
        right = self.forces(q, v) - self.inertia_forces(q, v, np.zeros(self.n))
        system = np.block([[M, C.T], [C, np.zeros((m, m))]])
        found = np.linalg.lstsq(system, np.concatenate([right, -drift]), rcond=1e-11)[0]
        return found[: self.n], found[self.n :]

    def residual(self, q, v, a, multipliers):
        """What is left of the equations of motion."""
        inertia = self.inertia_forces(q, v, a) if np.any(a) or np.any(v) else 0.0
        return inertia - self.forces(q, v) + self.gradient(q).T @ multipliers

    def linearized(self, q, v, a, multipliers):
        """(M, D, K, C) by differences of the residual."""
        along = np.eye(self.n)
        K = [differentiated(lambda s, e=e: self.residual(q + s * e, v, a, multipliers))
             for e in along]  # fmt: skip
        D = [differentiated(lambda s, e=e: self.residual(q, v + s * e, a, multipliers))
             for e in along]  # fmt: skip
        return self.masses(q), np.array(D).T, np.array(K).T, self.gradient(q)


def differentiated(function, step=2e-3):
    """d function / ds at s = 0: central differences, error of order 8."""
    weights = (4 / 5, -1 / 5, 4 / 105, -1 / 280)
    return sum(
        weight * (function(k * step) - function(-k * step))
        for k, weight in enumerate(weights, start=1)
    ) / step  # fmt: skip
