"""Restart files on the command line: what `linkwork info` tells, and what refuses them."""

import time
from datetime import datetime
from pathlib import Path

import pytest

import linkwork as exu
from linkwork.cli import failures, main
from linkwork.restart import identity as run_identity

from .restart_models import _settings, springs, steered, tossed


@pytest.fixture
def told(capsys):
    """A function that runs a command and gives its lines."""

    def run(*arguments, code=failures.FINE):
        capsys.readouterr()
        assert main([*map(str, arguments)]) == code
        found = capsys.readouterr()
        return (found.err if code else found.out).splitlines()

    return run


def run_of(make, file, solver=exu.DynamicSolverType.GeneralizedAlpha, stream="", **how):
    chosen = _settings(**how)
    chosen.solutionSettings.restartFileName = str(file)
    chosen.solutionSettings.streamFileName = str(stream)
    return make().SolveDynamic(chosen, solver)


def test_info_tells_run_time_rows_model_and_how_to_go_on(tmp_path, monkeypatch, told):
    monkeypatch.chdir(tmp_path)
    before = time.time()
    run_of(springs, "restartFile.txt", exu.DynamicSolverType.RK44, end=2.0, steps=80, period=0.3)
    lines = told("info", "restartFile.txt")
    assert lines[0] == "restartFile.txt: a restart file"
    assert "  RK44: t = 1.8 s reached, from 0 to 2 s (90.0 %)" in lines
    assert "  72 steps done; numberOfSteps is 80" in lines
    stamp = next(line for line in lines if line.startswith("  written "))[10:35]
    written = datetime.strptime(stamp, "%Y-%m-%d %H:%M:%S %z").timestamp()
    assert before - 1 <= written <= time.time()
    versions = run_identity.versions()
    assert any(f"by Linkwork {versions['Linkwork']}, numpy {versions['numpy']}" in x for x in lines)
    assert "  73 recorded times, 73 of sensors, 0 events: in restartFile.txt.rows" in lines
    assert "    5 objects: 1 ObjectGround, 2 MassPoint, 2 SpringDamper" in lines
    assert "    6 coordinates" in lines
    assert "    solutionSettings.restartWritePeriod = 0.3" in lines
    assert lines[-2:] == [
        "    linkwork run MODEL.json --solver RK44 --resume restartFile.txt",
        "    mbs.SolveDynamic(settings, exu.DynamicSolverType.RK44, resumeFrom='restartFile.txt')",
    ]


def test_info_follows_its_own_advice(tmp_path, monkeypatch, told):
    """The command that it tells, with the name of the model, resumes the run."""
    monkeypatch.chdir(tmp_path)
    chosen = _settings()
    chosen.solutionSettings.restartFileName = "run.lwr"
    springs().save("model.json", chosen)
    told("run", "model.json", "--solver", "VelocityVerlet", "--out", "whole.npz")
    (command,) = [x.split() for x in told("info", "run.lwr") if x.startswith("    linkwork run")]
    told(*[{"MODEL.json": "model.json"}.get(x, x) for x in command[1:]], "--out", "end.npz")
    whole, end = exu.Solution.load("whole.npz"), exu.Solution.load("end.npz")
    assert (whole.coordinates == end.coordinates).all() and len(end) == 101


def test_info_names_functions_and_the_folder_of_a_stream(tmp_path, monkeypatch, told):
    monkeypatch.chdir(tmp_path)
    run_of(steered, "run.lwr")
    assert any("user functions: the pre-step function" in line for line in told("info", "run.lwr"))
    run_of(tossed, "run.lwr", stream="stream", end=2.0, steps=400)
    lines = told("info", "run.lwr")
    assert any("in the folder of the stream" in line for line in lines)
    events = len(exu.Solution.load("stream").events)
    assert events > 2
    counted = next(line for line in lines if line.endswith(" events: in run.lwr.rows"))
    assert 0 < int(counted.split()[0]) <= events


def test_info_tells_what_keeps_a_run_from_going_on(tmp_path, monkeypatch, told):
    monkeypatch.chdir(tmp_path)
    run_of(springs, "run.lwr")
    rows = Path("run.lwr.rows").read_bytes()
    Path("run.lwr.rows").write_bytes(rows[:-100])
    assert any("run.lwr.rows cannot be used: it is truncated" in x for x in told("info", "run.lwr"))
    Path("run.lwr.rows").unlink()
    assert any("cannot be used: No such file" in x for x in told("info", "run.lwr"))
    Path("run.lwr.rows").write_bytes(rows)
    here = run_identity.versions()
    monkeypatch.setattr("linkwork.cli.restart_lines.versions", lambda: here | {"numpy": "99.1"})
    assert told("info", "run.lwr")[-1] == (
        f"  cannot be resumed by this installation: numpy is 99.1, but was {here['numpy']}"
    )


def test_info_knows_rows_and_pages(tmp_path, monkeypatch, told):
    monkeypatch.chdir(tmp_path)
    solution = run_of(springs, "run.lwr")
    assert told("info", "run.lwr.rows")[1] == "  part of run.lwr: linkwork info run.lwr"
    Path("run.lwr").unlink()
    assert "does not exist" in told("info", "run.lwr.rows")[1]
    solution.export_html("page.html")
    assert told("info", "page.html")[0] == "page.html: a page that plays a result"
    Path("other.html").write_text("<html></html>")
    (line,) = told("info", "other.html", code=failures.REFUSED)
    assert "other.html: this page was not written by Linkwork" in line


@pytest.mark.parametrize("length", [0, 7, 16, 31, 32, 40, 3000, -33, -1])
def test_info_refuses_what_is_cut_off(length, tmp_path, monkeypatch, told):
    monkeypatch.chdir(tmp_path)
    run_of(springs, "run.txt", steps=10)
    content = Path("run.txt").read_bytes()
    Path("run.txt").write_bytes(content[:length])
    (line,) = told("info", "run.txt", code=failures.REFUSED)
    assert "run.txt" in line
    if length not in (0, 7):  # else nothing tells that it was a restart file
        assert "cut off" in line


@pytest.mark.parametrize("command", ["run", "check", "play"])
def test_commands_that_want_another_file_tell_what_to_do(command, tmp_path, monkeypatch, told):
    monkeypatch.chdir(tmp_path)
    run_of(springs, "run.lwr", steps=10)
    (line,) = told(command, "run.lwr", code=failures.REFUSED)
    assert "this is a restart file; linkwork run MODEL.json --resume run.lwr continues" in line


def test_a_run_that_cannot_go_on_leaves_results_alone(tmp_path, monkeypatch, told):
    """Without its rows it would have a hole: neither a summary nor a result is written."""
    monkeypatch.chdir(tmp_path)
    chosen = _settings()
    chosen.solutionSettings.restartFileName = "run.lwr"
    chosen.solutionSettings.writeSolutionToFile = True
    chosen.solutionSettings.coordinatesSolutionFileName = "rows.txt"
    springs().save("model.json", chosen)
    told("run", "model.json")
    result = Path("rows.txt")
    before = result.read_bytes()
    Path("run.lwr.rows").unlink()
    lines = told("run", "model.json", "--resume", "run.lwr", "--out", "new.npz", code=2)
    assert len(lines) == 1 and "run.lwr.rows, which holds the results until then" in lines[0]
    assert result.read_bytes() == before
    assert not Path("new.npz").exists()
