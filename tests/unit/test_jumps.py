"""What counts as a jump of accelerations or rates (`run/changes.py`)."""

import numpy as np
import pytest

from linkwork.run.changes import Jumps


def state(a, y_t):
    """Two accelerations and a rate."""
    return {"a": np.array(a), "y_t": np.array(y_t)}


CHANGES = {"a": np.array([0.5, 0.0]), "y_t": np.array([0.01])}
"""What they changed by in the last step."""

BEFORE = {"a": np.array([1.0, 2.0]), "y_t": np.array([1.0])}


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
    assert Jumps().is_one(state(a, y_t), BEFORE, CHANGES, 7) is jump


def test_changes_of_the_same_size_in_a_row_are_no_jumps():
    jumps = Jumps()
    changed = state([1.0, 2.0], [1.5])
    assert [jumps.is_one(changed, BEFORE, CHANGES, step) for step in (4, 5, 6, 9)] == [
        True, False, False, True,
    ]  # fmt: skip
