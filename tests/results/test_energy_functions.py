"""Work of user functions in a result: those that can be called again, and those that cannot."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

Solver = exu.DynamicSolverType
STRENGTH = 2.0


def model(function, **values):
    """A mass on a damped spring with a load of a function, and sensors of work and balance."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=k)) for k in (ground, mass)]
    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=30, damping=1, referenceLength=1))
    mbs.AddLoad(
        Force(markerNumber=ends[1], loadVector=[3, 1, 0], loadVectorUserFunction=function, **values)
    )
    for energy in ("work", "balance"):
        mbs.AddSensor(SensorEnergy(energyType=energy, name=energy))
    mbs.Assemble()
    return mbs


def solved(mbs, solver=Solver.RK44):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, 200
    settings.solutionSettings.solutionWritePeriod = 0.0
    settings.solutionSettings.sensorsWritePeriod = 0.0
    return mbs.SolveDynamic(settings, solver)


def plain(mbs, t, b):
    return [b[0] * t, b[1], 0.0]


def stronger(mbs, t, b):
    return [STRENGTH * b[0] * t, b[1], 0.0]


def test_compiled_and_called_back_functions_give_the_same_work():
    first, second = (solved(model(f)).energy() for f in (plain, exu.called_back(plain)))
    assert first.missing == second.missing == [] and first.error <= 1e-7
    assert first.work[-1] > 0.1
    assert np.allclose(first.work, second.work, rtol=1e-13, atol=1e-14)


def assert_told_by_sensors_alone(mbs, *words):
    solution = solved(mbs)
    found = solution.energy()
    assert len(found.missing) == 1 and np.isnan(found.balance).all() and np.isnan(found.error)
    for word in ("Force 'load0' (load 0)", "SensorEnergy", *words):
        assert word in found.missing[0]
    assert not found.work.any() and "balance unknown" in repr(found)
    work, balance = (solution.sensors[name][:, 1] for name in ("work", "balance"))
    assert work[-1] > 0.1 and np.abs(balance).max() <= 1e-7
    return work


def test_a_function_that_asks_the_system_is_told_by_sensors_alone():
    def of_place(mbs, t, b):
        x = mbs.GetNodeOutput(0, exu.OutputVariableType.Displacement)[0]
        return [b[0] * (1 + x), 0.0, 0.0]

    mbs = model(of_place)
    work = assert_told_by_sensors_alone(mbs, "it uses mbs")
    x = mbs.solution.coordinates[:, 0]
    assert np.allclose(work, 3 * x + 1.5 * x**2, rtol=1e-9, atol=1e-11)


def test_a_function_with_a_memory_is_not_called_again():
    calls = []

    def counting(mbs, t, b):
        calls.append(t)
        return [b[0] * t, b[1], 0.0]

    mbs = model(counting)
    assert_told_by_sensors_alone(mbs, "calls")
    count = len(calls)
    mbs.solution.energy()
    assert len(calls) == count


def test_a_variable_that_was_changed_after_the_run(monkeypatch):
    solution = solved(model(stronger))
    before = solution.energy()
    assert before.missing == [] and before.error <= 1e-7
    monkeypatch.setitem(globals(), "STRENGTH", 3.0)
    after = solution.energy()
    assert "'STRENGTH', which was changed after the run" in after.missing[0]
    assert np.isnan(after.error) and not after.work.any()


def test_functions_of_a_file_are_not_at_hand(tmp_path):
    solution = solved(model(plain))
    solution.save(tmp_path / "run.npz")
    found = exu.Solution.load(tmp_path / "run.npz").energy()
    assert "was not read with the result" in found.missing[0] and np.isnan(found.error)
    assert np.array_equal(found.dissipated, solution.energy().dissipated)


def test_a_function_that_fails_between_recorded_times_is_named():
    def on_the_grid(mbs, t, b):
        if abs(200 * t - round(200 * t)) > 1e-6:
            raise ValueError("off the grid")
        return [b[0] * t, 0.0, 0.0]

    for function in (on_the_grid, exu.called_back(on_the_grid)):
        mbs = model(function)
        for k in range(2):
            mbs.SetSensorParameter(k, "energyType", "kinetic")
        found = solved(mbs, Solver.GeneralizedAlpha).energy()
        assert len(found.missing) == 1 and np.isnan(found.error)
        assert "Force 'load0' (load 0): it cannot be evaluated at" in found.missing[0]
        assert "user function failed" in found.missing[0] and found.dissipated[-1] > 0.0
        with pytest.raises(exu.SysError, match="load0|off the grid"):
            solved(model(function), Solver.GeneralizedAlpha)
