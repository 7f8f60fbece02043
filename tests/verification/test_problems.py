"""The reference problems reach the digits that docs/verification.md states."""

import numpy as np
import pytest

from tests.cases import looped

from .problems import PROBLEMS, RUNS, run
from .problems.problem import digits
from .table import BEGIN, END, PAGE, renewed, section, written_digits

pytestmark = pytest.mark.processors

WRITTEN = written_digits(PAGE.read_text())
QUICK = [pair for pair in RUNS if pair[1].quick]
AT_ROUNDING = 11.0  # from here on the last bits show, which other processors may round otherwise


def key(problem, case):
    return problem.name, case.method, case.choice


def test_the_page_tells_every_run_of_every_problem():
    names = {key(*pair) for pair in RUNS}
    assert len(names) == len(RUNS)
    others = set(WRITTEN) - names
    assert names <= set(WRITTEN), "run `make verify`"
    assert {method for _, method, _ in others} <= {"REBOUND, IAS15"}


@looped("problem, case", RUNS, ids=lambda x: getattr(x, "name", None))
def test_the_page_shows_the_digits_that_are_asked_for(problem, case):
    assert WRITTEN[key(problem, case)] >= case.digits


@pytest.mark.parametrize(
    ("problem", "case"), QUICK, ids=["-".join(key(*pair)).replace(" ", "") for pair in QUICK]
)
def test_a_run_reaches_the_digits_of_the_page(problem, case):
    found = run(problem, case).digits
    written = WRITTEN[key(problem, case)]
    assert found >= written - (0.7 if written > AT_ROUNDING else 0.3)
    # far more digits than before are welcome, and a reason to renew the page
    assert found <= written + 1.0, "run `make verify`"


def test_every_problem_has_a_run_in_the_test_suite():
    slow = {problem.name for problem in PROBLEMS} - {problem.name for problem, _ in QUICK}
    assert slow == {
        "springs-10000", "distances-100", "distances-1000", "net-100", "net-100-energy",
    }  # fmt: skip


def test_digits_count_the_worst_row():
    exact = np.array([[3.0, 4.0], [0.0, 1.0]])
    assert digits(exact, exact) == 16.0
    assert digits(exact + [[0.0, 5e-7], [0.0, 0.0]], exact) == pytest.approx(7.0)
    assert digits(exact + [[0.0, 5e-7], [1e-5, 0.0]], exact) == pytest.approx(5.0)
    assert digits(exact + [[0.0, 5e-7], [1e-5, 0.0]], exact, scale=10.0) == pytest.approx(6.0)


def test_a_renewed_page_keeps_its_text_and_tells_its_digits():
    outcome = run(*QUICK[0])
    page = renewed(f"before\n{BEGIN}\nold\n{END}\nafter\n", section(QUICK[0][0], [outcome]))
    assert page.startswith("before\n") and page.endswith("\nafter\n") and "old" not in page
    assert written_digits(page) == {key(*QUICK[0]): pytest.approx(outcome.digits, abs=0.051)}
