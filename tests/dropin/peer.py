"""Runs the scripts of `scripts/` in the program that they were written for, and keeps its numbers.

    python -m tests.dropin.peer PYTHON [NAME ...]

PYTHON is an interpreter with exudyn 1.11.0. Each script runs twice, the second time with Newton
tolerances lowered tenfold: where its numbers move (`moved` in peer.json), so may ours. Then it runs
here; `difference` is the largest one of its numbers, relative to those above 1.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SCRIPTS, DATA = HERE / "scripts", HERE / "peer.json"
PRELUDE = """
import json, sys, types, runpy
import exudyn as exu
tested = types.SimpleNamespace(useGraphics=False, performTests=False, isPerformanceTest=False,
                               testTolFact=1.0, testError=None, testResult=None)
sys.modules["modelUnitTests"] = types.ModuleType("modelUnitTests")
sys.modules["modelUnitTests"].exudynTestGlobals = tested
if {lowered}:
    original = exu.SimulationSettings
    def settings():
        made = original()
        for part in (made.timeIntegration, made.staticSolver):
            part.newton.relativeTolerance *= 0.1
            part.newton.absoluteTolerance *= 0.1
        return made
    exu.SimulationSettings = settings
sys.argv = [{path!r}]
runpy.run_path({path!r}, run_name="__main__")
import numpy as np
result = np.ravel(np.array(tested.testResult, dtype=float)).tolist()
print("RESULT", json.dumps(result))
"""


def result_of(python: str, script: Path, lowered: bool) -> list[float]:
    """Numbers of a script in the other program."""
    with tempfile.TemporaryDirectory() as folder:
        code = PRELUDE.format(path=str(script), lowered=lowered)
        environment = {**os.environ, "MPLBACKEND": "Agg"}
        environment.pop("PYTHONPATH", None)
        done = subprocess.run(
            [python, "-c", code], cwd=folder, env=environment, capture_output=True, text=True
        )
    lines = [line for line in done.stdout.splitlines() if line.startswith("RESULT")]
    if not lines:
        raise RuntimeError(f"{script.name}: {done.stdout[-1500:]}\n{done.stderr[-1500:]}")
    found: list[float] = json.loads(lines[-1].removeprefix("RESULT"))
    return found


def difference_of(script: Path, values: list[float]) -> float:
    """Largest difference of our numbers, relative to those above 1."""
    import numpy as np

    from tests.dropin.test_scripts import result_of as own_result

    with tempfile.TemporaryDirectory() as folder:
        found = own_result(script, Path(folder))
    expected = np.array(values)
    if found.shape != expected.shape:
        return float("inf")
    return float((np.abs(found - expected) / np.maximum(1.0, np.abs(expected))).max(initial=0.0))


def main(arguments: list[str]) -> None:
    """Renew the numbers of all scripts, or of those that are named."""
    python, *names = arguments
    known = json.loads(DATA.read_text())
    for script in sorted(SCRIPTS.glob("*.py")):
        if names and script.stem not in names:
            continue
        values, again = (result_of(python, script, lowered) for lowered in (False, True))
        moved = [abs(a - b) / max(1.0, abs(a)) for a, b in zip(values, again, strict=True)]
        own = difference_of(script, values)
        known[script.stem] = {
            "result": values, "moved": max(moved, default=0.0), "difference": own,
        }  # fmt: skip
        print(
            f"{script.stem}: {len(values)} numbers, difference {own:.1e}, "
            f"moved {max(moved, default=0.0):.1e}",
            flush=True,
        )
    present = {script.stem for script in SCRIPTS.glob("*.py")}
    rows = [f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in sorted(known.items()) if k in present]
    DATA.write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
