"""Derivatives of the equations by parameters, at a fixed state, in compiled code.

Kernels read parameters as numbers in memory, its words. Where only one law depends on a parameter,
only its own row is evaluated: the forces of several values are added to each other with weights,
and go to the coordinates at once. Other parameters take whole evaluations.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.records import f8, i8, record, u8
from linkwork.integrators.evaluate import evaluate_forces

FLOAT = np.dtype(f8)

WORD = record(("address", i8), ("value", f8), ("slope", f8))
"""A number in memory that follows from a parameter: where it is, its value, its derivative."""

SLOPE = (
    ("first", i8), ("last", i8), ("step", f8), ("sort", i8), ("law", i8), ("code", i8),
    ("writes", i8), ("gather", i8), ("n_gather", i8), ("markers", i8), ("coordinates", i8),
    ("last_coordinate", i8),
)  # fmt: skip
PARAMETER = record(*SLOPE)
"""Words of a parameter, step of differences, and how equations depend on it: one of the sorts. If
only one law depends on it: addresses of its call and code, what it writes besides forces, and what
its forces reach: a list of calls that take them to the coordinates, and where markers and
coordinates begin and end in a list of both."""

MASSES, LOADS, LINEAR, SMOOTH, CLOSED, FIXED = 0, 1, 2, 3, 4, 5
"""Sorts of parameters: only masses of coordinates, only constant loads, or anything linearly or
smoothly; CLOSED: a law whose kernel `slope` has the derivatives; FIXED: only constant loads on
points whose Jacobian is constant: the words are numbers of coordinates, with their slopes."""

EQUATIONS, MOMENTS, DIRECT_FORCES, FORCES = 1, 2, 4, 8
"""What a law may write: constraints, forces on coordinates, on markers; MOMENTS: the model has
markers with moments."""


def apply_words(words, first, last, step):
    for k in range(first, last):
        view(words[k].address, (1,), FLOAT)[0] = words[k].value + step * words[k].slope


def keep_words(words, first, last):
    for k in range(first, last):
        words[k].value = view(words[k].address, (1,), FLOAT)[0]


def evaluate_equations(frame, system, a, rest):
    """rest = residuals of forces and constraints, the latter scaled as rows of the matrix."""
    status = evaluate_forces(frame, system)
    n, m, residual = a.size, system.constraint.size, system.residual
    if status == 0 and frame.plain_masses == 0:
        status = run_calls(frame.inertia_calls, frame.n_inertia_calls, system.address)
    if frame.plain_masses != 0:
        for i in range(n):
            residual[i] += system.masses[i] * a[i]
    for i in range(n):
        rest[i] = residual[i]
    for i in range(m):
        rest[n + i] = system.constraint[i] * frame.row_scale * system.row_mass[i]
    return status


def _add_loads(frame, system, words, first, last, lane, right_out):
    """right = -d(equations)/d(parameter) for a parameter of constant loads."""
    force, n = system.marker_force, system.residual.size
    for i in range(force.shape[0]):
        for r in range(3):
            force[i, r] = 0.0
    for i in range(n):
        system.residual[i] = 0.0
    base = frame.constant_force
    for k in range(first, last):
        place = (words[k].address - base) // 8
        if 0 <= place < 3 * force.shape[0]:
            force[place // 3, place % 3] = words[k].slope
    status = run_calls(frame.gather_calls, frame.n_gather_calls, system.address)
    for i in range(n):
        right_out[i, lane] = -system.residual[i]
    return status


def _add_masses(frame, words, first, last, a, lane, right_out):
    """The same for a parameter of masses of coordinates."""
    base = frame.masses
    for k in range(first, last):
        place = u8(words[k].address - base) // u8(8)  # huge where it lies before them
        if place < u8(a.size):
            right_out[place, lane] = -words[k].slope * a[place]


_LINEAR = ((0.0, -1.0, 1.0), (1.0, 1.0, -1.0))
_SMOOTH = (
    (1.0, 8.0 / 12.0, 1.0), (-1.0, -8.0 / 12.0, -1.0), (2.0, -1.0 / 12.0, 8.0),
    (-2.0, 1.0 / 12.0, -1.0),
)  # fmt: skip
"""Values of a parameter, in steps, with their weights; ratio of the weight before to this one."""


def _clear_forces(frame, system, parameter, reach):
    """Clear what the law of a parameter adds to."""
    force, residual = system.marker_force, system.residual
    for k in range(parameter.markers, parameter.coordinates):
        row = force[u8(reach[k])]
        row[0] = row[1] = row[2] = 0.0
    if parameter.writes & MOMENTS != 0:
        moments = view(frame.marker_moment, (frame.n_marker_moment, 3), FLOAT)
        for k in range(parameter.markers, parameter.coordinates):
            row = moments[u8(reach[k])]
            row[0] = row[1] = row[2] = 0.0
    for k in range(parameter.coordinates, parameter.last_coordinate):
        residual[u8(reach[k])] = 0.0


def _scale_forces(frame, system, parameter, reach, factor):
    """Multiply it by a factor."""
    force, residual = system.marker_force, system.residual
    for k in range(parameter.markers, parameter.coordinates):
        for r in range(3):
            force[reach[k], r] *= factor
    if parameter.writes & MOMENTS != 0:
        moments = view(frame.marker_moment, (frame.n_marker_moment, 3), FLOAT)
        for k in range(parameter.markers, parameter.coordinates):
            for r in range(3):
                moments[reach[k], r] *= factor
    if parameter.writes & DIRECT_FORCES != 0:
        for k in range(parameter.coordinates, parameter.last_coordinate):
            residual[reach[k]] *= factor


def _gather(system, parameter, reach, factor, lane, right_out):
    """Take the forces of the law of a parameter to the coordinates, times -factor."""
    status = run_calls(parameter.gather, parameter.n_gather, system.address)
    for k in range(parameter.coordinates, parameter.last_coordinate):
        place = u8(reach[k])
        right_out[place, lane] = -system.residual[place] * factor
    return status


def _slopes_of_law(frame, system, parameter, words, reach, lane, right_out):
    """The same for a parameter on which only one law depends.

    Forces are summed with weights: what is there is scaled before the forces of the next value are
    added. Constraints are not added but written.
    """
    n, first, last, status = system.residual.size, u8(parameter.first), u8(parameter.last), 0
    has_equations = parameter.writes & EQUATIONS != 0
    keep_words(words, first, last)
    _clear_forces(frame, system, parameter, reach)
    linear, inverse = parameter.sort == LINEAR, 1.0 / parameter.step
    for k in range(2 if linear else 4):
        place, weight, rescale = _LINEAR[k] if linear else _SMOOTH[k]
        if k > 0:
            _scale_forces(frame, system, parameter, reach, rescale)
        apply_words(words, first, last, place * parameter.step)
        if status == 0:
            status = call_kernel(parameter.code, parameter.law, system.address)
        if has_equations:
            scale = frame.row_scale * weight * inverse
            for i in range(system.constraint.size):
                right_out[n + i, lane] -= system.constraint[i] * system.row_mass[i] * scale
    apply_words(words, first, last, 0.0)
    scale = inverse if linear else inverse * _SMOOTH[3][1]
    if status == 0:
        status = _gather(system, parameter, reach, scale, lane, right_out)
    return status


def _closed_slopes(frame, system, parameter, words, reach, lane, right_out):
    """The same for a parameter whose law has a kernel `slope`."""
    n, factor = system.residual.size, words[u8(parameter.first)].slope
    has_equations = parameter.writes & EQUATIONS != 0
    has_forces = parameter.writes & FORCES != 0
    if has_equations:
        for i in range(system.constraint.size):
            system.constraint[i] = 0.0
    if has_forces:
        _clear_forces(frame, system, parameter, reach)
    status = call_kernel(parameter.code, parameter.law, system.address)
    if has_equations:
        for i in range(system.constraint.size):
            scale = factor * frame.row_scale * system.row_mass[i]
            right_out[n + i, lane] = -system.constraint[i] * scale
    if has_forces and status == 0:
        status = _gather(system, parameter, reach, factor, lane, right_out)
    return status


def slopes_by_parameter(
    frame, system, state, parameter, words, reach, base, rest, lane, right_out
):  # fmt: skip
    """A lane of right = -d(equations)/d(parameter) at a fixed state; it must be zero before.

    base -- the equations themselves; rest -- work memory
    """
    status, first, last, step = 0, u8(parameter.first), u8(parameter.last), parameter.step
    if last == first:
        return 0
    if parameter.sort == FIXED:
        for k in range(first, last):
            right_out[u8(words[k].address), lane] = -words[k].slope
        return 0
    if parameter.sort == MASSES:
        _add_masses(frame, words, first, last, state.a, lane, right_out)
        return 0
    if parameter.sort == LOADS:
        return _add_loads(frame, system, words, first, last, lane, right_out)
    if parameter.sort == CLOSED:
        return _closed_slopes(frame, system, parameter, words, reach, lane, right_out)
    if parameter.law != 0:
        return _slopes_of_law(frame, system, parameter, words, reach, lane, right_out)
    keep_words(words, first, last)
    linear = parameter.sort == LINEAR
    for k in range(1 if linear else 4):
        sign = 1.0 if k % 2 == 0 else -1.0
        many, weight = (1.0, 8.0 / 12.0) if k < 2 else (2.0, -1.0 / 12.0)
        apply_words(words, first, last, sign * many * step)
        if status == 0:
            status = evaluate_equations(frame, system, state.a, rest)
        if linear:
            for i in range(rest.size):
                right_out[i, lane] = (base[i] - rest[i]) / step
        else:
            for i in range(rest.size):
                right_out[i, lane] -= sign * weight / step * rest[i]
    apply_words(words, first, last, 0.0)
    if status == 0:  # markers may have moved with the parameter; laws of other ones read them
        status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    return status
