"""Functions that make cables of many elements: what they add, in which order, and where."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError
from linkwork.utilities import *
from tests.cases import Cases

from .cable_models import Variable, settle

pytestmark = pytest.mark.processors

GRAVITY = [0, -9.81, 0]


def template(**values):
    given = dict(physicsBendingStiffness=1.0, physicsAxialStiffness=1e3, physicsMassPerLength=2.0)
    return Cable2D(**given | values)


def system():
    return exu.SystemContainer().AddSystem()


def listed(mbs):
    """Kinds of nodes, markers, objects and loads in their order."""
    found = []
    for family in ("Node", "Marker", "Object", "Load"):
        count = getattr(mbs.systemData, f"NumberOf{family}s")()
        items = [getattr(mbs, f"Get{family}")(k) for k in range(count)]
        found.append([item[f"{family.lower()}Type"] for item in items])
    return found


def test_a_straight_line_adds_items_in_the_documented_order():
    mbs, cable = system(), template()
    nodes, elements, loads, positions, constraints = GenerateStraightLineANCFCable2D(
        mbs, [0, 0, 0], [2, 1, 0], 2, cable, massProportionalLoad=GRAVITY,
        fixedConstraintsNode0=[1, 1, 0, 1], fixedConstraintsNode1=[0, 1, 0, 0],
    )  # fmt: skip
    assert ([*map(int, nodes)], [*map(int, elements)]) == ([0, 1, 2], [0, 1])
    assert ([*map(int, loads)], [*map(int, constraints)]) == ([0, 1], [2, 3, 4, 5])
    assert np.array_equal(positions, [[0, 0, 0], [1, 0.5, 0], [2, 1, 0]])
    found = listed(mbs)
    assert found[0] == ["Point2DSlope1"] * 3 + ["PointGround"] * 2
    assert found[1] == ["BodyMass"] * 2 + ["NodeCoordinate"] * 6
    assert found[2] == ["ANCFCable2D"] * 2 + ["ConnectorCoordinate"] * 4
    held = [mbs.GetMarker(k) for k in (3, 4, 5, 7)]
    assert [(m["nodeNumber"], m["coordinate"]) for m in held] == [(0, 0), (0, 1), (0, 3), (2, 1)]
    slope = np.array([2.0, 1.0]) / math.sqrt(5.0)
    assert mbs.GetNode(1)["referenceCoordinates"] == pytest.approx([1, 0.5, *slope])
    assert mbs.GetObject(1)["physicsLength"] == pytest.approx(math.sqrt(5.0) / 2)
    assert [*cable.nodeNumbers] == [1, 2]


def test_a_line_between_given_nodes():
    mbs = system()
    ends = [mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=[x, 0, 1, 0])) for x in (0, 3)]
    made = GenerateStraightBeam(
        mbs, [0, 0, 0], [3, 0, 0], 3, template(), nodeNumber0=ends[0], nodeNumber1=ends[1]
    )
    assert [*map(int, made[0])] == [0, 2, 3, 1]
    assert [mbs.GetObject(k)["nodeNumbers"] for k in range(3)] == [[0, 2], [2, 3], [3, 1]]
    assert listed(mbs)[1:] == [[], ["ANCFCable2D"] * 3, []]


def arc(**values):
    """A quarter of a circle of radius 1, held at its start; returns its end after statics."""
    mbs, made = system(), template(physicsMassPerLength=1.0)
    made.strainIsRelativeToReference = values.pop("relative", 0.0)
    cable = GenerateCircularArcANCFCable2D(
        mbs, [0, 0, 0], 1.0, 0.0, math.pi / 2, 4, made, fixedConstraintsNode0=[1, 1, 0, 1], **values
    )
    assert made.physicsReferenceCurvature == 0.0
    settle(mbs)
    node = cable[0][-1]
    return (mbs.GetNodeOutput(node, out)[:2] for out in (Variable.Position, Variable.Displacement))


def test_an_arc_is_free_of_stress_or_a_bent_line():
    """Digits of another code; a straight line of length pi/2; no motion at all."""
    place, _ = arc()
    assert place == pytest.approx([1.00012960694, 0.999976800863], abs=1e-8)
    place, _ = arc(setCurvedReferenceConfiguration=False)
    assert place == pytest.approx([math.pi / 2, 0.0], abs=1e-9)
    _, moved = arc(setCurvedReferenceConfiguration=False, relative=1.0)
    assert np.abs(moved).max() < 1e-12


def test_nodes_of_an_arc_lie_on_its_circle():
    """Also of one to the right, with an end that exists already."""
    mbs = system()
    first = mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=[0.5, -1, 1, 0]))
    nodes, elements, _, positions, constraints = GenerateCircularArcANCFCable2D(
        mbs, [0.5, -1, 0], 2.0, 0.2, -1.5, 3, template(), fixedConstraintsNode0=[1, 1, 1, 1],
        nodeNumber0=first,
    )  # fmt: skip
    center = np.array([0.5, -1]) + 2.0 * np.array([math.sin(0.2), -math.cos(0.2)])
    assert nodes[0] == first and len(constraints) == 4
    for k, node in enumerate(nodes[1:], 1):
        c = mbs.GetNode(node)["referenceCoordinates"]
        assert np.hypot(*(c[:2] - center)) == pytest.approx(2.0, rel=1e-14)
        assert c[2:] == pytest.approx([math.cos(0.2 - 0.5 * k), math.sin(0.2 - 0.5 * k)])
        assert np.array_equal(positions[k], [*c[:2], 0.0])
    found = [mbs.GetObject(e) for e in elements]
    assert [e["physicsReferenceCurvature"] for e in found] == [-0.5] * 3
    assert [e["physicsLength"] for e in found] == pytest.approx([1.0] * 3)


CIRCLES = [[[0, 0], 0.5, "L"], [[3, 0.2], 0.4, "L"], [[2, -2], 0.3, "R"]]


def test_a_rope_around_circles():
    """Digits of another code."""
    found = CreateReevingCurve(CIRCLES, numberOfANCFnodes=7)
    assert found["totalLength"] == pytest.approx(6.2478425761629985, rel=1e-14)
    assert found["elementCurvatures"] == [0.0, 0.0, -2.5, 0.0, 0.0, 0.0]
    assert found["elementLengths"] == pytest.approx([1.0413070960271664] * 6, rel=1e-14)
    wanted = [3.1043819025626025, 0.5861404128259711, 0.9653510320649277, -0.26095475640650645]
    assert found["ancfPointsSlopes"][3] == pytest.approx(wanted, abs=1e-13)
    line, bow, _ = found["circleData"]
    assert line["point1"] == pytest.approx([2.986681452741032, 0.5997782088845147], abs=1e-13)
    assert bow["arcAngle"] == pytest.approx(-2.324600086638948, abs=1e-13)
    total = CreateReevingCurve(CIRCLES, removeLastLine=True)["totalLength"]
    assert total == pytest.approx(3.934835874918923, rel=1e-14)
    found = CreateReevingCurve(CIRCLES, numberOfANCFnodes=7, removeFirstLine=True)
    assert found["totalLength"] == pytest.approx(3.2428467358996547, rel=1e-14)
    assert found["elementCurvatures"] == [-2.5, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert CreateReevingCurve(CIRCLES)["ancfPointsSlopes"] == []


def test_a_closed_rope_returns_to_its_start():
    found = CreateReevingCurve(
        CIRCLES, numberOfANCFnodes=6, closedCurve=True, radialOffset=0.1, graphicsNodeSize=0.1
    )
    assert found["totalLength"] == pytest.approx(12.748882384818266, rel=1e-14)
    nodes = np.array(found["ancfPointsSlopes"])
    assert len(nodes) == 7 and nodes[-1] == pytest.approx(nodes[0], abs=1e-13)
    assert found["elementCurvatures"] == pytest.approx([0.0] * 5 + [-1 / 0.6])
    mbs = system()
    made = PointsAndSlopes2ANCFCable2D(
        mbs, nodes, found["elementLengths"], template(), massProportionalLoad=GRAVITY,
        fixedConstraintsNode0=[1, 0, 0, 0], elementCurvatures=found["elementCurvatures"],
    )  # fmt: skip
    assert [*map(int, made[0])] == [0, 1, 2, 3, 4, 5, 0]
    assert np.array(made[3]).shape == (7, 3) and len(made[4]) == 1
    assert mbs.GetObject(5)["nodeNumbers"] == [5, 0]
    assert mbs.GetObject(5)["physicsReferenceCurvature"] == pytest.approx(-1 / 0.6)
    drawn = found["graphicsDataLines"][0]["data"]
    assert len(drawn) % 3 == 0 and np.isfinite(drawn).all()


def test_a_rope_over_a_belt_drive_has_the_known_length():
    """Two equal circles: two lines of the distance and a whole circumference."""
    found = CreateReevingCurve([[[0, 0], 0.5, "R"], [[2, 0], 0.5, "R"]], closedCurve=True)
    assert found["totalLength"] == pytest.approx(4.0 + math.pi, rel=1e-14)
    crossed = CreateReevingCurve([[[0, 0], 0.5, "R"], [[2, 0], 0.5, "L"]], closedCurve=True)
    angle = math.asin(0.5)
    wanted = 4.0 * math.cos(angle) + (math.pi + 2 * angle)
    assert crossed["totalLength"] == pytest.approx(wanted, rel=1e-14)


LINE = dict(positionOfNode0=[0, 0, 0], positionOfNode1=[1, 0, 0], numberOfElements=2)
REFUSED = {
    "flags": (dict(fixedConstraintsNode0=[1, 1, 0]), "4 flags"),
    "more flags": (dict(fixedConstraintsNode1=[1, 1, 0, 0, 0, 0]), "4 flags"),
    "no elements": (dict(numberOfElements=0), "numberOfElements"),
    "no length": (dict(positionOfNode1=[0, 0, 0]), "must be different"),
    "template": (dict(cableTemplate=MassPoint()), "Cable2D"),
}


def test_wrong_arguments_are_refused():
    with Cases() as cases:
        for name, (values, text) in REFUSED.items():
            with cases(name), pytest.raises(ParameterError, match=text):
                given = LINE | dict(cableTemplate=template()) | values
                GenerateStraightLineANCFCable2D(system(), **given)
        with cases("arc"), pytest.raises(ParameterError, match="radius"):
            GenerateCircularArcANCFCable2D(system(), [0, 0, 0], -1.0, 0, 1, 2, template())
        with cases("lengths"), pytest.raises(ParameterError, match="elementLengths"):
            PointsAndSlopes2ANCFCable2D(system(), np.ones((3, 4)), [1.0], template())
        with cases("side"), pytest.raises(ParameterError, match="circle 1"):
            CreateReevingCurve([[[0, 0], 1, "L"], [[3, 0], 1, "X"]])
        with cases("tangent"), pytest.raises(ParameterError, match="no common tangent"):
            CreateReevingCurve([[[0, 0], 1, "L"], [[1, 0], 3, "L"]])
