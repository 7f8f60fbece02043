"""Runs that compose Euler parameters show and take their rates, not angular velocities."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import *

Configuration = exu.ConfigurationType
Solver = exu.DynamicSolverType
SOLVERS = (Solver.GeneralizedAlpha, Solver.RK44, Solver.DOPRI5)
TURN = RotationMatrixX(0.4) @ RotationMatrixZ(0.7)


def settings():
    made = exu.SimulationSettings()
    made.timeIntegration.endTime, made.timeIntegration.numberOfSteps = 0.2, 100
    made.timeIntegration.verboseMode = 0
    made.timeIntegration.newton.relativeTolerance = 1e-12
    made.timeIntegration.newton.absoluteTolerance = 1e-13
    made.solutionSettings.writeSolutionToFile = False
    made.solutionSettings.solutionWritePeriod = 0.002
    return made


def rotor():
    """A body on a bushing."""
    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateRigidBody(
        referencePosition=[0.3, 0, 0], referenceRotationMatrix=TURN,
        initialAngularVelocity=[2, 1, 3], inertia=InertiaCuboid(800.0, [0.5, 0.2, 0.1]),
    )  # fmt: skip
    mbs.CreateRigidBodySpringDamper(
        bodyNumbers=[mbs.CreateGround(), body], stiffness=100.0 * np.eye(6), damping=np.eye(6)
    )
    return mbs


def rate(q_t):
    """Crosses zero with the rates of two Euler parameters."""
    return q_t[4] + 0.2 * q_t[5] + 0.1


@pytest.mark.parametrize("solver", SOLVERS, ids=str)
@pytest.mark.parametrize("called_back", [False, True], ids=["compiled", "called back"])
def test_event_functions_get_rates(solver, called_back):
    seen = []

    def compiled(mbs, t, itemNumber, q, q_t):
        return q_t[4] + 0.2 * q_t[5] + 0.1

    def plain(mbs, t, itemNumber, q, q_t):
        seen.append(np.abs(q_t - mbs.systemData.GetODE2Coordinates_t()).max())
        return rate(q_t)

    mbs = rotor()
    function = plain if called_back else compiled
    mbs.AddSensor(SensorEvent(name="event", eventUserFunction=function))
    mbs.Assemble()
    solution = mbs.SolveDynamic(settings(), solver)
    values = np.array([rate(each) for each in solution.velocities])
    crossings = np.flatnonzero(values[:-1] * values[1:] < 0)
    times = solution.event_times("event")
    assert len(times) == len(crossings) > 0
    for t, k in zip(times, crossings, strict=True):
        assert solution.times[k] <= t <= solution.times[k + 1]
    assert max(abs(rate(each.velocities)) for each in solution.events) < 1e-12
    assert bool(seen) == called_back and max(seen, default=0.0) < 1e-14


def test_coordinates_and_velocities_can_be_set_in_any_order():
    mbs = rotor()
    mbs.Assemble()
    later = mbs.SolveDynamic(settings())
    q, v = later.coordinates[60].copy(), later.velocities[60].copy()
    ends = []
    for order in ("qv", "vq"):
        found = []

        def put(mbs, t, order=order, found=found):
            data = mbs.systemData
            if abs(t - 0.1) < 1e-9:
                for name in order:
                    if name == "q":
                        data.SetODE2Coordinates(q)
                    else:
                        data.SetODE2Coordinates_t(v)
                found += [data.GetODE2Coordinates() - q, data.GetODE2Coordinates_t() - v]
            return True

        mbs = rotor()
        mbs.SetPreStepUserFunction(put)
        mbs.Assemble()
        ends.append(mbs.SolveDynamic(settings()))
        assert len(found) == 2 and np.abs(found).max() < 1e-14
    assert np.abs(v[3:]).max() > 0.5
    assert ends[0].velocities == pytest.approx(ends[1].velocities, abs=1e-12)


def test_coordinates_that_are_set_leave_velocities():
    """Those of the step, not those that were set some steps before."""
    mbs, found = rotor(), []

    def put(mbs, t):
        data = mbs.systemData
        v = data.GetODE2Coordinates_t()
        if abs(t - 0.05) < 1e-9:
            data.SetODE2Coordinates_t(0.5 * v)
        if abs(t - 0.1) < 1e-9:
            data.SetODE2Coordinates(data.GetODE2Coordinates())
            found.append(data.GetODE2Coordinates_t() - v)
        return True

    mbs.SetPreStepUserFunction(put)
    mbs.Assemble()
    mbs.SolveDynamic(settings())
    assert len(found) == 1 and np.abs(found).max() < 1e-14


def test_views_of_a_stepper_follow_velocities_that_are_set():
    mbs = rotor()
    mbs.Assemble()
    with mbs.Stepper(settings()) as stepper:
        stepper.step(5)
        view, v = stepper.velocities, mbs.systemData.GetODE2Coordinates_t()
        assert np.array_equal(view, v) and np.abs(v[3:]).max() > 0.5
        mbs.systemData.SetODE2Coordinates_t(0.5 * v)
        assert view == pytest.approx(0.5 * v, abs=1e-14)
    assert mbs.systemData.GetODE2Coordinates_t() == pytest.approx(0.5 * v, abs=1e-14)


@pytest.mark.parametrize("solver", SOLVERS, ids=str)
def test_starts_that_are_off_the_unit_sphere_are_told(solver):
    def start(factor, along):
        mbs = rotor()
        mbs.Assemble()
        data = mbs.systemData
        theta = data.GetODE2Coordinates(Configuration.Reference)[3:]
        q, v = (
            data.GetODE2Coordinates(Configuration.Initial),
            data.GetODE2Coordinates_t(Configuration.Initial),
        )
        q[3:], v[3:] = (factor - 1.0) * theta, v[3:] + along * theta
        data.SetODE2Coordinates(q, Configuration.Initial)
        data.SetODE2Coordinates_t(v, Configuration.Initial)
        return mbs

    wanted = start(1.0, 0.0).SolveDynamic(settings(), solver)
    for factor, along, told in (
        (1.001, 0.0, "positions violate the constraint by 0.002001;"),
        (1.0, 0.7, "velocities violate the constraint by 1.4;"),
    ):
        with pytest.warns(UserWarning, match=rf"node 0\): the start {told}") as warnings:
            found = start(factor, along).SolveDynamic(settings(), solver)
        assert len(warnings) == 1
        assert found.coordinates[0] == pytest.approx(wanted.coordinates[0], abs=1e-15)
        assert factor * found.velocities[0] == pytest.approx(wanted.velocities[0], abs=1e-15)
    with pytest.raises(exu.SysError, match=r"node 0\): the Euler parameters at the start have no"):
        start(0.0, 0.0).SolveDynamic(settings(), solver)


def test_a_run_that_is_refused_leaves_the_declared_state():
    """Sensitivities are refused after the run was made, which has composed the rotation."""
    mbs = rotor()
    spin = mbs.AddSensor(
        SensorBody(bodyNumber=0, outputVariableType=exu.OutputVariableType.AngularVelocity)
    )
    mbs.AddSensor(SensorEvent(sensorNumber=spin, actionUserFunction=lambda mbs, t, number: True))
    mbs.Assemble()
    expected = mbs.systemData.GetODE2Coordinates_t()
    with pytest.raises(exu.SysError, match="may do anything to the state"):
        mbs.SolveDynamic(settings(), sensitivities=["object0.physicsMass"])
    assert not mbs._data.composition.is_on
    assert mbs._data["v"] == pytest.approx(expected, abs=1e-15)
