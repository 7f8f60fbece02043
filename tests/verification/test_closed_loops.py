"""Closed loops of bodies in space: rows have pivots, and the order changes no result."""

import numpy as np
import pytest

import linkwork as exu
from benchmarks.spatial import stewart
from linkwork.bench.rounds import own_engine

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
