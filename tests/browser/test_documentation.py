"""Scripts of the documentation: themes of players inside of pages, and the list of versions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from docs.generator.players import EMBEDDED
from docs.generator.versions import write
from tests.browser.conftest import NO_WEBGL
from tests.browser.pages import ROOT, pendulum

STATIC = ROOT / "docs" / "static"
AROUND = """<!doctype html>
<html data-content_root="./">
<body data-theme="{theme}">
<script>{script}</script>
<a class="sidebar-brand" href=".">Linkwork</a>
<article role="main"><h1>Page</h1></article>
<iframe class="linkwork-player" src="player.html{part}"></iframe>
</body>
</html>
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.add_init_script(NO_WEBGL)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    page.close()
    assert faults == []


def open_player(page: Page, folder: Path, theme: str, part: str = "") -> None:
    """Opens a page that has a player inside."""
    text = pendulum().page().replace("</body>\n</html>", f"{EMBEDDED}</body>\n</html>")
    (folder / "player.html").write_text(text, encoding="utf-8")
    script = (STATIC / "players.js").read_text()
    around = AROUND.format(theme=theme, script=script, part=part)
    (folder / "page.html").write_text(around, encoding="utf-8")
    page.goto((folder / "page.html").as_uri())
    assert page.frames[1].evaluate("linkwork.ready.then(() => true)")


def wait(page: Page, condition: str) -> None:
    """Waits until an expression is true in the player."""
    for _ in range(500):
        if page.frames[1].evaluate(condition):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"never came true: {condition}")


def test_a_player_has_the_theme_of_the_page_and_follows_it(page: Page, tmp_path: Path) -> None:
    open_player(page, tmp_path, "dark")
    wait(page, "linkwork.state().theme === 'dark'")
    page.evaluate("document.body.dataset.theme = 'light'")
    wait(page, "linkwork.state().theme === 'light'")
    page.emulate_media(color_scheme="dark")
    page.evaluate("document.body.dataset.theme = 'auto'")
    wait(page, "linkwork.state().theme === 'dark'")
    page.emulate_media(color_scheme="light")
    wait(page, "linkwork.state().theme === 'light'")
    assert page.frames[1].evaluate("linkwork.state().playing") is False


def test_a_player_plays_by_itself_if_its_address_says_so(page: Page, tmp_path: Path) -> None:
    open_player(page, tmp_path, "light", "#play")
    wait(page, "linkwork.state().playing && linkwork.state().loop")
    wait(page, "linkwork.state().frame > 0")


def test_nothing_plays_by_itself_for_those_who_want_little_motion(
    page: Page, tmp_path: Path
) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_player(page, tmp_path, "light", "#play")
    wait(page, "linkwork.state().theme === 'light'")
    assert page.frames[1].evaluate("linkwork.state().playing") is False


def make_version(site: Path, name: str) -> Path:
    (site / name).mkdir()
    script = (STATIC / "versions.js").read_text()
    text = AROUND.format(theme="light", script="", part="").replace(
        "</body>", f"<script>{script}</script></body>"
    )
    path = site / name / "index.html"
    path.write_text(text, encoding="utf-8")
    return path


def test_readers_go_from_one_version_to_another(page: Page, tmp_path: Path) -> None:
    old, new = make_version(tmp_path, "0.1.0"), make_version(tmp_path, "0.2.0")
    write(tmp_path)
    page.goto((tmp_path / "index.html").as_uri())
    page.wait_for_url(new.as_uri())
    chooser = page.locator(".sidebar-brand + select.linkwork-versions")
    assert chooser.locator("option").all_inner_texts() == [
        "Version 0.2.0 (newest)",
        "Version 0.1.0",
    ]
    assert chooser.input_value() == "0.2.0" and page.locator(".linkwork-old-version").count() == 0
    chooser.select_option("0.1.0")
    page.wait_for_url(old.as_uri())
    assert chooser.input_value() == "0.1.0"
    note = page.locator("article .linkwork-old-version")
    assert note.inner_text() == (
        "This is the documentation of version 0.1.0. The newest is that of version 0.2.0."
    )
    note.locator("a").click()
    page.wait_for_url(new.as_uri())


def test_a_version_that_stands_alone_has_no_list(page: Page, tmp_path: Path) -> None:
    page.goto(make_version(tmp_path, "0.1.0").as_uri())
    page.wait_for_load_state("networkidle")
    assert page.locator("select").count() == 0
