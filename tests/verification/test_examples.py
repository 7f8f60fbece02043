"""Every example runs as its own process; each asserts its own result."""

import multiprocessing
from pathlib import Path

import pytest

from tests.verification.scripts import run_as_a_script

PARTS = {"friction_damper"}
"""Files that an example imports."""

FOUND = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))
EXAMPLES = [path for path in FOUND if path.stem not in PARTS]
QUICK = {"tolerances_of_a_slider_crank": ("300",)}
"""Arguments with which examples take less time."""
LONGEST = 600.0
"""After this time an example counts as hanging [s]."""


def test_there_are_examples():
    assert len(EXAMPLES) >= 8


@pytest.fixture(scope="module")
def processes():
    """Processes that have imported what examples import, and done nothing else."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["linkwork.items", "linkwork.api.system", "scipy.integrate"])
    return context


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs_and_confirms_its_result(path, tmp_path, processes):
    # In an empty folder, without a display, so that whatever it writes stays there.
    process = processes.Process(
        target=run_as_a_script, args=(path, tmp_path, *QUICK.get(path.stem, ()))
    )
    process.start()
    process.join(LONGEST)
    process.kill()
    printed = (tmp_path / "printed").read_text()
    assert process.exitcode == 0, printed
    assert printed.strip()
