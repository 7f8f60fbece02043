"""Closed loops of bodies in space: rows have pivots, and the order changes no result."""

import numpy as np
import pytest

import linkwork as exu
from benchmarks.spatial import stewart
from linkwork.bench.rounds import own_engine
from linkwork.items import NodeGenericODE2, ObjectGenericODE2

pytestmark = pytest.mark.processors

ENGINE = own_engine()
H = 1e-3


def solved(kind, steps, solver="GeneralizedAlpha", h=H, **settings):
    run = stewart(ENGINE, steps, solver, h, kind)
    for name, value in settings.items():
        setattr(run.settings, name, value)
    run.solve()
    return run


@pytest.mark.parametrize("kind", ["EP", "Rxyz", "LG"])
def test_a_platform_needs_no_full_pivoting(kind):
    """Spread evenly, two rows of a ball joint and one of a rail are dependent on their leg."""
    counts = solved(kind, 100).system.solution.statistics
    assert counts["factorizations"] > 0
    assert counts["fallbacks"] == 0


def test_order_of_elimination_changes_nothing_but_rounding():
    sparse = solved("EP", 100)
    dense = solved("EP", 100, linearSolverType=exu.LinearSolverType.EigenDense)
    assert np.abs(sparse.result() - dense.result()).max() < 1e-12


def test_all_kinds_of_nodes_and_solvers_move_the_same_platform():
    end = solved("EP", 200, "RK67", 0.5 * H).result()
    for kind in ("Rxyz", "LG"):
        assert np.abs(solved(kind, 200, "RK67", 0.5 * H).result() - end).max() < 1e-11
    for kind in ("EP", "Rxyz", "LG"):
        errors = [
            np.abs(solved(kind, count, h=0.1 / count).result() - end).max() for count in (50, 100)
        ]
        assert errors[1] < 2e-6
        assert 3.5 < errors[0] / errors[1] < 4.5


def test_functions_need_not_be_defined_in_the_reference_configuration():
    """The order of elimination is judged there, or stays as it is; the run never gets there."""
    run = stewart(ENGINE, 20, "GeneralizedAlpha", H, "EP")
    mbs, told = run.system, []

    def mass(mbs, t, itemNumber, q, q_t):
        told.append(float(q[0]))
        if q[0] == 0.0:
            raise ValueError("no mass at zero")
        return np.array([[2.0 + 0.0 * q[0]]])

    node = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=1, referenceCoordinates=[0], initialCoordinates=[1],
            initialCoordinates_t=[0.5],
        )
    )  # fmt: skip
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=[node], massMatrixUserFunction=mass))
    mbs.Assemble()
    run.solve()
    assert 0.0 in told
    assert mbs.GetNodeOutput(node, exu.OutputVariableType.Coordinates)[0] == pytest.approx(
        1.0 + 0.5 * 20 * H, abs=1e-12
    )
