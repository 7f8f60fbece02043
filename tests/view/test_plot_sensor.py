"""mbs.PlotSensor: documented arguments, defaults and results."""

import inspect

import numpy as np
import pytest

import linkwork as exu
from linkwork import plot
from linkwork.items import *
from tests.api.models import make_settings

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
Output = exu.OutputVariableType


@pytest.fixture(autouse=True)
def no_figures():
    import matplotlib.pyplot as plt

    plt.close("all")
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def mbs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sensors")
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[1, 2, 3]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    mbs.AddLoad(
        Force(
            markerNumber=mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass)), loadVector=[0, -3, 1]
        )
    )
    for name, variable in (("place", Output.Position), ("speed", Output.Velocity)):
        path = str(folder / f"{name}.txt")
        mbs.AddSensor(
            SensorNode(name=name, nodeNumber=node, fileName=path, outputVariableType=variable)
        )
    settings = make_settings(1.0, 20, record=0.05)
    settings.solutionSettings.writeSolutionToFile = True
    settings.solutionSettings.coordinatesSolutionFileName = str(folder / "solution.txt")
    settings.solutionSettings.outputPrecision = 17
    mbs.Assemble()
    mbs.SolveDynamic(settings)
    mbs.variables["folder"] = folder
    return mbs


def data(mbs, name="place"):
    return mbs.solution.sensors[name]


def drawn(result):
    """[(x, y)] of the axes of a result."""
    return [(line.get_xdata(), line.get_ydata()) for line in result[2].lines]


def names(result):
    legend = result[2].get_legend()
    return [text.get_text() for text in legend.get_texts()] if legend else []


def y_label(result):
    return result[2].get_ylabel().replace("\u00a0", " ").replace("\n", " ")


def test_arguments_are_the_documented_ones():
    known = [
        "sensorNumbers", "components", "xLabel", "yLabel", "labels", "colorCodeOffset",
        "newFigure", "closeAll", "componentsX", "title", "figureName", "fontSize", "colors",
        "lineStyles", "lineWidths", "markerStyles", "markerSizes", "markerDensity", "rangeX",
        "rangeY", "majorTicksX", "majorTicksY", "offsets", "factors", "subPlot", "sizeInches",
        "fileName", "useXYZcomponents", "legendArgs", "kwargs",
    ]  # fmt: skip
    assert list(inspect.signature(exu.MainSystem.PlotSensor).parameters)[1:] == known
    assert plot.componentNorm == -2
    assert vars(plot.PlotSensorDefaults()) == dict(
        xLabel="time [s]", yLabel=None, fontSize=16, colors=[], lineStyles=[], lineWidths=[],
        markerStyles=[], markerSizes=[], markerDensity=0.08, majorTicksX=10, majorTicksY=10,
        sizeInches=[6.4, 4.8],
    )  # fmt: skip


def test_one_component_and_what_is_returned(mbs):
    import matplotlib.pyplot as plt

    result = mbs.PlotSensor(0, 1)
    assert isinstance(result, list) and result[0] is plt
    assert result[1] is plt.gcf() and result[2] is plt.gca() and len(result[3]) == 1
    assert result[3][0] is result[2].lines[0]
    ((x, y),) = drawn(result)
    assert np.array_equal(x, data(mbs)[:, 0]) and np.array_equal(y, data(mbs)[:, 2])
    assert y_label(result) == "place, Position Y [m]"
    assert result[2].get_xlabel() == "time [s]"
    assert tuple(result[1].get_size_inches()) == (6.4, 4.8)


def test_components_of_one_sensor_and_of_several(mbs):
    result = mbs.PlotSensor("speed", [0, 1, 2], title="T", figureName="F")
    for k, (_, y) in enumerate(drawn(result)):
        assert np.array_equal(y, data(mbs, "speed")[:, 1 + k])
    assert sorted(names(result)) == [f"speed, Velocity {letter}" for letter in "XYZ"]
    assert y_label(result) == "Velocity [m/s]" and result[2].get_title() == "T"
    assert result[1].get_label() == "F"
    several = mbs.PlotSensor([exu.SensorIndex(0), 1], [0, 2])
    assert np.array_equal(drawn(several)[1][1], data(mbs, "speed")[:, 3])
    assert y_label(several) == "Position [m], Velocity [m/s]"
    same = mbs.PlotSensor(["place", "speed"], 1, useXYZcomponents=False)
    assert names(same) == ["place, Position 1", "speed, Velocity 1"]
    assert len(drawn(mbs.PlotSensor())) == 2


def test_norm_time_and_phase_plots(mbs):
    rows = data(mbs)
    ((x, y),) = drawn(mbs.PlotSensor(0, plot.componentNorm, factors=2.0, offsets=1.0))
    assert np.allclose(y, 2 * (np.linalg.norm(rows[:, 1:], axis=1) + 1), rtol=1e-15)
    phase = mbs.PlotSensor(0, components=[1], componentsX=[0])
    assert np.array_equal(drawn(phase)[0][0], rows[:, 1])
    assert np.array_equal(drawn(phase)[0][1], rows[:, 2])
    assert phase[2].get_xlabel().replace("\u00a0", " ") == "place, Position X [m]"
    ((x, y),) = drawn(mbs.PlotSensor(0, components=-1, componentsX=0, factors=3))
    assert np.array_equal(x, rows[:, 1]) and np.array_equal(y, rows[:, 0])
    named = mbs.PlotSensor(0, components=1, componentsX=0, xLabel="way", yLabel="height")
    assert (named[2].get_xlabel(), named[2].get_ylabel()) == ("way", "height")


def test_offsets_and_factors(mbs):
    rows = data(mbs)
    found = drawn(mbs.PlotSensor(0, [0, 1], offsets=[1, -2], factors=[3, 4]))
    assert np.array_equal(found[0][1], 3 * (rows[:, 1] + 1))
    assert np.array_equal(found[1][1], 4 * (rows[:, 2] - 2))
    found = drawn(mbs.PlotSensor(0, [0, 1], offsets=0.5, factors=[10]))
    assert np.array_equal(found[1][1], 10 * (rows[:, 2] + 0.5))
    ((x, y),) = drawn(mbs.PlotSensor(0, [1], componentsX=[0], offsets=[-rows], factors=2))
    assert not x.any() and not y.any()
    ((x, y),) = drawn(mbs.PlotSensor(0, [2], offsets=-2 * rows))
    assert np.array_equal(x, rows[:, 0]) and np.array_equal(y, -rows[:, 3])
    assert y_label(mbs.PlotSensor(0, 0, factors=1000)) == "place, Position X"


def test_files_and_arrays(mbs):
    folder, rows = mbs.variables["folder"], data(mbs)
    result = mbs.PlotSensor([0, str(folder / "place.txt")], 2)
    assert np.allclose(drawn(result)[0][1], drawn(result)[1][1], rtol=1e-15)
    assert names(result)[1] == "place, Position Z"
    solution = mbs.PlotSensor(folder / "solution.txt", [0, 4])
    assert np.allclose(drawn(solution)[0][1], mbs.solution.coordinates[:, 0], rtol=1e-15)
    assert np.allclose(drawn(solution)[1][1], mbs.solution.velocities[:, 1], rtol=1e-15)
    assert np.array_equal(drawn(mbs.PlotSensor(rows, [0, 1]))[1][1], rows[:, 2])
    assert np.array_equal(drawn(mbs.PlotSensor([rows, 1], [0, 1]))[0][1], rows[:, 1])
    assert np.array_equal(drawn(plot.PlotSensor(None, rows, 0))[0][1], rows[:, 1])
    odd = folder / "odd.dat"
    odd.write_text("% x\n0;1\n1;5\n")
    ((_, y),) = drawn(plot.PlotSensor(mbs, odd, fileCommentChar="%", fileDelimiterChar=";"))
    assert np.array_equal(y, [1.0, 5.0])


def test_figures_are_shared_on_request(mbs):
    import matplotlib.pyplot as plt

    first = mbs.PlotSensor(0, 0)
    second = mbs.PlotSensor(1, 0, newFigure=False)
    assert second[1] is first[1] and len(first[2].lines) == 2 and len(second[3]) == 1
    left = mbs.PlotSensor(0, 0, subPlot=[2, 1, 1], sizeInches=[4, 3])
    right = mbs.PlotSensor(0, 1, subPlot=[2, 1, 2], newFigure=False)
    again = mbs.PlotSensor(1, 1, subPlot=[2, 1, 1], newFigure=False)
    assert left[1] is right[1] and len(left[1].axes) == 2
    assert again[2] is left[2] and len(left[2].lines) == 2
    assert tuple(left[1].get_size_inches()) == (8, 3)
    assert left[2].get_position().x0 < right[2].get_position().x0
    assert len(plt.get_fignums()) == 2
    mbs.PlotSensor(0, 0, closeAll=True)
    assert len(plt.get_fignums()) == 1


def test_looks(mbs):
    result = mbs.PlotSensor(
        0, [0, 1], colors=["r", "k"], lineStyles="--", lineWidths=[3, 4], markerStyles=["o ", "x"],
        markerSizes=9, markerDensity=5, rangeX=[0, 0.5], rangeY=[-1, 3], majorTicksX=3,
        logScaleY=False, minorTicksXon=True, labels=["a", "b"], legendArgs="upper left",
    )  # fmt: skip
    one, two = result[3]
    assert (one.get_color(), two.get_color(), one.get_linestyle()) == ("r", "k", "--")
    assert (one.get_linewidth(), two.get_linewidth(), one.get_markersize()) == (3, 4, 9)
    assert (one.get_marker(), one.get_markerfacecolor(), two.get_marker()) == ("o", "none", "x")
    assert one.get_markevery() == 21 // 5
    ax = result[2]
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, 0.5), (-1, 3))
    assert len(ax.get_xticks()) <= 4 and len(ax.get_xticks(minor=True)) > 0
    assert names(result) == ["a", "b"] and ax.get_legend()._loc == 2
    assert mbs.PlotSensor(0, 0, logScaleY=True)[2].get_yscale() == "log"
    assert mbs.PlotSensor(0, 0, markerStyles="x")[3][0].get_markevery() == 0.08
    every = mbs.PlotSensor(0, [0] * 30)[3]
    looks = [(line.get_color(), line.get_linestyle()) for line in every]
    assert len(set(looks)) == 28 and looks[28] == looks[0]
    assert mbs.PlotSensor(0, 0, colorCodeOffset=5)[3][0].get_color() == every[5].get_color()


def test_defaults_can_be_changed(mbs):
    defaults = plot.PlotSensorDefaults()
    kept = dict(vars(defaults))
    try:
        defaults.fontSize, defaults.lineWidths, defaults.xLabel = 9, 5, "t"
        result = mbs.PlotSensor(0, 0)
        assert result[2].xaxis.label.get_size() == 9 and result[2].get_xlabel() == "t"
        assert result[3][0].get_linewidth() == 5
        assert mbs.PlotSensor(0, 0, fontSize=20)[2].xaxis.label.get_size() == 20
        with pytest.raises(exu.SysError, match="did you mean 'fontSize'"):
            defaults.fontsize = 3
        assert "fontSize = 9" in repr(defaults)
    finally:
        for name, value in kept.items():
            setattr(defaults, name, value)


@pytest.mark.parametrize(
    "ending, start", [("png", b"\x89PNG\r\n"), ("pdf", b"%PDF-"), ("svg", b"<?xml")]
)
def test_files_are_written(mbs, tmp_path, ending, start):
    path = tmp_path / f"run.{ending}"
    mbs.PlotSensor(0, 0, fileName=str(path))
    assert path.read_bytes().startswith(start)


def test_settings_of_matplotlib_stay(mbs):
    before = dict(matplotlib.rcParams)
    mbs.PlotSensor(0, 0, fontSize=30)
    assert dict(matplotlib.rcParams) == before


@pytest.mark.parametrize(
    "arguments, text",
    [
        (dict(sensorNumbers=0, components=3), "components of 'place' must be 0 to 2.*got 3"),
        (dict(sensorNumbers=0, components=-3), "must be 0 to 2"),
        (dict(sensorNumbers=0, components="x"), "must be 0 to 2"),
        (dict(sensorNumbers=0, componentsX=7), "componentsX of 'place'"),
        (dict(sensorNumbers=[0, 1], components=[0, 1, 2]), "got 3 for 2 sensors"),
        (dict(sensorNumbers=0, components=[]), "components is empty"),
        (dict(sensorNumbers=5), "sensor 5"),
        (dict(sensorNumbers="nobody"), "'nobody' is neither the name of a sensor nor a file"),
        (dict(sensorNumbers=np.zeros(3)), "rows of time and values"),
        (dict(sensorNumbers=0, components=[0, 1], labels="a"), "one text for each of the 2"),
        (dict(sensorNumbers=0, components=[0, 1], factors=[1, 2, 3]), "factors must have one"),
        (dict(sensorNumbers=0, offsets="a"), "offsets must be numbers"),
        (dict(sensorNumbers=0, offsets=[np.zeros((2, 2))]), "21 rows and 4 columns"),
        (dict(sensorNumbers=0, components=-2, offsets=[np.zeros((21, 4))]), "not arrays"),
        (dict(sensorNumbers=0, components=[0, 1], colors=["r"]), "colors must be one value"),
        (dict(sensorNumbers=0, colors="no color"), "refuses an argument.*no color"),
        (dict(sensorNumbers=0, subPlot=[2, 1, 3]), "subPlot must be"),
        (dict(sensorNumbers=0, rangeX=[1, 0]), "rangeX must increase"),
        (dict(sensorNumbers=0, sizeInches=3), "sizeInches must be two numbers"),
        (dict(sensorNumbers=0, fileName="run.xyz"), "must end with one of"),
        (dict(sensorNumbers=0, color="r"), "no argument 'color'"),
    ],
)
def test_mistakes_are_told_and_leave_no_figure(mbs, arguments, text):
    import matplotlib.pyplot as plt

    with pytest.raises(exu.SysError, match=text):
        mbs.PlotSensor(**arguments)
    assert plt.get_fignums() == []


def test_systems_without_data_say_so(tmp_path):
    empty = exu.SystemContainer().AddSystem()
    with pytest.raises(exu.SysError, match="there are no sensors"):
        empty.PlotSensor()
    empty.AddNode(NodePoint())
    empty.AddSensor(SensorNode(nodeNumber=0, outputVariableType=Output.Position))
    with pytest.raises(exu.SysError, match="has no stored data: solve the system first"):
        empty.PlotSensor(0)
    with pytest.raises(exu.SysError, match="needs a system"):
        plot.PlotSensor(None, 0)
    text = tmp_path / "text.txt"
    text.write_text("hello\n")
    with pytest.raises(exu.SysError, match="has no rows of numbers"):
        empty.PlotSensor(text)
    text.write_text("# nothing\n")
    with pytest.raises(exu.SysError, match="has no rows"):
        empty.PlotSensor(text)
