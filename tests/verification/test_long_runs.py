"""A free body over a million steps, each a thousandth of a turn: what it must keep, it keeps."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import SensorBody
from tests.verification.models import make_settings
from tests.verification.spatial_models import Output, RotationMatrixX, SpatialModel

pytestmark = pytest.mark.processors

STEPS = 1_000_000
RECORDS = 1000
MOMENTS = np.array([1.0, 2.0, 3.0])
SPIN = np.array([0.4, 0.3, 2.0])


def kept(kind, solver, **options):
    """Angular momentum and energy relative to their start, and |theta|^2 - 1 of an EP node."""
    m = SpatialModel(kind)
    turn = RotationMatrixX(0.3)
    body = m.body(
        1, MOMENTS, initialAngularVelocity=turn @ SPIN, referenceRotationMatrix=turn,
        initialVelocity=[0.1, -0.2, 0.3],
    )  # fmt: skip
    sensors = [
        m.mbs.AddSensor(
            SensorBody(bodyNumber=body, outputVariableType=variable, storeInternal=True)
        )
        for variable in (Output.RotationMatrix, Output.AngularVelocityLocal, Output.Velocity)
    ]
    m.mbs.Assemble()
    step = 1e-3 * 2.0 * np.pi / np.linalg.norm(SPIN)
    period = step * STEPS / RECORDS
    settings = make_settings(step, step * STEPS, record=period, modified=True, **options)
    settings.solutionSettings.sensorsWritePeriod = period
    solution = m.mbs.SolveDynamic(settings, getattr(exu.DynamicSolverType, solver))
    assert solution.statistics.steps == STEPS
    turns, w, v = (m.mbs.GetSensorStoredData(sensor)[:, 1:] for sensor in sensors)
    assert len(w) == RECORDS + 1
    assert np.abs(v - [0.1, -0.2, 0.3]).max() < 1e-15
    momenta = np.einsum("kij,kj->ki", turns.reshape(-1, 3, 3), w * MOMENTS)
    energies = 0.5 * w**2 @ MOMENTS
    reference = m.mbs.GetNode(0)["referenceCoordinates"][3:]
    parameters = np.asarray(solution.coordinates)[:, 3:] + reference
    return (
        (momenta - momenta[0]) / np.linalg.norm(momenta[0]),
        energies / energies[0] - 1.0,
        (parameters**2).sum(axis=1) - 1.0,
    )


@pytest.mark.parametrize("kind", ["LG", "EP"])
def test_rk44_keeps_angular_momentum_and_energy(kind):
    momentum, energy, norm = kept(kind, "RK44")
    assert np.abs(momentum).max() < 1e-9
    assert np.abs(energy).max() < 1e-9
    assert kind == "LG" or np.abs(norm).max() < 1e-15


@pytest.mark.parametrize(("kind", "index2"), [("LG", False), ("EP", True)])
def test_generalized_alpha_without_damping_has_no_trend(kind, index2):
    """Energy and momentum oscillate; over the whole run a line through them rises by less."""
    momentum, energy, norm = kept(kind, "GeneralizedAlpha", rho=1.0, index2=index2)
    time = np.linspace(0.0, 1.0, RECORDS + 1)
    for values, most in ((energy, 1e-6), *((part, 1e-4) for part in momentum.T)):
        assert np.abs(values).max() < most
        slope = np.polyfit(time, values, 1)[0]
        assert abs(slope) < 0.2 * np.ptp(values)
    assert kind == "LG" or np.abs(norm).max() < 1e-12
