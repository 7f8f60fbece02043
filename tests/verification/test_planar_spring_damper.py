"""The planar spring-damper in runs: closed forms, moments of contact, changes between runs."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

Out, Solver = exu.OutputVariableType, exu.DynamicSolverType


class Model:
    """A rigid body and a planar spring-damper from it, the parent, to the ground."""

    def __init__(self, place=(0, 0, 0), start=(0, 0, 0), velocity=(0, 0, 0), m=1.0, **given):
        mbs = self.mbs = exu.SystemContainer().AddSystem()
        values = dict(initialCoordinates=start, initialVelocities=velocity)
        self.node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=place, **values))
        body = mbs.AddObject(
            ObjectRigidBody2D(nodeNumber=self.node, physicsMass=m, physicsInertia=1.0)
        )
        ground = mbs.AddObject(ObjectGround())
        self.ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=number)) for number in (body, ground)]
        self.spring = mbs.AddObject(PlanarSpringDamper(markerNumbers=self.ends, **given))
        self.sensor = mbs.AddSensor(
            SensorObject(
                objectNumber=self.spring, outputVariableType=Out.ForceLocal, storeInternal=True
            )
        )

    def add_gravity(self, g):
        marker = self.mbs.AddMarker(MarkerBodyMass(bodyNumber=0))
        self.mbs.AddLoad(LoadMassProportional(markerNumber=marker, loadVector=[0, -g, 0]))

    def solve(self, end, solver=Solver.DOPRI5, steps=100):
        if self.mbs._model is None:
            self.mbs.Assemble()
        settings = exu.SimulationSettings()
        run = settings.timeIntegration
        run.endTime, run.numberOfSteps = end, steps
        run.absoluteTolerance = run.relativeTolerance = 1e-11
        settings.solutionSettings.sensorsWritePeriod = end / steps
        self.mbs.SolveDynamic(settings, solverType=solver)
        return self

    def state(self):
        """(x, y, phi), and its rates"""
        return tuple(
            self.mbs.GetNodeOutput(self.node, variable)
            for variable in (Out.CoordinatesTotal, Out.Coordinates_t)
        )


@pytest.mark.parametrize(
    "c, noAdhesion, duration, v_out",
    [
        (0.0, False, 0.06283185307179587, 3.0),
        (40.0, False, 0.0641274915080932, 1.579861797990909),
        (40.0, True, 0.0559070888147, 1.71522008275),
    ],
)
def test_a_bumper_is_left_at_the_right_moment(c, noAdhesion, duration, v_out):
    given = dict(stiffness=5000.0, damping=c, referenceLength=1.0, noAdhesion=noAdhesion)
    model = Model((1.5, 0, 0), velocity=(-3, 0, 0), m=2.0, springType="Compressive", **given)
    (x, _, _), (v, _, _) = model.solve(0.5).state()
    assert v == pytest.approx(v_out, abs=1e-9)
    if not noAdhesion:  # else it lets go before x = 1
        left = 0.5 - (x - 1.0) / v
        assert left - 0.5 / 3.0 == pytest.approx(duration, abs=1e-9)


def test_a_bungee_pulls_from_its_length_on():
    model = Model(
        (0, -10, 0), (0, 10 - 1e-9, 0), m=80.0, stiffness=160.0, referenceLength=10.0,
        springType="Tensile",
    )  # fmt: skip
    model.add_gravity(9.81)
    lowest = 2.8637071830571985
    (_, y, _), (_, v, _) = model.solve(lowest).state()
    assert y == pytest.approx(-25.957557396367598, abs=1e-8)
    assert abs(v) < 1e-6
    force = model.mbs.GetObjectOutput(model.spring, Out.Force)
    assert force == pytest.approx([0.0, 2553.209183418816, 0.0], abs=1e-5)


def test_a_table_bends_at_its_points():
    """Falling on a spring that becomes stiffer: energy over three segments gives the depth."""
    curve = [[-1.0, -31.0], [-0.3, -3.0], [0.0, 0.0], [1.0, 0.0]]
    model = Model((2.0, 0, 0), velocity=(-2.0, 0, 0), springType="Tabular", curve=curve,
                  referenceLength=1.5)  # fmt: skip
    # v = 2: energy 2 J = 0.45 J up to s = -0.3, then 3 x + 20 x^2 = 1.55 J
    x = (-3.0 + math.sqrt(9.0 + 80.0 * 1.55)) / 40.0
    first = 0.5 / 2.0
    w = math.sqrt(10.0)
    second = math.asin(0.3 * w / 2.0) / w
    v = math.sqrt(4.0 - 0.9)
    third = math.atan2(v * math.sqrt(40.0), 3.0) / math.sqrt(40.0)
    (place, _, _), (rate, _, _) = model.solve(first + second + third).state()
    assert place == pytest.approx(1.5 - 0.3 - x, abs=1e-9)
    assert abs(rate) < 1e-8
    (_, _, _), (rate, _, _) = model.solve(2.0).state()
    assert rate == pytest.approx(2.0, abs=1e-9)


def test_a_released_axis_keeps_out_of_lengths_and_forces():
    given = dict(stiffness=10.0, referenceLength=3.0, releasedAxes=[False, True, False])
    model = Model((3, 4, 0), (0.1, 0.2, 0), (0, 1, 0), **given)
    (x, y, _), _ = model.solve(2.0).state()
    assert x == pytest.approx(3.099914438304693, abs=1e-9)
    assert y == pytest.approx(6.2, abs=1e-12)
    assert model.mbs.GetSensorStoredData(model.sensor)[0, 1:] == pytest.approx([-1.0, 0, 0, 0])


@pytest.mark.parametrize("solver", [Solver.RK44, Solver.GeneralizedAlpha])
def test_numbers_change_between_runs_without_a_new_assemble(solver):
    """A second run with other numbers is the run of a model that had them from the start."""
    curve = np.array([[-1.0, -4.0], [0.125, 0.5], [2.0, 3.0]])
    start = dict(place=(1.5, 0.5, 0.25), velocity=(-0.5, 1.0, 2.0))
    old = dict(stiffness=6.0, damping=0.5, preload=0.25, referenceLength=1.0, referenceAngle=0.1,
               coupling=[0.2, 0.1], springType="Tabular", curve=curve)  # fmt: skip
    new = dict(stiffness=3.0, damping=0.25, preload=0.5, referenceLength=1.5, referenceAngle=0.3,
               coupling=[0.1, 0.3], springType="Tabular", curve=2.0 * curve)  # fmt: skip
    wanted = Model(**start, **new).solve(1.0, solver, 1000).state()
    model = Model(**start, **old)
    before = model.solve(1.0, solver, 1000).state()
    for name, value in new.items():
        model.mbs.SetObjectParameter(model.spring, name, value)
    assert model.mbs._model is not None
    found = model.solve(1.0, solver, 1000).state()
    assert np.array_equal(found, wanted)
    assert np.abs(np.subtract(before, wanted)).max() > 0.1


def test_a_curve_of_another_length_needs_a_new_assemble():
    model = Model((1.5, 0, 0), springType="Tabular", curve=[[0.0, 0.0], [2.0, 8.0]])
    model.mbs.Assemble()
    model.mbs.SetObjectParameter(model.spring, "curve", [[0.0, 0.0], [1.0, 4.0], [2.0, 5.0]])
    assert model.mbs._model is None
    model.mbs.Assemble()
    assert model.mbs.GetObjectOutput(model.spring, Out.Force)[0] == -4.5


def test_four_numbers_of_a_sensor_are_force_and_torques_about_the_nodes():
    model = Model((2, 1, 0.5), velocity=(0.3, 0.2, 0.7))
    mbs, arm = model.mbs, np.array([0.25, -0.5])
    anchor, body = np.array([-0.5, 0.75]), 0
    ends = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=number, localPosition=[*local, 0.0]))
        for number, local in ((body, arm), (1, anchor))
    ]
    given = dict(stiffness=4.0, damping=0.5, referenceLength=1.0, coupling=[0.2, 0.1])
    spring = mbs.AddObject(PlanarSpringDamper(markerNumbers=ends, **given))
    mbs.Assemble()
    cos, sin = math.cos(0.5), math.sin(0.5)
    arm = np.array([cos * arm[0] - sin * arm[1], sin * arm[0] + cos * arm[1]])
    D = np.array([2.0, 1.0]) + arm - anchor
    V = np.array([0.3 - 0.7 * arm[1], 0.2 + 0.7 * arm[0]])
    s = math.hypot(*D) - 1.0
    force = -4.0 * s * D / math.hypot(*D) - 0.5 * V
    T = -abs(4.0 * s) * (0.2 * 0.5 + 0.1 * 0.7)
    torques = [arm[0] * force[1] - arm[1] * force[0] + T, -T]  # on the ground: about the anchor
    found = mbs.GetObjectOutput(spring, Out.ForceLocal)
    assert found == pytest.approx([*force, *torques], rel=1e-13)
    assert mbs.GetObjectOutput(spring, Out.Torque) == pytest.approx(torques, rel=1e-13)
