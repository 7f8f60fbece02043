"""The guide of sensitivities: its programs run, one after the other."""

import re
from pathlib import Path

import numpy as np

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "sensitivities.md"


def test_programs_of_the_guide_run():
    programs = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text(), flags=re.S | re.M)
    assert len(programs) >= 4
    names = {}
    for program in programs:
        exec(compile(program, str(GUIDE), "exec"), names)
    assert np.isfinite(names["s"].coordinates).all()
