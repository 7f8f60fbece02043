"""Kinematic trees: closed numbers, forces on links, control, tangents, and redundant bodies."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import RotationMatrixX

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
Z, X, Y = exu.JointType.RevoluteZ, exu.JointType.PrismaticX, exu.JointType.RevoluteY


def add_tree(mbs, joints, offsets, masses, centers, inertias, q, v=None, turns=None, **more):
    """A tree on a node of its own."""
    n = len(joints)
    node = mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0.0] * n,
            initialCoordinates=list(q),
            initialCoordinates_t=[0.0] * n if v is None else list(v),
            numberOfODE2Coordinates=n,
        )
    )
    more.setdefault("linkParents", list(range(-1, n - 1)))
    return mbs.AddObject(
        ObjectKinematicTree(
            nodeNumber=node,
            jointTypes=joints,
            jointTransformations=[np.eye(3)] * n if turns is None else turns,
            jointOffsets=offsets,
            linkInertiasCOM=[np.diag(each) for each in inertias],
            linkCOMs=centers,
            linkMasses=masses,
            **more,
        )
    )


def run(mbs, solver, steps, end=1.0, start_only=False):
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 1e-9 if start_only else end
    settings.timeIntegration.numberOfSteps = 1 if start_only else steps
    mbs.SolveDynamic(settings, solverType=solver)


def test_a_pendulum_has_the_documented_angle():
    mbs = exu.SystemContainer().AddSystem()
    tree = add_tree(
        mbs, [Z], [[0, 0, 0]], [10.0], [[0.5, 0, 0]], [[1, 1, 0.8416666666666667]], [0.0],
        gravity=[0, -9.81, 0], baseOffset=[0.5, 0, 0],
    )  # fmt: skip
    run(mbs, exu.DynamicSolverType.RK67, 1000)
    assert mbs.GetObjectOutput(tree, Out.Coordinates)[0] == pytest.approx(-3.13401855181, abs=1e-10)


def double_pendulum(mbs, **more):
    return add_tree(
        mbs, [Z, Z], [[0, 0, 0], [1, 0, 0]], [2, 3], [[0.5, 0, 0], [0.4, 0.1, 0]],
        [[0.1, 0.2, 0.3], [0.2, 0.3, 0.4]], [0.3, 0.4], gravity=[0, -9.81, 0], **more,
    )  # fmt: skip


ENDS = [-2.36326764949, -1.08289561454, -5.14709602104, 5.66339884432]


def end_of(mbs, tree):
    return np.r_[
        mbs.GetObjectOutput(tree, Out.Coordinates), mbs.GetObjectOutput(tree, Out.Coordinates_t)
    ]


def test_a_double_pendulum_by_explicit_steps():
    mbs = exu.SystemContainer().AddSystem()
    tree = double_pendulum(mbs)
    run(mbs, exu.DynamicSolverType.RK67, 1000)
    assert end_of(mbs, tree) == pytest.approx(ENDS, abs=1e-9)


def test_implicit_steps_are_of_second_order_and_keep_the_energy():
    errors = []
    for steps in (500, 1000):
        mbs = exu.SystemContainer().AddSystem()
        tree = double_pendulum(mbs)
        run(mbs, exu.DynamicSolverType.GeneralizedAlpha, steps)
        errors.append(np.abs(end_of(mbs, tree) - ENDS).max())
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.05)
    total = [
        mbs.GetObjectOutput(tree, Out.KineticEnergy)
        + mbs.GetObjectOutput(tree, Out.PotentialEnergy)
    ]
    start = 9.81 * (
        2 * 0.5 * np.sin(0.3) + 3 * (np.sin(0.3) + 0.4 * np.sin(0.7) + 0.1 * np.cos(0.7))
    )
    assert total[0] == pytest.approx(start, abs=1e-3)


H = np.pi / 2
SIX = dict(
    joints=[Z] * 6,
    offsets=[[0, 0, 0.3], [0.1, 0, 0], [0.4, 0, 0], [0.05, -0.35, 0], [0, 0, 0], [0, -0.1, 0]],
    masses=[10, 8, 6, 3, 2, 1],
    centers=[
        [0.02, 0.01, -0.1], [0.2, 0.01, 0.02], [0.03, -0.1, 0.01], [0, 0.02, 0.05],
        [0.01, -0.03, 0], [0, 0, 0.04],
    ],
    inertias=[
        [0.2, 0.25, 0.1], [0.05, 0.3, 0.28], [0.08, 0.03, 0.09], [0.01, 0.012, 0.008],
        [0.006, 0.004, 0.005], [0.001, 0.0012, 0.0008],
    ],
    turns=[RotationMatrixX(angle) for angle in (0, H, 0, H, -H, H)],
    q=[0.3, -0.5, 0.7, 0.2, -0.9, 0.4],
    v=[0.5, -0.3, 0.8, 1.1, -0.6, 0.2],
    gravity=[0, 0, -9.81],
)  # fmt: skip
BIAS = [
    *(0.361697521268, 63.7947813832, 8.4985722387),
    *(-0.0233978282678, -1.1712109664, -0.000773473760584),
]
TAU = [
    *(4.69674243346, 53.9491108876, 4.95810534967),
    *(0.0807345547454, -1.3142508185, 0.000553068201179),
]


def test_bias_and_accelerations_of_six_axes():
    mbs = exu.SystemContainer().AddSystem()
    tree = add_tree(mbs, **SIX, jointForceVector=TAU)
    run(mbs, exu.DynamicSolverType.RK44, 1, start_only=True)
    mbs2 = exu.SystemContainer().AddSystem()
    free = add_tree(mbs2, **SIX)
    run(mbs2, exu.DynamicSolverType.RK44, 1, start_only=True)
    assert mbs2.GetObjectOutput(free, Out.Force) == pytest.approx(BIAS, abs=1e-6)
    expected = [1, -2, 0.5, 0.3, -1.5, 2]
    assert mbs.GetObjectOutput(tree, Out.Coordinates_tt) == pytest.approx(expected, abs=1e-5)


def branch(mbs, **more):
    return add_tree(
        mbs, [Z, X, Y], [[0, 0, 0], [0.5, 0, 0.1], [0, 0.4, 0]], [2, 1.5, 1],
        [[0.2, 0.1, 0], [0.1, 0, 0.05], [0.3, 0, 0.1]],
        [[0.1, 0.2, 0.3], [0.02, 0.03, 0.04], [0.05, 0.06, 0.07]],
        [0.4, 0.25, -0.6], [0.7, -0.2, 0.9], gravity=[0, 0, -9.81], linkParents=[-1, 0, 0],
        turns=[np.eye(3), RotationMatrixX(0.3), RotationMatrixX(-0.4)], **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("force", "expected"),
    [
        ([0, 0, 0], [1.19202036219, 0.398886694811, 12.0670497444]),
        ([3, -2, 5], [-0.149878762817, 1.7416121417, 10.6993403959]),
    ],
)
@pytest.mark.parametrize("solver", ["RK44", "GeneralizedAlpha"])
def test_forces_on_links_of_a_branched_tree(force, expected, solver):
    mbs = exu.SystemContainer().AddSystem()
    tree = branch(mbs, linkForces=[[0, 0, 0], force, [0, 0, 0]])
    run(mbs, getattr(exu.DynamicSolverType, solver), 1, start_only=True)
    assert mbs.GetObjectOutput(tree, Out.Coordinates_tt) == pytest.approx(expected, abs=1e-6)


def test_control_pulls_joints_to_their_targets():
    mbs = exu.SystemContainer().AddSystem()
    tree = branch(
        mbs, jointPControlVector=[400.0] * 3, jointDControlVector=[60.0] * 3,
        jointPositionOffsetVector=[0.1, 0.2, 0.3], jointVelocityOffsetVector=[0.0] * 3,
    )  # fmt: skip
    mbs.Assemble()
    mbs.SolveStatic()
    assert mbs.GetObjectOutput(tree, Out.Force) == pytest.approx([0, 0, 0], abs=1e-7)
    assert mbs.GetObjectOutput(tree, Out.Coordinates) == pytest.approx([0.1, 0.2, 0.3], abs=0.05)


def test_user_functions_get_total_coordinates_and_rates():
    def drive(mbs, t, itemNumber, q, q_t):
        return [-3.0 * q[0] - 0.5 * q_t[0], -2.0 * q[1]]

    ends = []
    for more in (
        dict(forceUserFunction=drive),
        dict(
            jointPControlVector=[3.0, 2.0], jointPositionOffsetVector=[0.0, 0.0],
            jointDControlVector=[0.5, 0.0], jointVelocityOffsetVector=[0.0, 0.0],
        ),
    ):  # fmt: skip
        mbs = exu.SystemContainer().AddSystem()
        tree = double_pendulum(mbs, **more)
        run(mbs, exu.DynamicSolverType.GeneralizedAlpha, 200)
        ends.append(end_of(mbs, tree))
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (dict(linkParents=[-1, 1]), r"linkParents\[1\] must be less than 1"),
        (dict(linkForces=[[0, 0, 0]]), "linkForces must have 2 vectors"),
        (dict(jointPControlVector=[1, 1]), "needs jointPositionOffsetVector"),
        (dict(jointForceVector=[1.0]), "jointForceVector"),
    ],
)
def test_trees_that_do_not_fit_are_refused(change, told):
    mbs = exu.SystemContainer().AddSystem()
    with pytest.raises(exu.ParameterError, match=told):
        double_pendulum(mbs, **change)
        mbs.Assemble()
