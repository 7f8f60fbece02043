"""CoordinateVectorConstraint in models: ends, sizes, linear solvers."""

import tracemalloc

import numpy as np
import pytest
from scipy.sparse import identity

import linkwork as exu
from linkwork.items import *

from .models import assert_close
from .vector_models import MASS, SOLVERS, Bead, G, Out, add_mass, push, run, system

pytestmark = pytest.mark.processors

Linear = exu.LinearSolverType
each_solver = pytest.mark.parametrize("solver", SOLVERS)
BOTH = pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
LENGTH = 1.5
SQUARES = dict(quadraticTermMarker1=[[1.0, 1.0]], offset=[LENGTH**2])


# ------------------------------------------------------------------------------- equal models


@each_solver
def test_a_linear_equation_of_velocities_equals_a_coordinate_constraint(solver):
    """v1 - 0.5 v0 = 0.3 between two coordinates, positions free."""
    results = []
    for kind in range(2):
        mbs = system()
        nodes = [add_mass(mbs, [0.2, 0.0], [1.0, 0.0])[0], add_mass(mbs, [1.0, 0], [0.8, 0])[0]]
        push(mbs, nodes[0], [3.0, 1.0])
        ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in nodes]
        if kind == 0:
            form = CoordinateConstraint(
                markerNumbers=[ends[1], ends[0]], factorValue1=0.5, offset=-0.3, velocityLevel=True
            )
        else:
            form = CoordinateVectorConstraint(
                markerNumbers=ends, scalingMarker0=[[0.5]], scalingMarker1=[[1.0]], offset=[0.3],
                velocityLevel=True,
            )  # fmt: skip
        tied = mbs.AddObject(form)
        solution = run(mbs, 0.01, 0.5, solver=solver, record=0.1)
        results.append(solution)
        force = np.atleast_1d(mbs.GetObjectOutput(tied, Out.Force))[0]
        assert force == solution.multipliers[-1, 0]
    first, second = results
    assert_close(second.coordinates, first.coordinates, atol=1e-13)
    assert_close(second.velocities, first.velocities, atol=1e-13)
    # the signs of the two equations differ
    assert_close(second.multipliers, -first.multipliers, atol=1e-11)
    assert abs(second.multipliers[-1, 0]) > 0.5


def test_ground_on_either_side_flips_signs():
    first = Bead([0.0, -LENGTH], [1.0, 0.0], reference=(0.25, -0.5)).tie(**SQUARES)
    second = Bead([0.0, -LENGTH], [1.0, 0.0], reference=(0.25, -0.5))
    second.tie(
        markerNumbers=[second.marker, second.ground],
        quadraticTermMarker0=[[1.0, 1.0]], offset=[-(LENGTH**2)],
    )  # fmt: skip
    for model in (first, second):
        model.run(0.01, 0.5)
    assert_close(second.state()[:4], first.state()[:4], atol=1e-14)
    assert_close(second.state()[4], -first.state()[4], atol=1e-12)
    for variable in (Out.Displacement, Out.Velocity):
        assert_close(second.output(variable), -first.output(variable), atol=1e-14)
    assert_close(first.output(Out.Displacement), first.state()[:2], atol=1e-15)
    assert_close(first.output(Out.Velocity), first.state()[2:4], atol=1e-15)


def test_matrices_of_a_ground_marker_are_ignored():
    model = Bead([0.0, -LENGTH], [1.0, 0.0])
    model.tie(**SQUARES, scalingMarker0=np.ones((1, 7)), quadraticTermMarker0=[[3.0]])
    plain = Bead([0.0, -LENGTH], [1.0, 0.0]).tie(**SQUARES)
    for each in (model, plain):
        each.run(0.01, 0.2)
    assert np.array_equal(model.state(), plain.state())


@each_solver
def test_two_bodies_with_several_equations_move_as_one(solver):
    """q1 - q0 = offset in both directions: a force on one moves both, lambda is the inner force."""
    mbs = system()
    (a, m0), (b, m1) = (
        add_mass(mbs, place, [0.5, -0.25], mass)
        for place, mass in (([0.0, 0.0], 1.0), ([2.0, 1.0], 3.0))
    )
    tied = mbs.AddObject(
        CoordinateVectorConstraint(
            markerNumbers=[m0, m1], scalingMarker0=np.eye(2), scalingMarker1=np.eye(2),
            offset=[2.0, 1.0],
        )
    )  # fmt: skip
    push(mbs, a, [8.0, -4.0])
    run(mbs, 0.05, 1.0, solver=solver)
    expected = np.array([0.5, -0.25]) + np.array([1.0, -0.5])
    assert_close(mbs.GetNodeOutput(a, Out.Position)[:2], expected, atol=1e-12)
    assert_close(mbs.GetNodeOutput(b, Out.Position)[:2], expected + [2.0, 1.0], atol=1e-12)
    # the heavy body gets -lambda = 3 kg (2, -1) m/s^2
    assert_close(mbs.GetObjectOutput(tied, Out.Force), [-6.0, 3.0], atol=1e-11)
    assert_close(mbs.GetObjectOutput(tied, Out.Displacement), [2.0, 1.0], atol=1e-14)
    assert_close(mbs.GetObjectOutput(tied, Out.ConstraintEquation), 0.0, atol=1e-14)


@BOTH
def test_items_of_different_sizes_in_one_table(solver):
    """A guide y = x/2 (single coordinates), a lever of two bodies, a fixed body of two nodes."""
    mbs = system()
    guided, _ = add_mass(mbs, [1.0, 0.5], [0.4, 0.2])
    x, y = (mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=guided, coordinate=k)) for k in range(2))
    left, m0 = add_mass(mbs, [0.0, 1.0], mass=1.0)
    right, m1 = add_mass(mbs, [3.0, -2.0], mass=4.0, reference=(1.0, 0.5))
    first = mbs.AddNode(NodePoint2D(referenceCoordinates=[1.0, 2.0]))
    second = mbs.AddNode(NodePoint(referenceCoordinates=[3.0, 4.0, 5.0]))
    form = ObjectGenericODE2(nodeNumbers=[second, first], massMatrix=2.0 * np.eye(5))
    whole = mbs.AddMarker(MarkerObjectODE2Coordinates(objectNumber=mbs.AddObject(form)))
    ground = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround())))
    numbers = [
        mbs.AddObject(CoordinateVectorConstraint(**values))
        for values in (
            # single coordinates have no reference values: y - 0.5 x - 0 = 0
            dict(markerNumbers=[x, y], scalingMarker0=[[0.5]], scalingMarker1=[[1.0]]),
            # y of both, and nothing else: y1 + 2 y0 = 0
            dict(
                markerNumbers=[m0, m1], scalingMarker0=[[0.0, -2.0]], scalingMarker1=[[0.0, 1.0]]
            ),
            dict(
                markerNumbers=[ground, whole], scalingMarker1=np.eye(5),
                offset=[3.0, 4.0, 5.0, 1.0, 2.0],
            ),
        )
    ]  # fmt: skip
    push(mbs, guided, [1.0, 3.0])
    push(mbs, left, [2.0, 5.0])
    push(mbs, first, [7.0, -1.0])
    run(mbs, 0.01, 1.0, solver=solver)
    # along (2, 1): (2*1 + 3)/5 = 1 of force per (2, 1)
    a = np.array([2.0, 1.0]) / MASS
    assert_close(
        mbs.GetNodeOutput(guided, Out.Displacement)[:2], [1.4 + a[0] / 2, 0.7 + a[1] / 2], 1e-11
    )
    # (1 + 4*4) y0'' = 5, y1 = -2 y0
    y0 = 5.0 / 17.0
    assert_close(mbs.GetNodeOutput(left, Out.Position)[:2], [1.0, 1.0 + y0 / 2], atol=1e-11)
    assert_close(mbs.GetNodeOutput(right, Out.Position)[:2], [3.0, -2.0 - y0], atol=1e-11)
    assert_close(mbs.GetObjectOutput(whole_of(mbs, numbers[2]), Out.Force), 0.0, atol=1e-14)
    lambdas = [mbs.GetObjectOutput(number, Out.Force) for number in numbers]
    assert [len(part) for part in lambdas] == [1, 1, 5]
    # y: m y'' = 3 - lambda
    assert_close(lambdas[0], 3.0 - MASS * a[1], atol=1e-10)
    assert_close(lambdas[1], 8.0 * y0, atol=1e-10)
    assert_close(lambdas[2], [0.0, 0.0, 0.0, 7.0, -1.0], atol=1e-10)


def whole_of(mbs, number):
    """The object behind the second marker of a constraint."""
    marker = mbs.GetObject(number)["markerNumbers"][1]
    return mbs.GetMarker(marker)["objectNumber"]


# ------------------------------------------------------------------------------- linear solvers


def chain(count, wrap=lambda m: m):
    """Masses on rods as quadratic terms: x^2 + y^2 of differences needs a generic matrix.

    Neighbors are tied by x1 - x0 + 0.1 (y1^2 - y0^2) = 0.2, and each second mass to the ground.
    """
    mbs = system()
    ground = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround())))
    last = None
    for k in range(count):
        node, marker = add_mass(mbs, [0.2 * k, 0.0], [0.0, 0.01 * k], mass=1.0 + 0.1 * k)
        push(mbs, node, [0.0, 1.0 + 0.05 * k])
        if last is not None:
            mbs.AddObject(
                CoordinateVectorConstraint(
                    markerNumbers=[last, marker],
                    scalingMarker0=wrap([[1.0, 0.0]]), scalingMarker1=wrap([[1.0, 0.0]]),
                    quadraticTermMarker0=wrap([[0.0, 0.1]]),
                    quadraticTermMarker1=wrap([[0.0, 0.1]]), offset=[0.2],
                )
            )  # fmt: skip
        last = marker
    x = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node))
    mbs.AddObject(
        CoordinateVectorConstraint(
            markerNumbers=[ground, x], scalingMarker1=wrap([[1.0, 0.5]]),
            offset=[0.2 * (count - 1)],
        )
    )  # fmt: skip
    return mbs


def sparse(matrix):
    from scipy.sparse import csr_matrix

    return csr_matrix(np.array(matrix))


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44"])
def test_sparse_linear_solvers_give_the_same_motion_without_fallbacks(solver):
    found = {}
    for name in ("_None", "EXUdense", "EigenSparse", "EigenSparseSymmetric"):
        mbs = chain(30, sparse if name == "EigenSparse" else lambda m: m)
        with pytest.warns(UserWarning, match="velocities violate"):
            found[name] = run(mbs, 0.01, 0.3, solver=solver, linear=getattr(Linear, name))
        assert found[name].statistics["fallbacks"] == 0
    assert found["_None"].coordinates.shape[1] + found["_None"].multipliers.shape[1] == 90
    for name, solution in found.items():
        # half of a matrix that is not symmetric: other updates of Newton's method
        error = 1e-12 if name in ("EXUdense", "EigenSparse") else 1e-9
        assert_close(solution.coordinates, found["EXUdense"].coordinates, atol=error)
        assert_close(solution.multipliers, found["EXUdense"].multipliers, atol=1e3 * error)
    assert np.abs(found["_None"].multipliers[-1]).max() > 0.1


def distance(mbs, t, itemNumber, q, q_t, velocityLevel):
    dx, dy = q[2] - q[0], q[3] - q[1]
    if velocityLevel:
        return [2.0 * (dx * (q_t[2] - q_t[0]) + dy * (q_t[3] - q_t[1]))]
    return [dx * dx + dy * dy - 1.0]


def distance_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    dx, dy = 2.0 * (q[2] - q[0]), 2.0 * (q[3] - q[1])
    return [[-dx, -dy, dx, dy]]


@pytest.mark.parametrize("index2", [False, True])
def test_functions_couple_both_markers_in_sparse_matrices(index2):
    """A chain of rods, each a user function; the same by DistanceConstraints."""
    found = []
    for linear in (Linear.EXUdense, Linear.EigenSparse, None):
        mbs = system()
        markers, points = [], []
        for k in range(6):
            node, marker = add_mass(mbs, [k, 0.0], [0.0, 0.3 * k * k], reference=(k, 0.0))
            push(mbs, node, [0.0, -MASS * G])
            markers.append(marker)
            points.append(mbs.AddMarker(MarkerNodePosition(nodeNumber=node)))
        for k in range(5):
            if linear is None:
                form = DistanceConstraint(markerNumbers=points[k : k + 2], distance=1.0)
            else:
                form = CoordinateVectorConstraint(
                    markerNumbers=markers[k : k + 2], scalingMarker0=np.zeros((1, 1)),
                    constraintUserFunction=distance, jacobianUserFunction=distance_slopes,
                )  # fmt: skip
            mbs.AddObject(form)
        solution = run(mbs, 0.02, 0.6, linear=linear, index2=index2)
        factor = 1.0 if linear is None else 2.0
        statistics = solution.statistics
        assert statistics["fallbacks"] == 0
        updates = statistics["newton_iterations"]
        found.append((solution.coordinates[-1], factor * solution.multipliers[-1], updates))
    # at index 2 the rods are off their length before the correction, and 2 lambda L is the force
    for (coordinates, multipliers, updates), error in zip(
        found[1:], (1e-7, 1e-3 if index2 else 1e-7), strict=True
    ):
        assert_close(coordinates, found[0][0], atol=1e-10)
        assert_close(multipliers, found[0][1], atol=error)
        assert abs(updates - found[0][2]) <= 3
    assert np.abs(found[0][1]).max() > 1.0


def neighbors(mbs, t, itemNumber, q, q_t, velocityLevel):
    if velocityLevel:
        return [q_t[:-1] @ q[1:] + q[:-1] @ q_t[1:]]
    return [q[:-1] @ q[1:] - 11.0]


def neighbors_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    made = np.zeros((1, len(q)))
    made[0, :-1] += q[1:]
    made[0, 1:] += q[:-1]
    return made


@pytest.mark.parametrize("index2", [False, True])
def test_functions_couple_all_coordinates_of_a_large_node(index2):
    """Coordinates of large nodes stand alone in sparse matrices."""
    found = []
    for linear in (Linear.EXUdense, Linear.EigenSparse):
        mbs, n = system(), 12
        form = NodeGenericODE2(
            numberOfODE2Coordinates=n, referenceCoordinates=[1.0] * n,
            initialCoordinates=[0.0] * n, initialCoordinates_t=[1.0, -1.0] * (n // 2),
        )  # fmt: skip
        node = mbs.AddNode(form)
        stiffness = np.diag(np.linspace(1.0, 9.0, n))
        mbs.AddObject(
            ObjectGenericODE2(nodeNumbers=[node], massMatrix=np.eye(n), stiffnessMatrix=stiffness)
        )
        ends = [
            mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=k))
            for k in (node, mbs.AddNode(NodePointGround()))
        ]
        mbs.AddObject(
            CoordinateVectorConstraint(
                markerNumbers=ends, scalingMarker0=np.zeros((1, 1)),
                constraintUserFunction=exu.called_back(neighbors),
                jacobianUserFunction=exu.called_back(neighbors_slopes),
            )
        )  # fmt: skip
        solution = run(mbs, 0.05, 0.5, linear=linear, index2=index2)
        found.append((solution.coordinates[-1], solution.statistics["newton_iterations"]))
        assert solution.statistics["fallbacks"] == 0
        place = 1.0 + found[-1][0]
        assert_close(place[:-1] @ place[1:], 11.0, atol=1e-5 if index2 else 1e-12)
    assert_close(found[1][0], found[0][0], atol=1e-11)
    assert found[1][1] == found[0][1]
    assert np.abs(found[0][0]).max() > 0.1


# ------------------------------------------------------------------------------- many coordinates


def test_many_coordinates_are_tied_by_sparse_matrices():
    """Memory grows with the entries: dense, the matrices would have 450 million."""
    n = 15000
    mbs = system()
    one = identity(n, format="csr")
    nodes = [mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=n)) for _ in range(2)]
    for node, force in zip(nodes, (1.0, 3.0), strict=True):
        body = ObjectGenericODE2(nodeNumbers=[node], massMatrix=one, forceVector=[force] * n)
        mbs.AddObject(body)
    ends = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node)) for node in nodes]
    tie = CoordinateVectorConstraint(
        markerNumbers=ends, scalingMarker0=one, scalingMarker1=2.0 * one, offset=[0.0] * n
    )
    mbs.AddObject(tie)
    tracemalloc.start()
    mbs.Assemble()
    assert tracemalloc.get_traced_memory()[1] < 1e8
    tracemalloc.stop()
    run(mbs, 0.5, 1.0)
    # 2 q1 = q0: 4 + 1 of mass on q1, loads 2 * 1 + 3
    q = mbs.systemData.GetODE2Coordinates()
    assert_close(q, np.repeat([1.0, 0.5], n), atol=1e-9)


@pytest.mark.parametrize("kind", ["vector", "second order", "first order"])
def test_functions_of_too_many_coordinates_are_refused(kind):
    n = 5001
    mbs = system()
    if kind == "first order":
        node = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=n))
        item = ObjectGenericODE1(nodeNumbers=[node], rhsUserFunction=lambda mbs, t, i, q: q)
    else:
        node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=n))
        one = identity(n, format="csr")
        item = ObjectGenericODE2(nodeNumbers=[node], massMatrix=one)
    if kind == "second order":
        item.forceUserFunction = lambda mbs, t, i, q, q_t: -q
    if kind == "vector":
        mbs.AddObject(item)
        nodes = [mbs.AddNode(NodePointGround()), node]
        ends = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=number)) for number in nodes]
        item = CoordinateVectorConstraint(
            markerNumbers=ends, scalingMarker0=np.zeros((1, 1)),
            constraintUserFunction=lambda mbs, t, i, q, q_t, velocityLevel: [q[0]],
            jacobianUserFunction=lambda mbs, t, i, q, q_t, velocityLevel: np.zeros((1, 5001)),
        )  # fmt: skip
    with pytest.raises(exu.ParameterError, match=r"\(object .\): .* at most 5000, got 5001; use"):
        mbs.AddObject(item)
        mbs.Assemble()
