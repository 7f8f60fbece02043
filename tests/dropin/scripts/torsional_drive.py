# drive train: rotors on revolute joints with torsional springs, many turns, user function, sensors of angles
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals

def CreateModel(SC, nRotors=3):
    mbs = SC.AddSystem()
    ground = mbs.CreateGround()
    rotors, springs = [], []
    last = ground
    for i in range(nRotors):
        b = mbs.CreateRigidBody(referencePosition=[0.3*i, 0, 0], inertia=InertiaCylinder(2000, 0.05, 0.1 + 0.02*i, axis=0),
                                initialAngularVelocity=[20., 0, 0])
        mbs.CreateRevoluteJoint(bodyNumbers=[ground, b], position=[0.3*i, 0, 0], axis=[1, 0, 0], axisRadius=0.02, axisLength=0.05)
        if i > 0:
            springs.append(mbs.CreateTorsionalSpringDamper(bodyNumbers=[last, b], position=[0.3*i, 0, 0], axis=[1, 0, 0],
                                                           stiffness=200, damping=0.1, offset=0.1*i))
        rotors.append(b)
        last = b
    return mbs, ground, rotors, springs

def UFtorque(mbs, t, itemNumber, rotation, angularVelocity, stiffness, damping, offset):
    return stiffness*np.tanh(rotation - offset) + damping*angularVelocity*abs(angularVelocity)

SC = exu.SystemContainer()
mbs, ground, rotors, springs = CreateModel(SC)
oBrake = mbs.CreateTorsionalSpringDamper(bodyNumbers=[ground, rotors[0]], position=[0, 0, 0], axis=[1, 0, 0], stiffness=0.5,
                                         damping=0.001, springTorqueUserFunction=UFtorque)
mbs.CreateTorque(bodyNumber=rotors[-1], loadVector=[2, 0, 0], bodyFixed=True)
sensors = [mbs.AddSensor(SensorObject(objectNumber=o, outputVariableType=v, storeInternal=True)) for o in springs+[oBrake]
           for v in [exu.OutputVariableType.Rotation, exu.OutputVariableType.AngularVelocityLocal, exu.OutputVariableType.TorqueLocal]]
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.endTime = 1
simulationSettings.timeIntegration.numberOfSteps = 1000
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-11
simulationSettings.solutionSettings.sensorsWritePeriod = 0.02
simulationSettings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(simulationSettings)
values = [float(mbs.GetSensorValues(s)) for s in sensors]
turns = mbs.GetSensorStoredData(sensors[-3])[:, 1]/(2*pi)
exu.Print('turns of first rotor:', turns[-1])
exudynTestGlobals.testResult = values + [turns[-1], turns[len(turns)//2]]
mbs.PlotSensor(sensorNumbers=sensors[0:3], closeAll=True, yLabel='values', labels=['angle', 'rate', 'torque'])
