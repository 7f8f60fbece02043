"""Outputs of markers with one component, for every kind of motion."""

from __future__ import annotations

from linkwork.core.declare.item import Output
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.nodes.point_node import COORDINATES, COORDINATES_T


def coordinate_outputs(symbol: str, unit: str, doc: str) -> dict[Variable, Output]:
    """Outputs of such a marker; symbol, unit, doc -- of its value."""
    return {
        Variable.Coordinates: Output(symbol, unit, 1, doc),
        Variable.Coordinates_t: Output(f"{symbol}_t", f"{unit}/s", 1, "its rate"),
        Variable.Coordinates_tt: Output(f"{symbol}_tt", f"{unit}/s^2", 1, "its second rate"),
    }


def output(
    table, row, variable, markers, motion_jacobians, motion_rates, motion_coordinates, v, a,
    value_out,
):  # fmt: skip
    e = table[row]
    if variable == COORDINATES:
        value_out[0] = markers[e.marker].p[0]
    elif variable == COORDINATES_T:
        value_out[0] = markers[e.marker].v[0]
    elif e.dimension == 1:
        value_out[0] = a[e.first]
    else:
        for k in range(e.column, e.column + e.n_columns):
            c = motion_coordinates[k]
            value_out[0] += motion_jacobians[k, 0] * a[c] + motion_rates[k, 0] * v[c]
