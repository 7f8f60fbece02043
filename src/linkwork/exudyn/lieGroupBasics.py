"""Lie groups SO(3), SE(3) and R3 x SO(3): exponential maps, tangents, composition rules.

TExpSE3 and TExpSE3Inv are the derivatives of ExpSE3 and its inverse; those of Exudyn 1.11 differ.
"""

from math import atan2, cos, sin, sqrt, tan

import numpy as np
from numpy.linalg import norm

from linkwork.exudyn.rigidBodyUtilities import (
    ComputeRotationAxisFromRotationVector,
    EulerParameters2RotationMatrix,
    HomogeneousTransformation,
    HT2rotationMatrix,
    HT2translation,
    RotationMatrix2EulerParameters,
    RotXYZ2RotationMatrix,
    Skew,
    Skew2Vec,
)
from linkwork.rigid.compositions import *
from linkwork.rigid.lie_groups import *
