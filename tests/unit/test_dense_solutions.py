"""Solutions with the factors of few unknowns."""

from types import SimpleNamespace

import numpy as np

from linkwork.linear.dense import own
from linkwork.linear.dense.unrolled import MOST, without_loops


def test_solutions_without_loops_are_the_same_to_the_last_bit():
    random = np.random.default_rng(3)
    exchanged = 0
    for n in (*range(1, MOST + 1), MOST + 1):
        solve = without_loops(own.solve, n)
        assert (solve is own.solve) == (n > MOST)
        for zeros in (0.0, 0.5):  # zeros in the right-hand side are left out
            matrix, x = random.normal(size=(n, n)), random.normal(size=n)
            x[random.uniform(size=n) < zeros] = 0.0
            factors, pivots = np.zeros(n * n), np.zeros(n, np.int64)
            frame = SimpleNamespace(factorizations=0)
            assert own.factor(frame, matrix.ravel(order="F"), 0.0, factors, pivots) == 0
            exchanged += int((pivots != np.arange(n)).sum())
            found, expected = x.copy(), x.copy()
            solve(factors, pivots, found)
            own.solve(factors, pivots, expected)
            assert found.tobytes() == expected.tobytes()
            np.testing.assert_allclose(matrix @ found, x, rtol=0, atol=1e-12)
    assert exchanged > 10
