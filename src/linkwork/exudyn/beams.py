"""Lines of cable and beam elements: not available yet."""

import copy
from math import asin, atan2, cos, pi, sin

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.exudyn._missing import missing_function as _missing_function

_CABLE = "it needs ObjectANCFCable2D and NodePoint2DSlope1, which Linkwork does not have yet"

GenerateStraightLineANCFCable2D = _missing_function(
    "exudyn.beams.GenerateStraightLineANCFCable2D", _CABLE
)
GenerateCircularArcANCFCable2D = _missing_function(
    "exudyn.beams.GenerateCircularArcANCFCable2D", _CABLE
)
PointsAndSlopes2ANCFCable2D = _missing_function("exudyn.beams.PointsAndSlopes2ANCFCable2D", _CABLE)
CreateReevingCurve = _missing_function("exudyn.beams.CreateReevingCurve", _CABLE)
GenerateStraightLineANCFCable = _missing_function(
    "exudyn.beams.GenerateStraightLineANCFCable",
    "it needs ObjectANCFCable and NodePointSlope1, which Linkwork does not have yet",
)
GenerateStraightBeam = _missing_function(
    "exudyn.beams.GenerateStraightBeam",
    "it needs beam elements such as ObjectANCFCable2D, which Linkwork does not have yet",
)
GenerateBeamElementsAlongLine = _missing_function(
    "exudyn.beams.GenerateBeamElementsAlongLine",
    "it needs beam elements such as ObjectANCFCable2D, which Linkwork does not have yet",
)
GenerateSlidingJoint = _missing_function(
    "exudyn.beams.GenerateSlidingJoint",
    "it needs ObjectJointSliding2D, which Linkwork does not have yet",
)
GenerateAleSlidingJoint = _missing_function(
    "exudyn.beams.GenerateAleSlidingJoint",
    "it needs ObjectJointALEMoving2D, which Linkwork does not have yet",
)
