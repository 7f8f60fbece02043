"""Members of an ensemble against single runs of new systems, bit for bit."""

import numpy as np
import pytest

from linkwork.ensemble.recorded import Recorded
from linkwork.run import fusing
from tests.cases import looped
from tests.ensemble.models import (
    alone,
    assert_alike,
    four_bar,
    hinged_body,
    members_of,
    results_of,
    rod_pendulum,
    settings_of,
    space_body,
    spring_mass,
)

pytestmark = pytest.mark.processors

INDEX2 = dict(timeIntegration__generalizedAlpha__useIndex2Constraints=True)
FIXED = dict(timeIntegration__automaticStepSize=False)
METHODS = [
    ("GeneralizedAlpha", {}),
    ("GeneralizedAlpha", INDEX2),
    ("TrapezoidalIndex2", {}),
    ("RK44", {}),
    ("DOPRI5", FIXED),
    ("VelocityVerlet", {}),
    ("ExplicitEuler", {}),
]
each_method = looped("solver, chosen", METHODS)


@each_method
def test_stiffness_and_loads_of_a_mass_on_a_spring(solver, chosen):
    changes = {
        "spring.stiffness": [50.0, 100.0, 170.0],
        "spring.referenceLength": [0.8, 0.9, 1.1],
        "push.loadVector[1]": [-1.0, 3.0, 0.0],
    }
    assert_alike(spring_mass, settings_of(**chosen), solver, changes, ["at", "a", "force"], True)


@each_method
def test_masses_and_initial_values_of_a_mass_on_a_spring(solver, chosen):
    changes = {
        "body.physicsMass": [0.7, 1.3, 2.9],
        "body.initialDisplacement[0]": [0.1, 0.0, -0.2],
        "body.initialVelocity[2]": [0.0, 0.5, -1.0],
    }
    assert_alike(spring_mass, settings_of(**chosen), solver, changes, ["at", "a", "force"], True)


@each_method
def test_springs_of_a_four_bar_linkage(solver, chosen):
    changes = {"spring.stiffness": [10.0, 20.0, 45.0], "spring.offset": [0.2, 0.0, 0.3]}
    assert_alike(four_bar, settings_of(**chosen), solver, changes, ["at", "joint"], True)


@each_method
def test_masses_of_a_four_bar_linkage(solver, chosen):
    changes = {
        "bar1.physicsMass": [1.5, 2.0, 4.0],
        "bar0.physicsInertia": [0.1, 0.2, 0.15],
        "spring.stiffness": [10.0, 20.0, 45.0],
    }
    settings = settings_of(30, 0.03, **chosen)
    assert_alike(four_bar, settings, solver, changes, ["at", "joint"], True)


@looped("kind", ["RotationEulerParameters", "RotationRotationVector"])
@looped("solver", ["GeneralizedAlpha", "RK44"])
def test_springs_of_bodies_in_space(kind, solver):
    changes = {"spring.stiffness": [200.0, 500.0, 900.0], "spring.damping": [0.0, 2.0, 3.0]}
    assert_alike(lambda: space_body(kind), settings_of(), solver, changes, ["at"], True)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "VelocityVerlet"])
def test_initial_rotations_and_masses_of_a_body_with_composed_coordinates(solver):
    changes = {
        "body.initialDisplacement[4]": [0.0, 0.3, -0.4],
        "body.initialVelocity[3]": [3.0, 1.0, 2.0],
        "body.physicsMass": [4.0, 5.0, 4.5],
    }
    build = lambda: space_body("RotationRotationVector")  # noqa: E731
    assert_alike(build, settings_of(), solver, changes, ["at"], True)


@each_method
def test_masses_and_velocities_along_a_rod(solver, chosen):
    changes = {
        "body.physicsMass": [2.0, 0.3, 7.0],
        "body.initialVelocity[2]": [0.0, 1.5, -0.7],
        "gravity.loadVector[1]": [-9.81, 0.0, -20.0],
    }
    assert_alike(
        rod_pendulum, settings_of(30, 0.03, **chosen), solver, changes, ["at", "rod force"], True
    )


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44"])
def test_masses_of_a_body_on_a_hinge_in_space(solver):
    changes = {"body.physicsMass": [4.0, 5.0, 4.5], "spring.stiffness": [500.0, 100.0, 900.0]}
    assert_alike(hinged_body, settings_of(30, 0.03), solver, changes, ["at"], True)


def test_members_with_fused_steps_are_single_runs_without_them(monkeypatch):
    changes = {"spring.stiffness": [50.0, 110.0, 170.0], "body.physicsMass": [0.7, 1.3, 2.9]}
    recorded = Recorded(("at", "a"), np.array([0.15, 0.3]), True)
    values = np.column_stack(list(changes.values()))
    settings = settings_of(300, 0.3, compileSmallModels=True)
    members = members_of(spring_mass, settings, "GeneralizedAlpha", list(changes), recorded)
    results, report = results_of(members, values)
    assert not report["status"].any() and members.reason == ""
    assert members._workers[0]._run.context.data.scalars.fused_steps > 250
    members.close()
    monkeypatch.setattr(fusing, "MOST_UNKNOWNS", 0)
    for row, found in zip(values, results, strict=True):
        single = alone(spring_mass, settings, "GeneralizedAlpha", list(changes), row, recorded)
        assert np.array_equal(found, single)
