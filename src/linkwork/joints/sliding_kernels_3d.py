"""Kernels of SlidingJoint; `sliding.py` has the law, `slider_law_3d.py` the derivatives."""

from __future__ import annotations

import math

from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import BOUNDARIES
from linkwork.core.status import OFF_CABLE, fail
from linkwork.joints.slider_kernels import slider_kernels
from linkwork.joints.slider_law_3d import (
    FIRST,
    SIZE,
    changes,
    closest,
    exact_gap,
    geometry_at,
    gradients,
    hessian,
    rate,
    speed_of,
    vector,
    walk,
)
from linkwork.joints.slider_places import acceptance, crossing, put_borders
from linkwork.math.vec3 import dot

POSITION, VELOCITY, FORCE = int(Variable.Position), int(Variable.Velocity), int(Variable.Force)
SLIDING, SLIDING_RATE = int(Variable.SlidingCoordinate), int(Variable.SlidingVelocity)
COORDINATES = int(Variable.Coordinates)

apply, first_rate, bend_row, assemble, drift = slider_kernels((0, 1, 2), 12)

STEEP = 0.4
"""Component of the tangent along the axis that is left out, below which the joint changes it."""


def _axes(axis):
    """The two axes besides one"""
    if axis == 0:
        return 1, 2
    return (0, 2) if axis == 1 else (0, 1)


def _steepest(a):
    """Axis along which a vector is longest"""
    x, y, z = abs(a[0]), abs(a[1]), abs(a[2])
    if x >= y and x >= z:
        return 0
    return 1 if y >= z else 2


def _find(e, elements, markers, q, v, data_coordinates, keeps, branches):
    """(whether it was found, element, local position, axis that is left out)

    keeps -- 3 times the element, plus the axis, is the branch
    """
    m = markers[e.m0]
    p, p_t = (m.p[0], m.p[1], m.p[2]), (m.v[0], m.v[1], m.v[2])
    if keeps == 0:
        found, index, x = walk(e, elements, p, q, v, p_t, data_coordinates)
        return found, index, x, _steepest(_tangent(elements[e.first_element + index], q, p, x))
    index = min(max(branches[e.event] // 3, 0), e.n_elements - 1)
    cable = elements[e.first_element + index]
    found, x = closest(cable, q, p, data_coordinates[e.first_data + 1] - cable.start)
    return found, index, x, branches[e.event] % 3


def _tangent(cable, q, p, x):
    """Unit tangent at a local position"""
    a = geometry_at(cable, q, p, x)[3]
    rho = math.sqrt(max(dot(a, a), 1.0e-300))
    return a[0] / rho, a[1] / rho, a[2] / rho


def _axial(geometry, t, vector_out):
    """Derivatives of the arc of p along the cable at fixed t: the axial force acts through them."""
    W = geometry[1]
    for i in range(3):
        vector_out[i] = -t[i]
        for k in range(4):
            vector_out[FIRST + 3 * k + i] = W[0][k] * t[i]


def _step_force(geometry, force, vector_out):
    """Derivatives of the equation of s, through which it makes a force with `compatibility`."""
    W = geometry[1]
    for i in range(3):
        vector_out[i] = 0.0
        for k in range(4):
            vector_out[FIRST + 3 * k + i] = W[1][k] * force[i]


def _force(e, multipliers, gradient, t):
    """The force on m0"""
    first, second = multipliers[e.row], multipliers[e.row + 1]
    return (
        e.f_ax * t[0] - first * gradient[0, 0] - second * gradient[1, 0],
        e.f_ax * t[1] - first * gradient[0, 1] - second * gradient[1, 1],
        e.f_ax * t[2] - first * gradient[0, 2] - second * gradient[1, 2],
    )


def residual(
    table, elements, markers, rotations, multipliers, q, q_low, v, level, data_coordinates, frozen,
    branches_held, compatible, branches_out, gradient_out, sigma_out, bend_out, product_out,
    loads_out, load_out, marker_force_out, marker_moment_out, constraint_out, residual_out,
):  # fmt: skip
    keeps = frozen + branches_held
    for i in range(table.size):
        e = table[i]
        loads_out[i] = 0.0
        if e.active == 0:
            for k in range(2):
                constraint_out[e.row + k] = multipliers[e.row + k]
            continue
        found, index, x, axis = _find(
            e, elements, markers, q, v, data_coordinates, keeps, branches_out
        )
        if not found:
            return fail(OFF_CABLE, e.number)
        if keeps == 0:
            branches_out[e.event] = 3 * index + axis
        cable, m, axes = elements[e.first_element + index], markers[e.m0], _axes(axis)
        p = m.p[0], m.p[1], m.p[2]
        geometry = geometry_at(cable, q, p, x)
        gradients(geometry, axes, gradient_out[i], sigma_out[i])
        load = 0.0
        for k in range(2):
            load += apply(
                e, i, cable, multipliers[e.row + k], gradient_out[i, k], marker_force_out,
                marker_moment_out, residual_out,
            )  # fmt: skip
        t = _tangent(cable, q, p, x)
        if e.f_ax != 0.0:
            _axial(geometry, t, product_out[i])
            load += apply(
                e, i, cable, e.f_ax, product_out[i], marker_force_out, marker_moment_out,
                residual_out,
            )  # fmt: skip
        if compatible != 0:
            moved = cable.start + x - data_coordinates[e.first_data + 1]
            _step_force(geometry, _force(e, multipliers, gradient_out[i], t), product_out[i])
            load += apply(
                e, i, cable, moved, product_out[i], marker_force_out, marker_moment_out,
                residual_out,
            )  # fmt: skip
        loads_out[i] = load
        load_out[0] += load
        for k in range(2):
            g = gradient_out[i, k]
            if level == 0:
                value = exact_gap(cable, geometry[1][0], q, q_low, m, axes[k])
            elif level == 1:
                value = first_rate(e, cable, g, markers, rotations, v)
            else:
                hessian(geometry, axes[k], sigma_out[i], bend_out[i, k])
                bend_row(e, cable, bend_out[i, k], markers, rotations, v, product_out[i])
                value = first_rate(e, cable, product_out[i], markers, rotations, v)
            constraint_out[e.row + k] = value
    return 0


def jacobian(
    table, elements, markers, rotations, multipliers, q, v, level, data_coordinates, frozen,
    branches_held, branches, present_out, released_out, gradient_out, sigma_out, bend_out,
    row_q_out, stiffness_out,
):  # fmt: skip
    keeps = frozen + branches_held
    for i in range(table.size):
        e = table[i]
        released_out[i] = 1 if e.active == 0 else 0
        if e.active == 0:
            for k in range(2):
                for j in range(SIZE):
                    gradient_out[i, k, j] = row_q_out[i, k, j] = 0.0
            continue
        found, index, x, axis = _find(e, elements, markers, q, v, data_coordinates, keeps, branches)
        if not found:
            return fail(OFF_CABLE, e.number)
        present_out[i] = index
        cable, m, axes = elements[e.first_element + index], markers[e.m0], _axes(axis)
        p = m.p[0], m.p[1], m.p[2]
        geometry = geometry_at(cable, q, p, x)
        gradients(geometry, axes, gradient_out[i], sigma_out[i])
        for k in range(2):
            hessian(geometry, axes[k], sigma_out[i], bend_out[i, k])
            if level == 1:
                bend_row(e, cable, bend_out[i, k], markers, rotations, v, row_q_out[i, k])
        first, second = multipliers[e.row], multipliers[e.row + 1]
        for r in range(SIZE):
            for j in range(SIZE):
                part = first * bend_out[i, 0, r, j] + second * bend_out[i, 1, r, j]
                stiffness_out[i, r, j] = -part
        if e.f_ax != 0.0:
            t = _tangent(cable, q, p, x)
            _add_axial(e, geometry, t, sigma_out[i], stiffness_out[i])
    return 0


def _add_axial(e, geometry, t, sigma, stiffness_out):
    """Add the derivatives of the axial force."""
    _, W, _, a, _, _, _ = geometry
    rho = math.sqrt(dot(a, a))
    for j in range(SIZE):
        dx = sigma[j]
        da = (
            changes(j, 0, W, dx, geometry)[1],
            changes(j, 1, W, dx, geometry)[1],
            changes(j, 2, W, dx, geometry)[1],
        )
        along = dot(t, da)
        for i in range(3):
            turn = e.f_ax * (da[i] - along * t[i]) / rho
            stiffness_out[i, j] += turn
            for k in range(4):
                part = W[0][k] * turn + e.f_ax * W[1][k] * dx * t[i]
                stiffness_out[FIRST + 3 * k + i, j] -= part


def events(table, elements, markers, q, v, data_coordinates, branches, event_values_out):
    """Distances to the borders of the present cable, and to the change of the axes."""
    for i in range(table.size):
        e = table[i]
        for b in range(BOUNDARIES):
            event_values_out[e.event, b] = math.inf
        if e.active == 0:
            continue
        found, index, x, axis = _find(e, elements, markers, q, v, data_coordinates, 1, branches)
        if not found:
            return fail(OFF_CABLE, e.number)
        cable, m = elements[e.first_element + index], markers[e.m0]
        put_borders(e, index, x, cable.L, event_values_out)
        t = _tangent(cable, q, (m.p[0], m.p[1], m.p[2]), x)
        event_values_out[e.event, 2] = abs(t[axis]) - STEEP
    return 0


def switch(table, elements, markers, q, v, crossed, data_coordinates, branches_out):
    """Go on to the cable beyond a border, or to other axes."""
    for i in range(table.size):
        e = table[i]
        if crossed[e.event] < 0:
            continue
        if crossed[e.event] == 2:
            _, index, x, _ = _find(e, elements, markers, q, v, data_coordinates, 1, branches_out)
            cable, p = elements[e.first_element + index], markers[e.m0].p
            branches_out[e.event] = 3 * index + _steepest(_tangent(cable, q, (p[0], p[1], p[2]), x))
        else:
            branches_out[e.event] += 3 if crossed[e.event] == 1 else -3


def post_newton(
    table, elements, markers, multipliers, q, v, compatible, data_coordinates, branches_out,
    switching_out,
):  # fmt: skip
    """Go on to the next cable; the error is the way beyond the border, with the force a moment."""
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        found, index, x, axis = _find(e, elements, markers, q, v, data_coordinates, 1, branches_out)
        if not found:
            return fail(OFF_CABLE, e.number)
        cable, p = elements[e.first_element + index], markers[e.m0].p
        t = _tangent(cable, q, (p[0], p[1], p[2]), x)
        if abs(t[axis]) < STEEP:
            branches_out[e.event] = 3 * index + _steepest(t)
        step, over = crossing(e, index, x, cable.L)
        branches_out[e.event] += 3 * step
        forces = abs(multipliers[e.row]) + abs(multipliers[e.row + 1])
        if compatible == 0:
            over *= forces / cable.L
        if branches_out[e.event] % 3 != axis:
            over += forces  # they belong to the axes before
        switching_out[0] = max(switching_out[0], over)
    return 0


accept = acceptance(_find)


def output(
    table, row, variable, elements, markers, multipliers, q, v, data_coordinates, frozen,
    branches_held, branches, gradient_out, sigma_out, value_out,
):  # fmt: skip
    e = table[row]
    if e.active == 0 and variable == FORCE:
        return 0
    keeps = frozen + branches_held
    found, index, x, axis = _find(e, elements, markers, q, v, data_coordinates, keeps, branches)
    if not found:
        return fail(OFF_CABLE, e.number)
    cable, m = elements[e.first_element + index], markers[e.m0]
    if variable == SLIDING:
        value_out[0] = cable.start + x
        return 0
    if variable == COORDINATES:
        value_out[0], value_out[1] = index, cable.start + x
        return 0
    p = m.p[0], m.p[1], m.p[2]
    geometry = geometry_at(cable, q, p, x)
    W, a, axes = geometry[1], geometry[3], _axes(axis)
    if variable == POSITION:
        value_out[0], value_out[1], value_out[2] = vector(cable, W[0], q)
    elif variable == FORCE:
        gradients(geometry, axes, gradient_out[row], sigma_out[row])
        f = _force(e, multipliers, gradient_out[row], _tangent(cable, q, p, x))
        value_out[0], value_out[1], value_out[2] = f
    elif variable == VELOCITY or variable == SLIDING_RATE:
        u = rate(cable, W[0], v)
        speed = speed_of(geometry, u, (m.v[0], m.v[1], m.v[2]), rate(cable, W[1], v))
        if variable == SLIDING_RATE:
            value_out[0] = speed
        else:
            for r in range(3):
                value_out[r] = u[r] + speed * a[r]
    else:
        for k in range(2):
            value_out[k] = geometry[2][axes[k]]
    return 0
