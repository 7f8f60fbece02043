"""Random models of all kinds of energy, losses and work, for the energy account."""

import copy
import math
import warnings

import numpy as np

import linkwork as exu
from linkwork.items import *


def sway(mbs, t, loadVector):
    return [loadVector[0] * math.sin(3 * t), loadVector[1] * math.cos(2 * t), loadVector[2] * t]


def swing(mbs, t, load):
    return load * math.sin(5 * t)


def cubic(mbs, t, itemNumber, u, u_t, k, d, f):
    return k * (u + 0.5 * u**3) + d * u_t + f


def stir(mbs, t, itemNumber, offset):
    return offset * math.sin(2 * t) ** 2


def twist(mbs, t, itemNumber, q, q_t):
    return np.array([0.3 * math.sin(4 * t), -0.2 * q_t[0] * q_t[1]])


class RandomModel:
    """A system of a few bodies; each family of items comes in with even chance."""

    def __init__(self, seed, constraints=True):
        self.rng = np.random.default_rng(seed)
        self.mbs = exu.SystemContainer().AddSystem()
        self.ground = self.mbs.AddObject(ObjectGround())
        self.points = [self._fixed([0, 0, 0]), self._fixed([3, 1, 0])]
        self.frames = [
            self.mbs.AddMarker(MarkerBodyRigid(bodyNumber=self.ground, localPosition=[-3, 2, 0]))
        ]
        for add in (self._masses, self._springs, self._planar, self._generic):
            add()
        if constraints and self._chance():
            self._rods()
        if constraints and self._chance():
            self._driven()
        self.mbs.Assemble()

    def _chance(self):
        return bool(self.rng.random() < 0.5)

    def _vector(self, size, scale=1.0):
        return (scale * self.rng.uniform(-1, 1, size)).tolist()

    def _fixed(self, place):
        return self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=self.ground, localPosition=place))

    def _masses(self):
        self.free = []
        for k in range(int(self.rng.integers(2, 5))):
            node = self.mbs.AddNode(
                NodePoint(
                    referenceCoordinates=[k + 1.0, 0.5 * k, *self._vector(1, 0.3)],
                    initialVelocities=self._vector(3),
                )
            )
            body = self.mbs.AddObject(
                MassPoint(nodeNumber=node, physicsMass=self.rng.uniform(0.5, 2))
            )
            self.points.append(self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)))
            self.free.append((node, self.points[-1]))
            if self._chance():
                weight = self.mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
                self.mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -9.81, 0]))
            if self._chance():
                function = sway if self._chance() else 0
                self.mbs.AddLoad(
                    Force(
                        markerNumber=self.points[-1], loadVector=self._vector(3, 4),
                        loadVectorUserFunction=function,
                    )
                )  # fmt: skip

    def _springs(self):
        for k, (_, marker) in enumerate(self.free):
            ends = [self.points[k], marker]
            given = dict(
                markerNumbers=ends, referenceLength=0.8, stiffness=self.rng.uniform(10, 60),
                damping=self.rng.uniform(0, 2), force=self.rng.uniform(-1, 1),
            )  # fmt: skip
            kind = int(self.rng.integers(4))
            if kind == 0:
                given["springForceUserFunction"] = cubic
            if kind == 1:
                given["velocityOffset"] = self.rng.uniform(-1, 1)
            if kind < 3:
                self.mbs.AddObject(SpringDamper(**given))
            else:
                self.mbs.AddObject(
                    CartesianSpringDamper(
                        markerNumbers=ends, stiffness=[20, 30, 40], damping=[0.5, 1, 0],
                        offset=[1, 0.5, 0],
                    )
                )  # fmt: skip
        if self._chance():
            pair = [self.free[0][1], self.free[-1][1]]
            self.mbs.AddObject(
                ConnectorGravity(
                    markerNumbers=pair, mass0=2, mass1=1, gravitationalConstant=1,
                    minDistanceRegularization=0.5,
                )
            )  # fmt: skip

    def _planar(self):
        if self._chance():
            return
        node = self.mbs.AddNode(
            NodeRigidBody2D(referenceCoordinates=[1, 3, 0.2], initialVelocities=self._vector(3, 3))
        )
        body = self.mbs.AddObject(
            RigidBody2D(
                nodeNumber=node, physicsMass=1.5, physicsInertia=0.4,
                physicsCenterOfMass=[0.3, -0.1] if self._chance() else [0, 0],
            )
        )  # fmt: skip
        tip = self.mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[0.5, 0.1, 0]))
        ends = [self.frames[0], tip]
        self.mbs.AddObject(
            PlanarSpringDamper(
                markerNumbers=ends, stiffness=5, damping=0.8, referenceLength=2,
                coupling=[0.05 if self._chance() else 0.0, 0.1],
            )
        )  # fmt: skip
        self.mbs.AddObject(
            TorsionalSpringDamper(
                markerNumbers=ends, stiffness=4, damping=0.2, torque=0.3,
                velocityOffset=0.5 if self._chance() else 0.0,
            )
        )  # fmt: skip
        self.mbs.AddLoad(Force(markerNumber=tip, loadVector=[1, 0.5, 0], bodyFixed=True))
        self.mbs.AddLoad(
            Torque(
                markerNumber=tip, loadVector=[0, 0, 1.5],
                loadVectorUserFunction=sway if self._chance() else 0,
            )
        )  # fmt: skip

    def _generic(self):
        if self._chance():
            return
        node = self.mbs.AddNode(
            NodeGenericODE2(
                numberOfODE2Coordinates=2, referenceCoordinates=[0, 0],
                initialCoordinates=self._vector(2, 0.3), initialCoordinates_t=self._vector(2),
            )
        )  # fmt: skip
        self.mbs.AddObject(
            ObjectGenericODE2(
                nodeNumbers=[node], massMatrix=[[2, 0.3], [0.3, 1]],
                stiffnessMatrix=[[20, -5], [-5 if self._chance() else 2, 15]],
                dampingMatrix=[[0.5, 0.1], [-0.2, 0.3]], forceVector=[1, -1],
                forceUserFunction=twist if self._chance() else 0,
            )
        )  # fmt: skip
        single = self.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=1))
        self.mbs.AddLoad(LoadCoordinate(markerNumber=single, load=2, loadUserFunction=swing))

    def _rods(self):
        """A pendulum of its own on the first mass: a rod to a further mass."""
        place = np.array([1.0, -1.0, 0.0])
        node = self.mbs.AddNode(NodePoint(referenceCoordinates=place.tolist()))
        body = self.mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=0.7))
        tip = self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
        ends = [self.points[0], tip]
        self.mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=math.sqrt(2.0)))
        self.mbs.AddLoad(Force(markerNumber=tip, loadVector=[0, -7, 1]))
        pair = [tip, self.free[0][1]]
        self.mbs.AddObject(SpringDamper(markerNumbers=pair, stiffness=5, damping=0.3))

    def _driven(self):
        """A mass that is moved along x and pulls another one with a spring."""
        node = self.mbs.AddNode(NodePoint(referenceCoordinates=[4, 0, 0]))
        body = self.mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=0.5))
        zero = self.mbs.AddNode(NodePointGround())
        ends = [
            self.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))
            for n in (zero, node)
        ]
        self.mbs.AddObject(
            CoordinateConstraint(markerNumbers=ends, offset=0.3, offsetUserFunction=stir)
        )
        tip = self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
        pair = [tip, self.free[-1][1]]
        self.mbs.AddObject(SpringDamper(markerNumbers=pair, stiffness=20, damping=0.5))

    def solve(self, solver, steps, end=0.5):
        settings = exu.SimulationSettings()
        settings.timeIntegration.endTime = end
        settings.timeIntegration.numberOfSteps = steps
        settings.timeIntegration.verboseMode = 0
        settings.solutionSettings.solutionWritePeriod = 0.0
        settings.solutionSettings.sensorsWritePeriod = 0.0
        return self.mbs.SolveDynamic(settings, solver)


def size_of(energies):
    """Largest energy of an account [J], for relative errors."""
    forms = (energies.kinetic, energies.potential, energies.dissipated, energies.work)
    return max(float(np.abs(values).max()) for values in forms)


def along_rows(solution):
    """Energies of a result whose integrals follow the recorded rows, however far apart they are."""
    made = copy.copy(solution)
    made.origin = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = made.energy()
    found.missing.clear()
    return found
