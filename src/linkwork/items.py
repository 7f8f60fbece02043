"""Every item class, short name and V class, for `from linkwork.items import *`."""

from linkwork import bodies, connectors, joints, loads, markers, nodes, sensors
from linkwork.bodies import *
from linkwork.connectors import *
from linkwork.core.declare import families, item
from linkwork.joints import *
from linkwork.loads import *
from linkwork.markers import *
from linkwork.nodes import *
from linkwork.sensors import *

FAMILIES: dict[str, dict[str, type[item.Item]]] = {
    family: {kind.type_name: kind for kind in kinds}
    for family, kinds in {
        "node": nodes.KINDS,
        "object": (*bodies.KINDS, *connectors.KINDS, *joints.KINDS),
        "marker": markers.KINDS,
        "load": loads.KINDS,
        "sensor": sensors.KINDS,
    }.items()
}
"""Family -> documented type name -> item class, including the kinds that users declare."""

__all__ = families.names_in(__name__)
