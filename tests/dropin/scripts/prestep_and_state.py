# pre-step function that changes loads and parameters, states copied between configurations
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=2)
spring = mbs.CreateSpringDamper(bodyNumbers=[ground, mass], stiffness=50, damping=1)
marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
load = mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, 0, 0]))
mbs.variables['calls'] = 0


def preStep(mbs, t):
    mbs.variables['calls'] += 1
    mbs.SetLoadParameter(load, 'loadVector', [2 * t, 1, 0])
    if t > 0.5:
        mbs.SetObjectParameter(spring, 'stiffness', 80.)
    return True


mbs.SetPreStepUserFunction(preStep)
mbs.Assemble()
settings = exu.SimulationSettings()
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.numberOfSteps = 100
mbs.SolveDynamic(settings, updateInitialValues=True)
first = mbs.systemData.GetODE2Coordinates()
settings.timeIntegration.startTime = 1
settings.timeIntegration.endTime = 1.5
mbs.SolveDynamic(settings)
state = mbs.systemData.GetSystemState()
mbs.systemData.SetSystemState(state, exu.ConfigurationType.Initial)
initial = mbs.systemData.GetODE2Coordinates(exu.ConfigurationType.Initial)
exudynTestGlobals.testResult = [float(x) for x in first] + [float(x) for x in initial] + [
    mbs.variables['calls'], mbs.sys['dynamicSolver'].it.currentStepIndex,
    mbs.GetObjectParameter(spring, 'stiffness')]
