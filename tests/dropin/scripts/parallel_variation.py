# parameter variation with several processes: frequency of a physical pendulum in space
import sys
import exudyn as exu
from exudyn.utilities import *
from exudyn.processing import ParameterVariation, GeneticOptimization
import numpy as np

def ParameterFunction(parameterSet):
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    class P: pass
    P.L = 0.5
    P.width = 0.05
    P.mass = 1
    P.computationIndex = ''
    for key, value in parameterSet.items():
        setattr(P, key, value)
    inertia = InertiaCuboid(P.mass/(P.L*P.width**2), [P.L, P.width, P.width])
    ground = mbs.CreateGround()
    body = mbs.CreateRigidBody(inertia=inertia, referencePosition=[P.L/2, 0, 0], gravity=[0, -9.81, 0])
    mbs.CreateRevoluteJoint(bodyNumbers=[ground, body], position=[0, 0, 0], axis=[0, 0, 1])
    s = mbs.AddSensor(SensorBody(bodyNumber=body, storeInternal=True, outputVariableType=exu.OutputVariableType.AngularVelocity))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 0.2
    settings.timeIntegration.numberOfSteps = 100
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.newton.relativeTolerance = 1e-11
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings)
    return float(mbs.GetSensorStoredData(s)[-1, 3])

if __name__ == '__main__':
    try:
        from modelUnitTests import exudynTestGlobals
    except ImportError:
        class exudynTestGlobals: pass
    [pDict, values] = ParameterVariation(parameterFunction=ParameterFunction, parameters={'L': (0.2, 0.6, 3), 'width': [0.02, 0.1]},
                                         useMultiProcessing=True, numberOfThreads=2, showProgress=False, addComputationIndex=True,
                                         resultsFile='solution/variation.txt')
    [pSerial, valuesSerial] = ParameterVariation(ParameterFunction, {'mass': (1, 4, 2)}, useMultiProcessing=False, showProgress=False)
    print('values', values)
    with open('solution/variation.txt') as file:
        lines = [line for line in file if not line.startswith('#')]
    exudynTestGlobals.testResult = list(values) + list(pDict['L']) + list(pDict['width']) + list(valuesSerial) + list(pSerial['mass']) \
        + [len(lines)]
