"""Loads of forces and fields on single coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.planar.bodies import RigidBody
from linkwork.planar.conditions import Condition, Force, UniformField


class Load:
    """One load on one coordinate: factor times a number, an array or a function of time."""

    def __init__(self, condition: Force | UniformField, body: RigidBody, dof: int) -> None:
        self.condition, self.body, self.dof = condition, body, dof
        self.times = condition.config.times
        self.number: Any = None
        self.written: tuple[Any, ...] = ()

    @property
    def value(self) -> Any:
        """Number, array or function."""
        if isinstance(self.condition, UniformField):
            return self.condition.a[self.dof]
        return self.condition.f

    @property
    def factor(self) -> float:
        """Mass of the body in a field, else 1."""
        return float(self.body.m) if isinstance(self.condition, UniformField) else 1.0

    def course(self, times: np.ndarray) -> Any:
        """Value at some times [N or N m], as written to the model."""
        value, factor = self.written
        if isinstance(value, np.ndarray):
            value = np.interp(times, self.times, value)
        elif callable(value):
            value = np.array([float(value(float(t))) for t in times])
        return factor * value


def loads_of(bodies: Sequence[RigidBody], conditions: Sequence[Condition]) -> list[Load]:
    """All loads of forces and fields."""
    found = []
    for condition in conditions:
        if isinstance(condition, Force):
            found.append(Load(condition, condition.body, condition.dof))
        elif isinstance(condition, UniformField):
            on = bodies if condition.bodies is None else condition.bodies
            found += [Load(condition, body, dof) for body in on for dof in (0, 1)]
    return found
