"""Distance sensors in a fan, and robots of roboticstoolbox: not available."""

from math import cos, sin

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.exudyn._missing import missing_function as _missing_function
from linkwork.exudyn.rigidBodyUtilities import HT2rotationMatrix, HT2translation

_URDF = (
    "its results are classes of roboticstoolbox, which Linkwork does not use; "
    "linkwork.robots.read(file) reads URDF files, and add_to(mbs) adds them"
)

AddLidar = _missing_function(
    "exudyn.robotics.utilities.AddLidar",
    "distance sensors need GeneralContact, which Linkwork does not have yet",
)
GetRoboticsToolboxInternalModel = _missing_function(
    "exudyn.robotics.utilities.GetRoboticsToolboxInternalModel", _URDF
)
GetURDFrobotData = _missing_function("exudyn.robotics.utilities.GetURDFrobotData", _URDF)
LoadURDFrobot = _missing_function("exudyn.robotics.utilities.LoadURDFrobot", _URDF)
