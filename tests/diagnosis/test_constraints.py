"""Redundant, conflicting, flat and inactive constraints; initial states that violate them."""

import math

import pytest

import linkwork as exu
from linkwork.diagnosis.checks import constraints
from linkwork.diagnosis.findings import Report
from linkwork.diagnosis.subject import Subject
from linkwork.items import *
from linkwork.utilities import InertiaCuboid

from .models import Solver, codes, ground, mass, only, pendulum, settings, spring, system

pytestmark = pytest.mark.processors


def coordinate_constraints(*parameters):
    """A mass whose x coordinate has several constraints."""
    mbs = system()
    mass(mbs)
    fixed = mbs.AddNode(NodePointGround())
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (fixed, 0)]
    for k, values in enumerate(parameters):
        mbs.AddObject(CoordinateConstraint(name=f"c{k}", markerNumbers=ends, **values))
    return mbs


# ---------------------------------------------------------------------- redundant


def test_all_redundant_constraints_are_named_with_those_they_repeat():
    found = pendulum(lengths=[1.0] * 4).Check()
    assert codes(found) == ["redundant"] * 3 and len(found.warnings) == 3
    names = [f"DistanceConstraint 'rod{k}' (object {k + 2})" for k in range(4)]
    assert [f.item for f in found] == names[1:]
    assert all(names[0] in f.text and "the smallest ones are used" in f.text for f in found)


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44], ids=lambda s: s.name)
def test_runs_go_on_with_redundant_constraints(solver):
    mbs = pendulum(lengths=[1.0] * 2)
    found = mbs.Check(settings(), solver)
    assert codes(found.warnings) == ["redundant"] and not found.errors
    assert "smallest ones" in found[0].text
    with pytest.warns(UserWarning, match="rod1"):
        mbs.SolveDynamic(settings(), solver)


def test_a_combination_of_several_constraints_names_them():
    # three rods in a plane hold a point twice over
    mbs = system()
    point = mass(mbs)
    for k, base in enumerate([(0, 0, 0), (1, 1, 0), (2, 0, 0)]):
        marker = ground(mbs, base)
        mbs.AddObject(DistanceConstraint(name=f"rod{k}", markerNumbers=[marker, point], distance=1))
    finding = only(mbs.Check(), "redundant")
    assert "'rod2'" in finding.item and "'rod0'" in finding.text and "'rod1'" not in finding.text


def test_independent_constraints_are_not_told():
    assert not len(pendulum().Check())


# ---------------------------------------------------------------------- conflicting


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_rods_of_different_lengths_contradict_each_other(solver):
    found = pendulum(lengths=[1.0, 1.02]).Check(settings(), solver)
    assert codes(found.errors) == ["conflict"] * 2 and not found.of("redundant")
    first, second = found.errors
    assert "'rod0'" in first.item and "'rod1'" in first.text and "0.01 m remain" in first.text
    assert "'rod1'" in second.item and "'rod0'" in second.text and "depends" in second.text


def test_a_triangle_that_does_not_close_is_a_conflict():
    mbs = system()
    point = mass(mbs, (1.02, 0.1, 0))
    for base in ((0, 0, 0), (2.05, 0, 0)):
        marker = ground(mbs, base)
        mbs.AddObject(DistanceConstraint(markerNumbers=[marker, point], distance=1.0))
    found = mbs.Check()
    remain = [float(f.text.rpartition(": ")[2].split()[0]) for f in found.of("conflict")]
    assert sum(remain) == pytest.approx(2.05 - 2.0, abs=2e-4)  # what the rods lack between them
    with pytest.raises(exu.SysError):
        mbs.SolveDynamic(settings())


def test_offsets_that_differ_are_a_conflict_and_equal_ones_redundant():
    assert codes(coordinate_constraints({}, {}).Check().warnings) == ["redundant"]
    found = coordinate_constraints({}, dict(offset=0.5)).Check()
    assert codes(found.errors) == ["conflict"] * 2 and "0.25" in found[0].text


def test_velocities_that_differ_are_a_conflict():
    level = dict(velocityLevel=True)
    assert not coordinate_constraints(level, level).Check().of("conflict")
    found = coordinate_constraints(level, level | dict(offset=1.0)).Check()
    assert codes(found.errors) == ["conflict"] * 2
    assert "no velocities" in found[0].text and "0.5 m/s remain" in found[0].text


def test_a_violation_that_can_be_corrected_is_no_conflict():
    found = coordinate_constraints(dict(offset=0.5)).Check()
    assert codes(found)[:1] == ["violated-positions"] and "0.5" in found[0].text
    assert not found.errors and not found.of("conflict")


def test_the_search_for_positions_leaves_the_state_as_it_was():
    run = settings()
    subject = Subject(pendulum(place=(1.01, 0, 0)), run, Solver.GeneralizedAlpha)
    subject.assemble()
    constraints.check(subject, Report())
    assert subject.data["q"].tolist() == [0, 0, 0]


# ---------------------------------------------------------------------- flat and inactive


def test_a_constraint_between_fixed_points_is_told():
    mbs = pendulum()
    ends = [ground(mbs), ground(mbs, (1, 0, 0))]
    mbs.AddObject(DistanceConstraint(name="beam", markerNumbers=ends, distance=1))
    finding = only(mbs.Check(), "flat-constraint")
    assert finding.severity == "error" and "'beam'" in finding.item
    assert "derivatives are zero" in finding.text
    assert only(mbs.Check(settings(), Solver.RK44), "flat-constraint").severity == "warning"


def test_a_rod_without_length_is_told_once():
    found = pendulum(place=(0, 0, 0)).Check()
    assert codes(found.errors) == ["singular-force"] and "coincide" in found[0].text


def test_inactive_constraints_are_a_hint_and_nothing_else():
    mbs = pendulum(lengths=[1.0, 1.5])
    mbs.SetObjectParameter(3, "activeConnector", False)
    found = mbs.Check()
    assert found and codes(found) == ["inactive-constraint"] and "'rod1'" in found[0].item


# ---------------------------------------------------------------------- initial state


def test_small_violations_are_told_with_size_and_share_and_are_corrected():
    found = pendulum(place=(1.01, 0, 0), velocity=(0.1, 2, 0)).Check()
    assert codes(found.warnings) == ["violated-positions", "violated-velocities"]
    assert not found.errors
    positions, speeds = found.warnings
    assert "0.01 m" in positions.text and "1 % of its length" in positions.text
    assert "corrects" in positions.text and "'rod0'" in positions.item
    assert "0.1 m/s" in speeds.text and "5 % of the largest speed" in speeds.text


def test_large_violations_are_refused():
    mbs = pendulum(place=(1.2, 0, 0))
    finding = only(mbs.Check(), "violated-positions")
    assert finding.severity == "error" and "0.2 m" in finding.text and "5% of" in finding.text
    assert "the run does not start" in finding.text
    with pytest.raises(exu.SysError, match=r"0\.2 m"):
        mbs.SolveDynamic(settings())


def test_every_violated_constraint_is_told():
    mbs = pendulum(place=(1.01, 0, 0))
    marker = ground(mbs, (1.01, 1, 0))
    mbs.AddObject(DistanceConstraint(name="other", markerNumbers=[marker, 1], distance=1.02))
    found = mbs.Check()
    assert ["rod0" in f.item or "other" in f.item for f in found] == [True, True]
    assert "0.02 m" in found[1].text


def test_a_rod_far_from_its_length_is_refused_in_a_world_of_any_size():
    mbs = pendulum(place=(1.2, 0, 0))
    mbs.AddLoad(Force(markerNumber=mass(mbs, (1e12, 0, 0)), loadVector=[1, 0, 0]))
    assert only(mbs.Check(), "violated-positions").severity == "error"


def test_numbers_that_end_a_run_at_once():
    finding = only(spring(stiffness=1e300).Check(), "too-large")
    assert finding.severity == "error" and "acceleration of 5e+298" in finding.text
    assert "maximumSolutionNorm = 1e+38" in finding.text
    mbs = pendulum(velocity=(0, 1e40, 0))
    assert "velocity of 1e+40" in only(mbs.Check(settings(), Solver.RK44), "too-large").text
    assert not spring(stiffness=1e30).Check().of("too-large")


def test_rounding_is_no_violation():
    assert not len(pendulum(place=(1.0 + 1e-13, 0, 0)).Check())


def test_the_end_of_a_run_is_a_good_start():
    mbs = pendulum()
    mbs.SolveDynamic(settings(), updateInitialValues=True)
    assert mbs.Check(settings())


def test_springs_without_direction_are_told():
    found = spring(place=(0, 0, 0)).Check()
    assert codes(found) == ["singular-force"] and "'spring'" in found[0].item
    found = spring(place=(0, 0, 0), referenceLength=0).Check()
    assert codes(found.warnings) == ["zero-length"] and not found.errors
    assert "CartesianSpringDamper" in found[0].advice


@pytest.mark.parametrize("factor", [1.0, 1e9])
def test_equations_with_large_factors_are_judged_by_positions(factor):
    """c = factor (q - 1/3 - e): rounding of the equation is no violation, 1e-6 of a position is."""
    for error, told in ((1e-11, []), (1e-6, ["violated-positions"])):
        mbs = system()
        fixed = mbs.AddNode(NodePointGround())
        node = mbs.AddNode(Node1D(initialCoordinates=[1.0 / 3.0]))
        mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1.0))
        ends = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n)) for n in (fixed, node)]
        mbs.AddObject(
            CoordinateVectorConstraint(
                markerNumbers=ends, scalingMarker1=[[factor]],
                offset=[factor * (1.0 / 3.0 + error)],
            )
        )  # fmt: skip
        assert codes(mbs.Check()) == told


def driven_from_rest(rate):
    """A body that a function of time drives along x, without its derivative; rate at the start."""

    def offset(mbs, t, itemNumber, offset):
        return [rate * t + 0.1 * math.sqrt(1.0 + 9.0 * t * t) - 0.1, 0, 0, 0, 0, 0]

    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.4, 0.1, 0.1]))
    mbs.CreateGenericJoint(
        bodyNumbers=[mbs.CreateGround(), body], position=[0, 0, 0], offsetUserFunction=offset
    )
    mbs.Assemble()
    return mbs.Check()


def test_differences_of_functions_in_time_are_no_violation():
    assert list(driven_from_rest(0.0)) == []
    (found,) = driven_from_rest(1e-3)
    assert found.code == "violated-velocities"
    assert "violate it by 0.001" in found.text


def test_errors_that_others_have_left_are_not_of_this_system():
    from linkwork.core.kernels.raised import raised

    mbs = system()
    node = mbs.AddNode(Node1D(initialCoordinates=[1.0]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1.0))
    expected = codes(mbs.Check())
    assert "mass-matrix" not in expected
    raised.append(RuntimeError("of another one"))
    assert codes(mbs.Check()) == expected
