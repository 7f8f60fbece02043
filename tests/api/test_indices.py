"""Typed item numbers: printing, use as integers, refusal of the wrong kind, look-up by name."""

import copy
import json
import pickle

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import ITEM_KINDS, Output, mass_on_spring, new_system

INDEX_TYPES = [exu.NodeIndex, exu.ObjectIndex, exu.MarkerIndex, exu.LoadIndex, exu.SensorIndex]
INTEGERS = [int, np.int64, np.int32, np.uint8, np.intp]


@looped("kind", INDEX_TYPES)
def test_repr_shows_its_kind(kind):
    assert repr(kind(3)) == f"{kind.__name__}(3)"
    assert "%r" % kind(3) == f"{kind.__name__}(3)"  # noqa: UP031
    assert str([kind(3)]) == f"[{kind.__name__}(3)]"


@looped("kind", INDEX_TYPES)
def test_str_and_f_strings_give_the_digits(kind):
    assert str(kind(3)) == "3"
    assert "body" + str(kind(3)) + ".txt" == "body3.txt"
    assert "%s" % kind(3) == "3"  # noqa: UP031
    assert f"{kind(3)}" == "3"
    assert f"{kind(3):04d}" == "0003"
    assert f"{kind(3)!r}" == f"{kind.__name__}(3)"
    assert "{}".format(kind(3)) == "3"  # noqa: UP032
    assert "%d" % kind(3) == "3"  # noqa: UP031


@looped("kind", INDEX_TYPES)
def test_is_an_int(kind):
    assert isinstance(kind(3), int)
    assert isinstance(kind(3), exu.ItemIndex)
    assert kind(3) == 3 and hash(kind(3)) == hash(3)
    assert {3: "three"}[kind(3)] == "three"
    assert {kind(3): "three"}[3] == "three"
    assert ["a", "b", "c", "d"][kind(3)] == "d"
    assert np.arange(10.0)[kind(3)] == 3.0
    assert list(range(kind(3))) == [0, 1, 2]
    assert np.array([kind(3), kind(4)]).dtype.kind == "i"
    assert sorted([kind(2), kind(1), kind(0)]) == [0, 1, 2]
    assert not kind(0) and kind(1)


def test_indices_of_different_kinds_compare_as_ints():
    assert exu.NodeIndex(3) == exu.ObjectIndex(3)
    assert exu.NodeIndex(3) < exu.ObjectIndex(4)


@looped("kind", INDEX_TYPES)
def test_arithmetic_gives_plain_ints(kind):
    i = kind(3)
    results = [i + 1, 1 + i, i - 1, 2 * i, i // 2, i % 2, -i, +i, abs(i), i**2, i + i, int(i)]
    assert [type(result) for result in results] == [int] * len(results)
    assert results == [4, 4, 2, 6, 1, 1, -3, 3, 3, 9, 6, 3]
    assert type(sum([i, i])) is int


@looped("kind", INDEX_TYPES)
def test_copies_and_files_keep_kind_and_value(kind):
    for other in (copy.copy(kind(3)), copy.deepcopy(kind(3)), pickle.loads(pickle.dumps(kind(3)))):
        assert type(other) is kind and other == 3
    assert json.loads(json.dumps({"number": kind(3)})) == {"number": 3}


def test_add_returns_the_index_of_its_kind():
    s = mass_on_spring()
    assert [type(i) for i in (s.node, s.mass, s.end, s.load, s.sensor)] == INDEX_TYPES
    assert [s.ground, s.mass, s.spring] == [0, 1, 2]
    assert [s.fixed, s.end] == [0, 1]


@looped("integer", INTEGERS)
def test_plain_and_numpy_ints_are_accepted_everywhere(integer):
    mbs = new_system()
    ground = integer(mbs.AddObject(ObjectGround()))
    node = integer(mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0])))
    mass = integer(mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=node)))
    a = integer(mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground)))
    b = integer(mbs.AddMarker(MarkerNodePosition(nodeNumber=node)))
    c = integer(mbs.AddMarker(MarkerBodyMass(bodyNumber=mass)))
    spring = integer(mbs.AddObject(SpringDamper(markerNumbers=[a, b], stiffness=1)))
    force = integer(mbs.AddLoad(Force(markerNumber=b, loadVector=[1, 2, 3])))
    mbs.AddLoad(Gravity(markerNumber=c))
    mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=Output.Position))
    mbs.AddSensor(SensorBody(bodyNumber=mass, outputVariableType=Output.Position))
    mbs.AddSensor(SensorObject(objectNumber=spring, outputVariableType=Output.Distance))
    mbs.AddSensor(SensorMarker(markerNumber=b, outputVariableType=Output.Position))
    mbs.AddSensor(SensorLoad(loadNumber=force))
    mbs.Assemble()
    for sensor in range(4):
        assert np.linalg.norm(mbs.GetSensorValues(integer(sensor))) == 1.0
    assert list(mbs.GetSensorValues(integer(4))) == [1, 2, 3]
    assert list(mbs.GetLoadValues(force)) == [1, 2, 3]
    assert list(mbs.GetNodeOutput(node, Output.Position)) == [1, 0, 0]
    assert mbs.GetObjectOutput(spring, Output.Distance) == 1.0
    assert list(mbs.GetObjectOutputBody(mass, Output.Position)) == [1, 0, 0]
    assert list(mbs.GetMarkerOutput(b, Output.Position)) == [1, 0, 0]
    assert mbs.GetNode(node)["nodeType"] == "Point"
    assert mbs.GetObjectParameter(spring, "stiffness") == 1.0
    mbs.SetObjectParameter(spring, "stiffness", 2)
    assert mbs.GetObjectParameter(spring, "stiffness") == 2.0


def test_marker_numbers_may_be_tuple_or_array():
    s = mass_on_spring()
    for markers in ((s.fixed, s.end), np.array([0, 1]), np.array([0, 1], np.int32)):
        number = s.mbs.AddObject(SpringDamper(markerNumbers=markers))
        assert s.mbs.GetObjectParameter(number, "markerNumbers") == [0, 1]


def test_dictionary_form_holds_typed_indices():
    s = mass_on_spring()
    assert type(s.mbs.GetObject(s.mass)["nodeNumber"]) is exu.NodeIndex
    assert type(s.mbs.GetMarker(s.end)["bodyNumber"]) is exu.ObjectIndex
    assert [type(i) for i in s.mbs.GetObject(s.spring)["markerNumbers"]] == [exu.MarkerIndex] * 2
    assert type(s.mbs.GetSensorParameter(s.sensor, "nodeNumber")) is exu.NodeIndex


WRONG_KIND = [
    ("Object", lambda s: MassPoint(physicsMass=1, nodeNumber=s.mass), "nodeNumber", "node"),
    ("Marker", lambda s: MarkerBodyPosition(bodyNumber=s.node), "bodyNumber", "object"),
    ("Marker", lambda s: MarkerBodyMass(bodyNumber=s.end), "bodyNumber", "object"),
    ("Marker", lambda s: MarkerNodePosition(nodeNumber=s.ground), "nodeNumber", "node"),
    ("Object", lambda s: SpringDamper(markerNumbers=[s.node, s.end]), "markerNumbers", "marker"),
    ("Object", lambda s: DistanceConstraint(markerNumbers=[s.end, s.mass], distance=1),
     "markerNumbers", "marker"),
    ("Load", lambda s: Force(markerNumber=s.mass), "markerNumber", "marker"),
    ("Sensor", lambda s: SensorNode(nodeNumber=s.mass), "nodeNumber", "node"),
    ("Sensor", lambda s: SensorBody(bodyNumber=s.node), "bodyNumber", "object"),
    ("Sensor", lambda s: SensorObject(objectNumber=s.end), "objectNumber", "object"),
    ("Sensor", lambda s: SensorMarker(markerNumber=s.load), "markerNumber", "marker"),
    ("Sensor", lambda s: SensorLoad(loadNumber=s.end), "loadNumber", "load"),
]  # fmt: skip


@looped(("family", "make", "parameter", "wanted"), WRONG_KIND)
def test_index_of_another_kind_is_refused_in_items(family, make, parameter, wanted):
    s = mass_on_spring()
    item = make(s)
    with pytest.raises(exu.SysError) as error:
        getattr(s.mbs, f"Add{family}")(item)
    text = str(error.value)
    assert (item.short_name or type(item).__name__) in text
    assert parameter in text and wanted in text and "Index(" in text


@looped("family", ITEM_KINDS)
def test_index_of_another_kind_is_refused_in_questions(family):
    s = mass_on_spring()
    own = getattr(exu, f"{family}Index")
    for kind in INDEX_TYPES:
        if kind is own:
            assert getattr(s.mbs, f"Get{family}")(kind(0))["name"]
            continue
        for call in (
            lambda kind=kind: getattr(s.mbs, f"Get{family}")(kind(0)),
            lambda kind=kind: getattr(s.mbs, f"Get{family}Parameter")(kind(0), "name"),
            lambda kind=kind: getattr(s.mbs, f"Set{family}Parameter")(kind(0), "name", "x"),
        ):
            with pytest.raises(exu.SysError, match=f"{own.__name__}.*{kind.__name__}\\(0\\)"):
                call()


def test_index_of_another_kind_is_refused_in_outputs():
    s = mass_on_spring()
    calls = [
        (lambda: s.mbs.GetNodeOutput(s.mass, Output.Position), "NodeIndex"),
        (lambda: s.mbs.GetObjectOutput(s.node, Output.Position), "ObjectIndex"),
        (lambda: s.mbs.GetObjectOutputBody(s.node, Output.Position), "ObjectIndex"),
        (lambda: s.mbs.GetMarkerOutput(s.load, Output.Position), "MarkerIndex"),
        (lambda: s.mbs.GetSensorValues(s.load), "SensorIndex"),
        (lambda: s.mbs.GetSensorStoredData(s.load), "SensorIndex"),
        (lambda: s.mbs.GetLoadValues(s.sensor), "LoadIndex"),
    ]
    for call, wanted in calls:
        with pytest.raises(exu.SysError, match=wanted):
            call()


@looped("bad", [-1, 7, 1.0, True, None, [0], np.float64(0), "nowhere"])
@looped("family", ITEM_KINDS)
def test_what_is_no_number_of_an_item_is_refused(family, bad):
    s = mass_on_spring()
    with pytest.raises(exu.SysError) as error:
        getattr(s.mbs, f"Get{family}")(bad)
    assert family.lower() in str(error.value)
    assert str(bad) in str(error.value)


def test_number_that_does_not_exist_tells_how_many_there_are():
    s = mass_on_spring()
    with pytest.raises(exu.SysError, match="object 17 does not exist.*3"):
        s.mbs.GetObject(17)


@looped(
    ("family", "name"),
    [("Node", "node"), ("Object", "spring"), ("Marker", "end"), ("Load", "load"),
     ("Sensor", "sensor")],
)  # fmt: skip
def test_look_up_by_name(family, name):
    s = mass_on_spring()
    found = getattr(s.mbs, f"Get{family}Number")(name)
    assert type(found) is getattr(exu, f"{family}Index")
    assert found == getattr(s, name)
    assert getattr(s.mbs, f"Get{family}")(name)["name"] == name
    assert getattr(s.mbs, f"Get{family}Parameter")(name, "name") == name


def test_outputs_take_names():
    s = mass_on_spring(force=3.0)
    assert list(s.mbs.GetNodeOutput("node", Output.Position)) == [1, 0, 0]
    assert s.mbs.GetObjectOutput("spring", Output.Distance) == 1.0
    assert list(s.mbs.GetObjectOutputBody("mass", Output.Position)) == [1, 0, 0]
    assert list(s.mbs.GetMarkerOutput("end", Output.Position)) == [1, 0, 0]
    assert list(s.mbs.GetSensorValues("sensor")) == [1, 0, 0]
    assert list(s.mbs.GetLoadValues("load")) == [3, 0, 0]


@looped("family", ITEM_KINDS)
def test_unknown_name_lists_known_ones(family):
    s = mass_on_spring()
    known = getattr(s.mbs, f"Get{family}")(0)["name"]
    with pytest.raises(exu.SysError, match=f"'nowhere'.*{known}"):
        getattr(s.mbs, f"Get{family}Number")("nowhere")


@looped("family", ITEM_KINDS)
def test_look_up_of_what_is_no_name_is_refused(family):
    s = mass_on_spring()
    for bad in (0, None, ["node"], {}):
        with pytest.raises(exu.SysError, match="name"):
            getattr(s.mbs, f"Get{family}Number")(bad)
