"""Where the files of MathJax are; the package sphinx-mathjax-offline brings them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

PACKAGE = "sphinx-mathjax-offline"


def mathjax_file(name: str) -> Path:
    """Path of a file of MathJax."""
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise ModuleNotFoundError(f"the pages need {PACKAGE}: pip install {PACKAGE}")
    return Path(found.origin).parent / "static" / "mathjax" / name
