"""Plots as a reader sees them: names, zeros, equal axes, legends that cover nothing."""

import io

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.api.models import make_settings

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
Output = exu.OutputVariableType


def orbit(names=("place", "speed"), velocity=(0, 2, 0), count=1):
    """Masses on springs of no length, which move on ellipses."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    for k in range(count):
        node = mbs.AddNode(
            NodePoint(name=f"m{k}", referenceCoordinates=[1 + k, 0, 0], initialVelocities=velocity)
        )
        mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
        ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
        mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[10, 10, 10]))
        for name, variable in zip(names, (Output.Position, Output.Velocity), strict=False):
            own = name and name + (str(k) if count > 1 else "")
            mbs.AddSensor(SensorNode(name=own, nodeNumber=node, outputVariableType=variable))
    mbs.Assemble()
    return mbs, mbs.SolveDynamic(make_settings(3.0, 300, record=0.01))


@pytest.fixture(scope="module")
def run():
    return orbit()


@pytest.fixture(autouse=True)
def no_figures():
    import matplotlib.pyplot as plt

    yield
    plt.close("all")


def texts(ax):
    legend = ax.get_legend()
    return [text.get_text() for text in legend.get_texts()] if legend else []


def label(text):
    return text.replace("\u00a0", " ").replace("\n", " ")


def note(ax):
    legend = ax.get_legend()
    return ax.get_title("right") or (legend.get_title().get_text() if legend else "")


def test_own_names_lead_and_automatic_ones_do_not():
    _, unnamed = orbit(names=("", ""))
    assert label(unnamed.plot(0).axes[0].get_ylabel()) == "Position of Point 'm0' [m]"
    assert label(unnamed.plot(0, "y").axes[0].get_ylabel()) == "Position y of Point 'm0' [m]"
    _, named = orbit(names=("first position", "speed"))
    assert label(named.plot(0).axes[0].get_ylabel()) == "first position [m]"
    assert label(named.plot(0, "y").axes[0].get_ylabel()) == "first position y [m]"
    assert label(named.plot(1, "y").axes[0].get_ylabel()) == "speed: velocity y [m/s]"


def test_one_component_of_several_sensors_is_told_on_the_axis():
    _, solution = orbit(count=2)
    (ax,) = solution.plot(["place0", "place1"], "y").axes
    assert (label(ax.get_ylabel()), texts(ax)) == ("Position y [m]", ["place0", "place1"])
    (ax,) = solution.plot(["place0", "place1"]).axes
    assert texts(ax) == ["place0 x", "place0 y", "place1 x", "place1 y"]
    assert label(ax.get_ylabel()) == "Position [m]"
    (ax,) = solution.plot(["place0", "speed1"], "y", against=("place1", "x")).axes[:1]
    assert label(ax.get_xlabel()) == "place1: position x [m]"


def test_components_that_stay_zero_are_told_instead_of_drawn(run):
    _, solution = run
    for ax in solution.plot().axes:
        assert (texts(ax), len(ax.lines), note(ax)) == (["x", "y"], 2, "z stays zero")
    (ax,) = solution.plot("coordinates").axes
    assert (texts(ax), note(ax)) == (["m0.x", "m0.y"], "m0.z stays zero")
    for chosen in ("z", ["x", "y", "z"], [2]):  # what is asked for is drawn
        (ax,) = solution.plot("place", chosen).axes
        assert len(ax.lines) == (3 if len(chosen) == 3 else 1) and note(ax) == ""
    (ax,) = solution.plot("place", labels=["a", "b", "c"]).axes
    assert texts(ax) == ["a", "b", "c"]


def test_a_single_component_that_moves_needs_no_legend():
    _, solution = orbit(velocity=(0, 0, 0))
    place, speed = solution.plot().axes
    assert label(place.get_ylabel()) == "place: position x [m]"
    assert texts(place) == [] and note(place) == "y, z stay zero"
    assert label(speed.get_ylabel()) == "speed: velocity x [m/s]"


def test_a_model_at_rest_is_drawn_whole():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint())
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    mbs.AddSensor(SensorNode(name="v", nodeNumber=node, outputVariableType=Output.Velocity))
    mbs.Assemble()
    (ax,) = mbs.SolveDynamic(make_settings(0.1, 2)).plot().axes
    assert texts(ax) == ["x", "y", "z"] and note(ax) == ""


def test_roundoff_counts_as_zero_and_small_numbers_do_not(run):
    mbs, _ = run
    settings = make_settings(3.0, 300, record=0.01)
    settings.solutionSettings.sensorsExtremes = False  # the numbers are changed below
    solution = mbs.SolveDynamic(settings)
    for size, count in ((1e-14, 2), (1e-9, 3)):
        solution.sensors["place"][:, 3] = size
        assert len(solution.plot("place").axes[0].lines) == count
    solution.sensors["place"][:, 1:] *= 1e-30  # small, but all there is
    assert len(solution.plot("place").axes[0].lines) == 3


def test_many_components_that_stay_zero_are_counted():
    _, solution = orbit(names=(), count=6)
    (ax,) = solution.plot("coordinates").axes
    assert note(ax) == "6 others stay zero"
    assert len(texts(ax)) == 12


def test_paths_have_equal_axes_and_their_shape_in_the_picture(run):
    _, solution = run
    figure = solution.plot("place", "y", against="x")
    (ax,) = figure.axes
    figure.savefig(io.BytesIO())
    scale = np.abs(np.diff(ax.transData.transform([[0, 0], [1, 1]]), axis=0))[0]
    assert scale[0] == pytest.approx(scale[1], rel=6e-3)  # Matplotlib lets 0.5 % pass
    (low, high), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    x, y = ax.lines[0].get_xdata(), ax.lines[0].get_ydata()
    assert low <= x.min() and x.max() <= high and bottom <= y.min() and y.max() <= top
    assert solution.plot("speed", "y", against=("place", "y")).axes[0].get_aspect() == "auto"
    assert solution.plot("place", "y").axes[0].get_aspect() == "auto"


def test_paths_of_several_sensors_share_a_panel():
    _, solution = orbit(count=2)
    (ax,) = solution.plot(["place0", "place1"], "y", against="x").axes
    assert label(ax.get_xlabel()) == "Position x [m]" and label(ax.get_ylabel()) == "Position y [m]"
    assert texts(ax) == ["place0", "place1"]
    for line, name in zip(ax.lines, ("place0", "place1"), strict=True):
        assert np.array_equal(line.get_xdata(), solution.sensors[name][:, 1])


def test_a_flat_path_keeps_axes_of_its_own():
    _, solution = orbit(velocity=(0, 0.05, 0))
    assert solution.plot("place", "y", against="x").axes[0].get_aspect() == "auto"


def test_equal_axes_of_plot_sensor_yield_to_given_ranges_and_factors(run):
    mbs, _ = run
    path = dict(components=1, componentsX=0)
    assert mbs.PlotSensor("place", **path)[2].get_aspect() == 1.0
    for other in (dict(rangeX=[-2, 2]), dict(rangeY=[-1, 1]), dict(factors=1000)):
        assert mbs.PlotSensor("place", **path, **other)[2].get_aspect() == "auto"
    assert mbs.PlotSensor("place", [0, 1])[2].get_aspect() == "auto"


def covered(ax):
    """Whether the legend is on a curve."""
    ax.figure.savefig(io.BytesIO())
    box = ax.get_legend().get_window_extent()
    paths = [line.get_transform().transform_path(line.get_path()) for line in ax.lines]
    return any(path.intersects_bbox(box, filled=False) for path in paths)


def test_legends_cover_no_curve(run):
    from matplotlib.figure import Figure

    mbs, solution = run
    assert not any(covered(ax) for ax in solution.plot().axes)
    assert not covered(mbs.PlotSensor("place", [0, 1, 2], title="An orbit")[2])
    left, right = Figure(figsize=(7, 4)).subplots(1, 2)
    solution.plot("place", ax=left)
    right.set_yscale("log")
    right.set_ylim(1e-6, 10.0)
    solution.plot("place", ["x", "y"], ax=right)
    assert not covered(left) and not covered(right)


def test_legends_of_given_axes_stay_if_there_is_room(run):
    from matplotlib.figure import Figure

    ax = Figure(figsize=(7, 4)).subplots()
    ax.set_ylim(-1.5, 9.0)
    run[1].plot("place", ax=ax)
    assert ax.get_ylim() == (-1.5, 9.0) and not covered(ax)


def test_a_title_stands_above_the_legend(run):
    mbs, _ = run
    _, figure, ax, _ = mbs.PlotSensor("place", [0, 1, 2], title="An orbit")
    figure.savefig(io.BytesIO())
    assert not ax.title.get_window_extent().overlaps(ax.get_legend().get_window_extent())


def test_names_of_a_legend_read_from_left_to_right():
    _, solution = orbit(count=4)
    figure = solution.plot([f"place{k}" for k in range(4)], ["x", "y", "z"])
    figure.savefig(io.BytesIO())
    places = {
        text.get_text(): text.get_window_extent()
        for text in figure.axes[0].get_legend().get_texts()
    }
    read = sorted(places, key=lambda name: (-round(places[name].y0 / 5), places[name].x0))
    assert read == [f"place{k} {c}" for k in range(4) for c in "xyz"]
    lines = {round(box.y0 / 5) for box in places.values()}
    assert len(lines) in (2, 4)  # whole sensors in each


def test_units_are_written_in_one_way(run):
    mbs, solution = run
    axes = [*solution.plot().axes, mbs.PlotSensor("place", [0, 1])[2]]
    for text in [text for ax in axes for text in (ax.get_xlabel(), ax.get_ylabel()) if text]:
        assert label(text).endswith("]") and "(" not in text
