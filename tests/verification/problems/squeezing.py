"""Andrews' squeezing mechanism (IFToMM A03, IVP test set)."""

from functools import cache

import numpy as np

from benchmarks import squeezing, squeezing_reference
from linkwork.bench.rounds import own_engine

from .problem import Case, Prepared, Problem, Reading, digits


@cache
def tight_angles() -> np.ndarray:
    """The seven angles at the end, by SciPy on the index-1 form, one a row [rad]."""
    return squeezing_reference.integrate(1e-13)[:, None]


def prepare(case: Case) -> Prepared:
    steps = (
        squeezing.LARGEST_STEPS if case.tolerance else round(squeezing_reference.END / case.step)
    )
    run = squeezing.build(own_engine(), case.solver, steps, case.tolerance)

    def solve():
        run.solve()
        return run.system.solution

    def read(_):
        angles = run.result()[:, None]
        published = digits(angles, squeezing_reference.FINAL[:, None])
        return Reading(angles, tight_angles(), f"{published:.1f} digits of the published values")

    return Prepared(solve, read)


SQUEEZING = Problem(
    "squeezing",
    "Andrews' squeezing mechanism, 0.03 s",
    "IFToMM benchmark A03 and IVP test set. Digits count against an integration of the index-1 "
    "form by SciPy (DOP853, 1e-13); the published values agree with it to 9.5 digits.",
    "the seven angles at 0.03 s, each by itself",
    prepare,
    (
        *(
            Case(solver, 1.5e-3, least, tolerance=tolerance)
            for solver, found in (
                ("DOPRI5", ((1e-4, 4.0), (1e-6, 6.0), (1e-8, 8.0), (1e-10, 10.0), (1e-12, 11.5))),
                ("DVERK6", ((1e-4, 3.0), (1e-6, 5.0), (1e-8, 6.5), (1e-10, 8.5), (1e-12, 10.5))),
            )
            for tolerance, least in found
        ),
        Case("RK67", 3e-6, 12.0, quick=False),
        Case("RK44", 3e-6, 11.5),
        Case("GeneralizedAlpha", 3e-5, 3.4),
        Case("GeneralizedAlpha", 3e-6, 5.4, quick=False),
    ),
)
