"""All connectors: one line for each file."""

from linkwork.connectors.cartesian_spring_damper import *
from linkwork.connectors.contact_circle_cable_2d import *
from linkwork.connectors.contact_coordinate import *
from linkwork.connectors.contact_friction_circle_cable_2d import *
from linkwork.connectors.coordinate import *
from linkwork.connectors.coordinate_motion import *
from linkwork.connectors.coordinate_spring_damper import *
from linkwork.connectors.coordinate_spring_damper_ext import *
from linkwork.connectors.coordinate_vector import *
from linkwork.connectors.distance import *
from linkwork.connectors.gravity import *
from linkwork.connectors.hydraulic_actuator_simple import *
from linkwork.connectors.linear_spring_damper import *
from linkwork.connectors.planar_spring_damper import *
from linkwork.connectors.reeving_system_springs import *
from linkwork.connectors.rigid_body_spring_damper import *
from linkwork.connectors.rolling_disc_penalty import *
from linkwork.connectors.spring_damper import *
from linkwork.connectors.tabular_spring_damper import *
from linkwork.connectors.torsional_spring_damper import *
from linkwork.core.declare.families import kinds_in, names_in

KINDS = kinds_in(__name__)
__all__ = names_in(__name__)
