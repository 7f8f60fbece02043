"""Items and dictionaries say the same: AddX(GetX(...)) makes the same item again."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.indices import INDEX_TYPES
from linkwork.core.declare.matrices import MatrixContainer
from linkwork.core.declare.parameters import Flag, Index, IndexPair, Matrix
from linkwork.items import *
from tests.cases import looped

from .samples import (
    KINDS,
    drawn_of,
    loop_kind,
    loop_over,
    values_of,
    variants_of,
    world,
)


def same(first, second):
    """Equality of dictionaries that may hold arrays."""
    assert list(first) == list(second)
    for name, value in first.items():
        other = second[name]
        assert type(value) is type(other), name
        if isinstance(value, np.ndarray):
            assert value.dtype == other.dtype and np.array_equal(value, other), name
        elif isinstance(value, MatrixContainer):
            assert value.same(other), name
        else:
            assert value == other, name


def means(p, stored, given):
    """Whether a dictionary tells the value that was given for a parameter."""
    if isinstance(p.kind, Matrix):
        return MatrixContainer(stored).same(MatrixContainer(given))
    return np.array_equal(stored, given)


def changed_values(kind, w):
    """The sample with all flags the other way round, and with its user functions."""
    values = values_of(kind, w)
    for p in kind.fields.values():
        if isinstance(p.kind, Flag) and p.name != "hasCoordinateMarkers":  # two more markers
            values[p.name] = not p.default
        if isinstance(p.kind, UserFunction):
            values |= next(c for c in variants_of(kind).values() if p.name in c)
    return values


@loop_kind
def test_dictionary_holds_the_given_values(kind):
    w = world()
    values = changed_values(kind, w)
    drawn = drawn_of(kind)
    form = w.get(kind, w.add_item(kind(name="one", visualization=drawn, **values)))
    assert form.pop(f"{kind.family}Type") == kind.type_name
    assert form.pop("name") == "one"
    for name, value in values.items():
        assert means(kind.fields[name], form.pop(name), value), name
    for name, value in drawn.items():
        assert means(kind.V.fields[name], form.pop("V" + name), value), name
    assert form == {}


@loop_kind
def test_dictionary_makes_the_same_item_again(kind):
    w = world()
    made = w.add_item(kind(visualization=drawn_of(kind), **changed_values(kind, w)))
    form = w.get(kind, made)
    again = w.get(kind, w.add_item(form | {"name": "again"}, kind.family))
    assert again["name"] == "again"
    same(form, again | {"name": form["name"]})


@loop_kind
def test_dictionary_of_defaults_holds_the_defaults(kind):
    w = world()
    item = kind()
    form = w.get(kind, w.add_item(item))
    for name, p in kind.fields.items():
        if name != "name":
            assert means(p, form[name], p.default), name
    for name, p in kind.V.fields.items():
        assert means(p, form["V" + name], p.default), name


@loop_kind
def test_dictionary_may_leave_defaults_out(kind):
    w = world()
    key = f"{kind.family}Type"
    short = w.get(kind, w.add_item({key: kind.type_name, "name": "short"}, kind.family))
    whole = w.get(kind, w.add_item(kind(name="whole")))
    same(short | {"name": ""}, whole | {"name": ""})


@loop_kind
def test_visualization_can_be_given_in_every_form(kind):
    w = world()
    drawn = drawn_of(kind)
    form = w.get(kind, w.first(kind))
    flat = {"V" + name: value for name, value in drawn.items()}
    plain = {name: value for name, value in form.items() if not name.startswith("V")}
    made = [
        w.add_item(w.sample(kind, visualization=drawn)),
        w.add_item(w.sample(kind, visualization=kind.V(**drawn))),
        w.add_item(form | flat | {"name": ""}, kind.family),
        w.add_item(plain | {"name": "", "visualization": drawn}, kind.family),
        w.add_item(plain | {"name": "", "visualization": kind.V(**drawn)}, kind.family),
    ]
    for number in made:
        got = w.get(kind, number)
        assert all(means(p, got["V" + p.name], drawn[p.name]) for p in kind.V.fields.values())
    getter = getattr(w.mbs, f"Get{kind.family.capitalize()}Parameter")
    for p in kind.V.fields.values():
        assert means(p, getter(made[0], "V" + p.name), drawn[p.name]), p.name


@loop_kind
def test_dictionary_is_a_copy(kind):
    w = world()
    number = w.add_item(w.sample(kind, visualization=drawn_of(kind)))
    form, kept = w.get(kind, number), w.get(kind, number)
    for value in form.values():
        if isinstance(value, MatrixContainer):
            value.SetAllZero()
        elif isinstance(value, (list, np.ndarray)) and len(value):
            value[0] = -7
    same(w.get(kind, number), kept)


@loop_kind
def test_an_added_item_keeps_its_values_when_the_given_one_changes(kind):
    w = world()
    values = {
        name: np.array(value) if isinstance(value, list) and name != "markerNumbers" else value
        for name, value in values_of(kind, w).items()
    }
    item = kind(**values)
    number = w.add_item(item)
    kept = w.get(kind, number)
    for name in values:
        value = getattr(item, name)
        if isinstance(value, (list, np.ndarray)) and len(value):
            value[0] = 17
        else:
            setattr(item, name, None)
    same(w.get(kind, number), kept)


@loop_over(
    kind
    for kind in KINDS
    if any(isinstance(p.kind, (Index, IndexPair)) for p in kind.fields.values())
)
def test_references_are_typed_indices(kind):
    w = world()
    form = w.get(kind, w.first(kind))
    for p in kind.fields.values():
        if isinstance(p.kind, Index) and not (p.kind.optional and form[p.name] < 0):
            assert type(form[p.name]) is INDEX_TYPES[p.kind.family]
        if isinstance(p.kind, IndexPair):
            assert {type(number) for number in form[p.name]} == {INDEX_TYPES[p.kind.family]}


@loop_over(kind for kind in KINDS if kind.aliases)
def test_aliases_are_the_same_parameter(kind):
    for alias, name in kind.aliases.items():
        w = world()
        values = values_of(kind, w)
        value = values.pop(name)
        by_name = w.get(kind, w.add_item(kind(**{name: value}, **values)))
        by_alias = w.get(kind, w.add_item(kind(**{alias: value}, **values)))
        same(by_name | {"name": ""}, by_alias | {"name": ""})
        form = {k: v for k, v in by_name.items() if k != name} | {alias: value, "name": ""}
        number = w.add_item(form, kind.family)
        assert np.array_equal(w.get(kind, number)[name], value)
        new = 0.5 * np.asarray(value) if np.ndim(value) else 2 * value
        new = not value if isinstance(value, bool) else new
        getattr(w.mbs, f"Set{kind.family.capitalize()}Parameter")(number, alias, new)
        getter = getattr(w.mbs, f"Get{kind.family.capitalize()}Parameter")
        assert np.array_equal(getter(number, alias), new)
        assert np.array_equal(getter(number, name), new)
        with pytest.raises(exu.ParameterError, match=f"{alias}.*{name}"):
            kind(**{name: value, alias: value}, **values)


def test_mass_is_another_word_for_the_physics_mass():
    aliased = {k for k in KINDS if k.aliases == {"mass": "physicsMass"}}
    assert aliased == {MassPoint, MassPoint2D, Mass1D}


@looped(
    ("form", "words"),
    [
        ({}, "needs objectType"),
        ({"name": "x"}, "needs objectType"),
        ({"objectType": "MassPiont"}, "unknown MassPiont mean MassPoint"),
        ({"objectType": "Spoon"}, "unknown Spoon known ConnectorSpringDamper"),
        ({"objectType": None}, "unknown None"),
        ({"objectType": ["MassPoint"]}, "unknown"),
        ({"nodeType": "Point"}, "needs objectType"),
        ({"objectType": "MassPoint", "physicMass": 1.0}, "physicMass physicsMass"),
        ({"objectType": "MassPoint", "Vshown": True}, "MassPoint Vshown mean 'Vshow'?"),
        ({"objectType": "MassPoint", "V": True}, "MassPoint 'V' name physicsMass nodeNumber"),
        ({"objectType": "MassPoint", "Vshow": True, "visualization": {}}, "visualization both"),
        ({"objectType": "MassPoint", 3: 4}, "3"),
    ],
)
def test_dictionaries_that_mean_nothing_are_refused(form, words):
    mbs = exu.SystemContainer().AddSystem()
    with pytest.raises(exu.ParameterError) as caught:
        mbs.AddObject(form)
    assert all(word in str(caught.value) for word in words.split()), str(caught.value)
    assert mbs.systemData.NumberOfObjects() == 0
