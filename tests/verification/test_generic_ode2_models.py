"""ObjectGenericODE2 among other items: shared nodes, loads, changes, units, wrong uses."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import assert_close, make_settings
from .test_generic_ode2 import MATRICES, Q, System, V, add_node, exact
from .vector_models import SOLVERS, Out, run

pytestmark = pytest.mark.processors

each_solver = pytest.mark.parametrize("solver", SOLVERS)
BOTH = pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
FINE = {"GeneralizedAlpha": 2e-5, "TrapezoidalIndex2": 2e-5, "VelocityVerlet": 2e-5}


def at(mbs, node):
    return np.concatenate(
        [mbs.GetNodeOutput(node, name) for name in (Out.Coordinates, Out.Coordinates_t)]
    )


def single(mbs, node, coordinate):
    return mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=coordinate))


# ------------------------------------------------------------------------------- other items


@each_solver
def test_loads_springs_and_constraints_on_coordinates_of_a_generic_node(solver):
    """Load on 0, spring-damper between 1 and the ground, 2 tied to 3: the same by matrices."""
    system = System(Q, V * [1.0, 1.0, 0.0, 0.0], **MATRICES)
    mbs, node = system.mbs, system.node
    mbs.SetNodeParameter(node, "initialCoordinates", [0.3, -0.2, 0.5, 0.25])
    ground = single(mbs, mbs.AddNode(NodePointGround()), 0)
    ends = [single(mbs, node, k) for k in range(4)]
    mbs.AddLoad(LoadCoordinate(markerNumber=ends[0], load=2.5))
    mbs.AddObject(
        CoordinateSpringDamper(
            markerNumbers=[ground, ends[1]], stiffness=4.0, damping=0.5, offset=0.1
        )
    )
    tied = mbs.AddObject(
        CoordinateConstraint(markerNumbers=[ends[3], ends[2]], factorValue1=0.5, offset=0.0)
    )
    system.run(1e-3, 1.0, solver=solver)
    # q = T u with u = (q0, q1, q2), q3 = q2/2
    T = np.zeros((4, 3))
    T[0, 0] = T[1, 1] = T[2, 2] = 1.0
    T[3, 2] = 0.5
    stiffness, damping = MATRICES["stiffnessMatrix"].copy(), MATRICES["dampingMatrix"].copy()
    stiffness[1, 1] += 4.0
    damping[1, 1] += 0.5
    force = MATRICES["forceVector"] + [2.5, 0.4, 0.0, 0.0]
    mass = MATRICES["massMatrix"]
    y = exact(
        1.0, T.T @ mass @ T, T.T @ damping @ T, T.T @ stiffness @ T, T.T @ force,
        np.array([0.3, -0.2, 0.5]), np.array([-1.0, 0.4, 0.0]),
    )  # fmt: skip
    u, speeds = np.split(y, 2)
    error = FINE.get(solver, 1e-9)
    assert_close(system.state(), np.concatenate([T @ u, T @ speeds]), atol=error)
    left = stiffness @ T @ u + damping @ T @ speeds - force
    a = np.linalg.solve(T.T @ mass @ T, -T.T @ left)
    reaction = -(mass @ T @ a + left)
    sign = 1.0 if np.sign(reaction[3]) == np.sign(mbs.GetObjectOutput(tied, Out.Force)) else -1.0
    assert_close(sign * mbs.GetObjectOutput(tied, Out.Force), reaction[3], atol=20 * error)
    assert abs(reaction[3]) > 0.1


@each_solver
def test_masses_of_several_bodies_on_one_node_add_up(solver):
    """A MassPoint, and two generic systems, one with coupled masses, on the same node."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(initialCoordinates=[0.1, 0.2, 0.3], initialVelocities=[1, 0, -1]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.5))
    coupled = np.array([[2.0, 0.5, 0.0], [0.5, 1.0, 0.25], [0.0, 0.25, 3.0]])
    stiffness = np.diag([5.0, 6.0, 7.0])
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=[node], massMatrix=coupled))
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node], massMatrix=np.diag([0.5, 0.25, 0.125]), stiffnessMatrix=stiffness,
            forceVector=[1.0, 0.0, 2.0],
        )
    )  # fmt: skip
    run(mbs, 1e-3, 1.0, solver=solver)
    total = coupled + 1.5 * np.eye(3) + np.diag([0.5, 0.25, 0.125])
    expected = exact(
        1.0, total, np.zeros((3, 3)), stiffness, np.array([1.0, 0.0, 2.0]),
        np.array([0.1, 0.2, 0.3]), np.array([1.0, 0.0, -1.0]),
    )  # fmt: skip
    assert_close(at(mbs, node), expected, atol=FINE.get(solver, 1e-11))


@each_solver
def test_systems_of_different_sizes_on_nodes_of_all_kinds(solver):
    """A system over three nodes in an order of its own, one of one coordinate, one of two."""
    mbs = exu.SystemContainer().AddSystem()
    rng = np.random.default_rng(8)
    one = mbs.AddNode(Node1D(initialCoordinates=[0.4], initialVelocities=[-0.3]))
    plane = mbs.AddNode(NodePoint2D(initialCoordinates=[0.1, -0.2], initialVelocities=[0.5, 0.6]))
    many = add_node(mbs, [0.3, 0.1, -0.1], [0.2, 0.4, 0.1], [9.0, 8.0, 7.0])
    lone = add_node(mbs, [0.7], [0.0])
    pair = add_node(mbs, [0.7, -0.2], [0.0, 1.0])
    cases = []
    for nodes, n in (([many, one, plane], 6), ([lone], 1), ([pair], 2)):
        factor = rng.uniform(-1, 1, (n, n))
        mass = 2.0 * np.eye(n) + 0.2 * factor @ factor.T
        stiffness = 4.0 * np.eye(n) + factor @ factor.T
        force = rng.uniform(-1, 1, n)
        number = mbs.AddObject(
            ObjectGenericODE2(
                nodeNumbers=nodes, massMatrix=mass, stiffnessMatrix=stiffness, forceVector=force
            )
        )
        mbs.Assemble()
        q, v = (mbs.GetObjectOutput(number, k) for k in (Out.Coordinates, Out.Coordinates_t))
        assert len(q) == n
        cases.append((number, exact(1.0, mass, 0 * mass, stiffness, force, q, v)))
    run(mbs, 1e-3, 1.0, solver=solver)
    for number, expected in cases:
        found = [mbs.GetObjectOutput(number, k) for k in (Out.Coordinates, Out.Coordinates_t)]
        assert_close(np.concatenate(found), expected, atol=FINE.get(solver, 1e-10))


@BOTH
def test_systems_without_masses_of_their_own(solver):
    """Only a coupling, x'' = -c y / m, y'' = -c x / m, and a system without any matrix."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint2D(initialCoordinates=[0.5, 0.2], initialVelocities=[0.0, 1.0]))
    mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=2.0))
    coupling = np.array([[0.0, 3.0], [3.0, 0.0]])
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=[node], stiffnessMatrix=coupling))
    empty = mbs.AddObject(ObjectGenericODE2(nodeNumbers=[node]))
    run(mbs, 1e-3, 1.0, solver=solver)
    none = np.zeros((2, 2))
    expected = exact(
        1.0,
        2.0 * np.eye(2),
        none,
        coupling,
        np.zeros(2),
        np.array([0.5, 0.2]),
        np.array([0.0, 1.0]),
    )
    assert_close(at(mbs, node), expected, atol=FINE.get(solver, 1e-11))
    assert np.array_equal(mbs.GetObjectOutput(empty, Out.Force), [0.0, 0.0])


# ------------------------------------------------------------------------------- changes


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "DOPRI5", "VelocityVerlet"])
def test_a_force_vector_that_changes_during_a_run_acts(solver):
    """Free masses: the force jumps from 1 to -3 N at 0.5 s."""
    system = System([0.0, 0.0], massMatrix=[[2.0, 0.0], [0.0, 1.0]], forceVector=[1.0, 0.0])

    def jump(mbs, t):
        if t > 0.505:
            mbs.SetObjectParameter(system.object, "forceVector", [-3.0, 0.5])
        return True

    system.mbs.SetPreStepUserFunction(jump)
    system.run(0.01, 1.0, solver=solver)
    v0, x0 = 0.25, 0.0625
    expected = [x0 + v0 * 0.5 - 1.5 * 0.125, 0.5 * 0.125, v0 - 0.75, 0.25]
    assert_close(system.state(), expected, atol=1e-11)
    assert_close(system.output(Out.Coordinates_tt), [-1.5, 0.5], atol=1e-12)
    assert_close(system.output(Out.Force), [3.0, -0.5], atol=1e-14)


@pytest.mark.parametrize(
    ("name", "value"),
    [("massMatrix", np.eye(2)), ("stiffnessMatrix", np.eye(2)), ("dampingMatrix", np.eye(2)),
     ("nodeNumbers", [0]), ("forceUserFunction", lambda mbs, t, i, q, q_t: q)],
)  # fmt: skip
def test_structure_cannot_change_during_a_run(name, value):
    system = System([0.0, 0.0], massMatrix=2.0 * np.eye(2))

    def change(mbs, t):
        mbs.SetObjectParameter(system.object, name, value)
        return True

    system.mbs.SetPreStepUserFunction(change)
    text = rf"ObjectGenericODE2 .*{name} cannot be changed .* change it between two runs"
    with pytest.raises(exu.SolverError, match=text):
        system.run(0.01, 0.1)


@BOTH
def test_matrices_act_after_a_new_assemble(solver):
    system = System([1.0], [0.0], massMatrix=[[2.0]], stiffnessMatrix=[[8.0]])
    system.run(1e-3, 1.0, solver=solver)
    assert_close(system.state()[0], math.cos(2.0), atol=1e-5)
    system.mbs.SetObjectParameter(system.object, "stiffnessMatrix", [[18.0]])
    system.mbs.SetObjectParameter(system.object, "forceVector", [9.0])
    system.run(1e-3, 1.0, solver=solver)
    assert_close(system.state()[0], 0.5 + 0.5 * math.cos(3.0), atol=1e-5)


@pytest.mark.parametrize("solver", SOLVERS)
def test_two_runs_equal_one(solver):
    ends = []
    for parts in (1, 2):
        system = System(Q, V, **MATRICES)
        for _ in range(parts):
            settings = make_settings(0.01, 1.0 / parts)
            system.mbs.SolveDynamic(
                settings, getattr(exu.DynamicSolverType, solver), updateInitialValues=True
            )
        ends.append(system.state())
    # A new start begins with alpha = a, and with the true acceleration, where damping makes that
    # of VelocityVerlet a prediction.
    error = {"GeneralizedAlpha": 2e-5, "VelocityVerlet": 1e-7}.get(solver, 1e-12)
    assert_close(ends[1], ends[0], atol=error)


# ------------------------------------------------------------------------------- units


def bending(mbs, t, itemNumber, q, q_t):
    """A hardening spring: coordinates in units of 1e-6 m would bend it at once."""
    return [-3.0 * q[0] ** 3, -2.0 * q[0] * q[1]]


def bending_in_micrometres(mbs, t, itemNumber, q, q_t):
    """The same in um, t and s: forces are in 1e-3 N."""
    x, y = q[0] * 1e-6, q[1] * 1e-6
    return [-3.0 * x**3 * 1e3, -2.0 * x * y * 1e3]


@pytest.mark.parametrize("modified", [False, True], ids=["full", "modified"])
@pytest.mark.parametrize("index2", [False, True])
def test_micrometres_and_tonnes_give_the_same_digits(modified, index2):
    """Default tolerances of Newton's method; a pendulum x^2 + y^2 = L^2 in the same model."""
    ends = []
    for length, mass in ((1.0, 1.0), (1e6, 1e-3)):
        # forces in kg m/s^2 or t um/s^2 = 1e-3 N
        force = length * mass
        system = System(
            np.array([0.5, -0.25]) * length, np.array([1.0, 2.0]) * length,
            massMatrix=np.array([[2.0, 0.5], [0.5, 1.0]]) * mass,
            stiffnessMatrix=np.array([[5.0, 1.0], [1.0, 4.0]]) * mass,
            forceVector=np.array([1.0, 2.0]) * force,
            forceUserFunction=bending if length == 1.0 else bending_in_micrometres,
        )  # fmt: skip
        mbs = system.mbs
        swing = mbs.AddNode(NodePoint2D(referenceCoordinates=[0.6 * length, -0.8 * length]))
        mbs.AddObject(MassPoint2D(nodeNumber=swing, physicsMass=2.0 * mass))
        ground = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround())))
        marker = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=swing))
        tied = mbs.AddObject(
            CoordinateVectorConstraint(
                markerNumbers=[ground, marker], quadraticTermMarker1=[[1.0, 1.0]],
                offset=[length**2],
            )
        )  # fmt: skip
        y = single(mbs, swing, 1)
        mbs.AddLoad(LoadCoordinate(markerNumber=y, load=-20.0 * force))
        solution = system.run(0.01, 1.0, modified=modified, index2=index2, tight=False, record=0.1)
        multiplier = mbs.GetObjectOutput(tied, Out.Force)[0] / mass
        place = mbs.GetNodeOutput(swing, Out.Position)[:2]
        ends.append([*system.state() / length, *place / length, multiplier])
        assert solution.statistics["rejected"] == 0
        ends[-1].append(solution.statistics["newton_iterations"])
    assert_close(ends[1][:-2], ends[0][:-2], atol=1e-10)
    assert_close(ends[1][-2], ends[0][-2], atol=1e-7)
    assert abs(ends[1][-1] - ends[0][-1]) <= 2


# ------------------------------------------------------------------------------- wrong uses


def test_coordinates_without_mass_are_named():
    system = System([0.0, 0.0], stiffnessMatrix=np.eye(2), massMatrix=np.diag([1.0, 0.0]))
    for solver in ("GeneralizedAlpha", "RK44"):
        with pytest.raises(exu.SysError, match=r"no mass acts on .*node0.*"):
            system.run(0.01, 0.1, solver=solver)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "DOPRI5", "VelocityVerlet"])
@pytest.mark.parametrize("size", [2, 40])
def test_singular_mass_matrices_are_told(solver, size):
    mass = np.eye(size)
    mass[:2, :2] = [[1.0, 1.0], [1.0, 1.0]]
    system = System(np.zeros(size), stiffnessMatrix=np.eye(size), massMatrix=mass)
    with pytest.raises(exu.SysError, match="the mass matrix is singular"):
        system.run(0.01, 0.1, solver=solver)


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (dict(massMatrix=np.eye(3)), "massMatrix M must be 2 x 2, for the 2 coordinates of its "
         "nodes, or empty, got 3 x 3"),
        (dict(stiffnessMatrix=np.ones((2, 3))), "stiffnessMatrix K must be 2 x 2"),
        (dict(dampingMatrix=np.ones((1, 2))), "dampingMatrix D must be 2 x 2"),
        (dict(forceVector=[1.0]), "forceVector f"),
        (dict(massMatrix=[[1.0, math.nan], [0.0, 1.0]]), "massMatrix M"),
        (dict(stiffnessMatrix=[[1.0, math.inf], [0.0, 1.0]]), "stiffnessMatrix K"),
        (dict(jacobianUserFunction=lambda mbs, t, i, q, q_t, a, b: q),
         "jacobianUserFunction is the derivative of forceUserFunction, which is missing"),
        (dict(forceUserFunction=lambda mbs, t: 0), "forceUserFunction"),
    ],
)  # fmt: skip
def test_wrong_sizes_and_values_are_refused(values, text):
    with pytest.raises(exu.ParameterError) as caught:
        System([0.0, 0.0], **dict(massMatrix=np.eye(2)) | values)
    assert text in str(caught.value) and "ObjectGenericODE2" in str(caught.value)


def test_wrong_nodes_are_refused():
    mbs = exu.SystemContainer().AddSystem()
    good, ground = add_node(mbs, [0.0, 0.0]), mbs.AddNode(NodePointGround())
    data = mbs.AddNode(NodeGenericData(initialCoordinates=[1.0], numberOfDataCoordinates=1))
    for numbers, text in (
        ([good, good], "nodeNumbers must list each node once"),
        ([ground], "node with ODE2 coordinates"),
        ([good, data], "node with ODE2 coordinates"),
        ([good, 17], "nodeNumbers"),
    ):
        with pytest.raises(exu.ParameterError, match=text):
            mbs.AddObject(ObjectGenericODE2(nodeNumbers=numbers))
    mbs.AddObject(ObjectGenericODE2(massMatrix=np.eye(2)))
    with pytest.raises(exu.SysError, match="nodeNumbers must list at least one node"):
        mbs.Assemble()


def test_position_markers_are_refused():
    system = System([0.0, 0.0, 0.0], massMatrix=np.eye(3))
    for kind in (MarkerBodyPosition, MarkerBodyMass):
        with pytest.raises(exu.ParameterError, match="bodyNumber"):
            system.mbs.AddMarker(kind(bodyNumber=system.object))


def mass_of_time(mbs, t, itemNumber, q, q_t):
    return [[1.0 + t]] if t < 0.1 else [[0.0]]


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_a_mass_that_vanishes_during_a_run_ends_it(solver):
    system = System([0.0], [1.0], massMatrixUserFunction=mass_of_time, forceVector=[1.0])
    with pytest.raises(exu.SolverError, match="singular") as caught:
        system.run(0.01, 0.5, solver=solver, record=0.01)
    assert 0.05 < caught.value.solution.times[-1] <= 0.1 + 1e-9


@each_solver
def test_a_mass_that_grows_with_time(solver):
    """(1 + t) x'' = 1: x = (1 + t) ln(1 + t) - t."""
    system = System([0.0], massMatrixUserFunction=growing, forceVector=[1.0])
    system.run(1e-3, 1.0, solver=solver)
    expected = [2.0 * math.log(2.0) - 1.0, math.log(2.0)]
    assert_close(system.state(), expected, atol=1e-6 if solver in FINE else 1e-12)


def growing(mbs, t, itemNumber, q, q_t):
    return [[1.0 + t]]
