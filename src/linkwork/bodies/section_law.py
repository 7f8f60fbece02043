"""Sections of beams, as kernels see them: matrices of 36 numbers each, row by row, and mass."""

STIFFNESS, DAMPING, INERTIA, MASS = 0, 36, 72, 81
"""Where each part of a section begins in its column."""


def _row(section, place, x):
    return (
        section[place] * x[0] + section[place + 1] * x[1] + section[place + 2] * x[2]
        + section[place + 3] * x[3] + section[place + 4] * x[4] + section[place + 5] * x[5]
    )  # fmt: skip


def section_times(section, part, x):
    """A 6 x 6 matrix of the section times a vector"""
    return (
        _row(section, part, x), _row(section, part + 6, x), _row(section, part + 12, x),
        _row(section, part + 18, x), _row(section, part + 24, x), _row(section, part + 30, x),
    )  # fmt: skip
