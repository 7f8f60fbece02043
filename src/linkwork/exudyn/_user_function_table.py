"""Arguments of user functions by item type, in the words of the interface."""

_WORDS = {
    "m": "MainSystem",
    "r": "Real",
    "i": "Index",
    "b": "bool",
    "I": "StdArrayIndex",
    "c": "ConfigurationType",
    "v": "StdVector",
    "2": "StdVector2D",
    "3": "StdVector3D",
    "6": "StdVector6D",
    "A": "StdMatrix3D",
    "B": "StdMatrix6D",
    "N": "NumpyMatrix",
    "o": "py::object",
}

_TABLE = """
MainSystem preStepUserFunction mr b
MainSystem postStepUserFunction mr b
MainSystem postNewtonFunction mr 2
ObjectGround graphicsDataUserFunction mi o
ObjectRigidBody graphicsDataUserFunction mi o
ObjectRigidBody2D graphicsDataUserFunction mi o
ObjectGenericODE2 forceUserFunction mrivv v
ObjectGenericODE2 massMatrixUserFunction mrivv o
ObjectGenericODE2 jacobianUserFunction mrivvrr o
ObjectGenericODE2 graphicsDataUserFunction mi o
ObjectGenericODE1 rhsUserFunction mriv v
ObjectKinematicTree forceUserFunction mrivv v
ObjectFFRF forceUserFunction mrivv v
ObjectFFRF massMatrixUserFunction mrivv N
ObjectFFRFreducedOrder forceUserFunction mrivv v
ObjectFFRFreducedOrder massMatrixUserFunction mrivv N
ObjectANCFCable2D axialForceUserFunction mrirrrrrrrrr r
ObjectANCFCable2D bendingMomentUserFunction mrirrrrrrrrr r
ObjectConnectorSpringDamper springForceUserFunction mrirrrrr r
ObjectConnectorCartesianSpringDamper springForceUserFunction mri33333 3
ObjectConnectorRigidBodySpringDamper springForceTorqueUserFunction mri3333BBAA6 6
ObjectConnectorRigidBodySpringDamper postNewtonStepUserFunction mriv3333BBAA6 v
ObjectConnectorLinearSpringDamper springForceUserFunction mrirrrrr r
ObjectConnectorTorsionalSpringDamper springTorqueUserFunction mrirrrrr r
ObjectConnectorCoordinateSpringDamper springForceUserFunction mrirrrrr r
ObjectConnectorCoordinateSpringDamperExt springForceUserFunction mrirrrrrrrrrrr r
ObjectConnectorCoordinate offsetUserFunction mrir r
ObjectConnectorCoordinate offsetUserFunction_t mrir r
ObjectConnectorCoordinateVector constraintUserFunction mrivvb v
ObjectConnectorCoordinateVector jacobianUserFunction mrivvb o
ObjectJointGeneric offsetUserFunction mri6 6
ObjectJointGeneric offsetUserFunction_t mri6 6
LoadForceVector loadVectorUserFunction mr3 3
LoadTorqueVector loadVectorUserFunction mr3 3
LoadMassProportional loadVectorUserFunction mr3 3
LoadCoordinate loadUserFunction mrr r
SensorUserFunction sensorUserFunction mrIvc v
"""


def _arguments():
    table = {}
    for line in _TABLE.split("\n")[1:-1]:
        item, function, types, result = line.split()
        names = ["mbs", *(f"arg{i}" for i in range(len(types) - 1))]
        words = [_WORDS[letter] for letter in types]
        table[f"{item},{function}"] = [words, names, [_WORDS[result]]]
    return table


userFunctionArgsDict = _arguments()
"""`ItemType,parameter` -> [types of arguments, their names, [type of the result]]."""
