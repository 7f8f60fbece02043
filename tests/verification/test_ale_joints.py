"""Bodies that move with the material of cables: closed forms, energy, borders, penalty."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError, SolverError
from linkwork.items import *
from linkwork.utilities import GenerateStraightLineANCFCable2D

from .cable_models import Variable, hold, material, run
from .sliding_models import G, state

pytestmark = pytest.mark.processors

DOWN = 2.0 * math.cos(0.4), -2.0 * math.sin(0.4)


def carried(held, end=(2.0, 0.0), speed=2.0, elements=4, mass=1.0, name="", **joint):
    """A mass at s = 0.1 of a moving cable; returns the system, the mass, the joint, the node of s.

    held -- all nodes are held, else only the ends of the cable
    """
    mbs = exu.SystemContainer().AddSystem()
    way = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1, initialCoordinates_t=[speed]))
    flags = [1, 1, 1, 1] if held else [1, 1, 0, 0]
    template = ALECable2D(nodeNumbers=[0, 0, way], **material(10.0, 1e4))
    nodes, cables, *_ = GenerateStraightLineANCFCable2D(
        mbs, [0, 0, 0], [*end, 0], elements, template, [0, -G, 0], flags, flags
    )
    for node in nodes[1:-1] if held else ():
        hold(mbs, node, range(4))
    length = math.hypot(*end)
    along = np.array(end) / length
    node = NodePoint2D(referenceCoordinates=0.1 * along, initialVelocities=speed * along)
    body = mbs.AddObject(MassPoint2D(nodeNumber=mbs.AddNode(node), physicsMass=mass))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -mass * G, 0]))
    markers = [mbs.AddMarker(MarkerBodyCable2DCoordinates(bodyNumber=cable)) for cable in cables]
    number = mbs.AddObject(
        ALEMovingJoint2D(
            name=name,
            markerNumbers=[marker, markers[0]],
            slidingMarkerNumbers=markers,
            slidingMarkerOffsets=[k * length / elements for k in range(elements)],
            slidingOffset=0.1,
            nodeNumbers=[mbs.AddNode(NodeGenericData(numberOfDataCoordinates=1)), way],
            **joint,
        )
    )
    return mbs, body, number, way


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK67"])
def test_a_mass_and_its_cable_slide_down_together(solver):
    """Mass and moving cable have the same acceleration g sin(0.4), without a force along it."""
    mbs, body, joint, way = carried(True, DOWN, 0.0)
    run(mbs, 0.5, 100, solver)
    s = 0.5 * G * math.sin(0.4) * 0.25
    along = np.array(DOWN) / 2.0
    assert mbs.GetNodeOutput(way, Variable.Coordinates) == pytest.approx([s], rel=1e-10)
    wanted = [*((0.1 + s) * along), *(4.0 * s * along)]
    assert state(mbs, body) == pytest.approx(wanted, abs=1e-10)
    force = mbs.GetObjectOutput(joint, Variable.Force)
    across = G * math.cos(0.4) * np.array([math.sin(0.4), math.cos(0.4)])
    assert force[:2] == pytest.approx(across, abs=1e-8)
    assert mbs.GetObjectOutput(joint, Variable.SlidingCoordinate) == pytest.approx(0.1 + s)


def test_the_mass_is_carried_across_borders_of_a_flexible_cable():
    """The energy account holds: material brings and takes energy at the ends of the cable."""
    mbs, body, joint, way = carried(False)
    solution = run(mbs, 0.6, 2400, "RK67")
    index, s = mbs.GetObjectOutput(joint, Variable.Coordinates)
    assert index == int((s + 0.1) / 0.5) == 2
    velocity = mbs.GetObjectOutputBody(body, Variable.Velocity)
    assert mbs.GetObjectOutput(joint, Variable.Velocity) == pytest.approx(velocity, abs=1e-8)
    assert np.abs(solution.energy().balance).max() < 1e-6


def test_implicit_steps_approach_the_same_motion():
    mbs, body, *_ = carried(False)
    run(mbs, 0.4, 1600, "RK67")
    wanted = state(mbs, body)
    errors = []
    for steps in (800, 1600):
        mbs, body, *_ = carried(False)
        run(mbs, 0.4, steps)
        errors.append(np.abs(np.subtract(state(mbs, body)[:2], wanted[:2])).max())
    assert errors[1] < 1e-5 and errors[0] / errors[1] > 3.3


def test_a_stiff_spring_approaches_the_constraint():
    mbs, body, *_ = carried(False)
    run(mbs, 0.3, 1200)
    wanted = state(mbs, body)
    mbs, body, joint, _ = carried(False, usePenaltyFormulation=True, penaltyStiffness=1e7)
    solution = run(mbs, 0.3, 1200)
    assert state(mbs, body)[:2] == pytest.approx(wanted[:2], abs=1e-5)
    gap = mbs.GetObjectOutput(joint, Variable.ConstraintEquation)
    force = mbs.GetObjectOutput(joint, Variable.Force)[:2]
    assert force == pytest.approx(1e7 * np.array(gap), rel=1e-9)
    assert np.abs(solution.energy().balance).max() < 1e-3


def test_the_end_of_the_cables_is_an_error():
    mbs, *_ = carried(True, name="carrier")
    with pytest.raises(SolverError, match="carrier.*beyond an end"):
        run(mbs, 1.5, 300)


def test_wrong_nodes_are_refused():
    mbs, _, joint, _ = carried(True)
    form = mbs.GetObject(joint) | {"name": ""}
    other = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1))
    for text, changes in (
        ("node of s of its cables", dict(nodeNumbers=[form["nodeNumbers"][0], other])),
        ("1 data coordinates", dict(nodeNumbers=[other, form["nodeNumbers"][1]])),
        ("penaltyStiffness k > 0", dict(usePenaltyFormulation=True)),
    ):
        with pytest.raises(ParameterError, match=text):
            mbs.AddObject(form | changes)
            mbs.Assemble()
