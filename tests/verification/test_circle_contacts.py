"""Cables on circles: pressing, bouncing, stick and slip, capstan and belt drive."""

import math
import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import SensorNode
from tests.verification.circle_models import (
    Variable,
    belt_drive,
    block,
    capstan,
    moved,
    touching_disc,
)

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType


def settings(end, steps, damped=1.0, locate=True, **discontinuous):
    made = exu.SimulationSettings()
    time = made.timeIntegration
    time.endTime, time.numberOfSteps = end, steps
    time.generalizedAlpha.spectralRadius = damped
    time.generalizedAlpha.useIndex2Constraints = damped == 1.0
    time.discontinuous.locateEvents = locate
    for name, value in discontinuous.items():
        setattr(time.discontinuous, name, value)
    return made


def limit_of(model, end, steps, solver=Solver.RK44):
    """What remains of two step sizes of a method of order 2 or 4; the latter is used as it is."""
    found = []
    for k in (1, 2):
        mbs, read = model()
        mbs.SolveDynamic(settings(end, k * steps), solverType=solver)
        found.append(np.array(read(mbs)))
    return found[1] if solver == Solver.RK44 else (4.0 * found[1] - found[0]) / 3.0


# ------------------------------------------------------------------------------- statics


@pytest.mark.parametrize(
    "c, segments, wanted, touching", [(0.1, 1, -0.005, 1), (0, 2, -0.0025, 2), (0, 3, -0.005, 1)]
)
def test_a_pressed_cable(c, segments, wanted, touching):
    """F/(k times the number of segments that touch): two where a common point is closest."""
    mbs, nodes, contact, data = block(
        c, 0, segments, start=[-1e-10] * segments, force=[0, -2.5, 0], contactStiffness=1e3
    )
    made = exu.SimulationSettings()
    made.staticSolver.newton.relativeTolerance = made.staticSolver.newton.absoluteTolerance = 1e-10
    made.staticSolver.discontinuous.maxIterations = 20
    made.staticSolver.discontinuous.iterationTolerance = 1e-8
    mbs.SolveStatic(made)
    assert moved(mbs, nodes[0])[0][1] == pytest.approx(wanted, rel=1e-12)
    forces = mbs.GetObjectOutput(contact, Variable.ForceLocal)
    assert sorted(forces)[:touching] == pytest.approx([-5.0 / touching] * touching, rel=1e-12)
    assert forces.sum() == pytest.approx(-5.0, rel=1e-12)
    assert mbs.GetObjectOutput(contact, Variable.Distance) == pytest.approx(wanted, rel=1e-11)
    gaps = mbs.GetNodeOutput(data, Variable.Coordinates)
    assert np.sort(np.atleast_1d(gaps))[0] == pytest.approx(wanted, rel=1e-11)


def test_bristles_hold_in_statics():
    """Only the bristles hold: u = F/mu_k, from where the data say that they are not stretched."""
    X = 0.2 * math.pi / 2 + 0.6  # r times the angle of the contact, and the place on the cable
    mbs, nodes, contact, _ = block(
        0.1, -1e-3, slides=True, start=[-1e-3, 0.0, X], force=[1.0, -5, 0], contactStiffness=1e4,
        frictionCoefficient=0.3, frictionStiffness=1e3,
    )  # fmt: skip
    made = exu.SimulationSettings()
    made.staticSolver.newton.relativeTolerance = 1e-12
    mbs.SolveStatic(made)
    assert moved(mbs, nodes[0])[0] == pytest.approx([2e-3, 0.0], abs=1e-9)
    assert mbs.GetObjectOutput(contact, Variable.ForceLocal) == pytest.approx([-2, -10], rel=1e-6)


# ------------------------------------------------------------------------------- one element


def bouncing(**others):
    mbs, nodes, _, _ = block(0.1, 0.05, velocity=-1.0, contactStiffness=1e3, **others)
    return mbs, lambda mbs: [x[1] for x in moved(mbs, nodes[0])]


def test_a_bouncing_cable():
    assert limit_of(bouncing, 0.2, 1000) == pytest.approx([0.000654117342039, 1.0], abs=1e-12)
    assert limit_of(bouncing, 0.2, 400, Solver.GeneralizedAlpha) == pytest.approx(
        [0.000654117342039, 1.0], abs=1e-9
    )


def test_times_of_contact_are_found():
    mbs, nodes, _, data = block(0.1, 0.05, velocity=-1.0, contactStiffness=1e3)
    made = settings(0.2, 2000)
    made.solutionSettings.solutionWritePeriod = 1e-4
    solution = mbs.SolveDynamic(made, solverType=Solver.RK44)
    assert solution.statistics.events == 2
    assert solution.coordinates[:, 1].min() == pytest.approx(-0.0816227766017, abs=1e-6)
    gaps = solution.interpolate([0.05, 0.149345882658]).coordinates[:, 1] + 0.05
    assert gaps == pytest.approx([0.0, 0.0], abs=1e-9)


def test_damping_takes_energy_of_a_bounce():
    """A damped half oscillation that is left at g = 0: v = exp(-delta T)."""
    d = 10.0
    mbs, nodes, _, _ = block(0.1, 0.05, velocity=-1.0, contactStiffness=1e3, contactDamping=d)
    delta = d / 2.0
    omega = math.sqrt(1e3 - delta**2)
    solution = mbs.SolveDynamic(settings(0.2, 2000), solverType=Solver.RK44)
    speed = math.exp(-delta * math.pi / omega)
    assert moved(mbs, nodes[0])[1][1] == pytest.approx(speed, abs=1e-10)
    energy = solution.energy()
    assert energy.dissipated[-1] == pytest.approx(0.5 * (1.0 - speed**2), rel=1e-5)
    assert energy.error < 1e-5


def sliding(force):
    def model():
        mbs, nodes, _, _ = block(
            0.1, -1e-3, slides=True, start=[-1e-10, -2, 0], force=[force / 2, -5, 0],
            contactStiffness=1e4, frictionCoefficient=0.3, frictionStiffness=1e3,
        )  # fmt: skip
        return mbs, lambda mbs: [x[0] for x in moved(mbs, nodes[0])]

    return model


def test_a_block_sticks():
    u, _ = limit_of(sliding(2.0), 0.05, 500)
    assert u == pytest.approx(0.00202068463781, abs=1e-13)


def test_a_block_slips():
    wanted = [0.016190892481, 0.271594495386]
    assert limit_of(sliding(5.0), 0.1, 500) == pytest.approx(wanted, rel=1e-10)
    assert limit_of(sliding(5.0), 0.1, 500, Solver.GeneralizedAlpha) == pytest.approx(
        wanted, rel=1e-7
    )


def test_data_and_outputs_of_slip():
    """The cable slides to +x on top of the circle, where t points to -x."""
    mbs, _ = sliding(5.0)()
    mbs.SolveDynamic(settings(0.1, 500))
    data = mbs.systemData.GetDataCoordinates()
    assert data[:2] == pytest.approx([-1e-3, -1.0], rel=1e-9)
    number = mbs.systemData.NumberOfObjects() - 1
    assert mbs.GetObjectOutput(number, Variable.ForceLocal) == pytest.approx([-3, -10], rel=1e-9)
    assert mbs.GetObjectOutput(number, Variable.Coordinates) == pytest.approx(
        [0.0, -1e-3], abs=1e-12
    )
    v_t, v_n = mbs.GetObjectOutput(number, Variable.Coordinates_t)
    assert v_t < -0.2 and v_n == pytest.approx(0.0, abs=1e-9)


def test_slip_ends_where_the_velocity_vanishes():
    """A block that is thrown: it stops after v/(mu g), and springs back on its bristle."""
    mu_k, v = 1e3, 0.3
    mbs, nodes, contact, _ = block(
        0.1, -1e-3, slides=True, start=[-1e-3, 1.0, 0.0], force=[0, -5, 0], contactStiffness=1e4,
        frictionCoefficient=0.3, frictionStiffness=mu_k,
    )  # fmt: skip
    for node in nodes:
        mbs.SetNodeParameter(node, "initialVelocities", [-v, 0, 0, 0])
    mbs.Assemble()
    stop = v / 3.0  # from the state of the data on, with 3 N on 1 kg
    omega = math.sqrt(mu_k)
    end = stop + 0.5 * math.pi / omega
    solution = mbs.SolveDynamic(settings(end, 4000), solverType=Solver.RK44)
    (x, _), (speed, _) = moved(mbs, nodes[0])
    assert solution.statistics.events == 1
    assert x == pytest.approx(-(v**2) / 6.0 + 3.0 / mu_k, abs=1e-9)
    assert speed == pytest.approx(3.0 / omega, rel=1e-6)
    assert mbs.GetObjectOutput(contact, Variable.ForceLocal)[0] == pytest.approx(0.0, abs=1e-5)


def test_without_location_the_loop_gives_the_same_to_first_order():
    errors = []
    for steps in (400, 800, 1600):
        mbs, read = sliding(5.0)()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            mbs.SolveDynamic(settings(0.1, steps, locate=False))
        errors.append(np.abs(np.array(read(mbs)) - [0.016190892481, 0.271594495386]).max())
    assert errors[2] < 5e-4 and errors[2] < 0.5 * errors[0]


def test_a_block_rests_without_drift():
    """tan(alpha) < mu: bristles hold a block over many steps."""
    mbs, nodes, contact, _ = block(
        0.1, -1e-3, slides=True, start=[-1e-10, -2, 0], force=[1.0, -5, 0], contactStiffness=1e4,
        frictionCoefficient=0.3, frictionStiffness=1e3, frictionVelocityPenalty=20.0,
        contactDamping=100.0,
    )  # fmt: skip
    found = []
    for end in (5.0, 50.0):
        mbs.SolveDynamic(settings(end, int(200 * end)))
        found.append(moved(mbs, nodes[0])[0][0])
    assert found[0] == pytest.approx(2e-3, rel=1e-9)
    assert found[1] == pytest.approx(found[0], abs=1e-14)


# ------------------------------------------------------------------------------- belts


@pytest.mark.parametrize(
    "n, omega, wanted", [(16, -2.0, 18.68), (32, -2.0, 18.73), (32, 2.0, 5.353)]
)
def test_the_capstan(n, omega, wanted):
    mbs, held = capstan(n, omega)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mbs.SolveDynamic(settings(3.0, 6000, 0.6, maxIterations=8))
    force = mbs.GetObjectOutput(held, Variable.Force)
    assert abs(force) == pytest.approx(wanted, rel=1e-3)
    assert abs(force) == pytest.approx(10.0 * math.exp(-0.1 * math.pi * omega), rel=5e-3)


def test_result_is_independent_of_the_number_of_segments():
    """With stiffnessPerLength; without it, the contact of a wrapped cable becomes stiffer."""
    found = {}
    for per_length in (False, True):
        for segments in (4, 8):
            part = 1.0 if per_length else (0.6 + math.pi * 0.2) / 64
            mbs, _ = capstan(
                16, -2.0, 0.0, segments, stiffnessPerLength=per_length,
                contactStiffness=5e3 * part, contactDamping=200.0 * part,
            )  # fmt: skip
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                mbs.SolveDynamic(settings(0.5, 1000, 0.6, maxIterations=8))
            top = mbs.GetNodeOutput(8, Variable.Position)[1]
            found[per_length, segments] = top - 0.2
    few, many = found[True, 4], found[True, 8]
    assert few == pytest.approx(many, rel=0.03)
    assert found[False, 4] == pytest.approx(2.0 * found[False, 8], rel=0.1)


@pytest.mark.parametrize(
    "n, wanted, locate",
    [
        (24, (46.07, 9.841, 0.581), True),
        (24, (46.07, 9.841, 0.581), False),
        (48, (40.88, 9.916, 0.592), False),
    ],
)
def test_the_belt_drive(n, wanted, locate):
    mbs, sensors = belt_drive(n)
    made = settings(1.2, 4800, 0.6, locate=locate, maxIterations=8)
    made.solutionSettings.sensorsWritePeriod = 1e-3
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mbs.SolveDynamic(made)
    rows = [mbs.GetSensorStoredData(sensor) for sensor in sensors]
    means = [row[row[:, 0] > 1.0, -1].mean() for row in rows]
    bearing, omega, other, torque = means
    assert [bearing, omega, -torque] == pytest.approx(wanted, rel=2e-3)
    assert bearing == pytest.approx(-other, rel=1e-3)
    assert 0.98 < omega / 10.0 < 1.0 and -torque > 0.5


# ------------------------------------------------------------------------------- free bodies


@pytest.mark.parametrize("friction", [False, True])
def test_free_bodies_keep_momentum_and_account_for_energy(friction):
    """A cable that flies against a free disc which spins; forces of segments are shared once."""
    mbs, momenta = touching_disc(friction)
    before = np.array(momenta(mbs))
    solution = mbs.SolveDynamic(settings(0.4, 4000), solverType=Solver.RK44)
    after = np.array(momenta(mbs))
    assert solution.statistics.events >= 2
    assert after == pytest.approx(before, abs=1e-10)
    energy = solution.energy()
    assert energy.error < 2e-4 * energy.kinetic[0]
    assert friction == (np.asarray(energy.work)[-1] < -1e-4)


def test_order_of_the_bodies_does_not_matter():
    found = []
    for swap in (False, True):
        mbs, momenta = touching_disc(True, swap=swap)
        mbs.SolveDynamic(settings(0.2, 1000), solverType=Solver.RK44)
        found.append(momenta(mbs, each=True))
    assert found[0] == pytest.approx(found[1], rel=1e-9, abs=1e-12)


# ------------------------------------------------------------------------------- around a run


def regularized(**values):
    """A block that is pulled along a circle, with friction that depends on velocities alone."""
    given = dict(
        contactStiffness=1e4, contactDamping=20.0, frictionCoefficient=0.3,
        frictionVelocityPenalty=50.0,
    )  # fmt: skip
    mbs, nodes, contact, _ = block(
        0.1, -5e-4, slides=True, start=[-1e-3, -2, 0], force=[2.5, -5, 0], **(given | values)
    )
    return mbs, nodes, contact


def test_derivatives_by_parameters():
    mbs, nodes, contact = regularized()
    name = mbs.GetObject(contact)["name"]
    made = settings(0.1, 400)
    parameters = ("contactStiffness", "contactDamping", "frictionCoefficient", "circleRadius",
                  "frictionVelocityPenalty")  # fmt: skip
    paths = [f"{name}.{each}" for each in parameters]
    solution = mbs.SolveDynamic(made, solverType=Solver.RK44, sensitivities=paths)
    assert solution.statistics.events >= 1
    for path, parameter in zip(paths, parameters, strict=True):
        value, ends = mbs.GetObjectParameter(contact, parameter), []
        step = 1e-5 * value
        for k in (1, -1):
            mbs.SetObjectParameter(contact, parameter, value + k * step)
            ends.append(mbs.SolveDynamic(made, solverType=Solver.RK44).coordinates[-1])
        mbs.SetObjectParameter(contact, parameter, value)
        wanted = (ends[0] - ends[1]) / (2.0 * step)
        found = solution.sensitivity(path).coordinates[-1]
        assert found == pytest.approx(wanted, rel=1e-3, abs=1e-6 * np.abs(wanted).max())


def test_derivatives_of_bristles_are_refused():
    mbs, _, contact = regularized(frictionStiffness=1e3)
    name = mbs.GetObject(contact)["name"]
    with pytest.raises(exu.SysError, match="cannot be varied; set frictionStiffness = 0"):
        mbs.SolveDynamic(settings(0.1, 10), sensitivities=[f"{name}.contactStiffness"])


def test_a_run_continues_from_its_end():
    """Data and state are all that a run needs: slip goes on."""
    found = []
    for stops in (False, True):
        mbs, nodes, _, _ = block(
            0.1, -1e-3, slides=True, start=[-1e-10, -2, 0], force=[2.5, -5, 0],
            contactStiffness=1e4, frictionCoefficient=0.3, frictionStiffness=1e3,
        )  # fmt: skip
        made = settings(0.1, 500)
        if stops:
            made.timeIntegration.endTime, made.timeIntegration.numberOfSteps = 0.06, 300
            mbs.SolveDynamic(made, updateInitialValues=True)
            made.timeIntegration.startTime = 0.06
            made.timeIntegration.endTime, made.timeIntegration.numberOfSteps = 0.1, 200
        mbs.SolveDynamic(made)
        found.append([*moved(mbs, nodes[0])[0], *mbs.systemData.GetDataCoordinates()])
    assert found[1] == pytest.approx(found[0], rel=1e-6)


def test_a_model_file_gives_the_same_run(tmp_path):
    mbs, nodes, _ = regularized()
    mbs.save(tmp_path / "block.json")
    again = exu.load(tmp_path / "block.json")
    again.Assemble()
    for each in (mbs, again):
        each.SolveDynamic(settings(0.05, 100))
    assert moved(again, nodes[0])[0] == pytest.approx(moved(mbs, nodes[0])[0], rel=1e-14)


def test_modes_of_a_pressed_cable():
    """The contact spring in series with nothing: omega^2 = k/m of the block."""
    mbs, nodes, _, _ = block(0.1, -1e-3, start=[-1e-3], force=[0, -5, 0], contactStiffness=1e4)
    modes = mbs.ComputeODE2Eigenvalues()
    assert np.sqrt(np.atleast_1d(modes[0])[0]) == pytest.approx(100.0, rel=1e-6)


def test_check_finds_nothing_wrong():
    mbs, _, _ = regularized()
    assert not [each for each in mbs.Check(settings(0.1, 200)) if each.severity == "error"]


def stick_and_slip():
    """A block that sticks and slips, with a sensor of its node."""
    mbs, nodes, contact, _ = block(
        0.1, -1e-3, slides=True, start=[-1e-10, -2, 0], force=[2.5, -5, 0], contactStiffness=1e4,
        frictionCoefficient=0.3, frictionStiffness=1e3, contactDamping=10.0,
    )  # fmt: skip
    mbs.AddSensor(
        SensorNode(
            name="end", nodeNumber=nodes[0], outputVariableType=Variable.Displacement,
        )
    )  # fmt: skip
    mbs.Assemble()
    return mbs, contact


@pytest.mark.parametrize("locate", [True, False])
def test_a_resumed_run_has_the_same_bits(tmp_path, locate):
    made = settings(0.1, 200, locate=locate)
    made.solutionSettings.writeRestartFile = True
    made.solutionSettings.restartFileName = str(tmp_path / "restart.lwr")
    made.solutionSettings.restartWritePeriod = 0.03
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = stick_and_slip()[0].SolveDynamic(made)
        mbs, _ = stick_and_slip()
        resumed = mbs.SolveDynamic(made, resumeFrom=tmp_path / "restart.lwr")
    assert np.array_equal(whole.coordinates, resumed.coordinates)
    assert whole.statistics.events == resumed.statistics.events


@pytest.mark.parametrize("locate", [True, False])
def test_members_of_an_ensemble_have_the_bits_of_single_runs(locate):
    mbs, contact = stick_and_slip()
    name, made = mbs.GetObject(contact)["name"], settings(0.1, 200, locate=locate)
    values = [0.2, 0.3, 0.45]
    ensemble = exu.Ensemble(mbs)
    ensemble.vary(f"{name}.frictionCoefficient", values)
    ensemble.record(sensors=["end"], times=[0.1])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = ensemble.solve(made).values[:, -1, 0]
        for value, each in zip(values, found, strict=True):
            mbs.SetObjectParameter(contact, "frictionCoefficient", value)
            assert mbs.SolveDynamic(made).sensor("end")[-1, 1] == each
