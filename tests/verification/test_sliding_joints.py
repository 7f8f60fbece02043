"""Bodies that slide along cables: closed forms, digits, energy, borders, ends, statics."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError, SolverError
from linkwork.items import *

from .cable_models import PINNED, Variable, hold, line, material, pull, run, settle, tip
from .sliding_models import G, sliding, state

pytestmark = pytest.mark.processors

SOLVERS = ["GeneralizedAlpha", "RK67"]
DOWN = 2.0 * math.cos(0.5), -2.0 * math.sin(0.5)
FLEXIBLE = [0.921792595933, -0.0968802386377, 2.13859443257, 0.217462083489]


def out(mbs, joint, name):
    return mbs.GetObjectOutput(joint, getattr(Variable, name))


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("classical", [True, False])
def test_a_mass_slides_on_a_straight_wire(solver, classical):
    """At constant speed when it is horizontal, with g sin(0.5) on an incline."""
    mbs, mass, joint, _ = sliding(True, classicalFormulation=classical)
    run(mbs, 0.5, 100, solver)
    assert state(mbs, mass) == pytest.approx([1.1, 0.0, 2.0, 0.0], abs=1e-12)
    assert out(mbs, joint, "SlidingCoordinate") == pytest.approx(1.1, abs=1e-12)
    assert out(mbs, joint, "SlidingVelocity") == pytest.approx(2.0, abs=1e-12)
    assert out(mbs, joint, "Force") == pytest.approx([0, G, 0], abs=1e-10)
    mbs, mass, joint, _ = sliding(True, DOWN, 0.0, classicalFormulation=classical)
    run(mbs, 0.5, 100, solver)
    wanted = [0.603685153749, -0.329794702575, 2.06370759024, -1.12740859486]
    assert state(mbs, mass) == pytest.approx(wanted, abs=1e-11)
    assert out(mbs, joint, "SlidingCoordinate") == pytest.approx(0.687895566713, abs=1e-12)
    assert np.linalg.norm(out(mbs, joint, "Force")) == pytest.approx(8.60908493214, rel=1e-9)


def test_a_mass_on_a_flexible_cable():
    """Digits of another integration (DOP853) of minimal coordinates."""
    mbs, mass, joint, nodes = sliding(False)
    solution = run(mbs, 0.4, 1600, "RK67")
    assert state(mbs, mass) == pytest.approx(FLEXIBLE, abs=1e-10)
    assert out(mbs, joint, "SlidingCoordinate") == pytest.approx(0.922357613369, abs=1e-11)
    middle = mbs.GetNodeOutput(nodes[2], Variable.Position)[:2]
    assert middle == pytest.approx([0.9998681136, -0.0973100661906], abs=1e-10)
    energy = solution.energy()
    assert np.abs(energy.total - 2.0).max() < 1e-9
    velocity = mbs.GetObjectOutputBody(mass, Variable.Velocity)
    assert out(mbs, joint, "Velocity") == pytest.approx(velocity, abs=1e-9)


@pytest.mark.parametrize("index2", [True, False])
def test_implicit_steps_are_of_second_order(index2):
    errors, losses = [], []
    for steps in (800, 1600):
        mbs, mass, _, _ = sliding(False)
        settings = exu.SimulationSettings()
        chosen = settings.timeIntegration
        chosen.endTime, chosen.numberOfSteps = 0.4, steps
        chosen.generalizedAlpha.spectralRadius = 1.0 if index2 else 0.95
        chosen.generalizedAlpha.useIndex2Constraints = index2
        chosen.newton.relativeTolerance = chosen.newton.absoluteTolerance = 1e-11
        mbs.Assemble()
        solution = mbs.SolveDynamic(settings)
        errors.append(np.abs(np.subtract(state(mbs, mass)[:2], FLEXIBLE[:2])).max())
        losses.append(abs(solution.energy().total[-1] - 2.0))
    assert errors[1] < 1e-6 and losses[1] < 1e-5
    assert errors[0] / errors[1] > 3.3 and losses[0] / losses[1] > 3.3


def test_borders_of_straight_cables_change_nothing():
    """The result does not depend on where cables begin; forces are continuous."""
    found = []
    for elements in (2, 8):
        mbs, mass, joint, _ = sliding(True, DOWN, 0.3, elements=elements)
        force = mbs.AddSensor(
            SensorObject(objectNumber=joint, storeInternal=True, outputVariableType=Variable.Force)
        )
        run(mbs, 0.5, 200)
        found.append(state(mbs, mass))
        rows = np.linalg.norm(mbs.GetSensorStoredData(force)[:, 1:], axis=1)
        assert np.abs(rows - G * math.cos(0.5)).max() < 1e-7
    assert found[0] == pytest.approx(found[1], abs=1e-12)


def test_data_hold_the_place_and_borders_are_events():
    mbs, _, joint, _ = sliding(False, speed=3.0)
    run(mbs, 0.4, 400)
    index, s = out(mbs, joint, "Coordinates")
    assert mbs.systemData.GetDataCoordinates() == pytest.approx([index, s], abs=1e-9)
    assert index == int(s / 0.5) == 2
    assert mbs._data.scalars.events == 2


def test_without_located_events_the_result_is_the_same():
    mbs, mass, joint, _ = sliding(False)
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.4, 1600
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    settings.timeIntegration.discontinuous.locateEvents = False
    mbs.Assemble()
    mbs.SolveDynamic(settings)
    assert state(mbs, mass)[:2] == pytest.approx(FLEXIBLE[:2], abs=1e-6)
    assert out(mbs, joint, "Coordinates")[0] == 1


def test_a_body_turns_with_the_cable():
    """A body that is locked to the slope keeps energy, and its angle is that of the cable.

    At borders, where the curvature jumps, its angular velocity would jump, too.
    """
    mbs, body, joint, _ = sliding(False, elements=1, body=RigidBody2D, constrainRotation=True)
    solution = run(mbs, 0.4, 1600, "RK67")
    energy = solution.energy()
    assert np.abs(energy.total - energy.total[0]).max() < 1e-8
    assert np.abs(out(mbs, joint, "ConstraintEquation")).max() < 1e-10
    assert np.abs(mbs.GetObjectOutputBody(body, Variable.Rotation)).max() > 0.005


def test_the_axial_force_drives_the_body():
    """On a straight wire as a force on a mass; its work is in the energy account."""
    mbs, mass, joint, _ = sliding(True, speed=0.5, axialForce=3.0)
    solution = run(mbs, 0.5, 100)
    assert state(mbs, mass) == pytest.approx([0.1 + 0.25 + 0.375, 0, 2.0, 0], abs=1e-11)
    assert out(mbs, joint, "Force") == pytest.approx([3.0, G, 0], abs=1e-9)
    energy = solution.energy()
    assert energy.work[-1] == pytest.approx(3.0 * 0.625, rel=1e-9)
    assert np.abs(energy.balance).max() < 1e-9


def test_an_inactive_joint_lets_go():
    mbs, mass, joint, _ = sliding(True, activeConnector=False)
    run(mbs, 0.2, 50)
    assert state(mbs, mass) == pytest.approx([0.5, -G * 0.02, 2.0, -G * 0.2], abs=1e-12)
    assert not np.any(out(mbs, joint, "Force"))


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_end_of_the_cables_is_an_error(solver):
    mbs, _, joint, _ = sliding(True, speed=2.0, name="trolley")
    with pytest.raises(SolverError, match="trolley.*beyond an end"):
        run(mbs, 1.5, 300, solver)


def test_a_body_rests_where_the_cable_is_lowest():
    """Statics: a weight slides to the middle, and hangs there like a force on the middle node."""
    values = material(10.0, 200.0)
    mbs, mass, joint, _ = sliding(False, speed=0.0, start=0.8, values=values)
    mbs.Assemble()
    mbs.SolveStatic()
    x, y = state(mbs, mass)[:2]
    beam, nodes, _ = line(4, [0, 0], [2, 0], **values)
    for node in (nodes[0], nodes[-1]):
        hold(beam, node, PINNED)
    pull(beam, nodes[2], [0, -G, 0])
    settle(beam)
    assert [x, y] == pytest.approx(tip(beam, nodes[2])[:2], abs=1e-7)
    assert out(mbs, joint, "SlidingCoordinate") == pytest.approx(1.0, abs=1e-7)


def test_wrong_lists_are_refused():
    mbs, _, joint, _ = sliding(True)
    form = mbs.GetObject(joint)
    for text, changes in (
        ("equal length", dict(slidingMarkerOffsets=[0.0, 0.5])),
        ("in order", dict(slidingMarkerNumbers=form["slidingMarkerNumbers"][::-1])),
        (r"0.5 m, got 0.6", dict(slidingMarkerOffsets=[0.0, 0.6, 1.0, 1.5])),
        ("2 data coordinates", dict(nodeNumber=mbs.AddNode(NodeGenericData()))),
        ("place of a cable", dict(nodeNumber=mbs.AddNode(
            NodeGenericData(numberOfDataCoordinates=2, initialCoordinates=[4, 0])))),
        ("with an orientation", dict(constrainRotation=True)),
        ("MarkerBodyCable2DCoordinates", dict(slidingMarkerNumbers=[form["markerNumbers"][0]] * 4)),
    ):  # fmt: skip
        with pytest.raises(ParameterError, match=text):
            mbs.AddObject(form | changes | {"name": ""})
            mbs.Assemble()


def test_compatibility_lets_the_equation_of_s_make_a_force():
    """A mass on a fixed straight wire then gains speed, of first order in the step size."""
    gained = []
    for steps in (250, 500):
        mbs, mass, _, _ = sliding(True, classicalFormulation=False)
        settings = exu.SimulationSettings()
        settings.compatibility = "exudyn"
        settings.solutionSettings.solutionWritePeriod = 0.0
        chosen = settings.timeIntegration
        chosen.endTime, chosen.numberOfSteps = 0.5, steps
        chosen.generalizedAlpha.spectralRadius = 0.99
        mbs.Assemble()
        solution = mbs.SolveDynamic(settings)
        gained.append(state(mbs, mass)[2] - 2.0)
        assert solution.energy().balance[-1] == pytest.approx(2.0 * gained[-1], rel=1e-2)
    assert gained[1] == pytest.approx(9.95e-4, rel=1e-2)
    assert gained[0] / gained[1] == pytest.approx(2.0, rel=0.01)
