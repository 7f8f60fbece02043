"""All loads: one line for each file."""

from linkwork.core.declare.families import kinds_in, names_in
from linkwork.loads.coordinate import *
from linkwork.loads.coordinate_table import *
from linkwork.loads.force_vector import *
from linkwork.loads.mass_proportional import *
from linkwork.loads.state_coordinate import *
from linkwork.loads.state_force import *
from linkwork.loads.state_torque import *
from linkwork.loads.torque_vector import *

KINDS = kinds_in(__name__)
__all__ = names_in(__name__)
