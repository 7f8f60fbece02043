"""Two four-bar linkages run through their singular positions on the parallelogram branch.

Twice in a turn all bars are in line, where the gradients of the joints depend on each other and
every loop could also fold.
"""

import numpy as np
import pytest

import linkwork as exu
from tests.verification.four_bars import PUBLISHED, exact, four_bars

END = 10.0  # s


def errors(solver, steps, index2=False, tolerance=1e-8, period=0.01):
    """Distances of B0 from its exact place, at all recorded times [m]."""
    _container, mbs, sensor = four_bars()
    settings = exu.SimulationSettings()
    integration = settings.timeIntegration
    integration.endTime, integration.numberOfSteps, integration.verboseMode = END, steps, 0
    integration.generalizedAlpha.spectralRadius = 0.9
    integration.generalizedAlpha.useIndex2Constraints = index2
    integration.absoluteTolerance = integration.relativeTolerance = tolerance
    settings.solutionSettings.sensorsWritePeriod = period
    mbs.SolveDynamic(settings, solverType=getattr(exu.DynamicSolverType, solver))
    times, *places = np.asarray(mbs.GetSensorStoredData(sensor)).T[:3]
    assert times[-1] == pytest.approx(END, abs=1e-9)
    return np.hypot(*(np.array(places) - exact(times)[:2]))


def test_the_reference_has_the_published_values():
    assert exact(list(PUBLISHED)).T == pytest.approx(np.array(list(PUBLISHED.values())), abs=1e-10)


@pytest.mark.parametrize("index2", [False, True])
def test_generalized_alpha_stays_on_the_branch(index2):
    coarse, middle, fine = (
        errors("GeneralizedAlpha", steps, index2).max() for steps in (7_500, 10_700, 15_000)
    )
    assert fine < middle < coarse < 1e-3
    assert 3.6 < coarse / fine < 5.4  # order 2


def test_runge_kutta_stays_on_the_branch():
    coarse, middle, fine = (errors("RK44", steps).max() for steps in (1_500, 2_100, 3_000))
    assert fine < middle < coarse < 1e-6
    assert 14.0 < coarse / fine < 24.0  # order 4


@pytest.mark.parametrize("solver", ["DOPRI5", "DVERK6"])
@pytest.mark.parametrize("tolerance, allowed", [(1e-6, 1e-3), (1e-8, 2e-5), (1e-10, 1e-6)])
def test_error_control_stays_on_the_branch(solver, tolerance, allowed):
    assert errors(solver, 10, tolerance=tolerance, period=1.0).max() < allowed
