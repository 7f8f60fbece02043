"""Mass on a spring-damper
=======================

A mass is pulled by a constant force against a spring with damping; the exact motion is a damped
oscillation.
"""

import math

import linkwork as exu
from linkwork.items import *

mass, stiffness, damping, length, force = 1.6, 4000.0, 8.0, 0.5, 80.0  # SI units
end_time = 0.5

SC = exu.SystemContainer()
mbs = SC.AddSystem()

ground = mbs.AddObject(ObjectGround())
node = mbs.AddNode(NodePoint(referenceCoordinates=[length, 0, 0]))
body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))
anchor = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
tip = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
spring = mbs.AddObject(
    SpringDamper(
        markerNumbers=[anchor, tip], referenceLength=length, stiffness=stiffness, damping=damping
    )
)
mbs.AddLoad(Force(markerNumber=tip, loadVector=[force, 0, 0]))
mbs.AddSensor(
    SensorObject(
        name="spring force",
        objectNumber=spring,
        outputVariableType=exu.OutputVariableType.ForceLocal,
        storeInternal=True,
    )
)
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = end_time
settings.timeIntegration.numberOfSteps = 5000
solution = mbs.SolveDynamic(settings)

position = mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[0]
decay = damping / (2 * mass)
omega = math.sqrt(stiffness / mass - decay**2)
swing = math.cos(omega * end_time) + decay / omega * math.sin(omega * end_time)
exact = length + force / stiffness * (1 - math.exp(-decay * end_time) * swing)
largest_force = solution.sensors["spring force"][:, 1].max()

print(f"position after {end_time} s: {position:.8f} m, exact {exact:.8f} m")
print(f"largest spring force: {largest_force:.2f} N for a load of {force} N")
assert abs(position - exact) < 1e-6
assert 1.8 * force < largest_force < 2 * force
