"""Pictures of a scene by the player, in a headless browser."""

from __future__ import annotations

import base64
import io
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.view.movies.chromium import VARIABLE, BrowserError, Chromium, find_chromium, value_of
from linkwork.view.movies.encoder import Picture, pillow
from linkwork.view.movies.look import Look
from linkwork.view.page import page_of
from linkwork.view.scene.writer import Scene


def absence() -> str:
    """Why there is no browser."""
    wanted = os.environ.get(VARIABLE)
    if wanted:
        return f"{VARIABLE} names {wanted!r}, which is not a program"
    return f"no Chromium, Chrome or Edge was found, and {VARIABLE} names none"


class BrowserRenderer:
    """A page of the player that draws frames; a context that ends the browser.

    lossless -- whether frames of movies keep every color exactly; otherwise they are faster
    """

    def __init__(self, scene: Scene, look: Look, lossless: bool = False) -> None:
        program = find_chromium()
        if program is None:
            raise BrowserError(absence())
        self._type = "image/png" if lossless else "image/jpeg"
        self._folder = tempfile.TemporaryDirectory(
            prefix="linkwork-page-", ignore_cleanup_errors=True
        )
        try:
            page = Path(self._folder.name, "scene.html")
            page.write_text(page_of(scene), encoding="utf-8")
            self._browser = Chromium(program, *look.size)
        except BaseException:
            self._folder.cleanup()
            raise
        try:
            self._open(page, look)
        except BaseException:
            self.close()
            raise

    def _open(self, page: Path, look: Look) -> None:
        view = look.view if isinstance(look.view, str) else list(look.view)
        options = dict(
            view=view, theme=look.theme, title=look.title, time=look.time, plain=look.plain
        )
        self._browser.load(page)
        # The script is at the end of the page: it may not have started yet.
        self._browser.evaluate(
            "new Promise((done) => document.readyState === 'complete' ? done() :"
            " window.addEventListener('load', () => done()))"
            f".then(() => linkwork.ready).then(() => linkwork.capture({json.dumps(options)}))"
        )

    def __enter__(self) -> BrowserRenderer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the browser and remove its page."""
        self._browser.close()
        self._folder.cleanup()

    def png(self, time: float) -> bytes:
        """The picture at a time as a PNG file."""
        return _content(self._browser.result(self._ask(time, "image/png")))

    def pictures(self, times: np.ndarray) -> Iterator[Picture]:
        """The pictures at some times, of shape (height, width, 3).

        The browser draws a picture while the one before is processed.
        """
        Image = pillow("a movie")
        asked = self._ask(times[0], self._type) if len(times) else 0
        for following in [*times[1:], None]:
            content = _content(self._browser.result(asked))
            if following is not None:
                asked = self._ask(following, self._type)
            with Image.open(io.BytesIO(content)) as image:
                yield np.asarray(image.convert("RGB"))

    def _ask(self, time: float, kind: str) -> int:
        expression = f"linkwork.frame({float(time)!r}, {kind!r})"
        return self._browser.send("Runtime.evaluate", expression=expression, returnByValue=True)


def _content(answer: dict[str, Any]) -> bytes:
    """Bytes of the file in a data URL."""
    text = value_of(answer)
    if not isinstance(text, str) or "," not in text:
        raise BrowserError("the player returned no picture")
    return base64.b64decode(text.partition(",")[2])
