"""ExplicitEuler: Euler's method, order 1 (Euler 1768)."""

from linkwork.integrators.explicit.method import RungeKutta
from linkwork.integrators.explicit.runge_kutta import Tableau
from linkwork.integrators.registry import register

TABLEAU = Tableau(order=1, c=(0.0,), b=(1.0,), A=((),))

register(RungeKutta("ExplicitEuler", TABLEAU))
