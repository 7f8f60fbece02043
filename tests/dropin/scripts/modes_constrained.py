# eigenvalues: free, with constraints, complex, frequencies; linearized system
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.AddObject(ObjectGround())
n0 = mbs.AddNode(Rigid2D(referenceCoordinates=[0.5, 0, 0], initialCoordinates=[0, 0, 0]))
b0 = mbs.AddObject(RigidBody2D(physicsMass=2, physicsInertia=0.2, nodeNumber=n0))
n1 = mbs.AddNode(Rigid2D(referenceCoordinates=[1.5, 0, 0]))
b1 = mbs.AddObject(RigidBody2D(physicsMass=1, physicsInertia=0.1, nodeNumber=n1))
mg = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
m00 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=b0, localPosition=[-0.5, 0, 0]))
m01 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=b0, localPosition=[0.5, 0, 0]))
m10 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=b1, localPosition=[-0.5, 0, 0]))
mbs.AddObject(RevoluteJoint2D(markerNumbers=[mg, m00]))
mbs.AddObject(RevoluteJoint2D(markerNumbers=[m01, m10]))
nG = mbs.AddNode(NodePointGround())
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nG, coordinate=0))
mR0 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n0, coordinate=2))
mR1 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n1, coordinate=2))
mY1 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n1, coordinate=1))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, mR0], stiffness=50, damping=0.8))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mR0, mR1], stiffness=30, damping=0.3))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, mY1], stiffness=20, damping=0))
mbs.Assemble()

res = []
[values, vectors] = mbs.ComputeODE2Eigenvalues()
print('omega =', np.sqrt(values), vectors.shape)
res += list(values) + list(vectors.shape)
[freq, v] = mbs.ComputeODE2Eigenvalues(convert2Frequencies=True, numberOfEigenvalues=1)
res += list(freq) + list(np.abs(v[:, 0]))
[values, vectors] = mbs.ComputeODE2Eigenvalues(computeComplexEigenvalues=True)
print('complex =', values)
order = np.lexsort((np.round(values.imag, 6), np.round(values.real, 6)))
res += list(values[order].real) + list(values[order].imag) + list(vectors.shape)
[values, vectors] = mbs.ComputeODE2Eigenvalues(ignoreAlgebraicEquations=True, useAbsoluteValues=True)
res += list(values)
[values, vectors] = mbs.ComputeODE2Eigenvalues(ignoreAlgebraicEquations=True, constrainedCoordinates=[0, 1, 3])
res += list(values)
try:
    mbs.ComputeODE2Eigenvalues(constrainedCoordinates=[0])
    res += [0]
except ValueError:
    res += [1]
M, K, D = mbs.ComputeLinearizedSystem()[0:3]
res += list(np.ravel(M)) + list(np.ravel(K)) + list(np.ravel(D))
M, K, D = mbs.ComputeLinearizedSystem(projectIntoConstraintNullspace=True)[0:3]
res += [np.trace(M), np.trace(K), np.linalg.det(K), *M.shape]
[M, K, D, C, N] = mbs.ComputeLinearizedSystem(returnConstraintJacobian=True, returnConstraintNullspace=True)
res += [*C.shape, np.linalg.norm(C), *N.shape, np.linalg.norm(C.T @ N.T) if C.shape[0] == N.shape[1] else -1]
dof = mbs.ComputeSystemDegreeOfFreedom()
res += [dof['degreeOfFreedom'], dof['redundantConstraints'], dof['nODE2'], dof['nAE']]
exudynTestGlobals.testResult = [float(x) for x in res]
