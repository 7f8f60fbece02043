"""Items of every kind added by columns are those that would have been added one by one."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.declare import parameters as kinds
from linkwork.items import *
from linkwork.model.functions import owners_of
from linkwork.model_file import text_of
from tests.cases import Cases

from .bad_values import bad_values
from .samples import KINDS, VARIANTS, World, drawn_of, loop_kind, values_of, with_items, world

COUNT = 3


def forms(w: World, kind: type, first: int) -> list[str]:
    """Dictionaries of the items of a kind from a number on."""
    return [repr(w.get(kind, number)) for number in range(first, w.count(kind.family))]


def variants(w: World, kind: type) -> list[dict]:
    """Different values for items of a kind."""
    values = values_of(kind, w)
    others = [with_items(each, w) for each in VARIANTS.get(kind, {}).values()]
    return [values | (others[k] if k < len(others) else {}) for k in range(COUNT)]


def test_items_added_by_columns_are_those_added_one_by_one():
    """Two systems to which the same items of all kinds were added, by columns and one by one."""
    columns, singles = world(), world()
    with Cases() as cases:
        for kind in KINDS:
            with cases(kind, "added"):
                values, same = variants(columns, kind), variants(singles, kind)
                first = columns.count(kind.family)
                listed = {name: [each[name] for each in values] for name in values[0]}
                found = columns.mbs.AddItems(kind, **listed)
                assert found.tolist() == list(range(first, first + COUNT))
                for each in same:
                    singles.add_item(kind(**each))
                assert forms(columns, kind, first) == forms(singles, kind, first)
        assert text_of(columns.mbs._items) == text_of(singles.mbs._items)
        for w in (columns, singles):
            w.mbs.Assemble()
        one, other = columns.mbs._model, singles.mbs._model
        assert list(one.tables) == list(other.tables)
        for kind, mine in one.tables.items():
            with cases(kind, "assembled"):
                theirs = other.tables[kind]
                assert mine.numbers == theirs.numbers
                assert mine.rows.tobytes() == theirs.rows.tobytes()
                for name, pool in mine.pools.items():
                    assert pool.tobytes() == theirs.pools[name].tobytes()
    for name in ("start", "rotation_start", "index", "motion_jacobians", "motion_coordinates"):
        assert getattr(one.markers, name).tobytes() == getattr(other.markers, name).tobytes()
    for name in ("reference", "initial_q", "initial_v", "initial_y", "initial_data", "object_row"):
        assert np.array_equal(getattr(one.numbering, name), getattr(other.numbering, name))
    assert owners_of(one.items) == owners_of(other.items)


def test_one_value_applies_to_all_items():
    w, listed = world(), world()
    with Cases() as cases:
        for kind in KINDS:
            with cases(kind):
                values, same = values_of(kind, w), values_of(kind, listed)
                first = w.count(kind.family)
                w.mbs.AddItems(kind, COUNT, **values, visualization=drawn_of(kind))
                for _ in range(COUNT):
                    listed.add_item(kind(**same, visualization=drawn_of(kind)))
                assert forms(w, kind, first) == forms(listed, kind, first)
    w.mbs.Assemble()


@loop_kind
def test_a_bad_value_in_a_column_is_refused_as_by_an_ordinary_call(kind):
    w = World(kind)
    before = text_of(w.mbs._items)
    values = values_of(kind, w)
    for p in kind.fields.values():
        if p.name == "name":
            continue
        good = values.get(p.name, p.default)
        for bad in bad_values(p):
            if p.is_unset(bad) or kinds.shown(bad).startswith("an unprintable"):
                continue
            with pytest.raises(exu.ParameterError) as ordinary:
                w.add_item(kind(**(values | {p.name: bad, "name": "item1"})))
            number = w.count(kind.family)
            label = f"({kind.family} {number})"
            told = str(ordinary.value).replace(label, f"({kind.family} {number + 1})")
            columns = {**values, p.name: [good, bad, good], "name": ["item0", "item1", "item2"]}
            with pytest.raises(exu.ParameterError) as caught:
                w.mbs.AddItems(kind, COUNT, **columns)
            assert str(caught.value) == f"AddItems: {told}"
            assert caught.value.parameter == ordinary.value.parameter
    assert text_of(w.mbs._items) == before
    w.mbs.AddItems(kind, COUNT, **values, name="item")
    w.mbs.Assemble()
