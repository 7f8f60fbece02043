"""Contact and friction of a segment of a cable on a circle: branches, forces, what they remember.

In contact, with the parameters of one segment,

    f_n = k g + d v_n            positive where it pulls
    f_t = mu_v v_t + mu_k (x - X) for STICK, mu_v v_t for PLAIN, +-mu |f_n| for UP and DOWN

and f_n n + f_t t resists the motion of the cable (`circle_geometry.py`). Boundaries of a branch:

    0      g = 0
    1, 2   STICK: the force of stick = +-mu |f_n|;  UP, DOWN (only 1): v_t = 0, without mu_k
           the force of stick is below mu |f_n| again

Data of segment s of n: gap [s], and with friction state [n + s] (-2 no state, 0 stick, +-1 slip)
and sticking position X [2 n + s]. Slip moves X along, so that stick begins with the force of slip.
Where events are located, the branches decide, and `store` writes the data of each step; else the
data decide, and `renewed` is their state after a solution.
"""

from __future__ import annotations

import math

from linkwork.connectors.laws.circle_geometry import (
    nearest,
    slip_of,
    sticking_measure,
    wound_back,
)

OPEN, PLAIN, STICK, UP, DOWN = 0, 1, 2, 3, 4
UNKNOWN = -1
NO_STATE = -2.0

STATE_DECIDES, BRANCH_DECIDES, DATA_DECIDE = 0, 1, 2


def decider(frozen, branches_held, compatible):
    """What determines the branches: the state, `branches`, or the data."""
    if branches_held != 0 or compatible != 0:
        return DATA_DECIDE
    return BRANCH_DECIDES if frozen != 0 else STATE_DECIDES


def part(e):
    """Factor of the parameters of a segment: its length [m], if they are per length"""
    return e.L / e.n_s if e.per_length != 0 else 1.0


def has_friction(e):
    """Whether there is a force of stick or slip"""
    return e.states != 0 and (e.mu_v > 0.0 or e.mu_k > 0.0)


def switches_friction(e):
    """Whether stick and slip differ"""
    return has_friction(e) and e.mu > 0.0


def sign_of(branch):
    """Sign of the force of slip"""
    return 1.0 if branch == UP else -1.0


def known_branch(e, s, decides, branches, data):
    """Branch of segment s as branches or data tell, UNKNOWN if the state decides."""
    if decides == STATE_DECIDES:
        return UNKNOWN
    if decides == BRANCH_DECIDES:
        return branches[e.event + s]
    if data[e.first_data + s] > 0.0:
        return OPEN
    if e.states == 0:
        return PLAIN
    state = data[e.first_data + e.n_s + s]
    if state == 0.0:
        return STICK
    if state == NO_STATE:
        return PLAIN
    return UP if state > 0.0 else DOWN


def measured(e, ends, m, turn):
    """(near, v_n, v_t, x) of a segment; x is 0 where nothing needs it"""
    near = nearest(e, ends, m.p)
    v_n, v_t = slip_of(e, ends, near, m, turn)
    x = sticking_measure(e, ends, near, turn) if e.mu_k > 0.0 else 0.0
    return near, v_n, v_t, x


def normal_force(e, g, v_n):
    """f_n [N]"""
    return part(e) * (e.k * g + e.d * v_n)


def stick_force(e, v_t, stretch):
    """Force of stick [N]; stretch -- x - X"""
    return part(e) * (e.mu_v * v_t + e.mu_k * stretch)


def friction_force(e, branch, f_n, v_t, stretch):
    """f_t [N]"""
    if branch == STICK:
        return stick_force(e, v_t, stretch)
    if branch == PLAIN:
        return part(e) * e.mu_v * v_t
    return sign_of(branch) * e.mu * abs(f_n)


def stretch_of(e, s, x, data):
    """x - X [m]"""
    if e.mu_k == 0.0:
        return 0.0
    return wound_back(e, x - data[e.first_data + 2 * e.n_s + s])


# ------------------------------------------------------------------------------- branches


def branch_of(e, s, near, v_n, v_t, x, data):
    """Branch of a state and of the data"""
    if near[5] > 0.0:
        return OPEN
    if not has_friction(e):
        return PLAIN
    state = data[e.first_data + e.n_s + s]
    if e.mu_k > 0.0 and abs(state) == 1.0 and state * v_t > 0.0:
        return UP if state > 0.0 else DOWN  # slip goes on
    f = stick_force(e, v_t, 0.0 if state == NO_STATE else stretch_of(e, s, x, data))
    return loosened(e, f, normal_force(e, near[5], v_n), f)


def loosened(e, f, f_n, along):
    """STICK with the force f, or slip in the direction of `along` where f is too large"""
    if abs(f) <= e.mu * abs(f_n):
        return STICK
    return UP if along > 0.0 else DOWN


def begun(e, v_n, v_t):
    """Branch where contact begins: g = 0, and the bristle is not stretched yet"""
    if not has_friction(e):
        return PLAIN
    limit, f = e.mu * e.d * abs(v_n), e.mu_v * v_t
    if limit == 0.0 and f == 0.0:
        limit, f = e.mu * e.k * abs(v_n), e.mu_k * v_t  # what they grow with
    if abs(f) <= limit:
        return STICK
    return UP if f > 0.0 else DOWN


def beyond(e, branch, boundary, v_n, v_t):
    """Branch beyond a boundary that is crossed"""
    if boundary == 0:
        return begun(e, v_n, v_t) if branch == OPEN else OPEN
    if branch == STICK:
        return UP if boundary == 1 else DOWN
    return STICK


def state_of(branch):
    """Data of a branch"""
    if branch == STICK:
        return 0.0
    if branch == UP or branch == DOWN:
        return sign_of(branch)
    return NO_STATE


def dragged(e, branch, f_n, x):
    """X of slip: the bristle carries its force [m]"""
    if e.mu_k == 0.0:
        return x
    return x - sign_of(branch) * e.mu * abs(f_n) / (part(e) * e.mu_k)


def store(e, s, branch, near, v_n, x, data_out):
    """Write what a branch remembers of a state."""
    data_out[e.first_data + s] = near[5]
    if e.states == 0:
        return
    data_out[e.first_data + e.n_s + s] = state_of(branch)
    if branch == UP or branch == DOWN:
        f_n = normal_force(e, near[5], v_n)
        data_out[e.first_data + 2 * e.n_s + s] = dragged(e, branch, f_n, x)


def renewed(e, s, compatible, near, v_n, v_t, x, start, data_out):
    """Write the data of segment s after a solution; returns the error of its assumptions [N].

    start -- data at the start of the step; with `compatible`, gaps without friction are written
    only where contact begins or ends
    """
    first, n, g = e.first_data, e.n_s, near[5]
    error = 0.0
    changes = (data_out[first + s] <= 0.0) != (g <= 0.0)
    if changes:
        error = part(e) * e.k * abs(g - data_out[first + s])
    if changes or e.states != 0 or compatible == 0:
        data_out[first + s] = g
    if e.states == 0:
        return error
    if g > 0.0 or not has_friction(e):
        data_out[first + n + s] = NO_STATE
        return error
    X = start[first + 2 * n + s] if start[first + n + s] != NO_STATE else x
    stretch = wound_back(e, x - X) if e.mu_k > 0.0 else 0.0
    f, f_n = stick_force(e, v_t, stretch), normal_force(e, g, v_n)
    branch = loosened(e, f, f_n, stretch if stretch != 0.0 else v_t)
    if state_of(branch) != data_out[first + n + s]:
        error += abs(abs(f) - e.mu * abs(f_n))
    data_out[first + n + s] = state_of(branch)
    data_out[first + 2 * n + s] = X if branch == STICK else dragged(e, branch, f_n, x)
    return error


# ------------------------------------------------------------------------------- events


def distances(e, branch, near, v_n, v_t, stretch, size, speed, way, values_out):
    """Signed distances to the boundaries; size, speed -- of the terms of g and v_t; way -- |s|"""
    g = near[5]
    values_out[0] = g / size if branch == OPEN else -g / size
    if branch == OPEN or branch == PLAIN or not switches_friction(e):
        return
    f_n, f = normal_force(e, g, v_n), stick_force(e, v_t, stretch)
    limit = e.mu * abs(f_n)
    terms = e.mu * (e.k * size + e.d * speed) + e.mu_v * speed
    terms = part(e) * (terms + e.mu_k * (math.pi * e.r + e.L + way))
    if branch == STICK:
        values_out[1], values_out[2] = (limit - f) / terms, (limit + f) / terms
    elif e.mu_k == 0.0:
        values_out[1] = (sign_of(branch) * f - limit) / terms
    elif speed > 0.0:
        values_out[1] = sign_of(branch) * v_t / speed
