"""Items of users whose rows share memory as each needs."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.extend import *
from linkwork.items import MarkerNodePosition, MassPoint

Variable = exu.OutputVariableType


class Harmonics(Load):
    """F = sum A_j sin(w_j t) along x, of as many terms as are given."""

    type_name = "Harmonics"
    extra_columns = (*Load.extra_columns, ("start", i8), ("count", i8))
    own = {}
    pools = {"amplitudes": f8, "rates_of_phases": f8}
    outputs = {Variable.Force: Output("F", "N", 0, "force along x")}

    amplitudes: object = parameter([], Vector(), unit="N", doc="amplitude of each term")
    frequencies: object = parameter([], Vector(), unit="rad/s", doc="frequency of each term")

    @classmethod
    def lay_out(cls, table, model):
        items = [model.items["load"][number] for number in table.numbers]
        table.rows["count"] = [len(item.amplitudes) for item in items]
        table.rows["start"] = np.cumsum([0, *table.rows["count"][:-1]])
        for name in cls.pools:
            table.pools[name] = np.zeros(int(table.rows["count"].sum()))

    @classmethod
    def write_pools(cls, table, row, item):
        e = table.rows[row]
        mine = slice(e["start"], e["start"] + e["count"])
        table.pools["amplitudes"][mine] = item.amplitudes
        table.pools["rates_of_phases"][mine] = item.frequencies


def _force(e, t, amplitudes, rates_of_phases):
    F = 0.0
    for k in range(e.start, e.start + e.count):
        F += amplitudes[k] * np.sin(rates_of_phases[k] * t)
    return F


def residual(table, t, amplitudes, rates_of_phases, marker_force_out):
    for i in range(table.size):
        marker_force_out[table[i].m0, 0] += _force(table[i], t, amplitudes, rates_of_phases)


def output(table, row, variable, t, amplitudes, rates_of_phases, value_out):
    value_out[0] = _force(table[row], t, amplitudes, rates_of_phases)


define(Harmonics, residual, output)


def test_loads_of_different_length_in_one_table():
    """m x'' = sum A sin(w t): x = sum A/(m w) (t - sin(w t)/w); values may change later."""
    mbs = exu.SystemContainer().AddSystem()
    terms = [([1.0, -2.0, 0.5], [3.0, 5.0, 11.0]), ([4.0], [2.0])]
    for A, w in terms:
        node = mbs.AddNode(NodePoint())
        mbs.AddObject(MassPoint(physicsMass=2.0, nodeNumber=node))
        marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
        mbs.AddLoad(Harmonics(markerNumber=marker, amplitudes=A, frequencies=w))
    mbs.Assemble()
    mbs.SetLoadParameter(1, "amplitudes", [-1.5])
    terms[1] = [-1.5], [2.0]
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, 1000
    mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
    for node, (A, w) in enumerate(np.array(term) for term in terms):
        wanted = (A / (2.0 * w) * (1.0 - np.sin(w) / w)).sum()
        found = mbs.GetNodeOutput(node, Variable.Position)[0]
        assert found == pytest.approx(wanted, rel=1e-9)
        assert mbs.GetLoadValues(node) == pytest.approx((A * np.sin(w)).sum(), rel=1e-12)
