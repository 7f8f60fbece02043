"""Generalized-alpha for M a + C_q^T lambda = F with constraints at position or velocity level.

Equilibrium and constraints hold at t_{n+1}; with algorithmic accelerations alpha,

    (1 - alpha_m) alpha_{n+1} + alpha_m alpha_n = (1 - alpha_f) a_{n+1} + alpha_f a_n
    q_{n+1} = q_n + h v_n + h^2 ((1/2 - beta) alpha_n + beta alpha_{n+1})
    v_{n+1} = v_n + h ((1 - gamma) alpha_n + gamma alpha_{n+1})

(Chung and Hulbert 1993; for constraints Arnold and Bruels 2007). Newmark's method is alpha_m =
alpha_f = 0. Unknowns of Newton's method are the accelerations a_{n+1} and the multipliers, with

    cq = dq/da = h^2 beta (1 - alpha_f) / (1 - alpha_m),   cv = dv/da = gamma cq / (h beta).

Constraint rows are divided by cq (position level) or cv (velocity level) and equilibrated by a
mass, so the matrix keeps the magnitude of the mass matrix, however small h is.

First-order coordinates use the trapezoidal rule, whatever alpha_m and alpha_f are
(`first_order.py`); their rates are further unknowns after the multipliers.

Positions are summed with compensation (q_low holds what rounding removes from q): multipliers
depend on second differences of positions divided by h^2, and stay smooth at small steps.

Coordinates that are composed and not added (`position.py`) use h v + h^2 (...) as an increment in
two parts, see `predict_composed`.

Accelerations and multipliers are predicted by extrapolation from their backward differences;
the order is the one that would have predicted the last step best. Where the motion is smooth,
the predicted state already satisfies the tolerance, and one Newton update finishes the step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwork.core.kernels.marks import contracted
from linkwork.core.kernels.pointer import call_kernel, likely
from linkwork.integrators import first_order
from linkwork.integrators.alpha import long_loops
from linkwork.integrators.alpha.step_size import MAX_ORDER
from linkwork.integrators.evaluate import MANY
from linkwork.math.exact import two_sum
from linkwork.model.position import array_at, compose, compose_onto_known, keep_known

LOOKED_AT = 1000
"""Number of components that decide on the order of the predictor."""


def parameters(settings) -> tuple[float, float, float, float]:
    """(alpha_m, alpha_f, beta, gamma) for the settings of generalizedAlpha."""
    if settings.useNewmark:
        return 0.0, 0.0, settings.newmarkBeta, settings.newmarkGamma
    rho = settings.spectralRadius
    alpha_m, alpha_f = (2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0)
    gamma = 0.5 + alpha_f - alpha_m
    return alpha_m, alpha_f, (gamma + 0.5) ** 2 / 4.0, gamma


def predictor(many: bool) -> Callable[..., Any]:
    """The function that predicts a step; many -- coordinates may be many."""

    @contracted
    def predict(frame, state, start, system, method, alpha, first, second, third, fourth):
        """Set the initial values of Newton's method for the step from the state `start`.

        alpha changes only after the step has succeeded.
        """
        q, q_low, v, a, multipliers = state.q, state.q_low, state.v, state.a, state.multipliers
        n, m = q.size, multipliers.size
        h, beta, gamma, new = frame.h, method[0].beta, method[0].gamma, 1.0 - method[0].alpha_f
        old, before, divisor = method[0].alpha_f, method[0].alpha_m, 1.0 / (1.0 - method[0].alpha_m)
        weights = _weights(method[0].order)
        w0, w1, w2, w3 = weights
        few = n
        if many and n >= MANY:
            long_loops.extrapolate(weights, first, second, third, fourth, a)
            long_loops.algorithmic(new, old, before, divisor, a, start.a, alpha, system.x)
            long_loops.move(h, beta, gamma, alpha, system.x, q, q_low, v)
            few = 0
        # what is known early is summed first: the next evaluation waits for a_new alone
        share, bend, push = new * divisor, h * h * beta, h * gamma
        for i in range(few):
            a_then, alpha_old, v_old = a[i], alpha[i], v[i]
            a_new = (a_then + w0 * first[i]) + w1 * second[i] + w2 * third[i] + w3 * fourth[i]
            end = share * a_new + (old * a_then - before * alpha_old) * divisor
            move = bend * end + h * (v_old + h * (0.5 - beta) * alpha_old)
            q[i], q_low[i] = two_sum(q[i], move + q_low[i])
            v[i] = push * end + (v_old + h * (1.0 - gamma) * alpha_old)
            a[i] = a_new
        if frame.n_move_calls > 0:
            call_kernel(frame.predict_code, frame.step_calls, system.address)
        for i in range(m):
            k = n + i
            multipliers[i] += w0 * first[k] + w1 * second[k] + w2 * third[k] + w3 * fourth[k]

    return predict


@contracted
def predict_rates(frame, state, method, first, second, third, fourth):
    """The same for first-order coordinates and their rates."""
    weights = _weights(method[0].order)
    first_order.predict(frame.h, weights, first, second, third, fourth, state.y, state.y_t)


@contracted
def predict_composed(frame, frame_address, start_v, start_a, a, method, alpha):
    """Predict the poses of composed coordinates (Bruels, Cardona and Arnold 2012).

    The known part of the step, with its change of direction, comes first: exp((I - h/2 beta/gamma
    w~) theta), then exp(D) with the predicted accelerations, which Newton's method replaces. In the
    simplified form it is exp(theta + D). A kernel of its own, for `frame.predict_code`.
    """
    h, beta, gamma = frame.h, method[0].beta, method[0].gamma
    alpha_m, alpha_f = method[0].alpha_m, method[0].alpha_f
    divisor = 1.0 / (1.0 - alpha_m)
    turning = array_at(frame.turning, frame.n_turning)
    increment = array_at(frame.increment, frame.n_increment)
    for i in range(a.size):
        known = (alpha_f * start_a[i] - alpha_m * alpha[i]) * divisor
        turning[i] = start_v[i] + h * ((1.0 - gamma) * alpha[i] + gamma * known)
        increment[i] = h * (start_v[i] + h * ((0.5 - beta) * alpha[i] + beta * known))
    known_increment = array_at(frame.known_increment, frame.n_known_increment)
    for i in range(known_increment.size):
        known_increment[i] = increment[i] if frame.simplified != 0 else 0.0
    if frame.simplified == 0:
        frame.bend = -0.5 * h * beta / gamma
        compose(frame, frame_address)
        frame.bend = 0.0
    keep_known(frame)
    factor = h * h * beta * (1.0 - alpha_f) * divisor
    compose_onto_known(frame, factor, a, frame_address)


def _weights(order):
    """Weights of the differences in a predictor of that order."""
    if likely(order == MAX_ORDER):
        return 1.0, 1.0, 1.0, 1.0
    return (
        1.0 if order > 0 else 0.0,
        1.0 if order > 1 else 0.0,
        1.0 if order > 2 else 0.0,
        1.0 if order > 3 else 0.0,
    )


def _best_order(values, old, known, first, second, third, fourth):
    """Order that would have predicted this step best, judged by at most LOOKED_AT components.

    The k-th difference is the error that a predictor of order k - 1 would have made. Those of
    orders above `known` are undefined and not used.
    """
    s0 = s1 = s2 = s3 = s4 = 0.0
    for i in range(0, values.size, values.size // LOOKED_AT + 1):
        d0 = values[i] - old[i]
        d1 = d0 - first[i]
        d2 = d1 - second[i]
        d3 = d2 - third[i]
        d4 = d3 - fourth[i]
        s0, s1, s2, s3 = s0 + d0 * d0, s1 + d1 * d1, s2 + d2 * d2, s3 + d3 * d3
        s4 += d4 * d4
    order = 0
    if known > 1 and s1 < s0:
        order, s0 = 1, s1
    if known > 2 and s2 < s0:
        order, s0 = 2, s2
    if known > 3 and s3 < s0:
        order, s0 = 3, s3
    if known > 4 and s4 < s0:
        order = 4
    return order


def _shift(difference, k, keep, first_out, second_out, third_out, fourth_out):
    """Compute new backward differences of component k."""
    second = difference - first_out[k]
    third = second - second_out[k]
    fourth_out[k] = keep * (third - third_out[k])
    first_out[k], second_out[k], third_out[k] = difference, second, third


def finisher(rates: bool, many: bool, controlled: bool) -> Callable[..., Any]:
    """The function that ends a step; rates, many -- as for Newton's method.

    Differences of order 4 are kept (`keep`) unless steps have automatic sizes, which scale them by
    the fourth power of the ratio, or there are multipliers, which are not smooth enough. Else they
    are zero, and order 3 is the highest.
    """

    @contracted
    def finish(state, start, x, method, alpha, first, second, third, fourth):
        """Compute algorithmic accelerations, differences, and the order of the next prediction."""
        a, a_old, multipliers, y_t = state.a, start.a, state.multipliers, state.y_t
        n, m = a.size, multipliers.size
        new, old, before = 1.0 - method[0].alpha_f, method[0].alpha_f, method[0].alpha_m
        divisor = 1.0 / (1.0 - method[0].alpha_m)
        known = method[0].known = min(method[0].known + 1, MAX_ORDER + 1)
        if not rates or n > 0:
            method[0].order = _best_order(a, a_old, known, first, second, third, fourth)
        else:
            method[0].order = _best_order(
                y_t, start.y_t, known, first[m:], second[m:], third[m:], fourth[m:]
            )
        keep = 0.0 if controlled or m > 0 else 1.0
        if keep == 0.0 and method[0].order == MAX_ORDER - 1:
            method[0].order = MAX_ORDER  # the same, as the last differences are zero
        few = n
        if many and n >= MANY:
            long_loops.algorithmic(new, old, before, divisor, a, a_old, alpha, alpha)
            long_loops.shift(a, a_old, keep, first, second, third, fourth, x)
            few = 0
        for i in range(few):
            alpha[i] = (new * a[i] + old * a_old[i] - before * alpha[i]) * divisor
            _shift(a[i] - a_old[i], i, keep, first, second, third, fourth)
        for i in range(m):
            _shift(multipliers[i] - start.multipliers[i], n + i, keep, first, second, third, fourth)
        if rates:
            for i in range(y_t.size):
                _shift(y_t[i] - start.y_t[i], n + m + i, keep, first, second, third, fourth)

    return finish
