"""Laws of items as Markdown: indented blocks as displayed formulas, symbols in text as formulas.

A block becomes a formula if most of its lines are ones; otherwise it stays a block of code.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field

from docs.generator.formulas import (
    RELATIONS,
    Token,
    formula,
    is_article,
    is_symbol,
    is_word,
    tokens,
)
from docs.generator.markdown import blocks, code, plain

PROTECTED = re.compile(
    r"`[^`]*`|\be\.g\.|\bi\.e\.|\b[xyz]-[xyz]\b|\[[A-Za-z0-9/^ ]+\](?!\w)"
    r"|\b(?:rad and N m|N m) instead of m and N|rad\s+and N m\b|instead of m(?: and N)?\b"
    r"|\b[A-Z][a-z]+-[A-Z]?[a-z]+\b|\b\w+-\w+-\w+\b"
)
"""Parts of texts that are no formulas: code, units, axes of a plane."""


WIDTH = 86
"""Characters of the source that fit into a line of a page as mathematics."""
LONG_LABEL = 26
"""Labels that are longer stand above their formula."""
ALONE = ("sum", "mbs", "itemNumber")
"""Names that are symbols only inside of formulas."""


@dataclass
class Count:
    """Lines of formulas that became mathematics, and all of them."""

    formulas: int = 0
    lines: int = 0


def law(text: str, count: Count | None = None) -> str:
    """Convert the docstring of a law."""
    count = count or Count()
    parts = []
    for block in blocks(text):
        if not block.startswith("    "):
            parts.append("\n".join(with_symbols(line) for line in _paragraph(block)))
            continue
        for body in textwrap.dedent(block).split("\n\n"):
            size = len(body.splitlines())
            shown = displayed(body)
            count.lines += size
            count.formulas += size if shown else 0
            parts.append(shown or code(body, "text"))
    return "\n\n".join(parts)


def _paragraph(block: str) -> list[str]:
    """A paragraph as one line, since formulas may be broken; the rows of a table one by one."""
    lines = block.splitlines()
    return lines if lines[0].startswith("|") else [" ".join(lines)]


# ---------------------------------------------------------------------- displayed formulas


@dataclass
class _Row:
    """A line: label, formulas as pairs of what stands left and right of the relation, remark."""

    label: str = ""
    formulas: list[tuple[str, str]] = field(default_factory=list)
    remark: str = ""
    is_formula: bool = False
    widths: tuple[int, int, int] = (0, 0, 0)


def displayed(body: str) -> str:
    """A block of formulas, aligned at their relations; empty if it is none."""
    try:
        rows = [_row(line) for line in body.splitlines()]
    except ValueError:
        return ""
    if sum(row.is_formula for row in rows) * 2 < len(rows):
        return ""
    widths = zip(*(row.widths for row in rows), strict=True)
    labels, formulas, remarks = map(max, widths)
    labels = min(labels, LONG_LABEL)
    in_columns = labels + formulas + remarks <= WIDTH
    lines = [line for row in rows for line in _lines(row, labels, in_columns)]
    inner = " \\\\\n".join(lines)
    return "```{math}\n\\begin{aligned}\n" + inner + "\n\\end{aligned}\n```"


def _lines(row: _Row, labels: int, in_columns: bool) -> Iterator[str]:
    """Lines of TeX for a row; what is too wide for the page is continued on the next one.

    labels -- width of the column of labels, 0: there is none; in_columns -- remarks have one, too
    """
    label, formula_width, remark = row.widths
    start = f"& {row.label} & " if labels else ""
    if label > LONG_LABEL:
        yield rf"& \rlap{{{row.label}}} & &"
        start = "& & "
    beside = in_columns or labels + formula_width + remark <= WIDTH
    if labels + formula_width <= WIDTH + (0 if remark else 8):
        (left, right), *others = row.formulas
        shown = r"\quad ".join([right, *(f"{a} {b}" for a, b in others)])
        pairs = [(left, shown)]
    else:
        pairs = row.formulas
    for k, (left, right) in enumerate(pairs):
        line = f"{start}{left} & {right}"
        if row.remark and beside and k == len(pairs) - 1:
            line += f" && {row.remark}" if in_columns else rf"\qquad {row.remark}"
        yield line
        start = "& & " if labels else ""
    if row.remark and not beside:
        yield rf"{start} & \quad {row.remark}"


def _row(line: str) -> _Row:
    chunks: list[str] = []
    for chunk in re.split(r" {2,}", line.strip()):
        goes_on = chunks and (chunk.startswith(("= ", "== ")) or chunks[-1].endswith((" <", " =")))
        if goes_on:
            chunks[-1] += f" {chunk}"
        else:
            chunks.append(chunk)
    row, label = _Row(), ""
    begins = is_word(tokens(chunks[0])[0])
    named = re.match(r"([a-z ]+): (.*=.*)", chunks[0])
    if len(chunks) > 1 and begins and "=" not in chunks[0]:
        label = chunks.pop(0)
    elif named:
        label, chunks[0] = named.groups()
    row.label = formula(label) if label else ""
    row.is_formula = _is_formula(chunks[0])
    remarks: list[str] = []
    formulas: list[str] = []
    for chunk in chunks:
        is_remark = _has_words(chunk) and not _relation(chunk) and chunk not in ("or", "with")
        if formulas and (remarks or is_remark):
            remarks.append(chunk)
        else:
            formulas.append(chunk)
            at = _relation(chunk)
            row.formulas.append((formula(chunk[:at]) if at else "", formula(chunk[at:])))
    row.remark = r"\quad ".join(map(formula, remarks))
    row.widths = len(label), len("  ".join(formulas)), len("  ".join(remarks))
    return row


def _has_words(chunk: str) -> bool:
    return any(map(is_word, tokens(chunk)))


def _is_formula(chunk: str) -> bool:
    """Whether a piece of a line is a formula: it has a relation, or no words."""
    return _relation(chunk) > 0 or not _has_words(chunk)


def _relation(chunk: str) -> int:
    """Where the first relation outside of brackets stands; 0 if there is none."""
    depth = 0
    for token in tokens(chunk):
        depth += (token.kind == "open") - (token.kind == "close")
        if depth == 0 and token.text in RELATIONS:
            return token.at
    return 0


# ---------------------------------------------------------------------- symbols in texts


def with_symbols(text: str) -> str:
    """Markdown of a text in which symbols and formulas are mathematics."""
    if text.startswith("|") and set(text) <= set("|- "):
        return text
    if text.startswith("|"):
        cells = text.strip("| ").split(" | ")
        return "| " + " | ".join(with_symbols(cell) for cell in cells) + " |"
    found, last = [], 0
    for match in PROTECTED.finditer(text):
        found += [_converted(text[last : match.start()]), plain(match[0])]
        last = match.end()
    return "".join([*found, _converted(text[last:])])


def _converted(text: str) -> str:
    parts, last = [], 0
    for start, end in _runs(text):
        try:
            shown = formula(text[start:end])
        except ValueError:
            continue
        parts += [plain(text[last:start]), f"{{math}}`{shown}`"]
        last = end
    return "".join([*parts, plain(text[last:])])


def _runs(text: str) -> list[tuple[int, int]]:
    """Where formulas stand in a text."""
    found = []
    for piece in re.finditer(r"[^`!?\"{}&%$#@\\]+", text):
        try:
            given = tokens(piece[0])
        except ValueError:
            continue
        for run in _math_runs(given):
            start = piece.start() + run[0].at
            found.append((start, piece.start() + run[-1].at + len(run[-1].text)))
    return found


def _math_runs(given: list[Token]) -> list[list[Token]]:
    runs: list[list[Token]] = [[]]
    depth = 0
    for k, token in enumerate(given):
        is_dot = token.text == "." and token.before and token.after
        if (
            token.kind == "point"
            and not is_dot
            and (depth == 0 or token.text == ";")
            or token.kind in ("text", "word")
        ):
            is_math = False
        elif token.kind == "name":
            beside = given[k - 1] if k else None, given[k + 1] if k + 1 < len(given) else None
            article = is_article(beside[0], token, beside[1])
            is_math = is_symbol(token.text) and not article and token.text not in ALONE
            is_math |= depth > 0 and token.text in ALONE or _is_argument(given, k)
        else:
            is_math = True
        last = runs[-1][-1] if runs[-1] else None
        is_sign = token.text in "+-" and token.before and not token.after and depth == 0
        if is_sign and last is not None and last.kind != "operator":
            runs.append([])  # m0 receives f, m1 -f
        if is_math:
            depth += (token.kind == "open") - (token.kind == "close")
            runs[-1].append(token)
        else:
            depth = 0
            runs.append([])
    return [part for run in runs for part in _trimmed(run)]


def _is_argument(given: list[Token], k: int) -> bool:
    """Whether a word is the argument of a symbol: R(angle0)."""
    if not 2 <= k < len(given) - 1:
        return False
    symbol, opened, closed = given[k - 2], given[k - 1], given[k + 1]
    is_called = symbol.kind == "name" and is_symbol(symbol.text) and not opened.before
    return is_called and opened.text == "(" and closed.text == ")"


def _trimmed(run: list[Token]) -> list[list[Token]]:
    """The parts of a run that are complete: brackets closed, operators between symbols."""
    depth, opened = 0, []
    for k, token in enumerate(run):
        if token.kind == "open":
            opened.append(k)
        elif token.kind == "close":
            if not opened:
                return [*_trimmed(run[:k]), *_trimmed(run[k + 1 :])]
            opened.pop()
    if opened:
        k = opened[0]
        return [*_trimmed(run[:k]), *_trimmed(run[k + 1 :])]
    while run and (_dangles(run[-1], at_end=True)):
        run = run[:-1]
    while run and _dangles(run[0], at_end=False):
        run = run[1:]
    enclosed = len(run) > 1 and run[0].kind == "open" and run[-1].kind == "close"
    if enclosed and not any(t.text == "," or t.kind == "operator" for t in run) and depth == 0:
        inner = _trimmed(run[1:-1])
        return inner if len(run) > 3 or run[1].kind == "name" else []
    return [run] if any(t.kind == "name" for t in run) else []


def _dangles(token: Token, at_end: bool) -> bool:
    if token.kind in ("slash", "point", "power", "mark", "below") and not at_end:
        return True
    if token.kind in ("slash", "point"):
        return True
    if token.kind == "operator":
        return at_end or token.after or token.text not in "+-"
    return False
