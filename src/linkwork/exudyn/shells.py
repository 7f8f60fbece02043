"""Meshes of shells: not available yet."""

import numpy as np

import linkwork.exudyn as exu
from linkwork.exudyn._missing import missing_class as _missing_class
from linkwork.exudyn.basicUtilities import Normalize

ShellMesh = _missing_class(
    "exudyn.shells.ShellMesh", "it needs ObjectANCFThinPlate, which Linkwork does not have yet"
)
