"""Building systems: Add..., names, dictionaries, visualization, Assemble, Reset, printing."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import (
    ITEM_KINDS,
    Configuration,
    Output,
    make_settings,
    mass_on_spring,
    new_system,
    pendulum,
    same,
    sizes,
)

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


def assert_refused(mbs, family, item, *words):
    """Adding the item raises a SysError with these words and leaves the system as it was."""
    before = sizes(mbs)
    with pytest.raises(exu.SysError) as error:
        getattr(mbs, f"Add{family}")(item)
    for word in words:
        assert word in str(error.value)
    assert sizes(mbs) == before


# ------------------------------------------------------------------------------- items and dicts


@pytest.mark.parametrize("name", EVERY_TYPE)
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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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


def test_parameters_are_keyword_only():
    with pytest.raises(TypeError):
        NodePoint([1, 2, 3])


@pytest.mark.parametrize("family", ITEM_KINDS)
@pytest.mark.parametrize(
    "item",
    [NodePoint(), ObjectGround(), MarkerBodyPosition(bodyNumber=0), Force(markerNumber=0),
     SensorNode(nodeNumber=0), NodePoint, None, 3, "NodePoint", [NodePoint()], VNodePoint()],
    ids=repr,
)  # fmt: skip
def test_item_of_the_wrong_family_is_refused(family, item):
    if getattr(item, "family", None) == family.lower() and not isinstance(item, type):
        return
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
    assert_refused(mbs, "Node", NodePoint(), "'node1'", "node 0")
    assert mbs.AddNode(NodePoint(name="other")) == 1


@pytest.mark.parametrize("bad", [3, None, b"node", ["node"]])
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


@pytest.mark.parametrize(
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


# ------------------------------------------------------------------------------- wrong values


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(("family", "make", "parameter", "what", "count"), UNKNOWN_NUMBERS)
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


@pytest.mark.parametrize(
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


# ------------------------------------------------------------------------------- Assemble


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda s: SpringDamper(name="x"), ["SpringDamper 'x' (object 3)", "markerNumbers"]),
        (lambda s: MassPoint(name="x", physicsMass=1), ["MassPoint 'x' (object 3)", "nodeNumber"]),
        (lambda s: DistanceConstraint(name="x", markerNumbers=[0, 1]),
         ["DistanceConstraint 'x' (object 3)", "distance", "> 0"]),
        (lambda s: MarkerBodyPosition(name="x"), ["'x' (marker 2)", "bodyNumber"]),
        (lambda s: MarkerNodePosition(name="x"), ["'x' (marker 2)", "nodeNumber"]),
        (lambda s: MarkerBodyMass(name="x"), ["'x' (marker 2)", "bodyNumber"]),
        (lambda s: Force(name="x"), ["Force 'x' (load 1)", "markerNumber"]),
        (lambda s: Gravity(name="x"), ["Gravity 'x' (load 1)", "markerNumber"]),
        (lambda s: SensorNode(name="x"), ["SensorNode 'x' (sensor 1)", "nodeNumber"]),
        (lambda s: SensorNode(name="x", nodeNumber=0),
         ["SensorNode 'x' (sensor 1)", "outputVariableType", "Position"]),
        (lambda s: SensorLoad(name="x"), ["SensorLoad 'x' (sensor 1)", "loadNumber"]),
    ],
)  # fmt: skip
def test_assemble_refuses_defaults_that_cannot_be_used(make, words):
    s = mass_on_spring()
    add(s.mbs, make(s))
    for call in (s.mbs.Assemble, s.mbs.SolveDynamic):
        with pytest.raises(exu.SysError) as error:
            call()
        for word in words:
            assert word in str(error.value)


def test_incomplete_item_can_be_completed():
    s = mass_on_spring()
    x = s.mbs.AddObject(DistanceConstraint())
    with pytest.raises(exu.SysError):
        s.mbs.Assemble()
    s.mbs.SetObjectParameter(x, "markerNumbers", [s.fixed, s.end])
    with pytest.raises(exu.SysError, match="distance"):
        s.mbs.Assemble()
    s.mbs.SetObjectParameter(x, "distance", 1.0)
    s.mbs.Assemble()
    assert s.mbs.systemData.AEsize() == 1
    assert s.mbs.GetObjectOutput(x, Output.ConstraintEquation) == 0.0


def test_what_needs_an_assembled_system_says_so():
    s = mass_on_spring(assemble=False)
    data = s.mbs.systemData
    for call in (
        lambda: s.mbs.GetNodeOutput(s.node, Output.Position),
        lambda: s.mbs.GetObjectOutput(s.spring, Output.Distance),
        lambda: s.mbs.GetObjectOutputBody(s.mass, Output.Position),
        lambda: s.mbs.GetMarkerOutput(s.end, Output.Position),
        lambda: s.mbs.GetSensorValues(s.sensor),
        lambda: s.mbs.GetLoadValues(s.load),
        lambda: s.mbs.SolveDynamic(autoAssemble=False),
        data.GetTime,
        data.ODE2Size,
        data.SystemSize,
        data.GetODE2Coordinates,
        data.GetODE2Coordinates_t,
        data.GetODE2Coordinates_tt,
        data.GetAECoordinates,
        data.GetSystemState,
        lambda: data.GetODE2Coordinates(Configuration.Reference),
        lambda: data.SetODE2Coordinates([0, 0, 0]),
        lambda: data.SetODE2Coordinates([0, 0, 0], Configuration.Initial),
    ):
        with pytest.raises(exu.SysError, match=r"Assemble\(\)"):
            call()
    with pytest.raises(exu.SysError, match="solve the system first"):
        s.mbs.GetSensorStoredData(s.sensor)


def test_questions_that_need_no_assembly():
    s = mass_on_spring(assemble=False)
    assert sizes(s.mbs) == dict(Node=1, Object=3, Marker=2, Load=1, Sensor=1)
    assert s.mbs.GetNode(s.node)["name"] == "node"
    assert s.mbs.GetObjectParameter(s.spring, "stiffness") == 100.0


def test_assemble_again_after_adding_items():
    s = mass_on_spring()
    s.mbs.SolveDynamic(make_settings())
    node = s.mbs.AddNode(NodePoint2D(referenceCoordinates=[3, 4], initialVelocities=[1, 2]))
    s.mbs.AddObject(MassPoint2D(physicsMass=1, nodeNumber=node))
    with pytest.raises(exu.SysError, match=r"Assemble\(\)"):
        s.mbs.GetNodeOutput(s.node, Output.Position)
    s.mbs.Assemble()
    data = s.mbs.systemData
    assert data.ODE2Size() == 5
    assert list(data.GetODE2Coordinates_t()) == [0, 0, 0, 1, 2]
    assert list(s.mbs.GetNodeOutput(s.node, Output.Position)) == [1, 0, 0]
    assert list(s.mbs.GetNodeOutput(node, Output.Position)) == [3, 4, 0]
    assert s.mbs.SolveDynamic(make_settings())


def test_assemble_twice_resets_the_state():
    s = mass_on_spring()
    s.mbs.SolveDynamic(make_settings(), updateInitialValues=True)
    s.mbs.Assemble()
    for configuration in (Configuration.Current, Configuration.Initial):
        assert not s.mbs.systemData.GetODE2Coordinates(configuration).any()
    assert s.mbs.systemData.GetTime() == 0.0


def test_empty_system_can_be_assembled():
    mbs = new_system()
    mbs.Assemble()
    assert mbs.systemData.SystemSize() == 0
    assert mbs.systemData.GetODE2Coordinates().shape == (0,)


# ------------------------------------------------------------------------------- containers, Reset


def test_container_holds_its_systems():
    container = exu.SystemContainer()
    first, second = container.AddSystem(), container.AddSystem()
    assert container.NumberOfSystems() == 2
    assert container.GetSystem(0) is first and container.GetSystem(1) is second
    for bad in (2, -1):
        with pytest.raises(exu.SysError, match=f"{bad}.*2"):
            container.GetSystem(bad)
    container.Reset()
    assert container.NumberOfSystems() == 0


def test_systems_are_independent():
    container = exu.SystemContainer()
    first, second = container.AddSystem(), container.AddSystem()
    first.AddNode(NodePoint(name="a"))
    first.variables["x"] = 1
    assert second.AddNode(NodePoint(name="a")) == 0
    assert second.variables == {}


def test_variables_are_a_dictionary_of_the_user():
    mbs = new_system()
    assert mbs.variables == {}
    mbs.variables["list"] = [1, 2]
    mbs.variables["list"].append(3)
    assert mbs.variables == {"list": [1, 2, 3]}


def test_reset_makes_an_empty_system():
    s = pendulum()
    s.mbs.SetPreStepUserFunction(lambda mbs, t: True)
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    s.mbs.Reset()
    assert sizes(s.mbs) == dict.fromkeys(ITEM_KINDS, 0)
    assert s.mbs.GetPreStepUserFunction() == 0
    assert s.mbs.solution is None
    with pytest.raises(exu.SysError, match=r"Assemble\(\)"):
        s.mbs.systemData.GetTime()
    with pytest.raises(exu.SysError):
        s.mbs.GetNodeNumber("node0")
    assert s.mbs.AddNode(NodePoint(name="node0")) == 0


# ------------------------------------------------------------------------------- printing


def test_printing_a_system_tells_what_it_holds():
    s = pendulum(assemble=False)
    text = str(s.mbs)
    assert text == repr(s.mbs)
    for words in ("Point2D", "MassPoint2D", "ObjectGround", "DistanceConstraint", "Gravity"):
        assert words in text
    assert "2 MarkerBodyPosition" in text and "not assembled" in text
    assert "0x" not in text and max(map(len, text.splitlines())) <= 100
    s.mbs.Assemble()
    s.mbs.SolveDynamic(make_settings(0.5, 10))
    text = str(s.mbs)
    assert "2 coordinates" in text and "1 constraint" in text and "t = 0.5 s" in text


def test_printing_a_container_tells_its_systems():
    container = exu.SystemContainer()
    assert "0 system" in str(container)
    container.AddSystem().AddNode(NodePoint())
    text = str(container)
    assert text == repr(container)
    assert "1 system" in text and "system 0" in text and "Point" in text


def test_printing_a_system_with_thousands_of_items_stays_short():
    mbs = new_system()
    for _ in range(2000):
        mbs.AddNode(NodePoint())
    assert "2000" in str(mbs) and len(str(mbs)) < 500


def test_printing_an_item_shows_what_was_given():
    assert repr(NodePoint(name="a", referenceCoordinates=[1, 2, 3])) == (
        "NodePoint(name='a', referenceCoordinates=[1, 2, 3])"
    )


def test_public_names():
    assert issubclass(exu.SysError, RuntimeError)
    assert issubclass(exu.SolverError, exu.SysError)
    for name in exu.__all__:
        assert getattr(exu, name) is not None
    assert SpringDamper is ObjectConnectorSpringDamper and VSpringDamper.__name__.startswith("V")
    assert exu.__version__
