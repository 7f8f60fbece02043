"""Newton's method, judged part by part; see `parts.py`.

`newton.py` asks the kernel `judge`, whose address is `frame.judge`, for the worst part of a model;
models of one part have none and pay nothing. Norms and limits of a part are those of `newton.py`,
with its own rows and its own typical load: root mean square of the forces on its markers, of the
constant ones among them (a weight at rest has no resultant), of the torques there, and of what acts
on coordinates directly. A marker on the ground counts if it serves one part alone.
"""

from __future__ import annotations

import math

from linkwork.core.kernels.calls import run_calls

BEGIN, AGAIN, MOVED = 0, 1, 2
"""What `judge` looks at, in `frame.judging`: the predicted state, the state after an update, or
that update itself."""

NEGLIGIBLE = 1.0e-8
"""Residuals up to this fraction of the typical load may pass by the absolute tolerance."""

ROUNDING = 1.0e-15
"""A few units of rounding, relative to positions."""

HOPELESS = 1.0e300
"""Square of a residual that allows none, relative to its limit."""


def tolerance(frame, norm, typical):
    """Limit of the norm of a group of rows, from its first norm and the size of its terms."""
    absolute = frame.absolute_tolerance
    if typical > 0.0:
        absolute = min(absolute, NEGLIGIBLE * typical)
    return max(absolute, frame.relative_tolerance * max(norm, typical))


def add_moments(marker_force, marker_moment, rotations, part_markers, parts_out):
    """Add the moments about the centres that markers turn about to the loads of their parts."""
    for i in range(part_markers.shape[0]):
        j = part_markers[i, 0]
        arm, f = rotations[j].arm, marker_force[j]
        x = marker_moment[j, 0] + arm[1] * f[2] - arm[2] * f[1]
        y = marker_moment[j, 1] + arm[2] * f[0] - arm[0] * f[2]
        z = marker_moment[j, 2] + arm[0] * f[1] - arm[1] * f[0]
        parts_out[part_markers[i, 1]].load += x * x + y * y + z * z


def add_direct_loads(table, loads, parts_out):
    """Add the loads of items that act on coordinates directly to those of their parts."""
    for i in range(table.size):
        parts_out[table[i].part].load += loads[i]


def _add_rows(x, n, m, unknown_parts, parts_out):
    """Sums of squares of the rows of each part."""
    for k in range(parts_out.size):
        part = parts_out[k]
        part.force = part.equation = part.rate = 0.0
    # neighbours mostly belong together: a sum in memory would wait for itself
    at, total = 0, 0.0
    for i in range(n):
        if unknown_parts[i] != at:
            parts_out[at].force += total
            at, total = unknown_parts[i], 0.0
        total += x[i] * x[i]
    parts_out[at].force += total
    for i in range(n, n + m):
        parts_out[unknown_parts[i]].equation += x[i] * x[i]
    for i in range(n + m, x.size):
        parts_out[unknown_parts[i]].rate += x[i] * x[i]


def _add_forces(marker_force, part_markers, first, last, parts_out):
    """Add the forces on some markers to the loads of their parts."""
    for i in range(first, last):
        j = part_markers[i, 0]
        x, y, z = marker_force[j, 0], marker_force[j, 1], marker_force[j, 2]
        parts_out[part_markers[i, 1]].load += x * x + y * y + z * z


def _add_rates(rates, unknown_parts, parts_out):
    """Add the rates to the typical ones of their parts."""
    behind = unknown_parts.size - rates.size
    for i in range(rates.size):
        parts_out[unknown_parts[behind + i]].typical += rates[i] * rates[i]


def _are_fine(frame, parts):
    """Whether all parts of the predicted state are within tolerance of their loads."""
    fine, within = True, frame.relative_tolerance * frame.relative_tolerance
    for k in range(parts.size):
        part = parts[k]
        allowed = within * part.load
        fine = fine and part.force <= allowed and part.rate <= within * part.typical
        fine = fine and part.equation * max(part.forces, 1.0) <= allowed * part.equations
    return fine


def _set_limits(frame, parts_out):
    """Limits of the sums of squares."""
    for k in range(parts_out.size):
        part = parts_out[k]
        load = math.sqrt(part.load / max(part.forces, 1.0))
        typical = math.sqrt(part.typical / max(part.rates, 1.0))
        part.force_limit = _limit(frame, part.force, part.forces, load)
        part.equation_limit = _limit(frame, part.equation, part.equations, load)
        part.rate_limit = _limit(frame, part.rate, part.rates, typical)


def _limit(frame, square, count, typical):
    """Limit of a sum of squares of that many rows."""
    if count == 0.0:
        return 0.0
    limit = tolerance(frame, math.sqrt(square / count), typical)
    return limit * limit * count


def _relative(square, limit):
    if square <= limit * HOPELESS:
        return square / limit if limit > 0.0 else 0.0
    return HOPELESS


def _worst(parts):
    """Largest norm, relative to its limit."""
    worst = 0.0
    for k in range(parts.size):
        part = parts[k]
        worst = max(worst, _relative(part.force, part.force_limit))
        worst = max(worst, _relative(part.equation, part.equation_limit))
        worst = max(worst, _relative(part.rate, part.rate_limit))
    return math.sqrt(worst)


def _measure(frame, markers, q, reference, y, unknown_parts, part_markers, parts_out):
    """Largest position and first-order coordinate of each part."""
    for k in range(parts_out.size):
        parts_out[k].position = parts_out[k].value = 0.0
    for i in range(part_markers.shape[0]):
        part = parts_out[part_markers[i, 1]]
        for r in range(3):
            part.position = max(part.position, abs(markers[part_markers[i, 0]].p[r]))
    if frame.largest_coordinate > 0.0:
        for i in range(q.size):
            part = parts_out[unknown_parts[i]]
            part.position = max(part.position, abs(reference[i] + q[i]))
    behind = unknown_parts.size - y.size
    for i in range(y.size):
        part = parts_out[unknown_parts[behind + i]]
        part.value = max(part.value, abs(y[i]))


def _all_rest(parts):
    """Whether the last update moved what has not converged by no more than rounding."""
    rest = True
    for k in range(parts.size):
        part = parts[k]
        if part.force > part.force_limit or part.equation > part.equation_limit:
            rest = rest and part.moved <= ROUNDING * part.position
        if part.rate > part.rate_limit:
            rest = rest and part.moved_value <= ROUNDING * part.value
    return rest


def _keep_moves(frame, x, n, m, unknown_parts, parts_out):
    """What an update moves in each part."""
    for k in range(parts_out.size):
        parts_out[k].moved = parts_out[k].moved_value = 0.0
    for i in range(n):
        part = parts_out[unknown_parts[i]]
        part.moved = max(part.moved, abs(frame.cq * x[i]))
    for i in range(n + m, x.size):
        part = parts_out[unknown_parts[i]]
        part.moved_value = max(part.moved_value, abs(frame.cy * x[i]))


def _begin(
    frame, frame_address, rates, marker_force, constant_force, unknown_parts, part_markers, parts,
    part_calls,
):  # fmt: skip
    """Whether all parts of the predicted state are within tolerance of their loads.

    What moves tells most of the loads; the others are looked at if that is not enough.
    """
    moving, all_of_them = frame.parts_moving, part_markers.shape[0]
    for k in range(parts.size):
        parts[k].load = parts[k].typical = 0.0
    _add_forces(marker_force, part_markers, 0, moving, parts)
    _add_rates(rates, unknown_parts, parts)
    if frame.linear == 0 and _are_fine(frame, parts):
        return True
    _add_forces(marker_force, part_markers, moving, all_of_them, parts)
    _add_forces(constant_force, part_markers, 0, all_of_them, parts)
    run_calls(part_calls, frame.part_calls, frame_address)
    _set_limits(frame, parts)
    return _are_fine(frame, parts)


def judge(
    frame, frame_address, x, q, reference, constraint, y, rates, markers, marker_force,
    constant_force, unknown_parts, part_markers, parts, part_calls,
):  # fmt: skip
    """Look at all parts as `frame.judging` says; x is minus the residual, or the update.

    parts_norm -- the worst norm relative to its limit; parts_fine -- whether all parts of the
    predicted state are within tolerance; parts_rest -- whether those that are not converged rest
    """
    n, m = q.size, constraint.size
    if frame.judging == MOVED:
        _keep_moves(frame, x, n, m, unknown_parts, parts)
        return
    _add_rows(x, n, m, unknown_parts, parts)
    if frame.judging == BEGIN:
        fine = _begin(
            frame, frame_address, rates, marker_force, constant_force, unknown_parts, part_markers,
            parts, part_calls,
        )  # fmt: skip
        frame.parts_fine = 1 if fine else 0
        if fine and frame.linear == 0:
            return  # one update finishes the step: nobody asks for more
    frame.parts_norm = _worst(parts)
    frame.parts_rest = 0
    if frame.judging == AGAIN and frame.parts_norm > 1.0:
        _measure(frame, markers, q, reference, y, unknown_parts, part_markers, parts)
        frame.parts_rest = 1 if _all_rest(parts) else 0
