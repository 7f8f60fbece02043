"""Ensembles: what varies, what is recorded, and results against closed forms."""

import tracemalloc

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import DistanceConstraint, MarkerBodyPosition
from tests.cases import looped
from tests.ensemble.oscillators import exact, largest, oscillator, small_spring_length, steps

pytestmark = pytest.mark.processors


def test_a_product_of_sweeps_follows_the_closed_form():
    mbs, k, v = oscillator(), np.linspace(50, 150, 5), [0.0, 0.5, 1.0]
    ensemble = exu.Ensemble(mbs)
    ensemble.vary("spring.stiffness", k).vary("mass.initialVelocity[0]", v)
    result = ensemble.record(["tip"], times=11).solve(steps())
    assert result and result.values.shape == (15, 11, 1) and (result.steps == 400).all()
    wanted = [
        exact(result.times, stiffness, velocity=velocity) for stiffness in k for velocity in v
    ]
    assert result.values[:, :, 0] == pytest.approx(np.array(wanted), abs=2e-4)
    assert np.array_equal(result.inputs, [[a, b] for a in k for b in v])


def test_the_system_itself_is_not_changed():
    mbs = oscillator()
    before = mbs.GetObjectParameter("spring", "stiffness")
    ensemble = exu.Ensemble(mbs).vary("spring.stiffness", [1.0, 2.0])
    assert "2 members" in repr(ensemble) and mbs._model is None
    ensemble.solve(steps(10))
    assert mbs.GetObjectParameter("spring", "stiffness") == before and mbs.solution is None


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "ODE23"])
def test_members_equal_single_runs_to_the_last_bit(solver):
    mbs, settings = oscillator(), steps(100)
    values = [60.0, 90.0, 170.0]
    ensemble = exu.Ensemble(mbs).vary("spring.stiffness", values)
    result = ensemble.record(["tip", "speed"], times=6, coordinates=True).solve(settings, solver)
    for k, value in enumerate(values):
        mbs.SetObjectParameter("spring", "stiffness", value)
        settings.solutionSettings.sensorsWritePeriod = 0.2
        settings.solutionSettings.solutionWritePeriod = 0.2
        solution = mbs.SolveDynamic(settings, solver)
        assert np.array_equal(result.values[k, :, 0], solution.sensor("tip")[:, 1])
        assert np.array_equal(result.values[k, :, 1], solution.sensor("speed")[:, 1])
        assert np.array_equal(result.values[k, :, 2], solution.coordinates[:, 0])
        assert np.array_equal(result.values[k, :, 3], solution.velocities[:, 0])
        again = result.rerun(k)
        assert again.coordinates[-1] == solution.coordinates[-1]
        assert result.member(k).success


def test_zip_and_table_vary_together():
    columns = {"spring.stiffness": [50.0, 100.0], "mass.physicsMass": [1.0, 4.0]}
    zipped = exu.Ensemble(oscillator()).vary(zip=columns).solve(steps())
    tabled = exu.Ensemble(oscillator()).table(columns).solve(steps())
    pandas = pytest.importorskip("pandas")
    framed = exu.Ensemble(oscillator()).table(pandas.DataFrame(columns)).solve(steps())
    wanted = [exact(zipped.times, 50, 1), exact(zipped.times, 100, 4)]
    assert zipped.values[:, :, 0] == pytest.approx(np.array(wanted), abs=2e-4)
    assert np.array_equal(zipped.values, tabled.values)
    assert np.array_equal(zipped.values, framed.values)


def test_a_function_keeps_its_numbers_only():
    ensemble = exu.Ensemble(oscillator()).vary("mass.initialDisplacement[0]", [0.1, 0.2, 0.3])
    result = ensemble.record(["tip"], times=21, function=largest).solve(steps())
    assert result.values == pytest.approx(np.array([[0.1, 0], [0.2, 0], [0.3, 0]]), abs=1e-12)
    assert [column.component for column in result.columns] == ["largest", "time"]
    assert "what largest makes of them" in repr(ensemble)

    def one(times, rows):
        if rows[0, 0] > 0.25:
            raise ZeroDivisionError
        return rows[-1, 0]

    result = ensemble.record(["tip"], times=21, function=one).solve(steps())
    assert result.values.shape == (3, 1) and np.isnan(result.values[2, 0])
    (failure,) = result.failures
    assert failure.member == 2 and "ZeroDivisionError" in failure.text
    with pytest.raises(exu.SysError, match="ValueError: no; that was member 0"):
        ensemble.record(["tip"], function=_failing).solve(steps())
    for returned in (None, [], [1.0, None], "text", {"a": 1j}):
        with pytest.raises(exu.SysError, match="real number"):
            ensemble.record(["tip"], function=lambda t, rows, r=returned: r).solve(steps(10))
    with pytest.raises(exu.SysError, match="same numbers for each member"):
        ensemble.record(["tip"], function=_growing).solve(steps(), chunk=1)


def _failing(times, rows):
    raise ValueError("no")


def _growing(times, rows):
    return [0.0] * int(round(10 * rows[0, 0]))


def test_failed_members_are_listed_and_the_others_go_on():
    ensemble = exu.Ensemble(small_spring_length())
    ensemble.vary("node.initialCoordinates[0]", [0.5, 0.0, 1.5])
    result = ensemble.record(["tip"], times=3).solve(steps(50))
    assert not result and list(result.status == 0) == [True, False, True]
    assert np.isfinite(result.values[[0, 2]]).all() and np.isnan(result.values[1, 1:]).all()
    (failure,) = result.failures
    assert failure.member == 1 and failure.values == {"node.initialCoordinates[0]": 0.0}
    assert "the markers coincide" in failure.text and "spring" in failure.item + failure.text
    assert "the markers coincide" in repr(result.failures)
    with pytest.raises(exu.SysError, match="the markers coincide"):
        result.rerun(1)
    assert result.mean().shape == (3, 3)
    assert result.mean() == pytest.approx(result.values[[0, 2]].mean(axis=0))
    pytest.importorskip("pandas")
    assert list(result.failures.to_pandas()["member"]) == [1]


def test_warnings_of_members_are_told_once():
    mbs = small_spring_length(1.0)
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=number)) for number in (0, 1)]
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1.0, name="rod"))
    ensemble = exu.Ensemble(mbs).vary("rod.distance", [1.0, 1.1, 1.2, 1.3])
    for chunk in (None, 1):
        with pytest.warns(UserWarning, match="4 members have warned; member 0: .*damping") as told:
            ensemble.record(["tip"], times=3).solve(steps(10), chunk=chunk)
        assert len(told) == 1
    assert "rod.distance" in ensemble.result.reason


def test_statistics_of_members():
    ensemble = exu.Ensemble(oscillator())
    ensemble.vary("mass.initialDisplacement[0]", np.arange(1, 102))
    result = ensemble.record(["tip"], times=[0.5, 1.0]).solve(steps())
    one = exact(np.array([0.5, 1.0]))[:, None] * 10
    assert result.mean() == pytest.approx(51 * one, rel=2e-3)
    low, middle, high = result.quantiles([0.05, 0.5, 0.95])
    assert middle == pytest.approx(51 * one, rel=2e-3)
    assert np.sort([low, high], axis=0) == pytest.approx(
        np.sort([6 * one, 96 * one], axis=0), rel=2e-3
    )
    assert result.reduce("std") == pytest.approx(np.std(np.arange(1, 102)) * abs(one), rel=2e-3)
    assert result.reduce(lambda values: values.shape) == (101, 2, 1)
    for wrong in ("mode", 3):
        with pytest.raises(exu.ParameterError, match="reduce takes"):
            result.reduce(wrong)
    with pytest.raises(exu.ParameterError, match="between 0 and 1"):
        result.quantiles([5])


def test_huge_products_are_counted_and_refused():
    ensemble = exu.Ensemble(oscillator()).record(["tip"])
    for path in ("spring.stiffness", "spring.damping", "mass.physicsMass"):
        ensemble.vary(path, np.linspace(1, 2, 10**7))
    assert ensemble.members == 10**21
    with pytest.raises(exu.SysError, match=r"1000000000000000000000 members need .* GB"):
        ensemble.solve(steps(10))


def test_seeds_of_several_samples_are_kept():
    pytest.importorskip("xarray")
    ensemble = exu.Ensemble(oscillator()).record(["tip"], times=1)
    ensemble.sample({"spring.stiffness": exu.uniform(50, 60)}, 2, seed=3)
    ensemble.sample({"mass.physicsMass": exu.uniform(1, 2)}, 3, seed=5)
    assert list(ensemble.solve(steps(10)).to_xarray().attrs["seed"]) == [3, 5]


def test_the_memory_is_told_beforehand():
    ensemble = exu.Ensemble(oscillator()).vary("spring.stiffness", np.linspace(50, 150, 2000))
    ensemble.record(["tip", "speed"], times=101)
    ensemble.solve(steps(100), progress=False)  # what is allocated once
    ensemble.result = None
    tracemalloc.start()
    result = ensemble.solve(steps(100), progress=False)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(result) == 2000
    assert used == pytest.approx(ensemble.memory(), rel=0.1)
    assert "memory    3.31 MB" in repr(ensemble) or "memory    3.3 MB" in repr(ensemble)


@looped(
    "wrong, told",
    [
        (lambda e: e.vary("spring.stifness", [1]), "did you mean 'stiffness'"),
        (lambda e: e.vary("spring.stiffness", []), "a list of numbers"),
        (lambda e: e.vary("spring.stiffness", [1, np.nan]), "finite"),
        (lambda e: e.vary("spring.stiffness", "soft"), "varies over numbers"),
        (lambda e: e.vary("mass.physicsMass", [1, -1]), "physicsMass"),
        (lambda e: e.vary("spring.markerNumbers[0]", [1]), "cannot be varied"),
        (lambda e: e.vary("spring.stiffness"), "a path and values"),
        (lambda e: e.vary("spring.stiffness", [1], zip={}), "not both"),
        (lambda e: e.vary(zip={"spring.stiffness": [1, 2], "spring.damping": [1]}), "equal length"),
        (lambda e: e.vary("spring.stiffness", [1]).vary("object:spring.stiffness", [1]), "already"),
        (lambda e: e.table(3), "DataFrame"),
        (lambda e: e.table({}), "at least one column"),
        (lambda e: e.vary(zip={}), "at least one column"),
        (lambda e: e.record(["tipp"]), "did you mean 'tip'"),
        (lambda e: e.record(["tip", "tip"]), "twice"),
        (lambda e: e.record(times=[1, 0]), "ascending"),
        (lambda e: e.record(times=0), "at least 1"),
        (lambda e: e.record(function=3), "function must be"),
        (lambda e: e.solve(), "nothing varies"),
        (lambda e: e.vary("spring.stiffness", [1]).solve(3), "SimulationSettings"),
        (lambda e: e.vary("spring.stiffness", [1]).solve(chunk=0), "chunk must be"),
        (lambda e: e.vary("spring.stiffness", [1]).solve(threads=1.5), "threads must be"),
        (lambda e: e.vary("spring.stiffness", [1]).solve(scheduler="thread"), "did you mean"),
        (lambda e: e.vary("spring.stiffness", [1]).solve(scheduler=3), "scheduler is one of"),
        (lambda e: e.vary("spring.stiffness", [1]).record(times=[0.5]).solve(), "endTime"),
        (lambda e: e.vary("spring.stiffness", [1]).solve(store="x.csv"), "must end in .zarr"),
    ],
)
def test_mistakes_are_named(wrong, told):
    with pytest.raises(exu.ParameterError, match=told):
        wrong(exu.Ensemble(oscillator()))


def test_plots_show_the_columns(tmp_path):
    pytest.importorskip("matplotlib")
    ensemble = exu.Ensemble(oscillator())
    ensemble.sample(
        {"spring.stiffness": exu.normal(100, 5), "mass.physicsMass": exu.uniform(1.9, 2.1)}, 200
    )
    result = ensemble.record(["tip", "speed"], times=11).solve(steps(100))
    figure = result.plot("tip", members=2, fileName=tmp_path / "bands.png")
    assert (tmp_path / "bands.png").stat().st_size > 1000
    assert len(figure.axes) == 1 and len(figure.axes[0].lines) == 3
    assert len(result.plot("tip", members=5, probabilities=[]).axes[0].lines) == 5
    assert len(result.scatter().axes) == 16
    (axis,) = result.tornado("tip").axes
    assert [tick.get_text() for tick in axis.get_yticklabels()][-1] == "spring.stiffness"
    with pytest.raises(exu.ParameterError, match="one column"):
        result.tornado()
    with pytest.raises(exu.ParameterError, match="no column 'tipp'"):
        result.plot("tipp")
    with pytest.raises(exu.ParameterError, match="not recorded"):
        result.scatter(time=0.123)


def test_swings_are_those_of_a_linear_result():
    from linkwork.ensemble.plots import swings

    ensemble = exu.Ensemble(oscillator())
    ensemble.vary("mass.initialDisplacement[0]", np.linspace(0, 1, 101))
    ensemble.vary("mass.initialVelocity[0]", np.linspace(0, 1, 3))
    result = ensemble.record(["tip"], times=1).solve(steps())
    found, explained = swings(result, 0, None)
    cosine, sine = exact(1.0, start=1.0), exact(1.0, start=0.0, velocity=1.0)
    assert explained == pytest.approx(1.0, abs=1e-12)
    assert found[1] - found[0] == pytest.approx([0.9 * cosine, sine], rel=2e-3)


def test_xarray_has_a_dimension_per_varied_number():
    pytest.importorskip("xarray")
    ensemble = exu.Ensemble(oscillator()).vary("spring.stiffness", [50.0, 100.0, 150.0])
    ensemble.sample({"mass.physicsMass": exu.uniform(1, 3)}, members=4, seed=7)
    result = ensemble.record(["tip", "speed"], times=5).solve(steps(100))
    data = result.to_xarray()
    assert dict(data.sizes) == {"spring.stiffness": 3, "sample": 4, "column": 2, "time": 5}
    assert data["spring.stiffness"].attrs["units"] == "N/m" and data.attrs["seed"] == 7
    assert list(data["column"].values) == ["tip", "speed"]
    one = data["values"].sel({"spring.stiffness": 150.0, "column": "speed"}).isel(sample=3)
    assert np.array_equal(one, result.values[2 * 4 + 3, :, 1])
    assert data["mass.physicsMass"].values == pytest.approx(result.inputs[:4, 1])
    single = exu.Ensemble(oscillator()).sample({"spring.stiffness": exu.normal(100, 1)}, 3)
    assert single.solve(steps(100)).to_xarray()["values"].dims == ("member", "time", "column")
