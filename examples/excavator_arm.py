"""Excavator arm with hydraulic cylinders
======================================

Boom and stick of an excavator turn in the plane; a hydraulic cylinder moves each of them. The run
starts in equilibrium: the cylinders are held by distances beside them, a static run finds their
forces, and the pressures follow. Then the valves move the arm: lift the boom, stretch the stick,
and close again. Valves are set before each step, as by an operator.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

g = 9.81
oil = dict(
    oilBulkModulus=1.4e9, hoseVolume0=2e-3, hoseVolume1=2e-3, nominalFlow=8e-7,
    systemPressure=2.5e7, tankPressure=1e5, actuatorDamping=2e4, useChamberVolumeChange=True,
)  # fmt: skip
areas = 1.2e-2, 6e-3  # m^2, of the piston and of its rod side

SC = exu.SystemContainer()
mbs = SC.AddSystem()
Out = exu.OutputVariableType
ground = mbs.AddObject(ObjectGround())
yellow, dark = [0.95, 0.75, 0.1, 1], [0.25, 0.25, 0.28, 1]


def body(name, place, angle, mass, inertia, shapes):
    """A rigid body with weight."""
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[*place, angle]))
    number = mbs.AddObject(
        RigidBody2D(
            nodeNumber=node, physicsMass=mass, physicsInertia=inertia, name=name,
            visualization=VRigidBody2D(graphicsData=shapes),
        )
    )  # fmt: skip
    weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=number))
    mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -g, 0]))
    return number, node


def at(number, x, y=0.0):
    return mbs.AddMarker(MarkerBodyRigid(bodyNumber=number, localPosition=[x, y, 0]))


def place_of(center, angle, x, y=0.0):
    """Position of a local point."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([center[0] + c * x - s * y, center[1] + s * x + c * y])


# boom of 5 m from the origin, stick of 3 m from its end, with a bucket
rise, fall = 0.6, -1.1  # rad, angles of boom and stick
middle = place_of((0, 0), rise, 2.5)
knee = place_of((0, 0), rise, 5.0)
stick_middle = place_of(knee, fall, 0.9)
boom, boom_node = body(
    "boom", middle, rise, 1500.0, 3200.0,
    [exu.graphics.Brick([0, 0, 0], [5.0, 0.35, 0.3], yellow)],
)  # fmt: skip
stick, stick_node = body(
    "stick", stick_middle, fall, 900.0, 1100.0,
    [
        exu.graphics.Brick([-0.1, 0, 0], [3.2, 0.28, 0.25], yellow),
        exu.graphics.Brick([1.7, -0.25, 0], [0.8, 0.7, 0.6], dark),
    ],
)  # fmt: skip
mbs.AddObject(RevoluteJoint2D(markerNumbers=[at(ground, 0), at(boom, -2.5)]))
mbs.AddObject(RevoluteJoint2D(markerNumbers=[at(boom, 2.5), at(stick, -0.9)]))


def cylinder(name, ends, pushed):
    """An actuator between two markers, with a distance beside it for the static start."""
    length = float(np.linalg.norm(np.subtract(*[place for _, place in ends])))
    markers = [marker for marker, _ in ends]
    stroke = 0.45 * length
    pressures = mbs.AddNode(
        NodeGenericODE1(numberOfODE1Coordinates=2, initialCoordinates=[5e6, 5e6])
    )
    number = mbs.AddObject(
        HydraulicActuatorSimple(
            markerNumbers=markers, nodeNumbers=[pressures], offsetLength=length - pushed * stroke,
            strokeLength=stroke, chamberCrossSection0=areas[0], chamberCrossSection1=areas[1],
            name=name, **oil,
            visualization=VHydraulicActuatorSimple(
                cylinderRadius=0.11, pistonRadius=0.09, rodRadius=0.055, pistonLength=0.1,
                baseMountRadius=0.09, rodMountRadius=0.09, baseMountLength=0.15,
                colorCylinder=[0.3, 0.32, 0.36, 1], colorPiston=[0.85, 0.85, 0.88, 1],
            ),
        )
    )  # fmt: skip
    held = mbs.AddObject(
        DistanceConstraint(markerNumbers=markers, distance=length, visualization=dict(show=False))
    )
    mbs.AddSensor(
        SensorNode(
            nodeNumber=pressures, outputVariableType=Out.Coordinates, storeInternal=True,
            name=f"pressures of the {name} [Pa]",
        )
    )  # fmt: skip
    return number, held, pressures


lift = cylinder(
    "lift cylinder",
    [
        (at(ground, 0.9, -0.6), np.array([0.9, -0.6])),
        (at(boom, 0.0, -0.3), place_of(middle, rise, 0.0, -0.3)),
    ],
    0.3,
)
reach = cylinder(
    "stick cylinder",
    [
        (at(boom, 0.2, 0.3), place_of(middle, rise, 0.2, 0.3)),
        (at(stick, -1.5, 0.2), place_of(stick_middle, fall, -1.5, 0.2)),
    ],
    0.6,
)
mbs.Assemble()

# static start: the distances carry what the pressures do not; the pressures take it over
settings = exu.SimulationSettings()
settings.staticSolver.constrainODE1coordinates = True
mbs.SolveStatic(settings, updateInitialValues=True)
initial = exu.ConfigurationType.Initial
pressures = mbs.systemData.GetODE1Coordinates(initial)
for _, held, node in (lift, reach):
    force = mbs.GetObjectOutput(held, Out.Force)  # > 0: tension
    pressures[mbs.systemData.GetNodeLTGODE1(node)[0]] -= force / areas[0]
    mbs.SetObjectParameter(held, "activeConnector", False)
mbs.systemData.SetODE1Coordinates(pressures, initial)

settings.timeIntegration.endTime = 0.5
settings.timeIntegration.numberOfSteps = 500
still = mbs.SolveDynamic(settings)
assert np.abs(still.coordinates - still.coordinates[0]).max() < 1e-6  # nothing moves


def operate(mbs, t):
    """Lever positions: lift from 0.5 to 2.5 s, stretch the stick from 2 to 4 s."""
    for (number, _, _), begin, end, sign in ((lift, 0.5, 2.5, 1.0), (reach, 2.0, 4.0, -1.0)):
        opening = sign * min(max(5.0 * (t - begin), 0.0), 1.0, max(5.0 * (end - t), 0.0))
        mbs.SetObjectParameter(number, "valveOpening0", opening)
        mbs.SetObjectParameter(number, "valveOpening1", -opening)
    return True


mbs.SetPreStepUserFunction(operate)
settings.timeIntegration.endTime = 6.0
settings.timeIntegration.numberOfSteps = 6000
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
settings.solutionSettings.solutionWritePeriod = 0.02
settings.solutionSettings.sensorsWritePeriod = 0.02
solution = mbs.SolveDynamic(settings)

turned = [mbs.GetNodeOutput(node, Out.Coordinates)[2] for node in (boom_node, stick_node)]
print(f"the boom has turned by {turned[0]:.3f} rad, the stick by {turned[1]:.3f} rad")
assert turned[0] > 0.1 and turned[1] > turned[0] + 0.1
assert abs(mbs.GetNodeOutput(boom_node, Out.Velocity)).max() < 0.02  # closed valves hold the arm
