"""VisualizationSettings: how models are drawn, by families of items.

The `V...` parameters of an item take precedence; where they are -1 or not given, these settings
apply. A size of -1 here is chosen from the size of the scene.
"""

from __future__ import annotations

from linkwork.core.enums import OutputVariableType
from linkwork.settings.tree import (
    AT_LEAST_1,
    DIGITS,
    FRACTION,
    Group,
    Limits,
    choice,
    color,
    group,
    integer,
    numbers,
    real,
    switch,
)

AUTOMATIC = "-1: chosen from the size of the scene"

COMPONENT = Limits(">= -1", lambda x: x >= -1)


class NodesView(Group):
    """Nodes."""

    show = switch(True, "Draw nodes.")
    defaultSize = real(-1.0, f"Diameter of a node; {AUTOMATIC}.", unit="m")
    defaultColor = color((0.38, 0.44, 0.55, 1.0), "Color RGBA.")
    showNumbers = switch(False, "Write the numbers of nodes beside them.")


class BodiesView(Group):
    """Bodies, and the ground."""

    show = switch(True, "Draw bodies.")
    defaultSize = numbers(
        (-1.0, -1.0, -1.0), "Edges of a body without shapes; spheres use the first; "
        f"{AUTOMATIC}.", 3, "m",
    )  # fmt: skip
    defaultColor = color(
        (-1.0, -1.0, -1.0, -1.0), "Color RGBA; R = -1: different colors from body to body."
    )
    showNumbers = switch(False, "Write the numbers of bodies beside them.")


class ConnectorsView(Group):
    """Springs, dampers, constraints and joints."""

    show = switch(True, "Draw connectors.")
    defaultSize = real(-1.0, f"Diameter of springs and joints; {AUTOMATIC}.", unit="m")
    defaultColor = color((0.42, 0.46, 0.52, 1.0), "Color RGBA.")
    showNumbers = switch(False, "Write the numbers of connectors beside them.")
    springNumberOfWindings = integer(8, "Windings of a spring.", AT_LEAST_1)


class MarkersView(Group):
    """Markers."""

    show = switch(True, "Draw markers.")
    defaultSize = real(-1.0, f"Size of a marker; {AUTOMATIC}.", unit="m")
    defaultColor = color((0.13, 0.55, 0.36, 1.0), "Color RGBA.")
    showNumbers = switch(False, "Write the numbers of markers beside them.")


class LoadsView(Group):
    """Loads."""

    show = switch(True, "Draw loads.")
    defaultSize = real(-1.0, f"Length of the arrow of the largest load; {AUTOMATIC}.", unit="m")
    defaultColor = color((0.82, 0.24, 0.22, 1.0), "Color RGBA.")
    showNumbers = switch(False, "Write the numbers of loads beside them.")
    fixedLoadSize = switch(False, "Draw all arrows with the same length, not by size of the load.")


class TracesView(Group):
    """Paths of position sensors."""

    showPositionTrace = switch(True, "Draw the paths of position sensors.")
    lineWidth = real(2.0, "Width of the path in pixels.", AT_LEAST_1)


class SensorsView(Group):
    """Sensors."""

    show = switch(True, "Draw sensors.")
    defaultColor = color((0.87, 0.52, 0.10, 1.0), "Color RGBA.")
    traces = group(TracesView)


class ContourBarView(Group):
    """The legend of colors by an output."""

    showColorBar = switch(True, "Draw the legend.")
    colorBarPrecision = integer(4, "Significant digits of the numbers of the legend.", DIGITS)


class ContourView(Group):
    """Colors of bodies, nodes and connectors by one of their outputs."""

    outputVariable = choice(
        OutputVariableType._None, "The output that decides on colors; _None: items have their own."
    )
    outputVariableComponent = integer(
        0, "Component of the output; -1: the norm of all of them.", COMPONENT
    )
    automaticRange = switch(
        True, "Colors range from the smallest to the largest value; False: minValue to maxValue."
    )
    reduceRange = switch(
        False, "The automatic range is that of the state that is shown; False: of the whole run."
    )
    minValue = real(0.0, "Value of the first color without automaticRange.")
    maxValue = real(1.0, "Value of the last color without automaticRange.")
    nodesColored = switch(True, "Color nodes.")
    rigidBodiesColored = switch(True, "Color bodies.")
    alphaTransparency = real(1.0, "Opacity of what is colored.", FRACTION)
    advanced = group(ContourBarView)


class GeneralView(Group):
    """The whole picture."""

    backgroundColor = color(
        (-1.0, -1.0, -1.0, -1.0), "Color RGBA of the background; R = -1: light or dark by theme."
    )
    textColor = color((-1.0, -1.0, -1.0, -1.0), "Color RGBA of texts; R = -1: by theme.")


class VisualizationSettings(Group):
    """How models are drawn."""

    nodes = group(NodesView)
    bodies = group(BodiesView)
    connectors = group(ConnectorsView)
    markers = group(MarkersView)
    loads = group(LoadsView)
    sensors = group(SensorsView)
    contour = group(ContourView)
    general = group(GeneralView)
