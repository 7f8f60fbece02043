"""Nodes that own equations between their coordinates: a bead on a sphere or a circle."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.declare.item import define, parameter
from linkwork.core.declare.parameters import Flag
from linkwork.core.records import i8
from linkwork.extend.probe import Probe
from linkwork.items import (
    DistanceConstraint,
    Gravity,
    MarkerBodyMass,
    MarkerBodyPosition,
    MassPoint,
    ObjectGround,
)
from linkwork.nodes.own_equations import OWN_COLUMNS, OwnEquations, add_equation, own_arrays
from linkwork.nodes.point import NodePoint
from tests.cases import Cases

Variable = exu.OutputVariableType
R = 1.25
START = dict(referenceCoordinates=[0.8, 0.75, -0.6], initialVelocities=[0.6, -1.0, -0.45])
"""On the sphere and in the plane, along both."""


class NodeOnSphere(OwnEquations, NodePoint):
    """A point with p . p = R^2, and with n . p = 0 if it is flat, n = (0.6, 0, 0.8)."""

    type_name = "OnSphere"
    short_name = ""
    tied = range(3)
    equations = 2
    own = own_arrays(equations, tied)
    extra_columns = (*OWN_COLUMNS, ("first", i8))

    isFlat: bool = parameter(False, Flag(), symbol="is_flat", structural=True, doc="on a circle")

    def size_of(self, part):
        return {"ode2": 3, "ae": 1 + int(self.isFlat)}.get(part, 0)

    def equation_units(self, items):
        return ["m^2", "m"][: self.equation_count()]


def _total(e, k, q):
    return e.c_ref[k] + q[e.first + k]


def _normal(k):
    return 0.6 if k == 0 else (0.8 if k == 2 else 0.0)


def residual(table, q, v, multipliers, level, residual_out, constraint_out):
    for i in range(table.size):
        e = table[i]
        sphere, plane = -1.5625 if level == 0 else 0.0, 0.0
        for k in range(3):
            p, rate, n = _total(e, k, q), v[e.first + k], _normal(k)
            residual_out[e.first + k] += 2.0 * p * multipliers[e.row]
            sphere += p * p if level == 0 else 2.0 * rate * (p if level == 1 else rate)
            plane += n * (p if level == 0 else rate) if level < 2 else 0.0
            if e.owns == 2:
                residual_out[e.first + k] += n * multipliers[e.row + 1]
        constraint_out[e.row] = sphere
        if e.owns == 2:
            constraint_out[e.row + 1] = plane


def jacobian(
    table, q, v, multipliers, level, cq, row_cq, row_cv, row_mass, edge_slots, bend_slots,
    gradient_out, values_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        for k in range(3):
            gradient_out[i, 0, k], gradient_out[i, 1, k] = 2.0 * _total(e, k, q), _normal(k)
            if cq != 0.0:
                values_out[bend_slots[i, k, k]] += cq * 2.0 * multipliers[e.row]
        rate = 2.0 * v[e.first], 2.0 * v[e.first + 1], 2.0 * v[e.first + 2]
        add_equation(
            i, 0, row_mass[e.row], row_cq, row_cv, level, gradient_out, rate, edge_slots, values_out
        )
        if e.owns == 2:
            still = 0.0, 0.0, 0.0
            add_equation(
                i, 1, row_mass[e.row + 1], row_cq, row_cv, level, gradient_out, still, edge_slots,
                values_out,
            )  # fmt: skip


define(NodeOnSphere, residual, jacobian)


def beads(*flat):
    """Beads at the same place, each on a separate node, under gravity."""
    mbs = exu.SystemContainer().AddSystem()
    for is_flat in flat:
        node = mbs.AddNode(NodeOnSphere(**START, isFlat=is_flat))
        hang(mbs, node)
    return mbs


def hang(mbs, node):
    mass = mbs.AddObject(MassPoint(physicsMass=2.0, nodeNumber=node))
    marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
    mbs.AddLoad(Gravity(markerNumber=marker, loadVector=[0, 0, -9.81]))
    return mass


def solve(mbs, solver="GeneralizedAlpha", linear=exu.LinearSolverType.EXUdense, h=1e-3):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, round(1 / h)
    settings.linearSolverType = linear
    mbs.Assemble()
    return mbs.SolveDynamic(settings, solverType=solver)


def test_a_model_is_not_linear_if_equations_of_nodes_are_not():
    """A bead with no other item keeps its matrix up to date: same motion as by an explicit solver.

    Differences of both fall with h^2, and it stays on its sphere.
    """
    differences = []
    for h in (2e-3, 1e-3):
        exact = solve(beads(False), "RK67", h=h).coordinates[-1]
        found = solve(beads(False), h=h).coordinates[-1]
        differences.append(np.abs(found - exact).max())
        p = np.asarray(START["referenceCoordinates"]) + found
        assert p @ p == pytest.approx(R**2, rel=1e-9)
    assert differences[1] < 1e-4
    assert differences[0] / differences[1] == pytest.approx(4.0, rel=0.3)


def test_matrix_is_the_derivative_of_the_residual():
    probe, rng = Probe(beads(True, False), [], 0), np.random.default_rng(1)
    with Cases() as cases:
        for level, seed in ((level, seed) for level in (0, 1) for seed in range(5)):
            with cases(f"level {level}", f"seed {seed}"):
                probe.shake(rng)
                probe.factors(*rng.uniform(0.5, 2.0, 4))
                wanted = probe.differences(level)
                assert np.abs(probe.matrix(level) - wanted).max() <= 1e-8 * np.abs(wanted).max()
    probe.factors(1.0, 0.0, 0.0, 1.0)
    probe.data["row_mass"][:] = 1.0
    gradients = probe.equations.rows.gradients().toarray()
    n = probe.model.n_ode2
    assert gradients.shape == (3, n)
    assert np.abs(gradients - probe.differences(0)[n:, :n]).max() <= 1e-9


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "DOPRI5", "VelocityVerlet"])
def test_a_bead_on_a_sphere_moves_as_a_pendulum_on_a_rod(solver):
    mbs = beads(False)
    mass = hang(mbs, mbs.AddNode(NodePoint(**START)))
    ends = [mbs.AddObject(ObjectGround()), mass]
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in ends]
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=R))
    solve(mbs, solver)
    bead, rod = (mbs.GetNodeOutput(node, Variable.Position) for node in (0, 1))
    assert np.linalg.norm(bead) == pytest.approx(R, rel=1e-9)
    assert bead == pytest.approx(rod, abs=2e-6) and abs(bead[2]) > 0.1


@pytest.mark.parametrize("linear", ["EXUdense", "EigenSparse"])
def test_some_beads_of_a_table_stay_in_their_plane(linear):
    """Their energy is kept; equations of other beads in the table are not theirs."""
    mbs = beads(True, False, True)
    solution = solve(mbs, "RK44", exu.LinearSolverType[linear])
    at_plane, in_space, again = (mbs.GetNodeOutput(node, Variable.Position) for node in range(3))
    assert abs(at_plane @ [0.6, 0.0, 0.8]) < 1e-9 and abs(in_space @ [0.6, 0.0, 0.8]) > 0.05
    assert at_plane == pytest.approx(again, abs=1e-12)
    v, v0 = mbs.GetNodeOutput(0, Variable.Velocity), np.array(START["initialVelocities"])
    gained = 0.5 * (v @ v - v0 @ v0) + 9.81 * (at_plane[2] + 0.6)
    assert abs(gained) < 1e-8 and solution.success
