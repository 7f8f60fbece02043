"""Markers that see a whole cable: its coordinates, and points along its axis."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError
from linkwork.items import *

from .cable_models import Variable, line, material, run


def swinging():
    return line(
        2, [0, 0], [1, 0.5], velocity=lambda x, y: [0.3, x * x, 0.2 * x, 2.0 * x],
        **material(1.0, 20.0),
    )  # fmt: skip


@pytest.mark.parametrize("height", [0.0, 0.25])
def test_points_of_a_shape_are_those_of_the_cable(height):
    mbs, _, elements = swinging()
    shape = mbs.AddMarker(
        MarkerBodyCable2DShape(bodyNumber=elements[1], numberOfSegments=5, verticalOffset=height)
    )
    run(mbs, 0.05, 100, "RK67")
    length = mbs.GetObject(elements[1])["physicsLength"]
    pairs = {
        Variable.Coordinates: Variable.Position,
        Variable.Coordinates_t: Variable.Velocity,
        Variable.Coordinates_tt: Variable.Acceleration,
    }
    for own, other in pairs.items():
        points = np.reshape(mbs.GetMarkerOutput(shape, own), (6, 2))
        for k, point in enumerate(points):
            at = mbs.GetObjectOutputBody(elements[1], other, [length * k / 5, height, 0])
            assert point == pytest.approx(at[:2], rel=1e-12, abs=1e-13)


def test_coordinates_of_a_cable_are_those_of_its_nodes():
    mbs, nodes, elements = swinging()
    marker = mbs.AddMarker(MarkerBodyCable2DCoordinates(bodyNumber=elements[1]))
    run(mbs, 0.05, 100, "RK67")
    wanted = [mbs.GetNodeOutput(node, Variable.CoordinatesTotal) for node in nodes[1:]]
    assert np.array_equal(mbs.GetMarkerOutput(marker, Variable.Coordinates), np.concatenate(wanted))


def test_a_constraint_of_coordinates_acts_on_a_cable():
    """Both nodes of an element keep the same slope in y; that of the next node is free."""
    mbs, nodes, elements = line(
        2, [0, 0], [1, 0.5], velocity=lambda x, y: [0, x * x, 0, 0], **material(1.0, 20.0)
    )
    cable = mbs.AddMarker(MarkerBodyCable2DCoordinates(bodyNumber=elements[0]))
    ground = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround())))
    equal = np.zeros((1, 8))
    equal[0, 3], equal[0, 7] = -1.0, 1.0
    mbs.AddObject(
        CoordinateVectorConstraint(
            markerNumbers=[ground, cable], scalingMarker1=equal, scalingMarker0=np.zeros((1, 0))
        )
    )
    run(mbs, 0.05, 100)
    slopes = [mbs.GetNodeOutput(node, Variable.CoordinatesTotal)[3] for node in nodes]
    assert slopes[0] == pytest.approx(slopes[1], abs=1e-10) and abs(slopes[2] - slopes[1]) > 1e-3


def test_what_is_no_cable_is_refused():
    mbs = exu.SystemContainer().AddSystem()
    mass = mbs.AddObject(MassPoint(nodeNumber=mbs.AddNode(NodePoint()), physicsMass=1))
    for kind in (MarkerBodyCable2DShape, MarkerBodyCable2DCoordinates):
        with pytest.raises(ParameterError, match="bodyNumber must be a cable"):
            mbs.AddMarker(kind(bodyNumber=mass))
    mbs, _, elements = swinging()
    mbs.AddMarker(MarkerBodyCable2DShape(bodyNumber=elements[0], numberOfSegments=13))
    with pytest.raises(ParameterError, match="at most 12, got 13"):
        mbs.Assemble()
