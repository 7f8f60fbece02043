"""Plots of sensors and of Fourier transforms with Matplotlib."""

import copy
import os

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.api import view as _view
from linkwork.exudyn import _text_images
from linkwork.exudyn._output_files import FileStripSpaces, ParseOutputFileHeader
from linkwork.exudyn.advancedUtilities import IsEmptyList, IsListOrArray, PlotLineCode
from linkwork.plot import PlotSensorDefaults, componentNorm

listMarkerStyles = [f"{style} " for style in "x+*.dDsXPv^<>ophH"]
"""Markers of PlotSensor that are drawn empty."""

listMarkerStylesFilled = list("x+*.dDsXPv^<>ophH")


def PlotSensor(
    mbs,
    sensorNumbers=[],
    components=0,
    xLabel="time (s)",
    yLabel=None,
    labels=[],
    colorCodeOffset=0,
    newFigure=True,
    closeAll=False,
    componentsX=[],
    title="",
    figureName="",
    fontSize=16,
    colors=[],
    lineStyles=[],
    lineWidths=[],
    markerStyles=[],
    markerSizes=[],
    markerDensity=0.08,
    rangeX=[],
    rangeY=[],
    majorTicksX=10,
    majorTicksY=10,
    offsets=[],
    factors=[],
    subPlot=[],
    sizeInches=[6.4, 4.8],
    fileName="",
    useXYZcomponents=True,
    legendArgs=None,
    **kwargs,
):
    """Plot sensors with pyplot; returns [pyplot, figure, axes, lines].

    The arguments are those of linkwork.plot.PlotSensor. Arguments with their default value are
    taken from PlotSensorDefaults(). A wrong number of labels gives a warning. Without sensors
    nothing is drawn: PlotSensor(mbs, closeAll=True) closes all figures.
    """
    given = dict(locals())
    for name in ("mbs", "kwargs"):
        del given[name]
    if IsEmptyList(sensorNumbers):
        import matplotlib.pyplot as plt

        if closeAll:
            plt.close("all")
        return [plt, None, None, None]
    unset = _DEFAULTS
    for name, value in unset.items():
        if _is_same(given[name], value):
            given[name] = None
    if given["xLabel"] is None and PlotSensorDefaults().xLabel == "time [s]" and not componentsX:
        given["xLabel"] = "time (s)"
    if IsListOrArray(labels) or isinstance(labels, tuple):
        curves = max(_count(sensorNumbers), _count(components))
        if _count(sensorNumbers) and len(labels) and len(labels) != curves:
            print(f"Warning: PlotSensor: {len(labels)} labels for {curves} curves are not used")
            given["labels"] = []
    return _view.PlotSensor(mbs, **given, **kwargs)


_DEFAULTS: dict = {
    "xLabel": "time (s)",
    "yLabel": None,
    "fontSize": 16,
    "colors": [],
    "lineStyles": [],
    "lineWidths": [],
    "markerStyles": [],
    "markerSizes": [],
    "markerDensity": 0.08,
    "majorTicksX": 10,
    "majorTicksY": 10,
    "sizeInches": [6.4, 4.8],
}
"""Arguments for which PlotSensorDefaults() has a value, and their defaults."""


def _is_same(a, b):
    return type(a) is type(b) and bool(np.array_equal(a, b))


def _count(given):
    return len(given) if isinstance(given, list | tuple) else 1


def DataArrayFromSensorList(mbs, sensorNumbers, positionList=[], time=""):
    """Current values of several sensors as rows: position (or number) of the sensor, values.

    positionList -- number in the first column of every sensor; empty: 0, 1, 2, ...
    time -- only '' (now) is available
    """
    if time != "":
        raise ValueError("DataArrayFromSensorList: time must be '', which means the current state")
    if len(positionList) not in (0, len(sensorNumbers)):
        raise ValueError(
            f"DataArrayFromSensorList: {len(sensorNumbers)} sensors need as many positions, got "
            f"{len(positionList)}"
        )
    first = positionList if len(positionList) else range(len(sensorNumbers))
    values = [np.atleast_1d(mbs.GetSensorValues(number)) for number in sensorNumbers]
    return np.array([[place, *row] for place, row in zip(first, values, strict=True)], float)


def PlotFFT(
    frequency,
    data,
    xLabel="frequency",
    yLabel="magnitude",
    label="",
    freqStart=0,
    freqEnd=-1,
    logScaleX=True,
    logScaleY=True,
    majorGrid=True,
    minorGrid=True,
):
    """Add a Fourier transform of ComputeFFT to the current figure; returns pyplot.

    freqStart, freqEnd -- range of frequencies; freqEnd=-1: all
    """
    import matplotlib.pyplot as plt

    frequency, data = np.asarray(frequency), np.asarray(data)
    last = frequency[-1] if freqEnd == -1 else freqEnd
    inside = (frequency >= freqStart) & (frequency <= last)
    ax = plt.gca()
    ax.plot(frequency[inside], data[inside], label=label)
    ax.set_xlabel(xLabel)
    ax.set_ylabel(yLabel)
    ax.set_xscale("log" if logScaleX else "linear")
    ax.set_yscale("log" if logScaleY else "linear")
    if majorGrid:
        ax.grid(True, "major", linestyle="-")
    if minorGrid:
        ax.minorticks_on()
        ax.grid(True, "minor", linestyle=":")
    if label:
        ax.legend()
    return plt


def LoadImage(fileName, trianglesAsLines=True, verbose=False):
    """Read lines and triangles of a text image, which RedrawAndSaveImage writes in format 'TXT'.

    trianglesAsLines -- return triangles as closed lines
    verbose -- print what was found
    Returns a dictionary: linePoints (x, y, z of all points of a line), lineColors (RGBA), triangles
    (nine coordinates and a color each).
    """
    return _text_images.load_image(fileName, trianglesAsLines, verbose)


def PlotImage(
    imageData,
    HT=np.eye(4),
    axesEqual=True,
    plot3D=False,
    lineWidths=1,
    lineStyles="-",
    triangleEdgeColors="black",
    triangleEdgeWidths=0.5,
    removeAxes=True,
    orthogonalProjection=True,
    title="",
    figureName="",
    fileName="",
    fontSize=16,
    closeAll=False,
    azim=0.0,
    elev=0.0,
):
    """Plot what LoadImage returned with Matplotlib: its x-y plane, or in space.

    HT -- homogeneous transformation of all points before
    plot3D -- in space, also triangles; azim, elev -- direction of the view [deg]
    removeAxes -- without axes; fileName -- file to write, .png, .pdf, ...
    """
    chosen = dict(locals())
    _text_images.plot_image(chosen.pop("imageData"), chosen.pop("HT"), chosen)
