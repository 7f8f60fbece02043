# CoordinateVectorConstraint by matrices, quadratic terms and user functions
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nG = mbs.AddNode(NodePointGround())
mG = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=nG))
L = 0.8


def NewMass(pos, vel=[0, 0, 0]):
    node = mbs.AddNode(Point(referenceCoordinates=pos, initialVelocities=vel))
    body = mbs.AddObject(MassPoint(physicsMass=1.5, nodeNumber=node))
    mbs.AddLoad(Gravity(markerNumber=mbs.AddMarker(MarkerBodyMass(bodyNumber=body)), loadVector=[0, 0, -9.81]))
    return node, mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node))


n0, m0 = NewMass([0, 0, 0], [0.5, 0, 0])
n1, m1 = NewMass([0, 0, 0])
n2, m2 = NewMass([L, 0, 0])

# guide along a line: two rows
mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[mG, m0], scalingMarker0=[],
                                         scalingMarker1=[[0, 1, 0], [-0.5, 0, 1]], offset=[0, 0]))
# second mass follows: y equal, z is a quadratic function of x
mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[m0, m1],
                                         scalingMarker0=[[0, 1, 0], [0, 0, 0]],
                                         scalingMarker1=[[0, 1, 0], [0, 0, 1]],
                                         quadraticTermMarker1=[[0, 0, 0], [-0.4, 0, 0]],
                                         offset=[0, 0]))


def UFconstraint(mbs, t, itemNumber, q, q_t, velocityLevel):
    # coordinates of the ground marker have length 0; q includes reference values
    if velocityLevel:
        return [2*q[0]*q_t[0] + 2*q[1]*q_t[1] + 2*q[2]*q_t[2], q_t[1]]
    return [q[0]**2 + q[1]**2 + q[2]**2 - L**2, q[1]]


def UFjacobian(mbs, t, itemNumber, q, q_t, velocityLevel):
    jac = np.zeros((2, 3))
    jac[0, :] = 2*np.array(q)
    jac[1, 1] = 1
    return jac


mG3 = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround())))
mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[mG3, m2], scalingMarker1=np.zeros((2, 3)),
                                         constraintUserFunction=UFconstraint,
                                         jacobianUserFunction=UFjacobian))
mbs.AddObject(CartesianSpringDamper(markerNumbers=[mbs.AddMarker(MarkerNodePosition(nodeNumber=n0)),
                                                   mbs.AddMarker(MarkerNodePosition(nodeNumber=n1))],
                                    stiffness=[100, 0, 20], damping=[1, 1, 1]))
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 200
simulationSettings.timeIntegration.endTime = 0.5
simulationSettings.solutionSettings.writeSolutionToFile = False
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-9
mbs.SolveDynamic(simulationSettings)
exu.Print('lambda =', mbs.systemData.GetAECoordinates())
exudynTestGlobals.testResult = np.hstack((mbs.systemData.GetODE2Coordinates(), mbs.systemData.GetODE2Coordinates_t(),
                                          mbs.systemData.GetAECoordinates())).tolist()
