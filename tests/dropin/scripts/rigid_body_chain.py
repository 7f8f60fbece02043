# rigid bodies in space with Create functions, revolute and generic joints, sensors on bodies
import exudyn as exu
import exudyn.graphics as graphics
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
L, b = 0.6, 0.08
gravity = [0, -9.81, 0]
inertia = InertiaCuboid(density=2700, sideLengths=[L, b, b])
brick = graphics.Brick(size=[L, b, b], color=graphics.color.steelblue)
ground = mbs.CreateGround(graphicsDataList=[graphics.CheckerBoard(size=3)])
bodies = [ground]
for i in range(3):
    bodies.append(mbs.CreateRigidBody(
        inertia=inertia, referencePosition=[L * (i + 0.5), 0, 0.02 * i], gravity=gravity,
        graphicsDataList=[brick], initialAngularVelocity=[0, 0, 0]))
mbs.CreateRevoluteJoint(bodyNumbers=[bodies[0], bodies[1]], position=[0, 0, 0], axis=[0, 0, 1],
                        axisRadius=0.02, axisLength=0.1)
mbs.CreateGenericJoint(bodyNumbers=[bodies[1], bodies[2]], position=[L, 0, 0],
                       constrainedAxes=[1, 1, 1, 1, 0, 0])
mbs.CreateSphericalJoint(bodyNumbers=[bodies[2], bodies[3]], position=[2 * L, 0, 0.02])
mbs.CreateForce(bodyNumber=bodies[3], loadVector=[0, 0, 3], localPosition=[L / 2, 0, 0])
sensor = mbs.AddSensor(SensorBody(bodyNumber=bodies[3], localPosition=[L / 2, 0, 0],
                                  storeInternal=True,
                                  outputVariableType=exu.OutputVariableType.Position))
sOmega = mbs.AddSensor(SensorBody(bodyNumber=bodies[2], storeInternal=True,
                                  outputVariableType=exu.OutputVariableType.AngularVelocity))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.endTime = 0.5
settings.timeIntegration.numberOfSteps = 250
settings.timeIntegration.verboseMode = 1
settings.timeIntegration.newton.useModifiedNewton = True
mbs.SolveDynamic(settings)
p = mbs.GetSensorValues(sensor)
w = mbs.GetSensorValues(sOmega)
mbs.PlotSensor(sensorNumbers=[sensor, sensor], components=[0, 1], closeAll=True)
exudynTestGlobals.testResult = [float(x) for x in p] + [float(x) for x in w]
