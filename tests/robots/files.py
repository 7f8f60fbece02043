"""Robot files of installed packages: each is read, or refused with its line, and moves alike.

    python -m tests.robots.files [--all] [-v]

--all adds the 1000 single bodies of pybullet_data, -v lists files that agree.

URDF files are compared with Pinocchio, with fixed and free base: number of velocities, mass,
inverse dynamics, mass matrix and forward dynamics at random states. Files with joints that follow
others are compared twice, with and without their followers. MJCF files are compared with MuJoCo:
mass, mass matrix and forward dynamics, joint springs and dampers included. What one side does not
apply is set to zero: damping and friction of URDF files (Pinocchio); in MJCF files dry friction,
limits, contacts, and armature and damping of free joints. Packages that are not installed are named
and left out. The process ends with status 1 if a file crashes the reader, is refused without a
line, or differs.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import linkwork as exu
from linkwork.robots import RobotFileError
from linkwork.robots.loose import loose_coordinates

URDF_PACKAGES = {
    "example-robot-data": "cmeel.prefix/share/example-robot-data/robots",
    "pybullet_data": "pybullet_data",
    "mujoco": "mujoco",
    "pydrake": "pydrake/share/drake/examples",
    "rtb-data": "rtbdata/xacro",
}
MJCF_PACKAGES = {
    "gymnasium": "gymnasium/envs/mujoco/assets",
    "mujoco": "mujoco",
    "pybullet_data": "pybullet_data/mjcf",
    "dm_control": "dm_control/suite",
    "gymnasium-robotics": "gymnasium_robotics/envs/assets",
}
"""Folders of packages beside the installed ones."""

STATES = 3
ALLOWED = 1e-10
"""Largest relative difference of inverse dynamics, mass matrix, and forward dynamics times 1/cond.

Forward dynamics solves a system of equations: two programs differ by rounding times the condition
number of the mass matrix, so that 1e-10 can be demanded up to a condition number of 1e5.
"""


class Row(NamedTuple):
    """What was found about a file: differences are relative to the largest value."""

    file: str
    outcome: str  # "same", "different", "refused", "peer refuses" or "crash"
    detail: str = ""
    inverse: float = 0.0
    matrix: float = 0.0
    forward: float = 0.0
    condition: float = 0.0


def folders(packages: dict[str, str]) -> Iterator[tuple[str, Path | None]]:
    """Packages and their folders, None for those that are not installed."""
    for package, inside in packages.items():
        found = (Path(entry) / inside for entry in sys.path)
        yield package, next((folder for folder in found if folder.is_dir()), None)


def urdf_rows(everything: bool) -> Iterator[Row]:
    """Rows of all URDF files."""
    for package, folder in folders(URDF_PACKAGES):
        if folder is None:
            print(f"{package}: not installed")
            continue
        for file in sorted(folder.rglob("*.urdf")):
            if everything or "random_urdfs" not in file.parts:
                for free in (False, True):
                    yield from _urdf_rows(f"{package}/{file.relative_to(folder)}", file, free)


def _urdf_rows(name: str, file: Path, free: bool) -> Iterator[Row]:
    """Rows of a file: refused, without followers, and with them."""
    base = "free" if free else "fixed"
    name = f"{name} ({base})"
    try:
        robot = exu.robots.read(file, base=base, massless="keep")
    except RobotFileError as error:
        yield Row(name, "refused" if "line" in str(error) else "crash", str(error))
        return
    except Exception as error:
        yield Row(name, "crash", repr(error))
        return
    idle = _refusal(file)
    follows = any(joint.mimic is not None for joint in robot.joints.values())
    for mimic in (False, True) if follows else (False,):
        robot = exu.robots.read(file, base=base, massless="keep")
        row = _compared(name + " with followers" * mimic, file, robot, free, mimic)
        yield row._replace(detail=row.detail or idle)


def _refusal(file: Path) -> str:
    """Why the file is refused by default, empty if it is not."""
    try:
        exu.robots.read(file)
    except RobotFileError as error:
        return str(error)
    return ""


def _compared(name: str, file: Path, robot: Any, free: bool, mimic: bool) -> Row:
    """A robot against Pinocchio, which has no forward dynamics of joints that follow others."""
    import pinocchio as pin

    for joint in robot.joints.values():
        joint.damping = joint.friction = joint.armature = 0.0
        if not mimic:
            joint.mimic = None
    root = [pin.JointModelFreeFlyer()] if free else []
    try:
        model = pin.buildModelFromUrdf(str(file), *root, mimic=mimic)
    except Exception as error:
        return Row(name, "peer refuses", str(error).strip().splitlines()[0])
    if model.nv != robot.nv:
        return Row(name, "different", f"{robot.nv} velocities, Pinocchio has {model.nv}")
    mass = sum(inertia.mass for inertia in model.inertias)
    if abs(mass - robot.mass) > 1e-12 * max(mass, 1e-3):
        return Row(name, "different", f"{robot.mass} kg, Pinocchio has {mass} kg")
    if model.nv == 0:
        return Row(name, "same")
    data, rng, worst = model.createData(), np.random.default_rng(1), np.zeros(4)
    for _ in range(STATES):
        q = robot.integrate(robot.neutral(), rng.normal(size=robot.nv))
        v, a = rng.normal(size=(2, robot.nv))
        theirs, order = _state_of_peer(robot, model, q, free)
        M = robot.mass_matrix(q)
        peer = np.array(pin.crba(model, data, theirs))
        peer = np.triu(peer) + np.triu(peer, 1).T
        tau = robot.inverse_dynamics(q, v, a)
        wanted = pin.rnea(model, data, theirs, v[order], a[order])
        found = [_difference(tau[order], wanted), _difference(M[np.ix_(order, order)], peer)]
        if mimic or loose_coordinates(robot):
            found += [0.0, 0.0]
        else:
            wanted = pin.aba(model, data, theirs, v[order], tau[order])
            ours = robot.forward_dynamics(q, v, tau)
            found += [_difference(ours[order], wanted), np.linalg.cond(M)]
        worst = np.fmax(worst, found)
    return _judged(name, worst)


def _judged(name: str, worst: np.ndarray) -> Row:
    inverse, matrix, forward, condition = map(float, worst)
    good = max(inverse, matrix) <= ALLOWED and forward <= ALLOWED * max(1.0, condition / 1e5)
    return Row(name, "same" if good else "different", "", inverse, matrix, forward, condition)


def _state_of_peer(robot: Any, model: Any, q: np.ndarray, free: bool) -> tuple[Any, Any]:
    """Positions in Pinocchio's order, and our number of each of its velocities."""
    theirs, order = np.zeros(model.nq), np.arange(model.nv)
    if free:
        # the scalar of the quaternion comes last there
        theirs[:7] = q[[0, 1, 2, 4, 5, 6, 3]]
    for k in range(1 + free, model.njoints):
        joint, name = model.joints[k], model.names[k]
        if name not in robot.model.positions:
            continue  # it follows another one
        value = q[robot.model.positions[name]]
        order[joint.idx_v] = robot.model.places[name]
        turns = joint.nq == 2
        theirs[joint.idx_q : joint.idx_q + joint.nq] = (
            (np.cos(value), np.sin(value)) if turns else value
        )
    return theirs, order


def _difference(found: np.ndarray, wanted: np.ndarray) -> float:
    size = float(np.abs(wanted).max())
    return float(np.abs(found - wanted).max()) / max(size, 1e-9)


# ------------------------------------------------------------------------------- MJCF


def mjcf_rows() -> Iterator[Row]:
    """Rows of all MJCF files."""
    for package, folder in folders(MJCF_PACKAGES):
        if folder is None:
            print(f"{package}: not installed")
            continue
        for file in sorted(folder.rglob("*.xml")):
            if b"<mujoco" in file.read_bytes():
                yield _mjcf_row(f"{package}/{file.relative_to(folder)}", file)


def _mjcf_row(name: str, file: Path) -> Row:
    import mujoco

    try:
        robot = exu.robots.read(file)
    except RobotFileError as error:
        return Row(name, "refused", str(error))
    except Exception as error:
        return Row(name, "crash", repr(error))
    m = mujoco.MjModel.from_xml_path(str(file))
    mass = float(m.body_mass.sum())
    if abs(mass - robot.mass) > 1e-12 * max(mass, 1e-3):
        return Row(name, "different", f"{robot.mass} kg, MuJoCo has {mass} kg")
    if any(joint.mimic is not None for joint in robot.joints.values()) or robot.loops:
        return Row(name, "same", "mass only: its equalities are soft there")
    if (m.jnt_type == 1).any():
        return Row(name, "same", "mass only: its ball joints have other coordinates there")
    m.opt.disableflags |= int(
        mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    )
    m.opt.density = m.opt.viscosity = 0.0
    for k in np.flatnonzero(m.jnt_type == 0):  # what ours ignores at free joints
        first = m.jnt_dofadr[k]
        m.dof_armature[first : first + 6] = m.dof_damping[first : first + 6] = 0.0
    for joint in robot.joints.values():
        joint.friction = 0.0
    d, rng, worst = mujoco.MjData(m), np.random.default_rng(1), np.zeros(4)
    names = [m.joint(k).name or f"joint{k}" for k in range(m.njnt)]
    for _ in range(STATES if m.nv else 0):
        q, v, found = robot.neutral(), rng.normal(size=robot.nv), None
        q = robot.integrate(q, rng.normal(size=robot.nv))
        order = np.zeros(m.nv, int)
        turns = []
        for k, label in enumerate(names):
            at, to = robot.model.positions[label], int(m.jnt_qposadr[k])
            first, dof = robot.model.places[label], int(m.jnt_dofadr[k])
            size = 7 if m.jnt_type[k] == 0 else 1
            d.qpos[to : to + size] = q[at : at + size]
            count = 6 if size == 7 else 1
            order[dof : dof + count] = range(first, first + count)
            turns += [(dof, label)] * (size == 7)
        d.qvel[:] = v[order]
        for dof, label in turns:
            mujoco.mj_kinematics(m, d)
            R = d.xmat[m.jnt_bodyid[names.index(label)]].reshape(3, 3)
            d.qvel[dof : dof + 3] = R @ d.qvel[dof : dof + 3]
        mujoco.mj_forward(m, d)
        found = robot.forward_dynamics(q, v, np.zeros(robot.nv))[order]
        M, change = robot.mass_matrix(q)[np.ix_(order, order)], np.eye(m.nv)
        for dof, label in turns:
            R = d.xmat[m.jnt_bodyid[names.index(label)]].reshape(3, 3)
            w = v[order][dof + 3 : dof + 6]
            local = found[dof : dof + 3] + np.cross(w, v[order][dof : dof + 3])
            found[dof : dof + 3] = R @ local
            change[dof : dof + 3, dof : dof + 3] = R
        peer = np.zeros((m.nv, m.nv))
        mujoco.mj_fullM(m, d, peer)
        worst = np.fmax(
            worst,
            [
                0.0,
                _difference(change @ M @ change.T, peer),
                _difference(found, d.qacc),
                np.linalg.cond(M),
            ],
        )
    return _judged(name, worst)


# ------------------------------------------------------------------------------- table


def main(arguments: list[str]) -> int:
    """Print the table; returns the number of faults."""
    rows: list[Row] = []
    warnings.simplefilter("ignore")
    sys.path[:] = [os.path.abspath(entry) for entry in sys.path]
    os.chdir(tempfile.mkdtemp())  # MuJoCo writes its warnings to a file
    for package, source in (
        ("pinocchio", lambda: urdf_rows("--all" in arguments)),
        ("mujoco", mjcf_rows),
    ):
        if importlib.util.find_spec(package) is None:
            print(f"{package}: not installed, nothing is compared with it")
            continue
        for row in source():
            rows.append(row)
            if row.outcome != "same" or "-v" in arguments:
                numbers = " ".join(f"{x:.1e}" for x in row[3:])
                print(f"{row.outcome}: {row.file} {row.detail or numbers}")
    for outcome in ("same", "refused", "peer refuses", "different", "crash"):
        print(f"{sum(row.outcome == outcome for row in rows):6} {outcome}")
    if rows:
        for k, title in ((3, "inverse dynamics"), (4, "mass matrix"), (5, "forward dynamics")):
            worst = max((row for row in rows if row.outcome == "same"), key=lambda row: row[k])
            print(
                f"{title}: at most {worst[k]:.1e} ({worst.file}, condition {worst.condition:.0e})"
            )
    return sum(row.outcome in ("different", "crash") for row in rows)


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
