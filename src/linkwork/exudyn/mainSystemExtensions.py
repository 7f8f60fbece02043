"""Functions behind the methods of mbs, for scripts that call them with mbs as first argument."""

import numpy as np

from linkwork.core.enums import ConfigurationType, OutputVariableType
from linkwork.exudyn._create import bodies_of
from linkwork.exudyn._enums import JointType
from linkwork.exudyn._system import MainSystem


def _function_of(name):
    def function(mbs, *args, **kwargs):
        return getattr(mbs, name)(*args, **kwargs)

    function.__name__ = function.__qualname__ = f"MainSystem{name}"
    function.__doc__ = f"mbs.{name}"
    function.__wrapped__ = getattr(MainSystem, name)
    return function


MainSystemCreateGround = _function_of("CreateGround")
MainSystemCreateMassPoint = _function_of("CreateMassPoint")
MainSystemCreateRigidBody = _function_of("CreateRigidBody")
MainSystemCreateSpringDamper = _function_of("CreateSpringDamper")
MainSystemCreateCartesianSpringDamper = _function_of("CreateCartesianSpringDamper")
MainSystemCreateRigidBodySpringDamper = _function_of("CreateRigidBodySpringDamper")
MainSystemCreateTorsionalSpringDamper = _function_of("CreateTorsionalSpringDamper")
MainSystemCreateCoordinateConstraint = _function_of("CreateCoordinateConstraint")
MainSystemCreateDistanceConstraint = _function_of("CreateDistanceConstraint")
MainSystemCreateRevoluteJoint = _function_of("CreateRevoluteJoint")
MainSystemCreatePrismaticJoint = _function_of("CreatePrismaticJoint")
MainSystemCreateSphericalJoint = _function_of("CreateSphericalJoint")
MainSystemCreateGenericJoint = _function_of("CreateGenericJoint")
MainSystemCreateRollingDisc = _function_of("CreateRollingDisc")
MainSystemCreateRollingDiscPenalty = _function_of("CreateRollingDiscPenalty")
MainSystemCreateForce = _function_of("CreateForce")
MainSystemCreateTorque = _function_of("CreateTorque")
MainSystemCreateSphereSphereContact = _function_of("CreateSphereSphereContact")
MainSystemCreateSphereTriangleContact = _function_of("CreateSphereTriangleContact")
MainSystemCreateSphereQuadContact = _function_of("CreateSphereQuadContact")
MainSystemCreateKinematicTree = _function_of("CreateKinematicTree")
MainSystemCreateFFRFReducedOrderObject = _function_of("CreateFFRFReducedOrderObject")


def ProcessBodyNodeMarkerLists(
    bodyNumbers, bodyOrNodeList, localPosition0, localPosition1, where, bodyList=(None, None)
):
    """The bodies of a connector, of whichever list was given."""
    return bodies_of(bodyNumbers, bodyOrNodeList, bodyList)


def JointTypeToAxis(jointType):
    """Unit vector of the axis of a joint."""
    axis = np.zeros(3, dtype=int)
    axis["XYZ".index(JointType(jointType).name[-1])] = 1
    return axis


def _frame_of(mbs, body, local=(0, 0, 0)):
    """Position of a point of a body and its rotation matrix, in the reference configuration."""
    values = (
        mbs.GetObjectOutputBody(body, variable, local, ConfigurationType.Reference)
        for variable in (OutputVariableType.Position, OutputVariableType.RotationMatrix)
    )
    position, rotation = (np.asarray(value) for value in values)
    return position, rotation.reshape(3, 3)


def GetMarkersPosRot(
    mbs,
    name,
    internBodyNodeMarkerList,
    localPosition0,
    localPosition1,
    getPosition=False,
    getRotationMatrix=False,
    useRigidMarker=False,
):
    """Add a marker to each of two bodies; returns both, their positions and rotations or None."""
    from linkwork.items import MarkerBodyPosition, MarkerBodyRigid

    kind = MarkerBodyRigid if useRigidMarker else MarkerBodyPosition
    markers, positions, rotations = [], [], []
    places = zip(internBodyNodeMarkerList, (localPosition0, localPosition1), strict=True)
    for k, (body, local) in enumerate(places):
        title = f"Marker{k}:{name}" if name else ""
        markers.append(mbs.AddMarker(kind(name=title, bodyNumber=body, localPosition=local)))
        position, rotation = _frame_of(mbs, body, local)
        positions.append(position if getPosition else None)
        rotations.append(rotation if getRotationMatrix else None)
    return [*markers, *positions, *rotations]


def JointPreCheckCalcBodyMarkers(
    where, mbs, name, bodyNumbers, position, show, useGlobalFrame, requireRotMat=True
):
    """Reference frames of two bodies, and where a joint between them is in the first one's axes.

    Returns [p0, A0, p1, A1, None, None, position].
    """
    if len(bodyNumbers) != 2:
        raise ValueError(f"{where}: bodyNumbers must be a list of two, got {bodyNumbers}")
    frames = [_frame_of(mbs, body) for body in bodyNumbers]
    place = position
    if not useGlobalFrame:
        place = frames[0][0] + frames[0][1] @ np.asarray(position, dtype=float)
    return [*frames[0], *frames[1], None, None, place]
