"""Losses and work of a run against closed forms."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .energy_models import along_rows

Solver = exu.DynamicSolverType


def system():
    mbs = exu.SystemContainer().AddSystem()
    return mbs, mbs.AddObject(ObjectGround())


def solved(mbs, steps=200, solver=Solver.RK67, end=1.0):
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = end, steps
    settings.solutionSettings.solutionWritePeriod = 0.0
    settings.solutionSettings.sensorsWritePeriod = 0.0
    return mbs.SolveDynamic(settings, solver)


def slider(mbs, mass=2.0, place=0.0, speed=0.0):
    """A mass with one coordinate, and the markers of ground and coordinate."""
    node = mbs.AddNode(
        Node1D(referenceCoordinates=[0], initialCoordinates=[place], initialVelocities=[speed])
    )
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=mass))
    zero = mbs.AddNode(NodePointGround())
    return [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (zero, node)]


def close(values, wanted, tolerance=1e-10):
    wanted = np.broadcast_to(wanted, values.shape)
    assert np.abs(wanted).max() > 1e-3
    assert np.abs(values - wanted).max() <= tolerance * np.abs(wanted).max()


def spring_on_coordinate(mbs, ends, **values):
    return mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends, **values))


@pytest.mark.parametrize("steps", [100, 400])
def test_a_damped_oscillator_loses_what_the_closed_form_tells(steps):
    m, d, k, x0 = 2.0, 1.5, 80.0, 0.3
    mbs, _ = system()
    ends = slider(mbs, m, x0)
    spring_on_coordinate(mbs, ends, stiffness=k, damping=d)
    solution = solved(mbs, steps)
    found, t = solution.energy(), solution.times
    delta, omega = d / (2 * m), math.sqrt(k / m - (d / (2 * m)) ** 2)
    x = x0 * np.exp(-delta * t) * (np.cos(omega * t) + delta / omega * np.sin(omega * t))
    v = -x0 * np.exp(-delta * t) * k / m / omega * np.sin(omega * t)
    energy = m * v**2 / 2 + k * x**2 / 2
    close(found.dissipated, energy[0] - energy, 1e-9)
    close(found.total, energy, 1e-9)
    assert not found.work.any() and found.error <= 1e-9 * energy[0]
    assert np.all(np.diff(found.dissipated) >= 0.0)


def test_losses_converge_with_the_sixth_power_of_the_recorded_interval():
    """Rows of an accurate run, thinned out: only the integral between them has an error."""
    m, d, k, x0 = 1.0, 4.0, 400.0, 1.0
    errors = []
    for period in (0.1, 0.05, 0.025):
        mbs, _ = system()
        spring_on_coordinate(mbs, slider(mbs, m, x0), stiffness=k, damping=d)
        mbs.Assemble()
        settings = exu.SimulationSettings()
        settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, 4000
        settings.solutionSettings.solutionWritePeriod = period
        solution = mbs.SolveDynamic(settings, Solver.RK67)
        assert solution.energy().error < 1e-9 * k * x0**2  # integrated over all steps
        found = along_rows(solution)
        assert len(found.times) == round(1 / period) + 1
        errors.append(found.error)
    assert errors[0] > 1e-5 * k * x0**2 / 2
    assert errors[0] / errors[1] > 40 and errors[1] / errors[2] > 50


def test_a_constant_force_has_a_potential_and_its_work_is_told_too():
    mbs, _ = system()
    _, end = slider(mbs, speed=1.0)
    mbs.AddLoad(LoadCoordinate(markerNumber=end, load=3.0))
    solution = solved(mbs, 20, Solver.GeneralizedAlpha)
    found = solution.energy()
    close(found.load_work, 3.0 * solution.coordinates[:, 0], 1e-14)
    close(found.potential, -3.0 * solution.coordinates[:, 0], 1e-14)
    assert not found.work.any() and found.parts["work"] == {}
    assert found.error <= 1e-12


def test_the_work_of_a_load_that_follows_time():
    mbs, _ = system()
    _, end = slider(mbs)
    mbs.AddLoad(
        LoadCoordinate(markerNumber=end, load=5.0, loadUserFunction=lambda mbs, t, f: f * t * t)
    )
    mbs.AddLoad(LoadCoordinate(markerNumber=end, load=1.0))
    found = solved(mbs, 50).energy()
    t = found.times
    v = (5 * t**3 / 3 + t) / 2
    x = (5 * t**4 / 12 + t**2 / 2) / 2
    close(found.work, v**2 - x)
    close(found.load_work, v**2)
    close(found.parts["work"]["LoadCoordinate"], v**2 - x)
    assert found.error <= 1e-12


def test_friction_of_a_user_function_takes_work_away():
    """A force -F against the motion, smooth enough: F times the way."""
    mbs, _ = system()
    ends = slider(mbs, speed=3.0)

    def friction(mbs, t, itemNumber, u, v, k, d, offset):
        return 1.5 * math.tanh(50 * v)

    spring_on_coordinate(mbs, ends, springForceUserFunction=friction)
    solution = solved(mbs)
    found = solution.energy()
    close(found.work, -1.5 * solution.coordinates[:, 0])  # tanh(50 v) = 1 to all digits here
    assert solution.velocities.min() > 1.0
    assert not found.dissipated.any() and found.error <= 1e-12


def test_friction_of_a_planar_spring_by_its_coupling():
    """A spring of constant force |F| on a body that spins: omega_t = -|F| mu omega / J."""
    J, mu, omega = 0.5, 0.2, 4.0
    mbs, ground = system()
    node = mbs.AddNode(NodePlanar(heldCoordinates=[True, True, False], initialVelocities=[0, 0, 4]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=J))
    ends = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[2, 0, 0])),
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=body)),
    ]
    mbs.AddObject(
        PlanarSpringDamper(
            markerNumbers=ends, stiffness=3.0, referenceLength=1.0, coupling=[0.0, mu]
        )
    )
    found = solved(mbs, 50).energy()
    spin = omega * np.exp(-3.0 * mu / J * found.times)
    close(found.dissipated, J / 2 * (omega**2 - spin**2))
    assert found.error <= 1e-11


def shift(mbs, t, itemNumber, offset):
    return offset * math.sin(3 * t) ** 2


@pytest.mark.parametrize(
    "solver, tolerance", [(Solver.GeneralizedAlpha, 2e-3), (Solver.RK44, 2e-6), (Solver.RK67, 2e-6)]
)
def test_a_driven_constraint_puts_in_what_the_mass_gets(solver, tolerance):
    mbs, _ = system()
    ends = slider(mbs, 3.0)
    mbs.AddObject(CoordinateConstraint(markerNumbers=ends, offset=0.4, offsetUserFunction=shift))
    found = solved(mbs, 200, solver).energy()
    speed = 0.4 * 3 * np.sin(6 * found.times)
    close(found.work, 1.5 * speed**2, tolerance)
    assert list(found.parts["work"]) == ["CoordinateConstraint"]


def test_a_constraint_of_velocities_puts_in_work():
    """A spring that is pulled at a constant speed by a mass."""
    mbs, _ = system()
    ends = slider(mbs, speed=2.0)
    mbs.AddObject(CoordinateConstraint(markerNumbers=ends, offset=2.0, velocityLevel=True))
    spring_on_coordinate(mbs, ends, stiffness=10.0, damping=1.0)
    found = solved(mbs, 100, Solver.RK44).energy()
    t = found.times
    close(found.work, 20 * t**2 + 4 * t)
    close(found.dissipated, 4 * t)
    assert found.error <= 1e-10


def wound_in(solver, steps):
    """A mass on a rod that gets shorter while it turns; angular momentum stays."""
    mbs, ground = system()
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[1, 0], initialVelocities=[0, 2]))
    mass = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=2))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=k)) for k in (ground, mass)]
    rod = mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1))

    def pull(mbs, t):
        mbs.SetObjectParameter(rod, "distance", 1 - 0.3 * t * t)
        return True

    mbs.SetPreStepUserFunction(pull)
    mbs.AddSensor(SensorEnergy(energyType="work", objectNumbers=[rod], name="pull"))
    solution = solved(mbs, steps, solver)
    r, r_t = 1 - 0.3 * solution.times**2, -0.6 * solution.times
    return solution, (2 / r) ** 2 + r_t**2 - 4


def test_a_rod_that_is_driven_by_its_parameter_puts_in_work():
    errors = []
    for steps in (100, 200, 400):
        solution, work = wound_in(Solver.GeneralizedAlpha, steps)
        found = solution.energy()
        assert found.missing == []
        errors.append(np.abs(found.work - work).max())
        assert np.array_equal(solution.sensors["pull"][:, 1], found.work)
    assert errors[2] < 1e-3 * np.abs(work).max()
    assert 3.5 < errors[0] / errors[1] < 4.5 and 3.5 < errors[1] / errors[2] < 4.5


def test_explicit_solvers_drive_by_jumps_of_velocity_which_no_multiplier_holds():
    solution, _ = wound_in(Solver.RK44, 50)
    found = solution.energy()
    assert np.isnan(found.balance).all()
    assert "DistanceConstraint" in found.missing[0] and "changed" in found.missing[0]


def test_rods_without_drive_do_no_work():
    mbs, ground = system()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[0, 0, 1]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=k)) for k in (ground, mass)]
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0, -20, 0]))
    for solver, tolerance in ((Solver.GeneralizedAlpha, 1e-4), (Solver.RK67, 1e-10)):
        found = solved(mbs, 400, solver).energy()
        assert found.parts["work"] == {} and found.error <= tolerance * np.ptp(found.kinetic)


def test_a_damper_with_a_rate_of_its_own_is_a_drive():
    """f = d (L_t - w) on a mass at the end of an actuator; work = energy that the mass gets."""
    m, d, w = 2.0, 3.0, 0.5
    mbs, ground = system()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=m))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=k)) for k in (ground, mass)]
    mbs.AddObject(
        SpringDamper(markerNumbers=ends, damping=d, velocityOffset=w, force=1.0, referenceLength=1)
    )
    found = solved(mbs, 100).energy()
    t, end = found.times, w - 1.0 / d
    speed = end * (1 - np.exp(-d / m * t))
    way = end * (t - m / d * (1 - np.exp(-d / m * t)))
    close(found.work, m / 2 * speed**2 + 1.0 * way)
    close(found.potential - found.potential[0], 1.0 * way)
    assert not found.dissipated.any() and found.error <= 1e-12


def test_matrices_and_function_of_a_generic_system_are_told_apart():
    """K stores, D takes, the function works; against integrals of a fine run."""
    M, D, K = (
        np.array(m) for m in ([[2, 0.5], [0.5, 1]], [[1, 0.3], [-0.3, 0.5]], np.diag([9, 4]))
    )
    mbs, _ = system()
    node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2, initialCoordinates=[0.5, -0.25]))

    def push(mbs, t, itemNumber, q, q_t):
        return np.array([np.sin(4 * t), q[0] * q_t[1]])

    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node], massMatrix=M, dampingMatrix=D, stiffnessMatrix=K,
            forceVector=[0.5, 0], forceUserFunction=push,
        )
    )  # fmt: skip
    solution = solved(mbs, 2000)
    found, t = solution.energy(), solution.times
    q, v = solution.coordinates, solution.velocities
    lost = np.einsum("ti,ij,tj->t", v, D, v)
    given = np.sin(4 * t) * v[:, 0] + q[:, 0] * v[:, 1] ** 2
    from scipy.integrate import cumulative_simpson

    # every second row of Simpson's rule is of order 4
    dx = t[1] - t[0]
    close(found.dissipated[::2], cumulative_simpson(lost, dx=dx, initial=0)[::2], 1e-9)
    close(found.work[::2], cumulative_simpson(given, dx=dx, initial=0)[::2], 1e-9)
    close(found.potential, 0.5 * np.einsum("ti,ij,tj->t", q, K, q) - 0.5 * q[:, 0], 1e-13)
    assert found.error <= 1e-11


def test_a_mass_matrix_that_changes_does_no_work_with_its_gyroscopic_forces():
    """Two rods in a row without gravity, in angles: the total is kinetic, and it stays."""

    def masses(mbs, t, itemNumber, q, q_t):
        b = np.cos(q[0] - q[1])
        return np.array([[2.0, b], [b, 1.0]])

    def gyroscopic(mbs, t, itemNumber, q, q_t):
        s = np.sin(q[0] - q[1])
        return np.array([-s * q_t[1] ** 2, s * q_t[0] ** 2])

    mbs, _ = system()
    node = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=2, initialCoordinates=[0.3, -0.8],
            initialCoordinates_t=[1.0, -2.0],
        )
    )  # fmt: skip
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node], massMatrixUserFunction=masses, forceUserFunction=gyroscopic
        )
    )
    solution = solved(mbs, 400)
    found = solution.energy()
    s = np.sin(solution.coordinates[:, 0] - solution.coordinates[:, 1])
    v = solution.velocities
    assert np.abs(s * v[:, 0] * v[:, 1] * (v[:, 0] - v[:, 1])).max() > 0.5  # power of each of both
    assert np.abs(found.work).max() <= 1e-9 and found.error <= 1e-9
    assert np.abs(found.kinetic - found.kinetic[0]).max() <= 1e-10


def test_torques_and_forces_that_turn_along_on_a_planar_body():
    """A body on an axle: a torque over time, and a force across its arm."""
    J, arm = 0.8, 0.5
    mbs, _ = system()
    node = mbs.AddNode(NodePlanar(heldCoordinates=[True, True, False]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=J))
    tip = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[arm, 0, 0]))
    mbs.AddLoad(Force(markerNumber=tip, loadVector=[3, 2, 0], bodyFixed=True))
    mbs.AddLoad(
        Torque(
            markerNumber=tip, loadVector=[0, 0, 1],
            loadVectorUserFunction=lambda mbs, t, b: [0, 0, b[2] * t],
        )
    )  # fmt: skip
    solution = solved(mbs, 100)
    found = solution.energy()
    t = found.times
    angle, omega = (2 * arm * t**2 / 2 + t**3 / 6) / J, (2 * arm * t + t**2 / 2) / J
    close(found.parts["work"]["Force"], 2 * arm * angle)
    close(found.work, J / 2 * omega**2)
    assert found.error <= 1e-12


def test_masses_that_attract_each_other_keep_their_energy():
    mbs, _ = system()
    markers = []
    for place, speed in ((-1.0, -0.5), (1.0, 0.5)):
        node = mbs.AddNode(
            NodePoint(referenceCoordinates=[place, 0, 0], initialVelocities=[0, speed, 0])
        )
        body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
        markers.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)))
    mbs.AddObject(
        ConnectorGravity(markerNumbers=markers, mass0=1, mass1=1, gravitationalConstant=4)
    )
    found = solved(mbs, 2000, end=3.0).energy()
    assert found.parts["dissipated"] == {} and found.parts["work"] == {}
    assert np.ptp(found.kinetic) > 0.5 and found.error <= 1e-10


def test_events_of_a_unilateral_spring_without_damper_lose_nothing():
    """The law has a kink: its losses are those of the damper alone, not of the quadrature."""
    mbs, ground = system()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1.2, 0, 0], initialVelocities=[-2, 0, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=k)) for k in (ground, mass)]
    mbs.AddObject(
        TabularSpringDamper(
            markerNumbers=ends, referenceLength=1, stiffness=500, springType="Compressive"
        )
    )
    solution = solved(mbs, 50, Solver.DOPRI5)
    found = solution.energy()
    assert solution.statistics.events >= 2
    assert not found.dissipated.any() and found.error <= 1e-6


def test_systems_of_first_order_stand_outside():
    mbs, _ = system()
    node = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=1, initialCoordinates=[1]))
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[-1]], name="valve"))
    ends = slider(mbs, place=0.2)
    spring_on_coordinate(mbs, ends, stiffness=10.0, damping=1.0)
    found = solved(mbs).energy()
    assert found.missing == [] and "'valve'" in found.outside[0]
    assert found.error <= 1e-12 and found.dissipated[-1] > 0.01
