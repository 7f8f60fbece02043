"""Gradients of one number by steps backwards, compared with derivatives by steps forwards."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import InertiaCuboid

from .models import error_of, lever, rod_pendulum, rope, settings_of


def chain(count):
    """Masses in space on springs, the first on the ground; springs share their markers."""
    mbs, random = exu.SystemContainer().AddSystem(), np.random.default_rng(1)
    last = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
    for k in range(count):
        body = mbs.CreateMassPoint(
            referencePosition=[k + 1.0, 0.0, 0.0], physicsMass=0.5, name=f"mass{k}",
            initialVelocity=list(0.1 * random.normal(size=3)),
        )  # fmt: skip
        end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
        mbs.AddObject(
            SpringDamper(
                markerNumbers=[last, end],
                stiffness=200.0 + k,
                damping=0.2,
                referenceLength=1.0,
                name=f"spring{k}",
            )  # fmt: skip
        )
        last = end
    mbs.AddLoad(Force(markerNumber=last, loadVector=[0.0, 0.0, -3.0], name="load"))
    position = exu.OutputVariableType.Position
    mbs.AddSensor(SensorMarker(markerNumber=last, outputVariableType=position, name="tip"))
    force = exu.OutputVariableType.Force
    spring = mbs.GetObjectNumber("spring1")
    mbs.AddSensor(SensorObject(objectNumber=spring, outputVariableType=force, name="force"))
    mbs.Assemble()
    return mbs


def by_steps_forwards(solution, names):
    """Derivatives of `number`."""
    q, force = solution.coordinates, solution.sensors["force"]
    found = []
    for name in names:
        s = solution.sensitivity(name)
        slope = 2.0 * q[-1, -1] * s.coordinates[-1, -1] + s.velocities[1, 4]
        slope += 3.0 * s.sensors["tip"][-1, 0] + 2.0 * force[-1, 1] * s.sensors["force"][-1, 0]
        found.append(slope)
    return np.array(found)


def number(solution):
    tip, force = solution.sensors["tip"][-1], solution.sensors["force"][-1]
    return (
        solution.coordinates[-1, -1] ** 2 + solution.velocities[1, 4] + 3.0 * tip[1] + force[1] ** 2
    )


def test_gradient_of_states_and_sensors_is_that_of_steps_forwards():
    mbs, settings = chain(6), settings_of(0.1, 50)
    names = [
        f"spring{k}.{p}" for k in range(6) for p in ("stiffness", "damping", "referenceLength")
    ]
    names += ["mass1.physicsMass", "load.loadVector[2]", "mass2.initialVelocity[0]"]
    solution = mbs.SolveDynamic(settings, sensitivities=names)
    expected = by_steps_forwards(solution, names)
    found = mbs.SolveDynamic(settings).gradient(number, names)
    assert np.abs(found - expected).max() < 1e-9 * np.abs(expected).max()
    assert (np.abs(found / expected - 1.0)[:-3] < 1e-6).all()


WEIGHTS = np.array([1.0, 2.0, 3.0])


def weighted(coordinates):
    return coordinates[-1] @ WEIGHTS[: coordinates.shape[1]]


def test_gradient_with_constraints_and_bodies_that_turn():
    settings = settings_of(0.2, 100)
    springs = ["spring.stiffness", "spring.damping", "end.localPosition[0]", "body.physicsMass"]
    for mbs, names in (
        (rod_pendulum(), ["mass.physicsMass", "rod.distance", "air.damping[1]"]),
        (lever(), springs),
    ):
        solution = mbs.SolveDynamic(settings, sensitivities=names)
        expected = [weighted(solution.sensitivity(name).coordinates) for name in names]
        plain = mbs.SolveDynamic(settings)
        found = plain.gradient(lambda solution: weighted(solution.coordinates), names)
        assert error_of(found, np.array(expected)) < 1e-8


def test_gradient_with_a_matrix_that_is_not_symmetric():
    """Circulatory and gyroscopic forces as large as all others; factors serve many steps."""
    mbs, random = exu.SystemContainer().AddSystem(), np.random.default_rng(2)
    node = mbs.AddNode(NodeGenericODE2(
        numberOfODE2Coordinates=4, referenceCoordinates=[0.0] * 4,
        initialCoordinates=[0.1, 0.2, -0.1, 0.3], initialCoordinates_t=[1.0, 0.0, -1.0, 0.0],
    ))  # fmt: skip
    mass = np.diag([1.0, 2.0, 0.5, 1.0]) + 0.1
    mbs.AddObject(ObjectGenericODE2(
        nodeNumbers=[node], massMatrix=mass, stiffnessMatrix=50.0 * random.normal(size=(4, 4)),
        dampingMatrix=5.0 * random.normal(size=(4, 4)),
    ))  # fmt: skip
    ground = mbs.AddNode(NodePointGround())
    for k in range(4):
        ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=c))
                for n, c in ((ground, 0), (node, k))]  # fmt: skip
        mbs.AddObject(CoordinateSpringDamper(
            markerNumbers=ends, stiffness=80.0, damping=1.0, name=f"spring{k}"
        ))  # fmt: skip
    mbs.Assemble()
    names = [f"spring{k}.{p}" for k in range(4) for p in ("stiffness", "damping")]
    settings = settings_of(0.4, 20)
    solution = mbs.SolveDynamic(settings, sensitivities=names)
    expected = [solution.sensitivity(name).coordinates[-1] @ [1, 2, 3, 4] for name in names]
    plain = mbs.SolveDynamic(settings)
    found = plain.gradient(lambda s: s.coordinates[-1] @ [1.0, 2.0, 3.0, 4.0], names)
    assert error_of(found, np.array(expected)) < 1e-9


def test_gradient_of_heavy_masses_beside_a_light_one():
    """Solutions with old factors are right in every row, not only in those of the largest ones."""
    mbs = chain(6)
    for k in range(6):
        mbs.SetObjectParameter(f"mass{k}", "physicsMass", 1e6)
        mbs.SetObjectParameter(f"spring{k}", "stiffness", 4e7)
        mbs.SetObjectParameter(f"spring{k}", "damping", 800.0)
        mbs.SetNodeParameter(
            f"Node:mass{k}", "initialVelocities", [k % 2, 8.0 + k % 2, 8.0 * (k % 3)]
        )
    node = mbs.AddNode(Node1D(referenceCoordinates=[0.0], initialCoordinates=[0.1]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1e-6))
    ground = mbs.AddNode(NodePointGround())
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=each, coordinate=0))
        for each in (ground, node)
    ]
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends, stiffness=3e-5))
    mbs.Assemble()
    names, settings = [f"spring{k}.referenceLength" for k in range(6)], settings_of(1.0, 100)
    settings.solutionSettings.solutionWritePeriod = 0.05
    weights = np.outer(np.cos(np.arange(21)), np.arange(1, 20))
    forwards = mbs.SolveDynamic(settings, sensitivities=names)
    expected = [(weights * forwards.sensitivity(name).velocities).sum() for name in names]
    plain = mbs.SolveDynamic(settings)
    found = plain.gradient(lambda run: (weights * run.velocities).sum(), names)
    assert error_of(found, np.array(expected)) < 1e-9


def hardening(mbs, t, itemNumber, u, v, k, d, f):
    return k * u + d * v + mbs.variables["cubic"] * u**3


def test_gradients_with_variables_of_users():
    """The run is taken again with the variables of the system, which must not have changed."""
    mbs, settings, names = chain(2), settings_of(0.2, 40), ["spring0.stiffness"]
    mbs.variables["cubic"] = 100.0
    mbs.SetObjectParameter("spring0", "springForceUserFunction", hardening)
    mbs.Assemble()
    expected = mbs.SolveDynamic(settings, sensitivities=names).sensitivity(names[0])
    plain = mbs.SolveDynamic(settings)
    found = plain.gradient(lambda run: run.coordinates[-1, 0], names)
    assert np.isclose(found[0], expected.coordinates[-1, 0], rtol=1e-8)
    mbs.variables["cubic"] = 5000.0
    with pytest.raises(exu.SysError, match="leads to other states; .*variables, has changed"):
        plain.gradient(lambda run: run.coordinates[-1, 0], names)


def swinging_bar():
    """A bar on a ball joint, with a damper: constraints at velocity level, composed rotations."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    bar = mbs.CreateRigidBody(
        name="bar", referencePosition=[0.5, 0, 0], inertia=InertiaCuboid(1000, [1, 0.1, 0.2]),
        initialVelocity=[0, 0.5, 0], initialAngularVelocity=[2, 0, 1], gravity=[0, 0, -9.81],
    )  # fmt: skip
    mbs.CreateSphericalJoint(bodyNumbers=[ground, bar], position=[0, 0, 0])
    mbs.CreateRigidBodySpringDamper(
        bodyNumbers=[ground, bar], localPosition1=[-0.5, 0, 0],
        stiffness=np.diag([0, 0, 0, 5, 6, 7.0]), damping=np.diag([0, 0, 0, 0.5, 0.6, 0.7]),
        name="bushing",
    )  # fmt: skip
    velocity = exu.OutputVariableType.AngularVelocity
    mbs.AddSensor(SensorBody(bodyNumber=bar, outputVariableType=velocity, name="spin"))
    mbs.Assemble()
    return mbs


FORWARDS = {
    "events": (rope, "GeneralizedAlpha", ["rope.stiffness"]),
    "an explicit solver": (lever, "RK44", ["spring.stiffness"]),
    "velocity level": (
        swinging_bar,
        "GeneralizedAlpha",
        ["bar.physicsMass", "bushing.damping[3, 3]"],
    ),
}


@pytest.mark.parametrize("case", FORWARDS)
def test_steps_that_cannot_be_transposed_are_differentiated_forwards(case):
    make, solver, names = FORWARDS[case]
    settings = settings_of(1.0, 200)

    def read(solution):
        found = solution.coordinates[-1, 1] ** 2 + 2.0 * solution.velocities[1, -2]
        return found + sum(values[-1, 1] for values in solution.sensors.values())

    plain = make().SolveDynamic(settings, solver)
    solution = make().SolveDynamic(settings, solver, sensitivities=names)
    expected = [
        2.0 * plain.coordinates[-1, 1] * s.coordinates[-1, 1] + 2.0 * s.velocities[1, -2]
        + sum(values[-1, 0] for values in s.sensors.values())
        for s in solution.sensitivities
    ]  # fmt: skip
    assert np.abs(expected).max() > 1e-8
    assert plain.gradient(read, names) == pytest.approx(expected, rel=1e-9)


def test_a_function_of_a_gradient_returns_one_number():
    settings = settings_of(0.2, 100)
    with pytest.raises(exu.ParameterError, match="one number"):
        lever().SolveDynamic(settings).gradient(lambda s: s.coordinates[-1], ["spring.stiffness"])


@pytest.mark.filterwarnings("ignore:.*the start")
def test_gradient_by_a_number_whose_square_is_constrained(monkeypatch):
    """Velocities depend linearly on it where positions do not."""
    monkeypatch.setattr("linkwork.run.consistent_start.LARGEST", float("inf"))
    mbs = exu.SystemContainer().AddSystem()
    markers = []
    for place, velocity in (([0.75, 0.25, 1.5], [0.6, -1.0, 0.2]), ([0.5, -0.2, 1], [0.5, 0, 1])):
        node = mbs.AddNode(
            NodePoint(
                referenceCoordinates=place, initialVelocities=velocity, name=f"node{len(markers)}"
            )
        )
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2.0 + node))
        markers.append(mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node)))
    mbs.AddObject(
        ObjectConnectorCoordinateVector(
            markerNumbers=markers, offset=[-1.0], scalingMarker0=[[1.0, 0.5, 0.0]],
            scalingMarker1=[[0.0, 1.0, 0.3]], quadraticTermMarker0=[[0.5, 0.0, 0.25]],
            quadraticTermMarker1=[[0.0, 0.5, 0.0]],
        )
    )  # fmt: skip
    mbs.Assemble()
    names, settings = ["node0.referenceCoordinates[0]"], settings_of(0.02, 20)
    solution = mbs.SolveDynamic(settings, sensitivities=names)
    expected = [solution.sensitivity(name).coordinates[-1].sum() for name in names]
    found = mbs.SolveDynamic(settings).gradient(lambda s: s.coordinates[-1].sum(), names)
    assert error_of(found, np.array(expected)) < 1e-8
