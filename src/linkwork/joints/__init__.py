"""Joints, one per file."""

from linkwork.core.declare.families import kinds_in, names_in
from linkwork.joints.prismatic_2d import *
from linkwork.joints.revolute_2d import *

KINDS = kinds_in(__name__)
__all__ = names_in(__name__)
