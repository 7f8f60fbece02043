"""Where a solver can be silently wrong: the right number, or an error that names the item."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import (
    CartesianSpringDamper,
    ConnectorGravity,
    CoordinateSpringDamper,
    DistanceConstraint,
    LoadCoordinate,
    MarkerNodePosition,
    Node1D,
    NodeGenericODE2,
    NodePoint,
    NodePointGround,
    SensorNode,
    SpringDamper,
)

from .models import FORCE, Line, add_mass, assert_close, distance_pendulum, new_model
from .problems.pendulum import PUBLISHED
from .vector_models import Bead

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
EXPLICIT = [
    "ExplicitEuler", "ExplicitMidpoint", "RK33", "RK44", "RK67", "ODE23", "DOPRI5", "DVERK6",
    "VelocityVerlet",
]  # fmt: skip
LOAD = 3.0  # N


# --------------------------------------------------------------------------- static hanging mass


@pytest.mark.parametrize("start", [(0.6, -0.8), (-0.8, -0.6), (1.0, 0.0), (0.0, -1.0)])
def test_a_mass_that_hangs_on_a_rod_finds_its_place(start):
    """Across the rod only its tension is stiff; equilibrium is straight below the pin."""
    mass = 2.0
    model = distance_pendulum(start=start, mass=mass)
    settings = exu.SimulationSettings()
    settings.staticSolver.verboseMode = 0
    settings.staticSolver.newton.relativeTolerance = 1e-12
    model.mbs.SolveStatic(settings)
    assert_close(model.position(), [0.0, -1.0, 0.0], atol=1e-9)
    assert model.connector_output(FORCE) == pytest.approx(mass * 9.81, rel=1e-9)


# --------------------------------------------------------- constraint with offset, explicit solver


@pytest.mark.parametrize("solver", EXPLICIT)
def test_an_explicit_solver_keeps_the_offset_of_a_constraint(solver):
    line = Line()
    mass = line.add(2.0, q=0.25)
    tie = line.tie([line.ground, mass], offset=0.25)
    line.push(mass, LOAD)
    line.solve(1e-2, 1.0, solver)
    assert line.mbs.GetNodeOutput(line.nodes[0], Out.Coordinates) == 0.25
    assert line.output(tie, FORCE) == pytest.approx(LOAD, rel=1e-14)


@pytest.mark.parametrize("solver", EXPLICIT)
def test_an_explicit_solver_goes_to_the_offset_from_a_start_beside_it(solver):
    line = Line()
    mass = line.add(2.0)
    line.tie([line.ground, mass], offset=0.25)
    with pytest.warns(UserWarning, match="0.25"):
        line.solve(1e-2, 1.0, solver)
    assert_close(line.mbs.GetNodeOutput(line.nodes[0], Out.Coordinates), 0.25, atol=1e-15)


@pytest.mark.parametrize("solver", EXPLICIT)
def test_an_explicit_solver_keeps_the_offset_between_two_masses(solver):
    # 2 q1 - q0 = 0.5: together a mass of m0 + m1/4 under the load, in free fall.
    line = Line()
    first, second = line.add(2.0, q=0.5), line.add(4.0, q=0.5)
    line.tie([first, second], factorValue1=2.0, offset=0.5)
    line.push(first, LOAD)
    line.solve(1e-3, 1.0, solver)
    q0, q1 = (line.mbs.GetNodeOutput(node, Out.Coordinates) for node in line.nodes)
    assert 2 * q1 - q0 == pytest.approx(0.5, abs=1e-14)
    error = 2e-3 if solver == "ExplicitEuler" else 1e-12
    assert q0 - 0.5 == pytest.approx(0.5 * LOAD / 3.0, abs=error)


@pytest.mark.parametrize("solver", EXPLICIT)
def test_an_explicit_solver_keeps_the_offset_of_a_vector_constraint(solver):
    # The bead slides along y = x/2 + 1 under gravity: g sin(a) along the line, sin^2(a) = 1/5.
    bead = Bead([2.0, 2.0]).tie(scalingMarker1=[[-0.5, 1.0]], offset=[1.0])
    bead.run(1e-3, 1.0, solver)
    x, y = bead.state()[:2]
    error = 1e-2 if solver == "ExplicitEuler" else 1e-11
    assert y == pytest.approx(0.5 * x + 1.0, abs=1e-14)
    assert y == pytest.approx(2.0 - 0.5 * 9.81 / 5, abs=error)


# ----------------------------------------------------------- inactive constraint, explicit solver


@pytest.mark.parametrize("solver", EXPLICIT)
def test_an_explicit_solver_leaves_out_an_inactive_constraint(solver):
    line = Line()
    mass = line.add(2.0)
    tie = line.tie([line.ground, mass], activeConnector=False)
    line.push(mass, LOAD)
    line.solve(1e-3, 1.0, solver)
    found = line.mbs.GetNodeOutput(line.nodes[0], Out.Coordinates)
    error = 1e-3 if solver == "ExplicitEuler" else 1e-12
    assert found == pytest.approx(0.5 * LOAD / 2.0, abs=error)
    assert line.output(tie, FORCE) == 0.0
    assert line.output(tie, Out.ConstraintEquation) == pytest.approx(found, rel=1e-15)


@pytest.mark.parametrize("solver", EXPLICIT)
def test_an_explicit_solver_leaves_out_an_inactive_rod(solver):
    model = distance_pendulum(activeConnector=False)
    model.solve(1e-3, 1.0, solver)
    error = 1e-2 if solver == "ExplicitEuler" else 1e-11
    assert_close(model.position(), [-1.0, -0.5 * 9.81, 0.0], atol=error)


@pytest.mark.parametrize("solver", EXPLICIT)
def test_an_explicit_solver_leaves_out_an_inactive_vector_constraint(solver):
    bead = Bead([2.0, 2.0]).tie(scalingMarker1=[[-0.5, 1.0]], offset=[1.0], activeConnector=False)
    bead.run(1e-3, 1.0, solver)
    error = 1e-2 if solver == "ExplicitEuler" else 1e-11
    assert_close(bead.state()[:2], [2.0, 2.0 - 0.5 * 9.81], atol=error)


# ------------------------------------------------------ quadratic coordinate constraint at index 2


@pytest.mark.parametrize("options", [dict(index2=True), dict(solver="TrapezoidalIndex2")])
def test_a_quadratic_constraint_at_index_2_is_a_pendulum(options):
    # x^2 + y^2 = 1 from (-1, 0): the values of the simple pendulum at 1 s and 5 s, order 2.
    for time in (1.0, 5.0):
        found = []
        for step in (1e-3, 5e-4):
            bead = Bead([-1.0, 0.0]).tie(quadraticTermMarker1=[[1.0, 1.0]], offset=[1.0])
            bead.run(step, time, **options)
            found.append(bead.state()[:2])
            assert np.hypot(*found[-1]) == pytest.approx(1.0, abs=1e-9)
        errors = [np.linalg.norm(place - PUBLISHED[time]) for place in found]
        assert errors[1] < 3e-5
        assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.02)


# -------------------------------------------------------------- outputs that a node does not have

NODES = {
    "Node1D": Node1D(name="a"),
    "PointGround": NodePointGround(name="a"),
    "Point": NodePoint(name="a"),
    "NodeGenericODE2": NodeGenericODE2(
        name="a",
        numberOfODE2Coordinates=2,
        referenceCoordinates=[0, 0],
        initialCoordinates=[0, 0],
        initialCoordinates_t=[0, 0],
    ),
}


@pytest.mark.parametrize("kind", list(NODES))
def test_an_output_that_a_node_does_not_have_is_an_error_that_lists_those_it_has(kind):
    mbs = exu.SystemContainer().AddSystem()
    node = NODES[kind]
    number = mbs.AddNode(node)
    mbs.Assemble()
    has = set(type(node).outputs)
    lacking = set(Out) - has - {Out._None}
    assert lacking
    listed = ", ".join(variable.name for variable in type(node).outputs)
    for variable in lacking:
        told = f"{kind} 'a' (node 0) has no output {variable.name}; it has {listed}"
        with pytest.raises(exu.ParameterError) as caught:
            mbs.GetNodeOutput(number, variable)
        assert told in str(caught.value)
        with pytest.raises(exu.ParameterError, match=f"has no output {variable.name}"):
            mbs.AddSensor(
                SensorNode(nodeNumber=number, outputVariableType=variable, storeInternal=True)
            )
        assert mbs.systemData.NumberOfSensors() == 0
    for variable in has:
        assert np.all(np.isfinite(mbs.GetNodeOutput(number, variable)))


# ------------------------------------------------------------------------ order of ground markers

PAIRS = {
    SpringDamper: dict(stiffness=50.0, damping=0.4, referenceLength=0.7),
    CartesianSpringDamper: dict(stiffness=[50, 40, 30], damping=[0.4, 0.3, 0.2]),
    ConnectorGravity: dict(mass0=2.0, mass1=2.0, gravitationalConstant=3.0),
    DistanceConstraint: dict(distance=1.0),
}


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44"])
@pytest.mark.parametrize("kind", list(PAIRS))
def test_the_ground_may_be_either_marker_of_a_connector(kind, solver):
    states, outputs = [], []
    for swapped in (False, True):
        model, ground = new_model()
        mass = add_mass(model, [0.6, 0.8, 0.0], [0.8, -0.6, 0.3], 2.0)
        ends = [mass, ground] if swapped else [ground, mass]
        model.connector = model.mbs.AddObject(kind(markerNumbers=ends, **PAIRS[kind]))
        model.mbs.Assemble()
        model.solve(1e-2, 0.5, solver)
        states.append([model.position(), model.velocity()])
        outputs.append([model.connector_output(v) for v in (Out.Displacement, FORCE)])
    assert_close(states[0], states[1], atol=1e-13)
    assert np.linalg.norm(states[0][0] - [0.6, 0.8, 0.0]) > 0.3
    # vectors from m0 to m1 turn round; the multiplier of a rod is its tension either way
    sign = 1.0 if kind is DistanceConstraint else -1.0
    assert_close(outputs[0][0], -outputs[1][0], atol=1e-13)
    assert_close(outputs[0][1], sign * outputs[1][1], atol=1e-11)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44"])
def test_the_ground_may_be_either_marker_of_a_coordinate_constraint(solver):
    # factorValue1 belongs to m1, which is the ground in the second order; the offset turns round.
    found = []
    for swapped in (False, True):
        line = Line()
        mass = line.add(2.0, q=0.25)
        ends = [mass, line.ground] if swapped else [line.ground, mass]
        tie = line.tie(ends, offset=-0.25 if swapped else 0.25)
        line.push(mass, LOAD)
        line.solve(1e-2, 1.0, solver)
        found.append([line.output(tie, v) for v in (Out.Displacement, Out.Velocity, FORCE)])
        assert_close(line.mbs.GetNodeOutput(line.nodes[0], Out.Coordinates), 0.25, atol=1e-14)
    assert_close(found[0], [0.25, 0.0, LOAD], atol=1e-10)
    assert_close(found[1], [-0.25, 0.0, -LOAD], atol=1e-10)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44"])
def test_the_ground_may_be_either_marker_of_a_vector_constraint(solver):
    # y = 3 at the speed 0.5 along x, under gravity: displacement, velocity and force turn round.
    for sign in (1.0, -1.0):
        bead = Bead([2.0, 3.0], [0.5, 0.0])
        if sign > 0:
            bead.tie(scalingMarker1=[[0.0, 1.0]], offset=[3.0])
        else:
            ends = [bead.marker, bead.ground]
            bead.tie(markerNumbers=ends, scalingMarker0=[[0.0, 1.0]], offset=[-3.0])
        bead.run(1e-2, 1.0, solver)
        assert_close(bead.state()[:4], [2.5, 3.0, 0.5, 0.0], atol=1e-12)
        assert_close(bead.output(Out.Displacement), [sign * 2.5, sign * 3.0], atol=1e-12)
        assert_close(bead.output(Out.Velocity), [sign * 0.5, 0.0], atol=1e-12)
        assert_close(bead.output(FORCE), [-sign * 2.0 * 9.81], atol=1e-9)


# ------------------------------------------------------------------------------ node without mass


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44", "DOPRI5"])
def test_a_node_without_mass_is_named(solver):
    model, ground = new_model()
    add_mass(model, [1.0, 0.0, 0.0])
    node = model.mbs.AddNode(NodePoint(name="bare"))
    marker = model.mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    model.mbs.AddObject(CartesianSpringDamper(markerNumbers=[ground, marker], stiffness=[9, 9, 9]))
    model.mbs.Assemble()
    with pytest.raises(exu.SysError) as caught:
        model.solve(1e-2, 1.0, solver)
    text = str(caught.value)
    assert "no mass acts on coordinate 0 of Point 'bare' (node 1)" in text
    assert "put a body with mass on the node" in text


# -------------------------------------------------------------------- functions that return None


def forgets(*arguments):
    """A function without a return."""


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44", "DOPRI5"])
@pytest.mark.parametrize(
    ("item", "told"),
    [
        (
            lambda line, mass: CoordinateSpringDamper(
                name="law", markerNumbers=[line.ground, mass], springForceUserFunction=forgets
            ),
            "CoordinateSpringDamper 'law' (object 1): springForceUserFunction failed",
        ),
        (
            lambda line, mass: LoadCoordinate(
                name="push", markerNumber=mass, loadUserFunction=forgets
            ),
            "LoadCoordinate 'push' (load 0): loadUserFunction failed",
        ),
    ],
    ids=["spring", "load"],
)
def test_a_function_that_returns_none_is_named(item, told, solver):
    line = Line()
    mass = line.add(2.0)
    made = item(line, mass)
    add = line.mbs.AddLoad if isinstance(made, LoadCoordinate) else line.mbs.AddObject
    add(made)
    line.mbs.Assemble()
    with pytest.raises(exu.SolverError) as caught:
        line.solve(1e-2, 1.0, solver)
    text = str(caught.value)
    assert text.startswith(told)
    assert "it must return a number, got None" in text
    assert line.mbs.GetNodeOutput(line.nodes[0], Out.Coordinates) == 0.0


def test_a_vector_constraint_whose_function_returns_none_is_named():
    bead = Bead([1.0, 0.0]).tie(
        name="ring",
        scalingMarker0=np.zeros((1, 1)),
        constraintUserFunction=forgets,
        jacobianUserFunction=lambda mbs, t, i, q, q_t, level: [[q[0], q[1]]],
    )
    with pytest.raises(
        exu.SysError, match=r"'ring' \(object 1\).*constraintUserFunction"
    ) as caught:
        bead.run(1e-2, 1.0)
    assert "None" in str(caught.value)
