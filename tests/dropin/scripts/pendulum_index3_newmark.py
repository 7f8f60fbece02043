# the same pendulum: generalized-alpha at position level, and Newmark with index 2
import exudyn as exu
from exudyn.itemInterface import *
from modelUnitTests import exudynTestGlobals


def run(settings):
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    n = mbs.AddNode({'nodeType': 'Point', 'referenceCoordinates': [0.5, 0.0, 0.0], 'name': 'tip'})
    mbs.AddObject({'objectType': 'MassPoint', 'physicsMass': 2.0, 'nodeNumber': n})
    g = mbs.AddObject({'objectType': 'Ground', 'referencePosition': [0, 0, 0]})
    m0 = mbs.AddMarker({'markerType': 'BodyPosition', 'bodyNumber': g, 'localPosition': [0, 0, 0]})
    m1 = mbs.AddMarker({'markerType': 'NodePosition', 'nodeNumber': n})
    mbs.AddObject({'objectType': 'ConnectorDistance', 'markerNumbers': [m0, m1], 'distance': 0.5})
    mbs.AddLoad({'loadType': 'ForceVector', 'markerNumber': m1, 'loadVector': [0.0, -19.62, 1.0]})
    mbs.Assemble()
    settings.solutionSettings.writeSolutionToFile = False
    settings.timeIntegration.numberOfSteps = 200
    settings.timeIntegration.endTime = 0.5
    mbs.SolveDynamic(settings)
    return list(mbs.GetNodeOutput(n, exu.OutputVariableType.Position)) + list(
        mbs.systemData.GetAECoordinates())


a = exu.SimulationSettings()
b = exu.SimulationSettings()
b.timeIntegration.generalizedAlpha.useNewmark = True
b.timeIntegration.generalizedAlpha.useIndex2Constraints = True
c = exu.SimulationSettings()
c.timeIntegration.generalizedAlpha.spectralRadius = 0.6
c.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
exudynTestGlobals.testResult = run(a) + run(b) + run(c)
