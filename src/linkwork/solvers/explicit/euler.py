"""ExplicitEuler: Euler's method, order 1 (Euler 1768)."""

from linkwork.solvers.explicit.method import RungeKutta
from linkwork.solvers.registry import register
from linkwork.solvers.runge_kutta import Tableau

TABLEAU = Tableau(order=1, c=(0.0,), b=(1.0,), A=((),))

register(RungeKutta("ExplicitEuler", TABLEAU))
