"""Kinds that users declare, in model files and in their schema."""

import copy
import json
import pickle

import jsonschema
import numpy as np
import pytest

import linkwork as exu
from linkwork import model_file
from linkwork.items import *
from linkwork.items import FAMILIES

from .kinds import EVERY, Cord


def law(mbs, t, itemNumber, u):
    return u


def system():
    mbs = exu.SystemContainer().AddSystem()
    for kind, values in EVERY.items():
        add = getattr(mbs, f"Add{kind.family.capitalize()}")
        add(kind(name=kind.__name__, visualization={"show": False}, **values))
    mbs.AddObject(Cord(lawUserFunction=law, linear=0.1))
    return mbs


def test_items_come_back_and_the_file_names_their_modules(tmp_path):
    mbs = system()
    mbs.save(tmp_path / "a.json")
    again = exu.load(tmp_path / "a.json", functions={f"{__name__}:law": law})
    again.save(tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    for family, members in mbs._items.items():
        for item, other in zip(members, again._items[family], strict=True):
            assert type(item) is type(other)
            for name in item.fields:
                assert np.array_equal(getattr(item, name), getattr(other, name))
    form = json.loads((tmp_path / "a.json").read_text())
    assert form["modules"]["object"]["Cord"] == Cord.__module__
    assert set(form["modules"]) == {kind.family for kind in EVERY}


def test_a_kind_that_is_not_known_tells_its_module(tmp_path, monkeypatch):
    system().save(tmp_path / "a.json")
    monkeypatch.delitem(FAMILIES["object"], "Cord")
    with pytest.raises(exu.ParameterError) as caught:
        exu.load(tmp_path / "a.json")
    wanted = f"the object type 'Cord' is not Linkwork's own: module {Cord.__module__!r} declares it"
    assert wanted in str(caught.value) and ".objectType: " in str(caught.value)


def test_the_schema_has_them():
    schema = model_file.schema()
    validator = jsonschema.Draft202012Validator(schema)
    form = json.loads(model_file.text_of(system()._items))
    validator.validate(form)
    cords = [item for item in form["objects"] if item["objectType"] == "Cord"]
    cords[0]["linear"] = -1.0
    assert list(validator.iter_errors(form))


@pytest.mark.parametrize("again", [copy.deepcopy, lambda mbs: pickle.loads(pickle.dumps(mbs))])
def test_systems_with_kinds_of_users_are_copied_and_pickled(again):
    mbs = system()
    made = again(mbs)
    for family, members in mbs._items.items():
        for item, other in zip(members, made._items[family], strict=True):
            assert type(item) is type(other)
            for name in item.fields:
                assert np.array_equal(getattr(item, name), getattr(other, name))
    assert Cord.__module__.encode() in pickle.dumps(mbs)  # is imported with it
