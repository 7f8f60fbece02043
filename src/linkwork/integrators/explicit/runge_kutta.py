"""Explicit Runge-Kutta methods for M a = F(q, v, t) without constraints, with equal steps.

The state is y = (q, v), y' = (v, M^-1 F); a method is its tableau (`integrators/explicit/`), read
from memory, so one compiled loop serves all methods. The mass matrix is constant and factorized
before the run. The accelerations of a recorded state are also those of the next step's first
stage. Constraints, first-order coordinates and error control have another loop
(`explicit/controlled.py`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from linkwork.core.kernels.marks import inlined, with_long_loops
from linkwork.core.kernels.pointer import view
from linkwork.core.records import f8, i8, record
from linkwork.core.status import NOT_FINITE, OK, STOPPED
from linkwork.integrators.evaluate import (
    MANY,
    begin_step,
    count_step,
    evaluate_forces,
    is_due,
    record_state,
    solve,
    take_fused_steps,
)
from linkwork.integrators.state import (
    restore_state,
    save_state,
    without_constraints,
    without_first_order,
)
from linkwork.model.position import array_at, compose, find_slopes, go_to_poses

FLOAT = np.dtype(f8)

METHOD = record(("stages", i8), ("ends_at_result", i8))
"""Number of stages, and whether the last one is the first one of the next step."""

PART = 1000
"""Number of components that are combined at a time."""


class Tableau(NamedTuple):
    """Coefficients of a method: nodes c, weights b, matrix A row by row below the diagonal.

    estimate, estimate_order -- of embedded pairs: weights of the second result, whose distance
    from the first one is the error estimate, and its order
    """

    order: int
    c: tuple[float, ...]
    b: tuple[float, ...]
    A: tuple[tuple[float, ...], ...]
    estimate_order: int = 0
    estimate: tuple[float, ...] = ()

    @property
    def stages(self) -> int:
        return len(self.c)

    @property
    def is_pair(self) -> bool:
        """Whether the method can estimate its error."""
        return bool(self.estimate)

    @property
    def ends_at_result(self) -> bool:
        """Whether the last stage is the result, and so the first stage of the next step."""
        return (*self.A[-1], 0.0) == self.b and self.c[-1] == 1.0

    def without_estimate(self) -> Tableau:
        """The method alone, without stages that serve only the estimate."""
        count = max(s + 1 for s in range(self.stages) if self.b[s] != 0.0)
        return Tableau(self.order, self.c[:count], self.b[:count], self.A[:count])

    def square(self) -> np.ndarray:
        """A in full."""
        square = np.zeros((self.stages, self.stages))
        for s, row in enumerate(self.A):
            square[s, : len(row)] = row
        return square

    def stability_polynomial(self) -> np.ndarray:
        """Coefficients of R(z), the constant first: a step multiplies y' = s y by R(h s)."""
        square, found, vector = self.square(), [1.0], np.ones(self.stages)
        for _ in range(self.stages):
            found.append(float(np.dot(self.b, vector)))
            vector = square @ vector
        return np.array(found)

    def packed(self) -> np.ndarray:
        """c, b, the full square A and the weights of the error, as the kernels read them."""
        square = self.square()
        error = np.subtract(self.b, self.estimate) if self.is_pair else ()
        return np.concatenate([self.c, self.b, square.ravel(), error])


def accelerations(frame, system):
    """x = M^-1 F at the present q, v and frame.t; also the rates of first-order coordinates."""
    status = evaluate_forces(frame, system)
    if status != 0:
        return status
    divide_by_masses(frame, system)
    return 0 if frame.diagonal_mass != 0 else solve(frame, system)


def divide_by_masses(frame, system):
    """x = F, divided by the masses if these are diagonal."""
    residual, factors, x = system.residual, system.factors, system.x
    if frame.diagonal_mass != 0:
        for i in range(residual.size):
            x[i] = -residual[i] * factors[i]
    else:
        for i in range(residual.size):
            x[i] = -residual[i]


def _sum_stages(h, weights, start, stages, sum_out):
    """sum = start + h weights . stages, stage by stage over chunks that stay in the cache."""
    n = sum_out.size
    for low in range(0, n, PART):
        high = min(low + PART, n)
        part = sum_out[low:high]
        for i in range(part.size):
            part[i] = 0.0
        for j in range(weights.size):
            weight, stage = weights[j], stages[j * n + low : j * n + high]
            if weight != 0.0:
                for i in range(part.size):
                    part[i] += weight * stage[i]
        origin = start[low:high]
        for i in range(part.size):
            part[i] = origin[i] + h * part[i]


@inlined
def combine(frame, weights, first, count, start, stage_v, stage_a, state, address):
    """(q, v) = start + h * weights[first:first + count] . stages"""
    if frame.n_move_calls > 0:
        _compose_stages(frame, weights, first, count, start, stage_v, stage_a, state, address)
    else:
        add_stages(frame, weights, first, count, start, stage_v, stage_a, state)


def add_stages(frame, weights, first, count, start, stage_v, stage_a, state):
    """The same without coordinates that are composed."""
    q, v = state.q, state.v
    n = q.size
    if n >= MANY:
        _sum_stages(frame.h, weights[first : first + count], start.q, stage_v, q)
        _sum_stages(frame.h, weights[first : first + count], start.v, stage_a, v)
        return
    for i in range(n):
        rate_q = rate_v = 0.0
        for j in range(count):
            rate_q += weights[first + j] * stage_v[j * n + i]
            rate_v += weights[first + j] * stage_a[j * n + i]
        q[i] = start.q[i] + frame.h * rate_q
        v[i] = start.v[i] + frame.h * rate_v


def _compose_stages(frame, weights, first, count, start, stage_v, stage_a, state, address):
    """The same with coordinates that are composed: with h * weights . slopes (Munthe-Kaas 1998)."""
    n, increment = state.q.size, array_at(frame.increment, frame.n_increment)
    for i in range(n):
        rate_q = rate_v = 0.0
        for j in range(count):
            rate_q += weights[first + j] * stage_v[j * n + i]
            rate_v += weights[first + j] * stage_a[j * n + i]
        increment[i] = frame.h * rate_q
        state.q[i] = start.q[i] + increment[i]
        state.v[i] = start.v[i] + frame.h * rate_v
    go_to_poses(start.poses, state.poses)
    frame.in_stage = frame.quick_stages if first > count else 0  # rows of A come after b
    compose(frame, address)
    frame.in_stage = 0


def take_slopes(frame, s, v, address, stage_v):
    """Compute the slopes of a stage whose velocities are not derivatives of positions."""
    if frame.n_slope_calls > 0:
        slopes = find_slopes(frame, v, address)
        for i in range(v.size):
            stage_v[s * v.size + i] = slopes[i]


def magnitude(q, v):
    """Sum of all absolute values; not finite if one of them is not."""
    total = 0.0
    for i in range(q.size):
        total += abs(q[i]) + abs(v[i])
    return total


def runge_kutta(frame, state, start, system, method, tableau, stage_v, stage_a):
    """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
    none = view(system.address, (0,), FLOAT)
    state = without_first_order(without_constraints(state, none), none)
    start = without_first_order(without_constraints(start, none), none)
    q, v, a, x = state.q, state.v, state.a, system.x
    n, stages = q.size, method[0].stages
    while frame.steps_done < frame.steps_wanted:
        if frame.fused != 0 and frame.first_valid == 0:
            take_fused_steps(frame, system.address)
        t_old = frame.t
        t_new = frame.t_base + (frame.steps_base + 1) * frame.h
        status = begin_step(frame, system.address, t_new)
        if status != 0:
            return status
        save_state(state, start)
        known = frame.first_valid != 0 and frame.pre_step == 0
        if known:
            for i in range(n):
                stage_v[i] = v[i]
                stage_a[i] = a[i]
        frame.first_valid = 0
        for s in range(1 if known else 0, stages):
            if s > 0:  # the first stage is at the start
                row = 2 * stages + s * stages
                combine(frame, tableau, row, s, start, stage_v, stage_a, state, system.address)
                frame.t = t_old + tableau[s] * frame.h
            status = accelerations(frame, system)
            if status != 0:
                break
            for i in range(n):
                stage_v[s * n + i] = v[i]
                stage_a[s * n + i] = x[i]
            if s > 0:
                take_slopes(frame, s, v, system.address, stage_v)
            for i in range(n if s == 0 else 0):
                start.a[i] = x[i]
        if status == 0:
            combine(frame, tableau, stages, stages, start, stage_v, stage_a, state, system.address)
            if not magnitude(q, v) < frame.max_norm:
                status = NOT_FINITE
        if status != 0:
            restore_state(start, state)
            frame.t = t_old
            return status
        frame.t = t_new
        status = count_step(frame, system.address)
        if status != 0:
            return status
        last = frame.steps_done == frame.steps_wanted or frame.stop_after != 0
        seen = frame.watch != 0 or is_due(frame, t_new)
        if last or seen or frame.pre_step != 0:
            status = accelerations(frame, system)
            if status != 0:
                return status
            for i in range(n):
                a[i] = x[i]
            frame.first_valid = 1
            status = record_state(frame, system.address)
            if status != 0:
                return status
        if frame.stop_after != 0:
            return STOPPED
    return OK


long_runge_kutta = with_long_loops(runge_kutta)
"""The same for systems with many coordinates."""
