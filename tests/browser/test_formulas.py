"""Formulas of the item pages, drawn by the MathJax that comes with the pages."""

from __future__ import annotations

import html
import re
from pathlib import Path

from playwright.sync_api import Browser

from docs.generator import items
from docs.generator.mathjax import mathjax_file

FORMULA = re.compile(r"\{math\}`([^`]+)`|^```\{math\}\n(.*?)^```$", re.S | re.M)
PAGE = """\
<!doctype html><meta charset="utf-8">
<script>window.MathJax = {{options: {{enableMenu: false}}}};</script>
<script src="{script}"></script>
{formulas}
"""


def test_every_formula_is_drawn_without_an_error_and_without_a_network(
    browser: Browser, tmp_path: Path
) -> None:
    found = [a or b for text in items.pages().values() for a, b in FORMULA.findall(text)]
    formulas = [f"<p>\\({html.escape(tex)}\\)</p>" for tex in dict.fromkeys(found)]
    assert len(formulas) > 300
    file = tmp_path / "formulas.html"
    script = mathjax_file("tex-svg.js").as_uri()
    file.write_text(PAGE.format(script=script, formulas="\n".join(formulas)))
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    page.evaluate("MathJax.startup.promise")
    drawn = page.evaluate("document.querySelectorAll('mjx-container').length")
    wrong = page.evaluate(
        """[...document.querySelectorAll("[data-mml-node=merror], [fill=red]")]
        .map(e => e.closest("mjx-container").innerHTML.slice(0, 300))"""
    )
    page.close()
    assert wrong == [] and drawn == len(formulas)
    assert asked == [file.as_uri(), script]
