"""Contact of coordinates: pieces of closed solutions, events, the loop without them, statics."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .space_bodies import settings

Out = exu.OutputVariableType
Solver = exu.DynamicSolverType
M, G, K = 2.0, 9.81, 1e4


class Ball:
    """A mass that falls on the ground along one axis."""

    def __init__(self, height=0.5, velocity=0.0, load=-M * G, exchanged=False, **values):
        mbs = self.mbs = exu.SystemContainer().AddSystem()
        self.node = mbs.AddNode(Node1D(initialCoordinates=[height], initialVelocities=[velocity]))
        mbs.AddObject(Mass1D(nodeNumber=self.node, physicsMass=M))
        fixed = mbs.AddNode(NodePointGround())
        ends = [
            mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))
            for n in (fixed, self.node)
        ]
        self.data = mbs.AddNode(
            NodeGenericData(initialCoordinates=[height], numberOfDataCoordinates=1)
        )
        self.contact = mbs.AddObject(
            ObjectContactCoordinate(
                markerNumbers=ends[::-1] if exchanged else ends, nodeNumber=self.data,
                **{"contactStiffness": K, **values},
            )
        )  # fmt: skip
        mbs.AddLoad(LoadCoordinate(markerNumber=ends[1], load=load))
        mbs.Assemble()

    def solve(self, end=1.0, steps=4000, solver=Solver.RK67, locate=True, **options):
        chosen = settings(end, steps, end / steps)
        chosen.solutionSettings.sensorsWritePeriod = end / steps
        chosen.timeIntegration.discontinuous.locateEvents = locate
        chosen.timeIntegration.generalizedAlpha.spectralRadius = 1.0
        for name, value in options.items():
            setattr(chosen.timeIntegration.discontinuous, name, value)
        self.mbs.SolveDynamic(chosen, solver)
        return self

    @property
    def state(self):
        names = Out.Coordinates, Out.Coordinates_t
        return np.array([self.mbs.GetNodeOutput(self.node, name) for name in names]).ravel()

    @property
    def gap(self):
        return self.mbs.GetNodeOutput(self.data, Out.Coordinates)

    def told(self, variable):
        return self.mbs.GetObjectOutput(self.contact, variable)


BOUNCE = [0.0109243316098, -3.09768697802]
"""Position and velocity at t = 1: the case coordinate_contact_bounce."""


def test_a_bounce_of_the_elastic_ball():
    ball = Ball().solve()
    assert ball.state == pytest.approx(BOUNCE, rel=1e-10)
    assert ball.mbs.solution.statistics.events == 2
    assert ball.gap == pytest.approx(ball.state[0], rel=1e-15)
    assert ball.told(Out.Distance) == pytest.approx(ball.state[0], rel=1e-15)
    assert ball.told(Out.Force) == 0.0


def test_the_bounce_by_implicit_steps_has_order_two():
    errors = [
        np.abs(Ball().solve(steps=steps, solver=Solver.GeneralizedAlpha).state - BOUNCE).max()
        for steps in (500, 1000)
    ]
    assert errors[1] < 5e-4 and 3.0 < errors[0] / errors[1] < 5.0


def test_exchanged_ends_act_from_the_other_side():
    """g = q0 - q1: a ball that is thrown up against a ceiling."""
    ball = Ball(height=-0.5, load=M * G, exchanged=True).solve()
    assert ball.state == pytest.approx([-BOUNCE[0], -BOUNCE[1]], rel=1e-10)


def test_an_offset_moves_the_ground():
    ball = Ball(height=0.75, offset=0.25).solve()
    assert ball.state == pytest.approx([0.25 + BOUNCE[0], BOUNCE[1]], rel=1e-9)


def damped_end(d, lets_go):
    """Velocity and time at which a mass at v = -1, without weight, leaves the ground."""
    w, D = math.sqrt(K / M), d / (2 * math.sqrt(K * M))
    wd = w * math.sqrt(1 - D * D)
    t = math.pi / wd
    if lets_go:  # its acceleration vanishes
        t = math.atan2(2 * D * w * wd, (D * w) ** 2 - wd**2) / wd
    decay = math.exp(-D * w * t)
    return -decay * (math.cos(wd * t) - D * w / wd * math.sin(wd * t)), t


@pytest.mark.parametrize("lets_go", [False, True])
def test_rebound_with_damping(lets_go):
    """Without adhesion the ball leaves faster, and earlier."""
    d = 60.0
    v, t = damped_end(d, lets_go)
    ball = Ball(height=0.0, velocity=-1.0, load=0.0, contactDamping=d, noAdhesion=lets_go)
    ball.solve(0.2, 500)
    assert ball.state[1] == pytest.approx(v, rel=1e-9)
    if lets_go:
        assert v > damped_end(d, False)[0] and t < damped_end(d, False)[1]


def test_forces_never_pull_without_adhesion():
    for adheres in (True, False):
        ball = Ball(height=0.01, contactDamping=60.0, noAdhesion=not adheres)
        force = ball.mbs.AddSensor(
            SensorObject(
                objectNumber=ball.contact, outputVariableType=Out.Force, storeInternal=True
            )
        )
        ball.solve(0.5, 2000, Solver.GeneralizedAlpha)
        largest = ball.mbs.GetSensorStoredData(force)[:, 1].max()
        assert (largest > 1e-3) == adheres
        assert adheres or largest <= 1e-9


@pytest.mark.parametrize("recommended", [True, False])
def test_the_loop_without_located_events(recommended):
    """Each step agrees with its solution, and recommended steps end near the change."""
    ball = Ball().solve(
        1.0, 2000, Solver.GeneralizedAlpha, locate=False, useRecommendedStepSize=recommended
    )
    assert ball.mbs.solution.statistics.events == 0
    assert ball.mbs.solution.statistics.disagreed == 0
    assert np.abs(ball.state - BOUNCE).max() < (2e-4 if recommended else 5e-2)
    assert ball.gap == pytest.approx(ball.state[0], rel=1e-14)


def test_energy_of_a_bounce():
    ball = Ball().solve()
    energies = ball.mbs.solution.energy()
    assert not energies.missing and energies.error < 1e-8 * M * G
    low = ball.mbs.solution.coordinates[:, 0].argmin()
    assert energies.potential[low] > 0.0


def test_rest_on_the_ground_in_statics():
    ball = Ball(height=-1e-6)
    ball.mbs.SolveStatic()
    assert ball.state[0] == pytest.approx(-M * G / K, rel=1e-9)
    assert ball.told(Out.Force) == pytest.approx(-M * G, rel=1e-9)


def test_rest_in_dynamics_does_not_drift():
    ball = Ball(height=-M * G / K, contactDamping=50.0)
    ball.solve(5.0, 5000, Solver.GeneralizedAlpha)
    assert ball.state == pytest.approx([-M * G / K, 0.0], rel=1e-12, abs=1e-12)


def test_an_inactive_contact_lets_everything_pass():
    ball = Ball(activeConnector=False).solve()
    assert ball.state == pytest.approx([0.5 - 0.5 * G, -G], rel=1e-12)


def test_a_node_without_data_is_refused():
    ball = Ball()
    with pytest.raises(exu.ParameterError, match="1 data coordinates, which hold the gap"):
        ball.mbs.AddObject(ObjectContactCoordinate(markerNumbers=[0, 1], nodeNumber=ball.node))
