"""Explicit Runge-Kutta methods, one tableau per file."""

from linkwork.core.enums import DynamicSolverType
from linkwork.solvers.explicit import (
    dopri5,
    dverk6,
    euler,
    midpoint,
    ode23,
    rk33,
    rk44,
    rk67,
)

TABLEAUS = {
    DynamicSolverType.ExplicitEuler: euler.TABLEAU,
    DynamicSolverType.ExplicitMidpoint: midpoint.TABLEAU,
    DynamicSolverType.RK33: rk33.TABLEAU,
    DynamicSolverType.RK44: rk44.TABLEAU,
    DynamicSolverType.RK67: rk67.TABLEAU,
    DynamicSolverType.ODE23: ode23.TABLEAU,
    DynamicSolverType.DOPRI5: dopri5.TABLEAU,
    DynamicSolverType.DVERK6: dverk6.TABLEAU,
}
"""Solver type -> coefficients."""
