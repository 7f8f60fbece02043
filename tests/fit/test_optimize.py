"""exu.optimize finds designs that are known in closed form."""

import os
import signal

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped
from tests.fit.models import oscillator, present, record_of, settings_of

pytestmark = pytest.mark.processors

LOCAL = ("L-BFGS-B", "SLSQP", "trust-constr", "TNC", "Nelder-Mead", "Powell", "COBYLA", "COBYQA")


def bowl(at=(3.0, 0.4)):
    """A function of the stiffness and damping of the last run, smallest at a place."""

    def objective(mbs):
        k, c = present(mbs, "spring.stiffness", "spring.damping")
        return (k / 100 - at[0]) ** 2 + (c - at[1]) ** 2 + 0.3 * (k / 100 - at[0]) * (c - at[1])

    return objective


VARY = {"spring.stiffness": (200, 50, 800), "spring.damping": (1.0, 0, 5)}


def identity(mbs):
    return mbs


@looped("method", LOCAL)
def test_local_methods(method):
    mbs = oscillator()
    options = {"tol": 1e-10} if method in ("Nelder-Mead", "Powell", "COBYLA", "COBYQA") else {}
    best = exu.optimize(mbs, bowl(), VARY, solve=identity, method=method, options=options)
    assert best.success, best
    assert list(best.values.values()) == pytest.approx([300, 0.4], rel=2e-3)
    assert present(mbs, *VARY) == list(best.values.values())
    assert best.objective < 1e-5 < best.start and best.method == method
    assert best.history[:, -1].min() == best.objective and best.history.shape[1] == 3


@pytest.mark.parametrize("method", ["differential_evolution", "dual_annealing", "shgo"])
def test_global_methods(method):
    """Many minima; the same seed takes the same way."""

    def many(mbs):
        (k,) = present(mbs, "spring.stiffness")
        return 0.1 * (k / 100 - 3) ** 2 + np.sin(k / 20) ** 2

    vary = {"spring.stiffness": (700, 50, 800)}
    options = {"maxiter": 100} if method == "dual_annealing" else {}
    options = {"n": 60} if method == "shgo" else options
    found = [
        exu.optimize(
            oscillator(), many, vary, solve=identity, method=method, seed=3, options=options
        )
        for _ in range(2)
    ]
    k = np.linspace(50, 800, 200001)
    exact = k[np.argmin(0.1 * (k / 100 - 3) ** 2 + np.sin(k / 20) ** 2)]
    assert found[0].values["spring.stiffness"] == pytest.approx(exact, rel=1e-3)
    assert np.array_equal(found[0].history, found[1].history)


def test_unbounded_methods_take_logarithms():
    vary = {"spring.stiffness": (200, "log"), "spring.damping": (1.0, "log")}
    for method in ("BFGS", "CG"):
        best = exu.optimize(oscillator(), bowl(), vary, solve=identity, method=method)
        assert list(best.values.values()) == pytest.approx([300, 0.4], rel=1e-4)


def test_a_run_is_shortest_with_critical_damping():
    """The largest integral of decay: the rms of a mass that was hit, over damping."""
    settings = settings_of(end=4.0, steps=800)
    settings.solutionSettings.sensorsWritePeriod = 0.005
    mbs = oscillator()
    vary = {"spring.damping": (1.0, 0.1, 200)}
    best = exu.optimize(mbs, ("tip", "x", "last"), vary, settings, "RK44", maximize=True)
    assert best.maximized and best.objective >= best.start
    best = exu.optimize(mbs, lambda s: np.ptp(s.sensor("tip")[:, 1]), vary, settings, "RK44")
    assert best.at_bound == ["spring.damping"] and "held by the bound" in str(best)


@looped("method", ["SLSQP", "trust-constr", "COBYLA", "COBYQA"])
def test_constraints_hold(method):
    """The softest spring whose mass moves at most 50 mm: x = v sqrt(m/k) without damping."""
    settings = settings_of(end=1.0, steps=400)
    settings.solutionSettings.sensorsWritePeriod = 0.0025
    mbs = oscillator(damping=0.0, stiffness=1200)
    stiffness = lambda s: (present(mbs, "spring.stiffness")[0] / 600) ** 2  # noqa: E731
    best = exu.optimize(
        mbs, stiffness, {"spring.stiffness": (900, 100, 3000)}, settings, "RK44", method=method,
        constraints=[(("tip", "x", "max"), None, 0.05)], options={"tol": 1e-8},
    )  # fmt: skip
    assert best.values["spring.stiffness"] == pytest.approx(1.5 / 0.05**2, rel=2e-3)
    low, value, high = best.constraints["tip x max"]
    assert value <= high * (1 + 2e-6) and low == -np.inf and "tip x max" in str(best)


def test_global_methods_take_constraints():
    limit = [(lambda mbs: present(mbs, "spring.damping")[0], 1.0, None)]
    for method in ("differential_evolution", "shgo"):
        best = exu.optimize(
            oscillator(), bowl(), VARY, solve=identity, method=method, constraints=limit, seed=1
        )
        assert best.values["spring.damping"] == pytest.approx(1.0, abs=2e-2), method
        assert best.values["spring.stiffness"] == pytest.approx(291, rel=2e-2)


def test_least_squares_take_vectors():
    settings = settings_of()
    _, wanted = record_of(oscillator(stiffness=300, damping=0.7), settings)
    settings.solutionSettings.sensorsWritePeriod = 0.005
    best = exu.optimize(
        oscillator(), lambda s: s.sensor("tip")[:, 1] - wanted, VARY, settings,
        method="least_squares",
    )  # fmt: skip
    assert list(best.values.values()) == pytest.approx([300, 0.7], rel=1e-6)


def test_own_gradients_save_runs():
    def slope(mbs):
        k, c = present(mbs, "spring.stiffness", "spring.damping")
        a, b = k / 100 - 3, c - 0.4
        return [(2 * a + 0.3 * b) / 100, 2 * b + 0.3 * a]

    plain = exu.optimize(oscillator(), bowl(), VARY, solve=identity)
    own = exu.optimize(oscillator(), bowl(), VARY, solve=identity, gradient=slope)
    assert list(own.values.values()) == pytest.approx([300, 0.4], rel=1e-4)
    assert own.runs < 0.4 * plain.runs
    vary = {"spring.stiffness": (200, 50, 800, "log"), "spring.damping": 1.0}
    by_log = exu.optimize(oscillator(), bowl(), vary, solve=identity, gradient=slope)
    assert list(by_log.values.values()) == pytest.approx([300, 0.4], rel=1e-4)


def test_statics_and_modes_are_optimized():
    mbs = oscillator(stiffness=100)
    mbs.CreateForce(bodyNumber=1, loadVector=[5, 0, 0])
    vary = {"spring.stiffness": (100, 10, 1000)}
    sag = lambda s: (s.coordinates[-1, 0] - 0.02) ** 2 * 1e4  # noqa: E731
    best = exu.optimize(mbs, sag, vary, solve="static")
    assert best.values["spring.stiffness"] == pytest.approx(250, rel=1e-3)


def test_failing_runs_are_survived():
    def broken(mbs):
        (k,) = present(mbs, "spring.stiffness")
        if k > 350:
            raise exu.SolverError("too stiff")
        return mbs

    vary = {"spring.stiffness": (200, 50, 800), "spring.damping": (1.0, 0, 5)}
    best = exu.optimize(
        oscillator(), bowl(), vary, solve=broken, method="differential_evolution", seed=2
    )
    assert best.values["spring.stiffness"] == pytest.approx(300, rel=1e-2)
    assert len(best.failures) > 3 and "runs failed" in str(best)
    local = exu.optimize(oscillator(), bowl((9.0, 1.0)), vary, solve=broken)
    assert not local and "3 runs in a row have failed" in local.message
    with pytest.raises(exu.SolverError, match="too stiff"):
        exu.optimize(oscillator(), bowl(), {"spring.stiffness": 400.0}, solve=broken)


def test_ctrl_c_keeps_the_best():
    mbs, seen = oscillator(), []

    def interrupt(values, objective):
        seen.append(objective)
        if len(seen) == 2:
            os.kill(os.getpid(), signal.SIGINT)

    best = exu.optimize(mbs, bowl(), VARY, solve=identity, progress=interrupt)
    assert best.message == "stopped by Ctrl-C" and best.objective == min(seen)
    assert present(mbs, *VARY) == [250.0, 1.8]


def test_progress_counts_runs(monkeypatch, capsys):
    monkeypatch.setattr("linkwork.fitting.runs.AFTER", 0.0)
    best = exu.optimize(oscillator(), bowl(), VARY, solve=identity, progress=True)
    shown = capsys.readouterr().err
    assert "optimize: " in shown and "best " in shown
    assert f"{best.runs - 1}run" in shown  # the last one repeats the best
    exu.optimize(oscillator(), bowl(), VARY, solve=identity)
    assert not capsys.readouterr().err


def test_apply_false_leaves_the_system():
    mbs = oscillator()
    exu.optimize(mbs, bowl(), VARY, solve=identity, apply=False)
    assert present(mbs, *VARY) == [250.0, 1.8]


def test_what_is_refused():
    mbs = oscillator()
    free = {"spring.damping": 1.0}
    cases = [
        (dict(method="newton"), "there is no method 'newton'"),
        (dict(method="Nelder-Meed"), "did you mean 'Nelder-Mead'"),
        (dict(method="shgo", vary=free), "give bounds of 'spring.damping'"),
        (dict(method="BFGS"), "takes no bounds, but 'spring.stiffness' has some"),
        (dict(method="Powell", constraints=[(identity, 0, 1)]), "takes no constraints"),
        (dict(method="Powell", gradient=identity), "takes no gradient"),
        (dict(method="least_squares", maximize=True), "makes a sum of squares smallest"),
        (dict(constraints=[identity]), r"a constraint is \(function"),
        (dict(constraints=[(identity, 2, 1)]), "its limits are 2 and 1"),
        (dict(objective=3), "the objective is a function of the Solution"),
        (dict(objective=("tip", "x", "median")), "reductions are min, max, peak"),
        (dict(objective=("tip", "max"), solve=None), "has components x, y, z; name one"),
        (dict(objective=("tip", "w", "max"), solve=None), "are x, y, z, got 'w'"),
        (dict(objective=lambda mbs: "x"), "the objective must return a number, got 'x'"),
        (dict(gradient=lambda mbs: [1]), "gradient must return 2 numbers"),
        (dict(solve="modes"), "solve is None, 'static' or a function"),
    ]
    for change, text in cases:
        arguments = dict(objective=bowl(), vary=VARY, solve=identity) | change
        with pytest.raises(exu.ParameterError, match=text):
            exu.optimize(mbs, **arguments)
    with pytest.raises(exu.SolverError, match="not finite"):
        exu.optimize(mbs, lambda mbs: np.nan, VARY, solve=identity)
    assert present(mbs, *VARY) == [250.0, 1.8]


def test_searches_are_drawn(tmp_path):
    best = exu.optimize(oscillator(), bowl(), VARY, solve=identity)
    figure = best.plot(fileName=tmp_path / "search.png")
    assert (tmp_path / "search.png").stat().st_size > 1000
    assert [ax.get_ylabel() for ax in figure.axes] == [
        "objective", "spring.stiffness [N/m]", "spring.damping [N s/m]",
    ]  # fmt: skip
