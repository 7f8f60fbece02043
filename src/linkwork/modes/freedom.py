"""Degrees of freedom of a system: independent coordinates, and redundant constraints."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.modes.linearizer import Linearizer
from linkwork.modes.problem import Problem

MANY_VALUES = 3000
"""Equations up to which singular values are computed."""


def freedom_of(at: Linearizer, threshold: float, verbose: bool, values: bool) -> dict[str, Any]:
    """The dictionary of ComputeSystemDegreeOfFreedom; verbose prints it."""
    problem = Problem(at, threshold=threshold)
    redundant = problem.rows[problem.dependent].tolist()
    names = [at.constraint_name(row) for row in redundant]
    found = dict(
        degreeOfFreedom=problem.freedom,
        redundantConstraints=len(redundant),
        nODE2=at.n,
        nODE1=at.n_ode1,
        nAE=at.m,
        nPureAE=int(np.count_nonzero(at.pure)),
        redundantConstraintNames=names,
    )
    if verbose:
        lines = [
            ("ODE2 coordinates", found["nODE2"]),
            ("total constraints", found["nAE"]),
            ("redundant constraints", found["redundantConstraints"]),
            ("pure algebraic constraints", found["nPureAE"]),
            ("degree of freedom", found["degreeOfFreedom"]),
        ]
        if values and 0 < problem.C.shape[0] <= MANY_VALUES:
            C = problem.C if problem.is_full else problem.C.toarray()
            sizes = np.linalg.svd(C, compute_uv=False)
            print(f"singular values of the constraint Jacobian = {sizes}")
        for text, number in lines:
            print(f"{text:<26}= {number}")
        for name in names:
            print(f"redundant: {name}")
    return found
