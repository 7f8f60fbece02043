"""User functions of CoordinateVectorConstraint: what arrives, forms of results, wrong uses."""

import math

import numpy as np
import pytest
from scipy.sparse import csr_matrix

import linkwork as exu
from linkwork.items import *

from .models import assert_close, make_settings
from .test_coordinate_vector import CIRCLE, LENGTH, circle, circle_slopes, speed, speed_slopes
from .vector_models import MASS, SOLVERS, Bead, G, Out, run

pytestmark = pytest.mark.processors

ONE = np.zeros((1, 1))
each_solver = pytest.mark.parametrize("solver", SOLVERS)
WAYS = pytest.mark.parametrize("way", [exu.compiled, exu.called_back], ids=["compiled", "back"])


def swinging(value=circle, slopes=circle_slopes, **changes):
    """A pendulum that starts at its lowest point."""
    values = dict(scalingMarker0=ONE, constraintUserFunction=value, jacobianUserFunction=slopes)
    return Bead([0.0, -LENGTH], [2.0, 0.0], reference=(0.25, -0.5)).tie(**values | changes)


@each_solver
@pytest.mark.parametrize("law", [(circle, circle_slopes), (speed, speed_slopes)])
def test_compiled_and_called_back_functions_give_the_same_numbers(law, solver):
    found = []
    for way in (exu.compiled, exu.called_back):
        model = Bead([0.0, -LENGTH], [3.0, 0.0], reference=(0.25, -0.5)).tie(
            scalingMarker0=ONE, constraintUserFunction=way(law[0]),
            jacobianUserFunction=way(law[1]), velocityLevel=law[0] is speed,
        )  # fmt: skip
        model.run(0.01, 0.5, solver=solver)
        found.append(model.state())
    assert_close(found[1], found[0], atol=1e-12)


@pytest.mark.parametrize("angle", [0.0, 0.1, 0.75, 1.05])
@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "VelocityVerlet"])
def test_models_without_position_markers(solver, angle):
    """The size of positions, the measure of rounding, is then that of all coordinates."""
    place = LENGTH * np.array([math.sin(angle), -math.cos(angle)])
    speed = 2.0 * np.array([math.cos(angle), math.sin(angle)])
    model = Bead(place, speed, reference=(0.25, -0.5)).tie(**CIRCLE)
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=2, referenceCoordinates=[0.25, -0.5],
            initialCoordinates=list(1.25 * place - [0.25, -0.5]), initialCoordinates_t=list(speed),
        )
    )  # fmt: skip
    body = ObjectGenericODE2(
        nodeNumbers=[node], massMatrix=MASS * np.eye(2), forceVector=[0.0, -MASS * G]
    )
    ends = [mbs.AddNode(NodePointGround()), node]
    mbs.AddObject(body)
    ends = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n)) for n in ends]
    mbs.AddObject(CoordinateVectorConstraint(markerNumbers=ends, **CIRCLE))
    with pytest.warns(UserWarning, match="positions violate"):
        solution = run(mbs, 0.01, 0.5, solver=solver)
    model.run(0.01, 0.5, solver=solver)
    state = model.state()
    assert_close(solution.coordinates[-1] + [0.25, -0.5], state[:2], atol=1e-12)
    assert_close(solution.multipliers[-1], state[4], atol=1e-8)


# ------------------------------------------------------------------------------- forms of results


def dense_form(slopes):
    made = exu.MatrixContainer()
    made.SetWithDenseMatrix(np.array(slopes))
    return made


def sparse_form(slopes):
    """Triplets with a zero and with two that add up."""
    made = exu.MatrixContainer()
    (x, y), *_ = slopes
    triplets = [[0, 0, 0.25 * x], [0, 1, y], [0, 0, 0.0], [0, 0, 0.75 * x], [0, 1, 0.0]]
    made.SetWithSparseMatrix(triplets, 1, 2)
    return made


FORMS = {
    "list": lambda slopes: slopes,
    "array": np.array,
    "container": dense_form,
    "sparse container": sparse_form,
    "scipy": csr_matrix,
}


@pytest.mark.parametrize("name", FORMS)
def test_forms_of_jacobians(name):
    form = FORMS[name]

    def slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
        return form(circle_slopes(mbs, t, itemNumber, q, q_t, velocityLevel))

    models = [swinging(slopes=exu.called_back(slopes)), swinging()]
    for model in models:
        model.run(0.01, 0.2)
    assert_close(models[0].state(), models[1].state(), atol=1e-12)


@pytest.mark.parametrize("angle", [0.05, 0.1, 0.75, 0.85, 1.05, 1.35])
@pytest.mark.parametrize("factor", [1e-10, 1e10])
def test_functions_of_any_size(factor, angle):
    """Rounding of large values is no violation, and small ones are not lost."""

    def value(mbs, t, itemNumber, q, q_t, velocityLevel):
        return factor * np.array(circle(mbs, t, itemNumber, q, q_t, velocityLevel))

    def slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
        return factor * np.array(circle_slopes(mbs, t, itemNumber, q, q_t, velocityLevel))

    place = [LENGTH * math.sin(angle), -LENGTH * math.cos(angle)]
    models = []
    for law in ((exu.called_back(value), exu.called_back(slopes)), (circle, circle_slopes)):
        functions = dict(constraintUserFunction=law[0], jacobianUserFunction=law[1])
        models.append(Bead(place, reference=(0.25, -0.5)).tie(scalingMarker0=ONE, **functions))
        models[-1].run(0.01, 0.2)
    found, expected = (model.state() for model in models)
    assert_close(found[:4], expected[:4], atol=1e-11)
    assert_close(factor * found[4], expected[4], atol=1e-8)


# ------------------------------------------------------------------------------- arguments


class Log:
    """Called-back functions that note what they are given."""

    def __init__(self):
        self.values, self.slopes = [], []

    def value(self, mbs, t, itemNumber, q, q_t, velocityLevel):
        self.values.append((t, itemNumber, q.copy(), q_t.copy(), velocityLevel))
        # any function of velocity level serves both: three equations of a body that rests
        return (q_t if velocityLevel else q - self.origin)[-2:]

    def slope(self, mbs, t, itemNumber, q, q_t, velocityLevel):
        self.slopes.append((t, itemNumber, q.copy(), q_t.copy(), velocityLevel))
        return np.eye(len(q))[-2:]


def logged(velocity_level=False):
    """A ground and a single coordinate before the markers; the constraint is object 3."""
    model = Bead([0.5, -0.25], gravity=0.0, reference=(0.25, -0.5))
    mbs, log = model.mbs, Log()
    other = mbs.AddNode(Node1D(referenceCoordinates=[7.0], initialCoordinates=[3.0]))
    mbs.AddObject(Mass1D(nodeNumber=other, physicsMass=1.0))
    mbs.AddObject(ObjectGround())
    single = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=other, coordinate=0))
    log.origin = np.array([3.0, 0.5, -0.25])
    model.tie(
        markerNumbers=[single, model.marker], scalingMarker0=np.zeros((2, 1)),
        constraintUserFunction=log.value, jacobianUserFunction=log.slope,
        velocityLevel=velocity_level,
    )  # fmt: skip
    assert model.tied == 3
    return model, log


@pytest.mark.parametrize(
    ("options", "velocity_level", "expected"),
    [
        (dict(), False, (False, False)),
        (dict(index2=True), False, (True, False)),
        (dict(solver="RK44"), False, (False, False)),
        (dict(), True, (True, True)),
        (dict(index2=True), True, (True, True)),
        (dict(solver="RK44"), True, (True, True)),
    ],
    ids=["index3", "index2", "explicit", "w index3", "w index2", "w explicit"],
)
def test_arguments(options, velocity_level, expected):
    model, log = logged(velocity_level)
    model.mbs.Assemble()

    def settled(mbs, t):
        """The start is over: what follows are steps."""
        if t < 0.15:
            log.values.clear()
            log.slopes.clear()
        return True

    model.mbs.SetPreStepUserFunction(settled)
    model.run(0.1, 0.3, **options)
    for calls in (log.values, log.slopes):
        assert calls
        for t, number, q, q_t, level in calls:
            assert number == 3 and type(level) is bool
            assert q.shape == q_t.shape == (3,)
            # m0 first, without reference value; m1 with them
            assert_close(q, log.origin, atol=2e-3)
            assert_close(q_t, 0.0, atol=1e-3)
            # differences in time look ahead by up to two steps
            assert 0.0 <= t <= 0.3 + 0.2
    levels = {call[4] for call in log.slopes}
    assert levels == {expected[1]}
    levels = {call[4] for call in log.values}
    # index 2 corrects the drift of positions; explicit solvers ask a function that tells rates
    assert levels == ({True, False} if options and not velocity_level else {expected[0]})
    log.values.clear()
    found = model.output(Out.ConstraintEquation)
    assert found == pytest.approx([0.0, 0.0], abs=1e-14)
    assert [call[1] for call in log.values] == [3]
    assert [call[4] for call in log.values] == [velocity_level]


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_inactive_constraints_call_no_function_but_for_outputs(solver):
    model, log = logged()
    model.mbs.SetObjectParameter(model.tied, "activeConnector", False)
    model.run(0.01, 0.1, solver=solver)
    assert not log.values and not log.slopes
    assert model.output(Out.ConstraintEquation) == pytest.approx([0.0, 0.0], abs=1e-15)
    assert log.values


# ------------------------------------------------------------------------------- failing functions


def late_nan(mbs, t, itemNumber, q, q_t, velocityLevel):
    c = q[0] ** 2 + q[1] ** 2 - 2.25
    return [c if t < 0.1 else math.nan]


def late_slopes_nan(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [[2.0 * q[0], 2.0 * q[1] if t < 0.1 else math.nan]]


def late_index(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [q[0] ** 2 + q[1 if t < 0.1 else 3] ** 2 - 2.25]


def late_division(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [[2.0 * q[0], q[1] * (2.0 / (1.0 if t < 0.1 else 0.0))]]


def late_length(mbs, t, itemNumber, q, q_t, velocityLevel):
    made = np.zeros(1 if t < 0.1 else 2)
    made[0] = q[0] ** 2 + q[1] ** 2 - 2.25
    return made


def late_shape(mbs, t, itemNumber, q, q_t, velocityLevel):
    made = np.zeros((1, 2 if t < 0.1 else 3))
    made[0, 0], made[0, 1] = 2.0 * q[0], 2.0 * q[1]
    return made


LATE = {
    "nan": (late_nan, "constraintUserFunction", ValueError, "it returned array([nan])"),
    "slopes nan": (late_slopes_nan, "jacobianUserFunction", ValueError, "nan"),
    "index": (late_index, "constraintUserFunction", IndexError, "out of bounds"),
    "division": (late_division, "jacobianUserFunction", ZeroDivisionError, "ZeroDivisionError"),
    "length": (late_length, "constraintUserFunction", TypeError, "it must return 1 number"),
    "shape": (
        late_shape,
        "jacobianUserFunction",
        TypeError,
        "it must return a matrix of 1 x 2 numbers",
    ),
}


@WAYS
@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "DOPRI5", "VelocityVerlet"])
@pytest.mark.parametrize("name", LATE)
def test_failures_during_a_run(name, solver, way):
    function, parameter, kind, text = LATE[name]
    model = swinging(**{parameter: way(function)})
    with pytest.raises(exu.SolverError) as caught:
        model.run(0.01, 0.5, solver=solver, record=0.01)
    told, solution = str(caught.value), caught.value.solution
    assert told.startswith(f"CoordinateVectorConstraint 'object1' (object 1): {parameter} failed")
    assert text in told
    assert " at t = 0.1" in told or " at t = 0.09" in told or " at t = 0.08" in told
    assert type(caught.value.__cause__) is kind
    assert model.mbs.solution is solution
    assert 0.07 <= solution.times[-1] <= 0.1 + 1e-9
    assert_close(np.hypot(*(solution.coordinates + [0.25, -0.5]).T), LENGTH, atol=1e-9)


WRONG = {
    "none": (None, "got None"),
    "string": ("c", "got 'c'"),
    "too long": ([1.0, 2.0, 3.0], "got [1.0, 2.0, 3.0]"),
    "nan": ([[math.nan, 1.0]], "nan"),
    "number": (1.0, "got 1.0"),
    "empty": ([], "got []"),
    "columns": ([[1.0], [2.0]], "got [[1.0], [2.0]]"),
}


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
@pytest.mark.parametrize("parameter", ["constraintUserFunction", "jacobianUserFunction"])
@pytest.mark.parametrize("name", WRONG)
def test_wrong_results_at_the_start(name, parameter, solver):
    result, text = WRONG[name]
    if parameter == "constraintUserFunction" and name == "nan":
        result = [math.nan]
    model = swinging(**{parameter: lambda mbs, t, i, q, q_t, level: result})
    with pytest.raises(exu.SolverError) as caught:
        model.run(0.01, 0.5, solver=solver)
    told = str(caught.value)
    assert told.startswith(f"CoordinateVectorConstraint 'object1' (object 1): {parameter} failed")
    assert " at t = 0 s" in told
    assert text in told


class OwnError(Exception):
    """An exception of the user's."""


def test_exceptions_of_users_are_causes():
    def fails(mbs, t, itemNumber, q, q_t, velocityLevel):
        raise OwnError("mine")

    for parameter in ("constraintUserFunction", "jacobianUserFunction"):
        with pytest.raises(exu.SolverError, match=f"{parameter} failed .*OwnError: mine") as caught:
            swinging(**{parameter: fails}).run(0.01, 0.1)
        assert type(caught.value.__cause__) is OwnError
    model = swinging(fails)
    model.mbs.Assemble()
    with pytest.raises(exu.UserFunctionError, match="OwnError: mine"):
        model.output(Out.ConstraintEquation)


# ------------------------------------------------------------------------------- wrong parameters

REFUSED = [
    (dict(constraintUserFunction=circle, scalingMarker0=ONE),
     "constraintUserFunction needs jacobianUserFunction, which is missing"),
    (dict(jacobianUserFunction=circle_slopes, scalingMarker0=ONE),
     "jacobianUserFunction needs constraintUserFunction, which is missing"),
    (dict(scalingMarker1=np.eye(2), quadraticTermMarker1=[[1.0, 1.0]]),
     "quadraticTermMarker1 Y1 must have 2 rows, as many as the largest of the four matrices, or "
     "be empty, got 1"),
    (dict(scalingMarker1=np.eye(2), scalingMarker0=np.ones((3, 1))),
     "scalingMarker1 X1 must have 3 rows"),
    (dict(scalingMarker1=np.eye(2), offset=[1.0]), "offset v_off must be 2 numbers, one per "
     "equation, or empty, got 1"),
    (dict(scalingMarker1=[[1.0, math.nan]]), "scalingMarker1 X1"),
    (dict(scalingMarker1=[[1.0, 0.0]], offset=[math.inf]), "offset v_off"),
]  # fmt: skip


@pytest.mark.parametrize(("values", "text"), REFUSED)
def test_refused_when_added(values, text):
    model = Bead([0.0, -LENGTH])
    count = model.mbs.systemData.NumberOfObjects()
    with pytest.raises(exu.ParameterError) as caught:
        model.tie(**values)
    assert text in str(caught.value)
    assert "CoordinateVectorConstraint" in str(caught.value)
    assert model.mbs.systemData.NumberOfObjects() == count


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (dict(), "there is no equation: give scalingMarker0, scalingMarker1 or a quadratic term"),
        (dict(constraintUserFunction=circle, jacobianUserFunction=circle_slopes),
         "there is no equation"),
        (dict(scalingMarker1=[[1.0, 2.0, 3.0]]), "scalingMarker1 X1 must have 2 columns, for the "
         "2 coordinates of marker 1, got 3"),
        (dict(quadraticTermMarker1=[[1.0]]), "quadraticTermMarker1 Y1 must have 2 columns"),
    ],
)  # fmt: skip
def test_refused_when_assembled(values, text):
    model = Bead([0.0, -LENGTH]).tie(name="own", **values)
    with pytest.raises(exu.SysError) as caught:
        model.mbs.Assemble()
    assert "CoordinateVectorConstraint 'own' (object 1)" in str(caught.value)
    assert text in str(caught.value)


def test_wrong_markers_are_refused():
    model = Bead([0.0, -LENGTH])
    mbs = model.mbs
    point = mbs.AddMarker(MarkerNodePosition(nodeNumber=model.node))
    first_order = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[0.0], initialCoordinates=[0.0], numberOfODE1Coordinates=1
        )
    )
    rate = mbs.AddMarker(MarkerNodeODE1Coordinate(nodeNumber=first_order, coordinate=0))
    for wrong in (point, rate):
        for ends in ([model.ground, wrong], [wrong, model.marker]):
            with pytest.raises(exu.ParameterError, match="markerNumbers"):
                model.tie(markerNumbers=ends, scalingMarker1=[[1.0, 1.0]])
    mbs.AddObject(CoordinateVectorConstraint(scalingMarker1=[[1.0, 1.0]]))
    with pytest.raises(exu.SysError, match="markerNumbers"):
        mbs.Assemble()


def test_sizes_that_conflict_after_a_change_are_refused():
    """Parameters that change together are checked together, by Assemble."""
    model = Bead([0.0, -LENGTH], [1.0, 0.0]).tie(
        quadraticTermMarker1=[[1.0, 1.0]], offset=[LENGTH**2]
    )
    mbs = model.mbs
    mbs.Assemble()
    with pytest.raises(exu.ParameterError, match="offset v_off must be 1 numbers"):
        mbs.SetObjectParameter(model.tied, "offset", [1.0, 2.0])
    assert mbs.GetObjectParameter(model.tied, "offset") == pytest.approx([LENGTH**2])
    for name, value, text in (
        ("scalingMarker1", np.eye(2), "quadraticTermMarker1 Y1 must have 2 rows"),
        ("constraintUserFunction", circle, "needs jacobianUserFunction"),
    ):
        old = mbs.GetObjectParameter(model.tied, name)
        mbs.SetObjectParameter(model.tied, name, value)
        with pytest.raises(exu.ParameterError, match=text):
            mbs.Assemble()
        with pytest.raises(exu.ParameterError, match=text):
            model.run(0.01, 0.1)
        mbs.SetObjectParameter(model.tied, name, old)
    model.run(0.01, 0.1)
    assert_close(np.hypot(*model.state()[:2]), LENGTH, atol=1e-13)


def test_matrices_need_a_new_assemble_and_act_then():
    model = Bead([0.0, -LENGTH], [1.0, 0.0]).tie(
        quadraticTermMarker1=[[1.0, 1.0]], offset=[LENGTH**2]
    )
    mbs = model.mbs
    mbs.Assemble()
    mbs.SetObjectParameter(model.tied, "quadraticTermMarker1", [[0.0, 0.0]])
    mbs.SetObjectParameter(model.tied, "scalingMarker1", [[0.0, 1.0]])
    mbs.SetObjectParameter(model.tied, "offset", [-LENGTH])
    model.run(0.01, 0.5)
    assert_close(model.state(), [0.5, -LENGTH, 1.0, 0.0, -2.0 * 9.81], atol=1e-11)


def test_matrices_cannot_change_during_a_run():
    model = swinging(**CIRCLE)

    def change(mbs, t):
        mbs.SetObjectParameter(model.tied, "scalingMarker1", [[0.0, 1.0]])
        return True

    model.mbs.SetPreStepUserFunction(change)
    with pytest.raises(exu.SolverError, match="scalingMarker1"):
        model.mbs.SolveDynamic(make_settings(0.01, 0.1))
