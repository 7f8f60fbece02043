"""Parameters changed by a pre-step function: order 2 is kept, whatever changes."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as exu
from linkwork.items import *

from .models import assert_close, distance_pendulum, make_settings

pytestmark = pytest.mark.processors

GRAVITY = 9.81
LEVELS = pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])


def observed_orders(errors):
    return np.log2(np.array(errors[:-1]) / np.array(errors[1:]))


# ------------------------------------------------------------------------------- driven length

SWING, PUMP = 0.2, 3.0


def length(t):
    return 1.0 + SWING * (1.0 - np.cos(PUMP * t))


def rate(t):
    return SWING * PUMP * np.sin(PUMP * t)


def pumped_reference(end):
    """Position, velocity and tension of a pendulum of length(t), released horizontally."""

    def right_side(t, y):
        return [y[1], (-GRAVITY * np.sin(y[0]) - 2.0 * rate(t) * y[1]) / length(t)]

    run = solve_ivp(right_side, (0, end), [np.pi / 2, 0.0], "DOP853", rtol=1e-12, atol=1e-13)
    angle, spin = run.y[:, -1]
    out = np.array([np.sin(angle), -np.cos(angle)])
    across = np.array([np.cos(angle), np.sin(angle)])
    second = SWING * PUMP**2 * np.cos(PUMP * end)
    tension = length(end) * spin**2 - second + GRAVITY * np.cos(angle)
    return length(end) * out, rate(end) * out + length(end) * spin * across, tension


@LEVELS
@pytest.mark.parametrize("modified", [False, True])
def test_pendulum_of_driven_length_follows_the_reference_integration(index2, modified):
    position, velocity, tension = pumped_reference(1.5)
    errors = []
    for steps in (300, 600, 1200):
        model = distance_pendulum(start=(1.0, 0.0))

        def drive(mbs, t, rod=model.connector):
            mbs.SetObjectParameter(rod, "distance", float(length(t)))
            return True

        model.mbs.SetPreStepUserFunction(drive)
        solution = model.solve(1.5 / steps, 1.5, rho=0.6, index2=index2, modified=modified)
        found = solution.coordinates[-1] + [1.0, 0.0]
        errors.append(np.abs(found - position).max())
        assert np.hypot(*found) == pytest.approx(length(1.5), abs=1e-9)
    assert_close(solution.velocities[-1], velocity, atol=5e-4)
    assert solution.multipliers[-1, 0] == pytest.approx(tension, rel=2e-4)
    assert observed_orders(errors) == pytest.approx([2.0, 2.0], abs=0.1)


# ------------------------------------------------------------------------------- switching


def linked_masses(active):
    """Two masses on a rod, thrown; a second rod from the origin to the first can be switched."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
    ends = []
    for place, mass in (((1.0, 0.0), 2.0), ((1.0, -1.0), 1.0)):
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=place, initialVelocities=[0.0, -1.0]))
        body = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=mass))
        ends.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)))
        field = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
        mbs.AddLoad(Gravity(markerNumber=field, loadVector=[0, -GRAVITY, 0]))
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1.0))
    rod = mbs.AddObject(
        DistanceConstraint(markerNumbers=[ground, ends[0]], distance=1.0, activeConnector=active)
    )
    return mbs, rod


MASSES = np.array([2.0, 2.0, 1.0, 1.0])


def constrained(q, v, active):
    """Accelerations, multipliers and C_q of the linked masses, from their KKT system."""
    links = [(q[2:] - q[:2], v[2:] - v[:2], (-1.0, 1.0))]
    if active:
        links.append((q[:2], v[:2], (1.0, 0.0)))
    rows, right = [], []
    for d, dv, signs in links:
        size = np.linalg.norm(d)
        e = d / size
        rows.append(np.concatenate([signs[0] * e, signs[1] * e]))
        right.append(-(dv @ dv - (dv @ e) ** 2) / size)
    jacobian = np.array(rows)
    force = MASSES * np.tile([0.0, -GRAVITY], 2)
    zero = np.zeros((len(rows), len(rows)))
    matrix = np.block([[np.diag(MASSES), jacobian.T], [jacobian, zero]])
    x = np.linalg.solve(matrix, np.concatenate([force, right]))
    return x[:4], x[4:], jacobian


def switched_reference(active, at, end):
    """State and multipliers at the end of a run in which the second rod is switched."""

    def right_side(t, y, active):
        return np.concatenate([y[4:], constrained(y[:4], y[4:], active)[0]])

    y = np.array([1.0, 0.0, 1.0, -1.0, 0.0, -1.0, 0.0, -1.0])
    options = dict(method="DOP853", rtol=1e-12, atol=1e-13)
    y = solve_ivp(right_side, (0, at), y, args=(active,), **options).y[:, -1]
    if not active:  # impact: velocities lose their part along the constraints
        jacobian = constrained(y[:4], y[4:], True)[2]
        weighted = jacobian / MASSES
        y[4:] -= weighted.T @ np.linalg.solve(weighted @ jacobian.T, jacobian @ y[4:])
    y = solve_ivp(right_side, (at, end), y, args=(not active,), **options).y[:, -1]
    multipliers = np.zeros(2)
    found = constrained(y[:4], y[4:], not active)[1]
    multipliers[: len(found)] = found
    return y, multipliers


@LEVELS
@pytest.mark.parametrize("active", [False, True], ids=["activated", "released"])
def test_switched_rod_keeps_order_two(index2, active):
    expected, forces = switched_reference(active, 0.3, 0.8)
    errors = []
    for steps in (400, 800, 1600):
        mbs, rod = linked_masses(active)
        h = 0.8 / steps

        def switch(mbs, t, rod=rod, h=h):
            if abs(t - h - 0.3) < 0.1 * h:
                if not active:
                    place = mbs.GetNodeOutput(0, exu.OutputVariableType.Position)
                    mbs.SetObjectParameter(rod, "distance", float(np.linalg.norm(place)))
                mbs.SetObjectParameter(rod, "activeConnector", not active)
            return True

        mbs.SetPreStepUserFunction(switch)
        solution = mbs.SolveDynamic(make_settings(h, 0.8, rho=0.6, index2=index2))
        found = np.concatenate([solution.coordinates[-1] + [1, 0, 1, -1], solution.velocities[-1]])
        errors.append(np.abs(found - expected).max())
    assert_close(solution.multipliers[-1], forces, atol=1e-3 * (1 + np.abs(forces).max()))
    assert observed_orders(errors) == pytest.approx([2.0, 2.0], abs=0.1)


@LEVELS
def test_rod_that_is_too_long_when_activated_gives_no_spikes(index2):
    mbs, rod = linked_masses(False)

    def switch(mbs, t):
        if abs(t - 0.301) < 1e-4:
            place = mbs.GetNodeOutput(0, exu.OutputVariableType.Position)
            mbs.SetObjectParameter(rod, "distance", float(np.linalg.norm(place)) - 1e-3)
            mbs.SetObjectParameter(rod, "activeConnector", True)
        return True

    mbs.SetPreStepUserFunction(switch)
    solution = mbs.SolveDynamic(make_settings(1e-3, 0.32, rho=0.6, index2=index2, record=1e-3))
    after = solution.multipliers[solution.times > 0.3005, 1]
    assert np.all((after > 10.0) & (after < 60.0))


def switched_on(off):
    """A mass at rest, and a rod from the origin to it that is `off` m too short, from 0.1 s on."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[2.0, 0.0]))
    body = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=1.0))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
    rod = mbs.AddObject(
        DistanceConstraint(
            name="rod", markerNumbers=[ground, marker], distance=2.0 - off, activeConnector=False
        )
    )

    def switch(mbs, t):
        if t > 0.105:
            mbs.SetObjectParameter(rod, "activeConnector", True)
        return True

    mbs.SetPreStepUserFunction(switch)
    return mbs, node


EACH_SOLVER = pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "VelocityVerlet"])


@EACH_SOLVER
def test_a_rod_switched_on_far_from_its_length_is_refused(solver):
    mbs, node = switched_on(0.5)
    told = (
        r"'rod' \(object 2\): the positions at t = 0\.1 s \(step 11\) violate the constraint by "
        r"0\.5 m, more than 5% of its length 1\.5 m; correct the positions or the distance"
    )
    with pytest.raises(exu.SolverError, match=told) as caught:
        mbs.SolveDynamic(
            make_settings(0.01, 0.3, record=0.01), getattr(exu.DynamicSolverType, solver)
        )
    assert caught.value.solution.times[-1] == pytest.approx(0.1)
    assert np.all(caught.value.solution.coordinates == 0.0)


@EACH_SOLVER
def test_a_rod_switched_on_near_its_length_is_met_with_a_warning(solver):
    mbs, node = switched_on(0.05)
    told = r"'rod'.*the positions at t = 0\.1 s .* violate the constraint by 0\.05 m.*corrected"
    with pytest.warns(UserWarning, match=told):
        mbs.SolveDynamic(make_settings(0.01, 0.3), getattr(exu.DynamicSolverType, solver))
    place = mbs.GetNodeOutput(node, exu.OutputVariableType.Position)
    assert place == pytest.approx([1.95, 0, 0], abs=1e-12)


def test_a_rod_switched_on_at_its_length_needs_no_word():
    mbs, node = switched_on(0.0)
    mbs.SolveDynamic(make_settings(0.01, 0.3))
    assert mbs.GetNodeOutput(node, exu.OutputVariableType.Position) == pytest.approx([2, 0, 0])


# ------------------------------------------------------------------------------- smooth changes


def test_load_moved_in_small_steps_acts_like_a_function_of_time():
    def drive(t):
        return 3.0 * np.sin(2.0 * t)

    errors = []
    for steps in (200, 400, 800):
        mbs = exu.SystemContainer().AddSystem()
        node = mbs.AddNode(NodePoint())
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2.0))
        marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
        load = mbs.AddLoad(Force(markerNumber=marker))

        def push(mbs, t, load=load):
            mbs.SetLoadParameter(load, "loadVector", [float(drive(t)), 0.0, 0.0])
            return True

        mbs.SetPreStepUserFunction(push)
        solution = mbs.SolveDynamic(make_settings(2.0 / steps, 2.0, rho=0.9))
        # a = 1.5 sin 2t from rest: x = 0.75 t - 0.375 sin 2t
        errors.append(abs(solution.coordinates[-1, 0] - (1.5 - 0.375 * np.sin(4.0))))
    assert observed_orders(errors) == pytest.approx([2.0, 2.0], abs=0.1)


@LEVELS
def test_setting_the_value_that_is_there_changes_nothing(index2):
    quiet, busy = distance_pendulum(), distance_pendulum()

    def again(mbs, t):
        mbs.SetObjectParameter(busy.connector, "activeConnector", True)
        mbs.SetObjectParameter(busy.connector, "distance", 1.0)
        mbs.SetLoadParameter(busy.load, "loadVector", [0.0, -GRAVITY, 0.0])
        return True

    busy.mbs.SetPreStepUserFunction(again)
    solutions = [model.solve(1e-3, 0.5, index2=index2) for model in (quiet, busy)]
    assert np.array_equal(solutions[0].coordinates, solutions[1].coordinates)
    assert np.array_equal(solutions[0].multipliers, solutions[1].multipliers)


# ------------------------------------------------------------------------------- coordinates


def axis(masses, loads=()):
    """Masses of one coordinate each, with loads; (mbs, their markers, the ground's, loads)."""
    mbs = exu.SystemContainer().AddSystem()
    fixed = mbs.AddNode(NodePointGround())
    ground = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=fixed, coordinate=0))
    markers = []
    for mass, q, v in masses:
        node = mbs.AddNode(Node1D(initialCoordinates=[q], initialVelocities=[v]))
        mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=mass))
        markers.append(mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0)))
    pushed = [mbs.AddLoad(LoadCoordinate(markerNumber=markers[k], load=f)) for k, f in loads]
    return mbs, markers, ground, pushed


@LEVELS
@pytest.mark.parametrize("factor", [1.0, -2.0])
def test_driven_offset_moves_a_coordinate(index2, factor):
    errors = []
    for steps in (200, 400, 800):
        mbs, (marker,), ground, _ = axis([(3.0, 0.0, 0.0)])
        tie = mbs.AddObject(
            CoordinateConstraint(markerNumbers=[ground, marker], factorValue1=factor)
        )

        def drive(mbs, t, tie=tie):
            mbs.SetObjectParameter(tie, "offset", float(length(t) - 1.0))
            return True

        mbs.SetPreStepUserFunction(drive)
        solution = mbs.SolveDynamic(make_settings(1.0 / steps, 1.0, rho=0.6, index2=index2))
        assert solution.coordinates[-1, 0] == pytest.approx((length(1.0) - 1.0) / factor, abs=1e-9)
        errors.append(abs(solution.velocities[-1, 0] - rate(1.0) / factor))
    second = SWING * PUMP**2 * np.cos(PUMP)
    assert solution.multipliers[-1, 0] == pytest.approx(-3.0 * second / factor**2, rel=2e-3)
    assert errors[-1] < 2e-5
    assert observed_orders(errors) == pytest.approx([2.0, 2.0], abs=0.15)


@LEVELS
def test_driven_offset_of_velocities_is_the_velocity(index2):
    mbs, (marker,), ground, _ = axis([(3.0, 0.0, 0.0)])
    tie = mbs.AddObject(CoordinateConstraint(markerNumbers=[ground, marker], velocityLevel=True))

    def drive(mbs, t):
        mbs.SetObjectParameter(tie, "offset", float(rate(t)))
        return True

    mbs.SetPreStepUserFunction(drive)
    solution = mbs.SolveDynamic(make_settings(1e-3, 1.0, rho=0.6, index2=index2))
    assert solution.velocities[-1, 0] == pytest.approx(rate(1.0), abs=1e-12)
    assert solution.coordinates[-1, 0] == pytest.approx(length(1.0) - 1.0, abs=1e-6)


@LEVELS
@pytest.mark.parametrize("velocity_level", [False, True])
def test_activated_coordinate_constraint_is_a_plastic_impact(index2, velocity_level):
    """Two masses meet at q1 - q0 = offset: momentum is kept, then they move as one."""
    mbs, (first, other), _, _ = axis([(1.0, 0.0, 2.0), (3.0, 0.25, -2.0)], [(0, 8.0)])
    tie = mbs.AddObject(
        CoordinateConstraint(
            markerNumbers=[first, other], activeConnector=False, velocityLevel=velocity_level
        )
    )

    def switch(mbs, t):
        if abs(t - 0.051) < 1e-4:
            places = [mbs.GetNodeOutput(k, exu.OutputVariableType.Coordinates) for k in (1, 2)]
            value = 0.0 if velocity_level else places[1] - places[0]
            mbs.SetObjectParameter(tie, "offset", float(value))
            mbs.SetObjectParameter(tie, "activeConnector", True)
        return True

    mbs.SetPreStepUserFunction(switch)
    solution = mbs.SolveDynamic(make_settings(1e-3, 0.3, rho=0.6, index2=index2, record=1e-3))
    before, after = np.array([0.05, 0.25])  # the switch, and the rest of the run
    hit = np.array([2.0 * before + 4.0 * before**2, 0.25 - 2.0 * before])
    speed = (2.0 + 8.0 * before - 6.0) / 4.0
    assert_close(solution.coordinates[-1], hit + speed * after + after**2, atol=1e-10)
    assert_close(solution.velocities[-1], speed + 2.0 * after, atol=1e-11)
    forces = solution.multipliers[:, 0]
    assert_close(forces[solution.times < 0.0505], 0.0, atol=0)
    assert_close(forces[solution.times > 0.0505], -6.0, atol=1e-7)


@LEVELS
def test_factor_that_is_changed_makes_another_gear(index2):
    """Both masses pass q = 0 when the factor changes, so that velocities alone have to jump."""
    mbs, (first, other), _, _ = axis([(2.0, -0.2, 2.0), (5.0, -0.1, 1.0)])
    gear = mbs.AddObject(CoordinateConstraint(markerNumbers=[first, other], factorValue1=2.0))

    def shift(mbs, t):
        if abs(t - 0.101) < 1e-4:
            mbs.SetObjectParameter(gear, "factorValue1", 0.5)
        return True

    mbs.SetPreStepUserFunction(shift)
    solution = mbs.SolveDynamic(make_settings(1e-3, 0.3, rho=0.6, index2=index2, record=1e-3))
    # v = (0.5 s, s), nearest to (2, 1) in the metric of the masses
    s = (2.0 * 0.5 * 2.0 + 5.0) / (2.0 * 0.25 + 5.0)
    assert_close(solution.velocities[-1], [0.5 * s, s], atol=1e-9)
    assert_close(solution.coordinates[-1], [0.1 * s, 0.2 * s], atol=1e-9)
    assert_close(solution.multipliers, 0.0, atol=1e-6)


def motion(mbs, t, itemNumber, lOffset):
    return lOffset + 0.3 * (t - 0.1)


@LEVELS
def test_offset_function_that_is_set_in_a_run_takes_over(index2):
    mbs, (marker,), ground, _ = axis([(2.0, 0.5, 0.0)])
    tie = mbs.AddObject(CoordinateConstraint(markerNumbers=[ground, marker], offset=0.5))

    def begin(mbs, t):
        if abs(t - 0.101) < 1e-4:
            mbs.SetObjectParameter(tie, "offsetUserFunction", motion)
        return True

    mbs.SetPreStepUserFunction(begin)
    solution = mbs.SolveDynamic(make_settings(1e-3, 0.3, rho=0.6, index2=index2, record=0.01))
    assert_close(solution.coordinates[::10, 0], [0.5, 0.5, 0.53, 0.56], atol=1e-11)
    assert_close(solution.velocities[11:], 0.3, atol=1e-9)
    assert_close(solution.multipliers, 0.0, atol=1e-5)


def test_coordinate_spring_that_is_changed_starts_a_new_oscillation():
    """Stiffness x 4 where the spring is stretched most: twice the frequency from there."""
    omega = np.sqrt(50.0 / 2.0)
    errors = []
    for steps in (400, 800):
        mbs, (marker,), ground, _ = axis([(2.0, 0.1, 0.0)])
        spring = mbs.AddObject(
            CoordinateSpringDamper(markerNumbers=[ground, marker], stiffness=50.0)
        )
        turn = np.pi / omega
        h = 2.0 * turn / steps

        def stiffen(mbs, t, spring=spring, when=turn + h, h=h):
            if abs(t - when) < 0.1 * h:
                mbs.SetObjectParameter(spring, "stiffness", 200.0)
            return True

        mbs.SetPreStepUserFunction(stiffen)
        solution = mbs.SolveDynamic(make_settings(h, 1.3 * turn, rho=0.9))
        exact = -0.1 * np.cos(2.0 * omega * 0.3 * turn)
        errors.append(abs(solution.coordinates[-1, 0] - exact))
    assert errors[1] < 1e-5
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.1)


def test_coordinate_load_moved_in_small_steps_acts_like_a_function_of_time():
    errors = []
    for steps in (200, 400, 800):
        mbs, _, _, (load,) = axis([(2.0, 0.0, 0.0)], [(0, 0.0)])

        def push(mbs, t, load=load):
            mbs.SetLoadParameter(load, "load", float(3.0 * np.sin(2.0 * t)))
            return True

        mbs.SetPreStepUserFunction(push)
        solution = mbs.SolveDynamic(make_settings(2.0 / steps, 2.0, rho=0.9))
        errors.append(abs(solution.coordinates[-1, 0] - (1.5 - 0.375 * np.sin(4.0))))
    assert observed_orders(errors) == pytest.approx([2.0, 2.0], abs=0.1)


# ------------------------------------------------------------------------------- rounding


def test_positions_do_not_lose_what_is_rounded_off_in_many_steps():
    # 1e6 steps of 1e-6 * pi m: plain sums are off by some 1e-11, compensated ones by rounding.
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(initialVelocities=[np.pi, 0.0, 0.0]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
    solution = mbs.SolveDynamic(make_settings(1e-6, 1.0, record=1.0))
    assert solution.coordinates[-1, 0] == pytest.approx(np.pi, abs=2e-15)


def test_every_step_of_a_long_run_can_be_recorded():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(initialVelocities=[1.0, 0.0, 0.0]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
    solution = mbs.SolveDynamic(make_settings(7.0 / 300000, 7.0, record=7.0 / 300000))
    assert len(solution) == 300001
    assert np.diff(solution.times).max() < 1.001 * 7.0 / 300000
