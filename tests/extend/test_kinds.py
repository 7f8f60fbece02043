"""Items that users write do all that our own items do."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork import extend
from linkwork.core.kernels.compile import address_of
from linkwork.items import *
from linkwork.model.data import entry_of
from linkwork.model.table import Table
from linkwork.warmup import entries
from tests.cases import looped

from .kinds import EVERY, Bead, Cord, Duffing, Pulse, Rod, law_function

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
Solver = exu.DynamicSolverType
each_kind = pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
loop_each_kind = looped("kind", EVERY, ids=lambda kind: kind.__name__)
every_solver = looped(
    "solver", [Solver.GeneralizedAlpha, Solver.RK44, Solver.DOPRI5, Solver.VelocityVerlet], ids=str
)


@each_kind
def test_checks_pass(kind):
    assert extend.check(kind, **EVERY[kind]) < 1e-10
    assert extend.check(kind(**EVERY[kind])) < 1e-10


def on_cord(kind=Cord, body=MassPoint, **changes):
    """A mass at x = 1 m, tied to the ground at the origin."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
    mass = mbs.AddObject(body(nodeNumber=node, physicsMass=2.0))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=number)) for number in (ground, mass)]
    tie = mbs.AddObject(kind(markerNumbers=ends, **EVERY.get(kind, {}) | changes))
    return mbs, node, tie, ends


def solve(mbs, solver=Solver.GeneralizedAlpha, steps=2000, end=1.0):
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = steps, end
    settings.timeIntegration.relativeTolerance = settings.timeIntegration.absoluteTolerance = 1e-12
    mbs.Assemble()
    return mbs.SolveDynamic(settings, solverType=solver)


@every_solver
def test_a_linear_cord_swings_like_a_spring(solver):
    mbs, node, _, _ = on_cord(cubic=0.0)
    solve(mbs, solver)
    exact = 0.7 + 0.3 * math.cos(math.sqrt(30.0 / 2.0))
    found = mbs.GetNodeOutput(node, Out.Position)
    assert found == pytest.approx([exact, 0, 0], abs=2e-6)


@every_solver
def test_a_rod_is_a_distance(solver):
    ends = {}
    for kind in (Rod, DistanceConstraint):
        mbs, node, tie, markers = on_cord(kind, distance=1.0)
        mbs.AddLoad(Force(markerNumber=markers[1], loadVector=[0, -2.0 * 9.81, 0]))
        solve(mbs, solver)
        ends[kind] = mbs.GetNodeOutput(node, Out.Position)
    assert ends[Rod] == pytest.approx(ends[DistanceConstraint], abs=1e-8)


def test_duffing_conserves_its_energy():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Node1D(initialCoordinates=[0.5]))
    mbs.AddObject(Mass1D(physicsMass=1.5, nodeNumber=node))
    ground = mbs.AddNode(NodePointGround())
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (ground, node)]
    mbs.AddObject(Duffing(markerNumbers=ends, stiffness=3.0, cubic=2.0))
    solve(mbs, Solver.RK67)
    q, v = mbs.GetNodeOutput(node, Out.Coordinates), mbs.GetNodeOutput(node, Out.Coordinates_t)
    q, v = np.ravel(q)[0], np.ravel(v)[0]
    wanted = 0.5 * 3.0 * 0.5**2 + 0.25 * 2.0 * 0.5**4
    assert 0.75 * v**2 + 1.5 * q**2 + 0.5 * q**4 == pytest.approx(wanted, rel=1e-12)
    assert abs(v) > 0.1


def test_a_load_of_time_is_evaluated_in_every_step():
    mbs, node, tie, ends = on_cord(linear=0.0, cubic=0.0)
    load = mbs.AddLoad(Pulse(markerNumber=ends[1], amplitude=4.0, frequency=3.0))
    mbs.AddSensor(SensorLoad(loadNumber=load, storeInternal=True))
    solve(mbs, Solver.RK44)
    moved = mbs.GetNodeOutput(node, Out.Displacement)[0]
    assert moved == pytest.approx(4.0 / 2.0 / 3.0 * (1.0 - math.sin(3.0) / 3.0), rel=1e-9)
    assert mbs.GetSensorStoredData(0)[-1, 1] == pytest.approx(4.0 * math.sin(3.0), rel=1e-12)


def test_a_body_has_the_inertia_that_it_says():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint())
    body = mbs.AddObject(Bead(nodeNumber=node, physicsMass=2.0, added=0.5))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[1.0, 0, 1.0]))
    sensor = SensorBody(bodyNumber=body, outputVariableType=Out.Velocity, storeInternal=True)
    mbs.AddSensor(sensor)
    solve(mbs)
    assert mbs.GetNodeOutput(node, Out.Velocity) == pytest.approx([0.5, 0, 0.4], rel=1e-12)
    assert mbs.GetSensorStoredData(0)[-1, 1:] == pytest.approx([0.5, 0, 0.4], rel=1e-12)


def test_outputs_parameters_and_energy():
    mbs, _, tie, _ = on_cord(length=0.5, linear=8.0, cubic=4.0)
    mbs.Assemble()
    assert mbs.GetObjectOutput(tie, Out.Distance) == 1.0
    assert mbs.GetObjectOutput(tie, Out.Force).tolist() == [4.5, 0, 0]
    table, _ = mbs._model.place["object", tie]
    mbs._data["markers"][:] = mbs._model.markers.start
    energy = np.zeros(1)
    mbs._data.in_python(Cord.kernels["potential"], table, energy_out=energy)
    assert energy[0] == pytest.approx(0.5 * 8 * 0.25 + 0.25 * 4 * 0.0625)
    mbs.SetObjectParameter(tie, "linear", 6.0)
    assert mbs.GetObjectParameter(tie, "linear") == 6.0
    assert mbs.GetObjectOutput(tie, Out.Force).tolist() == [3.5, 0, 0]
    mbs.SetObjectParameter(tie, "activeConnector", False)
    assert not mbs.GetObjectOutput(tie, Out.Force).any()
    with pytest.raises(exu.ParameterError) as caught:
        mbs.SetObjectParameter(tie, "linear", -1)
    assert str(caught.value) == "Cord 'object2' (object 2): linear a must be >= 0 N/m, got -1"
    with pytest.raises(exu.ParameterError, match="Cord .*has no output Velocity; it has Distance"):
        mbs.GetObjectOutput(tie, Out.Velocity)


@loop_each_kind
def test_dictionary_form(kind):
    mbs, _, _, ends = on_cord()
    values = {name: np.asarray(value).tolist() for name, value in EVERY[kind].items()}
    if kind is Duffing:
        node = mbs.AddNode(Node1D())
        marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
        values["markerNumbers"] = [marker, marker]
    elif kind is Pulse:
        values["markerNumber"] = ends[1]
    elif kind is Bead:
        values["nodeNumber"] = mbs.AddNode(NodePoint())
    else:
        values["markerNumbers"] = ends
    family = kind.family
    add, get = (getattr(mbs, f"{verb}{family.capitalize()}") for verb in ("Add", "Get"))
    number = add({f"{family}Type": kind.type_name, **values, "Vshow": False})
    form = get(number)
    assert form[f"{family}Type"] == kind.type_name and form["Vshow"] is False
    for name, value in values.items():
        assert np.array_equal(form[name], value)
    mbs.Assemble()


def test_a_failure_has_its_own_text():
    mbs, _, tie, _ = on_cord(limit=0.9)
    with pytest.raises(exu.SolverError) as caught:
        solve(mbs)
    assert str(caught.value).startswith("Cord 'object2' (object 2) at t = 0 s")
    assert str(caught.value).endswith("the cord is longer than its limit; use a longer cord")
    code = extend.failure("the cord is longer than its limit; use a longer cord")
    assert code == extend.failure("the cord is longer than its limit; use a longer cord")
    assert extend.failure("another text") != code


def test_a_failing_load_is_named():
    mbs, _, _, ends = on_cord()
    for _ in range(2):
        mbs.AddLoad(Force(markerNumber=ends[1]))
    mbs.AddLoad(Pulse(markerNumber=ends[1], name="late", frequency=-1.0))
    with pytest.raises(exu.SolverError) as caught:
        solve(mbs)
    assert str(caught.value).startswith("Pulse 'late' (load 2) at t = ")
    assert str(caught.value).endswith("a pulse needs a frequency >= 0")


def test_user_functions_of_own_items():
    def cubic(mbs, t, itemNumber, u):
        return 30.0 * u + 12.0 * u**3

    found = []
    for law in (0, cubic):
        mbs, node, _, _ = on_cord(lawUserFunction=law)
        solve(mbs, Solver.RK44)
        found.append(mbs.GetNodeOutput(node, Out.Position)[0])
    assert found[1] == pytest.approx(found[0], abs=1e-13)

    def broken(mbs, t, itemNumber, u):
        raise ValueError("no cord")

    mbs, *_ = on_cord(lawUserFunction=broken)
    with pytest.raises(exu.SolverError, match=r"Cord 'object2'.*lawUserFunction failed.*no cord"):
        solve(mbs)


class Gauge(Cord):
    """A cord whose output kernel writes the direction before it calls the function."""

    type_name = "Gauge"


def output(table, row, variable, t, markers, value_out):
    e = table[row]
    L, v_f = extend.unit(extend.sub(markers[e.m1].p, markers[e.m0].p))
    for r in range(3):
        value_out[r] = v_f[r]
    F = law_function(e.UF, t, e.number, L - e.L0)
    for r in range(3):
        value_out[r] *= F


extend.define(Gauge, output)


def test_outputs_keep_their_values_while_their_function_asks_for_others():
    def law(mbs, t, itemNumber, u):
        return 4.0 + mbs.GetNodeOutput(0, Out.Velocity)[1]

    heard = []

    def look(mbs, t):
        heard.append(mbs.GetObjectOutput("gauge", Out.Force))
        return True

    mbs, *_ = on_cord(Gauge, name="gauge", lawUserFunction=law)
    mbs.SetPreStepUserFunction(look)
    solve(mbs)
    np.testing.assert_allclose(heard[0], [4.0, 0.0, 0.0], rtol=1e-14)


def test_warm_up_compiles_own_items():
    made = {id(entry) for entry, _ in entries()}
    for kind in EVERY:
        for kernel in kind.kernels.values():
            entry = entry_of(kernel, Table(kind, []))
            assert id(entry) in made
            assert address_of(entry) != 0


@every_solver
def test_a_constraint_holds_at_points_that_turn(solver):
    """Rod at an eccentric point of a body moves as a DistanceConstraint: nothing to be declared."""
    seen = []
    for kind in (Rod, DistanceConstraint):
        mbs = exu.SystemContainer().AddSystem()
        ground = mbs.AddObject(ObjectGround())
        turning = [-0.7 * 0.3, 0.7 * 0.4, 0.7]  # about the origin: no violation
        node = mbs.AddNode(
            NodeRigidBody2D(referenceCoordinates=[0.4, 0.3, 0.2], initialVelocities=turning)
        )
        body = mbs.AddObject(
            RigidBody2D(
                physicsMass=2, physicsInertia=0.9, physicsCenterOfMass=[0.3, 0.4], nodeNumber=node
            )
        )
        ends = [
            mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground)),
            mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[0.5, -0.2, 0])),
        ]
        weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
        mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -9.81, 0]))
        place = 0.4 + 0.3j + (0.5 - 0.2j) * np.exp(0.2j)
        mbs.AddObject(kind(markerNumbers=ends, distance=abs(place)))
        solve(mbs, solver, steps=400, end=0.5)
        force = mbs.systemData.GetAECoordinates()[0] * (abs(place) if kind is Rod else 1.0)
        variables = Out.CoordinatesTotal, Out.Coordinates_t, Out.Coordinates_tt
        seen.append([*(mbs.GetNodeOutput(node, variable) for variable in variables), force])
    for mine, theirs in zip(*seen, strict=True):
        assert mine == pytest.approx(theirs, abs=1e-6)
    assert abs(seen[0][3]) > 1.0
