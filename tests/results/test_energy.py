"""Energies of a result against formulas written by hand."""

import pickle

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.results.energy.energy import Energies

Solver = exu.DynamicSolverType


def system():
    mbs = exu.SystemContainer().AddSystem()
    return mbs, mbs.AddObject(ObjectGround())


def solved(mbs, end=1.0, steps=200, solver=Solver.GeneralizedAlpha):
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    settings.solutionSettings.solutionWritePeriod = end / steps
    return mbs.SolveDynamic(settings, solver)


def marked(mbs, body, local=(0, 0, 0)):
    return mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=local))


def mass_in_space(mbs, place, mass, **further):
    node = mbs.AddNode(NodePoint(referenceCoordinates=place, **further))
    return mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))


def assert_energies(found, kinetic, potential):
    scale = np.abs([kinetic, potential]).max()
    assert np.abs(found.kinetic - kinetic).max() <= 1e-13 * scale
    assert np.abs(found.potential - potential).max() <= 1e-13 * scale
    assert np.array_equal(found.total, found.kinetic + found.potential)


def test_oscillator_with_spring_constant_force_and_gravity():
    """The force of an actuator is that of a spring; damper and load change nothing else."""
    mbs, ground = system()
    mass = mass_in_space(mbs, [2, 0, 0], 1.5, initialVelocities=[0.25, 0.5, -0.125])
    tip = marked(mbs, mass, [0.1, 0, 0])
    mbs.AddObject(
        SpringDamper(
            markerNumbers=[marked(mbs, ground), tip],
            **dict(referenceLength=1, stiffness=30, damping=0.5, force=2),
        )
    )
    mbs.AddLoad(Force(markerNumber=tip, loadVector=[1, 2, 3]))
    center = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
    mbs.AddLoad(Gravity(markerNumber=center, loadVector=[0.5, -9.81, 1]))
    solution = solved(mbs)
    found = solution.energy()
    p = solution.coordinates + [2, 0, 0]
    tip = p + [0.1, 0, 0]
    u = np.linalg.norm(tip, axis=1) - 1
    gravity, force = -1.5 * p @ [0.5, -9.81, 1], -tip @ [1, 2, 3]
    spring = 15 * u**2 + 2 * u
    assert_energies(found, 0.75 * (solution.velocities**2).sum(axis=1), spring + gravity + force)
    assert np.allclose(found.parts["potential"]["Gravity"], gravity, rtol=1e-13)
    assert set(found.parts["potential"]) == {"SpringDamper", "Gravity", "Force"}
    assert set(found.parts["kinetic"]) == {"MassPoint"}
    assert found.missing == []


def test_work_of_constant_loads_counts_from_the_start():
    """A mass that falls from 7 m: m g times its way, not times its height."""
    mbs, _ = system()
    mass = mass_in_space(mbs, [0, 7, 0], 2.0)
    center = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
    mbs.AddLoad(Gravity(markerNumber=center, loadVector=[0, -9.81, 0]))
    solution = solved(mbs)
    work = -2.0 * 9.81 * solution.coordinates[:, 1]
    assert solution.energy().load_work == pytest.approx(work, abs=1e-12)
    assert work[-1] > 90.0


def test_pendulum_keeps_its_energy_to_the_order_of_the_integrator():
    drifts = []
    for steps in (200, 400):
        mbs, ground = system()
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0.6, -0.8]))
        mass = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=2))
        ends = [marked(mbs, ground), marked(mbs, mass)]
        mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1))
        center = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
        mbs.AddLoad(Gravity(markerNumber=center, loadVector=[0, -9.81, 0]))
        solution = solved(mbs, 1.0, steps)
        found = solution.energy()
        height = solution.coordinates[:, 1] - 0.8
        assert_energies(found, (solution.velocities**2).sum(axis=1), 2 * 9.81 * height)
        drifts.append(found.drift)
    assert drifts[0] < 0.01
    assert drifts[0] / drifts[1] == pytest.approx(4.0, rel=0.2)


def test_planar_body_with_eccentric_mass_torque_and_torsional_spring():
    mbs, ground = system()
    node = mbs.AddNode(
        NodeRigidBody2D(referenceCoordinates=[0.3, 0.2, 0.4], initialVelocities=[1.0, -0.5, 3.0])
    )
    body = mbs.AddObject(
        RigidBody2D(nodeNumber=node, mass=2, inertia=0.75, centerOfMass=[0.25, -0.125])
    )
    frames = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=b)) for b in (ground, body)]
    mbs.AddObject(TorsionalSpringDamper(markerNumbers=frames, stiffness=8, damping=0.2, offset=0.1))
    mbs.AddLoad(Torque(markerNumber=frames[1], loadVector=[0, 0, 0.5]))
    center = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(markerNumber=center, loadVector=[0, -9.81, 0]))
    solution = solved(mbs)
    x, y, phi = (solution.coordinates + [0.3, 0.2, 0.4]).T
    x_t, y_t, omega = solution.velocities.T
    c, s = np.cos(phi), np.sin(phi)
    cx, cy = 0.25 * c + 0.125 * s, 0.25 * s - 0.125 * c
    at_center = 0.75 - 2 * (0.25**2 + 0.125**2)
    kinetic = (x_t - omega * cy) ** 2 + (y_t + omega * cx) ** 2 + 0.5 * at_center * omega**2
    potential = 4 * (phi - 0.1) ** 2 - 0.5 * phi + 2 * 9.81 * (y + cy)
    assert_energies(solution.energy(), kinetic, potential)


def test_coordinate_spring_mass_on_an_axis_and_coordinate_load():
    mbs, ground = system()
    node = mbs.AddNode(Node1D(referenceCoordinates=[0.5], initialCoordinates=[0.25]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=3))
    fixed = mbs.AddNode(NodePointGround())
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (fixed, node)]
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends, stiffness=20, offset=0.1))
    mbs.AddLoad(LoadCoordinate(markerNumber=ends[1], load=2))
    solution = solved(mbs, 10.0, 1000, Solver.RK44)
    q, v = solution.coordinates[:, 0], solution.velocities[:, 0]
    found = solution.energy()
    assert_energies(found, 1.5 * v**2, 10 * (q - 0.1) ** 2 - 2 * q)
    assert found.drift < 1e-5 * np.abs(found.total).max()


def test_matrices_of_generic_systems():
    mass, stiffness = np.array([[2.0, 0.5], [0.5, 1.0]]), np.array([[30.0, -10.0], [-10.0, 20.0]])
    mbs, _ = system()
    node = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=2, referenceCoordinates=[1, 2], initialCoordinates=[0.1, -0.2]
        )
    )
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node],
            **dict(massMatrix=mass, stiffnessMatrix=stiffness, forceVector=[1, -2]),
        )
    )
    solution = solved(mbs, solver=Solver.RK44)
    q, v = solution.coordinates, solution.velocities
    potential = 0.5 * np.einsum("ti,ij,tj->t", q, stiffness, q) - q @ [1.0, -2.0]
    assert_energies(solution.energy(), 0.5 * np.einsum("ti,ij,tj->t", v, mass, v), potential)


def test_mutual_gravity():
    mbs, _ = system()
    sun = mass_in_space(mbs, [0, 0, 0], 5.0)
    planet = mass_in_space(mbs, [1, 0, 0], 0.5, initialVelocities=[0, 2, 0])
    ends = [marked(mbs, body) for body in (sun, planet)]
    mbs.AddObject(ConnectorGravity(markerNumbers=ends, mass0=5, mass1=0.5, gravitationalConstant=1))
    solution = solved(mbs, solver=Solver.DOPRI5)
    q, v = solution.coordinates, solution.velocities
    distance = np.linalg.norm(q[:, 3:] + [1, 0, 0] - q[:, :3], axis=1)
    kinetic = 2.5 * (v[:, :3] ** 2).sum(axis=1) + 0.25 * (v[:, 3:] ** 2).sum(axis=1)
    assert_energies(solution.energy(), kinetic, -2.5 / distance)


def test_what_has_no_potential_does_work():
    mbs, ground = system()
    mass = mass_in_space(mbs, [2, 0, 0], 1.0)
    ends = [marked(mbs, ground), marked(mbs, mass)]

    def pull(mbs, t, itemNumber, u, u_t, k, d, f):
        return k * u

    spring = dict(markerNumbers=ends, referenceLength=1, stiffness=10)
    mbs.AddObject(SpringDamper(**spring, springForceUserFunction=pull, name="soft"))
    mbs.AddObject(SpringDamper(**spring))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[1, 0, 0], bodyFixed=True))
    node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2))
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node], massMatrix=np.eye(2), stiffnessMatrix=[[1, 2], [0, 1]], name="skew"
        )
    )
    single = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    mbs.AddLoad(LoadCoordinateTable(markerNumber=single, times=[0, 1], values=[0, 1]))
    solution = solved(mbs)
    found = solution.energy()
    u = np.linalg.norm(solution.coordinates[:, :3] + [2, 0, 0], axis=1) - 1
    assert np.allclose(found.potential, 5 * u**2, rtol=1e-13, atol=1e-13)
    assert not found.missing
    kinds = {"SpringDamper", "Force", "ObjectGenericODE2", "LoadCoordinateTable"}
    assert set(found.parts["work"]) == kinds
    # the function is that of a spring, so its work can be told from the positions
    soft = found.parts["work"]["SpringDamper"]
    assert np.allclose(soft, 5 * (u[0] ** 2 - u**2), rtol=1e-9, atol=1e-12)
    push = found.parts["work"]["Force"]
    assert np.allclose(push, solution.coordinates[:, 0], rtol=1e-12, atol=1e-12)


def test_the_live_system_is_left_alone():
    mbs, ground = system()
    mass = mass_in_space(mbs, [2, 0, 0], 1.0)
    ends = [marked(mbs, ground), marked(mbs, mass)]
    number = mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=10))
    solution = solved(mbs)
    before = [part.copy() for part in mbs.systemData.GetSystemState()]
    first = solution.energy()
    mbs.SetObjectParameter(number, "stiffness", 1e6)
    second = solution.energy()
    assert np.array_equal(first.total, second.total)
    assert solution.constraint_errors().equations == []
    for old, new in zip(before, mbs.systemData.GetSystemState(), strict=True):
        assert np.array_equal(old, new)


def test_a_result_without_model_says_so():
    mbs, _ = system()
    mass_in_space(mbs, [2, 0, 0], 1.0)
    solution = solved(mbs, steps=2)
    solution.snapshot = None
    for ask in (solution.energy, solution.constraint_errors):
        with pytest.raises(exu.SysError, match="need the model, but this result has none"):
            ask()


def test_many_rows_are_evaluated_in_parts(monkeypatch):
    mbs, ground = system()
    mass = mass_in_space(mbs, [2, 0, 0], 1.0)
    ends = [marked(mbs, ground), marked(mbs, mass)]
    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=10))
    solution = solved(mbs)
    whole = solution.energy()
    monkeypatch.setattr("linkwork.results.replay.replay.CHUNK", 100)
    assert np.array_equal(whole.total, solution.energy().total)


def test_items_that_were_changed_during_the_run_are_left_out(tmp_path):
    mbs, ground = system()
    mass = mass_in_space(mbs, [2, 0, 0], 1.0)
    ends = [marked(mbs, ground), marked(mbs, mass)]
    spring = mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=10))
    rod = mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=2))

    def drive(mbs, t):
        mbs.SetObjectParameter(spring, "stiffness", 10 + t)
        mbs.SetObjectParameter(rod, "distance", 2 + 0.1 * t)
        mbs.SetObjectParameter(mass, "Vshow", t > 0.5)
        return True

    mbs.SetPreStepUserFunction(drive)
    solution = solved(mbs, steps=20)
    found = solution.energy()
    assert list(found.parts["kinetic"]) == ["MassPoint"] and not found.potential.any()
    assert np.isnan(found.balance).all() and np.isnan(found.error)
    assert "balance unknown, 1 left out" in repr(found)
    errors = solution.constraint_errors()
    assert np.isnan(errors.position).all()
    solution.save(tmp_path / "run.npz")
    assert exu.Solution.load(tmp_path / "run.npz").energy().missing == found.missing
    assert pickle.loads(pickle.dumps(solution)).energy().missing == found.missing
    for text, label in ((found.missing, "SpringDamper"), (errors.missing, "DistanceConstraint")):
        assert len(text) == 1 and text[0].startswith(label) and "changed during the run" in text[0]


def test_an_item_that_was_changed_and_is_as_before_is_left_out_too():
    mbs, ground = system()
    mass = mass_in_space(mbs, [2, 0, 0], 1.0)
    ends = [marked(mbs, ground), marked(mbs, mass)]
    spring = mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=10))

    def stiffer_for_a_while(mbs, t):
        mbs.SetObjectParameter(spring, "stiffness", 50.0 if 0.3 < t < 0.6 else 10.0)
        return True

    mbs.SetPreStepUserFunction(stiffer_for_a_while)
    found = solved(mbs, steps=20).energy()
    assert "changed during the run" in found.missing[0] and not found.potential.any()
    mbs.SetPreStepUserFunction(None)
    mbs.SetObjectParameter(spring, "stiffness", 20.0)  # between two runs
    assert not solved(mbs, steps=20).energy().missing


def test_saved_results_give_the_same_numbers(tmp_path):
    mbs, ground = system()
    mass = mass_in_space(mbs, [2, 0, 0], 1.0)
    ends = [marked(mbs, ground), marked(mbs, mass)]
    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=10))
    solution = solved(mbs)
    solution.save(tmp_path / "run.npz")
    del mbs
    loaded = exu.Solution.load(tmp_path / "run.npz")
    assert np.array_equal(loaded.energy().total, solution.energy().total)


def test_a_result_that_does_not_fit_its_model_is_refused():
    mbs, _ = system()
    mass_in_space(mbs, [2, 0, 0], 1.0)
    solution = solved(mbs, steps=2)
    solution.velocities = np.zeros((3, 4))
    with pytest.raises(exu.SysError, match="v has 4 numbers at each of 3 times, the model has 3"):
        solution.energy()


def test_states_that_are_no_motion_have_no_balance():
    mbs, _ = system()
    mass_in_space(mbs, [2, 0, 0], 1.0)
    solution = solved(mbs, steps=2)
    assert solution.energy().error == 0.0
    solution.statistics.solver = "Static"
    found = solution.energy()
    assert "Static are not a motion" in found.missing[0] and np.isnan(found.error)


def test_drift_is_counted_from_the_start():
    lost, given = np.array([0.0, 0.5, 1.0]), np.array([0.0, 2.0, 0.0])
    found = Energies(
        np.arange(3.0), np.array([1.0, 3.0, 0.0]), np.array([0.0, 0.5, 0.0]), lost, given, given
    )
    assert found.drift == 2.5 and found.total.tolist() == [1.0, 3.5, 0.0]
    assert found.balance.tolist() == [0.0, 1.0, 0.0] and found.error == 1.0


def test_loads_on_first_order_coordinates_have_no_energy():
    mbs, _ = system()
    node = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=1, initialCoordinates=[3]))
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[-1]]))
    rate = mbs.AddMarker(MarkerNodeODE1Coordinate(nodeNumber=node, coordinate=0))
    mbs.AddLoad(LoadCoordinate(markerNumber=rate, load=5))
    mass_in_space(mbs, [2, 0, 0], 1.0, initialVelocities=[2, 0, 0])
    solution = solved(mbs)
    found = solution.energy()
    assert np.ptp(solution.ode1_coordinates) > 0.1
    assert not found.potential.any() and found.kinetic == pytest.approx(2.0, rel=1e-14)


def test_systems_of_first_order_are_named_since_nobody_knows_their_energy():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=1, initialCoordinates=[1]))
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[-1]], name="valve"))
    found = mbs.SolveDynamic().energy()
    assert len(found.outside) == 1 and "'valve'" in found.outside[0]
    assert not found.missing and not found.balance.any()
