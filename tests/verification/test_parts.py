"""Light parts of a model beside heavy ones: each is solved as if it stood alone."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import (
    CartesianSpringDamper,
    CoordinateSpringDamper,
    CoordinateVectorConstraint,
    DistanceConstraint,
    LoadForceVector,
    MarkerBodyPosition,
    MarkerNodeCoordinate,
    MarkerNodeCoordinates,
    MassPoint2D,
    NodeGenericODE1,
    NodeGenericODE2,
    NodePoint2D,
    NodePointGround,
    ObjectGenericODE1,
    ObjectGenericODE2,
    ObjectGround,
    SpringDamper,
)

pytestmark = pytest.mark.processors

POSITION, COORDINATES = exu.OutputVariableType.Position, exu.OutputVariableType.Coordinates


class Bench:
    """Points of mass in the plane, hung from the ground."""

    def __init__(self):
        self.mbs = exu.SystemContainer().AddSystem()
        self.ground = self.mbs.AddObject(ObjectGround())
        self.origin = self.fixed([0, 0, 0])

    def fixed(self, place):
        return self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=self.ground, localPosition=place))

    def mass(self, mass, place, force, moved=(0, 0)):
        node = self.mbs.AddNode(NodePoint2D(referenceCoordinates=place, initialCoordinates=moved))
        body = self.mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=mass))
        marker = self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
        self.mbs.AddLoad(LoadForceVector(markerNumber=marker, loadVector=[0, -force, 0]))
        return node, marker

    def pendulum(self):
        """1 g on a rod of 1 m, released from the horizontal."""
        node, marker = self.mass(1e-3, [1, 0], 9.81e-3)
        self.mbs.AddObject(DistanceConstraint(markerNumbers=[self.origin, marker], distance=1))
        return node

    def weight(self, how):
        """1e7 N at rest."""
        if how == "on a spring, same support":
            _, marker = self.mass(1e6, [5, -1], 1e7, [0, -0.01])
            ends, offset = [self.origin, marker], [5, -1, 0]
        elif how == "on a spring":
            _, marker = self.mass(1e6, [5, -1], 1e7, [0, -0.01])
            ends, offset = [self.fixed([5, 0, 0]), marker], [0, -1, 0]
        else:
            _, marker = self.mass(1e6, [5, -1], 1e7)
            ends = [self.fixed([5, 0, 0]), marker]
            self.mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1))
            return
        self.mbs.AddObject(
            CartesianSpringDamper(markerNumbers=ends, stiffness=[1e9] * 3, offset=offset)
        )


def settings_of(steps, end=1.0, modified=True, index2=False):
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.numberOfSteps, time.endTime = steps, end
    time.newton.useModifiedNewton = modified
    time.generalizedAlpha.spectralRadius = 0.9
    time.generalizedAlpha.useIndex2Constraints = index2
    return settings


def swing(weight, **options):
    bench = Bench()
    node = bench.pendulum()
    if weight:
        bench.weight(weight)
    bench.mbs.SolveDynamic(settings_of(100, **options))
    counts = bench.mbs.solution.statistics
    return bench.mbs.GetNodeOutput(node, POSITION)[:2], counts["newton_iterations"]


WEIGHTS = "on a spring", "on a spring, same support", "on a rod"
MODES = {
    "modified": {},
    "full": {"modified": False},
    "modified, index 2": {"index2": True},
    "full, index 2": {"modified": False, "index2": True},
}


@pytest.mark.parametrize("options", MODES.values(), ids=MODES)
@pytest.mark.parametrize("weight", WEIGHTS)
def test_a_pendulum_of_1_g_beside_a_weight_of_1e7_n(weight, options):
    alone, iterations = swing(None, **options)
    found, others = swing(weight, **options)
    # modified Newton's method has factors of another age, and so has the correction of the drift
    within = (1e-5 if options.get("index2") else 1e-7) if options.get("modified", True) else 1e-8
    assert found == pytest.approx(alone, abs=within)
    assert math.hypot(*found) == pytest.approx(1, rel=1e-9)
    assert others <= 1.3 * iterations


def equilibrium(light, heavy):
    """A spring pendulum that starts beside the upper balance of its load."""
    bench = Bench()
    node, marker = bench.mass(1, [1, 0], light)
    ends = [bench.origin, marker]
    bench.mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=1, stiffness=100 * light))
    if heavy:
        _, marker = bench.mass(1, [5, -1], heavy)
        ends = [bench.fixed([5, 0, 0]), marker]
        bench.mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=1, stiffness=1e10))
    bench.mbs.SolveStatic()
    return bench.mbs.GetNodeOutput(node, POSITION)[:2]


@pytest.mark.parametrize("light", [1e-6, 1, 1e4])
def test_equilibrium_of_a_light_part_beside_1e8_n(light):
    assert equilibrium(light, 0) == pytest.approx([0, -1.01], abs=1e-9)
    assert equilibrium(light, 1e8) == pytest.approx([0, -1.01], abs=1e-9)


def test_unstable_balance_of_a_light_part_is_left():
    """A rod of 1 g stands on its end, 1e8 N rest beside it."""
    bench = Bench()
    node, marker = bench.mass(1e-3, [0, 1], 1e-2)
    ends = [bench.origin, marker]
    bench.mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1))
    bench.weight("on a spring")
    bench.mbs.SolveStatic()
    assert bench.mbs.GetNodeOutput(node, POSITION)[:2] == pytest.approx([0, -1], abs=1e-9)


def generic(mbs, count, **options):
    return mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=count,
            referenceCoordinates=[0] * count,
            initialCoordinates=[1] * count,
            initialCoordinates_t=[0] * count,
            **options,
        )
    )


def cubic(heavy, statics=False):
    """x'' + x + 1e3 x^3 = 0.1 as a generic system, beside one with forces of 1e9 N at rest."""
    mbs = exu.SystemContainer().AddSystem()
    node = generic(mbs, 1)

    def force(mbs, t, number, q, q_t):
        return [-1e3 * q[0] ** 3]

    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node],
            massMatrix=[[1]],
            stiffnessMatrix=[[1]],
            forceVector=[0.1],
            forceUserFunction=force,
        )
    )
    if heavy:
        other = generic(mbs, 2)
        mbs.AddObject(
            ObjectGenericODE2(
                nodeNumbers=[other],
                massMatrix=1e5 * np.eye(2),
                stiffnessMatrix=1e9 * np.eye(2),
                forceVector=[1e9, 1e9],
            )
        )
        markers = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=k)) for k in (other, ground(mbs))]
        mbs.AddObject(
            CoordinateVectorConstraint(
                markerNumbers=markers, scalingMarker0=[[1, -1]], scalingMarker1=np.zeros((1, 0))
            )
        )
    if statics:
        mbs.SolveStatic()
    else:
        mbs.SolveDynamic(settings_of(200, 0.5))
    return mbs.GetNodeOutput(node, COORDINATES)[0]


def ground(mbs):
    return mbs.AddNode(NodePointGround())


def test_generic_systems_are_judged_by_their_own_forces():
    assert cubic(True) == pytest.approx(cubic(False), abs=1e-8)


def test_equilibrium_of_a_generic_system_beside_a_heavy_one():
    exact = np.roots([1e3, 0, 1, -0.1])
    exact = exact[np.isreal(exact)].real[0]
    assert cubic(True, statics=True) == pytest.approx(exact, rel=1e-12)


def logistic(large):
    """y' = 50 y (1 - y) by a user function, beside rates of 1e12."""
    mbs = exu.SystemContainer().AddSystem()

    def rates(mbs, t, number, y):
        return [50.0 * y[0] * (1.0 - y[0])]

    node = mbs.AddNode(
        NodeGenericODE1(
            numberOfODE1Coordinates=1, referenceCoordinates=[0], initialCoordinates=[0.01]
        )
    )
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], rhsUserFunction=rates))
    if large:
        other = mbs.AddNode(
            NodeGenericODE1(
                numberOfODE1Coordinates=1, referenceCoordinates=[0], initialCoordinates=[1e12]
            )
        )
        mbs.AddObject(ObjectGenericODE1(nodeNumbers=[other], systemMatrix=[[1]]))
    mbs.SolveDynamic(settings_of(40, 0.2))
    return mbs.GetNodeOutput(node, COORDINATES)[0]


def test_first_order_systems_are_judged_by_their_own_rates():
    assert logistic(True) == pytest.approx(logistic(False), rel=1e-8)


def test_parts_of_a_model():
    bench = Bench()
    mbs = bench.mbs
    bench.pendulum()  # part 0
    bench.weight("on a spring, same support")  # part 1
    nodes = [generic(mbs, 3), generic(mbs, 1), generic(mbs, 1)]
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=nodes[:2], massMatrix=np.eye(4)))  # part 2
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=nodes[2:], massMatrix=[[1]]))  # part 2, by a spring
    markers = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=k, coordinate=0)) for k in nodes[1:]]
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=markers, stiffness=1))
    mbs.SolveDynamic(settings_of(1, 1e-3))
    parts = mbs._data.equations.parts
    assert parts.count == 3
    assert parts.unknowns.tolist() == [0, 0, 1, 1, 2, 2, 2, 2, 2, 0]  # the last: of the rod
    # the support serves two parts
    assert parts.markers.tolist() == [-1, 0, 1, 2, 2]
    assert mbs._data.scalars.judge != 0


def test_models_of_one_part_are_judged_as_a_whole():
    bench = Bench()
    bench.pendulum()
    bench.mbs.SolveDynamic(settings_of(1, 1e-3))
    assert bench.mbs._data.equations.parts.count == 1
    assert bench.mbs._data.scalars.judge == 0
