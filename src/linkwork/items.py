"""Every item class, short name and V class, for `from linkwork.items import *`."""

from linkwork.bodies import *
from linkwork.connectors import *
from linkwork.core.declare import names_in
from linkwork.joints import *
from linkwork.loads import *
from linkwork.markers import *
from linkwork.nodes import *
from linkwork.sensors import *

__all__ = names_in(__name__)
