"""One run in time: start values, the compiled loop in chunks, failures, results.

The loop runs in the background of Python for about 50 ms at a time; between these chunks the
progress bar moves, Ctrl-C takes effect, and the step size is changed.
"""

from __future__ import annotations

import math
import time
import warnings
from typing import Any

import numpy as np

from linkwork.connectors.connector import PairConstraint
from linkwork.core import compile as kernel_compiler
from linkwork.core.compile import address_of, python_address_of, release
from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import SolverError, SysError
from linkwork.core.pointer import RAISED, call_kernel
from linkwork.core.status import (
    CHANGED,
    NEWTON_FAILED,
    NOT_FINITE,
    OK,
    SINGULAR,
    STOPPED,
    TEXTS,
    USER_FUNCTION,
    decode,
)
from linkwork.data import Data, entry_of
from linkwork.model import Model
from linkwork.results.recording import Recording
from linkwork.results.solution import Solution
from linkwork.solvers import generalized_alpha as implicit
from linkwork.solvers.equations import Equations
from linkwork.solvers.explicit import TABLEAUS
from linkwork.solvers.linear.choose import Diagonal, choose
from linkwork.solvers.progress import Progress
from linkwork.solvers.runge_kutta import runge_kutta

CHUNK = 0.05
"""Length of a chunk [s]."""

START_VIOLATION = 0.05
"""Largest violation of a distance at the start that is projected, relative to the distance."""


class Run:
    """One call of SolveDynamic."""

    def __init__(
        self, model: Model, data: Data, settings: Any, solver: DynamicSolverType, pre_step: Any
    ) -> None:
        self.model, self.data, self.settings, self.solver = model, data, settings, solver
        self.time = settings.timeIntegration
        self.implicit = solver == DynamicSolverType.GeneralizedAlpha
        self.rejected = 0
        self.pre_step_address = 0
        self._check(settings)
        model.bind_functions(compiled=True, others_run=pre_step is not None)
        if any(not bound.compiled for bound in model.functions.values()):
            model.bind_functions(compiled=True, others_run=True)
        n = model.n_ode2 + model.n_ae
        layout = choose(n, settings.linearSolverType) if self.implicit else Diagonal(n)
        self.equations = Equations(model, data, layout, self.implicit)
        self.recording = Recording(model, data, settings)
        self._prepare(pre_step)

    # ------------------------------------------------------------------ preparation

    def _check(self, settings: Any) -> None:
        t = self.time
        if not t.endTime > t.startTime:
            raise SysError(
                f"timeIntegration.endTime must be > startTime = {t.startTime:g}, got {t.endTime:g}"
            )
        if not self.implicit and self.solver not in TABLEAUS:
            known = ", ".join(s.name for s in (DynamicSolverType.GeneralizedAlpha, *TABLEAUS))
            raise SysError(f"solverType {self.solver.name} is not available; there are {known}")
        if not self.implicit:
            for table in self.model.tables_of(PairConstraint):
                number = table.numbers[0]
                label = self.model.items["object"][number].label(number)
                raise SysError(
                    f"{label} is a constraint, which the explicit solver {self.solver.name} does "
                    "not take; use solverType=DynamicSolverType.GeneralizedAlpha"
                )
        for path, reason in settings.changed_without_effect():
            warnings.warn(f"{path} has no effect: {reason}", stacklevel=5)

    def _prepare(self, pre_step: Any) -> None:
        data, s, t, model = self.data, self.data.scalars, self.time, self.model
        n, m = model.n_ode2, model.n_ae
        newton = t.newton
        s.max_iterations = newton.maxIterations
        s.max_modified_iterations = newton.maxModifiedNewtonIterations
        s.max_modified_restarts = newton.maxModifiedNewtonRestartIterations
        s.modified_newton = newton.useModifiedNewton
        s.jacobian_per_step = newton.modifiedNewtonJacUpdatePerStep
        s.relative_tolerance, s.absolute_tolerance = (
            newton.relativeTolerance,
            newton.absoluteTolerance,
        )
        s.contractivity, s.max_norm = newton.modifiedNewtonContractivity, newton.maximumSolutionNorm
        s.alpha_m, s.alpha_f, s.beta, s.gamma = implicit.parameters(t.generalizedAlpha)
        s.excess, s.refresh_cost = 0.0, self.equations.layout.refresh_cost
        s.steps_done = s.newton_iterations = s.jacobians = s.slowest = 0
        s.stop_after = s.changed = s.pre_step_done = 0
        points = np.abs(model.marker_start["p"]).max(initial=0.0)
        s.position_scale = max(points, np.abs(data["q"]).max(initial=0.0))
        data.set("start", np.zeros(4 * n + m))
        if self.implicit:
            data.set("differences", np.zeros(implicit.MAX_ORDER * (n + m)))
            data.set("difference_sums", np.zeros(implicit.MAX_ORDER + 1))
            kernel = implicit.generalized_alpha
        else:
            tableau = TABLEAUS[self.solver]
            s.stages = tableau.stages
            data.set("tableau", tableau.packed())
            data.set("stage_v", np.zeros(n * tableau.stages))
            data.set("stage_a", np.zeros(n * tableau.stages))
            kernel = runge_kutta
        self.loop = address_of(entry_of(kernel, None))
        if pre_step is not None:
            self.pre_step_address = python_address_of(
                self._guarded(pre_step), implicit.pre_step_function
            )
        s.pre_step = self.pre_step_address
        s.t = t.startTime
        self.h = self.full_step = (t.endTime - t.startTime) / t.numberOfSteps

    def _guarded(self, pre_step: Any) -> Any:
        def call(t: float) -> int:
            go_on = pre_step(self.model.mbs, t)
            if not isinstance(go_on, (bool, np.bool_)):
                raise TypeError(
                    "the pre-step user function must return True to go on or False to stop, "
                    f"got {go_on!r}"
                )
            if not go_on:
                self.data.scalars.stop_after = 1
            return 0

        return call

    # ------------------------------------------------------------------ start values

    def _start(self) -> None:
        """Consistent positions, velocities and accelerations."""
        equations, s = self.equations, self.data.scalars
        status = equations.weigh()
        if status == SINGULAR:
            raise SysError(f"the system cannot be started: {equations.describe_singular()}")
        self._demand(status)
        if self.model.n_ae:
            self._project_start()
        if self.time.generalizedAlpha.computeInitialAccelerations or not self.implicit:
            self._demand(equations.initial_accelerations())
        else:
            self.data["a"][:] = self.data["alpha"][:] = 0.0
        self._set_step(self.h)
        if s.next_record <= s.t and self.settings.solutionSettings.writeInitialValues:
            self._demand(equations.run("record_calls"))
        s.next_record += s.record_period
        if s.next_sensor <= s.t and self.settings.solutionSettings.writeInitialValues:
            self._demand(equations.run("sensor_calls"))
        s.next_sensor += s.sensor_period

    def _project_start(self) -> None:
        equations, objects = self.equations, self.model.items["object"]
        for level, target in ((0, "positions"), (1, "velocities")):
            status, values = equations.violations(level)
            self._demand(status)
            inactive = np.zeros(len(values), bool)
            worst, worst_row = 0.0, -1
            for table in self.model.tables_of(PairConstraint):
                for row, number in zip(table.rows["row"], table.numbers, strict=True):
                    inactive[row] = not objects[number].activeConnector
                    size = abs(values[row])
                    scale = objects[number].length_scale()
                    if level == 0 and not inactive[row] and size > START_VIOLATION * scale:
                        raise SysError(
                            f"{objects[number].label(number)}: the start positions violate the "
                            f"constraint by {size:.6g} m, more than {START_VIOLATION:.0%} of "
                            f"{scale:g} m; correct the positions or the distance"
                        )
                    if size > worst and not inactive[row]:
                        worst, worst_row = size, row
            floor = 1e-13 * (self._length() if level == 0 else self._speed())
            if worst > floor:
                self._demand(equations.project(level))
                if worst > 1e-9 * (self._length() if level == 0 else self._speed()):
                    unit = "m" if level == 0 else "m/s"
                    warnings.warn(
                        f"{equations.constraint_name(worst_row)}: the start {target} violate the "
                        f"constraint by {worst:.6g} {unit}; they were corrected",
                        stacklevel=6,
                    )

    def _length(self) -> float:
        return max(float(self.data.scalars.position_scale), 1e-300)

    def _speed(self) -> float:
        return max(float(np.abs(self.data["v"]).max(initial=0.0)), 1e-300)

    def _demand(self, status: int) -> None:
        if status != OK:
            self._fail(status)

    # ------------------------------------------------------------------ steps

    def _set_step(self, h: float) -> None:
        """Coefficients for step size h from the present time; the predictor starts anew."""
        s = self.data.scalars
        self.h = h
        s.h, s.t_base, s.steps_base = h, s.t, 0
        s.history = s.order = s.factor_valid = 0
        self.data["differences"][:] = 0.0
        ratio = (1.0 - s.alpha_f) / (1.0 - s.alpha_m)
        s.cq, s.cv, s.ca = h * h * s.beta * ratio, h * s.gamma * ratio, 1.0
        if self.time.generalizedAlpha.useIndex2Constraints:
            s.level, s.row_scale, s.row_cq, s.row_cv = 1, 1.0 / s.cv, s.cq / s.cv, 1.0
        else:
            s.level, s.row_scale, s.row_cq, s.row_cv = 0, 1.0 / s.cq, 1.0, 0.0

    def _restart(self, h: float, project: bool = False) -> None:
        """Go on with another step size or after a change: new accelerations and multipliers."""
        self.data.scalars.changed = 0
        status = OK
        if project or not self.implicit:
            status = self.equations.weigh()
        if project and self.model.n_ae:
            status = status or self.equations.project(1)
        self._demand(status or self.equations.initial_accelerations())
        self._set_step(h)

    def _steps_left(self) -> int:
        return max(0, math.ceil((self.time.endTime - self.data.scalars.t) / self.h - 1e-6))

    def execute(self) -> Solution:
        """Run to the end; a failure raises SolverError with everything recorded so far."""
        began = time.perf_counter()
        kernel_compiler.raised.clear()
        message = "the run did not start"
        try:
            self._start()
            self._loop(began)
            message = ""
        except KeyboardInterrupt:
            message = f"stopped by the user at t = {self.data.scalars.t:.6g} s"
            raise
        except SysError as error:
            message = str(error)
            raise
        finally:
            self.finish(message, time.perf_counter() - began)
            if message and (error := _current_solver_error()) is not None:
                error.solution = self.solution

        return self.solution

    def _loop(self, began: float) -> None:
        s, t = self.data.scalars, self.time
        chunk = 1
        good_steps = 0
        progress = Progress(t.numberOfSteps, t.verboseMode, began)
        try:
            while (left := self._steps_left()) > 0:
                remaining = t.endTime - s.t
                if remaining < self.h * (1.0 - 1e-6):
                    self._restart(remaining)
                    left = 1
                limited = self.h < self.full_step * (1.0 - 1e-9)
                whole = max(1, int(remaining / self.h + 1e-6))
                steps = min(chunk, left, whole)
                if limited:
                    steps = min(steps, t.adaptiveStepRecoverySteps)
                clock = time.perf_counter()
                s.slowest = 0
                status = self._advance(steps)
                done = int(s.steps_done)
                if status == STOPPED:
                    return
                if status == CHANGED:
                    self._restart(self.h, project=True)
                elif status != OK:
                    self._reject(status)
                    good_steps = 0
                    continue
                good_steps += done
                took = time.perf_counter() - clock
                if status == OK and took < CHUNK / 2 and steps == chunk:
                    chunk *= 2
                elif took > CHUNK:
                    chunk = max(1, int(chunk * CHUNK / took))
                if limited and good_steps >= t.adaptiveStepRecoverySteps:
                    if s.slowest <= t.adaptiveStepRecoveryIterations:
                        grown = min(self.h * t.adaptiveStepIncrease, self.full_step)
                        self._restart(min(grown, max(t.endTime - s.t, self.h)))
                    good_steps = 0
                progress.show((s.t - t.startTime) / (t.endTime - t.startTime))
        finally:
            progress.close()

    def _advance(self, steps: int) -> int:
        """Run the compiled loop for some steps."""
        s = self.data.scalars
        self.total = getattr(self, "total", 0)
        s.steps_done, s.steps_wanted = 0, steps
        try:
            return int(call_kernel(self.loop, 0, self.data.address))
        finally:
            self.total += int(s.steps_done)

    def _reject(self, status: int) -> None:
        """A step failed: try again with a smaller one, or give up."""
        code, _ = decode(status)
        t = self.time
        if code == NOT_FINITE:
            self._look_into_user_functions()
        smaller = self.h * t.adaptiveStepDecrease
        can_shrink = self.implicit and t.adaptiveStep and smaller >= t.minimumStepSize
        if code not in (NEWTON_FAILED, NOT_FINITE, SINGULAR) or not can_shrink:
            self._fail(status)
        self.rejected += 1
        self._restart(smaller)

    def _look_into_user_functions(self) -> None:
        """Compiled user functions tell no exceptions: repeat the step with them in Python."""
        model = self.model
        if not any(bound.compiled for bound in model.functions.values()):
            return
        model.bind_functions(compiled=False)
        self._advance(1)
        if kernel_compiler.raised:
            self._fail(RAISED)
        model.bind_functions(compiled=True, others_run=bool(self.pre_step_address))

    # ------------------------------------------------------------------ failures and end

    def _fail(self, status: int) -> None:
        """Raise what a status stands for; the user's own exception where there is one."""
        s = self.data.scalars
        code, number = decode(status) if status > 0 else (status, None)
        when = f"at t = {s.t:.9g} s (step {getattr(self, 'total', 0) + 1}, h = {self.h:.3g} s)"
        if kernel_compiler.raised:
            cause = kernel_compiler.raised.pop(0)
            kernel_compiler.raised.clear()
            if isinstance(cause, KeyboardInterrupt):
                raise cause
            text = f"a user function failed {when}: {type(cause).__name__}: {cause}"
            if number is not None:
                text = f"{self._label(number)}: {text}"
            raise SolverError(text) from cause
        if code == USER_FUNCTION:
            text = "its user function must return 3 numbers"
        else:
            text = TEXTS.get(code, f"internal status {status}")
        if number is not None:
            raise SolverError(f"{self._label(number)} {when}: {text}")
        behind = self._behind() if code in (NEWTON_FAILED, NOT_FINITE) else ""
        raise SolverError(f"{self.solver.name} failed {when}: {text}{behind}")

    def _label(self, number: int) -> str:
        return self.model.items["object"][number].label(number)

    def _behind(self) -> str:
        """The coordinate with the largest residual."""
        residual = self.data["residual"]
        if not residual.size:
            return ""
        size = np.where(np.isfinite(residual), np.abs(residual), np.inf)
        return f"; the largest residual is at {self.model.coordinate_name(int(size.argmax()))}"

    def finish(self, message: str, seconds: float) -> None:
        """Make the Solution of what was recorded; release the pre-step callback."""
        s = self.data.scalars
        t = self.time
        if not message and abs(s.t - t.endTime) <= 1e-6 * self.h:
            s.t = t.endTime
            if abs(self.recording.last_time - s.t) <= 1e-6 * self.h:
                self.recording.recorded()[-1, 0] = s.t
        if self.recording.last_time < s.t and getattr(self, "total", 0):
            self.equations.run("record_calls")
        statistics = dict(
            steps=getattr(self, "total", 0),
            rejected=self.rejected,
            newton_iterations=int(s.newton_iterations),
            jacobians=int(s.jacobians),
            seconds=seconds,
        )
        self.solution = self.recording.solution(statistics, message)
        s.pre_step = 0
        if self.pre_step_address:
            release(self.pre_step_address)


def _current_solver_error() -> SolverError | None:
    import sys

    error = sys.exc_info()[1]
    return error if isinstance(error, SolverError) else None
