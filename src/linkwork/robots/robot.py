"""The class Robot: a description with functions on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.enums import NodeType
from linkwork.core.errors import ParameterError
from linkwork.robots.description import (
    UNIT,
    ZERO,
    Joint,
    Link,
    Matrix,
    Report,
    Vector,
    changes,
)
from linkwork.robots.functions import RobotFunctions
from linkwork.robots.model import RobotModel

if TYPE_CHECKING:
    from linkwork.robots.add_to import RobotTree


@dataclass(eq=False)
class Loop:
    """A closed loop of a file: two links that are held together.

    kind -- "connect" (a point), "weld" (a frame) or "joint" (coordinates: q1 = polynomial of q2)
    first, second -- names of links, of joints for "joint"; p [m], R -- place in the first link
    p2 [m], R2 -- place in the second link; coefficients -- of the polynomial
    """

    kind: str
    first: str
    second: str = ""
    p: Vector = ZERO
    R: Matrix = UNIT
    p2: Vector = ZERO
    R2: Matrix = UNIT
    coefficients: tuple[float, ...] = ()


@dataclass(eq=False)
class Robot(RobotFunctions):
    """A robot as plain data, and its kinematics and dynamics.

    name -- its name; links, joints -- by name, in the order of the file
    root -- name of the first link; base -- "fixed" or "free": whether it is part of the ground
    gravityVector [m/s^2] -- in global axes
    frames -- name -> link, rotation, position: further frames on links
    keyframes -- name -> positions q that the file names; loops -- what closes loops
    report -- what the reader ignored, repaired or assumed; file -- where it comes from

    `linkwork.robots.read` makes it from a file. Links and joints may be changed at any time; the
    functions always belong to their present values.
    """

    name: str = "robot"
    links: dict[str, Link] = field(default_factory=dict)
    joints: dict[str, Joint] = field(default_factory=dict)
    root: str = ""
    base: str = "fixed"
    gravityVector: Any = (0.0, 0.0, -9.81)  # noqa: N815 -- named as parameters of items are
    frames: dict[str, tuple[str, Matrix, Vector]] = field(default_factory=dict)
    keyframes: dict[str, Any] = field(default_factory=dict)
    loops: list[Loop] = field(default_factory=list)
    report: Report = field(default_factory=Report)
    file: str = ""

    def __post_init__(self) -> None:
        self._built: tuple[Any, RobotModel] | None = None

    @property
    def model(self) -> RobotModel:
        """The tree of this description, with names; made anew after changes."""
        names = tuple(self.links), tuple(self.joints), tuple(self.frames)
        state = changes[0], names, self.root, self.base
        if self._built is None or self._built[0] != state:
            self._check()
            self._built = state, RobotModel(self)
        return self._built[1]

    def _check(self) -> None:
        """Refuse what is no tree."""
        if self.base not in ("fixed", "free"):
            raise ParameterError(f'robot {self.name}: base must be "fixed" or "free"')
        if self.root not in self.links:
            raise ParameterError(f"robot {self.name}: the root {self.root!r} is not a link")
        for joint in self.joints.values():
            for end in (joint.parent, joint.child):
                if end not in self.links:
                    raise ParameterError(f"joint {joint.name}: the link {end!r} does not exist")
            if joint.kind != "fixed" and abs(np.linalg.norm(joint.axis) - 1.0) > 1e-9:
                raise ParameterError(f"joint {joint.name}: the axis must be of length 1")
            if not joint.frictionZone > 0.0:
                raise ParameterError(
                    f"joint {joint.name}: frictionZone must be > 0, got {joint.frictionZone}"
                )

    @property
    def mass(self) -> float:
        """Mass of all links [kg]."""
        return sum(link.mass for link in self.links.values())

    def add_to(
        self,
        mbs: Any,
        base: str | None = None,
        gravity: Any = None,
        nodeType: Any = NodeType.RotationRotationVector,  # noqa: N803
        limits: bool = True,
        limitStiffness: float = 1.0e4,  # noqa: N803
        limitDamping: float = 10.0,  # noqa: N803
        loops: bool = True,
        shapes: bool = True,
    ) -> RobotTree:
        """Add the robot to a system as a KinematicTree; joints that follow have no coordinate.

        mbs -- the system; base -- "fixed" or "free", None: that of the robot
        gravity [m/s^2] -- in global axes, None: that of the robot
        nodeType -- of a free base: NodeType.RotationEulerParameters, RotationRxyz or
        RotationRotationVector
        limits -- whether limits of joints act, as springs and dampers beyond them; joints start at
        zero, or at the limit next to it
        limitStiffness [Nm/rad or N/m], limitDamping [Nms/rad or Ns/m] -- of all limits
        loops -- whether joints and constraints close the loops of the file
        shapes -- whether the shapes of links are drawn; meshes other than STL need trimesh
        """
        from linkwork.robots.add_to import add_to

        return add_to(
            self,
            mbs,
            base,
            gravity,
            nodeType,
            limits,
            limitStiffness,
            limitDamping,
            loops,
            shapes,
        )

    def to_urdf(self, file: Any = None) -> str:
        """The description as URDF; returns the text, and writes it if a file is given.

        file -- name of the file, None: none is written
        """
        from linkwork.robots.urdf_writer import urdf_text

        text = urdf_text(self)
        if file is not None:
            Path(file).write_text(text, encoding="utf-8")
        return text

    def save(self, file: Any) -> None:
        """Write the description as a JSON file, which `linkwork.robots.read` reads.

        file -- name of the file
        """
        from linkwork.robots.json_files import write_json

        write_json(self, Path(file))

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _lines(self) -> Iterator[str]:
        """Tree, coordinates, mass, limits and the report."""
        model = self.model
        yield (
            f"robot {self.name}: {len(self.links)} links, {len(self.joints)} joints, "
            f"{model.tree.nv} velocities, base {self.base}, {self.mass:.6g} kg"
        )
        children: dict[str, list[Joint]] = {}
        for joint in self.joints.values():
            children.setdefault(joint.parent, []).append(joint)
        yield self.root
        waiting = [(joint, 1) for joint in reversed(children.get(self.root, []))]
        while waiting:
            joint, depth = waiting.pop()
            yield f"{'  ' * depth}{_told(joint, self.links[joint.child])}"
            waiting += [(each, depth + 1) for each in reversed(children.get(joint.child, []))]
        for loop in self.loops:
            yield f"loop ({loop.kind}): {loop.first} - {loop.second or 'ground'}"
        yield from self.report.lines()


def _told(joint: Joint, link: Link) -> str:
    """A joint and its link in a line."""
    text = f"{joint.child} ({joint.name}, {joint.kind}"
    if joint.mimic is not None:
        follows = joint.mimic
        text += f", follows {follows.ratio:.6g} {follows.joint} + {follows.offset:.6g}"
    if joint.lower is not None or joint.upper is not None:
        ends = ["-" if end is None else f"{end:.6g}" for end in (joint.lower, joint.upper)]
        text += f", {ends[0]} ... {ends[1]}"
    return text + f"), {link.mass:.6g} kg" * bool(link.mass) + ")" * (not link.mass)
