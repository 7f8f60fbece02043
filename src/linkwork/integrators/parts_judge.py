"""Convergence of Newton's method, judged part by part; see `parts.py`.

Models of one part have no `frame.judge` and pay nothing. For others, the kernel `glance` checks
whether all parts of a predicted state are within tolerance, which most are; where one is not, the
kernel `judge` finds the worst part. The frame has their addresses. Norms and limits of a part are
those of `newton.py`, with its own rows and its own typical load: root mean square of the forces on
its markers, of the constant ones among them (a weight at rest has no resultant), of the torques
there, and of the loads on coordinates. A marker on the ground counts if it serves only one
part.
"""

from __future__ import annotations

import math

from linkwork.core.kernels.calls import run_calls
from linkwork.core.records import u8

BEGIN, AGAIN, MOVED = 0, 1, 2
"""What `judge` evaluates, in `frame.judging`: the predicted state, the state after an update, or
that update itself."""

NEGLIGIBLE = 1.0e-8
"""The absolute tolerance accepts residuals up to this fraction of the typical load."""

ROUNDING = 1.0e-15
"""A few units of rounding, relative to positions."""

HOPELESS = 1.0e300
"""Largest square of a residual relative to that of its limit, which may be zero."""

NONE, ONE = u8(0), u8(1)
"""Indices are unsigned."""


def tolerance(frame, norm, typical):
    """Limit of the norm of a group of rows, from its first norm and the size of its terms."""
    absolute = frame.absolute_tolerance
    if typical > 0.0:
        absolute = min(absolute, NEGLIGIBLE * typical)
    return max(absolute, frame.relative_tolerance * max(norm, typical))


def typical_load(frame, marker_force, n):
    """Typical load: root mean square of the forces on markers and coordinates, per coordinate."""
    return math.sqrt(square_loads(frame, marker_force) / max(n, 1))


def square_loads(frame, marker_force):
    """Sum of squares of the forces on markers and coordinates."""
    x = y = z = 0.0
    for i in range(marker_force.shape[0]):
        x += marker_force[i, 0] * marker_force[i, 0]
        y += marker_force[i, 1] * marker_force[i, 1]
        z += marker_force[i, 2] * marker_force[i, 2]
    return x + y + z + frame.direct_load


def _rows(values, before, part_rows, first, last):
    """Sum of squares of some rows; values -- of the unknowns after the first `before` ones."""
    total = 0.0
    for i in range(first, last):
        value = values[part_rows[i] - before]
        total += value * value
    return total


def glance(frame, x, rates, marker_force, part_rows, part_markers, part_bounds):
    """Check whether all parts of the predicted state are within tolerance of their forces.

    parts_fine -- the result; x -- minus the residual
    """
    within, behind = frame.relative_tolerance * frame.relative_tolerance, x.size - rates.size
    frame.parts_fine = 0
    first = row = marker = NONE
    for k in range(part_bounds.size):
        end = part_bounds[k]
        force = load = 0.0
        while row < end.equation_row:
            value = x[part_rows[row]]
            force += value * value
            row += ONE
        while marker < end.still_marker:
            f = marker_force[part_markers[marker]]
            load += f[0] * f[0] + f[1] * f[1] + f[2] * f[2]
            marker += ONE
        load *= within
        if not force <= load:
            return
        if row < end.last_row:
            forces, equations = row - first, end.rate_row - row
            equation = _rows(x, NONE, part_rows, row, end.rate_row)
            rate = _rows(x, NONE, part_rows, end.rate_row, end.last_row)
            typical = _rows(rates, u8(behind), part_rows, end.rate_row, end.last_row)
            if not (equation * max(forces, ONE) <= load * equations and rate <= within * typical):
                return
        first = row = end.last_row
        marker = end.last_marker
    frame.parts_fine = 1


# ------------------------------------------------------------------ loads and limits


def add_moments(marker_force, marker_moment, rotations, part_markers, part_bounds, parts_out):
    """Add the moments about the centers of rotation of markers to the loads of their parts."""
    first = NONE
    for k in range(parts_out.size):
        for i in range(first, part_bounds[k].last_marker):
            j = part_markers[i]
            arm, f = rotations[j].arm, marker_force[j]
            x = marker_moment[j, 0] + arm[1] * f[2] - arm[2] * f[1]
            y = marker_moment[j, 1] + arm[2] * f[0] - arm[0] * f[2]
            z = marker_moment[j, 2] + arm[0] * f[1] - arm[1] * f[0]
            parts_out[k].load += x * x + y * y + z * z
        first = part_bounds[k].last_marker


def add_direct_loads(table, loads, parts_out):
    """Add the loads of items that act on coordinates directly to those of their parts."""
    for i in range(table.size):
        parts_out[table[i].part].load += loads[i]


def _measure_rows(x, part_rows, part_bounds, parts_out):
    """Compute the sums of squares of the rows of each part."""
    first = NONE
    for k in range(parts_out.size):
        part, end = parts_out[k], part_bounds[k]
        part.force = _rows(x, NONE, part_rows, first, end.equation_row)
        if end.last_row > end.equation_row:
            part.equation = _rows(x, NONE, part_rows, end.equation_row, end.rate_row)
            part.rate = _rows(x, NONE, part_rows, end.rate_row, end.last_row)
        first = end.last_row


def _measure_loads(
    behind, rates, marker_force, constant_force, part_rows, part_markers, part_bounds, parts_out
):
    """Compute loads and typical rates of each part, without those of `part_calls`."""
    first = NONE
    for k in range(parts_out.size):
        part, end = parts_out[k], part_bounds[k]
        load = 0.0
        for i in range(first, end.last_marker):
            f, c = marker_force[part_markers[i]], constant_force[part_markers[i]]
            load += f[0] * f[0] + f[1] * f[1] + f[2] * f[2]
            load += c[0] * c[0] + c[1] * c[1] + c[2] * c[2]
        part.load = load
        if part.rates > 0.0:
            part.typical = _rows(rates, behind, part_rows, end.rate_row, end.last_row)
        first = end.last_marker


def _set_limits(frame, parts_out):
    """Set the limits of the sums of squares; returns whether all parts are within tolerance."""
    fine, within = True, frame.relative_tolerance * frame.relative_tolerance
    absolute = frame.absolute_tolerance * frame.absolute_tolerance
    for k in range(parts_out.size):
        part = parts_out[k]
        load = part.load / max(part.forces, 1.0)
        part.force_limit = _limit(absolute, within, part.force, part.forces, load)
        fine = fine and part.force <= within * part.load
        if part.equations > 0.0:
            part.equation_limit = _limit(absolute, within, part.equation, part.equations, load)
            fine = fine and part.equation <= within * load * part.equations
        if part.rates > 0.0:
            typical = part.typical / part.rates
            part.rate_limit = _limit(absolute, within, part.rate, part.rates, typical)
            fine = fine and part.rate <= within * part.typical
    return fine


def _limit(absolute, relative, square, count, typical):
    """Limit of a sum of squares of that many rows: the square of `tolerance`, times their number.

    absolute, relative -- squares of the tolerances; typical -- square of the size of the terms
    """
    if typical > 0.0:
        absolute = min(absolute, NEGLIGIBLE * NEGLIGIBLE * typical)
    return max(count * absolute, relative * max(square, count * typical))


# ------------------------------------------------------------------ convergence


def _worse(worst, square, limit):
    """The larger of two squares of norms, relative to their limits."""
    if square <= worst * limit:
        return worst
    return square / limit if square <= limit * HOPELESS else HOPELESS


def _all_converged(parts):
    """Whether all norms are within their limits."""
    done = True
    for k in range(parts.size):
        part = parts[k]
        done = done and part.force <= part.force_limit and part.equation <= part.equation_limit
        done = done and part.rate <= part.rate_limit
    return done


def _worst(parts):
    """Largest norm, relative to its limit."""
    worst = 0.0
    for k in range(parts.size):
        part = parts[k]
        worst = _worse(worst, part.force, part.force_limit)
        worst = _worse(worst, part.equation, part.equation_limit)
        worst = _worse(worst, part.rate, part.rate_limit)
    return math.sqrt(worst)


def _measure_sizes(
    frame, markers, q, reference, behind, y, part_rows, part_markers, part_bounds, parts_out
):
    """Find the largest position and first-order coordinate of each part."""
    row = marker = NONE
    for k in range(parts_out.size):
        end, position, value = part_bounds[k], 0.0, 0.0
        for i in range(marker, end.last_marker):
            for r in range(3):
                position = max(position, abs(markers[part_markers[i]].p[r]))
        if frame.largest_coordinate > 0.0:
            for i in range(row, end.equation_row):
                j = part_rows[i]
                position = max(position, abs(reference[j] + q[j]))
        for i in range(end.rate_row, end.last_row):
            value = max(value, abs(y[part_rows[i] - behind]))
        parts_out[k].position, parts_out[k].value = position, value
        row, marker = end.last_row, end.last_marker


def _all_rest(parts):
    """Whether the last update moved unconverged parts by no more than rounding."""
    rest = True
    for k in range(parts.size):
        part = parts[k]
        if part.force > part.force_limit or part.equation > part.equation_limit:
            rest = rest and part.moved <= ROUNDING * part.position
        if part.rate > part.rate_limit:
            rest = rest and part.moved_value <= ROUNDING * part.value
    return rest


def _keep_moves(cq, cy, x, part_rows, part_bounds, parts_out):
    """Store how far an update moves each part."""
    first = NONE
    for k in range(parts_out.size):
        end, moved, moved_value = part_bounds[k], 0.0, 0.0
        for i in range(first, end.equation_row):
            moved = max(moved, abs(x[part_rows[i]]))
        for i in range(end.rate_row, end.last_row):
            moved_value = max(moved_value, abs(x[part_rows[i]]))
        parts_out[k].moved, parts_out[k].moved_value = abs(cq) * moved, abs(cy) * moved_value
        first = end.last_row


def judge(
    frame, frame_address, x, q, reference, y, rates, markers, marker_force, constant_force,
    part_rows, part_markers, part_bounds, parts, part_calls,
):  # fmt: skip
    """Evaluate all parts as `frame.judging` selects; x is minus the residual, or the update.

    parts_norm -- the worst norm relative to its limit; parts_fine -- whether all parts of the
    predicted state are within tolerance; parts_rest -- whether those that are not converged rest
    """
    if frame.judging == MOVED:
        _keep_moves(frame.cq, frame.cy, x, part_rows, part_bounds, parts)
        return
    behind = u8(x.size - y.size)
    _measure_rows(x, part_rows, part_bounds, parts)
    if frame.judging == BEGIN:
        _measure_loads(
            behind, rates, marker_force, constant_force, part_rows, part_markers, part_bounds, parts
        )
        run_calls(frame.part_calls, part_calls.size, frame_address)
        frame.parts_fine = 1 if _set_limits(frame, parts) else 0
        if frame.parts_fine != 0 and frame.linear == 0:
            return  # one update finishes the step: the rest is not needed
    if frame.judging == AGAIN and frame.linear == 0 and _all_converged(parts):
        frame.parts_norm = 1.0
        return
    frame.parts_norm = _worst(parts)
    frame.parts_rest = 0
    if frame.judging == AGAIN and frame.parts_norm > 1.0:
        _measure_sizes(
            frame, markers, q, reference, behind, y, part_rows, part_markers, part_bounds, parts
        )
        frame.parts_rest = 1 if _all_rest(parts) else 0
