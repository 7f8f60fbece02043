"""Parameters of the connectors that represent springs."""

from __future__ import annotations

from typing import Any

from linkwork.planar.linear_spring import LinearSpringDamper
from linkwork.planar.springs import SpringDamper

LINEAR_NAMES = (
    "stiffness", "damping", "preload", "referenceLength", "referenceVector", "referenceAngle",
    "springType", "curve", "extrapolate", "noAdhesion", "coupling", "releasedAxes", "release",
    "formulation", "dampingDirection",
)  # fmt: skip
ROTATIONAL_NAMES = ("stiffness", "damping", "offset")
NO_CURVE: list[float] = []


def names_of(spring: SpringDamper) -> tuple[str, ...]:
    """Parameters of a spring's connector, in the order of `values_of`."""
    return LINEAR_NAMES if isinstance(spring, LinearSpringDamper) else ROTATIONAL_NAMES


def values_of(spring: SpringDamper) -> tuple[Any, ...]:
    """Values of a spring's connector."""
    if isinstance(spring, LinearSpringDamper):
        return (
            spring.k, spring.c, spring.p, spring.l0, (spring.l0x, spring.l0y), spring.l0t,
            spring.type, NO_CURVE if spring.kcurve is None else spring.kcurve,
            spring.extrapolate, spring.no_adhesion, spring.mu, spring.constraint,
            spring.release, spring.formulation, spring.damping,
        )  # fmt: skip
    acts = 0.0 if spring.constraint[2] else 1.0
    return acts * spring.k, acts * spring.c, spring.l0t - spring.p
