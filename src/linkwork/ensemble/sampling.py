"""Samples: points in the unit cube, and the numbers that distributions make of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError, warn
from linkwork.core.near import near_names
from linkwork.ensemble.distributions import Distribution
from linkwork.math.tolerances import INDEFINITE

METHODS = ("random", "latin", "sobol")


def sample(
    distributions: Mapping[str, Distribution],
    members: int,
    seed: int,
    method: str = "random",
    correlations: Any = None,
) -> np.ndarray:
    """(members, numbers) samples of several distributions; equal seeds give equal samples."""
    for name, each in distributions.items():
        if not isinstance(each, Distribution):
            raise ParameterError(
                f"sample: {name!r} needs a distribution such as normal(1, 0.1), got {shown(each)}"
            )
    if not distributions:
        raise ParameterError("sample: give at least one distribution")
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise ParameterError(f"sample: seed must be a whole number >= 0, got {shown(seed)}")
    points = unit_points(members, len(distributions), seed, method)
    if correlations is not None:
        points = correlated(points, correlation_matrix(list(distributions), correlations))
    columns = [
        each.quantile(points[:, k]) for k, each in enumerate(distributions.values())
    ]  # fmt: skip
    return np.stack(columns, axis=1)


def unit_points(members: int, count: int, seed: int, method: str) -> np.ndarray:
    """(members, count) points inside of the unit cube.

    Random points of a member depend on the seed and the member's number alone: a larger sample
    begins with the smaller one, however it is run. Latin hypercubes and Sobol' points are designs
    of all members together.
    """
    if method == "random":
        made = np.empty((members, count))
        for k in range(members):
            sequence = np.random.SeedSequence(seed, spawn_key=(k,))
            made[k] = np.random.Generator(np.random.PCG64(sequence)).random(count)
    elif method in ("latin", "sobol"):
        made = _designed(members, count, seed, method)
    else:
        near = near_names(str(method), METHODS)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ParameterError(f"sample: method is one of {', '.join(METHODS)}, got {method!r}{hint}")
    tiny = np.finfo(float).eps / 4
    return np.clip(made, tiny, 1.0 - np.finfo(float).eps / 2)


def _designed(members: int, count: int, seed: int, method: str) -> np.ndarray:
    from scipy.stats import qmc

    rng = np.random.default_rng(seed)
    if method == "latin":
        return np.asarray(qmc.LatinHypercube(count, rng=rng).random(members))
    if members & (members - 1):
        below = 1 << (members.bit_length() - 1)
        warn(
            f"sample: {members} Sobol' points are not balanced; take a power of two, such as "
            f"{below} or {2 * below}"
        )
    sobol = qmc.Sobol(count, rng=rng)
    return np.asarray(sobol.random_base2(_power(members)))[:members]


def _power(members: int) -> int:
    return (members - 1).bit_length()


def correlated(points: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Points whose normal scores have the given correlations (Gaussian copula)."""
    from scipy.special import ndtr, ndtri

    return np.asarray(ndtr(ndtri(points) @ np.linalg.cholesky(matrix).T))


def _numbers(given: Any) -> np.ndarray:
    try:
        return np.array(given, float)
    except (TypeError, ValueError):
        raise ParameterError(f"sample: correlations are numbers, got {shown(given)}") from None


def correlation_matrix(names: Sequence[str], given: Any) -> np.ndarray:
    """The matrix of correlations, given as such or as {(name, name): correlation}."""
    matrix = np.eye(len(names))
    if isinstance(given, Mapping):
        for pair, value in given.items():
            if not isinstance(pair, tuple) or len(pair) != 2 or not set(pair) <= set(names):
                raise ParameterError(
                    "sample: correlations are given as {(name, name): number} for names of the "
                    f"sample, {', '.join(names)}, got {shown(pair)}"
                )
            i, j = (names.index(name) for name in pair)
            if pair[::-1] in given and given[pair[::-1]] != value:
                raise ParameterError(
                    f"sample: the correlation of {pair[0]!r} and {pair[1]!r} is given twice, as "
                    f"{shown(value)} and {shown(given[pair[::-1]])}"
                )
            matrix[i, j] = matrix[j, i] = _numbers(value)
    else:
        matrix = _numbers(given)
    wanted = (len(names), len(names))
    fits = matrix.shape == wanted and np.allclose(matrix, matrix.T)
    if not fits or not np.allclose(np.diag(matrix), 1.0):
        raise ParameterError(
            f"sample: correlations must be a symmetric {wanted[0]} x {wanted[1]} matrix with ones "
            "on its diagonal, or a dictionary {(name, name): number}"
        )
    if np.linalg.eigvalsh(matrix).min() < INDEFINITE:
        raise ParameterError(
            "sample: these correlations contradict each other: their matrix is not positive "
            "definite; reduce the largest ones"
        )
    return matrix
