# eigenvalues of bodies on springs and joints in space, with and without constraints; linearized system
import exudyn as exu
from exudyn.utilities import *
import exudyn.interactive
import numpy as np
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
b0 = mbs.CreateRigidBody(referencePosition=[0.5, 0, 0], inertia=InertiaCuboid(1000, [1, 0.1, 0.1]), nodeType=exu.NodeType.RotationRxyz)
b1 = mbs.CreateRigidBody(referencePosition=[1.5, 0, 0], inertia=InertiaCuboid(1000, [1, 0.1, 0.1]), nodeType=exu.NodeType.RotationRxyz)
mbs.CreateRevoluteJoint(bodyNumbers=[ground, b0], position=[0, 0, 0], axis=[0, 0, 1])
mbs.CreateGenericJoint(bodyNumbers=[b0, b1], position=[1, 0, 0], constrainedAxes=[1, 1, 1, 1, 0, 0])
mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, b0], localPosition0=[1, 0, 0], localPosition1=[0.5, 0, 0], stiffness=[0, 800, 900], damping=[0, 3, 3])
mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, b1], localPosition0=[2, 0, 0], localPosition1=[0.5, 0, 0], stiffness=[0, 500, 700], damping=[0, 3, 3])
free = mbs.CreateRigidBody(referencePosition=[0, 5, 0], inertia=InertiaCuboid(1000, [0.2, 0.3, 0.1]), nodeType=exu.NodeType.RotationRxyz)
for p in [[0.1, 0, 0], [-0.1, 0.1, 0], [-0.1, -0.1, 0.05]]:
    mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, free], localPosition0=[p[0], 5+p[1], p[2]], localPosition1=p, stiffness=[2000, 1000, 4000])
mbs.Assemble()
[values, vectors] = mbs.ComputeODE2Eigenvalues()
[frequencies, v2] = exu.ComputeODE2Eigenvalues(mbs, numberOfEigenvalues=4, convert2Frequencies=True)
[complexValues, v3] = mbs.ComputeODE2Eigenvalues(computeComplexEigenvalues=True, useAbsoluteValues=False)
[M, K, D] = mbs.ComputeLinearizedSystem()
print('frequencies in Hz:', frequencies)
res = list(values) + list(frequencies) + sorted(np.abs(complexValues)) + [vectors.shape[0], vectors.shape[1]]
res += list(np.diag(M)) + list(np.diag(K)) + list(np.diag(D)) + [np.abs(M).sum(), np.abs(K).sum(), np.abs(D).sum()]
if exudynTestGlobals.useGraphics:
    nodes = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=18, referenceCoordinates=[0]*18, initialCoordinates=[0]*18, initialCoordinates_t=[0]*18))
    exudyn.interactive.AnimateModes(SC, mbs, nodes, systemEigenVectors=vectors)
exudynTestGlobals.testResult = [float(x) for x in res]
