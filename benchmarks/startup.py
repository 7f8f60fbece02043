"""Start-up time: a fresh process from import to the first result of the SpringDamper example."""

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

# The clock starts before the first import, so the inner time contains import, build and solve.
SCRIPT = """
import time
start = time.perf_counter()
import sys, warnings
warnings.simplefilter("ignore")
{imports}
SC = exu.SystemContainer(); mbs = SC.AddSystem()
oGround = mbs.AddObject(ObjectGround())
node = mbs.AddNode(NodePoint(referenceCoordinates=[1.05, 0, 0]))
oMassPoint = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround, localPosition=[0, 0, 0]))
m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oMassPoint, localPosition=[0, 0, 0]))
mbs.AddObject(ObjectConnectorSpringDamper(
    markerNumbers=[m0, m1], referenceLength=1, stiffness=100, damping=1))
mbs.Assemble()
sims = exu.SimulationSettings()
sims.solutionSettings.writeSolutionToFile = False
sims.timeIntegration.verboseMode = 0
mbs.SolveDynamic(sims)
x = mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[0]
assert abs(x - 0.9733828995763039) < 1e-9, x
print("inner", time.perf_counter() - start)
"""
IMPORTS = {
    "linkwork": "import linkwork as exu\nfrom linkwork.items import *",
    "exudyn": "import exudyn as exu\nfrom exudyn.itemInterface import *",
}


@dataclass(frozen=True)
class Startup:
    """Times in s of one fresh process: the whole process and import + build + solve inside."""

    process: float
    inside: float


def fresh_process(engine: str, environment: dict[str, str] | None = None) -> Startup:
    """Run the example in a new Python process and measure it from outside and inside."""
    command = [sys.executable, "-c", SCRIPT.format(imports=IMPORTS[engine])]
    start = time.perf_counter()
    done = subprocess.run(
        command,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    process = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(f"the start-up example failed with {engine}:\n{done.stderr}")
    inside = [line for line in done.stdout.splitlines() if line.startswith("inner ")]
    return Startup(process, float(inside[0].split()[1]))


def warm(engine: str, repeat: int) -> Startup:
    """Best of several fresh processes after one that fills the caches."""
    fresh_process(engine)
    return min((fresh_process(engine) for _ in range(repeat)), key=lambda s: s.process)


def cold() -> Startup:
    """One fresh process of Linkwork with an empty kernel cache."""
    with tempfile.TemporaryDirectory() as folder:
        return fresh_process("linkwork", {"LINKWORK_CACHE_DIR": folder})
