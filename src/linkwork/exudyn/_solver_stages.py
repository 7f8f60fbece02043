"""The stages of an implicit step in Python, each of which a script may replace by a function.

Unknowns of Newton's method are changes of positions, of first-order coordinates, and of multipliers
times beta h^2. With b = beta h^2, g = gamma h and r = (1 - alpha_m) / (1 - alpha_f) its equations
are

    residual = [ b (M a + C_q^T lambda - F), f - y', c ]
    Jacobian = [ r M + b K + g D    0             C_q^T ]
               [ 0                  f_y - 2 / h   0     ]
               [ C_q                0             0     ]

and the solution of Jacobian x = residual is subtracted from the unknowns. At velocity level the
last row has c' and (gamma / (beta h)) C_q.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.declare.matrices import MatrixContainer
from linkwork.exudyn import _missing
from linkwork.exudyn._solver_evaluation import Evaluation
from linkwork.integrators.alpha.step import parameters
from linkwork.integrators.state import copied, restore_state
from linkwork.integrators.switching import ask

Function = Callable[..., Any]

NEAR = 1e-9
"""Part of a step by which times of a script may be rounded."""


def stage(default: Function) -> Function:
    """A stage that a function of the script replaces; called from there, it is the default."""
    name = default.__name__

    @functools.wraps(default)
    def method(self: Stages, mainSystem: Any, simulationSettings: Any, *more: Any, **named: Any):
        function = self._functions.get(name)
        if function is None or name in self._inside:
            return default(self, mainSystem, simulationSettings, *more, **named)
        self._inside.add(name)
        try:
            return function(self, mainSystem, simulationSettings, *more, *named.values())
        finally:
            self._inside.discard(name)

    return method


class Stages(Evaluation):
    """Steps in Python: InitializeStep, DiscontinuousIteration of Newton and PostNewton, FinishStep.

    alphaM, alphaF, newmarkBeta, newmarkGamma, spectralRadius -- parameters of generalized-alpha
    """

    def __init__(self) -> None:
        super().__init__()
        self._functions: dict[str, Function] = {}
        self._inside: set[str] = set()
        self.alphaM = self.alphaF = 0.0
        self.newmarkBeta, self.newmarkGamma = 0.25, 0.5
        self.spectralRadius, self.factJacAlgorithmic = 1.0, 1.0
        self._steps, self._end = 0, 0.0
        self._velocity_level = False

    def _prepare_steps(self, mbs: Any, settings: Any) -> None:
        """Take the parameters of generalized-alpha before the first step."""
        chosen = settings.timeIntegration.generalizedAlpha
        found = parameters(chosen)
        self.alphaM, self.alphaF, self.newmarkBeta, self.newmarkGamma = found
        self.spectralRadius = 1.0 if chosen.useNewmark else chosen.spectralRadius
        self.factJacAlgorithmic = (1.0 - self.alphaF) / (1.0 - self.alphaM)
        self.newton, self._velocity_level = (
            settings.timeIntegration.newton,
            chosen.useIndex2Constraints,
        )
        self._steps, self._mbs, self._settings = 0, mbs, settings
        self.loc.aAlgorithmic = self.loc.startOfStepStateAAlgorithmic = np.zeros(0)
        self.loc.newtonSolution = np.zeros(self.loc.nSys)

    def _step(self, t: float) -> bool:
        """One step to time t; the state is that at its start."""
        mbs, settings, it = self._mbs, self._settings, self.it
        scalars, system = mbs._data.scalars, mbs.systemData
        if not len(self.loc.aAlgorithmic):
            self.loc.aAlgorithmic = system.GetODE2Coordinates_tt()
            self._begin_run(t - scalars.h)
        self.loc.startOfStepStateAAlgorithmic = self.loc.aAlgorithmic.copy()
        it.currentStepIndex, it.currentStepSize = self._steps + 1, scalars.h
        it.currentTime = scalars.t = system.start_time = t - scalars.h
        self._end = t
        try:
            self.InitializeStep(mbs, settings)
            if abs(it.currentTime - t) > NEAR * scalars.h:
                _missing.refuse(
                    "SetUserFunctionInitializeStep and SetUserFunctionUpdateCurrentTime with times "
                    "of their own",
                    f"a step must end at t = {t:.9g} s, it.currentTime is {it.currentTime:.9g} s; "
                    "call UpdateCurrentTime",
                )
            it.currentTime = scalars.t = t
            if not self.DiscontinuousIteration(mbs, settings):
                self.loc.aAlgorithmic = self.loc.startOfStepStateAAlgorithmic.copy()
                return False
            self.FinishStep(mbs, settings)
        finally:
            system.start_time, scalars.t = None, t
        self._steps += 1
        it.lastStepSize = scalars.h
        return True

    def _begin_run(self, t: float) -> None:
        """The stage FinishStep also belongs to the start of a run."""
        if "FinishStep" in self._functions:
            self.it.currentTime = self._mbs._data.scalars.t = t
            self.it.currentStepIndex = 0
            self.FinishStep(self._mbs, self._settings)

    # ------------------------------------------------------------------ stages

    @stage
    def UpdateCurrentTime(self, mainSystem: Any, simulationSettings: Any) -> None:
        """Set the time to the end of the step."""
        self.it.currentTime = mainSystem._data.scalars.t = self._end

    @stage
    def InitializeStep(self, mainSystem: Any, simulationSettings: Any) -> None:
        """Begin a step: the pre-step function has been called, the state is saved."""
        self.UpdateCurrentTime(mainSystem, simulationSettings)
        self.it.newtonSteps = self.it.discontinuousIteration = 0

    @stage
    def FinishStep(self, mainSystem: Any, simulationSettings: Any) -> None:
        """End a step; the post-step function and records follow."""

    @stage
    def DiscontinuousIteration(self, mainSystem: Any, simulationSettings: Any) -> bool:
        """Newton's method, again until items and the post-Newton function agree."""
        chosen, it = simulationSettings.timeIntegration.discontinuous, self.it
        data = mainSystem._data
        start = data.group("start")
        kept = copied(start)
        it.discontinuousIteration = 0
        while it.discontinuousIteration < max(1, chosen.maxIterations):
            if it.discontinuousIteration > 0:
                kept.data_coordinates[:] = data["data_coordinates"]
                restore_state(kept, data.group("state"))
                self.loc.aAlgorithmic = self.loc.startOfStepStateAAlgorithmic.copy()
            it.discontinuousIterationsCount += 1
            if not self.Newton(mainSystem, simulationSettings):
                return False
            error = float(self.PostNewton(mainSystem, simulationSettings))
            it.discontinuousIteration += 1
            self.conv.discontinuousIterationError = error
            self.conv.discontinuousIterationSuccessful = error <= chosen.iterationTolerance
            smaller = 0.0 <= it.recommendedStepSize < it.currentStepSize
            if smaller and chosen.useRecommendedStepSize:
                return False
            if self.conv.discontinuousIterationSuccessful:
                return True
        return bool(chosen.ignoreMaxIterations)

    @stage
    def PostNewton(self, mainSystem: Any, simulationSettings: Any) -> float:
        """Let the post-Newton function and items look at the solution; returns their error."""
        data = mainSystem._data
        self.it.recommendedStepSize = -1.0
        if not data.scalars.post_newton and not len(data["post_calls"]):
            return 0.0
        locked, mainSystem.systemData.is_locked = mainSystem.systemData.is_locked, True
        try:
            with self._present(mainSystem) as present:
                present.demand(int(ask(data.frame[0], data.group("system"))))
        finally:
            mainSystem.systemData.is_locked = locked
        error, step = (float(value) for value in data["switching"])
        self.it.recommendedStepSize = step if np.isfinite(step) else -1.0
        return error

    @stage
    def Newton(self, mainSystem: Any, simulationSettings: Any) -> bool:
        """Solve the equations of the step; returns whether it has converged."""
        newton, it, conv = self.newton, self.it, self.conv
        it.newtonSteps, conv.newtonConverged = 0, False
        self.ComputeNewtonUpdate(mainSystem, simulationSettings, True)
        conv.residual = first = float(self.ComputeNewtonResidual(mainSystem, simulationSettings))
        while it.newtonSteps < newton.maxIterations:
            self.ComputeNewtonJacobian(mainSystem, simulationSettings)
            it.newtonJacobiCount += 1
            try:
                self.loc.newtonSolution = np.linalg.solve(self._jacobian, self._residual)
            except np.linalg.LinAlgError:
                conv.linearSolverFailed = True
                return False
            self.ComputeNewtonUpdate(mainSystem, simulationSettings, False)
            it.newtonSteps += 1
            it.newtonStepsCount += 1
            conv.lastResidual = conv.residual
            conv.residual = float(self.ComputeNewtonResidual(mainSystem, simulationSettings))
            if not np.isfinite(conv.residual):
                conv.newtonSolutionDiverged = True
                return False
            conv.contractivity = conv.residual / conv.lastResidual if conv.lastResidual else 0.0
            limit = max(newton.relativeTolerance * first, newton.absoluteTolerance)
            # one more update than the tolerance asks for, unless nothing is gained
            if conv.lastResidual <= limit or conv.residual <= 1e-3 * limit:
                conv.newtonConverged = True
                return True
        conv.newtonConverged = conv.residual <= limit
        return conv.newtonConverged

    @stage
    def ComputeNewtonResidual(self, mainSystem: Any, simulationSettings: Any) -> float:
        """The residual of the step; returns its norm, in forces."""
        n, rates, last = self._parts()
        system, scale = mainSystem.systemData, self._scale()
        with self._present(mainSystem) as present:
            forces, change = present.forces()
            gradients, units = present.gradients()
            masses = present.masses()
            values = present.violations(int(self._velocity_level))
        multipliers = system.GetAECoordinates()
        balance = masses @ system.GetODE2Coordinates_tt() + gradients.T @ multipliers - forces
        self._residual[n] = scale * balance
        self._residual[rates] = change - system.GetODE1Coordinates_t()
        self._residual[last] = np.where(units != 0.0, multipliers, values)
        return float(np.linalg.norm(np.concatenate([balance, self._residual[rates.start :]])))

    @stage
    def ComputeNewtonJacobian(self, mainSystem: Any, simulationSettings: Any) -> None:
        """The Jacobian of the step, with that of the system Jacobian function."""
        n, rates, last = self._parts()
        h, scale = self.it.currentStepSize, self._scale()
        speed = self.newmarkGamma * h
        self._jacobian[:] = 0.0
        with self._present(mainSystem) as present:
            self._jacobian[n, n] = present.matrix(scale, speed, 1.0 / self.factJacAlgorithmic)
            self._jacobian[rates, rates] = present.rate_matrix() - np.eye(self.loc.nODE1) * 2.0 / h
            gradients, units = present.gradients()
        self._jacobian[n, last] = gradients.T
        self._jacobian[last, n] = gradients * (speed / scale if self._velocity_level else 1.0)
        self._jacobian[last, last] = np.diag(units)
        function = mainSystem.GetSystemJacobianUserFunction()
        if function:
            time = mainSystem.systemData.GetTime()
            added = MatrixContainer(function(mainSystem, time, -scale, -speed, -scale)).dense()
            self._jacobian[: added.shape[0], : added.shape[1]] += added

    @stage
    def ComputeNewtonUpdate(
        self, mainSystem: Any, simulationSettings: Any, initial: bool = True
    ) -> None:
        """Predict the state at the end of the step, or subtract the solution of Newton's method."""
        system, h, beta, gamma = (
            mainSystem.systemData, self.it.currentStepSize, self.newmarkBeta, self.newmarkGamma,
        )  # fmt: skip
        if len(mainSystem._data["move_calls"]):
            _missing.refuse(
                "ComputeNewtonUpdate in Python",
                "rotation vectors are composed; replace the whole stage Newton",
            )
        n, rates, last = self._parts()
        q, v, a = (
            system.GetODE2Coordinates(), system.GetODE2Coordinates_t(),
            system.GetODE2Coordinates_tt(),
        )  # fmt: skip
        y, y_t, multipliers = (
            system.GetODE1Coordinates(), system.GetODE1Coordinates_t(), system.GetAECoordinates(),
        )  # fmt: skip
        alpha, scale = self.loc.aAlgorithmic, self._scale()
        if initial:
            q = q + h * v + h * h * (0.5 - beta) * alpha
            v = v + h * (1.0 - gamma) * alpha
            alpha = (self.alphaF * a - self.alphaM * alpha) / (1.0 - self.alphaM)
            q, v, a = q + scale * alpha, v + h * gamma * alpha, np.zeros_like(a)
            y, y_t = y + 0.5 * h * y_t, np.zeros_like(y_t)
        else:
            x = self.loc.newtonSolution
            q, v = q - x[n], v - gamma / (beta * h) * x[n]
            alpha, a = alpha - x[n] / scale, a - x[n] / (scale * self.factJacAlgorithmic)
            y, y_t = y - x[rates], y_t - 2.0 / h * x[rates]
            multipliers = multipliers - x[last] / scale
        self.loc.aAlgorithmic = alpha
        system.SetODE2Coordinates(q)
        system.SetODE2Coordinates_t(v)
        system.SetODE2Coordinates_tt(a)
        system.SetODE1Coordinates(y)
        system.SetODE1Coordinates_t(y_t)
        system.SetAECoordinates(multipliers)

    def _scale(self) -> float:
        """beta h^2"""
        return float(self.newmarkBeta * self.it.currentStepSize**2)

    def GetNewtonSolution(self) -> np.ndarray:
        """The last solution of Newton's method."""
        return self.loc.newtonSolution.copy()

    def GetAAlgorithmic(self) -> np.ndarray:
        """Algorithmic accelerations."""
        return self.loc.aAlgorithmic.copy()

    def GetStartOfStepStateAAlgorithmic(self) -> np.ndarray:
        """Algorithmic accelerations at the start of the step."""
        return self.loc.startOfStepStateAAlgorithmic.copy()


def _setter(name: str) -> Function:
    def method(self: Stages, mainSystem: Any, userFunction: Function) -> None:
        if not callable(userFunction):
            raise ValueError(f"SetUserFunction{name} takes a function, got {userFunction!r}")
        self._functions[name] = userFunction

    method.__name__ = f"SetUserFunction{name}"
    method.__doc__ = f"Replace the stage {name} by f(mainSolver, mainSystem, simulationSettings)."
    return method


STAGES = (
    "ComputeNewtonJacobian", "ComputeNewtonResidual", "ComputeNewtonUpdate",
    "DiscontinuousIteration", "FinishStep", "InitializeStep", "Newton", "PostNewton",
    "UpdateCurrentTime",
)  # fmt: skip

for _name in STAGES:
    setattr(Stages, f"SetUserFunction{_name}", _setter(_name))
