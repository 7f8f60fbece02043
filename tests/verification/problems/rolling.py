"""A tilted disc that rolls on a circle without slipping."""

import numpy as np

from tests.verification.rolling_models import Circle, disc
from tests.verification.spatial_models import Output

from .in_space import energy_error, on_all_nodes, prepared, watched
from .problem import Case, Prepared, Problem, Reading

CIRCLE = Circle()
END = 10.0  # s


def prepare(case: Case) -> Prepared:
    m, _ = disc(case.nodes, CIRCLE)
    sensors = [watched(m, m.bodies[0], v) for v in (Output.Position, Output.AngularVelocity)]

    def reading(times, solution, places, spins):
        exact = np.array([CIRCLE.at(t) for t in times])
        turns = CIRCLE.rate * times
        c, s = np.cos(turns), np.sin(turns)
        x, y, z = CIRCLE.spin
        spin = np.column_stack([c * x - s * y, s * x + c * y, np.full_like(c, z)])
        radius = np.abs(np.hypot(places[:, 0], places[:, 1]) - CIRCLE.way).max()
        told = f"radius to {radius:.0e} m, energy to {energy_error(solution):.0e} J"
        return Reading(np.concatenate([places, spins]), np.concatenate([exact, spin]), told)

    return prepared(m, case, END, 1.0, sensors, reading)


ROLLING = Problem(
    "rolling-disc",
    "Disc on its steady circle, 10 s",
    "A disc of 3 kg and radius 0.2 m, tilted by 0.47 rad, rolls without slipping on a circle of "
    "0.7 m. Exact: constant tilt.",
    "position of the center and angular velocity at every second",
    prepare,
    (
        *on_all_nodes(
            Case("GeneralizedAlpha", 1e-3, 4.0),
            Case("RK44", 2e-3, 7.5),
            Case("DOPRI5", 0.1, 8.0, tolerance=1e-10),
        ),
        Case("RK67", 5e-3, 10.0, nodes="LG"),
        Case("TrapezoidalIndex2", 1e-3, 4.0, nodes="LG"),
    ),
)
