"""MarkerBodyCable2DShape: points of a cable at equal distances, for contacts with its whole length.

With the axis r(x) of the cable n_b, its length L, its normal e_2 and n_s segments,

    p_i = r(i L/n_s) + h e_2(i L/n_s),  i = 0, ..., n_s

The vector of the marker is (x_0, y_0, x_1, y_1, ...), its rate that of the points. Points of an
ALECable2D, whose height h must be 0, have the velocity of its material.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.bodies.ale_cable_2d import ObjectALEANCFCable2D
from linkwork.core.declare.item import VARIABLE, Output, Visualization, define, parameter
from linkwork.core.declare.parameters import PInt, Real
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i8
from linkwork.markers.cable_marker import CableMarker
from linkwork.markers.marker import Lookup, Marker
from linkwork.math.cable_shape import LEAST, bends, positions, slopes
from linkwork.motion.kind import Motion
from linkwork.motion.point import Point
from linkwork.nodes.point_node import COORDINATES, COORDINATES_T

__all__ = ["MarkerBodyCable2DShape", "VMarkerBodyCable2DShape"]

MOST_SEGMENTS = 12


class VMarkerBodyCable2DShape(Visualization):
    """Drawing of a MarkerBodyCable2DShape."""


class MarkerBodyCable2DShape(CableMarker):
    """Points along a cable, which divide it into segments."""

    type_name = "BodyCable2DShape"
    V = VMarkerBodyCable2DShape
    provides = frozenset({"Cable2DShape"})
    extra_columns = (*Marker.extra_columns, ("L", f8), ("along", i8))
    pools = {"indices": i8, "homes": f8}  # coordinates of each cable, and their reference values
    outputs = {
        Variable.Coordinates: Output("p", "m", VARIABLE, "points x_0, y_0, x_1, y_1, ..."),
        Variable.Coordinates_t: Output("p_t", "m/s", VARIABLE, "velocities of the points"),
        Variable.Coordinates_tt: Output("p_tt", "m/s^2", VARIABLE, "accelerations of the points"),
    }

    numberOfSegments: int = parameter(
        3, PInt(), symbol="n_s", structural=True, doc="segments between the points, at most 12"
    )
    verticalOffset: float = parameter(
        0.0, Real, symbol="h", unit="m", structural=True, doc="height of the points over the axis"
    )

    def check_complete(self, owner: str) -> None:
        if self.numberOfSegments > MOST_SEGMENTS:
            raise ParameterError(
                f"{owner}: numberOfSegments n_s must be at most {MOST_SEGMENTS}, got "
                f"{self.numberOfSegments}; use more elements instead"
            )

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        """Not a point: the vector is computed directly from the coordinates."""
        return Point(np.zeros(3), -1, 0), 0.0

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        return 2 * (self.numberOfSegments + 1)

    def check_sizes(self, owner: str, items: Any) -> None:
        body = items["object"][self.bodyNumber] if self.bodyNumber >= 0 else None
        if isinstance(body, ObjectALEANCFCable2D) and self.verticalOffset != 0.0:
            raise ParameterError(
                f"{owner}: verticalOffset h must be 0 on {body.label(self.bodyNumber)}, whose "
                f"material moves along it, got {self.verticalOffset:g}"
            )

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        markers = [model.items["marker"][number] for number in table.numbers]
        lists = [model.numbering.object_part(m.bodyNumber, "ode2") for m in markers]
        table.rows["L"] = [model.items["object"][m.bodyNumber].physicsLength for m in markers]
        table.rows["along"] = [members[8] if len(members) > 8 else -1 for members in lists]
        table.pools["indices"] = np.concatenate([members[:8] for members in lists]).astype(i8)
        table.pools["homes"] = model.numbering.reference[table.pools["indices"]]


def _sums(weights, start, indices, values):
    """Weighted sum of the four pairs of values of a cable."""
    x = y = 0.0
    for k in range(4):
        x += weights[k] * values[indices[start + 2 * k]]
        y += weights[k] * values[indices[start + 2 * k + 1]]
    return x, y


def _home(weights, start, homes):
    """The same of the reference values."""
    x = y = 0.0
    for k in range(4):
        x += weights[k] * homes[start + 2 * k]
        y += weights[k] * homes[start + 2 * k + 1]
    return x, y


def output(table, row, variable, indices, homes, q, v, a, value_out):
    e = table[row]
    start = 8 * row
    for i in range(e.n_s + 1):
        s = i / e.n_s
        S, f = positions(s, e.L), slopes(s)
        D = -f[0] / e.L, f[1], f[0] / e.L, f[2]
        home, moved = _home(D, start, homes), _sums(D, start, indices, q)
        x, y = home[0] + moved[0], home[1] + moved[1]
        square = max(x * x + y * y, LEAST)
        rho = math.sqrt(square)
        dx, dy = -e.h * y / rho, e.h * x / rho
        rate = _sums(D, start, indices, v)
        omega = (x * rate[1] - y * rate[0]) / square
        if variable == COORDINATES:
            place, change = _home(S, start, homes), _sums(S, start, indices, q)
            value_out[2 * i] = place[0] + change[0] + dx
            value_out[2 * i + 1] = place[1] + change[1] + dy
        elif variable == COORDINATES_T:
            u, w = _sums(S, start, indices, v)
            value_out[2 * i], value_out[2 * i + 1] = u - omega * dy, w + omega * dx
            if e.along >= 0:
                value_out[2 * i] += v[e.along] * x
                value_out[2 * i + 1] += v[e.along] * y
        else:
            second = _sums(D, start, indices, a)
            turn = (x * second[1] - y * second[0]) / square
            turn -= 2.0 * omega * (x * rate[0] + y * rate[1]) / square
            u, w = _sums(S, start, indices, a)
            value_out[2 * i] = u - turn * dy - omega * omega * dx
            value_out[2 * i + 1] = w + turn * dx - omega * omega * dy
            if e.along >= 0:
                _add_along(e, s, start, indices, homes, q, v[e.along], a[e.along], 2 * i, value_out)
                value_out[2 * i] += 2.0 * v[e.along] * rate[0]
                value_out[2 * i + 1] += 2.0 * v[e.along] * rate[1]


def _add_along(e, s, start, indices, homes, q, speed, second, place, value_out):
    """Add s_tt r' + s_t^2 r''."""
    f, g = slopes(s), bends(s, e.L)
    D = -f[0] / e.L, f[1], f[0] / e.L, f[2]
    B = -g[0] / e.L, g[1], g[0] / e.L, g[2]
    for weights, factor in ((D, second), (B, speed * speed)):
        home, moved = _home(weights, start, homes), _sums(weights, start, indices, q)
        value_out[place] += factor * (home[0] + moved[0])
        value_out[place + 1] += factor * (home[1] + moved[1])


define(MarkerBodyCable2DShape, output)
