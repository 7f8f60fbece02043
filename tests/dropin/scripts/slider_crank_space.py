# spatial slider-crank with RevoluteJointZ, generic joints as universal and spherical joint, PrismaticJointX
import exudyn as exu
from exudyn.utilities import *
import exudyn.graphics as graphics
import numpy as np
import sys
useGraphics = False
try:
    from modelUnitTests import exudynTestGlobals
    useGraphics = exudynTestGlobals.useGraphics
except:
    pass

SC = exu.SystemContainer()
mbs = SC.AddSystem()
g = [0, 0, -9.81]
a, d, L = 0.1, 0.12, 0.35  # crank, height, rod
# crank turns about global x axis in the plane x=0; slider moves along x
pA = np.array([0, 0.1, d])
pB = pA + [0, 0, a]                          # crank end at the start
xs = np.sqrt(L**2 - pB[1]**2 - pB[2]**2)
pC = np.array([xs, 0, 0])
oGround = mbs.CreateGround(graphicsDataList=[graphics.CheckerBoard(point=[0, 0, -0.2], size=1)])
crank = mbs.CreateRigidBody(inertia=InertiaCuboid(2000, [0.02, 0.02, a]), referencePosition=0.5*(pA+pB),
                            initialAngularVelocity=[6., 0, 0], initialVelocity=np.cross([6., 0, 0], 0.5*(pB-pA)), gravity=g)
e = (pC-pB)/L
n1 = np.cross([0, 0, 1], e); n1 /= np.linalg.norm(n1)
Arod = np.array([e, n1, np.cross(e, n1)]).T
vB = np.cross([6., 0, 0], pB-pA)
vC = np.array([np.dot(vB, e)/e[0], 0, 0])
wRod = np.cross(e, vC-vB)/L
rod = mbs.CreateRigidBody(inertia=InertiaRodX(0.1, L) + InertiaMassPoint(0.001) + RigidBodyInertia(0, np.diag([1e-4, 0, 0])),
                          referencePosition=0.5*(pB+pC),
                          referenceRotationMatrix=Arod, initialVelocity=0.5*(vB+vC), initialAngularVelocity=wRod, gravity=g)
slider = mbs.CreateRigidBody(inertia=InertiaCuboid(5000, [0.05]*3), referencePosition=pC, initialVelocity=vC, gravity=g)

def Joint(kind, b0, b1, l0, l1, **kw):
    markers = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localPosition=l)) for b, l in [(b0, l0), (b1, l1)]]
    return mbs.AddObject(kind(markerNumbers=markers, **kw))

Z2X = RotationMatrixY(np.pi/2)
j0 = Joint(RevoluteJointZ, oGround, crank, pA, [0, 0, -a/2], rotationMarker0=Z2X, rotationMarker1=Z2X)
j1 = Joint(ObjectJointSpherical, crank, rod, [0, 0, a/2], [-L/2, 0, 0])
j2 = Joint(GenericJoint, slider, rod, [0, 0, 0], [L/2, 0, 0], constrainedAxes=[1, 1, 1, 1, 0, 0], rotationMarker0=Arod)
j3 = Joint(PrismaticJointX, oGround, slider, [0, 0, 0], [0, 0, 0])
sSlider = mbs.AddSensor(SensorBody(bodyNumber=slider, fileName='solution/slider.txt', storeInternal=True,
                                   outputVariableType=exu.OutputVariableType.Velocity))
mbs.AddLoad(LoadTorqueVector(markerNumber=mbs.GetObject(j0)['markerNumbers'][1], loadVector=[0.2, 0, 0]))
mbs.Assemble()
dof = mbs.ComputeSystemDegreeOfFreedom()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 600
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-11
simulationSettings.timeIntegration.endTime = 0.6
simulationSettings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
simulationSettings.solutionSettings.writeSolutionToFile = useGraphics
if useGraphics:
    SC.renderer.Start()
    SC.renderer.DoIdleTasks()
mbs.SolveDynamic(simulationSettings)
file = np.loadtxt('solution/slider.txt', comments='#', delimiter=',')
res = list(mbs.GetSensorStoredData(sSlider)[-1]) + [dof['degreeOfFreedom'], dof['redundantConstraints'], np.abs(file[:, 1]).max()]
for j in [j0, j2, j3]:
    res += list(mbs.GetObjectOutput(j, exu.OutputVariableType.ForceLocal))
    res += list(mbs.GetObjectOutput(j, exu.OutputVariableType.Rotation))
res += list(mbs.GetObjectOutputBody(crank, exu.OutputVariableType.AngularVelocity, [0, 0, 0]))
exudynTestGlobals.testResult = res
print(dof)
