"""exu.fit finds the parameters of runs again, and knows how certain they are."""

import copy
import os
import signal

import numpy as np
import pytest

import linkwork as exu
from linkwork.fitting.residuals import takes_sensitivities
from linkwork.items import *
from tests.fit.models import TRUE, VARY, oscillator, present, record_of, settings_of

pytestmark = pytest.mark.processors


def test_parameters_are_found_again_without_noise():
    settings = settings_of()
    record = record_of(oscillator(), settings)
    mbs = oscillator(stiffness=10.0, damping=0.0)
    fit = exu.fit(mbs, {"tip.x": record}, VARY, settings)
    assert fit and fit.message == "converged"
    for name, value in TRUE.items():
        assert fit.values[name] == pytest.approx(value, rel=1e-9)
    assert present(mbs, *TRUE) == list(fit.values.values())
    assert mbs.solution is fit.solution
    assert np.abs(fit.residuals["tip.x"]).max() < 1e-12
    assert settings.solutionSettings.sensorsWritePeriod == 0.05


def test_times_between_steps_are_interpolated():
    """Against the closed form of the oscillator, with steps of 0.03 periods, at random times."""
    m, k, c, v = 1.5, 250.0, 1.8, 1.0
    decay = c / (2 * m)
    omega = np.sqrt(k / m - decay**2)
    times = np.sort(np.random.default_rng(2).uniform(0, 1, 60))
    exact = v / omega * np.exp(-decay * times) * np.sin(omega * times)
    settings = settings_of(steps=70)
    fit = exu.fit(oscillator(), {"tip.x": (times, exact)}, VARY, settings, "RK44", apply=False)
    for name, value in TRUE.items():
        assert fit.values[name] == pytest.approx(value, rel=5e-5)
    rms = fit.records[0].rms[0]
    assert rms < 1e-6 and not fit.notes
    coarse = exu.fit(oscillator(), {"tip.x": (times, exact)}, VARY, settings_of(steps=10), "RK44")
    assert "smaller steps" in str(coarse)


def test_automatic_steps_end_at_measured_times():
    m, k, c, v = 1.5, 250.0, 1.8, 1.0
    decay = c / (2 * m)
    omega = np.sqrt(k / m - decay**2)
    times = np.linspace(0, 1, 41)
    exact = v / omega * np.exp(-decay * times) * np.sin(omega * times)
    settings = settings_of(steps=5)
    fit = exu.fit(oscillator(), {"tip.x": (times, exact)}, VARY, settings, "DOPRI5")
    for name, value in TRUE.items():
        assert fit.values[name] == pytest.approx(value, rel=1e-6)
    assert np.abs(fit.solution.sensor("tip")[:, 0] - times).max() < 1e-12


def test_standard_errors_agree_with_repetitions():
    """200 records with other noise: values scatter as much as their standard errors tell."""
    settings = settings_of(steps=100)
    mbs = oscillator()
    times, values = record_of(mbs, settings, every=2)
    rng = np.random.default_rng(11)
    found, told, inside = [], [], 0
    for _ in range(200):
        noisy = values + rng.normal(0.0, 2e-3, len(values))
        fit = exu.fit(mbs, {"tip.x": (times, noisy)}, TRUE, settings, apply=False)
        found.append(list(fit.values.values()))
        told.append([*fit.errors.values(), fit.correlations[0, 1]])
        off = np.abs(np.array(found[-1]) - list(TRUE.values()))
        inside += np.all(off < 3.2 * np.array(told[-1][:2]))
    scatter, told = np.std(found, axis=0, ddof=1), np.mean(told, axis=0)
    assert told[:2] == pytest.approx(scatter, rel=0.15)
    assert told[2] == pytest.approx(np.corrcoef(np.transpose(found))[0, 1], abs=0.15)
    assert inside >= 196
    assert np.mean(found, axis=0) == pytest.approx(list(TRUE.values()), rel=5e-3)


def test_columns_may_have_different_noise():
    """Standard errors hold although all columns have the same weight; weights make them smaller."""
    settings, mbs = settings_of(steps=100), oscillator()
    times, x = record_of(mbs, settings)
    mbs.AddSensor(
        SensorBody(name="v", bodyNumber=1, outputVariableType=exu.OutputVariableType.Velocity)
    )
    settings.solutionSettings.sensorsWritePeriod = 0.01
    v = mbs.SolveDynamic(settings).sensor("v")[:, 1]
    rng = np.random.default_rng(4)
    found, told, weighted = [], [], []
    for _ in range(60):
        records = {
            "tip.x": (times, x + rng.normal(0, 2e-3, len(x))),
            "v.x": (times, v + rng.normal(0, 2e-1, len(x))),
        }
        fit = exu.fit(mbs, records, TRUE, settings, apply=False)
        found.append(fit.values["spring.stiffness"])
        told.append(fit.errors["spring.stiffness"])
        better = exu.fit(
            mbs, records, TRUE, settings, weights={"tip.x": 500, "v.x": 5}, apply=False
        )
        weighted.append(better.errors["spring.stiffness"])
    assert np.mean(told) == pytest.approx(np.std(found, ddof=1), rel=0.3)
    assert np.mean(weighted) < 0.8 * np.mean(told)


def test_robust_losses_resist_outliers():
    settings, mbs = settings_of(), oscillator()
    times, values = record_of(mbs, settings)
    rng = np.random.default_rng(8)
    noisy = values + rng.normal(0, 5e-4, len(values))
    noisy[rng.choice(len(values), 20, replace=False)] += 0.3
    off = {}
    for loss in ("linear", "soft_l1", "huber", "cauchy", "arctan"):
        fit = exu.fit(mbs, {"tip.x": (times, noisy)}, VARY, settings, loss=loss, apply=False)
        error = abs(fit.values["spring.damping"] - 1.8)
        off[loss] = error
        assert fit.success
        assert error < 4 * fit.errors["spring.damping"], loss
        if loss != "linear":
            assert 3e-4 < fit.noise < 1e-3
    assert all(off[loss] < 0.3 * off["linear"] for loss in ("soft_l1", "huber", "cauchy", "arctan"))
    given = exu.fit(mbs, {"tip.x": (times, noisy)}, VARY, settings, loss="cauchy", noise=5e-4)
    assert given.noise == 5e-4 and given.errors["spring.damping"] < 0.02


def test_errors_of_robust_losses_agree_with_repetitions():
    settings = settings_of(steps=100)
    mbs = oscillator()
    times, values = record_of(mbs, settings)
    rng = np.random.default_rng(3)
    found, told = [], []
    for _ in range(60):
        noisy = values + 1e-3 * rng.standard_t(3, len(values))
        fit = exu.fit(
            mbs, {"tip.x": (times, noisy)}, TRUE, settings, loss="soft_l1", noise=1e-3, apply=False
        )
        found.append(fit.values["spring.stiffness"])
        told.append(fit.errors["spring.stiffness"])
    assert np.mean(told) == pytest.approx(np.std(found, ddof=1), rel=0.3)


def test_bounds_hold_and_are_told():
    settings = settings_of()
    record = record_of(oscillator(), settings)
    vary = {"spring.stiffness": (200, 100, 240), "spring.damping": 1.0}
    fit = exu.fit(oscillator(), {"tip.x": record}, vary, settings)
    assert fit.values["spring.stiffness"] == 240 and fit.at_bound == ["spring.stiffness"]
    assert np.isnan(fit.errors["spring.stiffness"]) and fit.errors["spring.damping"] > 0
    assert "held by the bound" in str(fit)


def test_limits_of_an_item_are_bounds():
    """Damping cannot be negative, even if the data say so."""
    settings, mbs = settings_of(), oscillator(damping=0.0)
    times, values = record_of(mbs, settings)
    fit = exu.fit(mbs, {"tip.x": (times, values * np.exp(0.3 * times))}, VARY, settings)
    assert fit.values["spring.damping"] == 0.0 and fit.at_bound == ["spring.damping"]
    assert fit.bounds["spring.damping"] == (0.0, np.inf) and not fit.failures


def test_logarithms_reach_over_decades():
    settings, mbs = settings_of(), oscillator(damping=6.0)
    record = record_of(mbs, settings)
    vary = {"spring.stiffness": (250.0,), "spring.damping": (0.01, 0, np.inf, "log")}
    fit = exu.fit(mbs, {"tip.x": record}, vary, settings)
    assert fit.values["spring.damping"] == pytest.approx(6.0, rel=1e-8)
    assert fit.values["spring.stiffness"] == pytest.approx(250.0, rel=1e-8)


def test_errors_do_not_depend_on_logarithms():
    settings, mbs = settings_of(), oscillator()
    t, x = record_of(mbs, settings)
    record = {"tip.x": (t, x + np.random.default_rng(6).normal(0, 1e-3, len(x)))}
    plain = exu.fit(mbs, record, VARY, settings, apply=False)
    by_log = exu.fit(mbs, record, {name: (1.2 * x, "log") for name, x in TRUE.items()}, settings)
    assert list(by_log.values.values()) == pytest.approx(list(plain.values.values()), rel=1e-6)
    assert by_log.covariance == pytest.approx(plain.covariance, rel=1e-4)


def test_several_starts_leave_a_wrong_minimum():
    """Frequencies that are far off give local minima."""
    settings, mbs = settings_of(end=3.0, steps=300), oscillator(damping=0.2)
    record = record_of(mbs, settings)
    vary = {"spring.stiffness": (60, 20, 600)}
    alone = exu.fit(mbs, {"tip.x": record}, vary, settings, apply=False)
    assert abs(alone.values["spring.stiffness"] - 250) > 10
    fit = exu.fit(mbs, {"tip.x": record}, vary, settings, multistart=8, seed=1)
    assert fit.values["spring.stiffness"] == pytest.approx(250, rel=1e-8)
    assert len(fit.starts) == 9 and fit.starts[0] == pytest.approx(alone.cost)
    again = exu.fit(mbs, {"tip.x": record}, vary, settings, multistart=8, seed=1)
    assert again.starts == pytest.approx(fit.starts, abs=1e-20)


def test_experiments_share_parameters():
    """From free motion alone, stiffness and mass have one ratio; a force tells both."""
    settings = settings_of()
    free = record_of(oscillator(damping=0.0), settings)
    heavier = record_of(oscillator(damping=0.0, mass=2.5, velocity=2.0), settings)
    mbs = oscillator(damping=0.0)
    mbs.CreateForce(name="push", bodyNumber=1, loadVector=[0, 0, 0])
    pushed = oscillator(damping=0.0)
    pushed.CreateForce(name="push", bodyNumber=1, loadVector=[30, 0, 0])
    pushed = record_of(pushed, settings)
    names = ["spring.stiffness", "mass.physicsMass"]
    vary = dict(zip(names, (200.0, 1.0), strict=True))
    experiments = [({}, {"tip.x": free}), ({"push.loadVector[0]": 30.0}, {"tip.x": pushed})]
    fit = exu.fit(mbs, experiments, vary, settings, apply=False)
    assert list(fit.values.values()) == pytest.approx([250, 1.5], rel=1e-8)
    assert list(fit.residuals) == ["tip.x (1)", "tip.x (2)"] and len(fit.solutions) == 2
    assert present(mbs, *names, "push.loadVector[0]") == [250, 1.5, 0]
    exu.fit(mbs, experiments, vary, settings)
    assert present(mbs, *names, "push.loadVector[0]") == pytest.approx([250, 1.5, 0])
    other = oscillator(damping=0.0, mass=2.5, velocity=2.0)
    fit = exu.fit(mbs, [({}, {"tip.x": free}), (other, {"tip.x": heavier})], names[:1], settings)
    assert fit.values["spring.stiffness"] == pytest.approx(250, rel=1e-8)


def test_a_tuple_of_paths_has_one_value():
    settings = settings_of()

    def pair(stiffness):
        mbs = oscillator(stiffness=stiffness)
        mbs.CreateSpringDamper(
            name="second", bodyNumbers=[0, 1], referenceLength=1, stiffness=stiffness
        )
        return mbs

    record = record_of(pair(100.0), settings)
    mbs = pair(80.0)
    fit = exu.fit(mbs, {"tip.x": record}, {("spring.stiffness", "second.stiffness"): 80}, settings)
    assert present(mbs, "spring.stiffness", "second.stiffness") == pytest.approx([100, 100])
    assert list(fit.values) == ["spring.stiffness = second.stiffness"]


def test_initial_values_are_fitted():
    settings = settings_of()
    record = record_of(oscillator(velocity=1.7), settings)
    mbs = oscillator()
    fit = exu.fit(mbs, {"tip.x": record}, {"mass.initialVelocity[0]": 1.0}, settings)
    assert fit.values["mass.initialVelocity[0]"] == pytest.approx(1.7, rel=1e-9)


def test_apply_false_leaves_the_system():
    settings, mbs = settings_of(), oscillator(stiffness=100.0)
    record = record_of(oscillator(), settings)
    before = mbs.SolveDynamic(settings)
    state, t = mbs.systemData.GetSystemState(), mbs.systemData.GetTime()
    fit = exu.fit(mbs, {"tip.x": record}, VARY, settings, apply=False)
    assert fit.values["spring.stiffness"] == pytest.approx(250)
    assert present(mbs, *TRUE) == [100.0, 1.8] and mbs.solution is before
    assert all(map(np.array_equal, mbs.systemData.GetSystemState(), state))
    assert mbs.systemData.GetTime() == t
    assert np.array_equal(mbs.SolveDynamic(settings).coordinates, before.coordinates)


def test_ctrl_c_keeps_the_best_and_leaves_the_system():
    settings, mbs = settings_of(), oscillator(stiffness=100.0)
    record = record_of(oscillator(), settings)
    seen = []

    def interrupt(values, cost):
        seen.append((cost, values["spring.stiffness"]))
        if len(seen) == 3:
            os.kill(os.getpid(), signal.SIGINT)

    fit = exu.fit(mbs, {"tip.x": record}, VARY, settings, progress=interrupt)
    assert not fit and fit.message == "stopped by Ctrl-C"
    assert fit.values["spring.stiffness"] == seen[-1][1] != 200.0
    assert np.isnan(fit.errors["spring.stiffness"])
    assert present(mbs, *TRUE) == [100.0, 1.8] and mbs.solution is None
    assert "stopped by Ctrl-C" in str(fit)


def breaking(limit):
    """An oscillator whose spring fails at some stiffnesses; the function that decides."""
    mbs = oscillator()

    def force(mbs, t, itemNumber, L, L_t, k, d, F):
        if limit(k):
            raise ValueError(f"no spring has a stiffness of {k}")
        return k * L + d * L_t

    mbs.SetObjectParameter("spring", "springForceUserFunction", exu.called_back(force))
    return mbs


@pytest.mark.parametrize("number", [2, 4])
def test_a_failing_run_is_survived_and_counted(number):
    """Stiffness 2 belongs to a derivative, 4 to a step of the search."""
    settings = settings_of(steps=50)
    record = record_of(breaking(lambda k: False), settings)
    tried = set()

    def limit(k):
        tried.add(k)
        return len(tried) == number

    fit = exu.fit(breaking(limit), {"tip.x": record}, VARY, settings)
    assert fit.values["spring.stiffness"] == pytest.approx(250, rel=1e-6)
    assert len(fit.failures) == 1 and "no spring has" in fit.failures[0].text
    assert "1 run failed" in str(fit)
    moved = abs(fit.failures[0].values["spring.stiffness"] - 200)
    assert moved < 0.01 if number == 2 else moved > 1


def test_three_failures_in_a_row_end_the_fit():
    settings = settings_of(steps=50)
    record = record_of(breaking(lambda k: False), settings)
    mbs = breaking(lambda k: k > 200.5)
    fit = exu.fit(mbs, {"tip.x": record}, VARY, settings)
    assert not fit and len(fit.failures) == 3
    assert "3 runs in a row have failed" in fit.message and "spring.stiffness =" in fit.message
    assert fit.values["spring.stiffness"] <= 200.5
    with pytest.raises(exu.SolverError, match="no spring has"):
        exu.fit(breaking(lambda k: True), {"tip.x": record}, VARY, settings)


def test_derivatives_from_differentiated_steps():
    settings, mbs = settings_of(steps=100), oscillator()
    t, x = record_of(mbs, settings)
    vary = {"spring.stiffness": (200, "log"), "spring.damping": 1.0}

    def fitted(derivatives):
        return exu.fit(mbs, {"tip.x": (t, x)}, vary, settings, derivatives=derivatives, apply=False)

    if not takes_sensitivities(mbs):
        with pytest.raises(exu.ParameterError, match="takes no sensitivities"):
            fitted("sensitivities")
        return
    exact, differences = fitted("sensitivities"), fitted("differences")
    assert exact.by_sensitivities and not differences.by_sensitivities
    assert exact.runs < 0.6 * differences.runs
    assert list(exact.values.values()) == pytest.approx([250, 1.8], rel=1e-9)
    shape = differences.covariance / differences.covariance[0, 0]
    assert exact.covariance / exact.covariance[0, 0] == pytest.approx(shape, rel=1e-4)


def test_fits_are_drawn(tmp_path):
    settings, mbs = settings_of(), oscillator()
    fit = exu.fit(mbs, {"tip.x": record_of(mbs, settings)}, VARY, settings)
    figure = fit.plot(title="fit", fileName=tmp_path / "fit.png")
    assert (tmp_path / "fit.png").stat().st_size > 1000
    above, below = figure.axes
    assert above.get_ylabel() == "tip.x [m]" and below.get_ylabel() == "residual [m]"
    assert copy.copy(fit).values == fit.values


def test_fitted_curves_are_drawn_between_measured_times():
    settings, mbs = settings_of(), oscillator()
    t, x = record_of(mbs, settings)
    few = slice(None, None, 10)
    fit = exu.fit(mbs, {"tip.x": (t[few], x[few])}, VARY, settings)
    measured, curve = fit.plot().axes[0].get_lines()
    assert len(measured.get_xdata()) == len(t[few])
    assert len(curve.get_xdata()) > 5 * len(t[few])
    rows = np.isin(np.round(curve.get_xdata(), 9), np.round(t[few], 9))
    assert np.abs(curve.get_ydata()[rows] - fit.records[0].computed[:, 0]).max() < 1e-12


def many_springs(count):
    """A row of masses on springs."""
    mbs = exu.SystemContainer().AddSystem()
    last = mbs.CreateGround()
    for k in range(count):
        mass = mbs.CreateMassPoint(referencePosition=[1.0 + k, 0, 0], physicsMass=1.0)
        mbs.CreateSpringDamper(
            bodyNumbers=[last, mass], referenceLength=0.9, stiffness=900.0 + 10.0 * k,
            damping=0.5, name=f"spring{k}",
        )  # fmt: skip
        last = mass
    position = exu.OutputVariableType.Position
    mbs.AddSensor(SensorBody(bodyNumber=last, outputVariableType=position, name="tip"))
    mbs.Assemble()
    return mbs


def test_derivatives_come_from_where_they_take_less_time():
    settings, mbs = settings_of(steps=8000), many_springs(6)
    settings.solutionSettings.sensorsWritePeriod = 0.05
    record = mbs.SolveDynamic(settings).sensors["tip"].copy()
    names = [f"spring{k}.stiffness" for k in range(6)]

    def fitted(vary, **further):
        return exu.fit(mbs, {"tip": record}, vary, settings, maxRuns=1, apply=False, **further)

    assert fitted(names).by_sensitivities
    assert not fitted(names[:1]).by_sensitivities
    assert not fitted(names, solverType="RK44").by_sensitivities
    mbs.SetPreStepUserFunction(lambda mbs, t: True)  # which cannot be differentiated
    assert not fitted(names).by_sensitivities
