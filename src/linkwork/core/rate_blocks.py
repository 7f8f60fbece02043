"""First-order coordinates of connectors: matrix entries between them and the ends of connectors.

A connector between two points may own first-order coordinates y, such as pressures, whose rates it
computes and on which its force depends. It declares their number by `Blocks(..., rates=count)`, and
lists them by the hook `rate_coordinates`. With f the force on m0 (m1 receives -f), Delta p and
Delta v as in `connectors/connector.py`, and r the rates that it adds to `rates_out`, its kernel
`jacobian` also writes

    force_y_out[i, :, k] = df/dy_k        rate_y_out[i, k, l] = dr_k/dy_l
    rate_p_out[i, k, :] = dr_k/d(Delta p)    rate_v_out[i, k, :] = dr_k/d(Delta v)

and the kernel made here adds them to the matrix, through the Jacobians J of the markers:

    row of a coordinate, column of y_k    -cy J^T dF/dy_k
    row of y_k, column of a coordinate    -(cq dr_k/dp J + dr_k/dv (cv J + cq H)),  H = d(J q_t)/dq
    row of y_k, column of y_l             -cy dr_k/dy_l

Where first-order coordinates are held (cy = 0), their rows are those of the unit matrix alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwork.core.records import f8, i4, i8, record, u4

RATED = record(*((name, i8) for name in ("owner", "first", "count")))
"""A connector with first-order coordinates.

owner -- its row in the table; first, count -- its part of `columns` and `sides`
"""

RATE_POOLS = {"columns": u4, "sides": u4, "inward": i4, "outward": i4, "inner": i4}
"""Lists that RATED refers to: rows of `motion_jacobians` and ends of the coordinates that its ends
follow; places of the entries (coordinate, y), (y, coordinate) and (y, y)."""


def rate_arrays(width: int, count: int) -> dict[str, tuple[Any, tuple[int, ...]]]:
    """Arrays of a kind with `count` first-order coordinates and `width` directions of its ends."""
    return {
        "force_y": (f8, (width, count)), "rate_p": (f8, (count, width)),
        "rate_v": (f8, (count, width)), "rate_y": (f8, (count, count)),
    }  # fmt: skip


def rate_entries(directions: tuple[int, ...], count: int) -> Callable[..., Any]:
    """Kernel over RATED that adds the entries of first-order coordinates."""
    width = len(directions)

    def add_rates(
        table, force_y, rate_p, rate_v, rate_y, columns, sides, inward, outward, inner,
        motion_jacobians, motion_rates, cq, cv, cy, values_out,
    ):  # fmt: skip
        """Add the entries that couple first-order coordinates with others and with each other."""
        for i in range(table.size if cy != 0.0 else 0):
            e = table[i]
            for k in range(count):
                for c in range(e.first, e.first + e.count):
                    column, sign = columns[c], 2.0 * sides[c] - 1.0
                    into = rate = 0.0
                    for b in range(width):
                        slope = motion_jacobians[column, directions[b]]
                        turned = cv * slope + cq * motion_rates[column, directions[b]]
                        into -= slope * force_y[e.owner, b, k]
                        rate += cq * slope * rate_p[e.owner, k, b]
                        rate += turned * rate_v[e.owner, k, b]
                    if inward[c * count + k] >= 0:
                        values_out[inward[c * count + k]] -= cy * sign * into
                        values_out[outward[c * count + k]] -= sign * rate
                for other in range(count):
                    place = inner[(e.owner * count + k) * count + other]
                    values_out[place] -= cy * rate_y[e.owner, k, other]

    return add_rates
