"""Items as users write them: by position, by name, with V... names, as dictionaries."""

import copy

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.items import FAMILIES

from .samples import KINDS, drawn_of, values_of, world
from .test_dictionaries import changed_values, means, same


def defaults_of(mbs, kind, name):
    return getattr(mbs, f"Get{kind.family.capitalize()}Defaults")(name)


def test_values_by_position_are_taken_in_the_documented_order():
    for kind in KINDS:
        w = world()
        values = {"name": "", **changed_values(kind, w), "visualization": kind.V(**drawn_of(kind))}
        ordered = [values[name] for name in (*kind.fields, "visualization")]
        by_position = w.get(kind, w.add_item(kind(*ordered)))
        by_name = w.get(kind, w.add_item(kind(**values)))
        same(by_position | {"name": ""}, by_name | {"name": ""})
        drawn = drawn_of(kind)
        made = kind.V(*[drawn[name] for name in kind.V.fields])
        assert made.given == set(drawn)
        assert all(np.array_equal(getattr(made, name), value) for name, value in drawn.items())


def test_a_spring_is_written_as_in_the_document():
    spring = SpringDamper("spring", [1, 2], 0.5, 100.0, 2.0, 3.0, 0.1, False)
    assert spring.to_dict() == dict(
        objectType="ConnectorSpringDamper", name="spring", markerNumbers=[1, 2],
        referenceLength=0.5, stiffness=100.0, damping=2.0, force=3.0, velocityOffset=0.1,
        activeConnector=False, springForceUserFunction=0, Vshow=True, VdrawSize=-1.0,
        Vcolor=[-1.0] * 4,
    )  # fmt: skip


def test_values_by_position_that_do_not_fit_are_refused():
    for kind in KINDS:
        count = len(kind.fields) + 1
        with pytest.raises(exu.ParameterError, match=f"{kind.__name__}.* {count} values.*name, "):
            kind(*range(count + 1))
        with pytest.raises(exu.ParameterError, match=f"{kind.V.__name__}.*show"):
            kind.V(*range(count + 1))
        with pytest.raises(exu.ParameterError, match=f"{kind.__name__}: name.*'a'.*'b'"):
            kind("a", name="b")
    with pytest.raises(exu.ParameterError, match="mass and physicsMass"):
        MassPoint("a", 1.0, mass=2.0)


def test_names_of_the_visualization_are_arguments_with_v_before():
    for kind in KINDS:
        w = world()
        drawn = drawn_of(kind)
        flat = {f"V{name}": value for name, value in drawn.items()}
        form = w.get(kind, w.add_item(w.sample(kind, **flat)))
        hidden = w.add_item(w.sample(kind, Vshow=not kind.V().show))
        assert w.get(kind, hidden)["Vshow"] is not kind.V().show
        item = w.sample(kind)
        for name, value in drawn.items():
            setattr(item, f"V{name}", value)
            assert np.array_equal(getattr(item, f"V{name}"), value)
        same(form | {"name": ""}, w.get(kind, w.add_item(item)) | {"name": ""})
        for name, p in kind.V.fields.items():
            assert means(p, form[f"V{name}"], drawn[name])
        with pytest.raises(exu.ParameterError, match=f"{kind.__name__}: give either visualization"):
            kind(Vshow=False, visualization={"show": True})
        with pytest.raises(exu.ParameterError, match="no parameter 'Vshown'; did you mean 'Vshow'"):
            kind(Vshown=False)
        with pytest.raises(exu.ParameterError, match="no parameter 'Vshown'; did you mean 'Vshow'"):
            item.Vshown = False
        with pytest.raises(AttributeError, match=f"{kind.__name__} has no attribute 'Vshown'"):
            item.Vshown  # noqa: B018


def test_the_visualization_of_a_new_item_can_be_changed():
    for kind in KINDS:
        for made in (kind(), kind(visualization={}), kind(visualization=kind.V())):
            w = world()
            drawn = made.visualization
            assert isinstance(drawn, kind.V)
            drawn.show = not drawn.show
            assert drawn["show"] is drawn.show is not kind.V().show
            assert w.get(kind, w.add_item(made))["Vshow"] is drawn.show
            drawn["show"] = kind.V().show
            assert w.get(kind, w.add_item(made))["Vshow"] is kind.V().show
        assert kind().visualization.show is kind.V().show


def test_the_dictionary_of_a_new_item_is_that_of_the_added_one():
    for kind in KINDS:
        w = world()
        item = kind(visualization=drawn_of(kind), **changed_values(kind, w))
        form = item.to_dict()
        same(form, dict(item))
        same(form | {"name": ""}, w.get(kind, w.add_item(item)) | {"name": ""})
        same(form | {"name": ""}, w.get(kind, w.add_item(form, kind.family)) | {"name": ""})
        drawn = dict(kind.V(**drawn_of(kind)))
        same({f"V{name}": value for name, value in drawn.items()}, {
            key: value for key, value in form.items() if key.startswith("V")
        })  # fmt: skip


def test_the_dictionary_of_a_new_item_is_a_copy():
    for kind in KINDS:
        item = kind(**values_of(kind, world()))
        before = repr(item)
        for value in item.to_dict().values():
            if isinstance(value, (list, np.ndarray)) and len(value):
                value[0] = -7
        assert repr(item) == before


def test_what_cannot_be_added_is_shown_in_the_dictionary_as_it_was_given():
    form = SpringDamper(stiffness="stiff", visualization=3).to_dict()
    assert form["stiffness"] == "stiff" and form["visualization"] == 3
    with pytest.raises(exu.ParameterError, match="stiffness k must be a finite real number"):
        exu.SystemContainer().AddSystem().AddObject(form)


def test_short_and_long_names_stand_for_the_type_in_a_dictionary():
    for kind in KINDS:
        w = world()
        key = f"{kind.family}Type"
        form = w.get(kind, w.first(kind)) | {"name": ""}
        for name in {kind.type_name, kind.__name__, kind.short_name} - {""}:
            same(form, w.get(kind, w.add_item(form | {key: name}, kind.family)) | {"name": ""})
            assert defaults_of(w.mbs, kind, name)[key] == kind.type_name


def test_every_name_of_a_type_means_one_kind_of_its_family():
    for family, kinds in FAMILIES.items():
        meant = {}
        for kind in kinds.values():
            for name in {kind.type_name, kind.__name__, kind.short_name} - {""}:
                assert meant.setdefault(name, kind) is kind, (family, name)


def test_defaults_of_a_type_make_the_item_that_its_class_makes():
    for kind in KINDS:
        w = world()
        form = defaults_of(w.mbs, kind, kind.type_name)
        same(form, kind().to_dict())
        same(form | {"name": ""}, w.get(kind, w.add_item(kind())) | {"name": ""})
        same(form | {"name": ""}, w.get(kind, w.add_item(form, kind.family)) | {"name": ""})
        whole = form | values_of(kind, w)
        same(
            w.get(kind, w.add_item(whole, kind.family)) | {"name": ""},
            w.get(kind, w.add_item(w.sample(kind))) | {"name": ""},
        )
    mbs = exu.SystemContainer().AddSystem()
    with pytest.raises(exu.ParameterError, match="unknown objectType 'MassPiont'.*'MassPoint'"):
        mbs.GetObjectDefaults("MassPiont")
    for wrong in ("", 3, None, "Spoon"):
        with pytest.raises(exu.ParameterError, match=f"unknown objectType {wrong!r}; known are"):
            mbs.GetObjectDefaults(wrong)


def test_a_given_default_counts_as_left_out_in_whatever_type():
    mbs = exu.SystemContainer().AddSystem()
    for pair in ([-1, -1], (-1, -1), np.array([-1, -1]), np.full(2, -1, np.int32)):
        number = mbs.AddObject(SpringDamper(markerNumbers=pair))
        assert mbs.GetObject(number)["markerNumbers"] == [-1, -1]
    mbs.AddObject(DistanceConstraint(distance=0.0))
    for wrong in ([-1], [-1, -1, -1], [0, -1], [-1, False], np.full((2, 1), -1), -1):
        with pytest.raises(exu.ParameterError, match="markerNumbers m must be a list of two"):
            mbs.AddObject(SpringDamper(markerNumbers=wrong))
    with pytest.raises(exu.ParameterError, match=r"\(object 0\): markerNumbers m.*got \[-1, -1\]"):
        mbs.Assemble()


def test_a_copied_item_is_drawn_by_itself():
    item = SpringDamper(Vshow=False)
    twin = copy.deepcopy(item)
    twin.visualization.show = True
    assert not item.visualization.show and not item.Vshow and twin.Vshow
