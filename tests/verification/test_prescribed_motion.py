"""Prescribed motions of coordinates, points, angles and supports, against closed forms."""

import math

import numpy as np
import pytest
import scipy.integrate
import scipy.linalg
from scipy.interpolate import CubicSpline

import linkwork as exu
from linkwork.connectors.laws.motion_table import BEYOND, motion_at, pieces_of
from linkwork.items import *
from linkwork.utilities import RigidBodyInertia

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
SOLVERS = {
    "GeneralizedAlpha": 5e-6,
    "TrapezoidalIndex2": 5e-6,
    "RK44": 1e-9,
    "DOPRI5": 1e-8,
    "VelocityVerlet": 1e-5,
}
"""Solver -> relative error of 2000 steps per second."""


def settings_of(end, steps):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    settings.solutionSettings.solutionWritePeriod = 0.0
    return settings


def table_at(t, times, values, interpolation, beyond, backward=False):
    e = np.zeros(1, ObjectConnectorCoordinateMotion.dtype).view(np.recarray)[0]
    e.count, e.beyond, e.t_high = len(times), BEYOND.index(beyond), np.inf
    pieces = pieces_of(times, values, interpolation, beyond).ravel()
    return motion_at(e, t, backward, np.inf, times, pieces)


# ------------------------------------------------------------------------------- tables


@pytest.mark.parametrize(
    "beyond, ends", [("hold", "clamped"), ("periodic", "periodic"), ("error", "not-a-knot")]
)
def test_splines_have_exact_derivatives(beyond, ends):
    rng = np.random.default_rng(2)
    times = np.cumsum(rng.uniform(0.05, 0.4, 12))
    values = rng.normal(size=12)
    values[-1] = values[0]
    spline = CubicSpline(times, values, bc_type=ends)
    for t in rng.uniform(times[0], times[-1], 50):
        found = table_at(t, times, values, "cubic", beyond)
        wanted = [float(spline(t, order)) for order in range(3)]
        assert found[:3] == pytest.approx(wanted, rel=1e-10, abs=1e-10)
    for knot in times[1:-1]:  # both sides agree up to the second derivative
        sides = [table_at(knot, times, values, "cubic", beyond, side) for side in (False, True)]
        assert sides[0][:3] == pytest.approx(sides[1][:3], rel=1e-9, abs=1e-9)


def test_beyond_the_ends():
    times, values = np.array([1.0, 2.0, 4.0]), np.array([3.0, 5.0, 3.0])
    for how in ("linear", "cubic"):
        assert table_at(0.5, times, values, how, "hold") == (3.0, 0.0, 0.0, True)
        assert table_at(9.0, times, values, how, "hold") == pytest.approx((3.0, 0.0, 0.0, True))
        inside = table_at(2.5, times, values, how, "periodic")
        assert table_at(2.5 + 6.0, times, values, how, "periodic") == pytest.approx(inside)
        assert table_at(2.5 - 9.0, times, values, how, "periodic") == pytest.approx(inside)
        assert not table_at(0.9, times, values, how, "error")[3]
        assert not table_at(4.1, times, values, how, "error")[3]
        assert table_at(4.0 + 1e-12, times, values, how, "error")[3]
    assert table_at(2.0, times, values, "linear", "hold")[1] == -1.0
    assert table_at(2.0, times, values, "linear", "hold", backward=True)[1] == 2.0


# ------------------------------------------------------------------------------- supports

STIFFNESS, DAMPING, MASS, OMEGA, SIZE = 100.0, 2.0, 1.5, 6.0, 0.1
RESPONSE = (STIFFNESS + 1j * OMEGA * DAMPING) / (STIFFNESS - MASS * OMEGA**2 + 1j * OMEGA * DAMPING)
"""Motion of a mass on a spring and damper, per motion of its support."""


def moved_support(**motion):
    """A mass on a support that moves by SIZE sin(OMEGA t), in its steady state."""
    mbs = exu.SystemContainer().AddSystem()
    support = mbs.CreateMovingPoint(name="support", axis=[0, 0, 1], **motion)
    start = SIZE * RESPONSE
    node = mbs.AddNode(
        NodePoint(
            referenceCoordinates=[0, 0, 1],
            initialCoordinates=[0, 0, start.imag],
            initialVelocities=[0, 0, (1j * OMEGA * start).imag],
        )
    )
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=MASS))
    mbs.CreateCartesianSpringDamper(
        bodyNumbers=[support, exu.NodeIndex(node)], stiffness=[STIFFNESS] * 3,
        damping=[DAMPING] * 3, offset=[0, 0, 1],
    )  # fmt: skip
    return mbs


def swing(mbs, t, itemNumber, lOffset):
    return SIZE * math.sin(OMEGA * t)


def swing_t(mbs, t, itemNumber, lOffset):
    return SIZE * OMEGA * math.cos(OMEGA * t)


def swing_tt(mbs, t, itemNumber, lOffset):
    return -SIZE * OMEGA**2 * math.sin(OMEGA * t)


def period_table():
    times = np.linspace(0.0, 2.0 * math.pi / OMEGA, 201)
    values = SIZE * np.sin(OMEGA * times)
    values[-1] = values[0]
    return dict(times=times, values=values, beyond="periodic")


MOTIONS = {
    "table": period_table(),
    "function": dict(motionUserFunction=swing),
    "function and rate": dict(motionUserFunction=swing, motionUserFunction_t=swing_t),
    "three functions": dict(
        motionUserFunction=swing, motionUserFunction_t=swing_t, motionUserFunction_tt=swing_tt
    ),
}


@pytest.mark.parametrize("motion", MOTIONS)
@pytest.mark.parametrize("solver", SOLVERS)
def test_amplitude_and_phase_of_a_mass_on_a_moving_support(solver, motion):
    mbs = moved_support(**MOTIONS[motion])
    with pytest.warns(UserWarning, match="corrected") if motion == "function" else no_warning():
        solution = mbs.SolveDynamic(settings_of(2.0, 4000), solverType=solver)
    t, accuracy = solution.times, SIZE * max(SOLVERS[solver], 2e-8)
    if motion == "function":
        accuracy = max(accuracy, SIZE * 1e-6)
    moved = SIZE * np.sin(OMEGA * t)
    assert solution.coordinates[:, 2] == pytest.approx(moved, abs=SIZE * 2e-8)
    wanted = SIZE * (RESPONSE * np.exp(1j * OMEGA * t)).imag
    assert solution.coordinates[:, 5] == pytest.approx(wanted, abs=10 * accuracy)
    energy = solution.energy()
    assert not energy.missing
    force = STIFFNESS * (wanted - moved) + DAMPING * (
        SIZE * OMEGA * ((RESPONSE - 1.0) * np.exp(1j * OMEGA * t)).real
    )
    power = -force * SIZE * OMEGA * np.cos(OMEGA * t)
    work = np.concatenate([[0.0], np.cumsum(0.5 * (power[1:] + power[:-1]) * np.diff(t))])
    assert energy.work == pytest.approx(work, abs=2e-4)
    assert energy.error < 100 * max(SOLVERS[solver], 1e-7) * np.abs(work).max()


class no_warning:
    def __enter__(self):
        return self

    def __exit__(self, *failure):
        return False


def test_force_and_power_of_a_drive_are_outputs():
    """The drive carries the spring force; its power is the rate of all energies."""
    mbs = moved_support(**MOTIONS["three functions"])
    solution = mbs.SolveDynamic(settings_of(0.3, 3000), solverType="RK44")
    drive = mbs.GetObjectNumber("support:z")
    x, v = solution.coordinates[-1], solution.velocities[-1]
    force = STIFFNESS * (x[5] - x[2]) + DAMPING * (v[5] - v[2])
    assert mbs.GetObjectOutput(drive, Out.Force) == pytest.approx(force, rel=1e-8)
    assert mbs.GetObjectOutput(drive, Out.Power) == pytest.approx(-force * v[2], rel=1e-8)
    energy = solution.energy()
    rate = np.gradient(energy.work, energy.times)[-2]
    assert mbs.GetObjectOutput(drive, Out.Power) == pytest.approx(rate, rel=1e-2)


# ------------------------------------------------------------------------------- mechanisms

CRANK, ROD = 0.1, 0.35


def slider_crank(**motion):
    """A crank on the ground whose angle is prescribed, a rod, and a slider along x."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    nodes = []
    for length, x in ((CRANK, CRANK / 2), (ROD, CRANK + ROD / 2), (0.05, CRANK + ROD)):
        nodes.append(mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[x, 0, 0])))
        inertia = length**2 / 12
        mbs.AddObject(RigidBody2D(nodeNumber=nodes[-1], physicsMass=1, physicsInertia=inertia))
    crank, rod, slider = (exu.ObjectIndex(k) for k in (1, 2, 3))
    mbs.CreateRevoluteJoint2D(bodyNumbers=[ground, crank], position=[0, 0])
    mbs.CreateRevoluteJoint2D(bodyNumbers=[crank, rod], position=[CRANK, 0])
    mbs.CreateRevoluteJoint2D(bodyNumbers=[rod, slider], position=[CRANK + ROD, 0])
    mbs.CreatePrismaticJoint2D(bodyNumbers=[ground, slider], position=[CRANK + ROD, 0])
    drive = mbs.CreatePrescribedMotion("motor", crank, rotationAxis=[0, 0, 1], **motion)
    return mbs, drive


def slider(phi, rate, bend):
    """Position, velocity and acceleration of the slider, of the angle and its derivatives."""
    s, c = CRANK * np.sin(phi), CRANK * np.cos(phi)
    root = np.sqrt(ROD**2 - s**2)
    by_angle = -s - s * c / root
    by_angle_twice = -c - (c**2 - s**2) / root - (s * c) ** 2 / root**3
    return c + root, by_angle * rate, by_angle * bend + by_angle_twice * rate**2


KNOTS = np.linspace(0.0, 0.4, 5), np.array([0.0, 1.0, 4.0, 5.0, 9.0])


@pytest.mark.parametrize("solver", SOLVERS)
def test_slider_crank_with_a_table_of_angles(solver):
    """More than a turn by a spline: the slider follows in position, velocity, acceleration."""
    spline = CubicSpline(*KNOTS, bc_type="clamped")
    mbs, drive = slider_crank(times=KNOTS[0], values=KNOTS[1])
    solution = mbs.SolveDynamic(settings_of(0.4, 800), solverType=solver)
    t, q = solution.times, solution.coordinates
    x, v, a = slider(spline(t), spline(t, 1), spline(t, 2))
    places = q[:, 6] + CRANK + ROD
    exact = solver not in ("GeneralizedAlpha", "TrapezoidalIndex2")
    assert q[:, 2] == pytest.approx(spline(t), abs=1e-9)
    assert places == pytest.approx(x, abs=1e-8)
    assert solution.velocities[:, 6] == pytest.approx(v, abs=1e-7 if exact else 5e-3)
    if exact:
        accuracy = 0.1 if solver == "VelocityVerlet" else 1e-5
        assert solution.accelerations[:-1, 6] == pytest.approx(a[:-1], abs=accuracy)
    else:  # oscillate where the third derivative of the spline jumps
        assert np.median(np.abs(solution.accelerations[:, 6] - a)) < 0.2
    energy = solution.energy()
    gained = energy.kinetic - energy.kinetic[0]
    assert energy.work == pytest.approx(gained, abs=2e-3 * gained.max())
    assert mbs.GetObjectOutput(drive, Out.ConstraintEquation) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_turning_about_an_oblique_axis_relative_to_another_body(solver):
    """Several turns of a body in space, relative to a body that itself is turned."""

    def turns(mbs, t, itemNumber, lOffset):
        return lOffset + 20.0 * t

    def speed(mbs, t, itemNumber, lOffset):
        return 20.0

    mbs = exu.SystemContainer().AddSystem()
    inertia = exu.utilities.RigidBodyInertia(2, np.diag([1.0, 1.5, 2.0]))
    axis = np.array([1.0, 2.0, 2.0]) / 3
    first = mbs.CreateRigidBody(inertia=inertia, initialAngularVelocity=[0, 0, 0])
    second = mbs.CreateRigidBody(
        inertia=inertia, referencePosition=[1, 0, 0], initialAngularVelocity=20.0 * axis
    )
    mbs.CreatePrescribedMotion("hold", first, rotationAxis=[0, 0, 1], times=[0], values=[0])
    drive = mbs.CreatePrescribedMotion(
        "turn", second, rotationAxis=axis, referenceBody=first, motionUserFunction=turns,
        motionUserFunction_t=speed, offset=0.0,
    )  # fmt: skip
    ground = mbs.CreateGround()
    mbs.CreateGenericJoint(bodyNumbers=[ground, first], position=[0, 0, 0],
                           constrainedAxes=[1, 1, 1, 1, 1, 0])  # fmt: skip
    mbs.CreateRevoluteJoint(bodyNumbers=[first, second], position=[1, 0, 0], axis=axis)
    mbs.SolveDynamic(settings_of(1.0, 1000), solverType=solver)
    assert mbs.GetObjectOutput(drive, Out.Displacement) == pytest.approx(20.0, abs=1e-6)
    omega = mbs.GetObjectOutputBody(second, Out.AngularVelocity)
    assert omega == pytest.approx(20.0 * axis, abs=1e-2 if solver[0] == "G" else 1e-6)


@pytest.mark.parametrize("whole", [False, True], ids=["from the reference", "absolute"])
def test_a_point_of_a_body_along_two_axes(whole):
    """The point of a free body follows a path; the body itself still turns about it."""
    times = np.linspace(0.0, 1.0, 21)
    path = np.column_stack([0.3 * times**2 * (3 - 2 * times), 0.1 * np.sin(math.pi * times) ** 2])
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[1, 2, 0.5]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=2, physicsInertia=0.2))
    local = np.array([0.25, -0.5, 0.0])
    c, s = math.cos(0.5), math.sin(0.5)
    start = np.array([1 + c * local[0] - s * local[1], 2 + s * local[0] + c * local[1]])
    drives = mbs.CreatePrescribedMotion(
        "path", exu.ObjectIndex(body), axis=[[1, 0, 0], [0, 1, 0]], localPosition=local,
        times=times, values=path + start if whole else path, fromReference=not whole,
    )  # fmt: skip
    assert len(drives) == 2
    mbs.AddSensor(SensorBody(bodyNumber=body, localPosition=local, storeInternal=True,
                             outputVariableType=Out.Position, name="point"))  # fmt: skip
    settings = settings_of(1.0, 500)
    settings.solutionSettings.sensorsWritePeriod = 0.0
    for solver in ("GeneralizedAlpha", "RK44"):
        solution = mbs.SolveDynamic(settings, solverType=solver)
        point = solution.sensor("point")
        spline = CubicSpline(times, path, bc_type="clamped")
        assert point[:, 1:3] == pytest.approx(spline(point[:, 0]) + start, abs=1e-8)
        energy = solution.energy()
        assert energy.work == pytest.approx(energy.kinetic, abs=3e-3 * energy.kinetic.max())


# ------------------------------------------------------------------------------- other solvers


def test_statics_at_a_given_time():
    """The support is where it is at the end of the load steps, and so is the mass."""
    mbs = moved_support(times=[0.0, 2.0], values=[0.0, 0.4], interpolation="linear")
    settings = exu.SimulationSettings()
    settings.staticSolver.numberOfLoadSteps = 4
    settings.staticSolver.loadStepDuration = 1.5
    mbs.SolveStatic(settings)
    assert mbs.systemData.GetODE2Coordinates() == pytest.approx([0, 0, 0.3, 0, 0, 0.3], abs=1e-9)


def test_modes_of_a_mass_on_a_moving_support():
    mbs = moved_support(**period_table())
    modes = mbs.ComputeODE2Eigenvalues()
    assert np.sort(modes[0]) == pytest.approx([STIFFNESS / MASS] * 3, rel=1e-9)


def test_kinks_of_a_linear_table_leave_the_balance_closed():
    """A support that starts and stops at once: the damper sees jumps of its velocity."""
    mbs = moved_support(times=[0.1, 0.35], values=[0.0, 0.05], interpolation="linear")
    for solver in ("GeneralizedAlpha", "RK44"):
        solution = mbs.SolveDynamic(settings_of(0.5, 4000), solverType=solver)
        energy = solution.energy()
        assert energy.error < 2e-3 * np.abs(energy.work).max(), solver
        rate = np.where((solution.times > 0.1001) & (solution.times < 0.3499), 0.2, 0.0)
        inside = (np.abs(solution.times - 0.1) > 1e-2) & (np.abs(solution.times - 0.35) > 1e-2)
        assert solution.velocities[inside, 2] == pytest.approx(rate[inside], abs=1e-2)


def test_a_motion_that_comes_to_rest_is_not_taken_for_growing_forces():
    """Its velocity is smaller there than the error of a step, and nothing is wrong with that."""
    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateMassPoint(physicsMass=1)
    mbs.CreatePrescribedMotion("move", body, coordinate=0, times=[0, 0.5, 1], values=[0, 0.1, 0])
    solution = mbs.SolveDynamic(settings_of(1.0, 100))
    assert solution.coordinates[-1, 0] == pytest.approx(0.0, abs=1e-12)


def test_a_frame_without_mass_that_moves_and_turns():
    """A body hangs on a frame whose three coordinates are prescribed; the balance is closed."""
    mbs = exu.SystemContainer().AddSystem()
    frame = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0, 0, 0]))
    for coordinate, end in enumerate((0.0, 0.5, 2.0)):
        mbs.CreatePrescribedMotion(
            "", exu.NodeIndex(frame), coordinate=coordinate, times=[0, 1], values=[0, end]
        )
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.5, 0, 0]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=0.1))
    ends = [
        mbs.AddMarker(MarkerNodeRigid(nodeNumber=frame)),
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[-0.5, 0, 0])),
    ]
    mbs.AddObject(PrismaticJoint2D(markerNumbers=ends, constrainRotation=True))
    for solver, accuracy in {"GeneralizedAlpha": 1e-4, "RK44": 1e-6}.items():
        solution = mbs.SolveDynamic(settings_of(1.0, 1000), solverType=solver)
        assert solution.coordinates[-1, [0, 1, 2, 5]] == pytest.approx([0, 0.5, 2, 2], abs=1e-8)
        energy = solution.energy()
        assert energy.error < accuracy * energy.kinetic.max()


def test_angles_in_the_plane_count_about_the_axis_of_the_reference_body():
    """The z axis of a ground that is turned over points down."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround(referenceRotationMatrix=np.diag([1.0, -1.0, -1.0]))
    body = mbs.CreateRigidBody2D(referenceRotation=0.2, mass=1, inertia=1)
    mbs.CreateRevoluteJoint2D(bodyNumbers=[ground, body], position=[0, 0])
    mbs.CreatePrescribedMotion(
        "", body, rotationAxis=[0, 0, 1], referenceBody=ground, times=[0, 1], values=[0, 0.7]
    )
    solution = mbs.SolveDynamic(settings_of(1.0, 100))
    assert solution.coordinates[-1, 2] == pytest.approx(-0.7, abs=1e-9)


# ------------------------------------------------------------------------------- automatic steps


def kinked_support(interpolation="linear", **table):
    """A mass on a spring and a damper, whose support moves on straight lines or a spline."""
    mbs = exu.SystemContainer().AddSystem()
    support = mbs.CreateMovingPoint(axis=[1, 0, 0], interpolation=interpolation, **table)
    mass = mbs.CreateMassPoint(physicsMass=2)
    mbs.CreateCartesianSpringDamper(
        bodyNumbers=[support, mass], stiffness=[80] * 3, damping=[3] * 3
    )
    mbs.Assemble()
    return mbs


def response(table, spans):
    """(x, v) of that mass after some spans of time: exact from kink to kink."""
    state = np.zeros(4)  # x, v, position and velocity of the support
    rates = np.array([[0, 1, 0, 0], [-40, -1.5, 40, 1.5], [0, 0, 0, 1], [0, 0, 0, 0]])
    for span, slope in zip(spans, table, strict=True):
        state[3] = slope
        state = scipy.linalg.expm(rates * span) @ state
    return state[:2]


@pytest.mark.parametrize("solver", ["DOPRI5", "ODE23", "DVERK6"])
@pytest.mark.parametrize("beyond", ["hold", "periodic"])
def test_automatic_steps_end_where_a_prescribed_velocity_jumps(solver, beyond):
    """The velocity of the support is not integrated: no error estimate sees that it jumps."""
    times, values = [-0.3, 0.1, 0.35, 0.9, 1.3], [0.0, 0.0, 0.5, 0.1, 0.0]
    mbs = kinked_support(times=times, values=values, beyond=beyond)
    settings = settings_of(2.3, 10)
    settings.timeIntegration.relativeTolerance = settings.timeIntegration.absoluteTolerance = 1e-8
    slopes, spans = [0.0, 2.0, -0.4 / 0.55, -0.25, 0.0], [0.1, 0.25, 0.55, 0.4, 1.0]
    if beyond == "periodic":
        slopes, spans = [*slopes, 2.0, -0.4 / 0.55], [*spans[:-1], 0.4, 0.25, 0.35]
    wanted = response(slopes, spans)
    solution = mbs.SolveDynamic(settings, getattr(exu.DynamicSolverType, solver))
    found = solution.coordinates[-1, 3], solution.velocities[-1, 3]
    assert found == pytest.approx(tuple(wanted), abs=3e-7)
    stepper = mbs.Stepper(settings, getattr(exu.DynamicSolverType, solver))
    stepper.until(2.3)
    assert stepper.coordinates[3] == pytest.approx(wanted[0], abs=3e-7)


@pytest.mark.parametrize("solver", ["DOPRI5", "ODE23"])
def test_automatic_steps_end_where_a_spline_leaves_and_reaches_rest(solver):
    """Its acceleration jumps there, which no step across could resolve within the tolerances."""
    times = np.linspace(0.2, 1.0, 9)
    values = 20.0 * times**2
    mbs = kinked_support(times=times, values=values, interpolation="cubic")
    solution = mbs.SolveDynamic(settings_of(1.4, 10), getattr(exu.DynamicSolverType, solver))
    spline, state = CubicSpline(times, values, bc_type="clamped"), np.zeros(2)

    def rates(t, state):
        s, s_t = spline(np.clip(t, 0.2, 1.0)), spline(t, 1) * (0.2 < t < 1.0)
        return state[1], 40 * (s - state[0]) + 1.5 * (s_t - state[1])

    for span in ((0, 0.2), (0.2, 1.0), (1.0, 1.4)):
        path = scipy.integrate.solve_ivp(rates, span, state, rtol=1e-12, atol=1e-12)
        state = path.y[:, -1]
    found = solution.coordinates[-1, 3], solution.velocities[-1, 3]
    assert found == pytest.approx(tuple(state), abs=1e-5)
    assert {0.2, 1.0} <= set(solution.times)
    with mbs.Stepper(settings_of(1.4, 10), getattr(exu.DynamicSolverType, solver)) as run:
        for end in (0.2, 1.0, 1.4):
            run.until(end)
        assert run.coordinates[3] == pytest.approx(state[0], abs=1e-5)


def test_a_support_that_arrives_at_the_end_of_its_table_stands_still_from_there_on():
    mbs = kinked_support(times=[0.0, 0.4], values=[0.0, 0.2])
    settings = settings_of(0.8, 80)
    wanted = response([0.5, 0.0], [0.4, 0.4])
    for _ in range(3):
        solution = mbs.SolveDynamic(settings, exu.DynamicSolverType.RK44)
        assert solution.velocities[[39, 40, 41], 0] == pytest.approx([0.5, 0.0, 0.0], abs=1e-12)
        assert solution.coordinates[-1, 3] == pytest.approx(wanted[0], abs=1e-7)


# ------------------------------------------------------------------------------- other starts


@pytest.mark.parametrize("kind", ["RotationEulerParameters", "RotationRotationVector"])
@pytest.mark.parametrize("start, offset", [(3.0, 0.0), (-2.5, 0.0), (0.0, 40.0)])
def test_a_turning_body_starts_at_any_turn_of_its_motion(kind, start, offset):
    mbs = exu.SystemContainer().AddSystem()
    inertia = RigidBodyInertia(mass=2, inertiaTensor=np.diag([0.1, 0.2, 0.3]))
    body = mbs.CreateRigidBody(inertia=inertia, nodeType=getattr(exu.NodeType, kind))
    mbs.CreateRevoluteJoint(
        bodyNumbers=[mbs.CreateGround(), body], position=[0] * 3, axis=[0, 1, 0]
    )
    drive = mbs.CreatePrescribedMotion(
        "drive", body, rotationAxis=[0, 1, 0], times=[-5, 5], values=[-35, 35], beyond="error"
    )
    mbs.SetObjectParameter(drive, "offset", offset)
    mbs.Assemble()
    settings = settings_of(start + 1.0, 200)
    settings.timeIntegration.startTime = start
    with pytest.warns(UserWarning, match="the start (positions|velocities) violate"):
        mbs.SolveDynamic(settings)
    angle = 7 * (start + 1.0) + offset
    axes = mbs.GetObjectOutputBody(body, exu.OutputVariableType.RotationMatrix, [0] * 3)
    assert axes[[0, 2]] == pytest.approx([math.cos(angle), math.sin(angle)], abs=1e-9)
    moved = mbs.GetObjectOutput(drive, exu.OutputVariableType.Displacement)
    assert moved == pytest.approx(angle, abs=1e-9)


@pytest.mark.parametrize("solver", ["RK44", "DOPRI5", "TrapezoidalIndex2", "GeneralizedAlpha"])
def test_a_period_repeats_after_many_others(solver):
    """Times are rounded more coarsely then, but points of the table are still met."""
    table = dict(times=[0, 0.01, 0.02, 0.04, 0.05], values=[0, 0.1, -0.1, 0.05, 0])
    mbs, found = kinked_support(**table, beyond="periodic"), []
    for start in (0.0, 1000.0, 10000.0):
        settings = settings_of(start + 0.5, 500)
        settings.timeIntegration.startTime = start
        solution = mbs.SolveDynamic(settings, getattr(exu.DynamicSolverType, solver))
        found.append([*solution.coordinates[-1], *solution.velocities[-1, 3:]])
    assert found[1] == pytest.approx(found[0], abs=1e-9)
    assert found[2] == pytest.approx(found[0], abs=1e-8)


# ------------------------------------------------------------------------------- statics


@pytest.mark.parametrize("count", [7, 10, 20])
def test_load_steps_pass_the_place_where_all_points_meet(count):
    """At t = 0.5 and 0.7 the points are at one place but for rounding: no size of the model."""
    mbs = exu.SystemContainer().AddSystem()
    support = mbs.CreateMovingPoint(
        axis=[1, 0, 0], interpolation="linear", times=[0, 0.3, 0.6, 1.0], values=[0, 0.2, -0.1, 0.3]
    )
    mass, ground = mbs.CreateMassPoint(physicsMass=1.5), mbs.CreateGround()
    for other, stiffness in ((support, 30), (ground, 10)):
        mbs.CreateCartesianSpringDamper(bodyNumbers=[other, mass], stiffness=[stiffness] * 3)
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.staticSolver.numberOfLoadSteps = count
    solution = mbs.SolveStatic(settings)  # without a warning
    wanted = np.interp(solution.times, [0, 0.3, 0.6, 1.0], [0, 0.2, -0.1, 0.3])
    assert solution.coordinates[:, 0] == pytest.approx(wanted, abs=1e-15)
    assert solution.coordinates[:, 3] == pytest.approx(0.75 * wanted, abs=1e-15)


# ------------------------------------------------------------------------------- refusals


def test_leaving_a_table_is_an_error_if_it_is_forbidden():
    mbs = moved_support(times=[0.0, 0.2], values=[0.0, 0.1], beyond="error")
    with pytest.raises(exu.SolverError, match="outside of its table"):
        mbs.SolveDynamic(settings_of(0.5, 100))


@pytest.mark.parametrize(
    "values, text",
    [
        (dict(), "one of coordinate, axis and rotationAxis, got none"),
        (dict(coordinate=0, axis=[1, 0, 0]), "got coordinate and axis"),
        (dict(coordinate=0), "give a table .* got neither"),
        (dict(coordinate=0, times=[0, 1], values=[0]), "values must be 2 numbers"),
        (dict(coordinate=0, times=[0, 0], values=[0, 1]), "strictly increase"),
        (dict(coordinate=9, times=[0], values=[0]), "coordinate k must be < 3"),
        (dict(axis=[0, 0, 0], times=[0], values=[0]), "axis must not be zero"),
        (dict(axis=[[1, 0], [0, 1, 0]], times=[0], values=[[0, 0]]), "axis"),
        (dict(axis="x", times=[0], values=[0]), "axis"),
        (dict(axis=[[1, 0, 0]] * 2, times=[0, 1], values=[0, 1]), "values must be 2 x 2"),
        (dict(coordinate=0, times=[0, 1], values=[0, 1], beyond="periodic"), "ends with the value"),
        (dict(coordinate=0, times=[0, 1], values=[0, 1], beyond="stop"), "one of 'hold'"),
        (dict(coordinate=0, times=[0, 1e-300], values=[0, 1e10]), "overflow"),
        (dict(coordinate=0, motionUserFunction_t=swing_t), "motionUserFunction is missing"),
        (dict(coordinate=0, motionUserFunction=swing, times=[0], values=[0]), "got both"),
        (dict(axis=[1, 0, 0], referenceBody=0, times=[0], values=[0]), "another body"),
    ],
)
def test_refusals(values, text):
    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateMassPoint(physicsMass=1)
    count = mbs.systemData.NumberOfObjects(), mbs.systemData.NumberOfMarkers()
    with pytest.raises(exu.ParameterError, match=text):
        mbs.CreatePrescribedMotion("move", body, **values)
    assert (mbs.systemData.NumberOfObjects(), mbs.systemData.NumberOfMarkers()) == count


def test_a_prescribed_motion_needs_no_mass_and_no_hint():
    mbs = moved_support(**period_table())
    assert len(mbs.Check()) == 0
