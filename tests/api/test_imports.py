"""What importing and solving load: nothing optional before it is used."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

OPTIONAL = (
    "matplotlib", "pandas", "xarray", "h5py", "viser", "trimesh", "IPython", "imageio_ffmpeg",
    "webbrowser",
)  # fmt: skip

SOLVE = """
import linkwork as exu
from linkwork.items import *
from linkwork import graphics, planar, plot
mbs = exu.SystemContainer().AddSystem()
node = mbs.AddNode(NodePoint(initialVelocities=[1, 0, 0]))
mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Position))
solution = mbs.SolveDynamic()
assert solution.coordinates[-1, 0] == 1.0
"""


def modules_after(code):
    """Modules that are loaded after running some code in a new process."""
    tell = "import json, sys; print(json.dumps(sorted(sys.modules)))"
    run = subprocess.run(
        [sys.executable, "-c", code + "\n" + tell],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout.splitlines()[-1])


def loaded(code):
    """Top-level modules that are loaded after running some code in a new process."""
    return {name.partition(".")[0] for name in modules_after(code)}


def test_solving_loads_nothing_optional():
    assert not loaded(SOLVE) & set(OPTIONAL)


def test_a_page_needs_no_plotting_library(tmp_path):
    path = str(tmp_path / "run.html")
    found = loaded(SOLVE + f"solution.export_html({path!r})")
    assert not found & (set(OPTIONAL) - {"webbrowser"})


@pytest.mark.parametrize("name", ["matplotlib", "pandas", "xarray"])
def test_what_is_used_is_loaded(name):
    """The check above would find it."""
    use = {
        "matplotlib": "solution.plot()",
        "pandas": "solution.to_pandas()",
        "xarray": "solution.to_xarray()",
    }
    assert name in loaded(SOLVE + use[name])


def test_importing_alone_needs_not_even_numpy():
    assert "numpy" not in loaded("import linkwork; linkwork.__version__")


def test_modules_are_there_without_an_import_of_their_own():
    tell = "import linkwork; print(linkwork.graphics.Sphere(), linkwork.plot.componentNorm)"
    run = subprocess.run([sys.executable, "-c", tell], capture_output=True, text=True, check=True)
    assert "Sphere" in run.stdout
    wrong = subprocess.run(
        [sys.executable, "-c", "import linkwork; linkwork.grafics"], capture_output=True, text=True
    )
    assert "has no attribute 'grafics'" in wrong.stderr


ELSEWHERE = (
    "bench", "cli", "diagnosis", "ensemble", "extend", "exudyn", "fitting", "graphics", "gym",
    "items", "joints", "model_file", "modes", "planar", "plot", "rigid", "sensitivity", "statics",
    "utilities", "view", "warmup", "events.watching", "linear.sparse", "linear.fronts",
    "results.energy", "results.files", "core.functions.user_functions", "core.kernels.callbacks",
    *(f"{family}.kinds" for family in ("bodies", "connectors", "loads", "markers", "nodes")),
    *(f"integrators.{method}" for method in ("verlet", "explicit.method", "explicit.rk44")),
)  # fmt: skip
"""Rooms and files that the first model of the README does not use."""

MOST = 272
"""Number of modules of the package that this model may load: each takes 0.2 ms of the start."""


def first_model():
    """The model at the top of the README, without the browser."""
    text = (Path(__file__).parents[2] / "README.md").read_text()
    return re.search(r"```python\n(.*?)```", text, re.DOTALL)[1].replace(".show()", "")


def test_the_first_model_loads_what_it_uses_and_little_else():
    first_model_runs = first_model()
    modules_after(first_model_runs)  # compiles what is not in the cache
    found = modules_after(first_model_runs)
    own = [name.removeprefix("linkwork.") for name in found if name.startswith("linkwork.")]
    strange = [n for n in own if any(n == room or n.startswith(room + ".") for room in ELSEWHERE)]
    assert not strange
    assert len(own) <= MOST
    assert not {"numba", "scipy", "dataclasses", "heapq"} & set(found)


def test_idle_threads_of_blas_sleep_soon_unless_the_user_decides():
    tell = "import linkwork, os; print(os.environ['OPENBLAS_THREAD_TIMEOUT'])"
    for given, expected in ((None, "22"), ("10", "10")):
        environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_THREAD_TIMEOUT"}
        environment |= {"OPENBLAS_THREAD_TIMEOUT": given} if given else {}
        run = subprocess.run(
            [sys.executable, "-c", tell], capture_output=True, text=True, env=environment
        )
        assert run.stdout.strip() == expected


@pytest.mark.parametrize("solver", ["RK44", "VelocityVerlet", "GeneralizedAlpha"])
def test_a_run_loads_its_own_integrator_alone(solver):
    """By name and by member of DynamicSolverType; a wrong name still lists all of them."""
    code = f"""
from linkwork.core.enums import DynamicSolverType
from linkwork.integrators.registry import integrator_of
assert integrator_of(DynamicSolverType.{solver}).name == {solver!r}
"""
    homes = {"RK44": "explicit.rk44", "VelocityVerlet": "verlet.velocity_verlet"}
    homes["GeneralizedAlpha"] = "alpha.loop"
    found = modules_after(code)
    for name, home in homes.items():
        assert (f"linkwork.integrators.{home}" in found) == (name == solver)
