"""The reference problems of the field, each defined once: model, exact values, source, runs."""

from .four_bars import FOUR_BARS
from .kepler import CIRCLE, ELLIPSE
from .pendulum import PENDULUM
from .problem import Case, Outcome, Problem, run
from .solar_system import SOLAR_SYSTEM
from .squeezing import SQUEEZING
from .trusses import TRUSSES

PROBLEMS = (PENDULUM, *FOUR_BARS, SQUEEZING, SOLAR_SYSTEM, CIRCLE, ELLIPSE, *TRUSSES)
RUNS = tuple((problem, case) for problem in PROBLEMS for case in problem.cases)

__all__ = ["PROBLEMS", "RUNS", "Case", "Outcome", "Problem", "run"]
