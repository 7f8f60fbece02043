"""The energy account of random models closes to the accuracy of the integrator."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .energy_models import RandomModel, size_of

Solver = exu.DynamicSolverType
SEEDS = range(40)

# solver, steps in 0.5 s, largest error of the balance relative to the largest energy, how much
# smaller it must get at half the step
STEPS = [
    (Solver.GeneralizedAlpha, 200, 1.2e-3, 3.4),
    (Solver.RK44, 100, 5e-4, 7.0),
]


def error_of(model, solver, steps):
    found = model.solve(solver, steps).energy()
    assert found.missing == [] and len(found.times) > steps
    return found.error / size_of(found)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_balance_closes_with_the_order_of_the_integrator(seed):
    model = RandomModel(seed)
    for solver, steps, limit, factor in STEPS:
        coarse, fine = (error_of(model, solver, n) for n in (steps, 2 * steps))
        assert coarse <= limit, solver
        assert fine <= coarse / factor + 1e-13, solver
    assert error_of(model, Solver.DOPRI5, 100) <= 2e-6


def test_the_random_models_have_everything_in_them():
    """What is dissipated or works in at least one model."""
    found = {"dissipated": set(), "work": set(), "potential": set(), "kinetic": set()}
    for seed in range(12):
        energies = RandomModel(seed).solve(Solver.RK44, 20, 0.1).energy()
        for form, parts in energies.parts.items():
            found[form] |= {name for name, values in parts.items() if np.abs(values).max() > 1e-6}
    springs = {"SpringDamper", "CartesianSpringDamper", "PlanarSpringDamper"}
    assert found["kinetic"] == {"MassPoint", "RigidBody2D", "ObjectGenericODE2"}
    assert found["potential"] >= {*springs, "ConnectorGravity", "Force", "Gravity", "Torque"}
    assert found["dissipated"] >= {*springs, "TorsionalSpringDamper", "ObjectGenericODE2"}
    assert found["work"] >= {
        *("SpringDamper", "Force", "Torque", "LoadCoordinate", "ObjectGenericODE2"),
        *("PlanarSpringDamper", "TorsionalSpringDamper", "CoordinateConstraint"),
    }


@pytest.mark.parametrize("seed", [2, 5, 8, 13])
def test_types_and_single_items_add_up_to_the_same(seed):
    solution = RandomModel(seed).solve(Solver.RK44, 50)
    types, items = solution.energy(), solution.energy(single=True)
    scale = size_of(types)
    for form in ("kinetic", "potential", "dissipated", "work"):
        total = getattr(types, form)
        assert np.abs(getattr(items, form) - total).max() <= 1e-13 * scale
        assert np.abs(sum(types.parts[form].values()) - total).max() <= 1e-13 * scale
        assert len(items.parts[form]) >= len(types.parts[form])
    assert any(name.endswith("(load 0)") for form in items.parts.values() for name in form)


def chain(mbs):
    """Masses on springs without losses under gravity, and two that attract each other."""
    ground = mbs.AddObject(ObjectGround())
    last = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    markers = []
    for k in range(4):
        node = mbs.AddNode(
            NodePoint(referenceCoordinates=[k + 1, 0, 0], initialVelocities=[0, 0.5 * k, 0.2])
        )
        body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1 + k))
        markers.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)))
        weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
        mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -9.81, 0]))
        pair = [last, markers[-1]]
        mbs.AddObject(SpringDamper(markerNumbers=pair, stiffness=300, referenceLength=0.9))
        last = markers[-1]
    pair = [markers[0], markers[3]]
    mbs.AddObject(ConnectorGravity(markerNumbers=pair, mass0=3, mass1=4, gravitationalConstant=2))
    mbs.Assemble()


def test_without_losses_nothing_is_dissipated_and_the_total_stays():
    mbs = exu.SystemContainer().AddSystem()
    chain(mbs)
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, 4000
    settings.solutionSettings.solutionWritePeriod = 0.0
    found = mbs.SolveDynamic(settings, Solver.RK67).energy()
    assert not found.dissipated.any() and not found.work.any()
    assert np.array_equal(found.balance, found.total - found.total[0])
    assert found.error <= 1e-11 * size_of(found)
    assert np.ptp(found.kinetic) > 10.0
