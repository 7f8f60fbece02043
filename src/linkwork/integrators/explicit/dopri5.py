"""DOPRI5: six stages and one for the error estimate, order 5(4) (Dormand and Prince 1980)."""

from linkwork.integrators.explicit.method import RungeKutta
from linkwork.integrators.explicit.runge_kutta import Tableau
from linkwork.integrators.registry import register

TABLEAU = Tableau(
    order=5,
    c=(0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0),
    b=(35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0.0),
    A=(
        (),
        (1 / 5,),
        (3 / 40, 9 / 40),
        (44 / 45, -56 / 15, 32 / 9),
        (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
        (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
        (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
    ),
    estimate_order=4,
    estimate=(5179 / 57600, 0.0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40),
)

register(RungeKutta("DOPRI5", TABLEAU))
