"""The command line: every command, its exit codes, its errors."""

import dataclasses
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

import linkwork as exu
from linkwork.bench import models as bench_models
from linkwork.cli import bench, examples, failures, files, info, main, warmup
from linkwork.items import *
from tests.cases import looped

from .models import python_environment

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path.stem for path in (ROOT / "examples").glob("*.py"))
FUNCTIONS = """\
import os, signal

def stop(mbs, t):
    if t > 0.5:
        os.kill(os.getpid(), signal.SIGINT)
    return True

def law(mbs, t, itemNumber, u, v, k, d, F0):
    return k * u
"""


def spring(**parameters):
    """A mass on a spring with a position sensor, not yet assembled."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(name="mass", referenceCoordinates=[1.05, 0, 0]))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=number)) for number in (ground, body)]
    values = dict(referenceLength=1, stiffness=100, damping=1) | parameters
    mbs.AddObject(SpringDamper(name="spring", markerNumbers=ends, **values))
    position = exu.OutputVariableType.Position
    mbs.AddSensor(
        SensorNode(name="place", nodeNumber=node, outputVariableType=position, storeInternal=True)
    )
    return mbs


def settings(end=1.0, steps=100):
    made = exu.SimulationSettings()
    made.timeIntegration.endTime = end
    made.timeIntegration.numberOfSteps = steps
    return made


@pytest.fixture
def model(tmp_path, monkeypatch):
    """Name of a model file in the present folder; its settings have 100 steps to 1 s."""
    monkeypatch.chdir(tmp_path)
    spring().save("model.json", settings())
    return "model.json"


@pytest.fixture
def functions(tmp_path, monkeypatch):
    """A module `cli_functions` that model files can name."""
    (tmp_path / "cli_functions.py").write_text(FUNCTIONS)
    monkeypatch.syspath_prepend(tmp_path)
    import cli_functions

    yield cli_functions
    del sys.modules["cli_functions"]


def lines(capsys):
    return capsys.readouterr().out.splitlines()


def refused(capsys, *arguments):
    """The one line on the error output of a command with exit code 2."""
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert line.startswith("linkwork: error: ")
    return line.removeprefix("linkwork: error: ")


# ---------------------------------------------------------------------- usage


def test_help_tells_commands_examples_and_exit_codes(capsys):
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    for word in (
        "run",
        "sweep",
        "play",
        "info",
        "warmup",
        "demo",
        "bench",
        "schema",
        "examples:",
        "130",
    ):
        assert word in told
    for command in ("run", "sweep", "play", "info", "warmup", "demo", "bench", "schema"):
        assert main([command, "--help"]) == 0
        assert capsys.readouterr().out.startswith(f"usage: linkwork {command}")


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"linkwork {exu.__version__}\n"


@looped("arguments", [[], ["rnu"], ["run"], ["run", "a.json", "--step", "3"]])
def test_wrong_usage(arguments, capsys):
    assert "--help" in refused(capsys, *arguments)


@looped("arguments", [["--help"], ["run", "--help"], ["--version"], ["nonsense"]])
def test_help_and_mistakes_import_neither_numpy_nor_numba(arguments):
    code = f"""
import sys
from linkwork.cli import main
main({arguments!r})
heavy = {{"numpy", "scipy", "numba", "llvmlite", "matplotlib"}} & set(sys.modules)
sys.exit(f"imported {{heavy}}" if heavy else 0)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env=python_environment(), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_script_and_module_are_the_same_program():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["project"]["scripts"] == {"linkwork": "linkwork.cli:main"}
    done = subprocess.run(
        [sys.executable, "-m", "linkwork", "--version"],
        env=python_environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, f"linkwork {exu.__version__}\n")


@pytest.mark.parametrize("command", ["demo", "schema", "--help"])
def test_a_reader_that_left_is_no_error(command):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "linkwork", command],
        env=python_environment() | {"PYTHONUNBUFFERED": ""},
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_debug_shows_the_traceback(model, capsys):
    Path(model).write_text('{"format": "linkwork-model", "version": 1, "nodes": 3}')
    assert main(["run", model]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert main(["run", model, "--debug"]) == 2
    assert "Traceback" in capsys.readouterr().err
    assert main(["--debug", "run", model]) == 2
    assert "Traceback" in capsys.readouterr().err


# ---------------------------------------------------------------------- run


def test_run_takes_the_settings_of_the_file(model, capsys):
    assert main(["run", model]) == 0
    head, span, sensor = lines(capsys)
    assert head.startswith("model.json: GeneralizedAlpha: 100 steps in ")
    assert span == "t = 0 ... 1 s, 101 recorded times"
    wanted = spring().SolveDynamic(settings()).sensors["place"][-1, 1]
    name, x, y, z, unit = sensor.split()
    assert (name, y, z, unit) == ("place", "0", "0", "m")
    assert float(x) == pytest.approx(wanted, rel=1e-8)
    assert os.listdir() == [model]


def test_run_options_come_before_the_file(model, capsys):
    assert main(["run", model, "--end-time", "0.5", "--steps", "50", "--solver", "rk44"]) == 0
    head, span, _ = lines(capsys)
    assert head.startswith("model.json: RK44: 50 steps in ")
    assert span == "t = 0 ... 0.5 s, 51 recorded times"


def test_run_writes_by_suffix(model, capsys):
    pytest.importorskip("h5py")
    files = ["a.npz", "a.h5", "a.txt", "a.html"]
    arguments = [part for name in files for part in ("--out", name)]
    assert main(["run", model, *arguments]) == 0
    assert lines(capsys)[-1] == "wrote a.npz, a.h5, a.txt, a.html"
    wanted = spring().SolveDynamic(settings())
    for name in ("a.npz", "a.h5"):
        found = exu.Solution.load(name)
        assert np.array_equal(found.times, wanted.times)
        assert np.array_equal(found.coordinates, wanted.coordinates)
        assert np.array_equal(found.sensors["place"], wanted.sensors["place"])
    found = exu.Solution.load("a.txt")
    assert np.abs(found.coordinates - wanted.coordinates).max() < 1e-12
    assert "linkwork-scene" in Path("a.html").read_text()


def test_an_interrupted_run_is_resumed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    chosen = settings()
    chosen.solutionSettings.writeRestartFile = True
    chosen.solutionSettings.restartWritePeriod = 0.3
    spring().save("model.json", chosen)
    assert main(["run", "model.json", "--out", "whole.npz"]) == 0
    assert main(["run", "model.json", "--resume", "restartFile.txt", "--out", "end.npz"]) == 0
    whole, end = exu.Solution.load("whole.npz"), exu.Solution.load("end.npz")
    assert np.array_equal(whole.coordinates, end.coordinates) and len(end) == 101
    capsys.readouterr()
    resume = ("--resume", "restartFile.txt")
    assert main(["run", "model.json", "--solver", "RK44", *resume]) == failures.REFUSED
    assert "the solver is RK44, it was GeneralizedAlpha" in capsys.readouterr().err
    assert main(["run", "model.json", "--resume", "no.txt"]) == failures.REFUSED
    assert "no.txt: no such file" in capsys.readouterr().err


def test_quiet_run_tells_nothing(model, capfd):
    assert main(["run", model, "--quiet", "--out", "a.npz"]) == 0
    assert tuple(capfd.readouterr()) == ("", "")
    assert exu.Solution.load("a.npz").times[-1] == 1.0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--solver", "RK4"], "--solver RK4: there is no such solver; did you mean RK44?"),
        (["--solver", "zzz"], "known names are GeneralizedAlpha, "),
        (["--end-time", "-1"], "endTime"),
        (["--end-time", "nan"], "--end-time nan: "),
        (["--steps", "0"], "--steps 0: "),
        (["--steps", "1.5"], "argument --steps: '1.5' is not a whole number"),
        (["--steps", "many"], "argument --steps: 'many' is not a whole number"),
        (["--out", "a.xls"], "--out a.xls: the file name must end in .npz, "),
        (["--out", "nowhere/a.npz"], "there is no folder 'nowhere'"),
    ],
)
def test_wrong_options_of_run(model, capsys, arguments, told):
    assert told in refused(capsys, "run", model, *arguments)
    assert os.listdir() == [model]


def test_steps_may_be_told_with_an_exponent(model, capsys):
    assert main(["run", model, "--steps", "1e3"]) == 0
    assert "1000 steps" in capsys.readouterr().out


def test_missing_and_broken_files(model, capsys):
    assert refused(capsys, "run", "modle.json").endswith("did you mean 'model.json'?")
    assert "no folder" in refused(capsys, "run", "nowhere/model.json")
    assert "ends in .json" in refused(capsys, "run", ".")
    text = Path(model).read_text()
    Path(model).write_text(text.replace('"stiffness": 100.0', '"stiffness": -100.0'))
    told = refused(capsys, "run", model)
    assert "stiffness" in told and "-100" in told
    Path(model).write_text(text[: len(text) // 2])
    assert "model.json" in refused(capsys, "run", model)


def test_functions_are_imported_only_when_asked_for(functions, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    spring(springForceUserFunction=functions.law).save("model.json", settings())
    told = refused(capsys, "run", "model.json")
    assert "cli_functions:law" in told and "--import-functions" in told
    assert main(["run", "model.json", "--import-functions"]) == 0
    assert "100 steps" in lines(capsys)[0]
    assert main(["info", "model.json"]) == 0
    told = lines(capsys)
    assert "  1 user function needed:" in told
    assert told[-1].startswith("    cli_functions:law, for SpringDamper 'spring' (object 2)")


def test_functions_without_a_module_need_python(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    spring(springForceUserFunction=lambda mbs, t, i, u, v, k, d, F0: k * u).save("model.json")
    for options in ([], ["--import-functions"]):
        told = refused(capsys, "run", "model.json", *options)
        assert "functions={'lambda': ...}" in told and "use linkwork.load(...) in Python" in told


def test_failed_run_writes_what_was_computed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    spring(stiffness=1e8).save("model.json", settings(1.0, 100))
    arguments = ["run", "model.json", "--solver", "ExplicitEuler", "--out", "part.npz"]
    assert main(arguments) == 1
    told = capsys.readouterr()
    assert told.err.startswith("linkwork: error: ")
    assert "(incomplete)" in told.out and "wrote part.npz" in told.out
    found = exu.Solution.load("part.npz")
    assert not found.success and 0.0 < found.times[-1] < 1.0


def test_interrupted_run_writes_what_was_computed(functions, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    mbs = spring()
    mbs.SetPreStepUserFunction(functions.stop)
    mbs.save("model.json", settings())
    arguments = ["run", "model.json", "--import-functions", "--out", "part.npz"]
    assert main(arguments) == 130
    told = capsys.readouterr()
    assert told.err.startswith("linkwork: interrupted at t = 0.5")
    assert exu.Solution.load("part.npz").times[-1] == pytest.approx(0.51)


def test_a_result_that_cannot_be_written_does_not_stop_others(model, capsys, monkeypatch):
    def fail(self, path, *_):
        raise exu.SysError(f"{path} cannot be written: no space")

    monkeypatch.setattr(exu.Solution, "export_html", fail)
    assert main(["run", model, "--out", "a.html", "--out", "a.npz"]) == 1
    told = capsys.readouterr()
    assert told.err == "linkwork: error: a.html cannot be written: no space\n"
    assert told.out.endswith("wrote a.npz\n")


def test_exit_codes_tell_failed_runs_from_wrong_input():
    assert failures.describe(exu.SolverError("stuck")) == ("stuck", failures.FAILED)
    assert failures.describe(exu.SysError("wrong")) == ("wrong", failures.REFUSED)
    assert failures.describe(OSError(2, "gone", "a.json")) == ("a.json: gone", failures.REFUSED)


# ---------------------------------------------------------------------- play, info, schema


def test_play_writes_pages_of_results_and_models(model, capsys):
    assert main(["run", model, "--out", "a.npz", "--quiet"]) == 0
    assert main(["play", "a.npz", "--out", "a.html"]) == 0
    assert main(["play", model, "--out", "rest.html"]) == 0
    assert main(["play", "rest.html", "--out", "copy.html"]) == 0
    assert main(["play", "rest.html", "--out", "./rest.html"]) == 0, "it is there already"
    assert lines(capsys) == ["wrote a.html", "wrote rest.html", "wrote copy.html"]
    assert '"times":{"at":0,"type":"f8","shape":[1]}' in Path("rest.html").read_text()
    assert Path("copy.html").read_bytes() == Path("rest.html").read_bytes()


def test_a_model_at_rest_is_in_its_initial_state(tmp_path):
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodePoint(
            referenceCoordinates=[1, 0, 0], initialCoordinates=[0.25, 0, 0.5],
            initialVelocities=[0, 2, 0],
        )
    )  # fmt: skip
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    mbs.AddNode(NodeGenericData(numberOfDataCoordinates=2, initialCoordinates=[3, 4]))
    mbs.save(tmp_path / "model.json")
    found = files.at_rest(files.system_at_rest(files.contents_of(tmp_path / "model.json")))
    assert found.times.tolist() == [0.0]
    assert found.coordinates.tolist() == [[0.25, 0.0, 0.5]]
    assert found.velocities.tolist() == [[0.0, 2.0, 0.0]]
    assert found.accelerations.tolist() == [[0.0, 0.0, 0.0]]
    assert found.data_coordinates.tolist() == [[3.0, 4.0]]
    assert found.multipliers.shape == (1, 0)


def test_play_without_a_browser_tells_where_the_page_is(model, capsys, monkeypatch):
    opened = []
    monkeypatch.setattr("linkwork.view.page.opened", lambda address: opened.append(address))
    assert main(["play", model, "--out", "rest.html"]) == 0
    assert main(["play", "rest.html"]) == 0
    assert lines(capsys)[-1] == "no browser could be opened; the page is rest.html"
    assert opened == [Path("rest.html").resolve().as_uri()]


@pytest.mark.parametrize(
    ("end", "steps"), [("0.5", 100), ("2", 400), ("0.0013", 1), ("0.501", 101), ("0.6", 120)]
)
def test_another_end_time_keeps_the_step_size(model, capsys, end, steps):
    """The model file has no settings of its own, or 200 steps to 1 s."""
    mbs = exu.load(model)
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = 200, 1.0
    mbs.simulationSettings = settings
    mbs.save(model)
    assert main(["run", model, "--end-time", end, "--out", "a.npz"]) == 0
    found = exu.Solution.load("a.npz")
    assert found.statistics.steps == steps and found.times[-1] == float(end)
    assert main(["run", model, "--end-time", end, "--steps", "7", "--out", "a.npz"]) == 0
    assert exu.Solution.load("a.npz").statistics.steps == 7


def test_an_end_time_of_too_many_steps_is_told(model, capsys):
    assert "--end-time 1e+300: it would take" in refused(
        capsys, "run", model, "--end-time", "1e300"
    )


def test_play_refuses_what_is_no_result(model, capsys):
    Path("data.xls").write_text("1, 2")
    assert "unknown kind of file" in refused(capsys, "play", "data.xls")
    Path("broken.npz").write_text("no archive")
    assert "broken.npz" in refused(capsys, "play", "broken.npz")


def test_info_of_the_installation(capsys):
    assert main(["info"]) == 0
    told = {line.split()[0]: line for line in lines(capsys)}
    assert exu.__version__ in told["linkwork"]
    assert os.environ["LINKWORK_CACHE_DIR"] in told["cache"] and "kernel" in told["cache"]
    assert int(told["threads"].split()[1]) >= 1
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    for extra, modules in info.EXTRAS.items():
        named = " ".join(extras[extra]).replace("-", "_")
        assert all(module in named for module in modules)
        assert f"[{extra}]" in told


def test_info_of_files(model, capsys):
    assert main(["run", model, "--out", "a.npz", "--out", "a.txt", "--quiet"]) == 0
    assert main(["info", "a.txt"]) == 0
    told = "\n".join(lines(capsys))
    assert "3 coordinates, no model" in told and "steps" not in told
    assert main(["info", model]) == 0
    told = "\n".join(lines(capsys))
    for part in ("1 SpringDamper", "3 coordinates", "100 steps to t = 1 s", "0 user functions"):
        assert part in told
    assert main(["info", "a.npz"]) == 0
    told = "\n".join(lines(capsys))
    for part in (
        *("a.npz: a result, complete", "t = 0 ... 1 s, 101 recorded times", "100 steps"),
        *("1 SpringDamper", "sensor place  Position of", "[m], 3 components"),
    ):
        assert part in told


def test_schema_is_the_one_of_model_files(capsys):
    from linkwork.model_file import schema

    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(schema()))


# ---------------------------------------------------------------------- demo


def test_demo_lists_every_example_with_its_title(capsys):
    assert main(["demo"]) == 0
    told = dict(line.split(None, 1) for line in lines(capsys))
    assert set(told) == set(EXAMPLES) - examples.PARTS
    assert told["pendulum"] == "Pendulum with a rigid rod"


def test_demo_runs_an_example_and_writes_only_what_is_asked_for(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    before = sorted((ROOT / "examples").iterdir())
    places, arguments = list(sys.path), list(sys.argv)
    assert main(["demo", "spring_damper"]) == 0
    assert "largest spring force" in capsys.readouterr().out
    assert os.listdir() == []
    assert main(["demo", "spring_damper", "--out", "page.html"]) == 0
    assert os.listdir() == ["page.html"]
    assert "Mass on a spring-damper" in Path("page.html").read_text()
    assert main(["demo", "dry_friction"]) == 0
    assert sorted((ROOT / "examples").iterdir()) == before
    assert (sys.path, sys.argv) == (places, arguments)


def test_demo_copies_the_source_but_never_over_a_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "pendulum", "--copy", "mine.py"]) == 0
    assert Path("mine.py").read_text() == (ROOT / "examples" / "pendulum.py").read_text()
    capsys.readouterr()
    assert "exists already" in refused(capsys, "demo", "pendulum", "--copy", "mine.py")


def test_mistakes_of_demo(capsys):
    told = refused(capsys, "demo", "pendlum")
    assert told == "there is no example 'pendlum'; did you mean 'pendulum'?"
    assert "name the example" in refused(capsys, "demo", "--show")


def test_examples_are_in_the_wheel():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"] == {"examples": "linkwork/examples"}


def test_an_example_that_fails_is_told(tmp_path, monkeypatch, capsys):
    (tmp_path / "pendulum.py").write_text('"""Wrong\n=====\n"""\nassert 1 == 2, "not equal"\n')
    monkeypatch.setattr(examples, "folder", lambda: tmp_path)
    assert main(["demo", "pendulum"]) == 1
    told = capsys.readouterr().err
    assert told == "linkwork: error: AssertionError: not equal (--debug shows where)\n"


# ---------------------------------------------------------------------- warmup, bench


def test_warmup_counts_and_keeps_what_is_done_when_interrupted(monkeypatch, capsys):
    wanted = list(warmup.entries(rare=False))
    assert len(wanted) < len(list(warmup.entries()))
    monkeypatch.setattr(warmup, "entries", lambda rare: wanted[-5:])
    assert main(["warmup"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("5 of 5 kernels ready, ")
    assert os.environ["LINKWORK_CACHE_DIR"] in told.out
    done = []

    def stop(entry, pointer):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(entry)

    monkeypatch.setattr(warmup, "address_of", stop)
    assert main(["warmup", "--all"]) == 130
    told = capsys.readouterr()
    assert told.out.startswith("2 of 5 kernels ready, ")
    assert told.err == "linkwork: interrupted; compiled kernels are kept\n"


def test_bench_measures_and_tells_errors(monkeypatch, capsys):
    short = [dataclasses.replace(each, steps=1000) for each in bench_models.BENCHMARKS]
    monkeypatch.setattr(bench, "BENCHMARKS", short)
    monkeypatch.setattr(bench, "peer_engine", lambda: None)
    assert main(["bench", "spring", "--repeat", "1"]) == 0
    told = lines(capsys)
    rows = [line for line in told if line.startswith("one mass, one spring")]
    assert len(rows) == 2
    for row in rows:
        steps, microseconds, error = row[42:].split()[:3]
        assert steps == "100" and float(microseconds) > 0.0 and float(error) < 1e-7
    assert "Exudyn is not installed" in told[-1]


def test_mistakes_of_bench(capsys):
    assert refused(capsys, "bench", "sprng").endswith("did you mean 'spring'?")
    assert "--repeat 0" in refused(capsys, "bench", "--repeat", "0")
