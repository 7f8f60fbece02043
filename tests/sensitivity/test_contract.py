"""Derivatives by all real parameters of all kinds, against extrapolated differences of runs."""

import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.api.parameter_paths import KINDS as REAL
from linkwork.api.parameter_paths import parameter_path
from linkwork.core.declare.matrices import MatrixContainer
from linkwork.items import *
from linkwork.sensitivity.formulas import UPWARD
from tests.cases import Cases
from tests.items.alone import standing_alone
from tests.items.samples import KINDS

from .models import WEIGHTS, derived, recorded, settings_of

pytestmark = pytest.mark.processors

CANNOT = "rotation matrix|norm 1|x-y plane|held coordinate|outside of its table|cannot be varied"
CANNOT += "|must be 0 m"  # radii of the ends of a rope
CANNOT += "|the length of the cable"  # offsets along cables, which follow each other
CANNOT += "|sum of weightingFactors must be 1"
CANNOT += "|acts equally in all directions"  # inertia integrals that contain the same numbers
"""Why a number cannot change alone, or not at all."""

KINKS = ("LoadCoordinateTable.times[0]",)
"""Numbers at whose values a run has a kink: the start lies on the first knot of the table."""

WEAK = ("ObjectConnectorHydraulicActuatorSimple.actuatorDamping",)
"""Numbers with almost no effect: the ends of the sample move across their line."""

NOTHING = 1e-11
"""Derivatives of this size are rounding."""

STEPS = (3e-3, 1e-1, 3e-4, 1.0)
"""Sizes of differences: one of them is best for each number."""


def names_of(mbs, kind, number):
    """Paths to the real numbers of an item: of each vector the first and the last."""
    item, found = mbs._items[kind.family][number], []
    for name, p in item.fields.items():
        if isinstance(p.kind, REAL):
            value = p.kind.plain(getattr(item, name))
            value = np.asarray(value.dense() if isinstance(value, MatrixContainer) else value)
            places = list(np.ndindex(value.shape))
            for place in dict.fromkeys([places[0], places[-1]] if places else []):
                tail = "".join(f"[{k}]" for k in place)
                found.append(f"{kind.family}:{item.name}.{name}{tail}")
    return found


def differences_of(mbs, name, settings, step, weights=WEIGHTS):
    path = parameter_path(mbs, name)
    value, total = path.value(mbs), 0.0
    size = step * (abs(value) or 1.0)
    try:
        for k, weight in weights.items():
            path.set(mbs, value + k * size)
            total = total + weight / size * recorded(mbs.SolveDynamic(settings))
    finally:
        path.set(mbs, value)
    return total


def weights_for(mbs, name):
    """Those of differences to one side for a number at its lower limit."""
    path = parameter_path(mbs, name)
    value = path.value(mbs)
    try:
        path.set(mbs, value - 1e-3 * (abs(value) or 1.0))
    except exu.ParameterError:
        return UPWARD
    finally:
        path.set(mbs, value)
    return WEIGHTS


def check(kind, cases):
    """Returns the number of derivatives that agree."""
    w, number = standing_alone(kind)
    mbs, settings = w.mbs, settings_of(0.02, 4, tight=True)
    agreed = 0
    for name in names_of(mbs, kind, number):
        if name.replace(mbs._items[kind.family][number].name, kind.__name__).endswith(KINKS + WEAK):
            continue
        with cases(kind, name):
            try:
                solution = mbs.SolveDynamic(settings, sensitivities=[name])
            except exu.SysError as error:
                assert any(part in str(error) for part in CANNOT.split("|")), error
                continue
            found, least = derived(solution.sensitivity(name)), np.inf
            weights = weights_for(mbs, name)
            for step in STEPS:
                try:
                    expected = differences_of(mbs, name, settings, step, weights)
                except exu.SysError:
                    continue
                size = max(np.abs(found).max(initial=0.0), np.abs(expected).max(initial=0.0))
                error = np.abs(found - expected).max(initial=0.0)
                least = min(least, error / size if size > NOTHING else 0.0)
                if least < 1e-7:
                    break
            assert least < 1e-7
            agreed += 1
    return agreed


@pytest.mark.parametrize("family", ["node", "object", "marker", "load"])
def test_derivatives_by_all_real_parameters(family):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Cases() as cases:
            agreed = sum(check(kind, cases) for kind in KINDS if kind.family == family)
    assert agreed > 10
