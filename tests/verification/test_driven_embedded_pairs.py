"""Embedded pairs with driven constraints: rates of functions do not depend on the trial step.

A coordinate follows s(t) = A sin(w t), and drives a mass on a spring. With x(0) = x'(0) = 0,

    x = B (sin(w t) - w/w0 sin(w0 t)),   B = A w0^2 / (w0^2 - w^2)
"""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.math.differences import EIGHTH, WEIGHTS
from linkwork.utilities import RigidBodyInertia

from .models import assert_close

pytestmark = pytest.mark.processors

AMPLITUDE, SPEED, MASS, STIFFNESS = 0.1, 10.0, 5e-4, 1.0
OWN = math.sqrt(STIFFNESS / MASS)
END = 0.2
PAIRS = ["ODE23", "DOPRI5", "DVERK6"]
TOLERANCES = [1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13]


def drive(mbs, t, itemNumber, lOffset):
    return 0.1 * math.sin(10.0 * t)


def drive_t(mbs, t, itemNumber, lOffset):
    return math.cos(10.0 * t)


def equation(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [q[0] - 0.1 * math.sin(10.0 * t)]


def equation_and_rate(mbs, t, itemNumber, q, q_t, velocityLevel):
    if velocityLevel:
        return [q_t[0] - math.cos(10.0 * t)]
    return [q[0] - 0.1 * math.sin(10.0 * t)]


def slope(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [[1.0]]


def tied(mbs, ends, **functions):
    return CoordinateConstraint(name="drive", markerNumbers=ends, **functions)


def tied_by_vector(mbs, ends, function):
    markers = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n)) for n in (0, 1)]
    return CoordinateVectorConstraint(
        name="drive", markerNumbers=markers[::-1], scalingMarker0=np.zeros((1, 1)),
        constraintUserFunction=function, jacobianUserFunction=slope,
    )  # fmt: skip


LAWS = {
    "position": lambda mbs, ends: tied(mbs, ends, offsetUserFunction=drive),
    "rate": lambda mbs, ends: tied(
        mbs, ends, offsetUserFunction=drive, offsetUserFunction_t=drive_t
    ),
    "vector": lambda mbs, ends: tied_by_vector(mbs, ends, equation),
    "vector with rate": lambda mbs, ends: tied_by_vector(mbs, ends, equation_and_rate),
}


def driven(law):
    mbs = exu.SystemContainer().AddSystem()
    mbs.AddNode(NodePointGround())
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=0, coordinate=0))]
    for speed in (AMPLITUDE * SPEED, 0.0):
        node = mbs.AddNode(NodeGenericODE2(
            referenceCoordinates=[0.0], initialCoordinates=[0.0], initialCoordinates_t=[speed],
            numberOfODE2Coordinates=1,
        ))  # fmt: skip
        mbs.AddObject(ObjectGenericODE2(nodeNumbers=[node], massMatrix=[[MASS]]))
        ends.append(mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0)))
    mbs.AddObject(law(mbs, ends[:2]))
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends[1:], stiffness=STIFFNESS))
    mbs.Assemble()
    return mbs


def solve(mbs, pair, tolerance, end=END, steps=20):
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps = end, steps
    time.absoluteTolerance = time.relativeTolerance = tolerance
    settings.solutionSettings.solutionWritePeriod = end
    return mbs.SolveDynamic(settings, getattr(exu.DynamicSolverType, pair))


def exact(t):
    """Displacement and velocity of the mass on the spring."""
    factor = AMPLITUDE * OWN**2 / (OWN**2 - SPEED**2)
    place = factor * (math.sin(SPEED * t) - SPEED / OWN * math.sin(OWN * t))
    return place, factor * SPEED * (math.cos(SPEED * t) - math.cos(OWN * t))


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("law", LAWS)
def test_driven_coordinates_meet_all_tolerances(pair, law):
    """Errors follow the tolerance, and steps are as many as with the rate that users provide."""
    for tolerance in TOLERANCES:
        solution = solve(driven(LAWS[law]), pair, tolerance)
        place, speed = exact(END)
        assert abs(solution.coordinates[-1, 1] - place) < tolerance + 1e-15
        assert abs(solution.velocities[-1, 1] - speed) < 100.0 * tolerance
        assert abs(solution.coordinates[-1, 0] - AMPLITUDE * math.sin(SPEED * END)) < 1e-15
        assert solution.statistics["rejected"] <= 6
        spring = STIFFNESS * (solution.coordinates[-1, 1] - solution.coordinates[-1, 0])
        force = MASS * -AMPLITUDE * SPEED**2 * math.sin(SPEED * END) - spring
        # at the end of a run differences are one-sided: 1e-10 of m a
        assert abs(abs(solution.multipliers[-1, 0]) - abs(force)) < 5e-13


@pytest.mark.parametrize("steps", [1, 1000, 100000])
def test_the_largest_step_does_not_matter(steps):
    solution = solve(driven(LAWS["position"]), "DOPRI5", 1e-12, end=0.02, steps=steps)
    assert abs(solution.coordinates[-1, 1] - exact(0.02)[0]) < 1e-12


def joint(mbs, t, itemNumber, offsetUserFunctionParameters):
    return [0.1 * math.sin(10.0 * t), 0.0, 0.0, 0.3 * math.sin(4.0 * t), 0.0, 0.0]


def joint_t(mbs, t, itemNumber, offsetUserFunctionParameters):
    return [math.cos(10.0 * t), 0.0, 0.0, 1.2 * math.cos(4.0 * t), 0.0, 0.0]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("rates", [0, joint_t], ids=["position", "rate"])
def test_driven_joints_meet_all_tolerances(pair, rates):
    """Displacement and angle of a body that a GenericJoint moves; a mass hangs on a spring."""
    for tolerance in (1e-9, 1e-11, 1e-13 if pair != "ODE23" else 1e-12):
        mbs = exu.SystemContainer().AddSystem()
        ground = mbs.CreateGround()
        body = mbs.CreateRigidBody(
            inertia=RigidBodyInertia(2.0, np.diag([0.3, 0.4, 0.5])),
            initialVelocity=[1.0, 0.0, 0.0], initialAngularVelocity=[1.2, 0.0, 0.0],
        )  # fmt: skip
        point = mbs.CreateMassPoint(physicsMass=MASS)
        ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=b)) for b in (ground, body)]
        mbs.AddObject(GenericJoint(
            markerNumbers=ends, offsetUserFunction=joint, offsetUserFunction_t=rates
        ))  # fmt: skip
        mbs.CreateCartesianSpringDamper(bodyNumbers=[body, point], stiffness=[STIFFNESS] * 3)
        mbs.Assemble()
        solve(mbs, pair, tolerance)
        place = mbs.GetObjectOutputBody(point, exu.OutputVariableType.Displacement, [0, 0, 0])
        assert_close(place, [exact(END)[0], 0.0, 0.0], atol=tolerance + 1e-14)
        turn = mbs.GetObjectOutputBody(body, exu.OutputVariableType.AngularVelocity, [0, 0, 0])
        assert_close(turn, [1.2 * math.cos(4.0 * END), 0.0, 0.0], atol=2e-13)


# ------------------------------------------------------------------------------- differences


def test_weights_differentiate_polynomials():
    for place, first in enumerate((-4, 0)):
        nodes = np.arange(9.0) + first
        for degree in range(9):
            values = nodes**degree
            scale = np.abs(values).max()
            for order in (1, 2):
                wanted = math.factorial(order) if degree == order else 0.0
                assert_close(WEIGHTS[place, order - 1] @ values / scale, wanted / scale, 1e-13)
            wanted = math.factorial(8) if degree == 8 else 0.0
            assert_close(EIGHTH @ values / scale, wanted / scale, 1e-13)


@pytest.mark.parametrize("speed", [0.3, 3.0, 17.0, 100.0, 1e3, 1e4])
def test_the_step_follows_the_scale_of_the_function(speed):
    """Steps of 0.011 to 0.046 in the phase of an oscillation, at most a sixteenth of the run."""

    def oscillation(mbs, t, itemNumber, lOffset):
        return 0.2 + math.sin(speed * t)

    mbs = driven(lambda mbs, ends: tied(mbs, ends, offsetUserFunction=oscillation))
    with pytest.warns(UserWarning, match="start"):
        solve(mbs, "DOPRI5", 1e-6, end=1e-3 if speed > 10.0 else 1.0)
    table, row = mbs._model.place["object", 2]
    step = table.rows["dt"][row]
    top = 2.0 ** math.floor(math.log2((1e-3 if speed > 10.0 else 1.0) / 16.0))
    assert min(0.02, top * speed) <= step * speed <= 0.06


def test_functions_are_called_within_the_run_only():
    """They need neither a past nor a future."""
    times = []

    def noted(mbs, t, itemNumber, lOffset):
        times.append(t)
        return math.sqrt(t) * t**2 * math.sqrt(1.0 - t)

    mbs = driven(lambda mbs, ends: tied(mbs, ends, offsetUserFunction=exu.called_back(noted)))
    mbs.SetNodeParameter(1, "initialCoordinates_t", [0.0])
    solve(mbs, "DOPRI5", 1e-4, end=0.5)
    assert min(times) == 0.0
    assert max(times) <= 0.5 + 1e-15


@pytest.mark.parametrize(
    "law",
    [
        lambda mbs, t, itemNumber, lOffset: t if t < 0.01 else 0.02 - t,
        lambda mbs, t, itemNumber, lOffset: t if t < 0.0103 else t + 1e-3,
        lambda mbs, t, itemNumber, lOffset: t + (10.0 * (t - 0.0103) ** 2 if t > 0.0103 else 0.0),
        lambda mbs, t, itemNumber, lOffset: t + 1e-9 * math.sin(1e12 * t),
    ],
    ids=["corner", "jump", "bend", "noise"],
)
def test_a_function_that_is_not_smooth_is_named(law):
    mbs = driven(lambda mbs, ends: tied(mbs, ends, offsetUserFunction=law))
    with pytest.raises(exu.SolverError, match="'drive'.*offsetUserFunction is not smooth at t"):
        solve(mbs, "DOPRI5", 1e-12, end=0.02)


def test_a_smooth_function_is_not_blamed():
    """A failure near it, of a spring of zero length, has another cause."""
    mbs = driven(LAWS["position"])
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.minimumStepSize = 0.1, 1e-3
    settings.timeIntegration.absoluteTolerance = 1e-13
    settings.timeIntegration.relativeTolerance = 1e-13
    with pytest.raises(exu.SolverError) as caught:
        mbs.SolveDynamic(settings, exu.DynamicSolverType.DOPRI5)
    assert "offsetUserFunction" not in str(caught.value)


LENGTH, SPRING, WHEEL = 1.0, 1.0, 5e-4
"""Car axis of the IVP test set: width [m], stiffness [N/m], mass of a wheel [kg]."""
CAR_AXIS = [0.0493455784275402809, 0.496989460230171154, 1.04174252488542152, 0.373911027265361257]
"""Published positions (x, y) of both wheels after 3 s [m]."""


def road_x(mbs, t, itemNumber, lOffset):
    return math.sqrt(1.0 - (0.1 * math.sin(10.0 * t)) ** 2) - 1.0


def road_x_t(mbs, t, itemNumber, lOffset):
    y = 0.1 * math.sin(10.0 * t)
    return -y * math.cos(10.0 * t) / math.sqrt(1.0 - y * y)


def held(mbs, t, itemNumber, q, q_t, velocityLevel):
    y = 0.1 * math.sin(10.0 * t)
    return [math.sqrt(1.0 - y * y) * q[0] + y * q[1]]


def held_q(mbs, t, itemNumber, q, q_t, velocityLevel):
    y = 0.1 * math.sin(10.0 * t)
    return [[math.sqrt(1.0 - y * y), y]]


def car_axis(rates):
    """Positions of both wheels after 3 s; the right one stands on a road that moves on a circle."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
    nodes, points = [], []
    for place, speed, mass in (
        ((0.0, 0.5), (-0.5, 0.0), WHEEL),
        ((LENGTH, 0.5), (-0.5, 0.0), WHEEL),
        ((LENGTH, 0.0), (0.0, 1.0), 1.0),
    ):
        form = NodePoint2D(referenceCoordinates=list(place), initialVelocities=list(speed))
        nodes.append(mbs.AddNode(form))
        body = mbs.AddObject(MassPoint2D(nodeNumber=nodes[-1], physicsMass=mass))
        points.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)))
    for ends in ([ground, points[0]], [points[2], points[1]]):
        mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=SPRING, referenceLength=0.5))
    mbs.AddObject(DistanceConstraint(markerNumbers=points[:2], distance=LENGTH))
    fixed = mbs.AddNode(NodePointGround())
    still = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=fixed, coordinate=0))
    for coordinate, function in enumerate(((road_x, road_x_t), (drive, drive_t))):
        marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[2], coordinate=coordinate))
        mbs.AddObject(
            CoordinateConstraint(
                markerNumbers=[still, marker],
                offsetUserFunction=function[0],
                offsetUserFunction_t=function[1] if rates else 0,
            )
        )
    ends = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node)) for node in (fixed, nodes[0])]
    mbs.AddObject(
        CoordinateVectorConstraint(
            markerNumbers=ends, scalingMarker1=np.zeros((1, 2)),
            constraintUserFunction=held, jacobianUserFunction=held_q,
        )
    )  # fmt: skip
    for point in points[:2]:
        mbs.AddLoad(Force(markerNumber=point, loadVector=[0.0, -WHEEL, 0.0]))
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps = 3.0, 300
    time.absoluteTolerance = time.relativeTolerance = 1e-10
    mbs.SolveDynamic(settings, solverType="DOPRI5")
    return np.concatenate(
        [mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[:2] for node in nodes[:2]]
    )


def test_a_road_without_rates_drives_the_car_axis_as_one_with_them():
    """Its x is a difference that is zero at the start, where its values are only rounding."""
    found = car_axis(rates=False)
    assert found == pytest.approx(CAR_AXIS, abs=1e-8)
    assert found == pytest.approx(car_axis(rates=True), abs=1e-8)
