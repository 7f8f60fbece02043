"""The documented names of cables and what belongs to them; see `facts.py`."""

from .facts import DRAWN, SHOWN, Fact

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

FLEXIBLE_FACTS = [
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
]

_AXIAL = "axialStrain axialStrain_t axialStrainRef"
_CURVE = "curvature curvature_t curvatureRef"
FLEXIBLE_USER_FUNCTIONS = {
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
    "NodePoint2DSlope1": (
        "Coordinates_t Coordinates_tt RotationMatrix Rotation AngularVelocity "
        "AngularVelocityLocal AngularAcceleration"
    ),
    "MarkerBodyCable2DCoordinates": "Coordinates Coordinates_t Coordinates_tt",
    "MarkerBodyCable2DShape": "Coordinates Coordinates_t Coordinates_tt",
}

FLEXIBLE_NOT_NEGATIVE = [
    "ObjectANCFCable2D." + name
    for name in (
        "physicsMassPerLength",
        "physicsBendingStiffness",
        "physicsAxialStiffness",
        "physicsBendingDamping",
        "physicsAxialDamping",
    )
]

FLEXIBLE_POSITIVE = ["ObjectANCFCable2D.physicsLength"]
"""The documents allow 0, which no cable can have."""
