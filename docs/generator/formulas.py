"""Formulas of docstrings as TeX.

Laws are written as text (docs/notation.md): `f_SD = k (L - L0) + d (Ldot - Ldot0)`. Names that are
symbols become TeX, other words stay text inside of the formula. A slash between spaces divides
whole terms, `k u^2 / 2`; one without spaces divides the two symbols beside it, `f_SD/L P`. What
cannot be read raises ValueError, and the caller shows it as it is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

GREEK = {
    *("alpha", "beta", "gamma", "delta", "theta", "lambda", "mu", "nu", "rho", "tau", "phi"),
    *("psi", "omega", "pi", "zeta", "kappa", "Delta", "Omega", "Gamma", "Psi", "Phi", "Theta"),
}
FUNCTIONS = {
    "exp": r"\exp", "cos": r"\cos", "sin": r"\sin", "atan2": r"\mathrm{atan2}",
    "diag": r"\operatorname{diag}", "sqrt": r"\operatorname{sqrt}", "abs": r"\operatorname{abs}",
}  # fmt: skip
NAMES = {
    "Gb": r"\bar{G}", "wl": "w_l", "Rx": "R_x", "Ry": "R_y", "Rz": "R_z", "UF": r"\mathrm{UF}",
    "mbs": r"\mathrm{mbs}", "itemNumber": r"\mathrm{itemNumber}", "sum": r"\sum",
    "Jxx": "J_{xx}", "Jyy": "J_{yy}", "Jzz": "J_{zz}",
    "Jyz": "J_{yz}", "Jxz": "J_{xz}", "Jxy": "J_{xy}",
}  # fmt: skip
"""Symbols of several letters."""
NO_SYMBOLS = {"do"}
"""Words that look like a differential."""
OPERATORS = {
    "<=": r"\le", ">=": r"\ge", "+-": r"\pm", "+=": r"\mathrel{+}=", "...": r"\dots",
    "=": "=", "<": "<", ">": ">", "+": "+", "-": "-",
}  # fmt: skip
REMARK = re.compile(r"\\text\{[^}]*[a-z]+ [a-z]+ [a-z]+")
"""Words inside of brackets that make a sentence."""
RELATIONS = {"=", "<", ">", "<=", ">=", "+="}
TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<text>"[^"]*"|`[^`]*`)
      | (?P<word>[A-Za-z]{2,}(?:-[A-Za-z]{2,})+|[A-Za-z]+'s\b)
      | (?P<number>\d+(?:\.\d+)?(?:e-?\d+)?)
      | (?P<name>[A-Za-z]\w*)
      | (?P<mark>'+|~)
      | (?P<below>_\w+)
      | (?P<power>\^-?(?:T|\d+|\w))
      | (?P<operator>\.\.\.|<=|>=|\+-|\+=|[=<>+\-])
      | (?P<open>[(\[])
      | (?P<close>[)\]])
      | (?P<bar>\|)
      | (?P<slash>/)
      | (?P<point>[.,;:*])
    """,
    re.X,
)


@dataclass
class Token:
    """A piece of a formula, and whether spaces surround it."""

    kind: str
    text: str
    at: int
    before: bool = False
    after: bool = False


def tokens(text: str) -> list[Token]:
    """Split a formula; ValueError names what is not part of the notation."""
    found: list[Token] = []
    position, space = 0, False
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise ValueError(f"{text[position]!r} is not part of the notation")
        position, kind = match.end(), match.lastgroup or ""
        if kind == "space":
            space = True
            if found:
                found[-1].after = True
            continue
        found.append(Token(kind, match[0], match.start(), space or not found))
        space = False
    if found:
        found[-1].after = True
    return found


# ---------------------------------------------------------------------- symbols


def symbol(name: str) -> str:
    """TeX of a symbol; ValueError if the name is a word."""
    if name in NAMES:
        return NAMES[name]
    if name in FUNCTIONS:
        return FUNCTIONS[name]
    if name in NO_SYMBOLS:
        raise ValueError(name)
    if re.match("d[A-Za-z]", name) and name not in GREEK:  # a differential: dphi0, dx_t
        return r"\mathrm{d}" + symbol(name[1:])
    base, *subs = name.split("_")
    dots = 0
    if subs and subs[-1] in ("t", "tt") and base not in ("v", "UF", "C"):
        dots = len(subs.pop())
    if not all(subs):
        raise ValueError(name)
    match = re.fullmatch(r"([A-Za-z]+?)(dot)?(\d*)([a-z]?)", base)
    if match is None:
        raise ValueError(name)
    letters, dot, digits, letter = match.groups()
    if letter and not digits:
        letters, letter = letters + letter, ""
    if dot:
        dots = 1
    shown = _letters(letters)
    subs = [digits + letter, *subs] if digits + letter else subs
    if dots:
        shown = (r"\dot{" if dots == 1 else r"\ddot{") + shown + "}"
    return shown + (f"_{{{', '.join(map(_subscript, subs))}}}" if subs else "")


def _letters(letters: str) -> str:
    if letters in GREEK:
        return "\\" + letters
    if letters in NAMES:
        return NAMES[letters]
    if len(letters) == 1:
        return letters
    raise ValueError(letters)


def _subscript(text: str) -> str:
    if text in GREEK:
        return "\\" + text
    return text if len(text) == 1 or text.isdigit() else rf"\mathrm{{{text}}}"


def is_symbol(name: str) -> bool:
    """Whether a name is a symbol of the notation."""
    try:
        symbol(name)
    except ValueError:
        return False
    return True


# ---------------------------------------------------------------------- formulas


def formula(text: str) -> str:
    """TeX of a line, in which words stay text."""
    reader = _Reader(tokens(text))
    found = reader.sequence("")
    if reader.at != len(reader.tokens):
        raise ValueError(f"{text!r} closes what it has not opened")
    found = re.sub(r"\\text\{ ([^{}]*) \}(?= (?:[,;.]|\{:\})|\\right|$)", r"\\text{ \1}", found)
    return re.sub(r"(^|\\left\()\\text\{ ", r"\1\\text{", found)


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, given: list[Token]) -> None:
        self.tokens, self.at = given, 0

    def _peek(self, step: int = 0) -> Token | None:
        place = self.at + step
        return self.tokens[place] if 0 <= place < len(self.tokens) else None

    def sequence(self, end: str) -> str:
        """Everything up to a closing sign; terms end at operators, points and words."""
        parts: list[str] = []
        term: list[str] = []
        divided: list[str] | None = None

        def finish() -> None:
            nonlocal divided
            if divided is not None:
                if not term:
                    raise ValueError("a slash without a term after it")
                parts.append(rf"\frac{{{' '.join(divided)}}}{{{_bare(term)}}}")
                divided = None
            else:
                parts.extend(term)
            term.clear()

        while (token := self._peek()) is not None:
            if token.kind == "close" or (token.kind == "bar" and end == "|" and self._closes()):
                break
            if token.text == "," == end:
                break
            if token.kind == "slash" and token.before and token.after:
                if not term or divided is not None:
                    raise ValueError("a slash without a term before it")
                self.at += 1
                divided = [_bare(term)]
                term.clear()
            elif token.kind == "operator":
                self.at += 1
                finish()
                parts.append(OPERATORS[token.text])
            elif token.kind == "point":
                self.at += 1
                if token.text == "." and token.before and token.after:
                    term.append(r"\cdot")
                    continue
                finish()
                parts.append(_POINTS[token.text] if token.after else "{" + token.text + "}")
            elif self._is_cross():
                self.at += 1
                term.append(r"\times")
            elif self._is_text():
                finish()
                parts.append(self._text())
            else:
                term.append(self._atom())
        finish()
        return " ".join(parts)

    def _closes(self) -> bool:
        token = self._peek()
        assert token is not None
        return not token.before or token.after

    def _is_cross(self) -> bool:
        token, last, after = self._peek(), self._peek(-1), self._peek(1)
        if token is None or token.text != "x" or not (token.before and token.after):
            return False
        operand = last is not None and last.kind in (
            "name",
            "number",
            "close",
            "power",
            "mark",
            "bar",
        )
        begins = after is not None and (after.kind in ("name", "number", "open", "bar"))
        return operand and begins and not (after is not None and self._word(after, 1))

    # ------------------------------------------------------------------ text

    def _word(self, token: Token, step: int = 0) -> bool:
        """Whether a token is a word of a text."""
        if token.kind in ("text", "word"):
            return True
        if token.kind != "name":
            return False
        if token.text == "sum":
            after = self._peek(step + 1)
            return after is None or after.kind != "name" or self._word(after, step + 1)
        if not is_symbol(token.text):
            return True
        return is_article(self._peek(step - 1), token, self._peek(step + 1))

    def _is_text(self) -> bool:
        token = self._peek()
        return token is not None and self._word(token)

    def _text(self) -> str:
        words: list[str] = []
        while (token := self._peek()) is not None and self._word(token):
            words.append(token.text.strip("`"))
            self.at += 1
        return rf"\text{{ {' '.join(words)} }}"

    # ------------------------------------------------------------------ symbols

    def _atom(self) -> str:
        token = self._peek()
        assert token is not None
        self.at += 1
        if token.kind == "number":
            shown = token.text
        elif token.kind == "open":
            shown = self._group(token)
        elif token.kind == "bar":
            if token.before and token.after:
                return r"\mid"
            inner = self.sequence("|")
            self._expect("bar")
            shown = rf"\lvert {inner} \rvert"
        elif token.kind == "name":
            shown = self._named(token)
        else:
            raise ValueError(f"{token.text!r} in a place without a symbol")
        shown = self._marked(shown)
        after = self._peek()
        if after is not None and after.kind == "slash" and not (after.before and after.after):
            self.at += 1
            below = self._peek()
            if below is None or below.kind not in ("name", "number", "open", "bar"):
                raise ValueError("nothing to divide by")
            return _divided(shown, self._atom())
        return shown

    def _named(self, token: Token) -> str:
        after = self._peek()
        if token.text == "Delta" and after is not None and after.kind == "name":
            self.at += 1
            return r"\Delta " + self._marked(symbol(after.text))
        if token.text == "d" and after is not None and after.text == "(" and not after.before:
            self.at += 1
            return r"\mathrm{d}" + self._group(after)  # d(Delta p)
        shown = symbol(token.text)
        if after is not None and after.text == "(" and not after.before:  # a call: UF(t, x)
            self.at += 1
            return shown + self._group(after)
        return shown

    def _group(self, token: Token) -> str:
        after = self._peek()
        if token.text == "[" and after is not None and after.text == "[":
            return self._matrix()
        inner = self.sequence(")")
        close = self._expect("close")
        left, right = (r"\left(", r"\right)") if token.text == "(" else (r"\left[", r"\right]")
        if (token.text, close.text) not in (("(", ")"), ("[", "]"), ("(", "]")):
            raise ValueError("brackets that do not fit")
        if close.text == "]":
            right = r"\right]"
        if token.before and REMARK.search(inner):
            left = rf"\quad {left}"  # a remark, not a factor
        return f"{left}{inner}{right}"

    def _matrix(self) -> str:
        """Rows in brackets: [[a, b], [c, d]]."""
        rows = []
        while (token := self._peek()) is not None and token.text == "[":
            self.at += 1
            cells = [self.sequence(",")]
            while (token := self._peek()) is not None and token.text == ",":
                self.at += 1
                cells.append(self.sequence(","))
            rows.append(" & ".join(cells))
            self._expect("close")
            if (token := self._peek()) is not None and token.text == ",":
                self.at += 1
        self._expect("close")
        return r"\begin{pmatrix} " + r" \\ ".join(rows) + r" \end{pmatrix}"

    def _marked(self, shown: str) -> str:
        while (token := self._peek()) is not None and not token.before:
            if token.kind == "below":
                shown = f"{{{shown}}}_{{{_subscript(token.text[1:])}}}"
            elif token.kind == "mark":
                shown = rf"\tilde{{{shown}}}" if token.text == "~" else shown + token.text
            elif token.kind == "power":
                power = token.text[1:].replace("T", r"{\mathsf T}")
                shown = f"{{{shown}}}^{{{power}}}"
            elif (
                token.text in "[("
                and token.kind == "open"
                and shown.endswith("'")
                or token.text == "["
            ):
                self.at += 1
                shown += self._group(token)
                continue
            else:
                break
            self.at += 1
        return shown

    def _expect(self, kind: str) -> Token:
        token = self._peek()
        if token is None or token.kind != kind:
            raise ValueError("brackets that are not closed")
        self.at += 1
        return token


_POINTS = {",": ",", ";": r";\;", ".": ".", ":": r"{:}\;", "*": "{*}"}


def _divided(above: str, below: str) -> str:
    """A fraction; that of two differentials is a derivative."""
    d = r"\mathrm{d}"
    if above.startswith(d) and below.startswith(d):
        above, below = above.removeprefix(d), below.removeprefix(d)
        return rf"\frac{{\partial {_bare([above])}}}{{\partial {_bare([below])}}}"
    return rf"\frac{{{_bare([above])}}}{{{_bare([below])}}}"


def _bare(term: list[str]) -> str:
    """A term without the parentheses that enclose it, as a fraction needs none."""
    text = " ".join(term)
    if text.startswith(r"\left(") and text.endswith(r"\right)"):
        inner = text[len(r"\left(") : -len(r"\right)")]
        depth = -1 if "," in inner else 0
        for sign in re.findall(r"\\left|\\right", inner):
            depth += 1 if sign == r"\left" else -1
            if depth < 0:
                return text
        return inner if depth == 0 else text
    return text


def is_word(token: Token | None) -> bool:
    """Whether a token is a word that no formula has."""
    if token is None:
        return False
    return token.kind in ("text", "word") or token.kind == "name" and not is_symbol(token.text)


def is_article(last: Token | None, token: Token, following: Token | None) -> bool:
    """Whether a letter is a word: `a spring`, or `A body` at the start of a sentence."""
    if token.text not in ("a", "A") or not is_word(following):
        return False
    if token.text == "A":
        return last is None or last.text == "."
    return last is None or is_word(last) or last.kind in ("point", "operator", "open")
