"""SolveStatic with items of all kinds: closed forms, and dynamic runs that stay at rest."""

import mpmath
import numpy as np
import pytest

import linkwork as exu
from linkwork.items import (
    CartesianSpringDamper,
    ConnectorGravity,
    CoordinateConstraint,
    CoordinateSpringDamper,
    CoordinateVectorConstraint,
    Force,
    Gravity,
    LoadCoordinate,
    LoadCoordinateTable,
    MarkerBodyMass,
    MarkerBodyRigid,
    MarkerNodeCoordinate,
    MarkerNodeCoordinates,
    MarkerNodeODE1Coordinate,
    Mass1D,
    MassPoint,
    Node1D,
    NodeGenericAE,
    NodeGenericData,
    NodeGenericODE1,
    NodeGenericODE2,
    NodePoint,
    NodePointGround,
    NodeRigidBody2D,
    ObjectGenericODE1,
    ObjectGenericODE2,
    ObjectGround,
    PlanarSpringDamper,
    PrismaticJoint2D,
    RevoluteJoint2D,
    RigidBody2D,
    TabularSpringDamper,
    Torque,
    TorsionalSpringDamper,
)

from .static_models import GRAVITY, Builder, static_settings

pytestmark = pytest.mark.processors

Variable = exu.OutputVariableType


def assert_rests(mbs, settings=None, size=1.0):
    """The equilibrium is one of the dynamic equations too: accelerations vanish there."""
    mbs.SolveStatic(settings or static_settings(), updateInitialValues=True)
    short = exu.SimulationSettings()
    short.timeIntegration.endTime, short.timeIntegration.numberOfSteps = 1e-3, 2
    short.timeIntegration.startTime = 0.0
    solution = mbs.SolveDynamic(short)
    np.testing.assert_allclose(solution.accelerations[0], 0.0, atol=1e-7 * size)
    return solution


def axis(load=5.0, **options):
    """A mass on an axis with a spring and a load; returns system, marker, ground marker."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Node1D())
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1.5))
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    ground = mbs.AddMarker(
        MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
    )
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=[ground, marker], **options))
    if load:
        mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=load))
    return mbs, marker, ground


# ------------------------------------------------------------------------------- load factor


def test_only_loads_without_a_time_of_their_own_are_scaled():
    """Springs, their offsets and preloads, tables and user functions act in full."""
    mbs, marker, _ = axis(5.0, stiffness=10.0, offset=0.2)
    mbs.AddLoad(LoadCoordinateTable(markerNumber=marker, times=[0, 1], values=[3.0, 7.0]))
    mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=2.0, loadUserFunction=lambda m, t, f: f))
    solution = mbs.SolveStatic(static_settings(numberOfLoadSteps=4))
    t = solution.times[1:]
    expected = 0.2 + (5.0 * t + 3.0 + 4.0 * t + 2.0) / 10.0
    np.testing.assert_allclose(solution.coordinates[1:, 0], expected, rtol=1e-12)


def test_without_load_factor_all_steps_carry_the_full_load():
    mbs, _, _ = axis(5.0, stiffness=10.0)
    solution = mbs.SolveStatic(static_settings(numberOfLoadSteps=3, useLoadFactor=False))
    np.testing.assert_allclose(solution.coordinates[1:, 0], 0.5, rtol=1e-12)
    assert mbs.GetLoadValues(0) == 5.0


@pytest.mark.parametrize("body_fixed", [False, True])
def test_vector_loads_and_torques_are_scaled_also_beside_functions(body_fixed):
    """A lever on a torsional spring: c phi = factor (tau + arm x force), where force may turn."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
    node = mbs.AddNode(NodeRigidBody2D())
    body = mbs.AddObject(RigidBody2D(physicsMass=1.0, physicsInertia=0.1, nodeNumber=node))
    center = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    tip = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[0.5, 0, 0]))
    mbs.AddObject(RevoluteJoint2D(markerNumbers=[ground, center]))
    mbs.AddObject(TorsionalSpringDamper(markerNumbers=[ground, center], stiffness=20.0))
    mbs.AddLoad(Torque(markerNumber=center, loadVector=[0, 0, 2.0]))
    mbs.AddLoad(
        Torque(
            markerNumber=center, loadVector=[0, 0, 1.0], loadVectorUserFunction=lambda m, t, b: b
        )
    )
    mbs.AddLoad(Force(markerNumber=tip, loadVector=[0, 8.0, 0], bodyFixed=body_fixed))
    solution = mbs.SolveStatic(static_settings(numberOfLoadSteps=2))
    for time, row in zip(solution.times[1:], solution.coordinates[1:], strict=True):

        def balance(phi, time=time):
            arm = 0.5 * (1 if body_fixed else mpmath.cos(phi))
            return 20 * phi - 2 * time - 1 - 8 * time * arm

        np.testing.assert_allclose(row[2], float(mpmath.findroot(balance, 0.2)), rtol=1e-11)


def test_gravity_is_scaled_and_mutual_gravity_is_not():
    made = Builder()
    mass = made.mass((0, 0, 0), 2.0)
    body = made.mbs.AddMarker(MarkerBodyMass(bodyNumber=1))
    made.mbs.AddLoad(Gravity(markerNumber=body, loadVector=[0, -GRAVITY, 0]))
    star = made.fixed((0, 3, 0))
    made.mbs.AddObject(
        ConnectorGravity(
            markerNumbers=[star, mass], gravitationalConstant=1.0, mass0=9.0, mass1=2.0
        )
    )
    made.mbs.AddObject(
        CartesianSpringDamper(
            markerNumbers=[made.fixed((0, 0, 0)), mass], stiffness=[500.0, 500.0, 500.0]
        )
    )
    solution = made.solve(numberOfLoadSteps=2)
    for time, row in zip(solution.times[1:], solution.coordinates[1:], strict=True):
        expected = mpmath.findroot(
            lambda y, time=time: 500 * y - 18 / (3 - y) ** 2 + 2 * GRAVITY * time, 0.0
        )
        np.testing.assert_allclose(row[1], float(expected), rtol=1e-11)


# ------------------------------------------------------------------------------- user functions


def hardening(mbs, t, itemNumber, u, v, k, d, f0):
    return k * u + 100.0 * u**3 + d * v


def growing(mbs, t, load):
    return load * t * t


@pytest.mark.parametrize("compiled", [True, False])
def test_user_functions_compiled_and_called_back(compiled):
    mbs, marker, _ = axis(0.0, stiffness=10.0, damping=3.0, springForceUserFunction=hardening)
    mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=5.0, loadUserFunction=growing))
    settings = static_settings(numberOfLoadSteps=2)
    settings.compileUserFunctions = compiled
    solution = mbs.SolveStatic(settings)
    expected = [
        float(mpmath.findroot(lambda u, f=f: 10 * u + 100 * u**3 - f, 0.2)) for f in (1.25, 5.0)
    ]
    np.testing.assert_allclose(solution.coordinates[1:, 0], expected, rtol=1e-11)


def quadratic(mbs, t, itemNumber, q, q_t):
    return [40.0 * q[0] + 20.0 * q[0] ** 2 - 10.0 * q[1], -10.0 * q[0] + 30.0 * q[1]]


@pytest.mark.parametrize("compiled", [True, False])
def test_generic_system_with_matrices_and_function(compiled):
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2))
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node],
            massMatrix=np.eye(2),
            stiffnessMatrix=np.diag([5.0, 6.0]),
            forceVector=[3.0, 1.0],
            forceUserFunction=lambda mbs, t, i, q, q_t: [-f for f in quadratic(mbs, t, i, q, q_t)],
        )
    )
    settings = static_settings()
    settings.compileUserFunctions = compiled
    solution = mbs.SolveStatic(settings)
    q = solution.coordinates[-1]
    np.testing.assert_allclose(
        np.array(quadratic(None, 0, 0, q, q)) + [5 * q[0], 6 * q[1]], [3.0, 1.0], atol=1e-12
    )
    assert 0.05 < q[0] < 0.1


def moving(mbs, t, itemNumber, lOffset):
    return lOffset + 0.3 * t


def test_rheonomic_constraints_hold_at_the_time_of_the_step():
    mbs, marker, ground = axis(2.0, stiffness=10.0)
    constraint = mbs.AddObject(
        CoordinateConstraint(markerNumbers=[ground, marker], offset=0.1, offsetUserFunction=moving)
    )
    solution = mbs.SolveStatic(static_settings(numberOfLoadSteps=2, loadStepStart=1.0))
    t = solution.times[1:]
    np.testing.assert_allclose(t, [1.5, 2.0])
    u = 0.1 + 0.3 * t
    np.testing.assert_allclose(solution.coordinates[1:, 0], u, rtol=1e-12)
    force = 10.0 * u - 2.0 * np.array([0.5, 1.0])  # of the constraint on the mass
    np.testing.assert_allclose(solution.multipliers[1:, 0], -force, rtol=1e-11)
    assert mbs.GetObjectOutput(constraint, Variable.Force) == pytest.approx(-force[-1])


@pytest.mark.parametrize("kind", ["coordinate", "vector"])
def test_constraints_of_velocities_are_dropped_and_named(kind):
    mbs, marker, ground = axis(5.0, stiffness=10.0)
    pair = [ground, marker]
    if kind == "coordinate":
        mbs.AddObject(
            CoordinateConstraint(name="brake", markerNumbers=pair, velocityLevel=True, offset=2.0)
        )
    else:
        pair = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=number)) for number in (1, 0)]
        mbs.AddObject(
            CoordinateVectorConstraint(
                name="brake", markerNumbers=pair, scalingMarker1=[[1.0]], velocityLevel=True
            )
        )
    with pytest.warns(UserWarning, match="'brake'.*constraints of velocities do not act"):
        solution = mbs.SolveStatic(static_settings())
    np.testing.assert_allclose(solution.coordinates[-1], [0.5], rtol=1e-12)
    assert solution.multipliers[-1] == [0.0]
    assert mbs.GetObjectParameter(2, "activeConnector") is True
    if kind == "vector":
        after = mbs.SolveDynamic()
        np.testing.assert_allclose(after.velocities[-1], 0.0, atol=1e-12)


# ------------------------------------------------------------------------------- other coordinates


def test_vector_constraint_of_squares_is_a_rod():
    made = Builder()
    made.mass((0.6, 0.0, 0.8), 2.0, (0, -2.0 * GRAVITY, 0))
    mbs = made.mbs
    marker = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=made.nodes[0]))
    ground = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround())))
    mbs.AddObject(
        CoordinateVectorConstraint(
            markerNumbers=[ground, marker],
            quadraticTermMarker1=[[1.0, 1.0, 1.0]],
            offset=[1.0],
        )
    )
    solution = made.solve()
    np.testing.assert_allclose(made.positions()[0], [0, -1, 0], atol=1e-11)
    np.testing.assert_allclose(np.abs(solution.multipliers[-1]), GRAVITY, rtol=1e-10)


def first_order(**options):
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2, initialCoordinates=[0.5, 1.0]))
    mbs.AddObject(
        ObjectGenericODE1(
            nodeNumbers=[node], systemMatrix=[[-2.0, 1.0], [0.0, -4.0]], rhsVector=[1.0, 2.0]
        )
    )
    marker = mbs.AddMarker(MarkerNodeODE1Coordinate(nodeNumber=node, coordinate=1))
    mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=6.0))
    return mbs.SolveStatic(static_settings(numberOfLoadSteps=2, **options))


def test_first_order_coordinates_are_held_or_solved_for():
    held = first_order()
    np.testing.assert_allclose(held.ode1_coordinates, [[0.5, 1.0]] * 3)
    solved = first_order(constrainODE1coordinates=False)
    for factor, y in zip((0.5, 1.0), solved.ode1_coordinates[1:], strict=True):
        second = (2.0 + 6.0 * factor) / 4.0
        np.testing.assert_allclose(y, [(1.0 + second) / 2.0, second], rtol=1e-12)
    assert not solved.ode1_velocities.any()


def saturating(mbs, t, itemNumber, q):
    return [2.0 - q[0] - q[0] ** 3]


@pytest.mark.parametrize("compiled", [True, False])
def test_first_order_functions_are_solved_for(compiled):
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=1, initialCoordinates=[9.0]))
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], rhsUserFunction=saturating))
    settings = static_settings(constrainODE1coordinates=False)
    settings.compileUserFunctions = compiled
    np.testing.assert_allclose(mbs.SolveStatic(settings).ode1_coordinates[-1], [1.0], rtol=1e-9)


def test_algebraic_and_data_coordinates_keep_their_values():
    mbs, _, _ = axis(5.0, stiffness=10.0)
    mbs.AddNode(NodeGenericAE(numberOfAECoordinates=2, initialCoordinates=[3.0, -4.0]))
    mbs.AddNode(NodeGenericData(numberOfDataCoordinates=1, initialCoordinates=[7.0]))
    solution = mbs.SolveStatic(static_settings())
    np.testing.assert_allclose(solution.multipliers[-1], [3.0, -4.0], rtol=1e-12)
    np.testing.assert_allclose(solution.data_coordinates[-1], [7.0])
    np.testing.assert_allclose(solution.coordinates[-1], [0.5], rtol=1e-12)


# ------------------------------------------------------------------------------- planes


def crank(kind):
    """A planar mechanism under gravity with springs; returns the system."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    at = lambda body, *p: mbs.AddMarker(  # noqa: E731
        MarkerBodyRigid(bodyNumber=body, localPosition=[*map(float, p), 0.0])
    )
    bodies = []
    for place in ((0.5, 0.0, 0.0), (1.5, 0.0, 0.0)):
        node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=list(place)))
        body = mbs.AddObject(RigidBody2D(physicsMass=2.0, physicsInertia=0.2, nodeNumber=node))
        load = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
        mbs.AddLoad(Gravity(markerNumber=load, loadVector=[0, -GRAVITY, 0]))
        bodies.append(body)
    mbs.AddObject(RevoluteJoint2D(markerNumbers=[at(ground, 0, 0), at(bodies[0], -0.5, 0)]))
    mbs.AddObject(RevoluteJoint2D(markerNumbers=[at(bodies[0], 0.5, 0), at(bodies[1], -0.5, 0)]))
    if kind == "slider":
        mbs.AddObject(
            PrismaticJoint2D(
                markerNumbers=[at(ground, 0, 0), at(bodies[1], 0.5, 0)],
                axisMarker0=[1, 0, 0],
                normalMarker1=[0, 1, 0],
                constrainRotation=False,
            )  # fmt: skip
        )
        spring = [at(ground, 3, 0), at(bodies[1], 0.5, 0)]
        mbs.AddObject(PlanarSpringDamper(markerNumbers=spring, stiffness=np.diag([40.0, 0, 0])))
    elif kind == "torsion":
        mbs.AddObject(
            TorsionalSpringDamper(
                markerNumbers=[at(ground, 0, 0), at(bodies[0], -0.5, 0)], stiffness=60.0
            )
        )
    return mbs


@pytest.mark.parametrize("kind", ["free", "torsion"])
def test_planar_mechanisms_come_to_rest(kind):
    mbs = crank(kind)
    mbs.SolveStatic(static_settings())
    q = mbs.systemData.GetODE2CoordinatesTotal()
    if kind == "free":
        np.testing.assert_allclose(q[[0, 1, 3, 4]], [0, -0.5, 0, -1.5], atol=1e-9)
    else:
        # the second bar hangs: 60 phi = -(m g / 2 + m g) cos(phi)
        phi = float(mpmath.findroot(lambda p: 60 * p + 3 * GRAVITY * mpmath.cos(p), -0.4))
        np.testing.assert_allclose(q[2], phi, rtol=1e-10)
        np.testing.assert_allclose(np.cos(q[5]), 0.0, atol=1e-10)
    assert_rests(mbs)


def between(force, **options):
    """A mass at 1 m with a force along x and a TabularSpringDamper to the origin."""
    made = Builder()
    mass = made.mass((1, 0, 0), 1.0, (force, 0, 0))
    made.mbs.AddObject(
        TabularSpringDamper(
            markerNumbers=[made.fixed((0, 0, 0)), mass], referenceLength=1.0, **options
        )
    )
    made.mbs.AddObject(
        CartesianSpringDamper(
            markerNumbers=[made.fixed((1, 0, 0)), mass], stiffness=[2.0, 5.0, 5.0]
        )
    )
    return made.solve().coordinates[-1][0]


@pytest.mark.parametrize(
    ("force", "expected"), [(1.0, 0.1), (4.0, 0.4), (5.0, 0.5), (8.0, 1.0), (-1.5, -0.5)]
)
def test_tabular_springs_with_kinks(force, expected):
    """Pieces of stiffness 1, 8 and 4, with 2 N/m of another spring beside them."""
    curve = [[-1.0, -1.0], [0.0, 0.0], [0.5, 4.0], [1.5, 8.0]]
    np.testing.assert_allclose(between(force, curve=curve), expected, rtol=1e-9)


@pytest.mark.parametrize(("force", "expected"), [(6.0, 6.0 / 102.0), (-1.2, -0.6)])
def test_spring_that_only_pulls(force, expected):
    found = between(force, springType="Tensile", stiffness=100.0)
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_sliding_masses_and_rotors_with_springs():
    made = Builder()
    node = made.mbs.AddNode(NodePoint(referenceCoordinates=[0, 0, 0]))
    made.mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
    markers = [
        made.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=k)) for k in range(3)
    ]
    ground = made.mbs.AddMarker(
        MarkerNodeCoordinate(nodeNumber=made.mbs.AddNode(NodePointGround()), coordinate=0)
    )
    for k, marker in enumerate(markers):
        made.mbs.AddObject(
            CoordinateSpringDamper(markerNumbers=[ground, marker], stiffness=10.0 * (k + 1))
        )
        made.mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=1.0))
    solution = made.solve()
    np.testing.assert_allclose(solution.coordinates[-1], [0.1, 0.05, 1 / 30], rtol=1e-12)
    assert_rests(made.mbs)
