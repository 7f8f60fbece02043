"""Jumps of older results, by their events: both sides are put in as rows."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.results.energy.jumps import jumps_of_events
from linkwork.results.jumps import with_jumps
from linkwork.results.parts import PARTS
from linkwork.results.record.event import Event

TIMES = np.array([0.0, 0.5, 1.0])
PATH = np.polynomial.Polynomial([1.0, 2.0, 3.0, 4.0, 5.0])


def snapshot():
    """A model with an event whose action may change the state."""

    def watch(mbs, t, itemNumber, q, q_t):
        return q[0] - 100.0

    def act(mbs, t, itemNumber):
        return True

    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Node1D())
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1.0))
    mbs.AddSensor(SensorEvent(name="hit", eventUserFunction=watch, actionUserFunction=act))
    mbs.Assemble()
    return mbs.SolveDynamic().snapshot


def rows_of(*events):
    """Rows along a quartic, which the states of events leave at t = 0.5."""
    state = {
        name: PATH.deriv(k)(TIMES)[:, None] if k else PATH(TIMES)[:, None]
        for k, name in enumerate(("coordinates", "velocities", "accelerations"))
    }
    state["coordinates"][1:] += 7.0
    state["multipliers"] = np.array([[8.0], [9.0], [10.0]])
    state["ode1_coordinates"] = np.array([[1.0], [2.0], [3.0]])
    state["ode1_velocities"] = np.array([[4.0], [5.0], [6.0]])
    state["data_coordinates"] = np.zeros((3, 0))
    assert list(state) == list(PARTS)
    jumps = jumps_of_events(snapshot(), {"times": TIMES, **state}, events)
    rows = with_jumps(TIMES, state, jumps)
    names = ("q", "v", "a", "multipliers", "y", "y_t", "data")
    return rows, dict(zip(names, rows.state.values(), strict=True))


def event(offset=0.0):
    return Event(0.5, "hit", 0, np.array([PATH(0.5) + offset]), np.array([PATH.deriv()(0.5)]))


def test_state_before_a_jump():
    """Accelerations are those of the motion up to it; y does not jump, multipliers are older."""
    rows, state = rows_of(event())
    assert rows.times.tolist() == [0.0, 0.5, 0.5, 0.5, 1.0] and rows.before.tolist() == [1]
    before = {name: float(values[1, 0]) for name, values in state.items() if values.size}
    assert before["q"] == PATH(0.5) and before["v"] == PATH.deriv()(0.5)
    assert before["a"] == pytest.approx(PATH.deriv(2)(0.5), rel=1e-13)
    assert (before["y"], before["y_t"], before["multipliers"]) == (2.0, 5.0, 8.0)
    for values in rows.state.values():
        assert np.array_equal(values[2], values[3])
    assert state["q"][2, 0] == PATH(0.5) + 7.0


def test_first_of_several_events_at_one_time_has_the_state_before_all():
    rows, state = rows_of(event(), event(offset=3.0))
    assert rows.before.tolist() == [1] and state["q"][1, 0] == PATH(0.5)


def test_an_event_whose_action_changed_nothing_adds_no_row():
    assert not len(rows_of(event(offset=7.0))[0].added)
