"""Schedulers: the same numbers wherever members run."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import linkwork as exu
from linkwork.ensemble import job, schedulers
from linkwork.ensemble.portions import Portions
from tests.ensemble.oscillators import largest, oscillator, steps, stiffening

COUNT = 30


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        yield executor


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options = dict(n_workers=2, threads_per_worker=1, dashboard_address=None)
        with distributed.LocalCluster(**options) as made, distributed.Client(made) as client:
            yield client


def ensemble(force=None, function=None):
    made = exu.Ensemble(oscillator(force=force))
    made.vary("spring.stiffness", np.linspace(50, 150, COUNT))
    return made.record(["tip", "speed"], times=11, function=function)


def test_threads_and_chunks_change_nothing():
    wanted = ensemble().solve(steps(100), scheduler="serial").values
    for options in ({}, {"threads": 1}, {"threads": 3}, {"chunk": 1}, {"chunk": 7, "threads": 2}):
        assert np.array_equal(ensemble().solve(steps(100), **options).values, wanted)
    numbers = ensemble(function=largest).solve(steps(100), scheduler="serial").values
    for options in ({}, {"chunk": 7}):
        found = ensemble(function=largest).solve(steps(100), **options)
        assert np.array_equal(found.values, numbers)


def test_executors_give_the_same_numbers(processes):
    wanted = ensemble().solve(steps(100), scheduler="serial")
    with ThreadPoolExecutor(2) as threads:
        for executor in (processes, threads):
            for chunk in (None, 4):
                found = ensemble().solve(steps(100), scheduler=executor, chunk=chunk)
                assert np.array_equal(found.values, wanted.values)
                assert np.array_equal(found.report, wanted.report)
    wanted = ensemble(stiffening, largest).solve(steps(100), scheduler="serial").values
    found = ensemble(stiffening, largest).solve(steps(100), scheduler=processes).values
    assert np.array_equal(found, wanted)


def test_processes_of_its_own_give_the_same_numbers():
    wanted = ensemble().solve(steps(100), scheduler="serial").values
    found = ensemble().solve(steps(100), scheduler="processes", threads=1)
    assert np.array_equal(found.values, wanted)


def test_a_dask_cluster_gives_the_same_numbers(cluster, tmp_path):
    wanted = ensemble().solve(steps(100), scheduler="serial").values
    options = dict(scheduler=cluster, store=tmp_path / "runs.zarr")
    assert np.array_equal(ensemble().solve(steps(100), **options).values, wanted)
    assert np.array_equal(exu.EnsembleResult.load(tmp_path / "runs.zarr").values, wanted)
    address = cluster.scheduler.address
    found = ensemble().solve(steps(100), scheduler=address, chunk=5).values
    assert np.array_equal(found, wanted)


def test_a_dask_cluster_takes_functions_by_value(cluster):
    def softening(mbs, t, itemNumber, u, v, k, d, offset):
        return k * (u - u**3)

    wanted = ensemble(softening, lambda t, rows: rows[-1]).solve(steps(100)).values
    found = ensemble(softening, lambda t, rows: rows[-1]).solve(steps(100), scheduler=cluster)
    assert np.array_equal(found.values, wanted) and wanted.shape == (COUNT, 2)


def test_a_cluster_without_workers_is_an_error():
    class Client:
        scatter = get_executor = None

        def nthreads(self):
            return {}

    with pytest.raises(exu.SysError, match="no workers"):
        ensemble().solve(steps(10), scheduler=Client())


def test_functions_without_a_name_cannot_travel_to_processes(processes):
    with pytest.raises(exu.ParameterError, match=r"record: function.*top level of a module"):
        ensemble(function=lambda t, rows: 0.0).solve(steps(10), scheduler=processes)

    def inner(mbs, t, itemNumber, u, v, k, d, offset):
        return k * u

    with pytest.raises(exu.ParameterError, match=r"springForceUserFunction.*inner"):
        ensemble(inner).solve(steps(10), scheduler=processes)


def test_workers_keep_models_by_digest(monkeypatch):
    made = []
    build = job.Packed.job
    monkeypatch.setattr(job.Packed, "job", lambda packed: made.append(1) or build(packed))
    with ThreadPoolExecutor(1) as executor:
        for _ in range(2):
            ensemble().solve(steps(10), scheduler=executor, chunk=3)
    assert len(made) == 1


def test_stored_chunks_hold_enough_work():
    class Empty:
        chunk = 0

        def pending(self):
            return np.arange(100000)

        def choose_chunk(self, members):
            self.chunk = members

    def chosen(cost, workers, row_bytes=800, chunk=None):
        sweep = schedulers.Sweep(None, None, Empty(), chunk, row_bytes, None)
        return sweep.fix_chunk(cost, workers)

    assert chosen(2e-3, 2) == 1000  # 100 members are 0.2 s, but 50 rounds are enough
    assert chosen(1e-4, 2) == 2000
    assert chosen(1e-4, 2, row_bytes=16e6) == 1
    assert chosen(1e-9, 100) == 1000
    assert chosen(1.0, 2, chunk=17) == 17


def portions(count, cost, workers, most=10**9, chunk=None):
    """Numbers of members of all tasks."""
    made = Portions(np.arange(count) + 3, cost, most, chunk)
    found = []
    while len(piece := made.take(workers)):
        found.append(piece)
    assert np.array_equal(np.concatenate(found), np.arange(count) + 3)
    return np.array([len(piece) for piece in found])


@pytest.mark.parametrize("workers", [1, 2, 8, 64])
@pytest.mark.parametrize("cost", [1e-5, 2e-3, 0.5])
def test_tasks_keep_workers_busy_until_the_end(workers, cost):
    """Tasks go to the first worker that is free; each takes some milliseconds besides."""
    count = int(30.0 * workers / cost)
    sizes = portions(count, cost, workers)
    free = np.zeros(workers)
    rng = np.random.default_rng(3)
    ideal = 0.0
    for size in sizes:
        work = size * cost * rng.uniform(0.9, 1.1)  # costs of members differ
        free[free.argmin()] += work + 5e-3
        ideal += work / workers
    assert ideal < free.max() < 1.03 * ideal + 0.5 * cost
    assert sizes[0] * cost <= max(2.0, 10 * 5e-3 * workers) + cost
    assert len(sizes) < 70 * workers


def test_tasks_of_few_or_large_members():
    assert list(portions(5, 1e-6, 2)) == [3, 2]
    assert list(portions(1, 1.0, 8)) == [1]
    assert list(portions(3, 10.0, 2)) == [1, 1, 1]
    assert portions(1000, 1e-5, 2, most=7).max() == 7
    assert list(portions(20, 1e-5, 2, chunk=7)) == [4, 7, 7, 2]  # members 3 to 22


def test_workers_that_join_get_tasks(monkeypatch):
    monkeypatch.setattr(schedulers, "RENEWED", 0.0)
    monkeypatch.setattr(schedulers, "PROBE", 2)

    class Cluster:
        """Starts no task after the first one before more are submitted than one worker gets."""

        asked, queued, most = 0, (), 0

        def nthreads(self):
            self.asked += 1
            return {f"tcp://host:{k}": 1 for k in range(1 if self.asked < 4 else 4)}

        def scatter(self, data, **options):
            return data

        def get_executor(self, **options):
            return contextlib.nullcontext(self)

        def submit(self, function, *arguments):
            found = Future()
            self.queued = *self.queued, (found, function, arguments)
            self.most = max(self.most, len(self.queued))
            if np.isfinite(arguments[-1]) or self.most > schedulers.WAITING:
                queued, self.queued = self.queued, ()
                for future, function, arguments in queued:
                    future.set_result(function(*arguments))
            return found

    cluster = Cluster()
    wanted = ensemble().solve(steps(100), scheduler="serial").values
    found = ensemble().solve(steps(100), scheduler=cluster, chunk=2)
    assert np.array_equal(found.values, wanted)
    assert cluster.most > schedulers.WAITING


def test_ctrl_c_keeps_what_is_done():
    made = ensemble()
    seen = []

    def interrupting(times, rows):
        seen.append(1)
        if len(seen) == 10:
            os.kill(os.getpid(), signal.SIGINT)
        return rows[-1, 0]

    made.record(["tip"], times=11, function=interrupting)
    assert threading.current_thread() is threading.main_thread()
    with pytest.raises(KeyboardInterrupt):
        made.solve(steps(100), scheduler="serial", chunk=5)
    result = made.result
    done = result.status == 0
    assert 9 < done.sum() < COUNT and (result.status[~done] == -1).all()
    assert np.isnan(result.values[~done]).all() and np.isfinite(result.values[done]).all()
    assert "have not run" in repr(result) and not result.failures
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_in_a_terminal_keeps_what_processes_have_done(tmp_path):
    pytest.importorskip("zarr")
    path, root = tmp_path / "runs.zarr", Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.ensemble.interrupted", str(path)]
    process = subprocess.Popen(
        command, cwd=root, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True,
    )  # fmt: skip
    try:
        while not path.exists() and process.poll() is None:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C does: all processes of the terminal
        printed = process.communicate(timeout=600)[0]
    finally:
        process.kill()
        process.wait()
    word, done, left = printed.split()
    assert word == "interrupted" and int(done) > 0 and int(done) + int(left) == 100000
    stored = exu.EnsembleResult.load(path)
    assert int(stored.done.sum()) == int(done) and int(left) > 0


def test_a_second_ctrl_c_ends_processes_that_never_end():
    command, root = [sys.executable, "-m", "tests.ensemble.endless"], Path(__file__).parents[2]
    process = subprocess.Popen(
        command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    safety = threading.Timer(600.0, process.kill)
    safety.start()
    printed = []
    try:
        for line in process.stdout:
            printed.append(line)
            if line in ("inside\n", "noted\n"):
                process.send_signal(signal.SIGINT)
    finally:
        safety.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
    assert printed == ["inside\n", "noted\n", "interrupted [False, False]\n"]  # one task


def test_tasks_that_are_lost_are_told(monkeypatch):
    monkeypatch.setattr(schedulers, "PROBE", 2)  # members of the first task, whatever their time

    class Losing(ThreadPoolExecutor):
        def submit(self, function, *arguments):
            if np.isfinite(arguments[-1]):
                return super().submit(function, *arguments)
            found = Future()
            found.cancel()
            found.set_running_or_notify_cancel()
            return found

    made = ensemble()
    with Losing(1) as executor, pytest.raises(exu.SysError, match="same call continues"):
        made.solve(steps(100), scheduler=executor, chunk=2)
    assert 0 < (made.result.status == 0).sum() <= 2
