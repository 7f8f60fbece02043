"""linkwork check: findings of a model file."""

from linkwork.cli import main

from .models import pendulum, settings, spring


def test_findings_are_printed_and_errors_are_the_exit_code(tmp_path, capsys):
    file = tmp_path / "model.json"
    spring().save(file)
    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out == "model.json: Check: nothing found\n"
    spring(stiffness=1e6).save(file)
    assert main(["check", str(file)]) == 0
    assert "1 hint" in capsys.readouterr().out
    assert main(["check", str(file), "--solver", "rk44"]) == 1
    told = capsys.readouterr().out
    assert "1 error" in told and "360 steps" in told
    assert main(["check", str(file), "--solver", "RK44", "--steps", "1e3"]) == 0


def test_warnings_are_no_failure(tmp_path, capsys):
    file = tmp_path / "model.json"
    pendulum(place=(1.01, 0, 0)).save(file)
    assert main(["check", str(file)]) == 0
    assert "0 errors, 1 warning" in capsys.readouterr().out


def test_settings_of_the_file_are_used_and_bad_ones_told(tmp_path, capsys):
    file = tmp_path / "model.json"
    spring().save(file, settings(end=-1.0))
    assert main(["check", str(file)]) == 1
    assert "endTime" in capsys.readouterr().out
    assert main(["check", str(file), "--end-time", "1"]) == 0
    assert main(["check", str(tmp_path / "none.json")]) == 2


def test_a_run_at_rest_is_checked_for_itself(tmp_path, capsys):
    file = tmp_path / "model.json"
    pendulum(place=(1.2, 0, 0), velocity=(1, 0, 0)).save(file, settings(end=-1.0))
    assert main(["check", str(file)]) == 1
    assert "violate" in capsys.readouterr().out
    assert main(["check", str(file), "--static", "--steps", "3"]) == 0
    assert capsys.readouterr().out == "model.json: Check: nothing found\n"
    assert main(["check", str(file), "--static", "--solver", "RK44"]) == 2
    assert "--static cannot be combined with --solver" in capsys.readouterr().err
