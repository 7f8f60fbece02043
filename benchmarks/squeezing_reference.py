"""Andrews' squeezing mechanism in its seven angles, integrated by SciPy: data, law and reference.

Problem A03 of the IFToMM library and of the IVP test set: seven bodies, three loops, a spring and
a constant torque; q = (beta, Theta, gamma, Phi, delta, Omega, epsilon) [rad]. The mass matrix comes
from the Jacobians of the centers of mass, and the accelerations from the loops differentiated twice
(index 1):

    M(q) a + C_q^T lambda = f(q, v),   C_q a = -d(C_q v)/dq v

It uses no code of Linkwork. Three methods of SciPy agree to 12 digits, with the energy constant to
1e-14 J. `EXACT` has more digits than SciPy can give; the published angles agree with it to 9.5
digits and differ by a shift of 1e-12 s.
"""

import numpy as np
from scipy.integrate import solve_ivp

MASSES = np.array([0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498])  # kg
INERTIAS = np.array([2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5])  # kg m^2
A, B, C = np.array([[-0.06934, -0.00227], [-0.03635, 0.03273], [0.014, 0.072]])  # m
STIFFNESS, LENGTH, TORQUE = 4530.0, 0.07785, 0.033  # N/m, m, N m
D, DA, E, EA, RR, RA = 0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092  # m, all below
SS, SA, SB, SC, SD = 0.035, 0.01874, 0.01043, 0.018, 0.02
TA, TB, U, UA, UB, ZF, ZT, FA = 0.02308, 0.00916, 0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421
END = 0.03  # s
START = np.array([
    -0.0617138900142764496, 0.0, 0.455279819163070380, 0.222668390165885885,
    0.487364979543842550, -0.222668390165885885, 1.23054744454982119,
])  # fmt: skip
FINAL = np.array([
    15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948,
    0.5244099658805304, 0.5347301163226948, 1.048080741042263,
])  # fmt: skip

EXACT = np.array([
    15.81077119515371, -15.75637105841184, 0.04082224011964535, -0.53473011634208,
    0.5244099658799541, 0.53473011634208, 1.048080741041938,
])  # fmt: skip
"""Angles at the end [rad], by extrapolation of midpoint steps (Gragg, Bulirsch and Stoer; orders 14
to 18, 300 to 600 steps, which agree to 1e-15) of the same equations in numbers with 64-bit
mantissas, solved by elimination with pivots and without LAPACK."""

TURNS = np.array([
    [1, 0, 0, 0, 0, 0, 0],
    [1, 1, 0, 0, 0, 0, 0],
    [0, 0, 1, 0, 0, 0, 0],
    [0, 0, 0, 1, 1, 0, 0],
    [0, 0, 0, 0, 1, 0, 0],
    [0, 0, 0, 0, 0, 1, 1],
    [0, 0, 0, 0, 0, 0, 1],
])  # fmt: skip
"""Angles of the bodies 1 to 7 are TURNS q."""

# A point is an origin and a sum of vectors (along, across), each rotated with one of the bodies.
CENTERS = (
    (np.zeros(2), ((0, RA, 0),)),
    (np.zeros(2), ((0, RR, 0), (1, -DA, 0))),
    (B, ((2, SB, -SA),)),
    (A, ((4, ZT, 0), (3, 0, EA - E))),
    (A, ((4, TA, TB),)),
    (A, ((6, 0, -U), (5, ZF - FA, 0))),
    (A, ((6, -UB, -UA),)),
)
LOOP_POINT = (np.zeros(2), ((0, RR, 0), (1, -D, 0)))
LOOPS = (
    (B, ((2, 0, -SS),)),
    (A, ((4, ZT, 0), (3, 0, -E))),
    (A, ((5, ZF, 0), (6, 0, -U))),
)
SPRING_POINT = (B, ((2, SD, -SC),))


def point(place: tuple, q: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Position (2), Jacobian (2, 7), and the parts (2, 7) that squares of body rates multiply."""
    origin, parts = place
    angles = TURNS @ q
    r, jacobian, curvature = origin.copy(), np.zeros((2, 7)), np.zeros((2, 7))
    for body, along, across in parts:
        cosine, sine = np.cos(angles[body]), np.sin(angles[body])
        arm = np.array([cosine * along - sine * across, sine * along + cosine * across])
        r += arm
        jacobian += np.outer([-arm[1], arm[0]], TURNS[body])
        curvature[:, body] -= arm
    return r, jacobian, curvature


def closures(q: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Errors (6), gradient (6, 7) and curvature (6, 7) of the three loops."""
    tip = point(LOOP_POINT, q)
    loops = [point(loop, q) for loop in LOOPS]
    return tuple(np.concatenate([tip[k] - loop[k] for loop in loops]) for k in range(3))


def equations(q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mass matrix (7, 7) and forces (7), with the velocity terms on the side of the forces."""
    squares = (TURNS @ v) ** 2
    mass = TURNS.T @ np.diag(INERTIAS) @ TURNS
    force = TORQUE * TURNS[0].astype(float)
    for m, place in zip(MASSES, CENTERS, strict=True):
        _, jacobian, curvature = point(place, q)
        mass += m * jacobian.T @ jacobian
        force -= m * jacobian.T @ (curvature @ squares)
    r, jacobian, _ = point(SPRING_POINT, q)
    length = np.linalg.norm(r - C)
    force -= STIFFNESS * (length - LENGTH) / length * jacobian.T @ (r - C)
    return mass, force


def rates(_: float, state: np.ndarray) -> np.ndarray:
    """Velocities and accelerations of the index-1 form."""
    q, v = state[:7], state[7:]
    mass, force = equations(q, v)
    _, gradient, curvature = closures(q)
    matrix = np.block([[mass, gradient.T], [gradient, np.zeros((6, 6))]])
    right = np.concatenate([force, -curvature @ (TURNS @ v) ** 2])
    return np.concatenate([v, np.linalg.solve(matrix, right)[:7]])


def start_angles() -> np.ndarray:
    """START with the loops closed up to rounding; Theta is not changed."""

    def errors(six: np.ndarray) -> np.ndarray:
        return closures(np.insert(six, 1, START[1]))[0]

    def slopes(six: np.ndarray) -> np.ndarray:
        return np.delete(closures(np.insert(six, 1, START[1]))[1], 1, axis=1)

    six = np.delete(START, 1)
    for _ in range(3):
        six = six - np.linalg.solve(slopes(six), errors(six))
    return np.insert(six, 1, START[1])


def integrate(rtol: float, method: str = "DOP853", end: float = END) -> np.ndarray:
    """Angles q at the end [rad] by SciPy."""
    state = np.concatenate([start_angles(), np.zeros(7)])
    found = solve_ivp(rates, (0.0, end), state, method=method, rtol=rtol, atol=rtol)
    return found.y[:7, -1]


def digits(q: np.ndarray, exact: np.ndarray = FINAL) -> float:
    """-log10 of the largest relative error of the angles; at most 16."""
    error = np.max(np.abs(q / exact - 1.0))
    return float(-np.log10(max(error, 1e-16)))
