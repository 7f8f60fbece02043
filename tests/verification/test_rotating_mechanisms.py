"""The 21 mechanisms with bodies that rotate: energy at long steps, order, and their references."""

import warnings

import numpy as np
import pytest

from tests.cases import Cases
from tests.verification.rotating.exact import motion
from tests.verification.rotating.mechanisms import MECHANISMS
from tests.verification.rotating.runs import (
    NODES,
    deviations,
    nodes_of,
    plan_of,
    references,
    run,
    settings_of,
    short_of,
    steps_of,
    tight,
)

QUANTITIES = ("places", "velocities", "forces")
VELOCITY = {"generalizedAlpha__useIndex2Constraints": True}
TIGHT_NEWTON = {"newton__relativeTolerance": 1e-11, "newton__absoluteTolerance": 1e-13}
SPATIAL = [name for name in MECHANISMS if nodes_of(name) == NODES]
OTHERS = [name for name in MECHANISMS if name not in SPATIAL]
ANGLES = (None, 0.5, 0.2, 0.1, 0.02)
"""Angles per step h w; None: 100 steps."""

TOO_LONG = {("four_bar", "EP", None), ("four_bar", "EP", 0.5)}
"""Steps that are too long for the motion: the four-bar rotates by 0.63 rad in each of 100 steps."""

EXACT = {
    "rotor_in_one_joint": QUANTITIES,
    **dict.fromkeys(("tumbling_satellite", "rotor_on_springs", "stewart_platform"), ("forces",)),
}
"""Quantities without an error of steps: a spin about a fixed axis, or no joint."""

REDUNDANT = ".*cannot be satisfied independently"


def level_of(name):
    """Settings with which equations are satisfied at velocity level, the default in space."""
    return {} if name in SPATIAL else VELOCITY


@pytest.mark.parametrize("name", MECHANISMS)
def test_energy_is_kept_at_long_steps(name):
    assert len(MECHANISMS) == 21
    with Cases(name) as cases:
        for node in nodes_of(name):
            for h_w in [h_w for h_w in ANGLES if (name, node, h_w) not in TOO_LONG]:
                with cases(node, h_w):
                    found = run(name, node, h_w, **level_of(name))
                    assert found.ended, found.warnings
                    assert found.energy < 0.1
                    other = [text for text in found.warnings if "independently" not in text]
                    assert not other


@pytest.mark.parametrize("name", MECHANISMS)
def test_places_velocities_and_joint_forces_are_second_order(name):
    with Cases(name) as cases:
        for node in nodes_of(name):
            errors = [at_short_end(name, node, h_w) for h_w in (0.04, 0.02, 0.01)]
            for what, values in zip(QUANTITIES, np.transpose(errors), strict=True):
                with cases(node, what):
                    if what in EXACT.get(name, ()):
                        assert max(values) < 1e-10
                        continue
                    orders = np.log2(np.divide(values[:-1], values[1:]))
                    assert orders == pytest.approx([2.0, 2.0], abs=0.1)
                    assert values[-1] < 1e-3


def at_short_end(name, node, h_w):
    """Deviations after 10 rad of motion."""
    end = short_of(name)
    built = plan_of(name).build(node)
    changes = TIGHT_NEWTON | level_of(name)
    settings = settings_of(steps_of(name, h_w, end), end, record=False, **changes)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=REDUNDANT)
        built.mbs.SolveDynamic(settings)
    return deviations(built)


@pytest.mark.parametrize("name", OTHERS)
def test_planar_and_point_models_at_position_level_are_right_or_say_so(name):
    with Cases(name) as cases:
        for h_w in ANGLES:
            with cases(h_w):
                found = run(name, "EP", h_w)
                assert found.warnings or (found.ended and found.energy < 0.1)


@pytest.mark.parametrize("name", MECHANISMS)
def test_an_explicit_solver_with_error_control_meets_the_references(name):
    with Cases(name) as cases:
        for node in nodes_of(name):
            with cases(node):
                built = tight(name, node, short_of(name))[0]
                assert deviations(built) == pytest.approx(np.zeros(3), abs=2e-9)


@pytest.mark.parametrize(
    "name", ["rotor_on_springs", "top", "falling_rod", "tumbling_satellite", "rolling_coin"]
)
def test_plain_numpy_meets_the_references(name):
    """The states were computed so; those of other mechanisms take longer."""
    found, expected = motion(plan_of(name), [short_of(name)])[0][0], references()[name]["short"]
    assert found.positions == pytest.approx(np.array(expected["positions"]), abs=1e-10)
    assert found.rotations == pytest.approx(np.array(expected["rotations"]), abs=1e-10)
    spins = np.array(expected["spins"])
    assert found.spins == pytest.approx(spins, abs=1e-9 * max(1.0, np.abs(spins).max()))


@pytest.mark.parametrize("node", NODES)
def test_a_rotor_keeps_its_speed_at_100_steps(node):
    built = plan_of("rotor_in_one_joint").build(node)
    built.mbs.SolveDynamic(settings_of(100, 1.0))
    assert built.spins()[0] == pytest.approx([0, 0, 100], abs=1e-9)


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_motion_begins_with_velocities_that_fit(name):
    plan = plan_of(name)
    speeds = np.abs(plan.velocities).max()
    residual = plan.rows(plan.start) @ plan.velocities.ravel() - plan.sides(0.0)
    assert residual == pytest.approx(np.zeros(len(residual)), abs=1e-9 * max(1.0, speeds))
    with Cases(name) as cases:
        for node in nodes_of(name):
            with cases(node):
                built = plan.build(node)
                assert built.positions() == pytest.approx(plan.start.p[:-1], abs=1e-12)
                moving = np.hstack([built.velocities(), built.spins()])
                assert moving == pytest.approx(plan.velocities, abs=1e-9 * max(1.0, speeds))
