# symbolic expressions and symbolic user functions
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
esym = exu.symbolic

SC = exu.SystemContainer()
mbs = SC.AddSystem()
x = esym.Real('x', 2.5)
y = esym.Real(4)
f = 3 * x + esym.sin(y) * x**2 - esym.sqrt(y) / x
r = [f.Evaluate(), f.Diff(x)]
x.SetValue(1.25)
r += [f.Evaluate(), esym.IfThenElse(x > 1, y, x).Evaluate(), esym.abs(-x).Evaluate()]
v = esym.Vector([1, 2, 3])
w = esym.Vector([x, y, 1])
r += [(v * w).Evaluate(), w.NormL2().Evaluate(), *(v + 2 * w).Evaluate()]


def springForce(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL + damping * deltaL_t + 0.1 * stiffness * deltaL**3 + esym.sin(5 * t)


ground = mbs.CreateGround()
mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1.5, initialVelocity=[1, 0.5, 0])
spring = mbs.CreateSpringDamper(bodyNumbers=[ground, mass], stiffness=100, damping=1)
function = CreateSymbolicUserFunction(mbs, springForce, 'springForceUserFunction', spring)
mbs.SetObjectParameter(spring, 'springForceUserFunction', function)
mbs.Assemble()
s = exu.SimulationSettings()
s.solutionSettings.writeSolutionToFile = False
s.timeIntegration.numberOfSteps = 200
mbs.SolveDynamic(s)
r += list(mbs.GetObjectOutputBody(mass, exu.OutputVariableType.Position))
exudynTestGlobals.testResult = [float(z) for z in r]
