"""Heavy tops on a spherical joint: Lagrange's and Kovalevskaya's."""

from functools import lru_cache

import numpy as np

from tests.verification.bodies_exact import GRAVITY, Kovalevskaya, LagrangeTop, turned
from tests.verification.spatial_models import DOWN, Output, SpatialModel

from .in_space import change, on_all_nodes, prepared, watched
from .problem import Case, Prepared, Problem, Reading

LAGRANGE, KOVALEVSKAYA = LagrangeTop(), Kovalevskaya()
LAGRANGE_END, KOVALEVSKAYA_END, PERIOD = 5.0, 10.0, 0.5  # s


def rows_of(turns: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Directions of the axes of the body, and its angular velocity, one vector a row."""
    return np.concatenate([*turns.reshape(-1, 3, 3).transpose(2, 0, 1), w])


def lagrange_top(nodes: str) -> SpatialModel:
    """A top of 1 kg whose center of mass is at a distance of 0.3 m."""
    top, m = LAGRANGE, SpatialModel(nodes)
    lever = top.weight / GRAVITY
    across = top.across - lever**2
    A = turned(1, top.tilt)
    body = m.body(
        1.0, [across, across, top.along], [0, 0, lever], referenceRotationMatrix=A,
        initialAngularVelocity=top.spin * A[:, 2], gravity=DOWN,
    )  # fmt: skip
    m.mbs.CreateSphericalJoint(bodyNumbers=[m.ground, body], position=[0, 0, 0])
    return m


@lru_cache(maxsize=1)
def lagrange_axes() -> np.ndarray:
    """Exact directions of the axis at the recorded times."""
    return LAGRANGE.axes(PERIOD * np.arange(1, round(LAGRANGE_END / PERIOD) + 1))


def prepare_lagrange(case: Case) -> Prepared:
    m, top = lagrange_top(case.nodes), LAGRANGE
    sensors = [
        watched(m, m.bodies[0], variable)
        for variable in (Output.RotationMatrix, Output.AngularVelocityLocal)
    ]
    J = np.array([top.across, top.across, top.along])
    energy = 0.5 * top.along * top.spin**2 + top.weight * np.cos(top.tilt)
    upward = top.along * top.spin * np.cos(top.tilt)

    def reading(times, solution, turns, w):
        A = turns.reshape(-1, 3, 3)
        kept = [
            change(0.5 * w**2 @ J + top.weight * A[:, 2, 2], energy),
            change(np.einsum("ij,ij->i", A[:, 2], w * J), upward),
            change(w[:, 2], top.spin),
        ]
        told = "energy, vertical momentum and spin to " + ", ".join(f"{x:.0e}" for x in kept)
        return Reading(A[:, :, 2], lagrange_axes(), told)

    return prepared(m, case, LAGRANGE_END, PERIOD, sensors, reading)


def kovalevskaya_top(nodes: str) -> SpatialModel:
    """A top of 2 kg whose center of mass is at a distance of 0.3 m."""
    top, m = KOVALEVSKAYA, SpatialModel(nodes)
    lever = top.weight / (2.0 * GRAVITY)
    body = m.body(
        2.0, top.moments - [0.0, 2.0 * lever**2, 2.0 * lever**2], [lever, 0, 0],
        initialAngularVelocity=top.spin, gravity=DOWN,
    )  # fmt: skip
    m.mbs.CreateSphericalJoint(bodyNumbers=[m.ground, body], position=[0, 0, 0])
    return m


@lru_cache(maxsize=1)
def kovalevskaya_states() -> np.ndarray:
    """The motion at the recorded times by DOP853."""
    times = PERIOD * np.arange(0, round(KOVALEVSKAYA_END / PERIOD) + 1)
    return KOVALEVSKAYA.states(times)[1:]


def prepare_kovalevskaya(case: Case) -> Prepared:
    m, top = kovalevskaya_top(case.nodes), KOVALEVSKAYA
    sensors = [
        watched(m, m.bodies[0], variable)
        for variable in (Output.RotationMatrix, Output.AngularVelocityLocal)
    ]
    start = top.invariants(np.eye(3)[None], np.array([top.spin]))[0]

    def reading(times, solution, turns, w):
        found = top.invariants(turns.reshape(-1, 3, 3), w)
        kept = [change(*pair) for pair in zip(found.T, start, strict=True)]
        told = "energy, vertical momentum and her integral to " + ", ".join(
            f"{x:.0e}" for x in kept
        )
        exact = kovalevskaya_states()
        return Reading(rows_of(turns, w), rows_of(exact[:, :9], exact[:, 9:]), told)

    return prepared(m, case, KOVALEVSKAYA_END, PERIOD, sensors, reading)


TOPS = (
    Problem(
        "lagrange-top",
        "Lagrange's top, 5 s",
        "A symmetric top whose axis is released at rest at 0.7 rad, spin 60 rad/s: it nutates "
        "between cusps with a period of 0.836 s. Exact: its height by elliptic functions, its "
        "precession by quadrature.",
        "direction of the axis every 0.5 s",
        prepare_lagrange,
        (
            *on_all_nodes(
                Case("GeneralizedAlpha", 2e-4, 2.5),
                Case("RK44", 5e-4, 5.5),
                Case("DOPRI5", 0.1, 7.5, tolerance=1e-10),
            ),
            Case("RK67", 5e-4, 10.0, nodes="LG"),
            Case("DVERK6", 0.1, 11.0, tolerance=1e-13, nodes="LG"),
            Case("GeneralizedAlpha", 2e-4, 2.5, index2=True, nodes="LG"),
            Case("TrapezoidalIndex2", 2e-4, 2.5, nodes="LG"),
            Case("VelocityVerlet", 2e-4, 2.0, nodes="LG"),
        ),
    ),
    Problem(
        "kovalevskaya-top",
        "Kovalevskaya's top, 10 s",
        "Moments of inertia 1, 1, 0.5 kg m^2, center of mass in the plane of the equal ones. "
        "Reference: SciPy (DOP853, 1e-13) on Euler's equations, whose invariants, among them "
        "Kovalevskaya's, are constant to 2e-13.",
        "directions of the axes of the body and its angular velocity every 0.5 s",
        prepare_kovalevskaya,
        (
            *on_all_nodes(
                Case("GeneralizedAlpha", 1e-3, 1.0),
                Case("RK44", 2e-3, 3.5),
                Case("DOPRI5", 0.1, 6.0, tolerance=1e-10),
            ),
            Case("RK67", 2e-3, 10.0, nodes="LG"),
            Case("DVERK6", 0.1, 9.5, tolerance=1e-13, nodes="LG"),
        ),
    ),
)
