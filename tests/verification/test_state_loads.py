"""Loads that depend on the state of their marker, against closed forms."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType
SOLVERS = {
    "GeneralizedAlpha": 2e-6,
    "TrapezoidalIndex2": 2e-6,
    "RK44": 1e-11,
    "DOPRI5": 1e-9,
    "VelocityVerlet": 2e-5,
}
"""Solver -> relative error that 2000 steps may have."""

TORQUE, SPEED, INERTIA = 5.0, 40.0, 0.25
TAU = INERTIA * SPEED / TORQUE


def settings_of(end, steps):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    settings.solutionSettings.solutionWritePeriod = 0.0
    settings.solutionSettings.sensorsWritePeriod = 0.0
    return settings


def motor_2d(law, compile_it=True):
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeRigidBody2D())
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=INERTIA))
    marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    function = law if compile_it else exu.called_back(law)
    vector = [0, 0, TORQUE]
    mbs.AddLoad(StateTorque(markerNumber=marker, loadVector=vector, loadStateUserFunction=function))
    return mbs, body


def motor_law(mbs, t, loadVector, position, velocity, rotation, angularVelocity):
    return [0.0, 0.0, loadVector[2] * (1.0 - angularVelocity[2] / SPEED)]


@pytest.mark.parametrize("compile_it", [True, False], ids=["compiled", "called back"])
@pytest.mark.parametrize("solver", SOLVERS)
def test_motor_with_a_falling_characteristic(solver, compile_it):
    """omega = omega0 (1 - exp(-t/tau)), and its work is the kinetic energy."""
    mbs, body = motor_2d(motor_law, compile_it)
    solution = mbs.SolveDynamic(settings_of(3.0, 2000), solverType=solver)
    assert [each.compiled for each in mbs.UserFunctionInfo()] == [compile_it]
    omega = SPEED * (1.0 - math.exp(-3.0 / TAU))
    found = mbs.GetObjectOutput(body, exu.OutputVariableType.AngularVelocity)
    assert np.ravel(found)[-1] == pytest.approx(omega, rel=SOLVERS[solver])
    energy = solution.energy()
    assert not energy.missing
    assert energy.work[-1] == pytest.approx(0.5 * INERTIA * omega**2, rel=10 * SOLVERS[solver])
    assert energy.error < 20 * SOLVERS[solver] * energy.work[-1]


@pytest.mark.parametrize(
    "node", [NodeRigidBodyEP, NodeRigidBodyRxyz, NodeRigidBodyRotVecLG], ids=lambda k: k.__name__
)
@pytest.mark.parametrize("fixed", [False, True], ids=["global", "body fixed"])
def test_motor_on_a_body_in_space(node, fixed):
    """The same about the z axis of a body in space, for all rotation parameters."""
    mbs = exu.SystemContainer().AddSystem()
    inertia = exu.utilities.RigidBodyInertia(1, np.diag([0.3, 0.2, INERTIA]))
    types = {
        NodeRigidBodyEP: exu.NodeType.RotationEulerParameters,
        NodeRigidBodyRxyz: exu.NodeType.RotationRxyz,
        NodeRigidBodyRotVecLG: exu.NodeType.RotationRotationVector,
    }
    body = mbs.CreateRigidBody(inertia=inertia, nodeType=types[node])
    mbs.CreateTorque(bodyNumber=body, loadVector=[0, 0, TORQUE], bodyFixed=fixed,
                     loadStateUserFunction=motor_law)  # fmt: skip
    mbs.SolveDynamic(settings_of(1.0, 1000))
    omega = SPEED * (1.0 - math.exp(-1.0 / TAU))
    found = mbs.GetObjectOutputBody(body, exu.OutputVariableType.AngularVelocity)
    assert found == pytest.approx([0, 0, omega], rel=3e-5, abs=1e-12)


@pytest.mark.parametrize("solver", SOLVERS)
def test_linear_and_quadratic_drag(solver):
    """v = v0 exp(-c t/m); a fall with quadratic drag: v = v_end tanh(g t/v_end)."""

    def linear(mbs, t, load, coordinate, velocity):
        return -3.0 * velocity

    def quadratic(mbs, t, loadVector, position, velocity, rotation, angularVelocity):
        v = math.sqrt(velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2)
        return [loadVector[k] - 0.5 * v * velocity[k] for k in range(3)]

    mbs = exu.SystemContainer().AddSystem()
    line = mbs.AddNode(Node1D(referenceCoordinates=[0], initialVelocities=[4]))
    mbs.AddObject(Mass1D(nodeNumber=line, physicsMass=2))
    coordinate = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=line, coordinate=0))
    mbs.AddLoad(LoadStateCoordinate(markerNumber=coordinate, loadStateUserFunction=linear))
    point = mbs.AddNode(NodePoint(referenceCoordinates=[1, 2, 3]))
    mbs.AddObject(MassPoint(nodeNumber=point, physicsMass=2))
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=point))
    mbs.AddLoad(StateForce(markerNumber=marker, loadVector=[0, 0, -2 * 9.81],
                           loadStateUserFunction=quadratic))  # fmt: skip
    solution = mbs.SolveDynamic(settings_of(2.0, 2000), solverType=solver)
    t = solution.times
    end = math.sqrt(2 * 9.81 / 0.5)
    tolerance = SOLVERS[solver]
    assert solution.velocities[:, 0] == pytest.approx(4 * np.exp(-1.5 * t), abs=4 * tolerance)
    assert solution.velocities[:, 3] == pytest.approx(
        -end * np.tanh(9.81 * t / end), abs=end * tolerance
    )
    energy = solution.energy()
    assert energy.error < 100 * tolerance * np.abs(energy.work).max()


def test_central_force_closes_its_orbit():
    """An ellipse about the origin, f = -mu m p/|p|^3: closed after 2 pi sqrt(a^3/mu)."""

    def law(mbs, t, loadVector, position, velocity, rotation, angularVelocity):
        r = math.sqrt(position[0] ** 2 + position[1] ** 2 + position[2] ** 2)
        return [-8.0 * position[k] / r**3 for k in range(3)]

    mbs = exu.SystemContainer().AddSystem()
    a, e, mu = 2.0, 0.5, 4.0
    start, speed = a * (1 - e), math.sqrt(mu / a * (1 + e) / (1 - e))
    node = mbs.AddNode(
        NodePoint(referenceCoordinates=[start, 0, 0],
                  initialVelocities=[0, 0.6 * speed, 0.8 * speed])
    )  # fmt: skip
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    mbs.AddLoad(StateForce(markerNumber=marker, loadStateUserFunction=law))
    settings = settings_of(2 * math.pi * math.sqrt(a**3 / mu), 4000)
    for solver, tolerance in {"RK67": 1e-9, "DOPRI5": 1e-6}.items():
        solution = mbs.SolveDynamic(settings, solverType=solver)
        assert solution.coordinates[-1] == pytest.approx(np.zeros(3), abs=tolerance)
        places, v = solution.coordinates + [start, 0, 0], solution.velocities
        momentum = np.cross(places, v)
        assert momentum == pytest.approx(np.tile(momentum[0], (len(v), 1)), abs=10 * tolerance)
        potential = -8.0 / np.linalg.norm(places, axis=1)
        work = solution.energy().work
        assert work == pytest.approx(potential[0] - potential, abs=1e-6)


def test_angles_in_the_plane_are_not_wrapped():
    """A torque -k phi that begins after more than a turn: phi = 10 cos(omega t)."""

    def law(mbs, t, loadVector, position, velocity, rotation, angularVelocity):
        return [0.0, 0.0, -9.0 * INERTIA * rotation[2]]

    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeRigidBody2D(initialCoordinates=[0, 0, 10.0]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=INERTIA))
    mbs.CreateTorque(bodyNumber=exu.ObjectIndex(body), loadStateUserFunction=law)
    solution = mbs.SolveDynamic(settings_of(3.0, 3000), solverType="RK44")
    wanted = 10.0 * np.cos(3.0 * solution.times)
    assert solution.coordinates[:, 2] == pytest.approx(wanted, abs=1e-9)


def test_statics_and_modes_see_the_slopes():
    """A cubic spring and a damper as a load: equilibrium, frequency and damping about it."""

    def law(mbs, t, load, coordinate, velocity):
        return load - 4.0 * coordinate**3 - 0.5 * velocity

    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Node1D(referenceCoordinates=[0], initialCoordinates=[1.0]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=3))
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    mbs.AddLoad(LoadStateCoordinate(markerNumber=marker, load=32.0, loadStateUserFunction=law))
    mbs.SolveStatic()
    assert mbs.systemData.GetODE2Coordinates() == pytest.approx([2.0], rel=1e-9)
    mbs.systemData.SetODE2Coordinates(
        mbs.systemData.GetODE2Coordinates(), exu.ConfigurationType.Initial
    )
    linear = mbs.Linearize()
    assert linear.K.toarray() == pytest.approx(np.array([[48.0]]), rel=1e-7)
    assert linear.D.toarray() == pytest.approx(np.array([[0.5]]), rel=1e-7)


def test_newton_converges_quadratically():
    """A stiff nonlinear load takes no more updates than the same spring with its function."""

    def load(mbs, t, load, coordinate, velocity):
        return -1e4 * (coordinate + 5.0 * coordinate**3) - 10.0 * velocity

    def spring(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):
        return 1e4 * (displacement + 5.0 * displacement**3) + 10.0 * velocity

    iterations, ends = [], []
    for which in ("load", "spring"):
        mbs = exu.SystemContainer().AddSystem()
        node = mbs.AddNode(Node1D(referenceCoordinates=[0], initialCoordinates=[0.8]))
        mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=2))
        marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
        if which == "load":
            mbs.AddLoad(LoadStateCoordinate(markerNumber=marker, loadStateUserFunction=load))
        else:
            ground = mbs.AddMarker(
                MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
            )
            mbs.AddObject(
                CoordinateSpringDamper(
                    markerNumbers=[ground, marker], springForceUserFunction=spring
                )
            )
        settings = settings_of(0.1, 100)
        settings.timeIntegration.newton.useModifiedNewton = False
        solution = mbs.SolveDynamic(settings)
        iterations.append(solution.statistics.newton_iterations)
        ends.append(solution.coordinates[-1, 0])
    assert iterations[0] == iterations[1] and iterations[0] < 500
    assert ends[0] == pytest.approx(ends[1], rel=1e-9)


def test_models_with_state_loads_go_through_files_and_repeat(tmp_path):
    mbs, _ = motor_2d(motor_law)
    first = mbs.SolveDynamic(settings_of(0.5, 100))
    again = mbs.SolveDynamic(settings_of(0.5, 100))
    assert np.array_equal(first.velocities, again.velocities)
    mbs.save(tmp_path / "motor.json")
    read = exu.load(tmp_path / "motor.json", import_functions=True)
    third = read.SolveDynamic(settings_of(0.5, 100))
    assert np.array_equal(first.velocities, third.velocities)


def test_a_function_that_fails_is_named():
    def law(mbs, t, loadVector, position, velocity, rotation, angularVelocity):
        return [0.0, 0.0, 1.0 / (0.25 - t)]

    mbs, _ = motor_2d(law)
    with pytest.raises(exu.SolverError, match=r"StateTorque 'load0'.*loadStateUserFunction"):
        mbs.SolveDynamic(settings_of(0.5, 100))


def test_one_function_only():
    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateMassPoint(physicsMass=1)
    with pytest.raises(exu.ParameterError, match="not both"):
        mbs.CreateForce(bodyNumber=body, loadVectorUserFunction=lambda m, t, f: f,
                        loadStateUserFunction=lambda m, t, f, p, v, r, w: f)  # fmt: skip
