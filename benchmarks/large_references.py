"""Tight references of the large models, written without either engine.

Vectorized equations of motion, integrated by an adaptive eighth-order method. Constraint forces
follow from the twice differentiated constraints; over the short times of these models the drift of
the lengths stays near rounding.
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp
from scipy.sparse import coo_array, csc_array
from scipy.sparse.linalg import splu


@dataclass(frozen=True)
class Truss:
    """Point masses joined by springs and rigid links, some of them fixed.

    `start` holds initial positions in m (points x dimension), `links` pairs of points; lengths
    are those of the start. `rigid` marks the links that are constraints, `fixed` the points that
    do not move.
    """

    start: np.ndarray
    links: np.ndarray
    fixed: np.ndarray
    rigid: np.ndarray
    mass: float
    stiffness: float
    damping: float
    gravity: np.ndarray

    def final_positions(self, end: float) -> np.ndarray:
        """Positions of the free points at time `end`, flat triples (x, y, z)."""
        points, dimension = self.start.shape
        lengths = _lengths(self.start[self.links[:, 1]] - self.start[self.links[:, 0]])
        incidence = self._incidence()
        springs, rigid = incidence[~self.rigid], incidence[self.rigid]
        free = np.setdiff1d(np.arange(points), self.fixed)
        weight = np.zeros((points, 1))
        weight[free] = 1.0 / self.mass
        pull = weight * self.mass * self.gravity

        def rates(_, state):
            p, v = state.reshape(2, points, dimension)
            span, speed = springs @ p, springs @ v
            length = _lengths(span)
            rate = np.sum(span * speed, axis=1)[:, None] / length
            tension = self.stiffness * (length - lengths[~self.rigid]) + self.damping * rate
            a = pull - weight * (springs.T @ (tension * span / length))
            if self.rigid.any():
                a -= weight * self._link_forces(rigid, p, v, a)
            return np.concatenate([v.ravel(), a.ravel()])

        begin = np.concatenate([self.start.ravel(), np.zeros(self.start.size)])
        solution = solve_ivp(rates, (0.0, end), begin, method="DOP853", rtol=1e-12, atol=1e-13)
        final = solution.y[: self.start.size, -1].reshape(points, dimension)[free]
        return np.pad(final, ((0, 0), (0, 3 - dimension))).ravel()

    def _incidence(self) -> csc_array:
        """Matrix that maps positions of points to spans of links."""
        count = len(self.links)
        rows = np.repeat(np.arange(count), 2)
        signs = np.tile([-1.0, 1.0], count)
        return coo_array(
            (signs, (rows, self.links.ravel())), shape=(count, len(self.start))
        ).tocsr()

    def _link_forces(self, rigid, p, v, a) -> np.ndarray:
        """Forces that keep the second derivative of the squared lengths zero."""
        span, speed = rigid @ p, rigid @ v
        right = np.sum(span * (rigid @ a), axis=1) + np.sum(speed**2, axis=1)
        moving = np.ones(len(p))
        moving[self.fixed] = 0.0
        matrix = csc_array((len(span), len(span)))
        for axis in range(p.shape[1]):
            gradient = rigid.multiply(span[:, axis][:, None]).tocsr()
            matrix = matrix + gradient.multiply(moving) @ gradient.T
        multiplier = splu(csc_array(matrix) / self.mass).solve(right)
        return rigid.T @ (multiplier[:, None] * span)


def _lengths(span: np.ndarray) -> np.ndarray:
    return np.sqrt(np.sum(span**2, axis=1))[:, None]
