"""Bodies that slide along cables in space: the plane in any direction, energy, axes that change."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError, SolverError
from linkwork.items import *
from linkwork.utilities import GenerateStraightLineANCFCable, RotXYZ2RotationMatrix

from .cable_models import Variable, hold, material, run
from .sliding_models import G

pytestmark = pytest.mark.processors

FLEXIBLE = [0.921792595933, -0.0968802386377, 2.13859443257, 0.217462083489]
TURNS = {
    "x": np.eye(3),
    "oblique": np.array(RotXYZ2RotationMatrix([0.4, -0.7, 1.1])),
    "z": np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
}


def sliding(turn, held=False, speed=2.0, load=(0.0, -G, 0.0), **joint):
    """A mass of 1 kg on a straight cable along the first axis of a frame.

    Returns the system, the node of the mass, and the joint.
    """
    mbs = exu.SystemContainer().AddSystem()
    along = turn[:, 0]
    nodes, cables, *_ = GenerateStraightLineANCFCable(
        mbs, [0, 0, 0], 2.0 * along, 4, Cable(**material(10.0, 1e4))
    )
    for node in nodes if held else ():
        hold(mbs, node, range(6))
    if not held:
        hold(mbs, nodes[0], range(3))
        hold(mbs, nodes[-1], range(3))
    node = mbs.AddNode(NodePoint(referenceCoordinates=0.1 * along, initialVelocities=speed * along))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=turn @ np.array(load)))
    markers = [mbs.AddMarker(MarkerBodyBeamShape(bodyNumber=cable)) for cable in cables]
    data = NodeGenericData(numberOfDataCoordinates=2, initialCoordinates=[0, 0.1])
    number = mbs.AddObject(
        SlidingJoint(
            markerNumbers=[marker, markers[0]],
            slidingMarkerNumbers=markers,
            slidingMarkerOffsets=[0.0, 0.5, 1.0, 1.5],
            nodeNumber=mbs.AddNode(data),
            constrainRotations=joint.pop("constrainRotations", [0, 0, 0]),
            **joint,
        )
    )
    return mbs, node, number


def state(mbs, node, turn):
    """Position and velocity of the mass in the axes of the frame."""
    return [turn.T @ mbs.GetNodeOutput(node, out) for out in (Variable.Position, Variable.Velocity)]


@pytest.mark.parametrize("name", TURNS)
def test_a_plane_in_space_is_the_plane(name):
    """Digits of another integration (DOP853) of minimal coordinates."""
    turn = TURNS[name]
    mbs, node, joint = sliding(turn)
    solution = run(mbs, 0.4, 1600, "RK67")
    position, velocity = state(mbs, node, turn)
    assert position == pytest.approx([*FLEXIBLE[:2], 0.0], abs=1e-9)
    assert velocity == pytest.approx([*FLEXIBLE[2:], 0.0], abs=1e-8)
    s = mbs.GetObjectOutput(joint, Variable.SlidingCoordinate)
    assert s == pytest.approx(0.922357613369, abs=1e-9)
    assert np.abs(solution.energy().total - 2.0).max() < 1e-8


@pytest.mark.parametrize("index2", [True, False])
def test_implicit_steps_are_of_second_order(index2):
    turn, errors = TURNS["oblique"], []
    for steps in (800, 1600):
        mbs, node, _ = sliding(turn)
        settings = exu.SimulationSettings()
        chosen = settings.timeIntegration
        chosen.endTime, chosen.numberOfSteps = 0.4, steps
        chosen.generalizedAlpha.spectralRadius = 1.0 if index2 else 0.95
        chosen.generalizedAlpha.useIndex2Constraints = index2
        chosen.newton.relativeTolerance = chosen.newton.absoluteTolerance = 1e-11
        mbs.Assemble()
        mbs.SolveDynamic(settings)
        errors.append(np.abs(state(mbs, node, turn)[0][:2] - FLEXIBLE[:2]).max())
    assert errors[1] < 1e-6 and errors[0] / errors[1] > 3.3


def test_a_mass_on_a_fixed_wire_feels_the_axial_force():
    turn = TURNS["oblique"]
    mbs, node, joint = sliding(turn, True, 0.5, axialForce=3.0)
    solution = run(mbs, 0.5, 100)
    position, velocity = state(mbs, node, turn)
    assert position == pytest.approx([0.725, 0, 0], abs=1e-10)
    assert velocity == pytest.approx([2.0, 0, 0], abs=1e-10)
    force = turn.T @ mbs.GetObjectOutput(joint, Variable.Force)
    assert force == pytest.approx([3.0, G, 0], abs=1e-8)
    assert mbs.GetObjectOutput(joint, Variable.SlidingVelocity) == pytest.approx(2.0, abs=1e-10)
    assert np.abs(solution.energy().balance).max() < 1e-9


def arc(count=12, radius=1.0):
    """A quarter of a circle from along x to along y, all of it held, and a bead of 1 kg on it."""
    mbs = exu.SystemContainer().AddSystem()
    nodes = []
    for angle in np.linspace(0.0, 0.5 * math.pi, count + 1):
        c, s = math.cos(angle), math.sin(angle)
        place = [radius * s, radius * (1 - c), 0.0, c, s, 0.0]
        nodes.append(mbs.AddNode(NodePointSlope1(referenceCoordinates=place)))
        hold(mbs, nodes[-1], range(6))
    length = 0.5 * math.pi * radius / count
    values = material(1.0, 1e3) | dict(physicsLength=length)
    cables = [mbs.AddObject(Cable(nodeNumbers=nodes[k : k + 2], **values)) for k in range(count)]
    bead = mbs.AddNode(NodePoint(initialVelocities=[2.0, 0, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=bead, physicsMass=1))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    markers = [mbs.AddMarker(MarkerBodyBeamShape(bodyNumber=cable)) for cable in cables]
    data = NodeGenericData(numberOfDataCoordinates=2, initialCoordinates=[0, 0])
    joint = mbs.AddObject(
        SlidingJoint(
            markerNumbers=[marker, markers[0]],
            slidingMarkerNumbers=markers,
            slidingMarkerOffsets=[k * length for k in range(count)],
            nodeNumber=mbs.AddNode(data),
            constrainRotations=[0, 0, 0],
        )
    )
    return mbs, bead, joint


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK67"])
@pytest.mark.parametrize("located", [True, False])
def test_the_axes_of_the_equations_follow_a_bend(solver, located):
    """A bead keeps its speed in a bend; the force is m v^2/r, whatever the axes are."""
    mbs, bead, joint = arc()
    force = mbs.AddSensor(
        SensorObject(objectNumber=joint, storeInternal=True, outputVariableType=Variable.Force)
    )
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.75, 600
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    settings.timeIntegration.discontinuous.locateEvents = located
    mbs.Assemble()
    mbs.SolveDynamic(settings, solverType=solver)
    speed = np.linalg.norm(mbs.GetNodeOutput(bead, Variable.Velocity))
    assert speed == pytest.approx(2.0, abs=1e-5)
    sizes = np.linalg.norm(mbs.GetSensorStoredData(force)[:, 1:], axis=1)
    assert sizes == pytest.approx(np.full(len(sizes), 4.0), rel=0.05)
    assert mbs.GetNodeOutput(bead, Variable.Velocity)[1] > 1.9


def test_ends_and_wrong_values_are_errors():
    mbs, _, _ = sliding(TURNS["x"], True, name="gondola")
    with pytest.raises(SolverError, match="gondola.*beyond an end"):
        run(mbs, 1.5, 300)
    mbs, _, _ = sliding(TURNS["x"], constrainRotations=[1, 1, 1])
    with pytest.raises(ParameterError, match=r"constrainRotations must be \[0, 0, 0\]"):
        mbs.Assemble()
