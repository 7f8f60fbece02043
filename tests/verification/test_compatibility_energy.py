"""Energies of runs with `compatibility`: the laws of the run, whose balance closes."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import LinearSpringDamper, MarkerBodyRigid, RigidBodySpringDamper
from linkwork.utilities import InertiaCuboid

pytestmark = pytest.mark.processors

LAWS = {
    "linear": lambda ends: LinearSpringDamper(
        markerNumbers=ends, axisMarker0=[1, 0, 0], stiffness=1000, damping=1, offset=0.7
    ),
    "bushing": lambda ends: RigidBodySpringDamper(
        markerNumbers=ends, stiffness=np.diag([1e3, 1e3, 1e3, 20, 20, 20]), damping=np.eye(6),
        intrinsicFormulation=True,
    ),
}  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
def test_the_balance_closes_with_the_laws_of_the_run(law):
    ends, totals = {}, []
    for compatibility in ("exudyn", ""):
        mbs = exu.SystemContainer().AddSystem()
        markers = []
        for k, spin in enumerate(([0, 0.5, 3], [0, 0, 0])):
            body = mbs.CreateRigidBody(
                referencePosition=[k, 2, 0], inertia=InertiaCuboid(500, [0.4, 0.2, 0.1]),
                initialAngularVelocity=spin,
            )  # fmt: skip
            local = [-0.2 * k, 0, 0]
            markers.append(mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=local)))
        mbs.AddObject(LAWS[law](markers))
        mbs.Assemble()
        settings = exu.SimulationSettings()
        settings.compatibility = compatibility
        settings.timeIntegration.numberOfSteps = 2000
        settings.timeIntegration.verboseMode = 0
        settings.solutionSettings.solutionWritePeriod = 0
        energy = mbs.SolveDynamic(settings).energy()
        size = np.abs(energy.total - energy.total[0]).max()
        assert np.abs(energy.balance).max() <= 2e-3 * size
        ends[compatibility] = energy.total[-1]
        totals.append(size)
    assert abs(ends["exudyn"] - ends[""]) > 1e-3 * min(totals)  # both laws differ
