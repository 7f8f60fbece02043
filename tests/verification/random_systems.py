"""The models of `random_runs.py` as systems of Linkwork, and runs of them."""

import linkwork as exu
from linkwork.items import *

from .random_runs import END, FUNCTIONS, cubic, soft, stir, sway, swing

Output = exu.OutputVariableType
FORMS = ("kinetic", "potential", "dissipated", "work", "balance")


class System:
    """A system made of a RandomRun; q and v are the start that constraints allow."""

    def __init__(self, run, mechanics):
        self.run, self.mechanics = run, mechanics
        self.mbs = exu.SystemContainer().AddSystem()
        self.ground = self.mbs.AddObject(ObjectGround())
        self.nodes, self.objects, self.elements = [], [], []
        for body in run.bodies:
            self._body(body)
        self.zero = self.mbs.AddMarker(
            MarkerNodeCoordinate(nodeNumber=self.mbs.AddNode(NodePointGround()), coordinate=0)
        )
        for element in run.elements:
            self.elements.append(self._element(element))
        for (first, second), length in zip(run.rods, mechanics.lengths, strict=True):
            ends = [self._marker(first), self._marker(second)]
            self.mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=length))
        for number, axis, offset in run.driven:
            self.mbs.AddObject(
                CoordinateConstraint(
                    markerNumbers=[self.zero, self._coordinate(number, axis)],
                    offset=offset,
                    offsetUserFunction=stir,
                )
            )
        for load in run.loads:
            self._load(load)
        for number, event in enumerate(run.events):
            self._event(number, event)
        for form in FORMS:
            self.mbs.AddSensor(SensorEnergy(name=form, energyType=form, storeInternal=True))
        self.mbs.Assemble()

    def _body(self, body):
        i, size = body["first"], body["size"]
        start = dict(
            referenceCoordinates=body["reference"],
            initialCoordinates=self.mechanics.q0[i : i + size],
            initialVelocities=self.mechanics.v0[i : i + size],
        )
        if body["kind"] == "point":
            node = self.mbs.AddNode(NodePoint(**start))
            item = MassPoint(nodeNumber=node, physicsMass=body["m"])
        elif body["kind"] == "line":
            node = self.mbs.AddNode(Node1D(**start))
            item = Mass1D(
                nodeNumber=node, physicsMass=body["m"], referencePosition=body["place"],
                referenceRotation=body["rotation"],
            )  # fmt: skip
        else:
            node = self.mbs.AddNode(NodeRigidBody2D(**start))
            item = RigidBody2D(
                nodeNumber=node, physicsMass=body["m"], physicsInertia=body["J"],
                physicsCenterOfMass=body["com"],
            )  # fmt: skip
        self.nodes.append(node)
        self.objects.append(self.mbs.AddObject(item))

    def _object(self, number):
        return self.ground if number < 0 else self.objects[number]

    def _marker(self, point, kind=MarkerBodyPosition):
        number, local = point
        return self.mbs.AddMarker(kind(bodyNumber=self._object(number), localPosition=local))

    def _coordinate(self, number, axis):
        return self.mbs.AddMarker(
            MarkerNodeCoordinate(nodeNumber=self.nodes[number], coordinate=axis)
        )

    def _element(self, e):
        kind = e["kind"]
        if kind == "coordinate":
            item = CoordinateSpringDamper(
                markerNumbers=[self.zero, self._coordinate(e["body"], e["axis"])],
                stiffness=e["k"], damping=e["d"], offset=e["offset"],
                springForceUserFunction=soft if e["function"] else 0,
            )  # fmt: skip
            return self.mbs.AddObject(item)
        marker = MarkerBodyRigid if kind == "torsion" else MarkerBodyPosition
        ends = [self._marker(point, marker) for point in e["points"]]
        if kind in ("spring", "function"):
            item = SpringDamper(
                markerNumbers=ends, stiffness=e["k"], damping=e["d"], referenceLength=e["L0"],
                force=e["f"], velocityOffset=e["rate"],
                springForceUserFunction=cubic if kind == "function" else 0,
            )  # fmt: skip
        elif kind == "tabular":
            item = TabularSpringDamper(
                markerNumbers=ends, stiffness=e["k"], damping=e["d"], referenceLength=e["L0"],
                springType=e["law"], curve=e["curve"], extrapolate=e["extrapolate"],
                noAdhesion=bool(e["no_adhesion"]),
            )  # fmt: skip
        elif kind == "cartesian":
            item = CartesianSpringDamper(
                markerNumbers=ends, stiffness=e["k"], damping=e["d"], offset=e["offset"]
            )
        elif kind == "gravity":
            item = ConnectorGravity(
                markerNumbers=ends, mass0=e["mass0"], mass1=e["mass1"],
                gravitationalConstant=e["G"],
            )  # fmt: skip
        else:
            item = TorsionalSpringDamper(
                markerNumbers=ends, stiffness=e["k"], damping=e["d"], offset=e["offset"],
                torque=e["f"], velocityOffset=e["rate"],
            )  # fmt: skip
        return self.mbs.AddObject(item)

    def _load(self, load):
        kind = load["kind"]
        if kind == "weight":
            marker = self.mbs.AddMarker(MarkerBodyMass(bodyNumber=self._object(load["body"])))
            self.mbs.AddLoad(Gravity(markerNumber=marker, loadVector=load["f"]))
        elif kind == "coordinate":
            marker = self._coordinate(load["body"], load["axis"])
            function = swing if load["function"] else 0
            self.mbs.AddLoad(
                LoadCoordinate(markerNumber=marker, load=load["f"], loadUserFunction=function)
            )
        else:
            function = sway if load["function"] else 0
            given = dict(loadVector=load["f"], loadVectorUserFunction=function)
            if kind == "torque":
                marker = self._marker(load["point"], MarkerBodyRigid)
                self.mbs.AddLoad(Torque(markerNumber=marker, **given))
            else:
                kind = MarkerBodyRigid if load["fixed"] else MarkerBodyPosition
                marker = self._marker(load["point"], kind)
                self.mbs.AddLoad(Force(markerNumber=marker, bodyFixed=load["fixed"], **given))

    def _event(self, number, event):
        given = dict(
            name=f"event {number}", direction=event["direction"], terminal=event["terminal"],
            actionUserFunction=self._action(event) if event["action"] else 0,
        )  # fmt: skip
        if event["kind"] == "function":
            given["eventUserFunction"] = FUNCTIONS[event["function"]]
        else:
            if event["kind"] == "distance":
                watched = SensorObject(
                    objectNumber=self.elements[event["target"]],
                    outputVariableType=Output.Distance,
                )
            else:
                kind = Output.Position if event["kind"] == "position" else Output.Velocity
                watched = SensorBody(
                    bodyNumber=self.objects[event["target"]], outputVariableType=kind
                )
            given |= dict(sensorNumber=self.mbs.AddSensor(watched), component=event["component"])
            given["threshold"] = event["threshold"]
        self.mbs.AddSensor(SensorEvent(**given))

    def _action(self, event):
        kind = event["action"]

        def act(mbs, t, itemNumber):
            data = mbs.systemData
            q, v = data.GetODE2Coordinates(), data.GetODE2Coordinates_t()
            if kind == "back":
                data.SetODE2Coordinates_t(-0.8 * v)
            elif kind == "one":
                v[0] *= -0.7
                data.SetODE2Coordinates_t(v)
            elif kind == "shift":
                q[0] += 0.05
                data.SetODE2Coordinates(q)
            else:
                spring = self.elements[event["element"]]
                k = mbs.GetObjectParameter(spring, "stiffness")
                mbs.SetObjectParameter(spring, "stiffness", 1.5 * k)
            return True

        return act

    def solve(self, solver, steps, tolerance=None, **implicit):
        """Run with every step recorded."""
        settings = exu.SimulationSettings()
        time = settings.timeIntegration
        time.endTime, time.numberOfSteps, time.verboseMode = END, steps, 0
        if tolerance is not None:
            time.absoluteTolerance = time.relativeTolerance = tolerance
        for name, value in implicit.items():
            setattr(time.generalizedAlpha, name, value)
        settings.solutionSettings.solutionWritePeriod = 0.0
        settings.solutionSettings.sensorsWritePeriod = 0.0
        return self.mbs.SolveDynamic(settings, solverType=solver)
