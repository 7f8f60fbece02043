"""RK67: seven stages, order 6 (Butcher 1964, "On Runge-Kutta processes of high order").

Runs with `compatibility` use another member of the same family, with the points of Lobatto.
"""

from math import sqrt

from linkwork.integrators.explicit.method import RungeKutta
from linkwork.integrators.explicit.runge_kutta import Tableau
from linkwork.integrators.registry import register

TABLEAU = Tableau(
    order=6,
    c=(0.0, 1 / 3, 2 / 3, 1 / 3, 1 / 2, 1 / 2, 1.0),
    b=(11 / 120, 0.0, 27 / 40, 27 / 40, -4 / 15, -4 / 15, 11 / 120),
    A=(
        (),
        (1 / 3,),
        (0.0, 2 / 3),
        (1 / 12, 1 / 3, -1 / 12),
        (-1 / 16, 9 / 8, -3 / 16, -3 / 8),
        (0.0, 9 / 8, -3 / 8, -3 / 4, 1 / 2),
        (9 / 44, -9 / 11, 63 / 44, 18 / 11, 0.0, -16 / 11),
    ),
)

R = sqrt(5.0)
LOBATTO = Tableau(
    order=6,
    c=(0.0, (5 - R) / 10, (5 + R) / 10, (5 - R) / 10, (5 + R) / 10, (5 - R) / 10, 1.0),
    b=(1 / 12, 0.0, 0.0, 0.0, 5 / 12, 5 / 12, 1 / 12),
    A=(
        (),
        ((5 - R) / 10,),
        (-R / 10, (5 + 2 * R) / 10),
        ((7 * R - 15) / 20, (R - 1) / 4, (15 - 7 * R) / 10),
        ((5 - R) / 60, 0.0, 1 / 6, (15 + 7 * R) / 60),
        ((5 + R) / 60, 0.0, (9 - 5 * R) / 12, 1 / 6, (3 * R - 5) / 10),
        (1 / 6, 0.0, (25 * R - 55) / 12, -(25 + 7 * R) / 12, 5 - 2 * R, (5 + R) / 2),
    ),
)

register(RungeKutta("RK67", TABLEAU, LOBATTO))
