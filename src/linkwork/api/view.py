"""Views of a system; the functions import `view` when they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem
    from linkwork.view import live


def LiveView(
    mbs: MainSystem,
    port: int = 8080,
    host: str = "127.0.0.1",
    framesPerSecond: float = 30.0,
    openBrowser: bool = True,
    theme: str = "light",
    paths: Any = None,
) -> live.LiveView:
    """Open a page in the browser that follows the system while it is being solved.

    port, host -- address of the page; another port is used if this one is taken
    framesPerSecond -- most frames per second, up to 30
    openBrowser -- False: only print the address
    theme -- "light" or "dark"
    paths -- list of nodes, bodies, markers or sensors whose paths are drawn; None: those of the
        player, of position sensors and of bodies in the gravity of others

    The view ends with its `close()`, or at the end of a block: `with mbs.LiveView(): ...`
    """
    from linkwork.view.live import LiveView

    return LiveView(mbs, port, host, framesPerSecond, openBrowser, theme, paths)


def PlotSensor(
    mbs: MainSystem,
    sensorNumbers: Any = (),
    components: Any = 0,
    xLabel: str | None = None,
    yLabel: str | None = None,
    labels: Any = (),
    colorCodeOffset: int = 0,
    newFigure: bool = True,
    closeAll: bool = False,
    componentsX: Any = (),
    title: str = "",
    figureName: str = "",
    fontSize: float | None = None,
    colors: Any = None,
    lineStyles: Any = None,
    lineWidths: Any = None,
    markerStyles: Any = None,
    markerSizes: Any = None,
    markerDensity: Any = None,
    rangeX: Any = (),
    rangeY: Any = (),
    majorTicksX: Any = None,
    majorTicksY: Any = None,
    offsets: Any = (),
    factors: Any = (),
    subPlot: Any = (),
    sizeInches: Any = None,
    fileName: Any = "",
    useXYZcomponents: bool = True,
    legendArgs: Any = None,
    **kwargs: Any,
) -> list[Any]:
    """Plot sensors with pyplot; returns [pyplot, figure, axes, lines].

    sensorNumbers -- one or a list of: numbers or names of sensors of the last run, names of
    files, arrays with rows of time and values; none: all sensors
    components -- one for all, or one for each sensor; -1 is the time,
    linkwork.plot.componentNorm the norm of all values
    componentsX -- the same for the x axis, instead of the time
    offsets, factors -- y = factor (value + offset): one for all or one for each curve; an
    offset may be an array like the data, which also shifts the x axis
    labels, xLabel, yLabel, title -- texts; by default names with units
    newFigure -- False: draw into the current figure; figureName -- name of a new one
    closeAll -- close all figures before
    subPlot -- [columns, rows, position from 1 on] of a figure with several axes
    sizeInches -- width and height of each of them [inch]
    fileName -- file to write, .png, .pdf, .svg
    rangeX, rangeY -- [lowest, highest]; majorTicksX, majorTicksY -- largest number of ticks
    colors, lineStyles, lineWidths, markerStyles ("o " is empty), markerSizes -- one for all or
    a list; colorCodeOffset -- first of the 28 automatic combinations of color and line
    markerDensity -- whole number: markers per curve; fraction: distance in parts of the
    diagonal
    useXYZcomponents -- X, Y, Z instead of numbers in names
    legendArgs -- place of the legend, or a dictionary of arguments for it
    kwargs -- minorTicksXon, minorTicksYon, logScaleX, logScaleY, fileCommentChar,
    fileDelimiterChar

    None means the value in linkwork.plot.PlotSensorDefaults().
    """
    arguments = dict(locals())
    del arguments["mbs"], arguments["kwargs"]
    from linkwork.view.plots.sensor_plot import plot_sensor

    return plot_sensor(mbs, arguments, kwargs)
