"""Eigenmodes of finite-element models and Hurty-Craig-Bampton modes.

Sparse eigenvalue problems K x = lambda M x are solved by Lanczos iterations with the inverse of
K + shift M, which is regular for bodies that are free. All modes are normalized by the mass matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.math.tolerances import RIGID

DENSE = 600
"""Number of coordinates up to which eigenvalue problems are solved with dense matrices."""


def eigenmodes(K: Any, M: Any, count: int) -> tuple[np.ndarray, np.ndarray]:
    """(eigenvalues [rad^2/s^2], modes as columns) of the lowest modes, with x^T M x = 1."""
    size = K.shape[0]
    if not 0 < count <= size:
        raise ParameterError(
            f"{count} eigenmodes were requested, but the model has {size} coordinates"
        )
    if size <= DENSE or count >= size - 1:
        from scipy.linalg import eigh

        values, modes = eigh(_dense(K), _dense(M), subset_by_index=(0, count - 1))
    else:
        from scipy.sparse.linalg import eigsh

        shift = -1.0e-6 * K.diagonal().sum() / M.diagonal().sum()
        start = np.linspace(1.0, 2.0, size) % 0.7137  # fixed: results must repeat
        values, modes = eigsh(K.tocsc(), count, M.tocsc(), sigma=shift, v0=start)
    order = np.argsort(values)
    modes = modes[:, order]
    found: np.ndarray = modes * _signs(modes)
    return values[order], found


def _dense(matrix: Any) -> np.ndarray:
    full = matrix.toarray() if hasattr(matrix, "toarray") else np.asarray(matrix)
    found: np.ndarray = 0.5 * (full + full.T)
    return found


def _signs(modes: np.ndarray) -> np.ndarray:
    """Signs with which the largest component of each mode is positive."""
    largest = np.argmax(np.abs(modes), axis=0)
    return np.where(modes[largest, np.arange(modes.shape[1])] < 0.0, -1.0, 1.0)


def rigid_motions(places: np.ndarray, about: np.ndarray) -> np.ndarray:
    """Displacements of nodes by translations along and rotations about x, y, z: six columns."""
    found = np.zeros((len(places), 3, 6))
    found[:, [0, 1, 2], [0, 1, 2]] = 1.0
    for axis in range(3):
        found[:, :, 3 + axis] = np.cross(np.eye(3)[axis], places - about)
    return found.reshape(-1, 6)


def without_rigid_motions(
    K: Any, M: Any, basis: np.ndarray, rigid: int
) -> tuple[np.ndarray, np.ndarray]:
    """(eigenvalues, modes) of the model reduced to a basis, without its lowest `rigid` modes."""
    values, mixed = _reduced(K, M, basis)
    if rigid and len(values) > rigid and values[rigid - 1] > RIGID * values[rigid]:
        raise ParameterError(
            f"mode {rigid - 1} with the eigenvalue {values[rigid - 1]:.6g} rad^2/s^2 is not a "
            f"rigid body motion, as the first {rigid} modes should be (the next one has "
            f"{values[rigid]:.6g}); is the body held, or the number of rigid body modes too large?"
        )
    modes = basis @ mixed[:, rigid:]
    return values[rigid:], modes * _signs(modes)


def _reduced(K: Any, M: Any, basis: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues and mixed columns of the reduced model."""
    from scipy.linalg import eigh

    sizes = np.sqrt(np.einsum("ij,ij->j", basis, M @ basis))
    scaled = basis / sizes
    values, mixed = eigh(_dense(scaled.T @ (K @ scaled)), _dense(scaled.T @ (M @ scaled)))
    return values, mixed / sizes[:, None]


def craig_bampton(
    K: Any, M: Any, boundaries: Sequence[tuple[np.ndarray, np.ndarray]], inner: int
) -> np.ndarray:
    """Static modes of boundaries and eigenmodes between them, as columns.

    boundaries -- (coordinates of its nodes, their displacements in one column per mode) of each
    inner -- number of eigenmodes with all boundaries held
    """
    from scipy.sparse.linalg import splu

    size = K.shape[0]
    held = np.concatenate([np.asarray(coordinates) for coordinates, _ in boundaries])
    if len(np.unique(held)) < len(held):
        raise ParameterError("boundaries must not share nodes: a node has only one boundary")
    free = np.setdiff1d(np.arange(size), held)
    K_free = K[free][:, free].tocsc()
    factors, found = splu(K_free), []
    for coordinates, motions in boundaries:
        modes = np.zeros((size, motions.shape[1]))
        modes[coordinates] = motions
        modes[free] = -factors.solve(np.ascontiguousarray(K[free][:, coordinates] @ motions))
        found.append(modes)
    if inner:
        _, modes = eigenmodes(K_free, M[free][:, free], inner)
        whole = np.zeros((size, inner))
        whole[free] = modes
        found.append(whole)
    return np.hstack(found)


def mean_constraints(
    size: int, boundaries: Sequence[tuple[Sequence[int], np.ndarray]], places: np.ndarray
) -> Any:
    """Matrix whose product with displacements are the mean translation and rotation of boundaries.

    boundaries -- (nodes, weights with the sum 1) of each; places -- positions of all nodes [m]
    """
    from scipy.sparse import csr_matrix, vstack

    blocks = []
    for nodes, weights in boundaries:
        chosen = np.asarray(nodes)
        about = weights @ places[chosen]
        motions = rigid_motions(places[chosen], about)
        loads = motions * np.repeat(weights, 3)[:, None]
        means = np.linalg.solve(motions.T @ loads, loads.T)
        columns = (3 * chosen[:, None] + np.arange(3)).ravel()
        rows = np.repeat(np.arange(6), len(columns))
        blocks.append(csr_matrix((means.ravel(), (rows, np.tile(columns, 6))), (6, size)))
    return vstack(blocks)


def craig_bampton_of_means(K: Any, M: Any, C: Any, inner: int) -> np.ndarray:
    """Static modes with one unit mean motion each, and eigenmodes with none, as columns.

    C -- mean motions of boundaries (`mean_constraints`), which may deform otherwise
    """
    from scipy.sparse import bmat
    from scipy.sparse.linalg import LinearOperator, eigsh, splu

    size, rows = K.shape[0], C.shape[0]
    scale = K.diagonal().mean()
    factors = splu(bmat([[K, scale * C.T], [scale * C, None]], "csc"))
    right = np.zeros((size + rows, rows))
    right[size:] = scale * np.eye(rows)
    found = [factors.solve(right)[:size]]
    if inner:

        def inverse(f: np.ndarray) -> np.ndarray:
            solved: np.ndarray = factors.solve(np.concatenate([f.ravel(), np.zeros(rows)]))
            return solved[:size]

        operator = LinearOperator((size, size), inverse)
        start = np.linspace(1.0, 2.0, size) % 0.7137
        values, modes = eigsh(K, inner, M, sigma=0.0, OPinv=operator, v0=start)
        order = np.argsort(values)
        found.append(modes[:, order] * _signs(modes[:, order]))
    return np.hstack(found)
