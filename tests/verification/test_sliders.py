"""Masses on axes of any direction, whose markers have a Jacobian: closed forms and other builds."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import assert_close, make_settings

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
OBLIQUE = np.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]])


def turned(axis, angle):
    """Rotation matrix about z (axis 2) or y (axis 1)."""
    c, s = np.cos(angle), np.sin(angle)
    if axis == 2:
        return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


class Rails:
    """A system with masses that slide on straight rails."""

    def __init__(self):
        self.mbs = exu.SystemContainer().AddSystem()
        self.nodes, self.bodies = [], []

    def ground(self, place):
        body = self.mbs.AddObject(ObjectGround())
        return self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=place))

    def slider(self, mass, turn, q=0.0, v=0.0, origin=(0, 0, 0), reference=0.0, local=(0, 0, 0)):
        """A mass on the first axis of a rotation matrix; returns the marker of its point."""
        start = dict(initialCoordinates=[q], initialVelocities=[v])
        node = self.mbs.AddNode(Node1D(referenceCoordinates=[reference], **start))
        body = Mass1D(
            nodeNumber=node, mass=mass, referencePosition=origin, referenceRotation=turn
        )  # fmt: skip
        self.nodes.append(node)
        self.bodies.append(self.mbs.AddObject(body))
        return self.mbs.AddMarker(
            MarkerBodyPosition(bodyNumber=self.bodies[-1], localPosition=local)
        )

    def point(self, mass, place, velocity=(0, 0, 0)):
        node = self.mbs.AddNode(
            NodePoint(referenceCoordinates=place, initialVelocities=velocity)
        )  # fmt: skip
        self.nodes.append(node)
        body = self.mbs.AddObject(MassPoint(nodeNumber=node, mass=mass))
        return self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))

    def fall(self, body, field):
        marker = self.mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
        self.mbs.AddLoad(Gravity(markerNumber=marker, loadVector=field))

    def solve(self, h, end, solver="GeneralizedAlpha", linear=None, **options):
        settings = make_settings(h, end, **options)
        if linear is not None:
            settings.linearSolverType = getattr(exu.LinearSolverType, linear)
        return self.mbs.SolveDynamic(settings, solverType=getattr(exu.DynamicSolverType, solver))


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "DOPRI5", "VelocityVerlet"])
def test_mass_on_an_inclined_rail_falls_with_g_sin(solver):
    slope, start, speed, end = 0.6, 0.25, -1.5, 1.0
    rails = Rails()
    local = [0.1, 0.2, 0.3]
    marker = rails.slider(2.0, turned(2, -slope), start, speed, [1, 2, 3], 0.5, local)
    rails.fall(rails.bodies[0], [0, -9.81, 0.7])
    rails.mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, 0, 5]))
    sensor = SensorMarker(markerNumber=marker, outputVariableType=Out.Position, storeInternal=True)
    number = rails.mbs.AddSensor(sensor)
    settings = make_settings(0.01, end)
    settings.solutionSettings.sensorsWritePeriod = 0.1
    rails.mbs.SolveDynamic(settings, solverType=getattr(exu.DynamicSolverType, solver))
    along = turned(2, -slope)
    a = 9.81 * np.sin(slope)

    def way(t):
        return start + speed * t + 0.5 * a * t**2

    times, *places = rails.mbs.GetSensorStoredData(number).T
    zero = np.array([1, 2, 3]) + along @ (np.array([0.5, 0, 0]) + local)
    assert len(times) == 11
    assert_close(np.array(places).T, zero + np.outer(way(times), along[:, 0]), atol=1e-12)
    for variable, value in (
        (Out.Displacement, way(end)),
        (Out.Velocity, speed + a * end),
        (Out.Acceleration, a),
    ):
        expected = value * along[:, 0]
        assert_close(rails.mbs.GetMarkerOutput(marker, variable), expected, atol=1e-12)
        assert_close(rails.mbs.GetObjectOutput(rails.bodies[0], variable), expected, atol=1e-12)
    initial = rails.mbs.GetMarkerOutput(marker, Out.Position, exu.ConfigurationType.Initial)
    assert_close(initial, zero + start * along[:, 0], atol=1e-15)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_a_zero_length_spring_beside_a_rail_swings_a_slider_harmonically(solver):
    """The part of the force along the rail is k times the way from the nearest point."""
    rails = Rails()
    marker = rails.slider(2.0, OBLIQUE, q=0.75, origin=[0.5, 0.25, -1.0])
    anchor = rails.ground(OBLIQUE @ [0.0, 0.3, 0.4] + [0.5, 0.25, -1.0])
    spring = rails.mbs.AddObject(SpringDamper(markerNumbers=[anchor, marker], stiffness=50.0))
    solution = rails.solve(1e-3, 1.0, solver, record=0.1)
    swing = np.cos(5.0 * np.asarray(solution.times))
    # second order: phase error omega^3 h^2 t / 12 = 1e-5; fourth: omega^5 h^4 t / 120.
    atol = 1.5e-5 if solver == "GeneralizedAlpha" else 2.5e-11
    assert_close(solution.coordinates[:, 0], 0.75 * swing, atol=atol)
    length = np.hypot(0.5, solution.coordinates[-1, 0])
    assert rails.mbs.GetObjectOutput(spring, Out.Distance) == pytest.approx(length, rel=1e-14)


def test_a_cartesian_spring_damper_acts_with_its_part_along_the_axis():
    k, d, mass = np.array([40.0, 90.0, 10.0]), np.array([0.5, 0.2, 1.0]), 2.0
    rails = Rails()
    marker = rails.slider(mass, OBLIQUE, q=0.5, v=1.0)
    spring = CartesianSpringDamper(
        markerNumbers=[rails.ground([0, 0, 0]), marker], stiffness=k, damping=d
    )
    rails.mbs.AddObject(spring)
    solution = rails.solve(1e-3, 1.0, "RK44", record=0.1)
    axis = OBLIQUE[:, 0]
    omega2, decay = axis**2 @ k / mass, axis**2 @ d / mass / 2
    omega, t = np.sqrt(omega2 - decay**2), np.asarray(solution.times)
    swing = 0.5 * np.cos(omega * t) + (1.0 + decay * 0.5) / omega * np.sin(omega * t)
    assert_close(solution.coordinates[:, 0], np.exp(-decay * t) * swing, atol=1e-10)


def test_two_sliders_on_skew_rails_swing_in_their_modes():
    """A zero-length spring between them: M q'' + K q = 0 with K = k J^T J."""
    other = turned(2, 2.0) @ turned(1, 0.5)
    masses, k, start = np.array([2.0, 0.5]), 30.0, np.array([0.4, -0.3])
    rails = Rails()
    ends = [
        rails.slider(m, turn, q) for m, turn, q in zip(masses, (OBLIQUE, other), start, strict=True)
    ]
    rails.mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=k))
    solution = rails.solve(1e-3, 1.0, "RK44", record=0.1)
    slopes = np.column_stack([OBLIQUE[:, 0], -other[:, 0]]) / np.sqrt(masses)
    squares, modes = np.linalg.eigh(k * slopes.T @ slopes)
    swing = np.cos(np.outer(solution.times, np.sqrt(squares)))
    expected = (swing * (modes.T @ (np.sqrt(masses) * start))) @ modes.T / np.sqrt(masses)
    assert_close(solution.coordinates, expected, atol=1e-10)


# ------------------------------------------------------------------------------- constraints


def trammel(turn=OBLIQUE, mass=2.0, length=1.5, angle=0.3, rate=2.0):
    """Two equal masses on perpendicular rails, joined by a rod.

    The kinetic energy is m l^2 phi'^2 / 2, so the rod turns at a constant rate, and the force in
    it is m l phi'^2.
    """
    rails = Rails()
    c, s = length * np.cos(angle), length * np.sin(angle)
    across = turn @ turned(2, np.pi / 2)
    first = rails.slider(mass, turn, v=-rate * s, reference=c, origin=[1, 2, 3])
    second = rails.slider(mass, across, v=rate * c, reference=s, origin=[1, 2, 3])
    rails.rod = rails.mbs.AddObject(
        DistanceConstraint(markerNumbers=[first, second], distance=length)
    )
    return rails


def trammel_errors(solution, mass=2.0, length=1.5, angle=0.3, rate=2.0):
    """Largest deviation of positions, velocities, force and length of the rod."""
    phi = angle + rate * np.asarray(solution.times)
    place = length * np.column_stack([np.cos(phi), np.sin(phi)])
    speed = rate * length * np.column_stack([-np.sin(phi), np.cos(phi)])
    found = solution.coordinates + place[0]
    return (
        np.abs(found - place).max(),
        np.abs(solution.velocities - speed).max(),
        np.abs(solution.multipliers[:, 0] - mass * length * rate**2).max(),
        np.abs(np.hypot(*found.T) - length).max(),
    )


@pytest.mark.parametrize(
    "solver, h, limits",
    [
        ("RK44", 1e-2, (3e-8, 6e-8, 1e-8, 2e-15)),
        ("DOPRI5", 1e-1, (1e-9, 2e-9, 4e-9, 2e-15)),
        ("VelocityVerlet", 1e-3, (2e-5, 3e-5, 1e-4, 2e-15)),
        ("ExplicitMidpoint", 1e-3, (2e-5, 3e-5, 1e-6, 2e-15)),
        ("GeneralizedAlpha", 1e-3, (1e-5, 2e-5, 1e-6, 2e-15)),
        ("TrapezoidalIndex2", 1e-3, (1e-5, 2e-5, 1e-8, 2e-15)),
    ],
)
def test_a_trammel_turns_at_a_constant_rate(solver, h, limits):
    """Deviations have the order of the solver; the rod keeps its length to rounding."""
    options = dict(tolerance=1e-10) if solver == "DOPRI5" else {}
    solution = trammel().solve(h, 5.0, solver, record=0.1, **options)
    errors = trammel_errors(solution)
    assert all(e < limit for e, limit in zip(errors, limits, strict=True)), errors


def test_a_constraint_weighs_what_it_moves():
    """Masses in series, whatever the directions of the axes."""
    rails = trammel(mass=4.0)
    rails.solve(1e-3, 1e-2)
    assert_close(rails.mbs._data["row_mass"], [2.0], atol=1e-15)


def test_the_force_in_a_trammel_is_smooth_at_small_steps():
    """Constraint values are divided by h^2: rounding of the points must not show in the force."""
    solution = trammel().solve(1e-6, 1e-3, record=1e-6)
    assert trammel_errors(solution)[2] < 1e-6


def test_a_slider_crank_keeps_its_energy_and_meets_its_closed_form():
    """Crank: a point on a rod from the ground. Connecting rod: to a slider on a skew rail.

    s = r cos(phi) + sqrt(l^2 - r^2 sin(phi)^2), and the energy tells the rate at every angle.
    """
    radius, length, crank_mass, mass, angle, rate = 0.5, 1.3, 2.0, 3.0, 0.4, 4.0

    def way(phi):
        return radius * np.cos(phi) + np.sqrt(length**2 - (radius * np.sin(phi)) ** 2)

    def slope(phi):
        root = np.sqrt(length**2 - (radius * np.sin(phi)) ** 2)
        return -radius * np.sin(phi) * (1.0 + radius * np.cos(phi) / root)

    def inertia(phi):
        return crank_mass * radius**2 + mass * slope(phi) ** 2

    for solver, h, limit in (("RK44", 1e-3, 1e-9), ("GeneralizedAlpha", 1e-3, 2e-4)):
        rails = Rails()
        turn = turned(1, -0.7) @ turned(2, 0.9)
        pin = rails.ground([0, 0, 0])
        place = turn @ [radius * np.cos(angle), radius * np.sin(angle), 0]
        speed = rate * turn @ [-radius * np.sin(angle), radius * np.cos(angle), 0]
        end = rails.point(crank_mass, place, speed)
        slider = rails.slider(mass, turn, v=rate * slope(angle), reference=way(angle))
        for ends, d in (([pin, end], radius), ([end, slider], length)):
            rails.mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=d))
        solution = rails.solve(h, 3.0, solver, record=0.05)
        local = (solution.coordinates[:, :3] + place) @ turn
        phi = np.unwrap(np.arctan2(local[:, 1], local[:, 0]))
        assert phi[-1] > 8.0
        rates = rate * np.sqrt(inertia(angle) / inertia(phi))
        assert_close(local[:, 2], 0.0, atol=1e-12)
        assert_close(solution.coordinates[:, 3] + way(angle), way(phi), atol=1e-10)
        assert_close(solution.velocities[:, 3], rates * slope(phi), atol=limit)


# ------------------------------------------------------------------------------- other builds


def train(turn, solver="GeneralizedAlpha", **options):
    """Sliders on one line, joined by everything that does not know directions."""
    rails = Rails()
    masses, places, speeds = (2.0, 1.5, 1.0, 0.5), (0.0, 1.0, 2.5, 3.5), (0.3, 0.1, 0.1, -0.2)
    ends = [rails.ground([-1.0, 0.0, 0.0] @ turn.T)]
    for k, (mass, place) in enumerate(zip(masses, places, strict=True)):
        ends.append(rails.slider(mass, turn, q=0.1 * k, v=speeds[k], reference=place))
        rails.fall(rails.bodies[-1], turn @ [0.5 + k, -9.81, 2.0])
    add = rails.mbs.AddObject
    add(SpringDamper(markerNumbers=ends[:2], stiffness=50, damping=0.5, referenceLength=0.8))
    add(SpringDamper(markerNumbers=ends[1:3], stiffness=30, referenceLength=1.2, force=0.7))
    add(DistanceConstraint(markerNumbers=ends[2:4], distance=1.6))
    add(ConnectorGravity(markerNumbers=ends[3:], gravitationalConstant=2.0, mass0=1.0, mass1=0.5))
    rails.mbs.AddLoad(Force(markerNumber=ends[4], loadVector=turn @ [0.3, 1.0, 2.0]))
    return rails.solve(1e-3, 0.5, solver, record=0.1, **options)


@pytest.mark.parametrize(
    "solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44", "VelocityVerlet"]
)
def test_a_model_on_a_skew_line_moves_as_on_the_x_axis(solver):
    """Markers on the x axis are mapped by index, the others through their Jacobian."""
    along_x, skew = train(np.eye(3), solver), train(OBLIQUE, solver)
    assert_close(skew.coordinates, along_x.coordinates, atol=1e-12)
    assert_close(skew.velocities, along_x.velocities, atol=1e-11)
    assert_close(skew.accelerations, along_x.accelerations, atol=1e-8)
    assert_close(skew.multipliers, along_x.multipliers, atol=1e-8)


def net(linear, count=20):
    """Sliders on skew rails and points between them, springs and rods: a chain with many turns."""
    rng = np.random.default_rng(4)
    rails = Rails()
    rails.ground([0, 0, 0])
    ends, places = [], []
    for k in range(count):
        turn = turned(2, rng.uniform(0, 6)) @ turned(1, rng.uniform(-1, 1))
        origin = np.array([2.0 * k, 0.0, 0.0])
        ends.append(rails.slider(1.0 + 0.1 * k, turn, origin=origin))
        rails.fall(rails.bodies[-1], [0.0, -9.81, 0.0])
        ends.append(rails.point(0.5, origin + [1.0, 0.5, 0.0]))
        places += [origin, origin + [1.0, 0.5, 0.0]]
    for k in range(len(ends) - 1):
        distance = np.linalg.norm(places[k + 1] - places[k])
        pair = dict(markerNumbers=[ends[k + 1], ends[k]])
        if k % 3 == 0:
            rails.mbs.AddObject(DistanceConstraint(distance=distance, **pair))
        else:
            rails.mbs.AddObject(
                SpringDamper(stiffness=80, damping=0.5, referenceLength=distance, **pair)
            )
    return rails.solve(2e-3, 0.4, record=0.1, linear=linear)


@pytest.mark.parametrize("linear", ["EigenSparse", "EigenSparseSymmetric", "EigenDense"])
def test_all_linear_solvers_give_the_same(linear):
    dense, other = net("EXUdense"), net(linear)
    assert np.abs(dense.coordinates[-1]).max() > 0.1
    assert_close(other.coordinates, dense.coordinates, atol=1e-11)
    assert_close(other.multipliers, dense.multipliers, atol=1e-7)


def test_dependent_constraints_on_sliders_are_named():
    rails = trammel()
    pair = rails.mbs.GetObject(rails.rod)["markerNumbers"]
    twin = DistanceConstraint(markerNumbers=pair, distance=1.5, name="twin")
    rails.mbs.AddObject(twin)
    settings = make_settings(1e-3, 0.1)
    settings.linearSolverSettings.ignoreSingularJacobian = False
    with pytest.warns(UserWarning, match="twin"):
        twice = rails.mbs.SolveDynamic(settings)
    once = trammel().mbs.SolveDynamic(settings)
    assert np.abs(twice.coordinates - once.coordinates).max() < 1e-9


def test_a_mass_that_changes_in_a_run_carries_its_weight_along():
    rails = Rails()
    rails.slider(2.0, turned(2, -np.pi / 6))
    rails.fall(rails.bodies[0], [0, -10.0, 0])

    def lighter(mbs, t):
        if t > 0.5:
            mbs.SetObjectParameter(rails.bodies[0], "physicsMass", 1.0)
        return True

    rails.mbs.SetPreStepUserFunction(lighter)
    solution = rails.solve(0.01, 1.0)
    assert solution.coordinates[-1, 0] == pytest.approx(2.5, rel=1e-12)


def test_a_model_of_all_connectors_gives_the_numbers_of_exudyn():
    """Three sliders and a point in space; the numbers are of Exudyn 1.13.6 with equal settings."""
    rails = Rails()
    field, add = [0, -9.81, 0.5], rails.mbs.AddObject
    ground = rails.ground([0.2, 1.5, -0.3])
    first = rails.slider(
        2.0, turned(2, 0.7) @ turned(1, -0.4), 0.1, 0.3, reference=0.5, local=[0.1, 0.2, 0.3]
    )
    second = rails.slider(
        1.5, turned(2, -0.5) @ turned(1, 0.9), origin=[1, 0.5, 0], reference=-0.2,
        local=[0.0, -0.1, 0.2],
    )  # fmt: skip
    third = rails.slider(
        1.0, turned(2, 1.9) @ turned(1, 0.2), origin=[-1, 0.5, 1], reference=0.3
    )  # fmt: skip
    for body in rails.bodies:
        rails.fall(body, field)
    point = rails.point(0.8, [0.5, 1.2, 0.4], [0.1, 0.2, -0.3])
    add(SpringDamper(markerNumbers=[ground, first], stiffness=60, damping=0.7, referenceLength=0.8))
    add(
        SpringDamper(
            markerNumbers=[first, second], stiffness=40, damping=0.3, referenceLength=0.5, force=1.5
        )
    )
    add(
        CartesianSpringDamper(
            markerNumbers=[second, point],
            stiffness=[30, 50, 20],
            damping=[0.3, 0.2, 0.4],
            offset=[0.1, 0, -0.1],
        )  # fmt: skip
    )
    add(
        ConnectorGravity(
            markerNumbers=[first, third], gravitationalConstant=2.0, mass0=2.0, mass1=1.0
        )
    )
    rails.mbs.AddLoad(Force(markerNumber=third, loadVector=[1.0, 2.0, -1.5]))
    rod = add(DistanceConstraint(markerNumbers=[second, third], distance=2.210891785624924))
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, 4000
    settings.timeIntegration.newton.relativeTolerance = 1e-10
    solution = rails.mbs.SolveDynamic(settings)
    expected = [0.03112682472418827, -0.32753032849093744, -2.07354688630088]
    expected += [0.30364959309255324, -0.8867354254395576, -0.3783230153931096]
    assert_close(solution.coordinates[-1], expected, atol=2e-10)
    place, speed = (rails.mbs.GetMarkerOutput(second, v) for v in (Out.Position, Out.Velocity))
    assert_close(place, [0.80176903764261, 0.494344675567518, 0.53755069560571], atol=2e-10)
    assert_close(speed, [-2.458039210399382, 1.342832940774847, 3.529603304073707], atol=2e-10)
    # The other solver leaves more of its rounding in the force.
    assert rails.mbs.GetObjectOutput(rod, Out.Force) == pytest.approx(52.921628, abs=1e-5)
