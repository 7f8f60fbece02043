"""`make verify`: run all reference problems, print tables, write them into docs/verification.md.

    python -m tests.verification.table [name ...]

With names only these problems run, and nothing is written. The name `orders` renews the table of
orders alone.
"""

import re
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

from linkwork.bench import table as bench_table
from tests.verification.precision import order_table, points
from tests.verification.problems import PROBLEMS, Outcome, Problem, run
from tests.verification.problems.solar_system import SOLAR_SYSTEM, peer_row

PAGE = Path(__file__).resolve().parents[2] / "docs" / "verification.md"
BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"
ORDERS_BEGIN, ORDERS_END = "<!-- orders: begin -->", "<!-- orders: end -->"
HEAD = (
    "| solver | setting | digits | steps | force evaluations | CPU [ms] | |",
    "|---|---|---|---|---|---|---|",
)
ROW = re.compile(r"\| ([^|]+) \| ([^|]+) \| ([\d.]+) \| \d+ \| \d+ \|")
HEADING = re.compile(r"### (?:.*) \(`([\w-]+)`\)")


def main(names: list[str]) -> int:
    """Run, print and, if all problems ran, write."""
    if not names or names == ["orders"]:
        orders = order_table(points())
        print("\n".join(orders), flush=True)
        PAGE.write_text(renewed(PAGE.read_text(), ["", *orders], ORDERS_BEGIN, ORDERS_END))
    if names == ["orders"]:
        return 0
    unknown = set(names) - {problem.name for problem in PROBLEMS}
    if unknown:
        known = ", ".join(problem.name for problem in PROBLEMS)
        print(f"unknown problem {', '.join(sorted(unknown))}; there are {known}", file=sys.stderr)
        return 2
    lines = [machine()]
    print(lines[0])
    for problem in PROBLEMS:
        if names and problem.name not in names:
            continue
        part = section(problem, outcomes(problem))
        print("\n".join(part), flush=True)
        lines += part
    if not names:
        PAGE.write_text(renewed(PAGE.read_text(), lines))
        print(f"\nwritten: {PAGE}")
    return 0


def machine() -> str:
    """What the times belong to."""
    text = bench_table.machine("linkwork", "rebound", "numpy", "scipy", "numba")
    return textwrap.fill(f"Times are of {text}", 100)


def outcomes(problem: Problem) -> list[Outcome]:
    """All runs of a problem, those of a peer last."""
    found = [run(problem, case, repeat=2) for case in problem.cases]
    return found + [peer_row()] if problem is SOLAR_SYSTEM else found


def section(problem: Problem, rows: Iterable[Outcome]) -> list[str]:
    """Heading, source and table of a problem."""
    about = textwrap.wrap(f"{problem.source} Digits: {problem.compared}.", 100)
    lines = [
        f"| {row.method} | {row.choice} | {row.digits:.1f} | {row.steps} | {row.evaluations} "
        f"| {milliseconds(row.seconds)} | {row.note} |"
        for row in rows
    ]
    return ["", f"### {problem.title} (`{problem.name}`)", "", *about, "", *HEAD, *lines]


def milliseconds(seconds: float) -> str:
    """Three figures, more of large numbers."""
    return f"{1e3 * seconds:.0f}" if seconds >= 0.1 else f"{1e3 * seconds:.3g}"


def renewed(page: str, lines: Iterable[str], begin: str = BEGIN, end: str = END) -> str:
    """The page with other lines between its marks."""
    before, rest = page.split(begin)
    _, after = rest.split(end)
    return before + "\n".join([begin, *lines, "", end]) + after


def written_digits(page: str) -> dict[tuple[str, str, str], float]:
    """Digits in the table of a page, by name of the problem, method and choice."""
    found, name = {}, ""
    for line in page.split(BEGIN)[1].split(END)[0].splitlines():
        if heading := HEADING.fullmatch(line):
            name = heading[1]
        elif row := ROW.match(line):
            found[name, row[1], row[2]] = float(row[3])
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
