"""Spinning flexible satellite
===========================

Two long panels, a single thin plate of finite elements with twelve modes, pass through a rigid
cube. The satellite spins about an axis near that of its largest inertia. The panels flutter, their
damping dissipates energy, and the spin axis moves towards the axis of the largest inertia.
Needs `pip install linkwork[fem]`.
"""

import numpy as np

import linkwork as exu
from linkwork import fem
from linkwork.utilities import *

panels = fem.FEMinterface(
    fem.box([6.0, 1.0, 0.03], elements=[24, 4, 1]),
    density=500,
    youngsModulus=6e7,
    poissonsRatio=0.3,
)
panels.ComputeEigenmodes(12, excludeRigidBodyModes=6)
print("frequencies [Hz]:", panels.GetEigenFrequenciesHz()[:4].round(3))

SC = exu.SystemContainer()
mbs = SC.AddSystem()
spin = np.array([1.5, 0.3, 2.0])  # rad/s
cube = mbs.CreateRigidBody(
    inertia=InertiaCuboid(density=150, sideLengths=[0.8, 1.2, 1.0]),
    initialAngularVelocity=spin,
    graphicsDataList=[exu.graphics.Brick(size=[0.8, 1.2, 1.0], color=[0.8, 0.7, 0.3, 1.0])],
)
satellite = fem.ObjectFFRFreducedOrderInterface(panels).AddObjectFFRFreducedOrder(
    mbs, initialAngularVelocity=spin, modalDamping=0.05, color=[0.2, 0.35, 0.7, 1.0], name="panels"
)
body = satellite["oFFRFreducedOrder"]
inside = panels.GetNodesInCube([-0.4, -0.6, -0.1], [0.4, 0.6, 0.1])
weights = [1 / len(inside)] * len(inside)
root = mbs.AddMarker(
    MarkerSuperElementRigid(bodyNumber=body, meshNodeNumbers=inside, weightingFactors=weights)
)
center = mbs.AddMarker(MarkerBodyRigid(bodyNumber=cube))
mbs.AddObject(GenericJoint(markerNumbers=[center, root]))
sensor = mbs.AddSensor(
    SensorSuperElement(
        bodyNumber=body,
        meshNodeNumber=panels.GetNodeAtPoint([3.0, 0.5, 0.015], tolerance=1e-6),
        outputVariableType=exu.OutputVariableType.DisplacementLocal,
        storeInternal=True,
        name="deflection of a corner",
    )
)
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 20
settings.timeIntegration.numberOfSteps = 4000
solution = mbs.SolveDynamic(settings)

deflection = mbs.GetSensorStoredData(sensor)[:, 3]
energy = solution.energy()
print(f"largest deflection of a corner: {1e3 * np.abs(deflection).max():.0f} mm")
print(f"dissipated: {energy.dissipated[-1]:.3f} J of {energy.total[0]:.1f} J")
assert energy.dissipated[-1] > 1e-3 * energy.total[0]
assert np.abs(energy.balance).max() < 1e-3 * energy.total[0]
# solution.show(contour="DisplacementLocal") plays the motion with the deformation as color
