"""Enumerations of the public interface; their values are part of it.

Members are plain integers below 2**63, because compiled kernels freeze them as constants and
compare them with int64 columns. The output variables are bits, so several can be combined by `|`.
"""

from enum import IntEnum


class NamedInt(IntEnum):
    """An IntEnum that prints its name, also in f-strings; format specifications act on the int."""

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, format_spec: str) -> str:
        return format(int(self), format_spec) if format_spec else str(self)

    __hash__ = int.__hash__  # that of Enum is written in Python, and members are keys of outputs


class OutputVariableType(NamedInt):
    """Output variables of nodes, objects, markers, loads and sensors."""

    _None = 0
    Distance = 1 << 0
    Position = 1 << 1
    Displacement = 1 << 2
    DisplacementLocal = 1 << 3
    Velocity = 1 << 4
    VelocityLocal = 1 << 5
    Acceleration = 1 << 6
    AccelerationLocal = 1 << 7
    RotationMatrix = 1 << 8
    AngularVelocity = 1 << 9
    AngularVelocityLocal = 1 << 10
    AngularAcceleration = 1 << 11
    AngularAccelerationLocal = 1 << 12
    Rotation = 1 << 13
    CoordinatesTotal = 1 << 14
    Coordinates = 1 << 15
    Coordinates_t = 1 << 16
    Coordinates_tt = 1 << 17
    SlidingCoordinate = 1 << 18
    Director1 = 1 << 19
    Director2 = 1 << 20
    Director3 = 1 << 21
    Force = 1 << 22
    ForceLocal = 1 << 23
    Torque = 1 << 24
    TorqueLocal = 1 << 25
    StrainLocal = 1 << 28
    StressLocal = 1 << 29
    CurvatureLocal = 1 << 30
    ConstraintEquation = 1 << 31
    KineticEnergy = 1 << 32
    PotentialEnergy = 1 << 33
    HomogeneousTransformation = 1 << 34
    HomogeneousTransformationLocal = 1 << 35
    Power = 1 << 36
    SlidingVelocity = 1 << 40


class ConfigurationType(NamedInt):
    """The configuration in which coordinates and outputs are read or set."""

    _None = 0
    Initial = 1
    Current = 2
    Reference = 3
    StartOfStep = 4
    Visualization = 5
    EndOfEnumList = 6


class DynamicSolverType(NamedInt):
    """Time integrators: two implicit ones, explicit ones with fixed steps, then embedded pairs."""

    GeneralizedAlpha = 1
    TrapezoidalIndex2 = 2
    ExplicitEuler = 3
    ExplicitMidpoint = 4
    RK33 = 5
    RK44 = 6
    RK67 = 7
    ODE23 = 8
    DOPRI5 = 9
    DVERK6 = 10
    VelocityVerlet = 11


class LinearSolverType(NamedInt):
    """How linear systems are solved; `_None` chooses by size and fill of the matrix."""

    _None = 0
    EXUdense = 1
    EigenSparse = 2
    EigenSparseSymmetric = 4
    EigenDense = 8


class ItemType(NamedInt):
    """The kinds of item lists in a system."""

    _None = 0
    Node = 1
    Object = 2
    Marker = 3
    Load = 4
    Sensor = 5


class CrossSectionType(NamedInt):
    """Outlines of the cross sections of beams, as they are drawn."""

    Polygon = 1
    Circular = 2


class NodeType(NamedInt):
    """Kinds of coordinates that a node has, as bits."""

    _None = 0
    Ground = 1
    Position2D = 2
    Orientation2D = 4
    Point2DSlope1 = 8
    Position = 16
    Orientation = 32
    RigidBody = 64
    RotationEulerParameters = 128
    RotationRxyz = 256
    RotationRotationVector = 512
    LieGroupWithDirectUpdate = 1024
    GenericODE2 = 4096
    GenericODE1 = 8192
    GenericAE = 16384
    GenericData = 32768
    PointSlope1 = 65536
    PointSlope12 = 131072
    PointSlope23 = 262144


class JointType(NamedInt):
    """Joints of kinematic trees: rotation about or translation along an axis of the joint."""

    _None = 0
    RevoluteX = 1
    RevoluteY = 2
    RevoluteZ = 3
    PrismaticX = 4
    PrismaticY = 5
    PrismaticZ = 6
