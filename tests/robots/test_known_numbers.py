"""Two robots whose numbers other programs agree on."""

import numpy as np
import pytest

import linkwork as exu
from tests.robots.models import crab, ur5

pytestmark = pytest.mark.processors

Q = np.array([0.1, -0.2, 0.3, -0.4, 0.5, -0.6])
V = np.array([0.6, 0.5, -0.4, 0.3, -0.2, 0.1])
A = np.array([1, -1, 0.5, -0.5, 0.25, -0.25])
TAU = np.array([1.0, 2, 3, -1, -2, -3])
TORQUES = [
    *(4.665913748722, -61.74879477219, -16.77732541279),
    *(-0.3242178722613, -0.1914185523203, -0.02312409158466),
]
GRAVITY = [0, -58.27715916528, -15.65703356622, -0.05155889339927, 0, 0]
DIAGONAL = [
    *(4.247619271298, 3.913359435297, 0.843473200832),
    *(0.24238803592, 0.247922301594, 0.017136473145),
]
ACCELERATIONS = [
    *(0.1572453896799, 19.34826596558, -7.712031126210),
    *(-4.517028503278, -7.721126658267, -180.9716588698),
]
RELEASED = [
    *(-0.47025150341, 1.730571703338, 0.140306222838),
    *(-2.238971990445, -0.032865198, -0.497110800101),
]
RATES = [
    *(-3.068438403933, 2.133509974356, 10.27767123861),
    *(-12.69804113917, -2.838230710783, 0.176372608168),
]


@pytest.fixture(scope="module")
def arm():
    return exu.robots.read(ur5())


def test_dynamics_of_the_arm(arm):
    assert arm.inverse_dynamics(Q, V, A) == pytest.approx(TORQUES, rel=1e-11)
    assert arm.gravity(Q) == pytest.approx(GRAVITY, rel=1e-11, abs=1e-12)
    M = arm.mass_matrix(Q)
    assert np.diag(M) == pytest.approx(DIAGONAL, rel=1e-10)
    few = [-0.06870037273377, 0.01245589172374, 1.493352848859]
    assert [M[0, 1], M[0, 2], M[1, 2]] == pytest.approx(few, rel=1e-10)
    assert arm.forward_dynamics(Q, V, TAU) == pytest.approx(ACCELERATIONS, rel=1e-10)


def test_place_and_energies_of_the_arm(arm):
    place = [0.819722378343, 0.191944609276, 0.044011209212]
    assert arm.pose("6", Q)[:3, 3] == pytest.approx(place, abs=1e-11)
    kinetic, potential = arm.energy(Q, V)
    assert kinetic == pytest.approx(1.0524482512717, rel=1e-12)
    assert potential == pytest.approx(21.770792170064, rel=1e-12)


def test_the_arm_falls(arm):
    from scipy.integrate import solve_ivp

    zero = np.zeros(6)

    def rate(t, y):
        return np.r_[y[6:], arm.forward_dynamics(y[:6], y[6:], zero)]

    end = solve_ivp(rate, (0, 0.5), np.r_[Q, zero], method="DOP853", rtol=1e-11, atol=1e-11).y[
        :, -1
    ]
    assert end[:6] == pytest.approx(RELEASED, abs=1e-8)
    assert end[6:] == pytest.approx(RATES, abs=1e-7)


BASE = [0.1, 0.2, 0.3]
AXIS = np.array([1, 2, 3]) / np.sqrt(14)
TURN = [np.cos(0.2), *(np.sin(0.2) * AXIS)]
BASE_RATE = [0.1, -0.2, 0.3, 0.4, -0.5, 0.6]


def test_dynamics_of_the_crab():
    robot = exu.robots.read(crab(), base="free")
    q = [*BASE, *TURN, 0.5, -0.1, 0.3, -0.05]
    v = [*BASE_RATE, 0.7, -0.8, 0.9, -0.45]
    tau = robot.inverse_dynamics(q, v, [1, 2, 3, -1, -2, -3, 1.5, -1.5, 0.5, -0.25])
    expected = [
        *(-2.371485947696, 10.157762439577, 39.888246445525),
        *(0.160326368987, -2.394465423959, 0.301101283585),
        *(-0.729182062525, 1.838999166004, 0.101786002149, 0.122200441584),
    ]
    assert tau == pytest.approx(expected, rel=1e-10)
    expected = [
        *(1.901820746245, -1.311239602233, -9.522803349351),
        *(0.711891550358, 0.300431124451, -0.197486062787),
        *(-5.035553270534, -0.243786941891, -0.835569004473, -0.041097628301),
    ]
    assert robot.forward_dynamics(q, v, np.zeros(10)) == pytest.approx(expected, rel=1e-10)


def test_a_joint_that_follows_another_shares_its_coordinate():
    robot = exu.robots.read(crab(mimic=True), base="free")
    assert robot.coordinate_names[6:] == ["shoulder", "slide", "grip1"]
    q, v = [*BASE, *TURN, 0.5, -0.1, 0.3], [*BASE_RATE, 0.7, -0.8, 0.9]
    expected = [
        *(1.90165669835, -1.311133437206, -9.524804915362),
        *(0.705778002284, 0.285289773444, -0.201181765984),
        *(-5.01301978814, -0.24595577335, -0.621941255914),
    ]
    assert robot.forward_dynamics(q, v, np.zeros(9)) == pytest.approx(expected, rel=1e-10)
    tau = robot.inverse_dynamics(q, v, [1, 2, 3, -1, -2, -3, 1.5, -1.5, 0.5])
    assert tau[8] == pytest.approx(0.040685781357, rel=1e-10)
