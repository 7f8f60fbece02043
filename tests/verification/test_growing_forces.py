"""Constraint forces that grow at position level: the run tells it, and only then."""

import warnings

import pytest

from benchmarks.spatial import Model
from linkwork.bench.rounds import own_engine

pytestmark = pytest.mark.processors

ENGINE = own_engine()
GROWN = "constraint forces have grown without bound"


def run_top(kind, radius, level="position", spin=50.0, h=1e-3):
    """A heavy top on a ball joint; returns the texts of all warnings."""
    model = Model(ENGINE, kind)
    body = model.body(
        15.0, [0.234375, 0.46875, 0.234375, 0, 0, 0], (0, 1, 0), velocity=(4.6, 0, 0),
        angular_velocity=(0, spin, -4.6),
    )  # fmt: skip
    ends = model.frame(model.ground), model.frame(body, (0, -1, 0))
    model.connect(ENGINE.items.SphericalJoint, *ends)
    run = model.run(round(0.5 / h), h, "GeneralizedAlpha", 10, radius)
    run.settings.timeIntegration.generalizedAlpha.constraintLevel = level
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        run.solve()
    errors = run.system.solution.constraint_errors()
    assert errors.largest_position.max() < 1e-8
    return [str(warning.message) for warning in told], errors.velocity[-1]


def test_a_fast_top_on_a_lie_group_is_told():
    told, errors = run_top("LG", 0.9)
    assert abs(errors).max() > 10.0
    assert len(told) == 1
    assert GROWN in told[0]
    assert "SphericalJoint" in told[0]
    assert "constraintLevel = 'velocity'" in told[0]


@pytest.mark.parametrize(
    ("kind", "radius", "level"),
    [("EP", 0.9, "position"), ("Rxyz", 0.9, "position"), ("LG", 0.6, "position"), ("LG", 0.9, "")],
)
def test_healthy_tops_are_not(kind, radius, level):
    told, errors = run_top(kind, radius, level)
    assert told == []
    assert abs(errors).max() < 0.3
