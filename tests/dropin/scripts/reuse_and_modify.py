# one container for several models: Reset, names, dictionaries, parameters that are modified
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
res = []
for case in range(3):
    mbs.Reset()
    mbs.variables['case'] = case
    n0 = mbs.AddNode(NodePoint2D(name='first', referenceCoordinates=[1, 0], initialVelocities=[0, case]))
    template = MassPoint2D(physicsMass=1.5, nodeNumber=n0)
    b0 = mbs.AddObject(template)
    template.physicsMass = 2.5
    template.nodeNumber = mbs.AddNode(NodePoint2D(referenceCoordinates=[2, 0]))
    b1 = mbs.AddObject(template)
    d = dict(template)
    res += [len(d) > 3, d['physicsMass']]
    g = mbs.AddObject({'objectType': 'Ground', 'referencePosition': [0, 0, 0], 'Vshow': False})
    markers = [mbs.AddMarker(MarkerBodyPosition(name='m'+str(b), bodyNumber=b)) for b in (g, b0, b1)]
    springs = [mbs.AddObject(ObjectConnectorSpringDamper(name='spring'+str(i), markerNumbers=markers[i:i+2], stiffness=100*(i+1),
                                                         damping=0.5, referenceLength=1)) for i in range(2)]
    load = mbs.AddLoad(Force(name='pull', markerNumber=markers[2], loadVector=[5, 1, 0]))
    mbs.Assemble()
    o = mbs.GetObject(springs[1])
    o['stiffness'] = 333
    o['damping'] = 0.1
    mbs.ModifyObject(springs[1], o)
    ld = mbs.GetLoad(load)
    ld['loadVector'] = [4, case, 0]
    mbs.ModifyLoad(load, ld)
    mbs.SetNodeParameter(n0, 'initialVelocities', [0.1, case])
    mbs.SetMarkerParameter(markers[0], 'localPosition', [0, 0.1, 0])
    res += [mbs.GetObjectParameter(springs[1], 'stiffness'), *mbs.GetLoadParameter(load, 'loadVector')]
    res += [int(mbs.GetObjectNumber('spring1')), int(mbs.GetMarkerNumber('m'+str(b0))), int(mbs.GetLoadNumber('pull'))]
    res += [mbs.GetNode(mbs.GetNodeNumber('first'))['referenceCoordinates'][0] if case == 1 else 1]
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 80
    settings.timeIntegration.endTime = 0.4
    settings.solutionSettings.writeSolutionToFile = False
    settings.timeIntegration.verboseMode = 0
    mbs.SolveDynamic(simulationSettings=settings)
    res += list(mbs.GetNodeOutput(n0, exu.OutputVariableType.Position)) + list(mbs.systemData.GetODE2Coordinates())
    solver = mbs.sys['dynamicSolver']
    res += [solver.it.currentStepIndex, solver.it.currentTime, solver.it.endTime, solver.output.finishedSuccessfully]
    print('case', mbs.variables['case'], 'ready;', mbs.sys.keys())
SC.Reset()
res += [SC.NumberOfSystems() if hasattr(SC, 'NumberOfSystems') else 0]
mbs = SC.AddSystem()
res += [mbs.systemData.NumberOfNodes()]
exudynTestGlobals.testResult = [float(x) for x in res]
