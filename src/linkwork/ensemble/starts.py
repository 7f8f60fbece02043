"""Parts of a member's start in compiled code: what `run/start.py` does in Python, to the same bits.

    settle   poses of composed coordinates, after positions were written
    weigh    masses of the coordinates, in systems without constraints
    meet     masses, weights of the constraints, positions and velocities that meet them

An integrator's own start follows, with accelerations. A start that would be corrected visibly, or
fail, is left to Python, which warns or names the cause.
"""

from __future__ import annotations

import math

from linkwork.assembly.equations import UNMOVED as RESTED
from linkwork.core.kernels.calls import run_calls
from linkwork.core.records import f8, i8
from linkwork.core.status import CHANGED, OK, SINGULAR
from linkwork.integrators.evaluate import evaluate_forces
from linkwork.integrators.projection import (
    MANY_CORRECTIONS,
    ROUNDED_OFF,
    SMALL,
    UNMOVED,
    correct,
    factorize,
)
from linkwork.math.tolerances import NO_MASS, PIVOT_RATIO

WEIGHED = {"diagonal": i8}
"""Memory of `weigh`: places of the diagonal in the entries of the matrix."""

MET = {
    "diagonal": i8, "facts": i8, "edge_rows": i8, "edge_coordinates": i8, "levers": f8,
    "row_sizes": f8, "inverse": f8, "factorized": f8,
}  # fmt: skip
"""Memory of `meet`.

facts -- whether items act on coordinates directly; whether coordinates count as positions; whether
the matrix has first-order unknowns
edge_rows, edge_coordinates, levers -- entries of the constraints (`Equations.weighed_edges`)
row_sizes -- those of the equations
inverse, factorized -- work memory: of each equation, and positions of the last factorization
"""

DIRECT, ALL_COORDINATES, UNITS = range(3)
"""Places of the facts."""

QUIET = 0.5e-9
"""Largest violation of the constraints that is corrected here, relative to lengths or speeds: half
of what Python corrects without a warning."""

FLOOR = 1.0e-6
"""Smallest length [m] and speed [m/s] to which violations are related."""


def settle(frame, system):
    """Find the poses of composed coordinates after positions were written."""
    return run_calls(frame.settle_calls, frame.n_settle_calls, system.address)


def weigh(frame, system, diagonal):
    """Masses of the coordinates of a system without constraints (`Equations.weigh`)."""
    cq, cv, ca, cy, scale = frame.cq, frame.cv, frame.ca, frame.cy, frame.row_scale
    row_cq, row_cv, level = frame.row_cq, frame.row_cv, frame.level
    _take_mass_factors(frame)
    status = _weigh_coordinates(frame, system, diagonal)
    frame.cq, frame.cv, frame.ca, frame.cy, frame.row_scale = cq, cv, ca, cy, scale
    frame.row_cq, frame.row_cv, frame.level = row_cq, row_cv, level
    for i in range(system.masses.size):
        if system.masses[i] == 0.0 and status == 0:
            status = SINGULAR
    return status


def _take_mass_factors(frame):
    """Let the next matrix be that of M and C_q."""
    frame.cq = frame.cv = frame.cy = frame.row_cv = 0.0
    frame.ca = frame.row_cq = frame.row_scale = 1.0
    frame.level = frame.factor_valid = 0


def _weigh_coordinates(frame, system, diagonal):
    """Evaluate the matrix of M and C_q; masses = its diagonal without rounding."""
    values, masses = system.values, system.masses
    for i in range(values.size):
        values[i] = 0.0
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    if status == 0:
        status = run_calls(frame.mass_calls, frame.n_mass_calls, system.address)
    largest = 0.0
    for i in range(masses.size):
        largest = max(largest, abs(values[diagonal[i]]))
    for i in range(masses.size):
        mass = values[diagonal[i]]
        masses[i] = 0.0 if abs(mass) < NO_MASS * largest else mass
    return status


def meet(
    frame, state, system, reference, diagonal, facts, edge_rows, edge_coordinates, levers,
    row_sizes, inverse, factorized,
):  # fmt: skip
    """Make the present state of a system with constraints consistent; CHANGED if Python must."""
    for i in range(state.multipliers.size):
        state.multipliers[i] = 0.0
    status = settle(frame, system)
    for i in range(system.row_mass.size):
        system.row_mass[i] = 1.0
    _take_mass_factors(frame)
    frame.asymmetry = 0.0
    if status == 0:
        status = _weigh_coordinates(frame, system, diagonal)
    if status != 0:
        return status
    _weigh_rows(system, edge_rows, edge_coordinates, levers, inverse)
    frame.mass_pivot = frame.zero_pivot = _zero_pivot(system, row_sizes, facts)
    status = _factorize(frame, state, system, factorized)
    for level in range(2):
        if status == 0:
            status = _meet_level(frame, state, system, reference, level, facts, row_sizes,
                                 factorized)  # fmt: skip
    if status != 0:
        return status
    for i in range(state.q.size if frame.implicit == 0 else 0):
        state.q_low[i] = 0.0
    rested = _has_rested(frame, state, system, reference, facts, factorized)
    frame.factor_valid = 1 if rested and facts[DIRECT] == 0 else 0
    return OK


def _weigh_rows(system, edge_rows, edge_coordinates, levers, inverse):
    """row_mass = the masses that the markers of an equation move, in series."""
    for i in range(inverse.size):
        inverse[i] = 0.0
    for k in range(edge_rows.size):
        moved = system.masses[edge_coordinates[k]]
        inverse[edge_rows[k]] += levers[k] / (moved if moved > 0.0 else math.inf)
    for i in range(inverse.size):
        mass = 1.0 / inverse[i] if inverse[i] != 0.0 else math.inf
        if 0.0 < mass < math.inf:
            system.row_mass[i] = mass


def _zero_pivot(system, row_sizes, facts):
    """Size up to which pivots of M and C_q count as zero."""
    smallest = 1.0 if facts[UNITS] != 0 else math.inf
    for i in range(system.masses.size):
        if system.masses[i] > 0.0:
            smallest = min(smallest, system.masses[i])
    for i in range(row_sizes.size):
        mass = system.row_mass[i] * row_sizes[i]
        if mass > 0.0:
            smallest = min(smallest, mass)
    return PIVOT_RATIO * smallest


def _factorize(frame, state, system, factorized):
    """Factorize the masses at the present positions."""
    _take_mass_factors(frame)
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    if status == 0:
        status = factorize(frame, system)
    for i in range(state.q.size):
        factorized[i] = state.q[i]
    return status


def _largest_position(state, system, reference, facts):
    """Largest coordinate of a marker, or of all coordinates (`Equations.largest_position`)."""
    largest = 0.0
    for i in range(system.markers.size):
        for r in range(3):
            largest = max(largest, abs(system.markers[i].p[r]))
    for i in range(state.q.size if facts[ALL_COORDINATES] != 0 else 0):
        largest = max(largest, abs(reference[i] + state.q[i]))
    return largest


def _has_rested(frame, state, system, reference, facts, factorized):
    """Whether no coordinate has changed since the masses were factorized."""
    moved = 0.0
    for i in range(state.q.size):
        moved = max(moved, abs(state.q[i] - factorized[i]))
    return moved <= RESTED * _largest_position(state, system, reference, facts)


def _violation(frame, system, level, row_sizes):
    """(status, largest constraint value at a level of the present state, relative to its size)."""
    frame.cq = frame.cv = 0.0
    frame.level = level
    status = evaluate_forces(frame, system)
    largest = 0.0
    for i in range(row_sizes.size):
        value = abs(system.constraint[i]) / row_sizes[i]
        largest = max(largest, value) if value < math.inf else math.inf
    return status, largest


def _largest_speed(v):
    largest = 0.0
    for i in range(v.size):
        largest = max(largest, abs(v[i]))
    return largest


def _meet_level(frame, state, system, reference, level, facts, row_sizes, factorized):
    """Project positions (level 0) or velocities (1); CHANGED if they are visibly off."""
    status, violation = _violation(frame, system, level, row_sizes)
    scale = _largest_speed(state.v)
    if level == 0:
        scale = _largest_position(state, system, reference, facts)
    if status == 0 and not violation <= QUIET * max(scale, FLOOR):
        return CHANGED
    if status == 0:
        status = _project(frame, state, system, reference, level, facts, factorized)
    if status == 0:
        status, violation = _violation(frame, system, level, row_sizes)
    if status == 0 and not violation <= QUIET * max(scale, FLOOR):
        return CHANGED
    return status


def _project(frame, state, system, reference, level, facts, factorized):
    """Move to the nearest state that satisfies the constraints (`project_state`)."""
    last = math.inf
    for _ in range(MANY_CORRECTIONS if level == 0 or facts[DIRECT] != 0 else 1):
        rested = _has_rested(frame, state, system, reference, facts, factorized)
        _take_mass_factors(frame)
        if facts[DIRECT] != 0 or not rested:
            status = _factorize(frame, state, system, factorized)
            if status != 0:
                return status
        frame.level = level
        status = correct(frame, state, system)
        if status != 0:
            return status
        if level == 1 and frame.moved <= UNMOVED * _largest_speed(state.v):
            return OK
        if level == 0:
            limit = _largest_position(state, system, reference, facts)
            if frame.moved <= ROUNDED_OFF * limit:
                return OK
            if frame.moved <= SMALL * limit and frame.moved > 0.5 * last:
                return OK
        last = frame.moved
    return OK
