"""Kernels of the energy account: powers of items, and their integrals over time.

The power of any item follows from its own kernel `residual`: with the forces f and torques tau that
this item exerts on its markers, P = sum f v + tau omega; for items that act on coordinates
directly, P = -residual v. `advance` is called at successive states. Between two of them, the state
follows the quintic polynomial through q, v, a of both, and h sum w_g P(theta_g) at the four Gauss
points is added to `integrals`. Where piecewise laws change their branch, the interval is
halved until it is cut there. Along this path the velocity is the rate of the position, so forces
with a potential do exactly the work that follows from their potential.

Where velocities jump or alternate from step to step, as they do after kinks of a driven motion,
they contradict the positions: a coordinate then moves straight from one position to the next
(`_note_contradictions`), and multipliers are not interpolated across the jump. With constraints at
position level, multipliers alternate as well. They change linearly from state to state: the sum
over all steps removes what alternates in them.

`composed.py` moves composed coordinates. Data coordinates are those of the first state: what items
remember of the steps before. Multipliers have no rates: they follow the cubic through
their last four values, y follows the cubic through y and y_t.

The loss of an item with a potential is -(P - P_0), where P_0 is the power of the forces that it
would have at rest, at the true velocities: `hold` and `let_go` enclose its evaluation.
"""

from __future__ import annotations

from linkwork.core.kernels.calls import run_calls
from linkwork.core.records import f8, i8, record
from linkwork.math.hermite import place_weights, rate_weights, second_rate_weights
from linkwork.results.energy.composed import move_composed

MOVED = record(
    ("index", i8), ("integral", i8), ("factor", f8), ("v", f8, 3), ("omega", f8, 3),
)  # fmt: skip
"""A marker or coordinate that items of a group act on.

integral -- number of the integral to which the power of the group is added, times factor; the same
in all rows of a group
v, omega -- velocity that is stored while it is held
"""

TAKEN = record(("integral", i8), ("column", i8), ("factor", f8))
"""An integral, and the index in the row of results to which it is added, times a factor."""

SINCE = record(("column", i8), ("is_known", i8), ("start", f8))
"""Index of a value in a row of results that is counted from its first value."""

POINTS = 4
"""Number of Gauss points in an interval."""

KEPT = 4
"""Number of states whose multipliers are interpolated: the current one and three before it."""

CLOSE = 0.05
"""Smallest length of earlier intervals for interpolation, relative to the last one."""


JUMP = 0.1
"""Deviation of the first velocity from the mean one, relative to the change of velocity, up to
which a coordinate that moves straight has jumped at the end of the interval."""

HEAD, OF_STEPS, JUMPS = 3, 1, 2
"""Numbers before the states in the memory of `advance`; which of them tell that states are
successive steps, not rows that are farther apart, and that a velocity jumps at the last one."""

CONTRADICTION = 0.06
"""Error of the displacement by velocities and accelerations, relative to the change of velocity by
either, from which on a coordinate moves straight. It is 1/6 where velocities or accelerations
alternate, 1/2 where a velocity jumps, 1/12 where an acceleration does; in a smooth motion it stays
below 1/100 even with steps of a radian."""

SMALLEST, HALVINGS = 2.0**-16, 64
"""Smallest part of an interval in which a piecewise law changes its branch; most halvings."""


def history_size(
    n: int, m: int, n_ode1: int, n_poses: int, n_data: int, n_branches: int, n_integrals: int
) -> int:
    """Size of the memory of `advance`.

    count, OF_STEPS, JUMPS; t, q, v, a, y, y_t before and now; multipliers;
    q_low, branches; poses before and now; data coordinates before and now; which coordinates move
    straight; integrals and branches of a part of an interval
    """
    states = HEAD + 2 * (1 + 3 * n + 2 * n_ode1) + KEPT * (1 + m)
    known = states + n + n_branches + 2 * (n_poses + n_data) + n
    return known + n_integrals + n_branches


# ------------------------------------------------------------------------------- power


def clear_markers(table, marker_force_out, marker_moment_out):
    """Clear the forces on the markers of a group."""
    for i in range(table.size):
        k = table[i].index
        for r in range(3):
            marker_force_out[k, r] = marker_moment_out[k, r] = 0.0


def add_power(table, power_weight, markers, rotations, marker_force, marker_moment, integrals_out):
    """Add the power of the forces on the markers of a group."""
    power = 0.0
    for i in range(table.size):
        k = table[i].index
        m = markers[k]
        for r in range(3):
            power += marker_force[k, r] * m.v[r] + marker_moment[k, r] * rotations[k].omega[r]
    if table.size > 0:
        integrals_out[table[0].integral] += power_weight * table[0].factor * power


def hold_markers(table, table_out, markers_out, rotations_out):
    """Store the velocities of the markers of a group and set them to zero."""
    for i in range(table.size):
        e, k = table_out[i], table[i].index
        for r in range(3):
            e.omega[r], rotations_out[k].omega[r] = rotations_out[k].omega[r], 0.0
            e.v[r], markers_out[k].v[r] = markers_out[k].v[r], 0.0


def let_markers_go(
    table, power_weight, marker_force, marker_moment, markers_out, rotations_out, integrals_out
):
    """Restore the velocities, and subtract the power of the forces at rest."""
    power = 0.0
    for i in range(table.size):
        e, k = table[i], table[i].index
        for r in range(3):
            markers_out[k].v[r], rotations_out[k].omega[r] = e.v[r], e.omega[r]
            power += marker_force[k, r] * e.v[r] + marker_moment[k, r] * e.omega[r]
    if table.size > 0:
        integrals_out[table[0].integral] -= power_weight * table[0].factor * power


def clear_coordinates(table, residual_out):
    """Clear the forces on the coordinates of a group."""
    for i in range(table.size):
        residual_out[table[i].index] = 0.0


def add_direct_power(table, power_weight, v, residual, integrals_out):
    """Add the power of the forces -residual on the coordinates of a group."""
    power = 0.0
    for i in range(table.size):
        power -= residual[table[i].index] * v[table[i].index]
    if table.size > 0:
        integrals_out[table[0].integral] += power_weight * table[0].factor * power


def hold_coordinates(table, table_out, v_out):
    """Store the velocities of the coordinates of a group and set them to zero."""
    for i in range(table.size):
        e, k = table_out[i], table[i].index
        e.v[0], v_out[k] = v_out[k], 0.0


def let_coordinates_go(table, power_weight, residual, v_out, integrals_out):
    """Restore the velocities, and subtract the power of the forces at rest."""
    power = 0.0
    for i in range(table.size):
        e, k = table[i], table[i].index
        v_out[k] = e.v[0]
        power -= residual[k] * e.v[0]
    if table.size > 0:
        integrals_out[table[0].integral] -= power_weight * table[0].factor * power


POWERS = (
    *(clear_markers, add_power, hold_markers, let_markers_go),
    *(clear_coordinates, add_direct_power, hold_coordinates, let_coordinates_go),
)
"""Kernels over the markers or coordinates that a group acts on."""


def add_integrals(table, frame, integrals, sensed_out):
    """Add integrals to the current row of results."""
    first = frame.sensor_rows * frame.sensor_width + 1
    for i in range(table.size):
        e = table[i]
        sensed_out[first + e.column] += e.factor * integrals[e.integral]


def count_from_start(table, table_out, frame, sensed_out):
    """Subtract their first values from some numbers of the results."""
    first = frame.sensor_rows * frame.sensor_width + 1
    for i in range(table.size):
        e, place = table_out[i], first + table[i].column
        if table[i].is_known == 0:
            e.start, e.is_known = sensed_out[place], 1
        sensed_out[place] -= table[i].start


# ------------------------------------------------------------------------------- between states


def _gauss(k):
    """(position, weight) of a Gauss point in [0, 1], k < POINTS."""
    near = k == 1 or k == 2
    offset = 0.33998104358485626 if near else 0.86113631159405257
    weight = 0.32607257743127307 if near else 0.17392742256872693
    return 0.5 + (-0.5 if k < 2 else 0.5) * offset, weight


def _keep(frame, base, q, v, a, y, y_t, history):
    """Store the current state in the history, from index `base` on."""
    n, m = q.size, y.size
    history[base] = frame.t
    for i in range(n):
        history[base + 1 + i] = q[i]
        history[base + 1 + n + i] = v[i]
        history[base + 1 + 2 * n + i] = a[i]
    for i in range(m):
        history[base + 1 + 3 * n + i] = y[i]
        history[base + 1 + 3 * n + m + i] = y_t[i]


def keep_array(base, array, history):
    """Store an array of the state from index `base` on."""
    for i in range(array.size):
        history[base + i] = array[i]


def _note_contradictions(h, old, now, straight, n, history):
    """Note which coordinates move straight: their rates at both ends contradict their positions.

    Also whether a velocity jumps at the end: the displacement is that of the first velocity.
    """
    history[JUMPS] = 0.0
    for i in range(n):
        p, r = old + 1 + i, now + 1 + i
        v_old, v_new = history[p + n], history[r + n]
        a_old, a_new = h * history[p + 2 * n], h * history[r + 2 * n]
        mean = (history[r] - history[p]) / h
        error = mean - 0.5 * (v_old + v_new) + (a_new - a_old) / 12.0
        size = max(abs(v_new - v_old), abs(a_old), abs(a_new))
        contradicts = history[OF_STEPS] != 0.0 and abs(error) > CONTRADICTION * size
        history[straight + i] = 1.0 if contradicts else 0.0
        if contradicts and abs(v_old - mean) < JUMP * abs(v_new - v_old):
            history[JUMPS] = 1.0


def _move(s, h, old, now, straight, history, q, v, a, y):
    """State at the fraction s of the interval."""
    n, m = q.size, y.size
    e, v_0, v_1, a_0, a_1 = place_weights(s)
    e_t, v_0t, v_1t, a_0t, a_1t = rate_weights(s)
    e_tt, v_0tt, v_1tt, a_0tt, a_1tt = second_rate_weights(s)
    for i in range(n):
        p, r = old + 1 + i, now + 1 + i
        v_old, v_new = history[p + n], history[r + n]
        a_old, a_new = history[p + 2 * n], history[r + 2 * n]
        moved = history[r] - history[p]
        if history[straight + i] != 0.0:
            q[i], v[i], a[i] = history[p] + s * moved, moved / h, (v_new - v_old) / h
            continue
        along = v_0 * v_old + v_1 * v_new + h * (a_0 * a_old + a_1 * a_new)
        q[i] = history[p] + e * moved + h * along
        v[i] = e_t * (moved / h) + v_0t * v_old + v_1t * v_new
        v[i] += h * (a_0t * a_old + a_1t * a_new)
        a[i] = (e_tt * (moved / h) + v_0tt * v_old + v_1tt * v_new) / h
        a[i] += a_0tt * a_old + a_1tt * a_new
    end, first, last = s**2 * (3.0 - 2.0 * s), s * (1.0 - s) ** 2, s**2 * (s - 1.0)
    for i in range(m):
        p, r = old + 1 + 3 * n + i, now + 1 + 3 * n + i
        along = first * history[p + m] + last * history[r + m]
        y[i] = history[p] + end * (history[r] - history[p]) + h * along


def _interpolate_multipliers(t, count, jumps, base, history, multipliers):
    """Multipliers at a time, by the polynomial through the last `count` of them.

    With a jump at the last one, they continue the two before it instead.
    Times that are close together, as of an event soon after a step, end the polynomial: rounding
    errors or jumps between them would grow without bound.
    """
    m = multipliers.size
    last = base + (KEPT - 1) * (1 + m)
    least = CLOSE * (history[last] - history[last - (1 + m)])
    for k in range(2, count):
        later = last - (k - 1) * (1 + m)
        if history[later] - history[later - (1 + m)] < least:
            count = k
            break
    for i in range(m):
        multipliers[i] = 0.0
    first, end = (KEPT - min(count, 3), KEPT - 1) if jumps else (KEPT - count, KEPT)
    for k in range(first, end):
        weight, own = 1.0, history[base + k * (1 + m)]
        for j in range(first, end):
            other = history[base + j * (1 + m)]
            if j != k:
                weight *= (t - other) / (own - other)
        for i in range(m):
            multipliers[i] += weight * history[base + k * (1 + m) + 1 + i]


def _shift_multipliers(t, base, history, multipliers):
    """Append the current multipliers to the history."""
    m = multipliers.size
    for i in range((KEPT - 1) * (1 + m)):
        history[base + i] = history[base + 1 + m + i]
    last = base + (KEPT - 1) * (1 + m)
    history[last] = t
    for i in range(m):
        history[last + 1 + i] = multipliers[i]


def advance(
    frame, frame_address, q, q_low, v, a, multipliers, y, y_t, poses, data_coordinates, branches,
    integrals, power_history, power_calls,
):  # fmt: skip
    """Integrate the powers from the state of the last call to the current one, which is kept."""
    n, m, k = q.size, multipliers.size, y.size
    size = 1 + 3 * n + 2 * k
    old, now, past = HEAD, HEAD + size, HEAD + 2 * size
    rest = past + KEPT * (1 + m)
    turned = rest + n + branches.size
    data = turned + 2 * poses.size
    straight = data + 2 * data_coordinates.size
    _keep(frame, now, q, v, a, y, y_t, power_history)
    keep_array(turned + poses.size, poses, power_history)
    keep_array(data + data_coordinates.size, data_coordinates, power_history)
    t = frame.t
    h = t - power_history[old]
    status = 0
    if not h > 0.0:  # a jump at one time: earlier states do not predict what follows
        power_history[0] = power_history[JUMPS] = 0.0
    _shift_multipliers(t, past, power_history, multipliers)
    if power_history[0] > 0.0:
        for i in range(n):
            power_history[rest + i], q_low[i] = q_low[i], 0.0
        for i in range(branches.size):
            power_history[rest + n + i] = branches[i]
        for i in range(data_coordinates.size):
            data_coordinates[i] = power_history[data + i]
        _note_contradictions(h, old, now, straight, n, power_history)
        status = _integrate(
            frame, frame_address, h, old, now, past, turned, straight, q, v, a, multipliers, y,
            poses, branches, integrals, power_history, power_calls,
        )  # fmt: skip
        frame.t = t
        for i in range(n):
            q[i], q_low[i] = power_history[now + 1 + i], power_history[rest + i]
            v[i], a[i] = power_history[now + 1 + n + i], power_history[now + 1 + 2 * n + i]
        for i in range(k):
            y[i] = power_history[now + 1 + 3 * n + i]
        for i in range(m):
            multipliers[i] = power_history[rest - m + i]
        for i in range(branches.size):
            branches[i] = int(power_history[rest + n + i])
        for i in range(poses.size):
            poses[i] = power_history[turned + poses.size + i]
        for i in range(data_coordinates.size):
            data_coordinates[i] = power_history[data + data_coordinates.size + i]
    for i in range(size):
        power_history[old + i] = power_history[now + i]
    keep_array(turned, poses, power_history)
    keep_array(data, data_coordinates, power_history)
    power_history[0] = min(power_history[0] + 1.0, KEPT) if power_history[JUMPS] == 0.0 else 1.0
    return status


def _add_piece(
    frame, frame_address, s, size, h, old, now, past, turned, straight, q, v, a, multipliers, y,
    poses, branches, power_history, power_calls,
):  # fmt: skip
    """Add the powers in a part of the interval: (status, whether branches stay the same in it)."""
    same, seen = True, power_history.size - branches.size
    at_positions = power_history[OF_STEPS] != 0.0 and frame.implicit != 0 and frame.index2 == 0
    known, jumps = 2.0 if at_positions else KEPT, power_history[JUMPS] != 0.0 and not at_positions
    count = int(min(power_history[0] + 1.0, known))
    for g in range(-2 if branches.size > 0 else 0, POINTS):
        place, weight = _gauss(max(g, 0))
        if g < 0:
            place, weight = g + 2.0, 0.0  # both ends: changes outside the Gauss points
        _move(s + size * place, h, old, now, straight, power_history, q, v, a, y)
        if frame.n_move_calls > 0:
            move_composed(
                frame, frame_address, s + size * place, h, old, now, turned, turned + poses.size,
                q.size, power_history, v, a, poses,
            )  # fmt: skip
        frame.t = power_history[old] + (s + size * place) * h
        _interpolate_multipliers(frame.t, count, jumps, past, power_history, multipliers)
        frame.power_weight = h * size * weight
        status = run_calls(frame.power_calls, power_calls.size, frame_address)
        if status != 0:
            return status, same
        for i in range(branches.size):
            if g == -2:
                power_history[seen + i] = branches[i]
            same = same and power_history[seen + i] == branches[i]
    return 0, same


def _integrate(
    frame, frame_address, h, old, now, past, turned, straight, q, v, a, multipliers, y, poses,
    branches, integrals, power_history, power_calls,
):  # fmt: skip
    """Add the powers between two states; piecewise laws follow the state.

    A law that changes its branch makes the power jump: parts with such a change are halved.
    """
    level, frozen, cq, cv = frame.level, frame.frozen, frame.cq, frame.cv
    held, frame.branches_held = frame.branches_held, 0
    load, largest = frame.direct_load, frame.largest_coordinate
    frame.level, frame.frozen, frame.cq, frame.cv = 0, 0, 0.0, 0.0
    status, halvings, s, size = 0, 0, 0.0, 1.0
    before = power_history.size - branches.size - integrals.size
    while status == 0 and s < 1.0:
        for i in range(integrals.size):
            power_history[before + i] = integrals[i]
        status, same = _add_piece(
            frame, frame_address, s, size, h, old, now, past, turned, straight, q, v, a,
            multipliers, y, poses, branches, power_history, power_calls,
        )  # fmt: skip
        if status == 0 and not same and size > SMALLEST and halvings < HALVINGS:
            for i in range(integrals.size):
                integrals[i] = power_history[before + i]
            halvings, size = halvings + 1, 0.5 * size
            continue
        s += size
        while size < 1.0 and s % (2.0 * size) == 0.0:
            size *= 2.0
    frame.level, frame.frozen, frame.cq, frame.cv = level, frozen, cq, cv
    frame.branches_held = held
    frame.direct_load, frame.largest_coordinate = load, largest
    return status
