"""A disc that rolls on a plane without slipping: closed forms, independent equations, momentum."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import Cases
from tests.verification.rolling_models import (
    ALONG,
    GRAVITY,
    MASS,
    RADIUS,
    Circle,
    Z,
    contact_of,
    disc,
    moments,
    rolled,
    tilted,
)
from tests.verification.space_bodies import (
    DOWN,
    NODES,
    Out,
    SpaceModel,
    extrapolated,
    settings,
)

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType
WOBBLE = np.array([1.0, -0.4, -6.0])
"""Angular velocity of a disc that does not roll on a circle [rad/s]."""


class Free:
    """The start of a disc that rolls freely."""

    beta = 1.0
    position = -contact_of(tilted(beta)[:, 2])
    velocity = np.cross(WOBBLE, position)
    spin = WOBBLE


def state_of(model):
    return np.concatenate([model.of_body(name) for name in (Out.Position, Out.AngularVelocity)])


def energy_of(model):
    """Kinetic and potential energy of a disc about z of its body."""
    v, w = model.of_body(Out.Velocity), model.of_body(Out.AngularVelocityLocal)
    height = model.of_body(Out.Position)[2]
    return 0.5 * MASS * v @ v + 0.5 * w @ (moments(2) * w) + MASS * GRAVITY * height


def explicit(end, steps):
    made = settings(end, steps)
    made.timeIntegration.automaticStepSize = False
    return made


def errors_of(build, steps, wanted, solver=Solver.GeneralizedAlpha, end=1.0):
    """Largest errors of `state_of` with these numbers of steps."""
    found = []
    for count in steps:
        model, _ = build()
        model.mbs.SolveDynamic(explicit(end, count), solver)
        found.append(np.abs(state_of(model) - wanted).max())
    return found


# ------------------------------------------------------------------ motion


def test_a_tilted_disc_stays_on_its_circle():
    """Center, contact point and force of the closed form, on all nodes."""
    circle = Circle()
    with Cases("circle") as cases:
        for kind in NODES:
            with cases(kind):

                def read(model):
                    joint = model.mbs.GetObjectNumber("rolling")
                    told = (model.of(joint, name) for name in (Out.Position, Out.ForceLocal))
                    return np.concatenate([model.of_body(Out.Position), *told])

                found = extrapolated(
                    lambda kind=kind: disc(kind, circle, name="rolling")[0], 2.0, 1000, read
                )
                turn = circle.rate * 2.0
                touched = circle.contact * np.array([np.cos(turn), np.sin(turn), 0.0])
                assert found[:3] == pytest.approx(circle.at(2.0), abs=1e-8)
                assert found[3:6] == pytest.approx(touched, abs=1e-8)
                assert found[6:] == pytest.approx(circle.force, abs=2e-7)


def test_outputs_of_the_contact_on_the_circle():
    """The contact point runs along its circle; axes are radial, tangential, normal."""
    circle = Circle()
    model, joint = disc("EP", circle)
    along = circle.rate * circle.contact
    assert model.of(joint, Out.Position) == pytest.approx([circle.contact, 0, 0], abs=1e-15)
    assert model.of(joint, Out.Velocity) == pytest.approx([0.0, along, 0.0], abs=1e-13)
    axes = np.reshape(model.of(joint, Out.RotationMatrix), (3, 3))
    assert axes == pytest.approx(np.array([[1, 0, 0], [0, -1, 0], [0, 0, 1]]), abs=1e-15)
    assert model.of(joint, Out.ConstraintEquation) == pytest.approx(np.zeros(3), abs=1e-14)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_any_axis_of_the_body_may_be_that_of_the_disc(axis):
    circle = Circle()
    model, joint = disc("EP", circle, axis, discAxis=7.0 * np.eye(3)[axis], planeNormal=[0, 0, 0.1])
    model.mbs.SolveDynamic(settings(1.0, 500))
    assert model.of_body(Out.Position) == pytest.approx(circle.at(1.0), abs=5e-5)


@pytest.mark.parametrize("kind", NODES)
def test_free_rolling_meets_independent_equations(kind):
    """Extrapolated runs against DOP853 of equations without constraints."""
    place, spin, A, force = rolled(tilted(Free.beta), WOBBLE, Free.position, 0.5)

    def read(model):
        turned = model.of_body(Out.RotationMatrix).reshape(3, 3)
        return np.concatenate([state_of(model), turned[:, 2]])

    found = extrapolated(lambda: disc(kind, Free)[0], 0.5, 1000, read)
    assert found == pytest.approx([*place, *spin, *A[:, 2]], abs=2e-6)
    model, joint = disc(kind, Free)
    model.mbs.SolveDynamic(explicit(0.5, 4000), Solver.RK44)
    assert state_of(model) == pytest.approx([*place, *spin], abs=1e-9)
    w2 = np.cross(A[:, 2], Z) / np.linalg.norm(np.cross(A[:, 2], Z))
    local = [force @ np.cross(Z, w2), force @ w2, force @ Z]
    assert model.of(joint, Out.ForceLocal) == pytest.approx(local, abs=1e-6)


@pytest.mark.parametrize("kind", NODES)
def test_order_of_convergence(kind):
    place, spin, _, _ = rolled(tilted(Free.beta), WOBBLE, Free.position, 1.0)
    orders = {
        Solver.GeneralizedAlpha: (2, (1000, 2000)),
        Solver.TrapezoidalIndex2: (2, (1000, 2000)),
        Solver.VelocityVerlet: (2, (2000, 4000)),
        Solver.RK44: (4, (500, 1000)),
        Solver.DOPRI5: (5, (250, 500)),
    }
    with Cases(kind) as cases:
        for solver, (order, steps) in orders.items():
            with cases(solver.name):
                coarse, fine = errors_of(
                    lambda: disc(kind, Free), steps, [*place, *spin], solver
                )  # fmt: skip
                assert np.log2(coarse / fine) > order - 0.25


def test_automatic_steps_follow_the_motion():
    place, spin, _, _ = rolled(tilted(Free.beta), WOBBLE, Free.position, 0.5)
    for solver, tolerance in ((Solver.DOPRI5, 1e-8), (Solver.GeneralizedAlpha, 1e-4)):
        model, _ = disc("EP", Free)
        run = settings(0.5, 10)
        time = run.timeIntegration
        time.automaticStepSize = time.generalizedAlpha.automaticStepSize = True
        time.absoluteTolerance = time.relativeTolerance = 1e-2 * tolerance
        model.mbs.SolveDynamic(run, solver)
        assert state_of(model) == pytest.approx([*place, *spin], abs=100 * tolerance)


# ------------------------------------------------------------------ what is kept


@pytest.mark.parametrize("kind", NODES)
@pytest.mark.parametrize("lift", [0.0, 0.05, -0.1])
def test_the_gap_of_the_start_is_kept_to_rounding(kind, lift):
    """Over 1e4 steps of every solver, also where the disc rolls above or below its plane."""
    with Cases(kind) as cases:
        for solver in (Solver.GeneralizedAlpha, Solver.VelocityVerlet, Solver.RK44):
            for modified in (True, False):
                model, joint = disc(kind, Free, lift=lift)
                touched = dict(objectNumber=joint, storeInternal=True)
                place = model.mbs.AddSensor(
                    SensorObject(outputVariableType=Out.Position, **touched)
                )
                deviation = model.mbs.AddSensor(
                    SensorObject(outputVariableType=Out.ConstraintEquation, **touched)
                )
                model.mbs.Assemble()
                run = explicit(5.0, 10000)
                run.timeIntegration.generalizedAlpha.constraintLevel = "position"
                run.timeIntegration.newton.useModifiedNewton = modified
                run.solutionSettings.sensorsWritePeriod = 5e-3
                with cases(solver.name, "modified" if modified else "full"):
                    model.mbs.SolveDynamic(run, solver)
                    heights = model.mbs.GetSensorStoredData(place)[:, 3]
                    assert len(heights) == 1001
                    assert np.abs(heights - lift).max() < 1e-12
                    slip = model.mbs.GetSensorStoredData(deviation)[:, 1:]
                    assert np.abs(slip[:, 2]).max() < 1e-12
                    # of order h^3: positions are projected after velocities are solved for
                    assert np.abs(slip[:, :2]).max() < 1e-6


def at_positions(end, steps, **changes):
    """Settings with constraints at position level."""
    made = settings(end, steps, **changes)
    made.timeIntegration.generalizedAlpha.constraintLevel = "position"
    return made


def test_without_the_projection_the_height_drifts(monkeypatch):
    """What the projection is for; a test of the test above."""
    monkeypatch.setattr(ObjectJointRollingDisc, "drifts", False)
    model, joint = disc("EP", Free)
    model.mbs.SolveDynamic(at_positions(5.0, 1000))
    assert abs(model.of(joint, Out.Position)[2]) > 1e-5


@pytest.mark.parametrize("kind", NODES)
def test_energy_is_kept(kind):
    """Rolling does no work."""
    for solver, order, steps in ((Solver.GeneralizedAlpha, 2, 2000), (Solver.RK44, 4, 1000)):
        changes = []
        for count in (steps, 2 * steps):
            model, _ = disc(kind, Free)
            before = energy_of(model)
            model.mbs.SolveDynamic(explicit(1.0, count), solver)
            changes.append(abs(energy_of(model) - before) / before)
        assert changes[1] < (1e-6 if order == 2 else 1e-8)
        assert order == 2 or changes[0] / changes[1] > 0.8 * 2**order


def test_the_energy_account_needs_no_work_of_the_joint():
    model, _ = disc("EP", Free)
    run = settings(0.5, 2000, period=0.0)
    solution = model.mbs.SolveDynamic(run)
    account = solution.energy()
    assert not account.missing
    assert np.abs(account.work).max() < 1e-12 and np.abs(account.balance).max() < 1e-3


def plate_and_disc(kind, speed=1.0):
    """A free plate that turns, and a disc that rolls on its tilted surface; no other forces."""
    m = SpaceModel(kind)
    turn, spin = tilted(0.3) @ tilted(0.2, 1), speed * np.array([0.2, -0.3, 0.5])
    top = np.array([0.1, 0.2, 0.4])
    plate = m.body(5.0, [0.4, 0.5, 0.6], A=turn, velocity=[0.1, 0.0, 0.2], spin=spin)
    normal = turn @ [0.0, 0.6, 0.8]
    A = tilted(1.2)
    a = A[:, 2]
    w2 = np.cross(a, normal) / np.linalg.norm(np.cross(a, normal))
    x = RADIUS * np.cross(a, w2)
    touched = turn @ top + 0.3 * w2
    rate = speed * np.array([1.0, -2.0, 3.0])
    velocity = np.array([0.1, 0.0, 0.2]) + np.cross(spin, touched) - np.cross(rate, x)
    body = m.body(MASS, moments(2), position=touched - x, A=A, velocity=velocity, spin=rate)
    ends = m.ends(plate, body, place0=top)
    joint = m.mbs.AddObject(
        RollingDiscJoint(
            markerNumbers=ends, discRadius=RADIUS, discAxis=[0, 0, 1], planeNormal=[0, 0.6, 0.8]
        )
    )
    m.mbs.Assemble()
    return m, joint


def momenta(m):
    """Linear momentum, angular momentum about the origin, kinetic energy of plate and disc."""
    linear, angular, energy = np.zeros(3), np.zeros(3), 0.0
    for k, (mass, J) in enumerate(((5.0, np.array([0.4, 0.5, 0.6])), (MASS, moments(2)))):
        p, v = m.of_body(Out.Position, k), m.of_body(Out.Velocity, k)
        w = m.of_body(Out.AngularVelocityLocal, k)
        A = m.of_body(Out.RotationMatrix, k).reshape(3, 3)
        linear += mass * v
        angular += np.cross(p, mass * v) + A @ (J * w)
        energy += 0.5 * mass * v @ v + 0.5 * w @ (J * w)
    return np.array([*linear, *angular, energy])


@pytest.mark.parametrize("kind", NODES)
def test_a_disc_on_a_moving_plate_keeps_momentum_and_energy(kind):
    """Force and moment on the plate are those of the disc, at the contact point that both share."""
    m, joint = plate_and_disc(kind)
    before = momenta(m)
    m.mbs.SolveDynamic(explicit(1.0, 1000), Solver.RK44)
    assert momenta(m) == pytest.approx(before, abs=1e-9)
    assert np.abs(m.of(joint, Out.ForceLocal)).max() > 0.5
    assert np.linalg.norm(m.of_body(Out.Position, 1) - m.of_body(Out.Position, 0)) > 0.3
    changes = []
    for steps in (1000, 2000):
        m, _ = plate_and_disc(kind)
        m.mbs.SolveDynamic(settings(1.0, steps))
        change = np.abs(momenta(m) - before)
        assert change[:3].max() < 1e-12
        changes.append(change.max())
    assert changes[1] < 1e-4 and changes[0] / changes[1] > 3.5


# ------------------------------------------------------------------ free directions, switching


def test_free_directions_have_no_force():
    """A disc on ice keeps its velocity along the plane, and its spin about its axis."""
    model, joint = disc("EP", Free, constrainedAxes=[0, 0, 1])
    start = model.of_body(Out.Velocity)[:2], model.of_body(Out.AngularVelocityLocal)[2]
    model.mbs.SolveDynamic(explicit(0.5, 2000), Solver.RK44)
    assert model.of_body(Out.Velocity)[:2] == pytest.approx(start[0], abs=1e-12)
    assert model.of_body(Out.AngularVelocityLocal)[2] == pytest.approx(start[1], abs=1e-9)
    assert np.array_equal(model.of(joint, Out.ForceLocal)[:2], [0.0, 0.0])
    assert model.of(joint, Out.Position)[2] == pytest.approx(0.0, abs=1e-14)


def test_the_gap_is_that_of_the_time_when_the_joint_is_switched_on():
    """A disc falls, is caught 1 mm above the plane, and keeps that gap."""
    model, joint = disc("EP", Free, lift=0.02, activeConnector=False)

    def catch(mbs, t):
        height = mbs.GetObjectOutput(joint, Out.Position)[2]
        if height < 1e-3 and not mbs.GetObjectParameter(joint, "activeConnector"):
            caught.append(height)
            mbs.SetObjectParameter(joint, "activeConnector", True)
        return True

    caught = []
    model.mbs.SetPreStepUserFunction(catch)
    model.mbs.SolveDynamic(settings(0.3, 3000))
    assert len(caught) == 1 and 0.0 < caught[0] < 1e-3
    assert model.of(joint, Out.Position)[2] == pytest.approx(caught[0], abs=1e-14)


def test_every_run_keeps_the_gap_of_its_own_start():
    model, joint = disc("EP", Free)
    model.mbs.SolveDynamic(settings(0.1, 100))
    for lift in (0.01, -0.02):
        q = model.mbs.systemData.GetODE2Coordinates(exu.ConfigurationType.Initial)
        q[2] += lift
        before = model.of(joint, Out.Position)[2]
        model.mbs.systemData.SetODE2Coordinates(q, exu.ConfigurationType.Initial)
        model.mbs.SolveDynamic(settings(0.1, 100))
        after = model.of(joint, Out.Position)[2]
        assert after - before == pytest.approx(lift, abs=1e-14)


def test_start_velocities_are_made_to_roll():
    """Velocities that slip are corrected, and the correction is told."""
    model, joint = disc("EP", Free)
    model.mbs.SetNodeParameter(model.nodes[0], "initialVelocities", [0.0] * 3 + [0.1] * 4)
    model.mbs.Assemble()
    with pytest.warns(UserWarning, match="the start velocities violate the constraint"):
        model.mbs.SolveDynamic(settings(0.01, 10))
    assert model.of(joint, Out.ConstraintEquation) == pytest.approx(np.zeros(3), abs=1e-10)


# ------------------------------------------------------------------ discs that lie flat


def test_a_disc_that_lies_flat_is_refused_by_name():
    m = SpaceModel("EP")
    body = m.body(MASS, moments(2), position=[0, 0, 0.0], gravity=DOWN)
    m.mbs.AddObject(
        RollingDiscJoint(
            name="coin", markerNumbers=m.ends(m.ground, body), discRadius=RADIUS, discAxis=[0, 0, 1]
        )
    )
    m.mbs.Assemble()
    with pytest.raises(exu.SysError, match="'coin'.*lies flat in its plane"):
        m.mbs.SolveDynamic(settings(0.1, 10))


def test_a_disc_that_falls_flat_stops_the_run():
    """A disc on ice without spin falls over; no number is made up where it lies."""
    m = SpaceModel("LG")
    A = tilted(0.3)
    body = m.body(MASS, moments(2), position=-contact_of(A[:, 2]), A=A, gravity=DOWN)
    ends = m.ends(m.ground, body)
    joint = RollingDiscJoint(
        name="coin", markerNumbers=ends, discRadius=RADIUS, discAxis=[0, 0, 1],
        constrainedAxes=[0, 0, 1],
    )  # fmt: skip
    m.mbs.AddObject(joint)
    m.mbs.Assemble()
    with pytest.raises(exu.SolverError) as caught:
        m.mbs.SolveDynamic(settings(1.0, 1000))
    heights = caught.value.solution.coordinates[:, 2]
    assert len(heights) > 1 and np.isfinite(heights).all()


# ------------------------------------------------------------------ statics, modes, errors


def test_statics_hold_the_gap_alone_and_say_so():
    """A disc on ice between springs finds its place along the plane, at the height of the start."""
    m = SpaceModel("EP")
    body = m.body(MASS, moments(0), position=[0.01, 0.02, RADIUS], gravity=DOWN)
    ends = m.ends(m.ground, body)
    m.mbs.AddObject(
        CartesianSpringDamper(
            markerNumbers=ends, stiffness=[1e3, 2e3, 0.0], offset=[0.0, 0.0, RADIUS]
        )
    )
    m.mbs.AddObject(
        RigidBodySpringDamper(markerNumbers=ends, stiffness=np.diag([0.0] * 3 + [50.0] * 3))
    )
    joint = m.mbs.AddObject(RollingDiscJoint(name="wheel", markerNumbers=ends, discRadius=RADIUS))
    m.mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[5.0, -4.0, 0.0]))
    m.mbs.Assemble()
    with pytest.warns(UserWarning, match="'wheel'.*constraints of velocities do not act"):
        m.mbs.SolveStatic()
    assert m.of_body(Out.Position) == pytest.approx([5e-3, -2e-3, RADIUS], abs=1e-9)
    assert m.of(joint, Out.ForceLocal) == pytest.approx([0, 0, MASS * GRAVITY], abs=1e-6)
    assert m.mbs.GetObjectParameter(joint, "constrainedAxes") == [1, 1, 1]
    m.mbs.SolveDynamic(settings(0.1, 100))  # all directions act again
    assert np.abs(m.of(joint, Out.ForceLocal)[:2]).max() > 1e-3


def test_frequency_of_a_wheel_on_a_spring():
    """omega^2 = k / (m + C/r^2): rolling ties the spin to the way, for small motions, too."""
    m = SpaceModel("EP")
    body = m.body(MASS, moments(0), position=[0, 0, RADIUS])
    ends = m.ends(m.ground, body)
    m.mbs.AddObject(
        CartesianSpringDamper(markerNumbers=ends, stiffness=[0, 80.0, 0], offset=[0, 0, RADIUS])
    )
    m.mbs.AddObject(RollingDiscJoint(markerNumbers=ends, discRadius=RADIUS))
    m.mbs.Assemble()
    found = m.mbs.ComputeModes(damped=True)
    wanted = np.sqrt(80.0 / (MASS + ALONG / RADIUS**2))
    rates = np.abs(np.imag(found.eigenvalues))
    assert np.abs(rates - wanted).min() < 1e-9


def test_errors_of_the_constraint_in_a_result():
    """The gap has one of positions; slip is of order h^3, since positions are projected last."""
    slip = []
    for steps in (500, 1000):
        model, joint = disc("EP", Free)
        solution = model.mbs.SolveDynamic(at_positions(0.5, steps, period=0.01))
        errors = solution.constraint_errors()
        own = errors.objects == joint
        position = errors.largest_position[own]
        assert np.isnan(position[:2]).all() and 0.0 < position[2] < 1e-14
        assert any("equations of velocities" in text for text in errors.missing)
        slip.append(errors.largest_velocity[own])
    assert slip[1].max() < 1e-6 and (slip[0] / slip[1]).min() > 7.0


def test_directions_of_zero_length_are_refused():
    model, joint = disc("EP", Free)
    for name in ("discAxis", "planeNormal"):
        with pytest.raises(exu.ParameterError, match=f"{name}.*not all zero"):
            model.mbs.SetObjectParameter(joint, name, [0.0, 0.0, 0.0])
        model.mbs.SetObjectParameter(joint, name, [0.0, 0.0, 1e-300])
        assert model.mbs.GetObjectParameter(joint, name).tolist() == [0.0, 0.0, 1e-300]
    with pytest.raises(exu.ParameterError, match="discRadius r must be > 0 m, got 0"):
        model.mbs.SetObjectParameter(joint, "discRadius", 0.0)
