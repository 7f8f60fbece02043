"""Discs on a plane in space, and their motion by independent equations."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from linkwork.items import *
from tests.verification.space_bodies import DOWN, SpaceModel

MASS, RADIUS = 3.0, 0.2
ACROSS, ALONG = 0.03, 0.06
"""Moments of inertia of the disc about a diameter and about its axis."""

GRAVITY = 9.81
Z = np.array([0.0, 0.0, 1.0])


def moments(axis: int) -> np.ndarray:
    """Moments of inertia of the disc in body axes."""
    found = np.full(3, ACROSS)
    found[axis] = ALONG
    return found


def tilted(beta: float, axis: int = 2) -> np.ndarray:
    """Rotation matrix of a disc whose axis is (sin beta, 0, cos beta)."""
    A = Rotation.from_euler("y", beta).as_matrix()
    return np.asarray(A @ np.roll(np.eye(3), axis - 2, axis=1))


def contact_of(a: np.ndarray) -> np.ndarray:
    """Vector from the center of a disc with the axis a to its lowest point: along (a . z) a - z."""
    w = a[2] * a - Z
    return np.asarray(RADIUS * w / np.linalg.norm(w))


def contact_rate(a: np.ndarray, a_t: np.ndarray) -> np.ndarray:
    """Rate of `contact_of`."""
    w, w_t = a[2] * a - Z, a_t[2] * a + a[2] * a_t
    size = np.linalg.norm(w)
    return np.asarray(RADIUS * (w_t - w * (w @ w_t) / size**2) / size)


class Circle:
    """Steady rolling of a tilted disc on a circle: Newton-Euler equations of constant tilt.

    The axis is a = sin(beta) rho + cos(beta) z, with the unit vector rho from the middle of the
    circle to the center of the disc at the distance `way`; the disc turns about z with `rate`:

        rate^2 sin(beta) (A cos(beta) + (C/r + m r) way) = m g r cos(beta)
    """

    def __init__(self, beta: float = 1.1, way: float = 0.7) -> None:
        sine, cosine = np.sin(beta), np.cos(beta)
        lever = ACROSS * cosine + (ALONG / RADIUS + MASS * RADIUS) * way
        self.beta, self.way = beta, way
        self.rate = np.sqrt(MASS * GRAVITY * RADIUS * cosine / (sine * lever))
        self.height = RADIUS * sine
        spin = -self.rate * (way / RADIUS + cosine)
        self.position = np.array([way, 0.0, self.height])
        self.velocity = np.array([0.0, self.rate * way, 0.0])
        self.spin = self.rate * Z + spin * np.array([sine, 0.0, cosine])
        self.force = np.array([-MASS * self.rate**2 * way, 0.0, MASS * GRAVITY])
        self.contact = way + RADIUS * cosine

    def at(self, t: float) -> np.ndarray:
        """Position of the center."""
        turn = self.rate * t
        return np.array([self.way * np.cos(turn), self.way * np.sin(turn), self.height])


def disc(
    kind: str, circle: Circle, axis: int = 2, lift: float = 0.0, **changes: Any
) -> tuple[SpaceModel, Any]:
    """A disc that starts to roll on a circle; axis -- of the body, about which it is round."""
    m = SpaceModel(kind)
    body = m.body(
        MASS, moments(axis), position=circle.position + lift * Z, A=tilted(circle.beta, axis),
        velocity=circle.velocity, spin=circle.spin, gravity=DOWN,
    )  # fmt: skip
    values = dict(markerNumbers=m.ends(m.ground, body), discRadius=RADIUS, discAxis=np.eye(3)[axis])
    joint = m.mbs.AddObject(RollingDiscJoint(**values | changes))
    m.mbs.Assemble()
    return m, joint


def rolled(A: np.ndarray, spin: Any, place: Any, end: float) -> tuple[np.ndarray, ...]:
    """Position, angular velocity, rotation and force of a disc (axis 2) that rolls freely.

    Equations in the angular velocity W alone: v = -W x x with x from the center to the contact
    point, which moves; F = m (v' + g), J W' + W x J W = x x F.
    """
    J = np.diag(moments(2))

    def rates(y: np.ndarray) -> tuple[np.ndarray, ...]:
        R, W = y[:9].reshape(3, 3), y[9:12]
        a = R[:, 2]
        x = contact_of(a)
        x_t = contact_rate(a, np.cross(W, a))
        cross = np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]])
        inertia = R @ J @ R.T
        right = MASS * np.cross(x, GRAVITY * Z - np.cross(W, x_t)) - np.cross(W, inertia @ W)
        W_t = np.linalg.solve(inertia - MASS * cross @ cross, right)
        v_t = -np.cross(W_t, x) - np.cross(W, x_t)
        return np.cross(W, R.T).T, W_t, -np.cross(W, x), MASS * (v_t + GRAVITY * Z)

    def slope(t: float, y: np.ndarray) -> np.ndarray:
        R_t, W_t, v, _ = rates(y)
        return np.concatenate([R_t.ravel(), W_t, v])

    start = np.concatenate([np.ravel(A), spin, place])
    found = solve_ivp(slope, (0.0, end), start, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    return found[12:], found[9:12], found[:9].reshape(3, 3), rates(found)[3]


# ------------------------------------------------------------------ contact and friction

CONTACT = dict(
    contactStiffness=2e4, contactDamping=50.0, dryFriction=[0.4, 0.2], dryFrictionAngle=0.3,
    dryFrictionProportionalZone=0.2, viscousFriction=[0.05, 0.02], rollingFrictionViscous=0.01,
)  # fmt: skip


def resting(beta: float, **values: Any) -> np.ndarray:
    """Center of a tilted disc whose contact spring carries its weight."""
    depth = MASS * GRAVITY / (CONTACT | values)["contactStiffness"]
    return np.array([0.0, 0.0, RADIUS * np.sin(beta) - depth])


def sliding_disc(
    kind: str, beta: float = 1.2, velocity: Any = (0.5, 2.0, 0.0), spin: Any = (0.3, -0.2, 8.0),
    lift: float = 0.0, axis: int = 2, **values: Any,
) -> tuple[SpaceModel, Any]:  # fmt: skip
    """A disc in contact with the ground; lift -- of its center above its place at rest."""
    m = SpaceModel(kind)
    body = m.body(
        MASS, moments(axis), position=resting(beta, **values) + lift * Z, A=tilted(beta, axis),
        velocity=velocity, spin=spin, gravity=DOWN,
    )  # fmt: skip
    data = m.mbs.AddNode(NodeGenericData(numberOfDataCoordinates=3))
    given = dict(
        markerNumbers=m.ends(m.ground, body), nodeNumber=data, discRadius=RADIUS,
        discAxis=np.eye(3)[axis],
    )  # fmt: skip
    contact = m.mbs.AddObject(RollingDiscPenalty(**given | CONTACT | values))
    m.mbs.Assemble()
    return m, contact


def contact_force(
    R: np.ndarray, W: np.ndarray, p: np.ndarray, v: np.ndarray, law: dict[str, Any]
) -> tuple[np.ndarray, ...]:
    """Force and torque on a disc (axis 2) on the plane z = 0, and f, of the law as documented."""
    a = R[:, 2]
    w2 = np.cross(a, Z) / np.linalg.norm(np.cross(a, Z))
    wl, x = np.cross(Z, w2), contact_of(a)
    gap, u = (p + x)[2], v + np.cross(W, x)
    if gap >= 0.0:
        return np.zeros(3), np.zeros(3), np.zeros(3)
    N = -(law["contactStiffness"] * gap + law["contactDamping"] * u[2])
    if law.get("noAdhesion") and N < 0.0:
        return np.zeros(3), np.zeros(3), np.zeros(3)
    slip = np.array([wl @ u, w2 @ u])
    size, zone = np.linalg.norm(slip), law["dryFrictionProportionalZone"]
    share = min(size / zone, 1.0)
    phi = share if law.get("useLinearProportionalZone") else share * (2.0 - share)
    cos, sin = np.cos(law["dryFrictionAngle"]), np.sin(law["dryFrictionAngle"])
    B = np.array([[cos, -sin], [sin, cos]])
    m = np.add(law["dryFriction"], np.multiply(law["viscousFriction"], size))
    f = np.zeros(2)
    if size > 0.0:
        f = -phi * abs(N) * (B.T @ np.diag(m) @ B) @ slip / size
    force = f[0] * wl + f[1] * w2 + N * Z
    rolling = -law["rollingFrictionViscous"] * abs(N) * np.array([v[0], v[1], 0.0])
    return force + rolling, np.cross(x, force), np.array([*f, N])


def slid(
    A: np.ndarray, spin: Any, place: Any, velocity: Any, end: float, **values: Any
) -> tuple[np.ndarray, ...]:
    """Position, velocity, angular velocity and f of a disc (axis 2) in contact, by DOP853."""
    J, law = np.diag(moments(2)), CONTACT | values

    def slope(t: float, y: np.ndarray) -> np.ndarray:
        R, W, p, v = y[:9].reshape(3, 3), y[9:12], y[12:15], y[15:]
        force, torque, _ = contact_force(R, W, p, v, law)
        inertia = R @ J @ R.T
        W_t = np.linalg.solve(inertia, torque - np.cross(W, inertia @ W))
        return np.concatenate(
            [np.cross(W, R.T).ravel(order="F"), W_t, v, force / MASS - GRAVITY * Z]
        )

    start = np.concatenate([np.ravel(A), spin, place, velocity])
    found = solve_ivp(slope, (0.0, end), start, "DOP853", rtol=1e-11, atol=1e-12).y[:, -1]
    R, W, p, v = found[:9].reshape(3, 3), found[9:12], found[12:15], found[15:]
    return p, v, W, contact_force(R, W, p, v, law)[2]
