"""Statics from starts that are singular, and errors that must state what is wrong there."""

import math
import warnings

import numpy as np
import pytest
from scipy.optimize import brentq

import linkwork as exu
from linkwork.items import *
from linkwork.statics import stability as static_stability

from .static_models import Builder

pytestmark = pytest.mark.processors


def hanging_angles(pull, count):
    """Angles below the horizontal of rods between equal weights 1; pull -- horizontal force."""
    return np.arctan2(0.5 * (count - 1) - np.arange(count), pull)


@pytest.mark.parametrize("steps", [1, 7])
def test_a_cable_that_is_drawn_straight_hangs_down(steps):
    """Rods of 0.1 m, drawn on a line with 0.075 m for each: no first-order way leads out."""
    count, length, span = 12, 0.1, 0.9
    pull = brentq(
        lambda h: length * np.cos(hanging_angles(h, count)).sum() - span, 1e-3, 1e3, xtol=1e-14
    )
    angles = hanging_angles(pull, count)
    expected = length * np.cumsum(np.c_[np.cos(angles), -np.sin(angles), 0 * angles], axis=0)[:-1]
    model = Builder()
    last = model.fixed([0, 0, 0])
    for k in range(1, count):
        end = model.mass([span * k / count, 0, 0], force=(0, -1, 0))
        model.rod(last, end, length)
        last = end
    model.rod(last, model.fixed([span, 0, 0]), length)
    solution = model.solve(numberOfLoadSteps=steps)
    assert model.positions() == pytest.approx(expected, abs=1e-9)
    force = np.hypot(pull, 0.5 * (count - 1))
    assert abs(solution.multipliers[-1, -1]) == pytest.approx(force, rel=1e-8)


def test_a_flat_net_of_rods_that_are_too_long_sags():
    """Its corners are held; symmetric about both middles and the diagonal, rods keep lengths."""
    side, length, pitch = 6, 0.105, 0.1
    model, ends = Builder(), {}
    for i in range(side):
        for j in range(side):
            place = [pitch * i, pitch * j, 0]
            corner = i in (0, side - 1) and j in (0, side - 1)
            ends[i, j] = model.fixed(place) if corner else model.mass(place, 0.01, (0, 0, -0.1))
    for (i, j), end in ends.items():
        for other in ((i + 1, j), (i, j + 1)):
            if other in ends:
                model.rod(end, ends[other], length)
    model.solve()
    corners = {(i, j) for i in (0, side - 1) for j in (0, side - 1)}
    inner = iter(model.positions())
    places = np.array(
        [
            [[pitch * i, pitch * j, 0] if (i, j) in corners else next(inner) for j in range(side)]
            for i in range(side)
        ]
    )
    for axis in (0, 1):
        lengths = np.linalg.norm(np.diff(places, axis=axis), axis=2)
        assert lengths == pytest.approx(length, abs=1e-9)
    heights = places[:, :, 2]
    assert heights[1:-1, 1:-1].max() < -0.02
    for image in (heights[::-1], heights[:, ::-1], heights.T):
        assert heights == pytest.approx(image, abs=1e-7)


def test_rods_that_cannot_close_are_still_refused():
    """Two rods of 1 m between supports at a distance of 3 m."""
    model = Builder()
    left, right = model.fixed([0, 0, 0]), model.fixed([3, 0, 0])
    middle = model.mass([1.5, 0, 0], force=(0, -1, 0))
    model.rod(left, middle, 1)
    model.rod(middle, right, 1)
    with pytest.raises(exu.SolverError, match="cannot be satisfied together with the others"):
        model.solve()


def test_a_torque_that_never_ends_is_not_blamed_on_the_rod():
    """A force across a rod that turns with it: nothing balances it, wherever the rod points."""
    model = Builder()
    model.rod(model.fixed([0, 0, 0]), model.mass([1, 0, 0]), 1)

    def across(mbs, t, itemNumber, q, q_t):
        return [10.0 * q[1], -10.0 * (1.0 + q[0]), 0.0]

    model.mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=model.nodes, massMatrix=np.zeros((3, 3)), forceUserFunction=across
        )
    )
    settings = exu.SimulationSettings()
    settings.staticSolver.newton.maxIterations = 2
    settings.staticSolver.verboseMode = 0
    with pytest.raises(exu.SolverError, match="a force of .* remains at coordinate . of Point"):
        model.mbs.SolveStatic(settings)


# ------------------------------------------------------------------ unstable starts


@pytest.mark.parametrize("count", [20, 60])
def test_long_chains_that_stand_upright_hang_down(count):
    """Small ones are taken apart as a whole, those above 200 unknowns are not."""
    model = Builder()
    last = model.fixed([0, 0, 0])
    for k in range(1, count + 1):
        end = model.mass([0, 0, k], force=(0, 0, -1))
        model.rod(last, end, 1)
        last = end
    model.solve()
    expected = np.c_[np.zeros((count, 2)), -np.arange(1.0, count + 1)]
    assert model.positions() == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("solver", ["EigenSparse", "EXUdense"])
def test_one_of_many_pendulums_that_stands_is_not_overlooked(solver):
    """240 unknowns: the eigenvalues nearest to zero do not show the unstable one."""
    model = Builder()
    for k in range(60):
        height = 1 if k == 37 else -1
        end = model.mass([k, 0, height], force=(0, 0, -1 - 0.01 * k))
        model.rod(model.fixed([k, 0, 0]), end, 1)
    spare = model.rod(model.fixed([0, 5, 0]), end, 1)  # has a row, but does not count
    model.mbs.SetObjectParameter(spare, "activeConnector", False)
    settings = exu.SimulationSettings()
    settings.staticSolver.verboseMode = 0
    settings.linearSolverType = getattr(exu.LinearSolverType, solver)
    model.mbs.SolveStatic(settings)
    expected = np.c_[np.arange(60.0), np.zeros(60), -np.ones(60)]
    assert model.positions() == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("count, tried", [(0, (0.02,)), (10, ())])
def test_an_unstable_equilibrium_that_is_not_left_is_told(count, tried, monkeypatch):
    monkeypatch.setattr(static_stability, "KICKS", count)
    monkeypatch.setattr(static_stability, "KICK", tried)
    model = Builder()
    model.rod(model.fixed([0, 0, 0]), model.mass([0, 0, 1], force=(0, 0, -1)), 1)
    with pytest.warns(UserWarning) as told:
        model.solve()
    assert len(told) == 1 and "the equilibrium is unstable: coordinate" in str(told[0].message)
    assert model.positions() == pytest.approx(np.array([[0, 0, 1]]), abs=1e-12)


def test_a_run_that_only_creeps_ends():
    """A law that gets softer, and has no value beyond 0.5 m: only tiny steps find a place."""
    model = Builder()
    spring = model.spring(model.fixed([0, 0, 0]), model.mass([1, 0, 0], force=(1, 0, 0)), 1, 100)

    def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return math.sqrt(0.5 - deltaL) - math.sqrt(0.5)

    model.mbs.SetObjectParameter(spring, "springForceUserFunction", law)
    settings = exu.SimulationSettings()
    settings.staticSolver.newton.maxIterations = 6
    settings.staticSolver.verboseMode = 0
    text = "only steps of .* s succeed from there on, .* iterations for smaller steps"
    with pytest.raises(exu.SolverError, match=text), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is unstable, too
        model.mbs.SolveStatic(settings)
    assert 0.0 < model.mbs.solution.times[-1] < 1e-3


@pytest.mark.parametrize("apart", [0.0, 0.1, 2.5])
def test_joints_need_not_meet_in_the_guess_of_statics(apart):
    """A body hangs below its joint, however far from it the body begins."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.5 + apart, 0, 0]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=2, physicsInertia=0.1))
    ends = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground)),
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[-0.5, 0, 0])),
    ]
    joint = mbs.AddObject(RevoluteJoint2D(markerNumbers=ends))
    center = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(markerNumber=center, loadVector=[0, -9.81, 0]))
    assert bool(mbs.Check().of("violated-positions")) == (apart > 0.0)
    assert not mbs.Check(static=True).of("violated-positions")
    settings = exu.SimulationSettings()
    settings.staticSolver.verboseMode = 0
    mbs.SolveStatic(settings)
    place = mbs.GetNodeOutput(node, exu.OutputVariableType.Position)
    assert place == pytest.approx([0, -0.5, 0], abs=1e-9)
    force = mbs.GetObjectOutput(joint, exu.OutputVariableType.Force)
    assert np.linalg.norm(force) == pytest.approx(2 * 9.81, rel=1e-9)
