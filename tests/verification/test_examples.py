"""Every example runs as its own process; each asserts its own result."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PARTS = {"friction_damper"}
"""Files that an example imports."""

FOUND = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))
EXAMPLES = [path for path in FOUND if path.stem not in PARTS]


def test_there_are_examples():
    assert len(EXAMPLES) >= 8


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs_and_confirms_its_result(path, tmp_path):
    # In an empty folder, without a display, so that whatever it writes stays there.
    done = subprocess.run(
        [sys.executable, str(path)],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()
