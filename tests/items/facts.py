"""The documented names: types, short names, parameters with defaults in their order, outputs.

Every item also has the parameters `name` (default: empty) and `visualization`, and a V class
under V + class name and V + short name.
"""

from typing import Any, NamedTuple


class Fact(NamedTuple):
    """What the documents say of one item."""

    name: str
    type_name: str
    short_name: str
    parameters: dict[str, Any]
    drawn: dict[str, Any]
    outputs: str


SHOWN = dict(show=True)
DRAWN = dict(show=True, drawSize=-1.0, color=[-1.0] * 4)
DRAWN_BODY = dict(show=True, graphicsData=[])
UNIT_MATRIX = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
NONE = 0
POINT = (
    "Position Displacement Velocity RotationMatrix Rotation AngularVelocity AngularVelocityLocal"
)
WRITING = dict(writeToFile=True, fileName="")
STORING = dict(storeInternal=False)

FACTS = [
    Fact(
        "NodePoint",
        "Point",
        "Point",
        dict(
            referenceCoordinates=[0.0] * 3,
            initialCoordinates=[0.0] * 3,
            initialVelocities=[0.0] * 3,
        ),
        DRAWN,
        POINT + " Acceleration CoordinatesTotal Coordinates",
    ),
    Fact(
        "NodePoint2D",
        "Point2D",
        "Point2D",
        dict(
            referenceCoordinates=[0.0] * 2,
            initialCoordinates=[0.0] * 2,
            initialVelocities=[0.0] * 2,
        ),
        DRAWN,
        POINT + " Acceleration CoordinatesTotal Coordinates",
    ),
    Fact(
        "Node1D",
        "1D",
        "",
        dict(referenceCoordinates=[0.0], initialCoordinates=[0.0], initialVelocities=[0.0]),
        dict(show=False),
        "CoordinatesTotal Coordinates",
    ),
    Fact(
        "NodeGenericODE1",
        "GenericODE1",
        "",
        dict(referenceCoordinates=[], initialCoordinates=[], numberOfODE1Coordinates=0),
        dict(show=False),
        "CoordinatesTotal Coordinates",
    ),
    Fact(
        "NodeGenericAE",
        "GenericAE",
        "",
        dict(referenceCoordinates=[], initialCoordinates=[], numberOfAECoordinates=0),
        dict(show=False),
        "Coordinates",
    ),
    Fact(
        "NodeGenericData",
        "GenericData",
        "",
        dict(initialCoordinates=[], numberOfDataCoordinates=0),
        dict(show=False),
        "Coordinates",
    ),
    Fact(
        "ObjectGenericODE1",
        "GenericODE1",
        "",
        dict(
            nodeNumbers=[],
            systemMatrix=[],
            rhsVector=[],
            rhsUserFunction=0,
            coordinateIndexPerNode=[],
            tempCoordinates=[],
            tempCoordinates_t=[],
        ),
        SHOWN,
        "CoordinatesTotal Coordinates",
    ),
    Fact(
        "MarkerNodeODE1Coordinate",
        "NodeODE1Coordinate",
        "",
        dict(nodeNumber=-1, coordinate=-1),
        dict(show=False),
        "",
    ),
    Fact(
        "NodeGenericODE2",
        "GenericODE2",
        "",
        dict(
            referenceCoordinates=[],
            initialCoordinates=[],
            initialCoordinates_t=[],
            numberOfODE2Coordinates=0,
        ),
        dict(show=False),
        "CoordinatesTotal Coordinates",
    ),
    Fact(
        "NodePointGround",
        "PointGround",
        "PointGround",
        dict(referenceCoordinates=[0.0] * 3),
        DRAWN,
        POINT + " CoordinatesTotal Coordinates",
    ),
    Fact(
        "ObjectGround",
        "Ground",
        "",
        dict(referencePosition=[0.0] * 3, referenceRotation=UNIT_MATRIX),
        dict(show=True, graphicsDataUserFunction=0, graphicsData=[]),
        "Position Displacement Velocity AngularVelocity RotationMatrix",
    ),
    Fact(
        "ObjectGenericODE2",
        "GenericODE2",
        "",
        dict(
            nodeNumbers=[],
            massMatrix=[],
            stiffnessMatrix=[],
            dampingMatrix=[],
            forceVector=[],
            forceUserFunction=NONE,
            massMatrixUserFunction=NONE,
            jacobianUserFunction=NONE,
            coordinateIndexPerNode=[],
            tempCoordinates=[],
            tempCoordinates_t=[],
            tempCoordinates_tt=[],
        ),
        dict(
            show=True,
            color=[-1.0] * 4,
            triangleMesh=[],
            showNodes=False,
            graphicsDataUserFunction=NONE,
        ),
        "CoordinatesTotal Coordinates Force",
    ),
    Fact(
        "ObjectMassPoint",
        "MassPoint",
        "MassPoint",
        dict(physicsMass=0.0, nodeNumber=-1),
        DRAWN_BODY,
        POINT + " Acceleration",
    ),
    Fact(
        "ObjectMassPoint2D",
        "MassPoint2D",
        "MassPoint2D",
        dict(physicsMass=0.0, nodeNumber=-1),
        DRAWN_BODY,
        POINT + " Acceleration",
    ),
    Fact(
        "ObjectMass1D",
        "Mass1D",
        "Mass1D",
        dict(
            physicsMass=0.0,
            nodeNumber=-1,
            referencePosition=[0.0] * 3,
            referenceRotation=UNIT_MATRIX,
        ),
        DRAWN_BODY,
        POINT,
    ),
    Fact(
        "ObjectRotationalMass1D",
        "RotationalMass1D",
        "Rotor1D",
        dict(
            physicsInertia=0.0,
            nodeNumber=-1,
            referencePosition=[0.0] * 3,
            referenceRotation=UNIT_MATRIX,
        ),
        DRAWN_BODY,
        POINT,
    ),
    Fact("MarkerBodyMass", "BodyMass", "", dict(bodyNumber=-1), SHOWN, ""),
    Fact(
        "MarkerBodyPosition",
        "BodyPosition",
        "",
        dict(bodyNumber=-1, localPosition=[0.0] * 3),
        SHOWN,
        "",
    ),
    Fact(
        "MarkerNodeCoordinate",
        "NodeCoordinate",
        "",
        dict(nodeNumber=-1, coordinate=-1),
        SHOWN,
        "",
    ),
    Fact("MarkerNodeCoordinates", "NodeCoordinates", "", dict(nodeNumber=-1), SHOWN, ""),
    Fact("MarkerNodePosition", "NodePosition", "", dict(nodeNumber=-1), SHOWN, ""),
    Fact(
        "MarkerObjectODE2Coordinates",
        "ObjectODE2Coordinates",
        "",
        dict(objectNumber=-1),
        SHOWN,
        "",
    ),
    Fact(
        "ObjectConnectorCartesianSpringDamper",
        "ConnectorCartesianSpringDamper",
        "CartesianSpringDamper",
        dict(
            markerNumbers=[-1, -1],
            stiffness=[0.0] * 3,
            damping=[0.0] * 3,
            offset=[0.0] * 3,
            springForceUserFunction=0,
            activeConnector=True,
        ),
        DRAWN,
        "Displacement Distance Velocity Force",
    ),
    Fact(
        "ObjectConnectorCoordinate",
        "ConnectorCoordinate",
        "CoordinateConstraint",
        dict(
            markerNumbers=[-1, -1],
            offset=0.0,
            factorValue1=1.0,
            velocityLevel=False,
            offsetUserFunction=0,
            offsetUserFunction_t=0,
            activeConnector=True,
        ),
        DRAWN,
        "Displacement Velocity ConstraintEquation Force",
    ),
    Fact(
        "ObjectConnectorCoordinateSpringDamper",
        "ConnectorCoordinateSpringDamper",
        "CoordinateSpringDamper",
        dict(
            markerNumbers=[-1, -1],
            stiffness=0.0,
            damping=0.0,
            offset=0.0,
            activeConnector=True,
            springForceUserFunction=0,
        ),
        DRAWN,
        "Displacement Velocity Force",
    ),
    Fact(
        "ObjectConnectorCoordinateVector",
        "ConnectorCoordinateVector",
        "CoordinateVectorConstraint",
        dict(
            markerNumbers=[-1, -1],
            scalingMarker0=[],
            scalingMarker1=[],
            quadraticTermMarker0=[],
            quadraticTermMarker1=[],
            offset=[],
            velocityLevel=False,
            constraintUserFunction=NONE,
            jacobianUserFunction=NONE,
            activeConnector=True,
        ),
        dict(show=True, color=[-1.0] * 4),
        "Displacement Velocity ConstraintEquation Force",
    ),
    Fact(
        "ObjectConnectorDistance",
        "ConnectorDistance",
        "DistanceConstraint",
        dict(markerNumbers=[-1, -1], distance=0.0, activeConnector=True),
        DRAWN,
        "Displacement Velocity Distance Force",
    ),
    Fact(
        "ObjectConnectorGravity",
        "ConnectorGravity",
        "ConnectorGravity",
        dict(
            markerNumbers=[-1, -1],
            gravitationalConstant=6.6743e-11,
            mass0=0.0,
            mass1=0.0,
            minDistanceRegularization=0.0,
            activeConnector=True,
        ),
        dict(show=False, drawSize=-1.0, color=[-1.0] * 4),
        "Distance Displacement Force",
    ),
    Fact(
        "ObjectConnectorSpringDamper",
        "ConnectorSpringDamper",
        "SpringDamper",
        dict(
            markerNumbers=[-1, -1],
            referenceLength=0.0,
            stiffness=0.0,
            damping=0.0,
            force=0.0,
            velocityOffset=0.0,
            activeConnector=True,
            springForceUserFunction=0,
        ),
        DRAWN,
        "Distance Displacement Velocity Force ForceLocal",
    ),
    Fact(
        "LoadCoordinate",
        "Coordinate",
        "",
        dict(markerNumber=-1, load=0.0, loadUserFunction=0),
        SHOWN,
        "",
    ),
    Fact(
        "LoadForceVector",
        "ForceVector",
        "Force",
        dict(markerNumber=-1, loadVector=[0.0] * 3, bodyFixed=False, loadVectorUserFunction=0),
        SHOWN,
        "",
    ),
    Fact(
        "LoadMassProportional",
        "MassProportional",
        "Gravity",
        dict(markerNumber=-1, loadVector=[0.0] * 3, loadVectorUserFunction=0),
        SHOWN,
        "",
    ),
    Fact(
        "SensorBody",
        "Body",
        "",
        dict(
            bodyNumber=-1,
            localPosition=[0.0] * 3,
            **WRITING,
            outputVariableType=NONE,
            **STORING,
        ),
        SHOWN,
        "",
    ),
    Fact(
        "SensorLoad",
        "Load",
        "",
        dict(loadNumber=-1, **WRITING, **STORING),
        SHOWN,
        "",
    ),
    Fact(
        "SensorMarker",
        "Marker",
        "",
        dict(
            markerNumber=-1,
            **WRITING,
            outputVariableType=NONE,
            **STORING,
        ),
        SHOWN,
        "",
    ),
    Fact(
        "SensorNode",
        "Node",
        "",
        dict(
            nodeNumber=-1,
            **WRITING,
            outputVariableType=NONE,
            **STORING,
        ),
        SHOWN,
        "",
    ),
    Fact(
        "SensorObject",
        "Object",
        "",
        dict(
            objectNumber=-1,
            **WRITING,
            outputVariableType=NONE,
            **STORING,
        ),
        SHOWN,
        "",
    ),
    Fact(
        "SensorUserFunction",
        "UserFunction",
        "",
        dict(sensorNumbers=[], factors=[], **WRITING, sensorUserFunction=0, **STORING),
        SHOWN,
        "",
    ),
    Fact(
        "SensorEvent",
        "Event",
        "",
        dict(
            sensorNumber=-1,
            component=0,
            threshold=0.0,
            eventUserFunction=0,
            direction=0,
            terminal=False,
            actionUserFunction=0,
            **WRITING,
            **STORING,
        ),
        SHOWN,
        "",
    ),
]

EXTRA_OUTPUTS = {
    "NodePoint": "Coordinates_t Coordinates_tt",
    "NodePoint2D": "Coordinates_t Coordinates_tt",
    "Node1D": "Coordinates_t Coordinates_tt",
    "NodeGenericODE1": "Coordinates_t",
    "ObjectGenericODE1": "Coordinates_t",
    "MarkerNodeODE1Coordinate": "Coordinates Coordinates_t",
    "ObjectMass1D": "Acceleration",
    "ObjectRotationalMass1D": "Acceleration AngularAcceleration",
    "MarkerNodeCoordinate": "Coordinates Coordinates_t Coordinates_tt",
    "MarkerNodeCoordinates": "Coordinates Coordinates_t Coordinates_tt",
    "MarkerObjectODE2Coordinates": "Coordinates Coordinates_t Coordinates_tt",
    "NodeGenericODE2": "Coordinates_t Coordinates_tt",
    "ObjectGenericODE2": "Coordinates_t Coordinates_tt",
    "LoadCoordinate": "Force",
    "MarkerBodyMass": "Position Displacement Velocity Acceleration",
    "MarkerBodyPosition": "Position Displacement Velocity Acceleration",
    "MarkerNodePosition": "Position Displacement Velocity Acceleration",
    "ObjectConnectorDistance": "ConstraintEquation",
    "ObjectConnectorGravity": "Velocity",
    "LoadForceVector": "Force",
    "LoadMassProportional": "Acceleration",
}
"""Outputs beyond the documented list: of coordinates, markers and loads, which the documents
leave open, and those the connectors' own documents add."""

USER_FUNCTIONS = {
    "ObjectConnectorSpringDamper.springForceUserFunction": (
        "mbs t itemNumber deltaL deltaL_t stiffness damping force"
    ),
    "ObjectConnectorCartesianSpringDamper.springForceUserFunction": (
        "mbs t itemNumber displacement velocity stiffness damping offset"
    ),
    "ObjectConnectorCoordinateSpringDamper.springForceUserFunction": (
        "mbs t itemNumber displacement velocity stiffness damping offset"
    ),
    "ObjectConnectorCoordinate.offsetUserFunction": "mbs t itemNumber lOffset",
    "ObjectConnectorCoordinate.offsetUserFunction_t": "mbs t itemNumber lOffset",
    "ObjectConnectorCoordinateVector.constraintUserFunction": (
        "mbs t itemNumber q q_t velocityLevel"
    ),
    "ObjectConnectorCoordinateVector.jacobianUserFunction": "mbs t itemNumber q q_t velocityLevel",
    "ObjectGenericODE2.forceUserFunction": "mbs t itemNumber q q_t",
    "ObjectGenericODE2.massMatrixUserFunction": "mbs t itemNumber q q_t",
    "ObjectGenericODE2.jacobianUserFunction": "mbs t itemNumber q q_t fODE2 fODE2_t",
    "VObjectGenericODE2.graphicsDataUserFunction": "mbs itemNumber",
    "LoadCoordinate.loadUserFunction": "mbs t load",
    "ObjectGenericODE1.rhsUserFunction": "mbs t itemNumber q",
    "LoadForceVector.loadVectorUserFunction": "mbs t loadVector",
    "LoadMassProportional.loadVectorUserFunction": "mbs t loadVector",
    "SensorUserFunction.sensorUserFunction": "mbs t sensorNumbers factors configuration",
    "SensorEvent.eventUserFunction": "mbs t itemNumber q q_t",
    "SensorEvent.actionUserFunction": "mbs t itemNumber",
    "VObjectGround.graphicsDataUserFunction": "mbs itemNumber",
}
"""Arguments of user functions."""

NOT_NEGATIVE = [
    "ObjectMass1D.physicsMass",
    "ObjectRotationalMass1D.physicsInertia",
    "ObjectMassPoint.physicsMass",
    "ObjectMassPoint2D.physicsMass",
    "ObjectConnectorSpringDamper.referenceLength",
    "ObjectConnectorSpringDamper.stiffness",
    "ObjectConnectorSpringDamper.damping",
    "ObjectConnectorGravity.mass0",
    "ObjectConnectorGravity.mass1",
    "ObjectConnectorGravity.minDistanceRegularization",
]
"""Numbers that must be >= 0 (type UReal)."""

POSITIVE = ["ObjectConnectorDistance.distance"]
"""Numbers that must be > 0 (type PReal)."""

FAMILY_OF = dict(
    nodeNumber="node",
    nodeNumbers="node",
    sensorNumbers="sensor",
    slidingMarkerNumbers="marker",
    sensorNumber="sensor",
    bodyNumber="object",
    objectNumber="object",
    markerNumber="marker",
    markerNumbers="marker",
    loadNumber="load",
)
"""Parameters that are numbers of other items."""
