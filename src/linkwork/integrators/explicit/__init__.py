"""Explicit Runge-Kutta methods, one tableau per file; importing a file registers its method."""

from linkwork.integrators.explicit import (
    dopri5,
    dverk6,
    euler,
    midpoint,
    ode23,
    rk33,
    rk44,
    rk67,
)

__all__ = ["dopri5", "dverk6", "euler", "midpoint", "ode23", "rk33", "rk44", "rk67"]
