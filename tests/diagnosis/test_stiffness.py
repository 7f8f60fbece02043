"""Stiffness and damping against the step size, compared with what the solvers do."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.diagnosis.oscillator import Decay, Oscillation, enough_steps
from linkwork.integrators.explicit.method import RungeKutta
from linkwork.integrators.registry import integrators
from linkwork.items import *
from tests.cases import looped

from .models import (
    Solver,
    codes,
    ground,
    mass,
    only,
    oscillator,
    pendulum,
    settings,
    spring,
    system,
)

pytestmark = pytest.mark.processors

TABLEAUS = {
    Solver[name]: each.tableau
    for name, each in integrators().items()
    if isinstance(each, RungeKutta)
}
FIXED = [*(s for s, tableau in TABLEAUS.items() if not tableau.is_pair), Solver.VelocityVerlet]


@looped("solver", FIXED, ids=lambda solver: solver.name)
@looped("damping", [0.0, 20.0, 400.0])
def test_growth_is_what_the_solver_does(solver, damping):
    frequency, steps = 180.0, 40
    mbs = oscillator(frequency, damping)
    run = settings(steps * 0.01, steps)
    run.solutionSettings.solutionWritePeriod = 0
    run.timeIntegration.newton.maximumSolutionNorm = 1e200
    solution = mbs.SolveDynamic(run, solver)
    size = np.hypot(frequency * solution.coordinates[:, 0], solution.velocities[:, 0])
    grown = np.log(size[30] / size[20]) / 10
    each = Oscillation(frequency, damping).growth(solver, 0.01)
    # two real or nearly equal eigenvalues beat, so that the amplitude is not a plain power
    assert grown == pytest.approx(math.log(each), abs=0.25 * (1 + abs(math.log(each))))


@looped("solver", FIXED, ids=lambda solver: solver.name)
@looped("rate", [-50.0, -170.0, -320.0])
def test_growth_of_first_order_coordinates_is_what_the_solver_does(solver, rate):
    mbs = system()
    node = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=1, initialCoordinates=[1.0]))
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[rate]]))
    run = settings(0.4, 40)
    run.solutionSettings.solutionWritePeriod = 0
    run.timeIntegration.newton.maximumSolutionNorm = 1e200
    values = np.abs(mbs.SolveDynamic(run, solver).ode1_coordinates[:, 0])
    grown = np.log(values[30] / values[20]) / 10
    each = Decay(np.array([rate])).growth(solver, 0.01)
    assert grown == pytest.approx(math.log(each), abs=0.02 * (1 + abs(math.log(each))))


@pytest.mark.parametrize(
    "solver, limit",
    [(Solver.RK33, math.sqrt(3)), (Solver.RK44, 2 * math.sqrt(2)), (Solver.VelocityVerlet, 2.0)],
)
def test_limits_of_stability_on_the_imaginary_axis(solver, limit):
    assert Oscillation(0.999 * limit, 0.0).growth(solver, 1.0) <= 1.0 + 1e-12
    assert Oscillation(1.001 * limit, 0.0).growth(solver, 1.0) > 1.0 + 1e-4


def test_stability_polynomials_begin_like_the_exponential():
    for tableau in TABLEAUS.values():
        found = tableau.stability_polynomial()[: tableau.order + 1]
        exact = [1 / math.factorial(k) for k in range(tableau.order + 1)]
        assert found == pytest.approx(exact, rel=1e-12)


def test_limits_of_decays():
    assert Oscillation(0.0, 2.78).growth(Solver.RK44, 1.0) <= 1.0
    assert Oscillation(0.0, 2.79).growth(Solver.RK44, 1.0) > 1.0
    assert Decay(np.array([-2.78])).growth(Solver.RK44, 1.0) <= 1.0
    assert Decay(np.array([-1.9])).growth(Solver.ExplicitEuler, 1.0) <= 1.0
    assert Decay(np.array([-2.1])).growth(Solver.ExplicitEuler, 1.0) > 1.0


# ---------------------------------------------------------------------- explicit solvers


def test_an_unstable_step_is_told_with_frequency_place_and_steps():
    mbs = spring(stiffness=1e6)
    finding = only(mbs.Check(settings(), Solver.RK44), "unstable-step")
    assert finding.severity == "error"
    assert "coordinate 0 of Point 'node0' (node 0)" in finding.item and "'spring'" in finding.item
    assert "1000 rad/s" in finding.text and "0.01 s" in finding.text and "RK44" in finding.text
    # h w = 2.828 is the limit: 353.6 steps, rounded up to two digits
    assert "about 360 steps" in finding.advice
    assert not mbs.Check(settings(steps=360), Solver.RK44).of("unstable-step")
    assert np.abs(mbs.SolveDynamic(settings(steps=360), Solver.RK44).coordinates).max() < 0.2
    with pytest.raises(exu.SolverError):
        mbs.SolveDynamic(settings(), Solver.RK44)


@looped("solver", FIXED, ids=lambda solver: solver.name)
def test_the_suggested_number_of_steps_is_enough(solver):
    mbs = oscillator(2000.0)
    told = only(mbs.Check(settings(), solver), "unstable-step").advice
    steps = int(told.split()[2])
    assert steps == enough_steps(Oscillation(2000.0, 0.0), solver, 1.0, 100)
    assert not mbs.Check(settings(steps=steps), solver).of("unstable-step")
    if steps < 100_000:
        solution = mbs.SolveDynamic(settings(steps=steps), solver)
        assert 2000.0 * np.abs(solution.coordinates).max() < 2.5


def test_weak_growth_is_a_warning_with_its_size():
    finding = only(oscillator(100.0).Check(settings(), Solver.ExplicitEuler), "unstable-step")
    assert finding.severity == "warning" and "1e15 times" in finding.text  # sqrt(2)^100
    assert not oscillator(1.0).Check(settings(), Solver.ExplicitEuler).of("unstable-step")


def test_strong_damping_is_told_as_a_decay():
    finding = only(oscillator(10.0, 1000.0).Check(settings(), Solver.RK44), "unstable-step")
    assert "decays with 1000/s" in finding.text and "about 370 steps" in finding.advice


def test_damping_of_the_oscillation_itself_counts():
    assert codes(oscillator(250.0, 0.0).Check(settings(), Solver.RK33)) == ["unstable-step"]
    assert not oscillator(220.0, 90.0).Check(settings(), Solver.RK33).of("unstable-step")


def test_first_order_coordinates_that_decay_too_fast():
    mbs = system()
    node = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2, initialCoordinates=[1, 1]))
    matrix = np.array([[-500.0, 0], [0, -1]])
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=matrix))
    finding = only(mbs.Check(settings(), Solver.RK44), "unstable-step")
    assert "coordinate 0 of NodeGenericODE1" in finding.item and "500/s" in finding.text
    assert not len(mbs.Check(settings(), Solver.GeneralizedAlpha))
    assert not len(mbs.Check(settings(steps=200), Solver.RK44))


@pytest.mark.parametrize(("force", "speed"), [(1e4, 0.0), (0.0, 100.0)])
def test_a_rod_under_tension_is_a_string(force, speed):
    """Across a rod of 1 m a mass of 1 kg swings with sqrt(T/(m L)); T by a force, or by turning."""
    mbs = system()
    ends = [ground(mbs), mass(mbs, velocity=(0, speed, 0))]
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1.0))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[force, 1.0, 0]))
    told = only(mbs.Check(settings(10.0, 100), Solver.RK44), "unstable-step")
    assert "oscillates with 100 rad/s" in told.text and told.severity == "error"
    assert mbs.Check(settings(10.0, 2000), Solver.RK44)


def test_rods_that_are_there_twice_do_not_hide_a_fast_motion():
    mbs = pendulum(lengths=(1.0, 1.0))
    ends = [ground(mbs, (1.0, 1.0, 0.0)), 1]
    mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=1, stiffness=1e6))
    found = mbs.Check(settings(), Solver.RK44)
    assert "oscillates with 1000 rad/s" in only(found, "unstable-step").text
    assert only(found, "redundant").severity == "warning"


def test_a_rod_beside_a_stiff_spring_takes_the_fast_motion_away():
    mbs = pendulum()
    values = dict(referenceLength=1, stiffness=1e8)
    mbs.AddObject(SpringDamper(markerNumbers=[0, 1], **values))
    assert not len(mbs.Check(settings(), Solver.RK44))
    mbs.SetObjectParameter(2, "activeConnector", False)
    assert "10000 rad/s" not in repr(mbs.Check(settings(), Solver.GeneralizedAlpha))
    assert "1e+04 rad/s" in only(mbs.Check(settings(), Solver.RK44), "unstable-step").text


def test_the_highest_frequency_of_a_chain_is_found():
    # n masses between two walls: the highest frequency is 2 w cos(pi / (2 n + 2))
    mbs, n = system(), 60
    fixed = mbs.AddNode(NodePointGround())
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=fixed, coordinate=0))
    ends = [marker]
    for _ in range(n):
        node = mbs.AddNode(Node1D())
        mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1))
        ends.append(mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0)))
    ends.append(marker)
    for pair in zip(ends[:-1], ends[1:], strict=True):
        mbs.AddObject(CoordinateSpringDamper(markerNumbers=list(pair), stiffness=1e6))
    text = only(mbs.Check(settings(), Solver.RK44), "unstable-step").text
    told = float(text.partition("with ")[2].split()[0])
    assert told == pytest.approx(2000 * math.cos(math.pi / (2 * n + 2)), rel=0.01)
    assert told <= 2000 * math.cos(math.pi / (2 * n + 2)) * (1 + 1e-9)


def test_pairs_choose_their_steps_and_tell_if_these_are_very_many():
    assert not len(oscillator(1e4).Check(settings(), Solver.DOPRI5))
    found = oscillator(1e10).Check(settings(), Solver.DOPRI5)
    assert codes(found) == ["minimum-step"] and "1e-08 s" in found[0].text
    assert found[0].severity == "warning" and "3e-10 s" in found[0].text
    finding = only(oscillator(1e8).Check(settings(), Solver.DOPRI5), "many-steps")
    assert finding.severity == "hint" and "3.3e+07 steps" in finding.text
    fixed = settings()
    fixed.timeIntegration.automaticStepSize = False
    assert codes(oscillator(1e4).Check(fixed, Solver.DOPRI5)) == ["unstable-step"]


# ---------------------------------------------------------------------- accuracy


def test_implicit_solvers_tell_an_excited_oscillation_with_few_steps():
    finding = only(oscillator(100.0).Check(settings()), "few-steps-per-period")
    assert finding.severity == "hint" and "100 rad/s" in finding.text
    assert "0.16 of its period of 0.0628 s" in finding.text and "about 320 steps" in finding.advice
    assert not len(oscillator(100.0).Check(settings(steps=200)))


def test_automatic_steps_need_no_advice():
    run = settings()
    run.timeIntegration.generalizedAlpha.automaticStepSize = True
    assert not len(oscillator(100.0).Check(run))


def test_a_stiff_spring_at_rest_is_not_excited():
    assert not len(oscillator(1e5, velocity=0.0).Check(settings()))
    assert not len(spring(stiffness=1e9, place=(1, 0, 0)).Check(settings()))


@pytest.mark.parametrize("frequency, counts", [(150.0, True), (250.0, False)])
def test_a_weak_share_of_a_fast_motion_does_not_count(frequency, counts):
    # two oscillators with the same speed: amplitudes are as 1 to 10/frequency, the limit is 5 %
    mbs = oscillator(10.0)
    node = mbs.AddNode(Node1D(initialVelocities=[1.0]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1))
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=[0, marker], stiffness=frequency**2))
    assert bool(len(mbs.Check(settings()))) == counts


@pytest.mark.parametrize("frequency, counts", [(40.0, True), (50.0, False)])
def test_forces_excite_less_the_faster_a_motion_is(frequency, counts):
    # the same force on both: amplitudes are as 1 to (10/frequency)^2
    mbs = oscillator(10.0, velocity=0.0)
    node = mbs.AddNode(Node1D())
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1))
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=[0, marker], stiffness=frequency**2))
    for each in (1, marker):
        mbs.AddLoad(LoadCoordinate(markerNumber=each, load=1.0))
    found = mbs.Check(settings(steps=20))
    assert bool(len(found)) == counts and (not counts or "40 rad/s" in found[0].text)


def test_free_bodies_have_no_frequency():
    mbs = system()
    mbs.AddLoad(Force(markerNumber=mass(mbs), loadVector=[1, 0, 0]))
    for solver in (Solver.GeneralizedAlpha, Solver.RK44, Solver.VelocityVerlet, Solver.ODE23):
        assert not len(mbs.Check(settings(steps=10**9, end=1e3), solver).of("unstable-step"))


def test_what_acts_at_a_fast_coordinate_is_told():
    """One spring acts there, two of them act."""
    mbs = exu.SystemContainer().AddSystem()
    mass = mbs.CreateMassPoint(physicsMass=1.0)
    for k, place in enumerate((-1.0, 1.0)):
        wall = mbs.CreateGround(referencePosition=[place, 0.0, 0.0])
        mbs.CreateSpringDamper(name=f"s{k}", bodyNumbers=[wall, mass], stiffness=1e8)
        finding = only(mbs.Check(settings(), exu.DynamicSolverType.RK44), "unstable-step")
        names = "SpringDamper 's0' (object 2)" + " and SpringDamper 's1' (object 4)" * k
        assert finding.item.endswith(f", where {names} {('acts', 'act')[k]}")
