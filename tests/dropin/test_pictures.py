"""Pictures of the renderer, pictures during runs, and images as text."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.image import imread

from linkwork import exudyn as exu
from linkwork.exudyn import _notices, _renderer, graphics
from linkwork.exudyn import plot as exuplot
from linkwork.exudyn.utilities import *
from linkwork.run import real_time
from linkwork.view.movies import movie
from linkwork.view.scene import scene_of
from tests.cases import looped

RED = graphics.color.red


@pytest.fixture
def wished(monkeypatch, tmp_path):
    """A user who wants to see something, a folder of its own, no browser."""
    monkeypatch.setitem(_renderer.wishes, "html", "run.html")
    monkeypatch.setattr(movie, "find_chromium", lambda: None)
    monkeypatch.setattr(_notices, "shown", set())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def flying():
    """A red brick in space that flies along x with 4 m/s."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    mbs.CreateRigidBody(
        referencePosition=[0, 0, 0], initialVelocity=[4, 0, 0],
        inertia=InertiaCuboid(1000, [0.5, 0.5, 0.5]),
        graphicsDataList=[graphics.Brick(size=[0.5, 0.5, 0.5], color=RED),
                          graphics.Lines([[0, 0, 0], [1, 0, 0], [1, 2, 0]])],
    )  # fmt: skip
    mbs.CreateGround(graphicsDataList=[graphics.Sphere(point=[5, 0, 0], radius=0.2)])
    mbs.Assemble()
    SC.visualizationSettings.view0.window.renderWindowSize = [320, 200]
    return SC, mbs


def reds(pixels):
    pixels = pixels.astype(int)
    return np.nonzero(pixels[:, :, 0] > pixels[:, :, 1:].max(axis=2) + 60)[1]


def test_without_a_wish_pictures_are_white_and_told_once(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(_notices, "shown", set())
    monkeypatch.delenv("LINKWORK_QUIET", raising=False)
    SC, mbs = flying()
    drawn = SC.renderer.RedrawAndGetImage()
    assert drawn.shape == (768, 1024, 3) and (drawn == 255).all() and drawn.dtype == np.uint8
    settings = exu.SimulationSettings()
    settings.solutionSettings.recordImagesInterval = 0.1
    settings.solutionSettings.writeSolutionToFile = False
    for _ in range(2):
        SC.renderer.RedrawAndSaveImage()
        mbs.SolveDynamic(settings)
    assert settings.solutionSettings.recordImagesInterval == 0.1
    told = capsys.readouterr().err
    assert told.count("pictures of the renderer are drawn with") == 1
    assert not list(tmp_path.iterdir())


def test_a_picture_shows_the_present_state(wished):
    SC, mbs = flying()
    first = SC.renderer.RedrawAndGetImage()
    assert first.shape == (200, 320, 3) and first.dtype == np.uint8 and first.std() > 3
    start = reds(first)
    assert len(start) > 100
    mbs.systemData.SetODE2Coordinates([4, 0, 0, 0, 0, 0, 0])
    moved = reds(SC.renderer.RedrawAndGetImage())
    # The ground ball at x = 5 is right of the brick at 0, and about as near as its edge at 4.
    assert len(moved) > 100 and abs(len(moved) - len(start)) > 50


def test_pictures_are_saved_with_a_counter(wished):
    SC, _ = flying()
    SC.renderer.RedrawAndSaveImage()
    SC.RedrawAndSaveImage()
    exported = SC.visualizationSettings.exportImages
    names = [f"images/frame{k:05d}.png" for k in range(2)]
    assert all(imread(wished / name).shape[:2] == (200, 320) for name in names)
    assert exported.saveImageFileCounter == 2
    exported.saveImageSingleFile, exported.saveImageFileName = True, "other/one"
    SC.renderer.RedrawAndSaveImage()
    assert (wished / "other/one.png").exists() and exported.saveImageFileCounter == 2


def test_settings_of_pictures_are_not_told_as_idle():
    SC, _ = flying()
    SC.visualizationSettings.exportImages.saveImageFileName = "other/frame"
    assert "saveImageFileName" not in SC.visualizationSettings.told()


def test_a_contour_of_a_script_is_that_of_its_pages():
    SC, mbs = flying()
    SC.visualizationSettings.contour.outputVariable = exu.OutputVariableType.Velocity
    settings = exu.SimulationSettings()
    settings.solutionSettings.writeSolutionToFile = False
    form = scene_of(mbs.SolveDynamic(settings)).form["contour"]
    assert form["name"] == "Velocity x" and form["range"] == pytest.approx([2, 6])  # about 4 m/s


def test_a_script_in_real_time_sleeps(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(real_time, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(real_time, "sleep", lambda seconds: clock.append(clock.pop() + seconds))
    _, mbs = flying()
    settings = exu.SimulationSettings()
    settings.timeIntegration.simulateInRealtime = True
    settings.timeIntegration.realtimeFactor = 0.5
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings)
    assert clock[0] == pytest.approx(2.0)


def test_a_run_records_pictures(wished):
    SC, mbs = flying()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 20
    settings.solutionSettings.recordImagesInterval = 0.25
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings)
    files = sorted((wished / "images").iterdir())
    assert [file.name for file in files] == [f"frame{k:05d}.png" for k in range(5)]
    places = [reds(255 * imread(file)[:, :, :3]).mean() for file in files]
    assert (np.diff(places) > 20).all(), "the brick goes to the right"
    assert settings.solutionSettings.recordImagesInterval == 0.25


def test_text_images_hold_lines_and_triangles_of_the_scene(wished):
    SC, _ = flying()
    exported = SC.visualizationSettings.exportImages
    exported.saveImageFormat, exported.saveImageAsTextTriangles = "TXT", True
    SC.renderer.RedrawAndSaveImage()
    found = exuplot.LoadImage("images/frame00000.txt", trianglesAsLines=False)
    assert [0, 0, 0, 1, 0, 0, 1, 2, 0] in [
        np.round(line, 5).tolist() for line in found["linePoints"]
    ]
    brick = np.array([t for t, color in found["triangles"] if color == tuple(RED)])
    assert brick.shape == (12, 9)
    corners = np.unique(np.round(brick.reshape(-1, 3), 5), axis=0)
    assert len(corners) == 8 and (np.abs(corners) == 0.25).all()
    ball = np.array([t for t, color in found["triangles"] if color != tuple(RED)]).reshape(-1, 3)
    ball = ball[np.abs(ball - [5, 0, 0]).max(axis=1) < 0.3]
    assert np.linalg.norm(ball - [5, 0, 0], axis=1) == pytest.approx(0.2, rel=1e-4)


IMAGE = """\
#Exudyn text image export file
# a comment
#LINE
0,0,0,1,2,3
#COLOR
1,0,0,0.5
#LINE
0,0,0,1,0,0,1,1,0
#TRIANGLE
0,0,0,1,0,0,0,1,0
#END
"""


def test_a_text_image_is_read(tmp_path):
    file = tmp_path / "image.txt"
    file.write_text(IMAGE)
    found = exuplot.LoadImage(str(file))
    closed = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0]
    assert found["linePoints"] == [[0, 0, 0, 1, 2, 3], [0, 0, 0, 1, 0, 0, 1, 1, 0], closed]
    assert found["lineColors"] == [(0, 0, 0, 1), (1, 0, 0, 0.5), (1, 0, 0, 0.5)]
    assert found["triangles"] == []
    found = exuplot.LoadImage(str(file), trianglesAsLines=False)
    assert found["triangles"] == [([0, 0, 0, 1, 0, 0, 0, 1, 0], (1, 0, 0, 0.5))]
    assert len(found["linePoints"]) == 2


@looped(
    ("before", "after", "told"),
    [
        ("#Exudyn text", "# text", "must begin with"),
        ("0,0,0,1,2,3", "0,0,0,1,2", r"line 4 of .* after #LINE, must have .* numbers, got 5"),
        ("1,0,0,0.5", "1,0,0", "after #COLOR, must have 4 numbers, got 3"),
        ("1,0,0,0.5", "1 0 0 0.5", "must be numbers with commas"),
    ],
)
def test_a_broken_text_image_is_refused(tmp_path, before, after, told):
    file = tmp_path / "image.txt"
    file.write_text(IMAGE.replace(before, after))
    with pytest.raises(ValueError, match=told):
        exuplot.LoadImage(str(file))


def test_text_images_are_plotted_in_the_plane_and_in_space(tmp_path):
    file = tmp_path / "image.txt"
    file.write_text(IMAGE)
    image = exuplot.LoadImage(str(file), trianglesAsLines=False)
    HT = np.eye(4)
    HT[:3, :3], HT[:3, 3] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]], [5, 0, 0]
    exuplot.PlotImage(image, HT=HT, title="T", lineWidths=3, closeAll=True)
    (ax,) = plt.gcf().axes
    (lines,) = ax.collections
    assert lines.get_segments()[0] == pytest.approx(np.array([[5, 0], [3, 1]]))
    assert lines.get_linewidth() == [3] and ax.get_title() == "T" and not ax.axison
    exuplot.PlotImage(image, plot3D=True, azim=30, elev=40, figureName="space", removeAxes=False,
                      fileName=str(tmp_path / "sub" / "space.png"))  # fmt: skip
    (ax,) = plt.gcf().axes
    assert ax.name == "3d" and (ax.azim, ax.elev) == (30, 40)
    assert len(ax.collections) == 2 and imread(tmp_path / "sub" / "space.png").std() > 0.01
    plt.close("all")
