"""Limit stops and stick-slip of a coordinate, each alone and both at once, with two tolerances."""

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


def Run(tolerance, initialVelocity, mass, force, stops, friction):
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    ground = mbs.AddNode(NodePointGround())
    node = mbs.AddNode(Node1D(initialVelocities=[initialVelocity]))
    mbs.AddObject(Mass1D(physicsMass=mass, nodeNumber=node))
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (ground, node)]
    data = mbs.AddNode(NodeGenericData(initialCoordinates=[1 if friction else 0, 0, 0], numberOfDataCoordinates=3))
    spring = mbs.AddObject(CoordinateSpringDamperExt(markerNumbers=ends, nodeNumber=data, stiffness=20, damping=0.1,
                                                     **stops, **friction))
    mbs.AddLoad(LoadCoordinate(markerNumber=ends[1], load=force, loadUserFunction=lambda mbs, t, load: load * np.sin(12 * t)))
    sensors = [mbs.AddSensor(SensorNode(nodeNumber=n, outputVariableType=Out.Coordinates, storeInternal=True,
                                        writeToFile=False)) for n in (node, data)]
    sensors += [mbs.AddSensor(SensorObject(objectNumber=spring, outputVariableType=Out.Force, storeInternal=True,
                                           writeToFile=False))]
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 1000
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    settings.timeIntegration.newton.relativeTolerance = 1e-11
    settings.timeIntegration.discontinuous.iterationTolerance = tolerance
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = 0.02
    mbs.SolveDynamic(settings)
    for sensor in sensors:
        results.extend(mbs.GetSensorStoredData(sensor)[1:, 1:].ravel())


STOPS = dict(useLimitStops=True, limitStopsLower=-0.1037, limitStopsUpper=0.1219, limitStopsStiffness=5e3, limitStopsDamping=5)
FRICTION = dict(fDynamicFriction=1, fStaticFrictionOffset=0.3, stickingStiffness=2e3, stickingDamping=5,
                exponentialDecayStatic=0.05)
for tolerance in (1, 1e-2):
    Run(tolerance, 1, 1, 6, STOPS, FRICTION)
    Run(tolerance, -2, 3, 0, STOPS, {})
    Run(tolerance, 0.5, 2, 3, {}, FRICTION)
exudynTestGlobals.testResult = np.array(results)
