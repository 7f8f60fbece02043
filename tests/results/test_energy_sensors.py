"""SensorEnergy: the account of a result, kept during the run."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped
from tests.verification.energy_models import RandomModel, size_of

Solver = exu.DynamicSolverType
TYPES = ("kinetic", "potential", "total", "dissipated", "work", "balance")
SOLVERS = [
    Solver.GeneralizedAlpha, Solver.TrapezoidalIndex2, Solver.RK44, Solver.DOPRI5,
    Solver.VelocityVerlet, Solver.ExplicitEuler,
]  # fmt: skip


def add_sensors(mbs):
    for energy in TYPES:
        mbs.AddSensor(SensorEnergy(energyType=energy, name=energy))


@looped("solver", SOLVERS, ids=lambda solver: solver.name)
@looped("seed", [5, 7, 13, 24])
def test_sensors_tell_what_the_result_tells_and_change_nothing(solver, seed):
    plain, watched = RandomModel(seed), RandomModel(seed)
    add_sensors(watched.mbs)
    before, after = plain.solve(solver, 60, 0.2), watched.solve(solver, 60, 0.2)
    for name in ("times", "coordinates", "velocities", "accelerations", "multipliers"):
        assert np.array_equal(getattr(before, name), getattr(after, name)), name
    found = after.energy()
    for name in TYPES:
        values = after.sensors[name]
        assert np.array_equal(values[:, 0], after.times)
        difference = np.abs(values[:, 1] - getattr(found, name)).max()
        assert difference <= 1e-13 * size_of(found), name
    assert np.abs(found.work).max() > 1e-3 and found.dissipated[-1] > 1e-3


def test_vectors_of_coordinates_and_events_are_left_alone_too():
    """Constraints that keep their gradients between steps, and laws that keep their branches."""

    def build(watched):
        mbs = exu.SystemContainer().AddSystem()
        nodes = [
            mbs.AddNode(NodePoint2D(referenceCoordinates=[x, 0], initialVelocities=[0, v]))
            for x, v in ((1, 1), (2, 0))
        ]
        bodies = [mbs.AddObject(MassPoint2D(nodeNumber=n, physicsMass=1)) for n in nodes]
        vectors = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n)) for n in nodes]
        mbs.AddObject(
            CoordinateVectorConstraint(
                markerNumbers=vectors, scalingMarker0=[[0, 0]], scalingMarker1=[[0, 0]],
                quadraticTermMarker0=[[-1, -1]], quadraticTermMarker1=[[0, 0]], offset=[1],
            )
        )  # fmt: skip
        ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in bodies]
        mbs.AddObject(
            TabularSpringDamper(
                markerNumbers=ends, referenceLength=1, stiffness=90, damping=0.5,
                springType="Tensile", noAdhesion=True,
            )
        )  # fmt: skip
        if watched:
            add_sensors(mbs)
        mbs.Assemble()
        return mbs

    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 2.0, 300
    for solver in (Solver.GeneralizedAlpha, Solver.RK44, Solver.DOPRI5):
        plain, watched = (build(w).SolveDynamic(settings, solver) for w in (False, True))
        assert np.array_equal(plain.coordinates, watched.coordinates)
        assert np.array_equal(plain.multipliers, watched.multipliers)
        assert watched.sensors["dissipated"][-1, 1] > 1e-3


def oscillator(**values):
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[3, 0, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=k)) for k in (ground, mass)]
    spring = mbs.AddObject(
        SpringDamper(markerNumbers=ends, stiffness=300, damping=2, referenceLength=1)
    )
    load = mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[5, 0, 0]))
    return mbs, mass, spring, load


def settings_of(period, steps=2000):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, steps
    settings.solutionSettings.sensorsWritePeriod = period
    return settings


def test_single_items():
    mbs, mass, spring, load = oscillator()
    wanted = {
        "mass": dict(energyType="kinetic", objectNumbers=[mass]),
        "spring": dict(energyType="potential", objectNumbers=[spring]),
        "load": dict(energyType="potential", loadNumbers=[load]),
        "both": dict(energyType="total", objectNumbers=[mass, spring]),
    }
    for name, values in wanted.items():
        mbs.AddSensor(SensorEnergy(name=name, **values))
    solution = mbs.SolveDynamic(settings_of(0.01))
    rows = np.searchsorted(solution.times, solution.sensors["mass"][:, 0] - 1e-9)
    x, v = solution.coordinates[rows, 0], solution.velocities[rows, 0]
    read = {name: solution.sensors[name][:, 1] for name in wanted}
    assert np.allclose(read["mass"], v**2, rtol=1e-12)
    assert np.allclose(read["spring"], 150 * x**2, rtol=1e-12, atol=1e-12)
    assert np.allclose(read["load"], -5 * (1 + x), rtol=1e-12)
    assert np.allclose(read["both"], read["mass"] + read["spring"], rtol=1e-12)


@pytest.mark.parametrize("solver", [Solver.RK67, Solver.GeneralizedAlpha, Solver.DOPRI5])
def test_integrals_over_all_steps_do_not_depend_on_the_recorded_times(solver):
    found = []
    for period in (0.0, 0.1, 0.25):
        mbs, *_ = oscillator()
        add_sensors(mbs)
        chosen = settings_of(period)
        chosen.timeIntegration.automaticStepSize = False
        found.append(mbs.SolveDynamic(chosen, solver))
    every, *coarse = found
    for solution in coarse:
        assert len(solution.sensors["work"]) < 20
        for name in TYPES:
            times, values = solution.sensors[name].T
            rows = np.searchsorted(every.sensors[name][:, 0], times)
            assert np.array_equal(values, every.sensors[name][rows, 1])


def test_values_outside_of_a_run():
    mbs, mass, *_ = oscillator()
    add_sensors(mbs)
    mbs.Assemble()
    initial = exu.ConfigurationType.Initial
    assert mbs.GetSensorValues(0, initial) == pytest.approx(9.0)
    solution = mbs.SolveDynamic(settings_of(0.01))
    for k, name in enumerate(TYPES[:3]):
        assert mbs.GetSensorValues(k) == pytest.approx(solution.sensors[name][-1, 1], rel=1e-14)
    for k in (3, 4, 5):
        with pytest.raises(exu.SysError, match="known at recorded times only"):
            mbs.GetSensorValues(k)


def test_functions_of_sensors_can_ask_for_energies():
    mbs, *_ = oscillator()
    sensor = mbs.AddSensor(SensorEnergy(energyType="total", name="total"))

    def half(mbs, t, sensorNumbers, factors, configuration):
        return [0.5 * mbs.GetSensorValues(sensorNumbers[0], configuration)]

    mbs.AddSensor(SensorUserFunction(sensorNumbers=[sensor], sensorUserFunction=half, name="half"))
    solution = mbs.SolveDynamic(settings_of(0.05, 200))
    total, half_of_it = (solution.sensors[name][:, 1] for name in ("total", "half"))
    assert np.ptp(total) > 0.1 and np.allclose(half_of_it, 0.5 * total, rtol=1e-14)


def test_items_without_that_energy_are_named():
    mbs, mass, spring, load = oscillator()
    for values, word in (
        (dict(energyType="kinetic", objectNumbers=[spring]), "SpringDamper"),
        (dict(energyType="dissipated", objectNumbers=[spring, mass]), "MassPoint"),
        (dict(energyType="work", loadNumbers=[load]), "Force"),
        (dict(energyType="potential", objectNumbers=[0]), "ObjectGround"),
    ):
        number = mbs.AddSensor(SensorEnergy(name=f"wrong {word}", **values))
        with pytest.raises(exu.SysError, match=f"{word}.*has no energy of type"):
            mbs.SolveDynamic(settings_of(0.1, 10))
        mbs.SetSensorParameter(number, "objectNumbers", [])
        mbs.SetSensorParameter(number, "loadNumbers", [])
    with pytest.raises(exu.ParameterError, match="energyType must be one of 'kinetic'"):
        mbs.AddSensor(SensorEnergy(energyType="thermal"))
    with pytest.raises(exu.ParameterError, match="objectNumbers: object 9 does not exist"):
        mbs.AddSensor(SensorEnergy(objectNumbers=[9]))


def test_labels_files_and_streams(tmp_path):
    mbs, _, spring, _ = oscillator()
    add_sensors(mbs)
    mbs.AddSensor(SensorEnergy(energyType="dissipated", objectNumbers=[spring], name="spring"))
    settings = settings_of(0.01, 100)
    solution = mbs.SolveDynamic(settings)
    facts = solution.snapshot.sensor("dissipated", 1)
    assert (facts.label, facts.unit) == ("Dissipated energy of the system", "J")
    assert solution.snapshot.sensor("spring", 1).label == "Dissipated energy of 1 item"
    assert solution.snapshot.sensor("balance", 1).label == "Energy balance of the system"
    solution.save(tmp_path / "run.npz")
    loaded = exu.Solution.load(tmp_path / "run.npz")
    settings.solutionSettings.streamFileName = str(tmp_path / "run.lw")
    streamed = mbs.SolveDynamic(settings)
    for other in (loaded, streamed):
        for name in TYPES:
            assert np.array_equal(other.sensors[name], solution.sensors[name])
    settings.displayComputationTime = True
    timed = mbs.SolveDynamic(settings_of(0.01, 100))
    assert np.array_equal(timed.sensors["dissipated"], solution.sensors["dissipated"])


def test_energies_of_recorded_times_cannot_be_watched_for_events():
    mbs, *_ = oscillator()
    sensor = mbs.AddSensor(SensorEnergy(energyType="total"))
    with pytest.raises(exu.ParameterError, match="a sensor of the present state.*SensorEnergy"):
        mbs.AddSensor(SensorEvent(sensorNumber=sensor))
        mbs.Assemble()


def test_balance_without_integrals_counts_from_the_start():
    """A mass that falls from 7 m: its total energy stays, and the balance is zero."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[0, 7, 0]))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2.0))
    marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(markerNumber=marker, loadVector=[0, -9.81, 0]))
    types = ("total", "balance")
    sensors = [mbs.AddSensor(SensorEnergy(energyType=e, storeInternal=True)) for e in types]
    mbs.Assemble()
    mbs.SolveDynamic()
    total, balance = (mbs.GetSensorStoredData(sensor)[:, 1] for sensor in sensors)
    assert total == pytest.approx(2.0 * 9.81 * 7.0, rel=1e-12)
    assert balance == pytest.approx(0.0, abs=1e-10)
