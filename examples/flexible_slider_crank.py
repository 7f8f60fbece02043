"""Flexible slider-crank
=====================

The connecting rod of a slider-crank is a mesh of finite elements, reduced to the modes of its two
ends and ten eigenmodes. It bends under its own inertia; the colors show the stress of von Mises.
Needs `pip install linkwork[fem]`.
"""

import numpy as np

import linkwork as exu
from linkwork import fem
from linkwork.utilities import *

crank, rod, speed = 0.15, 0.5, 60.0  # m, m, rad/s

mesh = fem.FEMinterface(fem.beam(rod, 0.01, 0.012, elements=(16, 1, 1)), 2700, 7e10, 0.3)
ends = [mesh.GetNodesInPlane([x, 0, 0], [1, 0, 0]) for x in (0, rod)]
mesh.ComputeHurtyCraigBamptonModes(ends, nEigenModes=10)
mesh.ComputePostProcessingModes()  # stresses

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
bar = InertiaCuboid(density=7800, sideLengths=[crank, 0.03, 0.03]).Translated([crank / 2, 0, 0])
shaft = mbs.CreateRigidBody(
    inertia=bar,
    initialAngularVelocity=[0, 0, speed],
    graphicsDataList=[exu.graphics.Brick([crank / 2, 0, -0.03], [crank, 0.03, 0.03])],
)
block = mbs.CreateRigidBody(
    referencePosition=[crank + rod, 0, 0],
    inertia=InertiaCuboid(density=2700, sideLengths=[0.06, 0.05, 0.05]),
    graphicsDataList=[exu.graphics.Brick([0, 0, -0.04], [0.06, 0.05, 0.05])],
)
flexible = fem.ObjectFFRFreducedOrderInterface(mesh).AddObjectFFRFreducedOrder(
    mbs,
    positionRef=[crank, 0, 0],
    initialVelocity=[0, speed * crank, 0],
    initialAngularVelocity=[0, 0, -speed * crank / rod],
    stiffnessProportionalDamping=2e-5,
    name="rod",
)
body = flexible["oFFRFreducedOrder"]
left, right = (
    mbs.AddMarker(
        MarkerSuperElementRigid(
            bodyNumber=body, meshNodeNumbers=nodes, weightingFactors=[1 / len(nodes)] * len(nodes)
        )
    )
    for nodes in ends
)
fixed = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
bearing = mbs.AddMarker(MarkerBodyRigid(bodyNumber=shaft))
pin = mbs.AddMarker(MarkerBodyRigid(bodyNumber=shaft, localPosition=[crank, 0, 0]))
slide = mbs.AddMarker(MarkerBodyRigid(bodyNumber=block))
mbs.AddObject(RevoluteJointZ(markerNumbers=[fixed, bearing]))
mbs.AddObject(RevoluteJointZ(markerNumbers=[pin, left]))
mbs.AddObject(GenericJoint(markerNumbers=[slide, right], constrainedAxes=[1, 1, 0, 0, 0, 0]))
mbs.AddObject(PrismaticJointX(markerNumbers=[fixed, slide]))
middle = mesh.GetNodeAtPoint([rod / 2, 0.005, 0], tolerance=1e-6)
bending = mbs.AddSensor(
    SensorSuperElement(
        bodyNumber=body,
        meshNodeNumber=middle,
        outputVariableType=exu.OutputVariableType.StressLocal,
        storeInternal=True,
        name="stress in the middle of the rod",
    )
)
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 0.2
settings.timeIntegration.numberOfSteps = 2000
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.7
solution = mbs.SolveDynamic(settings)

stress = mbs.GetSensorStoredData(bending)[:, 1]
print(f"largest stress in the middle of the rod: {1e-6 * np.abs(stress).max():.1f} MPa")
energy = solution.energy()
assert np.abs(energy.balance).max() < 1e-3 * energy.kinetic[0]
assert 1e6 < np.abs(stress).max() < 1e9
# solution.show(contour="StressLocal") plays the motion with the stress of von Mises
