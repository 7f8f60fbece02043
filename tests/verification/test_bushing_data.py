"""Bushings with data: their function after Newton's method, in steps of time and of load.

A body slides along x on a bushing of stiffness K that yields at the force F_Y. Its plastic
displacement is a data coordinate, which a function after Newton's method computes.
"""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

pytestmark = pytest.mark.processors

K, F_Y, MASS, SPEED = 2000.0, 50.0, 2.0, 3.0
Out = exu.OutputVariableType


def plastic(mbs, t, itemIndex, data, d, r, v, w, stiffness, damping, rotJ0, rotJ1, offset):
    """Return mapping: the displacement that yields so much that the force does not exceed F_Y."""
    force = stiffness[0, 0] * (d[0] - data[0])
    beyond = abs(force) - F_Y
    if beyond <= 0.0:
        return [0.0, -1.0, data[0]]
    return [beyond, -1.0, data[0] + math.copysign(beyond / stiffness[0, 0], force)]


def called_back(mbs, *arguments):
    """The same as a plain Python function, which uses the system."""
    assert len(mbs.systemData.GetDataCoordinates()) == 1
    return np.array(plastic(mbs, *arguments))


def body_on_bushing(after=plastic, node_kind=NodeRigidBodyEP, **given):
    """(system, bushing): a body on a bushing whose spring along x knows the plastic part."""
    mbs = exu.SystemContainer().AddSystem()
    data = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=1))
    reference = [0.0] * 3 + ([1.0, 0.0, 0.0, 0.0] if node_kind is NodeRigidBodyEP else [0.0] * 3)
    speeds = [SPEED] + [0.0] * (len(reference) - 1)
    node = mbs.AddNode(node_kind(referenceCoordinates=reference, initialVelocities=speeds))
    body = mbs.AddObject(RigidBody(mass=MASS, inertia=[1, 2, 2, 0, 0, 0], nodeNumber=node))
    ends = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=b)) for b in (mbs.AddObject(ObjectGround()), body)
    ]

    def law(mbs, t, itemNumber, d, r, v, w, stiffness, damping, rotJ0, rotJ1, offset):
        (yielded,) = mbs.GetNodeOutput(0, Out.Coordinates)
        u = np.array([d[0] - yielded, d[1], d[2], *r])
        return stiffness @ u

    bushing = mbs.AddObject(
        RigidBodySpringDamper(
            markerNumbers=ends, nodeNumber=data, stiffness=np.diag([K, 1e3, 1e3, 40, 40, 40.0]),
            springForceTorqueUserFunction=law, postNewtonStepUserFunction=after, **given,
        )
    )  # fmt: skip
    mbs.Assemble()
    return mbs, bushing


def settings(steps, end=0.3):
    made = exu.SimulationSettings()
    made.timeIntegration.endTime, made.timeIntegration.numberOfSteps = end, steps
    made.timeIntegration.newton.relativeTolerance = 1e-10
    made.timeIntegration.discontinuous.iterationTolerance = 1e-6
    made.solutionSettings.solutionWritePeriod = end / steps
    return made


def yielding(t):
    """(displacement, plastic part) in closed form: elastic, plastic, elastic again."""
    omega = math.sqrt(K / MASS)
    t_yield = math.asin(F_Y / K * omega / SPEED) / omega
    v_yield, slowing = SPEED * math.cos(omega * t_yield), F_Y / MASS
    t_stop = t_yield + v_yield / slowing
    if t < t_yield:
        return SPEED / omega * math.sin(omega * t), 0.0
    if t < t_stop:
        s = t - t_yield
        x = F_Y / K + v_yield * s - 0.5 * slowing * s * s
        return x, x - F_Y / K
    rest = 0.5 * v_yield**2 / slowing
    return rest + F_Y / K * math.cos(omega * (t - t_stop)), rest


@pytest.mark.parametrize("node_kind", [NodeRigidBodyEP, NodeRigidBodyRxyz, NodeRigidBodyRotVecLG])
def test_an_elastoplastic_bushing_follows_the_closed_form(node_kind):
    """Yielding begins and ends within a step: the order of the error is 1."""
    errors = []
    for steps in (400, 800):
        mbs, _ = body_on_bushing(node_kind=node_kind)
        found = mbs.SolveDynamic(settings(steps))
        exact = np.array([yielding(t) for t in found.times])
        away = np.column_stack([found.coordinates[:, 0], found.data_coordinates[:, 0]]) - exact
        errors.append(np.abs(away).max())
        assert found.statistics.disagreed == 0
    assert errors[1] < 4e-4 and errors[1] < 0.6 * errors[0]


def test_it_is_compiled_and_called_back_alike():
    results = []
    for after in (exu.compiled(plastic), called_back, exu.called_back(plastic)):
        mbs, bushing = body_on_bushing(after)
        results.append(mbs.SolveDynamic(settings(100)))
        (record,) = (r for r in mbs.UserFunctionInfo() if r.parameter.startswith("post"))
        assert record.compiled == (not results[1:]) and record.number == bushing
    assert results[0].data_coordinates[-1, 0] > 0.1
    for other in results[1:]:
        assert np.array_equal(other.coordinates, results[0].coordinates)
        assert np.array_equal(other.data_coordinates, results[0].data_coordinates)


def test_statics_yield_up_to_a_spring_beside_it():
    """F = F_Y + k_2 u beyond the yield point, and back along K + k_2."""
    hardening, load = 500.0, 80.0
    mbs, bushing = body_on_bushing()
    markers = mbs.GetObject(bushing)["markerNumbers"]
    mbs.AddObject(CartesianSpringDamper(markerNumbers=markers, stiffness=[hardening, 0, 0]))
    force = mbs.AddLoad(Force(markerNumber=markers[1], loadVector=[load, 0, 0]))
    mbs.Assemble()
    chosen = exu.SimulationSettings()
    chosen.staticSolver.discontinuous.iterationTolerance = 1e-9
    chosen.staticSolver.discontinuous.maxIterations = 200
    mbs.SolveStatic(chosen, updateInitialValues=True)
    u = (load - F_Y) / hardening
    assert mbs.GetNodeOutput(1, Out.Displacement)[0] == pytest.approx(u, rel=1e-9)
    assert mbs.GetNodeOutput(0, Out.Coordinates) == pytest.approx([u - F_Y / K], rel=1e-9)
    mbs.SetLoadParameter(force, "loadVector", [0.5 * load, 0, 0])
    mbs.SolveStatic(chosen)
    back = u - 0.5 * load / (K + hardening)
    assert mbs.GetNodeOutput(1, Out.Displacement)[0] == pytest.approx(back, rel=1e-9)
    assert mbs.GetNodeOutput(0, Out.Coordinates) == pytest.approx([u - F_Y / K], rel=1e-9)


def test_explicit_solvers_call_it_after_each_step():
    mbs, _ = body_on_bushing(node_kind=NodeRigidBodyRotVecLG)
    found = mbs.SolveDynamic(settings(3000), solverType=exu.DynamicSolverType.RK44)
    exact = np.array([yielding(t) for t in found.times])
    assert np.abs(found.coordinates[:, 0] - exact[:, 0]).max() < 2e-3


def test_it_receives_what_the_outputs_tell():
    calls = []

    def noted(mbs, *arguments):
        calls.append(arguments)
        return [0.0, -1.0, *arguments[2]]

    M0, offset = exu.utilities.RotationMatrixX(0.25), [0.5, 0, 0, 0, 0.25, 0]
    mbs, bushing = body_on_bushing(noted, rotationMarker0=M0, offset=offset)
    mbs.SolveDynamic(settings(1, end=0.01))
    ((t, number, data, *state, K6, D6, rotJ0, rotJ1, given),) = calls
    assert (t, number, list(data)) == (0.01, bushing, [0.0])
    for value, name in zip(
        state,
        (Out.DisplacementLocal, Out.Rotation, Out.VelocityLocal, Out.AngularVelocityLocal),
        strict=True,
    ):
        assert np.array_equal(value, mbs.GetObjectOutput(bushing, name))
    assert np.array_equal(K6, mbs.GetObject(bushing)["stiffness"]) and not D6.any()
    assert np.array_equal(rotJ0, M0) and np.array_equal(rotJ1, np.eye(3))
    assert np.array_equal(given, offset)
    mbs.SetObjectParameter(bushing, "activeConnector", False)
    mbs.SolveDynamic(settings(1, end=0.01))
    assert len(calls) == 1


def test_a_recommended_step_is_taken():
    def careful(mbs, t, itemIndex, data, d, r, v, w, k, damping, rotJ0, rotJ1, offset):
        found = plastic(mbs, t, itemIndex, data, d, r, v, w, k, damping, rotJ0, rotJ1, offset)
        return [found[0], 1e-4 if data[0] == 0.0 and found[0] > 0.0 else -1.0, found[2]]

    mbs, _ = body_on_bushing(careful)
    found = mbs.SolveDynamic(settings(100))
    assert found.statistics.rejected >= 1 and found.statistics.steps > 100


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ([0.0, -1.0], r"must return 3 numbers.*the 1 data coordinates"),
        ([0.0, -1.0, 0.0, 0.0], "must return 3 numbers"),
        ([-1.0, -1.0, 0.0], "an error >= 0 first"),
        ([0.0, -1.0, math.nan], "nan at 2"),
        (None, "must return 3 numbers"),
    ],
)
@pytest.mark.parametrize("way", [exu.called_back, lambda function: function])
def test_other_results_are_refused(result, text, way):
    def after(mbs, t, itemIndex, data, d, r, v, w, k, damping, rotJ0, rotJ1, offset):
        return result

    mbs, bushing = body_on_bushing(way(after))
    with pytest.raises(exu.SolverError, match=f"postNewtonStepUserFunction.*{text}"):
        mbs.SolveDynamic(settings(2, end=0.01))


def test_a_created_bushing_without_node_has_no_data():
    sizes = []

    def after(mbs, t, itemIndex, data, d, r, v, w, k, damping, rotJ0, rotJ1, offset):
        sizes.append(len(data))
        return [0.0, -1.0]

    mbs = exu.SystemContainer().AddSystem()
    inertia = exu.utilities.InertiaSphere(mass=1.0, radius=0.5)
    ends = [mbs.CreateGround(), mbs.CreateRigidBody(inertia=inertia)]
    bushing = mbs.CreateRigidBodySpringDamper(
        bodyNumbers=ends, stiffness=np.eye(6), postNewtonStepUserFunction=after
    )
    mbs.Assemble()
    mbs.SolveDynamic(settings(4, end=0.01))
    assert sizes == [0] * 4
    mbs.SetObjectParameter(bushing, "postNewtonStepUserFunction", 0)
    mbs.Assemble()
    mbs.SolveDynamic(settings(4, end=0.01))
    assert sizes == [0] * 4


def test_the_node_must_have_data_coordinates():
    mbs, bushing = body_on_bushing()
    with pytest.raises(exu.ParameterError, match="nodeNumber must be a NodeGenericData"):
        mbs.SetObjectParameter(bushing, "nodeNumber", exu.NodeIndex(1))
        mbs.Assemble()
