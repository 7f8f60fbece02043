"""Planar bodies with springs and dampers: a front end of the engine.

from linkwork import planar as lw

body = lw.Disc(m=1.0, R=1.0, cm=(0.0, 1.0, 0.0))
spring = lw.LinearSpringDamper(k=100, c=0, parent=body, child=None)
run = lw.RunConfiguration(n_timesteps=1000, termination_time=0.5)
solution = lw.Solver(bodies=[body], springs=[spring], config=run).solve()
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from linkwork.planar.bodies import Circle, Disc, Ellipse, RigidBody, Semicircle
from linkwork.planar.conditions import Displacement, Force, Gravity, UniformField
from linkwork.planar.configuration import RunConfiguration
from linkwork.planar.linear_spring import LinearSpringDamper
from linkwork.planar.rotational_spring import RotationalSpringDamper
from linkwork.planar.solver import Solver
from linkwork.planar.springs import SpringDamper

__all__ = [
    "Animator",
    "Circle",
    "Disc",
    "Displacement",
    "Ellipse",
    "Force",
    "Gravity",
    "LinearSpringDamper",
    "RigidBody",
    "RotationalSpringDamper",
    "RunConfiguration",
    "Semicircle",
    "Solver",
    "SpringDamper",
    "UniformField",
]


def __getattr__(name: str) -> Any:
    """Import Animator when it is first used: it needs Matplotlib."""
    if name == "Animator":
        return import_module("linkwork.planar.pictures.animator").Animator
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
