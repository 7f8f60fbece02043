"""The energy account does not depend on what is recorded."""

import copy
import math
import pickle
import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .energy_models import along_rows

Solver = exu.DynamicSolverType

ROAD_TIMES = np.linspace(0.0, 3.0, 301)
ROAD = 0.02 * (1 - np.cos(2 * np.pi * np.clip((ROAD_TIMES - 0.5) / 0.12, 0, 1)))
"""Height of a road with a bump, as a table [m]."""


def settings_of(period, steps, end, sensors=None):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = end, steps
    if period is not None:
        settings.solutionSettings.solutionWritePeriod = period
    settings.solutionSettings.sensorsWritePeriod = 0.01 if sensors is None else sensors
    return settings


def quarter_car(sensors=False):
    """Wheel and body on springs and dampers, the road a constraint that reads a table."""
    mbs = exu.SystemContainer().AddSystem()
    zero = mbs.AddMarker(
        MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
    )
    ends = []
    for mass in (0.01, 40.0, 300.0):
        node = mbs.AddNode(Node1D())
        mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=mass))
        ends.append(mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0)))

    def height(mbs, t, itemNumber, lOffset):
        return float(np.interp(t, ROAD_TIMES, ROAD))

    mbs.AddObject(
        CoordinateConstraint(markerNumbers=[zero, ends[0]], offset=1, offsetUserFunction=height)
    )
    for pair, stiffness, damping in ((ends[:2], 2e5, 300.0), (ends[1:], 2e4, 1500.0)):
        mbs.AddObject(
            CoordinateSpringDamper(markerNumbers=pair, stiffness=stiffness, damping=damping)
        )
    for name in ("dissipated", "work", "balance") if sensors else ():
        mbs.AddSensor(SensorEnergy(name=name, energyType=name))
    mbs.Assemble()
    return mbs


def at(times, every):
    """Rows of a result with every step at these times."""
    return np.searchsorted(every, times - 1e-9)


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.TrapezoidalIndex2])
def test_a_quarter_car_reports_the_same_however_often_it_is_recorded(solver):
    every = quarter_car().SolveDynamic(settings_of(0.0, 3000, 3.0), solver)
    wanted = every.energy()
    assert wanted.dissipated[-1] > 100.0 and wanted.uncertainty == 0.0
    assert wanted.error < (3e-4 if solver is Solver.GeneralizedAlpha else 0.02) * wanted.work.max()
    for period in (None, 0.05, 3.0):
        solution = quarter_car().SolveDynamic(settings_of(period, 3000, 3.0), solver)
        assert len(solution.times) <= 301
        found, rows = solution.energy(), at(solution.times, every.times)
        assert found.missing == [] and found.uncertainty == 0.0
        for form in ("kinetic", "potential", "dissipated", "work", "balance"):
            assert getattr(found, form) == pytest.approx(getattr(wanted, form)[rows], abs=1e-9)
        single = solution.energy(single=True).parts["dissipated"]
        assert len(single) == 2 and sum(single.values()) == pytest.approx(found.dissipated)
        with pytest.warns(UserWarning, match="too far apart"):  # what rows alone would tell
            made = copy.copy(solution)
            made.origin = None
            told = made.energy()
        off = abs(told.dissipated[-1] - wanted.dissipated[-1])
        assert off > 0.1 * wanted.dissipated[-1] and told.uncertainty > off
        assert math.isnan(told.error) and "too far apart" in told.missing[0]
        assert "balance unknown" in repr(told)


@pytest.mark.parametrize("steps", [2999, 3000, 12000])
def test_kinks_of_a_road_do_not_spoil_the_account_where_velocities_oscillate(steps):
    """Velocities at position level are up to twice too large after each kink of the table."""
    solution = quarter_car().SolveDynamic(settings_of(0.0, steps, 3.0))
    assert np.abs(solution.velocities[:, 0]).max() > 1.25  # of the road: 1 m/s
    found = solution.energy(single=True)
    tire, strut = (values[-1] for values in found.parts["dissipated"].values())
    # the equations of motion, integrated from kink to kink with a tolerance of 1e-10
    assert [tire, strut] == pytest.approx([16.53174, 169.74150], rel=3e-3)
    assert found.work[-1] == pytest.approx(186.27334, rel=1e-3)
    assert found.error < 0.06


@pytest.mark.parametrize("solver", [Solver.RK44, Solver.DOPRI5])
def test_a_velocity_that_jumps_between_two_steps_is_not_smeared_over_one_of_them(solver):
    mbs = exu.SystemContainer().AddSystem()
    support = mbs.CreateMovingPoint(
        axis=[1, 0, 0], interpolation="linear",
        times=[0, 0.1, 0.35, 0.9, 1.7], values=[0, -0.2, 0.5, 0.1, 0.8],
    )  # fmt: skip
    mass = mbs.CreateMassPoint(physicsMass=2)
    mbs.CreateCartesianSpringDamper(
        bodyNumbers=[support, mass], stiffness=[80] * 3, damping=[3] * 3
    )
    mbs.Assemble()
    found = mbs.SolveDynamic(settings_of(0.0, 340, 1.7), solver).energy()
    # integrated from kink to kink with a tolerance of 1e-11; it was 27.51
    assert found.dissipated[-1] == pytest.approx(27.38102, abs=2e-5)
    assert found.error < 5e-4  # it was 0.089 with multipliers interpolated across the jumps


def test_sensors_of_a_quarter_car_agree_with_it():
    every = quarter_car(True).SolveDynamic(settings_of(0.0, 3000, 3.0, 0.0))
    coarse = quarter_car(True).SolveDynamic(settings_of(None, 3000, 3.0))
    assert np.array_equal(coarse.coordinates[-1], every.coordinates[-1])
    energy = coarse.energy()
    for name, rows in coarse.sensors.items():
        assert np.array_equal(rows[-1], every.sensors[name][-1])
        wanted = getattr(energy, name)
        assert rows[:, 1] == pytest.approx(wanted, abs=1e-9 * np.abs(energy.work).max())


def oscillator(damping=2.0, stiffness=900.0, load=0):
    """A mass of 1 kg that starts with 1 m/s from the equilibrium of a spring and damper."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Node1D(initialVelocities=[1]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1))
    zero = mbs.AddNode(NodePointGround())
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (zero, node)]
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends, stiffness=stiffness, damping=damping))
    if load:
        mbs.AddLoad(LoadCoordinate(markerNumber=ends[1], load=1, loadUserFunction=load))
    mbs.Assemble()
    return mbs


def remaining(t, delta=1.0, omega_0=30.0):
    """Energy of the oscillator in closed form [J]."""
    omega = math.sqrt(omega_0**2 - delta**2)
    x = np.exp(-delta * t) * np.sin(omega * t) / omega
    v = np.exp(-delta * t) * (np.cos(omega * t) - delta / omega * np.sin(omega * t))
    return v**2 / 2 + omega_0**2 * x**2 / 2


@pytest.mark.parametrize("period", [0.0, 0.01, 0.1, 0.37, 1.0])
@pytest.mark.parametrize("solver", [Solver.RK44, Solver.DOPRI5])
def test_a_damped_oscillator_loses_what_it_does_not_keep(solver, period):
    """Periods longer than that of the oscillation tell nothing by themselves."""
    settings = settings_of(period, 2000, 1.0)
    settings.timeIntegration.automaticStepSize = False
    solution = oscillator().SolveDynamic(settings, solver)
    found = solution.energy()
    assert found.dissipated == pytest.approx(0.5 - remaining(found.times), abs=1e-7)
    assert found.error < 1e-7 and found.missing == []


@pytest.mark.parametrize("solver", [Solver.DOPRI5, Solver.ODE23, Solver.GeneralizedAlpha])
def test_automatic_steps_are_taken_again_with_the_times_of_sensors(solver):
    mbs = oscillator()
    mbs.AddSensor(SensorNode(nodeNumber=0, outputVariableType=exu.OutputVariableType.Coordinates))
    settings = settings_of(0.25, 20, 1.0, 0.03)
    settings.timeIntegration.generalizedAlpha.automaticStepSize = True
    settings.timeIntegration.relativeTolerance = settings.timeIntegration.absoluteTolerance = 1e-5
    found = mbs.SolveDynamic(settings, solver).energy()
    assert found.missing == [] and found.uncertainty == 0.0
    settings.solutionSettings.sensorsWritePeriod = 0.03
    settings.solutionSettings.solutionWritePeriod = 0.0
    every = mbs.SolveDynamic(settings, solver).energy()
    assert found.dissipated[-1] == pytest.approx(every.dissipated[-1], abs=1e-4)
    assert found.dissipated == pytest.approx(0.5 - remaining(found.times), abs=2e-3)


def test_rows_of_the_same_phase_show_nothing_and_are_not_trusted():
    """Rows at whole periods of the oscillation see a mass that hardly moves."""
    period = 2 * math.pi / math.sqrt(899.0)
    solution = oscillator().SolveDynamic(settings_of(period, 4000, 10 * period), Solver.RK44)
    made = copy.copy(solution)
    made.origin = None
    lost = 0.5 - remaining(10 * period)
    with pytest.warns(UserWarning, match="known to about"):
        told = made.energy()
    assert told.uncertainty > 0.999 * abs(told.dissipated[-1] - lost) > 0.1 * lost
    assert solution.energy().dissipated[-1] == pytest.approx(lost, abs=1e-6)


def test_rows_that_resolve_the_motion_are_integrated_without_another_run(monkeypatch):
    monkeypatch.setattr("linkwork.api.repetition.energies_of_steps", None)
    found = oscillator().SolveDynamic(settings_of(0.002, 4000, 1.0), Solver.RK44).energy()
    assert 0.0 < found.uncertainty < 1e-6
    assert found.dissipated == pytest.approx(0.5 - remaining(found.times), abs=1e-8)
    conservative = oscillator(0.0).SolveDynamic(settings_of(0.5, 1000, 1.0), Solver.RK44).energy()
    assert conservative.uncertainty == 0.0 and conservative.error < 1e-5


def test_repeated_continued_and_pickled_runs_are_known_by_their_own_start():
    mbs, settings = oscillator(), settings_of(0.4, 1000, 0.8)
    for _ in range(4):  # the last ones are repeated as a whole
        solution = mbs.SolveDynamic(settings, Solver.RK44)
        assert solution.energy().dissipated[-1] == pytest.approx(0.5 - remaining(0.8), abs=1e-6)
    mbs.systemData.SetODE2Coordinates_t([2.0], exu.ConfigurationType.Initial)
    twice = mbs.SolveDynamic(settings, Solver.RK44, updateInitialValues=True)
    further = mbs.SolveDynamic(settings, Solver.RK44)
    mbs.SetObjectParameter(1, "damping", 0.5)  # after the run
    mbs.Reset()
    settings.timeIntegration.numberOfSteps = 7
    for each in (solution, pickle.loads(pickle.dumps(solution)), copy.deepcopy(solution)):
        assert each.energy().dissipated[-1] == pytest.approx(0.5 - remaining(0.8), abs=1e-6)
    kept = 4 * remaining(np.array([0.8, 1.6]))
    assert twice.energy().dissipated[-1] == pytest.approx(2.0 - kept[0], abs=1e-6)
    assert further.energy().dissipated[-1] == pytest.approx(kept[0] - kept[1], abs=1e-6)


def test_a_resumed_run_is_known_by_the_start_of_the_whole_one(tmp_path):
    settings = settings_of(0.25, 1000, 1.0)
    settings.solutionSettings.writeRestartFile = True
    settings.solutionSettings.restartFileName = str(tmp_path / "restart")
    settings.solutionSettings.restartWritePeriod = 0.4
    for solver in (Solver.RK44, Solver.GeneralizedAlpha):
        mbs = oscillator()
        mbs.systemData.SetODE2Coordinates_t([2.0], exu.ConfigurationType.Initial)
        whole = mbs.SolveDynamic(settings, solver).energy()
        resumed = oscillator().SolveDynamic(settings, solver, resumeFrom=tmp_path / "restart")
        found = resumed.energy()
        assert found.missing == [] and found.dissipated == pytest.approx(whole.dissipated, rel=1e-9)
        assert found.dissipated[-1] == pytest.approx(2.0 - 4 * remaining(1.0), rel=2e-3)


def test_a_compiled_load_does_its_work_in_all_steps():
    def push(mbs, t, load):
        return load * math.sin(40 * t)

    mbs = oscillator(load=push)
    every = mbs.SolveDynamic(settings_of(0.0, 1000, 1.0), Solver.RK44).energy()
    found = mbs.SolveDynamic(settings_of(0.25, 1000, 1.0), Solver.RK44).energy()
    assert found.work[-1] == pytest.approx(every.work[-1], abs=1e-10)
    assert found.error < 1e-6 and abs(found.work[-1]) > 1e-3


def test_a_run_that_cannot_be_taken_again_tells_how_much_is_unknown():
    count = [0]

    def counting(mbs, t, load):
        count[0] += 1
        return load * math.sin(40 * t)

    mbs = oscillator(load=counting)
    solution = mbs.SolveDynamic(settings_of(0.25, 1000, 1.0), Solver.RK44)
    before = count[0]
    with pytest.warns(UserWarning, match="SensorEnergy integrates over every step"):
        found = solution.energy()
    assert count[0] == before and len(found.missing) == 2
    assert found.uncertainty > 0.05 and math.isnan(found.error)


def test_steps_that_lead_elsewhere_are_not_taken_for_those_of_the_run():
    solution = oscillator().SolveDynamic(settings_of(0.25, 1000, 1.0), Solver.RK44)
    solution.velocities[-1] *= 1.001
    with pytest.warns(UserWarning, match="known to about"):
        assert math.isnan(solution.energy().error)


def test_files_hold_what_the_steps_follow_from(tmp_path):
    solution = oscillator().SolveDynamic(settings_of(0.25, 1000, 1.0), Solver.RK44)
    solution.save(tmp_path / "run.npz")
    read = exu.Solution.load(tmp_path / "run.npz")
    assert read.origin == solution.origin
    assert np.array_equal(read.energy().dissipated, solution.energy().dissipated)


def test_states_that_a_user_sets_are_integrated_along_rows_and_by_sensors():
    mbs = oscillator()
    for name in ("dissipated", "balance"):
        mbs.AddSensor(SensorEnergy(name=name, energyType=name))

    def strike(mbs, t):
        if abs(t - 0.5005) < 1e-9:
            mbs.systemData.SetODE2Coordinates_t([1.0])
        return True

    mbs.SetPreStepUserFunction(strike)
    mbs.Assemble()
    coarse = mbs.SolveDynamic(settings_of(0.2, 2000, 1.0, 0.2), Solver.RK44)
    every = mbs.SolveDynamic(settings_of(0.0, 2000, 1.0, 0.0), Solver.RK44)
    assert coarse.origin is None and len(coarse.jumps) == 1
    lost = every.energy().dissipated[-1]
    assert coarse.sensors["dissipated"][-1, 1] == pytest.approx(lost, abs=1e-9)
    with pytest.warns(UserWarning, match="known to about"):
        assert math.isnan(coarse.energy().error)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert along_rows(every).dissipated[-1] == lost


def test_functions_of_sensors_are_not_called_again():
    calls, mbs = [], oscillator()
    place = mbs.AddSensor(
        SensorNode(name="x", nodeNumber=0, outputVariableType=exu.OutputVariableType.Coordinates)
    )

    def double(mbs, t, sensorNumbers, factors, configuration):
        calls.append(t)
        return [2 * mbs.GetSensorValues(sensorNumbers[0])]

    mbs.AddSensor(SensorUserFunction(sensorNumbers=[place], sensorUserFunction=double))
    settings = settings_of(0.25, 1000, 1.0)
    found = mbs.SolveDynamic(settings, Solver.RK44)
    count = len(calls)
    assert found.energy().dissipated[-1] == pytest.approx(0.5 - remaining(1.0), abs=1e-6)
    assert len(calls) == count

    def stop(mbs, t, itemNumber):
        calls.append(t)
        return False

    mbs.AddSensor(SensorEvent(sensorNumber=place, threshold=0.02, actionUserFunction=stop))
    found = mbs.SolveDynamic(settings, Solver.RK44)
    count = len(calls)
    with pytest.warns(UserWarning, match="losses and work are not known"):
        assert found.energy().uncertainty == math.inf
    assert len(calls) == count
