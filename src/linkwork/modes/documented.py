"""ComputeODE2Eigenvalues: eigenvalues and vectors in the documented form."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError, warn
from linkwork.modes.damped import damped
from linkwork.modes.linearizer import Linearizer
from linkwork.modes.problem import Problem
from linkwork.modes.undamped import undamped

TWO_PI = 2.0 * np.pi


def checked_coordinates(values: Any, n: int) -> list[int]:
    """Coordinates that are held, as numbers from 0 to n - 1."""
    try:
        found = [values] if isinstance(values, (int, np.integer)) else list(values)
    except TypeError:
        found = [None]
    for value in found:
        is_index = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
        if not is_index or not 0 <= value < n:
            raise ParameterError(
                f"constrainedCoordinates must be numbers of ODE2 coordinates from 0 to {n - 1}, "
                f"got {value!r}"
            )
    return [int(value) for value in found]


def checked_count(value: Any, name: str = "numberOfEigenvalues") -> int:
    """A number of eigenvalues, 0: all."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
        raise ParameterError(f"{name} must be a whole number >= 0 (0: all), got {value!r}")
    return int(value)


def undamped_list(
    problem: Problem, count: int, sparse: bool, frequencies: bool, absolute: bool
) -> list[np.ndarray]:
    """[omega^2 or frequencies in Hz, shapes], ascending."""
    values, vectors = undamped(problem, count, sparse)
    unstable = np.count_nonzero(values.real < 0.0)
    if unstable or np.iscomplexobj(values):
        kind = "negative" if not np.iscomplexobj(values) else "negative or complex"
        hidden = "; absolute values are returned (useAbsoluteValues)" if absolute else ""
        number = unstable or int(np.count_nonzero(values.imag))
        warn(
            f"{number} of {len(values)} eigenvalues omega^2 are {kind}, the lowest is "
            f"{values[values.real.argmin()]:.6g}: the state is unstable{hidden}"
        )
    for note in problem.notes:
        warn(f"ComputeODE2Eigenvalues: {note}")
    if absolute:
        values = np.abs(values)
        if (np.diff(values) < 0.0).any():
            order = np.argsort(values, kind="stable")
            values, vectors = values[order], vectors[:, order]
    if frequencies:
        # without absolute values: for omega^2 < 0 the growth rate, with a minus sign
        values = np.sign(values.real) * np.sqrt(np.abs(values)) / TWO_PI
    return [values, vectors]


def damped_list(problem: Problem, count: int, sparse: bool, absolute: bool) -> list[np.ndarray]:
    """[s or |s|, shapes], nearest to zero first.

    Shapes of systems without constraints are those of the state: coordinates, then velocities.
    """
    found = damped(problem, count, sparse)
    values, vectors = found.values, found.vectors
    for note in problem.notes:
        warn(f"ComputeODE2Eigenvalues: {note}")
    if not len(problem.rows):
        vectors = np.concatenate([vectors, vectors * values])
        size = np.linalg.norm(vectors, axis=0)
        vectors = vectors / np.where(size > 0.0, size, 1.0)
    return [np.abs(values) if absolute else values, vectors]


def eigenvalues_of(at: Linearizer, **given: Any) -> list[np.ndarray]:
    """[eigenvalues, eigenvectors] by the arguments of ComputeODE2Eigenvalues."""
    is_complex, frequencies = given["computeComplexEigenvalues"], given["convert2Frequencies"]
    if is_complex and frequencies:
        raise ParameterError(
            "ComputeODE2Eigenvalues: complex eigenvalues are not converted; set "
            "convert2Frequencies=False, the frequency is abs(s.imag)/(2 pi), or use ComputeModes"
        )
    count = checked_count(given["numberOfEigenvalues"])
    held = checked_coordinates(given["constrainedCoordinates"], at.n)
    problem = Problem(
        at, held, not given["ignoreAlgebraicEquations"], given["singularValuesTolerance"]
    )
    if not at.n:
        return [np.zeros(0), np.zeros((0, 0))]
    if at.n_ode1:
        problem.notes.append(
            "first-order coordinates are left out; ComputeModes(damped=True) includes them"
        )
    sparse, absolute = given["useSparseSolver"], given["useAbsoluteValues"]
    if is_complex:
        return damped_list(problem, count, sparse, absolute)
    return undamped_list(problem, count, sparse, frequencies, absolute)
