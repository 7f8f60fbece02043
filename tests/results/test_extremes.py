"""Extremes of sensors over all steps, recorded or not."""

import copy
import math
import pickle
import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.results.extremes import Extremes, extremes_of_rows

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType
Variable = exu.OutputVariableType

COARSE = 0.11
"""A period that has no whole number of steps."""


def oscillator(damping=2.0, stiffness=400.0, speed=1.0, sensors=True, **values):
    """A mass of 1 kg on a spring from the equilibrium, with sensors of place, rates and force."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[speed, 0, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=k)) for k in (ground, mass)]
    spring = mbs.AddObject(
        SpringDamper(
            markerNumbers=ends, stiffness=stiffness, damping=damping, referenceLength=1, **values
        )
    )
    kinds = ("Displacement", "Velocity", "Acceleration") if sensors else ()
    for name in kinds:
        mbs.AddSensor(
            SensorNode(name=name, nodeNumber=node, outputVariableType=getattr(Variable, name))
        )
    if sensors:
        mbs.AddSensor(
            SensorObject(name="Force", objectNumber=spring, outputVariableType=Variable.Force)
        )
    mbs.Assemble()
    return mbs


def settings_of(period=COARSE, steps=1000, end=1.0, **chosen):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = end, steps
    settings.solutionSettings.sensorsWritePeriod = period
    settings.solutionSettings.solutionWritePeriod = 0.1
    for name, value in chosen.items():
        setattr(settings.timeIntegration, name, value)
    return settings


def same_as_rows(found, rows):
    """Whether extremes are those of rows to the last bit, with their times."""
    wanted = extremes_of_rows(rows)
    return found == Extremes(
        wanted.smallest, wanted.smallest_times, wanted.largest, wanted.largest_times, True
    )


@pytest.mark.parametrize(
    "solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44", "VelocityVerlet", "ExplicitEuler"]
)
def test_extremes_are_those_of_a_run_that_records_every_step(solver):
    chosen = getattr(Solver, solver)
    every, coarse = (oscillator().SolveDynamic(settings_of(p), chosen) for p in (0.0, COARSE))
    assert len(coarse.sensor("Force")) == 11 and len(every.sensor("Force")) == 1001
    for name, rows in every.sensors.items():
        assert same_as_rows(every.extremes[name], rows)
        assert coarse.extremes[name] == every.extremes[name]
    shown = extremes_of_rows(coarse.sensor("Force"))
    assert shown.largest[0] < 0.8 * coarse.extremes["Force"].largest[0]


@pytest.mark.parametrize("solver", ["DOPRI5", "ODE23", "GeneralizedAlpha"])
def test_extremes_of_automatic_steps_leave_out_rejected_ones(solver):
    settings = settings_of(0.0, 50, automaticStepSize=True, relativeTolerance=1e-5)
    settings.timeIntegration.generalizedAlpha.automaticStepSize = True
    settings.timeIntegration.initialStepSize = 0.02
    solution = oscillator(0.5).SolveDynamic(settings, getattr(Solver, solver))
    assert solution.statistics.rejected > 0
    assert len(solution.sensor("Force")) == solution.statistics.steps + 1
    for name, rows in solution.sensors.items():
        assert same_as_rows(solution.extremes[name], rows)


def test_the_peak_of_a_free_oscillation_is_at_its_closed_form_time():
    delta, omega_0 = 1.0, 20.0
    omega = math.sqrt(omega_0**2 - delta**2)
    solution = oscillator(2.0, omega_0**2).SolveDynamic(settings_of(0.5, 20000), Solver.RK44)
    t = math.atan2(omega, delta) / omega  # where the velocity is zero first
    peak = math.exp(-delta * t) * math.sin(omega * t) / omega
    found = solution.extremes["Displacement"]
    assert found.largest[0] == pytest.approx(peak, rel=1e-6)
    assert found.largest_times[0] == pytest.approx(t, abs=5.1e-5)  # a step
    later = t + math.pi / omega
    assert found.smallest[0] == pytest.approx(-peak * math.exp(-delta * math.pi / omega), rel=1e-6)
    assert found.smallest_times[0] == pytest.approx(later, abs=5.1e-5)
    assert np.abs(solution.sensor("Displacement")[:, 1]).max() < 0.7 * peak
    assert not found.smallest[1:].any() and not found.largest_times[1:].any()


def test_first_order_coordinates_have_extremes():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[0, 0], initialCoordinates=[0, 1], numberOfODE1Coordinates=2
        )
    )
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[0, 10], [-10, 0]]))
    mbs.AddSensor(SensorNode(name="y", nodeNumber=node, outputVariableType=Variable.Coordinates))
    for solver in (Solver.RK44, Solver.GeneralizedAlpha):
        found = mbs.SolveDynamic(settings_of(0.9, 2000), solver).extremes["y"]
        assert found.largest == pytest.approx(1.0, abs=1e-4) and found.every_step
        assert found.largest_times == pytest.approx([math.pi / 20, 0.0], abs=5.1e-4)


def test_load_steps_count_as_steps():
    mbs = oscillator(0.0, speed=0.0)
    mbs.AddLoad(Force(markerNumber=1, loadVector=[8, 0, 0]))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.staticSolver.numberOfLoadSteps = 10
    settings.solutionSettings.sensorsWritePeriod = 0.5
    for _ in range(4):  # the last ones are repeated as a whole
        solution = mbs.SolveStatic(settings)
        found = solution.extremes["Displacement"]
        assert len(solution.sensor("Displacement")) == 3 and found.every_step
        assert found.largest[0] == pytest.approx(0.02) and found.smallest[0] == 0.0
        mbs.SetLoadParameter(0, "loadVector", [8, 0, 0])


def test_the_state_before_an_impact_counts():
    """A falling mass is stopped by an event: its largest speed is that before it."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[0, 0, 0.45]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    mbs.AddLoad(Force(markerNumber=end, loadVector=[0, 0, -10]))
    place = mbs.AddSensor(
        SensorNode(name="place", nodeNumber=node, outputVariableType=Variable.Position)
    )
    mbs.AddSensor(SensorNode(name="speed", nodeNumber=node, outputVariableType=Variable.Velocity))

    def stop(mbs, t, itemNumber):
        mbs.systemData.SetODE2Coordinates_t([0, 0, 0])
        mbs.SetLoadParameter(0, "loadVector", [0, 0, 0])
        return True

    mbs.AddSensor(
        SensorEvent(sensorNumber=place, component=2, actionUserFunction=stop, name="ground")
    )
    solution = mbs.SolveDynamic(settings_of(0.0, 77), Solver.RK44)
    assert solution.event_times("ground") == pytest.approx([0.3])
    found = solution.extremes["speed"]
    assert found.smallest[2] == pytest.approx(-3.0) and found.smallest_times[2] == pytest.approx(
        0.3
    )
    assert solution.sensor("speed")[:, 3].min() > -2.999


def test_functions_of_sensors_are_called_for_rows_alone():
    mbs, calls = oscillator(), []

    def twice(mbs, t, sensorNumbers, factors, configuration):
        calls.append(t)
        return [2 * mbs.GetSensorValues(sensorNumbers[0])[0]]

    mbs.AddSensor(SensorUserFunction(name="twice", sensorNumbers=[0], sensorUserFunction=twice))
    mbs.Assemble()
    solution = mbs.SolveDynamic(settings_of())
    rows = solution.sensor("twice")
    assert len(rows) == 11 and len(calls) <= 13
    found = solution.extremes["twice"]
    assert found == extremes_of_rows(rows) and not found.every_step
    assert solution.extremes["Displacement"].every_step
    assert 2 * solution.extremes["Displacement"].largest[0] > 1.2 * found.largest[0]


def test_extremes_that_are_not_wanted_are_those_of_the_rows():
    settings = settings_of()
    settings.solutionSettings.sensorsExtremes = False
    solution = oscillator().SolveDynamic(settings)
    for name, rows in solution.sensors.items():
        assert solution.extremes[name] == extremes_of_rows(rows)
    plain = oscillator().SolveDynamic(settings_of())
    assert np.array_equal(plain.coordinates, solution.coordinates)
    assert oscillator(sensors=False).SolveDynamic(settings_of()).extremes == {}


def test_the_initial_state_counts_even_if_it_is_not_recorded():
    settings = settings_of()
    settings.solutionSettings.writeInitialValues = False
    solution = oscillator().SolveDynamic(settings)
    assert solution.sensor("Velocity")[0, 0] > 0.0
    found = solution.extremes["Velocity"]
    assert found.largest[0] == 1.0 and found.largest_times[0] == 0.0


# ------------------------------------------------------------------------------- runs that go on


def test_repeated_runs_begin_with_no_extremes():
    mbs, settings = oscillator(), settings_of()
    first = mbs.SolveDynamic(settings).extremes
    for change in (None, None, 300.0, 300.0, 400.0, 400.0):
        if change:
            mbs.SetObjectParameter(2, "stiffness", change)
        found = mbs.SolveDynamic(settings).extremes
        wanted = first if change != 300.0 else None
        if wanted is None:
            wanted = oscillator(stiffness=300.0).SolveDynamic(settings).extremes
        assert found == wanted
    mbs.systemData.SetODE2Coordinates_t([0.1, 0, 0], exu.ConfigurationType.Initial)
    assert (
        mbs.SolveDynamic(settings).extremes == oscillator(speed=0.1).SolveDynamic(settings).extremes
    )


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_a_resumed_run_has_the_extremes_of_the_whole_one(tmp_path, solver):
    settings = settings_of(0.3)
    settings.solutionSettings.writeRestartFile = True
    settings.solutionSettings.restartFileName = str(tmp_path / "restart")
    settings.solutionSettings.restartWritePeriod = 0.4
    whole = oscillator().SolveDynamic(settings, solver)
    resumed = oscillator().SolveDynamic(settings, solver, resumeFrom=tmp_path / "restart")
    assert resumed.extremes == whole.extremes
    assert resumed.extremes["Displacement"].largest_times[0] < 0.4  # before the checkpoint


def test_a_stepper_that_goes_back_forgets_the_extremes_of_the_way_that_it_left():
    mbs = oscillator()
    with mbs.Stepper(settings_of()) as run:
        run.step(200)
        kept = run.snapshot()
        before = run.solution().extremes
        mbs.systemData.SetODE2Coordinates_t([50.0, 0, 0])
        run.step(300)
        assert run.solution().extremes["Displacement"].largest[0] > 1.0
        run.restore(kept)
        assert run.solution().extremes == before
        run.step(800)
        whole = oscillator().SolveDynamic(settings_of()).extremes
        assert run.solution().extremes == whole
        run.reset()
        assert run.solution().extremes["Displacement"].largest[0] == 0.0
        run.reset(velocities=[0.01, 0, 0])
        run.step(1000)
        peak = run.solution().extremes["Displacement"].largest[0]
        assert peak == pytest.approx(0.01 * whole["Displacement"].largest[0])


# ------------------------------------------------------------------------------- files


@pytest.mark.parametrize("name", ["run.npz", "run.h5"])
def test_files_keep_extremes(tmp_path, name):
    if name.endswith("h5"):
        pytest.importorskip("h5py")
    solution = oscillator().SolveDynamic(settings_of())
    solution.save(tmp_path / name)
    assert exu.Solution.load(tmp_path / name).extremes == solution.extremes


def test_streams_and_copies_keep_extremes(tmp_path):
    settings = settings_of()
    settings.solutionSettings.streamFileName = str(tmp_path / "run.lw")
    solution = oscillator().SolveDynamic(settings)
    plain = oscillator().SolveDynamic(settings_of())
    assert solution.extremes == exu.Solution.load(tmp_path / "run.lw").extremes == plain.extremes
    for made in (copy.deepcopy(plain), pickle.loads(pickle.dumps(plain))):
        assert made.extremes == plain.extremes


def test_text_files_have_no_sensors_and_no_extremes(tmp_path):
    oscillator().SolveDynamic(settings_of()).save(tmp_path / "run.txt")
    assert exu.Solution.load(tmp_path / "run.txt").extremes == {}


def test_they_are_shown_with_their_times():
    found = Extremes(*(np.array([x]) for x in (-2.0, 0.25, 3.0, 0.5)), True)
    assert repr(found) == "<Extremes of all steps: -2 at 0.25 s to 3 at 0.5 s>"


# ------------------------------------------------------------------------------- plots


def test_plots_warn_once_of_curves_that_miss_extremes():
    pytest.importorskip("matplotlib")
    mbs = oscillator()
    solution = mbs.SolveDynamic(settings_of())
    with pytest.warns(UserWarning, match="curve of sensor 'Force' misses its largest x, 18.62"):
        solution.plot("Force", show=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        solution.plot("Force", show=False)
    with pytest.warns(UserWarning, match="sensorsWritePeriod") as told:
        mbs.PlotSensor([0, 0], components=[0, 1], closeAll=True)
    assert len(told) == 1 and "'Displacement'" in str(told[0].message)
    every = oscillator().SolveDynamic(settings_of(0.0))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        every.plot(show=False)


def test_plots_do_not_warn_of_rounding():
    pytest.importorskip("matplotlib")
    solution = oscillator().SolveDynamic(settings_of())
    rows, found = solution.sensors["Displacement"], solution.extremes["Displacement"]
    for k in range(3):  # all steps between the rows are rounding of the largest component
        found.smallest[k], found.largest[k] = rows[:, 1 + k].min(), rows[:, 1 + k].max()
    found.smallest[2] -= 1e-18
    found.largest[2] += 1e-18
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        solution.plot("Displacement", show=False)
    found.largest[2] = 0.1
    with pytest.warns(UserWarning, match="misses its largest z, 0.1 at"):
        solution.plot("Displacement", show=False)
