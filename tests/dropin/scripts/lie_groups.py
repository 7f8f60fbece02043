# exponential maps, composition rules and a rotation integrated by hand
import numpy as np
from math import pi, sin, cos
import exudyn as exu
import exudyn.lieGroupBasics as lie
from exudyn.lieGroupBasics import *
from exudyn.rigidBodyUtilities import RotationMatrixX, RotationVector2RotationMatrix, RotationMatrix2RotationVector, RotXYZ2RotationMatrix
from modelUnitTests import exudynTestGlobals

res = []
v = np.array([0.3, -0.5, 0.8])
w = np.array([-0.2, 0.1, 0.4])
x6, y6 = np.hstack((v, w)), np.hstack((w, 2*v))
R = ExpSO3(v)
res += list(R.ravel()) + list(LogSO3(R)) + list(np.ravel(TExpSO3(v))) + list(np.ravel(TExpSO3Inv(v)))
res += list(np.ravel(ExpSE3(x6))) + list(np.ravel(LogSE3(ExpSE3(x6))))
res += list(np.ravel(ExpR3xSO3(x6))) + list(np.ravel(TExpR3xSO3(x6))) + list(np.ravel(TExpR3xSO3Inv(x6)))
res += list(np.ravel(ExpS3(v))) + [Sinc(0.), Sinc(1e-3), Cot(0.4), lie.Sinc(2.)]
res += list(CompositionRuleForRotationVectors(v, w)) + list(CompositionRuleForEulerParameters(ExpS3(v), ExpS3(w)))
res += list(CompositionRuleDirectProductR3AndR3RotVec(x6, y6)) + list(CompositionRuleSemiDirectProductR3AndR3RotVec(x6, y6))
res += list(CompositionRuleDirectProductR3AndR3RotXYZAngles(x6, y6)) + list(CompositionRuleSemiDirectProductR3AndR3RotXYZAngles(x6, y6))
res += list(CompositionRuleRotXYZAnglesRotationVector(v, w))
q0 = np.hstack((v, ExpS3(w).ravel()))
res += list(CompositionRuleDirectProductR3AndS3(q0, np.hstack((w, v)))) + list(CompositionRuleSemiDirectProductR3AndS3(q0, np.hstack((w, v))))
res += list(ComputeRotationAxisFromRotationVector(v)) + list(RotationMatrix2RotationVector(R))
# a free body with the implicit midpoint rule on the group
J = np.diag([0.1, 0.2, 0.3])
omega, A, h = np.array([1., 5., 0.2]), np.eye(3), 0.01
for i in range(100):
    k = omega.copy()
    for j in range(30):
        mid = 0.5*(omega + k)
        k = omega - h*np.linalg.solve(J, np.cross(mid, J @ mid))
    A = A @ ExpSO3(h*0.5*(omega + k))
    omega = k
res += list(A.ravel()) + list(omega)
exu.Print('angular momentum', A @ J @ omega)
exudynTestGlobals.testResult = np.hstack([np.ravel(x) for x in res])
