"""Mass, center of mass and inertia tensor of rigid bodies, and what happens to them when a body is
moved or joined with others.

    J = sum m_i (b_i . b_i I - b_i b_i^T)            about the reference point, in body axes
    J = J_com + m (c . c I - c c^T)                  c: center of mass

m in kg, b_i and c in m, J in kg m^2. Products of inertia have the sign of the tensor. The six
numbers of ObjectRigidBody are [Jxx, Jyy, Jzz, Jyz, Jxz, Jxy].
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwork.core.errors import ParameterError, warn
from linkwork.core.overflows import overflows_unnoticed
from linkwork.math.tolerances import EVEN_INERTIA, NEGATIVE_MOMENT
from linkwork.rigid.checks import frame, matrix, number, rotation, vector
from linkwork.rigid.laws import Array

__all__ = ["Inertia6D2InertiaTensor", "InertiaTensor2Inertia6D", "RigidBodyInertia"]

Drawing = Callable[[Array, Array, Any, int | None], dict[str, Any]]
"""(center, rotation matrix, color, number of sides) -> shape of linkwork.graphics"""


def steiner(mass: float, c: Array) -> Array:
    """m (c . c I - c c^T): inertia of a point mass at c."""
    return mass * ((c @ c) * np.eye(3) - np.outer(c, c))


def InertiaTensor2Inertia6D(inertiaTensor: ArrayLike) -> Array:
    """Six numbers [Jxx, Jyy, Jzz, Jyz, Jxz, Jxy] of a symmetric 3 x 3 inertia tensor [kg m^2]."""
    return _six(matrix("InertiaTensor2Inertia6D", "inertiaTensor", inertiaTensor))


def Inertia6D2InertiaTensor(inertia6D: ArrayLike) -> Array:
    """3 x 3 inertia tensor of six numbers [Jxx, Jyy, Jzz, Jyz, Jxz, Jxy] [kg m^2]."""
    xx, yy, zz, yz, xz, xy = vector("Inertia6D2InertiaTensor", "inertia6D", inertia6D, 6)
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


class RigidBodyInertia:
    """Mass, center of mass and inertia tensor of a rigid body.

    mass -- [kg]; it may be negative, for material that is taken away from another body
    inertiaTensor -- 3 x 3 tensor [kg m^2], about the reference point
    com -- center of mass, from the reference point [m]
    inertiaTensorAtCOM -- True: inertiaTensor is about the center of mass

    `a + b` joins two bodies given with respect to the same reference point and axes. The attributes
    mass, inertiaTensor (always about the reference point) and com can be read.
    """

    def __init__(
        self,
        mass: float = 0,
        inertiaTensor: ArrayLike = ((0.0, 0.0, 0.0),) * 3,
        com: ArrayLike = (0.0, 0.0, 0.0),
        inertiaTensorAtCOM: bool = False,
    ) -> None:
        m = number("RigidBodyInertia", "mass", mass)
        J = matrix("RigidBodyInertia", "inertiaTensor", inertiaTensor)
        c = vector("RigidBodyInertia", "com", com)
        with overflows_unnoticed():
            shift = steiner(m, c)
            central, about_reference = (J, J + shift) if inertiaTensorAtCOM else (J - shift, J)
        self._set(m, about_reference, c)
        _demand_finite(m, central, c)
        _warn_if_asymmetric(J)
        if inertiaTensorAtCOM:
            _warn_if_impossible(m, central)
        else:
            hint = "; if inertiaTensor is about the center of mass, set inertiaTensorAtCOM=True"
            _warn_if_impossible(m, central, float(np.abs(J).max()), hint if c.any() else "")

    def _set(self, mass: float, inertiaTensor: Array, com: Array) -> None:
        _demand_finite(mass, inertiaTensor, com)
        self.mass, self.inertiaTensor, self.com = mass, inertiaTensor, com
        self._special: dict[str, Any] = {"type": "RigidBodyInertia"}
        self._drawing: Drawing | None = None
        self._axes = np.eye(3)

    def _moved(self, A: Array, com: Array) -> RigidBodyInertia:
        """The body turned by A, with another center of mass; it looks the same."""
        with overflows_unnoticed():
            J = A @ self.InertiaCOM() @ A.T
            J = 0.5 * (J + J.T) + steiner(self.mass, com)
        made = _body(self.mass, J, com)
        made._special, made._drawing, made._axes = self._special, self._drawing, A @ self._axes
        return made

    def __add__(self, otherBodyInertia: RigidBodyInertia) -> RigidBodyInertia:
        """Both bodies as one; they have the same reference point and axes."""
        if not isinstance(otherBodyInertia, RigidBodyInertia):
            return NotImplemented
        a, b = self, otherBodyInertia
        with overflows_unnoticed():
            mass, moment = a.mass + b.mass, a.mass * a.com + b.mass * b.com
            J = a.inertiaTensor + b.inertiaTensor
        if mass == 0.0 and moment.any():
            raise ParameterError(
                f"RigidBodyInertia: masses {a.mass:g} kg and {b.mass:g} kg cannot be added, since "
                "their sum has no center of mass"
            )
        com = moment / mass if mass != 0.0 else moment
        return _body(mass, J, com)

    def SetWithCOMinertia(self, mass: float, inertiaTensorCOM: ArrayLike, com: ArrayLike) -> None:
        """Set everything from the tensor about the center of mass [kg m^2]."""
        name = "SetWithCOMinertia"
        m, J = number(name, "mass", mass), matrix(name, "inertiaTensorCOM", inertiaTensorCOM)
        c = vector(name, "com", com)
        with overflows_unnoticed():
            about_reference = J + steiner(m, c)
        self._set(m, about_reference, c)
        _warn_if_asymmetric(J)
        _warn_if_impossible(m, J)

    def Mass(self) -> float:
        """Mass [kg]."""
        return self.mass

    def COM(self) -> Array:
        """Center of mass, from the reference point [m]."""
        return self.com.copy()

    def Inertia(self) -> Array:
        """3 x 3 inertia tensor about the reference point [kg m^2]."""
        return self.inertiaTensor.copy()

    def InertiaCOM(self) -> Array:
        """3 x 3 inertia tensor about the center of mass [kg m^2]."""
        return self.inertiaTensor - steiner(self.mass, self.com)

    def GetInertia6D(self) -> list[float]:
        """[Jxx, Jyy, Jzz, Jyz, Jxz, Jxy] about the reference point [kg m^2]."""
        six: list[float] = _six(self.inertiaTensor).tolist()
        return six

    def Translated(self, vec: ArrayLike) -> RigidBodyInertia:
        """The body moved by vec [m], while the reference point stays."""
        return self._moved(np.eye(3), self.com + vector("Translated", "vec", vec))

    def Rotated(self, rot: ArrayLike) -> RigidBodyInertia:
        """The body turned by a rotation matrix about its center of mass at the reference point.

        If the center of mass is elsewhere, use Transformed, which moves it as well.
        """
        A = rotation("Rotated", "rot", rot)
        if self.com.any():
            raise ParameterError(
                "Rotated: the center of mass must be at the reference point, got com = "
                f"{self.com.tolist()} m; use Transformed(HT(rot, [0, 0, 0])) to turn the body "
                "about the reference point"
            )
        return self._moved(A, np.zeros(3))

    def Transformed(self, HT: ArrayLike) -> RigidBodyInertia:
        """The body moved by a homogeneous transformation: turned by A, then moved by r [m]."""
        T = frame("Transformed", "HT", HT)
        A = T[:3, :3]
        return self._moved(A, A @ self.com + T[:3, 3])

    def GetTypeName(self) -> str:
        """Name of the class: RigidBodyInertia for everything that was moved or joined."""
        return type(self).__name__

    def GetSpecialData(self) -> dict[str, Any]:
        """'type' of the solid with its dimensions, and 'HT' if it was moved: where its center is.

        Bodies that were given by numbers or joined have their 'type' alone.
        """
        data = copy.deepcopy(self._special)
        if self._drawing is not None and type(self) is RigidBodyInertia:
            data["HT"] = np.eye(4)
            data["HT"][:3, :3], data["HT"][:3, 3] = self._axes, self.com
        return data

    def GetGraphics(
        self, color: Any, nTiles: int | None = None, roundness: float | None = None
    ) -> dict[str, Any] | None:
        """Shape of the solid for graphicsData, at its place and in its orientation.

        color -- RGBA in [0, 1]
        nTiles -- number of sides of hollow cylinders; others are drawn smooth
        roundness -- accepted for compatibility; edges are sharp

        None for a body that is no single solid.
        """
        if self._drawing is None:
            return None
        return self._drawing(self.com, self._axes, color, nTiles)

    def __repr__(self) -> str:
        values = f"mass={self.mass}, inertiaTensor={self.inertiaTensor.tolist()}"
        return f"RigidBodyInertia({values}, com={self.com.tolist()})"


def _body(mass: float, J: Array, com: Array) -> RigidBodyInertia:
    """A body without checks."""
    made = RigidBodyInertia.__new__(RigidBodyInertia)
    made._set(mass, J, com)
    return made


def _six(J: Array) -> Array:
    return J[[0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]


def _demand_finite(mass: float, J: Array, com: Array) -> None:
    """Refuse numbers whose products are beyond all numbers."""
    if not (np.isfinite(mass) and np.isfinite(J).all() and np.isfinite(com).all()):
        raise ParameterError(
            f"RigidBodyInertia: mass {mass:g} kg, inertia and center of mass {com.tolist()} m are "
            "too large to compute with"
        )


def _warn_if_asymmetric(J: Array) -> None:
    with overflows_unnoticed():
        is_asymmetric = np.abs(J - J.T).max() > EVEN_INERTIA * np.abs(J).max()
    if is_asymmetric:
        warn(f"RigidBodyInertia: inertiaTensor is not symmetric: {J.tolist()} kg m^2")


def _warn_if_impossible(mass: float, J_com: Array, size: float = 0.0, hint: str = "") -> None:
    """Warn about a tensor about the center of mass that no body has.

    size -- of the numbers that J_com is the difference of
    """
    largest = float(np.abs(J_com).max())
    if largest == 0.0:
        return
    sign = -1.0 if mass < 0.0 else 1.0
    unit = sign * (J_com / largest)
    moments = np.linalg.eigvalsh(0.5 * (unit + unit.T))
    if moments[2] - moments[1] - moments[0] > NEGATIVE_MOMENT * max(size / largest, 1.0):
        told = (sign * largest * moments).tolist()
        warn(
            f"RigidBodyInertia: no body of {mass:g} kg has the principal moments of inertia "
            f"{told} kg m^2 about its center of mass: each must be at most the sum of the "
            f"others{hint}"
        )
