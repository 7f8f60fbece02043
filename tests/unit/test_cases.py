"""Many cases in one test: all are tried, failures are named, a test without cases fails."""

import pytest

from tests.cases import MOST, Cases, looped


def test_all_cases_are_tried_and_those_that_fail_are_named():
    tried = []
    with pytest.raises(AssertionError) as caught, Cases("spring") as cases:
        for mass in (1, 2, 3):
            for variant in ("plain", "damped"):
                with cases(f"mass {mass}", variant):
                    tried.append((mass, variant))
                    assert (mass, variant) != (1, "damped"), "the damper is wrong"
                    assert mass < 3, "the mass is wrong"
    assert len(tried) == 6 and cases.tried == {"plain": 3, "damped": 3}
    assert str(caught.value).splitlines() == [
        "3 of 6 cases failed:",
        "  spring, mass 1, damped",
        "  spring, mass 3, plain",
        "  spring, mass 3, damped",
        "the first: the damper is wrong",
    ]
    assert "the damper is wrong" in str(caught.value.__cause__)


def test_errors_fail_a_case_as_asserts_do():
    told = "1 of 1 cases failed:\n  conversion"
    with pytest.raises(AssertionError, match=told), Cases() as cases, cases("conversion"):
        float("one")


def test_many_failures_end_a_test():
    tried = []
    with pytest.raises(AssertionError, match=f"at least {MOST} cases failed"), Cases() as cases:
        for k in range(1000):
            with cases(k):
                tried.append(k)
                raise ValueError
    assert len(tried) == MOST


def test_a_test_without_cases_fails():
    with pytest.raises(AssertionError, match="no case of spring"), Cases("spring"):
        pass


def test_a_failure_outside_of_the_cases_stays_what_it_is():
    with pytest.raises(KeyError), Cases("spring"):
        raise KeyError


seen = []


@looped("mass, force", [(1.0, 2.0), (3.0, 4.0)])
@looped("law", [min, max])
def run_looped(tmp_path, mass, force, law):
    seen.append((mass, force, law))
    assert law is min or mass < 2.0


def test_loops_try_every_combination_with_the_fixtures_of_the_test(tmp_path):
    seen.clear()
    with pytest.raises(AssertionError, match="1 of 4 cases failed:\n  max, 3.0, 4.0"):
        run_looped(tmp_path=tmp_path)
    assert sorted(seen, key=repr) == sorted(
        [(m, f, law) for m, f in ((1.0, 2.0), (3.0, 4.0)) for law in (min, max)], key=repr
    )


@pytest.mark.parametrize("scale", [1.0, 2.0])
@looped("k", range(3), ids=["first", "second", "third"])
def test_loops_stand_beside_parameters_and_fixtures(tmp_path, scale, k):
    assert tmp_path.exists() and scale * k <= 4.0
