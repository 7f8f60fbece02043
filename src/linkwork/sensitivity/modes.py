"""Derivatives of eigenvalues by parameters.

    d(ω²)/dθ = φ^T (K_θ - ω² M_θ) φ + 2 μ^T C_θ φ      with φ^T M φ = 1, K φ + C^T μ = ω² M φ

for single eigenvalues of symmetric matrices; C are the derivatives of the constraints. Matrices at
other values of a parameter are those of a copy of the system.
"""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.math.tolerances import EQUAL_EIGENVALUES
from linkwork.modes.linearizer import Linearizer
from linkwork.modes.problem import Problem
from linkwork.sensitivity.formulas import Part, differentiated
from linkwork.sensitivity.variations import Path, scale_of

Matrices = tuple[np.ndarray, np.ndarray, np.ndarray]


def eigenvalue_slopes(
    mbs: Any, path: Path, settings: Any, held: Any, modes: Any, motion: np.ndarray
) -> np.ndarray:
    """Derivatives of the eigenvalues of some modes by a parameter; NaN where they are not single.

    held -- coordinates that are held; motion -- derivatives of q of the state by the parameter
    """
    if modes.is_damped or not modes.is_symmetric:
        raise SysError(
            "sensitivity of modes needs undamped modes of symmetric matrices; solve with "
            "damped=False"
        )
    twin, value, scale = copy.deepcopy(mbs), path.value(mbs), scale_of(path, mbs)

    def at(by: float) -> Matrices:
        return _matrices(twin, path, value + by, settings, held, modes, by * motion)

    K, M, C = nominal = at(0.0)
    shapes, squares = modes.vectors, modes.eigenvalues
    multipliers = [
        np.linalg.lstsq(C.T, square * (M @ shape) - K @ shape, rcond=None)[0]
        for shape, square in zip(shapes.T, squares, strict=True)
    ]
    sizes = np.array(
        [
            np.abs(x) @ np.abs(K) @ np.abs(x) + abs(square) * (np.abs(x) @ np.abs(M) @ np.abs(x))
            for x, square in zip(shapes.T, squares, strict=True)
        ]
    )

    def combine(weights: dict[int, float], step: float, found: dict[int, Matrices]) -> list[Part]:
        slopes = np.zeros(len(modes))
        for j, square in enumerate(squares):
            shape, mu = shapes[:, j], multipliers[j]
            for place, weight in weights.items():
                Kk, Mk, Ck = found[place] if place else nominal
                energy = shape @ (Kk @ shape) - square * (shape @ (Mk @ shape))
                slopes[j] += weight / step * (energy + 2.0 * (mu @ (Ck @ shape)))
        return [Part(slopes, sizes)]

    found = differentiated(path.text, scale, at, combine)[0].slopes
    return np.where(_are_single(modes.eigenvalues), found, np.nan)


def _are_single(values: np.ndarray) -> np.ndarray:
    gaps = np.abs(values[:, None] - values[None, :]) + np.diag(np.full(len(values), np.inf))
    largest = np.maximum(np.abs(values)[:, None], np.abs(values)[None, :])
    return np.asarray((gaps > EQUAL_EIGENVALUES * largest).all(axis=1))


def _matrices(
    twin: Any, path: Path, value: float, settings: Any, held: Any, modes: Any, moved: np.ndarray
) -> Matrices:
    """K, M and C at the state of the modes, with another value of the parameter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path.set(twin, value)
        if twin._model is None:
            twin.Assemble()
        state = {**modes.state, "q": modes.q + moved}
        with twin._locked(), Linearizer(twin._model, twin._data, settings, state, modes.t) as at:
            problem = Problem(at, held)
            return tuple(
                np.array(part if isinstance(part, np.ndarray) else part.toarray())
                for part in (problem.K, problem.M, problem.C)
            )  # type: ignore[return-value]
