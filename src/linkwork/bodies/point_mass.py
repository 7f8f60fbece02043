"""Shared by point masses: residual M a with M = m I, and outputs of the points of the body.

A point mass does not turn: the point at local position b is p = c_ref + q + b.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.core.declare.item import Output
from linkwork.core.declare.item_list import Members
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, i8
from linkwork.motion.point import Point

POSITION, DISPLACEMENT = int(Variable.Position), int(Variable.Displacement)
VELOCITY, ACCELERATION = int(Variable.Velocity), int(Variable.Acceleration)
ROTATION_MATRIX = int(Variable.RotationMatrix)
KINETIC_ENERGY = int(Variable.KineticEnergy)
KINETIC_OUTPUT = {Variable.KineticEnergy: Output("T", "J", 0, "kinetic energy of the whole body")}


def inertia_kernels(count: int) -> tuple[Callable[..., Any], ...]:
    """Kernels of a mass with this number of coordinates: inertia, jacobian, kinetic."""

    def inertia(table, a, residual_out):
        for i in range(table.size):
            e = table[i]
            for r in range(count):
                residual_out[e.first + r] += e.m * a[e.first + r]

    def jacobian(table, ca, slots, values_out):
        for i in range(table.size):
            for r in range(count):
                values_out[slots[i, r, r]] += ca * table[i].m

    def kinetic(table, v, energy_out):
        """Kinetic energy m v^2 / 2 of each row [J]."""
        for i in range(table.size):
            e = table[i]
            square = 0.0
            for r in range(count):
                square += v[e.first + r] ** 2
            energy_out[i] = 0.5 * e.m * square

    return inertia, jacobian, kinetic


def kernels(count: int) -> tuple[Callable[..., Any], ...]:
    """Kernels of a point mass with this number of coordinates, and the outputs of its points."""

    def output(table, row, variable, local, q, v, a, value_out):
        e = table[row]
        if variable == ROTATION_MATRIX:
            value_out[0] = value_out[4] = value_out[8] = 1.0
        elif variable == POSITION:
            for r in range(3):
                value_out[r] = e.offset[r] + local[r]
        for r in range(count):
            k = e.first + r
            if variable == POSITION or variable == DISPLACEMENT:
                value_out[r] += q[k]
            elif variable == VELOCITY:
                value_out[r] = v[k]
            elif variable == ACCELERATION:
                value_out[r] = a[k]

    return *inertia_kernels(count), output


def kernels_with_energy(count: int) -> tuple[Callable[..., Any], ...]:
    """The same with the kinetic energy among the outputs."""
    inertia, jacobian, kinetic, point = kernels(count)

    def output(table, row, variable, local, q, v, a, value_out):
        if variable == KINETIC_ENERGY:
            kinetic(table[row : row + 1], v, value_out)
        else:
            point(table, row, variable, local, q, v, a, value_out)

    return inertia, jacobian, kinetic, output


class PointMass(Body):
    """Base of point masses."""

    extra_columns = (("first", i8), ("offset", f8, 3))
    physicsMass: float
    nodeNumber: int
    aliases = {"mass": "physicsMass"}

    def mass(self) -> float:
        return self.physicsMass

    @classmethod
    def masses(cls, group: Members) -> Any:
        if cls.mass is not PointMass.mass:
            return super().masses(group)
        return group.column("physicsMass")

    @classmethod
    def follows_node(cls) -> bool:
        own = cls.point, cls.nodes, cls.center, cls.mass_point
        return own == (PointMass.point, Body.nodes, Body.center, Body.mass_point)

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> Point:
        (node,) = bases
        return Point(node.offset + local, node.first, node.dimension)
