# carriage on a rail: LinearSpringDamper, PrismaticJoint2D, RigidBody2D with eccentric center of mass
import sys
import exudyn as exu
from exudyn.utilities import *

useGraphics = True #without test
#+++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++
#you can erase the following lines and all exudynTestGlobals related operations if this is not intended to be used as TestModel:
try: #only if called from test suite
    from modelUnitTests import exudynTestGlobals #for globally storing test results
    useGraphics = exudynTestGlobals.useGraphics
except:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()
#+++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++

SC = exu.SystemContainer()
mbs = SC.AddSystem()
angle = 0.25
ground = mbs.AddObject(ObjectGround(referencePosition=[0, 0, 0], referenceRotation=RotationMatrixZ(angle)))
rect = GraphicsDataRectangle(-0.2, -0.1, 0.2, 0.1, color=[0.3, 0.3, 0.3, 1])
node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.3*cos(angle), 0.3*sin(angle), angle],
                                   initialVelocities=[0.2*cos(angle), 0.2*sin(angle), 0]))
carriage = mbs.AddObject(RigidBody2D(physicsMass=4, physicsInertia=0.1, nodeNumber=node,
                                     visualization=VObjectRigidBody2D(graphicsData=[rect])))
nodeP = mbs.AddNode(Rigid2D(referenceCoordinates=[0.3*cos(angle), 0.3*sin(angle), -0.5*pi],
                            initialVelocities=[0.2*cos(angle), 0.2*sin(angle), 1.]))
pendulum = mbs.AddObject(RigidBody2D(physicsMass=1.5, physicsInertia=0.4, nodeNumber=nodeP,
                                     physicsCenterOfMass=[0.4, 0.02]))
mRail = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
mCar = mbs.AddMarker(MarkerBodyRigid(bodyNumber=carriage))
mPend = mbs.AddMarker(MarkerBodyRigid(bodyNumber=pendulum))
joint = mbs.AddObject(PrismaticJoint2D(markerNumbers=[mRail, mCar], axisMarker0=[1, 0, 0],
                                       normalMarker1=[0, 1, 0], constrainRotation=True))
hinge = mbs.AddObject(RevoluteJoint2D(markerNumbers=[mCar, mPend]))
mRail3 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[0.1, 0, 0]))
spring = mbs.AddObject(LinearSpringDamper(markerNumbers=[mRail3, mCar], stiffness=250, damping=4,
                                          offset=0.25, velocityOffset=0.05, force=-2,
                                          axisMarker0=[1, 0, 0]))
for body in [carriage, pendulum]:
    mass = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(markerNumber=mass, loadVector=[0, -9.81, 0]))
sList = []
for (o, out) in [(spring, 'ForceLocal'), (spring, 'VelocityLocal'), (spring, 'DisplacementLocal')]:
    sList += [mbs.AddSensor(SensorObject(objectNumber=o, storeInternal=True,
                                         outputVariableType=getattr(exu.OutputVariableType, out)))]
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 500
simulationSettings.timeIntegration.endTime = 1
simulationSettings.solutionSettings.solutionWritePeriod = simulationSettings.timeIntegration.endTime/20
simulationSettings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
simulationSettings.displayStatistics = True
if useGraphics:
    SC.renderer.Start()
    mbs.WaitForUserToContinue()
success = mbs.SolveDynamic(simulationSettings)
exu.Print("solver success:", bool(success))
sol = LoadSolutionFile('coordinatesSolution.txt')
res = []
for s in sList:
    res += list(np.ravel(mbs.GetSensorValues(s)))
res += list(mbs.GetNodeOutput(nodeP, exu.OutputVariableType.Coordinates))
res += list(mbs.GetNodeOutput(node, exu.OutputVariableType.Velocity))
res += list(mbs.GetObjectOutputBody(pendulum, exu.OutputVariableType.Acceleration, localPosition=[0.8, 0, 0]))
res += [sol['nColumns'] if 'nColumns' in sol else -1, sol['nRows'], sol['data'][10, 3]]
exudynTestGlobals.testResult = [float(x) for x in res]
