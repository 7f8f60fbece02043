"""Redundant hinges in every solver: exact motions, reactions, equilibria and modes, and no hang.

Each model runs with default settings. Its state must approach the exact one with the order of the
solver, agree with the same mechanism without redundant equations, and its supports must have the
exact resultant, shared with the smallest norm. Limits of steps stand for limits of time.
"""

import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.utilities import InertiaCuboid
from tests.verification.hinged import DOWN, G, Out, X, Y, Z, system, turn
from tests.verification.hinged_bodies import HEIGHT, WIDTH, leaf, revolute, table
from tests.verification.hinged_mechanisms import parallelogram
from tests.verification.hinged_runs import MISSING, is_shared, misses, settings, solved
from tests.verification.redundant_hinges import MODELS

AUTOMATIC = {"automaticStepSize": True}
SOLVERS = {
    "default": ("GeneralizedAlpha", {}, 2),
    "at positions": ("GeneralizedAlpha", {"constraintLevel": "position"}, 2),
    "TrapezoidalIndex2": ("TrapezoidalIndex2", {}, 2),
    "VelocityVerlet": ("VelocityVerlet", {}, 2),
    "RK44": ("RK44", {}, 4),
}
"""Solvers of fixed steps: type, settings of generalizedAlpha, order."""

FASTEST = [name for name in MODELS if "shaft" in name]
FREE = "slider", "planar slider"
"""Models that their weight drives away: no equilibrium."""

EQUILIBRIA = [name for name in MODELS if name != "driven shaft"]

PLANAR = [name for name in MODELS if name.startswith("planar")]
WITHOUT_PINS = "two rods", "ring of coordinates", "table on fixed legs", *PLANAR
LOOPS = "parallelogram", "three cranks", "double lid"
"""Models of which not all redundant equations belong to supports."""


def times(name):
    """End [s] and number of the larger steps of a model: less than 0.1 rad per step."""
    return (0.05, 50) if name in FASTEST else (0.2, 40)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", MODELS)
def test_states_and_reactions_approach_the_exact_ones(name, solver):
    kind, alpha, order = SOLVERS[solver]
    end, steps = times(name)
    model, fewer = MODELS[name], {2: 0.3, 4: 0.09}[order]
    rough = misses(solved(model(), settings(end, steps, **alpha), kind), end)
    fine = solved(model(), settings(end, 2 * steps, tight=True, **alpha), kind)
    state, wrench = misses(fine, end)
    assert state < 6e-4
    assert state < max(fewer * rough[0], 5e-12)
    assert wrench < max(0.36 * rough[1], 3e-9)
    counts = fine.mbs.solution.statistics
    assert (counts["steps"], counts["rejected"]) == (2 * steps, 0)
    other = solved(model(False), settings(end, 2 * steps, tight=True, **alpha), kind, False)
    # projections of implicit steps leave a small part of the drift, which depends on the equations
    assert np.abs(fine.state() - other.state()).max() < (1e-10 if order == 4 else 5e-8)
    if name not in WITHOUT_PINS + LOOPS:
        assert is_shared(fine, 1e-12 if order == 4 else 2e-8)


@pytest.mark.parametrize("name", MODELS)
def test_automatic_steps(name):
    end, _ = times(name)
    for solver, most, limit in (("GeneralizedAlpha", 700, 2e-4), ("DOPRI5", 100, 1e-9)):
        chosen = settings(end, 50, **AUTOMATIC)
        chosen.timeIntegration.relativeTolerance = chosen.timeIntegration.absoluteTolerance = 1e-7
        model = solved(MODELS[name](), chosen, solver)
        assert misses(model, end)[0] < limit
        counts = model.mbs.solution.statistics
        assert counts["steps"] < most
        assert counts["rejected"] < 10


@pytest.mark.parametrize("name", ["door", "parallelogram", "planar lid", "ring of coordinates"])
def test_other_explicit_solvers(name):
    limits = {
        "ExplicitEuler": 3e-3, "ExplicitMidpoint": 3e-6, "RK33": 3e-9, "RK67": 1e-13,
        "ODE23": 3e-9, "DVERK6": 1e-13,
    }  # fmt: skip
    for solver, limit in limits.items():
        model = solved(MODELS[name](), settings(0.05, 50), solver)
        assert misses(model, 0.05)[0] < limit, solver
        assert model.mbs.solution.statistics["steps"] < 100


@pytest.mark.parametrize("name", EQUILIBRIA)
def test_equilibria_and_modes(name):
    model = MODELS[name]()
    model.mbs.Assemble()
    count = len(model.start) + len(model.across)
    assert model.mbs.ComputeSystemDegreeOfFreedom()["degreeOfFreedom"] == count
    chosen = exu.SimulationSettings()
    if name in FREE:
        with pytest.raises(exu.SolverError, match=r"no equilibrium.*'node0' \(node 0\)"):
            model.mbs.SolveStatic(chosen)
        return
    with pytest.warns(UserWarning, match=MISSING) as told:
        model.mbs.SolveStatic(chosen, updateInitialValues=True)
    assert len(told) == 1
    at = model.rest()
    assert np.abs(model.state() - model.exact(at)).max() < 1e-11
    if model.supports:
        wrench = model.wrench(at)
        found = model.reactions().sum(axis=0)
        assert np.abs(found - wrench).max() < 1e-11 * max(1.0, np.abs(wrench).max())
        assert name in WITHOUT_PINS + LOOPS or is_shared(model, 1e-12)
    modes = model.mbs.ComputeModes()
    exact = model.eigenvalues()
    assert np.sort(modes.eigenvalues) == pytest.approx(exact, rel=1e-9, abs=1e-9)


def test_equal_supports_share_equally():
    model = solved(table(), settings(0.1, 10))
    weight = 9.81 * model.inertias[0][0]
    expected = [[0.0, 0.0, weight / 4]] * 4
    assert model.reactions()[:, :3] == pytest.approx(np.array(expected), abs=1e-11)
    door = solved(leaf(speed=5.0), settings(0.1, 100))
    assert np.ptp(door.reactions()[:, :3], axis=0) == pytest.approx(np.zeros(3), abs=1e-9)


@pytest.mark.parametrize("name", ["door", "parallelogram", "table on fixed legs", "planar lid"])
@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_stepper_takes_the_steps_of_a_run(name, solver):
    def state(mbs):
        data = mbs.systemData
        read = data.GetODE2Coordinates, data.GetODE2Coordinates_t, data.GetAECoordinates
        return np.concatenate([each() for each in read])

    chosen, model = settings(0.1, 40), MODELS[name]()
    whole = state(solved(model, chosen, solver).mbs)
    kind = getattr(exu.DynamicSolverType, solver)
    with pytest.warns(UserWarning, match=MISSING), model.mbs.Stepper(chosen, kind) as run:
        run.step(15)
        kept = run.snapshot()
        for back in (lambda: None, lambda: run.restore(kept)):
            back()
            run.step(25)
            assert np.array_equal(state(model.mbs), whole)
            run.restore(kept)
        run.reset()
        run.step(40)
        assert np.array_equal(state(model.mbs), whole)


@pytest.mark.parametrize(
    "solver, limit", [("GeneralizedAlpha", 5e-6), ("TrapezoidalIndex2", 1e-9), ("RK44", 1e-12)]
)
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("name", ["door", "two generic joints", "gliding table", "planar lid"])
def test_hinges_that_are_switched_off_and_on(name, which, solver, limit):
    """Any of the hinges may become the redundant one.

    Generalized-alpha starts anew where equations change, with another error of second order.
    """
    model, end = MODELS[name](), 0.1
    model.mbs.Assemble()
    kind = getattr(exu.DynamicSolverType, solver)
    chosen = settings(end, 100, tight=True)
    with pytest.warns(UserWarning, match=MISSING), model.mbs.Stepper(chosen, kind) as run:
        for until, is_on in ((0.03, 0), (0.06, 1), (end, 1)):
            run.until(until)
            run.set_parameter(model.supports[which], "activeConnector", bool(is_on))
        assert run.steps == 100
    other = solved(MODELS[name](False), settings(end, 100, tight=True), solver, False)
    assert np.abs(model.state() - other.state()).max() < limit


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44"])
@pytest.mark.parametrize("name", ["lid", "slider on sleeves", "planar cranks"])
def test_sensitivities_are_those_without_redundant_equations(name, solver):
    slopes = []
    for more in (True, False):
        model = MODELS[name](more)
        model.mbs.Assemble()
        path = f"{model.mbs.GetObject(model.bodies[0])['name']}.physicsMass"
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=f".*{MISSING}")
            solution = model.mbs.SolveDynamic(
                settings(0.1, 50, tight=True), solver, sensitivities=[path]
            )
        found = solution.sensitivity(path)
        slopes.append(np.concatenate([found.coordinates[-1], found.velocities[-1]]))
    assert np.abs(slopes[1]).max() > 1e-3
    assert np.abs(slopes[0] - slopes[1]).max() < 1e-9


@pytest.mark.parametrize("solver, limit", [("GeneralizedAlpha", 2e-6), ("RK44", 1e-11)])
def test_many_doors_share_the_loads_of_their_own_hinges(solver, limit):
    """600 equations, half of them redundant: five changes of multipliers in each of 60 parts."""
    mbs, ground = system()
    solid, speeds = InertiaCuboid(500.0, [WIDTH, 0.05, HEIGHT]), np.linspace(1.0, 3.0, 60)
    arm, bodies = 0.5 * WIDTH * X, []
    for k, speed in enumerate(speeds):
        body = mbs.CreateRigidBody(
            referencePosition=k * Y + arm, initialAngularVelocity=speed * Z,
            initialVelocity=np.cross(speed * Z, arm), inertia=solid, gravity=DOWN,
        )  # fmt: skip
        bodies.append(body)
    joints = [  # all upper hinges before all lower ones
        [revolute(mbs, [ground, body], k * Y + z * Z, Z) for k, body in enumerate(bodies)]
        for z in (0.5, -0.5)
    ]
    mbs.Assemble()
    with pytest.warns(UserWarning, match=f"296 more {MISSING}"):
        mbs.SolveDynamic(settings(0.02, 20), getattr(exu.DynamicSolverType, solver))
    for k, (body, speed) in enumerate(zip(bodies, speeds, strict=True)):
        place = k * Y + turn(Z, 0.02 * speed) @ arm
        found = mbs.GetObjectOutputBody(body, Out.Position)
        assert np.abs(found - place).max() < limit
        axes = np.asarray(mbs.GetObject(joints[0][k])["rotationMarker0"])
        pair = [-axes @ mbs.GetObjectOutput(side[k], Out.ForceLocal) for side in joints]
        inward = -solid.mass * speed**2 * (place - k * Y)
        assert sum(pair)[:2] == pytest.approx(inward[:2], rel=1e-4, abs=1e-2)
        assert [force[2] for force in pair] == pytest.approx([solid.mass * G / 2] * 2, rel=1e-9)
    if solver == "GeneralizedAlpha":
        shares = mbs._data.equations.redundant.share_parts[0][1]
        assert len(shares["null_vectors"]) == 5 * len(mbs.systemData.GetAECoordinates())


def test_a_door_turns_for_five_seconds():
    model = solved(leaf(speed=5.0), settings(5.0, 1000))
    assert misses(model, 5.0)[0] < 5e-3
    w = model.mbs.GetObjectOutputBody(model.bodies[0], Out.AngularVelocity)
    assert w == pytest.approx([0.0, 0.0, 5.0], abs=1e-4)
    assert model.mbs.solution.statistics["steps"] == 1000


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44"])
def test_cranks_turn_through_their_dead_centers(solver):
    """There the coupler could also turn: more equations are redundant in one position."""
    model = solved(parallelogram(speed=12.0), settings(1.0, 1000), solver)
    assert model.motion(1.0)[0] > 2 * np.pi
    assert misses(model, 1.0)[0] < 3e-4
    assert model.mbs.solution.statistics["rejected"] == 0
