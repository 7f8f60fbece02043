# Newmark parameters, spectral radius, initial accelerations, tolerances and modified Newton
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
body = mbs.CreateMassPoint(referencePosition=[0.6, 0, 0], initialVelocity=[0, -1, 0], physicsMass=1.2,
                           gravity=[0, -9.81, 0])
mbs.CreateDistanceConstraint(bodyNumbers=[ground, body])
body2 = mbs.CreateMassPoint(referencePosition=[1.2, 0.1, 0], physicsMass=0.4, gravity=[0, -9.81, 0])
spring = mbs.CreateSpringDamper(bodyNumbers=[body, body2], stiffness=900, damping=0.5, referenceLength=0.65)
mbs.Assemble()

base = exu.SimulationSettings()
base.timeIntegration.numberOfSteps = 100
base.timeIntegration.endTime = 0.5
base.solutionSettings.writeSolutionToFile = False
results = []


def Run(function, solverType=exu.DynamicSolverType.GeneralizedAlpha):
    settings = exu.SimulationSettings()
    settings.SetDictionary(base.GetDictionary())
    function(settings.timeIntegration, settings.timeIntegration.generalizedAlpha)
    mbs.SolveDynamic(settings, solverType=solverType)
    results.extend(mbs.systemData.GetODE2Coordinates())
    results.extend(mbs.systemData.GetODE2Coordinates_t())
    results.append(mbs.GetObjectOutput(spring, exu.OutputVariableType.ForceLocal))


def Index2(ti, ga):
    ga.useIndex2Constraints = True
    ga.useNewmark = True


def Damped(ti, ga):
    Index2(ti, ga)
    ga.newmarkGamma = 0.6
    ga.newmarkBeta = 0.3025


def Rho(ti, ga):
    ga.spectralRadius = 0.5


def NoStart(ti, ga):
    ga.computeInitialAccelerations = False
    ti.newton.useModifiedNewton = True


def Newmark3(ti, ga):
    ga.useNewmark = True
    ga.newmarkGamma = 0.55
    ga.newmarkBeta = 0.28
    ti.newton.relativeTolerance = 1e-10


for f in [Index2, Damped, Rho, NoStart, Newmark3]:
    Run(f)
Run(Rho, exu.DynamicSolverType.TrapezoidalIndex2)
exudynTestGlobals.testResult = [float(x) for x in results]
