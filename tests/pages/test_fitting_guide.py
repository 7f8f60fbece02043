"""The guide of fits: its programs run, one after the other, and print what it shows."""

import contextlib
import io
import re
from pathlib import Path

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "fitting.md"
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", flags=re.S | re.M)


def without_counts(text):
    """A printed text; the number of runs may depend on the last bits of a processor."""
    return re.sub(r"after \d+ runs", "after some runs", text).strip()


def test_programs_of_the_guide_print_what_it_shows():
    blocks = BLOCK.findall(GUIDE.read_text())
    names, printed, compared = {}, "", 0
    for kind, text in blocks:
        if kind == "text":
            assert without_counts(printed) == without_counts(text)
            compared += 1
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(text, str(GUIDE), "exec"), names)
        printed = out.getvalue()
    assert compared >= 5
    assert names["both"].success
