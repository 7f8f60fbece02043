"""Driven coordinates: offsets as functions of time, equations of velocities, wrong models."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import Line, assert_close, make_settings

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
LEVELS = pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])
AMPLITUDE, SPEED, PHASE, MASS = 0.3, 2.0, 0.4, 4.0


def path(t):
    return AMPLITUDE * np.sin(SPEED * t + PHASE)


def rate(t):
    return AMPLITUDE * SPEED * np.cos(SPEED * t + PHASE)


def second(t):
    return -AMPLITUDE * SPEED**2 * np.sin(SPEED * t + PHASE)


def offset(mbs, t, itemNumber, lOffset):
    return lOffset + AMPLITUDE * np.sin(SPEED * t + PHASE)


def offset_t(mbs, t, itemNumber, lOffset):
    return AMPLITUDE * SPEED * np.cos(SPEED * t + PHASE)


# ------------------------------------------------------------------------------- driven motion

LAWS = {
    "both": dict(offsetUserFunction=offset, offsetUserFunction_t=offset_t),
    "position only": dict(offsetUserFunction=offset),
}


@LEVELS
@pytest.mark.parametrize("laws", LAWS)
def test_driven_coordinate_follows_its_offset(index2, laws):
    """Position exact; velocity, acceleration and multiplier m a of order 2."""
    errors = []
    for steps in (200, 400):
        line = Line()
        marker = line.add(MASS, q=0.1 + path(0.0), v=rate(0.0))
        line.tie([line.ground, marker], offset=0.1, **LAWS[laws])
        solution = line.solve(1.0 / steps, 1.0, index2=index2, rho=0.6, record=0.1)
        t = solution.times
        assert_close(solution.coordinates[:, 0], 0.1 + path(t), atol=1e-11)
        force = -solution.multipliers[:, 0]
        assert_close(force, MASS * solution.accelerations[:, 0], atol=1e-8)
        assert force[0] == pytest.approx(MASS * second(0.0), abs=1e-6)
        errors.append(np.abs(force - MASS * second(t))[2:].max())  # past the first oscillations
        if index2:
            assert_close(solution.velocities[:, 0], rate(t), atol=1e-10)
    assert errors[1] < 2e-4
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.15)


def test_two_functions_of_one_item_are_compiled_and_called_back_side_by_side():
    """One that reads mbs is called back, the other compiled; both give their addresses back."""
    line = Line()
    line.mbs.variables["amplitude"] = AMPLITUDE

    def reads_mbs(mbs, t, itemNumber, lOffset):
        assert {record.parameter: record.compiled for record in mbs.UserFunctionInfo()} == {
            "offsetUserFunction": False, "offsetUserFunction_t": True,
        }  # fmt: skip
        return mbs.variables["amplitude"] * t**2

    def compiled_rate(mbs, t, itemNumber, lOffset):
        return 0.6 * t

    marker = line.add(MASS)
    functions = dict(offsetUserFunction=reads_mbs, offsetUserFunction_t=compiled_rate)
    tie = line.tie([line.ground, marker], **functions)
    solution = line.solve(1e-3, 0.5, index2=True)
    assert solution.coordinates[-1, 0] == pytest.approx(AMPLITUDE * 0.25, abs=1e-12)
    assert solution.velocities[-1, 0] == pytest.approx(0.3, abs=1e-12)
    assert solution.multipliers[-1, 0] == pytest.approx(-MASS * 0.6, rel=1e-9)
    table, row = line.mbs._model.place["object", int(tie)]
    assert line.mbs._model.functions.bound == {}
    assert table.rows["UF"][row] == table.rows["UF_t"][row] == 0


VELOCITY_LAWS = {
    "rate": (dict(offsetUserFunction_t=offset_t), rate),
    "position only": (dict(offsetUserFunction=offset), rate),
    "constant": (dict(), lambda t: 0.1 + 0.0 * t),
}


@LEVELS
@pytest.mark.parametrize("law", VELOCITY_LAWS)
def test_velocity_level_drives_the_velocity_alone(index2, law):
    """Positions start where they are and follow by integration, order 2."""
    values, wanted = VELOCITY_LAWS[law]
    errors = []
    for steps in (200, 400):
        line = Line()
        marker = line.add(MASS, q=0.7, v=wanted(0.0))
        tie = line.tie([line.ground, marker], offset=0.1, velocityLevel=True, **values)
        solution = line.solve(1.0 / steps, 1.0, index2=index2, rho=0.6, record=0.1)
        t = solution.times
        assert_close(solution.velocities[:, 0], wanted(t), atol=1e-10)
        assert solution.coordinates[0, 0] == 0.7
        exact = 0.7 + (0.1 * t if law == "constant" else path(t) - path(0.0))
        errors.append(np.abs(solution.coordinates[:, 0] - exact).max())
        assert_close(-solution.multipliers[:, 0], MASS * solution.accelerations[:, 0], atol=1e-7)
        assert line.output(tie, Out.ConstraintEquation) == pytest.approx(0.0, abs=1e-10)
    if law == "constant":
        assert errors[1] < 1e-13
    else:
        assert errors[1] < 2e-6
        assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.1)


def test_velocity_level_is_the_same_at_both_levels():
    results = []
    for index2 in (False, True):
        line = Line()
        first, other = line.add(2.0, v=0.5), line.add(5.0)
        line.tie([first, other], offset=-0.5, factorValue1=2.0, velocityLevel=True)
        line.push(first, 3.0)
        results.append(line.solve(1e-3, 1.0, index2=index2, rho=0.6))
    a1 = 6.0 / 13.0
    for solution in results:
        assert_close(solution.coordinates[-1], [0.5 + a1, 0.5 * a1], atol=1e-11)
        assert_close(solution.velocities[-1], [0.5 + 2.0 * a1, a1], atol=1e-12)
    assert_close(results[0].multipliers, results[1].multipliers, atol=1e-9)


def test_rows_of_velocities_have_no_positions_to_project():
    """Neither at a start or restart, whatever step went before, nor as drift of a step."""
    results = []
    for project in (False, True):
        line = Line()
        markers = [line.add(1.0, q=0.7, v=rate(0.0) / 3.0), line.add(3.0)]
        line.tie(markers[::-1], velocityLevel=True, factorValue1=3.0, offsetUserFunction_t=offset_t)
        line.push(markers[1], 0.7)
        settings = make_settings(0.05, 1.0, index2=True)
        settings.timeIntegration.generalizedAlpha.projectIndex2Drift = project
        line.mbs.SolveDynamic(settings)
        data = line.mbs._data
        results.append([*data["q"], *data["q_low"]])
    assert results[0] == results[1]
    assert data.scalars.cv > 0.0
    data["v"][0] += 1.0
    before = data["q"].copy()
    assert data.equations.project(0) == 0
    assert np.array_equal(data["q"], before)
    assert data.equations.violations(0)[1] == [0.0]


def test_positions_and_velocities_are_driven_side_by_side():
    """A row of positions and one of velocities in one model leave each other alone."""
    line = Line()
    start = dict(q=0.1 + path(0.0), v=rate(0.0))
    placed, led = line.add(1.0, **start), line.add(1.0, **start)
    line.tie([line.ground, placed], offset=0.1, **LAWS["both"])
    line.tie([line.ground, led], offset=0.1, velocityLevel=True, **LAWS["both"])
    solution = line.solve(1e-3, 1.0, rho=0.6)
    assert solution.coordinates[-1] == pytest.approx(0.1 + path(1.0), abs=2e-7)
    assert solution.coordinates[-1, 0] == pytest.approx(0.1 + path(1.0), abs=1e-13)
    assert solution.velocities[-1, 1] == pytest.approx(rate(1.0), abs=1e-12)


def ramp(mbs, t, itemNumber, lOffset):
    """Rest before the start, then constant speed; no value before t = 0 is of use."""
    return 0.5 * t if t >= 0.0 else 1e6


@LEVELS
def test_a_function_that_begins_with_the_run_needs_no_past(index2):
    line = Line()
    marker = line.add(1.0, v=0.5)
    line.tie([line.ground, marker], offsetUserFunction=ramp)
    solution = line.solve(1e-3, 0.1, index2=index2, record=0.01)
    assert_close(solution.coordinates[:, 0], 0.5 * solution.times, atol=1e-12)
    assert_close(solution.multipliers[:, 0], 0.0, atol=1e-5)


def zigzag(mbs, t, itemNumber, lOffset):
    """A corner at the end of a step."""
    return 0.5 * t if t <= 0.05 else 0.025 - 0.25 * (t - 0.05)


def cubic(mbs, t, itemNumber, lOffset):
    return 0.3 * t**3


def raised_cosine(mbs, t, itemNumber, lOffset):
    return 0.2 * (1.0 - math.cos(3.0 * t))


def growth(mbs, t, itemNumber, lOffset):
    return math.exp(t) - 1.0 - t


@pytest.mark.parametrize("law", [cubic, raised_cosine, growth])
def test_rounding_errors_of_a_rate_at_rest_are_not_told(law):
    """At every step size: they are no other results of compiled code, and no wrong velocities."""
    line = Line()
    marker = line.add(MASS)
    line.tie([line.ground, marker], offsetUserFunction=law)
    for steps in np.unique(np.geomspace(100, 1e5, 60).round()):
        line.solve(1.0 / steps, 2.0 / steps)
        assert all(record.compiled for record in line.mbs.UserFunctionInfo())


def test_a_corner_between_two_steps_is_seen_by_the_step_that_holds_it():
    line = Line()
    marker = line.add(1.0, v=0.5)
    line.tie([line.ground, marker], offsetUserFunction=zigzag)
    solution = line.solve(0.01, 0.1, index2=True, record=0.01)
    assert_close(solution.velocities[:6, 0], 0.5, atol=1e-11)
    assert_close(solution.velocities[6:, 0], -0.25, atol=1e-11)


def test_start_values_are_brought_onto_the_offset_with_a_warning():
    line = Line()
    marker = line.add(1.0)
    line.tie([line.ground, marker], offset=0.1, **LAWS["both"])
    with pytest.warns(UserWarning) as caught:
        solution = line.solve(1e-3, 1e-3, record=1e-3)
    texts = [str(warning.message) for warning in caught]
    where, speed = 0.1 + path(0.0), rate(0.0)
    assert any("start positions" in text and f"{where:.6g} m;" in text for text in texts)
    assert any("start velocities" in text and f"{speed:.6g} m/s;" in text for text in texts)
    assert solution.coordinates[0, 0] == pytest.approx(where, rel=1e-15)
    assert solution.velocities[0, 0] == pytest.approx(speed, rel=1e-15)


# ------------------------------------------------------------------------------- failures


@pytest.mark.parametrize("parameter", ["offsetUserFunction", "offsetUserFunction_t"])
def test_exceptions_of_offset_functions_are_told(parameter):
    def broken(mbs, t, itemNumber, lOffset):
        return 1.0 / (t - t)

    line = Line()
    marker = line.add(1.0)
    line.tie([line.ground, marker], **{parameter: broken})
    with pytest.raises(exu.SolverError, match=f"CoordinateConstraint.*{parameter}") as caught:
        line.solve(1e-3, 0.1)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_redundant_and_empty_constraints_are_named():
    line = Line()
    marker = line.add(1.0)
    line.tie([line.ground, marker], name="one")
    line.tie([marker, line.ground], name="again")
    with pytest.warns(UserWarning, match="'again'.*redundant"):
        line.solve(1e-3, 0.1)
    line = Line()
    line.add(1.0)
    line.tie([line.ground, line.ground], name="nothing")
    with pytest.raises(exu.SysError, match="'nothing'"):
        line.solve(1e-3, 0.1)


def test_a_node_without_mass_is_named():
    line = Line()
    node = line.mbs.AddNode(Node1D(name="light"))
    marker = line.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    line.push(marker, 1.0)
    with pytest.raises(exu.SysError, match="coordinate 0 of Node1D 'light'"):
        line.solve(1e-3, 0.1)
