"""Guides show formulas as mathematics that the pages and GitHub can read."""

import re

from docs.generator.links import linked
from docs.generator.markdown import plain, powers
from tests.browser.pages import ROOT
from tests.cases import looped

GUIDES = sorted((ROOT / "docs").rglob("*.md"))
PROGRAM = re.compile(r"^( *)```.*?^\1```$", re.S | re.M)
FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+)\$", re.S)
SPELLED = re.compile(r"\w\^-?[\dT]|\bsqrt\(|C_q\^|\b(?:lambda|omega|rho|alpha_[mf]) [=<>]")


def text_of(path):
    """A guide without programs and what they print."""
    text = PROGRAM.sub("", path.read_text())
    assert "```" not in text
    return text


def formulas(path):
    return [one or two for one, two in FORMULA.findall(re.sub(r"`[^`]*`", "", text_of(path)))]


def test_guides_have_formulas():
    assert sum(len(formulas(path)) for path in GUIDES) > 400


@looped("path", GUIDES, ids=lambda path: path.stem)
def test_formulas_are_complete(path):
    assert re.sub(r"`[^`]*`", "", text_of(path)).count("$") == sum(
        4 if found[1] else 2 for found in FORMULA.finditer(re.sub(r"`[^`]*`", "", text_of(path)))
    )
    for formula in formulas(path):
        plainly = re.sub(r"\\[{}]", "", formula)
        assert plainly.count("{") == plainly.count("}"), formula
        assert formula.count(r"\left") == formula.count(r"\right"), formula
        assert formula.count(r"\begin") == formula.count(r"\end"), formula
        if "\n" not in formula:  # GitHub drops the backslash before a mark
            assert formula == formula.strip() and not re.search(r"\\[^A-Za-z]", formula), formula


@looped("path", GUIDES, ids=lambda path: path.stem)
def test_no_formula_is_spelled_out(path):
    text = text_of(path)
    if path.stem == "verification":  # its problems are generated, with units in plain text
        text = text.partition("\n## ")[0]
    left = [line for line in FORMULA.sub("", text).splitlines() if SPELLED.search(line)]
    assert left == []


def test_spelled_formulas_are_found():
    for line in ("`h^2`", "M^-1 F", "C_q^T lambda", "with `rho = 0.9`", "sqrt(g/L)"):
        assert SPELLED.search(line), line
    for line in ("`alpha`", "a_ref", "x = 2", "see `lambda`", "2 x 2"):
        assert not SPELLED.search(line), line


def test_units_have_powers_and_guides_are_linked():
    assert powers("m/s^2, kg m^2, (kg s^2)^3, x^2y, 2^3") == "m/s², kg m², (kg s²)³, x^2y, 2^3"
    assert plain("force [N/m^2], `x^2`") == r"force \[N/m²\], `x^2`"
    assert linked("see `docs/statics`.") == "see [](../statics.md)."
