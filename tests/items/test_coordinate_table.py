"""LoadCoordinateTable: interpolation, ends, changes and refusals."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.math.tables import piece_of

Out = exu.OutputVariableType


def driven_mass(times, values, factor=1.0, mass=2.0):
    """A mass on a line with a table of forces; (mbs, node, load)."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Node1D())
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=mass))
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    load = mbs.AddLoad(
        LoadCoordinateTable(markerNumber=marker, times=times, values=values, factor=factor)
    )
    return mbs, node, load


def run(mbs, steps=8, end=2.0, solver=exu.DynamicSolverType.RK44):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    settings.solutionSettings.solutionWritePeriod = end / steps
    return mbs.SolveDynamic(settings, solver)


def test_velocity_is_the_integral_of_the_table():
    """Polygon 0, 4, -2 at 0, 1, 2 s with factor 3 on 2 kg: RK44 integrates its pieces exactly."""
    mbs, _, _ = driven_mass([0.0, 1.0, 2.0], [0.0, 4.0, -2.0], factor=3.0)
    solution = run(mbs)
    assert solution.velocities[4, 0] == pytest.approx(3.0 * 2.0 / 2.0, rel=1e-14)
    assert solution.velocities[-1, 0] == pytest.approx(3.0 * (2.0 + 1.0) / 2.0, rel=1e-14)
    assert solution.accelerations[2, 0] == pytest.approx(3.0 * 2.0 / 2.0, rel=1e-14)


@pytest.mark.parametrize("times", [[0.5, 1.0, 1.5], [0.5, 0.6, 0.61, 1.4, 1.5]])
def test_values_are_those_of_numpy(times):
    """Evenly and unevenly spread, inside, at points and beyond both ends."""
    values = np.cos(np.arange(len(times)) * 2.0)
    mbs, _, load = driven_mass(times, values, factor=-2.0)
    mbs.Assemble()
    for t in [0.0, 0.5, 0.55, 0.6, 0.605, 0.61, 0.7, 1.0, 1.2, 1.4999, 1.5, 3.0]:
        mbs.systemData.SetTime(t)
        expected = -2.0 * np.interp(t, times, values)
        assert mbs.GetLoadValues(load) == pytest.approx(expected, rel=1e-13, abs=1e-15)


def test_uneven_times_are_found_by_bisection():
    times = np.sort(np.random.default_rng(1).random(40)) ** 3
    for t in np.linspace(times[0], times[-1], 101)[1:-1]:
        k = piece_of(0, 40, t, times)
        assert times[k] <= t < times[k + 1]


def test_other_values_act_in_the_next_run_without_a_new_model():
    mbs, _, load = driven_mass([0.0, 1.0], [2.0, 2.0])
    first = run(mbs).velocities[-1, 0]
    model = mbs._model
    mbs.SetLoadParameter(load, "values", [6.0, 6.0])
    mbs.SetLoadParameter(load, "factor", 0.5)
    assert run(mbs).velocities[-1, 0] == pytest.approx(1.5 * first, rel=1e-14)
    assert mbs._model is model


@pytest.mark.parametrize(
    "values, text",
    [
        (
            dict(times=[0.0, 0.0], values=[1.0, 1.0]),
            "times must strictly increase, got 0.0 s after",
        ),
        (dict(times=[], values=[]), "times must have at least one entry"),
    ],
)
def test_bad_tables_are_refused_at_assembly(values, text):
    mbs, _, _ = driven_mass(**values)
    with pytest.raises(exu.ParameterError, match=text):
        mbs.Assemble()


def test_values_must_fit_the_times():
    mbs, _, load = driven_mass([0.0, 1.0], [2.0, 2.0])
    mbs.Assemble()
    with pytest.raises(exu.ParameterError, match="values must have one entry for each of the 2"):
        mbs.SetLoadParameter(load, "values", [1.0, 2.0, 3.0])
    assert run(mbs).velocities[-1, 0] == pytest.approx(2.0)
