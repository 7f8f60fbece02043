"""Frames, shapes, loops and keyframes of MuJoCo's models."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.polynomial import Polynomial

from linkwork.robots.description import Matrix, Report, Shape, Vector
from linkwork.robots.robot import Loop, Robot
from linkwork.robots.rotations import from_quaternion

CONNECT, WELD, JOINT = range(3)
"""Types of equalities."""

SHAPES = {2: "sphere", 3: "capsule", 5: "cylinder", 6: "box", 7: "mesh"}
"""Types of geometries that are taken over."""

BODY_OBJECT = 1
"""MuJoCo's number of objects that are bodies."""


def frames_of(m: Any, bodies: list[str]) -> dict[str, tuple[str, Matrix, Vector]]:
    """Sites as frames on links."""
    found = {}
    for k in range(m.nsite):
        name = m.site(k).name or f"site{k}"
        x, y, z = m.site_pos[k].tolist()
        found[name] = (bodies[m.site_bodyid[k]], from_quaternion(m.site_quat[k]), (x, y, z))
    return found


def shapes_of(m: Any, body: int, report: Report) -> list[Shape]:
    """Shapes of a body; planes and fields are left out."""
    found = []
    for k in range(m.body_geomadr[body], m.body_geomadr[body] + m.body_geomnum[body]):
        kind = SHAPES.get(int(m.geom_type[k]))
        if kind is None:
            continue
        a, b, c = m.geom_size[k].tolist()
        # lengths are half of the whole
        size = {
            "sphere": (a,),
            "capsule": (a, 2 * b),
            "cylinder": (a, 2 * b),
            "box": (2 * a, 2 * b, 2 * c),
            "mesh": (1.0, 1.0, 1.0),
        }[kind]
        source = m.mesh(m.geom_dataid[k]).name if kind == "mesh" else ""
        place, turn = m.geom_pos[k], from_quaternion(m.geom_quat[k])
        color = tuple(float(x) for x in m.geom_rgba[k])
        found.append(Shape(kind, size, "", source, place, turn, color))
    return found


def loops_of(m: Any, bodies: list[str], joints: list[str], report: Report) -> list[Loop]:
    """Equalities that close loops; they are rigid here.

    bodies, joints -- names of all bodies and joints
    """
    found: list[Loop] = []
    left = 0
    for k in range(m.neq):
        kind, one, other = int(m.eq_type[k]), int(m.eq_obj1id[k]), int(m.eq_obj2id[k])
        if not m.eq_active0[k] or kind not in (CONNECT, WELD, JOINT):
            left += 1
        elif kind == JOINT:
            c = coefficients_of(m, k)
            if other < 0 or any(c[2:]):
                second = joints[other] if other >= 0 else ""
                found.append(Loop("joint", joints[one], second, coefficients=c))
        elif int(m.eq_objtype[k]) == BODY_OBJECT:
            found.append(_loop(kind, bodies[one], bodies[other], m.eq_data[k]))
        else:
            first, second = (m.site(each).name or f"site{each}" for each in (one, other))
            found.append(Loop("connect" if kind == CONNECT else "weld", first, second))
    if left:
        report.ignored.append(f"{left} equalities that are inactive or of other kinds")
    if m.neq > left:
        report.ignored.append("solref and solimp of equalities: ours are rigid")
    return found


def coefficients_of(m: Any, k: int) -> tuple[float, ...]:
    """c with q1 = c0 + c1 q2 + ...: the file's coefficients count from the reference positions."""
    one, other = int(m.eq_obj1id[k]), int(m.eq_obj2id[k])
    ref1 = float(m.qpos0[m.jnt_qposadr[one]])
    given = np.array(m.eq_data[k][:5], float)
    if other < 0:
        return (ref1 + float(given[0]),)
    from_ref2 = Polynomial([-float(m.qpos0[m.jnt_qposadr[other]]), 1.0])
    found = Polynomial(given)(from_ref2) + ref1
    return tuple(np.resize(np.r_[found.coef, np.zeros(5)], 5).tolist())


def _loop(kind: int, first: str, second: str, data: Any) -> Loop:
    """Places of a connection or weld in both links."""
    data = np.asarray(data, float)
    if kind == CONNECT:
        return Loop("connect", first, second, tuple(data[:3]), p2=tuple(data[3:6]))
    # the place in the second body comes first, then that in the first one
    R = from_quaternion(data[6:10])
    return Loop("weld", first, second, tuple(data[3:6]), R, tuple(data[:3]))


def keyframes_of(m: Any, robot: Robot, names: list[str]) -> dict[str, Any]:
    """Positions of keyframes."""
    found: dict[str, Any] = {}
    model = robot.model
    for k in range(m.nkey):
        q = robot.neutral()
        for j, name in enumerate(names):
            i = m.jnt_qposadr[j]
            if name in model.positions:
                size = 7 if m.jnt_type[j] == 0 else 1
                at = model.positions[name]
                q[at : at + size] = m.key_qpos[k][i : i + size]
            elif f"{name}/rotation x" in model.positions:
                at = model.positions[f"{name}/rotation x"]
                q[at : at + 3] = _three_angles(m.key_qpos[k][i : i + 4])
        found[m.key(k).name or f"key{k}"] = q
    return found


def _three_angles(quaternion: Any) -> np.ndarray:
    """Angles of Rx Ry Rz."""
    from linkwork.rigid.rotations import RotationMatrix2RotXYZ

    return np.asarray(RotationMatrix2RotXYZ(np.array(from_quaternion(quaternion))))
