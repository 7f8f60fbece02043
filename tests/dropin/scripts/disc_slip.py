"""A disc that slides, then rolls: its slip crosses the zone of its friction, and it lifts off."""

import exudyn as exu
import numpy as np
from exudyn.utilities import *

try:
    from modelUnitTests import exudynTestGlobals
except ImportError:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()

Out = exu.OutputVariableType
results = []


def Run(height, velocity, zone, steps):
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    ground = mbs.CreateGround()
    wheel = mbs.CreateRigidBody(referencePosition=[0, 0, 0.3 + height], gravity=[0, 0, -9.81], initialVelocity=velocity,
                                inertia=InertiaCylinder(500, 0.05, 0.3, axis=1), initialAngularVelocity=[0, 0.5, 0])
    data = mbs.AddNode(NodeGenericData(initialCoordinates=[0, 0, 0], numberOfDataCoordinates=3))
    ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=b)) for b in (ground, wheel)]
    disc = mbs.AddObject(RollingDiscPenalty(markerNumbers=ends, nodeNumber=data, discRadius=0.3, discAxis=[0, 1, 0],
                                            planeNormal=[0, 0, 1], contactStiffness=1e5, contactDamping=500,
                                            dryFriction=[0.2, 0.3], dryFrictionProportionalZone=zone))
    sensors = [mbs.AddSensor(SensorBody(bodyNumber=wheel, outputVariableType=v, storeInternal=True, writeToFile=False))
               for v in (Out.Position, Out.AngularVelocity)]
    sensors += [mbs.AddSensor(SensorObject(objectNumber=disc, outputVariableType=v, storeInternal=True,
                                           writeToFile=False)) for v in (Out.ForceLocal, Out.VelocityLocal)]
    sensors += [mbs.AddSensor(SensorNode(nodeNumber=data, outputVariableType=Out.Coordinates, storeInternal=True,
                                         writeToFile=False))]
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    settings.timeIntegration.newton.relativeTolerance = 1e-11
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = 0.02
    mbs.SolveDynamic(settings)
    for sensor in sensors:
        results.extend(mbs.GetSensorStoredData(sensor)[1:, 1:].ravel())


Run(0, [1, 0.1, 0], 0.05, 1000)
Run(0.01, [0.6, -0.2, 0], 0.02, 800)
exudynTestGlobals.testResult = np.array(results)
