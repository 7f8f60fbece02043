"""Saving and restoring a state, for everything that may have to return to one.

Integrators save the state at the start of a step, the search for events saves both of its ends, and
statics saves the one before a load step. The arrays have names (`records.State`), in compiled code
and in Python (`Data.group`), so only these two functions know the list of them.
"""

from __future__ import annotations

from linkwork.core.kernels.marks import inlined
from linkwork.core.records import State
from linkwork.integrators.evaluate import MANY


def _copy(values, copy_out):
    for i in range(values.size):
        copy_out[i] = values[i]


@inlined
def save_state(state, kept_out):
    """Save the state."""
    if state.q.size < MANY:
        # one loop over few coordinates takes half the time of three, which only long arrays repay
        for i in range(state.q.size):
            kept_out.q[i] = state.q[i]
            kept_out.v[i] = state.v[i]
            kept_out.a[i] = state.a[i]
    else:
        _copy(state.q, kept_out.q)
        _copy(state.v, kept_out.v)
        _copy(state.a, kept_out.a)
    save_rest(state, kept_out)


@inlined
def save_rest(state, kept_out):
    """Save all except q, v and a, for steps that save these in the loop that changes them."""
    _copy(state.q_low, kept_out.q_low)
    # many models have none of these: one comparison instead of five loops
    others = state.multipliers.size + state.y.size + state.poses.size + state.data_coordinates.size
    if others > 0:
        _copy(state.multipliers, kept_out.multipliers)
        _copy(state.y, kept_out.y)
        _copy(state.y_t, kept_out.y_t)
        _copy(state.poses, kept_out.poses)
        _copy(state.data_coordinates, kept_out.data_coordinates)


@inlined
def restore_state(kept, state_out):
    """Restore a saved state."""
    save_state(kept, state_out)


def copied(state: State) -> State:
    """A copy of a state in separate memory."""
    return State(*(array.copy() for array in state))


# ------------------------------------------------------------------ parts, for the compiler
# An array known to be empty costs nothing; one that happens to be empty costs a comparison in
# every step. These helpers are for loops of systems that never have some of the arrays.


def without_first_order(state, none):
    """A state without y."""
    return State(
        state.q, state.q_low, state.v, state.a, state.multipliers, none, none, state.poses,
        state.data_coordinates,
    )  # fmt: skip


def without_data(state, none):
    """A state without data coordinates."""
    return State(
        state.q, state.q_low, state.v, state.a, state.multipliers, state.y, state.y_t, state.poses,
        none,
    )  # fmt: skip


def without_low_parts(state, none):
    """A state whose positions are plain sums."""
    return State(
        state.q, none, state.v, state.a, state.multipliers, state.y, state.y_t, state.poses,
        state.data_coordinates,
    )  # fmt: skip


def without_constraints(state, none):
    """The same without multipliers."""
    return State(
        state.q, none, state.v, state.a, none, state.y, state.y_t, state.poses,
        state.data_coordinates,
    )  # fmt: skip


def has_finite_rates(state):
    """Whether accelerations, multipliers and rates are finite: x - x is zero for finite x only."""
    wrong = 0.0
    for i in range(state.a.size):
        wrong += state.a[i] - state.a[i]
    for i in range(state.multipliers.size):
        wrong += state.multipliers[i] - state.multipliers[i]
    for i in range(state.y_t.size):
        wrong += state.y_t[i] - state.y_t[i]
    return wrong == 0.0
