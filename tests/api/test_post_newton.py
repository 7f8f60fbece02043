"""The function after Newton's method: data that switch, steps that are solved again."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

pytestmark = pytest.mark.processors

STIFFNESS, MASS, GRAVITY, HEIGHT = 2.0e4, 2.0, 9.81, 0.05


def falling_mass():
    """A mass above a spring that acts while a data coordinate says that it touches it."""
    mbs = exu.SystemContainer().AddSystem()
    data = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=1))
    node = mbs.AddNode(Node1D(initialCoordinates=[HEIGHT]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=MASS))
    ground = mbs.AddNode(NodePointGround())
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (ground, node)]
    mbs.AddLoad(LoadCoordinate(markerNumber=ends[1], load=-MASS * GRAVITY))

    def law(mbs, t, itemNumber, u, w, k, d, offset):
        return k * u if mbs.systemData.GetDataCoordinates()[0] else 0.0

    mbs.AddObject(
        CoordinateSpringDamper(markerNumbers=ends, stiffness=STIFFNESS, springForceUserFunction=law)
    )
    mbs.Assemble()
    assert data == 0
    return mbs


def touches(asked, recommends=-1.0):
    """The function that switches the contact; it notes what it was asked."""

    def post_newton(mbs, t):
        x = mbs.systemData.GetODE2Coordinates()[0]
        (touched,) = mbs.systemData.GetDataCoordinates()
        start = mbs.systemData.GetDataCoordinates(exu.ConfigurationType.StartOfStep)
        asked.append((t, x, touched, start[0]))
        if (x < 0.0) == bool(touched):
            return [0.0, -1.0]
        mbs.systemData.SetDataCoordinates([float(x < 0.0)])
        return [abs(STIFFNESS * x), recommends]

    return post_newton


def settings(steps, end=0.3):
    made = exu.SimulationSettings()
    made.timeIntegration.endTime, made.timeIntegration.numberOfSteps = end, steps
    made.timeIntegration.newton.relativeTolerance = 1e-10
    made.solutionSettings.solutionWritePeriod = end / steps
    return made


def bounce(t):
    """Height of the mass, by the closed form of free fall and half an oscillation."""
    fall = math.sqrt(2.0 * HEIGHT / GRAVITY)
    speed, omega = GRAVITY * fall, math.sqrt(STIFFNESS / MASS)
    rest = GRAVITY / omega**2
    phase = math.atan2(rest, speed / omega)
    contact = (math.pi + 2.0 * phase) / omega
    if t < fall:
        return HEIGHT - 0.5 * GRAVITY * t * t
    if t < fall + contact:
        s = t - fall
        return -rest + rest * math.cos(omega * s) - speed / omega * math.sin(omega * s)
    s = t - fall - contact
    return speed * s - 0.5 * GRAVITY * s * s


def test_contact_of_a_user_bounces_like_the_closed_form():
    """Contact begins and ends within a step: the order of the error is 1."""
    errors = []
    for steps in (1500, 3000, 6000):
        mbs, asked = falling_mass(), []
        mbs.SetPostNewtonUserFunction(touches(asked))
        found = mbs.SolveDynamic(settings(steps))
        exact = np.array([bounce(t) for t in found.times])
        errors.append(np.abs(found.coordinates[:, 0] - exact).max())
        # two switches, each of which lets its step be solved twice, and the second is accepted
        assert len(asked) == steps + 2
        assert found.statistics.disagreed == 0
        switched = [each for each in asked if each[2] != each[3]]
        assert len(switched) == 2
    assert errors[0] < 2e-3 and errors[2] < 0.35 * errors[0]


def test_recorded_data_belong_to_the_recorded_state():
    mbs, asked = falling_mass(), []
    mbs.SetPostNewtonUserFunction(touches(asked))
    found = mbs.SolveDynamic(settings(1500))
    assert np.array_equal(found.data_coordinates[:, 0] != 0.0, found.coordinates[:, 0] < 0.0)
    assert 20 < np.count_nonzero(found.data_coordinates) < 1000


def test_a_recommended_step_is_taken_with_the_data_of_its_start():
    mbs, asked = falling_mass(), []
    mbs.SetPostNewtonUserFunction(touches(asked, recommends=1e-5))
    chosen = settings(300)
    found = mbs.SolveDynamic(chosen)
    assert found.statistics.rejected >= 2 and found.statistics.steps > 300
    first = next(k for k, each in enumerate(asked) if each[1] < 0.0)
    assert asked[first + 1][0] < asked[first][0] and asked[first + 1][2] == 0.0
    coarse = falling_mass()
    coarse.SetPostNewtonUserFunction(touches([], recommends=1e-5))
    chosen.timeIntegration.discontinuous.useRecommendedStepSize = False
    assert coarse.SolveDynamic(chosen).statistics.rejected == 0


def never(mbs, t):
    """Switches for ever."""
    (touched,) = mbs.systemData.GetDataCoordinates()
    mbs.systemData.SetDataCoordinates([1.0 - touched])
    return [1e3, -1.0]


def test_steps_without_agreement_are_counted_or_given_up():
    """Accepted steps keep the data that they were solved with."""
    mbs = falling_mass()
    mbs.SetPostNewtonUserFunction(never)
    chosen = settings(10, end=0.01)
    with pytest.warns(UserWarning, match="10 steps were accepted although items switched"):
        found = mbs.SolveDynamic(chosen)
    assert found.statistics.disagreed == 10
    assert set(found.data_coordinates[1:, 0]) <= {0.0, 1.0}
    chosen.timeIntegration.discontinuous.ignoreMaxIterations = False
    with pytest.raises(exu.SolverError, match="did not converge"):
        mbs.SolveDynamic(chosen)
    assert mbs.systemData.GetDataCoordinates() == [0.0]


def test_small_errors_are_accepted():
    """Relative to the typical load: 1e-3 of it for a tolerance of 1."""
    calls = []

    def slightly(mbs, t):
        calls.append(t)
        return [0.5e-3 * MASS * GRAVITY, -1.0]

    mbs = falling_mass()
    mbs.SetPostNewtonUserFunction(slightly)
    chosen = settings(10, end=0.01)
    mbs.SolveDynamic(chosen)
    assert len(calls) == 10
    chosen.timeIntegration.discontinuous.iterationTolerance = 0.1
    with pytest.warns(UserWarning, match="10 steps were accepted"):
        mbs.SolveDynamic(chosen)
    assert len(calls) == 10 + 10 * 6


def test_statics_solve_again_until_data_agree():
    mbs, asked = falling_mass(), []
    mbs.SetNodeParameter(1, "initialCoordinates", [-1e-3])
    mbs.SetNodeParameter(0, "initialCoordinates", [1.0])
    mbs.Assemble()
    mbs.SetPostNewtonUserFunction(touches(asked))
    mbs.SolveStatic()
    (x,) = mbs.systemData.GetODE2Coordinates()
    assert x == pytest.approx(-MASS * GRAVITY / STIFFNESS, rel=1e-9)
    assert len(asked) == 1 and asked[0][2] == 1.0


def test_explicit_solvers_call_it_after_each_step():
    mbs, asked = falling_mass(), []
    mbs.SetPostNewtonUserFunction(touches(asked))
    found = mbs.SolveDynamic(settings(3000), solverType=exu.DynamicSolverType.RK44)
    assert len(asked) == 3000
    exact = np.array([bounce(t) for t in found.times])
    assert np.abs(found.coordinates[:, 0] - exact).max() < 5e-3


@looped("result", [None, 1.0, [1.0], [-1.0, 0.0], [math.nan, -1.0], "ab"])
def test_other_results_are_refused(result):
    mbs = falling_mass()
    mbs.SetPostNewtonUserFunction(lambda mbs, t: result)
    with pytest.raises(exu.SolverError, match="post-Newton user function"):
        mbs.SolveDynamic(settings(3, end=0.01))


def test_only_functions_of_two_arguments_are_taken():
    mbs = falling_mass()
    for bad in (3, "f", lambda mbs: 0.0):
        with pytest.raises(exu.ParameterError, match="SetPostNewtonUserFunction"):
            mbs.SetPostNewtonUserFunction(bad)
    assert mbs.GetPostNewtonUserFunction() == 0
    mbs.SetPostNewtonUserFunction(never)
    assert mbs.GetPostNewtonUserFunction() is never
    mbs.SetPostNewtonUserFunction(0)
    assert mbs.GetPostNewtonUserFunction() == 0


def test_it_is_part_of_a_model_file(tmp_path):
    mbs = falling_mass()
    mbs.SetPostNewtonUserFunction(never)
    mbs.SetObjectParameter(1, "springForceUserFunction", 0)
    mbs.save(tmp_path / "model.json")
    name = f"{never.__module__}:never"
    text = (tmp_path / "model.json").read_text()
    assert "postNewtonUserFunction" in text and "never" in text
    again = exu.load(tmp_path / "model.json", functions={name: never})
    assert again.GetPostNewtonUserFunction() is never
