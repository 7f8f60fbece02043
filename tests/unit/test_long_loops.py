"""Loops over many coordinates do what the single loop over few coordinates does."""

import numpy as np
import pytest

from linkwork.core.records import State
from linkwork.integrators.alpha import long_loops
from linkwork.integrators.evaluate import MANY
from linkwork.integrators.state import copied, restore_state, save_state

N = 7


@pytest.fixture
def arrays():
    """Random arrays by name, all different."""
    rng = np.random.default_rng(4)
    names = ("q", "q_low", "v", "a", "alpha", "first", "second", "third", "fourth", "x")
    return {name: rng.uniform(-1.0, 1.0, N) for name in names}


@pytest.mark.parametrize("n", [3, MANY, MANY + 5])
def test_a_state_is_saved_and_put_back_whole(n):
    """Short and long states go different ways."""
    sizes = dict(q=n, q_low=n, v=n, a=n, multipliers=2, y=4, y_t=4, poses=7, data_coordinates=3)
    rng = np.random.default_rng(3)
    state = State(**{name: rng.standard_normal(size) for name, size in sizes.items()})
    before, kept = copied(state), State(*(np.full_like(array, np.nan) for array in state))
    save_state(state, kept)
    for array in state:
        array[:] = 0.0
    restore_state(kept, state)
    for name in State._fields:
        assert np.array_equal(getattr(kept, name), getattr(before, name)), name
        assert np.array_equal(getattr(state, name), getattr(before, name)), name


def test_accelerations_are_extrapolated_and_filtered(arrays):
    a, old = arrays["a"].copy(), arrays["x"]
    differences = [arrays[name] for name in ("first", "second", "third", "fourth")]
    weights = 1.0, 0.5, 0.25, 0.125
    long_loops.extrapolate(weights, *differences, a)
    change = sum(w * difference for w, difference in zip(weights, differences, strict=True))
    assert np.array_equal(a, arrays["a"] + change)
    alpha = arrays["alpha"].copy()
    long_loops.algorithmic(0.6, 0.4, 0.3, 1.25, a, old, alpha, alpha)
    assert np.array_equal(alpha, (0.6 * a + 0.4 * old - 0.3 * arrays["alpha"]) * 1.25)


def test_a_step_moves_positions_with_the_old_velocities(arrays):
    q, low, v = (arrays[name].copy() for name in ("q", "q_low", "v"))
    alpha, end = arrays["alpha"], arrays["x"]
    long_loops.move(0.1, 0.3, 0.6, alpha, end, q, low, v)
    way = 0.1 * (arrays["v"] + 0.1 * (0.2 * alpha + 0.3 * end))
    assert q + low == pytest.approx(arrays["q"] + arrays["q_low"] + way, rel=1e-14)
    assert np.abs(low).max() < 1e-15
    assert v == pytest.approx(arrays["v"] + 0.1 * (0.4 * alpha + 0.6 * end), rel=1e-14)


def test_updates_act_on_all_derivatives(arrays):
    q, low, v, a = (arrays[name].copy() for name in ("q", "q_low", "v", "a"))
    long_loops.change(0.01, 0.1, arrays["x"], q, low, v, a)
    assert np.array_equal(a, arrays["a"] + arrays["x"])
    assert np.array_equal(v, arrays["v"] + 0.1 * arrays["x"])
    assert q + low == pytest.approx(arrays["q"] + arrays["q_low"] + 0.01 * arrays["x"], rel=1e-14)


def test_backward_differences_of_a_polynomial():
    """Fourth differences of k^4 are 24, once four steps are known; they are kept if they are
    wanted."""
    for keep in (1.0, 0.0):
        first, second, third, fourth, memory = (np.zeros(N) for _ in range(5))
        for k in range(1, 7):
            new, old = (np.arange(N) + x**4.0 for x in (k, k - 1))
            long_loops.shift(new, old, keep, first, second, third, fourth, memory)
        differences = np.arange(7.0) ** 4
        for found in (first, second, third):
            differences = np.diff(differences)
            assert np.array_equal(found, np.full(N, differences[-1]))
        assert np.array_equal(fourth, np.full(N, 24.0 * keep))
