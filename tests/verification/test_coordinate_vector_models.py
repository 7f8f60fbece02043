"""CoordinateVectorConstraint in models: ends, sizes, linear solvers, changes during a run."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import assert_close, make_settings
from .vector_models import MASS, SOLVERS, Bead, G, Out, run

Linear = exu.LinearSolverType
each_solver = pytest.mark.parametrize("solver", SOLVERS)
BOTH = pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
LENGTH = 1.5
SQUARES = dict(quadraticTermMarker1=[[1.0, 1.0]], offset=[LENGTH**2])


def system():
    return exu.SystemContainer().AddSystem()


def add_mass(mbs, place, speed=(0.0, 0.0), mass=MASS, reference=(0.0, 0.0)):
    """A mass in the plane; (node, marker of its vector)."""
    node = mbs.AddNode(
        NodePoint2D(
            referenceCoordinates=list(reference),
            initialCoordinates=list(np.subtract(place, reference)),
            initialVelocities=list(speed),
        )
    )
    mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=mass))
    return node, mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node))


def push(mbs, node, force):
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    return mbs.AddLoad(Force(markerNumber=marker, loadVector=[*force, 0]))


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

    Neighbours are tied by x1 - x0 + 0.1 (y1^2 - y0^2) = 0.2, and each second mass to the ground.
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


def neighbours(mbs, t, itemNumber, q, q_t, velocityLevel):
    if velocityLevel:
        return [q_t[:-1] @ q[1:] + q[:-1] @ q_t[1:]]
    return [q[:-1] @ q[1:] - 11.0]


def neighbours_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
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
                constraintUserFunction=neighbours, jacobianUserFunction=neighbours_slopes,
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


# ------------------------------------------------------------------------------- changes


@pytest.mark.parametrize(
    ("solver", "options"),
    [("GeneralizedAlpha", dict()), ("GeneralizedAlpha", dict(index2=True)), ("RK44", dict()),
     ("VelocityVerlet", dict())],
)  # fmt: skip
def test_switching_on_is_an_impact_and_off_lets_go(solver, options):
    """x = y - 1 acts from 0.3 to 0.6 s: the velocity across it vanishes, then lambda is 0."""
    model = Bead([0.0, 1.0], [2.0, 0.0], gravity=0.0)
    model.tie(scalingMarker1=[[1.0, -1.0]], offset=[-1.0], activeConnector=False)
    push(model.mbs, model.node, [0.0, 4.0])

    def switch(mbs, t):
        active = 0.305 < t < 0.605
        if bool(mbs.GetObjectParameter(model.tied, "activeConnector")) != active:
            mbs.SetObjectParameter(model.tied, "activeConnector", active)
        return True

    model.mbs.SetPreStepUserFunction(switch)
    solution = model.run(0.01, 0.9, solver=solver, record=0.01, **options)
    v, lambdas, t = solution.velocities, solution.multipliers[:, 0], solution.times
    free, tied = t < 0.301, (t > 0.305) & (t < 0.605)
    assert_close(v[free], np.column_stack([2.0 + 0 * t[free], 2.0 * t[free]]), atol=1e-12)
    # across the line the force 4 N gives lambda (1, -1): -2 lambda = 4 (-1) ... lambda = -2
    assert np.all(lambdas[free] == 0.0) and np.all(lambdas[t > 0.605] == 0.0)
    assert_close(lambdas[tied], -2.0, atol=1e-9)
    after = np.array([1.0, 1.0]) * (2.0 + 0.6) / 2.0
    assert_close(v[tied], after + np.outer(t[tied] - 0.3, [1.0, 1.0]), atol=1e-9)
    let_go = v[np.flatnonzero(tied)[-1]]
    assert_close(v[-1], let_go + [0.0, 2.0 * 0.3], atol=1e-9)
    place = solution.coordinates[tied]
    assert_close(place[:, 0] - place[:, 1], -1.0, atol=1e-9)


def test_outputs_of_an_inactive_constraint():
    model = Bead([3.0, 4.0], [1.0, -2.0]).tie(**SQUARES, activeConnector=False)
    model.run(0.1, 0.1, solver="RK44")
    x, v = model.state()[:2], model.state()[2:4]
    assert np.array_equal(model.output(Out.Force), [0.0])
    assert_close(model.output(Out.Displacement), x, atol=1e-15)
    assert_close(model.output(Out.Velocity), v, atol=1e-15)
    assert_close(model.output(Out.ConstraintEquation), x @ x - LENGTH**2, atol=1e-13)
    assert_close(x, [3.1, 4.0 - 0.2 - G / 200], atol=1e-14)


@pytest.mark.parametrize(
    ("solver", "options", "error"),
    [("GeneralizedAlpha", dict(), 1e-13), ("GeneralizedAlpha", dict(index2=True), 1e-9),
     ("TrapezoidalIndex2", dict(), 1e-9), ("RK44", dict(), 1e-14),
     ("VelocityVerlet", dict(), 1e-14)],
)  # fmt: skip
def test_an_offset_that_is_driven_is_followed(solver, options, error):
    """The length of a pendulum is pulled in."""
    model = Bead([0.0, -LENGTH], [1.0, 0.0]).tie(**SQUARES)

    def length(t):
        return LENGTH - 0.3 * t**2

    def pull(mbs, t):
        mbs.SetObjectParameter(model.tied, "offset", [length(t) ** 2])
        return True

    model.mbs.SetPreStepUserFunction(pull)
    solution = model.run(1e-3, 1.0, solver=solver, record=0.1, **options)
    assert_close(np.hypot(*solution.coordinates.T), length(solution.times), atol=error)
    x, v = model.state()[:2], model.state()[2:4]
    # the velocity along the rod follows too
    assert abs(x @ v / length(1.0) + 0.6) < (1e-5 if solver == "GeneralizedAlpha" else 2e-5)


@BOTH
def test_velocity_level_can_be_toggled_between_runs(solver):
    """vx = 1, then x = 1.5, which the mass reaches by a correction."""
    model = Bead([0.5, 0.0], [1.0, 0.0]).tie(
        scalingMarker1=[[1.0, 0.0]], offset=[1.0], velocityLevel=True
    )
    model.run(0.01, 0.5, solver=solver)
    assert_close(model.state()[[0, 2]], [1.0, 1.0], atol=1e-13)
    assert_close(model.output(Out.ConstraintEquation), 0.0, atol=1e-13)
    model.mbs.SetObjectParameter(model.tied, "velocityLevel", False)
    model.mbs.SetObjectParameter(model.tied, "offset", [1.5])
    with pytest.warns(UserWarning) as caught:
        model.run(0.01, 0.5, solver=solver)
    told = [str(warning.message) for warning in caught]
    assert len(told) == 2
    assert "the start positions violate the constraint by 1; they were corrected" in told[0]
    assert "the start velocities violate the constraint by 1; they were corrected" in told[1]
    assert_close(model.state()[[0, 2]], [1.5, 0.0], atol=1e-13)


@pytest.mark.parametrize(
    ("solver", "options"),
    [("GeneralizedAlpha", dict()), ("GeneralizedAlpha", dict(index2=True)), ("RK44", dict()),
     ("DOPRI5", dict()), ("VelocityVerlet", dict())],
)  # fmt: skip
def test_velocity_level_can_be_toggled_during_a_run(solver, options):
    """vx = 1 until 0.5 s, from then on x = 1: the mass stops where it is."""
    model = Bead([0.5, 0.0], [1.0, 0.5], gravity=0.0).tie(
        scalingMarker1=[[1.0, 0.0]], offset=[1.0], velocityLevel=True
    )
    push(model.mbs, model.node, [3.0, 0.0])

    def switch(mbs, t):
        if t > 0.505 and mbs.GetObjectParameter(model.tied, "velocityLevel"):
            mbs.SetObjectParameter(model.tied, "velocityLevel", False)
        return True

    model.mbs.SetPreStepUserFunction(switch)
    solution = model.run(0.01, 1.0, solver=solver, record=0.1, **options)
    before = solution.times < 0.505
    expected = np.where(before, 0.5 + solution.times, 1.0)
    assert_close(solution.coordinates[:, 0], expected, atol=1e-11)
    assert_close(solution.velocities[:, 0], np.where(before, 1.0, 0.0), atol=1e-11)
    assert_close(solution.velocities[:, 1], 0.5, atol=1e-13)
    assert_close(solution.multipliers, 3.0, atol=1e-8)


@each_solver
def test_two_runs_equal_one(solver):
    """The end of a run is a start without warnings, also at index 2."""
    ends = []
    for parts in (1, 2):
        model = Bead([0.0, -LENGTH], [1.0, 0.0]).tie(**SQUARES)
        for _ in range(parts):
            model.mbs.SolveDynamic(
                make_settings(1e-3, 0.5 / parts), getattr(exu.DynamicSolverType, solver),
                updateInitialValues=True,
            )  # fmt: skip
        ends.append(model.state())
    # implicit: a new start begins with alpha = a
    error = 1e-12 if solver in ("RK44", "VelocityVerlet") else 1e-5
    assert_close(ends[1][:4], ends[0][:4], atol=error)
    assert_close(ends[1][4], ends[0][4], atol=max(1e-4 * (error > 1e-6), 1e-10))


@each_solver
def test_start_positions_of_any_violation_are_projected_with_a_warning(solver):
    model = Bead([0.0, -2.0 * LENGTH], [1.0, 0.0], reference=(1.0, 1.0)).tie(**SQUARES)
    with pytest.warns(UserWarning, match=r"CoordinateVectorConstraint .*positions violate.* 6\.75"):
        solution = model.run(1e-3, 1e-3, solver=solver, record=1e-3)
    assert_close(solution.coordinates[0] + [1.0, 1.0], [0.0, -LENGTH], atol=1e-15)


@pytest.mark.parametrize("factor", [1e3, 1e6, 1e9])
@BOTH
def test_violations_of_any_size_are_projected(solver, factor):
    model = Bead([0.6 * factor, -0.8 * factor]).tie(**SQUARES)
    with pytest.warns(UserWarning, match="positions violate"):
        solution = model.run(1e-3, 1e-3, solver=solver, record=1e-3)
    assert_close(solution.coordinates[0], [0.6 * LENGTH, -0.8 * LENGTH], atol=1e-6)
    assert_close(np.hypot(*solution.coordinates[0]), LENGTH, atol=1e-15)
    assert_close(solution.multipliers[0], 0.8 * MASS * G / (2.0 * LENGTH), atol=1e-5)


def test_equations_without_a_derivative_are_named():
    model = Bead([0.0, 0.0]).tie(name="flat", quadraticTermMarker1=[[1.0, 0.0]])
    with pytest.raises(exu.SysError, match=r"'flat' .*all of its derivatives are zero"):
        model.run(0.01, 0.1)


# ------------------------------------------------------------------------------- dependent


def redundant():
    model = Bead([1.0, 2.0]).tie(name="first", scalingMarker1=np.eye(2), offset=[1.0, 2.0])
    model.tie(name="sum", scalingMarker1=[[1.0, 1.0]], offset=[3.0])
    return model


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2"])
def test_redundant_equations_are_named(solver):
    with pytest.raises(exu.SysError, match=r"'sum' \(object 2\) cannot be kept independently"):
        redundant().run(0.01, 0.1, solver=solver)


@pytest.mark.parametrize("factor", [1e-9, 1e-3, 1.0, 1e3, 1e9])
def test_redundant_equations_of_one_item_are_named(factor):
    model = Bead([1.0, 2.0]).tie(
        name="own",
        scalingMarker1=[[0.3 * factor, 0.7 * factor], [0.1, 0.7 / 3.0]],
        offset=[1.7 * factor, 1.7 / 3.0],
    )
    with pytest.raises(exu.SysError, match=r"'own' \(object 1\) cannot be kept independently"):
        model.run(0.01, 0.1)


@each_solver
def test_equations_may_be_multiplied_with_any_factor(solver):
    """The motion stays, the multipliers are divided by it, and Newton's method does as much."""
    found = []
    for factor in (1.0, 1e-8, 1e8):
        model = Bead([0.0, -LENGTH], [1.0, 0.0])
        model.tie(quadraticTermMarker1=[[factor, factor]], offset=[factor * LENGTH**2])
        solution = model.run(0.01, 0.5, solver=solver, tight=False, modified=True)
        state = model.state()
        state[4] *= factor
        found.append([*state, solution.statistics["newton_iterations"]])
    for state in found[1:]:
        assert_close(state[:4], found[0][:4], atol=1e-13)
        assert_close(state[4], found[0][4], atol=1e-10)
        assert state[5] == found[0][5]


@pytest.mark.parametrize("solver", ["RK44", "VelocityVerlet"])
def test_explicit_solvers_warn_of_redundant_equations(solver):
    model = redundant()
    with pytest.warns(UserWarning, match=r"'sum' .*cannot be kept independently"):
        model.run(0.01, 0.1, solver=solver)
    assert_close(model.state()[:4], [1.0, 2.0, 0.0, 0.0], atol=1e-14)


@pytest.mark.parametrize("options", [dict(), dict(index2=True), dict(solver="RK44")])
def test_massless_coordinates_follow_their_equations(options):
    """u of a node without mass is u = 2 x - 1: lambda is zero but for the load on it."""
    model = Bead([0.0, 0.0], [1.0, 0.0], gravity=0.0)
    mbs = model.mbs
    form = NodeGenericODE2(
        referenceCoordinates=[0.0], initialCoordinates=[-1.0], initialCoordinates_t=[2.0],
        numberOfODE2Coordinates=1,
    )  # fmt: skip
    node = mbs.AddNode(form)
    marker = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node))
    model.tie(
        markerNumbers=[model.marker, marker], scalingMarker0=[[2.0, 0.0]], scalingMarker1=[[1.0]],
        offset=[-1.0],
    )  # fmt: skip
    single = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    mbs.AddLoad(LoadCoordinate(markerNumber=single, load=3.0))
    model.run(0.01, 1.0, **options)
    # the load acts on x with the factor 2
    assert_close(model.state()[:4], [1.0 + 0.5 * 6.0 / MASS, 0.0, 1.0 + 6.0 / MASS, 0.0], 1e-11)
    assert_close(mbs.GetNodeOutput(node, Out.Coordinates), 2.0 * model.state()[0] - 1.0, 1e-12)
    assert_close(model.output(Out.Force), 3.0, atol=1e-9)
