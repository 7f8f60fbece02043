"""Everything that scripts import by `from exudyn.utilities import *`."""

import copy
import math
from enum import Enum
from math import cos, pi, sin, sqrt

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.exudyn._missing import missing_function
from linkwork.exudyn._model_helpers import (
    AddSensorRecorder,
    GetJointArgs,
    GetOtherMarker,
    HighlightItem,
    ShowOnlyObjects,
    UFsensorRecord,
)
from linkwork.exudyn._solution_files import (
    AnimateSolution,
    BinaryReadArrayIndex,
    BinaryReadIndex,
    BinaryReadReal,
    BinaryReadRealVector,
    BinaryReadString,
    InitializeFromRestartFile,
    LoadBinarySolutionFile,
    LoadSolutionFile,
    NumpyInt8ArrayToString,
    RecoverSolutionFile,
    SetSolutionState,
)
from linkwork.exudyn._system_graph import DrawSystemGraph
from linkwork.exudyn._tcpip import (
    CloseTCPIPconnection,
    CreateTCPIPconnection,
    TCPIPdata,
    TCPIPsendReceive,
)
from linkwork.exudyn.advancedUtilities import *
from linkwork.exudyn.basicUtilities import *
from linkwork.exudyn.beams import *
from linkwork.exudyn.graphics import (
    AddEdgesAndSmoothenNormals,
)
from linkwork.exudyn.graphics import ExportSTL as ExportGraphicsData2STL
from linkwork.exudyn.graphics import MergeTriangleLists as MergeGraphicsDataTriangleList
from linkwork.exudyn.graphics import Move as MoveGraphicsData
from linkwork.exudyn.graphicsDataUtilities import *
from linkwork.exudyn.itemInterface import *
from linkwork.exudyn.rigidBodyUtilities import *


def CreateDistanceSensorGeometry(
    mbs, meshPoints, meshTrigs, rigidBodyMarkerIndex, searchTreeCellSize=(8, 8, 8)
):
    """mbs.CreateDistanceSensorGeometry"""
    return mbs.CreateDistanceSensorGeometry(
        meshPoints, meshTrigs, rigidBodyMarkerIndex, searchTreeCellSize
    )


def CreateDistanceSensor(mbs, generalContactIndex, positionOrMarker, dirSensor, *args, **kwargs):
    """mbs.CreateDistanceSensor"""
    return mbs.CreateDistanceSensor(
        generalContactIndex, positionOrMarker, dirSensor, *args, **kwargs
    )
