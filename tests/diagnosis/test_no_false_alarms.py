"""Models that are right: the check says so."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.items.samples import world, world_of_variants

from .models import Solver, settings

pytestmark = pytest.mark.processors

EXAMPLES = Path(__file__).parents[2] / "examples"

OVERCONSTRAINED = {"bricard"}
"""Examples about constraints that depend on each other."""

SCRIPT = """
import contextlib, io, json, runpy, sys, warnings
from pathlib import Path
import linkwork as exu
from linkwork.cli.examples import PARTS
from linkwork.api.system import MainSystem

class Enough(BaseException):
    pass

def check(self, simulationSettings=None, solverType=exu.DynamicSolverType.GeneralizedAlpha, **_):
    found[name] = self.Check(simulationSettings, solverType)
    raise Enough

warnings.simplefilter("error")
MainSystem.SolveDynamic = check
folder, found = Path(sys.argv.pop()), {}
sys.path.insert(0, str(folder))
for path in sorted(each for each in folder.glob("*.py") if each.stem not in PARTS):
    name = path.stem
    with contextlib.suppress(Enough), contextlib.redirect_stdout(io.StringIO()):
        runpy.run_path(str(path), run_name="__main__")
print(json.dumps({name: [str(finding) for finding in each] for name, each in found.items()}))
"""


@pytest.fixture(scope="module")
def findings(tmp_path_factory):
    """Findings of the first run of every example, as it would be solved; in one process."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(EXAMPLES)],
        cwd=tmp_path_factory.mktemp("examples"),
        env={**os.environ, "MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_an_overconstrained_example_is_told_of_its_redundant_equation(findings):
    (told,) = findings["bricard"]
    assert told.startswith("warning: ") and "remove it if it is redundant" in told


def test_examples_are_free_of_errors_and_warnings(findings):
    assert len(findings) >= 15
    wrong = {
        name: [text for text in texts if not text.startswith("hint: ")]
        for name, texts in findings.items()
        if name not in OVERCONSTRAINED
    }
    assert not any(wrong.values()), wrong
    assert not any(
        "could not be completed" in text for texts in findings.values() for text in texts
    )


def test_examples_have_few_hints(findings):
    told = {name: each for name, each in findings.items() if name not in OVERCONSTRAINED}
    assert sum(map(len, told.values())) <= 8, told


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.DOPRI5], ids=lambda s: s.name)
def test_a_world_of_all_kinds_has_nothing_wrong(solver):
    found = world().mbs.Check(settings(), solver)
    wrong = [finding.code for finding in found if finding.severity != "hint"]
    assert wrong == ["shared-data"], repr(found)  # several samples have the same node
    told = {finding.code for finding in found if finding.severity == "hint"}
    assert told <= {"unused-node", "unused-marker", "free-body"}


def test_a_world_of_contradictions_is_checked_to_its_end():
    found = world_of_variants().mbs.Check(settings())
    assert found.of("conflict") and not found.of("not-checked")
