"""The documentation of several versions side by side.

    python -m docs.generator.versions --present      version of the package
    python -m docs.generator.versions FOLDER         list the versions of a site

A site is a folder with one folder per version. The second command writes the list of these folders,
which the pages offer in their sidebar (docs/static/versions.js), and a first page that leads to the
newest version.
"""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path

from packaging.version import InvalidVersion, Version

import linkwork

FIRST_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={newest}/index.html">
<link rel="canonical" href="{newest}/index.html">
<title>Linkwork</title>
</head>
<body><p>The documentation of Linkwork: <a href="{newest}/index.html">{newest}</a></p></body>
</html>
"""


def versions(site: Path) -> list[str]:
    """Names of the versions whose pages are in a site, newest first."""
    found = {}
    for page in site.glob("*/index.html"):
        with contextlib.suppress(InvalidVersion):  # any other folder
            found[page.parent.name] = Version(page.parent.name)
    return sorted(found, key=found.__getitem__, reverse=True)


def write(site: Path) -> list[str]:
    """Write list and first page of a site; returns the versions."""
    found = versions(site)
    if not found:
        raise SystemExit(f"{site} has no folder of a version, such as {linkwork.__version__}")
    (site / "versions.js").write_text(f"window.linkworkVersions = {json.dumps(found)};\n")
    (site / "index.html").write_text(FIRST_PAGE.format(newest=found[0]))
    return found


if __name__ == "__main__":
    if sys.argv[1:] == ["--present"]:
        print(linkwork.__version__)
    else:
        print("versions:", ", ".join(write(Path(sys.argv[1]))))
