"""The documented names of what turns in the plane; see `facts.py`."""

from .facts import DRAWN, SHOWN, UNIT_MATRIX, Fact

POSE = [0.0] * 3
ENDS = dict(markerNumbers=[-1, -1])
ACTIVE = dict(activeConnector=True)
DRAWN_BY_FUNCTION = dict(show=True, graphicsDataUserFunction=0, graphicsData=[])

PLANAR_FACTS = [
    Fact(
        "NodeRigidBody2D",
        "RigidBody2D",
        "Rigid2D",
        dict(referenceCoordinates=POSE, initialCoordinates=POSE, initialVelocities=POSE),
        DRAWN,
        "Position Displacement Velocity Acceleration AngularVelocity CoordinatesTotal Coordinates "
        "RotationMatrix Rotation AngularVelocityLocal AngularAcceleration",
    ),
    Fact(
        "ObjectRigidBody2D",
        "RigidBody2D",
        "RigidBody2D",
        dict(physicsMass=0.0, physicsInertia=0.0, physicsCenterOfMass=[0.0, 0.0], nodeNumber=-1),
        DRAWN_BY_FUNCTION,
        "Position Displacement Velocity VelocityLocal RotationMatrix Rotation AngularVelocity "
        "AngularVelocityLocal Acceleration AccelerationLocal AngularAcceleration "
        "AngularAccelerationLocal",
    ),
    Fact(
        "MarkerBodyRigid",
        "BodyRigid",
        "",
        dict(bodyNumber=-1, localPosition=[0.0] * 3),
        SHOWN,
        "",
    ),
    Fact("MarkerNodeRigid", "NodeRigid", "", dict(nodeNumber=-1), SHOWN, ""),
    Fact(
        "LoadTorqueVector",
        "TorqueVector",
        "Torque",
        dict(markerNumber=-1, loadVector=[0.0] * 3, bodyFixed=False, loadVectorUserFunction=0),
        SHOWN,
        "",
    ),
    Fact("ObjectJointRevolute2D", "JointRevolute2D", "RevoluteJoint2D", ENDS | ACTIVE, DRAWN, ""),
    Fact(
        "ObjectJointPrismatic2D",
        "JointPrismatic2D",
        "PrismaticJoint2D",
        dict(
            **ENDS,
            axisMarker0=[1.0, 0.0, 0.0],
            normalMarker1=[0.0, 1.0, 0.0],
            constrainRotation=True,
            **ACTIVE,
        ),
        DRAWN,
        "",
    ),
    Fact(
        "ObjectConnectorTorsionalSpringDamper",
        "ConnectorTorsionalSpringDamper",
        "TorsionalSpringDamper",
        dict(
            **ENDS,
            nodeNumber=-1,
            stiffness=0.0,
            damping=0.0,
            rotationMarker0=UNIT_MATRIX,
            rotationMarker1=UNIT_MATRIX,
            offset=0.0,
            velocityOffset=0.0,
            torque=0.0,
            **ACTIVE,
            springTorqueUserFunction=0,
        ),
        DRAWN,
        "Rotation AngularVelocityLocal TorqueLocal",
    ),
]

FRAME_OUTPUTS = (
    "Position Displacement Velocity Acceleration RotationMatrix Rotation AngularVelocity "
    "AngularVelocityLocal AngularAcceleration"
)
JOINT_OUTPUTS = "Displacement Velocity Force ConstraintEquation"
PLANAR_EXTRA_OUTPUTS = {
    "NodeRigidBody2D": "Coordinates_t Coordinates_tt",
    "MarkerBodyRigid": FRAME_OUTPUTS,
    "MarkerNodeRigid": FRAME_OUTPUTS,
    "LoadTorqueVector": "Torque",
    "ObjectJointRevolute2D": JOINT_OUTPUTS,
    "ObjectJointPrismatic2D": JOINT_OUTPUTS,
}

PLANAR_USER_FUNCTIONS = {
    "ObjectConnectorTorsionalSpringDamper.springTorqueUserFunction": (
        "mbs t itemNumber rotation angularVelocity stiffness damping offset"
    ),
    "LoadTorqueVector.loadVectorUserFunction": "mbs t loadVector",
    "VObjectRigidBody2D.graphicsDataUserFunction": "mbs itemNumber",
}

PLANAR_NOT_NEGATIVE = ["ObjectRigidBody2D.physicsMass", "ObjectRigidBody2D.physicsInertia"]
