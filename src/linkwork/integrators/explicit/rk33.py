"""RK33: Heun's method with three stages, order 3 (Heun 1900)."""

from linkwork.integrators.explicit.method import RungeKutta
from linkwork.integrators.explicit.runge_kutta import Tableau
from linkwork.integrators.registry import register

TABLEAU = Tableau(
    order=3,
    c=(0.0, 1 / 3, 2 / 3),
    b=(1 / 4, 0.0, 3 / 4),
    A=((), (1 / 3,), (0.0, 2 / 3)),
)

register(RungeKutta("RK33", TABLEAU))
