"""All bodies: one line for each file."""

from linkwork.bodies.ale_cable_2d import *
from linkwork.bodies.ancf_beam import *
from linkwork.bodies.ancf_cable import *
from linkwork.bodies.ancf_cable_2d import *
from linkwork.bodies.beam_geometrically_exact import *
from linkwork.bodies.beam_geometrically_exact_2d import *
from linkwork.bodies.ffrf_reduced_order import *
from linkwork.bodies.generic_ode1 import *
from linkwork.bodies.generic_ode2 import *
from linkwork.bodies.ground import *
from linkwork.bodies.kinematic_tree import *
from linkwork.bodies.mass_1d import *
from linkwork.bodies.mass_point import *
from linkwork.bodies.mass_point_2d import *
from linkwork.bodies.rigid_body import *
from linkwork.bodies.rigid_body_2d import *
from linkwork.bodies.rotational_mass_1d import *
from linkwork.core.declare.families import kinds_in, names_in

KINDS = kinds_in(__name__)
__all__ = names_in(__name__)
