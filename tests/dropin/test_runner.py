"""`linkwork script`, `linkwork migrate` and the import hook, as users call them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from linkwork.cli import main
from linkwork.exudyn import _missing
from linkwork.exudyn._migration import migrate

MODEL = """\
import sys
import exudyn as exu
from exudyn.itemInterface import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[0, 2, 0]))
mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
mbs.Assemble()
SC.renderer.Start()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 10
exu.SolveDynamic(mbs, settings)
SC.renderer.DoIdleTasks()
SC.renderer.Stop()
exu.Print('y =', mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[1], sys.argv[1:])
"""


def command(*arguments, folder, **environment):
    """Exit code, output and errors of a command in a process of its own."""
    inherited = {name: value for name, value in os.environ.items() if name != "LINKWORK_QUIET"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True,
        env={**inherited, **environment},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_a_script_runs_as_the_main_program(tmp_path):
    script = tmp_path / "model.py"
    script.write_text(MODEL + "assert __name__ == '__main__' and __file__.endswith('model.py')\n")
    code, output, errors = command(
        "-m", "linkwork", "script", "--html", "page.html", "model.py", "a", "--b", folder=tmp_path
    )
    assert (code, output) == (0, "y = 2.0 ['a', '--b']\n")
    assert "renderer calls have no window here" in errors and len(errors.splitlines()) == 1
    assert (tmp_path / "coordinatesSolution.txt").exists()
    assert "<script" in (tmp_path / "page.html").read_text()


def test_notices_can_be_turned_off(tmp_path):
    (tmp_path / "model.py").write_text(MODEL)
    _, _, errors = command(
        "-m", "linkwork", "script", "model.py", folder=tmp_path, LINKWORK_QUIET="1"
    )
    assert errors == ""


def test_processes_of_a_script_find_the_package(tmp_path):
    text = (
        "import exudyn, multiprocessing\n"
        "def version(k):\n"
        "    import exudyn.utilities\n"
        "    return exudyn.__version__, exudyn.__file__.count('linkwork')\n"
        "if __name__ == '__main__':\n"
        "    with multiprocessing.get_context('spawn').Pool(2) as pool:\n"
        "        found = pool.map(version, [1, 2])\n"
        "    assert all(v == '1.11.0' and n > 0 for v, n in found), found\n"
        "    print('found')\n"
    )
    (tmp_path / "study.py").write_text(text)
    code, output, errors = command("-m", "linkwork", "script", "study.py", folder=tmp_path)
    assert (code, output) == (0, "found\n"), errors


def test_errors_of_a_script_are_shown_as_python_shows_them(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    script = tmp_path / "wrong.py"
    script.write_text("x = 1\nraise ValueError('three')\n")
    assert main(["script", str(script)]) == 1
    text = capsys.readouterr().err
    assert f'File "{script}", line 2' in text and text.endswith("ValueError: three\n")
    assert "_runner" not in text
    script.write_text("import sys\nsys.exit(7)\n")
    assert main(["script", str(script)]) == 7


def test_what_is_missing_stops_a_script_at_its_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    missing = next(n for n in _missing.names if n.startswith("Object") and "." not in n)
    script = tmp_path / "new.py"
    script.write_text(f"from exudyn.itemInterface import *\n\nitem = {missing}()\nprint(1)\n")
    assert main(["script", str(script)]) == 1
    caught = capsys.readouterr()
    assert f"{missing} (line 3 of {script}) is not available" in caught.err and not caught.out


def test_results_of_tests_are_printed(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    script = tmp_path / "test.py"
    script.write_text(
        "from modelUnitTests import exudynTestGlobals\n"
        "assert not exudynTestGlobals.useGraphics\n"
        "exudynTestGlobals.testResult = 1 / 3\n"
    )
    assert main(["script", "--test", str(script)]) == 0
    assert capsys.readouterr().out == "testResult = 0.3333333333333333\n"


def test_both_names_are_one_module():
    text = (
        "import linkwork.exudyn.install, linkwork.exudyn.install\n"
        "import exudyn, exudyn.graphics, linkwork.exudyn.graphics\n"
        "assert exudyn is linkwork.exudyn\n"
        "assert exudyn.graphics is linkwork.exudyn.graphics\n"
        "from exudyn.itemInterface import SpringDamper\n"
        "from linkwork.items import SpringDamper as own\n"
        "assert SpringDamper is own\n"
        "assert exudyn.__spec__.name == 'linkwork.exudyn'\n"
    )
    code, _, errors = command("-c", text, folder=Path.cwd())
    assert code == 0, errors


def test_a_package_that_was_imported_before_is_an_error(tmp_path):
    (tmp_path / "exudyn.py").write_text("")
    code, _, errors = command(
        "-c", "import exudyn\nimport linkwork.exudyn.install", folder=tmp_path
    )
    assert code == 1 and "import linkwork.exudyn.install first" in errors


def test_every_module_can_be_executed_by_file(tmp_path):
    text = (
        "import importlib.util, os, linkwork.exudyn.install, exudyn as exu\n"
        "count = 0\n"
        "for folder, _, files in os.walk(os.path.dirname(exu.__file__)):\n"
        "    for file in files:\n"
        "        if file.endswith('.py'):\n"
        "            spec = importlib.util.spec_from_file_location('m', folder + '/' + file)\n"
        "            spec.loader.exec_module(importlib.util.module_from_spec(spec))\n"
        "            count += 1\n"
        "print(count)\n"
    )
    code, output, errors = command("-W", "error", "-c", text, folder=tmp_path)
    assert code == 0 and int(output) > 40, errors


MIGRATED = """\
import sys
import linkwork as exu
from linkwork.items import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[0, 2, 0]))
mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
mbs.Assemble()
pass  # SC.renderer.Start()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 10
mbs.SolveDynamic(settings)
pass  # SC.renderer.DoIdleTasks()
pass  # SC.renderer.Stop()
print('y =', mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[1], sys.argv[1:])
"""


def test_migrated_scripts_are_scripts_of_linkwork(tmp_path):
    assert migrate(MODEL).text == MIGRATED
    (tmp_path / "old.py").write_text(MODEL)
    code, output, _ = command(
        "-m", "linkwork", "migrate", "old.py", "--out", "new.py", folder=tmp_path
    )
    assert code == 0 and "\n-import exudyn as exu\n" in output
    code, output, errors = command("new.py", folder=tmp_path)
    assert (code, output) == (0, "y = 2.0 []\n"), errors


def test_migration_takes_what_is_missing_from_the_other_package():
    text = (
        "import exudyn\n"
        "from exudyn.utilities import *\n"
        "import exudyn.graphics as graphics\n"
        "from exudyn.signalProcessing import FilterSignal\n"
        "x = SmoothStep(0.5, 0, 1, 0, 1) + np.sin(0)  # größer\n"
        "exudyn.SolveStatic(mbs, bodyList=[1, 2])\n"
        "exudyn.SolveDynamic(mbs)\n"
        "mbs.SolutionViewer()\n"
    )
    assert migrate(text).text == (
        "import linkwork as exudyn\n"
        "from linkwork.utilities import *\n"
        "import numpy as np\n"
        "from linkwork.exudyn.utilities import SmoothStep\n"
        "import linkwork.graphics as graphics\n"
        "from linkwork.exudyn.signalProcessing import FilterSignal\n"
        "x = SmoothStep(0.5, 0, 1, 0, 1) + np.sin(0)  # größer\n"
        "mbs.SolveStatic(bodyNumbers=[1, 2])\n"
        "mbs.SolveDynamic()\n"
        "mbs.solution.show()\n"
    )
    assert migrate("print(1)\n").text == "print(1)\n"


def test_migration_keeps_statements_behind_a_call_that_is_taken_out():
    text = (
        "import exudyn as exu\n"
        "if True: exu.StartRenderer(); mbs.WaitForUserToContinue(); mbs.SolveDynamic()  # run\n"
        "SC.renderer.Stop();\n"
    )
    assert migrate(text).text == (
        "import linkwork as exu\n"
        "if True: pass; pass; mbs.SolveDynamic()  # run\n"
        "pass  # SC.renderer.Stop();\n"
    )


def test_migration_leaves_functions_of_modules_and_of_the_script_alone():
    text = (
        "import exudyn as exu\n"
        "import exudyn.interactive as viewers\n"
        "def Build(bodyList):\n"
        "    return bodyList\n"
        "Build(bodyList=[1])\n"
        "viewers.SolutionViewer(mbs)\n"
        "exu.interactive.SolutionViewer(mbs)\n"
    )
    assert migrate(text).text.splitlines()[2:] == text.splitlines()[2:]


def test_migration_notes_what_it_cannot_rewrite():
    text = (
        "import exudyn as exu\n"
        "from exudyn.utilities import *\n"
        "exu.sys['a'] = exu.SystemContainer()\n"
        "exu.RequireVersion('1.2')\n"
        "exu.Print('a')\n"
        "mbs.SolutionViewer(LoadSolutionFile('a.txt'))\n"
    )
    notes = migrate(text).notes
    assert [note.partition(":")[0] for note in notes] == [
        "LoadSolutionFile", "line 3, exu.sys", "line 4, exu.RequireVersion('1.2')",
        "line 6, mbs.SolutionViewer(LoadSolutionFile('a.txt'))",
    ]  # fmt: skip
    assert migrate(text + "settings.writeSolutionToFile = True\n").notes == notes[1:]


@pytest.mark.parametrize("text", ["def f(:\n", "x = 'ä\n"])
def test_what_is_no_python_is_refused(text, tmp_path, capsys):
    script = tmp_path / "no.py"
    script.write_text(text)
    assert main(["migrate", str(script)]) == 2
    assert "line 1 is no Python" in capsys.readouterr().err


def test_a_script_that_raises_not_implemented_itself_shows_where(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    script = tmp_path / "own.py"
    script.write_text("def f():\n    raise NotImplementedError('mine')\n\nf()\n")
    assert main(["script", str(script)]) == 1
    assert f'File "{script}", line 2, in f' in capsys.readouterr().err


def test_equilibria_are_written_to_the_page_too(tmp_path):
    text = MODEL.replace("exu.SolveDynamic(mbs, settings)", "mbs.SolveStatic(settings)")
    spring = "ground = mbs.AddObject(ObjectGround())\n"
    spring += "ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, 0)]\n"
    spring += "mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[9, 9, 9]))\n"
    (tmp_path / "rest.py").write_text(text.replace("mbs.Assemble()\n", spring + "mbs.Assemble()\n"))
    code, _, errors = command(
        "-m", "linkwork", "script", "--html", "page.html", "rest.py", folder=tmp_path
    )
    assert code == 0 and (tmp_path / "page.html").exists(), errors
