"""All markers: one line for each file."""

from linkwork.core.declare.families import kinds_in, names_in
from linkwork.markers.bodies_relative_rotation import *
from linkwork.markers.bodies_relative_translation import *
from linkwork.markers.body_beam_shape import *
from linkwork.markers.body_cable_2d_coordinates import *
from linkwork.markers.body_cable_2d_shape import *
from linkwork.markers.body_mass import *
from linkwork.markers.body_position import *
from linkwork.markers.body_rigid import *
from linkwork.markers.kinematic_tree_rigid import *
from linkwork.markers.node_coordinate import *
from linkwork.markers.node_coordinates import *
from linkwork.markers.node_ode1_coordinate import *
from linkwork.markers.node_position import *
from linkwork.markers.node_rigid import *
from linkwork.markers.node_rotation_coordinate import *
from linkwork.markers.object_ode2_coordinates import *
from linkwork.markers.super_element_position import *
from linkwork.markers.super_element_rigid import *

KINDS = kinds_in(__name__)
__all__ = names_in(__name__)
