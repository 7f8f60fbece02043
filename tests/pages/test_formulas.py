"""Formulas of docstrings as TeX, and laws as Markdown."""

import inspect
import sys

import pytest

from docs.generator.formulas import formula, is_symbol, symbol
from docs.generator.laws import Count, displayed, law, with_symbols
from tests.cases import looped
from tests.items.samples import KINDS, loop_kind


@looped(
    ("name", "shown"),
    [
        ("k", "k"),
        ("omega", r"\omega"),
        ("p1", "p_{1}"),
        ("omega0", r"\omega_{0}"),
        ("v_f", "v_{f}"),
        ("f_SD", r"f_{\mathrm{SD}}"),
        ("c_ref", r"c_{\mathrm{ref}}"),
        ("Ldot", r"\dot{L}"),
        ("Ldot0", r"\dot{L}_{0}"),
        ("q_t", r"\dot{q}"),
        ("q_tt", r"\ddot{q}"),
        ("q0_t", r"\dot{q}_{0}"),
        ("v_t", "v_{t}"),  # the tangential velocity, no rate
        ("k_m1", r"k_{\mathrm{m1}}"),
        ("UF_J", r"\mathrm{UF}_{J}"),
        ("dphi0", r"\mathrm{d}\phi_{0}"),
        ("dx_t", r"\mathrm{d}\dot{x}"),
        ("Gb", r"\bar{G}"),
    ],
)
def test_symbols(name, shown):
    assert symbol(name) == shown


@pytest.mark.parametrize("word", ["force", "on", "do", "the", "bodyNumber", "ODE2", "rate"])
def test_words_are_no_symbols(word):
    assert not is_symbol(word)


@looped(
    ("text", "shown"),
    [
        ("f = F v_f", "f = F v_{f}"),
        ("Delta p = p1 - p0", r"\Delta p = p_{1} - p_{0}"),
        ("L = |p1 - p0|", r"L = \lvert p_{1} - p_{0} \rvert"),
        ("d_0 |s|", r"d_{0} \lvert s \rvert"),
        ("[-e | I]", r"\left[- e \mid I\right]"),
        ("v_f v_f^T", r"v_{f} {v_{f}}^{{\mathsf T}}"),
        ("T(r)^-T", r"{T\left(r\right)}^{-{\mathsf T}}"),
        ("k u^2 / 2", r"\frac{k {u}^{2}}{2}"),
        ("a + k u / (L + 1) - b", r"a + \frac{k u}{L + 1} - b"),
        ("f_SD/L P", r"\frac{f_{\mathrm{SD}}}{L} P"),
        ("a0/|a0|", r"\frac{a_{0}}{\lvert a_{0} \rvert}"),
        ("(a) (b) / 2", r"\frac{\left(a\right) \left(b\right)}{2}"),
        ("df/d(Delta p) = k", r"\frac{\partial f}{\partial \Delta p} = k"),
        ("dF/d(d, r)", r"\frac{\partial F}{\partial \left(d , r\right)}"),
        ("e . d(Delta p)", r"e \cdot \mathrm{d}\left(\Delta p\right)"),
        ("w x (w x c)", r"w \times \left(w \times c\right)"),
        ("x = e - x omega0", r"x = e - x \omega_{0}"),
        ("6 x 6", r"6 \times 6"),
        ("e~ e~", r"\tilde{e} \tilde{e}"),
        ("c'' = -w'(t)", r"c'' = - w'\left(t\right)"),
        ("L >= d_min", r"L \ge d_{\mathrm{min}}"),
        ("+-pi/2", r"\pm \frac{\pi}{2}"),
        ("[[m, 0], [-m c_y, J]]", r"\begin{pmatrix} m & 0 \\ - m c_{y} & J \end{pmatrix}"),
        ("F[0:3]", r"F\left[0 {:} 3\right]"),
        ("(p1 - p0)_i", r"{\left(p_{1} - p_{0}\right)}_{i}"),
        ("(-pi, pi]", r"\left(- \pi , \pi\right]"),
        ("UF(mbs, t, q)", r"\mathrm{UF}\left(\mathrm{mbs} , t , q\right)"),
        ("on m0; m1 receives -f", r"\text{on } m_{0} ;\; m_{1} \text{ receives } - f"),
        ("-f (F > 0 pulls it back)", r"- f \quad \left(F > 0 \text{ pulls it back}\right)"),
        ("m a = sum of the forces", r"m a = \text{ sum of the forces}"),
        ("sum k u", r"\sum k u"),
        ("with offset_t UF", r"\text{with offset_t } \mathrm{UF}"),
        ("a force a", r"\text{a force } a"),
        ("exp(-u / v_exp)", r"\exp\left(- \frac{u}{v_{\mathrm{exp}}}\right)"),
    ],
)
def test_formulas(text, shown):
    assert formula(text) == shown


@pytest.mark.parametrize(
    "text", ["(a", "a)", "|a", "[a)", "a @ b", "a /", "f = %", "/ 2", "a/ + b"]
)
def test_what_is_no_formula_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        formula(text)


def test_blocks_are_aligned_at_their_relations():
    shown = displayed("u = q1 - q0,  w = v1 - v0     of coordinates\nf = k u     on m0")
    assert shown.splitlines() == [
        "```{math}",
        r"\begin{aligned}",
        r"u & = q_{1} - q_{0} ,\quad w = v_{1} - v_{0} && \text{of coordinates} \\",
        r"f & = k u && \text{on } m_{0}",
        r"\end{aligned}",
        "```",
    ]


def test_labels_stand_before_formulas_and_long_ones_above():
    shown = displayed(
        "position level   c = L\nsecond derivative without anything   -w\ninactive: a = 0"
    )
    assert shown.splitlines()[2:-2] == [
        r"& \text{position level} & c & = L \\",
        r"& \rlap{\text{second derivative without anything}} & & \\",
        r"& &  & - w \\",
        r"& \text{inactive} & a & = 0",
    ]


def test_wide_lines_are_continued_on_the_next():
    long = " + ".join(["k q"] * 12)
    shown = displayed(f"f = {long},  g = {long}     a remark that is too long to stand beside it")
    assert shown.count(r"\\") == 2 and r"& \quad \text{a remark" in shown


def test_blocks_without_formulas_stay_code():
    assert displayed("kinetic      of bodies\npotential    of springs and loads") == ""
    assert displayed("f = (a") == ""
    assert law("Text.\n\n    f = (a\n") == "Text.\n\n```text\nf = (a\n```"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("At L = 0 the force is zero.", "At {math}`L = 0` the force is zero."),
        ("a spring-damper of mass m", "a spring-damper of mass {math}`m`"),
        ("A body and its matrix A and f", "A body and its matrix {math}`A` and {math}`f`"),
        ("m0 receives f, m1 -f", "{math}`m_{0}` receives {math}`f`, {math}`m_{1}` {math}`- f`"),
        ("in the x-y plane [m/s], e.g. mbs", r"in the x-y plane \[m/s\], e.g. mbs"),
        ("rad instead of m, `a = b`", "rad instead of m, `a = b`"),
        ("(k, d replaced)", "({math}`k , d` replaced)"),
        ("| a | L = 0 |", "| {math}`a` | {math}`L = 0` |"),
        ("t = R(angle0) a0", r"{math}`t = R\left(\text{angle0}\right) a_{0}`"),
        ("1 of 3_x", r"1 of 3\_x"),
    ],
)
def test_symbols_in_texts(text, shown):
    assert with_symbols(text) == shown


@loop_kind
def test_laws_of_items_are_mathematics(kind):
    """The list of energies of a sensor is the only block of words."""
    count = Count()
    text = law(inspect.cleandoc(sys.modules[kind.__module__].__doc__), count)
    assert count.formulas == (0 if kind.__name__ == "SensorEnergy" else count.lines)
    assert text.count("{") == text.count("}")


def test_most_items_have_formulas():
    count = Count()
    for module in {kind.__module__ for kind in KINDS}:
        law(inspect.cleandoc(sys.modules[module].__doc__), count)
    assert count.formulas > 100
