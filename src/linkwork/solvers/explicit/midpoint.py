"""ExplicitMidpoint: the midpoint rule, order 2 (Runge 1895)."""

from linkwork.solvers.explicit.method import RungeKutta
from linkwork.solvers.registry import register
from linkwork.solvers.runge_kutta import Tableau

TABLEAU = Tableau(order=2, c=(0.0, 1 / 2), b=(0.0, 1.0), A=((), (1 / 2,)))

register(RungeKutta("ExplicitMidpoint", TABLEAU))
