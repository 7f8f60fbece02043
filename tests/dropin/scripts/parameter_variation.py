# parameter variation and genetic optimization of a small model
import exudyn as exu
from exudyn.utilities import *
from exudyn.processing import ParameterVariation, GeneticOptimization, Minimize, ComputeSensitivities
from modelUnitTests import exudynTestGlobals


def amplitude(parameterDict):
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    ground = mbs.CreateGround()
    mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=parameterDict.get('mass', 1.),
                               initialVelocity=[0.5, 0, 0])
    mbs.CreateSpringDamper(bodyNumbers=[ground, mass], stiffness=parameterDict.get('stiffness', 100.),
                           damping=parameterDict.get('damping', 1.))
    mbs.Assemble()
    s = exu.SimulationSettings()
    s.solutionSettings.writeSolutionToFile = False
    s.timeIntegration.numberOfSteps = 50
    s.timeIntegration.endTime = 0.5
    mbs.SolveDynamic(s)
    x = mbs.GetObjectOutputBody(mass, exu.OutputVariableType.Position)[0]
    return (x - 1.02)**2


[p, values] = ParameterVariation(amplitude, {'mass': (1., 3., 3), 'stiffness': [50., 100.]},
                                 showProgress=False)
[best, value, pList, valueList] = GeneticOptimization(
    amplitude, {'mass': (1, 4), 'damping': (0, 5)}, populationSize=6, numberOfGenerations=3,
    elitistRatio=0.4, crossoverProbability=0.2, randomizerInitialization=3, showProgress=False)
[pMin, vMin, _, _] = Minimize(amplitude, {'stiffness': (50, 600)}, tol=1e-3, showProgress=False)
s = ComputeSensitivities(amplitude, {'mass': (2., 1e-3, 1)}, showProgress=False)
exudynTestGlobals.testResult = [*[float(v) for v in p['mass']], *[float(v) for v in p['stiffness']],
                                *[float(v) for v in values], best['mass'], best['damping'], float(value),
                                len(valueList), pMin['stiffness'], float(vMin)]
