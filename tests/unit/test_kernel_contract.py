"""Fused multiply-add in marked kernels: one rounding, where it is allowed, the same everywhere."""

from fractions import Fraction

import numpy as np
import pytest

from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.fingerprint import fingerprint
from linkwork.core.kernels.marks import contracted, with_long_loops
from linkwork.core.kernels.pointer import Pointer
from linkwork.math.exact import two_product, two_sum
from linkwork.math.vec3 import dot

function_of_three = Pointer("d", "ddd")


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LINKWORK_CACHE_DIR", str(tmp_path))


@pytest.fixture(autouse=True)
def no_detour(monkeypatch):
    """The code comes from our own way through the compiler, not from Numba's public one."""
    from linkwork.core.kernels import lowering

    monkeypatch.delattr(lowering, "_ask")


@pytest.fixture
def has_fma():
    from linkwork.core.kernels.lowering import this_machine

    if not this_machine().has_fma:
        pytest.skip("this processor rounds products before it adds them")


NUMBERS = np.random.default_rng(5).uniform(-2.0, 2.0, (200, 3)).tolist()
CANCELLING = [(a, b, -a * b) for a, b, _ in NUMBERS]


def values(function, numbers=(*NUMBERS, *CANCELLING), **flags):
    """Results of the compiled function."""
    address = address_of(function, function_of_three, **flags)
    return [function_of_three(address, *each) for each in numbers]


def exactly(formula):
    """The formula with a single rounding at its end."""
    return [float(formula(*map(Fraction, each))) for each in (*NUMBERS, *CANCELLING)]


def summed(a, b, c):
    return a * b + c


def added_last(a, b, c):
    return c + a * b


def less(a, b, c):
    return a * b - c


def subtracted(a, b, c):
    return c - a * b


@pytest.mark.parametrize("function", [summed, added_last, less, subtracted])
def test_a_sum_with_a_product_is_rounded_once(function, has_fma):
    assert values(function, contract=True) == exactly(function)
    assert values(function) == [function(*each) for each in (*NUMBERS, *CANCELLING)]
    assert values(function) != exactly(function)


def test_one_of_two_products_is_rounded(has_fma):
    def two(a, b, c):
        return a * b + b * c

    def one_rounded(a, b, c):
        return a * b + Fraction(float(b) * float(c))

    assert values(two, contract=True) == exactly(one_rounded)


def test_a_product_that_is_used_twice_is_rounded():
    def twice(a, b, c):
        product = a * b
        return (product + c) / product

    assert values(twice, contract=True) == [twice(*each) for each in (*NUMBERS, *CANCELLING)]


def test_exact_sums_and_products_stay_exact():
    """They would not if the product, or a term of a sum, were taken before it is rounded."""

    def rest_of_product(a, b, c):
        return two_product(a, b)[1]

    def rest_of_sum(a, b, c):
        return two_sum(a * b, c)[1]

    for function in (rest_of_product, rest_of_sum):
        assert values(function, contract=True) == [
            function(*each) for each in (*NUMBERS, *CANCELLING)
        ]


@contracted
def length_of(a, b, c):
    return dot((a, b, c), (a, b, c))


def plain_length_of(a, b, c):
    return dot((a, b, c), (a, b, c))


def test_a_mark_reaches_helpers_and_only_those(has_fma):
    """Inside of other code, whatever is done there, a marked function has the same bits."""

    def around(a, b, c):
        return length_of(a, b, c) * a + b

    alone, plain = values(length_of), values(plain_length_of)
    assert alone != plain
    # rounding errors of three terms without cancellation: at most 2 units in the last place
    assert np.allclose(alone, plain, rtol=4.5e-16, atol=0.0)
    each = (*NUMBERS, *CANCELLING)
    outside = [one * a + b for one, (a, b, _) in zip(alone, each, strict=True)]
    assert values(around) == values(around, forceinline=True) == outside


def test_results_of_all_kinds_are_contracted(has_fma):
    """Tuples, arrays, branches and loops take up what was contracted."""

    def pair(a, b, c):
        return a * b + c, c - a * b

    def mixed(a, b, c):
        total = 0.0
        for part in pair(a, b, c):
            total += part if part > 0.0 else -part
        return total

    def expected(a, b, c):
        return abs(Fraction(float(a * b + c))) + abs(Fraction(float(c - a * b)))

    assert values(mixed, contract=True) == exactly(expected)


def test_marked_code_has_a_key_of_its_own():
    assert fingerprint(length_of) != fingerprint(plain_length_of)
    assert with_long_loops(length_of).contracted
