"""Laws, loads and sensors of a script on a body and a mass, implicit and explicit."""

import exudyn as exu
import numpy as np
from exudyn.utilities import *

try:
    from modelUnitTests import exudynTestGlobals
except ImportError:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()

Out = exu.OutputVariableType
SC = exu.SystemContainer()
mbs = SC.AddSystem()


def Settings(steps, end):
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = end
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    settings.timeIntegration.newton.relativeTolerance *= 1e-3
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = end / 10
    return settings


def Sensors(body, *variables):
    return [mbs.AddSensor(SensorBody(bodyNumber=body, localPosition=[0.1, 0.2, 0.3], outputVariableType=v,
                                     storeInternal=True, writeToFile=False)) for v in variables]


results = []


def SpringLaw(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL + damping * deltaL_t**3 + force * np.cos(t)


def CartesianLaw(mbs, t, itemNumber, u, v, stiffness, damping, offset):
    return [stiffness[j] * u[j] * (1 + u[j]**2) + damping[j] * v[j] for j in range(3)]


def BushingLaw(mbs, t, itemNumber, u, rotation, v, omega, stiffness, damping, rot0, rot1, offset):
    return list(np.array(stiffness) @ np.array(list(u) + list(rotation))
                + np.array(damping) @ np.array(list(v) + list(omega)))


def Load(mbs, t, load):
    return [load[0] * t, load[1], load[2] * np.sin(5 * t)]


def Norm(mbs, t, sensorNumbers, factors, configuration):
    return [float(np.linalg.norm(mbs.GetSensorValues(sensorNumbers[0]))) * factors[0], t]


ground = mbs.CreateGround()
body = mbs.CreateRigidBody(referencePosition=[1, 0, 0], inertia=InertiaCuboid(800, [0.3, 0.2, 0.4]),
                           initialAngularVelocity=[0.3, 0.2, -0.5], nodeType=exu.NodeType.RotationRxyz)
mass = mbs.CreateMassPoint(referencePosition=[2, 0.3, 0], physicsMass=3, initialVelocity=[0, 0.1, 0.3])
frames = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground)),
          mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[0.1, 0, 0.1]))]
points = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground)),
          mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[0.15, 0.1, 0])),
          mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))]
mbs.AddObject(RigidBodySpringDamper(markerNumbers=frames, stiffness=np.diag([800, 900, 700, 30, 40, 50.]),
                                    damping=np.diag([8, 9, 7, 0.3, 0.4, 0.5]), springForceTorqueUserFunction=BushingLaw))
mbs.AddObject(SpringDamper(markerNumbers=points[1:], stiffness=120, damping=2, force=1, referenceLength=0.8,
                           springForceUserFunction=SpringLaw))
mbs.AddObject(CartesianSpringDamper(markerNumbers=[points[0], points[2]], stiffness=[20, 30, 10], damping=[1, 1, 1],
                                    offset=[2, 0, 0], springForceUserFunction=CartesianLaw))
mbs.AddLoad(Force(markerNumber=points[2], loadVector=[3, 1, 2], loadVectorUserFunction=Load))
mbs.AddLoad(Torque(markerNumber=frames[1], loadVector=[0.3, 1, 2], loadVectorUserFunction=Load))
sensors = Sensors(mass, Out.Position) + Sensors(body, Out.Position, Out.RotationMatrix)
sensors += [mbs.AddSensor(SensorUserFunction(sensorNumbers=sensors[:1], factors=[2], sensorUserFunction=Norm,
                                             storeInternal=True, writeToFile=False))]
mbs.Assemble()
for solver in (exu.DynamicSolverType.GeneralizedAlpha, exu.DynamicSolverType.RK44):
    mbs.SolveDynamic(Settings(400, 1), solverType=solver)
    results.extend(mbs.GetSensorStoredData(s) for s in sensors)
exudynTestGlobals.testResult = np.concatenate([np.ravel(r) for r in results])
