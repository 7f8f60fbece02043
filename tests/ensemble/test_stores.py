"""Stores: files that can be read again, continued after whatever stops a run, or refused."""

import functools
import os
import signal
import warnings

import numpy as np
import pytest

import linkwork as exu
from tests.ensemble.oscillators import largest, oscillator, small_spring_length, steps

zarr = pytest.importorskip("zarr")
COUNT = 40


def ensemble(k=None, **model):
    k = np.linspace(50, 150, COUNT) if k is None else k
    return exu.Ensemble(oscillator(**model)).vary("spring.stiffness", k).record(["tip"], times=11)


def undo(path, members):
    """Make members of a file undone, as if they had not run."""
    group = zarr.open_group(path, mode="r+")
    group["values"][members] = 7.0
    group["status"][members] = -1


def counted(monkeypatch):
    """Numbers of members that ran, call by call."""
    from linkwork.ensemble.members import Members

    found, run = [], Members.run

    def counting(self, values, *others):
        found.append(len(values))
        run(self, values, *others)

    monkeypatch.setattr(Members, "run", counting)
    return found


@pytest.mark.parametrize("name", ["runs.zarr", "runs.npz"])
def test_a_store_is_read_again_and_its_members_run_again(name, tmp_path, monkeypatch):
    path = tmp_path / name
    wanted = ensemble().solve(steps(100), store=path, chunk=7)
    found = exu.EnsembleResult.load(path)
    for part in ("values", "report", "inputs", "times", "status", "steps"):
        assert np.array_equal(getattr(found, part), getattr(wanted, part)), part
    assert found.parameters == ["spring.stiffness"] and found.columns == wanted.columns
    assert found.facts == wanted.facts | {"numbers": None}
    assert np.array_equal(found.rerun(3).coordinates, wanted.rerun(3).coordinates)
    runs = counted(monkeypatch)
    again = ensemble().solve(steps(100), store=path)
    assert np.array_equal(again.values, wanted.values) and not runs
    copy = tmp_path / f"copy{path.suffix}"
    found.save(copy)
    assert np.array_equal(exu.EnsembleResult.load(copy).values, wanted.values)


def test_only_members_that_are_not_done_run(tmp_path, monkeypatch):
    path = tmp_path / "runs.zarr"
    wanted = ensemble().solve(steps(100), store=path, chunk=7)
    undo(path, slice(5, 12))
    assert np.isnan(exu.EnsembleResult.load(path).values[5:12]).all()
    runs = counted(monkeypatch)
    found = ensemble().solve(steps(100), store=path)
    assert sum(runs) >= 7 and np.array_equal(found.values, wanted.values)
    assert np.array_equal(found.report, wanted.report)
    assert np.array_equal(exu.EnsembleResult.load(path).values, wanted.values)


def test_a_state_that_was_set_is_the_start_of_members_also_of_loaded_ones(tmp_path):
    mbs = oscillator()
    mbs.Assemble()
    mbs.systemData.SetODE2Coordinates([0.3], exu.ConfigurationType.Initial)
    made = exu.Ensemble(mbs).vary("spring.stiffness", [50.0, 100.0]).record(["tip"], times=3)
    result = made.solve(steps(100), store=tmp_path / "runs.npz")
    assert result.values[:, 0, 0] == pytest.approx([0.3, 0.3])
    found = exu.EnsembleResult.load(tmp_path / "runs.npz")
    for again in (result.rerun(1), found.rerun(1)):
        assert again.coordinates[-1, 0] == result.values[1, -1, 0]
    with pytest.raises(exu.SysError, match="the initial state differs"):
        other = exu.Ensemble(oscillator()).vary("spring.stiffness", [50.0, 100.0])
        other.record(["tip"], times=3).solve(steps(100), store=tmp_path / "runs.npz")


def test_numbers_of_a_function_are_stored(tmp_path):
    path = tmp_path / "runs.zarr"
    made = ensemble().record(["tip"], times=11, function=largest)
    wanted = made.solve(steps(100), store=path, chunk=7)
    undo(path, slice(0, 7))
    found = made.solve(steps(100), store=path)
    assert np.array_equal(found.values, wanted.values)
    loaded = exu.EnsembleResult.load(path)
    assert np.array_equal(loaded.values, wanted.values) and loaded.columns == wanted.columns


def test_ctrl_c_leaves_a_store_that_is_continued(tmp_path):
    made = ensemble().record(["tip"], times=11, function=_last)
    wanted = made.solve(steps(100)).values
    for name in ("runs.zarr", "runs.npz"):
        _last.calls_left = 12
        with pytest.raises(KeyboardInterrupt):
            made.solve(steps(100), scheduler="serial", chunk=5, store=tmp_path / name)
        done = exu.EnsembleResult.load(tmp_path / name).status == 0
        assert 11 < done.sum() < COUNT
        assert np.array_equal(made.solve(steps(100), store=tmp_path / name).values, wanted)


def _last(times, rows):
    """The last value; Ctrl-C is pressed when no calls are left."""
    _last.calls_left -= 1
    if _last.calls_left == 0:
        os.kill(os.getpid(), signal.SIGINT)
    return rows[-1, 0]


_last.calls_left = -1


def test_another_function_of_that_name_is_refused(tmp_path):
    path = tmp_path / "runs.npz"
    ensemble().record(["tip"], times=11, function=lambda t, rows: rows[-1]).solve(store=path)
    other = ensemble().record(["tip"], times=11, function=lambda t, rows: 2 * rows[-1])
    with pytest.raises(exu.SysError, match="the code of the function of record differs"):
        other.solve(store=path)


def test_another_ensemble_is_refused_by_name(tmp_path):
    path = tmp_path / "runs.zarr"
    ensemble().solve(steps(100), store=path)
    for other, settings, told in (
        (ensemble(mass=3.0), steps(100), "object 0 'mass': physicsMass is 3.0, it was 2.0"),
        (ensemble(), steps(200), "numberOfSteps is 200, it was 100"),
        (ensemble(np.linspace(51, 150, COUNT)), steps(100), "member 0 is 51, it was 50"),
        (ensemble(np.linspace(50, 150, 3)), steps(100), "there are 3 members, there were 40"),
        (ensemble().record(["speed"], times=11), steps(100), "recorded sensors differ"),
        (ensemble().record(["tip"], times=6), steps(100), "recorded times differ"),
        (ensemble().record(["tip"], times=11, function=largest), steps(100), "function of record"),
    ):
        with pytest.raises(exu.SysError, match=told):
            other.solve(settings, store=path)
    with pytest.raises(exu.SysError, match="the solver is RK44, it was GeneralizedAlpha"):
        ensemble().solve(steps(100), "RK44", store=path)
    facts = dict(zarr.open_group(path, mode="r+").attrs["linkwork"])
    facts["identity"]["versions"]["numba"] = "0.1"
    zarr.open_group(path, mode="r+").attrs["linkwork"] = facts
    with pytest.raises(exu.SysError, match=r"numba is .*, it was 0\.1.*another name"):
        ensemble().solve(steps(100), store=path)


def test_other_files_are_refused(tmp_path):
    other = tmp_path / "other.zarr"
    zarr.open_group(other, mode="w")
    with pytest.raises(exu.SysError, match="not an ensemble"):
        ensemble().solve(steps(10), store=other)
    (tmp_path / "text.npz").write_text("no archive")
    with pytest.raises(exu.SysError, match="cannot be read"):
        ensemble().solve(steps(10), store=tmp_path / "text.npz")
    np.savez(tmp_path / "plain.npz", a=1)
    with pytest.raises(exu.SysError, match="not an ensemble"):
        exu.EnsembleResult.load(tmp_path / "plain.npz")
    with pytest.raises(exu.SysError, match="does not exist"):
        exu.EnsembleResult.load(tmp_path / "missing.zarr")


def test_kills_at_random_moments_change_nothing(tmp_path):
    from tests.ensemble.kills import killed_sweeps

    assert len(killed_sweeps(2, tmp_path, seed=5, members=800)) == 2


def test_xarray_opens_the_file(tmp_path):
    xarray = pytest.importorskip("xarray")
    path = tmp_path / "runs.zarr"
    result = ensemble().solve(steps(100), store=path)
    data = xarray.open_zarr(path, consolidated=False)
    assert data["values"].dims == ("member", "time", "column")
    assert np.array_equal(data["values"], result.values)


@pytest.mark.parametrize("part", ["values/c/1/0/0", "details/c/1/0", "status/c/1"])
@pytest.mark.parametrize("how", ["lost", "cut"])
def test_members_of_a_lost_or_damaged_file_run_again(part, how, tmp_path):
    path = tmp_path / "runs.zarr"
    wanted = ensemble().solve(steps(100), store=path, chunk=7)
    if how == "lost":
        (path / part).unlink()
    else:
        os.truncate(path / part, 5)
    loaded = exu.EnsembleResult.load(path)
    assert list(np.flatnonzero(loaded.status)) == list(range(7, 14))
    assert np.isnan(loaded.values[7:14]).all()
    found = ensemble().solve(steps(100), store=path)
    for result in (found, exu.EnsembleResult.load(path)):
        assert np.array_equal(result.values, wanted.values)
        assert np.array_equal(result.report, wanted.report)


def test_members_that_have_failed_from_the_start_stay_done(tmp_path):
    path = tmp_path / "runs.zarr"
    made = exu.Ensemble(small_spring_length()).vary("spring.stiffness", [1.0, 2.0])
    wanted = made.record(["tip"], times=3).solve(steps(10), store=path)
    assert (wanted.status > 0).all()
    assert np.array_equal(exu.EnsembleResult.load(path).report, wanted.report)


def test_a_store_that_cannot_be_written_leaves_the_result(tmp_path, monkeypatch):
    from linkwork.ensemble.zarr_store import ZarrStore

    def full(self, *others):
        raise exu.SysError("no space left")

    monkeypatch.setattr(ZarrStore, "create", full)
    made = ensemble()
    with pytest.raises(exu.SysError, match="no space"):
        made.solve(steps(100), store=tmp_path / "runs.zarr", chunk=COUNT)
    assert np.array_equal(made.result.values, ensemble().solve(steps(100)).values)


def test_two_processes_cannot_make_one_store(tmp_path):
    from linkwork.ensemble.store import open_store

    path = tmp_path / "runs.zarr"
    facts, inputs = ensemble().solve(steps(10)).facts, np.zeros((COUNT, 1))
    first, second = (open_store(path, facts, inputs) for _ in range(2))
    first.create((COUNT, 11, 1), 7, None)
    with pytest.raises(exu.SysError, match="one process at a time"):
        second.create((COUNT, 11, 1), 7, None)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["runs.zarr"]


def reading(kind, number):
    """A function that multiplies the last row with a number from outside of itself."""
    if kind == "closure":
        return lambda times, rows: number * rows[-1]
    if kind == "default":
        return lambda times, rows, factor=number: factor * rows[-1]
    if kind == "partial":
        return functools.partial(scaled, number)
    if kind == "object":
        return Scaled(number)
    READ["factor"] = number
    return read_from_a_global


READ = {"factor": 0.0}


def read_from_a_global(times, rows):
    return READ["factor"] * rows[-1]


def scaled(factor, times, rows):
    return factor * rows[-1]


class Scaled:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, times, rows):
        return self.factor * rows[-1]


@pytest.mark.parametrize("kind", ["closure", "default", "partial", "object", "global"])
def test_functions_that_read_other_values_are_refused(kind, tmp_path):
    path = tmp_path / "runs.zarr"
    made = ensemble().record(["tip"], times=11, function=reading(kind, 2.0))
    wanted = made.solve(steps(100), store=path)
    assert np.array_equal(made.solve(steps(100), store=path).values, wanted.values)
    assert made.record(["tip"], function=reading(kind, 2.0)) and repr(made)
    made.record(["tip"], times=11, function=reading(kind, 3.0))
    with pytest.raises(exu.SysError, match=r"\(read by the function of record\) .*2\.0"):
        made.solve(steps(100), store=path)


def test_models_whose_functions_read_other_values_are_refused(tmp_path):
    def made(inner, variable):
        def force(mbs, t, itemNumber, u, v, k, d, offset):
            return inner * mbs.variables["gain"] * k * u

        mbs = oscillator(force=force)
        mbs.variables["gain"] = variable
        return exu.Ensemble(mbs).vary("spring.stiffness", [50.0, 60.0]).record(["tip"], times=1)

    path = tmp_path / "runs.npz"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # called back
        made(1.0, 1.0).solve(steps(20), store=path)
        made(1.0, 1.0).solve(steps(20), store=path)
        with pytest.raises(exu.SysError, match=r"inner \(read by .*'spring'.*\) is 2\.0, it was 1"):
            made(2.0, 1.0).solve(steps(20), store=path)
        with pytest.raises(exu.SysError, match=r"mbs\.variables\['gain'\] is 2\.0, it was 1\.0"):
            made(1.0, 2.0).solve(steps(20), store=path)
