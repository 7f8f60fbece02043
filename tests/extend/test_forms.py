"""JSON form of items."""

import json

import numpy as np
import pytest

import linkwork as exu
from linkwork import extend
from linkwork.core.declare.item import checked
from linkwork.items import *
from tests.cases import looped

from .kinds import EVERY, Cord

each_kind = looped("kind", EVERY, ids=lambda kind: kind.__name__)


def law(mbs, t, itemNumber, u):
    return u


@each_kind
def test_an_item_comes_back_as_it_was(kind):
    item = kind(name="mine", visualization={"show": False}, **EVERY[kind])
    text = extend.to_json(item)
    back = extend.from_json(text)
    assert type(back) is kind
    assert extend.to_json(back) == extend.to_json(item)
    for name, value in EVERY[kind].items():
        assert np.array_equal(getattr(checked(back), name), value)
    assert json.loads(text)["Vshow"] is False


def test_what_was_left_out_stays_left_out():
    back = extend.from_json(extend.to_json(SpringDamper()))
    assert back.markerNumbers == [-1, -1] and "markerNumbers" not in back.given
    exu.SystemContainer().AddSystem().AddObject(back)


def test_own_items_and_ours_have_it():
    sensor = SensorObject(objectNumber=3, outputVariableType=exu.OutputVariableType.Force)
    back = extend.from_json(extend.to_json(sensor))
    assert back.outputVariableType is exu.OutputVariableType.Force and back.objectNumber == 3
    shapes = [{"type": "Line", "data": np.arange(6.0).reshape(2, 3)}]
    ground = ObjectGround(visualization={"graphicsData": shapes})
    assert json.loads(extend.to_json(ground))["VgraphicsData"][0]["data"] == [
        [0.0, 1.0, 2.0],
        [3.0, 4.0, 5.0],
    ]


def test_functions_are_told_by_name_and_never_looked_up():
    path = f"{law.__module__}:law"
    text = extend.to_json(Cord(lawUserFunction=law))
    assert json.loads(text)["lawUserFunction"] == path
    assert extend.from_json(text, functions={path: law}).lawUserFunction is law
    with pytest.raises(exu.ParameterError) as caught:
        extend.from_json(text)
    assert str(caught.value).startswith(
        f"the JSON text needs functions, which are not stored in files: {path!r} of "
        f"Cord: lawUserFunction; pass them as functions={{{path!r}: ...}}"
    )

    def inner(mbs, t, itemNumber, u):
        return 2.0 * u

    own = extend.to_json(Cord(lawUserFunction=inner))
    assert json.loads(own)["lawUserFunction"] == {"supply": "inner"}
    assert extend.from_json(own, functions={"inner": inner}).lawUserFunction is inner
    named = extend.to_json(Cord(lawUserFunction=inner), functions={"double": inner})
    assert json.loads(named)["lawUserFunction"] == {"supply": "double"}
    assert extend.from_json(named, functions={"double": inner}).lawUserFunction is inner


@looped(
    "text, told",
    [
        ("{", "the JSON text, line 1, column 2: "),
        ("[1]", "the JSON form of an item is an object, got [1]"),
        ("{}", "the JSON form of an item has one of the keys nodeType, objectType, markerType, "),
        ('{"objectType": "Cordd"}', "unknown objectType 'Cordd'; did you mean 'Cord'?"),
        ('{"objectType": 3}', "unknown objectType 3; known are "),
        ('{"objectType": "Cord", "lenght": 1}', "Cord has no parameter 'lenght'; did you mean"),
    ],
)
def test_what_is_no_item_is_refused(text, told):
    with pytest.raises(exu.ParameterError) as caught:
        extend.from_json(text)
    assert str(caught.value).startswith(told)


def test_bad_values_are_refused_when_written():
    with pytest.raises(exu.ParameterError) as caught:
        extend.to_json(Cord(linear=-1.0))
    assert str(caught.value) == "Cord: linear a must be >= 0 N/m, got -1.0"
