"""One Chromium for all browser tests, and pages that watch what happens in them."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import matplotlib.image
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.install_chromium import BROWSERS, find_chromium
from tests.browser.pages import SceneWriter, pendulum
from tests.browser.scenes import all_kinds

# The software renderer of a machine without a graphics card complains when a picture is read back.
OF_THE_DRIVER = re.compile(r"GL Driver Message .*ReadPixels")


# A browser without WebGL; pages whose picture does not matter load faster in it.
NO_WEBGL = """
const real = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind.startsWith("webgl") ? null : real.call(this, kind, ...more);
};"""


def differs(a: np.ndarray, b: np.ndarray) -> int:
    """Number of pixels that are clearly different."""
    return int(np.count_nonzero(np.abs(a - b).max(axis=2) > 20))


class Shown:
    """A page with a player; remembers messages, requests and dialogues."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("console", self.on_message)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", self.on_request)
        page.on("dialog", self.on_dialog)

    def on_message(self, message: Any) -> None:
        if not OF_THE_DRIVER.search(message.text):
            self.faults.append(f"{message.type}: {message.text}")

    def on_request(self, request: Any) -> None:
        if not (request.is_navigation_request() or request.url.startswith("data:")):
            self.faults.append(f"request: {request.url}")

    def on_dialog(self, dialog: Any) -> None:
        self.faults.append(f"dialogue: {dialog.message}")
        dialog.dismiss()

    def call(self, expression: str) -> Any:
        """Value of an expression, after the picture that it asked for was drawn."""
        value = self.page.evaluate(expression)
        self.page.evaluate("linkwork.draw && linkwork.draw()")
        return value

    def reset(self, view: str) -> None:
        """Brings the player back to where it starts."""
        self.page.mouse.move(1, 1)
        self.call(
            f"linkwork.pause(); linkwork.setLoop(false); linkwork.setSpeed(1); linkwork.seek(0);"
            f"linkwork.setTheme('light'); linkwork.highlight(-1); linkwork.view('{view}')"
        )

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.page.evaluate("linkwork.state()")
        return state

    def wait(self, condition: str, frame: Any = None) -> None:
        """Waits until an expression is true; the page's policy forbids playwright's own way."""
        for _ in range(20000):
            if (frame or self.page).evaluate(condition):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"never came true: {condition}")

    def picture(self, part: str = ".lw-stage") -> np.ndarray:
        """What the user sees of a part of the page, (rows, columns, 3) in 0..255."""
        png = self.page.locator(part).screenshot()
        pixels = matplotlib.image.imread(io.BytesIO(png), format="png")
        return np.round(255 * pixels[:, :, :3]).astype(int)

    def find(self, index: int) -> tuple[float, float]:
        """A place in the window where the pointer meets an item."""
        place: list[float] | None = self.page.evaluate(
            """(index) => {
              const box = document.querySelector(".lw-gl").getBoundingClientRect();
              for (let y = 2; y < box.height; y += 4) for (let x = 2; x < box.width; x += 4) {
                if (linkwork.itemAt(x, y) === index && linkwork.itemAt(x + 1, y + 1) === index) {
                  return [box.left + x + 1, box.top + y + 1];
                }
              }
              return null;
            }""",
            index,
        )
        assert place is not None, f"item {index} is nowhere in the picture"
        return place[0], place[1]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        pytest.skip(
            f"no Chromium: none of {', '.join(BROWSERS)} is on the PATH and LINKWORK_CHROMIUM "
            "names none; install the package 'chromium' to run the browser tests"
        )
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--enable-unsafe-swiftshader"]
        chromium = playwright.chromium.launch(executable_path=path, args=flags)
        yield chromium
        chromium.close()


def load(browser: Browser, file: Path, text: str, script: str = "", **options: Any) -> Shown:
    """Writes a page and opens it; returns when its player is there."""
    size = options.pop("size", (640, 460))
    viewport = {"width": size[0], "height": size[1]}
    page = browser.new_page(viewport=viewport, **options)
    if script:
        page.add_init_script(script)
    shown = Shown(page)
    file.write_text(text, encoding="utf-8")
    page.goto(file.as_uri())
    page.evaluate("window.linkwork ? linkwork.ready.then(() => true) : false")
    return shown


OpenPage = Callable[..., Shown]


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[OpenPage]:
    """Shows a scene (or a text as a page); at the end nothing may have gone wrong in any page."""
    opened: list[Shown] = []

    def show(scene: SceneWriter | str, **options: Any) -> Shown:
        text = scene if isinstance(scene, str) else scene.page()
        shown = load(browser, tmp_path / f"page{len(opened)}.html", text, **options)
        opened.append(shown)
        return shown

    yield show
    faults = [fault for shown in opened for fault in shown.faults]
    for shown in opened:
        shown.page.close()
    assert faults == []


@pytest.fixture(scope="session")
def swing_page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    return load(browser, tmp_path_factory.mktemp("page") / "swing.html", pendulum().page())


@pytest.fixture(scope="session")
def kinds_page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    file = tmp_path_factory.mktemp("page") / "kinds.html"
    return load(browser, file, all_kinds().page(), size=(720, 440))


@pytest.fixture
def swing(swing_page: Shown) -> Iterator[Shown]:
    """The planar pendulum, as it is after loading; one page for all tests, for it takes a while."""
    swing_page.reset("2d")
    yield swing_page
    assert swing_page.faults == []


@pytest.fixture
def kinds(kinds_page: Shown) -> Iterator[Shown]:
    """The scene with all kinds of items, as it is after loading."""
    kinds_page.reset("iso")
    yield kinds_page
    assert kinds_page.faults == []
