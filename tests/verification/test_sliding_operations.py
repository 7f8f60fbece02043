"""What else is done with joints that slide on cables: derivatives, ensembles, modes, checks."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .cable_models import Variable, material
from .sliding_models import sliding, state
from .test_ale_joints import carried

pytestmark = pytest.mark.processors


def quick_settings():
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.3, 200
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    return settings


def pushed(force, mass=1.0):
    mbs, body, joint, _ = sliding(False, name="trolley", axialForce=force, speed=1.0)
    mbs.SetObjectParameter(body, "name", "bead")
    mbs.SetObjectParameter(body, "physicsMass", mass)
    mbs.Assemble()
    return mbs, body


def moved(offset):
    mbs, body, joint, _ = carried(False, name="carrier")
    mbs.SetObjectParameter(joint, "slidingOffset", 0.1)
    mbs.SetObjectParameter(body, "name", "parcel")
    mbs.SetObjectParameter(body, "physicsMass", 1.0 + offset)
    mbs.Assemble()
    return mbs, body


@pytest.mark.parametrize(
    ("build", "name", "value"),
    [
        (pushed, "trolley.axialForce", 0.5),
        (lambda mass: pushed(0.5, mass), "bead.physicsMass", 1.0),
        (lambda mass: moved(mass - 1.0), "parcel.physicsMass", 1.0),
    ],
)
def test_derivatives_by_parameters_are_those_of_runs(build, name, value):
    mbs, _ = build(value)
    solution = mbs.SolveDynamic(quick_settings(), sensitivities=[name])
    found = solution.sensitivity(name).coordinates[-1][-2:]
    sides = []
    for h in (1e-4, -1e-4):
        mbs, body = build(value + h)
        mbs.SolveDynamic(quick_settings())
        sides.append(np.array(state(mbs, body)[:2]))
    assert found == pytest.approx((sides[0] - sides[1]) / 2e-4, rel=1e-5, abs=1e-7)


def test_derivatives_of_an_equilibrium():
    def settle(force, **more):
        values = material(10.0, 200.0)
        mbs, body, _, _ = sliding(
            False, name="trolley", axialForce=force, speed=0.0, start=1.2, values=values
        )
        mbs.Assemble()
        return mbs.SolveStatic(**more), np.array(state(mbs, body)[:2])

    solution, _ = settle(0.5, sensitivities=["trolley.axialForce"])
    found = solution.sensitivity("trolley.axialForce").coordinates[-1][-2:]
    slope = (settle(0.5 + 1e-4)[1] - settle(0.5 - 1e-4)[1]) / 2e-4
    assert found == pytest.approx(slope, rel=1e-4)


def test_members_of_an_ensemble_are_single_runs():
    forces = [0.0, 0.5, 3.0]
    mbs, _ = pushed(0.5)
    result = exu.Ensemble(mbs).vary("trolley.axialForce", forces).solve(quick_settings())
    for k, force in enumerate(forces):
        mbs, _ = pushed(force)
        solution = mbs.SolveDynamic(quick_settings())
        count = solution.coordinates.shape[1]
        assert np.array_equal(result.values[k][-1, :count], solution.coordinates[-1])


def test_modes_have_a_soft_one_along_the_cable():
    """A mass that rests in the middle oscillates slowly along the sag, with the same frequency in
    the linearized model as in a run."""
    mbs, body, joint, _ = sliding(False, speed=0.0, start=0.9, values=material(10.0, 200.0))
    mbs.Assemble()
    mbs.SolveStatic(updateInitialValues=True)
    values, *_ = mbs.ComputeODE2Eigenvalues()
    assert 0.0 < values[0] < 0.1 * values[1]


def test_check_finds_nothing():
    for build in (pushed, moved):
        assert "nothing found" in str(build(0.0)[0].Check())


def test_a_run_without_located_events_starts_on_the_cable_of_its_data():
    """The first cables are bent where the body is not: a wrong one would pull it off its place."""
    mbs, _, joint, nodes = sliding(False, start=1.6)
    mbs.SetNodeParameter(nodes[1], "initialCoordinates", [0.0, 0.1, 0.0, 0.0])
    mbs.Assemble()
    settings = quick_settings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1e-3, 10
    settings.timeIntegration.discontinuous.locateEvents = False
    solution = mbs.SolveDynamic(settings)
    assert solution.coordinates[0, 4:6] == pytest.approx([0.0, 0.1], abs=1e-12)
    assert mbs.GetObjectOutput(joint, Variable.SlidingCoordinate) == pytest.approx(1.602, abs=1e-4)
