"""A few hundred random models in every solver; `make fuzz` runs thousands.

The models belong to fixed numbers and Hypothesis draws the same ones every time, so a test that
passes once passes always, until items, settings or solvers are added, which change the models.
They run in a process of their own (workers.py): a crash or an endless run is a failure with a
number, not the end of all tests. Its limit is computing time, so a busy machine does no harm; what
it compiles for the first time counts, so it is larger than the 10 s of `make fuzz`.
"""

import collections
import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz import jobs, plans, running
from tests.fuzz.conftest import SLOW
from tests.fuzz.shrink import shrink
from tests.items.samples import KINDS

pytestmark = pytest.mark.processors

MODELS = 420


def test_random_models_give_finite_results_or_named_errors(worker):
    kinds, solvers, others = collections.Counter(), collections.Counter(), collections.Counter()
    solved, refused = 0, 0
    for seed in range(MODELS):
        outcome, broke = worker.do(jobs.by_seed, seed, SLOW)
        assert not broke, f"seed {seed}: {broke}"
        assert not outcome["fault"], f"seed {seed}: {outcome['fault']}"
        runs = [name for name in outcome["solved"] if name.startswith("SolveDynamic")]
        solved += bool(runs)
        refused += bool(outcome["refused"])
        solvers.update(runs)
        others.update(set(outcome["solved"]) - set(runs))
        kinds.update(outcome["kinds"] if runs else ())
    assert solved >= 0.4 * MODELS and refused >= 0.15 * MODELS
    assert min(kinds[kind.__name__] for kind in KINDS) >= 2, kinds
    assert min(solvers[f"SolveDynamic/{name}"] for name in plans.SOLVERS) >= 10, solvers
    # failed statics, modes, ... of models without equilibrium or mass are named errors
    assert min(others[name] for name in running.OPERATIONS if name != "SolveDynamic") >= 5, others


def test_random_models_of_the_planar_front_end(worker):
    solved = 0
    for seed in range(100):
        outcome, broke = worker.do(jobs.by_planar, seed, SLOW)
        assert not broke and not outcome["fault"], f"seed {seed}: {broke or outcome['fault']}"
        solved += outcome["solved"]
    assert solved >= 35


def test_random_models_in_a_stepper(worker):
    stepped = 0
    for seed in range(120):
        outcome, broke = worker.do(jobs.by_stepping, seed, SLOW)
        assert not broke and not outcome["fault"], f"seed {seed}: {broke or outcome['fault']}"
        stepped += outcome["stepped"]
    assert stepped >= 48


def test_random_models_as_members_of_ensembles(worker):
    compiled = 0
    for seed in (78, *range(160, 190)):
        outcome, broke = worker.do(jobs.by_ensemble, seed, SLOW)
        assert not broke and not outcome["fault"], f"seed {seed}: {broke or outcome['fault']}"
        compiled += outcome["compiled"]
    assert compiled >= 3


def test_random_models_that_are_built_again(worker):
    taken = 0
    for seed in range(40):
        outcome, broke = worker.do(jobs.by_rebuilding, seed, SLOW)
        assert not broke and not outcome["fault"], f"seed {seed}: {broke or outcome['fault']}"
        taken += outcome["taken"]
    assert taken >= 3


@settings(
    max_examples=25, derandomize=True, deadline=None, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large,
                           HealthCheck.large_base_example, HealthCheck.function_scoped_fixture],
)  # fmt: skip
@given(st.randoms(use_true_random=False))
def test_models_that_hypothesis_draws(tmp_path, monkeypatch, r):
    monkeypatch.chdir(tmp_path)
    plan, made = plans.make(r, running.OPERATIONS)
    outcome = running.run(plan, made)
    assert not outcome.fault, f"{outcome.fault}\n{json.dumps(plan)}"


def test_a_plan_that_was_written_runs_the_same_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for seed in range(15):
        plan, made = plans.make_seeded(seed, running.OPERATIONS)
        again = json.loads(json.dumps(plan))
        first, second = running.run(plan, made), running.run(again)
        assert first.solved == second.solved, seed
        texts = [re.sub(r" at 0x[0-9a-f]+", "", str(run.refused)) for run in (first, second)]
        assert texts[0] == texts[1], seed


def break_law(monkeypatch, value):
    """Make recorded coordinates something else than they are."""
    true = running.check_solution

    def broken(mbs, found, settings, stopped):
        if found.coordinates.size:
            found.coordinates = found.coordinates.copy()
            found.coordinates[-1] = value
        true(mbs, found, settings, stopped)

    monkeypatch.setattr(running, "check_solution", broken)


@pytest.mark.parametrize("value, told", [(float("nan"), "nan:"), (1e39, "norm:")])
def test_a_wrong_number_is_noticed_and_its_plan_made_small(tmp_path, monkeypatch, value, told):
    monkeypatch.chdir(tmp_path)
    break_law(monkeypatch, value)
    seed = next(
        seed
        for seed in range(50)
        if running.run(*plans.make_seeded(seed, running.OPERATIONS)).fault
    )
    plan = plans.make_seeded(seed, running.OPERATIONS)[0]

    def fails(small):
        return running.run(small).fault.startswith(told)

    assert fails(plan)
    small = shrink(plan, fails)
    assert fails(small) and len(small["items"]) <= 3 and len(small["operations"]) == 1


def test_crashes_and_endless_runs_are_told_and_the_next_job_is_done(worker):
    assert worker.do(jobs.plan_of, 3)[0]["seed"] == 3
    assert worker.do(jobs.endless, 0, 0.2) == (None, "hang")
    assert worker.do(jobs.crash, 0) == (None, "crash: exit code -11")
    assert worker.do(jobs.plan_of, 4)[0]["seed"] == 4
