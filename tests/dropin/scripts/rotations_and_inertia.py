# helpers for rotations, homogeneous transformations and inertia
import exudyn as exu
from exudyn.utilities import *
from exudyn.lieGroupBasics import *
import numpy as np
from modelUnitTests import exudynTestGlobals

rot = [0.3, -0.7, 1.1]
A = RotXYZ2RotationMatrix(rot)
ep = RotationMatrix2EulerParameters(A)
v = RotationMatrix2RotationVector(A)
results = [NormL2(ep), *ep, *v, *RotationMatrix2RotXYZ(A), *RotXYZ2EulerParameters(rot)]
results += list(np.ravel(EulerParameters2G(ep) @ EulerParameters2GLocal(ep).T))
results += list(np.ravel(RotXYZ2G(rot))) + list(np.ravel(RotXYZ2GLocal(rot)))
results += list(np.ravel(RotationVector2RotationMatrix(v) - A))
results += list(AngularVelocity2EulerParameters_t([1, 2, 3], ep))
results += list(AngularVelocity2RotXYZ_t([1, 2, 3], rot))
H = HTtranslate([1, 2, 3]) @ HTrotateX(0.2) @ HTrotateY(-0.4) @ HTrotateZ(0.9) @ HTtranslateX(0.5)
results += list(np.ravel(H)) + list(np.ravel(InverseHT(H) @ H)) + list(HT2translation(H))
results += list(np.ravel(HT2rotationMatrix(HT0())))
results += list(np.ravel(RotationMatrixX(0.1) @ RotationMatrixY(0.2) @ RotationMatrixZ(0.3)))
results += list(np.ravel(Skew([1, 2, 3]))) + list(Skew2Vec(Skew([4, 5, 6])))
results += list(np.ravel(ComputeOrthonormalBasis([1, 1, 0.3])))
for I in [InertiaCuboid(1000, [0.1, 0.2, 0.3]), InertiaCylinder(7800, 0.5, 0.1, 2),
          InertiaSphere(5, 0.2), InertiaHollowSphere(5, 0.2), InertiaRodX(2, 1.5),
          InertiaMassPoint(3), InertiaCuboid(1000, [0.1, 0.2, 0.3]).Translated([0.1, 0, 0.2])]:
    results += [I.mass, *np.ravel(I.inertiaTensor), *I.com, *I.GetInertia6D()]
J = InertiaCuboid(1000, [0.1, 0.2, 0.3]) + InertiaSphere(2, 0.1).Translated([0.3, 0, 0])
R = InertiaCuboid(1000, [0.1, 0.2, 0.3]).Rotated(RotationMatrixX(0.4))
results += [R.Mass(), *np.ravel(R.Inertia())]
results += [J.Mass(), *J.COM(), *np.ravel(J.InertiaCOM())]
results += list(np.ravel(VAdd([1, 2], [3, 4]) + VSub([1, 2], [3, 5]) + ScalarMult(2, [1, 3])))
results += [VMult([1, 2, 3], [4, 5, 6]), VSum([1, 2, 3]), NormL2([3, 4]), *Normalize([0, 3, 4])]
results += list(np.ravel(ExpSO3(v))) + list(LogSO3(A)) + list(np.ravel(TExpSO3(v)))
exudynTestGlobals.testResult = [float(y) for x in results for y in np.ravel(x)]
