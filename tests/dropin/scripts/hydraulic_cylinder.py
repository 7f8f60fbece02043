# hydraulic actuator: valves that move, volumes that change, and a static start
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np


def Cylinder(pressures, load=0., velocity=0., **kwargs):
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    oGround = mbs.AddObject(ObjectGround())
    nMass = mbs.AddNode(NodePoint2D(referenceCoordinates=[1.2, 0], initialVelocities=[velocity, 0]))
    oMass = mbs.AddObject(MassPoint2D(physicsMass=200, nodeNumber=nMass))
    mGround = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround))
    mMass = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oMass))
    nGround = mbs.AddNode(NodePointGround())
    mC0 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
    mC1 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nMass, coordinate=1))
    mbs.AddObject(CoordinateConstraint(markerNumbers=[mC0, mC1]))
    nODE1 = mbs.AddNode(NodeGenericODE1(referenceCoordinates=[0, 0], initialCoordinates=pressures,
                                        numberOfODE1Coordinates=2))
    values = dict(offsetLength=1, strokeLength=0.5, chamberCrossSection0=2e-3, chamberCrossSection1=1e-3,
                  hoseVolume0=1e-3, hoseVolume1=8e-4, valveOpening0=0, valveOpening1=0,
                  oilBulkModulus=1.2e7, actuatorDamping=5e3, nominalFlow=2e-7,
                  systemPressure=1.4e7, tankPressure=1e5)
    values.update(kwargs)
    oHA = mbs.AddObject(HydraulicActuatorSimple(name='LiftCylinder', markerNumbers=[mGround, mMass],
                        nodeNumbers=[nODE1], visualization={'show': True, 'cylinderRadius': 50e-3,
                        'rodRadius': 28e-3, 'pistonRadius': 0.04, 'pistonLength': 0.001,
                        'rodMountRadius': 0.0, 'baseMountRadius': 20.0e-3, 'baseMountLength': 20.0e-3,
                        'colorCylinder': color4blue, 'colorPiston': color4lightgrey}, **values))
    oDC = mbs.AddObject(DistanceConstraint(markerNumbers=[mGround, mMass], distance=1.2,
                                           activeConnector=False))
    mbs.AddLoad(Force(markerNumber=mMass, loadVector=[load, 0, 0]))
    return mbs, nMass, nODE1, oHA, oDC


def Settings(endTime, steps):
    simulationSettings = exu.SimulationSettings()
    simulationSettings.timeIntegration.numberOfSteps = steps
    simulationSettings.timeIntegration.endTime = endTime
    simulationSettings.timeIntegration.verboseMode = 0
    simulationSettings.staticSolver.verboseMode = 0
    simulationSettings.timeIntegration.newton.useModifiedNewton = False
    simulationSettings.timeIntegration.generalizedAlpha.spectralRadius = 0.7
    simulationSettings.timeIntegration.newton.relativeTolerance = 1e-10
    simulationSettings.solutionSettings.writeSolutionToFile = False
    return simulationSettings


result = []
for useVolumes in [False, True]:
    mbs, nMass, nODE1, oHA, oDC = Cylinder([2e6, 4e6], velocity=0.05, useChamberVolumeChange=useVolumes,
                                           cylinderBulkModulus=1e9, hoseBulkModulus=2e8)
    sForce = mbs.AddSensor(SensorObject(objectNumber=oHA, storeInternal=True,
                                        outputVariableType=exu.OutputVariableType.Force))

    def PreStepUserFunction(mbs, t):
        mbs.SetObjectParameter(oHA, 'valveOpening0', 0.5*np.sin(4*t)**2)
        mbs.SetObjectParameter(oHA, 'valveOpening1', -0.5*np.sin(4*t)**2)
        return True

    mbs.SetPreStepUserFunction(PreStepUserFunction)
    mbs.Assemble()
    mbs.SolveDynamic(Settings(0.5, 1000))
    result += [mbs.GetNodeOutput(nMass, exu.OutputVariableType.Position)[0],
               mbs.GetNodeOutput(nMass, exu.OutputVariableType.Velocity)[0],
               *(1e-6*mbs.GetNodeOutput(nODE1, exu.OutputVariableType.Coordinates)),
               1e-3*mbs.GetSensorStoredData(sForce)[-1, 1],
               mbs.GetObjectOutput(oHA, exu.OutputVariableType.Distance),
               mbs.GetObjectOutput(oHA, exu.OutputVariableType.VelocityLocal)]

# static start: hold the length, take the force over into the pressure, let go
mbs, nMass, nODE1, oHA, oDC = Cylinder([1e6, 1e6], load=-5000.)
mbs.Assemble()
mbs.SetObjectParameter(oDC, 'activeConnector', True)
simulationSettings = Settings(0.1, 200)
simulationSettings.staticSolver.constrainODE1coordinates = True
mbs.SolveStatic(simulationSettings, updateInitialValues=True)
force = mbs.GetObjectOutput(oDC, exu.OutputVariableType.Force)
result += [1e-3*force]
mbs.SetObjectParameter(oDC, 'activeConnector', False)
nODE1index = mbs.GetNodeODE1Index(nODE1)
pressures = mbs.systemData.GetODE1Coordinates(exu.ConfigurationType.Initial)
pressures[nODE1index] += force/2e-3
mbs.systemData.SetODE1Coordinates(pressures, exu.ConfigurationType.Initial)
mbs.SolveDynamic(simulationSettings)
result += [mbs.GetNodeOutput(nMass, exu.OutputVariableType.Position)[0],
           *(1e-6*mbs.GetNodeOutput(nODE1, exu.OutputVariableType.Coordinates))]
print(result)
exudynTestGlobals.testResult = result
