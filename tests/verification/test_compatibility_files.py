"""Files of runs with `compatibility = "exudyn"`: headers, footers, columns of statics."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *


def written(tmp_path, compatibility, solve):
    """Comment lines before and after the numbers, and the numbers, of both files."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
    mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[10, 10, 10]))
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1))
    sensor = tmp_path / "deep" / "sensor.txt"
    mbs.AddSensor(
        SensorNode(
            nodeNumber=node, fileName=str(sensor),
            outputVariableType=exu.OutputVariableType.Position,
        )
    )  # fmt: skip
    settings = exu.SimulationSettings()
    settings.compatibility = compatibility
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = 4, 0.1
    settings.staticSolver.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = True
    settings.solutionSettings.solutionInformation = "first\nsecond"
    settings.solutionSettings.coordinatesSolutionFileName = str(tmp_path / "solution")
    getattr(mbs, solve)(settings)
    found = []
    for path in (tmp_path / "solution.txt", sensor):
        lines = path.read_text().splitlines()
        rows = [k for k, line in enumerate(lines) if not line.startswith("#")]
        numbers = np.loadtxt(path, comments="#", delimiter=",")
        found.append((lines[: rows[0]], numbers, lines[rows[-1] + 1 :]))
    return found


@pytest.mark.parametrize(
    ("solve", "columns"),
    [("SolveDynamic", [3, 3, 3, 0, 0, 1, 0]), ("SolveStatic", [3, 0, 0, 0, 0, 1, 0])],
)
def test_lines_and_columns(tmp_path, solve, columns):
    solution, sensor = written(tmp_path, "exudyn", solve)
    header, numbers, footer = solution
    assert header[4].endswith(f"= {columns}".replace(" ", "").replace("=[", "= ["))
    assert header[8] == "#" and header[9] == "#solution information = first_second"
    assert len(header) == 10 and len(footer) == 2
    assert numbers.shape == ((5 if solve == "SolveDynamic" else 2), 1 + sum(columns))
    assert len(sensor[0]) == 8 and sensor[0][7] == "#"
    header, numbers, footer = written(tmp_path, "", solve)[0]
    assert len(header) == 7 and len(footer) == 1 and numbers.shape[1] == 11
