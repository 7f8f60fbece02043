"""Checkpoints: a run that is resumed gives bit for bit what it would have given."""

import shutil
import warnings

import pytest

from linkwork.core.records import FRAME_SCALARS
from linkwork.restart.checkpoint import Checkpoints
from linkwork.restart.state import SCALARS

from .restart_models import CASES, solve
from .results import assert_same

pytestmark = pytest.mark.processors


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Restart files of all checkpoints of a run, each with its rows, in separate folders."""
    files = []
    write = Checkpoints._write

    def keep(self, state):
        write(self, state)
        folder = tmp_path / f"checkpoint{len(files)}"
        folder.mkdir()
        for path in (self.path, self.path.with_name(self.path.name + ".rows")):
            if path.exists():
                shutil.copy(path, folder)
        files.append(folder / self.path.name)

    monkeypatch.setattr(Checkpoints, "_write", keep)
    return files


@pytest.mark.parametrize("name", CASES)
def test_checkpoints_lead_to_the_same_result(name, tmp_path, kept):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dependent constraints, variables that are not kept
        expected = solve(name, tmp_path / "restart.lwr")
        files = list(kept)
        assert len(files) >= 4
        for file in files[:: len(files) // 12 + 1]:
            resumed = solve(name, tmp_path / "other.lwr", wall_period=1e9, resumeFrom=file)
            assert_same(resumed, expected)


def test_addresses_of_code_are_not_stored():
    """They are others in the process that resumes a run."""
    codes = {name for name in FRAME_SCALARS if name.endswith("_code")}
    assert {"search_code", "switch_code", "predict_code"} < codes
    assert not codes & set(SCALARS)
