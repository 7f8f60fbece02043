"""Numbers at the end of what a computer can hold: named errors, no warnings, no silent NaN."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.integrators.evaluate import next_time
from linkwork.items import *
from linkwork.modes.null_space import null_space
from tests.cases import looped

from .models import (
    AVAILABLE,
    Configuration,
    Output,
    Solver,
    failure,
    make_settings,
    mass_on_spring,
    new_system,
)

pytestmark = pytest.mark.processors

each_solver = pytest.mark.parametrize("solver", AVAILABLE, ids=lambda solver: solver.name)
loop_each_solver = looped("solver", AVAILABLE, ids=lambda solver: solver.name)


def flying_mass(*velocity, position=(1.0, 0.0, 0.0)):
    """A mass that nothing acts on."""
    mbs = new_system()
    node = mbs.AddNode(
        NodePoint(name="node", referenceCoordinates=position, initialVelocities=velocity)
    )
    mbs.AddObject(MassPoint(name="mass", physicsMass=2.0, nodeNumber=node))
    return mbs, node


# ------------------------------------------------------------------------------- times


@each_solver
@looped("period", [5e-324, 1e-300, 1e-12])
def test_a_period_finer_than_the_steps_records_every_step(solver, period):
    s = mass_on_spring()
    solution = s.mbs.SolveDynamic(make_settings(0.1, 10, record=period), solver)
    assert len(solution.times) == solution.statistics.steps + 1
    assert solution.times[-1] == 0.1 and np.all(np.diff(solution.times) > 0.0)
    assert len(solution.sensors["sensor"]) == len(solution.times)


def test_recorded_times_are_on_the_grid_unless_it_is_finer_than_times():
    assert next_time(0.0, 0.25, 0.6) == 0.75 and next_time(1.0, 0.25, 1.25) == 1.5
    assert next_time(0.0, 5e-324, 0.6) == 0.6 and next_time(-1e300, 1e-300, 1e300) == 1e300


@pytest.mark.parametrize("start, end", [(1e16, 1e16 + 4.0), (-1e300, 1e300), (-1.7e308, 1.7e308)])
def test_steps_that_times_cannot_tell_apart_are_refused(start, end):
    s = mass_on_spring()
    settings = make_settings(end, 10**15 if end == 1e300 else 10, startTime=start)
    with pytest.raises(exu.SysError, match="timeIntegration: steps of .* compute with.* startTime"):
        s.mbs.SolveDynamic(settings)


# ------------------------------------------------------------------------------- states


@loop_each_solver
@looped("speed", [1e39, 1e154, 1.7e308])
def test_a_state_beyond_the_largest_norm_is_not_recorded(solver, speed):
    mbs, _ = flying_mass(0.0, speed, 0.0)
    error = failure(mbs, make_settings(1.0, 10), solver)
    assert "maximumSolutionNorm" in str(error) and "'node' (node 0)" in str(error)
    assert len(error.solution.times) == 0 and error.solution.coordinates.shape == (0, 3)


@loop_each_solver
def test_a_state_that_passes_the_largest_norm_ends_the_run(solver):
    mbs, _ = flying_mass(0.0, 0.0, 0.0)
    settings = make_settings(1.0, 20)
    settings.timeIntegration.newton.maximumSolutionNorm = 3.0
    settings.timeIntegration.minimumStepSize = 1e-3
    mbs.AddLoad(
        Force(
            markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=0)),
            loadVector=[0.0, 0.0, 20.0],
        )
    )
    error = failure(mbs, settings, solver)
    assert "maximumSolutionNorm" in str(error)
    reached = error.solution
    assert 0.15 < reached.times[-1] <= 0.3  # v = 10 t
    assert np.abs(reached.velocities).max() <= 3.0 and np.abs(reached.coordinates).max() <= 3.0


@loop_each_solver
def test_after_a_run_with_overflow_the_state_is_finite_and_the_system_usable(solver):
    s = mass_on_spring(stiffness=1e300, damping=0.0)
    error = failure(s.mbs, make_settings(1.0, 5), solver)
    for name in ("coordinates", "velocities", "accelerations"):
        assert np.all(np.isfinite(getattr(error.solution, name)))
    for part in s.mbs.systemData.GetSystemState():
        assert np.all(np.isfinite(part))
    s.mbs.SetObjectParameter(s.spring, "stiffness", 100.0)
    assert s.mbs.SolveDynamic(make_settings(0.1, 100), solver).success


def test_multipliers_that_are_not_finite_stop_the_start():
    mbs, node = flying_mass(0.0, 0.0, 0.0)
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=number, coordinate=0))
        for number in (mbs.AddNode(NodePointGround()), node)
    ]
    mbs.AddObject(
        CoordinateConstraint(
            name="held", markerNumbers=ends, factorValue1=1e200, velocityLevel=True
        )
    )
    mbs.AddLoad(LoadCoordinate(markerNumber=ends[1], load=1e200))
    for solver in (Solver.RK44, Solver.GeneralizedAlpha):
        try:
            found = mbs.SolveDynamic(make_settings(1e-3, 1), solver)
        except exu.SysError as error:
            assert "node 0" in str(error) or "'held'" in str(error)
        else:
            assert np.all(np.isfinite(found.multipliers))
        assert np.all(np.isfinite(mbs.systemData.GetAECoordinates()))


# ------------------------------------------------------------------------------- outputs


def test_an_output_that_overflows_names_its_item():
    mbs, node = flying_mass(0.0, 0.0, 0.0, position=(1.7e308, 0.0, 0.0))
    mbs.Assemble()
    mbs.systemData.SetODE2Coordinates([1.7e308, 0.0, 0.0])
    with pytest.raises(exu.SysError, match=r"'node' \(node 0\): the output Position is not finite"):
        mbs.GetNodeOutput(node, Output.Position)
    assert mbs.GetNodeOutput(node, Output.Displacement)[0] == 1.7e308
    with pytest.raises(exu.SysError, match=r"'mass' \(object 0\): the output Position"):
        mbs.GetObjectOutputBody(0, Output.Position)
    initial = mbs.GetNodeOutput(node, Output.Position, Configuration.Initial)
    assert initial == pytest.approx([1.7e308, 0.0, 0.0])


@loop_each_solver
def test_a_sensor_that_overflows_is_named(solver):
    mbs = new_system()
    node = mbs.AddNode(NodePoint2D(initialVelocities=[1e37, 0.0]))
    mass = mbs.AddObject(MassPoint2D(physicsMass=1e-30, nodeNumber=node))
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    spring = mbs.AddObject(
        SpringDamper(
            markerNumbers=ends, stiffness=1e300, referenceLength=1.0, activeConnector=False
        )
    )
    mbs.AddSensor(SensorNode(name="fine", nodeNumber=node, outputVariableType=Output.Velocity))
    mbs.AddSensor(
        SensorUserFunction(name="far", sensorNumbers=[0], factors=[], sensorUserFunction=product)
    )
    del spring
    error = failure(mbs, make_settings(1.0, 2), solver)
    assert "'far'" in str(error) and "'fine'" not in str(error)
    for values in error.solution.sensors.values():
        assert np.all(np.isfinite(values))


def product(mbs, t, sensorNumbers, factors, configuration):
    """1, then something that is no number."""
    return [1.0 if t == 0.0 else math.inf]


def test_energies_that_overflow_are_refused():
    mbs, _ = flying_mass(0.0, 1e200, 0.0)
    settings = make_settings(1e-3, 1)
    settings.timeIntegration.newton.maximumSolutionNorm = 1e300
    solution = mbs.SolveDynamic(settings, Solver.RK44)
    with pytest.raises(exu.SysError, match="the result cannot be evaluated at the recorded time"):
        solution.energy()


# ------------------------------------------------------------------------------- items


def test_matrices_of_huge_numbers_are_no_rotations():
    mbs = new_system()
    with pytest.raises(exu.ParameterError, match="referenceRotation .* must be a rotation matrix"):
        mbs.AddObject(ObjectGround(referenceRotation=np.full((3, 3), 1e200).tolist()))


@pytest.mark.parametrize("center, mass", [(1e200, 1.0), (1e200, 0.0)])
def test_a_center_of_mass_far_away_is_refused(center, mass):
    mbs = new_system()
    node = mbs.AddNode(NodeRigidBody2D())
    mbs.AddObject(
        RigidBody2D(
            nodeNumber=node, physicsMass=mass, physicsInertia=1.0, physicsCenterOfMass=[center, 0.0]
        )
    )
    with pytest.raises(exu.ParameterError, match="physicsInertia J .* must be at least"):
        mbs.Assemble()


def test_equations_of_huge_factors_weigh_as_others():
    def end(factor):
        mbs = new_system()
        nodes = [mbs.AddNode(NodePoint(initialVelocities=[k, 0.5, 0.0])) for k in (1.0, 2.0)]
        for node in nodes:
            mbs.AddObject(MassPoint(physicsMass=1.0 + node, nodeNumber=node))
        ends = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node)) for node in nodes]
        mbs.AddObject(
            CoordinateVectorConstraint(
                markerNumbers=ends,
                scalingMarker0=[[factor, 0.0, 0.0]],
                scalingMarker1=[[-factor, 0.0, 0.0]],
                velocityLevel=True,
                offset=[],
            )
        )
        with pytest.warns(UserWarning, match="velocit"):
            mbs.SolveDynamic(make_settings(0.1, 10), Solver.RK44)
        return mbs.systemData.GetODE2Coordinates_t()

    assert end(1e160) == pytest.approx(end(1.0), rel=1e-12)


def test_sums_of_absurd_numbers_of_coordinates_are_refused():
    mbs = new_system()
    for _ in range(4):  # their sum is zero in 64 bits
        mbs.AddNode(NodeGenericData(numberOfDataCoordinates=2**62, initialCoordinates=[]))
    with pytest.raises(exu.SysError, match=r"\(node 0\): 4611686018427387904 coordinates of"):
        mbs.Assemble()


def test_conveniences_refuse_what_is_no_list_and_what_cannot_be_shown():
    class Unprintable:
        def __repr__(self):
            raise RuntimeError("no text")

    mbs = new_system()
    bodies = [mbs.CreateMassPoint(referencePosition=[x, 0, 0], physicsMass=1.0) for x in (1, 2)]
    with pytest.raises(exu.ParameterError, match="masses must be a list of numbers, got 3.0"):
        mbs.CreateMutualGravity(bodyNumbers=bodies, masses=3.0)
    with pytest.raises(
        exu.ParameterError,
        match="must be an int, ObjectIndex or name, got an unprintable Unprintable",
    ):
        mbs.CreateSpringDamper(bodyNumbers=[bodies[0], Unprintable()])


@pytest.mark.parametrize("factor", [1e-200, 1e160, 1e300])
def test_the_null_space_does_not_depend_on_the_size_of_equations(factor):
    rows = np.array([[1.0, 2.0, -1.0, 0.0], [0.0, 0.0, 0.0, 3.0]])
    basis = null_space(factor * rows, 4)
    assert basis.shape == (4, 2) and np.abs(rows @ basis).max() < 1e-15


def test_modes_of_masses_beyond_measure_are_refused():
    mbs = new_system()
    node = mbs.AddNode(NodeRigidBody2D())
    mbs.AddObject(RigidBody2D(nodeNumber=node, physicsInertia=np.finfo(float).max))
    with pytest.raises(exu.SysError, match="ComputeModes fails .* look for coordinates without"):
        mbs.ComputeModes()
    assert not mbs.is_running and not mbs.systemData.is_locked


# ------------------------------------------------------------------------------- user functions


def test_an_exception_without_a_text_is_told():
    class Odd(Exception):
        def __str__(self):
            raise RuntimeError("no text")

    def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        raise Odd

    s = mass_on_spring(springForceUserFunction=law)
    error = failure(s.mbs, make_settings(1.0, 10))
    assert "springForceUserFunction" in str(error) and "Odd: an exception without" in str(error)


# ------------------------------------------------------------------------------- files


@pytest.mark.parametrize("name", ["\ud800", "a\ud800/b.txt", "a\0b"])
def test_a_name_that_no_file_can_have_is_refused(name):
    s = mass_on_spring()
    s.mbs.SetSensorParameter(s.sensor, "fileName", name)
    with pytest.raises(exu.SysError) as caught:
        s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert "'sensor' (sensor 0): fileName: " in str(caught.value)
    assert "cannot be the name of a file" in str(caught.value)
    for write in (s.mbs.save, s.mbs.solution.save):
        with pytest.raises(exu.SysError, match="name of a file|file name is needed"):
            write(name + ".json" if write == s.mbs.save else name + ".npz")


def test_a_sensor_name_with_half_a_character_is_written_by_its_number(tmp_path):
    s = mass_on_spring()
    s.mbs.SetSensorParameter(s.sensor, "name", "half\ud800")
    s.mbs.SetSensorParameter(s.sensor, "fileName", str(tmp_path / "sensor.txt"))
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert r"half\ud800" in (tmp_path / "sensor.txt").read_text("utf-8")


def test_eigenvalues_beside_a_mass_that_is_hardly_a_number_are_refused():
    mbs = exu.SystemContainer().AddSystem()
    for mass in (5e-324, 4.0):
        mbs.AddObject(ObjectMass1D(physicsMass=mass, nodeNumber=mbs.AddNode(Node1D())))
    mbs.Assemble()
    with pytest.raises(exu.SysError, match="eigenvalues cannot be computed: .* masses"):
        mbs.ComputeODE2Eigenvalues(computeComplexEigenvalues=True)
