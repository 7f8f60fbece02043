"""Plots of sensors, headers of files, views without a screen."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import linkwork
from linkwork.exudyn import _notices, interactive, plot
from linkwork.utilities import SensorBody

near = pytest.approx


@pytest.fixture
def fall():
    """A falling mass with a sensor of its position."""
    mbs = linkwork.SystemContainer().AddSystem()
    body = mbs.CreateMassPoint(physicsMass=1, gravity=[0, 0, -9.81], initialVelocity=[1, 0, 0])
    kind = linkwork.OutputVariableType.Position
    sensor = mbs.AddSensor(SensorBody(bodyNumber=body, outputVariableType=kind, name="place"))
    mbs.SolveDynamic()
    yield mbs, sensor
    plt.close("all")


def test_sensors_are_plotted_over_time(fall):
    mbs, sensor = fall
    pyplot, figure, ax, lines = plot.PlotSensor(mbs, [sensor], components=2)
    assert pyplot is plt and figure is plt.gcf() and ax.get_xlabel() == "time (s)"
    assert lines[0].get_ydata()[-1] == near(-9.81 / 2)


def test_arguments_of_plots(fall):
    mbs, sensor = fall
    _, _, ax, lines = plot.PlotSensor(
        mbs, sensor, [2, plot.componentNorm], componentsX=[0, 0], labels=["a", "b"], xLabel="x",
        factors=[2, 1], offsets=[1, 0], lineWidths=[3, 1], rangeY=[-9, 9],
    )  # fmt: skip
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["a", "b"]
    assert lines[0].get_xdata()[-1] == near(1) and lines[0].get_ydata()[-1] == near(2 - 9.81)
    assert lines[1].get_ydata()[-1] == near(np.hypot(1, 9.81 / 2))
    assert ax.get_xlabel() == "x" and ax.get_ylim() == (-9, 9) and lines[0].get_linewidth() == 3


def test_a_wrong_number_of_labels_is_a_warning(fall, capsys):
    mbs, sensor = fall
    lines = plot.PlotSensor(mbs, [sensor] * 3, [0, 1, 2], labels=["a"])[3]
    assert len(lines) == 3 and "1 labels for 3 curves" in capsys.readouterr().out


def test_changed_defaults_hold_for_arguments_that_are_not_given(fall):
    mbs, sensor = fall
    defaults = plot.PlotSensorDefaults()
    defaults.lineWidths = 4
    try:
        assert plot.PlotSensor(mbs, sensor)[3][0].get_linewidth() == 4
        assert plot.PlotSensor(mbs, sensor, lineWidths=[2])[3][0].get_linewidth() == 2
    finally:
        defaults.lineWidths = []


def test_arrays_of_sensor_values(fall):
    mbs, sensor = fall
    rows = plot.DataArrayFromSensorList(mbs, [sensor, sensor], positionList=[5, 6])
    assert rows == near(np.array([[5, 1, 0, -4.905], [6, 1, 0, -4.905]]))
    assert plot.DataArrayFromSensorList(mbs, [sensor])[0, 0] == 0
    with pytest.raises(ValueError, match="as many positions"):
        plot.DataArrayFromSensorList(mbs, [sensor], positionList=[5, 6])


def test_fourier_transforms_are_plotted_in_a_range():
    frequencies = np.arange(1.0, 6)
    pyplot = plot.PlotFFT(frequencies, frequencies**2, freqStart=2, freqEnd=4, logScaleX=False)
    ax = pyplot.gca()
    assert ax.lines[0].get_ydata().tolist() == [4, 9, 16]
    assert (ax.get_xscale(), ax.get_yscale()) == ("linear", "log")
    plt.close("all")


def test_headers_of_sensor_and_solution_files():
    sensor = plot.ParseOutputFileHeader(
        ["#solver sensor output file", "#measure Body number = 3", "#OutputVariableType = Position",
         "#number of sensor values = 2", "0,1,2"]
    )  # fmt: skip
    assert sensor["type"] == "sensor" and sensor["sensorType"] == "Body"
    assert sensor["itemNumber"] == 3 and sensor["columns"] == ["time", "Position0", "Position1"]
    solution = plot.ParseOutputFileHeader(
        ["#solver solution file", "#number of written coordinates [a] = [2,1,0,0,0,1,0]",
         "#number of time steps (planned) = 100"]
    )  # fmt: skip
    assert solution["columns"] == ["time", "ODE2-0", "ODE2-1", "Vel2-0", "Algebraic-0"]
    assert solution["numberOfSteps"] == 100


def test_spaces_are_stripped_but_not_in_comments(tmp_path):
    source, target = tmp_path / "a.txt", tmp_path / "b.txt"
    source.write_text("# a  b \n  1   2 \n", "utf-8")
    plot.FileStripSpaces(source, target, "#", " ")
    assert target.read_text("utf-8") == "# a  b \n1 2\n"


def test_views_without_a_screen_give_one_notice(fall, capsys, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "LINKWORK_QUIET"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(_notices, "shown", set())
    for _ in range(3):
        interactive.SolutionViewer(fall[0])
        interactive.AnimateModes(None, fall[0], 0)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2 and "SolutionViewer" in lines[0] and "AnimateModes" in lines[1]


def test_movies_are_made_of_pictures(tmp_path):
    for k in range(3):
        plt.imsave(tmp_path / f"frame{k:05d}.png", np.full((21, 33, 3), 0.3 * k))
    interactive.ConvertImages2Video(str(tmp_path))
    assert (tmp_path / "animation.mp4").stat().st_size > 500
    with pytest.raises(RuntimeError, match="ffmpeg failed"):
        interactive.ConvertImages2Video(str(tmp_path), inputPattern="other%d.png")


def test_figures_are_closed_without_a_new_one(fall):
    mbs, sensor = fall
    plot.PlotSensor(mbs, sensor)
    assert plot.PlotSensor(mbs) == [plt, None, None, None] and len(plt.get_fignums()) == 1
    assert plot.PlotSensor(mbs, closeAll=True)[1] is None and plt.get_fignums() == []
