"""Trees with every parameter away from its default, against a second derivation of the dynamics."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.trees.records import FREE, PRISMATIC, REVOLUTE
from linkwork.trees.table import TreeLink
from linkwork.utilities import (
    GetRigidBodyNode,
    RotationMatrix2EulerParameters,
    RotationVector2RotationMatrix,
)
from tests.trees import plain_recursion as plain

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
NODES = (
    exu.NodeType.RotationEulerParameters,
    exu.NodeType.RotationRxyz,
    exu.NodeType.RotationRotationVector,
)
LINEAR = (exu.LinearSolverType._None, exu.LinearSolverType.EXUdense)
N = 5


class Case:
    """A random tree: parameters of the item, its start, and loads at points of links."""

    def __init__(self, seed, free, follows):
        rng = np.random.default_rng(seed)
        self.free, self.own = free, [k for k in range(N) if not (follows and k in (2, 4))]
        n = len(self.own)
        turn = [RotationVector2RotationMatrix(rng.normal(size=3)) for _ in range(N + 1)]
        inertias = [R @ np.diag(0.1 + rng.uniform(0.1, 0.2, 3)) @ R.T for R in turn]
        self.values = dict(
            gravity=rng.uniform(-9, 9, 3), jointTypes=rng.integers(1, 7, N).tolist(),
            linkParents=[-1, *(int(rng.integers(-1, k)) for k in range(1, N))],
            jointTransformations=turn[:N], jointOffsets=rng.uniform(-0.5, 0.5, (N, 3)),
            linkMasses=rng.uniform(0.5, 2, N), linkCOMs=rng.uniform(-0.2, 0.2, (N, 3)),
            linkInertiasCOM=inertias[:N], linkForces=rng.uniform(-5, 5, (N, 3)),
            linkTorques=rng.uniform(-2, 2, (N, 3)), jointArmatures=rng.uniform(0, 0.3, N),
            jointDampings=rng.uniform(0, 1, N), jointFrictions=rng.uniform(0, 1, N),
            frictionZone=0.7, jointForceVector=rng.uniform(-3, 3, n),
            jointPControlVector=rng.uniform(0, 20, n), jointDControlVector=rng.uniform(0, 2, n),
            jointPositionOffsetVector=rng.uniform(-1, 1, n),
            jointVelocityOffsetVector=rng.uniform(-1, 1, n),
            mimicLeaders=[-1 if k in self.own else k - 1 for k in range(N)],
            mimicRatios=[1.0 if k in self.own else -0.6 - 0.2 * k for k in range(N)],
            mimicOffsets=[0.0 if k in self.own else 0.1 * k for k in range(N)],
        )  # fmt: skip
        if free:
            self.values |= dict(baseMass=3.0, baseCOM=[0.1, -0.2, 0.05], baseInertia=inertias[N])
        else:
            self.values |= dict(baseOffset=rng.uniform(-1, 1, 3))
        self.q, self.v, self.reference = rng.uniform(-1, 1, (3, n))
        self.place, self.speed, self.spin = rng.uniform(-1, 1, (3, 3))
        self.R = turn[N]
        self.points, self.forces, self.torques = rng.uniform(-0.4, 0.4, (3, N + 1, 3)) * 5.0

    def wanted(self):
        """Accelerations of base and joints by Newton and Euler."""
        p, shift = self.values, int(self.free)
        links = []
        if self.free:
            body = dict(mass=p["baseMass"], center=p["baseCOM"], inertia=p["baseInertia"])
            links.append(TreeLink(-1, FREE, **body))
        for k, kind in enumerate(p["jointTypes"]):
            parent, leader = p["linkParents"][k], p["mimicLeaders"][k]
            at = p["jointOffsets"][k] + (p.get("baseOffset", 0.0) if parent < 0 else 0.0)
            links.append(
                TreeLink(
                    parent + shift, REVOLUTE if kind <= 3 else PRISMATIC, np.eye(3)[(kind - 1) % 3],
                    p["jointTransformations"][k], at, p["linkMasses"][k], p["linkCOMs"][k],
                    p["linkInertiasCOM"][k], None if leader < 0 else leader + shift,
                    p["mimicRatios"][k], p["mimicOffsets"][k], p["jointArmatures"][k],
                    p["jointDampings"][k], p["jointFrictions"][k], p["frictionZone"],
                )
            )  # fmt: skip
        q, v = self.q, self.v
        if self.free:
            q = np.r_[self.place, RotationMatrix2EulerParameters(self.R), q]
            v = np.r_[self.R.T @ self.speed, self.R.T @ self.spin, v]
        n, zero = len(v), np.zeros(len(v))
        units = [plain.Motion(links, q, unit, zero) for unit in np.eye(n)]
        frames = plain.Motion(links, q, v, zero)
        tau = np.zeros(n)
        tau[6 * shift :] += p["jointForceVector"]
        tau[6 * shift :] += p["jointPControlVector"] * (p["jointPositionOffsetVector"] - self.q)
        tau[6 * shift :] += p["jointDControlVector"] * (p["jointVelocityOffsetVector"] - self.v)
        for k in range(1 - shift, N + 1):  # 0 is the base
            row, R = k - 1 + shift, frames.R[k - 1 + shift]
            loads = [(R @ self.points[k], R @ self.forces[k], self.torques[k])]
            if k > 0:
                loads.append((np.zeros(3), p["linkForces"][k - 1], p["linkTorques"][k - 1]))
            for arm, force, torque in loads:
                for i, unit in enumerate(units):
                    moved = unit.u[row] + np.cross(unit.w[row], arm)
                    tau[i] += moved @ force + unit.w[row] @ torque
        bias = plain.inverse_dynamics(links, p["gravity"], q, v, zero)
        return np.linalg.solve(plain.mass_matrix(links, q, n), tau - bias)

    def found(self, node_type, linear):
        """The same at the start of a run."""
        mbs, base = exu.SystemContainer().AddSystem(), {}
        if self.free:
            node = GetRigidBodyNode(
                node_type, self.place, self.speed, self.R, angularVelocity=self.spin
            )
            base["baseNodeNumber"] = mbs.AddNode(node)
        joints = mbs.AddNode(
            NodeGenericODE2(
                referenceCoordinates=self.reference, initialCoordinates=self.q - self.reference,
                initialCoordinates_t=self.v, numberOfODE2Coordinates=len(self.q),
            )
        )  # fmt: skip
        tree = mbs.AddObject(ObjectKinematicTree(nodeNumber=joints, **self.values, **base))
        for k in range(1 - self.free, N + 1):
            on = dict(objectNumber=tree, linkNumber=k - 1, localPosition=self.points[k])
            marker = mbs.AddMarker(MarkerKinematicTreeRigid(**on))
            mbs.AddLoad(
                LoadForceVector(markerNumber=marker, loadVector=self.forces[k], bodyFixed=True)
            )
            mbs.AddLoad(LoadTorqueVector(markerNumber=marker, loadVector=self.torques[k]))
        mbs.Assemble()
        settings = exu.SimulationSettings()
        settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1e-10, 1
        settings.linearSolverType = linear
        mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
        a = np.atleast_1d(mbs.GetObjectOutput(tree, Out.Coordinates_tt))
        if not self.free:
            return a
        own = mbs.GetNodeOutput(base["baseNodeNumber"], Out.Acceleration)
        turn = mbs.GetNodeOutput(base["baseNodeNumber"], Out.AngularAcceleration)
        return np.r_[self.R.T @ (own - np.cross(self.spin, self.speed)), self.R.T @ turn, a]


@pytest.mark.parametrize("follows", [False, True])
@pytest.mark.parametrize("free", [False, True])
def test_accelerations_with_all_parameters(free, follows):
    for seed in range(3):
        case = Case(seed, free, follows)
        wanted = case.wanted()
        size = np.abs(wanted).max()
        for node in NODES if free else NODES[:1]:
            for linear in LINEAR:
                assert case.found(node, linear) == pytest.approx(wanted, abs=1e-7 * size)
