"""Movies and pictures from the command line."""

import os

import pytest
from PIL import Image

import linkwork as exu
from linkwork.cli import main
from linkwork.items import *
from tests.view.films import frames_of, picture_of

PAINTED = ["--renderer", "matplotlib", "--size", "160x120"]


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    """A model file: a mass on a spring, 1 s."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[1, 0, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=1, stiffness=100))
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 1.0
    settings.timeIntegration.numberOfSteps = 100
    settings.timeIntegration.verboseMode = 0
    path = tmp_path_factory.mktemp("model") / "model.json"
    mbs.save(path, simulationSettings=settings)
    return path.read_text()


@pytest.fixture
def model(text, tmp_path, monkeypatch):
    """The model file in the folder in which commands run."""
    (tmp_path / "model.json").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "model.json"


def refused(capsys, *arguments):
    """What a command says that refuses its arguments."""
    try:
        code = main(list(arguments))
    except SystemExit as stop:
        code = stop.code
    assert code == 2
    return capsys.readouterr().err


def test_run_writes_movies_and_pictures(model, capsys):
    files = ["--out", "run.mp4", "--out", "run.gif", "--out", "run.png", "--out", "run.npz"]
    options = ["--fps", "5", "--speed", "0.5", "--at", "0.25", "--view=-1,-1,0.5"]
    assert main(["run", "model.json", *files, *options, *PAINTED]) == 0
    assert "wrote run.mp4, run.gif, run.png, run.npz" in capsys.readouterr().out
    assert frames_of(model.with_name("run.mp4")).shape == (11, 120, 160, 3)
    assert frames_of(model.with_name("run.gif")).shape == (11, 120, 160, 3)
    assert picture_of(model.with_name("run.png")).shape == (120, 160, 3)


def test_play_writes_a_movie_of_a_result_and_a_picture_of_a_model(model, capsys):
    assert main(["run", "model.json", "--out", "run.npz", "--quiet"]) == 0
    assert main(["play", "run.npz", "--out", "run.gif", "--fps", "4", *PAINTED]) == 0
    assert main(["play", "model.json", "--out", "model.png", "--theme", "dark", *PAINTED]) == 0
    assert capsys.readouterr().out.splitlines() == ["wrote run.gif", "wrote model.png"]
    with Image.open("run.gif") as image:
        assert image.n_frames == 9
    assert picture_of(model.with_name("model.png")).mean() < 60


def test_an_example_as_a_picture(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "double_pendulum", "--out", "a.png", *PAINTED]) == 0
    assert picture_of(tmp_path / "a.png").shape == (120, 160, 3)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--fps", "5"], "--fps needs --out with a file that ends in .mp4 or .gif"),
        (["--out", "a.png", "--speed", "2"], "--speed needs --out with a file that ends in .mp4"),
        (["--out", "a.mp4", "--at", "0"], "--at needs --out with a file that ends in .png"),
        (["--out", "a.npz", "--theme", "dark"], "--theme needs --out with a file that ends in"),
        (["--out", "a.mp4", "--fps", "0"], "fps must be a number > 0, got 0.0"),
        (["--out", "a.mp4", "--size", "big"], "'big' is not a size such as 1280x720"),
        (["--out", "a.mp4", "--size", "161x121"], "must be two even numbers, got (161, 121)"),
        (["--out", "a.png", "--view", "1,2"], "'1,2' is not a direction such as 1,-1,0.5"),
        (["--out", "a.png", "--view", "top"], "view must be 'auto', 'x', 'y', 'z', 'iso' or '2d'"),
        (["--out", "a.gif", "--theme", "pink"], "theme must be 'light' or 'dark', got 'pink'"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_solved(model, capsys, arguments, told):
    assert told in refused(capsys, "run", "model.json", *arguments)
    assert os.listdir() == ["model.json"]


def test_a_time_outside_of_the_run_is_told_and_other_files_are_written(model, capsys):
    command = ["run", "model.json", "--out", "a.png", "--at", "7", "--out", "a.npz", *PAINTED]
    assert main(command) == 1
    assert "t must be a time of the run, 0 ... 1 s, got 7" in capsys.readouterr().err
    assert sorted(os.listdir()) == ["a.npz", "model.json"]


def test_a_page_cannot_become_a_movie(model, capsys):
    assert main(["run", "model.json", "--out", "run.html", "--quiet"]) == 0
    told = refused(capsys, "play", "run.html", "--out", "run.mp4")
    assert "a page cannot become a movie or a picture; use the result file" in told


def test_help_tells_of_movies(capsys):
    assert main(["run", "--help"]) == 0
    told = capsys.readouterr().out
    assert "--out run.mp4 --size 1920x1080" in told
    for option in ("--fps", "--speed", "--at", "--size", "--view", "--theme", "--renderer"):
        assert option in told
