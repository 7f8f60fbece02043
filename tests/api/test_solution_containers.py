"""Solution as pandas DataFrame and xarray Dataset."""

import numpy as np
import pytest

import linkwork as exu
from tests.cases import looped

from .results import rich_solution


@pytest.fixture(scope="module")
def solution():
    return rich_solution()


@pytest.fixture(scope="module")
def apart():
    """Sensors every 0.05 s, states every 0.02 s."""
    return rich_solution(record=0.02, sensor_period=0.05)


def test_columns_and_units(solution):
    frame = solution.to_pandas()
    units = {
        "bob.x": "m", "bob.y": "m", "bob.x_t": "m/s", "bob.y_t": "m/s", "bob.x_tt": "m/s^2",
        "bob.y_tt": "m/s^2", "rod.lambda": "", "tank.q0": "", "tank.q0_t": "1/s",
        "memory.q0": "", "memory.q1": "", "place.x": "m", "place.y": "m", "place.z": "m",
        "speed.x": "m/s", "speed.y": "m/s", "speed.z": "m/s", "pull": "N",
    }  # fmt: skip
    assert list(frame.columns) == list(units)
    assert frame.attrs == {"units": units, "time_unit": "s"}
    assert frame.index.name == "time" and np.array_equal(frame.index, solution.times)
    assert np.array_equal(frame["bob.y_t"], solution.velocities[:, 1])
    assert np.array_equal(frame["rod.lambda"], solution.multipliers[:, 0])
    assert np.array_equal(frame["pull"], solution.sensors["pull"][:, 1])
    assert not frame.isna().any().any()


@looped("what, columns", [
    ("coordinates", ["bob.x", "bob.y"]),
    ("accelerations", ["bob.x_tt", "bob.y_tt"]),
    ("multipliers", ["rod.lambda"]),
    ("data_coordinates", ["memory.q0", "memory.q1"]),
    ("pull", ["pull"]),
    (["pull", "coordinates"], ["pull", "bob.x", "bob.y"]),
    (["coordinates", "coordinates"], ["bob.x", "bob.y"]),
])  # fmt: skip
def test_parts(solution, what, columns):
    assert list(solution.to_pandas(what).columns) == columns


def test_units_in_names(solution):
    frame = solution.to_pandas(["velocities", "multipliers"], units=True)
    assert list(frame.columns) == ["bob.x_t [m/s]", "bob.y_t [m/s]", "rod.lambda"]
    assert frame.attrs["units"]["bob.x_t [m/s]"] == "m/s"


def test_sensors_at_times_of_their_own(apart):
    frame = apart.to_pandas("sensors")
    assert np.array_equal(frame.index, apart.sensors["pull"][:, 0]) and len(frame) == 11
    both = apart.to_pandas()
    assert list(both.index) == sorted({*apart.times, *frame.index})
    assert np.array_equal(both["bob.x"].dropna(), apart.coordinates[:, 0])
    assert np.array_equal(both["place.y"].dropna(), apart.sensors["place"][:, 2])
    assert len(both) > len(apart) and both["pull"].isna().sum() == len(both) - 11
    assert both.index.name == "time"


def test_a_frame_is_a_copy(solution):
    frame = solution.to_pandas("coordinates")
    before = solution.coordinates.copy()
    frame.iloc[:, :] = 7.0
    assert np.array_equal(solution.coordinates, before)


def test_unknown_parts(solution):
    with pytest.raises(
        exu.SysError, match="no part or sensor 'velocity'; did you mean 'velocities"
    ):
        solution.to_pandas("velocity")
    for wrong in (3, None, [None], []):
        with pytest.raises(exu.SysError, match="to_pandas|no part or sensor None"):
            solution.to_pandas(wrong)
    with pytest.raises(exu.SysError, match="no sensor 'spede'; did you mean 'speed'"):
        solution.sensor("spede")
    with pytest.raises(exu.SysError, match="no sensor 'x'; there are 'place', 'speed', 'pull'"):
        solution.sensor("x")
    assert solution.sensor("pull") is solution.sensors["pull"]


def test_names_without_a_model(tmp_path, solution):
    solution.save(tmp_path / "run.txt")
    frame = exu.Solution.load(tmp_path / "run.txt").to_pandas()
    assert list(frame.columns) == [
        "q0", "q1", "q0_t", "q1_t", "q0_tt", "q1_tt", "lambda0", "y0", "y0_t", "d0", "d1",
    ]  # fmt: skip
    assert set(frame.attrs["units"].values()) == {""}


def test_equal_names_get_numbers(solution):
    changed = rich_solution(steps=5)
    changed.sensors = {"bob": changed.sensors["place"], "bob.x": changed.sensors["pull"]}
    changed.snapshot.sensor = lambda name, count: solution.snapshot.sensor(
        "place" if count == 3 else "pull", count
    )
    names = list(changed.to_pandas(["coordinates", "sensors"]).columns)
    assert names == ["bob.x", "bob.y", "bob.x (2)", "bob.y (2)", "bob.z", "bob.x (3)"]


def test_dataset(solution):
    data = solution.to_xarray()
    assert dict(data.sizes) == {
        "time": 51, "coordinate": 2, "multiplier": 1, "ode1_coordinate": 1, "data_coordinate": 2,
        "place_component": 3, "speed_component": 3,
    }  # fmt: skip
    assert np.array_equal(data.velocities.sel(coordinate="bob.y"), solution.velocities[:, 1])
    assert data.accelerations.attrs["units"] == "m/s^2" and data.time.attrs["units"] == "s"
    assert data.place.dims == ("time", "place_component") and data.pull.dims == ("time",)
    assert data.pull.attrs["units"] == "N" and "rod" in data.pull.attrs["long_name"]
    assert np.array_equal(data.place.sel(place_component="y"), solution.sensors["place"][:, 2])
    assert data.attrs["steps"] == 50 and data.attrs["success"] == 1
    assert list(data.coordinate_units.values) == ["m", "m"]


def test_dataset_with_sensor_times(apart):
    data = apart.to_xarray()
    assert data.place.dims == ("sensor_time", "place_component")
    assert np.array_equal(data.sensor_time, apart.sensors["place"][:, 0])
    assert data.coordinates.dims == ("time", "coordinate")


def test_a_dataset_goes_to_netcdf_and_back(tmp_path):
    import xarray

    solution = rich_solution(steps=10, sensor_period=0.1)
    names = ["time", "a/b", "coordinates"]
    solution.sensors = dict(zip(names, solution.sensors.values(), strict=True))
    data = solution.to_xarray()
    assert {"sensor_time", "sensor_coordinates", "a_b"} < {*data.variables}
    data.to_netcdf(tmp_path / "run.nc", engine="scipy")
    with xarray.open_dataset(tmp_path / "run.nc", engine="scipy") as read:
        assert read.equals(data)
        assert read["a_b"].attrs["sensor"] == "a/b"
        assert read.attrs["message"] == "" and read.attrs["steps"] == 10
