"""A small flexible body for tests: five mesh nodes with masses between them, and two modes."""

from typing import Any

import numpy as np

from linkwork.core.enums import OutputVariableType
from linkwork.fem import FEMinterface, ObjectFFRFreducedOrderInterface

PLACES = np.array(
    [
        [0.25, -0.5, 0.125],
        [-0.375, 0.25, 0.5],
        [0.5, 0.375, -0.25],
        [-0.25, -0.125, -0.375],
        [0.125, 0.5, 0.25],
    ]
)

MASSES = np.diag([2.0, 1.5, 1.0, 1.75, 1.25]) + 0.125 * (np.ones((5, 5)) - np.eye(5))
"""Coupled masses of the nodes, which act equally in all directions [kg]."""


def model(modes: int = 2) -> FEMinterface:
    """The mesh with modes that are smooth functions of the place."""
    fem = FEMinterface()
    links = np.ones((5, 5)) - 5.0 * np.eye(5)
    triangles = [[0, 1, 2], [0, 2, 3], [1, 2, 4]]
    fem.SetMatrices(
        PLACES, np.kron(MASSES, np.eye(3)), np.kron(-20.0 * links, np.eye(3)), triangles
    )
    x, y, z = PLACES.T
    shapes = [
        (0.5 * y * z, 0.75 * x, 0.25 + x * y),
        (0.25 * z, x * x - 0.125, 0.5 * x * z),
        (y * y, 0.25 * z, -0.375 * x),
    ]
    found = np.array([np.column_stack(shape).ravel() for shape in shapes[:modes]]).T
    fem.modeBasis = {"matrix": found, "type": "test"}
    count = 5 * 6 * modes
    stresses = np.cos(np.arange(count)).reshape(5, 6 * modes)
    fem.postProcessingModes = {
        "matrix": stresses, "outputVariableType": OutputVariableType.StressLocal
    }  # fmt: skip
    return fem


def values(modes: int = 2) -> dict[str, Any]:
    """Parameters of an ObjectFFRFreducedOrder, without its nodes."""
    reduced = ObjectFFRFreducedOrderInterface(model(modes))
    n = modes
    return dict(
        **reduced.parts,
        dampingMatrixReduced=0.25 * np.eye(n) + 0.0625 * np.arange(n * n).reshape(n, n),
        forceUserFunction=0,
        massMatrixUserFunction=0,
        computeFFRFterms=True,
        outputVariableModeBasis=reduced.recovered["matrix"],
        outputVariableTypeModeBasis=OutputVariableType.StressLocal,
        objectIsInitialized=False,
        physicsCenterOfMassTilde=np.zeros((3, 3)),
        tempUserFunctionForce=[],
    )


def force_law(mbs, t, itemNumber, q, q_t):
    """Forces that are not linear in anything they are given."""
    f = 0.0 * q
    f[0] = q[7] * q[4] - 0.5 * q_t[0] * abs(q_t[0]) + t
    f[4] = 0.25 * q[8] ** 2 - q_t[8]
    f[7] = -3.0 * q[7] ** 3 - 0.5 * q_t[7] * (1.0 + q[0] ** 2)
    f[8] = q[7] * q[8] - 0.25 * q_t[4]
    return f


def mass_law(mbs, t, itemNumber, q, q_t):
    """A mass matrix that changes with the modes."""
    M = np.zeros((9, 9))
    M[0, 0] = 0.5 + q[7] ** 2
    M[7, 7] = 1.0 + 0.5 * q[8] ** 2
    M[0, 7] = M[7, 0] = 0.125 * q[8]
    return M
