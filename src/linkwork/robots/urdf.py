"""Reader of URDF files: links and joints into a description, with a report of all decisions."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.robots.checks import Reading, finish
from linkwork.robots.description import Joint, Link, Mimic, Vector
from linkwork.robots.mesh_files import MeshFiles
from linkwork.robots.robot import Robot
from linkwork.robots.rotations import from_roll_pitch_yaw
from linkwork.robots.urdf_shapes import read_material, read_shapes
from linkwork.robots.xml_lines import Element, XmlFile

KINDS = {
    "revolute": "revolute",
    "continuous": "continuous",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "floating": "floating",
    "planar": "planar",
    "spherical": "ball",
}
"""Types of joints in files -> kinds of a description; "spherical" is an extension of PyBullet."""

LINK_PARTS = ("inertial", "visual", "collision")
JOINT_PARTS = ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic")


def read_urdf(path: Path | str, data: bytes, options: dict[str, Any]) -> Robot:
    """A robot from the bytes of a URDF file."""
    return _Reader(XmlFile(path, data, options["strict"]), options).robot()


class _Reader:
    """One file on its way into a description."""

    def __init__(self, file: XmlFile, options: dict[str, Any]) -> None:
        self.file = file
        self.reading = Reading(str(file.path), strict=options["strict"])
        self.report = self.reading.report
        self.options = options
        self.meshes = MeshFiles(file.path, options["package_dirs"], self.report)
        self.ignored: Counter[str] = Counter()
        self.links: dict[str, Link] = {}
        self.joints: dict[str, Joint] = {}
        self.materials: dict[str, tuple[float, ...]] = {}

    def robot(self) -> Robot:
        """The description."""
        root = self.file.root
        if root.tag != "robot":
            raise self.file.error(root, f"a URDF file begins with <robot>, not with <{root.tag}>")
        for element in root:
            self._refuse_macro(element)
            if element.tag == "material":
                read_material(self.file, element, self.materials)
        for element in root:
            if element.tag == "link":
                self._link(element)
            elif element.tag == "joint":
                self._joint(element)
            elif element.tag == "transmission":
                self.ignored["<transmission>"] += 1
            elif element.tag != "material":
                self.ignored[f"<{element.tag}>"] += 1
        for element in root.iter("transmission"):
            self._transmission(element)
        if not self.links:
            raise self.file.error(root, "the robot has no links")
        self._add_world()
        self._check_ends()
        self.report.repaired.extend(self.file.repaired)
        for name, count in sorted(self.ignored.items()):
            self.report.ignored.append(f"{count} {name}")
        self.meshes.tell()
        made = Robot(root.get("name") or "robot", self.links, self.joints, report=self.report)
        made.file = str(self.file.path)
        return finish(made, self.reading, self.options)

    def _refuse_macro(self, element: Element) -> None:
        """Refuse what xacro has to expand first."""
        if element.tag.startswith("xacro:"):
            raise self.file.error(
                element, "this is a macro of xacro, not URDF; expand the file with xacro first"
            )

    # ------------------------------------------------------------------ links

    def _link(self, element: Element) -> None:
        name = self.file.text(element, "name")
        if name in self.links:
            raise self.file.error(element, "there are two links of this name")
        link = Link(name)
        self.reading.places[f"link {name}"] = self.file.where(element)
        inertials = element.findall("inertial")
        if inertials:
            self._inertial(link, inertials[0])
            if len(inertials) > 1:
                self.report.ignored.append(f"link {name}: all <inertial> but the first")
        link.visuals = read_shapes(self.file, element, "visual", self.materials, self.meshes)
        link.collisions = read_shapes(self.file, element, "collision", self.materials, self.meshes)
        self._count_others(element, LINK_PARTS)
        self.links[name] = link

    def _inertial(self, link: Link, element: Element) -> None:
        mass = element.find("mass")
        if mass is not None:
            link.mass = self.file.number(mass, "value", 0.0)
            if link.mass < 0.0:
                raise self.file.error(mass, f"link {link.name}: mass {link.mass} is negative")
        p, R = self._origin(element)
        link.center = p
        inertia = element.find("inertia")
        if inertia is not None:
            xx, xy, xz, yy, yz, zz = (
                self.file.number(inertia, name, 0.0)
                for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
            )
            turn = np.array(R)
            T = turn @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ turn.T
            link.inertia = 0.5 * (T + T.T)
            self.reading.places[f"inertia {link.name}"] = self.file.where(inertia)

    def _origin(self, element: Element) -> tuple[Vector, Any]:
        """Position and rotation of <origin>, if there is one."""
        origin = element.find("origin")
        if origin is None:
            return (0.0, 0.0, 0.0), np.eye(3)
        x, y, z = self.file.numbers(origin, "xyz", 3, (0.0, 0.0, 0.0))
        angles = self.file.numbers(origin, "rpy", 3, (0.0, 0.0, 0.0))
        return (x, y, z), from_roll_pitch_yaw(angles)

    def _count_others(self, element: Element, known: tuple[str, ...]) -> None:
        """Count elements that have no meaning here."""
        for part in element:
            self._refuse_macro(part)
            if part.tag not in known:
                self.ignored[f"<{part.tag}> in <{element.tag}>"] += 1

    # ------------------------------------------------------------------ joints

    def _joint(self, element: Element) -> None:
        file = self.file
        name, given = file.text(element, "name"), file.text(element, "type")
        if name in self.joints:
            raise file.error(element, "there are two joints of this name")
        if given not in KINDS:
            raise file.error(element, f'type="{given}" is unknown; possible: {", ".join(KINDS)}')
        p, R = self._origin(element)
        ends = self._end(element, "parent"), self._end(element, "child")
        joint = Joint(name, KINDS[given], *ends)
        joint.p, joint.R = p, R
        self.reading.places[f"joint {name}"] = file.where(element)
        if joint.kind in ("revolute", "continuous", "prismatic", "planar"):
            joint.axis = self._axis(element, name)
        self._limit(element, joint)
        dynamics = element.find("dynamics")
        if dynamics is not None:
            joint.damping = file.number(dynamics, "damping", 0.0)
            joint.friction = file.number(dynamics, "friction", 0.0)
            for what, value in (("damping", joint.damping), ("friction", joint.friction)):
                if value < 0.0:
                    raise file.error(dynamics, f"joint {name}: {what} {value} is negative")
        self._mimic(element, joint)
        self._count_others(element, JOINT_PARTS)
        self.joints[name] = joint

    def _end(self, element: Element, end: str) -> str:
        """Name of the parent or child."""
        found = element.find(end)
        if found is None:
            raise self.file.error(element, f"<{end}> is missing")
        return self.file.text(found, "link")

    def _axis(self, element: Element, name: str) -> Vector:
        """Unit vector along the axis."""
        found = element.find("axis")
        if found is None:
            self.report.assumed.append(f"joint {name}: axis x, because none is given")
            return (1.0, 0.0, 0.0)
        axis = np.array(self.file.numbers(found, "xyz", 3, (1.0, 0.0, 0.0)))
        length = float(np.linalg.norm(axis))
        if length == 0.0:
            raise self.file.error(found, f"joint {name}: the axis is zero")
        if abs(length - 1.0) > 1e-3:
            self.report.repaired.append(f"joint {name}: axis of length {length:.6g} normalized")
        x, y, z = (axis / length).tolist()
        return x, y, z

    def _limit(self, element: Element, joint: Joint) -> None:
        """Limits of position, rate and force."""
        limit = element.find("limit")
        bounded = joint.kind in ("revolute", "prismatic")
        if limit is None:
            if bounded and element.find("mimic") is None:
                self.report.assumed.append(f"joint {joint.name}: no limits, because none is given")
            return
        lower, upper = self.file.number(limit, "lower", 0.0), self.file.number(limit, "upper", 0.0)
        if bounded and (limit.get("lower") is not None or limit.get("upper") is not None):
            if lower < upper:
                joint.lower, joint.upper = lower, upper
            else:
                self.report.repaired.append(
                    f"joint {joint.name}: limits {lower:.6g} ... {upper:.6g} switched off"
                )
        elif bounded:
            self.report.assumed.append(f"joint {joint.name}: no limits, because none is given")
        for attribute in ("effort", "velocity"):
            value = self.file.number(limit, attribute, 0.0)
            if value > 0.0:
                setattr(joint, attribute, value)
            elif limit.get(attribute) is not None and joint.kind != "fixed":
                self.report.assumed.append(
                    f"joint {joint.name}: no limit of {attribute}, {value:.6g} is given"
                )

    def _mimic(self, element: Element, joint: Joint) -> None:
        """The joint that this one follows."""
        mimic = element.find("mimic")
        if mimic is None:
            return
        ratio = self.file.number(mimic, "multiplier", 1.0)
        offset = self.file.number(mimic, "offset", 0.0)
        joint.mimic = Mimic(self.file.text(mimic, "joint"), ratio, offset)
        self.reading.places[f"mimic {joint.name}"] = self.file.where(mimic)

    def _transmission(self, element: Element) -> None:
        """Inertia of a rotor behind its gear: armature of the joint."""
        rotor = ratio = None
        for part in element.iter():
            tag = part.tag.rpartition(":")[2]
            if tag in ("rotorInertia", "rotor_inertia"):
                rotor = self._value(part)
            elif tag in ("mechanicalReduction", "gear_ratio"):
                ratio = self._value(part)
        names = [part.get("name") or (part.text or "").strip() for part in element.iter("joint")]
        if rotor is None:
            return
        for name in names:
            if name in self.joints:
                factor = 1.0 if ratio is None else ratio
                self.joints[name].armature = rotor * factor * factor
                self.report.assumed.append(
                    f"joint {name}: armature {rotor * factor * factor:.6g} from its transmission"
                )

    def _value(self, element: Element) -> float | None:
        """A number in an attribute or in the text; None if it is none."""
        try:
            value = float(element.get("value") or element.text or "")
        except ValueError:
            return None
        return value if math.isfinite(value) else None

    def _add_world(self) -> None:
        """Add the link "world" of files that take it for known."""
        if "world" in self.links:
            return
        if any(joint.parent == "world" for joint in self.joints.values()):
            self.links["world"] = Link("world")
            self.report.assumed.append('link "world": the ground, because it is not described')

    def _check_ends(self) -> None:
        """Refuse joints of unknown links and links with two parents, and leaders that are none."""
        parents: dict[str, str] = {}
        for joint in self.joints.values():
            where = self.reading.places[f"joint {joint.name}"]
            for end in (joint.parent, joint.child):
                if end not in self.links:
                    raise self.reading.error(where, f"the link {end!r} does not exist")
            if joint.child in parents:
                raise self.reading.error(
                    where, f"link {joint.child!r} is also the child of {parents[joint.child]!r}"
                )
            parents[joint.child] = joint.name
            if joint.mimic is not None and joint.mimic.joint not in self.joints:
                raise self.reading.error(
                    self.reading.places[f"mimic {joint.name}"],
                    f"joint {joint.name} follows {joint.mimic.joint!r}, which does not exist",
                )
