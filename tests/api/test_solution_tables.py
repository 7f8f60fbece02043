"""Results as .csv: names and units in the first line, all numbers, and back again."""

import csv

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import make_settings
from .results import rich_system

STATES = (
    "times", "coordinates", "velocities", "accelerations", "multipliers", "ode1_coordinates",
    "ode1_velocities", "data_coordinates",
)  # fmt: skip


def table(path):
    with path.open(newline="") as file:
        header, *rows = csv.reader(file)
    return header, rows


def same(one, other):
    assert all(np.array_equal(getattr(one, name), getattr(other, name)) for name in STATES)
    assert list(one.sensors) == list(other.sensors)
    assert all(np.array_equal(one.sensors[name], other.sensors[name]) for name in one.sensors)


def test_a_table_has_names_units_and_all_numbers(tmp_path):
    solution = rich_system().SolveDynamic(make_settings(0.1, 10))
    solution.save(tmp_path / "run.csv")
    header, rows = table(tmp_path / "run.csv")
    assert header == [
        "time [s]", "bob.x [m]", "bob.y [m]", "bob.x_t [m/s]", "bob.y_t [m/s]",
        "bob.x_tt [m/s^2]", "bob.y_tt [m/s^2]", "multiplier rod.lambda", "ode1 tank.q0",
        "ode1 rate tank.q0_t [1/s]", "data memory.q0", "data memory.q1", "place.x [m]",
        "place.y [m]", "place.z [m]", "speed.x [m/s]", "speed.y [m/s]", "speed.z [m/s]",
        "pull [N]",
    ]  # fmt: skip
    numbers = np.array(rows, float)
    assert np.array_equal(numbers[:, 0], solution.times)
    assert np.array_equal(numbers[:, 4], solution.velocities[:, 1])
    assert np.array_equal(numbers[:, 18], solution.sensors["pull"][:, 1])
    loaded = exu.Solution.load(tmp_path / "run.csv")
    assert loaded.snapshot is None
    same(loaded, solution)


def test_pandas_reads_a_table(tmp_path):
    pandas = pytest.importorskip("pandas")
    solution = rich_system().SolveDynamic(make_settings(0.1, 10))
    solution.save(tmp_path / "run.csv")
    frame = pandas.read_csv(tmp_path / "run.csv", index_col=0)
    assert np.array_equal(frame["place.y [m]"], solution.sensors["place"][:, 2])
    assert frame.index.name == "time [s]" and frame.shape == (11, 18)


def test_rows_of_states_and_sensors_at_different_times_are_joined(tmp_path):
    settings = make_settings(0.1, 12)
    settings.solutionSettings.solutionWritePeriod = 0.1 / 4
    settings.solutionSettings.sensorsWritePeriod = 0.1 / 3
    solution = rich_system().SolveDynamic(settings)
    solution.save(tmp_path / "run.csv")
    _, rows = table(tmp_path / "run.csv")
    assert len(rows) == len({*solution.times, *solution.sensors["place"][:, 0]}) > len(solution)
    assert any(row[1] == "" and row[12] != "" for row in rows)
    same(exu.Solution.load(tmp_path / "run.csv"), solution)


def test_names_with_commas_quotes_and_repetitions_come_back(tmp_path):
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(name='a, "b"', initialVelocities=[1, 2, 3]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    position = exu.OutputVariableType.Position
    mbs.AddSensor(SensorNode(name='a, "b"', nodeNumber=node, outputVariableType=position))
    mbs.Assemble()
    solution = mbs.SolveDynamic(make_settings(0.1, 3))
    solution.save(tmp_path / "run.csv")
    assert table(tmp_path / "run.csv")[0][1::9] == ['a, "b".x [m]', 'a, "b".x (2) [m]']
    same(exu.Solution.load(tmp_path / "run.csv"), solution)


def test_results_without_a_model_or_without_coordinates(tmp_path):
    solution = rich_system().SolveDynamic(make_settings(0.1, 10))
    solution.snapshot = None
    solution.save(tmp_path / "run.csv")
    assert table(tmp_path / "run.csv")[0][1:4] == ["q0", "q1", "q0_t"]
    same(exu.Solution.load(tmp_path / "run.csv"), solution)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("time [s],a\n0,1\n1\n", "line 3: 1 cells instead of 2"),
        ("time [s],a\n0,b\n", "line 2: could not convert string to float: 'b'"),
        ("time,a\n0,1\n", "is not a solution file"),
    ],
)
def test_broken_tables_are_told(tmp_path, text, told):
    path = tmp_path / "run.csv"
    path.write_text(text)
    with pytest.raises(exu.SysError, match=told):
        exu.Solution.load(path)


def test_solution_files_may_be_called_csv(tmp_path):
    solution = rich_system().SolveDynamic(make_settings(0.1, 10))
    solution.save(tmp_path / "run.txt")
    (tmp_path / "run.txt").rename(tmp_path / "run.csv")
    assert np.array_equal(exu.Solution.load(tmp_path / "run.csv").velocities, solution.velocities)
