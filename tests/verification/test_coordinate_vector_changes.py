"""CoordinateVectorConstraint that changes during and between runs; starts; dependent equations."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import assert_close, make_settings
from .vector_models import MASS, SOLVERS, Bead, G, Out, push

pytestmark = pytest.mark.processors

each_solver = pytest.mark.parametrize("solver", SOLVERS)
BOTH = pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
LENGTH = 1.5
SQUARES = dict(quadraticTermMarker1=[[1.0, 1.0]], offset=[LENGTH**2])


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
    # x - y + 1 = 2 t - t^2 = 0.51 at 0.3 s
    with pytest.warns(UserWarning, match=r"positions at t = 0.3.* violate .* by 0.51.*corrected"):
        solution = model.run(0.01, 0.9, solver=solver, record=0.01, **options)
    v, lambdas, t = solution.velocities, solution.multipliers[:, 0], solution.times
    free, tied = t < 0.301, (t > 0.305) & (t < 0.605)
    assert_close(v[free], np.column_stack([2.0 + 0 * t[free], 2.0 * t[free]]), atol=1e-12)
    # 4 N along y: across the line lambda (1, -1) takes half of it
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


@pytest.mark.parametrize("factor", [1e-9, 1e-3, 1.0, 1e3, 1e9])
def test_redundant_equations_of_one_item_are_named(factor):
    model = Bead([1.0, 2.0]).tie(
        name="own",
        scalingMarker1=[[0.3 * factor, 0.7 * factor], [0.1, 0.7 / 3.0]],
        offset=[1.7 * factor, 1.7 / 3.0],
    )
    text = r"equation 1 of .*'own' \(object 1\) cannot be satisfied"
    with pytest.warns(UserWarning, match=text):
        model.run(0.01, 0.1)
    x, y, u, v = model.state()[:4]
    assert 0.3 * x + 0.7 * y == pytest.approx(1.7, rel=1e-12)
    assert 0.3 * u + 0.7 * v == pytest.approx(0.0, abs=1e-6) and abs(u) > 0.1


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


@pytest.mark.parametrize(
    "solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44", "VelocityVerlet"]
)
def test_redundant_equations_share_their_forces(solver):
    model = redundant()
    with pytest.warns(UserWarning, match=r"'sum' .*cannot be satisfied independently"):
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
