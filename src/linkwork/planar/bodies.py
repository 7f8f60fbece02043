"""Rigid bodies in the plane: RigidBody, Disc, Semicircle, Circle, Ellipse.

A body has the pose (x, y, theta) of its center of mass [m, m, rad]; theta is measured from the
x axis, counterclockwise. I is the moment of inertia about the center of mass:

    RigidBody    m R^2                      unless I is given
    Disc         m R^2 / 2
    Semicircle   (1/2 - 16/(9 pi^2)) m R^2
    Circle       m R^2                      (hoop)
    Ellipse      m (a^2 + b^2) / 4
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError, warn
from linkwork.planar.checks import Checked, flags, not_negative, numbers, positive, refuse, text

AXES = ("x", "y", "theta")
"""Names of the coordinates of a body, in their order."""


def _mass(owner: str, argument: str, value: Any) -> float:
    return positive(owner, argument, value, "kg")


def _length(owner: str, argument: str, value: Any) -> float:
    return not_negative(owner, argument, value, "m")


def _pose(owner: str, argument: str, value: Any) -> tuple[float, ...]:
    return numbers(owner, argument, value, 3)


def _hashable(owner: str, argument: str, value: Any) -> Hashable:
    try:
        hash(value)
    except TypeError:
        raise TypeError(
            f"{owner}: {argument} must be a hashable value such as a number or a string, "
            f"got {shown(value)}"
        ) from None
    found: Hashable = value
    return found


class RigidBody(Checked):
    """A rigid body in the plane.

    ID -- any hashable value that is unique in a model, or None
    m -- mass [kg]
    R -- radius [m], the size of its drawing and of its default inertia
    name -- the name of the body in results and errors
    cm -- pose (x, y, theta) of the center of mass in the reference configuration [m, m, rad]
    I -- moment of inertia about the center of mass [kg m^2]; None: from mass and shape
    dof_constraint -- True holds x, y or theta at its initial value
    """

    ID: Hashable
    m: float
    R: float
    name: str
    cm: tuple[float, ...]
    dof_constraint: tuple[bool, bool, bool]
    initial_displacement: tuple[float, ...]
    initial_velocity: tuple[float, ...]
    initial_acceleration: tuple[float, ...]
    checks = {
        "ID": _hashable,
        "m": _mass,
        "R": _length,
        "name": text,
        "cm": _pose,
        "dof_constraint": flags,
        "initial_displacement": _pose,
        "initial_velocity": _pose,
        "initial_acceleration": _pose,
    }

    def __init__(
        self,
        ID: Hashable = None,
        m: Any = None,
        R: Any = None,
        name: str = "",
        cm: Any = (0.0, 0.0, 0.0),
        I: Any = None,  # noqa: E741 -- the usual symbol
        dof_constraint: Any = (False, False, False),
    ) -> None:
        self._begin(ID, name)
        self._demand(m=m, R=R)
        self.m = m
        self.R = R
        self._finish(cm, I, dof_constraint)

    def _begin(self, ID: Hashable, name: str) -> None:
        self.__dict__["name"] = ""
        self.ID = ID
        self.name = name

    def _demand(self, **values: Any) -> None:
        """Raise an error if parameters that the shape needs are missing."""
        missing = [name for name, value in values.items() if value is None]
        if missing:
            raise TypeError(
                f"{self.label}: {' and '.join(missing)} must be given, for example "
                f"{type(self).__name__}({', '.join(f'{name}=1.0' for name in values)})"
            )

    def _finish(self, cm: Any, inertia: Any, dof_constraint: Any) -> None:
        self.cm = cm
        self.dof_constraint = dof_constraint
        self.I = inertia
        self.initial_conditions()

    # ------------------------------------------------------------------ inertia

    @property
    def I(self) -> float:  # noqa: E743, N802 -- the usual symbol
        """Moment of inertia about the center of mass [kg m^2]."""
        return self._shape_inertia() if self._inertia is None else self._inertia

    @I.setter
    def I(self, value: Any) -> None:  # noqa: E743, N802 -- the usual symbol
        given = value is not None
        self._inertia = not_negative(self.label, "I", value, "kg m^2") if given else None

    def _shape_inertia(self) -> float:
        # R * R: a product that overflows is inf, which the checks report; a power would raise
        return self.m * (self.R * self.R)

    # ------------------------------------------------------------------ start

    def initial_conditions(
        self, p: Any = (0.0, 0.0, 0.0), v: Any = (0.0, 0.0, 0.0), a: Any = (0.0, 0.0, 0.0)
    ) -> None:
        """State at the start: displacement p from cm, velocity v [m, m/s, rad, rad/s].

        A held coordinate stays at cm + p and cannot have a velocity. Accelerations follow from
        the forces: `a` is stored (`initial_acceleration`), and a warning says it has no effect.

        a -- acceleration (x, y, theta), which is stored only [m/s^2, rad/s^2]
        """
        displacement, velocity, acceleration = (
            numbers(self.label, f"initial_conditions {name}", value, 3)
            for name, value in (("p", p), ("v", v), ("a", a))
        )
        self._refuse_held_velocity(velocity)
        if any(acceleration):
            warn(
                f"{self.label}: the initial acceleration a = {acceleration} has no effect: "
                "initial accelerations follow from the forces; give a Force instead"
            )
        self.initial_displacement = displacement
        self.initial_velocity = velocity
        self.initial_acceleration = acceleration

    @property
    def start(self) -> tuple[float, ...]:
        """Pose at the start of a run: cm + p."""
        return tuple(c + p for c, p in zip(self.cm, self.initial_displacement, strict=True))

    def _refuse_held_velocity(self, velocity: tuple[float, ...]) -> None:
        for axis, held, speed in zip(AXES, self.dof_constraint, velocity, strict=True):
            if held and speed != 0.0:
                raise ParameterError(
                    f"{self.label}: the initial velocity of {axis} must be 0, because "
                    f"dof_constraint holds {axis}, got {speed!r}"
                )

    def check_start(self) -> None:
        """Raise an error if the body cannot be simulated."""
        self._refuse_held_velocity(self.initial_velocity)
        if self.I == 0.0 and not self.dof_constraint[2]:
            raise ParameterError(
                f"{self.label}: I must be > 0 kg m^2 if theta is free, got {self.I!r}; "
                "give I, or hold theta by dof_constraint"
            )

    # ------------------------------------------------------------------ text

    @property
    def label(self) -> str:
        """The body in error texts: Disc 'wheel', Disc 7 (its ID) or Disc."""
        kind = type(self).__name__
        if self.name:
            return f"{kind} {self.name!r}"
        return kind if self.__dict__.get("ID") is None else f"{kind} {self.ID!r}"

    def __repr__(self) -> str:
        return f"<{self.label}: m = {self.m:g} kg, I = {self.I:g} kg m^2, cm = {self.cm}>"


class Disc(RigidBody):
    """A disc of radius R, solid and homogeneous."""

    def _shape_inertia(self) -> float:
        return 0.5 * self.m * (self.R * self.R)


class Semicircle(RigidBody):
    """Half a disc of radius R; its center of mass lies 4 R/(3 pi) from the straight edge."""

    def _shape_inertia(self) -> float:
        return (0.5 - 16.0 / (9.0 * math.pi**2)) * self.m * (self.R * self.R)


class Circle(RigidBody):
    """A hoop of radius R."""


class Ellipse(RigidBody):
    """A solid ellipse with the semi-axes a (along its own x axis) and b [m].

    R is the larger of the two.

    a [m], b [m] -- semi-axes along the x and y axis of the body
    """

    a: float
    b: float
    checks = {**RigidBody.checks, "a": _length, "b": _length}

    def __init__(
        self,
        ID: Hashable = None,
        m: Any = None,
        a: Any = None,
        b: Any = None,
        name: str = "",
        cm: Any = (0.0, 0.0, 0.0),
        I: Any = None,  # noqa: E741 -- the usual symbol
        dof_constraint: Any = (False, False, False),
    ) -> None:
        self._begin(ID, name)
        self._demand(m=m, a=a, b=b)
        self.m = m
        self.a = a
        self.b = b
        self._finish(cm, I, dof_constraint)

    @property
    def R(self) -> float:  # noqa: N802 -- the usual symbol
        """The larger semi-axis [m]."""
        return max(self.a, self.b)

    @R.setter
    def R(self, value: Any) -> None:  # noqa: N802 -- the usual symbol
        raise refuse(self.label, "R", "set by its semi-axes a and b", value)

    def _shape_inertia(self) -> float:
        return 0.25 * self.m * (self.a * self.a + self.b * self.b)
