"""Bricard's mechanism (IFToMM A04): six revolute joints, one of whose equations is redundant."""

import warnings

import numpy as np

from linkwork.utilities import ComputeOrthonormalBasis, InertiaRodX
from tests.verification.bodies_exact import GRAVITY
from tests.verification.loops_exact import Bricard
from tests.verification.spatial_models import Output, SpatialModel

from .in_space import energy_error, on_all_nodes, prepared, watched
from .problem import Case, Prepared, Problem, Reading

END = 10.0  # s


def mechanism(nodes: str) -> SpatialModel:
    """Five rods along edges of a cube; body k goes from corner k to the next."""
    m = SpatialModel(nodes)
    inertia = InertiaRodX(Bricard.MASS, 1.0)
    for corner, link in zip(Bricard.CORNERS[:5], Bricard.LINKS[:5], strict=True):
        m.solid(
            inertia, referencePosition=corner + 0.5 * link, gravity=[0, -GRAVITY, 0],
            referenceRotationMatrix=ComputeOrthonormalBasis(link),
        )  # fmt: skip
    links = [m.ground, *m.bodies, m.ground]
    for k, (corner, axis) in enumerate(zip(Bricard.CORNERS, Bricard.AXES, strict=True)):
        m.mbs.CreateRevoluteJoint(bodyNumbers=links[k : k + 2], position=corner, axis=axis)
    return m


def prepare(case: Case) -> Prepared:
    m = mechanism(case.nodes)
    sensor = watched(m, m.bodies[2], Output.Position, [0.5, 0, 0])

    def reading(times, solution, places):
        angles = Bricard.angles(END, len(times))[1:]
        exact = np.array([Bricard.corner(3, x, y) for x, y, _ in angles])
        return Reading(places, exact, f"energy to {energy_error(solution):.0e} J")

    solve, read = prepared(m, case, END, 1.0, [sensor], reading)

    def solve_quietly():
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*cannot be satisfied independently")
            return solve()

    return Prepared(solve_quietly, read)


BRICARD = Problem(
    "bricard",
    "Bricard's mechanism, 10 s",
    "After IFToMM benchmark A04: five rods of 1 kg and 1 m along edges of a cube, six revolute "
    "joints; 30 equations for 30 degrees of freedom, one redundant, so that it moves. The rods are "
    "slender: no inertia about their own axes. Reference: SciPy (DOP853, 1e-13) on the equation of "
    "its single freedom.",
    "position of the corner opposite to the ground at every second",
    prepare,
    (
        *on_all_nodes(Case("GeneralizedAlpha", 1e-3, 4.5)),
        Case("GeneralizedAlpha", 1e-4, 6.5, nodes="LG", quick=False),
        Case("RK44", 2e-2, 6.0, nodes="LG"),
        Case("RK44", 5e-3, 8.5, nodes="LG", quick=False),
        Case("DOPRI5", 0.1, 9.0, tolerance=1e-10, nodes="LG", quick=False),
    ),
)
