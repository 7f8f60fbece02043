"""Matrices of solid elements by scikit-fem: mass, stiffness, and stresses at nodes."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.fem.meshes import SolidMesh, scikit_fem

PAIRS = ((0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1))
"""Components of stresses and strains: xx, yy, zz, yz, xz, xy."""


def lame_parameters(youngs_modulus: float, poissons_ratio: float) -> tuple[float, float]:
    """(lambda, mu) of an isotropic material [Pa]."""
    E, nu = youngs_modulus, poissons_ratio
    return E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), E / (2.0 * (1.0 + nu))


def mass_matrix(solid: SolidMesh, density: float) -> Any:
    """Consistent mass matrix over x, y, z of all nodes, as a sparse matrix [kg]."""
    from scipy.sparse import identity, kron

    fem = scikit_fem()

    def form(u: Any, v: Any, w: Any) -> Any:
        return density * u * v

    return kron(fem.BilinearForm(form).assemble(solid.basis(intorder=4)), identity(3), "csr")


def stiffness_matrix(solid: SolidMesh, youngs_modulus: float, poissons_ratio: float) -> Any:
    """Stiffness matrix over x, y, z of all nodes, as a sparse matrix [N/m]."""
    fem = scikit_fem()
    from skfem.helpers import ddot, eye, sym_grad, trace

    lam, mu = lame_parameters(youngs_modulus, poissons_ratio)

    def form(u: Any, v: Any, w: Any) -> Any:
        strain = sym_grad(u)
        stress = 2.0 * mu * strain + lam * eye(trace(strain), 3)
        return ddot(stress, sym_grad(v))

    basis = fem.Basis(solid.mesh, fem.ElementVector(solid.element()), intorder=4)
    found = fem.BilinearForm(form).assemble(basis)
    return 0.5 * (found + found.T)


def strains(solid: SolidMesh, displacements: np.ndarray) -> np.ndarray:
    """Strains at all nodes, the mean over their elements: (node, mode, component).

    displacements -- x, y, z of all nodes, a column for each mode; shear strains are 2 epsilon
    """
    places = solid.element().doflocs.T
    weights = np.ones(places.shape[1])
    basis = solid.basis(quadrature=(places, weights))
    owners = basis.element_dofs  # (node of the element, element)
    counts = np.bincount(owners.ravel(), minlength=basis.N)
    found = np.zeros((basis.N, displacements.shape[1], 6))
    for mode in range(displacements.shape[1]):
        u = displacements[:, mode].reshape(-1, 3)
        grad = np.array([basis.interpolate(u[:, c]).grad for c in range(3)])
        for k, (r, c) in enumerate(PAIRS):
            value = grad[r, c] if r == c else grad[r, c] + grad[c, r]  # (element, point)
            sums = np.bincount(owners.T.ravel(), np.asarray(value).ravel(), basis.N)
            found[:, mode, k] = sums / counts
    return found


def stresses(strain: np.ndarray, youngs_modulus: float, poissons_ratio: float) -> np.ndarray:
    """Stresses of strains, both with components xx, yy, zz, yz, xz, xy last [Pa]."""
    lam, mu = lame_parameters(youngs_modulus, poissons_ratio)
    found = mu * strain
    found[..., :3] = 2.0 * mu * strain[..., :3]
    found[..., :3] += lam * strain[..., :3].sum(axis=-1, keepdims=True)
    return found
