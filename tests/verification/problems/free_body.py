"""Dzhanibekov's nut: a free body that turns over again and again about its middle axis."""

from functools import lru_cache

import numpy as np

from tests.verification.bodies_exact import FreeBody, turned
from tests.verification.spatial_models import Output, SpatialModel

from .in_space import change, on_all_nodes, prepared, watched
from .problem import Case, Prepared, Problem, Reading
from .tops import rows_of

NUT = FreeBody()
END, PERIOD = 20.0, 1.0  # s
AXES = np.eye(3)[:, [2, 0, 1]]
"""Columns: the principal axes with the smallest, the middle and the largest moment in the body."""
START = turned(2, 3.05)
"""With this rotation at the start, and these axes, the second angle of Rxyz stays below 0.52."""


def nut(nodes: str) -> SpatialModel:
    """The body at its start."""
    m = SpatialModel(nodes)
    m.body(
        1.0, AXES @ NUT.moments, referenceRotationMatrix=START,
        initialAngularVelocity=START @ AXES @ NUT.spin,
    )  # fmt: skip
    return m


@lru_cache(maxsize=1)
def exact() -> tuple[np.ndarray, np.ndarray]:
    """Angular velocities in body axes and rotation matrices."""
    times = PERIOD * np.arange(1, round(END / PERIOD) + 1)
    return NUT.omega(times) @ AXES.T, NUT.rotations(times, START @ AXES) @ AXES.T


def prepare(case: Case) -> Prepared:
    m = nut(case.nodes)
    sensors = [
        watched(m, m.bodies[0], variable)
        for variable in (Output.RotationMatrix, Output.AngularVelocityLocal)
    ]
    J, w0 = AXES @ NUT.moments, AXES @ NUT.spin
    L0 = START @ (J * w0)

    def reading(times, solution, turns, w):
        A = turns.reshape(-1, 3, 3)
        momentum = np.einsum("kij,kj->ki", A, w * J)
        kept = [
            np.abs(momentum - L0).max() / np.linalg.norm(L0),
            change(0.5 * w**2 @ J, 0.5 * w0**2 @ J),
        ]
        told = "angular momentum and energy to " + ", ".join(f"{x:.0e}" for x in kept)
        spins, poses = exact()
        return Reading(rows_of(turns, w), rows_of(poses, spins), told)

    return prepared(m, case, END, PERIOD, sensors, reading)


DZHANIBEKOV = Problem(
    "dzhanibekov",
    "Dzhanibekov's nut, 20 s",
    "A free body with moments of inertia 1, 2, 3 kg m^2 that turns with 3 rad/s about its middle "
    "axis, and 0.05 rad/s about the others: it turns over every 5.93 s. Exact: angular velocity by "
    "elliptic functions, rotation about the angular momentum by quadrature.",
    "angular velocity and directions of the axes at every second",
    prepare,
    (
        *on_all_nodes(
            Case("GeneralizedAlpha", 1e-3, 3.5),
            Case("RK44", 5e-3, 6.0),
            Case("DOPRI5", 0.1, 7.5, tolerance=1e-12),
        ),
        Case("RK67", 1e-2, 10.5, nodes="LG"),
        Case("DVERK6", 0.1, 10.5, tolerance=1e-13, nodes="LG"),
        Case("VelocityVerlet", 1e-3, 4.5, nodes="LG"),
    ),
)
