"""A headless Chromium that is driven over a pipe: no port, no other package.

The browser speaks the DevTools protocol (https://chromedevtools.github.io/devtools-protocol):
JSON messages that end with a zero byte, read from file descriptor 3 and written to 4.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import queue
import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from linkwork.view.movies.piped_process import FAREWELL, PipedProcess

VARIABLE = "LINKWORK_CHROMIUM"

NAMES = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "msedge", "brave-browser",
)  # fmt: skip
"""Programs that are looked for on the PATH."""

APPLICATIONS = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "Brave Browser.app/Contents/MacOS/Brave Browser",
)
"""Places below the folders for applications of macOS."""

PROGRAMS = (
    r"Google\Chrome\Application\chrome.exe",
    r"Chromium\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
)
"""Places below the folders for programs of Windows."""

FLAGS = (
    "--headless=new", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--hide-scrollbars", "--mute-audio", "--no-first-run", "--no-default-browser-check",
    "--force-device-scale-factor=1", "--force-color-profile=srgb",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-default-apps", "--disable-extensions", "--disable-breakpad",
    "--disable-dev-shm-usage", "--disable-lcd-text", "--password-store=basic",
    "--use-mock-keychain",
)  # fmt: skip

PATIENCE = 60.0
"""Longest time until an answer arrives [s]."""


class BrowserError(RuntimeError):
    """The browser is missing, does not start or does not do what it should; the text says what."""


def find_chromium() -> str | None:
    """Path of a Chromium, Chrome or Edge: the one that LINKWORK_CHROMIUM names, or any."""
    wanted = os.environ.get(VARIABLE)
    if wanted:
        return shutil.which(wanted)
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    return found or next((str(path) for path in _usual_places() if path.is_file()), None)


def _usual_places() -> list[Path]:
    folders: list[Path] = []
    names: tuple[str, ...] = ()
    system = platform.system()
    if system == "Darwin":
        names = APPLICATIONS
        folders = [Path("/Applications"), Path.home() / "Applications"]
    elif system == "Windows":
        names = PROGRAMS
        variables = "PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"
        folders = [Path(root) for root in map(os.environ.get, variables) if root]
    return [folder / name for folder in folders for name in names]


def value_of(answer: dict[str, Any]) -> Any:
    """Value of an expression in the answer to Runtime.evaluate."""
    failure = answer.get("exceptionDetails")
    if failure is not None:
        told = failure.get("exception", {}).get("description") or failure.get("text", "")
        raise BrowserError(f"the player failed: {' '.join(told.split()[:40])}")
    return answer["result"].get("value")


class Chromium:
    """A browser with one page; as a context, it is closed at the end.

    width, height -- of the page [px]
    """

    def __init__(self, program: str, width: int, height: int) -> None:
        self._number = 0
        self._session = ""
        self._answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._profile = tempfile.TemporaryDirectory(
            prefix="linkwork-browser-", ignore_cleanup_errors=True
        )
        self._report = Path(self._profile.name, "report.txt")
        flags = [*FLAGS, f"--user-data-dir={self._profile.name}", f"--window-size={width},{height}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            flags.append("--no-sandbox")  # Chromium refuses to run as root with it
        try:
            self._process = PipedProcess(program, [*flags, "about:blank"], self._report)
        except OSError as error:
            self._profile.cleanup()
            raise BrowserError(f"{program} cannot be started: {error.strerror or error}") from None
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            self._open_page(width, height)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the browser and remove its files."""
        self._process.end()
        self._listener.join(FAREWELL)
        self._profile.cleanup()

    def load(self, page: Path) -> None:
        """Show a page."""
        answer = self.call("Page.navigate", url=page.as_uri())
        if "errorText" in answer:
            raise BrowserError(f"the page cannot be loaded: {answer['errorText']}")

    def evaluate(self, expression: str) -> Any:
        """Value of an expression of JavaScript; promises are awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        return value_of(answer)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Result of a method of the protocol."""
        return self.result(self.send(method, **parameters))

    def send(self, method: str, **parameters: Any) -> int:
        """Ask for a method of the protocol; returns the number of the request."""
        self._number += 1
        message: dict[str, Any] = {
            "id": self._number, "method": method, "params": parameters
        }  # fmt: skip
        if self._session:
            message["sessionId"] = self._session
        try:
            self._process.requests.write(json.dumps(message).encode() + b"\0")
            self._process.requests.flush()
        except OSError:
            raise self._ended() from None
        return self._number

    def result(self, number: int) -> dict[str, Any]:
        """Result of a request; requests are to be answered in their order."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                message = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise BrowserError(f"the browser did not answer within {PATIENCE:g} s") from None
            if message is None:
                raise self._ended()
            if message.get("id") != number:
                continue  # news of the page
            if "error" in message:
                raise BrowserError(f"the browser reports: {message['error'].get('message')}")
            answer: dict[str, Any] = message["result"]
            return answer

    def _open_page(self, width: int, height: int) -> None:
        target = self.call("Target.createTarget", url="about:blank")
        attached = self.call(
            "Target.attachToTarget", targetId=target["targetId"], flatten=True
        )  # fmt: skip
        self._session = attached["sessionId"]
        self.call("Page.enable")
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip

    def _listen(self) -> None:
        """Pass on what the browser writes, message by message; None at its end."""
        parts: list[bytes] = []
        with contextlib.suppress(OSError, ValueError), self._process.answers as answers:
            while block := answers.read1(1 << 20):
                first, *others = block.split(b"\0")
                parts.append(first)
                for other in others:
                    self._answers.put(json.loads(b"".join(parts)))
                    parts = [other]
        self._answers.put(None)

    def _ended(self) -> BrowserError:
        with contextlib.suppress(OSError):
            lines = self._report.read_text("utf-8", "replace").strip().splitlines()
            if lines:
                return BrowserError(f"the browser ended: {lines[-1].strip()[:200]}")
        return BrowserError("the browser ended")
