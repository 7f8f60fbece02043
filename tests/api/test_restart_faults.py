"""Checkpoints that cannot be written or read, and runs that cannot resume from them."""

import errno
import gc
import os
import shutil
import signal
import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest

import linkwork as exu
from benchmarks import kills
from linkwork.core.files.packed import pack
from linkwork.restart import checkpoint
from linkwork.restart import identity as run_identity
from linkwork.results.record import rows_file
from linkwork.results.record.recording import Recording
from linkwork.run.timing import STEPS, Timing
from tests.cases import looped

from .models import Solver, make_settings, python_environment
from .restart_models import solve, springs
from .results import assert_same

ROD = "rod, recorded at other times"


@pytest.fixture
def full_disk(monkeypatch):
    """After this call the disk takes no checkpoints any more."""

    def refuse(*arguments, **options):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return lambda: monkeypatch.setattr(rows_file.os, "fsync", refuse)


# ------------------------------------------------------------------ processes that are killed


def test_a_run_that_is_killed_twice_gives_the_same_result(tmp_path):
    """With SIGKILL, each time in the midst of it; the streamed result stays readable."""
    name, folder = "RATTLE", tmp_path / "run"
    seconds = kills.finish(kills.start(name, tmp_path / "alone", False))
    rng = np.random.default_rng()
    for _ in range(2):
        kills.kill(name, folder, True, rng.uniform(0.1, 0.4) * seconds)
    kills.finish(kills.start(name, folder, True))
    resumed = exu.Solution.load(folder / kills.RESULT)
    assert kills.is_same(resumed, exu.Solution.load(tmp_path / "alone" / kills.RESULT))
    assert_same(exu.Solution.load(folder / kills.STREAM), resumed)
    assert list(folder.glob(".*")) == []


KILLED_IN = {
    "the rows": "from linkwork.results.record import rows_file as place",
    "the state": "from linkwork.core.files import whole_files as place",
}
KILLED = """
import os, signal, sys
{importing}

def fsync(handle, count=[0]):
    count[0] += 1
    if count[0] == 4:
        os.ftruncate(handle, os.fstat(handle).st_size - 5)
        os.kill(os.getpid(), signal.SIGKILL)

class System:
    fsync = staticmethod(fsync)
    __getattr__ = lambda self, name: getattr(os, name)

place.os = System()
from tests.api.restart_models import solve
solve({case!r}, sys.argv[1])
"""


@pytest.mark.parametrize("where", KILLED_IN)
def test_a_kill_in_the_midst_of_writing_leaves_the_checkpoint_before(where, tmp_path):
    file = tmp_path / "restart.lwr"
    program = KILLED.format(importing=KILLED_IN[where], case=ROD)
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)], cwd=root, env=python_environment()
    )
    assert done.returncode == -signal.SIGKILL
    assert len(list(tmp_path.glob(".*.part"))) == (where == "the state")
    resumed = solve(ROD, file, resumeFrom=file)
    assert_same(resumed, solve(ROD, tmp_path / "other"))
    assert list(tmp_path.glob(".*.part")) == []


# ------------------------------------------------------------------ streams, other places


def test_a_streamed_run_goes_on_in_its_stream(tmp_path, monkeypatch):
    expected = solve(ROD, tmp_path / "alone")
    file, stream = tmp_path / "restart", tmp_path / "run.lw"
    whole = solve(ROD, file, stream)
    assert_same(whole, expected)
    assert not (tmp_path / "restart.rows").exists()
    resumed = solve(ROD, file, stream, resumeFrom=file)  # a finished run: its end is repeated
    assert_same(resumed, expected)
    assert_same(whole, expected)  # arrays that were mapped before hold what they held
    assert_same(exu.Solution.load(stream), expected)
    moved = stream.rename(tmp_path / "moved.lw")
    assert_same(solve(ROD, file, moved, resumeFrom=file), expected)
    shutil.rmtree(moved)
    with pytest.raises(exu.SysError, match=r"cannot be resumed: .*moved.lw.*meta.json"):
        solve(ROD, file, moved, resumeFrom=file)
    solve(ROD, tmp_path / "other", moved)
    before = (moved / "meta.json").read_bytes()
    with pytest.raises(exu.SysError, match="another run has streamed to this folder since"):
        solve(ROD, file, moved, resumeFrom=file)
    assert (moved / "meta.json").read_bytes() == before
    assert_same(exu.Solution.load(moved), expected)
    with pytest.raises(exu.SysError, match="streamFileName is '', it was 'a folder'"):
        solve(ROD, file, resumeFrom=file)


def test_events_come_back_beside_a_stream(tmp_path):
    name, file, stream = "sensors of events", tmp_path / "restart", tmp_path / "run.lw"
    expected = solve(name, tmp_path / "alone")
    assert len(expected.events) >= 5
    assert_same(solve(name, file, stream), expected)
    assert (tmp_path / "restart.rows").exists()
    assert_same(solve(name, file, stream, resumeFrom=file), expected)
    assert_same(exu.Solution.load(stream), expected)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_run_that_ctrl_c_has_stopped_goes_on(tmp_path, streamed):
    """What it recorded when it stopped, between two recorded times, is no row of the result."""
    settings = make_settings(1.0, 1000, record=0.05)
    settings.solutionSettings.writeRestartFile = True
    settings.solutionSettings.restartWritePeriod = 0.2
    settings.solutionSettings.restartFileName = str(tmp_path / "restart")
    settings.solutionSettings.streamFileName = str(tmp_path / "run.lw") if streamed else ""
    interrupted = []

    def solve_again(**how):
        def stop(mbs, t):
            if t > 0.6705 and not interrupted:
                interrupted.append(t)
                os.kill(os.getpid(), signal.SIGINT)
            return True

        mbs = springs()
        mbs.SetPreStepUserFunction(stop)
        return mbs.SolveDynamic(settings, **how)

    with pytest.raises(KeyboardInterrupt):
        solve_again()
    if streamed:
        part = exu.Solution.load(tmp_path / "run.lw")
        assert part.times[-1] == pytest.approx(0.671) and not part
    resumed = solve_again(resumeFrom=tmp_path / "restart")
    settings.solutionSettings.streamFileName = ""
    settings.solutionSettings.restartFileName = str(tmp_path / "other")
    assert_same(resumed, solve_again())
    np.testing.assert_allclose(resumed.times, np.arange(21) * 0.05, atol=1e-12)


def test_a_finished_run_repeats_its_end(tmp_path):
    file = tmp_path / "restart"
    expected = solve("springs", file)
    size = (tmp_path / "restart.rows").stat().st_size
    resumed = solve("springs", file, resumeFrom=file)
    assert_same(resumed, expected)
    assert (tmp_path / "restart.rows").stat().st_size == size


def test_the_speed_of_a_resumed_run_is_that_of_its_own_steps(tmp_path, monkeypatch):
    file, seen = tmp_path / "restart", []
    solve("springs", file)
    report = Timing.report
    monkeypatch.setattr(
        Timing, "report", lambda self, told: (seen.append(self), report(self, told))
    )
    told = solve("springs", file, resumeFrom=file).statistics
    assert told.steps == 100 and seen[-1].steps_before == 75
    assert told.steps_per_second * seen[-1]._phases[STEPS] == pytest.approx(25.0)


def test_rows_are_written_once(tmp_path):
    """The file grows by what was recorded between two checkpoints, whatever came before."""
    for name, checkpoints in (("springs", 5), ("springs, every step", 10)):
        steps = len(solve(name, tmp_path / name)) - 1
        last = steps - (25 if checkpoints == 5 else 1)
        width = (1 + 3 * 6) + (1 + 2 * 3)
        size = (tmp_path / f"{name}.rows").stat().st_size
        # the last row may still change: it is in the checkpoint, and in the first one all there is
        blocks = checkpoints - 1 - (checkpoints == 5)
        assert size == 48 + 8 * width * last + 2 * 16 * blocks


def test_the_clock_decides_on_files_alone(tmp_path):
    """Steps and factorizations are those of a run that writes every checkpoint."""
    for name in ("rod, modified Newton", "DOPRI5, rod"):
        file = tmp_path / "restart"
        expected = solve(name, tmp_path / "all")
        assert_same(solve(name, file, wall_period=1e9), expected)
        content = checkpoint.read_checkpoint(file).content
        assert content["state"]["scalars"]["t"] == 0.0
        assert_same(solve(name, tmp_path / "other", resumeFrom=file), expected)


def test_initial_values_of_an_earlier_run_come_with_the_checkpoint(tmp_path):
    settings = make_settings(0.5, 50)
    settings.solutionSettings.writeRestartFile = True
    settings.solutionSettings.restartWritePeriod = 0.2
    settings.solutionSettings.restartFileName = str(tmp_path / "restart")
    mbs = springs()
    mbs.SolveDynamic(settings, updateInitialValues=True)
    expected = mbs.SolveDynamic(settings)
    again = springs()
    assert_same(again.SolveDynamic(settings, resumeFrom=tmp_path / "restart"), expected)
    given = exu.ConfigurationType.Initial
    for system in (mbs, again):
        assert np.array_equal(system.systemData.GetODE2Coordinates(given), expected.coordinates[0])


# ------------------------------------------------------------------ disks that refuse


def test_a_disk_that_fills_up_ends_no_run(tmp_path, monkeypatch, full_disk):
    put = checkpoint.Checkpoints._put
    calls = []

    def watched(self, state):
        calls.append(state["scalars"]["t"])
        if len(calls) == 4:
            full_disk()
        put(self, state)

    monkeypatch.setattr(checkpoint.Checkpoints, "_put", watched)
    file = tmp_path / "restart"
    text = "restart: No space left on device; the run continues"
    with pytest.warns(UserWarning, match=text) as w:
        expected = solve(ROD, file)
    assert len(w) == 1 and len(calls) == 10 and expected
    monkeypatch.undo()
    assert checkpoint.read_checkpoint(file).content["state"]["scalars"]["t"] == calls[2]
    assert_same(solve(ROD, file, resumeFrom=file), expected)


def test_a_resumed_run_that_cannot_write_checkpoints_goes_on(tmp_path, full_disk):
    file = tmp_path / "restart"
    expected = solve(ROD, file, wall_period=1e9)
    full_disk()
    text = "the run continues, and the previous checkpoint stays valid"
    with pytest.warns(UserWarning, match=text):
        assert_same(solve(ROD, file, resumeFrom=file), expected)


def test_a_disk_that_is_full_from_the_start_is_told_before_the_first_step(tmp_path, full_disk):
    full_disk()
    with pytest.raises(exu.SysError, match="no checkpoint can be written to .*restart: No space"):
        solve("springs", tmp_path / "restart")


def test_a_folder_that_cannot_be_written_to_is_told_before_the_first_step(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(exu.SysError, match="no checkpoint can be written to .*folder of"):
        solve("springs", tmp_path / "file" / "restart")


# ------------------------------------------------------------------ files that do not fit


def broken(file, change):
    content = bytearray(file.read_bytes())
    change(content)
    file.write_bytes(content)


FAULTS = {
    "one bit": (
        lambda c: c.__setitem__(len(c) // 2, c[len(c) // 2] ^ 1),
        "checksum does not match",
    ),
    "cut off": (lambda c: c.__delitem__(slice(len(c) // 2, None)), "checksum does not match"),
    "empty": (lambda c: c.clear(), "it is empty"),
    "cut off in its head": (lambda c: c.__delitem__(slice(20, None)), "cut off after 20 bytes"),
    "foreign": (
        lambda c: c.__setitem__(slice(0, 8), b"PK\3\4abcd"),
        "it is not a linkwork restart file",
    ),
    "newer": (
        lambda c: c.__setitem__(16, 10),
        "it has version 10, but this Linkwork reads version 9",
    ),
    "older": (
        lambda c: c.__setitem__(16, 8),
        "it has version 8, but this Linkwork reads version 9",
    ),
}


@looped("fault", FAULTS)
def test_a_broken_file_is_refused(fault, tmp_path):
    file = tmp_path / "restart"
    solve("springs", file)
    change, text = FAULTS[fault]
    broken(file, change)
    with pytest.raises(exu.SysError, match=f"{file} cannot be resumed from: .*{text}"):
        solve("springs", tmp_path / "other", resumeFrom=file)


ROWS_FAULTS = {
    "one bit": (FAULTS["one bit"][0], "damaged: its checksum does not match"),
    "cut off": (FAULTS["cut off"][0], "it is truncated"),
    "foreign": (FAULTS["foreign"][0], "does not hold recorded rows"),
    "of another run": (lambda c: c.__setitem__(slice(16, 48), b"0" * 32), "another run"),
}


@looped("fault", ROWS_FAULTS)
def test_broken_rows_are_refused(fault, tmp_path):
    file = tmp_path / "restart"
    solve("springs", file)
    change, text = ROWS_FAULTS[fault]
    broken(tmp_path / "restart.rows", change)
    with pytest.raises(exu.SysError, match=f"{file}.rows, which holds.*{text}"):
        solve("springs", file, resumeFrom=file)


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(exu.SysError, match="no.lwr does not exist.*start the run from its begin"):
        solve("springs", tmp_path / "restart", resumeFrom=tmp_path / "no.lwr")
    with pytest.raises(exu.ParameterError, match="a file name is needed"):
        solve("springs", tmp_path / "restart", resumeFrom=3)
    with pytest.raises(exu.SysError, match=f"{tmp_path} cannot be read: Is a directory"):
        solve("springs", tmp_path / "restart", resumeFrom=tmp_path)


def _set(path, value):
    def change(mbs, settings):
        group, _, name = path.rpartition(".")
        for part in group.split("."):
            settings = getattr(settings, part)
        setattr(settings, name, value)

    return change


CHANGES = {
    "steps": (_set("timeIntegration.numberOfSteps", 200), "numberOfSteps is 200, it was 100"),
    "end": (_set("timeIntegration.endTime", 2.0), "timeIntegration.endTime is 2.0, it was"),
    "period": (_set("solutionSettings.restartWritePeriod", 0.1), "restartWritePeriod is 0.1, it"),
    "no checkpoints": (_set("solutionSettings.writeRestartFile", False), "writeRestartFile is"),
    "stiffness": (
        lambda mbs, _: mbs.SetObjectParameter("spring2", "stiffness", 7.0),
        "object 4 'spring2': stiffness is 7.0, it was 200.0",
    ),
    "one more": (lambda mbs, _: mbs.AddNode(exu.items.NodePoint()), "are 3 nodes, there were 2"),
    "pre-step": (lambda mbs, _: mbs.SetPreStepUserFunction(lambda mbs, t: True), "preStepUserFunc"),
}  # fmt: skip


@looped("what", CHANGES)
def test_another_run_is_refused_and_told_what_differs(what, tmp_path):
    file = tmp_path / "restart"
    solve("springs", file)
    settings = make_settings(1.0, 100)
    settings.solutionSettings.writeRestartFile = True
    settings.solutionSettings.restartWritePeriod = 0.25
    settings.solutionSettings.restartFileName = str(tmp_path / "other")
    mbs = springs()
    change, text = CHANGES[what]
    change(mbs, settings)
    with pytest.raises(exu.SysError, match=f"was written by another run: .*{text}"):
        mbs.SolveDynamic(settings, resumeFrom=file)
    assert not (tmp_path / "other").exists()
    with pytest.raises(exu.SysError, match="the solver is RK44, it was GeneralizedAlpha"):
        springs().SolveDynamic(settings, Solver.RK44, resumeFrom=file)


def test_another_function_of_the_same_name_and_other_versions_are_refused(tmp_path, monkeypatch):
    def settings_for(file):
        settings = make_settings(0.2, 20)
        settings.solutionSettings.writeRestartFile = True
        settings.solutionSettings.restartFileName = str(file)
        return settings

    def with_law(factor):
        def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
            return 2.0 * stiffness * deltaL

        def other(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
            return 3.0 * stiffness * deltaL

        other.__name__ = "law"
        mbs = springs()
        mbs.SetObjectParameter("spring1", "springForceUserFunction", law if factor == 2 else other)
        return mbs

    file = tmp_path / "restart"
    expected = with_law(2).SolveDynamic(settings_for(file))
    with pytest.raises(exu.SysError, match="the code of .*'spring1'.*UserFunction has changed"):
        with_law(3).SolveDynamic(settings_for(file), resumeFrom=file)
    assert_same(with_law(2).SolveDynamic(settings_for(file), resumeFrom=file), expected)
    newer = {**run_identity.versions(), "numpy": "99.0"}
    monkeypatch.setattr(run_identity, "versions", lambda: newer)
    with pytest.raises(exu.SysError, match="numpy is 99.0, it was"):
        with_law(2).SolveDynamic(settings_for(file), resumeFrom=file)


def test_another_processor_is_a_warning(tmp_path, monkeypatch):
    file = tmp_path / "restart"
    expected = solve("springs", file)
    monkeypatch.setattr(checkpoint, "_processor", lambda: "abacus")
    text = "this one is abacus: results may differ in their last digits"
    with pytest.warns(UserWarning, match=text):
        assert_same(solve("springs", file, resumeFrom=file), expected)


def test_variables_that_are_not_kept_are_told(tmp_path):
    file = tmp_path / "restart"
    expected = solve("variables", file)
    with pytest.warns(UserWarning, match="mbs.variables 'other': a checkpoint cannot store"):
        assert_same(solve("variables", file, resumeFrom=file), expected)


def test_results_are_gone_with_their_last_user(tmp_path):
    """Without the garbage collector: no circle of references holds them."""
    settings = make_settings(0.2, 20)
    settings.solutionSettings.writeRestartFile = True
    settings.solutionSettings.restartFileName = str(tmp_path / "restart")
    mbs = springs()
    gc.disable()
    try:
        for how in ({}, {"resumeFrom": tmp_path / "restart"}):
            found = weakref.ref(mbs.SolveDynamic(settings, **how))
            mbs.solution = None
            assert found() is None
    finally:
        gc.enable()


def test_contents_of_another_program_are_refused(tmp_path):
    """Their checksum fits, what they hold does not."""
    for content in ({"identity": {}}, [1, 2], {"identity": {"model": "text"}}):
        file = tmp_path / "restart"
        file.write_bytes(b"".join(pack(content, checkpoint.MAGIC, checkpoint.VERSION)))
        with pytest.raises(exu.SysError, match=f"{file} cannot be resumed from: its contents are"):
            solve("springs", tmp_path / "other", resumeFrom=file)


def test_a_stream_that_fails_at_a_checkpoint_ends_the_run(tmp_path, monkeypatch):
    """It would lose its rows: that is no matter of a warning."""

    def refuse(recording):
        raise exu.SolverError("the stream is full")

    monkeypatch.setattr(Recording, "flushed", refuse)
    with pytest.raises(exu.SolverError, match="^the stream is full"):
        solve("springs", tmp_path / "restart", stream=tmp_path / "stream")


def test_parts_of_other_files_are_left(tmp_path):
    """Only what was left of this file goes, also if its name has characters of patterns."""
    name = "run[1]*.lwr"
    solve("springs", tmp_path / name)
    own, other = f".{name}.0123456789ab.part", ".run1xyz.lwr.0123456789ab.part"
    for each in (own, other):
        (tmp_path / each).write_bytes(b"")
    solve("springs", tmp_path / name, resumeFrom=tmp_path / name)
    assert [path.name for path in tmp_path.glob(".*")] == [other]
