"""Nested values as bytes: what comes back, what is refused, what damage does."""

import collections
import enum
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.core.files.packed import CannotPack, Unreadable, can_pack, pack, unpack

MAGIC = b"test"


def packed(value):
    return b"".join(pack(value, MAGIC, 1))


def again(value):
    return unpack(packed(value), MAGIC, 1)


plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
keys = st.integers() | st.text() | st.tuples(st.text(), st.integers())
nested = st.recursive(
    plain,
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(keys, inner),
    max_leaves=20,
)


@given(nested)
def test_values_come_back_with_their_types(value):
    assert repr(again(value)) == repr(value)  # tells -0.0 from 0.0, tuples from lists


ARRAYS = {
    "numbers": np.array([0.1, -0.0, np.nan, np.inf]),
    "by columns": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "every second": np.arange(10)[::2],
    "whole": np.array([[1, 2], [3, -4]], np.int32),
    "flags": np.array([True, False]),
    "complex": np.array([1 + 2j]),
    "none": np.zeros((0, 3)),
    "single": np.array(2.5),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_come_back_bit_by_bit(name):
    array = ARRAYS[name]
    found = again({"x": [array]})["x"][0]
    assert found.dtype == array.dtype and found.shape == array.shape
    assert found.tobytes() == array.tobytes() and found.flags.writeable


def test_single_numbers_of_numpy_keep_their_type():
    for value in (np.float64(0.1), np.float32(0.1), np.int64(-3), np.bool_(True)):
        assert type(again(value)) is type(value) and again(value) == value
    assert math.isnan(again(float("nan"))) and again(2 - 0.5j) == 2 - 0.5j


def test_other_values_cannot_be_packed():
    circle = []
    circle.append(circle)
    others = [object(), {1}, b"x", circle, np.array([None]), np.array(["text"]), len,
              collections.OrderedDict(), enum.IntEnum("Kind", "ONE").ONE]  # fmt: skip
    for value in others:
        assert can_pack([value])
        with pytest.raises(CannotPack, match="cannot be stored|holds itself"):
            pack({"a": value}, MAGIC, 1)
    assert can_pack([1, "a"]) == ""


CONTENT = packed({"x": np.arange(5.0), "y": [1, "two"]})


@given(st.integers(0, len(CONTENT) - 1), st.integers(1, 255))
def test_any_damage_is_seen(place, change):
    damaged = bytearray(CONTENT)
    damaged[place] ^= change
    with pytest.raises(Unreadable):
        unpack(bytes(damaged), MAGIC, 1)


@given(st.integers(0, len(CONTENT) - 1))
def test_a_part_is_no_whole(length):
    with pytest.raises(Unreadable):
        unpack(CONTENT[:length], MAGIC, 1)
