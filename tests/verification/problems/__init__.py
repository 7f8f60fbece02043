"""The reference problems of the field, each defined once: model, exact values, source, runs."""

from .bicycle import BICYCLE
from .bricard import BRICARD
from .four_bars import FOUR_BARS
from .free_body import DZHANIBEKOV
from .governor import GOVERNOR
from .kepler import CIRCLE, ELLIPSE
from .pendulum import PENDULUM
from .problem import Case, Outcome, Problem, run
from .rolling import ROLLING
from .solar_system import SOLAR_SYSTEM
from .squeezing import SQUEEZING
from .tops import TOPS
from .trusses import TRUSSES

PROBLEMS = (
    *(PENDULUM, *FOUR_BARS, SQUEEZING, BRICARD, GOVERNOR, DZHANIBEKOV, *TOPS, ROLLING, *BICYCLE),
    *(SOLAR_SYSTEM, CIRCLE, ELLIPSE, *TRUSSES),
)
RUNS = tuple((problem, case) for problem in PROBLEMS for case in problem.cases)

__all__ = ["PROBLEMS", "RUNS", "Case", "Outcome", "Problem", "run"]
