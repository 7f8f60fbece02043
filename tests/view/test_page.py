"""The page of a Solution: one file that holds everything and cannot be broken by names."""

import base64
import html
import json
import re
import sys
import types
import zlib

import pytest

import linkwork as exu
from linkwork.view import page as pages
from linkwork.view.scene import scene_of

from .models import chain, pendulum, settings_for

NASTY = "</script><script>alert('&lt;')</script><!-- \u2028 \"{title}\""


@pytest.fixture(scope="module")
def solution():
    _, mbs, _ = pendulum(name=NASTY)
    return mbs.SolveDynamic(settings_for(2.0, 999))


def element(text, name):
    """Content of a script element of a page."""
    return re.search(f'<script id="{name}"[^>]*>(.*?)</script>', text, re.DOTALL).group(1)


def test_scene_and_numbers_come_back_from_the_page(solution):
    scene = scene_of(solution, title=NASTY)
    text = pages.page_of(scene)
    assert json.loads(element(text, "linkwork-scene")) == json.loads(json.dumps(scene.form))
    assert zlib.decompress(base64.b64decode(element(text, "linkwork-data"))) == scene.data


def test_names_are_text_and_open_no_elements(solution):
    text = pages.page_of(scene_of(solution, title=NASTY))
    without_player = text.replace(pages.player_source(), "")
    assert "alert" in without_player
    assert without_player.count("<script") == 3 and without_player.count("</script") == 3
    assert f"<title>{html.escape(NASTY)}</title>" in text


def test_a_title_that_utf8_cannot_hold_is_written_too(solution, tmp_path):
    page = solution.export_html(tmp_path / "run.html", title="half \ud83d")
    text = page.read_text("utf-8")
    assert "<title>half ?</title>" in text
    assert json.loads(element(text, "linkwork-scene"))["title"] == "half \ud83d"


def test_nothing_is_loaded_from_elsewhere(solution):
    text = pages.page_of(scene_of(solution)).replace(pages.player_source(), "")
    assert "Content-Security-Policy" in text and "default-src 'none'" in text
    assert not re.search(r'(src|href)="(?!data:)', text)


def test_a_pendulum_of_a_thousand_frames_is_small(solution, tmp_path):
    path = solution.export_html(tmp_path / "run.html")
    assert scene_of(solution).form["times"]["shape"] == [1000]
    assert path == tmp_path / "run.html" and path.stat().st_size < 1.5e6


def test_the_suffix_may_be_left_out_and_the_title_is_the_name(solution, tmp_path):
    path = solution.export_html(tmp_path / "swing")
    assert path.name == "swing.html" and "<title>swing</title>" in path.read_text("utf-8")


def test_a_page_that_cannot_be_written_is_told(solution, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(exu.SysError, match="the folder of .* cannot be created"):
        solution.export_html(tmp_path / "file" / "run.html")
    with pytest.raises(exu.SysError, match="is a folder"):
        solution.export_html(tmp_path)
    assert solution.export_html(tmp_path / "new" / "run.html").exists()
    with pytest.raises(exu.ParameterError, match="a file name is needed"):
        solution.export_html(5)
    with pytest.raises(
        exu.ParameterError, match=r"run.png: the name of a page must end in .html or .htm"
    ):
        solution.export_html(tmp_path / "run.png")
    with pytest.raises(exu.ParameterError, match="title must be a string, got 3"):
        solution.export_html(tmp_path / "run.html", title=3)


def test_show_opens_a_browser_or_tells_where_the_page_is(solution, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr(pages, "opened", lambda address: bool(opened.append(address)) or True)
    path = solution.show(title="swing")
    assert opened == [path.as_uri()] and "<title>swing</title>" in path.read_text("utf-8")
    path.unlink()
    monkeypatch.setattr(pages, "opened", lambda address: False)
    path = solution.show()
    assert str(path) in capsys.readouterr().out
    path.unlink()


def test_without_a_screen_no_text_browser_takes_the_terminal(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("webbrowser.open", lambda address: pytest.fail("a browser was opened"))
    assert pages.opened("file:///nowhere") is False
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        with monkeypatch.context() as screen:
            screen.setenv(name, "one")
            assert pages.opened("file:///nowhere") is True


def test_in_a_notebook_the_player_appears_inline(solution, monkeypatch):
    shown = []
    shell = types.SimpleNamespace(kernel=object())
    notebook = types.ModuleType("IPython.display")
    notebook.HTML, notebook.display = (lambda text: text), shown.append
    package = types.ModuleType("IPython")
    package.get_ipython, package.display = (lambda: shell), notebook
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setitem(sys.modules, "IPython.display", notebook)
    assert solution.show(height=300) is None
    (text,) = shown
    frame = r'<div><iframe srcdoc="([^"]*)" width="100%" height="300" [^>]*></iframe></div>'
    found = re.fullmatch(frame, text)
    assert html.unescape(found.group(1)) == pages.page_of(scene_of(solution))
    assert 'sandbox="allow-scripts"' in text


def test_large_models_have_pages_too(tmp_path):
    _, mbs = chain(200)
    path = mbs.SolveDynamic(settings_for(0.1, 20)).export_html(tmp_path / "chain")
    assert path.stat().st_size < 2e6
