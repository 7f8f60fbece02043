"""What importing and solving load: nothing optional before it is used."""

import json
import subprocess
import sys

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


def loaded(code):
    """Top-level modules that are loaded after running some code in a new process."""
    tell = "import json, sys; print(json.dumps(sorted({n.partition('.')[0] for n in sys.modules})))"
    run = subprocess.run(
        [sys.executable, "-c", code + "\n" + tell], capture_output=True, text=True, check=True
    )
    return set(json.loads(run.stdout.splitlines()[-1]))


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
