"""Items of single coordinates against closed forms and against the same models of points."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import Line, assert_close, make_settings

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
LEVELS = pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])


# ------------------------------------------------------------------------------- springs


def damped(t, q, v, mass, k, d, rest):
    """Position and velocity of a damped oscillator around its rest position."""
    decay = d / (2.0 * mass)
    omega = np.sqrt(k / mass - decay**2)
    a, b = q - rest, (v + decay * (q - rest)) / omega
    c, s, e = np.cos(omega * t), np.sin(omega * t), np.exp(-decay * t)
    x = e * (a * c + b * s)
    return rest + x, -decay * x + e * omega * (b * c - a * s)


@pytest.mark.parametrize("damping", [0.0, 3.0])
@pytest.mark.parametrize("reversed_ends", [False, True])
def test_oscillator_with_offset_and_load_follows_its_closed_form(damping, reversed_ends):
    """The reference value of the node is no part of the coordinate."""
    line = Line()
    mass = line.add(2.0, q=0.25, v=-0.5, reference=7.0)
    ends, sign = ([mass, line.ground], -1.0) if reversed_ends else ([line.ground, mass], 1.0)
    spring = line.mbs.AddObject(
        CoordinateSpringDamper(
            markerNumbers=ends, stiffness=50.0, damping=damping, offset=0.1 * sign
        )
    )
    load = line.push(mass, 4.0)
    force = line.mbs.AddSensor(
        SensorObject(objectNumber=spring, outputVariableType=Out.Force, storeInternal=True)
    )
    value = line.mbs.AddSensor(SensorLoad(loadNumber=load, storeInternal=True))
    solution = line.solve(1e-4, 1.0, record=0.25, rho=1.0)
    times = solution.times
    x, speed = damped(times, 0.25, -0.5, 2.0, 50.0, damping, 0.1 + 4.0 / 50.0)
    assert_close(solution.coordinates[:, 0], x, atol=3e-8)
    assert_close(solution.velocities[:, 0], speed, atol=2e-7)
    acceleration = (4.0 - 50.0 * (x - 0.1) - damping * speed) / 2.0
    assert_close(solution.accelerations[:, 0], acceleration, atol=1e-6)
    found = line.output(spring, Out.Force)
    assert found == pytest.approx(sign * (50.0 * (x[-1] - 0.1) + damping * speed[-1]), abs=2e-6)
    assert line.output(spring, Out.Displacement) == pytest.approx(sign * x[-1], abs=3e-8)
    assert line.output(spring, Out.Velocity) == pytest.approx(sign * speed[-1], abs=2e-7)
    assert line.mbs.GetSensorStoredData(force)[-1, 1] == found
    assert np.all(line.mbs.GetSensorStoredData(value)[:, 1] == 4.0)


def test_explicit_solvers_take_springs_of_coordinates():
    line = Line()
    mass = line.add(2.0, q=0.25, v=-0.5)
    line.mbs.AddObject(
        CoordinateSpringDamper(markerNumbers=[line.ground, mass], stiffness=50.0, damping=3.0)
    )
    solution = line.mbs.SolveDynamic(make_settings(1e-3, 1.0), exu.DynamicSolverType.RK44)
    x, speed = damped(1.0, 0.25, -0.5, 2.0, 50.0, 3.0, 0.0)
    assert solution.coordinates[-1, 0] == pytest.approx(x, abs=1e-10)
    assert solution.velocities[-1, 0] == pytest.approx(speed, abs=1e-9)


def spring_law(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):
    return stiffness * (displacement - offset) + damping * velocity


def load_law(mbs, t, load):
    return load * np.cos(3.0 * t)


@pytest.mark.parametrize("called_back", [False, True])
def test_user_functions_of_spring_and_load_do_what_the_law_does(called_back):
    seen = []

    def watched(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):
        seen.append((itemNumber, stiffness, damping, offset))
        return spring_law(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset)

    results = []
    for law in (0, watched if called_back else spring_law):
        line = Line()
        masses = [line.add(2.0, q=0.25), line.add(1.0, v=1.0)]
        for ends in ([line.ground, masses[0]], masses):
            line.mbs.AddObject(
                CoordinateSpringDamper(
                    markerNumbers=ends, stiffness=50.0, damping=3.0, offset=0.1,
                    springForceUserFunction=law,
                )
            )  # fmt: skip
        line.push(masses[1], 2.0, loadUserFunction=load_law)
        results.append(line.solve(1e-3, 1.0).coordinates[-1])
    assert_close(results[0], results[1], atol=1e-11)
    assert not called_back or set(seen) == {(2, 50.0, 3.0, 0.1), (3, 50.0, 3.0, 0.1)}


# ------------------------------------------------------------------------------- gears


@LEVELS
@pytest.mark.parametrize("factor", [1.0, 2.5, -40.0])
def test_gear_of_two_masses_has_constant_accelerations(index2, factor):
    """factor q1 - q0 = offset: a0 = factor a1, and the multiplier carries the load over."""
    line = Line()
    first = line.add(2.0, q=-0.1, reference=3.0)
    other = line.add(5.0, reference=-1.0)
    gear = line.tie([first, other], offset=0.1, factorValue1=factor)
    line.push(first, 3.0)
    solution = line.solve(1e-3, 1.0, index2=index2, record=0.1)
    a1 = 3.0 * factor / (2.0 * factor**2 + 5.0)
    a0 = factor * a1
    times = solution.times
    assert_close(solution.coordinates[:, 0], -0.1 + 0.5 * a0 * times**2, atol=1e-11)
    assert_close(solution.coordinates[:, 1], 0.5 * a1 * times**2, atol=1e-11)
    assert_close(solution.accelerations, np.tile([a0, a1], (len(times), 1)), atol=1e-8)
    assert_close(solution.multipliers[:, 0], 2.0 * a0 - 3.0, atol=1e-8)
    assert line.output(gear, Out.Force) == solution.multipliers[-1, 0]
    assert line.output(gear, Out.ConstraintEquation) == pytest.approx(0.0, abs=1e-13)
    weight = 1.0 / (1.0 / 2.0 + factor**2 / 5.0)
    assert line.mbs._data["row_mass"][0] == pytest.approx(weight, rel=1e-14)
    displacement = np.diff(solution.coordinates[-1])[0]
    assert line.output(gear, Out.Displacement) == pytest.approx(displacement, rel=1e-14)


@LEVELS
def test_chain_of_gears_on_shared_coordinates(index2):
    """Several connectors on one coordinate; ground on either side of a spring."""
    line = Line()
    markers = [line.add(mass) for mass in (1.0, 2.0, 3.0)]
    line.tie([markers[0], markers[1]], factorValue1=2.0)
    line.tie([markers[1], markers[2]], factorValue1=-3.0)
    for ends in ([line.ground, markers[2]], [markers[2], line.ground]):
        line.mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends, stiffness=100.0))
    line.push(markers[0], 5.0)
    solution = line.solve(1e-3, 0.5, index2=index2, rho=0.95)
    # q0 = -6 q2, q1 = -3 q2: one oscillator
    mass = 36.0 + 18.0 + 3.0
    x, speed = damped(0.5, 0.0, 0.0, mass, 200.0, 0.0, -30.0 / 200.0)
    assert_close(solution.coordinates[-1], [-6.0 * x, -3.0 * x, x], atol=1e-6)
    assert_close(solution.velocities[-1], [-6.0 * speed, -3.0 * speed, speed], atol=2e-6)


# ------------------------------------------------------------------------------- points


def space_pendulum(planar):
    """A rod pendulum in space that starts in the plane; planar ties its z coordinate."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
    end = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    mbs.AddObject(DistanceConstraint(markerNumbers=[ground, end], distance=1))
    mbs.AddLoad(Force(markerNumber=end, loadVector=[0, -19.62, 1.5 if planar else 0]))
    if planar:
        fixed = mbs.AddNode(NodePointGround())
        ends = [
            mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=2)) for n in (fixed, node)
        ]
        mbs.AddObject(CoordinateConstraint(markerNumbers=ends))
    return mbs


@LEVELS
def test_tied_coordinate_makes_a_pendulum_planar(index2):
    free, tied = space_pendulum(False), space_pendulum(True)
    settings = make_settings(1e-3, 1.0, rho=0.8, index2=index2, record=0.1)
    plain, planar = free.SolveDynamic(settings), tied.SolveDynamic(settings)
    assert_close(planar.coordinates, plain.coordinates, atol=1e-11)
    assert_close(planar.multipliers[:, 0], plain.multipliers[:, 0], atol=1e-7)
    assert_close(planar.multipliers[:, 1], 1.5, atol=1e-8)


def test_springs_of_points_and_of_coordinates_give_the_same_numbers():
    """Two masses along x, joined by springs: as points in space, and as coordinates."""
    line = Line()
    markers = [line.add(2.0, q=0.1, reference=1.0), line.add(3.0, v=0.5, reference=2.0)]
    chain = ([line.ground, markers[0]], markers)
    for ends in chain:
        line.mbs.AddObject(
            CoordinateSpringDamper(markerNumbers=ends, stiffness=80.0, damping=1.0, offset=0.05)
        )
    line.push(markers[1], 4.0)
    mbs = exu.SystemContainer().AddSystem()
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))]
    for mass, place, q, v in ((2.0, 1.0, 0.1, 0.0), (3.0, 2.0, 0.0, 0.5)):
        node = mbs.AddNode(
            NodePoint(
                referenceCoordinates=[place, 0, 0],
                initialCoordinates=[q, 0, 0],
                initialVelocities=[v, 0, 0],
            )
        )
        body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))
        ends.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)))
    for pair in ([ends[0], ends[1]], [ends[1], ends[2]]):
        mbs.AddObject(
            SpringDamper(markerNumbers=pair, referenceLength=1.05, stiffness=80, damping=1)
        )
    mbs.AddLoad(Force(markerNumber=ends[2], loadVector=[4, 0, 0]))
    settings = make_settings(1e-3, 2.0, record=0.5)
    flat, spatial = line.mbs.SolveDynamic(settings), mbs.SolveDynamic(settings)
    assert_close(spatial.coordinates[:, [0, 3]], flat.coordinates, atol=1e-12)
    assert_close(spatial.velocities[:, [0, 3]], flat.velocities, atol=1e-11)


TURNS = {
    "general": [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]],
    "second angle 90 degrees": [[0.0, 0.0, 1.0], [0.6, 0.8, 0.0], [-0.8, 0.6, 0.0]],
}


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
def test_mass_on_an_axis_tells_its_place_in_space(turn):
    turn = np.array(turn)
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        Node1D(referenceCoordinates=[0.5], initialCoordinates=[0.25], initialVelocities=[2.0])
    )
    mass = mbs.AddObject(
        Mass1D(nodeNumber=node, mass=2, referencePosition=[1, 2, 3], referenceRotation=turn)
    )
    mbs.Assemble()
    local = [0.1, 0.2, 0.3]
    place = np.array([1, 2, 3]) + turn @ (np.array([0.75, 0, 0]) + local)
    assert_close(mbs.GetObjectOutputBody(mass, Out.Position, local), place, atol=1e-15)
    assert_close(mbs.GetObjectOutput(mass, Out.Displacement), 0.25 * turn[:, 0], atol=1e-16)
    assert_close(mbs.GetObjectOutput(mass, Out.Velocity), 2.0 * turn[:, 0], atol=1e-16)
    assert_close(mbs.GetObjectOutput(mass, Out.RotationMatrix), turn.ravel(), atol=0)
    x, y, z = mbs.GetObjectOutput(mass, Out.Rotation)
    about_x = [[1, 0, 0], [0, np.cos(x), -np.sin(x)], [0, np.sin(x), np.cos(x)]]
    about_y = [[np.cos(y), 0, np.sin(y)], [0, 1, 0], [-np.sin(y), 0, np.cos(y)]]
    about_z = [[np.cos(z), -np.sin(z), 0], [np.sin(z), np.cos(z), 0], [0, 0, 1]]
    assert_close(np.array(about_x) @ about_y @ about_z, turn, atol=1e-15)


def test_mass_along_x_carries_position_and_mass_markers():
    """Gravity and a force act along its axis only."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Node1D(referenceCoordinates=[1.0]))
    mass = mbs.AddObject(Mass1D(nodeNumber=node, mass=2, referencePosition=[0, 3, 0]))
    point = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass, localPosition=[0.5, 0, 1]))
    field = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
    mbs.AddLoad(Force(markerNumber=point, loadVector=[3, 5, 7]))
    mbs.AddLoad(Gravity(markerNumber=field, loadVector=[0.5, -9.81, 0]))
    solution = mbs.SolveDynamic(make_settings(1e-2, 1.0))
    assert solution.coordinates[-1, 0] == pytest.approx(1.0, rel=1e-12)
    assert_close(mbs.GetMarkerOutput(point, Out.Position), [2.5, 3, 1], atol=1e-12)
    assert_close(mbs.GetMarkerOutput(point, Out.Velocity), [2, 0, 0], atol=1e-12)


def test_sensors_record_coordinates():
    line = Line()
    marker = line.add(2.0, q=0.5, v=1.0, reference=3.0)
    node = line.nodes[0]
    vector = line.mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node))
    line.push(marker, 4.0)
    watched = {
        Out.Coordinates: lambda t: 0.5 + t + t**2,
        Out.Coordinates_t: lambda t: 1.0 + 2.0 * t,
        Out.Coordinates_tt: lambda t: 2.0 + 0.0 * t,
    }
    sensors = []
    for variable, law in watched.items():
        asked = dict(outputVariableType=variable, storeInternal=True)
        for shift, sensor in (
            (0.0, SensorNode(nodeNumber=node, **asked)),
            (0.0, SensorMarker(markerNumber=marker, **asked)),
            (3.0, SensorMarker(markerNumber=vector, **asked)),
        ):
            added = shift if variable == Out.Coordinates else 0.0
            sensors.append((line.mbs.AddSensor(sensor), law, added))
    settings = make_settings(1e-3, 1.0)
    settings.solutionSettings.sensorsWritePeriod = 0.125
    line.mbs.SolveDynamic(settings)
    for number, law, added in sensors:
        times, values = line.mbs.GetSensorStoredData(number).T
        assert len(times) == 9
        assert_close(values, law(times) + added, atol=1e-11)
