"""RK44: the classical Runge-Kutta method with four stages, order 4 (Kutta 1901)."""

from linkwork.integrators.explicit.method import RungeKutta
from linkwork.integrators.explicit.runge_kutta import Tableau
from linkwork.integrators.registry import register

TABLEAU = Tableau(
    order=4,
    c=(0.0, 1 / 2, 1 / 2, 1.0),
    b=(1 / 6, 1 / 3, 1 / 3, 1 / 6),
    A=((), (1 / 2,), (0.0, 1 / 2), (0.0, 0.0, 1.0)),
)

register(RungeKutta("RK44", TABLEAU))
