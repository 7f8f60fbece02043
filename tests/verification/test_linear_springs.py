"""Springs along an axis of a body: on a slide, and between free bodies."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .space_bodies import DOWN, NODES, Out, SpaceModel, extrapolated, settings

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType
each_node = pytest.mark.parametrize("kind", NODES)
AXIS = np.array([2.0, 1.0, 2.0]) / 3.0
FRAME = np.column_stack([AXIS, [-1 / 3, -2 / 3, 2 / 3], [2 / 3, -2 / 3, -1 / 3]])
"""A frame whose x axis is AXIS."""

MASS, K, D, OFFSET, SPEED, FORCE = 2.0, 50.0, 1.5, 0.1, 0.2, 3.0


def slide(kind):
    m = SpaceModel(kind)
    m.body(MASS, [0.3, 0.2, 0.4], velocity=0.4 * AXIS, gravity=DOWN)
    ends = m.ends(m.ground, m.bodies[0])
    m.mbs.AddObject(
        ObjectJointPrismaticX(markerNumbers=ends, rotationMarker0=FRAME, rotationMarker1=FRAME)
    )
    m.spring = m.mbs.AddObject(
        LinearSpringDamper(
            markerNumbers=ends, stiffness=K, damping=D, axisMarker0=AXIS, offset=OFFSET,
            velocityOffset=SPEED, force=FORCE,
        )
    )  # fmt: skip
    return m


def oscillation(t):
    """(x, x') of m x'' + k (x - offset) + d (x' - speed) + force = m g . AXIS."""
    rest = OFFSET + (D * SPEED - FORCE + MASS * AXIS @ DOWN) / K
    decay = D / (2 * MASS)
    wave = np.sqrt(K / MASS - decay**2)
    a, b = -rest, (0.4 - decay * rest) / wave
    c, s, e = np.cos(wave * t), np.sin(wave * t), np.exp(-decay * t)
    x = e * (a * c + b * s)
    return rest + x, -decay * x + e * wave * (b * c - a * s)


@each_node
def test_a_body_on_a_slide_oscillates(kind):
    x, v = oscillation(1.2)
    f = K * (x - OFFSET) + D * (v - SPEED) + FORCE
    assert x == pytest.approx(-0.102448427453, abs=1e-12)
    assert f == pytest.approx(-6.742797307, abs=1e-9)

    def read(m):
        names = Out.DisplacementLocal, Out.VelocityLocal, Out.ForceLocal
        parts = [m.of(m.spring, name) for name in names]
        return np.concatenate([*parts, m.of_body(Out.Position), m.of_body(Out.Velocity)])

    found = extrapolated(lambda: slide(kind), 1.2, 400, read)
    assert found == pytest.approx([x, v, f, *(x * AXIS), *(v * AXIS)], abs=1e-9)
    assert found[3:] == pytest.approx([*(x * AXIS), *(v * AXIS)], abs=1e-10)


@each_node
def test_fixed_steps_agree(kind):
    """With Exudyn, whose discretization is the same."""
    m = slide(kind)
    m.mbs.SolveDynamic(settings(1.2, 100))
    wanted = [-0.068386009031, -0.034193004515, -0.068386009031]
    assert m.of_body(Out.Position) == pytest.approx(wanted, abs=1e-11)


PARTS = (
    dict(mass=1.5, moments=[0.3, 0.2, 0.4], velocity=[0.1, 0.2, -0.3], spin=[1, -2, 1.5]),
    dict(mass=0.7, moments=[0.1, 0.15, 0.12], position=[0.6, -0.2, 0.3], velocity=[-0.3, 0, 0.5],
         spin=[-1, 1, 2]),
)  # fmt: skip


def free_pair(kind, **changes):
    m = SpaceModel(kind)
    bodies = [m.body(**part) for part in PARTS]
    ends = m.ends(*bodies, [0.2, 0.1, -0.1], [-0.1, 0.05, 0.1])
    values = dict(stiffness=20.0, damping=0.5, axisMarker0=AXIS, offset=0.1) | changes
    m.spring = m.mbs.AddObject(LinearSpringDamper(markerNumbers=ends, **values))
    return m


def momenta(m):
    linear, angular = np.zeros(3), np.zeros(3)
    for k, part in enumerate(PARTS):
        p, v = m.of_body(Out.Position, k), m.of_body(Out.Velocity, k)
        A = m.of_body(Out.RotationMatrix, k).reshape(3, 3)
        spin = np.array(part["moments"]) * m.of_body(Out.AngularVelocityLocal, k)
        linear, angular = linear + part["mass"] * v, angular + part["mass"] * np.cross(p, v)
        angular = angular + A @ spin
    return np.concatenate([linear, angular])


@each_node
def test_free_bodies_keep_both_momenta_where_the_axis_turns(kind):
    m = free_pair(kind)
    m.mbs.Assemble()
    before = momenta(m)
    m.mbs.SolveDynamic(settings(1.0, 400), Solver.RK67)
    assert momenta(m) == pytest.approx(before, abs=1e-11)


@each_node
def test_springs_without_dampers_keep_the_energy(kind):
    m = free_pair(kind, damping=0.0, force=0.5)
    energy = m.mbs.SolveDynamic(settings(1.0, 400, period=0.0), Solver.RK67).energy()
    assert energy.error < 1e-10 and not energy.dissipated.any() and not energy.work.any()
    assert np.ptp(energy.potential) > 0.1


def test_losses_and_drives_are_told_apart():
    for values, form in ((dict(), "dissipated"), (dict(velocityOffset=0.3), "work")):
        m = free_pair("EP", **values)
        energy = m.mbs.SolveDynamic(settings(1.0, 400, period=0.0), Solver.RK67).energy()
        assert list(energy.parts[form]) == ["LinearSpringDamper"] and energy.error < 1e-10


def test_the_rate_is_that_of_the_displacement():
    """Also where the axis turns: by differences of recorded displacements."""
    m = free_pair("LG")
    for name in ("DisplacementLocal", "VelocityLocal"):
        m.mbs.AddSensor(
            SensorObject(
                name=name, objectNumber=m.spring, outputVariableType=Out[name], storeInternal=True
            )
        )
    chosen = settings(0.5, 500)
    chosen.solutionSettings.sensorsWritePeriod = 1e-3
    solution = m.mbs.SolveDynamic(chosen, Solver.RK67)
    x, rate = (solution.sensor(name)[:, 1] for name in ("DisplacementLocal", "VelocityLocal"))
    slope = (8 * (x[3:-1] - x[1:-3]) - (x[4:] - x[:-4])) / 12e-3
    assert rate[2:-2] == pytest.approx(slope, abs=1e-9)
