"""Functions of the whole system: after each step, before each residual, and of the Jacobian."""

import copy

import numpy as np
import pytest
from scipy.sparse import csr_matrix

import linkwork as exu
from linkwork.items import *
from linkwork.results.solution import Solution
from tests.cases import looped

pytestmark = pytest.mark.processors

MASS, STIFFNESS, DAMPING = 2.0, 300.0, 4.0


def settings(steps=20, end=0.2, period=None):
    made = exu.SimulationSettings()
    made.timeIntegration.endTime, made.timeIntegration.numberOfSteps = end, steps
    made.solutionSettings.solutionWritePeriod = period or end / steps
    return made


def oscillator(stiffness=STIFFNESS, speed=1.0):
    """A mass on a spring, with a load that functions may set."""
    mbs = exu.SystemContainer().AddSystem()
    ground, node = mbs.AddNode(NodePointGround()), mbs.AddNode(Node1D(initialVelocities=[speed]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=MASS))
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (ground, node)]
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends, stiffness=stiffness))
    mbs.AddLoad(LoadCoordinate(markerNumber=ends[1], load=0.0))
    return mbs


# ---------------------------------------------------------------------- after each step


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "VelocityVerlet"])
def test_the_post_step_function_sees_each_accepted_step(solver):
    mbs, seen = oscillator(), []

    def after(mbs, t):
        seen.append((t, mbs.systemData.GetTime(), mbs.systemData.GetODE2Coordinates()[0]))
        return True

    mbs.SetPostStepUserFunction(after)
    found = mbs.SolveDynamic(settings(), solver)
    assert [row[0] for row in seen] == pytest.approx(found.times[1:], abs=1e-15)
    assert [row[1] for row in seen] == [row[0] for row in seen]
    assert [row[2] for row in seen] == found.coordinates[1:, 0].tolist()
    plain = oscillator().SolveDynamic(settings(), solver)
    assert found.coordinates == pytest.approx(plain.coordinates, rel=1e-12, abs=1e-15)


def test_it_ends_a_run_and_what_it_sets_is_recorded():
    """The velocity is reversed in each step: the mass swings to and fro about the start."""
    mbs = oscillator(stiffness=0.0)

    def reverse(mbs, t):
        mbs.systemData.SetODE2Coordinates_t(-mbs.systemData.GetODE2Coordinates_t())
        return t < 0.045

    mbs.SetPostStepUserFunction(reverse)
    found = mbs.SolveDynamic(settings())
    assert found.times == pytest.approx([0, 0.01, 0.02, 0.03, 0.04, 0.05])
    assert found.velocities[:, 0] == pytest.approx([1, -1, 1, -1, 1, -1], rel=1e-12)
    assert found.coordinates[:, 0] == pytest.approx([0, 0.01, 0, 0.01, 0, 0.01], abs=1e-12)
    assert found.statistics.steps == 5


def test_it_is_also_called_in_statics_and_at_a_compatible_start():
    mbs, times = oscillator(), []
    mbs.SetPostStepUserFunction(lambda mbs, t: times.append(t) or True)
    chosen = settings(2)
    chosen.staticSolver.numberOfLoadSteps = 4
    mbs.SolveStatic(chosen)
    assert times == [0.25, 0.5, 0.75, 1.0]
    times.clear()
    chosen.compatibility, chosen.timeIntegration.verboseMode = "exudyn", 0
    mbs.SolveDynamic(chosen)
    assert times == [0.0, 0.1, 0.2]


def test_a_stepper_calls_all_of_them():
    mbs, calls = oscillator(), []
    mbs.SetPostStepUserFunction(lambda mbs, t: calls.append("after") or True)
    mbs.SetPreNewtonResidualUserFunction(lambda mbs, t, k, j: calls.append(k))
    with mbs.Stepper(settings()) as run:
        run.step(2)
        assert calls.count("after") == calls.count(0) == 2
        run.step()
    assert calls.count("after") == 3 and calls[0] == 0 and calls[-1] == "after"


# ---------------------------------------------------------------------- before each residual


def law(mbs, t, newtonIteration, discontinuousIteration):
    """A spring as a load that is set before each residual."""
    mbs.SetLoadParameter(0, "load", -STIFFNESS * float(mbs.systemData.GetODE2Coordinates()[0]))


def slope(mbs, t, factorODE2, factorODE2_t, factorODE1):
    return [[-STIFFNESS * factorODE2]]


@pytest.mark.parametrize("jacobian", [0, slope])
def test_a_load_that_is_set_before_each_residual_is_a_spring(jacobian):
    spring = oscillator().SolveDynamic(settings())
    mbs = oscillator(stiffness=0.0)
    mbs.SetPreNewtonResidualUserFunction(law)
    mbs.SetSystemJacobianUserFunction(jacobian)
    found = mbs.SolveDynamic(settings())
    assert found.coordinates == pytest.approx(spring.coordinates, rel=1e-8, abs=1e-10)
    per_step = found.statistics.newton_iterations / 20
    assert per_step <= 1.5 if jacobian else per_step >= 2.0


@pytest.mark.parametrize("kind", [np.array, csr_matrix, exu.MatrixContainer])
def test_in_statics_the_jacobian_finds_the_equilibrium(kind):
    mbs = oscillator(stiffness=0.0)

    def pulled(mbs, t, newtonIteration, discontinuousIteration):
        mbs.SetLoadParameter(
            0, "load", 30.0 - STIFFNESS * float(mbs.systemData.GetODE2Coordinates()[0])
        )

    factors = set()

    def matrix(mbs, t, *given):
        factors.add(given)
        return kind(np.array([[-STIFFNESS * given[0]]]))

    mbs.SetPreNewtonResidualUserFunction(pulled)
    mbs.SetSystemJacobianUserFunction(matrix)
    found = mbs.SolveStatic(settings())
    assert found.coordinates[-1] == pytest.approx([0.1], rel=1e-9)
    assert factors == {(1.0, 0.0, 1.0)}


def test_iterations_are_counted_and_repeated_steps_too():
    """The post-Newton function lets each step be solved twice."""
    mbs, seen, rounds = oscillator(), [], []
    mbs.SetPreNewtonResidualUserFunction(lambda mbs, t, k, j: seen.append((round(t, 9), k, j)))

    def twice(mbs, t):
        rounds.append(t)
        return [1e9 if rounds.count(t) < 2 else 0.0, -1.0]

    mbs.SetPostNewtonUserFunction(twice)
    mbs.SolveDynamic(settings(3, 0.03))
    for k in (1, 2, 3):
        own = [row[1:] for row in seen if row[0] == round(0.01 * k, 9)]
        assert {j for _, j in own} == {0, 1}
        for j in (0, 1):
            iterations = [i for i, each in own if each == j]
            assert iterations == list(range(len(iterations)))
    assert len({row[0] for row in seen}) == 3


# ---------------------------------------------------------------------- the Jacobian


def mixed():
    """A driven mass with a spring and a damper to a held one, and a first-order system."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddNode(NodePointGround())
    nodes = [mbs.AddNode(Node1D(initialVelocities=[v])) for v in (1.0, 0.0)]
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (ground, *nodes)
    ]
    for node in nodes:
        mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=MASS))
    spring = dict(stiffness=STIFFNESS, damping=DAMPING)
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends[1:], **spring))
    mbs.AddObject(CoordinateConstraint(markerNumbers=[ends[0], ends[2]]))
    first = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[0.0], initialCoordinates=[1.0], numberOfODE1Coordinates=1
        )
    )
    matrix = np.array([[-3.0]])
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[first], systemMatrix=matrix, rhsVector=[0.5]))
    mbs.Assemble()
    return mbs


@pytest.mark.parametrize("rho", [0.95, 0.6])
def test_a_jacobian_that_is_added_twice_halves_each_update(rho):
    """The whole matrix in the form of the function doubles ours: all errors halve per update."""
    h, mbs, states = 0.01, mixed(), []
    ratio = (1 - rho / (rho + 1)) / (1 - (2 * rho - 1) / (rho + 1))

    def before(mbs, t, k, j):
        data = mbs.systemData
        parts = data.GetODE2Coordinates_tt(), data.GetODE1Coordinates_t(), data.GetAECoordinates()
        states.append(np.concatenate(parts))

    def whole(mbs, t, factorODE2, factorODE2_t, factorODE1):
        assert factorODE1 == factorODE2
        pair = np.array([[1.0, -1.0], [-1.0, 1.0]])
        made = np.zeros((4, 4))
        made[:2, :2] = MASS / ratio * np.eye(2)
        made[:2, :2] -= (factorODE2 * STIFFNESS + factorODE2_t * DAMPING) * pair
        made[2, 2] = -3.0 - 2.0 / h
        made[1, 3] = made[3, 1] = 1.0
        return made

    mbs.SetPreNewtonResidualUserFunction(before)
    mbs.SetSystemJacobianUserFunction(whole)
    chosen = settings(1, h)
    chosen.timeIntegration.newton.maxIterations = 60
    chosen.timeIntegration.generalizedAlpha.spectralRadius = rho
    mbs.SolveDynamic(chosen)
    changes = np.diff(states, axis=0)
    assert len(changes) > 15 and (np.abs(changes[0]) > 1e-3).sum() >= 3
    assert changes[1:8] == pytest.approx(0.5 * changes[:7], rel=1e-6, abs=1e-9)


# ---------------------------------------------------------------------- what surrounds them

METHODS = {
    "PostStep": lambda mbs, t: True,
    "PreNewtonResidual": lambda mbs, t, k, j: None,
    "SystemJacobian": lambda mbs, t, a, b, c: [[0.0]],
}


@pytest.mark.parametrize("name", METHODS)
def test_functions_are_set_copied_and_removed(name):
    mbs, function = oscillator(), METHODS[name]
    put, get = (f"{verb}{name}UserFunction" for verb in ("Set", "Get"))
    assert getattr(mbs, get)() == 0
    getattr(mbs, put)(function)
    assert getattr(mbs, get)() is function
    assert getattr(copy.copy(mbs), get)() is function
    for nothing in (0, None):
        getattr(mbs, put)(function)
        getattr(mbs, put)(nothing)
        assert getattr(mbs, get)() == 0
    with pytest.raises(exu.ParameterError, match=f"Set{name}UserFunction: the value must be a fun"):
        getattr(mbs, put)(lambda mbs: None)


@looped(
    ("name", "function", "text"),
    [
        ("PostStep", lambda mbs, t: None, "post-step user function .*True to go on or False"),
        ("PostStep", lambda mbs, t: 1 / 0, "post-step user function .*division by zero"),
        ("PreNewtonResidual", lambda mbs, t, k, j: 1 / 0, "pre-Newton user function .*division"),
        ("SystemJacobian", lambda mbs, t, a, b, c: 1 / 0, "system Jacobian user function .*divi"),
        ("SystemJacobian", lambda mbs, t, a, b, c: np.eye(2), "at most 1 x 1, got 2 x 2"),
        ("SystemJacobian", lambda mbs, t, a, b, c: "no", "must return a matrix"),
    ],
)
def test_errors_name_the_function(name, function, text):
    mbs = oscillator()
    getattr(mbs, f"Set{name}UserFunction")(function)
    with pytest.raises(exu.SolverError, match=text):
        mbs.SolveDynamic(settings())
    getattr(mbs, f"Set{name}UserFunction")(0)
    assert isinstance(mbs.SolveDynamic(settings()), Solution)


def test_a_run_after_it_is_the_same_as_without():
    """Nothing stays in the lists of calls; modes do not call the functions either."""
    mbs = oscillator()
    before = mbs.SolveDynamic(settings()).coordinates.copy()
    for name, function in METHODS.items():
        getattr(mbs, f"Set{name}UserFunction")(function)
    mbs.SolveDynamic(settings())
    assert not mbs._data.called
    for name in METHODS:
        getattr(mbs, f"Set{name}UserFunction")(0)
    assert np.array_equal(mbs.SolveDynamic(settings()).coordinates, before)
    assert mbs.ComputeODE2Eigenvalues()[0] == pytest.approx([STIFFNESS / MASS])


def test_sparse_systems_become_dense_and_times_are_told(capsys):
    """A chain that has a sparse matrix otherwise: same result, and each function has its time."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddNode(NodePointGround())
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))]
    for k in range(60):
        node = mbs.AddNode(Node1D(initialVelocities=[float(k == 30)]))
        mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1.0))
        ends.append(mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0)))
        mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends[-2:], stiffness=1e3))
    chosen = settings(50, 0.5)
    chosen.linearSolverType = exu.LinearSolverType.EigenSparse
    plain = mbs.SolveDynamic(chosen).coordinates.copy()
    asked = []
    mbs.SetSystemJacobianUserFunction(lambda mbs, t, a, b, c: asked.append(t) or np.zeros((60, 60)))
    mbs.SetPostStepUserFunction(METHODS["PostStep"])
    chosen.displayComputationTime = True
    found = mbs.SolveDynamic(chosen)
    assert asked and found.coordinates == pytest.approx(plain, rel=1e-9, abs=1e-12)
    told = capsys.readouterr().out
    assert "post-step function" in told and "system Jacobian function" in told
