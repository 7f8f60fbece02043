"""Descriptions as JSON files."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.robots.description import Joint, Link, Mimic, Report, RobotFileError, Shape
from linkwork.robots.robot import Loop, Robot

FORMAT = "linkwork robot 1"


def write_json(robot: Robot, path: Path) -> None:
    """Write a description."""
    content = {
        "format": FORMAT,
        **{name: getattr(robot, name) for name in ("name", "root", "base", "file", "frames")},
        "gravityVector": [float(x) for x in robot.gravityVector],
        "keyframes": {name: np.asarray(q).tolist() for name, q in robot.keyframes.items()},
        "links": [asdict(link) for link in robot.links.values()],
        "joints": [asdict(joint) for joint in robot.joints.values()],
        "loops": [asdict(loop) for loop in robot.loops],
        "report": asdict(robot.report),
    }
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def read_json(path: Path, data: bytes) -> Robot:
    """Read a description."""
    try:
        content = json.loads(data)
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise RobotFileError(f'{path}: "format" must be "{FORMAT}"')
        return _robot(content)
    except RobotFileError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RobotFileError(f"{path}: the file is damaged ({error})") from None


def _robot(content: dict[str, Any]) -> Robot:
    links = [_link(each) for each in content["links"]]
    joints = [_joint(each) for each in content["joints"]]
    made = Robot(
        content["name"],
        {link.name: link for link in links},
        {joint.name: joint for joint in joints},
        content["root"],
        content["base"],
        tuple(content["gravityVector"]),
        {name: (link, R, p) for name, (link, R, p) in content["frames"].items()},
        {name: np.array(q) for name, q in content["keyframes"].items()},
        [_made(Loop, each) for each in content["loops"]],
        _made(Report, content["report"]),
        content["file"],
    )
    made.model.neutral.copy()
    return made


def _made(kind: type[Any], values: dict[str, Any]) -> Any:
    """An object of a class of data."""
    unknown = set(values) - {each.name for each in fields(kind)}
    if unknown:
        raise ValueError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
    return kind(**{name: _tuple(value) for name, value in values.items()})


def _tuple(value: Any) -> Any:
    """Lists of numbers as tuples."""
    if isinstance(value, list) and value and isinstance(value[0], (int, float)):
        return tuple(value)
    return value


def _link(values: dict[str, Any]) -> Link:
    shapes = {name: [_made(Shape, s) for s in values[name]] for name in ("visuals", "collisions")}
    link: Link = _made(Link, values | shapes)
    return link


def _joint(values: dict[str, Any]) -> Joint:
    mimic = None if values["mimic"] is None else _made(Mimic, values["mimic"])
    joint: Joint = _made(Joint, values | {"mimic": mimic})
    return joint
