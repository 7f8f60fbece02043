"""All sensors: one line for each file."""

from linkwork.core.declare.families import kinds_in, names_in
from linkwork.sensors.body_sensor import *
from linkwork.sensors.energy_sensor import *
from linkwork.sensors.event import *
from linkwork.sensors.kinematic_tree import *
from linkwork.sensors.load_sensor import *
from linkwork.sensors.marker_sensor import *
from linkwork.sensors.node_sensor import *
from linkwork.sensors.object_sensor import *
from linkwork.sensors.super_element import *
from linkwork.sensors.user_function import *

KINDS = kinds_in(__name__)
__all__ = names_in(__name__)
