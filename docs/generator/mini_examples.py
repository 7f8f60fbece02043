"""A small runnable model for every kind of item, as text that is printed on the item's page.

CALLS has constructors that are more useful than those that `derived` generates from the declaration
of a kind. The names in them refer to lines of PARTS, which precede the call, together with the
lines on which these depend. A kind that needs more than PARTS shows its sample
(`sample_examples.py`).
"""

from __future__ import annotations

import re

from linkwork.bodies.body import Body
from linkwork.bodies.first_order import FirstOrder
from linkwork.connectors.connector import Connector
from linkwork.core.declare.item import Item
from linkwork.core.declare.parameters import Number
from linkwork.loads.load import Load
from linkwork.markers.marker import Marker

PARTS = {
    "ground": "mbs.AddObject(ObjectGround())",
    "node": "mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))",
    "mass": "mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))",
    "node2D": "mbs.AddNode(NodePoint2D(referenceCoordinates=[1, 0]))",
    "mass2D": "mbs.AddObject(MassPoint2D(nodeNumber=node2D, physicsMass=2))",
    "node1D": "mbs.AddNode(Node1D())",
    "mass1D": "mbs.AddObject(Mass1D(nodeNumber=node1D, physicsMass=2))",
    "frame": "mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.5, 0, 0]))",
    "nextFrame": "mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[1.5, 0, 0]))",
    "nextPose": "mbs.AddNode(NodeRigidBodyEP(referenceCoordinates=[1.5, 0, 0, 1, 0, 0, 0]))",
    "across": "mbs.AddNode(NodePointSlope23(referenceCoordinates=[0, 0, 0, 0, 1, 0, 0, 0, 1]))",
    "nextAcross": "mbs.AddNode(NodePointSlope23(referenceCoordinates=[1, 0, 0, 0, 1, 0, 0, 0, 1]))",
    "plank": (
        "end = mbs.AddNode(NodePointSlope23(referenceCoordinates=[1, 0, 0, 0, 1, 0, 0, 0, 1]))\n"
        "mbs.AddObject(ANCFBeam(nodeNumbers=[across, end], physicsLength=1, "
        "sectionData={'massPerLength': 2, "
        "'inertia': [[0.02, 0, 0], [0, 0.01, 0], [0, 0, 0.01]]}))"
    ),
    "sloped": "mbs.AddNode(NodePointSlope1(referenceCoordinates=[0, 0, 0, 1, 0, 0]))",
    "nextSloped": "mbs.AddNode(NodePointSlope1(referenceCoordinates=[1, 0, 0, 1, 0, 0]))",
    "body": "mbs.AddObject(RigidBody2D(nodeNumber=frame, physicsMass=2, physicsInertia=0.2))",
    "pose": "mbs.AddNode(NodeRigidBodyEP(referenceCoordinates=[0.5, 0, 0, 1, 0, 0, 0]))",
    "brick": (
        "mbs.AddObject(RigidBody(nodeNumber=pose, physicsMass=2, "
        "physicsInertia=[0.1, 0.2, 0.2, 0, 0, 0]))"
    ),
    "support": "mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))",
    "end": "mbs.AddMarker(MarkerBodyRigid(bodyNumber=brick, localPosition=[-0.5, 0, 0]))",
    "hook": "mbs.AddMarker(MarkerBodyRigid(bodyNumber=brick, localPosition=[0, -0.5, 0]))",
    "coordinates": "mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2))",
    "system": (
        "mbs.AddObject(ObjectGenericODE2(nodeNumbers=[coordinates], massMatrix=[[2, 0], [0, 1]]))"
    ),
    "pressures": "mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2))",
    "gap": "mbs.AddNode(NodeGenericData(numberOfDataCoordinates=1))",
    "decay": (
        "mbs.AddObject(ObjectGenericODE1(nodeNumbers=[pressures], systemMatrix=[[-1, 0], [0, -2]]))"
    ),
    "fixed": "mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))",
    "tip": "mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))",
    "weight": "mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))",
    "base": "mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))",
    "joint": "mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[-0.5, 0, 0]))",
    "zero": "mbs.AddNode(NodePointGround())",
    "noMotion": "mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=zero, coordinate=0))",
    "motion": "mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))",
    "none": "mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=zero))",
    "both": "mbs.AddMarker(MarkerObjectODE2Coordinates(objectNumber=system))",
    "modes": "mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=4))",
    "flexible": "mbs.AddObject(CMSobject(nodeNumbers=[pose, modes], **rod.parts))",
    "tree": (
        "mbs.AddObject(KinematicTree(nodeNumber=joints, gravity=[0, -9.81, 0], "
        "jointTypes=[exu.JointType.RevoluteZ] * 2, linkParents=[-1, 0], "
        "jointTransformations=[[[1, 0, 0], [0, 1, 0], [0, 0, 1]]] * 2, "
        "jointOffsets=[[0, 0, 0], [1, 0, 0]], linkCOMs=[[0.5, 0, 0]] * 2, linkMasses=[2, 1], "
        "linkInertiasCOM=[[[0.1, 0, 0], [0, 0.2, 0], [0, 0, 0.2]]] * 2))"
    ),
    "joints": "mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2))",
    "spring": (
        "mbs.AddObject(SpringDamper(markerNumbers=[fixed, tip], referenceLength=1, stiffness=100))"
    ),
    "force": "mbs.AddLoad(Force(markerNumber=tip, loadVector=[10, 0, 0]))",
    "place": (
        "mbs.AddSensor(SensorNode(nodeNumber=node, "
        "outputVariableType=exu.OutputVariableType.Position, storeInternal=True))"
    ),
}
"""Variable -> the expression that creates it."""

ALONG = {
    "node": "mass", "node2D": "mass2D", "node1D": "mass1D", "frame": "body", "pose": "brick",
    "coordinates": "system", "pressures": "decay", "across": "plank",
}  # fmt: skip
"""Nodes move only with a body: variable of a node -> variable of the body placed on it."""

VARIABLES = {
    "NodePoint": "node", "NodePoint2D": "node2D", "Node1D": "node1D", "NodeRigidBody2D": "frame",
    "NodePlanar": "frame", "NodeGenericODE2": "coordinates", "NodeGenericODE1": "pressures",
    "NodeRigidBodyEP": "pose", "NodeRigidBodyRxyz": "pose", "NodeRigidBodyRotVecLG": "pose",
    "NodePointSlope23": "across",
}  # fmt: skip
"""Kinds of nodes that need a body -> the variable of the node in PARTS."""

BODIES = (Body, FirstOrder)

FUNCTIONS = {
    "rod": """\
from linkwork import fem

mesh = fem.FEMinterface(fem.beam(1, 0.02, 0.03, elements=(4, 1, 1)), 7850, 2.1e11, 0.3)
mesh.ComputeEigenmodes(4, excludeRigidBodyModes=6)
rod = fem.ObjectFFRFreducedOrderInterface(mesh)
""",
    "distance": """\
def distance(mbs, t, sensorNumbers, factors, configuration):
    x, y, z = mbs.GetSensorValues(sensorNumbers[0], configuration)
    return [factors[0] * (x**2 + y**2 + z**2) ** 0.5]
""",
}
"""User functions and meshes that calls refer to."""

CALLS = {
    "NodePoint": "NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[0, 2, 0])",
    "NodePoint2D": "NodePoint2D(referenceCoordinates=[1, 0], initialVelocities=[0, 2])",
    "NodeRigidBody2D": (
        "NodeRigidBody2D(referenceCoordinates=[0.5, 0, 0], initialVelocities=[0, 0, 3])"
    ),
    "NodeRigidBodyEP": (
        "NodeRigidBodyEP(referenceCoordinates=[0.5, 0, 0, 1, 0, 0, 0], "
        "initialVelocities=[0, 0, 0, 0, 0, 0, 1.5])"
    ),
    "NodeRigidBodyRxyz": (
        "NodeRigidBodyRxyz(referenceCoordinates=[0.5, 0, 0, 0, 0, 0], "
        "initialVelocities=[0, 0, 0, 0, 0, 3])"
    ),
    "NodeRigidBodyRotVecLG": (
        "NodeRigidBodyRotVecLG(referenceCoordinates=[0.5, 0, 0, 0, 0, 0], "
        "initialVelocities=[0, 0, 0, 0, 0, 3])"
    ),
    "NodePlanar": (
        "NodePlanar(referenceCoordinates=[0.5, 0, 0], heldCoordinates=[True, False, False])"
    ),
    "Node1D": "Node1D(referenceCoordinates=[1], initialVelocities=[2])",
    "NodePointGround": "NodePointGround(referenceCoordinates=[0, 1, 0])",
    "NodeGenericODE2": "NodeGenericODE2(numberOfODE2Coordinates=2, initialCoordinates=[0.1, 0])",
    "NodeGenericODE1": "NodeGenericODE1(numberOfODE1Coordinates=2, initialCoordinates=[1, 0])",
    "NodeGenericData": "NodeGenericData(numberOfDataCoordinates=2, initialCoordinates=[1, 0])",
    "NodeGenericAE": "NodeGenericAE(numberOfAECoordinates=1)",
    "ObjectGround": "ObjectGround(referencePosition=[0, 1, 0])",
    "ObjectMassPoint": "MassPoint(nodeNumber=node, physicsMass=2)",
    "ObjectMassPoint2D": "MassPoint2D(nodeNumber=node2D, physicsMass=2)",
    "ObjectMass1D": "Mass1D(nodeNumber=node1D, physicsMass=2)",
    "ObjectRotationalMass1D": "Rotor1D(nodeNumber=node1D, physicsInertia=0.5)",
    "ObjectRigidBody2D": "RigidBody2D(nodeNumber=frame, physicsMass=2, physicsInertia=0.2)",
    "ObjectANCFCable": (
        "Cable(nodeNumbers=[sloped, nextSloped], physicsLength=1, physicsMassPerLength=2, "
        "physicsBendingStiffness=10, physicsAxialStiffness=10000)"
    ),
    "NodePointSlope23": "NodePointSlope23(referenceCoordinates=[0, 0, 0, 0, 1, 0, 0, 0, 1])",
    "ObjectANCFBeam": (
        "ANCFBeam(nodeNumbers=[across, nextAcross], physicsLength=1, "
        "sectionData={'massPerLength': 2, 'inertia': [[0.02, 0, 0], [0, 0.01, 0], [0, 0, 0.01]]})"
    ),
    "ObjectBeamGeometricallyExact": (
        "Beam3D(nodeNumbers=[pose, nextPose], physicsLength=1, "
        "sectionData={'massPerLength': 2, 'inertia': [[0.02, 0, 0], [0, 0.01, 0], [0, 0, 0.01]]})"
    ),
    "ObjectBeamGeometricallyExact2D": (
        "Beam2D(nodeNumbers=[frame, nextFrame], physicsLength=1, physicsMassPerLength=2, "
        "physicsCrossSectionInertia=0.001, physicsBendingStiffness=10, "
        "physicsAxialStiffness=10000, physicsShearStiffness=4000)"
    ),
    "ObjectRigidBody": (
        "RigidBody(nodeNumber=pose, physicsMass=2, physicsInertia=[0.1, 0.2, 0.2, 0, 0, 0])"
    ),
    "ObjectKinematicTree": (
        "KinematicTree(nodeNumber=coordinates, gravity=[0, -9.81, 0], "
        "jointTypes=[exu.JointType.RevoluteZ] * 2, linkParents=[-1, 0], "
        "jointTransformations=[[[1, 0, 0], [0, 1, 0], [0, 0, 1]]] * 2, "
        "jointOffsets=[[0, 0, 0], [1, 0, 0]], linkCOMs=[[0.5, 0, 0]] * 2, linkMasses=[2, 1], "
        "linkInertiasCOM=[[[0.1, 0, 0], [0, 0.2, 0], [0, 0, 0.2]]] * 2)"
    ),
    "ObjectGenericODE2": (
        "ObjectGenericODE2(nodeNumbers=[coordinates], massMatrix=[[2, 0], [0, 1]], "
        "stiffnessMatrix=[[100, -50], [-50, 50]], forceVector=[0, 1])"
    ),
    "ObjectGenericODE1": (
        "ObjectGenericODE1(nodeNumbers=[pressures], systemMatrix=[[-1, 0.5], [0, -2]], "
        "rhsVector=[1, 0])"
    ),
    "ObjectFFRFreducedOrder": "CMSobject(nodeNumbers=[pose, modes], **rod.parts)",
    "MarkerSuperElementPosition": (
        "MarkerSuperElementPosition(bodyNumber=flexible, meshNodeNumbers=[0, 1], "
        "weightingFactors=[0.5, 0.5])"
    ),
    "MarkerSuperElementRigid": (
        "MarkerSuperElementRigid(bodyNumber=flexible, meshNodeNumbers=[0, 1, 2, 3], "
        "weightingFactors=[0.25, 0.25, 0.25, 0.25])"
    ),
    "MarkerKinematicTreeRigid": (
        "MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=1, localPosition=[1, 0, 0])"
    ),
    "MarkerBodyPosition": "MarkerBodyPosition(bodyNumber=mass)",
    "MarkerBodyMass": "MarkerBodyMass(bodyNumber=mass)",
    "MarkerBodyRigid": "MarkerBodyRigid(bodyNumber=body, localPosition=[0.5, 0, 0])",
    "MarkerBodiesRelativeRotationCoordinate": (
        "MarkerBodiesRelativeRotationCoordinate(bodyNumbers=[ground, brick], axis0=[0, 0, 1])"
    ),
    "MarkerBodiesRelativeTranslationCoordinate": (
        "MarkerBodiesRelativeTranslationCoordinate(bodyNumbers=[ground, brick], axis0=[1, 0, 0])"
    ),
    "MarkerNodeRotationCoordinate": (
        "MarkerNodeRotationCoordinate(nodeNumber=pose, rotationCoordinate=2)"
    ),
    "MarkerNodePosition": "MarkerNodePosition(nodeNumber=node)",
    "MarkerNodeRigid": "MarkerNodeRigid(nodeNumber=frame)",
    "MarkerNodeCoordinate": "MarkerNodeCoordinate(nodeNumber=node, coordinate=1)",
    "MarkerNodeCoordinates": "MarkerNodeCoordinates(nodeNumber=node)",
    "MarkerNodeODE1Coordinate": "MarkerNodeODE1Coordinate(nodeNumber=pressures, coordinate=0)",
    "MarkerObjectODE2Coordinates": "MarkerObjectODE2Coordinates(objectNumber=system)",
    "ObjectConnectorSpringDamper": (
        "SpringDamper(markerNumbers=[fixed, tip], referenceLength=0.9, stiffness=100, damping=1)"
    ),
    "ObjectConnectorTabularSpringDamper": (
        "TabularSpringDamper(markerNumbers=[fixed, tip], referenceLength=0.9, "
        "springType='Linear', curve=[[-0.2, -10], [0, 0], [0.2, 40]])"
    ),
    "ObjectConnectorCartesianSpringDamper": (
        "CartesianSpringDamper(markerNumbers=[fixed, tip], stiffness=[100, 100, 50], "
        "damping=[1, 1, 1], offset=[0.9, 0, 0])"
    ),
    "ObjectConnectorGravity": "ConnectorGravity(markerNumbers=[fixed, tip], mass0=1e11, mass1=2)",
    "ObjectConnectorHydraulicActuatorSimple": (
        "HydraulicActuatorSimple(markerNumbers=[fixed, tip], nodeNumbers=[pressures], "
        "offsetLength=0.8, strokeLength=0.5, chamberCrossSection0=2e-3, "
        "chamberCrossSection1=1e-3, hoseVolume0=1e-3, hoseVolume1=1e-3, oilBulkModulus=1e9, "
        "nominalFlow=1e-7, systemPressure=1e7, valveOpening0=0.1, valveOpening1=-0.1, "
        "actuatorDamping=1e3)"
    ),
    "ObjectConnectorReevingSystemSprings": (
        "ReevingSystemSprings(markerNumbers=[fixed, hook, tip], stiffnessPerLength=1e3, "
        "dampingPerLength=10, referenceLength=1.6, sheavesRadii=[0, 0.1, 0], "
        "sheavesAxes=[[0, 0, 1], [0, 0, 1], [0, 0, 1]])"
    ),
    "ObjectConnectorDistance": "DistanceConstraint(markerNumbers=[fixed, tip], distance=1)",
    "ObjectConnectorCoordinate": ("CoordinateConstraint(markerNumbers=[noMotion, motion])"),
    "ObjectConnectorCoordinateMotion": (
        "CoordinateMotion(markerNumbers=[noMotion, motion], times=[0, 0.5, 1], values=[0, 0.1, 0])"
    ),
    "ObjectConnectorCoordinateSpringDamper": (
        "CoordinateSpringDamper(markerNumbers=[noMotion, motion], stiffness=100, damping=1, "
        "offset=0.1)"
    ),
    "ObjectConnectorCoordinateSpringDamperExt": (
        "CoordinateSpringDamperExt(markerNumbers=[noMotion, motion], stiffness=100, damping=1, "
        "fDynamicFriction=0.5, frictionProportionalZone=0.01)"
    ),
    "ObjectContactCoordinate": (
        "ObjectContactCoordinate(markerNumbers=[noMotion, motion], nodeNumber=gap, "
        "contactStiffness=1e4, contactDamping=10, offset=-0.1)"
    ),
    "ObjectConnectorCoordinateVector": (
        "CoordinateVectorConstraint(markerNumbers=[none, both], scalingMarker1=[[1, -2]])"
    ),
    "ObjectConnectorPlanarSpringDamper": (
        "PlanarSpringDamper(markerNumbers=[base, joint], stiffness=100, damping=1, "
        "formulation='bushing')"
    ),
    "ObjectConnectorTorsionalSpringDamper": (
        "TorsionalSpringDamper(markerNumbers=[base, joint], stiffness=10, damping=0.1, offset=0.2)"
    ),
    "ObjectConnectorRigidBodySpringDamper": (
        "RigidBodySpringDamper(markerNumbers=[support, end], intrinsicFormulation=True, "
        "stiffness=[[100 * (row == column) for column in range(6)] for row in range(6)])"
    ),
    "ObjectConnectorLinearSpringDamper": (
        "LinearSpringDamper(markerNumbers=[support, end], axisMarker0=[1, 0, 0], stiffness=100, "
        "damping=1, offset=0.1)"
    ),
    "ObjectJointRevoluteZ": "RevoluteJointZ(markerNumbers=[support, end])",
    "ObjectJointPrismaticX": "PrismaticJointX(markerNumbers=[support, end])",
    "ObjectJointSpherical": "SphericalJoint(markerNumbers=[support, end])",
    "ObjectJointGeneric": (
        "GenericJoint(markerNumbers=[support, end], constrainedAxes=[1, 1, 1, 1, 0, 0])"
    ),
    "ObjectJointRevolute2D": "RevoluteJoint2D(markerNumbers=[base, joint])",
    "ObjectJointPrismatic2D": (
        "PrismaticJoint2D(markerNumbers=[base, joint], axisMarker0=[1, 0, 0], "
        "normalMarker1=[0, 1, 0])"
    ),
    "LoadForceVector": "Force(markerNumber=tip, loadVector=[10, 0, 0])",
    "LoadMassProportional": "Gravity(markerNumber=weight, loadVector=[0, -9.81, 0])",
    "LoadTorqueVector": "Torque(markerNumber=joint, loadVector=[0, 0, 0.5])",
    "LoadCoordinate": "LoadCoordinate(markerNumber=motion, load=10)",
    "LoadCoordinateTable": (
        "LoadCoordinateTable(markerNumber=motion, times=[0, 0.5, 1], values=[0, 10, 0])"
    ),
    "LoadStateForce": (
        "StateForce(markerNumber=tip, loadVector=[10, 0, 0], loadStateUserFunction=lambda mbs, t, "
        "loadVector, position, velocity, rotation, angularVelocity: loadVector - 2 * velocity)"
    ),
    "LoadStateTorque": (
        "StateTorque(markerNumber=joint, loadVector=[0, 0, 0.5], loadStateUserFunction=lambda mbs, "
        "t, loadVector, position, velocity, rotation, angularVelocity: loadVector * (1 - "
        "angularVelocity[2] / 40))"
    ),
    "LoadStateCoordinate": (
        "LoadStateCoordinate(markerNumber=motion, load=10, loadStateUserFunction=lambda mbs, t, "
        "load, coordinate, velocity: load - 2 * velocity)"
    ),
    "SensorNode": (
        "SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Position, "
        "storeInternal=True)"
    ),
    "SensorObject": (
        "SensorObject(objectNumber=spring, outputVariableType=exu.OutputVariableType.Force, "
        "storeInternal=True)"
    ),
    "SensorBody": (
        "SensorBody(bodyNumber=body, localPosition=[0.5, 0, 0], "
        "outputVariableType=exu.OutputVariableType.Velocity, storeInternal=True)"
    ),
    "SensorSuperElement": (
        "SensorSuperElement(bodyNumber=flexible, meshNodeNumber=0, "
        "outputVariableType=exu.OutputVariableType.Position, storeInternal=True)"
    ),
    "SensorKinematicTree": (
        "SensorKinematicTree(objectNumber=tree, linkNumber=1, localPosition=[1, 0, 0], "
        "outputVariableType=exu.OutputVariableType.Position, storeInternal=True)"
    ),
    "SensorMarker": (
        "SensorMarker(markerNumber=tip, outputVariableType=exu.OutputVariableType.Position, "
        "storeInternal=True)"
    ),
    "SensorLoad": "SensorLoad(loadNumber=force, storeInternal=True)",
    "SensorUserFunction": (
        "SensorUserFunction(sensorNumbers=[place], factors=[1e3], "
        "sensorUserFunction=distance, storeInternal=True)"
    ),
    "SensorEvent": "SensorEvent(sensorNumber=place, component=1, threshold=0.1, terminal=True)",
}
"""Name of a kind -> its constructor."""

ENDS = {
    "Orientation": ("base", "joint"), "Position": ("fixed", "tip"),
    "Coordinate": ("noMotion", "motion"), "Coordinates": ("none", "both"),
    "BodyMass": ("", "weight"),
}  # fmt: skip
"""What a marker provides, in order of preference -> such markers of the ground and of a body."""

ATTACHED_TO = {"bodyNumber": "mass", "nodeNumber": "node", "objectNumber": "system"}
"""Parameter of a marker -> variable of an item that it can be attached to."""

START = """\
import linkwork as exu
from linkwork.items import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
"""
END = """\
mbs.Assemble()
solution = mbs.SolveDynamic()
"""


def derived(kind: type[Item]) -> str:
    """A constructor with the required values of a kind; numbers that are zero by default are 1."""
    values = {
        p.name: "1"
        for p in kind.fields.values()
        if isinstance(p.kind, Number) and p.unit and (not p.default or not p.default_is_valid)
    }
    if issubclass(kind, (Connector, Load)):
        fixed, moving = next(ends for type_, ends in ENDS.items() if type_ in kind.marker_types)
        is_load = issubclass(kind, Load)
        ends = {"markerNumber": moving} if is_load else {"markerNumbers": f"[{fixed}, {moving}]"}
        values = ends | values
    elif issubclass(kind, Marker):
        values = {name: part for name, part in ATTACHED_TO.items() if name in kind.fields} | values
    elif issubclass(kind, Body) and kind.node_kinds:
        values = {"nodeNumber": VARIABLES[kind.node_kinds[0].__name__]} | values
    given = ", ".join(f"{name}={value}" for name, value in values.items())
    return f"{kind.short_name or kind.__name__}({given})"


def is_derivable(kind: type[Item]) -> bool:
    """Whether `derived` makes an item that the PARTS can carry; else its sample is the example."""
    if issubclass(kind, Connector):
        blocks = kind.blocks
        in_space = blocks is not None and kind.marker_types == ("Orientation",)
        return not (blocks is None or blocks.ends != 2 or (in_space and not blocks.needs_angles))
    if issubclass(kind, Body):
        return len(kind.node_kinds) > 0 and kind.node_kinds[0].__name__ in VARIABLES
    if issubclass(kind, Marker):
        return kind.provides <= {"Position", "BodyMass"}
    return issubclass(kind, Load)


def mini_example(kind: type[Item]) -> str:
    """A program that solves a small model with an item of the given kind."""
    if kind.__name__ not in CALLS and not is_derivable(kind):
        from docs.generator.sample_examples import script_of  # needs what tests need

        script = script_of(kind)
        return _program(script.functions, script.lines)
    call = CALLS.get(kind.__name__) or derived(kind)
    lines = [f"{name} = {PARTS[name]}" for name in _needed(call, issubclass(kind, BODIES))]
    new = f"mbs.Add{kind.family.capitalize()}({call})"
    variable = VARIABLES.get(kind.__name__)
    lines += [new] if variable is None else [f"{variable} = {new}", PARTS[ALONG[variable]]]
    whole = "\n".join([*lines, call])
    functions = [text for name, text in FUNCTIONS.items() if re.search(rf"\b{name}\b", whole)]
    return _program(functions, lines)


def _program(functions: list[str], lines: list[str]) -> str:
    parts = [START, *functions, "\n".join(lines) + "\n", END]
    return "\n".join(_formatted(part) for part in parts).replace("'", '"')


def _needed(call: str, is_body: bool) -> list[str]:
    """Variables that a call needs, each after those on which it depends.

    is_body -- the call creates a body, so that its nodes need no other body
    """
    found: list[str] = []

    def collect(text: str, with_bodies: bool = True) -> None:
        for name in re.findall(r"(?<![\w.'])([A-Za-z]\w*)(?![\w=(])", text):
            if name in PARTS and name not in found:
                collect(PARTS[name], name not in ALONG.values())
                found.append(name)
                if with_bodies and name in ALONG:
                    collect(ALONG[name])

    collect(call, not is_body)
    return found


def _formatted(text: str) -> str:
    """The text with long lines broken at the commas of the call."""
    lines = []
    for line in text.splitlines():
        if len(line) <= 88 or "(" not in line:
            lines.append(line)
            continue
        lines += _broken(line)
    return "\n".join(lines) + "\n"


def _broken(line: str) -> list[str]:
    """A call with one argument of its inner call per line."""
    start = re.match(r"(.*?mbs\.\w+\()(\w+\()(.*)\)\)$", line)
    assert start is not None, line
    outer, inner, arguments = start.groups()
    parts, depth, last = [], 0, 0
    for k, c in enumerate(arguments):
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append(arguments[last:k].strip())
            last = k + 1
    parts.append(arguments[last:].strip())
    body = [f"        {part}," for part in parts]
    return [outer, f"    {inner}", *body, "    )", ")"]
