# Create functions for mass points, springs, constraints and forces; restart by parts of a run
import exudyn as exu
from exudyn.utilities import *
import exudyn.graphics as graphics
from modelUnitTests import exudynTestGlobals
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround(referencePosition=[0, 0, 0], graphicsDataList=[graphics.CheckerBoard(point=[0, 0, -1])])
p = [mbs.CreateMassPoint(name='p'+str(i), referencePosition=[i+1., 0.2*i, 0], initialDisplacement=[0.01*i, 0, 0],
                         initialVelocity=[0, 0.3, 0], physicsMass=1+0.5*i, gravity=[0, -9.81, 0], create2D=(i == 2),
                         color=graphics.color.orange, drawSize=0.1) for i in range(3)]
first = mbs.CreateMassPoint(referencePosition=[-1, 0, 0], physicsMass=2, returnDict=True)
print('keys:', sorted(first))
s0 = mbs.CreateSpringDamper(bodyNumbers=[ground, p[0]], localPosition0=[0, 0.5, 0], stiffness=300, damping=2)
s1 = mbs.CreateSpringDamper(bodyNumbers=[p[0], p[1]], referenceLength=1, stiffness=200, damping=1, force=-3)
s2 = mbs.CreateCartesianSpringDamper(bodyNumbers=[p[1], p[2]], stiffness=[100, 150, 0], damping=[1, 1, 0], offset=[1, 0.2, 0])
d0 = mbs.CreateDistanceConstraint(bodyNumbers=[ground, first['bodyNumber']])
c0 = mbs.CreateCoordinateConstraint(bodyNumbers=[p[0], None], coordinates=[2, None])
f0 = mbs.CreateForce(bodyNumber=p[1], loadVector=[0, 10, 0], loadVectorUserFunction=lambda mbs, t, load: [0, load[1]*np.sin(4*t), 0])
f1 = mbs.CreateForce(bodyNumber=first['bodyNumber'], loadVector=[0, 1, 0.5])
mbs.Assemble()
counts = [mbs.systemData.NumberOfNodes(), mbs.systemData.NumberOfObjects(), mbs.systemData.NumberOfMarkers(),
          mbs.systemData.NumberOfLoads(), int(s0), int(d0), int(f0)]
res = list(counts)
settings = exu.SimulationSettings()
settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
settings.solutionSettings.sensorsWritePeriod = 0.05
settings.solutionSettings.coordinatesSolutionFileName = 'solution/parts.txt'
settings.solutionSettings.solutionWritePeriod = 0.02
tEnd = 0
for part in range(4):
    settings.timeIntegration.startTime = tEnd
    tEnd += 0.1
    settings.timeIntegration.endTime = tEnd
    settings.timeIntegration.numberOfSteps = 20
    settings.solutionSettings.appendToFile = (part > 0)
    settings.solutionSettings.writeInitialValues = (part == 0)
    mbs.SolveDynamic(settings, updateInitialValues=True)
data = np.loadtxt('solution/parts.txt', comments='#', delimiter=',')
res += [*data.shape, data[7, 0], data[7, 2], data[-1, 0], data[-1, 2]]
for i in p + [first['bodyNumber']]:
    res += list(mbs.GetObjectOutputBody(i, exu.OutputVariableType.Position))
    res += list(mbs.GetObjectOutputBody(i, exu.OutputVariableType.Velocity))
res += [mbs.GetObjectOutput(s0, exu.OutputVariableType.Distance), *mbs.GetObjectOutput(s2, exu.OutputVariableType.Force)]
exudynTestGlobals.testResult = [float(x) for x in res]
