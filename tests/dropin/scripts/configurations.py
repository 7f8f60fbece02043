# outputs of bodies, nodes and markers in all configurations, also inside of user functions
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
C = exu.ConfigurationType
V = exu.OutputVariableType
results = []
A = RotationMatrixY(0.3)
b = mbs.CreateRigidBody(referencePosition=[1, 0, 0], referenceRotationMatrix=A, inertia=InertiaCuboid(1000, [0.2, 0.1, 0.3]),
                        initialVelocity=[0, 1, 0], initialAngularVelocity=[0, 0, 2], initialDisplacement=[0.1, 0, 0.2],
                        gravity=[0, 0, -9.81])
bX = mbs.CreateRigidBody(referencePosition=[2, 0, 0], inertia=InertiaCuboid(1000, [0.2, 0.1, 0.3]), nodeType=exu.NodeType.RotationRxyz,
                         initialDisplacement=[0, 0.1, 0], initialAngularVelocity=[1, 0, 2], initialVelocity=[0, 0, 1])
m = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localPosition=[0.1, 0, 0]))
mN = mbs.AddMarker(MarkerNodeRigid(nodeNumber=1))
# reference values before Assemble
results += list(mbs.GetObjectOutputBody(b, V.Position, [0.1, 0, 0], C.Reference))
results += list(mbs.GetNodeOutput(0, V.Position, C.Reference)) + list(mbs.GetMarkerOutput(m, V.Position, C.Reference))
mbs.variables['record'] = []
def PreStep(mbs, t):
    if abs(t - 0.05) < 1e-10:
        for configuration in [C.Current, C.Initial]:
            mbs.variables['record'] += list(mbs.GetObjectOutputBody(0, V.Position, [0.1, 0, 0], configuration))
            mbs.variables['record'] += list(mbs.GetNodeOutput(1, V.Coordinates, configuration))
    return True
mbs.SetPreStepUserFunction(PreStep)
def UFload(mbs, t, loadVector):
    if abs(t - 0.05) < 1e-10: # last call in this step
        mbs.variables['startOfStep'] = list(mbs.GetNodeOutput(1, V.Coordinates, C.StartOfStep)) + [mbs.systemData.GetTime(C.StartOfStep)]
    return loadVector
mbs.AddLoad(LoadForceVector(markerNumber=mN, loadVector=[0, 2, 0], loadVectorUserFunction=UFload))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.numberOfSteps = 20
s.timeIntegration.endTime = 0.1
s.timeIntegration.newton.relativeTolerance = 1e-12
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
for c in [C.Reference, C.Initial, C.Current, C.StartOfStep]:
    for body in [b, bX]:
        results += list(mbs.GetObjectOutputBody(body, V.Position, [0, 0.05, 0], c))
        results += list(mbs.GetObjectOutputBody(body, V.RotationMatrix, [0, 0, 0], c))
        results += list(mbs.GetObjectOutputBody(body, V.Displacement, [0, 0.05, 0], c))
        if c != C.Reference:
            results += list(mbs.GetObjectOutputBody(body, V.Velocity, [0, 0.05, 0], c))
            results += list(mbs.GetObjectOutputBody(body, V.AngularVelocity, configuration=c))
    for node in range(2):
        results += list(mbs.GetNodeOutput(node, V.Coordinates, configuration=c))
        if c != C.Reference:
            results += list(mbs.GetNodeOutput(node, V.CoordinatesTotal, configuration=c))
        results += list(mbs.GetNodeOutput(node, V.Rotation, configuration=c))
    for marker in [m, mN]:
        results += list(mbs.GetMarkerOutput(marker, V.Position, c)) + list(mbs.GetMarkerOutput(marker, V.RotationMatrix, c))
    results += list(mbs.systemData.GetODE2Coordinates(c))
results += mbs.variables['record'] + mbs.variables['startOfStep']
results += [mbs.systemData.GetTime(C.Current), mbs.systemData.GetTime(C.Initial)]
exu.Print('number of results:', len(results))
exudynTestGlobals.testResult = results
