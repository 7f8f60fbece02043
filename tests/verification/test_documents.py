"""The mini examples of the connector documents, as printed, and their reference results."""

import numpy as np
import pytest

import linkwork
import linkwork.items

SPRING_DAMPER = """
node = mbs.AddNode(NodePoint(referenceCoordinates = [1.05,0,0]))
oMassPoint = mbs.AddObject(MassPoint(nodeNumber = node, physicsMass=1))

m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround, localPosition=[0,0,0]))
m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oMassPoint, localPosition=[0,0,0]))

mbs.AddObject(ObjectConnectorSpringDamper(markerNumbers=[m0,m1],
                                          referenceLength = 1, #shorter than initial distance
                                          stiffness = 100,
                                          damping = 1))

#assemble and solve system for default parameters
mbs.Assemble()
mbs.SolveDynamic()

#check result at default integration time
exudynTestGlobals.testResult = mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[0]
"""

DISTANCE = """
#example with 1m pendulum, 50kg under gravity
nMass = mbs.AddNode(NodePoint2D(referenceCoordinates=[1,0]))
oMass = mbs.AddObject(MassPoint2D(physicsMass = 50, nodeNumber = nMass))

mMass = mbs.AddMarker(MarkerNodePosition(nodeNumber=nMass))
mGround = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround, localPosition = [0,0,0]))
oDistance = mbs.AddObject(DistanceConstraint(markerNumbers = [mGround, mMass], distance = 1))

mbs.AddLoad(Force(markerNumber = mMass, loadVector = [0, -50*9.81, 0])) 

#assemble and solve system for default parameters
mbs.Assemble()

sims=exu.SimulationSettings()
sims.timeIntegration.generalizedAlpha.spectralRadius=0.7
mbs.SolveDynamic(sims)

#check result at default integration time
exudynTestGlobals.testResult = mbs.GetNodeOutput(nMass, exu.OutputVariableType.Position)[0]
"""

GRAVITY = """
mass0 = 1e25
mass1 = 1e3
r = 1e5
G = 6.6743e-11
vInit = np.sqrt(G*mass0/r)
tEnd = (r*0.5*np.pi)/vInit #quarter period
node0 = mbs.AddNode(NodePoint(referenceCoordinates = [0,0,0])) #star
node1 = mbs.AddNode(NodePoint(referenceCoordinates = [r,0,0], 
                              initialVelocities=[0,vInit,0])) #satellite
oMassPoint0 = mbs.AddObject(MassPoint(nodeNumber = node0, physicsMass=mass0))
oMassPoint1 = mbs.AddObject(MassPoint(nodeNumber = node1, physicsMass=mass1))

m0 = mbs.AddMarker(MarkerNodePosition(nodeNumber=node0))
m1 = mbs.AddMarker(MarkerNodePosition(nodeNumber=node1))

mbs.AddObject(ObjectConnectorGravity(markerNumbers=[m0,m1],
                                     mass0 = mass0, mass1=mass1))

#assemble and solve system for default parameters
mbs.Assemble()
sims = exu.SimulationSettings()
sims.timeIntegration.endTime = tEnd
mbs.SolveDynamic(sims, solverType=exu.DynamicSolverType.RK67)

#check result at default integration time
#expect y=x after one period of orbiting (got: 100000.00000000479)
exudynTestGlobals.testResult = mbs.GetNodeOutput(node1, exu.OutputVariableType.Position)[1]/100000
"""

USER_FUNCTION = """
#define nonlinear force
def UFforce(mbs, t, itemNumber, u, v, k, d, F0): 
    return k*u + d*v + F0
#markerNumbers taken from mini example
mbs.AddObject(ObjectConnectorSpringDamper(markerNumbers=[m0,m1],
                                          referenceLength = 1, 
                                          stiffness = 100, damping = 1,
                                          springForceUserFunction = UFforce))
"""


class TestGlobals:
    """Stands for the documents' namespace object."""

    __test__ = False
    testResult = None


def run_example(*codes):
    """Execute documented code in the surroundings its document assumes; the printed result."""
    container = linkwork.SystemContainer()
    mbs = container.AddSystem()
    names = {name: getattr(linkwork.items, name) for name in dir(linkwork.items)}
    result = TestGlobals()
    names |= {"exu": linkwork, "np": np, "mbs": mbs, "exudynTestGlobals": result}
    names["oGround"] = mbs.AddObject(linkwork.items.ObjectGround())
    for code in codes:
        exec(compile(code, "document", "exec"), names)
    return result.testResult


# Reference results of the documents; 1e-9 is far below any change of method or law.
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param(SPRING_DAMPER, 0.9733828995763039, id="SpringDamper"),
        pytest.param(DISTANCE, -0.98618067277934, id="Distance"),
        pytest.param(GRAVITY, 1.0000000000000484, id="Gravity"),
    ],
)
def test_mini_example_gives_the_documented_number(code, expected):
    assert run_example(code) == pytest.approx(expected, abs=1e-9)


def test_user_function_example_is_the_linear_spring():
    # The documented function in place of the built-in spring of the mini example.
    head, rest = SPRING_DAMPER.split("mbs.AddObject(ObjectConnectorSpringDamper")
    tail = rest[rest.index("#assemble") :]
    assert run_example(head, USER_FUNCTION, tail) == pytest.approx(0.9733828995763039, abs=1e-9)
