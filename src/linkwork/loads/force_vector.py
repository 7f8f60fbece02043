"""Force: a force vector on a position marker.

    f = b,  or  f = UF(mbs, t, b)  with loadVectorUserFunction UF

With bodyFixed the vector turns with the marker: f = R b. Points do not turn, but have the axes
of their body.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.core.blocks import SPACE, Blocks
from linkwork.core.declare.item import ALWAYS, Output, Visualization, define, parameter
from linkwork.core.declare.item_list import Members
from linkwork.core.declare.parameters import Array, Flag
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.loads.load import LOAD_FUNCTION, Load, acting, evaluate, follower_jacobian, output
from linkwork.math.vec3 import dot

__all__ = ["Force", "LoadForceVector", "VForce", "VLoadForceVector"]


def check_axes(load: Any, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
    """Refuse a force that turns with a marker which does not, on a body that does."""
    marker = items["marker"][load.markerNumber]
    if not load.bodyFixed or "Orientation" in marker.provides:
        return
    node = getattr(marker, "nodeNumber", -1)
    if "bodyNumber" in marker.fields:
        node = (items["object"][marker.bodyNumber].nodes() or [-1])[0]
    if node >= 0 and items["node"][node].has_axes:
        raise ParameterError(
            f"{owner}: bodyFixed needs a marker with an orientation, got "
            f"{marker.label(load.markerNumber)}; use MarkerBodyRigid or MarkerNodeRigid"
        )


class VLoadForceVector(Visualization):
    """Drawing of a Force."""


class LoadForceVector(Load):
    """A force on a position marker."""

    type_name = "ForceVector"
    linear_when = ALWAYS
    short_name = "Force"
    V = VLoadForceVector
    constant_without_function = True
    blocks = Blocks(1, SPACE, damped=False, only_turning=True)
    own = {**Load.own, **blocks.own}
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

    @classmethod
    def sized_rows(cls, group: Members) -> np.ndarray:
        if cls.check_sizes is not LoadForceVector.check_sizes:
            return super().sized_rows(group)
        return np.flatnonzero(group.column("bodyFixed"))

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        check_axes(self, owner, items)

    def has_potential(self) -> bool:
        """Whether it has a potential; a force that turns with its body has none."""
        return not self.bodyFixed and super().has_potential()

    @classmethod
    def is_constant(cls, rows: np.ndarray) -> bool:
        return super().is_constant(rows) and not rows["body_fixed"].any()

    @classmethod
    def is_linear(cls, table: Any) -> bool:
        return super().is_linear(table) and not table.rows["body_fixed"].any()


def residual(table, rotations, t, work_out, marker_force_out):
    for i in range(table.size):
        e = table[i]
        status = evaluate(e, t, i, work_out)
        if status != 0:
            return status
        f = acting(e, i, rotations, work_out)
        for r in range(3):
            marker_force_out[e.m0, r] += f[r]
    return 0


jacobian = follower_jacobian(0)


def potential(table, markers, energy_out):
    """Energy -b p of each constant force [J]; zero at the origin."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = -dot(e.b, markers[e.m0].p)


define(LoadForceVector, residual, jacobian, potential, output)
Force, VForce = LoadForceVector, VLoadForceVector
