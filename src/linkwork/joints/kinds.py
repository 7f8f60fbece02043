"""All joints: one line for each file."""

from linkwork.core.declare.families import kinds_in, names_in
from linkwork.joints.ale_moving_2d import *
from linkwork.joints.generic import *
from linkwork.joints.prismatic_2d import *
from linkwork.joints.prismatic_x import *
from linkwork.joints.revolute_2d import *
from linkwork.joints.revolute_z import *
from linkwork.joints.rolling_disc import *
from linkwork.joints.sliding import *
from linkwork.joints.sliding_2d import *
from linkwork.joints.spherical import *

KINDS = kinds_in(__name__)
__all__ = names_in(__name__)
