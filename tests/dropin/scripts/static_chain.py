# static preload, then release: SolveStatic and SolveDynamic with updateInitialValues
import exudyn as exu
from exudyn.utilities import *
useGraphics = True
try:
    from modelUnitTests import exudynTestGlobals
    useGraphics = exudynTestGlobals.useGraphics
except:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nBodies = 4
background = [GraphicsDataRectangle(-1, -2, 6, 2, color4grey)]
oGround = mbs.AddObject(ObjectGround(visualization=VObjectGround(graphicsData=background)))
mLast = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround))
nodes = []
for i in range(nBodies):
    node = mbs.AddNode(Point2D(referenceCoordinates=[i+1, 0]))
    body = mbs.AddObject(MassPoint2D(physicsMass=0.5, nodeNumber=node))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
    mbs.AddObject(SpringDamper(markerNumbers=[mLast, marker], referenceLength=0.9, stiffness=400, damping=0.4))
    mbs.AddLoad(Gravity(markerNumber=mbs.AddMarker(MarkerBodyMass(bodyNumber=body)), loadVector=[0, -9.81, 0]))
    mLast = marker
    nodes += [node]
mEnd = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround, localPosition=[nBodies+1, 0, 0]))
oEnd = mbs.AddObject(SpringDamper(markerNumbers=[mLast, mEnd], referenceLength=0.9, stiffness=400, damping=0.4))
lEnd = mbs.AddLoad(Force(markerNumber=marker, loadVector=[10, 0, 0]))
mbs.AddSensor(SensorNode(nodeNumber=nodes[1], fileName='solution/staticChain.txt',
                         outputVariableType=exu.OutputVariableType.Displacement))
mbs.Assemble()

simulationSettings = exu.SimulationSettings()
simulationSettings.staticSolver.numberOfLoadSteps = 10
simulationSettings.staticSolver.verboseMode = 0
simulationSettings.staticSolver.newton.relativeTolerance = 1e-10
simulationSettings.solutionSettings.coordinatesSolutionFileName = 'solution/staticChainCoords.txt'
mbs.SolveStatic(simulationSettings, updateInitialValues=True)
stat = LoadSolutionFile('solution/staticChainCoords.txt', verbose=False)
fileStatic = np.loadtxt('solution/staticChain.txt', comments='#', delimiter=',')
uStatic = mbs.systemData.GetODE2Coordinates(configuration=exu.ConfigurationType.Initial)
exu.Print('static deflection =', uStatic[1::2])

mbs.SetObjectParameter(oEnd, 'activeConnector', False)
mbs.SetLoadParameter(lEnd, 'loadVector', [0, 0, 0])
res = list(uStatic) + [stat['nRows'], stat['nColumns']] + list(fileStatic[:, 2])
simulationSettings.timeIntegration.numberOfSteps = 100
simulationSettings.timeIntegration.endTime = 0.2
for i in range(3):
    mbs.SolveDynamic(simulationSettings, updateInitialValues=(i < 2))
    res += list(mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.Position))
    res += list(mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.Velocity, configuration=exu.ConfigurationType.Initial))
    res += list(mbs.systemData.GetODE2Coordinates_tt(exu.ConfigurationType.Initial)[-2:])
exudynTestGlobals.testResult = [float(x) for x in res]
