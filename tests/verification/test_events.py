"""Unilateral and tabular springs: events are located, not stepped over."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .event_models import (
    BUMPER_START,
    CONTACT,
    PAIRS,
    Friction,
    Model,
    Solver,
    at_length,
    bumper,
    bungee,
)

each_pair = pytest.mark.parametrize("solver", PAIRS, ids=lambda solver: solver.name)

BUMPERS = {
    "c = 0": (0.0, False, 0.06283185307179587, 3.0, 0.94),
    "c = 40": (40.0, False, 0.0641274915080932, 1.579861797990909, 0.9546319043897014),
    "c = 0, no adhesion": (0.0, True, 0.0628318530718, 3.0, 0.94),
    "c = 40, no adhesion": (40.0, True, 0.0559070888147, 1.71522008275, 0.9546319043897014),
}
"""Damping, no adhesion; time in contact, speed after it, smallest length (closed forms)."""
each_bumper = pytest.mark.parametrize("case", BUMPERS.values(), ids=BUMPERS)


def turning_time(c):
    """Time from contact to the smallest length."""
    decay, omega = c / 4.0, math.sqrt(2500.0 - (c / 4.0) ** 2)
    return math.atan2(omega, decay) / omega


@each_pair
@each_bumper
def test_a_bumper_meets_the_closed_form(case, solver):
    c, no_adhesion, duration, speed, _ = case
    solution = bumper(c, no_adhesion).solve(0.5, solver)
    first = at_length(solution, 1.0, [BUMPER_START, 0.0, 0.0])[0]
    free = solution.accelerations[:, 0] == 0.0
    release = first + 1 + np.argmax(free[first + 1 :])
    assert solution.times[first] == pytest.approx(CONTACT, abs=1e-12)
    assert solution.times[release] - CONTACT == pytest.approx(duration, abs=1e-10)
    assert solution.velocities[-1, 0] == pytest.approx(speed, abs=1e-8)
    flight = 0.5 - CONTACT - duration
    # without adhesion a damped spring is still compressed when the mass leaves it
    if not (no_adhesion and c):
        end = BUMPER_START + solution.coordinates[-1, 0]
        assert end == pytest.approx(1.0 + speed * flight, abs=1e-8)
    assert solution.statistics["events"] == (3 if no_adhesion and c else 2)


@each_pair
@each_bumper
def test_the_smallest_length_of_a_bumper(case, solver):
    c, no_adhesion, _, _, smallest = case
    solution = bumper(c, no_adhesion).solve(CONTACT + turning_time(c), solver)
    assert BUMPER_START + solution.coordinates[-1, 0] == pytest.approx(smallest, abs=1e-10)
    assert solution.velocities[-1, 0] == pytest.approx(0.0, abs=1e-8)
    assert solution.statistics["events"] == 1


@each_pair
def test_a_bungee_meets_the_closed_form(solver):
    model = bungee()
    force = model.mbs.AddSensor(
        SensorObject(objectNumber=2, outputVariableType=exu.OutputVariableType.ForceLocal)
    )
    solution = model.solve(2.8637071830571985, solver)
    (taut,) = at_length(solution, 10.0, [0.0, -1e-9, 0.0])
    assert solution.times[taut] == pytest.approx(1.4278431229270645, abs=1e-9)
    assert solution.velocities[taut, 1] == pytest.approx(-14.007141035914502, abs=1e-8)
    assert solution.coordinates[-1, 1] == pytest.approx(-25.957557396367598, abs=1e-8)
    assert solution.velocities[-1, 1] == pytest.approx(0.0, abs=1e-7)
    assert model.mbs.GetSensorValues(force) == pytest.approx(2553.209183418816, abs=1e-6)


@each_pair
def test_a_dead_band_from_a_table(solver):
    """Ten periods: half an oscillation at each end, free flight between."""
    model = Model()
    mass = model.mass([2.0, 0.0, 0.0], [0.5, 0.0, 0.0])
    curve = [[-1.1, -100.0], [-0.1, 0.0], [0.1, 0.0], [1.1, 100.0]]
    model.spring(model.ground, mass, referenceLength=2.0, curve=curve, extrapolate="linear")
    period = 4.0 * 0.1 / 0.5 + 2.0 * math.pi / 10.0
    solution = model.solve(10.0 * period, solver)
    assert solution.coordinates[-1, 0] == pytest.approx(0.0, abs=2e-8)
    assert solution.velocities[-1, 0] == pytest.approx(0.5, abs=2e-8)
    assert solution.statistics["events"] == 40


@each_pair
def test_recorded_times_stay_on_the_grid(solver):
    solution = bumper(40.0).solve(0.5, solver, period=0.01)
    assert solution.times == pytest.approx(np.arange(51) * 0.01, abs=1e-13)
    before = solution.times < CONTACT
    path = BUMPER_START - 3.0 * solution.times
    assert BUMPER_START + solution.coordinates[before, 0] == pytest.approx(path[before], abs=1e-13)
    assert solution.velocities[-1, 0] == pytest.approx(1.579861797990909, abs=1e-8)


@pytest.mark.parametrize("period", [0.0, 0.97, 0.9999])
def test_a_contact_much_shorter_than_the_step_is_found(period):
    """A parabola of 2 s dips for 4 ms into a spring that is switched on there.

    Also where a step begins shortly before the contact.
    """
    stiffness, depth = 1e6, 2e-5
    model = Model()
    mass = model.mass([0.0, 100.0, 0.0], [0.0, -10.0, 0.0], gravity=[0.0, 10.0, 0.0])
    model.spring(
        model.ground, mass, referenceLength=95.0 + depth, stiffness=stiffness,
        springType="Compressive",
    )  # fmt: skip
    solution = model.solve(2.0, Solver.DOPRI5, period=period)
    omega, speed = math.sqrt(stiffness), math.sqrt(2.0 * 10.0 * depth)
    half = math.atan(speed * omega / 10.0)
    rise = 2.0 - (1.0 - speed / 10.0) - 2.0 * half / omega
    assert solution.velocities[-1, 1] == pytest.approx(speed + 10.0 * rise, abs=1e-8)
    assert solution.statistics["events"] == 2


def test_a_large_step_through_the_other_marker_is_seen():
    """A fall of 5 s that is one step: the distance is large again at its end."""
    model = Model()
    mass = model.mass([1.5, 0.0, 0.0], [0.0, 0.0, 0.0], gravity=[-9.81, 0.0, 0.0])
    model.spring(
        model.ground, mass, referenceLength=1.0, stiffness=1e5, damping=200.0,
        springType="Compressive", noAdhesion=True,
    )  # fmt: skip
    solution = model.solve(5.0, Solver.DOPRI5, tolerance=1e-8)
    assert solution.coordinates[-1, 0] == pytest.approx(-0.5 - 9.81 / 1e5, abs=1e-7)
    assert solution.statistics["steps"] < 3000


@pytest.mark.parametrize("offset", [0.0, 1e-9, -1e-9, 1e-13, -1e-13, 1e-15])
@each_pair
def test_grazing_changes_nothing(offset, solver):
    model = Model()
    mass = model.mass([0.0, 100.0, 0.0], [0.0, -10.0, 0.0], gravity=[0.0, 10.0, 0.0])
    model.spring(
        model.ground, mass, referenceLength=95.0 + offset, stiffness=1e4, damping=10.0,
        springType="Compressive",
    )  # fmt: skip
    solution = model.solve(2.0, solver, tolerance=1e-9)
    assert solution.coordinates[-1, 1] == pytest.approx(0.0, abs=1e-6)
    assert solution.velocities[-1, 1] == pytest.approx(10.0, abs=1e-6)
    assert solution.statistics["steps"] < 2000


@each_pair
def test_many_springs_switch_together(solver):
    """Masses around the ground in directions that round differently."""
    count = 40
    model = Model()
    for k in range(count):
        out = np.array([math.cos(k), math.sin(k), 0.0])
        model.spring(
            model.ground, model.mass(1.5 * out, -3.0 * out, m=2.0), referenceLength=1.0,
            stiffness=5000.0, damping=40.0, springType="Compressive",
        )  # fmt: skip
    solution = model.solve(0.5, solver)
    speeds = np.linalg.norm(solution.velocities[-1].reshape(count, 3), axis=1)
    assert speeds == pytest.approx(1.579861797990909, abs=1e-8)
    assert solution.statistics["events"] == 2 * count
    one = bumper(40.0).solve(0.5, solver)
    assert solution.statistics["steps"] <= 1.1 * one.statistics["steps"] + 10


@pytest.mark.parametrize("gap", [3e-3, 3e-6, 3e-9])
@each_pair
def test_events_that_follow_each_other_closely_are_told_apart(gap, solver):
    """Masses of different speed, of which the faster one arrives last."""
    model = Model()
    starts, speeds = (1.5, 2.0 + gap), (3.0, 6.0)
    for start, speed in zip(starts, speeds, strict=True):
        mass = model.mass([start, 0.0, 0.0], [-speed, 0.0, 0.0], m=2.0)
        model.spring(
            model.ground, mass, referenceLength=1.0, stiffness=5000.0, springType="Compressive"
        )
    solution = model.solve(0.5, solver)
    for start, speed, x in zip(starts, speeds, solution.coordinates[:, [0, 3]].T, strict=True):
        if gap < 1e-6:
            break  # a step as short as the one between the two is not recorded
        first = np.flatnonzero(np.abs(start + x - 1.0) < 2e-13)[0]
        assert solution.times[first] == pytest.approx((start - 1.0) / speed, abs=2e-13)
    assert solution.velocities[-1, [0, 3]] == pytest.approx(speeds, abs=2e-8)
    assert solution.statistics["events"] == 4


def started_on_boundary(speed, gravity, **values):
    """A mass that begins at the length at rest of a compressive spring."""
    model = Model()
    mass = model.mass([1.0, 0.0, 0.0], [speed, 0.0, 0.0], gravity=[gravity, 0.0, 0.0])
    values = dict(stiffness=1000.0, springType="Compressive") | values
    model.spring(model.ground, mass, referenceLength=1.0, **values)
    return model


@each_pair
def test_a_start_on_the_boundary(solver):
    omega = math.sqrt(1000.0)
    inwards = started_on_boundary(-0.5, 0.0).solve(0.05, solver)
    assert inwards.coordinates[-1, 0] == pytest.approx(-0.5 * math.sin(0.05 * omega) / omega)
    assert inwards.statistics["events"] == 0
    outwards = started_on_boundary(0.5, 0.0).solve(0.05, solver)
    assert outwards.coordinates[-1, 0] == pytest.approx(0.025, abs=1e-14)
    assert outwards.statistics["events"] == 0


@each_pair
def test_at_rest_on_the_boundary(solver):
    at_rest = started_on_boundary(0.0, 0.0, damping=20.0, noAdhesion=True).solve(3.0, solver)
    assert at_rest.coordinates[-1, 0] == 0.0
    pressed = started_on_boundary(0.0, -9.81).solve(1.0, solver)
    sag = 9.81 / 1000.0
    assert pressed.coordinates[-1, 0] == pytest.approx(
        -sag * (1.0 - math.cos(math.sqrt(1000.0))), abs=1e-9
    )
    assert pressed.statistics["events"] <= 40  # it comes back to the boundary once a period


@each_pair
def test_events_with_a_constraint(solver):
    """A pendulum that swings against a spring: energy and length stay."""
    model = Model()
    mass = model.mass([1.0, 0.0, 0.0], [0.0, 0.0, 0.0], gravity=[0.0, -9.81, 0.0])
    model.mbs.AddObject(DistanceConstraint(markerNumbers=[model.ground, mass], distance=1.0))
    stop = np.array([-1.0, -1.0, 0.0])
    model.spring(
        model.point(stop), mass, referenceLength=1.0, stiffness=1000.0, springType="Compressive"
    )
    solution = model.solve(3.0, solver, tolerance=1e-10)
    place, v = solution.coordinates + [1.0, 0.0, 0.0], solution.velocities
    inside = np.minimum(np.linalg.norm(place - stop, axis=1) - 1.0, 0.0)
    energy = 0.5 * (v**2).sum(axis=1) + 9.81 * place[:, 1] + 500.0 * inside**2
    assert energy == pytest.approx(0.0, abs=2e-7)
    assert np.linalg.norm(place, axis=1) == pytest.approx(1.0, abs=1e-14)
    assert solution.statistics["events"] == 4


@each_pair
def test_events_beside_first_order_coordinates(solver):
    model = bumper(40.0)
    node = model.mbs.AddNode(
        NodeGenericODE1(
            numberOfODE1Coordinates=1, referenceCoordinates=[0.0], initialCoordinates=[2.0]
        )
    )
    model.mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[-3.0]]))
    solution = model.solve(0.5, solver)
    assert solution.ode1_coordinates[-1, 0] == pytest.approx(2.0 * math.exp(-1.5), abs=1e-9)
    assert solution.velocities[-1, 0] == pytest.approx(1.579861797990909, abs=1e-8)
    assert solution.statistics["events"] == 2


def test_a_parameter_that_changes_in_a_run_changes_the_branch():
    """The buffer is moved into the mass before it arrives."""
    model = bumper(0.0)

    def move(mbs, t):
        if t > 0.1025:
            mbs.SetObjectParameter(2, "referenceLength", 1.4)
        return True

    model.mbs.SetPreStepUserFunction(move)
    solution = model.solve(0.5, Solver.DOPRI5, steps=100)
    k = int(np.searchsorted(solution.times, 0.1 - 1e-12))
    x = BUMPER_START + solution.coordinates[k, 0]
    energy = 0.5 * 2.0 * 9.0 + 0.5 * 5000.0 * min(x - 1.4, 0.0) ** 2
    assert x < 1.4
    assert 0.5 * 2.0 * solution.velocities[-1, 0] ** 2 == pytest.approx(energy, rel=1e-8)
    assert solution.statistics["events"] == 1  # the release alone: the change is no event


@each_pair
def test_a_mass_that_sticks_does_not_stop_the_run(solver):
    """Both branches lead back to the boundary: steps go on, with an error of their size."""
    errors = []
    for steps in (10, 100):
        model = Model()
        mass = model.mass([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], gravity=[0.5, 0.0, 0.0])
        model.mbs.AddObject(Friction(markerNumbers=[model.ground, mass], size=2.0))
        solution = model.solve(3.0, solver, tolerance=1e-8, steps=steps)
        assert solution.times[-1] == 3.0
        assert solution.statistics["steps"] < 100 * steps
        errors.append(abs(solution.coordinates[-1, 0] - 1.0 / 3.0))
    assert errors[0] < 5e-3 and errors[1] < 5e-4


@each_pair
def test_a_spring_that_keeps_its_branch_costs_no_evaluation_more(solver):
    """A linear one runs as a SpringDamper does; one inside its table takes the same steps."""
    solutions = []
    for law in (
        dict(stiffness=100.0, springType="Linear"),
        dict(curve=[[-1.0, -100.0], [1.0, 100.0]]),
        None,
    ):
        model = Model()
        mass = model.mass([1.5, 0.0, 0.0], [0.0, 0.0, 0.0])
        if law is None:
            item = SpringDamper(
                markerNumbers=[model.ground, mass], referenceLength=1.0, stiffness=100.0
            )
            model.mbs.AddObject(item)
        else:
            model.spring(model.ground, mass, referenceLength=1.0, **law)
        solutions.append(model.solve(1.0, solver))
    linear, tabular, plain = solutions
    assert np.array_equal(linear.coordinates, plain.coordinates)
    assert tabular.coordinates[-1] == pytest.approx(plain.coordinates[-1], abs=1e-12)
    for solution in (linear, tabular):
        found, wanted = (each.statistics["force_evaluations"] for each in (solution, plain))
        assert found == pytest.approx(wanted, rel=1e-2, abs=2)
        assert solution.statistics["events"] == 0


# ------------------------------------------------------------------------------- fixed steps


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44, Solver.VelocityVerlet])
@each_bumper
def test_fixed_steps_converge_to_the_closed_form(case, solver):
    """Steps that end at events keep the order of the method; each event adds one step."""
    c, no_adhesion, _, speed, _ = case
    errors, events = [], 3 if no_adhesion and c else 2
    for steps in (500, 5000):
        solution = bumper(c, no_adhesion).solve(0.5, solver, steps=steps, period=0.1)
        assert solution.statistics["steps"] == steps + events
        assert solution.statistics["events"] == events
        assert solution.statistics["rejected"] == 0
        assert solution.times == pytest.approx(np.arange(6) * 0.1, abs=1e-13)
        errors.append(abs(solution.velocities[-1, 0] - speed))
    allowed = {Solver.RK44: (2e-6, 3e-10)}.get(solver, (2e-2, 2e-4))
    assert errors[0] < allowed[0] and errors[1] < allowed[1]
    assert errors[1] < errors[0] / 80.0 + 1e-10


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44, Solver.VelocityVerlet])
@each_bumper
def test_steps_that_step_over_events_converge_too(case, solver):
    c, no_adhesion, _, speed, _ = case
    errors = []
    for steps in (500, 50000):
        solution = bumper(c, no_adhesion).solve(0.5, solver, steps=steps, period=0.1, locate=False)
        assert solution.statistics["steps"] == steps
        assert solution.statistics["events"] == solution.statistics["rejected"] == 0
        errors.append(abs(solution.velocities[-1, 0] - speed))
    assert errors[0] < 0.05 and errors[1] < 5e-4


def stiff_damper(start, updates):
    """Rejected steps of a mass that meets a damper which would stop it within a step."""
    model = Model()
    mass = model.mass([start, 0.0, 0.0], [-3.0, 0.0, 0.0], m=2.0)
    model.spring(
        model.ground, mass, referenceLength=1.0, stiffness=5000.0, damping=4000.0,
        springType="Compressive",
    )  # fmt: skip
    model.mbs.Assemble()
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps, time.verboseMode = 0.5, 500, 0
    time.discontinuous.maxIterations = updates
    time.discontinuous.locateEvents = False
    return model.mbs.SolveDynamic(settings).statistics["rejected"]


def test_newtons_method_does_not_go_to_and_fro_between_branches():
    starts = 1.5 + 1.37e-4 * np.arange(30)
    assert sum(stiff_damper(start, 5) for start in starts) == 0
    assert sum(stiff_damper(start, 25) for start in starts) > 5


def test_forces_without_location_are_those_of_the_recorded_states():
    """Branches that Newton's method has held to the end of a step are not those of a sensor."""
    k, c = 5000.0, 4000.0
    for start in 1.5 + 1.37e-4 * np.arange(6):
        model = Model()
        mass = model.mass([start, 0.0, 0.0], [-3.0, 0.0, 0.0], m=2.0)
        spring = model.spring(
            model.ground, mass, referenceLength=1.0, stiffness=k, damping=c,
            springType="Compressive", noAdhesion=True,
        )  # fmt: skip
        force = exu.OutputVariableType.Force
        model.mbs.AddSensor(
            SensorObject(name="force", objectNumber=spring, outputVariableType=force)
        )
        model.mbs.Assemble()
        settings = exu.SimulationSettings()
        time = settings.timeIntegration
        time.endTime, time.numberOfSteps = 0.5, 500
        time.discontinuous.locateEvents, time.discontinuous.maxIterations = False, 0
        settings.solutionSettings.solutionWritePeriod = 0.0
        settings.solutionSettings.sensorsWritePeriod = 0.0
        solution = model.mbs.SolveDynamic(settings)
        x, v = start + solution.coordinates[:, 0], solution.velocities[:, 0]
        law = np.where(x < 1.0, np.minimum(k * (x - 1.0) + c * v, 0.0), 0.0)
        assert solution.sensor("force")[:, 1] == pytest.approx(law, abs=1e-6)


@pytest.mark.parametrize("apex", [0.45, 0.55, 0.6, 0.65, 0.7, 0.8, 0.95])
@pytest.mark.parametrize("solver", PAIRS)
def test_a_dip_between_the_places_that_are_looked_at_is_found_from_its_begin(apex, solver):
    """A parabola with its lowest point anywhere in the step touches a floor of 1e5 N/m there.

    It enters the floor with 0.2 m/s, and leaves after the closed form's time with the same speed.
    """
    g, speed, k, end = 10.0, 0.2, 1e5, 2.0
    height = 0.5 * g * apex**2 - 0.5 * speed**2 / g
    model = Model()
    mass = model.mass([1.0 + height, 0.0, 0.0], [-g * apex, 0.0, 0.0], gravity=[g, 0.0, 0.0])
    model.spring(model.ground, mass, referenceLength=1.0, stiffness=k, springType="Compressive")
    model.solve(end, solver, period=end)
    omega = math.sqrt(k)
    inside = 2.0 * math.atan(speed * omega / g) / omega
    touched = apex - speed / g
    later = end - touched - inside
    expected = speed * later + 0.5 * g * later**2
    assert model.mbs.systemData.GetODE2Coordinates()[0] + height == pytest.approx(
        expected, abs=1e-6
    )


@pytest.mark.parametrize("solver", PAIRS)
def test_an_event_just_before_the_end_is_not_taken_for_it(solver):
    """The last row is that of the end, also where the event is within the slack of times."""
    end = CONTACT + 1e-9
    model = bumper(0.0)
    solution = model.solve(end, solver, period=end)
    assert solution.times[-1] == end
    assert solution.coordinates[-1, 0] == pytest.approx(-3.0 * end, abs=1e-13)
