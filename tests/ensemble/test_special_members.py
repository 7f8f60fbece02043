"""Members that need more than a compiled loop, or end early; threads, chunks and stops."""

import threading
import time
import warnings

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

import linkwork as exu
from linkwork.api.parameter_paths import parameter_path
from linkwork.core.status import NOT_FINITE, REFUSED, TEXTS, USER_FUNCTION
from linkwork.ensemble.columns import Column
from linkwork.ensemble.members import Members, new_report
from linkwork.ensemble.recorded import Recorded
from linkwork.ensemble.rows import rows_of
from linkwork.items import *
from tests.cases import looped
from tests.ensemble.models import (
    alone,
    asks_its_system,
    assert_alike,
    four_bar,
    hardening,
    members_of,
    oscillator,
    results_of,
    rod_pendulum,
    settings_of,
    space_body,
    spring_mass,
    stop_spring,
)

pytestmark = pytest.mark.processors


def test_compiled_user_functions_stay_in_compiled_members():
    changes = {"spring.stiffness": [50.0, 100.0, 170.0], "body.physicsMass": [1.0, 2.0, 3.0]}
    build = lambda: spring_mass(hardening)  # noqa: E731
    assert_alike(build, settings_of(), "GeneralizedAlpha", changes, ["at", "force"], True)


def test_a_function_that_asks_its_system_gets_the_numbers_of_the_member():
    changes = {"spring.stiffness": [50.0, 100.0, 170.0]}
    build = lambda: spring_mass(asks_its_system)  # noqa: E731
    with pytest.warns(UserWarning, match="called back"):
        assert_alike(build, settings_of(20, 0.02), "RK44", changes, ["at", "force"], False)


def test_steps_that_end_at_events():
    changes = {"stop.limitStopsStiffness": [5e3, 1e4, 3e4], "body.physicsMass": [1.0, 2.0, 2.5]}
    assert_alike(stop_spring, settings_of(), "GeneralizedAlpha", changes, ["at"], False)


def test_velocities_that_do_not_fit_the_constraints_are_corrected_as_alone():
    path, recorded = "body.initialVelocity[1]", Recorded(("at",), np.array([0.0, 0.05]), True)
    members = members_of(rod_pendulum, settings_of(), "GeneralizedAlpha", [path], recorded)
    assert members.reason == ""
    speeds = np.array([[0.0], [1.0], [-2.0]])
    with pytest.warns(UserWarning, match="2 members have warned; member 1: .*violate"):
        results, _ = results_of(members, speeds)
    for k, row in enumerate(speeds):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            own = alone(rod_pendulum, settings_of(), "GeneralizedAlpha", [path], row, recorded)
        assert np.array_equal(results[k], own)


@pytest.mark.parametrize(
    "path, values",
    [("rod.distance", [1.0, 1.001, 0.999]), ("body.initialDisplacement[2]", [0.0, 1e-3, 2e-3])],
)
def test_constraints_and_positions_are_met_as_alone(path, values):
    recorded = Recorded(("at",), np.array([0.0, 0.05]), True)
    members = members_of(rod_pendulum, settings_of(), "RK44", [path], recorded)
    assert members.reason != ""
    with pytest.warns(UserWarning, match="2 members have warned"):
        results, _ = results_of(members, np.array(values)[:, None])
    for k, value in enumerate(values):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            own = alone(rod_pendulum, settings_of(), "RK44", [path], [value], recorded)
        assert np.array_equal(results[k], own)


def test_values_that_need_another_run_than_the_nominal_one():
    def build():
        mbs = exu.SystemContainer().AddSystem()
        node = mbs.AddNode(
            NodeRigidBody2D(referenceCoordinates=[1, 0, 0], initialVelocities=[-1, 0.2, 0.3])
        )
        body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=2, physicsInertia=1.5))
        ends = [
            mbs.AddMarker(MarkerBodyRigid(bodyNumber=each))
            for each in (mbs.AddObject(ObjectGround()), body)
        ]
        mbs.AddObject(
            PlanarSpringDamper(
                name="spring", markerNumbers=ends, stiffness=900, referenceLength=1.01,
                noAdhesion=True,
            )
        )  # fmt: skip
        return mbs

    path, recorded = "spring.damping", Recorded((), np.array([0.05]), True)
    members = members_of(build, settings_of(), "GeneralizedAlpha", [path], recorded)
    assert members.reason == ""
    damping = np.array([[0.0], [50.0], [0.0], [90.0]])
    results_of(members, damping[[0, 2]])
    assert members._ordinary == [None]
    results, _ = results_of(members, damping)
    assert members._ordinary != [None]  # where the damper would pull, the law has a kink
    for k, row in enumerate(damping):
        own = alone(build, settings_of(), "GeneralizedAlpha", [path], row, recorded)
        assert np.array_equal(results[k], own)


def test_reference_positions_need_another_model():
    changes = {"mass.referenceCoordinates[0]": [0.8, 1.0, 1.3], "spring.stiffness": [10, 20, 30.0]}
    assert_alike(spring_mass, settings_of(), "GeneralizedAlpha", changes, ["at", "a"], False)


@looped("build", [spring_mass, four_bar])
@looped("solver", ["DOPRI5", "GeneralizedAlpha"])
@looped("first", [0, 1])
def test_steps_of_automatic_size_end_at_the_times_of_rows(build, solver, first):
    chosen = dict(timeIntegration__generalizedAlpha__automaticStepSize=True)
    settings = settings_of(4, 0.1, **chosen)
    times = np.linspace(0, 0.1, 6)[first:]
    recorded = Recorded(("at",), times, True)
    members = members_of(build, settings, solver, ["spring.stiffness"], recorded)
    assert members.reason == ""
    results, report = results_of(members, np.array([[15.0], [20.0], [150.0]]))
    assert not report["status"].any()
    assert members._ordinary == [None]
    for k, stiffness in enumerate((15.0, 20.0, 150.0)):
        mbs = build()
        mbs.Assemble()
        mbs.SetObjectParameter("spring", "stiffness", stiffness)
        single = mbs.SolveDynamic(members.settings, solver)
        assert np.array_equal(single.times[first:], times)
        columns = single.sensors["at"][first:, 1:], single.coordinates[first:]
        wanted = np.hstack([*columns, single.velocities[first:]])
        assert np.array_equal(results[k], wanted)
        assert report["steps"][k] == single.statistics.steps


@pytest.mark.parametrize("build", [spring_mass, four_bar, space_body])
def test_rows_between_steps_follow_the_solution(build):
    times = np.array([0.0001, 0.0123, 0.02, 0.02034, 0.04171, 0.0495, 0.05])
    recorded = Recorded(("at",), times, True)
    members = members_of(build, settings_of(), "GeneralizedAlpha", ["spring.stiffness"], recorded)
    assert (members.reason == "") == (build is not space_body), members.reason
    results, report = results_of(members, np.array([[20.0], [30.0]]))
    assert not report["status"].any()
    mbs = build()
    mbs.Assemble()
    mbs.SetObjectParameter("spring", "stiffness", 30.0)
    own = settings_of()
    own.solutionSettings.solutionWritePeriod = own.solutionSettings.sensorsWritePeriod = 0
    solution = mbs.SolveDynamic(own)
    state = solution.interpolate(times)
    n = state.coordinates.shape[1]
    assert np.array_equal(results[1, :, 3 : 3 + n], state.coordinates)
    assert np.array_equal(results[1, :, 3 + n : 3 + 2 * n], state.velocities)
    rows = np.zeros(results[1].shape)
    rows_of(solution, members._picks, times, members._grid.slack, rows)
    assert np.array_equal(results[1], rows)
    position = members._picks.index(("at", 0, True))
    exact = CubicSpline(*solution.sensors["at"][:, :2].T)(times)
    assert np.abs(results[1, :, position] - exact).max() < 1e-7


def test_columns_have_names_components_and_units():
    recorded = Recorded(("at",), np.array([0.05]), True)
    members = members_of(spring_mass, settings_of(), "RK44", ["spring.stiffness"], recorded)
    assert members.columns[:2] == [Column("at", "x", "m"), Column("at", "y", "m")]
    assert members.columns[3] == Column("mass.x", "", "m")
    assert members.columns[-1] == Column("mass.z_t", "", "m/s")


# ------------------------------------------------------------------ failures


def test_a_failing_member_leaves_the_others_alone():
    stiffness = np.array([[1.0], [-1e8], [4.0], [9.0]])
    settings = settings_of(1000, 1.0)
    recorded = Recorded((), np.linspace(0, 1, 11), True)
    members = members_of(oscillator, settings, "RK44", ["spring.stiffness"], recorded)
    assert members.reason == ""
    results, report = results_of(members, stiffness)
    assert report["status"].tolist() == [0, NOT_FINITE, 0, 0]
    assert 0.0 < report["time"][1] < 1.0
    last = int(report["time"][1] / 0.1)
    assert np.isfinite(results[1, : last + 1]).all()
    assert np.isnan(results[1, last + 1 :]).all()
    assert TEXTS[NOT_FINITE] in members.messages[1]
    mbs = oscillator()
    mbs.Assemble()
    mbs.SetObjectParameter("spring", "stiffness", -1e8)
    with pytest.raises(exu.SolverError) as error:
        mbs.SolveDynamic(members.settings, "RK44", showCausingItems=False)
    assert str(error.value) == members.messages[1]
    assert report["time"][1] == error.value.solution.times[-1]
    for k in (0, 2, 3):
        own = alone(
            oscillator, settings, "RK44", ["spring.stiffness"], stiffness[k], recorded
        )  # fmt: skip
        assert np.array_equal(results[k], own)


def test_values_that_an_item_refuses_fail_their_member():
    recorded = Recorded((), np.array([0.05]), True)
    paths = ["spring.stiffness", "body.physicsMass"]
    members = members_of(spring_mass, settings_of(), "GeneralizedAlpha", paths, recorded)
    values = [[100, 1], [-5, 1], [np.nan, 1], [100, 0], [100, 2]]
    results, report = results_of(members, np.array(values, float))
    assert report["status"].tolist() == [0, REFUSED, REFUSED, REFUSED, 0]
    assert "stiffness k must be >= 0" in members.messages[1]
    assert "-5" in members.messages[1]
    assert np.isnan(results[1:4]).all()


def test_initial_values_that_are_not_finite_are_refused_as_alone():
    recorded, path = Recorded((), np.array([0.05]), True), "body.initialDisplacement[1]"
    for build in (spring_mass, rod_pendulum):
        members = members_of(build, settings_of(), "GeneralizedAlpha", [path], recorded)
        _, report = results_of(members, np.array([[0.0], [np.nan], [np.inf], [0.0]]))
        assert report["status"].tolist() == [0, REFUSED, REFUSED, 0]
        mbs = build()
        for k, value in ((1, np.nan), (2, np.inf)):
            with pytest.raises(exu.ParameterError) as error:
                parameter_path(mbs, path).set(mbs, value)
            assert members.messages[k] == str(error.value)


def test_a_function_that_fails_in_one_member():
    def picky(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        if stiffness > 100.0 and t > 0.01:
            raise ValueError("too stiff")
        return stiffness * deltaL

    recorded = Recorded((), np.array([0.0, 0.05]), True)
    build = lambda: spring_mass(exu.called_back(picky))  # noqa: E731
    with pytest.warns(UserWarning, match="called back"):
        members = members_of(build, settings_of(), "RK44", ["spring.stiffness"], recorded)
    results, report = results_of(members, np.array([[50.0], [150.0], [90.0]]))
    assert report["status"].tolist() == [0, USER_FUNCTION, 0]
    assert "too stiff" in members.messages[1]
    assert np.isfinite(results[1, 0]).all()
    assert np.isnan(results[1, 1]).all()


# ------------------------------------------------------------------ threads


@looped("threads", [1, 2, 3])
@looped("chunk", [None, 1, 7])
def test_threads_and_chunks_change_no_bit(threads, chunk):
    values = np.column_stack([np.linspace(50, 150, 40), np.linspace(1, 3, 40)])
    values[11] = -1.0, 1.0
    values[23] = 100.0, 1e-30  # so light that its steps fail
    recorded = Recorded(("at", "a"), np.linspace(0, 0.05, 6), True)
    paths = ["spring.stiffness", "body.physicsMass"]
    arguments = spring_mass, settings_of(), "RK44", paths, recorded
    wanted, report = results_of(members_of(*arguments), values)
    members = members_of(*arguments, threads)
    members.chunk = chunk
    for _ in range(2):  # the second time with workers that have run others before
        found, own = results_of(members, values)
        assert np.array_equal(found, wanted, equal_nan=True)
        assert np.array_equal(own["status"], report["status"])
        assert report["status"][23] == NOT_FINITE
        assert members.messages.keys() == {11, 23}


def test_two_workers_in_turns_do_not_disturb_each_other():
    recorded = Recorded(("at", "joint"), np.array([0.0, 0.02]), True)
    arguments = settings_of(20, 0.02), "GeneralizedAlpha", ["spring.stiffness"], recorded
    first, second = (members_of(four_bar, *arguments) for _ in range(2))
    body = members_of(space_body, settings_of(), "RK44", ["spring.stiffness"],
                      Recorded(("at",), np.array([0.05]), True))  # fmt: skip
    values = np.linspace(10, 40, 4)[:, None]
    wanted, _ = results_of(first, values)
    for k in range(4):
        results_of(body, values[k : k + 1])
        for members in (second, first):
            found, _ = results_of(members, values[k : k + 1])
            assert np.array_equal(found[0], wanted[k])


class StopAfter:
    """A flag that is set when it was looked at some times."""

    def __init__(self, looks):
        self._looks = looks

    def is_set(self):
        self._looks -= 1
        return self._looks < 0


@pytest.mark.parametrize("path", ["spring.stiffness", "mass.referenceCoordinates[0]"])
def test_a_stop_keeps_what_is_done_and_goes_on_later(path):
    values = np.linspace(0.5, 1.5, 30)[:, None]
    recorded = Recorded(("at",), np.array([0.05]), True)
    members = members_of(spring_mass, settings_of(), "GeneralizedAlpha", [path], recorded, 2)
    members.chunk = 3
    wanted, _ = results_of(members, values)
    results, report = np.full(wanted.shape, -1.0), new_report(30)
    counts = []
    members.run(values, results, report, StopAfter(4), counts.append)
    done = report["status"] == 0
    assert 0 < done.sum() < 30
    assert counts[-1] == done.sum()
    assert np.array_equal(results[done], wanted[done])
    assert (results[~done] == -1.0).all()
    members.run(values, results, report, threading.Event(), counts.append)
    assert counts[-1] == (~done).sum()
    assert np.array_equal(results, wanted)


def test_a_compiled_loop_stops_between_two_members():
    recorded = Recorded((), np.array([0.05]), True)
    members = members_of(spring_mass, settings_of(), "RK44", ["spring.stiffness"], recorded)
    worker, rows = members._workers[0], np.zeros((5, 1, 6))
    values = np.full((5, 1), 100.0)
    stop = np.zeros(1, np.int64)
    assert worker.run(np.arange(5), values, rows, stop)[0] == 5
    stop[0] = 1
    assert worker.run(np.arange(5), values, rows, stop)[0] == 0


def test_an_interrupt_ends_all_threads():
    def interrupt(count):
        raise KeyboardInterrupt

    recorded = Recorded((), np.array([0.05]), True)
    members = members_of(
        spring_mass, settings_of(), "RK44", ["spring.stiffness"], recorded, 2
    )  # fmt: skip
    members.chunk = 5
    run_chunk = members.run_chunk

    def run_late(thread, task, numbers):
        """The second thread begins after the interrupt, however fast it is."""
        while thread == 1 and not task.is_stopped():
            time.sleep(0.001)
        run_chunk(thread, task, numbers)

    members.run_chunk = run_late
    results, report = np.zeros((400, 1, 6)), new_report(400)
    with pytest.raises(KeyboardInterrupt):
        members.run(np.full((400, 1), 100.0), results, report, None, interrupt)
    assert threading.active_count() == 1 or not [
        each for each in threading.enumerate() if each.name.startswith("ensemble")
    ]
    done = report["status"] == 0
    assert 0 < done.sum() < 400
    assert results[done].any(axis=(1, 2)).all()


# ------------------------------------------------------------------ the system and arguments


def test_the_system_of_the_user_stays_as_it_is():
    mbs = spring_mass()
    mbs.Assemble()
    before = mbs.systemData.initial_bytes(), mbs.GetObject("spring"), mbs._model
    path = parameter_path(mbs, "spring.stiffness")
    recorded = Recorded((), np.array([0.05]), True)
    members = Members(mbs, settings_of(), "RK44", [path], recorded)
    results_of(members, np.array([[10.0], [-1.0]]))
    assert before == (mbs.systemData.initial_bytes(), mbs.GetObject("spring"), mbs._model)
    assert mbs.solution is None


def test_initial_values_of_the_system_are_those_of_members():
    def build():
        mbs = spring_mass()
        mbs.Assemble()
        mbs.systemData.SetODE2Coordinates([0.1, 0.2, 0.0], exu.ConfigurationType.Initial)
        return mbs

    recorded = Recorded((), np.array([0.0, 0.05]), True)
    members = members_of_assembled(build, recorded)
    results, _ = results_of(members, np.array([[10.0], [70.0]]))
    assert results[0, 0, :3].tolist() == [0.1, 0.2, 0.0]


def members_of_assembled(build, recorded):
    mbs = build()
    return Members(mbs, settings_of(), "RK44", [parameter_path(mbs, "spring.stiffness")], recorded)


@looped(
    "times, told",
    [
        ([0.05, 0.01], "ascend"),
        ([0.01, 0.04], "endTime"),
        ([-0.1, 0.05], "startTime"),
        ([], "list of times"),
        ([np.nan, 0.05], "list of times"),
    ],
)
def test_times_outside_of_the_run_are_refused(times, told):
    recorded = Recorded((), np.array(times), True)
    with pytest.raises(exu.ParameterError, match=told):
        members_of(spring_mass, settings_of(), "RK44", ["spring.stiffness"], recorded)


def test_arrays_of_another_shape_and_unknown_sensors_are_refused():
    recorded = Recorded(("tip",), np.array([0.05]), True)
    with pytest.raises(exu.ParameterError, match="no sensor named 'tip'"):
        members_of(spring_mass, settings_of(), "RK44", ["spring.stiffness"], recorded)
    recorded = Recorded(("at",), np.array([0.05]), False)
    members = members_of(spring_mass, settings_of(), "RK44", ["spring.stiffness"], recorded)
    with pytest.raises(exu.ParameterError, match="1 columns"):
        members.run(np.zeros((3, 2)), np.zeros((3, 1, 3)), new_report(3))
    with pytest.raises(exu.ParameterError, match=r"\(3, 1, 3\)"):
        members.run(np.zeros((3, 1)), np.zeros((3, 1, 2)), new_report(3))


def test_members_that_are_running_cannot_be_run_again():
    def again(count):
        members.run(values, np.zeros((2, 1, 6)), new_report(2))

    recorded, values = Recorded((), np.array([0.05]), True), np.full((2, 1), 100.0)
    members = members_of(spring_mass, settings_of(), "RK44", ["spring.stiffness"], recorded)
    with pytest.raises(exu.SysError, match="in another thread"):
        results_of(members, values, progress=again)
    results_of(members, values)


def test_nothing_is_told_twice():
    recorded = Recorded((), np.array([0.05]), True)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        members = members_of(
            lambda: spring_mass(exu.called_back(hardening)),
            settings_of(), "RK44", ["spring.stiffness"], recorded, 2,
        )  # fmt: skip
        results_of(members, np.full((6, 1), 100.0))
    assert len([w for w in told if "called back" in str(w.message)]) == 1


def test_warnings_of_members_are_told_once():
    recorded = Recorded((), np.array([0.02]), True)
    path = "node0.initialVelocities[2]"
    members = members_of(
        four_bar, settings_of(20, 0.02), "GeneralizedAlpha", [path], recorded, 2
    )  # fmt: skip
    with pytest.warns(UserWarning, match="3 members have warned; member 1: .*violate") as told:
        _, report = results_of(members, np.array([[0.0], [1.0], [2.0], [3.0]]))
    assert len(told) == 1
    assert not report["status"].any()
    assert members.warned.keys() == {1, 2, 3}


def cable():
    """A cable that stretches and bends from rest."""
    mbs = exu.SystemContainer().AddSystem()
    nodes = [
        mbs.AddNode(NodePoint2DSlope1(name=name, referenceCoordinates=[x, 0, 1, 0]))
        for name, x in (("a", 0), ("b", 1))
    ]
    mbs.AddObject(
        ObjectANCFCable2D(
            name="cable", nodeNumbers=nodes, physicsLength=1, physicsMassPerLength=1,
            physicsBendingStiffness=10, physicsAxialStiffness=100,
        )
    )  # fmt: skip
    return mbs


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_starts_that_an_assembly_refuses_fail_their_member(solver):
    """A slope of zero has no direction; both of its numbers together make it so."""
    table = {
        "a.initialCoordinates[2]": [0.1, -1.0, -1.0, -1.0],
        "a.initialCoordinates[3]": [0.0, 0.0, 0.5, -0.25],
    }
    ensemble = exu.Ensemble(cable()).table(table).record(coordinates=True, times=1)
    result = ensemble.solve(settings_of(20, 0.02), solver, scheduler="serial")
    assert result.reason == "" and list(result.status == 0) == [True, False, True, True]
    assert "the slope in the initial state must not be zero" in result.failures[0].text
    assert np.isnan(result.values[1]).all()
    with pytest.raises(exu.SysError, match="the slope in the initial state must not be zero"):
        result.rerun(1)
    for member in (0, 2, 3):
        found = result.rerun(member)
        assert np.array_equal(result.values[member, 0, :8], found.coordinates[-1])


def test_matrices_beside_initial_values():
    """Initial values are written without a new assembly, after a look at all varied numbers."""

    def made():
        mbs = exu.SystemContainer().AddSystem()
        node = mbs.AddNode(
            NodeGenericODE2(
                name="node", referenceCoordinates=[0, 0], initialCoordinates=[0.1, 0],
                initialCoordinates_t=[0, 0], numberOfODE2Coordinates=2,
            )
        )  # fmt: skip
        mbs.AddObject(
            ObjectGenericODE2(
                name="body", nodeNumbers=[node], massMatrix=np.diag([1.0, 2.0]),
                stiffnessMatrix=np.diag([10.0, 20.0]), forceVector=[0.0, 1.0],
            )
        )  # fmt: skip
        return mbs

    table = {"body.massMatrix[0, 0]": [1.0, 3.0], "node.initialCoordinates[0]": [0.2, 0.3]}
    ensemble = exu.Ensemble(made()).table(table).record(coordinates=True, times=1)
    result = ensemble.solve(settings_of(20, 0.5), scheduler="serial")
    for member, (mass, start) in enumerate([(1.0, 0.2), (3.0, 0.3)]):
        mbs = made()
        mbs.SetObjectParameter("body", "massMatrix", np.diag([mass, 2.0]))
        mbs.SetNodeParameter("node", "initialCoordinates", [start, 0.0])
        mbs.Assemble()
        found = mbs.SolveDynamic(settings_of(20, 0.5)).coordinates[-1]
        assert np.array_equal(result.values[member, 0, :2], found)
