# rolling discs with friction, a torsional spring, a prismatic joint, angular sensors
import exudyn as exu
from exudyn.utilities import *
import exudyn.graphics as graphics
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
r = 0.5
inertia = InertiaCylinder(100, 0.1, r, axis=0)
ground = mbs.CreateGround(graphicsDataList=[graphics.CheckerBoard([0, 0, -r], size=8)])
w0 = [-3, 0, 1.2]
wheel = mbs.CreateRigidBody(referencePosition=[0, 0, -0.001], initialVelocity=Skew(w0) @ [0, 0, r],
                            initialAngularVelocity=w0, inertia=inertia, gravity=[0, 0, -9.81],
                            graphicsDataList=[graphics.Cylinder([-0.05, 0, 0], [0.1, 0, 0], r)])
mbs.CreateRollingDiscPenalty(bodyNumbers=[ground, wheel], axisPosition=[0, 0, 0], axisVector=[1, 0, 0],
                             discRadius=r, planePosition=[0, 0, -r], planeNormal=[0, 0, 1],
                             contactStiffness=1e5, contactDamping=1e3, dryFriction=[0.4, 0.4],
                             dryFrictionProportionalZone=1.)
rotor = mbs.CreateRigidBody(referencePosition=[2, 0, 0], inertia=InertiaCuboid(500, [0.3, 0.2, 0.1]),
                            initialAngularVelocity=[0, 0, 4])
mbs.CreateRevoluteJoint(bodyNumbers=[ground, rotor], position=[2, 0, 0], axis=[0, 0, 1])
mbs.CreateTorsionalSpringDamper(bodyNumbers=[ground, rotor], position=[2, 0, 0], axis=[0, 0, 1],
                                stiffness=2, damping=0.05, torque=0.1)
slider = mbs.CreateRigidBody(referencePosition=[3, 0, 0], inertia=InertiaSphere(2, 0.1),
                             gravity=[0, 0, -9.81])
mbs.CreatePrismaticJoint(bodyNumbers=[ground, slider], position=[3, 0, 0], axis=[1, 0, -1])
mbs.CreateTorque(bodyNumber=rotor, loadVector=[0, 0, 0.2])
sensors = [mbs.AddSensor(SensorBody(bodyNumber=b, storeInternal=True, outputVariableType=v))
           for b, v in [(wheel, exu.OutputVariableType.Position), (wheel, exu.OutputVariableType.AngularVelocity),
                        (rotor, exu.OutputVariableType.Rotation), (slider, exu.OutputVariableType.Velocity)]]
mbs.Assemble()
s = exu.SimulationSettings()
s.solutionSettings.writeSolutionToFile = False
s.timeIntegration.endTime = 0.5
s.timeIntegration.numberOfSteps = 1000
s.timeIntegration.generalizedAlpha.spectralRadius = 0.5
s.timeIntegration.newton.useModifiedNewton = True
mbs.SolveDynamic(s)
exudynTestGlobals.testResult = [float(x) for k in sensors for x in mbs.GetSensorValues(k)]
