"""The functions around located events, one by one in plain Python."""

from types import SimpleNamespace

import numpy as np
import pytest

from linkwork.core.records import BOUNDARIES, CALL, State
from linkwork.core.status import NEWTON_FAILED, STOPPED, USER_FUNCTION
from linkwork.events import interpolant as events
from linkwork.events import location as event_location
from linkwork.events import loop as event_steps
from linkwork.events import memory as event_work
from linkwork.events.interpolant import is_far
from linkwork.events.memory import Begin, go_back, keep, keep_ends
from linkwork.events.step_interpolation import interpolate
from linkwork.integrators.alpha.loop import GeneralizedAlpha
from linkwork.integrators.alpha.step_size import METHOD, change_step
from linkwork.integrators.state import copied
from linkwork.run.scheme import Scheme
from tests.unit.event_frames import M, N, frame, nothing, state, work

BEGIN = Begin(1.0, 0.1, 0.0, 10)


def test_a_step_is_taken_back_as_a_whole():
    w = work()
    kept = copied(w.state)
    begin = keep(frame(), w)
    assert begin == BEGIN
    for values in (*w.state, w.search.memory):
        values += 1
    f = frame(t=1.5, h=0.02)
    go_back(f, w, begin)
    for name, values in kept._asdict().items():
        assert np.array_equal(getattr(w.state, name), values), name
    assert w.search.memory.tolist() == [0, 1, 2, 3, 4]  # what the integrator remembers
    assert (f.t, f.h, f.t_base, f.steps_base) == (1.0, 0.1, 1.0, 0)
    assert (f.first_valid, f.factor_valid) == (0, 0)


@pytest.mark.parametrize("theta", [0.0, 0.3, 0.75, 1.0])
def test_a_step_is_interpolated_by_polynomials_of_order_5_and_3(theta):
    """Ends as the integrators keep them: accelerations and rates of the start are in `start`."""
    h = 0.7
    rng = np.random.default_rng(2)
    paths = [np.polynomial.Polynomial(rng.standard_normal(6)) for _ in range(N)]
    courses = [np.polynomial.Polynomial(rng.standard_normal(4)) for _ in range(M)]

    def at(t):
        q, v, a = (np.array([path.deriv(k)(t) for path in paths]) for k in range(3))
        y, y_t = (np.array([course.deriv(k)(t) for course in courses]) for k in range(2))
        return q, v, a, y, y_t

    q, v, a, y, y_t = at(0.0)
    before_switch = state(q=q, v=v, a=a - 5.0, y=y, y_t=y_t + 5.0)
    w = work(before_switch, start=before_switch._replace(a=a, y_t=y_t))
    before, forces = before_switch.multipliers, np.array([2.0, -3.0])
    keep(frame(), w)
    q_1, v_1, a_1, y_1, y_t_1 = at(h)
    end = State(
        q_1, w.state.q_low, v_1, a_1, forces, y_1, y_t_1, w.state.poses, w.state.data_coordinates
    )
    w = w._replace(state=end)
    keep_ends(w)
    seen = nothing()
    interpolate(frame(), w._replace(state=seen), theta, h)
    found = seen.q, seen.v, seen.a, seen.multipliers, seen.y
    q_t, v_t, _, y_at, _ = at(theta * h)
    straight = a + theta * (a_1 - a), before + theta * (forces - before)
    for values, right in zip(found, (q_t, v_t, *straight, y_at), strict=True):
        assert values == pytest.approx(right, rel=1e-12, abs=1e-12)


def test_a_step_of_one_stage_is_interpolated_by_straight_lines():
    w, begin = work(start=state()), state()
    keep(frame(), w)
    w = w._replace(state=begin._replace(q=begin.q + 1.0, v=begin.v - 2.0, y=begin.y + 3.0))
    keep_ends(w)
    interpolate(frame(straight=1), w, 0.25, 0.1)
    for name, change in dict(q=1.0, v=-2.0, y=3.0).items():
        expected = getattr(begin, name) + 0.25 * change
        assert getattr(w.state, name) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("t", "rest", "steps"),
    [
        (1.03, 0.07, 11),
        (1.1 - 5e-8, 0.1 + 5e-8, 12),  # as good as reached
        (1.1 - 5e-7, 5e-7, 11),
    ],
)
def test_the_rest_of_a_fixed_step(t, rest, steps):
    f = frame(t=t)
    assert event_steps._plan_rest(f, BEGIN, 0.1) == pytest.approx(rest, rel=1e-8)
    assert (f.grid_h, f.grid_base, f.grid_steps) == (0.1, 0.0, steps)
    assert (f.t_base, f.steps_base) == (t, 0)
    assert event_steps._return_to_grid(f) == 0.1
    assert (f.t, f.grid_h, f.t_base, f.steps_base) == (steps * 0.1, 0.0, 0.0, steps)


def test_the_last_point_of_the_grid_is_the_end_of_the_run():
    f = frame(t=2.0 - 5e-8)
    assert event_steps._plan_rest(f, BEGIN._replace(steps_base=19), 0.1) == pytest.approx(
        5e-8, rel=1e-6
    )
    f = frame(t=2.0)
    assert event_steps._plan_rest(f, BEGIN._replace(steps_base=19), 0.1) == 0.1
    assert f.grid_h == 0.0


def test_step_sizes_after_events():
    f = frame(t_base=5.0, steps_base=0, grid_h=0.0)
    assert event_steps._next_size(f, BEGIN, event_steps.AT_START, 0.1) == 0.1
    assert (f.t_base, f.steps_base) == (0.0, 10)
    assert event_steps._next_size(f, BEGIN, event_steps.PLAIN, 0.1) == 0.1
    f = frame(automatic=1, t=1.95, just_rejected=1)
    assert event_steps._next_size(f, BEGIN, event_steps.PLAIN, 0.1) == 0.1
    assert f.just_rejected == 1
    assert event_steps._next_size(f, BEGIN, event_steps.AT_EVENT, 0.1) == pytest.approx(0.05)
    assert f.just_rejected == 0
    f = frame(automatic=1, t=2.0)
    assert event_steps._next_size(f, BEGIN, event_steps.AT_EVENT, 0.1) == 0.1


def test_a_repeated_step_has_its_size_and_no_new_start(monkeypatch):
    """It is not controlled, calls no pre-step function, and leaves changes for the next step."""
    w, seen = work(), []
    keep(frame(), w)

    def one_step(frame, work):
        seen.append((frame.t, frame.h, frame.automatic, frame.pre_step_done, frame.changed))
        frame.changed |= 4
        return STOPPED

    monkeypatch.setattr(event_location, "one_step", one_step)
    monkeypatch.setattr(event_location, "evaluate_events", lambda *given: 0)
    f = frame(automatic=1, changed=1, t=1.1)
    assert event_location._try_step(f, w, BEGIN, 0.03) == 0
    assert seen == [(1.0, 0.03, 0, 1, 0)]
    assert (f.automatic, f.changed) == (1, 5)


def locate(monkeypatch, distance, root, slope, high, proven, t_old=1.0):
    """(place, size of the last step, number of steps) where the distance is a function of h."""
    values, sizes = np.full((2, BOUNDARIES), np.inf), []

    def try_step(frame, work, begin, h):
        sizes.append(h)
        values[:, 0] = distance(h)
        return 0

    monkeypatch.setattr(event_location, "_try_step", try_step)
    status, place = event_location._locate(
        frame(), work(event_values=values), BEGIN._replace(t=t_old), root, slope, 0, high, proven
    )
    assert status == 0
    return place, sizes[-1], len(sizes)


def test_the_root_of_a_smooth_distance(monkeypatch):
    place, h, count = locate(monkeypatch, lambda h: (np.cos(h) - 0.5, 1.0), 1.0, -0.8, 2.0, True)
    assert place == 0
    assert h == pytest.approx(np.pi / 3.0, abs=1e-13)
    assert count < 10


def test_a_jump_is_closed_in_up_to_rounding(monkeypatch):
    edge = 0.0123456789
    place, h, count = locate(
        monkeypatch, lambda h: (1.0 if h < edge else -1.0, 1.0), 0.02, -50.0, 0.1, True, 1000.0
    )
    assert place == 0
    assert edge <= h <= edge + 1e-12
    assert count < 45


def test_the_row_that_leaves_first_counts(monkeypatch):
    place, h, _ = locate(monkeypatch, lambda h: (0.5 - h, 0.2 - h * h), 0.49, -1.0, 1.0, True)
    assert place == BOUNDARIES
    assert h == pytest.approx(np.sqrt(0.2), abs=1e-13)


def test_an_event_that_only_the_interpolant_saw(monkeypatch):
    place, h, count = locate(monkeypatch, lambda h: (1.0, 1.0), 0.05, -1.0, 0.06, False)
    assert (place, h) == (-1, 0.06)
    assert count <= 3


@pytest.mark.parametrize(("automatic", "failed"), [(0, NEWTON_FAILED), (1, USER_FUNCTION)])
def test_a_search_that_fails_leaves_the_start(automatic, failed):
    w = work()
    keep(frame(), w)
    f = frame(automatic=automatic, t=1.1, h=0.02, t_base=1.0, steps_base=0)
    status = event_steps._take_back(f, w, BEGIN, failed, 0.04)
    assert status == failed
    assert (f.t, f.h, f.t_base, f.steps_base, f.rejected) == (1.0, 0.1, 0.0, 10, 0)


def test_a_search_that_fails_leaves_the_coefficients_of_the_whole_step(monkeypatch):
    """The next step may have the size of the one that failed, and is not set up again."""
    w = work(step_calls=np.zeros(2, CALL))
    keep(frame(), w)
    f = frame(implicit=1, index2=0, cq=7.0, h=0.02, step_calls=1000)
    method = np.array([(0.0, 0.0, 0.25, 0.5, 3, 2)], METHOD)
    alpha, differences = np.array([1.0]), np.ones(4)

    def call(code, place, address):
        assert place == 1000 + CALL.itemsize
        return change_step(f, np.array([2.0]), method, alpha, differences)

    monkeypatch.setattr(event_work, "call_kernel", call)
    assert event_steps._take_back(f, w, BEGIN, NEWTON_FAILED, 0.1) == NEWTON_FAILED
    assert (f.cq, f.cv) == (pytest.approx(0.25 * 0.1**2), pytest.approx(0.5 * 0.1))
    assert f.row_scale == pytest.approx(400.0)
    assert alpha == [1.0] and differences.tolist() == [1.0] * 4  # they are those of this size


def test_a_search_that_fails_in_steps_of_automatic_size_is_a_rejection():
    w = work()
    keep(frame(), w)
    f = frame(automatic=1, t=1.1, h=0.02)
    assert event_steps._take_back(f, w, BEGIN, NEWTON_FAILED, 0.04) == 0
    assert (f.h, f.h_control, f.rejected) == (0.1, pytest.approx(0.2 * 0.04), 1)


@pytest.mark.parametrize(
    ("before", "start", "end", "far"),
    [
        (1.0, 0.9, 0.8, True),
        (1.0, 0.5, 0.6, False),  # it has turned round: its lowest point is not known
        (1.0, 0.4, 0.1, False),
        (np.inf, np.inf, np.inf, True),
        (1.0, 1.0, np.inf, False),
    ],
)
def test_distances_that_tell_that_nothing_has_happened(before, start, end, far):
    values, last = np.full((1, BOUNDARIES), np.inf), np.full((1, 2 * BOUNDARIES), np.inf)
    values[0, 0], last[0, 0], last[0, BOUNDARIES] = end, start, before
    assert is_far(values, last) == far


@pytest.mark.parametrize(("h", "grid_h"), [(0.05, 0.1), (0.02, 0.0)])
def test_another_step_size_leaves_the_grid(h, grid_h):
    """The rest of a step is taken with its size; any other size begins a new grid."""
    s = frame(h=0.05, grid_h=0.1, compatible=0)
    scheme = SimpleNamespace(
        data=type("Data", (dict,), dict(scalars=s))(a=np.array([7.0])),
        integrator=GeneralizedAlpha("some"),
        memory=dict(
            method=np.array([(0.0, 0.0, 0.25, 0.5, 3, 2)], METHOD),
            alpha=np.zeros(1),
            differences=np.ones(3),
        ),
        set_coefficients=lambda: None,
    )
    Scheme.set_step(scheme, h)
    assert (s.h, s.grid_h, s.t_base, s.steps_base) == (h, grid_h, 1.0, 0)
    assert scheme.memory["method"][["known", "order"]].tolist() == [(0, 0)]
    assert scheme.memory["alpha"] == [7.0] and not scheme.memory["differences"].any()


@pytest.mark.parametrize(
    ("end", "h", "t", "streak"),
    [
        (event_location.AT_EVENT, 0.9e-7, 1.0, 4),  # of a planned step of 0.1 s
        (event_location.SHORTER, 0.9e-7, 1.0, 4),
        (event_location.AT_EVENT, 1.1e-7, 1.0, 0),
        (event_location.AT_EVENT, 1.1e-7, 1e9, 4),  # times are rounded to 1.2e-7 s there
        (event_location.AT_START, 0.1, 1.0, 4),
        (event_location.PLAIN, 0.9e-7, 1.0, 0),
    ],
)
def test_events_without_progress_are_counted(end, h, t, streak):
    f = frame(h=h, t=t, event_streak=3)
    event_steps._count_streak(f, end, 0.1)
    assert f.event_streak == streak


@pytest.mark.parametrize(
    ("end", "given", "searched", "known"),
    [
        (event_location.PLAIN, {}, True, 2),
        (event_location.AT_EVENT, dict(t=1.05), True, 0),  # the branches are others
        (event_location.SHORTER, dict(t=1.05), True, 0),
        (event_location.PLAIN, {}, False, 0),  # a step without a search has no distances
        (event_location.PLAIN, dict(automatic=1), True, 0),  # steps of different sizes
        (event_location.PLAIN, dict(grid_h=0.2), True, 0),
    ],
)
def test_distances_are_kept_of_equal_steps_in_a_row_alone(end, given, searched, known):
    f = frame(event_known=1, **given)
    values, last = np.full((1, BOUNDARIES), 0.7), np.full((1, 2 * BOUNDARIES), 0.8)
    event_steps._set_next(f, work(event_values=values, event_last=last), BEGIN, end, 0.1, searched)
    assert f.event_known == known
    expected = [0.7] * BOUNDARIES + [0.8] * BOUNDARIES if known else [0.8] * 2 * BOUNDARIES
    assert np.array_equal(last[0], expected)
    assert (f.first_valid, f.factor_valid) == ((0, 0) if end else (1, 1))


@pytest.mark.parametrize(
    ("streak", "automatic", "unsearched", "leaves", "h_control"),
    [
        (20, 1, 0, False, 0.1),
        (21, 1, 0, True, 2e-3),
        (21, 0, 0, True, 0.1),
        (0, 1, 1, True, 0.1),
    ],
)
def test_a_step_without_a_search_is_short_for_want_of_progress(
    streak, automatic, unsearched, leaves, h_control
):
    f = frame(event_streak=streak, automatic=automatic, unsearched=unsearched, h_max=0.2)
    assert event_steps._leaves_search(f) == leaves
    assert f.h_control == pytest.approx(h_control, rel=1e-14)


@pytest.mark.parametrize(
    ("function", "branch"), [(0.3, 1), (-0.3, -1), (0.0, 0), (5e-13, 0), (-2e-12, -1)]
)
def test_an_open_side_is_taken_at_the_end_of_a_step(monkeypatch, function, branch):
    values = np.full((2, BOUNDARIES), 0.5)
    w = work(event_values=values, branches=np.array([7, 0]))

    def evaluate(frame, work):
        values[1, 0] = work.search.branches[1] * function
        return 0

    monkeypatch.setattr(event_steps, "evaluate_events", evaluate)
    assert event_steps._take_open_sides(frame(first_watcher=1), w) == 0
    assert list(w.search.branches) == [7, branch]
    assert values[1, 0] == abs(function)


def test_an_open_side_stays_open_where_its_function_fails(monkeypatch):
    w = work(event_values=np.ones((1, BOUNDARIES)), branches=np.zeros(1, int))
    monkeypatch.setattr(event_steps, "evaluate_events", lambda *given: USER_FUNCTION)
    assert event_steps._take_open_sides(frame(first_watcher=0), w) == USER_FUNCTION
    assert list(w.search.branches) == [0]


def first_event(monkeypatch, events, ends_at=-1):
    """(frame, what was reported, result) of a step with events at these parts of it.

    ends_at -- number of the event at which something is done
    """
    told, f = [], frame(t=1.1, event_known=2)

    def search(frame, work, begin, t_old, h):
        later = [theta for theta in events if theta > begin]
        frame.t = 7.0
        return 0, begin, min(later, default=2.0)

    def see(frame, work, low, high, place, t_old, h):
        told.append(high)
        return 0, high

    for name, function in dict(
        search=search,
        narrow=lambda frame, work, low, high, t_old, h: (0, high * h, -1.0, 0, 0),
        see=see,
        _is_seen_only=lambda frame, work, i: len(told) != ends_at,
        _concerns_run=lambda frame, work: False,
        _tell=lambda frame, work: 0,
        interpolate=lambda frame, work, theta, h: told.append("end"),
    ).items():
        monkeypatch.setattr(event_location, name, function)
    return f, told, event_location._first_event(f, work(), 1.0, 0.1)


def test_events_that_are_only_seen_leave_the_step_as_it_is(monkeypatch):
    f, told, result = first_event(monkeypatch, [0.2, 0.5])
    assert told == [0.2, 0.5]
    assert result == (0, 0.0, 0.0, -1, 0, 2.0)
    assert f.t == 1.1
    assert f.event_known == 0  # distances of the old branches are void


def test_the_first_event_at_which_something_is_done_ends_the_step(monkeypatch):
    _, told, result = first_event(monkeypatch, [0.2, 0.5, 0.7], ends_at=1)
    assert told == [0.2]
    assert result == (0, pytest.approx(0.05), -1.0, 0, 0, 0.5)


def test_a_step_with_more_events_than_can_be_told_ends_as_planned(monkeypatch):
    monkeypatch.setattr(event_location, "MAX_SEEN", 2)
    f, told, result = first_event(monkeypatch, [0.2, 0.3, 0.4, 0.5])
    assert told == [0.2, 0.3, 0.4, "end"]
    assert result[-1] == 2.0 and f.t == 1.1


@pytest.mark.parametrize(
    ("rises", "place", "at_start"),
    [
        (0.0, 0.0, 1),  # it leaves at once
        (1e-5, 2e-5, 0),  # it comes back from a way inside that no halving of twelve meets
        (0.1, 0.2, 0),
    ],
)
def test_a_row_on_its_boundary_leaves_at_once_or_comes_back(monkeypatch, rises, place, at_start):
    """The distance is a parabola s (2 rises - s) over the part s of a step of 1 s."""
    values = np.full((1, BOUNDARIES), np.inf)

    def look(frame, work, theta, t_old, h):
        values[0, 0] = theta * (2.0 * rises - theta)
        return 0

    monkeypatch.setattr(events, "look", look)
    status, root, _, found, starts = events.narrow(
        frame(), work(event_values=values), 0.0, 1.0, 0.0, 1.0
    )
    assert (status, found, starts) == (0, 0, at_start)
    if not at_start:
        assert root == pytest.approx(place, rel=0.3)
