"""Kernels of SlidingJoint2D; `sliding_2d.py` has the law, `slider_law.py` the derivatives."""

from __future__ import annotations

import math

from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import BOUNDARIES
from linkwork.core.status import OFF_CABLE, fail
from linkwork.joints.slider_kernels import slider_kernels
from linkwork.joints.slider_law import (
    ALONG,
    FIRST,
    SIZE,
    closest,
    dot,
    exact_gap,
    frame_of,
    geometry_at,
    gradients,
    hessian,
    rate,
    speed_of,
    turn_hessian,
    vector,
    walk,
    weights,
)
from linkwork.joints.slider_places import acceptance, crossing, put_borders

POSITION, VELOCITY, FORCE = int(Variable.Position), int(Variable.Velocity), int(Variable.Force)
SLIDING, SLIDING_RATE = int(Variable.SlidingCoordinate), int(Variable.SlidingVelocity)
COORDINATES, TORQUE = int(Variable.Coordinates), int(Variable.TorqueLocal)

apply, first_rate, bend_row, assemble, drift = slider_kernels((0, 1, 5), 9)


def _find(e, elements, markers, q, v, data_coordinates, keeps, branches):
    """(whether it was found, element, local position); keeps -- the element is the branch"""
    m = markers[e.m0]
    p, p_t = (m.p[0], m.p[1]), (m.v[0], m.v[1])
    if keeps == 0:
        return walk(e, elements, p, q, v, p_t, data_coordinates)
    index = min(max(branches[e.event], 0), e.n_elements - 1)
    cable = elements[e.first_element + index]
    found, x = closest(cable, q, p, data_coordinates[e.first_data + 1] - cable.start)
    return found, index, x


def _turn(e, rotations, t):
    """Cosine and sine of theta - phi"""
    R = rotations[e.m0].R
    return t[0] * R[0, 0] + t[1] * R[1, 0], t[0] * R[0, 1] + t[1] * R[1, 1]


def _axial(geometry, t, vector_out):
    """Derivatives of the arc of p along the cable at fixed t: the axial force acts through them."""
    W = geometry[1]
    for j in range(SIZE):
        vector_out[j] = 0.0
    for i in range(2):
        vector_out[i] = -t[i]
        for k in range(4):
            vector_out[FIRST + 2 * k + i] = W[0][k] * t[i]


def _step_force(e, geometry, t, n, force, vector_out):
    """Derivatives of the equation of s, through which it makes a force with `compatibility`."""
    _, W, D, a, _, _, _ = geometry
    for j in range(SIZE):
        vector_out[j] = 0.0
    for i in range(2):
        if e.classical == 0:
            vector_out[i] = -a[i]
        for k in range(4):
            part = W[1][k] * (force * n[i] + e.f_ax * t[i])
            if e.classical == 0:
                part = W[0][k] * a[i] + W[1][k] * D[i]
            vector_out[FIRST + 2 * k + i] = part


def residual(
    table, elements, markers, rotations, multipliers, q, q_low, v, level, data_coordinates, frozen,
    branches_held, compatible, branches_out, gradient_out, sigma_out, tau_out, bend_out,
    product_out, loads_out, load_out, marker_force_out, marker_moment_out, constraint_out,
    residual_out,
):  # fmt: skip
    keeps = frozen + branches_held
    for i in range(table.size):
        e = table[i]
        count = 2 if e.turns_with != 0 else 1
        loads_out[i] = 0.0
        if e.active == 0:
            for k in range(count):
                constraint_out[e.row + k] = multipliers[e.row + k]
            continue
        found, index, x = _find(e, elements, markers, q, v, data_coordinates, keeps, branches_out)
        if not found:
            return fail(OFF_CABLE, e.number)
        if keeps == 0:
            branches_out[e.event] = index
        cable, m = elements[e.first_element + index], markers[e.m0]
        geometry = geometry_at(cable, q, (m.p[0], m.p[1]), x)
        _, t, n = frame_of(geometry[3])
        cosine, sine = _turn(e, rotations, t)
        gradients(geometry, cosine, gradient_out[i], sigma_out[i], tau_out[i])
        load = 0.0
        for k in range(count):
            load += apply(
                e, i, cable, multipliers[e.row + k], gradient_out[i, k], marker_force_out,
                marker_moment_out, residual_out,
            )  # fmt: skip
        if e.f_ax != 0.0:
            _axial(geometry, t, product_out[i])
            load += apply(
                e, i, cable, e.f_ax, product_out[i], marker_force_out, marker_moment_out,
                residual_out,
            )  # fmt: skip
        if compatible != 0:
            moved = cable.start + x - data_coordinates[e.first_data + 1]
            _step_force(e, geometry, t, n, multipliers[e.row], product_out[i])
            load += apply(
                e, i, cable, moved, product_out[i], marker_force_out, marker_moment_out,
                residual_out,
            )  # fmt: skip
        loads_out[i] = load
        load_out[0] += load
        if level == 2:
            _bend(e, geometry, cosine, sine, sigma_out[i], tau_out[i], bend_out[i])
        for k in range(count):
            value = sine
            if level == 0 and k == 0:
                x_gap = exact_gap(cable, geometry[1][0], q, q_low, m, 0)
                value = dot(n, (x_gap, exact_gap(cable, geometry[1][0], q, q_low, m, 1)))
            elif level == 1:
                value = first_rate(e, cable, gradient_out[i, k], markers, rotations, v)
            elif level == 2:
                bend_row(e, cable, bend_out[i, k], markers, rotations, v, product_out[i])
                value = first_rate(e, cable, product_out[i], markers, rotations, v)
            constraint_out[e.row + k] = value
    return 0


def _bend(e, geometry, cosine, sine, sigma, tau, bend_out):
    """Second derivatives of the equations."""
    hessian(geometry, bend_out[0])
    if e.turns_with != 0:
        turn_hessian(geometry, cosine, sine, sigma, tau, bend_out[1])


def jacobian(
    table, elements, markers, rotations, multipliers, q, v, level, data_coordinates, frozen,
    branches_held, branches, present_out, released_out, gradient_out, sigma_out, tau_out, bend_out,
    row_q_out, stiffness_out,
):  # fmt: skip
    keeps = frozen + branches_held
    for i in range(table.size):
        e = table[i]
        count = 2 if e.turns_with != 0 else 1
        released_out[i] = 1 if e.active == 0 else 0
        if e.active == 0:
            for k in range(2):
                for j in range(SIZE):
                    gradient_out[i, k, j] = row_q_out[i, k, j] = 0.0
            continue
        found, index, x = _find(e, elements, markers, q, v, data_coordinates, keeps, branches)
        if not found:
            return fail(OFF_CABLE, e.number)
        present_out[i] = index
        cable, m = elements[e.first_element + index], markers[e.m0]
        geometry = geometry_at(cable, q, (m.p[0], m.p[1]), x)
        _, t, _ = frame_of(geometry[3])
        cosine, sine = _turn(e, rotations, t)
        gradients(geometry, cosine, gradient_out[i], sigma_out[i], tau_out[i])
        _bend(e, geometry, cosine, sine, sigma_out[i], tau_out[i], bend_out[i])
        if count == 1:
            for j in range(SIZE):
                gradient_out[i, 1, j] = 0.0
        for k in range(count):
            if level == 1:
                bend_row(e, cable, bend_out[i, k], markers, rotations, v, row_q_out[i, k])
        torque = multipliers[e.row + 1] if count == 2 else 0.0
        for r in range(SIZE):
            for j in range(SIZE):
                part = multipliers[e.row] * bend_out[i, 0, r, j]
                if count == 2:
                    part += torque * bend_out[i, 1, r, j]
                stiffness_out[i, r, j] = -part
        if e.f_ax != 0.0:
            W = geometry[1]
            for j in range(ALONG):
                for r in range(SIZE):
                    stiffness_out[i, r, j] -= e.f_ax * gradient_out[i, 0, r] * tau_out[i, j]
                for k in range(4):
                    for c in range(2):
                        part = e.f_ax * W[1][k] * t[c] * sigma_out[i, j]
                        stiffness_out[i, FIRST + 2 * k + c, j] -= part
    return 0


def events(table, elements, markers, q, v, data_coordinates, branches, event_values_out):
    """Distances to the borders of the present cable, where there is another one."""
    for i in range(table.size):
        e = table[i]
        for b in range(BOUNDARIES):
            event_values_out[e.event, b] = math.inf
        if e.active == 0:
            continue
        found, index, x = _find(e, elements, markers, q, v, data_coordinates, 1, branches)
        if not found:
            return fail(OFF_CABLE, e.number)
        put_borders(e, index, x, elements[e.first_element + index].L, event_values_out)
    return 0


def post_newton(
    table, elements, markers, multipliers, q, v, compatible, data_coordinates, branches_out,
    switching_out,
):  # fmt: skip
    """Go on to the next cable; the error is the way beyond the border, with the force a moment."""
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        found, index, x = _find(e, elements, markers, q, v, data_coordinates, 1, branches_out)
        if not found:
            return fail(OFF_CABLE, e.number)
        L = elements[e.first_element + index].L
        step, over = crossing(e, index, x, L)
        if step != 0:
            branches_out[e.event] = index + step
        if compatible == 0:
            over *= abs(multipliers[e.row]) / L
        switching_out[0] = max(switching_out[0], over)
    return 0


accept = acceptance(_find)


def output(
    table, row, variable, elements, markers, rotations, multipliers, q, v, data_coordinates,
    frozen, branches_held, branches, value_out,
):  # fmt: skip
    e = table[row]
    keeps = frozen + branches_held
    if e.active == 0 and (variable == FORCE or variable == TORQUE):
        return 0
    found, index, x = _find(e, elements, markers, q, v, data_coordinates, keeps, branches)
    if not found:
        return fail(OFF_CABLE, e.number)
    cable, m = elements[e.first_element + index], markers[e.m0]
    if variable == SLIDING:
        value_out[0] = cable.start + x
        return 0
    if variable == COORDINATES:
        value_out[0], value_out[1] = index, cable.start + x
        return 0
    geometry = geometry_at(cable, q, (m.p[0], m.p[1]), x)
    W, a = weights(x, cable.L), geometry[3]
    _, t, n = frame_of(a)
    if variable == POSITION:
        value_out[0], value_out[1] = vector(cable, W[0], q)
    elif variable == FORCE:
        for r in range(2):
            value_out[r] = multipliers[e.row] * n[r] + e.f_ax * t[r]
    elif variable == TORQUE:
        value_out[0] = multipliers[e.row + 1] if e.turns_with != 0 else 0.0
    elif variable == VELOCITY or variable == SLIDING_RATE:
        u = rate(cable, W[0], v)
        speed = speed_of(geometry, u, (m.v[0], m.v[1]), rate(cable, W[1], v))
        if variable == SLIDING_RATE:
            value_out[0] = speed
        else:
            value_out[0], value_out[1] = u[0] + speed * a[0], u[1] + speed * a[1]
    else:
        value_out[0] = dot(n, geometry[2])
        if e.turns_with != 0:
            value_out[1] = _turn(e, rotations, t)[1]
    return 0
