"""Explicit Runge-Kutta methods, one tableau per file."""

from linkwork.core.enums import DynamicSolverType
from linkwork.solvers.explicit import euler, midpoint, rk33, rk44, rk67

TABLEAUS = {
    DynamicSolverType.ExplicitEuler: euler.TABLEAU,
    DynamicSolverType.ExplicitMidpoint: midpoint.TABLEAU,
    DynamicSolverType.RK33: rk33.TABLEAU,
    DynamicSolverType.RK44: rk44.TABLEAU,
    DynamicSolverType.RK67: rk67.TABLEAU,
}
"""Solver type -> coefficients."""
