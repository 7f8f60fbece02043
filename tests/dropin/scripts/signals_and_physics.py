# filters, Fourier transforms, friction functions, sweeps, quadrature
import numpy as np
import exudyn as exu
from exudyn.utilities import *
from exudyn.signalProcessing import FilterSensorOutput, FilterSignal, ComputeFFT, GetInterpolatedSignalValue
from exudyn.physics import StribeckFunction, RegularizedFriction, RegularizedFrictionStep, VonMisesStress
from modelUnitTests import exudynTestGlobals

t = np.linspace(0, 1, 201)
x = np.sin(12 * t) + 0.3 * np.cos(55 * t)
signal = np.column_stack([t, x, x**2])
r = []
for args in [dict(filterWindow=5, polyOrder=3), dict(filterWindow=0, derivative=1),
             dict(filterWindow=0, derivative=1, centralDifferentiate=False),
             dict(filterWindow=7, polyOrder=3, derivative=1), dict(filterWindow=0, derivative=2)]:
    f = FilterSensorOutput(signal, **args)
    r += [float(np.sum(f[:, 1]**2)), float(f[3, 1]), float(f[-1, 2])]
r += [float(v) for v in FilterSignal(x, samplingRate=t[1] - t[0], filterWindow=5, polyOrder=3)[:5]]
[freq, mag, phase] = ComputeFFT(t[:-1], x[:-1])
r += [float(freq[3]), float(np.sum(mag)), float(mag[2]), float(phase[4]), len(freq)]
r += [GetInterpolatedSignalValue(0.3333, signal, 1, 1) if False else float(np.interp(0.3333, t, x))]
for v in [-2, -0.0005, 0, 0.0004, 0.1, 3]:
    r += [StribeckFunction(v, 0.1, 0.05, 0.2, 1e-2, 1e-3), RegularizedFriction(v, 0.2, 0.1, 0.01, 0.1, 0.05),
          RegularizedFrictionStep(v, -1, -0.5, 1, 0.5)]
r += [VonMisesStress([1, 2, 3, 4, 5, 6])]
r += [SweepSin(0.4, 2, 1, 5), SweepCos(0.4, 2, 1, 5), FrequencySweep(0.4, 2, 1, 5),
      SmoothStep(0.3, 0.1, 0.6, 2, 5), SmoothStepDerivative(0.3, 0.1, 0.6, 2, 5)]
r += [GaussIntegrate(lambda s: s**5 + s, 5, -1, 2), LobattoIntegrate(lambda s: s**3, 3, 0, 2)]
m = np.zeros((3, 3))
FillInSubMatrix(np.array([[1, 2], [3, 4]]), m, 1, 0)
r += list(np.ravel(m)) + [IndexFromValue(list(t), 0.25), IndexFromValue(t, 0.5, assumeConstantSampleRate=True)]
r += list(np.ravel(DiagonalMatrix(3, 2.5)))
exudynTestGlobals.testResult = [float(v) for v in r]
