"""The guide of the Stepper: its programs run, one after the other."""

import re
from pathlib import Path

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "stepper.md"


def test_programs_of_the_guide_run():
    programs = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text(), flags=re.S | re.M)
    assert len(programs) >= 5
    names = {}
    for program in programs:
        exec(compile(program, str(GUIDE), "exec"), names)
    assert names["solution"].times[-1] > 4.9
