"""Inertia of simple homogeneous solids, with the center of mass at the reference point.

    cuboid, sides L1 L2 L3       m/12 (L2^2 + L3^2, L1^2 + L3^2, L1^2 + L2^2)
    cylinder, radii Ro > Ri      along its axis m/2 (Ro^2 + Ri^2),
                                 across m/12 (3 (Ro^2 + Ri^2) + L^2)
    sphere                       2/5 m r^2
    thin spherical shell         2/3 m r^2
    thin rod along x             (0, m L^2/12, m L^2/12)

Lengths in m, densities in kg/m^3. A negative density or mass is material that is taken away, such
as a hole: `plate + hole`.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwork.core.declare.values import real
from linkwork.core.errors import ParameterError
from linkwork.rigid import drawings
from linkwork.rigid.checks import number, refuse, vector
from linkwork.rigid.inertia import Drawing, RigidBodyInertia

__all__ = [
    "InertiaCuboid",
    "InertiaCylinder",
    "InertiaHollowSphere",
    "InertiaMassPoint",
    "InertiaRodX",
    "InertiaSphere",
]

POINT_DENSITY = 2000.0
"""Density of the sphere that is drawn for a point mass [kg/m^3]."""

ROD_THICKNESS = 0.01
"""Thickness of a rod in drawings, relative to its length."""


class _Solid(RigidBodyInertia):
    """A solid at the reference point, which knows its dimensions and its shape."""

    def _fill(
        self, mass: float, moments: ArrayLike, drawing: Drawing, data: dict[str, Any]
    ) -> None:
        """moments -- of inertia, divided by the mass [m^2]"""
        self._set(mass, mass * np.diag(np.asarray(moments, float)), np.zeros(3))
        self._special = {"type": type(self).__name__, **data}
        self._drawing = drawing


class InertiaCuboid(_Solid):
    """Homogeneous cuboid with edges along the axes.

    density -- [kg/m^3]
    sideLengths -- lengths of the edges along x, y, z [m]
    """

    def __init__(self, density: float, sideLengths: ArrayLike) -> None:
        rho = number("InertiaCuboid", "density", density)
        sides = vector("InertiaCuboid", "sideLengths", sideLengths)
        if (sides < 0.0).any():
            raise refuse("InertiaCuboid", "sideLengths", "three lengths >= 0", sideLengths)
        x, y, z = sides.tolist()
        moments = np.array([y**2 + z**2, x**2 + z**2, x**2 + y**2]) / 12.0
        drawing = partial(drawings.brick, sides)
        self._fill(rho * x * y * z, moments, drawing, {"density": rho, "sideLengths": [x, y, z]})


class InertiaCylinder(_Solid):
    """Homogeneous cylinder, full or hollow, about one of the axes.

    density -- [kg/m^3]
    length, outerRadius, innerRadius -- [m]; the cylinder reaches from -length/2 to length/2
    axis -- 0, 1, 2: x, y, z
    """

    def __init__(
        self, density: float, length: float, outerRadius: float, axis: int, innerRadius: float = 0
    ) -> None:
        name = "InertiaCylinder"
        rho, L = number(name, "density", density), number(name, "length", length, 0.0)
        outer = number(name, "outerRadius", outerRadius, 0.0)
        inner = number(name, "innerRadius", innerRadius, 0.0)
        if inner > outer:
            wants = f"at most outerRadius = {outer:g} m"
            raise refuse(name, "innerRadius", wants, innerRadius)
        if real(axis) not in (0.0, 1.0, 2.0):
            raise refuse(name, "axis", "0, 1 or 2, for x, y or z", axis)
        squares = outer**2 + inner**2
        moments = np.full(3, (3.0 * squares + L**2) / 12.0)
        moments[int(axis)] = squares / 2.0
        sizes = {"length": L, "axis": int(axis), "outerRadius": outer, "innerRadius": inner}
        drawing = partial(drawings.cylinder, L * np.eye(3)[int(axis)], outer, inner)
        mass = rho * math.pi * L * (outer - inner) * (outer + inner)
        self._fill(mass, moments, drawing, {"density": rho, **sizes})


class InertiaSphere(_Solid):
    """Homogeneous sphere.

    radius -- [m]
    mass, density -- one of them [kg, kg/m^3]
    """

    def __init__(
        self,
        mass: float | None = None,
        radius: float | None = None,
        density: float | None = None,
    ) -> None:
        name = "InertiaSphere"
        r = number(name, "radius", radius, 0.0)
        volume = 4.0 / 3.0 * math.pi * r**3
        if (mass is None) == (density is None):
            raise ParameterError(
                f"{name}: either mass or density must be given, got mass = {mass}, density = "
                f"{density}"
            )
        if density is not None:
            rho = number(name, "density", density)
            m = rho * volume
        else:
            m = number(name, "mass", mass)
            rho = m / volume if volume > 0.0 else math.inf
        data = {"mass": m, "radius": r, "density": rho, "volume": volume}
        self._fill(m, [0.4 * r**2] * 3, partial(drawings.sphere, r), data)


class InertiaHollowSphere(_Solid):
    """Thin spherical shell.

    mass -- [kg]
    radius -- [m]
    """

    def __init__(self, mass: float, radius: float) -> None:
        m = number("InertiaHollowSphere", "mass", mass)
        r = number("InertiaHollowSphere", "radius", radius, 0.0)
        self._fill(m, [2.0 / 3.0 * r**2] * 3, partial(drawings.sphere, r), {"mass": m, "radius": r})


class InertiaRodX(_Solid):
    """Thin rod along the x axis, with its middle at the reference point.

    mass -- [kg]
    length -- [m]
    """

    def __init__(self, mass: float, length: float) -> None:
        m = number("InertiaRodX", "mass", mass)
        L = number("InertiaRodX", "length", length, 0.0)
        across = L**2 / 12.0
        drawing = partial(drawings.brick, L * np.array([1.0, ROD_THICKNESS, ROD_THICKNESS]))
        self._fill(m, [0.0, across, across], drawing, {"mass": m, "length": L})


class InertiaMassPoint(_Solid):
    """Point mass at the reference point [kg]."""

    def __init__(self, mass: float) -> None:
        m = number("InertiaMassPoint", "mass", mass)
        radius = (0.75 * abs(m) / (math.pi * POINT_DENSITY)) ** (1.0 / 3.0)
        self._fill(m, [0.0] * 3, partial(drawings.sphere, radius), {"mass": m})
