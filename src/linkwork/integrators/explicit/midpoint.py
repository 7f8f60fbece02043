"""ExplicitMidpoint: the midpoint rule, order 2 (Runge 1895)."""

from linkwork.integrators.explicit.method import RungeKutta
from linkwork.integrators.explicit.runge_kutta import Tableau
from linkwork.integrators.registry import register

TABLEAU = Tableau(order=2, c=(0.0, 1 / 2), b=(0.0, 1.0), A=((), (1 / 2,)))

register(RungeKutta("ExplicitMidpoint", TABLEAU))
