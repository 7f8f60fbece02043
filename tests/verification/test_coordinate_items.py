"""Items of single coordinates against closed forms and against the same models of points."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import assert_close, make_settings

Out = exu.OutputVariableType
LEVELS = pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])
AMPLITUDE, SPEED, PHASE, MASS = 0.3, 2.0, 0.4, 4.0


class Line:
    """Masses on axes of their own; `ground` is a coordinate marker that does not move."""

    def __init__(self):
        self.mbs = exu.SystemContainer().AddSystem()
        node = self.mbs.AddNode(NodePointGround())
        self.ground = self.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
        self.nodes = []

    def add(self, mass, q=0.0, v=0.0, reference=0.0):
        """A Mass1D; returns the marker of its coordinate."""
        values = dict(initialCoordinates=[q], initialVelocities=[v])
        node = self.mbs.AddNode(Node1D(referenceCoordinates=[reference], **values))
        self.mbs.AddObject(Mass1D(physicsMass=mass, nodeNumber=node))
        self.nodes.append(node)
        return self.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))

    def tie(self, ends, **values):
        return self.mbs.AddObject(CoordinateConstraint(markerNumbers=ends, **values))

    def push(self, marker, load, **values):
        return self.mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=load, **values))

    def solve(self, h, end, **options):
        return self.mbs.SolveDynamic(make_settings(h, end, **options))

    def output(self, number, variable):
        return self.mbs.GetObjectOutput(number, variable)


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
    """Several connectors stand on one coordinate; ground on either side of a spring."""
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
        assert {name[2]: f.compiled for name, f in mbs._model.functions.items()} == {
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
    assert line.mbs._model.functions == {}
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
    with pytest.raises(exu.SysError, match="'again'.*redundant"):
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
    assert_close(mbs.GetObjectOutput(mass, Out.RotationMatrix), turn, atol=0)
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
