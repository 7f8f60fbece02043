"""Kernels of the planar spring-damper on a table of one row, as plain Python."""

from types import SimpleNamespace

import numpy as np

from linkwork.connectors.planar_spring_damper import ObjectConnectorPlanarSpringDamper as Kind
from linkwork.core.declare.item import checked
from linkwork.core.declare.item_list import ItemList
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.kernels.entry import argument_names
from linkwork.core.records import BOUNDARIES, MARKER, ROTATION
from linkwork.model.table import Table

CURVE = [[-0.8, -3.0], [-0.2, -0.5], [0.1, -0.5], [0.3, 2.0], [1.1, 2.5]]
REST = np.zeros(6)
TYPES = ("Linear", "Tensile", "Compressive", "Tabular")


def fixed(**given_):
    """A spring-damper with everything but the choices."""
    return dict(
        stiffness=3.0, damping=0.7, preload=0.15, referenceLength=1.2, referenceVector=[0.3, -0.2],
        referenceAngle=0.4, curve=CURVE, coupling=[0.3, 0.2],
    ) | given_  # fmt: skip


def close(found, wanted, tolerance=1e-12):
    wanted = np.asarray(wanted)
    return np.abs(np.asarray(found) - wanted).max() <= tolerance * max(1.0, np.abs(wanted).max())


class Bench:
    """One spring-damper between the markers 0 (parent) and 1 (child) of a state."""

    def __init__(self, locals_=((0.0, 0.0), (0.0, 0.0)), **given):
        self.item = checked(Kind(markerNumbers=[0, 1], **given), 0)
        self.item.check_sizes(self.item.label(0), {})
        self.table = Table.of(ItemList([self.item]).by_kind()[Kind])
        self.table.rows["m0"], self.table.rows["m1"] = 0, 1
        Kind.lay_out(self.table, SimpleNamespace(items={"object": [self.item]}))
        Kind.write_pools(self.table, 0, self.item)
        self.markers, self.rotations = np.zeros(2, MARKER), np.zeros(2, ROTATION)
        self.branches, self.crossed, self.frozen = np.full(1, -1), np.full(1, -1), 0
        self.locals = np.array(locals_)

    def place(self, z, z_t):
        """Positions and angles of the markers, and their rates."""
        for k in range(2):
            m, turn = self.markers[k], self.rotations[k]
            m.p[:2], m.v[:2] = z[3 * k : 3 * k + 2], z_t[3 * k : 3 * k + 2]
            turn.angle, turn.omega[2] = z[3 * k + 2], z_t[3 * k + 2]
            (x, y), cos, sin = self.locals[k], np.cos(turn.angle), np.sin(turn.angle)
            turn.arm[:2] = cos * x - sin * y, sin * x + cos * y
        return self

    def run(self, kernel, *arrays, **given):
        """Run a kernel; arguments by name, the arrays that it writes besides."""
        known = dict(
            table=self.table.rows, markers=self.markers, rotations=self.rotations,
            branches=self.branches, segments=self.table.pools["segments"],
            frozen=self.frozen, crossed=self.crossed,
            **given,
        )  # fmt: skip
        function = Kind.kernels[kernel]
        names = argument_names(function)[: -len(arrays)]
        function(*(known[name.removesuffix("_out")] for name in names), *arrays)

    def force(self):
        """F = (fx, fy, torque) on parent and child, as on the markers."""
        forces, torques = np.zeros((2, 3)), np.zeros((2, 3))
        self.run("residual", forces, torques)
        assert not forces[:, 2].any()
        return np.array([*forces[0, :2], torques[0, 2], *forces[1, :2], torques[1, 2]])

    def blocks(self):
        """(dF/dz, dF/dz_t)"""
        K, C = np.full((1, 6, 6), np.nan), np.full((1, 6, 6), np.nan)
        self.run("jacobian", K, C)
        return K[0], C[0]

    def energy(self):
        found = np.full(1, np.nan)
        self.run("potential", found)
        return found[0]

    def output(self, name):
        variable = Variable[name]
        value = np.zeros(max(1, Kind.outputs[variable].size))
        self.run("output", value, row=0, variable=int(variable))
        return value if Kind.outputs[variable].size else value[0]

    def distances(self):
        """Distances to the boundaries of the present branch."""
        values = np.full((1, BOUNDARIES), np.nan)
        self.run("events", values)
        return values[0]

    def cross(self, boundary):
        """Go to the branch behind a boundary."""
        self.crossed[0] = boundary
        self.run("switch", self.branches)
        return self
