"""The 21 mechanisms with bodies that rotate. Units: kg, m, s; z is up, y in planar models.

`rate` is the fastest rotation [rad/s], or natural frequency, in `end` seconds.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.utilities import RotationMatrixX, RotationMatrixY, RotationMatrixZ
from tests.verification.rotating.joints import (
    GROUND,
    Ball,
    Bearing,
    Cross,
    Drive,
    Hinge,
    Pin,
    Rod,
    Roll,
    Slider,
    Slot,
    X,
    Y,
    Z,
)
from tests.verification.rotating.plan import Body, Mount, Plan, Spring

ORIGIN = np.zeros(3)


def rod(mass: float, length: float, radius: float) -> tuple[float, float, float]:
    """Moments of inertia of a cylinder along x about its center."""
    wide = mass * (length**2 / 12 + radius**2 / 4)
    return 0.5 * mass * radius**2, wide, wide


def rotor_in_one_joint() -> Plan:
    """A disc that spins on a revolute joint."""
    disc = Body(12.0, (0.12, 0.12, 0.22), spin=100 * Z)
    return Plan([disc], [Hinge(GROUND, 0, ORIGIN, Z)], rate=100, end=1.0, size=0.2)


def rotor_in_two_bearings() -> Plan:
    """One bearing holds a point, the other one a point across the shaft (x)."""
    J = np.array([[0.05, 8e-4, 5e-4], [8e-4, 0.11, 0.0], [5e-4, 0.0, 0.11]])
    shaft = Body(8.0, J, at=(0.03, 8e-4, 0.0), center=(0.03, 8e-4, 0.0))
    bearings = [Ball(GROUND, 0, -0.2 * X), Bearing(GROUND, 0, 0.2 * X, X)]
    return Plan(
        [shaft], bearings, spins=[(GROUND, 0, X, 100.0)], rate=100, end=1.0, size=0.4
    )  # fmt: skip


def top() -> Plan:
    """A symmetric top on a ball joint, without precession at the start."""
    A = RotationMatrixY(0.5)
    body = Body(0.4, (2.5e-4, 2.5e-4, 3.2e-4), at=A @ (0.06 * Z), A=A, center=(0, 0, 0.06))
    spins = [(GROUND, 0, A @ n, w) for n, w in zip(np.eye(3), (0, 0, 100.0), strict=True)]
    return Plan([body], [Ball(GROUND, 0, ORIGIN)], spins=spins, rate=100, end=1.0, size=0.12)


def gyroscope_in_gimbals() -> Plan:
    """The rotor (axis y) is heavier on one side of the inner gimbal, so that it precesses."""
    outer = Body(0.6, (3e-3, 5e-3, 3e-3))
    inner = Body(0.4, (1.5e-3, 1.2e-3, 2.4e-3))
    rotor = Body(1.5, (1.1e-3, 2e-3, 1.1e-3), at=0.01 * Y)
    joints = [Hinge(GROUND, 0, ORIGIN, Z), Hinge(0, 1, ORIGIN, X), Hinge(1, 2, ORIGIN, Y)]
    spins = [(GROUND, 0, Z, 0.0), (0, 1, X, 0.0), (1, 2, Y, 100.0)]
    return Plan([outer, inner, rotor], joints, spins=spins, rate=100, end=1.0, size=0.2)


CRANK, CONROD = 0.04, 0.14
TURNING = 3000 * np.pi / 30


def _crank_slider() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Crank pin, piston pin and direction of the rod at a crank angle of 0.4 rad."""
    pin = CRANK * np.array([np.cos(0.4), np.sin(0.4), 0.0])
    piston = np.array([pin[0] + np.sqrt(CONROD**2 - pin[1] ** 2), 0.0, 0.0])
    return pin, piston, (piston - pin) / CONROD


def crank_slider_in_space() -> Plan:
    """3000 rpm; ball joint at the crank, universal joint at the piston."""
    pin, piston, along = _crank_slider()
    A = np.column_stack([along, np.cross(Z, along), Z])
    bodies = [
        Body(2.5, (3e-3, 3e-3, 5e-3), A=RotationMatrixZ(0.4)),
        Body(0.6, (6e-5, 1.1e-3, 1.1e-3), at=0.7 * pin + 0.3 * piston, A=A),
        Body(0.45, (2e-4, 2e-4, 2e-4), at=piston),
    ]
    joints = [
        Hinge(GROUND, 0, ORIGIN, Z),
        Ball(0, 1, pin),
        Cross(1, 2, piston, A[:, 1], Z),
        Slider(GROUND, 2, piston, X),
    ]
    spins = [(GROUND, 0, Z, TURNING)]
    gravity = (0.0, -9.81, 0.0)
    return Plan(bodies, joints, spins=spins, gravity=gravity, rate=TURNING, end=0.2, size=0.18)


def crank_slider_in_the_plane() -> Plan:
    """The same masses, lengths and speed."""
    pin, piston, along = _crank_slider()
    A = np.column_stack([along, np.cross(Z, along), Z])
    bodies = [
        Body(2.5, (1.0, 1.0, 5e-3), A=RotationMatrixZ(0.4), kind="plane"),
        Body(0.6, (1.0, 1.0, 1.1e-3), at=0.7 * pin + 0.3 * piston, A=A, kind="plane"),
        Body(0.45, (1.0, 1.0, 2e-4), at=piston, kind="plane"),
    ]
    joints = [Pin(GROUND, 0, ORIGIN), Pin(0, 1, pin), Pin(1, 2, piston), Slot(GROUND, 2, piston, X)]
    spins = [(GROUND, 0, Z, TURNING)]
    gravity = (0.0, -9.81, 0.0)
    return Plan(bodies, joints, spins=spins, gravity=gravity, rate=TURNING, end=0.2, size=0.18)


def four_bar() -> Plan:
    """A light crank turns around and drives coupler and rocker, on a level table."""
    ground, crank, coupler, rocker = 0.5, 0.15, 0.45, 0.4
    pivot, first = np.array([ground, 0.0, 0.0]), np.array([0.0, crank, 0.0])
    way = pivot - first
    d = np.linalg.norm(way)
    along = (coupler**2 - rocker**2 + d**2) / (2 * d)
    left = np.cross(Z, way / d)
    second = first + along * way / d + np.sqrt(coupler**2 - along**2) * left
    bodies = []
    for a, b, mass in ((ORIGIN, first, 0.8), (first, second, 1.2), (pivot, second, 1.0)):
        A = RotationMatrixZ(np.arctan2(b[1] - a[1], b[0] - a[0]))
        J = mass * np.linalg.norm(b - a) ** 2 / 12
        bodies.append(Body(mass, (1.0, 1.0, J), at=0.5 * (a + b), A=A, kind="plane"))
    joints = [Pin(GROUND, 0, ORIGIN), Pin(0, 1, first), Pin(1, 2, second), Pin(GROUND, 2, pivot)]
    return Plan(
        bodies, joints, spins=[(GROUND, 0, Z, 9.6)], gravity=(0.0, 0.0, 0.0),
        rate=15, end=4.2, size=0.8,
    )  # fmt: skip


def stewart_platform() -> Plan:
    """A platform on six springs that swings and turns."""
    platform = Body(25.0, (0.7, 0.7, 1.2), at=0.7 * Z, velocity=(0.5, -0.2, 0.3), spin=(1, 2, 3))
    springs = []
    for k in range(6):
        foot = 0.6 * (RotationMatrixZ(np.pi / 3 * (k + k % 2) + (-1) ** k * 0.15) @ X)
        turn = np.pi / 3 * (k + 1 - k % 2) - (-1) ** k * 0.15
        head = 0.35 * (RotationMatrixZ(turn) @ X) + 0.7 * Z
        L = np.linalg.norm(head - foot)
        springs.append(Spring(GROUND, 0, foot, head, 4000.0, L + 0.012))
    return Plan([platform], springs=springs, rate=30, end=2.0, size=0.7)


def platform_on_rods() -> Plan:
    """A small plate that hangs on three rods of 40 mm, swings and turns about the vertical."""
    plate = Body(0.2, (2.5e-5, 2.5e-5, 4.5e-5), at=-0.04 * Z)
    corners = [0.03 * (RotationMatrixZ(2 * np.pi / 3 * k) @ X) for k in range(3)]
    rods = [Rod(GROUND, 0, p, to=p - 0.04 * Z) for p in corners]
    plate.velocity, plate.spin = (0.2, 0.1, 0.0), (0, 0, 15.0)
    return Plan([plate], rods, rate=30, end=1.6, size=0.06)


def double_pendulum() -> Plan:
    """Two bars; the axes of both hinges cross each other."""
    bars = [Body(1.0, rod(1.0, 0.5, 0.02), at=(0.25 + 0.5 * k, 0, 0)) for k in range(2)]
    joints = [Hinge(GROUND, 0, ORIGIN, Y), Hinge(0, 1, 0.5 * X, Z)]
    spins = [(GROUND, 0, Y, 0.0), (0, 1, Z, 4.0)]
    return Plan(bars, joints, spins=spins, rate=10, end=2.0, size=1.0)


def chain() -> Plan:
    """Ten links on ball joints, released from a bow in space."""
    links, joints, place = [], [], ORIGIN
    for k in range(10):
        A = RotationMatrixZ(0.2 * k) @ RotationMatrixY(1.2 - 0.06 * k)
        links.append(Body(0.1, rod(0.1, 0.1, 0.02), at=place + A @ (0.05 * X), A=A))
        joints.append(Ball(k - 1, k, place))
        place = place + A @ (0.1 * X)
    return Plan(links, joints, rate=20, end=1.0, size=1.0)


def cardan_shaft() -> Plan:
    """Two shafts at 30 degrees."""
    A = RotationMatrixZ(np.pi / 6)
    shafts = [
        Body(3.0, (0.012, 0.05, 0.05), at=-0.2 * X),
        Body(3.0, (0.012, 0.05, 0.05), at=A @ (0.2 * X), A=A),
    ]
    joints = [
        Hinge(GROUND, 0, -0.4 * X, X),
        Cross(0, 1, ORIGIN, Z, A @ Y),
        Bearing(GROUND, 1, A @ (0.4 * X), A @ X),
    ]
    spins = [(GROUND, 0, X, 60.0)]
    return Plan(shafts, joints, spins=spins, rate=60, end=1.2, size=0.8)


def rolling_coin() -> Plan:
    """A disc that rolls in loops; axis z of the body, contact at height 0."""
    r, A = 0.05, RotationMatrixX(1.25)
    spin = A @ np.array([0.3, 0.5, 18.0])
    down = A[2, 2] * A[:, 2] - Z
    contact = r * down / np.linalg.norm(down)
    coin = Body(
        0.2, (1.25e-4, 1.25e-4, 2.5e-4), at=-contact[2] * Z, A=A, spin=spin,
        velocity=-np.cross(spin, contact),
    )  # fmt: skip
    return Plan([coin], [Roll(GROUND, 0, ORIGIN, radius=r)], rate=20, end=4.0, size=0.1)


def driven_arm() -> Plan:
    """An arm that is driven about the vertical carries a rod on a ball joint."""
    arm = Body(2.0, rod(2.0, 0.3, 0.02), at=0.15 * X)
    A = RotationMatrixY(0.9)
    rod_ = Body(0.5, rod(0.5, 0.4, 0.02), at=0.3 * X + A @ (0.2 * X), A=A)
    joints = [Drive(GROUND, 0, ORIGIN, w=9.0, u=2.0, k=5.0), Ball(0, 1, 0.3 * X)]
    spins = [(GROUND, 1, n, w) for n, w in zip(np.eye(3), (0, 0, 9.0), strict=True)]
    return Plan([arm, rod_], joints, spins=spins, rate=20, end=1.5, size=0.7)


def swung_mass() -> Plan:
    """A point mass on a rod that turns about a fixed point."""
    mass = Body(0.3, at=0.5 * X, velocity=25 * np.array([0, 0.8, 0.6]), kind="point")
    return Plan([mass], [Rod(GROUND, 0, ORIGIN, to=0.5 * X)], rate=50, end=2.0, size=0.5)


def two_masses_on_rods() -> Plan:
    """A double pendulum of point masses."""
    places = [np.array([0.38, 0, -0.1]), np.array([0.66, 0.2, -0.18])]
    masses = [Body(0.5, at=p, kind="point") for p in places]
    rods = [Rod(GROUND, 0, ORIGIN, to=places[0]), Rod(0, 1, places[0], to=places[1])]
    return Plan(masses, rods, rate=10, end=2.0, size=0.8)


def rotor_on_springs() -> Plan:
    """The shaft (z) with its center 2 mm off the axis is held by springs at both ends."""
    J = np.array([[0.05, 0.0, 6e-4], [0.0, 0.05, 0.0], [6e-4, 0.0, 0.03]])
    rotor = Body(6.0, J, at=(2e-3, 0, 0), spin=100 * Z, velocity=(0, 0.2, 0))
    mounts = [Mount(0, (0, 0, z), (4800.0, 6000.0, 8000.0)) for z in (-0.15, 0.15)]
    return Plan([rotor], mounts=mounts, rate=100, end=1.0, size=0.3)


def bricard() -> Plan:
    """Five rods of 0.1 m along edges of a cube, six hinges; one equation is redundant."""
    corners = 0.1 * np.array(
        [[0, 0, 0], [1, 0, 0], [1, -1, 0], [1, -1, 1], [0, -1, 1], [0, 0, 1]], float
    )
    links = np.roll(corners, -1, axis=0) - corners
    axes = np.cross(np.roll(links, 1, axis=0), links)
    bodies = []
    for corner, link, before in zip(corners[:5], links[:5], axes[:5], strict=True):
        A = np.column_stack([link, np.cross(before, link), before])
        A = A / np.linalg.norm(A, axis=0)
        bodies.append(Body(0.05, rod(0.05, 0.1, 0.004), at=corner + 0.5 * link, A=A))
    pairs = [(GROUND, 0), (0, 1), (1, 2), (2, 3), (3, 4), (GROUND, 4)]
    joints = [
        Hinge(a, b, corner, axis) for (a, b), corner, axis in zip(pairs, corners, axes, strict=True)
    ]
    spins = [(GROUND, 0, axes[0] / np.linalg.norm(axes[0]), 3.0)]
    gravity = (0.0, -9.81, 0.0)
    return Plan(bodies, joints, spins=spins, gravity=gravity, rate=10, end=2.0, size=0.2)


def falling_rod() -> Plan:
    """A rod on a hinge, nearly upright."""
    A = RotationMatrixY(-np.pi / 2 + 0.05)
    body = Body(1.5, rod(1.5, 0.6, 0.015), at=A @ (0.3 * X), A=A, center=(0.3, 0, 0))
    return Plan([body], [Hinge(GROUND, 0, ORIGIN, Y)], rate=10, end=1.5, size=0.6)


def tumbling_satellite() -> Plan:
    """A free body that spins about its middle axis."""
    body = Body(200.0, (40.0, 62.0, 85.0), spin=(0.4, 10.0, 0.3))
    return Plan([body], gravity=(0.0, 0.0, 0.0), rate=10, end=10.0, size=1.0)


def two_arms() -> Plan:
    """A torque spins up an arm on a vertical hinge; the second arm hangs on a hinge at its tip."""
    first = Body(2.0, rod(2.0, 0.4, 0.02), at=0.2 * X)
    second = Body(1.0, rod(1.0, 0.3, 0.02), at=0.4 * X - 0.15 * Z, A=RotationMatrixY(np.pi / 2))
    joints = [Hinge(GROUND, 0, ORIGIN, Z), Hinge(0, 1, 0.4 * X, Y)]
    torques = [(0, (0, 0, 5.0))]
    return Plan([first, second], joints, torques=torques, rate=30, end=2.4, size=0.7)


MECHANISMS: dict[str, Callable[[], Plan]] = {
    build.__name__: build
    for build in (
        rotor_in_one_joint, rotor_in_two_bearings, top, gyroscope_in_gimbals,
        crank_slider_in_space, crank_slider_in_the_plane, four_bar, stewart_platform,
        platform_on_rods, double_pendulum, chain, cardan_shaft, rolling_coin, driven_arm,
        swung_mass, two_masses_on_rods, rotor_on_springs, bricard, falling_rod,
        tumbling_satellite, two_arms,
    )
}  # fmt: skip
