"""Every item class, short name and V class, for `from linkwork.items import *`."""

from linkwork.core.collector import collector_paused

with collector_paused():
    from linkwork.bodies import kinds as bodies
    from linkwork.bodies.kinds import *
    from linkwork.connectors import kinds as connectors
    from linkwork.connectors.kinds import *
    from linkwork.core.declare import families, item
    from linkwork.joints import kinds as joints
    from linkwork.joints.kinds import *
    from linkwork.loads import kinds as loads
    from linkwork.loads.kinds import *
    from linkwork.markers import kinds as markers
    from linkwork.markers.kinds import *
    from linkwork.nodes import kinds as nodes
    from linkwork.nodes.kinds import *
    from linkwork.sensors import kinds as sensors
    from linkwork.sensors.kinds import *

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
