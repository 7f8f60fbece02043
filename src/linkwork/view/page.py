"""The page of a Solution: a self-contained HTML file with scene, data and player."""

from __future__ import annotations

import base64
import html
import json
import os
import tempfile
import zlib
from importlib.resources import files
from pathlib import Path
from typing import Any

from linkwork.core.errors import ParameterError, SysError
from linkwork.core.files.whole_files import path_of, write_whole
from linkwork.results.solution import Solution
from linkwork.view.scene.writer import FRAMES, Scene, scene_of

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src \
'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; connect-src data: blob:">
<meta name="generator" content="Linkwork">
<link rel="icon" href="data:,">
<title>{title}</title>
</head>
<body>
<div id="linkwork-player"></div>
<noscript>This page needs JavaScript to play the animation.</noscript>
<script id="linkwork-scene" type="application/json">{scene}</script>
<script id="linkwork-data" type="text/plain">{data}</script>
<script>{player}</script>
</body>
</html>
"""

SUFFIXES = (".html", ".htm")

LEVEL = 1
"""Compression level: higher levels hardly reduce recorded numbers."""


def page_of(scene: Scene) -> str:
    """HTML text of a scene."""
    # No text of the user may end the script element or start another one.
    form = json.dumps(scene.form, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
    return PAGE.format(
        title=_escaped(scene.form["title"] or "Linkwork"),
        scene=form,
        data=base64.b64encode(zlib.compress(scene.data, LEVEL)).decode("ascii"),
        player=player_source(),
    )


def _escaped(text: str) -> str:
    """A text for HTML; halves of surrogate pairs, which UTF-8 cannot hold, as question marks."""
    return html.escape(text).encode("utf-8", "replace").decode("utf-8")


def player_source() -> str:
    """The prebuilt player; its source is in the folder `player` of the repository."""
    try:
        return files("linkwork.view").joinpath("player.js").read_text("utf-8")
    except FileNotFoundError:
        raise SysError(
            "this installation has no web player (view/player.js is missing); reinstall Linkwork"
        ) from None


def export_html(
    solution: Solution, fileName: str | os.PathLike[str], title: str = "", frames: int = FRAMES,
    contour: Any = None,
) -> Path:  # fmt: skip
    """Write the page of a Solution; returns its path."""
    path = path_of(fileName)
    if path.is_dir():
        raise SysError(f"{path} is a folder; give the name of a file in it")
    path = path if path.suffix else path.with_suffix(".html")
    if path.suffix.lower() not in SUFFIXES:
        raise ParameterError(f"{path}: the name of a page must end in {' or '.join(SUFFIXES)}")
    write_whole(path, page_of(scene_of(solution, title or path.stem, frames, contour)))
    return path


def show(
    solution: Solution, title: str = "", frames: int = FRAMES, height: int = 560,
    contour: Any = None,
) -> Path | None:  # fmt: skip
    """Show a Solution: inline in a notebook, else in the browser.

    height -- of the player in a notebook [px]
    Returns the page that was opened; None in a notebook. If no browser can be opened, the path
    of the page is printed.
    """
    text = page_of(scene_of(solution, title, frames, contour))
    if _in_notebook():
        import IPython.display as notebook

        shown: Any = notebook
        shown.display(shown.HTML(inline(text, height)))
        return None
    handle, name = tempfile.mkstemp(prefix="linkwork-", suffix=".html")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    path = Path(name)
    if not opened(path.as_uri()):
        print(f"no browser could be opened; the page is {path}")
    return path


def inline(page: str, height: int = 560) -> str:
    """A page as an isolated element of another page."""
    # IPython warns about HTML output that is only an iframe.
    return (
        f'<div><iframe srcdoc="{html.escape(page, quote=True)}" width="100%" '
        f'height="{int(height)}" style="border:0" allowfullscreen sandbox="allow-scripts">'
        "</iframe></div>"
    )


def _in_notebook() -> bool:
    """Whether the output goes to a notebook; without importing IPython."""
    import sys

    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    return shell is not None and getattr(shell, "kernel", None) is not None


def opened(address: str) -> bool:
    """Open an address in a browser; False if there is none."""
    import sys
    import webbrowser

    screens = "DISPLAY", "WAYLAND_DISPLAY", "BROWSER"
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in screens):
        return False  # a text browser would take over the terminal
    try:
        return webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False
