"""ObjectGenericODE2 against matrix exponentials, eigenmodes and reference integrations."""

import math

import numpy as np
import pytest
from scipy.fft import dct, idct
from scipy.linalg import expm
from scipy.sparse import csr_matrix, diags

import linkwork as exu
from linkwork.items import *

from .closed_forms import integrate, pendulum
from .models import assert_close
from .vector_models import Out, run

pytestmark = pytest.mark.processors

Linear = exu.LinearSolverType
ORDERS = {
    "generalized alpha": (dict(), 2),
    "trapezoidal": (dict(solver="TrapezoidalIndex2"), 2),
    "newmark": (dict(newmark=True), 2),
    "RK44": (dict(solver="RK44"), 4),
    "DOPRI5": (dict(solver="DOPRI5"), 5),
    "VelocityVerlet": (dict(solver="VelocityVerlet"), 2),
}
each_solver = pytest.mark.parametrize(("options", "order"), ORDERS.values(), ids=list(ORDERS))


def add_node(mbs, q, v=None, reference=None):
    n = len(q)
    return mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=n,
            referenceCoordinates=list(np.zeros(n) if reference is None else reference),
            initialCoordinates=list(q),
            initialCoordinates_t=list(np.zeros(n) if v is None else v),
        )
    )


class System:
    """One generic system on one node."""

    def __init__(self, q, v=None, reference=None, **values):
        self.mbs = exu.SystemContainer().AddSystem()
        self.node = add_node(self.mbs, q, v, reference)
        self.object = self.mbs.AddObject(ObjectGenericODE2(nodeNumbers=[self.node], **values))

    def run(self, *arguments, **options):
        return run(self.mbs, *arguments, **options)

    def output(self, variable):
        return self.mbs.GetObjectOutput(self.object, variable)

    def state(self):
        return np.concatenate([self.output(Out.Coordinates), self.output(Out.Coordinates_t)])


# ------------------------------------------------------------------------------- linear systems

RNG = np.random.default_rng(5)
_L = RNG.uniform(-1.0, 1.0, (3, 4, 4))
M = 2.0 * np.eye(4) + 0.3 * _L[0] @ _L[0].T
D = 0.1 * _L[1] @ _L[1].T + 0.2 * (_L[2] - _L[2].T)
K = 5.0 * np.eye(4) + _L[2] @ _L[2].T
F = np.array([1.0, -2.0, 0.5, 3.0])
Q, V = np.array([0.3, -0.2, 0.5, 0.1]), np.array([-1.0, 0.4, 0.2, 0.6])
MATRICES = dict(massMatrix=M, dampingMatrix=D, stiffnessMatrix=K, forceVector=F)


def exact(t, mass=M, damping=D, stiffness=K, force=F, q=Q, v=V):
    """(q, v) by the exponential of the first-order matrix."""
    n = len(q)
    a = np.zeros((2 * n + 1, 2 * n + 1))
    a[:n, n : 2 * n] = np.eye(n)
    right = np.column_stack([-stiffness, -damping, force])
    a[n : 2 * n] = np.linalg.solve(mass, right)
    return (expm(a * t) @ np.concatenate([q, v, [1.0]]))[: 2 * n]


def linear_error(steps, end=1.0, **options):
    system = System(Q, V, reference=[1.0, 2.0, 3.0, 4.0], **MATRICES)
    system.run(end / steps, end, **options)
    return np.linalg.norm(system.state() - exact(end))


@each_solver
def test_linear_systems_with_full_matrices_have_their_order(options, order):
    steps = 200 if order == 2 else 20
    few, many = (linear_error(n, **options) for n in (steps, 2 * steps))
    assert_close(np.log2(few / many), order, atol=0.15)
    assert many < 1e-4


def test_linear_system_with_error_control():
    assert linear_error(10, end=2.0, solver="DOPRI5", tolerance=1e-11) < 3e-10


def test_outputs_and_sensors_are_the_law():
    system = System(Q, V, reference=[1.0, 2.0, 3.0, 4.0], **MATRICES)
    variables = [
        Out.CoordinatesTotal, Out.Coordinates, Out.Coordinates_t, Out.Coordinates_tt, Out.Force,
    ]  # fmt: skip
    sensors = [
        system.mbs.AddSensor(
            SensorObject(objectNumber=system.object, outputVariableType=v, storeInternal=True)
        )
        for v in variables
    ]
    system.run(0.01, 0.5, record=0.5)
    q, v = np.split(system.state(), 2)
    a = system.output(Out.Coordinates_tt)
    force = K @ q + D @ v - F
    assert_close(system.output(Out.Force), force, atol=1e-13)
    assert_close(M @ a, -force, atol=1e-11)
    assert_close(system.output(Out.CoordinatesTotal), q + [1.0, 2.0, 3.0, 4.0], atol=1e-15)
    for variable, sensor in zip(variables, sensors, strict=True):
        table = system.mbs.GetSensorStoredData(sensor)
        assert table.shape[1] == 5
        assert np.array_equal(table[-1, 1:], system.output(variable)), variable
        assert np.array_equal(system.mbs.GetSensorValues(sensor), system.output(variable))


# ------------------------------------------------------------------------------- many coordinates

N = 300


def beam():
    """A bar with consistent masses: tridiagonal M and K, both ends free."""
    ones = np.ones(N)
    mass = diags([ones[1:], 4.0 * ones, ones[1:]], [-1, 0, 1]).tolil() / 6.0
    stiffness = diags([-ones[1:], 2.0 * ones, -ones[1:]], [-1, 0, 1]).tolil()
    mass[0, 0] = mass[-1, -1] = 2.0 / 6.0
    stiffness[0, 0] = stiffness[-1, -1] = 1.0
    return csr_matrix(mass), csr_matrix(stiffness)


BAR = beam()
HUMP = np.exp(-(((np.arange(N) - 100.0) / 10.0) ** 2))


def hump_at(t):
    """Modes are cosines, w^2 = 6 (1 - cos th) / (2 + cos th), th = pi k / (N - 1)."""
    cos = np.cos(np.pi * np.arange(N) / (N - 1))
    omega = np.sqrt(6.0 * (1.0 - cos) / (2.0 + cos))
    return idct(dct(HUMP, 1) * np.cos(omega * t), 1)


@pytest.mark.parametrize(
    ("solver", "h", "error"),
    [("GeneralizedAlpha", 0.1, 2e-3), ("GeneralizedAlpha", 0.05, 5e-4), ("RK44", 0.1, 1e-7),
     ("VelocityVerlet", 0.1, 5e-4), ("VelocityVerlet", 0.05, 1.2e-4)],
)  # fmt: skip
def test_waves_in_a_bar_of_300_coordinates(solver, h, error):
    mass, stiffness = BAR
    system = System(HUMP, massMatrix=mass, stiffnessMatrix=stiffness)
    solution = system.run(h, 40.0, solver=solver, newmark=solver == "GeneralizedAlpha")
    assert solution.statistics["fallbacks"] == 0
    expected = hump_at(40.0)
    assert np.abs(expected).max() > 0.4
    found = np.abs(system.output(Out.Coordinates) - expected).max()
    assert 0.01 * error < found < error


@pytest.mark.parametrize(
    ("solver", "h", "error"),
    [("GeneralizedAlpha", 0.1, 2e-3), ("RK44", 0.1, 1e-7), ("VelocityVerlet", 0.1, 5e-4)],
)
def test_waves_in_a_ring(solver, h, error):
    """A vector equation ties both ends of the bar; modes are those of a ring of N - 1 points."""
    mass, stiffness = BAR
    hump = np.append(np.roll(HUMP[:-1], 180), HUMP[119])
    system = System(hump, massMatrix=mass, stiffnessMatrix=stiffness)
    mbs = system.mbs
    ends = [
        mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n))
        for n in (mbs.AddNode(NodePointGround()), system.node)
    ]
    across = csr_matrix(([1.0, -1.0], ([0, 0], [0, N - 1])), shape=(1, N))
    mbs.AddObject(CoordinateVectorConstraint(markerNumbers=ends, scalingMarker1=across))
    solution = system.run(h, 40.0, solver=solver, rho=0.99)
    assert solution.statistics["fallbacks"] == 0
    cos = np.cos(2.0 * np.pi * np.arange(N // 2) / (N - 1))
    omega = np.sqrt(6.0 * (1.0 - cos) / (2.0 + cos))
    ring = np.fft.irfft(np.fft.rfft(hump[:-1]) * np.cos(omega * 40.0), N - 1)
    expected = np.append(ring, ring[0])
    assert expected[21] > 0.4  # half of the hump has passed the tie
    assert_close(system.output(Out.Coordinates), expected, atol=error)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_forms_of_matrices_and_linear_solvers_agree(solver):
    mass, stiffness = BAR
    found = []
    for form, linear in (
        (csr_matrix, Linear._None), (csr_matrix, Linear.EigenSparse),
        (csr_matrix, Linear.EigenSparseSymmetric), (csr_matrix.toarray, Linear.EXUdense),
        (csr_matrix.toarray, Linear._None), (container, Linear._None),
    ):  # fmt: skip
        system = System(HUMP, massMatrix=form(mass), stiffnessMatrix=form(stiffness))
        solution = system.run(0.5, 2.0, solver=solver, linear=linear)
        assert solution.statistics["fallbacks"] == 0
        found.append(system.state())
    for state in found[1:]:
        assert_close(state, found[0], atol=1e-12)


def container(matrix):
    coo = matrix.tocoo()
    made = exu.MatrixContainer()
    triplets = np.column_stack([coo.row, coo.col, coo.data])
    made.SetWithSparseMatrix(triplets, *matrix.shape)
    return made


# ------------------------------------------------------------------------------- double pendulum

G = 9.81
ANGLES, RATES = np.array([1.0, -0.5]), np.array([0.5, 1.5])


def arm_masses(mbs, t, itemNumber, q, q_t):
    """Two arms of 1 m with end masses 2 and 1 kg, in angles from the vertical."""
    c = math.cos(q[0] - q[1])
    return [[3.0, c], [c, 1.0]]


def arm_forces(mbs, t, itemNumber, q, q_t):
    s = math.sin(q[0] - q[1])
    return [
        -s * q_t[1] ** 2 - 3.0 * 9.81 * math.sin(q[0]),
        s * q_t[0] ** 2 - 9.81 * math.sin(q[1]),
    ]


def arm_slopes(mbs, t, itemNumber, q, q_t, fODE2, fODE2_t):
    s, c = math.sin(q[0] - q[1]), math.cos(q[0] - q[1])
    k, d = fODE2, fODE2_t
    return [
        [
            k * (c * q_t[1] ** 2 + 3.0 * 9.81 * math.cos(q[0])),
            -k * c * q_t[1] ** 2 + 2.0 * d * s * q_t[1],
        ],
        [
            -k * c * q_t[0] ** 2 - 2.0 * d * s * q_t[0],
            k * (c * q_t[0] ** 2 + 9.81 * math.cos(q[1])),
        ],
    ]


def arm_rates(t, y):
    q, v = y[:2], y[2:]
    a = np.linalg.solve(arm_masses(0, t, 0, q, v), arm_forces(0, t, 0, q, v))
    return np.concatenate([v, a])


ARMS_AT_1 = integrate(arm_rates, [*ANGLES, *RATES], 1.0)


def arms(way=exu.compiled, slopes=False, **values):
    values |= dict(
        massMatrixUserFunction=way(arm_masses), forceUserFunction=way(arm_forces),
        jacobianUserFunction=way(arm_slopes) if slopes else 0,
    )  # fmt: skip
    return System(ANGLES, RATES, **values)


def arms_error(steps, slopes=False, **options):
    system = arms(slopes=slopes)
    system.run(1.0 / steps, 1.0, **options)
    return np.linalg.norm(system.state() - ARMS_AT_1)


def energy(state):
    q, v = np.split(state, 2)
    kinetic = 0.5 * v @ np.array(arm_masses(0, 0, 0, q, v)) @ v
    return kinetic - G * (3.0 * math.cos(q[0]) + math.cos(q[1]))


@pytest.mark.parametrize("slopes", [False, True], ids=["differences", "jacobian"])
@each_solver
def test_double_pendulum_in_angles_has_its_order(options, order, slopes):
    steps = {2: 400, 4: 300, 5: 150}[order]
    few, many = (arms_error(n, slopes, **options) for n in (steps, 2 * steps))
    assert_close(np.log2(few / many), order, atol=0.25)
    assert many < 2e-4


def test_double_pendulum_with_error_control_keeps_its_energy():
    system = arms()
    system.run(0.05, 1.0, solver="DOPRI5", tolerance=1e-11)
    assert np.linalg.norm(system.state() - ARMS_AT_1) < 3e-9
    start = energy(np.concatenate([ANGLES, RATES]))
    assert_close(energy(system.state()), start, atol=1e-8)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "DOPRI5", "VelocityVerlet"])
@pytest.mark.parametrize("slopes", [False, True])
def test_compiled_and_called_back_arms_agree(solver, slopes):
    found = []
    for way in (exu.compiled, exu.called_back):
        system = arms(way, slopes)
        system.run(0.01, 0.2, solver=solver)
        found.append(system.state())
        q, v = np.split(system.state(), 2)
        force = system.output(Out.Force)
        assert_close(force, -np.array(arm_forces(0, 0, 0, q, v)), atol=1e-13)
        if solver != "VelocityVerlet":  # whose accelerations are those of a predicted velocity
            a = np.linalg.solve(arm_masses(0, 0, 0, q, v), -force)
            assert_close(system.output(Out.Coordinates_tt), a, atol=1e-10)
    assert_close(found[1], found[0], atol=1e-12)


@pytest.mark.parametrize(
    ("options", "error"),
    [(dict(), 1e-4), (dict(index2=True), 1e-4), (dict(solver="RK44"), 1e-9),
     (dict(solver="DOPRI5", tolerance=1e-10), 1e-7), (dict(solver="VelocityVerlet"), 1e-4)],
    ids=["index3", "index2", "RK44", "DOPRI5", "VelocityVerlet"],
)  # fmt: skip
def test_tied_arms_are_one_pendulum(options, error):
    """A mass matrix that varies and a constraint: both angles equal, 6 th'' = -4 g sin(th)."""
    system = arms()
    mbs = system.mbs
    mbs.SetNodeParameter(system.node, "initialCoordinates", [1.2, 1.2])
    mbs.SetNodeParameter(system.node, "initialCoordinates_t", [0.0, 0.0])
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=system.node, coordinate=k)) for k in range(2)
    ]
    tied = mbs.AddObject(
        CoordinateVectorConstraint(
            markerNumbers=ends, scalingMarker0=[[1.0]], scalingMarker1=[[1.0]]
        )
    )
    system.run(1e-3, 1.0, **options)
    angle, rate = pendulum(1.0, amplitude=1.2, gravity=4.0 * G, length=6.0)
    assert_close(system.state(), [angle, angle, rate, rate], atol=error)
    # second row: 2 th'' = -g sin(th) - lambda
    expected = -G * np.sin(angle) + 8.0 / 6.0 * G * np.sin(angle)
    assert_close(mbs.GetObjectOutput(tied, Out.Force), expected, atol=10 * error)


@pytest.mark.parametrize("slopes", [False, True], ids=["differences", "jacobian"])
def test_newton_converges_quadratically_in_large_steps(slopes):
    """Each update doubles the digits: 2.5 of them per step of 0.05 s reach 1e-12."""
    solution = arms(slopes=slopes).run(0.05, 2.0)
    assert solution.statistics["rejected"] == 0
    assert solution.statistics["newton_iterations"] <= 2.7 * solution.statistics["steps"]
