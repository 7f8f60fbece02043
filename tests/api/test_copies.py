"""Systems hold addresses of compiled code: copies are refused, never half made."""

import copy
import pickle

import pytest

import linkwork as exu

from .models import make_settings, mass_on_spring


@pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy, pickle.dumps])
def test_system_cannot_be_copied(copier):
    s = mass_on_spring()
    expected = s.mbs.SolveDynamic(make_settings(0.1, 10)).coordinates
    with pytest.raises(exu.SysError, match="cannot be copied"):
        copier(s.mbs)
    assert (s.mbs.SolveDynamic(make_settings(0.1, 10)).coordinates == expected).all()


def test_settings_and_solutions_can_be_copied():
    s = mass_on_spring()
    settings = make_settings(0.1, 10)
    solution = s.mbs.SolveDynamic(settings)
    assert copy.deepcopy(settings) == settings
    again = pickle.loads(pickle.dumps(solution))
    assert (again.coordinates == solution.coordinates).all() and again.success
