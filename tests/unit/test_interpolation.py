"""The interpolant of a step that is searched for events: exact for polynomials."""

import numpy as np
import pytest
from numpy.polynomial import Polynomial

from linkwork.events.step_interpolation import interpolate
from tests.unit.event_frames import frame, nothing, state, work

H = 0.4


@pytest.mark.parametrize("theta", [0.0, 0.1, 0.5, 0.75, 0.999, 1.0])
def test_polynomials_are_met(theta):
    """Order 5 of q, with its derivative as v; order 3 of y."""
    rng = np.random.default_rng(3)
    paths = [Polynomial(rng.uniform(-1.0, 1.0, 6)) for _ in range(3)]
    rates = [Polynomial(rng.uniform(-1.0, 1.0, 4)) for _ in range(2)]

    def values(t, order, which):
        return [each.deriv(order)(t) if order else each(t) for each in which]

    start, end = (
        state(
            **{name: np.array(values(t, k, paths)) for k, name in enumerate(("q", "v", "a"))},
            **{name: np.array(values(t, k, rates)) for k, name in enumerate(("y", "y_t"))},
            multipliers=np.array([force]),
        )
        for t, force in ((0.0, 3.0), (H, 5.0))
    )
    seen = nothing()._replace(multipliers=np.zeros(1))
    interpolate(frame(), work(seen)._replace(step_start=start, step_end=end), theta, H)
    q, v, a, y, multipliers = seen.q, seen.v, seen.a, seen.y, seen.multipliers
    assert multipliers == pytest.approx([3.0 + 2.0 * theta])
    first, last = np.array(values(0.0, 2, paths)), np.array(values(H, 2, paths))
    assert a == pytest.approx(first + theta * (last - first), abs=1e-14)
    assert q == pytest.approx(values(theta * H, 0, paths), abs=1e-14)
    assert v == pytest.approx(values(theta * H, 1, paths), abs=1e-13)
    assert y == pytest.approx(values(theta * H, 0, rates), abs=1e-14)


@pytest.mark.parametrize("theta", [0.0, 0.3, 1.0])
def test_steps_of_one_stage_are_straight_lines(theta):
    """Also where velocities at the ends say something else."""
    names = "q", "v", "a", "y", "y_t", "multipliers"
    start, end, seen = (
        state(**dict(zip(names, map(np.array, values), strict=True)))
        for values in (
            ([1.0, 2.0], [30.0, -40.0], [5.0, 6.0], [7.0], [80.0], [0.0]),
            ([2.0, 0.0], [-30.0, 50.0], [7.0, 9.0], [4.0], [-80.0], [0.0]),
            ([0.0] * 2, [0.0] * 2, [0.0] * 2, [0.0], [0.0], [0.0]),
        )
    )
    interpolate(frame(straight=1), work(seen)._replace(step_start=start, step_end=end), theta, H)
    q, v, y = seen.q, seen.v, seen.y
    assert q == pytest.approx([1.0 + theta, 2.0 - 2.0 * theta])
    assert v == pytest.approx([30.0 - 60.0 * theta, -40.0 + 90.0 * theta])
    assert y == pytest.approx([7.0 - 3.0 * theta])
