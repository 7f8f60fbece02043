"""Building systems: Add... with items and dictionaries, names, copies, visualization."""

import itertools

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import ITEM_KINDS, Output, assert_refused, mass_on_spring, new_system, same

# One valid item of every type, for a system made by `mass_on_spring`.
EVERY_TYPE = {
    "NodePoint": lambda s: NodePoint(referenceCoordinates=[1, 2, 3], initialVelocities=[4, 5, 6]),
    "NodePoint2D": lambda s: NodePoint2D(referenceCoordinates=[1, 2], initialCoordinates=[3, 4]),
    "NodePointGround": lambda s: NodePointGround(referenceCoordinates=[1, 2, 3]),
    "ObjectGround": lambda s: ObjectGround(referencePosition=[1, 2, 3]),
    "MassPoint": lambda s: MassPoint(physicsMass=2, nodeNumber=s.node),
    "SpringDamper": lambda s: SpringDamper(
        markerNumbers=[s.fixed, s.end], stiffness=2, springForceUserFunction=spring_force
    ),
    "CartesianSpringDamper": lambda s: CartesianSpringDamper(
        markerNumbers=[s.fixed, s.end], stiffness=[1, 2, 3], offset=[4, 5, 6]
    ),
    "ConnectorGravity": lambda s: ConnectorGravity(
        markerNumbers=[s.fixed, s.end], mass0=1, mass1=2
    ),
    "DistanceConstraint": lambda s: DistanceConstraint(
        markerNumbers=[s.fixed, s.end], distance=1, activeConnector=False
    ),
    "MarkerBodyPosition": lambda s: MarkerBodyPosition(bodyNumber=s.mass, localPosition=[1, 2, 3]),
    "MarkerNodePosition": lambda s: MarkerNodePosition(nodeNumber=s.node),
    "MarkerBodyMass": lambda s: MarkerBodyMass(bodyNumber=s.mass),
    "Force": lambda s: Force(markerNumber=s.end, loadVector=[1, 2, 3], bodyFixed=True),
    "SensorNode": lambda s: SensorNode(nodeNumber=s.node, outputVariableType=Output.Velocity),
    "SensorBody": lambda s: SensorBody(
        bodyNumber=s.mass, localPosition=[1, 2, 3], outputVariableType=Output.Velocity
    ),
    "SensorObject": lambda s: SensorObject(
        objectNumber=s.spring, outputVariableType=Output.Distance
    ),
    "SensorMarker": lambda s: SensorMarker(markerNumber=s.end, outputVariableType=Output.Position),
    "SensorLoad": lambda s: SensorLoad(loadNumber=s.load, storeInternal=True),
}


def spring_force(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL


def add(mbs, item):
    return getattr(mbs, f"Add{item.family.capitalize()}")(item)


def get(mbs, family, number):
    return getattr(mbs, f"Get{family.capitalize()}")(number)


# ------------------------------------------------------------------------------- items and dicts


@looped("name", EVERY_TYPE)
def test_item_and_its_dictionary_are_the_same(name):
    s = mass_on_spring()
    item = EVERY_TYPE[name](s)
    first = add(s.mbs, item)
    form = get(s.mbs, item.family, first)
    second = getattr(s.mbs, f"Add{item.family.capitalize()}")({**form, "name": ""})
    again = get(s.mbs, item.family, second)
    assert form.keys() == again.keys()
    assert [k for k in form if k != "name" and not same(form[k], again[k])] == []
    assert form[f"{item.family}Type"] == item.type_name


def test_dictionary_in_the_documented_form():
    s = mass_on_spring()
    number = s.mbs.AddObject(
        {
            "objectType": "ConnectorSpringDamper",
            "markerNumbers": [s.fixed, s.end],
            "stiffness": 5.0,
            "Vshow": False,
            "VdrawSize": 0.25,
            "Vcolor": [1, 0, 0, 1],
        }
    )
    form = s.mbs.GetObject(number)
    assert form["objectType"] == "ConnectorSpringDamper" and form["name"] == "object3"
    assert form["stiffness"] == 5.0 and form["damping"] == 0.0
    assert (form["Vshow"], form["VdrawSize"], form["Vcolor"]) == (False, 0.25, [1, 0, 0, 1])


def test_adding_a_dictionary_does_not_change_it():
    mbs = new_system()
    form = {"nodeType": "Point", "referenceCoordinates": [1, 2, 3], "Vshow": False}
    mbs.AddNode(form)
    assert form == {"nodeType": "Point", "referenceCoordinates": [1, 2, 3], "Vshow": False}


@looped(
    ("family", "form", "words"),
    [
        ("Node", {"referenceCoordinates": [0, 0, 0]}, ["nodeType"]),
        ("Node", {"nodeType": "Pointt"}, ["Pointt", "Point"]),
        ("Node", {"nodeType": None}, ["nodeType", "None"]),
        ("Object", {"nodeType": "Point"}, ["objectType"]),
        ("Object", {"objectType": "Point"}, ["objectType", "Point"]),
        ("Object", {"objectType": "MassPoint", "masss": 1}, ["masss", "did you mean", "mass"]),
        ("Node", {"nodeType": "Point", "Vdrawsize": 1}, ["drawsize", "drawSize"]),
        ("Node", {"nodeType": "Point", "visualization": {}, "Vshow": True}, ["visualization"]),
    ],
)
def test_wrong_dictionaries_are_refused(family, form, words):
    assert_refused(new_system(), family, form, *words)


@looped(
    ("make", "words"),
    [
        (lambda: NodePoint(referenceCoordinate=[0, 0, 0]), ["NodePoint", "referenceCoordinates"]),
        (lambda: SpringDamper(stifness=1), ["SpringDamper", "stifness", "'stiffness'"]),
        (lambda: VSpringDamper(colour=[1, 0, 0, 1]), ["SpringDamper", "colour", "'color'"]),
        (lambda: ObjectGround(mass=1), ["ObjectGround", "mass"]),
        (lambda: MassPoint(mass=1, physicsMass=1), ["mass", "physicsMass"]),
    ],
)
def test_unknown_parameters_suggest_the_nearest(make, words):
    with pytest.raises(exu.SysError) as error:
        make()
    for word in words:
        assert word in str(error.value)


def test_the_first_parameter_by_position_is_the_name():
    mbs = exu.SystemContainer().AddSystem()
    with pytest.raises(exu.ParameterError, match=r"name must be a string, got \[1, 2, 3\]"):
        mbs.AddNode(NodePoint([1, 2, 3]))
    assert mbs.GetNode(mbs.AddNode(NodePoint("n", [1, 2, 3])))["name"] == "n"


ITEMS = [
    NodePoint(), ObjectGround(), MarkerBodyPosition(bodyNumber=0), Force(markerNumber=0),
    SensorNode(nodeNumber=0),
]  # fmt: skip
NO_ITEMS = [NodePoint, None, 3, "NodePoint", [NodePoint()], VNodePoint()]
WRONG = [(family, item) for item in ITEMS for family in ITEM_KINDS if item.family != family.lower()]


@looped("family, item", WRONG + list(itertools.product(ITEM_KINDS, NO_ITEMS)), ids=repr)
def test_item_of_the_wrong_family_is_refused(family, item):
    s = mass_on_spring()
    assert_refused(s.mbs, family, item, f"Add{family}", family.lower())


# ------------------------------------------------------------------------------- names


def test_empty_names_become_kind_and_number():
    mbs = new_system()
    for _ in range(2):
        mbs.AddObject(ObjectGround())
        mbs.AddNode(NodePoint(name=""))
        mbs.AddMarker({"markerType": "BodyPosition", "bodyNumber": 0})
        mbs.AddLoad(Force(markerNumber=0))
        mbs.AddSensor(SensorNode(nodeNumber=0, outputVariableType=Output.Position))
    for family in ITEM_KINDS:
        for number in range(2):
            name = f"{family.lower()}{number}"
            assert get(mbs, family, number)["name"] == name
            assert getattr(mbs, f"Get{family}Number")(name) == number


def test_names_are_unique_per_kind():
    mbs = new_system()
    mbs.AddNode(NodePoint(name="a"))
    mbs.AddObject(ObjectGround(name="a"))
    assert_refused(mbs, "Node", NodePoint(name="a"), "'a'", "node 0")
    assert_refused(mbs, "Object", ObjectGround(name="a"), "'a'", "object 0")
    assert mbs.AddNode(NodePoint(name="b")) == 1


def test_given_name_that_equals_a_later_automatic_one():
    mbs = new_system()
    mbs.AddNode(NodePoint(name="node1"))
    assert mbs.AddNode(NodePoint()) == 1
    assert mbs.GetNode(1)["name"] == "node1_"
    assert mbs.GetNodeNumber("node1") == 0 and mbs.GetNodeNumber("node1_") == 1


def test_misspelled_attribute_of_an_item_is_refused():
    spring = SpringDamper(stiffness=1.0)
    with pytest.raises(exu.SysError, match="did you mean 'stiffness'"):
        spring.stifness = 5.0
    spring.stiffness = 5.0
    assert spring.stiffness == 5.0


@looped("bad", [3, None, b"node", ["node"]])
def test_names_must_be_strings(bad):
    assert_refused(new_system(), "Node", NodePoint(name=bad), "name", str(bad))


# ------------------------------------------------------------------------------- items stay apart


def test_an_item_can_be_added_several_times():
    mbs = new_system()
    node = NodePoint(referenceCoordinates=[1, 2, 3])
    assert [mbs.AddNode(node), mbs.AddNode(node)] == [0, 1]
    assert node.name == ""
    assert [mbs.GetNode(k)["name"] for k in range(2)] == ["node0", "node1"]


def test_changes_of_an_item_after_adding_do_not_reach_the_system():
    s = mass_on_spring()
    position = np.array([1.0, 2.0, 3.0])
    markers = [s.fixed, s.end]
    drawing = {"show": True, "drawSize": 1.0}
    node = NodePoint(referenceCoordinates=position, visualization=drawing)
    spring = SpringDamper(markerNumbers=markers, stiffness=1)
    numbers = s.mbs.AddNode(node), s.mbs.AddObject(spring)
    position[:] = -1
    markers[:] = [7, 8]
    drawing["drawSize"] = -3
    node.referenceCoordinates = [9, 9, 9]
    node.visualization = {"show": False}
    spring.stiffness = 77
    form = s.mbs.GetNode(numbers[0])
    assert list(form["referenceCoordinates"]) == [1, 2, 3]
    assert form["Vshow"] is True and form["VdrawSize"] == 1.0
    form = s.mbs.GetObject(numbers[1])
    assert form["markerNumbers"] == [0, 1] and form["stiffness"] == 1.0


def test_changed_item_can_be_added_again():
    mbs = new_system()
    node = NodePoint(referenceCoordinates=[1, 2, 3])
    mbs.AddNode(node)
    node.referenceCoordinates = [4, 5, 6]
    mbs.AddNode(node)
    node.referenceCoordinates = [4, 5]
    assert_refused(mbs, "Node", node, "referenceCoordinates", "[4, 5]")
    assert [list(mbs.GetNode(k)["referenceCoordinates"]) for k in range(2)] == [
        [1, 2, 3],
        [4, 5, 6],
    ]


def test_changes_of_returned_dictionaries_do_not_reach_the_system():
    s = mass_on_spring()
    form = s.mbs.GetNode(s.node)
    form["referenceCoordinates"][:] = 7
    form["Vcolor"][:] = [1, 1, 1, 1]
    s.mbs.GetObject(s.spring)["markerNumbers"][0] = 1
    assert list(s.mbs.GetNode(s.node)["referenceCoordinates"]) == [1, 0, 0]
    assert s.mbs.GetNode(s.node)["Vcolor"] == [-1, -1, -1, -1]
    assert s.mbs.GetObject(s.spring)["markerNumbers"] == [0, 1]


def test_defaults_of_a_class_are_not_shared():
    first, second = NodePoint(), NodePoint()
    assert list(first.referenceCoordinates) == [0, 0, 0]
    mbs = new_system()
    form = mbs.GetNode(mbs.AddNode(first))
    form["referenceCoordinates"][0] = 5
    mbs.AddNode(second)
    assert list(mbs.GetNode(1)["referenceCoordinates"]) == [0, 0, 0]


# ------------------------------------------------------------------------------- visualization


@pytest.mark.parametrize(
    "drawing",
    [
        VNodePoint(show=False, drawSize=0.5, color=[0, 1, 0, 1]),
        VPoint(show=False, drawSize=0.5, color=[0, 1, 0, 1]),
        {"show": False, "drawSize": 0.5, "color": (0, 1, 0, 1)},
    ],
    ids=["V class", "short V class", "dict"],
)
def test_visualization_as_class_or_dictionary(drawing):
    mbs = new_system()
    form = mbs.GetNode(mbs.AddNode(NodePoint(visualization=drawing)))
    assert (form["Vshow"], form["VdrawSize"], form["Vcolor"]) == (False, 0.5, [0, 1, 0, 1])


def test_dictionary_form_takes_a_nested_visualization_too():
    mbs = new_system()
    form = {"nodeType": "Point", "visualization": {"drawSize": 2}}
    assert mbs.GetNode(mbs.AddNode(form))["VdrawSize"] == 2.0


@looped(
    ("drawing", "word"),
    [
        ({"shown": True}, "show"),
        ({"color": [1, 0, 0]}, "color"),
        ({"color": [2, 0, 0, 1]}, "color"),
        ({"drawSize": "big"}, "drawSize"),
        ({"show": "yes"}, "show"),
        (VObjectGround(graphicsData=[]), "graphicsData"),
        (5, "visualization"),
        ("show", "visualization"),
        ([], "visualization"),
    ],
)
def test_wrong_visualization_is_refused(drawing, word):
    node = NodePoint(name="n", visualization=drawing)
    assert_refused(new_system(), "Node", node, "'n'", "visualization", word)


def test_gravity_connector_is_not_drawn_by_default():
    s = mass_on_spring()
    number = s.mbs.AddObject(ConnectorGravity(markerNumbers=[s.fixed, s.end]))
    assert s.mbs.GetObject(number)["Vshow"] is False
