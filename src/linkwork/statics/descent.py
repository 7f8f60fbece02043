"""The plain part of the search for an equilibrium, compiled: Newton's method while it descends.

Most load steps of models without algebraic equations need nothing else. The rules are those of
`statics/search.py` with a shift of zero: a step must do positive work, and about as much of it as
the matrix predicts. Where a rule asks for more, or the matrix is singular, `descend` finds nothing,
and the search begins anew from the start of the load step.

Factors are kept for a further update where they contract so well that this update reaches the
tolerance, with modified Newton's method as long as steps behave as predicted, also from one load
step to the next. At the end they belong to a state nearby, so their pivots show the stability of
the equilibrium.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.records import f8, i8, record
from linkwork.core.status import NOT_FINITE, OK
from linkwork.integrators.evaluate import evaluate_forces, solve
from linkwork.linear.choose import Dense
from linkwork.math.exact import two_sum
from linkwork.math.tolerances import EVEN_FORCES
from linkwork.model.position import array_at, compose_by, go_to_poses
from linkwork.statics.measure import KernelCall, largest, loads, squares
from linkwork.statics.norms import NEGLIGIBLE
from linkwork.statics.search import (
    CLOSE,
    FAIR,
    GOOD,
    NEARBY,
    POLISHING,
    ROUNDING,
    TINY,
    TRIES,
)
from linkwork.statics.stability import SMALL
from linkwork.statics.system import FLAT, LARGE_SQUARE, SMALL_SQUARE

UNSAFE = -2
"""Status of an evaluation whose sums of squares lose digits."""

ROUNDED = 1.0e-13
"""Forces up to this, relative to those acting, are rounding; in models of more than a hundred
coordinates, it grows with the root of their number."""

SURE = 0.1
"""Part of the tolerance that an update with the factors of the last one must promise to reach."""

MEMORY = record(
    *((name, f8) for name in ("relative", "absolute", "extent", "force", "limit", "load", "moved")),
    *((name, i8) for name in ("modified", "first_kept", "later_kept", "kept", "iterations")),
    *((name, i8) for name in ("most", "turns", "direct", "dense", "found", "stable", "count")),
)
"""What a descent remembers.

relative, absolute -- tolerances; extent -- of the model [m]; force, limit, load -- norms of the
state evaluated last (`statics/norms.py`); moved -- how far the state is from that of the factors
modified, first_kept, later_kept -- modified Newton's method, and how often factors are kept
kept, iterations, most -- updates with the present factors, of all and at most
turns, direct -- whether moments act, and forces without markers
dense -- whether the matrix is dense; found -- whether there is an equilibrium; stable -- whether
the pivots of a dense matrix show that it is stable
count -- factorizations of the run up to those of the last equilibrium, -1: there are none
"""

FLOAT, WHOLE = np.dtype(f8), np.dtype(i8)
POOLS = dict(
    descent=MEMORY, diagonal=WHOLE, last_q=FLOAT, last_low=FLOAT, last_poses=FLOAT,
    last_force=FLOAT, step=FLOAT, eliminated=FLOAT,
)  # fmt: skip
"""Memory of `descend`, its types."""


def _is_safe(square):
    """Whether a sum of squares has lost no digits."""
    return square == 0.0 or SMALL_SQUARE < square < LARGE_SQUARE


def _evaluate(frame, memory, system):
    """Forces of the present state and their norm; a status, also UNSAFE."""
    status = evaluate_forces(frame, system)
    if status != OK:
        return status
    residual = system.residual
    if not largest(residual) < frame.max_norm:
        return NOT_FINITE
    force, load = squares(residual), loads(frame, memory.turns, system.marker_force)
    if not (_is_safe(force) and _is_safe(load)):
        return UNSAFE
    memory.force, memory.load = math.sqrt(force / residual.size), math.sqrt(load / residual.size)
    least = memory.absolute
    if memory.load > 0.0:
        least = min(least, NEGLIGIBLE * memory.load)
    memory.limit = max(least, memory.relative * memory.load)
    return OK


def _fill(frame, system):
    """Matrix entries of the state evaluated last."""
    values = system.values
    for i in range(values.size):
        values[i] = 0.0
    frame.jacobians += 1
    return run_calls(frame.jacobian_calls, frame.n_jacobian_calls, system.address)


def _factor(frame, memory, system):
    memory.kept, memory.moved = 0, 0.0
    return call_kernel(system.solver_calls[0].code, frame.solver_calls, system.address)


def _extent(frame, memory, markers, n):
    """Largest distance between markers along an axis, or largest coordinate."""
    extent = 0.0
    for r in range(3):
        low, high = math.inf, -math.inf
        for i in range(markers.size):
            low, high = min(low, markers[i].p[r]), max(high, markers[i].p[r])
        extent = max(extent, high - low)
    if extent == 0.0 or memory.direct != 0:
        reference = array_at(frame.reference, frame.n_reference)
        for i in range(n):
            extent = max(extent, abs(reference[i]))
    return extent


def _is_flat(values, diagonal):
    """Whether the matrix cannot be positive definite: an entry of its diagonal is zero."""
    total, least, n = 0.0, math.inf, diagonal.size
    for i in range(n):
        entry = abs(values[diagonal[i]])
        total += entry
        least = min(least, entry)
    return not least > FLAT * total / n


def _go(frame, state, system, factor, step):
    """Move the state by a part of a step."""
    q, low = state.q, state.q_low
    for i in range(q.size):
        q[i], low[i] = two_sum(q[i], factor * step[i] + low[i])
    compose_by(frame, factor, step, system.address)


def _keep(state, system, last_q, last_low, last_poses, last_force):
    for i in range(last_q.size):
        last_q[i], last_low[i] = state.q[i], state.q_low[i]
        last_force[i] = system.residual[i]
    go_to_poses(state.poses, last_poses)


def _go_back(state, last_q, last_low, last_poses):
    for i in range(last_q.size):
        state.q[i], state.q_low[i] = last_q[i], last_low[i]
    go_to_poses(last_poses, state.poses)


def _solve(frame, system, step):
    """step = what removes the forces to first order; returns whether it is finite."""
    x, residual = system.x, system.residual
    for i in range(x.size):
        x[i] = 0.0
    for i in range(residual.size):
        x[i] = -residual[i]
    status = solve(frame, system)
    for i in range(step.size):
        step[i] = x[i]
    return status == OK and largest(step) < math.inf


def _is_stable(values, eliminated, n):
    """Whether a dense matrix, column-major, is symmetric with positive pivots."""
    for j in range(n):
        for i in range(j, n):
            low, high = values[j * n + i], values[i * n + j]
            if low != high:
                size = math.sqrt(abs(values[i * n + i])) * math.sqrt(abs(values[j * n + j]))
                if not abs(low - high) <= EVEN_FORCES * size:
                    return False
            eliminated[j * n + i] = 0.5 * (low + high)
    for k in range(n):
        pivot = eliminated[k * n + k]
        if not pivot > 0.0:
            return False
        for j in range(k + 1, n):
            head = eliminated[k * n + j] / pivot
            if head != 0.0:
                for i in range(j, n):
                    eliminated[j * n + i] -= head * eliminated[k * n + i]
    return True


def _try(frame, state, memory, system, before, limit, longest, kept):
    """Take a part of the step; returns the part of the predicted work that it does, 0: rejected."""
    last_q, last_low, last_poses, last_force, step = kept
    work, factor = 0.0, 1.0
    for i in range(step.size):
        work -= last_force[i] * step[i]  # dq^T K dq
    by_norms = longest <= TINY * memory.extent or before <= CLOSE * limit
    if not (by_norms or work >= 0.0):
        return 0.0
    for _ in range(TRIES):
        _go(frame, state, system, factor, step)
        status, ratio = _evaluate(frame, memory, system), 0.0
        if status == OK:
            if by_norms and factor == 1.0 and memory.force * limit <= 0.5 * before * memory.limit:
                ratio = 1.0
            else:
                done = 0.0
                for i in range(step.size):
                    done -= 0.5 * factor * step[i] * (last_force[i] + system.residual[i])
                foretold = factor * work - 0.5 * factor * factor * work
                ratio = done / foretold if foretold > 0.0 else (1.0 if done >= 0.0 else 0.0)
            is_long = memory.extent > 0.0 and factor * longest > 2.0 * memory.extent
            if is_long and memory.force > 1.0e-3 * before:
                ratio = 0.0
        if ratio > FAIR:
            memory.moved += factor * longest
            return ratio if factor == 1.0 else min(ratio, GOOD)
        _go_back(state, last_q, last_low, last_poses)
        factor *= 0.25
    return 0.0


def _keeps_factors(memory, before, limit, ratio):
    """Whether the next update may use the factors of the last one."""
    if memory.kept == 0 and memory.modified == 0:
        promised = 4.0 * (memory.force / before) * memory.force
        return ratio > GOOD and promised <= SURE * memory.limit
    most = memory.first_kept if memory.iterations == 0 else memory.later_kept
    return memory.modified != 0 and ratio > GOOD and memory.kept < most


def descend(
    frame, state, system, descent, diagonal, last_q, last_low, last_poses, last_force, step,
    eliminated,
):  # fmt: skip
    """Find an equilibrium from the present state; a status if that cannot be evaluated.

    The equilibrium becomes the present state. If none is found, that may be anywhere.
    """
    memory, kept = descent[0], (last_q, last_low, last_poses, last_force, step)
    memory.iterations = memory.found = memory.stable = 0
    status = _evaluate(frame, memory, system)
    if status != OK:
        return OK if status == UNSAFE else status
    memory.extent = _extent(frame, memory, system.markers, step.size)
    if _begin(frame, memory, system, diagonal) and _search(frame, state, memory, system, kept):
        _polish(frame, state, memory, system, kept)
    memory.count = frame.factorizations if memory.found != 0 else -1
    if memory.found != 0 and memory.dense != 0 and _is_stable(system.values, eliminated, step.size):
        memory.stable = 1
    return OK


def _renew(frame, memory, system):
    """Whether there are factors of the state evaluated last."""
    return _fill(frame, system) == OK and _factor(frame, memory, system) == OK


def _begin(frame, memory, system, diagonal):
    """Whether there are factors to begin with; modified Newton keeps those of the last load step.

    The latter do not show the stability, because parameters may have changed since.
    """
    if memory.modified != 0 and memory.count == frame.factorizations:
        memory.kept, memory.moved = 1, math.inf
        return True
    if _fill(frame, system) != OK or _is_flat(system.values, diagonal):
        return False
    return _factor(frame, memory, system) == OK


def _search(frame, state, memory, system, kept):
    """Go to an equilibrium within the tolerances; returns whether there is one.

    The last factors are those of a state nearby.
    """
    last_q, last_low, last_poses, last_force, step = kept
    is_fresh = True
    while memory.force > 0.0 and (memory.force > memory.limit or memory.iterations == 0):
        if memory.iterations >= memory.most:
            return False
        if not is_fresh and not _renew(frame, memory, system):
            return False
        is_fresh = True
        if not _solve(frame, system, step):
            return False
        _keep(state, system, last_q, last_low, last_poses, last_force)
        before, limit, longest = memory.force, memory.limit, largest(step)
        ratio = _try(frame, state, memory, system, before, limit, longest, kept)
        if ratio > 0.0:
            is_fresh = _keeps_factors(memory, before, limit, ratio)
            memory.kept += 1
            memory.iterations += 1
            frame.newton_iterations += 1
            continue
        if _evaluate(frame, memory, system) != OK:
            return False
        if memory.kept == 0:
            if longest > ROUNDING * memory.extent:
                return False
            break  # no number is nearer
        is_fresh = False
    return memory.moved <= NEARBY * memory.extent or _renew(frame, memory, system)


def _polish(frame, state, memory, system, kept):
    """Some more updates with the factors at the end: they cost little and give all digits."""
    last_q, last_low, last_poses, last_force, step = kept
    memory.found = 1
    rounded = ROUNDED * max(1.0, 0.1 * math.sqrt(step.size))
    for _ in range(POLISHING):
        before, limit = memory.force, memory.limit
        if before == 0.0 or not _solve(frame, system, step):
            return
        _keep(state, system, last_q, last_low, last_poses, last_force)
        _go(frame, state, system, 1.0, step)
        status = _evaluate(frame, memory, system)
        if status != OK or not memory.force * limit < before * memory.limit:
            _go_back(state, last_q, last_low, last_poses)
            if _evaluate(frame, memory, system) != OK:
                memory.found = 0
            return
        if memory.force > 0.1 * before or memory.force <= rounded * memory.load:
            return  # rounding is left


class Descent:
    """The compiled descent of one model, with its memory; Equations keep it for the next run."""

    def __init__(self, equations: Equations) -> None:
        model, data, layout = equations.model, equations.data, equations.layout
        n = model.n_ode2
        dense = isinstance(layout, Dense) and n <= SMALL
        sizes = dict(
            descent=1, diagonal=n, last_q=n, last_low=n, last_poses=len(data["poses"]),
            last_force=n, step=n, eliminated=n * n if dense else 0,
        )  # fmt: skip
        pools = {name: np.zeros(sizes[name], kind) for name, kind in POOLS.items()}
        rows = np.arange(n)
        pools["diagonal"][:] = layout.slots(rows, rows)
        self._data, self._layout = data, layout
        self._call = KernelCall(descend, pools, data)
        self.memory = self._call.numbers
        self.memory.turns, self.memory.dense = model.has_moments, dense
        self.memory.direct = bool(equations.lists.direct)

    def set(self, newton: Any) -> None:
        """Take the settings of Newton's method, for a new run."""
        memory = self.memory
        self.forget_factors()
        memory.relative, memory.absolute = newton.relativeTolerance, newton.absoluteTolerance
        memory.most, memory.modified = newton.maxIterations, newton.useModifiedNewton
        memory.first_kept = newton.maxModifiedNewtonIterations
        memory.later_kept = newton.maxModifiedNewtonRestartIterations

    def forget_factors(self) -> None:
        """Begin the next descent with factors of its own."""
        self.memory.count = -1

    def run(self) -> int:
        """Search for an equilibrium; returns a status if the present state cannot be evaluated."""
        return self._call()

    @property
    def found(self) -> bool:
        """Whether there is an equilibrium; else the state may be anywhere."""
        return bool(self.memory.found)

    @property
    def iterations(self) -> int:
        """Updates of the last descent."""
        return int(self.memory.iterations)

    @property
    def is_stable(self) -> bool:
        """Whether pivots show that the last equilibrium is stable."""
        if self.memory.stable:
            return True
        pivots = self._layout.inverse_pivots(self._data)
        return pivots is not None and bool((pivots > 0.0).all())
