"""N four-bar linkages (IFToMM A02) on the parallelogram branch, through singular positions."""

from functools import partial

import numpy as np

from tests.verification.four_bars import PUBLISHED, exact, four_bars

from .problem import Case, Prepared, Problem, Reading

END = 10.0  # s


def prepare(loops: int, case: Case) -> Prepared:
    _container, mbs, sensor = four_bars(loops)
    settings = case.settings(END, record=1.0)
    settings.solutionSettings.sensorsWritePeriod = 1.0

    def read(_):
        times, x, y = np.asarray(mbs.GetSensorStoredData(sensor)).T[:3]
        places = np.column_stack([x, y])
        expected = exact(times, loops)[:2].T
        if loops == 2:
            for time, values in PUBLISHED.items():
                expected[int(np.argmin(np.abs(times - time)))] = values[:2]
        return Reading(places, expected)

    return Prepared(lambda: mbs.SolveDynamic(settings, case.solver_type), read)


def _problem(loops: int, what: str, cases: tuple[Case, ...]) -> Problem:
    return Problem(
        f"four-bars-{loops}",
        f"{loops} four-bar linkages, 10 s",
        "IFToMM benchmark A02; all bars are in line twice in a turn, where the degree of freedom "
        f"jumps from 1 to {loops + 1}. " + what,
        "position of B0 at every second",
        partial(prepare, loops),
        cases,
    )


FOUR_BARS = (
    _problem(
        2,
        "Published values at 1 s and 10 s, elliptic functions between.",
        (
            Case("RK67", 1e-3, 12.0, quick=False),
            Case("RK67", 5e-3, 10.5),
            Case("RK44", 1e-3, 9.5),
            Case("DVERK6", 0.1, 8.0, tolerance=1e-11),
            Case("DOPRI5", 0.1, 7.5, tolerance=1e-10),
            Case("GeneralizedAlpha", 1e-3, 3.5),
            Case("GeneralizedAlpha", 1e-3, 3.5, index2=True),
            Case("TrapezoidalIndex2", 1e-3, 3.5),
        ),
    ),
    _problem(
        20,
        "The parallelogram branch is exact in elliptic functions for any number.",
        (
            Case("RK67", 1e-3, 11.5, quick=False),
            Case("RK67", 5e-3, 10.5, quick=False),
            Case("RK44", 5e-3, 6.5),
            Case("DVERK6", 0.1, 7.5, tolerance=1e-11),
            Case("GeneralizedAlpha", 1e-3, 3.5, quick=False),
        ),
    ),
)
