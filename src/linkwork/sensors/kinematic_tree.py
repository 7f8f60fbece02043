"""SensorKinematicTree: records the motion of a point of a link of a kinematic tree.

    p = o + R b,   v = p_t,   a = v_t        R: rotation matrix of the link, o: origin of its frame

b is the local position on the link n_l, -1 for a free base. Velocities and accelerations are those
of the point, without gravity; the Local ones are in the axes of the link. Displacement is measured
from the position at the reference coordinates. The Rotation of a link that only turns about z is
the angle about z, not wrapped.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.list_kinds import LinkNumber
from linkwork.core.declare.parameters import Array, Index
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.kernels.pointer import view
from linkwork.core.records import MARKER, ROTATION, f8, i8
from linkwork.markers.kinematic_tree_rigid import check_link
from linkwork.math.tait_bryan import angles
from linkwork.math.vec3 import turned_back
from linkwork.motion.kind import Member
from linkwork.motion.tree_kernels import jacobians, motion, rates
from linkwork.motion.tree_link import TREE_LINK
from linkwork.motion.tree_placing import ROW
from linkwork.sensors.sensor import NOWHERE, Target, VariableSensor
from linkwork.trees.records import NUMBER

__all__ = ["SensorKinematicTree", "VSensorKinematicTree"]

POSITION, DISPLACEMENT = int(Variable.Position), int(Variable.Displacement)
ROTATION_ANGLES, ROTATION_MATRIX = int(Variable.Rotation), int(Variable.RotationMatrix)
VELOCITY, VELOCITY_LOCAL = int(Variable.Velocity), int(Variable.VelocityLocal)
ACCELERATION, ACCELERATION_LOCAL = int(Variable.Acceleration), int(Variable.AccelerationLocal)
ANGULAR_VELOCITY = int(Variable.AngularVelocity)
ANGULAR_VELOCITY_LOCAL = int(Variable.AngularVelocityLocal)
ANGULAR_ACCELERATION_LOCAL = int(Variable.AngularAccelerationLocal)


class VSensorKinematicTree(Visualization):
    """Drawing of a SensorKinematicTree."""


class SensorKinematicTree(VariableSensor):
    """Motion of a point of a link of a KinematicTree."""

    type_name = "KinematicTree"
    V = VSensorKinematicTree
    on_links = True
    extra_columns = (
        ("path_start", i8), ("path_count", i8), ("start", i8), ("followed", i8), ("kept", i8),
        ("planar", i8), ("place", f8, 3),
    )  # fmt: skip
    pools = {
        "path": ROW,
        "coordinates": i8,
        "slopes": f8,
        "slope_rates": f8,
        "places": MARKER,
        "frames": ROTATION,
    }
    outputs = {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Rotation: Output("phi", "rad", 3, "angles about x, y and z"),
        Variable.RotationMatrix: Output("R", "1", 9, "rotation matrix row by row"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.VelocityLocal: Output("v_b", "m/s", 3, "the same in the axes of the link"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration, without gravity"),
        Variable.AccelerationLocal: Output("a_b", "m/s^2", 3, "the same in the axes of the link"),
        Variable.AngularVelocity: Output("omega", "rad/s", 3, "angular velocity"),
        Variable.AngularVelocityLocal: Output("omega_b", "rad/s", 3, "the same in link axes"),
        Variable.AngularAcceleration: Output("alpha", "rad/s^2", 3, "angular acceleration"),
        Variable.AngularAccelerationLocal: Output(
            "alpha_b", "rad/s^2", 3, "the same in the axes of the link"
        ),
    }

    objectNumber: int = parameter(
        -1, Index("object"), doc="KinematicTree that has the link", structural=True
    )
    linkNumber: int = parameter(
        -1, LinkNumber(), symbol="n_l", unit="1", structural=True,
        doc="link of the tree, from 0; -1: its free base",
    )  # fmt: skip
    localPosition: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="b", unit="m", structural=True,
        doc="position in the frame of the link",
    )  # fmt: skip

    def target(self) -> Target:
        return Target("sensor", -1, self.outputVariableType, NOWHERE)

    def check_complete(self, owner: str) -> None:
        if self.outputVariableType not in self.outputs:
            self._refuse(owner)

    def check_sizes(self, owner: str, items: Any) -> None:
        check_link(owner, self, items)
        if self.objectNumber < 0:
            return  # not given yet: Assemble reports it
        if "outputVariableType" in self.given and self.outputVariableType not in self.outputs:
            self._refuse(owner)

    def _refuse(self, owner: str) -> None:
        names = ", ".join(variable.name for variable in self.outputs)
        got = getattr(self.outputVariableType, "name", self.outputVariableType)
        raise ParameterError(
            f"{owner}: outputVariableType must be an output of links, one of {names}, got {got}"
        )

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        items = [model.items["sensor"][number] for number in table.numbers]
        paths: list[Any] = []
        coordinates: list[Any] = []
        slopes: list[Any] = []
        for e, item in zip(table.rows, items, strict=True):
            try:
                frame = model.places.link_frame(
                    item.objectNumber, item.linkNumber, item.localPosition
                )
            except ParameterError as error:
                raise ParameterError(f"{item.label(int(e['number']))}: {error}") from None
            rows = TREE_LINK.rows([Member(0, frame, 0)])
            node = np.searchsorted(model.numbering.node_first, rows["first"], "right") - 1
            rows["first_pose"] = model.numbering.first_pose[node]
            e["path_start"], e["path_count"] = sum(map(len, paths)), len(rows)
            followed = np.array(frame.coordinates, i8)
            e["start"], e["kept"] = sum(map(len, coordinates)), len(followed)
            e["followed"] = int((followed >= 0).sum())
            e["planar"], e["place"] = frame.is_planar, frame.reference_place()
            paths.append(rows)
            coordinates.append(followed)
            slopes.append(TREE_LINK.jacobian(frame))  # type: ignore[misc]
        pools = table.pools
        pools["path"], pools["coordinates"] = np.concatenate(paths), np.concatenate(coordinates)
        pools["slopes"] = np.concatenate(slopes).reshape(-1)
        pools["slope_rates"] = np.zeros_like(pools["slopes"])
        pools["places"] = np.zeros(len(items), MARKER)
        pools["frames"] = np.zeros(len(items), ROTATION)


def output(
    table, row, variable, q, v, a, poses, path, coordinates, slopes_out, slope_rates_out,
    places_out, frames_out, value_out,
):  # fmt: skip
    e = table[row]
    links = path[e.path_start : e.path_start + e.path_count]
    J = view(slopes_out[6 * e.start :].ctypes.data, (e.kept, 6), NUMBER)
    H = view(slope_rates_out[6 * e.start :].ctypes.data, (e.kept, 6), NUMBER)
    own, turned = places_out[row : row + 1], frames_out[row : row + 1]
    motion(links, q, v, poses, J, turned, own)
    place, frame = own[0], turned[0]
    if variable == ROTATION_MATRIX:
        for r in range(3):
            for c in range(3):
                value_out[3 * r + c] = frame.R[r, c]
        return 0
    if variable == ROTATION_ANGLES and e.planar != 0:
        value_out[2] = frame.angle
        return 0
    found = place.p[0], place.p[1], place.p[2]
    if variable == ROTATION_ANGLES:
        found = angles(frame.R)
    elif variable == DISPLACEMENT:
        found = found[0] - e.place[0], found[1] - e.place[1], found[2] - e.place[2]
    elif variable == VELOCITY or variable == VELOCITY_LOCAL:
        found = place.v[0], place.v[1], place.v[2]
    elif variable == ANGULAR_VELOCITY or variable == ANGULAR_VELOCITY_LOCAL:
        found = frame.omega[0], frame.omega[1], frame.omega[2]
    elif variable != POSITION:
        first = 0 if variable == ACCELERATION or variable == ACCELERATION_LOCAL else 3
        jacobians(links, q, poses, own, J)
        rates(links, q, v, poses, own, turned, J, H)
        found = _acceleration(e, first, v, a, coordinates, J, H)
    if (
        variable == VELOCITY_LOCAL
        or variable == ACCELERATION_LOCAL
        or variable == ANGULAR_VELOCITY_LOCAL
        or variable == ANGULAR_ACCELERATION_LOCAL
    ):
        found = turned_back(frame.R, found)
    for r in range(3):
        value_out[r] = found[r]
    return 0


def _acceleration(e, first, v, a, coordinates, J, H):
    """J a + H v, of the point or of the rotation"""
    x = y = z = 0.0
    for k in range(e.followed):
        c = coordinates[e.start + k]
        x += J[k, first] * a[c] + H[k, first] * v[c]
        y += J[k, first + 1] * a[c] + H[k, first + 1] * v[c]
        z += J[k, first + 2] * a[c] + H[k, first + 2] * v[c]
    return x, y, z


define(SensorKinematicTree, output)
