"""Simple pendulum (IFToMM A01): a mass of 1 kg on a rod of 1 m, released from (-1, 0) at rest."""

import numpy as np

from tests.verification.models import distance_pendulum

from .problem import Case, Prepared, Problem, Reading

GRAVITY = 9.81  # m/s^2
END = 10.0  # s
PERIOD = 2.36784194757623745  # s
PUBLISHED = {
    1.0: (0.98629175113187532, -0.16501085312554117),
    5.0: (-0.94230543504375734, -0.33475433841400058),
    10.0: (-0.27508746257611686, -0.96141920509912506),
}
"""Exact x, y [m] by time [s]."""


def prepare(case: Case) -> Prepared:
    model = distance_pendulum()
    settings = case.settings(END, record=0.05)

    def read(solution):
        place = np.asarray(solution.coordinates) + [-1.0, 0.0]
        v = np.asarray(solution.velocities)
        energy = np.abs(0.5 * np.sum(v**2, axis=1) + GRAVITY * place[:, 1]).max()
        rows = [int(np.argmin(np.abs(solution.times - time))) for time in PUBLISHED]
        found, exact = place[rows], np.array(list(PUBLISHED.values()))
        # how late the mass is at the end tells by how much each of its periods is too long
        late = (exact[-1] - found[-1]) @ v[-1] / (v[-1] @ v[-1])
        period = PERIOD * abs(late) / END
        return Reading(found, exact, f"energy to {energy:.0e} J, period to {period:.0e} s")

    return Prepared(lambda: model.mbs.SolveDynamic(settings, case.solver_type), read)


PENDULUM = Problem(
    "pendulum",
    "Simple pendulum, 10 s",
    "IFToMM benchmark A01; exact by elliptic functions. It asks for an energy error below 5e-5 J. "
    "Published CPU time: OpenSim 637 ms (i5-4570).",
    "position at 1, 5 and 10 s",
    prepare,
    (
        Case("RK67", 2e-3, 13.0),
        Case("RK44", 2.5e-4, 12.0),
        Case("DVERK6", 0.1, 12.0, tolerance=1e-13),
        Case("DVERK6", 0.1, 8.5, tolerance=1e-10),
        Case("DOPRI5", 0.1, 12.0, tolerance=1e-14),
        Case("DOPRI5", 0.1, 8.0, tolerance=1e-10),
        Case("ODE23", 0.1, 6.5, tolerance=1e-9),
        Case("VelocityVerlet", 1e-4, 6.0),
        Case("GeneralizedAlpha", 1e-4, 5.5),
        Case("GeneralizedAlpha", 1e-4, 5.5, index2=True),
        Case("TrapezoidalIndex2", 1e-4, 5.5),
    ),
)
