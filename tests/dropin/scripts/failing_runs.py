# runs that fail: exceptions inside of functions, wrong arguments, and going on afterwards
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

exu.config.suppressWarnings = True
SC = exu.SystemContainer()
mbs = SC.AddSystem()
n = mbs.AddNode(Point(referenceCoordinates=[1, 0, 0]))
b = mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=n))
m = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
res = []


def Bad(mbs, t, load):
    if t > 0.25:
        raise ValueError('stop here')
    return load


def Undefined(mbs, t, itemNumber, u, v, k, d, offset):
    return k*u + missingName


l = mbs.AddLoad(LoadCoordinate(markerNumber=m, load=2, loadUserFunction=Bad))
o = mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, m], stiffness=10, damping=1))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 10
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.verboseMode = 0


def Try(function, *kinds):
    try:
        function()
        return 0
    except kinds as e:
        print('failed as expected:', type(e).__name__)
        return 1


res += [Try(lambda: mbs.SolveDynamic(settings), ValueError)]
mbs.SetLoadParameter(l, 'loadUserFunction', 0)
mbs.SetObjectParameter(o, 'springForceUserFunction', Undefined)
res += [Try(lambda: mbs.SolveDynamic(settings), ValueError)]
mbs.SetObjectParameter(o, 'springForceUserFunction', 0)
res += [Try(lambda: mbs.SolveDynamic(settings), ValueError)]
res += list(mbs.systemData.GetODE2Coordinates())
# wrong arguments
res += [Try(lambda: mbs.AddNode({'nodeType': 'NoSuchNode'}), Exception)]
res += [Try(lambda: mbs.AddNode(Point(position=[1, 2, 3])), TypeError)]
res += [Try(lambda: mbs.GetNode(100), Exception)]
res += [Try(lambda: mbs.GetObjectParameter(o, 'mass'), Exception)]
res += [Try(lambda: setattr(settings.timeIntegration, 'endtime', 3), AttributeError)]
res += [Try(lambda: setattr(settings.staticSolver, 'numberOfLoadSteps', 1.5), Exception)]
res += [Try(lambda: mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=b)), Exception)]
res += [Try(lambda: exu.RequireVersion('99.0.0'), RuntimeError)]
res += [mbs.GetNodeNumber('nobody').GetIndex() if hasattr(mbs.GetNodeNumber('nobody'), 'GetIndex') else mbs.GetNodeNumber('nobody')]
# singular statics
mbs.SetObjectParameter(o, 'stiffness', 0)
settings.staticSolver.verboseMode = 0
res += [Try(lambda: mbs.SolveStatic(settings), ValueError)]
mbs.SetObjectParameter(o, 'stiffness', 50)
mbs.SolveDynamic(settings)
res += [float(mbs.GetNodeOutput(n, exu.OutputVariableType.Displacement)[0])]
exudynTestGlobals.testResult = [float(x) for x in res]
