"""Joints of kinematic trees: armature, damping, dry friction, and joints that follow others."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.extend.probe import Probe
from linkwork.items import *
from tests.cases import Cases

from .test_kinematic_tree import Out, X, Z, add_tree, branch, double_pendulum, end_of, run

pytestmark = pytest.mark.processors

RK67, ALPHA = exu.DynamicSolverType.RK67, exu.DynamicSolverType.GeneralizedAlpha


def slide(mbs, v=0.0, **more):
    """A mass of 2 kg on a prismatic joint."""
    return add_tree(mbs, [X], [[0, 0, 0]], [2.0], [[0, 0, 0]], [[1, 1, 1]], [0.0], [v], **more)


@pytest.mark.parametrize("solver", [RK67, ALPHA])
def test_armature_adds_to_the_mass(solver):
    mbs = exu.SystemContainer().AddSystem()
    tree = slide(mbs, jointForceVector=[6.0], jointArmatures=[1.0])
    run(mbs, solver, 10)
    assert mbs.GetObjectOutput(tree, Out.Coordinates)[0] == pytest.approx(1.0, rel=1e-12)
    assert mbs.GetObjectOutput(tree, Out.KineticEnergy) == pytest.approx(6.0, rel=1e-12)


def test_damping_lets_velocities_decay():
    mbs = exu.SystemContainer().AddSystem()
    tree = slide(mbs, 3.0, jointDampings=[4.0])
    run(mbs, RK67, 200)
    assert mbs.GetObjectOutput(tree, Out.Coordinates_t)[0] == pytest.approx(3 * math.exp(-2))


def test_friction_is_constant_beyond_its_zone_and_proportional_within():
    mbs = exu.SystemContainer().AddSystem()
    tree = slide(mbs, 3.0, jointFrictions=[2.0], frictionZone=0.5)
    run(mbs, RK67, 1000)
    assert mbs.GetObjectOutput(tree, Out.Coordinates_t)[0] == pytest.approx(2.0, abs=1e-12)
    mbs = exu.SystemContainer().AddSystem()
    tree = slide(mbs, 0.25, jointFrictions=[2.0], frictionZone=0.5)
    run(mbs, RK67, 200)
    assert mbs.GetObjectOutput(tree, Out.Coordinates_t)[0] == pytest.approx(0.25 * math.exp(-2))


def test_damping_is_control_of_the_rate():
    ends = []
    for more in (
        dict(jointDampings=[0.5, 0.25]),
        dict(jointDControlVector=[0.5, 0.25], jointVelocityOffsetVector=[0.0, 0.0]),
    ):
        mbs = exu.SystemContainer().AddSystem()
        tree = double_pendulum(mbs, **more)
        run(mbs, ALPHA, 200)
        ends.append(end_of(mbs, tree))
    assert ends[0] == pytest.approx(ends[1], abs=1e-11)


FOLLOWING = dict(
    joints=[Z, X, Z, Z], offsets=[[0, 0, 0], [0.5, 0, 0.1], [0, 0.4, 0], [0.3, 0, 0.2]],
    masses=[2, 1.5, 1, 0.5],
    centers=[[0.2, 0.1, 0], [0.1, 0, 0.05], [0.3, 0, 0.1], [0.1, 0.1, 0.1]],
    inertias=[[0.1, 0.2, 0.3], [0.02, 0.03, 0.04], [0.05, 0.06, 0.07], [0.01, 0.01, 0.01]],
    gravity=[0.5, -9.0, -2.0], linkParents=[-1, 0, 1, 0], jointDampings=[0.1, 0.2, 0.3, 0.4],
    jointArmatures=[0.5, 0.0, 0.25, 0.125], jointFrictions=[0.1, 0.2, 0.3, 0.4], frictionZone=2.0,
    linkForces=[[0, 0, 0], [3, -2, 5], [1, 1, 1], [0, 2, 0]],
)  # fmt: skip
MIMIC = dict(
    mimicLeaders=[-1, -1, 0, 1], mimicRatios=[1, 1, -0.5, 3.0], mimicOffsets=[0, 0, 0.1, -0.2]
)


def following(mbs, q, v, **more):
    """A tree of four links with two coordinates."""
    n = len(q)
    node = mbs.AddNode(
        NodeGenericODE2(
            initialCoordinates=list(q), initialCoordinates_t=list(v), numberOfODE2Coordinates=n
        )
    )
    given = dict(FOLLOWING)
    return mbs.AddObject(
        ObjectKinematicTree(
            nodeNumber=node, jointTypes=given.pop("joints"), jointOffsets=given.pop("offsets"),
            jointTransformations=[np.eye(3)] * 4, linkMasses=given.pop("masses"),
            linkCOMs=given.pop("centers"),
            linkInertiasCOM=[np.diag(each) for each in given.pop("inertias")], **given, **more,
        )
    )  # fmt: skip


@pytest.mark.parametrize("solver", [exu.DynamicSolverType.RK44, ALPHA])
def test_joints_that_follow_are_those_of_equations(solver):
    """The same with four coordinates and two constraints between them."""
    mbs = exu.SystemContainer().AddSystem()
    tree = following(mbs, [0.4, 0.2], [0.7, -0.3], **MIMIC)
    run(mbs, solver, 1000, end=0.5)
    full = exu.SystemContainer().AddSystem()
    other = following(full, [0.4, 0.2, -0.1, 0.4], [0.7, -0.3, -0.35, -0.9])
    node = full.GetObject(other)["nodeNumber"]
    markers = [
        full.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=k)) for k in range(4)
    ]
    for leader, follower, ratio, offset in ((0, 2, -0.5, 0.1), (1, 3, 3.0, -0.2)):
        full.AddObject(
            ObjectConnectorCoordinate(
                markerNumbers=[markers[leader], markers[follower]], factorValue1=1 / ratio,
                offset=offset / ratio,
            )
        )  # fmt: skip
    run(full, solver, 1000, end=0.5)
    q, expected = end_of(mbs, tree), end_of(full, other)
    allowed = 1e-10 if solver == exu.DynamicSolverType.RK44 else 1e-5
    assert q == pytest.approx(expected[[0, 1, 4, 5]], abs=allowed)


def test_matrix_is_the_derivative_of_the_residual():
    rng = np.random.default_rng(4)
    with Cases() as cases:
        for name, make in (
            ("joints", lambda mbs: following(mbs, [0.4, 0.2, -0.1, 0.4], [0.7, -0.3, 0.1, 0.2])),
            ("mimic", lambda mbs: following(mbs, [0.4, 0.2], [0.7, -0.3], **MIMIC)),
            ("branch", lambda mbs: branch(mbs, jointArmatures=[1.0, 2.0, 0.5])),
        ):
            mbs = exu.SystemContainer().AddSystem()
            make(mbs)
            probe = Probe(mbs, [], 0)
            for factors in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 1.5, 2.0)):
                with cases(name, factors):
                    probe.shake(rng, 0.3)
                    probe.factors(*map(float, factors), 1.0)
                    wanted = probe.differences(0)
                    error = np.abs(probe.matrix(0) - wanted).max()
                    assert error <= 2e-8 * max(np.abs(wanted).max(), 1.0)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (dict(jointArmatures=[1.0]), "jointArmatures"),
        (dict(jointDampings=[1.0, -1.0]), r"jointDampings\[1\] must be >= 0"),
        (dict(mimicLeaders=[-1, 0]), "jointTypes must have 2 entries that follow no other"),
        (dict(mimicLeaders=[1, 0]), r"mimicLeaders\[0\] must be a joint that follows no other"),
        (dict(mimicLeaders=[-1, 5]), r"mimicLeaders\[1\] must be a joint that follows no other"),
        (dict(baseNodeNumber=0), "baseNodeNumber must be a node of a rigid body"),
    ],
)
def test_joints_that_do_not_fit_are_refused(change, told):
    mbs = exu.SystemContainer().AddSystem()
    with pytest.raises(exu.ParameterError, match=told):
        double_pendulum(mbs, **change)
        mbs.Assemble()
