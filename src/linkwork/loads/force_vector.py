"""Force: a force vector on a position marker.

    f = b,  or  f = UF(mbs, t, b)  with loadVectorUserFunction UF

bodyFixed turns the vector with the marker: f = R(angle) b; markers of points do not turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from linkwork.core.declare import ALWAYS, Output, Visualization, define, parameter
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.parameters import Array, Flag
from linkwork.core.records import i4, i8
from linkwork.loads.load import LOAD_FUNCTION, Load, evaluate, output
from linkwork.math.vec3 import dot
from linkwork.nodes.pose_node import PoseNode

__all__ = ["Force", "LoadForceVector", "VForce", "VLoadForceVector"]


class VLoadForceVector(Visualization):
    """Drawing of a Force."""


class LoadForceVector(Load):
    """A force on a position marker."""

    type_name = "ForceVector"
    linear_when = ALWAYS
    short_name = "Force"
    V = VLoadForceVector
    constant_without_function = True
    own = {**Load.own, "slots": (i4, (3,)), "columns": (i8, (3,)), "ends": (i8, (3,))}
    magnitude = "b"
    outputs = {Variable.Force: Output("f", "N", 3, "force on the marker")}

    loadVector: Any = parameter([0.0] * 3, Array((3,)), symbol="b", unit="N", doc="force vector")
    bodyFixed: bool = parameter(
        False, Flag(), symbol="body_fixed", doc="whether the vector turns with the marker"
    )
    loadVectorUserFunction: Any = parameter(
        0, LOAD_FUNCTION, symbol="UF", unit="N",
        doc="function of time that returns the force vector",
    )  # fmt: skip

    def check_sizes(self, owner: str, items: Mapping[str, list[Any]]) -> None:
        marker = items["marker"][self.markerNumber]
        if not self.bodyFixed or "Orientation" in marker.provides:
            return
        node = getattr(marker, "nodeNumber", -1)
        if "bodyNumber" in marker.fields:
            node = (items["object"][marker.bodyNumber].nodes() or [-1])[0]
        if node >= 0 and isinstance(items["node"][node], PoseNode):
            raise ParameterError(
                f"{owner}: bodyFixed needs a marker with an orientation, got "
                f"{marker.label(self.markerNumber)}; use MarkerBodyRigid or MarkerNodeRigid"
            )

    def has_potential(self) -> bool:
        """A force that turns with its body has none."""
        return not self.bodyFixed and super().has_potential()

    @classmethod
    def is_constant(cls, rows: np.ndarray) -> bool:
        return super().is_constant(rows) and not rows["body_fixed"].any()

    @classmethod
    def is_linear(cls, table: Any) -> bool:
        return super().is_linear(table) and not table.rows["body_fixed"].any()

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        """Places of the derivatives by the angle, which only markers that turn have."""
        ends = table.own["ends"]
        table.own["slots"][:] = slots(ends, ends[:, 2:]) if implicit else -1


def residual(table, turns, t, work_out, marker_force_out):
    for i in range(table.size):
        e = table[i]
        status = evaluate(e, t, i, work_out)
        if status != 0:
            return status
        x, y = work_out[i, 3], work_out[i, 4]
        if e.body_fixed != 0:
            sine, cosine = turns[e.m0].sine, turns[e.m0].cosine
            x, y = cosine * x - sine * y, sine * x + cosine * y
        marker_force_out[e.m0, 0] += x
        marker_force_out[e.m0, 1] += y
        marker_force_out[e.m0, 2] += work_out[i, 5]
    return 0


def jacobian(table, turns, t, cq, columns, slots, marker_jacobians, work_out, values_out):
    """Subtract J^T df/d(angle) from the column of the angle, of forces that turn."""
    for i in range(table.size):
        e = table[i]
        if e.body_fixed == 0 or slots[i, 2] < 0:
            continue
        if marker_jacobians[columns[i, 2], 3] == 0.0:
            continue  # a mass in space: its third coordinate is no angle
        status = evaluate(e, t, i, work_out)
        if status != 0:
            return status
        x, y = work_out[i, 3], work_out[i, 4]
        sine, cosine = turns[e.m0].sine, turns[e.m0].cosine
        x, y = -sine * x - cosine * y, cosine * x - sine * y
        for r in range(3):
            if slots[i, r] >= 0:
                column = columns[i, r]
                force = marker_jacobians[column, 0] * x + marker_jacobians[column, 1] * y
                values_out[slots[i, r]] -= cq * force
    return 0


def potential(table, markers, energy_out):
    """Energy -b p of each constant force [J]; zero at the origin."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = -dot(e.b, markers[e.m0].p)


define(LoadForceVector, residual, jacobian, potential, output)
Force, VForce = LoadForceVector, VLoadForceVector
