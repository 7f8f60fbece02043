"""Jobs of the workers: a plan by its seed or its form, and damaged model files."""

import os
import random
import signal
from dataclasses import asdict
from typing import Any

from tests.fuzz import ensembles, files, planar, plans, rebuilding, results, running, stepping


def by_seed(seed: int) -> dict[str, Any]:
    """Outcome of the plan of a seed; with the plan itself if there is a fault."""
    plan, made = plans.make_seeded(seed, running.OPERATIONS)
    outcome = running.run(plan, made)
    return asdict(outcome) | ({"plan": plan} if outcome.fault else {})


def plan_of(seed: int) -> dict[str, Any]:
    """The plan of a seed, not run."""
    return plans.make_seeded(seed, running.OPERATIONS)[0]


def by_plan(plan: dict[str, Any]) -> dict[str, Any]:
    """Outcome of a plan."""
    return asdict(running.run(plan))


def by_file(seed: int) -> dict[str, Any]:
    """Outcome of reading a model file with random changes."""
    text = files.changed_text(random.Random(seed))
    return {"fault": files.fault_of(text), "text": text}


def by_planar(seed: int) -> dict[str, Any]:
    """Outcome of a model of the planar front end."""
    fault, solved = planar.fault_of(seed)
    return {"fault": fault, "solved": solved}


def by_stepping(seed: int) -> dict[str, Any]:
    """Outcome of a model in a Stepper."""
    fault, stepped = stepping.fault_of(seed)
    return {"fault": fault, "stepped": stepped}


def by_ensemble(seed: int) -> dict[str, Any]:
    """Outcome of members of an ensemble."""
    fault, compiled = ensembles.fault_of(seed)
    return {"fault": fault, "compiled": compiled}


def by_rebuilding(seed: int) -> dict[str, Any]:
    """Outcome of a model that is built again."""
    fault, taken = rebuilding.fault_of(seed)
    return {"fault": fault, "taken": taken}


def by_result(seed: int) -> dict[str, Any]:
    """Outcome of reading a damaged file of results."""
    return {"fault": results.fault_of(seed)}


def endless(given: Any) -> None:
    """Never end, to see that it is noticed."""
    while True:
        pass


def crash(given: Any) -> None:
    """End the interpreter, to see that it is noticed."""
    os.kill(os.getpid(), signal.SIGSEGV)
