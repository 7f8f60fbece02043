"""The code blocks of howto pages and of some guides run, in the order in which they stand there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [*sorted(DOCS.glob("howto-*.md")), DOCS / "spatial.md"]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# file: (\w+\.py)\n")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_of_a_page_runs(page, tmp_path):
    """Blocks that begin with `# file: name` become that file, the others one script."""
    blocks = BLOCK.findall(page.read_text())
    assert blocks
    script = []
    for block in blocks:
        named = FILE.match(block)
        if named:
            (tmp_path / named[1]).write_text(block[named.end() :])
        else:
            script.append(block)
    (tmp_path / "page.py").write_text("\n".join(script))
    done = subprocess.run(
        [sys.executable, "page.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_pages():
    assert PAGES
