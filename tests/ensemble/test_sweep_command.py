"""`linkwork sweep`: options, tables, summary, and files that are continued."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.cli import main
from tests.cases import looped
from tests.ensemble.oscillators import exact, oscillator, steps


@pytest.fixture
def model(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    oscillator().save("model.json", steps(400))
    return "model.json"


def test_a_sweep_writes_a_file_and_a_summary(model, capsys):
    options = ["--vary", "spring.stiffness=50:150:5", "--vary", "mass.physicsMass=1:4:3:log"]
    options += ["--record", "tip", "--times", "3", "--out", "runs.npz", "--end-time", "0.5"]
    assert main(["sweep", model, *options]) == 0
    printed = capsys.readouterr().out
    result = exu.EnsembleResult.load("runs.npz")
    assert result.inputs[:, 1] == pytest.approx([1, 2, 4] * 5)
    assert list(result.times) == [0, 0.25, 0.5] and (result.steps == 200).all()
    wanted = np.array([exact(0.5, *row) for row in result.inputs])
    assert result.values[:, -1, 0] == pytest.approx(wanted, abs=2e-4)
    assert "Ensemble of 15 members" in printed and "15 members: 15 finished" in printed
    (line,) = [line for line in printed.splitlines() if line.startswith("  tip ")]
    numbers = [float(word) for word in line.split()[-7:]]
    last = result.values[:, -1, 0]
    assert numbers[:3] == pytest.approx([last.mean(), last.std(), last.min()], rel=1e-5)
    assert "wrote runs.npz" in printed
    assert main(["info", "runs.npz"]) == 0
    told = capsys.readouterr().out
    assert (
        "ensemble, GeneralizedAlpha" in told and "varied spring.stiffness: 50 ... 150 N/m" in told
    )
    assert line in told


def test_samples_and_tables(model, capsys):
    options = ["--sample", "spring.stiffness=normal(100, 5)", "--members", "4", "--seed", "3"]
    options += ["--sample", "mass.physicsMass=truncated(uniform(1, 3), 2, inf)", "--quiet"]
    assert main(["sweep", model, *options, "--out", "samples.npz"]) == 0
    assert capsys.readouterr().out == ""
    found = exu.EnsembleResult.load("samples.npz").inputs
    given = {"spring.stiffness": exu.normal(100, 5), "mass.physicsMass": exu.uniform(2, 3)}
    wanted = exu.Ensemble(oscillator()).sample(given, 4, 3).values()
    assert found == pytest.approx(wanted, rel=1e-12)
    with open("members.csv", "w") as file:
        file.write("spring.stiffness, spring.damping\n50, 0\n60, 0.1\n")
    assert main(["sweep", model, "--table", "members.csv", "--out", "t.npz", "--quiet"]) == 0
    assert exu.EnsembleResult.load("t.npz").inputs.tolist() == [[50, 0], [60, 0.1]]
    with open("twice.csv", "w") as file:
        file.write("spring.stiffness, spring.stiffness\n50, 60\n")
    assert main(["sweep", model, "--table", "twice.csv"]) == 2
    assert "two columns have the name 'spring.stiffness'" in capsys.readouterr().err


def test_the_same_command_continues_a_folder(model, capsys):
    zarr = pytest.importorskip("zarr")
    command = ["sweep", model, "--vary", "spring.stiffness=50:150:9", "--chunk", "2"]
    command += ["--out", "runs.zarr", "--quiet"]
    assert main(command) == 0
    wanted = exu.EnsembleResult.load("runs.zarr").values
    zarr.open_group("runs.zarr", mode="r+")["status"][3] = -1
    assert main(command) == 0
    assert np.array_equal(exu.EnsembleResult.load("runs.zarr").values, wanted)
    command[3] = "spring.stiffness=51:150:9"
    assert main(command) == 2
    assert "member 0 is 51, it was 50" in capsys.readouterr().err


def test_a_sweep_without_a_finished_member_fails(model, capsys):
    assert main(["sweep", model, "--vary", "spring.stiffness=1e300,1e301"]) == 1
    assert "2 members: 2 failed" in capsys.readouterr().out


@looped(
    "options, told",
    [
        ([], "nothing varies"),
        (["--vary", "spring.stiffness"], "write PATH="),
        (["--vary", "spring.stiffness=1:2"], "FROM:TO:COUNT"),
        (["--vary", "spring.stiffness=1:2:3:cube"], "FROM:TO:COUNT"),
        (["--vary", "spring.stiffness=a,b"], "FROM:TO:COUNT"),
        (["--vary", "sprung.stiffness=1,2"], "did you mean 'spring'"),
        (["--sample", "spring.stiffness=normal(1, 2)"], "--members"),
        (["--vary", "spring.stiffness=1", "--members", "3"], "give --sample"),
        (["--members", "3", "--sample", "spring.stiffness=normal(1, -2)"], "deviation must be"),
        (["--members", "3", "--sample", "spring.stiffness=normal(1)"], "deviation"),
        (["--members", "3", "--sample", "spring.stiffness=open('x')"], "there are normal"),
        (["--members", "3", "--sample", "spring.stiffness=3"], "there are normal"),
        (["--vary", "spring.stiffness=1", "--record", "tipp"], "did you mean 'tip'"),
        (["--vary", "spring.stiffness=1", "--out", "x.csv"], ".zarr, .npz"),
        (["--vary", "spring.stiffness=1", "--scheduler", "thread"], "did you mean 'threads'"),
        (["--table", "missing.csv"], "no such file"),
        (
            [
                "--members",
                "3",
                "--sample",
                "spring.stiffness=normal(1, 2)",
                "--sample",
                "spring.stiffness=normal(3, 2)",
            ],
            "has a distribution already",
        ),
        (["--members", "3", "--seed", "-1", "--sample", "spring.stiffness=normal(1, 2)"], "seed"),
    ],
    ids=[str(k) for k in range(18)],
)
def test_mistakes_are_named(options, told, model, capsys):
    assert main(["sweep", model, *options]) == 2
    assert told in capsys.readouterr().err
