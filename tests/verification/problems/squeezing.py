"""Andrews' squeezing mechanism (IFToMM A03, IVP test set)."""

import numpy as np

from benchmarks import squeezing, squeezing_reference
from linkwork.bench.rounds import own_engine

from .problem import Case, Prepared, Problem, Reading, digits

NEIGHBORS = 8
"""Number of other runs where rounding decides."""


def prepare(case: Case) -> Prepared:
    steps = (
        squeezing.LARGEST_STEPS if case.tolerance else round(squeezing_reference.END / case.step)
    )
    torque = squeezing_reference.TORQUE
    torque += case.units * np.spacing(torque)
    run = squeezing.build(own_engine(), case.solver, steps, case.tolerance, torque)

    def solve():
        run.solve()
        return run.system.solution

    def read(_):
        angles = run.result()[:, None]
        exact = squeezing_reference.EXACT[:, None]
        published = digits(angles, squeezing_reference.FINAL[:, None])
        return Reading(angles, exact, f"{published:.1f} digits of the published values")

    return Prepared(solve, read)


SQUEEZING = Problem(
    "squeezing",
    "Andrews' squeezing mechanism, 0.03 s",
    "IFToMM benchmark A03 and IVP test set. Digits count against an integration of the index-1 "
    "form in numbers of 64-bit mantissas; the published values agree with it to 9.5 digits. Of "
    f"DOPRI5 from 1e-10 on and RK44, digits are those of the root mean square error of "
    f"{1 + NEIGHBORS} runs whose torques differ by units of rounding, which decides their errors.",
    "the seven angles at 0.03 s, each by itself",
    prepare,
    (
        *(
            Case(solver, 1.5e-3, least, tolerance=tolerance, neighbors=neighbors)
            for solver, found in (
                ("DOPRI5", ((1e-4, 4.0, 0), (1e-6, 6.0, 0), (1e-8, 8.0, 0))),
                ("DOPRI5", ((1e-10, 10.0, NEIGHBORS), (1e-12, 11.0, NEIGHBORS))),
                ("DVERK6", ((1e-4, 3.0, 0), (1e-6, 5.0, 0), (1e-8, 6.5, 0), (1e-10, 8.5, 0))),
                ("DVERK6", ((1e-12, 10.5, 0),)),
            )
            for tolerance, least, neighbors in found
        ),
        Case("RK67", 3e-6, 12.0, quick=False),
        Case("RK44", 3e-6, 11.0, neighbors=NEIGHBORS),
        Case("GeneralizedAlpha", 3e-5, 3.4),
        Case("GeneralizedAlpha", 3e-6, 5.4, quick=False),
    ),
)
