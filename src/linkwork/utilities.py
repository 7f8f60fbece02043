"""Documented helpers around the core: items, solution files, rotations, frames and inertia, and
older functions for rigid bodies and joints, which mbs.CreateRigidBody and others replace.

from linkwork.utilities import *
"""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np

from linkwork.api.create import beams, cables, reeving, sliding
from linkwork.api.create.beams import *
from linkwork.api.create.cables import *
from linkwork.api.create.parts import checked_vector
from linkwork.api.create.reeving import *
from linkwork.api.create.rigid_bodies import add_space_body
from linkwork.api.create.sliding import *
from linkwork.api.create.space_nodes import node_at
from linkwork.core.declare.indices import MarkerIndex, NodeIndex, ObjectIndex
from linkwork.core.enums import ConfigurationType, NodeType
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.files.whole_files import path_of
from linkwork.items import *
from linkwork.items import __all__ as _items
from linkwork.nodes.space_node import SpaceNode
from linkwork.results.files.text import COLUMNS, arrays_of, read_text
from linkwork.results.files.written import is_binary, read_binary
from linkwork.results.solution import Solution
from linkwork.rigid import (
    compositions,
    frames,
    inertia,
    lie_groups,
    node_types,
    pluecker,
    quadrature,
    rotations,
    solids,
    tree_links,
    vectors,
    velocities,
)
from linkwork.rigid.compositions import *
from linkwork.rigid.frames import *
from linkwork.rigid.inertia import *
from linkwork.rigid.lie_groups import *
from linkwork.rigid.node_types import *
from linkwork.rigid.pluecker import *
from linkwork.rigid.quadrature import *
from linkwork.rigid.rotations import *
from linkwork.rigid.solids import *
from linkwork.rigid.tree_links import *
from linkwork.rigid.vectors import *
from linkwork.rigid.velocities import *

_HELPERS = (
    beams,
    cables,
    sliding,
    reeving,
    compositions,
    frames,
    inertia,
    lie_groups,
    node_types,
    pluecker,
    quadrature,
    rotations,
    solids,
    tree_links,
    vectors,
    velocities,
)

__all__ = [
    "AddPrismaticJoint",
    "AddRevoluteJoint",
    "AddRigidBody",
    "GetRigidBodyNode",
    "LoadSolutionFile",
    "SetSolutionState",
    *_items,
    *(name for module in _HELPERS for name in module.__all__),
]

_SETTERS = {
    "coordinates": "SetODE2Coordinates",
    "velocities": "SetODE2Coordinates_t",
    "accelerations": "SetODE2Coordinates_tt",
    "ode1_coordinates": "SetODE1Coordinates",
    "ode1_velocities": "SetODE1Coordinates_t",
    "multipliers": "SetAECoordinates",
    "data_coordinates": "SetDataCoordinates",
}


def LoadSolutionFile(
    fileName: str | PathLike[str],
    safeMode: bool = False,
    maxRows: int = -1,
    verbose: bool = True,
    hasHeader: bool = True,
) -> dict[str, Any]:
    """Read a solution file that a run wrote with writeSolutionToFile: text, or binary (.npy).

    safeMode -- return the complete rows of a truncated file instead of rejecting it
    maxRows -- largest number of rows to read; -1: all
    verbose -- print what was read
    hasHeader -- False: do not require the header line that states the number of columns

    Returns a dictionary: 'data', rows with the time first; 'columnsExported', the counts
    [nODE2, nVel2, nAcc2, nODE1, nVel1, nAlgebraic, nData]; 'nColumns', without the time; 'nRows'.
    """
    path = path_of(fileName)
    if not isinstance(maxRows, (int, np.integer)) or maxRows < -1:
        raise ParameterError(
            f"LoadSolutionFile: maxRows must be >= 0, or -1 for all, got {maxRows!r}"
        )
    if not path.is_file():
        raise SysError(f"LoadSolutionFile: the file {path} does not exist")
    if path.suffix.lower() == ".npy" or is_binary(path):
        rows, counts, _ = read_binary(path, maxRows, hasHeader)
    else:
        rows, counts, _ = read_text(path, safeMode, maxRows, hasHeader)
    if verbose:
        print(f"{path}: {len(rows)} rows, columns {counts} after the time")
    return {
        "data": rows,
        "columnsExported": counts,
        "nColumns": sum(counts),
        "nRows": len(rows),
    }


def SetSolutionState(
    mbs: Any,
    solution: dict[str, Any] | Solution,
    row: int,
    configuration: ConfigurationType = ConfigurationType.Current,
    sendRedrawSignal: bool = True,
) -> None:
    """Copy a row of a solution into a configuration of a system.

    solution -- the dictionary that LoadSolutionFile returns, or a Solution
    row -- 0 is the first one, -1 the last one
    sendRedrawSignal -- accepted for compatibility

    Parts of the state that the file does not contain are left unchanged. With the configuration
    Current, the time of the system becomes that of the row.
    """
    times, parts = _state(solution, row)
    sizes = {name: len(values) for name, values in parts.items() if len(values)}
    for name, count in sizes.items():
        there = len(_get(mbs, name))
        if count != there:
            raise SysError(
                f"SetSolutionState: the solution has {count} {name.replace('_', ' ')}, but the "
                f"system has {there}; use a solution of the same model"
            )
    for name in sizes:
        getattr(mbs.systemData, _SETTERS[name])(parts[name], configuration)
    if configuration == ConfigurationType.Current:
        mbs.systemData.SetTime(float(times))


def _get(mbs: Any, name: str) -> np.ndarray:
    values: np.ndarray = getattr(mbs.systemData, "G" + _SETTERS[name][1:])()
    return values


def _state(solution: dict[str, Any] | Solution, row: int) -> tuple[float, dict[str, np.ndarray]]:
    """Time and parts of the state in a row."""
    if isinstance(solution, Solution):
        arrays = {name: getattr(solution, name) for name in ("times", *COLUMNS)}
    else:
        try:
            rows, counts = np.asarray(solution["data"], float), solution["columnsExported"]
            if rows.ndim != 2 or len(counts) != 7 or rows.shape[1] != 1 + sum(counts):
                raise ValueError
        except (TypeError, KeyError, ValueError):
            raise ParameterError(
                "SetSolutionState takes a Solution or the dictionary of LoadSolutionFile, whose "
                f"columns fit its counts; got {type(solution).__name__}"
            ) from None
        arrays = arrays_of(rows, counts)
    count = len(arrays["times"])
    if not isinstance(row, (int, np.integer)) or not -count <= row < count:
        raise ParameterError(f"SetSolutionState: row {row!r} is not one of the {count} rows")
    return float(arrays["times"][row]), {name: arrays[name][row] for name in COLUMNS}


# ------------------------------------------------------------------------------- older functions


def GetRigidBodyNode(
    nodeType: NodeType | str,
    position: Any = (0, 0, 0),
    velocity: Any = (0, 0, 0),
    rotationMatrix: Any = (),
    rotationParameters: Any = (),
    angularVelocity: Any = (0, 0, 0),
) -> SpaceNode:
    """The node of a rigid body in space, for mbs.AddNode.

    nodeType -- NodeType.RotationEulerParameters, NodeType.RotationRxyz or
        NodeType.RotationRotationVector, or the name of one of them
    position [m], velocity [m/s], angularVelocity [rad/s] -- at the start, in global axes
    rotationMatrix, rotationParameters -- rotation as a matrix, or in the parameters of the node:
        Euler parameters, angles or rotation vector; both empty: not rotated
    """
    rotation = rotationMatrix, rotationParameters
    return node_at("GetRigidBodyNode", nodeType, position, velocity, *rotation, angularVelocity)


def AddRigidBody(
    mainSys: Any,
    inertia: Any,
    nodeType: NodeType | str = NodeType.RotationEulerParameters,
    position: Any = (0, 0, 0),
    velocity: Any = (0, 0, 0),
    rotationMatrix: Any = (),
    rotationParameters: Any = (),
    angularVelocity: Any = (0, 0, 0),
    gravity: Any = (0, 0, 0),
    graphicsDataList: Any = (),
) -> list[NodeIndex | ObjectIndex]:
    """Add a rigid body in space to a system; mbs.CreateRigidBody is newer. Returns [node, body].

    inertia -- a RigidBodyInertia, or one of its solids such as InertiaCuboid
    gravity -- gravitational acceleration [m/s^2]; zero: no load is added
    graphicsDataList -- shapes drawn with the body
    Other parameters: see GetRigidBodyNode.
    """
    owner, rotation = "AddRigidBody", (rotationMatrix, rotationParameters)
    node = node_at(owner, nodeType, position, velocity, *rotation, angularVelocity)
    made = add_space_body(mainSys, owner, node, inertia, gravity, graphicsDataList)
    return [NodeIndex(made["nodeNumber"]), ObjectIndex(made["bodyNumber"])]


def AddRevoluteJoint(
    mbs: Any,
    body0: Any,
    body1: Any,
    point: Any,
    axis: Any,
    useGlobalFrame: bool = True,
    showJoint: bool = True,
    axisRadius: float = 0.1,
    axisLength: float = 0.4,
) -> list[ObjectIndex | MarkerIndex]:
    """Add a revolute joint at a point [m] about an axis; mbs.CreateRevoluteJoint is newer.

    useGlobalFrame -- False: point and axis are given in the axes of body0
    showJoint, axisRadius, axisLength -- whether and how it is drawn

    Returns [joint, marker0, marker1].
    """
    point = checked_vector("AddRevoluteJoint", "point", point)
    drawn = useGlobalFrame, showJoint, axisRadius, axisLength
    return _with_markers(mbs, mbs.CreateRevoluteJoint("", [body0, body1], point, axis, *drawn))


def AddPrismaticJoint(
    mbs: Any,
    body0: Any,
    body1: Any,
    point: Any,
    axis: Any,
    useGlobalFrame: bool = True,
    showJoint: bool = True,
    axisRadius: float = 0.1,
    axisLength: float = 0.4,
) -> list[ObjectIndex | MarkerIndex]:
    """Add a prismatic joint at a point [m] along an axis; mbs.CreatePrismaticJoint is newer.

    Parameters and result: see AddRevoluteJoint.
    """
    point = checked_vector("AddPrismaticJoint", "point", point)
    drawn = useGlobalFrame, showJoint, axisRadius, axisLength
    return _with_markers(mbs, mbs.CreatePrismaticJoint("", [body0, body1], point, axis, *drawn))


def _with_markers(mbs: Any, joint: ObjectIndex) -> list[ObjectIndex | MarkerIndex]:
    return [joint, *map(MarkerIndex, mbs.GetObjectParameter(joint, "markerNumbers"))]
