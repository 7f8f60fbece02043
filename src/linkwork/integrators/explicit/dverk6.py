"""DVERK6: eight stages, order 6(5) (Verner 1978, the method of the program DVERK)."""

from linkwork.integrators.explicit.method import RungeKutta
from linkwork.integrators.explicit.runge_kutta import Tableau
from linkwork.integrators.registry import register

TABLEAU = Tableau(
    order=6,
    c=(0.0, 1 / 6, 4 / 15, 2 / 3, 5 / 6, 1.0, 1 / 15, 1.0),
    b=(3 / 40, 0.0, 875 / 2244, 23 / 72, 264 / 1955, 0.0, 125 / 11592, 43 / 616),
    A=(
        (),
        (1 / 6,),
        (4 / 75, 16 / 75),
        (5 / 6, -8 / 3, 5 / 2),
        (-165 / 64, 55 / 6, -425 / 64, 85 / 96),
        (12 / 5, -8.0, 4015 / 612, -11 / 36, 88 / 255),
        (-8263 / 15000, 124 / 75, -643 / 680, -81 / 250, 2484 / 10625, 0.0),
        (3501 / 1720, -300 / 43, 297275 / 52632, -319 / 2322, 24068 / 84065, 0.0, 3850 / 26703),
    ),
    estimate_order=5,
    estimate=(13 / 160, 0.0, 2375 / 5984, 5 / 16, 12 / 85, 3 / 44, 0.0, 0.0),
)

register(RungeKutta("DVERK6", TABLEAU))
