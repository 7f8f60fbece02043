"""Constants of flexible bodies with modes, from the matrices of their items; and what may not fit.

`ffrf_law.py` lists the order of the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.core.enums import OutputVariableType as Variable
from linkwork.math.tolerances import EVEN_FILES, NEGATIVE_MODE, REDUNDANT_MODE, REDUNDANT_PART

REDUNDANT_MASS = 1.0e-4
"""Mass of redundant coordinates, relative to the masses of the modes. Coordinates with the mass m
relative to these move the material by sqrt(m) of what modes do, and so do forces act on them: up to
1e-5 with m < REDUNDANT_MODE, which this mass must exceed."""

SYMMETRIC = ((0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1))
"""Components of symmetric matrices: xx, yy, zz, yz, xz, xy."""

SHAPES = {
    "massMatrixReduced": (1, 1), "stiffnessMatrixReduced": (1, 1), "dampingMatrixReduced": (1, 1),
    "mPsiTildePsi": (3, 1), "mPsiTildePsiTilde": (3, 3), "mPhitTPsi": (0, 1),
    "mPhitTPsiTilde": (0, 3), "mXRefTildePsi": (0, 1), "mXRefTildePsiTilde": (0, 3),
}  # fmt: skip
"""Matrices of a body: rows and columns as multiples of the number of modes; 0: three."""

OPTIONAL = ("dampingMatrixReduced", "stiffnessMatrixReduced", "mPhitTPsiTilde")


class Terms:
    """The numbers of one body, for the pools of its table."""

    def __init__(self, body: Any, n: int) -> None:
        self.body, self.n = body, n

    def _matrix(self, name: str) -> np.ndarray:
        """A matrix of the body; zeros where it is empty."""
        found: np.ndarray = getattr(self.body, name).dense()
        if found.size:
            return found
        rows, columns = SHAPES[name]
        return np.zeros((rows * self.n or 3, columns * self.n or 3))

    def _mass_matrix(self) -> np.ndarray:
        """Mass matrix of the modes, definite together with the masses of the frame.

        Redundant coordinates have no mass, but rounding leaves one of either sign. They get a small
        mass of their own. Every motion of the material is possible without acceleration along
        them, so this mass acts on none.
        """
        M = self._matrix("massMatrixReduced")
        shapes = _redundant_shapes(self.body) if self.body.computeFFRFterms else M[:, :0]
        if not shapes.shape[1]:
            return M
        sizes = np.sqrt(np.diag(M))
        added: np.ndarray = REDUNDANT_MASS * np.outer(sizes, sizes) * (shapes @ shapes.T)
        return M + added

    def terms(self) -> np.ndarray:
        """Constants of the law."""
        n = self.n
        J1 = self._matrix("mXRefTildePsiTilde").reshape(3, n, 3).transpose(1, 0, 2)
        J2 = self._matrix("mPsiTildePsiTilde").reshape(n, 3, n, 3).transpose(0, 2, 1, 3)
        P, R = J1 + J1.transpose(0, 2, 1), J2 + J2.transpose(1, 0, 2, 3)
        R = 0.5 * (R + R.transpose(0, 1, 3, 2))
        H1 = self._matrix("mPsiTildePsi").reshape(n, 3, n).transpose(1, 0, 2)
        parts = [
            self._matrix("mPhitTPsi"),
            self._matrix("mXRefTildePsi"),
            np.array([P[:, r, c] for r, c in SYMMETRIC]),
            0.5 * (H1 - H1.transpose(0, 2, 1)),
            np.array([R[:, :, r, c] for r, c in SYMMETRIC]),
            self._mass_matrix().T,
            *(self._matrix(f"{name}MatrixReduced").T for name in ("stiffness", "damping")),
        ]
        return np.concatenate([np.ascontiguousarray(part).ravel() for part in parts])

    def places(self) -> np.ndarray:
        """Reference positions of the mesh nodes."""
        return np.asarray(self.body.referencePositions, float)

    def shapes(self) -> np.ndarray:
        """Modes at the mesh nodes."""
        return np.ascontiguousarray(self.body.modeBasis.dense(), float).ravel()

    def recovery(self) -> np.ndarray:
        """Stresses or strains of the modes at the mesh nodes."""
        return np.ascontiguousarray(self.body.outputVariableModeBasis.dense(), float).ravel()


def misfits(body: Any, n: int) -> Iterator[str]:
    """What is wrong with the matrices of a body with n modes."""
    if n == 0:
        return  # the node reports it
    for name, (down, across) in SHAPES.items():
        shape, wanted = getattr(body, name).shape, (down * n or 3, across * n or 3)
        may_miss = name in OPTIONAL or not body.computeFFRFterms
        if shape != wanted and not (may_miss and shape == (0, 0)):
            yield (
                f"{name} must be {wanted[0]} x {wanted[1]} for {n} modes, got "
                f"{shape[0]} x {shape[1]}; linkwork.fem computes it from a mesh"
            )
    yield from _of_mesh(body, n)
    if body.computeFFRFterms:
        yield from _of_masses(body, n)


def _of_mesh(body: Any, n: int) -> Iterator[str]:
    """Faults of modes and outputs at mesh nodes."""
    count = len(body.referencePositions)
    if count % 3:
        yield f"referencePositions must have three numbers for each mesh node, got {count} numbers"
    if body.modeBasis.shape not in ((0, 0), (count, n)):
        rows, columns = body.modeBasis.shape
        yield (
            f"modeBasis must be {count} x {n}, for {count // 3} referencePositions and {n} modes, "
            f"got {rows} x {columns}"
        )
    kind, shape = body.outputVariableTypeModeBasis, body.outputVariableModeBasis.shape
    if shape == (0, 0) and kind == Variable._None:
        return
    if kind not in (Variable.StressLocal, Variable.StrainLocal):
        yield (
            "outputVariableTypeModeBasis must be StressLocal or StrainLocal where "
            f"outputVariableModeBasis is given, got {kind.name}"
        )
    if shape != (count // 3, 6 * n):
        yield (
            f"outputVariableModeBasis must be {count // 3} x {6 * n}, six numbers of {n} modes "
            f"for each of {count // 3} mesh nodes, got {shape[0]} x {shape[1]}"
        )


def _of_masses(body: Any, n: int) -> Iterator[str]:
    """Faults of mass matrices."""
    M = body.massMatrixReduced.dense()
    size = np.abs(M).max(initial=0.0)
    if np.abs(M - M.T).max(initial=0.0) > EVEN_FILES * size:
        yield "massMatrixReduced must be symmetric"
    S, given = body.mPhitTPsi.dense(), body.mPhitTPsiTilde.dense()
    least = np.sqrt(body.physicsMass * size)
    """What a mode of this size moves; rounding is measured by it."""
    if given.size and np.abs(given - skewed(S)).max(initial=0.0) > EVEN_FILES * least:
        yield UNEQUAL.format("mPhitTPsiTilde")
    H1 = body.mPsiTildePsi.dense().reshape(n, 3, n).transpose(1, 0, 2)
    if np.abs(H1 + H1.transpose(0, 2, 1)).max(initial=0.0) > EVEN_FILES * size:
        yield UNEQUAL.format("mPsiTildePsi")


def _scaled_masses(body: Any) -> np.ndarray:
    """Mass matrix of frame and modes without deformation, with unit diagonal."""
    S, H = body.mPhitTPsi.dense(), body.mXRefTildePsi.dense()
    moved = skewed(body.physicsMass * body.physicsCenterOfMass[:, None])
    M = np.block([
        [body.physicsMass * np.eye(3), -moved, S],
        [moved, body.physicsInertia, -H],
        [S.T, -H.T, body.massMatrixReduced.dense()],
    ])  # fmt: skip
    sizes = np.sqrt(np.abs(np.diag(M)))
    sizes[sizes == 0.0] = 1.0
    scaled: np.ndarray = M / np.outer(sizes, sizes)
    return scaled


def _eigenvalues_of_masses(body: Any) -> np.ndarray:
    """Its eigenvalues; nan if it is not finite."""
    scaled = _scaled_masses(body)
    if not np.isfinite(scaled).all():
        return np.full(len(scaled), np.nan)
    found: np.ndarray = np.linalg.eigvalsh(scaled)
    return found


def _redundant_shapes(body: Any) -> np.ndarray:
    """Orthonormal basis of the modes' part of redundant coordinates, one column each.

    Modes are scaled to masses of 1. Empty if matrices are missing or not finite.
    """
    n = body.massMatrixReduced.shape[0]
    none = np.zeros((n, 0))
    if not n or next(misfits(body, n), ""):
        return none
    with np.errstate(over="ignore", invalid="ignore"):
        scaled = _scaled_masses(body)
    if not np.isfinite(scaled).all():
        return none
    values, vectors = np.linalg.eigh(scaled)
    shapes, sizes, _ = np.linalg.svd(vectors[6:, values < REDUNDANT_MODE], full_matrices=False)
    return shapes[:, sizes > REDUNDANT_PART]


def redundant_count(body: Any) -> int:
    """How many coordinates of frame and modes are redundant: their mass matrix is singular."""
    return int((_eigenvalues_of_masses(body) < REDUNDANT_MODE).sum())


def fault_of_masses(body: Any) -> str:
    """What is impossible about the mass matrix of frame and modes; empty if nothing is.

    Matrices that do not fit, and numbers that overflow, are reported elsewhere.
    """
    n = body.massMatrixReduced.shape[0]
    if not n or next(misfits(body, n), ""):
        return ""
    with np.errstate(over="ignore", invalid="ignore"):
        least = float(_eigenvalues_of_masses(body)[0])
    if not least < -NEGATIVE_MODE:
        return ""
    return (
        "its mass matrix is indefinite: with a unit diagonal, the smallest eigenvalue is "
        f"{least:.3g} and must be >= 0. physicsMass, physicsCenterOfMass, physicsInertia, "
        "mPhitTPsi, mXRefTildePsi and massMatrixReduced are integrals over one mesh, which change "
        "together; reduce a mesh of another density to a new body"
    )


UNEQUAL = (
    "{} does not belong to a mass matrix that acts equally in all directions, as that of solid "
    "elements does; its rotating body would not keep its energy"
)


def skewed(vectors: np.ndarray) -> np.ndarray:
    """Cross product matrices, side by side, of the columns of a matrix."""
    x, y, z = vectors
    zero = np.zeros_like(x)
    found = np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]])
    return found.transpose(0, 2, 1).reshape(3, -1)
