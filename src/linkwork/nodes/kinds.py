"""All nodes: one line for each file."""

from linkwork.core.declare.families import kinds_in, names_in
from linkwork.nodes.generic_ae import *
from linkwork.nodes.generic_data import *
from linkwork.nodes.generic_ode1 import *
from linkwork.nodes.generic_ode2 import *
from linkwork.nodes.node_1d import *
from linkwork.nodes.planar import *
from linkwork.nodes.point import *
from linkwork.nodes.point_2d import *
from linkwork.nodes.point_2d_slope_1 import *
from linkwork.nodes.point_ground import *
from linkwork.nodes.point_slope_1 import *
from linkwork.nodes.point_slope_23 import *
from linkwork.nodes.rigid_body_2d import *
from linkwork.nodes.rigid_body_ep import *
from linkwork.nodes.rigid_body_rotvec_lg import *
from linkwork.nodes.rigid_body_rxyz import *

KINDS = kinds_in(__name__)
__all__ = names_in(__name__)
