"""A drive train of rotors on oblique axes: torques, gears, a coupling and a brake."""

import exudyn as exu
import numpy as np
from exudyn.utilities import *

try:
    from modelUnitTests import exudynTestGlobals
except ImportError:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()

SC = exu.SystemContainer()
mbs = SC.AddSystem()
tilted = RotationMatrixX(0.3) @ RotationMatrixY(0.4)
motor = mbs.AddNode(Node1D(referenceCoordinates=[0.2], initialCoordinates=[0.5], initialVelocities=[3.0]))
oMotor = mbs.AddObject(Rotor1D(name='motor', physicsInertia=0.5, nodeNumber=motor, referencePosition=[1, 2, 3],
                               referenceRotation=tilted,
                               visualization=VObjectRotationalMass1D(show=True)))
wheel = mbs.AddNode(Node1D(referenceCoordinates=[0.0]))
oWheel = mbs.AddObject(ObjectRotationalMass1D(physicsInertia=2.0, nodeNumber=wheel, referencePosition=[0, 0, 1]))
brake = mbs.AddNode(Node1D(referenceCoordinates=[-1.0], initialVelocities=[-2.0]))
oBrake = mbs.AddObject(Rotor1D(physicsInertia=1.25, nodeNumber=brake, referenceRotation=RotationMatrixY(-pi / 2)))
ground = mbs.AddNode(NodePointGround())
mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
coordinates = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (motor, wheel, brake)]
mbs.AddObject(CoordinateConstraint(markerNumbers=coordinates[:2], factorValue1=-2.0, offset=0.25))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=coordinates[1:], stiffness=40.0, damping=0.3))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mGround, coordinates[2]], damping=0.2, stiffness=1.0))

frames = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=o, localPosition=[0, 0, 0.3])) for o in (oMotor, oWheel, oBrake)]
mbs.AddLoad(Torque(markerNumber=frames[0], loadVector=[0.4, 0.7, 0.9]))
mbs.AddLoad(Torque(markerNumber=frames[0], loadVector=[0.4, 0.7, 0.9], bodyFixed=True))
mbs.AddLoad(Torque(markerNumber=frames[2], loadVector=[2.0, 1.0, 3.0],
                   loadVectorUserFunction=lambda mbs, t, v: [v[0] * np.cos(t), v[1], v[2]]))
fixed = mbs.AddObject(ObjectGround())
mFixed = mbs.AddMarker(MarkerBodyRigid(bodyNumber=fixed))
mbs.AddObject(TorsionalSpringDamper(markerNumbers=[mFixed, frames[1]], stiffness=3.0, damping=0.1))

sensors = []
for number in (oMotor, oWheel, oBrake):
    for kind in ('Position', 'Displacement', 'Velocity', 'RotationMatrix', 'Rotation', 'AngularVelocity'):
        sensors.append(mbs.AddSensor(SensorBody(
            bodyNumber=number, localPosition=[0.1, 0.2, 0.3], storeInternal=True, writeToFile=False,
            outputVariableType=getattr(exu.OutputVariableType, kind))))
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 200
settings.timeIntegration.endTime = 2.0
settings.timeIntegration.verboseMode = 0
settings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(settings)
values = [np.asarray(mbs.GetSensorStoredData(s))[::40].ravel() for s in sensors]
values.append(np.ravel(mbs.GetObjectOutputBody(oMotor, exu.OutputVariableType.Rotation,
                                               configuration=exu.ConfigurationType.Reference)))
values.append(mbs.GetObjectOutputBody(oMotor, exu.OutputVariableType.Position, localPosition=[0.1, 0.2, 0.3],
                                      configuration=exu.ConfigurationType.Initial))
[frequencies, vectors] = mbs.ComputeODE2Eigenvalues(ignoreAlgebraicEquations=True)
exudynTestGlobals.testResult = np.concatenate([*values, frequencies])
