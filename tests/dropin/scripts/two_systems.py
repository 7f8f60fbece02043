# two systems in one container, coupled weakly by variables; repeated runs with a class
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np


class Oscillator:
    """mass on a spring, with its own system"""
    def __init__(self, SC, mass, stiffness):
        self.mbs = SC.AddSystem()
        mbs = self.mbs
        self.node = mbs.AddNode(Node1D(initialCoordinates=[0.1]))
        mbs.AddObject(Mass1D(physicsMass=mass, nodeNumber=self.node))
        self.m = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=self.node, coordinate=0))
        mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
        self.spring = mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, self.m], stiffness=stiffness, damping=0.1))
        mbs.variables['other'] = 0.
        mbs.AddLoad(LoadCoordinate(markerNumber=self.m, load=0, loadUserFunction=self.Load))
        mbs.Assemble()

    def Load(self, mbs, t, load):
        return mbs.variables['other']

    def Step(self, settings, other):
        self.mbs.variables['other'] = other
        self.mbs.SolveDynamic(settings, updateInitialValues=True)
        return self.mbs.GetNodeOutput(self.node, exu.OutputVariableType.Coordinates)


SC = exu.SystemContainer()
a = Oscillator(SC, 1., 40.)
b = Oscillator(SC, 2., 90.)
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 5
settings.timeIntegration.verboseMode = 0
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
xa, xb, t, h = 0.1, 0.1, 0., 0.02
rows = []
for i in range(25):
    settings.timeIntegration.startTime = t
    settings.timeIntegration.endTime = t + h
    xaNew = a.Step(settings, 5*(xb-xa))
    xb = b.Step(settings, 5*(xa-xb))
    xa = xaNew
    t += h
    rows += [[t, xa, xb]]
rows = np.array(rows)
print('number of systems:', SC.NumberOfSystems())
exudynTestGlobals.testResult = [float(x) for x in np.ravel(rows[::4])] + [SC.NumberOfSystems(), a.mbs.systemData.GetTime()]
