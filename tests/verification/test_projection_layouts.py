"""The projection of drift at index 2 does not depend on the linear solver."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import RigidBodyInertia

pytestmark = pytest.mark.processors

Solver = exu.LinearSolverType


def points(places, edges, gravity):
    """Points that rods connect; an edge to None holds a point at the origin."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddMarker(MarkerNodePosition(nodeNumber=mbs.AddNode(NodePointGround())))
    markers = {None: ground}
    for k, place in enumerate(places):
        speed = [0.0, 0.0, 0.2 * ((3 * k) % 5 - 2)]
        node = mbs.AddNode(NodePoint(referenceCoordinates=place, initialVelocities=speed))
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0 + k % 3))
        markers[k] = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
        force = np.multiply(gravity, 1.0 + k % 3)
        mbs.AddLoad(Force(markerNumber=markers[k], loadVector=force))
    for one, other in edges:
        ends = [markers[one], markers[other]]
        mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=0.5))
    mbs.Assemble()
    return mbs


def chain():
    places = [[0.5 * (k + 1), 0.0, 0.0] for k in range(6)]
    edges = [(None, 0), *((k, k + 1) for k in range(5))]
    return points(places, edges, [0.0, -9.81, 0.0])


def net(n=5):
    places = [[0.5 * i, 0.5 * j, 0.0] for i in range(n) for j in range(n)]
    along = [(n * i + j, n * i + j + 1) for i in range(n) for j in range(n - 1)]
    across = [(n * i + j, n * i + n + j) for i in range(n - 1) for j in range(n)]
    return points(places, along + across, [0.0, 0.0, -9.81])


def joints():
    mbs = exu.SystemContainer().AddSystem()
    last = mbs.CreateGround()
    for k in range(4):
        body = mbs.CreateRigidBody(
            referencePosition=[k + 0.5, 0.0, 0.0], gravity=[0.0, -9.81, 0.0],
            inertia=RigidBodyInertia(2.0, np.diag([0.3, 0.4, 0.5])),
        )  # fmt: skip
        axis = [0, 0, 1] if k % 2 == 0 else [0, 1, 0]
        mbs.CreateRevoluteJoint(bodyNumbers=[last, body], position=[k, 0, 0], axis=axis)
        last = body
    mbs.Assemble()
    return mbs


def end_of(mbs, solver, h=1e-2, modified=False):
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps = 1.0, round(1.0 / h)
    time.generalizedAlpha.useIndex2Constraints = True
    time.newton.useModifiedNewton = modified
    settings.linearSolverType = solver
    return mbs.SolveDynamic(settings).coordinates[-1].copy()


LAYOUTS = {chain: "LowFill", net: "HighFill", joints: "HighFill"}


@pytest.mark.parametrize("make", LAYOUTS)
@pytest.mark.parametrize("h", [1e-2, 1e-3])
def test_all_linear_solvers_project_alike(make, h):
    """Dense, sparse with little and much fill, L D L^T of an unsymmetric matrix."""
    dense = end_of(make(), Solver.EXUdense, h)
    truncation = np.abs(end_of(make(), Solver.EXUdense, 0.5 * h) - dense).max()
    for solver in (Solver.EigenSparse, Solver.EigenSparseSymmetric, Solver._None):
        mbs = make()
        found = end_of(mbs, solver, h)
        if solver == Solver.EigenSparse:
            assert type(mbs._data.equations.layout).__name__ == LAYOUTS[make]
        # L U are exact. L D L^T of a matrix that is not quite symmetric takes more updates, so that
        # the last matrix, whose gradients are the directions of the projection, is that of another
        # iterate
        limit = max(1e-8, 1e-3 * truncation) if mbs._data.scalars.partial else 1e-13
        np.testing.assert_allclose(found, dense, rtol=0, atol=limit)


@pytest.mark.parametrize("make", [chain, net])
def test_modified_newton_differs_by_less_than_the_error_of_its_steps(make):
    """Its factors are renewed at times that depend on their cost."""
    dense, sparse = (
        end_of(make(), s, modified=True) for s in (Solver.EXUdense, Solver.EigenSparse)
    )
    finer = end_of(make(), Solver.EXUdense, 5e-3, modified=True)
    assert np.abs(sparse - dense).max() < 0.02 * np.abs(finer - dense).max()
