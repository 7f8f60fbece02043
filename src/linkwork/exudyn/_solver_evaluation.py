"""Solver objects: sizes, and the equations of a system at its present state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from linkwork.assembly.present import PresentEquations, present_equations
from linkwork.exudyn._settings import SimulationSettings
from linkwork.exudyn._solver_data import (
    CSolverTimer,
    SolverConvergenceData,
    SolverIterationData,
    SolverLocalData,
    SolverOutputData,
)


class Evaluation:
    """Evaluates the equations of a system as arrays; rows are ODE2, ODE1, AE.

    M a + C_q^T lambda = F: forces F have all but those of constraints.
    """

    def __init__(self) -> None:
        self.it: Any = SolverIterationData()
        self.conv: Any = SolverConvergenceData()
        self.output: Any = SolverOutputData()
        self.timer: Any = CSolverTimer()
        self.loc: Any = SolverLocalData()
        self.newton: Any = SimulationSettings().timeIntegration.newton
        self._error = ""
        self._residual = np.zeros(0)
        self._mass, self._jacobian = np.zeros((0, 0)), np.zeros((0, 0))

    @contextmanager
    def _present(self, mbs: Any) -> Iterator[PresentEquations]:
        """The equations, of a run in which a step is being solved or of a system at rest."""
        if mbs._model is None:
            mbs.Assemble()
        model, data = mbs._model, mbs._data
        if mbs.is_running:
            yield PresentEquations(model, data, data.equations)
            return
        with present_equations(model, data, SimulationSettings()) as present:
            yield present

    def _take_sizes(self, mbs: Any) -> None:
        """Note the sizes of a system, and clear what was computed."""
        loc, model = self.loc, mbs._model
        loc.nODE2, loc.nODE1, loc.nAE = model.n_ode2, model.n_ode1, model.n_ae
        loc.nData, loc.startAE = model.n_data, loc.nODE2 + loc.nODE1
        loc.nSys = loc.startAE + loc.nAE
        self._residual = np.zeros(loc.nSys)
        self._mass = np.zeros((loc.nODE2, loc.nODE2))
        self._jacobian = np.zeros((loc.nSys, loc.nSys))

    def _parts(self) -> tuple[slice, slice, slice]:
        """Places of ODE2, ODE1 and AE rows."""
        n, first, last = self.loc.nODE2, self.loc.startAE, self.loc.nSys
        return slice(0, n), slice(n, first), slice(first, last)

    # ------------------------------------------------------------------ sizes

    def GetODE2size(self) -> int:
        """Number of ODE2 coordinates."""
        return int(self.loc.nODE2)

    def GetODE1size(self) -> int:
        """Number of ODE1 coordinates."""
        return int(self.loc.nODE1)

    def GetAEsize(self) -> int:
        """Number of algebraic equations."""
        return int(self.loc.nAE)

    def GetDataSize(self) -> int:
        """Number of data coordinates."""
        return int(self.loc.nData)

    # ------------------------------------------------------------------ arrays

    def GetSystemMassMatrix(self) -> np.ndarray:
        """The mass matrix that was computed or set last."""
        return self._mass.copy()

    def SetSystemMassMatrix(self, systemMassMatrix: Any) -> None:
        """Set the mass matrix."""
        self._mass = np.array(systemMassMatrix, dtype=float)

    def GetSystemJacobian(self) -> np.ndarray:
        """The Jacobian that was computed or set last."""
        return self._jacobian.copy()

    def SetSystemJacobian(self, systemJacobian: Any) -> None:
        """Set the Jacobian, e.g. in place of ComputeNewtonJacobian."""
        self._jacobian = np.array(systemJacobian, dtype=float)

    def GetSystemResidual(self) -> np.ndarray:
        """The residual that was computed or set last."""
        return self._residual.copy()

    def SetSystemResidual(self, systemResidual: Any) -> None:
        """Set the residual, e.g. in place of ComputeNewtonResidual."""
        self._residual = np.array(systemResidual, dtype=float)

    def ComputeMassMatrix(self, mainSystem: Any, scalarFactor: float = 1.0) -> None:
        """scalarFactor M of the present state."""
        with self._present(mainSystem) as present:
            self._mass = scalarFactor * present.masses()

    def ComputeODE2RHS(self, mainSystem: Any) -> None:
        """F in the first rows of the residual."""
        with self._present(mainSystem) as present:
            self._residual[self._parts()[0]] = present.forces()[0]

    def ComputeODE1RHS(self, mainSystem: Any) -> None:
        """Rates of the ODE1 coordinates in their rows of the residual."""
        with self._present(mainSystem) as present:
            self._residual[self._parts()[1]] = present.forces()[1]

    def ComputeAlgebraicEquations(self, mainSystem: Any, velocityLevel: bool = False) -> None:
        """Values of the algebraic equations, or of their rates, in the last rows."""
        with self._present(mainSystem) as present:
            self._residual[self._parts()[2]] = present.violations(int(velocityLevel))

    def ComputeJacobianODE2RHS(
        self,
        mainSystem: Any,
        scalarFactor_ODE2: float = 1.0,
        scalarFactor_ODE2_t: float = 0.0,
        scalarFactor_ODE1: float = 1.0,
        computeLoadsJacobian: int = 0,
    ) -> None:
        """Clear the Jacobian; then factors times dF/dq and dF/dv."""
        n = self._parts()[0]
        self._jacobian[:] = 0.0
        with self._present(mainSystem) as present:
            self._jacobian[n, n] = present.matrix(-scalarFactor_ODE2, -scalarFactor_ODE2_t)

    def ComputeJacobianODE1RHS(
        self,
        mainSystem: Any,
        scalarFactor_ODE2: float = 1.0,
        scalarFactor_ODE2_t: float = 0.0,
        scalarFactor_ODE1: float = 1.0,
    ) -> None:
        """Add a factor times the derivative of the rates of the ODE1 coordinates."""
        rows = self._parts()[1]
        with self._present(mainSystem) as present:
            self._jacobian[rows, rows] += scalarFactor_ODE1 * present.rate_matrix()

    def ComputeJacobianAE(
        self,
        mainSystem: Any,
        scalarFactor_ODE2: float = 1.0,
        scalarFactor_ODE2_t: float = 0.0,
        scalarFactor_ODE1: float = 1.0,
        velocityLevel: bool = False,
    ) -> None:
        """Add C_q^T, a factor times C_q, and ones in the rows of inactive constraints."""
        n, _, last = self._parts()
        with self._present(mainSystem) as present:
            gradients, units = present.gradients()
        factor = scalarFactor_ODE2_t if velocityLevel else scalarFactor_ODE2
        self._jacobian[n, last] += gradients.T
        self._jacobian[last, n] += factor * gradients
        self._jacobian[last, last] += np.diag(units)
