"""A disc on an elastic plane with friction: closed forms, an independent law, branches, data."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq

import linkwork as exu
from linkwork.items import *
from tests.cases import Cases
from tests.verification.rolling_models import (
    ALONG,
    CONTACT,
    GRAVITY,
    MASS,
    RADIUS,
    contact_of,
    moments,
    resting,
    slid,
    sliding_disc,
    tilted,
)
from tests.verification.space_bodies import DOWN, NODES, Out, SpaceModel, settings
from tests.verification.test_rolling_disc import explicit, momenta

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType
BETA, VELOCITY, SPIN = 1.2, np.array([0.5, 2.0, 0.0]), np.array([0.3, -0.2, 8.0])
"""Start of `sliding_disc`."""

UPRIGHT = math.pi / 2


def state_of(model):
    names = Out.Position, Out.Velocity, Out.AngularVelocity
    return np.concatenate([model.of_body(name) for name in names])


def not_located(run):
    run.timeIntegration.discontinuous.locateEvents = False
    return run


# ------------------------------------------------------------------ sliding and rolling


@pytest.mark.parametrize("linear", [False, True], ids=["quadratic zone", "linear zone"])
@pytest.mark.parametrize("kind", NODES)
def test_a_sliding_disc_follows_the_law(kind, linear):
    """Anisotropic and viscous friction, turned, with rolling friction, against an own code.

    The slip enters and leaves the zone on the way: steps end there, and solvers keep their order.
    """
    law = dict(useLinearProportionalZone=linear)
    *state, force = slid(tilted(BETA), SPIN, resting(BETA), VELOCITY, 0.5, **law)
    wanted = np.concatenate(state)
    orders = {
        Solver.GeneralizedAlpha: (2, 1000, 3e-4),
        Solver.RK44: (4, 500, 1e-6),
        Solver.DOPRI5: (5, 250, 1e-7),
    }
    with Cases(kind) as cases:
        for solver, (order, steps, tolerance) in orders.items():
            with cases(solver.name):
                errors = []
                for count in (steps, 2 * steps):
                    model, contact = sliding_disc(kind, **law)
                    solution = model.mbs.SolveDynamic(explicit(0.5, count), solver)
                    assert solution.statistics.events == 2
                    errors.append(np.abs(state_of(model) - wanted).max())
                assert errors[1] < tolerance
                assert math.log2(errors[0] / errors[1]) > order - 0.25
                assert model.of(contact, Out.ForceLocal) == pytest.approx(force, abs=10 * tolerance)


def slide_then_roll(t, speed, friction):
    """(way, velocity, angular velocity) of a disc that slides first, by the closed form."""
    slowing, spinning = friction * GRAVITY, friction * MASS * GRAVITY * RADIUS / ALONG
    end = speed / (slowing + spinning * RADIUS)
    slides = min(t, end)
    v = speed - slowing * slides
    way = speed * slides - 0.5 * slowing * slides**2 + v * (t - slides)
    return way, v, spinning * slides


@pytest.mark.parametrize("located", [True, False], ids=["located", "not located"])
@pytest.mark.parametrize("linear", [False, True], ids=["quadratic zone", "linear zone"])
def test_a_disc_slides_and_then_rolls(linear, located):
    """The time in the zone is proportional to the zone, and so is the error of the closed form."""
    law = dict(
        dryFriction=[0.3, 0.3], dryFrictionAngle=0.0, viscousFriction=[0.0, 0.0],
        rollingFrictionViscous=0.0, useLinearProportionalZone=linear,
    )  # fmt: skip
    with Cases("slide") as cases:
        for kind in NODES:
            for t in (0.3, 0.8):
                with cases(kind, f"{t} s"):
                    model, contact = sliding_disc(
                        kind, UPRIGHT, velocity=(0, 4, 0), spin=(0, 0, 0), axis=0,
                        dryFrictionProportionalZone=1e-4, **law,
                    )  # fmt: skip
                    run = settings(t, 800)
                    run = run if located else not_located(run)
                    solution = model.mbs.SolveDynamic(run)
                    way, v, omega = slide_then_roll(t, 4.0, 0.3)
                    assert model.of_body(Out.Position)[1] == pytest.approx(way, abs=1e-5)
                    assert model.of_body(Out.Velocity)[1] == pytest.approx(v, abs=2e-5)
                    spin = model.of_body(Out.AngularVelocity)[0]
                    assert spin == pytest.approx(-omega, abs=2e-4)
                    rolls = t > 0.5
                    force = [0.0, 0.0 if rolls else 0.3 * MASS * GRAVITY, MASS * GRAVITY]
                    assert model.of(contact, Out.ForceLocal) == pytest.approx(force, abs=2e-2)
                    assert solution.statistics.disagreed == 0
                    assert solution.statistics.events == (1 if rolls and located else 0)


def test_rolling_friction_slows_a_wheel_exponentially():
    """m v' (1 + C/(m r^2)) = -nu m g v while friction holds the contact point."""
    law = dict(dryFrictionProportionalZone=1e-4, rollingFrictionViscous=0.2, dryFrictionAngle=0.0)
    model, _ = sliding_disc("EP", UPRIGHT, velocity=(0, 1, 0), spin=(-5, 0, 0), **law)
    model.mbs.SolveDynamic(settings(1.0, 1000))
    slowed = math.exp(-0.2 * GRAVITY / (1.0 + ALONG / (MASS * RADIUS**2)))
    assert model.of_body(Out.Velocity)[1] == pytest.approx(slowed, abs=2e-5)


def test_friction_has_its_directions():
    """Lateral slip feels dryFriction[0]; turned by an angle, the force is not against the slip."""
    for slip, angle in (((1.0, 0.0), 0.0), ((0.0, 1.0), 0.0), ((0.6, 0.8), 0.7)):
        values = dict(
            dryFriction=[0.5, 0.1], dryFrictionAngle=angle, viscousFriction=[0, 0],
            dryFrictionProportionalZone=1e-3, rollingFrictionViscous=0.0,
        )  # fmt: skip
        velocity = [slip[0], -slip[1], 0.0]  # wl = x, w2 = -y
        model, contact = sliding_disc("EP", UPRIGHT, velocity=velocity, spin=(0, 0, 0), **values)
        cos, sin = math.cos(angle), math.sin(angle)
        B = np.array([[cos, -sin], [sin, cos]])
        f = -MASS * GRAVITY * B.T @ np.diag([0.5, 0.1]) @ B @ slip
        assert model.of(contact, Out.VelocityLocal) == pytest.approx([*slip, 0.0], abs=1e-14)
        assert model.of(contact, Out.ForceLocal) == pytest.approx([*f, MASS * GRAVITY], rel=1e-12)


# ------------------------------------------------------------------ bouncing


def bounced(end, height, k, d, no_adhesion):
    """Height of an upright disc above the plane, by the closed forms of flight and contact."""
    t, z, v = 0.0, height, 0.0
    while True:
        fall = (v + math.sqrt(v * v + 2.0 * GRAVITY * z)) / GRAVITY
        if t + fall >= end:
            rest = end - t
            return z + v * rest - 0.5 * GRAVITY * rest**2
        t, speed = t + fall, v - GRAVITY * fall
        decay, depth = 0.5 * d / MASS, MASS * GRAVITY / k
        omega = math.sqrt(k / MASS - decay**2)
        b = (speed + decay * depth) / omega

        def motion(s, b=b, depth=depth, decay=decay, omega=omega):
            wave = depth * math.cos(omega * s) + b * math.sin(omega * s)
            slope = omega * (b * math.cos(omega * s) - depth * math.sin(omega * s))
            size = math.exp(-decay * s)
            return size * wave - depth, size * (slope - decay * wave)

        def push(s, motion=motion):
            z, v = motion(s)
            return -(k * z + d * v)

        lowest = brentq(lambda s, motion=motion: motion(s)[1], 1e-9, math.pi / omega)
        leaves = push if no_adhesion else lambda s, motion=motion: motion(s)[0]
        try:
            contact = brentq(leaves, lowest, lowest + math.pi / omega)
        except ValueError:
            contact = math.inf
        if t + contact >= end:
            return motion(end - t)[0]
        t = t + contact
        z, v = motion(contact)
        # below the plane without force: the flight begins there


@pytest.mark.parametrize("no_adhesion", [False, True], ids=["adhesion", "no adhesion"])
@pytest.mark.parametrize("kind", NODES)
def test_a_dropped_wheel_bounces(kind, no_adhesion):
    """Contact begins with a jump of the force of the damper, which pulls at its end or not."""
    law = dict(contactDamping=60.0, noAdhesion=no_adhesion)
    start = 0.05 + MASS * GRAVITY / CONTACT["contactStiffness"]
    with Cases(kind) as cases:
        for end in (0.1, 0.12, 0.3, 0.6):
            wanted = bounced(end, 0.05, CONTACT["contactStiffness"], 60.0, no_adhesion)
            for solver, tolerance in ((Solver.RK44, 1e-9), (Solver.GeneralizedAlpha, 2e-6)):
                with cases(f"{end} s", solver.name):
                    model, contact = sliding_disc(
                        kind, UPRIGHT, (0, 0, 0), (0, 0, 0), lift=start, axis=0, **law
                    )
                    model.mbs.SolveDynamic(explicit(end, 2000), solver)
                    height = model.of(contact, Out.Position)[2]
                    assert height == pytest.approx(wanted, abs=tolerance)


def test_friction_in_an_impact_is_proportional_to_the_impulse():
    """m dv_x = -mu int N dt = -mu (m dv_z + m g T), also for a wheel that keeps sliding."""
    law = dict(
        dryFriction=[0.3, 0.3], dryFrictionAngle=0.0, viscousFriction=[0, 0], noAdhesion=True,
        rollingFrictionViscous=0.0, dryFrictionProportionalZone=1e-3,
    )  # fmt: skip
    model, _ = sliding_disc("EP", UPRIGHT, (0, 5, 0), (0, 0, 0), lift=0.05, **law)
    model.mbs.SolveDynamic(explicit(0.15, 2000), Solver.DOPRI5)
    velocity = model.of_body(Out.Velocity)
    push = velocity[2] + GRAVITY * 0.15
    assert push > 1.5
    assert 5.0 - velocity[1] == pytest.approx(0.3 * push, rel=1e-9)


def test_the_plane_pulls_or_does_not():
    """The damper of a disc that leaves the plane, at one state."""
    for no_adhesion in (False, True):
        law = dict(contactDamping=1e4, noAdhesion=no_adhesion)
        model, contact = sliding_disc("EP", UPRIGHT, (1.0, 0.0, 2.0), (0, 0, 0), **law)
        N = MASS * GRAVITY - 2e4
        force = model.of(contact, Out.ForceLocal)
        if no_adhesion:
            assert np.array_equal(force, np.zeros(3))
        else:
            assert force[2] == pytest.approx(N, rel=1e-12)
            assert force[0] < 0.0  # friction is against the slip also where N < 0


# ------------------------------------------------------------------ branches


def test_steps_without_events_converge_to_the_same_motion():
    """Contact and friction that change within steps cost the order, and no step is in doubt."""
    law = dict(contactDamping=60.0, dryFrictionProportionalZone=1e-2)
    reference, _ = sliding_disc("EP", BETA, VELOCITY, SPIN, lift=0.01, **law)
    reference.mbs.SolveDynamic(explicit(0.4, 8000), Solver.DOPRI5)
    wanted = state_of(reference)
    allowed = {
        (Solver.GeneralizedAlpha, True): 1e-6, (Solver.GeneralizedAlpha, False): 2e-3,
        (Solver.RK44, True): 1e-10, (Solver.RK44, False): 2e-3,
    }  # fmt: skip
    with Cases("events") as cases:
        for (solver, located), limit in allowed.items():
            with cases(solver.name, "located" if located else "not located"):
                errors = []
                for steps in (2000, 32000):
                    model, _ = sliding_disc("EP", BETA, VELOCITY, SPIN, lift=0.01, **law)
                    run = explicit(0.4, steps)
                    found = model.mbs.SolveDynamic(run if located else not_located(run), solver)
                    assert found.statistics.disagreed == 0
                    assert found.statistics.events == (4 if located else 0)
                    errors.append(np.abs(state_of(model) - wanted).max())
                assert errors[1] < limit and errors[1] < 0.25 * errors[0]


def test_a_start_without_accelerations_finds_its_branch():
    """Contact at the start is seen also where no initial accelerations are computed."""
    for located in (True, False):
        model, contact = sliding_disc("EP", UPRIGHT, (0, 1, 0), (-5, 0, 0))
        run = settings(0.05, 500)
        run.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
        run = run if located else not_located(run)
        model.mbs.SolveDynamic(run)
        assert model.of_body(Out.Position)[2] == pytest.approx(resting(UPRIGHT)[2], abs=1e-5)
        assert model.of(contact, Out.ForceLocal)[2] == pytest.approx(MASS * GRAVITY, rel=1e-2)


def test_data_hold_slip_and_gap_of_every_recorded_state():
    for located in (True, False):
        model, contact = sliding_disc("EP", lift=0.002)
        told = [
            model.mbs.AddSensor(
                SensorObject(objectNumber=contact, storeInternal=True, outputVariableType=name)
            )
            for name in (Out.VelocityLocal, Out.Position)
        ]
        model.mbs.Assemble()
        run = settings(0.2, 400, period=0.0)
        run.solutionSettings.sensorsWritePeriod = 0.0
        solution = model.mbs.SolveDynamic(run if located else not_located(run))
        slip, place = (model.mbs.GetSensorStoredData(number)[:, 1:] for number in told)
        data = solution.data_coordinates
        assert len(data) == len(slip) >= 401
        assert np.array_equal(data[0], np.zeros(3))
        assert data[1:, :2] == pytest.approx(slip[1:, :2], abs=1e-13)
        assert data[1:, 2] == pytest.approx(place[1:, 2], abs=1e-13)
        assert data[1:, 2].max() > 0.0 > data[1:, 2].min()


def test_slip_that_turns_is_not_an_event():
    """The sector of the friction follows the slip, here once around and more."""
    law = dict(dryFriction=[0.02, 0.02], dryFrictionProportionalZone=1e-3, contactDamping=500.0)
    model, _ = sliding_disc("LG", UPRIGHT, (1.0, 0.0, 0.0), (0, 0, 20.0), **law)
    solution = model.mbs.SolveDynamic(settings(0.4, 2000, period=1e-3))
    slip = solution.data_coordinates[1:, :2]
    turned = np.unwrap(np.arctan2(slip[:, 1], slip[:, 0]))
    assert abs(turned[-1] - turned[0]) > 2 * math.pi
    assert solution.statistics.events <= 1


# ------------------------------------------------------------------ energy and momentum


@pytest.mark.parametrize("kind", NODES)
def test_energy_never_grows(kind):
    """In all branches; what is lost is what damper and friction take."""
    with Cases(kind) as cases:
        for name, law in {
            "zone": {},
            "linear": dict(useLinearProportionalZone=True),
            "no adhesion": dict(noAdhesion=True, contactDamping=100.0),
        }.items():
            with cases(name):
                model, _ = sliding_disc(kind, lift=0.01, **law)
                solution = model.mbs.SolveDynamic(settings(0.5, 4000, period=0.0))
                account = solution.energy()
                assert not account.missing
                scale = account.total[0]
                assert np.diff(account.dissipated).min() > -1e-12 * scale
                assert account.dissipated[-1] > 0.2
                total = account.kinetic + account.potential
                assert np.diff(total).max() < 1e-6 * scale
                assert np.abs(account.balance).max() < 1e-5 * scale


@pytest.mark.parametrize("kind", NODES)
def test_a_disc_that_slides_on_a_moving_plate_keeps_momentum(kind):
    """Contact, friction and rolling friction act on both bodies with the same line of action."""
    m = SpaceModel(kind)
    turn, top = tilted(0.3) @ tilted(0.2, 1), np.array([0.1, 0.2, 0.4])
    plate = m.body(5.0, [0.4, 0.5, 0.6], A=turn, velocity=[0.1, 0.0, 0.2], spin=[0.2, -0.3, 0.5])
    normal, A = turn @ [0.0, 0.6, 0.8], tilted(1.2)
    w2 = np.cross(A[:, 2], normal) / np.linalg.norm(np.cross(A[:, 2], normal))
    x = RADIUS * np.cross(A[:, 2], w2)
    place = turn @ top + 0.3 * w2 - 0.004 * normal - x
    disc = m.body(
        MASS, moments(2), position=place, A=A, velocity=[0.3, -0.4, 0.1], spin=[1.0, -2.0, 3.0]
    )
    data = m.mbs.AddNode(NodeGenericData(numberOfDataCoordinates=3))
    contact = m.mbs.AddObject(
        RollingDiscPenalty(
            markerNumbers=m.ends(plate, disc, place0=top), nodeNumber=data, discRadius=RADIUS,
            discAxis=[0, 0, 1], planeNormal=[0, 0.6, 0.8], **CONTACT | dict(contactStiffness=500.0),
        )
    )  # fmt: skip
    m.mbs.Assemble()
    before = momenta(m)
    assert m.of(contact, Out.Position) == pytest.approx(place + x, abs=1e-14)  # global
    m.mbs.SolveDynamic(explicit(0.1, 1000), Solver.RK44)
    after = momenta(m)
    assert after[:6] == pytest.approx(before[:6], abs=1e-10)
    assert after[6] < before[6] - 1e-3
    assert np.abs(m.of(contact, Out.ForceLocal)[:2]).max() > 0.1


# ------------------------------------------------------------------ statics, refusals


def test_a_disc_sinks_in_until_the_plane_carries_it():
    for start in (1e-3, -5e-3):
        m = SpaceModel("EP")
        body = m.body(MASS, moments(0), position=[0, 0, RADIUS - start], gravity=DOWN)
        ends = m.ends(m.ground, body)
        m.mbs.AddObject(
            RigidBodySpringDamper(markerNumbers=ends, stiffness=np.diag([0.0] * 3 + [50.0] * 3))
        )
        m.mbs.AddObject(
            CartesianSpringDamper(
                markerNumbers=ends, stiffness=[1e3, 1e3, 10.0], offset=[0, 0, RADIUS]
            )
        )
        data = m.mbs.AddNode(NodeGenericData(numberOfDataCoordinates=3))
        contact = m.mbs.AddObject(
            RollingDiscPenalty(
                markerNumbers=ends, nodeNumber=data, discRadius=RADIUS, contactStiffness=2e4
            )
        )
        m.mbs.Assemble()
        m.mbs.SolveStatic()
        depth = MASS * GRAVITY / (2e4 + 10.0)
        assert m.of_body(Out.Position)[2] == pytest.approx(RADIUS - depth, abs=1e-9)
        assert m.of(contact, Out.ForceLocal)[2] == pytest.approx(2e4 * depth, rel=1e-9)
        assert m.mbs.systemData.GetDataCoordinates()[2] == pytest.approx(-depth, abs=1e-9)


def test_dry_friction_needs_a_zone():
    """Without a zone there is no force at rest; said where it is given, also in a run."""
    model, contact = sliding_disc("EP")
    mbs = model.mbs
    mbs.SetObjectParameter(contact, "dryFrictionProportionalZone", 0.0)
    with pytest.raises(
        exu.ParameterError, match="dryFriction = .*dryFrictionProportionalZone v_mu > 0"
    ):
        mbs.Assemble()
    mbs.SetObjectParameter(contact, "dryFriction", [0.0, 0.0])
    mbs.Assemble()  # viscous friction needs none
    mbs.SolveDynamic(settings(0.01, 10))

    def forget_zone(mbs, t):
        mbs.SetObjectParameter(contact, "dryFriction", [0.1, 0.1])
        return True

    mbs.SetPreStepUserFunction(forget_zone)
    with pytest.raises(exu.SysError, match="dryFriction cannot be changed while"):
        mbs.SolveDynamic(settings(0.01, 10))


def test_wrong_values_are_refused_by_name():
    model, contact = sliding_disc("EP")
    for name in ("dryFriction", "viscousFriction"):
        model.mbs.SetObjectParameter(contact, name, [0.1, -0.1])
        with pytest.raises(exu.ParameterError, match=f"{name} must be two numbers >= 0"):
            model.mbs.Assemble()
        model.mbs.SetObjectParameter(contact, name, [0.1, 0.1])
    small = model.mbs.AddNode(NodeGenericData(numberOfDataCoordinates=2))
    model.mbs.SetObjectParameter(contact, "nodeNumber", small)
    with pytest.raises(exu.ParameterError, match="3 data coordinates, which hold the lateral"):
        model.mbs.Assemble()
    form = model.mbs.GetObject(contact)
    assert form["rollingFrictionViscous"] == CONTACT["rollingFrictionViscous"]
    assert RollingDiscPenalty(rollingViscousFriction=0.5).rollingFrictionViscous == 0.5


def test_parameters_may_change_during_a_run():
    """A patch of ice: without friction the velocity stays."""
    model, contact = sliding_disc("EP", UPRIGHT, (0, 4, 0), (0, 0, 0))

    def ice(mbs, t):
        mbs.SetObjectParameter(contact, "dryFriction", [0.0, 0.0] if t > 0.1 else [0.3, 0.3])
        return True

    model.mbs.SetObjectParameter(contact, "viscousFriction", [0.0, 0.0])
    model.mbs.SetObjectParameter(contact, "rollingFrictionViscous", 0.0)
    model.mbs.SetObjectParameter(contact, "dryFrictionAngle", 0.0)
    model.mbs.SetPreStepUserFunction(ice)
    model.mbs.SolveDynamic(settings(0.2, 2000))
    assert model.of_body(Out.Velocity)[1] == pytest.approx(4.0 - 0.3 * GRAVITY * 0.1, abs=1e-3)


def test_a_disc_may_fall_flat_but_not_lie_in_contact():
    """Above the plane it needs no direction of rolling; where it touches, it is refused."""
    m = SpaceModel("EP")
    body = m.body(MASS, moments(2), position=[0, 0, 0.1], gravity=DOWN)
    data = m.mbs.AddNode(NodeGenericData(numberOfDataCoordinates=3))
    contact = m.mbs.AddObject(
        RollingDiscPenalty(
            name="coin", markerNumbers=m.ends(m.ground, body), nodeNumber=data, discRadius=RADIUS,
            discAxis=[0, 0, 1], contactStiffness=1e4,
        )
    )  # fmt: skip
    m.mbs.Assemble()
    m.mbs.SolveDynamic(settings(0.1, 100))
    assert m.of_body(Out.Position)[2] == pytest.approx(0.1 - 0.005 * GRAVITY, abs=1e-9)
    assert np.array_equal(m.of(contact, Out.ForceLocal), np.zeros(3))
    with pytest.raises(exu.SolverError, match="'coin'.*lies flat in its plane"):
        m.mbs.SolveDynamic(settings(0.2, 200))


def test_reference_of_the_contact_point():
    """The helper of these tests is the geometry of the law."""
    model, contact = sliding_disc("EP")
    place = resting(BETA) + contact_of(tilted(BETA)[:, 2])
    assert model.of(contact, Out.Position) == pytest.approx(place, abs=1e-15)
