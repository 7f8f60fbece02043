"""Scripts of the other program, unmodified, against the numbers that it gave (`peer.json`)."""

import json
import os
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

from linkwork.exudyn import _runner

pytestmark = pytest.mark.processors

HERE = Path(__file__).parent
PEER = json.loads((HERE / "peer.json").read_text())
SCRIPTS = sorted((HERE / "scripts").glob("*.py"))
AGREEMENT = 1.0e-8
MARGIN = 2.0
"""Our numbers are converged; those of the other program move by this much at most."""


def result_of(script: Path, folder: Path) -> np.ndarray:
    """Numbers of a script under our package, in a folder of its own."""
    path, argv, here = list(sys.path), list(sys.argv), os.getcwd()
    modules = set(sys.modules)
    os.chdir(folder)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # those that users of such scripts would see
            tested = _runner.run_script(script, [], test=True)
    finally:
        os.chdir(here)
        sys.path[:], sys.argv[:] = path, argv
        for name in set(sys.modules) - modules:
            if name == "modelUnitTests":
                del sys.modules[name]
    return np.ravel(np.array(tested.testResult, dtype=float))


@pytest.mark.filterwarnings("ignore::UserWarning")  # scripts may do what Linkwork warns about
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_scripts_give_the_numbers_of_the_other_program(script, tmp_path, capsys):
    expected = np.array(PEER[script.stem]["result"])
    tolerance = max(AGREEMENT, MARGIN * PEER[script.stem]["moved"])
    found = result_of(script, tmp_path)
    assert found.shape == expected.shape
    assert (np.abs(found - expected) / np.maximum(1.0, np.abs(expected))).max() <= tolerance


def test_every_script_has_numbers_of_the_other_program():
    assert {script.stem for script in SCRIPTS} == set(PEER)
