"""Functions of the user that Newton's method calls: before its residuals, and for its matrix."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.declare.matrices import MatrixContainer
from linkwork.core.errors import ParameterError
from linkwork.integrators.alpha.step import parameters
from linkwork.integrators.changes import QUICK
from linkwork.results.statistics import STATIC
from linkwork.run.context import RunContext

Called = Callable[[int, int], int]
"""What a list of calls calls: addresses of the call and of the frame -> status."""


class BeforeResiduals:
    """Calls a function whenever Newton's method evaluates its residual.

    Forces are also evaluated outside of steps, at the time of the last accepted state. Then the
    function is not called.

    judged -- a function of the user may let a step be solved again
    """

    def __init__(self, context: RunContext, judged: bool) -> None:
        self._context, self._scalars = context, context.data.scalars
        self._accepted, self._time = self._scalars.t, math.nan
        self._first = self._rounds = 0
        self._call_back("accept_calls", self._accept)
        if judged or context.model.judging_tables():
            self._call_back("post_calls", self._judge)

    def calling(self, context: RunContext, function: Callable[..., Any]) -> Called:
        """The call of the function at the beginning of each evaluation."""
        mbs, s = context.model.mbs, self._scalars

        def call(_: int, __: int) -> int:
            if s.t == self._accepted:
                return 0
            if s.t != self._time:
                self._time, self._first, self._rounds = s.t, s.newton_iterations, 0
            function(mbs, s.t, s.newton_iterations - self._first, self._rounds)
            if s.changed:
                self._take_up()
            return 0

        return call

    def _take_up(self) -> None:
        """Let changed laws and loads act in this evaluation; other changes wait for the step."""
        s = self._scalars
        self._context.equations.settle_loads(renew=False)
        s.changed &= ~QUICK
        s.factor_valid = 0

    def _call_back(self, name: str, function: Called) -> None:
        from linkwork.core.kernels.callbacks import python_address_of

        address = python_address_of(function)
        self._context.callbacks.append(address)
        self._context.data.call_back(name, address)

    def _accept(self, _: int, __: int) -> int:
        self._accepted = self._scalars.t
        return 0

    def _judge(self, _: int, __: int) -> int:
        self._rounds, self._first = self._rounds + 1, self._scalars.newton_iterations
        return 0


class SystemMatrix:
    """Adds the matrix that a function returns to that of Newton's method.

    The function sees the unknowns as changes of positions in dynamics, and residuals of forces
    that are multiplied by beta h^2. Ours are accelerations, with residuals that are forces.
    """

    def __init__(self, context: RunContext) -> None:
        self._context = context
        model = context.model
        self._sizes = model.n_ode2, model.n_ode1, model.n_ae
        n, rates, equations = self._sizes
        first = np.arange(n), n + equations + np.arange(rates), n + np.arange(equations)
        self._unknown = np.concatenate(first)
        self._is_static = context.name == STATIC
        self._ratio = 1.0
        if context.name == "GeneralizedAlpha":
            alpha_m, alpha_f, *_ = parameters(context.time.generalizedAlpha)
            self._ratio = (1.0 - alpha_f) / (1.0 - alpha_m)

    def calling(self, context: RunContext, function: Callable[..., Any]) -> Called:
        """The call of the function at the end of each evaluation of the matrix."""
        mbs, s = context.model.mbs, context.data.scalars

        def call(_: int, __: int) -> int:
            factors = -s.cq / self._ratio, -s.cv / self._ratio, -s.cq / self._ratio
            found = function(mbs, s.t, *((1.0, 0.0, 1.0) if self._is_static else factors))
            self._add(self._checked(found))
            return 0

        return call

    def _checked(self, found: Any) -> MatrixContainer:
        try:
            matrix = MatrixContainer(found)
        except ParameterError as error:
            raise TypeError(f"it must return a matrix: {error}") from None
        size = len(self._unknown)
        if max(matrix.shape) > size:
            rows, columns = matrix.shape
            raise ValueError(
                f"it must return a matrix of at most {size} x {size}, got {rows} x {columns}"
            )
        return matrix

    def _add(self, matrix: MatrixContainer) -> None:
        rows, columns, entries = matrix.triplets()
        if self._is_static and len(rows) and max(rows.max(), columns.max()) >= self._sizes[0]:
            raise ValueError("in statics, it must return a matrix of the ODE2 coordinates alone")
        left, right = self._weights()
        places = self._context.equations.layout.slots(self._unknown[rows], self._unknown[columns])
        np.add.at(self._context.data["values"], places, left[rows] * entries * right[columns])

    def _weights(self) -> tuple[np.ndarray, np.ndarray]:
        """Factors of the rows and columns that the function has returned."""
        data, s, sizes = self._context.data, self._context.data.scalars, self._sizes
        if self._is_static:
            return np.full(len(self._unknown), -1.0), np.ones(len(self._unknown))
        scale, masses = s.cq / self._ratio, data["row_mass"]
        left = np.repeat([1.0 / scale, -1.0, s.row_scale], sizes)
        right = np.repeat([s.cq, s.cy, scale], sizes)
        if sizes[2]:
            left[-sizes[2] :] *= masses
            right[-sizes[2] :] *= masses
        return left, right
