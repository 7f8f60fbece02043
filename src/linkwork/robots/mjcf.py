"""Reader of MJCF files: the package `mujoco` compiles them, its arrays become a description.

A body with several joints becomes a chain of links without mass. A joint's anchor that is not the
body's origin is a frame of its own. The coordinate of a joint with `ref` is the same as in MuJoCo.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.robots.checks import Reading, finish
from linkwork.robots.description import Joint, Link, Mimic, RobotFileError, matrix_of, vector_of
from linkwork.robots.mjcf_parts import (
    JOINT,
    coefficients_of,
    frames_of,
    keyframes_of,
    loops_of,
    shapes_of,
)
from linkwork.robots.robot import Robot
from linkwork.robots.rotations import about_axis, from_quaternion

FREE, BALL, SLIDE, HINGE = range(4)
"""Types of joints in MuJoCo's arrays."""

NO_GRAVITY = 1 << 7
"""MuJoCo's flag of models without gravity."""

IGNORED = {
    "nu": "actuators",
    "ntendon": "tendons",
    "nsensor": "sensors",
    "npair": "contact pairs",
    "nexclude": "excluded contacts",
    "nflex": "flexible bodies",
    "nhfield": "height fields",
    "nskin": "skins",
    "nplugin": "plugins",
}
"""Numbers of MuJoCo's model -> what is not taken over."""


def read_mjcf(path: Path, data: bytes, options: dict[str, Any]) -> Robot:
    """A robot from an MJCF file."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        spec, model = _compiled(path, data)
    reader = _Reader(path, spec, model, options)
    reader.report.assumed.extend(f"MuJoCo says: {each.message}" for each in told)
    return reader.robot()


def _compiled(path: Path, data: bytes) -> tuple[Any, Any]:
    """MuJoCo's specification and model of a file."""
    try:
        import mujoco
    except ImportError:
        raise ParameterError(
            f"{path}: MJCF files need the package mujoco: pip install linkwork[robots]"
        ) from None
    try:
        if path.is_file():
            spec = mujoco.MjSpec.from_file(str(path))
        else:
            spec = mujoco.MjSpec.from_string(data.decode())
        return spec, spec.compile()
    except Exception as error:  # mujoco raises its own classes, and plain ones
        text = " ".join(str(error).split())
        raise RobotFileError(f"{path}: MuJoCo refuses the file: {text}") from None


class _Reader:
    """One model of MuJoCo on its way into a description."""

    def __init__(self, path: Path, spec: Any, model: Any, options: dict[str, Any]) -> None:
        self.model, self.options = model, options
        self.reading = Reading(str(path), strict=options["strict"])
        self.report = self.reading.report
        self.links: dict[str, Link] = {}
        self.joints: dict[str, Joint] = {}
        self.lines = {joint.id: joint.info for joint in spec.joints}
        self.bodies = [self._name("body", k) for k in range(model.nbody)]
        self.joint_names = [self._name("joint", k) for k in range(model.njnt)]

    def _name(self, kind: str, k: int) -> str:
        """Name of an object, made from its number if it has none."""
        return getattr(self.model, kind)(k).name or f"{kind}{k}"

    def robot(self) -> Robot:
        """The description."""
        m = self.model
        self.links[self.bodies[0]] = Link(self.bodies[0])
        for k in range(1, m.nbody):
            self._body(k)
        for k, name in enumerate(self.bodies):
            self.links[name].visuals = shapes_of(m, k, self.report)
        self._follow()
        made = Robot(
            m.names[: m.names.index(b"\0")].decode() or "robot", self.links, self.joints,
            gravityVector=self._gravity(), report=self.report, file=self.reading.file,
        )  # fmt: skip
        made.frames = frames_of(m, self.bodies)
        made.loops = loops_of(m, self.bodies, self.joint_names, self.report)
        for number, what in IGNORED.items():
            if getattr(m, number):
                self.report.ignored.append(f"{getattr(m, number)} {what}")
        if m.opt.density or m.opt.viscosity:
            self.report.ignored.append("density and viscosity of the medium, and its wind")
        if m.ngravcomp:
            self.report.ignored.append(f"gravity compensation of {m.ngravcomp} bodies")
        made = finish(made, self.reading, self.options)
        made.keyframes = keyframes_of(m, made, self.joint_names)
        return made

    def _gravity(self) -> tuple[float, ...]:
        """Acceleration of gravity, unless the file switches it off."""
        options = self.model.opt
        if options.disableflags & NO_GRAVITY:
            self.report.assumed.append("no gravity, because the file switches it off")
            return (0.0, 0.0, 0.0)
        return tuple(options.gravity.tolist())

    def _body(self, k: int) -> None:
        """A body, its joints and its inertia."""
        m, name = self.model, self.bodies[k]
        link = Link(name, float(m.body_mass[k]), m.body_ipos[k])
        R = np.array(from_quaternion(m.body_iquat[k]))
        link.inertia = R @ np.diag(m.body_inertia[k]) @ R.T
        parent = self.bodies[m.body_parentid[k]]
        p, turn = np.array(m.body_pos[k]), np.array(from_quaternion(m.body_quat[k]))
        first, count = m.body_jntadr[k], m.body_jntnum[k]
        anchor = np.zeros(3)
        for j in range(first, first + count):
            if m.jnt_type[j] == FREE:
                self._free(j, parent, name, p, turn)
                self.links[name] = link
                return
            place = np.array(m.jnt_pos[j])
            last = j == first + count - 1 and not place.any()
            child = name if last else f"{name}/{self.joint_names[j]}"
            self._moving(j, parent, child, p + turn @ (place - anchor), turn)
            self.links[child] = link if last else Link(child)
            parent, anchor = child, place
            p, turn = np.zeros(3), np.eye(3)
        if parent != name:
            frame = vector_of(p - turn @ anchor), matrix_of(turn)
            self.joints[f"{name}/place"] = Joint(f"{name}/place", "fixed", parent, name, *frame)
            self.links[name] = link

    def _free(self, j: int, parent: str, name: str, p: Any, R: Any) -> None:
        """A free joint: it has no resistance here."""
        joint = Joint(self.joint_names[j], "floating", parent, name, vector_of(p), matrix_of(R))
        self._add(joint, j)
        first = self.model.jnt_dofadr[j]
        for what in ("damping", "armature", "frictionloss"):
            if getattr(self.model, f"dof_{what}")[first : first + 6].any():
                self.report.ignored.append(f"joint {joint.name}: {what} of a free joint")

    def _moving(self, j: int, parent: str, child: str, p: Any, R: Any) -> None:
        """A hinge, slide or ball joint."""
        m, kind = self.model, self.model.jnt_type[j]
        name, i = self.joint_names[j], m.jnt_qposadr[j]
        axis, ref = np.array(m.jnt_axis[j]), float(m.qpos0[i])
        if kind == HINGE:
            joint = Joint(name, "revolute", parent, child, p)
            joint.R, joint.axis = matrix_of(R @ about_axis(axis, -ref)), vector_of(axis)
        elif kind == SLIDE:
            joint = Joint(name, "prismatic", parent, child, vector_of(p - ref * (R @ axis)))
            joint.R, joint.axis = matrix_of(R), vector_of(axis)
        else:
            joint = Joint(name, "ball", parent, child, p, matrix_of(R))
            self.report.assumed.append(
                f"joint {name}: a ball joint as three rotations about x, y, z, singular at a "
                "second angle of 90 degrees"
            )
        self._numbers(joint, j)
        self._add(joint, j)

    def _numbers(self, joint: Joint, j: int) -> None:
        """Limits, damping, friction, armature and spring of a joint."""
        m, k = self.model, self.model.jnt_dofadr[j]
        single = joint.kind != "ball"
        for what in ("dof_dampingpoly", "jnt_stiffnesspoly"):
            row = getattr(m, what, None)  # of MuJoCo 4
            if row is not None and row[k if what.startswith("dof") else j].any():
                law = what.partition("_")[2].removesuffix("poly")
                self.report.ignored.append(f"joint {joint.name}: nonlinear part of its {law}")
        joint.damping, joint.armature = float(m.dof_damping[k]), float(m.dof_armature[k])
        joint.friction = float(m.dof_frictionloss[k])
        if single and m.jnt_limited[j]:
            joint.lower, joint.upper = m.jnt_range[j].tolist()
        if m.jnt_stiffness[j]:
            joint.stiffness = float(m.jnt_stiffness[j])
            joint.rest = float(m.qpos_spring[m.jnt_qposadr[j]]) if single else 0.0
        if m.jnt_actfrclimited[j]:
            joint.effort = float(np.abs(m.jnt_actfrcrange[j]).max())

    def _add(self, joint: Joint, j: int) -> None:
        line = self.lines.get(j, "")
        self.reading.places[f"joint {joint.name}"] = (
            f"{self.reading.file}, {line or 'without a line'}, <joint> {joint.name}"
        )
        self.joints[joint.name] = joint

    def _follow(self) -> None:
        """Linear equalities of two joints: one follows the other."""
        m = self.model
        for k in range(m.neq):
            other = int(m.eq_obj2id[k])
            if m.eq_type[k] != JOINT or not m.eq_active0[k] or other < 0:
                continue
            offset, ratio, *rest = coefficients_of(m, k)
            if not any(rest):
                joint = self.joints[self.joint_names[int(m.eq_obj1id[k])]]
                joint.mimic = Mimic(self.joint_names[other], ratio, offset)
