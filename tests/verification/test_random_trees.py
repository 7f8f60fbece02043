"""Random trees are redundant rigid bodies with joints: branches, revolute and prismatic joints."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import GetRigidBodyNode, RigidBodyInertia, RotationVector2RotationMatrix

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
RK67, ALPHA = exu.DynamicSolverType.RK67, exu.DynamicSolverType.GeneralizedAlpha
AXES = np.eye(3)
END = 0.2
NODE = exu.NodeType.RotationRotationVector


class Links:
    """Links of a random tree, and where they are at the start."""

    def __init__(self, seed, free=False):
        rng = np.random.default_rng(seed)
        self.free = free
        self.base = np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3)
        if free:
            R = RotationVector2RotationMatrix(rng.normal(size=3))
            self.base = R, *rng.uniform(-1, 1, (3, 3))
        n = self.n = int(rng.integers(2, 6))
        self.types = [int(k) for k in rng.integers(1, 7, n)]
        self.parents = [-1, *(int(rng.integers(-1, k)) for k in range(1, n))]
        self.turns = [RotationVector2RotationMatrix(rng.normal(size=3)) for _ in range(n)]
        self.offsets = rng.uniform(-0.5, 0.5, (n, 3))
        self.masses, self.centers = rng.uniform(0.5, 2.0, n), rng.uniform(-0.2, 0.2, (n, 3))
        self.inertias = []
        for _ in range(n):
            R, x = RotationVector2RotationMatrix(rng.normal(size=3)), rng.uniform(0.1, 0.3, 3)
            self.inertias.append(R @ np.diag([x[1] + x[2], x[0] + x[2], x[0] + x[1]]) @ R.T)
        self.q, self.v = rng.uniform(-0.5, 0.5, n), rng.uniform(-1, 1, n)
        self.gravity = [1.0, -2.0, -9.0]

    def frames(self):
        """Rotation, position, velocity and angular velocity of all links, and axes of joints."""
        found = []
        for k in range(self.n):
            R, p, v, w = found[self.parents[k]][:4] if self.parents[k] >= 0 else self.base
            axis, turns = AXES[(self.types[k] - 1) % 3], self.types[k] <= 3
            arm, F = R @ self.offsets[k], R @ self.turns[k]
            a = F @ axis
            if turns:
                turned = F @ RotationVector2RotationMatrix(axis * self.q[k])
                found.append((turned, p + arm, v + np.cross(w, arm), w + a * self.v[k], a, F))
            else:
                arm = arm + a * self.q[k]
                speed = v + np.cross(w, arm) + a * self.v[k]
                found.append((F, p + arm, speed, w, a, F))
        return found


BASE = dict(mass=3.0, com=np.array([0.1, -0.2, 0.05]), inertia=np.diag([0.4, 0.5, 0.6]))


def as_tree(mbs, links):
    base = {}
    if links.free:
        R, p, v, w = links.base
        node = GetRigidBodyNode(NODE, p, v, R, angularVelocity=w)
        base = dict(
            baseNodeNumber=mbs.AddNode(node), baseMass=BASE["mass"], baseCOM=BASE["com"],
            baseInertia=BASE["inertia"],
        )  # fmt: skip
    node = mbs.AddNode(
        NodeGenericODE2(
            initialCoordinates=links.q, initialCoordinates_t=links.v,
            numberOfODE2Coordinates=links.n,
        )
    )  # fmt: skip
    tree = mbs.AddObject(
        ObjectKinematicTree(
            nodeNumber=node, gravity=links.gravity, jointTypes=links.types,
            linkParents=links.parents, jointTransformations=links.turns,
            jointOffsets=links.offsets, linkMasses=links.masses, linkCOMs=links.centers,
            linkInertiasCOM=links.inertias, **base,
        )
    )  # fmt: skip
    return [
        mbs.AddMarker(MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=k))
        for k in range(links.n)
    ]


def as_bodies(mbs, links):
    bodies, markers = [], []
    if links.free:
        R, p, v, w = links.base
        made = RigidBodyInertia(
            BASE["mass"], BASE["inertia"], com=BASE["com"], inertiaTensorAtCOM=True
        )  # fmt: skip
        bodies.append(
            mbs.CreateRigidBody(
                referencePosition=p, referenceRotationMatrix=R, initialVelocity=v,
                initialAngularVelocity=w, inertia=made, gravity=links.gravity, nodeType=NODE,
            )
        )  # fmt: skip
    else:
        bodies.append(mbs.CreateGround())
    for k, (R, p, v, w, _, F) in enumerate(links.frames()):
        inertia = RigidBodyInertia(
            links.masses[k], links.inertias[k], com=links.centers[k], inertiaTensorAtCOM=True
        )
        body = mbs.CreateRigidBody(
            referencePosition=p, referenceRotationMatrix=R, initialVelocity=v,
            initialAngularVelocity=w, inertia=inertia, gravity=links.gravity,
            nodeType=NODE,
        )  # fmt: skip
        parent = links.parents[k]
        up = links.frames()[parent] if parent >= 0 else links.base
        free = (links.types[k] - 1) % 3 + (3 if links.types[k] <= 3 else 0)
        ends = [
            mbs.AddMarker(
                MarkerBodyRigid(
                    bodyNumber=bodies[parent + 1], localPosition=up[0].T @ (p - up[1])
                    if links.types[k] > 3 else links.offsets[k],
                )
            ),
            mbs.AddMarker(MarkerBodyRigid(bodyNumber=body)),
        ]  # fmt: skip
        mbs.AddObject(
            GenericJoint(
                markerNumbers=ends, constrainedAxes=[int(axis != free) for axis in range(6)],
                rotationMarker0=up[0].T @ F, rotationMarker1=R.T @ F,
            )
        )  # fmt: skip
        bodies.append(body)
        markers.append(mbs.AddMarker(MarkerBodyRigid(bodyNumber=body)))
    return markers


def run(links, make, solver, steps, linear=exu.LinearSolverType._None):
    """Places and rotations of all links at the end."""
    mbs = exu.SystemContainer().AddSystem()
    markers = make(mbs, links)
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = END, steps
    settings.linearSolverType = linear
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    mbs.SolveDynamic(settings, solverType=solver)
    return np.array(
        [
            np.r_[mbs.GetMarkerOutput(m, Out.Position), mbs.GetMarkerOutput(m, Out.Velocity)]
            for m in markers
        ]
    )


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_a_random_tree_is_redundant_bodies(seed, free):
    links = Links(seed, free)
    exact = run(links, as_tree, RK67, 200)
    assert run(links, as_bodies, RK67, 200) == pytest.approx(exact, abs=1e-8)
    # implicit steps are of second order: their error is extrapolated
    for make in (as_tree, as_bodies):
        coarse, fine = (run(links, make, ALPHA, steps) for steps in (100, 200))
        assert fine + (fine - coarse) / 3 == pytest.approx(exact, abs=2e-9)


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_articulated_bodies_are_the_matrix(seed, free):
    links = Links(seed, free)
    found = run(links, as_tree, RK67, 50)
    by_matrix = run(links, as_tree, RK67, 50, exu.LinearSolverType.EXUdense)
    assert found == pytest.approx(by_matrix, abs=1e-12)


def test_articulated_bodies_beside_others():
    """A spring from a link to a rigid body off its center: blocks of both kinds in one matrix."""
    ends = []
    for linear in (exu.LinearSolverType._None, exu.LinearSolverType.EXUdense):
        links = Links(3, True)

        def make(mbs, links):
            markers = as_tree(mbs, links)
            inertia = RigidBodyInertia(2.0, np.diag([1.0, 2.0, 2.0]), com=[0.1, 0.2, 0.3])
            body = mbs.CreateRigidBody(referencePosition=[1, 2, 3], inertia=inertia, nodeType=NODE)
            mass = mbs.CreateMassPoint(referencePosition=[0, 1, 0], physicsMass=2.0)
            other = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
            point = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
            for pair in ((markers[0], other), (markers[-1], point), (other, point)):
                mbs.AddObject(
                    CartesianSpringDamper(
                        markerNumbers=list(pair), stiffness=[20, 30, 40], damping=[1, 1, 1]
                    )
                )
            return [*markers, other, point]

        ends.append(run(links, make, RK67, 50, linear))
    assert ends[0] == pytest.approx(ends[1], abs=1e-11)


@pytest.mark.parametrize("seed", range(5))
def test_momentum_is_kept_in_free_flight(seed):
    links = Links(seed, True)
    links.gravity = [0.0, 0.0, 0.0]
    sums = []
    for steps in (0, 200):
        mbs = exu.SystemContainer().AddSystem()
        markers = as_tree(mbs, links)
        mbs.Assemble()
        if steps:
            settings = exu.SimulationSettings()
            settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = END, steps
            mbs.SolveDynamic(settings, solverType=RK67)
        linear, angular = np.zeros(3), np.zeros(3)
        parts = [
            (links.masses[k], links.centers[k], links.inertias[k], mbs.GetMarkerOutput, marker)
            for k, marker in enumerate(markers)
        ]
        parts.append((BASE["mass"], BASE["com"], BASE["inertia"], mbs.GetNodeOutput, 0))
        for mass, center, inertia, output, number in parts:
            R = np.reshape(output(number, Out.RotationMatrix), (3, 3))
            w, arm = output(number, Out.AngularVelocity), R @ center
            p = mass * (output(number, Out.Velocity) + np.cross(w, arm))
            linear += p
            place = output(number, Out.Position) + arm
            angular += np.cross(place, p) + R @ inertia @ R.T @ w
        sums.append(np.r_[linear, angular])
    assert sums[1] == pytest.approx(sums[0], abs=1e-10)
