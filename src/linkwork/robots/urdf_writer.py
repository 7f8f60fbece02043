"""A description as the text of a URDF file."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from linkwork.core.errors import ParameterError
from linkwork.robots.description import UNIT, ZERO, Joint, Link, Shape
from linkwork.robots.rotations import to_roll_pitch_yaw

if TYPE_CHECKING:
    from linkwork.robots.robot import Robot

KINDS = {"ball": "spherical"}
"""Kinds of joints whose type in files has another name."""


def urdf_text(robot: Robot) -> str:
    """The text of a URDF. Springs and loops, which URDF does not have, are comments."""
    if not robot.links:
        raise ParameterError(f"robot {robot.name}: there are no links to write")
    root = ET.Element("robot", name=robot.name)
    for link in robot.links.values():
        _link(root, link)
    for joint in robot.joints.values():
        _joint(root, joint)
    for loop in robot.loops:
        root.append(ET.Comment(f" closed loop: {loop.kind} {loop.first} - {loop.second} "))
    ET.indent(root)
    return '<?xml version="1.0"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _numbers(values: Iterable[float]) -> str:
    return " ".join(repr(float(x)) for x in values)


def _origin(parent: ET.Element, p: Any, R: Any) -> None:
    if p != ZERO or R != UNIT:
        angles = _numbers(to_roll_pitch_yaw(R))
        ET.SubElement(parent, "origin", xyz=_numbers(p), rpy=angles)


def _link(root: ET.Element, link: Link) -> None:
    element = ET.SubElement(root, "link", name=link.name)
    T = link.inertia
    if link.mass or any(map(any, T)):
        inertial = ET.SubElement(element, "inertial")
        _origin(inertial, link.center, UNIT)
        ET.SubElement(inertial, "mass", value=repr(link.mass))
        names = {
            "ixx": (0, 0),
            "ixy": (0, 1),
            "ixz": (0, 2),
            "iyy": (1, 1),
            "iyz": (1, 2),
            "izz": (2, 2),
        }
        ET.SubElement(inertial, "inertia", {name: repr(T[i][k]) for name, (i, k) in names.items()})
    for tag, shapes in (("visual", link.visuals), ("collision", link.collisions)):
        for shape in shapes:
            _shape(element, tag, shape)


def _shape(parent: ET.Element, tag: str, shape: Shape) -> None:
    element = ET.SubElement(parent, tag)
    _origin(element, shape.p, shape.R)
    geometry = ET.SubElement(element, "geometry")
    if shape.kind == "mesh":
        name = shape.source or shape.file
        ET.SubElement(geometry, "mesh", filename=name, scale=_numbers(shape.size))
    elif shape.kind == "box":
        ET.SubElement(geometry, "box", size=_numbers(shape.size))
    elif shape.kind == "sphere":
        ET.SubElement(geometry, "sphere", radius=repr(shape.size[0]))
    else:
        radius, length = shape.size
        ET.SubElement(geometry, shape.kind, radius=repr(radius), length=repr(length))
    if shape.color is not None:
        name = "color " + " ".join(f"{x:.4g}" for x in shape.color)
        material = ET.SubElement(element, "material", name=name)
        ET.SubElement(material, "color", rgba=_numbers(shape.color))


def _joint(root: ET.Element, joint: Joint) -> None:
    element = ET.SubElement(root, "joint", name=joint.name, type=KINDS.get(joint.kind, joint.kind))
    _origin(element, joint.p, joint.R)
    ET.SubElement(element, "parent", link=joint.parent)
    ET.SubElement(element, "child", link=joint.child)
    if joint.kind not in ("fixed", "floating", "ball"):
        ET.SubElement(element, "axis", xyz=_numbers(joint.axis))
    limits = {
        name: repr(value)
        for name in ("lower", "upper", "effort", "velocity")
        if (value := getattr(joint, name)) is not None
    }
    if limits:
        ET.SubElement(element, "limit", limits)
    if joint.damping or joint.friction:
        numbers = {"damping": repr(joint.damping), "friction": repr(joint.friction)}
        ET.SubElement(element, "dynamics", numbers)
    if joint.mimic is not None:
        mimic = joint.mimic
        numbers = {"multiplier": repr(mimic.ratio), "offset": repr(mimic.offset)}
        ET.SubElement(element, "mimic", {"joint": mimic.joint, **numbers})
    if joint.stiffness:
        element.append(ET.Comment(f" spring: {joint.stiffness!r}, relaxed at {joint.rest!r} "))
    if joint.armature:
        transmission = ET.SubElement(root, "transmission", name=f"{joint.name} drive")
        ET.SubElement(transmission, "joint", name=joint.name)
        actuator = ET.SubElement(transmission, "actuator", name=f"{joint.name} motor")
        ET.SubElement(actuator, "mechanicalReduction").text = "1"
        ET.SubElement(actuator, "rotorInertia").text = repr(joint.armature)
