"""Small parts without symmetry beside stiff symmetric ones: no size of a part hides another."""

import warnings

import numpy as np
import pytest
from scipy.linalg import expm

import linkwork as exu
from linkwork.items import (
    CartesianSpringDamper,
    LoadCoordinate,
    MarkerNodeODE1Coordinate,
    MarkerNodePosition,
    MassPoint,
    NodeGenericODE1,
    NodeGenericODE2,
    NodePoint,
    ObjectGenericODE1,
    ObjectGenericODE2,
)
from linkwork.linear.fronts.high_fill import HighFill
from linkwork.linear.sparse.low_fill import LowFill

pytestmark = pytest.mark.processors

SOLVERS = exu.LinearSolverType
COORDINATES = exu.OutputVariableType.Coordinates
SHAPES = {"chain": (60, 1, LowFill), "net": (14, 14, HighFill)}


def stiff(shape):
    """Heavy masses at rest on a chain or net of stiff springs."""
    wide, tall, layout = SHAPES[shape]
    mbs = exu.SystemContainer().AddSystem()
    markers = {}
    for i, j in np.ndindex(wide, tall):
        node = mbs.AddNode(NodePoint(referenceCoordinates=[i, j, 0]))
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1e3))
        markers[i, j] = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
        for other in ((i - 1, j), (i, j - 1)):
            if other in markers:
                ends = [markers[other], markers[i, j]]
                mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[1e7] * 3))
    return mbs, layout


def add_first_order(mbs, A, start):
    node = mbs.AddNode(
        NodeGenericODE1(
            numberOfODE1Coordinates=len(A),
            referenceCoordinates=[0] * len(A),
            initialCoordinates=start,
        )
    )
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=A))
    return node


def add_second_order(mbs, start, **matrices):
    n = len(start)
    node = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=n,
            referenceCoordinates=[0] * n,
            initialCoordinates=start,
            initialCoordinates_t=[0] * n,
        )
    )
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=[node], **matrices))
    return node


def settings_of(steps, linear=SOLVERS._None, end=1.0):
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = end
    settings.linearSolverType = linear
    return settings


@pytest.mark.parametrize("shape", SHAPES)
def test_first_order_part_beside_stiff_springs(shape):
    mbs, layout = stiff(shape)
    A, start, h = np.array([[0.0, 1.0], [-100.0, -1.0]]), np.array([1.0, 0.0]), 0.01
    node = add_first_order(mbs, A, start)
    mbs.SolveDynamic(settings_of(100))
    assert isinstance(mbs._data.equations.layout, layout)
    step = np.linalg.solve(np.eye(2) - h / 2 * A, np.eye(2) + h / 2 * A)  # trapezoidal rule
    expected = np.linalg.matrix_power(step, 100) @ start
    assert expected == pytest.approx([-0.53230292, 3.2014012], rel=1e-7)
    assert mbs.GetNodeOutput(node, COORDINATES) == pytest.approx(expected, rel=1e-10)
    counts = mbs.solution.statistics
    assert counts["newton_iterations"] == 100 and counts["factorizations"] == 1
    # the start, the steps, and one look at the first update
    assert counts["force_evaluations"] == 102


def gyroscopic(mbs):
    D, K = np.array([[0.0, 20.0], [-20.0, 0.0]]), 100 * np.eye(2)
    node = add_second_order(mbs, [1, 0], massMatrix=np.eye(2), dampingMatrix=D, stiffnessMatrix=K)
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-K, -D]])
    return node, (expm(A) @ [1, 0, 0, 0])[:2]


@pytest.mark.parametrize("shape", SHAPES)
def test_gyroscopic_part_beside_stiff_springs(shape):
    mbs, layout = stiff(shape)
    node, exact = gyroscopic(mbs)
    mbs.SolveDynamic(settings_of(1000))
    found = mbs.GetNodeOutput(node, COORDINATES)
    assert isinstance(mbs._data.equations.layout, layout)
    assert found == pytest.approx(exact, abs=3e-3)
    mbs.SolveDynamic(settings_of(1000, SOLVERS.EXUdense))
    assert found == pytest.approx(mbs.GetNodeOutput(node, COORDINATES), rel=1e-9)


@pytest.mark.parametrize("shape", SHAPES)
def test_factors_that_are_asked_to_be_symmetric_are_not_trusted(shape):
    """The part without symmetry rests while the factors are new, and is pushed later."""
    mbs, _ = stiff(shape)
    node = add_first_order(mbs, [[0.0, 1.0], [-100.0, -1.0]], [0, 0])
    marker = mbs.AddMarker(MarkerNodeODE1Coordinate(nodeNumber=node, coordinate=0))
    push = LoadCoordinate(
        markerNumber=marker, loadUserFunction=lambda mbs, t, load: 2.0 if t > 0.5 else 0.0
    )
    mbs.AddLoad(push)
    ends = []
    for linear in (SOLVERS.EigenSparseSymmetric, SOLVERS.EXUdense):
        mbs.SolveDynamic(settings_of(200, linear))
        ends.append(mbs.GetNodeOutput(node, COORDINATES))
    # Newton's method takes smaller steps where such factors do not lead to the solution
    assert ends[0] == pytest.approx(ends[1], abs=2e-3)
    assert np.abs(ends[1]).max() > 1.0


@pytest.mark.parametrize("n", [1, 3, 30])
@pytest.mark.parametrize("solver", ["RK44", "VelocityVerlet", "GeneralizedAlpha"])
def test_mass_matrix_that_is_not_symmetric(solver, n):
    M, K = np.array([[2.0, 1.0], [0.5, 2.0]]), np.array([[300.0, -50.0], [-50.0, 200.0]])
    mbs = exu.SystemContainer().AddSystem()
    coupled = np.kron(np.eye(n), M) + np.diag([0.125] * (2 * n - 1), 1)
    stiffness = np.kron(np.eye(n), K)
    node = add_second_order(mbs, [1, 0] * n, massMatrix=coupled, stiffnessMatrix=stiffness)
    mbs.SolveDynamic(settings_of(2000), solverType=getattr(exu.DynamicSolverType, solver))
    nothing, unit = np.zeros((2 * n, 2 * n)), np.eye(2 * n)
    A = np.block([[nothing, unit], [-np.linalg.solve(coupled, stiffness), nothing]])
    exact = (expm(A) @ ([1, 0] * n + [0] * 2 * n))[: 2 * n]
    within = 1e-9 if solver == "RK44" else 1e-4
    assert mbs.GetNodeOutput(node, COORDINATES) == pytest.approx(exact, abs=within)


def test_stable_equilibrium_beside_a_stiff_spring_is_not_called_unstable():
    """K of the small part has the eigenvalues 1 and 1, its symmetric part one of -0.5."""
    mbs = exu.SystemContainer().AddSystem()
    K = np.array([[1.0, 3.0], [0.0, 1.0]])
    node = add_second_order(
        mbs, [0, 0], massMatrix=np.eye(2), stiffnessMatrix=K, forceVector=[1, 2]
    )
    add_second_order(mbs, [0], massMatrix=[[1]], stiffnessMatrix=[[1e7]], forceVector=[1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mbs.SolveStatic()
    assert mbs.GetNodeOutput(node, COORDINATES) == pytest.approx([-5, 2], rel=1e-12)
