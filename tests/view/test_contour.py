"""Colors by an output: values, ranges, which items have them, settings, pictures, refusals."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.view.movies.look import Look
from linkwork.view.movies.paint.film import Film
from linkwork.view.movies.paint.painter import MatplotlibRenderer
from linkwork.view.movies.paint.tones import Tones
from linkwork.view.scene import scene_of

from .models import Output, settings_for
from .scenes import array_of, items_of

END = 0.5
FIRST, LAST = (0x46, 0x32, 0x7E), (0xFD, 0xE7, 0x25)


def two_masses(stiffness=0.0):
    """Masses that fall with g and with 2 g from rest, 1 m apart, and a spring between them."""
    mbs = exu.SystemContainer().AddSystem()
    ends = []
    for k in range(2):
        node = mbs.AddNode(NodePoint(referenceCoordinates=[k, 0, 0], initialVelocities=[3, 0, 0]))
        body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
        ends.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)))
        mbs.AddLoad(Force(markerNumber=ends[-1], loadVector=[0, -20 * (k + 1), 0]))
    mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=0.5, stiffness=stiffness))
    mbs.Assemble()
    return mbs


@pytest.fixture(scope="module")
def falling():
    mbs = two_masses()
    return mbs, mbs.SolveDynamic(settings_for(END, 50))


def values_of(scene):
    return array_of(scene, scene.form["contour"]["values"])


def test_values_are_those_of_the_output(falling):
    scene = scene_of(falling[1], contour=("Velocity", "y"))
    t = array_of(scene, scene.form["times"])
    nodes, bodies = items_of(scene, family="node"), items_of(scene, family="body")
    for k in range(2):
        for item in (nodes[k], bodies[k]):
            assert values_of(scene)[:, item["tone"]] == pytest.approx(-10 * (k + 1) * t, abs=1e-5)
    form = scene.form["contour"]
    assert form["name"] == "Velocity y" and form["unit"] == "m/s"
    assert form["range"] == pytest.approx([-10, 0]) and form["beyond"] == [False, False]
    assert all("tone" not in item for item in items_of(scene, family="connector"))


def test_the_norm_is_what_a_name_alone_means(falling):
    t = np.linspace(0, END, 51)
    for wanted in ("Velocity", ("Velocity", "norm"), ("Velocity", -1), Output.Velocity,
                   {"variable": "Velocity"}):  # fmt: skip
        scene = scene_of(falling[1], contour=wanted)
        (_, body) = items_of(scene, family="body")
        assert values_of(scene)[:, body["tone"]] == pytest.approx(np.hypot(3, 20 * t), rel=1e-6)
        assert scene.form["contour"]["name"] == "Velocity, norm"


def test_connectors_are_colored_where_bodies_have_no_such_output():
    mbs = two_masses(stiffness=8)
    solution = mbs.SolveDynamic(settings_for(END, 50))
    scene = scene_of(solution, contour=("Force", "x"))
    (spring,) = items_of(scene, family="connector")
    # Along x both masses keep their distance until the spring moves them: 8 N/m * 0.5 m.
    assert values_of(scene)[0, spring["tone"]] == pytest.approx(4.0)
    assert scene.form["contour"]["unit"] == "N"
    grays = {tuple(item["color"]) for item in items_of(scene, family="body")}
    assert len(grays) == 1, "no body has a color that could be taken for a value"


def test_a_given_range_tells_what_is_beyond_it(falling):
    wanted = {"variable": "Velocity", "component": 1, "range": (-6, 2)}
    form = scene_of(falling[1], contour=wanted).form["contour"]
    assert form["range"] == [-6, 2] and form["beyond"] == [True, False]


def test_equal_values_have_a_range_about_them(falling):
    form = scene_of(falling[1], contour=("Velocity", "x")).form["contour"]
    assert form["range"] == pytest.approx([1.5, 4.5])


def test_settings_choose_the_contour(falling):
    mbs, solution = falling
    view = mbs.visualizationSettings.contour
    assert scene_of(solution).form["contour"] is None
    try:
        view.outputVariable = Output.Position
        view.outputVariableComponent = 1
        view.alphaTransparency = 0.5
        view.nodesColored = False
        scene = scene_of(solution)
        assert scene.form["contour"]["name"] == "Position y"
        assert all("tone" not in item for item in items_of(scene, family="node"))
        assert [item["color"][3] for item in items_of(scene, family="body")] == [0.5, 0.5]
        assert scene_of(solution, contour=False).form["contour"] is None
        view.automaticRange, view.minValue, view.maxValue = False, -1, 4
        assert scene_of(solution).form["contour"]["range"] == [-1, 4]
        view.automaticRange = view.reduceRange = True
        assert scene_of(solution).form["contour"]["each"] is True
        view.outputVariable, view.outputVariableComponent = Output.Position, 5
        notes = scene_of(solution).form["notes"]
        assert "Position has components 0 ... 2" in notes[0], "settings give a note, no error"
    finally:
        mbs.visualizationSettings.contour = type(view)()
    assert scene_of(solution).form["contour"] is None


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("Velocty", "did you mean 'Velocity'"),
        (("Velocity", 3), r"components 0 ... 2, or -1 for the norm, got 3"),
        (("Velocity", "w"), "'x', 'y', 'z', or 'norm'"),
        (("Velocity", True), "component must be"),
        ({"variable": "Velocity", "range": (1, 1)}, r"range must be \(low, high\)"),
        ({"variable": "Velocity", "colour": 1}, "variable, component, range"),
        ({"component": 1}, "must be the name of an output"),
        ("Torque", "no item that is drawn has the output Torque.* there are .*Velocity"),
        (7, "must be a name such as 'Velocity'"),
    ],
)
def test_what_is_no_contour_is_refused(falling, wanted, told):
    with pytest.raises(exu.ParameterError, match=told):
        scene_of(falling[1], contour=wanted)


def test_springs_with_user_functions_are_not_evaluated():
    mbs = two_masses()

    def pull(mbs, t, itemNumber, length, rate, k, d, force):
        return 3.0

    mbs.SetObjectParameter(2, "springForceUserFunction", pull)
    solution = mbs.SolveDynamic(settings_for(END, 10))
    with pytest.raises(exu.ParameterError, match="depends on user functions"):
        scene_of(solution, contour="Force")


def test_colors_of_pictures_follow_the_values(falling):
    film = Film(scene_of(falling[1], contour=("Velocity", "y")))
    tones = Tones(film)
    (first, second) = ((np.array(code) / 255) for code in (FIRST, LAST))
    start, end = tones.at(film.pose(0.0)), tones.at(film.pose(END))
    assert start == pytest.approx(np.tile(second, (4, 1)), abs=1e-6)
    assert end[1] == pytest.approx(first, abs=1e-6)
    assert end[0] == pytest.approx(tones.color(0.5), abs=1e-6)
    between = tones.at(film.pose(0.0451))  # values between states are interpolated
    assert between[1] == pytest.approx(tones.color(1 - 0.0451 / END), abs=1e-4)


def test_a_value_that_is_not_a_number_is_gray_and_a_range_may_follow_the_state(falling):
    tones = Tones(Film(scene_of(falling[1], contour=("Velocity", "y"))))
    tones.values[3, 0] = np.nan
    pose = Film(scene_of(falling[1])).pose(3 * END / 50)
    assert tones.at(pose)[0] == pytest.approx([0.6, 0.62, 0.66])
    tones._each = True
    tones.at(pose)
    assert tones.range == pytest.approx((-0.6, -0.3))


def test_numbers_of_the_legend_do_not_touch():
    tones = Tones.__new__(Tones)
    tones._each, tones._beyond, tones.digits = False, [True, False], 4
    tones.name, tones.unit = "Velocity x", "m/s"
    for low, high in ((0.0, 10.87), (-6.4, 3.9), (0.99e-5, 1.01e-5), (1e6, 9e6), (-1.0, 1e-9)):
        tones.range = low, high
        marks = sorted(tones.marks(200, 12))
        assert marks[0][0] == 0 and marks[-1][0] == 1 and len(marks) >= 4
        assert min(np.diff([share for share, _, _ in marks])) * 200 > 12
        assert marks[0][1].startswith("≤ ")
    tones.range = 0.99e-5, 1.01e-5
    assert (
        tones.title() == "Velocity x [10⁻⁶ m/s]" and sorted(tones.marks(200, 12))[0][1] == "≤ 9.9"
    )


def test_pictures_without_a_browser_have_colors_and_a_legend(falling):
    look = Look((640, 400), "2d")
    scene = scene_of(falling[1], contour={"variable": "Velocity", "component": 1})
    with MatplotlibRenderer(scene, look) as drawn:
        start, end = drawn.picture(0.0), drawn.picture(END)
    bar = start[:, 620:625].astype(int)
    assert near(bar, FIRST) and near(bar, LAST), "the legend has all colors"
    left_start, left_end = (picture[:, :500].astype(int) for picture in (start, end))
    assert near(left_start, LAST, 40) and not near(left_start, FIRST, 25)
    assert near(left_end, FIRST, 40) and not near(left_end, LAST, 25)
    falling[0].visualizationSettings.contour.advanced.showColorBar = False
    try:
        with MatplotlibRenderer(scene_of(falling[1], contour="Velocity"), look) as drawn:
            assert not near(drawn.picture(0.0)[:, 620:625].astype(int), FIRST)
    finally:
        falling[0].visualizationSettings.contour.advanced.showColorBar = True


def near(pixels, color, slack=12):
    """Whether some pixels have about a color."""
    return bool((np.abs(pixels - np.array(color)).max(axis=-1) < slack).any())
