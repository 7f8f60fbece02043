# functions of the whole system: before residuals, of the Jacobian, after Newton, after steps
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nGround = mbs.AddNode(NodePointGround())
nMass = mbs.AddNode(Node1D(referenceCoordinates=[0], initialCoordinates=[0.1],
                           initialVelocities=[0.2]))
mbs.AddObject(Mass1D(nodeNumber=nMass, physicsMass=0.5))
mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
mMass = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nMass, coordinate=0))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mGround, mMass], stiffness=20, damping=0.3))
lMass = mbs.AddLoad(LoadCoordinate(markerNumber=mMass, load=0))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.verboseMode = 0
settings.timeIntegration.endTime = 0.5
settings.timeIntegration.numberOfSteps = 25
settings.timeIntegration.newton.relativeTolerance = 1e-12
settings.timeIntegration.newton.absoluteTolerance = 1e-12
settings.timeIntegration.newton.maxIterations = 60
k = 60.
factors = set()
times = []
first = []


def preNewton(mbs, t, newtonIteration, discontinuousIteration):
    q = mbs.systemData.GetODE2Coordinates()[0]
    mbs.SetLoadParameter(lMass, 'load', 2 - k * float(q))
    if newtonIteration == 0:
        first.append(t + discontinuousIteration)


def systemJacobian(mbs, t, factorODE2, factorODE2_t, factorODE1):
    factors.add((round(factorODE2, 12), round(factorODE2_t, 12), round(factorODE1, 12)))
    jacobian = exu.MatrixContainer()
    jacobian.SetWithDenseMatrix(np.array([[-k * factorODE2]]), useDenseMatrix=False)
    return jacobian


def postStep(mbs, t):
    times.append(t)
    if abs(t - 0.3) < 1e-10:
        mbs.systemData.SetODE2Coordinates_t(0.5 * mbs.systemData.GetODE2Coordinates_t())
    return True


mbs.SetPreNewtonResidualUserFunction(preNewton)
mbs.SetSystemJacobianUserFunction(systemJacobian)
mbs.SetPostStepUserFunction(postStep)
mbs.SolveDynamic(settings)
result = [len(factors)] + list(list(factors)[0]) + times + sorted(set(first))
result += list(mbs.systemData.GetODE2Coordinates()) + list(mbs.systemData.GetODE2Coordinates_t())
for remove in [mbs.SetPreNewtonResidualUserFunction, mbs.SetSystemJacobianUserFunction,
               mbs.SetPostStepUserFunction]:
    remove(0)
exudynTestGlobals.testResult = [float(x) for x in result]
