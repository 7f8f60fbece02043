"""Rows of four numbers, side by side: four vectors on which the same operations are done at once.

A row is read as a whole before anything is written, so that a processor can handle it as one.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.marks import contracted
from linkwork.core.kernels.pointer import view

FLOAT = np.dtype(np.float64)

FOUR = 4
"""Numbers of a row."""


def rows_of_four(address, first, count):
    """Rows from a number of rows after an address on."""
    return view(address + 8 * FOUR * first, (count, FOUR), FLOAT)


def put(row_out, x0, x1, x2, x3):
    row_out[0], row_out[1], row_out[2], row_out[3] = x0, x1, x2, x3


@contracted
def add(row_out, factor, x0, x1, x2, x3):
    """row += factor x"""
    y0, y1 = row_out[0] + factor * x0, row_out[1] + factor * x1
    y2, y3 = row_out[2] + factor * x2, row_out[3] + factor * x3
    put(row_out, y0, y1, y2, y3)


@contracted
def put_sum(row_out, row, factor, x0, x1, x2, x3):
    """The same from another row."""
    y0, y1 = row[0] + factor * x0, row[1] + factor * x1
    y2, y3 = row[2] + factor * x2, row[3] + factor * x3
    put(row_out, y0, y1, y2, y3)


@contracted
def less(t0, t1, t2, t3, factor, row):
    """t - factor row, as four numbers."""
    x0, x1, x2, x3 = row[0], row[1], row[2], row[3]
    return t0 - factor * x0, t1 - factor * x1, t2 - factor * x2, t3 - factor * x3
