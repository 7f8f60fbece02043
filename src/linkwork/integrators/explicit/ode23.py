"""ODE23: three stages and one for the error estimate, order 3(2) (Bogacki and Shampine 1989)."""

from linkwork.integrators.explicit.method import RungeKutta
from linkwork.integrators.explicit.runge_kutta import Tableau
from linkwork.integrators.registry import register

TABLEAU = Tableau(
    order=3,
    c=(0.0, 1 / 2, 3 / 4, 1.0),
    b=(2 / 9, 1 / 3, 4 / 9, 0.0),
    A=((), (1 / 2,), (0.0, 3 / 4), (2 / 9, 1 / 3, 4 / 9)),
    estimate_order=2,
    estimate=(7 / 24, 1 / 4, 1 / 3, 1 / 8),
)

register(RungeKutta("ODE23", TABLEAU))
