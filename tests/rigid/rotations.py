"""Random rotations and references for the tests of the helpers."""

import mpmath as mp
import numpy as np

ANGLES = [1e-12, 1e-9, 1e-6, 1e-3, 0.1, 1.0, 2.0, 2.5, 3.0, 3.1]
"""Angles of rotations [rad] from tiny to large; what is near pi is added by the tests."""

RNG = np.random.default_rng


def directions(seed=0, count=20):
    """Random unit vectors, and the axes with both signs."""
    found = RNG(seed).normal(size=(count, 3))
    return [*(found / np.linalg.norm(found, axis=1)[:, None]), *np.eye(3), *-np.eye(3)]


def random_matrix(rng):
    """A random rotation matrix, orthonormal to rounding."""
    Q, R = np.linalg.qr(rng.normal(size=(3, 3)))
    Q = Q * np.sign(np.diag(R))
    return Q if np.linalg.det(Q) > 0 else -Q


def gradient(function, x, step=1e-6):
    """Derivatives of a function by x by central differences; the last index counts x."""
    x = np.array(x, float)
    columns = []
    for k in range(len(x)):
        d = step * np.eye(len(x))[k]
        columns.append((np.array(function(x + d)) - np.array(function(x - d))) / (2 * step))
    return np.stack(columns, -1)


def precise_exponential(v):
    """Rotation matrix of a rotation vector, rounded once from 40 digits."""
    with mp.workdps(40):
        v = [mp.mpf(float(part)) for part in v]
        phi = mp.sqrt(sum(part**2 for part in v))
        if phi == 0:
            return np.eye(3)
        x, y, z = (part / phi for part in v)
        N = mp.matrix([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        A = mp.eye(3) + mp.sin(phi) * N + (1 - mp.cos(phi)) * N * N
        return np.array(A.tolist(), float)


def vector_of(S):
    """The vector of a skew matrix."""
    return np.array([S[2, 1], S[0, 2], S[1, 0]])
