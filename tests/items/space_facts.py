"""The documented names of connectors between frames in space, and of coordinates with friction."""

from .facts import DRAWN, UNIT_MATRIX, Fact
from .planar_facts import ACTIVE, ENDS

FRAMES = dict(rotationMarker0=UNIT_MATRIX, rotationMarker1=UNIT_MATRIX)
ZEROS = [[0.0] * 6] * 6

SPACE_FACTS = [
    Fact(
        "ObjectConnectorRigidBodySpringDamper",
        "ConnectorRigidBodySpringDamper",
        "RigidBodySpringDamper",
        dict(
            **ENDS,
            nodeNumber=-1,
            stiffness=ZEROS,
            damping=ZEROS,
            **FRAMES,
            offset=[0.0] * 6,
            intrinsicFormulation=False,
            **ACTIVE,
            springForceTorqueUserFunction=0,
            postNewtonStepUserFunction=0,
        ),
        DRAWN,
        "DisplacementLocal VelocityLocal Rotation AngularVelocityLocal ForceLocal TorqueLocal",
    ),
    Fact(
        "ObjectConnectorLinearSpringDamper",
        "ConnectorLinearSpringDamper",
        "LinearSpringDamper",
        dict(
            **ENDS,
            stiffness=0.0,
            damping=0.0,
            axisMarker0=[1.0, 0.0, 0.0],
            offset=0.0,
            velocityOffset=0.0,
            force=0.0,
            **ACTIVE,
            springForceUserFunction=0,
        ),
        dict(show=True, drawSize=-1.0, drawAsCylinder=False, color=[-1.0] * 4),
        "DisplacementLocal VelocityLocal ForceLocal",
    ),
    Fact(
        "ObjectConnectorCoordinateSpringDamperExt",
        "ConnectorCoordinateSpringDamperExt",
        "CoordinateSpringDamperExt",
        dict(
            **ENDS,
            nodeNumber=-1,
            stiffness=0.0,
            damping=0.0,
            offset=0.0,
            velocityOffset=0.0,
            factor0=1.0,
            factor1=1.0,
            fDynamicFriction=0.0,
            fStaticFrictionOffset=0.0,
            stickingStiffness=0.0,
            stickingDamping=0.0,
            exponentialDecayStatic=1e-3,
            fViscousFriction=0.0,
            frictionProportionalZone=0.0,
            limitStopsUpper=0.0,
            limitStopsLower=0.0,
            limitStopsStiffness=0.0,
            limitStopsDamping=0.0,
            useLimitStops=False,
            **ACTIVE,
            springForceUserFunction=0,
        ),
        DRAWN,
        "Displacement Velocity Force",
    ),
    Fact(
        "ObjectConnectorRollingDiscPenalty",
        "ConnectorRollingDiscPenalty",
        "RollingDiscPenalty",
        dict(
            **ENDS,
            nodeNumber=-1,
            discRadius=0.0,
            discAxis=[1.0, 0.0, 0.0],
            planeNormal=[0.0, 0.0, 1.0],
            dryFrictionAngle=0.0,
            contactStiffness=0.0,
            contactDamping=0.0,
            dryFriction=[0.0, 0.0],
            dryFrictionProportionalZone=0.0,
            viscousFriction=[0.0, 0.0],
            rollingFrictionViscous=0.0,
            useLinearProportionalZone=False,
            **ACTIVE,
        ),
        dict(show=True, discWidth=0.1, color=[-1.0] * 4),
        "Position Velocity VelocityLocal ForceLocal RotationMatrix",
    ),
    Fact(
        "ObjectJointRollingDisc",
        "JointRollingDisc",
        "RollingDiscJoint",
        dict(
            **ENDS,
            constrainedAxes=[1, 1, 1],
            **ACTIVE,
            discRadius=0.0,
            discAxis=[1.0, 0.0, 0.0],
            planeNormal=[0.0, 0.0, 1.0],
        ),
        dict(show=True, discWidth=0.1, color=[-1.0] * 4),
        "Position Velocity ForceLocal RotationMatrix",
    ),
]

SPACE_EXTRA_OUTPUTS = {"ObjectJointRollingDisc": "ConstraintEquation"}
"""Outputs besides the documented ones."""

EXTRA_PARAMETERS = {
    "ObjectConnectorCoordinateSpringDamperExt": dict(noAdhesion=False),
    "ObjectConnectorRollingDiscPenalty": dict(noAdhesion=False),
    "ObjectContactCoordinate": dict(noAdhesion=False),
}
"""Parameters after the documented ones."""

MEASURED = "displacement rotation velocity angularVelocity stiffness damping rotJ0 rotJ1 offset"
SPACE_USER_FUNCTIONS = {
    "ObjectConnectorRigidBodySpringDamper.springForceTorqueUserFunction": (
        f"mbs t itemNumber {MEASURED}"
    ),
    "ObjectConnectorRigidBodySpringDamper.postNewtonStepUserFunction": (
        f"mbs t itemIndex dataCoordinates {MEASURED}"
    ),
    "ObjectConnectorLinearSpringDamper.springForceUserFunction": (
        "mbs t itemNumber displacement velocity stiffness damping offset"
    ),
    "ObjectConnectorCoordinateSpringDamperExt.springForceUserFunction": (
        "mbs t itemNumber displacement velocity stiffness damping offset velocityOffset "
        "fDynamicFriction fStaticFrictionOffset exponentialDecayStatic fViscousFriction "
        "frictionProportionalZone"
    ),
}

SPACE_NOT_NEGATIVE = [
    f"ObjectConnectorCoordinateSpringDamperExt.{name}"
    for name in (
        "fDynamicFriction",
        "fStaticFrictionOffset",
        "stickingStiffness",
        "stickingDamping",
        "frictionProportionalZone",
        "limitStopsStiffness",
        "limitStopsDamping",
    )
] + [
    f"ObjectConnectorRollingDiscPenalty.{name}"
    for name in (
        "contactStiffness",
        "contactDamping",
        "dryFrictionProportionalZone",
        "rollingFrictionViscous",
    )
]

SPACE_POSITIVE = [
    "ObjectConnectorCoordinateSpringDamperExt.exponentialDecayStatic",
    "ObjectConnectorRollingDiscPenalty.discRadius",
    "ObjectJointRollingDisc.discRadius",
]
