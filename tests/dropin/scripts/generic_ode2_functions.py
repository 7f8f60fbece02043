#+++++++++++++++++++++++++++++++++++++++++++++++++++++++
# ObjectGenericODE2: double pendulum by mass matrix, force and jacobian functions;
# chain of masses by sparse matrices in MatrixContainer
#+++++++++++++++++++++++++++++++++++++++++++++++++++++++
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
m1, m2, l1, l2 = 1., 0.6, 0.5, 0.4
gravity = 9.81


def UFmass(mbs, t, itemNumber, q, q_t):
    c = np.cos(q[0]-q[1])
    return np.array([[(m1+m2)*l1**2, m2*l1*l2*c], [m2*l1*l2*c, m2*l2**2]])


def UFforce(mbs, t, itemNumber, q, q_t):
    s = np.sin(q[0]-q[1])
    f = np.array([m2*l1*l2*s*q_t[1]**2, -m2*l1*l2*s*q_t[0]**2])
    f += [(m1+m2)*gravity*l1*np.sin(q[0]), m2*gravity*l2*np.sin(q[1])]
    return f


def UFjac(mbs, t, itemNumber, q, q_t, fODE2, fODE2_t):
    # derivative of the force only; the exact matrix is not needed for convergence
    K = np.diag([(m1+m2)*gravity*l1*np.cos(q[0]), m2*gravity*l2*np.cos(q[1])])
    return exu.MatrixContainer(fODE2*K)


nPend = mbs.AddNode(NodeGenericODE2(referenceCoordinates=[0, 0], initialCoordinates=[1., 0.5],
                                    initialCoordinates_t=[0, 1], numberOfODE2Coordinates=2))
mbs.AddObject(ObjectGenericODE2(nodeNumbers=[nPend], massMatrix=np.eye(2), stiffnessMatrix=np.zeros((2, 2)),
                                dampingMatrix=np.zeros((2, 2)), forceUserFunction=UFforce,
                                massMatrixUserFunction=UFmass, jacobianUserFunction=UFjac))

# chain with sparse matrices over two nodes
nChain = 3
nodes = [mbs.AddNode(NodePoint(referenceCoordinates=[i, 0, 0])) for i in range(nChain)]
M = exu.MatrixContainer()
M.SetWithDenseMatrix(np.diag([2.]*3*nChain), useDenseMatrix=False)
K = exu.MatrixContainer()
triplets = [[i, i, 200.] for i in range(3*nChain)] + [[i, i+3, -80.] for i in range(3*(nChain-1))]
triplets += [[i+3, i, -80.] for i in range(3*(nChain-1))]
K.SetWithSparseMatrixCSR(3*nChain, 3*nChain, triplets, useDenseMatrix=False)
D = exu.MatrixContainer()
D.SetWithDenseMatrix(0.5*np.eye(3*nChain), useDenseMatrix=False)
oChain = mbs.AddObject(ObjectGenericODE2(nodeNumbers=nodes, massMatrix=M, stiffnessMatrix=K, dampingMatrix=D,
                                         forceVector=[1.]+[0]*(3*nChain-1),
                                         visualization=VObjectGenericODE2(show=False)))
exu.Print('K =', K.Convert2DenseMatrix()[0])
mTip = mbs.AddMarker(MarkerNodePosition(nodeNumber=nodes[-1]))
mbs.AddLoad(LoadForceVector(markerNumber=mTip, loadVector=[0, 5, 1]))
s = mbs.AddSensor(SensorNode(nodeNumber=nPend, storeInternal=True, outputVariableType=exu.OutputVariableType.Coordinates_t))
mbs.Assemble()
print('ltg =', mbs.systemData.GetObjectLTGODE2(oChain), mbs.systemData.GetNodeLTGODE2(nodes[1]))
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 400
settings.timeIntegration.endTime = 0.8
settings.solutionSettings.writeSolutionToFile = False
settings.linearSolverType = exu.LinearSolverType.EigenSparse
settings.timeIntegration.newton.useModifiedNewton = True
mbs.SolveDynamic(settings)
res = list(mbs.systemData.GetODE2Coordinates()) + list(mbs.GetSensorValues(s))
res += list(mbs.GetNodeOutput(nPend, exu.OutputVariableType.Coordinates_tt))
res += [float(mbs.systemData.GetObjectLTGODE2(oChain)[-1]), K.UseDenseMatrix(), np.sum(K.Convert2DenseMatrix())]
exudynTestGlobals.testResult = [float(x) for x in res]
