"""Enumerations: documented names and values, printing, use as integers."""

import copy
import pickle

import numpy as np

from linkwork.core import enums
from linkwork.core.enums import (
    ConfigurationType,
    CrossSectionType,
    DynamicSolverType,
    ItemType,
    JointType,
    LinearSolverType,
    NodeType,
    OutputVariableType,
)
from tests.cases import looped

KINDS = [
    ConfigurationType,
    CrossSectionType,
    DynamicSolverType,
    ItemType,
    JointType,
    LinearSolverType,
    NodeType,
    OutputVariableType,
]

# The documented names in the order of their bits, Power and SlidingVelocity; - is free.
OUTPUTS = """
    Distance Position Displacement DisplacementLocal Velocity VelocityLocal Acceleration
    AccelerationLocal RotationMatrix AngularVelocity AngularVelocityLocal AngularAcceleration
    AngularAccelerationLocal Rotation CoordinatesTotal Coordinates Coordinates_t Coordinates_tt
    SlidingCoordinate Director1 Director2 Director3 Force ForceLocal Torque TorqueLocal - -
    StrainLocal StressLocal CurvatureLocal ConstraintEquation KineticEnergy PotentialEnergy
    HomogeneousTransformation HomogeneousTransformationLocal Power - - - SlidingVelocity
"""

# The same of nodes; the bit 11 is free.
NODES = """
    Ground Position2D Orientation2D Point2DSlope1 Position Orientation RigidBody
    RotationEulerParameters RotationRxyz RotationRotationVector LieGroupWithDirectUpdate -
    GenericODE2 GenericODE1 GenericAE GenericData PointSlope1 PointSlope12 PointSlope23
"""

VALUES = {
    ConfigurationType: {
        "_None": 0,
        "Initial": 1,
        "Current": 2,
        "Reference": 3,
        "StartOfStep": 4,
        "Visualization": 5,
        "EndOfEnumList": 6,
    },
    CrossSectionType: {"Polygon": 1, "Circular": 2},
    DynamicSolverType: {
        "GeneralizedAlpha": 1,
        "TrapezoidalIndex2": 2,
        "ExplicitEuler": 3,
        "ExplicitMidpoint": 4,
        "RK33": 5,
        "RK44": 6,
        "RK67": 7,
        "ODE23": 8,
        "DOPRI5": 9,
        "DVERK6": 10,
        "VelocityVerlet": 11,
    },
    ItemType: {"_None": 0, "Node": 1, "Object": 2, "Marker": 3, "Load": 4, "Sensor": 5},
    JointType: {
        "_None": 0,
        "RevoluteX": 1,
        "RevoluteY": 2,
        "RevoluteZ": 3,
        "PrismaticX": 4,
        "PrismaticY": 5,
        "PrismaticZ": 6,
    },
    LinearSolverType: {
        "_None": 0,
        "EXUdense": 1,
        "EigenSparse": 2,
        "EigenSparseSymmetric": 4,
        "EigenDense": 8,
    },
    NodeType: {"_None": 0}
    | {name: 1 << bit for bit, name in enumerate(NODES.split()) if name != "-"},
    OutputVariableType: {"_None": 0}
    | {name: 1 << bit for bit, name in enumerate(OUTPUTS.split()) if name != "-"},
}


def test_every_enumeration_is_tested():
    public = {kind for name, kind in vars(enums).items() if name.endswith("Type")}
    assert public == set(KINDS)


@looped("kind", KINDS)
def test_names_and_values_are_the_documented_ones(kind):
    assert {name: int(member) for name, member in kind.__members__.items()} == VALUES[kind]


@looped("member", [member for kind in KINDS for member in kind], ids=str)
def test_member_prints_its_name_and_acts_as_an_integer(member):
    name = f"{type(member).__name__}.{member.name}"
    assert str(member) == name
    assert f"{member}" == name
    assert name in repr(member)
    assert f"{member:d}" == str(int(member))
    assert 0 <= np.int64(member) < 2**63
    assert np.array([member], dtype=np.int64)[0] == member
    assert pickle.loads(pickle.dumps(member)) is member
    assert copy.deepcopy(member) is member


def test_output_variables_can_be_joined():
    joined = OutputVariableType.Position | OutputVariableType.Velocity
    assert joined == 18
    assert joined & OutputVariableType.Velocity
    assert not joined & OutputVariableType.Force
