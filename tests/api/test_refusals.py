"""Items that Add... refuses: wrong values, unknown numbers, partners of the wrong kind."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import ITEM_KINDS, Output, assert_refused, make_settings, mass_on_spring, sizes


@looped(
    ("family", "make", "words"),
    [
        ("Node", lambda s: NodePoint(referenceCoordinates=[1, 2]), ["referenceCoordinates", "3"]),
        ("Node", lambda s: NodePoint(initialVelocities=[0, np.nan, 0]),
         ["initialVelocities", "finite"]),
        ("Node", lambda s: NodePoint2D(referenceCoordinates=[1, 2, 3]),
         ["referenceCoordinates", "2", "[1, 2, 3]"]),
        ("Object", lambda s: MassPoint(physicsMass=-1, nodeNumber=0),
         ["physicsMass", ">= 0", "kg", "-1"]),
        ("Object", lambda s: MassPoint(mass=np.inf, nodeNumber=0), ["physicsMass", "inf"]),
        ("Object", lambda s: SpringDamper(markerNumbers=[0, 1], stiffness=-5),
         ["stiffness", "k", ">= 0", "N/m", "-5"]),
        ("Object", lambda s: SpringDamper(markerNumbers=[0, 1], stiffness="5"),
         ["stiffness", "'5'"]),
        ("Object", lambda s: DistanceConstraint(markerNumbers=[0, 1], distance=0),
         ["distance", "> 0", "got 0"]),
        ("Object", lambda s: DistanceConstraint(markerNumbers=[0, 1], distance=-1),
         ["distance", "> 0", "-1"]),
        ("Object", lambda s: SpringDamper(markerNumbers=[0]), ["markerNumbers", "two", "[0]"]),
        ("Object", lambda s: SpringDamper(markerNumbers=0), ["markerNumbers", "two"]),
        ("Object", lambda s: SpringDamper(markerNumbers=[0, 1], activeConnector="no"),
         ["activeConnector", "True or False"]),
        ("Object", lambda s: SpringDamper(markerNumbers=[0, 1], springForceUserFunction=3),
         ["springForceUserFunction", "deltaL", "3"]),
        ("Object", lambda s: ObjectGround(referenceRotation=np.eye(3) * 2),
         ["referenceRotation", "rotation matrix"]),
        ("Load", lambda s: Force(markerNumber=0, loadVector=[1, 2]), ["loadVector", "3"]),
        ("Sensor", lambda s: SensorNode(nodeNumber=0, outputVariableType="Position"),
         ["outputVariableType", "'Position'"]),
        ("Sensor", lambda s: SensorNode(nodeNumber=0, fileName=3), ["fileName", "3"]),
    ],
)  # fmt: skip
def test_wrong_values_are_refused_with_parameter_limit_and_value(family, make, words):
    s = mass_on_spring()
    item = make(s)
    number = sizes(s.mbs)[family]
    label = item.short_name or type(item).__name__
    assert_refused(s.mbs, family, item, label, f"({family.lower()} {number})", *words)


UNKNOWN_NUMBERS = [
    ("Object", lambda s: MassPoint(nodeNumber=1), "nodeNumber", "node 1", "1"),
    ("Marker", lambda s: MarkerBodyPosition(bodyNumber=9), "bodyNumber", "object 9", "3"),
    ("Marker", lambda s: MarkerNodePosition(nodeNumber=9), "nodeNumber", "node 9", "1"),
    ("Object", lambda s: SpringDamper(markerNumbers=[0, 9]), "markerNumbers", "marker 9", "2"),
    ("Object", lambda s: DistanceConstraint(markerNumbers=[2, 0], distance=1),
     "markerNumbers", "marker 2", "2"),
    ("Load", lambda s: Force(markerNumber=9), "markerNumber", "marker 9", "2"),
    ("Sensor", lambda s: SensorNode(nodeNumber=9), "nodeNumber", "node 9", "1"),
    ("Sensor", lambda s: SensorLoad(loadNumber=9), "loadNumber", "load 9", "1"),
]  # fmt: skip


@looped(("family", "make", "parameter", "what", "count"), UNKNOWN_NUMBERS)
def test_unknown_numbers_are_refused_at_once(family, make, parameter, what, count):
    s = mass_on_spring()
    item = make(s)
    label = item.short_name or type(item).__name__
    assert_refused(s.mbs, family, item, label, parameter, what, count)


def test_negative_numbers_are_refused_at_once():
    s = mass_on_spring()
    assert_refused(s.mbs, "Object", MassPoint(nodeNumber=-2), "nodeNumber", "-2")
    assert_refused(s.mbs, "Object", SpringDamper(markerNumbers=[0, -1]), "markerNumbers", "-1")


def mass_marker(s):
    return s.mbs.AddMarker(MarkerBodyMass(name="heavy", bodyNumber=s.mass))


def plane_node(s):
    return s.mbs.AddNode(NodePoint2D(name="flat"))


@looped(
    ("family", "prepare", "make", "words"),
    [
        ("Object", mass_marker, lambda s, m: SpringDamper(name="x", markerNumbers=[s.fixed, m]),
         ["SpringDamper 'x'", "markerNumbers", "Position", "MarkerBodyMass 'heavy' (marker 2)"]),
        ("Object", mass_marker, lambda s, m: ConnectorGravity(name="x", markerNumbers=[m, s.end]),
         ["ConnectorGravity 'x'", "markerNumbers", "Position", "MarkerBodyMass"]),
        ("Object", mass_marker,
         lambda s, m: DistanceConstraint(name="x", markerNumbers=[m, s.end], distance=1),
         ["DistanceConstraint 'x'", "markerNumbers", "Position", "MarkerBodyMass"]),
        ("Load", mass_marker, lambda s, m: Force(name="x", markerNumber=m),
         ["Force 'x'", "markerNumber", "Position", "MarkerBodyMass"]),
        ("Load", None, lambda s, m: Gravity(name="x", markerNumber=s.end),
         ["Gravity 'x'", "markerNumber", "BodyMass", "MarkerBodyPosition 'end' (marker 1)"]),
        ("Object", plane_node, lambda s, n: MassPoint(name="x", physicsMass=1, nodeNumber=n),
         ["MassPoint 'x'", "nodeNumber", "NodePoint", "'flat' (node 1)", "NodePoint2D"]),
        ("Object", None, lambda s, n: MassPoint2D(name="x", physicsMass=1, nodeNumber=s.node),
         ["MassPoint2D 'x'", "nodeNumber", "NodePoint2D", "'node' (node 0)"]),
        ("Marker", None, lambda s, n: MarkerBodyPosition(name="x", bodyNumber=s.spring),
         ["MarkerBodyPosition 'x'", "bodyNumber", "body", "SpringDamper 'spring' (object 2)"]),
        ("Marker", None, lambda s, n: MarkerBodyMass(name="x", bodyNumber=s.spring),
         ["MarkerBodyMass 'x'", "bodyNumber", "body", "SpringDamper 'spring' (object 2)"]),
        ("Sensor", None,
         lambda s, n: SensorBody(
             name="x", bodyNumber=s.spring, outputVariableType=Output.Position),
         ["SensorBody 'x'", "bodyNumber", "body", "SpringDamper 'spring' (object 2)"]),
        ("Sensor", None,
         lambda s, n: SensorNode(name="x", nodeNumber=s.node, outputVariableType=Output.Force),
         ["SensorNode 'x'", "Force", "Position", "Coordinates_t"]),
        ("Sensor", None,
         lambda s, n: SensorObject(
             name="x", objectNumber=s.spring, outputVariableType=Output.ConstraintEquation),
         ["SensorObject 'x'", "ConstraintEquation", "Distance", "ForceLocal"]),
    ],
)  # fmt: skip
def test_wrong_kinds_of_partners_are_refused_when_the_item_is_added(family, prepare, make, words):
    s = mass_on_spring()
    made = prepare(s) if prepare else None
    assert_refused(s.mbs, family, make(s, made), *words)
    s.mbs.Assemble()


def test_two_masses_on_one_node_add_up():
    s = mass_on_spring()
    s.mbs.AddObject(MassPoint(physicsMass=3.0, nodeNumber=s.node))
    s.mbs.AddLoad(Force(markerNumber=s.end, loadVector=[0, 10, 0]))
    s.mbs.SetObjectParameter(s.spring, "stiffness", 0)
    s.mbs.SetObjectParameter(s.spring, "damping", 0)
    solution = s.mbs.SolveDynamic(make_settings(0.1, 1))
    assert solution.accelerations[0] == pytest.approx([0, 2, 0], abs=1e-15)


def test_system_goes_on_working_after_every_refusal():
    s = mass_on_spring()
    expected = mass_on_spring().mbs.SolveDynamic(make_settings()).coordinates
    for family, make, *_ in UNKNOWN_NUMBERS:
        assert_refused(s.mbs, family, make(s))
    for family in ITEM_KINDS:
        assert_refused(s.mbs, family, None)
    assert np.array_equal(s.mbs.SolveDynamic(make_settings()).coordinates, expected)


def test_a_body_fixed_force_acts_in_the_axes_of_a_turned_mass_on_a_line():
    turn = np.array([[0.6, -0.8, 0], [0.8, 0.6, 0], [0, 0, 1.0]])
    upright = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    for rotation in (np.eye(3), turn, turn @ upright):
        for fixed, along in ((True, 6.0), (False, 6.0 * rotation[0, 0])):
            mbs = exu.SystemContainer().AddSystem()
            node = mbs.AddNode(Node1D())
            mass = Mass1D(nodeNumber=node, physicsMass=2, referenceRotation=rotation)
            marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(mass)))
            load = mbs.AddLoad(Force(markerNumber=marker, loadVector=[6, 5, 4], bodyFixed=fixed))
            if not fixed:
                mbs.SetLoadParameter(load, "loadVector", [6, 0, 0])
            mbs.SolveDynamic(make_settings(1.0, 10))
            position = mbs.GetNodeOutput(node, Output.Coordinates)
            assert position == pytest.approx(0.5 * along / 2, rel=1e-12)
