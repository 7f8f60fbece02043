"""Boundary conditions: Force, Displacement, UniformField and Gravity.

Their values are numbers, arrays over the time grid of a configuration, or functions of time. Forces
and fields act with their value at the time of every stage of an integrator. An array is linear
in between; its last value goes on after its end.

A Displacement prescribes a coordinate: it is cm + f(t), whatever the initial conditions say, and
its velocity and acceleration are those of f. An array is then joined by a cubic spline: a motion in
straight pieces would have jumps of its velocity, and infinite forces.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.core.values import real, shown
from linkwork.planar.bodies import AXES, RigidBody
from linkwork.planar.checks import array, refuse
from linkwork.planar.configuration import RunConfiguration
from linkwork.planar.motions import spline

Value = float | np.ndarray | Callable[[float], float]
"""A number, an array over the time grid, or a function of time."""


def value_of(owner: str, argument: str, value: Any) -> Value:
    """The stored form of a number, array or function."""
    if callable(value):
        return _function(owner, argument, value)
    constant = real(value)
    if constant is not None:
        return constant
    wants = "a finite real number, an array of them over the time grid or a function of time"
    if not isinstance(value, (list, tuple, np.ndarray)):
        raise refuse(owner, argument, wants, value)
    found = array(owner, argument, value, wants)
    if found.ndim != 1 or len(found) < 2:
        raise refuse(owner, argument, f"{wants}, not of shape {found.shape}", value)
    return found


def _function(owner: str, argument: str, value: Callable[..., Any]) -> Callable[[float], float]:
    try:
        inspect.signature(value).bind(0.0)
    except TypeError:
        raise refuse(owner, argument, "a function of one argument, the time", value) from None
    except ValueError:
        pass  # built-in functions may not tell their arguments
    result = value(0.0)
    if real(result) is None:
        raise ParameterError(
            f"{owner}: the function {argument} must return a finite real number, got "
            f"{shown(result)} at t = 0"
        )
    return value


class Condition:
    """Base of all boundary conditions.

    config -- the configuration whose time grid arrays belong to
    """

    def __init__(self, config: RunConfiguration) -> None:
        if not isinstance(config, RunConfiguration):
            raise TypeError(
                f"{type(self).__name__}: config must be a RunConfiguration, got {shown(config)}"
            )
        self.config = config

    @property
    def label(self) -> str:
        """The condition as errors call it."""
        return type(self).__name__

    def __repr__(self) -> str:
        return f"<{self.label}>"

    def check_grid(self, argument: str, value: Value) -> None:
        """Refuse an array that has not one value for each time."""
        if isinstance(value, np.ndarray) and len(value) != self.config.n_timesteps:
            raise ParameterError(
                f"{self.label}: {argument} must have one value for each of the "
                f"{self.config.n_timesteps} times of its configuration (n_timesteps), "
                f"got {len(value)}"
            )


class CoordinateCondition(Condition):
    """A condition on one coordinate of a body.

    f -- number, array over the time grid, or function of time
    body -- the body; dof -- 0, 1, 2 for x, y, theta
    """

    def __init__(self, config: RunConfiguration, f: Any, body: RigidBody, dof: int) -> None:
        self.body, self.dof = body, dof
        super().__init__(config)
        if not isinstance(body, RigidBody):
            raise TypeError(f"{type(self).__name__}: body must be a RigidBody, got {shown(body)}")
        is_whole = isinstance(dof, (int, np.integer)) and not isinstance(dof, bool)
        if not is_whole or dof not in (0, 1, 2):
            owner = f"{type(self).__name__} on {body.label}"
            raise refuse(owner, "dof", "0, 1 or 2 for x, y or theta", dof)
        self.dof = int(dof)
        self.f = f

    @property
    def f(self) -> Value:
        """The value: number, array or function."""
        return self._f

    @f.setter
    def f(self, value: Any) -> None:
        found = value_of(self.label, "f", value)
        self.check_grid("f", found)
        self._f = found

    @property
    def label(self) -> str:
        return f"{type(self).__name__} on {AXES[self.dof]} of {self.body.label}"


class Force(CoordinateCondition):
    """A force on x or y [N], or a torque on theta [N m]."""


class Displacement(CoordinateCondition):
    """A prescribed motion of x or y [m], or of theta [rad], counted from cm.

    rate -- function of time with the velocity of a function f; None: taken by differences
    """

    def __init__(
        self, config: RunConfiguration, f: Any, body: RigidBody, dof: int, rate: Any = None
    ) -> None:
        super().__init__(config, f, body, dof)
        self.rate = rate

    @property
    def rate(self) -> Callable[[float], float] | None:
        """Velocity of the function f."""
        return self._rate

    @rate.setter
    def rate(self, value: Any) -> None:
        if value is not None and not callable(value):
            raise refuse(self.label, "rate", "a function of time or None", value)
        self._rate = None if value is None else _function(self.label, "rate", value)

    def start(self) -> tuple[float, float]:
        """Position and velocity at t = 0."""
        f = self.f
        if isinstance(f, np.ndarray):
            position, velocity = spline(self.config.times, f)
            return position(0.0), velocity(0.0)
        if not callable(f):
            return f, 0.0
        if self.rate is not None:
            return float(f(0.0)), float(self.rate(0.0))
        # the formula and the step of CoordinateConstraint, so that both agree
        dt = 0.25 * self.config.step
        weights = (-25.0, 48.0, -36.0, 16.0, -3.0)
        slope = sum(weight * f(k * dt) for k, weight in enumerate(weights)) / (12.0 * dt)
        return float(f(0.0)), float(slope)


class UniformField(Condition):
    """A uniform acceleration field: each body receives m a at its centre of mass.

    a -- (ax, ay) [m/s^2], each a number, an array over the time grid or a function of time
    bodies -- the bodies it acts on; None: all of the model
    """

    def __init__(
        self, config: RunConfiguration, a: Any, bodies: Iterable[RigidBody] | None = None
    ) -> None:
        super().__init__(config)
        self.bodies = None if bodies is None else self._checked_bodies(bodies)
        self.a = a

    def _checked_bodies(self, bodies: Any) -> list[RigidBody]:
        found = [bodies] if isinstance(bodies, RigidBody) else list(bodies)
        for body in found:
            if not isinstance(body, RigidBody):
                raise TypeError(f"{self.label}: bodies must be RigidBodies, got {shown(body)}")
        return found

    @property
    def a(self) -> tuple[Value, ...]:
        """(ax, ay) of the field [m/s^2]."""
        return self._a

    @a.setter
    def a(self, value: Any) -> None:
        if not isinstance(value, (list, tuple, np.ndarray)) or len(value) != 2:
            raise refuse(self.label, "a", "two components (ax, ay)", value)
        found = tuple(
            value_of(self.label, name, part) for name, part in zip(("ax", "ay"), value, strict=True)
        )
        for name, part in zip(("ax", "ay"), found, strict=True):
            self.check_grid(name, part)
        self._a = found


class Gravity(UniformField):
    """Weight of all bodies, or of some: the field (0, -g).

    g -- acceleration of gravity [m/s^2]
    """

    def __init__(
        self,
        config: RunConfiguration,
        g: Any = 9.81,
        bodies: Iterable[RigidBody] | None = None,
    ) -> None:
        constant = real(g)
        if constant is None:
            raise refuse(type(self).__name__, "g", "a finite real number [m/s^2]", g)
        super().__init__(config, (0.0, -constant), bodies)

    @property
    def g(self) -> float:
        """Acceleration of gravity along -y [m/s^2]."""
        down = self._a[1]
        assert isinstance(down, float)
        return -down

    @g.setter
    def g(self, value: Any) -> None:
        constant = real(value)
        if constant is None:
            raise refuse(self.label, "g", "a finite real number [m/s^2]", value)
        self.a = (0.0, -constant)
