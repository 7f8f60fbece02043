"""The documented names of cables and what belongs to them; see `facts.py`."""

import linkwork as exu
from linkwork.core.enums import OutputVariableType

from .facts import DRAWN, SHOWN, Fact
from .planar_facts import ACTIVE, ENDS

CABLE = dict(
    physicsLength=0.0,
    physicsMassPerLength=0.0,
    physicsBendingStiffness=0.0,
    physicsAxialStiffness=0.0,
    physicsBendingDamping=0.0,
    physicsAxialDamping=0.0,
    physicsReferenceAxialStrain=0.0,
    physicsReferenceCurvature=0.0,
    strainIsRelativeToReference=0.0,
    nodeNumbers=[-1, -1],
    useReducedOrderIntegration=0,
    axialForceUserFunction=0,
    bendingMomentUserFunction=0,
)

BEAM_2D = dict(
    nodeNumbers=[],
    physicsLength=0.0,
    physicsMassPerLength=0.0,
    physicsCrossSectionInertia=0.0,
    physicsBendingStiffness=0.0,
    physicsAxialStiffness=0.0,
    physicsShearStiffness=0.0,
    physicsBendingDamping=0.0,
    physicsAxialDamping=0.0,
    physicsShearDamping=0.0,
    physicsReferenceCurvature=0.0,
    includeReferenceRotations=False,
)

CABLE_IN_SPACE = {
    name: value
    for name, value in CABLE.items()
    if name != "physicsReferenceCurvature" and not name.endswith("UserFunction")
}

FLEXIBLE_FACTS = [
    Fact(
        "NodePointSlope23",
        "PointSlope23",
        "",
        dict(
            referenceCoordinates=[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            initialCoordinates=[0.0] * 9,
            initialVelocities=[0.0] * 9,
        ),
        DRAWN,
        "Position Displacement Velocity Acceleration CoordinatesTotal Coordinates RotationMatrix "
        "Rotation AngularVelocity AngularVelocityLocal",
    ),
    Fact(
        "ObjectANCFBeam",
        "ANCFBeam",
        "ANCFBeam",
        dict(
            nodeNumbers=[-1, -1],
            physicsLength=0.0,
            sectionData=exu.BeamSection(),
            crossSectionPenaltyFactor=[1.0] * 3,
            crossSectionDamping=[0.0] * 3,
        ),
        dict(show=True, sectionGeometry=exu.BeamSectionGeometry(), color=[-1.0] * 4),
        "Position Displacement Velocity VelocityLocal AngularVelocity AngularVelocityLocal "
        "Acceleration Rotation RotationMatrix",
    ),
    Fact(
        "ObjectBeamGeometricallyExact",
        "BeamGeometricallyExact",
        "Beam3D",
        dict(nodeNumbers=[-1, -1], physicsLength=0.0, sectionData=exu.BeamSection()),
        dict(show=True, sectionGeometry=exu.BeamSectionGeometry(), color=[-1.0] * 4),
        "Position Displacement Velocity Rotation StrainLocal CurvatureLocal",
    ),
    Fact(
        "NodePointSlope1",
        "PointSlope1",
        "",
        dict(
            referenceCoordinates=[0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            initialCoordinates=[0.0] * 6,
            initialVelocities=[0.0] * 6,
        ),
        DRAWN,
        "Position Displacement Velocity Acceleration CoordinatesTotal Coordinates",
    ),
    Fact(
        "ObjectANCFCable",
        "ANCFCable",
        "Cable",
        CABLE_IN_SPACE,
        dict(show=True, radius=0.0, color=[-1.0] * 4),
        "Position Displacement Velocity Director1 StrainLocal CurvatureLocal ForceLocal "
        "TorqueLocal Acceleration",
    ),
    Fact(
        "ObjectBeamGeometricallyExact2D",
        "BeamGeometricallyExact2D",
        "Beam2D",
        BEAM_2D,
        dict(show=True, drawHeight=0.0, color=[-1.0] * 4),
        "Position Displacement Velocity Rotation StrainLocal CurvatureLocal ForceLocal TorqueLocal",
    ),
]

CIRCLE = dict(show=True, showContactCircle=True, drawSize=-1.0, color=[-1.0] * 4)

FLEXIBLE_FACTS += [
    Fact(
        "ObjectContactCircleCable2D",
        "ContactCircleCable2D",
        "",
        dict(
            markerNumbers=[-1, -1],
            nodeNumber=-1,
            numberOfContactSegments=3,
            contactStiffness=0.0,
            contactDamping=0.0,
            circleRadius=0.0,
            offset=0.0,
            activeConnector=True,
        ),
        CIRCLE,
        "",
    ),
    Fact(
        "ObjectContactFrictionCircleCable2D",
        "ContactFrictionCircleCable2D",
        "",
        dict(
            markerNumbers=[-1, -1],
            nodeNumber=-1,
            numberOfContactSegments=3,
            contactStiffness=0.0,
            contactDamping=0.0,
            frictionVelocityPenalty=0.0,
            frictionStiffness=0.0,
            frictionCoefficient=0.0,
            circleRadius=0.0,
            useSegmentNormals=True,
            activeConnector=True,
        ),
        CIRCLE,
        "Coordinates Coordinates_t ForceLocal",
    ),
    Fact(
        "NodePoint2DSlope1",
        "Point2DSlope1",
        "Point2DS1",
        dict(
            referenceCoordinates=[0.0, 0.0, 1.0, 0.0],
            initialCoordinates=[0.0] * 4,
            initialVelocities=[0.0] * 4,
        ),
        DRAWN,
        "Position Displacement Velocity Acceleration CoordinatesTotal Coordinates",
    ),
    Fact(
        "MarkerBodyCable2DCoordinates",
        "BodyCable2DCoordinates",
        "",
        dict(bodyNumber=-1),
        SHOWN,
        "",
    ),
    Fact(
        "MarkerBodyCable2DShape",
        "BodyCable2DShape",
        "",
        dict(bodyNumber=-1, numberOfSegments=3, verticalOffset=0.0),
        SHOWN,
        "",
    ),
    Fact(
        "ObjectANCFCable2D",
        "ANCFCable2D",
        "Cable2D",
        CABLE,
        dict(show=True, drawHeight=0.0, color=[-1.0] * 4),
        "Position Displacement Velocity VelocityLocal Rotation Director1 StrainLocal "
        "CurvatureLocal ForceLocal TorqueLocal AngularVelocity Acceleration AngularAcceleration",
    ),
    Fact(
        "ObjectFFRFreducedOrder",
        "FFRFreducedOrder",
        "CMSobject",
        dict(
            nodeNumbers=[],
            massMatrixReduced=[],
            stiffnessMatrixReduced=[],
            dampingMatrixReduced=[],
            forceUserFunction=0,
            massMatrixUserFunction=0,
            computeFFRFterms=True,
            modeBasis=[],
            outputVariableModeBasis=[],
            outputVariableTypeModeBasis=OutputVariableType._None,
            referencePositions=[],
            objectIsInitialized=False,
            physicsMass=0.0,
            physicsInertia=[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            physicsCenterOfMass=[0.0] * 3,
            mPsiTildePsi=[],
            mPsiTildePsiTilde=[],
            mPhitTPsi=[],
            mPhitTPsiTilde=[],
            mXRefTildePsi=[],
            mXRefTildePsiTilde=[],
            physicsCenterOfMassTilde=[[0.0] * 3] * 3,
            tempUserFunctionForce=[],
        ),
        dict(show=True, color=[-1.0] * 4, triangleMesh=[], showNodes=False),
        "Coordinates Force",
    ),
    Fact(
        "MarkerSuperElementPosition",
        "SuperElementPosition",
        "",
        dict(bodyNumber=-1, meshNodeNumbers=[], weightingFactors=[]),
        dict(show=True, showMarkerNodes=True),
        "",
    ),
    Fact(
        "MarkerSuperElementRigid",
        "SuperElementRigid",
        "",
        dict(
            bodyNumber=-1,
            offset=[0.0] * 3,
            meshNodeNumbers=[],
            weightingFactors=[],
            useAlternativeApproach=True,
            rotationsExponentialMap=2,
        ),
        dict(show=True, showMarkerNodes=True),
        "",
    ),
    Fact(
        "MarkerKinematicTreeRigid",
        "KinematicTreeRigid",
        "",
        dict(objectNumber=-1, linkNumber=-1, localPosition=[0.0] * 3),
        SHOWN,
        "",
    ),
    Fact(
        "SensorKinematicTree",
        "KinematicTree",
        "",
        dict(
            objectNumber=-1,
            linkNumber=-1,
            localPosition=[0.0] * 3,
            writeToFile=True,
            fileName="",
            outputVariableType=OutputVariableType._None,
            storeInternal=False,
        ),
        SHOWN,
        "",
    ),
    Fact(
        "SensorSuperElement",
        "SuperElement",
        "",
        dict(
            bodyNumber=-1,
            meshNodeNumber=-1,
            writeToFile=True,
            fileName="",
            outputVariableType=OutputVariableType._None,
            storeInternal=False,
        ),
        SHOWN,
        "",
    ),
]

FLEXIBLE_FACTS += [
    Fact(
        "ObjectALEANCFCable2D",
        "ALEANCFCable2D",
        "ALECable2D",
        dict(
            physicsLength=0.0,
            physicsMassPerLength=0.0,
            physicsMovingMassFactor=1.0,
            physicsBendingStiffness=0.0,
            physicsAxialStiffness=0.0,
            physicsBendingDamping=0.0,
            physicsAxialDamping=0.0,
            physicsReferenceAxialStrain=0.0,
            physicsReferenceCurvature=0.0,
            physicsUseCouplingTerms=True,
            physicsAddALEvariation=True,
            nodeNumbers=[-1, -1, -1],
            useReducedOrderIntegration=0,
            strainIsRelativeToReference=0.0,
        ),
        dict(show=True, drawHeight=0.0, color=[-1.0] * 4),
        "Position Displacement Velocity VelocityLocal Rotation Director1 StrainLocal "
        "CurvatureLocal ForceLocal TorqueLocal",
    ),
]

SLIDING = dict(
    markerNumbers=[-1, -1],
    slidingMarkerNumbers=[],
    slidingMarkerOffsets=[],
)
FLEXIBLE_FACTS += [
    Fact(
        "ObjectJointSliding2D",
        "JointSliding2D",
        "SlidingJoint2D",
        SLIDING
        | dict(
            nodeNumber=-1,
            classicalFormulation=True,
            constrainRotation=False,
            axialForce=0.0,
            activeConnector=True,
        ),
        DRAWN,
        "Position Velocity SlidingCoordinate Force",
    ),
]

FLEXIBLE_FACTS += [
    Fact(
        "ObjectJointALEMoving2D",
        "JointALEMoving2D",
        "ALEMovingJoint2D",
        SLIDING
        | dict(
            slidingOffset=0.0,
            nodeNumbers=[-1, -1],
            usePenaltyFormulation=False,
            penaltyStiffness=0.0,
            activeConnector=True,
        ),
        DRAWN,
        "Position Velocity SlidingCoordinate Coordinates Force",
    ),
    Fact(
        "ObjectContactCoordinate",
        "ContactCoordinate",
        "",
        dict(**ENDS, nodeNumber=-1, contactStiffness=0.0, contactDamping=0.0, offset=0.0, **ACTIVE),
        DRAWN,
        "",
    ),
    Fact(
        "ObjectConnectorReevingSystemSprings",
        "ConnectorReevingSystemSprings",
        "ReevingSystemSprings",
        dict(
            markerNumbers=[],
            hasCoordinateMarkers=False,
            coordinateFactors=[1.0, 1.0],
            stiffnessPerLength=0.0,
            dampingPerLength=0.0,
            dampingTorsional=0.0,
            dampingShear=0.0,
            regularizationForce=0.1,
            referenceLength=0.0,
            sheavesAxes=[],
            sheavesRadii=[],
            **ACTIVE,
        ),
        dict(show=True, ropeRadius=0.001, color=[-1.0] * 4),
        "Distance VelocityLocal ForceLocal",
    ),
    Fact(
        "ObjectConnectorHydraulicActuatorSimple",
        "ConnectorHydraulicActuatorSimple",
        "HydraulicActuatorSimple",
        dict(
            **ENDS,
            nodeNumbers=[],
            offsetLength=0.0,
            strokeLength=0.0,
            chamberCrossSection0=0.0,
            chamberCrossSection1=0.0,
            hoseVolume0=0.0,
            hoseVolume1=0.0,
            valveOpening0=0.0,
            valveOpening1=0.0,
            actuatorDamping=0.0,
            oilBulkModulus=0.0,
            cylinderBulkModulus=0.0,
            hoseBulkModulus=0.0,
            nominalFlow=0.0,
            systemPressure=0.0,
            tankPressure=0.0,
            useChamberVolumeChange=False,
            **ACTIVE,
        ),
        dict(
            show=True,
            cylinderRadius=0.05,
            rodRadius=0.03,
            pistonRadius=0.04,
            pistonLength=0.001,
            rodMountRadius=0.0,
            baseMountRadius=0.0,
            baseMountLength=0.0,
            colorCylinder=[-1.0] * 4,
            colorPiston=[0.8, 0.8, 0.8, 1.0],
        ),
        "Distance Displacement Velocity VelocityLocal Force",
    ),
]

FLEXIBLE_FACTS += [
    Fact("MarkerBodyBeamShape", "BodyBeamShape", "", dict(bodyNumber=-1), SHOWN, ""),
    Fact(
        "ObjectJointSliding",
        "JointSliding",
        "SlidingJoint",
        SLIDING
        | dict(
            nodeNumber=-1,
            constrainRotations=[1, 1, 1],
            constrainTranslations=[1, 1, 1],
            axialForce=0.0,
            activeConnector=True,
        ),
        DRAWN,
        "Position Velocity SlidingCoordinate Force",
    ),
]

_AXIAL = "axialStrain axialStrain_t axialStrainRef"
_CURVE = "curvature curvature_t curvatureRef"
FLEXIBLE_USER_FUNCTIONS = {
    "ObjectFFRFreducedOrder.forceUserFunction": "mbs t itemNumber q q_t",
    "ObjectFFRFreducedOrder.massMatrixUserFunction": "mbs t itemNumber q q_t",
    "ObjectANCFCable2D.axialForceUserFunction": (
        f"mbs t itemNumber axialPositionNormalized {_AXIAL} physicsAxialStiffness "
        f"physicsAxialDamping {_CURVE}"
    ),
    "ObjectANCFCable2D.bendingMomentUserFunction": (
        f"mbs t itemNumber axialPositionNormalized {_CURVE} physicsBendingStiffness "
        f"physicsBendingDamping {_AXIAL}"
    ),
}

FLEXIBLE_EXTRA_OUTPUTS = {
    "NodePointSlope23": "Coordinates_t Coordinates_tt AngularAcceleration",
    "ObjectANCFBeam": "AngularAcceleration StrainLocal CurvatureLocal ForceLocal TorqueLocal",
    "ObjectBeamGeometricallyExact": (
        "VelocityLocal Acceleration RotationMatrix AngularVelocity AngularVelocityLocal "
        "AngularAcceleration ForceLocal TorqueLocal"
    ),
    "NodePointSlope1": "Coordinates_t Coordinates_tt",
    "ObjectBeamGeometricallyExact2D": (
        "VelocityLocal Acceleration RotationMatrix AngularVelocity AngularAcceleration"
    ),
    "MarkerSuperElementPosition": "Position Displacement Velocity Acceleration",
    "MarkerSuperElementRigid": (
        "Position Displacement Velocity Acceleration RotationMatrix Rotation AngularVelocity "
        "AngularVelocityLocal AngularAcceleration"
    ),
    "MarkerKinematicTreeRigid": (
        "Position Displacement Velocity Acceleration RotationMatrix Rotation AngularVelocity "
        "AngularVelocityLocal AngularAcceleration"
    ),
    "SensorKinematicTree": (
        "Position Displacement Rotation RotationMatrix Velocity VelocityLocal Acceleration "
        "AccelerationLocal AngularVelocity AngularVelocityLocal AngularAcceleration "
        "AngularAccelerationLocal"
    ),
    "ObjectFFRFreducedOrder": (
        "Position Displacement DisplacementLocal Velocity VelocityLocal Acceleration "
        "RotationMatrix Rotation AngularVelocity AngularVelocityLocal AngularAcceleration "
        "StressLocal StrainLocal CoordinatesTotal Coordinates_t Coordinates_tt KineticEnergy "
        "PotentialEnergy"
    ),
    "NodePoint2DSlope1": (
        "Coordinates_t Coordinates_tt RotationMatrix Rotation AngularVelocity "
        "AngularVelocityLocal AngularAcceleration"
    ),
    "MarkerBodyCable2DCoordinates": "Coordinates Coordinates_t Coordinates_tt",
    "MarkerBodyCable2DShape": "Coordinates Coordinates_t Coordinates_tt",
    "ObjectContactCircleCable2D": "Distance ForceLocal Force",
    "ObjectContactFrictionCircleCable2D": "Distance Force",
    "ObjectJointALEMoving2D": "SlidingVelocity Coordinates_t ConstraintEquation",
    "MarkerBodyBeamShape": "Coordinates Coordinates_t Coordinates_tt",
    "ObjectJointSliding": "SlidingVelocity Coordinates ConstraintEquation",
    "ObjectJointSliding2D": "SlidingVelocity Coordinates TorqueLocal ConstraintEquation",
    "ObjectConnectorHydraulicActuatorSimple": "ForceLocal",
    "ObjectConnectorReevingSystemSprings": "PotentialEnergy",
    "ObjectContactCoordinate": "Distance Displacement Velocity Force PotentialEnergy",
}

FLEXIBLE_EXTRA_PARAMETERS = {
    "ObjectContactCircleCable2D": dict(stiffnessPerLength=False),
    "ObjectContactFrictionCircleCable2D": dict(stiffnessPerLength=False, exactLever=False),
}
"""Parameters after the documented ones."""

FLEXIBLE_NOT_NEGATIVE = [
    f"{kind}.{name}"
    for kind in ("ObjectANCFCable2D", "ObjectALEANCFCable2D")
    for name in (
        "physicsMassPerLength",
        "physicsBendingStiffness",
        "physicsAxialStiffness",
        "physicsBendingDamping",
        "physicsAxialDamping",
    )
] + ["ObjectALEANCFCable2D.physicsMovingMassFactor", "ObjectFFRFreducedOrder.physicsMass"]
FLEXIBLE_NOT_NEGATIVE += [
    f"{kind}.{name}"
    for kind, names in (
        ("ObjectBeamGeometricallyExact2D", BEAM_2D),
        ("ObjectANCFCable", CABLE_IN_SPACE),
    )
    for name in names
    if name.endswith(("MassPerLength", "SectionInertia", "Stiffness", "Damping"))
]

FLEXIBLE_NOT_NEGATIVE += (
    [
        "ObjectConnectorHydraulicActuatorSimple." + name
        for name in ("offsetLength", "actuatorDamping", "cylinderBulkModulus", "hoseBulkModulus")
    ]
    + [
        "ObjectConnectorReevingSystemSprings." + name
        for name in ("stiffnessPerLength", "dampingPerLength", "dampingTorsional", "dampingShear")
    ]
    + ["ObjectContactCoordinate.contactStiffness", "ObjectContactCoordinate.contactDamping"]
)

FLEXIBLE_NOT_NEGATIVE += [
    f"{kind}.{name}"
    for kind in ("ObjectContactCircleCable2D", "ObjectContactFrictionCircleCable2D")
    for name in ("contactStiffness", "contactDamping")
] + [
    f"ObjectContactFrictionCircleCable2D.{name}"
    for name in ("frictionVelocityPenalty", "frictionStiffness", "frictionCoefficient")
]

FLEXIBLE_POSITIVE = [
    "ObjectALEANCFCable2D.physicsLength",
    "ObjectANCFCable2D.physicsLength",
    "ObjectBeamGeometricallyExact2D.physicsLength",
    "ObjectANCFCable.physicsLength",
    "ObjectContactCircleCable2D.circleRadius",
    "ObjectContactFrictionCircleCable2D.circleRadius",
    "ObjectBeamGeometricallyExact.physicsLength",
    "ObjectANCFBeam.physicsLength",
]
FLEXIBLE_POSITIVE += [
    "ObjectConnectorHydraulicActuatorSimple." + name
    for name in (
        "strokeLength",
        "chamberCrossSection0",
        "chamberCrossSection1",
        "hoseVolume0",
        "hoseVolume1",
        "oilBulkModulus",
        "nominalFlow",
    )
]
"""The documents allow 0, which no cable, circle and actuator can have."""
