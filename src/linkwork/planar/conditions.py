"""Boundary conditions: Force, Displacement, UniformField and Gravity.

Their values are numbers, arrays over the time grid of a configuration, or functions of time. Forces
and fields act with their value at the time of each stage of an integrator. Arrays are interpolated
linearly and keep their last value after their end.

A Displacement prescribes a coordinate as cm + f(t), independent of the initial conditions, and its
velocity and acceleration are those of f. An array is then interpolated by a cubic spline: piecewise
linear motion would have jumps of velocity, and infinite forces.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.declare.values import real, shown
from linkwork.core.errors import ParameterError
from linkwork.planar.bodies import AXES, RigidBody
from linkwork.planar.checks import Checked, array, is_whole, list_of, number, refuse
from linkwork.planar.configuration import RunConfiguration
from linkwork.planar.motions import Function, rate_of, spline

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
        pass  # built-in functions may not have a signature
    result = value(0.0)
    if real(result) is None:
        raise ParameterError(
            f"{owner}: the function {argument} must return a finite real number, got "
            f"{shown(result)} at t = 0"
        )
    return value


def _config(owner: str, argument: str, value: Any) -> RunConfiguration:
    if not isinstance(value, RunConfiguration):
        raise TypeError(f"{owner}: {argument} must be a RunConfiguration, got {shown(value)}")
    return value


def _body(owner: str, argument: str, value: Any) -> RigidBody:
    if not isinstance(value, RigidBody):
        raise TypeError(f"{owner}: {argument} must be a RigidBody, got {shown(value)}")
    return value


def _dof(owner: str, argument: str, value: Any) -> int:
    if not is_whole(value) or value not in (0, 1, 2):
        raise refuse(owner, argument, "0, 1 or 2 for x, y or theta", value)
    return int(value)


def _bodies(owner: str, argument: str, value: Any) -> list[RigidBody] | None:
    if value is None:
        return None
    found = [value] if isinstance(value, RigidBody) else value
    return list_of(owner, argument, found, RigidBody, "bodies")


class Condition(Checked):
    """Base of all boundary conditions.

    config -- the configuration that has the time grid of arrays
    """

    config: RunConfiguration
    checks = {"config": _config}

    def __init__(self, config: RunConfiguration) -> None:
        self.config = config

    def __repr__(self) -> str:
        return f"<{self.label}>"

    def check_grid(self, argument: str, value: Value) -> None:
        """Raise an error if an array does not have one value for each time.

        argument -- name of the parameter, for the message
        value -- a number, an array or a function
        """
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

    body: RigidBody
    dof: int
    checks = {**Condition.checks, "body": _body, "dof": _dof}

    def __init__(self, config: RunConfiguration, f: Any, body: RigidBody, dof: int) -> None:
        super().__init__(config)
        self.body = body
        self.dof = dof
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
        """The condition in error texts, with its known parts."""
        kind, known = type(self).__name__, self.__dict__
        if "body" not in known:
            return kind
        axis = f"{AXES[known['dof']]} of " if "dof" in known else ""
        return f"{kind} on {axis}{known['body'].label}"


class Force(CoordinateCondition):
    """A force on x or y [N], or a torque on theta [N m]."""


class Displacement(CoordinateCondition):
    """A prescribed motion of x or y [m], or of theta [rad], measured from cm.

    rate -- function of time with the velocity of a function f; None: computed by differences.
    Setting another f removes the rate.
    """

    def __init__(
        self, config: RunConfiguration, f: Any, body: RigidBody, dof: int, rate: Any = None
    ) -> None:
        super().__init__(config, f, body, dof)
        self.rate = rate

    @property
    def rate(self) -> Callable[[float], float] | None:
        """Velocity of the function f."""
        owner, rate = self._rate
        return rate if owner is self._f else None

    @rate.setter
    def rate(self, value: Any) -> None:
        if value is not None:
            if not callable(value):
                raise refuse(self.label, "rate", "a function of time or None", value)
            if not callable(self.f):
                raise refuse(self.label, "rate", "None unless f is a function", value)
            _function(self.label, "rate", value)
        self._rate = self._f, value

    def course(self) -> tuple[Function, Function]:
        """(position, velocity) of an array or a function."""
        f, config = self.f, self.config
        if isinstance(f, np.ndarray):
            try:
                return spline(config.times, f)
            except ValueError:
                raise ParameterError(
                    f"{self.label}: f must be values whose rates over steps of {config.step:g} s "
                    f"are finite, got values up to {np.max(np.abs(f)):g}"
                ) from None
        assert callable(f)
        return f, self.rate or self.rate_of(f)

    def rate_of(self, function: Function) -> Function:
        """Derivative of a function of time, by differences.

        function -- function of time
        """
        return rate_of(function, self.config.step, self.config.termination_time)

    def start(self, course: tuple[Function, Function]) -> list[float]:
        """Position, velocity and acceleration at t = 0.

        course -- position and velocity as functions of time
        """
        try:
            state = [real(part(0.0)) for part in (*course, self.rate_of(course[1]))]
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            raise ParameterError(f"{self.label}: f failed near t = 0: {told}") from error
        found = [part for part in state if part is not None]
        if len(found) < len(state):
            raise ParameterError(f"{self.label}: f must be finite and smooth near t = 0")
        return found

    def check_end(self, end: float) -> None:
        """Raise an error if an array ends before the run: the further motion is unknown.

        end -- end of the run [s]
        """
        own = self.config.termination_time
        if isinstance(self.f, np.ndarray) and own < end:
            raise ParameterError(
                f"{self.label}: f must last until the end of the run at {end:g} s, got an array "
                f"that ends at {own:g} s (termination_time of its configuration)"
            )


class UniformField(Condition):
    """A uniform acceleration field: each body receives m a at its center of mass.

    a -- (ax, ay) [m/s^2], each a number, an array over the time grid or a function of time
    bodies -- the bodies it acts on; None: all bodies of the model
    """

    bodies: list[RigidBody] | None
    checks = {**Condition.checks, "bodies": _bodies}

    def __init__(self, config: RunConfiguration, a: Any, bodies: Any = None) -> None:
        super().__init__(config)
        self.bodies = bodies
        self.a = a

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
        bodies: Any = None,
    ) -> None:
        super().__init__(config, (0.0, -_gravity(type(self).__name__, "g", g)), bodies)

    @property
    def g(self) -> float:
        """Acceleration of gravity along -y [m/s^2]."""
        down = self._a[1]
        assert isinstance(down, float)
        return -down

    @g.setter
    def g(self, value: Any) -> None:
        self.a = (0.0, -_gravity(self.label, "g", value))


def _gravity(owner: str, argument: str, value: Any) -> float:
    return number(owner, argument, value, "m/s^2")
