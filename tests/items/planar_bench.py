"""Kernels of the planar spring-damper on a table of one row, as plain Python."""

from types import SimpleNamespace

import numpy as np

from linkwork.connectors.planar_spring_damper import ObjectConnectorPlanarSpringDamper as Kind
from linkwork.core.declare import checked
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import MARKER, f8, record
from linkwork.model import Table

TURN = record(("angle", f8), ("omega", f8), ("arm", f8, 2))


class Bench:
    """One spring-damper between the markers 0 (parent) and 1 (child) of a state."""

    def __init__(self, locals_=((0.0, 0.0), (0.0, 0.0)), **given):
        self.item = checked(Kind(markerNumbers=[0, 1], **given), 0)
        self.item.check_sizes(self.item.label(0), {})
        self.table = Table(Kind, [0])
        self.table.fill(0, self.item)
        self.table.rows["m0"], self.table.rows["m1"] = 0, 1
        Kind.lay_out(self.table, SimpleNamespace(items={"object": [self.item]}))
        Kind.write_pools(self.table, 0, self.item)
        self.markers, self.turns = np.zeros(2, MARKER), np.zeros(2, TURN)
        self.locals = np.array(locals_)

    def place(self, z, z_t):
        """Positions and angles of the markers, and their rates."""
        for k in range(2):
            m, turn = self.markers[k], self.turns[k]
            m.p[:2], m.v[:2] = z[3 * k : 3 * k + 2], z_t[3 * k : 3 * k + 2]
            turn.angle, turn.omega = z[3 * k + 2], z_t[3 * k + 2]
            (x, y), cos, sin = self.locals[k], np.cos(turn.angle), np.sin(turn.angle)
            turn.arm[:] = cos * x - sin * y, sin * x + cos * y
        return self

    def force(self):
        """F = (fx, fy, torque) on parent and child, as on the markers."""
        forces, torques = np.zeros((2, 3)), np.zeros(2)
        rows, segments = self.table.rows, self.table.pools["segments"]
        Kind.kernels["residual"](rows, self.markers, self.turns, segments, forces, torques)
        assert not forces[:, 2].any()
        return np.array([*forces[0, :2], torques[0], *forces[1, :2], torques[1]])

    def blocks(self):
        """(dF/dz, dF/dz_t)"""
        K, C = np.full((1, 6, 6), np.nan), np.full((1, 6, 6), np.nan)
        rows, segments = self.table.rows, self.table.pools["segments"]
        Kind.kernels["jacobian"](rows, self.markers, self.turns, segments, K, C)
        return K[0], C[0]

    def energy(self):
        found = np.full(1, np.nan)
        segments = self.table.pools["segments"]
        Kind.kernels["potential"](self.table.rows, self.markers, segments, found)
        return found[0]

    def output(self, name):
        variable = Variable[name]
        value = np.zeros(max(1, Kind.outputs[variable].size))
        rows, segments = self.table.rows, self.table.pools["segments"]
        Kind.kernels["output"](rows, 0, int(variable), self.markers, self.turns, segments, value)
        return value if Kind.outputs[variable].size else value[0]
