"""Running a script in a process that has forked, as Python would run it."""

import os
import runpy
import sys
from pathlib import Path


def run_as_a_script(path: Path, folder: Path, *arguments: str) -> None:
    """What `python path` does in that folder; all that it prints goes to the file `printed`."""
    os.chdir(folder)
    printed = os.open("printed", os.O_CREAT | os.O_WRONLY)
    os.dup2(printed, 1)
    os.dup2(printed, 2)
    sys.argv = [str(path), *arguments]
    sys.path.insert(0, str(path.parent))
    runpy.run_path(str(path), run_name="__main__")
