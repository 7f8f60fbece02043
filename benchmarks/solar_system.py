"""The outer solar system: Sun, Jupiter, Saturn, Uranus, Neptune, in au, days and solar masses.

Initial values as in Hairer, Lubich, Wanner: Geometric Numerical Integration, section I.2.4. The
reference is an integration with REBOUND (IAS15) that included a massless Pluto, without effect.
"""

import numpy as np

GAUSS_CONSTANT = 0.01720209895**2
"""Gravitational constant [au^3/(solar mass d^2)]."""

OUTER_PLANETS = np.array([
    [1.00000597682, -4.06428567034226e-3, -6.08813756435987e-3, -1.66162304225834e-6,
     6.69048890636161e-6, -6.33922479583593e-6, -3.13202145590767e-9],
    [1 / 1047.355, 3.40546614227466, 3.62978190075864, 3.42386261766577e-2,
     -5.59797969310664e-3, 5.51815399480116e-3, -2.66711392865591e-6],
    [1 / 3501.6, 6.60801554403466, 6.38084674585064, -1.36145963724542e-1,
     -4.17354020307064e-3, 3.99723751748116e-3, 1.67206320571441e-5],
    [1 / 22869, 11.1636331405597, 16.0373479057256, 3.61783279369958e-1,
     -3.25884806151064e-3, 2.06438412905916e-3, -2.17699042180559e-5],
    [1 / 19314, -30.1777243405203, 1.91155314998064, -1.53887595621042e-1,
     -2.17471785045538e-4, -3.11361111025884e-3, 3.58344705491441e-5],
])  # fmt: skip
"""Rows: mass, position, velocity."""

END = 1e4  # d
JUPITER, NEPTUNE = 1, 4
REFERENCE = {
    JUPITER: [-5.0120516296292745, 2.006073228925796, -0.01611828182355875],
    NEPTUNE: [-17.274620298799128, -24.91960817624428, 0.21921288760117866],
}
"""Positions at END [au], by row, about the center of mass."""


def about_center(bodies: np.ndarray) -> np.ndarray:
    """The same bodies with their center of mass at rest at the origin."""
    mass = bodies[:, :1]
    shifted = bodies.copy()
    shifted[:, 1:] -= np.sum(mass * bodies[:, 1:], axis=0) / np.sum(mass)
    return shifted
