"""Cables whose material moves along them, on circles: friction that moves it, stick, capstans."""

import math
import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .cable_models import Variable, hold, material
from .circle_models import add_contact, capstan, drive, pulley

pytestmark = pytest.mark.processors

LENGTH, MASS, RADIUS, DEPTH = 1.0, 2.0, 0.2, 1e-3
STIFFNESS, MU = 1e4, 0.3
NORMAL = STIFFNESS * DEPTH
SLIP = MU * NORMAL


def settings(end, steps, radius=1.0):
    made = exu.SimulationSettings()
    made.timeIntegration.endTime, made.timeIntegration.numberOfSteps = end, steps
    made.timeIntegration.generalizedAlpha.spectralRadius = radius
    made.timeIntegration.generalizedAlpha.useIndex2Constraints = radius == 1.0
    made.timeIntegration.newton.relativeTolerance = 1e-10
    made.timeIntegration.newton.absoluteTolerance = 1e-12
    made.solutionSettings.writeSolutionToFile = False
    made.solutionSettings.solutionWritePeriod = end / 10
    return made


def strip(inertia=None, omega=0.0, mirrored=False, force=0.0, **values):
    """A straight strip that is held, with material that a pulley below moves along it.

    Returns the system, the node of s, that of the pulley, and the contact. inertia -- of a pulley
    that turns freely, None: it turns with omega; force -- on s
    """
    mbs = exu.SystemContainer().AddSystem()
    ends = ((0.5, -1.0), (-0.5, -1.0)) if mirrored else ((-0.5, 1.0), (0.5, 1.0))
    nodes = [
        mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=[x, 0, along, 0])) for x, along in ends
    ]
    way = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1))
    element = mbs.AddObject(
        ALECable2D(physicsLength=LENGTH, nodeNumbers=[*nodes, way], **material(1.0, 1e4, MASS))
    )
    for node in nodes:
        hold(mbs, node, (0, 1, 2, 3))
    place = [0.07, DEPTH - RADIUS]
    wheel, _, circle = pulley(mbs, place, RADIUS, inertia or 1.0, omega)
    if inertia is None and omega == 0.0:
        hold(mbs, wheel, (2,))
    elif inertia is None:
        drive(mbs, wheel, omega)
    if force:
        end = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=way, coordinate=0))
        mbs.AddLoad(LoadCoordinate(markerNumber=end, load=force))
    contact, _ = add_contact(
        mbs, circle, element, 4, circleRadius=RADIUS, contactStiffness=STIFFNESS,
        frictionCoefficient=MU, **values,
    )  # fmt: skip
    mbs.Assemble()
    return mbs, way, wheel, contact


def along(mbs, way):
    """s and its rate."""
    return tuple(
        np.asarray(mbs.GetNodeOutput(way, kind)).item()
        for kind in (Variable.Coordinates, Variable.Coordinates_t)
    )


@pytest.mark.parametrize("mirrored", [False, True])
def test_friction_brings_the_material_to_the_speed_of_the_rim(mirrored):
    """Constant slip force, then a force in proportion to the slip, from the time at which
    both are equal."""
    penalty, omega, end = 40.0, -5.0, 2.0
    mbs, way, _, _ = strip(None, omega, mirrored, frictionVelocityPenalty=penalty)
    mbs.SolveDynamic(settings(end, 4000))
    rim, least = -omega * RADIUS, SLIP / penalty
    slip_time = (rim - least) * MASS * LENGTH / SLIP
    assert 0.1 < slip_time < end
    rest, rate = end - slip_time, penalty / (MASS * LENGTH)
    decay = math.exp(-rate * rest)
    way_slipped = 0.5 * SLIP / (MASS * LENGTH) * slip_time**2
    wanted = way_slipped + rim * rest - least * (1.0 - decay) / rate, rim - least * decay
    sign = -1.0 if mirrored else 1.0
    assert along(mbs, way) == pytest.approx([sign * x for x in wanted], rel=1e-6)


def test_pulley_and_material_exchange_momentum():
    """J omega - r m L s_t is kept, and friction takes the energy that is lost."""
    inertia, omega = 0.05, -20.0
    mbs, way, wheel, _ = strip(inertia, omega, frictionVelocityPenalty=40.0)
    solution = mbs.SolveDynamic(settings(2.0, 4000))
    turning = mbs.GetNodeOutput(wheel, Variable.AngularVelocity)[2]
    _, speed = along(mbs, way)
    assert inertia * turning - RADIUS * MASS * LENGTH * speed == pytest.approx(
        inertia * omega, rel=1e-9
    )
    assert speed == pytest.approx(-RADIUS * turning, rel=1e-9)
    energy = solution.energy()
    lost = 0.5 * inertia * (turning**2 - omega**2) + 0.5 * MASS * LENGTH * speed**2
    assert energy.parts["work"]["ObjectContactFrictionCircleCable2D"][-1] == pytest.approx(
        lost, rel=1e-6
    )
    assert energy.error < 1e-6 * abs(lost)


def test_bristles_hold_the_material():
    """A force on s below the limit: an undamped oscillation about its displacement."""
    stiffness, force = 500.0, 0.4 * SLIP
    mbs, way, _, contact = strip(None, 0.0, force=force, frictionStiffness=stiffness)
    mbs.SolveDynamic(settings(1.0, 4000))
    omega = math.sqrt(stiffness / (MASS * LENGTH))
    static = force / stiffness
    wanted = static * (1.0 - math.cos(omega)), static * omega * math.sin(omega)
    assert along(mbs, way) == pytest.approx(wanted, rel=1e-5, abs=3e-5 * static * omega)
    f = mbs.GetObjectOutput(contact, Variable.ForceLocal)
    assert np.abs(f[::2]).max() == pytest.approx(stiffness * wanted[0], rel=1e-4)
    measure = RADIUS * math.pi / 2 + 0.07  # of the third segment: stick begins there
    start = [0.1, 0.1, -DEPTH, 0.1, -2, -2, 0, -2, 0, 0, measure, 0]
    mbs, way, _, _ = strip(None, 0.0, force=force, start=start, frictionStiffness=stiffness)
    mbs.SolveStatic()
    assert along(mbs, way)[0] == pytest.approx(static, rel=1e-9)


def test_stick_is_carried_along_by_a_pulley_that_turns():
    """Bristles move with the rim, over many turns: the material follows its speed exactly."""
    omega = -9.0
    mbs, way, _, contact = strip(None, omega, frictionStiffness=500.0, frictionVelocityPenalty=40.0)
    mbs.SolveDynamic(settings(4.0, 8000))
    assert -omega * 4.0 > 5 * 2 * math.pi
    assert along(mbs, way)[1] == pytest.approx(-omega * RADIUS, rel=1e-9)
    assert np.abs(mbs.GetObjectOutput(contact, Variable.ForceLocal)[::2]).max() < 1e-6 * SLIP


@pytest.mark.parametrize("omega", [-2.0, 2.0])
def test_moving_over_a_pulley_at_rest_is_a_capstan(omega):
    """Material that slips over a pulley at rest, and a cable at rest on one that turns."""
    found = []
    for turns, speed in ((omega, None), (0.0, 0.2 * omega)):
        mbs, held = capstan(16, turns, speed=speed)
        run = settings(3.0, 6000, 0.6)
        run.timeIntegration.newton.relativeTolerance = 1e-8
        run.timeIntegration.newton.absoluteTolerance = 1e-10
        run.timeIntegration.discontinuous.maxIterations = 8
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            mbs.SolveDynamic(run)
        found.append(abs(mbs.GetObjectOutput(held, Variable.Force)))
    assert found[1] == pytest.approx(found[0], rel=1e-3)
    assert found[1] == pytest.approx(10.0 * math.exp(-0.1 * math.pi * omega), rel=1e-2)


def test_material_at_rest_is_a_plain_cable():
    """s that is held: the digits of a Cable2D, which bounces on a circle with friction."""
    found = []
    for ale in (False, True):
        mbs = exu.SystemContainer().AddSystem()
        nodes = [
            mbs.AddNode(
                NodePoint2DSlope1(
                    referenceCoordinates=[x, 0, 1, 0], initialVelocities=[0.5, -1, 0, 0]
                )
            )
            for x in (-0.5, 0.5)
        ]
        values = dict(physicsLength=1.0, **material(1.0, 1e3))
        if ale:
            way = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1))
            hold(mbs, way, (0,))
            element = mbs.AddObject(ALECable2D(nodeNumbers=[*nodes, way], **values))
        else:
            element = mbs.AddObject(Cable2D(nodeNumbers=nodes, **values))
        _, _, circle = pulley(mbs, [0.05, -0.25], 0.2, 0.02, 6.0, free=True)
        add_contact(
            mbs, circle, element, 3, contactStiffness=2e3, contactDamping=2.0, circleRadius=0.2,
            frictionVelocityPenalty=20.0, frictionStiffness=500.0, frictionCoefficient=0.4,
        )  # fmt: skip
        mbs.Assemble()
        solution = mbs.SolveDynamic(settings(0.2, 400))
        keep = np.r_[0:8, -3:0]
        found.append(solution.coordinates[:, keep])
    assert np.abs(found[0][-1, :8]).max() > 0.05
    assert found[1] == pytest.approx(found[0], abs=1e-9)
