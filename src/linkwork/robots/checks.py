"""What every reader checks and repairs at the end: root, inertias, joints that move nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError, SysError
from linkwork.math.tolerances import NEGATIVE_MOMENT_OF_FILES, ROUNDED_PIVOT
from linkwork.robots.description import Joint, Link, Report, RobotFileError, matrix_of
from linkwork.robots.loose import loose_coordinates
from linkwork.robots.robot import Robot

RADIUS = 0.05
"""Radius of the sphere whose inertia a link without mass gets with a given mass [m]."""


@dataclass
class Reading:
    """A file that is being read.

    places -- "joint name", "link name", "inertia name" -> file, line and element in words
    """

    file: str
    strict: bool = False
    report: Report = field(default_factory=Report)
    places: dict[str, str] = field(default_factory=dict)

    def where(self, kind: str, name: str) -> str:
        """Place of a part of the robot in words."""
        return self.places.get(f"{kind} {name}", f"{self.file}, {kind} {name}")

    def error(self, where: str, text: str) -> RobotFileError:
        """An error about a place."""
        return RobotFileError(f"{where}: {text}")


def finish(robot: Robot, reading: Reading, options: dict[str, Any]) -> Robot:
    """Complete and check a robot that was read."""
    _choose_root(robot, reading, options["root"])
    robot.base = options["base"] or robot.base
    _check_inertias(robot, reading)
    try:
        _check_moving(robot, reading, options["massless"])
        robot.model.neutral.copy()
    except RobotFileError:
        raise
    except SysError as error:
        raise RobotFileError(f"{reading.file}: {error}") from None
    return robot


# ------------------------------------------------------------------------------- root


def _choose_root(robot: Robot, reading: Reading, root: str | None) -> None:
    """Find the only link without a parent, or take the one that was asked for."""
    children = {joint.child for joint in robot.joints.values()}
    roots = [name for name in robot.links if name not in children]
    if root is None:
        if len(roots) != 1:
            raise RobotFileError(_not_one(robot, reading, roots))
        robot.root = roots[0]
    else:
        if root not in robot.links:
            raise ParameterError(f"{reading.file}: root={root!r} is not a link")
        robot.root = root
    kept = _behind(robot)
    lost = [name for name in robot.links if name not in kept]
    if lost and root is None:
        name = lost[0]
        raise reading.error(reading.where("link", name), f"link {name} is part of a closed loop")
    if lost:
        robot.links = {name: robot.links[name] for name in kept}
        robot.joints = {
            name: joint
            for name, joint in robot.joints.items()
            if joint.parent in kept and joint.child in kept and joint.child != root
        }
        reading.report.ignored.append(f"{len(lost)} links that are not behind the root {root}")


def _not_one(robot: Robot, reading: Reading, roots: list[str]) -> str:
    if not roots:
        return (
            f"{reading.file}: no link is without a parent, the joints form a loop; "
            "root= chooses a link to begin with"
        )
    places = "; ".join(reading.where("link", name) for name in roots)
    return (
        f"{reading.file}: {len(roots)} links have no parent: {', '.join(roots)} ({places}); "
        "root= chooses one of them"
    )


def _behind(robot: Robot) -> dict[str, None]:
    """Links that are reached from the root."""
    children: dict[str, list[str]] = {}
    for joint in robot.joints.values():
        children.setdefault(joint.parent, []).append(joint.child)
    found, waiting = dict[str, None](), [robot.root]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            waiting += children.get(name, [])
    return {name: None for name in robot.links if name in found}


# ------------------------------------------------------------------------------- inertias


def _check_inertias(robot: Robot, reading: Reading) -> None:
    """Note inertias that no body has."""
    for link in robot.links.values():
        fault = inertia_fault(link)
        if not fault:
            continue
        if reading.strict:
            raise reading.error(reading.where("inertia", link.name), f"link {link.name}: {fault}")
        reading.report.assumed.append(f"link {link.name}: {fault}; it is used as it is")


def inertia_fault(link: Link) -> str:
    """What is wrong with the inertia of a link, "" if nothing is; none at all is accepted."""
    T = np.asarray(link.inertia)
    if not T.any():
        return ""
    if link.mass == 0.0:
        return "inertia without mass"
    moments = np.linalg.eigvalsh(T)
    told = ", ".join(f"{x:.4g}" for x in moments)
    if moments[0] < -NEGATIVE_MOMENT_OF_FILES * abs(moments[2]):
        return f"inertia is not positive (principal moments {told} kg m^2)"
    if moments[0] + moments[1] < moments[2] * (1 - 1e-6):
        return f"inertia breaks the triangle inequality (principal moments {told} kg m^2)"
    return ""


# ------------------------------------------------------------------------------- motion


def _check_moving(robot: Robot, reading: Reading, massless: str | float) -> None:
    """Refuse, fix or load joints that move no inertia."""
    seen = set[str]()
    while True:  # each time with another joint
        idle = idle_joints(robot)
        if not idle:
            loose = loose_coordinates(robot)
            if loose:
                names = ", ".join(loose)
                reading.report.assumed.append(
                    f"no forward dynamics: {names} can move without moving mass"
                )
            return
        joint = robot.joints[idle[0]]
        if massless == "keep":
            names = ", ".join(reversed(idle))
            reading.report.assumed.append(f"no forward dynamics: {names} move no mass")
            return
        if joint.name in seen:
            raise reading.error(
                reading.where("joint", joint.name),
                f"joint {joint.name} moves no mass that differs from rounding although link "
                f"{joint.child} got {massless:.6g} kg; massless must be larger, or "
                '"drop" or "keep"',
            )
        seen.add(joint.name)
        if massless == "drop":
            joint.kind, joint.mimic = "fixed", None
            reading.report.repaired.append(
                f"joint {joint.name}: fixed, because it moves no mass (link {joint.child})"
            )
        elif isinstance(massless, (int, float)) and massless > 0.0:
            _load(robot.links[joint.child], float(massless))
            reading.report.assumed.append(
                f"link {joint.child}: {massless:.6g} kg, because joint {joint.name} moves no mass"
            )
        else:
            raise reading.error(
                reading.where("joint", joint.name),
                f"joint {joint.name} moves link {joint.child}, which has no mass or inertia "
                'about it; massless="drop" fixes such joints, massless="keep" keeps them for '
                "kinematics, massless=0.1 gives the link 0.1 kg",
            )


def _load(link: Link, mass: float) -> None:
    """Give a link the inertia of a small sphere."""
    link.mass += mass
    added = 0.4 * mass * RADIUS**2 * np.eye(3)
    link.inertia = matrix_of(np.asarray(link.inertia) + added)


def idle_joints(robot: Robot) -> list[str]:
    """Joints with a coordinate that moves no inertia, the first ones of chains last."""
    model = robot.model
    if model.tree.nv == 0:
        return []
    rng = np.random.default_rng(1)
    q = robot.integrate(model.neutral, rng.normal(size=(2, model.tree.nv)))
    diagonal = np.einsum("nii->ni", robot.mass_matrix(q, threads=1)).max(axis=0)
    bad = diagonal <= ROUNDED_PIVOT * max(diagonal.max(), 1e-300)
    found = [
        name for name, k in model.places.items() if bad[k] and _base_name(robot, name) is not None
    ]
    return [_known(robot, name) for name in reversed(found)]


def _base_name(robot: Robot, name: str) -> Joint | None:
    """The joint of a coordinate; None for a free base."""
    return robot.joints.get(name) or robot.joints.get(name.rpartition("/")[0])


def _known(robot: Robot, name: str) -> str:
    return name if name in robot.joints else name.rpartition("/")[0]
