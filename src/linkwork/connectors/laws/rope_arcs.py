"""Arcs of a rope on its sheaves in a run: they go on smoothly beyond 0 and 2 pi, where runs end.

The angle of an arc follows from the positions alone and jumps between 0 and 2 pi. The side of each
sheave, an entry of `branches`, tells which of both an arc is near, so that a step, and every update
of Newton's method in it, sees no jump. What a step ends with counts: beyond 0 the rope has left the
sheave, beyond 2 pi it would lie on itself.
"""

from __future__ import annotations

import math

from linkwork.connectors.laws.rope_geometry import NO_ARC, TURN, piece_at, wrap
from linkwork.core.records import BOUNDARIES
from linkwork.core.status import OFF_SHEAVE, fail

SHORT, BETWEEN, WHOLE = -1, 0, 1
"""Sides: near 0, neither, near 2 pi."""

LEFT = 2
"""Side of an arc that has passed 0 or 2 pi."""

NEAR = 1.0
"""Angle from 0 or 2 pi up to which an arc is on its side [rad]."""

FAR = 2.0
"""Angle beyond 0 or 2 pi up to which an arc on that side goes on smoothly [rad]."""


def side_of(angle):
    """Side of an angle from 0 to 2 pi"""
    if angle < NEAR:
        return SHORT
    return WHOLE if angle > TURN - NEAR else BETWEEN


def continued(angle, side):
    """Angle of an arc on a side, of one from 0 to 2 pi"""
    if side == SHORT and angle > TURN - FAR:
        return angle - TURN
    return angle + TURN if side == WHOLE and angle < FAR else angle


def has_passed(angle, side):
    """Whether an arc that was on a side has passed 0 or 2 pi; angle -- from 0 to 2 pi"""
    return side == LEFT or continued(angle, side) != angle


def arc_at(e, k, end_list, circles, markers, rotations):
    """Angle of the arc on sheave k, from 0 to 2 pi"""
    before = piece_at(e, k - 1, end_list, circles, markers, rotations)[3]
    after = piece_at(e, k, end_list, circles, markers, rotations)[2]
    return wrap(before[2], after[2], after[0])


def note_sides(e, end_list, circles, markers, rotations, branches_out):
    """Let the state decide on the sides."""
    for k in range(1, e.sheaves - 1):
        angle = arc_at(e, k, end_list, circles, markers, rotations)
        branches_out[e.event + k - 1] = side_of(angle)


def events(table, end_list, circles, markers, rotations, branches, event_values_out):
    """Distances of arcs to 0 and 2 pi, less rounding: a state on a boundary has not jumped yet."""
    for i in range(table.size):
        e = table[i]
        for k in range(max(e.sheaves - 2, 1)):
            values = event_values_out[e.event + k]
            for b in range(BOUNDARIES):
                values[b] = math.inf
            if e.active == 0 or e.sheaves == 2:
                continue
            side = branches[e.event + k]
            angle = continued(arc_at(e, k + 1, end_list, circles, markers, rotations), side)
            if side == SHORT:
                values[0] = (angle + 0.5 * NO_ARC) / TURN
            elif side == WHOLE:
                values[1] = (TURN - 1.5 * NO_ARC - angle) / TURN


def switch(table, crossed, branches_out):
    """Note arcs that pass 0 or 2 pi."""
    for i in range(table.size):
        e = table[i]
        for k in range(max(e.sheaves - 2, 1)):
            if crossed[e.event + k] >= 0:
                branches_out[e.event + k] = LEFT


def _renew(e, end_list, circles, markers, rotations, branches_out):
    """Note the sides of a state, except for arcs that have passed 0 or 2 pi: how many they are."""
    found = 0
    for k in range(1, max(e.sheaves - 1, 2)):
        place = e.event + k - 1
        if e.active == 0 or e.sheaves == 2:
            branches_out[place] = BETWEEN
            continue
        angle = arc_at(e, k, end_list, circles, markers, rotations)
        if has_passed(angle, branches_out[place]):
            found += 1
        else:
            branches_out[place] = side_of(angle)
    return found


def post_newton(table, end_list, circles, markers, rotations, branches_out):
    """Note the sides of a solution; `accept` fails if a rope has left a sheave in it."""
    for i in range(table.size):
        _renew(table[i], end_list, circles, markers, rotations, branches_out)


def accept(table, end_list, circles, markers, rotations, branches_out):
    """Note the sides that the next step begins with; a rope that has left a sheave fails."""
    for i in range(table.size):
        e = table[i]
        if _renew(e, end_list, circles, markers, rotations, branches_out) > 0:
            return fail(OFF_SHEAVE, e.number)
    return 0
