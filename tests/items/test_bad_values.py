"""Every bad value of every parameter is refused by name, and leaves nothing behind."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.declare import function_kinds
from linkwork.core.declare import parameters as kinds
from linkwork.items import *

from .bad_values import Unprintable, bad_values
from .samples import KINDS, Out, World, drawn_of, loop_kind, loop_over, values_of, world


def with_parameters(*of):
    """Kinds that have parameters of one of these kinds."""
    return [kind for kind in KINDS if any(isinstance(p.kind, of) for p in kind.fields.values())]


def refused(w, kind, told, value, **changes):
    """Add an item that must be refused; the error must tell item, parameter and value."""
    number = w.count(kind.family)
    item = w.sample(kind, **({"name": "spoilt"} | changes))
    label = item.label(number)
    with pytest.raises(exu.ParameterError) as caught:
        w.add_item(item)
    text = str(caught.value)
    assert text.startswith(label), text
    assert f"{kind.family} {number}" in label
    assert told in text, text
    assert kinds.shown(value) in text, text
    assert w.count(kind.family) == number, f"{told} = {kinds.shown(value)} left something behind"


@loop_kind
def test_bad_values_of_parameters_are_refused(kind):
    w = World(kind)
    for p in kind.fields.values():
        for value in bad_values(p):
            if not p.is_unset(value):  # a given default counts as left out
                refused(w, kind, p.name, value, **{p.name: value})
    assert w.add_item(w.sample(kind, name="spoilt")) == w.count(kind.family) - 1
    w.mbs.Assemble()


@loop_kind
def test_bad_values_of_visualization_are_refused(kind):
    w = World(kind)
    for p in kind.V.fields.values():
        for value in bad_values(p):
            for drawn in ({p.name: value}, kind.V(**{p.name: value})):
                refused(w, kind, p.name, value, visualization=drawn)
    for value in (3, "show", [], True, kind, object(), Unprintable()):
        refused(w, kind, "visualization", value, visualization=value)
    refused(w, kind, "visualization", "hide", visualization={"hide": True})
    refused(w, kind, "visualization", 3, visualization={3: True})
    assert w.add_item(w.sample(kind, name="spoilt")) == w.count(kind.family) - 1


@loop_kind
def test_bad_values_in_a_dictionary_are_refused(kind):
    w = World(kind)
    form = w.get(kind, w.first(kind)) | {"name": "spoilt"}
    before = w.count(kind.family)
    for p in kind.fields.values():
        value = next(value for value in bad_values(p) if not p.is_unset(value))
        with pytest.raises(exu.ParameterError, match=p.name):
            w.add_item(form | {p.name: value}, kind.family)
    for p in kind.V.fields.values():
        value = next(iter(bad_values(p)))
        with pytest.raises(exu.ParameterError, match=p.name):
            w.add_item(form | {"V" + p.name: value}, kind.family)
    assert w.count(kind.family) == before
    w.add_item(form, kind.family)


@loop_kind
def test_bad_values_cannot_be_set_later(kind):
    w = World(kind)
    w.mbs.Assemble()
    number = w.first(kind)
    family = kind.family.capitalize()
    setter = getattr(w.mbs, f"Set{family}Parameter")
    before = repr(w.get(kind, number))
    for p in kind.fields.values():
        for value in bad_values(p):
            with pytest.raises(exu.ParameterError, match=p.name):
                setter(number, p.name, value)
    for p in kind.V.fields.values():
        for value in bad_values(p):
            with pytest.raises(exu.ParameterError, match=p.name):
                setter(number, "V" + p.name, value)
    assert repr(w.get(kind, number)) == before
    assert "not assembled" not in repr(w.mbs)


@loop_over(with_parameters(kinds.Index, kinds.IndexPair, kinds.IndexList))
def test_numbers_of_items_that_do_not_exist_are_refused(kind):
    w = World(kind)
    for p in kind.fields.values():
        if isinstance(p.kind, kinds.Index):
            unknown = [(n, n) for n in (w.count(p.kind.family), 99, 2**70)]
        elif isinstance(p.kind, kinds.IndexPair):
            more = [1] * (p.kind.length - 2)
            unknown = [(n, pair) for n in (99, 2**70) for pair in ([0, n, *more], [n, 0, *more])]
        elif isinstance(p.kind, kinds.IndexList):
            unknown = [(n, [n]) for n in (99, 2**70)]
        else:
            continue
        for number, value in unknown:
            refused(w, kind, p.name, number, **{p.name: value})
            setter = getattr(w.mbs, f"Set{kind.family.capitalize()}Parameter")
            before = repr(w.get(kind, w.first(kind)))
            with pytest.raises(exu.ParameterError, match=f"{p.name}.*{number}"):
                setter(w.first(kind), p.name, value)
            assert repr(w.get(kind, w.first(kind))) == before
    w.add(kind)
    w.mbs.Assemble()


def left_out(kind):
    return [p for p in kind.fields.values() if not p.default_is_valid]


@loop_over(kind for kind in KINDS if left_out(kind))
def test_invalid_defaults_can_be_added_but_not_assembled(kind):
    cases = [(p, given) for p in left_out(kind) for given in (False, True)]
    for p, given in cases:
        w = World()
        values = values_of(kind, w)
        good = values.pop(p.name)
        item = kind(name="incomplete", **values)
        if given:
            setattr(item, p.name, p.default)
        number = w.add_item(item)
        label = item.label(int(number))
        with pytest.raises(exu.ParameterError) as caught:
            w.mbs.Assemble()
        text = str(caught.value)
        assert text.startswith(label) and p.name in text, text
        getattr(w.mbs, f"Set{kind.family.capitalize()}Parameter")(number, p.name, good)
        w.mbs.Assemble()


def test_which_defaults_are_invalid():
    wanted = {"markerNumbers", "markerNumber", "nodeNumber", "nodeNumbers", "bodyNumber"}
    wanted |= {"bodyNumbers", "objectNumber", "loadNumber", "meshNodeNumber"}
    wanted |= {"coordinate", "rotationCoordinate", "distance", "discRadius", "physicsLength"}
    wanted |= {"circleRadius", "strokeLength", "oilBulkModulus", "nominalFlow"}
    wanted |= {f"{name}{k}" for name in ("chamberCrossSection", "hoseVolume") for k in (0, 1)}
    wanted |= {f"numberOf{part}Coordinates" for part in ("ODE2", "ODE1", "AE")}
    assert {p.name for kind in KINDS for p in left_out(kind)} == wanted


def wrong_targets(w):
    """Kind, changes, words of the error: what stands on something that cannot carry it."""
    spring, plane = w.first(SpringDamper), w.first(NodePoint2D)
    mass, place = w.first(MarkerBodyMass), w.first(MarkerNodePosition)
    yield ObjectMassPoint, dict(nodeNumber=plane), "nodeNumber NodePoint2D"
    yield ObjectMassPoint2D, dict(nodeNumber=w.first(NodePoint)), "nodeNumber NodePoint"
    yield ObjectMassPoint, dict(nodeNumber=w.first(NodePointGround)), "nodeNumber NodePointGround"
    yield MarkerBodyPosition, dict(bodyNumber=spring), "bodyNumber SpringDamper"
    yield MarkerBodyMass, dict(bodyNumber=spring), "bodyNumber SpringDamper"
    for kind in (SpringDamper, CartesianSpringDamper, ConnectorGravity, DistanceConstraint):
        yield kind, dict(markerNumbers=[mass, place]), "markerNumbers MarkerBodyMass Position"
        yield kind, dict(markerNumbers=[place, mass]), "markerNumbers MarkerBodyMass Position"
    single, vector = w.first(MarkerNodeCoordinate), w.first(MarkerNodeCoordinates)
    for kind in (CoordinateSpringDamper, CoordinateConstraint):
        yield kind, dict(markerNumbers=[single, place]), "markerNumbers NodePosition Coordinate"
        yield kind, dict(markerNumbers=[vector, single]), "markerNumbers NodeCoordinates Coordinate"
    yield SpringDamper, dict(markerNumbers=[single, place]), "markerNumbers NodeCoordinate Position"
    yield LoadCoordinate, dict(markerNumber=place), "markerNumber Coordinate"
    yield LoadCoordinate, dict(markerNumber=vector), "markerNumber Coordinate"
    yield LoadForceVector, dict(markerNumber=single), "markerNumber Position"
    one = w.first(Node1D)
    yield MarkerNodePosition, dict(nodeNumber=one), "nodeNumber node with a position"
    yield ObjectMass1D, dict(nodeNumber=plane), "nodeNumber Node1D NodePoint2D"
    yield ObjectMassPoint, dict(nodeNumber=one), "nodeNumber NodePoint Node1D"
    for node, k, count in ((one, 1, 1), (plane, 2, 2), (w.first(NodePoint), 3, 3)):
        changes = dict(nodeNumber=node, coordinate=k)
        yield MarkerNodeCoordinate, changes, f"coordinate < {count} node got {k}"
    yield LoadForceVector, dict(markerNumber=mass), "markerNumber MarkerBodyMass Position"
    yield LoadMassProportional, dict(markerNumber=place), "markerNumber BodyMass"
    yield SensorBody, dict(bodyNumber=spring), "bodyNumber SpringDamper"
    force = dict(outputVariableType=Out.Force)
    yield SensorNode, force, "Point no output Force Position Velocity"
    yield SensorMarker, force, "MarkerNodePosition no output Force Position Velocity"
    yield SensorBody, force, "ObjectGround no output Force Position Velocity"
    rotation = dict(outputVariableType=Out.Rotation)
    yield SensorObject, rotation, "SpringDamper no output Rotation Distance ForceLocal"
    for kind in (SensorNode, SensorMarker, SensorBody, SensorObject):
        yield kind, dict(outputVariableType=Out._None), "output is not given; choose one"


def test_items_on_the_wrong_kind_of_carrier_are_refused():
    """By Add where the carrier is known, else by Assemble."""
    for k in range(len(list(wrong_targets(world())))):
        w = world()
        kind, changes, words = list(wrong_targets(w))[k]
        item = w.sample(kind, name="spoilt", **changes)
        label = item.label(w.count(kind.family))
        with pytest.raises(exu.ParameterError) as caught:
            w.add_item(item)
            w.mbs.Assemble()
        text = str(caught.value)
        assert text.startswith(label), text
        assert all(word in text for word in words.split()), text


def test_error_text_has_item_symbol_limit_unit_and_value():
    w = world()
    for _ in range(3):
        w.add(SpringDamper)
    number = w.count("object")
    with pytest.raises(exu.ParameterError) as caught:
        w.add(SpringDamper, name="s1", stiffness=-5)
    assert str(caught.value) == (
        f"SpringDamper 's1' (object {number}): stiffness k must be >= 0 N/m, got -5"
    )


@loop_kind
def test_a_name_is_given_once(kind):
    w = World(kind)
    w.add(kind, name="twin")
    before = w.count(kind.family)
    with pytest.raises(exu.ParameterError, match="'twin'.*taken"):
        w.add(kind, name="twin")
    assert w.count(kind.family) == before
    assert w.get(kind, "twin")["name"] == "twin"


@loop_kind
def test_misspelled_parameters_are_refused_with_a_hint(kind):
    name = list(kind.fields)[-1]
    with pytest.raises(exu.ParameterError, match=f"{kind.__name__}.*{name}"):
        kind(**{name + "s": 0})
    with pytest.raises(exu.ParameterError, match=kind.V.__name__):
        kind.V(shown=True)


@loop_kind
def test_an_item_of_another_family_is_refused(kind):
    w = World(kind)
    for family in {k.family for k in KINDS} - {kind.family}:
        before = w.count(family)
        with pytest.raises(exu.ParameterError, match=family):
            w.add_item(w.sample(kind), family)
        with pytest.raises(exu.ParameterError, match=family):
            w.add_item(w.get(kind, w.first(kind)), family)
        assert w.count(family) == before


@loop_over(with_parameters(kinds.Number, kinds.Array, function_kinds.UserFunction))
def test_numbers_may_come_in_any_numeric_type(kind):
    """Integers, NumPy scalars, tuples and arrays are as good as floats and lists."""
    w = World(kind)
    for p in kind.fields.values():
        if isinstance(p.kind, kinds.Number):
            for value in (3, np.int32(3), np.float32(3.0), np.array(3.0), np.longdouble(3.0)):
                assert w.get(kind, w.add(kind, **{p.name: value}))[p.name] == 3.0
        elif type(p.kind) is kinds.Array:
            whole = np.arange(np.prod(p.kind.shape)).reshape(p.kind.shape)
            big = whole.astype(object)
            big.flat[0] = 10**30
            for value in (whole, whole.tolist(), tuple(whole), whole.astype("f4"), big.tolist()):
                stored = w.get(kind, w.add(kind, **{p.name: value}))[p.name]
                assert stored.dtype == np.float64 and np.array_equal(stored, np.float64(value))
        elif isinstance(p.kind, function_kinds.UserFunction):
            for value in (0, None):
                assert w.get(kind, w.add(kind, **{p.name: value}))[p.name] == 0


def test_values_of_the_samples_are_no_defaults_of_drawing():
    for kind in KINDS:
        for name, value in drawn_of(kind).items():
            assert not np.array_equal(value, kind.V.fields[name].default)
