"""solution.plot: what is drawn is what was recorded, with names and units."""

import io
import subprocess
import sys

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.view.plots.thinning import MANY, thinned
from tests.api.models import make_settings, python_environment
from tests.cases import looped

matplotlib = pytest.importorskip("matplotlib")
Output = exu.OutputVariableType


def pendulum(steps=50, sensors=True, name="tip"):
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint2D(name=name, referenceCoordinates=[1, 0]))
    mass = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=2))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, mass)]
    rod = mbs.AddObject(DistanceConstraint(name="rod", markerNumbers=ends, distance=1))
    center = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
    mbs.AddLoad(Gravity(markerNumber=center, loadVector=[0, -9.81, 0]))
    if sensors:
        for title, variable in (("place", Output.Position), ("speed", Output.Velocity)):
            mbs.AddSensor(SensorNode(name=title, nodeNumber=node, outputVariableType=variable))
        mbs.AddSensor(SensorObject(name="pull", objectNumber=rod, outputVariableType=Output.Force))
    mbs.Assemble()
    return mbs, mbs.SolveDynamic(make_settings(0.5, steps, record=0.5 / steps))


@pytest.fixture(scope="module")
def solution():
    return pendulum()[1]


def plain(text):
    return text.replace("\u00a0", " ").replace("\n", " ")


def told(ax):
    """Label of y, and names of the legend."""
    legend = ax.get_legend()
    names = [text.get_text() for text in legend.get_texts()] if legend else []
    return plain(ax.get_ylabel()), names


def test_all_sensors_have_a_panel_per_unit(solution):
    figure = solution.plot()
    assert len(figure.axes) == 3
    assert told(figure.axes[0]) == ("place: position [m]", ["x", "y"])
    assert told(figure.axes[1]) == ("speed: velocity [m/s]", ["x", "y"])
    assert told(figure.axes[2]) == ("pull: force [N]", [])
    assert [ax.get_xlabel() for ax in figure.axes] == ["", "", "time [s]"]
    for ax, name in zip(figure.axes, ("place", "speed", "pull"), strict=True):
        data = solution.sensors[name]
        for k, line in enumerate(ax.lines):
            assert np.array_equal(line.get_xdata(), data[:, 0])
            assert np.array_equal(line.get_ydata(), data[:, 1 + k])
        assert len(ax.lines) == (1 if name == "pull" else 2)  # z of a plane motion stays zero


def test_components_by_number_name_and_norm(solution):
    ax = solution.plot("speed", ["y", 0, "norm"]).axes[0]
    values = solution.sensors["speed"][:, 1:]
    wanted = [values[:, 1], values[:, 0], np.linalg.norm(values, axis=1)]
    for line, y in zip(ax.lines, wanted, strict=True):
        assert np.array_equal(line.get_ydata(), y)
    assert told(ax) == ("speed: velocity [m/s]", ["y", "x", "norm"])
    assert told(solution.plot("speed", "Y").axes[0]) == ("speed: velocity y [m/s]", [])


def test_sensors_of_one_unit_share_a_panel():
    mbs, _ = pendulum()
    mbs.AddSensor(SensorNode(name="way", nodeNumber=0, outputVariableType=Output.Displacement))
    mbs.Assemble()
    solution = mbs.SolveDynamic(make_settings(0.1, 10))
    figure = solution.plot(["place", "way"], "x")
    assert told(figure.axes[0]) == ("Position, Displacement [m]", ["place x", "way x"])
    assert np.array_equal(figure.axes[0].lines[1].get_ydata(), solution.sensors["way"][:, 1])


def test_coordinates_velocities_and_multipliers(solution):
    figure = solution.plot(["coordinates", "velocities", "multipliers"])
    texts = [told(ax) for ax in figure.axes]
    assert texts[0] == ("Coordinates [m]", ["tip.x", "tip.y"])
    assert texts[1] == ("Velocities [m/s]", ["tip.x", "tip.y"])
    assert texts[2][0].startswith("Multipliers")
    recorded = (solution.coordinates, solution.velocities, solution.multipliers)
    for ax, array in zip(figure.axes, recorded, strict=True):
        assert np.array_equal(np.transpose([line.get_ydata() for line in ax.lines]), array)
    only = solution.plot("coordinates", "tip.y").axes[0].lines
    assert np.array_equal(only[0].get_ydata(), solution.coordinates[:, 1])


def test_energy_and_what_it_leaves_out(solution):
    ax = solution.plot("energy").axes[0]
    energy = solution.energy()
    names = ["kinetic", "potential", "total", "balance"]
    assert told(ax) == ("Energy [J]", names)
    for line, name in zip(ax.lines, names, strict=True):
        assert np.array_equal(line.get_ydata(), getattr(energy, name))
    assert ax.get_legend().get_title().get_text() == ""
    mbs, _ = pendulum()
    load = mbs.AddLoad(Force(markerNumber=1, loadVector=[0, 1, 0], bodyFixed=True))
    mbs.Assemble()
    driven = mbs.SolveDynamic(make_settings(0.1, 10))
    assert told(driven.plot("energy").axes[0])[1] == [*names[:3], "work", "balance"]

    def stronger(mbs, t):
        mbs.SetLoadParameter(load, "loadVector", [0, 1 + t, 0])
        return True

    mbs.SetPreStepUserFunction(stronger)
    ax = mbs.SolveDynamic(make_settings(0.1, 10)).plot("energy").axes[0]
    legend = ax.get_legend()
    remark = ax._right_title if ax.get_title("right") else legend.get_title()
    assert "1 item left out" in remark.get_text()
    ax.figure.draw_without_rendering()
    note, *others = (each.get_window_extent() for each in (remark, *legend.get_texts()))
    assert not any(note.overlaps(each) for each in others)
    assert told(ax)[1] == names[:3]


def test_constraint_errors_on_a_log_axis_with_zeros_masked(solution):
    figure = solution.plot("constraint errors")
    errors = solution.constraint_errors()
    assert [ax.get_yscale() for ax in figure.axes] == ["log", "log"]
    assert told(figure.axes[0]) == ("Constraint error [m]", ["rod"])
    assert told(figure.axes[1])[0] == "Rate of the constraint error [m/s]"
    for ax, values in zip(figure.axes, (errors.position, errors.velocity), strict=True):
        assert np.array_equal(ax.lines[0].get_ydata(), np.abs(values[:, 0]))
    figure.canvas.draw()  # the first rows are zero
    solution.coordinates[:], solution.velocities[:], kept = 0.0, 0.0, [
        solution.coordinates.copy(), solution.velocities.copy()
    ]  # fmt: skip
    try:
        resting = solution.plot("constraint errors")
        assert [ax.get_yscale() for ax in resting.axes] == ["linear", "linear"]
        resting.canvas.draw()
    finally:
        solution.coordinates[:], solution.velocities[:] = kept


def test_many_curves_differ_and_are_told():
    mbs = exu.SystemContainer().AddSystem()
    for k in range(10):
        node = mbs.AddNode(NodePoint(name=f"n{k}", initialVelocities=[k, 1, 2]))
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    mbs.Assemble()
    solution = mbs.SolveDynamic(make_settings(0.1, 2))
    for count in (8, 16, 20, 30):
        ax = solution.plot("velocities", range(count)).axes[0]
        looks = {(str(line.get_color()), line.get_linestyle()) for line in ax.lines}
        assert len(looks) == count
        assert (ax.get_legend() is None) == (count > 20)
    assert ax.get_title("left") == "30 curves: n0.x ... n9.z"


def test_joints_have_a_name_for_each_equation():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodeRigidBody2D())
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, mass=1, inertia=1))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
    mbs.AddObject(RevoluteJoint2D(name="hinge", markerNumbers=ends))
    mbs.Assemble()
    solution = mbs.SolveDynamic(make_settings(0.1, 2))
    assert told(solution.plot("constraint errors").axes[0])[1] == ["hinge 0", "hinge 1"]


def test_against_another_quantity(solution):
    place, speed = solution.sensors["place"], solution.sensors["speed"]
    ax = solution.plot("place", "y", against="x").axes[0]
    assert np.array_equal(ax.lines[0].get_xydata(), place[:, 1:3])
    assert plain(ax.get_xlabel()) == "place: position x [m]"
    ax = solution.plot("speed", "y", against=("place", "y")).axes[0]
    assert np.array_equal(ax.lines[0].get_xdata(), place[:, 2])
    assert np.array_equal(ax.lines[0].get_ydata(), speed[:, 2])
    ax = solution.plot("place", 0, against="pull").axes[0]
    assert np.array_equal(ax.lines[0].get_xdata(), solution.sensors["pull"][:, 1])
    ax = solution.plot("velocities", 0, against=solution.coordinates[:, 0]).axes[0]
    assert np.array_equal(ax.lines[0].get_xdata(), solution.coordinates[:, 0])


def test_title_labels_and_given_axes(solution):
    from matplotlib.figure import Figure

    figure = Figure()
    ax = figure.subplots()
    found = solution.plot("place", [0, 1], ax=ax, title="A swing", labels=["east", "north"])
    assert found is figure and ax.get_title() == "A swing"
    assert told(ax)[1] == ["east", "north"] and len(ax.lines) == 2
    assert solution.plot("place", title="A swing").get_suptitle() == "A swing"
    axes = figure.subplots(2)
    solution.plot(["place", "speed"], "x", ax=axes)
    assert [len(one.lines) for one in axes] == [1, 1]


def test_without_sensors_the_coordinates_are_shown():
    _, bare = pendulum(sensors=False)
    assert told(bare.plot().axes[0])[0] == "Coordinates [m]"


def test_without_model_names_are_numbers():
    _, bare = pendulum()
    bare.snapshot = None
    assert told(bare.plot("coordinates").axes[0]) == ("Coordinates", ["q0", "q1"])
    assert told(bare.plot("velocities").axes[0]) == ("Velocities", ["q_t0", "q_t1"])
    assert told(bare.plot("place").axes[0]) == ("place", ["0", "1"])


@pytest.mark.parametrize("name", ["$\\frac$", "_hidden", "<script>", "a $ b $ c", "ä\\n%&{"])
def test_names_are_text_and_no_formulas(name, tmp_path):
    _, odd = pendulum(5, name=name)
    figure = odd.plot("coordinates", fileName=tmp_path / "names.png")
    legend = figure.axes[0].get_legend().get_texts()
    shown = [text.get_text().lstrip().replace("\\$", "$") for text in legend]
    assert shown == [f"{name}.x", f"{name}.y"]
    assert all(t.get_text().count("$") == t.get_text().count("\\$") for t in legend)


@pytest.mark.parametrize(
    "ending, start", [("png", b"\x89PNG\r\n"), ("pdf", b"%PDF-"), ("svg", b"<?xml")]
)
def test_files_are_written_as_their_ending_says(solution, tmp_path, ending, start):
    path = tmp_path / "new folder" / f"run.{ending}"
    solution.plot(fileName=path)
    content = path.read_bytes()
    assert content.startswith(start) and len(content) > 5000
    assert ending != "svg" or b"<svg" in content


def test_png_is_a_picture_with_curves(solution, tmp_path):
    from matplotlib.image import imread

    path = tmp_path / "run.png"
    solution.plot("place", fileName=str(path), size=(5, 4))
    picture = imread(path)
    assert picture.shape[:2] == (600, 750)
    blue = np.abs(picture[..., :3] - np.array([0x0B, 0x6B, 0xCB]) / 255).max(axis=2) < 0.02
    assert blue.sum() > 500


def test_notebooks_get_a_picture(solution):
    assert solution.plot("place")._repr_png_().startswith(b"\x89PNG")


@looped(
    "arguments, text",
    [
        (
            dict(what="position"),
            "there is no quantity 'position' to plot.*'place', 'speed', 'pull'.*'energy'",
        ),
        (dict(what="place", components=3), "'place' has no component 3; it has 0 to 2, named x"),
        (dict(what="place", components=-1), "no component -1"),
        (dict(what="place", components="w"), "no component 'w'"),
        (dict(what="place", components=[]), "nothing to plot"),
        (dict(what="place", components=1.5), "components must be numbers or names"),
        (dict(what=7), "no sensor 7; it has 3"),
        (dict(what=[]), "must be a name, the number of a sensor, or a list"),
        (dict(what="place", labels=["a"]), "one text for each of the 3 curves"),
        (dict(what="place", size=(0, 3)), "width, height"),
        (dict(what="place", against=np.zeros(3)), "one number for each of the 51 times"),
        (dict(what="place", against="nowhere"), "there is no quantity 'nowhere' to plot"),
        (dict(what="place", against=(1, 2, 3)), "against must be"),
        (dict(what="place", fileName="run.xyz"), "must end with one of .*png"),
        (dict(what="place", fileName=3), "name of a file"),
        (dict(what="data coordinates"), "has no data coordinates"),
        (dict(what="ode1 coordinates"), "has no ode1 coordinates"),
    ],
)
def test_mistakes_are_told(solution, arguments, text):
    with pytest.raises(exu.SysError, match=text):
        solution.plot(**arguments)


def test_different_recording_times_are_told():
    mbs, _ = pendulum()
    settings = make_settings(0.5, 50)
    settings.solutionSettings.sensorsWritePeriod = 0.1
    settings.solutionSettings.solutionWritePeriod = 0.05
    solution = mbs.SolveDynamic(settings)
    with pytest.raises(exu.SysError, match="recorded at different times"):
        solution.plot("velocities", 0, against="place")


def test_models_without_constraints_have_no_errors_to_plot():
    mbs = exu.SystemContainer().AddSystem()
    mbs.AddObject(MassPoint(nodeNumber=mbs.AddNode(NodePoint()), physicsMass=1))
    mbs.Assemble()
    with pytest.raises(exu.SysError, match="the model has no constraints"):
        mbs.SolveDynamic(make_settings(0.1, 2)).plot("constraint errors")


def test_nothing_of_matplotlib_changes(solution):
    import matplotlib.pyplot as plt

    plt.close("all")
    before = dict(matplotlib.rcParams)
    solution.plot()
    solution.plot("energy")
    assert dict(matplotlib.rcParams) == before
    assert plt.get_fignums() == []


def test_long_curves_are_thinned_to_their_extremes():
    x = np.linspace(0.0, 1.0, 10 * MANY)
    y = np.random.default_rng(1).normal(size=len(x))
    y[123457] = 50.0
    few, values = thinned(x, y)
    assert len(few) < MANY and np.all(np.diff(few) > 0)
    assert values.max() == 50.0 and values.min() == y.min()
    assert few[values.argmax()] == x[123457]
    assert (few[0], few[-1]) == (x[0], x[-1])
    for begin in np.linspace(0.0, 0.9, 10):
        inside = (x >= begin) & (x < begin + 0.1)
        kept = (few >= begin) & (few < begin + 0.1)
        assert values[kept].max() == y[inside].max() and values[kept].min() == y[inside].min()


@pytest.mark.parametrize("kind", ["short", "back", "gap"])
def test_curves_that_cannot_be_thinned_stay(kind):
    x = np.linspace(0.0, 1.0, 3 * MANY if kind != "short" else MANY)
    y = np.sin(40 * x)
    if kind == "back":
        x[5] = 0.9
    if kind == "gap":
        y[7] = np.nan
    assert thinned(x, y)[1] is y


HEADLESS = """
import sys
import linkwork as exu
from linkwork.items import *
assert "matplotlib" not in sys.modules
mbs = exu.SystemContainer().AddSystem()
node = mbs.AddNode(NodePoint(initialVelocities=[1, 2, 3]))
mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Position))
mbs.Assemble()
solution = mbs.SolveDynamic()
assert "matplotlib" not in sys.modules
solution.plot(fileName=sys.argv[1])
assert "matplotlib.pyplot" not in sys.modules
mbs.PlotSensor(0, [0, 1], fileName=sys.argv[2])
"""


def test_headless_processes_write_files_and_end(tmp_path):
    environment = {
        name: value
        for name, value in python_environment().items()
        if name not in ("MPLBACKEND", "DISPLAY", "WAYLAND_DISPLAY")
    }
    paths = [tmp_path / "plot.png", tmp_path / "sensor.png"]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", HEADLESS, *map(str, paths)],
        env=environment, capture_output=True, text=True, check=False, timeout=1200,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)


def test_a_missing_library_is_told(solution, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(exu.SysError, match=r'pip install "linkwork\[plot\]"'):
        solution.plot()


def test_show_without_screen_warns_and_goes_on(solution):
    import matplotlib.pyplot as plt

    assert plt.get_backend().lower() == "agg"
    with pytest.warns(UserWarning, match="no display"):
        solution.plot("place", show=True)
    plt.close("all")


def test_a_sensor_may_be_told_by_its_number(solution):
    assert told(solution.plot(exu.SensorIndex(1)).axes[0])[0] == "speed: velocity [m/s]"
    assert len(solution.plot([0, 2]).axes) == 2
    with pytest.raises(exu.SysError, match="no sensor 3; it has 3"):
        solution.plot(3)
    for other in (exu.NodeIndex(0), True, 0.0):
        with pytest.raises(exu.SysError, match="a name, the number of a sensor, or a list"):
            solution.plot([other])


def test_a_system_of_first_order_without_sensors_is_plotted():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeGenericODE1(numberOfODE1Coordinates=1, referenceCoordinates=[0], initialCoordinates=[1])
    )
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[-1.0]]))
    mbs.Assemble()
    (line,) = mbs.SolveDynamic(make_settings(1.0, 10)).plot().axes[0].lines
    assert line.get_ydata()[0] == 1.0 and line.get_ydata()[-1] == pytest.approx(
        np.exp(-1), rel=1e-2
    )


def test_the_power_of_ten_of_an_axis_does_not_cover_the_legend(solution):
    figure = solution.plot("place", ["x", "y"])
    ax = figure.axes[0]
    ax.set_ylim(0.0, 1e-9)
    figure.savefig(io.BytesIO())
    power = ax.yaxis.get_offset_text()
    assert power.get_text()
    assert not power.get_window_extent().overlaps(ax.get_legend().get_window_extent())


def test_a_broken_formula_in_a_text_is_told(solution, tmp_path):
    with pytest.raises(exu.SysError, match="a text has a broken formula"):
        solution.plot("place", title="$x_{1$", fileName=tmp_path / "a.png")


def panel_heights(figure):
    """Heights of the panels [inch]."""
    figure.savefig(io.BytesIO())
    return [ax.get_position().height * figure.get_size_inches()[1] for ax in figure.axes]


def test_panels_are_equal_whatever_their_legends_are(solution):
    texts = [f"a long name of curve {k}" for k in range(6)]
    (low,) = panel_heights(solution.plot("place"))
    (high,) = panel_heights(solution.plot("coordinates", [0, 1] * 6, labels=texts * 2))
    assert (low, high) == pytest.approx((3.2, 3.2), abs=0.1)
    assert panel_heights(solution.plot()) == pytest.approx([2.0] * 3, abs=0.1)
    assert solution.plot("place", size=(5, 3)).get_size_inches().tolist() == [5, 3]
