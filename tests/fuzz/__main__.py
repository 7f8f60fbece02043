"""The long fuzz run (`make fuzz`): random models and damaged files in watched processes.

    python -m tests.fuzz --count 10000 --seed 0 --jobs 2
    python -m tests.fuzz --replay build/fuzz/fault-17.json

Every model belongs to a number, seed + k, so a run is repeated by its seed. A fault is written
with the smallest model that shows it; the exit code is 1 if there was one.
"""

import argparse
import collections
import json
import sys
import threading
import time
from pathlib import Path
from typing import Any

from tests.fuzz import files, jobs
from tests.fuzz.shrink import shrink
from tests.fuzz.workers import Worker


class Tally:
    """Counts of a run, filled by several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.counts: collections.Counter[str] = collections.Counter()
        self.errors: collections.Counter[str] = collections.Counter()
        self.faults: list[str] = []
        self.lock = threading.Lock()

    def take(self, outcome: dict[str, Any]) -> None:
        with self.lock:
            self.counts["models"] += 1
            runs = [name for name in outcome["solved"] if name.startswith("Solve")]
            self.counts["models with finite results"] += bool(runs)
            self.counts["runs with finite results"] += len(runs)
            self.counts["other operations done"] += len(outcome["solved"]) - len(runs)
            for name, kind, _ in outcome["refused"]:
                self.errors[f"{kind} in {name.partition('/')[0]}"] += 1

    def fault(self, told: str, seed: int, form: Any) -> None:
        with self.lock:
            self.counts["faults: " + told.partition(":")[0]] += 1
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self.folder / f"fault-{seed}.json"
            path.write_text(json.dumps(form, indent=1))
            self.faults.append(f"{path}: {told}")
            print(f"seed {seed}: {told}\n  {path}", flush=True)


def _same_fault(worker: Worker, told: str) -> Any:
    """Whether a smaller plan shows the same kind of fault."""
    kind = told.partition(":")[0]

    def fails(plan: dict[str, Any]) -> bool:
        outcome, broke = worker.do(jobs.by_plan, plan)
        return (broke or outcome["fault"]).partition(":")[0] == kind

    return fails


def one_model(worker: Worker, seed: int, tally: Tally) -> None:
    """Run the plan of a seed; a fault is made small and written."""
    outcome, broke = worker.do(jobs.by_seed, seed)
    if broke == "hang":  # user functions of the plan may have been compiled for the first time
        outcome, broke = worker.do(jobs.by_seed, seed)
    told = broke or outcome["fault"]
    if not broke:
        tally.take(outcome)
    if told:
        plan = outcome["plan"] if outcome else worker.do(jobs.plan_of, seed)[0]
        if plan is not None:
            plan = shrink(plan, _same_fault(worker, told), 40 if broke == "hang" else 400)
        tally.fault(told, seed, {"fault": told, "plan": plan})


def one_file(worker: Worker, seed: int, tally: Tally) -> None:
    """Read the damaged model file of a seed."""
    outcome, broke = worker.do(jobs.by_file, seed)
    with tally.lock:
        tally.counts["damaged model files"] += 1
    told = broke or outcome["fault"]
    if told:
        tally.fault(told, seed, {"fault": told, "text": outcome["text"] if outcome else None})


def one_result(worker: Worker, seed: int, tally: Tally) -> None:
    """Read the damaged result file of a seed."""
    outcome, broke = worker.do(jobs.by_result, seed)
    with tally.lock:
        tally.counts["damaged result files"] += 1
    told = broke or outcome["fault"]
    if told:
        tally.fault(told, seed, {"fault": told, "result file": seed})


def one_planar(worker: Worker, seed: int, tally: Tally) -> None:
    """Run a model of the planar front end."""
    outcome, broke = worker.do(jobs.by_planar, seed)
    with tally.lock:
        tally.counts["planar models"] += 1
        tally.counts["planar models with finite results"] += bool(outcome and outcome["solved"])
    told = broke or outcome["fault"]
    if told:
        tally.fault(told, seed, {"fault": told, "planar": seed})


def one_rebuilding(worker: Worker, seed: int, tally: Tally) -> None:
    """Build a model again after another of its structure is gone."""
    outcome, broke = worker.do(jobs.by_rebuilding, seed)
    with tally.lock:
        tally.counts["models that were built again"] += 1
        tally.counts["models that were taken over"] += bool(outcome and outcome["taken"])
    told = broke or outcome["fault"]
    if told:
        tally.fault(told, seed, {"fault": told, "rebuilding": seed})


def run(count: int, seed: int, processes: int, folder: Path) -> int:
    """Run everything and print a summary; the number of faults."""
    tally, began = Tally(folder), time.perf_counter()
    tasks = [(one_model, seed + k) for k in range(count)]
    tasks += [(one_file, seed + k) for k in range(count)]
    tasks += [(one_planar, seed + k) for k in range(count // 4)]
    tasks += [(one_result, seed + k) for k in range(count // 4)]
    tasks += [(one_rebuilding, seed + k) for k in range(count // 4)]
    tasks.reverse()

    def work() -> None:
        worker = Worker()
        while True:
            with tally.lock:
                if not tasks:
                    break
                task, number = tasks.pop()
                left = len(tasks)
            if left % 500 == 0:
                print(f"{left} left after {time.perf_counter() - began:.0f} s", flush=True)
            task(worker, number, tally)
        worker.close()

    threads = [threading.Thread(target=work) for _ in range(processes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"\n{time.perf_counter() - began:.0f} s, seeds {seed} to {seed + count - 1}")
    for name, number in sorted(tally.counts.items()):
        print(f"{number:8d}  {name}")
    print("named errors:")
    for name, number in tally.errors.most_common():
        print(f"{number:8d}  {name}")
    print(f"{len(tally.faults)} faults", *tally.faults, sep="\n  ")
    return len(tally.faults)


def replay(form: dict[str, Any]) -> dict[str, Any]:
    """Outcome of what a file of a fault tells: a plan, or a seed, or the text of a model file."""
    if "plan" in form:
        return jobs.by_plan(form["plan"])
    if "planar" in form:
        return jobs.by_planar(form["planar"])
    if "rebuilding" in form:
        return jobs.by_rebuilding(form["rebuilding"])
    if "result file" in form:
        return jobs.by_result(form["result file"])
    return {"fault": files.fault_of(form["text"])}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("build/fuzz"))
    parser.add_argument("--replay", type=Path, help="run the fault of a file again")
    given = parser.parse_args()
    if given.replay:
        outcome = replay(json.loads(given.replay.read_text()))
        print(json.dumps(outcome, indent=1))
        return int(bool(outcome["fault"]))
    return int(run(given.count, given.seed, given.jobs, given.folder.resolve()) > 0)


if __name__ == "__main__":
    sys.exit(main())
