"""Records in all forms, and what is refused about them."""

import numpy as np
import pandas as pd
import pytest
import xarray as xr

import linkwork as exu
from linkwork.fitting.rows import weights_at
from linkwork.items import *
from tests.fit.models import TRUE, VARY, oscillator, record_of, settings_of

pytestmark = pytest.mark.processors


def test_all_forms_of_a_record_are_the_same():
    settings, mbs = settings_of(), oscillator()
    t, x = record_of(mbs, settings)
    zero = np.zeros_like(x)
    all_three = np.column_stack([x, zero, zero])
    labeled = xr.DataArray(
        all_three, dims=("time", "axis"), coords={"time": t, "axis": ["x", "y", "z"]}
    )
    forms = [
        {"tip.x": (t, x)},
        {("tip", "x"): (t, x)},
        {("tip", 0): [t, x[:, None]]},
        {"tip.0": np.column_stack([t, x])},
        {"tip": (t, all_three)},
        {"tip": {"time": t, "x": x}},
        {"tip": {"t": t, "z": zero, "x": x}},
        {"tip": pd.DataFrame({"x": x}, index=t)},
        {"tip": pd.DataFrame({"Time": t, "tip.x [m]": x})},
        {"tip.x": pd.Series(x, index=t)},
        {"tip": labeled},
        {"tip": labeled.transpose("axis", "time")},
        {"tip": labeled.sel(axis=["x"])},
        {"tip.x": xr.DataArray(x, dims="t", coords={"t": t})},
        {"tip": xr.Dataset({"x": ("time", x), "y": ("time", zero)}, {"time": t})},
        {"tip": (t[::-1], all_three[::-1])},
        {"tip": np.column_stack([t, all_three])},
    ]
    for record in forms:
        fit = exu.fit(mbs, record, VARY, settings, apply=False)
        assert fit.values["spring.stiffness"] == pytest.approx(250, rel=1e-8), record
        assert fit.records[0].record.names[0] in ("tip.x", "tip.z")


def test_missing_values_are_left_out_and_told():
    settings, mbs = settings_of(), oscillator()
    t, x = record_of(mbs, settings)
    y = np.zeros_like(x)
    x[3:10], y[20] = np.nan, np.nan
    record = {"tip": {"time": t, "x": x, "y": y}}
    with pytest.warns(UserWarning, match=r"'tip': 8 of 402 values are missing \(NaN\)"):
        fit = exu.fit(mbs, record, VARY, settings)
    assert fit.values["spring.stiffness"] == pytest.approx(250, rel=1e-8)
    assert fit.records[0].record.count == 394 and np.isnan(fit.residuals["tip"]).sum() == 8


def test_what_is_refused():
    settings, mbs = settings_of(), oscillator()
    t, x = record_of(mbs, settings)
    good = {"tip.x": (t, x)}
    cases = [
        (dict(records={"tap": (t, x)}), "there is no sensor 'tap' .* did you mean 'tip'"),
        (dict(records={"tip": (t, x)}), "1 column, the sensor has 3 components x, y, z"),
        (dict(records={"tip.w": (t, x)}), "components of the sensor are x, y, z, got 'w'"),
        (dict(records={"tip": {"time": t, "q": x}}), "has a column 'q'"),
        (dict(records={"tip": {"x": x}}), "needs one column 'time'"),
        (dict(records={"tip": {"time": t, "x": x[1:]}}), "different length: time: 201, x: 200"),
        (dict(records={"tip.x": (t, x[1:])}), r"has \(201,\) times and \(200, 1\) values"),
        (dict(records={"tip.x": (t + 0.5, x)}), "100 of 201 times outside of the run.* to 1 s"),
        (dict(records={"tip.x": "file"}), "must hold numbers"),
        (dict(records={"tip.x": x}), "is .times, values., an array with the time"),
        (dict(records={}), "records is a dictionary"),
        (dict(records=[good]), "a list of .changes"),
        (dict(records=[({"spring.stiffness": 3}, good)]), "is varied, so no experiment"),
        (dict(records={"tip.x": (t[:1], x[:1])}), "have 1 values, fewer than the 2 parameters"),
        (dict(vary={}), "names no parameter"),
        (dict(vary={"spring.stifness": 1}), "did you mean 'stiffness'"),
        (dict(vary={"spring.stiffness": (1, 2, 3)}), "start 1 of .* outside of its bounds 2 ... 3"),
        (dict(vary={"spring.stiffness": (1, 2)}), "takes a start, .start, low, high."),
        (dict(vary={"spring.stiffness": "fast"}), "must be a number, got 'fast'"),
        (dict(vary={"spring.stiffness": (0, "log")}), "its start must be > 0"),
        (dict(vary={"spring.stiffness": -1}), "outside of its bounds 0 ... inf"),
        (dict(vary=["spring.stiffness", "object:spring.stiffness"]), "are the same"),
        (dict(weights={"tap": 1}), "weights: there is no record 'tap'"),
        (dict(weights={"tip.x": -1}), "must be finite, >= 0"),
        (dict(weights={"tip.x": [1, 2, 3]}), r"one per time \(201\), one per column \(1\)"),
        (dict(loss="square"), "loss is one of linear, soft_l1"),
        (dict(derivatives="exact"), "derivatives is 'auto', 'differences' or 'sensitivities'"),
        (dict(noise=0.0), "noise must be a number > 0"),
        (dict(noise="small"), "noise must be a number > 0, got 'small'"),
        (dict(multistart=-1), "multistart must be a whole number >= 0, got -1"),
        (dict(multistart=1.5), "multistart must be a whole number"),
        (dict(maxRuns=0), "maxRuns must be a whole number >= 1"),
        (dict(weights=2.0), "weights is a dictionary"),
        (dict(records={"tip.x": (t[:0], x[:0])}), "is empty"),
        (dict(settings=3), "settings are SimulationSettings"),
        (dict(progress="yes"), "progress is True, False"),
    ]
    for change, text in cases:
        arguments = dict(records=good, vary=VARY, settings=settings) | change
        with pytest.raises(exu.ParameterError, match=text):
            exu.fit(mbs, **arguments)


def test_weights_choose_between_records_that_disagree():
    settings, mbs = settings_of(), oscillator()
    t, x = record_of(mbs, settings)
    _, softer = record_of(oscillator(stiffness=240.0), settings)
    times, values = np.concatenate([t, t]), np.concatenate([x, softer])
    for weight, stiffness in (([1.0, 0.0], 250.0), ([0.0, 1.0], 240.0)):
        weights = {"tip.x": np.repeat(weight, len(t))}
        record = {"tip.x": (times, values)}
        fit = exu.fit(mbs, record, VARY, settings, weights=weights, apply=False)
        assert fit.values["spring.stiffness"] == pytest.approx(stiffness, rel=1e-8)


def test_an_initial_state_that_would_be_lost_is_refused():
    settings, mbs = settings_of(), oscillator()
    t, x = record_of(mbs, settings)
    mbs.SolveDynamic(settings, updateInitialValues=True)
    with pytest.raises(exu.ParameterError, match="the initial state is the result of a run"):
        exu.fit(mbs, {"tip.x": (t, x)}, {"mass.initialVelocity[0]": 0.5}, settings)


def test_polynomials_go_through_rows_and_stop_at_jumps():
    t = np.sort(np.random.default_rng(0).uniform(0, 1, 40))
    t[0], t[-1] = 0.0, 1.0
    wanted = np.concatenate([np.linspace(0, 1, 101), t])
    quintic = 1 + t - 3 * t**2 + 2 * t**5
    found = weights_at(t, wanted).apply(quintic[:, None])[:, 0]
    assert found == pytest.approx(1 + wanted - 3 * wanted**2 + 2 * wanted**5, abs=1e-10)
    assert np.array_equal(found[101:], quintic)
    step = np.where(t < 0.5, t, 5.0 + t**2)
    jumped = weights_at(t, wanted, [0.5]).apply(step[:, None])[:, 0]
    exact = np.where(wanted < 0.5, wanted, 5.0 + wanted**2)
    away = wanted != 0.5
    assert jumped[away] == pytest.approx(exact[away], abs=1e-9)
    few = weights_at(t[:3], t[:3].mean(keepdims=True)).apply((t[:3] ** 2)[:, None])
    assert few[0, 0] == pytest.approx(t[:3].mean() ** 2)


def test_values_without_weight_count_as_if_they_were_left_out():
    settings = settings_of()
    times, values = record_of(oscillator(), settings)
    values = values + np.random.default_rng(3).normal(0.0, 1e-3, len(times))
    first = np.arange(len(times)) < 60
    weighted, shorter = (
        exu.fit(oscillator(), {"tip.x": record}, VARY, settings, weights=weights)
        for record, weights in (
            ((times, values), {"tip.x": first.astype(float)}),
            ((times[first], values[first]), None),
        )
    )
    for name in VARY:
        assert weighted.values[name] == pytest.approx(shorter.values[name], rel=1e-9)
        assert weighted.errors[name] == pytest.approx(shorter.errors[name], rel=1e-6)


def test_records_of_runs_that_end_before_time_zero():
    settings = settings_of()
    times, values = record_of(oscillator(), settings)
    settings.timeIntegration.startTime, settings.timeIntegration.endTime = -3.0, -2.0
    found = exu.fit(oscillator(), {"tip.x": (times - 3.0, values)}, VARY, settings)
    assert found.values == pytest.approx(TRUE, rel=1e-6)
