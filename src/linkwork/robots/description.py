"""Plain description of a robot: links, joints, shapes, and what a reader had to decide."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

ZERO: Vector = (0.0, 0.0, 0.0)
UNIT: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
NO_INERTIA: Matrix = (ZERO, ZERO, ZERO)

JOINT_KINDS = (
    *("revolute", "continuous", "prismatic", "fixed"),
    *("floating", "planar", "ball"),
)
"""Kinds of joints of a description."""

changes = [0]
"""Number of changes of all descriptions: what was computed from one is known to be out of date."""


class RobotFileError(ParameterError):
    """A robot file that cannot be used; the text names file, line and element.

    text -- what is wrong; parameter -- not used
    """


class _Described:
    """A part of a description: vectors are tuples, and every change is counted."""

    _VECTORS: tuple[str, ...] = ()
    _MATRICES: tuple[str, ...] = ()

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._VECTORS:
            value = vector_of(value, f"{type(self).__name__}.{name}")
        elif name in self._MATRICES:
            value = matrix_of(value, f"{type(self).__name__}.{name}")
        changes[0] += 1
        super().__setattr__(name, value)


def vector_of(value: Any, name: str = "a vector") -> Vector:
    """Three finite numbers as a tuple; name -- for the text of errors"""
    numbers = np.asarray(value, dtype=float)
    if numbers.shape != (3,) or not np.isfinite(numbers).all():
        raise ParameterError(f"{name} must be three finite numbers, got {value!r:.80}")
    x, y, z = numbers.tolist()
    return x, y, z


def matrix_of(value: Any, name: str = "a matrix") -> Matrix:
    """3 x 3 finite numbers as tuples; name -- for the text of errors"""
    numbers = np.asarray(value, dtype=float)
    if numbers.shape != (3, 3) or not np.isfinite(numbers).all():
        raise ParameterError(f"{name} must be 3 x 3 finite numbers, got {value!r:.80}")
    a, b, c = (vector_of(row, name) for row in numbers)
    return a, b, c


@dataclass
class Shape(_Described):
    """A shape of a link: for pictures, or for contact.

    kind -- "mesh", "box", "cylinder", "sphere" or "capsule"
    size [m] -- edges of a box; radius and length along z of a cylinder or capsule; radius of a
    sphere; factors per axis of a mesh
    file -- of a mesh, as it was found; "" if it was not
    source -- the file's name as it was written
    p [m], R -- place in the link's frame; color -- red, green, blue, opacity in 0 ... 1
    """

    kind: str
    size: tuple[float, ...] = ()
    file: str = ""
    source: str = ""
    p: Vector = ZERO
    R: Matrix = UNIT
    color: tuple[float, ...] | None = None
    _VECTORS = ("p",)
    _MATRICES = ("R",)


@dataclass
class Link(_Described):
    """A body of a robot.

    name -- its name; mass [kg] -- its mass; center [m] -- center of mass in the link's frame
    inertia [kg m^2] -- about the center of mass, in the axes of the link
    visuals, collisions -- shapes for pictures and for contact
    """

    name: str
    mass: float = 0.0
    center: Vector = ZERO
    inertia: Matrix = NO_INERTIA
    visuals: list[Shape] = field(default_factory=list)
    collisions: list[Shape] = field(default_factory=list)
    _VECTORS = ("center",)
    _MATRICES = ("inertia",)


@dataclass
class Mimic(_Described):
    """A joint that follows another one: q = ratio q_leader + offset.

    joint -- name of the leader; ratio -- factor; offset [rad or m] -- added to it
    """

    joint: str
    ratio: float = 1.0
    offset: float = 0.0


@dataclass
class Joint(_Described):
    """A joint between two links; the child's frame is the joint's frame.

    name -- its name; kind -- one of JOINT_KINDS; parent, child -- names of links
    p [m], R -- frame of the joint in the parent's frame; axis -- in the joint's frame, length 1
    lower, upper [rad or m] -- limits of the position; None: no limit
    velocity [rad/s or m/s], effort [Nm or N] -- largest rate and force; None: no limit
    damping [Nms/rad or Ns/m] -- viscous; friction [Nm or N] -- dry friction
    frictionZone [rad/s or m/s] -- below this rate dry friction is proportional to the rate
    armature [kg m^2 or kg] -- inertia of the drive about the joint's axis
    stiffness [Nm/rad or N/m], rest [rad or m] -- spring of the joint and where it is relaxed
    mimic -- the joint that it follows, if any
    """

    name: str
    kind: str
    parent: str
    child: str
    p: Vector = ZERO
    R: Matrix = UNIT
    axis: Vector = (1.0, 0.0, 0.0)
    lower: float | None = None
    upper: float | None = None
    velocity: float | None = None
    effort: float | None = None
    damping: float = 0.0
    friction: float = 0.0
    frictionZone: float = 1e-3  # noqa: N815 -- named as parameters of items are
    armature: float = 0.0
    stiffness: float = 0.0
    rest: float = 0.0
    mimic: Mimic | None = None
    _VECTORS = ("p", "axis")
    _MATRICES = ("R",)


@dataclass
class Report:
    """What a reader decided about a file.

    ignored, repaired, assumed -- sentences of each kind
    """

    ignored: list[str] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)

    def lines(self) -> Iterable[str]:
        """The sentences, each with its kind."""
        for kind in ("ignored", "repaired", "assumed"):
            for text in getattr(self, kind):
                yield f"{kind}: {text}"

    def __str__(self) -> str:
        return "\n".join(self.lines()) or "nothing was ignored, repaired or assumed"
