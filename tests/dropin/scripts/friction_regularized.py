#+++++++++++++++++++++++++++++++++++++++++++
# oscillators with regularized, static and viscous friction
#+++++++++++++++++++++++++++++++++++++++++++
import exudyn as exu
from exudyn.utilities import *
import numpy as np
try:
    from modelUnitTests import exudynTestGlobals
except:
    class exudynTestGlobals: useGraphics = True

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nGround = mbs.AddNode(NodePointGround())
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))


def Oscillator(mass, u0, v0, **kwargs):
    n = mbs.AddNode(Node1D(initialCoordinates=[u0], initialVelocities=[v0]))
    mbs.AddObject(Mass1D(physicsMass=mass, nodeNumber=n))
    m = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))
    o = mbs.AddObject(CoordinateSpringDamperExt(markerNumbers=[mG, m], **kwargs))
    return n, m, o


# regularized friction only (no data node)
nA, mA, oA = Oscillator(1.2, 0.1, 0, stiffness=400, damping=0.2, offset=0.01,
                        fDynamicFriction=2, fStaticFrictionOffset=1, exponentialDecayStatic=0.02,
                        fViscousFriction=0.3, frictionProportionalZone=0.05)
# spring with factors and offset
nB, mB, oB = Oscillator(0.5, 0.02, 0.1, stiffness=50, damping=0.1, offset=0.01, factor1=2)
# linear friction
nC, mC, oC = Oscillator(0.8, 0.05, -0.1, stiffness=100, fViscousFriction=1.5, fDynamicFriction=0.5,
                        frictionProportionalZone=0.1)
sensors = [mbs.AddSensor(SensorObject(objectNumber=o, storeInternal=True,
                                      outputVariableType=exu.OutputVariableType.Force))
           for o in (oA, oB, oC)]
sensorsU = [mbs.AddSensor(SensorNode(nodeNumber=n, storeInternal=True,
                                     outputVariableType=exu.OutputVariableType.Coordinates))
            for n in (nA, nB, nC)]
mbs.Assemble()
mbs.systemData.Info()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 2000
simulationSettings.timeIntegration.endTime = 1
simulationSettings.solutionSettings.writeSolutionToFile = False
simulationSettings.solutionSettings.sensorsWritePeriod = 0.05
simulationSettings.timeIntegration.newton.useModifiedNewton = True
mbs.SolveDynamic(simulationSettings)
result = []
for s in sensors + sensorsU:
    data = mbs.GetSensorStoredData(s)
    result += [float(data[k, 1]) for k in (3, 7, -1)]
exudynTestGlobals.testResult = result
