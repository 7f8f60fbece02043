"""What counts as a jump of accelerations or rates (`integrators/changes.py`)."""

from types import SimpleNamespace

import numpy as np
import pytest

from linkwork.integrators.alpha.changed import _sizes
from linkwork.integrators.changes import has_jumped

BEFORE = np.array([1.0, 2.0]), np.array([1.0])
CHANGES = np.array([0.5, 0.0]), np.array([0.01])
"""Two accelerations and a rate, and what they changed by in the last step."""


def frame(since=7):
    return SimpleNamespace(since_change=since, change_a=0.0, change_y=0.0)


def judged(of, a, y_t):
    """Whether accelerations and rates that become these have jumped."""
    new = np.array(a), np.array(y_t)
    return has_jumped(of, *map(_sizes, new, BEFORE, CHANGES))


@pytest.mark.parametrize(
    "a, y_t, jump",
    [
        ([1.0, 2.0], [1.0], False),
        ([3.0, 2.0], [1.05], False),
        ([9.0, 2.0], [1.0], True),
        ([1.0, 2.0], [1.5], True),
    ],
)
def test_each_is_judged_by_its_own_change_in_the_last_step(a, y_t, jump):
    assert judged(frame(), a, y_t) is jump


def test_changes_of_the_same_size_in_a_row_are_no_jumps():
    of, found = frame(), []
    for steps in (7, 1, 1, 3):  # since the last change
        of.since_change = steps
        found.append(judged(of, [1.0, 2.0], [1.5]))
        assert of.since_change == 0
    assert found == [True, False, False, True]


def test_sizes_are_norms():
    found = _sizes(np.array([4.0, 2.0]), np.array([1.0, -2.0]), np.array([0.6, -0.8]))
    assert found == pytest.approx((5.0, 1.0, np.sqrt(5.0)), rel=1e-15)
