"""References of the problems in space against plain integrations, invariants and each other."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from tests.verification.bodies_exact import TIGHT, FreeBody, Kovalevskaya, LagrangeTop, turned
from tests.verification.loops_exact import Bricard, Governor
from tests.verification.problems.governor import REFERENCE

pytestmark = pytest.mark.processors


def integrated(A, w, moments, torque, times):
    """Rotation matrices and angular velocities of a body with a torque(A) in body axes."""

    def slope(t, y):
        A, w = y[:9].reshape(3, 3), y[9:]
        rate = (torque(A) - np.cross(w, moments * w)) / moments
        return np.concatenate([np.cross(A, w).ravel(), rate])

    start = np.concatenate([A.ravel(), w])
    found = solve_ivp(slope, (0.0, times[-1]), start, t_eval=times, **TIGHT).y.T
    return found[:, :9].reshape(-1, 3, 3), found[:, 9:]


def test_elliptic_functions_of_a_free_body():
    body, times = FreeBody(), np.array([0.5, 3.0, 7.0, 12.0])
    start = turned(0, 0.3) @ turned(1, 0.2)
    A, w = integrated(start, body.spin, np.array(body.moments), lambda A: 0.0, times)
    assert body.omega(times) == pytest.approx(w, abs=1e-10)
    assert body.rotations(times, start) == pytest.approx(A, abs=1e-10)
    later = body.omega(times + body.period)
    assert later == pytest.approx(body.omega(times), abs=1e-10)


def test_elliptic_functions_of_a_top():
    top, times = LagrangeTop(), np.array([0.1, 0.4, 0.7])
    moments = np.array([top.across, top.across, top.along])
    down = lambda A: top.weight * np.cross([0.0, 0.0, 1.0], -A[2])  # noqa: E731
    A, _ = integrated(turned(1, top.tilt), [0.0, 0.0, top.spin], moments, down, times)
    assert top.axes(times) == pytest.approx(A[:, :, 2], abs=1e-11)
    assert top.heights(times + top.period) == pytest.approx(top.heights(times), abs=1e-12)


def test_invariants_of_kovalevskaya():
    top = Kovalevskaya()
    found = top.states(np.linspace(0.0, 5.0, 11))
    kept = top.invariants(found[:, :9].reshape(-1, 3, 3), found[:, 9:])
    assert np.ptp(kept, axis=0) / kept[0] == pytest.approx(np.zeros(3), abs=1e-12)


def test_bricards_loop_stays_closed():
    states = Bricard.angles(10.0, 10)
    assert Bricard.LINKS.sum(axis=0) == pytest.approx(np.zeros(3))
    energies = []
    for x, y, rate in states:
        assert np.sin(x) + np.sin(y) == pytest.approx(np.sin(x) * np.sin(y), abs=1e-12)
        assert Bricard.corner(6, x, y) == pytest.approx(np.zeros(3), abs=1e-12)
        double, potential = Bricard.energies(x, y)
        energies.append(0.5 * double * rate**2 + potential)
    assert np.ptp(energies) < 1e-11
    assert np.abs(states[:, 0]).max() > 2.5


def test_the_governor_starts_as_written_down():
    assert Governor.states(np.array([1.0]))[0] == pytest.approx(REFERENCE[0], abs=1e-13)
