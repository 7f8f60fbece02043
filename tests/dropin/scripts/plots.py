# plots of sensors, files and arrays with many arguments, and a frequency plot
import exudyn as exu
from exudyn.utilities import *
from exudyn.plot import PlotSensor, PlotFFT, DataArrayFromSensorList, PlotSensorDefaults
from exudyn.signalProcessing import ComputeFFT, FilterSensorOutput
import matplotlib.pyplot as plt
import numpy as np, os
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
sensors = []
for i in range(3):
    body = mbs.CreateRigidBody(inertia=InertiaSphere(1+i, 0.1), referencePosition=[i, 0, 0], initialVelocity=[0, 1, 0.5*i])
    mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, body], localPosition0=[i, 0, 0], stiffness=[400, 400, 900], damping=[0, 1, 2])
    sensors.append(mbs.AddSensor(SensorBody(name='sensor'+str(i), bodyNumber=body, storeInternal=True, fileName='solution/s%i.txt' % i,
                                            outputVariableType=exu.OutputVariableType.Displacement)))
sFile = mbs.AddSensor(SensorBody(bodyNumber=body, fileName='solution/vel.txt', outputVariableType=exu.OutputVariableType.Velocity))
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 1024
simulationSettings.timeIntegration.endTime = 1.024
simulationSettings.solutionSettings.sensorsWritePeriod = 0.001
simulationSettings.solutionSettings.writeSolutionToFile = False
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-12
mbs.SolveDynamic(simulationSettings)

PlotSensorDefaults().fontSize = 12
mbs.PlotSensor(sensorNumbers=sensors, components=[1, 1, 1], closeAll=True, title='all', figureName='window', fontSize=10,
               colors=['r', 'g', 'b'], lineStyles=['-', '--', ':'], lineWidths=[1, 2, 3], labels=['a', 'b', 'c'])
mbs.PlotSensor(sensors[2], components=[0, 1, 2], yLabel='u (mm)', factors=[1000, 1000, 1000], offsets=[0, 0.1, 0.2],
               rangeX=[0, 0.5], rangeY=[-1, 1], majorTicksX=5, majorTicksY=4, markerStyles=['x', 'o ', '^'], markerSizes=8, markerDensity=20)
mbs.PlotSensor(sensors[0], components=exu.plot.componentNorm, logScaleY=False, newFigure=False, colorCodeOffset=3)
[pltModule, fig, ax, line] = PlotSensor(mbs, sensors[2], components=[2], componentsX=[1], xLabel='y', yLabel='z', sizeInches=[4, 3],
                                        fileName='solution/plot.png', legendArgs={'loc': 'upper left'})
mbs.PlotSensor(sensorNumbers=['solution/s0.txt', 'solution/vel.txt'], components=[1, 2], xLabel='t', subPlot=[2, 1, 1])
data = mbs.GetSensorStoredData(sensors[1])
filtered = FilterSensorOutput(data, filterWindow=7, polyOrder=3, derivative=1)
mbs.PlotSensor(sensorNumbers=[data, filtered], components=[1, 1], labels=['position', 'velocity'], newFigure=False, subPlot=[2, 1, 2])
[freq, magnitude, phase] = ComputeFFT(data[:, 0], data[:, 2])
plt.figure('FFT')
PlotFFT(freq, magnitude, label='y', freqStart=1, freqEnd=50, logScaleX=False, logScaleY=True)
PlotFFT(freq, 2*magnitude, label='2y', xLabel='f in Hz', yLabel='y', majorGrid=False)
profile = DataArrayFromSensorList(mbs, sensors, positionList=[0, 1, 2])
x = np.array(ax.get_lines()[0].get_xdata())
figures = len(plt.get_fignums())
plt.close('all')
peak = int(np.argmax(magnitude[1:]))+1
exudynTestGlobals.testResult = [freq[peak], magnitude[peak], phase[peak], len(freq), profile.shape[0], profile.shape[1], profile[2, 1],
                                x[100], len(x), figures, float(os.path.isfile('solution/plot.png')), filtered[500, 1], filtered[-1, 2]]
