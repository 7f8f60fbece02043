"""Where joints that slide along cables are, made for cables in the plane or in space.

A place is an element of the list and a local position on its cable. Borders of the list are not
those of the search: the cubics of cables go on beyond their ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from linkwork.core.status import CABLE_END, OFF_CABLE, fail
from linkwork.math.exact import two_product, two_sum

TRIES = 60
"""Most steps of the search for a closest point."""

CLOSE = 1.0e-15
"""Change of the local position, relative to the length of the cable, that is rounding."""

FLAT = 0.1
"""Second derivative of half the squared distance, in |r'|^2, below which |r'|^2 takes its place."""

AT_BORDER = 1.0e-12
"""Distance to a border, relative to the length of a cable, at which the velocity decides."""

BEYOND = 1.0e-9
"""How far a joint may be beyond an end, relative to the length of the last cable."""

Kernel = Callable[..., Any]


def element_at(e, elements, data_coordinates):
    """The element that the data name."""
    found = int(data_coordinates[e.first_data] + 0.5)
    return min(max(found, 0), e.n_elements - 1)


def is_beyond(e, cable, index, x):
    """Whether a place is beyond the ends of the list."""
    over = BEYOND * cable.L
    return (index == 0 and x < -over) or (index + 1 == e.n_elements and x > cable.L + over)


def put_borders(e, index, x, L, event_values_out):
    """Write the distances to the borders of the present cable, where there is another one."""
    if index > 0:
        event_values_out[e.event, 0] = x / L
    if index + 1 < e.n_elements:
        event_values_out[e.event, 1] = 1.0 - x / L


def crossing(e, index, x, L):
    """(-1, 0 or 1: steps to the cable where a place is, way beyond the border)"""
    if x < 0.0 and index > 0:
        return -1, -x
    if x > L and index + 1 < e.n_elements:
        return 1, x - L
    return 0, 0.0


def switch(table, crossed, branches_out):
    """Go on to the cable beyond a border, for branches that are elements."""
    for i in range(table.size):
        e = table[i]
        if crossed[e.event] >= 0:
            branches_out[e.event] += 1 if crossed[e.event] == 1 else -1


def exact_gaps(count: int) -> Kernel:
    """The kernel that computes components of r - p; count -- components of a vector"""

    def exact_gap(cable, W, q, q_low, marker, c):
        """Component c of r - p without cancellation: implicit solvers divide it by h^2."""
        gap, low = -marker.p[c], -marker.p_low[c]
        for k in range(4):
            i = cable.index[count * k + c]
            high, rest = two_sum(cable.home[count * k + c], q[i])
            product, product_low = two_product(W[k], high)
            gap, lost = two_sum(gap, product)
            low += lost + product_low + W[k] * (rest + q_low[i])
        return gap + low

    return exact_gap


class Searches(NamedTuple):
    """Searches for places."""

    closest: Kernel
    walk: Kernel


def searches(geometry_at: Kernel, dot: Kernel, rate: Kernel, speed_of: Kernel) -> Searches:
    """Searches with the geometry of cables (`slider_law.py`, `slider_law_3d.py`)."""

    def closest(cable, q, p, start):
        """(whether it was found, local position where the cable is closest to p), from `start` on.

        The cubic of the cable is continued beyond its ends.
        """
        x, step, g = start, 0.0, 0.0
        for _ in range(TRIES):
            _, _, D, a, _, _, g = geometry_at(cable, q, p, x)
            # far from the cable the second derivative does not lead to the smallest distance
            step = -dot(D, a) / (g if g > FLAT * dot(a, a) else dot(a, a))
            if abs(step) > 0.5 * cable.L:
                step = math.copysign(0.5 * cable.L, step)
            x += step
            if not abs(step) > CLOSE * cable.L:
                return step == step and g > 0.0, x
        return abs(step) <= 1.0e-12 * cable.L and g > 0.0, x

    def speed_at(cable, q, v, p, p_t, x):
        """Rate of the local position."""
        geometry = geometry_at(cable, q, p, x)
        W = geometry[1]
        return speed_of(geometry, rate(cable, W[0], v), p_t, rate(cable, W[1], v))

    def walk(e, elements, p, q, v, p_t, data_coordinates):
        """(whether it was found, element, local position) of the state, from the data on."""
        index = element_at(e, elements, data_coordinates)
        s, came = data_coordinates[e.first_data + 1], -1
        x = 0.0
        for _ in range(e.n_elements + 2):
            cable = elements[e.first_element + index]
            found, x = closest(cable, q, p, s - cable.start)
            if not found:
                return False, index, x
            L, near = cable.L, AT_BORDER * cable.L
            back = x < -near or (x < near and speed_at(cable, q, v, p, p_t, x) < 0.0)
            on = x > L + near or (x > L - near and speed_at(cable, q, v, p, p_t, x) > 0.0)
            new = index
            if back and index > 0:
                new = index - 1
            elif on and index + 1 < e.n_elements:
                new = index + 1
            if new == index or new == came:
                return True, index, x
            came, s, index = index, cable.start + x, new
        return True, index, x

    return Searches(closest, walk)


def acceptance(find: Kernel) -> Kernel:
    """The kernel `accept`; find -- returns whether a place was found, element and position first"""

    def accept(
        table, elements, markers, q, v, frozen, branches_held, branches_out, data_coordinates_out
    ):  # fmt: skip
        """Store the place of the cable and the arc length; beyond the last one the joint fails."""
        keeps = frozen + branches_held
        for i in range(table.size):
            e = table[i]
            if e.active == 0:
                continue
            place = find(e, elements, markers, q, v, data_coordinates_out, keeps, branches_out)
            if not place[0]:
                return fail(OFF_CABLE, e.number)
            index, x = place[1], place[2]
            cable = elements[e.first_element + index]
            if is_beyond(e, cable, index, x):
                return fail(CABLE_END, e.number)
            data_coordinates_out[e.first_data] = index
            data_coordinates_out[e.first_data + 1] = cable.start + x
        return 0

    return accept
