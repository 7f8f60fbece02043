"""Samples: distributions by their moments, seeds by member, designs, correlations."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.ensemble.sampling import sample, unit_points
from tests.cases import looped

pytestmark = pytest.mark.processors

COUNT = 4096
CUT = exu.truncated(exu.normal(2, 1), 1, 4)
DENSITY = np.exp([-0.5, -2.0]) / np.sqrt(2 * np.pi)  # of the standard normal at -1 and 2
INSIDE = 0.8185946141203637  # its probability between them
SHIFT = (DENSITY[0] - DENSITY[1]) / INSIDE
MOMENTS = {
    exu.normal(3, 0.5): (3, 0.5),
    exu.uniform(-1, 2): (0.5, 3 / np.sqrt(12)),
    exu.lognormal(2, 0.3): (2 * np.exp(0.045), 2 * np.exp(0.045) * np.sqrt(np.expm1(0.09))),
    exu.triangular(0, 1, 4): (5 / 3, np.sqrt((16 + 1 - 4) / 18)),
    exu.triangular(0, 0, 3): (1, np.sqrt(9 / 18)),
    CUT: (2 + SHIFT, np.sqrt(1 - (DENSITY[0] + 2 * DENSITY[1]) / INSIDE - SHIFT**2)),
}


@looped("given", MOMENTS, ids=repr)
def test_moments_are_those_of_the_distribution(given):
    mean, deviation = MOMENTS[given]
    values = given.quantile((np.arange(100000) + 0.5) / 100000)
    assert values.mean() == pytest.approx(mean, rel=1e-4)
    assert values.std() == pytest.approx(deviation, rel=1e-3)
    u = np.linspace(0.01, 0.99, 21)
    assert given.probability(given.quantile(u)) == pytest.approx(u, abs=1e-12)


def test_random_numbers_of_a_member_do_not_depend_on_the_others():
    few, many = (unit_points(n, 3, 7, "random") for n in (5, 50))
    assert np.array_equal(few, many[:5])
    child = np.random.SeedSequence(7).spawn(4)[3]
    assert np.array_equal(few[3], np.random.Generator(np.random.PCG64(child)).random(3))
    assert not np.array_equal(few, unit_points(5, 3, 8, "random"))
    large = unit_points(COUNT, 2, 1, "random")
    assert large.mean(axis=0) == pytest.approx([0.5, 0.5], abs=0.02)
    assert abs(np.corrcoef(large.T)[0, 1]) < 0.05


def test_designs_fill_the_cube_evenly():
    latin = unit_points(100, 3, 5, "latin")
    assert (np.sort((latin * 100).astype(int), axis=0).T == np.arange(100)).all()
    sobol = unit_points(256, 2, 5, "sobol")
    boxes = (sobol[:, 0] * 16).astype(int) * 16 + (sobol[:, 1] * 16).astype(int)
    assert np.unique(boxes).size == 256
    assert np.array_equal(sobol, unit_points(256, 2, 5, "sobol"))
    with pytest.warns(UserWarning, match="power of two, such as 64 or 128"):
        unit_points(100, 2, 5, "sobol")


def test_correlations_are_those_of_the_normal_scores():
    given = {"a": exu.normal(1, 2), "b": exu.normal(0, 1), "c": exu.uniform(0, 1)}
    drawn = sample(given, COUNT, 3, "sobol", {("a", "b"): 0.8})
    assert np.corrcoef(drawn.T)[0, 1] == pytest.approx(0.8, abs=0.01)
    assert np.abs(np.corrcoef(drawn.T)[2, :2]).max() < 0.02
    assert drawn[:, 0].std() == pytest.approx(2, rel=0.01)
    matrix = [[1, 0.8, 0], [0.8, 1, 0], [0, 0, 1]]
    assert np.array_equal(drawn, sample(given, COUNT, 3, "sobol", matrix))


@looped(
    "wrong, told",
    [
        (lambda: exu.normal(1, 0), "deviation must be > 0"),
        (lambda: exu.normal("a", 1), "mean must be a number"),
        (lambda: exu.uniform(1, 1), "low must be below high"),
        (lambda: exu.uniform(0, np.inf), "finite"),
        (lambda: exu.lognormal(-1, 1), "median must be > 0"),
        (lambda: exu.triangular(0, 2, 1), "mode must lie between"),
        (lambda: exu.truncated(3, 1, 2), "takes a distribution"),
        (lambda: exu.truncated(exu.normal(0, 1), 50, 60), "almost nothing"),
        (lambda: sample({"a": 3}, 2, 0), "needs a distribution"),
        (lambda: sample({}, 2, 0), "at least one"),
        (lambda: sample({"a": exu.normal(0, 1)}, 2, 0, "lattin"), "did you mean 'latin'"),
        (lambda: sample({"a": exu.normal(0, 1)}, 2, 0, correlations={("a", "b"): 1}), "names of"),
        (lambda: sample({"a": exu.normal(0, 1)}, 2, 0, correlations=[[2]]), "symmetric"),
        (lambda: sample({"a": exu.normal(0, 1)}, 2, 0, correlations="a"), "are numbers"),
        (lambda: sample({"a": exu.normal(0, 1)}, 2, -1), "seed must be"),
        (lambda: sample({"a": exu.normal(0, 1)}, 2, 1.5), "seed must be"),
        (lambda: sample({"a": exu.normal(0, 1)}, 2, None), "seed must be"),
        (
            lambda: sample(
                {n: exu.normal(0, 1) for n in "ab"},
                2,
                0,
                correlations={("a", "b"): 0.5, ("b", "a"): -0.5},
            ),
            "given twice",
        ),
        (
            lambda: sample(
                {n: exu.normal(0, 1) for n in "ab"}, 2, 0, correlations={("a", "b"): 1.0}
            ),
            "contradict",
        ),
    ],
    ids=[str(k) for k in range(19)],
)
def test_mistakes_are_named(wrong, told):
    with pytest.raises(exu.ParameterError, match=told):
        wrong()
