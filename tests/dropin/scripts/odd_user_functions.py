# user functions in many styles: joined lists, classes, globals, closures, partial, default arguments
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from functools import partial
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
counter = 0
history = []
gains = {'k': 40., 'list': [1, 2, 3]}


def UFjoined(mbs, t, itemNumber, u, v, k, d, offset):
    both = u + v                    # six numbers
    f = [0, 0, 0]
    for i in range(len(both)):
        f[i % 3] += (k + d)[i]*both[i]
    assert type(u) == list and len(both) == 6
    return f


def UFrepeated(mbs, t, loadVector):
    many = loadVector*2             # six numbers
    return [sum(many[0:4:3]), many[1], many[5]*t]


def UFglobal(mbs, t, load):
    global counter
    counter += 1
    if t > 0.1 and len(history) == 0:
        history.append(t)
    return load*(1 if t < 0.1 else 0.5)


class Law:
    scale = 2.

    def __init__(self, power):
        self.power = power

    def __call__(self, mbs, t, itemNumber, u, v, k, d, offset):
        return k*np.sign(u)*abs(u)**self.power + d*v

    def Method(self, mbs, t, itemNumber, u, v, k, d, F0):
        return self.scale*k*u + d*v + F0


def General(factor, mbs, t, load):
    return factor*load*np.cos(t)


def UFtuple(mbs, t, loadVector, amplitude=gains['k']):
    return (amplitude*t, 0, -amplitude*t**2)


def UFnp(mbs, t, itemNumber, u, v, k, d, offset):
    return np.array(k)*(np.array(u) - offset) + np.array(d)*v


def UFsensor(mbs, t, sensorNumbers, factors, configuration):
    val = np.zeros(0)
    for i, s in enumerate(sensorNumbers):
        val = np.append(val, factors[i]*mbs.GetSensorValues(s, configuration))
    return val


ground = mbs.AddObject(ObjectGround())
mg = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
nG = mbs.AddNode(NodePointGround())
mc0 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nG, coordinate=0))
n = [mbs.AddNode(NodePoint(referenceCoordinates=[0.1*i, 0, 0], initialCoordinates=[0.1, 0.05*i, 0])) for i in range(4)]
b = [mbs.AddObject(MassPoint(physicsMass=1+i, nodeNumber=n[i])) for i in range(4)]
mp = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=i)) for i in b]
mc = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=i, coordinate=0)) for i in n]
mbs.AddObject(CartesianSpringDamper(markerNumbers=[mg, mp[0]], stiffness=[50, 60, 70], damping=[1, 2, 3],
                                    springForceUserFunction=UFjoined))
mbs.AddObject(CartesianSpringDamper(markerNumbers=[mg, mp[1]], stiffness=[50, 60, 70], damping=[1, 2, 3], offset=[0.1, 0, 0],
                                    springForceUserFunction=UFnp))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mc0, mc[2]], stiffness=100, damping=1, springForceUserFunction=Law(1.5)))
mbs.AddObject(SpringDamper(markerNumbers=[mp[2], mp[3]], stiffness=30, damping=1, referenceLength=0.1, force=0.5,
                           springForceUserFunction=Law(2).Method))
mbs.AddLoad(Force(markerNumber=mp[0], loadVector=[1, 2, 3], loadVectorUserFunction=UFrepeated))
mbs.AddLoad(LoadCoordinate(markerNumber=mc[1], load=2, loadUserFunction=UFglobal))
mbs.AddLoad(LoadCoordinate(markerNumber=mc[2], load=2, loadUserFunction=partial(General, 1.5)))
mbs.AddLoad(Force(markerNumber=mp[3], loadVectorUserFunction=UFtuple))
lams = [mbs.AddLoad(LoadCoordinate(markerNumber=mc[i], load=0, loadUserFunction=lambda mbs, t, load, i=i: i*gains['list'][i]*t)) for i in range(3)]
s = [mbs.AddSensor(SensorNode(nodeNumber=i, storeInternal=True, outputVariableType=exu.OutputVariableType.Displacement)) for i in n]
sU = mbs.AddSensor(SensorUserFunction(sensorNumbers=s, factors=[1, 2, 3, 4.], storeInternal=True, sensorUserFunction=UFsensor))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 100
settings.timeIntegration.endTime = 0.4
settings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(settings)
print('global function called:', counter > 100, ', first time above 0.1:', history)
data = mbs.GetSensorStoredData(sU)
exudynTestGlobals.testResult = [float(x) for x in data[-1]] + [float(x) for x in data[37]] + [len(history)] + [
    float(mbs.GetLoadValues(l)) for l in lams]
