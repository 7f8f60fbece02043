"""SpringDamper: what all spring/dampers in the plane share, and its reference pose.

    attachment points   r = (x, y) + R(theta) delta;  at the boundary (None) the given position
    reference pose      (l0x, l0y) = r_p - r_c,  l0t = theta_p - theta_c

of parent p and child c, with the bodies at their `cm` when the spring is created: displacements
that are later given as initial conditions stretch it.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError
from linkwork.planar.bodies import RigidBody
from linkwork.planar.checks import (
    Checked,
    flag,
    flags,
    is_whole,
    not_negative,
    number,
    position,
    text,
)

Position = tuple[float, ...]


def attachment(pose: Position | None, place: Position) -> Position:
    """Point of a body at a pose (x, y, theta), or of the boundary (None) [m]."""
    if pose is None:
        return place
    x, y, theta = pose
    cosine, sine = math.cos(theta), math.sin(theta)
    return x + cosine * place[0] - sine * place[1], y + sine * place[0] + cosine * place[1]


class SpringDamper(Checked):
    """Base of LinearSpringDamper and RotationalSpringDamper, which define force laws.

    A plain SpringDamper only holds values; a Solver does not accept it.

    k, c -- stiffness and damping, >= 0
    p -- displacement at the reference pose, > 0: tension
    dof_constraint, constraint -- (x, y, theta): True releases the axis, the spring does not act
    along it
    parent, child -- index of the body in its Solver, None for the boundary; before the spring is
    part of a Solver, the body itself, as always in `parent_body` and `child_body`
    xp, yp, xc, yc -- attachment in the body's own axes from its center of mass, or the absolute
    position at the boundary [m]
    l0x, l0y, l0t -- reference pose [m, m, rad]
    forcehist -- with track_force after a solve: (n, 4) force x, y on the parent, torque on the
    parent, torque on the child [N, N, N m, N m]; else None
    """

    k: float
    c: float
    p: float
    constraint: tuple[bool, bool, bool]
    xp: float
    yp: float
    xc: float
    yc: float
    l0x: float
    l0y: float
    l0t: float
    track_force: bool
    name: str
    checks = {
        "k": not_negative,
        "c": not_negative,
        "constraint": flags,
        "track_force": flag,
        "name": text,
        **dict.fromkeys(("p", "xp", "yp", "xc", "yc", "l0x", "l0y", "l0t"), number),
    }

    has_law: ClassVar[bool] = False
    """Whether the class defines a force law."""
    forcehist: np.ndarray | None = None
    _parent: RigidBody | None
    _child: RigidBody | None
    parameters: ClassVar[tuple[str, ...]] = ("k", "c", "p", "l0t", "constraint")
    """Parameters that `Solver.solve` accepts as keywords."""

    def __init__(
        self,
        k: Any,
        c: Any,
        p: Any = 0.0,
        parent: RigidBody | None = None,
        child: RigidBody | None = None,
        parent_pos: Any = (0.0, 0.0),
        child_pos: Any = (0.0, 0.0),
        dof_constraint: Any = (False, False, False),
    ) -> None:
        if "name" not in self.__dict__:
            self._set_name("")
        self._bodies: list[RigidBody] | None = None
        self._parent = self._checked_body("parent", parent)
        self._child = self._checked_body("child", child)
        self.k = k
        self.c = c
        self.p = p
        self.constraint = flags(self.label, "dof_constraint", dof_constraint)
        self.track_force = False
        self.xp, self.yp = position(self.label, "parent_pos", parent_pos)
        self.xc, self.yc = position(self.label, "child_pos", child_pos)
        ends = [attachment(body.cm if body else None, place) for body, place in self.ends()]
        self.l0x, self.l0y = (a - b for a, b in zip(*ends, strict=True))
        self.l0t = (parent.cm[2] if parent else 0.0) - (child.cm[2] if child else 0.0)

    def _set_name(self, name: str) -> None:
        """Give it a name before anything else is checked, so that errors can show it."""
        self._parent = self._child = None
        self.__dict__["name"] = ""
        self.name = name

    # ------------------------------------------------------------------ bodies

    def _checked_body(self, argument: str, value: Any) -> RigidBody | None:
        """A body, or the one of an index; None is the boundary."""
        if is_whole(value):
            if self._bodies is None or not 0 <= value < len(self._bodies):
                there = (
                    "the spring is in no Solver yet"
                    if self._bodies is None
                    else f"the Solver has {len(self._bodies)} bodies"
                )
                raise ParameterError(
                    f"{self.label}: {argument} is not the index of a body, got {value!r}: {there}"
                )
            value = self._bodies[int(value)]
        if value is not None and not isinstance(value, RigidBody):
            raise TypeError(
                f"{self.label}: {argument} must be a RigidBody or None, got {shown(value)}"
            )
        other = self._child if argument == "parent" else self._parent
        if value is not None and value is other:
            raise ParameterError(
                f"{self.label}: parent and child must be different bodies, got {value.label} twice"
            )
        return value

    @property
    def parent_body(self) -> RigidBody | None:
        """The parent, None for the boundary."""
        return self._parent

    @property
    def child_body(self) -> RigidBody | None:
        """The child, None for the boundary."""
        return self._child

    @property
    def parent(self) -> int | RigidBody | None:
        """Index of the parent in the bodies of its Solver, None for the boundary.

        Before the spring is part of a Solver, the body itself. It can be set to a body, an index or
        None; the reference pose does not change.
        """
        return self._index(self._parent)

    @parent.setter
    def parent(self, value: Any) -> None:
        self._parent = self._checked_body("parent", value)

    @property
    def child(self) -> int | RigidBody | None:
        """Index of the child in the bodies of its Solver, None for the boundary.

        Before the spring is part of a Solver, the body itself. It can be set to a body, an index or
        None; the reference pose does not change.
        """
        return self._index(self._child)

    @child.setter
    def child(self, value: Any) -> None:
        self._child = self._checked_body("child", value)

    def _index(self, body: RigidBody | None) -> int | RigidBody | None:
        for index, member in enumerate(self._bodies or ()):
            if member is body:
                return index
        return body

    def join(self, bodies: list[RigidBody], ids: set[int]) -> None:
        """Join the bodies of a Solver; raises an error for a body that is not among `ids`.

        bodies -- bodies of the Solver
        ids -- their identities, as `id` returns them
        """
        if not self.has_law:
            raise TypeError(
                f"{self.label}: a {type(self).__name__} has no force law; use a "
                "LinearSpringDamper or a RotationalSpringDamper"
            )
        for argument, body in (("parent", self._parent), ("child", self._child)):
            if body is not None and id(body) not in ids:
                raise ParameterError(
                    f"{self.label}: {argument} must be one of the bodies of the Solver, "
                    f"got {body.label}"
                )
        if self._parent is None and self._child is None:
            raise ParameterError(f"{self.label}: parent or child must be a body, got None for both")
        self._bodies = bodies

    # ------------------------------------------------------------------ engine

    def check_start(self) -> None:
        """Raise an error if values are not compatible."""

    def warn_at_start(self) -> None:
        """Warn about an initial state that is allowed but probably not intended."""

    def ends(self) -> tuple[tuple[RigidBody | None, Position], tuple[RigidBody | None, Position]]:
        """(body, attachment) of parent and child."""
        return (self._parent, (self.xp, self.yp)), (self._child, (self.xc, self.yc))

    # ------------------------------------------------------------------ text

    @property
    def label(self) -> str:
        """The spring in error texts."""
        kind = type(self).__name__
        if self.name:
            return f"{kind} {self.name!r}"
        ends = ["boundary" if b is None else b.label for b in (self._parent, self._child)]
        return f"{kind} (parent {ends[0]}, child {ends[1]})"

    def __repr__(self) -> str:
        return f"<{self.label}: k = {self.k:g}, c = {self.c:g}, p = {self.p:g}>"
